//! The benchmark of `bench/`. Each program is compiled to a C library, and the same program is written by hand in C.
//! Both are compiled by the same C compiler with the same flags and timed in turns in one process. `bench/README.md`
//! says what is measured.
//!
//! `cargo run --release -p rista --example bench -- [--only NAME]... [--without PASS]... [--threads NUMBER] [--thrust]
//! [--json] [--cpu-time] [--keep FOLDER]`

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/machine.rs"]
mod machine;
mod threads;

use back::c::{FLAGS, LibraryOptions, write_library};
use base::SourceMap;
use clap::Parser;
use common::{describe, run_deep};
use driver::{Language, Level, Module, Pass, PassSet, Settings, compile_source, find_pass, no_other_files, run_to};
use machine::processor;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use tempfile::TempDir;

/// The programs, in the order in which they run. The source of `nova_NAME` is `nova/NAME.nova`, of any other
/// `NAME.fut`.
const PROGRAMS: [&str; 27] = [
    "asum",
    "dot",
    "saxpy",
    "black_scholes",
    "histogram",
    "kmeans",
    "matmul",
    "stencil",
    "quicksort",
    "quicksort_flat",
    "needleman_wunsch",
    "lu",
    "hotspot",
    "lattice_boltzmann",
    "option_paths",
    "local_volatility",
    "neighbours",
    "nova_bbox",
    "nova_dot",
    "nova_norm",
    "nova_gridred",
    "nova_sumstats",
    "nova_sumrows",
    "nova_wordcount",
    "nova_blackscholes",
    "nova_nbody",
    "nova_spmv",
];

/// The programs that `nova_thrust.cpp` has, too.
const OF_THRUST: [&str; 7] =
    ["nova_bbox", "nova_dot", "nova_norm", "nova_gridred", "nova_sumstats", "nova_sumrows", "nova_wordcount"];

/// Files written by hand, besides the programs.
const HAND_WRITTEN: [&str; 9] = [
    "harness.c",
    "programs.c",
    "programs.h",
    "reference.c",
    "reference.h",
    "nova/nova_programs.h",
    "nova/nova_reference.c",
    "nova/nova_reference.h",
    "nova/nova_thrust.cpp",
];

/// Times the programs of bench/ against hand-written C.
#[derive(Parser)]
struct Arguments {
    /// Run only this program (may be repeated)
    #[arg(long, value_name = "NAME", value_parser = PROGRAMS)]
    only: Vec<String>,
    /// Run each program a second time, compiled without this pass (may be repeated)
    #[arg(long, value_name = "PASS", value_parser = optional_pass)]
    without: Vec<&'static Pass>,
    /// Compare Rista on this many threads with Rista on one, with C on as many (OpenMP), and with a copy of memory
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["without", "cpu_time"], value_parser = clap::value_parser!(u16).range(2..=64))]
    threads: Option<u16>,
    /// Compare with Thrust instead of hand-written C, on the NOVA programs that are among Thrust's examples
    #[arg(long)]
    thrust: bool,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Measure the processor time of the process instead of wall-clock time, for machines that are busy otherwise
    #[arg(long)]
    cpu_time: bool,
    /// Keep the C files and the harness in this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// The harness's measurements of a program. Times are in milliseconds; ratios are Rista/C.
struct Measured {
    program: String,
    size: String,
    c: f64,
    rista: f64,
    ratio: f64,
    quartiles: [f64; 2],
    /// Ratio of the shortest runs.
    best: f64,
    pairs: u32,
    difference: f64,
    /// Largest number of bytes of arrays at a time, without the inputs: that of C and that of Rista.
    peaks: [i64; 2],
}

fn optional_pass(name: &str) -> Result<&'static Pass, String> {
    find_pass(name)
        .filter(|pass| pass.is_optional())
        .ok_or_else(|| "there is no pass of this name that can be left out".into())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run_deep(move || run(&arguments))
}

