//! The C writer: sequential C, multicore C for programs with tasks, or C with kernels for programs with launches.
//!
//! Every IMP function becomes a static C function that returns an error code. Its memory and object variables are
//! declared at its top, hold counted references (see `rts/memory.h` and `rts/object.h`), and are dropped at its only
//! exit. Scalars are declared where IMP declares them, under their IMP names.

mod access;
mod batch;
mod exp;
mod failure;
mod foreign;
mod function;
mod kernel;
mod kernel_text;
mod library;
mod manifest;
mod object;
mod program;
mod range;
mod recursion;
mod service;

use imp::def::{Exp, MAX_PIECES, Program, Setting, Stm};
use imp::walk;
use kernel::Kernels;
use value::Service;

pub use batch::write_batch;
pub use foreign::{foreign_declarations, foreign_prototypes};
pub use function::c_string;
pub use kernel_text::write_kernels;
pub use library::{Library, LibraryOptions, write_library};
pub use program::{is_action, write_program, write_server};
pub use range::LIMITS;

/// Runtime of all programs, in the order of inclusion.
const RUNTIME: &[&str] = &[
    include_str!("../rts/arithmetic.h"),
    include_str!("../rts/memory.h"),
    include_str!("../rts/core.h"),
    include_str!("../rts/stack.h"),
    include_str!("../rts/dialect_c.h"),
    SCALAR,
];

/// Runtime operators, for the host and for kernels.
const SCALAR: &str = include_str!("../rts/scalar.h");

/// Runtime of programs with tasks.
const TASKS: &str = include_str!("../rts/tasks.h");

/// Runtime of programs with objects.
const OBJECTS: &str = include_str!("../rts/object.h");
/// Runtime of programs with foreign functions.
const FOREIGN: &str = include_str!("../rts/foreign.h");

/// Runtime of programs with services.
const WORLD: &str = include_str!("../rts/world.h");
/// Runtime for programs whose accelerated expressions are marked.
const REPORT: &str = include_str!("../rts/report.h");

/// Runtime of programs with kernels.
const DEVICE: &[&str] = &[include_str!("../rts/device.h"), include_str!("../rts/cache.h")];
const OPENCL: &str = include_str!("../rts/opencl.h");
const CUDA: &str = include_str!("../rts/cuda.h");

/// Language of the kernels. A library, which the program loads, compiles them at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    OpenCl,
    Cuda,
}

/// Returns the runtime that the programs need, with that for their kernels.
pub(crate) fn runtime(programs: &[&Program], kernels: Option<&Kernels>) -> String {
    let mut out = kernels.map_or(String::new(), Kernels::settings);
    let has_tasks = has_tasks(programs);
    if has_tasks {
        out.push_str(&format!("#define RISTA_TASKS\n#define RISTA_MAX_PIECES {MAX_PIECES}\n\n"));
    }
    let has_objects = has_objects(programs);
    if has_objects {
        out.push_str(&format!("#define RISTA_OBJECTS\n#define RISTA_CONSTANTS {}\n\n", constants(programs)));
    }
    if programs.iter().any(|program| has_cycles(program)) {
        out.push_str("#define RISTA_CYCLES\n\n");
    }
    let has_services = programs.iter().any(|program| has_services(program));
    if has_services {
        out.push_str("#define RISTA_SERVICES\n\n");
    }
    let reports = programs.iter().any(|program| has_reports(program));
    if reports {
        out.push_str("#define RISTA_REPORT\n\n");
    }
    let parts = RUNTIME.iter().chain(has_objects.then_some(&OBJECTS)).chain(has_tasks.then_some(&TASKS));
    parts.for_each(|part| out.push_str(&format!("{part}\n")));
    if let Some(kernels) = kernels {
        DEVICE.iter().for_each(|part| out.push_str(&format!("{part}\n")));
        let library = match kernels.device {
            Device::OpenCl => OPENCL,
            Device::Cuda => CUDA,
        };
        out.push_str(&format!("{library}\n{}", kernels.definitions()));
    }
    if programs.iter().any(|program| has_foreign(program)) {
        out.push_str(&format!("{FOREIGN}\n"));
    }
    if has_services {
        out.push_str(&format!("{WORLD}\n"));
    }
    if reports {
        out.push_str(&format!("{REPORT}\n"));
    }
    out
}

