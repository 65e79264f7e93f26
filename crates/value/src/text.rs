//! The text form of values: `5`, `[1.5f32, 2, 3]`, `empty([0][3]i32)`, `"bytes"`.

use crate::array::{Storage, Value};
use crate::binary::{byte_length, value_of};
use crate::number::{WordError, is_word_byte, scalar};
use crate::read::{Expected, MAX_RANK, ReadError, ReadErrorKind, ReadResult, Reader};
use crate::scalar::{Scalar, ScalarType};

/// Largest number of characters of the input that a message quotes.
const QUOTED: usize = 40;

/// Reads a value. The reader stands at the first byte of its text.
pub(crate) fn read(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let start = reader.offset();
    match reader.peek() {
        None => Err(reader.text_error(ReadErrorKind::End, start, "expected a value, but the input ends here")),
        Some(b'[') => read_array(reader, expected),
        Some(b'"') => read_string(reader, expected),
        Some(b'e') => read_empty(reader, expected),
        Some(_) => {
            let value = read_scalar(reader, expected.map(|expected| expected.elem))?;
            let found = Expected { elem: value.scalar_type(), rank: 0 };
            check_type(reader, start, expected, found)?;
            Ok(Value::Scalar(value))
        }
    }
}

fn check_type(reader: &Reader, start: usize, expected: Option<Expected>, found: Expected) -> ReadResult<()> {
    match expected.filter(|&expected| expected != found) {
        None => Ok(()),
        Some(expected) => {
            let message = format!("expected a value of type {expected}, but this one is of type {found}");
            Err(reader.text_error(ReadErrorKind::Type, start, message))
        }
    }
}

/// Returns the next token for messages: a word or a constructor, or else one character.
fn quoted(reader: &Reader) -> String {
    let mut ahead = reader.clone();
    let is_constructor = ahead.eat(b'#');
    let word = ahead.skip_while(is_word_byte);
    let character = || reader.rest().utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match (str::from_utf8(word), reader.peek()) {
        (_, None) => "the end of the input".to_owned(),
        (Ok(word), _) if !word.is_empty() => {
            format!("`{}{}`", if is_constructor { "#" } else { "" }, word.get(..QUOTED).unwrap_or(word))
        }
        (_, Some(byte)) => match character() {
            Some(character) => format!("`{}`", character.escape_debug()),
            None => format!("the byte 0x{byte:02x}"),
        },
    }
}

/// Returns a syntax error at the next byte; `wanted` names what was expected.
pub(crate) fn unexpected(reader: &Reader, wanted: &str) -> ReadError {
    let kind = if reader.peek().is_none() { ReadErrorKind::End } else { ReadErrorKind::Syntax };
    reader.text_error(kind, reader.offset(), format!("expected {wanted}, but found {}", quoted(reader)))
}

pub(crate) fn expect(reader: &mut Reader, byte: u8) -> ReadResult<()> {
    reader.skip_blanks();
    if reader.eat(byte) { Ok(()) } else { Err(unexpected(reader, &format!("`{}`", char::from(byte)))) }
}

fn read_scalar(reader: &mut Reader, wanted: Option<ScalarType>) -> ReadResult<Scalar> {
    let before = reader.clone();
    let word = reader.skip_while(is_word_byte);
    scalar(str::from_utf8(word).unwrap_or_default(), wanted).map_err(|error| word_error(&before, error, wanted))
}

/// Returns the error for a word that is not a scalar of the wanted type.
fn word_error(before: &Reader, error: WordError, wanted: Option<ScalarType>) -> ReadError {
    let wanted = wanted.map_or("a value", ScalarType::name);
    let (kind, message) = match error {
        WordError::Form => return unexpected(before, wanted),
        WordError::Type(found) => {
            (ReadErrorKind::Type, format!("expected {wanted}, but {} is of type {found}", quoted(before)))
        }
        WordError::Range(ty) => (ReadErrorKind::Range, format!("{} is out of the range of {ty}", quoted(before))),
    };
    before.text_error(kind, before.offset(), message)
}

/// State while an array is read.
struct Rows<'r, 'a> {
    reader: &'r mut Reader<'a>,
    expected: Option<Expected>,
    /// Elements read so far; present once the element type is known.
    data: Option<Storage>,
    /// Length of the rows at each depth, known once a row at this depth has ended.
    sizes: Vec<Option<usize>>,
    /// Rank of the array, known once an element has been read.
    rank: Option<usize>,
}

/// Reads an array in brackets.
fn read_array(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let start = reader.offset();
    let mut rows = Rows {
        reader,
        expected,
        data: expected.map(|expected| Storage::new(expected.elem)),
        sizes: Vec::new(),
        rank: None,
    };
    rows.row(0)?;
    let Rows { data, sizes, .. } = rows;
    let shape = sizes.into_iter().collect::<Option<Vec<usize>>>();
    let value = shape.zip(data).and_then(|(shape, data)| value_of(shape, data));
    let value =
        value.ok_or_else(|| reader.text_error(ReadErrorKind::Shape, start, "this array is not of one shape"))?;
    check_type(reader, start, expected, Expected { elem: value.elem(), rank: value.shape().len() })?;
    Ok(value)
}

