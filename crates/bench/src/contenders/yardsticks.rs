//! What finding separators costs, and nothing else.

use memchr::{memchr_iter, memchr2_iter};

use super::{Contender, Input, Outcome, YARDSTICK};
use crate::rows::Printed;

pub(super) const ALL: &[Contender] = &[
    Contender {
        name: "memchr for newline alone",
        printed: Printed::Plain,
        one_in: 1,
        run: lines,
        ours: None,
    },
    Contender { name: YARDSTICK, printed: Printed::Plain, one_in: 1, run: separators, ours: None },
];

fn lines(text: &mut Input) -> Outcome {
    let mut start = 0;
    let mut longest = 0;
    for at in memchr_iter(b'\n', &text.0) {
        longest = longest.max(at - start);
        start = at + 1;
    }
    Outcome::of(longest as u64, ())
}

/// The same work as our own splitter is given: each field's place, and the lines counted.
fn separators(text: &mut Input) -> Outcome {
    let (mut start, mut longest, mut lines) = (0, 0, 0);
    for at in memchr2_iter(b'\t', b'\n', &text.0) {
        lines += u64::from(text.0[at] == b'\n');
        longest = longest.max(at - start);
        start = at + 1;
    }
    Outcome::of(longest as u64 + lines, ())
}
