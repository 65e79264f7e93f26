//! Tests that programs with host code give the same results at all levels, for each machine. The host part runs in the
//! evaluator of CORE with the device part at the level, and both run as one program of IMP.

use crate::common::on_large_stack;
use base::{FileId, Stop};
use rista_driver::{Level, Machine, Module, Settings, run_through};
use value::{ArrayValue, Scalar, ScalarType, Value};

/// Programs whose `main` takes an `i64` and a `[]i64` and returns an `i64`.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "a tree with vectors at its leaves",
        "data tree = <leaf([]i64) | node(@tree, @tree)>
         def plus (x : i64) (y : i64) : i64 = x + y
         def build (n : i64) (xs : []i64) : @tree =
           if n <= 0 then (#leaf(map(\\(x : i64) -> x * n, xs)) : @tree)
           else (#node(@build(n - 1, xs), @build(n - 2, xs)) : @tree)
         def sum (t : @tree) (c : i64) : i64 =
           match t {
             case #leaf(xs : []i64) : @tree =>
               reduce(\\(a : i64) (b : i64) -> @plus(a, b), 0, map(\\(x : i64) -> x * c, xs))
             case #node(l : @tree, r : @tree) : @tree => @sum(l, c) + @sum(r, c) }
         def main (n : i64) (xs : []i64) : i64 = @sum(@build(n, xs), n)",
    ),
    (
        "results that are tuples, and sizes",
        "data list = <cons(i64, @list) | nil>
         def head (l : @list) : i64 = match l { case #cons(x : i64, _ : @list) : @list => x case #nil : @list => 0 }
         def main (n : i64) (xs : []i64) : i64 =
           let l : @list = (#cons(n, (#nil : @list)) : @list)
           let m : i64 = n + 1
           let ys : []i64 = map(\\(x : i64) -> x * m, xs)
           let k : i64 = size.0(ys)
           let zs : [k]i64 = scan(\\(a : i64) (b : i64) -> a + b, 0, (ys : [k]i64))
           let h : i64 = @head(l)
           in zs[h % k] + (k + ys[0])",
    ),
    (
        "sums and arrays of tuples cross",
        "data list = <cons(i64, @list) | nil>
         def pick (l : @list) (xs : []i64) : <many([](i64, bool)) | one(i64)> =
           match l {
             case #cons(x : i64, _ : @list) : @list =>
               let ys : [](i64, bool) = map(\\(y : i64) -> (y + x, y > x), xs)
               in (#many(ys) : <many([](i64, bool)) | one(i64)>)
             case #nil : @list => (#one(size.0(xs)) : <many([](i64, bool)) | one(i64)>) }
         def main (n : i64) (xs : []i64) : i64 =
           let l : @list = if n > 2 then (#nil : @list) else (#cons(n, (#nil : @list)) : @list)
           let p : <many([](i64, bool)) | one(i64)> = @pick(l, xs)
           in match p {
             case #many(ys : [](i64, bool)) : <many([](i64, bool)) | one(i64)> =>
               reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(y : (i64, bool)) -> if y#1 then y#0 else 1, ys))
             case #one(y : i64) : <many([](i64, bool)) | one(i64)> => y }",
    ),
    (
        "failures on both sides",
        "data list = <cons(i64, @list) | nil>
         def head (l : @list) : i64 = match l { case #cons(x : i64, _ : @list) : @list => x case #nil : @list => 10 / 0 }
         def main (n : i64) (xs : []i64) : i64 =
           let a : i64 = @head(if n > 2 then (#nil : @list) else (#cons(n, (#nil : @list)) : @list))
           let b : i64 = ensure size.0(xs) > 2, \"too short\"() in xs[2]
           let c : i64 = reduce(\\(a : i64) (b : i64) -> a + b, 0, map(\\(x : i64) -> x / (n - 1), xs))
           in a + (b + c)",
    ),
];

fn outcome(result: Result<Vec<Value>, Stop>) -> String {
    match result {
        Ok(values) => format!("{values:?}"),
        Err(Stop::Failure(failure)) => failure.message,
        Err(other) => panic!("{other:?}"),
    }
}

fn arguments(n: i64, xs: &[i64]) -> Vec<Value> {
    let items: Vec<Scalar> = xs.iter().map(|x| Scalar::I64(*x)).collect();
    let array = ArrayValue::from_scalars(ScalarType::I64, vec![xs.len()], &items).expect("the shape fits");
    vec![Value::Scalar(Scalar::I64(n)), Value::Array(array)]
}

#[test]
fn host_code_does_the_same_at_all_levels() {
    on_large_stack(compare);
}

fn compare() {
    let inputs: [(i64, &[i64]); 5] = [(0, &[1, 2, 3]), (1, &[4, 5, 6, 7]), (2, &[1, 2]), (3, &[9, 8, 7]), (5, &[3; 9])];
    for (what, source) in PROGRAMS {
        let source = format!("{source}\nentry main = @main(n : i64, xs : []i64) -> i64");
        let module = Module::read(Level::Core, FileId(0), &source).unwrap_or_else(|error| panic!("{what}: {error:?}"));
        for machine in [Machine::Thread, Machine::Threads, Machine::Device] {
            for level in [Level::Fun, Level::Mem, Level::Imp] {
                let settings = Settings { verify: true, machine, ..Settings::default() };
                let lowered = run_through(module.clone(), level, settings, &mut ());
                let lowered = lowered.unwrap_or_else(|error| panic!("{what}, {machine:?}, {level:?}: {error:?}"));
                assert_eq!(matches!(lowered, Module::Parts(_)), level != Level::Imp, "one program at IMP");
                for (n, xs) in inputs {
                    let expected = outcome(module.eval("main", arguments(n, xs)));
                    let found = outcome(lowered.eval("main", arguments(n, xs)));
                    assert_eq!(found, expected, "{what}, {machine:?}, {level:?}, {n}");
                }
            }
        }
    }
}
