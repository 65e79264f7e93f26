//! `rista check`: reports the errors and warnings of source files, for people or, as JSON, for editors. With
//! `--validate` it also checks the compiler's memory plan.

mod validate;

use crate::inputs::Given;
use crate::load::{Failed, Strictness, read};
use crate::{out, render};
use base::{Diagnostic, Error, Label, Severity, SourceMap};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
With --json, each line of standard output is an object with: code, severity
(error or warning), headline, file, start and end (of the first label), labels,
notes and helps. A place has line and column, from 1; an end is the place after
the last character. A missing place or code is null.

Examples:
  rista check src/*.fut
  rista check --json sum.fut

Exit codes:
  0    there are no errors; warnings do not count
  1    there are errors, or a program in FUNMEM text is not valid
  2    the command line is wrong
  101  a bug in the compiler";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    operands: Operands,
    /// Print one line of JSON for each error and warning
    #[arg(long)]
    json: bool,
    /// Run the program with its memory and without, and report whether both give the same results
    #[arg(long)]
    validate: bool,
    #[command(flatten)]
    strictness: Strictness,
    /// The entry point to validate; by default those that tests name, or else main
    #[arg(short, long, value_name = "NAME", requires = "validate")]
    entry: Option<String>,
}

/// The files to check; or one file, and arguments for an entry point. Only `--validate` decides which.
struct Operands {
    files: Vec<PathBuf>,
    given: Given,
}

impl clap::Args for Operands {
    fn augment_args(command: Command) -> Command {
        let files = Arg::new("files").value_name("FILE").required(true).num_args(1..).action(ArgAction::Append);
        let files = files.value_parser(value_parser!(PathBuf));
        let files = files
            .help("Source programs, or programs in a level's text form; with --validate one, then values as for `run`");
        command.arg(files).arg(Given::files_option().requires("validate"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Operands::augment_args(command)
    }
}

impl FromArgMatches for Operands {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Operands, clap::Error> {
        let mut files: Vec<PathBuf> = matches.get_many("files").into_iter().flatten().cloned().collect();
        let places = matches.indices_of("files").into_iter().flatten();
        let skipped = if matches.get_flag("validate") { 1 } else { files.len() };
        let values = files.split_off(skipped.min(files.len())).into_iter().map(PathBuf::into_os_string);
        let given = Given::new(places.skip(skipped).zip(values), matches);
        Ok(Operands { files, given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Operands::from_arg_matches(matches)?;
        Ok(())
    }
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let Operands { files, given } = &arguments.operands;
    if let (true, Some(path)) = (arguments.validate, files.first()) {
        let entry = arguments.entry.as_deref();
        return validate::run(&validate::Asked { path, entry, given, as_json: arguments.json });
    }
    let codes: Vec<ExitCode> = files.iter().filter_map(|path| check(path, arguments)).collect();
    let internal = codes.iter().find(|code| **code != ExitCode::FAILURE);
    internal.or(codes.first()).copied().unwrap_or(ExitCode::SUCCESS)
}

/// Checks a file. Returns the exit code if it has errors.
fn check(path: &Path, arguments: &Arguments) -> Option<ExitCode> {
    let mut sources = SourceMap::default();
    let front = read(path, &mut sources).and_then(|front| Ok(arguments.strictness.judge(front)?));
    match (front, arguments.json) {
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

/// Prints one JSON object a line. Returns the exit code if printing fails.
fn print_json(lines: impl Iterator<Item = Json>) -> Option<ExitCode> {
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    out::print(&text).err().map(|failed| failed.report(&SourceMap::default()))
}

/// Returns the JSON objects for an error.
fn failures(failed: &Failed, path: &Path, sources: &SourceMap) -> Vec<Json> {
    match failed {
        Failed::Error(Error::User(found)) => found.iter().map(|one| diagnostic(sources, one)).collect(),
        Failed::Error(Error::Limitation(limitation)) => vec![diagnostic(sources, limitation)],
        Failed::Error(Error::Bug(bug)) => vec![without_place(path, &format!("internal error: {bug}"))],
        Failed::Failure(failure) => vec![without_place(path, &failure.message)],
        Failed::Message(message) | Failed::Timeout(message) | Failed::Usage(message) => {
            vec![without_place(path, message)]
        }
        Failed::Shown(_) => Vec::new(),
    }
}

fn without_place(path: &Path, headline: &str) -> Json {
    json!({
        "code": null, "severity": "error", "headline": headline, "file": path.display().to_string(),
        "start": null, "end": null, "labels": [], "notes": [], "helps": [],
    })
}

/// Returns a diagnostic in the format of `--json`.
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
