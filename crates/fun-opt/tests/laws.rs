//! Tests of cases in which the laws of `simplify` and `cse` do not hold: programs that must not change. The effect of
//! the laws is shown in `tests/passes`.

use base::{Error, FileId};
use fun::def::Program;
use fun::text;
use fun::verify::{Mode, verify};
use value::{Scalar, ScalarType, op};

type Pass = fn(Program) -> Result<Program, Error>;

/// Checks that the pass does not change the program.
fn stays(pass: Pass, source: &str) {
    let program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    assert!(verify(&program, Mode::Fun).is_empty(), "{:?}\n{source}", verify(&program, Mode::Fun));
    let before = text::print(&program);
    let after = text::print(&pass(program).unwrap_or_else(|error| panic!("{error:?}")));
    assert_eq!(after, before);
}

fn is_not_simplified(source: &str) {
    stays(rista_fun_opt::simplify::simplify, source);
}

/// Checks that one operation on `x` and `y` of the type is not simplified.
fn operation_stays(ty: &str, exp: &str, result: &str) {
    is_not_simplified(&format!(
        "fun f (x : {ty}) (y : {ty}) -> (r : {result}) =\n  let (r : {result}) = {exp}\n  in (r)"
    ));
}

#[test]
fn floats_keep_what_rounds_or_loses_a_sign_or_nan() {
    for exp in ["x + 0.0f32", "0.0f32 - x", "x * 0.0f32", "x - x", "x / x", "x / 10.0f32", "x / 0.0f32", "max x x"] {
        operation_stays("f32", exp, "f32");
    }
    for exp in ["x == x", "x <= x", "x < y"] {
        operation_stays("f32", exp, "bool");
    }
    for second in ["a + 2.0f64", "a - x", "a - 1.0f64"] {
        is_not_simplified(&format!(
            "fun f (x : f64) -> (r : f64) =\n  let (a : f64) = x + 1.0f64\n  let (r : f64) = {second}\n  in (r)"
        ));
    }
    is_not_simplified(
        "fun f (x : f64) (y : f64) -> (r : bool) =\n  let (a : bool) = x < y\n  let (r : bool) = not a\n  in (r)",
    );
}

#[test]
fn divisions_that_round_to_zero_or_fail_stay() {
    for exp in ["quot x 8i32", "rem x 8i32", "x / 6i32", "x / 0i32", "x % y", "x / -2147483648i32", "7i32 / 0i32"] {
        operation_stays("i32", exp, "i32");
    }
}

#[test]
fn a_detour_that_loses_something_stays() {
    for (from, way, to) in [
        ("i64", "i32", "i64"),
        ("i32", "u32", "i64"),
        ("i64", "f64", "i64"),
        ("f64", "f32", "f64"),
        ("i32", "bool", "i32"),
    ] {
        is_not_simplified(&format!(
            "fun f (x : {from}) -> (r : {to}) =
  let (a : {way}) = convert {way} x
  let (r : {to}) = convert {to} a
  in (r)"
        ));
    }
}

/// A chain of two conversions is replaced by the direct one only if that gives the same for all edge values.
#[test]
fn only_a_detour_that_changes_nothing_is_left_out() {
    let types = || ScalarType::ALL.into_iter();
    for (from, way, to) in types().flat_map(|a| types().flat_map(move |b| types().map(move |c| (a, b, c)))) {
        let source = format!(
            "fun f (x : {from}) -> (r : {to}) =
  let (a : {way}) = convert {way} x
  let (r : {to}) = convert {to} a
  in (r)"
        );
        let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
        let after = rista_fun_opt::simplify::simplify(program).unwrap_or_else(|error| panic!("{error:?}"));
        let conversions = text::print(&after).matches("convert").count();
        // A conversion to the value's own type is omitted.
        if conversions == 2 - usize::from(from == way) - usize::from(way == to) {
            continue;
        }
        for x in edges(from) {
            let direct = if conversions == 0 { x } else { op::convert(to, x) };
            assert_eq!(op::convert(to, op::convert(way, x)), direct, "{x:?} by way of {way}");
        }
    }
}

