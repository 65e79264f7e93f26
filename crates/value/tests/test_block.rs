//! Tests of every form of test block, and of every way in which one can be malformed.

use proptest::prelude::*;
use rista_value::test_block::*;
use rista_value::{Expected, Scalar, ScalarType};

/// Returns one block with these lines.
fn block(lines: &str) -> String {
    let body: String = lines.lines().map(|line| format!("-- {line}\n")).collect();
    format!("-- ==\n{body}\ndef main = 0\n")
}

fn spec(lines: &str) -> TestSpec {
    parse(&block(lines)).unwrap()
}

fn cases(lines: &str) -> Vec<Case> {
    spec(lines).cases
}

fn input_text(case: &Case) -> &Text {
    match &case.input {
        Input::Values(text) | Input::Script(text) => text,
        _ => panic!("no text"),
    }
}

fn random(lines: &str) -> RandomInput {
    match &cases(lines)[0].input {
        Input::Random(input) => input.clone(),
        _ => panic!("not random"),
    }
}

fn print(text: &Text) -> Vec<String> {
    text.read_values().unwrap().iter().map(ToString::to_string).collect()
}

fn error(lines: &str) -> String {
    parse(&block(lines)).unwrap_err().to_string()
}

#[test]
fn a_file_without_blocks_has_nothing_to_test() {
    for text in
        ["", "-- a comment\n", "-- === a rule ===\n", "  -- ==\n  -- input {\n", "--==\n-- input {\n", "-- == x\n"]
    {
        let spec = parse(text).unwrap();
        assert!(spec.is_empty(), "{text}");
        assert_eq!(spec, TestSpec::default(), "{text}");
    }
}

#[test]
fn the_comment_above_the_first_block_describes_it() {
    let spec =
        parse("-- Not this.\n\n-- | Adds.\n--\n--   Twice.\n-- ==\n-- tags { a b-2 _c }\n\n-- More.\n-- ==\n").unwrap();
    assert_eq!(spec.description, "| Adds.\n\n  Twice.");
    assert_eq!(spec.tags, ["a", "b-2", "_c"]);
    assert!(spec.has_tag("b-2") && !spec.has_tag("b"));
    assert!(spec.is_empty());
}

#[test]
fn cases_have_inputs_and_outcomes() {
    let cases = cases(
        "input { 1 2 } output { 3 }\ninput @ data/a.in.gz output @b.out\ninput {} auto output\ninput { 1 }\nerror: out of .* \ninput{2}error:\ninput { }",
    );
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["#1", "#2", "#3", "#4", "#5", "#6"]);
    assert!(cases.iter().all(|case| case.entries == ["main"] && case.tags.is_empty() && !case.named));
    assert_eq!(cases.iter().map(|case| case.line).collect::<Vec<usize>>(), [2, 3, 4, 5, 7, 8]);
    assert_eq!(print(input_text(&cases[0])), ["1i32", "2i32"]);
    assert!(matches!(&cases[0].outcome, Outcome::Values(text) if print(text) == ["3i32"]));
    assert_eq!(cases[1].input, Input::File("data/a.in.gz".into()));
    assert_eq!(cases[1].outcome, Outcome::File("b.out".into()));
    assert_eq!(cases[2].outcome, Outcome::Auto);
    assert_eq!(cases[3].outcome, Outcome::Error(Pattern { regex: "out of .*".into(), line: 6, column: 11 }));
    assert!(matches!(&cases[4].outcome, Outcome::Error(pattern) if pattern.is_any()));
    assert_eq!(cases[5].outcome, Outcome::Success);
    assert_eq!(print(input_text(&cases[5])), [""; 0]);
}

#[test]
fn cases_have_names_and_tags() {
    let cases = cases(
        "\"a \\\"b\\\"\" compiled no_cuda\n  mem-16 input { 1 }\n\"random\" nobench random input { i32 }\ncompiled script notest input { f 1 }",
    );
    assert_eq!((cases[0].name.as_str(), cases[0].named), ("a \"b\"", true));
    assert_eq!(cases[0].tags, ["compiled", "no_cuda", "mem-16"]);
    assert!(cases[0].has_tag("compiled") && !cases[0].has_tag("nobench"));
    assert_eq!((cases[1].name.as_str(), cases[1].tags.as_slice()), ("random", ["nobench".to_owned()].as_slice()));
    assert!(matches!(cases[1].input, Input::Random(_)));
    assert_eq!((cases[2].name.as_str(), cases[2].tags.len()), ("#3", 2));
    assert!(matches!(cases[2].input, Input::Script(_)));
}

