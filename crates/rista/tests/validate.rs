//! Tests of `rista check --validate`: the checks, the inputs, and who is to blame.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "
-- ==
-- input { 2i64 [1i64, 2i64, 3i64] }
-- \"fails\" input { 0i64 [1i64] } error: division
-- compiled random input { 1i64 [100]i64 }
-- random input { 5i64 [20]i64 }
-- script input { (1i64, make 4i64) }
def main (n: i64) (xs: []i64) : []i64 = map (+ n) xs ++ map (/ n) (reverse xs)

entry make (n: i64) : []i64 = iota n

-- ==
-- property: twice
entry twice (xs: []i32) : bool = and (map2 (==) (reverse (reverse xs)) xs)
";

/// A program in which the second array is at the place of the first one. With more than one iteration, the second reads
/// elements that the first writes.
const RACE: &str = "
fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc i64 n
  let (xs : [n]i64 @ m -> R(n)) = iota n
  let (ys : [n]i64 @ m -> R(n)) = kernel i < n do
    let (at : i64) = i / 2
    let (x : i64) = xs[at]
    in (x)
  let (s : i64) = ys[0]
  in (s)
entry main = main (n : i64) -> i64
";

/// Returns a folder of the test with the given files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate").join(name);
    fs::create_dir_all(&folder).unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    folder
}

