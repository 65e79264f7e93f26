//! Tests of the limits of size slicing: costly sizes, recursion that changes the parts of sizes, assertions whose order
//! matters. Its effect is shown step by step in `tests/passes/size_slicing*`.

use crate::common::after;
use fun::def::{Exp, Function, Program};
use fun::{text, walk};
use rista_fun_opt::slice::{COST, slice};

/// Returns the program after slicing, verified.
fn sliced(source: &str) -> Program {
    after(source, &[slice])
}

fn function<'p>(program: &'p Program, name: &str) -> Option<&'p Function> {
    program.functions.values().find(|function| function.name.as_str() == name)
}

/// Returns the names of the functions, sorted.
fn names(program: &Program) -> Vec<&str> {
    let mut names: Vec<&str> = program.functions.values().map(|function| function.name.as_str()).collect();
    names.sort_unstable();
    names
}

fn asserts(program: &Program, name: &str) -> usize {
    let mut found = 0;
    let function = function(program, name).unwrap_or_else(|| panic!("no {name} in\n{}", text::print(program)));
    walk::for_each_stm(&function.body, &mut |stm| found += usize::from(matches!(stm.exp, Exp::Assert { .. })));
    found
}

/// Returns a function `f` of `n`, `c` and `xs` that returns an array of `size` elements, and a function that calls it.
/// The statements `before` come before the size, `after` after it.
fn with_size(before: &str, size: &str, after: &str) -> String {
    format!(
        "fun g (n : i64) -> (r : i64) =
           let (low : bool) = 0 < n
           let (c : cert) = assert low \"{{}} is low\" (n)
           in (n)
         fun f (n : i64) (c : bool) (xs : [n]i64) -> (k : i64) (*ys : [k]i64) =
           {before}
           let (k : i64) = {size}
           {after}
           let (ys : [k]i64) = iota k
           in (k, ys)
         fun main (n : i64) (c : bool) (xs : [n]i64) -> (t : i64) =
           let (k : i64) (ys : [k]i64) = call f (n, c, xs)
           let (t : i64) = ys[0] + k
           in (t)"
    )
}

#[test]
fn cheap_sizes_are_sliced_off() {
    let sum: String = (0..COST - 1).map(|at| format!("let (a{} : i64) = a{at} * n\n", at + 1)).collect();
    for (before, size) in [
        ("", "n * 2".to_owned()),
        ("", "if c then in (n) else in (7)".to_owned()),
        ("let (x : i64) = xs[0]", "x & 7".to_owned()),
        (&format!("let (a0 : i64) = n * 2 {sum}"), format!("a{} & 7", COST - 2)),
    ] {
        let program = sliced(&with_size(before, &size, ""));
        assert_eq!(names(&program), ["f.shape", "f.value", "g", "main"], "{size}\n{}", text::print(&program));
    }
}

#[test]
fn sizes_stay_that_cost_more_than_a_few_operators() {
    let product: String = (0..COST).map(|at| format!("let (a{} : i64) = a{at} * n\n", at + 1)).collect();
    for (before, size) in [
        ("", "loop (a : i64 = 1) for i < n do let (b : i64) = a + i in (b)".to_owned()),
        ("", "reduce n (xs) (\\(a : i64) (b : i64) -> let (s : i64) = a + b in (s)) (0)".to_owned()),
        ("let (zs : [n]i64) = map n (xs) (\\(x : i64) -> in (x))", "zs[0]".to_owned()),
        ("let (zs : [n]i64) = copy xs", "zs[0]".to_owned()),
        (
            "let (j : i64) (zs : [j]i64) = filter n (xs) (\\(x : i64) -> let (b : bool) = x > 0 in (b, x))",
            "j * 2".to_owned(),
        ),
        ("", "call g (n)".to_owned()),
        ("", "if c then let (r : i64) = call g (n) in (r) else in (7)".to_owned()),
        (&format!("let (a0 : i64) = n * 2 {product}"), format!("a{COST} & 7")),
    ] {
        let program = sliced(&with_size(before, &size, ""));
        assert_eq!(names(&program), ["f", "g", "main"], "{size}\n{}", text::print(&program));
    }
}

