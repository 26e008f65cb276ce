//! A question that names more than fits into a command line, in parts.

use alloc::vec::Vec;

use super::Question;
use crate::dialect::{Capability, Dialect};
use crate::exchange::Invocation;
use crate::name::Name;
use crate::question::{Operands, name_order};

/// The parts of a question whose command would be longer than this, or would print an object twice;
/// none where it fits, or can't be shorter.
///
/// Each part takes the next names in their order, as many as fit, so that there are no more parts
/// than there must be for names in order, and what is printed comes nearly in order. A name below
/// another is left to that one where it says all of it: to ask for both in two commands would list
/// what is below twice. (So it is not told of if it is missing.)
pub(crate) fn split<Q: Question>(question: &Q, dialect: Dialect, longest: usize) -> Vec<Q> {
    // Few names, mostly one or none, and then no command is made to see how long it is.
    if question.names() < 2 {
        return Vec::new();
    }
    let mut names = question.named();
    names.sort_by(|a, b| name_order(a.as_ref(), b.as_ref()).then_with(|| a.cmp(b)));
    let once = dialect.has(Capability::NestedOnce);
    let repeats = |before: &Operands, name: &Name| !once && question.repeats(before, name.as_ref());
    let mut before = Operands::new();
    let mut is_repeated = |name: &Name| {
        let repeats = repeats(&before, name);
        before.add(name.clone());
        repeats
    };
    let all = longest_of(question, dialect);
    if all <= longest && (once || !names.iter().any(&mut is_repeated)) {
        return Vec::new();
    }
    let Some(first) = names.first() else { return Vec::new() };
    let shortest = question.part(core::slice::from_ref(first));
    let base = longest_of(&shortest, dialect).saturating_sub(cost(first));
    let mut parts = Vec::new();
    let (mut start, mut length, mut before) = (0, base, Operands::new());
    for (index, name) in names.iter().enumerate() {
        let is_full = length.saturating_add(cost(name)) > longest;
        if index > start && (is_full || repeats(&before, name)) {
            parts.push(question.part(names.get(start..index).unwrap_or_default()));
            (start, length, before) = (index, base, Operands::new());
        }
        length = length.saturating_add(cost(name));
        if !once {
            before.add(name.clone());
        }
    }
    if parts.is_empty() && length >= all {
        return parts;
    }
    parts.push(question.part(names.get(start..).unwrap_or_default()));
    parts
}

/// The parts of a question whose answers are put together in order.
pub(super) fn split_in_order<Q: Question>(
    question: &Q,
    dialect: Dialect,
    longest: usize,
) -> Vec<Q> {
    match split(question, dialect, longest).is_empty() {
        true => Vec::new(),
        false => split(&question.in_order(), dialect, longest),
    }
}

fn longest_of<Q: Question>(question: &Q, dialect: Dialect) -> usize {
    let commands = [question.command(dialect)].into_iter().chain(question.sources(dialect));
    let commands = commands.chain(question.on_refusal(dialect));
    commands.map(|command| command.length()).max().unwrap_or_default()
}

fn cost(name: &Name) -> usize {
    Invocation::length_of(name.as_ref())
}
