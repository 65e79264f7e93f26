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
