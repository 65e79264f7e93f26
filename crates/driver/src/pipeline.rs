//! The pipelines, as lists of pass names. Running one verifies the program after each pass and calls an observer.

use crate::module::{Level, Module};
use crate::pass::{Pass, PassSet, find_pass};
use base::Error;

/// Passes on CORE that decide which checks are made. In debug mode CORE's evaluator runs their result, else the program
/// as it is.
const TO_CHECKS: &[&str] = &[KEEP_CHECKS, "monomorphise", DEBUG];
/// Passes on CORE that make the program first-order.
const TO_FIRST_ORDER: &[&str] = &["closures", "defunctionalise", "sides", "lift-constants", REPORT, "outline"];
const FLAT_MAPS: &[&str] = &["flat-maps"];
/// Pass on CORE that handles flat maps, for a device.
const ALL_FLAT_MAPS: &[&str] = &["flat-maps-all"];
/// Passes from CORE to FUN.
const TO_FUN: &[&str] = &["decide", "accelerate", "sequences", "lower-to-fun"];
/// Passes on FUN. Tail calls come first, because functions that became loops can be inlined, and inlining enables the
/// rest. Slicing is for the functions that remain; their shape functions are small, so they are inlined too. Tidying is
/// repeated after fusion and the moves of assertions.
const OPTIMISE: &[&str] = &[
    "tail-calls",
    "inline",
    "tidy",
    "slice",
    "inline",
    "simplify",
    "dead-code",
    "hoist",
    "fuse",
    "fuse-reads",
    "tidy",
    "distribute",
    "simplify",
    "dead-code",
    "interior",
    "hoist-work",
];
/// Flattening on FUN, for a device: nests become perfect.
const FLATTEN: &[&str] = &["flatten", "dead-code"];
/// Passes from FUN to FUNMEM, and on FUNMEM.
const TO_MEM: &[&str] = &[
    "lower-to-funmem",
    "drop-fills",
    "short-circuit",
    "fixed-blocks",
    "merge-blocks",
    "double-buffer",
    "hoist-allocations",
];
/// Lowering from FUNMEM to IMP, for one thread.
const TO_IMP: &[&str] = &["lower-to-imp"];
/// Lowering from FUNMEM to IMP, for several threads.
const TO_TASKS: &[&str] = &["lower-to-tasks"];
/// Passes on loops of IMP, for one or several threads.
const LOOPS: &[&str] = &["forward-copies", "place-blocks", "coalesce", "interchange"];
/// Passes on IMP that remove checks from loops, also from those of the host.
const CHECKS: &[&str] = &["check-ends", "peel", "hoist-checks", "minima"];
/// Passes on IMP, for several threads.
const CUT: &[&str] = &["cut"];
/// Passes from FUNMEM to IMP and on IMP, for a device.
const TO_KERNELS: &[&str] = &[
    "expand-interleaved",
    "lower-to-kernels",
    "delay-reads",
    "place-blocks",
    KEEP_FOREIGN,
    "give-stacks",
    "keep-on-host",
];
const LINK: &[&str] = &["link-host"];
/// Pass that joins host code with a program for several threads.
pub(crate) const LINK_TASKS: &[&str] = &["link-host-tasks"];
/// Pass that joins host code with a program for a device.
pub(crate) const LINK_KERNELS: &[&str] = &["link-host-kernels"];
/// Pass that is left out if there is device code for foreign functions.
pub const KEEP_FOREIGN: &str = "keep-foreign";
/// Pass that is left out for compiled code. Such code lacks the checks that the program's author promises to hold.
pub const KEEP_CHECKS: &str = "keep-checks";
/// Pass that only pipelines of debug mode have.
pub const DEBUG: &str = "debug";
/// Pass that only pipelines for a report of the run have.
pub const REPORT: &str = "report";

/// Returns the names of the passes that bring a program from one level to a later one, for this machine.
pub fn passes_between(from: Level, to: Level, machine: Machine) -> Vec<&'static str> {
    let (flat_maps, flatten, to_imp): (_, &[&str], [&[&str]; 5]) = match machine {
        Machine::Thread => (FLAT_MAPS, &[], [TO_IMP, LOOPS, LINK, CHECKS, &[]]),
        Machine::Threads => (FLAT_MAPS, &[], [TO_TASKS, LOOPS, LINK_TASKS, CHECKS, CUT]),
        Machine::Device => (ALL_FLAT_MAPS, FLATTEN, [TO_KERNELS, LINK_KERNELS, &[], &[], &[]]),
    };
    let steps = [
        (Level::Core, TO_CHECKS),
        (Level::Core, TO_FIRST_ORDER),
        (Level::Core, flat_maps),
        (Level::Core, TO_FUN),
        (Level::Fun, OPTIMISE),
        (Level::Fun, flatten),
        (Level::Fun, TO_MEM),
    ];
    let on_imp = to_imp.into_iter().map(|passes| (Level::Mem, passes));
    let wanted = steps.into_iter().chain(on_imp).filter(|(level, _)| *level >= from && *level < to);
    wanted.flat_map(|(_, passes)| passes.iter().copied()).collect()
}

/// Returns the passes that bring a program from one level to a later one, or to the same one, with these settings.
fn pipeline(from: Level, to: Level, settings: Settings) -> Vec<&'static Pass> {
    let names = match (settings.mode, from, to) {
        (Mode::Debug, Level::Core, Level::Core) => TO_CHECKS.to_vec(),
        _ => passes_between(from, to, settings.machine),
    };
    names.into_iter().filter_map(find_pass).filter(|pass| !settings.leaves_out(pass)).collect()
}

