//! Walking over FUN programs: what an expression reads and binds, free names, substitution, and copies with fresh
//! names. Passes are written in these terms so that a new form of expression is described once, here.
//!
//! Every function is recursive over nested bodies only; the parser and the lowering keep nesting within
//! `base::cursor::MAX_DEPTH`, and the verifier refuses more.

use crate::def::*;
use base::entity::EntityRef;
use base::{Name, Span, Symbol};
use index::{IndexFn, Poly};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// What stands for a variable. A variable that names an array is replaced by a variable only.
pub type Substitution = FxHashMap<Name, Atom>;

/// A set of names in order of first occurrence, so that what is made from it is the same on every run.
pub type NameSet = IndexSet<Name, FxBuildHasher>;

/// What an expression has few of, mostly none.
pub type Few<T> = SmallVec<[T; 2]>;

/// The atom under the substitution.
pub fn substitute_atom(atom: Atom, substitution: &Substitution) -> Atom {
    atom.var().and_then(|name| substitution.get(&name).copied()).unwrap_or(atom)
}

/// The name under the substitution; unchanged where a constant stands for it.
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

/// Replaces names in the types of the variables, in the table.
pub fn substitute_types(vars: &mut VarTable, names: &[Name], substitution: &Substitution) {
    for &name in names {
        if let Some(info) = vars.get_mut(name) {
            substitute_info_in_place(info, substitution);
        }
    }
}

/// Replaces names in the statement and in all that it binds, in place. Types of binders change in the table.
pub fn substitute_stm(vars: &mut VarTable, stm: &mut Stm, substitution: &Substitution) {
    substitute_types(vars, &stm.pattern, substitution);
    for cert in &mut stm.certs {
        *cert = substitute_name(*cert, substitution);
    }
    substitute_exp(vars, &mut stm.exp, substitution);
}

/// As `substitute_stm`, for an expression.
pub fn substitute_exp(vars: &mut VarTable, exp: &mut Exp, substitution: &Substitution) {
    exp.map_operands(&mut |atom| substitute_atom(atom, substitution));
    substitute_types(vars, &exp.binders(), substitution);
    for body in exp.bodies_mut() {
        substitute_body(vars, body, substitution);
    }
}

/// As `substitute_stm`, for all of a body.
pub fn substitute_body(vars: &mut VarTable, body: &mut Body, substitution: &Substitution) {
    for stm in &mut body.stms {
        substitute_stm(vars, stm, substitution);
    }
    for atom in &mut body.result {
        *atom = substitute_atom(*atom, substitution);
    }
}

/// Drops repeated certificates, as substitution may leave them.
pub fn tidy_certs(stm: &mut Stm) {
    if stm.certs.len() > 1 {
        let mut seen = FxHashSet::default();
        stm.certs.retain(|cert| seen.insert(*cert));
    }
}

/// A copy of the body in which everything bound is fresh. `substitution` applies to what is free and gains the fresh
/// names of everything bound in the body.
pub fn refresh_body(program: &mut Program, body: &Body, substitution: &mut Substitution) -> Body {
    let mut copy = body.clone();
    refresh_body_in_place(program, &mut copy, substitution);
    copy
}

/// As `refresh_body`, for a lambda with its parameters.
pub fn refresh_lambda(program: &mut Program, lambda: &Lambda, substitution: &mut Substitution) -> Lambda {
    let mut copy = lambda.clone();
    refresh_names(program, &mut copy.params.iter_mut().collect(), substitution);
    refresh_body_in_place(program, &mut copy.body, substitution);
    copy
}

/// As `refresh_body`, for one statement with its pattern.
pub fn refresh_stm(program: &mut Program, stm: &Stm, substitution: &mut Substitution) -> Stm {
    let mut copy = stm.clone();
    refresh_stm_in_place(program, &mut copy, substitution);
    copy
}

/// As `refresh_body`, for an expression.
pub fn refresh_exp(program: &mut Program, exp: &Exp, substitution: &mut Substitution) -> Exp {
    let mut copy = exp.clone();
    refresh_exp_in_place(program, &mut copy, substitution);
    copy
}

/// Fresh names for a telescope; `substitution` applies to their types and gains the names.
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

