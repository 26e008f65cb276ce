//! Inputs on which a check once failed, and one at least for each: `fixtures/fuzz/<check>-<case>`.

mod simulation;

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_input_that_failed_once_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fuzz");
    let inputs = fs::read_dir(folder).expect("fixtures/fuzz");
    let mut inputs: Vec<_> = inputs.map(|input| input.unwrap().path()).collect();
    inputs.sort();
    for (check_name, check) in simulation::CHECKS {
        let of_check = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.split('-').next() == Some(check_name)
        };
        let mut replayed = 0;
        for path in inputs.iter().filter(of_check) {
            println!("{}", path.display());
            check(&fs::read(path).unwrap());
            replayed += 1;
        }
        assert!(replayed > 0, "there is nothing to replay for {check_name}");
    }
}
