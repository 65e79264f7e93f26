//! Tests in the comments of a source file: the entry points to run, the inputs and the expected results. This module
//! only parses them. Callers run the tests, read the files and match the regular expressions.
//!
//! A block starts at a line `-- ==` and lasts while lines begin with `--`; these marks count as white space. In files
//! of NOVA `;` stands for `--`.
//! ```text
//! -- What the program does.
//! -- ==
//! -- tags { slow }
//! -- entry: sum product
//! -- "three elements" input { [1, 2, 3] } output { 6 }
//! -- compiled random input { [1000]i32 5i64 } auto output
//! -- input @ data/large.in.gz
//! -- error: index .* out of bounds
//! ```
//!
//! Programs with input and output have runs instead of inputs:
//! ```text
//! -- ==
//! -- run prints "hello\n"
//! -- "with a file" run args { "-n" "3" } stdin @ data/names.txt prints @ data/greetings.txt exit 2
//! -- run stdin "x" error: no .* number
//! ```

mod parse;
mod random;
mod scan;

pub use parse::parse;
pub use random::{MAX_RANDOM_BYTES, RandomArgument, RandomInput, generate};

use crate::array::Value;
use crate::entry::{EntryType, read_leaves};
use crate::read::{Expected, ReadError, Reader};
use std::fmt;

/// The contents of all test blocks of one source file. The default stands for a file without blocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TestSpec {
    /// Comment above the first block, without its `--`.
    pub description: String,
    /// Tags of the whole program, such as `disable`.
    pub tags: Vec<String>,
    /// Pattern of the compile error that the program must give. If present, there are no other tests.
    pub compile_error: Option<Pattern>,
    /// Test cases, in the order of the file.
    pub cases: Vec<Case>,
    /// Runs of the whole program, in the order of the file.
    pub runs: Vec<Run>,
    pub structures: Vec<Structure>,
    /// Patterns of warnings that the compiler must give.
    pub warnings: Vec<Pattern>,
    /// Entry points that must return `true` for every argument.
    pub properties: Vec<Property>,
}

/// A test case: one input for one or more entry points, and the expected outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Name, unique in its block. Without a name in the source it is `#` and the number of the case in its block,
    /// counted from 1.
    pub name: String,
    /// Whether the source gives the name.
    pub named: bool,
    /// Line in the source file, counted from 1.
    pub line: usize,
    /// Entry points to run, at least one; `main` if the block names none.
    pub entries: Vec<String>,
    /// Words before `input`, without `random` and `script`: `compiled`, `nobench`, `notest`, `no_cuda`, `mem_16gb`.
    pub tags: Vec<String>,
    pub input: Input,
    pub outcome: Outcome,
}

/// A run of a program with input and output, and how it must end. The default is one without arguments and input, which
/// succeeds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// Name, unique in its block among cases and runs.
    pub name: String,
    /// Line in the source file, counted from 1.
    pub line: usize,
    /// Words before `run`.
    pub tags: Vec<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Standard input.
    pub input: Stream,
    /// Standard output; `None` if any will do.
    pub prints: Option<Stream>,
    /// Exit code.
    pub exit: u8,
    /// What the standard error of a failure must match.
    pub error: Option<Pattern>,
}

/// The bytes of a standard stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stream {
    Text(String),
    /// The contents of a file, whose path is relative to the source file.
    File(String),
}

impl Default for Stream {
    fn default() -> Stream {
        Stream::Text(String::new())
    }
}

/// The source of a case's arguments. Paths are relative to the source file.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    Values(Text),
    File(String),
    Random(RandomInput),
    /// A script expression. If its value is a tuple, the components are the arguments.
    Script(Text),
    /// A file that contains a script expression.
    ScriptFile(String),
}

/// The expected outcome of a case.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Success, with any results.
    Success,
    Values(Text),
    /// The values in a file, whose path is relative to the source file.
    File(String),
    /// The results of a reference implementation.
    Auto,
    /// A failure at run time whose message matches the pattern.
    Error(Pattern),
}

/// A regular expression that a message must match. Its syntax is not checked here. The empty one matches any message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub regex: String,
    /// Line in the source file, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

