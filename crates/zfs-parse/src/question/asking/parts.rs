//! A question that names more than fits into a command line, in parts.

use alloc::vec::Vec;

use super::Question;
use crate::dialect::Dialect;
use crate::exchange::Invocation;
use crate::name::Name;
use crate::question::name_order;

/// The parts of a question whose command would be longer than this; none where it fits, or can't be
/// shorter.
///
/// Each part takes the next names in their order, as many as fit, so that there are no more parts
/// than there must be for names in order, and what is printed comes nearly in order.
pub(crate) fn split<Q: Question>(question: &Q, dialect: Dialect, longest: usize) -> Vec<Q> {
    if fits(question, dialect, longest) {
        return Vec::new();
    }
    let mut names = question.named();
    names.sort_by(|a, b| name_order(a.as_ref(), b.as_ref()).then_with(|| a.cmp(b)));
    let Some(first) = names.first() else { return Vec::new() };
    let shortest = question.part(core::slice::from_ref(first));
    let base = longest_of(&shortest, dialect).saturating_sub(cost(first));
    let mut parts = Vec::new();
    let (mut start, mut length) = (0, base);
    for (index, name) in names.iter().enumerate() {
        if index > start && length.saturating_add(cost(name)) > longest {
            parts.push(question.part(names.get(start..index).unwrap_or_default()));
            (start, length) = (index, base);
        }
        length = length.saturating_add(cost(name));
    }
    match parts.is_empty() {
        true => Vec::new(),
        false => {
            parts.push(question.part(names.get(start..).unwrap_or_default()));
            parts
        }
    }
}

/// The parts of a question whose answers are put together in order.
pub(super) fn split_in_order<Q: Question>(
    question: &Q,
    dialect: Dialect,
    longest: usize,
) -> Vec<Q> {
    match fits(question, dialect, longest) {
        true => Vec::new(),
        false => split(&question.in_order(), dialect, longest),
    }
}

/// Whether there is nothing to divide: few names, mostly one or none, and then no command is made to
/// see how long it is.
fn fits<Q: Question>(question: &Q, dialect: Dialect, longest: usize) -> bool {
    question.named().len() < 2 || longest_of(question, dialect) <= longest
}

fn longest_of<Q: Question>(question: &Q, dialect: Dialect) -> usize {
    let commands = [question.command(dialect)].into_iter().chain(question.sources(dialect));
    let commands = commands.chain(question.on_refusal(dialect));
    commands.map(|command| command.length()).max().unwrap_or_default()
}

fn cost(name: &Name) -> usize {
    Invocation::length_of(name.as_ref())
}
