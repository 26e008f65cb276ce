//! Sizes: how much space the same things take differs a little from run to run.

use regex::bytes::Captures;

use super::pattern;
use super::times::is_time;

/// Whether two texts are the same but for their sizes, plain numbers included, and the spaces that
/// make up for their lengths. A capture that brings nothing else leaves a fixture as it is.
pub(in crate::capture) fn differ_in_sizes_alone(one: &[u8], other: &[u8]) -> bool {
    masked(one) == masked(other)
}

fn masked(text: &[u8]) -> Vec<u8> {
    // More digits are guids, and those are canonical, as are times.
    let sizes = pattern(
        r"\b0x[0-9a-f]{1,10}\b|\b(?:\d{1,14}(?:\.\d+)?|\d{1,3}\.\d+)(?:[KMGTPE]?B?|%|x|[mun]?s)(?:/s)?\b",
    );
    let text =
        sizes.replace_all(
            text,
            |found: &Captures<'_>| {
                if is_time(&found[0]) { found[0].to_vec() } else { b"#".to_vec() }
            },
        );
    // In JSON, what is allocated is not told where it is nothing.
    let allocated = pattern(r#""alloc_space":"\#","#);
    let text = allocated.replace_all(&text, &b""[..]);
    // A rate that was none is a dash, and rulers are as wide as their columns.
    let dashes = pattern(r"(^|[ \t])-+");
    let text = if text.windows(9).any(|word| word == b"bandwidth") {
        dashes.replace_all(&text, &b"$1#"[..])
    } else {
        text
    };
    let spaces = pattern(r" +");
    spaces.replace_all(&text, &b" "[..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_differ_and_nothing_else() {
        assert!(differ_in_sizes_alone(b"tank  1.50K     -\n", b"tank   700B  -\n"));
        assert!(differ_in_sizes_alone(b"a\t12\t0.50%\n", b"a\t1048576\t3%\n"));
        assert!(differ_in_sizes_alone(b"eid = 0x51c\n", b"eid = 0x1520\n"));
        assert!(differ_in_sizes_alone(
            br#"{"alloc_space":"4K","total_space":"256M"}"#,
            br#"{"total_space":"256M"}"#
        ));
        assert!(!differ_in_sizes_alone(b"0x3e80000000000001\n", b"0x3e80000000000002\n"));
        assert!(!differ_in_sizes_alone(b"tank\t12\n", b"tank\t-\n"));
        assert!(!differ_in_sizes_alone(b"1796076000\n", b"1796079600\n"));
    }
}
