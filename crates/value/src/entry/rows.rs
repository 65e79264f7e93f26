//! Irregular arrays as text: `[[1, 2], [3], []]`. Their leaves are the leaves of all rows one after the other, and the
//! offsets: where each row begins, and where the last one ends.
//!
//! ```text
//! [[1, 2], [3]]                 [1, 2, 3] [0, 2, 3]
//! [[[1, 2], [3]], [[4]]]        [1, 2, 3, 4] [0, 2, 3, 4] [0, 2, 3]
//! ```

use super::leaves::{Irregular, element, has_sums, split, stack_elements};
use super::structured::{no_value, read_structured, write_value};
use super::{EntryType, FlatType, OpaqueForm};
use crate::array::{ArrayValue, Value};
use crate::read::{ReadErrorKind, ReadResult, Reader};
use crate::scalar::{Scalar, ScalarType};
use crate::text::expect;

/// Reads an irregular array and returns its leaves. `data` is the type of all rows one after the other.
pub(super) fn read_rows(reader: &mut Reader, data: &EntryType, name: &str) -> ReadResult<Vec<Value>> {
    let start = reader.offset();
    if !reader.eat(b'[') {
        return Err(no_value(reader, "rows", name));
    }
    let mut rows = Vec::new();
    reader.skip_blanks();
    while reader.peek() != Some(b']') {
        rows.push(read_row(reader, data)?);
        reader.skip_blanks();
        if !reader.eat(b',') {
            break;
        }
        reader.skip_blanks();
    }
    expect(reader, b']')?;
    with_offsets(data, &rows).map_err(|irregular| {
        let message = format!("the rows have elements of shapes {:?} and {:?}", irregular.found, irregular.expected);
        reader.text_error(ReadErrorKind::Shape, start, message)
    })
}

/// Reads one row and returns its leaves. A row without elements may be written `[]`, because its type is known.
pub(super) fn read_row(reader: &mut Reader, data: &EntryType) -> ReadResult<Vec<Value>> {
    let mut ahead = reader.clone();
    let opens = ahead.eat(b'[');
    ahead.skip_blanks();
    match data {
        EntryType::Flat(flat) if opens && ahead.eat(b']') => {
            *reader = ahead;
            let none = ArrayValue::from_scalars(flat.elem, vec![0; flat.rank], &[]);
            Ok(none.map(Value::Array).into_iter().collect())
        }
        _ => read_structured(reader, data),
    }
}

/// Returns the leaves of an irregular array with these rows, each given by its leaves.
pub(super) fn with_offsets(data: &EntryType, rows: &[Vec<Value>]) -> Result<Vec<Value>, Irregular> {
    let mut offsets = vec![0];
    let mut end = 0;
    for row in rows {
        end += length(data, row)?;
        offsets.push(end);
    }
    let mut leaves = end_to_end(data, rows)?;
    leaves.extend(integers(&offsets));
    Ok(leaves)
}

fn integers(numbers: &[usize]) -> Option<Value> {
    let scalars: Vec<Scalar> = numbers.iter().map(|&number| Scalar::I64(number as i64)).collect();
    ArrayValue::from_scalars(ScalarType::I64, vec![scalars.len()], &scalars).map(Value::Array)
}

/// Returns the outermost size of a value of this type. Fails if the fields of a record have different lengths.
fn length(ty: &EntryType, leaves: &[Value]) -> Result<usize, Irregular> {
    if ty.rows().is_some() {
        let offsets = leaves.last().and_then(|offsets| offsets.shape().first());
        return Ok(offsets.map_or(0, |count| count.saturating_sub(1)));
    }
    let Some(fields) = record(ty) else {
        return Ok(leaves.first().and_then(|leaf| leaf.shape().first()).copied().unwrap_or(0));
    };
    let parts = split(&fields, leaves);
    let mut lengths = fields.iter().zip(&parts).map(|(field, leaves)| length(field, leaves));
    let first = lengths.next().unwrap_or(Ok(0))?;
    for other in lengths {
        let other = other?;
        if other != first {
            return Err(Irregular { found: vec![other], expected: vec![first] });
        }
    }
    Ok(first)
}

fn record(ty: &EntryType) -> Option<Vec<&EntryType>> {
    let EntryType::Opaque(opaque) = ty else { return None };
    let OpaqueForm::Record(fields) = &opaque.form else { return None };
    Some(fields.iter().map(|(_, field)| field).collect())
}

/// Returns the leaves of the concatenation of several values of the type.
pub(super) fn end_to_end(ty: &EntryType, values: &[Vec<Value>]) -> Result<Vec<Value>, Irregular> {
    if let Some(data) = ty.rows() {
        let mut ends = vec![0];
        let mut below = Vec::new();
        for leaves in values {
            let base = ends.last().copied().unwrap_or(0);
            let Some((offsets, rest)) = leaves.split_last() else { continue };
            ends.extend(numbers(offsets).into_iter().skip(1).map(|offset| base + offset));
            below.push(rest.to_vec());
        }
        let mut leaves = end_to_end(data, &below)?;
        leaves.extend(integers(&ends));
        return Ok(leaves);
    }
    let Some(fields) = record(ty) else {
        if let Some((elem, rank)) = sums(ty) {
            return sums_end_to_end(elem, rank, values);
        }
        let leaf = |(at, leaf)| join(leaf, values.iter().filter_map(|leaves| leaves.get(at)));
        return ty.leaves().into_iter().enumerate().map(leaf).collect();
    };
    let mut leaves = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let parts = values.iter().filter_map(|leaves| Some(split(&fields, leaves).get(at)?.to_vec()));
        leaves.extend(end_to_end(field, &parts.collect::<Vec<_>>())?);
    }
    Ok(leaves)
}