/// Measures the programs. Those that do not compile are reported and left out.
fn run(arguments: &Arguments) -> Result<(), String> {
    let temporary = TempDir::with_prefix("rista-bench-").map_err(|error| error.to_string())?;
    let folder = arguments.keep.as_deref().unwrap_or(temporary.path());
    if let Some(threads) = arguments.threads {
        return threads::run(arguments, threads, folder);
    }
    let (measured, mut failed) = measure_all(arguments, PassSet::default(), folder)?;
    let mut runs = vec![measured];
    if !arguments.without.is_empty() {
        let without = arguments.without.iter().copied().collect();
        let (measured, also_failed) = measure_all(arguments, without, &folder.join("without"))?;
        runs.push(measured);
        failed.extend(also_failed);
    }
    match arguments.json {
        true => println!("{:#}", json(&runs, arguments)),
        false => print!("{}", table(&runs, arguments)),
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("not compiled: {}", failed.join(", "))) }
}

/// Compiles the selected programs without these passes and measures them. Returns the measurements, and the programs
/// that do not compile.
fn measure_all(
    arguments: &Arguments,
    without: PassSet,
    folder: &Path,
) -> Result<(Vec<Measured>, Vec<&'static str>), String> {
    let (ready, failed) = generate_all(arguments, Settings { without, ..Settings::default() }, folder)?;
    Ok((measure(&ready, folder, arguments)?, failed))
}

/// Compiles the selected programs to C, and copies the hand-written files beside them. Returns the programs that
/// compile, and those that do not.
fn generate_all(
    arguments: &Arguments,
    settings: Settings,
    folder: &Path,
) -> Result<(Vec<&'static str>, Vec<&'static str>), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in HAND_WRITTEN {
        let file = name.rsplit('/').next().unwrap_or(name);
        fs::copy(bench().join(name), folder.join(file)).map_err(|error| format!("{name}: {error}"))?;
    }
    let asked = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    let wanted = |name: &str| asked(name) && (!arguments.thrust || OF_THRUST.contains(&name));
    let (mut ready, mut failed) = (Vec::new(), Vec::new());
    for program in PROGRAMS.into_iter().filter(|name| wanted(name)) {
        match generate(program, settings, folder) {
            Ok(()) => ready.push(program),
            Err(message) => {
                eprintln!("{program}: {message}");
                failed.push(program);
            }
        }
    }
    Ok((ready, failed))
}

/// Returns the folder with the benchmark programs.
fn bench() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench")
}

/// Returns the program's file in `bench`, and its language.
fn source(program: &str) -> (String, Language) {
    match program.strip_prefix("nova_") {
        Some(name) => (format!("nova/{name}.nova"), Language::Nova),
        None => (format!("{program}.fut"), Language::Futhark),
    }
}

