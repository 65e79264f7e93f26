//! Command-line options that select passes.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{Error, ErrorKind};
use clap::{Arg, Command};
use driver::{Mode, PASSES, Pass, Settings, find_pass};
use std::ffi::OsStr;

#[derive(clap::Args)]
pub struct Choice {
    /// Leave this pass out of the pipeline; may be given several times (see `rista passes`)
    #[arg(long, value_name = "PASS", value_parser = OmittedPass, hide_possible_values = true)]
    without: Vec<&'static Pass>,
    /// Let `tidy` run its passes at most this often; it stops earlier if nothing changes. The default is 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Also check while the program runs that operators of reductions, scans and histograms are associative, that their
    /// neutral elements are neutral, that no scatter writes different values to one index, and that the iterations of
    /// accelerated loops are independent
    #[arg(long)]
    debug: bool,
    /// The opposite of --debug; at present the same checks as without both
    #[arg(long, conflicts_with = "debug")]
    release: bool,
}

impl Choice {
    pub fn leaves_out(&self) -> bool {
        !self.without.is_empty()
    }

    pub fn limits_rounds(&self) -> bool {
        self.rounds.is_some()
    }

    pub fn settings(&self) -> Settings {
        let settings = Settings::default();
        let rounds = self.rounds.map_or(settings.rounds, |rounds| rounds as usize);
        Settings { without: self.without.iter().copied().collect(), rounds, mode: self.mode(), ..settings }
    }

    fn mode(&self) -> Mode {
        match (self.debug, self.release) {
            (true, _) => Mode::Debug,
            (false, true) => Mode::Release,
            (false, false) => Mode::Default,
        }
    }
}

/// Parser of the name of a pass that pipelines can leave out.
#[derive(Clone)]
pub struct OmittedPass;

/// Parser of the name of a pass that can be added to a pipeline.
#[derive(Clone)]
pub struct AddedPass;

/// Parser of the name of any pass.
#[derive(Clone)]
pub struct AnyPass;

impl TypedValueParser for OmittedPass {
    type Value = &'static Pass;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<&'static Pass, Error> {
        let asked = |name: &str| format!("the pass `{name}` cannot be left out, as what comes after it needs it");
        read(command, value, Pass::is_optional, asked, "these can be left out")
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        possible(Pass::is_optional)
    }
}

impl TypedValueParser for AddedPass {
    type Value = &'static Pass;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<&'static Pass, Error> {
        let asked =
            |name: &str| format!("the pass `{name}` cannot be added, as it is a step between levels or at `core`");
        read(command, value, Pass::is_optional, asked, "these can be added")
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        possible(Pass::is_optional)
    }
}

impl TypedValueParser for AnyPass {
    type Value = &'static Pass;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<&'static Pass, Error> {
        read(command, value, |_| true, |_| String::new(), "these are there")
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        possible(|_| true)
    }
}

/// Returns the pass of this name if `fits` holds for it. Otherwise returns an error that lists the fitting passes,
/// after the words `these`.
fn read(
    command: &Command,
    value: &OsStr,
    fits: fn(&Pass) -> bool,
    why_not: impl Fn(&str) -> String,
    these: &str,
) -> Result<&'static Pass, Error> {
    let name = value.to_string_lossy();
    let reason = match find_pass(&name) {
        Some(pass) if fits(pass) => return Ok(pass),
        Some(_) => why_not(&name),
        None => format!("there is no pass `{name}`"),
    };
    let names: Vec<&str> = PASSES.iter().filter(|pass| fits(pass)).map(|pass| pass.name).collect();
    let message = format!("{reason}\nhelp: {these}: {}\n", names.join(", "));
    Err(Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
}

/// Returns the names and descriptions of the fitting passes, for help and completion.
fn possible(fits: fn(&Pass) -> bool) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
    let passes = PASSES.iter().filter(move |pass| fits(pass));
    Some(Box::new(passes.map(|pass| PossibleValue::new(pass.name).help(pass.about))))
}
