//! Tables as ZFS prints them, and as somebody made them up.

use super::*;
use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec;
use proptest::prelude::*;

const NAME: Column = Column { spaced: true, empty: false, side: Side::Left };
const TEXT: Column = Column { spaced: true, empty: true, side: Side::Left };
const WORD: Column = Column { spaced: false, empty: false, side: Side::Left };
const ATOM: Column = Column { spaced: false, empty: false, side: Side::Right };

fn read(output: &str, columns: &[Column]) -> (Vec<Vec<String>>, Vec<ParseErrorKind>) {
    let read = read_table(output.as_bytes().to_vec(), columns);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let row = |r: super::super::records::Record<'_>| {
        (0..columns.len()).map(|i| text(r.field(i))).collect()
    };
    (read.records.iter().map(row).collect(), read.errors.iter().map(ParseError::kind).collect())
}

#[test]
fn columns_are_read_by_their_header() {
    let (rows, errors) = read(
        "NAME     USED  AVAIL  MOUNTPOINT\n\
         tank     120K   1.5T  /tank\n\
         tank/a b   0   1.5T  /tank/a b\n",
        &[NAME, ATOM, ATOM, NAME],
    );
    assert_eq!(rows, [["tank", "120K", "1.5T", "/tank"], ["tank/a b", "0", "1.5T", "/tank/a b"]]);
    assert!(errors.is_empty());
}

#[test]
fn an_empty_value_is_a_cell_of_its_own() {
    let (rows, errors) = read(
        "NAME  PROPERTY  VALUE    SOURCE\n\
         tank  mlslabel           -\n\
         tank  creation  Oct  1   -\n",
        &[TEXT, WORD, TEXT, TEXT],
    );
    assert_eq!(rows, [["tank", "mlslabel", "", "-"], ["tank", "creation", "Oct  1", "-"]]);
    assert!(errors.is_empty());
}

#[test]
fn two_spaces_in_a_name_are_kept_where_the_columns_allow_one_reading() {
    let (rows, _) = read("NAME            USED\ntank/a bc   de    5K\n", &[TEXT, ATOM]);
    assert_eq!(rows, [["tank/a bc   de", "5K"]]);
}

#[test]
fn a_value_that_begins_with_spaces_is_refused_wherever_it_ends() {
    for (table, columns) in [
        ("NAME           NOTE\ntank    x    longer\n", &[NAME, TEXT][..]),
        ("NAME  VALUE  SOURCE\nt         -  local\n", &[NAME, TEXT, NAME]),
        ("NAME  X:Y\nt       a\n", &[NAME, TEXT]),
        ("NAME    A:B\ntank/a    1K\n", &[NAME, TEXT]),
    ] {
        let (rows, errors) = read(table, columns);
        assert_eq!((rows.len(), errors), (0, [ParseErrorKind::MisalignedRow].into()), "{table}");
    }
    let (rows, _) = read("NAME           NOTE\ntank    x      long\n", &[NAME, TEXT]);
    assert_eq!(rows, [["tank    x", "long"]]);
}

#[test]
fn an_empty_line_is_an_empty_value_or_no_row() {
    let (rows, errors) = read("VALUE\n\nb\n", &[TEXT]);
    assert_eq!((rows, errors), (vec![vec![String::new()], vec!["b".to_owned()]], vec![]));
    // What follows the newline at a value's end.
    let (rows, errors) = read("NAME  X:Y\nt     a\n\nu     b\n", &[NAME, TEXT]);
    assert_eq!((rows.len(), errors), (2, [ParseErrorKind::MisalignedRow].into()));
    let (rows, errors) = read("NAME  USED\nt       1K\n\n", &[NAME, ATOM]);
    assert_eq!((rows.len(), errors.len()), (1, 0));
}

#[test]
fn a_name_with_two_spaces_is_whole_beside_an_empty_value() {
    let (rows, errors) = read("NAME     COMMENT\ntank  b  \n", &[NAME, TEXT]);
    assert_eq!((rows, errors), (vec![vec!["tank  b".to_owned(), String::new()]], vec![]));
}

#[test]
fn a_row_that_a_wide_cell_moved_is_read_by_its_pieces() {
    let (rows, _) = read("NAME  USED  AVAIL\ntank/very/long  1K     2K\n", &[NAME, ATOM, ATOM]);
    assert_eq!(rows, [["tank/very/long", "1K", "2K"]]);
}

#[test]
fn as_many_pieces_as_columns_are_not_a_cell_each_where_one_can_be_empty() {
    for (table, columns, expected) in [
        ("NAME       VALUE\ntank/a  b  \n", &[NAME, TEXT][..], &["tank/a  b", ""][..]),
        (
            "NAME       VALUE  SOURCE\ntank/a  b         local\n",
            &[NAME, TEXT, NAME],
            &["tank/a  b", "", "local"],
        ),
        ("NAME  X:Y   X:Z\ntank  a  b  \n", &[NAME, TEXT, TEXT], &["tank", "a  b", ""]),
    ] {
        let (rows, errors) = read(table, columns);
        assert_eq!(
            (rows, errors.len()),
            (vec![expected.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>()], 0),
            "{table}"
        );
    }
}

#[test]
fn a_tab_in_a_value_does_not_make_its_own_fields() {
    let table = "NAME  PROPERTY  VALUE  SOURCE\n\
                 tank  x:y  a\tx:y\tc\tinherited from b   local\n";
    let (rows, errors) = read(table, &[NAME, WORD, TEXT, NAME]);
    assert_eq!((rows.len(), errors), (0, [ParseErrorKind::MisalignedRow].into()));
    let (rows, _) = read("NAME\tNOTE\ntank\ta  b\n", &[NAME, TEXT]);
    assert_eq!(rows, [["tank", "a  b"]]);
}

