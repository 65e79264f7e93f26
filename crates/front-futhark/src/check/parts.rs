//! Programs in several parts, each of which sees those before it: definitions one after the other, then an expression.

use super::scope::{Place, Value, ValueKind};
use super::{Checked, Checker};
use crate::ast::{Def, Exp, File, Ident};
use base::{Error, Symbol};
use core_ir::def::DefId;
use std::rc::Rc;

/// Parts that were checked, and the names that the next part may use.
pub struct CheckedParts {
    pub checked: Checked,
    pub names: Vec<Symbol>,
}

/// An expression that was checked.
pub struct Answer {
    pub checked: Checked,
    /// The definition that has it as body.
    pub def: DefId,
    /// The type, as the user would write it.
    pub ty: String,
    /// Whether it has a value that does not depend on types: it is not polymorphic.
    pub has_value: bool,
}

/// Checks parts, from the first to the last. There are no entry points.
///
/// # Errors
/// All that is wrong with them.
pub fn check_parts(sources: &base::SourceMap, prelude: &[File], parts: &[&File]) -> Result<CheckedParts, Error> {
    let mut checker = Checker::new(sources.clone());
    let end = checker.parts(prelude, parts);
    let names = end.map(|end| checker.scopes.value_names(end)).unwrap_or_default();
    Ok(CheckedParts { checked: checker.result()?, names })
}

/// Checks an expression after all parts.
///
/// # Errors
/// All that is wrong with it.
pub fn check_expression(
    sources: &base::SourceMap,
    prelude: &[File],
    parts: &[&File],
    body: Exp,
) -> Result<Answer, Error> {
    let mut checker = Checker::new(sources.clone());
    let outer = checker.parts(prelude, parts);
    let scope = checker.scopes.add_scope(outer);
    let (place, span) = (checker.scopes.end(scope), body.span);
    // No name of the user's is spelled so.
    let name = Ident { name: Symbol::new("the expression"), span };
    let def = Def { entry: false, name, type_params: Vec::new(), params: Vec::new(), result: None, body };
    let id = checker.scopes.add_value(Value::Waiting { def: Rc::new(def), attrs: [].into(), place });
    let info = checker.value_info(id, span);
    let shown = info.as_ref().map(|info| checker.show_scheme(&info.scheme)).unwrap_or_default();
    let checked = checker.result()?;
    let bug = || base::Bug::new("check", "an expression with errors that nobody reported");
    let info = info.map_err(|_| bug())?;
    let ValueKind::Def { id: def, sizes } = &info.kind else { return Err(bug().into()) };
    let has_value = info.scheme.types.is_empty() && sizes.is_empty();
    Ok(Answer { checked, def: *def, ty: shown, has_value })
}

impl Checker {
    /// Declares and checks all parts; gives the place after the last.
    fn parts(&mut self, prelude: &[File], parts: &[&File]) -> Option<Place> {
        let mut outer = None;
        for (at, file) in prelude.iter().chain(parts.iter().copied()).enumerate() {
            let scope = self.scopes.add_scope(outer);
            if at < prelude.len() {
                self.prelude_scopes.insert(scope);
            }
            self.declare_all(scope, &file.decs);
            outer = Some(self.scopes.end(scope));
        }
        self.check_pending();
        self.check_functors();
        outer
    }
}
