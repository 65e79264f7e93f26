//! Measures array operations on a device (`bench/device/primitives.fut`), or the benchmark programs
//! (`bench/device/programs.fut`). For array operations the rate is given: the bytes that an operation must move, or the float
//! operations that it must do, per second; and the fraction of the rate of a copy in the same run.
//!
//! `cargo run --release -p rista --example device_bench -- [--target opencl|cuda] [--device NAME] [--elements N] [--side N]
//! [--programs SCALE] [--without-checks] [--host] [--json]`

mod common;
#[path = "common/server.rs"]
mod server;

use back::c::{Device, write_server};
use clap::{Parser, ValueEnum};
use common::run_deep;
use driver::Machine;
use imp::def::Stm;
use imp::walk::blocks_mut;
use server::Server;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::TempDir;

/// Number of runs of each operation on a device and on the host, after a first one that compiles kernels.
const RUNS: usize = 15;
const HOST_RUNS: usize = 3;

/// The benchmark programs in `bench/device/programs.fut`.
const PROGRAMS: &[&str] = &[
    "asum",
    "dot",
    "saxpy",
    "black_scholes",
    "histogram",
    "kmeans",
    "matmul",
    "stencil",
    "hotspot",
    "lattice_boltzmann",
    "needleman_wunsch",
    "lu",
    "neighbours",
    "quicksort_flat",
];

/// Measures array operations on a device.
#[derive(Parser)]
struct Arguments {
    /// The interface to the device
    #[arg(short, long, value_enum, default_value_t = Target::Cuda)]
    target: Target,
    /// The device, by a part of its name, or by number as `#0`
    #[arg(short, long)]
    device: Option<String>,
    /// The elements of vectors
    #[arg(long, value_name = "N", default_value_t = 1 << 27)]
    elements: u64,
    /// The rows and columns of matrices
    #[arg(long, value_name = "N", default_value_t = 8192)]
    side: u64,
    /// The rows and columns of matrices that are multiplied
    #[arg(long, value_name = "N", default_value_t = 4096)]
    product: u64,
    /// Measure the benchmark programs instead, on inputs of this scale: 1 keeps a GPU busy for some milliseconds
    #[arg(long, value_name = "SCALE")]
    programs: Option<f64>,
    /// Measure also without checks of indices and sizes
    #[arg(long)]
    without_checks: bool,
    /// Measure also on all threads of the host
    #[arg(long)]
    host: bool,
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
    inputs: Vec<String>,
    /// Bytes to and from memory; 0 if unknown.
    bytes: f64,
    /// Operations on floats; 0 where bytes count.
    operations: f64,
}

/// A program as it is compiled and where it runs.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Device,
    WithoutChecks,
    Host,
}

/// Times of an operation in seconds, sorted.
struct Times(Vec<f64>);

impl Times {
    fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    fn best(&self) -> f64 {
        self.0[0]
    }
}

/// An operation with its times on each side.
struct Measured {
    operation: Operation,
    sides: Vec<(Side, Times)>,
}

impl Measured {
    fn on(&self, side: Side) -> Option<&Times> {
        self.sides.iter().find(|(other, _)| *other == side).map(|(_, times)| times)
    }

    /// Returns the median time on the device, in seconds.
    fn median(&self) -> f64 {
        self.on(Side::Device).map_or(f64::NAN, Times::median)
    }

    /// Returns bytes, or operations, per second.
    fn rate(&self) -> f64 {
        let Operation { bytes, operations, .. } = self.operation;
        (if operations > 0.0 { operations } else { bytes }) / self.median().max(1e-9)
    }

