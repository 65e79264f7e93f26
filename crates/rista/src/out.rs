//! Standard output and standard error. They may be closed pipes, or files on a full disk.

use crate::load::{Failed, reason};
use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Writes text to standard output, with colours only on a terminal. A closed pipe is not a failure.
pub fn print(text: &str) -> Result<(), Failed> {
    write(text, anstream::stdout().lock())
}

/// Like `print`, but writes every character as it is. For the text of a program, which may have escape sequences in
/// comments.
pub fn print_verbatim(text: &str) -> Result<(), Failed> {
    write(text, std::io::stdout().lock())
}

fn write(text: &str, mut out: impl Write) -> Result<(), Failed> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failed::Message(format!("cannot write to standard output: {}", reason(&error))))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error. A failure to write is ignored, because the exit code still says how the command
/// ended.
pub fn tell(line: impl Display) {
    tell_bytes(format!("{line}\n").as_bytes());
}

/// Like `tell`, but writes every character as it is. For messages of a program.
pub fn tell_verbatim(line: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
}

/// Writes bytes to standard error. A failure to write is ignored.
pub fn tell_bytes(bytes: &[u8]) {
    let mut out = anstream::stderr().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}