fn validate(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(["check", "--validate"]).args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a validation that succeeds. Returns its output.
#[track_caller]
fn valid(folder: &Path, words: &[&str]) -> String {
    let output = validate(folder, words);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{}", text(&output.stdout));
    text(&output.stdout)
}

/// Runs a validation that ends with exit code 1 and no output. Returns its messages.
#[track_caller]
fn wrong(folder: &Path, words: &[&str]) -> String {
    let output = validate(folder, words);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""), "{}", text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn all_inputs_of_tests_are_validated_after_each_pass() {
    let folder = folder("tests", &[("p.fut", PROGRAM)]);
    let told = valid(&folder, &["p.fut"]);
    let lines: Vec<&str> = told.lines().collect();
    let [heading, first, fails, compiled, random, script, property] = lines[..] else { panic!("{told}") };
    assert!(
        heading.starts_with("p.fut, by heap and by values after lower-to-funmem, drop-fills, short-circuit"),
        "{heading}"
    );
    assert!(first.starts_with("main #1: valid, no data race;"), "{first}");
    assert!(first.contains("; reads: 6, writes: 6, operations: "), "{first}");
    assert!(fails.starts_with("main fails: valid, no data race, fails by both (") && fails.contains("zero"), "{fails}");
    assert_eq!(compiled, "main #3: skipped, tag `compiled`");
    assert!(random.starts_with("main #4: valid") && script.starts_with("main #5: valid"), "{random}, {script}");
    assert!(property.starts_with("twice property: valid, no data race on 100 inputs;"), "{property}");
    assert_eq!(valid(&folder, &["p.fut", "--entry", "twice"]).lines().count(), 2);
}

#[test]
fn arguments_are_given_as_for_run() {
    let folder = folder("arguments", &[("p.fut", PROGRAM), ("xs.txt", "[4i64, -5i64]")]);
    for words in [&["p.fut", "-3", "[4, -5]"][..], &["p.fut", "-3", "-i", "xs.txt"], &["p.fut", "-i", "xs=xs.txt", "2"]]
    {
        let told = valid(&folder, words);
        assert!(told.lines().nth(1).is_some_and(|line| line.starts_with("main: valid, no data race;")), "{told}");
    }
    assert!(valid(&folder, &["p.fut", "--entry", "make", "3"]).contains("make: valid"));
    // This entry point has no tests.
    assert!(wrong(&folder, &["p.fut", "--entry", "make"]).contains("the argument `n` of make is missing"));
    assert!(wrong(&folder, &["p.fut", "--entry", "mane", "3"]).contains("no entry point `mane`"));
    assert!(wrong(&folder, &["p.fut", "3", "[1"]).contains("`xs` takes []i64"));
    assert!(wrong(&folder, &["none.fut"]).contains("no such file"));
}

#[test]
fn numbers_are_those_after_each_pass() {
    let folder = folder("json", &[("p.fut", PROGRAM)]);
    let told = valid(&folder, &["--json", "p.fut", "2", "[1, 2, 3]"]);
    let line: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&line["entry"], &line["outcome"], &line["case"]), (&"main".into(), &"valid".into(), &().into()));
    let stages = line["stages"].as_array().unwrap();
    let [first, short] = [&stages[0], &stages[2]];
    assert_eq!((&first["pass"], &short["pass"]), (&"lower-to-funmem".into(), &"short-circuit".into()));
    // Both halves are copied together at first.
    assert_eq!((&first["reads"], &short["reads"]), (&12.into(), &6.into()), "{line}");
    let skipped: Vec<serde_json::Value> =
        valid(&folder, &["--json", "p.fut"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((skipped.len(), &skipped[2]["outcome"]), (6, &"skipped".into()));
}

#[test]
fn programs_at_all_levels_are_validated() {
    let folder = folder("levels", &[("p.fut", PROGRAM)]);
    for level in ["core", "fun", "funmem"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        let printed = command.args(["dev", "p.fut", "--to", level]).current_dir(&folder).output().unwrap();
        let file = format!("p.{level}");
        fs::write(folder.join(&file), printed.stdout).unwrap();
        let told = valid(&folder, &[&file, "2", "[1, 2, 3]"]);
        assert!(told.contains("main: valid"), "{told}");
        assert_eq!(told.contains("as it stands"), level == "funmem", "{told}");
    }
    fs::write(folder.join("p.imp"), "").unwrap();
    let output = validate(&folder, &["p.imp"]);
    assert!(text(&output.stderr).contains("at level imp already, past funmem"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_host_code_calls_is_validated() {
    let trees = include_str!("../../../tests/nova/vectors_in_trees.nova");
    let folder = folder("host", &[("trees.nova", trees)]);
    let told = valid(&folder, &["trees.nova"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 1 + trees.matches("; input").count(), "{told}");
    assert!(lines.iter().skip(1).all(|line| line.contains("valid, no data race")), "{told}");
    assert!(!lines[2].contains("operations: 0,"), "the device part does something: {told}");
}

#[test]
fn who_writes_funmem_is_told_of_races_and_of_what_is_not_valid() {
    let outside = RACE.replace("-> R(n)) = iota", "-> 1 + {(n : 1)}) = iota");
    let changed = RACE.replace("kernel i < n do", "replicate [n] 7");
    let body = changed.find("    let (at").unwrap()..changed.find("  let (s ").unwrap();
    let changed = [&changed[..body.start], &changed[body.end..]].concat().replace("ys[0]", "xs[0]");
    let files = [("race.funmem", RACE), ("outside.funmem", &outside), ("changed.funmem", &changed)];
    let folder = folder("funmem", &files);
    assert!(valid(&folder, &["race.funmem", "1"]).contains("race.funmem, by heap and by values as it stands:"));
    let race = wrong(&folder, &["race.funmem", "4"]);
    let parts = [
        "main with its arguments is not valid: a data race on xs_",
        "at offset 0 of the block m_",
        "iteration 1 of the traversal that makes ys_",
        "reads what iteration 0 wrote",
        "in let (x_",
    ];
    parts.iter().for_each(|part| assert!(race.contains(part), "{part:?} is not in {race}"));
    let message = wrong(&folder, &["outside.funmem", "2"]);
    assert!(
        message.contains("reaches offset 2 of the block m_") && message.contains("which has 2 elements"),
        "{message}"
    );
    let message = wrong(&folder, &["changed.funmem", "2"]);
    assert!(
        message.contains("its heap and its values differ: ") && message.contains("expected 0i64, but got 7i64"),
        "{message}"
    );
    let output = validate(&folder, &["--json", "race.funmem", "4"]);
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &line["severity"]), (Some(1), &"error".into()));
    assert!(line["headline"].as_str().unwrap().contains("a data race on xs_"), "{line}");
}

#[test]
fn a_text_without_meaning_is_its_writers_fault() {
    let text = "
fun main (n : i64) (xs : [n]i64) -> (x : i64) =
  let (x : i64) = xs[5]
  in (x)
entry main = main (xs : []i64) -> i64
";
    let folder = folder("meaning", &[("p.fun", text)]);
    assert!(wrong(&folder, &["p.fun", "[1]"]).contains("main with its arguments has no meaning: "));
    assert!(valid(&folder, &["p.fun", "[1, 2, 3, 4, 5, 6]"]).contains("main: valid"));
}
