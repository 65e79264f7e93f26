//! Tests of the evaluator on small programs for every construct.

use crate::common::{array, failure, good, i64, i64s, results, run};
use base::{Span, Stop};
use rista_core::eval::{Evaluator, Limits, run_entry};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use value::Value;
use value::world::Memory;

/// Returns the text of `main` with parameters and results of the given types.
fn program(params: &[(&str, &str)], outs: &[&str], body: &str) -> String {
    let inner: String = params.iter().map(|(name, ty)| format!("({name} : {ty}) ")).collect();
    let outer: Vec<String> = params.iter().map(|(name, ty)| format!("{name} : {ty}")).collect();
    let result = if outs.len() == 1 { outs[0].to_owned() } else { format!("({})", outs.join(", ")) };
    format!("def main {inner}: {result} = {body}\nentry main = @main({}) -> ({})", outer.join(", "), outs.join(", "))
}

fn closed(out: &str, body: &str) -> String {
    results(&program(&[], &[out], body), vec![])
}

fn fails(out: &str, body: &str) -> String {
    failure(&program(&[], &[out], body), vec![])
}

#[test]
fn scalars_and_bindings() {
    assert_eq!(closed("i64", "let x : i64 = 7 let y : i64 = x * 2 in y - 3"), "11");
    assert_eq!(closed("f32", "fma(2.0f32, 3.0f32, 0.5f32)"), "6.5");
    assert_eq!(closed("i32", "to.i32(3.9f64)"), "3");
    assert_eq!(closed("bool", "(1 < 2) & not(3 <= 2)"), "true");
    assert_eq!(closed("i64", "let (a : i64, _ : i32) = (1, 2i32) let {x = b : i64} = {x = 5} in a + b"), "6");
    assert_eq!(closed("i64", "{b = 1, a = (2, 3)}#a#1"), "3");
    assert_eq!(closed("i64", "if true then 1 else 2"), "1");
}

#[test]
fn traces_are_shown_in_order() {
    let text =
        program(&[("n", "i64")], &["i64"], "reduce(\\(a : i64) (b : i64) -> trace.sum(a + b), trace.n(n), [1, 2])");
    let program = good(&text);
    let mut world = Memory::default();
    let evaluator = Evaluator::new(&program, Limits::default()).expect("the program compiles");
    evaluator.in_world(&mut world).run("main", vec![i64(5)]).expect("it succeeds");
    assert_eq!(world.traced, ["n: 5", "sum: 6", "sum: 8"]);
}

#[test]
fn functions_are_values() {
    assert_eq!(closed("i64", "let f : i64 -> i64 -> i64 = \\(x : i64) (y : i64) -> x - y in f(10)(3)"), "7");
    assert_eq!(closed("i64", "let f : i64 -> i64 -> i64 = \\(x : i64) -> (\\(y : i64) -> x - y) in f(10, 3)"), "7");
    let polymorphic = "let k : i64 = 5
        let<t> pair : t -> (t, i64) = \\(x : t) -> (x, k)
        in pair?<i64>(1)#1 + pair?<(i64, i64)>((2, 3))#0#1";
    assert_eq!(closed("i64", polymorphic), "8");
    let twice = "def twice <t> (f : t -> t) (x : t) : t = f(f(x))
        def main (x : i64) : i64 = @twice?<i64>(\\(y : i64) -> y * x)(x)
        entry main = @main(x : i64) -> (i64)";
    assert_eq!(results(twice, vec![i64(3)]), "27");
}

#[test]
fn recursion_and_constants() {
    let text = "def base : i64 = 1
        def factorial (n : i64) : i64 = if n <= 1 then @base else n * (@factorial(n - 1))
        def main (n : i64) : i64 = @factorial(n)
        entry main = @main(n : i64) -> (i64)";
    assert_eq!(results(text, vec![i64(10)]), "3628800");
}

