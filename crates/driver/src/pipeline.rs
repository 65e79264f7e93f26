//! The pipelines, as lists of pass names, and how they are run: verifying after each pass and telling an observer.

use crate::module::{Level, Module};
use crate::pass::{Pass, PassSet, find_pass};
use base::{Bug, Error};

/// On CORE: one first-order program.
const TO_FIRST_ORDER: &[&str] = &["monomorphise", "closures", "defunctionalise"];
const FLAT_MAPS: &[&str] = &["flat-maps"];
/// For a device.
const ALL_FLAT_MAPS: &[&str] = &["flat-maps-all"];
/// From CORE to FUN.
const TO_FUN: &[&str] = &["decide", "lift-constants", "accelerate", "lower-to-fun"];
/// On FUN. Functions that become loops can be inlined, and inlining shows the rest what there is to do. Slicing is for the
/// functions that are left then; their shapes are small, so they are inlined. What fusion and assertions moved away leave is
/// tidied once more.
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
    "hoist-work",
];
/// On FUN, for a device: nests become perfect.
const FLATTEN: &[&str] = &["flatten"];
/// From FUN to FUNMEM, and there.
const TO_MEM: &[&str] = &[
    "lower-to-funmem",
    "drop-fills",
    "short-circuit",
    "fixed-blocks",
    "merge-blocks",
    "double-buffer",
    "hoist-allocations",
];
/// From FUNMEM to IMP, for one thread.
const TO_IMP: &[&str] = &["lower-to-imp"];
/// From FUNMEM to IMP, for several threads.
const TO_TASKS: &[&str] = &["lower-to-tasks"];
/// On IMP, for threads.
const LOOPS: &[&str] = &["forward-copies", "place-blocks", "coalesce", "interchange", "check-ends", "peel", "minima"];
/// For several.
const CUT: &[&str] = &["cut"];
/// From FUNMEM to IMP, for a device.
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
/// What is left out where there is device code for foreign functions.
pub const KEEP_FOREIGN: &str = "keep-foreign";

/// The passes that bring a program from one level to a later one, for such a machine.
pub fn passes_between(from: Level, to: Level, machine: Machine) -> Vec<&'static str> {
    let (flat_maps, flatten, to_imp): (_, &[&str], [&[&str]; 3]) = match machine {
        Machine::Thread => (FLAT_MAPS, &[], [TO_IMP, LOOPS, &[]]),
        Machine::Threads => (FLAT_MAPS, &[], [TO_TASKS, LOOPS, CUT]),
        Machine::Device => (ALL_FLAT_MAPS, FLATTEN, [TO_KERNELS, &[], &[]]),
    };
    let steps = [
        (Level::Core, TO_FIRST_ORDER),
        (Level::Core, flat_maps),
        (Level::Core, TO_FUN),
        (Level::Fun, OPTIMISE),
        (Level::Fun, flatten),
        (Level::Fun, TO_MEM),
    ];
    let on_imp = to_imp.into_iter().chain([LINK]).map(|passes| (Level::Mem, passes));
    let wanted = steps.into_iter().chain(on_imp).filter(|(level, _)| *level >= from && *level < to);
    wanted.flat_map(|(_, passes)| passes.iter().copied()).collect()
}

/// What runs the program in the end.
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
    /// The tuning parameters that programs for it have besides thresholds.
    pub fn settings(self) -> Vec<&'static str> {
        match self {
            Machine::Thread | Machine::Threads => Vec::new(),
            Machine::Device => imp::def::Setting::OF_MACHINES.map(imp::def::Setting::name).to_vec(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether the verifier runs after every pass. On in debug builds.
    pub verify: bool,
    /// The passes that pipelines leave out; only optional ones can be in it.
    pub without: PassSet,
    /// How many rounds `tidy` has at most; it ends before if nothing changes.
    pub rounds: usize,
    pub machine: Machine,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            verify: cfg!(debug_assertions),
            without: PassSet::default(),
            rounds: fun_opt::tidy::ROUNDS,
            machine: Machine::default(),
        }
    }
}

/// Told of each program as it stands after a pass.
pub trait Observer {
    fn before(&mut self, _pass: &str) {}
    fn after(&mut self, _pass: &str, _module: &Module) {}
}

/// An observer that looks at nothing.
impl Observer for () {}

/// Runs the passes that lead to the level, but for those left out. A program past it is left alone.
pub fn run_to(
    mut module: Module,
    level: Level,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Module, Error> {
    for name in passes_between(module.level(), level, settings.machine) {
        module = run_named(name, module, settings, observer)?;
    }
    Ok(module)
}

/// Runs the passes that lead to the level, and those that the pipeline then runs at that level: the program as it is
/// just before it is lowered further.
pub fn run_through(
    mut module: Module,
    level: Level,
    settings: Settings,
    observer: &mut dyn Observer,
) -> Result<Module, Error> {
    for pass in passes_through(module.level(), level, settings.machine) {
        module = run_named(pass.name, module, settings, observer)?;
    }
    Ok(module)
}

/// The passes that bring a program from one level to a later one, and those that the pipeline then runs there.
fn passes_through(from: Level, level: Level, machine: Machine) -> Vec<&'static Pass> {
    passes_between(from, Level::Imp, machine)
        .into_iter()
        .filter_map(find_pass)
        .take_while(|pass| pass.to <= level)
        .collect()
}

/// As `run_to`, with more passes, each where its level ends: after all that the pipeline does there. If one is of the last
/// level, that is where the program goes.
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

/// The passes that `run_with` runs.
pub fn passes_with(from: Level, with: &[&'static Pass], level: Level, settings: Settings) -> Vec<&'static Pass> {
    let Settings { without, machine, .. } = settings;
    let mut passes: Vec<&'static Pass> = match with.iter().any(|pass| pass.from == level) {
        true => passes_through(from, level, machine),
        false => passes_between(from, level, machine).into_iter().filter_map(find_pass).collect(),
    };
    passes.retain(|pass| !without.contains(pass));
    for pass in with.iter().filter(|pass| (from..=level).contains(&pass.from)) {
        let end = passes.iter().position(|other| other.to > pass.from);
        passes.insert(end.unwrap_or(passes.len()), pass);
    }
    passes
}

/// Runs a pass of a pipeline, unless it is left out.
fn run_named(name: &str, module: Module, settings: Settings, observer: &mut dyn Observer) -> Result<Module, Error> {
    let pass = find_pass(name).ok_or_else(|| Bug::new("pipeline", format!("there is no pass {name}")))?;
    if settings.without.contains(pass) { Ok(module) } else { run_pass(pass, module, settings, observer) }
}

/// Runs one pass and, if asked to, the verifier.
pub fn run_pass(pass: &Pass, module: Module, settings: Settings, observer: &mut dyn Observer) -> Result<Module, Error> {
    observer.before(pass.name);
    let module = pass.run(module, settings)?;
    observer.after(pass.name, &module);
    if settings.verify {
        module.verify().map_err(|error| blame(error, pass, &module))?;
    }
    Ok(module)
}

/// Names the pass in what the verifier found, and keeps the program.
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
