//! Tests that every scalar operator and conversion at every type gives the same bits in compiled C as in `value::op`,
//! on edge values. One C file holds all cases. It is compiled with several C compilers and flags, and under the
//! undefined-behaviour sanitizer. The same is tested in kernels: in OpenCL C, on any device, also the processor, and in
//! CUDA C++ on the stand-in. There, functions that platforms round differently must give nearly the same number.

use crate::cuda::libraries;
use base::SourceMap;
use imp::def::*;
use rista_back::c::{Device, FLAGS, write_batch};
use std::path::Path;
use std::process::{Command, Output};
use value::entry::{EntryType, OpaqueForm, OpaqueType};
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, UnOp, op};

/// An operator at one type: an entry point that maps it over two tables of operands.
struct Case {
    name: String,
    left: Vec<Scalar>,
    right: Vec<Scalar>,
    exp: fn(&Case, Exp, Exp) -> Exp,
    result: ScalarType,
    expected: Vec<Scalar>,
    /// Whether all platforms, including devices, give the same bits.
    exact: bool,
    un: UnOp,
    bin: BinOp,
    cmp: CmpOp,
    to: ScalarType,
}

/// Returns the edge values of a type for its operators.
fn corners(ty: ScalarType) -> Vec<Scalar> {
    if ty == ScalarType::Bool {
        return vec![Scalar::Bool(false), Scalar::Bool(true)];
    }
    if ty.is_float() {
        let finite = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.75, 0.1, 1.0 / 3.0, 1e-6, 1000.25, -65504.0];
        let values = finite.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]);
        return values.filter_map(|value| Scalar::from_f64(ty, value)).collect();
    }
    let bits = ty.bits();
    let values = [0, 1, 2, 3, 7, -1, -2, -7, 100, 1i128 << (bits - 1), (1i128 << (bits - 1)) - 1, i128::from(bits)];
    values.into_iter().map(|value| Scalar::from_i128(ty, value)).collect()
}

/// Returns `corners`, and for floats also the limits of integer types.
fn edges(ty: ScalarType) -> Vec<Scalar> {
    let ends = [
        -0.99,
        -1e-310,
        255.9,
        -2147483649.0,
        3e9,
        -1e10,
        9223372036854775808.0,
        -1e19,
        18446744073709549568.0,
        2e19,
        -1e30,
    ];
    let ends = ends.into_iter().filter_map(|value| Scalar::from_f64(ty, value));
    corners(ty).into_iter().chain(ends).collect()
}

fn pairs(ty: ScalarType) -> impl Iterator<Item = (Scalar, Scalar)> {
    corners(ty).into_iter().flat_map(move |a| corners(ty).into_iter().map(move |b| (a, b)))
}

fn case(
    name: String,
    operands: Vec<(Scalar, Scalar)>,
    expected: Vec<Scalar>,
    exp: fn(&Case, Exp, Exp) -> Exp,
) -> Option<Case> {
    let result = expected.first()?.scalar_type();
    let (left, right) = operands.into_iter().unzip();
    let (un, bin, cmp, to) = (UnOp::Neg, BinOp::Add, CmpOp::Eq, ScalarType::Bool);
    Some(Case { name, left, right, exp, result, expected, exact: true, un, bin, cmp, to })
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ty in ScalarType::ALL {
        for &un in UnOp::ALL {
            let (operands, expected) = defined(edges(ty).into_iter().map(|a| (a, a)), |a, _| op::unary(un, a).ok());
            let case =
                case(format!("{}_{ty}", un.name()), operands, expected, |case, a, _| Exp::Un(case.un, Box::new(a)));
            cases.extend(case.map(|case| Case { un, exact: op::is_exact_unary(un), ..case }));
        }
        for &bin in BinOp::ALL {
            let (operands, expected) = defined(pairs(ty), |a, b| op::binary(bin, a, b).ok());
            // The operators that C has itself; zeros must have the same sign.
            let own = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Min, BinOp::Max];
            let exact = !ty.is_float() || own.contains(&bin);
            let case = case(format!("{}_{ty}", bin.name()), operands, expected, |case, a, b| {
                Exp::Bin(case.bin, Box::new(a), Box::new(b))
            });
            cases.extend(case.map(|case| Case { bin, exact, ..case }));
        }
        for &cmp in CmpOp::ALL {
            let (operands, expected) = defined(pairs(ty), |a, b| op::compare(cmp, a, b).map(Scalar::Bool));
            let case = case(format!("{}_{ty}", cmp.name()), operands, expected, |case, a, b| {
                Exp::Cmp(case.cmp, Box::new(a), Box::new(b))
            });
            cases.extend(case.map(|case| Case { cmp, ..case }));
        }
        for to in ScalarType::ALL {
            let (operands, expected) = defined(edges(ty).into_iter().map(|a| (a, a)), |a, _| Some(op::convert(to, a)));
            let case =
                case(format!("{to}_of_{ty}"), operands, expected, |case, a, _| Exp::Convert(case.to, Box::new(a)));
            cases.extend(case.map(|case| Case { to, ..case }));
        }
        cases.extend(combined(ty));
    }
    cases
}

