//! Definitions of a program's foreign functions: files for the C compiler, and code for kernels.
//!
//! If no files are named, those beside a program `p.nova` are used: `p.foreign.c`, and `p.foreign.cl` or `p.foreign.cu`
//! for kernels. C files can include `foreign.h`, which has the structs and prototypes. The C compiler checks the
//! definitions against the prototypes even without the include, because the prototypes are appended to the text of each
//! file.

use crate::load::{Failed, reason};
use back::c::{Device, c_string};
use driver::{KEEP_FOREIGN, Module, Settings};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name of the header with the structs and prototypes of the program's foreign functions.
const HEADER: &str = "foreign.h";

/// Files with definitions, named on the command line.
#[derive(clap::Args, Default)]
pub struct Named {
    /// A file that defines foreign functions: C, an object or a library, `-lNAME`, or a .cl or .cu file for kernels; may be given
    /// several times. Otherwise they are beside the program: PROGRAM.foreign.c, .cl and .cu
    #[arg(long = "foreign", value_name = "FILE", allow_hyphen_values = true)]
    files: Vec<PathBuf>,
}

/// The definitions of a program's foreign functions, for one target.
#[derive(Clone, Default)]
pub struct Foreign {
    /// Files and options for the C compiler.
    files: Vec<PathBuf>,
    /// Definitions for kernels, if there are any.
    device_code: Option<String>,
    declarations: String,
    /// Pairs of a function's name and its prototype.
    prototypes: Vec<(String, String)>,
}

impl Named {
    /// Returns the definitions for a target: the named files, or those beside the program.
    pub fn find(&self, program: &Path, device: Option<Device>) -> Result<Foreign, Failed> {
        let beside = |extension: &str| program.with_extension(format!("foreign.{extension}"));
        let all = match self.files.is_empty() {
            true => ["c", "cl", "cu"].map(beside).into_iter().filter(|path| path.is_file()).collect(),
            false => self.files.clone(),
        };
        let is = |path: &Path, wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
        let language = match device {
            Some(Device::OpenCl) => "cl",
            Some(Device::Cuda) => "cu",
            None => "",
        };
        let mut foreign = Foreign::default();
        for path in all {
            if !is_option(&path) && !path.is_file() {
                return Err(Failed::Message(format!("there is no file {}", path.display())));
            }
            match (is(&path, "cl") || is(&path, "cu"), is(&path, language)) {
                (true, true) => {
                    let name = c_string(&path.display().to_string());
                    let code = foreign.device_code.get_or_insert_default();
                    *code += &format!("#line 1 \"{name}\"\n{}\n", read(&path)?);
                }
                (true, false) => {}
                (false, _) => foreign.files.push(includable(path)?),
            }
        }
        Ok(foreign)
    }
}

impl Foreign {
    /// Changes the settings so that kernels call foreign functions, if there are definitions for kernels.
    pub fn settings(&self, settings: Settings) -> Settings {
        if self.has_device_code() { settings.leaving_out(KEEP_FOREIGN) } else { settings }
    }

    pub fn has_device_code(&self) -> bool {
        self.device_code.is_some()
    }

    /// Records which foreign functions the program at level IMP calls, and adds the definitions for kernels to the
    /// program. If it calls none, all files are ignored.
    pub fn bind(&mut self, module: &mut Module) {
        let Module::Imp(program) = module else { return };
        self.declarations = back::c::foreign_declarations(program);
        self.prototypes = back::c::foreign_prototypes(program);
        if let Some(code) = &self.device_code {
            program.device_code = code.as_str().into();
        }
        if self.prototypes.is_empty() {
            *self = Foreign::default();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.prototypes.is_empty()
    }

    /// Adds the files to the C compiler's command line, and writes the header to `folder`. Each C file is replaced by
    /// one that includes it and then the header, so that the prototypes follow its text.
    pub fn add(&self, folder: &Path, command: &mut Command) -> std::io::Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let header = format!("#pragma once\n#include <stdint.h>\n\n{}", self.declarations);
        fs::write(folder.join(HEADER), header)?;
        command.arg("-I").arg(folder);
        for (number, path) in self.files.iter().enumerate() {
            if path.extension().is_none_or(|extension| extension != "c") {
                command.arg(path);
                continue;
            }
            let with_header = folder.join(format!("foreign{number}.c"));
            let path = std::path::absolute(path)?;
            fs::write(&with_header, format!("#include \"{}\"\n#include \"{HEADER}\"\n", path.display()))?;
            command.arg(with_header);
        }
        Ok(())
    }

