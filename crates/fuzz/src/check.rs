//! Compiles a program, runs it at every level, and reports the first disagreement.

use crate::plant::Plant;
use crate::program::{Input, Program, Typed};
use crate::{limits, native};
use back::c::Device;
use base::guard::{self, Guarded, Panic};
use base::{Error, SourceMap, Stop, Symbol};
use driver::render::{Colour, diagnostic};
use driver::{
    Language, Level, Machine, Module, Observer, Pass, Settings, UNSET, compile_source, no_other_files, run_to, run_with,
};
use std::time::Duration;
use value::{Tolerance, Value, compare_all};

/// Name of compiled kernels as the place of a fault.
const DEVICE: &str = "device c";

/// Names of the evaluations for several threads and for devices as the place of a fault.
const TASKS: &str = "tasks";
const KERNELS: &str = "kernels";

/// Time limit of all levels together for one program.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Kind of faults that depend on the clock.
const TIME_OUT: &str = "time-out";
pub(crate) const SLOW: &str = "slow compilation";

/// Outcome of a run: results, or the message of a failure.
pub type Outcome = Result<Vec<Value>, String>;

/// A violation that no program may cause.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// Short description, which should be the same for the same cause: `differs on c`, `rejected E0501`.
    pub kind: String,
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(kind: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault { kind: kind.into(), detail: detail.into() }
    }

    /// Whether the program exceeded its time limit. Its thread may go on for as long as the process.
    pub fn is_time_out(&self) -> bool {
        self.kind == TIME_OUT
    }

    /// Whether the fault depends on the clock, so that it may not occur again.
    pub(crate) fn is_of_clock(&self) -> bool {
        self.kind == TIME_OUT || self.kind == SLOW
    }
}

/// Whether a fault of this kind is a feature that is not supported yet, as in some NOVA programs.
pub fn is_refusal<T: Typed>(kind: &str) -> bool {
    T::LANGUAGE == Language::Nova && kind.starts_with("limitation E0199")
}

/// Success if all evaluators agree, or if the program exceeds a limit of an evaluator.
pub type Verdict = Result<(), Fault>;

/// A program on which all evaluators agree, ready to be compiled.
pub struct Prepared {
    pub sources: SourceMap,
    pub imp: imp::def::Program,
    /// The program for several threads.
    pub tasks: imp::def::Program,
    /// The program for a device.
    pub kernels: imp::def::Program,
    pub inputs: Vec<Input>,
    /// Outcome for each input; `None` if a limit was exceeded.
    pub expected: Vec<Option<Outcome>>,
}

/// Runs the work under guard. A panic or an exceeded time limit is a fault.
pub fn guarded<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    match guard::run(limit, work) {
        Guarded::Done(result) => result,
        Guarded::TimedOut => Err(Fault::new(TIME_OUT, format!("after {limit:?}"))),
        Guarded::Panicked(Panic { place, message }) => Err(Fault::new(format!("panic at {place}"), message)),
    }
}

/// Differences from the default pipelines.
#[derive(Clone, Default)]
pub struct Changes {
    /// Additional passes, which run at the ends of their levels.
    pub with: Vec<&'static Pass>,
    /// Fault planted in the kernels.
    pub plant: Option<Plant>,
}

/// Runs all evaluators on the program. The result is ready for [`compiled`].
pub fn evaluated<T: Typed>(program: &Program<T>, changes: &Changes) -> Result<Prepared, Fault> {
    let (program, changes) = (program.clone(), changes.clone());
    guarded(TIME_LIMIT, move || evaluate_levels(&program, &changes))
}

/// Options for compiling programs.
#[derive(Clone, Copy, Default)]
pub struct Compiling {
    /// Whether to compile with checks of memory and of undefined behaviour.
    pub sanitize: bool,
    /// Whether to compile with optimisation, by each installed compiler, instead.
    pub optimise: bool,
    /// Device to compile for, besides the host.
    pub device: Option<Device>,
}

