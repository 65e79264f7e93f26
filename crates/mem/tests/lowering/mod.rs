//! Tests of the lowering to FUNMEM and back: memory is verified, and results agree with the value semantics (FUNMEM
//! paper, Def. 3.1).

mod paper;

use base::{FileId, Stop};
use fun::def::Program;
use fun::verify::Mode;
use rista_mem::eval::Limits;
use value::{ArrayValue, Scalar, ScalarType, Value};

fn parse(text: &str) -> Program {
    fun::text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"))
}

fn limits() -> Limits {
    Limits { steps: 100_000_000, depth: 100, ..Limits::default() }
}

fn array(shape: &[usize], elements: &[i64]) -> Value {
    let scalars: Vec<Scalar> = elements.iter().map(|&element| Scalar::I64(element)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, shape.to_vec(), &scalars).unwrap())
}

fn number(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

fn run(program: &Program, args: &[Value]) -> Result<Vec<Value>, Stop> {
    rista_mem::eval::run_entry(program, "main", args.to_vec(), limits())
}

fn run_fun(program: &Program, args: &[Value]) -> Result<Vec<Value>, Stop> {
    fun::eval::run_entry(program, "main", args.to_vec(), limits())
}

fn assert_verified(program: &Program) {
    if let Err(bug) = rista_mem::verify::verify(program) {
        panic!("{bug}\n{}", bug.program.clone().unwrap_or_default());
    }
}

/// Lowers the program; asserts that it has the same results with memory, and again without.
fn check(text: &str, cases: &[(&[Value], &[Value])]) -> Program {
    let source = parse(text);
    let faults: Vec<String> = fun::verify::verify(&source, Mode::Fun).iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    let lowered = rista_mem::lower::lower(source.clone()).unwrap();
    check_memory(&lowered);
    for (args, expected) in cases {
        let expected = Ok(expected.to_vec());
        assert_eq!(run_fun(&source, args), expected, "the test is wrong");
        assert_eq!(run(&lowered, args), expected, "{}", fun::text::print(&lowered));
        assert_eq!(run_fun(&rista_mem::unmem::unmem(&lowered), args), expected);
    }
    lowered
}

/// Asserts that the program is right, and still right in FUN without its memory.
fn check_memory(program: &Program) {
    assert_verified(program);
    let without = rista_mem::unmem::unmem(program);
    let faults: Vec<String> = fun::verify::verify(&without, Mode::Fun).iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new(), "{}", fun::text::print(&without));
}

fn fault(text: &str) -> String {
    match rista_mem::verify::verify(&parse(text)) {
        Ok(()) => panic!("nothing is found wrong"),
        Err(bug) => bug.message,
    }
}

fn stuck(program: &Program, args: &[Value]) -> String {
    match run(program, args) {
        Err(Stop::Stuck { message, .. }) => message,
        other => panic!("not stuck: {other:?}"),
    }
}

/// Multiplies each row's elements by the row's index plus one.
const MAP_OF_MAP: &str = "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (n2 : i64) (m2 : i64) (r : [n2][m2]i64) =
  let (yss : [n][m]i64) = traverse n (xss) (\\(i : i64) (xs : [m]i64) ->
    let (k : i64) = i + 1
    let (ys : [m]i64) = map m (xs) (\\(x : i64) -> let (y : i64) = x * k in (y))
    in (ys))
  in (n, m, yss)
entry main = main (xss : [][]i64) -> [][]i64";

#[test]
fn inner_rows_have_blocks_of_their_own() {
    let args = [array(&[2, 3], &[1, 2, 3, 4, 5, 6])];
    let lowered = check(MAP_OF_MAP, &[(&args, &[array(&[2, 3], &[1, 2, 3, 8, 10, 12])])]);
    assert_eq!(fun::text::print(&lowered).matches("alloc").count(), 2);
    check(MAP_OF_MAP, &[(&[array(&[0, 3], &[])], &[array(&[0, 3], &[])])]);
}

#[test]
fn transposes_are_views_until_they_are_results() {
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (m2 : i64) (n2 : i64) (r : [m2][n2]i64) (s : i64) =
  let (t : [m][n]i64) = transpose xss
  let (flat : [6]i64) = reshape [6] t
  let (s : i64) = flat[1]
  let (part : [m][1]i64) = t[0 : m, 0 : 1]
  let (sums : [m]i64) = map m (part) (\\(row : [1]i64) -> let (x : i64) = row[0] + s in (x))
  let (wide : [m][n]i64) = map m (sums) (\\(x : i64) -> let (r : [n]i64) = replicate [n] x in (r))
  let (sum : i64) = wide[1, 0]
  in (m, n, t, sum)
entry main = main (xss : [][]i64) -> ([][]i64, i64)",
        &[(&[array(&[2, 3], &[1, 2, 3, 4, 5, 6])], &[array(&[3, 2], &[1, 4, 2, 5, 3, 6]), number(6)])],
    );
}

