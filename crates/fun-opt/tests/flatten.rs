//! Tests of flattening: the form of its results, and the code that it does not change. Its results on larger programs
//! are in `tests/passes`; other tests run all programs before and after it.

use crate::common::{Pass, after, count};
use fun::def::{Exp, Program};
use fun::{text, walk};
use rista_fun_opt::flatten::form::is_flat;
use rista_fun_opt::flatten::{flatten, flatten_all, flatten_regular};

/// Returns the program after `flatten_all`, with its form checked.
fn flat(source: &str) -> Program {
    flat_by(flatten_all, source)
}

/// Returns the program after `flatten_regular`, with its form checked.
fn flat_regular(source: &str) -> Program {
    flat_by(flatten_regular, source)
}

fn flat_by(pass: Pass, source: &str) -> Program {
    let program = after(source, &[pass]);
    assert!(is_flat(&program), "{}", text::print(&program));
    program
}

fn parallel(program: &Program) -> usize {
    count(program, |exp| exp.sequential() == Some(false))
}

fn sequential(program: &Program) -> usize {
    count(program, |exp| exp.sequential() == Some(true))
}

const ADD: &str = "(\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c))";

/// Returns a map over the rows of `[n][m]i64` with this body and result.
fn over_rows(body: &str, result: &str, ty: &str) -> String {
    format!(
        "fun f (n : i64) (m : i64) (k : i64) (xss : [n][m]i64) (is : [n]i64) -> (r : {ty}) =
           let (ys : {ty}) = map n (xss, is) (\\(xs : [m]i64) (i : i64) -> {body} in ({result}))
           in (ys)"
    )
}

#[test]
fn nests_in_other_bodies_are_not_flat() {
    let two = format!(
        "let (s : i64) = reduce m (x <- xs) {ADD} (0i64)
         let (t : i64) = reduce m (y <- xs) {ADD} (s)"
    );
    let source = over_rows(&two, "t", "[n]i64");
    assert!(!is_flat(&after(&source, &[])));
    let program = flat(&source);
    assert_eq!((parallel(&program), sequential(&program)), (4, 0));
    // One thread for each row.
    assert!(is_flat(&after(&source.replace("reduce m", "seq reduce m"), &[])));
}

#[test]
fn a_width_that_varies_is_irregular() {
    let body = format!("let (s : i64) = traverse i () (\\(j : i64) -> in (j)) reduce {ADD} (0i64)");
    let program = flat_regular(&over_rows(&body, "s", "[n]i64"));
    assert_eq!((parallel(&program), sequential(&program)), (1, 1));
    let program = flat(&over_rows(&body, "s", "[n]i64"));
    // The scan of the sizes and the offsets, two operations for the owners, the segmented scan and its last sums.
    assert_eq!((parallel(&program), sequential(&program)), (6, 0), "{}", text::print(&program));
}

#[test]
fn operators_of_the_element_stay_in_its_thread() {
    let mix = "(\\(a : i64) (b : i64) -> let (c : i64) = a * i let (d : i64) = c + b in (d))";
    let body = format!("let (s : i64) = traverse i () (\\(j : i64) -> in (j)) reduce {mix} (0i64)");
    let program = flat(&over_rows(&body, "s", "[n]i64"));
    assert_eq!((parallel(&program), sequential(&program)), (1, 1), "{}", text::print(&program));
}

#[test]
fn calls_that_need_each_other_are_not_joined() {
    let program = |second: &str| {
        format!(
            "fun g (k : i64) -> (r : i64) =
               let (small : bool) = k < 1i64
               let (r : i64) = if small then in (0i64) else
                 let (a : i64) = traverse k () (\\(j : i64) -> in (j)) reduce {ADD} (0i64)
                 let (l : i64) = k - 1i64
                 let (b : i64) = call g (l)
                 let (c : i64) = call g ({second})
                 let (d : i64) = b + c let (e : i64) = a + d in (e)
               in (r)
             fun f (n : i64) (is : [n]i64) -> (r : [n]i64) =
               let (ys : [n]i64) = map n (is) (\\(i : i64) -> let (s : i64) = call g (i) in (s))
               in (ys)"
        )
    };
    let calls = |source: String| {
        let program = flat(&source);
        let lifted = program.functions.values().filter(|function| function.name.as_str() == "g_lifted");
        let mut found = 0;
        lifted.for_each(|function| {
            walk::for_each_stm(&function.body, &mut |stm| found += usize::from(matches!(stm.exp, Exp::Call { .. })));
        });
        found
    };
    assert_eq!(calls(program("l")), 1);
    assert_eq!(calls(program("b")), 2);
}

