//! Failures of assertions: the host code that reports them.

use crate::c::function::{Context, c_string};
use base::{Spans, Template};
use std::fmt::{Display, Write};
use value::ScalarType;

/// Returns the call that records a failure. `values` are C expressions, as `shown` returns them.
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

/// Returns the calls that add the places to the failure's trace.
pub(super) fn frames(context: &Context, spans: &Spans) -> Vec<String> {
    let places = spans.iter().filter_map(|span| context.sources.place(*span));
    places.map(|place| format!("rista_frame(ctx, err, \"{}\");", c_string(&place))).collect()
}

/// Returns the format directive for a value in a message, without quotes.
fn directive(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::Bool => "%s",
        _ if ty.is_float() => "%g",
        _ if ty.is_unsigned() => "%\" PRIu64 \"",
        _ => "%\" PRId64 \"",
    }
}

/// Returns the C expression that prints a value by the type's directive.
pub(super) fn shown(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::Bool => format!("({value}) ? \"true\" : \"false\""),
        ScalarType::F16 => format!("(double)rista_f16_value({value})"),
        _ if ty.is_float() => format!("(double)({value})"),
        _ if ty.is_unsigned() => format!("(uint64_t)({value})"),
        _ => format!("(int64_t)({value})"),
    }
}

/// Returns a value as 64 bits, the form in which a kernel stores it.
pub(super) fn packed(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::F32 => format!("(int64_t)rista_bits_f32({value})"),
        ScalarType::F64 => format!("(int64_t)rista_bits_f64({value})"),
        _ => format!("(int64_t)({value})"),
    }
}

/// Returns the value on the host from its 64 bits.
pub(super) fn unpacked(ty: ScalarType, value: impl Display) -> String {
    match ty {
        ScalarType::Bool => format!("{value} != 0"),
        ScalarType::F16 => format!("(uint16_t){value}"),
        ScalarType::F32 => format!("rista_f32_of_bits((uint32_t){value})"),
        ScalarType::F64 => format!("rista_f64_of_bits((uint64_t){value})"),
        _ => value.to_string(),
    }
}