impl Rows<'_, '_> {
    /// Reads a row in brackets at `depth`, which is 0 for the whole array and below `MAX_RANK`.
    fn row(&mut self, depth: usize) -> ReadResult<()> {
        self.open(depth)?;
        let mut length = 0;
        loop {
            self.reader.skip_blanks();
            match self.reader.peek() {
                Some(b']') => break,
                Some(b'[') => self.row(depth + 1)?,
                Some(b'"') => self.string(depth + 1)?,
                Some(b'e') => self.empty(depth + 1)?,
                _ => self.element(depth + 1)?,
            }
            length += 1;
            self.reader.skip_blanks();
            if !self.reader.eat(b',') {
                break;
            }
        }
        self.close(depth, length)
    }

    fn open(&mut self, depth: usize) -> ReadResult<()> {
        self.enter(depth)?;
        expect(self.reader, b'[')
    }

    /// Checks that a row may stand at `depth`.
    fn enter(&mut self, depth: usize) -> ReadResult<()> {
        let start = self.reader.offset();
        let error = |message: String| Err(self.reader.text_error(ReadErrorKind::Shape, start, message));
        if self.rank.is_some_and(|rank| depth >= rank) {
            return error("expected an element, as before in this array, but found a row".to_owned());
        }
        if let Some(expected) = self.expected.filter(|expected| depth >= expected.rank) {
            let message = format!("expected a value of type {expected}, but this one has more dimensions");
            return Err(self.reader.text_error(ReadErrorKind::Type, start, message));
        }
        if depth >= MAX_RANK {
            return error(format!("an array has at most {MAX_RANK} dimensions"));
        }
        if self.sizes.len() <= depth {
            self.sizes.resize(depth + 1, None);
        }
        Ok(())
    }

    /// Reads a string, which is a row of bytes.
    fn string(&mut self, depth: usize) -> ReadResult<()> {
        let start = self.reader.offset();
        self.enter(depth)?;
        self.row_type(depth, Expected { elem: ScalarType::U8, rank: 1 }, start)?;
        let bytes = string_bytes(self.reader)?;
        let length = bytes.len();
        if let Some(Storage::U8(data)) = &mut self.data {
            data.extend(bytes);
        }
        self.end_row(depth, length, start)
    }

    /// Reads a row that is written as `empty(..)`.
    fn empty(&mut self, depth: usize) -> ReadResult<()> {
        let start = self.reader.offset();
        let (elem, shape) = empty_type(self.reader)?;
        self.row_type(depth, Expected { elem, rank: shape.len() }, start)?;
        for at in depth..depth + shape.len() {
            self.enter(at)?;
        }
        (depth..).zip(shape).try_for_each(|(depth, size)| self.end_row(depth, size, start))
    }

    /// Checks that a row of this type may stand at `depth`. `start` is the row's position, for errors.
    fn row_type(&mut self, depth: usize, row: Expected, start: usize) -> ReadResult<()> {
        let error = |this: &Self, message: String| Err(this.reader.text_error(ReadErrorKind::Type, start, message));
        let row_of = |array: Expected| Expected { rank: array.rank.saturating_sub(depth), ..array };
        if let Some(wanted) = self.expected.map(row_of).filter(|wanted| *wanted != row) {
            return error(self, format!("expected a row of type {wanted}, but this one is of type {row}"));
        }
        let elem = self.data.get_or_insert_with(|| Storage::new(row.elem)).elem();
        let before = row_of(Expected { elem, rank: *self.rank.get_or_insert(depth + row.rank) });
        if before != row {
            return error(self, format!("this row is of type {row}, but the rows before it of type {before}"));
        }
        Ok(())
    }

    /// Reads the end of a row at `depth`.
    fn close(&mut self, depth: usize, length: usize) -> ReadResult<()> {
        let end = self.reader.offset();
        if self.reader.peek() != Some(b']') {
            return Err(unexpected(self.reader, "`,` or `]`"));
        }
        // Otherwise the inner sizes of an array without elements would be unknown.
        if length == 0 && self.expected.is_none_or(|expected| depth + 1 < expected.rank) {
            let example = self.expected.unwrap_or(Expected { elem: ScalarType::I32, rank: 1 });
            let sizes = "[0]".repeat(example.rank);
            let message = format!("an empty array is written with its type, such as `empty({sizes}{})`", example.elem);
            return Err(self.reader.text_error(ReadErrorKind::Syntax, end, message));
        }
        self.reader.advance();
        self.end_row(depth, length, end)
    }

    /// Records the length of a row at `depth`, which must be that of the rows before. An error is placed at `place`.
    fn end_row(&mut self, depth: usize, length: usize, place: usize) -> ReadResult<()> {
        let Some(size) = self.sizes.get_mut(depth) else { return Ok(()) };
        let before = *size.get_or_insert(length);
        if before == length {
            return Ok(());
        }
        let message = format!("this row has length {length}, but the rows before it have length {before}");
        Err(self.reader.text_error(ReadErrorKind::Shape, place, message))
    }

