//! Measures the compiler's time, phase by phase, from source to C, and its memory. It compiles generated programs of
//! 1,000 to 20,000 lines, each several times in this process. The times are medians of processor time.
//!
//! `cargo run --release -p rista --example compile_time -- [--lines N]... [--program KIND] [--passes]`

mod common;

use back::c::write_program;
use base::SourceMap;
use clap::Parser;
use common::{describe, run_deep};
use cpu_time::ThreadTime;
use driver::{Language, Level, Module, Observer, Settings, compile_source, no_other_files, run_to};
use std::process::ExitCode;
use std::time::Duration;

/// Number of compilations of each size. The table shows the medians.
const REPEATS: usize = 9;

/// Times the compiler on generated programs.
#[derive(Parser)]
struct Arguments {
    /// Compile a program of this many lines (may be repeated; in ascending order, because the memory column is the peak
    /// so far)
    #[arg(long, value_name = "N", default_values_t = [1_000, 2_000, 5_000, 10_000, 20_000])]
    lines: Vec<usize>,
    /// The constructs of the program
    #[arg(long, value_enum, default_value_t = Kind::Arrays)]
    program: Kind,
    /// Print the time of each pass, too
    #[arg(long)]
    passes: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// Traversals, loops, records and entry points
    Arrays,
    /// Modules, module types, parametric modules and functions as values
    Modules,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run_deep(move || table(&arguments))
}

fn table(arguments: &Arguments) -> Result<(), String> {
    println!("| lines | source KB | C KB | front end ms | passes ms | C ms | total ms | peak MB |");
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for &lines in &arguments.lines {
        let source = program(lines, arguments.program);
        let mut runs = (0..REPEATS).map(|_| compile(&source)).collect::<Result<Vec<Compiled>, String>>()?;
        runs.sort_by_key(Compiled::total);
        let Some(median) = runs.get(runs.len() / 2) else { continue };
        println!(
            "| {} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} | {:.1} | {} |",
            source.lines().count(),
            source.len() as f64 / 1e3,
            median.c_bytes as f64 / 1e3,
            milliseconds(median.front),
            milliseconds(median.passes.iter().map(|(_, time)| *time).sum()),
            milliseconds(median.write),
            milliseconds(median.total()),
            peak_memory().map_or("?".into(), |bytes| format!("{:.0}", bytes as f64 / 1e6)),
        );
        if arguments.passes {
            for (pass, time) in &median.passes {
                eprintln!("{:>10.1} ms  {pass}", milliseconds(*time));
            }
        }
    }
    Ok(())
}

/// The times of one compilation.
struct Compiled {
    /// Time for reading, checking and lowering to CORE.
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
    let start = ThreadTime::now();
    let file = sources.add("generated.fut", source);
    let front = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files)
        .map_err(|error| describe(&sources, &error))?;
    let front_time = start.elapsed();
    let mut clock = Clock::default();
    let module = run_to(front.module, Level::Imp, Settings { verify: false, ..Settings::default() }, &mut clock)
        .map_err(|error| describe(&sources, &error))?;
    let Module::Imp(imp) = module else { return Err("the program cannot be compiled to C".into()) };
    let start = ThreadTime::now();
    let c = write_program(&imp, &sources, None);
    Ok(Compiled { front: front_time, passes: clock.passes, write: start.elapsed(), c_bytes: c.len() })
}

#[derive(Default)]
struct Clock {
    started: Option<ThreadTime>,
    passes: Vec<(String, Duration)>,
}

impl Observer for Clock {
    fn before(&mut self, _pass: &str, _module: &Module) {
        self.started = Some(ThreadTime::now());
    }

    fn after(&mut self, pass: &str, _module: &Module) {
        let time = self.started.take().map_or(Duration::ZERO, |start| start.elapsed());
        self.passes.push((pass.into(), time));
    }
}

