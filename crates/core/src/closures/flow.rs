//! Flow analysis of functions. Each arrow in a type is labelled, and labels between which functions flow form one class
//! (Henglein, "Simple closure analysis", 1992). A class is *unknown* if one of its functions is, and then so are the
//! classes of all that its functions take, return and hold.
//!
//! ```text
//! let f : i64 -> i64 = if c then g else h             f : 'a    g : 'a    h : 'a     'a is unknown
//! ```
//!
//! A label is represented as a type parameter, so that all traversals work on labelled programs. Cost: the size of the
//! program with its types, times the nesting of lambdas, for the values they hold.

use super::map_datas;
use crate::calls::Calls;
use crate::def::{
    DefId, Expr, ExprKind, Lambda, Loop, LoopForm, Param, Pat, Prim, Program, RefOp, SeqOp, TensorOp, Type, Unique,
};
use crate::walk::{
    PartMut, for_each_child, for_each_part_mut, for_each_type_name, lambda_free_variables, map_type, param_types,
    pat_parts_mut,
};
use base::entity::EntityRef;
use base::{Name, Symbol, graph};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes of a labelled program.
pub(super) struct Classes {
    arrows: IndexMap<Name, (Type, Type)>,
    /// Representative of each label's class.
    roots: Vec<usize>,
    unknown: FxHashSet<usize>,
}

impl Classes {
    /// Replaces labels in the type: the label of a known function by its function type, that of an unknown one by the
    /// name of its class.
    pub(super) fn ty(&self, ty: &Type) -> Type {
        map_type(ty, &|size| size, &|name| match self.arrows.get_full(&name) {
            None => Type::Param(name),
            Some((label, _, (from, to))) => match self.class(label) {
                Some(class) => Type::Param(class),
                None => Type::function(self.ty(from), self.ty(to)),
            },
        })
    }

    fn class(&self, label: usize) -> Option<Name> {
        let root = self.roots[label];
        let (name, _) = self.arrows.get_index(root)?;
        self.unknown.contains(&root).then_some(*name)
    }

    /// Returns the parameter and result types of an unknown class's functions.
    pub(super) fn arrow(&self, class: Name) -> Option<(Type, Type)> {
        let (from, to) = self.arrows.get(&class)?;
        Some((self.ty(from), self.ty(to)))
    }

    pub(super) fn unknown(&self) -> impl Iterator<Item = Name> + '_ {
        let roots = (0..self.roots.len()).filter(|label| self.roots[*label] == *label);
        roots.filter_map(|label| self.class(label))
    }
}

/// Labels the program's types and solves the flow. Returns `None` if no function is unknown, or if one is unknown that
/// must be known: a function that consumes arguments, or an operator of an accumulator.
pub(super) fn classes(program: &mut Program) -> Option<Classes> {
    let recursive = Calls::of(program).on_cycles();
    let mut flow = Flow::default();
    flow.label(program);
    for (id, def) in program.defs.iter() {
        let signature = flow.signatures[id.index()].clone();
        flow.function(&signature, &def.params, &def.body.ty, Vec::new());
        flow.same(&def.result, &def.body.ty);
        flow.expr(program, &def.body);
    }
    flow.solve(program, &recursive)
}

#[derive(Default)]
struct Flow {
    /// Parameter and result types of each label's functions.
    arrows: IndexMap<Name, (Type, Type)>,
    /// Union-find parents of the labels.
    parents: Vec<usize>,
    variables: FxHashMap<Name, Type>,
    signatures: Vec<Type>,
    /// For each label, the labels of the functions that its functions hold. Numbers from `arrows.len()` on stand for
    /// the values that a function holds after some of its arguments.
    holds: Vec<Vec<usize>>,
    /// Labels of functions that depend on run-time values.
    seeds: Vec<usize>,
    /// Labels of functions that must stay known.
    fixed: Vec<usize>,
    accumulators: FxHashSet<usize>,
}

impl Flow {
    // Labels

