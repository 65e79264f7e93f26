//! Tests of the text form of records, sums and arrays of them.

use super::{print_leaves, read, ty};
use rista_value::entry::print_structured;

#[test]
fn values_are_read_as_their_leaves() {
    let cases = [
        ("(i32, (f64, bool))", "( 1 , (2, true))", "1i32 2.0f64 true"),
        ("()", "()", ""),
        ("{x: i8, ys: []i8}", "{ys = [1, 2], x = -3}", "-3i8 [1i8, 2i8]"),
        ("(#a i32 []i32 | #b | #c (i32, i32))", "#a 5 [6]", "0i8 5i32 [6i32] 0i32"),
        ("(#a i32 []i32 | #b | #c (i32, i32))", "(#c (1, 2))", "2i8 1i32 empty([0]i32) 2i32"),
        ("(#a (#b | #c i8) | #d)", "#a (#c 1)", "0i8 1i8 1i8"),
        ("(#\"to-do\" i32 | #done)", "#to-do -1", "0i8 -1i32"),
        ("[](i32, bool)", "[(1, true), (2, false)]", "[1i32, 2i32] [true, false]"),
        ("[][](i32, i8)", "[[(1, 1)], [(2, 2)]]", "[[1i32], [2i32]] [[1i8], [2i8]]"),
        ("[](#a []i32 | #b)", "[#b, #a [1, 2]]", "[1i8, 0i8] [[0i32, 0i32], [1i32, 2i32]]"),
        ("[](i32, []i32)", "[]", "empty([0]i32) empty([0][0]i32)"),
        ("[](#a | #b [](#c | #d []i8))", "[#b [#c], #a]", "[1i8, 0i8] [[0i8], [0i8]] empty([2][1][0]i8)"),
        ("[]()", "[(), ()]", "[0i8, 0i8]"),
        ("[][]((), ())", "[[((), ())], [((), ())]]", "[[0i8], [0i8]]"),
        ("[]()", "[]", "empty([0]i8)"),
        ("[]((), []())", "[((), [()]), ((), [()])]", "[[0i8], [0i8]]"),
    ];
    for (name, text, expected) in cases {
        let ty = ty(name);
        let leaves = read(&ty, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print_leaves(&leaves), expected, "{text}");
        let again = read(&ty, &print_structured(&ty, &leaves));
        assert_eq!(again.as_deref(), Ok(&leaves[..]), "{text}");
    }
}

#[test]
fn values_print_as_people_write_them() {
    let cases = [
        ("(#a (#b | #c i8) | #d)", "#a (#c 1)", "#a (#c 1i8)"),
        ("[]{x: (f32, i8), y: []u8}", "[{x = (1, 2), y = \"a\"}]", "[{x = (1.0f32, 2i8), y = [97u8]}]"),
    ];
    for (name, text, expected) in cases {
        let ty = ty(name);
        assert_eq!(read(&ty, text).map(|leaves| print_structured(&ty, &leaves)).as_deref(), Ok(expected));
    }
}

#[test]
fn wrong_values_are_told_apart() {
    let cases = [
        ("(i32, i32)", "(1)", "expected `,`, but found `)`"),
        ("(i32, i32)", "{}", "expected a tuple of the type (i32, i32), but found `{`"),
        ("{x: i32}", "{x = 1, x = 2}", "the field x is given twice"),
        ("{x: i32}", "{}", "the field x of {x: i32} is missing"),
        ("{x: i32}", "{y = 1}", "expected a field of the type {x: i32}, but found `y`"),
        ("(#a | #b)", "#c", "expected #a or #b, but found `#c`"),
        ("(#a | #b | #c)", "1", "expected #a, #b or #c, but found `1`"),
        ("(#a | #b | #c | #d | #e | #f | #g)", "#x", "expected #a, #b, #c, #d, #e, #f or another constructor, but"),
        ("[](i32, []i32)", "[(1, [1]), (2, [1, 2])]", "the elements have arrays of shapes [1] and [2]"),
        ("[](i32, []f32)", "[(1, [1]), (2, empty([0]f32))]", "the elements have arrays of shapes [1] and [0]"),
        ("[](#a | #b []i32)", "[#b empty([0]i32), #a, #b [1, 2]]", "the elements have arrays of shapes [0] and [2]"),
        ("[](#a | #b [](#c | #d []i8))", "[#b [#d [1]], #a, #b [#d empty([0]i8)]]", "the elements have"),
        ("[][](i32, i32)", "[[(1, 1)], []]", "this row has length 0, but the rows before it have length 1"),
        ("[](i32, i32)", "[(1, 1)", "expected `]`, but found the end of the input"),
    ];
    for (name, text, expected) in cases {
        let error = read(&ty(name), text).expect_err(text);
        assert!(error.message.starts_with(expected), "{text}: {error}");
    }
}
