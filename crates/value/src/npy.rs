//! NumPy's `.npy` files, format versions 1 to 3:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>. The header is a Python dictionary. Only
//! dictionaries with the three known keys are read, no other Python syntax.

use crate::array::{Storage, Value};
use crate::binary::{byte_length, decode, not_a_bool, read_elements, value_of, write_elements, wrong};
use crate::read::{Expected, ReadError, ReadErrorKind, ReadResult, Reader};
use crate::scalar::ScalarType;
use std::io::{self, Read, Write};

/// First bytes of every `.npy` file. No other form of values starts with them.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Alignment in bytes of the first element.
const ALIGNMENT: usize = 64;

/// The contents of a file's header.
#[derive(Debug)]
struct Header {
    elem: ScalarType,
    big_endian: bool,
    /// Whether the first index varies fastest (column-major order).
    fortran_order: bool,
    shape: Vec<usize>,
}

/// Reads a whole `.npy` file. A file without dimensions is a scalar.
///
/// # Errors `Type`, with NumPy's name of the type, if the elements have none of the twelve scalar types; otherwise as
/// for the other forms of values.
pub fn read_npy(bytes: &[u8]) -> ReadResult<Value> {
    let mut reader = Reader::new(bytes);
    let value = read(&mut reader, None)?;
    match reader.rest().len() {
        0 => Ok(value),
        more => {
            let message = format!("there are {more} bytes after the last element");
            Err(reader.byte_error(ReadErrorKind::Syntax, reader.offset(), message))
        }
    }
}

/// Reads a `.npy` file from the reader's position. More values may follow.
pub(crate) fn read(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let before = reader.offset();
    let header = read_header(reader)?;
    let found = Expected { elem: header.elem, rank: header.shape.len() };
    if let Some(expected) = expected.filter(|&expected| expected != found) {
        let message = format!("expected a value of type {expected}, but this one is of type {found}");
        return Err(reader.byte_error(ReadErrorKind::Type, before, message));
    }
    let start = reader.offset();
    let error = |reader: &Reader, kind, message: String| Err(reader.byte_error(kind, start, message));
    let Some(length) = byte_length(header.elem, &header.shape) else {
        return error(reader, ReadErrorKind::Shape, format!("the shape {:?} is too large", header.shape));
    };
    let Some(data) = reader.take(length) else {
        let left = reader.rest().len();
        let message = format!("the header announces {length} bytes of elements, but there are {left}");
        return error(reader, ReadErrorKind::End, message);
    };
    let data = decode(header.elem, data, header.big_endian).map_err(|at| not_a_bool(reader, start + at))?;
    let data = if header.fortran_order { row_major(&data, &header.shape) } else { data };
    let shape = header.shape;
    value_of(shape, data).ok_or_else(|| reader.byte_error(ReadErrorKind::Shape, start, "the shape is too large"))
}

/// Reads the value of a file from a stream, without holding the bytes of its elements as well.
///
/// # Errors
/// Those of the stream; `InvalidData` for bytes that are not a value of the expected type; `OutOfMemory` if there is no room for
/// its elements.
pub(crate) fn read_npy_stream(input: &mut impl Read, expected: Expected) -> io::Result<Value> {
    // The length of the header comes after the magic bytes and the version, in 2 or 4 bytes.
    let mut bytes = vec![0; MAGIC.len() + 4];
    input.read_exact(&mut bytes)?;
    if bytes.get(MAGIC.len()).is_some_and(|version| *version > 1) {
        bytes.extend([0; 2]);
        let rest = bytes.len() - 2;
        input.read_exact(bytes.get_mut(rest..).unwrap_or_default())?;
    }
    let length = bytes.get(MAGIC.len() + 2..).unwrap_or_default();
    let length = length.iter().rev().fold(0usize, |length, byte| length << 8 | usize::from(*byte));
    let before = bytes.len();
    let mut header = Vec::new();
    Read::take(&mut *input, length as u64).read_to_end(&mut header)?;
    bytes.extend(header);
    if bytes.len() - before < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let header = read_header(&mut Reader::new(&bytes)).map_err(|error| wrong(&error.to_string()))?;
    if (Expected { elem: header.elem, rank: header.shape.len() }) != expected {
        return Err(wrong("the value is of another type"));
    }
    let too_large = || wrong("the shape is too large");
    let length = byte_length(header.elem, &header.shape).ok_or_else(too_large)?;
    let data = read_elements(input, header.elem, length, header.big_endian)?;
    let data = if header.fortran_order { row_major(&data, &header.shape) } else { data };
    value_of(header.shape, data).ok_or_else(too_large)
}