    /// Returns the cache key of the files: every path and option in order, and a hash of each file.
    pub fn fingerprint(&self) -> Result<String, Failed> {
        let mut text = String::new();
        for path in self.files.iter().filter(|_| !self.is_empty()) {
            text += &format!("{}\n", path.display());
            if !is_option(path) {
                let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
                text += &format!("{}\n", blake3::hash(&bytes));
            }
        }
        Ok(text)
    }

    /// Reports those foreign functions whose names conflict with the C headers of the program. `takes` returns whether
    /// the C compiler accepts a text.
    pub fn blame_names(&self, program: &str, takes: impl Fn(&str) -> Result<bool, Failed>) -> Result<(), Failed> {
        let headers: Vec<&str> = program.lines().filter(|line| line.starts_with("#include <")).collect();
        let mut wrong = String::new();
        for (_, prototype) in &self.prototypes {
            if !takes(&format!("{}\n{prototype};\n", headers.join("\n")))? {
                wrong += &format!("  {prototype}\n");
            }
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(Failed::Message(format!(
                "foreign functions have names that C's own library has:\n{wrong}help: give them other names"
            ))),
        }
    }

    /// Returns the error for a program that the C compiler rejects together with these files: the functions that are
    /// not defined, or the compiler's complaint. `None` if there are no files.
    pub fn blame(&self, complaint: &str) -> Option<Failed> {
        if self.is_empty() {
            return None;
        }
        let is_missing = |(name, _): &&(String, String)| {
            let mentions = |line: &str| line.contains("undefined") || line.contains("Undefined");
            let quoted = [format!("`{name}'"), format!("\"_{name}\""), format!("symbol: {name}")];
            complaint.lines().any(|line| mentions(line) && quoted.iter().any(|quoted| line.contains(quoted)))
        };
        let missing: Vec<String> =
            self.prototypes.iter().filter(is_missing).map(|(_, prototype)| format!("  {prototype}")).collect();
        if missing.is_empty() {
            let message = format!("the C compiler rejects the program with its foreign functions\n{complaint}");
            return Some(Failed::Message(message));
        }
        Some(Failed::Message(format!(
            "foreign functions are not defined:\n{}\nhelp: define them in PROGRAM.foreign.c, or name a file with --foreign",
            missing.join("\n")
        )))
    }
}

/// Returns the path. Fails if it is that of a C file and cannot be written in an `#include` directive.
fn includable(path: PathBuf) -> Result<PathBuf, Failed> {
    let whole = std::path::absolute(&path).map_err(|error| cannot_read(&path, &error))?;
    let is_includable = whole.to_str().is_some_and(|path| !path.contains(['"', '\n', '\r', '\0']));
    match path.extension().is_some_and(|extension| extension == "c") && !is_includable {
        true => Err(Failed::Message(format!(
            "the path {whole:?} cannot be named in C\n\
             help: rename it, so that it is UTF-8 without quotation marks and line breaks"
        ))),
        false => Ok(path),
    }
}

/// Whether this is an option of the C compiler, not a file.
fn is_option(path: &Path) -> bool {
    path.to_string_lossy().starts_with('-')
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|error| cannot_read(path, &error))
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failed {
    Failed::Message(format!("cannot read {}: {}", path.display(), reason(error)))
}