#[test]
fn assertions_that_only_values_need_are_not_in_the_shape() {
    let check = "let (low : bool) = 3 < n let (d : cert) = assert low \"low\"";
    let program = sliced(&with_size(check, "n * 2", check));
    assert_eq!((asserts(&program, "f.shape"), asserts(&program, "f.value")), (0, 2));
}

#[test]
fn the_shape_fails_where_the_function_would_have_failed_first() {
    let first = "let (low : bool) = 3 < n let (d : cert) = assert low \"low\"";
    let second = "let (fine : bool) = n != 0 let (e : cert) = assert fine \"zero\"";
    let last = "let (high : bool) = n < 9 let (f : cert) = assert high \"high\"";
    let program = sliced(&with_size(&format!("{first} {second}"), "<e> 12 / n", last));
    assert_eq!((asserts(&program, "f.shape"), asserts(&program, "f.value")), (2, 3), "{}", text::print(&program));
    let program = sliced(&with_size(second, "12 / n", ""));
    assert_eq!((asserts(&program, "f.shape"), asserts(&program, "f.value")), (1, 1), "{}", text::print(&program));
    let side = format!("if c then {first} in () else in ()");
    let program = sliced(&with_size(&format!("let () = {side} {second}"), "<e> 12 / n", last));
    assert_eq!((asserts(&program, "f.shape"), asserts(&program, "f.value")), (2, 3), "{}", text::print(&program));
}

#[test]
fn a_size_that_relies_on_an_assertion_after_what_is_costly_and_may_fail_stays() {
    let second = "let (fine : bool) = n != 0 let (e : cert) = assert fine \"zero\"";
    for first in [
        "let (r : i64) = call g (n)",
        "let (zs : [n]i64) = map n (xs) (\\(x : i64) -> let (b : bool) = x > 0 let (d : cert) = assert b \"low\" in (x))",
        "let (on : bool) = loop (on : bool = c) while on do in (on)",
    ] {
        let program = sliced(&with_size(&format!("{first} {second}"), "<e> 12 / n", ""));
        assert_eq!(names(&program), ["f", "g", "main"], "{first}\n{}", text::print(&program));
        // The statement before may be the reason why the division needs no certificate.
        let program = sliced(&with_size(first, "12 / n", ""));
        assert_eq!(names(&program), ["f", "g", "main"], "{first}\n{}", text::print(&program));
        let program = sliced(&with_size(first, "12 * n", ""));
        assert_eq!(asserts(&program, "f.shape"), 0, "{first}\n{}", text::print(&program));
    }
}

/// Returns a recursive function of two sizes and of arrays with these sizes.
fn recursive(base: &str, call: &str, size: &str) -> String {
    format!(
        "fun f (n : i64) (m : i64) (xs : [n]i64) (ys : [m]i64) -> (k : i64) (zs : [k]i64) =
           let (stop : bool) = n < m
           let (k : i64) (zs : [k]i64) =
             if stop
             then {base}
             else
               {call}
               in ({size}, vs)
           in (k, zs)
         fun main (n : i64) (m : i64) (xs : [n]i64) (ys : [m]i64) -> (t : i64) =
           let (k : i64) (zs : [k]i64) = call f (n, m, xs, ys)
           let (t : i64) = zs[0] + k
           in (t)"
    )
}

#[test]
fn recursion_that_returns_what_it_was_given_has_exact_results() {
    let program = sliced(&recursive("in (n, xs)", "let (l : i64) (vs : [l]i64) = call f (n, n, xs, xs)", "l"));
    assert_eq!(names(&program), ["f.value", "main"]);
    let twice = "let (d : i64) = n + n let (us : [d]i64) = concat (xs, xs) in (d, us)";
    let program = sliced(&recursive(twice, "let (l : i64) (vs : [l]i64) = call f (n, n, xs, xs)", "l"));
    assert_eq!(names(&program), ["f.shape", "f.value", "main"]);
    let calls = function(&program, "f.value").map(|f| text::print_body(&program, &f.body)).unwrap_or_default();
    assert!(!calls.contains("f.shape"), "every call computes the size anew:\n{calls}");
}

