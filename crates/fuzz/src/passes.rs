//! Test oracle for passes: every pass of FUN alone, and passes in any order, preserve a program's results or failure,
//! and do not multiply its work. Floats must be equal, since no pass reorders operations on them.

use crate::check::{Fault, Outcome, TIME_LIMIT, Verdict, compare, compile_fault, front, guarded, outcome, run};
use crate::limits::{MAX_COMPILE_TIME, more_work, slow};
use crate::program::{Input, Program, Typed};
use base::{Error, SourceMap, Stop};
use driver::{Level, Module, PASSES, Pass, Settings, find_pass, passes_with, run_pass, run_to};
use fun::eval::{Limits, Work, run_entry_on_each};
use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};
use value::{SplitMix64, Tolerance, Value};

/// Largest number of statements that a run may take before the passes. Longer runs are skipped, because a program is
/// run after each of many passes.
const MAX_STEPS: u64 = 20_000;

/// Largest number of passes of one level in a random sequence.
const MAX_PASSES: u64 = 8;

/// A sequence of passes for a program at FUN.
#[derive(Clone)]
pub struct Sequence(Vec<&'static Pass>);

impl Sequence {
    /// Returns every pass of FUN as a sequence of its own.
    pub fn single() -> Vec<Sequence> {
        staying_at(Level::Fun).into_iter().map(|pass| Sequence(vec![pass])).collect()
    }

    /// Returns the passes to IMP, with additional passes at the ends of their levels.
    pub fn to_the_end(with: &[&'static Pass]) -> Sequence {
        Sequence(passes_with(Level::Fun, with, Level::Imp, Settings::default()))
    }

    /// Returns random passes of FUN, with repetition; half of the sequences continue to IMP, with random passes at each
    /// level.
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

    /// Returns a shorter sequence that shows the same kind of fault, found by removing passes.
    pub fn shrink<T: Typed>(&self, program: &Program<T>, kind: &str) -> Sequence {
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

    /// Checks that the program behaves the same, and obeys its level's rules, after each of the passes.
    pub fn check<T: Typed>(&self, program: &Program<T>) -> Verdict {
        check_all(program, vec![self.clone()])
    }

    /// Runs the passes on a program. After each, compares the runs on all inputs and their work with those before.
    fn check_from(&self, start: &Start) -> Verdict {
        let (mut module, mut text) = (start.module.clone(), start.text.clone());
        let mut before = start.runs.clone();
        let mut is_flattened = false;
        let mut time = Duration::ZERO;
        for &pass in &self.0 {
            let blame = |error| {
                let fault = compile_fault(&error, &start.sources);
                Fault { kind: format!("{} by {}", fault.kind, pass.name), ..fault }
            };
            let begun = Instant::now();
            module =
                run_pass(pass, module, Settings { verify: false, ..Settings::default() }, &mut ()).map_err(blame)?;
            time += begun.elapsed();
            is_flattened |= pass.flattens();
            pass.check_form(&module).map_err(|bug| blame(bug.into()))?;
            let now = module.print();
            if now == text {
                continue;
            }
            text = now;
            module.verify().map_err(blame)?;
            let after = Run::of_each(&module, &start.inputs, Limits::default())?;
            for ((input, before), after) in start.inputs.iter().zip(&before).zip(&after) {
                before.compare(after, pass, input, is_flattened)?;
            }
            if compare_work(&before, &after, pass).is_err() {
                // Passes leave unused statements to `dead-code`.
                let used = without_dead_code(&module).map_err(blame)?;
                compare_work(&before, &Run::of_each(&used, &start.inputs, Limits::default())?, pass)?;
            }
            before = after;
        }
        if time > MAX_COMPILE_TIME { Err(slow(time)) } else { Ok(()) }
    }
}

/// Behaviour of a program on an input.
#[derive(Clone)]
struct Run {
    /// Outcome; `None` if a limit was exceeded.
    outcome: Option<Outcome>,
    /// Number of operations, at FUN.
    work: Option<u64>,
}

impl Run {
    /// Runs the program on each of the inputs.
    fn of_each(module: &Module, inputs: &[Input], limits: Limits) -> Result<Vec<Run>, Fault> {
        let Module::Fun(program) = module else {
            return inputs.iter().map(|input| Ok(Run { outcome: run(module, input)?, work: None })).collect();
        };
        let of_entry = |inputs: &[Input]| {
            let args = inputs.iter().map(|input| input.args.clone()).collect();
            run_entry_on_each(program, &inputs[0].entry, args, limits, &Default::default())
        };
        let runs = inputs.chunk_by(|a, b| a.entry == b.entry).flat_map(of_entry);
        let counted = |(result, work): (Result<Vec<Value>, Stop>, Work)| {
            Ok(Run { outcome: outcome(module.level().name(), result)?, work: Some(work.of_program().total()) })
        };
        runs.map(counted).collect()
    }

    fn compare(&self, after: &Run, pass: &Pass, input: &Input, is_flattened: bool) -> Verdict {
        match (&self.outcome, &after.outcome) {
            (None, _) | (_, None) => Ok(()),
            (Some(Err(_)), Some(Err(_))) if is_flattened => Ok(()),
            (Some(expected), Some(actual)) => compare(pass.name, input, expected, actual, Tolerance::EXACT),
        }
    }
}

/// Compares the work of runs. Failing runs are ignored, because their work varies.
fn compare_work(before: &[Run], after: &[Run], pass: &Pass) -> Verdict {
    let ended = before.iter().zip(after).filter(|(before, _)| matches!(before.outcome, Some(Ok(_))));
    let mut counted = ended.filter_map(|(before, after)| Some((before.work?, after.work?)));
    counted.try_for_each(|(before, after)| more_work(before, after, pass.name, pass.flattens()))
}

fn without_dead_code(module: &Module) -> Result<Module, Error> {
    let pass = find_pass("dead-code").filter(|pass| pass.from == module.level());
    pass.map_or_else(|| Ok(module.clone()), |pass| pass.run(module.clone(), Settings::default()))
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

/// Checks each pass of FUN alone, and random sequences, on the program of a seed.
///
/// # Errors
/// The first sequence with a fault, shortened, and the fault.
pub fn check_passes<T: Typed>(program: &Program<T>, seed: u64, sequences: usize) -> Result<(), (Sequence, Fault)> {
    let mut random = SplitMix64::new(seed);
    let mut all = Sequence::single();
    let flatten = staying_at(Level::Fun).into_iter().filter(|pass| pass.flattens());
    all.extend(flatten.map(|pass| Sequence::to_the_end(&[pass])));
    for expand in staying_at(Level::Mem).into_iter().filter(|pass| pass.expands()) {
        all.push(Sequence::to_the_end(&[expand]));
        all.extend(find_pass("flatten-all").map(|flatten| Sequence::to_the_end(&[flatten, expand])));
    }
    all.extend((0..sequences).map(|_| Sequence::random(&mut random)));
    let Err(first) = check_all(program, all.clone()) else { return Ok(()) };
    let found = all.into_iter().find_map(|sequence| sequence.check(program).err().map(|fault| (sequence, fault)));
    match found {
        Some((sequence, fault)) => Err((sequence.shrink(program, &fault.kind), fault)),
        // The machine may have been busy, so a time-out counts as a fault only if it occurs again.
        None if first.is_of_clock() => Ok(()),
        None => Err((Sequence(Vec::new()), first)),
    }
}

fn check_all<T: Typed>(program: &Program<T>, sequences: Vec<Sequence>) -> Verdict {
    let program = program.clone();
    guarded(TIME_LIMIT, move || {
        let start = Start::new(program)?;
        sequences.iter().try_for_each(|sequence| sequence.check_from(&start))
    })
}

/// A program before the passes, and its behaviour.
struct Start {
    sources: SourceMap,
    module: Module,
    text: String,
    /// Inputs on which the program does not take long.
    inputs: Vec<Input>,
    /// Behaviour for each input.
    runs: Vec<Run>,
}

impl Start {
    fn new<T: Typed>(program: Program<T>) -> Result<Start, Fault> {
        let mut sources = SourceMap::default();
        let module = front(T::LANGUAGE, &program.to_string(), &mut sources)?;
        let module = run_to(module, Level::Fun, Settings::default(), &mut ());
        let module = module.map_err(|error| compile_fault(&error, &sources))?;
        let runs = Run::of_each(&module, &program.inputs, Limits { steps: MAX_STEPS, ..Limits::default() })?;
        let ended = program.inputs.into_iter().zip(runs).filter(|(_, run)| run.outcome.is_some());
        let (inputs, runs) = ended.unzip();
        Ok(Start { sources, text: module.print(), module, inputs, runs })
    }
}
