//! Tests of every expression's value, of failures' messages, and of the cost of in-place updates.

use base::{FileId, Name, Stop};
use rista_fun::def::*;
use rista_fun::eval::*;
use rista_fun::text::parse;
use rista_fun::verify::{Mode, verify};
use value::{ArrayValue, Scalar, ScalarType, Value};

fn program(text: &str) -> Program {
    let program = parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let faults = verify(&program, Mode::Fun);
    assert!(faults.is_empty(), "{}", faults.iter().map(|fault| format!("{fault}\n")).collect::<String>());
    program
}

fn i64s(values: &[i64]) -> Value {
    let scalars: Vec<Scalar> = values.iter().map(|&value| Scalar::I64(value)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, vec![values.len()], &scalars).expect("a vector"))
}

fn int(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

/// Runs `body` as a function of `n : i64` and `*xs : [n]i64`, with results given as entry types and binders.
fn run_on(xs: &[i64], results: &str, binders: &str, body: &str) -> Result<Vec<Value>, Stop> {
    let text = format!(
        "fun main (n : i64) (*xs : [n]i64) -> {binders} = {body}
         entry main = main (xs : *[]i64) -> {results}"
    );
    run_entry(&program(&text), "main", vec![i64s(xs)], Limits::default())
}

/// Returns the results of a body that yields `i64`s.
fn ints(xs: &[i64], count: usize, body: &str) -> Vec<i64> {
    let binders: String = (0..count).map(|at| format!("(r{at} : i64) ")).collect();
    let values =
        run_on(xs, &format!("({})", vec!["i64"; count].join(", ")), &binders, body).expect("the body has a value");
    let number = |value: Value| match value {
        Value::Scalar(scalar) => scalar.as_i64().expect("an i64"),
        Value::Array(_) => panic!("an array where a number is meant"),
    };
    values.into_iter().map(number).collect()
}

/// Returns the result of a body that yields a `[k]i64` after its size.
fn array(xs: &[i64], body: &str) -> Vec<i64> {
    let values = run_on(xs, "([]i64)", "(k : i64) (ys : [k]i64)", body).expect("the body has a value");
    match &values[..] {
        [Value::Array(array)] => (0..array.len()).filter_map(|at| array.get(at).and_then(Scalar::as_i64)).collect(),
        other => panic!("{other:?}"),
    }
}

const ADD: &str = "(\\(a : i64) (b : i64) -> in (a + b)) (0)";

#[test]
fn scalars_and_control() {
    assert_eq!(ints(&[5, 7], 2, "in (xs[0] * 2 + xs[1] % 4, max xs[0] xs[1])"), [13, 7]);
    assert_eq!(ints(&[5], 1, "let (r : i64) = if xs[0] > 4 then in (1) else in (2) in (r)"), [1]);
    assert_eq!(ints(&[5], 1, "let (r : i64) = loop (a : i64 = 1) for i < 5 do in (a * 2) in (r)"), [32]);
    let counted = "let (r : i64) (g : bool) = loop (a : i64 = 0) (go : bool = true) while go do
                     let (b : i64) = a + 3
                     let (go : bool) = b < 10
                     in (b, go)
                   in (r)";
    assert_eq!(ints(&[], 1, counted), [12]);
    assert_eq!(ints(&[3], 1, "let (t : i32) = convert i32 xs[0] in (convert i64 t)"), [3]);
}

#[test]
fn views() {
    assert_eq!(array(&[1, 2, 3, 4, 5], "let (ys : [2]i64) = xs[1 : 2 : 2] in (2, ys)"), [2, 4]);
    assert_eq!(array(&[1, 2, 3], "let (ys : [n]i64) = xs[n - 1 : n : -1] in (n, ys)"), [3, 2, 1]);
    assert_eq!(array(&[1, 2, 3], "let (ys : [0]i64) = xs[9 : 0] in (0, ys)"), []);
    let transposed = "let (a : [2][3]i64) = reshape [2, 3] xs
                      let (b : [3][2]i64) = transpose a
                      let (c : [6]i64) = reshape [6] b
                      in (6, c)";
    assert_eq!(array(&[1, 2, 3, 4, 5, 6], transposed), [1, 4, 2, 5, 3, 6]);
    let fixed = "let (a : [2][3]i64) = reshape [2, 3] xs let (c : [2]i64) = a[0 : 2, 1] in (2, c)";
    assert_eq!(array(&[1, 2, 3, 4, 5, 6], fixed), [2, 5]);
}

#[test]
fn fresh_arrays() {
    assert_eq!(array(&[], "let (ys : [4]i64) = iota 4 10 -3 in (4, ys)"), [10, 7, 4, 1]);
    let rows = "let (r : [2][n]i64) = replicate [2] xs let (f : [6]i64) = reshape [6] r in (6, f)";
    assert_eq!(array(&[1, 2, 3], rows), [1, 2, 3, 1, 2, 3]);
    let ends = "let (m : i64) = n + n let (ys : [m]i64) = concat (xs, xs) in (m, ys)";
    assert_eq!(array(&[1, 2], ends), [1, 2, 1, 2]);
    assert_eq!(array(&[4], "let (e : i64) = xs[0] let (ys : [2]i64) = [e, e + 1] in (2, ys)"), [4, 5]);
    assert_eq!(array(&[], "let (ys : [3]i64) = scratch [3]i64 in (3, ys)").len(), 3);
}

#[test]
fn updates_leave_copies_alone() {
    let body = "let (old : [n]i64) = copy xs
                let (new : [n]i64) = xs with [1 : 2] = old[0 : 2]
                let (m : i64) = n + n
                let (both : [m]i64) = concat (old, new)
                in (m, both)";
    assert_eq!(
        array(
            &[1, 2, 3],
            &body.replace("= old[0 : 2]", "= part").replace("let (new", "let (part : [2]i64) = old[0 : 2] let (new")
        ),
        [1, 2, 3, 1, 1, 2]
    );
    assert_eq!(array(&[1, 2], "let (a : [n]i64) = xs with [0] = 9 in (n, a)"), [9, 2]);
}

#[test]
fn traversals() {
    assert_eq!(array(&[1, 2, 3], "let (ys : [n]i64) = map n (xs) (\\(x : i64) -> in (x * x)) in (n, ys)"), [1, 4, 9]);
    assert_eq!(array(&[7, 7], "let (ys : [n]i64) = map n (xs) (\\(i : i64) (x : i64) -> in (i)) in (n, ys)"), [0, 1]);
    assert_eq!(ints(&[1, 2, 3], 1, &format!("let (s : i64) = reduce n (xs) {ADD} in (s)")), [6]);
    assert_eq!(ints(&[], 1, &format!("let (s : i64) = reduce n (xs) {ADD} in (s)")), [0]);
    assert_eq!(array(&[1, 2, 3], &format!("let (s : [n]i64) = scan n (xs) {ADD} in (n, s)")), [1, 3, 6]);
    let all = format!(
        "let (s : [n]i64) (r : i64) (c : [n]i64) =
           traverse n (xs) (\\(x : i64) -> in (x, x, x * 10)) scan {ADD} reduce {ADD}
         let (m : i64) = n + n
         let (both : [m]i64) = concat (s, c)
         let (all : [m]i64) = both with [0] = r
         in (m, all)"
    );
    assert_eq!(array(&[1, 2, 3], &all), [6, 3, 6, 10, 20, 30]);
    let kept = "let (k : i64) (ys : [k]i64) = filter n (xs) (\\(x : i64) -> in (x > 1, x)) in (k, ys)";
    assert_eq!(array(&[1, 2, 1, 3], kept), [2, 3]);
}

#[test]
fn traversals_of_rows() {
    let body = "let (m : [2][2]i64) = reshape [2, 2] xs
                let (r : [2][2]i64) = map 2 (m) (\\(row : [2]i64) ->
                  let (t : [2]i64) = map 2 (row) (\\(x : i64) -> in (x + 1))
                  in (t))
                let (zero : [2]i64) = replicate [2] 0
                let (s : [2]i64) = reduce 2 (r) (\\(a : [2]i64) (b : [2]i64) ->
                  let (c : [2]i64) = map 2 (a, b) (\\(x : i64) (y : i64) -> in (x + y))
                  in (c)) (zero)
                in (2, s)";
    assert_eq!(array(&[1, 2, 3, 4], body), [6, 8]);
}

#[test]
fn writes_out_of_range_are_dropped() {
    let scatter = "let (d : [3]i64) = replicate [3] 0
                   let (e : [3]i64) = scatter n (xs) (\\(i : i64) (x : i64) -> in (x, i)) into 1 (d)
                   in (3, e)";
    assert_eq!(array(&[2, 5, 0, -1], scatter), [2, 0, 0]);
    let histogram = format!(
        "let (d : [3]i64) = replicate [3] 100
         let (e : [3]i64) = histogram n (xs) (\\(x : i64) -> in (x, x)) into 1 (d) {ADD}
         in (3, e)"
    );
    assert_eq!(array(&[2, 2, 1, 9], &histogram), [100, 101, 104]);
}

#[test]
fn scatter_writes_rows() {
    let body = "let (d : [2][2]i64) = reshape [2, 2] xs
                let (one : [1]i64) = [1]
                let (e : [2][2]i64) = scatter 1 (one) (\\(i : i64) ->
                  let (row : [2]i64) = replicate [2] 8
                  in (i, row)) into 1 (d)
                let (f : [4]i64) = reshape [4] e
                in (4, f)";
    assert_eq!(array(&[1, 2, 3, 4], body), [1, 2, 8, 8]);
}

#[test]
fn calls_and_tables() {
    let program = program(
        "table 0 : [2][2]i64 = [1, 2, 3, 4]
         fun twice (x : i64) (m : i64) (ys : [m]i64) -> (k : i64) (r : [k]i64) =
           let (ys2 : [m]i64) = map m (ys) (\\(y : i64) -> in (y * x)) in (m, ys2)
         fun main (a : i64) -> (k : i64) (r : [k]i64) =
           let (t : [2][2]i64) = table 0
           let (row : [2]i64) = t[1, 0 : 2]
           let (k : i64) (r : [k]i64) = call twice (a, 2, row)
           in (k, r)
         entry main = main (a : i64) -> []i64",
    );
    assert_eq!(run_entry(&program, "main", vec![int(10)], Limits::default()), Ok(vec![i64s(&[30, 40])]));
}

#[test]
fn failures_are_filled_templates_at_their_statement() {
    let stop = run_on(
        &[4],
        "(i64)",
        "(r : i64)",
        "let (i : i64) = xs[0]
         let (ok : bool) = i < n
         let (c : cert) = assert ok \"Index [{}] out of [{}]\" (i, n)
         let (e : i64) = <c> xs[i]
         in (e)",
    );
    let Err(Stop::Failure(failure)) = stop else { panic!("{stop:?}") };
    assert_eq!(failure.message, "Index [4] out of [1]");
    assert_eq!(failure.spans.len(), 1);
}

#[test]
fn unchecked_operations_are_stuck_with_their_statement() {
    for body in [
        "in (xs[7])",
        "let (ys : [2]i64) = xs[0 : 2] in (1)",
        "in (n / (n - n))",
        "let (ys : [-3 + n]i64) = iota (n - 3) in (1)",
        "let (ys : [n]i64) = xs with [3] = 1 in (1)",
    ] {
        let body = body.replace("[-3 + n]", "[m]").replace("iota (n - 3)", "iota m");
        let body = if body.contains("[m]") { format!("let (m : i64) = n - 3 {body}") } else { body };
        let stop = run_on(&[1], "(i64)", "(r : i64)", &body);
        let Err(Stop::Stuck { message, span }) = stop else { panic!("{body}: {stop:?}") };
        assert!(message.contains("\nin let "), "{message}");
        assert!(!span.is_nowhere());
    }
}

#[test]
fn limits_stop_what_does_not_end() {
    let text = "fun main (x : bool) -> (y : bool) = let (y : bool) = loop (go : bool = x) while go do in (go) in (y)
                entry main = main (x : bool) -> (bool)";
    let limits = Limits { steps: 1000, ..Limits::default() };
    let stop = run_entry(&program(text), "main", vec![Value::Scalar(Scalar::Bool(true))], limits);
    assert!(matches!(stop, Err(Stop::Limit(_))), "{stop:?}");
}

#[test]
fn arrays_too_large_are_a_limit() {
    for exp in ["iota m", "replicate [m] n", "scratch [m]i64"] {
        let body = format!("let (m : i64) = 1000000000000000 let (ys : [m]i64) = {exp} in (1)");
        let stop = run_on(&[1], "(i64)", "(r : i64)", &body);
        assert!(matches!(stop, Err(Stop::Limit(_))), "{stop:?}");
    }
}

fn steps_of(text: &str, n: i64) -> u64 {
    let (result, steps) = run_entry_counting(&program(text), "main", vec![int(n)], Limits::default());
    assert!(result.is_ok(), "{result:?}");
    steps
}

/// Updates in a loop, also under a condition, through a call, and with a view taken before, take constant work each.
#[test]
fn updates_in_loops_work_in_place() {
    let text = "fun set (m : i64) (*a : [m]i64) (i : i64) -> (*b : [m]i64) =
                  let (b : [m]i64) = a with [i] = i in (b)
                fun main (n : i64) -> (k : i64) (r : [k]i64) =
                  let (a : [n]i64) = iota n
                  let (r : [n]i64) = loop (b : [n]i64 = a) for i < n do
                    let (part : [1]i64) = b[i : 1]
                    let (e : i64) = part[0]
                    let (c : [n]i64) = b with [i] = e + 1
                    let (d : [n]i64) = if e > 3
                      then let (d : [n]i64) = c with [0] = e in (d)
                      else in (c)
                    let (f : [n]i64) = call set (n, d, i)
                    in (f)
                  in (n, r)
                entry main = main (n : i64) -> ([]i64)";
    let (small, large) = (steps_of(text, 100), steps_of(text, 1000));
    assert!(large < small * 11, "{small} steps for 100 elements, {large} for 1000");
}

#[test]
fn large_maps_are_quick() {
    let text = "fun main (n : i64) -> (r : i64) =
                  let (a : [n]i64) = iota n
                  let (b : [n]i64) = map n (a) (\\(x : i64) -> in (x * x + 1))
                  let (s : i64) = reduce n (b) (\\(a : i64) (b : i64) -> in (a + b)) (0)
                  in (s)
                entry main = main (n : i64) -> (i64)";
    let steps = steps_of(text, 100_000);
    assert!(steps < 800_000, "{steps}");
}

/// FUNMEM evaluates by its value semantics.
#[test]
fn annotations_do_not_change_values() {
    let text =
        "fun main (n : i64) (m : mem) (xs : [n]i64 @ m -> R(n)) -> (k : i64) (o : mem) (ys : [k]i64 @ o -> R(k)) =
                  let (o : mem) = alloc i64 n
                  let (ys : [n]i64 @ o -> R(n)) = map n (xs) (\\(x : i64) -> in (x + 1))
                  in (n, o, ys)
                entry main = main (xs : []i64) -> ([]i64)";
    let program = parse(FileId(0), text).expect("the program reads");
    assert_eq!(verify(&program, Mode::Mem), []);
    assert_eq!(run_entry(&program, "main", vec![i64s(&[1, 2])], Limits::default()), Ok(vec![i64s(&[2, 3])]));
}

#[test]
fn work_is_counted_by_kind_depth_and_purpose() {
    let text = "fun main (n_1 : i64) -> (k_2 : i64) (r_3 : [k_2]i64) =
                  let (m_4 : i64) = n_1 + 1i64
                  let (fine_5 : bool) = m_4 < 100i64
                  let (cert_6 : cert) = assert fine_5 \"too large\" ()
                  let (a_7 : [m_4]i64) = iota m_4
                  let (b_8 : [m_4]i64) = copy a_7
                  let (c_9 : [m_4]i64) = map m_4 (b_8) (\\(x_10 : i64) ->
                    let (y_11 : i64) = x_10 * 2i64
                    let (z_12 : i64) = a_7[0i64]
                    let (s_13 : i64) = y_11 + z_12
                    in (s_13))
                  let (d_14 : [m_4]i64) = c_9 with [0i64] = m_4
                  in (m_4, d_14)
                entry main = main (n : i64) -> []i64";
    let overhead = ["m_4", "fine_5", "cert_6"].iter().filter_map(|name| Name::parse(name)).collect();
    let (result, work) = run_entry_metered(&program(text), "main", vec![int(3)], Limits::default(), &overhead);
    assert!(result.is_ok(), "{result:?}");
    let outside = Counts { reads: 4 + 4, writes: 4 + 4 + 4 + 1, elements: 4, ..Counts::default() };
    let inside = Counts { scalars: 2 * 4, reads: 4, ..Counts::default() };
    assert_eq!(work.program, [outside, inside]);
    assert_eq!(work.overhead, [Counts { scalars: 2, assertions: 1, ..Counts::default() }]);
    let counted_for_all =
        run_entry_metered(&program(text), "main", vec![int(3)], Limits::default(), &Default::default()).1;
    assert_eq!(counted_for_all.of_program().total(), work.of_program().total() + work.of_overhead().total());
}

/// Because host code runs many entry points many times, a run should not cost more for functions it does not call.
#[test]
fn functions_that_are_not_called_are_not_looked_at() {
    let program = program(
        "fun deep (n : i64) -> (r : i64) =
           let (r : i64) = if n > 0 then let (q : i64) = if n > 1 then in (1) else in (2) in (q) else in (3) in (r)
         fun main (n : i64) -> (r : i64) = in (n + 1)
         entry deep = deep (n : i64) -> i64
         entry main = main (n : i64) -> i64",
    );
    let limits = Limits { depth: 2, ..Limits::default() };
    assert_eq!(run_entry(&program, "main", vec![int(1)], limits), Ok(vec![int(2)]));
    assert!(matches!(run_entry(&program, "deep", vec![int(1)], limits), Err(Stop::Limit(_))));
}
