//! Random inputs: parses their form, `[10][20]f32 5i64`, and generates their values.

use super::TestBlockError;
use super::scan::{Parsed, Scanner};
use crate::array::Value;
use crate::number::is_word_byte;
use crate::random::random_value;
use crate::read::MAX_RANK;
use crate::scalar::{Scalar, ScalarType};
use std::fmt;

/// Largest size in bytes of all arguments of a case together.
pub const MAX_RANDOM_BYTES: u64 = 1 << 34;

/// Seed for every argument. Each is generated on its own, so two arguments of the same type are equal.
const SEED: u64 = 1;

/// The arguments of a random input, and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomInput {
    pub arguments: Vec<RandomArgument>,
    /// Line and column of the first argument's position, counted from 1.
    pub line: usize,
    pub column: usize,
}

/// One argument of a random input.
#[derive(Clone, PartialEq, Debug)]
pub enum RandomArgument {
    /// A random array of this shape, or a scalar if the shape is empty.
    Random {
        elem: ScalarType,
        shape: Vec<usize>,
    },
    Constant(Scalar),
}

/// Generates the values of a random input, the same on every machine.
///
/// # Errors If they need more than [`MAX_RANDOM_BYTES`], or cannot be allocated.
pub fn generate(input: &RandomInput) -> Result<Vec<Value>, TestBlockError> {
    let error = |message: String| TestBlockError { line: input.line, column: input.column, message };
    let bytes = input.arguments.iter().try_fold(0u64, |sum, argument| sum.checked_add(argument.bytes()?));
    if bytes.is_none_or(|bytes| bytes > MAX_RANDOM_BYTES) {
        return Err(error(format!("this random input needs more than {} GiB", MAX_RANDOM_BYTES >> 30)));
    }
    let value = |argument: &RandomArgument| match argument {
        RandomArgument::Constant(scalar) => Ok(Value::Scalar(*scalar)),
        RandomArgument::Random { elem, shape } => {
            random_value(*elem, shape, SEED, None).map_err(|wrong| error(wrong.to_string()))
        }
    };
    input.arguments.iter().map(value).collect()
}

impl RandomArgument {
    /// Returns the number of bytes of the value; `None` if that number overflows.
    fn bytes(&self) -> Option<u64> {
        match self {
            RandomArgument::Constant(scalar) => Some(scalar.scalar_type().bytes() as u64),
            RandomArgument::Random { elem, shape } => {
                shape.iter().try_fold(elem.bytes() as u64, |bytes, &size| bytes.checked_mul(size as u64))
            }
        }
    }
}

impl fmt::Display for RandomArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomArgument::Constant(scalar) => write!(f, "{}", Value::Scalar(*scalar)),
            RandomArgument::Random { elem, shape } => {
                shape.iter().try_for_each(|size| write!(f, "[{size}]"))?;
                write!(f, "{elem}")
            }
        }
    }
}

/// Parses the arguments after a `{`, up to and including the `}`.
pub(super) fn random_input(scanner: &mut Scanner) -> Parsed<RandomInput> {
    let start = scanner.clone();
    let (line, column) = start.place();
    let mut arguments = Vec::new();
    loop {
        scanner.skip_blanks();
        match scanner.peek() {
            None => return Err(start.unclosed()),
            Some('}') => break,
            Some(_) => arguments.push(argument(scanner)?),
        }
    }
    scanner.expect("}")?;
    Ok(RandomInput { arguments, line, column })
}

/// Parses one argument of a random input: a type, optionally with bounds.
fn argument(scanner: &mut Scanner) -> Parsed<RandomArgument> {
    let mut shape = Vec::new();
    while scanner.eat("[") {
        if shape.len() >= MAX_RANK {
            return Err(scanner.error(format!("an array has at most {MAX_RANK} dimensions")));
        }
        shape.push(size(scanner)?);
        scanner.expect("]")?;
        scanner.skip_blanks();
    }
    let before = scanner.clone();
    let word = scanner.take_while(|character| u8::try_from(character).is_ok_and(is_word_byte));
    if let Some(elem) = ScalarType::from_name(word) {
        return Ok(RandomArgument::Random { elem, shape });
    }
    if !shape.is_empty() {
        return Err(before.expected("an element type, such as `i32`"));
    }
    let scalar = crate::number::scalar(word, None);
    scalar.map(RandomArgument::Constant).map_err(|_| before.expected("a type with its sizes or a constant"))
}

fn size(scanner: &mut Scanner) -> Parsed<usize> {
    scanner.skip_blanks();
    let before = scanner.clone();
    let digits = scanner.take_while(|character| character.is_ascii_digit() || character == '_').replace('_', "");
    if digits.is_empty() {
        return Err(before.expected("a size"));
    }
    let size = digits.parse::<i64>().ok().and_then(|size| usize::try_from(size).ok());
    size.ok_or_else(|| before.error("this size is too large"))
}
