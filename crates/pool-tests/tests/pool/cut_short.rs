//! A deadline in the middle of a big answer: the rows before it are there, they are whole, and
//! that more is missing is said.

use std::time::{Duration, Instant};

use pool_tests::pool_or_skip;
use zfs_exec::Limits;
use zfs_parse::Lack;
use zfs_parse::exchange::Ended;
use zfs_parse::question::Depth;
use zfs_parse::zfs::Get;

use crate::support::{Whole as _, client, name, property_texts};

/// How long past its deadline an answer may come.
const GRACE: Duration = Duration::from_secs(2);

#[test]
fn a_deadline_in_mid_answer_keeps_the_rows_that_came() {
    let Some(pool) = pool_or_skip!() else { return };
    // Enough to be cut, few enough to be asked about again and again by a slow machine.
    crate::many::make(&pool, 10, 1);
    let client = client();
    let question = || {
        let question = Get::new(["all"]).expect("a question").with_dear().depth(Depth::All);
        question.dataset(name(&pool.path("all")))
    };
    let started = Instant::now();
    let whole = property_texts(&client.get(question()).whole());
    let mut whole_time = started.elapsed();
    assert!(whole.len() > 500, "{} rows are too few to be cut", whole.len());
    let steady = |row: &[String]| (row[0].clone(), row[1].clone());

    // Somewhere between too early for any row and too late to cut anything.
    let (mut early, mut late) = (Duration::ZERO, whole_time * 2);
    let mut cut = None;
    for _ in 0..60 {
        let limit = (early + late) / 2;
        let started = Instant::now();
        let answer = client.ask(question(), &Limits::within(limit)).expect("an answer");
        let took = started.elapsed();
        assert!(took < limit + GRACE, "the answer to a deadline of {limit:?} took {took:?}");
        let (rows, lacks) = answer.partial();
        let rows = property_texts(&rows);
        if lacks.is_empty() {
            assert_eq!(rows.len(), whole.len());
            whole_time = whole_time.min(took);
            late = limit;
        } else {
            assert!(lacks.contains(&Lack::Ended(Ended::Deadline)), "{lacks:?}");
            assert!(rows.len() < whole.len(), "nothing is missing: {lacks:?}");
            for (row, expected) in rows.iter().zip(&whole) {
                assert_eq!(steady(row), steady(expected), "not a prefix of what is printed");
            }
            if !rows.is_empty() {
                cut = Some(rows.len());
                break;
            }
            early = limit;
        }
        // The machine is not equally fast all the time.
        if late < early + Duration::from_micros(200) {
            (early, late) = (early / 2, late * 2);
        }
    }
    let cut = cut.expect("no deadline between too early and too late cut the answer");
    assert!(cut > 0 && cut < whole.len());
}
