//! Services: operations that programs ask of the run-time system. Some act on the world outside (`world`), such as
//! printing; the conversions between floats and text are pure; one ends the run with a failure.
//!
//! Services take and return scalars and strings of bytes. Evaluators pass a string as a `[]u8`.

use crate::decimal;
use crate::world::World;
use crate::{ArrayValue, Scalar, ScalarType, Storage, Value};
use base::{Spans, Stop};

/// An operation of the run-time system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Service {
    System(SystemOp),
    Text(TextOp),
    /// `bytes -> nothing`: ends the run with a failure whose message is the text.
    Fail,
}

/// An operation on the world outside of the program. A file that cannot be used, and a number that is out of range, is
/// a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SystemOp {
    /// `bytes -> ()`: writes to the standard output.
    Print,
    /// `bytes -> ()`: writes to the standard error.
    PrintError,
    /// `() -> ()`: writes out what is buffered for the standard output.
    Flush,
    /// Like `Flush`, for the standard error.
    FlushError,
    /// `() -> bytes`: the next line of the standard input with its newline, if it has one; empty at the end.
    ReadLine,
    /// `count: i64 -> bytes`: the next bytes of the standard input; fewer at the end.
    ReadBytes,
    /// `path: bytes -> bytes`: the contents of a file.
    ReadFile,
    /// `path: bytes -> contents: bytes -> ()`.
    WriteFile,
    /// `path: bytes -> bool`.
    FileExists,
    /// `path: bytes -> ()`.
    DeleteFile,
    /// `bytes -> i64`: runs a command of the shell; returns its exit code.
    Command,
    /// `code: i64 -> nothing`: ends the run with an exit code, of which the lowest 8 bits count.
    Exit,
    /// `() -> i64`: the number of the program's arguments.
    Arguments,
    /// `at: i64 -> bytes`: an argument of the program, from 0.
    Argument,
    /// `() -> f64`: milliseconds since the beginning of 1970.
    Time,
    /// `milliseconds: i64 -> ()`. A negative number is 0.
    Sleep,
    /// `file: i64 -> start: i64 -> end: i64 -> imperative: bool -> ()`: the accelerated expression between two offsets of
    /// a source file begins.
    BeginExpression,
    /// `() -> ()`: that expression ends.
    EndExpression,
}

/// A conversion between floats and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextOp {
    /// `f64 -> bytes`: twelve significant digits, with a point or an exponent (`decimal::print`).
    OfFloat,
    /// `bytes -> f64`: the nearest float (`decimal::parse`). Another text is a failure.
    ToFloat,
    /// `bytes -> bool`: whether `ToFloat` accepts the text.
    IsFloat,
}

/// Type of an operand or a result of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Scalar(ScalarType),
    /// `[]u8`.
    Bytes,
}

/// What a service returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    Unit,
    One(Form),
    /// The service ends the run, so that its application has any type.
    Never,
}

const I64: Form = Form::Scalar(ScalarType::I64);
const F64: Form = Form::Scalar(ScalarType::F64);
const BOOL: Form = Form::Scalar(ScalarType::Bool);

impl SystemOp {
    /// Whether the operation only serves the report of a run. Evaluators make none, and ignore it.
    pub fn is_of_report(self) -> bool {
        matches!(self, SystemOp::BeginExpression | SystemOp::EndExpression)
    }
}

impl Service {
    pub const ALL: [Service; 22] = [
        Service::System(SystemOp::Print),
        Service::System(SystemOp::PrintError),
        Service::System(SystemOp::Flush),
        Service::System(SystemOp::FlushError),
        Service::System(SystemOp::ReadLine),
        Service::System(SystemOp::ReadBytes),
        Service::System(SystemOp::ReadFile),
        Service::System(SystemOp::WriteFile),
        Service::System(SystemOp::FileExists),
        Service::System(SystemOp::DeleteFile),
        Service::System(SystemOp::Command),
        Service::System(SystemOp::Exit),
        Service::System(SystemOp::Arguments),
        Service::System(SystemOp::Argument),
        Service::System(SystemOp::Time),
        Service::System(SystemOp::Sleep),
        Service::System(SystemOp::BeginExpression),
        Service::System(SystemOp::EndExpression),
        Service::Text(TextOp::OfFloat),
        Service::Text(TextOp::ToFloat),
        Service::Text(TextOp::IsFloat),
        Service::Fail,
    ];

