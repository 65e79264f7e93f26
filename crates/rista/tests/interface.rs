//! Tests of values of structured types from outside: through the C library, under the address and undefined-behaviour
//! sanitizers, in the manifest, and by the commands of a server.
//!
//! `BLESS=1` rewrites the manifest and the replies of the server's sessions.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface")
}

fn rista(folder: &Path, words: &[&str]) {
    build(folder, &files().join("shapes.fut"), words);
}

fn build(folder: &Path, program: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    let output = command.arg("build").arg(program).args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn compile(folder: &Path, files: &[&str]) -> PathBuf {
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-I."])
        .args(SANITIZERS)
        .args(files)
        .args(["-o", "program", "-lm", "-pthread"])
        .current_dir(folder)
        .output()
        .expect("there is a C compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("program")
}

/// Compiles a C program of the tests with files and flags of the folder. Runs it: it succeeds and prints nothing.
#[track_caller]
fn passes(folder: &Path, user: &str, words: &[&str]) {
    let user = files().join(user);
    let program = compile(folder, &[words, &[user.to_str().expect("the path is text")]].concat());
    let output = Command::new(program).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.is_empty(), "{said}");
}

/// Checks that the text is that of the file, which `BLESS=1` rewrites.
#[track_caller]
fn is_file(name: &str, text: &str) {
    let path = files().join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
}

#[test]
fn c_programs_make_and_take_apart_values_of_all_forms() {
    let folder = tempfile::tempdir().unwrap();
    rista(folder.path(), &["--library", "-o", "shapes"]);
    passes(folder.path(), "shapes.c", &["-Wl,--wrap=malloc", "shapes.c"]);
}

#[test]
fn entry_points_take_arrays_of_the_host() {
    let folder = tempfile::tempdir().unwrap();
    rista(folder.path(), &["--library", "-o", "shapes"]);
    build(folder.path(), &files().join("rows.nova"), &["--library", "-o", "rows"]);
    let output = Command::new("c++")
        .args(["-x", "c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I."])
        .arg(files().join("host.c"))
        .current_dir(folder.path())
        .output()
        .expect("there is a C++ compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    passes(folder.path(), "host.c", &["-Wl,--wrap=malloc", "shapes.c", "rows.c"]);
}

#[test]
fn c_programs_make_arrays_of_units() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/nova/units.nova");
    build(folder.path(), &program, &["--library", "--prefix", "futhark", "-o", "units"]);
    passes(folder.path(), "units.c", &["units.c"]);
}

#[test]
fn c_programs_make_and_take_apart_long_lists() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/nova/lists_in_and_out.nova");
    build(folder.path(), &program, &["--library", "--prefix", "futhark", "-o", "lists"]);
    passes(folder.path(), "lists.c", &["lists.c"]);
}

#[test]
fn c_programs_make_and_take_apart_values_of_recursive_types() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &files().join("trees.nova"), &["--library", "--prefix", "futhark", "-o", "trees"]);
    let words = ["-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=realloc", "trees.c"];
    passes(folder.path(), "trees.c", &words);
    assert!(names_of_functions(folder.path(), "trees") > 100);
}

#[test]
fn libraries_read_and_write_by_functions_of_the_caller() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &files().join("talks.core"), &["--library", "-o", "talks"]);
    passes(folder.path(), "talks.c", &["talks.c"]);
}

#[test]
fn manifest_describes_types_and_entry_points() {
    let folder = tempfile::tempdir().unwrap();
    rista(folder.path(), &["--library", "-o", "shapes"]);
    is_file("shapes.json", &fs::read_to_string(folder.path().join("shapes.json")).unwrap());
    assert!(names_of_functions(folder.path(), "shapes") > 60);
}

/// Returns the number of functions in the manifest. The header must declare each of them.
fn names_of_functions(folder: &Path, library: &str) -> usize {
    let [manifest, header] =
        ["json", "h"].map(|end| fs::read_to_string(folder.join(library).with_extension(end)).unwrap());
    let mut names = Vec::new();
    strings(&serde_json::from_str(&manifest).unwrap(), &mut names);
    let functions: Vec<&String> = names.iter().filter(|name| name.starts_with("futhark_")).collect();
    for name in &functions {
        assert_eq!(header.matches(&format!("{name}(")).count(), 1, "{name}");
    }
    functions.len()
}

fn strings(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => found.push(text.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| strings(value, found)),
        serde_json::Value::Object(values) => values.values().for_each(|value| strings(value, found)),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}

/// Sends the commands of a session, its lines that start with `> `, to the server. Returns the session with the
/// replies, without the times of calls.
fn converse(server: &Path, folder: &Path, session: &str) -> String {
    let mut child = Command::new(server)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "%%% OK");
    let mut text = String::new();
    for line in session.lines().filter(|line| line.starts_with('#') || line.is_empty() || line.starts_with('>')) {
        let _ = writeln!(text, "{line}");
        let Some(command) = line.strip_prefix('>') else { continue };
        writeln!(input, "{}", command.trim_start()).unwrap();
        for reply in lines.by_ref() {
            match reply.unwrap_or_default().as_str() {
                "%%% OK" => break,
                reply if reply.starts_with("runtime: ") => {}
                reply => {
                    let _ = writeln!(text, "{reply}");
                }
            }
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn servers_obey_commands_and_say_what_is_wrong_with_them() {
    let folder = tempfile::tempdir().unwrap();
    rista(folder.path(), &["--server", "--emit", "c", "-o", "server"]);
    let server = compile(folder.path(), &["server.c"]);
    fs::write(folder.path().join("values"), "1.5 -2.0 [1, 2, 3] [10.0, 20.0] [0.5, 0.25]").unwrap();
    fs::write(folder.path().join("position"), "-- The second.\n1i64").unwrap();
    for name in ["session.txt", "mistakes.txt"] {
        let session = fs::read_to_string(files().join(name)).unwrap_or_default();
        is_file(name, &converse(&server, folder.path(), &session));
    }
}

#[test]
fn servers_make_and_take_apart_values_of_recursive_types() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &files().join("trees.nova"), &["--server", "--emit", "c", "-o", "server"]);
    let server = compile(folder.path(), &["server.c"]);
    fs::write(folder.path().join("numbers"), "1 2").unwrap();
    fs::write(folder.path().join("leaves"), "1.5f32 [10, 20]").unwrap();
    let session = fs::read_to_string(files().join("trees.txt")).unwrap_or_default();
    is_file("trees.txt", &converse(&server, folder.path(), &session));
}

#[test]
fn servers_survive_any_line() {
    let folder = tempfile::tempdir().unwrap();
    rista(folder.path(), &["--server", "--emit", "c", "-o", "server"]);
    let server = compile(folder.path(), &["server.c"]);
    let commands = fs::read_to_string(files().join("session.txt")).unwrap();
    let mut session = String::new();
    // Every prefix of every command, and every command with one more word.
    for line in commands.lines().filter(|line| line.starts_with("> ")) {
        let words: Vec<&str> = line.split(' ').collect();
        for count in 1..=words.len() {
            let _ = writeln!(session, "{}", words[..count].join(" "));
            let _ = writeln!(session, "{} {}", words[..count].join(" "), words[words.len() - 1]);
        }
        let _ = writeln!(session, "{}", &line[..line.len() - 1]);
    }
    session += &format!("> {}\n> call {}\n> \u{1}\u{7f}é\n", "x".repeat(100_000), "a ".repeat(10_000));
    let replies = converse(&server, folder.path(), &session);
    assert!(replies.matches("%%% FAILURE").count() > 100);
}