    /// Labels all function types of the program, and records the types of variables and definitions.
    fn label(&mut self, program: &mut Program) {
        let mut names = std::mem::take(&mut program.names);
        let mut label = |flow: &mut Flow, ty: &mut Type| {
            if ty.has_function() {
                *ty = flow.labelled(ty, Place::Value, &mut names);
            }
        };
        map_datas(&mut program.datas, &mut |ty| {
            let mut ty = ty.clone();
            label(self, &mut ty);
            self.unknown_in(&ty);
            ty
        });
        for index in 0..program.defs.len() {
            let def = &mut program.defs[DefId::new(index)];
            let mut last = None;
            for param in &mut def.params {
                pat_parts_mut(&mut param.pat, &mut |part| self.label_part(part, &mut last, &mut label));
            }
            label(self, &mut def.result);
            self.label_expr(&mut def.body, &mut label);
        }
        for def in program.defs.values() {
            let params = param_types(&def.params).rev();
            let signature = params.fold(def.result.clone(), |to, from| self.arrow(from, to, &mut names));
            self.signatures.push(signature);
        }
        program.names = names;
        self.holds = vec![Vec::new(); self.arrows.len()];
    }

    fn label_expr(&mut self, expr: &mut Expr, label: &mut dyn FnMut(&mut Flow, &mut Type)) {
        let mut last = None;
        for_each_part_mut(expr, &mut |part| self.label_part(part, &mut last, label));
    }

    /// Labels the types of a part of an expression. `last` is the variable bound just before, to which the next type
    /// belongs.
    fn label_part(&mut self, part: PartMut<'_>, last: &mut Option<Name>, label: &mut dyn FnMut(&mut Flow, &mut Type)) {
        match part {
            PartMut::Binder(name) => *last = Some(*name),
            PartMut::Type(ty) => {
                label(self, ty);
                if let Some(name) = last.take()
                    && has_label(ty)
                {
                    self.variables.insert(name, ty.clone());
                }
            }
            PartMut::Expr(child) => {
                *last = None;
                self.label_expr(child, label);
            }
            PartMut::Use(_) | PartMut::TypeBinder(_) => *last = None,
        }
    }

    /// Returns the type with each function type replaced by a fresh label.
    fn labelled(&mut self, ty: &Type, place: Place, names: &mut base::NameSource) -> Type {
        match ty {
            Type::Scalar(_) | Type::Param(_) | Type::Data(..) => ty.clone(),
            Type::Function(from, to) => {
                let inner = if place == Place::Accumulator { place } else { Place::Value };
                let (from, to) = (self.labelled(from, inner, names), self.labelled(to, inner, names));
                let ty = self.arrow(from, to, names);
                let label = self.arrows.len() - 1;
                match place {
                    Place::Value => {}
                    Place::Inside => self.seeds.push(label),
                    Place::Accumulator => _ = self.accumulators.insert(label),
                }
                ty
            }
            Type::Seq(elem) => Type::Seq(self.labelled(elem, Place::Inside, names).into()),
            Type::Ref(content) => Type::Ref(self.labelled(content, Place::Inside, names).into()),
            Type::Tensor(elem) => Type::Tensor(self.labelled(elem, Place::Inside, names).into()),
            Type::Array(elem, size) => Type::array(self.labelled(elem, Place::Inside, names), *size),
            Type::Record(fields) => {
                let place = if ty.is_accumulator() { Place::Accumulator } else { place };
                Type::Record(fields.iter().map(|(name, ty)| (*name, self.labelled(ty, place, names))).collect())
            }
            Type::Sum(constructors) => {
                let mut payload =
                    |types: &[Type]| types.iter().map(|ty| self.labelled(ty, Place::Inside, names)).collect();
                Type::Sum(constructors.iter().map(|(name, types)| (*name, payload(types))).collect())
            }
        }
    }

    fn arrow(&mut self, from: Type, to: Type, names: &mut base::NameSource) -> Type {
        let name = names.fresh("function");
        self.parents.push(self.arrows.len());
        self.arrows.insert(name, (from, to));
        Type::Param(name)
    }