#[test]
fn flat_dimensions_are_views_and_places_to_write_to() {
    let program = check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (*k : i64) (*r : [k]i64) (*n2 : i64) (*u : [n2]i64) =
  let (v : [2][2][m]i64) = xss[1 : {(2 : 2)(2 : -1)}, 0 : m]
  let (w : [m][2][2]i64) = permute (2, 0, 1) v
  let (flat : [8]i64) = reshape [8] w
  let (r : [8]i64) = copy flat
  let (zeros : [5]i64) = replicate [5] 0
  let (four : [4]i64) = [1, 2, 3, 4]
  let (two : [2][2]i64) = reshape [2, 2] four
  let (u : [5]i64) = zeros with [1 : {(2 : 1)(2 : 1)}] = two
  in (8, r, 5, u)
entry main = main (xss : [][]i64) -> ([]i64, []i64)",
        &[(
            &[array(&[4, 2], &[1, 2, 3, 4, 5, 6, 7, 8])],
            &[array(&[8], &[3, 1, 7, 5, 4, 2, 8, 6]), array(&[5], &[0, 1, 3, 4, 0])],
        )],
    );
    let text = fun::text::print(&program);
    assert!(text.contains("xss_mem_") && text.contains("-> m_1 + {(2 : 2*m_1)(2 : -m_1)(m_1 : 1)}"), "{text}");
}

#[test]
fn branches_bring_offsets_and_strides() {
    let text = "
fun main (c : bool) (n : i64) (n2 : i64) (given : [n][n2]i64) -> (k : i64) (r : [k]i64) (s : i64) =
  let (xss : [n][n]i64) = reshape [n, n] given
  let (ys : [n]i64) = if c
    then let (row : [n]i64) = xss[1, 0 : n] in (row)
    else let (column : [n]i64) = xss[0 : n, 1] in (column)
  let (zss : [n][n]i64) = if c then in (xss) else let (t : [n][n]i64) = transpose xss in (t)
  let (s : i64) = zss[0, 1]
  let (doubled : [n]i64) = map n (ys) (\\(y : i64) -> let (d : i64) = y * 2 in (d))
  in (n, doubled, s)
entry main = main (c : bool, xss : [][]i64) -> ([]i64, i64)";
    let matrix = array(&[3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let bool = |value| Value::Scalar(Scalar::Bool(value));
    check(
        text,
        &[
            (&[bool(true), matrix.clone()], &[array(&[3], &[8, 10, 12]), number(2)]),
            (&[bool(false), matrix], &[array(&[3], &[4, 10, 16]), number(4)]),
        ],
    );
}

#[test]
fn branches_in_a_lambda_build_the_row_or_copy_to_it() {
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (n2 : i64) (m2 : i64) (r : [n2][m2]i64) =
  let (yss : [n][m]i64) = map n (xss) (\\(xs : [m]i64) ->
    let (first : i64) = xs[0]
    let (big : bool) = first > 3
    let (ys : [m]i64) = if big then in (xs) else let (is : [m]i64) = iota m in (is)
    in (ys))
  in (n, m, yss)
entry main = main (xss : [][]i64) -> [][]i64",
        &[(&[array(&[2, 2], &[1, 2, 4, 5])], &[array(&[2, 2], &[0, 1, 4, 5])])],
    );
}

#[test]
fn branches_of_different_sizes_bring_size_and_block() {
    let text = "
fun main (c : i64) (a : i64) (b : i64) -> (k : i64) (r : [k]i64) =
  let (k : i64) (zs : [k]i64) = if c
    then let (xs : [a]i64) = iota a in (a, xs)
    else let (ys : [b]i64) = iota b 10 2 in (b, ys)
  in (k, zs)
entry main = main (c : i64, a : i64, b : i64) -> []i64";
    check(
        text,
        &[
            (&[number(1), number(3), number(2)], &[array(&[3], &[0, 1, 2])]),
            (&[number(0), number(3), number(2)], &[array(&[2], &[10, 12])]),
        ],
    );
}

#[test]
fn loops_update_in_place() {
    let text = "
fun main (n : i64) (*xs : [n]i64) -> (k : i64) (*r : [k]i64) =
  let (last : [n]i64) = loop (ys : [n]i64 = xs) for i < n do
    let (y : i64) = ys[i]
    let (z : i64) = y + i
    let (zs : [n]i64) = ys with [i] = z
    in (zs)
  in (n, last)
entry main = main (xs : *[]i64) -> *[]i64";
    let lowered = check(text, &[(&[array(&[3], &[5, 5, 5])], &[array(&[3], &[5, 6, 7])])]);
    assert!(!fun::text::print(&lowered).contains("alloc"));
}

#[test]
fn loops_take_fresh_arrays_around() {
    check(
        "
fun main (n : i64) (n2 : i64) (given : [n][n2]i64) -> (a : i64) (b : i64) (r : [a][b]i64) =
  let (xss : [n][n]i64) = reshape [n, n] given
  let (t : [n][n]i64) = transpose xss
  let (last : [n][n]i64) = loop (yss : [n][n]i64 = t) for i < 3 do
    let (zss : [n][n]i64) = transpose yss
    let (one : [n][n]i64) = map n (zss) (\\(zs : [n]i64) ->
      let (r : [n]i64) = map n (zs) (\\(z : i64) -> let (w : i64) = z + i in (w)) in (r))
    in (one)
  in (n, n, last)
entry main = main (xss : [][]i64) -> [][]i64",
        &[(&[array(&[2, 2], &[1, 2, 3, 4])], &[array(&[2, 2], &[4, 5, 6, 7])])],
    );
}

/// Returns how many copies and new arrays the lowered program has.
fn copies(lowered: &Program) -> usize {
    fun::text::print(lowered).matches("copy ").count()
}

#[test]
fn loops_that_change_the_layout_carry_offset_and_strides() {
    let lowered = check(
        "
fun main (n : i64) (n2 : i64) (given : [n][n2]i64) (k : i64) -> (r : i64) =
  let (xss : [n][n]i64) = reshape [n, n] given
  let (last : [n][n]i64) = loop (yss : [n][n]i64 = xss) for i < k do
    let (zss : [n][n]i64) = transpose yss
    in (zss)
  let (r : i64) = last[0, 1]
  in (r)
entry main = main (xss : [][]i64, k : i64) -> i64",
        &[
            (&[array(&[2, 2], &[1, 2, 3, 4]), number(0)], &[number(2)]),
            (&[array(&[2, 2], &[1, 2, 3, 4]), number(3)], &[number(3)]),
        ],
    );
    assert_eq!(copies(&lowered), 0, "{}", fun::text::print(&lowered));
}

#[test]
fn loops_that_update_keep_the_layout() {
    let lowered = check(
        "
fun main (n : i64) (m : i64) (*given : [n][m]i64) -> (r : i64) =
  let (t : [m][n]i64) = transpose given
  let (last : [m][n]i64) = loop (yss : [m][n]i64 = t) for i < n do
    let (zss : [m][n]i64) = yss with [0, i] = i
    in (zss)
  let (r : i64) = last[0, 1]
  in (r)
entry main = main (xss : *[][]i64) -> i64",
        &[(&[array(&[2, 3], &[7, 7, 7, 7, 7, 7])], &[number(1)])],
    );
    assert_eq!(copies(&lowered), 0, "{}", fun::text::print(&lowered));
}

#[test]
fn loops_that_make_an_array_or_change_the_layout_copy_what_they_make() {
    // One branch returns a view of the parameter, the other one a new array: both have offset and strides.
    check(
        "
fun main (n : i64) (n2 : i64) (given : [n][n2]i64) (k : i64) -> (a : i64) (b : i64) (r : [a][b]i64) =
  let (xss : [n][n]i64) = reshape [n, n] given
  let (last : [n][n]i64) = loop (yss : [n][n]i64 = xss) for i < k do
    let (even : bool) = i == 0
    let (zss : [n][n]i64) =
      if even
      then let (t : [n][n]i64) = transpose yss in (t)
      else let (one : [n][n]i64) = map n (yss) (\\(zs : [n]i64) ->
             let (r : [n]i64) = map n (zs) (\\(z : i64) -> let (w : i64) = z + i in (w)) in (r))
           in (one)
    in (zss)
  in (n, n, last)
entry main = main (xss : [][]i64, k : i64) -> [][]i64",
        &[
            (&[array(&[2, 2], &[1, 2, 3, 4]), number(0)], &[array(&[2, 2], &[1, 2, 3, 4])]),
            (&[array(&[2, 2], &[1, 2, 3, 4]), number(1)], &[array(&[2, 2], &[1, 3, 2, 4])]),
            (&[array(&[2, 2], &[1, 2, 3, 4]), number(3)], &[array(&[2, 2], &[4, 6, 5, 7])]),
        ],
    );
}

#[test]
fn two_arrays_change_places_in_a_loop() {
    check(
        "
fun main (n : i64) -> (k : i64) (r : [k]i64) =
  let (xs : [n]i64) = iota n
  let (ys : [n]i64) = replicate [n] 7
  let (goes : bool) = n > 0
  let (us : [n]i64) (vs : [n]i64) (i : i64) (on : bool) =
    loop (us : [n]i64 = xs) (vs : [n]i64 = ys) (i : i64 = 0) (on : bool = goes) while on do
      let (j : i64) = i + 1
      let (more : bool) = j < 3
      in (vs, us, j, more)
  in (n, us)
entry main = main (n : i64) -> []i64",
        &[(&[number(2)], &[array(&[2], &[7, 7])]), (&[number(0)], &[array(&[0], &[])])],
    );
}

#[test]
fn filters_keep_rows() {
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (k : i64) (m2 : i64) (r : [k][m2]i64) (w : i64) (fs : [w]i64) =
  let (k : i64) (yss : [k][m]i64) (fs : [k]i64) = filter n (xss) (\\(xs : [m]i64) ->
    let (x : i64) = xs[0]
    let (big : bool) = x > 2
    in (big, xs, x))
  let (sums : [k]i64) = map k (yss, fs) (\\(ys : [m]i64) (f : i64) -> let (s : i64) = ys[1] + f in (s))
  in (k, m, yss, k, sums)
entry main = main (xss : [][]i64) -> ([][]i64, []i64)",
        &[(&[array(&[3, 2], &[3, 4, 1, 2, 5, 6])], &[array(&[2, 2], &[3, 4, 5, 6]), array(&[2], &[7, 11])])],
    );
}