#[test]
fn values_may_take_lines_and_hold_strings_and_comments() {
    let cases = cases("input {\n  [[1f32, 2],\n   [3, 4]] -- not a }\n  \"}{\\\"--\" -- \"\n} output { true }");
    assert_eq!(print(input_text(&cases[0])).first().unwrap(), "[[1.0f32, 2.0f32], [3.0f32, 4.0f32]]");
    assert_eq!(input_text(&cases[0]).read_values().unwrap()[1].shape(), [5]);
    assert!(matches!(&cases[0].outcome, Outcome::Values(text) if print(text) == ["true"]));
}

#[test]
fn comments_of_nova_have_blocks() {
    let spec = parse("; Adds.\n; ==\n; input { 1 }\n;   output { 2 }\n-- input { 3 }\n(+ x 1)\n").unwrap();
    assert_eq!((spec.description.as_str(), spec.cases.len(), spec.cases[0].line), ("Adds.", 1, 3));
    let wrong = parse("; ==\n; inputs\n").unwrap_err();
    assert_eq!((wrong.line, wrong.column), (2, 9));
}

#[test]
fn values_take_the_types_of_the_entry_point() {
    let case = &cases("input { [1, 2]\n 3 }")[0];
    let (ints, float) = (Expected { elem: ScalarType::I64, rank: 1 }, Expected { elem: ScalarType::F32, rank: 0 });
    let read = |types: &[Expected]| {
        let values = input_text(case).read_values_as(types)?;
        Ok::<Vec<String>, TestBlockError>(values.iter().map(ToString::to_string).collect())
    };
    assert_eq!(read(&[ints, float]).unwrap(), ["[1i64, 2i64]", "3.0f32"]);
    // Places are those of the file, in which line 1 is `-- ==`.
    assert!(read(&[ints]).unwrap_err().to_string().starts_with("3:5: "));
    assert!(read(&[float, float]).unwrap_err().to_string().starts_with("2:12: "));
    assert!(read(&[ints, float, float]).unwrap_err().to_string().starts_with("3:7: "));
}

#[test]
fn errors_in_values_have_their_place_in_the_file() {
    let text = |lines: &str| input_text(&cases(lines)[0]).read_values().unwrap_err().to_string();
    assert_eq!(text("input { 1 ? }"), "2:14: expected a value, but found `?`");
    assert_eq!(text("input { \"äö\" ? }"), "2:17: expected a value, but found `?`");
    assert_eq!(text("input {\n  [1,\n 2i64] }").split(": ").next(), Some("4:5"));
    assert!(text("input { 1\n b }").starts_with("3:"));
}

#[test]
fn entries_hold_for_the_cases_after_them_in_the_block() {
    let text = "-- ==\n-- entry: f g'\n-- input { 1 }\n-- entry: _h\n-- input { 2 }\n\ndef x = 0\n-- ==\n-- input { 3 }\n\n-- ==\n-- entry: i";
    let spec = parse(text).unwrap();
    let entries: Vec<_> = spec.cases.iter().map(|case| (case.name.as_str(), case.entries.join(" "))).collect();
    assert_eq!(entries, [("#1", "f g'".into()), ("#2", "_h".into()), ("#1", "main".into())]);
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    let spec = parse("-- ==  \r\n--\tentry: f \r\n--\r\n--input\t@ a.in\r\n-- error: x \r\n\r\n-- input {").unwrap();
    assert_eq!(spec.cases[0].entries, ["f"]);
    assert_eq!(spec.cases[0].input, Input::File("a.in".into()));
    assert_eq!(spec.cases[0].outcome, Outcome::Error(Pattern { regex: "x".into(), line: 5, column: 11 }));
    assert_eq!(spec.cases.len(), 1);
    // A comment within the comment.
    assert_eq!(cases("-- input {\ninput {}").len(), 1);
}

#[test]
fn a_program_may_have_to_be_rejected() {
    let rejected = spec("tags { a }\nerror: size .* -- `n`");
    assert_eq!(rejected.compile_error, Some(Pattern { regex: "size .* -- `n`".into(), line: 3, column: 11 }));
    assert!(!rejected.is_empty());
    assert!(spec("error:\n").compile_error.unwrap().is_any());
}

