//! Every program of `tests/`, `examples/` and `bench/` with its cases, on every evaluator and as compiled C.

mod records;

use records::{Records, tests};
use std::path::Path;
use std::process::Command;

#[test]
fn all_programs_pass_on_all_targets() {
    let records = Records::of(&mut tests(&["--all-targets", "--verify", "tests", "examples", "bench"]));
    for target in ["core", "fun", "funmem", "imp", "tasks", "kernels", "c", "multicore"] {
        records.assert_passed(target, 500);
    }
}

/// Whichever versions are chosen for devices, what comes out is the same. As the program has its thresholds, the inputs of tests
/// are below all of them.
#[test]
fn all_programs_pass_in_other_versions() {
    for threshold in ["0", "3"] {
        let arguments = ["--target", "kernels", "--thresholds", threshold, "tests", "examples", "bench"];
        Records::of(&mut tests(&arguments)).assert_passed("kernels", 500);
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

/// The passes that no pipeline of one thread has: programs give the same results after them, or fail in the same way.
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
