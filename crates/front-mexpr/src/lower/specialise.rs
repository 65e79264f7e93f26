//! Polymorphic functions that depend on their types: they show values or ask for constructors. Each use for other types
//! has a copy.
//!
//! ```text
//! let trace = lam x. dprint x; x          def trace (x : i64) : i64 = let _ : () = system.print(..) in x
//! trace (length (trace "abc"))      ─►    def trace (x : seq<u32>) : seq<u32> = ..
//! ```

use super::functions::{Part, computed, each_part, each_part_of};
use super::patterns::variables;
use super::{Bound, Global, Lowered, MAX_COPIES, Pass, too_many_copies};
use crate::check::tree::{Definition, Exp, Program, Variable, VariableId};
use crate::check::types::{ParamNumber, Type};
use base::Name;
use core_ir::def as ir;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::rc::Rc;

/// Built-in functions that depend on their types.
const DEPENDENT: [&str; 3] = ["dprint", "constructorTag", "inlineFuthark"];

/// Largest number of copies that are made for each other.
const MAX_NESTED: usize = 100;

/// Functions that may call each other, of which each use has a copy for its types.
pub(super) struct Specialised<'t> {
    pub definitions: Vec<&'t Definition>,
    pub captured: Vec<(Name, ir::Type)>,
}

/// The copies that exist: for a function, its type parameters, and the type parameters of the code around it.
pub(super) type Copies = FxHashMap<(VariableId, Vec<Type>, Vec<Name>), Global>;

impl<'t> Pass<'t> {
    /// Returns a use of a copy, which is made if this is the first one for its types.
    pub(super) fn specialised(
        &mut self,
        group: &Rc<Specialised<'t>>,
        id: VariableId,
        types: &[Type],
        exp: &Exp,
    ) -> Lowered<ir::Expr> {
        let definition = group.definitions.iter().find(|one| one.variable.id == id);
        let Some(definition) = definition.copied() else {
            return Err(super::bug("a function that is not of its group"));
        };
        // Within a group, functions have their own types.
        let own = definition.params.iter().map(|param| self.exact(&Type::Param(*param)));
        let types: Vec<Type> = match types.is_empty() {
            true => own.map(|ty| if let Type::Param(_) = ty { Type::unit() } else { ty }).collect(),
            false => types.iter().map(|ty| self.exact(ty)).collect(),
        };
        let key = (id, types.clone(), self.scope.clone());
        if let Some(global) = self.specials.get(&key).cloned() {
            return self.global(&global, &[], exp);
        }
        self.copies += 1;
        if self.copies > MAX_COPIES || self.nested >= MAX_NESTED {
            return Err(too_many_copies(exp.span));
        }
        let def = self.constant(definition.variable.name, Vec::new(), core_ir::build::unit());
        let captured = group.captured.clone();
        let global = Global { id: def, outer: self.scope.clone(), own: Vec::new(), captured };
        self.specials.insert(key, global.clone());
        let lowered = types.iter().map(|ty| self.ty(ty, exp.span)).collect::<Lowered<Vec<_>>>()?;
        self.nested += 1;
        let (value, params) = (&definition.value, &definition.params);
        let result = self.copy(value, params, types, lowered, |pass| pass.function(definition, &global, &[]));
        self.nested -= 1;
        result?;
        self.global(&global, &[], exp)
    }

    /// Lowers a copy of a value for these types in place of parameters. Another copy may be in the making.
    pub(super) fn copy<T>(
        &mut self,
        value: &Exp,
        params: &[ParamNumber],
        types: Vec<Type>,
        lowered: Vec<ir::Type>,
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let bound = bound_within(value);
        let outer: Vec<_> = bound.iter().map(|id| (*id, self.variables.remove(id))).collect();
        let new: Vec<(ParamNumber, Type)> = params.iter().copied().zip(types).collect();
        let exact: Vec<_> = new.into_iter().map(|(param, ty)| (param, self.exact.insert(param, ty))).collect();
        let result = self.with_types(params, lowered, part);
        exact.into_iter().for_each(|(param, ty)| restore(&mut self.exact, param, ty));
        outer.into_iter().for_each(|(id, meaning)| restore(&mut self.variables, id, meaning));
        result
    }

    /// Returns a type with all that is known in place, also the types for which a copy is made.
    pub(super) fn exact(&self, ty: &Type) -> Type {
        let (params, types): (Vec<ParamNumber>, Vec<Type>) =
            self.exact.iter().map(|(param, ty)| (*param, ty.clone())).unzip();
        self.checked.unifier.with_arguments(ty, &params, &types).unwrap_or(Type::Error)
    }

