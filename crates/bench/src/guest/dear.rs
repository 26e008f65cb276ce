//! What each property costs in a listing: the dear ones.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::Result;
use zfs_parse::Dialect;
use zfs_parse::property::{Facts, Scope, natives};

use super::pool::{NAME, Pool};
use super::sample::{Spent, run, words};

/// Below the root; few are enough, since the clock is even and what is sought is not small.
const FILESYSTEMS: usize = 4;
/// Of each, the root too.
const SNAPSHOTS: usize = 2;

/// Measures all properties and writes a line for each: `dear`, whether the filesystems were mounted,
/// the type, the property, the rows, the instructions in thousands.
///
/// # Errors
///
/// ZFS fails where it should not.
pub fn measure(dialect: Dialect, out: &mut impl Write) -> Result<()> {
    let mut properties = Vec::new();
    for state in ["unmounted", "mounted"] {
        let pool = Pool::make(state == "mounted")?;
        pool.children(FILESYSTEMS, SNAPSHOTS)?;
        if properties.is_empty() {
            for Facts { name, .. } in natives(Scope::Dataset, dialect) {
                let is_family = name.contains(['@', '#']);
                if *name != "name" && !is_family && is_taken(name)? {
                    properties.push(*name);
                }
            }
        }
        for kind in ["filesystem", "snapshot"] {
            let mut line = |columns: &str, property: &str| -> Result<()> {
                let command = words(&format!("zfs list -Hp -o {columns} -r -t {kind} {NAME}"));
                let spent = run(&command)?;
                let Spent { lines, kilo, .. } = spent;
                let line = format!("dear\t{state}\t{kind}\t{property}\t{lines}\t{kilo}");
                // It takes a while, and somebody may be looking.
                eprintln!("{line}");
                writeln!(out, "{line}")?;
                Ok(())
            };
            line("name,used", "warm-up")?;
            line("name", "name")?;
            for property in &properties {
                line(&format!("name,{property}"), property)?;
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
