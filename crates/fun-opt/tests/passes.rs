//! Tests of each pass on small programs: the remaining operations, and that the result verifies. Other tests run whole
//! programs on all levels to show that passes keep their meaning.

use crate::common::{Pass, after, any, count, is_assert, is_call, is_traverse, statements};
use base::FileId;
use fun::def::{Exp, Program};
use fun::{text, walk};
use value::entry::{EntryResult, EntryType, OpaqueForm};

const SQUARES: &str = "
fun sumsq (n : i64) (xs : [n]f32) -> (r : f32) =
  let (ys : [n]f32) = map n (xs) (\\(x : f32) -> let (y : f32) = x * x in (y))
  let (s : f32) = reduce n (ys) (\\(a : f32) (b : f32) -> let (c : f32) = a + b in (c)) (0.0f32)
  in (s)
";

#[test]
fn a_map_joins_the_reduction_of_its_results() {
    let program = after(SQUARES, &[rista_fun_opt::fuse::fuse]);
    assert_eq!(count(&program, is_traverse), 1, "{}", text::print(&program));
}

#[test]
fn a_map_whose_results_are_used_elsewhere_too_still_yields_them() {
    let source = "
fun f (n : i64) (xs : [n]f32) -> (r : f32) (*zs : [n]f32) =
  let (ys : [n]f32) = map n (xs) (\\(x : f32) -> let (y : f32) = x * x in (y))
  let (s : f32) = reduce n (ys) (\\(a : f32) (b : f32) -> let (c : f32) = a + b in (c)) (0.0f32)
  in (s, ys)
";
    assert_eq!(count(&after(source, &[rista_fun_opt::fuse::fuse]), is_traverse), 1);
}

/// Returns the program with a map of `xs` and a sum of its results, with statements between them; the sum adds `more`.
fn with_between(between: &str, more: &str) -> Program {
    let source = format!(
        "
fun f (n : i64) (*xs : [n]i64) (k : i64) -> (r : i64) =
  let (ys : [n]i64) = map n (xs) (\\(x : i64) -> let (y : i64) = x * x in (y))
  {between}
  let (s : i64) =
    traverse n (ys) (\\(y : i64) -> let (z : i64) = y + {more} in (z))
      reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)
  in (s)
"
    );
    after(&source, &[rista_fun_opt::fuse::fuse])
}

#[test]
fn nothing_moves_past_an_update_of_what_it_reads() {
    let update = "let (zs : [n]i64) = xs with [0] = 7i64 let (z : i64) = zs[0]";
    assert_eq!(count(&with_between(update, "z"), is_traverse), 2, "neither may pass the update");
    assert_eq!(count(&with_between(update, "k"), is_traverse), 1, "the sum can stand before it");
}

#[test]
fn what_is_used_between_stays_between() {
    let read = "let (z : i64) = ys[0]";
    assert_eq!(count(&with_between(read, "z"), is_traverse), 2, "a path from the map to the sum");
    assert_eq!(count(&with_between(read, "k"), is_traverse), 1);
}

#[test]
fn what_an_operation_overwrites_is_read_before_it() {
    for read in ["xs", "vs"] {
        let source = format!(
            "
fun f (n : i64) (*xs : [n]i64) (is : [n]i64) -> (*zs : [n]i64) =
  let (vs : [n]i64) = xs[0 : n]
  let (ys : [n]i64) = map n (is) (\\(i : i64) -> let (y : i64) = {read}[i] in (y))
  let (zs : [n]i64) = scatter n (is, ys) (\\(i : i64) (y : i64) -> in (i, y)) into 1 (xs)
  in (zs)
"
        );
        assert_eq!(count(&after(&source, &[rista_fun_opt::fuse::fuse]), is_traverse), 1, "{read}");
    }
}

#[test]
fn equal_rows_are_the_row_unless_it_is_overwritten() {
    for (then, expected) in [("", 0), ("let (zs : [m]i64) = row with [0] = 9i64", 1)] {
        let source = format!(
            "
fun f (n : i64) (m : i64) (*row : [m]i64) -> (*r : [n]i64) =
  let (rows : [n][m]i64) = replicate [n] row
  {then}
  let (r : [n]i64) = map n (rows) (\\(x : [m]i64) -> let (y : i64) = x[0] in (y))
  in (r)
"
        );
        let program = after(&source, &[rista_fun_opt::simplify::simplify, rista_fun_opt::dead::dead_code]);
        let replicates = |exp: &Exp| matches!(exp, Exp::Replicate { .. });
        assert_eq!(count(&program, replicates), expected, "{}", text::print(&program));
    }
}