/// Compiles all programs as one C file, and as one for the device; returns a verdict for each.
pub fn compiled(programs: &[Prepared], how: Compiling) -> Vec<Verdict> {
    let plain = if how.sanitize { native::SANITIZED } else { native::PLAIN };
    let on_host = if how.optimise { native::optimised().0 } else { vec![plain] };
    let ways = on_host.into_iter().map(|way| (way, None)).chain(how.device.map(|device| (plain, Some(device))));
    let mut verdicts = vec![Ok(()); programs.len()];
    for (way, device) in ways {
        let found = compiled_for(programs, way, device);
        verdicts = verdicts.into_iter().zip(found).map(|(before, found)| before.and(found)).collect();
    }
    verdicts
}

/// Compiles and runs the programs in one way. If the C compiler rejects them, halves them until one program is left.
fn compiled_for(programs: &[Prepared], way: native::Way, device: Option<Device>) -> Vec<Verdict> {
    match native::Batch::compile(programs, way, device) {
        Ok(batch) => {
            let run = |(at, program): (usize, &Prepared)| match device {
                Some(_) => run_compiled(&batch, at, DEVICE, program),
                None => {
                    run_compiled(&batch, at, &format!("c{}", way.name), program)?;
                    run_compiled(&batch, programs.len() + at, &format!("multicore{}", way.name), program)
                }
            };
            programs.iter().enumerate().map(run).collect()
        }
        Err(message) if programs.len() <= 1 => {
            programs.iter().map(|_| Err(Fault::new("C compiler", message.clone()))).collect()
        }
        // Halving the programs shows which one is at fault.
        Err(_) => {
            let (first, second) = programs.split_at(programs.len() / 2);
            [compiled_for(first, way, device), compiled_for(second, way, device)].concat()
        }
    }
}

/// Runs all checks on one program.
pub fn check<T: Typed>(program: &Program<T>, changes: &Changes, how: Option<Compiling>) -> Verdict {
    let prepared = evaluated(program, changes)?;
    how.map_or(Ok(()), |how| compiled(&[prepared], how).into_iter().collect())
}

/// Compares the outcomes of a compiled program on all its inputs with the expected ones.
fn run_compiled(batch: &native::Batch, at: usize, target: &str, program: &Prepared) -> Verdict {
    for (input, expected) in program.inputs.iter().zip(&program.expected) {
        let Some(expected) = expected else { continue };
        let entry = program.imp.entries.iter().find(|entry| entry.name.as_str() == input.entry);
        let types: Vec<_> =
            entry.into_iter().flat_map(|entry| entry.result_leaves()).map(|r| (r.elem, r.rank)).collect();
        let actual =
            batch.run(at, input, &types).map_err(|message| Fault::new(format!("crashes on {target}"), message))?;
        if target == DEVICE && expected.is_err() && actual.is_err() {
            continue; // As in the evaluator for devices, another element may fail first.
        }
        compare(target, input, expected, &actual, Tolerance::default())?;
    }
    Ok(())
}

/// Compiles the program to CORE.
pub(crate) fn front(language: Language, text: &str, sources: &mut SourceMap) -> Result<Module, Fault> {
    let file = sources.add(format!("program.{}", language.extension()), text);
    match compile_source(language, sources, file, &mut no_other_files) {
        Ok(front) => Ok(front.module),
        Err(error) => Err(compile_fault(&error, sources)),
    }
}

pub(crate) fn compile_fault(error: &Error, sources: &SourceMap) -> Fault {
    let shown = |one| diagnostic(sources, one, Colour::Plain);
    match error {
        Error::User(found) => {
            let code = found.first().map(|one| one.code.0).unwrap_or_default();
            Fault::new(format!("rejected {code}"), found.iter().map(shown).collect::<Vec<_>>().join("\n\n"))
        }
        Error::Limitation(one) => Fault::new(format!("limitation {}", one.code.0), shown(one)),
        Error::Bug(bug) => Fault::new(format!("bug {}", bug.phase), bug.to_string()),
    }
}

