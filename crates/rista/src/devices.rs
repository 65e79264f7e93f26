//! `rista devices`: lists the devices of this machine that can run kernels. A compiled program with the runtime for
//! devices finds them, so the list shows what programs will find.

use crate::foreign::Foreign;
use crate::load::Failed;
use crate::process::{self, Conditions, Messages};
use crate::{native, out};
use back::c::{Device, write_program};
use base::SourceMap;
use driver::{Level, Module};
use serde_json::json;
use std::process::{Command, ExitCode};

#[derive(clap::Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match list(arguments.json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&SourceMap::default()),
    }
}

/// Targets that have devices.
const TARGETS: [(&str, Device); 2] = [("opencl", Device::OpenCl), ("cuda", Device::Cuda)];

/// Lists the devices of all interfaces, and the interfaces that are missing.
fn list(as_json: bool) -> Result<(), Failed> {
    let mut lines = String::new();
    let (mut devices, mut missing) = (Vec::new(), serde_json::Map::new());
    for (target, device) in TARGETS {
        for line in told(device)?.lines() {
            match read(line) {
                Some(found) => devices.push(json!({
                    "target": target,
                    "device": found.number,
                    "name": found.name,
                    "kind": found.kind,
                    "platform": found.platform,
                })),
                None => _ = missing.insert(target.into(), line.trim_start_matches("Error: ").into()),
            }
            lines += &format!("{:<8}{}\n", target, line.trim_start_matches("Error: "));
        }
    }
    match as_json {
        true => out::print(&format!("{:#}\n", json!({ "devices": devices, "missing": missing }))),
        false => out::print(&lines),
    }
}

/// Returns the list of devices that a program for this interface prints, one a line, or the reason why it finds none.
fn told(device: Device) -> Result<String, Failed> {
    let mut sources = SourceMap::default();
    let file = sources.add("nothing.imp", "");
    let Module::Imp(nothing) = Module::read(Level::Imp, file, "")? else {
        return Err(Failed::message("an empty program is not at the level of IMP"));
    };
    let c = write_program(&nothing, &sources, Some(device));
    let program = native::compile_cached(&c, &Foreign::default(), false, true)?;
    let conditions = Conditions { limit: None, messages: Messages::Kept };
    let ended = process::run(Command::new(program.path()).arg("--list-devices"), &[], &conditions);
    let ended = ended.map_err(|error| native::cannot_run(program.path(), &error))?;
    Ok(String::from_utf8_lossy(&ended.output).into_owned())
}

/// A device in a program's list: `#0 NAME (KIND, PLATFORM)`.
struct Found<'a> {
    number: &'a str,
    name: &'a str,
    kind: &'a str,
    platform: &'a str,
}

fn read(line: &str) -> Option<Found<'_>> {
    let (number, rest) = line.split_once(' ').filter(|(number, _)| number.starts_with('#'))?;
    let kinds = ["GPU", "accelerator", "CPU"].into_iter();
    let (at, kind) = kinds.filter_map(|kind| Some((rest.find(&format!(" ({kind}, "))?, kind))).min()?;
    let platform = rest[at + kind.len() + 4..].strip_suffix(')')?;
    Some(Found { number, name: &rest[..at], kind, platform })
}
