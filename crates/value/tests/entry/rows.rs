//! Tests of vectors of rows.

use super::{print_leaves, ty};
use base::Symbol;
use rista_value::entry::{EntryType, OpaqueForm, print_structured, read_structured};
use rista_value::{ReadErrorKind, Reader, ScalarType};

fn rows(data: &str) -> EntryType {
    let data = match data.strip_prefix('/') {
        Some(inner) => rows(inner),
        None => ty(data),
    };
    EntryType::rows_of(data)
}

#[test]
fn rows_are_read_as_data_and_offsets_and_print_back() {
    let cases = [
        ("[]i32", "[[1, 2], [3], empty([0]i32)]", "[1i32, 2i32, 3i32] [0i64, 2i64, 3i64, 3i64]"),
        ("[]i32", "[]", "empty([0]i32) [0i64]"),
        ("[]i32", "[[ ], [1], []]", "[1i32] [0i64, 0i64, 1i64, 1i64]"),
        (
            "/[]i32",
            "[[[1, 2], [3]], [], [[4]]]",
            "[1i32, 2i32, 3i32, 4i32] [0i64, 2i64, 3i64, 4i64] [0i64, 2i64, 2i64, 3i64]",
        ),
        ("[][]i8", "[[[1, 2]], [[3, 4], [5, 6]]]", "[[1i8, 2i8], [3i8, 4i8], [5i8, 6i8]] [0i64, 1i64, 3i64]"),
        ("[](i32, bool)", "[[(1, true)], []]", "[1i32] [true] [0i64, 1i64, 1i64]"),
        ("[](#a | #b []i8)", "[[#a], [#b [1i8]]]", "[0i8, 1i8] [[0i8], [1i8]] [0i64, 1i64, 2i64]"),
    ];
    for (data, text, expected) in cases {
        let ty = rows(data);
        let mut reader = Reader::new(text.as_bytes());
        let leaves = read_structured(&mut reader, &ty).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print_leaves(&leaves), expected, "{text}");
        let printed = print_structured(&ty, &leaves);
        let again = read_structured(&mut Reader::new(printed.as_bytes()), &ty);
        assert_eq!(again.as_deref(), Ok(&leaves[..]), "{text}: {printed}");
    }
}

#[test]
fn tuples_of_rows_have_one_length_in_each_row() {
    let parts = [EntryType::flat(ScalarType::I32, 1), rows("[]i32")];
    let parts = parts.into_iter().enumerate().map(|(at, part)| (Symbol::new(&at.to_string()), part)).collect();
    let ty = EntryType::rows_of(EntryType::spelt(OpaqueForm::Record(parts)));
    let read = |text: &str| read_structured(&mut Reader::new(text.as_bytes()), &ty);
    assert!(read("[([7], [[1]]), ([8, 9], [[1], [2]])]").is_ok());
    let wrong = read("[([7], [[1, 2], [3]]), ([1, 2], [[5]])]");
    assert_eq!(wrong.map_err(|error| error.kind), Err(ReadErrorKind::Shape));
}

#[test]
fn offsets_that_are_wrong_do_not_panic() {
    let ty = rows("[]i32");
    let data = Reader::new(b"[1, 2]").read_value().expect("a value");
    for offsets in ["[0i64, 5i64]", "[2i64, 1i64]", "[-1i64, 1i64]", "[0i64, 9223372036854775807i64]"] {
        let offsets = Reader::new(offsets.as_bytes()).read_value().expect("a value");
        print_structured(&ty, &[data.clone(), offsets]);
    }
}