/// Returns values at which conversions cut off bits, round, saturate or wrap.
fn edges(ty: ScalarType) -> impl Iterator<Item = Scalar> {
    let bits = (0..64).flat_map(|shift| [1u64 << shift, u64::MAX << shift, !(u64::MAX << shift), 0x5555 << shift]);
    bits.map(move |bits| Scalar::from_bits(ty, bits)).filter(|x| !x.as_f64().is_some_and(f64::is_nan))
}

#[test]
fn what_is_overwritten_is_not_read_later() {
    let parts = "let (parts : [4]i64) = concat (xs, ys)";
    for (made, read) in [
        (parts, "parts[1]"),
        ("let (parts : [2]i64) = copy xs", "parts[1]"),
        ("let (parts : [3][2]i64) = replicate [3] xs", "parts[2, 1]"),
        ("let (parts : [2][2]i64) = [xs, ys]", "parts[0, 1]"),
        ("let (parts : [2]i64) = map 2 (xs) (\\(x : i64) -> let (y : i64) = x * x in (y))", "parts[1]"),
    ] {
        is_not_simplified(&format!(
            "
fun f (*xs : [2]i64) (ys : [2]i64) -> (*zs : [2]i64) (r : i64) =
  {made}
  let (zs : [2]i64) = xs with [0] = 7i64
  let (r : i64) = {read}
  in (zs, r)
"
        ));
    }
}

#[test]
fn an_array_of_its_own_stays_where_it_is_overwritten_or_leaves() {
    // A result that must not be the parameter itself.
    is_not_simplified("fun f (xs : [2]i64) -> (*r : [2]i64) =\n  let (r : [2]i64) = copy xs\n  in (r)");
    // Both arrays are used after the copy.
    is_not_simplified(
        "
fun f (n : i64) (vs : [n]i64) -> (*r : [n]i64) (x : i64) =
  let (xs : [n]i64) = map n (vs) (\\(v : i64) -> let (w : i64) = v * v in (w))
  let (ys : [n]i64) = copy xs
  let (r : [n]i64) = ys with [0] = 7i64
  let (x : i64) = loop (s : i64 = 1) for i < n do
      let (y : i64) = xs[i]
      let (t : i64) = s * y
      in (t)
  in (r, x)
",
    );
    // A copy for each iteration.
    is_not_simplified(
        "
fun f (n : i64) (k : i64) -> (r : i64) =
  let (xs : [n]i64) = iota n
  let (r : i64) = loop (s : i64 = 1) for i < k do
      let (ys : [n]i64) = copy xs
      let (zs : [n]i64) = ys with [i] = s
      let (x : i64) = zs[0]
      let (y : i64) = zs[1]
      let (t : i64) = x * y
      in (t)
  in (r)
",
    );
    // A slice of a part, in place of the part, would be overwritten.
    is_not_simplified(
        "
fun f (xs : [2]i64) (ys : [2]i64) -> (*r : [2]i64) =
  let (all : [4]i64) = concat (xs, ys)
  let (part : [2]i64) = all[2 : 2]
  let (r : [2]i64) = part with [0] = 7i64
  in (r)
",
    );
}

#[test]
fn branches_that_fail_differently_stay() {
    is_not_simplified(
        "
fun f (c : bool) (d : bool) -> (r : i64) =
  let () = if c then let (e : cert) = assert d \"one\" in () else let (e2 : cert) = assert d \"two\" in ()
  in (0)
",
    );
    is_not_simplified(
        "
fun f (c : bool) (x : i64) (y : i64) -> (r : bool) =
  let (r : bool) = if c then in (true) else let (z : i64) = x / y let (s : bool) = z < x in (s)
  in (r)
",
    );
}