    /// Reads an element of an array of the given rank.
    fn element(&mut self, rank: usize) -> ReadResult<()> {
        let start = self.reader.offset();
        if *self.rank.get_or_insert(rank) != rank {
            return Err(unexpected(self.reader, "a row, as before in this array"));
        }
        if let Some(expected) = self.expected.filter(|expected| rank != expected.rank) {
            let message = format!("expected a value of type {expected}, but this one has rank {rank}");
            return Err(self.reader.text_error(ReadErrorKind::Type, start, message));
        }
        let scalar = read_scalar(self.reader, self.data.as_ref().map(Storage::elem))?;
        self.data.get_or_insert_with(|| Storage::new(scalar.scalar_type())).push(scalar);
        Ok(())
    }
}

/// Reads an array without elements: `empty([0][3]i32)`.
fn read_empty(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let start = reader.offset();
    let (elem, shape) = empty_type(reader)?;
    check_type(reader, start, expected, Expected { elem, rank: shape.len() })?;
    value_of(shape, Storage::new(elem))
        .ok_or_else(|| reader.text_error(ReadErrorKind::Shape, start, "this array is not of one shape"))
}

/// Reads the element type and the shape in `empty([0][3]i32)`. Every size must be given, and one must be 0.
fn empty_type(reader: &mut Reader) -> ReadResult<(ScalarType, Vec<usize>)> {
    let start = reader.offset();
    let before = reader.clone();
    if reader.skip_while(is_word_byte) != b"empty" {
        return Err(unexpected(&before, "a value"));
    }
    expect(reader, b'(')?;
    let mut shape = Vec::new();
    reader.skip_blanks();
    while reader.peek() == Some(b'[') && shape.len() < MAX_RANK {
        reader.advance();
        reader.skip_blanks();
        shape.push(read_size(reader)?);
        expect(reader, b']')?;
        reader.skip_blanks();
    }
    let before = reader.clone();
    let name = String::from_utf8_lossy(reader.skip_while(is_word_byte));
    let elem = ScalarType::from_name(&name).ok_or_else(|| unexpected(&before, "`[` and a size, or an element type"))?;
    expect(reader, b')')?;
    match byte_length(elem, &shape) {
        Some(0) => Ok((elem, shape)),
        _ => Err(reader.text_error(ReadErrorKind::Shape, start, "an empty array must have a size that is 0")),
    }
}

fn read_size(reader: &mut Reader) -> ReadResult<usize> {
    let before = reader.clone();
    let digits = reader.skip_while(|byte| byte.is_ascii_digit());
    let size = str::from_utf8(digits).ok().and_then(|digits| digits.parse::<i64>().ok());
    size.and_then(|size| usize::try_from(size).ok()).ok_or_else(|| unexpected(&before, "a size"))
}

/// Reads a string, which stands for the bytes of its text in UTF-8.
fn read_string(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let start = reader.offset();
    check_type(reader, start, expected, Expected { elem: ScalarType::U8, rank: 1 })?;
    let bytes = string_bytes(reader)?;
    value_of(vec![bytes.len()], Storage::U8(bytes))
        .ok_or_else(|| reader.text_error(ReadErrorKind::Shape, start, "this string is too long"))
}

/// Reads a string and returns its bytes. The reader stands at the opening quote.
fn string_bytes(reader: &mut Reader) -> ReadResult<Vec<u8>> {
    let start = reader.offset();
    reader.advance();
    let mut bytes = Vec::new();
    loop {
        bytes.extend_from_slice(reader.skip_while(|byte| !matches!(byte, b'"' | b'\\')));
        if reader.eat(b'"') {
            return Ok(bytes);
        }
        if !reader.eat(b'\\') {
            return Err(reader.text_error(ReadErrorKind::End, start, "this string does not end"));
        }
        bytes.extend_from_slice(read_escape(reader)?.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Reads an escape after a backslash: a letter as in C, a decimal code, or `x` and a hexadecimal code.
fn read_escape(reader: &mut Reader) -> ReadResult<char> {
    let start = reader.offset().saturating_sub(1);
    let code = match reader.peek() {
        Some(b'0'..=b'9') => code(reader.skip_while(|byte| byte.is_ascii_digit()), 10),
        Some(b'x') => {
            reader.advance();
            code(reader.skip_while(|byte| byte.is_ascii_hexdigit()), 16)
        }
        Some(letter) => {
            reader.advance();
            simple_escape(letter)
        }
        None => return Err(reader.text_error(ReadErrorKind::End, start, "this string does not end")),
    };
    code.ok_or_else(|| reader.text_error(ReadErrorKind::Syntax, start, "this escape stands for no character"))
}

fn code(digits: &[u8], radix: u32) -> Option<char> {
    char::from_u32(u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok()?)
}

fn simple_escape(letter: u8) -> Option<char> {
    Some(match letter {
        b'a' => '\x07',
        b'b' => '\x08',
        b't' => '\t',
        b'n' => '\n',
        b'v' => '\x0b',
        b'f' => '\x0c',
        b'r' => '\r',
        b'"' | b'\'' | b'\\' => char::from(letter),
        _ => return None,
    })
}
