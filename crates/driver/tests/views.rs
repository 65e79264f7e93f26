//! Tests that selecting elements costs nothing where the elements are used (NOVA, §5). With a gather, a slice or a
//! range before it, a program has the same allocations, copies, loops and launches as without. This is tested on IMP,
//! for one thread and for devices.

use base::SourceMap;
use rista_driver::{Language, Level, Machine, Settings, compile_source, no_other_files, run_to};

/// Selections from `xs: [n]i32`, with `is: []i64` and `k: i64`.
const VIEWS: [&str; 13] = [
    "map (\\i -> xs[i]) is",
    "xs[3:n - 2]",
    "xs[1:n:3]",
    "xs[::-1]",
    "take k xs",
    "(split (xs :> [k + (n - k)]i32)).1",
    "reverse xs",
    "rotate k xs",
    "flatten (transpose (unflatten (xs :> [(n / 2) * 2]i32)))",
    "map i32.i64 (0..3..<n)",
    "map i32.i64 (iota n)",
    "replicate n (i32.i64 k)",
    "map (\\i -> (reverse (rotate k xs)[::2])[i]) is",
];

/// Uses of a selection `ys`, with the types of their results.
const USES: [(&str, &str); 7] = [
    ("[]i32", "map (\\y -> y * 2 + 1) ys"),
    ("i32", "reduce_comm (\\y z -> y * z + y + z) 0 ys"),
    ("i32", "reduce (\\y z -> if z > 7 then z else y) 0 ys"),
    ("[]i32", "scan (+) 0 ys"),
    ("[]i32", "filter (> 0) ys"),
    ("[]i32", "scatter (replicate n 0) (map i64.i32 ys) ys"),
    ("[]i32", "hist (+) 0 10 (map (\\y -> i64.i32 (y % 10)) ys) ys"),
];

/// Selections of rows from `xss: [n][m]i32`, with `k: i64`.
const VIEWS_OF_ROWS: [&str; 6] = [
    "xss[::2]",
    "reverse xss",
    "map (\\xs -> xs[::2] :> [(m + 1) / 2]i32) xss",
    "map (rotate k) xss",
    "transpose xss",
    "reverse (transpose xss)",
];

/// A gather of rows. On devices, one version checks all indices first, in an additional launch, and there is another
/// version with the same allocations.
const GATHER_OF_ROWS: &str = "map (\\i -> xss[i]) is";

/// Uses of a selection `yss`, with the types of their results.
const USES_OF_ROWS: [(&str, &str); 3] = [
    ("[][]i32", "map (map (* 2)) yss"),
    ("[]i32", "map (reduce (+) 0) yss"),
    ("i32", "reduce (+) 0 (map (reduce i32.max 0) yss)"),
];

/// The statements of IMP that take memory or time.
const WORK: [&str; 9] = ["alloc", "copy", "for", "while", "kernel", "threads", "launch", "atomic", "call"];

/// Returns how often each kind of statement occurs in the program.
fn work(source: &str, machine: Machine) -> [usize; WORK.len()] {
    let settings = Settings { verify: true, machine, ..Settings::default() };
    let mut sources = SourceMap::default();
    let file = sources.add("main.fut", source);
    let front = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files);
    let module = front.unwrap_or_else(|_| panic!("a wrong program: {source}")).module;
    let text = run_to(module, Level::Imp, settings, &mut ()).expect("a program that can be lowered").print();
    let is = |line: &str, word: &str| {
        line.trim_start().starts_with(&format!("{word} ")) || line.contains(&format!("<- {word} "))
    };
    WORK.map(|word| text.lines().filter(|line| is(line, word)).count())
}

/// Checks that the use of a view has no more work, of the first `kinds` kinds, than the same use of the array itself.
fn check(array: &str, view: &str, (result, used): (&str, &str), machine: Machine, kinds: usize) {
    let name = if array.contains("[m]") { "yss" } else { "ys" };
    let main = |view: &str| {
        format!(
            "def main [n] [m] {array} (_: [m]i64) (is: []i64) (k: i64) : {result} =
               let {name} = {view} in {used}"
        )
    };
    let (found, plain) = (work(&main(view), machine), work(&main(&name.replace('y', "x")), machine));
    let is_less = found.iter().zip(plain).take(kinds).all(|(found, plain)| *found <= plain);
    assert!(is_less, "{}\n{WORK:?}\n{found:?} where there were {plain:?}", main(view));
}

#[test]
fn views_of_arrays_only_change_indices() {
    for machine in [Machine::Thread, Machine::Device] {
        for view in VIEWS {
            USES.into_iter().for_each(|used| check("(xs: [n]i32)", view, used, machine, WORK.len()));
        }
    }
}

/// The loops that go through rows depend on how rows lie in memory.
#[test]
fn views_of_rows_need_no_memory() {
    let check = |view, machine| {
        USES_OF_ROWS.into_iter().for_each(|used| check("(xss: [n][m]i32)", view, used, machine, 2));
    };
    for machine in [Machine::Thread, Machine::Device] {
        VIEWS_OF_ROWS.into_iter().for_each(|view| check(view, machine));
    }
    check(GATHER_OF_ROWS, Machine::Thread);
}
