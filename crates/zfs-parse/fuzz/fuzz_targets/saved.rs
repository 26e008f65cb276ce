//! Whatever was saved is read or refused, and no line of it goes unmentioned.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("saved");
