//! Tests of CUDA on the stand-ins for the driver and for NVRTC.

use crate::devices::{
    clean, empty_folder, folder, is_missing, least, nvrtc, on_target, programs, stacks_have_a_size, succeed,
};
use crate::records::{self, PARALLEL, Records};
use libraries::libraries;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "../../../back/tests/cuda/libraries.rs"]
mod libraries;

/// Programs with each kind of launch, and with failures in them.
const PART: &[&str] =
    &["tests/futhark/algorithms", "tests/futhark/accumulators", "tests/futhark/errors-run", "examples"];

/// Programs with versions.
const VERSIONS: &[&str] = &["tests/futhark/loops", "tests/futhark/traversals"];

/// Returns the folder of the stand-in's compiled kernels, by their text and flags.
fn stand_in_cache() -> PathBuf {
    folder("cache-stand-in")
}

/// Runs the tests of programs on the stand-in, with a cache of their own, so that the stand-in of NVRTC compiles all
/// texts.
fn run_with(cache: &str, arguments: &[&str], programs: &[String], settings: &[(&str, &str)]) -> Records {
    let mut command = on_target("cuda", programs);
    clean(&mut command, empty_folder(cache))
        .args(arguments)
        .env("LD_LIBRARY_PATH", libraries())
        .env("STAND_IN_CACHE", stand_in_cache())
        .envs(settings.iter().copied());
    Records::of(&mut command)
}

/// The programs of `PART` and `VERSIONS` run in other sizes and versions.
#[test]
fn programs_pass_on_cuda() {
    let mut paths = PARALLEL.to_vec();
    paths.retain(|path| ![PART, VERSIONS].concat().contains(path));
    paths.push("bench");
    run_with("cache-cuda", &[], &programs(&paths), &[]).assert_passed("cuda", least(300));
}

/// Each group has one thread. NVIDIA's compiler, which takes longer than the stand-in, gets only these texts.
#[test]
fn programs_pass_on_cuda_in_groups_of_one_and_nvidia_s_compiler_takes_their_kernels() {
    let texts = empty_folder("kernels");
    let keep = ("STAND_IN_TEXTS", texts.to_str().expect("the path is text"));
    let single = [("RISTA_GROUP_SIZE", "1"), ("RISTA_GROUPS", "1"), keep];
    run_with("cache-cuda-single", &[], &programs(PART), &single).assert_passed("cuda", least(100));
    nvrtc::compile(&texts);
}

/// Launches of more than 64 threads, or on more than 64 elements, use the kernels' 64-bit version.
#[test]
fn programs_pass_on_cuda_in_other_sizes_and_orders() {
    let turned = [
        ("RISTA_GROUP_SIZE", "32"),
        ("RISTA_GROUPS", "2"),
        ("RISTA_GROUP_MEMORY", "2048"),
        ("RISTA_WARP_SIZE", "16"),
        ("RISTA_SHORT_SEGMENT", "2"),
        ("STAND_IN_TURN", "1"),
        ("RISTA_INDEX_LIMIT", "64"),
    ];
    run_with("cache-cuda-turned", &[], &programs(PART), &turned).assert_passed("cuda", least(100));
}

#[test]
fn programs_pass_on_cuda_in_other_versions() {
    run_with("cache-cuda-versions", &["--thresholds=2"], &programs(VERSIONS), &[]).assert_passed("cuda", least(100));
}

#[test]
fn stacks_have_a_size_on_cuda() {
    let (libraries, cache) = (libraries(), stand_in_cache());
    stacks_have_a_size("cuda", &[("LD_LIBRARY_PATH", libraries.as_ref()), ("STAND_IN_CACHE", cache.as_ref())]);
}

