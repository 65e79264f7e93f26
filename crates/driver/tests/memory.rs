//! Tests of the memory that programs use after each pass of FUNMEM: exact numbers, on small programs.

use base::SourceMap;
use rista_driver::stats::{Copied, Lowered, MemoryUse, MemoryWork};
use rista_driver::valid::stages;
use rista_driver::{Language, Settings, compile_source, no_other_files};
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Returns the memory work of the entry point `main` after the pass.
fn work(source: &str, after: &str, args: &[Value]) -> MemoryWork {
    let mut sources = SourceMap::default();
    let file = sources.add("main.fut", source);
    let front = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files).expect("a right program");
    let stages = stages(front.module, Settings::default()).expect("a program that can be lowered");
    let stage = stages.into_iter().find(|stage| stage.pass.as_deref() == Some(after));
    let stage = stage.unwrap_or_else(|| panic!("no {after} in the pipeline"));
    let lowered = Lowered::new(&stage.module, Settings::default()).expect("a program that can be lowered");
    lowered.measure("main", args.to_vec()).unwrap_or_else(|stop| panic!("{stop}"))
}

fn number(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

fn numbers(count: usize) -> Value {
    let elements: Vec<Scalar> = (0..count).map(|at| Scalar::I64(at as i64)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, vec![count], &elements).expect("as many elements"))
}

#[test]
fn operands_of_a_concatenation_need_no_blocks_of_their_own() {
    let source = "def main (n: i64) (xs: []i64) : []i64 = map (+n) xs ++ map (*n) (reverse xs)";
    let args = [number(2), numbers(3)];
    let before = MemoryWork {
        copied: Copied { copies: 2, bytes: 48 },
        used: MemoryUse { allocations: 3, allocated_bytes: 96, peak_bytes: 96, input_bytes: 24 },
    };
    assert_eq!(work(source, "lower-to-funmem", &args), before);
    let after = MemoryWork {
        copied: Copied::default(),
        used: MemoryUse { allocations: 1, allocated_bytes: 48, peak_bytes: 48, input_bytes: 24 },
    };
    assert_eq!(work(source, "short-circuit", &args), after);
}

/// Returns a square matrix.
fn ones(side: usize) -> Value {
    let elements = vec![Scalar::I64(1); side * side];
    let square = ArrayValue::from_scalars(ScalarType::I64, vec![side, side], &elements);
    Value::Array(square.expect("as many elements"))
}

/// Blocks of one anti-diagonal are computed apart, and put back by a scatter: each is built in the matrix.
#[test]
fn scattered_blocks_are_built_in_place() {
    let source = "
        def block (b: i64) (above: i64 -> i64) (before: i64 -> i64) : *[b][b]i64 =
          loop block = replicate b (replicate b 0) for i < b do
            loop block for j < b do
              let north = if i == 0 then above j else block[i - 1, j]
              let west = if j == 0 then before i else block[i, j - 1]
              in block with [i, j] = north + west

        def main [n] (b: i64) (cells: *[n][n]i64) : *[n][n]i64 =
          loop cells for k < (n - 1) / b do
            let at p i j = (p * b + i, (k - p) * b + j)
            let read (row, column) = cells[row, column]
            let blocks = tabulate (k + 1) (\\p -> block b (\\j -> read (at p 0 (j + 1))) (\\i -> read (at p (i + 1) 0)))
            let places = tabulate_3d (k + 1) b b (\\p i j -> at p (i + 1) (j + 1))
            in scatter_2d cells (flatten (flatten places)) (flatten (flatten blocks))";
    let args = [number(2), ones(7)];
    let before = work(source, "lower-to-funmem", &args);
    assert_eq!([before.copied.copies, before.used.allocations], [9, 9]);
    let after = work(source, "short-circuit", &args);
    assert_eq!([after.copied.copies, after.used.allocations], [0, 0]);
}

