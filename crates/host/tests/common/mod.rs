//! Runs CORE programs with CORE's evaluator, and with IMP's after the host lowering.

#![allow(dead_code, reason = "each test file uses some of it")]

use base::{FileId, Stop};
use imp::eval::Limits;
use value::{ArrayValue, Scalar, ScalarType, Value};

pub fn lower(text: &str) -> (core_ir::def::Program, imp::def::Program) {
    let core = core_ir::text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"));
    core_ir::verify::verify(&core).unwrap_or_else(|bug| panic!("{bug}"));
    let program = rista_host::lower(&core, imp::def::Program::default(), rista_host::Spread::Loops)
        .unwrap_or_else(|error| panic!("{error:?}"));
    let faults = imp::verify::faults(&program);
    assert!(faults.is_empty(), "{faults:?}\n{}", imp::text::print(&program));
    (core, program)
}

/// Runs `main` in both evaluators, asserts that the results agree, and returns them.
pub fn run(text: &str, args: &[Value]) -> Result<Vec<Value>, String> {
    let (core, program) = lower(text);
    let said = |result: Result<Vec<Value>, Stop>| {
        result.map_err(|stop| match stop {
            Stop::Failure(failure) => failure.message,
            other => panic!("{other:?}\n{}", imp::text::print(&program)),
        })
    };
    let expected = said(core_ir::eval::run_entry(&core, "main", args.to_vec(), Default::default()));
    let found = said(imp::eval::run_entry(&program, "main", args.to_vec(), Limits::default()));
    assert_eq!(found, expected, "{}", imp::text::print(&program));
    found
}

pub fn number(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

pub fn truth(value: bool) -> Value {
    Value::Scalar(Scalar::Bool(value))
}

pub fn numbers(values: &[i64]) -> Value {
    let scalars: Vec<Scalar> = values.iter().map(|&value| Scalar::I64(value)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, vec![values.len()], &scalars).expect("a shape"))
}

pub const LISTS: &str = "
    data list = <cons(i64, @list) | nil>
    def build (n : i64) (xs : @list) : @list = if n == 0 then xs else @build(n - 1, (#cons(n, xs) : @list))
    def sum (xs : @list) (acc : i64) : i64 =
      match xs { case #nil : @list => acc case #cons(x : i64, rest : @list) : @list => @sum(rest, acc + x) }
    def length (xs : @list) : i64 =
      match xs { case #nil : @list => 0 case #cons(_ : i64, rest : @list) : @list => 1 + @length(rest) }
    def last (xs : @list) : i64 =
      match xs {
        case #cons(x : i64, #nil : @list) : @list => x
        case #cons(_ : i64, rest : @list) : @list => @last(rest)
        case #nil : @list => ensure false, \"no elements\"() in 0
      }
";