/// Compiles a program to `NAME.c` and `NAME.h`, with the prefix `fut_NAME`.
fn generate(program: &str, settings: Settings, folder: &Path) -> Result<(), String> {
    let (file, language) = source(program);
    let path = bench().join(&file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut sources = SourceMap::default();
    let file = sources.add(file, text);
    let module = compile_source(language, &mut sources, file, &mut no_other_files)
        .and_then(|front| run_to(front.module, Level::Imp, settings, &mut ()))
        .map_err(|error| describe(&sources, &error))?;
    let Module::Imp(imp) = module else { return Err("it did not come out as IMP".into()) };
    let library = write_library(&imp, &sources, &LibraryOptions { prefix: format!("fut_{program}") }, None);
    write(&folder.join(format!("{program}.h")), &library.header)?;
    write(&folder.join(format!("{program}.c")), &library.source)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Compiles all C files, each by itself, and runs the harness.
fn measure(programs: &[&str], folder: &Path, arguments: &Arguments) -> Result<Vec<Measured>, String> {
    let clock = if arguments.cpu_time { "CLOCK_PROCESS_CPUTIME_ID" } else { "CLOCK_MONOTONIC" };
    let mut objects = compile_suite("sequential", programs, folder, &["-DTHREADS=1"], arguments.thrust)?;
    objects.push(compile("harness", folder, &[format!("-DCLOCK={clock}")])?);
    let told = link_and_run(&objects, folder, &libraries(arguments))?;
    told.lines().map(|line| parse(line).ok_or_else(|| format!("the harness says {line:?}"))).collect()
}

/// Compiles the libraries, the hand-written C and its callers with these flags. Returns the object files.
fn compile_suite(
    name: &str,
    programs: &[&str],
    folder: &Path,
    flags: &[&str],
    thrust: bool,
) -> Result<Vec<String>, String> {
    let mut flags: Vec<String> = flags.iter().map(|&flag| flag.into()).collect();
    flags.push(format!("-DSUITE={name}"));
    flags.extend(programs.iter().map(|program| format!("-DRUN_{program}")));
    let files = programs.iter().copied().chain(["reference", "programs"]);
    let mut objects: Vec<String> = files.map(|file| compile(file, folder, &flags)).collect::<Result<_, _>>()?;
    objects.push(if thrust { compile_thrust(folder, &flags)? } else { compile("nova_reference", folder, &flags)? });
    Ok(objects)
}

/// Compiles the Thrust programs by `$CXX` or `c++`: for OpenMP if the flags ask for it, else for one thread. Returns
/// the object file.
fn compile_thrust(folder: &Path, flags: &[String]) -> Result<String, String> {
    let parallel = flags.iter().any(|flag| flag == "-fopenmp");
    let system = if parallel { "THRUST_DEVICE_SYSTEM_OMP" } else { "THRUST_DEVICE_SYSTEM_CPP" };
    let mut command = chosen("CXX", "c++")?;
    command.args(FLAGS.iter().filter(|flag| !flag.starts_with("-std="))).args(flags).arg("-std=c++17");
    command.arg(format!("-DTHRUST_DEVICE_SYSTEM={system}")).args(["-c", "nova_thrust.cpp"]);
    call(command.current_dir(folder))?;
    Ok("nova_thrust.o".into())
}

/// Returns the libraries that the harness is linked with.
fn libraries(arguments: &Arguments) -> Vec<&'static str> {
    if arguments.thrust { vec!["-lstdc++"] } else { Vec::new() }
}

/// Compiles a file and returns the object file.
fn compile(name: &str, folder: &Path, flags: &[String]) -> Result<String, String> {
    let mut command = compiler()?;
    command.args(FLAGS).args(flags).arg("-c").arg(format!("{name}.c"));
    call(command.current_dir(folder))?;
    Ok(format!("{name}.o"))
}

fn link_and_run(objects: &[String], folder: &Path, flags: &[&str]) -> Result<String, String> {
    let mut command = compiler()?;
    command.args(FLAGS).args(objects).args(flags).args(["-o", "harness", "-lm", "-pthread"]);
    call(command.current_dir(folder))?;
    let harness = folder.canonicalize().unwrap_or(folder.to_owned()).join("harness");
    // Waiting OpenMP threads would otherwise keep the processors busy while the other side is measured.
    call(Command::new(harness).env("GOMP_SPINCOUNT", "20000"))
}

/// Parses a line of the harness's output: see `bench/harness.c`.
fn parse(line: &str) -> Option<Measured> {
    let mut fields = line.split('\t');
    let (program, size) = (fields.next()?.into(), fields.next()?.into());
    let mut number = || fields.next()?.parse().ok();
    let (c, rista, ratio) = (number()?, number()?, number()?);
    let (quartiles, best) = ([number()?, number()?], number()?);
    let (pairs, difference) = (number()? as u32, number()?);
    let peaks = [number()? as i64, number()? as i64];
    Some(Measured { program, size, c, rista, ratio, quartiles, best, pairs, difference, peaks })
}

/// Returns the command `$CC`, with its arguments, or `cc`.
fn compiler() -> Result<Command, String> {
    chosen("CC", "cc")
}

/// Returns the command in an environment variable, with its arguments, or else the command `otherwise`.
fn chosen(variable: &str, otherwise: &str) -> Result<Command, String> {
    let chosen = std::env::var(variable).unwrap_or_default();
    let words =
        shlex::split(&chosen).ok_or_else(|| format!("the environment variable {variable} has an open quote"))?;
    let (program, arguments) = words.split_first().map_or((otherwise, &[][..]), |(first, rest)| (first.as_str(), rest));
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Runs a command and returns its output.
fn call(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Returns the first line that the C compiler prints about its version.
fn version() -> String {
    let told = compiler().and_then(|mut command| call(command.arg("--version"))).unwrap_or_default();
    told.lines().next().unwrap_or("unknown compiler").into()
}

/// Returns the name of the side that Rista is compared with.
fn other_side(arguments: &Arguments) -> &'static str {
    if arguments.thrust { "Thrust" } else { "C" }
}

fn clock_name(cpu_time: bool) -> &'static str {
    if cpu_time { "processor time" } else { "wall-clock time" }
}

/// Formats a table. `runs` are the measurements with all passes and, if asked for, those without some of them.
fn table(runs: &[Vec<Measured>], arguments: &Arguments) -> String {
    let clock = clock_name(arguments.cpu_time);
    let mut text = format!("{}; {}; {}; {clock}\n", processor(), version(), FLAGS.join(" "));
    for (at, run) in runs.iter().enumerate() {
        if at > 0 {
            text += &format!("\nWithout {}:\n", names(&arguments.without).join(", "));
        }
        let other = other_side(arguments);
        text += &format!(
            "\n| program | size | {other} ms | Rista ms | Rista/{other} | quartiles | best | pairs | {other} kB | Rista kB | Rista/{other} |\n"
        );
        text += "|---|---|--:|--:|--:|---|--:|--:|--:|--:|--:|\n";
        run.iter().for_each(|one| text += &line(one));
    }
    text
}

fn line(one: &Measured) -> String {
    let ([low, high], [c, rista]) = (one.quartiles, one.peaks);
    let times = format!(
        "{:.2} | {:.2} | {:.2} | {low:.2}–{high:.2} | {:.2} | {}",
        one.c, one.rista, one.ratio, one.best, one.pairs
    );
    let ratio = if c == 0 { "".into() } else { format!("{:.2}", rista as f64 / c as f64) };
    format!(
        "| {} | {} | {times} | {:.1} | {:.1} | {ratio} |\n",
        one.program,
        one.size,
        c as f64 / 1e3,
        rista as f64 / 1e3
    )
}

fn names(passes: &[&Pass]) -> Vec<&'static str> {
    passes.iter().map(|pass| pass.name).collect()
}

fn json(runs: &[Vec<Measured>], arguments: &Arguments) -> serde_json::Value {
    let program = |one: &Measured| {
        serde_json::json!({
            "program": one.program, "size": one.size, "c_ms": one.c, "rista_ms": one.rista, "ratio": one.ratio,
            "quartiles": one.quartiles, "best": one.best, "pairs": one.pairs, "difference": one.difference,
            "c_peak_bytes": one.peaks[0], "rista_peak_bytes": one.peaks[1],
        })
    };
    let programs = |run: &Vec<Measured>| run.iter().map(program).collect::<Vec<_>>();
    serde_json::json!({
        "processor": processor(), "compiler": version(), "flags": FLAGS, "clock": clock_name(arguments.cpu_time),
        "compared_with": other_side(arguments), "programs": runs.first().map(programs), "without": names(&arguments.without),
        "programs_without": runs.get(1).map(programs),
    })
}
