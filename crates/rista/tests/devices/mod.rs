//! Tests of the programs of `tests/`, `examples/` and `bench/` with kernels: on the stand-in for CUDA
//! (`crates/back/tests/cuda/README.md`), on PoCL and on oclgrind, and with NVIDIA's compiler.
//!
//! `RISTA_TEST_DEVICES=all` runs all programs everywhere, not only those with each kind of launch. If the variable
//! contains files and folders, the tests run only these. Compiled kernels and reports are in `tmp/devices` of the
//! target folder.

#![cfg(target_os = "linux")]

mod cuda;
mod nvrtc;
mod opencl;

use crate::records;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folders of all programs.
const ALL: &[&str] = &["tests", "examples", "bench"];

/// The most bytes of compiled kernels that are kept.
const KEPT: u64 = 1 << 30;

/// Returns the programs in `RISTA_TEST_DEVICES`, else those of `part`.
fn programs(part: &[&str]) -> Vec<String> {
    let given = std::env::var("RISTA_TEST_DEVICES").unwrap_or_default();
    match given.as_str() {
        "" => part.iter().map(|path| (*path).to_owned()).collect(),
        "all" => ALL.iter().map(|path| (*path).to_owned()).collect(),
        paths => paths.split_whitespace().map(str::to_owned).collect(),
    }
}

/// Returns the least number of cases: `count` for the tests' own programs, 1 for programs chosen by the user.
fn least(count: usize) -> usize {
    if std::env::var_os("RISTA_TEST_DEVICES").is_none_or(|value| value == "all") { count } else { 1 }
}

/// Returns the command `rista test` on the programs for a target.
fn on_target(target: &str, programs: &[String]) -> Command {
    let mut command = records::tests(&["--target", target]);
    command.args(programs);
    command
}

/// Returns a folder for the tests, which may contain files of an earlier run.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("devices").join(name);
    if bytes_in(&folder) > KEPT {
        std::fs::remove_dir_all(&folder).expect("the folder can be deleted");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Returns an empty folder for the tests.
fn empty_folder(name: &str) -> PathBuf {
    std::fs::remove_dir_all(folder(name)).expect("the folder can be deleted");
    folder(name)
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let bytes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes_in(&entry.path()),
        data => data.map_or(0, |data| data.len()),
    });
    bytes.sum()
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    output
}

/// Calls nested too deep for a thread's stack are a failure; a larger stack has room for them.
fn stacks_have_a_size(target: &str, settings: &[(&str, &OsStr)]) {
    let text = "((X : vector int))
(let (sum (mu (sum : int -> int) (lambda (k : int) : int (if (< k 2) then 1 else (+ k (sum (- k 1))))))) in (map sum X))
";
    let program = folder(&format!("stacks-{target}")).join("sum.nova");
    std::fs::write(&program, text).expect("a file");
    let run = |parameters: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        clean(&mut command, folder(&format!("cache-stacks-{target}")))
            .args(["run", "--target", target])
            .args(parameters);
        command.arg(&program).arg("[3, 2000, 4]").envs(settings.iter().copied());
        let output = command.output().expect("the program starts");
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned())
    };
    let [_, said] = run(&[]);
    let room = "a stack of 8192 bytes has room for 1024; `--param stack_size=N` gives it N bytes";
    assert!(said.contains(room), "{said}");
    // A size that is too large is replaced by the largest one.
    for size in ["stack_size=65536", "stack_size=99999999"] {
        let [gave, said] = run(&["--param", size]);
        assert_eq!(gave, "[6i32, 2001000i32, 10i32]\n", "{said}");
    }
}

/// Prints a text although the test passes.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "\n{text}");
}

/// Reports that a test's prerequisite is missing: a failure in continuous integration, elsewhere a message.
fn is_missing(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "{what}");
    tell(&format!("NOT TESTED: {what}"));
}

/// Returns the path of a file among the stand-in's tests.
fn source(name: &str) -> PathBuf {
    records::root().join("crates/back/tests/cuda").join(name)
}

/// Removes the user's own settings from a command's environment.
fn clean(command: &mut Command, cache: impl AsRef<OsStr>) -> &mut Command {
    for name in [
        "RISTA_DEVICE",
        "RISTA_DEVICE_MEMORY",
        "RISTA_GROUP_SIZE",
        "RISTA_GROUPS",
        "RISTA_GROUP_MEMORY",
        "RISTA_TILE_SIZE",
        "RISTA_WARP_SIZE",
        "RISTA_SHORT_SEGMENT",
        "RISTA_STACK_SIZE",
        "RISTA_INDEX_LIMIT",
        "RISTA_BUILD_OPTIONS",
        "RISTA_CACHE",
    ] {
        command.env_remove(name);
    }
    command.env("XDG_CACHE_HOME", cache)
}
