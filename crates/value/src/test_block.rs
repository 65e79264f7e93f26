//! The tests that a source file carries in its comments: which entry points to run on which inputs, and what must come
//! out. Only the form is read here; running the tests, reading files and matching expressions is for the caller.
//!
//! A block starts at a line that is `-- ==` and lasts while lines begin with `--`; the marks count as white space. In
//! files of NOVA `;` stands for `--`.
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

mod parse;
mod random;
mod scan;

pub use parse::parse;
pub use random::{MAX_RANDOM_BYTES, RandomArgument, RandomInput, generate};

use crate::array::Value;
use crate::entry::{EntryType, read_leaves};
use crate::read::{Expected, ReadError, Reader};
use std::fmt;

/// All that the test blocks of one source file say. A file without blocks has the default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TestSpec {
    /// The comment above the first block, without its `--`.
    pub description: String,
    /// Tags of the whole program, such as `disable`.
    pub tags: Vec<String>,
    /// The program must be rejected with this message; then there is nothing else to test.
    pub compile_error: Option<Pattern>,
    /// In the order of the file.
    pub cases: Vec<Case>,
    pub structures: Vec<Structure>,
    /// Warnings that the compiler must give.
    pub warnings: Vec<Pattern>,
    /// Entry points that must return `true` for every argument.
    pub properties: Vec<Property>,
}

/// One input, for one or more entry points, and what must come of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// Unique in its block: the given name, or else `#` and the number of the case in its block, from 1.
    pub name: String,
    /// Whether `name` stands in the source.
    pub named: bool,
    /// From 1.
    pub line: usize,
    /// At least one; `main` when the block names none.
    pub entries: Vec<String>,
    /// Words before `input`, without `random` and `script`: `compiled`, `nobench`, `notest`, `no_cuda`, `mem_16gb`.
    pub tags: Vec<String>,
    pub input: Input,
    pub outcome: Outcome,
}

/// Where the arguments of a case come from. Paths are relative to the source file.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    Values(Text),
    File(String),
    Random(RandomInput),
    /// A script expression, whose components are the arguments.
    Script(Text),
    /// A file with a script expression.
    ScriptFile(String),
}

/// What a case must end in.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Success, whatever the results.
    Success,
    Values(Text),
    /// The values of a file, whose path is relative to the source file.
    File(String),
    /// The results that a reference implementation computes.
    Auto,
    /// A failure at run time with this message.
    Error(Pattern),
}

/// A regular expression over a message, not checked here. Empty for any message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub regex: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// How often constructs occur in the program after a pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    pub pipeline: Pipeline,
    /// Paths of constructs, such as `SegMap/Loop`, each with its count.
    pub counts: Vec<(String, u64)>,
    /// From 1.
    pub line: usize,
}

/// The pipelines that a structure test can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipeline {
    /// None named: the core language after its optimisations.
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
    /// From 1.
    pub line: usize,
}

/// The text between braces, the comment marks in it replaced with blanks, and where it starts in the source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// What is wrong with a test block, and where in the source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestBlockError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub message: String,
}

impl TestSpec {
    /// Whether there is nothing to test beyond that the program compiles.
    pub fn is_empty(&self) -> bool {
        self.compile_error.is_none()
            && self.cases.is_empty()
            && self.structures.is_empty()
            && self.warnings.is_empty()
            && self.properties.is_empty()
    }

    /// All expected messages.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let of_cases = self.cases.iter().filter_map(|case| match &case.outcome {
            Outcome::Error(pattern) => Some(pattern),
            _ => None,
        });
        self.compile_error.iter().chain(&self.warnings).chain(of_cases)
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
    /// An error in the expression.
    pub fn error(&self, message: impl Into<String>) -> TestBlockError {
        TestBlockError { line: self.line, column: self.column, message: message.into() }
    }

    /// Whether every message matches.
    pub fn is_any(&self) -> bool {
        self.regex.is_empty()
    }
}

impl Pipeline {
    /// `None` when there is no pipeline of that name.
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
    /// A reader of the values in the text; [`Text::locate`] places its errors.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self.text.as_bytes())
    }

    /// All values in the text, each of the type it says it has.
    ///
    /// # Errors
    /// The first value that cannot be read, placed in the source file.
    pub fn read_values(&self) -> Result<Vec<Value>, TestBlockError> {
        crate::read::read_values(self.text.as_bytes()).map_err(|error| self.locate(&error))
    }

    /// As many values as there are types, each of its type.
    ///
    /// # Errors
    /// The first value that is missing, too many, or not of its type, placed in the source file.
    pub fn read_values_as(&self, types: &[Expected]) -> Result<Vec<Value>, TestBlockError> {
        let mut reader = self.reader();
        let values = types.iter().map(|ty| reader.read_value_as(ty.elem, ty.rank)).collect::<Result<Vec<Value>, _>>();
        let values = values.and_then(|values| reader.finish().map(|()| values));
        values.map_err(|error| self.locate(&error))
    }

    /// A value of each of the types, by their leaves (`entry::read_leaves`).
    ///
    /// # Errors
    /// As for `read_values_as`.
    pub fn read_leaves(&self, types: &[&EntryType]) -> Result<Vec<Value>, TestBlockError> {
        let mut reader = self.reader();
        let values = types.iter().map(|ty| read_leaves(&mut reader, ty)).collect::<Result<Vec<_>, _>>();
        let values = values.and_then(|values| reader.finish().map(|()| values.concat()));
        values.map_err(|error| self.locate(&error))
    }

    /// An error of reading this text, placed in the source file.
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
