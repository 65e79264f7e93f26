//! Tests of messages. `messages.txt` has files with one mistake each, `several.txt` files with several. The files are
//! indented; each message is under the line that it points to. `BLESS=1` rewrites the messages.

use crate::common::errors;
use base::Diagnostic;
use std::fmt::Write;
use std::path::Path;

/// The start of the lines of files.
const TEXT: &str = "    ";
/// The start of the lines of messages.
const MESSAGE: &str = "  | ";

/// Returns the text with its messages.
fn annotated(text: &str, diagnostics: &[Diagnostic]) -> String {
    let (mut out, mut start) = (String::new(), 0);
    for line in text.split_inclusive('\n') {
        writeln!(out, "{TEXT}{}", line.trim_end_matches('\n')).unwrap();
        let end = start + line.len();
        let here = |d: &&Diagnostic| {
            let at = d.labels[0].span.start as usize;
            at >= start && (at < end || end == text.len())
        };
        diagnostics.iter().filter(here).for_each(|diagnostic| point(&mut out, text, start, diagnostic));
        start = end;
    }
    out
}

/// Adds a message under its line, which starts at `start`. Further labels are shown with the text they point to.
fn point(out: &mut String, text: &str, start: usize, diagnostic: &Diagnostic) {
    let label = &diagnostic.labels[0];
    let width = |from: usize, to: usize| text[from..to].lines().next().unwrap_or("").chars().count();
    let indent = " ".repeat(width(start, label.span.start as usize));
    let carets = "^".repeat(width(label.span.start as usize, label.span.end as usize).max(1));
    writeln!(out, "{MESSAGE}{indent}{carets} {}", label.text).unwrap();
    writeln!(out, "{MESSAGE}{}: {}", diagnostic.code, diagnostic.headline).unwrap();
    for label in diagnostic.labels.iter().skip(1) {
        let place = &text[label.span.start as usize..label.span.end as usize];
        writeln!(out, "{MESSAGE}> {}: {}", place.escape_debug(), label.text).unwrap();
    }
    for text in diagnostic.notes.iter().chain(&diagnostic.helps) {
        writeln!(out, "{MESSAGE}= {text}").unwrap();
    }
}

/// Compares a file's messages with the current ones, or rewrites them. Each text must have `expected`
/// errors.
fn compare(file: &str, expected: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let written = std::fs::read_to_string(&path).unwrap();
    let texts = written
        .split("\n\n")
        .map(|block| block.lines().filter_map(|line| line.strip_prefix(TEXT)).collect::<Vec<_>>().join("\n"));
    let mut others = Vec::new();
    let show = |text: String| {
        let diagnostics = errors(&text);
        let shown = annotated(&text, &diagnostics);
        if diagnostics.len() != expected {
            others.push(shown.clone());
        }
        shown
    };
    let now: Vec<String> = texts.filter(|text| !text.is_empty()).map(show).collect();
    let text = now.join("\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    } else {
        assert_eq!(text, written, "with BLESS=1 the messages are written anew");
    }
    assert!(others.is_empty(), "these have not {expected} errors\n{}", others.join("\n"));
}

#[test]
fn one_mistake_has_one_message() {
    compare("messages.txt", 1);
}

#[test]
fn five_mistakes_have_five_messages() {
    compare("several.txt", 5);
}
