//! Running cases as compiled C. Many programs share one C file, since a C compiler takes longer to start, and to read
//! the runtime, than to compile a small program.

use crate::foreign::Foreign;
use crate::load::Failed;
use crate::native::{self, Program};
use crate::process::{self, Conditions, Ended, Messages};
use crate::test::options::Options;
use crate::test::outcome::{Outcome, Verdict};
use crate::test::program::Job;
use crate::test::report::Report;
use crate::test::subject::{End, Run, Subject, timed_out};
use crate::test::{pool, values};
use crate::tuning::Tuning;
use back::c::Device;
use driver::Module;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use value::entry::FlatType;
use value::{Value, write_binary};

/// The most programs in a C file, so that a C compiler is not slowed down by its size.
const GROUP: usize = 24;
/// Likewise with kernels, which each run has to load.
const DEVICE_GROUP: usize = 4;
/// How many times longer than a case the kernels of a group may take to compile.
const COMPILING: u32 = 10;

/// A program whose cases run as C.
pub struct Compiled {
    pub subject: Arc<Subject>,
    /// At the level of IMP.
    pub module: Arc<Module>,
    /// For its launches.
    pub device: Option<Device>,
    /// What else than thresholds is set, for those.
    pub tuning: Tuning,
    pub jobs: Vec<Job>,
    /// What defines its foreign functions. Programs with such share no file: their names may be the same.
    pub foreign: Foreign,
    /// Whether nothing is left of the program after it.
    pub is_last: bool,
}

/// Compiles the programs in groups and runs their cases.
pub fn test(programs: Vec<Compiled>, options: &Options, report: &Report) {
    let size = programs.len().div_ceil(options.jobs).clamp(1, GROUP);
    let mut groups: Vec<Vec<Compiled>> = Vec::new();
    for program in programs {
        let size = if program.device.is_some() { size.min(DEVICE_GROUP) } else { size };
        match groups.last_mut() {
            Some(group) if group.len() < size && shares(&group[0], &program) => group.push(program),
            _ => groups.push(vec![program]),
        }
    }
    pool::each(options.jobs, groups, |group| {
        test_group(&group, options, report);
        group.iter().filter(|program| program.is_last).for_each(|_| report.step());
    });
}

/// Whether two programs can be in one file.
fn shares(one: &Compiled, other: &Compiled) -> bool {
    one.device == other.device && one.foreign.is_empty() && other.foreign.is_empty()
}

fn test_group(group: &[Compiled], options: &Options, report: &Report) {
    match compile(group, options) {
        Ok(executable) => run_group(group, executable.path(), options, report),
        Err(failed) => match group {
            [program] => tell_all(program, &rejected(&failed), report),
            // The halves would take as long again.
            _ if matches!(failed, Failed::Timeout(_)) => {
                group.iter().for_each(|program| tell_all(program, &rejected(&failed), report));
            }
            // The halves find out whose fault it is.
            _ => {
                let (first, second) = group.split_at(group.len() / 2);
                test_group(first, options, report);
                test_group(second, options, report);
            }
        },
    }
}

fn compile(group: &[Compiled], options: &Options) -> Result<Program, Failed> {
    let mut programs = Vec::with_capacity(group.len());
    for program in group {
        let Module::Imp(module) = program.module.as_ref() else {
            return Err(Failed::message("the program is not at the level of IMP"));
        };
        programs.push((module, program.subject.sources.as_ref()));
    }
    let device = group.first().and_then(|program| program.device);
    let foreign = group.first().map(|program| program.foreign.clone()).unwrap_or_default();
    native::compile_temporary(&back::c::write_batch(&programs, device), &foreign, options.optimise)
}

/// The verdict on a program that the C compiler does not take.
fn rejected(failed: &Failed) -> Verdict {
    match failed {
        Failed::Error(base::Error::Bug(bug)) => Verdict::new(Outcome::Crashed, bug.to_string()),
        Failed::Message(message) => Verdict::failed(message),
        Failed::Timeout(message) => Verdict::new(Outcome::TimedOut, message),
        _ => Verdict::failed("it cannot be compiled to a program"),
    }
}