#[test]
fn recursion_that_changes_what_the_size_is_made_of_stays() {
    let swapped = "let (l : i64) (vs : [l]i64) = call f (m, n, ys, xs)";
    assert_eq!(names(&sliced(&recursive("in (n, xs)", swapped, "l"))), ["f", "main"]);
    let twice = "let (d : i64) = n + n let (us : [d]i64) = concat (xs, xs) in (d, us)";
    assert_eq!(names(&sliced(&recursive(twice, swapped, "l"))), ["f", "main"]);
    let grown = "let (l : i64) (us : [l]i64) = call f (n, m, xs, ys) let (a : i64) = l + 1 let (vs : [a]i64) = iota a";
    assert_eq!(names(&sliced(&recursive("in (n, xs)", grown, "a"))), ["f", "main"]);
    let endless = "let (l : i64) (us : [l]i64) = call f (n, m, xs, ys) let (a : i64) = l let (vs : [l]i64) = copy us";
    let never = "let (l : i64) (us : [l]i64) = call f (n, m, xs, ys) in (l, us)";
    assert_eq!(names(&sliced(&recursive(never, endless, "l"))), ["f", "main"]);
}

#[test]
fn a_call_for_something_else_asks_for_its_own_size() {
    // The size is the same in all calls whose result is returned, but not in the other one.
    let call = "let (o : i64) (us : [o]i64) = call f (m, m, ys, ys)
                let (x : i64) = us[0]
                let (l : i64) (vs : [l]i64) = call f (n, o, xs, us)";
    let twice = "let (d : i64) = n + n let (us : [d]i64) = concat (xs, xs) in (d, us)";
    let program = sliced(&recursive(twice, call, "l"));
    assert_eq!(names(&program), ["f.shape", "f.value", "main"]);
    let calls = function(&program, "f.value").map(|f| text::print_body(&program, &f.body)).unwrap_or_default();
    assert!(calls.contains("call f.shape (m"), "{calls}");
}

#[test]
fn rings_of_functions_settle() {
    let ring = |count: usize, step: &str| -> String {
        let member = |at: usize| {
            format!(
                "fun f{at} (n : i64) (xs : [n]i64) -> (k : i64) (ys : [k]i64) =
                   let (stop : bool) = {at} < n
                   let (k : i64) (ys : [k]i64) =
                     if stop
                     then {step}
                     else let (l : i64) (zs : [l]i64) = call f{} (n, xs) in (l, zs)
                   in (k, ys)\n",
                (at + 1) % count
            )
        };
        let main = "fun main (n : i64) (xs : [n]i64) -> (t : i64) =
                      let (k : i64) (ys : [k]i64) = call f0 (n, xs)
                      let (t : i64) = ys[0]
                      in (t)";
        (0..count).map(member).collect::<String>() + main
    };
    let program = sliced(&ring(60, "in (n, xs)"));
    assert!(
        program
            .functions
            .values()
            .all(|function| !function.name.as_str().starts_with('f') || function.results.len() == 1)
    );
    let program = sliced(&ring(3, "let (d : i64) = n + 1 let (us : [d]i64) = iota d in (d, us)"));
    assert_eq!(names(&program), ["f0", "f1", "f2", "main"]);
}

#[test]
fn entry_points_keep_their_form() {
    let source = with_size("", "n * 2", "");
    let source = format!("{source}\nentry f = f (c : bool) -> []i64");
    // An entry's parameters are sizes and leaves; `f` takes a size of its own, so its form is that of no entry here.
    let source = source.replace("(n : i64) (c : bool) (xs : [n]i64)", "(n : i64) (xs : [n]i64) (c : bool)");
    let source = source.replace("(n, c, xs)", "(n, xs, c)").replace("f (c : bool) ->", "f (xs : []i64, c : bool) ->");
    let program = sliced(&source);
    assert_eq!(names(&program), ["f", "f.shape", "f.value", "g", "main"]);
    assert_eq!(function(&program, "f").map(|f| (f.params.len(), f.results.len())), Some((3, 2)));
}

/// Returns the sliced program with a branch whose sides compute the sizes `a`, in `one`, and `b`, in `other`.
fn branch(one: &str, other: &str) -> Program {
    sliced(&format!(
        "fun g (n : i64) -> (r : i64) =
           let (low : bool) = 0 < n
           let (c : cert) = assert low \"{{}} is low\" (n)
           in (n)
         fun f (n : i64) (m : i64) (c : bool) (xs : [n]i64) -> (k : i64) (ys : [k]i64) =
           let (k : i64) (ys : [k]i64) =
             if c
             then {one} let (us : [a]i64) = iota a in (a, us)
             else {other} let (vs : [b]i64) = iota b in (b, vs)
           in (k, ys)"
    ))
}

