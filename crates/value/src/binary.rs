//! The binary form of values, version 2. A value is the letter `b`, the version, the rank, four characters of element
//! type, a little-endian 64-bit size for each dimension, and the elements in row-major order, little-endian. A boolean
//! is one byte, 0 or 1.

use crate::array::{ArrayValue, Storage, Value};
use crate::read::{Expected, ReadErrorKind, ReadResult, Reader};
use crate::scalar::{Scalar, ScalarType};
use half::f16;
use std::io::{self, ErrorKind, Read, Write};

const VERSION: u8 = 2;

/// The first bytes of every binary value.
pub(crate) const START: [u8; 2] = [b'b', VERSION];

/// Approximate size in bytes of the pieces in which streams are read and written. A multiple of every element's size.
const PIECE: usize = 1 << 16;

/// The header of a binary value: all that stands before its elements.
struct Header {
    ty: Expected,
    shape: Vec<usize>,
    /// Number of bytes that the elements take.
    length: usize,
}

/// Reads a binary value. The reader stands at its first byte, `b`.
pub(crate) fn read(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Value> {
    let header = read_header(reader, expected)?;
    elements(reader, header)
}

/// Reads the header. The reader then stands at the first element.
fn read_header(reader: &mut Reader, expected: Option<Expected>) -> ReadResult<Header> {
    let start = reader.offset();
    reader.advance();
    let version = byte(reader, "the version")?;
    if version != VERSION {
        let message = format!("binary values of version {version} are not known, only version {VERSION}");
        return Err(reader.byte_error(ReadErrorKind::Syntax, start + 1, message));
    }
    let rank = usize::from(byte(reader, "the rank")?);
    let elem = element_type(reader)?;
    let ty = Expected { elem, rank };
    if let Some(expected) = expected.filter(|&expected| expected != ty) {
        let message = format!("expected a value of type {expected}, but this one is of type {ty}");
        return Err(reader.byte_error(ReadErrorKind::Type, start, message));
    }
    let shape = (0..rank).map(|_| size(reader)).collect::<ReadResult<Vec<usize>>>()?;
    let Some(length) = byte_length(elem, &shape) else {
        let message = format!("the shape {shape:?} is too large");
        return Err(reader.byte_error(ReadErrorKind::Shape, reader.offset(), message));
    };
    Ok(Header { ty, shape, length })
}

/// Reads a value of the expected type from a stream, piece by piece: its bytes are never in memory as a whole.
///
/// # Errors Errors of the stream; `InvalidData` if the bytes are not a value of this type; `OutOfMemory` if the
/// elements cannot be allocated.
pub fn read_binary(input: &mut impl Read, expected: Expected) -> io::Result<Value> {
    let mut bytes = vec![0; 7 + 8 * expected.rank];
    input.read_exact(&mut bytes)?;
    if bytes.first() != Some(&b'b') {
        return Err(wrong("a binary value begins with `b`"));
    }
    let header = read_header(&mut Reader::new(&bytes), Some(expected)).map_err(|error| wrong(&error.to_string()))?;
    let data = read_elements(input, expected.elem, header.length, false)?;
    value_of(header.shape, data).ok_or_else(|| wrong("the shape is too large"))
}

pub(crate) fn wrong(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

/// Reads `length` bytes of elements from a stream, piece by piece. It returns the same errors as `read_binary`.
pub(crate) fn read_elements(
    input: &mut impl Read,
    elem: ScalarType,
    length: usize,
    big_endian: bool,
) -> io::Result<Storage> {
    let mut data = Storage::new(elem);
    data.try_reserve(length / elem.bytes()).map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
    let (mut left, mut piece) = (length, vec![0; PIECE.min(length)]);
    while left > 0 {
        piece.truncate(left);
        input.read_exact(&mut piece)?;
        left -= piece.len();
        data.append(decode(elem, &piece, big_endian).map_err(|_| wrong(NOT_A_BOOL))?);
    }
    Ok(data)
}

fn ends<T>(reader: &Reader, what: &str) -> ReadResult<T> {
    let message = format!("the input ends before {what} of a binary value");
    Err(reader.byte_error(ReadErrorKind::End, reader.offset(), message))
}

fn byte(reader: &mut Reader, what: &str) -> ReadResult<u8> {
    match reader.take(1) {
        Some(&[byte]) => Ok(byte),
        _ => ends(reader, what),
    }
}

fn element_type(reader: &mut Reader) -> ReadResult<ScalarType> {
    let start = reader.offset();
    let Some(name) = reader.take(4) else { return ends(reader, "the element type") };
    let name = String::from_utf8_lossy(name);
    ScalarType::ALL.into_iter().find(|ty| format!("{:>4}", ty.name()) == name).ok_or_else(|| {
        reader.byte_error(ReadErrorKind::Syntax, start, format!("`{}` is not an element type", name.escape_default()))
    })
}

fn size(reader: &mut Reader) -> ReadResult<usize> {
    let start = reader.offset();
    let Some(bytes) = reader.take(8).and_then(|bytes| bytes.try_into().ok()) else {
        return ends(reader, "a size");
    };
    let size = u64::from_le_bytes(bytes);
    i64::try_from(size).ok().and_then(|size| usize::try_from(size).ok()).ok_or_else(|| {
        reader.byte_error(ReadErrorKind::Shape, start, format!("the size {size} is larger than any array"))
    })
}

/// Reads the elements after a header. Allocates only after it has found that all bytes are present.
fn elements(reader: &mut Reader, Header { ty, shape, length }: Header) -> ReadResult<Value> {
    let start = reader.offset();
    let Some(bytes) = reader.take(length) else {
        let left = reader.rest().len();
        let message = format!("the header announces {length} bytes of elements, but only {left} are left");
        return Err(reader.byte_error(ReadErrorKind::End, start, message));
    };
    let data = decode(ty.elem, bytes, false).map_err(|at| not_a_bool(reader, start + at))?;
    value_of(shape, data).ok_or_else(|| reader.byte_error(ReadErrorKind::Shape, start, "the shape is too large"))
}

const NOT_A_BOOL: &str = "a boolean must be 0 or 1";

pub(crate) fn not_a_bool(reader: &Reader, offset: usize) -> crate::read::ReadError {
    reader.byte_error(ReadErrorKind::Syntax, offset, NOT_A_BOOL)
}

/// Returns the number of bytes of an array's elements, or `None` if that number overflows.
pub(crate) fn byte_length(elem: ScalarType, shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))?.checked_mul(elem.bytes())
}

