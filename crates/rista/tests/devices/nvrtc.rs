//! Tests that NVIDIA's compiler of kernels, which needs no GPU, compiles all kernels without a warning, and reports the
//! registers and memory that half of them need.

use crate::devices::{folder, least, source, succeed, tell};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread::{available_parallelism, scope};

/// An architecture, and the number of bits of indices.
type Target = (&'static str, u32);

/// An architecture for which the compiler also assembles, which takes longer than all else, and virtual ones, for which
/// it stops at PTX.
const TARGETS: [Target; 3] = [("sm_90", 32), ("compute_80", 64), ("compute_90", 32)];

/// The settings for an H100, and the option to report the kernels' needs.
const OPTIONS: [&str; 8] = [
    "-DRISTA_GROUP_SIZE=256",
    "-DRISTA_GROUPS=528",
    "-DRISTA_GROUP_MEMORY=115712",
    "-DRISTA_TILE_SIZE=16",
    "-DRISTA_WARP_SIZE=32",
    "-DRISTA_SHORT_SEGMENT=32",
    "-DRISTA_STACK_SIZE=8192",
    "--ptxas-options=-v",
];

/// The needs of a kernel, in 32-bit registers and bytes.
#[derive(Default)]
struct Needs {
    registers: u64,
    shared: u64,
    stack: u64,
    spilled: u64,
}

/// The compiler's output for some texts.
#[derive(Default)]
struct Said {
    faults: Vec<String>,
    /// The needs by text, kernel and target.
    kernels: BTreeMap<(PathBuf, String, Target), Needs>,
}

/// Compiles all texts of a folder for GPUs, and writes the needs of the kernels to `registers.txt` beside it.
pub fn compile(texts: &Path) {
    let Some(library) = library() else {
        return tell(
            "NOT TESTED: NVRTC is not installed in the target folder (`test.sh` does so where it can be downloaded)",
        );
    };
    let compiler = folder("stand-in").join("ptx");
    succeed(
        Command::new("c++")
            .args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&compiler, &source("ptx.cpp")])
            .arg("-ldl"),
    );
    let entries = std::fs::read_dir(texts).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort_by_key(|file| (file.metadata().map_or(0, |data| data.len()), file.clone()));
    // The widths differ in types only. The longer half of the texts is compiled for one of them, and not assembled.
    let (short, long) = files.split_at(files.len().div_ceil(2));
    let of =
        |target: Target, files: &[PathBuf]| files.iter().map(move |file| (target, file.clone())).collect::<Vec<_>>();
    let jobs = Mutex::new([of(TARGETS[0], short), of(TARGETS[1], short), of(TARGETS[2], long)].concat());
    let said = Mutex::new(Said::default());
    scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let next = || jobs.lock().expect("no thread panics").pop();
                while let Some((target, file)) = next() {
                    let output = compile_one(&compiler, &library, target, &file);
                    read(&output, target, &mut said.lock().expect("no thread panics"));
                }
            });
        }
    });
    let said = said.into_inner().expect("no thread panics");
    assert!(said.faults.is_empty(), "{} faults:\n\n{}", said.faults.len(), said.faults.join("\n"));
    let report = texts.with_file_name("registers.txt");
    std::fs::write(&report, table(&said)).expect("the report can be written");
    let spilling = said.kernels.values().filter(|needs| needs.spilled > 0).count();
    let count = said.kernels.len();
    tell(&format!(
        "NVRTC takes {} texts for {}; of {count} assembled kernels {spilling} spill registers: {}",
        files.len(),
        TARGETS.map(shown).join(" and "),
        report.display()
    ));
    assert!(count >= least(300), "only {count} kernels");
}

/// Returns the library that `test.sh` has installed.
fn library() -> Option<PathBuf> {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("nvrtc").join("lib");
    let versions = std::fs::read_dir(environment).ok()?;
    let packages = versions.flatten().map(|version| version.path().join("site-packages"));
    packages.map(|packages| packages.join("nvidia/cuda_nvrtc/lib/libnvrtc.so.12")).find(|path| path.exists())
}

