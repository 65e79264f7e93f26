//! The command line: checks many generated programs, makes those that show a fault smaller, and prints them.

use clap::Parser;
use fuzz::check::{check, compiled, evaluated, first_bad_pass, quiet_panics};
use fuzz::shrink::shrink;
use fuzz::{Fault, Program, generate};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Checks that every evaluator and compiled C agree on random programs.
#[derive(Parser)]
#[command(name = "rista-fuzz")]
struct Arguments {
    /// The programs, as FIRST..END
    #[arg(long, value_parser = seeds, default_value = "0..1000")]
    seeds: Range<u64>,
    /// Print the program of the first seed and its inputs, and stop
    #[arg(long)]
    print: bool,
    /// Leave C out
    #[arg(long)]
    no_c: bool,
    /// Compile with the address and undefined-behaviour sanitizers
    #[arg(long)]
    sanitize: bool,
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
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (first, end) = text.split_once("..").ok_or("a range like 0..100 is needed")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    Ok(number(first)?..number(end)?)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.print {
        print(&generate(arguments.seeds.start));
        return ExitCode::SUCCESS;
    }
    quiet_panics();
    let found = Mutex::new(BTreeMap::<String, usize>::new());
    let next = Mutex::new(arguments.seeds.start);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                while let Some(group) = take(&next, &arguments) {
                    check_group(group, &arguments, &found);
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{} programs", arguments.seeds.end.saturating_sub(arguments.seeds.start));
    found.iter().for_each(|(kind, count)| println!("{count:>6}  {kind}"));
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The next seeds to work on.
fn take(next: &Mutex<u64>, arguments: &Arguments) -> Option<Range<u64>> {
    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
    let first = *next;
    *next = first.saturating_add(arguments.group).min(arguments.seeds.end);
    (first < arguments.seeds.end).then_some(first..*next)
}

fn check_group(seeds: Range<u64>, arguments: &Arguments, found: &Mutex<BTreeMap<String, usize>>) {
    let (mut good, mut prepared) = (Vec::new(), Vec::new());
    for seed in seeds {
        match evaluated(&generate(seed)) {
            Ok(program) => {
                good.push(seed);
                prepared.push(program);
            }
            Err(fault) => report(seed, &fault, arguments, found),
        }
    }
    if arguments.no_c {
        return;
    }
    for (seed, verdict) in good.into_iter().zip(compiled(&prepared, arguments.sanitize)) {
        if let Err(fault) = verdict {
            report(seed, &fault, arguments, found);
        }
    }
}

/// Counts the fault, and prints the smallest program that shows it if it is among the first of its kind.
fn report(seed: u64, fault: &Fault, arguments: &Arguments, found: &Mutex<BTreeMap<String, usize>>) {
    let count = {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        let count = found.entry(fault.kind.clone()).or_default();
        *count += 1;
        *count
    };
    println!("seed {seed}: {}: {}", fault.kind, fault.detail.lines().next().unwrap_or_default());
    if count > arguments.shrink {
        return;
    }
    let with_c = fault.kind.ends_with(" c") || fault.kind.starts_with("C ");
    let trials = if with_c { arguments.trials / 10 } else { arguments.trials };
    let same = |program: &Program| {
        check(program, with_c, arguments.sanitize).err().is_some_and(|other| other.kind == fault.kind)
    };
    let small = shrink(&generate(seed), trials, same);
    let fault = check(&small, with_c, arguments.sanitize).err().unwrap_or_else(|| fault.clone());
    let bad = first_bad_pass(&small).ok().flatten().map(|pass| format!("\nfirst bad pass: {pass}"));
    let about = format!("seed {seed}: {}: {}{}", fault.kind, fault.detail, bad.unwrap_or_default());
    let comment: String = about.lines().map(|line| format!("-- {line}\n")).collect();
    let inputs: String = small.inputs.iter().map(|input| format!("-- input: {}\n", shown(input))).collect();
    println!("----\n{comment}{inputs}{small}----");
    if let Some(folder) = &arguments.keep {
        let name: String = fault.kind.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let path = folder.join(format!("generated-{name}-{seed}.fut"));
        if let Err(error) = std::fs::write(&path, format!("{comment}{inputs}{small}")) {
            eprintln!("cannot write {}: {error}", path.display());
        }
    }
}

fn shown(input: &[value::Value]) -> String {
    input.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn print(program: &Program) {
    print!("{program}");
    program.inputs.iter().for_each(|input| println!("-- input: {}", shown(input)));
}