/// Returns cases of operators that C compilers may combine: a product in a sum, and a conversion and its inverse.
fn combined(ty: ScalarType) -> impl Iterator<Item = Case> {
    let sum_of_product = |a, b| op::binary(BinOp::Add, op::binary(BinOp::Mul, a, b).ok()?, a).ok();
    let (operands, expected) = defined(pairs(ty), sum_of_product);
    let sum = case(format!("mul_add_{ty}"), operands, expected, |_, a, b| {
        Exp::Bin(BinOp::Add, Box::new(Exp::Bin(BinOp::Mul, Box::new(a.clone()), Box::new(b))), Box::new(a))
    });
    let there_and_back = ScalarType::ALL.into_iter().filter(move |way| *way != ty).filter_map(move |way| {
        let back = |a: Scalar| op::convert(a.scalar_type(), op::convert(way, a));
        let (operands, expected) = defined(edges(ty).into_iter().map(|a| (a, a)), |a, _| Some(back(a)));
        let case = case(format!("{ty}_by_{way}"), operands, expected, |case, a, _| {
            Exp::Convert(case.result, Box::new(Exp::Convert(case.to, Box::new(a))))
        })?;
        Some(Case { to: way, ..case })
    });
    sum.into_iter().chain(there_and_back)
}

/// Returns the operands on which the operator is defined, with its results.
fn defined(
    operands: impl Iterator<Item = (Scalar, Scalar)>,
    result: impl Fn(Scalar, Scalar) -> Option<Scalar>,
) -> (Vec<(Scalar, Scalar)>, Vec<Scalar>) {
    operands.filter_map(|(a, b)| Some(((a, b), result(a, b)?))).unzip()
}

fn agree(case: &Case, place: Place, expected: Scalar, actual: Scalar) -> bool {
    let (Some(x), Some(y)) = (expected.as_f64(), actual.as_f64()) else { return expected == actual };
    if x.is_nan() || y.is_nan() {
        return x.is_nan() && y.is_nan();
    }
    if case.exact || place == Place::Host {
        return expected == actual;
    }
    let tolerance = match case.result {
        ScalarType::F16 => 2e-3,
        ScalarType::F32 => 1e-5,
        _ => 1e-12,
    };
    x == y || (x - y).abs() <= tolerance * x.abs().max(1.0)
}

/// The place where the cases run.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Host,
    Kernels,
}

/// The number of cases in a kernel. Devices have little room for parameters.
const CASES: usize = 16;

