//! Tests of objects in C. The compiled programs of `objects.imp` must agree with the evaluator, under the address and
//! undefined-behaviour sanitizers, which also report leaks, and with a small stack. They are compiled as written, then
//! with moves and releases, with reuse of objects, and with all that after borrowing.
//!
//! The program with lists computes a value that depends on the order of the elements. A list is reversed in its own
//! cells if nothing else refers to them. An array of objects has a block in each object, and some of its places are set
//! twice. Programs may fail, also within calls that hold a list.

use base::{FileId, SourceMap, Stop};
use imp::def::Program;
use rista_back::c::write_batch;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use value::{Scalar, Value};

/// Entry points with their arguments.
const CASES: &[(&str, &[&[i64]])] = &[
    ("list", &[&[0], &[1], &[1000]]),
    ("reversed", &[&[0, 0], &[1, 0], &[1000, 0], &[0, 1], &[1, 1], &[1000, 1]]),
    ("mapped", &[&[0, 0], &[1, 0], &[1000, 0], &[0, 1], &[1000, 1]]),
    ("weight", &[&[0], &[1], &[12]]),
    ("array", &[&[0, 0], &[1, 0], &[2, 9], &[100, 0], &[100, 1 << 40]]),
    ("failing", &[&[0, 0], &[1, 0], &[100, 0], &[100, 1 << 40], &[0, 1]]),
    ("updated", &[&[0, 0], &[1, 0], &[5, 0], &[0, 1], &[1, 1], &[5, 1]]),
    ("words", &[&[0], &[7], &[100]]),
    ("many", &[&[0], &[3]]),
];

/// The length of a list that is too long for a recursion on a stack of 8 MiB.
const LONG: i64 = 1_000_000;

/// A depth of recursion that exceeds every stack.
const DEEP: i64 = 10_000_000;

/// Returns the program as written, with lifetimes ended, with objects reused, and with objects also borrowed.
fn programs() -> Vec<Program> {
    let mut text = include_str!("objects.imp").to_owned();
    // A function with more object variables than fit into C variables of their own.
    text.push_str("fun \"many\" (n_0 : i64) -> (s_1 : i64) {\n");
    for at in 2..102 {
        let _ = writeln!(text, "  var o_{at} : object\n  o_{at} <- object (1, 0, n_0)\n  o_{at}.word.i64[0] <- n_0");
    }
    text.push_str("  s_1 <- (o_2.word.i64[0] + o_101.word.i64[0])\n}\nentry \"many\" = fun 15 (n : i64) -> i64\n");
    let written = imp::text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    let ended = imp::lifetime::end_lifetimes(written.clone());
    let reusing = imp::pass::reuse::reuse_objects(ended.clone()).expect("the pass is total");
    let borrowing = imp::pass::borrow::borrow_objects(written.clone()).expect("the pass is total");
    let borrowing =
        imp::pass::reuse::reuse_objects(imp::lifetime::end_lifetimes(borrowing)).expect("the pass is total");
    let programs = vec![written, ended, reusing, borrowing];
    programs.iter().for_each(|program| imp::verify::verify(program).unwrap_or_else(|bug| panic!("{bug}")));
    programs
}

type Outcome = Result<i64, String>;

fn evaluated(program: &Program, entry: &str, args: &[Scalar]) -> Outcome {
    let args = args.iter().map(|arg| Value::Scalar(*arg)).collect();
    match imp::eval::run_entry(program, entry, args, Default::default()) {
        Ok(values) => match values[..] {
            [Value::Scalar(Scalar::I64(value))] => Ok(value),
            _ => panic!("{entry} gives {values:?}"),
        },
        Err(Stop::Failure(failure)) => Err(failure.message),
        Err(stop) => panic!("{entry}: {stop}"),
    }
}

/// Returns the arguments with the types that the entry point takes.
fn arguments(entry: &str, args: &[i64]) -> Vec<Scalar> {
    let is_bool = |at: usize| matches!(entry, "reversed" | "mapped" | "updated") && at == 1;
    let scalar = |(at, &arg): (usize, &i64)| if is_bool(at) { Scalar::Bool(arg != 0) } else { Scalar::I64(arg) };
    args.iter().enumerate().map(scalar).collect()
}

fn compile(folder: &Path, programs: &[Program]) -> PathBuf {
    let sources = SourceMap::default();
    let all: Vec<_> = programs.iter().map(|program| (program, &sources)).collect();
    let (file, batch) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&file, write_batch(&all, None)).expect("the folder can be written");
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-DRISTA_STACK=(256ul << 20)"])
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args([&file, Path::new("-o"), &batch])
        .args(["-lm", "-pthread"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the generated C compiles without warnings");
    batch
}

/// Runs the compiled program on a stack of 8 MiB. Returns its outcome.
fn run(batch: &Path, number: usize, entry: &str, args: &[Scalar]) -> Outcome {
    let mut input = Vec::new();
    for arg in args {
        input.extend([b'b', 2, 0]);
        input.extend(format!("{:>4}", arg.scalar_type().name()).bytes());
        input.extend(&arg.bits().to_le_bytes()[..arg.scalar_type().bytes()]);
    }
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -s 8192 && exec \"$@\"", "sh"])
        .args([batch.as_os_str(), number.to_string().as_ref(), entry.as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it has an input").write_all(&input).expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => {
            let bytes = output.stdout.last_chunk().expect("a number is written");
            Ok(i64::from_le_bytes(*bytes))
        }
        Some(1) => Err(errors.strip_prefix("Error: ").and_then(|text| text.lines().next()).unwrap_or(&errors).into()),
        _ => panic!("{entry} {args:?} crashed:\n{errors}"),
    }
}

#[test]
fn objects_are_what_the_evaluator_says_and_are_freed() {
    let programs = programs();
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let batch = compile(folder.path(), &programs);
    for (number, program) in programs.iter().enumerate() {
        for (entry, inputs) in CASES {
            for input in *inputs {
                let args = arguments(entry, input);
                let expected = evaluated(program, entry, &args);
                assert_eq!(run(&batch, number, entry, &args), expected, "{entry} {input:?} of program {number}");
            }
        }
        let (mut down, mut up) = (0i64, 0i64);
        for at in 0..LONG {
            up = up.wrapping_mul(3).wrapping_add(at);
            down = down.wrapping_mul(3).wrapping_add(LONG - 1 - at);
        }
        assert_eq!(run(&batch, number, "list", &arguments("list", &[LONG])), Ok(down));
        assert_eq!(run(&batch, number, "reversed", &arguments("reversed", &[LONG, 0])), Ok(up));
        // A recursion that is too deep releases what it holds.
        assert!(run(&batch, number, "mapped", &arguments("mapped", &[100_000, 0])).is_ok());
        let too_deep = run(&batch, number, "mapped", &arguments("mapped", &[DEEP, 0]));
        assert_eq!(too_deep, Err(base::stack::TOO_DEEP.to_owned()));
        let too_many = run(&batch, number, "array", &arguments("array", &[1 << 33, 0]));
        assert_eq!(too_many, Err("out of memory".to_owned()));
    }
}
