//! Tests that every program under `tests/core` gives the same results, or the same failure, in the evaluators of CORE,
//! FUN, FUNMEM and IMP and as compiled C, before and after every pass, and that every level's verifier accepts it. All
//! C for one thread is one file, compiled once with warnings as errors and under the address and undefined-behaviour
//! sanitizers. C for several threads is another file, under the thread sanitizer, which reports any data race.

use crate::common::on_large_stack;
use base::{SourceMap, Stop};
use rista_driver::{Level, Machine, Mode, Module, PASSES, Pass, PassSet, Settings, passes_with, run_pass};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use value::{Scalar, Value, write_binary};

type Outcome = Result<Vec<Value>, String>;

/// Passes whose purpose is to change a program's needs. They are not part of any route to IMP.
const NOT_STEPS: [&str; 1] = ["unmem"];

fn outcome(result: Result<Vec<Value>, Stop>) -> Outcome {
    match result {
        Ok(values) => Ok(values),
        Err(Stop::Failure(failure)) => Err(failure.message),
        Err(stop) => panic!("{stop}"),
    }
}

/// A program, its inputs and the outcome for each.
struct Case {
    name: String,
    inputs: Vec<Vec<Value>>,
    expected: Vec<Outcome>,
    sources: SourceMap,
    core: Module,
    /// Whether results depend on the number of threads, because the operator of a reduction is not associative.
    is_for_one_thread: bool,
    /// The levels and texts evaluated so far.
    seen: BTreeSet<(Level, String)>,
    /// The passes that have run.
    passes: BTreeSet<&'static str>,
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
        let core = Module::read(Level::Core, file, &text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let expected = inputs.iter().map(|input| outcome(core.eval("main", input.clone()))).collect();
        let is_for_one_thread = text.contains("for one thread only");
        let (seen, passes) = Default::default();
        Case { name, inputs, expected, sources, core, is_for_one_thread, seen, passes }
    }

    /// Runs the pipeline up to the level, with additional passes, and checks the program after each pass.
    fn lower(&mut self, level: Level, with: &[&'static Pass], settings: Settings) -> Module {
        let settings = Settings { verify: true, reports: true, ..settings };
        let mut module = self.core.clone();
        for pass in passes_with(Level::Core, with, level, settings) {
            module =
                run_pass(pass, module, settings, &mut ()).unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
            self.passes.insert(pass.name);
            self.check(pass, &module);
        }
        module
    }

    fn check(&mut self, pass: &Pass, module: &Module) {
        let text = module.print();
        if !self.seen.insert((module.level(), text.clone())) {
            return;
        }
        for (input, expected) in self.inputs.iter().zip(&self.expected) {
            let actual = outcome(module.eval_valid("main", input.clone()));
            assert_eq!(&actual, expected, "{} {input:?} after {}\n{text}", self.name, pass.name);
        }
    }
}

#[test]
fn programs_agree_on_all_levels_and_in_c() {
    on_large_stack(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/core");
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).expect("tests/core exists").flatten().map(|entry| entry.path()).collect();
        files.sort();
        assert!(files.len() >= 6, "the programs are there");
        let mut cases: Vec<Case> = files.iter().map(|file| Case::new(file)).collect();
        let threads = lower_all(&mut cases, Machine::Thread);
        agree_compiled(&cases, &threads, "-fsanitize=address,undefined");
        let tasks = lower_all(&mut cases, Machine::Threads);
        agree_compiled(&cases, &tasks, "-fsanitize=thread");
        lower_all(&mut cases, Machine::Device);
        lower_with_others(&mut cases);
        let run: BTreeSet<&str> = cases.iter().flat_map(|case| case.passes.iter().copied()).collect();
        let left: Vec<&str> = PASSES.iter().map(|pass| pass.name).filter(|name| !run.contains(name)).collect();
        assert_eq!(left, NOT_STEPS, "every pass of the table runs");
    });
}

/// Returns the programs for a machine with the numbers of their cases: with all passes, without optional passes, and
/// with the optional passes on IMP only or before IMP only. Equal programs are returned once.
fn lower_all(cases: &mut [Case], machine: Machine) -> Vec<(usize, imp::def::Program)> {
    let optional = |of_imp: bool| PASSES.iter().filter(move |pass| (pass.from == Level::Imp) == of_imp);
    let (before, on_imp): (PassSet, PassSet) = (optional(false).collect(), optional(true).collect());
    let mut programs = Vec::new();
    for (at, case) in cases.iter_mut().enumerate() {
        if case.is_for_one_thread && machine != Machine::Thread {
            continue;
        }
        let mut texts = BTreeSet::new();
        for without in [PassSet::default(), before, on_imp, before.union(on_imp)] {
            let module = case.lower(Level::Imp, &[], Settings { machine, without, ..Settings::default() });
            let is_new = texts.insert(module.print());
            if let (true, Module::Imp(program)) = (is_new, module) {
                programs.push((at, program));
            }
        }
    }
    programs
}

/// Runs the passes of debug mode, and each pass that no pipeline contains, at the end of its level. Debug mode reports
/// operators that are not associative.
fn lower_with_others(cases: &mut [Case]) {
    for case in cases {
        if !case.is_for_one_thread {
            case.lower(Level::Core, &[], Settings { mode: Mode::Debug, ..Settings::default() });
        }
        let others = PASSES.iter().filter(|pass| pass.is_optional() && !NOT_STEPS.contains(&pass.name));
        for pass in others.filter(|pass| !case.passes.contains(pass.name)).collect::<Vec<_>>() {
            case.lower(Level::Imp, &[pass], Settings::default());
        }
    }
}

fn to_binary(values: &[Value]) -> Vec<u8> {
    let mut bytes = Vec::new();
    values.iter().for_each(|value| write_binary(value, &mut bytes).expect("a value can be written"));
    bytes
}

pub fn compile(folder: &Path, source: &str, sanitizers: &str) -> PathBuf {
    let (file, program) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&file, source).expect("the folder can be written");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"])
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

fn agree_compiled(cases: &[Case], programs: &[(usize, imp::def::Program)], sanitizers: &str) {
    let all: Vec<_> = programs.iter().map(|(at, program)| (program, &cases[*at].sources)).collect();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let batch = compile(folder.path(), &back::c::write_batch(&all, None), sanitizers);
    for (number, (at, _)) in programs.iter().enumerate() {
        let case = &cases[*at];
        for (input, expected) in case.inputs.iter().zip(&case.expected) {
            let actual = run_compiled(&batch, number, input);
            let expected = expected.as_ref().map(|values| to_binary(values)).map_err(String::clone);
            assert_eq!(actual, expected, "{} {input:?} in C with {sanitizers}", case.name);
        }
    }
}