fn refresh_names(program: &mut Program, names: &mut Few<&mut Name>, substitution: &mut Substitution) {
    let mut infos = Few::with_capacity(names.len());
    for name in names.iter_mut() {
        let (old, new) = (**name, program.names.like(**name));
        substitution.insert(old, new.into());
        infos.push(program.vars.get(old).cloned());
        **name = new;
    }
    // A type may name what is bound beside it.
    for (name, info) in names.iter().zip(infos) {
        if let Some(mut info) = info {
            substitute_info_in_place(&mut info, substitution);
            program.vars.insert(**name, info);
        }
    }
}

/// The names that the statement uses and does not bind, those in the types of its binders included.
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

/// Names are unique in a program, so what is free is what is used and bound nowhere inside.
fn free(vars: &VarTable, walk: impl FnOnce(&mut NameWalk)) -> NameSet {
    let (mut used, mut bound) = (Vec::new(), FxHashSet::<Name>::default());
    walk(&mut NameWalk { vars, used: &mut |name| used.push(name), bound: &mut |names| bound.extend(names) });
    used.into_iter().filter(|name| !bound.contains(name)).collect()
}

/// Calls `visit` on each name that is free in the statement, as often as it is used, and on those that bodies inside
/// bind and use: for whoever knows nothing of names bound inside, or does not care, and needs no set.
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

/// Whether there is a name like that among those of `for_each_name_used`.
pub fn uses_any(vars: &VarTable, stm: &Stm, mut is_like_that: impl FnMut(Name) -> bool) -> bool {
    let mut found = false;
    for_each_name_used(vars, stm, &mut |name| found = found || is_like_that(name));
    found
}

/// Visits names that are used, sizes in types included, and those that are bound.
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

/// The variables among the sizes of a type, and in FUNMEM the block and the variables of the index function.
pub fn for_each_name_in_info(info: &VarInfo, f: &mut dyn FnMut(Name)) {
    info.ty.dims().iter().filter_map(|dim| dim.var()).for_each(&mut *f);
    if let Some(place) = &info.place {
        f(place.block);
        for_each_name_in_ixfn(&place.ixfn, f);
    }
}

/// Calls `f` on every statement of the body, inner ones after the statement that holds them.
pub fn for_each_stm(body: &Body, f: &mut dyn FnMut(&Stm)) {
    for stm in &body.stms {
        f(stm);
        for inner in stm.exp.bodies() {
            for_each_stm(inner, f);
        }
    }
}

/// Every name that the body binds, at any depth, in order.
pub fn bound_in_body(body: &Body) -> Vec<Name> {
    let mut names = Vec::new();
    for_each_stm(body, &mut |stm| {
        names.extend(stm.exp.binders());
        names.extend(stm.pattern.iter().copied());
    });
    names
}

/// The functions that the body calls, as often as it does.
pub fn callees(body: &Body) -> Vec<FunctionId> {
    let mut all = Vec::new();
    for_each_stm(body, &mut |stm| {
        if let Exp::Call { function, .. } = stm.exp {
            all.push(function);
        }
    });
    all
}

/// For each function, by its number, the numbers of those that it calls: a graph for `base::graph`.
pub fn call_graph(program: &Program) -> Vec<Vec<usize>> {
    let callees = |function: &Function| callees(&function.body).into_iter().map(FunctionId::index).collect();
    program.functions.values().map(callees).collect()
}

/// How often each name is used as an operand, certificate or result, at any depth. Uses in types do not count.
pub fn count_uses(body: &Body, counts: &mut FxHashMap<Name, usize>) {
    for_each_use(body, &mut |name| *counts.entry(name).or_insert(0) += 1);
}

/// Calls `visit` for each use of a name in the body and those inside it, types apart.
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

/// Adds the places of a call to every statement of an inlined body.
pub fn add_spans(body: &mut Body, spans: &[Span]) {
    for stm in &mut body.stms {
        stm.spans.extend_from_slice(spans);
        for inner in stm.exp.bodies_mut() {
            add_spans(inner, spans);
        }
    }
}

impl Program {
    /// The thresholds with their defaults, in the order of the text.
    pub fn thresholds(&self) -> Vec<(Symbol, i64)> {
        let mut thresholds = Vec::new();
        for function in self.functions.values() {
            for_each_stm(&function.body, &mut |stm| {
                if let Exp::Threshold { name, default } = stm.exp {
                    thresholds.push((name, default));
                }
            });
        }
        thresholds
    }

