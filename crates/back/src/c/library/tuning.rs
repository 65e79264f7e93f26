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
    /// Settings that each function depends on.
    of_functions: Vec<BTreeSet<Setting>>,
}

impl Tuning {
    pub fn of(program: &Program, device: Option<Device>) -> Tuning {
        let thresholds = program.thresholds();
        let machine = Setting::OF_MACHINES.into_iter().filter(|_| device.is_some()).map(Setting::name);
        let names = machine.chain(thresholds.iter().map(|(name, _)| name.as_str())).collect();
        Tuning { thresholds, names, of_functions: program.settings() }
    }

    /// Returns the numbers of the parameters that the entry point depends on.
    pub fn of_entry(&self, entry: &Entry) -> Vec<usize> {
        let Some(settings) = self.of_functions.get(entry.function.index()) else { return Vec::new() };
        let used: BTreeSet<&str> = settings.iter().map(|setting| setting.name()).collect();
        self.names.iter().enumerate().filter(|(_, name)| used.contains(*name)).map(|(number, _)| number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_machines_are_those_of_the_runtime() {
        let [device, kernel, core] = [
            include_str!("../../../rts/device.h"),
            include_str!("../../../rts/kernel.h"),
            include_str!("../../../rts/core.h"),
        ];
        let (_, table) = device.split_once("rista_sizes[RISTA_SIZES] = {\n").expect("there is a table");
        let (mut rows, mut fields) = (table.lines(), core.lines().filter(|line| line.starts_with("      int64_t ")));
        for name in Setting::OF_MACHINES.map(Setting::name) {
            let variable = format!("RISTA_{}", name.to_uppercase());
            let row = rows.next().unwrap_or_default();
            assert!(
                row.starts_with(&format!("    {{\"{name}\", ")) && row.contains(&format!(", \"{variable}\", ")),
                "{row}"
            );
            let field = fields.next().unwrap_or_default();
            assert!(field.starts_with(&format!("      int64_t {name};")), "{field}");
            let macro_of = format!("#define rista_{name} ((rista_index){variable})\n");
            assert!(kernel.contains(&macro_of), "{macro_of}");
        }
        assert_eq!((rows.next(), fields.next()), (Some("};"), None));
    }
}