    fn labels(&self, ty: &Type) -> Vec<usize> {
        let mut labels = Vec::new();
        for_each_type_name(ty, &mut |_| {}, &mut |name| labels.extend(self.arrows.get_index_of(&name)));
        labels
    }

    /// Returns the label, parameter type and result type of a labelled function type.
    fn parts(&self, ty: &Type) -> Option<(usize, Type, Type)> {
        let Type::Param(name) = ty else { return None };
        self.arrows.get_full(name).map(|(label, _, (from, to))| (label, from.clone(), to.clone()))
    }

    /// Marks all functions in values of this type as unknown, except for operators of accumulators.
    fn unknown_in(&mut self, ty: &Type) {
        let labels = self.labels(ty).into_iter();
        self.seeds.extend(labels.filter(|label| !self.accumulators.contains(label)));
    }

    // Classes

    fn root(&mut self, mut label: usize) -> usize {
        while self.parents[label] != label {
            self.parents[label] = self.parents[self.parents[label]];
            label = self.parents[label];
        }
        label
    }

    /// Records that functions flow between values of these two types, which differ only in labels and sizes.
    fn same(&mut self, a: &Type, b: &Type) {
        match (a, b) {
            (Type::Param(a), Type::Param(b)) => {
                let (Some(a), Some(b)) = (self.arrows.get_index_of(a), self.arrows.get_index_of(b)) else { return };
                let (a, b) = (self.root(a), self.root(b));
                if a == b {
                    return;
                }
                let (first, second) = (a.min(b), a.max(b));
                self.parents[second] = first;
                let ((from, to), (other_from, other_to)) = (self.arrows[first].clone(), self.arrows[second].clone());
                self.same(&from, &other_from);
                self.same(&to, &other_to);
            }
            (Type::Array(a, _), Type::Array(b, _))
            | (Type::Seq(a), Type::Seq(b))
            | (Type::Ref(a), Type::Ref(b))
            | (Type::Tensor(a), Type::Tensor(b)) => {
                self.same(a, b);
            }
            (Type::Record(a), Type::Record(b)) => a.iter().zip(b.iter()).for_each(|((_, a), (_, b))| self.same(a, b)),
            (Type::Sum(a), Type::Sum(b)) => {
                a.iter().zip(b.iter()).for_each(|((_, a), (_, b))| self.all_same(a, b));
            }
            _ => {}
        }
    }

    fn all_same(&mut self, a: &[Type], b: &[Type]) {
        a.iter().zip(b).for_each(|(a, b)| self.same(a, b));
    }

    /// Records that two arrays share elements, or that one type is the element of the other.
    fn same_elements(&mut self, a: &Type, b: &Type) {
        self.same(a.base_elem(), b.base_elem());
    }

    /// Records the flow of a function with these parameters and this result. `held` are the types of the values that it
    /// captures.
    fn function(&mut self, ty: &Type, params: &[Param], result: &Type, held: Vec<Type>) {
        let consumes = params.iter().any(|param| param.consumed != Unique::No);
        let mut before = None;
        let mut held: Vec<usize> = held.iter().flat_map(|ty| self.labels(ty)).collect();
        let mut ty = ty.clone();
        for param in params {
            let Some((label, from, to)) = self.parts(&ty) else { return };
            held.extend(before);
            before = Some(self.holds.len());
            self.holds.push(held);
            self.holds[label].extend(before);
            if consumes {
                self.fixed.push(label);
            }
            let param_type = param.pat.ty();
            if param.consumed != Unique::No {
                self.fixed.extend(self.labels(&param_type));
            }
            self.same(&from, &param_type);
            held = self.labels(&param_type);
            ty = to;
        }
        self.same(&ty, result);
    }