    /// Returns the name in the texts of levels, and the types of operands and result.
    fn row(self) -> (&'static str, &'static [Form], Returns) {
        match self {
            Service::System(op) => match op {
                SystemOp::Print => ("system.print", &[Form::Bytes], Returns::Unit),
                SystemOp::PrintError => ("system.print_error", &[Form::Bytes], Returns::Unit),
                SystemOp::Flush => ("system.flush", &[], Returns::Unit),
                SystemOp::FlushError => ("system.flush_error", &[], Returns::Unit),
                SystemOp::ReadLine => ("system.read_line", &[], Returns::One(Form::Bytes)),
                SystemOp::ReadBytes => ("system.read_bytes", &[I64], Returns::One(Form::Bytes)),
                SystemOp::ReadFile => ("system.read_file", &[Form::Bytes], Returns::One(Form::Bytes)),
                SystemOp::WriteFile => ("system.write_file", &[Form::Bytes, Form::Bytes], Returns::Unit),
                SystemOp::FileExists => ("system.file_exists", &[Form::Bytes], Returns::One(BOOL)),
                SystemOp::DeleteFile => ("system.delete_file", &[Form::Bytes], Returns::Unit),
                SystemOp::Command => ("system.command", &[Form::Bytes], Returns::One(I64)),
                SystemOp::Exit => ("system.exit", &[I64], Returns::Never),
                SystemOp::Arguments => ("system.arguments", &[], Returns::One(I64)),
                SystemOp::Argument => ("system.argument", &[I64], Returns::One(Form::Bytes)),
                SystemOp::Time => ("system.time", &[], Returns::One(F64)),
                SystemOp::Sleep => ("system.sleep", &[I64], Returns::Unit),
                SystemOp::BeginExpression => ("report.begin", &[I64, I64, I64, BOOL], Returns::Unit),
                SystemOp::EndExpression => ("report.end", &[], Returns::Unit),
            },
            Service::Text(op) => match op {
                TextOp::OfFloat => ("text.of_float", &[F64], Returns::One(Form::Bytes)),
                TextOp::ToFloat => ("text.to_float", &[Form::Bytes], Returns::One(F64)),
                TextOp::IsFloat => ("text.is_float", &[Form::Bytes], Returns::One(BOOL)),
            },
            Service::Fail => ("fail", &[Form::Bytes], Returns::Never),
        }
    }

    pub fn name(self) -> &'static str {
        self.row().0
    }

    pub fn from_name(name: &str) -> Option<Service> {
        Service::ALL.into_iter().find(|service| service.name() == name)
    }

    pub fn params(self) -> &'static [Form] {
        self.row().1
    }

    pub fn returns(self) -> Returns {
        self.row().2
    }

    /// Whether the service acts on the world or depends on it. Reports are not for the program's user.
    pub fn is_of_world(self) -> bool {
        match self {
            Service::System(op) => !op.is_of_report(),
            Service::Text(_) | Service::Fail => false,
        }
    }

    /// Performs the service in the world; returns its result, `None` for unit. Operands of other types are stuck.
    pub fn call(self, args: &[Value], world: &mut dyn World) -> Result<Option<Value>, Stop> {
        match (self, args) {
            (Service::System(op), _) if op.is_of_report() => Ok(None),
            (Service::System(op), _) => world.call(op, args),
            (Service::Text(TextOp::OfFloat), [Value::Scalar(Scalar::F64(x))]) => {
                Ok(Some(string(decimal::print(*x).into_bytes())))
            }
            (Service::Text(TextOp::ToFloat), [text]) => match decimal::parse(bytes(text)?) {
                Some(x) => Ok(Some(Value::Scalar(Scalar::F64(x)))),
                None => Err(failure(format!("{} is not a number", quoted(bytes(text)?)))),
            },
            (Service::Text(TextOp::IsFloat), [text]) => {
                Ok(Some(Value::Scalar(Scalar::Bool(decimal::parse(bytes(text)?).is_some()))))
            }
            (Service::Fail, [text]) => Err(failure(shown(bytes(text)?))),
            _ => Err(wrong_operands()),
        }
    }
}

/// Returns a failure without a place, which evaluators add.
pub fn failure(message: String) -> Stop {
    Stop::failure(message, Spans::new())
}

/// Returns a text for messages, which are UTF-8 and, in C, end with a zero: what is neither is replaced by U+FFFD.
fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace('\0', "\u{FFFD}")
}

/// Returns a text between quotes, for messages.
pub fn quoted(text: &[u8]) -> String {
    format!("`{}`", shown(text))
}

/// Returns the error for operands that a service does not take.
pub fn wrong_operands() -> Stop {
    Stop::stuck("a service with other operands")
}

/// Returns the value of a string of bytes.
pub fn string(bytes: Vec<u8>) -> Value {
    match ArrayValue::new(vec![bytes.len()], Storage::U8(bytes)) {
        Some(array) => Value::Array(array),
        None => Value::Scalar(Scalar::U8(0)),
    }
}

/// Returns the bytes of a string.
pub fn bytes(value: &Value) -> Result<&[u8], Stop> {
    match value {
        Value::Array(array) => match array.data() {
            Storage::U8(bytes) => Ok(bytes),
            _ => Err(wrong_operands()),
        },
        Value::Scalar(_) => Err(wrong_operands()),
    }
}
