//! `rista run`: runs an entry point on arguments, compiled or in an evaluator.

use crate::foreign::{Foreign, Named};
use crate::inputs::{Given, collect};
use crate::load::{self, Failed, INTERNAL, load, reason};
use crate::passes::Choice;
use crate::tuning::{Parameters, Tuning};
use crate::world::{self, Process};
use crate::{files, native, out, report, watch};
use back::c::Device;
use base::{Bug, SourceMap, Symbol};
use driver::kept::Kept;
use driver::module::Signature;
use driver::{KEEP_CHECKS, Level, Machine, Module, Settings, run_to};
use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use value::entry::{EntryType, print_structured};
use value::{Expected, Value, read_binary, write_binary, write_npy, write_text};

const AFTER_HELP: &str = "\
Values on the command line and files without a name fill the parameters in
order; missing arguments are read from standard input. A number without a
suffix takes the type of its parameter.

Examples:
  rista run sum.fut '[1.5, 2.5]'
  rista run sum.fut -i xs.npy -i k=k.npy -o result.npy
  rista run sum.fut --entry mean < values.txt
  rista run sum.fut --target core 5
  rista run area.nova '#Square 1.5'

Exit codes:
  0        success
  1        the program or its arguments are wrong, or it failed at run time
  2        the command line is wrong
  101      a bug in the compiler
  128 + n  the program was killed by signal n";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A source program (.fut, .nova, .mc) or one in a level's text form: .core, .fun, .funmem, .imp
    file: PathBuf,
    #[command(flatten)]
    given: Given,
    /// The entry point to run
    #[arg(short, long, value_name = "NAME", default_value = "main")]
    entry: String,
    /// Print the results in binary form
    #[arg(long)]
    binary: bool,
    /// Write the result to this .npy file instead; once for each scalar and array of the result
    #[arg(short, long, value_name = "FILE.npy")]
    output: Vec<PathBuf>,
    /// The compiler target or evaluator that runs the program
    #[arg(long, value_enum, default_value_t = Target::C)]
    target: Target,
    /// The number of threads, with --target multicore; otherwise that in RISTA_NUM_THREADS or NOVA_NUM_THREADS, or the
    /// number of processors
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024), allow_negative_numbers = true)]
    threads: Option<u16>,
    /// The device, with --target opencl or cuda, by a part of its name, or by number as `#0`; see `rista devices`
    #[arg(short, long, value_name = "NAME")]
    device: Option<String>,
    /// Compile again, and do not keep the compiled program
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    foreign: Named,
    #[command(flatten)]
    tuning: Parameters,
    #[command(flatten)]
    report: report::Wanted,
    #[command(flatten)]
    passes: Choice,
    #[command(flatten)]
    strictness: load::Strictness,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// C for one thread, compiled by the C compiler of this machine
    C,
    /// C for all processors
    Multicore,
    /// C with kernels for a device, through OpenCL
    #[value(name = "opencl")]
    OpenCl,
    /// C with kernels for an NVIDIA GPU, through CUDA
    Cuda,
    /// The evaluator of the typed source program
    #[value(alias = "eval")]
    Core,
    /// The evaluator of the first-order program, before optimisation
    Fun,
    /// The evaluator of the program with memory
    Funmem,
    /// The evaluator of loops over flat memory
    Imp,
}

impl Target {
    /// Returns the level that is evaluated or compiled to C.
    fn level(self) -> Level {
        match self {
            Target::C | Target::Multicore | Target::OpenCl | Target::Cuda | Target::Imp => Level::Imp,
            Target::Core => Level::Core,
            Target::Fun => Level::Fun,
            Target::Funmem => Level::Mem,
        }
    }

    fn machine(self) -> (Machine, Option<Device>) {
        match self {
            Target::Multicore => (Machine::Threads, None),
            Target::OpenCl => (Machine::Device, Some(Device::OpenCl)),
            Target::Cuda => (Machine::Device, Some(Device::Cuda)),
            Target::C | Target::Core | Target::Fun | Target::Funmem | Target::Imp => (Machine::Thread, None),
        }
    }

    fn is_compiled(self) -> bool {
        matches!(self, Target::C | Target::Multicore | Target::OpenCl | Target::Cuda)
    }
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = SourceMap::default();
    match run_file(arguments, &mut sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&sources),
    }
}

