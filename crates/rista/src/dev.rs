//! `rista dev`: runs passes one by one, and prints, verifies or evaluates the program at any level.

use crate::build::Target;
use crate::inputs::{Given, collect};
use crate::load::{Failed, Strictness, load, reason, stopped, text};
use crate::out;
use crate::passes::{AddedPass, AnyPass, Choice};
use crate::run::find_entry;
use crate::stats::{self, Asked, Report};
use crate::world::Process;
use base::SourceMap;
use driver::module::Signature;
use driver::{Language, Level, Module, Observer, PASSES, Pass, Settings, print_nova, run_pass, run_through, run_with};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use value::Value;

const AFTER_HELP: &str = "\
A report (--stats) describes the program after the last pass. Without --pass and
--to, that is the optimised FUN, or FUNMEM for the report on memory.

Examples:
  rista dev sum.fut --to fun
  rista dev sum.fut --to imp --target cuda
  rista dev sum.fun -p simplify -p fuse
  rista dev sum.fut --stats sizes
  rista dev sum.fut --stats arrays --json
  rista dev sum.fut --stats sizes --eval main '[1.5, 2.5]'
  rista dev sum.fut --stats memory --eval main '[1.5, 2.5]'

Exit codes:
  0        success
  1        the program or its arguments are wrong, or it failed at run time
  2        the command line is wrong
  101      a bug in the compiler";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A source program (.fut, .nova, .mc) or one in a level's text form: .core, .fun, .funmem, .imp
    file: PathBuf,
    /// Run this pass; may be given several times, in order (see `rista passes`)
    #[arg(short, long = "pass", value_name = "NAME", value_parser = AnyPass, hide_possible_values = true)]
    passes: Vec<&'static Pass>,
    /// Then run the pipeline to this level; `nova` prints a .nova file back, checked, without comments
    #[arg(long, value_enum, value_name = "LEVEL")]
    to: Option<To>,
    /// With --to: also run this pass at the end of its level's pipeline; may be given several times, in order
    #[arg(long, value_name = "PASS", requires = "to", value_parser = AddedPass, hide_possible_values = true)]
    with: Vec<&'static Pass>,
    /// The pipeline's target
    #[arg(long, value_enum)]
    target: Option<Target>,
    #[command(flatten)]
    choice: Choice,
    /// Do not print the program after the passes
    #[arg(short, long)]
    quiet: bool,
    /// Verify before the first pass and after every pass
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    given: Given,
    /// Evaluate this entry point and print its results; with --stats, count its operations
    #[arg(short, long, value_name = "ENTRY")]
    eval: Option<String>,
    /// At FUNMEM, evaluate with memory and without, and fail if the results differ
    #[arg(long, requires = "eval", alias = "valid")]
    validate: bool,
    /// Write the program after every pass to a numbered file in this folder
    #[arg(long, value_name = "FOLDER")]
    dump: Option<PathBuf>,
    /// Print how long each pass takes
    #[arg(long)]
    time: bool,
    /// Print a report instead of the program or results
    #[arg(long, value_enum, value_name = "REPORT", conflicts_with = "validate")]
    stats: Option<Report>,
    /// Print the report as JSON
    #[arg(long, requires = "stats")]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = SourceMap::default();
    match compile(arguments, &mut sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&sources),
    }
}

/// The value of `--to`: a level or a source language.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    Nova,
    Core,
    Fun,
    Funmem,
    Imp,
}

impl To {
    /// Returns the level; `None` for a source language.
    fn level(self) -> Option<Level> {
        match self {
            To::Nova => None,
            To::Core => Some(Level::Core),
            To::Fun => Some(Level::Fun),
            To::Funmem => Some(Level::Mem),
            To::Imp => Some(Level::Imp),
        }
    }
}

