//! Every scalar operator and conversion at every type gives the same in compiled C as in `value::op`, on edge values:
//! the same bits, or for functions that platforms round differently, nearly the same number. One C file holds them
//! all, compiled once under the undefined-behaviour sanitizer. Likewise in kernels: of OpenCL C, which needs a device, be it the
//! processor, and of CUDA C++ on the stand-in.

use base::SourceMap;
use imp::def::*;
use rista_back::c::{Device, write_batch};
use std::path::Path;
use std::process::{Command, Output};
use value::entry::{EntryType, OpaqueForm, OpaqueType};
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, UnOp, op};

/// One operator at one type: an entry that maps it over two tables of operands.
struct Case {
    name: String,
    left: Vec<Scalar>,
    right: Vec<Scalar>,
    exp: fn(&Case, Exp, Exp) -> Exp,
    result: ScalarType,
    expected: Vec<Scalar>,
    exact: bool,
    un: UnOp,
    bin: BinOp,
    cmp: CmpOp,
    to: ScalarType,
}

/// Values where operators have their corners.
fn edges(ty: ScalarType) -> Vec<Scalar> {
    if ty == ScalarType::Bool {
        return vec![Scalar::Bool(false), Scalar::Bool(true)];
    }
    if ty.is_float() {
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -2.5,
            3.75,
            1e-6,
            1000.25,
            -65504.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        return values.into_iter().filter_map(|value| Scalar::from_f64(ty, value)).collect();
    }
    let bits = ty.bits();
    let values = [0, 1, 2, 3, 7, -1, -2, -7, 100, 1i128 << (bits - 1), (1i128 << (bits - 1)) - 1, i128::from(bits)];
    values.into_iter().map(|value| Scalar::from_i128(ty, value)).collect()
}

fn pairs(ty: ScalarType) -> impl Iterator<Item = (Scalar, Scalar)> {
    edges(ty).into_iter().flat_map(move |a| edges(ty).into_iter().map(move |b| (a, b)))
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
            // Those of C's own operators, zeros with their signs.
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
    }
    cases
}

/// The operands on which the operator is defined, with its results.
fn defined(
    operands: impl Iterator<Item = (Scalar, Scalar)>,
    result: impl Fn(Scalar, Scalar) -> Option<Scalar>,
) -> (Vec<(Scalar, Scalar)>, Vec<Scalar>) {
    operands.filter_map(|(a, b)| Some(((a, b), result(a, b)?))).unzip()
}

/// One program with an entry for each case.
fn program(cases: &[Case]) -> Program {
    let mut program = Program::default();
    for case in cases {
        let tables = [&case.left, &case.right].map(|operands| {
            let elem = operands[0].scalar_type();
            let array = ArrayValue::from_scalars(elem, vec![operands.len()], operands);
            program.tables.push(array.expect("the operands have one type"))
        });
        let [count, out, a, b, i] = ["count", "out", "a", "b", "i"].map(|hint| program.names.fresh(hint));
        let sources = ["left", "right"].map(|hint| program.names.fresh(hint));
        let elem = case.left[0].scalar_type();
        let read = |memory| Exp::Read { memory, elem, index: Box::new(Exp::Var(i)) };
        let value = (case.exp)(case, read(a), read(b));
        let size = Exp::Const(Scalar::I64(case.left.len() as i64));
        let write = Stm::Write { memory: out, elem: case.result, index: Exp::Var(i), value };
        let mut body = Vec::new();
        // The C compiler does not know what is in allocated blocks; of constants it would do the operations itself.
        for ((table, source), memory) in tables.into_iter().zip(sources).zip([a, b]) {
            let (zero, count) = (Exp::Const(Scalar::I64(0)), size.clone());
            let (to_offset, from_offset) = (zero.clone(), zero);
            body.extend([
                Stm::DeclareTable { name: source, table },
                Stm::DeclareMemory { name: memory },
                Stm::Allocate { name: memory, elem, count: size.clone() },
                Stm::Copy { elem, to: memory, to_offset, from: source, from_offset, count },
            ]);
        }
        body.extend([
            Stm::Assign { name: count, value: size.clone() },
            Stm::Allocate { name: out, elem: case.result, count: size.clone() },
            Stm::For { var: i, ty: ScalarType::I64, bound: size, body: vec![write], parallel: true, spans: Vec::new() },
        ]);
        let results =
            vec![Param { name: count, ty: Type::Scalar(ScalarType::I64) }, Param { name: out, ty: Type::Memory }];
        let name = case.name.as_str().into();
        let function = program.functions.push(Function { name, params: Vec::new(), results, body, foreign: None });
        let result = EntryResult { ty: EntryType::flat(case.result, 1), shown: String::new(), unique: true };
        program.entries.push(Entry { name, function, params: Vec::new(), result, doc: None });
    }
    program
}

fn agree(case: &Case, expected: Scalar, actual: Scalar) -> bool {
    let (Some(x), Some(y)) = (expected.as_f64(), actual.as_f64()) else { return expected == actual };
    if x.is_nan() || y.is_nan() {
        return x.is_nan() && y.is_nan();
    }
    if case.exact {
        return expected == actual;
    }
    let tolerance = match case.result {
        ScalarType::F16 => 2e-3,
        ScalarType::F32 => 1e-5,
        _ => 1e-12,
    };
    x == y || (x - y).abs() <= tolerance * x.abs().max(1.0)
}

