//! Tests every program of `tests/`, `examples/` and `bench/` with its cases, on every evaluator and as compiled C. As
//! multicore C, only programs whose compiled code is different for several threads.

use crate::records::{PARALLEL, Records, tests};

/// The variations are those of `rista test --matrix`: flattened, with memory expanded, with other thresholds, and
/// without the passes on FUNMEM, since places of arrays must be right without these passes.
#[test]
fn programs_pass_on_evaluators_in_all_variations() {
    let records = Records::of(&mut tests(&[
        "--target=core,fun,funmem,imp,tasks,kernels,c",
        "--matrix",
        "--verify",
        "tests",
        "examples",
        "bench",
    ]));
    for target in ["core", "fun", "funmem", "imp", "tasks", "kernels", "c"] {
        records.assert_passed(target, 500);
    }
    for added in ["flatten-all, expand", "flatten-all, expand-interleaved"] {
        records.assert_passed(&format!("imp ({added})"), 500);
    }
    for way in ["fun (flatten)", "funmem (flatten-all)", "funmem (as lowered)"] {
        records.assert_passed(way, 500);
    }
    for way in ["kernels (thresholds 0)", "kernels (thresholds 3)"] {
        records.assert_passed(way, 500);
    }
}

#[test]
fn programs_pass_on_all_processors() {
    let mut command = tests(&["--target=multicore", "examples", "bench"]);
    Records::of(command.args(PARALLEL)).assert_passed("multicore", 500);
}

/// In debug mode programs do the same, since their operators and loops keep what they promise.
#[test]
fn programs_pass_in_debug_mode() {
    Records::of(&mut tests(&["--target=core", "--debug", "tests/mexpr", "tests/nova"])).assert_passed("core", 500);
}
