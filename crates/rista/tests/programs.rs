//! Every program of `tests/`, `examples/` and `bench/` with its cases, on every evaluator and as compiled C.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Lines of a message that a failure shows.
const SHOWN_LINES: usize = 12;

#[test]
fn all_programs_pass_on_all_targets() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(["test", "--all-targets", "--verify", "--json", "tests", "examples", "bench"]).current_dir(root);
    let output = command.output().expect("the command line starts");
    let (stdout, summary) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let records: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let mut failed: Vec<String> = records.iter().filter(|record| is_bad(record)).map(shown).collect();
    failed.sort();
    assert!(failed.is_empty(), "{} cases fail:\n\n{}\n\n{summary}", failed.len(), failed.join("\n"));
    assert!(output.status.success(), "{}: {summary}", output.status);
    for target in ["core", "fun", "funmem", "imp", "tasks", "kernels", "c", "multicore"] {
        let passed = |record: &&Value| record["target"] == target && record["outcome"] == "passed";
        let count = records.iter().filter(passed).count();
        assert!(count >= 500, "only {count} cases ran on {target}");
    }
}

/// Without the passes on FUNMEM: whatever these do, lowering places arrays rightly.
#[test]
fn all_programs_are_valid_as_they_are_lowered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let passes = Command::new(env!("CARGO_BIN_EXE_rista")).arg("passes").output().expect("the command line starts");
    let passes = String::from_utf8_lossy(&passes.stdout).into_owned();
    let on_memory: Vec<&str> = passes
        .lines()
        .filter(|line| line.contains(" funmem -> funmem "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(on_memory.len() >= 2, "{passes}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(["test", "--target", "funmem", "--verify", "tests", "examples", "bench"]);
    command.args(on_memory.iter().flat_map(|pass| ["--without", pass]));
    let output = command.current_dir(&root).output().expect("the command line starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The passes that are in no pipeline yet: programs give the same results after them, or fail in the same way.
#[test]
fn all_programs_pass_flattened_and_expanded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ways: [(&[&str], &str); 6] = [
        (&["flatten"], "fun"),
        (&["flatten-all"], "funmem"),
        (&["expand"], "funmem,imp"),
        (&["expand-interleaved"], "funmem,imp"),
        (&["flatten-all", "expand"], "funmem,imp"),
        (&["flatten-all", "expand-interleaved"], "funmem,imp"),
    ];
    for (passes, target) in ways {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        command.args(["test", "--target", target, "--verify", "tests", "examples", "bench"]);
        passes.iter().for_each(|pass| _ = command.args(["--with", pass]));
        let output = command.current_dir(&root).output().expect("the command line starts");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "after {passes:?} on {target}:\n{shown}");
    }
}

fn is_bad(record: &Value) -> bool {
    !["passed", "rejected_as_expected", "skipped"].iter().any(|good| record["outcome"] == *good)
}

/// `program: entry case on target: outcome`, and the start of the message below it.
fn shown(record: &Value) -> String {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let place = format!("{}: {} {} on {}", text("program"), text("entry"), text("case"), text("target"));
    let lines = text("message").lines().take(SHOWN_LINES).map(|line| format!("\n    {line}"));
    format!("{place}: {}{}", text("outcome"), lines.collect::<String>())
}
