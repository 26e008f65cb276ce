//! The order of rows that came from several commands: that in which one would have printed them.

use core::cmp::Ordering;

use crate::value::{Cell, Time, Value};

/// The order of names: a dataset before its snapshots, and among these none, since they come by age.
pub(crate) fn name_order(one: &[u8], other: &[u8]) -> Ordering {
    fn split(name: &[u8]) -> (&[u8], bool) {
        match memchr::memchr(b'@', name).and_then(|at| name.get(..at)) {
            Some(dataset) => (dataset, true),
            None => (name, false),
        }
    }
    split(one).cmp(&split(other))
}

/// A cell's place among others of its column: numbers as numbers, all else by its text; last, in
/// whatever direction, where there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank<'a> {
    Number(u64),
    Text(&'a [u8]),
    Absent,
}

impl<'a> Rank<'a> {
    /// The rank of a cell, by what it says and how it was printed.
    pub(crate) fn of(cell: Option<Cell<'_>>, text: &'a [u8]) -> Self {
        match cell {
            None | Some(Cell::NotApplicable) => Self::Absent,
            // A quota that is none is 0, a limit the largest number there is.
            Some(Cell::None) if text == b"0" => Self::Number(0),
            Some(Cell::None) if text.iter().all(u8::is_ascii_digit) => Self::Number(u64::MAX),
            Some(Cell::None | Cell::Default) => Self::Text(text),
            Some(Cell::Value(value)) => match value {
                Value::Size(n) | Value::Count(n) | Value::Guid(n) => Self::Number(n.nominal()),
                Value::Ratio(ratio) => Self::Number(ratio.hundredths()),
                Value::Percent(percent) => Self::Number(percent.hundredths()),
                Value::Time(Time::Epoch(seconds)) => Self::Number(seconds),
                Value::Time(Time::Printed(date)) => {
                    date.epoch_in_utc().map_or(Self::Absent, Self::Number)
                }
                Value::Keyword(_) | Value::Text(_) => Self::Text(text),
            },
        }
    }

    /// How two compare where values rise, or where they fall.
    pub(crate) fn against(self, other: Self, descending: bool) -> Ordering {
        match (self, other) {
            (Self::Absent, _) | (_, Self::Absent) => self.cmp(&other),
            _ if descending => other.cmp(&self),
            _ => self.cmp(&other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Form;

    #[test]
    fn a_dataset_comes_before_its_snapshots_and_these_before_what_lies_below() {
        let names: [&[u8]; 7] = [b"a", b"a@2", b"a b", b"a#m", b"a/b", b"a/b@1", b"ab"];
        for (i, one) in names.iter().enumerate() {
            for (j, other) in names.iter().enumerate() {
                assert_eq!(name_order(one, other), i.cmp(&j), "{one:?} {other:?}");
            }
        }
        assert_eq!(name_order(b"a@1", b"a@2"), Ordering::Equal);
    }

    #[test]
    fn what_has_no_value_is_last_in_both_directions() {
        let rank = |form: Form, text: &'static str| {
            Rank::of(form.read(text.as_bytes()).ok(), text.as_bytes())
        };
        let sizes = ["9", "10", "-"].map(|text| rank(Form::Size, text));
        for (descending, order) in [(false, [0, 1, 2]), (true, [1, 0, 2])] {
            let mut sorted = [2, 0, 1];
            sorted.sort_by(|a, b| {
                let of = |i: &usize| sizes.get(*i).copied().unwrap_or(Rank::Absent);
                of(a).against(of(b), descending)
            });
            assert_eq!(sorted, order);
        }
        assert_eq!(rank(Form::Quota, "0"), Rank::Number(0));
        assert_eq!(rank(Form::Limit, "18446744073709551615"), Rank::Number(u64::MAX));
    }
}
