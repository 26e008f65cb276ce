//! What is missing from an answer, as JSON tells it.

use serde::Serialize;
use zfs_parse::answer::Lack;
use zfs_parse::failure::FailureKind;

use crate::report::Advised;

/// Something that is missing.
#[derive(Serialize)]
pub(crate) struct Missing {
    /// `failure`, `unreadable`, `ended`, `output_held` or `missing`.
    kind: &'static str,
    /// What standard error says of it.
    message: String,
    /// What ZFS said went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailureKind>,
    /// The dataset, property or option that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    /// The line of the output, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The bytes of the output: the first, and the one behind the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<[usize; 2]>,
}

impl From<&Lack> for Missing {
    fn from(lack: &Lack) -> Self {
        let escaped = |bytes: &[u8]| match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.escape_ascii().to_string(),
        };
        let mut missing = Self {
            kind: "missing",
            message: Advised(lack).to_string(),
            failure: None,
            entity: None,
            line: None,
            bytes: None,
        };
        match lack {
            Lack::Failure(failure) => {
                missing.kind = "failure";
                missing.failure = Some(failure.kind());
                missing.entity = failure.entity().map(escaped);
            }
            Lack::Unreadable(error) => {
                missing.kind = "unreadable";
                missing.line = Some(error.line());
                missing.bytes = Some([error.span().start, error.span().end]);
            }
            Lack::Ended(_) => missing.kind = "ended",
            Lack::OutputHeld => missing.kind = "output_held",
            Lack::Missing { name, .. } => missing.entity = name.as_deref().map(escaped),
            _ => {}
        }
        missing
    }
}