/// So many cases are one kernel: devices have little room for parameters.
const CASES: usize = 16;

/// One program with an entry for each type of operands, whose launches do all cases of the type.
fn kernels(cases: &[Case]) -> Program {
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
            let write = Stm::Write { memory: out, elem: case.result, index: Exp::Var(i), value };
            work.push(Stm::Threads { var: i, bound: size.clone(), body: vec![write] });
            body.extend([
                Stm::Assign { name: count, value: size.clone() },
                Stm::Allocate { name: out, elem: case.result, count: size },
            ]);
            results.push(Param { name: count, ty: Type::Scalar(ScalarType::I64) });
            results.push(Param { name: out, ty: Type::Memory });
            fields.push((case.name.as_str().into(), EntryType::flat(case.result, 1)));
        }
        for some in work.chunks(CASES) {
            let [groups, size] = [Exp::Const(Scalar::I64(1)), Exp::Setting(Setting::GroupSize)];
            let group = program.names.fresh("group");
            body.push(Stm::Launch { group, groups, size, body: some.to_vec(), spans: Vec::new() });
        }
        let name = ty.name().into();
        let function = program.functions.push(Function { name, params: Vec::new(), results, body, foreign: None });
        let ty = OpaqueType { name: "all".into(), form: OpaqueForm::Record(fields) };
        let result = EntryResult { ty: EntryType::Opaque(ty.into()), shown: String::new(), unique: true };
        program.entries.push(Entry { name, function, params: Vec::new(), result, doc: None });
    }
    program
}

/// A block with these elements, filled before the launch.
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

/// The differences between what a case gives and what it should.
fn differences(case: &Case, bytes: &[u8], wrong: &mut Vec<String>) {
    let size = case.result.bytes();
    let elements = bytes.chunks(size).map(|chunk| {
        let mut bits = [0; 8];
        bits[..size].copy_from_slice(chunk);
        Scalar::from_bits(case.result, u64::from_le_bytes(bits))
    });
    for (at, (&expected, actual)) in case.expected.iter().zip(elements).enumerate() {
        if !agree(case, expected, actual) {
            let operands = (case.left[at], case.right[at]);
            wrong.push(format!("{} {operands:?}: {expected:?} in the evaluators, {actual:?} in C", case.name));
        }
    }
}

/// What stands before the elements of an array in binary form.
const HEAD: usize = 15;

fn check_kernels(device: Device, run: impl Fn(&mut Command) -> Output) {
    let cases = cases();
    let program = kernels(&cases);
    imp::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (file, binary) = (folder.path().join("kernels.c"), folder.path().join("kernels"));
    let c = write_batch(&[(&program, &SourceMap::default())], Some(device));
    std::fs::write(&file, c).expect("the folder can be written");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O0", "-fwrapv", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([&binary, &file])
        .args(["-lm", "-pthread", "-ldl"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the generated C compiles without warnings");
    let mut wrong = Vec::new();
    for ty in ScalarType::ALL {
        let mut command = Command::new(&binary);
        command.args(["0", ty.name()]).env("RISTA_CACHE", folder.path()).env("RISTA_GROUP_SIZE", "4");
        let output = run(&mut command);
        assert!(output.status.success(), "{ty}: {}", String::from_utf8_lossy(&output.stderr));
        let mut rest = &output.stdout[..];
        for case in cases.iter().filter(|case| case.left[0].scalar_type() == ty) {
            let (own, others) = rest.split_at(HEAD + case.expected.len() * case.result.bytes());
            differences(case, &own[HEAD..], &mut wrong);
            rest = others;
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn operators_mean_the_same_in_kernels_of_opencl() {
    check_kernels(Device::OpenCl, |command| command.output().expect("the program runs"));
}

#[test]
fn operators_mean_the_same_in_kernels_of_cuda() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda/build.sh");
    let status = Command::new("sh").arg(script).arg(folder.path()).status().expect("there is a shell");
    assert!(status.success(), "the stand-in for CUDA compiles");
    check_kernels(Device::Cuda, |command| {
        command.env("LD_LIBRARY_PATH", folder.path()).output().expect("the program runs")
    });
}

#[test]
fn operators_mean_the_same_in_c() {
    let cases = cases();
    let program = program(&cases);
    imp::verify::verify(&program).unwrap_or_else(|bug| panic!("{bug}"));
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (file, binary) = (folder.path().join("operators.c"), folder.path().join("operators"));
    std::fs::write(&file, write_batch(&[(&program, &SourceMap::default())], None)).expect("the folder can be written");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O0", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])
        .args(["-fsanitize=undefined", "-fno-sanitize-recover=all", "-o"])
        .args([&binary, &file])
        .args(["-lm", "-pthread"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the generated C compiles without warnings");
    let mut wrong = Vec::new();
    for case in &cases {
        let output = Command::new(&binary).args(["0", &case.name]).output().expect("the program runs");
        assert!(output.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&output.stderr));
        differences(case, &output.stdout[HEAD..], &mut wrong);
    }
    assert!(cases.len() > 500, "there are {} cases", cases.len());
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
