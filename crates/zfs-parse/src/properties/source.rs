//! Where a property's value comes from.

use crate::value::Text;

/// Where a property's value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source<'a> {
    /// `-`: nobody set it, because nobody can, because it does not apply, or because a user
    /// property has not been set.
    None,
    /// It is the default.
    Default,
    /// It was set here.
    Local,
    /// It was set on a dataset above.
    ///
    /// Every release builds this text in 128 bytes: a name of 112 bytes may have been longer.
    Inherited(Text<'a>),
    /// A received stream has set it.
    Received,
    /// A mount option overrides it for now.
    Temporary,
}

impl<'a> Source<'a> {
    /// Reads the source's column.
    pub(crate) fn read(text: &'a [u8]) -> Option<Self> {
        Some(match text {
            b"-" => Self::None,
            b"default" => Self::Default,
            b"local" => Self::Local,
            b"received" => Self::Received,
            b"temporary" => Self::Temporary,
            _ => Self::Inherited(Text::new(text.strip_prefix(b"inherited from ")?)),
        })
    }

    /// Whether somebody has set the value, here or above.
    #[must_use]
    pub fn is_set(&self) -> bool {
        matches!(self, Self::Local | Self::Inherited(_) | Self::Received | Self::Temporary)
    }

    /// The source in a word: `none`, `default`, `local`, `inherited`, `received`, `temporary`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Default => "default",
            Self::Local => "local",
            Self::Inherited(_) => "inherited",
            Self::Received => "received",
            Self::Temporary => "temporary",
        }
    }

    /// The dataset that it is inherited from.
    #[must_use]
    pub fn inherited_from(&self) -> Option<&[u8]> {
        match self {
            Self::Inherited(name) => Some(name.as_bytes()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_with_spaces_is_one_source() {
        let source = Source::read(b"inherited from tank/TV Shows").unwrap();
        assert_eq!(source.inherited_from(), Some(&b"tank/TV Shows"[..]));
    }

    #[test]
    fn what_is_no_source_is_refused() {
        for text in [&b""[..], b"Local", b"inherited", b"local ", b"pigeon"] {
            assert_eq!(Source::read(text), None);
        }
    }
}
