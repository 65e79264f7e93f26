//! Tests that no pass increases the work of a program asymptotically. The programs in `tests/growth` are evaluated at
//! growing sizes before and after every pass of the default pipeline on FUN, and their work is counted
//! (`fun::eval::Work`). The first line of a program, `-- sizes: N` (or with `;`), gives the smallest size; its entry
//! point `main` takes the size. With `-- sizes: N, linear` the work must be linear after all passes, though it is more
//! as written.

use crate::common::on_large_stack;
use base::SourceMap;
use fun::eval::Counts;
use rista_driver::{
    Language, Level, Machine, Module, Settings, compile_source, find_pass, passes_between, run_pass, run_to,
};
use std::path::{Path, PathBuf};
use value::{Scalar, ScalarType, Value};

/// The work that a pass may add, whatever the size, for constants computed where they may not be needed.
const CONSTANT: u64 = 64;
/// The largest ratio of the work after a pass to the work before, in percent.
const FACTOR: u64 = 125;
/// The same ratio for the whole pipeline with flat operations, in percent. These distinguish segments by scans.
const FLAT_FACTOR: u64 = 2000;
/// The largest ratio of the growth after a pass to the growth before, when the size doubles, in percent. If terms of
/// lower order disappear, the rest grows faster than the sum; one order more would be 200.
const GROWTH: u64 = 130;
/// The largest ratio of the work at twice the size to the work at one size, for a program of linear work, in percent.
const LINEAR: u64 = 220;

#[test]
fn passes_increase_no_work_asymptotically() {
    on_large_stack(|| {
        let programs = programs();
        assert!(programs.len() >= 12, "only {} programs", programs.len());
        let problems: Vec<String> = programs.iter().flat_map(|path| check(path)).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    });
}

fn language(path: &Path) -> Option<Language> {
    Language::from_extension(path.extension()?.to_str()?)
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/growth");
    let files = std::fs::read_dir(folder).expect("tests/growth").map(|file| file.expect("a file").path());
    let mut programs: Vec<PathBuf> = files.filter(|path| language(path).is_some()).collect();
    programs.sort();
    programs
}

/// Flat operations cost a constant factor more.
#[test]
fn flattening_increases_no_work_asymptotically() {
    on_large_stack(|| {
        let problems: Vec<String> = programs().iter().flat_map(|path| check_flat(path)).collect();
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    });
}

