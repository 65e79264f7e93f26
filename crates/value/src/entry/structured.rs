//! The text form of values of entry types: `(1, 2)`, `{x = 1.0, y = [2.0, 3.0]}`, `#some 1`, arrays of these `[(1, 2),
//! (3, 4)]`, irregular arrays `[[1, 2], [3]]` and vectors of sums with rows `[#some [1, 2], #none]`. Flat values have
//! the form of `crate::text`.

use super::leaves::{Irregular, element, split, stack_elements, variant_leaves};
use super::rows::{read_rows, write_rows_of};
use super::sums::{read_sums, write_sums};
use super::tree_text::{read_tree_text, write_tree};
use super::{EntryType, FlatType, OpaqueForm, sum_layout};
use crate::array::Value;
use crate::print::print_text;
use crate::read::{ReadError, ReadErrorKind, ReadResult, Reader};
use crate::text::{expect, unexpected};
use base::Symbol;
use std::fmt::Write;

/// Reads a value of the type and returns its leaves.
///
/// # Errors If the text has another form or type. Rows of different shapes are a `Shape` error.
pub fn read_structured(reader: &mut Reader, ty: &EntryType) -> ReadResult<Vec<Value>> {
    reader.skip_blanks();
    let opaque = match ty {
        EntryType::Flat(flat) => return read_flat(reader, *flat),
        EntryType::Opaque(opaque) => opaque,
    };
    if let Some(data) = ty.rows() {
        return read_rows(reader, data, &opaque.name);
    }
    if ty.sums().is_some() {
        return read_sums(reader, ty, &opaque.name);
    }
    match &opaque.form {
        OpaqueForm::Record(fields) => match opaque.form.components() {
            Some(components) => read_tuple(reader, &components, &opaque.name),
            None => read_record(reader, fields, &opaque.name),
        },
        OpaqueForm::Sum(constructors) => in_parentheses(reader, |reader| read_sum(reader, constructors, &opaque.name)),
        OpaqueForm::Array(elem, rank) => read_array(reader, elem, *rank, &opaque.name),
        OpaqueForm::Tree(tree) => read_tree_text(reader, tree, &opaque.name),
        OpaqueForm::Data(_) => Err(no_value(reader, "a value", &opaque.name)),
    }
}

fn read_flat(reader: &mut Reader, flat: FlatType) -> ReadResult<Vec<Value>> {
    in_parentheses(reader, |reader| Ok(vec![reader.read_value_as(flat.elem, flat.rank)?]))
}

/// Reads with `read`, inside any number of parentheses.
pub(super) fn in_parentheses<T>(reader: &mut Reader, read: impl FnOnce(&mut Reader) -> ReadResult<T>) -> ReadResult<T> {
    let mut open = 0_usize;
    while reader.eat(b'(') {
        open += 1;
        reader.skip_blanks();
    }
    let value = read(reader)?;
    (0..open).try_for_each(|_| expect(reader, b')'))?;
    Ok(value)
}

/// Returns the error for input that is not a value of the type; `wanted` says what part was expected.
pub(super) fn no_value(reader: &Reader, wanted: &str, ty: &str) -> ReadError {
    unexpected(reader, &format!("{wanted} of the type {ty}"))
}

fn read_tuple(reader: &mut Reader, components: &[&EntryType], name: &str) -> ReadResult<Vec<Value>> {
    if !reader.eat(b'(') {
        return Err(no_value(reader, "a tuple", name));
    }
    let mut leaves = Vec::new();
    for (at, component) in components.iter().enumerate() {
        if at > 0 {
            expect(reader, b',')?;
        }
        leaves.extend(read_structured(reader, component)?);
    }
    expect(reader, b')')?;
    Ok(leaves)
}

