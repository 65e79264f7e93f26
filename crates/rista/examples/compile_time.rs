//! How long the compiler takes, phase by phase, from source to C, and how much memory: generated programs of 1,000 to
//! 20,000 lines, each compiled several times in this process.
//!
//! `cargo run --release -p rista --example compile_time -- [--lines N]... [--passes]`

use back::c::write_program;
use base::SourceMap;
use clap::Parser;
use driver::render::{Colour, diagnostic};
use driver::{Language, Level, Module, Observer, Settings, compile_source, no_other_files, run_to};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The compiler walks deep programs recursively; this is stack enough for it.
const STACK: usize = 512 << 20;

/// Each size is compiled this often; the table shows the fastest.
const REPEATS: usize = 5;

/// Times the compiler on generated programs.
#[derive(Parser)]
struct Arguments {
    /// Compile a program of this many lines (may be repeated; ascending, for the memory column is the peak so far)
    #[arg(long, value_name = "N", default_values_t = [1_000, 2_000, 5_000, 10_000, 20_000])]
    lines: Vec<usize>,
    /// Print the time of each pass too
    #[arg(long)]
    passes: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || table(&arguments));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(message))) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}

fn table(arguments: &Arguments) -> Result<(), String> {
    println!("| lines | source KB | C KB | front end ms | passes ms | C ms | total ms | peak MB |");
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for &lines in &arguments.lines {
        let source = program(lines);
        let mut runs = (0..REPEATS).map(|_| compile(&source)).collect::<Result<Vec<Compiled>, String>>()?;
        runs.sort_by_key(Compiled::total);
        let Some(best) = runs.first() else { continue };
        println!(
            "| {} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} | {:.1} | {} |",
            source.lines().count(),
            source.len() as f64 / 1e3,
            best.c_bytes as f64 / 1e3,
            milliseconds(best.front),
            milliseconds(best.passes.iter().map(|(_, time)| *time).sum()),
            milliseconds(best.write),
            milliseconds(best.total()),
            peak_memory().map_or("?".into(), |bytes| format!("{:.0}", bytes as f64 / 1e6)),
        );
        if arguments.passes {
            for (pass, time) in &best.passes {
                eprintln!("{:>10.1} ms  {pass}", milliseconds(*time));
            }
        }
    }
    Ok(())
}

/// One compilation.
struct Compiled {
    /// Reading, checking and lowering to CORE.
    front: Duration,
    passes: Vec<(String, Duration)>,
    write: Duration,
    c_bytes: usize,
}

impl Compiled {
    fn total(&self) -> Duration {
        self.front + self.passes.iter().map(|(_, time)| *time).sum::<Duration>() + self.write
    }
}

fn compile(source: &str) -> Result<Compiled, String> {
    let mut sources = SourceMap::default();
    let shown = |error: base::Error, sources: &SourceMap| match error {
        base::Error::User(list) => list.iter().map(|d| diagnostic(sources, d, Colour::Plain)).collect(),
        base::Error::Limitation(d) => diagnostic(sources, &d, Colour::Plain),
        base::Error::Bug(bug) => bug.to_string(),
    };
    let start = Instant::now();
    let file = sources.add("generated.fut", source);
    let front = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files)
        .map_err(|error| shown(error, &sources))?;
    let front_time = start.elapsed();
    let mut clock = Clock::default();
    let module =
        run_to(front.module, Level::Imp, Settings { verify: false }, &mut clock).map_err(|e| shown(e, &sources))?;
    let Module::Imp(imp) = module else { return Err("the program has no form for C".into()) };
    let start = Instant::now();
    let c = write_program(&imp, &sources);
    Ok(Compiled { front: front_time, passes: clock.passes, write: start.elapsed(), c_bytes: c.len() })
}

#[derive(Default)]
struct Clock {
    started: Option<Instant>,
    passes: Vec<(String, Duration)>,
}

impl Observer for Clock {
    fn before(&mut self, _pass: &str) {
        self.started = Some(Instant::now());
    }

    fn after(&mut self, pass: &str, _module: &Module) {
        let time = self.started.take().map_or(Duration::ZERO, |start| start.elapsed());
        self.passes.push((pass.into(), time));
    }
}

/// A program of about this many lines: families of the two kinds in turns.
fn program(lines: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    let kinds = [ARITHMETIC, RECORDS];
    for (number, family) in kinds.iter().cycle().enumerate() {
        if count >= lines {
            break;
        }
        count += family.lines().count();
        text.push_str(&family.replace('@', &number.to_string()));
    }
    text
}

/// Maps, reductions, scans, loops, updates in place, nested arrays and an entry point.
const ARITHMETIC: &str = "\
-- Family @.
def smooth@ [n] (xs: [n]f64) (k: f64) : [n]f64 =
  let ys = map (\\x -> x * k + @.5) xs
  let total = reduce (+) 0.0 ys
  let zs = map2 (\\x y -> if x > y then x - y else total) xs ys
  in scan (+) 0.0 zs
def product@ [n][m] (a: [n][m]f64) (v: [m]f64) : [n]f64 =
  map (\\row -> f64.sum (map2 (*) row v)) a
def collatz@ (n: i64) (x: i32) : i32 =
  loop acc = x for j < n do
    if acc % 2 == 0 then acc / 2 + i32.i64 j
    else acc * 3 + @
def add@ [n] (xs: *[n]i32) (v: i32) : *[n]i32 =
  let ys = loop xs for j < n do
    xs with [j] = xs[j] + v
  in ys
entry run@ [n][m] (a: [n][m]f64) (v: [m]f64) (c: i32) : ([n]f64, i32) =
  let r = smooth@ (product@ a v) (f64.i32 c)
  let q = add@ (replicate n c) (collatz@ n c)
  in (r, i32.sum q)
";
/// Records, rotations of a size that is a parameter, histograms, filters and updates in sequence.
const RECORDS: &str = "\
-- Records @.
type point@ = {x: f64, y: f64}
def scale@ (factor: f64) (p: point@) : point@ =
  {x = factor * p.x, y = factor * p.y}
def smooth@ [n] (xs: [n]f64) (rounds: i64) : [n]f64 =
  loop ys = xs for i < rounds do
    let left = rotate (-1) ys
    let right = rotate 1 ys
    in map3 (\\a b c -> (a + 2 * b + c) / 4 + f64.i64 i) left ys right
def count@ [n] (keys: [n]i64) (weights: [n]f64) : [16]f64 =
  reduce_by_index (replicate 16 0) (+) 0 (map (% 16) keys) weights
entry run@ [n] (xs: [n]f64) (keys: [n]i64) : ([n]f64, [16]f64, f64) =
  let points = map2 (\\x k -> scale@ 2 {x, y = f64.i64 k}) (smooth@ xs 3) keys
  let kept = filter (> 0.5) (map (.x) points)
  let changed = loop a = copy xs for i < n do a with [i] = if a[i] > 0 then f64.sqrt a[i] else f64.i64 (length kept)
  in (map2 (+) changed (map (.y) points), count@ keys xs, f64.sum kept)
";

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The most memory this process has had resident so far, in bytes, where the system tells (Linux).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
