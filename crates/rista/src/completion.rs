//! `rista completion`: scripts that let shells complete the command line.

use clap::Command;
use clap_complete::Shell;
use std::io::Write;
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
    match std::io::stdout().write_all(&script) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
