//! Tests of `rista test` on a folder of programs with every outcome, in the evaluator of CORE and as compiled C.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The programs, by their paths.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "good/sum.fut",
        "-- Sums and what they are made of.
-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
-- \"nothing\" input { empty([0]i32) } output { 0 }
-- input @ data/ones.in.gz output @ data/ones.out
-- random input { [100]i32 } auto output
-- random input { [10]i32 }

-- ==
-- entry: both
-- input { 2.0 3i32 } output { 2.001 4 }

entry total (xs: []i32) : i32 = reduce (+) 0 xs
entry both (x: f64) (y: i32) : (f64, i32) = (x, y + 1)
",
    ),
    (
        "good/fails.fut",
        "-- ==
-- input { 3i64 [1i32, 2i32] } error: Index \\[[0-9]+\\] out of bounds
-- input { 1i64 [1i32, 2i32] } output { 2i32 }

def main (i: i64) (xs: []i32) : i32 = xs[i]
",
    ),
    ("good/nothing.fut", "def main (x: i32) = x\n"),
    ("good/rejected.fut", "-- ==\n-- error: [tT]ype|i32\ndef main (x: i32) : bool = x + 1\n"),
    (
        "wrong/values.fut",
        "-- ==
-- input { 1 } output { 3 }
-- input { 1 } output { 2 2 }
-- input { 1 2 } output { 2 }
-- input @ missing.in output { 2 }
-- input { 1 } error: too small
-- input { 0 } error: quite another text
-- input { 0 } output { 1 }

-- ==
-- entry: absent
-- input { 1 } output { 2 }

def main (x: i32) : i32 = assert (x != 0) (x + 1)
",
    ),
    ("wrong/accepted.fut", "-- ==\n-- error:\ndef main (x: i32) = x\n"),
    ("wrong/message.fut", "-- ==\n-- error: colourless green ideas\ndef main (x: i32) : bool = x + 1\n"),
    ("wrong/rejected.fut", "-- ==\n-- input { 1 } output { 1 }\ndef main (x: i32) : bool = x + 1\n"),
    ("wrong/block.fut", "-- ==\n-- output { 1 }\ndef main (x: i32) = x\n"),
    (
        "skipped/tags.fut",
        "-- ==
-- tags { slow }
-- notest input { 1 } output { 0 }
-- no_c no_core input { 1 } output { 0 }
-- input { 1 } output { 0 }
def main (x: i32) = x
",
    ),
    (
        "skipped/structure.fut",
        "-- ==\n-- input { 1 } output { 1 }\n-- structure gpu { SegMap 1 }\ndef main (x: i32) = x\n",
    ),
    ("skipped/disabled.fut", "-- ==\n-- tags { disable }\n-- error: this is not even\n???\n"),
];

/// The expected outcome of each case, in the order of programs: program, entry, case and outcome.
const EXPECTED: &[(&str, &str, &str, &str)] = &[
    ("good/fails.fut", "main", "#1", "passed"),
    ("good/fails.fut", "main", "#2", "passed"),
    ("good/nothing.fut", "", "compile", "passed"),
    ("good/rejected.fut", "", "compile", "rejected_as_expected"),
    ("good/sum.fut", "both", "#1", "passed"),
    ("good/sum.fut", "total", "#1", "passed"),
    ("good/sum.fut", "total", "#3", "passed"),
    ("good/sum.fut", "total", "#4", "passed"),
    ("good/sum.fut", "total", "#5", "passed"),
    ("good/sum.fut", "total", "nothing", "passed"),
    ("skipped/disabled.fut", "", "compile", "skipped"),
    ("skipped/structure.fut", "", "structure on line 3", "skipped"),
    ("skipped/structure.fut", "main", "#1", "passed"),
    ("skipped/tags.fut", "main", "#1", "skipped"),
    ("skipped/tags.fut", "main", "#2", "skipped"),
    ("skipped/tags.fut", "main", "#3", "skipped"),
    ("wrong/accepted.fut", "", "compile", "accepted_wrongly"),
    ("wrong/block.fut", "", "tests", "failed"),
    ("wrong/message.fut", "", "compile", "failed"),
    ("wrong/rejected.fut", "main", "#1", "failed"),
    ("wrong/values.fut", "absent", "#1", "failed"),
    ("wrong/values.fut", "main", "#1", "failed"),
    ("wrong/values.fut", "main", "#2", "failed"),
    ("wrong/values.fut", "main", "#3", "failed"),
    ("wrong/values.fut", "main", "#4", "failed"),
    ("wrong/values.fut", "main", "#5", "failed"),
    ("wrong/values.fut", "main", "#6", "failed"),
    ("wrong/values.fut", "main", "#7", "failed"),
];

