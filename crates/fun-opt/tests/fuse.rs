//! Tests of the limits of fusion, on small programs: the operations that remain. The results on larger programs are in
//! `tests/passes/fused_*`.

use crate::common::{Pass, after, count, is_traverse};
use fun::def::{Exp, Program};

const FUSE: &[Pass] = &[rista_fun_opt::fuse::fuse];
const FUSE_READS: &[Pass] = &[rista_fun_opt::fuse::fuse_reads, rista_fun_opt::dead::dead_code];

/// Returns the number of traversals left of two sums of width `n`, given the lambda of each and the code between them.
fn two_sums(first: &str, between: &str, second: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (*xs : [n]i64) (ys : [n]i64) (k : i64) -> (r : i64) (s : i64) =
  let (r : i64) =
    traverse n (xs) (\\(x : i64) -> {first})
      reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)
  {between}
  let (s : i64) =
    traverse n {second}
      reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)
  in (r, s)
"
    );
    count(&after(&source, FUSE), is_traverse)
}

#[test]
fn traversals_of_one_array_become_one_unless_one_needs_the_other() {
    let plain = "(xs) (\\(x : i64) -> in (x))";
    assert_eq!(two_sums("in (x)", "", plain), 1);
    assert_eq!(two_sums("in (x)", "", "(ys) (\\(x : i64) -> in (x))"), 2, "they share no array");
    let of_slice = "let (vs : [n]i64) = xs[0 : n]";
    assert_eq!(two_sums("in (x)", of_slice, "(vs) (\\(x : i64) -> in (x))"), 1, "a view is read beside its array");
    let uses_first = "(xs) (\\(x : i64) -> let (y : i64) = x + r in (y))";
    assert_eq!(two_sums("in (x)", "", uses_first), 2);
    let uses_between = "(xs) (\\(x : i64) -> let (y : i64) = x + z in (y))";
    assert_eq!(two_sums("in (x)", "let (z : i64) = r + 1", uses_between), 2, "a path through z");
    assert_eq!(two_sums("in (x)", "let (z : i64) = k + 1", uses_between), 1);
    let update = "let (zs : [n]i64) = xs with [0] = 7i64";
    assert_eq!(two_sums("in (x)", update, "(zs) (\\(x : i64) -> in (x))"), 2);
}

#[test]
fn of_two_that_may_fail_the_first_fails_first() {
    let check = |name: &str| {
        format!("let (f{name} : bool) = {name} < 5 let (c{name} : cert) = assert f{name} \"{name}\" in ({name})")
    };
    let plain = "(xs) (\\(y : i64) -> in (y))".to_owned();
    let failing = format!("(xs) (\\(y : i64) -> {})", check("y"));
    assert_eq!(two_sums(&check("x"), "", &failing), 2, "the second would fail at its first element");
    assert_eq!(two_sums(&check("x"), "", &plain), 1);
    assert_eq!(two_sums("in (x)", "", &failing), 1);
    let between = "let (fine : bool) = k < 5 let (d : cert) = assert fine \"k\"";
    assert_eq!(two_sums(&check("x"), between, &plain), 1, "the second moves up");
    assert_eq!(two_sums("in (x)", between, &failing), 1, "the first moves down");
    let path = format!("{between} let (z : i64) = <d> xs[0]");
    let with_z = format!("(xs) (\\(y : i64) -> let (w : i64) = y + z {})", check("y"));
    assert_eq!(two_sums(&check("x"), &path, &with_z), 2);
}

