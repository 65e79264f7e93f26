//! Tests the programs and sessions of the pages: programs compile and pass their tests, wrong ones are rejected, and
//! sessions print the shown output. `BLESS=1` rewrites the output of sessions.
//!
//! - `futhark` is a program that compiles. Its tests, if it has any, pass.
//! - `futhark,error` is a program that the checker rejects.
//! - `futhark,limit` is a program of the language that the compiler does not support yet.
//! - `console` is a session: a shell command after `$ `, then its output. A file that the command names and that does
//!   not exist is the last block before it in that language. The folders of the repository are there too.

use crate::pages::{Block, blocks, pages, read, root, shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The separator between the outputs of a session's commands.
const MARK: &str = "~~ end of a command ~~";

/// The extensions of files in sessions, and the languages of the blocks that they come from.
const LANGUAGES: &[(&str, &str)] = &[
    ("fut", "futhark"),
    ("nova", "nova"),
    ("mc", "mexpr"),
    ("c", "c"),
    ("core", "core"),
    ("fun", "fun"),
    ("funmem", "funmem"),
    ("imp", "imp"),
];

#[test]
fn programs_compile_and_pass_their_tests() {
    let folder = folder("programs");
    let files = write_programs(&folder, "futhark");
    assert!(files.len() > 20, "the guide has more programs than {}", files.len());
    succeed(&rista(&folder).arg("check").args(&files).output().unwrap());
    succeed(&rista(&folder).args(["test", "--allow-limitations", "--target", "core,c", "."]).output().unwrap());
}

#[test]
fn wrong_programs_are_refused() {
    let folder = folder("wrong");
    for file in write_programs(&folder, "futhark,error") {
        let output = rista(&folder).arg("check").arg(&file).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{file} is to be refused: {}", text(&output.stderr));
        if fs::read_to_string(folder.join(&file)).unwrap().contains("-- ==") {
            succeed(&rista(&folder).arg("test").arg(&file).output().unwrap());
        }
    }
}

#[test]
fn limits_are_still_there() {
    let folder = folder("limits");
    for file in write_programs(&folder, "futhark,limit") {
        let output = rista(&folder).args(["dev", "--quiet", "--to", "imp"]).arg(&file).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{file} compiles now: the page is to say so\n{said}");
    }
}

#[test]
fn sessions_print_what_the_pages_say() {
    let problems = std::thread::scope(|scope| {
        let sessions: Vec<_> = pages().into_iter().map(|page| scope.spawn(move || sessions(&page))).collect();
        sessions.into_iter().flat_map(|session| session.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(problems.is_empty(), "\n{}", problems.join("\n\n"));
}

/// Returns a fresh folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn rista(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.current_dir(folder).env("RISTA_CACHE", cache());
    command
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide-cache")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn succeed(output: &Output) {
    assert!(output.status.success(), "\n{}{}", text(&output.stderr), text(&output.stdout));
}

/// Writes all blocks of the kind to files named after their places. Returns the names.
fn write_programs(folder: &Path, info: &str) -> Vec<String> {
    let mut files = Vec::new();
    for path in pages().iter().filter(|path| !shown(path).starts_with("docs/errors/")) {
        let page = read(path);
        for block in blocks(&page).iter().filter(|block| block.info == info) {
            let name = format!("{}-{}.fut", shown(path).replace(['/', '.'], "-"), block.line);
            fs::write(folder.join(&name), block.text).unwrap();
            files.push(name);
        }
    }
    files
}

/// Runs the sessions of a page in one folder. Returns the differences from the shown output.
fn sessions(path: &Path) -> Vec<String> {
    let mut page = read(path);
    let before = page.clone();
    let blocks = blocks(&before);
    if !blocks.iter().any(|block| block.info == "console") {
        return Vec::new();
    }
    let folder = folder(&shown(path).replace('/', "-"));
    for shared in ["examples", "tests", "bench"] {
        std::os::unix::fs::symlink(root().join(shared), folder.join(shared)).unwrap();
    }
    let mut problems = Vec::new();
    let mut blessed = Vec::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.info == "console") {
        let commands = commands(block.text);
        commands.iter().for_each(|command| provide_files(command, &blocks[..at], &folder));
        let found = run(&commands, &folder);
        if found != block.text {
            problems.push(format!("{}:{}: the session prints\n{found}", shown(path), block.line));
            blessed.push((block.start, block.text.len(), found));
        }
    }
    if std::env::var_os("BLESS").is_none() {
        return problems;
    }
    for (start, length, found) in blessed.into_iter().rev() {
        page.replace_range(start..start + length, &found);
    }
    fs::write(path, page).unwrap();
    Vec::new()
}

/// Returns the commands of a session, without `$ `; a line that ends in `\` is continued.
fn commands(session: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in session.lines() {
        let command = line.strip_prefix("$ ");
        match (command, commands.last_mut()) {
            (Some(command), _) => commands.push(command.to_owned()),
            (None, Some(last)) if goes_on => *last = format!("{last}\n{line}"),
            _ => {}
        }
        goes_on = (goes_on || command.is_some()) && line.ends_with('\\');
    }
    commands
}

/// Writes the files that a command names and the folder lacks, from the blocks before it.
fn provide_files(command: &str, blocks: &[Block], folder: &Path) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    for word in command.split(|c: char| !is_part(c)) {
        let language = LANGUAGES.iter().find(|(extension, _)| word.ends_with(&format!(".{extension}")));
        let Some((_, language)) = language else { continue };
        let block = blocks.iter().rev().find(|block| block.info.split(',').next() == Some(*language));
        if let Some(block) = block.filter(|_| !folder.join(word).exists()) {
            fs::write(folder.join(word), block.text).unwrap();
        }
    }
}

/// Runs the commands in one shell. Returns the session with their output.
fn run(commands: &[String], folder: &Path) -> String {
    let steps: Vec<String> =
        commands.iter().map(|command| format!("{command}\nstatus=$?; echo '{MARK}'; (exit $status)\n")).collect();
    let binaries = Path::new(env!("CARGO_BIN_EXE_rista")).parent().unwrap();
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{}", steps.concat())])
        .current_dir(folder)
        .env("PATH", path)
        .env("RISTA_CACHE", cache())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = text(&output.stdout);
    commands
        .iter()
        .zip(printed.split(&format!("{MARK}\n")))
        .map(|(command, printed)| shown_as(command, printed))
        .collect()
}

/// Returns a command with its output, without empty lines at the end.
fn shown_as(command: &str, printed: &str) -> String {
    let printed = printed.trim_end();
    let end = if printed.is_empty() { "" } else { "\n" };
    format!("$ {command}\n{printed}{end}")
}