#[test]
fn scripts_are_kept() {
    let cases = cases("script input { f {a=1, b={x=\"}\"}}\n 2 } output { 1 }\nscript input @ run.fut");
    assert_eq!(input_text(&cases[0]).text, " f {a=1, b={x=\"}\"}}\n    2 ");
    assert_eq!((input_text(&cases[0]).line, input_text(&cases[0]).column), (2, 18));
    assert_eq!(cases[1].input, Input::ScriptFile("run.fut".into()));
}

#[test]
fn structures_warnings_and_properties_are_kept() {
    let spec =
        spec("property: p q\nstructure { Screma 1 }\nstructure gpu-mem { /SegMap/Loop 2\n Alloc 0 }\nwarning: un.*d");
    let names: Vec<_> = spec.properties.iter().map(|property| (property.entry.as_str(), property.line)).collect();
    assert_eq!(names, [("p", 2), ("q", 2)]);
    assert_eq!(spec.structures[0].pipeline, Pipeline::Core);
    assert_eq!(spec.structures[0].counts, [("Screma".to_owned(), 1)]);
    assert_eq!((spec.structures[1].pipeline, spec.structures[1].line), (Pipeline::GpuMem, 4));
    assert_eq!(spec.structures[1].counts, [("/SegMap/Loop".to_owned(), 2), ("Alloc".to_owned(), 0)]);
    assert_eq!(spec.warnings, [Pattern { regex: "un.*d".into(), line: 6, column: 13 }]);
    assert!(!spec.is_empty() && spec.cases.is_empty());
    for (name, pipeline) in
        [("gpu", Pipeline::Gpu), ("mc", Pipeline::Mc), ("mc-mem", Pipeline::McMem), ("seq-mem", Pipeline::SeqMem)]
    {
        assert_eq!(Pipeline::from_name(name), Some(pipeline));
    }
    let later = parse("-- ==\n-- input {}\n\n-- ==\n-- property: r\n").unwrap();
    assert_eq!((later.cases.len(), later.properties.len()), (1, 1));
}

#[test]
fn random_inputs_are_types_and_constants() {
    let input = random("random input { [10][ 2_0 ] f32 bool\n 5i64 -7 2.5f32 true [0]u8}");
    let shown: Vec<String> = input.arguments.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["[10][20]f32", "bool", "5i64", "-7i32", "2.5f32", "true", "[0]u8"]);
    assert_eq!(input.arguments[2], RandomArgument::Constant(Scalar::I64(5)));
    assert_eq!(input.arguments[0], RandomArgument::Random { elem: ScalarType::F32, shape: vec![10, 20] });
    let values = generate(&input).unwrap();
    assert_eq!((values[0].elem(), values[0].shape()), (ScalarType::F32, [10, 20].as_slice()));
    assert_eq!(values[2].to_string(), "5i64");
    assert_eq!(values[6].to_string(), "empty([0]u8)");
    assert_eq!(generate(&random("random input { }")).unwrap(), []);
}

#[test]
fn random_arguments_of_one_type_are_equal() {
    let values = generate(&random("random input { [9]i32 [9]i32 [8]i32 }")).unwrap();
    assert_eq!(values[0], values[1]);
    assert_eq!(values[0], rista_value::random_value(ScalarType::I32, &[9], 1, None).unwrap());
    assert_ne!(values[0], values[2]);
}

#[test]
fn random_inputs_have_a_bound() {
    for types in ["[9223372036854775807][9]i64", "[1000000][1000000]u8", "[9000000000]u8 [9000000000]u8"] {
        let error = generate(&random(&format!("random input {{ {types} }}"))).unwrap_err();
        assert_eq!(error.to_string(), "2:18: this random input needs more than 16 GiB", "{types}");
    }
    assert!(generate(&random("random input { [0][9223372036854775807]i64 }")).is_ok());
}

#[test]
fn names_are_unique_in_a_block() {
    assert_eq!(error("\"a\" input {}\n\n\"a\" input { 1 }"), "4:4: the case on line 2 is also named `a`");
    assert_eq!(error("input {}\n\"#1\" input {}"), "3:4: the case on line 2 is also named `#1`");
    assert_eq!(parse("-- ==\n-- \"a\" input {}\n\n-- ==\n-- \"a\" input {}").unwrap().cases.len(), 2);
}

