//! The leaves of a value: the scalars, arrays of scalars and data that stand for it below CORE, in the order of its type.
//! A record is its fields, an array of records is the arrays of its fields, a sum is a tag and slots that the constructors
//! share. A value of a data type is a leaf, as is an array of such. The outside sees the same leaves
//! (`value::entry::EntryType::leaves`).
//!
//! The payloads of a constructor become leaves as all values do, which take slots (`value::entry::share_slots`): scalars
//! share them, each other leaf has a slot of its own.

use crate::def::{Expr, Type};
use base::Symbol;
use value::Scalar;
use value::entry::{ROWS_DATA, ROWS_OFFSETS, SumLayout, share_slots, tag_type};
use value::foreign::{Foreign, ForeignType};

/// The layout for these constructors, by the types of leaves.
pub fn layout(constructors: &[(Symbol, Vec<Type>)]) -> SumLayout<Type> {
    let payloads = constructors.iter().map(|(_, payloads)| payloads.iter().flat_map(leaf_types).collect());
    let tag = Type::Scalar(tag_type(constructors.len()));
    share_slots(tag, payloads.collect(), |leaf| if let Type::Scalar(elem) = leaf { Some(*elem) } else { None })
}

/// The types of the values that a record or a sum is made of, in the order of their leaves.
pub fn components(ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Record(fields) => Some(fields.iter().map(|(_, field)| field.clone()).collect()),
        Type::Sum(constructors) => Some(layout(constructors).parts),
        _ => None,
    }
}

/// The type of each leaf: what has no components, or an array of such.
pub fn leaf_types(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Array(elem, size) => leaf_types(elem).into_iter().map(|leaf| Type::array(leaf, *size)).collect(),
        _ => match components(ty) {
            Some(parts) => parts.iter().flat_map(leaf_types).collect(),
            None => vec![ty.clone()],
        },
    }
}

/// How many leaves a value of the type has.
pub fn leaf_count(ty: &Type) -> usize {
    match ty {
        Type::Array(elem, _) => leaf_count(elem),
        _ => components(ty).map_or(1, |parts| parts.iter().map(leaf_count).sum()),
    }
}

/// The fields of a record type, with how many leaves precede each.
pub fn field_offset(fields: &[(Symbol, Type)], wanted: Symbol) -> Option<(usize, &Type)> {
    let mut offset = 0;
    for (name, ty) in fields {
        if *name == wanted {
            return Some((offset, ty));
        }
        offset += leaf_count(ty);
    }
    None
}

/// The tag of constructor `at` of so many.
pub fn tag(constructors: usize, at: usize) -> Scalar {
    Scalar::from_i128(tag_type(constructors), at as i128)
}

/// The foreign function that a call is of; `None` if it takes or gives what has no form in C.
pub fn foreign(name: Symbol, args: &[Expr], result: &Type) -> Option<Foreign> {
    let params = args.iter().map(|arg| foreign_type(&arg.ty)).collect::<Option<_>>()?;
    Some(Foreign { name, params, result: foreign_type(result)? })
}

/// The type as foreign functions know it; `None` if they do not.
fn foreign_type(ty: &Type) -> Option<ForeignType> {
    match ty {
        Type::Scalar(elem) => Some(ForeignType::Scalar(*elem)),
        Type::Array(elem, _) => ForeignType::array(foreign_type(elem)?),
        Type::Record(fields) => match rows(fields) {
            Some(data) => ForeignType::rows(foreign_type(data)?),
            None => fields.iter().map(|(_, field)| foreign_type(field)).collect::<Option<_>>().map(ForeignType::Tuple),
        },
        Type::Sum(_) | Type::Data(..) | Type::Function(..) | Type::Param(_) => None,
    }
}

/// The type of all rows one after the other, if the record is one of rows of unequal length.
fn rows(fields: &[(Symbol, Type)]) -> Option<&Type> {
    match fields {
        [(name, data), (other, _)] if name.as_str() == ROWS_DATA && other.as_str() == ROWS_OFFSETS => Some(data),
        _ => None,
    }
}
