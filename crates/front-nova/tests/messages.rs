//! Tests of messages. `messages.txt` has programs that cannot be parsed: common mistakes, and misprints of the paper.
//! `types.txt` has programs that can: for each rule of Fig. 4, valid programs with their types and invalid ones.
//! `newcomers.txt` has programs by people who know other languages. Programs are indented; each message is under the
//! line that it points to, the type under the program. `BLESS=1` rewrites messages and types.

use base::{Diagnostic, Error, FileId};
use front_nova::check::{check, show::Shower};
use front_nova::lower::lower;
use front_nova::reader::read;
use std::fmt::Write;
use std::path::Path;

/// The start of the lines of programs.
const PROGRAM: &str = "    ";
/// The start of the lines of messages.
const MESSAGE: &str = "  | ";

/// Returns the type of a program, or its errors.
fn judged(program: &str) -> Result<String, Vec<Diagnostic>> {
    let (read, diagnostics) = read(FileId(0), program);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let lowered = check(&read).and_then(|checked| Ok((lower(&checked)?, checked)));
    match lowered {
        Ok((program, checked)) => {
            assert_eq!(core_ir::verify::problems(&program), Vec::<String>::new(), "{read:?}");
            Ok(Shower::default().show(&checked.unifier, &checked.body.ty))
        }
        Err(Error::User(diagnostics)) => Err(diagnostics),
        Err(Error::Limitation(diagnostic)) => Err(vec![*diagnostic]),
        Err(Error::Bug(bug)) => panic!("{bug}"),
    }
}

/// Returns the program with its messages, or with its type.
fn annotated(program: &str) -> String {
    let judged = judged(program);
    let diagnostics = judged.as_ref().err().map_or(&[][..], Vec::as_slice);
    let (mut out, mut start) = (String::new(), 0);
    for line in program.split_inclusive('\n') {
        writeln!(out, "{PROGRAM}{}", line.trim_end_matches('\n')).unwrap();
        let end = start + line.len();
        let here = |d: &&Diagnostic| {
            let at = d.labels[0].span.start as usize;
            at >= start && (at < end || end == program.len())
        };
        diagnostics.iter().filter(here).for_each(|diagnostic| point(&mut out, program, start, diagnostic));
        start = end;
    }
    if let Ok(ty) = judged {
        writeln!(out, "{MESSAGE}{ty}").unwrap();
    }
    out
}

/// Adds a message under its line, which starts at `start`. Further labels are shown with the text they point to.
fn point(out: &mut String, program: &str, start: usize, diagnostic: &Diagnostic) {
    let label = &diagnostic.labels[0];
    let indent = " ".repeat(label.span.start as usize - start);
    let carets = "^".repeat((label.span.end - label.span.start).max(1) as usize);
    writeln!(out, "{MESSAGE}{indent}{carets} {}", label.text).unwrap();
    writeln!(out, "{MESSAGE}{}: {}", diagnostic.code, diagnostic.headline).unwrap();
    for label in diagnostic.labels.iter().skip(1) {
        let place = &program[label.span.start as usize..label.span.end as usize];
        writeln!(out, "{MESSAGE}> {place}: {}", label.text).unwrap();
    }
    for text in diagnostic.notes.iter().chain(&diagnostic.helps) {
        writeln!(out, "{MESSAGE}= {text}").unwrap();
    }
    assert!(diagnostic.headline.chars().count() < 70, "{}", diagnostic.headline);
}

/// Returns the differences between a file's messages and the current ones.
fn compare(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let written = std::fs::read_to_string(&path).unwrap();
    let programs = written
        .split("\n\n")
        .map(|block| block.lines().filter_map(|line| line.strip_prefix(PROGRAM)).collect::<Vec<_>>().join("\n"));
    let now: Vec<String> = programs.filter(|program| !program.is_empty()).map(|program| annotated(&program)).collect();
    let text = now.join("\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    } else {
        assert_eq!(text, written, "with BLESS=1 the messages are written anew");
    }
    now
}

#[test]
fn messages_are_as_written() {
    assert!(compare("messages.txt").iter().all(|block| block.contains(MESSAGE)), "every program is wrong");
}

#[test]
fn newcomers_are_told_what_to_do() {
    assert!(compare("newcomers.txt").iter().all(|block| block.contains(MESSAGE)), "every program is wrong");
}

#[test]
fn types_are_as_written() {
    compare("types.txt");
}
