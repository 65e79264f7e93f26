//! The command line: checks many generated programs, shrinks those that show a fault, and prints them.
//!
//! Each group of programs is checked by a process of its own, which is this command with `--worker`. A program that
//! exceeds its time limit keeps a thread busy. So the process ends after such a program, and another one takes the rest
//! of the group. A worker writes what the command writes for its seeds; its counts are added up.

use back::c::Device;
use clap::{Parser, ValueEnum};
use driver::{Language, Pass, find_pass};
use fuzz::check::{Compiling, check, compiled, evaluated, first_bad_pass, is_refusal};
use fuzz::constructs::Found as Constructs;
use fuzz::native;
use fuzz::passes::check_passes;
use fuzz::plant::Plant;
use fuzz::reach::Reach;
use fuzz::shrink::shrink;
use fuzz::{Changes, Fault, NovaType, Program, Typed, Verdict};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Checks that every evaluator and compiled C agree on random programs.
#[derive(Parser)]
#[command(name = "rista-fuzz")]
struct Arguments {
    /// The programs, as FIRST..END
    #[arg(long, value_parser = seeds, default_value = "0..1000", overrides_with = "seeds")]
    seeds: Range<u64>,
    /// Programs in NOVA; otherwise they are in Futhark
    #[arg(long)]
    nova: bool,
    /// Print the program of the first seed and its inputs, and stop
    #[arg(long)]
    print: bool,
    /// Print how many of the programs hold what passes work on, and the constructs that none of them has, and stop
    #[arg(long, conflicts_with = "nova")]
    reach: bool,
    /// Do not compile and run programs in C
    #[arg(long)]
    no_c: bool,
    /// Run kernels as well, on the first device or an emulated one (crates/back/tests/cuda/README.md)
    #[arg(long, conflicts_with = "no_c")]
    device: Option<Interface>,
    /// Check the passes of FUN one by one and in random order instead
    #[arg(long)]
    passes: bool,
    /// With --passes: how many random sequences of passes for each program
    #[arg(long, value_name = "COUNT", default_value_t = 4)]
    sequences: usize,
    /// Also run this pass at the end of its level's pipeline; may be given several times
    #[arg(long, value_name = "PASS", value_parser = pass, conflicts_with = "passes")]
    with: Vec<&'static Pass>,
    /// Plant this fault in kernels, to test whether it is found
    #[arg(long, conflicts_with = "passes")]
    plant: Option<Plant>,
    /// Compile with the address and undefined-behaviour sanitizers
    #[arg(long)]
    sanitize: bool,
    /// Compile with optimisation instead, by gcc and by clang, as far as they are installed
    #[arg(long, conflicts_with_all = ["no_c", "sanitize", "passes"])]
    optimise: bool,
    /// How many threads
    #[arg(short, long, default_value_t = 2)]
    jobs: u64,
    /// Programs in a C file
    #[arg(long, default_value_t = 16)]
    group: u64,
    /// How many programs to make smaller of those with the same kind of fault
    #[arg(long, default_value_t = 1)]
    shrink: usize,
    /// How many smaller programs to try for each
    #[arg(long, default_value_t = 2000)]
    trials: usize,
    /// Write the smallest programs to this folder, too
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Check the programs in this process
    #[arg(long, hide = true)]
    worker: bool,
    /// With --worker: a kind of fault of which enough programs have been made smaller
    #[arg(long, hide = true, value_name = "KIND")]
    known: Vec<String>,
}

/// Programming interface of a device.
#[derive(Clone, Copy, ValueEnum)]
enum Interface {
    Opencl,
    Cuda,
}

impl Arguments {
    fn changes(&self) -> Changes {
        Changes { with: self.with.clone(), plant: self.plant }
    }

    fn compiling(&self) -> Compiling {
        let device = self.device.map(|interface| match interface {
            Interface::Opencl => Device::OpenCl,
            Interface::Cuda => Device::Cuda,
        });
        Compiling { sanitize: self.sanitize, optimise: self.optimise, device }
    }
}

/// Text after the number of programs, in the line before the counts of faults.
const PROGRAMS: &str = " programs";
/// Number of seeds between two progress lines.
const PROGRESS: u64 = 1000;

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("a range like 0..100 is needed")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    Ok(number(first)?..number(end)?)
}

fn pass(name: &str) -> Result<&'static Pass, String> {
    find_pass(name).ok_or_else(|| format!("there is no pass `{name}`"))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.nova { run::<NovaType>(arguments) } else { run::<fuzz::program::Type>(arguments) }
}

