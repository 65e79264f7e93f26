//! Tests of entry types in words.

use super::read_type as read;
use base::FileId;
use base::cursor::Cursor;
use rista_value::entry::{parse_params, parse_result, print_params, print_result, print_type};

#[test]
fn types_read_back_as_printed() {
    let texts = [
        "[][]f64",
        "()",
        "(i32, [](bool, bool))",
        "{0: i32}",
        "{x: f64, \"a b\": (f32, f32)} as state",
        "[]({x: f64} as m.point) as cloud",
        "(#a i32 (#b | #c) [](i8, i8) ({x: i64} as \"pair i64\") | #\"d e\")",
        "((#a | #b), ())",
        "tree (0 = (#cons (i64, @0 as list) | #nil)) (@0 as list)",
        "tree (0 = (#leaf []i8 | #node [](@2 as b)), 2 = (#b i32 @0)) [](@2, i32) as trees",
    ];
    for text in texts {
        assert_eq!(read(text).map(|ty| print_type(&ty)).as_deref(), Ok(text));
    }
}

#[test]
fn names_are_spelt_by_the_names_of_parts() {
    let name = |text| read(text).map(|ty| ty.name());
    assert_eq!(name("[](#a ({x: i32} as \"pair i32\") | #b)").as_deref(), Ok("[](#a (pair i32) | #b)"));
    assert_eq!(name("{s: (#a | #b), p: (i8 , ({x: i32} as p))}").as_deref(), Ok("{s: #a | #b, p: (i8, p)}"));
    assert_eq!(name("[]({x: i32} as p)").as_deref(), Ok("[]p"));
}

#[test]
fn params_and_results_read_back_as_printed() {
    let text = "(xs : *[]i32 \"*[n]i32\", arg1 : (i32, i32), \"x y\" : f16)";
    let params = Cursor::new(FileId(0), text).and_then(|mut cursor| parse_params(&mut cursor));
    assert_eq!(params.map(|params| print_params(&params)).as_deref(), Ok(text));
    let text = "*{x: []i8} as s \"s [n]\"";
    let result = Cursor::new(FileId(0), text).and_then(|mut cursor| parse_result(&mut cursor));
    assert_eq!(result.map(|result| print_result(&result)).as_deref(), Ok(text));
}

#[test]
fn what_is_no_type_is_an_error() {
    for text in ["", "[]", "(#)", "{x i32}", "(i32", "i31", "(#a"] {
        assert!(read(text).is_err(), "{text}");
    }
}
