//! Which system this is, and what it can do: the probe and the table of capabilities, held against
//! what raw commands do.

use std::process::Command;

use pool_tests::{Output, Plan, engine_or_skip, pool_or_skip, zfs, zpool};
use zfs_exec::{Limits, Local, probe};
use zfs_parse::dialect::{Capability, Family, Version};

use crate::support::{Whole as _, assert_none, dialect};

#[test]
fn the_probe_tells_family_and_version() {
    if !engine_or_skip() {
        return;
    }
    let answer = probe(&Local::new(), &Limits::none()).expect("a probe");
    assert!(answer.commands().len() <= 2, "{:?}", answer.commands());
    let system = answer.complete().whole();
    let uname = Command::new("uname").arg("-srv").output().expect("uname");
    let uname = String::from_utf8_lossy(&uname.stdout).trim_end().to_owned();
    assert_eq!(system.operating_system, uname);

    let raw = zfs(["version"]);
    let said = String::from_utf8_lossy(&raw.stdout).into_owned();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(system.userland.as_deref(), lines.first().copied());
    assert_eq!(system.kernel.as_deref(), lines.get(1).copied());
    let (family, version) = (system.dialect.family(), system.dialect.version());
    let Some(numbers) = lines.first().and_then(|line| line.strip_prefix("zfs-")) else {
        assert!(!raw.status.success(), "`zfs version` succeeds and says {said:?}");
        let usage = String::from_utf8_lossy(&raw.stderr).into_owned();
        if uname.starts_with("Linux") && !usage.contains("list [-Hp") {
            assert_eq!(family, Family::Legacy, "{usage}");
        }
        return;
    };
    let mut numbers = numbers.split(['.', '-']).map(|n| n.parse().expect("a number"));
    let mut number = || numbers.next().expect("two numbers");
    assert_eq!(version, Version::new(number(), number()));
    let named = match uname.split(' ').next() {
        Some("Linux") => Family::OpenZfs,
        Some("FreeBSD") => Family::FreeBsd,
        Some("Darwin") => Family::MacOs,
        other => panic!("an unexpected system: {other:?}"),
    };
    assert_eq!(family, named);
}

