//! Tests of values that are given as several pieces.

use super::{print_leaves, read_pieces};

#[test]
fn a_value_is_a_whole_or_its_parts() {
    let cases = [
        ("((i32, bool), i32)", "1i32 true 2i32", ["((1, true), 2)", "(1, true) 2", "1 true 2"]),
        ("((), i32)", "2i32", ["((), 2)", "() 2", "2"]),
        ("(i32, ((), ()))", "2i32", ["(2, ((), ()))", "2 ((), ())", "2 () ()"]),
        ("()", "", ["()", "", " "]),
        ("((#a | #b i8), [](i8, i8))", "0i8 0i8 [1i8] [2i8]", ["(#a, [(1, 2)])", "#a [(1, 2)]", "0 0 [1] [2]"]),
        ("{x: {y: i8}, z: i8}", "1i8 2i8", ["{z = 2, x = {y = 1}}", "{y = 1} 2", "1 2"]),
    ];
    for (ty, expected, texts) in cases {
        for text in texts {
            let leaves = read_pieces(ty, text);
            assert_eq!(leaves.map(|leaves| print_leaves(&leaves)).as_deref(), Ok(expected), "{text}");
        }
    }
}

#[test]
fn errors_are_where_reading_came_to_its_end() {
    let cases = [
        ("((i32, bool), i32)", "((1, true), x)", "1:13: expected i32, but found `x`"),
        ("((i32, bool), i32)", "(1, true) x", "1:11: expected i32, but found `x`"),
        ("((i32, bool), i32)", "(1) 2", "1:3: expected `,`, but found `)`"),
        ("(i32, i32)", "x", "1:1: expected a tuple of the type (i32, i32), but found `x`"),
        ("(i32, i32)", "true 1", "1:1: expected i32, but `true` is of type bool"),
        ("[](i32, []i32)", "[(1, [1]), (2, [1, 2])]", "1:1: the elements have arrays of shapes [1] and [2]"),
        ("()", "1", "1:1: there is more input after the last value"),
    ];
    for (ty, text, expected) in cases {
        let error = read_pieces(ty, text).map_err(|error| error.to_string());
        assert_eq!(error.map(|leaves| print_leaves(&leaves)), Err(expected.to_owned()), "{text}");
    }
}
