//! Tests that no processes and folders of `rista` remain, even if it is killed, and tests its messages if the system
//! fails. Compilers are shell scripts here.

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a program, a folder for temporary files, one for the cache and one for output.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p.fut"), "entry main (x: i32) : i32 = x + 1\n").unwrap();
        ["temporary", "out"].iter().for_each(|name| fs::create_dir(folder.path().join(name)).unwrap());
        Place { folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a command that signals end, even if the caller of the tests ignores them, as shells do for jobs in the
    /// background.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("env");
        command.args(["--default-signal", env!("CARGO_BIN_EXE_rista")]);
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("TMPDIR", self.at("temporary")).env("RISTA_CACHE", self.at("cache"));
        command
    }

    /// Writes a C compiler that makes `program`, a shell script, or does what `instead` specifies.
    fn compiler(&self, name: &str, program: &str, instead: &str) -> PathBuf {
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho call >> '{calls}'\n\
             for out; do [ \"$last\" = -o ] && break; last=$out; done\n{instead}\n\
             cat > \"$out\" <<'END'\n#!/bin/sh\n{program}\nEND\nchmod +x \"$out\"\n",
            calls = self.at("calls").display()
        );
        executable(&self.at(name), &script)
    }

    /// Returns how often a C compiler was called.
    fn calls(&self) -> usize {
        fs::read_to_string(self.at("calls")).unwrap_or_default().lines().count()
    }

    /// Returns all hidden or temporary files and folders.
    fn left(&self) -> Vec<String> {
        let names = |folder: &str| {
            let entries = fs::read_dir(self.at(folder)).into_iter().flatten().flatten();
            let named = entries.map(move |entry| (folder.to_owned(), entry.file_name().into_string().unwrap()));
            named.filter(|(folder, name)| folder == "temporary" || name.starts_with('.')).collect::<Vec<_>>()
        };
        ["temporary", "out", "cache", "."].iter().flat_map(|folder| names(folder)).map(|(_, name)| name).collect()
    }
}

