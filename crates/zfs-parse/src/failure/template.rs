//! Messages with holes.

use memchr::memmem;

/// A message with holes: `{}` stands for the entity that it names, `{*}` for anything.
#[derive(Debug, Clone, Copy)]
pub(super) struct Template(pub(super) &'static str);

impl Template {
    /// Whether a message fits, and if so the entity in it.
    ///
    /// Each hole is as short as it can be, but for the last, which ends where the rest of the
    /// template begins at the message's end: one pass, whatever the message.
    pub(super) fn entity_in(self, message: &[u8]) -> Option<Option<&[u8]>> {
        let mut template = self.0;
        let mut message = message;
        let mut entity = None;
        loop {
            let (literal, rest) = template.split_once('{').unwrap_or((template, ""));
            message = message.strip_prefix(literal.as_bytes())?;
            let Some((hole, after)) = rest.split_once('}') else {
                return message.is_empty().then_some(entity);
            };
            let next = after.split('{').next().unwrap_or_default();
            let length = match after.len() == next.len() {
                true => message.strip_suffix(next.as_bytes())?.len(),
                false => memmem::find(message, next.as_bytes())?,
            };
            let (filled, behind) = message.split_at_checked(length)?;
            if hole.is_empty() {
                entity = Some(filled);
            }
            message = behind;
            template = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_literals_must_fit() {
        let template = Template("cannot {*} '{}': busy");
        assert_eq!(template.entity_in(b"cannot open 'a b': busy"), Some(Some(&b"a b"[..])));
        assert_eq!(template.entity_in(b"cannot open 'a b': busy "), None);
        assert_eq!(template.entity_in(b"cannot open"), None);
        assert_eq!(Template("plain").entity_in(b"plain"), Some(None));
        assert_eq!(Template("plain").entity_in(b"plainer"), None);
        assert_eq!(Template("{*}: x").entity_in(b": x: x"), Some(None));
        assert_eq!(Template("a{*}").entity_in(b"abc"), Some(None));
    }
}