/// Runs an entry point on the given values, and prints or writes its results.
fn run_file(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    let module = load(&arguments.file, sources, arguments.strictness)?;
    let entry = find_entry(&module, &arguments.entry)?;
    check_outputs(&arguments.output, &entry)?;
    // A program that is run for its effects gets the words of the command line as its own arguments.
    let is_action = module.acts() && entry.params.is_empty() && entry.result_leaves().is_empty();
    let (words, values) = match is_action {
        true => (arguments.given.words()?, Vec::new()),
        false => (Vec::new(), collect(&arguments.given, &entry)?),
    };
    let level = arguments.target.level();
    if module.level() > level {
        let message = format!("the program is at level {} already, past {}", module.level().name(), level.name());
        return Err(Failed::Usage(message));
    }
    let (machine, device) = arguments.target.machine();
    if arguments.device.is_some() && device.is_none() {
        return Err(Failed::usage("--device needs a target with devices\nhelp: give --target opencl or cuda"));
    }
    if arguments.threads.is_some() && arguments.target != Target::Multicore {
        return Err(Failed::usage("--threads needs a target with several threads\nhelp: give --target multicore"));
    }
    if arguments.report.is_given() && !arguments.target.is_compiled() {
        return Err(report::needs_compiled());
    }
    let tuning = arguments.tuning.read()?;
    let mut foreign = arguments.foreign.find(&arguments.file, device)?;
    let mut settings =
        foreign.settings(Settings { machine, reports: arguments.report.is_given(), ..arguments.passes.settings() });
    if arguments.target.is_compiled() {
        settings = settings.leaving_out(KEEP_CHECKS);
    }
    let mut kept = Kept::new(machine);
    let mut module = run_to(module, level, settings, &mut kept)?;
    foreign.bind(&mut module);
    tuning.check(&module, machine).map_err(Failed::Message)?;
    let results = match module {
        Module::Imp(program) if arguments.target.is_compiled() => {
            let c = back::c::write_program(&program, sources, device);
            kept.notes(sources).iter().for_each(out::tell);
            let is_action = back::c::is_action(&program);
            if program.acts() && !is_action {
                return Err(Failed::message(NO_ACTION));
            }
            let place = arguments.report.place()?;
            let code = Compiled { c: &c, foreign: &foreign, report: place.as_ref() };
            let results = match is_action {
                true => run_action(&code, &words, arguments, &tuning).map(|()| Vec::new()),
                false => run_compiled(&code, &entry, values, arguments, &tuning),
            };
            if let Some(place) = &place {
                arguments.report.show(place, arguments.target, sources);
            }
            results?
        }
        mut module => {
            tuning.set(&mut module);
            let arguments_of_program = words.into_iter().map(OsString::into_vec).collect();
            let mut world = Process { arguments: arguments_of_program };
            let results = module.eval_in(&mut world, &entry.name, values);
            world.end(results).map_err(|stop| load::stopped(&arguments.file, stop))?
        }
    };
    if is_action {
        return Ok(());
    }
    match (arguments.output.is_empty(), arguments.binary) {
        (true, true) => print(&results, write_binary),
        (true, false) => print_text(&results, &entry),
        (false, _) => save(&results, &arguments.output),
    }
}

/// Returns the signature of the entry point with this name.
pub fn find_entry(module: &Module, name: &str) -> Result<Signature, Failed> {
    let entries = module.entries();
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        return Ok(entry.clone());
    }
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut message = format!("there is no entry point `{name}`");
    match base::nearest(Symbol::new(name), names.iter().map(|name| Symbol::new(name))) {
        Some(nearest) => message += &format!("\nhelp: there is one with a similar name: `{nearest}`"),
        None if !names.is_empty() => message += &format!("\nhelp: choose one with --entry: {}", names.join(", ")),
        None => message += "\nhelp: a program has an entry point for each definition with `entry` instead of `def`",
    }
    Err(Failed::Message(message))
}

