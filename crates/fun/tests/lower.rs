//! Tests of CORE to FUN: sizes of rows in arrays without rows, and the leaves of sums.

use base::FileId;
use rista_fun as fun;
use rista_fun::def::{Exp, Program, Type};
use rista_fun::eval::{Limits, run_entry};
use rista_fun::verify::{Mode, verify};
use value::{ArrayValue, Scalar, ScalarType, Value};

fn lower(text: &str) -> Result<Program, base::Error> {
    let core = core_ir::text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"));
    core_ir::verify::verify(&core).unwrap_or_else(|bug| panic!("{bug}"));
    let program = fun::lower::lower(&core)?;
    let faults = verify(&program, Mode::Fun);
    assert!(faults.is_empty(), "{}", fun::text::print(&program));
    Ok(program)
}

fn run(text: &str, args: Vec<Value>) -> Vec<Value> {
    let program = lower(text).unwrap_or_else(|error| panic!("{error:?}"));
    run_entry(&program, "main", args, Limits::default()).unwrap_or_else(|stop| panic!("{stop:?}"))
}

fn array(shape: &[usize], elements: &[i64]) -> Value {
    let scalars: Vec<Scalar> = elements.iter().map(|&element| Scalar::I64(element)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, shape.to_vec(), &scalars).expect("a shape of its elements"))
}