/// The indices of the blocks' cells are quotients and remainders of one counter.
#[test]
fn blocks_scattered_by_digits_are_built_in_place() {
    let source = "
        def block (b: i64) (above: i64 -> i64) (before: i64 -> i64) : *[b][b]i64 =
          loop block = replicate b (replicate b 0) for i < b do
            loop block for j < b do
              let north = if i == 0 then above j else block[i - 1, j]
              let west = if j == 0 then before i else block[i, j - 1]
              in block with [i, j] = north + west

        def main [n] (b: i64) (_worth: [n][n]i64) : *[n + 1][n + 1]i64 =
          loop cells = replicate (n + 1) (replicate (n + 1) 1) for k < n / b do
            let at p i j = (p * b + i, (k - p) * b + j)
            let read (row, column) = cells[row, column]
            let blocks = tabulate (k + 1) (\\p -> block b (\\j -> read (at p 0 (j + 1))) (\\i -> read (at p (i + 1) 0)))
            let place t = at (t / (b * b)) (t % (b * b) / b + 1) (t % b + 1)
            in scatter_2d cells (map place (iota ((k + 1) * b * b))) (flatten (flatten blocks))";
    let after = work(source, "short-circuit", &[number(2), ones(6)]);
    assert_eq!([after.copied.copies, after.used.allocations], [0, 1]);
}

/// A block of scores is made with the row above it and the column before it. Its interior is built in the matrix.
#[test]
fn interiors_of_blocks_are_built_in_place() {
    let source = "
        def block (b: i64) (above: i64 -> i64) (before: i64 -> i64) : *[b][b]i64 =
          let tile = tabulate_2d (b + 1) (b + 1) (\\i j -> if i == 0 then above j else if j == 0 then before i else 0)
          let tile =
            loop tile for i < b do
              loop tile for j < b do
                tile with [i + 1, j + 1] = tile[i, j + 1] + tile[i + 1, j]
          in copy (tile[1:b + 1, 1:b + 1] :> [b][b]i64)

        def main [n] (b: i64) (_worth: [n][n]i64) : *[n + 1][n + 1]i64 =
          loop cells = replicate (n + 1) (replicate (n + 1) 1) for k < n / b do
            let at p = (p * b, (k - p) * b)
            let make p = let (r, c) = at p in block b (\\j -> cells[r, c + j]) (\\i -> cells[r + i, c])
            let blocks = tabulate (k + 1) make
            in loop cells for p < k + 1 do
                 let (r, c) = at p
                 in cells with [r + 1:r + 1 + b, c + 1:c + 1 + b] = blocks[p]";
    let after = work(source, "short-circuit", &[number(2), ones(6)]);
    assert_eq!([after.copied.copies, after.used.allocations], [0, 1]);
}

/// Returns the copies and the allocations of a loop that puts `rows` rows of three elements, one after the other, into
/// a slice that begins at `start`.
fn put_back(start: &str, rows: i64) -> [u64; 2] {
    let source = format!(
        "def row (first: i64) : *[3]i64 = loop xs = replicate 3 first for i < 2 do xs with [i + 1] = xs[i] + i
         def main [n] (k: i64) (cells: *[n]i64) : *[n]i64 =
           let new = tabulate (i64.min k (n / 3)) row
           in loop cells for p < i64.min k (n / 3) do let at = {start} in cells with [at:at + 3] = new[p]"
    );
    let work = work(&source, "short-circuit", &[number(rows), numbers(12)]);
    [work.copied.copies, work.used.allocations]
}

#[test]
fn rows_that_a_loop_puts_back_are_built_in_place() {
    assert_eq!(put_back("p * 3", 4), [0, 0]);
    assert_eq!(put_back("n - 3 - p * 3", 4), [0, 0]);
    // Rows that overlap are copied in order.
    assert_eq!(put_back("p * 2", 4), [4, 1]);
    assert_eq!(put_back("0", 4), [4, 1]);
}

#[test]
fn a_reversed_scan_of_each_row_needs_no_memory_of_its_own() {
    let source = "def main [n] [m] (rows: [n][m]i64) : [n][m]i64 = map (\\row -> reverse (scan (+) 0 row)) rows";
    let rows = ArrayValue::from_scalars(ScalarType::I64, vec![3, 4], &[Scalar::I64(1); 12]).expect("12 elements");
    let work = work(source, "short-circuit", &[Value::Array(rows)]);
    assert_eq!([work.copied.copies, work.used.allocations], [0, 1]);
}

#[test]
fn blocks_of_different_types_are_counted_in_bytes() {
    let source = "def main (xs: []i64) : ([]i16, []bool) = unzip (map (\\x -> (i16.i64 x, x > 1)) xs)";
    let used = work(source, "short-circuit", &[numbers(5)]).used;
    assert_eq!(used, MemoryUse { allocations: 2, allocated_bytes: 15, peak_bytes: 15, input_bytes: 40 });
}

