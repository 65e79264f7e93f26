//! Tests of the device runtime with a hand-made program (`device/program.h`), over OpenCL on PoCL and over CUDA on the
//! stand-in libraries (`cuda/README.md`). The C compiler runs with warnings as errors and with the address and
//! undefined-behaviour sanitizers, which also report leaks, except memory that the drivers keep.

use crate::cuda::libraries;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Leaks to ignore: PoCL and LLVM keep memory until the process ends.
const KEPT: &str = "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libOpenCL\n";

/// The flag for programs that run the same code as others: without the sanitizers they compile in a third of the time.
const PLAIN: &str = "-fno-sanitize=all";

/// A folder in which the test programs are compiled for one interface.
struct Bench {
    folder: tempfile::TempDir,
    interface: &'static str,
}

impl Bench {
    fn new(interface: &'static str) -> Bench {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        std::fs::write(folder.path().join("kept"), KEPT).expect("the folder can be written");
        let bench = Bench { folder, interface };
        bench.compile("main.c", "main", &[]);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn compile(&self, source: &str, program: &str, flags: &[&str]) {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut compiler = Command::new("cc");
        compiler
            .args(["-std=gnu11", "-O0", "-g1", "-Wall", "-Wextra", "-Werror"])
            .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
            .arg(format!("-DRISTA_{}", self.interface))
            .args(flags)
            .arg("-I")
            .arg(crate_folder)
            .arg(crate_folder.join("tests/device").join(source))
            .arg("-o")
            .arg(self.path(program))
            .args(["-lm", "-ldl", "-pthread"]);
        if self.interface == "OPENCL" && source == "main.c" {
            compiler.arg("-Wl,--wrap=dlsym");
        }
        succeed(&mut compiler);
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.path(program));
        for name in [
            "RISTA_DEVICE",
            "RISTA_DEVICE_MEMORY",
            "RISTA_GROUP_SIZE",
            "RISTA_GROUPS",
            "RISTA_GROUP_MEMORY",
            "RISTA_TILE_SIZE",
            "RISTA_WARP_SIZE",
            "RISTA_SHORT_SEGMENT",
            "RISTA_STACK_SIZE",
            "RISTA_INDEX_LIMIT",
            "RISTA_BUILD_OPTIONS",
            "RISTA_CACHE",
        ] {
            command.env_remove(name);
        }
        command
            .env("LSAN_OPTIONS", format!("suppressions={}:print_suppressions=0", self.path("kept").display()))
            // LLVM installs its own signal stack in place of the sanitizer's.
            .env("ASAN_OPTIONS", "use_sigaltstack=0")
            .env("XDG_CACHE_HOME", self.folder.path())
            .env("STAND_IN_CACHE", self.path("stand-in"));
        if self.interface == "CUDA" {
            command.env("LD_LIBRARY_PATH", libraries());
        }
        command
    }

    /// Runs a program that succeeds. Returns its standard output.
    fn run(&self, program: &str, words: &[&str], settings: &[(&str, &str)]) -> String {
        let mut command = self.command(program);
        succeed(command.args(words).envs(settings.iter().copied()))
    }

    /// Like `run`, but also returns the standard error output.
    fn hear(&self, program: &str, words: &[&str], settings: &[(&str, &str)]) -> String {
        let mut command = self.command(program);
        let output = command.args(words).envs(settings.iter().copied()).output().expect("the program starts");
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{words:?}: {}\n{said}", output.status);
        said
    }

    /// Runs tests of `device/main.c`, which must print nothing.
    fn pass(&self, words: &[&str], settings: &[(&str, &str)]) {
        assert_eq!(self.run("main", words, settings), "", "{} {words:?} {settings:?}", self.interface);
    }