#[test]
fn parts_of_a_concatenation_are_copied_once_unless_they_change_or_it_stays() {
    let kept = "let (zs : [b]i64) = concat (ys, xs)";
    let changed = "let (zs : [n]i64) = xs with [0] = 9i64";
    for (then, expected) in [("", 1), (kept, 3), (changed, 2)] {
        let source = format!(
            "
fun f (n : i64) (*xs : [n]i64) -> (b : i64) (r : [b]i64) (t : i64) =
  let (a : i64) = n + n
  let (ys : [a]i64) = concat (xs, xs)
  let (b : i64) = a + n
  let (r : [b]i64) = concat (ys, xs)
  {then}
  let (t : i64) = {read}
  in (b, r, t)
",
            read = if then.is_empty() { "n + n" } else { "zs[0]" }
        );
        let program = after(&source, &[rista_fun_opt::simplify::simplify, rista_fun_opt::dead::dead_code]);
        let concats = |exp: &Exp| matches!(exp, Exp::Concat(_));
        assert_eq!(count(&program, concats), expected, "{}", text::print(&program));
    }
}

#[test]
fn a_size_is_not_negative_where_its_array_is() {
    let source = "
fun f (n : i64) (c : bool) -> (a : bool) (b : bool) =
  let (a : bool) =
    if c
    then
      let (is : [n]i64) = iota n
      let (low : bool) = n < 0
      in (low)
    else
      let (low : bool) = n < 0
      in (low)
  let (b : bool) = n < 0
  in (a, b)
";
    let program = after(source, &[rista_fun_opt::prove::prove]);
    assert_eq!(count(&program, |exp| matches!(exp, Exp::Cmp(..))), 2, "{}", text::print(&program));
}

#[test]
fn a_comparison_made_early_is_known_where_a_branch_knows_it() {
    let source = "
fun f (n : i64) (i : i64) (xs : [n]i64) -> (r : i64) =
  let (low : bool) = 0 <= i
  let (high : bool) = i < n
  let (empty : bool) = n <= i
  let (inside : bool) = low & high
  let (r : i64) =
    if inside
    then
      let (fine : bool) = empty | low
      let (one : cert) = assert fine \"one\"
      let (two : cert) = assert high \"two\"
      let (x : i64) = <one, two> xs[i]
      in (x)
    else
      let (three : cert) = assert high \"three\"
      in (0)
  in (r)
";
    let passes: &[Pass] =
        &[rista_fun_opt::prove::prove, rista_fun_opt::simplify::simplify, rista_fun_opt::prove::prove];
    let program = after(source, &[passes, &[rista_fun_opt::simplify::simplify]].concat());
    assert_eq!(count(&program, is_assert), 1, "{}", text::print(&program));
}

#[test]
fn the_least_constant_takes_part_in_no_proof() {
    let source = "
fun f (n : i64) -> (r : bool) =
  let (r : bool) = n == -9223372036854775808i64
  in (r)
";
    assert_eq!(count(&after(source, &[rista_fun_opt::prove::prove]), |exp| matches!(exp, Exp::Cmp(..))), 1);
}

#[test]
fn a_slice_that_is_fine_in_a_round_stays_in_its_loop() {
    for (rounds, outside) in [("n", 1), ("3", 2)] {
        let source = format!(
            "
fun f (n : i64) (xs : [n]i64) -> (r : i64) =
  let (s : i64) =
    loop (s : i64 = 0) for i < {rounds} do
      let (k : i64) = n - 1
      let (ys : [k]i64) = xs[1 : k]
      let (y : i64) = ys[i]
      let (t : i64) = s + y
      in (t)
  in (s)
"
        );
        let program = after(&source, &[rista_fun_opt::hoist::hoist]);
        assert_eq!(statements(&program), outside + 1, "{}", text::print(&program));
    }
}

