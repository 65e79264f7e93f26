//! Tests of the types and names of foreign functions.

use base::FileId;
use base::cursor::{Cursor, Parsed};
use rista_value::entry::FlatType;
use rista_value::foreign::{Foreign, parse_foreign};

fn read(text: &str) -> Parsed<Foreign> {
    let mut cursor = Cursor::new(FileId(0), text)?;
    let foreign = parse_foreign(&mut cursor)?;
    if cursor.at_end() { Ok(foreign) } else { Err(cursor.expected("the end")) }
}

#[test]
fn foreign_functions_read_back_as_printed() {
    for text in [
        "f () -> ()",
        "ff ([]f32, f32) -> []f32",
        "g ([][](i32, (bool, i8)), (i32, []f64)) -> (i32, i32)",
        "h (rows []i32) -> (rows rows [][]f32, i32)",
    ] {
        assert_eq!(read(text).map(|foreign| foreign.to_string()).as_deref(), Ok(text));
    }
    for text in [
        "f (x) -> i32",
        "f ([]([]i32, i32)) -> i32",
        "f ([]()) -> i32",
        "while () -> i32",
        "f i32 -> i32",
        "f (rows i32) -> i32",
        "f ([]rows []i32) -> i32",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn arrays_have_their_sizes_once() {
    let shown = |flat: Vec<FlatType>| flat.iter().map(FlatType::to_string).collect::<Vec<_>>();
    let (params, result) = read("f ([](i32, bool), f32) -> (i8, []f32)").unwrap().flat();
    assert_eq!(shown(params), ["i64", "[]i32", "[]bool", "f32"]);
    assert_eq!(shown(result), ["i8", "i64", "[]f32"]);
    let (params, _) = read("f (rows rows [][]i32) -> ()").unwrap().flat();
    assert_eq!(shown(params), ["i64", "i64", "[][]i32", "i64", "[]i64", "i64", "[]i64"]);
}

#[test]
fn names_are_names_in_c() {
    for wrong in ["list-length", "2x", "", "é", "while", "rista_f", "FUTHARK_SUCCESS", "STRUCT_f", "main", "_x"] {
        assert!(Foreign::wrong_name(wrong).is_some(), "{wrong}");
    }
    assert_eq!(Foreign::wrong_name("ff_2"), None);
}