    /// Runs all tests that are independent of the interface.
    fn pass_all(&self) {
        for test in ["places", "windows", "kernels", "copies", "failures", "entry", "sizes"] {
            self.pass(&[test], &[]);
        }
        for test in ["kernels", "failures", "sizes"] {
            self.pass(&[test], &[("RISTA_GROUP_SIZE", "7"), ("RISTA_GROUPS", "3"), ("RISTA_TILE_SIZE", "1000")]);
        }
        self.pass(&["choice"], &[]);
        self.pass(&["eviction"], &[("RISTA_DEVICE_MEMORY", "1000000")]);
        self.pass(&["contexts", "40"], &[]);
        self.pass(&["contexts", "3"], &[("RISTA_CACHE", "off")]);
        self.pass(&["threads", "20"], &[]);
        self.choose();
        self.compile("main.c", "broken", &[PLAIN, "-DRISTA_BROKEN_TEXT=\"this is no kernel\""]);
        let said = self.hear("broken", &["open"], &[]);
        assert!(said.contains("rejects the program's kernels") && said.contains("error"), "{said}");
        // The version that is compiled on demand reports its error at each call.
        let broken = "-DRISTA_BROKEN_TEXT=\"\\n#if RISTA_INDEX_BITS == 64\\nthis is no kernel\\n#endif\\n\"";
        self.compile("main.c", "half_broken", &[PLAIN, broken]);
        assert_eq!(self.run("half_broken", &["survive"], &[]), "0 failures\n");
        let said = self.hear("half_broken", &["survive"], &[("RISTA_INDEX_LIMIT", "1")]);
        assert_eq!(said.matches("rejects the program's kernels").count(), 3, "{said}");
        assert!(said.contains("\n3 failures\n"), "{said}");
        // The user's options reach the compiler, also for kernels that have been compiled without them.
        let said = self.hear("main", &["open"], &[("RISTA_BUILD_OPTIONS", "-DNOTHING -Dif=nonsense")]);
        assert!(said.contains("rejects the program's kernels"), "{said}");
        let opened = self.run("main", &["open"], &[("RISTA_BUILD_OPTIONS", " -DNOTHING  -DNONE=1 ")]);
        assert_eq!(opened, self.run("main", &["open"], &[]));
        self.compile("main.c", "single", &[PLAIN, "-DRISTA_KERNELS_NEED_F64=0"]);
        assert_eq!(self.run("single", &["kernels"], &[]), "");
        let without = self.run("main", &["open"], &[("LD_LIBRARY_PATH", "/nowhere"), ("OCL_ICD_VENDORS", "/nowhere")]);
        assert!(without.starts_with("Error: there is no "), "{without}");
        // Values of environment variables are used or rejected.
        for (name, value) in [("RISTA_GROUP_SIZE", "many"), ("RISTA_DEVICE_MEMORY", "2G"), ("RISTA_GROUPS", "-8")] {
            let expected =
                format!("Error: {name} in the environment is to be a whole number from 0 on, not '{value}'\n");
            assert_eq!(self.run("main", &["open"], &[(name, value)]), expected);
        }
    }