#[test]
fn unused_code_goes_but_assertions_stay() {
    let source = "
fun f (n : i64) -> (r : i64) =
  let (a : i64) = n + 1
  let (b : [n]i64) = iota n
  let (c : bool) = n < 5
  let (d : cert) = assert c \"n is {}\" (n)
  in (n)
";
    let program = after(source, &[rista_fun_opt::dead::dead_code]);
    assert_eq!(count(&program, is_assert), 1);
    assert_eq!(count(&program, any), 2, "{}", text::print(&program));
}

#[test]
fn unused_results_of_a_map_go() {
    let source = "
fun f (n : i64) (xs : [n]i64) -> (*r : [n]i64) =
  let (a : [n]i64) (b : [n]i64) =
    map n (xs) (\\(x : i64) -> let (y : i64) = x + 1 let (z : i64) = x * 2 in (y, z))
  in (a)
";
    let program = after(source, &[rista_fun_opt::dead::dead_code]);
    assert_eq!(count(&program, any), 2, "{}", text::print(&program));
}

#[test]
fn equal_scalars_are_computed_once_and_arrays_are_not_shared() {
    let source = "
fun f (n : i64) -> (*r : [n]i64) (*q : [n]i64) (s : i64) =
  let (a : i64) = n * n
  let (b : i64) = n * n
  let (x : [n]i64) = iota n
  let (y : [n]i64) = iota n
  let (c : i64) = a + b
  in (x, y, c)
";
    assert_eq!(statements(&after(source, &[rista_fun_opt::cse::common_subexpressions])), 4);
}

#[test]
fn an_invariant_leaves_its_loop_and_a_variant_stays() {
    let source = "
fun f (n : i64) (k : i64) -> (r : i64) =
  let (s : i64) =
    loop (a : i64 = 0) for i < n do
      let (b : i64) = k * k
      let (c : i64) = b + i
      let (d : i64) = a + c
      in (d)
  in (s)
";
    assert_eq!(statements(&after(source, &[rista_fun_opt::hoist::hoist])), 2);
}

#[test]
fn a_hoisted_assertion_holds_when_nothing_runs() {
    let source = "
fun f (n : i64) (k : i64) -> (r : i64) =
  let (s : i64) =
    loop (a : i64 = 0) for i < n do
      let (b : bool) = k < 5
      let (c : cert) = assert b \"k is {}\" (k)
      let (d : i64) = a + 1
      in (d)
  in (s)
";
    let program = after(source, &[rista_fun_opt::hoist::hoist]);
    let printed = text::print(&program);
    assert_eq!(statements(&program), 5, "the comparison, the guard, the assertion, the loop:\n{printed}");
    assert!(printed.contains("or") && printed.contains("<= 0"), "{printed}");
}

/// Returns the number of arrays made inside loops and lambdas.
fn made_inside(program: &Program) -> usize {
    let made = |exp: &Exp| matches!(exp, Exp::Iota { .. } | Exp::Traverse(_));
    let top = |function: &fun::def::Function| function.body.stms.iter().filter(|stm| made(&stm.exp)).count();
    count(program, |exp| matches!(exp, Exp::Iota { .. } | Exp::Traverse(_)))
        - program.functions.values().map(top).sum::<usize>()
}

const SUMS: &str = "(\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0)";

/// The inner loop passes on the array that the outer one gives it: the array is invariant, and so is its size.
#[test]
fn an_array_that_stays_in_a_loop_stays_with_its_size() {
    let source = "
fun main (n : i64) -> (*k : i64) (*r : [k]u64) =
  let (zeros : [n]u64) = replicate [n] 0u64
  let (k1 : i64) (a1 : [k1]u64) =
    loop (m : i64 = n) (a : [m]u64 = zeros) for i < n do
      let (k2 : i64) (b : [k2]u64) (c : u64) =
        loop (l : i64 = m) (x : [l]u64 = a) (y : u64 = 0u64) for j < n do
          in (m, a, 0u64)
      let (s : u64) =
        reduce k2 (b) (\\(e : u64) (f : u64) -> let (g : u64) = min e f in (g)) (18446744073709551615u64)
      let (a2 : [m]u64) = a with [0] = s
      in (m, a2)
  in (k1, a1)
";
    let program = after(source, &[rista_fun_opt::simplify::simplify]);
    let carries_sizes = |exp: &Exp| matches!(exp, Exp::Loop(looped) if looped.params.len() > 1);
    assert_eq!(count(&program, carries_sizes), 0, "{}", text::print(&program));
}

