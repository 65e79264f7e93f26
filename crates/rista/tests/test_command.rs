//! `rista test` on a folder of programs that end in every outcome, in the evaluator of CORE and as compiled C.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Programs, by their paths.
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
        "skipped/script.fut",
        "-- ==\n-- script input { 1 } output { 1 }\n-- input { 1 } output { 1 }\ndef main (x: i32) = x\n",
    ),
    ("skipped/disabled.fut", "-- ==\n-- tags { disable }\n-- error: this is not even\n???\n"),
];

/// What must come of each, in the order of programs: program, entry, case and outcome.
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
    ("skipped/script.fut", "main", "#1", "skipped"),
    ("skipped/script.fut", "main", "#2", "passed"),
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

/// The records, each as its program, entry, case and outcome, sorted; and its message.
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
    assert_eq!(text, "15 passed, 0 failed\n");
    assert_eq!(output.status.code(), Some(0));
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
    // A compiler that takes nothing at all is wrong itself.
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
        (&["--target", "cobol"][..], "error: there is no target `cobol`: core, fun, funmem, imp, c or all\n"),
        (&["--filter", "("], "error: the filter is no regular expression"),
        (&["--timeout=-1"], "error: -1 is no time limit in seconds\n"),
        (&["absent.fut"], "error: cannot read absent.fut"),
        (&["good/data"], "error: cannot read good/data"),
    ] {
        let output = rista(folder.path(), arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.starts_with(message), "{arguments:?}: {errors}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
