//! Programs in several parts, for interactive use: definitions, each part in scope of the later ones, then an
//! expression.

use crate::ast::{Def, Exp, File, Ident};
use crate::check::modules::scope::{Place, Value, ValueKind};
use crate::check::{Checked, Checker};
use crate::imports::Program;
use base::{Error, FileId, SourceMap, Span, Symbol};
use core_ir::def::DefId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Checked parts of a program, and the names that the next part may use.
pub struct CheckedParts {
    pub checked: Checked,
    pub names: Vec<Symbol>,
}

/// A checked expression.
pub struct Answer {
    pub checked: Checked,
    /// Definition whose body is the expression.
    pub def: DefId,
    /// Type of the expression, as the user would write it.
    pub ty: String,
    /// Whether the expression has a value, which polymorphic ones do not have.
    pub has_value: bool,
}

/// Checks all parts. Makes no entry points.
///
/// # Errors All errors in the parts.
pub fn check_parts(sources: &SourceMap, prelude: &[File], program: &Program) -> Result<CheckedParts, Error> {
    let mut checker = Checker::new(sources.clone());
    let end = checker.check_files(prelude, program);
    checker.check_unapplied();
    let names = end.map(|end| checker.scopes.value_names(end)).unwrap_or_default();
    Ok(CheckedParts { checked: checker.result(files_of(program))?, names })
}

/// Checks an expression in scope of all parts, which have been checked.
///
/// # Errors All errors in the expression.
pub fn check_expression(sources: &SourceMap, prelude: &[File], program: &Program, body: Exp) -> Result<Answer, Error> {
    let mut checker = Checker::new(sources.clone());
    let outer = checker.check_files(prelude, program);
    let scope = checker.scopes.add_scope(outer);
    let (place, span) = (checker.scopes.end(scope), body.span);
    // Programs cannot write this name.
    let name = Ident { name: Symbol::new("the expression"), span };
    let def = Def { entry: false, name, type_params: Vec::new(), params: Vec::new(), result: None, body };
    let id = checker.scopes.add_value(Value::Waiting { def: Rc::new(def), attrs: [].into(), place });
    let info = checker.value_info(id, span);
    let shown = info.as_ref().map(|info| checker.show_scheme(&info.scheme)).unwrap_or_default();
    let checked = checker.result(files_of(program).chain(span.file()))?;
    let bug = || base::Bug::new("check", "an expression with errors that nobody reported");
    let info = info.map_err(|_| bug())?;
    let ValueKind::Def { id: def, sizes } = &info.kind else { return Err(bug().into()) };
    let has_value = info.scheme.types.is_empty() && sizes.is_empty();
    Ok(Answer { checked, def: *def, ty: shown, has_value })
}

fn files_of(program: &Program) -> impl Iterator<Item = FileId> {
    program.files.iter().map(|(file, _)| *file)
}

impl Checker {
    /// Declares the prelude and the program's files, each part in scope of the later ones, and checks all definitions
    /// of the program. Returns the place after the last part.
    pub fn check_files(&mut self, prelude: &[File], program: &Program) -> Option<Place> {
        let mut outer = None;
        for file in prelude {
            let scope = self.scopes.add_scope(outer);
            self.prelude_scopes.insert(scope);
            self.declare_all(scope, &file.decs);
            outer = Some(self.scopes.end(scope));
        }
        let mut end = outer;
        let mut scopes = FxHashMap::default();
        for (id, _) in &program.files {
            let is_part = program.parts.contains(id);
            let scope = self.scopes.add_scope(if is_part { end } else { outer });
            scopes.insert(*id, scope);
            end = if is_part { Some(self.scopes.after(scope)) } else { end };
        }
        let target = |(at, file): (&Span, &FileId)| Some((*at, *scopes.get(file)?));
        self.imports = program.targets.iter().filter_map(target).collect();
        for (id, file) in &program.files {
            self.declare_all(scopes[id], &file.decs);
        }
        self.check_pending();
        end
    }
}