/// The kind of machine that will run the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Machine {
    /// One thread.
    #[default]
    Thread,
    /// Several threads that share memory.
    Threads,
    /// A device that runs kernels, for one thread of the host.
    Device,
}

impl Machine {
    /// Returns the tuning parameters, besides thresholds, that programs for this machine have.
    pub fn settings(self) -> Vec<&'static str> {
        match self {
            Machine::Thread | Machine::Threads => Vec::new(),
            Machine::Device => imp::def::Setting::OF_MACHINES.map(imp::def::Setting::name).to_vec(),
        }
    }
}

/// Which checks a program makes while it runs. Errors at compile time are the same in all modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// All checks of the language, apart from those that an author leaves out of compiled code.
    #[default]
    Default,
    /// All checks of the language, and those of the pass `debug`.
    Debug,
    /// At present the checks of the default mode.
    Release,
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether the verifier runs after every pass; on in debug builds.
    pub verify: bool,
    /// Optional passes that pipelines leave out.
    pub without: PassSet,
    /// Largest number of rounds of `tidy`, which ends earlier if nothing changes.
    pub rounds: usize,
    pub machine: Machine,
    pub mode: Mode,
    /// Whether a run can report the costs of accelerated expressions.
    pub reports: bool,
}

impl Settings {
    /// Returns the settings without the pass of that name.
    pub fn leaving_out(mut self, pass: &str) -> Settings {
        find_pass(pass).into_iter().for_each(|pass| self.without.insert(pass));
        self
    }

    /// Whether pipelines leave the pass out. Debug mode has all passes that make checks, and only runs that report have
    /// marks.
    pub fn leaves_out(&self, pass: &Pass) -> bool {
        match (self.mode, pass.name) {
            (Mode::Debug, KEEP_CHECKS) => false,
            (mode, DEBUG) => mode != Mode::Debug,
            (_, REPORT) => !self.reports,
            _ => self.without.contains(pass),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            verify: cfg!(debug_assertions),
            without: PassSet::default(),
            rounds: fun_opt::tidy::ROUNDS,
            machine: Machine::default(),
            mode: Mode::default(),
            reports: false,
        }
    }
}

/// Observer of the program before and after each pass.
pub trait Observer {
    fn before(&mut self, _pass: &str, _module: &Module) {}
    fn after(&mut self, _pass: &str, _module: &Module) {}
}

/// Observer that ignores everything.
impl Observer for () {}

/// Runs the passes up to the level, without those left out. A program beyond that level is returned unchanged.
pub fn run_to(
    mut module: Module,
    level: Level,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Module, Error> {
    for pass in pipeline(module.level(), level, settings) {
        module = run_pass(pass, module, settings, observer)?;
    }
    Ok(module)
}

/// Runs the passes up to the level and those that the pipeline runs at that level. The result is the program just
/// before it is lowered further.
pub fn run_through(
    mut module: Module,
    level: Level,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Module, Error> {
    for pass in passes_through(module.level(), level, settings) {
        module = run_pass(pass, module, settings, observer)?;
    }
    Ok(module)
}

/// Returns the passes that bring a program from one level to a later one, and those that the pipeline runs there.
fn passes_through(from: Level, level: Level, settings: Settings) -> Vec<&'static Pass> {
    pipeline(from, Level::Imp, settings).into_iter().take_while(|pass| pass.to <= level).collect()
}

/// Like `run_to`, with additional passes. Each runs at the end of its level, after the pipeline's passes there. If one
/// belongs to the last level, the program is run through that level.
pub fn run_with(
    mut module: Module,
    with: &[&'static Pass],
    level: Level,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Module, Error> {
    for pass in passes_with(module.level(), with, level, settings) {
        module = run_pass(pass, module, settings, observer)?;
    }
    Ok(module)
}

/// Returns the passes that `run_with` runs.
pub fn passes_with(from: Level, with: &[&'static Pass], level: Level, settings: Settings) -> Vec<&'static Pass> {
    let mut passes: Vec<&'static Pass> = match with.iter().any(|pass| pass.from == level) {
        true => passes_through(from, level, settings),
        false => pipeline(from, level, settings),
    };
    for pass in with.iter().filter(|pass| (from..=level).contains(&pass.from)) {
        let end = passes.iter().position(|other| other.to > pass.from);
        passes.insert(end.unwrap_or(passes.len()), pass);
    }
    passes
}

/// Runs one pass and, if asked to, the verifier and the check of the form that the pass promises.
pub fn run_pass(pass: &Pass, module: Module, settings: Settings, observer: &mut dyn Observer) -> Result<Module, Error> {
    observer.before(pass.name, &module);
    let module = pass.run(module, settings)?;
    observer.after(pass.name, &module);
    if settings.verify {
        let verified = module.verify().and_then(|()| pass.check_form(&module).map_err(Error::from));
        verified.map_err(|error| blame(error, pass, &module))?;
    }
    Ok(module)
}

/// Adds the pass's name, and the program's text, to a bug that the verifier found.
fn blame(error: Error, pass: &Pass, module: &Module) -> Error {
    match error {
        Error::Bug(mut bug) => {
            bug.phase = format!("after {}", pass.name);
            bug.program = Some(module.print());
            Error::Bug(bug)
        }
        other => other,
    }
}
