//! Traversals of FUN programs: names used and bound, free names, substitution, and copies with fresh names. Passes use
//! them, so that a new form of expression is described only once, in `parts`.
//!
//! Functions recurse only over nested bodies. The parser and the lowering keep nesting within
//! `base::cursor::MAX_DEPTH`, and the verifier rejects more.

mod parts;

use crate::def::*;
use base::entity::EntityRef;
use base::{Name, Span, Symbol};
use index::{IndexFn, Poly};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Replacements of variables. A variable that names an array is replaced only by a variable.
pub type Substitution = FxHashMap<Name, Atom>;

/// A set of names in order of first occurrence. The order makes results the same on every run.
pub type NameSet = IndexSet<Name, FxBuildHasher>;

/// Collection of parts of an expression, which has few of them.
pub type Few<T> = SmallVec<[T; 2]>;

/// Applies the substitution to an atom.
pub fn substitute_atom(atom: Atom, substitution: &Substitution) -> Atom {
    atom.var().and_then(|name| substitution.get(&name).copied()).unwrap_or(atom)
}

/// Applies the substitution to a name; leaves it unchanged if a constant replaces it.
pub fn substitute_name(name: Name, substitution: &Substitution) -> Name {
    substitute_atom(name.into(), substitution).var().unwrap_or(name)
}

pub fn substitute_type(ty: &Type, substitution: &Substitution) -> Type {
    match ty {
        Type::Array { elem, dims } => {
            let dims = dims.iter().map(|&dim| substitute_atom(dim, substitution)).collect();
            Type::Array { elem: *elem, dims }
        }
        Type::Scalar(_) | Type::Cert | Type::Memory => ty.clone(),
    }
}

pub fn substitute_info(info: &VarInfo, substitution: &Substitution) -> VarInfo {
    let mut info = info.clone();
    substitute_info_in_place(&mut info, substitution);
    info
}

fn substitute_info_in_place(info: &mut VarInfo, substitution: &Substitution) {
    if let Type::Array { dims, .. } = &mut info.ty {
        dims.iter_mut().for_each(|dim| *dim = substitute_atom(*dim, substitution));
    }
    if let Some(place) = &mut info.place {
        place.block = substitute_name(place.block, substitution);
        place.ixfn = substitute_ixfn(&place.ixfn, substitution);
    }
}

/// Applies the substitution to the types of the variables, in the table.
pub fn substitute_types(vars: &mut VarTable, names: &[Name], substitution: &Substitution) {
    for &name in names {
        if let Some(info) = vars.get_mut(name) {
            substitute_info_in_place(info, substitution);
        }
    }
}

/// Applies the substitution to a statement and all its bodies, in place. Types of binders change in the table.
pub fn substitute_stm(vars: &mut VarTable, stm: &mut Stm, substitution: &Substitution) {
    substitute_types(vars, &stm.pattern, substitution);
    for cert in &mut stm.certs {
        *cert = substitute_name(*cert, substitution);
    }
    substitute_exp(vars, &mut stm.exp, substitution);
}

/// Like `substitute_stm`, for an expression.
pub fn substitute_exp(vars: &mut VarTable, exp: &mut Exp, substitution: &Substitution) {
    exp.map_operands(&mut |atom| substitute_atom(atom, substitution));
    substitute_types(vars, &exp.binders(), substitution);
    for body in exp.bodies_mut() {
        substitute_body(vars, body, substitution);
    }
}

/// Like `substitute_stm`, for a body.
pub fn substitute_body(vars: &mut VarTable, body: &mut Body, substitution: &Substitution) {
    for stm in &mut body.stms {
        substitute_stm(vars, stm, substitution);
    }
    for atom in &mut body.result {
        *atom = substitute_atom(*atom, substitution);
    }
}