/// Returns a program with an entry point for each type of operands, which computes all cases of that type.
fn program(cases: &[Case], place: Place) -> Program {
    let mut program = Program::default();
    for ty in ScalarType::ALL {
        let (mut body, mut work, mut results, mut fields) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for case in cases.iter().filter(|case| case.left[0].scalar_type() == ty) {
            let [count, out, i] = ["count", "out", "i"].map(|hint| program.names.fresh(hint));
            let size = Exp::Const(Scalar::I64(case.left.len() as i64));
            let read = [&case.left, &case.right].map(|operands| {
                let memory = table(&mut program, operands, &mut body);
                Exp::Read { memory, elem: ty, index: Box::new(Exp::Var(i)) }
            });
            let [a, b] = read;
            let value = (case.exp)(case, a, b);
            let write = vec![Stm::Write { memory: out, elem: case.result, index: Exp::Var(i), value }];
            let (bound, ty, spans) = (size.clone(), ScalarType::I64, Vec::new());
            work.push(match place {
                Place::Host => Stm::For { var: i, ty, bound, body: write, parallel: false, spans },
                Place::Kernels => Stm::Threads { var: i, bound, body: write },
            });
            body.extend([
                Stm::Assign { name: count, value: size.clone() },
                Stm::Allocate { name: out, elem: case.result, count: size },
            ]);
            results.push(Param { name: count, ty: Type::Scalar(ScalarType::I64) });
            results.push(Param { name: out, ty: Type::Memory });
            fields.push((case.name.as_str().into(), EntryType::flat(case.result, 1)));
        }
        match place {
            Place::Host => body.extend(work),
            Place::Kernels => {
                for some in work.chunks(CASES) {
                    let [groups, size] = [Exp::Const(Scalar::I64(1)), Exp::Setting(Setting::GroupSize)];
                    let group = program.names.fresh("group");
                    body.push(Stm::Launch { group, groups, size, body: some.to_vec(), spans: Vec::new() });
                }
            }
        }
        let name = ty.name().into();
        let function = program.functions.push(Function { name, params: Vec::new(), results, body, external: None });
        let ty = OpaqueType { name: "all".into(), form: OpaqueForm::Record(fields) };
        let result = EntryResult { ty: EntryType::Opaque(ty.into()), shown: String::new(), unique: true };
        program.entries.push(Entry { name, function, params: Vec::new(), result, doc: None });
    }
    program
}

/// Declares a block filled with the elements before the computation. The C compiler cannot know its contents, so it
/// does not evaluate the operations itself.
fn table(program: &mut Program, operands: &[Scalar], body: &mut Vec<Stm>) -> base::Name {
    let elem = operands[0].scalar_type();
    let array = ArrayValue::from_scalars(elem, vec![operands.len()], operands).expect("the operands have one type");
    let (table, count) = (program.tables.push(array), Exp::Const(Scalar::I64(operands.len() as i64)));
    let [source, memory] = ["source", "operands"].map(|hint| program.names.fresh(hint));
    let zero = || Exp::Const(Scalar::I64(0));
    body.extend([
        Stm::DeclareTable { name: source, table },
        Stm::DeclareMemory { name: memory },
        Stm::Allocate { name: memory, elem, count: count.clone() },
        Stm::Copy { elem, to: memory, to_offset: zero(), from: source, from_offset: zero(), count },
    ]);
    memory
}

/// Adds a line for each difference between a case's results and the expected ones.
fn differences(case: &Case, place: Place, bytes: &[u8], wrong: &mut Vec<String>) {
    let size = case.result.bytes();
    let elements = bytes.chunks(size).map(|chunk| {
        let mut bits = [0; 8];
        bits[..size].copy_from_slice(chunk);
        Scalar::from_bits(case.result, u64::from_le_bytes(bits))
    });
    for (at, (&expected, actual)) in case.expected.iter().zip(elements).enumerate() {
        if !agree(case, place, expected, actual) {
            let operands = (case.left[at], case.right[at]);
            wrong.push(format!("{} {operands:?}: {expected:?} in the evaluators, {actual:?} in C", case.name));
        }
    }
}

/// The number of bytes before the elements of an array in binary form.
const HEAD: usize = 15;

