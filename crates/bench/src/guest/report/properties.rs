//! What properties cost, and whether the catalogue says so.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use zfs_parse::property::{Cost, Property};

use super::Lines;

/// The listings of one kind of dataset, mounted or not, of one release.
struct Listings<'a> {
    /// Rows and instructions in thousands, by property; `name` alone is a property here.
    costs: BTreeMap<&'a str, (f64, f64)>,
}

impl Listings<'_> {
    fn kilo(&self, property: &str) -> f64 {
        self.costs.get(property).map_or(0.0, |(_, kilo)| *kilo)
    }

    /// More than a plain property, for each dataset.
    fn more(&self, property: &str) -> f64 {
        let rows = self.costs.get(property).map_or(1.0, |(rows, _)| rows.max(1.0));
        (self.kilo(property) - self.kilo("used")) / rows
    }

    fn class(&self, property: &str) -> Cost {
        let (free, plain) = (self.kilo("name"), self.kilo("used"));
        let between = plain - free;
        if self.more(property) > DEAR {
            Cost::Dear
        } else if between > free * 0.1 && self.kilo(property) < free + between / 2.0 {
            Cost::Free
        } else {
            Cost::Plain
        }
    }
}

/// Thousands of instructions more for each dataset than a plain property: from here on it is dear. A
/// call of the kernel takes several times as many.
const DEAR: f64 = 150.0;

const KINDS: [(&str, &str); 4] = [
    ("unmounted", "filesystem"),
    ("mounted", "filesystem"),
    ("unmounted", "snapshot"),
    ("mounted", "snapshot"),
];

pub(super) fn write(out: &mut String, lines: &Lines) -> Result<()> {
    out.push_str(
        "\n## Properties\n\nA listing of the name and one property, for each property; those that \
         are not listed are plain: they cost what `used` costs. Thousands of instructions for each \
         dataset, more than a listing of the name and `used`; the first two lines have what that \
         costs and what the name alone costs, and there the command's own share is part of it.\n",
    );
    for (release, lines) in lines {
        let dialect = format!("openzfs-{release}").parse()?;
        let listings: Vec<Listings<'_>> =
            KINDS.iter().map(|kind| of_kind(lines, *kind)).collect::<Result<_>>()?;
        let _ = writeln!(out, "\n### OpenZFS {release}\n");
        let heads = KINDS.map(|(state, kind)| format!("{kind}s, {state}"));
        let _ = writeln!(out, "| | {} | the catalogue says |", heads.join(" | "));
        let _ = writeln!(out, "|---|{}---|", "--:|".repeat(KINDS.len()));
        let row = |cell: &dyn Fn(&Listings<'_>) -> String| {
            listings.iter().map(cell).collect::<Vec<_>>().join(" | ")
        };
        let each = |listing: &Listings<'_>, property: &str| {
            let (rows, kilo) = listing.costs.get(property).copied().unwrap_or((1.0, 0.0));
            format!("{:.0}", kilo / rows.max(1.0))
        };
        let _ = writeln!(out, "| *name alone* | {} | |", row(&|l| each(l, "name")));
        let _ = writeln!(out, "| *name and used* | {} | |", row(&|l| each(l, "used")));
        let first = listings.first().context("no listings")?;
        let mut properties: Vec<&str> = first.costs.keys().copied().collect();
        properties.retain(|p| !["name", "used", "used again", "warm-up"].contains(p));
        for property in properties {
            let classes: Vec<Cost> = listings.iter().map(|l| l.class(property)).collect();
            let said = Property::of_dataset(property)?.cost(dialect);
            let is_plain = classes.iter().all(|class| *class == Cost::Plain);
            if is_plain && said == Cost::Plain {
                continue;
            }
            let measured = if classes.contains(&Cost::Dear) {
                Cost::Dear
            } else if is_plain {
                Cost::Plain
            } else {
                Cost::Free
            };
            let differs = if measured == said { "" } else { ", **which it is not**" };
            let said = format!("{said:?}").to_lowercase();
            let more = row(&|l| format!("{:+.0}", l.more(property)));
            let _ = writeln!(out, "| `{property}` | {more} | {said}{differs} |");
        }
    }
    Ok(())
}

fn of_kind<'a>(lines: &'a [Vec<String>], wanted: (&str, &str)) -> Result<Listings<'a>> {
    let mut costs = BTreeMap::new();
    for line in lines {
        let [what, state, kind, property, rows, kilo] = &line[..] else {
            bail!("no line of a property: {line:?}")
        };
        if what == "dear" && (state.as_str(), kind.as_str()) == wanted {
            costs.insert(property.as_str(), (rows.parse()?, kilo.parse()?));
        }
    }
    Ok(Listings { costs })
}
