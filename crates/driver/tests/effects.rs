//! Tests that programs with effects do the same at all levels and in C: the bytes that they print, and how they end.

use crate::agree::compile;
use crate::common::on_large_stack;
use base::{SourceMap, Stop};
use rista_driver::kept::Kept;
use rista_driver::{Level, Machine, Module, Settings, run_through};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use value::world::Memory;

const PROGRAMS: &str = include_str!("../../../tests/effects/programs.core");

/// A run: the arguments, the standard input, the standard output, the standard error, and how it ends.
type Run = (&'static [&'static str], &'static str, &'static str, &'static str, End);

#[derive(Clone, Debug, PartialEq)]
enum End {
    Normal,
    Exit(u8),
    Failure(&'static str),
}

use End::{Exit, Failure, Normal};

/// Every program first computes its constants.
const RUNS: &[Run] = &[
    (&["output"], "", "[abc] to the output, \"quoted\" ä\n", "to the errors\n", Normal),
    (&["input"], "", "[abc] ()0.", "", Normal),
    (&["input"], "ab", "[abc] (ab)0.", "", Normal),
    (&["input"], "abcd\n\nef", "[abc] (abc)>d\n>\n>ef3.", "", Normal),
    (&["arguments", "a b", "", "-5", "ä"], "", "[abc] <a b><><-5><ä>4", "", Normal),
    (&["order"], "", "[abc] 312xygg+++?!?!?ivrr139.", "", Normal),
    (&["order", "x"], "", "[abc] 312xyff+++?!?!?ivrr150.", "", Normal),
    (&["operands"], "", "[abc] aiajkalvc6", "", Normal),
    (&["fail", "more"], "", "[abc] deep ", "", Failure("no more")),
    (&["exit", "3"], "", "[abc] deep ", "", Exit(3)),
    (&["exit", "0"], "", "[abc] deep ", "", Exit(0)),
    (&["exit", "-1"], "", "[abc] deep ", "", Exit(255)),
    (&["index"], "", "[abc] deep ", "", Failure("Index [11] out of bounds for array of shape [5].")),
    (&["empty"], "", "[abc] deep ", "", Failure("")),
    (&["functions"], "", "[abc] 3", "", Failure("applied")),
    (&["functions", "x"], "", "[abc] ", "", Failure("no function")),
    (&["functions", "x", "y"], "", "[abc] ", "", Exit(9)),
    (&["bytes"], "", "[abc] ", "", Failure("cannot read -1 bytes")),
    (&["number"], "", "[abc] ", "", Failure("`1,5` is not a number")),
    (&["argument"], "", "[abc] ", "", Failure("there is no argument 7 of the program, but 1")),
    (&["time"], "", "[abc] later", "", Normal),
    (&[], "", "[abc] nothing", "", Normal),
    (
        &["floats"],
        "0\n-0\n5\n-5.25\n0.1\n.5\n5.\n1e3\n0.0001\n0.00001\n123456789012\n999999999999.5\n5e25\n-1e-300\n4.9e-324\n\
         1.7976931348623157e308\n1e400\n0.3333333333333333\n00012.500\n+7E-2\ninf\n-Infinity\nnan\n-NaN\n\
         1e99999999999999999999\n1e-99999999999999999999\n0.00000000000000000000000000000000000000001e41\n\
         179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416\
         692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959\
         622842914819860834936475292719074168444365510704342711559699508093042880e0\n\n1e\n.\n--1\n1x\n 1\ninfin\n0x1\n",
        "[abc] 0.\n-0.\n5.\n-5.25\n0.1\n0.5\n5.\n1000.\n0.0001\n1e-05\n123456789012.\n1e+12\n5e+25\n-1e-300\n\
         4.94065645841e-324\n1.79769313486e+308\ninf\n0.333333333333\n12.5\n0.07\ninf\n-inf\nnan\nnan\ninf\n0.\n1.\n\
         1.79769313486e+293\n?\n1e?\n.?\n--1?\n1x?\n 1?\ninfin?\n0x1?\nend\n",
        "",
        Normal,
    ),
];

/// Runs that use the file that the first argument names. It is missing afterwards.
const FILES: &[(&[&str], &str, &str)] = &[
    (&[], "[abc] one\ntwo|yes0|no", "cannot read the file"),
    (&["a", "b"], "[abc] one\ntwo|yes0|no", "cannot delete the file"),
];

fn ended(result: Result<Vec<value::Value>, Stop>) -> String {
    match result {
        Ok(values) => format!("{:?}", (Normal, values.len())),
        Err(Stop::Exit(code)) => format!("{:?}", (Exit(code), 0)),
        Err(Stop::Failure(failure)) => format!("failure: {}", failure.message),
        Err(stop) => panic!("{stop}"),
    }
}

fn expected(end: &End) -> String {
    match end {
        Failure(message) => format!("failure: {message}"),
        end => format!("{:?}", (end, 0)),
    }
}

fn world(arguments: &[&str], input: &str) -> Memory {
    let arguments = arguments.iter().map(|argument| argument.as_bytes().to_vec()).collect();
    Memory { input: input.as_bytes().to_vec(), arguments, ..Memory::default() }
}

/// Checks all runs of a module in a world in memory.
fn check(module: &Module, at: &str) {
    for (arguments, input, output, errors, end) in RUNS {
        let mut world = world(arguments, input);
        let result = ended(module.eval_in(&mut world, "main", Vec::new()));
        let [printed, complained] = [&world.output, &world.errors].map(|bytes| String::from_utf8_lossy(bytes));
        assert_eq!((printed.as_ref(), complained.as_ref()), (*output, *errors), "{at}, {arguments:?}");
        assert_eq!(result, expected(end), "{at}, {arguments:?}");
    }
    for (more, output, message) in FILES {
        let mut world = world(&[&["files", "path"], *more].concat(), "");
        let result = ended(module.eval_in(&mut world, "main", Vec::new()));
        assert_eq!(String::from_utf8_lossy(&world.output), *output, "{at}, {more:?}");
        assert_eq!(result, format!("failure: {message} `path`"), "{at}, {more:?}");
    }
}

#[test]
fn programs_with_effects_do_the_same_at_all_levels_and_in_c() {
    on_large_stack(|| {
        let mut sources = SourceMap::default();
        let file = sources.add("programs.core", PROGRAMS);
        let module = Module::read(Level::Core, file, PROGRAMS).unwrap_or_else(|error| panic!("{error:?}"));
        check(&module, "CORE");
        for machine in [Machine::Thread, Machine::Threads, Machine::Device] {
            for level in [Level::Fun, Level::Mem, Level::Imp] {
                let settings = Settings { verify: true, machine, ..Settings::default() };
                let mut kept = Kept::new(machine);
                let lowered = run_through(module.clone(), level, settings, &mut kept);
                let lowered = lowered.unwrap_or_else(|error| panic!("{machine:?}, {level:?}: {error:?}"));
                check(&lowered, &format!("{machine:?}, {level:?}"));
                if let Module::Imp(program) = &lowered {
                    let text = imp::text::print(program);
                    let again = Module::read(Level::Imp, file, &text).expect("the text is read back");
                    assert_eq!(again.print(), text);
                }
                let notes = kept.notes(&sources);
                let reason = "the host runs this operation: it has input or output, or ends the run";
                assert!(notes.iter().all(|note| note.ends_with(reason)), "{notes:#?}");
                assert_eq!(notes.is_empty(), machine != Machine::Device || level != Level::Imp);
                match &lowered {
                    Module::Imp(program) if machine == Machine::Thread => {
                        check_c(&back::c::write_program(program, &sources, None), "-fsanitize=address,undefined");
                    }
                    Module::Imp(program) if machine == Machine::Threads => {
                        check_c(&back::c::write_program(program, &sources, None), "-fsanitize=thread");
                    }
                    _ => {}
                }
            }
        }
    });
}

/// Checks all runs of a compiled program.
fn check_c(source: &str, sanitizers: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = compile(folder.path(), source, sanitizers);
    let run = |arguments: &[&str], input: &str| {
        let (code, output, errors) = run(&program, arguments, input);
        // A failure is the last part of the standard error.
        let (before, failure) = match errors.find("Error: ") {
            Some(at) if code == 1 => (errors[..at].to_owned(), Some(errors[at + 7..].to_owned())),
            _ => (errors, None),
        };
        let end = match (code, failure) {
            (_, Some(failure)) => {
                format!("failure: {}", failure.split("\n\nBacktrace").next().unwrap_or_default().trim_end())
            }
            (0, None) => "end 0".to_owned(),
            (code, None) => format!("end {code}"),
        };
        (output, before, end)
    };
    for (arguments, input, output, errors, end) in RUNS {
        let end = match end {
            Normal => "end 0".to_owned(),
            Exit(code) => format!("end {code}"),
            Failure(message) => format!("failure: {message}"),
        };
        assert_eq!(run(arguments, input), ((*output).to_owned(), (*errors).to_owned(), end), "{arguments:?}");
    }
    let path = folder.path().join("file");
    let path = path.to_str().expect("a path of characters");
    for (more, output, message) in FILES {
        let found = run(&[&["files", path], *more].concat(), "");
        let end = format!("failure: {message} `{path}`");
        assert_eq!(found, ((*output).to_owned(), String::new(), end), "{more:?}");
    }
    // Files that cannot be read or written: a folder, and a name with a zero byte, which no file has.
    let folder = folder.path().to_str().expect("a path of characters");
    assert_eq!(run(&["files", path, folder], "").2, format!("failure: cannot write the file `{folder}`"));
}

fn run(program: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that reads less closes its input.
    let _ = child.stdin.take().expect("it has an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal ends it"), text(&output.stdout), text(&output.stderr))
}