#[test]
fn a_loop_has_only_so_many_streams() {
    let names: Vec<String> = (0..5).map(|at| format!("x{at}")).collect();
    let arrays = names.iter().map(|name| format!("({name} : [n]i64)")).collect::<Vec<_>>().join(" ");
    let sum = |bound: &str, inputs: &str, params: &str| {
        format!(
            "let ({bound} : i64) = traverse n ({inputs}) (\\{params} -> in (e0))
  reduce (\\(a{bound} : i64) (b{bound} : i64) -> let (c{bound} : i64) = a{bound} + b{bound} in (c{bound})) (0i64)"
        )
    };
    let params =
        |mark: &str, count: usize| (0..count).map(|at| format!("({mark}{at} : i64)")).collect::<Vec<_>>().join(" ");
    let mut body = sum("r", &names.join(", "), &params("e", 5));
    for at in 0..5 {
        body += &format!(
            "\n{}",
            sum(&format!("s{at}"), "x0", "(z : i64)").replace("e0", "z").replace("z", &format!("z{at}"))
        );
    }
    let source = format!("fun f (n : i64) {arrays} -> (r : i64) (s : i64) =\n{body}\n in (r, s4)\n");
    assert_eq!(count(&after(&source, FUSE), is_traverse), 2, "eight in the first, the rest in another");
}

/// Returns the program with a filter of `xs` and further code that uses its result, after fusion.
fn with_filter(then: &str, result: &str) -> Program {
    let source = format!(
        "
fun f (n : i64) (*xs : [n]i64) (zs : [n]i64) -> (r : i64) =
  let (k : i64) (ys : [k]i64) = filter n (xs) (\\(x : i64) -> let (p : bool) = x < 5 in (p, x))
  {then}
  in ({result})
"
    );
    after(&source, FUSE)
}

fn is_filter(exp: &Exp) -> bool {
    matches!(exp, Exp::Filter(_))
}

#[test]
fn a_filter_goes_where_what_it_keeps_is_only_traversed() {
    let sum = "let (s : i64) = reduce k (ys) (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)";
    let filters = |then: &str, result: &str| count(&with_filter(then, result), is_filter);
    assert_eq!(filters(sum, "s"), 0);
    assert_eq!(filters(&format!("{sum} let (t : i64) = s / k"), "t"), 0, "the count is one more sum");
    assert_eq!(filters("let (t : i64) = k + 1", "t"), 0, "only the count");
    assert_eq!(filters(&format!("{sum} let (y : i64) = ys[0] let (t : i64) = s + y"), "t"), 1, "used elsewhere");
    let indexed = "let (s : i64) = traverse k (ys) (\\(i : i64) (y : i64) -> let (w : i64) = i * y in (w))
      reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)";
    assert_eq!(filters(indexed, "s"), 1, "the index counts what is kept");
    let failing = "let (s : i64) = reduce k (ys)
      (\\(a : i64) (b : i64) -> let (q : bool) = a < 9 let (d : cert) = assert q \"a\" let (c : i64) = a + b in (c)) (0i64)";
    assert_eq!(filters(failing, "s"), 1, "the operator would run for what is dropped");
    let beside = "let (vs : [k]i64) = zs[0 : k]
      let (s : i64) = traverse k (ys, vs) (\\(y : i64) (v : i64) -> let (w : i64) = v * y in (w))
        reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)";
    assert_eq!(filters(beside, "s"), 1, "another array of that length");
    let scanned = "let (ws : [k]i64) = scan k (ys) (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0i64)
      let (s : i64) = ws[0]";
    assert_eq!(filters(scanned, "s"), 1, "a scan has a value for each that is kept");
    let update =
        format!("let (us : [n]i64) = xs with [0] = 7i64 let (u : i64) = us[0] {}", sum.replace("(0i64)", "(u)"));
    assert_eq!(filters(&update, "s"), 1, "the filter reads what is overwritten");
}

