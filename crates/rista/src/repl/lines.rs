//! The sources of inputs: a terminal, with editing, completion and a history, or a pipe.

use super::command;
use crate::load::{Failed, reason};
use crate::out;
use base::{SourceMap, Symbol};
use driver::session::{Input, read};
use etcetera::BaseStrategy;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const GREETING: &str = concat!("Rista ", env!("CARGO_PKG_VERSION"), ". `:help` lists the commands, `:quit` leaves.");

pub enum Lines {
    Terminal(Box<Editor<Assistant, FileHistory>>),
    Pipe(io::StdinLock<'static>),
}

impl Lines {
    /// Opens standard input. On a terminal, Ctrl-C sets the flag from now on instead of ending the process.
    pub fn open(interrupt: &Arc<AtomicBool>) -> Result<Lines, Failed> {
        if !io::stdin().is_terminal() {
            return Ok(Lines::Pipe(io::stdin().lock()));
        }
        let unusable = |error: &dyn std::fmt::Display| Failed::message(format!("the terminal cannot be used: {error}"));
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(interrupt))
            .map_err(|error| unusable(&error))?;
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(|error| unusable(&error))?;
        editor.set_helper(Some(Assistant::default()));
        if let Some(file) = history_file() {
            // A missing history is not an error.
            _ = editor.load_history(&file);
        }
        out::print(&format!("{GREETING}\n"))?;
        Ok(Lines::Terminal(Box::new(editor)))
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// Reads the next input; `None` at the end. `names` are offered as completions.
    pub fn next(&mut self, names: &[Symbol]) -> Result<Option<String>, Failed> {
        match self {
            Lines::Terminal(editor) => {
                if let Some(assistant) = editor.helper_mut() {
                    assistant.names = names.iter().map(Symbol::to_string).collect();
                }
                loop {
                    match editor.readline("> ") {
                        Ok(input) => return Ok(Some(input)),
                        Err(ReadlineError::Interrupted) => {}
                        Err(ReadlineError::Eof) => return Ok(None),
                        Err(error) => return Err(Failed::message(format!("cannot read from the terminal: {error}"))),
                    }
                }
            }
            Lines::Pipe(pipe) => next_from(pipe),
        }
    }

    /// Saves the history.
    pub fn close(&mut self) {
        if let (Lines::Terminal(editor), Some(file)) = (self, history_file()) {
            let folder_is_there = file.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
            if !folder_is_there || editor.save_history(&file).is_err() {
                out::tell(format_args!("warning: the history cannot be kept in {}", file.display()));
            }
        }
    }
}

/// Reads the lines of one input from a pipe.
fn next_from(pipe: &mut impl BufRead) -> Result<Option<String>, Failed> {
    let mut input = String::new();
    loop {
        let count = pipe.read_line(&mut input);
        let count =
            count.map_err(|error| Failed::message(format!("cannot read standard input: {}", reason(&error))))?;
        if count == 0 && input.is_empty() {
            return Ok(None);
        }
        if count == 0 || !goes_on(&input) {
            return Ok(Some(input));
        }
    }
}

/// Whether the input is incomplete, so that a further line belongs to it. An empty line ends an input.
fn goes_on(input: &str) -> bool {
    let last = input.strip_suffix('\n').unwrap_or(input).rsplit('\n').next().unwrap_or("");
    if command::is_command(input) || last.trim().is_empty() {
        return false;
    }
    let mut sources = SourceMap::default();
    let file = sources.add("input", input);
    matches!(read(&sources, file), Input::Unfinished(_))
}

/// Returns `rista/history` in the system's folder for the state of programs (`~/.local/state` on Linux).
fn history_file() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(state.join("rista").join("history"))
}

/// Completion and validation while a line is edited.
#[derive(Default)]
pub struct Assistant {
    names: Vec<String>,
}

impl Helper for Assistant {}
impl Hinter for Assistant {
    type Hint = String;
}
impl Highlighter for Assistant {}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let unfinished = goes_on(context.input());
        Ok(if unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let start = before.trim_end_matches(of_word).len();
        let start = if before.trim_start().starts_with(':') && before[..start].trim() == ":" { 0 } else { start };
        let word = before[start..].trim_start();
        if word.is_empty() {
            return Ok((at, Vec::new()));
        }
        let names = command::names().map(str::to_owned).chain(self.names.iter().cloned());
        Ok((start, names.filter(|name| name.starts_with(word)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_end_where_they_are_finished() {
        let mut pipe = io::Cursor::new("1 +\n2\n\n(1,\n\ndef f x =\n  x\n:help\nlet x = 1\nin");
        let inputs: Vec<String> = std::iter::from_fn(|| next_from(&mut pipe).ok().flatten()).collect();
        assert_eq!(inputs, ["1 +\n2\n", "\n", "(1,\n\n", "def f x =\n  x\n", ":help\n", "let x = 1\n", "in"]);
    }
}