#[test]
fn scatters_write_rows_within_range() {
    check(
        "
fun main (n : i64) (is : [n]i64) (m : i64) (m2 : i64) (*given : [m][m2]i64) -> (k : i64) (j : i64) (*r : [k][j]i64) =
  let (dest : [m][2]i64) = reshape [m, 2] given
  let (out : [m][2]i64) = scatter n (is) (\\(p : i64) (i : i64) ->
    let (row : [2]i64) = [p, i]
    in (i, row)) into 1 (dest)
  in (m, 2, out)
entry main = main (is : []i64, dest : *[][]i64) -> *[][]i64",
        &[(&[array(&[4], &[1, -1, 0, 3]), array(&[2, 2], &[9, 9, 9, 9])], &[array(&[2, 2], &[2, 0, 0, 1])])],
    );
}

#[test]
fn histograms_combine_scalars_and_rows() {
    check(
        "
fun main (n : i64) (is : [n]i64) (m : i64) (*dest : [m]i64) (m1 : i64) (m2 : i64) (*given : [m1][m2]i64)
    -> (k : i64) (*r : [k]i64) (a : i64) (b : i64) (*q : [a][b]i64) =
  let (rows : [m1][2]i64) = reshape [m1, 2] given
  let (out : [m]i64) = histogram n (is) (\\(i : i64) -> in (i, 1)) into 1 (dest)
    (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) (0)
  let (zero : [2]i64) = replicate [2] 0
  let (qs : [m1][2]i64) = histogram n (is) (\\(p : i64) (i : i64) -> let (row : [2]i64) = [p, 1] in (i, row))
    into 1 (rows)
    (\\(xs : [2]i64) (ys : [2]i64) ->
      let (zs : [2]i64) = map 2 (xs, ys) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (zs)) (zero)
  in (m, out, m1, 2, qs)
entry main = main (is : []i64, dest : *[]i64, rows : *[][]i64) -> *([]i64, [][]i64)",
        &[(
            &[array(&[4], &[1, 2, 1, -1]), array(&[2], &[5, 5]), array(&[2, 2], &[1, 1, 2, 2])],
            &[array(&[2], &[5, 7]), array(&[2, 2], &[1, 1, 4, 4])],
        )],
    );
}