/// Returns the number of histograms left of two, into `a` and `b`, given the lambda of the second, its second
/// destination's size, and the code between.
fn two_histograms(index: &str, size: &str, between: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (m : i64) (is : [n]i64) (xs : [n]i64) (*a : [m]i64) (*b : [{size}]i64) -> (r : i64) (s : i64) =
  let (as : [m]i64) = histogram n (is) (\\(i : i64) -> let (u : i64) = i % 5 in (u, 1i64))
    into 1 (a) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0i64)
  {between}
  let (bs : [{size}]i64) = histogram n (is, xs) (\\(j : i64) (v : i64) -> {index} in (w, v))
    into 1 (b) (\\(x2 : i64) (y2 : i64) -> let (z2 : i64) = max x2 y2 in (z2)) (0i64)
  let (r : i64) = as[0]
  let (s : i64) = bs[0]
  in (r, s)
"
    );
    count(&after(&source, FUSE), |exp| matches!(exp, Exp::Histogram(_)))
}

#[test]
fn histograms_are_one_where_they_write_at_the_same_indices() {
    let same = "let (w : i64) = j % 5";
    assert_eq!(two_histograms(same, "m", ""), 1);
    assert_eq!(two_histograms("let (w : i64) = j % 7", "m", ""), 2, "another index");
    assert_eq!(two_histograms("let (w : i64) = v % 5", "m", ""), 2, "of another array");
    assert_eq!(two_histograms(same, "n", ""), 2, "other bounds");
    assert_eq!(two_histograms(same, "m", "let (k : i64) = as[1]"), 2, "used between");
    let of_first = "let (q : i64) = as[0] let (w : i64) = j % 5";
    assert_eq!(two_histograms(of_first, "m", ""), 2, "the second reads what the first made");
    assert_eq!(two_histograms(same, "m", "let (is2 : [n]i64) = copy is"), 1);
}

/// Returns the number of traversals left of a nest that is flattened to one dimension and reduced.
fn reduced_nest(ty: &str, operator: &str, neutral: &str, more: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (m : i64) (k : i64) (xss : [n][m]{ty}) -> (r : {ty}) =
  let (yss : [n][m]{ty}) = map n (xss) (\\(xs : [m]{ty}) ->
    let (ys : [m]{ty}) = map m (xs) (\\(x : {ty}) -> let (y : {ty}) = x * x in (y)) in (ys))
  let (flat : [k]{ty}) = reshape [k] yss
  {more}
  let (r : {ty}) = reduce k (flat) (\\(a : {ty}) (b : {ty}) -> let (c : {ty}) = {operator} in (c)) ({neutral})
  in (r)
"
    );
    count(&after(&source, FUSE), is_traverse)
}

#[test]
fn a_reduction_of_what_was_made_flat_joins_the_nest_if_it_is_exact() {
    assert_eq!(reduced_nest("i32", "a + b", "0i32", ""), 2, "a traversal of rows and one of elements");
    assert_eq!(reduced_nest("f64", "max a b", "-f64.inf", ""), 2);
    assert_eq!(reduced_nest("f64", "a + b", "0.0f64", ""), 3, "the last bits depend on the order");
    assert_eq!(reduced_nest("i32", "a + b", "1i32", ""), 3, "1 would be added for each row");
    assert_eq!(reduced_nest("i32", "a - b", "0i32", ""), 3);
    assert_eq!(reduced_nest("i32", "a + b", "0i32", "let (q : i32) = flat[0]"), 2, "the nest is made, too");
}

/// Returns the number of traversals left of two nests over a picture. The second reads `source` and does `more`.
fn two_nests(width: &str, source: &str, more: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (m : i64) (k : i64) (p : [n][n]i64) (q : [n][n]i64) -> (a : [n][n]i64) (b : [n][{width}]i64) =
  let (a : [n][n]i64) = map n () (\\(i : i64) ->
    let (as : [n]i64) = map n () (\\(j : i64) -> let (x : i64) = p[j, i] let (y : i64) = x * 2 in (y)) in (as))
  let (b : [n][{width}]i64) = map n () (\\(i2 : i64) ->
    let (bs : [{width}]i64) = map {width} () (\\(j2 : i64) -> let (z : i64) = {source} {more} in (z)) in (bs))
  in (a, b)
"
    );
    count(&after(&source, FUSE), is_traverse)
}

