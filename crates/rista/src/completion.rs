//! `rista completion`: prints scripts with which shells complete the command line.

use crate::out;
use base::SourceMap;
use clap::Command;
use clap_complete::Shell;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Examples:
  rista completion bash > ~/.local/share/bash-completion/completions/rista
  rista completion fish > ~/.config/fish/completions/rista.fish";

#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    shell: Shell,
}

/// Prints the script for `command`.
pub fn run(arguments: &Arguments, mut command: Command) -> ExitCode {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    match out::print(&String::from_utf8_lossy(&script)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => failed.report(&SourceMap::default()),
    }
}