#[test]
fn reductions_and_scans_of_arrays_go_through_buffers() {
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (k : i64) (r : [k]i64) (a : i64) (b : i64) (q : [a][b]i64) (t : i64) =
  let (zero : [m]i64) = replicate [m] 0
  let (sss : [n][m]i64) (sum : [m]i64) (total : i64) (firsts : [n]i64) = traverse n (xss) (\\(xs : [m]i64) ->
      let (x : i64) = xs[0]
      in (xs, xs, x, x))
    scan (\\(a : [m]i64) (b : [m]i64) ->
      let (c : [m]i64) = map m (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
    reduce (\\(a : [m]i64) (b : [m]i64) ->
      let (c : [m]i64) = map m (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
    reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0)
  let (all : i64) = total + firsts[1]
  in (m, sum, n, m, sss, all)
entry main = main (xss : [][]i64) -> ([]i64, [][]i64, i64)",
        &[(
            &[array(&[3, 2], &[1, 2, 3, 4, 5, 6])],
            &[array(&[2], &[9, 12]), array(&[3, 2], &[1, 2, 4, 6, 9, 12]), number(12)],
        )],
    );
}

#[test]
fn reductions_inside_of_maps_have_their_own_buffers() {
    check(
        "
fun main (n : i64) (a : i64) (b : i64) (given : [n][a][b]i64) -> (k : i64) (j : i64) (r : [k][j]i64) =
  let (half : [n][2][b]i64) = reshape [n, 2, b] given
  let (xsss : [n][2][2]i64) = reshape [n, 2, 2] half
  let (zero : [2]i64) = replicate [2] 0
  let (yss : [n][2]i64) = map n (xsss) (\\(xss : [2][2]i64) ->
    let (turned : [2][2]i64) = transpose xss
    let (sum : [2]i64) = reduce 2 (xs <- turned) (\\(a : [2]i64) (b : [2]i64) ->
      let (c : [2]i64) = map 2 (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
    in (sum))
  in (n, 2, yss)
entry main = main (xsss : [][][]i64) -> [][]i64",
        &[(&[array(&[2, 2, 2], &[1, 2, 3, 4, 5, 6, 7, 8])], &[array(&[2, 2], &[3, 7, 11, 15])])],
    );
}

#[test]
fn one_row_for_two_results_is_copied_to_the_second() {
    check(
        "
fun main (n : i64) (m : i64) -> (a : i64) (b : i64) (r : [a][b]i64) (s : i64) =
  let (xss : [n][m]i64) (yss : [n][m]i64) (zss : [n][m]i64) = kernel i < n do
    let (xs : [m]i64) = iota m
    let (ys : [m]i64) = copy xs
    let (zs : [m]i64) = ys with [0] = i
    in (xs, xs, zs)
  let (s : i64) = xss[1, 1] + yss[1, 1] * 10 + zss[1, 0] * 100
  in (n, m, yss, s)
entry main = main (n : i64, m : i64) -> ([][]i64, i64)",
        &[(&[number(2), number(2)], &[array(&[2, 2], &[0, 1, 0, 1]), number(111)])],
    );
}

#[test]
fn rows_out_of_branches_loops_and_scatters() {
    check(
        "
fun main (n : i64) (m : i64) -> (a : i64) (b : i64) (r : [a][b]i64) (c : i64) (d : i64) (q : [c][d]i64) =
  let (is : [m]i64) = iota m
  let (xss : [n][m]i64) (yss : [n][m]i64) = kernel i < n do
    let (first : bool) = i == 0
    let (fresh : [m]i64) = replicate [m] i
    let (base : [m]i64) = if first
      then let (changed : [m]i64) = fresh with [0] = 9 in (changed)
      else let (back : [m]i64) = is[m - 1 : m : -1] in (back)
    let (zeros : [m]i64) = replicate [m] 0
    let (scattered : [m]i64) = scatter 1 (is[0 : 1]) (\\(k : i64) -> in (i, 7)) into 1 (zeros)
    let (looped : [m]i64) = loop (zs : [m]i64 = base) for j < 2 do
      let (ws : [m]i64) = map m (zs) (\\(z : i64) -> let (w : i64) = z * 2 in (w))
      in (ws)
    in (looped, scattered)
  in (n, m, xss, n, m, yss)
entry main = main (n : i64, m : i64) -> ([][]i64, [][]i64)",
        &[(&[number(2), number(3)], &[array(&[2, 3], &[36, 0, 0, 8, 4, 0]), array(&[2, 3], &[7, 0, 0, 0, 7, 0])])],
    );
}

#[test]
fn operators_may_swap_what_they_accumulate() {
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (k : i64) (r : [k]i64) (j : i64) (q : [j]i64) =
  let (zero : [m]i64) = replicate [m] 0
  let (one : [m]i64) = replicate [m] 1
  let (a : [m]i64) (b : [m]i64) = traverse n (xss) (\\(xs : [m]i64) -> in (xs, xs))
    reduce (\\(a : [m]i64) (b : [m]i64) (c : [m]i64) (d : [m]i64) ->
      let (e : [m]i64) = map m (a, d) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z))
      in (b, e)) (zero, one)
  in (m, a, m, b)
entry main = main (xss : [][]i64) -> ([]i64, []i64)",
        &[(&[array(&[3, 2], &[1, 2, 3, 4, 5, 6])], &[array(&[2], &[4, 5]), array(&[2], &[6, 8])])],
    );
    check(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (k : i64) (r : [k]i64) (j : i64) (q : [j]i64) =
  let (zero : [m]i64) = replicate [m] 0
  let (one : [m]i64) = replicate [m] 1
  let (a : [m]i64) (b : [m]i64) = traverse n (xss) (\\(xs : [m]i64) -> in (xs, xs))
    reduce (\\(a : [m]i64) (b : [m]i64) (c : [m]i64) (d : [m]i64) ->
      let (x : i64) = c[0]
      let (is_first : bool) = x == 1
      let (e : [m]i64) (f : [m]i64) = if is_first then in (a, b) else in (b, a)
      let (g : [m]i64) (h : [m]i64) = loop (g : [m]i64 = e) (h : [m]i64 = f) for i : i64 < 1 do in (h, g)
      in (g, h)) (zero, one)
  in (m, a, m, b)
entry main = main (xss : [][]i64) -> ([]i64, []i64)",
        &[(&[array(&[3, 2], &[1, 2, 3, 4, 5, 6])], &[array(&[2], &[1, 1]), array(&[2], &[0, 0])])],
    );
}

#[test]
fn literals_concatenations_and_calls() {
    check(
        "
fun twice (n : i64) (xs : [n]i64) -> (k : i64) (r : [k]i64) =
  let (k : i64) = n * 2
  let (ys : [k]i64) = concat (xs, xs)
  in (k, ys)
fun main (n : i64) (n2 : i64) (given : [n][n2]i64) -> (k : i64) (r : [k]i64) (a : i64) (b : i64) (q : [a][b]i64) =
  let (xss : [n][n]i64) = reshape [n, n] given
  let (column : [n]i64) = xss[0 : n, 1]
  let (k : i64) (ys : [k]i64) = call twice (n, column)
  let (two : [2]i64) = [k, n]
  let (four : [2][2]i64) = [two, two]
  let (more : [3][2]i64) = replicate [3] two
  let (five : [5][2]i64) = concat (four, more)
  let (turned : [2][5]i64) = transpose five
  let (part : [2][2]i64) = turned[0 : 2, 4 : 2 : -1]
  in (k, ys, 2, 2, part)
entry main = main (xss : [][]i64) -> ([]i64, [][]i64)",
        &[(&[array(&[2, 2], &[1, 2, 3, 4])], &[array(&[4], &[2, 4, 2, 4]), array(&[2, 2], &[4, 4, 2, 2])])],
    );
}

#[test]
fn a_hundred_thousand_elements_are_quick() {
    let text = "
fun main (n : i64) (xs : [n]i64) -> (s : i64) =
  let (yss : [n][2]i64) = map n (xs) (\\(x : i64) ->
    let (two : [2]i64) = [x, 1]
    in (two))
  let (s : i64) = traverse n (yss) (\\(ys : [2]i64) -> let (y : i64) = ys[0] + ys[1] in (y))
    reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0)
  in (s)
entry main = main (xs : []i64) -> i64";
    let elements: Vec<i64> = (0..100_000).collect();
    check(text, &[(&[array(&[100_000], &elements)], &[number(5_000_050_000)])]);
}