#[test]
fn parameters_that_do_not_just_count_stay() {
    // A float, a varying step, the size of another parameter, a condition.
    for (ty, next) in [("f64", "k + 1.0f64"), ("i64", "k + i"), ("i64", "k * 3i64"), ("i64", "7i64 - k")] {
        is_not_simplified(&format!(
            "
fun f (n : i64) (init : {ty}) -> (r : {ty}) =
  let (r : {ty}) = loop (k : {ty} = init) for i < n do
      let (next : {ty}) = {next}
      in (next)
  in (r)
"
        ));
    }
    is_not_simplified(
        "
fun f (n : i64) -> (m : i64) (r : [m]i64) =
  let (start : [5]i64) = iota 5
  let (m : i64) (r : [m]i64) = loop (k : i64 = 5) (xs : [k]i64 = start) for i < n do
      let (next : i64) = k + 1
      let (ys : [next]i64) = iota next i 1
      in (next, ys)
  in (m, r)
",
    );
    is_not_simplified(
        "
fun f (c : bool) -> (r : bool) =
  let (r : bool) = loop (go : bool = c) while go do in (go)
  in (r)
",
    );
}

#[test]
fn loops_that_copy_to_other_places_stay() {
    for (from, to) in [("i", "j"), ("j", "i")] {
        is_not_simplified(&format!(
            "
fun f (n : i64) (xs : [n]i64) (j : i64) (*ys : [n]i64) -> (*r : [n]i64) =
  let (r : [n]i64) = loop (zs : [n]i64 = ys) for i < n do
      let (x : i64) = xs[{from}]
      let (us : [n]i64) = zs with [{to}] = x
      in (us)
  in (r)
"
        ));
    }
}

#[test]
fn one_element_is_computed_alone_only_where_that_is_less() {
    let lambda = "\\(x : i64) -> let (y : i64) = x * x in (y)";
    let failing = "\\(x : i64) -> let (c : bool) = x < 9 let (d : cert) = assert c \"no\" let (y : i64) = x * x in (y)";
    let twice = "let (a : i64) = ys[0]\n  let (b : i64) = ys[1]\n  let (r : i64) = a * b";
    let inside = "let (r : i64) = loop (s : i64 = 1) for i < n do let (a : i64) = ys[0] let (t : i64) = s * a in (t)";
    for (lambda, read) in [(lambda, twice), (lambda, inside), (failing, "let (r : i64) = ys[0]")] {
        is_not_simplified(&format!(
            "
fun f (n : i64) (xs : [n]i64) -> (r : i64) =
  let (ys : [n]i64) = map n (xs) ({lambda})
  {read}
  in (r)
"
        ));
    }
}

