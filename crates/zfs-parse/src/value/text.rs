//! Text as it was printed: bytes, of which UTF-8 is a view that can fail.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::str::Utf8Error;

/// Text as it was printed, nothing trimmed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(Cow<'a, [u8]>);

impl<'a> Text<'a> {
    /// Text of these bytes.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(Cow::Borrowed(bytes))
    }

    /// The bytes.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes as a string.
    ///
    /// # Errors
    ///
    /// Where they are not UTF-8, as a user's text need not be.
    pub fn to_str(&self) -> Result<&str, Utf8Error> {
        core::str::from_utf8(&self.0)
    }

    /// What a switch says: true for `on` and `yes`, false for `off` and `no`, nothing for any other
    /// text.
    #[must_use]
    pub fn switch(&self) -> Option<bool> {
        match self.as_bytes() {
            b"on" | b"yes" => Some(true),
            b"off" | b"no" => Some(false),
            _ => None,
        }
    }

    /// The text in printable ASCII, reversibly: a backslash as `\\`, and `\t`, `\n`, `\r`, `\xNN`
    /// for what can't be shown.
    #[must_use]
    pub fn escaped(&self) -> String {
        crate::error::escaped(&self.0, b"\\")
    }

    /// The same, copied out of the output.
    #[must_use]
    pub fn into_owned(self) -> Text<'static> {
        Text(Cow::Owned(self.0.into_owned()))
    }
}

impl<'a> From<&'a [u8]> for Text<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::new(bytes)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", crate::error::escaped(&self.0, b"\"\\"))
    }
}