/// Fig. 7 of the paper, in a program.
const FIGURE_7: &str = "
fun main (z_cond : int) (x_size : int) (y_size : int) -> (k : int) (r_mem : mem) (r : [k]int @ r_mem -> R(k)) =
  let (z_size : int) (z_mem : mem) (z_arr : [z_size]int @ z_mem -> R(z_size)) =
    if z_cond
    then let (x_mem : mem) = alloc x_size
         let (x : [x_size] @ x_mem -> R(x_size)) = iota x_size
         in (x_size, x_mem, x)
    else let (y_mem : mem) = alloc y_size
         let (y : [y_size] @ y_mem -> R(y_size)) = iota y_size
         in (y_size, y_mem, y)
  in (z_size, z_mem, z_arr)
entry main = main (z_cond : i64, x_size : i64, y_size : i64) -> []i64";

#[test]
fn figure_7_is_valid() {
    let program = parse(FIGURE_7);
    check_memory(&program);
    for (cond, expected) in [(1, array(&[2], &[0, 1])), (0, array(&[3], &[0, 1, 2]))] {
        let args = [number(cond), number(2), number(3)];
        assert_eq!(rista_mem::valid::run_entry(&program, "main", args.to_vec(), limits()), Ok(vec![expected]));
    }
}

#[test]
fn branches_yield_what_their_arrays_places_name() {
    let without = FIGURE_7.replace("in (x_size, x_mem, x)", "let (w_mem : mem) = alloc x_size in (x_size, w_mem, x)");
    assert!(fault(&without).contains("should be at"));
}

