//! Notes on operations that a program for a device runs on the host after all, one for each operation. The passes find
//! them.

use crate::pipeline::KEEP_FOREIGN;
use crate::{Module, Observer};
use base::{SourceMap, Span};
use core_ir::accelerate::{HostReason, loops_of_host};
use imp::pass::keep::{Obstacle, kept, kept_foreign};

/// Name of the pass that turns launches into loops if no device can run them.
const KEEP: &str = "keep-on-host";

/// Observer of passes that collects the operations which a program for a device runs on the host.
pub struct Kept {
    is_for_device: bool,
    /// Operations that the passes `keep-on-host` and `keep-foreign` turned into loops of the host, with the reasons.
    found: Vec<(Span, String)>,
}

impl Kept {
    pub fn new(is_for_device: bool) -> Kept {
        Kept { is_for_device, found: Vec::new() }
    }

    /// Returns a note for each operation that the host runs, with its place and the reason.
    pub fn notes(&self, sources: &SourceMap) -> Vec<String> {
        let note = |(span, why): &(Span, String)| {
            let place = sources.place(*span)?;
            Some(format!("note: {place}: the host runs this operation: {why}"))
        };
        self.found.iter().filter_map(note).collect()
    }
}

impl Observer for Kept {
    fn before(&mut self, pass: &str, module: &Module) {
        self.found.extend(match pass {
            KEEP if self.is_for_device => on_host(module),
            KEEP_FOREIGN if self.is_for_device => foreign_on_host(module),
            _ => return,
        });
        self.found.sort();
        self.found.dedup();
    }
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
        Obstacle::Memory => "it needs memory, or parameters, that a kernel does not have".to_owned(),
    }
}
