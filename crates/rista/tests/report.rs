//! Tests of reports on runs: what accelerated expressions cost, and where they are.

use crate::run::{folder, rista, says, text};
use serde_json::Value;
use std::fs;

/// Two accelerated expressions over one tensor, one of them in a function that is called twice, and one over a sequence.
pub const PROGRAM: &str = "include \"common.mc\"
include \"string.mc\"
include \"seq.mc\"
let add = lam t. lam x. accelerate (loop 1000 (lam i. tensorLinearSetExn t i (addi x (tensorLinearGetExn t i))))
mexpr
let t = tensorCreateDense [1000] (lam. 1) in
add t 2;
add t 3;
let s = accelerate (reduce addi 0 (map (muli 2) (create 100 (lam i. i)))) in
printLn (join [int2string s, \" \", int2string (tensorLinearGetExn t 999)])
";

/// What the program prints.
pub const PRINTED: &str = "9900 6\n";

/// Returns the report in the last line of an output.
pub fn read(errors: &str) -> Value {
    let line = errors.lines().last().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

/// Writes a file to the folder where commands run.
pub fn write(name: &str, source: &str) {
    fs::write(folder().join(name), source).expect("the folder can be written");
}

#[test]
fn reports_name_places_classes_and_runs() {
    write("reported.mc", PROGRAM);
    for target in ["c", "multicore"] {
        let output = rista(&["run", "reported.mc", "--report", "--json", "--target", target], b"");
        assert!(output.status.success());
        assert_eq!(text(&output.stdout), PRINTED);
        let report = read(&text(&output.stderr));
        assert_eq!(report["target"], target);
        let of = |key: &str| report["expressions"].as_array().unwrap().iter().map(|item| item[key].clone()).collect();
        let [places, classes, runs]: [Vec<Value>; 3] = ["place", "class", "runs"].map(of);
        assert_eq!(places, ["reported.mc:4:25-112", "reported.mc:9:9-73"]);
        assert_eq!(classes, ["imperative", "functional"]);
        assert_eq!(runs, [2, 1]);
        let total = |item: &Value| item["time"]["total"].as_f64().unwrap();
        let parts: f64 = report["expressions"].as_array().unwrap().iter().map(total).sum();
        assert!(0.0 < parts && parts <= total(&report), "{report}");
        assert_eq!(report["launches"], 0);
    }
}

#[test]
fn reports_are_shown_also_of_runs_that_fail() {
    write("failing.mc", "let f = lam n. accelerate (reduce addi 0 (map (divi 1) (create n (lam i. i))))\nmexpr ()\n");
    let output = rista(&["run", "failing.mc", "--entry", "f", "--report", "5"], b"");
    let parts = ["division by zero", "report: target c\n", "failing.mc:1:16-78  functional     1 ", "whole run"];
    says(&output, 1, &parts);
}

#[test]
fn reports_are_of_compiled_runs_in_all_languages() {
    write("sum.fut", "def main (xs: []i64) = i64.sum xs\n");
    write("double.nova", "((x : int))\n(* x 2)\n");
    for (file, argument) in [("sum.fut", "[1, 2]"), ("double.nova", "3")] {
        let output = rista(&["run", file, "--report", argument], b"");
        assert!(output.status.success() && text(&output.stderr).contains("whole run"), "{}", text(&output.stderr));
    }
    let evaluated = rista(&["run", "sum.fut", "--report", "--target", "core", "[1]"], b"");
    says(&evaluated, 2, &["--report needs a compiled target"]);
    says(&rista(&["run", "sum.fut", "--json", "[1]"], b""), 2, &["--report"]);
}