/// Returns a kernel whose rows of the result are placed by this index function.
fn kernel(ixfn: &str, body: &str) -> String {
    format!(
        "
fun main (n : i64) -> (s : i64) =
  let (room : i64) = n * 2
  let (m : mem) = alloc room
  let (ys : [n] @ m -> {ixfn}) = kernel i < n do {body}
  let (s : i64) = ys[0]
  in (s)
entry main = main (n : i64) -> i64"
    )
}

#[test]
fn iterations_that_write_to_one_location_race() {
    let fine = parse(&kernel("1 + {(n : 2)}", "in (i)"));
    check_memory(&fine);
    assert_eq!(run(&fine, &[number(4)]), Ok(vec![number(0)]));
    let racy = parse(&kernel("1 + {(n : 0)}", "in (i)"));
    assert_verified(&racy);
    let message = stuck(&racy, &[number(4)]);
    let parts = ["a data race on ys", "at offset 1 of the block m", ": iteration 1 of the traversal that makes ys"];
    assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    assert_eq!(run(&racy, &[number(1)]), Ok(vec![number(0)]));
}

/// Returns a program whose iterations read element `at` of an array in the block they write.
fn overlapping(at: &str) -> Program {
    parse(&format!(
        "
fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc n
  let (xs : [n] @ m -> R(n)) = iota n
  let (ys : [n] @ m -> R(n)) = kernel i < n do
    let (at : i64) = {at}
    let (x : i64) = xs[at]
    in (x)
  let (s : i64) = ys[0]
  in (s)
entry main = main (n : i64) -> i64"
    ))
}

#[test]
fn reading_what_another_iteration_writes_is_a_race() {
    assert_eq!(run(&overlapping("i"), &[number(4)]), Ok(vec![number(0)]));
    // Written, then read by a later iteration; and the other way around.
    assert!(stuck(&overlapping("i / 2"), &[number(4)]).contains("reads what iteration 0 wrote"));
    assert!(stuck(&overlapping("(i + 1) % n"), &[number(4)]).contains("writes what iteration 0 read"));
}

#[test]
fn races_of_outer_iterations_are_found_in_inner_ones() {
    let text = |row: &str| {
        parse(&format!(
            "
fun main (n : i64) -> (s : i64) =
  let (room : i64) = n * n
  let (m : mem) = alloc room
  let (yss : [n][n] @ m -> R(n, n)) = kernel i < n do
    let (own : mem) = alloc n
    let (zs : [n] @ own -> R(n)) = kernel j < n do in (j)
    let (ys : [n] @ m -> {row}) = kernel j < n do
      let (z : i64) = zs[j]
      in (z)
    in (ys)
  let (s : i64) = yss[1, 1]
  in (s)
entry main = main (n : i64) -> i64"
        ))
    };
    assert_eq!(run(&text("n*i + {(n : 1)}"), &[number(3)]), Ok(vec![number(1)]));
    assert!(stuck(&text("0 + {(n : 1)}"), &[number(3)]).contains("a data race"));
}

/// Returns a program with two operations. In a sum, each iteration also writes an element of an array in the block that
/// it reads at `at`. In a filter, each iteration makes a vector in one block and reads its element `own`.
fn other_operations(at: &str, own: &str) -> Program {
    parse(&format!(
        "
fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc n
  let (shared : mem) = alloc n
  let (found : mem) = alloc n
  let (xs : [n] @ m -> R(n)) = iota n
  let (zs : [n] @ shared -> R(n)) = iota n
  let (s : i64) (ys : [n] @ m -> R(n)) = traverse n () (\\(i : i64) ->
    let (at : i64) = {at}
    let (x : i64) = xs[at]
    in (x, x))
    reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0)
  let (k : i64) (fs : [k] @ found -> R(k)) = filter n () (\\(j : i64) ->
    let (one : i64) = min 1 n
    let (ws : [one] @ shared -> j + {{(one : 1)}}) = replicate [one] j
    let (own : i64) = {own}
    let (w : i64) = zs[own]
    let (keep : bool) = 0 < w
    in (keep, w))
  in (s)
entry main = main (n : i64) -> i64"
    ))
}

#[test]
fn races_are_found_in_what_is_no_map_too() {
    assert_eq!(run(&other_operations("i", "j"), &[number(4)]), Ok(vec![number(6)]));
    let message = |at, own| stuck(&other_operations(at, own), &[number(4)]);
    // Iterations share the result's array, so none may write what another one reads.
    assert!(message("i / 2", "j").contains("reads what iteration 0 wrote"));
    assert!(message("(i + 1) % n", "j").contains("writes what iteration 0 read"));
    // All iterations may write to another block, but each must read only what it wrote itself.
    assert!(message("i", "j / 2").contains("reads what iteration 0 wrote"));
    assert_eq!(run(&other_operations("i / 2", "j / 2"), &[number(1)]), Ok(vec![number(0)]));
}

/// Each iteration makes a vector in the same block.
#[test]
fn sequential_iterations_may_share_a_block() {
    let text = |mark: &str| {
        parse(&format!(
            "
fun main (n : i64) -> (s : i64) =
  let (shared : mem) = alloc n
  let (m : mem) = alloc n
  let (ys : [n] @ m -> R(n)) = {mark} map n () (\\(i : i64) ->
    let (zs : [n] @ shared -> R(n)) = iota n i 1
    let (z : i64) = zs[0]
    in (z))
  let (s : i64) = ys[n - 1]
  in (s)
entry main = main (n : i64) -> i64"
        ))
    };
    assert_eq!(run(&text("seq"), &[number(3)]), Ok(vec![number(2)]));
    assert!(stuck(&text(""), &[number(3)]).contains("a data race"));
}

