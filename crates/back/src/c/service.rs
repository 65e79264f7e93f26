//! Functions that ask services of the runtime (`rts/world.h`).

use crate::c::function::Context;
use imp::def::FunctionId;
use std::fmt::Write;
use value::Service;

/// Writes the function that asks a service.
pub(super) fn write_call(context: &Context, id: FunctionId, service: Service, out: &mut String) {
    let function = &context.program.functions[id];
    let (_, name) = service.name().split_once('.').unwrap_or(("", service.name()));
    let mut call = format!("rista_service_{name}(ctx");
    function.params.iter().for_each(|param| _ = write!(call, ", {}", param.name));
    function.results.iter().for_each(|result| _ = write!(call, ", out_{}", result.name));
    let signature = context.signature(id, &context.function_name(id));
    let _ = writeln!(out, "static {signature} {{\n  return {call});\n}}");
}
