//! Fuzz targets: each runs one of the checks that the property tests of zfs-parse run too.
//!
//! Built with `--cfg fuzzing` and coverage counters, a target is fuzzed by libFuzzer; `cargo xtask
//! fuzz` does that. Built plainly it replays the files that it is given:
//!
//! ```text
//! cargo run -p zfs-parse-fuzz --bin saved -- fixtures/fuzz/saved-*
//! ```

#[path = "../../tests/simulation/mod.rs"]
mod simulation;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// Runs the check of this name on an input, and panics where it fails.
///
/// # Panics
///
/// Where the check fails, and where there is none of this name.
pub fn check(name: &str, data: &[u8]) {
    let found = simulation::CHECKS.iter().find(|(n, _)| *n == name);
    let (_, check) = found.unwrap_or_else(|| panic!("no check is called {name}"));
    check(data);
}

/// Replays the files that this program was given.
///
/// # Errors
///
/// Where one of them can't be read.
pub fn replay(name: &str) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        check(name, &std::fs::read(&path)?);
        println!("{name} holds for {}", path.display());
    }
    Ok(())
}

/// The program of a target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::check($name, data));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            $crate::replay($name)
        }
    };
}