    /// Returns the median time on another side, divided by that on the device.
    fn ratio(&self, side: Side) -> Option<f64> {
        Some(self.on(side)?.median() / self.median())
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run_deep(move || run(&arguments))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let folder = TempDir::with_prefix("rista-device-bench-").map_err(|error| error.to_string())?;
    let mut sides = vec![Side::Device];
    sides.extend(arguments.without_checks.then_some(Side::WithoutChecks));
    sides.extend(arguments.host.then_some(Side::Host));
    let mut servers = Vec::new();
    // All programs are compiled before any runs.
    let programs: Vec<PathBuf> =
        sides.iter().map(|side| compile(arguments, *side, folder.path())).collect::<Result<_, _>>()?;
    for (side, program) in sides.into_iter().zip(programs) {
        let device = arguments.device.as_deref().filter(|_| side != Side::Host);
        let mut server = Server::start(&program, device, folder.path())?;
        make_inputs(&mut server, arguments)?;
        servers.push((side, server));
    }
    let operations = operations(arguments);
    let mut times: Vec<Vec<Vec<f64>>> = operations.iter().map(|_| vec![Vec::new(); servers.len()]).collect();
    for run in 0..=RUNS {
        for (operation, times) in operations.iter().zip(&mut times) {
            for ((side, server), times) in servers.iter_mut().zip(times) {
                if *side != Side::Host {
                    // A device takes some time to switch between processes, which the first call includes.
                    time(server, operation)?;
                } else if run > HOST_RUNS {
                    continue;
                }
                times.push(time(server, operation)?);
            }
        }
    }
    let sorted = |mut times: Vec<f64>| {
        times.remove(0);
        times.sort_by(f64::total_cmp);
        Times(times)
    };
    let with_times = |(operation, times): (Operation, Vec<Vec<f64>>)| {
        let sides = servers.iter().zip(times).map(|((side, _), times)| (*side, sorted(times))).collect();
        Measured { operation, sides }
    };
    let measured: Vec<Measured> = operations.into_iter().zip(times).map(with_times).collect();
    match arguments.json {
        true => println!("{:#}", json(&measured)),
        false => print!("{}", table(&measured)),
    }
    Ok(())
}

/// Makes the inputs of all operations. They stay in the memory of the server's side.
fn make_inputs(server: &mut Server, arguments: &Arguments) -> Result<(), String> {
    if let Some(scale) = arguments.programs {
        server.define("scale", "f64", &scale.to_le_bytes())?;
        for name in PROGRAMS {
            server.ask(&format!("call {name}_in {name} scale"))?;
        }
        return Ok(());
    }
    for (name, size) in [("elements", arguments.elements), ("side", arguments.side), ("product", arguments.product)] {
        server.define(name, "i64", &size.to_le_bytes())?;
    }
    for (entry, name, size) in
        [("vector", "xs", "elements"), ("matrix", "a", "side"), ("matrix", "b", "product"), ("matrix", "c", "product")]
    {
        server.ask(&format!("call {entry} {name} {size}"))?;
    }
    Ok(())
}

fn operations(arguments: &Arguments) -> Vec<Operation> {
    if arguments.programs.is_some() {
        let of = |&name| Operation { name, inputs: vec![name.to_owned()], bytes: 0.0, operations: 0.0 };
        return PROGRAMS.iter().map(of).collect();
    }
    let vector = 4.0 * arguments.elements as f64;
    let matrix = 4.0 * (arguments.side as f64).powi(2);
    let product = 2.0 * (arguments.product as f64).powi(3);
    let of = |name, inputs: &[&str], bytes, operations| {
        let inputs = inputs.iter().map(|&input| input.to_owned()).collect();
        Operation { name, inputs, bytes, operations }
    };
    vec![
        of("copy", &["xs"], 2.0 * vector, 0.0),
        of("map", &["xs"], 2.0 * vector, 0.0),
        of("reduce", &["xs"], vector, 0.0),
        of("scan", &["xs"], 2.0 * vector, 0.0),
        of("histogram", &["xs"], vector, 0.0),
        of("scatter", &["xs"], 2.0 * vector, 0.0),
        // Half of the elements stay.
        of("filter", &["xs"], 1.5 * vector, 0.0),
        of("transpose", &["a"], 2.0 * matrix, 0.0),
        of("stencil", &["a"], 2.0 * matrix, 0.0),
        of("product", &["b", "c"], 0.0, product),
    ]
}

/// Compiles the program as a server; returns its path.
fn compile(arguments: &Arguments, side: Side, folder: &Path) -> Result<PathBuf, String> {
    let name = if arguments.programs.is_some() { "programs" } else { "primitives" };
    let machine = if side == Side::Host { Machine::Threads } else { Machine::Device };
    let (mut program, sources) = server::to_imp(&format!("device/{name}.fut"), machine)?;
    if side == Side::WithoutChecks {
        program.functions.values_mut().for_each(|function| drop_checks(&mut function.body));
    }
    let device = match (side, arguments.target) {
        (Side::Host, _) => None,
        (_, Target::Opencl) => Some(Device::OpenCl),
        (_, Target::Cuda) => Some(Device::Cuda),
    };
    let executable = folder.join(format!("{name}-{}", side as u8));
    server::compile(&write_server(&program, &sources, device), &executable)?;
    Ok(executable)
}

fn drop_checks(block: &mut Vec<Stm>) {
    block.retain(|stm| !matches!(stm, Stm::Assert { .. }));
    block.iter_mut().for_each(|stm| blocks_mut(stm).into_iter().for_each(drop_checks));
}

/// Returns the time of a call in seconds.
fn time(server: &mut Server, operation: &Operation) -> Result<f64, String> {
    let time = server.time(&format!("{}_it", operation.name), &operation.inputs.join(" "))?;
    server.ask("free result")?;
    Ok(time)
}

fn table(measured: &[Measured]) -> String {
    let copy = rate_of_copy(measured);
    let mut titles = vec!["operation", "median ms", "best ms"];
    titles.extend(copy.map(|_| ["GB/s or GFLOP/s", "of a copy"]).into_iter().flatten());
    let sides = [(Side::WithoutChecks, "without checks"), (Side::Host, "on the host")];
    let sides: Vec<_> =
        sides.into_iter().filter(|(side, _)| measured.iter().any(|one| one.on(*side).is_some())).collect();
    for (_, title) in &sides {
        titles.extend([*title, "ratio"]);
    }
    let mut text = format!("| {} |\n|---{}|\n", titles.join(" | "), "|--:".repeat(titles.len() - 1));
    for one in measured {
        let best = one.on(Side::Device).map_or(f64::NAN, Times::best);
        text.push_str(&format!("| {} | {:.3} | {:.3} |", one.operation.name, 1e3 * one.median(), 1e3 * best));
        if let Some(copy) = copy {
            let share = match one.operation.operations > 0.0 {
                true => String::new(),
                false => format!("{:.0} %", 100.0 * one.rate() / copy),
            };
            text.push_str(&format!(" {:.1} | {share} |", one.rate() / 1e9));
        }
        for (side, _) in &sides {
            let (median, ratio) = (one.on(*side).map_or(f64::NAN, Times::median), one.ratio(*side).unwrap_or(f64::NAN));
            text.push_str(&format!(" {:.3} | {ratio:.2} |", 1e3 * median));
        }
        text.push('\n');
    }
    text
}

/// Returns the rate of the operation `copy`, where it is measured.
fn rate_of_copy(measured: &[Measured]) -> Option<f64> {
    measured.iter().find(|one| one.operation.name == "copy").map(Measured::rate)
}

fn json(measured: &[Measured]) -> serde_json::Value {
    let copy = rate_of_copy(measured);
    let one = |one: &Measured| {
        let counts_operations = one.operation.operations > 0.0;
        serde_json::json!({
            "operation": one.operation.name,
            "median_seconds": one.median(),
            "best_seconds": one.on(Side::Device).map(Times::best),
            "rate": one.rate(),
            "unit": if counts_operations { "operations/s" } else { "bytes/s" },
            "of_copy": copy.filter(|_| !counts_operations).map(|copy| one.rate() / copy),
            "without_checks_seconds": one.on(Side::WithoutChecks).map(Times::median),
            "host_seconds": one.on(Side::Host).map(Times::median),
        })
    };
    measured.iter().map(one).collect()
}
