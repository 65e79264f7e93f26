//! Tests that compiled programs print values as the rest of the compiler does, to the last digit.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use value::{ArrayValue, Scalar, ScalarType, SplitMix64, Value, write_binary};

const PROGRAM: &str = "
entry f16s [n] (xs: [n]f16) = xs
entry f32s [n] (xs: [n]f32) = xs
entry f64s [n] (xs: [n]f64) = xs
entry scalars (x: i8) (y: u64) (z: bool) = (x, y, z)
entry rows [n] [m] (xs: [n][m]i32) = xs
";

fn array(elem: ScalarType, elements: impl Iterator<Item = Scalar>) -> Value {
    let elements: Vec<Scalar> = elements.collect();
    let array = ArrayValue::from_scalars(elem, vec![elements.len()], &elements);
    Value::Array(array.expect("the elements are of the type"))
}

/// Compares the program's output for an entry point with the values as printed by the compiler.
fn check(program: &Path, entry: &str, values: &[Value]) {
    let mut command = Command::new(program);
    let mut child = command.args(["-e", entry]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = Vec::new();
    values.iter().for_each(|value| write_binary(value, &mut input).unwrap());
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let actual = String::from_utf8(output.stdout).unwrap();
    let expected: String = values.iter().map(|value| format!("{value}\n")).collect();
    let pairs = actual.split(", ").zip(expected.split(", "));
    pairs.for_each(|(actual, expected)| assert_eq!(actual, expected));
    assert_eq!(actual.len(), expected.len());
}

/// Returns powers of two and of ten, their neighbours, limits, random bits, and midpoints between two shortest numbers.
fn doubles() -> Vec<f64> {
    let twos =
        (0..2046).map(|exponent| f64::from_bits(exponent << 52)).chain((0..52).map(|bit| f64::from_bits(1 << bit)));
    let powers = twos.chain((-330..309).map(|power| format!("1e{power}").parse().unwrap()));
    let near = powers.flat_map(|x: f64| [x, x.next_up(), x.next_down(), x * 3.0, x * 7.7]);
    let mut random = SplitMix64::new(5);
    let bits: Vec<f64> = (0..200_000).map(|_| f64::from_bits(random.next_u64())).collect();
    let between = (0..1000).map(|i| ((1u64 << 52) + 2 * i + 1) as f64 / 4.0);
    let short = (0..3000).map(|i| f64::from(i) / 100.0);
    let special = [0.0, f64::NAN, f64::INFINITY, f64::MAX, 123456789012345680.0, 9999999999999998.0, 5e-324];
    let all: Vec<f64> = near.chain(bits).chain(between).chain(short).chain(special).collect();
    all.iter().flat_map(|x| [*x, -*x]).collect()
}

#[test]
fn compiled_programs_print_values_like_the_evaluators() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printing");
    std::fs::create_dir_all(&folder).unwrap();
    let (source, program) = (folder.join("echo.fut"), folder.join("echo"));
    std::fs::write(&source, PROGRAM).unwrap();
    let built = Command::new(env!("CARGO_BIN_EXE_rista")).arg("build").arg(&source).arg("-o").arg(&program).output();
    assert!(built.unwrap().status.success());
    let doubles = doubles();
    check(&program, "f64s", &[array(ScalarType::F64, doubles.iter().copied().map(Scalar::F64))]);
    let mut random = SplitMix64::new(6);
    let floats =
        doubles.iter().map(|x| *x as f32).chain((0..200_000).map(|_| f32::from_bits(random.next_u64() as u32)));
    check(&program, "f32s", &[array(ScalarType::F32, floats.map(Scalar::F32))]);
    let halves = (0..=u16::MAX).map(|bits| Scalar::F16(half::f16::from_bits(bits)));
    check(&program, "f16s", &[array(ScalarType::F16, halves)]);
    let scalars = [Scalar::I8(-128), Scalar::U64(u64::MAX), Scalar::Bool(true)];
    check(&program, "scalars", &scalars.map(Value::Scalar));
    let elements = (0..6).map(Scalar::I32).collect::<Vec<_>>();
    let rows = ArrayValue::from_scalars(ScalarType::I32, vec![2, 3], &elements).unwrap();
    check(&program, "rows", &[Value::Array(rows)]);
    let empty = ArrayValue::from_scalars(ScalarType::I32, vec![0, 3], &[]).unwrap();
    check(&program, "rows", &[Value::Array(empty)]);
}
