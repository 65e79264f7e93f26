//! `rista repl`: checks and evaluates definitions and expressions as they are typed, or as they come from a pipe.

mod command;
mod lines;

use crate::load::{Failed, text};
use crate::world::Process;
use crate::{out, render};
use base::{Diagnostic, Error, FileId, SourceMap};
use command::Command;
use driver::Language;
use driver::session::{Answer, File, Input, Session, evaluate, read};
use lines::Lines;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const AFTER_HELP: &str = "\
Prints the value of an expression, and keeps a definition for later input. An
incomplete input continues on the next line; an empty line ends it.

If standard input is not a terminal, there is no prompt, and the exit code is 1
if there was an error.

Examples:
  rista repl
  rista repl sum.fut
  echo 'i32.sum (1...10)' | rista repl";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A source program (.fut) whose definitions are loaded first
    file: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = SourceMap::default();
    let session = match Session::new(&mut sources) {
        Ok(session) => session,
        Err(error) => return Failed::from(error).report(&sources),
    };
    let mut repl = Repl { sources, empty: session.clone(), session, file: None, inputs: 0, interrupt: Arc::default() };
    if let Some(file) = &arguments.file
        && let Err(failed) = repl.load(file)
    {
        return failed.report(&repl.sources);
    }
    match Lines::open(&repl.interrupt) {
        Ok(lines) => repl.converse(lines),
        Err(failed) => failed.report(&repl.sources),
    }
}

/// Reads the text of an imported file.
fn read_import(path: &str) -> Result<String, String> {
    text(Path::new(path))
}

/// Whether to read another input or to quit.
enum Next {
    Input,
    Quit,
}

struct Repl {
    sources: SourceMap,
    session: Session,
    /// Session without definitions.
    empty: Session,
    /// File that was loaded last.
    file: Option<PathBuf>,
    /// Number of inputs so far, which messages use as their name.
    inputs: usize,
    /// Flag that ends the running evaluation.
    interrupt: Arc<AtomicBool>,
}

impl Repl {
    /// Reads and processes inputs to their end. Returns the exit code, which is a failure if an input from a pipe had
    /// errors.
    fn converse(&mut self, mut lines: Lines) -> ExitCode {
        let mut code = ExitCode::SUCCESS;
        loop {
            let input = match lines.next(self.session.names()) {
                Ok(Some(input)) => input,
                Ok(None) => break,
                Err(failed) => return failed.report(&self.sources),
            };
            match self.take(&input) {
                Ok(Next::Input) => {}
                Ok(Next::Quit) => break,
                Err(failed) => {
                    let failed = failed.report(&self.sources);
                    code = if lines.is_terminal() { code } else { failed };
                }
            }
        }
        lines.close();
        code
    }

    fn take(&mut self, input: &str) -> Result<Next, Failed> {
        match command::parse(input)? {
            Some(Command::Quit) => return Ok(Next::Quit),
            Some(command) => self.obey(command)?,
            None => self.define_or_evaluate(input)?,
        }
        Ok(Next::Input)
    }

    /// Executes a command that begins with `:`.
    fn obey(&mut self, command: Command) -> Result<(), Failed> {
        match command {
            Command::Help => out::print(&command::help()),
            Command::Type(exp) => {
                let answer = self.check(exp)?;
                out::print(&(answer.ty + "\n"))
            }
            Command::Time(exp) => {
                let answer = self.check(exp)?;
                let start = Instant::now();
                let value = self.evaluate(&answer)?;
                out::print(&format!("{value}\n{:.3} s\n", start.elapsed().as_secs_f64()))
            }
            Command::Load(file) => self.load(Path::new(file)),
            Command::Reload => self.reload(),
            Command::Clear => {
                self.session = self.empty.clone();
                self.file = None;
                Ok(())
            }
            Command::Quit => Ok(()),
        }
    }

    /// Adds definitions to the session, or prints the value of an expression.
    fn define_or_evaluate(&mut self, text: &str) -> Result<(), Failed> {
        let file = self.add_input(text);
        match read(&self.sources, file) {
            Input::Definitions(tree) => {
                let warnings = self.session.define(&mut self.sources, (file, tree), &mut read_import)?;
                self.warn(&warnings);
                Ok(())
            }
            Input::Expression(exp) => {
                let answer = self.session.expression(&self.sources, file, exp)?;
                self.warn(&answer.checked.warnings);
                let value = self.evaluate(&answer)?;
                out::print(&(value + "\n"))
            }
            Input::Unfinished(wrong) | Input::Wrong(wrong) => Err(Error::User(wrong).into()),
        }
    }

    fn check(&mut self, text: &str) -> Result<Answer, Failed> {
        let file = self.add_input(text);
        match read(&self.sources, file) {
            Input::Expression(exp) => Ok(self.session.expression(&self.sources, file, exp)?),
            Input::Unfinished(wrong) | Input::Wrong(wrong) => Err(Error::User(wrong).into()),
            Input::Definitions(_) => Err(Failed::message("an expression is needed here")),
        }
    }

    fn evaluate(&self, answer: &Answer) -> Result<String, Failed> {
        self.interrupt.store(false, Ordering::Relaxed);
        Ok(evaluate(answer, &self.interrupt, &mut Process::default())?)
    }

    fn add_input(&mut self, text: &str) -> FileId {
        self.inputs += 1;
        self.sources.add(format!("input {}", self.inputs), text)
    }

    /// Replaces all definitions by those of a file.
    fn load(&mut self, path: &Path) -> Result<(), Failed> {
        let definitions = self.read_definitions(path)?;
        let mut session = self.empty.clone();
        let warnings = session.define(&mut self.sources, definitions, &mut read_import)?;
        self.session = session;
        self.file = Some(path.to_owned());
        self.warn(&warnings);
        Ok(())
    }

    /// Reads the loaded file again. Keeps the definitions that were made after it.
    fn reload(&mut self) -> Result<(), Failed> {
        let Some(path) = self.file.clone() else { return Err(Failed::message("no file has been loaded")) };
        let definitions = self.read_definitions(&path)?;
        let warnings = self.session.replace_first(&mut self.sources, definitions, &mut read_import)?;
        self.warn(&warnings);
        Ok(())
    }

    fn read_definitions(&mut self, path: &Path) -> Result<(FileId, File), Failed> {
        let language = path.extension().and_then(|extension| extension.to_str()).and_then(Language::from_extension);
        if let Some(language) = language.filter(|language| *language != Language::Futhark) {
            return Err(Failed::message(format!(
                "{} is a program in {}: only Futhark's can be loaded",
                path.display(),
                language.name()
            )));
        }
        let file = self.sources.add(path.display().to_string(), text(path).map_err(Failed::Message)?);
        match read(&self.sources, file) {
            Input::Definitions(tree) => Ok((file, tree)),
            Input::Unfinished(wrong) | Input::Wrong(wrong) => Err(Error::User(wrong).into()),
            Input::Expression(_) => Err(Failed::message(format!("{} is not a program", path.display()))),
        }
    }

    fn warn(&self, warnings: &[Diagnostic]) {
        warnings.iter().for_each(|warning| render::diagnostic(&self.sources, warning));
    }
}