/// Returns a program of about this many lines, in which families of definitions alternate.
fn program(lines: usize, kind: Kind) -> String {
    let (mut text, families) = match kind {
        Kind::Arrays => (String::new(), [ARITHMETIC, RECORDS]),
        Kind::Modules => (MODULE_TYPES.to_owned(), [PARAMETRIC, HIGHER_ORDER]),
    };
    let mut count = text.lines().count();
    for (number, family) in families.iter().cycle().enumerate() {
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

/// Module types that the parametric modules of all families use.
const MODULE_TYPES: &str = "\
module type monoid = {
  type t
  val zero : t
  val plus : t -> t -> t
}
module type container = {
  type elem
  type~ t
  val from [n] : [n]elem -> t
  val total : t -> elem
  val each : (elem -> elem) -> t -> t
}
";

/// Modules with abstract types, applied parametric modules, and modules inside modules.
const PARAMETRIC: &str = "\
-- Modules @.
module sum@ : monoid with t = f64 = {
  type t = f64
  def zero : t = 0
  def plus (a: t) (b: t) = a + b
}
module best@ : monoid with t = i32 = {
  type t = i32
  def zero : t = i32.lowest
  def plus = i32.max
}
module both@ (A: monoid) (B: monoid) : monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def zero : t = (A.zero, B.zero)
  def plus (a: t) (b: t) : t = (A.plus a.0 b.0, B.plus a.1 b.1)
}
module list@ (M: monoid) : container with elem = M.t = {
  type elem = M.t
  type~ t = []elem
  def from [n] (xs: [n]elem) : t = xs
  def total (xs: t) = reduce M.plus M.zero xs
  def each (f: elem -> elem) (xs: t) : t = map f xs
}
module pair@ = both@ sum@ best@
module pairs@ = list@ pair@
module numbers@ = {
  module inner = list@ sum@
  def mean [n] (xs: [n]f64) = inner.total (inner.from xs) / f64.i64 n
  def twice = inner.each (* 2)
}
entry modules@ [n] (xs: [n]f64) (ks: [n]i32) : (f64, i32, f64) =
  let (a, b) = pairs@.total (pairs@.each (\\(x, k) -> (x + @, k - 1)) (pairs@.from (zip xs ks)))
  in (a, b, numbers@.mean xs + numbers@.inner.total (numbers@.twice (numbers@.inner.from xs)))
";

/// Functions passed, composed, applied to some of their arguments, and kept in records.
const HIGHER_ORDER: &str = "\
-- Functions @.
type^ rule@ = {test: f64 -> bool, change: f64 -> f64}
def rule@ (limit: f64) (change: f64 -> f64) : rule@ =
  {test = (> limit), change}
def apply@ (r: rule@) (x: f64) =
  if r.test x then r.change x else x
def compose@ 'a 'b 'c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)
def twice@ 'a (f: a -> a) = compose@ f f
def fold@ 'a 'b [n] (f: b -> a -> b) (start: b) (xs: [n]a) : b =
  loop acc = start for x in xs do f acc x
def scaled@ (k: f64) = (* k) >-> (+ @) >-> f64.sqrt
def table@ [n] (f: i64 -> i64 -> f64) (size: [n]f64) : [n][n]f64 =
  tabulate_2d n n f
entry functions@ [n] (xs: [n]f64) (k: f64) : ([n]f64, f64, f64) =
  let halve = apply@ (rule@ 10 (/ 2))
  let step = twice@ (twice@ halve)
  let ys = map (scaled@ k >-> step) xs
  let add = \\a b -> a + b * k
  let sums = map f64.sum (table@ (\\i j -> f64.i64 (i * j) + k) ys)
  let count = fold@ (\\(c, m) y -> if y > m then (c + 1, y) else (c, m)) (0i32, 0) ys
  in (map2 add ys sums, fold@ add 0 ys, f64.i32 count.0 |> twice@ (+ 1) |> halve)
";

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the peak of this process's resident memory in bytes; `None` unless the system is Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