/// Values of thresholds: the program's defaults; one that all sizes reach; and one with sizes on both sides, which is
/// also the one in compiled programs.
const THRESHOLDS: [Option<i64>; 3] = [None, Some(0), Some(3)];

/// Checks that the evaluators of all levels agree, and returns the program for the compiled checks.
fn evaluate_levels<T: Typed>(program: &Program<T>, changes: &Changes) -> Result<Prepared, Fault> {
    let mut sources = SourceMap::default();
    let text = program.to_string();
    limits::check_compilation(T::LANGUAGE, &text)?;
    let mut module = front(T::LANGUAGE, &text, &mut sources)?;
    module.verify().map_err(|error| compile_fault(&error, &sources))?;
    let expected: Vec<Option<Outcome>> =
        program.inputs.iter().map(|input| run(&module, input)).collect::<Result<_, _>>()?;
    let core = module.clone();
    let mut in_memory = module.clone();
    for level in [Level::Fun, Level::Mem, Level::Imp] {
        let settings = Settings { verify: true, ..Settings::default() };
        // With additional passes, the program must be lowered again from CORE, because they change the path to a level.
        let start = if changes.with.is_empty() { module } else { core.clone() };
        module = run_with(start, &changes.with, level, settings, &mut ())
            .map_err(|error| compile_fault(&error, &sources))?;
        for (input, expected) in program.inputs.iter().zip(&expected) {
            if let (Some(expected), Some(actual)) = (expected, run(&module, input)?) {
                compare(level.name(), input, expected, &actual, Tolerance::default())?;
            }
        }
        if level == Level::Mem {
            in_memory = module.clone();
        }
    }
    let lowered = |machine: Machine, place: &str| -> Result<Module, Fault> {
        let settings = Settings { verify: true, machine, ..Settings::default() };
        let start = if machine == Machine::Device { core.clone() } else { in_memory.clone() };
        let lowered = run_to(start, Level::Imp, settings, &mut ());
        let mut lowered = lowered.map_err(|error| compile_fault(&error, &sources))?;
        if let (Machine::Device, Some(plant), Module::Imp(kernels)) = (machine, changes.plant, &mut lowered) {
            plant.put_in(kernels);
        }
        // Tuning parameters that the program names stay unset, because they change results.
        let names: Vec<Symbol> =
            lowered.thresholds().into_iter().filter(|(_, default)| *default != UNSET).map(|(name, _)| name).collect();
        let thresholds: &[_] = if names.is_empty() { &[None] } else { &THRESHOLDS };
        for threshold in thresholds {
            lowered.set_thresholds(&|name| threshold.filter(|_| names.contains(&name)));
            for (input, expected) in program.inputs.iter().zip(&expected) {
                match (expected, outcome(place, lowered.eval(&input.entry, input.args.clone()))?) {
                    // Because elements are visited in another order, another one may fail first.
                    (Some(Err(_)), Some(Err(_))) if machine == Machine::Device => {}
                    (Some(expected), Some(actual)) => compare(place, input, expected, &actual, Tolerance::default())?,
                    _ => {}
                }
            }
        }
        Ok(lowered)
    };
    let tasks = lowered(Machine::Threads, TASKS)?;
    let kernels = lowered(Machine::Device, KERNELS)?;
    match (module, tasks, kernels) {
        (Module::Imp(imp), Module::Imp(tasks), Module::Imp(kernels)) => {
            Ok(Prepared { sources, imp, tasks, kernels, inputs: program.inputs.clone(), expected })
        }
        _ => Err(Fault::new("bug pipeline", "it does not end in IMP")),
    }
}

pub(crate) fn run(module: &Module, input: &Input) -> Result<Option<Outcome>, Fault> {
    outcome(module.level().name(), module.eval(&input.entry, input.args.clone()))
}

