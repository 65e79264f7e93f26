//! Programs: the library, followed by a `main`.

use crate::c::library::write_source;
use crate::c::{Device, MAIN, SERVER, VALUE_FORMS};
use base::SourceMap;
use imp::def::Program;

/// Writes a program with a command line. It reads the arguments of an entry point from standard input and writes its
/// results to standard output (see `rts/main.h`). It is one C file, to be compiled with [`super::FLAGS`] and linked
/// with `-lm -pthread`, and with `-ldl` if its launches are for a device.
pub fn write_program(program: &Program, sources: &SourceMap, device: Option<Device>) -> String {
    with_parts(program, sources, device, MAIN)
}

/// Writes a server program, which keeps values and obeys commands on standard input (see `rts/server.h`).
pub fn write_server(program: &Program, sources: &SourceMap, device: Option<Device>) -> String {
    with_parts(program, sources, device, SERVER)
}

fn with_parts(program: &Program, sources: &SourceMap, device: Option<Device>, main: &[&str]) -> String {
    let mut out = write_source(program, sources, device);
    for part in VALUE_FORMS.iter().chain(main) {
        out.push('\n');
        out.push_str(part);
    }
    out
}