#[test]
fn a_computation_leaves_its_loop() {
    let source = format!(
        "
fun f (n : i64) -> (r : i64) =
  let (s : i64) =
    loop (s : i64 = 0) for i < n do
      let (is : [100]i64) = iota 100
      let (t : [100]i64) = scan 100 (is) {SUMS}
      let (j : i64) = i % 100
      let (x : i64) = t[j]
      let (y : i64) = s + x
      in (y)
  in (s)
"
    );
    let program = after(&source, &[rista_fun_opt::hoist::hoist_work]);
    assert_eq!((made_inside(&program), statements(&program)), (0, 3), "{}", text::print(&program));
    let program = after(&source, &[rista_fun_opt::hoist::hoist]);
    assert_eq!((made_inside(&program), statements(&program)), (2, 1), "before fusion they stay");
}

#[test]
fn what_may_be_out_of_bounds_outside_is_computed_if_the_loop_runs() {
    let source = "
fun f (n : i64) (m : i64) (xs : [m]i64) -> (r : i64) =
  let (s : i64) =
    loop (s : i64 = 0) for i < n do
      let (t : [m]i64) = map m (xs) (\\(x : i64) -> let (a : i64) = xs[0] let (y : i64) = x + a in (y))
      let (k : i64) = m - n
      let (is : [k]i64) = iota k
      let (j : i64) = i % 100
      let (x : i64) = t[j]
      let (z : i64) = is[j]
      let (y : i64) = z + x
      in (y)
  in (s)
";
    let program = after(source, &[rista_fun_opt::hoist::hoist_work]);
    let printed = text::print(&program);
    let mut outer = program.functions.values().flat_map(|function| &function.body.stms);
    assert!(outer.any(|stm| matches!(stm.exp, Exp::If { .. })), "{printed}");
    assert_eq!(made_inside(&program), 2, "one in the branch, and one whose size nothing vouches for\n{printed}");
}

#[test]
fn what_is_overwritten_or_handed_on_stays_in_its_loop() {
    let source = "
fun f (n : i64) -> (*r : [9]i64) =
  let (is : [9]i64) = iota 9
  let (s : [9]i64) =
    loop (s : [9]i64 = is) for i < n do
      let (a : [9]i64) = iota 9
      let (b : [9]i64) = a with [i] = 7
      in (b)
  let (t : [9]i64) =
    loop (t : [9]i64 = s) for i < n do
      let (a : [9]i64) = iota 9
      let (b : [9]i64) = a[0 : 9]
      in (b)
  in (t)
";
    let program = after(source, &[rista_fun_opt::hoist::hoist_work]);
    assert_eq!(made_inside(&program), 2, "{}", text::print(&program));
}

#[test]
fn constants_copies_and_known_branches_disappear() {
    let source = "
fun f (n : i64) -> (r : i64) =
  let (a : i64) = 2 * 3
  let (b : i64) = a
  let (c : bool) = b == 6
  let (d : i64) = if c then let (x : i64) = n + b in (x) else let (y : i64) = n - b in (y)
  let (e : i64) = d * 1
  in (e)
";
    let program = after(source, &[rista_fun_opt::simplify::simplify]);
    assert_eq!(count(&program, any), 1, "{}", text::print(&program));
}

#[test]
fn a_loop_parameter_that_does_not_vary_disappears() {
    let source = "
fun f (n : i64) (k : i64) -> (r : i64) =
  let (p : i64) (s : i64) =
    loop (m : i64 = k) (a : i64 = 1) for i < n do
      let (b : i64) = a * m
      in (m, b)
  let (t : i64) = p + s
  in (t)
";
    let program = after(source, &[rista_fun_opt::simplify::simplify]);
    let loops = |exp: &Exp| matches!(exp, Exp::Loop(looped) if looped.params.len() == 1);
    assert_eq!(count(&program, loops), 1, "{}", text::print(&program));
}

