//! The failures of assertions: what the host does to tell them.

use crate::c::function::{Context, c_string};
use base::{Spans, Template};
use std::fmt::{Display, Write};
use value::ScalarType;

/// The call that records a failure, with the values as they are shown.
pub(super) fn failed(message: &Template, types: &[ScalarType], values: impl Iterator<Item = String>) -> String {
    let mut format = String::new();
    for (at, piece) in message.pieces().iter().enumerate() {
        if let (true, Some(ty)) = (at > 0, types.get(at.wrapping_sub(1))) {
            format.push_str(directive(*ty));
        }
        format.push_str(&c_string(&piece.replace('%', "%%")));
    }
    let mut text = format!("err = rista_fail(ctx, \"{format}\"");
    values.for_each(|value| _ = write!(text, ", {value}"));
    text + ");"
}

/// The calls that add the places to its trace.
pub(super) fn frames(context: &Context, spans: &Spans) -> Vec<String> {
    let places = spans.iter().filter_map(|span| context.sources.place(*span));
    places.map(|place| format!("rista_frame(ctx, err, \"{}\");", c_string(&place))).collect()
}

/// The format directive for a value in a message, without its quotes.
fn directive(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::Bool => "%s",
        _ if ty.is_float() => "%g",
        _ if ty.is_unsigned() => "%\" PRIu64 \"",
        _ => "%\" PRId64 \"",
    }
}

/// The argument for the directive.
pub(super) fn shown(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::Bool => format!("({value}) ? \"true\" : \"false\""),
        ScalarType::F16 => format!("(double)rista_f16_value({value})"),
        _ if ty.is_float() => format!("(double)({value})"),
        _ if ty.is_unsigned() => format!("(uint64_t)({value})"),
        _ => format!("(int64_t)({value})"),
    }
}

/// A value as 64 bits, as a kernel hands it on.
pub(super) fn packed(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::F32 => format!("(int64_t)rista_bits_f32({value})"),
        ScalarType::F64 => format!("(int64_t)rista_bits_f64({value})"),
        _ => format!("(int64_t)({value})"),
    }
}

/// The same value again on the host.
pub(super) fn unpacked(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::Bool => format!("{value} != 0"),
        ScalarType::F16 => format!("(uint16_t){value}"),
        ScalarType::F32 => format!("rista_f32_of_bits((uint32_t){value})"),
        ScalarType::F64 => format!("rista_f64_of_bits((uint64_t){value})"),
        _ => value.to_string(),
    }
}