    /// Tests failures of the CUDA driver.
    fn fail_on_cuda(&self) {
        let nothing_left = "stand-in: left are 0 allocations, 0 streams, 0 events, 0 modules\n";
        let survive = |settings: &[(&str, &str)]| {
            let said = self.hear("main", &["survive"], &[settings, &[("STAND_IN_LEAKS", "1")]].concat());
            said.strip_suffix(nothing_left).unwrap_or(&said).to_string()
        };
        assert_eq!(survive(&[]), "0 failures\n");
        let said = survive(&[("STAND_IN_NO_DEVICE", "1")]);
        assert!(
            said.starts_with("Error: there is no device: CUDA knows none\n") && said.ends_with("4 failures\n"),
            "{said}"
        );
        for at in 1..6 {
            let at = &at.to_string();
            // A failed allocation is repeated after memory has been freed.
            let said = survive(&[("STAND_IN_FAIL_ALLOCATION", at)]);
            assert!(said.ends_with("0 failures\n") || at == "1", "{said}");
            let said = survive(&[("STAND_IN_FAIL_LAUNCH", at)]);
            assert!(said.contains("does not run the kernel") && said.ends_with("\n1 failures\n"), "{said}");
            // The driver has no room for the threads' own memory.
            let said = survive(&[("STAND_IN_FAIL_LAUNCH", at), ("STAND_IN_FAIL_WITH", "2")]);
            assert!(
                said.contains("out of memory: the device needs more") && said.ends_with("\n1 failures\n"),
                "{said}"
            );
        }
        // After a fault of a kernel or of the device, the context cannot be used.
        for (code, name) in [("", "CUDA_ERROR_LAUNCH_FAILED"), ("214", "CUDA_ERROR_ECC_UNCORRECTABLE")] {
            let said = survive(&[("STAND_IN_FAIL_KERNEL", "2"), ("STAND_IN_FAIL_WITH", code)]);
            assert_eq!(said.matches(name).count(), 3, "{said}");
            assert!(said.contains("\n3 failures\n"), "{said}");
        }
        let said = survive(&[("STAND_IN_MEMORY", "200000")]);
        assert!(said.contains("out of memory: an array of 160000 bytes does not fit on the device beside"), "{said}");
        let help = ", for the operation at a.fut:1:1-5; `--target c` and `--target multicore` need no device";
        assert!(said.contains(help), "{said}");
        // If the driver rejects a cached kernel, it is compiled again; if it rejects a new one, that is reported.
        assert_eq!(survive(&[("STAND_IN_FAIL_MODULE", "1")]), "0 failures\n");
        let no_cache = ("RISTA_CACHE", "off");
        for (code, told) in [("", "CUDA_ERROR_NO_BINARY_FOR_GPU (209)"), ("2", "the device cannot be opened")] {
            let said = survive(&[no_cache, ("STAND_IN_FAIL_MODULE", "1"), ("STAND_IN_FAIL_WITH", code)]);
            assert!(said.contains(told) && said.ends_with("4 failures\n"), "{said}");
        }
        // Kernels may need so many registers that only small groups can run them.
        for most in ["200", "5", "1"] {
            self.pass(&["few threads", most], &[no_cache, ("STAND_IN_KERNEL_THREADS", most)]);
        }
        self.lack_libraries();
    }

    /// Tests a driver without its compiler, and libraries that are not what their names say.
    fn lack_libraries(&self) {
        let built = libraries();
        let open = |libraries: &[(&str, &str)]| {
            let folder = tempfile::tempdir().expect("there is a folder for temporary files");
            for (from, to) in libraries {
                std::fs::copy(built.join(from), folder.path().join(to)).expect("the library can be copied");
            }
            let folder = folder.path().to_str().expect("the path is text");
            self.run("main", &["open"], &[("RISTA_CACHE", "off"), ("LD_LIBRARY_PATH", folder)])
        };
        let driver = ("libcuda.so.1", "libcuda.so.1");
        let said = open(&[driver]);
        assert!(said.starts_with("Error: the kernels cannot be compiled: there is no library libnvrtc.so, "), "{said}");
        let said = open(&[driver, ("libcuda.so.1", "libnvrtc.so")]);
        assert!(said.contains("the library libnvrtc.so has no function nvrtcCreateProgram"), "{said}");
        let said = open(&[("libnvrtc.so", "libcuda.so.1")]);
        assert_eq!(said, "Error: the driver of CUDA is too old: it has no function cuInit\n");
    }

