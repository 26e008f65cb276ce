//! Bytes as the name of a dataset, a property, a dialect: each is one or is refused.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("names");