impl Arguments {
    /// Rejects options that would have no effect.
    fn check(&self) -> Result<(), Failed> {
        let has_pipeline = self.to.is_some() || self.stats.is_some() && self.passes.is_empty();
        if self.choice.leaves_out() && !has_pipeline {
            return Err(Failed::usage("--without needs a pipeline, and none is run\nhelp: run one with --to LEVEL"));
        }
        if self.choice.limits_rounds() && !has_pipeline && self.passes.is_empty() {
            return Err(Failed::usage("--rounds needs passes, and none is run\nhelp: run some with --to or --pass"));
        }
        if self.target.is_some() && !has_pipeline {
            return Err(Failed::usage("--target needs a pipeline, and none is run\nhelp: run one with --to LEVEL"));
        }
        if self.dump.is_some() && !has_pipeline && self.passes.is_empty() {
            return Err(Failed::usage("--dump needs passes, and none is run\nhelp: run some with --to or --pass"));
        }
        if self.eval.is_none() && !self.given.is_empty() {
            return Err(Failed::usage("values need an entry point\nhelp: name it with --eval"));
        }
        Ok(())
    }
}

/// Runs passes on the program, and prints the result, a report or the results of an entry point.
fn compile(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    arguments.check()?;
    if arguments.to == Some(To::Nova) {
        return print_back(arguments, sources);
    }
    let mut module = load(&arguments.file, sources, Strictness::default())?;
    let settings = arguments.choice.settings();
    let machine = arguments.target.unwrap_or(Target::C).machine().0;
    let settings = Settings { verify: arguments.verify || settings.verify, machine, ..settings };
    let keep = arguments.stats == Some(Report::Memory) && arguments.eval.is_some();
    let mut watch = Watch { dump: arguments.dump.clone(), keep, ..Watch::default() };
    watch.keep(None, &module);
    if settings.verify {
        module.verify()?;
    }
    for pass in &arguments.passes {
        if pass.from != module.level() {
            let (from, level) = (pass.from.name(), module.level().name());
            let name = pass.name;
            return Err(Failed::Usage(format!(
                "the pass `{name}` runs at level {from}, but the program is at {level}"
            )));
        }
        module = run_pass(pass, module, settings, &mut watch)?;
    }
    if let Some(level) = arguments.to.and_then(To::level) {
        let now = module.level();
        if now > level {
            return Err(Failed::Usage(format!(
                "the program is at level {} already, past {}",
                now.name(),
                level.name()
            )));
        }
        if let Some(pass) = arguments.with.iter().find(|pass| !(now..=level).contains(&pass.from)) {
            let (name, from) = (pass.name, pass.from.name());
            let way = format!("the program goes from {} to {}", now.name(), level.name());
            return Err(Failed::Usage(format!("the pass `{name}` runs at level {from}, but {way}")));
        }
        module = run_with(module, &arguments.with, level, settings, &mut watch)?;
    } else if let (Some(report), []) = (arguments.stats, &arguments.passes[..]) {
        module = run_through(module, report.level(), settings, &mut watch)?;
    }
    if let Some(message) = watch.failed {
        return Err(Failed::Message(message));
    }
    if arguments.time {
        watch
            .times
            .iter()
            .for_each(|(pass, time)| out::tell(format_args!("{:>10.3} ms  {pass}", time.as_secs_f64() * 1e3)));
    }
    if arguments.validate && module.level() != Level::Mem {
        let level = module.level().name();
        let message = format!("--validate needs a program at funmem, and this one is at {level}");
        return Err(Failed::Usage(message + "\nhelp: give --to funmem"));
    }
    if let Some(report) = arguments.stats {
        let asked = Asked { report, module: &module, stages: &watch.stages, settings };
        return print_stats(arguments, &asked, sources);
    }
    if !arguments.quiet && arguments.eval.is_none() {
        out::print(&module.print())?;
    }
    match &arguments.eval {
        Some(entry) => evaluate(arguments, &module, entry),
        None => Ok(()),
    }
}

/// Prints the source program in its own language.
fn print_back(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    let does_more = !arguments.passes.is_empty() || arguments.eval.is_some() || arguments.stats.is_some();
    if does_more || !arguments.with.is_empty() || arguments.dump.is_some() {
        return Err(Failed::usage("before --to nova there are neither passes nor reports, and nothing is evaluated"));
    }
    if arguments.file.extension().is_none_or(|extension| extension != Language::Nova.extension()) {
        return Err(Failed::usage("--to nova prints programs in NOVA (.nova) only"));
    }
    let text = text(&arguments.file).map_err(Failed::Message)?;
    let file = sources.add(arguments.file.display().to_string(), text);
    let printed = print_nova(sources, file)?;
    if arguments.quiet { Ok(()) } else { out::print(&printed) }
}

