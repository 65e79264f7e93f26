//! How the compiler's time grows with the program: `cargo run --release --example compile_time -- 1000 20000` compiles
//! programs of so many lines to C and prints the time of each pass, and by how much the last program's time per line is
//! more than the first one's.

use base::SourceMap;
use driver::{Language, Level, Module, Observer, Settings, compile_source, run_to};
use std::error::Error;
use std::time::{Duration, Instant};

/// Twenty lines for one number: helpers that later code calls, loops, traversals, updates, records, higher-order code.
const PART: &str = "
type point_N = {x: f64, y: f64}

def scale_N (factor: f64) (p: point_N) : point_N =
  {x = factor * p.x, y = factor * p.y}

def smooth_N [n] (xs: [n]f64) (rounds: i64) : [n]f64 =
  loop ys = xs for i < rounds do
    let left = rotate (-1) ys
    let right = rotate 1 ys
    in map3 (\\a b c -> (a + 2 * b + c) / 4 + f64.i64 i) left ys right

def count_N [n] (keys: [n]i64) (weights: [n]f64) : [16]f64 =
  reduce_by_index (replicate 16 0) (+) 0 (map (% 16) keys) weights

entry run_N [n] (xs: [n]f64) (keys: [n]i64) : ([n]f64, [16]f64, f64) =
  let points = map2 (\\x k -> scale_N 2 {x, y = f64.i64 k}) (smooth_N xs 3) keys
  let kept = filter (> 0.5) (map (.x) points)
  let changed = loop a = copy xs for i < n do a with [i] = if a[i] > 0 then f64.sqrt a[i] else f64.i64 (length kept)
  in (map2 (+) changed (map (.y) points), count_N keys xs, f64.sum kept)
";

/// A program of about so many lines.
fn program(lines: usize) -> String {
    let per_part = PART.lines().count();
    (0..lines.div_ceil(per_part)).map(|at| PART.replace("_N", &format!("_{at}"))).collect()
}

#[derive(Default)]
struct Watch {
    started: Option<Instant>,
    times: Vec<(String, Duration)>,
}

impl Observer for Watch {
    fn before(&mut self, _pass: &str) {
        self.started = Some(Instant::now());
    }

    fn after(&mut self, pass: &str, _module: &Module) {
        let time = self.started.map_or(Duration::ZERO, |started| started.elapsed());
        self.times.push((pass.to_owned(), time));
    }
}

/// The time of each step.
fn measure(lines: usize) -> Result<Vec<(String, Duration)>, String> {
    let text = program(lines);
    let mut sources = SourceMap::default();
    let file = sources.add("program.fut", text);
    let mut watch = Watch::default();
    let start = Instant::now();
    let front = compile_source(Language::Futhark, &mut sources, file).map_err(|error| format!("{error:?}"))?;
    watch.after_step("front end", start);
    let settings = Settings { verify: false };
    let module = run_to(front.module, Level::Imp, settings, &mut watch).map_err(|error| format!("{error:?}"))?;
    let start = Instant::now();
    if let Module::Imp(program) = &module {
        let c = back::c::write_program(program, &sources);
        watch.after_step("write C", start);
        eprintln!("{lines} lines become {} lines of C; at most {} MB were in use", c.lines().count(), peak_megabytes());
    }
    Ok(watch.times)
}

impl Watch {
    fn after_step(&mut self, step: &str, start: Instant) {
        self.times.push((step.to_owned(), start.elapsed()));
    }
}

/// The most memory that the process has held, where the system tells.
fn peak_megabytes() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?");
    let kilobytes = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    kilobytes.map_or("?".to_owned(), |kilobytes| (kilobytes / 1024).to_string())
}

fn run(lines: Vec<usize>) -> Result<(), String> {
    let tables = lines.iter().map(|lines| measure(*lines)).collect::<Result<Vec<_>, _>>()?;
    let Some(last) = tables.last() else { return Err("no sizes are given".into()) };
    let growth = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => *last as f64 / *first as f64,
        _ => 1.0,
    };
    let heads: String = lines.iter().map(|lines| format!("{lines:>10}")).collect();
    println!("{:<18}{heads}  ms for so many lines; the last per line", "");
    let totals = |table: &Vec<(String, Duration)>| table.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>();
    for (at, (step, _)) in last.iter().enumerate() {
        let times: Vec<f64> =
            tables.iter().map(|table| table.get(at).map_or(0.0, |(_, time)| time.as_secs_f64())).collect();
        println!("{}", row(step, &times, growth));
    }
    let times: Vec<f64> = tables.iter().map(totals).collect();
    println!("{}", row("all", &times, growth));
    Ok(())
}

fn row(step: &str, times: &[f64], growth: f64) -> String {
    let cells: String = times.iter().map(|time| format!("{:>10.1}", time * 1e3)).collect();
    let ratio = match times {
        [first, .., last] => last / first / growth,
        _ => 1.0,
    };
    format!("{step:<18}{cells}  x {ratio:.1}")
}

fn main() -> Result<(), Box<dyn Error>> {
    let lines = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<Vec<usize>, _>>()?;
    let worker = std::thread::Builder::new().stack_size(512 << 20).spawn(move || run(lines))?;
    worker.join().map_err(|_| "the compiler panicked")??;
    Ok(())
}
