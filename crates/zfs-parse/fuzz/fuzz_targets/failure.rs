//! No byte of standard error is lost, and each failure can be shown.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("failure");
