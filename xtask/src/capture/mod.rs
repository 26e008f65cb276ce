//! `cargo xtask capture`: what real systems print, as fixtures.
//!
//! The cases are data: [`themes`] are shell scripts that build a scenario and name the commands to
//! keep. They run inside an engine that nobody else sees ([`engine`]); each command is run by the
//! small program of `crates/record`. Out here what differs from run to run is made canonical
//! ([`normal`]), and the set is written only when it is whole ([`fixture`]).

mod engine;
mod fixture;
mod later;
mod normal;
mod recorded;
mod themes;

use anyhow::{Context, Result, bail};

use crate::cli::Capture;
use engine::Engine;
use fixture::Fixture;
use normal::Normal;
use themes::Theme;

pub(crate) fn run(options: &Capture) -> Result<()> {
    let engine = Engine::named(&options.engine)?;
    let themes = themes::named(&options.themes)?;
    let whole = themes.len() == themes::ALL.len();
    let Some(run) = engine.run(&themes)? else { return Ok(()) };
    let mut fixtures = Vec::new();
    for theme in &themes {
        fixtures.extend(of_theme(theme, &engine, &run)?);
    }
    let folder = fixture::folder(engine.folder());
    let written = fixture::write(&folder, &fixtures, whole)?;
    later::write()?;
    println!("{}: {} cases; {written}", engine.folder(), fixtures.len());
    Ok(())
}

/// The cases of one theme, in canonical form.
fn of_theme(theme: &Theme, engine: &Engine, run: &engine::Run) -> Result<Vec<Fixture>> {
    let folder = run.results.join(theme.name);
    if !folder.join("done").exists() {
        bail!("theme {} did not come to its end: see above", theme.name);
    }
    let cases = recorded::read(&folder).with_context(|| format!("theme {}", theme.name))?;
    let mut normal = Normal::new(run.clock.clone(), run.host.as_deref());
    cases
        .into_iter()
        .map(|case| {
            let name = case.name.clone();
            let fixture = Fixture::new(case, &mut normal, engine.dialect(), &run.platform);
            fixture.with_context(|| format!("case {name}"))
        })
        .collect()
}
