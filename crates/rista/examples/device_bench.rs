//! Measures array operations on a device (`bench/device/primitives.fut`): the bytes moved or operations done per
//! second, and the share of the rate that a copy of the same bytes reaches in the same run.
//!
//! `cargo run --release -p rista --example device_bench -- [--target opencl|cuda] [--device NAME] [--elements N]
//! [--side N] [--json]`

mod common;

use back::c::{Device, FLAGS, write_server};
use base::SourceMap;
use clap::{Parser, ValueEnum};
use common::{describe, run_deep};
use driver::{Language, Level, Machine, Module, Settings, compile_source, no_other_files, run_to};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use tempfile::TempDir;

/// Number of measured runs of each operation. One run before them compiles the kernels.
const RUNS: usize = 15;

/// Measures array operations on a device.
#[derive(Parser)]
struct Arguments {
    /// The interface to the device
    #[arg(short, long, value_enum, default_value_t = Target::Cuda)]
    target: Target,
    /// The device: a part of its name, or `#K`
    #[arg(short, long)]
    device: Option<String>,
    /// The number of elements of vectors
    #[arg(long, value_name = "N", default_value_t = 1 << 27)]
    elements: u64,
    /// The number of rows and columns of matrices
    #[arg(long, value_name = "N", default_value_t = 8192)]
    side: u64,
    /// The number of rows and columns of matrices that are multiplied
    #[arg(long, value_name = "N", default_value_t = 4096)]
    product: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    Opencl,
    Cuda,
}

/// An entry point with its inputs, and the least work that it must do.
struct Operation {
    name: &'static str,
    inputs: &'static [&'static str],
    /// Bytes read from and written to memory.
    bytes: f64,
    /// Operations on floats; 0 if the rate counts bytes.
    operations: f64,
}

impl Operation {
    fn measured(&self, times: &[f64]) -> Measured {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        let (best, median) = (times[0], times[times.len() / 2]);
        let counts_operations = self.operations > 0.0;
        let work = if counts_operations { self.operations } else { self.bytes };
        Measured { name: self.name, median, best, rate: work / median.max(1e-9), counts_operations }
    }
}

struct Measured {
    name: &'static str,
    /// Median time in seconds.
    median: f64,
    best: f64,
    /// Bytes or operations per second.
    rate: f64,
    counts_operations: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run_deep(move || run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = TempDir::with_prefix("rista-device-bench-").map_err(|error| error.to_string())?;
    let program = compile(arguments.target, folder.path())?;
    let mut server = Server::start(&program, arguments, folder.path())?;
    for (name, size) in [("elements", arguments.elements), ("side", arguments.side), ("product", arguments.product)] {
        server.number(name, size)?;
    }
    for (entry, name, size) in
        [("vector", "xs", "elements"), ("matrix", "a", "side"), ("matrix", "b", "product"), ("matrix", "c", "product")]
    {
        server.ask(&format!("call {entry} {name} {size}"))?;
    }
    let operations = operations(arguments);
    let mut times = vec![Vec::new(); operations.len()];
    // Measures the operations in turns. Otherwise the runtime would move an array to the host that is copied repeatedly
    // and used by no kernel.
    for _ in 0..=RUNS {
        for (operation, times) in operations.iter().zip(&mut times) {
            times.push(server.time(operation)?);
        }
    }
    let measured: Vec<_> = operations.iter().zip(times).map(|(one, times)| one.measured(&times[1..])).collect();
    let copy = measured.iter().find(|one| one.name == "copy").map_or(1.0, |one| one.rate);
    match arguments.json {
        true => println!("{:#}", json(&measured, copy)),
        false => print!("{}", table(&measured, copy)),
    }
    Ok(())
}

fn operations(arguments: &Arguments) -> Vec<Operation> {
    let vector = 4.0 * arguments.elements as f64;
    let matrix = 4.0 * (arguments.side as f64).powi(2);
    let product = 2.0 * (arguments.product as f64).powi(3);
    let of = |name, inputs, bytes, operations| Operation { name, inputs, bytes, operations };
    vec![
        of("copy", &["xs"][..], 2.0 * vector, 0.0),
        of("map", &["xs"], 2.0 * vector, 0.0),
        of("reduce", &["xs"], vector, 0.0),
        of("scan", &["xs"], 2.0 * vector, 0.0),
        of("histogram", &["xs"], vector, 0.0),
        // The filter keeps half of the elements.
        of("filter", &["xs"], 1.5 * vector, 0.0),
        of("transpose", &["a"], 2.0 * matrix, 0.0),
        of("stencil", &["a"], 2.0 * matrix, 0.0),
        of("product", &["b", "c"], 0.0, product),
    ]
}

/// Compiles the program as a server and returns its path.
fn compile(target: Target, folder: &Path) -> Result<std::path::PathBuf, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/device/primitives.fut");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut sources = SourceMap::default();
    let file = sources.add("primitives.fut", text);
    let settings = Settings { machine: Machine::Device, ..Settings::default() };
    let module = compile_source(Language::Futhark, &mut sources, file, &mut no_other_files)
        .and_then(|front| run_to(front.module, Level::Imp, settings, &mut ()))
        .map_err(|error| describe(&sources, &error))?;
    let Module::Imp(imp) = module else { return Err("it did not come out as IMP".into()) };
    let device = match target {
        Target::Opencl => Device::OpenCl,
        Target::Cuda => Device::Cuda,
    };
    let (source, program) = (folder.join("primitives.c"), folder.join("primitives"));
    fs::write(&source, write_server(&imp, &sources, Some(device))).map_err(|error| error.to_string())?;
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let status = Command::new(&compiler)
        .args(FLAGS)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .args(["-lm", "-pthread", "-ldl"])
        .status()
        .map_err(|error| format!("{compiler}: {error}"))?;
    if status.success() { Ok(program) } else { Err(format!("{compiler} ended with {status}")) }
}

