//! Options of a test run, parsed from the command line.

use crate::load::Strictness;
use crate::test::Arguments;
use crate::test::way::{self, Way};
use back::c::Device;
use driver::{Level, Machine, PassSet, Settings};
use regex_lite::Regex;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

/// A target on which cases run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Evaluator of a level.
    Evaluator(Level),
    /// Evaluator of IMP, after lowering to tasks for several threads.
    Tasks,
    /// Evaluator of IMP, after lowering to kernels.
    Kernels,
    /// Compiled C on one thread.
    C,
    /// Compiled C on several threads.
    Multicore,
    /// Compiled C with kernels for a device.
    Device(Device),
}

impl Target {
    const ALL: [Target; 10] = [
        Target::Evaluator(Level::Core),
        Target::Evaluator(Level::Fun),
        Target::Evaluator(Level::Mem),
        Target::Evaluator(Level::Imp),
        Target::Tasks,
        Target::Kernels,
        Target::C,
        Target::Multicore,
        Target::Device(Device::OpenCl),
        Target::Device(Device::Cuda),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Target::Evaluator(level) => level.name(),
            Target::Tasks => "tasks",
            Target::Kernels => "kernels",
            Target::C => "c",
            Target::Multicore => "multicore",
            Target::Device(Device::OpenCl) => "opencl",
            Target::Device(Device::Cuda) => "cuda",
        }
    }

    /// Returns the level that a program must be lowered to.
    pub fn level(self) -> Level {
        match self {
            Target::Evaluator(level) => level,
            _ => Level::Imp,
        }
    }

    pub fn machine(self) -> Machine {
        match self {
            Target::Evaluator(_) | Target::C => Machine::Thread,
            Target::Tasks | Target::Multicore => Machine::Threads,
            Target::Kernels | Target::Device(_) => Machine::Device,
        }
    }

    /// Returns the device type that runs the kernels of compiled programs; `None` for other targets.
    pub fn device(self) -> Option<Device> {
        if let Target::Device(device) = self { Some(device) } else { None }
    }

    /// Whether programs are compiled to C on this target.
    pub fn is_compiled(self) -> bool {
        matches!(self, Target::C | Target::Multicore | Target::Device(_))
    }
}

/// Tags of programs and cases that no target runs.
const NOT_RUN: [&str; 2] = ["disable", "notest"];

pub struct Options {
    /// Ways to run each case, without duplicates: targets in the order of lowering, then variations.
    pub ways: Vec<Arc<Way>>,
    /// Tags that are skipped on every target.
    exclude: Vec<String>,
    filter: Option<Regex>,
    /// Time limit for compiling a program, and for each run.
    pub timeout: Duration,
    /// Number of programs that are tested at once; at least 1.
    pub jobs: usize,
    pub optimise: bool,
    pub settings: Settings,
    pub allow_limitations: bool,
    pub strictness: Strictness,
    pub any_message: bool,
    /// Name of the device, if one is asked for.
    pub device: Option<String>,
    pub reads_tuning: bool,
}

impl Options {
    /// Parses the options.
    ///
    /// # Errors A target that does not exist, an invalid regular expression, or an invalid time limit.
    pub fn new(arguments: &Arguments) -> Result<Options, String> {
        let settings = arguments.passes.settings();
        let filter = arguments.filter.as_deref().map(Regex::new).transpose();
        let excluded = NOT_RUN.into_iter().chain(arguments.exclude.iter().map(String::as_str));
        Ok(Options {
            ways: ways(arguments)?,
            exclude: excluded.map(str::to_owned).collect(),
            filter: filter.map_err(|error| format!("the filter is not a regular expression: {error}"))?,
            timeout: Duration::try_from_secs_f64(arguments.timeout)
                .map_err(|_| format!("{} is not a time limit in seconds", arguments.timeout))?,
            jobs: arguments.jobs.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get),
            optimise: arguments.optimise,
            settings: Settings { verify: arguments.verify || settings.verify, ..settings },
            strictness: arguments.strictness,
            allow_limitations: arguments.allow_limitations,
            any_message: arguments.any_message,
            device: arguments.device.clone(),
            reads_tuning: !arguments.no_tuning,
        })
    }

    /// Returns options for reading the inputs of tests: they skip only disabled tests and have no practical time limit.
    pub fn for_inputs() -> Options {
        Options {
            ways: Vec::new(),
            exclude: vec!["disable".to_owned()],
            filter: None,
            timeout: Duration::MAX,
            jobs: 1,
            optimise: false,
            settings: Settings::default(),
            strictness: Strictness::default(),
            allow_limitations: false,
            any_message: false,
            device: None,
            reads_tuning: false,
        }
    }

    /// Whether the filter matches the name of this case.
    pub fn selects(&self, program: &str, entry: &str, case: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.is_match(&format!("{program}:{entry}:{case}")))
    }

    /// Returns why a program or case with these tags is skipped on the target; without a target, why it is skipped on
    /// every target.
    pub fn skip_reason(&self, tags: &[String], target: Option<Target>) -> Option<String> {
        let skips = |tag: &String| {
            let without = tag.strip_prefix("no_");
            self.exclude.contains(tag)
                || target.is_some_and(|target| without == Some(target.name()))
                || (tag == "compiled" && target.is_some_and(|target| !target.is_compiled()))
        };
        tags.iter().find(|tag| skips(tag)).map(|tag| format!("tag `{tag}`"))
    }
}

fn ways(arguments: &Arguments) -> Result<Vec<Arc<Way>>, String> {
    let plain = |target| Way::new(target, &arguments.with, PassSet::default(), arguments.thresholds);
    let variations = if arguments.matrix { way::matrix() } else { Vec::new() };
    Ok(targets(arguments)?.into_iter().map(plain).chain(variations).map(Arc::new).collect())
}

/// Returns the targets that the arguments name. Fails for an unknown name.
fn targets(arguments: &Arguments) -> Result<Vec<Target>, String> {
    let all = arguments.all_targets || arguments.targets.iter().any(|name| name == "all");
    // `eval` is a former name of `core`.
    let is_called = |target: &Target, name: &str| target.name() == name || target.name() == "core" && name == "eval";
    let known = |name: &String| name == "all" || Target::ALL.iter().any(|target| is_called(target, name));
    if let Some(name) = arguments.targets.iter().find(|name| !known(name)) {
        let names = Target::ALL.map(Target::name).join(", ");
        return Err(format!("there is no target `{name}`: {names} or all"));
    }
    // `all` does not include devices, because not every machine has one.
    let wanted = |target: &Target| {
        all && target.device().is_none() || arguments.targets.iter().any(|name| is_called(target, name))
    };
    Ok(Target::ALL.into_iter().filter(wanted).collect())
}