/// Reads the header. The reader then stands at the first element.
fn read_header(reader: &mut Reader) -> ReadResult<Header> {
    if reader.take(MAGIC.len()) != Some(MAGIC) {
        return Err(reader.byte_error(ReadErrorKind::Syntax, reader.offset(), "this is not a .npy file"));
    }
    let length = match reader.take(2) {
        Some(&[1, _]) => reader.take(2).and_then(|bytes| bytes.try_into().ok()).map(|b| u16::from_le_bytes(b).into()),
        Some(&[2 | 3, _]) => reader.take(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes),
        Some(&[version, _]) => {
            let message = format!("version {version} of .npy files is not known");
            return Err(reader.byte_error(ReadErrorKind::Syntax, reader.offset() - 2, message));
        }
        _ => None,
    };
    let start = reader.offset();
    let text = length.and_then(|length| reader.take(usize::try_from(length).ok()?));
    let Some(text) = text else {
        return Err(reader.byte_error(ReadErrorKind::End, start, "the file ends inside its header"));
    };
    read_dictionary(&mut Reader::new(text)).map_err(|error| ReadError { offset: error.offset + start, ..error })
}

/// Returns a syntax error at the next byte of the header; `wanted` names what was expected.
fn malformed<T>(reader: &Reader, wanted: &str) -> ReadResult<T> {
    let message = format!("expected {wanted} in the header of the .npy file");
    Err(reader.byte_error(ReadErrorKind::Syntax, reader.offset(), message))
}

fn expect(reader: &mut Reader, byte: u8) -> ReadResult<()> {
    reader.skip_blanks();
    if reader.eat(byte) { Ok(()) } else { malformed(reader, &format!("`{}`", char::from(byte))) }
}

/// Reads the header's dictionary: `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
fn read_dictionary(reader: &mut Reader) -> ReadResult<Header> {
    let (mut element, mut fortran_order, mut shape) = (None, None, None);
    expect(reader, b'{')?;
    loop {
        reader.skip_blanks();
        if reader.peek() == Some(b'}') {
            break;
        }
        let before = reader.clone();
        let key = read_string(reader)?;
        expect(reader, b':')?;
        reader.skip_blanks();
        match key {
            b"descr" => element = Some(read_element_type(reader)?),
            b"fortran_order" => fortran_order = Some(read_bool(reader)?),
            b"shape" => shape = Some(read_shape(reader)?),
            _ => return malformed(&before, "`descr`, `fortran_order` or `shape`"),
        }
        reader.skip_blanks();
        if !reader.eat(b',') {
            break;
        }
    }
    expect(reader, b'}')?;
    match (element, fortran_order, shape) {
        (Some((elem, big_endian)), Some(fortran_order), Some(shape)) if reader.is_at_end() => {
            Ok(Header { elem, big_endian, fortran_order, shape })
        }
        (Some(_), Some(_), Some(_)) => malformed(reader, "nothing else"),
        _ => malformed(reader, "`descr`, `fortran_order` and `shape`"),
    }
}

fn read_string<'a>(reader: &mut Reader<'a>) -> ReadResult<&'a [u8]> {
    let before = reader.clone();
    let quote = reader.peek().filter(|byte| matches!(byte, b'\'' | b'"'));
    reader.advance();
    let text = reader.skip_while(|byte| Some(byte) != quote);
    match quote {
        Some(quote) if reader.eat(quote) => Ok(text),
        _ => malformed(&before, "a string"),
    }
}

fn read_bool(reader: &mut Reader) -> ReadResult<bool> {
    let before = reader.clone();
    match reader.skip_while(|byte| byte.is_ascii_alphabetic()) {
        b"True" => Ok(true),
        b"False" => Ok(false),
        _ => malformed(&before, "`True` or `False`"),
    }
}

/// Reads a shape: `()`, `(2,)`, `(2, 3)`. Accepts `2L`, too, which Python 2 wrote.
fn read_shape(reader: &mut Reader) -> ReadResult<Vec<usize>> {
    expect(reader, b'(')?;
    let mut shape = Vec::new();
    loop {
        reader.skip_blanks();
        if reader.peek() == Some(b')') {
            break;
        }
        let before = reader.clone();
        let digits = str::from_utf8(reader.skip_while(|byte| byte.is_ascii_digit())).unwrap_or_default();
        match digits.parse::<i64>().ok().and_then(|size| usize::try_from(size).ok()) {
            Some(size) => shape.push(size),
            None => return malformed(&before, "a size"),
        }
        reader.eat(b'L');
        reader.skip_blanks();
        if !reader.eat(b',') {
            break;
        }
    }
    expect(reader, b')')?;
    Ok(shape)
}

