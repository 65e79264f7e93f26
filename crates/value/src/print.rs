//! Prints values in text form. Every scalar has its type as suffix and reads back to the same bits, except that all
//! NaNs print alike.

use crate::array::{ArrayValue, Storage, Value};
use crate::scalar::Scalar;
use half::f16;
use std::fmt;
use std::io;

/// Approximate size in bytes of the pieces of text that are passed to a stream.
const PIECE: usize = 1 << 16;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_text(self, f)
    }
}

impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_array(self, f)
    }
}

/// Appends the text of the value: `1i32`, `[1.0f64, f64.nan]`, `empty([0][3]i32)`.
pub fn print_text(value: &Value, out: &mut impl fmt::Write) -> fmt::Result {
    match value {
        Value::Scalar(scalar) => print_scalar(*scalar, out),
        Value::Array(array) => print_array(array, out),
    }
}

/// Writes the text of the value to a stream, without a newline, in large pieces.
///
/// # Errors Errors of `out`.
pub fn write_text(value: &Value, out: &mut impl io::Write) -> io::Result<()> {
    let mut pieces = Pieces { text: String::with_capacity(PIECE), out, error: None };
    if print_text(value, &mut pieces).is_err() || pieces.flush().is_err() {
        return Err(pieces.error.unwrap_or_else(|| io::Error::other("the text of the value could not be written")));
    }
    Ok(())
}

/// A buffer of text before a stream, and the stream's first error.
struct Pieces<'a, W> {
    text: String,
    out: &'a mut W,
    error: Option<io::Error>,
}

impl<W: io::Write> Pieces<'_, W> {
    fn flush(&mut self) -> fmt::Result {
        let written = self.out.write_all(self.text.as_bytes());
        self.text.clear();
        written.map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

impl<W: io::Write> fmt::Write for Pieces<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() < PIECE { Ok(()) } else { self.flush() }
    }
}

fn print_scalar(scalar: Scalar, out: &mut impl fmt::Write) -> fmt::Result {
    match scalar {
        Scalar::I8(v) => v.print(out),
        Scalar::I16(v) => v.print(out),
        Scalar::I32(v) => v.print(out),
        Scalar::I64(v) => v.print(out),
        Scalar::U8(v) => v.print(out),
        Scalar::U16(v) => v.print(out),
        Scalar::U32(v) => v.print(out),
        Scalar::U64(v) => v.print(out),
        Scalar::F16(v) => v.print(out),
        Scalar::F32(v) => v.print(out),
        Scalar::F64(v) => v.print(out),
        Scalar::Bool(v) => v.print(out),
    }
}

fn print_array(array: &ArrayValue, out: &mut impl fmt::Write) -> fmt::Result {
    if array.is_empty() {
        return print_empty(array, out);
    }
    for_storage!(array.data(), elements => print_rows(array.shape(), elements, out))
}

fn print_empty(array: &ArrayValue, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_str("empty(")?;
    for size in array.shape() {
        write!(out, "[{size}]")?;
    }
    write!(out, "{})", array.elem())
}

/// Prints the innermost rows one after the other. Each is preceded and followed by the brackets of the rows that start
/// or end there.
fn print_rows<T: Element>(shape: &[usize], elements: &[T], out: &mut impl fmt::Write) -> fmt::Result {
    let Some((&innermost, outer)) = shape.split_last() else { return Ok(()) };
    let mut at = vec![0; outer.len()];
    let mut opening = outer.len();
    for (row, elements) in elements.chunks(innermost.max(1)).enumerate() {
        if row > 0 {
            out.write_str(", ")?;
        }
        brackets('[', opening, out)?;
        print_row(elements, out)?;
        opening = advance(&mut at, outer);
        brackets(']', opening, out)?;
    }
    Ok(())
}

/// Advances the indices of a row by one, last dimension first, and returns the number of dimensions that wrapped
/// around.
fn advance(at: &mut [usize], shape: &[usize]) -> usize {
    for (ended, (index, &size)) in at.iter_mut().zip(shape).rev().enumerate() {
        *index += 1;
        if *index < size {
            return ended;
        }
        *index = 0;
    }
    shape.len()
}

fn brackets(bracket: char, count: usize, out: &mut impl fmt::Write) -> fmt::Result {
    (0..count).try_for_each(|_| out.write_char(bracket))
}

fn print_row<T: Element>(elements: &[T], out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char('[')?;
    for (at, &element) in elements.iter().enumerate() {
        if at > 0 {
            out.write_str(", ")?;
        }
        element.print(out)?;
    }
    out.write_char(']')
}

/// An element type of arrays. Printing by static type avoids a test of the type for each element.
trait Element: Copy {
    fn print(self, out: &mut impl fmt::Write) -> fmt::Result;
}

macro_rules! integers {
    ($($ty:ident)*) => { $(
        impl Element for $ty {
            fn print(self, out: &mut impl fmt::Write) -> fmt::Result {
                write!(out, "{self}{}", stringify!($ty))
            }
        }
    )* };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

/// Prints the shortest digits that read back to the same bits, with a point or an exponent; infinities and NaNs as
/// words.
macro_rules! floats {
    ($($ty:ident)*) => { $(
        impl Element for $ty {
            fn print(self, out: &mut impl fmt::Write) -> fmt::Result {
                match self.is_finite() {
                    true => write!(out, "{self:?}{}", stringify!($ty)),
                    false => print_word(self.into(), stringify!($ty), out),
                }
            }
        }
    )* };
}

floats!(f32 f64);

impl Element for f16 {
    fn print(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self.is_finite() {
            true => write!(out, "{:?}f16", self.to_f32()),
            false => print_word(self.to_f64(), "f16", out),
        }
    }
}

impl Element for bool {
    fn print(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(if self { "true" } else { "false" })
    }
}

fn print_word(value: f64, ty: &str, out: &mut impl fmt::Write) -> fmt::Result {
    if value.is_nan() {
        return write!(out, "{ty}.nan");
    }
    write!(out, "{}{ty}.inf", if value < 0.0 { "-" } else { "" })
}
