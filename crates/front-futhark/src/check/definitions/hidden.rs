//! Abstract types and the check of consumption.
//!
//! Note [Hidden storage]
//!
//! Whether a program is accepted does not depend on what a module hides. So outside of the module, a value of an
//! abstract type has storage that can be consumed, even if the type is represented by a scalar. CORE has no abstract
//! types and uses their representations. But until consumption has been checked, a representation without storage is
//! replaced by a type parameter in all code outside of the module. The check assumes nothing about values of such a
//! type.
//!
//! Parametric modules are also checked without being applied, with parameters that are known only by their module
//! types. Until consumption has been checked there, too, their definitions, and placeholders for the values of their
//! parameters, are the last definitions of the program.

use crate::check::Checker;
use crate::check::types::{Type, any_part};
use base::entity::EntityRef;
use base::{Diagnostic, Error, FileId, Name, Severity, Span};
use core_ir::def as ir;
use core_ir::uniqueness::{self, has_storage};
use core_ir::walk::{PartMut, Substitution, pat_parts_mut};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts about abstract types for the check of consumption, collected while the program is checked.
#[derive(Default)]
pub struct Hidden {
    /// Type parameters that replace representations without storage, by representation.
    types: FxHashMap<ir::Type, Name>,
    /// Number of uses of an abstract type with such a representation.
    uses: usize,
    /// Definitions that use no abstract type with such a representation.
    plain: FxHashSet<ir::DefId>,
    /// Result types that contain abstract types, as callers see them: with a type parameter for each abstract type.
    results: FxHashMap<ir::DefId, ir::Type>,
    /// Number of the program's definitions before those of unapplied parametric modules.
    defs: Option<usize>,
}

impl Checker {
    /// Returns the type that replaces an abstract type until consumption has been checked: a type parameter if the
    /// representation has no storage, else the representation.
    pub fn hide(&mut self, representation: ir::Type) -> ir::Type {
        if has_storage(&representation) {
            return representation;
        }
        self.hidden.uses += 1;
        if let Some(name) = self.hidden.types.get(&representation) {
            return ir::Type::Param(*name);
        }
        let name = self.fresh_name("hidden");
        self.hidden.types.insert(representation, name);
        ir::Type::Param(name)
    }

    /// Returns the number of uses of abstract types whose representation has no storage.
    pub fn hidden_uses(&self) -> usize {
        self.hidden.uses
    }

    /// Records facts about a finished definition with this result type. `hidden_uses` is the number of uses at its
    /// start.
    pub fn finished(&mut self, id: ir::DefId, result: &Type, hidden_uses: usize) {
        if self.hidden.uses == hidden_uses {
            self.hidden.plain.insert(id);
        }
        let result = self.unifier.resolve(result);
        if any_part(&result, &|part| matches!(part, Type::Abstract(_))) {
            let seen = self.seen_outside(&result);
            self.hidden.results.insert(id, seen);
        }
    }

    /// Returns the type as callers see it, with unknown sizes, and with type parameters for abstract types.
    fn seen_outside(&self, ty: &Type) -> ir::Type {
        match ty {
            Type::Scalar(scalar) => ir::Type::Scalar(*scalar),
            Type::Array(elem, _) => ir::Type::array(self.seen_outside(elem), ir::Size::Any),
            Type::Record(fields) => {
                ir::Type::Record(fields.iter().map(|(name, ty)| (*name, self.seen_outside(ty))).collect())
            }
            Type::Sum(constructors) => {
                let seen = |payload: &[Type]| payload.iter().map(|ty| self.seen_outside(ty)).collect();
                ir::Type::Sum(constructors.iter().map(|(name, payload)| (*name, seen(payload))).collect())
            }
            Type::Abstract(hidden) => ir::Type::Param(hidden.name),
            Type::Param(name) => ir::Type::Param(*name),
            Type::Function(_) => ir::Type::function(ir::Type::unit(), ir::Type::unit()),
            Type::Meta(_) => ir::Type::unit(),
        }
    }

    /// Marks all definitions from here on as only for the check of consumption.
    pub fn hide_later_defs(&mut self) {
        self.hidden.defs = Some(self.program.defs.len());
    }

    /// Reports values in the user's files that are used after their consumption. Then replaces the type parameters for
    /// hidden types by the representations.
    pub fn check_consumption(&mut self, files: &FxHashSet<FileId>) -> Result<(), Error> {
        let defs = &self.program.defs;
        let count = self.hidden.defs.unwrap_or(defs.len());
        // A parametric module's definitions are checked once for unknown arguments, and not again for each application.
        let by_itself: FxHashSet<Span> = defs.values().skip(count).map(|def| def.span).collect();
        let wanted = |id: ir::DefId| {
            defs.get(id).is_some_and(|def| {
                let of_user = def.span.file().is_some_and(|file| files.contains(&file));
                of_user && (id.index() >= count || !by_itself.contains(&def.span))
            })
        };
        // The result of an entry point leaves the program, so its types are not hidden.
        let is_entry = |id: ir::DefId| self.program.entries.iter().any(|entry| entry.def == id);
        let outside = |id: ir::DefId| self.hidden.results.get(&id).filter(|_| !is_entry(id)).cloned();
        let mut wrong = uniqueness::check_outside(&self.program, &wanted, &outside);
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        let mut seen: FxHashSet<(String, Option<Span>)> = FxHashSet::default();
        wrong.retain(|diagnostic| seen.insert((diagnostic.headline.clone(), place(diagnostic))));
        wrong.sort_by_key(|diagnostic| place(diagnostic).map(|span| (span.file(), span.start)));
        if wrong.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(Error::User(wrong));
        }
        self.diagnostics.append(&mut wrong);
        self.reveal();
        Ok(())
    }

    /// Replaces the type parameters for hidden types by the representations, and removes definitions that only served
    /// the check of consumption.
    fn reveal(&mut self) {
        let Hidden { types, plain, defs: count, .. } = std::mem::take(&mut self.hidden);
        let defs = std::mem::take(&mut self.program.defs);
        let count = count.unwrap_or(defs.len());
        let types = types.into_iter().map(|(representation, name)| (name, representation)).collect();
        let substitution = Substitution { types, ..Substitution::default() };
        let revealed = defs.into_iter().take(count).map(|(id, mut def)| {
            if !plain.contains(&id) {
                reveal_in(&mut def, &substitution);
            }
            def
        });
        self.program.defs = revealed.collect();
    }
}

fn reveal_in(def: &mut ir::Def, hidden: &Substitution) {
    for param in &mut def.params {
        pat_parts_mut(&mut param.pat, &mut |part| {
            if let PartMut::Type(ty) = part {
                *ty = hidden.ty(ty);
            }
        });
    }
    def.result = hidden.ty(&def.result);
    hidden.expr(&mut def.body);
}