#[test]
fn nests_are_one_where_the_same_levels_read_the_same_array() {
    assert_eq!(two_nests("n", "p[i2, j2]", ""), 2);
    assert_eq!(two_nests("n", "q[i2, j2]", ""), 4, "another array");
    assert_eq!(two_nests("k", "p[i2, j2]", ""), 4, "other elements of it at each time");
    assert_eq!(two_nests("n", "a[i2, j2]", ""), 4, "what the first makes, in no order that is known");
    let check = "let (c : bool) = z < 9 let (d : cert) = assert c \"z\" ";
    assert_eq!(two_nests("n", "p[i2, j2]", check), 2, "one may fail");
}

#[test]
fn scalars_move_up_to_bring_two_together_if_they_can() {
    let sums = |between: &str| {
        let uses = format!("let (u : i64) = r + 1 {between}");
        two_sums("in (x)", &uses, "(xs) (\\(x : i64) -> let (y : i64) = x + z in (y))")
    };
    assert_eq!(sums("let (q : i64) = k + 1 let (z : i64) = q * 2"), 1);
    assert_eq!(sums("let (q : i64) = u + 1 let (z : i64) = q * 2"), 2, "a path from the first to the second");
    assert_eq!(sums("let (z : i64) = 7 / k"), 2, "the divisor is checked where it stands");
    assert_eq!(sums("let (z : i64) = ys[0]"), 2, "an element may change on the way");
}

#[test]
fn what_a_scalar_that_moved_up_uses_stays_before_it() {
    let sum = |bound: &str, input: &str, by: &str| {
        format!(
            "let ({bound} : i64) = traverse n ({input}) (\\(x{bound} : i64) -> let (y{bound} : i64) = x{bound} + {by} in (y{bound}))
    reduce (\\(a{bound} : i64) (b{bound} : i64) -> let (c{bound} : i64) = a{bound} + b{bound} in (c{bound})) (0i64)"
        )
    };
    let source = format!(
        "
fun f (n : i64) (xs : [n]i64) (vs : [n]i64) -> (u : i64) (t : i64) (q : i64) =
  {}
  {}
  let (u : i64) = s + 1
  let (z : i64) = r + 1
  {}
  {}
  in (u, t, q)
",
        sum("r", "xs", "1"),
        sum("s", "vs", "2"),
        sum("t", "vs", "z"),
        sum("q", "xs", "3")
    );
    assert_eq!(count(&after(&source, FUSE), is_traverse), 2);
}

/// Returns the number of concatenations left.
fn concats(ty: &str, neutral: &str, between: &str, then: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (m : i64) (k : i64) (*xs : [n]{ty}) (ys : [m]{ty}) -> (r : {ty}) =
  let (zs : [k]{ty}) = concat (xs, ys)
  {between}
  let (r : {ty}) = reduce k (zs) (\\(a : {ty}) (b : {ty}) -> let (c : {ty}) = a + b in (c)) ({neutral})
  {then}
  in (r)
"
    );
    count(&after(&source, FUSE), |exp| matches!(exp, Exp::Concat(_)))
}

#[test]
fn parts_are_reduced_one_by_one_if_that_is_exact_and_they_stay_as_they_are() {
    assert_eq!(concats("i32", "0i32", "", ""), 0);
    assert_eq!(concats("f32", "0.0f32", "", ""), 1, "the last bits depend on the order");
    assert_eq!(concats("i32", "0i32", "let (vs : [n]i32) = xs with [0] = 7i32", ""), 1, "a part is overwritten");
    assert_eq!(concats("i32", "0i32", "", "let (q : i32) = zs[0]"), 1, "it is there anyway");
}

