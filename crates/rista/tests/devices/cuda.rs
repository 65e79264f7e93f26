//! CUDA, on libraries that stand in for the driver and for NVRTC.

use crate::records::Records;
use crate::{ALL, clean, empty_folder, folder, least, nvrtc, on_target, programs, source, succeed};
use std::process::Command;

/// What shows each kind of launch, and failures in them.
const PART: &[&str] =
    &["tests/futhark/algorithms", "tests/futhark/accumulators", "tests/futhark/errors-run", "examples"];

/// Other sizes than those that tests have otherwise, 8 threads in each of 3 groups; and the opposite order of threads.
const SETTINGS: [&[(&str, &str)]; 2] = [
    &[("RISTA_GROUP_SIZE", "1"), ("RISTA_GROUPS", "1")],
    &[("RISTA_GROUP_SIZE", "32"), ("RISTA_GROUPS", "2"), ("STAND_IN_TURN", "1")],
];

/// One test, as the later parts use what the first one has made.
#[test]
fn programs_pass_on_cuda_and_nvidia_s_compiler_takes_their_kernels() {
    let libraries = folder("stand-in");
    succeed(Command::new(source("build.sh")).arg(&libraries));
    let texts = empty_folder("kernels");
    let run = |programs: &[String], settings: &[(&str, &str)]| {
        let mut command = on_target("cuda", programs);
        // Compiled anew by what stands for NVRTC, so that all texts are there; the driver has a cache of its own.
        clean(&mut command, empty_folder("cache-cuda"))
            .env("LD_LIBRARY_PATH", &libraries)
            .env("STAND_IN_CACHE", folder("cache-stand-in"))
            .envs(settings.iter().copied());
        Records::of(&mut command)
    };
    run(&programs(ALL), &[("STAND_IN_TEXTS", &texts.display().to_string())]).assert_passed("cuda", least(500));
    for settings in SETTINGS {
        run(&programs(PART), settings).assert_passed("cuda", least(100));
    }
    nvrtc::compile(&texts);
}
