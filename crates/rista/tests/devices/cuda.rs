//! CUDA, on libraries that stand in for the driver and for NVRTC.

use crate::records::{self, Records};
use crate::{ALL, clean, empty_folder, folder, least, nvrtc, on_target, programs, source, succeed};
use std::path::Path;
use std::process::Command;

/// What shows each kind of launch, and failures in them.
const PART: &[&str] =
    &["tests/futhark/algorithms", "tests/futhark/accumulators", "tests/futhark/errors-run", "examples"];

/// What has versions.
const VERSIONS: &[&str] = &[
    "tests/futhark/users",
    "tests/futhark/loops",
    "tests/futhark/records",
    "tests/futhark/sums",
    "tests/futhark/patterns",
];

/// One test, as the later parts use what the first one has made.
#[test]
fn programs_pass_on_cuda_and_nvidia_s_compiler_takes_their_kernels() {
    let libraries = folder("stand-in");
    succeed(Command::new(source("build.sh")).arg(&libraries));
    let texts = empty_folder("kernels");
    let run_with = |arguments: &[&str], programs: &[String], settings: &[(&str, &str)]| {
        let mut command = on_target("cuda", programs);
        command.args(arguments);
        // Nothing of earlier runs: what stands for NVRTC sees all texts. The driver has a cache of its own.
        clean(&mut command, empty_folder("cache-cuda"))
            .env("LD_LIBRARY_PATH", &libraries)
            .env("STAND_IN_CACHE", folder("cache-stand-in"))
            .envs(settings.iter().copied());
        Records::of(&mut command)
    };
    let run = |programs: &[String], settings: &[(&str, &str)]| run_with(&[], programs, settings);
    run(&programs(ALL), &[]).assert_passed("cuda", least(500));
    // Other sizes than those that tests have otherwise, 8 threads in each of 3 groups. NVIDIA's compiler takes longer than
    // what stands in for it, and gets only these texts.
    let keep = ("STAND_IN_TEXTS", texts.to_str().expect("the path is text"));
    let single = [("RISTA_GROUP_SIZE", "1"), ("RISTA_GROUPS", "1"), keep];
    run(&programs(PART), &single).assert_passed("cuda", least(100));
    // Launches of more than 64 threads, or on more elements, take the kernels' version of 64 bits.
    let turned = [
        ("RISTA_GROUP_SIZE", "32"),
        ("RISTA_GROUPS", "2"),
        ("RISTA_GROUP_MEMORY", "2048"),
        ("RISTA_WARP_SIZE", "16"),
        ("RISTA_SHORT_SEGMENT", "2"),
        ("STAND_IN_TURN", "1"),
        ("RISTA_INDEX_LIMIT", "64"),
    ];
    run(&programs(PART), &turned).assert_passed("cuda", least(100));
    run_with(&["--thresholds=2"], &programs(VERSIONS), &[]).assert_passed("cuda", least(100));
    obeys_parameters(&libraries);
    is_tuned(&libraries);
    assert_eq!(failure("cuda", &libraries), failure("c", &libraries));
    nvrtc::compile(&texts);
}

/// A compiled program chooses versions as its run says. These give different results, as who subtracts what does.
fn obeys_parameters(libraries: &Path) {
    let program = folder("parameters").join("rows.fut");
    std::fs::write(&program, "def main [n] [m] (a: [n][m]i32) : [n]i32 = map (reduce (-) 0) a\n").expect("a file");
    let run = |parameters: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        clean(&mut command, folder("cache-parameters")).args(["run", "--target", "cuda"]).args(parameters);
        command.arg(&program).arg("[[1, 2, 3, 4, 5, 6, 7, 8]]").env("RISTA_GROUP_SIZE", "4");
        command.env("LD_LIBRARY_PATH", libraries).env("STAND_IN_CACHE", folder("cache-stand-in"));
        String::from_utf8_lossy(&succeed(&mut command).stdout).into_owned()
    };
    assert_eq!(run(&["--param", "main.flatten_0=1"]), "[-36i32]\n");
    assert_ne!(run(&[]), "[-36i32]\n");
    assert_ne!(run(&["--param", "main.flatten_0=2"]), "[-36i32]\n");
}

/// The tuner gives values to all thresholds, and the program passes its tests with them.
fn is_tuned(libraries: &Path) {
    let folder = empty_folder("tuned");
    let text = "-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [3, 7, 11] 21 }
-- input { [[-1]] } error: Assertion
-- input { [[1], [1], [1], [1], [1]] } output { [1, 1, 1, 1, 1] 5 }
def main [n] [m] (a: [n][m]i32) : ([n]i32, i32) =
  let sums = map i32.sum a
  let total = i32.sum sums
  in assert (total >= 0) (sums, total)
";
    std::fs::write(folder.join("rows.fut"), text).expect("a file");
    let rista = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        clean(&mut command, folder.join("cache")).args(arguments).current_dir(&folder);
        command.env("LD_LIBRARY_PATH", libraries).env("STAND_IN_CACHE", crate::folder("cache-stand-in"));
        String::from_utf8_lossy(&succeed(&mut command).stdout).into_owned()
    };
    let told = rista(&["tune", "rows.fut", "--target", "cuda", "--runs", "1"]);
    assert!(told.starts_with("main.flatten_0: ") && told.contains("matters for"), "{told}");
    let file = std::fs::read_to_string(folder.join("rows.fut.tuning")).expect("there is a tuning file");
    let value = file.strip_prefix("main.flatten_0=").and_then(|value| value.trim_end().parse::<i64>().ok());
    assert!(value.is_some_and(|value| value > 0), "{file}");
    rista(&["test", "rows.fut", "--target", "cuda"]);
}

/// What is told of a failure in a function that a kernel calls.
fn failure(target: &str, libraries: &Path) -> String {
    let program = records::root().join("tests/futhark/errors-run/called_in_kernels.fut");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
    command.args(["run", "--entry", "summed", "--target", target]).arg(program).arg("[4i32, 0i32, 4i32]");
    clean(&mut command, folder("cache-failure"))
        .env("LD_LIBRARY_PATH", libraries)
        .env("STAND_IN_CACHE", folder("cache-stand-in"));
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("-> #2"), "{said}");
    said
}