fn number(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

/// Returns the shape of a map of `row` over an array without rows of `m` elements, the same on both levels. `k` and its
/// double `d` are numbers in scope.
fn shape_of_none(row: &str, k: i64, columns: usize) -> Vec<usize> {
    let text = format!(
        "def spread (n : i64) (x : i64) : []i64 = replicate(n + 1, x)
         def main (a : [][]i64) (k : i64) : [][]i64 =
           let m : i64 = size.1(a)
           let d : i64 = k * 2
           in (map(\\(r : [m]i64) -> {row}, a) : [][]i64)
         entry main = @main(a : [][]i64, k : i64) -> ([][]i64)"
    );
    let args = vec![array(&[0, columns], &[]), number(k)];
    let core = core_ir::text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    let expected = core_ir::eval::run_entry(&core, "main", args.clone(), Default::default());
    let values = run(&text, args);
    assert_eq!(Ok(&values), expected.as_ref(), "{row}");
    match values.as_slice() {
        [Value::Array(array)] => array.shape().to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_of_no_elements_have_the_sizes_that_their_type_knows() {
    assert_eq!(shape_of_none("r", 0, 3), [0, 3]);
    assert_eq!(shape_of_none("copy(r)", 0, 3), [0, 3]);
    assert_eq!(shape_of_none("iota(d, 0, 1)", 4, 3), [0, 8]);
    assert_eq!(shape_of_none("(@spread(k, r[0]) : [d]i64)", 1, 3), [0, 2]);
    assert_eq!(shape_of_none("(loop x : [m]i64 = copy(r) for i < k do x with [0] = i : [m]i64)", 4, 3), [0, 3]);
}

#[test]
fn rows_of_no_elements_have_no_elements_where_the_type_is_open() {
    assert_eq!(shape_of_none("concat(r, r)", 0, 3), [0, 0]);
    assert_eq!(shape_of_none("@spread(k, r[0])", 1, 3), [0, 0]);
    assert_eq!(shape_of_none("iota(size.0(r) / k, 0, 1)", 3, 7), [0, 0]);
    assert_eq!(shape_of_none("iota(size.0(r) / k, 0, 1)", 0, 7), [0, 0]);
    assert_eq!(shape_of_none("iota(r[0], 0, 1)", 1, 7), [0, 0]);
    assert_eq!(shape_of_none("loop x : []i64 = copy(r) for i < k do concat(x, x)", 4, 3), [0, 0]);
}

#[test]
fn scalars_of_different_constructors_share_a_slot() {
    let program = lower(
        "def make (k : i64) : <a(i64) | b(i64, i64) | c(bool)> =
           if k > 0 then (#a(k) : <a(i64) | b(i64, i64) | c(bool)>) else (#b(k, 2) : <a(i64) | b(i64, i64) | c(bool)>)
         def main (k : i64) : i64 = match @make(k) {
           case #a(x : i64) : <a(i64) | b(i64, i64) | c(bool)> => x
           case #b(x : i64, y : i64) : <a(i64) | b(i64, i64) | c(bool)> => x - y
           case _ : <a(i64) | b(i64, i64) | c(bool)> => 0
         }
         entry main = @main(k : i64) -> (i64)",
    )
    .unwrap_or_else(|error| panic!("{error:?}"));
    let make = program.functions.values().next().expect("the first function");
    let results: Vec<Type> = make.results.iter().map(|result| program.type_of(result.name).clone()).collect();
    let scalars = [ScalarType::I8, ScalarType::I64, ScalarType::I64, ScalarType::Bool];
    assert_eq!(results, scalars.map(Type::Scalar));
    for (k, expected) in [(5, 5), (-3, -5)] {
        let result = run_entry(&program, "main", vec![number(k)], Limits::default());
        assert!(matches!(result.as_deref(), Ok([Value::Scalar(Scalar::I64(x))]) if *x == expected), "{result:?}");
    }
}

#[test]
fn unused_arrays_take_the_sizes_of_those_they_meet() {
    let text = "
        def main (xs : []i64) (is : []i64) : []i64 =
          let made : []<a([]i64) | b> = map(\\(i : i64) ->
            if i > 0 then (#a(map(\\(x : i64) -> x + i, xs)) : <a([]i64) | b>) else (#b : <a([]i64) | b>), is)
          in (map(\\(m : <a([]i64) | b>) -> match m {
            case #a(ys : []i64) : <a([]i64) | b> => ys[1]
            case _ : <a([]i64) | b> => 0
          }, made) : []i64)
        entry main = @main(xs : []i64, is : []i64) -> ([]i64)";
    let program = lower(text).unwrap_or_else(|error| panic!("{error:?}"));
    let main = program.functions.values().next().expect("the function");
    let checks = main.body.stms.iter().filter(|stm| matches!(stm.exp, Exp::Assert { .. })).count();
    assert_eq!(checks, 0, "{}", fun::text::print(&program));
    let results = run(text, vec![array(&[2], &[10, 20]), array(&[3], &[1, 0, 2])]);
    let [Value::Array(result)] = results.as_slice() else { panic!("{results:?}") };
    assert!(matches!(result.get(0), Some(Scalar::I64(21))) && matches!(result.get(1), Some(Scalar::I64(0))));
}

#[test]
fn slots_have_the_size_of_the_first_row_that_uses_them() {
    let text = "
        def main (is : []i64) : []i64 =
          let made : []<a([]i64) | b> = map(\\(i : i64) ->
            if i > 0 then (#a(iota(i, 0, 1)) : <a([]i64) | b>) else (#b : <a([]i64) | b>), is)
          in (map(\\(m : <a([]i64) | b>) -> match m {
            case #a(ys : []i64) : <a([]i64) | b> => size.0(ys)
            case _ : <a([]i64) | b> => 7
          }, made) : []i64)
        entry main = @main(is : []i64) -> ([]i64)";
    let results = run(text, vec![array(&[4], &[0, 2, 0, 2])]);
    let [Value::Array(result)] = results.as_slice() else { panic!("{results:?}") };
    let sizes = (0..4).filter_map(|at| result.get(at)).collect::<Vec<_>>();
    assert_eq!(sizes, [7, 2, 7, 2].map(Scalar::I64));
}

#[test]
fn slots_whose_sizes_need_recursion_are_refused() {
    let lowered = lower(
        "def count (i : i64) : i64 = if i < 1 then 0 else @count(i - 1) + 1
         def main (is : []i64) : []i64 =
           let made : []<a([]i64) | b> = map(\\(i : i64) ->
             if i > 0 then (#a(iota(@count(i), 0, 1)) : <a([]i64) | b>) else (#b : <a([]i64) | b>), is)
           in (map(\\(_ : <a([]i64) | b>) -> 1, made) : []i64)
         entry main = @main(is : []i64) -> ([]i64)",
    );
    assert!(matches!(lowered, Err(base::Error::Limitation(_))));
}

/// A result that may share its argument's storage is overwritten, and so is a result of a branch.
#[test]
fn what_may_not_be_consumed_is_copied() {
    let text = "def same (a : []i64) : []i64 = a
        def main (n : i64) (b : []i64) : ([]i64, []i64) =
          let a : []i64 = iota(3, 0, 1)
          let r : []i64 = @same(a)
          let s : []i64 = loop t : []i64 = @same(copy(b)) for i < n do t with [i] = 5
          in (r with [0] = 7, s)
        entry main = @main(n : i64, b : []i64) -> ([]i64, []i64)";
    let program = lower(text).unwrap_or_else(|error| panic!("{error:?}"));
    let results = run(text, vec![number(1), array(&[2], &[1, 2])]);
    assert_eq!(results, [array(&[3], &[7, 1, 2]), array(&[2], &[5, 2])]);
    let mut copies = 0;
    let main = program.functions.values().find(|function| function.name.as_str() == "main").expect("it is there");
    fun::walk::for_each_stm(&main.body, &mut |stm| copies += usize::from(matches!(stm.exp, Exp::Copy(_))));
    assert_eq!(copies, 3, "{}", fun::text::print(&program));
}

/// A result that is new storage is not copied, whatever its declaration.
#[test]
fn results_are_unique_where_they_are() {
    let text = "def made (n : i64) : []i64 = iota(n, 0, 1)
        def again (n : i64) : []i64 = @made(n + 1)
        def main (n : i64) : []i64 = let r : []i64 = @again(n) in r with [0] = 7
        entry main = @main(n : i64) -> ([]i64)";
    let program = lower(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(!fun::text::print(&program).contains("copy"), "{}", fun::text::print(&program));
}

/// The value of an update is evaluated before its index is checked.
#[test]
fn of_two_failures_the_first_is_the_same() {
    let text = "def main (xs : []i64) (k : i64) : []i64 = copy(xs) with [k] = xs[k + 1]
        entry main = @main(xs : []i64, k : i64) -> ([]i64)";
    let args = || vec![array(&[2], &[1, 2]), number(5)];
    let core = core_ir::text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"));
    let message = |stop| match stop {
        Err(base::Stop::Failure(failure)) => failure.message,
        other => panic!("{other:?}"),
    };
    let expected = message(core_ir::eval::run_entry(&core, "main", args(), Default::default()));
    let program = lower(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(message(run_entry(&program, "main", args(), Limits::default())), expected);
}
