//! What is said about wrong programs: the mistakes that people make, and the misprints of the paper. `messages.txt` has
//! the programs, indented, with each message under the line that it points into; `BLESS=1` writes the messages anew.

use base::{Diagnostic, FileId};
use front_nova::reader::read;
use std::fmt::Write;
use std::path::Path;

/// What starts the lines of programs, and of messages.
const PROGRAM: &str = "    ";
const MESSAGE: &str = "  | ";

/// The program with its messages.
fn annotated(program: &str) -> String {
    let (_, diagnostics) = read(FileId(0), program);
    let (mut out, mut start) = (String::new(), 0);
    for line in program.split_inclusive('\n') {
        writeln!(out, "{PROGRAM}{}", line.trim_end_matches('\n')).unwrap();
        let end = start + line.len();
        let here = |d: &&Diagnostic| {
            let at = d.labels[0].span.start as usize;
            at >= start && (at < end || end == program.len())
        };
        diagnostics.iter().filter(here).for_each(|diagnostic| point(&mut out, start, diagnostic));
        start = end;
    }
    out
}

/// Writes a message under its line, which starts at `start`.
fn point(out: &mut String, start: usize, diagnostic: &Diagnostic) {
    let label = &diagnostic.labels[0];
    let indent = " ".repeat(label.span.start as usize - start);
    let carets = "^".repeat((label.span.end - label.span.start).max(1) as usize);
    writeln!(out, "{MESSAGE}{indent}{carets} {}", label.text).unwrap();
    writeln!(out, "{MESSAGE}{}: {}", diagnostic.code, diagnostic.headline).unwrap();
    for text in diagnostic.notes.iter().chain(&diagnostic.helps) {
        writeln!(out, "{MESSAGE}= {text}").unwrap();
    }
    assert!(diagnostic.headline.chars().count() < 70, "{}", diagnostic.headline);
}

#[test]
fn messages_are_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt");
    let written = std::fs::read_to_string(&path).unwrap();
    let programs = written
        .split("\n\n")
        .map(|block| block.lines().filter_map(|line| line.strip_prefix(PROGRAM)).collect::<Vec<_>>().join("\n"));
    let now: Vec<String> = programs.filter(|program| !program.is_empty()).map(|program| annotated(&program)).collect();
    assert!(now.iter().all(|block| block.contains(MESSAGE)), "every program is wrong");
    let now = now.join("\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        assert_eq!(now, written, "with BLESS=1 the messages are written anew");
    }
}