    /// Devices can be chosen by number and name. An unknown one is an error that lists the devices.
    fn choose(&self) {
        let devices = self.run("main", &["devices"], &[]);
        let name = devices.lines().next().and_then(|line| line.strip_prefix("#0 ")).expect("there is a device");
        let name = name.split(" (").next().unwrap_or_default();
        for device in ["#0", "", name, &name.to_uppercase()[2..5]] {
            assert_eq!(self.run("main", &["open", device], &[]), format!("{name}\n"));
            assert_eq!(self.run("main", &["open"], &[("RISTA_DEVICE", device)]), format!("{name}\n"));
        }
        for device in ["#99", "#x", "no such device"] {
            let said = self.run("main", &["open", device], &[]);
            assert!(said.starts_with(&format!("Error: there is no device '{device}'; there are: #0 {name}")), "{said}");
        }
    }

    /// Tests programs with a command line, and servers.
    fn pass_programs(&self) {
        self.compile("command.c", "command", &[]);
        self.compile("server.c", "server", &[]);
        let twice = |words: &[&str], input: &str| self.talk("command", &[&["-e", "twice"], words].concat(), input);
        assert_eq!(twice(&[], "[1, 2, 3]"), (true, "[2i32, 4i32, 6i32]\n".into(), String::new()));
        assert_eq!(twice(&["-d", "#0", "-r", "3"], "[5]"), (true, "[10i32]\n".into(), String::new()));
        let sizes = ["--default-group-size", "4", "--default-num-groups=3", "--default-tile-size=5"];
        assert_eq!(twice(&sizes, "[5]"), (true, "[10i32]\n".into(), String::new()));
        let (is_well, said, error) = twice(&[], "[1, -2, 3]");
        assert!(!is_well && said.is_empty() && error.starts_with("Error: assertion 0: element 1 is -2\n"), "{error}");
        let (is_well, _, error) = twice(&["--device", "none such"], "[1]");
        assert!(!is_well && error.starts_with("Error: there is no device 'none such'"), "{error}");
        let (is_well, _, error) = twice(&["--default-group-size", "x"], "[1]");
        assert!(!is_well && error.starts_with("Error: the number cannot be 'x'"), "{error}");
        self.pass_parameters();
        assert_eq!(twice(&["--list-devices"], ""), (true, self.run("main", &["devices"], &[]), String::new()));
        let (_, _, report) = twice(&["-P"], "[1]");
        assert!(report.contains("{\"name\":\"scale\",\"description\":\"launches: 1, a.fut:1:1-5\""), "{report}");
        let file = self.path("xs");
        std::fs::write(&file, "[3, 4]").expect("the folder can be written");
        let file = file.display();
        let (_, said, _) = self.talk(
            "server",
            &["-d", "#0"],
            &format!("restore {file} xs []i32\ncall twice ys xs\nstore {file} ys\nrestore {file} zs []i32\nindex z zs 1\ncall twice us zs\nindex u us 1\nset us z 0\nindex v us 0\nreport\n"),
        );
        assert!(!said.contains("FAILURE") && said.matches("%%% OK").count() == 11, "{said}");
        let (_, said, _) = self.talk(
            "server",
            &["--default-group-size", "8", "--default-tile-size", "8", "--param", "twice.flatten_0=7"],
            &format!("tuning_params twice\nset_tuning_param group_size 2\ntuning_param_class groups\nrestore {file} xs []i32\ncall twice ys xs\nset_tuning_param groups 5\n"),
        );
        let failure = "%%% FAILURE\nError: tuning parameters can be set only while there are no variables\n";
        assert!(
            said.starts_with("%%% OK\ngroup_size\ntwice.flatten_0\n%%% OK\n") && said.contains("\nnum_groups\n"),
            "{said}"
        );
        assert!(said.matches("FAILURE").count() == 1 && said.contains(failure), "{said}");
        let (is_well, _, error) = self.talk("server", &["-d", "none such"], "");
        assert!(!is_well && error.starts_with("Error: there is no device 'none such'"), "{error}");
    }

