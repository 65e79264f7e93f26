//! `rista build`: compiles to an executable program, a C library or C files.

use crate::foreign::Named;
use crate::load::{self, Failed, load};
use crate::passes::Choice;
use crate::{files, native, out};
use back::c::{Device, LibraryOptions, write_kernels, write_library, write_program, write_server};
use base::{Code, Diagnostic, Error, SourceMap};
use driver::kept::Kept;
use driver::{KEEP_CHECKS, Language, Level, Machine, Module, Settings, run_to};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
A program reads the arguments of an entry point from standard input and prints
its results; see its --help. A library is a header, one self-contained C file,
and a manifest for generators of bindings. A server reads commands, keeps values
and calls entry points.

Examples:
  rista build sum.fut                        makes sum
  rista build sum.fut --library -o lib/sum   makes lib/sum.h, lib/sum.c and lib/sum.json
  rista build sum.fut --server -o sum-server makes sum-server
  rista build sum.fut --emit c               makes sum.c, a whole program";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// A source program (.fut, .nova, .mc) or one in a level's text form: .core, .fun, .funmem, .imp
    file: PathBuf,
    /// The path of the output files, without extension (default: the path of the source)
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Make a C library: OUT.h, OUT.c and OUT.json
    #[arg(long)]
    library: bool,
    /// Make a program that executes commands from standard input
    #[arg(long, conflicts_with = "library")]
    server: bool,
    /// The prefix of the library's public names (default: `futhark`, or the file's name for NOVA and MExpr)
    #[arg(long, value_name = "PREFIX", requires = "library", value_parser = identifier)]
    prefix: Option<String>,
    /// Write the C of the program, or its kernels, and do not compile it
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with = "library")]
    emit: Option<Emit>,
    /// The target to compile for
    #[arg(long, value_enum, default_value_t = Target::C)]
    target: Target,
    #[command(flatten)]
    foreign: Named,
    #[command(flatten)]
    passes: Choice,
    #[command(flatten)]
    strictness: load::Strictness,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Target {
    /// C for one thread
    C,
    /// C for several threads, by default one for each processor
    Multicore,
    /// C with kernels for a device, through OpenCL
    #[value(name = "opencl")]
    OpenCl,
    /// C with kernels for an NVIDIA GPU, through CUDA
    Cuda,
}

impl Target {
    pub fn machine(self) -> (Machine, Option<Device>) {
        match self {
            Target::C => (Machine::Thread, None),
            Target::Multicore => (Machine::Threads, None),
            Target::OpenCl => (Machine::Device, Some(Device::OpenCl)),
            Target::Cuda => (Machine::Device, Some(Device::Cuda)),
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Emit {
    /// C11 with POSIX threads
    C,
    /// With --target opencl or cuda: the kernels, OUT.cl or OUT.cu
    Kernels,
}

/// Checks that the text can be the prefix of names in C.
fn identifier(text: &str) -> Result<String, String> {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    match starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        true if text.eq_ignore_ascii_case(RUNTIME) => {
            Err("names of the library's own functions begin like this".to_owned())
        }
        true => Ok(text.to_owned()),
        false => Err("names in C start with a letter or `_`, and have only letters, digits and `_`".to_owned()),
    }
}

/// Code of the error for a program that is not supported in the wanted form.
const LIMITATION: Code = Code("E0199");

/// Prefix of the private names of a library.
const RUNTIME: &str = "rista";

/// Returns the prefix of a library without `--prefix`: `futhark`, or the file's name for other source languages.
fn default_prefix(file: &Path) -> String {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let named = extension.and_then(Language::from_extension).is_some_and(|language| language != Language::Futhark);
    let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()).filter(|_| named) else {
        return LibraryOptions::default().prefix;
    };
    if stem.eq_ignore_ascii_case(RUNTIME) { format!("{stem}_") } else { stem.to_owned() }
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let mut sources = SourceMap::default();
    match build(arguments, &mut sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&sources),
    }
}

/// Builds an executable or a library of the program, or writes its C or its kernels.
fn build(arguments: &Arguments, sources: &mut SourceMap) -> Result<(), Failed> {
    let module = load(&arguments.file, sources, arguments.strictness)?;
    if module.entries().is_empty() {
        let help = "help: write `entry` instead of `def` before what is to be called from outside";
        return Err(Failed::Message(format!("{} has no entry points\n{help}", arguments.file.display())));
    }
    let has_effects = module.has_constants_with_effects();
    let (machine, device) = arguments.target.machine();
    let mut foreign = arguments.foreign.find(&arguments.file, device)?;
    let settings = foreign.settings(Settings { machine, ..arguments.passes.settings() }).leaving_out(KEEP_CHECKS);
    let mut kept = Kept::new(machine);
    let mut module = run_to(module, Level::Imp, settings, &mut kept)?;
    foreign.bind(&mut module);
    kept.notes(sources).iter().for_each(out::tell);
    let Module::Imp(program) = module else {
        return Err(Failed::message("the program cannot be compiled to C"));
    };
    if arguments.library && has_effects {
        return Err(limitation("a library whose constants have effects is not supported yet"));
    }
    if arguments.server && program.acts() {
        return Err(limitation("a server with input or output is not supported yet"));
    }
    let output = arguments.output.clone().unwrap_or_else(|| arguments.file.with_extension(""));
    if arguments.library {
        let prefix = arguments.prefix.clone().unwrap_or_else(|| default_prefix(&arguments.file));
        let options = LibraryOptions { prefix };
        let library = write_library(&program, sources, &options, device);
        let texts = [("h", library.header), ("c", library.source), ("json", library.manifest)];
        let files: Vec<(PathBuf, Vec<u8>)> =
            texts.into_iter().map(|(extension, text)| (with(&output, extension), text.into_bytes())).collect();
        return files::write_all(&files);
    }
    if let Some(Emit::Kernels) = arguments.emit {
        let Some(device) = device else {
            return Err(Failed::usage("only programs for devices have kernels\nhelp: give --target opencl or cuda"));
        };
        let extension = if device == Device::Cuda { "cu" } else { "cl" };
        return files::write_all(&[(with(&output, extension), write_kernels(&program, sources, device).into_bytes())]);
    }
    let write = if arguments.server { write_server } else { write_program };
    let c = write(&program, sources, device);
    if let Some(Emit::C) = arguments.emit {
        return files::write_all(&[(with(&output, "c"), c.into_bytes())]);
    }
    check_program_path(&output, &arguments.file)?;
    native::compile(&c, &output, &foreign, true)
}

/// Returns the error for a program that is not supported in the wanted form.
fn limitation(headline: &str) -> Failed {
    Error::Limitation(Box::new(Diagnostic::error(LIMITATION, headline))).into()
}

/// Appends an extension to the path, unless it has it already.
fn with(path: &Path, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|found| found == extension) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Checks that the program replaces neither a folder nor its own source.
fn check_program_path(output: &Path, source: &Path) -> Result<(), Failed> {
    let wrong = match (output.canonicalize(), source.canonicalize()) {
        (Ok(output), Ok(source)) if output == source => "it is the source",
        (Ok(output), _) if output.is_dir() => "it is a folder; name the program with -o",
        _ => return Ok(()),
    };
    Err(Failed::Message(format!("cannot write {}: {wrong}", output.display())))
}
