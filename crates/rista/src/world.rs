//! The real world, for evaluated programs: this process's standard streams, the file system, the shell and the clock.

use crate::{out, watch};
use base::Stop;
use std::ffi::OsStr;
use std::io::{BufRead, ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use value::service::{bytes, failure, string, wrong_operands};
use value::world::{argument, byte_count, exit_code, integer, not_run, undeletable, unreadable, unwritable};
use value::{Scalar, SystemOp, Value, World};

/// The world of this process. `arguments` are those of the evaluated program.
#[derive(Default)]
pub struct Process {
    pub arguments: Vec<Vec<u8>>,
}

impl Process {
    /// Flushes the standard output when a run ends. Returns the result of the run.
    ///
    /// # Errors
    /// The run's own error. If it has none, the error of the flush.
    pub fn end<T>(&self, result: Result<T, Stop>) -> Result<T, Stop> {
        let flushed = written(std::io::stdout().flush());
        result.and_then(|value| flushed.map(|()| value))
    }
}

impl World for Process {
    fn call(&mut self, op: SystemOp, args: &[Value]) -> Result<Option<Value>, Stop> {
        let scalar = |scalar| Ok(Some(Value::Scalar(scalar)));
        match (op, args) {
            (SystemOp::Print, [text]) => written(std::io::stdout().write_all(bytes(text)?))?,
            (SystemOp::PrintError, [text]) => written(std::io::stderr().write_all(bytes(text)?))?,
            (SystemOp::Flush, []) => written(std::io::stdout().flush())?,
            (SystemOp::FlushError, []) => written(std::io::stderr().flush())?,
            (SystemOp::ReadLine, []) => {
                let mut line = Vec::new();
                readable(std::io::stdin().lock().read_until(b'\n', &mut line))?;
                return Ok(Some(string(line)));
            }
            (SystemOp::ReadBytes, [count]) => {
                let mut read = Vec::new();
                readable(std::io::stdin().lock().take(byte_count(count)? as u64).read_to_end(&mut read))?;
                return Ok(Some(string(read)));
            }
            (SystemOp::ReadFile, [path]) => {
                let path = bytes(path)?;
                return Ok(Some(string(std::fs::read(named(path)).map_err(|_| unreadable(path))?)));
            }
            (SystemOp::WriteFile, [path, contents]) => {
                let path = bytes(path)?;
                std::fs::write(named(path), bytes(contents)?).map_err(|_| unwritable(path))?;
            }
            (SystemOp::FileExists, [path]) => return scalar(Scalar::Bool(named(bytes(path)?).exists())),
            (SystemOp::DeleteFile, [path]) => {
                let path = bytes(path)?;
                std::fs::remove_file(named(path)).map_err(|_| undeletable(path))?;
            }
            (SystemOp::Command, [command]) => {
                written(std::io::stdout().flush())?;
                let command = bytes(command)?;
                let status = watch::status(Command::new("sh").arg("-c").arg(OsStr::from_bytes(command)));
                let code = status.map_err(|_| not_run(command))?.code();
                return scalar(Scalar::I64(code.map_or(-1, i64::from)));
            }
            (SystemOp::Exit, [code]) => {
                written(std::io::stdout().flush())?;
                return Err(Stop::Exit(exit_code(code)?));
            }
            (SystemOp::Arguments, []) => return scalar(Scalar::I64(self.arguments.len() as i64)),
            (SystemOp::Argument, [at]) => return argument(&self.arguments, at).map(Some),
            (SystemOp::Time, []) => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                return scalar(Scalar::F64(since.as_secs_f64() * 1000.0));
            }
            (SystemOp::Sleep, [time]) => {
                std::thread::sleep(Duration::from_millis(integer(time)?.try_into().unwrap_or(0)));
            }
            _ => return Err(wrong_operands()),
        }
        Ok(None)
    }

    fn trace(&mut self, line: &str) {
        out::tell(line);
    }
}

fn named(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// Exit code of a process whose output nobody reads any more, as shells show it.
pub const BROKEN_PIPE: u8 = 128 + 13;

fn written(result: std::io::Result<()>) -> Result<(), Stop> {
    result.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Stop::Exit(BROKEN_PIPE),
        _ => failure("cannot write to the output".to_owned()),
    })
}

fn readable(result: std::io::Result<usize>) -> Result<(), Stop> {
    result.map(drop).map_err(|_| failure("cannot read the standard input".to_owned()))
}
