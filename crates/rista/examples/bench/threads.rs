//! The benchmark on several threads. It times Rista on one thread, Rista and C on several threads, and a copy of
//! memory, in turns.

use crate::{
    Arguments, call, compile, compile_suite, generate_all, libraries, link_and_run, other_side, processor, version,
};
use back::c::FLAGS;
use driver::{Machine, Settings};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// The ratio of the times of two sides.
struct Ratio {
    median: f64,
    quartiles: [f64; 2],
    /// Ratio of the shortest runs.
    best: f64,
}

/// The harness's measurements of a program. Times are in milliseconds.
struct Program {
    name: String,
    size: String,
    one: f64,
    several: f64,
    c: f64,
    /// Time to copy as many bytes as the program reads and writes; 0 for programs that mostly compute.
    copy: f64,
    /// Time on one thread divided by the time on several.
    speedup: Ratio,
    /// Time of Rista divided by that of C, both on several threads.
    ratio: Ratio,
    /// Memory bandwidth of the program divided by that of a copy.
    bandwidth: Ratio,
    bytes: f64,
    rounds: u32,
    difference: f64,
    /// Largest number of bytes of arrays at a time, without the inputs: on one thread, and on several.
    peaks: [i64; 2],
    /// Estimated time of all tasks on all threads, in microseconds. `measured` is the time they took.
    estimated: f64,
    measured: f64,
}

/// A call on a small input: microseconds on one thread and on several, and the latter divided by the former.
struct Small {
    name: String,
    elements: u64,
    one: f64,
    several: f64,
    ratio: Ratio,
    rounds: u32,
}

/// All output of the harness. `copy` and `triad` are memory bandwidths in GB/s.
struct Told {
    copy: f64,
    triad: f64,
    programs: Vec<Program>,
    small: Vec<Small>,
}

/// Compiles and measures the selected programs.
pub fn run(arguments: &Arguments, threads: u16, folder: &Path) -> Result<(), String> {
    let number = format!("-DTHREADS={threads}");
    let (ready, failed) = generate_all(arguments, Settings::default(), folder)?;
    let one = suite("sequential", &ready, folder, &["-DTHREADS=1"], arguments.thrust)?;
    let machine = Settings { machine: Machine::Threads, ..Settings::default() };
    let (ready, also_failed) = generate_all(arguments, machine, &folder.join("several"))?;
    let several = suite("several", &ready, &folder.join("several"), &[&number, "-fopenmp"], arguments.thrust)?;
    let harness = compile("harness", folder, &[number, "-fopenmp".into()])?;
    let flags = [vec!["-fopenmp"], libraries(arguments)].concat();
    let told = link_and_run(&[one, format!("several/{several}"), harness], folder, &flags)?;
    let told = parse(&told)?;
    match arguments.json {
        true => println!("{:#}", json(&told, threads)),
        false => print!("{}", table(&told, threads, other_side(arguments))),
    }
    let failed = [failed, also_failed].concat();
    if failed.is_empty() { Ok(()) } else { Err(format!("not compiled: {}", failed.join(", "))) }
}

/// Links the suite to one object file that exports only the suite. Without this, functions of the two suites would have
/// the same names.
fn suite(name: &str, programs: &[&str], folder: &Path, flags: &[&str], thrust: bool) -> Result<String, String> {
    let objects = compile_suite(name, programs, folder, flags, thrust)?;
    let file = format!("{name}.suite.o");
    call(Command::new("ld").args(["-r", "-o", &file]).args(objects).current_dir(folder))?;
    call(Command::new("objcopy").arg(format!("--keep-global-symbol={name}")).arg(&file).current_dir(folder))?;
    Ok(file)
}

/// Parses the output of the harness: see `bench/harness.c`.
fn parse(told: &str) -> Result<Told, String> {
    let mut all = Told { copy: 0.0, triad: 0.0, programs: Vec::new(), small: Vec::new() };
    for line in told.lines() {
        let (kind, rest) = line.split_once('\t').unwrap_or((line, ""));
        let mut fields = Fields(rest.split('\t'));
        let understood = match kind {
            "memory" => fields.number().zip(fields.number()).map(|(copy, triad)| (all.copy, all.triad) = (copy, triad)),
            "program" => fields.program().map(|program| all.programs.push(program)),
            "small" => fields.small().map(|small| all.small.push(small)),
            _ => None,
        };
        understood.ok_or_else(|| format!("the harness says {line:?}"))?;
    }
    Ok(all)
}

struct Fields<'a>(std::str::Split<'a, char>);

