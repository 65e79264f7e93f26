//! Reads programs, source files or texts of the compiler's levels, and reports errors.

use crate::files::{self, MAX_TEXT_BYTES};
use crate::{out, render};
use base::{Bug, Diagnostic, Error, Failure, Severity, SourceMap, Stop};
use driver::{Front, Language, Level, Module, Options, Root, compile_source_with};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit code if the program or its input is wrong.
pub const WRONG: u8 = 1;
/// Exit code if the command line is wrong.
pub const USAGE: u8 = 2;
/// Exit code if the compiler has a bug.
pub const INTERNAL: u8 = 101;

/// Why a command cannot continue.
#[derive(Debug)]
pub enum Failed {
    /// The error has been shown. Only the exit code is left.
    Shown(u8),
    /// An error that the compiler reported.
    Error(Error),
    /// A run-time failure of the user's program.
    Failure(Failure),
    /// Any other error, in one sentence without a full stop. Further lines say what can be done.
    Message(String),
    /// Another program exceeded a time limit. The text is like that of `Message`.
    Timeout(String),
    /// The command line is wrong. The text is like that of `Message`.
    Usage(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed::Error(error)
    }
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Failed {
        match stop {
            Stop::Failure(failure) => Failed::Failure(failure),
            Stop::Stuck { message, .. } => Failed::Error(Bug::new("evaluator", message).into()),
            Stop::Limit(message) => Failed::Message(message),
            Stop::Exit(code) => Failed::Shown(code),
        }
    }
}

impl Failed {
    /// Returns the error with this text.
    pub fn message(message: impl Into<String>) -> Failed {
        Failed::Message(message.into())
    }

    /// Returns the error for a wrong command line.
    pub fn usage(message: impl Into<String>) -> Failed {
        Failed::Usage(message.into())
    }

    /// Shows the error on standard error and returns the exit code: 1, or 2 if the command line is wrong, or 101 if the
    /// compiler has a bug.
    pub fn report(self, sources: &SourceMap) -> ExitCode {
        match self {
            Failed::Shown(code) => return ExitCode::from(code),
            Failed::Error(error) => {
                render::error(sources, &error);
                if let Error::Bug(bug) = error {
                    keep(&bug);
                    return ExitCode::from(INTERNAL);
                }
            }
            Failed::Failure(failure) => out::tell_verbatim(&failure_text(&failure, sources)),
            Failed::Message(message) | Failed::Timeout(message) => out::tell(format_args!("error: {message}")),
            Failed::Usage(message) => {
                out::tell(format_args!("error: {message}"));
                return ExitCode::from(USAGE);
            }
        }
        ExitCode::from(WRONG)
    }
}

/// Converts the reason why an evaluation stopped to an error. If a program gets stuck, its author is at fault if it was
/// written in a level's text form; otherwise it is a bug of the compiler.
pub fn stopped(path: &Path, stop: Stop) -> Failed {
    match stop {
        Stop::Stuck { message, .. } if !is_source(path) => {
            Failed::Message(format!("the program has no meaning here: {message}\n{}", blame(path)))
        }
        other => other.into(),
    }
}

/// Whether the file is a source program, by its extension. Other files are texts of a level.
pub fn is_source(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).and_then(Language::from_extension).is_some()
}

/// Returns the note for a program in a level's text form that crashes or gets stuck: the text may be wrong itself, and
/// how to find out.
pub fn blame(path: &Path) -> String {
    let (file, extension) = (path.display(), path.extension().and_then(|extension| extension.to_str()));
    let help = match extension.and_then(Level::from_name) {
        Some(Level::Imp) => format!("`rista run --target imp {file}` evaluates it step by step"),
        _ => format!("`rista check --validate {file}` with the values shows what is wrong with its memory"),
    };
    format!("note: the program in this file may be wrong itself, because the compiler does not change it\nhelp: {help}")
}

/// Saves the program in which a bug was found, for a report.
fn keep(bug: &Bug) {
    let Some(program) = &bug.program else { return };
    let file = tempfile::Builder::new().prefix("rista-").suffix(".txt").disable_cleanup(true).tempfile();
    let written = file.and_then(|mut file| file.write_all(program.as_bytes()).map(|()| file.path().to_owned()));
    if let Ok(path) = written {
        out::tell(format_args!("The program where it was found is in {}.", path.display()));
    }
}

/// Formats a run-time failure like compiled programs do: the message, then the places, innermost first.
pub fn failure_text(failure: &Failure, sources: &SourceMap) -> String {
    let places = failure.spans.iter().filter_map(|span| sources.place(*span));
    let lines: Vec<String> = places.enumerate().map(|(at, place)| format!("-> #{at}  {place}\n")).collect();
    let heading = if lines.is_empty() { "" } else { "\n\nBacktrace:\n" };
    format!("Error: {}{heading}{}", failure.message, lines.concat())
}