#[test]
fn a_lambda_that_may_fail_runs() {
    is_not_simplified(
        "
fun f (n : i64) (xs : [n]i64) -> (*r : [n]i64) =
  let (r : [n]i64) = map n (xs) (\\(x : i64) -> let (c : bool) = x < 9 let (d : cert) = assert c \"no\" in (7))
  in (r)
",
    );
    is_not_simplified(
        "
fun f (n : i64) (xs : [n]i64) -> (m : i64) (*r : [m]i64) =
  let (m : i64) (r : [m]i64) =
    filter n (xs) (\\(x : i64) -> let (c : bool) = x < 9 let (d : cert) = assert c \"no\" in (false, x))
  in (m, r)
",
    );
}

#[test]
fn a_reduction_of_equals_stays_unless_one_is_as_good_as_all() {
    for (ty, operator, neutral) in
        [("f64", "a + b", "0.0f64"), ("f64", "max a b", "0.0f64"), ("i64", "max a b", "0i64")]
    {
        is_not_simplified(&format!(
            "
fun f (n : i64) (xs : [n]{ty}) (v : {ty}) -> (r : {ty}) =
  let (r : {ty}) =
    traverse n (xs)
      (\\(x : {ty}) -> in (v))
      reduce (\\(a : {ty}) (b : {ty}) -> let (c : {ty}) = {operator} in (c)) ({neutral})
  in (r)
"
        ));
    }
}

#[test]
fn equal_arrays_are_two_where_one_changes_or_leaves() {
    for (then, result) in [("let (zs : [n]i64) = ys with [0] = 7i64", "zs"), ("let (zs : i64) = n * n", "ys")] {
        stays(
            rista_fun_opt::cse::common_subexpressions,
            &format!(
                "
fun f (n : i64) (vs : [n]i64) -> (x : i64) (*r : [n]i64) =
  let (xs : [n]i64) = map n (vs) (\\(v : i64) -> let (w : i64) = v + 1 in (w))
  let (ys : [n]i64) = map n (vs) (\\(v2 : i64) -> let (w2 : i64) = v2 + 1 in (w2))
  {then}
  let (x : i64) = xs[0]
  in (x, {result})
"
            ),
        );
    }
}

#[test]
fn maps_of_other_functions_or_neutral_elements_are_two() {
    for (first, second) in [("a + b", "b - a"), ("a - b", "b - a")] {
        stays(
            rista_fun_opt::cse::common_subexpressions,
            &format!(
                "
fun f (n : i64) (vs : [n]i64) -> (x : i64) (y : i64) =
  let (x : i64) = reduce n (vs) (\\(a : i64) (b : i64) -> let (c : i64) = {first} in (c)) (0)
  let (y : i64) = reduce n (vs) (\\(a : i64) (b : i64) -> let (c : i64) = {second} in (c)) (0)
  in (x, y)
"
            ),
        );
    }
}

/// Checks that the body's assertion remains after `prove`.
fn is_not_proved(params: &str, body: &str) {
    let source = format!("fun f (n : i64) (xs : [n]i64) {params} -> (r : i64) =\n{body}\n  in (r)");
    let mut program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
    assert!(verify(&program, Mode::Fun).is_empty(), "{:?}\n{source}", verify(&program, Mode::Fun));
    for pass in [rista_fun_opt::prove::prove, rista_fun_opt::simplify::simplify] {
        program = pass(program).unwrap_or_else(|error| panic!("{error:?}"));
    }
    let after = text::print(&program);
    assert!(after.contains("assert"), "{source}\nbecame\n{after}");
}

/// Returns an access to element `at` of `xs`, with its check.
fn checked(at: &str) -> String {
    format!(
        "let (lower : bool) = 0 <= {at}
  let (upper : bool) = {at} < n
  let (inside : bool) = lower & upper
  let (d : cert) = assert inside \"index {{}}\" ({at})
  let (r : i64) = <d> xs[{at}]"
    )
}

#[test]
fn values_of_which_a_bound_is_not_known_are_checked() {
    for made in [
        // The array may be empty.
        "let (last : i64) = n - 1\n  let (low : i64) = min last k\n  let (at : i64) = max 0 low",
        // Limited at one end only, or to a value that may wrap around.
        "let (at : i64) = max 0 k",
        "let (next : i64) = k + 1\n  let (c : bool) = next > k\n  let (at : i64) = if c then in (k) else in (next)",
        // Remainders of numbers that may be negative; halves of a number that may be twice as large.
        "let (at : i64) = rem k 7i64",
        "let (more : i64) = n + 1\n  let (at : i64) = more / 2",
        // The condition is the opposite one.
        "let (c : bool) = k < n\n  let (at : i64) = if c then in (0) else in (k)",
    ] {
        is_not_proved("(k : i64)", &format!("  {made}\n  {}", checked("at")));
    }
}

#[test]
fn loops_that_change_what_they_hand_on_are_checked() {
    // In the second iteration, the values are exchanged.
    is_not_proved(
        "(m : i64) (turns : i64)",
        "  let (p2 : i64) (q2 : i64) (r : i64) =
    loop (p : i64 = n) (q : i64 = m) (r : i64 = 0) for i < turns do
      let (same : bool) = p == n
      let (d : cert) = assert same \"sizes\"
      let (s : i64) = <d> r / q
      in (q, p, s)",
    );
    // The parameter grows by 2 where the condition requires less, or it may start anywhere.
    for (start, by) in [("0", "2"), ("k", "1")] {
        is_not_proved(
            "(k : i64)",
            &format!(
                "  let (some : bool) = {start} < n
  let (goes2 : bool) (i2 : i64) (r : i64) =
    loop (goes : bool = some) (i : i64 = {start}) (r : i64 = 0) while goes do
      let (j : i64) = i + 1
      let (lower : bool) = 0 <= i
      let (upper : bool) = j < n
      let (inside : bool) = lower & upper
      let (d : cert) = assert inside \"index\"
      let (x : i64) = <d> xs[j]
      let (next : i64) = i + {by}
      let (more : bool) = next < n
      in (more, next, x)"
            ),
        );
    }
}

#[test]
fn parts_that_are_not_known_stay() {
    for read in [
        // The part that contains the element is unknown.
        "let (x : i64) = all[k]",
        "let (at : i64) = n + k\n  let (x : i64) = all[at]",
        "let (part : [n]i64) = all[k : n]\n  let (x : i64) = reduce n (part) (\\(p : i64) (q : i64) -> let (t : i64) = p * q in (t)) (1)",
    ] {
        is_not_simplified(&format!(
            "
fun f (n : i64) (m : i64) (k : i64) (xs : [n]i64) (ys : [m]i64) -> (x : i64) =
  let (nm : i64) = n + m
  let (all : [nm]i64) = concat (xs, ys)
  {read}
  in (x)
"
        ));
    }
    // Slices with a gap, in the opposite order, or with a stride.
    for (start, count, stride) in [("n", "n", "1"), ("1", "n", "1"), ("k", "n", "2")] {
        is_not_simplified(&format!(
            "
fun f (n : i64) (k : i64) (m : i64) (xs : [m]i64) -> (*r : [m]i64) =
  let (first : [k]i64) = xs[0 : k]
  let (second : [n]i64) = xs[{start} : {count} : {stride}]
  let (r : [m]i64) = concat (first, second)
  in (r)
"
        ));
    }
}

#[test]
fn extremes_and_sums_of_floats_stay() {
    is_not_simplified(
        "
fun f (x : f64) (y : f64) -> (a : f64) (b : f64) (c : bool) =
  let (less : bool) = x < y
  let (a : f64) = if less then in (x) else in (y)
  let (large : f64) = max x y
  let (b : f64) = min x large
  let (z : f64) = x - y
  let (c : bool) = z == 0.0f64
  in (a, b, c)
",
    );
    // Terms do not cancel in order comparisons, as sums wrap.
    is_not_simplified(
        "
fun f (x : i32) (y : i32) -> (c : bool) =
  let (z : i32) = x - y
  let (c : bool) = z < 0i32
  in (c)
",
    );
}

#[test]
fn what_may_fail_in_both_branches_stays_there() {
    is_not_simplified(
        "
fun f (c : bool) (x : i64) (y : i64) -> (a : i64) (b : i64) =
  let (a : i64) (b : i64) =
    if c
    then
      let (p : i64) = x / y
      in (p, x)
    else
      let (q : i64) = x / y
      in (q, y)
  in (a, b)
",
    );
}

#[test]
fn updates_of_a_part_or_with_what_is_used_elsewhere_stay() {
    for (dims, also) in [("0 : 2", "ys"), ("0 : 3", "zs")] {
        is_not_simplified(&format!(
            "
fun f (k : i64) (*xs : [3]i64) (m : i64) -> (*r : [3]i64) (x : i64) =
  let (ys : [2]i64) = map 2 () (\\(i : i64) -> let (y : i64) = i * m in (y))
  let (zs : [3]i64) = map 3 () (\\(j : i64) -> let (z : i64) = j * m in (z))
  let (r : [3]i64) = xs with [{dims}] = {also}
  let (x : i64) = {also}[k]
  in (r, x)
"
        ));
    }
}

#[test]
fn branches_that_differ_are_two() {
    for other in ["n - m", "m + n"] {
        stays(
            rista_fun_opt::cse::common_subexpressions,
            &format!(
                "
fun f (c : bool) (n : i64) (m : i64) -> (k : i64) (l : i64) =
  let (k : i64) = if c then let (s : i64) = n + m in (s) else in (n)
  let (l : i64) = if c then let (t : i64) = {other} in (t) else in (n)
  in (k, l)
"
            ),
        );
    }
}