impl Fields<'_> {
    fn text(&mut self) -> Option<String> {
        self.0.next().map(str::to_owned)
    }

    fn number(&mut self) -> Option<f64> {
        self.0.next()?.parse().ok()
    }

    fn ratio(&mut self) -> Option<Ratio> {
        Some(Ratio { median: self.number()?, quartiles: [self.number()?, self.number()?], best: self.number()? })
    }

    fn program(&mut self) -> Option<Program> {
        Some(Program {
            name: self.text()?,
            size: self.text()?,
            one: self.number()?,
            several: self.number()?,
            c: self.number()?,
            copy: self.number()?,
            speedup: self.ratio()?,
            ratio: self.ratio()?,
            bandwidth: self.ratio()?,
            bytes: self.number()?,
            rounds: self.number()? as u32,
            difference: self.number()?,
            peaks: [self.number()? as i64, self.number()? as i64],
            estimated: self.number()?,
            measured: self.number()?,
        })
    }

    fn small(&mut self) -> Option<Small> {
        Some(Small {
            name: self.text()?,
            elements: self.number()? as u64,
            one: self.number()?,
            several: self.number()?,
            ratio: self.ratio()?,
            rounds: self.number()? as u32,
        })
    }
}

fn table(told: &Told, threads: u16, other: &str) -> String {
    let mut text = format!(
        "{}; {}; {}; wall-clock time; {threads} threads; copy {:.1} GB/s, triad {:.1} GB/s\n\n",
        processor(),
        version(),
        FLAGS.join(" "),
        told.copy,
        told.triad
    );
    text += &format!(
        "| program | size | Rista, 1 thread ms | Rista ms | {other} ms | speed-up | quartiles | Rista/{other} | quartiles | best | GB/s | of a copy | rounds | kB, 1 thread | kB | estimated ms | took ms |\n"
    );
    text += "|---|---|--:|--:|--:|--:|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    told.programs.iter().for_each(|program| text += &line(program));
    text += "\n| program | elements | Rista, 1 thread µs | Rista µs | ratio | quartiles | best | rounds |\n";
    text += "|---|--:|--:|--:|--:|---|--:|--:|\n";
    for small in &told.small {
        let Small { name, elements, one, several, ratio, rounds } = small;
        text += &format!("| {name} | {elements} | {one:.2} | {several:.2} | {} | {rounds} |\n", with_best(ratio));
    }
    text
}

fn line(program: &Program) -> String {
    let bandwidth = match program.bytes > 0.0 {
        true => {
            format!("{:.1} | {:.0} %", program.bytes / program.several / 1e6, 100.0 * program.bandwidth.median)
        }
        false => " | ".into(),
    };
    let kilobytes = program.peaks.map(|peak| peak as f64 / 1e3);
    format!(
        "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {} | {} | {bandwidth} | {} | {:.1} | {:.1} | {:.2} | {:.2} |\n",
        program.name,
        program.size,
        program.one,
        program.several,
        program.c,
        program.speedup.median,
        quartiles(&program.speedup),
        with_best(&program.ratio),
        program.rounds,
        kilobytes[0],
        kilobytes[1],
        program.estimated / 1e3,
        program.measured / 1e3
    )
}

fn quartiles(ratio: &Ratio) -> String {
    let [low, high] = ratio.quartiles;
    format!("{low:.2}–{high:.2}")
}

fn with_best(ratio: &Ratio) -> String {
    format!("{:.2} | {} | {:.2}", ratio.median, quartiles(ratio), ratio.best)
}

fn json(told: &Told, threads: u16) -> Value {
    let ratio = |ratio: &Ratio| json!({"median": ratio.median, "quartiles": ratio.quartiles, "best": ratio.best});
    let program = |one: &Program| {
        json!({
            "program": one.name, "size": one.size, "one_thread_ms": one.one, "rista_ms": one.several, "c_ms": one.c,
            "copy_ms": one.copy, "speedup": ratio(&one.speedup), "ratio": ratio(&one.ratio),
            "share_of_copy": ratio(&one.bandwidth), "bytes": one.bytes, "rounds": one.rounds, "difference": one.difference,
            "one_thread_peak_bytes": one.peaks[0], "rista_peak_bytes": one.peaks[1],
            "estimated_us": one.estimated, "measured_us": one.measured,
        })
    };
    let small = |one: &Small| {
        json!({
            "program": one.name, "elements": one.elements, "one_thread_us": one.one, "rista_us": one.several,
            "ratio": ratio(&one.ratio), "rounds": one.rounds,
        })
    };
    json!({
        "processor": processor(), "compiler": version(), "flags": FLAGS, "clock": "wall-clock time", "threads": threads,
        "copy_gb_s": told.copy, "triad_gb_s": told.triad,
        "programs": told.programs.iter().map(program).collect::<Vec<_>>(),
        "small": told.small.iter().map(small).collect::<Vec<_>>(),
    })
}
