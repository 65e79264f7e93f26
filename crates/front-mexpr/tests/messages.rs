//! Tests of messages. `messages.txt` has files with one mistake of syntax each, `several.txt` files with several.
//! `types.txt` has files that can be parsed: valid ones with the types of their definitions, and invalid ones. The files
//! are indented; each message is under the line that it points to, the types are under the file. `BLESS=1` rewrites
//! messages and types.

use crate::common::errors;
use base::{Diagnostic, Error, SourceMap};
use front_mexpr::check::check;
use front_mexpr::check::tree::Decl;
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

/// Returns the types of the definitions of a file, or its errors.
fn judged(text: &str) -> Result<Vec<String>, Vec<Diagnostic>> {
    let mut sources = SourceMap::default();
    let file = sources.add("main.mc", text);
    let program = syntax::files::load(&mut sources, file, &mut syntax::files::no_other_files)?;
    let checked = check(&mut sources, &program).map_err(|error| match error {
        Error::User(diagnostics) => diagnostics,
        other => panic!("{other:?}"),
    })?;
    let mut types = Vec::new();
    for decl in &checked.tops {
        let definitions = match decl {
            Decl::Let(definition) => std::slice::from_ref(definition),
            Decl::Recursive(definitions) => definitions,
            Decl::External(_) | Decl::Utest(_) => &[],
        };
        types.extend(definitions.iter().map(|one| format!("{} : {}", one.variable.name, checked.type_of(one))));
    }
    Ok(types)
}

/// Returns the text with its messages, or with the types of its definitions.
fn with_types(text: &str) -> String {
    match judged(text) {
        Ok(types) => annotated(text, &[]) + &types.iter().map(|ty| format!("{MESSAGE}{ty}\n")).collect::<String>(),
        Err(diagnostics) => annotated(text, &diagnostics),
    }
}

/// Compares the messages of a file of files with the current ones, or rewrites them.
fn compare(file: &str, show: impl FnMut(String) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let written = std::fs::read_to_string(&path).unwrap();
    let texts = written
        .split("\n\n")
        .map(|block| block.lines().filter_map(|line| line.strip_prefix(TEXT)).collect::<Vec<_>>().join("\n"));
    let now: Vec<String> = texts.filter(|text| !text.is_empty()).map(show).collect();
    let text = now.join("\n");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    } else {
        assert_eq!(text, written, "with BLESS=1 the messages are written anew");
    }
}

/// Like `compare`, for files that must have `expected` errors of syntax.
fn compare_errors(file: &str, expected: usize) {
    let mut others = Vec::new();
    compare(file, |text| {
        let diagnostics = errors(&text);
        let shown = annotated(&text, &diagnostics);
        if diagnostics.len() != expected {
            others.push(shown.clone());
        }
        shown
    });
    assert!(others.is_empty(), "these have not {expected} errors\n{}", others.join("\n"));
}

#[test]
fn one_mistake_has_one_message() {
    compare_errors("messages.txt", 1);
}

#[test]
fn five_mistakes_have_five_messages() {
    compare_errors("several.txt", 5);
}

#[test]
fn types_are_as_written() {
    compare("types.txt", |text| with_types(&text));
}
