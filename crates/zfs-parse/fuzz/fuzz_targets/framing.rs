//! What questions return of a simulated system is the truth, or is said to be missing.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("framing");