/// Whether one of the programs has values of data types.
fn has_objects(programs: &[&Program]) -> bool {
    let mut found = false;
    for function in programs.iter().flat_map(|program| program.functions.values()) {
        found |= function.params.iter().chain(&function.results).any(|param| param.ty.is_object());
        walk::each_stm(&function.body, &mut |stm| found |= matches!(stm, Stm::DeclareObject { .. }));
    }
    found
}

/// Whether objects may be parts of cycles.
fn has_cycles(program: &Program) -> bool {
    let mut found = false;
    for function in program.functions.values() {
        walk::each_stm(&function.body, &mut |stm| found |= matches!(stm, Stm::Construct { cyclic: true, .. }));
    }
    found
}

/// Returns the number of constant objects that the runtime makes: one more than the largest number that the programs
/// use, and at least 1.
fn constants(programs: &[&Program]) -> usize {
    let mut count = 1;
    for function in programs.iter().flat_map(|program| program.functions.values()) {
        walk::each_stm(&function.body, &mut |stm| {
            if let Stm::Constant { number, .. } = stm {
                count = count.max(number.saturating_add(1));
            }
        });
    }
    count
}

/// Whether the program calls foreign functions.
fn has_foreign(program: &Program) -> bool {
    program.functions.values().any(|function| function.foreign().is_some())
}

/// Whether the program asks services.
fn has_services(program: &Program) -> bool {
    program.functions.values().any(|function| function.service().is_some())
}

/// Whether the costs of accelerated expressions can be reported.
fn has_reports(program: &Program) -> bool {
    let reports = |service| matches!(service, Service::System(op) if op.is_of_report());
    program.functions.values().any(|function| function.service().is_some_and(reports))
}

/// Whether one of the programs has tasks.
pub(crate) fn has_tasks(programs: &[&Program]) -> bool {
    let mut found = false;
    for function in programs.iter().flat_map(|program| program.functions.values()) {
        walk::each_stm(&function.body, &mut |stm| found |= matches!(stm, Stm::Tasks { .. }));
        walk::each_exp(&function.body, &mut |exp| {
            found |= matches!(exp, Exp::Pieces(..) | Exp::Setting(Setting::Team))
        });
    }
    found
}

/// Reader and writer of binary values, for batches.
pub(crate) const VALUES: &str = include_str!("../rts/values.h");

/// First part of every generated file.
pub(crate) const QUIET: &str = include_str!("../rts/quiet.h");

/// Fixed part of a library's header.
pub(crate) const API: &str = include_str!("../rts/api.h");

/// Runtime of a library, in the order of inclusion.
pub(crate) const LIBRARY: &[&str] = &[
    include_str!("../rts/types.h"),
    include_str!("../rts/context.h"),
    include_str!("../rts/array.h"),
    include_str!("../rts/tree.h"),
    include_str!("../rts/opaque.h"),
    include_str!("../rts/opaque_array.h"),
    include_str!("../rts/store.h"),
];

/// Readers and writers of values in text, in binary form and as `.npy`.
pub(crate) const VALUE_FORMS: &[&str] = &[
    include_str!("../rts/input.h"),
    include_str!("../rts/npy.h"),
    include_str!("../rts/decimal.h"),
    include_str!("../rts/output.h"),
];

const TUNING: &str = include_str!("../rts/tuning.h");

/// Command line of a program; `SERVER` holds the commands of a server.
pub(crate) const MAIN: &[&str] = &[TUNING, include_str!("../rts/main.h")];
/// Command line of a program whose only entry point takes and returns nothing, and that acts.
pub(crate) const ACTION: &[&str] = &[include_str!("../rts/action.h")];
pub(crate) const SERVER: &[&str] = &[TUNING, include_str!("../rts/variables.h"), include_str!("../rts/server.h")];

/// Flags with which generated C is meant to be compiled. The results are right without them, too.
pub const FLAGS: &[&str] = &["-std=gnu11", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math"];
