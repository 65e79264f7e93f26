//! `rista check`: what is wrong with source files, for people or, as JSON, for editors.

use crate::load::{Failed, read};
use crate::{out, render};
use base::{Diagnostic, Error, Label, Severity, SourceMap};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
With --json, each line of standard output is an object with: code, severity
(error or warning), headline, file, start and end (of the first label), labels,
notes and helps. A place has line and column, from 1; an end is the place after
the last character. What has no place or no code has null there.

Examples:
  rista check src/*.fut
  rista check --json sum.fut

Exit codes:
  0    there are no errors; warnings do not count
  1    there are errors
  101  the compiler is wrong";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Source programs, or programs in a level's text form
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one line of JSON for each error and warning
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let codes: Vec<ExitCode> = arguments.files.iter().filter_map(|path| check(path, arguments.json)).collect();
    let internal = codes.iter().find(|code| **code != ExitCode::FAILURE);
    internal.or(codes.first()).copied().unwrap_or(ExitCode::SUCCESS)
}

/// Checks a file; the exit code if it has errors.
fn check(path: &Path, as_json: bool) -> Option<ExitCode> {
    let mut sources = SourceMap::default();
    match (read(path, &mut sources), as_json) {
        (Ok(front), true) => print_json(front.warnings.iter().map(|warning| diagnostic(&sources, warning))),
        (Ok(front), false) => {
            front.warnings.iter().for_each(|warning| render::diagnostic(&sources, warning));
            None
        }
        (Err(failed), true) => {
            let unwritten = print_json(failures(&failed, path, &sources).into_iter());
            let is_bug = matches!(failed, Failed::Error(Error::Bug(_)));
            Some(if is_bug { failed.report(&sources) } else { unwritten.unwrap_or(ExitCode::FAILURE) })
        }
        (Err(failed), false) => Some(failed.report(&sources)),
    }
}

/// Prints an object a line; the exit code if that cannot be done.
fn print_json(lines: impl Iterator<Item = Json>) -> Option<ExitCode> {
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    out::print(&text).err().map(|failed| failed.report(&SourceMap::default()))
}

fn failures(failed: &Failed, path: &Path, sources: &SourceMap) -> Vec<Json> {
    match failed {
        Failed::Error(Error::User(found)) => found.iter().map(|one| diagnostic(sources, one)).collect(),
        Failed::Error(Error::Limitation(limitation)) => vec![diagnostic(sources, limitation)],
        Failed::Error(Error::Bug(bug)) => vec![without_place(path, &format!("internal error: {bug}"))],
        Failed::Failure(failure) => vec![without_place(path, &failure.message)],
        Failed::Message(message) => vec![without_place(path, message)],
        Failed::Shown(_) => Vec::new(),
    }
}

fn without_place(path: &Path, headline: &str) -> Json {
    json!({
        "code": null, "severity": "error", "headline": headline, "file": path.display().to_string(),
        "start": null, "end": null, "labels": [], "notes": [], "helps": [],
    })
}

fn diagnostic(sources: &SourceMap, diagnostic: &Diagnostic) -> Json {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let labels: Vec<Json> = diagnostic.labels.iter().map(|one| label(sources, one)).collect();
    let first = |key: &str| labels.first().and_then(|label| label.get(key)).cloned().unwrap_or_default();
    json!({
        "code": diagnostic.code.0, "severity": severity, "headline": diagnostic.headline,
        "file": first("file"), "start": first("start"), "end": first("end"),
        "labels": labels, "notes": diagnostic.notes, "helps": diagnostic.helps,
    })
}

fn label(sources: &SourceMap, label: &Label) -> Json {
    let Some(id) = label.span.file() else {
        return json!({ "file": null, "start": null, "end": null, "text": label.text });
    };
    let file = sources.file(id);
    let place = |offset| {
        let (line, column) = file.line_column(offset);
        json!({ "line": line, "column": column })
    };
    json!({ "file": file.name, "start": place(label.span.start), "end": place(label.span.end), "text": label.text })
}
