//! The world outside of a running program: its standard input and output, files, arguments, clock. Evaluators perform
//! the operations of programs in a world that their caller supplies.

use crate::service::{SystemOp, bytes, failure, quoted, string, wrong_operands};
use crate::{Scalar, Value};
use base::Stop;
use std::collections::BTreeMap;

pub trait World {
    /// Performs an operation; returns its result, `None` for unit. `Exit` is the error `Stop::Exit`.
    fn call(&mut self, op: SystemOp, args: &[Value]) -> Result<Option<Value>, Stop>;

    /// Shows a line `tag: value` for a value that the program traces.
    fn trace(&mut self, _line: &str) {}
}

impl<W: World + ?Sized> World for &mut W {
    fn call(&mut self, op: SystemOp, args: &[Value]) -> Result<Option<Value>, Stop> {
        (**self).call(op, args)
    }

    fn trace(&mut self, line: &str) {
        (**self).trace(line);
    }
}

/// A world that refuses all operations.
pub struct Closed;

impl World for Closed {
    fn call(&mut self, _: SystemOp, _: &[Value]) -> Result<Option<Value>, Stop> {
        Err(Stop::Limit("a program with input and output cannot run here".to_owned()))
    }
}

/// A world in memory, for tests. It has no shell, and no time passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    pub input: Vec<u8>,
    /// Number of bytes of the input that are read.
    pub read: usize,
    pub arguments: Vec<Vec<u8>>,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    pub traced: Vec<String>,
}

impl Memory {
    fn take(&mut self, count: usize) -> Value {
        let rest = self.input.get(self.read..).unwrap_or(&[]);
        let taken = rest[..count.min(rest.len())].to_vec();
        self.read += taken.len();
        string(taken)
    }

    fn rest_of_line(&self) -> usize {
        let rest = self.input.get(self.read..).unwrap_or(&[]);
        rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1)
    }
}

impl World for Memory {
    fn call(&mut self, op: SystemOp, args: &[Value]) -> Result<Option<Value>, Stop> {
        let scalar = |scalar| Ok(Some(Value::Scalar(scalar)));
        match (op, args) {
            (SystemOp::Print, [text]) => self.output.extend(bytes(text)?),
            (SystemOp::PrintError, [text]) => self.errors.extend(bytes(text)?),
            (SystemOp::Flush | SystemOp::FlushError, []) => {}
            (SystemOp::ReadLine, []) => return Ok(Some(self.take(self.rest_of_line()))),
            (SystemOp::ReadBytes, [count]) => return Ok(Some(self.take(byte_count(count)?))),
            (SystemOp::ReadFile, [path]) => {
                let path = bytes(path)?;
                let contents = self.files.get(path).ok_or_else(|| unreadable(path))?;
                return Ok(Some(string(contents.clone())));
            }
            (SystemOp::WriteFile, [path, contents]) => {
                self.files.insert(bytes(path)?.to_vec(), bytes(contents)?.to_vec());
            }
            (SystemOp::FileExists, [path]) => return scalar(Scalar::Bool(self.files.contains_key(bytes(path)?))),
            (SystemOp::DeleteFile, [path]) => {
                let path = bytes(path)?;
                self.files.remove(path).ok_or_else(|| undeletable(path))?;
            }
            (SystemOp::Command, [command]) => return Err(not_run(bytes(command)?)),
            (SystemOp::Exit, [code]) => return Err(Stop::Exit(exit_code(code)?)),
            (SystemOp::Arguments, []) => return scalar(Scalar::I64(self.arguments.len() as i64)),
            (SystemOp::Argument, [at]) => return argument(&self.arguments, at).map(Some),
            (SystemOp::Time, []) => return scalar(Scalar::F64(0.0)),
            (SystemOp::Sleep, [Value::Scalar(Scalar::I64(_))]) => {}
            _ => return Err(wrong_operands()),
        }
        Ok(None)
    }

    fn trace(&mut self, line: &str) {
        self.traced.push(line.to_owned());
    }
}

/// Returns a number of bytes to read; a negative one is a failure.
pub fn byte_count(value: &Value) -> Result<usize, Stop> {
    let count = integer(value)?;
    usize::try_from(count).map_err(|_| failure(format!("cannot read {count} bytes")))
}

/// Returns the exit code of a process: the lowest 8 bits of the number.
pub fn exit_code(value: &Value) -> Result<u8, Stop> {
    integer(value).map(|code| code as u8)
}

/// Returns the argument of that number; a failure if there is none.
pub fn argument(arguments: &[Vec<u8>], at: &Value) -> Result<Value, Stop> {
    let at = integer(at)?;
    let found = usize::try_from(at).ok().and_then(|at| arguments.get(at));
    let missing = || failure(format!("there is no argument {at} of the program, but {}", arguments.len()));
    found.map(|argument| string(argument.clone())).ok_or_else(missing)
}

pub fn integer(value: &Value) -> Result<i64, Stop> {
    if let Value::Scalar(Scalar::I64(value)) = value { Ok(*value) } else { Err(wrong_operands()) }
}

pub fn unreadable(path: &[u8]) -> Stop {
    failure(format!("cannot read the file {}", quoted(path)))
}

pub fn unwritable(path: &[u8]) -> Stop {
    failure(format!("cannot write the file {}", quoted(path)))
}

pub fn undeletable(path: &[u8]) -> Stop {
    failure(format!("cannot delete the file {}", quoted(path)))
}

pub fn not_run(command: &[u8]) -> Stop {
    failure(format!("cannot run the command {}", quoted(command)))
}
