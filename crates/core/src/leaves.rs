//! The leaves of a value: the scalars, arrays of scalars, and data that represent it below CORE, in the order of its
//! type. A record has the leaves of its fields, an array of records one array for each field, and a sum a tag and slots
//! that the constructors share. A value of a data type is one leaf, and so is an array of such values. Callers from
//! outside see the same leaves (`value::entry::EntryType::leaves`).
//!
//! The leaves of a constructor's payloads are assigned to slots (`value::entry::share_slots`): scalars share slots, and
//! each other leaf has a slot of its own.

use crate::def::{Expr, Type};
use base::Symbol;
use value::Scalar;
use value::entry::{ROWS_DATA, ROWS_OFFSETS, SumLayout, share_slots, tag_type};
use value::foreign::{Foreign, ForeignType};

/// Returns the layout of a sum with these constructors, by the types of leaves.
pub fn layout(constructors: &[(Symbol, Vec<Type>)]) -> SumLayout<Type> {
    let payloads = constructors.iter().map(|(_, payloads)| payloads.iter().flat_map(leaf_types).collect());
    let tag = Type::Scalar(tag_type(constructors.len()));
    share_slots(tag, payloads.collect(), |leaf| if let Type::Scalar(elem) = leaf { Some(*elem) } else { None })
}

/// Returns the types of a record's or sum's components, in the order of their leaves; `None` for other types.
pub fn components(ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Record(fields) => Some(fields.iter().map(|(_, field)| field.clone()).collect()),
        Type::Sum(constructors) => Some(layout(constructors).parts),
        _ => None,
    }
}

/// Returns the type of each leaf: a type without components, or an array of elements of such a type.
pub fn leaf_types(ty: &Type) -> Vec<Type> {
    match ty {
        Type::Array(elem, size) => leaf_types(elem).into_iter().map(|leaf| Type::array(leaf, *size)).collect(),
        _ => match components(ty) {
            Some(parts) => parts.iter().flat_map(leaf_types).collect(),
            None => vec![ty.clone()],
        },
    }
}

/// Returns the number of leaves of values of the type.
pub fn leaf_count(ty: &Type) -> usize {
    match ty {
        Type::Array(elem, _) => leaf_count(elem),
        _ => components(ty).map_or(1, |parts| parts.iter().map(leaf_count).sum()),
    }
}

/// Returns the number of leaves before a field of a record, and the field's type; `None` if there is no such field.
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

/// Returns the tag of constructor number `at` of a sum with this many constructors.
pub fn tag(constructors: usize, at: usize) -> Scalar {
    Scalar::from_i128(tag_type(constructors), at as i128)
}

/// Returns the signature of the foreign function that a call needs; `None` if a type has no form in C.
pub fn foreign(name: Symbol, args: &[Expr], result: &Type) -> Option<Foreign> {
    let params = args.iter().map(|arg| foreign_type(&arg.ty)).collect::<Option<_>>()?;
    Some(Foreign { name, params, result: foreign_type(result)? })
}

/// Returns the type in a foreign function's signature; `None` if it has no form in C.
fn foreign_type(ty: &Type) -> Option<ForeignType> {
    match ty {
        Type::Scalar(elem) => Some(ForeignType::Scalar(*elem)),
        Type::Array(elem, _) => ForeignType::array(foreign_type(elem)?),
        Type::Record(fields) => match rows(fields) {
            Some(data) => ForeignType::rows(foreign_type(data)?),
            None => fields.iter().map(|(_, field)| foreign_type(field)).collect::<Option<_>>().map(ForeignType::Tuple),
        },
        Type::Sum(_)
        | Type::Data(..)
        | Type::Seq(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => None,
    }
}

/// Returns the type of the data if the record represents an array of rows of unequal length, else `None`.
fn rows(fields: &[(Symbol, Type)]) -> Option<&Type> {
    match fields {
        [(name, data), (other, _)] if name.as_str() == ROWS_DATA && other.as_str() == ROWS_OFFSETS => Some(data),
        _ => None,
    }
}