/// Returns the outcome of an evaluation at `place`, or `None` if a limit was exceeded. Fails if the program is stuck.
pub(crate) fn outcome(place: &str, result: Result<Vec<Value>, Stop>) -> Result<Option<Outcome>, Fault> {
    match result {
        Ok(values) => Ok(Some(Ok(values))),
        Err(Stop::Failure(failure)) => Ok(Some(Err(failure.message))),
        Err(Stop::Limit(_)) => Ok(None),
        Err(stop @ Stop::Exit(_)) => Err(Fault::new(format!("ended on {place}"), stop.to_string())),
        Err(Stop::Stuck { message, .. }) => Err(Fault::new(format!("stuck on {place}"), message)),
    }
}

/// Compares two outcomes. `place` is where `actual` comes from.
pub(crate) fn compare(
    place: &str,
    input: &Input,
    expected: &Outcome,
    actual: &Outcome,
    tolerance: Tolerance,
) -> Verdict {
    let detail = match (expected, actual) {
        (Ok(expected), Ok(actual)) => match compare_all(expected, actual, tolerance) {
            Ok(()) => return Ok(()),
            Err(mismatch) => mismatch.to_string(),
        },
        (Err(expected), Err(actual)) if expected == actual => return Ok(()),
        (Err(expected), Err(actual)) => {
            let detail = format!("for {input}: it fails with: {expected}; {place} with: {actual}");
            return Err(Fault::new(format!("fails otherwise on {place}"), detail));
        }
        (Ok(_), Err(actual)) => format!("{place} fails: {actual}"),
        (Err(expected), Ok(_)) => {
            let detail = format!("for {input}: it fails: {expected}");
            return Err(Fault::new(format!("does not fail on {place}"), detail));
        }
    };
    Err(Fault::new(format!("differs on {place}"), format!("for {input}: {detail}")))
}

impl Fault {
    /// Whether compiled C shows the fault, or the C compiler refuses the program.
    pub fn is_of_c(&self) -> bool {
        let place = self.kind.split(" (").next().unwrap_or_default();
        self.kind.starts_with("C ") || matches!(place.rsplit(' ').next(), Some("c" | "multicore"))
    }

    /// Returns the machine whose program shows the fault.
    fn machine(&self) -> Machine {
        match self.kind.rsplit(' ').next() {
            Some(TASKS) => Machine::Threads,
            Some(KERNELS) => Machine::Device,
            _ => Machine::default(),
        }
    }
}

/// Returns the first pass after which the program behaves differently, with its behaviour then.
pub fn first_bad_pass<T: Typed>(
    program: &Program<T>,
    with: &[&'static Pass],
    fault: &Fault,
) -> Result<Option<String>, Fault> {
    let (program, with, machine) = (program.clone(), with.to_vec(), fault.machine());
    guarded(TIME_LIMIT, move || {
        let mut sources = SourceMap::default();
        let module = front(T::LANGUAGE, &program.to_string(), &mut sources)?;
        let mut watch = Watch { inputs: program.inputs.clone(), expected: Vec::new(), found: None };
        watch.expected = program.inputs.iter().map(|input| run(&module, input)).collect::<Result<_, _>>()?;
        let settings = Settings { verify: true, machine, ..Settings::default() };
        let end = run_with(module, &with, Level::Imp, settings, &mut watch);
        let error = end.err().map(|error| compile_fault(&error, &sources).kind);
        Ok(watch.found.or(error))
    })
}

/// Observer that evaluates after each pass until a fault occurs.
struct Watch {
    inputs: Vec<Input>,
    expected: Vec<Option<Outcome>>,
    found: Option<String>,
}

impl Observer for Watch {
    fn after(&mut self, pass: &str, module: &Module) {
        if self.found.is_some() {
            return;
        }
        for (input, expected) in self.inputs.iter().zip(&self.expected) {
            let verdict = run(module, input).and_then(|actual| match (expected, &actual) {
                (Some(expected), Some(actual)) => compare(pass, input, expected, actual, Tolerance::default()),
                _ => Ok(()),
            });
            if let Err(fault) = verdict {
                self.found = Some(format!("{pass}: {}", fault.detail));
                return;
            }
        }
    }
}