#[test]
fn failures_of_elements_may_come_in_another_order() {
    let first = "let (fok : bool) = i < k let (first : cert) = assert fok \"wrong {}\" (i)\n";
    let second = "let (sok : bool) = i != k let (second : cert) = assert sok \"wrong {}\" (i)\n";
    let scan = format!("let (ys : [m]i64) = scan m (x <- xs) {ADD} (0i64)\n");
    let program = flat(&over_rows(&format!("{first}{scan}{second}"), "ys", "[n][m]i64"));
    assert_eq!((parallel(&program), sequential(&program)), (4, 0), "{}", text::print(&program));
}

#[test]
fn what_stands_between_two_assertions_stays_there() {
    let assert = |name: &str, op: &str| {
        format!("let ({name}ok : bool) = i {op} k let ({name} : cert) = assert {name}ok \"wrong {{}}\" (i)\n")
    };
    let scan = format!("let (ys : [m]i64) = scan m (x <- xs) {ADD} (0i64)\n");
    let twice = assert("first", "<") + &scan + &assert("second", "!=");
    let program = flat_regular(&over_rows(&twice, "ys", "[n][m]i64"));
    assert_eq!((parallel(&program), sequential(&program)), (1, 1), "{}", text::print(&program));
    let once = assert("first", "<") + &scan;
    let program = flat(&over_rows(&once, "ys", "[n][m]i64"));
    assert_eq!((parallel(&program), sequential(&program)), (3, 0), "{}", text::print(&program));
}

#[test]
fn loops_that_write_in_place_stay_in_the_map() {
    let source = |init: &str, step: &str| {
        let body = format!(
            "{init}
             let (zs : [m]i64) = loop (ys : [m]i64 = start) for j < k do
               {step}
               let (s : i64) = reduce m (y <- now) {ADD} (0i64)
               let (next : [m]i64) = map m (now) (\\(y : i64) -> let (z : i64) = y * s in (z))
               in (next)"
        );
        over_rows(&body, "zs", "[n][m]i64")
    };
    let of = |init: &str, step: &str| flat(&source(init, step));
    let (view, copy) = ("let (start : [m]i64) = xs", "let (start : [m]i64) = copy xs");
    let moved = of(view, "let (now : [m]i64) = ys");
    assert_eq!(sequential(&moved), 0, "{}", text::print(&moved));
    let failing = "let (ok : bool) = i < j let (c : cert) = assert ok \"no\" let (now : [m]i64) = ys";
    let moved = of(view, failing);
    assert_eq!(sequential(&moved), 0, "{}", text::print(&moved));
    let failing = flat_regular(&source(view, failing));
    assert_eq!((parallel(&failing), sequential(&failing)), (1, 2), "{}", text::print(&failing));
    let writing = of(copy, "let (now : [m]i64) = ys with [0] = i");
    assert_eq!((parallel(&writing), sequential(&writing)), (1, 2), "{}", text::print(&writing));
}

