//! What modules hide, and the check that nothing is used after it was consumed, which depends on it.
//!
//! Note [Hidden storage]
//!
//! Whether a program is right does not depend on what a module hides. So outside of the module a value of an abstract
//! type has storage that can be consumed, even if the type stands for a scalar. CORE has no abstract types: each of
//! them is what it stands for. But until consumption has been checked, one without storage is a type parameter of its
//! own in all code that cannot look into it; of a value of such a type the check knows nothing.
//!
//! Parametric modules are checked by themselves, with parameters of which only the module types are known. Until
//! consumption has been checked there too, their definitions, and what stands for the values of their parameters, are
//! the last definitions of the program.

use crate::check::Checker;
use crate::check::types::{Type, any_part};
use base::entity::EntityRef;
use base::{Diagnostic, Error, FileId, Name, Span};
use core_ir::def as ir;
use core_ir::uniqueness::{self, has_storage};
use core_ir::walk::{PartMut, Substitution, pat_parts_mut};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known inside of modules only, while the program is being checked.
#[derive(Default)]
pub struct Hidden {
    /// The type parameters that stand for abstract types without storage.
    types: FxHashMap<ir::Type, Name>,
    /// How often one of them was given.
    uses: usize,
    /// Definitions that hide nothing.
    plain: FxHashSet<ir::DefId>,
    /// What callers see of results that have abstract types in them: a type parameter for each.
    results: FxHashMap<ir::DefId, ir::Type>,
    /// How many definitions the program has without those of parametric modules by themselves.
    defs: Option<usize>,
}

impl Checker {
    /// What an abstract type is outside of its module.
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

    /// How often something was hidden so far.
    pub fn hidden_uses(&self) -> usize {
        self.hidden.uses
    }

    /// The definition, whose result is of this type, was finished since then.
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

    /// The type as callers know it, without sizes: a type parameter stands for what they know nothing of.
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

    /// The definitions that come from now on are no part of the program.
    pub fn hide_later_defs(&mut self) {
        self.hidden.defs = Some(self.program.defs.len());
    }

    /// Nothing in these files, which are the user's, is used after it was consumed. Afterwards, the program has all that
    /// modules hide.
    pub fn check_consumption(&mut self, files: &FxHashSet<FileId>) -> Result<(), Error> {
        let defs = &self.program.defs;
        let count = self.hidden.defs.unwrap_or(defs.len());
        // A parametric module is checked by itself, whatever it is applied to.
        let by_itself: FxHashSet<Span> = defs.values().skip(count).map(|def| def.span).collect();
        let wanted = |id: ir::DefId| {
            defs.get(id).is_some_and(|def| {
                let of_user = def.span.file().is_some_and(|file| files.contains(&file));
                of_user && (id.index() >= count || !by_itself.contains(&def.span))
            })
        };
        // What an entry point gives leaves the program, whatever it is called inside.
        let is_entry = |id: ir::DefId| self.program.entries.iter().any(|entry| entry.def == id);
        let outside = |id: ir::DefId| self.hidden.results.get(&id).filter(|_| !is_entry(id)).cloned();
        let mut wrong = uniqueness::check_outside(&self.program, &wanted, &outside);
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        let mut seen: FxHashSet<(String, Option<Span>)> = FxHashSet::default();
        wrong.retain(|diagnostic| seen.insert((diagnostic.headline.clone(), place(diagnostic))));
        wrong.sort_by_key(|diagnostic| place(diagnostic).map(|span| (span.file(), span.start)));
        if !wrong.is_empty() {
            return Err(Error::User(wrong));
        }
        self.reveal();
        Ok(())
    }

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
