//! `rista check --validate`: checks that the compiler's memory plan does not change results (FUNMEM paper, Def. 3.1).
//! After each pass that returns FUNMEM, an entry point is evaluated with memory and by values, and checked for data
//! races.

use super::{failures, print_json};
use crate::inputs::{Given, collect};
use crate::load::{Failed, read};
use crate::out;
use crate::run::find_entry;
use crate::test::inputs::{Input, run_on_each};
use base::{Bug, Error, SourceMap, Stop};
use driver::valid::{Fault, Stage, Traced, Valid, stages, validate};
use driver::{Front, Language, Level, Settings};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::ExitCode;
use value::Value;

/// The program to validate, the entry point and its inputs.
pub struct Asked<'a> {
    pub path: &'a Path,
    /// Entry point; without it, those that tests name, or else `main`.
    pub entry: Option<&'a str>,
    pub given: &'a Given,
    pub as_json: bool,
}

/// Validates a program and reports what was checked.
pub fn run(asked: &Asked) -> ExitCode {
    let mut sources = SourceMap::default();
    match check(asked, &mut sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            let unwritten = asked.as_json.then(|| print_json(failures(&failed, asked.path, &sources).into_iter()));
            match (unwritten, &failed) {
                (Some(code), Failed::Message(_) | Failed::Error(Error::User(_))) => code.unwrap_or(ExitCode::FAILURE),
                _ => failed.report(&sources),
            }
        }
    }
}

/// Validates each pass on FUNMEM on the asked inputs.
fn check(asked: &Asked, sources: &mut SourceMap) -> Result<(), Failed> {
    let front = read(asked.path, sources)?;
    if !asked.as_json {
        front.warnings.iter().for_each(|warning| crate::render::diagnostic(sources, warning));
    }
    let level = front.module.level();
    if level > Level::Mem {
        return Err(Failed::Usage(format!("the program is at level {} already, past funmem", level.name())));
    }
    let is_source = extension(asked.path).is_some_and(|extension| Language::from_extension(extension).is_some());
    let stages = stages(front.module.clone(), Settings::default())?;
    let checker = Checker { asked, stages: &stages, level, is_source };
    if asked.given.is_empty() && is_source && checker.tests(&front, sources)? > 0 {
        return Ok(());
    }
    let entry = find_entry(&front.module, asked.entry.unwrap_or("main"))?;
    let values = collect(asked.given, &entry)?;
    let checked = checker.input(&entry.name, "with its arguments", &values)?;
    checker.heading()?;
    checker.tell(&entry.name, None, &[checked])
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

struct Checker<'a> {
    asked: &'a Asked<'a>,
    stages: &'a [Stage],
    /// Level at which the program was read.
    level: Level,
    is_source: bool,
}

