//! Each line in every form of value: what is read prints as what reads the same.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("values");
