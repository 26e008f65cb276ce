//! The search for the one way to cut an output into the records that must be in it.
//!
//! When an output is refused as it stands, because some value holds a TAB or a newline, its records
//! can still be found: a listing of names alone can't be forged, and says which records there are
//! and in which order. What remains is to cut the bytes into exactly those. Where there is one way,
//! every value is exact, TABs and newlines and all. Where there are several, the fields that differ
//! are ambiguous, and are asked for alone.
//!
//! The search goes from field to field with the set of places where the field can start, and at
//! each record that can start at one place only, goes back over the fields since the last such and
//! drops the places that led nowhere. So its memory is that of the records between two such, and
//! for honest values of one record.
//!
//! *Bound.* A field starts at no more than [`MOST`] places, else the search gives up; from each, an
//! open field is looked for no further than the longest value. So the time is at most
//! `MOST × longest` bytes looked at for each field: linear in the number of records, whatever is in
//! them. For honest values it is one place a field.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::{memchr_iter, memchr2};

/// The most places where a field can start before the search gives up.
const MOST: usize = 64;

/// What is known of a field before it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'k> {
    /// Exactly this.
    Known(&'k [u8]),
    /// Something without a TAB or newline.
    Closed,
    /// Anything, not longer than so many bytes.
    Open(usize),
}

/// A field as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// It stands here, whichever way the output is cut.
    Sure(Range<usize>),
    /// It says one thing or another, by the way the output is cut: here is one.
    Ambiguous(Range<usize>),
}

/// An output that can't be cut into the records that must be in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoCut {
    /// This record is not there: something has changed between the two commands.
    Missing(usize),
    /// From this record on there are more ways than the search goes.
    TooMany(usize),
}

/// Cuts an output into records, each of so many fields; the `record`th record's pieces are given
/// by `pieces`. Found fields are handed to `take`, in order.
pub(crate) fn cut<'k>(
    output: &[u8],
    records: usize,
    pieces: impl Fn(usize, &mut Vec<Piece<'k>>),
    mut take: impl FnMut(Found),
) -> Result<(), NoCut> {
    let mut layers: Vec<Layer<'k>> = Vec::new();
    let mut starts = alloc::vec![0];
    let mut fields = Vec::new();
    for record in 0..records {
        fields.clear();
        pieces(record, &mut fields);
        let last = fields.len().saturating_sub(1);
        for (field, piece) in fields.iter().enumerate() {
            let separator = if field == last { b'\n' } else { b'\t' };
            let next = fields.get(field.saturating_add(1)).copied();
            let step = Step { piece: *piece, separator, next };
            let mut ends = Vec::new();
            for start in &starts {
                step.ends(output, *start, &mut ends);
            }
            ends.sort_unstable();
            ends.dedup();
            if ends.len() > MOST {
                return Err(NoCut::TooMany(record));
            }
            layers.push(Layer { step, starts });
            starts = ends.iter().map(|end| end.saturating_add(1)).collect();
        }
        if record.saturating_add(1) == records {
            starts.retain(|start| *start == output.len());
        }
        match starts.len() {
            0 => return Err(NoCut::Missing(record)),
            1 => settle(output, &mut layers, &starts, &mut take),
            _ => {}
        }
    }
    if records == 0 && !output.is_empty() { Err(NoCut::Missing(0)) } else { Ok(()) }
}

/// A field, and the places where it can start.
struct Layer<'k> {
    step: Step<'k>,
    starts: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Step<'k> {
    piece: Piece<'k>,
    separator: u8,
    next: Option<Piece<'k>>,
}

impl Step<'_> {
    /// Adds the places where the field can end that starts at `start`: those of its separator.
    fn ends(&self, output: &[u8], start: usize, ends: &mut Vec<usize>) {
        let Some(rest) = output.get(start..) else { return };
        match self.piece {
            Piece::Known(text) => {
                let end = start.saturating_add(text.len());
                if rest.starts_with(text) && output.get(end) == Some(&self.separator) {
                    ends.push(end);
                }
            }
            Piece::Closed => {
                let end = memchr2(b'\t', b'\n', rest).map(|at| start.saturating_add(at));
                ends.extend(end.filter(|end| output.get(*end) == Some(&self.separator)));
            }
            Piece::Open(longest) => {
                let reach = rest.get(..longest.saturating_add(1)).unwrap_or(rest);
                let ends_here =
                    memchr_iter(self.separator, reach).map(|at| start.saturating_add(at));
                ends.extend(ends_here.filter(|end| self.can_go_on(output, *end)));
            }
        }
    }

    /// Whether what stands behind a separator can be the next field, as far as that is known.
    fn can_go_on(&self, output: &[u8], end: usize) -> bool {
        match (self.next, output.get(end.saturating_add(1)..)) {
            (Some(Piece::Known(text)), Some(rest)) => rest.starts_with(text),
            _ => true,
        }
    }
}