fn executable(path: &Path, script: &str) -> PathBuf {
    fs::write(path, script).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn says(output: &Output, code: i32, parts: &[&str]) {
    let messages = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{messages}");
    parts.iter().for_each(|part| assert!(messages.contains(part), "{part:?} is not in:\n{messages}"));
}

/// Waits until the condition holds; a busy machine needs time.
#[track_caller]
fn soon(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn is_running(process: i32) -> bool {
    // An orphan that nothing waits for becomes a zombie.
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let is_zombie = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
    test_kill_process(Pid::from_raw(process).unwrap()).is_ok() && !is_zombie
}

/// A script that writes its own process id and that of a child, and waits for the child.
const HANG: &str = "sleep 600 & echo $$ $! > started; wait";

#[test]
fn killed_commands_take_their_children_with_them_and_leave_no_folders() {
    let place = Place::new();
    let fast = place.compiler("fast", HANG, "");
    let slow = place.compiler("slow", "", HANG);
    // Programs with input and output, and commands of evaluated ones, run in the group of `rista`.
    let alone = "echo $$ > started; exec sleep 600";
    let action = place.compiler("action", alone, "");
    let main = format!("def main : i64 = system.command(\"{alone}\")");
    fs::write(
        place.at("p.core"),
        format!("{main}\ndef run : () = let _ : i64 = @main in ()\nentry main = @run() -> ()"),
    )
    .unwrap();
    let cases = [
        (&action, &["run", "p.core"][..]),
        (&action, &["run", "--target", "core", "p.core"]),
        (&fast, &["run", "p.fut", "1"]),
        (&fast, &["run", "--no-cache", "p.fut", "1"]),
        (&slow, &["build", "p.fut", "-o", "out/p"]),
    ];
    for (compiler, words) in cases {
        for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::KILL] {
            let started = || fs::read_to_string(place.at("started")).unwrap_or_default();
            let _ = fs::remove_file(place.at("started"));
            let mut child = place.command(words).env("CC", compiler).stderr(Stdio::null()).spawn().unwrap();
            soon("it does not start", || started().ends_with('\n'));
            let children: Vec<i32> = started().split_whitespace().map(|id| id.parse().unwrap()).collect();
            assert!(children.iter().all(|child| is_running(*child)));
            kill_process(Pid::from_child(&child), signal).unwrap();
            assert!(child.wait().unwrap().code().is_none(), "a signal ends it");
            soon("its children run on", || !children.iter().any(|child| is_running(*child)));
            soon(&format!("{words:?} leaves files after {signal:?}"), || place.left().is_empty());
        }
    }
    assert!(!place.at("out/p").exists());
}

/// The state of a process, such as `T` for a stopped one.
#[cfg(target_os = "linux")]
fn state(process: i32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.rsplit(')').next()?.trim_start().chars().next()
}

#[cfg(target_os = "linux")]
#[test]
fn children_stop_and_continue_with_the_command() {
    let place = Place::new();
    let compiler = place.compiler("fast", HANG, "");
    let mut child = place.command(&["run", "p.fut", "1"]).env("CC", compiler).stderr(Stdio::null()).spawn().unwrap();
    let started = || fs::read_to_string(place.at("started")).unwrap_or_default();
    soon("it does not start", || started().ends_with('\n'));
    let mut all: Vec<i32> = started().split_whitespace().map(|id| id.parse().unwrap()).collect();
    all.push(i32::try_from(child.id()).unwrap());
    kill_process(Pid::from_child(&child), Signal::TSTP).unwrap();
    soon("it does not stop", || all.iter().all(|process| state(*process) == Some('T')));
    kill_process(Pid::from_child(&child), Signal::CONT).unwrap();
    soon("it does not continue", || all.iter().all(|process| state(*process) != Some('T')));
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(child.wait().unwrap().code().is_none());
    soon("its children run on", || !all.iter().any(|process| is_running(*process)));
}

#[test]
fn signals_that_are_ignored_stay_so() {
    let place = Place::new();
    let compiler =
        place.compiler("fast", "echo begun > started; while [ -e started ]; do sleep 0.05; done; exit 1", "");
    let script = "trap '' HUP; exec \"$0\" run p.fut 1";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_rista")]).current_dir(place.folder.path());
    let mut child = command.env("CC", compiler).env("RISTA_CACHE", place.at("cache")).spawn().unwrap();
    soon("it does not start", || place.at("started").exists());
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    fs::remove_file(place.at("started")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn commands_run_without_their_watcher() {
    let place = Place::new();
    let wait = "echo > started; while [ -e started ]; do sleep 0.05; done";
    let compiler = place.compiler("slow", "echo > ran; exit 1", wait);
    let mut child = place.command(&["run", "p.fut", "1"]).env("CC", compiler).stderr(Stdio::null()).spawn().unwrap();
    soon("it does not start", || place.at("started").exists());
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().map(|thread| thread.unwrap().path());
    let children: String = threads.map(|thread| fs::read_to_string(thread.join("children")).unwrap()).collect();
    let command = |id: &&str| fs::read(format!("/proc/{id}/cmdline")).unwrap();
    let watcher = children.split_whitespace().find(|id| command(id).ends_with(b"\0watch\0")).unwrap().parse().unwrap();
    kill_process(Pid::from_raw(watcher).unwrap(), Signal::KILL).unwrap();
    fs::remove_file(place.at("started")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(place.at("ran").exists());
}

#[test]
fn the_next_run_deletes_what_was_left() {
    let place = Place::new();
    let compiler = place.compiler("fast", "exit 1", "");
    for folder in ["temporary", "out"] {
        let left = place.at(folder).join(".rista-temporary-12345678");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("program.c"), "").unwrap();
    }
    place.command(&["build", "p.fut", "-o", "out/p"]).env("CC", compiler).output().unwrap();
    assert_eq!(place.left(), Vec::<String>::new());
    assert!(place.at("out/p").exists());
}

#[test]
fn a_c_compiler_that_hangs_is_ended() {
    let place = Place::new();
    let slow = place.compiler("slow", "", "sleep 600 & sleep 600");
    let with = |words: &[&str]| place.command(words).env("CC", &slow).env("RISTA_CC_TIMEOUT", "0.5").output().unwrap();
    for words in [&["run", "p.fut", "1"][..], &["build", "p.fut"]] {
        says(&with(words), 1, &["the C compiler did not end within 0.5 seconds", "slow", "RISTA_CC_TIMEOUT"]);
    }
    fs::write(place.at("t.fut"), "-- ==\n-- input { 1 } output { 2 }\ndef main (x: i32) = x + 1\n").unwrap();
    let output = with(&["test", "t.fut"]);
    assert!(text(&output.stdout).contains("timed out"), "{}", text(&output.stdout));
    assert_eq!(place.left(), Vec::<String>::new());
    let output = place.command(&["run", "p.fut", "1"]).env("RISTA_CC_TIMEOUT", "soon").output().unwrap();
    says(&output, 1, &["RISTA_CC_TIMEOUT is not a number of seconds: soon"]);
}

#[test]
fn the_cache_is_private_and_its_programs_can_be_executed() {
    let place = Place::new();
    let compiler = place.compiler("fast", "printf 'b\\002\\000 i32\\001\\000\\000\\000'", "");
    let run = || {
        let output = place.command(&["run", "p.fut", "1"]).env("CC", &compiler).output().unwrap();
        assert_eq!(text(&output.stdout), "1i32\n", "{}", text(&output.stderr));
        (place.calls(), text(&output.stderr))
    };
    assert_eq!([run().0, run().0], [1, 1]);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place.at("cache")), 0o700);
    // A cached file that is no valid program is compiled again, once.
    let programs = fs::read_dir(place.at("cache")).unwrap().map(|entry| entry.unwrap().path());
    for program in programs.filter(|path| path.extension().is_none()) {
        fs::set_permissions(program, Permissions::from_mode(0o600)).unwrap();
    }
    assert_eq!([run().0, run().0], [2, 2]);
    // Others could put programs into the cache.
    fs::set_permissions(place.at("cache"), Permissions::from_mode(0o777)).unwrap();
    let (calls, said) = run();
    assert!(calls == 3 && said.contains("others can write to it"), "{calls}: {said}");
}

#[test]
fn a_full_temporary_folder_is_told() {
    let place = Place::new();
    let full = "echo 'cc1: fatal error: error writing to x.s: No space left on device' >&2; exit 1";
    let compiler = place.compiler("full", "", full);
    for words in [&["run", "p.fut", "1"][..], &["build", "p.fut"]] {
        let output = place.command(words).env("CC", &compiler).output().unwrap();
        says(&output, 1, &["no space left for temporary files in", "TMPDIR"]);
        assert!(!text(&output.stderr).contains("mistake of the compiler"));
    }
    let output = place.command(&["run", "p.fut", "1"]).env("TMPDIR", place.at("none")).output().unwrap();
    says(&output, 1, &["cannot write", "there is no such folder"]);
}

/// Nothing can be written to the device `/dev/full`.
#[cfg(target_os = "linux")]
#[test]
fn standard_error_that_is_full_changes_no_exit_code() {
    let place = Place::new();
    fs::write(place.at("bad.fut"), "def f (x: i32) : bool = x\n").unwrap();
    fs::write(place.at("warned.fut"), "#[wrong] entry main (x: i32) = x\n").unwrap();
    let failing = place.compiler("failing", "echo Error: no >&2; exit 1", "");
    let cases: [(&[&str], i32); 10] = [
        (&["run", "p.fut", "1"], 1),
        (&["run", "p.fut", "--target", "core"], 1),
        (&["run", "warned.fut", "--target", "core", "1"], 0),
        (&["run", "none.fut"], 1),
        (&["check", "bad.fut"], 1),
        (&["explain", "E9999"], 1),
        (&["test", "none.fut"], 2),
        (&["test", "p.fut", "--json", "--target", "core"], 0),
        (&["run", "p.fut", "--wrong"], 2),
        (&["fmt", "none.fut"], 1),
    ];
    for (words, code) in cases {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let status = place.command(words).env("CC", &failing).stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status.code(), Some(code), "{words:?}");
    }
}

