//! A program at one of the compiler's levels, with the operations of all levels: print, parse, verify, evaluate.
//!
//! A program with host code has two parts from FUN on, until `link-host` joins them. Its host part stays at CORE, and
//! its device part determines the program's level.

use base::{Bug, Code, Diagnostic, Error, FileId, Span, Stop, Symbol};
pub use core_ir::def::UNSET;
use std::rc::Rc;
use std::sync::Arc;
use value::entry::{EntryParam, EntryResult, FlatType};
use value::world::Closed;
use value::{Value, World};

/// The levels between source and target, in the order of lowering.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Core,
    Fun,
    Mem,
    Imp,
}

/// Code of the error for a text that parses but breaks the rules of its level.
const IR_RULES: Code = Code("E0902");
/// Comment before the text of a device part.
const HOST_PART: &str = ";; The device part: host code calls these entry points.\n\n";
/// Largest number of broken rules that are shown at once.
const MAX_LINES: usize = 6;

impl Level {
    pub const ALL: [Level; 4] = [Level::Core, Level::Fun, Level::Mem, Level::Imp];

    /// Returns the name on the command line, which is also the extension of this level's text files.
    pub fn name(self) -> &'static str {
        match self {
            Level::Core => "core",
            Level::Fun => "fun",
            Level::Mem => "funmem",
            Level::Imp => "imp",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

#[derive(Clone, Debug)]
pub enum Module {
    Core(core_ir::def::Program),
    Fun(fun::def::Program),
    Mem(fun::def::Program),
    Imp(imp::def::Program),
    Parts(Parts),
}

/// A program with a host part and a device part.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The whole program, with its accelerated definitions.
    pub host: Arc<core_ir::def::Program>,
    /// The device part, at a level below CORE. Its entry points are the accelerated definitions, and the program's
    /// entry points without host code.
    pub device: Box<Module>,
}

impl Module {
    /// Whether lowering the program leaves out checks that its author promises to hold.
    pub fn leaves_out_checks(&self) -> bool {
        matches!(self, Module::Core(program) if core_ir::checks::any_left_out(program))
    }

    pub fn level(&self) -> Level {
        match self {
            Module::Core(_) => Level::Core,
            Module::Fun(_) => Level::Fun,
            Module::Mem(_) => Level::Mem,
            Module::Imp(_) => Level::Imp,
            Module::Parts(parts) => parts.device.level(),
        }
    }

    /// Prints the program in the text form of its level. For a program in two parts it prints the device part, which
    /// reads back as a program of its own.
    pub fn print(&self) -> String {
        match self {
            Module::Core(program) => core_ir::text::print(program),
            Module::Fun(program) | Module::Mem(program) => fun::text::print(program),
            Module::Imp(program) => imp::text::print(program),
            Module::Parts(parts) => format!("{HOST_PART}{}", parts.device.print()),
        }
    }

    /// Parses a program and verifies the rules of its level. A broken rule is an error of the text's author.
    pub fn read(level: Level, file: FileId, text: &str) -> Result<Module, Error> {
        let module = Module::parse(level, file, text)?;
        match module.verify() {
            Err(Error::Bug(bug)) => Err(breaks_rules(level, file, text, &bug)),
            other => other.map(|()| module),
        }
    }

    /// Parses a program. Only the syntax is checked.
    pub fn parse(level: Level, file: FileId, text: &str) -> Result<Module, Error> {
        Ok(match level {
            Level::Core => Module::Core(core_ir::text::parse(file, text)?),
            Level::Fun => Module::Fun(fun::text::parse(file, text)?),
            Level::Mem => Module::Mem(fun::text::parse(file, text)?),
            Level::Imp => Module::Imp(imp::text::parse(file, text)?),
        })
    }

    /// Whether the program calls foreign functions, which no evaluator runs.
    pub fn has_foreign(&self) -> bool {
        match self {
            Module::Core(program) => calls_foreign(program),
            Module::Fun(program) | Module::Mem(program) => {
                program.functions.values().any(|function| function.foreign.is_some())
            }
            Module::Imp(program) => program.functions.values().any(|function| function.foreign().is_some()),
            Module::Parts(parts) => calls_foreign(&parts.host),
        }
    }

    /// Whether the program is one of CORE that runs on the host alone.
    pub fn is_of_host(&self) -> bool {
        let Module::Core(program) = self else { return false };
        let mut accelerates = program.acceleration == core_ir::def::Acceleration::Implied;
        for def in program.defs.values() {
            core_ir::walk::for_each_expr(&def.body, &mut |expr| {
                accelerates |= matches!(expr.kind, core_ir::def::ExprKind::Prim(core_ir::def::Prim::Accelerate, _));
            });
        }
        !accelerates
    }

