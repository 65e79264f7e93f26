//! `rista tune`: finds values for a program's thresholds, by the times that the inputs of its tests take.
//!
//! A threshold is first set to 0, so that every size reaches it, and then so high that none does. If the times of an
//! input differ, the threshold matters for it, and bisection finds the powers of two between which the input's size
//! lies. The threshold becomes the power for which all inputs together lose least. Inner thresholds are compared only
//! if outer ones were not reached. They come first in the search, because they follow the outer ones in the program.

use crate::foreign::Named;
use crate::load::{self, Failed};
use crate::native::{self, Program};
use crate::scratch::Scratch;
use crate::test::inputs::run_on_each;
use crate::test::program::Task;
use crate::tuning::Tuning;
use crate::{files, out};
use back::c::{Device, write_program};
use base::SourceMap;
use driver::{KEEP_CHECKS, Level, Machine, Module, Settings, UNSET, run_to};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use value::write_binary;

const AFTER_HELP: &str = "\
The inputs are those of the cases in the test blocks. They should be as large as
the inputs in later use. The values are written to FILE.tuning. `rista test`
reads this file by default, other commands and programs with --tuning.";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The program (.fut, .nova, .mc), with test blocks
    file: PathBuf,
    /// The target to tune for
    #[arg(long, value_enum)]
    target: Target,
    /// The device, by a part of its name, or by number as `#0`; see `rista devices`
    #[arg(short, long, value_name = "NAME")]
    device: Option<String>,
    /// The number of runs of each version on each input; the shortest time counts
    #[arg(short, long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs: u32,
    #[command(flatten)]
    foreign: Named,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Target {
    /// Kernels through OpenCL
    #[value(name = "opencl")]
    OpenCl,
    /// Kernels for an NVIDIA GPU
    Cuda,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = SourceMap::default();
    match tune(arguments, &mut sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&sources),
    }
}

/// Smallest ratio of two times that counts as a difference.
const DIFFERENT: f64 = 1.1;

/// Exponent of the largest threshold, a power of two that no size reaches.
const NEVER: u32 = 62;

/// Tunes the thresholds of a program and writes them to its tuning file.
fn tune(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    let front = load::read(&arguments.file, sources)?;
    let settings = Settings { machine: Machine::Device, ..Settings::default() }.leaving_out(KEEP_CHECKS);
    let device = match arguments.target {
        Target::OpenCl => Device::OpenCl,
        Target::Cuda => Device::Cuda,
    };
    let mut foreign = arguments.foreign.find(&arguments.file, Some(device))?;
    let mut module = run_to(front.module.clone(), Level::Imp, foreign.settings(settings), &mut ())?;
    foreign.bind(&mut module);
    let Module::Imp(program) = &module else { return Err(Failed::message("the program cannot be compiled to C")) };
    let program = native::compile_cached(&write_program(program, sources, device.into()), &foreign, true, true)?;
    let mut inputs: Vec<(String, Vec<u8>)> = Vec::new();
    run_on_each(&arguments.file, front, std::mem::take(sources), None, &mut |job, values| {
        let mut bytes = Vec::new();
        let written = values.iter().try_for_each(|value| write_binary(value, &mut bytes));
        if let (Task::Case(_), Ok(())) = (job.task, written) {
            inputs.push((job.entry.clone(), bytes));
        }
        Ok(())
    })?;
    let folder = Scratch::new()?;
    let path = Tuning::path(&arguments.file);
    let (named, thresholds): (Vec<_>, Vec<_>) =
        module.thresholds().into_iter().partition(|(_, default)| *default == UNSET);
    // The measured runs also use the machine's settings and the program's own parameters.
    let mut tuning = if path.exists() { Tuning::read(&path).map_err(Failed::Message)? } else { Tuning::default() };
    let is_own = |name: &str| named.iter().any(|(own, _)| own.as_str() == name);
    tuning.values.retain(|name, _| Machine::Device.settings().contains(&name.as_str()) || is_own(name));
    let mut tuner = Tuner { program, folder, arguments, inputs, tuning };
    tuner.find(&thresholds)?;
    let lines: String = tuner.tuning.values.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
    files::write_all(&[(path, lines.into_bytes())])
}

struct Tuner<'a> {
    program: Program,
    /// Folder for the file with the times.
    folder: Scratch,
    arguments: &'a Arguments,
    /// Entry points, each with its arguments in binary form.
    inputs: Vec<(String, Vec<u8>)>,
    /// Tuning parameters of the next measurement.
    tuning: Tuning,
}

/// An input for which a threshold matters.
struct Observed {
    /// Exponent of the largest power of two that the compared size reaches.
    reached: u32,
    /// Time in microseconds with the threshold at or below the size.
    low: f64,
    /// Time in microseconds with the threshold above the size.
    high: f64,
}

