//! A cell and the value in it.

use super::{Number, Percent, Ratio, Text, Time};

/// What a cell says.
///
/// The lifetime is that of the output it was read from; [`into_owned`](Self::into_owned) cuts it
/// loose.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// `-`: the property does not apply to this object, has no value here, or can't be read. A
    /// user property whose value is a single `-` prints the same in a listing.
    NotApplicable,
    /// Explicitly none: `none`, 0 for a quota, 18,446,744,073,709,551,615 for a limit.
    None,
    /// `default`: whatever the system does by default.
    Default,
    /// A value.
    Value(Value<'a>),
}

impl<'a> Cell<'a> {
    /// The value, if there is one.
    #[must_use]
    #[inline]
    pub fn value(&self) -> Option<&Value<'a>> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The number in it, if it is exact.
    ///
    /// A rounded one is not given out here: what decides with it could decide wrongly.
    #[must_use]
    #[inline]
    pub fn exact(&self) -> Option<u64> {
        match self.value()? {
            Value::Size(n) | Value::Count(n) | Value::Guid(n) => n.exact(),
            _ => None,
        }
    }

    /// The bytes of its text or keyword, if it is one.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> Option<&[u8]> {
        match self.value()? {
            Value::Text(text) | Value::Keyword(text) => Some(text.as_bytes()),
            _ => None,
        }
    }

    /// The same, with the text copied out of the output.
    #[must_use]
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Self::NotApplicable => Cell::NotApplicable,
            Self::None => Cell::None,
            Self::Default => Cell::Default,
            Self::Value(value) => Cell::Value(value.into_owned()),
        }
    }
}

/// A value, by what it measures.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Bytes.
    Size(Number),
    /// How many, or a whole number such as a transaction group.
    Count(Number),
    /// A number that identifies.
    Guid(Number),
    /// So many times.
    Ratio(Ratio),
    /// Hundredths of a whole.
    Percent(Percent),
    /// A point in time.
    Time(Time),
    /// One of a set of words that newer systems add to.
    Keyword(Text<'a>),
    /// Free text.
    Text(Text<'a>),
}

impl Value<'_> {
    /// The same, with the text copied out of the output.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Size(n) => Value::Size(n),
            Self::Count(n) => Value::Count(n),
            Self::Guid(n) => Value::Guid(n),
            Self::Ratio(ratio) => Value::Ratio(ratio),
            Self::Percent(percent) => Value::Percent(percent),
            Self::Time(time) => Value::Time(time),
            Self::Keyword(text) => Value::Keyword(text.into_owned()),
            Self::Text(text) => Value::Text(text.into_owned()),
        }
    }
}
