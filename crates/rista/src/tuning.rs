//! Tuning parameters on the command line, as `NAME=VALUE`, and in tuning files.

use crate::load::{Failed, text};
use base::Symbol;
use driver::{Machine, Module, UNSET};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Parameters {
    /// Set a tuning parameter of the program; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    params: Vec<(String, i64)>,
    /// Set the tuning parameters that this file lists
    #[arg(long, value_name = "FILE")]
    tuning: Option<PathBuf>,
}

impl Parameters {
    /// Returns the settings of the file, overridden by those of the command line.
    pub fn read(&self) -> Result<Tuning, Failed> {
        let mut tuning = self.tuning.as_deref().map(Tuning::read).transpose().map_err(Failed::Message)?;
        let tuning = tuning.get_or_insert_default();
        tuning.values.extend(self.params.iter().cloned());
        Ok(std::mem::take(tuning))
    }
}

/// Settings of tuning parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    pub values: BTreeMap<String, i64>,
    /// Value of all thresholds, instead of those in `values`.
    pub thresholds: Option<i64>,
}

impl Tuning {
    /// Returns the path of a program's tuning file.
    pub fn path(program: &Path) -> PathBuf {
        let mut path = program.as_os_str().to_owned();
        path.push(".tuning");
        path.into()
    }

    /// Reads a tuning file.
    ///
    /// # Errors A file that cannot be read, or a line that does not set a parameter.
    pub fn read(path: &Path) -> Result<Tuning, String> {
        let text = text(path)?;
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let values = lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| {
            assignment(line).map_err(|wrong| format!("{}, line {number}: `{line}`: {wrong}", path.display()))
        });
        Ok(Tuning { values: values.collect::<Result<_, _>>()?, thresholds: None })
    }

    /// Checks that the program has all parameters that are set.
    ///
    /// # Errors A parameter that the program does not have on this machine.
    pub fn check(&self, module: &Module, machine: Machine) -> Result<(), String> {
        let thresholds = module.thresholds();
        let mut known = machine.settings();
        known.extend(thresholds.iter().map(|(name, _)| name.as_str()));
        let Some(name) = self.values.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        let there_are = match known.as_slice() {
            [] => "for this target the program has none".to_owned(),
            known => format!("there are: {}", known.join(", ")),
        };
        Err(format!("there is no tuning parameter `{name}`\nhelp: {there_are}"))
    }

    /// Sets the defaults of the program's thresholds to these values.
    pub fn set(&self, module: &mut Module) {
        let own = named(module);
        let all = |name: &Symbol| self.thresholds.filter(|_| !own.contains(name));
        module.set_thresholds(&|name| all(&name).or_else(|| self.values.get(name.as_str()).copied()));
    }

    /// Replaces the tuning parameters that the program names by their values, and removes these from the settings.
    pub fn set_named(&mut self, module: &mut Module) {
        for name in named(module) {
            if let Some(value) = self.values.remove(name.as_str()) {
                module.set_thresholds(&|other| Some(value).filter(|_| other == name));
            }
        }
    }

    /// Returns the options of a compiled program that set the parameters.
    pub fn options(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|(name, value)| format!("--param={name}={value}"))
    }
}

/// Returns the tuning parameters that the program itself names.
fn named(module: &Module) -> Vec<Symbol> {
    let own = module.thresholds().into_iter().filter(|(_, default)| *default == UNSET);
    own.map(|(name, _)| name).collect()
}

/// Parses `NAME=VALUE`.
fn assignment(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("a tuning parameter is set by NAME=VALUE")?;
    Ok((name.to_owned(), number(value)?))
}

/// Parses the value of a tuning parameter, a whole number that is not negative.
pub fn number(text: &str) -> Result<i64, String> {
    let value = text.parse().ok().filter(|value| *value >= 0);
    value.ok_or_else(|| format!("a tuning parameter is a whole number from 0 to {}", i64::MAX))
}
