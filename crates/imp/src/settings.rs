//! The run-time settings that a program depends on.

use crate::def::*;
use crate::walk;
use base::entity::EntityRef;
use base::{Symbol, graph};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl Program {
    /// Returns the thresholds with their defaults, each once, in the order of the text.
    pub fn thresholds(&self) -> Vec<(Symbol, i64)> {
        let (mut thresholds, mut seen) = (Vec::new(), FxHashSet::default());
        for function in self.functions.values() {
            each_setting(&function.body, &mut |setting| match setting {
                Setting::Threshold { name, default } if seen.insert(name) => thresholds.push((name, default)),
                _ => {}
            });
        }
        thresholds
    }

    /// Changes the defaults of the thresholds for which `value` returns one.
    pub fn set_thresholds(&mut self, value: &dyn Fn(Symbol) -> Option<i64>) {
        for function in self.functions.values_mut() {
            set_in_block(&mut function.body, value);
        }
    }

    /// Returns, for each function, the settings that it and its callees depend on.
    pub fn settings(&self) -> Vec<BTreeSet<Setting>> {
        let mut calls = Vec::new();
        let mut settings: Vec<BTreeSet<Setting>> = Vec::new();
        for function in self.functions.values() {
            let (mut own, mut called) = (BTreeSet::new(), Vec::new());
            each_setting(&function.body, &mut |setting| _ = own.insert(setting));
            walk::each_stm(&function.body, &mut |stm| {
                if let Stm::Call { function, .. } = stm {
                    called.push(function.index());
                }
            });
            settings.push(own);
            calls.push(called);
        }
        for component in graph::components(&calls) {
            let reached = component.iter().flat_map(|at| calls[*at].iter().chain([at]));
            let all: BTreeSet<Setting> = reached.flat_map(|&at| settings[at].iter().copied()).collect();
            component.into_iter().for_each(|at| settings[at] = all.clone());
        }
        settings
    }
}

fn each_setting(block: &[Stm], visit: &mut dyn FnMut(Setting)) {
    walk::each_exp(block, &mut |exp| {
        if let Exp::Setting(setting) = exp {
            visit(*setting);
        }
    });
}

fn set_in_block(block: &mut Block, value: &dyn Fn(Symbol) -> Option<i64>) {
    for stm in block {
        walk::expressions_mut(stm).into_iter().for_each(|exp| set_in(exp, value));
        walk::blocks_mut(stm).into_iter().for_each(|inner| set_in_block(inner, value));
    }
}

fn set_in(exp: &mut Exp, value: &dyn Fn(Symbol) -> Option<i64>) {
    if let Exp::Setting(Setting::Threshold { name, default }) = exp {
        *default = value(*name).unwrap_or(*default);
    }
    walk::operands_mut(exp).into_iter().for_each(|part| set_in(part, value));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use base::FileId;

    #[test]
    fn functions_depend_on_what_they_call() {
        let source = r#"
fun "a" (x_0 : i64) -> (r_1 : i64) { call (r_1) <- fun 1 (threshold("a.flatten_0", 5i64)) }
fun "b" (x_2 : i64) -> (r_3 : i64) { if (x_2 < group_size()) { call (r_3) <- fun 2 (x_2) } }
fun "c" (x_4 : i64) -> (r_5 : i64) { call (r_5) <- fun 1 (threshold("c.flatten_0", 7i64)) }
fun "d" (x_6 : i64) -> (r_7 : i64) { r_7 <- max(threshold("a.flatten_0", 5i64), 1i64) }
"#;
        let mut program = text::parse(FileId(0), source).expect("the form is right");
        let names = |settings: &BTreeSet<Setting>| settings.iter().map(|setting| setting.name()).collect::<Vec<_>>();
        let all: Vec<_> = program.settings().iter().map(names).collect();
        let cycle = ["group_size", "c.flatten_0"];
        let [a, d] = [&["group_size", "a.flatten_0", "c.flatten_0"][..], &["a.flatten_0"]];
        assert_eq!(all, [a, &cycle, &cycle, d]);
        program.set_thresholds(&|name| (name.as_str() == "a.flatten_0").then_some(0));
        let thresholds = program.thresholds();
        let thresholds: Vec<_> = thresholds.iter().map(|(name, default)| (name.as_str(), *default)).collect();
        assert_eq!(thresholds, [("a.flatten_0", 0), ("c.flatten_0", 7)]);
    }
}
