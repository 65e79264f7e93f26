//! Functions that ask services of the runtime (`rts/world.h`).

use crate::c::function::Context;
use imp::def::FunctionId;
use std::fmt::Write;
use value::{Service, SystemOp};

/// Writes the function that asks a service. A kernel that fails has been launched before the services that follow it,
/// so an operation on the world first looks for failures. The clock is read when the device has finished.
pub(super) fn write_call(context: &Context, id: FunctionId, service: Service, out: &mut String) {
    let function = &context.program.functions[id];
    let (_, name) = service.name().split_once('.').unwrap_or(("", service.name()));
    let mut call = format!("rista_service_{name}(ctx");
    function.params.iter().for_each(|param| _ = write!(call, ", {}", param.name));
    function.results.iter().for_each(|result| _ = write!(call, ", out_{}", result.name));
    let signature = context.signature(id, &context.function_name(id));
    let first = match service {
        Service::System(SystemOp::Time | SystemOp::BeginExpression | SystemOp::EndExpression) => "rista_wait(ctx)",
        Service::System(_) => "rista_finish(ctx, RISTA_SUCCESS)",
        Service::Text(_) | Service::Fail => "RISTA_SUCCESS",
    };
    let _ = writeln!(
        out,
        "static {signature} {{\n  int err = {first};\n  return err == RISTA_SUCCESS ? {call}) : err;\n}}"
    );
}
