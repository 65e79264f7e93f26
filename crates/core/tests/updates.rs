//! Removal of copies where an array may be overwritten.

use crate::common::good;
use rista_core::def::{ExprKind, Prim, Program};
use rista_core::updates::in_place;
use rista_core::walk::for_each_expr;
use rista_core::{uniqueness, verify};

/// Returns the number of copies in the bodies of the definitions, in order, once needless ones are removed.
fn copies(text: &str) -> Vec<usize> {
    let program = in_place(good(text));
    assert_eq!(verify::problems(&program), Vec::<String>::new());
    assert!(uniqueness::check(&program, &|_| true).is_empty());
    counts(&program)
}

fn counts(program: &Program) -> Vec<usize> {
    let count = |body| {
        let mut found = 0;
        for_each_expr(body, &mut |expr| found += usize::from(matches!(expr.kind, ExprKind::Prim(Prim::Copy, _))));
        found
    };
    program.defs.values().map(|def| count(&def.body)).collect()
}

#[test]
fn the_last_use_of_a_new_array_needs_no_copy() {
    let used = |rest: &str| {
        copies(&format!(
            "def main accelerated (n : i64) : []i64 =
               let a : []i64 = iota(n, 0, 1) let b : []i64 = copy(a) with [0] = 7 in {rest}"
        ))
    };
    assert_eq!(used("b"), [0]);
    assert_eq!(used("concat(a, b)"), [1]);
}

#[test]
fn arguments_of_accelerated_definitions_are_copied_once() {
    assert_eq!(
        copies(
            "def main accelerated (a : []i64) (n : i64) : []i64 =
               loop x : []i64 = a for i < n do loop y : []i64 = x for j < i do copy(y) with [j] = i"
        ),
        [1]
    );
}

#[test]
fn states_that_are_used_again_are_copied() {
    let in_loop = |body: &str| {
        copies(&format!(
            "def main accelerated (n : i64) : ([]i64, []i64) =
               loop (x : []i64, y : []i64) = (iota(n, 0, 1), iota(n, 1, 1)) for i < n do {body}"
        ))
    };
    assert_eq!(in_loop("((copy(x) with [i] = 1), y)"), [0]);
    assert_eq!(in_loop("(y, (copy(x) with [i] = 1))"), [0]);
    assert_eq!(in_loop("(x, (copy(x) with [i] = 1))"), [1]);
    assert_eq!(in_loop("(y, (copy(y) with [i] = x[i]))"), [1]);
}

#[test]
fn callers_copy_what_they_need() {
    let program =
        "def put (a : []i64) (i : i64) (n : i64) : []i64 = if i < n then @put((copy(a) with [i] = n), i + 1, n) else a
         def main accelerated (n : i64) (given : []i64) : ([]i64, []i64, []i64) =
           let a : []i64 = iota(n, 0, 1)
           let b : []i64 = @put(a, 0, n)
           let c : []i64 = iota(n, 0, 1)
           in (b, concat(c, @put(c, 1, n)), @put(given, 2, n))";
    assert_eq!(copies(program), [0, 2]);
}

#[test]
fn elements_that_a_function_gets_are_copied() {
    assert_eq!(
        copies("def main accelerated (m : [][]i64) : [][]i64 = map(\\(r : []i64) -> copy(r) with [0] = 1, m)"),
        [1]
    );
}