/// Checks the files for results before anything runs.
fn check_outputs(outputs: &[PathBuf], entry: &Signature) -> Result<(), Failed> {
    if outputs.is_empty() {
        return Ok(());
    }
    let leaves = entry.result_leaves();
    if outputs.len() != leaves.len() {
        let (name, shown, count, given) = (&entry.name, &entry.result.shown, leaves.len(), outputs.len());
        let leaves: Vec<String> = leaves.iter().map(ToString::to_string).collect();
        let leaves = if leaves.is_empty() { "none".to_owned() } else { leaves.join(", ") };
        return Err(Failed::Usage(format!(
            "--output is to name a file for each scalar and array that {name} gives: {count}, not {given}\n\
             note: those of its result {shown} are {leaves}"
        )));
    }
    if let Some(path) = outputs
        .iter()
        .enumerate()
        .find_map(|(at, path)| outputs.iter().take(at).any(|other| other == path).then_some(path))
    {
        return Err(Failed::Usage(format!("--output names {} for two results", path.display())));
    }
    match outputs.iter().find(|path| path.extension().is_none_or(|extension| extension != "npy")) {
        Some(path) => Err(Failed::Usage(format!("{} is not a .npy file, the only form for results", path.display()))),
        None => Ok(()),
    }
}

const NO_ACTION: &str = "a compiled program with input or output needs a single entry point, which takes and returns nothing\n\
                         help: give --target core to run this one in the evaluator";

/// Number of the signal that ends a process whose output nobody reads.
const BROKEN_PIPE: i32 = 13;

/// A program in C, with its foreign functions and a place for its report.
struct Compiled<'a> {
    c: &'a str,
    foreign: &'a Foreign,
    report: Option<&'a report::Place>,
}

impl Compiled<'_> {
    fn compile(&self, arguments: &Arguments) -> Result<native::Program, Failed> {
        native::compile_cached(self.c, self.foreign, true, !arguments.no_cache)
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Some(place) = self.report {
            command.env(report::VARIABLE, place.path());
        }
        command
    }
}

/// Compiles and runs a program for its effects, in the place of this process: with its standard streams and exit code.
fn run_action(code: &Compiled<'_>, words: &[OsString], arguments: &Arguments, tuning: &Tuning) -> Result<(), Failed> {
    if tuning.options().next().is_some() {
        return Err(Failed::usage("tuning parameters need an entry point that takes or returns something"));
    }
    let program = code.compile(arguments)?;
    let mut command = code.command(program.path());
    if let Some(threads) = arguments.threads {
        command.env("RISTA_NUM_THREADS", threads.to_string());
    }
    if let Some(device) = &arguments.device {
        command.env("RISTA_DEVICE", device);
    }
    let status = watch::status(command.args(words)).map_err(|error| native::cannot_run(program.path(), &error))?;
    match status.signal() {
        _ if status.success() => Ok(()),
        // A reader that closes the pipe early is not an error.
        Some(BROKEN_PIPE) => Err(Failed::Shown(world::BROKEN_PIPE)),
        _ => Err(stopped(status, &arguments.file, code.foreign)),
    }
}

/// Compiles and runs the program. Values are passed in binary form and held only once: an argument is dropped after it
/// is written, and a result is built while its bytes are read.
fn run_compiled(
    code: &Compiled<'_>,
    entry: &Signature,
    values: Vec<Value>,
    arguments: &Arguments,
    tuning: &Tuning,
) -> Result<Vec<Value>, Failed> {
    let foreign = code.foreign;
    let program = code.compile(arguments)?;
    let threads = arguments.threads.map(|threads| format!("--threads={threads}"));
    let device = arguments.device.as_ref().map(|device| format!("--device={device}"));
    let options: Vec<String> = threads.into_iter().chain(device).chain(tuning.options()).collect();
    let feed = |mut stdin: &mut dyn Write| values.into_iter().try_for_each(|value| write_binary(&value, &mut stdin));
    let read = |mut stdout: &mut dyn Read| {
        let leaves = entry.result_leaves();
        let results = leaves.iter().map(|ty| read_binary(&mut stdout, Expected { elem: ty.elem, rank: ty.rank }));
        let results = results.collect::<io::Result<Vec<Value>>>()?;
        match stdout.read(&mut [0])? {
            0 => Ok(results),
            _ => Err(io::Error::new(ErrorKind::InvalidData, "there are more than it has")),
        }
    };
    let (status, results) = native::execute(code.command(program.path()), &entry.name, &options, feed, read)?;
    match (status.success(), results) {
        (true, Ok(results)) => Ok(results),
        // The program fails if its output is not read.
        (_, Err(error)) if error.kind() == ErrorKind::OutOfMemory => {
            Err(Failed::message("there is no memory for the results"))
        }
        (_, Err(error)) if error.kind() == ErrorKind::InvalidData => Err(wrong_results(&error, foreign)),
        (true, Err(error)) if error.kind() == ErrorKind::UnexpectedEof => Err(wrong_results(&error, foreign)),
        (true, Err(error)) => Err(Failed::Message(format!("cannot read the results: {}", reason(&error)))),
        (false, _) => Err(stopped(status, &arguments.file, foreign)),
    }
}

