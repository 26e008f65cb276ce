//! The contenders under criterion, each on fewer rows than the report has.

use std::time::Duration;

use bench::captures::Captures;
use bench::contenders::{self, Input};
use criterion::{BatchSize, Criterion, Throughput};

const ROWS: usize = 20_000;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let mut group = criterion.benchmark_group("rows");
    for contender in contenders::all() {
        let rows = ROWS / contender.one_in;
        let text = contender.printed.of(rows);
        group.throughput(Throughput::Elements(rows as u64));
        group.bench_function(contender.name, |bencher| {
            bencher.iter_batched(
                || Input(text.clone()),
                |mut text| ((contender.run)(&mut text), text),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
    let captures = Captures::read().expect("the fixtures");
    let mut group = criterion.benchmark_group("captures");
    group.throughput(Throughput::Bytes(captures.bytes() as u64));
    group.bench_function("all that are read", |bencher| bencher.iter(|| captures.read_all()));
    group.finish();
    criterion.final_summary();
}