/// Returns the numbers of results of the branches, in order.
fn results_of_branches(program: &Program) -> Vec<usize> {
    let f = function(program, "f").unwrap_or_else(|| panic!("no f in\n{}", text::print(program)));
    f.body.stms.iter().filter(|stm| matches!(stm.exp, Exp::If { .. })).map(|stm| stm.pattern.len()).collect()
}

#[test]
fn sizes_of_branches_are_no_results_where_they_cost_little() {
    let check = |one: &str, other: &str, expected: &[usize]| {
        let program = branch(one, other);
        assert_eq!(results_of_branches(&program), expected, "{one} and {other}:\n{}", text::print(&program));
    };
    // A size that both sides compute alike is computed once, before the branch.
    check("let (a : i64) = n * m", "let (b : i64) = n * m", &[1]);
    let other = "let (b : i64) = m * n";
    for one in ["let (a : i64) = n * m", "let (a : i64) = n + 1", "let (d : i64) = n + 1 let (a : i64) = d * m"] {
        check(one, other, &[1, 1]);
    }
    let chain = "let (d : i64) = n + 1 let (e : i64) = d * n let (g : i64) = e * n let (a : i64) = g + 1";
    let sum = "let (a : i64) = reduce n (xs) (\\(p : i64) (q : i64) -> let (s : i64) = p + q in (s)) (0)";
    let checked = "let (low : bool) = 3 < n let (d : cert) = assert low \"low\" let (a : i64) = <d> n / 3";
    // A read or a division may be valid on that side only.
    for one in ["let (a : i64) = xs[0]", "let (a : i64) = n / m", checked, "let (a : i64) = call g (n)", sum, chain] {
        check(one, other, &[2]);
    }
    check("let (a : i64) = n / m", "let (b : i64) = n / m", &[2]);
    // The size of an inner branch, which is itself computed before that.
    let side = |size: &str, name: &str| format!("let ({size} : i64) = n * m let ({name} : [{size}]i64) = iota {size}");
    let (p, r) = (side("p", "ps"), side("r", "rs"));
    check(&format!("let (a : i64) (as : [a]i64) = if c then {p} in (p, ps) else {r} in (r, rs)"), other, &[1, 1]);
}

/// Returns the number of variables named `size` that slicing makes for a loop whose array grows by `step` in each of
/// `turns` iterations.
fn sizes_before_loop(turns: &str, step: &str) -> usize {
    let source = format!(
        "fun f (n : i64) (m : i32) (zs : [n]i64) -> (r : i64) =
           let (one : [1]i64) = [n]
           let (k : i64) (ys : [k]i64) (on : bool) =
             loop (k : i64 = 1) (ys : [k]i64 = one) (on : bool = true) {turns} do
               {step}
               in (next, more, false)
           let (r : i64) = ys[0]
           in (r)"
    );
    text::print(&sliced(&source)).matches("let (size_").count()
}

#[test]
fn sizes_that_grow_evenly_in_a_counted_loop_are_known_before_it() {
    let step = "let (next : i64) = k + n let (more : [next]i64) = concat (ys, zs)";
    assert_eq!(sizes_before_loop("for i < n", step), 1);
    assert_eq!(sizes_before_loop("while on", step), 0, "how often is not known");
    assert_eq!(sizes_before_loop("for i : i32 < m", step), 0, "counters of other types are left alone");
    let varying = "let (is : [i]i64) = iota i let (next : i64) = k + i let (more : [next]i64) = concat (ys, is)";
    assert_eq!(sizes_before_loop("for i < n", varying), 0);
    let doubling = "let (next : i64) = k + k let (more : [next]i64) = concat (ys, ys)";
    assert_eq!(sizes_before_loop("for i < n", doubling), 0);
    let computed = "let (s : i64) = xs_or n let (next : i64) = k + s let (more : [next]i64) = iota next";
    let computed = computed.replace("xs_or n", "n * 2");
    assert_eq!(sizes_before_loop("for i < n", &computed), 0, "what the body makes is not looked into");
}