fn tell_all(program: &Compiled, verdict: &Verdict, report: &Report) {
    program.jobs.iter().for_each(|job| report.add(job.record(&program.subject.name, verdict.clone())));
}

fn run_group(group: &[Compiled], executable: &Path, options: &Options, report: &Report) {
    // Most have the same sizes of groups.
    let is_different = |(at, program): &(usize, &Compiled)| *at == 0 || !program.tuning.values.is_empty();
    for (_, program) in group.iter().enumerate().filter(is_different).filter(|(_, program)| program.device.is_some()) {
        compile_kernels(executable, &program.tuning, options);
    }
    for (number, program) in group.iter().enumerate() {
        for job in &program.jobs {
            let batch = Batch { executable: executable.to_owned(), number, tuning: &program.tuning };
            let verdict = program
                .subject
                .perform(job, options, |arguments, results| batch.run(&job.entry, &arguments, results, options));
            report.add(job.record(&program.subject.name, verdict));
        }
    }
}

/// Opens the device once, which compiles the kernels and keeps them for the runs: what that takes is not the first case's
/// time. Where it does not work, the cases tell.
fn compile_kernels(executable: &Path, tuning: &Tuning, options: &Options) {
    let limit = options.timeout.saturating_mul(COMPILING);
    let _ = process::run(&mut batch_command(executable, (0, ""), tuning, options), &[], &within(limit));
}

fn within(limit: Duration) -> Conditions {
    Conditions { limit: Some(limit), messages: Messages::Kept }
}

/// Runs an entry point of a program of a group.
fn batch_command(executable: &Path, (number, entry): (usize, &str), tuning: &Tuning, options: &Options) -> Command {
    let mut command = Command::new(executable);
    command.arg(number.to_string()).arg(entry);
    command.envs(options.device.iter().map(|device| ("RISTA_DEVICE", device)));
    // So few that the little data of tests is more than a group's, and than all groups' at once.
    let few = [
        ("RISTA_GROUP_SIZE", "group_size", 8),
        ("RISTA_GROUPS", "groups", 3),
        ("RISTA_TILE_SIZE", "tile_size", 4),
        ("RISTA_WARP_SIZE", "warp_size", 8),
    ];
    for (variable, name, few) in few.into_iter().filter(|(variable, ..)| std::env::var_os(variable).is_none()) {
        command.env(variable, tuning.values.get(name).unwrap_or(&few).to_string());
    }
    command
}

/// A program in a compiled group.
struct Batch<'a> {
    executable: PathBuf,
    number: usize,
    tuning: &'a Tuning,
}

impl Batch<'_> {
    fn run(&self, entry: &str, arguments: &[Value], results: &[FlatType], options: &Options) -> Run {
        let mut input = Vec::new();
        let written = arguments.iter().try_for_each(|value| write_binary(value, &mut input));
        let mut command = batch_command(&self.executable, (self.number, entry), self.tuning, options);
        match written.and_then(|()| process::run(&mut command, &input, &within(options.timeout))) {
            Ok(ended) => {
                Run { end: end(&ended, results, options), seconds: ended.seconds, peak_bytes: ended.peak_bytes }
            }
            Err(error) => {
                let verdict = Verdict::failed(format!("the compiled program cannot be run: {error}"));
                Run { end: End::Decided(verdict), seconds: 0.0, peak_bytes: None }
            }
        }
    }
}

/// What the end of a batch process means: exit code 0 comes with results, 1 with a failure.
fn end(ended: &Ended<Vec<u8>>, results: &[FlatType], options: &Options) -> End {
    let Some(status) = ended.status else { return End::Decided(timed_out(options)) };
    match status.code() {
        Some(0) => match values::from_bytes(&ended.output, results) {
            Ok(values) => End::Values(values),
            Err(error) => End::Decided(Verdict::new(Outcome::Crashed, format!("its output is malformed: {error}"))),
        },
        Some(1) => End::Failure(ended.messages.trim_end().to_owned()),
        _ => {
            let message = format!("the compiled program ended with {status}\n{}", ended.messages);
            End::Decided(Verdict::new(Outcome::Crashed, message.trim_end()))
        }
    }
}
