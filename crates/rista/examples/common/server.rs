//! Programs compiled by `write_server`: compiling them, and calling their entry points.

use crate::common::describe;
use back::c::FLAGS;
use base::SourceMap;
use driver::{Language, Level, Machine, Module, Settings, compile_source, run_to};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Returns the folder `bench`: that of the current folder, if there is one, or of the sources.
pub fn bench_folder() -> PathBuf {
    let here = Path::new("bench");
    let of_sources = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    if here.join("device").is_dir() { here.to_owned() } else { of_sources() }
}

/// Compiles the program `file` of the folder `bench` to IMP.
pub fn to_imp(file: &str, machine: Machine) -> Result<(imp::def::Program, SourceMap), String> {
    let bench = bench_folder();
    let path = bench.join(file);
    let language = if file.ends_with(".mc") { Language::MExpr } else { Language::Futhark };
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut sources = SourceMap::default();
    let main = sources.add(file, text);
    let mut read = |path: &str| fs::read_to_string(bench.join(path)).map_err(|error| format!("{path}: {error}"));
    let module = compile_source(language, &mut sources, main, &mut read)
        .and_then(|front| run_to(front.module, Level::Imp, Settings { machine, ..Settings::default() }, &mut ()))
        .map_err(|error| describe(&sources, &error))?;
    match module {
        Module::Imp(program) => Ok((program, sources)),
        _ => Err("it did not come out as IMP".into()),
    }
}

/// Compiles C to `executable`, by `$CC` or `cc`.
pub fn compile(source: &str, executable: &Path) -> Result<(), String> {
    let file = executable.with_extension("c");
    fs::write(&file, source).map_err(|error| error.to_string())?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let status = Command::new(&compiler)
        .args(FLAGS)
        .arg(&file)
        .arg("-o")
        .arg(executable)
        .args(["-lm", "-pthread", "-ldl"])
        .status()
        .map_err(|error| format!("{compiler}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{compiler} ended with {status}")) }
}

/// A running program, which keeps values and obeys commands. Its files are in a folder.
pub struct Server<'f> {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: &'f Path,
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server<'_> {
    /// Starts the program, on the device with this name, if one is given.
    pub fn start<'f>(program: &Path, device: Option<&str>, folder: &'f Path) -> Result<Server<'f>, String> {
        let mut command = Command::new(program);
        if let Some(device) = device {
            command.args(["-d", device]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("the program has no input and output".into());
        };
        let mut server = Server { process, input, output: BufReader::new(output), folder };
        server.answer("at the start")?;
        Ok(server)
    }

    /// Sends a command and returns the answer.
    pub fn ask(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").and_then(|()| self.input.flush()).map_err(|error| error.to_string())?;
        self.answer(command)
    }

    fn answer(&mut self, command: &str) -> Result<String, String> {
        let (mut text, mut failed) = (String::new(), false);
        loop {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).map_err(|error| error.to_string())?;
            match line.trim_end() {
                _ if count == 0 => return Err(format!("{command}: the program has ended\n{text}")),
                "%%% OK" if failed => return Err(format!("{command}: {text}")),
                "%%% OK" => return Ok(text),
                "%%% FAILURE" => failed = true,
                _ => text.push_str(&line),
            }
        }
    }

    /// Defines a scalar variable of this type, with the first bytes of these.
    pub fn define(&mut self, name: &str, ty: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.folder.join(name);
        let bytes = [&b"b\x02\x00"[..], format!("{ty:>4}").as_bytes(), bytes].concat();
        fs::write(&path, bytes).map_err(|error| error.to_string())?;
        self.ask(&format!("restore {} {name} {ty}", path.display())).map(|_| ())
    }

    /// Calls an entry point, which defines the variable `result`; returns its time in seconds.
    pub fn time(&mut self, entry: &str, arguments: &str) -> Result<f64, String> {
        let call = format!("call {entry} result {arguments}");
        let told = self.ask(&call)?;
        let microseconds = told.lines().find_map(|line| line.strip_prefix("runtime: ")?.trim().parse::<f64>().ok());
        microseconds.map(|time| time / 1e6).ok_or_else(|| format!("{call}: it tells no time: {told}"))
    }
}
