//! What real systems printed, and what is read of it: one snapshot for each fixture.
//!
//! A snapshot shows what was understood, never the text. Review a new one against its `.out`.

#[path = "fixtures/mod.rs"]
mod support;

use std::fmt;

use support::{Expect, Fixture, all};
use zfs_parse::properties::{PropertyRow, Source};
use zfs_parse::saved::{Reading, Saved, UnreadableCommand};
use zfs_parse::{Answer, Lack};

/// Fewer than these would mean that fixtures were lost, not that there is nothing to read.
const AT_LEAST: usize = 165;

/// Cells that are kept, but not decoded: a date in German, which names no month that is known.
const NOT_DECODED: [(&str, &str); 1] = [("openzfs-0.7/zfs_get_all_comma_decimal", "creation")];

fn read(fixture: &Fixture) -> Result<Answer<Reading>, UnreadableCommand> {
    let saved = Saved::of(&fixture.argv, fixture.dialect)?;
    Ok(saved.read_finished(fixture.stdout.clone(), &fixture.finished))
}

#[test]
fn every_fixture_is_read_as_its_description_says() {
    let fixtures = all();
    let mut read_of = 0;
    let mut wrong = Vec::new();
    for fixture in &fixtures {
        if fixture.expect == Expect::Later {
            continue;
        }
        read_of += 1;
        let answer = read(fixture);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_debug_snapshot!(fixture.snapshot_name(), Shown(&answer));
        });
        let complaint = match (fixture.expect, &answer) {
            (Expect::Ok, Err(refusal)) => Some(format!("is refused: {refusal}")),
            (Expect::Ok, Ok(answer)) => unread(fixture, answer),
            (Expect::Err, Ok(answer)) if answer.lacks().is_empty() => {
                Some("lacks nothing, but is said to fail".into())
            }
            (Expect::Err | Expect::Later, _) => None,
        };
        wrong.extend(complaint.map(|complaint| format!("{} {complaint}", fixture.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read_of >= AT_LEAST, "only {read_of} fixtures are left of {AT_LEAST}");
}

#[test]
fn what_is_left_for_later_is_refused_or_at_least_not_proven() {
    let fixtures = all();
    let later: Vec<_> = fixtures.iter().filter(|f| f.expect == Expect::Later).collect();
    println!("{} fixtures wait for their commands to be read", later.len());
    // Some are of commands that are read, with values that nothing in the text tells from forged
    // rows; all that can be said of them is that they prove nothing.
    let proven = |f: &&&Fixture| read(f).is_ok_and(|answer| answer.value().is_proven());
    let proven: Vec<_> = later.iter().filter(proven).map(|f| &f.name).collect();
    assert!(proven.is_empty(), "these can be read: {proven:?}");
}

/// What keeps an output from being read to its last byte.
fn unread(fixture: &Fixture, answer: &Answer<Reading>) -> Option<String> {
    if !answer.lacks().is_empty() {
        return Some(format!("lacks {:?}", answer.lacks()));
    }
    let (scripted, rendered, rows) = match answer.value() {
        Reading::Listing(listing) => {
            for row in listing.rows() {
                for (property, cell) in row.cells() {
                    if let Err(error) = cell {
                        return Some(format!("can't decode {property}: {error}"));
                    }
                }
            }
            let columns = 0..listing.columns().len();
            let texts = |row: zfs_parse::listing::Row<'_>| {
                columns.clone().filter_map(|i| row.text(i)).collect::<Vec<_>>().join(&b'\t')
            };
            let rendered: Vec<_> = listing.rows().map(texts).collect();
            (fixture.has_flag('H'), rendered, listing.len())
        }
        Reading::Properties(properties) => {
            for row in properties.rows() {
                let property = String::from_utf8_lossy(row.property_name());
                let expected = NOT_DECODED.contains(&(&fixture.name, &property));
                match row.cell() {
                    Err(error) if !expected => return Some(format!("can't decode: {error}")),
                    Ok(_) if expected => return Some(format!("decodes {property}")),
                    _ => {}
                }
            }
            let rendered: Vec<_> = properties.rows().map(|row| rendered(fixture, &row)).collect();
            (fixture.has_flag('H'), rendered, properties.len())
        }
        _ => return Some("is a reading that this test doesn't know".into()),
    };
    if scripted {
        let rendered: Vec<u8> =
            rendered.into_iter().flat_map(|r| [r, b"\n".into()]).flatten().collect();
        return (rendered != fixture.stdout).then(|| "is not consumed to its last byte".into());
    }
    let nothing = [&b"no datasets available\n"[..], b"no pools available\n"];
    let lines = fixture.stdout.split(|b| *b == b'\n').filter(|line| !line.is_empty()).count();
    let expected = if nothing.contains(&&fixture.stdout[..]) { 0 } else { lines.saturating_sub(1) };
    (rows != expected).then(|| format!("gives {rows} rows of {expected} lines"))
}

/// A row as `zfs get -H` prints it.
fn rendered(fixture: &Fixture, row: &PropertyRow<'_>) -> Vec<u8> {
    let source = match row.source() {
        Source::None => b"-".to_vec(),
        Source::Inherited(from) => [b"inherited from ", from.as_bytes()].concat(),
        other => other.word().as_bytes().to_vec(),
    };
    let line = fixture.stdout.split(|b| *b == b'\n').nth(row.line() - 1).unwrap_or_default();
    let fields = fixture.argument_of('o').unwrap_or("name,property,value,source");
    let fields = match fields {
        "all" if fixture.argv[0] == "zpool" => "name,property,value,source",
        "all" => "name,property,value,received,source",
        fields => fields,
    };
    let text = |(at, field)| match field {
        "name" => row.name().to_vec(),
        "property" => row.property_name().to_vec(),
        "value" => row.value_text().to_vec(),
        "source" => source.clone(),
        // Rows do not give this one out, so it is taken from its place.
        _ => line.split(|b| *b == b'\t').nth(at).unwrap_or_default().to_vec(),
    };
    fields.split(',').enumerate().map(text).collect::<Vec<_>>().join(&b'\t')
}

/// An answer for people: a row a line.
struct Shown<'a>(&'a Result<Answer<Reading>, UnreadableCommand>);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = match self.0 {
            Ok(answer) => answer,
            Err(refusal) => return write!(f, "Refused: {refusal}"),
        };
        let mut out = f.debug_struct(match answer.value() {
            Reading::Listing(_) => "Listing",
            _ => "Properties",
        });
        match answer.value() {
            Reading::Listing(listing) => {
                let rows = listing.rows().map(|row| format!("{row:?}"));
                out.field("rows", &Lines(rows.collect()))
            }
            Reading::Properties(properties) => {
                let rows = properties.rows().map(|row| format!("{row:?}"));
                out.field("rows", &Lines(rows.collect()))
            }
            _ => &mut out,
        };
        out.field("proven", &answer.value().is_proven());
        out.field("lacks", &Lines(answer.lacks().iter().map(described).collect()));
        let warnings = answer.warnings().iter().map(|warning| format!("{warning:?}"));
        out.field("warnings", &Lines(warnings.collect())).finish()
    }
}

fn described(lack: &Lack) -> String {
    match lack {
        Lack::Failure(failure) => format!("{failure:?}"),
        lack => lack.to_string(),
    }
}

struct Lines(Vec<String>);

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|line| Line(line))).finish()
    }
}

struct Line<'a>(&'a str);

impl fmt::Debug for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
