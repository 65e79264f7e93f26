//! Tests of closure conversion: functions unknown where they are applied become data, and the meaning of programs is
//! kept.

use crate::common::{good, i64, i64s};
use base::Stop;
use rista_core::closures::closures;
use rista_core::def::Program;
use rista_core::defunctionalise::{check_first_order, defunctionalise};
use rista_core::eval::{Limits, run_entry};
use rista_core::{text, verify};
use value::Value;

const MAIN: &str = "entry main = @main(n : i64, xs : []i64) -> ([]i64)";

/// Programs with unknown functions that do not capture functions of their own class. `main` takes an `i64` and a
/// `[]i64`.
const SUMS: &[(&str, &str)] = &[
    (
        "a branch",
        "def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = if n < 5 then \\(x : i64) -> x else \\(x : i64) -> x + n
           in map(f, xs)",
    ),
    (
        "functions applied where they are chosen, in a map",
        "def double (x : i64) : i64 = x * 2
         def main (n : i64) (xs : []i64) : []i64 =
           map(\\(x : i64) -> (if x > 3 then @double else \\(y : i64) -> y - n)(x), xs)",
    ),
    (
        "several arguments, some of them before the choice is applied",
        "def add (x : i64) (y : i64) (z : i64) : i64 = (x + (y * 10)) + (z * 100)
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 -> i64 = if n > 3 then @add(1) else \\(x : i64) (y : i64) -> x - y
           let g : i64 -> i64 = if n > 4 then f(n) else \\(x : i64) -> x
           in [g(7), f(2, 3), reduce(f, 0, xs)]",
    ),
    (
        "arguments before and after a choice",
        "def pick (n : i64) (f : i64 -> i64) : i64 -> i64 = match n { case 1i64 => f case _ : i64 => \\(x : i64) -> x * n }
         def main (n : i64) (xs : []i64) : []i64 =
           let give : i64 -> i64 -> i64 = \\(k : i64) (x : i64) -> x + k
           let chosen : i64 -> i64 = if xs[0] == 3 then give(4) else give(5)
           in [@pick(1, \\(x : i64) -> x + n, 5), @pick(n, \\(x : i64) -> x, 5), chosen(1), give(2, 3)]",
    ),
    (
        "a loop that chooses",
        "def main (n : i64) (xs : []i64) : []i64 =
           map(loop f : i64 -> i64 = \\(x : i64) -> x for i < n do \\(x : i64) -> x + i, xs)",
    ),
    (
        "an array of functions",
        "def main (n : i64) (xs : []i64) : []i64 =
           let fs : [](i64 -> i64) = map(\\(x : i64) -> (\\(y : i64) -> x * y), xs)
           in map(\\(f : i64 -> i64) -> f(n), concat(fs, [\\(x : i64) -> x + 1, fs[2]]))",
    ),
    (
        "a recursive function that gives functions",
        "def last (k : i64) (f : i64 -> i64) : i64 -> i64 = if k <= 0 then f else @last(k - 1, \\(x : i64) -> x + k)
         def main (n : i64) (xs : []i64) : []i64 = map(@last(n, \\(x : i64) -> x), xs)",
    ),
    (
        "functions that take functions, and hold others",
        "def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
         def main (n : i64) (xs : []i64) : []i64 =
           let g : i64 -> i64 = \\(x : i64) -> x + n
           let h : (i64 -> i64) -> i64 = if n > 2 then \\(f : i64 -> i64) -> f(g(1)) else \\(f : i64 -> i64) -> f(2)
           in [h(@twice(\\(x : i64) -> x * x)), h(g)]",
    ),
    (
        "records and sums of functions, and arrays that functions hold",
        "def main (n : i64) (xs : []i64) : []i64 =
           let k : i64 = size.0(xs)
           let ys : [k]i64 = map(\\(x : i64) -> x * 2, (xs : [k]i64))
           let r : {at : i64 -> i64, by : i64} =
             if n > 4 then {at = \\(i : i64) -> (ys : [k]i64)[i] + k, by = 1} else {at = \\(i : i64) -> i, by = 2}
           let s : <no | some(i64 -> i64)> = 
             if n > 5 then (#no : <no | some(i64 -> i64)>)
             else (#some(\\(i : i64) -> r#at(i) + n) : <no | some(i64 -> i64)>)
           in match s { case #some(f : i64 -> i64) : <no | some(i64 -> i64)> => [f(0), f(1), r#by]
                        case _ : <no | some(i64 -> i64)> => [0] }",
    ),
    (
        "a class without functions",
        "def none (n : i64) : i64 -> i64 = @none(n)
         def main (n : i64) (xs : []i64) : []i64 = if n < 0 then [@none(n)(1)] else xs",
    ),
    (
        "what stays known beside what is not",
        "def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 -> i64 = if n < 5 then \\(x : i64) (y : i64) -> x else \\(x : i64) (y : i64) -> y
           in [f(1, 2), @twice(\\(x : i64) -> x * n, 3)]",
    ),
];

fn sample(text: &str) -> Program {
    good(&format!("{text}\n{MAIN}"))
}

fn run(program: &Program, n: i64) -> Vec<Value> {
    let args = vec![i64(n), i64s(&[3, 1, 4, 1, 5])];
    run_entry(program, "main", args, Limits::default())
        .unwrap_or_else(|stop| panic!("{stop:?}\n{}", text::print(program)))
}

/// Returns the program after the pass, verified and compared with the program before.
fn converted(name: &str, before: &Program) -> Program {
    let after = closures(before.clone()).unwrap_or_else(|error| panic!("{name}: {error:#?}"));
    let problems = verify::problems(&after);
    assert!(problems.is_empty(), "{name}: {problems:#?}\n{}", text::print(&after));
    for n in 0..7 {
        assert_eq!(run(before, n), run(&after, n), "{name}\n{}", text::print(&after));
    }
    after
}

fn first_order(name: &str, program: &Program) -> Program {
    let result =
        defunctionalise(program.clone()).unwrap_or_else(|error| panic!("{name}: {error:#?}\n{}", text::print(program)));
    if let Err(bug) = check_first_order(&result) {
        panic!("{name}: {bug}\n{}", text::print(&result));
    }
    for n in 0..7 {
        assert_eq!(run(program, n), run(&result, n), "{name}\n{}", text::print(&result));
    }
    result
}

#[test]
fn programs_mean_the_same() {
    for (name, text) in SUMS {
        let program = sample(text);
        assert!(defunctionalise(program.clone()).is_err(), "{name}: all is known");
        first_order(name, &converted(name, &program));
    }
}

#[test]
fn a_program_whose_functions_are_known_stays() {
    let program = sample(
        "def repeat (f : i64 -> i64) (n : i64) (x : i64) : i64 = if n <= 0 then x else @repeat(f, n - 1, f(x))
         def main (n : i64) (xs : []i64) : []i64 =
           let f : i64 -> i64 = \\(x : i64) -> x + n
           let g : i64 -> i64 = if n < 0 then f else f
           in map(\\(x : i64) -> @repeat(f, x, g(x)), xs)",
    );
    let after = closures(program.clone()).expect("there is nothing to do");
    assert_eq!(text::print(&program), text::print(&after));
}

/// A function that is unknown in one use of a definition does not make those of its other uses unknown.
#[test]
fn uses_of_a_definition_do_not_mix_their_functions() {
    let program = sample(
        "def inner (f : i64 -> i64) (n : i64) : i64 = if n <= 0 then f(n) else f(@outer(f, n - 1))
         def outer (f : i64 -> i64) (n : i64) : i64 = f(@inner(f, n - 1))
         def both (f : i64 -> i64) (n : i64) : i64 = @outer(f, n) + @inner(f, n)
         def double (x : i64) : i64 = x * 2
         def main (n : i64) (xs : []i64) : []i64 =
           let unknown : i64 -> i64 = if n < 5 then \\(x : i64) -> x + 7 else \\(x : i64) -> x + n
           in [@both(@double, n), @both(unknown, 3), @inner(@double, n), @both(@double, 2), @both(\\(x : i64) -> x - n, 1)]",
    );
    let after = first_order("separate", &converted("separate", &program));
    let printed = text::print(&after);
    let apply = printed.split("\n\n").find(|def| def.contains("def apply")).expect("one function is unknown");
    assert_eq!(apply.matches("case").count(), 2, "{printed}");
}

/// Programs with functions that become data types: they may capture others of their own class, or they capture arrays
/// and are elements of a sequence.
const DATAS: &[(&str, &str)] = &[
    (
        "a function composed with itself in a loop",
        "def main (n : i64) (xs : []i64) : []i64 =
           map(loop f : i64 -> i64 = \\(x : i64) -> x for i < n do \\(x : i64) -> f(x + i) * 2, xs)",
    ),
    (
        "a recursion with ever larger functions",
        "def f (n : i64) (g : i64 -> i64) : i64 = if n <= 0 then g(0) else @f(n - 1, \\(x : i64) -> g(x + n))
         def main (n : i64) (xs : []i64) : []i64 = [@f(n, \\(x : i64) -> x), @f(3, \\(x : i64) -> x * n)]",
    ),
    (
        "numerals",
        "def compose (f : i64 -> i64) (g : i64 -> i64) (x : i64) : i64 = f(g(x))
         def times (n : i64) (f : i64 -> i64) : i64 -> i64 = if n <= 0 then \\(x : i64) -> x else @compose(f, @times(n - 1, f))
         def main (n : i64) (xs : []i64) : []i64 =
           [@times(n, \\(x : i64) -> x + 1, 0), @times(n, @times(n, \\(x : i64) -> x + 1))(0)]",
    ),
    (
        "continuations",
        "def sum (n : i64) (xs : []i64) (k : i64 -> i64) : i64 =
           if n <= 0 then k(0) else @sum(n - 1, xs, \\(x : i64) -> k(x + xs[n - 1]))
         def main (n : i64) (xs : []i64) : []i64 = [@sum(if n < 5 then n else 5, xs, \\(x : i64) -> x)]",
    ),
    (
        "choices composed over an array",
        "def main (n : i64) (xs : []i64) : []i64 =
           map(loop f : i64 -> i64 = \\(x : i64) -> x for x : i64 in xs do
                 if x > 2 then \\(y : i64) -> f(y) + x else \\(y : i64) -> f(y * n), xs)",
    ),
    (
        "functions that data hold",
        "data Steps = <done | step(i64 -> i64, @Steps)>
         def steps (n : i64) : @Steps =
           if n <= 0 then (#done : @Steps) else (#step(\\(x : i64) -> x * n, @steps(n - 2)) : @Steps)
         def run (s : @Steps) (x : i64) : i64 =
           match s { case #done : @Steps => x
                     case #step(f : i64 -> i64, rest : @Steps) : @Steps => @run(rest, f(x)) }
         def main (n : i64) (xs : []i64) : []i64 =
           let s : @Steps = @steps(n) in map(\\(x : i64) -> @run(s, x), xs)",
    ),
    (
        "functions that hold arrays, in a sequence",
        "def steps (n : i64) (xs : []i64) : seq<i64 -> i64> =
           let at : i64 -> i64 = if n < 4 then \\(i : i64) -> xs[i % 2] else \\(i : i64) -> i
           in seq.cons(\\(i : i64) -> at(i) + n, seq.of_array([\\(i : i64) -> i + 1]))
         def main (n : i64) (xs : []i64) : []i64 =
           map(\\(f : i64 -> i64) -> f(n), seq.to_array(@steps(n, xs)))",
    ),
    (
        "two classes that hold each other",
        "def main (n : i64) (xs : []i64) : []i64 =
           let (f : i64 -> i64, _ : () -> i64) =
             loop (f : i64 -> i64, g : () -> i64) = (\\(x : i64) -> x, \\(()) -> 1) for i < n do
               (\\(x : i64) -> x + g(()), \\(()) -> f(i))
           in map(f, xs)",
    ),
];

#[test]
fn functions_that_need_references_are_data_types() {
    for (name, text) in DATAS {
        let program = sample(text);
        assert!(defunctionalise(program.clone()).is_err(), "{name}: all is known");
        let after = converted(name, &program);
        assert!(text::print(&after).starts_with("data "), "{name}\n{}", text::print(&after));
        first_order(name, &after);
    }
}

#[test]
fn failures_stay_and_keep_their_order() {
    let program = sample(
        "def three (a : i64) (b : i64) (c : i64) : i64 = ensure n_of(a) < 6, \"inner {}\"(a) in (a + b) + c
         def n_of (n : i64) : i64 = n
         def pick (n : i64) : i64 -> i64 -> i64 =
           if n < 3 then @three(n) else ensure n != 5, \"picked\"() in \\(x : i64) (y : i64) -> x
         def main (n : i64) (xs : []i64) : []i64 =
           let give : i64 -> i64 -> i64 = \\(k : i64) (x : i64) -> ensure k < 2, \"give {}\"(k) in x + k
           let chosen : i64 -> i64 = if n == 1 then give(0) else give(1)
           in [give(ensure n != 4, \"first {}\"(n) in n, ensure n < 3, \"second {}\"(n) in chosen(n)),
               @pick(n, ensure n != 2, \"third\"() in n, ensure n < 6, \"fourth\"() in n)]"
            .replace("n_of(a)", "@n_of(a)")
            .as_str(),
    );
    assert!(defunctionalise(program.clone()).is_err(), "all is known");
    let after = closures(program.clone()).expect("functions become data");
    let result = defunctionalise(after.clone()).expect("all is known");
    let mut failures = 0;
    for n in -1..8 {
        let run = |program: &Program| run_entry(program, "main", vec![i64(n), i64s(&[])], Limits::default());
        let outcome = |program: &Program| match run(program) {
            Err(Stop::Failure(failure)) => Err(failure.message),
            other => Ok(format!("{other:?}")),
        };
        let expected = outcome(&program);
        failures += i32::from(expected.is_err());
        assert_eq!(expected, outcome(&after), "{n}\n{}", text::print(&after));
        assert_eq!(expected, outcome(&result), "{n}\n{}", text::print(&result));
    }
    assert!(failures > 3, "{failures}");
}

/// The sum type of a chain of closures, each of which holds the two before it, is no larger than the program.
#[test]
fn functions_that_hold_many_others_stay_small() {
    let link = |i: usize| {
        let (a, b) = (i - 1, i - 2);
        format!(
            "let f{i} : {} = if n > {i} then \\(x : i64) -> {} else \\(x : i64) -> {} ",
            "i64 -> i64",
            format_args!("f{a}(x) + f{b}(x)"),
            format_args!("f{b}(x + 1)")
        )
    };
    let chain: String = (2..200).map(link).collect();
    let program = sample(&format!(
        "def main (n : i64) (xs : []i64) : []i64 =
           let f0 : i64 -> i64 = \\(x : i64) -> x let f1 : i64 -> i64 = \\(x : i64) -> x + n {chain} in [f20(n)]"
    ));
    let after = closures(program).expect("functions become data");
    assert!(verify::problems(&after).is_empty());
    assert!(text::print(&after).len() < 2_000_000, "{}", text::print(&after).len());
}
