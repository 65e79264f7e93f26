//! The command line. Everything that touches files, the terminal and the clock is in this crate.

mod dev;
mod render;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// One compiler for data-parallel functional programs.
#[derive(Parser)]
#[command(name = "rista", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start from any level's text, run passes, and print, verify or evaluate where they end
    Dev(dev::Arguments),
    /// List the passes
    Passes,
}

/// Deep programs are walked recursively, within a depth limit; this is stack enough for it.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let run = move || match arguments.command {
        Command::Dev(arguments) => dev::run(&arguments),
        Command::Passes => dev::list_passes(),
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::from(101),
    }
}