#[test]
fn the_table_of_capabilities_is_as_raw_commands_show() {
    let Some(pool) = pool_or_skip!() else { return };
    let (name, snapshot) = (pool.name(), &pool.path("@s"));
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let file = "sp ace";
    std::fs::write(pool.mountpoint().join("before"), "").expect("a file");
    pool.zfs(["snapshot", snapshot]);
    std::fs::write(pool.mountpoint().join(file), "").expect("a file");
    pool.zfs(["snapshot", &pool.path("@t")]);

    let mut differences = Vec::new();
    for capability in Capability::ALL {
        let output = match capability {
            Capability::ListExact => zfs(["list", "-Hp", name]),
            Capability::ListJson => zfs(["list", "-j", name]),
            Capability::GetExact => zfs(["get", "-Hp", "used", name]),
            Capability::GetTypes => zfs(["get", "-H", "-t", "filesystem", "used", name]),
            Capability::PoolListExact => zpool(["list", "-Hp", name]),
            Capability::PoolGetExact => zpool(["get", "-p", "size", name]),
            Capability::PoolGetScripted => zpool(["get", "-H", "-o", "value", "size", name]),
            Capability::PoolGetOfAll => zpool(["get", "health"]),
            Capability::Bookmarks => zfs(["list", "-H", "-d", "1", "-t", "bookmark", name]),
            Capability::VersionCommand => zfs(["version"]),
            Capability::HoldsExact => zfs(["holds", "-p", snapshot]),
            Capability::DiffFourDigits => zfs(["diff", "-H", snapshot, &pool.path("@t")]),
            Capability::DiffRaw => zfs(["diff", "-h", snapshot, &pool.path("@t")]),
            Capability::VdevProperties => zpool(["get", "-H", "size", name, "root-0"]),
            Capability::PoolUserProperties => zpool(["set", "com.example:x=y", name]),
            Capability::ExactKeepsUnits => {
                zfs(["get", "-Hp", "-o", "value", "compressratio", name])
            }
            Capability::VdevColumnsFollowRequest => zpool(["list", "-Hv", "-o", "name,size", name]),
            Capability::OptionsAnywhere => zfs(["list", name, "-H"]),
            // It changes how long a listing takes, and nothing that it prints.
            Capability::FastByName | Capability::FastByColumns => continue,
            // Only without a pool, and there is one.
            Capability::NoPoolsAnyStatus => continue,
            Capability::PoolGetGuarded => {
                let fields = "property,source,value,property,name";
                zpool(["get", "-H", "-o", fields, "size", name])
            }
            Capability::NestedOnce => {
                pool.zfs(["create", &pool.path("below")]);
                zfs(["get", "-Hr", "-o", "name", "type", name, &pool.path("below")])
            }
            Capability::GetAllSparing => {
                let program = pool.folder().join("program.lua");
                std::fs::write(&program, "return {}").expect("a file");
                let program = program.to_str().expect("a path in UTF-8");
                zfs(["program", "-n", name, program])
            }
            other => panic!("no trial for {other:?}: write one"),
        };
        let mut can = output.status.success();
        match capability {
            Capability::DiffFourDigits if !can => {
                pool_tests::skip(&format!("no zfs diff: {}", output.status));
                continue;
            }
            Capability::DiffFourDigits => can = text(&output).contains(r"sp\0040ace"),
            Capability::NestedOnce => can = text(&output).matches("/below").count() == 1,
            Capability::ExactKeepsUnits => can = text(&output).trim_end().ends_with('x'),
            Capability::VdevColumnsFollowRequest => {
                let vdev = text(&output).lines().nth(1).unwrap_or_default().to_owned();
                can = can && vdev.split('\t').count() == 3;
            }
            _ => {}
        }
        if can != dialect().has(*capability) {
            differences.push(format!("{}: in truth {can}; {output:?}", capability.what()));
        }
    }
    assert_none(&differences, "the table says otherwise");
}

#[test]
fn columns_may_be_repeated_and_each_is_printed() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let name = pool.name();
    let line = |output: Output| String::from_utf8_lossy(&output.ok().stdout).into_owned();
    let listed = line(zfs(["list", "-H", "-o", "name,type,name,type,name", name]));
    assert_eq!(listed, format!("{name}\tfilesystem\t{name}\tfilesystem\t{name}\n"));
    let got = line(zfs(["get", "-H", "-o", "name,property,source,value,name", "type", name]));
    assert_eq!(got, format!("{name}\ttype\t-\tfilesystem\t{name}\n"));
    let pools = line(zpool(["list", "-H", "-o", "name,health,name,health,name", name]));
    assert_eq!(pools, format!("{name}\tONLINE\t{name}\tONLINE\t{name}\n"));
    // As many as it takes.
    let of_pool = match dialect() {
        dialect if dialect.has(Capability::PoolGetGuarded) => "name,property,source,value,name",
        dialect if dialect.has(Capability::PoolGetScripted) => "name,property,source,name",
        _ => return,
    };
    let got = line(zpool(["get", "-H", "-o", of_pool, "health", name]));
    let value = if of_pool.contains("value") { "ONLINE\t" } else { "" };
    assert_eq!(got, format!("{name}\thealth\t-\t{value}{name}\n"));
}

#[test]
fn a_property_that_is_asked_for_always_has_its_row() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    pool.zfs(["snapshot", &pool.path("@s")]);
    // None of these says anything of a snapshot, and the last is not set.
    let properties = "quota,mountpoint,volsize,origin,com.example:unset";
    let output = zfs(["get", "-H", "-o", "property,value,source", properties, &pool.path("@s")]);
    let expected: String = properties.split(',').map(|p| format!("{p}\t-\t-\n")).collect();
    assert_eq!(String::from_utf8_lossy(&output.ok().stdout), expected);
}
