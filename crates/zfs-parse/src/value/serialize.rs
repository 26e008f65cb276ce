//! Values as serde sees them: the contract of the JSON that is made of them.
//!
//! Sizes and counts are numbers, a rounded one an object with its interval; guids are strings,
//! because JavaScript's numbers can't hold them; not applicable is null, none is `"none"`; text
//! that is not UTF-8 is an object with its escaped form.

use alloc::string::ToString;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Cell, Number, Percent, Ratio, Rounded, Text, Time, Value};

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::NotApplicable => serializer.serialize_none(),
            Self::None => serializer.serialize_str("none"),
            Self::Default => serializer.serialize_str("default"),
            Self::Value(value) => value.serialize(serializer),
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Size(n) | Self::Count(n) => n.serialize(serializer),
            Self::Guid(Number::Exact(n)) => serializer.serialize_str(&n.to_string()),
            Self::Guid(Number::Rounded(rounded)) => rounded.serialize(serializer),
            Self::Ratio(ratio) => ratio.serialize(serializer),
            Self::Percent(percent) => percent.serialize(serializer),
            Self::Time(time) => time.serialize(serializer),
            Self::Keyword(text) | Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exact(n) => serializer.serialize_u64(*n),
            Self::Rounded(rounded) => rounded.serialize(serializer),
        }
    }
}

impl Serialize for Rounded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Rounded", 3)?;
        object.serialize_field("rounded", &self.to_string())?;
        object.serialize_field("low", &self.low())?;
        object.serialize_field("high", &self.high())?;
        object.end()
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_hundredths(self.hundredths(), serializer)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.hundredths() {
            h if h % 100 == 0 => serializer.serialize_u64(h / 100),
            h => serialize_hundredths(h, serializer),
        }
    }
}

/// A number with two decimals: the double that prints as them.
fn serialize_hundredths<S: Serializer>(hundredths: u64, serializer: S) -> Result<S::Ok, S::Error> {
    #[expect(clippy::cast_precision_loss, reason = "a ratio past 2^53 hundredths is none")]
    serializer.serialize_f64(hundredths as f64 / 100.0)
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Epoch(seconds) => serializer.serialize_u64(*seconds),
            Self::Printed(printed) => serializer.serialize_str(&printed.to_string()),
        }
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_str() {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let mut object = serializer.serialize_struct("Bytes", 1)?;
                object.serialize_field("escaped", &self.escaped())?;
                object.end()
            }
        }
    }
}
