//! Tests that the counts of a program's memory work, multiplied by the number of executions, equal those of its
//! evaluation.

use base::FileId;
use fun::def::Program;
use mem::eval::{Copied, run_entry_counting};
use rista_mem_opt::short_circuit::short_circuit;
use rista_mem_opt::stats::{MemoryCounts, memory_report};
use value::{ArrayValue, Scalar, ScalarType, Value};

fn lowered(text: &str) -> Program {
    let program = fun::text::parse(FileId::default(), text).expect("a program");
    let faults = fun::verify::verify(&program, fun::verify::Mode::Fun);
    assert!(faults.is_empty(), "{faults:?}");
    verified(mem::lower::lower(program).expect("a program of FUNMEM"))
}

fn verified(program: Program) -> Program {
    mem::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    program
}

fn array(shape: &[usize]) -> Value {
    let elements: Vec<Scalar> = (0..shape.iter().product::<usize>()).map(|at| Scalar::I64(at as i64)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, shape.to_vec(), &elements).expect("as many elements"))
}

/// Returns the numbers of allocations, copies and elided copies by depth.
fn counts(program: &Program) -> Vec<[usize; 3]> {
    let report = memory_report(program);
    let [main] = &report.functions[..] else { panic!("{report:?}") };
    main.depths.iter().map(|at| [at.allocations, at.copies, at.elided]).collect()
}

/// Returns the numbers of copies and of copied bytes in a run of `main`.
fn copied(program: &Program, args: &[Value]) -> (u64, u64) {
    let (result, done) = run_entry_counting(program, "main", args.to_vec(), Default::default());
    let Copied { copies, bytes } = done.copied;
    result.unwrap_or_else(|stop| panic!("{stop}"));
    (copies, bytes)
}

const CONCAT: &str = "
fun main (n : i64) (xs : [n]i64) -> (k : i64) (r : [k]i64) =
  let (k : i64) = n * 2
  let (ys : [n]i64) = map n (xs) (\\(x : i64) -> let (y : i64) = x + 1 in (y))
  let (zs : [n]i64) = map n (xs) (\\(x : i64) -> let (z : i64) = x * 2 in (z))
  let (both : [k]i64) = concat (ys, zs)
  in (k, both)
entry main = main (xs : []i64) -> []i64";

#[test]
fn operands_that_are_built_in_place_are_not_copied() {
    let before = lowered(CONCAT);
    assert_eq!(counts(&before), [[3, 2, 0]]);
    assert_eq!(copied(&before, &[array(&[3])]), (2, 48));
    assert_eq!(copied(&before, &[array(&[0])]), (0, 0));
    let after = verified(short_circuit(before).expect("a program"));
    assert_eq!(counts(&after), [[1, 0, 2]]);
    assert_eq!(copied(&after, &[array(&[3])]), (0, 0));
}

#[test]
fn rows_are_counted_where_they_are_made() {
    let before = lowered(
        "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (a : i64) (b : i64) (q : [a][b]i64) (c : i64) (d : i64) (r : [c][d]i64) =
  let (yss : [n][m]i64) (copies : [n][m]i64) = map n (xss) (\\(xs : [m]i64) ->
    let (ys : [m]i64) = map m (xs) (\\(x : i64) -> let (y : i64) = x + 1 in (y))
    in (ys, xs))
  in (n, m, yss, n, m, copies)
entry main = main (xss : [][]i64) -> ([][]i64, [][]i64)",
    );
    assert_eq!(counts(&before), [[2, 0, 0], [1, 2, 0]]);
    assert_eq!(copied(&before, &[array(&[5, 3])]), (10, 10 * 24));
    let after = verified(short_circuit(before).expect("a program"));
    assert_eq!(counts(&after), [[2, 0, 0], [0, 1, 1]]);
    assert_eq!(copied(&after, &[array(&[5, 3])]), (5, 5 * 24));
}

/// A program with each operation that copies rows, each over the same number of rows. No operation is over an empty
/// array.
const EVERY_KIND: &str = "
fun main (n : i64) (m : i64) (xss : [n][m]i64) -> (t : i64) =
  let (zero : [m]i64) = replicate [m] 0
  let (sss : [n][m]i64) (sum : [m]i64) (yss : [n][m]i64) = traverse n (xss) (\\(xs : [m]i64) -> in (xs, xs, xs))
    scan (\\(a : [m]i64) (b : [m]i64) ->
      let (c : [m]i64) = map m (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
    reduce (\\(a : [m]i64) (b : [m]i64) ->
      let (c : [m]i64) = map m (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
  let (k : i64) (kept : [k][m]i64) = filter n (yss) (\\(ys : [m]i64) ->
    let (y : i64) = ys[0]
    let (all : bool) = y <= y
    in (all, ys))
  let (target : [n][m]i64) = copy xss
  let (written : [n][m]i64) = scatter n (xss) (\\(i : i64) (xs : [m]i64) -> in (i, xs)) into 1 (target)
  let (bins : [n][m]i64) = copy xss
  let (added : [n][m]i64) = histogram n (xss) (\\(i : i64) (xs : [m]i64) -> in (i, xs)) into 1 (bins)
    (\\(a : [m]i64) (b : [m]i64) ->
      let (c : [m]i64) = map m (a, b) (\\(x : i64) (y : i64) -> let (z : i64) = x + y in (z)) in (c)) (zero)
  let (two : [2][m]i64) = [zero, sum]
  let (many : [n][m]i64) = replicate [n] sum
  let (size : i64) = n + 2
  let (together : [size][m]i64) = concat (many, two)
  let (updated : [size][m]i64) = together with [1, 0 : m] = zero
  let (a : i64) = updated[0, 0]
  let (b : i64) = sss[0, 0]
  let (c : i64) = kept[0, 0]
  let (d : i64) = written[0, 0]
  let (e : i64) = added[0, 0]
  let (t : i64) = a + b + c + d + e
  in (t)
entry main = main (xss : [][]i64) -> i64";

#[test]
fn copies_are_done_as_often_as_their_depth_says() {
    let before = lowered(EVERY_KIND);
    let after = verified(short_circuit(before.clone()).expect("a program"));
    for program in [&before, &after] {
        let MemoryCounts { copies, elided, .. } = memory_report(program).total();
        assert!(copies > 10 && copies + elided > 15, "{copies}, {elided}");
        let [once, each] = counts(program)[..2] else { panic!("a depth is missing") };
        assert!(counts(program).iter().skip(2).all(|deeper| deeper[1] == 0));
        for rows in [1, 4, 7] {
            let (done, _) = copied(program, &[array(&[rows, 2])]);
            assert_eq!(done, (once[1] + each[1] * rows) as u64);
        }
    }
}
