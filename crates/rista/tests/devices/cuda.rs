//! CUDA, on libraries that stand in for the driver and for NVRTC.

use crate::records::{self, Records};
use crate::{ALL, clean, empty_folder, folder, least, nvrtc, on_target, programs, source, succeed};
use std::path::Path;
use std::process::Command;

/// What shows each kind of launch, and failures in them.
const PART: &[&str] =
    &["tests/futhark/algorithms", "tests/futhark/accumulators", "tests/futhark/errors-run", "examples"];

/// One test, as the later parts use what the first one has made.
#[test]
fn programs_pass_on_cuda_and_nvidia_s_compiler_takes_their_kernels() {
    let libraries = folder("stand-in");
    succeed(Command::new(source("build.sh")).arg(&libraries));
    let texts = empty_folder("kernels");
    let run = |programs: &[String], settings: &[(&str, &str)]| {
        let mut command = on_target("cuda", programs);
        // Nothing of earlier runs: what stands for NVRTC sees all texts. The driver has a cache of its own.
        clean(&mut command, empty_folder("cache-cuda"))
            .env("LD_LIBRARY_PATH", &libraries)
            .env("STAND_IN_CACHE", folder("cache-stand-in"))
            .envs(settings.iter().copied());
        Records::of(&mut command)
    };
    run(&programs(ALL), &[]).assert_passed("cuda", least(500));
    // Other sizes than those that tests have otherwise, 8 threads in each of 3 groups. NVIDIA's compiler takes longer than
    // what stands in for it, and gets only these texts.
    let keep = ("STAND_IN_TEXTS", texts.to_str().expect("the path is text"));
    let single = [("RISTA_GROUP_SIZE", "1"), ("RISTA_GROUPS", "1"), keep];
    run(&programs(PART), &single).assert_passed("cuda", least(100));
    // Launches of more than 64 threads, or on more elements, take the kernels' version of 64 bits.
    let turned =
        [("RISTA_GROUP_SIZE", "32"), ("RISTA_GROUPS", "2"), ("STAND_IN_TURN", "1"), ("RISTA_INDEX_LIMIT", "64")];
    run(&programs(PART), &turned).assert_passed("cuda", least(100));
    assert_eq!(failure("cuda", &libraries), failure("c", &libraries));
    nvrtc::compile(&texts);
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