/// Returns the output of the compiler for a text.
fn compile_one(compiler: &Path, library: &Path, (architecture, bits): Target, file: &Path) -> String {
    let mut command = Command::new(compiler);
    command.arg(library).args(OPTIONS).arg(format!("--gpu-architecture={architecture}"));
    command.arg(format!("-DRISTA_INDEX_BITS={bits}")).arg("--").arg(file);
    String::from_utf8(succeed(&mut command).stdout).expect("it is UTF-8")
}

/// Parses the compiler's output: lines of `ptxas` on kernels. Any other line is a fault.
fn read(output: &str, target: Target, said: &mut Said) {
    let (mut text, mut kernel) = (PathBuf::new(), String::new());
    for line in output.lines().map(|line| line.trim_matches(['\0', ' '])).filter(|line| !line.is_empty()) {
        if let Some(path) = line.strip_prefix("== ").filter(|rest| *rest != "failed") {
            text = path.into();
        } else if line.starts_with("ptxas") {
            if let Some((_, rest)) = line.split_once("Compiling entry function '") {
                kernel = rest.split('\'').next().unwrap_or_default().to_owned();
            }
            // Output before the first kernel belongs to the whole text.
            if !kernel.is_empty() {
                let of_kernel = (text.clone(), kernel.clone(), target);
                said.kernels.entry(of_kernel).or_default().read(line);
            }
        } else {
            said.faults.push(format!("{} for {}: {line}", text.display(), shown(target)));
        }
    }
}

impl Needs {
    fn read(&mut self, line: &str) {
        let counts = line.split([',', ':']).filter_map(|part| {
            let words: Vec<&str> = part.split_whitespace().skip_while(|word| word.parse::<u64>().is_err()).collect();
            let (count, what) = words.split_first()?;
            Some((count.parse::<u64>().ok()?, what.join(" ")))
        });
        for (count, what) in counts {
            match what.as_str() {
                "registers" => self.registers = count,
                "bytes smem" => self.shared = count,
                "bytes stack frame" => self.stack = count,
                "bytes spill stores" | "bytes spill loads" => self.spilled += count,
                _ => {}
            }
        }
    }
}

fn shown((architecture, bits): Target) -> String {
    format!("{architecture} with indices of {bits} bits")
}

/// Returns a table of the kernels: those that spill first, then those with the most registers.
fn table(said: &Said) -> String {
    let mut lines: Vec<_> = said.kernels.iter().collect();
    lines.sort_by_key(|(kernel, needs)| (std::cmp::Reverse((needs.spilled, needs.registers)), *kernel));
    let mut places = BTreeMap::new();
    let mut out = String::from("spilled registers stack shared kernel (place, text)\n");
    for ((text, kernel, target), Needs { registers, shared, stack, spilled }) in lines {
        let place = places.entry(text).or_insert_with(|| places_of(text)).get(kernel).map_or("", String::as_str);
        let text = text.file_name().unwrap_or_default().display();
        let _ = writeln!(
            out,
            "{spilled:7} {registers:9} {stack:5} {shared:6} {kernel} for {} ({place}, {text})",
            shown(*target)
        );
    }
    out
}

/// Returns the source place of each kernel of a text, from the comment before the kernel.
fn places_of(text: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(text).expect("the text can be read");
    let mut places = BTreeMap::new();
    let mut last = "";
    for line in text.lines() {
        if let Some((head, _)) = line.rsplit_once('(').filter(|_| line.contains("__global__")) {
            let name = head.rsplit(' ').next().unwrap_or_default();
            places.insert(name.to_owned(), last.strip_prefix("// ").unwrap_or_default().to_owned());
        }
        last = line;
    }
    places
}