fn read_record(reader: &mut Reader, fields: &[(Symbol, EntryType)], name: &str) -> ReadResult<Vec<Value>> {
    if !reader.eat(b'{') {
        return Err(no_value(reader, "a record", name));
    }
    let mut found: Vec<Option<Vec<Value>>> = vec![None; fields.len()];
    reader.skip_blanks();
    while reader.peek() != Some(b'}') {
        let before = reader.clone();
        let word = String::from_utf8_lossy(skip_name(reader)).into_owned();
        let at = fields.iter().position(|(field, _)| field.as_str() == word);
        let at = at.ok_or_else(|| no_value(&before, "a field", name))?;
        expect(reader, b'=')?;
        let (Some((_, ty)), Some(slot)) = (fields.get(at), found.get_mut(at)) else { break };
        if slot.replace(read_structured(reader, ty)?).is_some() {
            let message = format!("the field {word} is given twice");
            return Err(before.text_error(ReadErrorKind::Syntax, before.offset(), message));
        }
        reader.skip_blanks();
        if !reader.eat(b',') {
            break;
        }
        reader.skip_blanks();
    }
    let end = reader.offset();
    expect(reader, b'}')?;
    let mut leaves = Vec::new();
    for ((field, _), value) in fields.iter().zip(found) {
        let missing = || reader.text_error(ReadErrorKind::Type, end, format!("the field {field} of {name} is missing"));
        leaves.extend(value.ok_or_else(missing)?);
    }
    Ok(leaves)
}

/// Reads the name of a constructor or of a field. Names in NOVA may contain hyphens.
pub(super) fn skip_name<'a>(reader: &mut Reader<'a>) -> &'a [u8] {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
    reader.skip_while(|byte| is_part(byte) || byte == b'-')
}

fn read_sum(reader: &mut Reader, constructors: &[(Symbol, Vec<EntryType>)], name: &str) -> ReadResult<Vec<Value>> {
    let before = reader.clone();
    let at = read_constructor(reader, &names_of(constructors))?;
    let mut payload = Vec::new();
    for ty in constructors.get(at).into_iter().flat_map(|(_, payloads)| payloads) {
        payload.extend(read_structured(reader, ty)?);
    }
    variant_leaves(constructors, at, payload).ok_or_else(|| no_value(&before, "a constructor", name))
}

pub(super) fn names_of(constructors: &[(Symbol, Vec<EntryType>)]) -> Vec<&'static str> {
    constructors.iter().map(|(name, _)| name.as_str()).collect()
}

/// Reads the name of a constructor and returns its position in `all`.
pub(super) fn read_constructor(reader: &mut Reader, all: &[&str]) -> ReadResult<usize> {
    /// Largest number of constructors that a message lists.
    const NAMED: usize = 6;
    let before = reader.clone();
    let is_constructor = reader.eat(b'#');
    let word = skip_name(reader);
    let at = all.iter().position(|name| is_constructor && name.as_bytes() == word);
    at.ok_or_else(|| {
        let names: Vec<String> = all.iter().take(NAMED).map(|name| format!("#{name}")).collect();
        let wanted = match names.as_slice() {
            _ if all.len() > NAMED => format!("{} or another constructor", names.join(", ")),
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        };
        unexpected(&before, &wanted)
    })
}

/// State while an array is read.
struct Rows<'t> {
    elem: &'t EntryType,
    name: &'t str,
    /// Length of the rows at each depth, known once a row at this depth has ended.
    sizes: Vec<Option<usize>>,
    elements: Vec<Vec<Value>>,
}

fn read_array(reader: &mut Reader, elem: &EntryType, rank: usize, name: &str) -> ReadResult<Vec<Value>> {
    let start = reader.offset();
    let mut rows = Rows { elem, name, sizes: vec![None; rank], elements: Vec::new() };
    rows.row(reader, 0)?;
    let shape: Vec<usize> = rows.sizes.iter().map(|size| size.unwrap_or(0)).collect();
    stack_elements(elem, &shape, &rows.elements).map_err(|Irregular { found, expected }| {
        let message = format!("the elements have arrays of shapes {expected:?} and {found:?}");
        reader.text_error(ReadErrorKind::Shape, start, message)
    })
}

impl Rows<'_> {
    /// Reads a row at `depth`, brackets included.
    fn row(&mut self, reader: &mut Reader, depth: usize) -> ReadResult<()> {
        reader.skip_blanks();
        if !reader.eat(b'[') {
            return Err(no_value(reader, "a row", self.name));
        }
        let mut length = 0;
        reader.skip_blanks();
        while reader.peek() != Some(b']') {
            if depth + 1 < self.sizes.len() {
                self.row(reader, depth + 1)?;
            } else {
                self.elements.push(read_structured(reader, self.elem)?);
            }
            length += 1;
            reader.skip_blanks();
            if !reader.eat(b',') {
                break;
            }
            reader.skip_blanks();
        }
        let end = reader.offset();
        expect(reader, b']')?;
        let Some(size) = self.sizes.get_mut(depth) else { return Ok(()) };
        let before = *size.get_or_insert(length);
        if before == length {
            return Ok(());
        }
        let message = format!("this row has length {length}, but the rows before it have length {before}");
        Err(reader.text_error(ReadErrorKind::Shape, end, message))
    }
}

