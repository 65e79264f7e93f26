//! Tests of OpenCL on PoCL, and on oclgrind, which finds races, accesses out of bounds and divergent barriers.

use crate::devices::{
    clean, empty_folder, folder, is_missing, least, on_target, programs, stacks_have_a_size, succeed, tell,
};
use crate::records::Records;
use crate::{report, run};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const POCL: &str = "/etc/OpenCL/vendors/pocl.icd";
const OCLGRIND: &str = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";

/// Programs with each kind of launch.
const PART: &[&str] = &[
    "tests/futhark/accumulators/nested.fut",
    "tests/futhark/accumulators/operators.fut",
    "tests/futhark/traversals/long_scans.fut",
    "tests/futhark/traversals/histograms_of_kinds.fut",
    "tests/futhark/views/transposes.fut",
    "tests/mexpr/accelerate/listing1.mc",
    "tests/mexpr/accelerate/loops.mc",
    "tests/mexpr/accelerate/views.mc",
    "examples/kmeans",
    "examples/stations",
];

/// Programs that PoCL compiles with optimization, which takes six times as long.
const OPTIMISED: &[&str] = &["examples/edges", "examples/options"];

/// Programs for oclgrind, which is even slower.
const SIMULATED: &[&str] = &["tests/futhark/algorithms"];

/// The option for a long time limit: kernels are compiled at their first run, which takes long on a busy machine.
const PATIENT: &str = "--timeout=300";

#[test]
fn programs_pass_on_opencl() {
    if !Path::new(POCL).exists() {
        return is_missing("PoCL is not installed (Debian: pocl-opencl-icd, ocl-icd-libopencl1)");
    }
    let run = |programs: &[String], options: &str| {
        let mut command = on_target("opencl", programs);
        clean(&mut command, folder("cache-opencl")).env("OCL_ICD_VENDORS", POCL).env("POCL_CACHE_DIR", folder("pocl"));
        command.env("RISTA_BUILD_OPTIONS", options).arg(PATIENT);
        Records::of(&mut command)
    };
    run(&programs(PART), "-cl-opt-disable").assert_passed("opencl", least(80));
    let optimised: Vec<String> = OPTIMISED.iter().map(|path| (*path).to_owned()).collect();
    run(&optimised, "").assert_passed("opencl", 3);
    stacks_have_a_size("opencl", &[("OCL_ICD_VENDORS", POCL.as_ref())]);
}

/// Data goes to the device once for two expressions, and comes back when the host reads it.
#[test]
fn reports_count_launches_and_copies() {
    if !Path::new(POCL).exists() {
        return is_missing("PoCL is not installed (Debian: pocl-opencl-icd, ocl-icd-libopencl1)");
    }
    report::write("counted.mc", report::PROGRAM);
    let mut command = run::command(&["run", "counted.mc", "--report", "--json", "--target", "opencl"]);
    let output = command.env("OCL_ICD_VENDORS", POCL).output().expect("rista runs");
    let report = report::read(&run::text(&output.stderr));
    assert_eq!(run::text(&output.stdout), report::PRINTED);
    let [add, sum] = [0, 1].map(|at| &report["expressions"][at]);
    let counts = |item: &serde_json::Value| ["launches", "sent", "received"].map(|key| item[key].as_i64());
    assert_eq!(counts(add), [Some(2), Some(8000), Some(0)], "{report}");
    assert_eq!(counts(sum), [Some(1), Some(0), Some(8)], "{report}");
    assert_eq!(counts(&report), [Some(3), Some(8000), Some(8008)], "{report}");
    assert_eq!(report["kernels"].as_array().map(Vec::len), Some(2), "{report}");
}

/// Programs whose tensors stay on the device between loops.
const TENSORS: &str = "let new = lam n. lam f. tensorCreateDense [n] (lam i. int2float (f (get i 0)))

let twice = lam n.
  let r = {a = new n (lam i. i), rows = [new n (lam i. muli 2 i)]} in
  let b = get r.rows 0 in
  accelerate (loop n (lam i. tensorSetExn r.a [i] (addf 1.0 (tensorGetExn r.a [i]))));
  accelerate (loop n (lam i. tensorSetExn b [i] (addf (tensorGetExn b [i]) (tensorGetExn r.a [i]))));
  tensorGetExn (get r.rows 0) [subi n 1]

let train = lam n. lam batches.
  let model = {weights = new n (lam i. i), loss = tensorCreateUninitFloat [1]} in
  let samples = create batches (lam b. new n (lam i. addi i b)) in
  let change = lam x. lam i. mulf 0.5 (subf (tensorGetExn model.weights [i]) (tensorGetExn x [i])) in
  accelerate (seqLoopAcc 0.0 batches (lam losses. lam b.
    let x = get samples b in
    loop n (lam i. tensorSetExn model.weights [i] (subf (tensorGetExn model.weights [i]) (change x i)));
    loop 1 (lam i. tensorSetExn model.loss [0] (mulf 2.0 (change x 0)));
    addf losses (tensorGetExn model.loss [0])))

let onHost = lam n.
  let t = new n (lam i. i) in
  loop n (lam i. tensorSetExn t [i] (addf 1.0 (tensorGetExn t [i])));
  tensorGetExn t [subi n 1]

