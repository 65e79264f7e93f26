//! Programs: the library, followed by a `main`.

use crate::c::library::write_source;
use crate::c::{ACTION, Device, MAIN, SERVER, VALUE_FORMS};
use base::SourceMap;
use imp::def::Program;

/// Writes a program with a command line. It reads the arguments of an entry point from standard input and writes its
/// results to standard output (see `rts/main.h`). An action (`is_action`) gets the command line's arguments instead
/// (see `rts/action.h`). The program is one C file, to be compiled with [`super::FLAGS`] and linked
/// with `-lm -pthread`, and with `-ldl` if its launches are for a device.
pub fn write_program(program: &Program, sources: &SourceMap, device: Option<Device>) -> String {
    match is_action(program) {
        true => with_parts(program, sources, device, ACTION),
        false => with_parts(program, sources, device, &[VALUE_FORMS, MAIN].concat()),
    }
}

/// Whether the program is run for its effects: its only entry point takes and returns nothing, and it acts.
/// Then all arguments on the command line, and both standard streams, are the program's own.
pub fn is_action(program: &Program) -> bool {
    let [entry] = program.entries.as_slice() else { return false };
    entry.params.is_empty() && entry.result_leaves().is_empty() && program.acts()
}

/// Writes a server program, which keeps values and obeys commands on standard input (see `rts/server.h`).
pub fn write_server(program: &Program, sources: &SourceMap, device: Option<Device>) -> String {
    with_parts(program, sources, device, &[VALUE_FORMS, SERVER].concat())
}

fn with_parts(program: &Program, sources: &SourceMap, device: Option<Device>, parts: &[&str]) -> String {
    let mut out = write_source(program, sources, device);
    for part in parts {
        out.push('\n');
        out.push_str(part);
    }
    out
}