/// A compiled program chooses versions by its parameters. The versions differ in their results because subtraction is
/// not associative.
#[test]
fn compiled_programs_obey_parameters() {
    let libraries = &libraries();
    let program = folder("parameters").join("rows.fut");
    std::fs::write(&program, "def main [n] [m] (a: [n][m]i32) : [n]i32 = map (reduce (-) 0) a\n").expect("a file");
    let run = |parameters: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        clean(&mut command, folder("cache-parameters")).args(["run", "--target", "cuda"]).args(parameters);
        command.arg(&program).arg("[[1, 2, 3, 4, 5, 6, 7, 8]]").env("RISTA_GROUP_SIZE", "4");
        command.env("LD_LIBRARY_PATH", libraries).env("STAND_IN_CACHE", stand_in_cache());
        String::from_utf8_lossy(&succeed(&mut command).stdout).into_owned()
    };
    assert_eq!(run(&["--param", "main.flatten_0=1"]), "[-36i32]\n");
    assert_ne!(run(&[]), "[-36i32]\n");
    assert_ne!(run(&["--param", "main.flatten_0=2"]), "[-36i32]\n");
}

/// The tuner sets all thresholds, and the program passes its tests with them.
#[test]
fn thresholds_are_tuned() {
    let libraries = &libraries();
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
        command.env("LD_LIBRARY_PATH", libraries).env("STAND_IN_CACHE", stand_in_cache());
        String::from_utf8_lossy(&succeed(&mut command).stdout).into_owned()
    };
    let told = rista(&["tune", "rows.fut", "--target", "cuda", "--runs", "1"]);
    assert!(told.starts_with("main.flatten_0: ") && told.contains("matters for"), "{told}");
    let file = std::fs::read_to_string(folder.join("rows.fut.tuning")).expect("there is a tuning file");
    let value = file.strip_prefix("main.flatten_0=").and_then(|value| value.trim_end().parse::<i64>().ok());
    assert!(value.is_some_and(|value| value > 0), "{file}");
    rista(&["test", "rows.fut", "--target", "cuda"]);
}

/// Compiles a program. Returns a function that runs it on an input, for at most a minute.
fn compiled<'a>(name: &str, text: &str, libraries: &'a Path) -> impl Fn(&[&str], &str, &[(&str, &str)]) -> Output + 'a {
    let folder = empty_folder(name);
    let program = folder.join("main.fut");
    std::fs::write(&program, text).expect("a file");
    succeed(Command::new(env!("CARGO_BIN_EXE_rista")).args(["build", "--target", "cuda"]).arg(&program));
    move |words, input, settings| {
        let file = folder.join("input");
        std::fs::write(&file, input).expect("a file");
        let mut command = Command::new("timeout");
        command.arg("60").arg(folder.join("main")).args(words).stdin(File::open(file).expect("the input can be read"));
        clean(&mut command, folder.join("cache")).env("LD_LIBRARY_PATH", libraries);
        command.env("STAND_IN_CACHE", stand_in_cache()).envs(settings.iter().copied());
        command.output().expect("the program starts")
    }
}

/// Inputs are copied to the device once, however many kernels read them, and only results are copied back.
#[test]
fn inputs_are_sent_once() {
    let libraries = &libraries();
    const N: usize = 5000;
    let text = "
def main [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, i32) =
  let zs = map2 (*) (map2 (+) xs ys) xs
  let ws = loop ws = scan (+) 0 zs for i < 10 do map2 (-) (rotate i ws) ys
  in (ws, reduce i32.max 0 (map2 (*) xs ws))
";
    let run = compiled("copies", text, libraries);
    let numbers: Vec<String> = (0..N).map(|i| i.to_string()).collect();
    let numbers = numbers.join(", ");
    for runs in ["1", "3"] {
        let output = run(&["--profile", "--runs", runs], &format!("[{numbers}] [{numbers}]"), &[]);
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{report}");
        assert!(report.contains(&format!("\"sent\":{},", 2 * 4 * N)), "{report}");
        let received =
            report.split("\"received\":").nth(1).and_then(|rest| rest.split([',', '}']).next()?.parse().ok());
        assert!(received.is_some_and(|bytes: usize| (4 * N..4 * N + 100).contains(&bytes)), "{report}");
    }
}