mexpr ()
";

/// A tensor is sent when a loop first uses it, and comes back when the host reads it: in a training loop one number for
/// each batch. Code that is not accelerated launches nothing.
#[test]
fn tensors_stay_on_the_device() {
    if !Path::new(POCL).exists() {
        return is_missing("PoCL is not installed (Debian: pocl-opencl-icd, ocl-icd-libopencl1)");
    }
    let folder = folder("tensors");
    let (source, program) = (folder.join("tensors.mc"), folder.join("tensors"));
    std::fs::write(&source, TENSORS).expect("a file");
    let build = ["build", "--target", "opencl", "-o"];
    succeed(Command::new(env!("CARGO_BIN_EXE_rista")).args(build).arg(&program).arg(&source));
    let run = |entry: &str, input: &str| {
        let mut command = Command::new(&program);
        clean(&mut command, folder.join("cache")).env("OCL_ICD_VENDORS", POCL).args([
            "-P",
            "-e",
            entry,
            "--build-option",
            "-cl-opt-disable",
        ]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let [gave, report] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let number = |name: &str| {
            let after = report.split(&format!("\"{name}\":")).nth(1).unwrap_or_else(|| panic!("{report}"));
            after.split([',', '}']).next().and_then(|number| number.parse::<i64>().ok()).expect("a number")
        };
        let launches =
            report.split("launches: ").skip(1).filter_map(|rest| rest.split(',').next()?.parse::<i64>().ok());
        (gave.trim().to_owned(), number("sent"), number("received"), launches.collect::<Vec<i64>>())
    };
    // The part of a tensor that comes back for one element.
    let window = 64 << 10;
    let (gave, sent, received, launches) = run("twice", "100000");
    assert_eq!((gave.as_str(), sent, launches), ("299998.0f64", 2 * 800_000, vec![1, 1]));
    assert!(received <= window, "{received}");
    let (gave, sent, received, launches) = run("train", "100000 4");
    assert_eq!((gave.as_str(), sent, received, launches), ("-2.125f64", 5 * 800_000 + 8, 4 * 8, vec![4, 4]));
    assert_eq!(run("onHost", "100000"), ("100000.0f64".to_owned(), 0, 0, Vec::new()));
}

/// The line that ends the log.
const END: &str = "the end of the log";

#[test]
fn kernels_are_clean_for_oclgrind() {
    if !Path::new(OCLGRIND).exists() {
        return is_missing("oclgrind is not installed (Debian: oclgrind)");
    }
    let folder = empty_folder("oclgrind");
    let (vendors, launches, log) = (folder.join("oclgrind.icd"), folder.join("launches"), folder.join("log"));
    std::fs::write(&vendors, OCLGRIND).expect("the folder can be written");
    // Each process truncates the log, so it must not be a regular file.
    succeed(Command::new("mkfifo").arg(&log));
    let mut pipe = OpenOptions::new().read(true).write(true).open(&log).expect("the log can be opened");
    let reader = pipe.try_clone().expect("the log can be read");
    let reader = std::thread::spawn(move || read(reader));
    let mut command = on_target("opencl", &programs(SIMULATED));
    command.arg(PATIENT);
    clean(&mut command, folder.join("cache"))
        .env("OCL_ICD_VENDORS", vendors)
        // Not OCLGRIND_UNINITIALIZED: that plugin fails at LLVM's `freeze`, and regards memory written by
        // clEnqueueCopyBuffer as uninitialised.
        .env("OCLGRIND_DATA_RACES", "1")
        // Reports that are ignored must not count towards the limit.
        .env("OCLGRIND_MAX_ERRORS", "1000000000")
        .env("OCLGRIND_LOG", &log)
        .env("RISTA_LAUNCHES", &launches);
    let records = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Records::of(&mut command)));
    writeln!(pipe, "\n{END}").expect("the log can be written");
    let said = reader.join().expect("no thread panics");
    assert!(said.is_empty(), "oclgrind finds:\n{}", said.join("\n"));
    records.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).assert_passed("opencl", least(100));
    let launched = std::fs::read_to_string(&launches).expect("there were launches");
    let kernels: BTreeSet<&str> = launched.lines().collect();
    tell(&format!("{} different kernels are clean for oclgrind", kernels.len()));
    assert!(kernels.len() >= least(100));
}

/// Returns oclgrind's reports without false ones.
fn read(log: File) -> Vec<String> {
    let lines = BufReader::new(log).lines().map(|line| line.expect("the log is text"));
    let mut reports: Vec<String> = Vec::new();
    for line in lines.take_while(|line| line != END).filter(|line| !line.trim().is_empty()) {
        match reports.last_mut().filter(|_| line.starts_with(char::is_whitespace)) {
            Some(report) => *report += &format!("\n{line}"),
            None => reports.push(line),
        }
    }
    reports.retain(|report| !is_between_ordered_groups(report));
    reports
}

/// Whether the report is a race of two groups in a kernel whose groups wait for each other, which oclgrind does not
/// see. The evaluator of IMP checks the order there. Races within a group are real.
fn is_between_ordered_groups(report: &str) -> bool {
    let groups: BTreeSet<&str> = report.split("Group(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    report.contains("data race") && report.contains("_ordered_kernel_") && groups.len() == 2
}
