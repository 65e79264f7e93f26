//! Tests of the text form of values and of its error messages.

use rista_value::*;

fn read(text: &str) -> Result<String, String> {
    let show = |values: Vec<Value>| values.iter().map(Value::to_string).collect::<Vec<_>>().join("; ");
    read_values(text.as_bytes()).map(show).map_err(|error| error.to_string())
}

fn read_as(text: &str, elem: ScalarType, rank: usize) -> Result<String, String> {
    let mut reader = Reader::new(text.as_bytes());
    let value = read_value_as(&mut reader, elem, rank).and_then(|value| reader.finish().map(|()| value));
    value.map(|value| value.to_string()).map_err(|error| error.to_string())
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    assert_eq!(read(text), Ok(expected.to_owned()), "{text}");
}

#[track_caller]
fn fails(text: &str, message: &str) {
    assert_eq!(read(text), Err(message.to_owned()), "{text}");
}

#[test]
fn values_are_read() {
    reads("", "");
    reads("1 -- one\n2.5 true", "1i32; 2.5f64; true");
    reads("-0x10 0b11u8 1_000i64", "-16i32; 3u8; 1000i64");
    reads("f32.nan -f64.inf f16.inf", "f32.nan; -f64.inf; f16.inf");
    reads("[1, 2, 3,]", "[1i32, 2i32, 3i32]");
    reads("[ [1f32,2] , [3,4] ]", "[[1.0f32, 2.0f32], [3.0f32, 4.0f32]]");
    reads("[1i8,-- one\n 2]5", "[1i8, 2i8]; 5i32");
    reads("[1.0, 2, f64.nan]", "[1.0f64, 2.0f64, f64.nan]");
    reads("[[[true],[false]],[[true],[true]]]", "[[[true], [false]], [[true], [true]]]");
    reads("empty([0][3]i32) empty( [2] [0]bool )", "empty([0][3]i32); empty([2][0]bool)");
    reads("\"\"", "empty([0]u8)");
    reads(r#""aé\n\"\x41\66""#, "[97u8, 195u8, 169u8, 10u8, 34u8, 65u8, 66u8]");
    reads("\u{feff}1 \u{feff}[2]", "1i32; [2i32]");
    reads("300u8 -1u16 [255i8, 1]", "44u8; 65535u16; [-1i8, 1i8]");
    reads("1e30f32 1e-7 16777216f32 0.1f32 -0f64", "1e30f32; 1e-7f64; 16777216.0f32; 0.1f32; -0.0f64");
}

#[test]
fn rows_may_be_written_in_any_form_of_arrays() {
    reads("[\"ab\", \"cd\"]", "[[97u8, 98u8], [99u8, 100u8]]");
    reads("[[\"a\"], [\"b\"]]", "[[[97u8]], [[98u8]]]");
    reads("[\"ab\", [1, 2]]", "[[97u8, 98u8], [1u8, 2u8]]");
    reads("[[1u8], \"a\"]", "[[1u8], [97u8]]");
    reads("[\"\", \"\"]", "empty([2][0]u8)");
    reads("[empty([0]i32)]", "empty([1][0]i32)");
    reads("[empty([0][3]f32), empty([0][3]f32)]", "empty([2][0][3]f32)");
    reads("[[empty([0]bool)]]", "empty([1][1][0]bool)");
    assert_eq!(read_as("[empty([0]i8), []]", ScalarType::I8, 2), Ok("empty([2][0]i8)".to_owned()));
    fails("[\"ab\", \"c\"]", "1:8: this row has length 1, but the rows before it have length 2");
    fails("[empty([0]i32), [1]]", "1:19: this row has length 1, but the rows before it have length 0");
    fails(
        "[empty([0]i32), empty([1][0]i32)]",
        "1:17: this row is of type [][]i32, but the rows before it of type []i32",
    );
    fails("[empty([0]i32), empty([0]i8)]", "1:17: this row is of type []i8, but the rows before it of type []i32");
    fails("[[1], \"a\"]", "1:7: this row is of type []u8, but the rows before it of type []i32");
    fails("[1, \"a\"]", "1:5: expected an element, as before in this array, but found a row");
    fails("[\"a\", 1]", "1:7: expected a row, as before in this array, but found `1`");
    fails("[e]", "1:2: expected a value, but found `e`");
    let as_bytes = |text| read_as(text, ScalarType::U8, 1);
    assert_eq!(
        as_bytes("[\"a\"]").unwrap_err(),
        "1:2: expected a value of type []u8, but this one has more dimensions"
    );
    assert_eq!(
        read_as("[\"a\"]", ScalarType::I32, 2).unwrap_err(),
        "1:2: expected a row of type []i32, but this one is of type []u8"
    );
}

#[test]
fn errors_have_a_place_and_say_what_is_wrong() {
    fails("[1,\n  x]", "2:3: expected i32, but found `x`");
    fails("x", "1:1: expected a value, but found `x`");
    fails("é", "1:1: expected a value, but found `é`");
    fails("[1, 2", "1:6: expected `,` or `]`, but found the end of the input");
    fails("[1 2]", "1:4: expected `,` or `]`, but found `2`");
    fails("[1, 2i8]", "1:5: expected i32, but `2i8` is of type i8");
    fails("[1, 2.5]", "1:5: expected i32, but `2.5` is of type f64");
    fails("[1, true]", "1:5: expected i32, but `true` is of type bool");
    fails("3000000000", "1:1: `3000000000` is out of the range of i32");
    fails("[[1,2],[3]]", "1:10: this row has length 1, but the rows before it have length 2");
    fails("[1,[2]]", "1:4: expected an element, as before in this array, but found a row");
    fails("[[1],2]", "1:6: expected a row, as before in this array, but found `2`");
    fails("[]", "1:2: an empty array is written with its type, such as `empty([0]i32)`");
    fails("[[],[]]", "1:3: an empty array is written with its type, such as `empty([0]i32)`");
    fails("empty([2]i32)", "1:1: an empty array must have a size that is 0");
    fails("empty(i32)", "1:1: an empty array must have a size that is 0");
    fails("empty([0]i31)", "1:10: expected `[` and a size, or an element type, but found `i31`");
    fails("empty([-1]i32)", "1:8: expected a size, but found `-1`");
    fails("\"ab", "1:1: this string does not end");
    fails("\"\\q\"", "1:2: this escape stands for no character");
    fails("]", "1:1: expected a value, but found `]`");
    fails(&"[".repeat(100_000), "1:256: an array has at most 255 dimensions");
}

#[test]
fn the_expected_type_is_taken() {
    use ScalarType::*;
    let cases = [
        ("5", U8, 0, Ok("5u8")),
        ("5", F32, 0, Ok("5.0f32")),
        ("[1, 2.5]", F16, 1, Ok("[1.0f16, 2.5f16]")),
        ("[[1],[2]]", I64, 2, Ok("[[1i64], [2i64]]")),
        ("empty([0]i8)", I8, 1, Ok("empty([0]i8)")),
        ("\"a\"", U8, 1, Ok("[97u8]")),
        ("[]", I8, 1, Ok("empty([0]i8)")),
        ("[[], []]", F64, 2, Ok("empty([2][0]f64)")),
        ("[[], [1]]", F64, 2, Err("1:8: this row has length 1, but the rows before it have length 0")),
        ("[]", F64, 2, Err("1:2: an empty array is written with its type, such as `empty([0][0]f64)`")),
        ("256", U8, 0, Err("1:1: `256` is out of the range of u8")),
        ("5i32", U8, 0, Err("1:1: expected u8, but `5i32` is of type i32")),
        ("1.5", I32, 0, Err("1:1: expected i32, but `1.5` is of type f64")),
        ("5", Bool, 0, Err("1:1: expected bool, but `5` is of type i32")),
        ("5", I32, 1, Err("1:1: expected a value of type []i32, but this one is of type i32")),
        ("[5]", I32, 0, Err("1:1: expected a value of type i32, but this one has more dimensions")),
        ("[5]", I32, 2, Err("1:2: expected a value of type [][]i32, but this one has rank 1")),
        ("[[5]]", I32, 1, Err("1:2: expected a value of type []i32, but this one has more dimensions")),
        ("empty([0]i8)", I32, 1, Err("1:1: expected a value of type []i32, but this one is of type []i8")),
        ("\"a\"", I32, 1, Err("1:1: expected a value of type []i32, but this one is of type []u8")),
        ("", I32, 0, Err("1:1: expected a value, but the input ends here")),
        ("5 6", I32, 0, Err("1:3: there is more input after the last value")),
        ("b\x02\x00 i32\x05\0\0\0", I32, 0, Ok("5i32")),
        ("b\x02\x00 i32\x05\0\0\0", F32, 0, Err("byte 0: expected a value of type f32, but this one is of type i32")),
    ];
    for (text, elem, rank, expected) in cases {
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(read_as(text, elem, rank), expected, "{text}");
    }
}

#[test]
fn cut_text_ends_too_early_or_is_shorter() {
    let text = "[[1i64, 2i64], [3i64, 4i64]]";
    for end in 1..text.len() {
        let error = read_values(&text.as_bytes()[..end]).unwrap_err();
        let inside_word = text[..end].ends_with('i') || text[..end].ends_with('6');
        // A number without the end of its suffix is not a number.
        assert!(error.kind == ReadErrorKind::End || inside_word, "{end}: {error}");
        assert!(error.offset <= end);
    }
}

#[test]
fn a_large_array_is_read_and_written_in_time_linear_in_its_size() {
    let value = random_value(ScalarType::F32, &[1000, 300], 1, None).unwrap();
    let mut text = Vec::new();
    write_text(&value, &mut text).unwrap();
    assert_eq!(read_values(&text), Ok(vec![value]));
}
