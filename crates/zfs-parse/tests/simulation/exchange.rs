//! Whatever commands answer, a question ends, and cuts in the output make no difference.

use std::fmt::Debug;

use zfs_parse::detect::Detect;
use zfs_parse::exchange::{Ended, Exchange, Finished, Step};
use zfs_parse::question::{Depth, Types};
use zfs_parse::{Answer, Dialect, Lack, Question, zfs, zpool};

use super::choices::Choices;
use super::framing::MOST_COMMANDS;

const DIALECTS: [&str; 5] = ["openzfs", "legacy", "illumos", "solaris-11.3", "freebsd-11"];

/// Output, standard error and choices, parted by NULs.
pub(crate) fn exchange(data: &[u8]) {
    let mut choices = Choices(data);
    let said = Said { stdout: choices.until_nul(), stderr: choices.until_nul() };
    let dialect: Dialect = choices.one_of(&DIALECTS).parse().unwrap();
    let open = ["name", "used", "x:y", "mountpoint"];
    let name = || "tank/a b".parse().unwrap();
    let pool = || "tank".parse().unwrap();
    said.check(&choices, || zfs::List::new(open).unwrap().ask(dialect), lacks);
    let closed = || zfs::List::new(["used", "guid"]).unwrap().types(Types::SNAPSHOT);
    said.check(&choices, || closed().dataset(name()).ask(dialect), lacks);
    said.check(&choices, || zfs::Get::new(["all"]).unwrap().with_dear().ask(dialect), lacks);
    let some = || zfs::Get::new(["type", "x:y"]).unwrap().depth(Depth::Levels(1));
    said.check(&choices, || some().types(Types::DATASETS).dataset(name()).ask(dialect), lacks);
    said.check(&choices, || zpool::List::new(["health", "comment"]).unwrap().ask(dialect), lacks);
    let one = || zpool::Get::new(["size", "a:b"]).unwrap().pool(pool()).unwrap();
    said.check(&choices, || one().ask(dialect), lacks);
    said.check(&choices, || zpool::Get::new(["all"]).unwrap().ask(dialect), lacks);
    said.check(&choices, Detect::new, lacks);
}

fn lacks<T>(answer: &Answer<T>) -> Vec<Lack> {
    answer.lacks().to_vec()
}

struct Said<'a> {
    stdout: &'a [u8],
    stderr: &'a [u8],
}

impl Said<'_> {
    fn check<E: Exchange<Answer: Debug>>(
        &self,
        choices: &Choices<'_>,
        exchange: impl Fn() -> E,
        lacks: impl Fn(&E::Answer) -> Vec<Lack>,
    ) {
        let whole = self.drive(exchange(), &mut choices.clone(), false);
        let cut = self.drive(exchange(), &mut choices.clone(), true);
        assert_eq!(format!("{whole:?}"), format!("{cut:?}"), "cuts make no difference");
        for lack in lacks(&whole) {
            let shown = lack.to_string();
            assert!(!shown.chars().any(char::is_control), "{shown:?} is not for a terminal");
            if let Lack::Unreadable(error) = lack {
                let span = error.span();
                assert!(span.start <= span.end && span.end <= self.stdout.len(), "{error:?}");
                assert!(error.line() >= 1);
            }
        }
    }

    fn drive<E: Exchange>(
        &self,
        mut exchange: E,
        choices: &mut Choices<'_>,
        cut: bool,
    ) -> E::Answer {
        let ends = [
            Ended::Code(0),
            Ended::Code(1),
            Ended::Code(2),
            Ended::Code(255),
            Ended::Signal(6),
            Ended::Deadline,
            Ended::Cancelled,
        ];
        for _ in 0..MOST_COMMANDS {
            // An operand can't be taken for an option, nor is there a word that a shell would cut.
            assert!(exchange.invocation().args.iter().all(|arg| !arg.contains(&0)));
            let mut finished = Finished::new(*choices.one_of(&ends), self.stderr);
            finished.stdout_held = choices.below(8) == 7;
            finished.stderr_cut = choices.below(8) == 7;
            let cuts = choices.cuts(self.stdout.len());
            let mut from = 0;
            for to in cuts.into_iter().filter(|_| cut).chain([self.stdout.len()]) {
                exchange.feed(&self.stdout[from..to]);
                from = to;
            }
            match exchange.finish(finished) {
                Step::Run(next) => exchange = next,
                Step::Done(answer) => return answer,
            }
        }
        panic!("it asks for ever: {}", exchange.invocation());
    }
}
