//! The choice of passes on the command line.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use driver::{PASSES, Pass, Settings, find_pass};
use std::ffi::OsStr;

#[derive(clap::Args)]
pub struct Choice {
    /// Leave this pass out of the pipeline; may be given several times (see `rista passes`)
    #[arg(long, value_name = "PASS", value_parser = OptionalPass, hide_possible_values = true)]
    without: Vec<&'static Pass>,
}

impl Choice {
    pub fn settings(&self) -> Settings {
        Settings { without: self.without.iter().copied().collect(), ..Settings::default() }
    }
}

/// Reads the name of a pass that can be left out.
#[derive(Clone)]
struct OptionalPass;

impl TypedValueParser for OptionalPass {
    type Value = &'static Pass;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<&'static Pass, clap::Error> {
        let name = value.to_string_lossy();
        let reason = match find_pass(&name) {
            Some(pass) if pass.is_optional() => return Ok(pass),
            Some(_) => format!("the pass `{name}` cannot be left out, as what comes after it needs it"),
            None => format!("there is no pass `{name}`"),
        };
        let names: Vec<&str> = optional().map(|pass| pass.name).collect();
        let message = format!("{reason}\nhelp: these can be left out: {}\n", names.join(", "));
        Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
    }

    /// For completion.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(optional().map(|pass| PossibleValue::new(pass.name).help(pass.about))))
    }
}

fn optional() -> impl Iterator<Item = &'static Pass> {
    PASSES.iter().filter(|pass| pass.is_optional())
}