/// Runs the program for each type of operands. Fails with the differences of all cases.
fn check(cases: &[Case], place: Place, what: &str, run: impl Fn(ScalarType) -> Output) {
    let mut wrong = Vec::new();
    for ty in ScalarType::ALL {
        let output = run(ty);
        assert!(output.status.success(), "{what}, {ty}: {}", String::from_utf8_lossy(&output.stderr));
        let mut rest = &output.stdout[..];
        for case in cases.iter().filter(|case| case.left[0].scalar_type() == ty) {
            let (own, others) = rest.split_at(HEAD + case.expected.len() * case.result.bytes());
            differences(case, place, &own[HEAD..], &mut wrong);
            rest = others;
        }
    }
    assert!(cases.len() > 500, "there are {} cases", cases.len());
    assert!(wrong.is_empty(), "{what}: {} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Compiles the C file, without warnings.
fn compile(compiler: &str, flags: &[&str], file: &Path, binary: &Path) {
    let status = Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])
        .args(flags)
        .arg("-o")
        .args([binary, file])
        .args(["-lm", "-pthread", "-ldl"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "{compiler} {flags:?}: the generated C compiles without warnings");
}

fn check_kernels(device: Device, run: impl Fn(&mut Command) -> Output) {
    let cases = cases();
    let program = program(&cases, Place::Kernels);
    imp::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (file, binary) = (folder.path().join("kernels.c"), folder.path().join("kernels"));
    let c = write_batch(&[(&program, &SourceMap::default())], Some(device));
    std::fs::write(&file, c).expect("the folder can be written");
    compile("cc", &["-O0"], &file, &binary);
    check(&cases, Place::Kernels, "kernels", |ty| {
        let mut command = Command::new(&binary);
        command.args(["0", ty.name()]).env("RISTA_CACHE", folder.path()).env("RISTA_GROUP_SIZE", "4");
        run(&mut command)
    });
}

#[test]
fn operators_mean_the_same_in_kernels_of_opencl() {
    // PoCL takes several times as long to optimise all cases.
    check_kernels(Device::OpenCl, |command| {
        command.env("RISTA_BUILD_OPTIONS", "-cl-opt-disable").output().expect("the program runs")
    });
}

#[test]
fn operators_mean_the_same_in_kernels_of_cuda() {
    let libraries = libraries();
    check_kernels(Device::Cuda, |command| {
        command.env("LD_LIBRARY_PATH", &libraries).output().expect("the program runs")
    });
}

/// Returns the installed C compilers, `cc` first.
fn compilers() -> Vec<String> {
    let clang = ["clang".to_owned()].into_iter().chain((14..30).map(|version| format!("clang-{version}")));
    let is_there = |name: &String| Command::new(name).arg("--version").output().is_ok();
    ["cc".to_owned()].into_iter().chain(clang.filter(is_there).take(1)).collect()
}

/// Compiles with optimisation by each compiler, and with checks of undefined behaviour.
#[test]
fn operators_mean_the_same_in_c() {
    let cases = cases();
    let program = program(&cases, Place::Host);
    imp::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("operators.c");
    std::fs::write(&file, write_batch(&[(&program, &SourceMap::default())], None)).expect("the folder can be written");
    let undefined: &[&str] = &["-O0", "-fsanitize=undefined", "-fno-sanitize-recover=all"];
    let compilers = compilers();
    // The flags of `rista build`: -O3 -march=native and more.
    let optimising = compilers.iter().map(|compiler| (compiler.as_str(), &FLAGS[1..]));
    for (compiler, flags) in optimising.chain([("cc", undefined)]) {
        let binary = folder.path().join("operators");
        compile(compiler, flags, &file, &binary);
        check(&cases, Place::Host, &format!("{compiler} {flags:?}"), |ty| {
            Command::new(&binary).args(["0", ty.name()]).output().expect("the program runs")
        });
    }
}

/// Flags that change arithmetic are rejected.
#[test]
fn c_is_not_compiled_with_fast_arithmetic() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("empty.c");
    let c = write_batch(&[(&Program::default(), &SourceMap::default())], None);
    std::fs::write(&file, c).expect("the folder can be written");
    for (compiler, flag) in
        compilers().iter().flat_map(|compiler| ["-ffast-math", "-Ofast"].map(|flag| (compiler, flag)))
    {
        let output = Command::new(compiler).args([flag, "-fsyntax-only"]).arg(&file).output().expect("there is one");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains("without -ffast-math"), "{compiler} {flag}: {message}");
    }
}
