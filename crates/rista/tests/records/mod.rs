//! Reads the records of `rista test --json`.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// The number of lines of a message that a failure shows.
const SHOWN_LINES: usize = 12;

/// The cases of a successful run.
pub struct Records(Vec<Value>);

/// Returns the command `rista test` in the root of the repository.
pub fn tests(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(["test", "--json"]).args(arguments).current_dir(root());
    command
}

/// Folders of Futhark programs whose compiled code is different for several threads and for devices. Other programs run
/// as C for one thread, and in all evaluators, also in those of tasks and kernels.
pub const PARALLEL: &[&str] = &[
    "tests/futhark/accumulators",
    "tests/futhark/algorithms",
    "tests/futhark/errors-run",
    "tests/futhark/flatmap",
    "tests/futhark/loops",
    "tests/futhark/slices",
    "tests/futhark/traversals",
    "tests/futhark/updates",
    "tests/futhark/views",
];

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Records {
    /// Runs the command. No case may fail.
    pub fn of(command: &mut Command) -> Records {
        let output = command.output().expect("the command line starts");
        let (stdout, summary) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let records: Vec<Value> =
            stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
        let mut failed: Vec<String> = records.iter().filter(|record| is_bad(record)).map(shown).collect();
        failed.sort();
        assert!(failed.is_empty(), "{} cases fail:\n\n{}\n\n{summary}", failed.len(), failed.join("\n"));
        assert!(output.status.success(), "{}: {summary}", output.status);
        Records(records)
    }

    /// Asserts that at least this many cases ran on the target and passed.
    pub fn assert_passed(&self, target: &str, least: usize) {
        let passed = |record: &&Value| record["target"] == target && record["outcome"] == "passed";
        let count = self.0.iter().filter(passed).count();
        assert!(count >= least, "only {count} cases ran on {target}");
    }
}

fn is_bad(record: &Value) -> bool {
    !["passed", "rejected_as_expected", "skipped"].iter().any(|good| record["outcome"] == *good)
}

/// Returns `program: entry case on target: outcome`, and below it the start of the message.
fn shown(record: &Value) -> String {
    let text = |key: &str| record[key].as_str().unwrap_or_default();
    let place = format!("{}: {} {} on {}", text("program"), text("entry"), text("case"), text("target"));
    let lines = text("message").lines().take(SHOWN_LINES).map(|line| format!("\n    {line}"));
    format!("{place}: {}{}", text("outcome"), lines.collect::<String>())
}