/// Drops the places that did not lead to one of `goals`, and hands out what is left.
fn settle(
    output: &[u8],
    layers: &mut Vec<Layer<'_>>,
    goals: &[usize],
    take: &mut impl FnMut(Found),
) {
    let mut found = Vec::with_capacity(layers.len());
    let mut goals = goals.to_vec();
    let mut ends = Vec::new();
    while let Some(Layer { step, starts }) = layers.pop() {
        let mut left = Vec::with_capacity(starts.len());
        let mut texts: Vec<Range<usize>> = Vec::new();
        for start in starts {
            ends.clear();
            step.ends(output, start, &mut ends);
            ends.retain(|end| goals.binary_search(&end.saturating_add(1)).is_ok());
            if ends.is_empty() {
                continue;
            }
            left.push(start);
            for end in &ends {
                let same =
                    |text: &Range<usize>| output.get(text.clone()) == output.get(start..*end);
                if !texts.iter().any(same) {
                    texts.push(start..*end);
                }
            }
        }
        found.push(match &texts[..] {
            [text] => Found::Sure(text.clone()),
            several => Found::Ambiguous(several.first().cloned().unwrap_or_default()),
        });
        goals = left;
    }
    found.into_iter().rev().for_each(take);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    const LONGEST: usize = 64;

    /// Records of a name, a closed field, an open one and a guard.
    fn pieces<'k>(names: &'k [&'k str]) -> impl Fn(usize, &mut Vec<Piece<'k>>) {
        move |record, pieces| {
            let name = Piece::Known(names[record].as_bytes());
            pieces.extend([name, Piece::Closed, Piece::Open(LONGEST), name]);
        }
    }

    fn cut_all(output: &str, names: &[&str]) -> Result<Vec<Option<String>>, NoCut> {
        let mut found = Vec::new();
        cut(output.as_bytes(), names.len(), pieces(names), |field| {
            found.push(match field {
                Found::Sure(span) => Some(output[span].into()),
                Found::Ambiguous(_) => None,
            });
        })?;
        Ok(found)
    }

    fn render(names: &[&str], values: &[String]) -> String {
        let rows = names.iter().zip(values);
        rows.map(|(name, value)| alloc::format!("{name}\t1\t{value}\t{name}\n")).collect()
    }

    #[test]
    fn a_value_with_a_whole_forged_record_comes_back_exact() {
        let value = "x\ta\nevil\t1\tv\tevil\na\t1\ty";
        let output = render(&["a", "b"], &[value.into(), "z".into()]);
        let found = cut_all(&output, &["a", "b"]).unwrap();
        assert_eq!(found[2].as_deref(), Some(value));
        assert_eq!(found[6].as_deref(), Some("z"));
    }

    #[test]
    fn values_that_can_be_cut_in_two_ways_are_ambiguous_and_the_rest_is_not() {
        // Where the first `b` record starts is the setter's secret.
        let first = "x\ta\nb\t1\ty".into();
        let second = "q\tb\nb\t1\tz".into();
        let output = render(&["a", "b", "c"], &[first, second, "fine".into()]);
        let found = cut_all(&output, &["a", "b", "c"]).unwrap();
        assert_eq!(found[2], None);
        assert_eq!(found[10].as_deref(), Some("fine"));
    }

    #[test]
    fn a_record_that_is_gone_is_missed() {
        let output = render(&["a", "c"], &["1".into(), "2".into()]);
        assert_eq!(cut_all(&output, &["a", "b", "c"]), Err(NoCut::Missing(1)));
        assert_eq!(cut_all(&output, &["a"]), Err(NoCut::Missing(0)));
        assert_eq!(cut_all("", &[]), Ok(Vec::new()));
        assert_eq!(cut_all(&output, &[]), Err(NoCut::Missing(0)));
    }

    fn value() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(
            &[
                "\t",
                "\n",
                "a",
                "b",
                "1",
                "\ta\n",
                "\tb\n",
                "\na\t1\t",
                "\nb\t1\t",
                "a\t1\tx\ta\n",
                "b\t1\tx\tb\n",
                "c\t1\tx\tc\n",
            ][..],
        );
        prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn what_is_found_is_true_or_ambiguous(values in prop::collection::vec(value(), 1..4)) {
            let names = &["a", "b", "c"][..values.len()];
            let output = render(names, &values);
            match cut_all(&output, names) {
                Ok(found) => for (i, value) in values.iter().enumerate() {
                    if let Some(text) = &found[4 * i + 2] {
                        prop_assert_eq!(text, value, "{:?}", output);
                    }
                },
                Err(NoCut::TooMany(_)) => {}
                Err(missing) => prop_assert!(values.iter().any(|v| v.len() > LONGEST), "{missing:?} in {output:?}"),
            }
        }

        #[test]
        fn honest_values_are_all_found(values in prop::collection::vec("[ a-c1]{0,9}", 1..4)) {
            let names = &["a", "b", "c"][..values.len()];
            let found = cut_all(&render(names, &values), names).unwrap();
            for (i, value) in values.iter().enumerate() {
                prop_assert_eq!(found[4 * i + 2].as_ref(), Some(value));
            }
        }
    }
}
