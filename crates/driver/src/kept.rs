//! Notes on operations that a program for a device, or for several threads, runs on one thread of the host after all, one
//! for each operation. The passes find them.

use crate::pipeline::{KEEP_FOREIGN, LINK_KERNELS, LINK_TASKS, Machine};
use crate::{Module, Observer};
use base::{SourceMap, Span};
use core_ir::accelerate::{HostReason, loops_of_host};
use host::{HostLoop, Spread};
use imp::pass::keep::{Obstacle, kept, kept_foreign};

/// Name of the pass that turns launches into loops if no device can run them.
const KEEP: &str = "keep-on-host";

/// Observer of passes that collects the operations which one thread of the host runs.
pub struct Kept {
    machine: Machine,
    found: Vec<Operation>,
}

/// An operation that one thread of the host runs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Operation {
    span: Span,
    reason: String,
    /// The part of the operation that only the host can run, if that is known.
    part: Option<Span>,
}

impl Kept {
    pub fn new(machine: Machine) -> Kept {
        Kept { machine, found: Vec::new() }
    }

    /// Returns a note for each operation that the host runs, with its place and the reason.
    pub fn notes(&self, sources: &SourceMap) -> Vec<String> {
        let who = if self.machine == Machine::Device { "the host" } else { "one thread" };
        let note = |operation: &Operation| {
            let place = sources.place(operation.span)?;
            let part = operation.part.filter(|part| *part != operation.span).and_then(|part| sources.place(part));
            let part = part.map_or(String::new(), |part| format!(" (at {part})"));
            Some(format!("note: {place}: {who} runs this operation: {}{part}", operation.reason))
        };
        self.found.iter().filter_map(note).collect()
    }
}

impl Observer for Kept {
    fn before(&mut self, pass: &str, module: &Module) {
        let whole = |(span, reason)| Operation { span, reason, part: None };
        match (self.machine, pass) {
            (Machine::Device, KEEP) => self.found.extend(on_host(module).into_iter().map(whole)),
            (Machine::Device, KEEP_FOREIGN) => self.found.extend(foreign_on_host(module).into_iter().map(whole)),
            (Machine::Device, pass) if LINK_KERNELS.contains(&pass) => {
                self.found.extend(loops(module, Spread::Launches));
            }
            (Machine::Threads, pass) if LINK_TASKS.contains(&pass) => self.found.extend(loops(module, Spread::Tasks)),
            _ => return,
        }
        self.found.sort();
        self.found.dedup();
    }
}

/// Returns the accelerated loops of host code that one thread would run.
fn loops(module: &Module, spread: Spread) -> Vec<Operation> {
    let Module::Parts(parts) = module else { return Vec::new() };
    let Module::Imp(device) = &*parts.device else { return Vec::new() };
    // What the pass cannot lower, it reports.
    let loops = host::host_loops(&parts.host, device.clone(), spread).unwrap_or_default();
    let operation = |HostLoop { span, obstacle, operation }| Operation { span, reason: why(obstacle), part: operation };
    loops.into_iter().map(operation).collect()
}

/// Returns the operations that the host would run after `keep-on-host`, with the reasons.
fn on_host(module: &Module) -> Vec<(Span, String)> {
    match module {
        Module::Imp(program) => kept(program).into_iter().filter_map(with_reason).collect(),
        Module::Parts(parts) => {
            let loops = loops_of_host(&parts.host).into_iter();
            loops.map(|(span, reason)| (span, why_host_code(reason))).chain(on_host(&parts.device)).collect()
        }
        _ => Vec::new(),
    }
}

fn foreign_on_host(module: &Module) -> Vec<(Span, String)> {
    match module {
        Module::Imp(program) => kept_foreign(program).into_iter().filter_map(with_reason).collect(),
        Module::Parts(parts) => foreign_on_host(&parts.device),
        _ => Vec::new(),
    }
}

fn with_reason((spans, obstacle): (Vec<Span>, Obstacle)) -> Option<(Span, String)> {
    Some((*spans.first()?, why(obstacle)))
}

fn why_host_code(reason: HostReason) -> String {
    match reason {
        HostReason::Data(name) => format!("it makes or reads values of the recursive type `{name}`"),
        HostReason::Closures => "it makes or applies functions that are known only when the program runs".to_owned(),
        HostReason::Services => "it has input or output, or ends the run".to_owned(),
        HostReason::Rows => "it makes rows whose lengths are known only when they are made".to_owned(),
    }
}

fn why(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Recursion => "it calls a function that recurs in a way for which kernels have no stack".to_owned(),
        Obstacle::ForeignArrays(name) => format!("it calls the foreign function `{name}` with vectors"),
        Obstacle::ForeignCode(name) => {
            format!("it calls the foreign function `{name}`, which has no code for kernels (see --foreign)")
        }
        Obstacle::Objects => "a step makes or reads a value that only the host has".to_owned(),
        Obstacle::Memory => "it needs memory, or parameters, that a kernel does not have".to_owned(),
    }
}