/// Returns the array of this shape with the elements `data`, or the only scalar in `data` if the shape has no
/// dimensions. `None` if their numbers differ.
pub(crate) fn value_of(shape: Vec<usize>, data: Storage) -> Option<Value> {
    match shape.is_empty() {
        true => data.get(0).map(Value::Scalar),
        false => ArrayValue::new(shape, data).map(Value::Array),
    }
}

fn chunks<T, const N: usize>(bytes: &[u8], element: impl Fn([u8; N]) -> T) -> Vec<T> {
    let (chunks, _) = bytes.as_chunks::<N>();
    chunks.iter().map(|&chunk| element(chunk)).collect()
}

/// Decodes all elements in the bytes.
///
/// # Errors The position of a byte that is neither 0 nor 1, if `elem` is `bool`.
pub(crate) fn decode(elem: ScalarType, bytes: &[u8], big_endian: bool) -> Result<Storage, usize> {
    /// Chooses the byte order once for all elements.
    macro_rules! numbers {
        ($variant:ident, $ty:ty) => {
            Storage::$variant(match big_endian {
                true => chunks(bytes, <$ty>::from_be_bytes),
                false => chunks(bytes, <$ty>::from_le_bytes),
            })
        };
    }
    Ok(match elem {
        ScalarType::I8 => numbers!(I8, i8),
        ScalarType::I16 => numbers!(I16, i16),
        ScalarType::I32 => numbers!(I32, i32),
        ScalarType::I64 => numbers!(I64, i64),
        ScalarType::U8 => Storage::U8(bytes.to_vec()),
        ScalarType::U16 => numbers!(U16, u16),
        ScalarType::U32 => numbers!(U32, u32),
        ScalarType::U64 => numbers!(U64, u64),
        ScalarType::F16 => numbers!(F16, f16),
        ScalarType::F32 => numbers!(F32, f32),
        ScalarType::F64 => numbers!(F64, f64),
        ScalarType::Bool => match bytes.iter().position(|&byte| byte > 1) {
            Some(at) => return Err(at),
            None => Storage::Bool(bytes.iter().map(|&byte| byte == 1).collect()),
        },
    })
}

/// Writes the value in the binary form.
///
/// # Errors Errors of `out`, and `InvalidInput` for an array of more than 255 dimensions.
pub fn write_binary(value: &Value, out: &mut impl Write) -> io::Result<()> {
    let shape = value.shape();
    let rank = u8::try_from(shape.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the binary form has at most 255 dimensions"))?;
    out.write_all(&[b'b', VERSION, rank])?;
    out.write_all(format!("{:>4}", value.elem().name()).as_bytes())?;
    for &size in shape {
        out.write_all(&(size as u64).to_le_bytes())?;
    }
    write_elements(value, out)
}

/// Writes the elements without a header, in row-major order, little-endian.
pub(crate) fn write_elements(value: &Value, out: &mut impl Write) -> io::Result<()> {
    match value {
        Value::Scalar(scalar) => write_scalar(*scalar, out),
        Value::Array(array) => write_storage(array.data(), out),
    }
}

fn write_scalar(scalar: Scalar, out: &mut impl Write) -> io::Result<()> {
    out.write_all(scalar.bits().to_le_bytes().get(..scalar.scalar_type().bytes()).unwrap_or_default())
}

/// Writes the elements in binary form, little-endian.
fn write_storage(data: &Storage, out: &mut impl Write) -> io::Result<()> {
    match data {
        Storage::I8(v) => write_chunks(v, i8::to_le_bytes, out),
        Storage::I16(v) => write_chunks(v, i16::to_le_bytes, out),
        Storage::I32(v) => write_chunks(v, i32::to_le_bytes, out),
        Storage::I64(v) => write_chunks(v, i64::to_le_bytes, out),
        Storage::U8(v) => out.write_all(v),
        Storage::U16(v) => write_chunks(v, u16::to_le_bytes, out),
        Storage::U32(v) => write_chunks(v, u32::to_le_bytes, out),
        Storage::U64(v) => write_chunks(v, u64::to_le_bytes, out),
        Storage::F16(v) => write_chunks(v, f16::to_le_bytes, out),
        Storage::F32(v) => write_chunks(v, f32::to_le_bytes, out),
        Storage::F64(v) => write_chunks(v, f64::to_le_bytes, out),
        Storage::Bool(v) => write_chunks(v, |value| [u8::from(value)], out),
    }
}

/// Writes elements in chunks, each element as `N` bytes.
fn write_chunks<T: Copy, const N: usize>(
    elements: &[T],
    bytes: impl Fn(T) -> [u8; N],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut piece = Vec::with_capacity(PIECE.min(elements.len().saturating_mul(N)));
    for some in elements.chunks(PIECE / N) {
        piece.clear();
        piece.extend(some.iter().flat_map(|&element| bytes(element)));
        out.write_all(&piece)?;
    }
    Ok(())
}