#[test]
fn names_of_files_reach_no_generated_code_as_they_are() {
    let place = Place::new();
    let program = "entry main [n] (xs: [n]i32) (k: i64) : i32 = loop s = 0 for i < k do s + xs[i]\n";
    let names = [
        "a\nint error;.fut",
        "a\r#error.fut",
        "q\"uo\\te.fut",
        "%s%n.fut",
        "tri??\n.fut",
        "e\u{1b}[31m.fut",
        "*\u{2028}.fut",
    ];
    for name in names {
        fs::write(place.at(name), program).unwrap();
        let build = place.command(&["build", name, "--library", "-o", "lib"]).output().unwrap();
        says(&build, 0, &[]);
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "lib.c"]);
        let compiled = compiler.current_dir(place.folder.path()).output().unwrap();
        assert!(compiled.status.success(), "{name:?}: {}", text(&compiled.stderr));
        let kernels = ["build", name, "--target", "opencl", "--emit", "kernels", "-o", "lib"];
        says(&place.command(&kernels).output().unwrap(), 0, &[]);
        for generated in ["lib.c", "lib.cl"] {
            let code = fs::read_to_string(place.at(generated)).unwrap();
            assert!(!code.contains(['\r', '\u{1b}']) && !code.lines().any(|line| line.starts_with("int error")));
        }
    }
    // A failure reports its place on one line, on all targets.
    for target in ["c", "core"] {
        let run = place.command(&["run", names[0], "--target", target, "[1]", "2"]).output().unwrap();
        says(&run, 1, &["-> #0  a\\nint error;.fut:1:"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_not_read() {
    let place = Place::new();
    std::os::unix::fs::symlink("/dev/zero", place.at("zero.fut")).unwrap();
    let pipe = Command::new("mkfifo").arg(place.at("pipe.fut")).status().unwrap();
    assert!(pipe.success());
    for name in ["zero", "pipe"] {
        fs::write(place.at("imports.fut"), format!("import \"{name}\"\nentry main (x: i32) = x\n")).unwrap();
        for file in ["imports.fut", &format!("{name}.fut")] {
            says(&place.command(&["check", file]).output().unwrap(), 1, &["it is a pipe or a device"]);
        }
    }
    let run = place.command(&["run", "p.fut", "-i", "/dev/zero"]).output().unwrap();
    says(&run, 1, &["cannot read /dev/zero: there are more than"]);
    let zeros = || File::open("/dev/zero").unwrap();
    let run = place.command(&["run", "p.fut"]).stdin(zeros()).output().unwrap();
    says(&run, 1, &["cannot read standard input: there are more than"]);
    let format = place.command(&["fmt", "-"]).stdin(zeros()).output().unwrap();
    says(&format, 1, &["cannot read standard input: there are more than"]);
}

#[test]
fn comments_keep_their_control_characters() {
    let place = Place::new();
    for (language, text) in [
        ("futhark", "-- a\u{7}b\u{1b}[31m\u{0}\u{b}c\ndef x = 1 -- \t\u{1}.\n"),
        ("nova", "; a\u{7}b\u{1b}[31m\u{0}c\n((x : int))\nx\n"),
        ("mexpr", "-- a\u{7}b\u{1b}[31m\u{0}c\n/- \u{7} -/\nmexpr ()\n"),
    ] {
        fs::write(place.at("text"), text).unwrap();
        let input = File::open(place.at("text")).unwrap();
        let output = place.command(&["fmt", "--language", language, "-"]).stdin(input).output().unwrap();
        assert_eq!(text_of(&output), text);
    }
}

fn text_of(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Consumed variables cannot be used; a server whose output is closed ends.
#[cfg(target_os = "linux")]
#[test]
fn servers_end_when_nobody_can_hear_them() {
    let place = Place::new();
    fs::write(place.at("s.fut"), "entry main [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 9\n").unwrap();
    says(&place.command(&["build", "s.fut", "--server", "-o", "server"]).output().unwrap(), 0, &[]);
    fs::write(place.at("data"), "[1i32, 2]").unwrap();
    let commands = "restore data xs []i32\ncall main ys xs\ncall main zs xs\nshape xs\nfree xs\nindex y ys 0\n";
    fs::write(place.at("commands"), commands).unwrap();
    let server = || {
        let mut command = Command::new(place.at("server"));
        command.current_dir(place.folder.path()).stdin(File::open(place.at("commands")).unwrap());
        command
    };
    let output = server().output().unwrap();
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Error: argument in0 was consumed by an earlier call"), "{said}");
    assert_eq!(said.matches("%%% FAILURE").count(), 2, "{said}");
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = server().stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    says(&output, 1, &["cannot write to standard output"]);
}
