//! From a cell's bytes and its property's form to what the cell says.

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
    pub fn read(self, text: &[u8]) -> Result<Cell<'_>, ParseErrorKind> {
        use ParseErrorKind::{NotACount, NotASize};
        if text == b"-" {
            return Ok(Cell::NotApplicable);
        }
        Ok(match (self, text) {
            (Self::Quota | Self::AutoQuota | Self::Limit | Self::TextOrNone, b"none") => Cell::None,
            (Self::Quota | Self::AutoQuota, b"default") => Cell::Default,
            (Self::AutoQuota, b"auto") => Cell::Value(Value::Keyword(Text::new(text))),
            (Self::Size, _) => Cell::Value(Value::Size(number(text, NotASize)?)),
            (Self::Quota | Self::AutoQuota, _) => match number(text, NotASize)? {
                Number::Exact(0) => Cell::None,
                n => Cell::Value(Value::Size(n)),
            },
            (Self::Limit, _) => match number(text, NotACount)? {
                Number::Exact(u64::MAX) => Cell::None,
                n => Cell::Value(Value::Count(n)),
            },
            (Self::Count | Self::Integer, _) => Cell::Value(Value::Count(number(text, NotACount)?)),
            (Self::Guid, _) => Cell::Value(Value::Guid(number(text, NotACount)?)),
            (Self::Ratio, _) => Cell::Value(Value::Ratio(Ratio::read(text)?)),
            (Self::Percent, _) => Cell::Value(Value::Percent(Percent::read(text)?)),
            (Self::Time, _) => Cell::Value(Value::Time(Time::read(text)?)),
            (Self::Keyword, _) => Cell::Value(Value::Keyword(Text::new(text))),
            (Self::Text | Self::TextOrNone, _) => Cell::Value(Value::Text(Text::new(text))),
        })
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
