//! Tests of the text form of trees.

use super::{print_leaves, read_pieces as read, ty};
use rista_value::entry::print_structured;

const LIST: &str = "tree (0 = (#cons (i32, @0) | #nil)) @0";
const TREE: &str = "tree (0 = (#leaf []i8 | #node @0 []@1), 1 = (#pair ((#none | #some @0)) bool)) ([](@0, i32), @1)";

#[test]
fn values_are_read_as_arrays_and_print_back() {
    let cases = [
        (LIST, "#nil", "[1i64, 1i64] empty([0]i32)"),
        (LIST, "( (#cons (1, (#cons (2, #nil)))) )", "[3i64, 1i64, 0i64, 0i64] [2i32, 1i32]"),
        (TREE, "([], #pair #none true)", "[1i64, 2i64, 0i64, 0i64, 0i64] empty([0]i8) empty([0]i32) [true]"),
        (
            TREE,
            "([(#leaf [1, 2], 3), (#node (#leaf [4]) [#pair (#some (#leaf [5])) false], 6)], #pair #none true)",
            "[6i64, 2i64, 0i64, 0i64, 1i64, 2i64, 1i64, 0i64, 1i64, 1i64, 1i64, 0i64, 2i64, 2i64, 2i64] \
             [5i8, 4i8, 1i8, 2i8] [3i32, 6i32] [true, false]",
        ),
    ];
    for (name, text, expected) in cases {
        let leaves = read(name, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print_leaves(&leaves), expected, "{text}");
        let printed = print_structured(&ty(name), &leaves);
        assert_eq!(read(name, &printed).as_deref(), Ok(&leaves[..]), "{text}: {printed}");
    }
}

#[test]
fn long_lists_need_no_stack() {
    let count = 300_000;
    let text = format!("{}#nil{}", "#cons (1, (".repeat(count), "))".repeat(count));
    let leaves = read(LIST, &text).expect("it is a list");
    let printed = print_structured(&ty(LIST), &leaves);
    assert_eq!(printed.matches("#cons").count(), count);
    assert_eq!(read(LIST, &printed), Ok(leaves));
}

#[test]
fn what_is_no_value_is_an_error() {
    let open = "(".repeat(100_000);
    let texts = ["#cons (1, #nil", "#cons (1 #nil)", "#cons", "#nul", "(#nil", "#cons (true, #nil)", "", &open];
    for text in texts {
        assert!(read(LIST, text).is_err(), "{text}");
    }
    for text in ["([(#leaf [1], 1),", "([(#leaf [1])], #pair #none true)", "([1], #pair #none true)", "([]"] {
        assert!(read(TREE, text).is_err(), "{text}");
    }
}

#[test]
fn leaves_of_no_value_print_as_such() {
    let ty = ty(LIST);
    for text in ["[1, 0] [1]", "[2, 1] [1]", "[-1] [1]", "[1, 1] [1]", "[1, 5] empty([0]i32)", "[9000000000] [1]"] {
        let leaves = read(LIST, text).expect("there are arrays");
        assert_eq!(print_structured(&ty, &leaves), "?", "{text}");
    }
}