#[test]
fn runs_have_arguments_streams_and_an_end() {
    let spec = spec(
        "run\n\"a\" slow run args { \"-n\" \"a b\" } stdin \"1\\n\" prints @ a.out exit 3\ninput {}\nrun stdin @ b.in prints \"\" error: x .*\nrun",
    );
    let text = |text: &str| Stream::Text(text.to_owned());
    let file = |path: &str| Stream::File(path.to_owned());
    let runs = [
        Run { name: "#1".to_owned(), line: 2, ..Run::default() },
        Run {
            name: "a".to_owned(),
            line: 3,
            tags: vec!["slow".to_owned()],
            arguments: vec!["-n".to_owned(), "a b".to_owned()],
            input: text("1\n"),
            prints: Some(file("a.out")),
            exit: 3,
            error: None,
        },
        Run {
            name: "#4".to_owned(),
            line: 5,
            input: file("b.in"),
            prints: Some(text("")),
            exit: 1,
            error: Some(Pattern { regex: "x .*".to_owned(), line: 5, column: 38 }),
            ..Run::default()
        },
        Run { name: "#5".to_owned(), line: 6, ..Run::default() },
    ];
    assert_eq!(spec.runs, runs);
    assert_eq!(spec.cases[0].name, "#3");
    assert!(!spec.is_empty() && spec.patterns().count() == 1);
}

#[test]
fn malformed_cases_are_errors() {
    for (lines, message) in [
        ("input", "2:9: expected `{` or `@`, but found the end of the block"),
        ("input 5", "2:10: expected `{` or `@`, but found `5`"),
        ("compiled", "2:12: expected `input`, `run` or a tag of a test case, but found the end of the block"),
        ("compiled output { 1 }", "2:13: expected `input`, `run` or a tag of a test case, but found `output`"),
        ("\"a\" error: x", "2:8: expected `input`, `run` or a tag of a test case, but found `error:`"),
        ("inputs { 1 }", "2:11: expected `input`, `run` or a tag of a test case, but found `{`"),
        ("input { 1", "2:10: this `{` is not closed before the block ends"),
        ("input { 1 \noutput { 2 }", "3:11: there is a `{` in the values: close them with `}`"),
        ("input { \"a }", "2:12: this string does not end"),
        ("input { \"a\\", "2:12: this string does not end"),
        ("input @", "2:11: expected a file name after `@`, but found the end of the block"),
        ("input {} }", "2:13: expected a test case, but found `}`"),
        ("input {} output 5", "2:20: expected `{` or `@`, but found `5`"),
        ("input {} output { 1", "2:20: this `{` is not closed before the block ends"),
        ("input {} auto error: x", "2:18: expected `output` after `auto`, but found `error:`"),
        ("input {} output {} output {}", "2:23: there is no input for this output"),
        (
            "input {} output {}\nerror: x",
            "3:4: `error:` stands behind the input of a case, or alone in the first test block",
        ),
        ("input {} error x", "2:13: `error:` stands behind the input of a case, or alone in the first test block"),
        ("\"a", "2:4: a name is text in double quotes that ends on its line"),
        ("\"a\n\" input {}", "2:4: a name is text in double quotes that ends on its line"),
        ("\"a\\q\" input {}", "2:4: a name is text in double quotes that ends on its line"),
        ("random script input { 1 }", "2:11: an input is either `random` or `script`, not both"),
        ("run args 5", "2:13: expected `{`, but found `5`"),
        ("run args { a }", "2:15: an argument is text in double quotes that ends on its line"),
        ("run args { \"a\"", "2:18: an argument is text in double quotes that ends on its line"),
        ("run stdin a", "2:14: a stream is `@` with a file, or text in double quotes that ends on its line"),
        ("run exit 256", "2:16: an exit code is a number from 0 to 255"),
        ("run exit", "2:12: an exit code is a number from 0 to 255"),
        ("random run", "2:11: expected `input`, `run` or a tag of a test case, but found `run`"),
        ("script input { }", "2:17: script input needs an expression"),
        ("script input { {1 }", "2:17: this `{` is not closed before the block ends"),
        ("script input 1", "2:17: expected `{` or `@`, but found `1`"),
        ("==", "2:4: `==` stands inside a test block: leave an empty line before a new block"),
    ] {
        assert_eq!(error(lines), message, "{lines}");
    }
}

