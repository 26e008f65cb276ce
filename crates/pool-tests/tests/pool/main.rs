//! What a real ZFS prints, and what is read of it. One suite for every engine: a test asks what
//! the system at hand can do, by its dialect or by trying, and never what it is called.
//!
//! All tests are in one program, so that a virtual machine needs no more. They take turns: run
//! them with `RUST_TEST_THREADS=1`.

mod catalogue;
mod cut_short;
mod datasets;
mod encryption;
mod failures;
mod forms;
mod harness;
mod hostile;
mod many;
mod names;
mod no_pools;
mod pools;
mod probe;
mod saved;
mod sick;
mod sources;
mod sparing;
mod support;
mod unprivileged;
// The harness runs tests in the order of their names: what may hang comes last.
mod z_suspended;
