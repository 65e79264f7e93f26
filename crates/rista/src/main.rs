//! The command line. This crate contains all code that uses files, the terminal and the clock.

mod build;
mod check;
mod completion;
mod dev;
mod devices;
mod explain;
mod files;
mod foreign;
mod format;
mod inputs;
mod load;
mod native;
mod out;
mod passes;
mod process;
mod render;
mod repl;
mod report;
mod run;
mod scratch;
mod sources;
mod stats;
mod table;
mod test;
mod tune;
mod tuning;
mod watch;
mod world;

use base::guard::STACK;
use clap::{CommandFactory, Parser, Subcommand};
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
    /// Run an entry point of a program
    Run(run::Arguments),
    /// Check programs and report their errors and warnings
    Check(check::Arguments),
    /// Compile a program to an executable, a C library or a server
    Build(build::Arguments),
    /// Explain an error by its code: what it means, a wrong program, a right one
    Explain(explain::Arguments),
    /// Run the tests that programs have in their comments
    Test(test::Arguments),
    /// Find good values for the tuning parameters of a program on a device
    Tune(tune::Arguments),
    /// Format programs: only white space changes
    #[command(name = "fmt")]
    Format(format::Arguments),
    /// Evaluate definitions and expressions of Futhark interactively
    Repl(repl::Arguments),
    /// Run passes from any level's text, and print, verify or evaluate the result
    Dev(dev::Arguments),
    /// List the passes
    Passes,
    /// List the devices of this machine that --target opencl and cuda can run kernels on
    Devices(devices::Arguments),
    /// Clean up after another process of this program (see the module `watch`)
    #[command(name = watch::COMMAND, hide = true)]
    Watch,
    /// Print a script that lets a shell complete the command line
    Completion(completion::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(inputs::protect_numbers(std::env::args_os()));
    let run = move || match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Format(arguments) => format::run(&arguments),
        Command::Repl(arguments) => repl::run(&arguments),
        Command::Dev(arguments) => dev::run(&arguments),
        Command::Passes => dev::list_passes(),
        Command::Devices(arguments) => devices::run(&arguments),
        Command::Watch => watch::run(),
        Command::Completion(arguments) => completion::run(&arguments, Arguments::command()),
    };
    let code = match std::thread::Builder::new().stack_size(STACK).spawn(run) {
        Ok(worker) => worker.join().unwrap_or(ExitCode::from(load::INTERNAL)),
        Err(error) => {
            let (mebibytes, reason) = (STACK >> 20, load::reason(&error));
            out::tell(format_args!("error: there is no memory for a stack of {mebibytes} MiB: {reason}"));
            ExitCode::from(load::WRONG)
        }
    };
    watch::end();
    code
}
