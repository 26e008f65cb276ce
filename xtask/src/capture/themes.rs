//! The cases, by theme, each a script; and the script that runs them all.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

const PRELUDE: &str = include_str!("themes/prelude.sh");

/// Cases that share a scenario.
#[derive(Debug)]
pub(super) struct Theme {
    pub name: &'static str,
    script: &'static str,
}

macro_rules! themes {
    ($($name:literal),* $(,)?) => {
        &[$(Theme { name: $name, script: include_str!(concat!("themes/", $name, ".sh")) }),*]
    };
}

/// All of them, in the order in which they run.
pub(super) const ALL: &[Theme] = themes![
    "a_none",
    "b_list",
    "c_hostile",
    "d_failures",
    "e_status",
    "f_layouts",
    "g_import",
    "h_newer",
    "i_streams",
    "j_files",
    "k_times",
    "l_usage",
    "m_suspended",
];

/// Those of these names; all when none is given.
pub(super) fn named(names: &[String]) -> Result<Vec<&'static Theme>> {
    if let Some(unknown) = names.iter().find(|name| ALL.iter().all(|theme| theme.name != **name)) {
        let known: Vec<_> = ALL.iter().map(|theme| theme.name).collect();
        bail!("no theme {unknown}; there are: {}", known.join(", "));
    }
    let wanted = |theme: &&Theme| names.is_empty() || names.iter().any(|name| name == theme.name);
    Ok(ALL.iter().filter(wanted).collect())
}

/// Runs each theme in a shell of its own, with no pool left of the one before. One that ends
/// well is marked. After one that does not, the next still runs: a capture takes minutes, and more
/// than one fault may be told.
const DRIVER: &str = r#"
export RECORD OUT CLOCK PATH=/usr/sbin:/sbin:/usr/bin:/bin
mkdir -p "$RESULTS" /run/zqt || exit 1
for folder in /tank /other; do
    [ -z "$(ls -A $folder 2>/dev/null)" ] || { echo "$folder is in the way"; exit 1; }
done
if zfs version >"$RESULTS/version" 2>/dev/null; then uname -r >>"$RESULTS/version"; fi
clean() {
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        pools=$(zpool list -H -o name 2>/dev/null)
        [ -n "$pools" ] || break
        for pool in $pools; do zpool destroy -f "$pool" >/dev/null 2>&1; done
        [ -z "$(zpool list -H -o name 2>/dev/null)" ] || sleep 1
    done
    rm -rf /run/zqt/*
    rmdir /tank /other 2>/dev/null
}
for theme in $THEMES; do
    OUT=$RESULTS/$theme
    mkdir -p "$OUT"
    echo "theme $theme"
    [ -z "$CLOCK" ] || date -s @1796076000 >/dev/null
    if sh "$SCRIPTS/$theme.sh"; then
        echo >"$OUT/done"
    else
        echo "theme $theme failed"
    fi
    # A pool that stopped is not waited for; its theme is the last.
    [ "$theme$CLOCK" = m_suspendedyes ] || clean
done
exit 0
"#;

/// Writes the themes' scripts into a folder, for packing, and gives their paths.
pub(super) fn write(themes: &[&Theme], folder: &Path) -> Result<Vec<PathBuf>> {
    let write = |theme: &&Theme| {
        let path = folder.join(format!("{}.sh", theme.name));
        let text = format!("{PRELUDE}\n{}", theme.script);
        fs::write(&path, text).context("can't write a theme's script").map(|()| path)
    };
    themes.iter().map(write).collect()
}

/// The script that runs these themes; `places` are its folders, as they are called inside.
pub(super) fn driver(themes: &[&Theme], places: &Places) -> String {
    let names: Vec<_> = themes.iter().map(|theme| theme.name).collect();
    let mut script = String::from("#!/bin/sh\n");
    let mut set = |name: &str, value: &str| {
        let _ = writeln!(script, "{name}='{}'", value.replace('\'', r"'\''"));
    };
    set("THEMES", &names.join(" "));
    set("RESULTS", &places.results);
    set("SCRIPTS", &places.scripts);
    set("RECORD", &places.record);
    set("CLOCK", if places.sets_clock { "yes" } else { "" });
    script + DRIVER
}

/// Where things are inside of an engine.
#[derive(Debug)]
pub(super) struct Places {
    pub results: String,
    pub scripts: String,
    pub record: String,
    /// Whether the clock is the engine's own.
    pub sets_clock: bool,
}