fn folder(programs: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in programs {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn rista(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.current_dir(folder).env("TMPDIR", folder).arg("test").args(arguments);
    command.output().unwrap()
}

/// Returns the records, sorted: program, entry, case and outcome, and the message.
fn records(output: &Output) -> Vec<([String; 4], String)> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let record = |line: &str| {
        let json: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| json[name].as_str().unwrap().to_owned();
        ([field("program"), field("entry"), field("case"), field("outcome")], field("message"))
    };
    let mut records: Vec<_> = text.lines().map(record).collect();
    records.sort();
    records
}

fn check_outcomes(target: &str) {
    let folder = folder(PROGRAMS);
    let data = folder.path().join("good/data");
    fs::create_dir(&data).unwrap();
    let mut packed = GzEncoder::new(fs::File::create(data.join("ones.in.gz")).unwrap(), Compression::fast());
    packed.write_all(b"[1, 1, 1, 1]").unwrap();
    packed.finish().unwrap();
    fs::write(data.join("ones.out"), "4").unwrap();

    let output = rista(folder.path(), &["--json", "--target", target, "--exclude", "slow"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let records = records(&output);
    let expected: Vec<[String; 4]> = EXPECTED
        .iter()
        .map(|&(program, entry, case, outcome)| [program, entry, case, outcome].map(str::to_owned))
        .collect();
    let actual: Vec<[String; 4]> = records.iter().map(|(record, _)| record.clone()).collect();
    assert_eq!(actual, expected, "{records:#?}\n{errors}");
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("11 passed, 12 failed, 5 skipped\n"), "{errors}");

    let message = |program: &str, case: &str| {
        let found =
            records.iter().find(|(record, _)| record[0] == program && record[2] == case && record[1] != "absent");
        found.unwrap().1.clone()
    };
    assert!(message("wrong/values.fut", "#4").contains("missing.in: there is no such file"));
    assert!(message("wrong/values.fut", "#5").contains("a failure was expected"));
    assert!(message("wrong/values.fut", "#6").contains("another message than `quite another text`"));
    assert!(message("skipped/tags.fut", "#3").contains("tag `slow`"));
}

#[test]
fn every_outcome_on_core() {
    check_outcomes("core");
}

#[test]
fn every_outcome_on_c() {
    check_outcomes("c");
}

#[test]
fn all_targets_agree() {
    let folder = folder(&PROGRAMS[1..3]);
    let output = rista(folder.path(), &["good", "--target", "core,fun", "--all-targets", "--verify"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text, "24 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn programs_with_output_are_run() {
    let folder = folder(&[
        (
            "right.mc",
            "-- ==
-- run prints \"ab\" exit 3
-- \"a file\" run prints @ right.out exit 3
-- no_c run exit 4
mexpr print \"a\"; print \"b\"; exit 3
",
        ),
        ("right.out", "ab"),
        (
            "wrong.mc",
            "-- ==
-- run prints \"a\" error: go+d
-- run prints \"b\" error:
-- run exit 1
-- run error: bad
-- run stdin @ missing
-- input {}
mexpr print \"a\"; error \"good\"
",
        ),
        ("pure.mc", "-- ==\n-- run prints \"a\"\nmexpr 2\n"),
    ]);
    for target in ["core", "imp", "c"] {
        let output = rista(folder.path(), &["--json", "--target", target]);
        let records = records(&output);
        let outcomes: Vec<String> =
            records.iter().map(|([program, _, case, outcome], _)| format!("{program} {case} {outcome}")).collect();
        let expected = [
            "pure.mc #1 failed",
            if target == "c" { "right.mc #3 skipped" } else { "right.mc #3 failed" },
            "right.mc #1 passed",
            "right.mc a file passed",
            "wrong.mc #1 passed",
            "wrong.mc #2 failed",
            "wrong.mc #3 passed",
            "wrong.mc #4 failed",
            "wrong.mc #5 failed",
            "wrong.mc #6 failed",
        ];
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        let mut outcomes = outcomes;
        outcomes.sort();
        assert_eq!(outcomes, expected, "{target}: {records:#?}");
        let message = |case: &str| records.iter().find(|(record, _)| record[0] == "wrong.mc" && record[2] == case);
        for (case, part) in [("#2", "it prints\na\n"), ("#4", "than `bad`"), ("#5", "missing: there is no such file")] {
            let message = &message(case).unwrap().1;
            assert!(message.contains(part), "{target}: {message}");
        }
    }
}

/// A program with unit tests of all forms, of which five fail.
const UNITS: &str = "type T a
con A : all a. a -> T a
con B : all a. {x : [T a], y : Float} -> T a
con C : all a. () -> T a

utest A 1 with A 1
utest B {x = [A 1, C ()], y = 2.} with B {x = [A 2], y = 0.5}
utest [\"a\\n\", \"\"] with []
utest 'c' with 'd' using eqc
utest lam x. x with 1 using lam f. lam n. eqi (f n) n
utest 1 with 2 using eqi else lam a. lam b. concat (if lti a b then \"    less\" else \"\") \"!\"
let twice = lam n. utest n with n in muli 2 n
mexpr
print \"<\";
let n = addi (twice 1) (twice 2) in
utest (n, {a = true}) with (7, {a = false}) in
print \">\"; exit 3
";

const UNITS_PRINT: &str = "it ends with exit code 1, not 0
standard output:
.
 ** Unit test FAILED: units.mc:7:7-61 **
    LHS: B {x = [A 1, C ()], y = 2.}
    RHS: B {x = [A 2], y = 0.5}

 ** Unit test FAILED: units.mc:8:7-25 **
    LHS: [\"a\\n\", \"\"]
    RHS: []

 ** Unit test FAILED: units.mc:9:7-18 **
    LHS: 'c'
    RHS: 'd'
    Using: eqc
.
 ** Unit test FAILED: units.mc:11:7-14 **
    less!
<..
 ** Unit test FAILED: units.mc:16:7-43 **
    LHS: (6, {a = true})
    RHS: (7, {a = false})
>
ERROR! 4 successful tests and 5 failed tests.
";

#[test]
fn unit_tests_of_mexpr_are_run() {
    let folder = folder(&[
        ("units.mc", UNITS),
        ("both.mc", "-- ==\n-- run prints \"a\"\nutest 1 with 1\nmexpr utest 2 with 2 in print \"a\"\n"),
        ("cases.mc", "-- ==\n-- entry: f\n-- input { 1 } output { 2 }\nlet f = lam x. addi x 1\nutest f 1 with 2\n"),
        ("functions.mc", "utest negi with lam x. x\n"),
    ]);
    let output = rista(folder.path(), &["--json", "--target", "core,imp,c"]);
    let records = records(&output);
    let outcomes: Vec<String> =
        records.iter().map(|([program, entry, case, end], _)| format!("{program} {entry} {case} {end}")).collect();
    let expected = [
        "both.mc main #1 passed",
        "both.mc main utest passed",
        "cases.mc f #1 passed",
        "cases.mc main utest passed",
        "functions.mc main utest failed",
        "units.mc main utest failed",
    ];
    assert_eq!(outcomes, expected.map(|line| [line; 3]).concat());
    for (record, message) in records {
        match record[0].as_str() {
            "functions.mc" => assert!(message.contains("E0304"), "{message}"),
            "units.mc" => {
                let (printed, _) = message.split_once("standard error:").unwrap();
                assert_eq!(printed.trim_end(), UNITS_PRINT.trim_end());
            }
            _ => {}
        }
    }
}

#[test]
fn whole_messages_are_compared_and_blessed() {
    let folder = folder(&[("a/wrong.mc", "-- ==\n-- error: E0201\nmexpr nowhere\n"), ("a/wrong.mc.error", "other\n")]);
    let outcome = |bless: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        command.current_dir(folder.path()).args(["test", "--json"]);
        let output = if bless { command.env("BLESS", "1") } else { &mut command }.output().unwrap();
        records(&output)[0].0[3].clone()
    };
    assert_eq!(
        [outcome(false), outcome(true), outcome(false)],
        ["failed", "rejected_as_expected", "rejected_as_expected"]
    );
    let written = fs::read_to_string(folder.path().join("a/wrong.mc.error")).unwrap();
    assert!(written.contains("--> wrong.mc:3:7"), "{written}");
}

#[test]
fn endless_programs_are_stopped() {
    let text = "-- ==\n-- input { 1 }\ndef main (x: i32) = loop x while x != 0 do if x == 1 then 2 else 1\n";
    let folder = folder(&[("endless.fut", text)]);
    let output = rista(folder.path(), &["endless.fut", "--json", "--target", "core,c", "--timeout", "2"]);
    let records = records(&output);
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|(record, _)| record[3] == "timed_out"), "{records:?}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn programs_that_do_not_compile_to_a_program_have_crashed() {
    let folder = folder(&PROGRAMS[1..3]);
    let with = |compiler: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        command.current_dir(folder.path()).env("TMPDIR", folder.path()).env("CC", compiler);
        let records = records(&command.args(["test", "--json"]).output().unwrap());
        records.into_iter().map(|(record, _)| record[3].clone()).collect::<Vec<_>>()
    };
    assert_eq!(with("sh -c 'case \"$*\" in *probe*) exit 0;; esac; exit 1' sh"), ["crashed"; 3]);
    // A compiler that cannot compile anything is itself reported.
    assert_eq!(with("false"), ["failed"; 3]);
}

#[test]
fn filters_choose_programs_and_cases() {
    let folder = folder(PROGRAMS);
    let chosen = |filter: &str| {
        let output = rista(folder.path(), &["--json", "--target", "core", "--filter", filter]);
        records(&output).into_iter().map(|(record, _)| record).collect::<Vec<_>>()
    };
    let one = ["good/sum.fut", "total", "nothing", "passed"].map(str::to_owned);
    assert_eq!(chosen("sum.fut:total:nothing$"), [one]);
    assert_eq!(chosen("nothing\\.fut").len(), 1);
    assert!(chosen("no such program").is_empty());
}

#[test]
fn wrong_command_lines_are_told() {
    let folder = folder(&PROGRAMS[..1]);
    for (arguments, message) in [
        (
            &["--target", "cobol"][..],
            "error: there is no target `cobol`: core, fun, funmem, imp, tasks, kernels, c, multicore, opencl, cuda or all\n",
        ),
        (&["--filter", "("], "error: the filter is not a regular expression"),
        (&["--timeout=-1"], "error: -1 is not a time limit in seconds\n"),
        (
            &["--thresholds", "x"],
            "error: invalid value 'x' for '--thresholds <N>': a tuning parameter is a whole number",
        ),
        (&["--filter", "no such program", "--target", "core"], "error: no test matches the filter `no such program`\n"),
        (&["absent.fut"], "error: cannot read absent.fut"),
        (&["good/data"], "error: cannot read good/data"),
    ] {
        let output = rista(folder.path(), arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.starts_with(message), "{arguments:?}: {errors}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// A reduction of rows by an operator that is not associative: results differ between versions.
const VERSIONS: &str = "-- ==
-- input { [[1, 2, 3, 4, 5, 6, 7, 8]] } output { [-36] }

def main [n] [m] (a: [n][m]i32) : [n]i32 = map (reduce (-) 0) a
";

#[test]
fn thresholds_choose_versions_by_option_and_by_file() {
    let folder = folder(&[("rows.fut", VERSIONS)]);
    let outcome = |arguments: &[&str]| {
        let output = rista(folder.path(), &[&["rows.fut", "--json", "--target", "kernels"], arguments].concat());
        let records = records(&output);
        (records[0].0[3].clone(), records[0].1.clone())
    };
    assert_eq!(outcome(&[]).0, "failed");
    assert_eq!(outcome(&["--thresholds", "0"]).0, "passed");
    assert_eq!(outcome(&["--thresholds", "2"]).0, "failed");
    let tuning = |text: &str| fs::write(folder.path().join("rows.fut.tuning"), text).unwrap();
    tuning("group_size=64\n\nmain.flatten_0=1\n");
    assert_eq!(outcome(&[]).0, "passed");
    assert_eq!(outcome(&["--no-tuning"]).0, "failed");
    assert_eq!(outcome(&["--thresholds", "2"]).0, "failed");
    for (text, wrong) in [
        (
            "main.flatten_1=1",
            "there is no tuning parameter `main.flatten_1`\nhelp: there are: group_size, groups, group_memory, tile_size, warp_size, short_segment, stack_size, main.flatten_0",
        ),
        (
            "main.flatten_0=1\nmain.flatten_0",
            "rows.fut.tuning, line 2: `main.flatten_0`: a tuning parameter is set by NAME=VALUE",
        ),
        (
            "main.flatten_0=-1",
            "rows.fut.tuning, line 1: `main.flatten_0=-1`: a tuning parameter is a whole number from 0 to",
        ),
    ] {
        tuning(text);
        let (outcome, message) = outcome(&[]);
        assert!(outcome == "failed" && message.starts_with(wrong), "{text}: {message}");
    }
    // The option only concerns devices.
    let output = rista(folder.path(), &["rows.fut", "--target", "imp,c"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 passed, 0 failed\n");
}

/// Returns the messages of a program's failures, by entry point and case.
fn failures(text: &str, arguments: &[&str]) -> Vec<(String, String)> {
    let folder = folder(&[("program.fut", text)]);
    let output = rista(folder.path(), &[&["program.fut", "--json"], arguments].concat());
    let bad = |record: &([String; 4], String)| record.0[3] != "passed";
    let named = |([_, entry, case, _], message): ([String; 4], String)| (format!("{entry} {case}"), message);
    records(&output).into_iter().filter(bad).map(named).collect()
}

#[test]
fn scripts_that_are_wrong_are_told_with_their_places() {
    let cases = [
        ("pair", "(1", "3:22: expected `,` or `)`, but found the end of the input"),
        ("pair", "nowhere 1", "3:19: there is no entry point and no variable `nowhere`"),
        ("pair", "1", "3:19: `pair` takes 2 arguments, but the script gives 1i32"),
        ("pair", "(1, 2, 3)", "3:19: `pair` takes 2 arguments, but the script gives (1i32, 2i32, 3i32)"),
        ("pair", "(1, true)", "3:19: the argument `b` of `pair` is wrong: expected []u8, but this is true"),
        ("pair", "(1, [1, 300])", "3:19: the argument `b` of `pair` is wrong: expected u8, but this is 300i32"),
        ("pair", "let (a, b) = made 3 in (a, b, c)", "3:49: there is no entry point and no variable `c`"),
        ("pair", "let (a, b, c) = made 3 in a", "the pattern has 3 parts, but its value is (i64, []u8)"),
        ("pair", "made 3 4", "3:19: `made` takes 1 argument, but is given 2"),
        ("pair", "made 3.5", "3:19: the argument `n` of `made` is wrong: expected i64, but this is 3.5f64"),
        ("pair", "made (-1)", "3:19: this call fails: Error: "),
        ("pair", "pair 1", "but the script gives an entry point that lacks arguments"),
        ("pair", "((made 2).1[2], [1])", "3:31: the index 2 is out of bounds of an array of length 2"),
        ("pair", "(made 2).x", "3:19: there is no field `x` in (i64, []u8)"),
        ("pair", "$loaddata \"none.in\"", "none.in: there is no such file"),
        ("pair", "$loadimg \"a.png\"", "3:19: there is no built-in function `$loadimg`"),
        ("rows", "[[1, 2], [3]]", "the rows of an array have different shapes"),
    ];
    for (entry, script, message) in cases {
        let text = format!(
            "-- ==\n-- entry: {entry}\n-- script input {{ {script} }}
entry made (n: i64) : (i64, []u8) = (assert (n >= 0) n, map u8.i64 (iota n))
entry pair (a: i64) (b: []u8) : i64 = a + i64.u8 (u8.sum b)
entry rows (xss: [][]i32) : i64 = length xss
"
        );
        let failures = failures(&text, &["--target", "core"]);
        assert_eq!(failures.len(), 1, "{script}");
        assert!(failures[0].1.starts_with("the input cannot be used: test block, "), "{script}: {failures:?}");
        assert!(failures[0].1.contains(message), "{script}: {}", failures[0].1);
    }
}

#[test]
fn scripts_do_not_run_on_the_target() {
    // The script takes too long for the evaluator.
    let text = "-- ==\n-- script input { endless 1 }
entry endless (x: i32) = loop x while x != 0 do if x == 1 then 2 else 1
entry main (x: i32) = x
";
    let failures = failures(text, &["--target", "c", "--timeout", "2"]);
    assert_eq!(failures, [("main #1".to_owned(), "the script of the input: after 2 s".to_owned())]);
}

/// Properties that are false, fail, or are none.
const PROPERTIES: &str = "-- ==
-- property: short ordered equal even picky late fails nothing number absent computed

#[prop]
entry short [n] (xs: [n]i32, ys: [n]bool) : bool = n < 3 || ys[0] == ys[0] && false
#[prop(size(1000))]
entry ordered (xs: []i64) : bool = and (map (\\i -> i == 0 || xs[i - 1] <= xs[i]) (indices xs))
#[prop]
entry equal (a: f64, b: f64) : bool = a - b == b - a
entry evens (size: i64) (seed: i64) : i64 = 2 * size + 0 * seed
#[prop(gen(evens))]
entry even (x: i64) : bool = x < 9
entry two_less (x: i64) (_: i32) : i64 = x - 2
#[prop(gen(evens), shrink(two_less))]
entry picky (x: i64) : bool = x < 90
#[prop(gen(missing))]
entry late (x: i32) : bool = x == x
entry fails (xs: []i32) : bool = xs[0] == xs[0]
#[prop(gen(evens))]
entry nothing (x: i32) : bool = x == x
entry number (x: i32) : i32 = x
#[prop]
entry computed [n] (xs: [n + n]i32, ys: [n]i32) : bool = length xs == 2 * length ys
";

fn check_properties(target: &str) {
    let failures = failures(PROPERTIES, &["--target", target]);
    let expected = [
        ("absent property", "there is no entry point `absent`"),
        (
            "computed property",
            "there is no random input: a size in its type is computed; generate it with `#[prop(gen(f))]`",
        ),
        ("equal property", "it is false for the input\n(0.0f64, 1.0f64)\nfound on try "),
        ("even property", "it is false for the input\n10i64\nfound on try "),
        (
            "fails property",
            "it fails (Error: Index [0] out of bounds for array of shape [0].) for the input\nempty([0]i32)\n",
        ),
        ("late property", "there is no entry point `missing`, which is to generate inputs"),
        ("nothing property", "`evens` is not a generator: it must take (size: i64) and (seed: i32) and return i32"),
        ("number property", "`number` is not a property: it has 1 parameters and returns i32, not 1 and bool"),
        ("ordered property", "it is false for the input\n[1i64, 0i64]\nfound on try "),
        ("picky property", "it is false for the input\n90i64\nfound on try "),
        ("short property", "it is false for the input\n([0i32, 0i32, 0i32], [false, false, false])\nfound on try "),
    ];
    assert_eq!(failures.len(), expected.len(), "{failures:#?}");
    for ((name, message), (expected_name, start)) in failures.iter().zip(expected) {
        assert_eq!(name, expected_name);
        assert!(message.starts_with(start), "{name}: {message}");
    }
}

#[test]
fn properties_that_are_wrong_are_told_with_small_inputs() {
    check_properties("core");
}

#[test]
fn properties_run_as_compiled_programs() {
    check_properties("c");
}

#[test]
fn properties_run_only_where_a_block_names_them() {
    let text = "#[prop]\nentry wrong (x: i32) : bool = x != x\n";
    assert_eq!(failures(text, &["--target", "core"]), []);
    let disabled = format!("-- ==\n-- tags {{ disable }}\n-- property: wrong\n{text}");
    assert_eq!(failures(&disabled, &["--target", "core"]), [("wrong property".to_owned(), "tag `disable`".to_owned())]);
}

#[test]
fn the_reference_takes_every_kind_of_input() {
    let text = "-- ==
-- input { [1i64, 2i64] } auto output
-- random input { [1000]i64 } auto output
-- script input { numbers 50 } auto output
-- input @ some.in auto output
entry numbers (n: i64) : []i64 = iota n
entry main (xs: []i64) : ([]i64, i64) = (scan (+) 0 xs, i64.sum xs)
";
    let folder = folder(&[("auto.fut", text), ("some.in", "[3i64, 4i64]")]);
    let output = rista(folder.path(), &["auto.fut", "--all-targets"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "32 passed, 0 failed\n");
}

/// The evaluator of CORE would take minutes.
#[test]
fn a_long_reference_is_compiled() {
    let text = "-- ==\n-- input { 400000000i64 } auto output\n-- input { -1i64 } auto output
def main (n: i64) = assert (n >= 0) (loop x = 0u64 for i < n do x * 31 ^ u64.i64 i)\n";
    let failures = failures(text, &["--target", "c"]);
    let [(case, message)] = &failures[..] else { panic!("one failure: {failures:?}") };
    assert!(case == "main #2" && message.contains("n >= 0"), "{case}: {message}");
}

#[test]
fn names_of_cases_differ_and_warnings_are_demanded() {
    let text = "-- ==\n-- \"a\" input { 1 }\n-- \"a\" input { 2 }\ndef main (x: i32) = x\n";
    let [(_, message)] = &failures(text, &["--target", "core"])[..] else { panic!("one failure") };
    assert!(message.contains("3:4: the case on line 2 is also named `a`"), "{message}");
    let text = "-- ==\n-- input { 1 }\n-- warning: unknown attribute\n-- warning: no such thing\n#[wrong] def main (x: i32) = x\n";
    let [(case, message)] = &failures(text, &["--target", "core"])[..] else { panic!("one failure") };
    assert_eq!(case, " warning on line 4");
    assert!(message.starts_with("no warning `no such thing`; given: \nwarning"), "{message}");
    let quiet = "\u{feff}-- ==\n-- input { 1 }\n-- warning: ^$\ndef main (x: i32) = x\n";
    assert_eq!(failures(quiet, &["--target", "core"]), []);
    let loud = "-- ==\n-- input { 1 }\n-- warning: ^$\n#[wrong] def main (x: i32) = x\n";
    assert_eq!(failures(loud, &["--target", "core"]).len(), 1);
}

#[test]
fn malformed_regular_expressions_are_told_with_their_places() {
    let programs = [
        ("-- ==\n-- error: (unclosed\ndef f = 1 +\n", "2:11"),
        ("-- ==\n-- input { 1 }\n-- error: [a-\ndef main (x: i32) = x\n", "3:11"),
        ("-- ==\n-- input { 1 }\n-- warning:  a{2\ndef main (x: i32) = x\n", "3:14"),
    ];
    for (text, place) in programs {
        let [(case, message)] = &failures(text, &["--target", "core"])[..] else { panic!("one failure: {text}") };
        assert_eq!(case, " tests");
        let start = format!("its test block is malformed: {place}: malformed regular expression `");
        assert!(message.starts_with(&start), "{message}");
    }
}
