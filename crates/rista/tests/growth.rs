//! Tests that the tables of docs/reference/overhead.md equal the output of `rista dev --stats`: the operations for
//! sizes and assertions, and the array operations that remain. `BLESS=1 cargo test -p rista --test system growth`
//! rewrites both tables. The programs, the reasons and the expert's numbers are in `tests/growth/sizes.txt` and
//! `tests/growth/expert.txt`, which are edited by hand.

use crate::pages::{read, root};
use serde_json::Value;
use std::process::Command;

const PAGE: &str = "docs/reference/overhead.md";

#[test]
fn tables_are_as_measured() {
    let path = root().join(PAGE);
    let page = read(&path);
    let mut now = page.clone();
    for (name, table) in [("sizes", sizes_table()), ("arrays", arrays_table())] {
        let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let (before, rest) = now.split_once(&start).unwrap_or_else(|| panic!("{PAGE} has no {start}"));
        let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{PAGE} has no {end}"));
        now = format!("{before}{start}\n{table}\n{end}{after}");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let lines = now.lines().filter(|line| !page.lines().any(|other| other == *line));
    let lines: Vec<&str> = lines.collect();
    assert!(page == now, "{PAGE} is not true any more; BLESS=1 writes it anew:\n{}", lines.join("\n"));
}

#[test]
fn what_is_spent_on_sizes_is_constant_or_explained() {
    for [program, _, _, _, reason] in rows("tests/growth/sizes.txt") {
        let constant = report(&program, "sizes", &[])["constant"] == true;
        assert!(constant || !reason.is_empty(), "{program} is not O(1), and tests/growth/sizes.txt does not say why");
        assert!(!constant || reason.is_empty(), "{program} is O(1): tests/growth/sizes.txt explains what is not so");
    }
}

#[test]
fn colours_are_for_terminals_and_json_is_json() {
    let text = rista(&["dev", "tests/growth/matrix_product.fut", "--stats", "sizes"]);
    assert!(text.contains("\nO(1): "), "{text}");
    let text = rista(&["dev", "tests/futhark/loops/failures.fut", "--stats", "sizes"]);
    assert!(text.contains("\nNot O(1): ") && text.contains("failures.fut:46:82-89: "), "{text}");
    let output = run(&["dev", "bench/dot.fut", "--stats", "sizes", "--to", "core"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(run(&["dev", "bench/dot.fut", "--json"]).status.code(), Some(2));
    let arrays = report("bench/dot.fut", "arrays", &["--eval", "dot", "[1, 2, 3]", "[4, 5, 6]"]);
    assert_eq!((&arrays["operations"], &arrays["total"]["reductions"]), (&1.into(), &1.into()));
    assert_eq!(arrays["evaluated"]["program"]["elements"], 3);
    assert_eq!(arrays["evaluated"]["program"]["scalars"], 6);
    assert_eq!(arrays["evaluated"]["overhead"]["assertions"], 1);
}

#[test]
fn memory_is_counted_after_each_pass() {
    let memory = report("bench/dot.fut", "memory", &["--eval", "dot", "[1, 2, 3]", "[4, 5, 6]"]);
    assert_eq!(memory["total"], serde_json::json!({"allocations": 0, "copies": 0, "elided": 0}));
    let passes = memory["evaluated"]["passes"].as_array().unwrap();
    assert_eq!(passes.first().unwrap()["pass"], "lower-to-funmem");
    assert!(passes.iter().all(|pass| pass["allocated_bytes"] == 0));
    assert_eq!(run(&["dev", "bench/dot.fut", "--stats", "memory", "--to", "fun"]).status.code(), Some(2));
}

/// Returns a table with a row for each program: its static numbers by depth, and the share of sizes and assertions at
/// two sizes.
fn sizes_table() -> String {
    let mut table =
        "| program | scalar operations by depth: for sizes and assertions, of all | left inside | executed scalar operations: for sizes and assertions, of all |\n".to_owned();
    table += "|---|---|---|---|\n";
    for [program, entry, small, large, reason] in rows("tests/growth/sizes.txt") {
        let report = report(&program, "sizes", &[]);
        let left = if report["constant"] == true { "O(1)" } else { reason.as_str() };
        let shares: Vec<String> = [small, large].iter().map(|args| share(&program, &entry, args)).collect();
        let depths = by_depth(&report, &entry);
        table += &format!("| `{program}`, `{entry}` | {depths} | {left} | {} |\n", shares.join("; "));
    }
    table
}

/// Returns the numbers for the function of an entry point, at each depth with scalar operations.
fn by_depth(report: &Value, entry: &str) -> String {
    let functions = report["functions"].as_array().unwrap();
    let depths = functions.iter().filter(|function| function["name"] == entry);
    let depths = depths.flat_map(|function| function["depths"].as_array().unwrap()).enumerate();
    let used = depths.filter(|(_, at)| at["scalars"] != 0);
    let shown = used.map(|(depth, at)| format!("{depth}: {} of {}", at["overhead"], at["scalars"]));
    shown.collect::<Vec<_>>().join(", ")
}

/// Returns the share of sizes and assertions in the scalar operations of an evaluation.
fn share(program: &str, entry: &str, args: &str) -> String {
    let mut options = vec!["--eval", entry];
    options.extend(args.split_whitespace());
    let report = report(program, "sizes", &options);
    let of = |whose: &str| report["evaluated"][whose]["scalars"].as_u64().unwrap();
    let (overhead, all) = (of("overhead"), of("overhead") + of("program"));
    let percent = 100.0 * overhead as f64 / all as f64;
    format!("`{args}`: {overhead} of {all} ({percent:.2} %)")
}

/// Returns a table with a row for each program: Rista's numbers beside the expert's.
fn arrays_table() -> String {
    let mut table =
        "| program | array operations | by hand | intermediate arrays | by hand | hand-written code |\n".to_owned();
    table += "|---|---|---|---|---|---|\n";
    let (mut ours, mut theirs) = ([0; 2], [0; 2]);
    for [program, operations, intermediates, way] in rows("tests/growth/expert.txt") {
        let report = report(&program, "arrays", &[]);
        let own = [&report["operations"], &report["total"]["intermediates"]].map(|count| count.as_u64().unwrap());
        let expert = [operations, intermediates].map(|count| count.parse::<u64>().unwrap());
        for at in 0..2 {
            assert!(own[at] >= expert[at], "{program} does better than the expert: revise tests/growth/expert.txt");
            ours[at] += own[at];
            theirs[at] += expert[at];
        }
        table += &format!("| `{program}` | {} | {} | {} | {} | {way} |\n", own[0], expert[0], own[1], expert[1]);
    }
    table + &format!("| all | {} | {} | {} | {} | |\n", ours[0], theirs[0], ours[1], theirs[1])
}

/// Returns the rows of a file of the form `A | B | ..`.
fn rows<const N: usize>(path: &str) -> Vec<[String; N]> {
    let text = read(&root().join(path));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |line: &str| -> [String; N] {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("{path}: {N} columns are expected: {cells:?}"))
    };
    lines.map(row).collect()
}

fn report(program: &str, report: &str, options: &[&str]) -> Value {
    let arguments = [&["dev", program, "--stats", report, "--json"], options].concat();
    serde_json::from_str(&rista(&arguments)).unwrap()
}

fn rista(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "rista {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn run(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_rista")).current_dir(root()).args(arguments).output().unwrap()
}