    /// Whether functions are copied for each use.
    pub(super) fn depends_on_types(&self, group: &[&Definition]) -> bool {
        group.iter().any(|definition| self.dependent.contains(&definition.variable.id))
    }

    /// Binds definitions that depend on their types, such that each use has a copy.
    pub(super) fn bind_dependent(&mut self, group: &[&'t Definition]) {
        if let Some(definition) = computed(group) {
            self.variables.insert(definition.variable.id, Bound::Copied(definition));
            return;
        }
        let mut captured = indexmap::IndexMap::new();
        group.iter().for_each(|definition| self.captured(&definition.value, &mut captured));
        let group = Rc::new(Specialised { definitions: group.to_vec(), captured: captured.into_iter().collect() });
        for definition in &group.definitions {
            self.written(definition);
            self.variables.insert(definition.variable.id, Bound::Specialised(Rc::clone(&group)));
        }
    }
}

/// Gives a key its earlier value.
pub(super) fn restore<K: Eq + Hash, V>(map: &mut FxHashMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => _ = map.insert(key, value),
        None => _ = map.remove(&key),
    }
}

/// Returns the variables that are bound in an expression.
fn bound_within(exp: &Exp) -> Vec<VariableId> {
    let mut bound = Vec::new();
    each_part(exp, &mut |part| match part {
        Part::Group(definitions) => bound.extend(definitions.iter().map(|definition| definition.variable.id)),
        Part::External(variable) => bound.push(variable.id),
        Part::Params(params) => bound.extend(params.iter().map(|param| param.id)),
        Part::Pattern(pat) => {
            let mut found = Vec::new();
            variables(pat, &mut found);
            bound.extend(found.into_iter().map(|(id, _)| id));
        }
        Part::Use(..) | Part::Poly(_) => {}
    });
    bound
}

/// Definitions of one group, as far as they depend on types.
struct Group<'t> {
    definitions: &'t [Definition],
    /// Their type parameters, and those of polymorphic values in them.
    params: FxHashSet<ParamNumber>,
    /// The variables that they use, with the types of the uses.
    uses: Vec<(VariableId, &'t [Type])>,
}

impl<'t> Group<'t> {
    fn of(definitions: &'t [Definition]) -> Group<'t> {
        let params = definitions.iter().flat_map(|definition| definition.params.iter().copied()).collect();
        let mut group = Group { definitions, params, uses: Vec::new() };
        let mut add = |part: Part<'t>| match part {
            Part::Use(id, types) => group.uses.push((id, types)),
            Part::Poly(params) => group.params.extend(params),
            Part::Group(_) | Part::External(_) | Part::Params(_) | Part::Pattern(_) => {}
        };
        definitions.iter().for_each(|definition| each_part(&definition.value, &mut add));
        group
    }
}

/// Returns the polymorphic definitions that depend on the types for which they are used.
pub(super) fn dependent<'t>(program: &'t Program) -> FxHashSet<VariableId> {
    let is_dependent = |variable: &&Variable| DEPENDENT.contains(&variable.name.as_str());
    let mut found: FxHashSet<VariableId> = program.builtins.iter().filter(is_dependent).map(|one| one.id).collect();
    let mut groups = Vec::new();
    let mut add = |part: Part<'t>| match part {
        Part::Group(definitions) => groups.push(definitions),
        Part::External(variable) => found.extend(Some(variable).filter(is_dependent).map(|one| one.id)),
        Part::Use(..) | Part::Params(_) | Part::Pattern(_) | Part::Poly(_) => {}
    };
    program.tops.iter().for_each(|decl| each_part_of(decl, &mut add));
    each_part(&program.body, &mut add);
    let is_polymorphic = |definitions: &&[Definition]| definitions.iter().any(|one| !one.params.is_empty());
    let groups: Vec<Group<'_>> = groups.into_iter().filter(is_polymorphic).map(Group::of).collect();
    loop {
        let before = found.len();
        for Group { definitions, params, uses } in &groups {
            let mentions = |ty: &Type| program.unifier.params_of(ty).iter().any(|param| params.contains(param));
            if uses.iter().any(|(id, types)| found.contains(id) && types.iter().any(mentions)) {
                found.extend(definitions.iter().map(|definition| definition.variable.id));
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