#[test]
fn loops_have_two_buffers() {
    let next = "map (\\i -> xs[i] + xs[n - 1 - i]) (iota n)";
    let source = format!("def main [n] (k: i64) (xs: [n]i64) : [n]i64 = loop xs for _i < k do {next}");
    let work = |after: &str| work(&source, after, &[number(10), numbers(4)]).used;
    let (before, after) = (work("merge-blocks"), work("double-buffer"));
    assert_eq!([before.allocations, before.allocated_bytes, before.peak_bytes], [10, 320, 64]);
    assert_eq!([after.allocations, after.allocated_bytes, after.peak_bytes], [2, 64, 64]);
}

#[test]
fn an_array_of_the_function_is_one_of_the_buffers() {
    let next = "map (\\i -> ys[i] + ys[n - 1 - i]) (iota n)";
    let source = format!("def main [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = scan (+) 0 xs for _i < k do {next}");
    let work = |after: &str| work(&source, after, &[number(10), numbers(4)]).used;
    let (before, after) = (work("merge-blocks"), work("double-buffer"));
    assert_eq!([before.allocations, before.allocated_bytes, before.peak_bytes], [11, 352, 64]);
    assert_eq!([after.allocations, after.allocated_bytes, after.peak_bytes], [2, 64, 64]);
}

/// Returns the bytes that a program allocates whose `n * n` elements are never all needed.
fn asked_for(main: &str, after: &str) -> u64 {
    let source = format!(
        "def sum [n] (m: i64) (xs: [n]i64) (i: i64) : i64 =
           let ys = scan (+) i (map (+ m) xs) in ys[i] - ys[0]
         def main [n] (k: i64) (xs: [n]i64) : i64 = {main}"
    );
    work(&source, after, &[number(0), numbers(100)]).used.allocated_bytes
}

#[test]
fn blocks_that_are_not_needed_are_of_no_element() {
    for (main, what) in [
        ("loop s = 0 for i < k do s + sum s (iota (n * n)) i", "a loop of no round"),
        ("(loop (s, i) = (0, k) while i > 0 do (s + sum s (iota (n * n)) i, i - 1)).0", "a while loop of no round"),
        ("loop s = 0 for i < n do if xs[i] > 500 then s + sum s (iota (n * n)) i else s + 1", "a branch"),
        ("loop s = 0 for i < n do loop s for j < k do s + sum s (iota (n * n)) j", "an inner loop of no round"),
        ("(loop (ys: []i64) = xs for i < k do scan (+) ys[0] (map (+ i) (iota (n * n))))[n - 1]", "buffers"),
    ] {
        for after in ["double-buffer", "hoist-allocations"] {
            assert_eq!(asked_for(main, after), 0, "{what}, after {after}");
        }
    }
}

#[test]
fn what_a_loop_allocates_for_itself_is_allocated_once() {
    let sum = "let ys = scan (+) i xs in s + ys[n - 1] - ys[0]";
    let source = format!("def main [n] (k: i64) (xs: [n]i64) : i64 = loop s = 0 for i < k do {sum}");
    let work = |after: &str| work(&source, after, &[number(10), numbers(4)]).used;
    let (before, after) = (work("double-buffer"), work("hoist-allocations"));
    assert_eq!([before.allocations, before.allocated_bytes, before.peak_bytes], [10, 320, 32]);
    assert_eq!([after.allocations, after.allocated_bytes, after.peak_bytes], [1, 32, 32]);
}

#[test]
fn what_a_loop_reads_together_is_no_array() {
    let sum = "loop sum = 0 for i < n do sum + roots[i] * inverses[i]";
    let parts = "unzip (map (\\x -> (f64.sqrt (f64.i64 x), 1 / f64.i64 x)) xs)";
    let source = format!("def main [n] (xs: [n]i64) : f64 = let (roots, inverses) = {parts} in {sum}");
    let used = work(&source, "hoist-allocations", &[numbers(5)]).used;
    assert_eq!([used.allocations, used.peak_bytes], [0, 0]);
}

#[test]
fn operators_on_rows_need_no_rows_of_their_own() {
    let sums = "reduce_by_index (replicate k (replicate m 0)) (map2 (+)) (replicate m 0) (iota n) rows";
    let source = format!("def main [n] [m] (k: i64) (rows: [n][m]i64) : [][]i64 = map (map (* 2)) ({sums})");
    let rows = ArrayValue::from_scalars(ScalarType::I64, vec![3, 4], &[Scalar::I64(1); 12]).expect("as many elements");
    let used = work(&source, "hoist-allocations", &[number(2), Value::Array(rows)]).used;
    // The block of the sums, which also holds the result.
    assert_eq!([used.allocations, used.allocated_bytes, used.peak_bytes], [1, 64, 64]);
}