/// Returns the number of maps left of a map `ys` of `xs` with the given lambda, after its elements are computed where
/// they are read.
fn left_of_map(element: &str, then: &str) -> usize {
    let source = format!(
        "
fun f (n : i64) (m : i64) (*xs : [n]f64) -> (r : f64) =
  let (ys : [n]f64) = map n (xs) (\\(x : f64) -> {element} in (y))
  {then}
  in (r)
"
    );
    count(&after(&source, FUSE_READS), is_traverse)
}

/// Returns a loop over `bound` that sums the values `v` of the statements.
fn adding(bound: &str, stms: &str) -> String {
    format!("let (r : f64) = loop (a : f64 = 0.0f64) for i < {bound} do {stms} let (b : f64) = a + v in (b)")
}

#[test]
fn elements_are_computed_where_each_is_read_once() {
    let (cheap, dear) = ("let (y : f64) = x * 2.0f64", "let (y : f64) = exp x");
    let once = adding("n", "let (v : f64) = ys[i]");
    assert_eq!(left_of_map(dear, &once), 0);
    assert_eq!(left_of_map(dear, &adding("m", "let (v : f64) = ys[0]")), 1, "one element, many times");
    let nested = format!(
        "let (t : f64) = loop (t : f64 = 0.0f64) for j < m do let (w : f64) = ys[i] let (u : f64) = t + w in (u) {}",
        "let (v : f64) = t + 1.0f64"
    );
    assert_eq!(left_of_map(cheap, &adding("n", &nested)), 1, "as often as the inner loop runs");
    let twice = "let (j : i64) = i + 1 let (v1 : f64) = ys[i] let (v2 : f64) = ys[j] let (v : f64) = v1 + v2";
    assert_eq!(left_of_map(cheap, &adding("m", twice)), 0, "cheap enough to be computed twice");
    assert_eq!(left_of_map(dear, &adding("m", twice)), 1);
    let halves = "let (j : i64) = i / 2 let (v : f64) = ys[j]";
    assert_eq!(left_of_map(cheap, &adding("m", halves)), 1, "the same element for two rounds");
    assert_eq!(left_of_map(cheap, &adding("n", halves)), 0, "as many as there are");
    assert_eq!(left_of_map(dear, &adding("n", halves)), 1);
    let near = |times: usize| {
        format!(
            "let (v : f64) = loop (t : f64 = 0.0f64) for j < {times} do
               let (h : i64) = i / 2 let (w : f64) = ys[h] let (u : f64) = t + w in (u)"
        )
    };
    assert_eq!(left_of_map(cheap, &adding("n", &near(3))), 0, "three times as many");
    assert_eq!(left_of_map(cheap, &adding("n", &near(30))), 1);
    let whole = format!("{once} let (c : [n]f64) = copy ys let (q : f64) = c[0]");
    assert_eq!(left_of_map(cheap, &whole.replace("let (r ", "let (r0 ").replace("let (q ", "let (r ")), 1);
    let overwritten = format!("let (zs : [n]f64) = xs with [0] = 1.0f64 {once}");
    assert_eq!(left_of_map(cheap, &overwritten), 1, "the elements would be made of others");
    let failing = "let (p : bool) = x < 5.0f64 let (c : cert) = assert p \"x\" let (y : f64) = x * 2.0f64";
    assert_eq!(left_of_map(failing, &once), 1, "it fails before the loop");
}

#[test]
fn what_leaves_a_loop_is_not_computed_in_it() {
    let source = "
fun f (n : i64) (m : i64) (xs : [n]f64) -> (r : f64) =
  let (r : f64) =
    loop (r : f64 = 0.0f64) for i < m do
      let (ys : [n]f64) = map n (xs) (\\(x : f64) -> let (y : f64) = exp x in (y))
      let (s : f64) = loop (a : f64 = r) for j < n do let (v : f64) = ys[j] let (b : f64) = a * v in (b)
      in (s)
  in (r)
";
    assert_eq!(count(&after(source, FUSE_READS), is_traverse), 1);
}
