//! Every program under `tests/core` gives the same results, or the same failure, in the evaluators of CORE, FUN,
//! FUNMEM and IMP and as compiled C, before and after each pass; and every level's verifier accepts it. All C is one
//! file, compiled once with warnings as errors and under the address and undefined-behaviour sanitizers. For several
//! threads it is another one, under the thread sanitizer, which tells of any data race.

use base::{SourceMap, Stop};
use fun::verify::Mode;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use value::{Scalar, Value};

type Outcome = Result<Vec<Value>, String>;

fn outcome(result: Result<Vec<Value>, Stop>) -> Outcome {
    match result {
        Ok(values) => Ok(values),
        Err(Stop::Failure(failure)) => Err(failure.message),
        Err(stop) => panic!("{stop}"),
    }
}

type OptPass = (&'static str, fn(fun::def::Program) -> Result<fun::def::Program, base::Error>);

const PASSES: &[OptPass] = &[
    ("tail-calls", fun_opt::tail::tail_calls),
    ("inline", fun_opt::inline::inline),
    ("simplify", fun_opt::simplify::simplify),
    ("cse", fun_opt::cse::common_subexpressions),
    ("dead-code", fun_opt::dead::dead_code),
    ("hoist", fun_opt::hoist::hoist),
    ("fuse", fun_opt::fuse::fuse),
    ("tidy", fun_opt::tidy::tidy),
];

type ImpPass = (&'static str, fn(imp::def::Program) -> Result<imp::def::Program, base::Error>);

const IMP_PASSES: &[ImpPass] = &[
    ("forward-copies", imp::pass::forward::forward_copies),
    ("place-blocks", imp::pass::place::place),
    ("coalesce", imp::pass::coalesce::coalesce),
    ("interchange", imp::pass::interchange::interchange),
    ("check-ends", imp::pass::ends::check_ends),
    ("peel", imp::pass::peel::peel),
];

/// Those for several threads.
const TASK_PASSES: &[ImpPass] = &[
    ("forward-copies", imp::pass::forward::forward_copies),
    ("place-blocks", imp::pass::place::place),
    ("coalesce", imp::pass::coalesce::coalesce),
    ("interchange", imp::pass::interchange::interchange),
    ("check-ends", imp::pass::ends::check_ends),
    ("peel", imp::pass::peel::peel),
    ("cut", imp::pass::cut::cut),
];

/// A program, its inputs and what it gives for each.
struct Case {
    name: String,
    inputs: Vec<Vec<Value>>,
    expected: Vec<Outcome>,
    sources: SourceMap,
    /// Without and with the optimiser, and each without and with the passes on IMP.
    programs: Vec<imp::def::Program>,
    is_for_one_thread: bool,
    /// Likewise, for several threads.
    tasks: Vec<imp::def::Program>,
}

impl Case {
    fn new(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).expect("the program can be read");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let inputs: Vec<Vec<Value>> = if text.contains("@main (n : i64)") {
            (0..6).map(|n| vec![Value::Scalar(Scalar::I64(n))]).collect()
        } else {
            vec![Vec::new()]
        };
        let mut sources = SourceMap::default();
        let file = sources.add(&name, &text);
        let core = core_ir::text::parse(file, &text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        core_ir::verify::verify(&core).unwrap_or_else(|bug| panic!("{name}: {bug}"));
        let run =
            |args: &Vec<Value>| outcome(core_ir::eval::run_entry(&core, "main", args.clone(), Default::default()));
        let expected = inputs.iter().map(run).collect();
        let is_for_one_thread = text.contains("for one thread only");
        let mut case =
            Case { name, inputs, expected, sources, programs: Vec::new(), is_for_one_thread, tasks: Vec::new() };
        let mut program = fun::lower::lower(&core).unwrap_or_else(|error| panic!("{}: {error:?}", case.name));
        case.check_fun("lowering", &program);
        case.lower(program.clone());
        for (pass, run) in PASSES {
            program = run(program).unwrap_or_else(|error| panic!("{}: {error:?}", case.name));
            case.check_fun(pass, &program);
        }
        case.lower(program);
        case
    }

    fn agree(&self, level: &str, text: &str, run: impl Fn(&[Value]) -> Outcome) {
        for (input, expected) in self.inputs.iter().zip(&self.expected) {
            assert_eq!(&run(input), expected, "{} {input:?} at {level}\n{text}", self.name);
        }
    }

    fn check_fun(&self, pass: &str, program: &fun::def::Program) {
        let text = fun::text::print(program);
        let faults = fun::verify::verify(program, Mode::Fun);
        assert!(faults.is_empty(), "{} after {pass}: {faults:?}\n{text}", self.name);
        self.agree(&format!("FUN after {pass}"), &text, |args| {
            outcome(fun::eval::run_entry(program, "main", args.to_vec(), Default::default()))
        });
    }

    fn lower(&mut self, program: fun::def::Program) {
        let program = mem::lower::lower(program).unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        let text = fun::text::print(&program);
        mem::verify::verify(&program).unwrap_or_else(|bug| panic!("{}: {bug}\n{text}", self.name));
        self.agree("FUNMEM", &text, |args| {
            outcome(mem::eval::run_entry(&program, "main", args.to_vec(), Default::default()))
        });
        let imp = mem::to_imp::to_imp(&program).unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        self.programs.extend(self.optimise(imp, IMP_PASSES));
        if self.is_for_one_thread {
            return;
        }
        let tasks = mem::to_imp::to_tasks(&program).unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        self.tasks.extend(self.optimise(tasks, TASK_PASSES));
    }

    /// The program without and with the passes on IMP.
    fn optimise(&self, mut imp: imp::def::Program, passes: &[ImpPass]) -> [imp::def::Program; 2] {
        self.check_imp("lowering", &imp);
        let plain = imp.clone();
        for (pass, run) in passes {
            imp = run(imp).unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
            self.check_imp(pass, &imp);
        }
        [plain, imp]
    }

    fn check_imp(&self, pass: &str, program: &imp::def::Program) {
        let text = imp::text::print(program);
        imp::verify::verify(program).unwrap_or_else(|bug| panic!("{} after {pass}: {bug}\n{text}", self.name));
        self.agree(&format!("IMP after {pass}"), &text, |args| {
            outcome(imp::eval::run_entry(program, "main", args.to_vec(), Default::default()))
        });
    }
}

/// Values in the binary form that compiled programs read and write.
fn to_binary(values: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        bytes.extend([b'b', 2, value.shape().len() as u8]);
        bytes.extend(format!("{:>4}", value.elem().name()).bytes());
        value.shape().iter().for_each(|&size| bytes.extend((size as u64).to_le_bytes()));
        let scalars: Vec<Scalar> = match value {
            Value::Scalar(scalar) => vec![*scalar],
            Value::Array(array) => (0..array.len()).filter_map(|at| array.get(at)).collect(),
        };
        for scalar in scalars {
            bytes.extend(&scalar.bits().to_le_bytes()[..scalar.scalar_type().bytes()]);
        }
    }
    bytes
}

fn compile(folder: &Path, source: &str, sanitizers: &str) -> PathBuf {
    let (file, program) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&file, source).expect("the folder can be written");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"])
        .args([sanitizers, "-fno-sanitize-recover=all"])
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .args(["-lm", "-pthread"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the generated C compiles without warnings:\n{source}");
    program
}

fn run_compiled(program: &Path, number: usize, args: &[Value]) -> Result<Vec<u8>, String> {
    let mut child = Command::new(program)
        .args([&number.to_string(), "main"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it has an input").write_all(&to_binary(args)).expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => Ok(output.stdout),
        Some(1) => {
            let message = errors.strip_prefix("Error: ").and_then(|text| text.lines().next());
            Err(message.unwrap_or(&errors).to_owned())
        }
        _ => panic!("program {number} crashed:\n{errors}"),
    }
}

#[test]
fn programs_agree_on_all_levels_and_in_c() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/core");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("tests/core exists").flatten().map(|e| e.path()).collect();
    files.sort();
    assert!(files.len() >= 6, "the programs are there");
    let cases: Vec<Case> = files.iter().map(|file| Case::new(file)).collect();
    agree_compiled(&cases, |case| &case.programs, "-fsanitize=address,undefined");
    agree_compiled(&cases, |case| &case.tasks, "-fsanitize=thread");
}

fn agree_compiled(cases: &[Case], programs: fn(&Case) -> &[imp::def::Program], sanitizers: &str) {
    let all: Vec<_> =
        cases.iter().flat_map(|case| programs(case).iter().map(|program| (program, &case.sources))).collect();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let batch = compile(folder.path(), &back_c::write_batch(&all, None), sanitizers);
    let mut number = 0;
    for case in cases {
        for _ in programs(case) {
            for (input, expected) in case.inputs.iter().zip(&case.expected) {
                let actual = run_compiled(&batch, number, input);
                let expected = expected.as_ref().map(|values| to_binary(values)).map_err(String::clone);
                assert_eq!(actual, expected, "{} {input:?} in C with {sanitizers}", case.name);
            }
            number += 1;
        }
    }
}

use rista_back::c as back_c;
