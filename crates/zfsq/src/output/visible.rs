//! Control characters made visible, on terminals and in tables: a value may hold sequences that move the
//! cursor, retitle the window or worse.

use std::borrow::Cow;
use std::fmt::Write as _;

/// What belongs to a text's own form and must stay.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Structure {
    /// Newlines and TABs; the rest becomes `\xNN` and `\u{N}`.
    Lines,
    /// JSON: everything else stands in strings, where `\uNNNN` means the same character.
    Json,
}

/// A table's cell: newlines, TABs and backslashes are escaped too, so that it is reversible.
pub(super) fn cell(text: &[u8]) -> Cow<'_, [u8]> {
    let escape = |out: &mut String, c: char| match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\\' => out.push_str("\\\\"),
        c => escape(out, c),
    };
    escaped(text, |c| c == '\\' || is_hidden(c), escape)
}

/// A whole output.
pub(super) fn text(text: &[u8], structure: Structure) -> Cow<'_, [u8]> {
    let hidden = |c: char| !matches!(c, '\n' | '\t') && is_hidden(c);
    match structure {
        Structure::Lines => escaped(text, hidden, escape),
        // All that is hidden has at most four digits.
        Structure::Json => escaped(text, hidden, |out, c| {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }),
    }
}

fn escape(out: &mut String, c: char) {
    // Writing to a string can't fail.
    let _ = match u32::from(c) {
        n @ 0..0x80 => write!(out, "\\x{n:02x}"),
        n => write!(out, "\\u{{{n:x}}}"),
    };
}

/// Whether a terminal does something with it other than showing it, or shows nothing: control
/// characters, and those that turn the direction of writing or end a line.
fn is_hidden(c: char) -> bool {
    let is_format = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}' | '\u{ad}');
    c.is_control() || is_format
}

fn escaped(
    text: &[u8],
    is_escaped: impl Fn(char) -> bool,
    escape: impl Fn(&mut String, char),
) -> Cow<'_, [u8]> {
    if str::from_utf8(text).is_ok_and(|text| !text.chars().any(&is_escaped)) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_escaped(c) { escape(&mut out, c) } else { out.push(c) }
        }
        for b in chunk.invalid() {
            let _ = write!(out, "\\x{b:02x}");
        }
    }
    out.into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_what_it_holds() {
        for (bytes, shown) in [
            (&b"plain \xc3\xa9"[..], "plain é"),
            (b"\x1b]0;x\x07", "\\x1b]0;x\\x07"),
            (b"a\tb\nc\\d\r", "a\\tb\\nc\\\\d\\x0d"),
            ("\u{9b}2J\u{202e}".as_bytes(), "\\u{9b}2J\\u{202e}"),
            (b"\xff\x7f", "\\xff\\x7f"),
        ] {
            assert_eq!(String::from_utf8_lossy(&cell(bytes)), shown);
        }
    }

    #[test]
    fn an_output_keeps_its_lines() {
        let shown = text(b"a\tb\n\x1b[2J\n", Structure::Lines);
        assert_eq!(String::from_utf8_lossy(&shown), "a\tb\n\\x1b[2J\n");
    }

    #[test]
    fn json_stays_the_same_document() {
        let json = serde_json::to_vec(&["\u{9b}2J\u{7f}\u{202e}\\"]).expect("JSON");
        let shown = text(&json, Structure::Json);
        assert_eq!(String::from_utf8_lossy(&shown), r#"["\u009b2J\u007f\u202e\\"]"#);
        let back: Vec<String> = serde_json::from_slice(&shown).expect("JSON");
        assert_eq!(back, ["\u{9b}2J\u{7f}\u{202e}\\"]);
    }
}
