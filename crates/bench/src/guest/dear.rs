//! What each property costs in a listing: the dear ones.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::Result;
use zfs_parse::Dialect;
use zfs_parse::property::{Scope, natives};

use super::pool::{NAME, Pool};
use super::sample::{run, words};

/// Below the root; few are enough, since the clock is even and what is sought is not small.
const FILESYSTEMS: usize = 7;
/// Of each, the root too.
const SNAPSHOTS: usize = 4;

/// Measures all properties and writes a line for each: `dear`, whether the filesystems were mounted,
/// the type, the property, the rows, the instructions in thousands.
///
/// # Errors
///
/// ZFS fails where it should not.
pub fn measure(dialect: Dialect, out: &mut impl Write) -> Result<()> {
    for state in ["unmounted", "mounted"] {
        let pool = Pool::make(state == "mounted")?;
        pool.children(FILESYSTEMS, SNAPSHOTS)?;
        for kind in ["filesystem", "snapshot"] {
            let mut line = |columns: &str, property: &str| -> Result<()> {
                let command = words(&format!("zfs list -Hp -o {columns} -r -t {kind} {NAME}"));
                let spent = run(&command)?;
                writeln!(
                    out,
                    "dear\t{state}\t{kind}\t{property}\t{}\t{}",
                    spent.lines, spent.kilo
                )?;
                out.flush()?;
                Ok(())
            };
            line("name,used", "warm-up")?;
            line("name", "name")?;
            for property in natives(Scope::Dataset, dialect) {
                let is_family = property.name.contains(['@', '#']);
                if property.name != "name" && !is_family && is_taken(property.name)? {
                    line(&format!("name,{}", property.name), property.name)?;
                }
            }
            line("name,used", "used again")?;
        }
    }
    Ok(())
}

/// Whether this system can be asked for it.
fn is_taken(property: &str) -> Result<bool> {
    let mut command = Command::new("zfs");
    command.args(["get", "-Hp", property, NAME]).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command.status()?.success())
}