/// Returns the element type and the rank if this is an array whose elements contain sums.
fn sums(ty: &EntryType) -> Option<(&EntryType, usize)> {
    let EntryType::Opaque(opaque) = ty else { return None };
    let OpaqueForm::Array(elem, rank) = &opaque.form else { return None };
    has_sums(elem).then_some((elem, *rank))
}

/// Like `end_to_end`, for arrays whose elements contain sums. A slot that no element of one array uses takes its shape
/// from the other arrays.
fn sums_end_to_end(elem: &EntryType, rank: usize, values: &[Vec<Value>]) -> Result<Vec<Value>, Irregular> {
    let (mut rows, mut elements) = (0, Vec::new());
    let mut inner: Option<&[usize]> = None;
    for leaves in values {
        let shape = leaves.first().and_then(|leaf| leaf.shape().get(..rank));
        let Some((count, dims)) = shape.and_then(<[usize]>::split_first) else { continue };
        if *count > 0 && *inner.get_or_insert(dims) != dims {
            return Err(Irregular { found: dims.to_vec(), expected: inner.unwrap_or_default().to_vec() });
        }
        rows += count;
        let all = 0..count * dims.iter().product::<usize>();
        elements.extend(all.map(|at| leaves.iter().filter_map(|leaf| element(leaf, rank, at)).collect::<Vec<_>>()));
    }
    let dims = inner.map_or_else(|| vec![0; rank.saturating_sub(1)], <[usize]>::to_vec);
    stack_elements(elem, &[&[rows][..], &dims].concat(), &elements)
}

pub(super) fn numbers(offsets: &Value) -> Vec<usize> {
    let Value::Array(array) = offsets else { return Vec::new() };
    let number = |at| array.get(at).and_then(Scalar::as_i64).and_then(|number| usize::try_from(number).ok());
    (0..array.len()).map_while(number).collect()
}

/// Concatenates arrays along their first dimension. Arrays without elements may have any inner shape.
fn join<'v>(leaf: FlatType, arrays: impl Iterator<Item = &'v Value>) -> Result<Value, Irregular> {
    let (mut count, mut scalars) = (0, Vec::new());
    let mut inner: Option<&[usize]> = None;
    for value in arrays {
        let Value::Array(array) = value else { continue };
        let Some((rows, dims)) = array.shape().split_first() else { continue };
        if *rows > 0 && *inner.get_or_insert(dims) != dims {
            let expected = inner.unwrap_or_default().to_vec();
            return Err(Irregular { found: dims.to_vec(), expected });
        }
        count += rows;
        scalars.extend((0..array.len()).filter_map(|at| array.get(at)));
    }
    let dims = inner.map_or_else(|| vec![0; leaf.rank.saturating_sub(1)], <[usize]>::to_vec);
    let shape = [&[count][..], &dims].concat();
    let array = ArrayValue::from_scalars(leaf.elem, shape.clone(), &scalars);
    array.map(Value::Array).ok_or(Irregular { found: vec![scalars.len()], expected: shape })
}

/// Writes the text of an irregular array with these leaves.
pub(super) fn write_rows_of(data: &EntryType, leaves: &[Value], out: &mut String) {
    let Some((offsets, leaves)) = leaves.split_last() else { return out.push_str("[?]") };
    out.push('[');
    for (at, ends) in numbers(offsets).windows(2).enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        match part(data, leaves, ends[0], ends[1]) {
            Some(row) => write_value(data, &row, false, out),
            None => out.push('?'),
        }
    }
    out.push(']');
}

/// Returns the leaves of the elements from `from` up to, but not including, `to`. `None` if they are out of range.
pub(super) fn part(ty: &EntryType, leaves: &[Value], from: usize, to: usize) -> Option<Vec<Value>> {
    if let Some(data) = ty.rows() {
        let (offsets, leaves) = leaves.split_last()?;
        let all = numbers(offsets);
        let own = all.get(from..=to)?;
        let (first, last) = (*own.first()?, *own.last()?);
        let mut part = part(data, leaves, first, last)?;
        part.push(integers(&own.iter().map(|offset| offset.checked_sub(first)).collect::<Option<Vec<_>>>()?)?);
        return Some(part);
    }
    let Some(fields) = record(ty) else { return leaves.iter().map(|leaf| elements(leaf, from, to)).collect() };
    let mut parts = Vec::new();
    for (field, leaves) in fields.iter().zip(split(&fields, leaves)) {
        parts.extend(part(field, leaves, from, to)?);
    }
    Some(parts)
}

fn elements(leaf: &Value, from: usize, to: usize) -> Option<Value> {
    let Value::Array(array) = leaf else { return None };
    let dims = array.shape().get(1..)?;
    let size: usize = dims.iter().product();
    let count = to.checked_sub(from)?;
    let scalars: Option<Vec<Scalar>> = (from * size..to.checked_mul(size)?).map(|at| array.get(at)).collect();
    ArrayValue::from_scalars(array.elem(), [&[count][..], dims].concat(), &scalars?).map(Value::Array)
}