    /// Whether the program acts on the world outside, or depends on it. Device parts do not.
    pub fn acts(&self) -> bool {
        match self {
            Module::Core(program) => core_acts(program),
            Module::Fun(_) | Module::Mem(_) => false,
            Module::Imp(program) => program.acts(),
            Module::Parts(parts) => core_acts(&parts.host),
        }
    }

    /// Whether a run computes constants with effects before an entry point's body. Below CORE these are ordinary calls.
    pub fn has_constants_with_effects(&self) -> bool {
        match self {
            Module::Core(program) => !core_ir::effects::Latent::of(program).constants(program).is_empty(),
            Module::Fun(_) | Module::Mem(_) | Module::Imp(_) | Module::Parts(_) => false,
        }
    }

    /// Verifies the rules of the level. A broken rule is a bug of the compiler.
    pub fn verify(&self) -> Result<(), Error> {
        match self {
            Module::Core(program) => core_ir::verify::verify(program).map_err(Error::from),
            Module::Fun(program) => verify_fun(program),
            Module::Mem(program) => mem::verify::verify(program).map_err(Error::from),
            Module::Imp(program) => imp::verify::verify(program).map_err(Error::from),
            Module::Parts(parts) => {
                core_ir::verify::verify(&parts.host)?;
                parts.device.verify()
            }
        }
    }

    /// Runs an entry point in the level's evaluator, on the leaves of its arguments (`value::entry`). Input and output
    /// is refused.
    pub fn eval(&self, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        self.eval_in(&mut Closed, entry, args)
    }

    /// Like `eval`, with input and output in a world. It also gets the values that the program traces at CORE.
    pub fn eval_in(&self, world: &mut dyn World, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        match self {
            Module::Core(program) => {
                core_ir::eval::Evaluator::new(program, Default::default())?.in_world(world).run(entry, args)
            }
            Module::Fun(program) => fun::eval::run_entry(program, entry, args, Default::default()),
            Module::Mem(program) => mem::eval::run_entry(program, entry, args, Default::default()),
            Module::Imp(program) => imp::eval::run_entry_in(program, entry, args, Default::default(), world),
            Module::Parts(parts) => parts.eval(world, entry, args, Rc::new(Module::eval)),
        }
    }

    /// Like `eval`, but the evaluator of CORE stops after `steps` steps, with a `Stop::Limit`.
    pub fn eval_within(&self, steps: u64, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        match self {
            Module::Core(program) => {
                let limits = core_ir::eval::Limits { steps, ..Default::default() };
                core_ir::eval::run_entry(program, entry, args, limits)
            }
            _ => self.eval(entry, args),
        }
    }

    /// Like `eval`, but a FUNMEM program runs with the heap and with the value semantics, which must agree
    /// (`mem::valid`).
    pub fn eval_valid(&self, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        self.eval_valid_in(&mut Closed, entry, args)
    }

    /// Like `eval_valid`, for a program that acts in the world.
    pub fn eval_valid_in(&self, world: &mut dyn World, entry: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
        match self {
            Module::Mem(program) => mem::valid::run_entry(program, entry, args, Default::default()),
            Module::Parts(parts) => parts.eval(world, entry, args, Rc::new(Module::eval_valid)),
            _ => self.eval_in(world, entry, args),
        }
    }

    /// Returns the thresholds of the program, with their defaults, and the tuning parameters that the program names, with
    /// `UNSET`.
    pub fn thresholds(&self) -> Vec<(Symbol, i64)> {
        match self {
            Module::Core(program) => program.parameters().into_iter().map(|name| (name, UNSET)).collect(),
            Module::Fun(program) | Module::Mem(program) => program.thresholds(),
            Module::Imp(program) => program.thresholds(),
            Module::Parts(parts) => {
                let mut all = parts.device.thresholds();
                let of_host = parts.host.parameters().into_iter().map(|name| (name, UNSET));
                all.extend(of_host.filter(|(name, _)| !all.iter().any(|(other, _)| other == name)).collect::<Vec<_>>());
                all
            }
        }
    }