#[test]
fn sums_match_in_order() {
    let ty = "<leaf(i64) | none | pair(i64, i64)>";
    let text = format!(
        "def value (s : {ty}) : i64 =
           match s {{ case #leaf(0) : {ty} => 100 case #leaf(x : i64) : {ty} => x
                     case #pair(a : i64, b : i64) : {ty} => a + b case _ : {ty} => 0 }}
         def main : (i64, i64, i64, i64) =
           (@value((#leaf(0) : {ty})), @value((#leaf(7) : {ty})), @value((#pair(1, 2) : {ty})), @value((#none : {ty})))
         entry main = @main() -> (i64, i64, i64, i64)"
    );
    assert_eq!(results(&text, vec![]), "100 7 3 0");
    let boxed = format!("let xs : []{ty} = [(#leaf(1) : {ty}), (#none : {ty})] in equal(xs[0], (#leaf(1) : {ty}))");
    assert_eq!(closed("bool", &boxed), "true");
}

#[test]
fn loops() {
    assert_eq!(closed("i64", "loop s : i64 = 0 for i < 5 do s + i"), "10");
    assert_eq!(closed("i64", "loop s : i64 = 0 for x : i64 in [3, 4] do (s * 10) + x"), "34");
    assert_eq!(closed("i64", "(loop (a : i64, n : i64) = (1, 0) while a < 100 do (a * 2, n + 1))#1"), "7");
    assert_eq!(closed("i64", "loop s : i64 = 9 for i < -3 do s + i"), "9");
}

#[test]
fn indices_and_slices() {
    let matrix = "unflatten(2, 3, iota(6, 0, 1))";
    assert_eq!(closed("i64", &format!("({matrix})[1, 2]")), "5");
    assert_eq!(closed("[]i64", &format!("({matrix})[1]")), "[3,4,5]");
    assert_eq!(closed("[]i64", &format!("({matrix})[:, 1]")), "[1,4]");
    assert_eq!(closed("[][]i64", &format!("({matrix})[::-1, 1:]")), "[2][2][4,5,1,2]");
    assert_eq!(closed("[]i64", "[1, 2, 3, 4, 5][3:0:-2]"), "[4,2]");
    assert_eq!(closed("[]i64", "([] : [0]i64)[::-1]"), "[]");
    assert_eq!(closed("i64", &format!("({matrix})![1, 2]")), "5");
    assert_eq!(fails("i64", "[1, 2, 3][4]"), "Index [4] out of bounds for array of shape [3].");
    assert_eq!(fails("i64", &format!("({matrix})[1, -1]")), "Index [1, -1] out of bounds for array of shape [2][3].");
    assert_eq!(fails("[]i64", "[1, 2, 3][1:5]"), "Index [1:5] out of bounds for array of shape [3].");
    assert_eq!(fails("[]i64", "[1, 2, 3][2:0:1]"), "Index [2:0:1] out of bounds for array of shape [3].");
    assert_eq!(fails("[]i64", "[1, 2, 3][::0]"), "Index [0:3:0] out of bounds for array of shape [3].");
}

#[test]
fn flat_views_and_updates() {
    assert_eq!(closed("[][]i64", "flat_index.2([1, 2, 3, 4], 0, 3, 1, 2, 1)"), "[3][2][1,2,2,3,3,4]");
    assert_eq!(closed("[][]i64", "flat_index.2([1, 2], 9, 0, 1, 2, 1)"), "[0][2][]");
    assert_eq!(closed("[][]i64", "flat_index.1([[1, 2], [3, 4]], 1, 2, -1)"), "[2][2][3,4,1,2]");
    assert_eq!(closed("[]i64", "flat_update.2([1, 2, 3], 0, 1, 1, [[4, 5], [6, 7]])"), "[4,6,7]");
    assert_eq!(closed("[]i64", "let a : []i64 = [1, 2, 3] in flat_update.1(a, 2, -1, a)"), "[3,2,1]");
    let fault = |view: &str| fails("[][]i64", view);
    assert_eq!(
        fault("flat_index.2([1, 2, 3], 1, 2, 1, 2, 1)"),
        "View 1 + (2:1)(2:1) out of bounds for array of shape [3]."
    );
    assert_eq!(
        fault("flat_index.2([1, 2, 3], 0, 5, 4611686018427387904, 2, 1)"),
        "View 0 + (5:4611686018427387904)(2:1) out of bounds for array of shape [3]."
    );
    assert_eq!(fault("flat_index.2([1, 2, 3], 0, 0, 1, -2, 1)"), "an array cannot have -2 elements");
    assert_eq!(
        fault("flat_update.1([[1, 2]], 0, 1, [[1]])"),
        "value of shape [1][1] written to a slice of shape [1][2]"
    );
}

#[test]
fn updates_leave_other_owners_alone() {
    assert_eq!(
        closed("[]i64", "let a : []i64 = [1, 2, 3] let b : []i64 = a with [1] = 9 in concat(a, b)"),
        "[1,2,3,1,9,3]"
    );
    assert_eq!(closed("[]i64", "[1, 2, 3, 4] with [::2] = [7, 8]"), "[7,2,8,4]");
    let rows = "let m : [][]i64 = [[1, 2], [3, 4]] in m with [0] = m[1]";
    assert_eq!(closed("[][]i64", rows), "[2][2][3,4,3,4]");
    assert_eq!(
        closed("[]i64", "let p : [](i64, i64) = zip([1, 2], [3, 4]) in (unzip(p with [0] = (8, 9)))#1"),
        "[9,4]"
    );
    assert_eq!(fails("[]i64", "[1, 2, 3] with [0:2] = [1]"), "value of shape [1] written to a slice of shape [2]");
    assert_eq!(fails("[]i64", "[1, 2] with [2] = 0"), "Index [2] out of bounds for array of shape [2].");
}

#[test]
fn shaping() {
    assert_eq!(closed("[]i32", "iota(3, 10i32, -2i32)"), "[10,8,6]");
    assert_eq!(closed("[]f32", "iota(3, 0.5f32, 0.25f32)"), "[0.5,0.75,1]");
    assert_eq!(closed("[][]i64", "replicate(2, [1, 2])"), "[2][2][1,2,1,2]");
    assert_eq!(closed("[]i64", "concat([1], ([] : [0]i64), [2, 3])"), "[1,2,3]");
    assert_eq!(closed("[][]i64", "transpose([[1, 2, 3], [4, 5, 6]])"), "[3][2][1,4,2,5,3,6]");
    assert_eq!(closed("[]i64", "flatten([[1, 2], [3, 4]])"), "[1,2,3,4]");
    assert_eq!(closed("i64", "size.1(replicate(0, [1, 2]))"), "2");
    assert_eq!(fails("[]i64", "replicate(-1, 0)"), "an array cannot have -1 elements");
    assert_eq!(
        fails("[][]i64", "unflatten(2, 2, [1, 2, 3])"),
        "array of length 3 cannot be unflattened to shape [2][2]"
    );
    assert_eq!(fails("[][]i64", "[[1], [1, 2]]"), "row of shape [2] in an array of rows of shape [1]");
    assert_eq!(fails("[][]i64", "concat([[1]], [[1, 2]])"), "row of shape [2] in an array of rows of shape [1]");
}

#[test]
fn empty_arrays_take_the_shape_of_their_type() {
    let row = |ty: &str| {
        let body = format!("(map(\\(x : i64) -> (replicate(x, x) : {ty}), iota(n, 0, 1)) : []{ty})");
        program(&[("n", "i64")], &["[][]i64"], &body)
    };
    assert_eq!(results(&row("[n]i64"), vec![i64(0)]), "[0][0][]");
    assert_eq!(results(&row("[7]i64"), vec![i64(0)]), "[0][7][]");
    assert_eq!(results(&row("[]i64"), vec![i64(0)]), "[0][0][]");
    let generic = "def each <a, b> (f : a -> b) (xs : []a) : []b = (map(f, xs) : []b)
        def main (n : i64) (xs : []i64) : [][]i64 = @each?<i64, [n]i64>(\\(x : i64) -> replicate(n, x), xs)
        entry main = @main(n : i64, xs : []i64) -> ([][]i64)";
    assert_eq!(results(generic, vec![i64(4), i64s(&[])]), "[0][4][]");
    let local =
        "let<t> f : []t -> []t = \\(xs : []t) -> (map(\\(x : t) -> x, xs) : []t) in f?<[3]i64>(([] : [0][3]i64))";
    assert_eq!(closed("[][]i64", local), "[0][3][]");
}

#[test]
fn second_order_operations() {
    assert_eq!(closed("[]i64", "map(\\(x : i64) -> x * x, [1, 2, 3])"), "[1,4,9]");
    let add = "\\(a : i64) (b : i64) -> a + b";
    assert_eq!(closed("i64", &format!("reduce({add}, 0, [1, 2, 3])")), "6");
    assert_eq!(closed("i64", &format!("reduce_comm({add}, 42, ([] : []i64))")), "42");
    assert_eq!(closed("[]i64", &format!("scan({add}, 0, [1, 2, 3])")), "[1,3,6]");
    assert_eq!(closed("[]i64", "filter(\\(x : i64) -> x > 1, [1, 2, 3])"), "[2,3]");
    assert_eq!(closed("[]i64", "scatter([0, 0, 0], [2, -1, 5, 0], [7, 8, 9, 1])"), "[1,0,7]");
    assert_eq!(closed("[][]i64", "scatter([[0, 0], [0, 0]], [(1, 0), (2, 0)], [5, 6])"), "[2][2][0,0,5,0]");
    assert_eq!(
        closed("[]i64", "histogram([10, 0], \\(a : i64) (b : i64) -> (a * 2) + b, 0, [0, 1, 0, 3], [1, 2, 3, 4])"),
        "[45,2]"
    );
    let pairs = "map(\\(p : (i64, i64)) -> p#0 + p#1, zip([1, 2], [10, 20]))";
    assert_eq!(closed("[]i64", pairs), "[11,22]");
    assert_eq!(fails("[]i64", "(unzip(zip([1], [1, 2])))#0"), "arrays of lengths 1 and 2 are traversed together");
    assert_eq!(
        fails("[]i64", "reduce(\\(a : []i64) (b : []i64) -> concat(a, b), [0], [[1], [2]])"),
        "operator returns shape [2] where the neutral element has [1]"
    );
}

#[test]
fn equality_is_structural() {
    assert_eq!(closed("bool", "equal(([1, 2], true), ([1, 2], true))"), "true");
    assert_eq!(closed("bool", "equal([1, 2], [1, 2, 3])"), "false");
    assert_eq!(closed("bool", "equal(f32.nan, f32.nan)"), "false");
    assert_eq!(closed("bool", "equal([0.0], [-0.0])"), "true");
}

#[test]
fn failures_name_their_values() {
    assert_eq!(fails("i64", "5 / 0"), "division by zero: 5 by 0");
    assert_eq!(fails("i64", "rem(5, 0)"), "division by zero: 5 by 0");
    assert_eq!(fails("i64", "pow(2, -1)"), "negative exponent: 2 ** -1");
    assert_eq!(fails("i64", "ensure 1 == 2, \"{} is not {{}} {}\"(1, [2, 3]) in 0"), "1 is not {} [2, 3]");
    assert_eq!(closed("i64", "ensure true, \"never {}\"(1 / 0) in 5"), "5");
}

#[test]
fn failures_tell_the_calls_that_led_there() {
    let text = "def inner (x : i64) : i64 = 1 / x
def outer (x : i64) : i64 = (\\(y : i64) -> @inner(y))(x)
def main (x : i64) : i64 = @outer(x)
entry main = @main (x : i64) -> i64";
    let Err(Stop::Failure(failure)) = run(text, vec![i64(0)]) else { panic!("it fails") };
    let places: Vec<&str> =
        failure.spans.iter().map(|span: &Span| &text[span.start as usize..span.end as usize]).collect();
    assert_eq!(places, ["1 / x", "@inner(y)", "@outer(x)"]);
}

#[test]
fn tables_are_constants() {
    let text = "table [2][2]i64 = [1i64, 2i64, 3i64, 4i64]
        def main (i : i64) : []i64 = $0[i]
        entry main = @main(i : i64) -> ([]i64)";
    assert_eq!(results(text, vec![i64(1)]), "[3,4]");
}

#[test]
fn arguments_are_checked() {
    let text = program(&[("x", "i64")], &["i64"], "x");
    assert!(matches!(run(&text, vec![]), Err(Stop::Stuck { .. })));
    assert!(matches!(run(&text, vec![i64s(&[1])]), Err(Stop::Stuck { .. })));
    let matrix = program(&[("m", "[][]i64")], &["[][]i64"], "transpose(m)");
    assert_eq!(results(&matrix, vec![array(&[0, 3], &[])]), "[3][0][]");
}

#[test]
fn limits_stop_the_run() {
    let forever = |result: &str| {
        format!(
            "def f (x : i64) : i64 = {result} def main (x : i64) : i64 = @f(x) entry main = @main(x : i64) -> (i64)"
        )
    };
    let limits = Limits { calls: 100, ..Limits::default() };
    let deeper = run_entry(&good(&forever("1 + @f(x + 1)")), "main", vec![i64(0)], limits);
    assert!(matches!(deeper, Err(Stop::Failure(_))));
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let jumps = run_entry(&good(&forever("@f(x + 1)")), "main", vec![i64(0)], limits);
    assert!(matches!(jumps, Err(Stop::Limit(_))));
    let endless = program(&[], &["i64"], "loop x : i64 = 0 while true do x + 1");
    let limits = Limits { steps: 10_000, ..Limits::default() };
    assert!(matches!(run_entry(&good(&endless), "main", vec![], limits), Err(Stop::Limit(_))));
    let huge = program(&[], &["[]i64"], "replicate(1000000000000, 0)");
    assert!(matches!(run(&huge, vec![]), Err(Stop::Limit(_))));
}

/// Functions that capture functions may be nested as deep as memory permits, but not deeper than the limit.
#[test]
fn chains_of_functions_are_dropped_without_stack_and_counted() {
    let text = "def wrap (n : i64) (f : i64 -> i64) : i64 =
          if n == 0 then 7 else @wrap(n - 1, \\(x : i64) -> 1 + f(x))
        def main (n : i64) : i64 = @wrap(n, \\(x : i64) -> x)
        entry main = @main(n : i64) -> (i64)";
    assert_eq!(results(text, vec![i64(1_000_000)]), "7");
    let limits = Limits { held: 1_000_000, ..Limits::default() };
    assert!(matches!(run_entry(&good(text), "main", vec![i64(-1)], limits), Err(Stop::Limit(_))));
}

/// Recursion may use more stack than the thread has, up to the limits.
#[test]
fn recursion_is_as_deep_as_the_limits_allow() {
    let text = "def f (x : i64) : i64 = if x == 0 then 0 else 1 + (let y : i64 = (1 + (1 + (@f(x - 1)))) in y)
        def main (x : i64) : i64 = @f(x)
        entry main = @main(x : i64) -> (i64)";
    assert_eq!(results(text, vec![i64(100_000)]), "300000");
    let Err(Stop::Failure(failure)) = run(text, vec![i64(1 << 40)]) else { panic!("it ends") };
    assert_eq!(failure.message, base::stack::TOO_DEEP);
}

fn within(limit: Duration, text: &str, args: Vec<Value>) -> String {
    let start = Instant::now();
    let shown = results(text, args);
    assert!(start.elapsed() < limit, "took {:?}", start.elapsed());
    shown
}

/// Each program would take minutes if an update copied its array.
#[test]
fn updates_of_unique_arrays_take_constant_time() {
    let n = i64(100_000);
    let direct = program(
        &[("n", "i64")],
        &["i64"],
        "(loop a : []i64 = replicate(n, 0) for i < n do a with [i] = a[i] + i)[n - 1]",
    );
    assert_eq!(within(Duration::from_secs(5), &direct, vec![n.clone()]), "99999");
    let in_a_tuple = program(
        &[("n", "i64")],
        &["i64"],
        "(loop (a : []i64, b : []i64, i : i64) = (replicate(n, 0), replicate(n, 1), 0) while i < n do
           let v : i64 = b[i]
           let c : []i64 = a with [i] = v
           let d : []i64 = if v > 0 then b with [i] = 2 else b
           in (c, d, i + 1))#1[n - 1]",
    );
    assert_eq!(within(Duration::from_secs(5), &in_a_tuple, vec![n.clone()]), "2");
    let through_a_call = "def set *(a : []i64) (i : i64) : *[]i64 = a with [i] = i
        def main (n : i64) : i64 = (loop a : []i64 = replicate(n, 0) for i < n do @set(a, i))[n - 1]
        entry main = @main(n : i64) -> (i64)";
    assert_eq!(within(Duration::from_secs(5), through_a_call, vec![n.clone()]), "99999");
    let records = program(
        &[("n", "i64")],
        &["i64"],
        "(loop a : [](i64, i64) = replicate(n, (0, 0)) for i < n do a with [i] = (i, a[i]#0))[n - 1]#0",
    );
    assert_eq!(within(Duration::from_secs(5), &records, vec![n]), "99999");
}

#[test]
fn a_million_elements_take_seconds() {
    let text = program(
        &[("n", "i64")],
        &["i64"],
        "let xs : []i64 = map(\\(i : i64) -> (i * 7) % 13, iota(n, 0, 1))
         let ys : []i64 = map(\\(p : (i64, i64)) -> p#0 * p#1, zip(xs, iota(n, 0, 1)))
         in reduce(\\(a : i64) (b : i64) -> a + b, 0, ys)",
    );
    let expected: i64 = (0..1_000_000).map(|i| i * 7 % 13 * i).sum();
    assert_eq!(within(Duration::from_secs(30), &text, vec![i64(1_000_000)]), expected.to_string());
}

#[test]
fn a_run_can_be_interrupted_from_outside() {
    let text = "def main : i64 = loop s : i64 = 0 while 0 <= s do (s + 1) & 255
        entry main = @main() -> (i64)";
    let program = good(text);
    let flag = Arc::new(AtomicBool::new(false));
    let evaluator = Evaluator::new(&program, Limits { steps: u64::MAX, ..Limits::default() }).expect("it compiles");
    let mut evaluator = evaluator.interrupted_by(Arc::clone(&flag));
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(evaluator.run("main", vec![]), Err(Stop::Limit("the evaluation was interrupted".to_owned())));
    other.join().expect("the other thread ends");
}

#[test]
fn loops_give_back_all_parts_of_their_value() {
    assert_eq!(closed("i64", "(loop (_ : i64, n : i64) = (5, 0) for i < 3 do (9, n + i))#0"), "9");
    let swap = "(loop (a : []i64, b : []i64) = ([1, 2], [3, 4]) for i < 3 do (b, a with [0] = i))";
    assert_eq!(closed("[]i64", &format!("concat({swap}#0, {swap}#1)")), "[1,4,2,2]");
    let kept = "let a : []i64 = [1, 2] let b : []i64 = loop a : []i64 = a while a[0] < 9 do a with [0] = a[0] + 4 in concat(a, b)";
    assert_eq!(closed("[]i64", kept), "[1,2,9,2]");
}