/// Returns the text of the value with these leaves. `read_structured` reads it back, except for the inner sizes of
/// arrays without elements.
pub fn print_structured(ty: &EntryType, leaves: &[Value]) -> String {
    let mut out = String::new();
    write_value(ty, leaves, false, &mut out);
    out
}

/// Writes the text of the value with these leaves. If `within`, it is a constructor's payload, so it is put in
/// parentheses unless it is a single word.
pub(super) fn write_value(ty: &EntryType, leaves: &[Value], within: bool, out: &mut String) {
    let opaque = match (ty, leaves) {
        (EntryType::Opaque(opaque), _) => opaque,
        (EntryType::Flat(_), leaves) => {
            let _ = leaves.iter().try_for_each(|leaf| print_text(leaf, out));
            return;
        }
    };
    if let Some(data) = ty.rows() {
        return write_rows_of(data, leaves, out);
    }
    if ty.sums().is_some() {
        return write_sums(ty, leaves, out);
    }
    match &opaque.form {
        OpaqueForm::Record(fields) => {
            let is_tuple = opaque.form.components().is_some();
            let types: Vec<&EntryType> = fields.iter().map(|(_, ty)| ty).collect();
            out.push(if is_tuple { '(' } else { '{' });
            for (at, ((name, ty), leaves)) in fields.iter().zip(split(&types, leaves)).enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                if !is_tuple {
                    let _ = write!(out, "{name} = ");
                }
                write_value(ty, leaves, false, out);
            }
            out.push(if is_tuple { ')' } else { '}' });
        }
        OpaqueForm::Sum(constructors) => write_sum(constructors, leaves, within, out),
        OpaqueForm::Array(elem, rank) => {
            let shape = leaves.first().and_then(|leaf| leaf.shape().get(..*rank));
            write_rows(elem, leaves, (*rank, shape.unwrap_or(&[0])), &mut 0, out);
        }
        OpaqueForm::Tree(tree) => write_tree(tree, leaves, within, out),
        OpaqueForm::Data(_) => out.push('?'),
    }
}

/// Writes a sum as text, in parentheses if `within` another constructor.
fn write_sum(constructors: &[(Symbol, Vec<EntryType>)], leaves: &[Value], within: bool, out: &mut String) {
    let tag = leaves.first().and_then(|tag| if let Value::Scalar(tag) = tag { tag.as_i128() } else { None });
    let at = tag.and_then(|tag| usize::try_from(tag).ok()).unwrap_or(usize::MAX);
    let Some((name, payloads)) = constructors.get(at) else { return out.push_str("#?") };
    let places = sum_layout(constructors).places.into_iter().nth(at).unwrap_or_default();
    let own: Vec<Value> = places.iter().filter_map(|&place| leaves.get(place).cloned()).collect();
    let open = within && !payloads.is_empty();
    out.push_str(if open { "(#" } else { "#" });
    out.push_str(name.as_str());
    let types: Vec<&EntryType> = payloads.iter().collect();
    for (ty, leaves) in payloads.iter().zip(split(&types, &own)) {
        out.push(' ');
        write_value(ty, leaves, true, out);
    }
    out.push_str(if open { ")" } else { "" });
}

/// Writes an array of records or sums. `shape` holds the sizes of the dimensions that are still to be written; `next`
/// is the number of the next element.
fn write_rows(
    elem: &EntryType,
    leaves: &[Value],
    (rank, shape): (usize, &[usize]),
    next: &mut usize,
    out: &mut String,
) {
    let Some((&size, inner)) = shape.split_first() else {
        let element: Vec<Value> = leaves.iter().filter_map(|leaf| element(leaf, rank, *next)).collect();
        *next += 1;
        return write_value(elem, &element, false, out);
    };
    out.push('[');
    for at in 0..size {
        out.push_str(if at > 0 { ", " } else { "" });
        write_rows(elem, leaves, (rank, inner), next, out);
    }
    out.push(']');
}
