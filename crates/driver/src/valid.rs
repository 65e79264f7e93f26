//! Validity along the way through FUNMEM (FUNMEM paper, Def. 3.1): a program is run by the heap and by values as it came
//! to FUNMEM, and again after each pass on it.

use crate::module::{Level, Module};
use crate::pipeline::{Observer, Settings, run_through};
use base::{Bug, Code, Diagnostic, Error, Failure, Stop};
use mem::valid::{Verdict, check};
use value::{Tolerance, Value, compare_all};

pub use mem::eval::Traced;

/// What is not validated.
const NOT_YET: Code = Code("E0199");

/// A program of FUNMEM.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The pass that gave it; none if it was read like this.
    pub pass: Option<String>,
    pub program: fun::def::Program,
}

impl Stage {
    /// The program as text.
    pub fn print(&self) -> String {
        fun::text::print(&self.program)
    }
}

/// The program as it is lowered to FUNMEM, and after each pass that the pipeline runs there.
///
/// # Errors
/// As `run_through`; a limitation for a program with host code; a bug of the caller for one past FUNMEM.
pub fn stages(module: Module, settings: Settings) -> Result<Vec<Stage>, Error> {
    if module.level() > Level::Mem {
        return Err(Bug::new("stages", format!("no memory at level {}", module.level().name())).into());
    }
    let mut stages = Stages(Vec::new());
    stages.add(None, &module);
    let module = run_through(module, Level::Mem, settings, &mut stages)?;
    if matches!(module, Module::Parts(_)) {
        let headline = "validation of a program with recursive types is not there yet";
        let help = "`rista test --target funmem` validates what goes to the device, on the program's tests";
        return Err(Error::Limitation(Box::new(Diagnostic::error(NOT_YET, headline).help(help))));
    }
    Ok(stages.0)
}

struct Stages(Vec<Stage>);

impl Stages {
    fn add(&mut self, pass: Option<&str>, module: &Module) {
        if let Module::Mem(program) = module {
            self.0.push(Stage { pass: pass.map(str::to_owned), program: program.clone() });
        }
    }
}

impl Observer for Stages {
    fn after(&mut self, pass: &str, module: &Module) {
        self.add(Some(pass), module);
    }
}

/// What an input was found to do, at every stage.
#[derive(Clone, Debug)]
pub struct Valid {
    /// What it gives, or how it fails.
    pub result: Result<Vec<Value>, Failure>,
    /// What was traced by the heap, one for each stage.
    pub traced: Vec<Traced>,
}

/// Why an input is not valid.
#[derive(Clone, Debug)]
pub enum Fault {
    /// From this stage on, heap and values differ, the heap is stuck, or the results are not those of the first stage.
    Invalid { stage: usize, stop: Stop },
    /// The program has no meaning, whatever its memory.
    Meaningless(Stop),
    /// A limit was passed.
    Limited(String),
}

/// Runs an entry point at every stage, by the heap and by values.
///
/// # Errors
/// The first fault.
pub fn validate(stages: &[Stage], entry: &str, args: &[Value]) -> Result<Valid, Fault> {
    let mut first: Option<Result<Vec<Value>, Failure>> = None;
    let mut all = Vec::new();
    for (stage, Stage { program, .. }) in stages.iter().enumerate() {
        let (verdict, traced) = check(program, entry, args.to_vec(), Default::default());
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

fn difference(before: &Result<Vec<Value>, Failure>, after: &Result<Vec<Value>, Failure>) -> Option<String> {
    match (before, after) {
        (Ok(before), Ok(after)) => compare_all(before, after, Tolerance::EXACT).err().map(|it| it.to_string()),
        (Err(before), Err(after)) if before.message == after.message => None,
        (Ok(_), Err(failure)) => Some(format!("it fails now: {}", failure.message)),
        (Err(failure), _) => Some(format!("it does not fail like this now: {}", failure.message)),
    }
}