/// Removes repeated certificates, which substitution may leave.
pub fn tidy_certs(stm: &mut Stm) {
    if stm.certs.len() > 1 {
        let mut seen = FxHashSet::default();
        stm.certs.retain(|cert| seen.insert(*cert));
    }
}

/// Copies a body and renames everything bound in it. `substitution` applies to free names; the fresh names are added to
/// it.
pub fn refresh_body(program: &mut Program, body: &Body, substitution: &mut Substitution) -> Body {
    let mut copy = body.clone();
    refresh_body_in_place(program, &mut copy, substitution);
    copy
}

/// Like `refresh_body`, for a lambda and its parameters.
pub fn refresh_lambda(program: &mut Program, lambda: &Lambda, substitution: &mut Substitution) -> Lambda {
    let mut copy = lambda.clone();
    refresh_names(program, &mut copy.params.iter_mut().collect(), substitution);
    refresh_body_in_place(program, &mut copy.body, substitution);
    copy
}

/// Like `refresh_body`, for a statement and its pattern.
pub fn refresh_stm(program: &mut Program, stm: &Stm, substitution: &mut Substitution) -> Stm {
    let mut copy = stm.clone();
    refresh_stm_in_place(program, &mut copy, substitution);
    copy
}

/// Like `refresh_body`, for an expression.
pub fn refresh_exp(program: &mut Program, exp: &Exp, substitution: &mut Substitution) -> Exp {
    let mut copy = exp.clone();
    refresh_exp_in_place(program, &mut copy, substitution);
    copy
}

/// Returns fresh names for a telescope. `substitution` applies to their types; the fresh names are added to it.
pub fn refresh_telescope(program: &mut Program, names: &[Name], substitution: &mut Substitution) -> Vec<Name> {
    let mut fresh = names.to_vec();
    refresh_names(program, &mut fresh.iter_mut().collect(), substitution);
    fresh
}

fn refresh_body_in_place(program: &mut Program, body: &mut Body, substitution: &mut Substitution) {
    for stm in &mut body.stms {
        refresh_stm_in_place(program, stm, substitution);
    }
    for atom in &mut body.result {
        *atom = substitute_atom(*atom, substitution);
    }
}

fn refresh_stm_in_place(program: &mut Program, stm: &mut Stm, substitution: &mut Substitution) {
    for cert in &mut stm.certs {
        *cert = substitute_name(*cert, substitution);
    }
    refresh_exp_in_place(program, &mut stm.exp, substitution);
    refresh_names(program, &mut stm.pattern.iter_mut().collect(), substitution);
}

fn refresh_exp_in_place(program: &mut Program, exp: &mut Exp, substitution: &mut Substitution) {
    refresh_names(program, &mut exp.binders_mut(), substitution);
    exp.map_operands(&mut |atom| substitute_atom(atom, substitution));
    for body in exp.bodies_mut() {
        refresh_body_in_place(program, body, substitution);
    }
}

/// Replaces binders by new names, in place and in their types. Adds them to the substitution.
fn refresh_names(program: &mut Program, names: &mut Few<&mut Name>, substitution: &mut Substitution) {
    let mut infos = Few::with_capacity(names.len());
    for name in names.iter_mut() {
        let (old, new) = (**name, program.names.like(**name));
        substitution.insert(old, new.into());
        infos.push(program.vars.get(old).cloned());
        **name = new;
    }
    // A type may name variables bound beside it.
    for (name, info) in names.iter().zip(infos) {
        if let Some(mut info) = info {
            substitute_info_in_place(&mut info, substitution);
            program.vars.insert(**name, info);
        }
    }
}

/// Returns the names that the statement uses and does not bind, including those in the types of its binders.
pub fn free_in_stm(vars: &VarTable, stm: &Stm) -> NameSet {
    free(vars, |walk| walk.stm(stm))
}

pub fn free_in_exp(vars: &VarTable, exp: &Exp) -> NameSet {
    free(vars, |walk| walk.exp(exp))
}