/// Reads an element type, such as `<f4` or `|b1`, and returns the type and whether it is big-endian.
fn read_element_type(reader: &mut Reader) -> ReadResult<(ScalarType, bool)> {
    let before = reader.clone();
    let error = |message| Err(before.byte_error(ReadErrorKind::Type, before.offset(), message));
    if reader.peek() == Some(b'[') {
        return error("the elements are records, which are not supported".to_owned());
    }
    let text = String::from_utf8_lossy(read_string(reader)?);
    let Some((order, name)) = text.split_at_checked(1).filter(|(order, _)| "<>|=".contains(order)) else {
        return malformed(&before, "an element type");
    };
    let big_endian = order == ">" || order == "=" && cfg!(target_endian = "big");
    match ScalarType::ALL.into_iter().find(|&ty| numpy_name(ty) == name) {
        Some(elem) => Ok((elem, big_endian)),
        None => error(format!("the elements are {} (`{}`), which are not supported", kind(name), text.escape_debug())),
    }
}

fn numpy_name(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::I8 => "i1",
        ScalarType::I16 => "i2",
        ScalarType::I32 => "i4",
        ScalarType::I64 => "i8",
        ScalarType::U8 => "u1",
        ScalarType::U16 => "u2",
        ScalarType::U32 => "u4",
        ScalarType::U64 => "u8",
        ScalarType::F16 => "f2",
        ScalarType::F32 => "f4",
        ScalarType::F64 => "f8",
        ScalarType::Bool => "b1",
    }
}

/// Describes, for messages, an unsupported NumPy type by its first letter.
fn kind(name: &str) -> &'static str {
    match name.as_bytes() {
        [b'c', ..] => "complex numbers",
        [b'O', ..] => "Python objects",
        [b'S' | b'a', ..] => "byte strings",
        [b'U', ..] => "strings",
        [b'M', ..] => "dates",
        [b'm', ..] => "durations",
        [b'V', ..] => "raw bytes",
        [b'f', ..] => "floats of another size",
        [b'i' | b'u', ..] => "integers of another size",
        _ => "of an unknown type",
    }
}

/// Converts elements from column-major to row-major order.
fn row_major(data: &Storage, shape: &[usize]) -> Storage {
    /// Permutes the vector of each element type in the same way.
    macro_rules! permuted {
        ($($variant:ident)*) => {
            match data {
                $(Storage::$variant(elements) => Storage::$variant(permute(elements, shape)),)*
            }
        };
    }
    permuted!(I8 I16 I32 I64 U8 U16 U32 U64 F16 F32 F64 Bool)
}

/// Returns the elements, given in column-major order, in row-major order.
fn permute<T: Copy>(elements: &[T], shape: &[usize]) -> Vec<T> {
    let mut stride = 1usize;
    let mut dimensions = Vec::with_capacity(shape.len());
    for &size in shape {
        dimensions.push(Dimension { size, stride, index: 0 });
        stride = stride.saturating_mul(size);
    }
    let mut from = 0;
    let mut result = Vec::with_capacity(elements.len());
    for _ in 0..elements.len() {
        result.extend(elements.get(from));
        from = advance(&mut dimensions, from);
    }
    result
}

/// A dimension during a walk over all elements in row-major order.
struct Dimension {
    size: usize,
    /// Distance of neighbours in this dimension, in elements.
    stride: usize,
    index: usize,
}

/// Advances the indices by one element in row-major order, and returns the position of the new element, given the old
/// one's.
fn advance(dimensions: &mut [Dimension], mut from: usize) -> usize {
    for dimension in dimensions.iter_mut().rev() {
        dimension.index += 1;
        from += dimension.stride;
        if dimension.index < dimension.size {
            break;
        }
        from -= dimension.stride * dimension.index;
        dimension.index = 0;
    }
    from
}

/// Writes the value as a `.npy` file: little-endian, row-major, format version 1, or version 2 if the header is too
/// long for that.
///
/// # Errors Errors of `out`.
pub fn write_npy(value: &Value, out: &mut impl Write) -> io::Result<()> {
    let order = if value.elem().bytes() == 1 { '|' } else { '<' };
    let sizes = value.shape().iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let comma = if value.shape().len() == 1 { "," } else { "" };
    let name = numpy_name(value.elem());
    let mut text = format!("{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({sizes}{comma}), }}");
    // Version 1 has two bytes for the header's length, version 2 has four.
    let long = text.len() > usize::from(u16::MAX) - ALIGNMENT;
    let before = MAGIC.len() + if long { 6 } else { 4 };
    let padded = (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    text.extend(std::iter::repeat_n(' ', padded - 1 - text.len()));
    text.push('\n');
    out.write_all(MAGIC)?;
    match u16::try_from(padded) {
        Ok(length) if !long => {
            out.write_all(&[1, 0])?;
            out.write_all(&length.to_le_bytes())?;
        }
        _ => {
            let length = u32::try_from(padded).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
            out.write_all(&[2, 0])?;
            out.write_all(&length.to_le_bytes())?;
        }
    }
    out.write_all(text.as_bytes())?;
    write_elements(value, out)
}
