//! Code that the examples share: a thread with a deep stack, and the reporting of errors.

use base::SourceMap;
use base::guard::STACK;
use driver::render::{Colour, diagnostic};
use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// Runs an example on a thread with a large stack, and reports its error.
pub fn run_deep(run: impl FnOnce() -> Result<(), String> + Send + 'static) -> ExitCode {
    match Builder::new().stack_size(STACK).spawn(run).map(JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(message))) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
        _ => ExitCode::from(101),
    }
}

pub fn describe(sources: &SourceMap, error: &base::Error) -> String {
    let text = |one| diagnostic(sources, one, Colour::Plain);
    match error {
        base::Error::User(diagnostics) => diagnostics.iter().map(text).collect::<Vec<_>>().join("\n"),
        base::Error::Limitation(limitation) => text(limitation),
        base::Error::Bug(bug) => bug.to_string(),
    }
}
