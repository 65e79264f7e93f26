//! Tests of entry types, and helpers of the tests of their parts: types and values as text.

mod example;
mod pieces;
mod rows;
mod structured;
mod sums;
mod text;
mod tree_text;

use base::cursor::{Cursor, Parsed};
use base::{FileId, Symbol};
use rista_value::entry::{EntryType, FlatType, OpaqueForm, parse_type, read_leaves, read_structured, sum_layout};
use rista_value::{ReadError, Reader, ScalarType, Value};

/// Parses a type in the IRs' text form. Nothing may follow it.
fn read_type(text: &str) -> Parsed<EntryType> {
    let mut cursor = Cursor::new(FileId(0), text)?;
    let ty = parse_type(&mut cursor)?;
    if cursor.at_end() { Ok(ty) } else { Err(cursor.expected("the end")) }
}

/// Returns the type of this text.
fn ty(text: &str) -> EntryType {
    read_type(text).expect("it is a type")
}

/// Reads a value, which must be all of the text, as its leaves.
fn read(ty: &EntryType, text: &str) -> Result<Vec<Value>, ReadError> {
    let mut reader = Reader::new(text.as_bytes());
    let leaves = read_structured(&mut reader, ty)?;
    reader.finish().map(|()| leaves)
}

/// Reads a value of the type of this name, which must be all of the text, as a whole or in pieces.
fn read_pieces(name: &str, text: &str) -> Result<Vec<Value>, ReadError> {
    let mut reader = Reader::new(text.as_bytes());
    let leaves = read_leaves(&mut reader, &ty(name))?;
    reader.finish().map(|()| leaves)
}

/// Prints each leaf of a value.
fn print_leaves(leaves: &[Value]) -> String {
    leaves.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
}

fn flat(elem: ScalarType) -> EntryType {
    EntryType::flat(elem, 0)
}

fn record(fields: &[(&str, EntryType)]) -> EntryType {
    let fields = fields.iter().map(|(name, ty)| (Symbol::new(name), ty.clone()));
    EntryType::spelt(OpaqueForm::Record(fields.collect()))
}

fn shown(leaves: &[FlatType]) -> Vec<String> {
    leaves.iter().map(FlatType::to_string).collect()
}

#[test]
fn an_array_of_records_is_a_record_of_arrays() {
    let pair = record(&[("x", flat(ScalarType::F32)), ("ys", EntryType::flat(ScalarType::I8, 2))]);
    let array = EntryType::spelt(OpaqueForm::Array(pair, 1));
    assert_eq!(shown(&array.leaves()), ["[]f32", "[][][]i8"]);
}

#[test]
fn an_array_of_units_keeps_its_length() {
    let unit = record(&[]);
    let units = EntryType::spelt(OpaqueForm::Array(record(&[("0", unit.clone()), ("1", unit.clone())]), 2));
    assert_eq!(shown(&units.leaves()), ["[][]i8"]);
    let array = EntryType::spelt(OpaqueForm::Array(record(&[("0", unit), ("1", flat(ScalarType::F32))]), 1));
    assert_eq!(shown(&array.leaves()), ["[]f32"]);
}

#[test]
fn constructors_share_scalar_slots_and_no_arrays() {
    let point = record(&[("0", flat(ScalarType::I32)), ("1", flat(ScalarType::I32))]);
    let array = EntryType::flat(ScalarType::I32, 1);
    let constructors = [
        (Symbol::new("a"), vec![flat(ScalarType::I32), array.clone()]),
        (Symbol::new("b"), vec![flat(ScalarType::Bool), point]),
        (Symbol::new("c"), vec![array]),
    ];
    let layout = sum_layout(&constructors);
    assert_eq!(shown(&layout.parts), ["i8", "i32", "[]i32", "bool", "i32", "[]i32"]);
    assert_eq!(layout.places, [vec![1, 2], vec![3, 1, 4], vec![5]]);
}

#[test]
fn only_fields_numbered_from_zero_are_components() {
    let number = flat(ScalarType::I32);
    assert_eq!(record(&[]).components(), Some(Vec::new()));
    assert_eq!(record(&[("0", number.clone()), ("1", number.clone())]).components(), Some(vec![&number, &number]));
    assert_eq!(record(&[("0", number.clone())]).components(), None);
    assert_eq!(record(&[("0", number.clone()), ("x", number.clone())]).components(), None);
}