impl Checker<'_> {
    /// Prints the heading of the report, unless the output is JSON.
    fn heading(&self) -> Result<(), Failed> {
        if self.asked.as_json {
            return Ok(());
        }
        let passes: Vec<&str> = self.stages.iter().filter_map(|stage| stage.pass.as_deref()).collect();
        let when = match passes.as_slice() {
            [] => "as it stands".to_owned(),
            [only] => format!("after {only}"),
            [first @ .., last] => format!("after {} and {last}", first.join(", ")),
        };
        out::print(&format!("{}, by heap and by values {when}:\n", self.asked.path.display()))
    }

    /// Validates all inputs of the file's tests, and returns their number.
    fn tests(&self, front: &Front, sources: &SourceMap) -> Result<usize, Failed> {
        let front = Front { module: front.module.clone(), warnings: Vec::new(), properties: front.properties.clone() };
        let mut checked: Vec<(String, String, Vec<Valid>)> = Vec::new();
        let asked = self.asked;
        let inputs = run_on_each(asked.path, front, sources.clone(), asked.entry, &mut |job, arguments| {
            let valid = self.input(&job.entry, &job.name, &arguments)?;
            match checked.last_mut() {
                Some((entry, case, all)) if *entry == job.entry && *case == job.name => all.push(valid),
                _ => checked.push((job.entry.clone(), job.name.clone(), vec![valid])),
            }
            Ok(())
        })?;
        if !inputs.is_empty() {
            self.heading()?;
        }
        let mut checked = checked.into_iter();
        for Input { entry, case, skipped } in &inputs {
            match skipped {
                Some(reason) => self.tell_skipped(entry, case, reason)?,
                None => {
                    let runs = checked.next().map_or_else(Vec::new, |(_, _, runs)| runs);
                    self.tell(entry, Some(case), &runs)?;
                }
            }
        }
        Ok(inputs.len())
    }

    fn input(&self, entry: &str, case: &str, arguments: &[Value]) -> Result<Valid, Failed> {
        validate(self.stages, entry, arguments).map_err(|fault| self.failed(&format!("{entry} {case}"), fault))
    }

    /// Converts a fault to an error. The author of the text is to blame if that is a text of FUNMEM, or has no meaning;
    /// otherwise the compiler is.
    fn failed(&self, what: &str, fault: Fault) -> Failed {
        let words = |stop: Stop| match stop {
            Stop::Stuck { message, .. } => message,
            other => other.to_string(),
        };
        let stage = |at: usize| self.stages.get(at);
        match fault {
            Fault::Limited(message) => Failed::Message(format!("{what}: {message}")),
            Fault::Meaningless(stop) if !self.is_source => {
                Failed::Message(format!("{what} has no meaning: {}", words(stop)))
            }
            Fault::Meaningless(stop) => bug(stage(0), format!("{what} has no meaning: {}", words(stop))),
            Fault::Invalid { stop, .. } if self.level == Level::Mem => {
                Failed::Message(format!("{what} is not valid: {}", words(stop)))
            }
            Fault::Invalid { stage: at, stop } => bug(stage(at), format!("{what} is not valid: {}", words(stop))),
        }
    }

    /// Reports that the runs of an entry point are valid. `case` is the name of the test case, if there is one.
    fn tell(&self, entry: &str, case: Option<&str>, runs: &[Valid]) -> Result<(), Failed> {
        let failure = runs.iter().find_map(|run| run.result.as_ref().err());
        let counts: Vec<Traced> = (0..self.stages.len()).map(|stage| sum(runs, stage)).collect();
        if self.asked.as_json {
            let stages = self.stages.iter().zip(&counts).map(|(stage, at)| {
                json!({
                    "pass": stage.pass, "reads": at.reads, "writes": at.writes,
                    "operations": at.operations, "iterations": at.iterations,
                })
            });
            return self.line(json!({
                "file": self.asked.path.display().to_string(), "entry": entry, "case": case, "outcome": "valid",
                "inputs": runs.len(), "failure": failure.map(|failure| &failure.message),
                "stages": stages.collect::<Vec<_>>(),
            }));
        }
        let name = case.map_or_else(|| entry.to_owned(), |case| format!("{entry} {case}"));
        let times = if runs.len() == 1 { String::new() } else { format!(" on {} inputs", runs.len()) };
        let ends = failure.map_or_else(String::new, |failure| {
            format!(", fails by both ({})", failure.message.lines().next().unwrap_or_default())
        });
        let Traced { reads, writes, operations, iterations } = counts.last().copied().unwrap_or_default();
        let counts =
            format!("reads: {reads}, writes: {writes}, operations: {operations}, iterations compared: {iterations}");
        out::print(&format!("{name}: valid, no data race{times}{ends}; {counts}\n"))
    }

    fn tell_skipped(&self, entry: &str, case: &str, reason: &str) -> Result<(), Failed> {
        if self.asked.as_json {
            return self.line(json!({
                "file": self.asked.path.display().to_string(), "entry": entry, "case": case, "outcome": "skipped",
                "reason": reason,
            }));
        }
        out::print(&format!("{entry} {case}: skipped, {reason}\n"))
    }

    fn line(&self, line: Json) -> Result<(), Failed> {
        out::print(&format!("{line}\n"))
    }
}

fn bug(stage: Option<&Stage>, message: String) -> Failed {
    let pass = stage.and_then(|stage| stage.pass.as_deref()).unwrap_or("reading");
    let program = stage.map(|stage| stage.module.print());
    Failed::Error(Bug { program, ..Bug::new(format!("after {pass}"), message) }.into())
}

/// Sums the traces of all runs at a stage.
fn sum(runs: &[Valid], stage: usize) -> Traced {
    let mut sum = Traced::default();
    runs.iter().filter_map(|run| run.traced.get(stage)).for_each(|traced| sum.add(*traced));
    sum
}