/// Options that turn warnings into errors.
#[derive(clap::Args, Clone, Copy, Default)]
pub struct Strictness {
    /// Treat warnings as errors, so that code that is not portable is rejected, too
    #[arg(long, value_name = "warnings")]
    deny: Option<Denied>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Denied {
    Warnings,
}

impl Strictness {
    /// Returns the program, or its warnings as errors if they are denied.
    pub fn judge(self, front: Front) -> Result<Front, Error> {
        if self.deny.is_none() || front.warnings.is_empty() {
            return Ok(front);
        }
        let as_error = |warning: Diagnostic| Diagnostic { severity: Severity::Error, ..warning };
        Err(Error::User(front.warnings.into_iter().map(as_error).collect()))
    }
}

/// Reads and checks a program, and shows its warnings on standard error.
pub fn load(path: &Path, sources: &mut SourceMap, strictness: Strictness) -> Result<Module, Failed> {
    let front = strictness.judge(read(path, sources)?)?;
    front.warnings.iter().for_each(|warning| render::diagnostic(sources, warning));
    Ok(front.module)
}

/// Reads and checks a program. The extension says whether it is a source file or the text of a level.
pub fn read(path: &Path, sources: &mut SourceMap) -> Result<Front, Failed> {
    read_with(path, false, sources)
}

/// Like `read`; with its unit tests, if it has any, the program runs them.
pub fn read_with(path: &Path, unit_tests: bool, sources: &mut SourceMap) -> Result<Front, Failed> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if let Some(language) = Language::from_extension(extension) {
        let text = source(path).map_err(Failed::Message)?;
        let file = sources.add(path.display().to_string(), text);
        let read = &mut |path: &str| source(Path::new(path));
        return Ok(compile_source_with(language, sources, file, &options(unit_tests)?, read)?);
    }
    if let Some(level) = Level::from_name(extension) {
        let text = text(path).map_err(Failed::Message)?;
        let file = sources.add(path.display().to_string(), text.as_str());
        let module = Module::read(level, file, &text)?;
        return Ok(Front { module, warnings: Vec::new(), properties: Vec::new() });
    }
    let languages = Language::ALL.iter().map(|language| language.extension());
    let extensions: Vec<String> =
        languages.chain(Level::ALL.iter().map(|l| l.name())).map(|e| format!(".{e}")).collect();
    Err(Failed::Message(format!("{} is not a program: none of {}", path.display(), extensions.join(", "))))
}

/// Returns the options of the language from the environment: `MCORE_LIBS=name=folder:name=folder`.
fn options(unit_tests: bool) -> Result<Options, Failed> {
    let libraries = std::env::var("MCORE_LIBS").unwrap_or_default();
    let root = |entry: &str| {
        let (name, folder) = entry
            .split_once('=')
            .ok_or_else(|| Failed::Usage(format!("MCORE_LIBS has `{entry}`, which is not of the form name=folder")))?;
        Ok(Root { name: name.to_owned(), folder: folder.to_owned() })
    };
    let roots = libraries.split(':').filter(|entry| !entry.is_empty()).map(root).collect::<Result<_, Failed>>()?;
    Ok(Options { roots, unit_tests })
}

/// Reads the text of a source file. Pipes and devices are errors, because an import might never end.
pub fn source(path: &Path) -> Result<String, String> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            Err(format!("cannot read {}: it is a pipe or a device", path.display()))
        }
        _ => text(path),
    }
}

/// Reads the text of a file, which must be UTF-8. A byte order mark at its start is dropped.
pub fn text(path: &Path) -> Result<String, String> {
    let bytes = File::open(path).and_then(|file| files::read_bounded(file, MAX_TEXT_BYTES));
    match String::from_utf8(bytes.map_err(|error| cannot_read(path, &error))?) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let line = error.as_bytes().iter().take(valid).filter(|&&byte| byte == b'\n').count() + 1;
            Err(format!("{} is not UTF-8 text: see byte {valid}, line {line}", path.display()))
        }
    }
}

fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {}", path.display(), reason(error))
}

/// Returns the system's description of an error, without its number.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::IsADirectory => "it is a folder".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::AlreadyExists => "something else has this name".into(),
        io::ErrorKind::NotADirectory => "it is not a folder".into(),
        io::ErrorKind::StorageFull => "there is no space left".into(),
        _ => error.to_string(),
    }
}
