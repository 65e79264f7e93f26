//! Last uses of names in a body.

use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// For each name, the position of the last statement that uses it, itself or in its bodies. The end of the body comes
/// after all statements; uses of the results outside come later still.
pub struct Uses(FxHashMap<Name, usize>);

impl Uses {
    /// Finds the last uses. `is_lambda`: the results are copied at the end of the body, so that they are not used
    /// later.
    ///
    /// Cost: linear, including the statements' bodies.
    pub fn of(vars: &VarTable, body: &Body, is_lambda: bool) -> Uses {
        let mut uses = Uses(FxHashMap::default());
        for (at, stm) in body.stms.iter().enumerate() {
            walk::for_each_name_used(vars, stm, &mut |name| uses.note(name, at));
        }
        let end = body.stms.len() + usize::from(!is_lambda);
        body.result.iter().filter_map(|atom| atom.var()).for_each(|name| uses.note(name, end));
        uses
    }

    fn note(&mut self, name: Name, at: usize) {
        self.0.insert(name, at);
    }

    /// Returns the position of the last use of any of the names.
    pub fn last(&self, names: impl Iterator<Item = Name>) -> Option<usize> {
        names.filter_map(|name| self.0.get(&name).copied()).max()
    }

    /// Updates the last uses after the statements of this part of the body were changed or reordered.
    pub fn renew(&mut self, vars: &VarTable, body: &Body, part: Range<usize>) {
        for at in part.clone() {
            let Some(stm) = body.stms.get(at) else { continue };
            walk::for_each_name_used(vars, stm, &mut |name| {
                if self.0.get(&name).is_none_or(|last| *last < part.end) {
                    self.note(name, at);
                }
            });
        }
    }
}