#[test]
fn loops_of_varying_turns_need_parallel_operations() {
    let of = |turns: &str, step: &str| {
        let body = format!("let (z : i64) = loop (y : i64 = i) for j < {turns} do {step} in (t)");
        flat(&over_rows(&body, "z", "[n]i64"))
    };
    let sum = format!("let (s : i64) = reduce m (x <- xs) {ADD} (0i64) let (t : i64) = s * y");
    let loops = |program: &Program| count(program, |exp| matches!(exp, Exp::Loop(_)));
    let scalar = of("i", "let (t : i64) = y * i");
    assert_eq!((parallel(&scalar), sequential(&scalar), loops(&scalar)), (1, 0, 1), "{}", text::print(&scalar));
    let uneven = of("i", &sum);
    assert_eq!((sequential(&uneven), loops(&uneven)), (0, 1), "{}", text::print(&uneven));
    // The filter of elements active at first, and in each iteration the map, the sums, the filters of elements still
    // active and done, and the last values.
    assert!(count(&uneven, |exp| matches!(exp, Exp::Filter(_))) == 3, "{}", text::print(&uneven));
    let mix = "(\\(a : i64) (b : i64) -> let (c : i64) = a * i let (d : i64) = c + b in (d))";
    // A loop stays sequential if something in it does.
    let kept = format!("let (t : i64) = traverse y () (\\(j : i64) -> in (j)) reduce {mix} (0i64)");
    let kept = of("i", &kept);
    assert_eq!((parallel(&kept), sequential(&kept), loops(&kept)), (1, 1, 1), "{}", text::print(&kept));
}

#[test]
fn makers_become_nests_where_the_map_is_split_and_they_are_only_read() {
    let scan = format!("let (zs : [m]i64) = scan m (x <- xs) {ADD} (0i64)\n");
    let of = |body: &str, result: &str| flat(&over_rows(body, result, "[n][m]i64"));
    let made = "let (ys : [m]i64) = replicate [m] i\n";
    let nests = |program: &Program| (parallel(program), count(program, |exp| matches!(exp, Exp::Replicate { .. })));
    assert_eq!(nests(&of(made, "ys")), (1, 1));
    let both = "let (us : [m]i64) = map m (zs, ys) (\\(z : i64) (y : i64) -> let (u : i64) = z * y in (u))";
    let split = of(&format!("{made}{scan}{both}"), "us");
    assert_eq!(nests(&split), (6, 0), "{}", text::print(&split));
    let written = of(&format!("{made}{scan}let (us : [m]i64) = ys with [0] = i"), "us");
    assert_eq!(nests(&written).1, 1, "{}", text::print(&written));
}

#[test]
fn index_arithmetic_is_repeated_and_work_is_stored() {
    let body = |scalar: &str| {
        format!(
            "{scalar}
             let (ys : [m]i64) = map m (xs) (\\(x : i64) -> let (y : i64) = x + t in (y))
             let (zs : [m]i64) = scan m (y <- ys) {ADD} (0i64)"
        )
    };
    let cheap = flat(&over_rows(&body("let (t : i64) = i * k"), "zs", "[n][m]i64"));
    assert_eq!(parallel(&cheap), 4);
    let dear = "let (u : f64) = convert f64 i let (v : f64) = sqrt u let (t : i64) = convert i64 v";
    let dear = flat(&over_rows(&body(dear), "zs", "[n][m]i64"));
    assert_eq!(parallel(&dear), 5, "{}", text::print(&dear));
}

#[test]
fn versions_have_thresholds_and_constants_decide_alone() {
    let sums = over_rows(&format!("let (s : i64) = reduce m (x <- xs) {ADD} (0i64)"), "s", "[n]i64");
    let versions = after(&sums, &[flatten]);
    assert_eq!(versions.thresholds().iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["f.flatten_0"]);
    assert!(is_flat(&versions));
    assert_eq!((parallel(&versions), sequential(&versions)), (3, 1));
    for (width, nested) in [(100, 0), (100_000, 1)] {
        let source = sums.replace("[n]", &format!("[{width}]")).replace("map n", &format!("map {width}"));
        let program = after(&source, &[flatten]);
        assert!(program.thresholds().is_empty() && is_flat(&program));
        assert_eq!(sequential(&program), nested);
    }
    // A nest of maps costs nothing, however deep it is.
    let maps = over_rows("let (ys : [m]i64) = map m (xs) (\\(x : i64) -> in (x))", "ys", "[n][m]i64");
    let maps = after(&maps, &[flatten]);
    assert_eq!((maps.thresholds().len(), parallel(&maps)), (0, 2));
}