/// Generates and checks the programs of all seeds, in parallel.
fn run<T: Typed>(arguments: Arguments) -> ExitCode {
    if arguments.print {
        print(&T::generate(arguments.seeds.start));
        return ExitCode::SUCCESS;
    }
    if arguments.optimise && !arguments.worker {
        native::optimised().1.iter().for_each(|compiler| eprintln!("{compiler} is not installed, and left out"));
    }
    if arguments.reach {
        return print_reach(arguments.seeds);
    }
    let found = Found::default();
    let checked = match arguments.worker {
        true => check_group::<T>(arguments.seeds.clone(), &arguments, &found),
        false => {
            check_in_workers(&arguments, &found);
            arguments.seeds.end.saturating_sub(arguments.seeds.start)
        }
    };
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{checked}{PROGRAMS}");
    found.iter().for_each(|(kind, count)| println!("{count:>6}  {kind}"));
    if found.keys().all(|kind| is_refusal::<T>(kind)) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_reach(seeds: Range<u64>) -> ExitCode {
    let mut reach = Reach::default();
    let mut found = Constructs::default();
    let mut add = |seed: u64| {
        let program = fuzz::generate(seed);
        // Some programs in NOVA have features that are not supported yet.
        let _ = found.add(&NovaType::generate(seed));
        found.add(&program).and_then(|()| reach.add(&program))
    };
    let rejected: Vec<u64> = seeds.filter(|seed| add(*seed).is_err()).collect();
    reach.counts().for_each(|(construct, count)| println!("{count:>6}  {construct}"));
    found.missing().into_iter().for_each(|(kind, name)| println!("{:>6}  {kind} {name}", 0));
    println!("rejected: {rejected:?}");
    if rejected.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the next seeds to work on.
fn take(next: &Mutex<u64>, arguments: &Arguments) -> Option<Range<u64>> {
    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
    let first = *next;
    *next = first.saturating_add(arguments.group).min(arguments.seeds.end);
    if *next / PROGRESS > first / PROGRESS {
        eprintln!("up to seed {next}");
    }
    (first < arguments.seeds.end).then_some(first..*next)
}

/// Checks the programs in groups, each in a process of its own.
fn check_in_workers(arguments: &Arguments, found: &Found) {
    let next = Mutex::new(arguments.seeds.start);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                while let Some(mut group) = take(&next, arguments) {
                    while !group.is_empty() {
                        group.start += work(&group, arguments, found);
                    }
                }
            });
        }
    });
}

/// Checks programs from the first of the group on, in a process of its own, and adds its faults to `found`. Returns how
/// many programs it has checked.
fn work(group: &Range<u64>, arguments: &Arguments, found: &Found) -> u64 {
    let is_enough = |(kind, count): (&String, &usize)| (*count >= arguments.shrink).then(|| format!("--known={kind}"));
    let known: Vec<String> = locked(found).iter().filter_map(is_enough).collect();
    let seeds = format!("--seeds={}..{}", group.start, group.end);
    let output = std::env::current_exe().and_then(|command| {
        let mut command = Command::new(command);
        command.args(std::env::args_os().skip(1)).args([&seeds, "--worker"]).args(known);
        command.stderr(Stdio::inherit()).output()
    });
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let counted = |line: &str| line.strip_suffix(PROGRAMS)?.parse::<u64>().ok().filter(|checked| *checked > 0);
    let end = text.lines().enumerate().filter_map(|(at, line)| Some((at, counted(line)?))).last();
    let about: String =
        text.lines().take(end.map_or(usize::MAX, |(at, _)| at)).map(|line| format!("{line}\n")).collect();
    print!("{about}");
    let Some((at, checked)) = end else {
        let kind = "ended process";
        println!("seeds {}..{}: {kind}", group.start, group.end);
        *locked(found).entry(kind.to_owned()).or_default() += 1;
        return group.end - group.start;
    };
    for line in text.lines().skip(at + 1) {
        if let Some((count, kind)) = line.trim_start().split_once("  ") {
            *locked(found).entry(kind.to_owned()).or_default() += count.parse().unwrap_or(0);
        }
    }
    checked
}

