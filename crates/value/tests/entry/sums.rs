//! Tests of vectors of sums.

use super::{print_leaves, read, ty};
use rista_value::Reader;
use rista_value::entry::{EntryType, OpaqueForm, print_structured, sum_fields, tag_type};

fn sums(constructors: &[(&str, Option<EntryType>)]) -> EntryType {
    let fields = sum_fields(constructors.iter().map(|(name, held)| (*name, held.is_some())));
    let tags = EntryType::flat(tag_type(constructors.len()), 1);
    let columns = [tags].into_iter().chain(constructors.iter().filter_map(|(_, held)| held.clone()));
    EntryType::spelt(OpaqueForm::Record(fields.into_iter().zip(columns).collect()))
}

fn rows(data: &str) -> Option<EntryType> {
    Some(EntryType::rows_of(ty(data)))
}

#[test]
fn vectors_of_sums_are_read_as_columns_and_print_back() {
    let pair = Some(ty("([]i8, []bool)"));
    let maybe = sums(&[("None", None), ("Pair", pair.clone()), ("Row", rows("[]i32"))]);
    let inner = sums(&[("A", None), ("B", Some(maybe.clone()))]);
    let deep = EntryType::rows_of(maybe.clone());
    let cases = [
        (
            &maybe,
            "[#Row [1, 2], #None, (#Pair (3, true))]",
            "[2i8, 0i8, 1i8] [0i8, 0i8, 3i8] [false, false, true] [1i32, 2i32] [0i64, 2i64, 2i64, 2i64]",
        ),
        (&maybe, "[]", "empty([0]i8) empty([0]i8) empty([0]bool) empty([0]i32) [0i64]"),
        (&maybe, "[#Row [], #Row [7]]", "[2i8, 2i8] [0i8, 0i8] [false, false] [7i32] [0i64, 0i64, 1i64]"),
        (&inner, "[#B (#Row [1]), #A]", "[1i8, 0i8] [2i8, 0i8] [0i8, 0i8] [false, false] [1i32] [0i64, 1i64, 1i64]"),
        (
            &deep,
            "[[#None], [], [#Row [1], #Row [2, 3]]]",
            "[0i8, 2i8, 2i8] [0i8, 0i8, 0i8] [false, false, false] [1i32, 2i32, 3i32] [0i64, 0i64, 1i64, 3i64] [0i64, 1i64, 1i64, 3i64]",
        ),
    ];
    for (ty, text, expected) in cases {
        let leaves = read(ty, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print_leaves(&leaves), expected, "{text}");
        assert_eq!(leaves.len(), ty.leaves().len());
        let printed = print_structured(ty, &leaves);
        assert_eq!(read(ty, &printed).as_deref(), Ok(&leaves[..]), "{text}: {printed}");
    }
    let leaves = read(&inner, "[#B (#Row [1]), #A]").expect("a value");
    assert_eq!(print_structured(&inner, &leaves), "[#B (#Row [1i32]), #A]");
}

#[test]
fn what_is_no_such_vector_is_told() {
    let maybe = sums(&[("None", None), ("Row", rows("[]i32"))]);
    let wrong = [("[#Some 1]", "#None or #Row"), ("#None", "a vector"), ("[#Row 1]", "[]i32"), ("[#None 1]", "`]`")];
    for (text, expected) in wrong {
        let error = read(&maybe, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn columns_that_are_wrong_do_not_panic() {
    let maybe = sums(&[("None", None), ("Row", rows("[]i32"))]);
    let value = |text: &str| Reader::new(text.as_bytes()).read_value().expect("a value");
    for (tags, offsets) in [("[0i8, 9i8, -1i8]", "[0i64]"), ("[1i8, 1i8]", "[0i64, 7i64, 1i64]")] {
        print_structured(&maybe, &[value(tags), value("[1, 2]"), value(offsets)]);
    }
    print_structured(&maybe, &[]);
}