#[test]
fn malformed_random_inputs_are_errors() {
    for (input, message) in [
        ("@ f", "2:17: random input stands in braces, not in a file"),
        ("5", "2:17: expected `{`, but found `5`"),
        ("{ i32", "2:17: this `{` is not closed before the block ends"),
        ("{ i31 }", "2:19: expected a type with its sizes or a constant, but found `i31`"),
        ("{ ? }", "2:19: expected a type with its sizes or a constant, but found `?`"),
        ("{ 300u7 }", "2:19: expected a type with its sizes or a constant, but found `300u7`"),
        ("{ []i32 }", "2:20: expected a size, but found `]`"),
        ("{ [n]i32 }", "2:20: expected a size, but found `n`"),
        ("{ [-1]i32 }", "2:20: expected a size, but found `-1`"),
        ("{ [1i32 }", "2:21: expected `]`, but found `i32`"),
        ("{ [1]5 }", "2:22: expected an element type, such as `i32`, but found `5`"),
        ("{ [1] }", "2:23: expected an element type, such as `i32`, but found `}`"),
        ("{ [9223372036854775808]u8 }", "2:20: this size is too large"),
    ] {
        assert_eq!(error(&format!("random input {input}")), message, "{input}");
    }
    let deep = error(&format!("random input {{ {}i32 }}", "[1]".repeat(256)));
    assert!(deep.ends_with("an array has at most 255 dimensions"), "{deep}");
}

#[test]
fn malformed_directives_are_errors() {
    for (lines, message) in [
        ("tags a", "2:9: expected `{`, but found `a`"),
        ("tags { a", "2:9: this `{` is not closed before the block ends"),
        ("tags { a, }", "2:12: expected a tag or `}`, but found `,`"),
        ("input {}\ntags { a }", "3:4: `tags` may only stand at the start of the first test block"),
        (
            "error: x\ninput {}",
            "3:4: expected the end of the block, since the program is to be rejected, but found `input`",
        ),
        ("entry:\ninput {}", "2:10: `entry:` needs the names of entry points"),
        ("entry: f input { 1 }", "2:19: `{` is not the name of an entry point"),
        ("entry f", "2:4: there is no `:` behind `entry`"),
        ("property:", "2:13: `property:` needs the names of entry points"),
        ("property: 1p", "2:14: `1p` is not the name of an entry point"),
        ("warning:", "2:4: `warning:` needs a regular expression"),
        ("structure 5 {", "2:14: there is no pipeline `5`"),
        ("structure\ncpu {", "3:4: there is no pipeline `cpu`"),
        ("structure gpu", "2:17: expected `{`, but found the end of the block"),
        ("structure { A", "2:17: expected a count, but found the end of the block"),
        ("structure { A 1", "2:14: this `{` is not closed before the block ends"),
        ("structure { A -1 }", "2:18: expected a count, but found `-1`"),
        ("structure { A 99999999999999999999 }", "2:18: expected a count, but found `99999999999999999999`"),
        ("structure { 1 }", "2:16: expected the name of a construct, but found `1`"),
    ] {
        assert_eq!(error(lines), message, "{lines}");
    }
}

#[test]
fn later_blocks_only_add_cases_and_properties() {
    let second = |line: &str| parse(&format!("-- ==\n\n-- ==\n-- {line}\n")).unwrap_err().to_string();
    assert_eq!(second("tags { a }"), "4:4: `tags` may only stand at the start of the first test block");
    assert_eq!(second("error: x"), "4:4: `error:` stands behind the input of a case, or alone in the first test block");
    assert_eq!(second("warning: x"), "4:4: warnings may only stand in the first test block");
    assert_eq!(second("structure { A 1 }"), "4:4: structures may only stand in the first test block");
    let after = parse("-- ==\n-- error: x\n\n-- ==\n-- input {}\n").unwrap_err();
    assert_eq!(
        after.to_string(),
        "4:1: there is another test block, but the first one expects that the program is rejected"
    );
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "input", "output", "auto", "random", "script", "error:", "entry:", "tags", "structure", "property:",
                "warning:", "{", "}", "[", "]", "@", "\"", "\\", "\n-- ", "\n", "\n-- ==\n-- ", "--", "1", "i32", "ä",
                "b", "==", " ", "\t", "\r",
            ]),
            0..40,
        )
    ) {
        for separator in [" ", ""] {
            if let Ok(spec) = parse(&format!("-- ==\n-- {}", words.join(separator))) {
                for case in &spec.cases {
                    if let Input::Values(text) = &case.input {
                        let _ = text.read_values();
                    }
                }
            }
        }
    }
}
