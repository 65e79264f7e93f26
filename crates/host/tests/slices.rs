//! Tests that slices and updates of arrays with data give the same results in IMP as in CORE's evaluator.

use crate::common::{LISTS, lower, number, numbers, run};
use base::Stop;
use imp::eval::Limits;
use value::Value;

/// Runs `main` on lists of lengths `ns`; returns the lengths of the lists in the result.
fn lengths(result: &str, ns: &[i64], k: i64) -> Result<Vec<Value>, String> {
    let main = format!(
        "def main (ns : []i64) (k : i64) : []i64 =
           let lists : []@list = map(\\(n : i64) -> @build(n, (#nil : @list)), ns)
           let rows : [][]@list = unflatten(2, 3, (lists : [6]@list))
           in map(\\(xs : @list) -> @length(xs), {result})
         entry main = @main(ns : []i64, k : i64) -> []i64"
    );
    run(&format!("{LISTS}{main}"), &[numbers(ns), number(k)])
}

const SIX: [i64; 6] = [3, 1, 4, 0, 5, 2];

#[track_caller]
fn gives(result: &str, k: i64, expected: &[i64]) {
    assert_eq!(lengths(result, &SIX, k), Ok(vec![numbers(expected)]), "{result}");
}

#[track_caller]
fn fails(result: &str, k: i64, message: &str) {
    assert_eq!(lengths(result, &SIX, k), Err(message.to_owned()), "{result}");
}

#[test]
fn slices() {
    gives("lists[1:k]", 4, &[1, 4, 0]);
    gives("lists[k:k]", 9, &[]);
    gives("lists[::-1]", 0, &[2, 5, 0, 4, 1, 3]);
    gives("lists[k:0:-2]", 5, &[2, 0, 1]);
    gives("lists[::k]", 4, &[3, 5]);
    gives("lists[::k]", -5, &[2, 3]);
    gives("rows[1, k:]", 1, &[5, 2]);
    gives("rows[:, k]", 1, &[1, 5]);
    gives("flatten(rows[:, 1:])", 0, &[1, 4, 5, 2]);
    gives("flatten(rows[::-1, ::2])", 0, &[0, 2, 3, 4]);
    gives("(rows![k])[1:]", 1, &[5, 2]);
    fails("lists[k:]", 7, "Index [7:6] out of bounds for array of shape [6].");
    fails("lists[::k]", 0, "Index [0:6:0] out of bounds for array of shape [6].");
    fails("rows[1, 1:k]", 4, "Index [1, 1:4] out of bounds for array of shape [2][3].");
}

#[test]
fn views() {
    gives("flatten(flat_index.2(lists, 0, k, 1, 3, 2))", 2, &[3, 4, 5, 1, 0, 2]);
    gives("flat_index.1(lists, 7, k, 9)", 0, &[]);
    gives("flat_index.1(lists, k, 3, -2)", 5, &[2, 0, 1]);
    gives("flat_index.1(lists, k, 3, 0)", 2, &[4, 4, 4]);
    fails("flat_index.1(lists, 0, k, 1)", -1, "an array cannot have -1 elements");
    fails("flat_index.1(lists, 1, 3, k)", 3, "View 1 + (3:3) out of bounds for array of shape [6].");
    let message = "View 1 + (3:9223372036854775807) out of bounds for array of shape [6].";
    fails("flat_index.1(lists, 1, 3, k)", i64::MAX, message);
}

#[test]
fn updates() {
    gives("(copy(lists) with [k] = lists[0])", 1, &[3, 3, 4, 0, 5, 2]);
    gives("(copy(lists) with [1:k] = lists[0:2])", 3, &[3, 3, 1, 0, 5, 2]);
    gives("(copy(lists) with [::-1] = lists)", 0, &[2, 5, 0, 4, 1, 3]);
    gives("flatten((copy(rows) with [k] = rows![0]))", 1, &[3, 1, 4, 3, 1, 4]);
    gives("flatten((copy(rows) with [:, k] = rows[:, 0]))", 1, &[3, 3, 4, 0, 0, 2]);
    gives("flat_update.2(copy(lists), 0, 1, 3, rows[:, :2])", 0, &[3, 0, 4, 1, 5, 2]);
    gives(
        "(let old : []@list = copy(lists) in concat((copy(old) with [0] = old[k]), old))",
        1,
        &[1, 1, 4, 0, 5, 2, 3, 1, 4, 0, 5, 2],
    );
    fails("(copy(lists) with [k] = lists[0])", 6, "Index [6] out of bounds for array of shape [6].");
    fails("(copy(lists) with [1:k] = lists[0:2])", 4, "value of shape [2] written to a slice of shape [3]");
}

#[test]
fn scatters_and_histograms() {
    gives("scatter(copy(lists), [5, k, -1], lists[:3])", 3, &[3, 1, 4, 1, 5, 3]);
    gives("flatten(scatter(copy(rows), [(1, k), (0, 3)], lists[:2]))", 1, &[3, 1, 4, 0, 3, 2]);
    gives("flatten(scatter(copy(rows), [k], rows[:1]))", 1, &[3, 1, 4, 3, 1, 4]);
    let add = "\\(a : @list) (b : @list) -> @build(@length(a) + @length(b), (#nil : @list))";
    gives(&format!("histogram(copy(lists), {add}, (#nil : @list), [k, 2, 2, 9], lists[:4])"), 0, &[6, 1, 9, 0, 5, 2]);
    let later = "\\(a : []@list) (b : []@list) -> concat(a[1:], b[:1])";
    let none = "replicate(3, (#nil : @list))";
    gives(&format!("flatten(histogram(copy(rows), {later}, {none}, [k, 0], rows))"), 0, &[4, 3, 0, 0, 5, 2]);
    fails("scatter(copy(lists), [k], lists)", 0, "arrays of lengths 1 and 6 are traversed together");
}

#[test]
fn rows_end_to_end() {
    gives("flat_map(\\(xs : @list) -> replicate(@length(xs) % k, xs), lists)", 3, &[1, 4, 5, 5, 2, 2]);
    gives("flat_map(\\(xs : @list) -> lists[:0], lists)", 3, &[]);
    gives(
        "flatten(flat_map(\\(xs : @list) -> if @length(xs) < k then rows[1:] else rows[:0], lists))",
        2,
        &[0, 5, 2, 0, 5, 2],
    );
    gives(
        "flat_map(\\(xs : @list) -> lists[@length(xs):], lists)",
        0,
        &[0, 5, 2, 1, 4, 0, 5, 2, 5, 2, 3, 1, 4, 0, 5, 2, 2, 4, 0, 5, 2],
    );
    let uneven = "flatten(flat_map(\\(xs : @list) -> unflatten(1, @length(xs), lists[:@length(xs)]), lists))";
    fails(uneven, 0, "row of shape [1] in an array of rows of shape [3]");
}

/// Returns a `main` over an array of sums, some of which hold arrays. It computes one number for each element of the
/// result.
fn choices(result: &str) -> String {
    let sum = "<lists(i64, []@list) | none | numbers([]i64)>";
    let main = format!(
        "def choose (n : i64) (k : i64) : {sum} =
           if n == 0 then (#none : {sum})
           else if n < 3 then (#numbers(iota(k, n, 1)) : {sum})
           else (#lists(n, map(\\(i : i64) -> @build(i, (#nil : @list)), iota(if n == 9 then n else k, 0, 1))) : {sum})
         def show (c : {sum}) : i64 =
           match c {{
             case #none : {sum} => 0
             case #numbers(xs : []i64) : {sum} => reduce(\\(a : i64) (b : i64) -> a + b, 0, xs)
             case #lists(n : i64, ls : []@list) : {sum} =>
               (100 * n) + reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(l : @list) -> @length(l), ls))
           }}
         def main (ns : []i64) (k : i64) : []i64 =
           let choices : []{sum} = map(\\(n : i64) -> @choose(n, k), ns)
           let last : {sum} = if size.0(choices) == 0 then (#none : {sum}) else choices[size.0(choices) - 1]
           in map(\\(c : {sum}) -> @show(c), {result})
         entry main = @main(ns : []i64, k : i64) -> []i64"
    );
    format!("{LISTS}{main}")
}

#[test]
fn sums_that_hold_arrays_are_elements() {
    let shown = |result: &str, ns: &[i64], k, expected: &[i64]| {
        assert_eq!(run(&choices(result), &[numbers(ns), number(k)]), Ok(vec![numbers(expected)]), "{result}");
    };
    shown("choices", &[0, 1, 5, 0, 2, 4], 3, &[0, 6, 503, 0, 9, 403]);
    shown("choices", &[], 3, &[]);
    shown("choices[::-2]", &[0, 1, 5, 0, 2, 4], 3, &[403, 0, 6]);
    shown("concat(choices[:1], choices[3:])", &[0, 1, 5, 0, 2, 4], 2, &[0, 0, 5, 401]);
    shown("concat(choices[:2], [last, choices[0]])", &[0, 0, 5], 2, &[0, 0, 501, 0]);
    shown("replicate(2, last)", &[0, 5], 2, &[501, 501]);
    shown("[choices[1], last]", &[5, 0, 2], 0, &[0, 0]);
    let sum = "<lists(i64, []@list) | none | numbers([]i64)>";
    let longer = format!("\\(a : {sum}) (b : {sum}) -> if @show(a) < @show(b) then b else a");
    shown(&format!("scan({longer}, (#none : {sum}), choices)"), &[0, 1, 4, 0, 5], 2, &[0, 3, 401, 401, 501]);
    shown(&format!("filter(\\(c : {sum}) -> not(equal(c, last)), choices)"), &[1, 4, 0, 4], 2, &[3, 0]);
    let same = "if equal(choices[:1], choices[2:3]) then choices[:1] else choices[:0]";
    shown(same, &[0, 4, 0], 2, &[0]);
}

/// Sums that hold arrays overwrite others, even before the shape of these arrays is known.
#[test]
fn sums_that_hold_arrays_are_written() {
    let shown = |result: &str, ns: &[i64], k, expected: &[i64]| {
        assert_eq!(run(&choices(result), &[numbers(ns), number(k)]), Ok(vec![numbers(expected)]), "{result}");
    };
    let six = [0, 1, 5, 0, 2, 4];
    shown("(copy(choices) with [1] = last)", &six, 3, &[0, 403, 503, 0, 9, 403]);
    shown("(copy(choices) with [1] = @choose(5, k))", &[0, 0, 0], 3, &[0, 503, 0]);
    shown("(copy(choices) with [1:3] = choices[:2])", &six, 3, &[0, 0, 6, 0, 9, 403]);
    shown("(copy(choices) with [::-1] = choices)", &six, 3, &[403, 9, 0, 503, 6, 0]);
    shown("flat_update.1(copy(choices), 1, 2, [last, @choose(2, k)])", &six, 3, &[0, 403, 503, 9, 9, 403]);
    shown("scatter(copy(choices), [5, 0, -1], choices[:3])", &six, 3, &[6, 6, 503, 0, 9, 0]);
    let sum = "<lists(i64, []@list) | none | numbers([]i64)>";
    let larger = format!("\\(a : {sum}) (b : {sum}) -> if @show(a) < @show(b) then b else a");
    let written = "[0, 0, 3], [@choose(1, k), @choose(5, k), last]";
    let histogram = format!("histogram(copy(choices), {larger}, (#none : {sum}), {written})");
    shown(&histogram, &six, 3, &[503, 6, 503, 403, 9, 403]);
    shown(&histogram, &[0, 0, 0, 0, 4], 3, &[503, 0, 0, 403, 403]);
    let rows = format!("flat_map(\\(c : {sum}) -> if @show(c) < 100 then choices[:1] else replicate(2, c), choices)");
    shown(&rows, &six, 3, &[0, 0, 503, 503, 0, 0, 403, 403]);
    shown(&rows, &[0, 0], 3, &[0, 0]);
    let long = format!("flat_map(\\(c : {sum}) -> if @show(c) == 6 then [c, last] else [c], concat(choices, choices))");
    shown(&long, &six, 3, &[0, 6, 403, 503, 0, 9, 403, 0, 6, 403, 503, 0, 9, 403]);
}

#[test]
fn matrices_of_sums_that_hold_arrays() {
    let sum = "<lists(i64, []@list) | none | numbers([]i64)>";
    let shown = |result: &str, ns: &[i64], k, expected: &[i64]| {
        let result = format!(
            "(let rows : [][]{sum} = map(\\(i : i64) -> choices[i:i + 2], iota(size.0(choices) - 1, 0, 1)) in {result})"
        );
        assert_eq!(run(&choices(&result), &[numbers(ns), number(k)]), Ok(vec![numbers(expected)]), "{result}");
    };
    shown("flatten(rows)", &[0, 0, 1, 5], 2, &[0, 0, 0, 3, 3, 501]);
    shown("flatten(rows)", &[7], 2, &[]);
    shown("flatten((copy(rows) with [0] = rows![2]))", &[0, 0, 1, 5], 2, &[3, 501, 0, 3, 3, 501]);
    shown("flatten((copy(rows) with [:, 1] = rows[:, 0]))", &[0, 0, 1, 5], 2, &[0, 0, 0, 0, 3, 3]);
    shown("flatten((copy(rows) with [1, 0] = @choose(5, k)))", &[0, 0, 0], 2, &[0, 0, 501, 0]);
    shown("flatten(scatter(copy(rows), [1], [[last, last]]))", &[0, 0, 1, 5], 2, &[0, 0, 501, 501, 3, 501]);
    shown("flatten(scatter(copy(rows), [(1, 0)], [last]))", &[0, 0, 1, 5], 2, &[0, 0, 501, 3, 3, 501]);
    shown("flatten(concat(rows[2:], rows[:1]))", &[0, 0, 1, 5], 2, &[3, 501, 0, 0]);
    shown("flatten(flat_map(\\(i : i64) -> rows[i:], iota(2, 1, 1)))", &[0, 0, 1, 5], 2, &[0, 3, 3, 501, 3, 501]);
    shown(
        "if equal(rows, map(\\(r : []SUM) -> copy(r), rows)) then rows![1] else []"
            .replace("SUM", sum)
            .replace("else []", "else rows![0]")
            .as_str(),
        &[0, 0, 1],
        2,
        &[0, 3],
    );
    shown("if equal(rows[:1], rows[1:]) then rows![1] else rows![0]", &[0, 0, 1], 2, &[0, 0]);
    let last = format!("scan(\\(a : []{sum}) (b : []{sum}) -> b, replicate(2, (#none : {sum})), rows)");
    shown(&format!("flatten({last})"), &[0, 0, 1, 5], 2, &[0, 0, 0, 3, 3, 501]);
}

/// CORE's evaluator accepts these arrays. In IMP they are a failure, as in FUN.
#[test]
fn arrays_in_sums_have_equal_sizes() {
    let (_, program) = lower(&choices("choices"));
    let args = vec![numbers(&[4, 0, 9]), number(2)];
    let Err(Stop::Failure(failure)) = imp::eval::run_entry(&program, "main", args, Limits::default()) else {
        panic!("no failure")
    };
    assert_eq!(failure.message, "row of shape [9] in an array of rows of shape [2]");
}

/// Returns how many allocations a program makes for this number.
fn allocations(text: &str, k: i64) -> u64 {
    let (_, program) = lower(text);
    let (result, used) = imp::eval::run_entry_metered(&program, "main", vec![number(k)], Limits::default());
    result.unwrap_or_else(|stop| panic!("{stop:?}\n{}", imp::text::print(&program)));
    used.allocations
}

#[test]
fn arrays_that_nobody_else_refers_to_are_updated_in_place() {
    let of = |round: &str| {
        format!(
            "data box = <box(i64)>
             def number (b : @box) : i64 = match b {{ case #box(x : i64) : @box => x }}
             def main (k : i64) : (i64, i64) =
               let zeros : []i64 = replicate(4, 0)
               let boxes : []@box = [(#box(0) : @box), (#box(1) : @box), (#box(2) : @box), (#box(3) : @box)]
               let (xs : []i64, bs : []@box) =
                 loop (xs : []i64, bs : []@box) = (copy(zeros), copy(boxes)) for i < k do {round}
               in ((zeros[1] + (10 * xs[0])) + (100 * xs[1]), (@number(boxes[1]) + (10 * @number(bs[0]))) + (100 * @number(bs[1])))
             entry main = @main(k : i64) -> (i64, i64)"
        )
    };
    let updates = of("((xs with [i % 4] = i), (bs with [i % 4] = bs[(i + 1) % 4]))");
    assert_eq!(run(&updates, &[number(6)]), Ok(vec![number(540), number(321)]));
    assert_eq!(allocations(&updates, 6), allocations(&updates, 60));
    // Some of the new values are a part of the old array, which is then copied.
    let scatters = of("(scatter(xs, [0, i % 4], [i, xs[0]]), (bs with [0:2] = bs[1:3]))");
    assert_eq!(run(&scatters, &[number(6)]), Ok(vec![number(350), number(221)]));
}

#[test]
fn arrays_that_somebody_else_refers_to_stay() {
    let text = "data two = <two([]i64, []i64)>
                def both (t : @two) (i : i64) : i64 =
                  match t { case #two(xs : []i64, ys : []i64) : @two => xs[i] + (10 * ys[i]) }
                def main (k : i64) : (i64, i64) =
                  let xs : []i64 = replicate(2, k)
                  let kept : @two = (#two(xs, xs) : @two)
                  let ys : []i64 = (copy(xs) with [0] = 1)
                  let changed : @two = (#two(ys, (copy(ys) with [1] = 2)) : @two)
                  in (@both(kept, 0), @both(changed, 0) + (100 * @both(changed, 1)))
                entry main = @main(k : i64) -> (i64, i64)";
    assert_eq!(run(text, &[number(5)]), Ok(vec![number(55), number(2511)]));
}