/// For every failure of the driver, the program gives its results or a message.
#[test]
fn refusals_of_the_driver_are_told() {
    let libraries = &libraries();
    let text = "
def main [n] (xs: [n]i32) (k: i32) : (i32, []i32, []i32) =
  let sums = scan (+) 0 xs
  let (ys, _) = loop (ys, i) = (sums, 0) while i < k && i32.maximum ys > 1 do (map (\\y -> y / 2 + xs[i]) ys, i + 1)
  let few = filter (> k) ys
  in (i32.sum few, few, hist (+) 0 10 (map (\\x -> i64.i32 (x % 10)) xs) sums)
";
    let run = compiled("faults", text, libraries);
    let run = |settings: &[(&str, &str)]| run(&[], "[3, 1, 4, 1, 5, 9, 2, 6] 3", settings);
    let kept = folder("cache-faults");
    let kept = kept.to_str().expect("the path is text");
    let right = run(&[]).stdout;
    assert!(right.starts_with(b"54i32\n"), "{}", String::from_utf8_lossy(&right));
    for (fails, code, told) in [
        ("STAND_IN_FAIL_MODULE", "", "cuModuleLoadData gave CUDA_ERROR_NO_BINARY_FOR_GPU (209)"),
        ("STAND_IN_FAIL_ALLOCATION", "", "out of memory"),
        ("STAND_IN_FAIL_LAUNCH", "", "does not run the kernel"),
        ("STAND_IN_FAIL_LAUNCH", "2", "out of memory: the device needs more"),
        ("STAND_IN_FAIL_KERNEL", "", "CUDA_ERROR_LAUNCH_FAILED"),
        ("STAND_IN_FAIL_KERNEL", "214", "CUDA_ERROR_ECC_UNCORRECTABLE"),
    ] {
        let mut failures = 0;
        for at in 1.. {
            // A cached kernel that the driver rejects is compiled again.
            let cache = if fails == "STAND_IN_FAIL_MODULE" { "off" } else { kept };
            let output = run(&[("RISTA_CACHE", cache), (fails, &at.to_string()), ("STAND_IN_FAIL_WITH", code)]);
            let said = String::from_utf8_lossy(&output.stderr);
            if output.status.success() {
                assert_eq!(output.stdout, right, "{fails}={at}");
                // Allocations are repeated.
                if fails != "STAND_IN_FAIL_ALLOCATION" || at > 20 {
                    break;
                }
                continue;
            }
            failures += 1;
            assert_eq!(output.status.code(), Some(1), "{fails}={at}: {said}");
            assert!(said.starts_with("Error: ") && said.contains(told), "{fails}={at}: {said}");
        }
        assert!(failures > 0, "{fails}");
    }
}

/// `rista devices` finds the driver if there is one.
#[test]
fn the_stand_in_is_listed() {
    let libraries = &libraries();
    let list = |libraries: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
        clean(command.arg("devices"), folder("cache-devices")).env("LD_LIBRARY_PATH", libraries);
        String::from_utf8_lossy(&succeed(&mut command).stdout).into_owned()
    };
    let said = list(libraries);
    assert!(said.contains("cuda    #0 Stand-in for a GPU (GPU, CUDA)\n"), "{said}");
    let said = list(Path::new("/nowhere"));
    assert!(said.contains("cuda    there is no CUDA: the library libcuda.so.1, "), "{said}");
}