#[test]
fn unwritten_elements_and_overlapping_copies_are_stuck() {
    let unwritten = "
fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc n
  let (xs : [n] @ m -> R(n)) = scratch [n]i64
  let (s : i64) = xs[0]
  in (s)
entry main = main (n : i64) -> i64";
    assert!(stuck(&parse(unwritten), &[number(2)]).contains("was never written"));
    // Old contents of the block are not elements of the new array.
    let reused = unwritten.replace("  let (xs", "  let (ys : [n] @ m -> R(n)) = iota n\n  let (xs");
    assert!(stuck(&parse(&reused), &[number(2)]).contains("was never written"));
    let shifted = "
fun main (n : i64) -> (s : i64) =
  let (k : i64) = n + 1
  let (m : mem) = alloc k
  let (xs : [n] @ m -> R(n)) = iota n
  let (ys : [n] @ m -> 1 + {(n : 1)}) = copy xs
  let (s : i64) = ys[0]
  in (s)
entry main = main (n : i64) -> i64";
    assert_verified(&parse(shifted));
    assert!(stuck(&parse(shifted), &[number(2)]).contains("reads what it writes"));
    assert_eq!(run(&parse(shifted), &[number(1)]), Ok(vec![number(0)]));
}

#[test]
fn an_array_in_the_way_of_another_is_not_valid() {
    // The second array overwrites the first one, which does not happen in the value semantics.
    let text = "
fun main (n : i64) -> (s : i64) =
  let (m : mem) = alloc n
  let (xs : [n] @ m -> R(n)) = iota n
  let (ys : [n] @ m -> R(n)) = replicate [n] 7
  let (s : i64) = xs[0] + ys[0]
  in (s)
entry main = main (n : i64) -> i64";
    let program = parse(text);
    check_memory(&program);
    assert_eq!(run(&program, &[number(1)]), Ok(vec![number(14)]));
    assert_eq!(run_fun(&rista_mem::unmem::unmem(&program), &[number(1)]), Ok(vec![number(7)]));
    match rista_mem::valid::run_entry(&program, "main", vec![number(1)], limits()) {
        Err(Stop::Stuck { message, .. }) => assert!(message.contains("is not valid"), "{message}"),
        other => panic!("found valid: {other:?}"),
    }
}

#[test]
fn wrong_places_are_found() {
    let program = |statement: &str| {
        format!(
            "
fun main (n : i64) (xs_mem : mem) (*xss : [n][n] @ xs_mem -> R(n, n)) -> (s : i64) =
  let (m : mem) = alloc n
  {statement}
  in (n)"
        )
    };
    let found = |statement: &str| fault(&program(statement));
    assert!(found("let (ys : [n]) = iota n").contains("has no place"));
    assert!(found("let (ys : [n] @ m -> 0 + {(3 : 1)}) = iota n").contains("is not of the shape"));
    assert!(found("let (t : [n][n] @ xs_mem -> R(n, n)) = transpose xss").contains("should be at"));
    assert!(found("let (ys : [n] @ m -> R(n)) = xss[0, 0 : n]").contains("should be at"));
    assert!(found("let (us : [n][n] @ m -> R(n, n)) = xss with [0, 0] = n").contains("should be at"));
    let reduced = "let (k : i64) (ys : [n] @ m -> k + {(n : 1)}) = traverse n (xss)
      (\\(i : i64) (xs : [n] @ xs_mem -> n*i + {(n : 1)}) -> let (x : i64) = xs[0] in (x, x))
      reduce (\\(a : i64) (b : i64) -> let (c : i64) = a + b in (c)) (0)";
    assert!(found(reduced).contains("not known"));
    let row = |ixfn: &str| {
        format!(
            "let (ys : [n] @ m -> R(n)) = map n (xss)
          (\\(i : i64) (xs : [n] @ xs_mem -> {ixfn}) -> let (x : i64) = xs[0] in (x))"
        )
    };
    assert!(found(&row("0 + {(n : 1)}")).contains("should be at"));
    assert_verified(&parse(&program(&row("n*i + {(n : 1)}"))));
    let indexless = "let (xs : [n] @ m -> R(n)) = iota n
      let (ys : [n] @ m -> R(n)) = map n (xs) (\\(x : i64) -> in (x))";
    assert!(found(indexless).contains("does not take the index"));
}

