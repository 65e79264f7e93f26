//! Tests of services: floats as text, and the world in memory.

use base::Stop;
use rista_value::service::{bytes, string};
use rista_value::world::{Closed, Memory};
use rista_value::{Scalar, Service, SystemOp, TextOp, Value, World, decimal};

#[test]
fn floats_have_twelve_digits_and_a_point_or_an_exponent() {
    let cases = [
        (0.0, "0."),
        (-0.0, "-0."),
        (5.0, "5."),
        (-5.25, "-5.25"),
        (0.1, "0.1"),
        (1.0 / 3.0, "0.333333333333"),
        (2.0 / 3.0, "0.666666666667"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (0.000012345, "1.2345e-05"),
        (100.0, "100."),
        (99999999999.0, "99999999999."),
        (999999999999.0, "999999999999."),
        (999999999999.5, "1e+12"),
        (1e12, "1e+12"),
        (1.5e12, "1.5e+12"),
        (5e25, "5e+25"),
        (1e100, "1e+100"),
        (5e-324, "4.94065645841e-324"),
        (f64::MAX, "1.79769313486e+308"),
        // Halves are rounded to even digits of the exact value.
        (0.5, "0.5"),
        (1.0000000000005, "1."),
        (123456.789, "123456.789"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (f64::NAN, "nan"),
        (-f64::NAN, "nan"),
    ];
    for (value, text) in cases {
        assert_eq!(decimal::print(value), text, "{value:e}");
    }
}

#[test]
fn texts_of_floats_are_read() {
    let cases = [("5", 5.0), ("5.", 5.0), (".5", 0.5), ("-1.5e3", -1500.0), ("+2E-2", 0.02), ("1e400", f64::INFINITY)];
    for (text, value) in cases {
        assert_eq!(decimal::parse(text.as_bytes()), Some(value), "{text}");
    }
    for text in ["inf", "Infinity", "-INF"] {
        assert!(decimal::parse(text.as_bytes()).is_some_and(f64::is_infinite), "{text}");
    }
    assert!(decimal::parse(b"nan").is_some_and(f64::is_nan));
    for text in ["", " 1", "1 ", ".", "e5", "1e", "1e+", "0x10", "1_000", "1,5", "--1", "infin", "\u{0661}"] {
        assert_eq!(decimal::parse(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn services_have_names_of_their_own() {
    for service in Service::ALL {
        assert_eq!(Service::from_name(service.name()), Some(service));
    }
    assert_eq!(Service::from_name("system"), None);
}

fn text(text: &str) -> Value {
    string(text.as_bytes().to_vec())
}

fn call(world: &mut dyn World, op: SystemOp, args: &[Value]) -> Option<Value> {
    Service::System(op).call(args, world).unwrap_or_else(|stop| panic!("{op:?}: {stop}"))
}

fn message(world: &mut dyn World, service: Service, args: &[Value]) -> String {
    match service.call(args, world) {
        Err(Stop::Failure(failure)) => failure.message,
        other => panic!("{service:?}: {other:?}"),
    }
}

#[test]
fn a_world_in_memory_reads_and_writes() {
    let i64 = |value| Value::Scalar(Scalar::I64(value));
    let mut world = Memory { input: b"a\nbcd\ne".to_vec(), arguments: vec![b"x".to_vec()], ..Memory::default() };
    let mut lines = Vec::new();
    lines.push(call(&mut world, SystemOp::ReadLine, &[]));
    lines.push(call(&mut world, SystemOp::ReadBytes, &[i64(2)]));
    lines.extend((0..3).map(|_| call(&mut world, SystemOp::ReadLine, &[])));
    assert_eq!(lines, ["a\n", "bc", "d\n", "e", ""].map(|line| Some(text(line))));
    assert_eq!(call(&mut world, SystemOp::Print, &[text("out")]), None);
    assert_eq!(call(&mut world, SystemOp::PrintError, &[text("err")]), None);
    assert_eq!((world.output.as_slice(), world.errors.as_slice()), (&b"out"[..], &b"err"[..]));
    assert_eq!(call(&mut world, SystemOp::Arguments, &[]), Some(i64(1)));
    assert_eq!(call(&mut world, SystemOp::Argument, &[i64(0)]), Some(text("x")));
    let system = Service::System;
    let missing = "there is no argument 1 of the program, but 1";
    assert_eq!(message(&mut world, system(SystemOp::Argument), &[i64(1)]), missing);
    assert_eq!(message(&mut world, system(SystemOp::ReadBytes), &[i64(-1)]), "cannot read -1 bytes");
    assert_eq!(message(&mut world, system(SystemOp::ReadFile), &[text("f")]), "cannot read the file `f`");
    call(&mut world, SystemOp::WriteFile, &[text("f"), text("contents")]);
    assert_eq!(call(&mut world, SystemOp::ReadFile, &[text("f")]), Some(text("contents")));
    assert_eq!(call(&mut world, SystemOp::FileExists, &[text("f")]), Some(Value::Scalar(Scalar::Bool(true))));
    call(&mut world, SystemOp::DeleteFile, &[text("f")]);
    assert_eq!(message(&mut world, system(SystemOp::DeleteFile), &[text("f")]), "cannot delete the file `f`");
    assert_eq!(system(SystemOp::Exit).call(&[i64(259)], &mut world), Err(Stop::Exit(3)));
    assert!(matches!(system(SystemOp::Print).call(&[text("")], &mut Closed), Err(Stop::Limit(_))));
    // Operands of other types are no failure of the program.
    assert!(matches!(system(SystemOp::Print).call(&[i64(1)], &mut world), Err(Stop::Stuck { .. })));
}

#[test]
fn conversions_and_failures_need_no_world() {
    let half = Value::Scalar(Scalar::F64(0.5));
    let printed = Service::Text(TextOp::OfFloat).call(std::slice::from_ref(&half), &mut Closed);
    assert_eq!(bytes(&printed.unwrap().unwrap()).unwrap(), b"0.5");
    assert_eq!(Service::Text(TextOp::ToFloat).call(&[text("5e-1")], &mut Closed), Ok(Some(half)));
    let no = Some(Value::Scalar(Scalar::Bool(false)));
    assert_eq!(Service::Text(TextOp::IsFloat).call(&[text("x")], &mut Closed), Ok(no));
    assert_eq!(message(&mut Closed, Service::Text(TextOp::ToFloat), &[text("x")]), "`x` is not a number");
    assert_eq!(message(&mut Closed, Service::Fail, &[text("no {}")]), "no {}");
}