#[test]
fn small_functions_are_inlined_and_recursive_ones_are_not() {
    let source = "
fun sq (x : i64) -> (r : i64) =
  let (y : i64) = x * x
  in (y)
fun main (n : i64) -> (r : i64) =
  let (a : i64) = call sq (n)
  let (b : i64) = call sq (a)
  let (c : i64) = call down (b)
  in (c)
fun down (x : i64) -> (r : i64) =
  let (stop : bool) = x < 1
  let (s : i64) = if stop then in (x) else let (y : i64) = x - 1 let (z : i64) = call down (y) in (z)
  in (s)
";
    let mut program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}"));
    let main = program.functions.keys().nth(1).expect("there are two functions");
    program.entries.push(fun::def::Entry {
        name: "main".into(),
        function: main,
        params: Vec::new(),
        result: EntryResult {
            ty: EntryType::spelt(OpaqueForm::Record(Vec::new())),
            shown: "()".to_owned(),
            unique: false,
        },
        doc: None,
    });
    let program = rista_fun_opt::inline::inline(program).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(count(&program, is_call), 2, "{}", text::print(&program));
    assert_eq!(program.functions.len(), 2);
}

#[test]
fn a_traversal_of_iota_counts_and_its_index_is_in_bounds() {
    let source = "
fun f (n : i64) (xs : [n]i64) -> (*r : [n]i64) =
  let (is : [n]i64) = iota n
  let (ys : [n]i64) =
    map n (is) (\\(i : i64) ->
      let (low : bool) = 0 <= i
      let (high : bool) = i < n
      let (both : bool) = and low high
      let (c : cert) = assert both \"index {}\" (i)
      let (x : i64) = <c> xs[i]
      in (x))
  in (ys)
";
    let program = after(source, &[rista_fun_opt::simplify::simplify, rista_fun_opt::dead::dead_code]);
    assert_eq!(count(&program, is_assert), 0, "{}", text::print(&program));
    assert_eq!(count(&program, any), 2, "{}", text::print(&program));
}

#[test]
fn a_branch_that_may_fail_stays() {
    for branches in [
        "then let (d : cert) = assert a \"no\" in (true) else in (false)",
        "then let (d : cert) = assert a \"no\" in (true) else in (a)",
        "then in (a) else let (d : cert) = assert a \"no\" in (false)",
    ] {
        let source =
            format!("fun f (a : bool) (c : bool) -> (r : bool) =\n  let (r : bool) = if c {branches}\n  in (r)");
        let program = after(&source, &[rista_fun_opt::simplify::simplify]);
        assert_eq!(count(&program, is_assert), 1, "{}", text::print(&program));
    }
}

/// Returns the number of assertions inside traversals and loops of the first function.
fn asserts_inside(program: &Program) -> usize {
    let mut found = 0;
    let Some(function) = program.functions.values().next() else { return 0 };
    for body in function.body.stms.iter().flat_map(|stm| stm.exp.bodies()) {
        walk::for_each_stm(body, &mut |stm| found += usize::from(is_assert(&stm.exp)));
    }
    found
}

#[test]
fn checks_of_elements_leave_traversals_only_where_that_is_asked_for() {
    let source = "
fun f (n : i64) (xs : [n]i64) (is : [n]i64) -> (*ys : [n]i64) =
  let (ys : [n]i64) = map n (is) (\\(i : i64) ->
    let (c : bool) = i < n
    let (d : cert) = assert c \"index {}\" (i)
    let (x : i64) = <d> xs[i]
    in (x))
  in (ys)
";
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute])), 1);
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute_all])), 0);
}

#[test]
fn checks_stay_beside_what_else_may_fail() {
    let source = "
fun f (n : i64) (m : i64) (xs : [n]i64) -> (*ys : [m]i64) =
  let (ys : [m]i64) = map m () (\\(i : i64) ->
    let (c : bool) = i < n
    let (d : cert) = assert c \"index {}\" (i)
    let (x : i64) = <d> xs[i]
    let (y : i64) = call g (x)
    in (y))
  in (ys)
fun g (x : i64) -> (y : i64) =
  let (c : bool) = x < 9i64
  let (d : cert) = assert c \"value\" ()
  in (x)
";
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute])), 1);
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute_all])), 1);
}

