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
use std::process::Command;

const POCL: &str = "/etc/OpenCL/vendors/pocl.icd";
const OCLGRIND: &str = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";

/// Programs with each kind of launch.
const PART: &[&str] = &[
    "tests/futhark/accumulators/nested.fut",
    "tests/futhark/accumulators/operators.fut",
    "tests/futhark/traversals/long_scans.fut",
    "tests/futhark/traversals/histograms_of_kinds.fut",
    "tests/futhark/views/transposes.fut",
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
