//! Helpers of the tests: programs and values as text.
#![allow(dead_code)]

use base::{FileId, Stop};
use rista_core::def::Program;
use rista_core::eval::{Limits, run_entry};
use value::{ArrayValue, Scalar, ScalarType, Value};

pub fn parse(text: &str) -> Program {
    match rista_core::text::parse(FileId(0), text) {
        Ok(program) => program,
        Err(error) => panic!("{error:#?}\n{text}"),
    }
}

/// Parses a program that the verifier accepts.
pub fn good(text: &str) -> Program {
    let program = parse(text);
    let problems = rista_core::verify::problems(&program);
    assert!(problems.is_empty(), "{problems:#?}\n{text}");
    program
}

pub fn run(text: &str, args: Vec<Value>) -> Result<Vec<Value>, Stop> {
    run_entry(&good(text), "main", args, Limits::default())
}

/// Returns the results of `main` as text.
pub fn results(text: &str, args: Vec<Value>) -> String {
    match run(text, args) {
        Ok(values) => values.iter().map(show).collect::<Vec<_>>().join(" "),
        Err(stop) => panic!("{stop:?}\n{text}"),
    }
}

pub fn failure(text: &str, args: Vec<Value>) -> String {
    match run(text, args) {
        Err(Stop::Failure(failure)) => failure.message,
        other => panic!("no failure but {other:?}\n{text}"),
    }
}

pub fn i64(value: i64) -> Value {
    Value::Scalar(Scalar::I64(value))
}

pub fn i64s(values: &[i64]) -> Value {
    array(&[values.len()], values)
}

pub fn array(shape: &[usize], values: &[i64]) -> Value {
    let scalars: Vec<Scalar> = values.iter().map(|v| Scalar::I64(*v)).collect();
    Value::Array(ArrayValue::from_scalars(ScalarType::I64, shape.to_vec(), &scalars).expect("the shape fits"))
}

fn show(value: &Value) -> String {
    match value {
        Value::Scalar(scalar) => show_scalar(*scalar),
        Value::Array(array) => {
            let items: Vec<String> = (0..array.len()).filter_map(|i| array.get(i)).map(show_scalar).collect();
            let shape: String = array.shape().iter().map(|n| format!("[{n}]")).collect();
            if array.shape().len() == 1 {
                format!("[{}]", items.join(","))
            } else {
                format!("{shape}[{}]", items.join(","))
            }
        }
    }
}

fn show_scalar(scalar: Scalar) -> String {
    match (scalar.as_i128(), scalar.as_f64()) {
        (Some(integer), _) => integer.to_string(),
        (_, Some(float)) => float.to_string(),
        _ => format!("{:?}", scalar.as_bool().unwrap_or_default()),
    }
}