    /// Records the flow of functions in an expression.
    fn expr(&mut self, program: &Program, expr: &Expr) {
        for_each_child(expr, &mut |child| self.expr(program, child));
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Table(_) => {}
            ExprKind::Var(name, _) => {
                if let Some(ty) = self.variables.get(name).cloned() {
                    self.same(&ty, &expr.ty);
                }
            }
            ExprKind::Def(id, _) => {
                let ty = self.signatures[id.index()].clone();
                self.same(&ty, &expr.ty);
            }
            ExprKind::Lambda(lambda) => self.lambda(program, lambda, &expr.ty),
            ExprKind::Apply(function, args) => self.applied(&function.ty, args.iter().map(|arg| &arg.ty), &expr.ty),
            ExprKind::Block(bindings, body) => {
                for binding in bindings {
                    self.bound(program, &binding.pat, &binding.value.ty);
                }
                self.same(&body.ty, &expr.ty);
            }
            ExprKind::If(_, yes, no) => {
                self.same(&yes.ty, &expr.ty);
                self.same(&no.ty, &expr.ty);
                self.unknown_in(&expr.ty);
            }
            ExprKind::Match(subject, cases) => {
                for case in cases {
                    self.bound(program, &case.pat, &subject.ty);
                    self.same(&case.body.ty, &expr.ty);
                }
                self.unknown_in(&expr.ty);
            }
            ExprKind::Loop(looped) => self.looped(program, looped, &expr.ty),
            ExprKind::Record(fields) => {
                for (name, field) in fields {
                    expr.ty.field(*name).into_iter().for_each(|ty| self.same(&field.ty, ty));
                }
            }
            ExprKind::Field(record, name) => {
                record.ty.field(*name).into_iter().for_each(|ty| self.same(ty, &expr.ty));
            }
            ExprKind::Variant(name, payload) => {
                let types: Vec<Type> = payload.iter().map(|value| value.ty.clone()).collect();
                self.payload(program, *name, &types, &expr.ty);
            }
            ExprKind::Array(items) => items.iter().for_each(|item| self.same_elements(&item.ty, &expr.ty)),
            ExprKind::Index(array, _) | ExprKind::Slice(array, _) => self.same_elements(&array.ty, &expr.ty),
            ExprKind::Update(array, _, value) => {
                self.same(&array.ty, &expr.ty);
                self.same_elements(&array.ty, &value.ty);
            }
            ExprKind::Prim(prim, args) => self.prim(*prim, args, &expr.ty),
            ExprKind::Ensure(ensure) => self.same(&ensure.then.ty, &expr.ty),
        }
    }

    fn lambda(&mut self, program: &Program, lambda: &Lambda, ty: &Type) {
        let held = lambda_free_variables(lambda).variables.into_values().filter(has_label).collect();
        lambda.params.iter().for_each(|param| self.pat(program, &param.pat));
        self.function(ty, &lambda.params, &lambda.body.ty, held);
    }

    fn applied<'t>(&mut self, function: &Type, args: impl Iterator<Item = &'t Type>, result: &Type) {
        let mut ty = function.clone();
        for arg in args {
            let Some((_, from, to)) = self.parts(&ty) else { return };
            self.same(&from, arg);
            ty = to;
        }
        self.same(&ty, result);
    }

    fn looped(&mut self, program: &Program, looped: &Loop, ty: &Type) {
        let state = looped.pat.ty();
        self.bound(program, &looped.pat, &looped.init.ty);
        self.same(&state, &looped.body.ty);
        self.same(&state, ty);
        if let LoopForm::ForIn(pat, array) = &looped.form {
            self.pat(program, pat);
            self.same_elements(&pat.ty(), &array.ty);
        }
        self.unknown_in(ty);
    }

    fn bound(&mut self, program: &Program, pat: &Pat, value: &Type) {
        self.pat(program, pat);
        self.same(&pat.ty(), value);
    }

    fn pat(&mut self, program: &Program, pat: &Pat) {
        match pat {
            Pat::Var(..) | Pat::Wildcard(_) | Pat::Literal(_) => {}
            Pat::Record(fields) => fields.iter().for_each(|(_, pat)| self.pat(program, pat)),
            Pat::Variant(name, payload, ty) => {
                payload.iter().for_each(|pat| self.pat(program, pat));
                let types: Vec<Type> = payload.iter().map(Pat::ty).collect();
                self.payload(program, *name, &types, ty);
            }
        }
    }

    fn payload(&mut self, program: &Program, name: Symbol, found: &[Type], ty: &Type) {
        if let Some(payload) = ty.payload(name, &program.datas) {
            self.all_same(found, &payload);
        }
    }

    /// Records the flow of functions through a primitive.
    fn prim(&mut self, prim: Prim, args: &[Expr], ty: &Type) {
        let operator = |flow: &mut Flow, operator: &Expr, elem: &Type| {
            flow.applied(&operator.ty, [elem, elem].into_iter(), elem);
        };
        match (prim, args) {
            (Prim::Map, [function, array]) => {
                let (Some(from), Some(to)) = (array.ty.elem(), ty.elem()) else { return };
                self.applied(&function.ty, [from].into_iter(), to);
            }
            (Prim::FlatMap, [function, array]) => {
                array.ty.elem().into_iter().for_each(|elem| self.applied(&function.ty, [elem].into_iter(), ty));
            }
            (Prim::Loop, [_, function]) => self.applied(&function.ty, [&Type::I64].into_iter(), &Type::unit()),
            (Prim::Accelerate, [function]) => self.applied(&function.ty, [&Type::unit()].into_iter(), ty),
            (Prim::Filter, [function, array]) => {
                array
                    .ty
                    .elem()
                    .into_iter()
                    .for_each(|elem| self.applied(&function.ty, [elem].into_iter(), &Type::BOOL));
                self.same(&array.ty, ty);
            }
            (Prim::Reduce { .. } | Prim::Scan, [function, neutral, array]) => {
                operator(self, function, &neutral.ty);
                array.ty.elem().into_iter().for_each(|elem| self.same(elem, &neutral.ty));
                self.same_elements(&array.ty, ty);
            }
            (Prim::Histogram, [dest, function, neutral, _, values]) => {
                operator(self, function, &neutral.ty);
                values.ty.elem().into_iter().for_each(|elem| self.same(elem, &neutral.ty));
                self.same_elements(&dest.ty, &values.ty);
                self.same(&dest.ty, ty);
            }
            (Prim::Zip, arrays) => {
                let fields = ty.elem().and_then(Type::fields).unwrap_or_default();
                for (array, (_, field)) in arrays.iter().zip(fields) {
                    array.ty.elem().into_iter().for_each(|elem| self.same(elem, field));
                }
            }
            (Prim::Unzip, [array]) => {
                let fields = array.ty.elem().and_then(Type::fields).unwrap_or_default();
                for ((_, field), (_, array)) in fields.iter().zip(ty.fields().unwrap_or_default()) {
                    array.elem().into_iter().for_each(|elem| self.same(elem, field));
                }
            }
            (Prim::Seq(op), args) => self.sequence(op, args, ty),
            (Prim::Tensor(op), [first, rest @ ..]) => {
                let (tensor, elem) = match op {
                    TensorOp::New => (ty, rest.first().and_then(|elements| elements.ty.elem())),
                    TensorOp::Get => (&first.ty, Some(ty)),
                    TensorOp::Set => (&first.ty, rest.get(1).map(|value| &value.ty)),
                    TensorOp::ToArray => (&first.ty, ty.elem()),
                    TensorOp::View | TensorOp::Part(..) => return self.same(&first.ty, ty),
                    TensorOp::Shape | TensorOp::Size | TensorOp::At(_) => return,
                };
                if let (Type::Tensor(own), Some(elem)) = (tensor, elem) {
                    self.same(own, elem);
                }
            }
            (Prim::Ref(op), [first, rest @ ..]) => {
                let (reference, content) = match op {
                    RefOp::New => (ty, Some(&first.ty)),
                    RefOp::Read => (&first.ty, Some(ty)),
                    RefOp::Write => (&first.ty, rest.first().map(|value| &value.ty)),
                };
                if let (Type::Ref(own), Some(content)) = (reference, content) {
                    self.same(own, content);
                }
            }
            // If the elements contain functions, all operands with functions share them.
            (_, args) => args.iter().for_each(|arg| self.same_elements(&arg.ty, ty)),
        }
    }

    /// Records the flow of functions through an operation on sequences.
    fn sequence(&mut self, op: SeqOp, args: &[Expr], ty: &Type) {
        let element = |flow: &mut Flow, seq: &Type, elem: Option<&Type>| {
            if let (Type::Seq(own), Some(elem)) = (seq, elem) {
                flow.same(own, elem);
            }
        };
        match (op, args) {
            (SeqOp::OfArray, [array]) => element(self, ty, array.ty.elem()),
            (SeqOp::ToArray, [items]) => element(self, &items.ty, ty.elem()),
            (SeqOp::Get, [items, _]) => element(self, &items.ty, Some(ty)),
            (SeqOp::Set, [items, _, value]) | (SeqOp::Snoc, [items, value]) | (SeqOp::Cons, [value, items]) => {
                element(self, &items.ty, Some(&value.ty));
                self.same(&items.ty, ty);
            }
            (SeqOp::Concat | SeqOp::Sub, [items, ..]) => args.iter().for_each(|arg| {
                self.same(&items.ty, &arg.ty);
                self.same(&arg.ty, ty);
            }),
            (SeqOp::Length, _) => {}
            // The verifier refuses other numbers of operands.
            (
                SeqOp::OfArray
                | SeqOp::ToArray
                | SeqOp::Get
                | SeqOp::Set
                | SeqOp::Cons
                | SeqOp::Snoc
                | SeqOp::Concat
                | SeqOp::Sub,
                _,
            ) => {}
        }
    }

    // Solving

    /// Returns the classes after marking the unknown ones. `None` if no class is unknown, or if a function of an
    /// unknown class must be known.
    fn solve(mut self, program: &Program, recursive: &FxHashSet<DefId>) -> Option<Classes> {
        let count = self.arrows.len();
        let roots: Vec<usize> = (0..count).map(|label| self.root(label)).collect();
        let class = |node: usize| roots.get(node).copied().unwrap_or(node);
        let mut edges = vec![Vec::new(); self.holds.len()];
        for (node, held) in self.holds.iter().enumerate() {
            edges[class(node)].extend(held.iter().map(|node| class(*node)));
        }
        self.seed_recursion(program, recursive, &edges, &roots);
        for (label, (from, to)) in self.arrows.values().enumerate() {
            let parts = [from, to].into_iter().flat_map(|ty| self.labels(ty));
            edges[class(label)].extend(parts.map(class));
        }
        let mut unknown = FxHashSet::default();
        let mut open: Vec<usize> = self.seeds.iter().map(|label| class(*label)).collect();
        while let Some(node) = open.pop() {
            if unknown.insert(node) {
                open.extend(&edges[node]);
            }
        }
        let fixed = self.fixed.iter().chain(&self.accumulators).any(|label| unknown.contains(&class(*label)));
        (!fixed && !unknown.is_empty()).then_some(Classes { arrows: self.arrows, roots, unknown })
    }

    /// Marks functions that a recursive definition returns as unknown, and those that it takes if they may hold
    /// functions of their own class. Otherwise they would be copied without end.
    fn seed_recursion(
        &mut self,
        program: &Program,
        recursive: &FxHashSet<DefId>,
        edges: &[Vec<usize>],
        roots: &[usize],
    ) {
        let growing = graph::reaching(edges, &graph::on_cycles(edges));
        for (_, def) in program.defs.iter().filter(|(id, _)| recursive.contains(id)) {
            self.unknown_in(&def.result);
            for ty in param_types(&def.params) {
                let labels = self.labels(&ty).into_iter();
                self.seeds.extend(labels.filter(|label| growing.contains(&roots[*label])));
            }
        }
    }
}

/// Context of a function type in a larger type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Value,
    /// Inside an array or a sum, where the function depends on run-time values.
    Inside,
    /// The operator of an accumulator: see Note [Accumulators] in `defunctionalise::branches`.
    Accumulator,
}

fn has_label(ty: &Type) -> bool {
    ty.any_part(&|ty| matches!(ty, Type::Param(_)).then_some(true))
}