fn locked(found: &Found) -> MutexGuard<'_, BTreeMap<String, usize>> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks the programs of some seeds, up to the first that exceeds its time limit. The ones that the evaluators agree on
/// are compiled together. Returns how many it has checked.
fn check_group<T: Typed>(seeds: Range<u64>, arguments: &Arguments, found: &Found) -> u64 {
    let mut checked = 0;
    let (mut good, mut prepared) = (Vec::new(), Vec::new());
    for seed in seeds {
        checked += 1;
        let fault = match arguments.passes {
            true => check_sequences::<T>(seed, arguments, found).err(),
            false => match evaluated(&T::generate(seed), &arguments.changes()) {
                Ok(program) => {
                    good.push(seed);
                    prepared.push(program);
                    None
                }
                Err(fault) => {
                    report_level::<T>(seed, &fault, arguments, found);
                    Some(fault)
                }
            },
        };
        if fault.is_some_and(|fault| fault.is_time_out()) {
            break;
        }
    }
    if arguments.no_c || prepared.is_empty() {
        return checked;
    }
    for (seed, verdict) in good.into_iter().zip(compiled(&prepared, arguments.compiling())) {
        if let Err(fault) = verdict {
            report_level::<T>(seed, &fault, arguments, found);
        }
    }
    checked
}

/// Number of faults found, by kind.
type Found = Mutex<BTreeMap<String, usize>>;

/// Reports a disagreement of levels, with the first pass that shows it.
fn report_level<T: Typed>(seed: u64, fault: &Fault, arguments: &Arguments, found: &Found) {
    let with_c = fault.is_of_c();
    let trials = if with_c { arguments.trials / 10 } else { arguments.trials };
    let how = with_c.then(|| arguments.compiling());
    let again = |program: &Program<T>| check(program, &arguments.changes(), how);
    let first = |program: &Program<T>| {
        let pass = first_bad_pass(program, &arguments.with, fault).ok().flatten();
        pass.map(|pass| format!("first bad pass: {pass}"))
    };
    report(seed, fault, arguments, found, trials, again, first);
}

/// Checks passes on the program of a seed; reports faults.
fn check_sequences<T: Typed>(seed: u64, arguments: &Arguments, found: &Found) -> Verdict {
    check_passes(&T::generate(seed), seed, arguments.sequences).map_err(|(sequence, fault)| {
        let again = |program: &Program<T>| sequence.check(program);
        let shown = |_: &Program<T>| Some(format!("passes: {sequence}"));
        report(seed, &fault, arguments, found, arguments.trials, again, shown);
        fault
    })
}

/// Counts the fault, and prints the smallest program that shows it if it is among the first of its kind.
///
/// `check` returns whether a program shows the fault; `about` describes a program that does.
fn report<T: Typed>(
    seed: u64,
    fault: &Fault,
    arguments: &Arguments,
    found: &Found,
    trials: usize,
    check: impl Fn(&Program<T>) -> Verdict,
    about: impl Fn(&Program<T>) -> Option<String>,
) {
    let count = {
        let mut found = locked(found);
        let count = found.entry(fault.kind.clone()).or_default();
        *count += 1;
        *count
    };
    println!("seed {seed}: {}: {}", fault.kind, fault.detail.lines().next().unwrap_or_default());
    if count > arguments.shrink || arguments.known.contains(&fault.kind) || is_refusal::<T>(&fault.kind) {
        return;
    }
    let (mut small, mut fault, mut more) = (T::generate(seed), fault.clone(), None);
    if !fault.is_time_out() {
        let same = |program: &Program<T>| check(program).err().is_some_and(|other| other.kind == fault.kind);
        small = shrink(&small, trials, same);
        fault = check(&small).err().unwrap_or(fault);
        more = about(&small).map(|text| format!("\n{text}"));
    }
    let about = format!("seed {seed}: {}: {}{}", fault.kind, fault.detail, more.unwrap_or_default());
    let mark = comment_mark::<T>();
    let comment: String = about.lines().map(|line| format!("{mark} {line}\n")).collect();
    let inputs: String = small.inputs.iter().map(|input| format!("{mark} input: {input}\n")).collect();
    println!("----\n{comment}{inputs}{small}----");
    if let Some(folder) = &arguments.keep {
        let name: String = fault.kind.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let path = folder.join(format!("generated-{name}-{seed}.{}", T::LANGUAGE.extension()));
        if let Err(error) = std::fs::write(&path, format!("{comment}{inputs}{small}")) {
            eprintln!("cannot write {}: {error}", path.display());
        }
    }
}

/// Returns the start of a comment in the language.
fn comment_mark<T: Typed>() -> &'static str {
    match T::LANGUAGE {
        Language::Futhark | Language::MExpr => "--",
        Language::Nova => ";",
    }
}

fn print<T: Typed>(program: &Program<T>) {
    let mark = comment_mark::<T>();
    print!("{program}");
    program.inputs.iter().for_each(|input| println!("{mark} input: {input}"));
}