fn check_flat(path: &Path) -> Option<String> {
    let Sample { name, text, sizes, .. } = read(path);
    let mut module = compile(path, text);
    let run = |module, pass| run_pass(pass, module, Settings::default(), &mut ());
    for pass in passes_between(Level::Fun, Level::Mem, Machine::Thread).into_iter().filter_map(find_pass) {
        if pass.to == Level::Fun {
            module = run(module, pass).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
    }
    let (before, results) = measure(&name, &module, sizes);
    for pass in ["flatten-all", "tidy"].into_iter().filter_map(find_pass) {
        module = run(module, pass).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    }
    let (after, now) = measure(&name, &module, sizes);
    assert!(now == results, "{name}: other results");
    let totals = [before, after].map(|counts| counts.map(|counts| counts.total()));
    let [before, after] = totals;
    compare_by(FLAT_FACTOR, before, after, true).err().map(|problem| format!("{name}: flat: {problem}"))
}

struct Sample {
    name: String,
    text: String,
    sizes: [i64; 3],
    /// Whether the work must be linear after all passes.
    linear: bool,
}

fn read(path: &Path) -> Sample {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let first = text.lines().next().unwrap_or_default().trim_start_matches(['-', ';']).trim();
    let (first, linear) = first.strip_suffix(", linear").map_or((first, false), |first| (first, true));
    let size = first.strip_prefix("sizes: ").and_then(|size| size.trim().parse::<i64>().ok());
    let size = size.unwrap_or_else(|| panic!("{name}: the first line is not `-- sizes: N`"));
    Sample { name, text, sizes: [size, 2 * size, 4 * size], linear }
}

/// Returns the faults of the program after each pass.
fn check(path: &Path) -> Vec<String> {
    let Sample { name, text, sizes, linear } = read(path);
    let mut module = compile(path, text);
    let (mut before, results) = measure(&name, &module, sizes);
    let mut problems = Vec::new();
    let at_fun = passes_between(Level::Fun, Level::Mem, Machine::Thread).into_iter().filter_map(find_pass);
    for (step, pass) in at_fun.filter(|pass| pass.to == Level::Fun).enumerate() {
        module =
            run_pass(pass, module, Settings::default(), &mut ()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let (after, now) = measure(&name, &module, sizes);
        assert!(now == results, "{name}: other results after {}", pass.name);
        let whats = ["all", "scalar operations", "reads", "writes", "elements", "assertions"];
        for (what, of) in whats.into_iter().zip(0..) {
            let [before, after] = [before, after].map(|counts| counts.map(|counts| kinds(counts)[of]));
            if let Err(problem) = compare(before, after, of == 0) {
                problems.push(format!("{name}: {what} after {} (number {}): {problem}", pass.name, step + 1));
            }
        }
        before = after;
    }
    let totals = before.map(|counts| counts.total());
    if linear && totals[2] * 100 > totals[1] * LINEAR {
        problems.push(format!("{name}: {totals:?} is not linear"));
    }
    problems
}

fn kinds(counts: Counts) -> [u64; 6] {
    [counts.total(), counts.scalars, counts.reads, counts.writes, counts.elements, counts.assertions]
}

/// Compares the work before and after. One kind of work may replace another, so growth is compared only for the sum of
/// all kinds.
fn compare(before: [u64; 3], after: [u64; 3], is_sum: bool) -> Result<(), String> {
    compare_by(if is_sum { FACTOR } else { 2 * FACTOR }, before, after, is_sum)
}

fn compare_by(factor: u64, before: [u64; 3], after: [u64; 3], is_sum: bool) -> Result<(), String> {
    let shown = format!("{before:?} became {after:?}");
    if before.iter().zip(after).any(|(&before, after)| after > before * factor / 100 + CONSTANT) {
        return Err(shown);
    }
    let grows = |[_, half, full]: [u64; 3]| full as f64 / (half.max(1) as f64);
    if is_sum && after[2] > CONSTANT && grows(after) * 100.0 > grows(before) * GROWTH as f64 {
        return Err(format!("{shown}, which grows faster"));
    }
    Ok(())
}

/// Returns the program as first lowered to FUN.
fn compile(path: &Path, text: String) -> Module {
    let mut sources = SourceMap::default();
    let shown = path.display().to_string();
    let file = sources.add(shown.clone(), text);
    let mut read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let language = language(path).unwrap_or_else(|| panic!("{shown} is of no language"));
    let front = compile_source(language, &mut sources, file, &mut read);
    let module = front.unwrap_or_else(|error| panic!("{shown}: {error:?}")).module;
    run_to(module, Level::Fun, Settings::default(), &mut ()).unwrap_or_else(|error| panic!("{shown}: {error:?}"))
}

/// Returns the program's work at each size, and its results.
fn measure(name: &str, module: &Module, sizes: [i64; 3]) -> ([Counts; 3], String) {
    let Module::Fun(program) = module else { panic!("{name} is not at FUN") };
    let none = Default::default();
    let mut results = String::new();
    let entries = module.entries();
    let leaves = entries.iter().find(|entry| entry.name == "main").map(|entry| entry.param_leaves());
    let size_type = leaves.and_then(|leaves| Some(leaves.first()?.elem)).unwrap_or(ScalarType::I64);
    let counts = sizes.map(|size| {
        let args = vec![Value::Scalar(Scalar::from_i128(size_type, size.into()))];
        let (result, work) = fun::eval::run_entry_metered(program, "main", args, Default::default(), &none);
        let result = result.unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        results.push_str(&format!("{result:?}\n"));
        work.of_program()
    });
    (counts, results)
}

#[test]
fn growth_is_noticed() {
    assert!(compare([100, 200, 400], [100, 200, 400], true).is_ok());
    assert!(compare([100, 200, 400], [110, 220, 440], true).is_ok());
    // Twice the work, and linear work that becomes quadratic, are faults.
    assert!(compare([1000, 2000, 4000], [2000, 4000, 8000], true).is_err());
    assert!(compare([1000, 2000, 4000], [250, 1000, 4000], true).is_err());
}

/// Results of wrong fusions: a sum recomputed for each row, and an update that copies.
#[test]
fn work_that_is_done_again_is_noticed() {
    let sum = "def sum (n: i64) = i64.sum (map (* 3) (iota n))\n";
    let set = "def set [n] (xs: *[n]i64) (i: i64) = xs with [i] = i\n";
    let pairs = [
        (sum, "let s = sum n in map (+ s) (iota n)", "map (\\i -> i + sum n) (iota n)"),
        (set, "loop xs = iota n for i < n do set xs i", "loop xs = iota n for i < n do set (copy xs) i"),
    ];
    for (definition, good, bad) in pairs {
        let [good, bad] = [good, bad].map(|body| {
            let text = format!("{definition}entry main (n: i64) : [n]i64 = {body}");
            let (counts, _) = measure(body, &compile(Path::new("work.fut"), text), [16, 32, 64]);
            counts.map(Counts::total)
        });
        assert!(compare(good, good, true).is_ok());
        assert!(compare(good, bad, true).is_err(), "{good:?} {bad:?}");
    }
}