fn print_stats(arguments: &Arguments, asked: &Asked, sources: &SourceMap) -> Result<(), Failed> {
    let (module, levels) = (asked.module, asked.report.levels());
    if !levels.contains(&module.level()) {
        let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
        let (level, names) = (module.level().name(), names.join(" and "));
        return Err(Failed::Usage(format!("these reports need a program at {names}, and this one is at {level}")));
    }
    let called = arguments.eval.as_ref().map(|entry| called(module, entry, &arguments.given)).transpose()?;
    let call = called.as_ref().map(|(entry, values)| (entry.name.as_str(), values.clone()));
    stats::print(asked, call, sources, arguments.json)
}

/// Returns the signature of the entry point, and its arguments.
fn called(module: &Module, entry: &str, given: &Given) -> Result<(Signature, Vec<Value>), Failed> {
    let entry = find_entry(module, entry)?;
    let values = collect(given, &entry)?;
    Ok((entry, values))
}

fn evaluate(arguments: &Arguments, module: &Module, entry: &str) -> Result<(), Failed> {
    let (entry, values) = called(module, entry, &arguments.given)?;
    let entry = entry.name.as_str();
    let results = match arguments.validate {
        true => module.eval_valid(entry, values),
        false => {
            let mut world = Process::default();
            let results = module.eval_in(&mut world, entry, values);
            world.end(results)
        }
    };
    let results = results.map_err(|stop| stopped(&arguments.file, stop))?;
    let lines: String = results.iter().map(|value| shown(value) + "\n").collect();
    out::print(&lines)
}

/// Formats a value. An array is its shape, then the elements in row-major order.
fn shown(value: &Value) -> String {
    match value {
        Value::Scalar(scalar) => value::literal::print(*scalar),
        Value::Array(array) => {
            let shape: String = array.shape().iter().map(|size| format!("[{size}]")).collect();
            let elements: Vec<String> =
                (0..array.len()).filter_map(|at| array.get(at)).map(value::literal::print_bare).collect();
            format!("{shape}{} {{{}}}", array.elem(), elements.join(", "))
        }
    }
}

/// Observer of passes: measures their times, writes their results to files, and keeps programs of FUNMEM.
#[derive(Default)]
struct Watch {
    dump: Option<PathBuf>,
    keep: bool,
    /// Kept programs, each with the name of the pass that returned it.
    stages: Vec<(Option<String>, Module)>,
    started: Option<Instant>,
    times: Vec<(String, Duration)>,
    failed: Option<String>,
}

impl Watch {
    fn keep(&mut self, pass: Option<&str>, module: &Module) {
        if self.keep && module.level() == Level::Mem {
            self.stages.push((pass.map(str::to_owned), module.clone()));
        }
    }
}

impl Observer for Watch {
    fn before(&mut self, _pass: &str, _module: &Module) {
        self.started = Some(Instant::now());
    }

    fn after(&mut self, pass: &str, module: &Module) {
        let time = self.started.map_or(Duration::ZERO, |started| started.elapsed());
        self.times.push((pass.to_owned(), time));
        self.keep(Some(pass), module);
        let Some(folder) = &self.dump else { return };
        let name = format!("{:02}-{pass}.{}", self.times.len(), module.level().name());
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(folder.join(name), module.print()));
        if let Err(error) = written {
            self.failed = Some(format!("cannot write to {}: {}", folder.display(), reason(&error)));
        }
    }
}

pub fn list_passes() -> ExitCode {
    let line = |pass: &Pass| {
        let levels = format!("{} -> {}", pass.from.name(), pass.to.name());
        format!("{:<20}{levels:<18}{}\n", pass.name, pass.about)
    };
    let lines: String = PASSES.iter().map(line).collect();
    match out::print(&lines) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&SourceMap::default()),
    }
}
