//! The text form of vectors of sums with rows: `[#Row [1, 2], #None]`. Their leaves are the constructor numbers, and
//! for each constructor a vector of its payloads, with an empty value for each element that another constructor made
//! (`sum_fields`).
//!
//! ```text
//! [#Row [1, 2], #None, #Pair (3, 4)]      [2, 0, 1]    [0, 0, 3] [0, 0, 4]    [1, 2] [0, 2, 2, 2]
//! ```

use super::leaves::{element, split};
use super::rows::{end_to_end, numbers, part, read_row, with_offsets};
use super::structured::{in_parentheses, no_value, read_constructor, read_structured, write_value};
use super::{EntryType, FlatType, OpaqueForm, tag_type};
use crate::array::{ArrayValue, Value};
use crate::read::{ReadErrorKind, ReadResult, Reader};
use crate::scalar::Scalar;
use crate::text::expect;

/// Reads a vector of sums and returns its leaves.
pub(super) fn read_sums(reader: &mut Reader, ty: &EntryType, name: &str) -> ReadResult<Vec<Value>> {
    let start = reader.offset();
    if !reader.eat(b'[') {
        return Err(no_value(reader, "a vector", name));
    }
    let mut elements = Vec::new();
    reader.skip_blanks();
    while reader.peek() != Some(b']') {
        elements.push(read_element(reader, ty, name)?);
        reader.skip_blanks();
        if !reader.eat(b',') {
            break;
        }
        reader.skip_blanks();
    }
    expect(reader, b']')?;
    end_to_end(ty, &elements).map_err(|irregular| {
        let message = format!("the elements have arrays of shapes {:?} and {:?}", irregular.expected, irregular.found);
        reader.text_error(ReadErrorKind::Shape, start, message)
    })
}

/// Reads one element of a vector and returns the leaves of a vector with this element only.
fn read_element(reader: &mut Reader, vector: &EntryType, name: &str) -> ReadResult<Vec<Value>> {
    reader.skip_blanks();
    if let Some(data) = vector.rows() {
        let start = reader.offset();
        let row = read_row(reader, data)?;
        return with_offsets(data, &[row]).map_err(|irregular| {
            let message = format!("a row has parts of lengths {:?} and {:?}", irregular.found, irregular.expected);
            reader.text_error(ReadErrorKind::Shape, start, message)
        });
    }
    if let Some(constructors) = vector.sums() {
        return in_parentheses(reader, |reader| {
            let names: Vec<&str> = constructors.iter().map(|(name, _)| *name).collect();
            let made_by = read_constructor(reader, &names)?;
            let mut leaves: Vec<Value> = one_tag(made_by, names.len()).into_iter().collect();
            for (at, (_, held)) in constructors.iter().enumerate() {
                if let Some(held) = held {
                    leaves.extend(if at == made_by { read_element(reader, held, name)? } else { least(held) });
                }
            }
            Ok(leaves)
        });
    }
    if let Some(parts) = vector.components() {
        if !reader.eat(b'(') {
            return Err(no_value(reader, "a tuple", name));
        }
        let mut leaves = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                expect(reader, b',')?;
            }
            leaves.extend(read_element(reader, part, name)?);
        }
        expect(reader, b')')?;
        return Ok(leaves);
    }
    let Some(elem) = element_type(vector) else { return Err(no_value(reader, "an element", name)) };
    Ok(read_structured(reader, &elem)?.iter().filter_map(alone).collect())
}

fn one_tag(at: usize, constructors: usize) -> Option<Value> {
    let ty = tag_type(constructors);
    ArrayValue::from_scalars(ty, vec![1], &[Scalar::from_i128(ty, at as i128)]).map(Value::Array)
}

/// Returns the array of length 1 with this value as its element.
fn alone(value: &Value) -> Option<Value> {
    let (elem, shape, scalars) = match value {
        Value::Scalar(scalar) => (scalar.scalar_type(), Vec::new(), vec![*scalar]),
        Value::Array(array) => {
            (array.elem(), array.shape().to_vec(), (0..array.len()).filter_map(|at| array.get(at)).collect())
        }
    };
    ArrayValue::from_scalars(elem, [&[1], &shape[..]].concat(), &scalars).map(Value::Array)
}

