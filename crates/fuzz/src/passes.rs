//! The oracle for passes: every pass of FUN alone, and passes in any order, keep what a program gives or how it fails;
//! flattening may find another failure first.
//! Floats must be equal, since no pass changes the order of operations on them.

use crate::check::{Fault, Outcome, TIME_LIMIT, Verdict, compare, compile_fault, front, guarded, run};
use crate::program::Program;
use base::SourceMap;
use driver::{Level, Module, PASSES, Pass, Settings, run_pass, run_to};
use std::fmt::{self, Display, Formatter};
use value::{SplitMix64, Tolerance, Value};

/// The most passes of one level in a random sequence.
const MAX_PASSES: u64 = 8;

/// These may report the failure of another element first.
const REORDERING: [&str; 2] = ["flatten", "flatten-all"];

/// Passes to run one after the other on a program at FUN.
#[derive(Clone)]
pub struct Sequence(Vec<&'static Pass>);

impl Sequence {
    /// Every pass of FUN alone.
    pub fn single() -> Vec<Sequence> {
        staying_at(Level::Fun).into_iter().map(|pass| Sequence(vec![pass])).collect()
    }

    /// Passes of FUN in any order, repeated; every other time then down to IMP, with passes in any order at each level.
    pub fn random(random: &mut SplitMix64) -> Sequence {
        let last = if random.below(2) == 0 { Level::Fun } else { Level::Imp };
        let mut passes = Vec::new();
        for level in Level::ALL.into_iter().filter(|level| (Level::Fun..=last).contains(level)) {
            let lowering = |pass: &&Pass| pass.from < level && pass.to == level && pass.from >= Level::Fun;
            passes.extend(PASSES.iter().find(lowering));
            let choice = staying_at(level);
            let count = random.below(MAX_PASSES + 1).min(choice.len() as u64 * MAX_PASSES);
            passes.extend((0..count).filter_map(|_| choice.get(random.below(choice.len() as u64) as usize)));
        }
        Sequence(passes)
    }

    /// The shortest sequence found by leaving passes out that shows the same kind of fault on the program.
    pub fn shrink(&self, program: &Program, kind: &str) -> Sequence {
        let mut best = self.clone();
        let mut at = 0;
        while at < best.0.len() {
            let mut shorter = best.clone();
            shorter.0.remove(at);
            match shorter.check(program) {
                Err(fault) if fault.kind == kind => best = shorter,
                _ => at += 1,
            }
        }
        best
    }

    /// Whether the program does the same, and is right by its level's rules, after each of the passes.
    pub fn check(&self, program: &Program) -> Verdict {
        check_all(program, vec![self.clone()])
    }

    fn check_from(&self, start: &Start) -> Verdict {
        let mut module = start.module.clone();
        let mut reordered = false;
        for &pass in &self.0 {
            reordered |= REORDERING.contains(&pass.name);
            let settings = Settings { verify: true, ..Settings::default() };
            module = run_pass(pass, module, settings, &mut ()).map_err(|error| {
                let fault = compile_fault(&error, &start.sources);
                Fault { kind: format!("{} by {}", fault.kind, pass.name), ..fault }
            })?;
            for (input, expected) in start.inputs.iter().zip(&start.expected) {
                if let (Some(expected), Some(actual)) = (expected, run(&module, input)?)
                    && !(reordered && expected.is_err() && actual.is_err())
                {
                    compare(pass.name, input, expected, &actual, Tolerance::EXACT)?;
                }
            }
        }
        Ok(())
    }
}

impl Display for Sequence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|pass| pass.name).collect();
        f.write_str(&names.join(" "))
    }
}

fn staying_at(level: Level) -> Vec<&'static Pass> {
    PASSES.iter().filter(|pass| pass.from == level && pass.to == level).collect()
}

/// Checks each pass of FUN alone and as many random sequences on the program of a seed.
///
/// # Errors
/// The first sequence with a fault, made shorter, and the fault.
pub fn check_passes(program: &Program, seed: u64, sequences: usize) -> Result<(), (Sequence, Fault)> {
    let mut random = SplitMix64::new(seed);
    let mut all = Sequence::single();
    all.extend((0..sequences).map(|_| Sequence::random(&mut random)));
    let Err(fault) = check_all(program, all.clone()) else { return Ok(()) };
    let found = all.into_iter().find_map(|sequence| sequence.check(program).err().map(|fault| (sequence, fault)));
    let (sequence, fault) = found.unwrap_or((Sequence(Vec::new()), fault));
    Err((sequence.shrink(program, &fault.kind), fault))
}

fn check_all(program: &Program, sequences: Vec<Sequence>) -> Verdict {
    let program = program.clone();
    guarded(TIME_LIMIT, move || {
        let start = Start::new(program)?;
        sequences.iter().try_for_each(|sequence| sequence.check_from(&start))
    })
}

/// A program before the passes, and what it does.
struct Start {
    sources: SourceMap,
    module: Module,
    inputs: Vec<Vec<Value>>,
    /// By input; `None` where a limit was passed.
    expected: Vec<Option<Outcome>>,
}

impl Start {
    fn new(program: Program) -> Result<Start, Fault> {
        let mut sources = SourceMap::default();
        let module = front(&program.to_string(), &mut sources)?;
        let module = run_to(module, Level::Fun, Settings::default(), &mut ());
        let module = module.map_err(|error| compile_fault(&error, &sources))?;
        let expected = program.inputs.iter().map(|input| run(&module, input)).collect::<Result<_, _>>()?;
        Ok(Start { sources, module, inputs: program.inputs, expected })
    }
}