#[test]
fn calls_that_need_one_another_by_index_arithmetic_stay_apart() {
    let source = "
fun tree (d : i64) (n : i64) (xs : [n]i64) -> (r : i64) =
  let (b : bool) = d <= 0
  let (r : i64) =
    if b
    then
      let (s : i64) = reduce n (xs) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
      in (s)
    else
      let (e : i64) = d - 1
      let (s : i64) = call tree (e, n, xs)
      in (s)
  in (r)
fun f (w : i64) (n : i64) (xs : [n]i64) -> (rs : [w]i64) =
  let (rs : [w]i64) =
    map w () (\\(i : i64) ->
      let (a : i64) = call tree (i, n, xs)
      let (m : i64) = a & 3
      let (b : i64) = call tree (m, n, xs)
      in (b))
  in (rs)
";
    let calls = count(&flat(source), |exp| matches!(exp, Exp::Call { .. }));
    assert_eq!(calls, 4, "one in the function, one in its lifted form, and two in what the map became");
    flat_by(flatten, source);
}

#[test]
fn calls_are_brought_together_only_if_both_can_leave_their_threads() {
    // The rows of the first call's argument vary in size, so it stays sequential; the second one's result must be
    // flattened.
    let source = "
fun tree (d : i64) (m : i64) (n : i64) (xs : [m][n]i64) -> (r : i64) (k : i64) (ys : [k]i64) =
  let (b : bool) = d <= 0
  let (r : i64) (k : i64) (ys : [k]i64) =
    if b
    then
      let (s : i64) = traverse n () (\\(i : i64) -> in (i)) reduce (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
      let (zs : [m]i64) = iota m
      in (s, m, zs)
    else
      let (e : i64) = d - 1
      let (square : [m][m]i64) = replicate [m, m] 1
      let (s : i64) (k1 : i64) (ys1 : [k1]i64) = call tree (e, m, m, square)
      let (column : [m][1]i64) = replicate [m, 1] 2
      let (t : i64) (k2 : i64) (ys2 : [k2]i64) = call tree (e, m, 1, column)
      let (u : i64) = s + t
      in (u, k2, ys2)
  in (r, k, ys)
";
    for pass in [flatten, flatten_all] {
        after(source, &[pass]);
    }
}

/// Returns nested loops in a map, each with a varying number of iterations. At every level, the array `t` that one
/// thread makes keeps the array `a` sequential, and `a` keeps the loop sequential.
fn deep_loops(depth: usize, level: usize) -> String {
    if level == depth {
        return format!("let (r{level} : i64) = traverse x{level} () (\\(i : i64) -> in (i)) reduce {ADD} (0i64)\n");
    }
    let next = level + 1;
    let inner = deep_loops(depth, next);
    format!(
        "let (t{next} : [x{level}]i64) = seq traverse x{level} () (\\(ti{next} : i64) -> in (ti{next}))
         let (a{next} : [x{level}]i64) = traverse x{level} () (\\(ai{next} : i64) -> in (ai{next}))
         let (u{next} : i64) = t{next}[0i64]
         let (y{next} : i64) = loop (x{next} : i64 = x{level}) for i{next} < x{level} do {inner} in (r{next})
         let (v{next} : i64) = a{next}[0i64]
         let (w{next} : i64) = y{next} + v{next}
         let (r{level} : i64) = w{next} + u{next}\n"
    )
}

#[test]
fn statements_inside_of_others_are_sorted_once() {
    // If each level were classified twice, this would take forever.
    let loops = deep_loops(40, 0);
    let source = format!(
        "fun f (n : i64) (xs : [n]i64) -> (r : [n]i64) =
           let (ys : [n]i64) = map n (xs) (\\(x0 : i64) -> {loops} in (r0))
           in (ys)"
    );
    assert!(parallel(&flat(&source)) > 0);
}

#[test]
fn arrays_of_many_parts_are_not_told_apart_for_each_element() {
    let branches = |parts: usize| {
        let names = vec!["zs"; parts].join(", ");
        let body = format!(
            "let (zs : [i]i64) = traverse i () (\\(j : i64) -> in (j))
             let (size : i64) = i * {parts}i64
             let (both : [size]i64) = concat ({names})
             let (s : i64) = reduce size (x <- both) {ADD} (0i64)"
        );
        count(&flat(&over_rows(&body, "s", "[n]i64")), |exp| matches!(exp, Exp::If { .. }))
    };
    assert!(branches(8) > 7);
    assert!(branches(400) < 8, "each part would be one more");
}
