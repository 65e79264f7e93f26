//! Where in a body names are used last.

use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The last statement that uses a name, with all that is inside of it. The end of the body comes after all statements; later
/// still is what becomes of the results outside.
pub struct Uses(FxHashMap<Name, usize>);

impl Uses {
    /// `is_lambda`: whether the results are copied where the body ends, so that nothing is done with them later.
    ///
    /// Cost: linear, with what is inside of the statements.
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

    /// The last statement that uses one of the names.
    pub fn last(&self, names: impl Iterator<Item = Name>) -> Option<usize> {
        names.filter_map(|name| self.0.get(&name).copied()).max()
    }

    /// Statements in this part of the body were changed, or are in another order: what is used there last is noted anew.
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
