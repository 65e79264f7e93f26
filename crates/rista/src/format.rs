//! `rista fmt`: formats source files in place, or standard input.

use crate::load::{self, Failed};
use crate::{files, out, sources};
use base::SourceMap;
use driver::Language;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Comments and empty lines stay. If a construct may be on one line or on several,
the author's line breaks decide. A file with syntax errors is left unchanged.

Examples:
  rista fmt sum.fut lib/
  rista fmt --check .
  rista fmt - < sum.fut
  rista fmt --language nova - < sum.nova

Exit codes:
  0    all files are formatted; with --check, they already were
  1    a file could not be read, parsed or written; with --check, also if one is not formatted
  101  a bug in the compiler";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Source files, and folders to search for them; `-` formats standard input to standard output
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing; print the names of the files that would change
    #[arg(long)]
    check: bool,
    /// The language of standard input; Futhark otherwise
    #[arg(long, value_enum)]
    language: Option<StandardLanguage>,
}

/// The value of `--language`: a source language.
#[derive(Clone, Copy, clap::ValueEnum)]
enum StandardLanguage {
    Futhark,
    Nova,
    #[value(name = "mexpr")]
    MExpr,
}

impl StandardLanguage {
    fn language(self) -> Language {
        match self {
            StandardLanguage::Futhark => Language::Futhark,
            StandardLanguage::Nova => Language::Nova,
            StandardLanguage::MExpr => Language::MExpr,
        }
    }
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let (standard, paths): (Vec<_>, Vec<_>) = arguments.paths.iter().cloned().partition(|path| path.as_os_str() == "-");
    let files = match sources::find(&paths) {
        Ok(files) => files,
        Err(message) => return Failed::Message(message).report(&SourceMap::default()),
    };
    if arguments.language.is_some() && standard.is_empty() {
        let message = "--language applies to standard input, and only files are given\nhelp: the extension of a file determines its language";
        return Failed::usage(message).report(&SourceMap::default());
    }
    let all = standard.iter().take(1).chain(&files);
    let codes: Vec<ExitCode> = all.filter_map(|path| format(path, arguments)).collect();
    let internal = codes.iter().find(|code| **code != ExitCode::FAILURE);
    internal.or(codes.first()).copied().unwrap_or(ExitCode::SUCCESS)
}

/// Formats one file. Returns the exit code if the file has errors or, with `--check`, would change.
fn format(path: &Path, arguments: &Arguments) -> Option<ExitCode> {
    let mut sources = SourceMap::default();
    let done = match path.as_os_str() == "-" {
        true => standard(arguments, &mut sources),
        false => file(path, arguments.check, &mut sources),
    };
    done.err().map(|failed| failed.report(&sources))
}

/// Formats a file in place; with `check`, only reports whether it would change.
fn file(path: &Path, check: bool, sources: &mut SourceMap) -> Result<(), Failed> {
    let text = load::source(path).map_err(Failed::Message)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let language = extension.and_then(Language::from_extension).unwrap_or(Language::Futhark);
    let formatted = formatted(&path.display().to_string(), language, &text, sources)?;
    match formatted == text {
        true => Ok(()),
        false if check => differs(&path.display().to_string()),
        false => files::write_all(&[(path.to_owned(), formatted.into_bytes())]),
    }
}

/// Formats standard input to standard output; with `--check`, only reports whether it would change.
fn standard(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    let cannot = |reason: String| Failed::Message(format!("cannot read standard input: {reason}"));
    let bytes = files::read_bounded(io::stdin().lock(), files::MAX_TEXT_BYTES);
    let text = String::from_utf8(bytes.map_err(|error| cannot(load::reason(&error)))?);
    let text = text.map_err(|_| cannot("it is not UTF-8 text".to_owned()))?;
    let language = arguments.language.map_or(Language::Futhark, StandardLanguage::language);
    let formatted = formatted("standard input", language, &text, sources)?;
    match arguments.check {
        true if formatted != text => differs("standard input"),
        true => Ok(()),
        false => out::print_verbatim(&formatted),
    }
}

fn formatted(name: &str, language: Language, text: &str, sources: &mut SourceMap) -> Result<String, Failed> {
    let id = sources.add(name.to_owned(), text);
    Ok(driver::format_source(language, id, text)?)
}

fn differs(name: &str) -> Result<(), Failed> {
    out::print(&format!("{name}\n"))?;
    Err(Failed::Shown(load::WRONG))
}