/// The kit for machines with a GPU and nothing else is packed here, then runs with its own C compiler, in small sizes.
#[test]
fn the_kit_runs_without_a_c_compiler() {
    let libraries = &libraries();
    let kit = empty_folder("kit");
    let profile = Path::new(env!("CARGO_BIN_EXE_rista")).parent().expect("the program is in a folder");
    if !profile.join("examples/device_bench").exists() {
        return is_missing("the example `device_bench` is not built, which the kit contains");
    }
    let script = records::root().join("bench/device/kit.sh");
    let settings = |command: &mut Command| {
        clean(command, folder("cache-kit")).env("KIT_SMALL", "1");
    };
    let mut pack = Command::new(script);
    settings(pack.arg("pack").arg(&kit).env("KIT_BUILT", profile));
    succeed(&mut pack);
    let run = || {
        let mut run = Command::new(kit.join("kit"));
        settings(run.args(["run", "120"]).env("KIT_CC", "").env("STAND_IN_CACHE", stand_in_cache()));
        run.env("LD_LIBRARY_PATH", libraries);
        String::from_utf8_lossy(&succeed(&mut run).stdout).into_owned()
    };
    let summary = run();
    let has = |text: &str| assert!(summary.contains(text), "there is no {text:?} in\n{summary}");
    has("Stand-in for a GPU");
    has("| copy by the driver |");
    has("| without checks | ratio |");
    has("| product |");
    has("| needleman_wunsch |");
    has(" passed, 0 failed");
    assert!(!summary.contains("ended with") && !summary.contains("was stopped"), "{summary}");
    // What has run does not run again.
    std::fs::write(kit.join("results/devices.out"), "kept\n").expect("a file");
    assert_eq!(run(), summary.replacen(&first_block(&summary), "    kept\n", 1));
}

/// The first indented block of a page.
fn first_block(page: &str) -> String {
    let lines = page.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| line.starts_with("    "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// If several threads of a launch fail, the first one is reported, with its values and places, as on the host.
#[test]
fn the_first_failing_thread_is_reported() {
    let libraries = &libraries();
    let folder = empty_folder("failures");
    let text = "
def at [n] (xs: [n]i64) (i: i64) : i64 = xs[i]
entry mapped [n] (xs: [n]i64) : [n]i64 = map (at xs) xs
entry nested [n] (xs: [n]i64) : [][]i64 = map (map (at xs)) (unflatten (xs :> [(n / 8) * 8]i64))
entry scanned [n] (xs: [n]i64) : [n]i64 = scan (+) 0 (map (at xs) xs)
entry filtered [n] (xs: [n]i64) : []i64 = filter (> 2) (map (at xs) xs)
entry counted [n] (xs: [n]i64) : [10]i64 = hist (+) 0 10 (map (% 10) xs) (map (at xs) xs)
entry scattered [n] (xs: [n]i64) : [n]i64 = scatter (replicate n 0) (map (at xs) xs) xs
";
    let own = folder.join("failures.fut");
    std::fs::write(&own, text).expect("a file");
    let mut numbers: Vec<i64> = (0..1000).collect();
    [(300, 3000), (305, 4000), (700, 2000), (999, -1)].iter().for_each(|(at, value)| numbers[*at] = *value);
    let numbers = format!("{numbers:?}");
    let called = records::root().join("tests/futhark/errors-run/called_in_kernels.fut");
    let mut cases = vec![(&called, "summed", "[4i32, 0i32, 4i32]")];
    cases.extend(
        ["mapped", "nested", "scanned", "filtered", "counted", "scattered"].map(|name| (&own, name, &numbers[..])),
    );
    for (program, entry, input) in cases {
        let run = |target: &str, sizes: [&str; 2]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_rista"));
            command.args(["run", "--entry", entry, "--target", target]).arg(program).arg(input);
            clean(&mut command, folder.join("cache"))
                .env("LD_LIBRARY_PATH", libraries)
                .env("STAND_IN_CACHE", stand_in_cache())
                .envs(["RISTA_GROUP_SIZE", "RISTA_GROUPS"].into_iter().zip(sizes));
            let output = command.output().expect("the program starts");
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        let said = run("c", ["", ""]);
        let calls = if entry == "summed" { 2 } else { 1 };
        assert!(said.contains(&format!("-> #{calls}")), "{entry}: {said}");
        assert_eq!(run("cuda", ["", ""]), said, "{entry}");
        assert_eq!(run("cuda", ["4", "3"]), said, "{entry}, in small groups");
    }
}
