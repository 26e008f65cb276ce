//! What a command's refusal, or its silence, means for a question.

use crate::dialect::Dialect;
use crate::exchange::{Ended, Finished};
use crate::failure::{Failure, FailureKind};
use crate::question::sealed;

/// The dialect to ask again in, where a command was refused for an option that the question can do
/// without. Refused once, it is not asked for again, so this can't go on for ever.
pub(crate) fn allowed_for<Q: sealed::Reads>(
    finished: &Finished,
    dialect: Dialect,
) -> Option<Dialect> {
    let refused = refused_option(finished).map(Q::behind).unwrap_or_default();
    let news = refused.iter().any(|capability| dialect.has(*capability));
    news.then(|| refused.iter().fold(dialect, |dialect, refused| dialect.without(*refused)))
}

/// Whether a command has said by its silence that there is nothing, whatever its exit status.
///
/// Not where a shell, `env` or `ssh` would have ended like this: they could not run it.
pub(crate) fn tells_of_nothing<Q: sealed::Reads>(
    question: &Q,
    finished: &Finished,
    silent: bool,
    dialect: Dialect,
) -> bool {
    let own = matches!(finished.ended, Ended::Code(code) if !matches!(code, 126 | 127 | 255));
    own && silent
        && finished.stderr.is_empty()
        && !finished.stdout_held
        && question.silence_is_nothing(dialect)
}

/// The option that a command was refused for, if it was refused for one and for nothing else.
///
/// Only the exact refusal counts: exit status 2 and the message. On any other failure a question is
/// never asked again in another form, which could answer something else.
pub(super) fn refused_option(finished: &Finished) -> Option<u8> {
    if finished.ended != Ended::Code(2) {
        return None;
    }
    let failures = Failure::read_all(&finished.stderr);
    let [refusal] = &failures[..] else { return None };
    match (refusal.kind(), refusal.entity()) {
        (FailureKind::UnsupportedOption, Some([option])) => Some(*option),
        // The legacy `zpool get` takes no option at all, and the first for its properties.
        (FailureKind::UnsupportedProperty, Some([b'-', option])) => Some(*option),
        _ => None,
    }
}