#[test]
fn checks_of_what_iterations_hand_on_stay() {
    let source = "
fun f (n : i64) (xs : [n]i64) -> (r : i64) =
  let (r : i64) = loop (j : i64 = 0i64) for i : i64 < n do
    let (c : bool) = j < n
    let (d : cert) = assert c \"index {}\" (j)
    let (x : i64) = <d> xs[j]
    in (x)
  in (r)
";
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute_all])), 1);
}

#[test]
fn checks_stay_in_a_reduction_whose_operator_may_fail() {
    let source = "
fun f (n : i64) (m : i64) (xs : [n]i64) -> (r : i64) =
  let (r : i64) = traverse m () (\\(i : i64) ->
      let (c : bool) = i < n
      let (d : cert) = assert c \"index {}\" (i)
      let (x : i64) = <d> xs[i]
      in (x))
    reduce (\\(a : i64) (b : i64) ->
      let (c2 : bool) = a < b
      let (d2 : cert) = assert c2 \"order\" ()
      in (b)) (0i64)
  in (r)
";
    assert_eq!(asserts_inside(&after(source, &[rista_fun_opt::distribute::distribute_all])), 2);
}

/// Returns a loop that calls a function with this body and sums the results.
fn calling(body: &str) -> String {
    format!(
        "
fun called (x : i64) -> (y : i64) = {body}
fun f (n : i64) (x : i64) -> (r : i64) =
  let (r : i64) =
    loop (r : i64 = 0) for i < n do
      let (y : i64) = call called (x)
      let (s : i64) = r + y
      in (s)
  in (r)
"
    )
}

/// Whether a call is still in its loop.
fn calls_in_loop(source: &str) -> bool {
    let program = after(source, &[rista_fun_opt::hoist::hoist_work]);
    let mut found = false;
    for function in program.functions.values() {
        walk::for_each_stm(&function.body, &mut |stm| {
            if let Exp::Loop(looped) = &stm.exp {
                walk::for_each_stm(&looped.body, &mut |stm| found |= is_call(&stm.exp));
            }
        });
    }
    found
}

#[test]
fn calls_leave_loops_if_the_function_is_total() {
    assert!(!calls_in_loop(&calling("let (y : i64) = x * 2 in (y)")));
    let halves = "let (y : i64) = loop (y : i64 = x) for i < x do let (z : i64) = y * 2 in (z) in (y)";
    assert!(!calls_in_loop(&calling(halves)), "a counted loop ends");
    let asserts = "let (b : bool) = x > 0 let (c : cert) = assert b \"low\" in (x)";
    assert!(calls_in_loop(&calling(asserts)));
    let searches = "let (y : i64) (b : bool) = loop (y : i64 = x) (b : bool = true) while b do let (c : bool) = y > 9 in (y, c) in (y)";
    assert!(calls_in_loop(&calling(searches)));
    assert!(calls_in_loop(&calling("let (y : i64) = call called (x) in (y)")));
    let after_assert = calling("let (y : i64) = x * 2 in (y)").replace(
        "let (y : i64) = call called (x)",
        "let (b : bool) = i < x let (c : cert) = assert b \"i\" let (y : i64) = call called (x)",
    );
    assert!(calls_in_loop(&after_assert), "it may not run at all if the first assertion fails");
}

#[test]
fn equal_calls_are_one_unless_they_overwrite() {
    let twice = |params: &str, args: [&str; 2]| {
        let source = format!(
            "
fun g (n : i64) ({params} : [n]i64) -> (y : i64) =
  let (zs : [n]i64) = {} with [0] = 7
  let (y : i64) = zs[0]
  in (y)
fun f (n : i64) (*as : [n]i64) (*bs : [n]i64) -> (r : i64) =
  let (p : i64) = call g (n, {})
  let (q : i64) = call g (n, {})
  let (r : i64) = p + q
  in (r)
",
            params.trim_start_matches('*'),
            args[0],
            args[1]
        );
        count(&after(&source, &[rista_fun_opt::cse::common_subexpressions]), is_call)
    };
    assert_eq!(twice("*xs", ["as", "bs"]), 2);
    let source = "
fun g (n : i64) -> (k : i64) (*ys : [k]i64) =
  let (k : i64) = n + n
  let (ys : [k]i64) = iota k
  in (k, ys)
fun f (n : i64) -> (r : i64) =
  let (a : i64) (as : [a]i64) = call g (n)
  let (b : i64) (bs : [b]i64) = call g (n)
  CHANGE
  let (p : i64) = as[0]
  let (q : i64) = cs[0]
  let (r : i64) = p + q
  in (r)
";
    let calls = |change: &str| {
        count(&after(&source.replace("CHANGE", change), &[rista_fun_opt::cse::common_subexpressions]), is_call)
    };
    assert_eq!(calls("let (cs : [b]i64) = bs[0 : b]"), 1);
    assert_eq!(calls("let (cs : [b]i64) = bs with [0] = 7"), 2, "the one is overwritten");
}