/// A test of the numbers of constructs in the program after a pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    pub pipeline: Pipeline,
    /// Paths of constructs, such as `SegMap/Loop`, each with its expected count.
    pub counts: Vec<(String, u64)>,
    /// Line in the source file, counted from 1.
    pub line: usize,
}

/// The pipelines that a structure test can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipeline {
    /// The core language after its optimisations: the default for tests that name no pipeline.
    Core,
    Gpu,
    GpuMem,
    Mc,
    McMem,
    SeqMem,
    Internalised,
}

/// An entry point to test as a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub entry: String,
    /// Line in the source file, counted from 1.
    pub line: usize,
}

/// The text between braces, its comment marks replaced by blanks, and its position in the source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    /// Line in the source file, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

/// An error in a test block, with its position in the source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestBlockError {
    /// Line in the source file, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    pub message: String,
}

impl TestSpec {
    /// Whether the file tests only that the program compiles.
    pub fn is_empty(&self) -> bool {
        self.compile_error.is_none()
            && self.cases.is_empty()
            && self.runs.is_empty()
            && self.structures.is_empty()
            && self.warnings.is_empty()
            && self.properties.is_empty()
    }

    /// Returns the patterns of all expected messages.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let of_cases = self.cases.iter().filter_map(|case| match &case.outcome {
            Outcome::Error(pattern) => Some(pattern),
            _ => None,
        });
        let of_runs = self.runs.iter().filter_map(|run| run.error.as_ref());
        self.compile_error.iter().chain(&self.warnings).chain(of_cases).chain(of_runs)
    }

    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|other| other == tag)
    }
}

impl Case {
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|other| other == tag)
    }
}

impl Pattern {
    /// Returns an error at the pattern's position.
    pub fn error(&self, message: impl Into<String>) -> TestBlockError {
        TestBlockError { line: self.line, column: self.column, message: message.into() }
    }

    /// Whether the pattern matches every message.
    pub fn is_any(&self) -> bool {
        self.regex.is_empty()
    }
}

impl Pipeline {
    /// Returns the pipeline of this name, or `None`.
    pub fn from_name(name: &str) -> Option<Pipeline> {
        Some(match name {
            "gpu" => Pipeline::Gpu,
            "gpu-mem" => Pipeline::GpuMem,
            "mc" => Pipeline::Mc,
            "mc-mem" => Pipeline::McMem,
            "seq-mem" => Pipeline::SeqMem,
            "internalised" => Pipeline::Internalised,
            _ => return None,
        })
    }
}

impl Text {
    /// Returns a reader of the values in the text. Use [`Text::locate`] to place its errors in the source file.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self.text.as_bytes())
    }

    /// Reads all values in the text, each of the type that it states.
    ///
    /// # Errors The first value that cannot be read, with its position in the source file.
    pub fn read_values(&self) -> Result<Vec<Value>, TestBlockError> {
        crate::read::read_values(self.text.as_bytes()).map_err(|error| self.locate(&error))
    }

    /// Reads one value of each type.
    ///
    /// # Errors The first value that is missing, left over or of another type, with its position in the source file.
    pub fn read_values_as(&self, types: &[Expected]) -> Result<Vec<Value>, TestBlockError> {
        let mut reader = self.reader();
        let values = types.iter().map(|ty| reader.read_value_as(ty.elem, ty.rank)).collect::<Result<Vec<Value>, _>>();
        let values = values.and_then(|values| reader.finish().map(|()| values));
        values.map_err(|error| self.locate(&error))
    }

    /// Reads a value of each type, as a whole or in pieces (`entry::read_leaves`), and returns the leaves of all.
    ///
    /// # Errors As for `read_values_as`.
    pub fn read_leaves(&self, types: &[&EntryType]) -> Result<Vec<Value>, TestBlockError> {
        let mut reader = self.reader();
        let values = types.iter().map(|ty| read_leaves(&mut reader, ty)).collect::<Result<Vec<_>, _>>();
        let values = values.and_then(|values| reader.finish().map(|()| values.concat()));
        values.map_err(|error| self.locate(&error))
    }

    /// Converts an error in this text to one with its position in the source file.
    pub fn locate(&self, error: &ReadError) -> TestBlockError {
        let (line, column) = scan::place(&self.text, error.offset, (self.line, self.column));
        TestBlockError { line, column, message: error.message.clone() }
    }
}

impl fmt::Display for TestBlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for TestBlockError {}
