//! A program lowered to the levels that its cases need. Sequences of passes share the results of their common prefix,
//! and a case is evaluated once for each distinct text of the lowered program.

use crate::foreign::Foreign;
use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::program::{Job, Task};
use crate::test::subject::{Subject, compile_verdict, timed_out};
use crate::test::way::Way;
use crate::tuning::Tuning;
use base::guard::{self, Guarded};
use driver::{KEEP_CHECKS, Level, Machine, Mode, Module, Pass, Settings, run_pass};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A lowered program, or the verdict if it cannot be lowered.
type Lowering = Result<Arc<Module>, Verdict>;

/// A program after each sequence of passes that was run.
pub struct Lowered<'a> {
    subject: &'a Subject,
    options: &'a Options,
    /// Contents of the tuning file, for targets with a device. Parameters that the program names are already set, for
    /// all targets.
    file: Result<Tuning, Verdict>,
    /// Whether compiled code lacks checks that evaluators make.
    leaves_out_checks: bool,
    /// Results, by the names of the passes from CORE on.
    known: HashMap<Vec<&'static str>, Lowering>,
}

impl<'a> Lowered<'a> {
    pub fn new(subject: &'a Subject, options: &'a Options, mut file: Result<Tuning, Verdict>) -> Lowered<'a> {
        let mut core = Arc::clone(&subject.core);
        if let Ok(tuning) = &mut file
            && !tuning.values.is_empty()
        {
            tuning.set_named(Arc::make_mut(&mut core));
        }
        let leaves_out_checks = core.leaves_out_checks();
        let known = HashMap::from([(Vec::new(), Ok(core))]);
        Lowered { subject, options, file, leaves_out_checks, known }
    }

    /// Returns the program lowered as the way demands, with its thresholds set.
    pub fn program(&mut self, way: &Way, foreign: &Foreign) -> Lowering {
        let mut settings = foreign.settings(self.options.settings);
        if self.subject.is_debugged {
            settings.mode = Mode::Debug;
        }
        if way.target.is_compiled() || !self.leaves_out_checks {
            settings = settings.leaving_out(KEEP_CHECKS);
        }
        let passes = way.passes(settings);
        let module = self.after(&passes)?;
        let tuning = self.tuning(way)?;
        tuning.check(&module, way.target.machine()).map_err(Verdict::failed)?;
        let mut module = Module::clone(&module);
        tuning.set(&mut module);
        Ok(Arc::new(module))
    }

    /// Returns the settings of tuning parameters for a way.
    pub fn tuning(&self, way: &Way) -> Result<Tuning, Verdict> {
        let is_for_device = way.target.machine() == Machine::Device;
        let file = if is_for_device { self.file.clone()? } else { Tuning::default() };
        Ok(Tuning { thresholds: way.thresholds, ..file })
    }

    /// Returns the program after these passes. Reuses the longest known prefix.
    fn after(&mut self, passes: &[&'static Pass]) -> Lowering {
        let names: Vec<&'static str> = passes.iter().map(|pass| pass.name).collect();
        let done = (0..=names.len()).rev().find(|&count| self.known.contains_key(&names[..count])).unwrap_or(0);
        let mut lowering =
            self.known.get(&names[..done]).cloned().unwrap_or_else(|| Ok(Arc::clone(&self.subject.core)));
        if let (Ok(module), false) = (&lowering, done == names.len()) {
            let (steps, error) = self.run(Arc::clone(module), &passes[done..]);
            for (count, module) in (done + 1..).zip(steps) {
                lowering = Ok(Arc::new(module));
                self.known.insert(names[..count].to_vec(), lowering.clone());
            }
            lowering = error.map_or(lowering, Err);
        }
        self.known.insert(names, lowering.clone());
        lowering
    }

    /// Returns the program after each pass, and the verdict on the first pass that fails.
    fn run(&self, start: Arc<Module>, passes: &[&'static Pass]) -> (Vec<Module>, Option<Verdict>) {
        let (passes, settings): (_, Settings) = (passes.to_vec(), self.options.settings);
        let lower = move || {
            let mut steps: Vec<Module> = Vec::with_capacity(passes.len());
            for pass in passes {
                let before = steps.last().unwrap_or(&start).clone();
                match run_pass(pass, before, settings, &mut ()) {
                    Ok(module) => steps.push(module),
                    Err(error) => return (steps, Some(error)),
                }
            }
            (steps, None)
        };
        let failed = |verdict| (Vec::new(), Some(verdict));
        match guard::run(self.options.timeout, lower) {
            Guarded::Done((steps, error)) => {
                (steps, error.map(|error| compile_verdict(&error, &self.subject.sources, self.options)))
            }
            Guarded::TimedOut => failed(timed_out(self.options)),
            Guarded::Panicked(panic) => failed(Verdict::new(Outcome::Crashed, panic.to_string())),
        }
    }
}

/// Verdicts of evaluators on a program's cases, by level and text of the lowered program.
#[derive(Default)]
pub struct Evaluated(BTreeMap<(Level, String), Verdicts>);

/// Verdicts by entry point and task.
#[derive(Default)]
pub struct Verdicts(BTreeMap<(String, Task), Verdict>);

impl Evaluated {
    pub fn of(&mut self, module: &Module) -> &mut Verdicts {
        self.0.entry((module.level(), module.print())).or_default()
    }
}

impl Verdicts {
    /// Returns the verdict that was recorded for this job, or else records that of `run`.
    pub fn verdict(&mut self, job: &Job, run: impl FnOnce() -> Verdict) -> Verdict {
        self.0.entry((job.entry.clone(), job.task)).or_insert_with(run).clone()
    }
}
