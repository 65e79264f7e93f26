//! Where the laws of `simplify` and `cse` do not hold: programs that must stay as they are. What the laws make of
//! programs is shown by `tests/passes`.

use base::{Error, FileId};
use fun::def::Program;
use fun::text;
use fun::verify::{Mode, verify};

type Pass = fn(Program) -> Result<Program, Error>;

/// Parses the program, and checks that the pass leaves it as it is.
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

/// One operation on `x` and `y` of the type.
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
    // A result that must not be the parameter.
    is_not_simplified("fun f (xs : [2]i64) -> (*r : [2]i64) =\n  let (r : [2]i64) = copy xs\n  in (r)");
    // Both are used after the copy.
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
      let (y : i64) = zs[0]
      let (t : i64) = s * y
      in (t)
  in (r)
",
    );
    // A slice of a part would overwrite the part.
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
    // A float, a step that varies, a size of another parameter, a condition.
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
    for (ty, operator, neutral) in [("i64", "a + b", "0i64"), ("f64", "max a b", "0.0f64"), ("i64", "max a b", "0i64")]
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