pub fn free_in_body(vars: &VarTable, body: &Body) -> NameSet {
    free(vars, |walk| walk.body(body))
}

pub fn free_in_lambda(vars: &VarTable, lambda: &Lambda) -> NameSet {
    free(vars, |walk| {
        walk.binders(&lambda.params);
        walk.body(&lambda.body);
    })
}

/// Returns the free names. Because names are unique in a program, these are the names used but not bound inside.
fn free(vars: &VarTable, walk: impl FnOnce(&mut NameWalk)) -> NameSet {
    let (mut used, mut bound) = (Vec::new(), FxHashSet::<Name>::default());
    walk(&mut NameWalk { vars, used: &mut |name| used.push(name), bound: &mut |names| bound.extend(names) });
    used.into_iter().filter(|name| !bound.contains(name)).collect()
}

/// Visits every use of a name in the statement, including names bound in its bodies. It needs no set, for callers to
/// whom names bound inside do not matter.
pub fn for_each_name_used(vars: &VarTable, stm: &Stm, visit: &mut dyn FnMut(Name)) {
    stm.certs.iter().copied().for_each(&mut *visit);
    NameWalk { vars, used: visit, bound: &mut |_| () }.exp(&stm.exp);
    for info in stm.pattern.iter().filter_map(|&name| vars.get(name)) {
        for_each_name_in_info(info, &mut |name| {
            if !stm.pattern.contains(&name) {
                visit(name);
            }
        });
    }
}

/// Whether the predicate holds for a name that `for_each_name_used` visits.
pub fn uses_any(vars: &VarTable, stm: &Stm, mut is_like_that: impl FnMut(Name) -> bool) -> bool {
    let mut found = false;
    for_each_name_used(vars, stm, &mut |name| found = found || is_like_that(name));
    found
}

/// Visitor of the names that are used, sizes in types included, and of those that are bound.
struct NameWalk<'a> {
    vars: &'a VarTable,
    used: &'a mut dyn FnMut(Name),
    bound: &'a mut dyn FnMut(&[Name]),
}

impl NameWalk<'_> {
    fn body(&mut self, body: &Body) {
        for stm in &body.stms {
            self.stm(stm);
        }
        body.result.iter().filter_map(|atom| atom.var()).for_each(&mut *self.used);
    }

    fn stm(&mut self, stm: &Stm) {
        stm.certs.iter().copied().for_each(&mut *self.used);
        self.exp(&stm.exp);
        self.binders(&stm.pattern);
    }

    fn exp(&mut self, exp: &Exp) {
        exp.for_each_operand(&mut |atom| atom.var().into_iter().for_each(&mut *self.used));
        self.binders(&exp.binders());
        for body in exp.bodies() {
            self.body(body);
        }
    }

    fn binders(&mut self, names: &[Name]) {
        (self.bound)(names);
        for info in names.iter().filter_map(|&name| self.vars.get(name)) {
            for_each_name_in_info(info, self.used);
        }
    }
}

/// Visits the variables among the sizes of a type, and in FUNMEM the block and the variables of the index function.
pub fn for_each_name_in_info(info: &VarInfo, f: &mut dyn FnMut(Name)) {
    info.ty.dims().iter().filter_map(|dim| dim.var()).for_each(&mut *f);
    if let Some(place) = &info.place {
        f(place.block);
        for_each_name_in_ixfn(&place.ixfn, f);
    }
}

/// Visits every statement of the body, outer ones first.
pub fn for_each_stm(body: &Body, f: &mut dyn FnMut(&Stm)) {
    for stm in &body.stms {
        f(stm);
        for inner in stm.exp.bodies() {
            for_each_stm(inner, f);
        }
    }
}

/// Returns every name that the body binds, at any depth, in order.
pub fn bound_in_body(body: &Body) -> Vec<Name> {
    let mut names = Vec::new();
    for_each_stm(body, &mut |stm| {
        names.extend(stm.exp.binders());
        names.extend(stm.pattern.iter().copied());
    });
    names
}

