//! The tuning parameters of a program.

use crate::c::Device;
use base::Symbol;
use base::entity::EntityRef;
use imp::def::{Entry, Program, Setting};
use std::collections::BTreeSet;

pub(crate) struct Tuning {
    /// Thresholds with their defaults.
    pub thresholds: Vec<(Symbol, i64)>,
    /// Names of all parameters, by number; those of devices come first.
    pub names: Vec<&'static str>,
    /// For each function of the program, the settings on which it depends.
    of_functions: Vec<BTreeSet<Setting>>,
}

impl Tuning {
    pub fn of(program: &Program, device: Option<Device>) -> Tuning {
        let thresholds = program.thresholds();
        let machine = Setting::OF_MACHINES.into_iter().filter(|_| device.is_some()).map(Setting::name);
        let names = machine.chain(thresholds.iter().map(|(name, _)| name.as_str())).collect();
        Tuning { thresholds, names, of_functions: program.settings() }
    }

    /// Returns the numbers of the parameters on which the entry point depends.
    pub fn of_entry(&self, entry: &Entry) -> Vec<usize> {
        let Some(settings) = self.of_functions.get(entry.function.index()) else { return Vec::new() };
        let used: BTreeSet<&str> = settings.iter().map(|setting| setting.name()).collect();
        self.names.iter().enumerate().filter(|(_, name)| used.contains(*name)).map(|(number, _)| number).collect()
    }
}
