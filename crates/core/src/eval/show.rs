//! Values as their language writes them, by their types.

use super::array::Array;
use super::value::Value;
use crate::def::{Type, tuple_field};
use ::value::{ArrayValue, ScalarType};
use base::Symbol;
use std::fmt::Write;

/// The value, which has the type.
pub(super) fn shown(value: &Value, ty: &Type) -> String {
    let mut out = String::new();
    write(value, ty, &mut out);
    out
}

fn write(value: &Value, ty: &Type, out: &mut String) {
    match (value, ty) {
        (Value::Scalar(scalar), _) => _ = write!(out, "{}", ::value::Value::Scalar(*scalar)),
        (Value::Array(array), _) => write_array(array, ty, out),
        (Value::Record(values), Type::Record(fields)) => write_record(values, fields, out),
        (Value::Variant(name, payload), Type::Sum(constructors)) => {
            let types = constructors.iter().find(|(other, _)| other == name).map_or(&[][..], |(_, types)| types);
            _ = write!(out, "#{name}");
            for (value, ty) in payload.iter().zip(types) {
                out.push(' ');
                write_payload(value, ty, out);
            }
        }
        _ => out.push_str("fun"),
    }
}

/// A payload, in parentheses where it would be read as something else without them.
fn write_payload(value: &Value, ty: &Type, out: &mut String) {
    let shown = shown(value, ty);
    let open = shown.starts_with('-') || matches!(value, Value::Variant(_, payload) if !payload.is_empty());
    _ = if open { write!(out, "({shown})") } else { write!(out, "{shown}") };
}

fn write_record(values: &[Value], fields: &[(Symbol, Type)], out: &mut String) {
    let is_tuple = fields.len() != 1 && fields.iter().enumerate().all(|(i, (name, _))| *name == tuple_field(i));
    out.push(if is_tuple { '(' } else { '{' });
    for (i, (value, (name, ty))) in values.iter().zip(fields).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        if !is_tuple {
            _ = write!(out, "{name} = ");
        }
        write(value, ty, out);
    }
    out.push(if is_tuple { ')' } else { '}' });
}

fn write_array(array: &Array, ty: &Type, out: &mut String) {
    if let Some((scalar, rank)) = array_of_scalars(ty)
        && let Some(items) = array.scalars(scalar)
        && array.shape.len() == rank
        && let Some(whole) = ArrayValue::from_scalars(scalar, array.shape.to_vec(), &items)
    {
        _ = write!(out, "{whole}");
        return;
    }
    let elem = ty.elem().unwrap_or(ty);
    if array.count() == 0 {
        _ = write!(out, "[]");
        return;
    }
    out.push('[');
    for i in 0..array.len() {
        out.push_str(if i > 0 { ", " } else { "" });
        write(&array.row(i), elem, out);
    }
    out.push(']');
}

/// The type of an array's scalars, and its rank.
fn array_of_scalars(mut ty: &Type) -> Option<(ScalarType, usize)> {
    let mut rank = 0;
    while let Some(elem) = ty.elem() {
        (ty, rank) = (elem, rank + 1);
    }
    ty.scalar().map(|scalar| (scalar, rank))
}