    /// Tests tuning parameters on the command line and in files.
    fn pass_parameters(&self) {
        let twice = |words: &[&str], input: &str| self.talk("command", &[&["-e", "twice"], words].concat(), input);
        let list = "group_size (group_size)\ngroups (num_groups)\ngroup_memory (shared_memory)\ntile_size (tile_size)\n\
                    warp_size (warp_size)\nshort_segment (short_segment)\nstack_size (stack_size)\ntwice.flatten_0 (threshold)\n";
        assert_eq!(twice(&["--print-params"], ""), (true, list.into(), String::new()));
        let file = self.path("tuning");
        let path = file.to_str().expect("the path is text");
        let loaded = |lines: &str| {
            std::fs::write(&file, lines).expect("the folder can be written");
            twice(&["--tuning", path, "--param", "groups=5"], "[5]")
        };
        assert_eq!(loaded("group_size=4\n\r\ntwice.flatten_0=0\r\n"), (true, "[10i32]\n".into(), String::new()));
        for (lines, wrong) in [
            ("groups=1\nnone=3\n", "line 2: there is no such tuning parameter: 'none=3'"),
            ("groups=1x", "line 1: a tuning parameter is a whole number from 0 on, not as in 'groups=1x'"),
            ("groups=-1", "line 1: a tuning parameter is a whole number from 0 on, not as in 'groups=-1'"),
            ("groups", "line 1: a tuning parameter is set by NAME=VALUE, not by 'groups'"),
        ] {
            assert_eq!(loaded(lines), (false, String::new(), format!("Error: {path}, {wrong}\n")));
        }
        let (is_well, _, error) = twice(&["--param=none=3"], "[5]");
        assert!(!is_well && error.starts_with("Error: there is no such tuning parameter: 'none=3'\n"), "{error}");
        let (is_well, _, error) = twice(&["--tuning", "/nowhere"], "[5]");
        assert!(!is_well && error == "Error: no file can be read at '/nowhere'\n", "{error}");
    }

    /// Runs a program on an input. Returns whether it succeeds, its output and its error output.
    fn talk(&self, program: &str, words: &[&str], input: &str) -> (bool, String, String) {
        let mut command = self.command(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // The program may end before it has read all input.
        let _ = child.stdin.take().expect("the input is a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    }
}

/// Runs a command that succeeds. Returns its output.
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (said, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && error.is_empty(), "{command:?}: {}\n{said}{error}", output.status);
    said.into_owned()
}

#[test]
fn opencl_keeps_blocks_and_tells_failures() {
    let bench = Bench::new("OPENCL");
    bench.pass_all();
    bench.pass_programs();
    bench.pass(&["cache", &bench.path("kernels").display().to_string()], &[]);
    // PoCL has its own cache and creates its folder.
    let pocl = bench.path("pocl").display().to_string();
    let settings = [("XDG_CACHE_HOME", "/tmp/../nowhere"), ("RISTA_CACHE", "off"), ("POCL_CACHE_DIR", &pocl)];
    let said = bench.run("main", &["limits"], &settings);
    let lack = "has no numbers of double precision, which the operation at a.fut:4:1-5 needs; `--target c`";
    assert_eq!(said.matches(lack).count(), 4, "{said}");
}

/// Makes each function that can fail return several error codes.
#[test]
fn opencl_may_fail_anywhere() {
    let bench = Bench::new("OPENCL");
    let said = bench.run("main", &["faults"], &[]);
    for part in ["clCreateContext gave CL_OUT_OF_RESOURCES (-5)", "the kernel scale (a.fut:1:1-5)", "out of memory"] {
        assert!(said.contains(part), "{said}");
    }
    bench.pass(&["refusal"], &[]);
    let said = bench.run("main", &["lost"], &[]);
    assert!(said.contains("clEnqueueReadBuffer gave CL_INVALID_COMMAND_QUEUE (-36)"), "{said}");
}

#[test]
fn cuda_keeps_blocks_and_tells_failures() {
    let bench = Bench::new("CUDA");
    bench.pass_all();
    bench.pass_programs();
    bench.fail_on_cuda();
}