    /// The variables among the sizes of a variable's type, and in FUNMEM those of its place.
    pub fn names_in_type(&self, name: Name) -> Vec<Name> {
        let mut names = Vec::new();
        if let Some(info) = self.vars.get(name) {
            for_each_name_in_info(info, &mut |name| names.push(name));
        }
        names
    }
}

impl Exp {
    /// The bodies directly inside, in order of evaluation.
    pub fn bodies(&self) -> Few<&Body> {
        match self {
            Exp::If { then_body, else_body, .. } => smallvec![then_body, else_body],
            Exp::Loop(looped) => smallvec![&looped.body],
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas().into_iter().map(|lambda| &lambda.body).collect()
            }
            _ => Few::new(),
        }
    }

    pub fn bodies_mut(&mut self) -> Few<&mut Body> {
        match self {
            Exp::If { then_body, else_body, .. } => smallvec![then_body, else_body],
            Exp::Loop(looped) => smallvec![&mut looped.body],
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas_mut().into_iter().map(|lambda| &mut lambda.body).collect()
            }
            _ => Few::new(),
        }
    }

    /// The width and inputs of an operation that traverses arrays, and its function of the elements.
    pub fn traversed(&self) -> Option<(Atom, &[Name], &Lambda)> {
        match self {
            Exp::Traverse(traverse) => Some((traverse.width, &traverse.inputs, &traverse.lambda)),
            Exp::Filter(filter) => Some((filter.width, &filter.inputs, &filter.lambda)),
            Exp::Scatter(scatter) => Some((scatter.width, &scatter.inputs, &scatter.lambda)),
            Exp::Histogram(histogram) => Some((histogram.width, &histogram.inputs, &histogram.lambda)),
            _ => None,
        }
    }

    /// As `traversed`, to be changed.
    pub fn traversed_mut(&mut self) -> Option<(&mut Atom, &mut Vec<Name>, &mut Lambda)> {
        match self {
            Exp::Traverse(traverse) => Some((&mut traverse.width, &mut traverse.inputs, &mut traverse.lambda)),
            Exp::Filter(filter) => Some((&mut filter.width, &mut filter.inputs, &mut filter.lambda)),
            Exp::Scatter(scatter) => Some((&mut scatter.width, &mut scatter.inputs, &mut scatter.lambda)),
            Exp::Histogram(histogram) => Some((&mut histogram.width, &mut histogram.inputs, &mut histogram.lambda)),
            _ => None,
        }
    }

    /// The functions of an array operation: of the elements first, then the operators.
    pub fn lambdas(&self) -> Few<&Lambda> {
        match self {
            Exp::Traverse(traverse) => {
                let monoids = traverse.scans.iter().chain(&traverse.reductions);
                std::iter::once(&traverse.lambda).chain(monoids.map(|m| &m.operator)).collect()
            }
            Exp::Filter(filter) => smallvec![&filter.lambda],
            Exp::Scatter(scatter) => smallvec![&scatter.lambda],
            Exp::Histogram(histogram) => smallvec![&histogram.lambda, &histogram.operator.operator],
            _ => Few::new(),
        }
    }

    pub fn lambdas_mut(&mut self) -> Few<&mut Lambda> {
        match self {
            Exp::Traverse(traverse) => {
                let monoids = traverse.scans.iter_mut().chain(&mut traverse.reductions);
                std::iter::once(&mut traverse.lambda).chain(monoids.map(|m| &mut m.operator)).collect()
            }
            Exp::Filter(filter) => smallvec![&mut filter.lambda],
            Exp::Scatter(scatter) => smallvec![&mut scatter.lambda],
            Exp::Histogram(histogram) => smallvec![&mut histogram.lambda, &mut histogram.operator.operator],
            _ => Few::new(),
        }
    }

    /// Of an array operation: whether one thread runs it.
    pub fn sequential(&self) -> Option<bool> {
        match self {
            Exp::Traverse(traverse) => Some(traverse.sequential),
            Exp::Filter(filter) => Some(filter.sequential),
            Exp::Scatter(scatter) => Some(scatter.sequential),
            Exp::Histogram(histogram) => Some(histogram.sequential),
            _ => None,
        }
    }

    pub fn sequential_mut(&mut self) -> Option<&mut bool> {
        match self {
            Exp::Traverse(traverse) => Some(&mut traverse.sequential),
            Exp::Filter(filter) => Some(&mut filter.sequential),
            Exp::Scatter(scatter) => Some(&mut scatter.sequential),
            Exp::Histogram(histogram) => Some(&mut histogram.sequential),
            _ => None,
        }
    }

    /// The names that the expression binds for the bodies directly inside: parameters of lambdas and loops.
    pub fn binders(&self) -> Few<Name> {
        match self {
            Exp::Loop(looped) => {
                let counter = if let LoopForm::For { var, .. } = looped.form { Some(var) } else { None };
                looped.params.iter().map(|(name, _)| *name).chain(counter).collect()
            }
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas().into_iter().flat_map(|lambda| lambda.params.iter().copied()).collect()
            }
            _ => Few::new(),
        }
    }

    pub fn binders_mut(&mut self) -> Few<&mut Name> {
        match self {
            Exp::Loop(looped) => {
                let counter = if let LoopForm::For { var, .. } = &mut looped.form { Some(var) } else { None };
                looped.params.iter_mut().map(|(name, _)| name).chain(counter).collect()
            }
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas_mut().into_iter().flat_map(|lambda| lambda.params.iter_mut()).collect()
            }
            _ => Few::new(),
        }
    }

    /// The operands, not those of bodies inside.
    pub fn operands(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        self.for_each_operand(&mut |atom| atoms.push(atom));
        atoms
    }

    /// Calls `f` on each operand in order, arrays as variables. The condition of a `while` loop, which is one of its
    /// own parameters, counts as an operand. Operands of bodies inside do not.
    pub fn for_each_operand(&self, f: &mut dyn FnMut(Atom)) {
        match self {
            Exp::Atom(a) | Exp::Un(_, a) | Exp::Convert(_, a) => f(*a),
            Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) => each(&[*a, *b], f),
            Exp::Fma(a, b, c) => each(&[*a, *b, *c], f),
            Exp::Index(array, atoms) | Exp::Reshape(array, atoms) => {
                f((*array).into());
                each(atoms, f);
            }
            Exp::Slice(array, dims) => {
                f((*array).into());
                each_in_slice(dims, f);
            }
            Exp::Update { array, dims, value } => {
                f((*array).into());
                each_in_slice(dims, f);
                f(*value);
            }
            Exp::Literal(atoms) | Exp::Call { args: atoms, .. } => each(atoms, f),
            Exp::Table(_) | Exp::Threshold { .. } => {}
            Exp::Iota { count, start, step } => each(&[*count, *start, *step], f),
            Exp::Replicate { dims, value } => {
                each(dims, f);
                f(*value);
            }
            Exp::Scratch { dims, .. } => each(dims, f),
            Exp::Copy(array) | Exp::Permute(array, _) => f((*array).into()),
            Exp::Concat(arrays) => each_name(arrays, f),
            Exp::Assert { cond, values, .. } => {
                f(*cond);
                each(values, f);
            }
            Exp::If { cond, .. } => f(*cond),
            Exp::Loop(looped) => {
                looped.params.iter().for_each(|(_, init)| f(*init));
                match looped.form {
                    LoopForm::For { bound, .. } => f(bound),
                    LoopForm::While { cond } => f(cond.into()),
                }
            }
            Exp::Traverse(traverse) => {
                f(traverse.width);
                each_name(&traverse.inputs, f);
                traverse.scans.iter().chain(&traverse.reductions).for_each(|monoid| each(&monoid.neutral, f));
            }
            Exp::Filter(filter) => {
                f(filter.width);
                each_name(&filter.inputs, f);
            }
            Exp::Scatter(scatter) => {
                f(scatter.width);
                each_name(&scatter.inputs, f);
                each_name(&scatter.destinations, f);
            }
            Exp::Histogram(histogram) => {
                f(histogram.width);
                each_name(&histogram.inputs, f);
                each_name(&histogram.destinations, f);
                each(&histogram.operator.neutral, f);
            }
            Exp::Alloc { count, .. } => f(*count),
        }
    }

    /// Replaces the operands that `for_each_operand` visits. Where a variable must stand (an array), a constant is
    /// not taken.
    pub fn map_operands(&mut self, f: &mut dyn FnMut(Atom) -> Atom) {
        match self {
            Exp::Atom(a) | Exp::Un(_, a) | Exp::Convert(_, a) => *a = f(*a),
            Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) => map_each([a, b], f),
            Exp::Fma(a, b, c) => map_each([a, b, c], f),
            Exp::Index(array, atoms) | Exp::Reshape(array, atoms) => {
                map_names([array], f);
                map_each(atoms, f);
            }
            Exp::Slice(array, dims) => {
                map_names([array], f);
                map_slice(dims, f);
            }
            Exp::Update { array, dims, value } => {
                map_names([array], f);
                map_slice(dims, f);
                *value = f(*value);
            }
            Exp::Literal(atoms) | Exp::Call { args: atoms, .. } => map_each(atoms, f),
            Exp::Table(_) | Exp::Threshold { .. } => {}
            Exp::Iota { count, start, step } => map_each([count, start, step], f),
            Exp::Replicate { dims, value } => {
                map_each(dims, f);
                *value = f(*value);
            }
            Exp::Scratch { dims, .. } => map_each(dims, f),
            Exp::Copy(array) | Exp::Permute(array, _) => map_names([array], f),
            Exp::Concat(arrays) => map_names(arrays, f),
            Exp::Assert { cond, values, .. } => {
                *cond = f(*cond);
                map_each(values, f);
            }
            Exp::If { cond, .. } => *cond = f(*cond),
            Exp::Loop(looped) => {
                map_each(looped.params.iter_mut().map(|(_, init)| init), f);
                match &mut looped.form {
                    LoopForm::For { bound, .. } => *bound = f(*bound),
                    LoopForm::While { cond } => map_names([cond], f),
                }
            }
            Exp::Traverse(traverse) => {
                traverse.width = f(traverse.width);
                map_names(&mut traverse.inputs, f);
                for monoid in traverse.scans.iter_mut().chain(&mut traverse.reductions) {
                    map_each(&mut monoid.neutral, f);
                }
            }
            Exp::Filter(filter) => {
                filter.width = f(filter.width);
                map_names(&mut filter.inputs, f);
            }
            Exp::Scatter(scatter) => {
                scatter.width = f(scatter.width);
                map_names(&mut scatter.inputs, f);
                map_names(&mut scatter.destinations, f);
            }
            Exp::Histogram(histogram) => {
                histogram.width = f(histogram.width);
                map_names(&mut histogram.inputs, f);
                map_names(&mut histogram.destinations, f);
                map_each(&mut histogram.operator.neutral, f);
            }
            Exp::Alloc { count, .. } => *count = f(*count),
        }
    }
}

