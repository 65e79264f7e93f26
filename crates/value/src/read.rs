//! Reads streams of values: the reader, its errors, and the choice between the text form, the binary form and `.npy`,
//! which may be mixed in one stream.

use crate::array::Value;
use crate::scalar::ScalarType;
use crate::{binary, npy};
use std::fmt;
use std::io::{self, BufRead};

/// Largest rank of an array: the largest number in the rank byte of the binary form.
pub const MAX_RANK: usize = 255;

/// Mark with which some editors begin a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A reader of values: the bytes of a stream and a position in them.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// The type that a caller expects: the element type and the rank, 0 for a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    pub elem: ScalarType,
    pub rank: usize,
}

/// Why a value could not be read, and the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub kind: ReadErrorKind,
    /// Position in bytes from the start of the stream.
    pub offset: usize,
    /// Line and column, counted from 1, if the error is in text.
    pub place: Option<(usize, usize)>,
    pub message: String,
}

/// The kind of a reading error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadErrorKind {
    /// The stream ends inside a value.
    End,
    /// The input does not have the form of a value.
    Syntax,
    /// The value has another type than expected, or its elements have different types.
    Type,
    /// A number does not fit its type.
    Range,
    /// Rows have different lengths, or the sizes exceed any memory.
    Shape,
}

pub type ReadResult<T> = Result<T, ReadError>;

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.message),
            None => write!(f, "byte {}: {}", self.offset, self.message),
        }
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "[]".repeat(self.rank), self.elem)
    }
}

/// Reads all values of a stream, each of the type that it states.
///
/// # Errors The error of the first value that cannot be read.
pub fn read_values(bytes: &[u8]) -> ReadResult<Vec<Value>> {
    let mut reader = Reader::new(bytes);
    let mut values = Vec::new();
    while !reader.is_at_end() {
        values.push(reader.read_value()?);
    }
    Ok(values)
}

/// Reads the next value of a stream if it is in binary form or a `.npy` file, without holding its bytes as well. Returns
/// `None`, and reads nothing, if it is in another form.
///
/// # Errors
/// Those of the stream; `InvalidData` for bytes that are not a value of the expected type; `OutOfMemory` if there is no
/// room for its elements.
pub fn read_stream(input: &mut impl BufRead, expected: Expected) -> io::Result<Option<Value>> {
    let next = input.fill_buf()?;
    if next.starts_with(npy::MAGIC) {
        return npy::read_npy_stream(input, expected).map(Some);
    }
    if next.starts_with(&binary::START) {
        return binary::read_binary(input, expected).map(Some);
    }
    Ok(None)
}

/// Reads the next value, which must be an array of `elem` of the given rank, or a scalar at rank 0: see
/// [`Reader::read_value_as`].
pub fn read_value_as(reader: &mut Reader, elem: ScalarType, rank: usize) -> ReadResult<Value> {
    reader.read_value_as(elem, rank)
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// Returns a reader of `bytes`, after the first `read` of them.
    pub fn after(bytes: &'a [u8], read: usize) -> Reader<'a> {
        Reader { bytes, at: read }
    }

    /// Returns the number of bytes that have been read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns the bytes that have not been read.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks and comments, and returns whether the stream ends there.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.peek().is_none()
    }

    /// Skips blanks, byte order marks and comments, which start with `--` and last to the end of the line.
    pub fn skip_blanks(&mut self) {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace());
            if self.rest().starts_with(BYTE_ORDER_MARK) {
                self.at += BYTE_ORDER_MARK.len();
            } else if self.rest().starts_with(b"--") {
                self.skip_while(|byte| byte != b'\n');
            } else {
                return;
            }
        }
    }

    /// Reads the next value, of the type that it states. An integer without a suffix is an `i32`, another number
    /// without a suffix an `f64`. In an array, the first element decides the type of later elements without suffixes.
    pub fn read_value(&mut self) -> ReadResult<Value> {
        self.read(None)
    }

    /// Reads the next value, which must be an array of `elem` of the given rank, or a scalar at rank 0. Numbers without
    /// a suffix take the expected type, and integers may stand for floats.
    ///
    /// # Errors `Type` if a suffix, a binary header or the rank disagrees; `Range` if an integer does not fit.
    pub fn read_value_as(&mut self, elem: ScalarType, rank: usize) -> ReadResult<Value> {
        self.read(Some(Expected { elem, rank }))
    }

    /// Checks that only blanks and comments are left.
    pub fn finish(&mut self) -> ReadResult<()> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.text_error(ReadErrorKind::Syntax, self.at, "there is more input after the last value")),
        }
    }

    fn read(&mut self, expected: Option<Expected>) -> ReadResult<Value> {
        self.skip_blanks();
        match self.peek() {
            Some(b'b') if !self.is_text() => crate::binary::read(self, expected),
            _ if self.rest().starts_with(crate::npy::MAGIC) => crate::npy::read(self, expected),
            _ => crate::text::read(self, expected),
        }
    }

    /// Whether a value that begins with `b` is text. In binary form the version follows, which is not a printable
    /// character.
    fn is_text(&self) -> bool {
        self.bytes.get(self.at + 1).is_some_and(|next| next.is_ascii_graphic() || next.is_ascii_whitespace())
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(crate) fn advance(&mut self) {
        self.at = self.bytes.len().min(self.at + 1);
    }

    /// Reads the byte if it comes next, and returns whether it did.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.advance();
        }
        found
    }

    /// Reads `count` bytes. If fewer are left, returns `None` and reads nothing.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..count)?;
        self.at += count;
        Some(taken)
    }

    /// Reads and returns all bytes before the first that does not satisfy the condition.
    pub(crate) fn skip_while(&mut self, condition: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let count = rest.iter().position(|&byte| !condition(byte)).unwrap_or(rest.len());
        self.at += count;
        rest.get(..count).unwrap_or_default()
    }

    /// Returns an error in text, with line and column.
    pub(crate) fn text_error(&self, kind: ReadErrorKind, offset: usize, message: impl Into<String>) -> ReadError {
        let before = self.bytes.get(..offset).unwrap_or(self.bytes);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = before.iter().skip(start).filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
        ReadError { kind, offset, place: Some((line, column)), message: message.into() }
    }

    /// Returns an error in binary data, without line and column.
    pub(crate) fn byte_error(&self, kind: ReadErrorKind, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError { kind, offset, place: None, message: message.into() }
    }
}