#[test]
fn equal_branches_are_one() {
    let branches = |other: &str| {
        let source = format!(
            "
fun f (n : i64) (c : bool) (xs : [n]i64) -> (r : i64) =
  let (p : i64) = if c then let (a : i64) = n / 3 in (a) else in (n)
  let (q : i64) = {other}
  let (r : i64) = p * q
  in (r)
"
        );
        count(&after(&source, &[rista_fun_opt::cse::common_subexpressions]), |exp| matches!(exp, Exp::If { .. }))
    };
    assert_eq!(branches("if c then let (b : i64) = n / 3 in (b) else in (n)"), 1);
    assert_eq!(branches("if c then let (b : i64) = n / 4 in (b) else in (n)"), 2);
    assert_eq!(branches("if c then let (b : i64) = n / 3 in (n) else in (n)"), 2);
}

#[test]
fn what_a_branch_asserts_of_the_element_stays_there() {
    let source = |asserted: &str, before: &str| {
        format!(
            "
fun f (n : i64) (flags : [n]bool) (is : [n]i64) (xs : [n]i64) (k : i64) -> (*r : [n]i64) =
  let (r : [n]i64) =
    map n (flags, is)
      (\\(flag : bool) (i : i64) ->
        let (x : i64) =
          if flag
          then
            {before}
            let (inside : bool) = {asserted} < n
            let (d : cert) = assert inside \"index\"
            let (y : i64) = <d> xs[0]
            in (y)
          else in (0)
        in (x))
  in (r)
"
        )
    };
    let distribute: Pass = rista_fun_opt::distribute::distribute;
    let element = after(&source("i", ""), &[distribute]);
    assert_eq!(statements(&element), 1, "{}", text::print(&element));
    let behind = "let (c : bool) = i < n let (e : cert) = assert c \"first\"";
    let second = after(&source("k", behind), &[distribute]);
    assert_eq!(statements(&second), 1, "{}", text::print(&second));
    let same = after(&source("k", ""), &[distribute]);
    assert!(statements(&same) > 1, "{}", text::print(&same));
}

#[test]
fn a_size_that_both_branches_compute_is_one() {
    let source = "
fun f (c : bool) (n : i64) -> (k : i64) (r : [k]i64) =
  let (k : i64) (r : [k]i64) =
    if c
    then
      let (a : i64) = n * n
      let (xs : [a]i64) = replicate [a] 1
      in (a, xs)
    else
      let (b : i64) = n * n
      let (ys : [b]i64) = replicate [b] 2
      in (b, ys)
  in (k, r)
";
    after(source, &[rista_fun_opt::simplify::simplify]);
}

#[test]
fn a_chain_of_concatenations_is_joined_at_its_end() {
    let length = 2_000;
    let links: String = (1..length)
        .map(|at| {
            format!(
                "let (n{at} : i64) = n{before} + n0
                 let (r{at} : [n{at}]i64) = concat (r{before}, r0)\n",
                before = at - 1
            )
        })
        .collect();
    let last = length - 1;
    let source = format!(
        "fun f (n0 : i64) (r0 : [n0]i64) -> (n : i64) (r : [n]i64) =
           {links} in (n{last}, r{last})"
    );
    let program = after(&source, &[rista_fun_opt::simplify::simplify]);
    let (mut all, mut most) = (0, 0);
    for function in program.functions.values() {
        walk::for_each_stm(&function.body, &mut |stm| {
            if let Exp::Concat(parts) = &stm.exp {
                (all, most) = (all + parts.len(), most.max(parts.len()));
            }
        });
    }
    assert_eq!(most, length);
    assert!(all <= 3 * length, "{all}");
}
