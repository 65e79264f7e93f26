//! Compiles many generated programs as one C file, for the host or for a device.

use crate::check::{Outcome, Prepared, TIME_LIMIT};
use crate::program::Input;
use back::c::Device;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use value::{Reader, ScalarType, Value, write_binary};

/// Time limit for compiling the kernels of all programs.
const COMPILE_LIMIT: Duration = Duration::from_secs(600);

/// A C compiler and the flags that a file is compiled with.
#[derive(Clone, Copy)]
pub struct Way {
    /// Name of the way in faults; empty for the plain way.
    pub name: &'static str,
    compiler: &'static str,
    flags: &'static [&'static str],
}

/// Without optimisation, which compiles quickly.
pub const PLAIN: Way = Way { name: "", compiler: "cc", flags: &["-std=gnu11"] };
/// With checks of memory and of undefined behaviour.
pub const SANITIZED: Way = Way {
    name: "",
    compiler: "cc",
    flags: &["-std=gnu11", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
};
/// Optimised as users compile libraries, and as `run` and `build` compile programs.
const OPTIMISED: [Way; 4] = [
    Way { name: " (gcc -O2)", compiler: "gcc", flags: &["-std=gnu11", "-O2"] },
    Way { name: " (gcc -O3)", compiler: "gcc", flags: back::c::FLAGS },
    Way { name: " (clang -O2)", compiler: "clang", flags: &["-std=gnu11", "-O2"] },
    Way { name: " (clang -O3)", compiler: "clang", flags: back::c::FLAGS },
];

/// Returns the optimised ways of the installed compilers, and the names of the missing compilers.
pub fn optimised() -> (Vec<Way>, Vec<&'static str>) {
    let is_there = |compiler: &str| {
        let command = Command::new(compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        command.is_ok_and(|status| status.success())
    };
    let missing: Vec<&str> = ["gcc", "clang"].into_iter().filter(|compiler| !is_there(compiler)).collect();
    (OPTIMISED.into_iter().filter(|way| !missing.contains(&way.compiler)).collect(), missing)
}

/// A compiled file, which is deleted with this value together with its compiled kernels.
pub struct Batch {
    executable: PathBuf,
    folder: TempDir,
}

impl Batch {
    /// Compiles all programs for one thread and for several threads, or for the device.
    ///
    /// # Errors
    /// The compiler's message.
    pub fn compile(programs: &[Prepared], way: Way, device: Option<Device>) -> Result<Batch, String> {
        let folder = tempfile::Builder::new().prefix("rista-fuzz-").tempdir().map_err(|error| error.to_string())?;
        let (source, executable) = (folder.path().join("batch.c"), folder.path().join("batch"));
        let plain = programs.iter().map(|program| (&program.imp, &program.sources));
        let tasks = programs.iter().map(|program| (&program.tasks, &program.sources));
        let kernels = programs.iter().map(|program| (&program.kernels, &program.sources));
        let parts: Vec<_> = if device.is_some() { kernels.collect() } else { plain.chain(tasks).collect() };
        std::fs::write(&source, back::c::write_batch(&parts, device)).map_err(|error| error.to_string())?;
        let mut command = Command::new(way.compiler);
        command.args(way.flags).arg("-w");
        command.arg("-o").arg(&executable).arg(&source).args(["-lm", "-pthread", "-ldl"]);
        let output = command.output().map_err(|error| format!("cannot run {}: {error}", way.compiler))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let batch = Batch { executable, folder };
        if device.is_some() {
            // Opening the device compiles the kernels. If it fails, the runs report that.
            let _ = run(batch.command(0, ""), &[], COMPILE_LIMIT);
        }
        Ok(batch)
    }

    fn command(&self, program: usize, entry: &str) -> Command {
        let mut command = Command::new(&self.executable);
        command.args([&program.to_string(), entry]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Groups are small, so that a few elements need several. Compiled kernels are stored with the batch.
        let few =
            [("RISTA_GROUP_SIZE", "8"), ("RISTA_GROUPS", "3"), ("RISTA_TILE_SIZE", "4"), ("RISTA_WARP_SIZE", "8")];
        command.envs(few.into_iter().filter(|(name, _)| std::env::var_os(name).is_none()));
        command.env("XDG_CACHE_HOME", self.folder.path());
        command
    }

    /// Runs an entry point of the program at a position.
    ///
    /// # Errors
    /// A description of a crash, a time-out or malformed output.
    pub fn run(&self, program: usize, input: &Input, results: &[(ScalarType, usize)]) -> Result<Outcome, String> {
        let mut bytes = Vec::new();
        input.args.iter().try_for_each(|value| write_binary(value, &mut bytes)).map_err(|error| error.to_string())?;
        let ended = run(self.command(program, &input.entry), &bytes, TIME_LIMIT).map_err(|error| error.to_string())?;
        match ended.code {
            Some(0) => {
                let mut reader = Reader::new(&ended.stdout);
                let values: Result<Vec<Value>, _> =
                    results.iter().map(|(elem, rank)| reader.read_value_as(*elem, *rank)).collect();
                values.map(Ok).map_err(|error| format!("its output is malformed: {error}"))
            }
            Some(1) => Ok(Err(failure(&ended.stderr))),
            Some(code) => Err(format!("it ended with {code}: {}", ended.stderr)),
            None if ended.is_late => Err(format!("it did not end within {} s", TIME_LIMIT.as_secs())),
            None => Err(format!("a signal ended it: {}", ended.stderr)),
        }
    }
}

/// Result of a process; without a code, a signal killed it.
struct Ended {
    code: Option<i32>,
    /// Whether the process was killed at its time limit.
    is_late: bool,
    stdout: Vec<u8>,
    stderr: String,
}

/// Runs the command on the input, and kills it at the time limit.
fn run(mut command: Command, input: &[u8], limit: Duration) -> std::io::Result<Ended> {
    let mut child = command.spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.to_vec();
    // A program that fails early does not read all of its input.
    let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let reading = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            bytes
        })
    };
    let stdout = reading(stdout.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let stderr = reading(stderr.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let start = Instant::now();
    let mut is_late = false;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                is_late = true;
                child.kill()?;
                break child.wait()?;
            }
            None => std::thread::sleep(Duration::from_micros(300)),
        }
    };
    let _ = writer.join();
    let stderr = stderr.join().unwrap_or_default();
    Ok(Ended {
        code: status.code(),
        is_late,
        stdout: stdout.join().unwrap_or_default(),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

/// Returns the message of a failure, without prefix and places.
fn failure(text: &str) -> String {
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    text.split("\n\nBacktrace").next().unwrap_or(text).trim_end().to_owned()
}
