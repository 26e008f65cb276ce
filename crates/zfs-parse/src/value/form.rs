//! From a cell's bytes and its property's form to what the cell says.

use super::digits::short_at_end;
use super::number::number;
use super::{Cell, Number, Percent, Ratio, Text, Time, Value};
use crate::error::ParseErrorKind;
use crate::property::{Form, Property};

impl Property {
    /// What this property's cell says.
    ///
    /// # Errors
    ///
    /// The kind of error where the text is none that the property can have. Where it stands in the
    /// output is known to the row: [`Row::cell`](crate::listing::Row::cell).
    #[inline]
    pub fn read<'a>(&self, text: &'a [u8]) -> Result<Cell<'a>, ParseErrorKind> {
        self.facts().form.read(text)
    }
}

impl Form {
    /// What a cell of this form says.
    ///
    /// # Errors
    ///
    /// The kind of error where the text is not of this form.
    #[inline]
    pub fn read(self, text: &[u8]) -> Result<Cell<'_>, ParseErrorKind> {
        self.read_at(text, 0)
    }

    /// What a cell of this form says that begins at `start` of a text and ends with it. What stands
    /// in front of it changes nothing, but a number is read faster if there is something.
    #[inline(always)]
    pub(crate) fn read_at(self, text: &[u8], start: usize) -> Result<Cell<'_>, ParseErrorKind> {
        let length = text.len().wrapping_sub(start);
        let is_dash = || length == 1 && text.ends_with(b"-");
        // What nearly all cells are is read here, in place; the rest elsewhere.
        if self.is_number() {
            return match short_at_end(text, length) {
                Some(number) => Ok(match self {
                    Self::Size => Cell::Value(Value::Size(Number::Exact(number))),
                    Self::Quota | Self::AutoQuota if number == 0 => Cell::None,
                    Self::Quota | Self::AutoQuota => {
                        Cell::Value(Value::Size(Number::Exact(number)))
                    }
                    _ => self.counted(number),
                }),
                None if is_dash() => Ok(Cell::NotApplicable),
                None => self.read_rare(text, start),
            };
        }
        if is_dash() {
            return Ok(Cell::NotApplicable);
        }
        match text.get(start..) {
            Some(cell) if self == Self::Keyword => Ok(Cell::Value(Value::Keyword(Text::new(cell)))),
            Some(cell) if self == Self::Text || self == Self::TextOrNone && cell != b"none" => {
                Ok(Cell::Value(Value::Text(Text::new(cell))))
            }
            _ => self.read_rare(text, start),
        }
    }

    /// What a number says that is no size.
    #[inline(never)]
    fn counted(self, number: u64) -> Cell<'static> {
        Cell::Value(match self {
            Self::Guid => Value::Guid(Number::Exact(number)),
            // A limit of 16 digits is no highest number.
            _ => Value::Count(Number::Exact(number)),
        })
    }

    /// Whether a cell of it mostly is nothing but digits.
    #[inline(always)]
    pub(crate) const fn is_number(self) -> bool {
        use Form::{AutoQuota, Count, Guid, Integer, Limit, Quota, Size};
        matches!(self, Size | Quota | AutoQuota | Count | Integer | Limit | Guid)
    }

    /// What a cell says that is not as nearly all are.
    #[inline(never)]
    fn read_rare(self, text: &[u8], start: usize) -> Result<Cell<'_>, ParseErrorKind> {
        use ParseErrorKind::{NotACount, NotASize};
        let text = text.get(start..).unwrap_or_default();
        Ok(Cell::Value(match self {
            Self::Size => Value::Size(number(text, NotASize)?),
            Self::Quota | Self::AutoQuota => match text {
                b"none" => return Ok(Cell::None),
                b"default" => return Ok(Cell::Default),
                b"auto" if self == Self::AutoQuota => Value::Keyword(Text::new(text)),
                _ => match number(text, NotASize)? {
                    Number::Exact(0) => return Ok(Cell::None),
                    n => Value::Size(n),
                },
            },
            Self::Limit => match text {
                b"none" => return Ok(Cell::None),
                _ => match number(text, NotACount)? {
                    Number::Exact(u64::MAX) => return Ok(Cell::None),
                    n => Value::Count(n),
                },
            },
            Self::Count | Self::Integer => Value::Count(number(text, NotACount)?),
            Self::Guid => Value::Guid(number(text, NotACount)?),
            Self::Ratio => Value::Ratio(Ratio::read(text)?),
            Self::Percent => Value::Percent(Percent::read(text)?),
            Self::Time => Value::Time(Time::read(text)?),
            Self::Keyword => Value::Keyword(Text::new(text)),
            Self::TextOrNone if text == b"none" => return Ok(Cell::None),
            Self::Text | Self::TextOrNone => Value::Text(Text::new(text)),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FORMS: [Form; 13] = [
        Form::Size,
        Form::Quota,
        Form::AutoQuota,
        Form::Count,
        Form::Limit,
        Form::Integer,
        Form::Guid,
        Form::Ratio,
        Form::Percent,
        Form::Time,
        Form::Keyword,
        Form::Text,
        Form::TextOrNone,
    ];

    #[test]
    fn u64_max_is_none_for_a_limit_and_a_number_for_a_guid() {
        let max = b"18446744073709551615";
        assert_eq!(Form::Limit.read(max), Ok(Cell::None));
        assert_eq!(Form::Guid.read(max).unwrap().exact(), Some(u64::MAX));
        assert_eq!(Form::Size.read(max).unwrap().exact(), Some(u64::MAX));
    }

    #[test]
    fn not_applicable_none_zero_and_empty_are_four_answers() {
        assert_eq!(Form::Quota.read(b"-"), Ok(Cell::NotApplicable));
        assert_eq!(Form::Quota.read(b"0"), Ok(Cell::None));
        assert_eq!(Form::Quota.read(b"none"), Ok(Cell::None));
        assert_eq!(Form::Quota.read(b"0B"), Ok(Cell::None), "however 0 is printed");
        assert_eq!(Form::Size.read(b"0").unwrap().exact(), Some(0));
        assert_eq!(Form::Text.read(b"").unwrap().bytes(), Some(&b""[..]));
        assert_eq!(Form::Size.read(b""), Err(ParseErrorKind::NotASize));
    }

    #[test]
    fn a_users_text_that_says_none_is_text() {
        assert_eq!(Form::Text.read(b"none").unwrap().bytes(), Some(&b"none"[..]));
        assert_eq!(Form::TextOrNone.read(b"none"), Ok(Cell::None));
    }

    #[test]
    fn a_word_that_newer_systems_use_is_kept() {
        assert_eq!(Form::Keyword.read(b"SUSPENDED").unwrap().bytes(), Some(&b"SUSPENDED"[..]));
        assert_eq!(Form::AutoQuota.read(b"auto").unwrap().bytes(), Some(&b"auto"[..]));
        assert_eq!(Form::Quota.read(b"default"), Ok(Cell::Default));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_in_any_form(text: alloc::vec::Vec<u8>) {
            for form in FORMS {
                if let Ok(cell) = form.read(&text) {
                    prop_assert_eq!(cell.clone().into_owned(), cell);
                }
            }
        }
    }
}
