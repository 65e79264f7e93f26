//! Standard output, which may be a pipe that nobody reads any more or a file on a full disk.

use crate::load::{Failed, reason};
use std::io::{ErrorKind, Write};

/// Writes text to standard output. A reader that has seen enough closes the pipe, which is no failure.
pub fn print(text: &str) -> Result<(), Failed> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failed::Message(format!("cannot write to standard output: {}", reason(&error))))
        }
        _ => Ok(()),
    }
}

/// Shows what an evaluated program traces, on standard error.
pub fn trace(line: &str) {
    anstream::eprintln!("{line}");
}
