//! What `crates/record` left of each case.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// One command that was run, and all that came of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Recorded {
    pub name: String,
    pub argv: Vec<String>,
    pub exit: i32,
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    pub shows: String,
    pub note: String,
    /// Empty where the default for its command holds.
    pub expect: String,
    pub dropped: bool,
    pub user: bool,
}

/// The cases of a folder, in the order in which they ran.
pub(super) fn read(folder: &Path) -> Result<Vec<Recorded>> {
    // Without the file, everything was skipped.
    let order = fs::read_to_string(folder.join("order")).unwrap_or_default();
    order.lines().map(|name| one(folder, name)).collect()
}

fn one(folder: &Path, name: &str) -> Result<Recorded> {
    let file = |ending: &str| {
        let path = folder.join(format!("{name}.{ending}"));
        fs::read(&path).with_context(|| format!("{name}: a half of it is missing"))
    };
    let mut case = Recorded { name: name.into(), ..Recorded::default() };
    (case.out, case.err) = (file("out")?, file("err")?);
    let text = String::from_utf8(file("case")?).context("its description is not UTF-8")?;
    let mut words = text.split_terminator('\0');
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        match key {
            "exit" => case.exit = value.parse().context("an exit status")?,
            "shows" => case.shows = value.into(),
            "note" => case.note = value.into(),
            "expect" => case.expect = value.into(),
            "dropped" => case.dropped = !value.is_empty(),
            "user" => case.user = !value.is_empty(),
            "argv" => case.argv.push(value.into()),
            _ => bail!("{name}: what is {key}?"),
        }
    }
    Ok(case)
}
