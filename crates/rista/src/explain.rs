//! `rista explain`: shows the pages about errors.

use crate::load::reason;
use crate::out;
use clap::builder::styling::Style;
use driver::errors;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Arguments {
    /// The code of an error, such as E0301; without it, all codes are listed
    code: Option<String>,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let Some(code) = &arguments.code else { return finish(list(&mut anstream::stdout().lock())) };
    let code = code.to_ascii_uppercase();
    match errors::page(&code) {
        Some(page) => finish(show(&mut anstream::stdout().lock(), page)),
        None => unknown(&code),
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    let style = Style::new().bold();
    for code in errors::codes() {
        writeln!(out, "{style}{code}{style:#}  {}", errors::title(code).unwrap_or_default())?;
    }
    Ok(())
}

/// Writes the page, with its headings in bold. `Style` and the stream leave out escape sequences if the output is not a
/// terminal.
fn show(out: &mut impl Write, page: &str) -> io::Result<()> {
    let style = Style::new().bold();
    let mut in_code = false;
    for line in page.lines() {
        in_code ^= line.starts_with("```");
        if line.starts_with('#') && !in_code {
            writeln!(out, "{style}{line}{style:#}")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn unknown(code: &str) -> ExitCode {
    out::tell(format_args!("error: there is no error `{code}`"));
    match errors::nearest(code) {
        Some(near) => out::tell(format_args!("help: there is `{near}`; `rista explain` lists all")),
        None => out::tell("help: `rista explain` lists all"),
    }
    ExitCode::FAILURE
}

/// Returns the exit code. A reader that closes the pipe early is not a failure.
fn finish(written: io::Result<()>) -> ExitCode {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            out::tell(format_args!("error: cannot write to standard output: {}", reason(&error)));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is written to a terminal.
    fn written(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_list_has_a_title_for_each_code() {
        let list = written(list);
        assert_eq!(list.lines().count(), errors::codes().count());
        assert!(list.contains("E0301\u{1b}[0m  types differ\n"));
    }

    #[test]
    fn headings_are_bold_and_code_is_not() {
        let page = "# Title\n```text\n# a comment\n```\n## Part\n";
        let shown = "\u{1b}[1m# Title\u{1b}[0m\n```text\n# a comment\n```\n\u{1b}[1m## Part\u{1b}[0m\n";
        assert_eq!(written(|out| show(out, page)), shown);
    }
}
