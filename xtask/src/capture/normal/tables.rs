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
    // In the order of the text, by which what is replaced is numbered.
    let new: Vec<Vec<u8>> = old.iter().map(|line| replace(line)).collect();
    let wider = match aligned {
        Aligned::Left => Vec::new(),
        Aligned::Right => wider(&old, &mut replace),
    };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut moved = vec![false; old.len()];
    for (index, (line, new)) in old.iter().zip(new).enumerate() {
        if (new.len() == line.len() && wider.is_empty()) || line.contains(&b'"') {
            lines.push(new);
            continue;
        }
        let (first, rest) = first_column(line);
        let new_first = replace(first);
        moved[index] = new_first.len() != first.len() && !rest.is_empty();
        let kept = match aligned {
            Aligned::Left => kept(rest, &mut replace),
            Aligned::Right => kept_right(line, first.len(), &wider, &mut replace),
        };
        lines.push([&new_first[..], &kept].concat());
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

/// A word with the spaces in front of it, and where it ends in its line.
struct Word<'a> {
    spaces: usize,
    word: &'a [u8],
    end: usize,
}

/// The words of a line from this place on.
fn words(line: &[u8], start: usize) -> impl Iterator<Item = Word<'_>> {
    let mut at = start;
    std::iter::from_fn(move || {
        let rest = line.get(at..).filter(|rest| !rest.is_empty())?;
        let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
        let length = rest[spaces..].iter().take_while(|byte| **byte != b' ').count();
        at += spaces + length;
        Some(Word { spaces, word: &rest[spaces..spaces + length], end: at })
    })
}

/// How many spaces are left where a word has so many in front of it or behind it and gets longer
/// by so much: two, if there were as many.
fn left(spaces: usize, grown: isize) -> usize {
    spaces.checked_add_signed(-grown).unwrap_or(0).max(spaces.min(2))
}

/// The rest of a line, word by word: what a word takes, the spaces behind it give.
fn kept(line: &[u8], replace: &mut impl FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut owed = 0isize;
    for Word { spaces, word, .. } in words(line, 0) {
        let new = replace(word);
        let width = if spaces == 0 { 0 } else { left(spaces, owed) };
        owed += width as isize - spaces as isize;
        owed += new.len() as isize - word.len() as isize;
        kept.extend(std::iter::repeat_n(b' ', width));
        kept.extend(new);
    }
    kept
}

/// The same for words that are lined up on the right: the spaces in front of them give. Where there
/// are not enough, what is behind moves: ZFS would have made the column wider, or the row is one
/// that ran over its column, as guids do in 2.1.
fn kept_right(
    line: &[u8],
    start: usize,
    wider: &[(usize, usize)],
    replace: &mut impl FnMut(&[u8]) -> Vec<u8>,
) -> Vec<u8> {
    let mut kept = Vec::new();
    for Word { spaces, word, end } in words(line, start) {
        let new = replace(word);
        let grown = new.len() as isize - word.len() as isize;
        let more = wider.iter().find(|(column, _)| *column == end && grown <= 0);
        let width = left(spaces, grown) + more.map_or(0, |(_, more)| *more);
        kept.extend(std::iter::repeat_n(b' ', width));
        kept.extend(new);
    }
    kept
}

/// The columns that get wider, by the place where they end, and by how much. A word that starts in
/// the column before has run over that one.
fn wider(lines: &[&[u8]], replace: &mut impl FnMut(&[u8]) -> Vec<u8>) -> Vec<(usize, usize)> {
    let Some((header, rows)) = lines.split_first() else { return Vec::new() };
    let mut wider = Vec::new();
    let mut before = first_column(header).0.len();
    for Word { end, .. } in words(header, before) {
        let mut most = 0;
        for row in rows {
            for Word { spaces, word, .. } in words(row, first_column(row).0.len())
                .filter(|word| word.end == end && before + word.word.len() < end)
            {
                let grown = replace(word).len().saturating_sub(word.len());
                most = most.max((left(spaces, grown as isize) + grown).saturating_sub(spaces));
            }
        }
        if most > 0 {
            wider.push((end, most));
        }
        before = end;
    }
    wider
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
    fn a_column_without_room_gets_wider() {
        let table = "NAME  GUID  USED\ntank  GUID    23\nt/a      -     4\n";
        let text = table.replace("NAME  GUID", "NAME  WORD");
        let text = replaced(text.as_bytes(), Aligned::Right, longer);
        let expected = "NAME    WORD  USED\ntank  LONGER    23\nt/a        -     4\n";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn a_row_that_runs_over_its_column_moves() {
        // `CACHE` ends where the guid does.
        let text =
            "NAME  W  CACHE  USED\ntank  THE-GUID  all      23\nt/a   THE-LONGER  all      4\n";
        let text = replaced(text.as_bytes(), Aligned::Right, longer);
        let expected =
            "NAME  W  CACHE  USED\ntank  THE-LONGER  all      23\nt/a   THE-LONGER  all      4\n";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn a_first_column_is_laid_out_again() {
        becomes(
            "\tNAME    STATE\n\ttank    ONLINE\n\t  GUID  UNAVAIL\n\nerrors: none\n",
            "\tNAME      STATE\n\ttank      ONLINE\n\t  LONGER  UNAVAIL\n\nerrors: none\n",
        );
    }
}
