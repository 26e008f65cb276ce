//! Whatever commands answer, a question ends, and cuts make no difference.
#![cfg_attr(fuzzing, no_main)]

zfs_parse_fuzz::target!("exchange");