    /// Changes the defaults of the thresholds for which `value` returns one.
    pub fn set_thresholds(&mut self, value: &dyn Fn(Symbol) -> Option<i64>) {
        match self {
            Module::Core(program) => program.set_parameters(value),
            Module::Fun(program) | Module::Mem(program) => program.set_thresholds(value),
            Module::Imp(program) => program.set_thresholds(value),
            Module::Parts(parts) => {
                Arc::make_mut(&mut parts.host).set_parameters(value);
                parts.device.set_thresholds(value);
            }
        }
    }

    /// Returns the entry points, in the order of the program.
    pub fn entries(&self) -> Vec<Signature> {
        match self {
            Module::Core(program) => core_entries(program),
            Module::Parts(parts) => core_entries(&parts.host),
            Module::Fun(program) | Module::Mem(program) => {
                program.entries.iter().map(|e| Signature::new(e.name, &e.params, &e.result)).collect()
            }
            Module::Imp(program) => {
                program.entries.iter().map(|e| Signature::new(e.name, &e.params, &e.result)).collect()
            }
        }
    }
}

/// Function that evaluates an entry point of a module.
pub type Run = Rc<dyn Fn(&Module, &str, Vec<Value>) -> Result<Vec<Value>, Stop>>;

impl Parts {
    /// Runs an entry point: host code by CORE's evaluator, and the device part by `run`.
    pub fn eval(&self, world: &mut dyn World, entry: &str, args: Vec<Value>, run: Run) -> Result<Vec<Value>, Stop> {
        if self.device.entries().iter().any(|own| own.name == entry) {
            return run(&self.device, entry, args);
        }
        let device = self.device.clone();
        let evaluator = core_ir::eval::Evaluator::new(&self.host, Default::default())?;
        evaluator.in_world(world).on_device(Rc::new(move |name, args| run(&device, name, args))).run(entry, args)
    }
}

fn core_entries(program: &core_ir::def::Program) -> Vec<Signature> {
    program.entries.iter().map(|e| Signature::new(e.name, &e.params, &e.result)).collect()
}

fn verify_fun(program: &fun::def::Program) -> Result<(), Error> {
    let faults = fun::verify::verify(program, fun::verify::Mode::Fun);
    if faults.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
    let at = faults.iter().find_map(|fault| fault.spans.first().copied()).unwrap_or_default();
    Err(Bug { program: Some(fun::text::print(program)), at, ..Bug::new("verify FUN", lines.join("\n")) }.into())
}

/// Returns the error for a text that breaks rules of its level, with places in that text.
fn breaks_rules(level: Level, file: FileId, text: &str, found: &Bug) -> Error {
    let (start, what) = match found.at.file() == Some(file) {
        true => (found.at.start as usize, "in this statement"),
        false => (0, "in this program"),
    };
    let line = text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
    let headline = format!("a program that breaks the rules of `.{}`", level.name());
    let diagnostic = Diagnostic::error(IR_RULES, headline).label(Span::new(file, start, start + line), what);
    let rules: Vec<&str> = found.message.lines().take(MAX_LINES).collect();
    diagnostic.note(rules.join("\n")).into()
}

/// Parameters and result of an entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub name: String,
    pub params: Vec<EntryParam>,
    pub result: EntryResult,
}

impl Signature {
    fn new(name: Symbol, params: &[EntryParam], result: &EntryResult) -> Signature {
        Signature { name: name.to_string(), params: params.to_vec(), result: result.clone() }
    }

    /// Returns the leaves of all parameters: the arguments of `Module::eval`.
    pub fn param_leaves(&self) -> Vec<FlatType> {
        self.params.iter().flat_map(|param| param.ty.leaves()).collect()
    }

    /// Returns the leaves of the result: the values that `Module::eval` returns.
    pub fn result_leaves(&self) -> Vec<FlatType> {
        self.result.ty.leaves()
    }
}

fn calls_foreign(program: &core_ir::def::Program) -> bool {
    contains(program, &|expr| matches!(expr.kind, core_ir::def::ExprKind::Prim(core_ir::def::Prim::Foreign(_), _)))
}

fn core_acts(program: &core_ir::def::Program) -> bool {
    contains(
        program,
        &|expr| matches!(expr.kind, core_ir::def::ExprKind::Prim(prim, _) if prim.service().is_some_and(|of| of.is_of_world())),
    )
}

fn contains(program: &core_ir::def::Program, is_wanted: &dyn Fn(&core_ir::def::Expr) -> bool) -> bool {
    let mut found = false;
    for def in program.defs.values() {
        core_ir::walk::for_each_expr(&def.body, &mut |expr| found |= is_wanted(expr));
    }
    found
}