#[test]
fn what_begins_further_in_than_its_header_is_no_row() {
    let (rows, errors) = read("NAME\ntank  a\n  b\n", &[NAME]);
    assert_eq!(rows, [["tank  a"]]);
    assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
    let table = "NAME     SIZE\ntank     960M\n  sda    960M\n";
    let (rows, errors) = read(table, &[NAME, ATOM]);
    assert_eq!(rows, [["tank", "960M"]]);
    assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
}

#[test]
fn a_row_with_too_few_pieces_is_reported() {
    let (rows, errors) = read("NAME  USED  AVAIL\nt  1\n", &[TEXT, ATOM, ATOM]);
    assert_eq!((rows.len(), errors), (0, [ParseErrorKind::MisalignedRow].into()));
    let (_, errors) = read("NAME  USED\ntank  1K  2K  3K\n", &[TEXT, ATOM]);
    assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
}

#[test]
fn what_follows_a_newline_in_a_value_is_no_row() {
    let table = "NAME    USED  NOTE\n\
                 tank/a    1K  first\n\
                 second\n";
    let (rows, errors) = read(table, &[TEXT, ATOM, TEXT]);
    assert_eq!(rows, [["tank/a", "1K", "first"]]);
    assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
}

/// As ZFS prints a table of these cells: of each column whether it is aligned to the right, and
/// whether those are only as wide as their titles, so that a wide cell moves what is behind it.
fn printed(rows: &[Vec<&str>], right: &[bool], narrow: bool) -> String {
    let width = |column: usize| match narrow && right[column] {
        true => rows[0][column].len(),
        false => rows.iter().map(|row| row[column].len()).max().unwrap_or(0),
    };
    let mut out = String::new();
    for row in rows {
        let cell = |(column, cell): (usize, &&str)| match width(column) {
            width if right[column] => alloc::format!("{cell:>width$}"),
            _ if column + 1 == row.len() => (*cell).to_owned(),
            width => alloc::format!("{cell:<width$}"),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        out += &(cells.join("  ") + "\n");
    }
    out
}

fn cells(column: Column) -> prop::sample::Select<&'static str> {
    let (atoms, names) = (["1K", "-", "15.5M"], ["t", "t/a b", "t/a  b", "t/x   y", "t/longer"]);
    let texts = [
        "a",
        "bb",
        "a b",
        "a  b",
        "",
        "a   c  d",
        "-",
        "1K",
        "a long value here",
        "  a",
        "    -",
        " -b",
        "   b   c",
        "     filesystem",
    ];
    let words = ["-", "filesystem", "on"];
    prop::sample::select(match (column.spaced, column.empty) {
        (false, _) if column.side == Side::Left => words.to_vec(),
        (false, _) => atoms.to_vec(),
        (_, false) => names.to_vec(),
        (_, true) => texts.to_vec(),
    })
}

proptest! {
    /// Whatever stands in it; what could be read in several ways is refused.
    #[test]
    fn what_is_read_of_a_table_is_what_was_printed(
        columns in prop::sample::select(
            [vec![NAME, ATOM, TEXT], vec![NAME, TEXT, TEXT], vec![NAME, ATOM, TEXT, NAME],
                vec![NAME, TEXT, ATOM, NAME], vec![NAME, ATOM, NAME], vec![TEXT, NAME],
                vec![NAME, WORD, TEXT, NAME], vec![NAME, TEXT, WORD], vec![ATOM, NAME, TEXT],
                vec![NAME, ATOM, TEXT, TEXT], vec![NAME, TEXT], vec![TEXT]].to_vec(),
        ).prop_flat_map(|columns| {
            let row: Vec<_> = columns.iter().map(|column| cells(*column)).collect();
            (Just(columns), prop::collection::vec(row, 1..5))
        }),
        narrow: bool,
        titles in prop::sample::select(
            [["ONE", "TWO", "THREE", "FOUR"], ["NAME", "A:B", "VALUE", "SOURCE"],
                ["N", "PROPERTY", "X:Y", "LONG:TITLE"]].to_vec(),
        ),
    ) {
        let (columns, rows) = columns;
        let right: Vec<bool> = columns.iter().map(|column| column.side == Side::Right).collect();
        let titles = titles[..columns.len()].to_vec();
        let all: Vec<Vec<&str>> = [vec![titles], rows.clone()].concat();
        let output = printed(&all, &right, narrow);
        let read = read_table(output.clone().into_bytes(), &columns);
        for record in read.records.iter() {
            let field = |i| String::from_utf8_lossy(record.field(i)).into_owned();
            let found: Vec<String> = (0..columns.len()).map(field).collect();
            prop_assert_eq!(&found, &rows[record.line() - 2], "{}", output);
        }
        prop_assert_eq!(read.records.len() + read.errors.len(), rows.len());
    }

    #[test]
    fn any_bytes_are_read_or_refused(output in prop::collection::vec(prop::sample::select(&b"ab  \t\n"[..]), 0..80)) {
        let read = read_table(output.clone(), &[TEXT, ATOM, TEXT]);
        for record in read.records.iter() {
            for i in 0..3 {
                prop_assert!(record.start(i) + record.field(i).len() <= output.len());
            }
        }
    }
}