/// Returns the functions that the body calls, once for each call.
pub fn callees(body: &Body) -> Vec<FunctionId> {
    let mut all = Vec::new();
    for_each_stm(body, &mut |stm| {
        if let Exp::Call { function, .. } = stm.exp {
            all.push(function);
        }
    });
    all
}

/// Returns, for each function by its number, the numbers of its callees: a graph for `base::graph`.
pub fn call_graph(program: &Program) -> Vec<Vec<usize>> {
    let callees = |function: &Function| callees(&function.body).into_iter().map(FunctionId::index).collect();
    program.functions.values().map(callees).collect()
}

/// Counts the uses of each name as operand, certificate or result, at any depth. Uses in types do not count.
pub fn count_uses(body: &Body, counts: &mut FxHashMap<Name, usize>) {
    for_each_use(body, &mut |name| *counts.entry(name).or_insert(0) += 1);
}

/// Visits each use of a name in the body and its inner bodies, except in types.
pub fn for_each_use(body: &Body, visit: &mut dyn FnMut(Name)) {
    body.result.iter().filter_map(|atom| atom.var()).for_each(&mut *visit);
    for stm in &body.stms {
        stm.certs.iter().copied().for_each(&mut *visit);
        stm.exp.for_each_operand(&mut |atom| atom.var().into_iter().for_each(&mut *visit));
    }
    for inner in body.stms.iter().flat_map(|stm| stm.exp.bodies()) {
        for_each_use(inner, visit);
    }
}

/// Appends the places of a call to every statement of an inlined body.
pub fn add_spans(body: &mut Body, spans: &[Span]) {
    for stm in &mut body.stms {
        stm.spans.extend_from_slice(spans);
        for inner in stm.exp.bodies_mut() {
            add_spans(inner, spans);
        }
    }
}

fn set_thresholds(body: &mut Body, value: &dyn Fn(Symbol) -> Option<i64>) {
    for stm in &mut body.stms {
        if let Exp::Threshold { name, default } = &mut stm.exp {
            *default = value(*name).unwrap_or(*default);
        }
        stm.exp.bodies_mut().into_iter().for_each(|inner| set_thresholds(inner, value));
    }
}

impl Program {
    /// Returns the thresholds with their defaults, each once, in the order of the text.
    pub fn thresholds(&self) -> Vec<(Symbol, i64)> {
        let (mut thresholds, mut seen) = (Vec::new(), FxHashSet::default());
        for function in self.functions.values() {
            for_each_stm(&function.body, &mut |stm| {
                if let Exp::Threshold { name, default } = stm.exp
                    && seen.insert(name)
                {
                    thresholds.push((name, default));
                }
            });
        }
        thresholds
    }

    /// Changes the defaults of the thresholds for which `value` returns one.
    pub fn set_thresholds(&mut self, value: &dyn Fn(Symbol) -> Option<i64>) {
        for function in self.functions.values_mut() {
            set_thresholds(&mut function.body, value);
        }
    }

    /// Returns the variables among the sizes of a variable's type, and in FUNMEM those of its place.
    pub fn names_in_type(&self, name: Name) -> Vec<Name> {
        let mut names = Vec::new();
        if let Some(info) = self.vars.get(name) {
            for_each_name_in_info(info, &mut |name| names.push(name));
        }
        names
    }
}

fn substitute_ixfn(ixfn: &IndexFn, substitution: &Substitution) -> IndexFn {
    ixfn.substitute(&|name| match substitution.get(&name)? {
        Atom::Var(name) => Some(Poly::var(*name)),
        Atom::Const(scalar) => scalar.as_i64().map(Poly::constant),
    })
}

fn for_each_name_in_ixfn(ixfn: &IndexFn, f: &mut dyn FnMut(Name)) {
    ixfn.free_variables().into_iter().for_each(f);
}
