//! Makes a parser of libzetta's grammar, where `cargo xtask bench` has fetched it.

use std::path::Path;
use std::{env, fs};

const GRAMMAR: &str = "BENCH_LIBZETTA_GRAMMAR";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(libzetta)");
    println!("cargo::rerun-if-env-changed={GRAMMAR}");
    let (Some(grammar), Some(out)) = (env::var_os(GRAMMAR), env::var_os("OUT_DIR")) else { return };
    println!("cargo::rerun-if-changed={}", Path::new(&grammar).display());
    let grammar = fs::read_to_string(grammar).expect("the grammar");
    let parser = format!(
        "#[derive(pest_derive::Parser)]\n#[grammar_inline = r####\"{grammar}\"####]\nstruct ZfsParser;\n"
    );
    fs::write(Path::new(&out).join("libzetta.rs"), parser).expect("room for the parser");
    println!("cargo::rustc-cfg=libzetta");
}