/// Note for a compiled program that fails and calls foreign functions.
const FOREIGN: &str = "note: it calls foreign functions, which may be at fault: \
                       they must not crash, end the program, or write to standard output";

/// Returns the error for a compiled program whose output cannot be read as values of its result types. The program's
/// foreign functions may have caused this; without them it is a bug in the compiler.
fn wrong_results(error: &io::Error, foreign: &Foreign) -> Failed {
    if !foreign.is_empty() {
        return Failed::Message(format!("the compiled program prints malformed results: {error}\n{FOREIGN}"));
    }
    Failed::Error(Bug::new("compiled program", format!("its results are wrong: {error}")).into())
}

/// Returns the error for a compiled program that failed. Unless it was killed, the program itself has printed a
/// message.
fn stopped(status: ExitStatus, path: &Path, foreign: &Foreign) -> Failed {
    const KILL: i32 = 9;
    const CRASHES: [i32; 5] = [4, 6, 7, 8, 11];
    let Some(signal) = status.signal() else {
        if !foreign.is_empty() && status.code() != Some(load::WRONG.into()) {
            return Failed::Message(format!("the compiled program ended with {status}\n{FOREIGN}"));
        }
        return Failed::Shown(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(INTERNAL));
    };
    if CRASHES.contains(&signal) && !foreign.is_empty() {
        return Failed::Message(format!("the compiled program crashed ({status})\n{FOREIGN}"));
    }
    if CRASHES.contains(&signal) && !load::is_source(path) {
        return Failed::Message(format!("the compiled program crashed ({status})\n{}", load::blame(path)));
    }
    if CRASHES.contains(&signal) {
        return Failed::Error(Bug::new("compiled program", format!("it crashed ({status})")).into());
    }
    let reason = if signal == KILL { "; the system does so when memory runs out" } else { "" };
    out::tell(format_args!("error: the program was killed ({status}){reason}"));
    Failed::Shown(u8::try_from(128 + signal).unwrap_or(INTERNAL))
}

/// Prints the results in text form, the components of a tuple one a line.
fn print_text(leaves: &[Value], entry: &Signature) -> Result<(), Failed> {
    let mut parts = Vec::new();
    let mut rest = leaves;
    for component in entry.result.components() {
        let (own, others) = rest.split_at(component.leaves().len().min(rest.len()));
        parts.push((component, own));
        rest = others;
    }
    print(&parts, |(ty, leaves), out| {
        match (ty, leaves) {
            // Large arrays are printed without a copy of their text.
            (EntryType::Flat(_), [value]) => write_text(value, out)?,
            _ => out.write_all(print_structured(ty, leaves).as_bytes())?,
        }
        out.write_all(b"\n")
    })
}

type StandardOutput = BufWriter<io::StdoutLock<'static>>;

fn print<T>(items: &[T], write: impl Fn(&T, &mut StandardOutput) -> io::Result<()>) -> Result<(), Failed> {
    let mut out = BufWriter::new(io::stdout().lock());
    match items.iter().try_for_each(|item| write(item, &mut out)).and_then(|()| out.flush()) {
        // A reader that closes the pipe early is not a failure.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failed::Message(format!("cannot print the results: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}

/// Writes each result to its file. If one cannot be written, no file is replaced.
fn save(results: &[Value], paths: &[PathBuf]) -> Result<(), Failed> {
    let files = results.iter().zip(paths);
    let prepared = files.map(|(value, path)| files::prepare(path, |out| write_npy(value, out)));
    files::keep_all(prepared.collect::<Result<_, _>>()?)
}
