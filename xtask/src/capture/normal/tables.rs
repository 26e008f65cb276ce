//! Tables stay tables when a value in them gets another length.

/// Which side of a cell, other than the first in its line, its column is lined up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aligned {
    Left,
    Right,
}

/// Applies a replacement line by line. Where a line gets longer or shorter in its first column, the
/// block of lines that share this column is laid out again; elsewhere the spaces on the other side
/// of the value give or take.
pub(super) fn replaced(
    text: &[u8],
    aligned: Aligned,
    mut replace: impl FnMut(&[u8]) -> Vec<u8>,
) -> Vec<u8> {
    let old: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut moved = vec![false; old.len()];
    for (index, line) in old.iter().enumerate() {
        let new = replace(line);
        if new.len() == line.len() || line.contains(&b'"') {
            lines.push(new);
            continue;
        }
        let (first, rest) = first_column(line);
        let new_first = replace(first);
        moved[index] = new_first.len() != first.len() && !rest.is_empty();
        lines.push([&new_first[..], &kept(rest, aligned, &mut replace)].concat());
    }
    // A block is a run of lines with a first column at the same place.
    let mut start = 0;
    while start < lines.len() {
        let mut end = start;
        while end < lines.len() && !first_column(old[end]).1.is_empty() {
            end += 1;
        }
        if moved[start..end].contains(&true) {
            lay_out(&old[start..end], &mut lines[start..end]);
        }
        start = end.max(start + 1);
    }
    lines.join(&b'\n')
}

/// The first column with its indent, and the rest from the spaces on; nothing where there are
/// no columns. Names in the tables where this matters hold no two spaces.
fn first_column(line: &[u8]) -> (&[u8], &[u8]) {
    let indent = line.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let gap = line[indent..].windows(2).position(|two| two == b"  ");
    match gap {
        Some(gap) => line.split_at(indent + gap),
        None => (line, b""),
    }
}

/// The rest of a line, word by word.
fn kept(line: &[u8], aligned: Aligned, replace: &mut impl FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut owed = 0isize;
    let mut at = 0;
    while at < line.len() {
        let spaces = line[at..].iter().take_while(|byte| **byte == b' ').count();
        let word = line[at + spaces..].iter().take_while(|byte| **byte != b' ').count();
        let old = &line[at + spaces..at + spaces + word];
        let new = replace(old);
        let grown = new.len() as isize - old.len() as isize;
        if aligned == Aligned::Right {
            owed += grown;
        }
        let width = spaces.checked_add_signed(-owed).unwrap_or(0);
        let width = if spaces == 0 { 0 } else { width.max(spaces.min(2)) };
        owed += width as isize - spaces as isize;
        if aligned == Aligned::Left {
            owed += grown;
        }
        kept.extend(std::iter::repeat_n(b' ', width));
        kept.extend(new);
        at += spaces + word;
    }
    kept
}

/// Pads the first column of a block anew: all that is right of it moves by as much as the widest
/// cell has grown, whether it is aligned left or right.
fn lay_out(old: &[&[u8]], lines: &mut [Vec<u8>]) {
    let widest = |lines: &mut dyn Iterator<Item = &[u8]>| {
        lines.map(|line| first_column(line).0.len()).max().unwrap_or(0)
    };
    let before = widest(&mut old.iter().copied());
    let after = widest(&mut lines.iter().map(Vec::as_slice));
    for (old, line) in old.iter().zip(lines) {
        let (old_first, old_rest) = first_column(old);
        let gap = old_rest.iter().take_while(|byte| **byte == b' ').count();
        let (first, rest) = first_column(line);
        let rest = rest.trim_ascii_start();
        let padding = (old_first.len() + gap + after).saturating_sub(before + first.len());
        *line = [first, &b" ".repeat(padding), rest].concat();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longer(text: &[u8]) -> Vec<u8> {
        String::from_utf8_lossy(text).replace("GUID", "LONGER").into_bytes()
    }

    #[track_caller]
    fn becomes(text: &str, expected: &str) {
        let text = replaced(text.as_bytes(), Aligned::Left, longer);
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn spaces_give_and_take() {
        becomes("tank  guid  GUID      -\n", "tank  guid  LONGER    -\n");
        becomes("tank  guid  GUID  -\n", "tank  guid  LONGER  -\n");
        becomes("a\tGUID\t-\n", "a\tLONGER\t-\n");
        becomes("was GUID, is\n", "was LONGER, is\n");
    }

    #[test]
    fn the_spaces_before_give_and_take() {
        let text = replaced(b"tank  ONLINE      GUID  23\n", Aligned::Right, longer);
        assert_eq!(String::from_utf8_lossy(&text), "tank  ONLINE    LONGER  23\n");
    }

    #[test]
    fn a_first_column_is_laid_out_again() {
        becomes(
            "\tNAME    STATE\n\ttank    ONLINE\n\t  GUID  UNAVAIL\n\nerrors: none\n",
            "\tNAME      STATE\n\ttank      ONLINE\n\t  LONGER  UNAVAIL\n\nerrors: none\n",
        );
    }
}