/// The compiled program, running as a server: it keeps values and executes commands.
struct Server<'f> {
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
    fn start<'f>(program: &Path, arguments: &Arguments, folder: &'f Path) -> Result<Server<'f>, String> {
        let mut command = Command::new(program);
        if let Some(device) = &arguments.device {
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
    fn ask(&mut self, command: &str) -> Result<String, String> {
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

    /// Defines a variable of type `i64` in the server.
    fn number(&mut self, name: &str, value: u64) -> Result<(), String> {
        let path = self.folder.join(name);
        let bytes = [b"b\x02\x00 i64", &value.to_le_bytes()[..]].concat();
        fs::write(&path, bytes).map_err(|error| error.to_string())?;
        self.ask(&format!("restore {} {name} i64", path.display())).map(|_| ())
    }

    /// Returns the time of a call in seconds.
    fn time(&mut self, operation: &Operation) -> Result<f64, String> {
        let call = format!("call {}_it result {}", operation.name, operation.inputs.join(" "));
        let told = self.ask(&call)?;
        self.ask("free result")?;
        let microseconds = told.lines().find_map(|line| line.strip_prefix("runtime: ")?.trim().parse::<f64>().ok());
        microseconds.map(|time| time / 1e6).ok_or_else(|| format!("{call}: it tells no time: {told}"))
    }
}

fn table(measured: &[Measured], copy: f64) -> String {
    let mut text =
        String::from("| operation | median ms | best ms | GB/s or GFLOP/s | of a copy |\n|---|--:|--:|--:|--:|\n");
    for one in measured {
        let share = if one.counts_operations { String::new() } else { format!("{:.0} %", 100.0 * one.rate / copy) };
        let (median, best, rate) = (one.median * 1e3, one.best * 1e3, one.rate / 1e9);
        text.push_str(&format!("| {} | {median:.3} | {best:.3} | {rate:.1} | {share} |\n", one.name));
    }
    text
}

fn json(measured: &[Measured], copy: f64) -> serde_json::Value {
    let one = |one: &Measured| {
        serde_json::json!({
            "operation": one.name,
            "median_seconds": one.median,
            "best_seconds": one.best,
            "rate": one.rate,
            "unit": if one.counts_operations { "operations/s" } else { "bytes/s" },
            "of_copy": if one.counts_operations { None } else { Some(one.rate / copy) },
        })
    };
    measured.iter().map(one).collect()
}