/// Returns the leaves of a vector of one element, a placeholder of zeros and empty arrays.
fn least(vector: &EntryType) -> Vec<Value> {
    if let Some(data) = vector.rows() {
        return with_offsets(data, &[end_to_end(data, &[]).unwrap_or_default()]).unwrap_or_default();
    }
    if let EntryType::Opaque(opaque) = vector
        && let OpaqueForm::Record(fields) = &opaque.form
    {
        return fields.iter().flat_map(|(_, field)| least(field)).collect();
    }
    let zero = |leaf: FlatType| {
        let shape = [&[1], &vec![0; leaf.rank.saturating_sub(1)][..]].concat();
        let scalars = vec![Scalar::zero(leaf.elem); shape.iter().product()];
        ArrayValue::from_scalars(leaf.elem, shape, &scalars).map(Value::Array)
    };
    vector.leaves().into_iter().filter_map(zero).collect()
}

/// Returns the element type of an array type.
fn element_type(vector: &EntryType) -> Option<EntryType> {
    match vector {
        EntryType::Flat(flat) => Some(EntryType::flat(flat.elem, flat.rank.checked_sub(1)?)),
        EntryType::Opaque(opaque) => match &opaque.form {
            OpaqueForm::Array(elem, 1) => Some(elem.clone()),
            OpaqueForm::Array(elem, rank) => Some(EntryType::spelt(OpaqueForm::Array(elem.clone(), rank - 1))),
            _ => None,
        },
    }
}

/// Writes the text of a vector of sums with these leaves.
pub(super) fn write_sums(ty: &EntryType, leaves: &[Value], out: &mut String) {
    let count = leaves.first().and_then(|tags| tags.shape().first()).copied().unwrap_or(0);
    out.push('[');
    for at in 0..count {
        out.push_str(if at > 0 { ", " } else { "" });
        write_element(ty, leaves, at, false, out);
    }
    out.push(']');
}

/// Writes the text of element `at` of a vector. `within` means that the element is a constructor's payload.
fn write_element(vector: &EntryType, leaves: &[Value], at: usize, within: bool, out: &mut String) {
    if let Some(constructors) = vector.sums() {
        return write_constructed(&constructors, leaves, at, within, out);
    }
    if let Some(data) = vector.rows() {
        let row = leaves.split_last().and_then(|(offsets, leaves)| {
            let ends = numbers(offsets);
            part(data, leaves, *ends.get(at)?, *ends.get(at + 1)?)
        });
        return match row {
            Some(row) => write_value(data, &row, within, out),
            None => out.push('?'),
        };
    }
    if let Some(parts) = vector.components() {
        out.push('(');
        for (number, (part, leaves)) in parts.iter().zip(split(&parts, leaves)).enumerate() {
            out.push_str(if number > 0 { ", " } else { "" });
            write_element(part, leaves, at, false, out);
        }
        return out.push(')');
    }
    let own: Vec<Value> = leaves.iter().filter_map(|leaf| element(leaf, 1, at)).collect();
    match element_type(vector) {
        Some(elem) => write_value(&elem, &own, within, out),
        None => out.push('?'),
    }
}

/// Writes element `at` of an array of sums, which is given by its leaves: the tags, then the contents. In parentheses
/// if `within`.
fn write_constructed(
    constructors: &[(&str, Option<&EntryType>)],
    leaves: &[Value],
    at: usize,
    within: bool,
    out: &mut String,
) {
    let Some((tags, leaves)) = leaves.split_first() else { return out.push_str("#?") };
    let made_by = if let Value::Array(tags) = tags { tags.get(at).and_then(Scalar::as_i128) } else { None };
    let made_by = made_by.and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX);
    let Some((name, held)) = constructors.get(made_by) else { return out.push_str("#?") };
    let open = within && held.is_some();
    out.push_str(if open { "(#" } else { "#" });
    out.push_str(name);
    if let Some(held) = held {
        let before = |(_, held): &(&str, Option<&EntryType>)| held.map_or(0, |held| held.leaves().len());
        let start: usize = constructors.iter().take(made_by).map(before).sum();
        out.push(' ');
        write_element(held, leaves.get(start..start + held.leaves().len()).unwrap_or_default(), at, true, out);
    }
    out.push_str(if open { ")" } else { "" });
}
