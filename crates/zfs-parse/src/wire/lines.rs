//! Lines and fields, with their places in the output. Nothing is trimmed.

use core::ops::Range;

use memchr::{memchr, memchr_iter};

/// A line: its number from 1, and its bytes without the newline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) span: Range<usize>,
    /// Whether a newline ends it. The last line of a command that was cut short has none.
    pub(crate) ended: bool,
}

/// The lines of the output, all of its bytes accounted for.
pub(crate) fn lines(output: &[u8]) -> impl Iterator<Item = Line> {
    let mut start = 0;
    let mut number = 0;
    core::iter::from_fn(move || {
        let rest = output.get(start..).filter(|rest| !rest.is_empty())?;
        let (length, ended) = memchr(b'\n', rest).map_or((rest.len(), false), |at| (at, true));
        let span = start..start.saturating_add(length);
        start = span.end.saturating_add(usize::from(ended));
        number += 1;
        Some(Line { number, span, ended })
    })
}

/// The fields of a line, at their places in the output.
pub(crate) fn fields(output: &[u8], line: &Line) -> impl Iterator<Item = Range<usize>> {
    let start = line.span.start;
    let end = line.span.end;
    let text = output.get(line.span.clone()).unwrap_or_default();
    let ends = memchr_iter(b'\t', text).map(move |at| start.saturating_add(at));
    ends.chain(core::iter::once(end)).scan(start, |from, to| {
        let field = *from..to;
        *from = to.saturating_add(1);
        Some(field)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    #[test]
    fn no_output_has_no_line() {
        assert_eq!(lines(b"").count(), 0);
    }

    #[test]
    fn a_trailing_empty_field_is_a_field() {
        let output = b"tank\t\n";
        let line = lines(output).next().unwrap();
        assert_eq!(fields(output, &line).collect::<Vec<_>>(), [0..4, 5..5]);
    }

    proptest! {
        #[test]
        fn lines_and_fields_put_together_are_the_output(output: Vec<u8>) {
            let mut rebuilt = Vec::new();
            for line in lines(&output) {
                for (i, field) in fields(&output, &line).enumerate() {
                    if i > 0 {
                        rebuilt.push(b'\t');
                    }
                    rebuilt.extend(&output[field]);
                }
                if line.ended {
                    rebuilt.push(b'\n');
                }
            }
            prop_assert_eq!(rebuilt, output);
        }
    }
}