#[test]
fn operators_of_histograms_accumulate_in_the_destination() {
    let program = |destination: &str, params: &str, row: &str| {
        format!(
            "
fun main (n : i64) (k : i64) (xs_mem : mem) (xs : [n][k] @ xs_mem -> R(n, k))
    -> (p : i64) (q : i64) (r_mem : mem) (r : [p][q] @ r_mem -> R(p, q)) =
  let (c : i64) = n * k
  let (m : mem) = alloc c
  let (zeros : [n][k] @ {destination}) = replicate [n, k] 0
  let (z_mem : mem) = alloc k
  let (zero : [k] @ z_mem -> R(k)) = replicate [k] 0
  let (b_mem : mem) = alloc k
  let (sums : [n][k] @ {destination}) = histogram n (xs)
    (\\(i : i64) (x : [k] @ xs_mem -> k*i + {{(k : 1)}}) -> let (at : i64) = i % 2 in (at, x))
    into 1 (zeros) (\\{params} (b : [k] @ b_mem -> R(k)) ->
      let (s : [k] @ {row}) = map k (a, b) (\\(j : i64) (x : i64) (y : i64) -> let (z : i64) = x + y in (z))
      in (s)) (zero)
  let (r_mem : mem) = alloc c
  let (r : [n][k] @ r_mem -> R(n, k)) = copy sums
  in (n, k, r_mem, r)
entry main = main (xs : [][]i64) -> ([][]i64)"
        )
    };
    let whole = "m -> R(n, k)";
    let params = "(a_mem : mem) (o : i64) (a : [k] @ a_mem -> o + {(k : 1)})";
    let row = "a_mem -> o + {(k : 1)}";
    let right = parse(&program(whole, params, row));
    assert_verified(&right);
    let args = [array(&[3, 2], &[1, 2, 3, 4, 5, 6])];
    let sums = vec![array(&[3, 2], &[6, 8, 3, 4, 0, 0])];
    assert_eq!(run(&right, &args), Ok(sums.clone()));
    assert_eq!(run_fun(&rista_mem::unmem::unmem(&right), &args), Ok(sums));
    let wrong = [
        (whole, "(a : [k] @ z_mem -> R(k))", "b_mem -> R(k)", "no block and no offset for a"),
        (whole, "(a_mem : mem) (o : i64) (a : [k] @ a_mem -> R(k))", row, "should be at"),
        (whole, "(a_mem : mem) (o : i64) (a : [k] @ m -> o + {(k : 1)})", row, "should be at"),
        ("m -> 0 + {(n : 1)(k : n)}", params, row, "are not row-major"),
    ];
    for (destination, params, row, message) in wrong {
        let found = fault(&program(destination, params, row));
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn blocks_hold_elements_of_one_type() {
    let body = |statements: &str| format!("fun main (n : i64) -> (s : i64) =\n  {statements}\n  in (n)");
    let wrong = [
        "let (m : mem) = alloc i8 n  let (xs : [n]i64 @ m -> R(n)) = iota n",
        "let (m : mem) = alloc f64 n  let (xs : [n]i64 @ m -> R(n)) = iota n",
        "let (m : mem) = alloc i8 n  let (same : mem) = m  let (xs : [n]i64 @ same -> R(n)) = iota n",
        "let (a : mem) = alloc i64 n  let (b : mem) = alloc i8 n
         let (xs : [n]i64 @ a -> R(n)) = iota n  let (c : bool) = n > 3
         let (m : mem) = if c then in (a) else in (b)",
        "let (a : mem) = alloc i64 n  let (b : mem) = alloc i8 n
         let (m : mem) = loop (m : mem = a) for i : i64 < n do in (b)",
        "let (a : mem) = alloc i8 n
         let (m : mem) = loop (m : mem = a) for i : i64 < n do
           let (xs : [n]i64 @ m -> R(n)) = iota n
           in (m)",
    ];
    for statements in wrong {
        let found = fault(&body(statements));
        assert!(found.contains("holds elements of type"), "{statements}: {found}");
    }
    let callee = "fun last (n : i64) (a : mem) (xs : [n]i64 @ a -> R(n)) -> (s : i64) = in (n)";
    let call =
        "let (m : mem) = alloc i8 n  let (xs : [n]i64 @ m -> R(n)) = iota n  let (s : i64) = call last (n, m, xs)";
    assert!(fault(&format!("{}\n{callee}", body(call))).contains("holds elements of type"));
    assert_verified(&parse(&format!("{}\n{callee}", body(&call.replace("i8", "i64")))));
}

#[test]
fn parameters_and_results_are_row_major_after_their_blocks() {
    let main =
        |params: &str, result: &str| format!("fun main (n : i64) {params} -> (n2 : i64) {result} = in (n, m, xs)");
    let (param, result) = ("(m : mem) (xs : [n] @ m -> R(n))", "(r_mem : mem) (r : [n2] @ r_mem -> R(n2))");
    assert_verified(&parse(&main(param, result)));
    assert!(fault(&main("(m : mem) (k : i64) (xs : [n] @ m -> R(n))", result)).contains("right before it"));
    assert!(fault(&main("(m : mem) (xs : [n] @ m -> 1 + {(n : 1)})", result)).contains("row-major"));
    assert!(fault(&main(param, "(r_mem : mem) (r : [n2] @ r_mem -> 0 + {(n2 : 2)})")).contains("row-major"));
}

#[test]
fn branches_with_sizes_of_their_own_build_rows_of_known_size() {
    let text = "
fun main (n : i64) (m : i64) (xs : [m]i64) -> (n2 : i64) (m2 : i64) (r : [n2][m2]i64) =
  let (twice : i64) = m + m
  let (even : bool) = twice == 6
  let (fits : cert) = assert even \"{} elements\" (twice)
  let (rows : [n][6]i64) = map n () (\\(i : i64) ->
    let (first : bool) = i == 0
    let (k : i64) (ys : [k]i64) = if first
      then let (both : [twice]i64) = concat (xs, xs) in (twice, both)
      else
        let (own : i64) = m * 2
        let (is : [own]i64) = iota own i 1
        in (own, is)
    let (row : [6]i64) = <fits> reshape [6] ys
    in (row))
  in (n, 6, rows)
entry main = main (n : i64, xs : []i64) -> [][]i64";
    let given = array(&[3], &[7, 8, 9]);
    let rows = array(&[2, 6], &[7, 8, 9, 7, 8, 9, 1, 2, 3, 4, 5, 6]);
    let lowered = check(text, &[(&[number(2), given], &[rows])]);
    assert!(!fun::text::print(&lowered).contains("copy"), "rows are built in place");
}