impl Tuner<'_> {
    /// Chooses the value of each threshold, from the innermost to the outermost.
    fn find(&mut self, thresholds: &[(base::Symbol, i64)]) -> Result<(), Failed> {
        self.drop_failing()?;
        // Inner thresholds are compared only if outer ones are not reached.
        self.tuning.values.extend(thresholds.iter().map(|(name, _)| (name.to_string(), 1 << NEVER)));
        for (name, default) in thresholds.iter().rev() {
            let mut observed = Vec::new();
            for input in 0..self.inputs.len() {
                observed.extend(self.observe(name.as_str(), input)?);
            }
            let value = best(*default, &observed);
            let (count, all) = (observed.len(), self.inputs.len());
            out::print(&format!("{name}: {value} instead of {default}; it matters for {count} of {all} inputs\n"))?;
            self.set(name.as_str(), value);
        }
        Ok(())
    }

    /// Removes the inputs for which the program fails. Fails if no input is left.
    fn drop_failing(&mut self) -> Result<(), Failed> {
        let had = !self.inputs.is_empty();
        for input in (0..self.inputs.len()).rev() {
            if self.time(input, 1)?.is_none() {
                self.inputs.remove(input);
            }
        }
        if self.inputs.is_empty() && had {
            return Err(Failed::Message(format!("{} fails on all inputs of its tests", self.arguments.file.display())));
        }
        if self.inputs.is_empty() {
            let help = "help: write cases in a test block, with inputs of the sizes that the program is for";
            return Err(Failed::Message(format!("{} has no inputs to measure\n{help}", self.arguments.file.display())));
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: i64) {
        self.tuning.values.insert(name.to_owned(), value);
    }

    /// Measures how the threshold matters for an input; `None` if it does not.
    fn observe(&mut self, name: &str, input: usize) -> Result<Option<Observed>, Failed> {
        let (Some(low), Some(high)) = (self.time_at(name, 0, input)?, self.time_at(name, NEVER, input)?) else {
            return Ok(None);
        };
        if low.max(high) < low.min(high) * DIFFERENT {
            return Ok(None);
        }
        // Whether the time is closer to the one below than to the one above, by ratio.
        let mut reaches = |power: u32| -> Result<bool, Failed> {
            let time = self.time_at(name, power, input)?.unwrap_or(high);
            Ok((time / low).ln().abs() < (time / high).ln().abs())
        };
        let (mut reached, mut beyond) = (0, NEVER);
        while reached + 1 < beyond {
            let middle = (reached + beyond) / 2;
            if reaches(middle)? { reached = middle } else { beyond = middle }
        }
        // Disturbance by other programs is likely to make the measurements contradict each other.
        let is_sure = reaches(reached)? && !reaches(beyond)? && reaches(0)? && !reaches(NEVER)?;
        Ok(is_sure.then_some(Observed { reached, low, high }))
    }

    /// Returns the time of input number `input` with the threshold `name` set to 2^`power`; `None` if the run fails.
    fn time_at(&mut self, name: &str, power: u32, input: usize) -> Result<Option<f64>, Failed> {
        self.set(name, 1 << power);
        self.time(input, self.arguments.runs)
    }

    /// Returns the shortest time of an input in microseconds; `None` if the program fails.
    fn time(&self, input: usize, runs: u32) -> Result<Option<f64>, Failed> {
        let (Some((entry, bytes)), path) = (self.inputs.get(input), self.folder.path().join("times")) else {
            return Ok(None);
        };
        let device = self.arguments.device.iter().map(|device| format!("--device={device}"));
        let measure = [format!("--runs={runs}"), format!("--timings={}", path.display())];
        let options: Vec<String> = device.chain(measure).chain(self.tuning.options()).collect();
        let feed = |stdin: &mut dyn Write| stdin.write_all(bytes);
        let drain = |stdout: &mut dyn Read| io::copy(stdout, &mut io::sink()).map(drop);
        let (status, _) = native::execute(Command::new(self.program.path()), entry, &options, feed, drain)?;
        if !status.success() {
            return Ok(None);
        }
        let times = load::text(Path::new(&path)).map_err(Failed::Message)?;
        Ok(times.lines().filter_map(|line| line.trim().parse::<f64>().ok()).map(|time| time.max(1.0)).reduce(f64::min))
    }
}

/// Returns the power of two for which the inputs lose least, or the default if none is better.
fn best(default: i64, observed: &[Observed]) -> i64 {
    let loss = |threshold: i64| -> f64 {
        let lost = observed.iter().map(|input| {
            let time = if threshold <= 1 << input.reached { input.low } else { input.high };
            (time / input.low.min(input.high)).ln()
        });
        lost.sum()
    };
    let powers = observed.iter().flat_map(|input| [1 << input.reached, 1 << (input.reached + 1)]);
    // Powers close to the default come first. Sizes between those of the inputs are then treated as they are by
    // default.
    let mut powers: Vec<i64> = powers.collect();
    powers.sort_by_key(|power| power.ilog2().abs_diff(default.max(1).ilog2()));
    let mut best = default;
    for candidate in powers {
        if loss(candidate) < loss(best) {
            best = candidate;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_threshold_lies_between_sizes() {
        let input = |reached, low, high| Observed { reached, low, high };
        assert_eq!(best(32768, &[]), 32768);
        assert_eq!(best(32768, &[input(20, 1.0, 2.0)]), 32768);
        assert_eq!(best(32768, &[input(10, 1.0, 2.0)]), 1024);
        assert_eq!(best(32768, &[input(20, 3.0, 2.0)]), 1 << 21);
        // The loss for one input is less than the gain for the other.
        assert_eq!(best(32768, &[input(10, 1.0, 2.0), input(12, 3.0, 1.0)]), 32768);
        assert_eq!(best(32768, &[input(10, 1.0, 4.0), input(12, 3.0, 1.0)]), 1024);
        assert_eq!(best(32768, &[input(4, 2.0, 1.0), input(9, 1.0, 2.0)]), 512);
    }
}