impl SliceDim {
    /// The length of the result's dimension; `None` for a fixed one.
    pub fn count(self) -> Option<Atom> {
        if let SliceDim::Range { count, .. } = self { Some(count) } else { None }
    }
}

fn each(atoms: &[Atom], f: &mut dyn FnMut(Atom)) {
    atoms.iter().for_each(|&atom| f(atom));
}

fn each_name(names: &[Name], f: &mut dyn FnMut(Atom)) {
    names.iter().for_each(|&name| f(name.into()));
}

fn each_in_slice(dims: &[SliceDim], f: &mut dyn FnMut(Atom)) {
    for dim in dims {
        match *dim {
            SliceDim::Fix(index) => f(index),
            SliceDim::Range { start, count, stride } => each(&[start, count, stride], f),
        }
    }
}

fn map_each<'a>(atoms: impl IntoIterator<Item = &'a mut Atom>, f: &mut dyn FnMut(Atom) -> Atom) {
    atoms.into_iter().for_each(|atom| *atom = f(*atom));
}

fn map_names<'a>(names: impl IntoIterator<Item = &'a mut Name>, f: &mut dyn FnMut(Atom) -> Atom) {
    names.into_iter().for_each(|name| *name = f((*name).into()).var().unwrap_or(*name));
}

fn map_slice(dims: &mut [SliceDim], f: &mut dyn FnMut(Atom) -> Atom) {
    for dim in dims {
        match dim {
            SliceDim::Fix(index) => *index = f(*index),
            SliceDim::Range { start, count, stride } => map_each([start, count, stride], f),
        }
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

#[cfg(test)]
mod tests;
