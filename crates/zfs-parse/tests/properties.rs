//! What must hold of everything that is read, for systems, outputs and cuts that chance makes up.

mod simulation;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn config(cases: u32) -> ProptestConfig {
    // A failure that is understood becomes an input under fixtures/fuzz, so none is kept here.
    let failure_persistence = Some(Box::new(FileFailurePersistence::Off) as _);
    ProptestConfig { cases, failure_persistence, ..ProptestConfig::default() }
}

fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..longest)
}

/// Bytes that are text of these commands more often than chance would have it.
fn printed() -> impl Strategy<Value = Vec<u8>> {
    #[rustfmt::skip]
    let pieces = [
        "\t", "\t", "\n", "\n", "  ", " ", "\0", "-", "tank", "tank/a", "tank/a b", "NAME", "USED", "PROPERTY",
        "VALUE", "SOURCE", "used", "x:y", "type", "local", "default", "inherited from tank",
        "1.21T", "4,36T", "16%", "1.00x", "18446744073709551615", "none", "Sat Nov 29 21:41 2026",
        "no pools available\n", "cannot open 'a': ", "dataset does not exist", "permission denied",
        "invalid option 'p'", "usage:", "'", ": ", "\u{e9}", "zfs", "get", "-H", "-o", "name,used",
    ];
    let piece = prop_oneof![
        8 => prop::sample::select(pieces.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => bytes(4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Optimised, there is time for many more.
const FRAMINGS: u32 = if cfg!(debug_assertions) { 1000 } else { 100_000 };

proptest! {
    #![proptest_config(config(FRAMINGS))]

    #[test]
    fn what_is_returned_is_true_or_said_to_be_missing(data in bytes(400)) {
        simulation::framing(&data);
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn saved_output_is_read_or_refused_line_by_line(data in printed()) {
        simulation::saved(&data);
    }

    #[test]
    fn questions_end_and_cuts_make_no_difference(data in printed(), choices in bytes(12)) {
        simulation::exchange(&[data, choices].concat());
    }

    #[test]
    fn values_print_as_what_reads_the_same(data in printed()) {
        simulation::values(&data);
    }

    #[test]
    fn no_byte_of_a_message_is_lost(data in printed()) {
        simulation::failure(&data);
    }

    #[test]
    fn names_are_names_or_refused(data in printed(), text in "[a-z]{1,9}(-[0-9.]{1,6})?") {
        simulation::names(&data);
        simulation::names(text.as_bytes());
    }

    #[test]
    fn no_check_fails_on_arbitrary_bytes(data in bytes(200)) {
        for (_, check) in simulation::CHECKS {
            check(&data);
        }
    }
}
