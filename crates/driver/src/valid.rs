//! Validity of FUNMEM throughout the pipeline (FUNMEM paper, Def. 3.1): a program is run by the heap and by values
//! after its lowering to FUNMEM, and again after each pass on FUNMEM.

use crate::module::{Level, Module};
use crate::pipeline::{Observer, Settings, run_through};
use base::{Bug, Error, Failure, Stop};
use mem::valid::{Verdict, check};
use std::cell::RefCell;
use std::rc::Rc;
use value::world::Closed;
use value::{Tolerance, Value, compare_all};

pub use mem::eval::Traced;

/// A program at FUNMEM, after a pass. It may be the device part of a program in two parts.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Name of the pass that made it; `None` if it was read.
    pub pass: Option<String>,
    pub module: Module,
}

/// Returns the program as lowered to FUNMEM, and after each of the pipeline's passes there.
///
/// # Errors
/// The errors of `run_through`. A bug of the caller for a program beyond FUNMEM.
pub fn stages(module: Module, settings: Settings) -> Result<Vec<Stage>, Error> {
    if module.level() > Level::Mem {
        return Err(Bug::new("stages", format!("no memory at level {}", module.level().name())).into());
    }
    let mut stages = Stages(Vec::new());
    stages.add(None, &module);
    run_through(module, Level::Mem, settings, &mut stages)?;
    Ok(stages.0)
}

struct Stages(Vec<Stage>);

impl Stages {
    fn add(&mut self, pass: Option<&str>, module: &Module) {
        if module.level() == Level::Mem {
            self.0.push(Stage { pass: pass.map(str::to_owned), module: module.clone() });
        }
    }
}

impl Observer for Stages {
    fn after(&mut self, pass: &str, module: &Module) {
        self.add(Some(pass), module);
    }
}

/// Result of running an input at every stage.
#[derive(Clone, Debug)]
pub struct Valid {
    /// Results of the run, or its failure.
    pub result: Result<Vec<Value>, Failure>,
    /// Work of the search for data races, for each stage.
    pub traced: Vec<Traced>,
}

/// Why the run of an input is not valid.
#[derive(Clone, Debug)]
pub enum Fault {
    /// From this stage on, the heap and the value semantics differ, the heap semantics is stuck, or the results differ
    /// from those of the first stage.
    Invalid { stage: usize, stop: Stop },
    /// The program has no meaning, whatever its memory.
    Meaningless(Stop),
    /// A limit was exceeded.
    Limited(String),
}

/// Runs an entry point at every stage, by the heap and by values.
///
/// # Errors
/// The first fault found.
pub fn validate(stages: &[Stage], entry: &str, args: &[Value]) -> Result<Valid, Fault> {
    let mut first: Option<Result<Vec<Value>, Failure>> = None;
    let mut all = Vec::new();
    for (stage, Stage { module, .. }) in stages.iter().enumerate() {
        let (verdict, traced) = check_module(module, entry, args.to_vec());
        let result = match verdict {
            Verdict::Valid(result) => result,
            Verdict::Invalid(stop) => return Err(Fault::Invalid { stage, stop }),
            Verdict::Meaningless(stop) if stage == 0 => return Err(Fault::Meaningless(stop)),
            Verdict::Meaningless(stop) => return Err(Fault::Invalid { stage, stop }),
            Verdict::Limited(message) => return Err(Fault::Limited(message)),
        };
        all.push(traced);
        let first = first.get_or_insert_with(|| result.clone());
        if let Some(difference) = difference(first, &result) {
            let message = format!("the program gives something else than before: {difference}");
            return Err(Fault::Invalid { stage, stop: Stop::stuck(message) });
        }
    }
    let result = first.ok_or_else(|| Fault::Meaningless(Stop::stuck("there is no program of FUNMEM")))?;
    Ok(Valid { result, traced: all })
}

/// Runs an entry point with the heap semantics and with the value semantics. Returns the verdict and the heap's trace. For a program in two parts, each call of
/// the device part is checked by itself.
fn check_module(module: &Module, entry: &str, args: Vec<Value>) -> (Verdict, Traced) {
    let parts = match module {
        Module::Mem(program) => return check(program, entry, args, Default::default()),
        Module::Parts(parts) => parts,
        _ => return (Verdict::Meaningless(Stop::stuck("there is no program of FUNMEM")), Traced::default()),
    };
    let seen = Rc::new(RefCell::new((None, Traced::default())));
    let told = Rc::clone(&seen);
    let run = move |device: &Module, entry: &str, args: Vec<Value>| {
        let (verdict, traced) = check_module(device, entry, args);
        let mut told = told.borrow_mut();
        told.1.add(traced);
        match verdict {
            Verdict::Valid(result) => result.map_err(Stop::Failure),
            fault => {
                told.0 = Some(fault);
                Err(Stop::stuck("a call of the device part is not valid"))
            }
        }
    };
    let result = parts.eval(&mut Closed, entry, args, Rc::new(run));
    let (fault, traced) = seen.take();
    let verdict = fault.unwrap_or(match result {
        Ok(values) => Verdict::Valid(Ok(values)),
        Err(Stop::Failure(failure)) => Verdict::Valid(Err(failure)),
        Err(Stop::Limit(message)) => Verdict::Limited(message),
        Err(stop) => Verdict::Meaningless(stop),
    });
    (verdict, traced)
}

fn difference(before: &Result<Vec<Value>, Failure>, after: &Result<Vec<Value>, Failure>) -> Option<String> {
    match (before, after) {
        (Ok(before), Ok(after)) => compare_all(before, after, Tolerance::EXACT).err().map(|it| it.to_string()),
        (Err(before), Err(after)) if before.message == after.message => None,
        (Ok(_), Err(failure)) => Some(format!("it fails now: {}", failure.message)),
        (Err(failure), _) => Some(format!("it does not fail like this now: {}", failure.message)),
    }
}
