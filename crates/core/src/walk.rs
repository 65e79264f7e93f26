//! Generic traversals of CORE. A traversal that does not depend on scopes uses `for_each_part`, the only place that
//! enumerates an expression's parts. Because names are unique in a program, collecting, renaming and substituting need
//! no scopes.

use crate::def::{
    Binding, Case, DataId, Def, DefId, Expr, ExprKind, Lambda, LoopForm, Param, Pat, Program, Size, SliceDim, Type,
};
use base::entity::EntityRef;
use base::{Name, NameSource, Span, Symbol};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A direct part of an expression. Patterns are decomposed; subexpressions and types are not.
#[derive(Clone, Copy)]
pub enum Part<'e> {
    Expr(&'e Expr),
    /// Type of the expression itself or in a pattern, or a type argument.
    Type(&'e Type),
    /// A variable that the expression binds.
    Binder(Name),
    /// A type parameter that the expression binds.
    TypeBinder(Name),
    /// A variable that the expression reads.
    Use(Name),
}

/// A mutable `Part`.
pub enum PartMut<'e> {
    Expr(&'e mut Expr),
    Type(&'e mut Type),
    Binder(&'e mut Name),
    TypeBinder(&'e mut Name),
    Use(&'e mut Name),
}

/// Visits the parts of `expr` in the order of the text; the expression's own type comes last.
pub fn for_each_part<'e>(expr: &'e Expr, visit: &mut dyn FnMut(Part<'e>)) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Table(_) => {}
        ExprKind::Var(name, type_args) => {
            visit(Part::Use(*name));
            type_args.iter().for_each(|ty| visit(Part::Type(ty)));
        }
        ExprKind::Def(_, type_args) => type_args.iter().for_each(|ty| visit(Part::Type(ty))),
        ExprKind::Lambda(lambda) => {
            lambda.params.iter().for_each(|param| pat_parts(&param.pat, visit));
            visit(Part::Expr(&lambda.body));
        }
        ExprKind::Apply(function, args) => {
            visit(Part::Expr(function));
            args.iter().for_each(|arg| visit(Part::Expr(arg)));
        }
        ExprKind::Block(bindings, body) => {
            for Binding { type_params, pat, value } in bindings {
                type_params.iter().for_each(|name| visit(Part::TypeBinder(*name)));
                pat_parts(pat, visit);
                visit(Part::Expr(value));
            }
            visit(Part::Expr(body));
        }
        ExprKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|e| visit(Part::Expr(e))),
        ExprKind::Match(subject, cases) => {
            visit(Part::Expr(subject));
            for Case { pat, body } in cases {
                pat_parts(pat, visit);
                visit(Part::Expr(body));
            }
        }
        ExprKind::Loop(looped) => {
            pat_parts(&looped.pat, visit);
            visit(Part::Expr(&looped.init));
            match &looped.form {
                LoopForm::For(name, bound) => {
                    visit(Part::Binder(*name));
                    visit(Part::Expr(bound));
                }
                LoopForm::ForIn(pat, array) => {
                    pat_parts(pat, visit);
                    visit(Part::Expr(array));
                }
                LoopForm::While(condition) => visit(Part::Expr(condition)),
            }
            visit(Part::Expr(&looped.body));
        }
        ExprKind::Record(fields) => fields.iter().for_each(|(_, field)| visit(Part::Expr(field))),
        ExprKind::Field(record, _) => visit(Part::Expr(record)),
        ExprKind::Variant(_, args) | ExprKind::Array(args) | ExprKind::Prim(_, args) => {
            args.iter().for_each(|arg| visit(Part::Expr(arg)));
        }
        ExprKind::Index(array, indices) => {
            visit(Part::Expr(array));
            indices.iter().for_each(|index| visit(Part::Expr(index)));
        }
        ExprKind::Slice(array, dims) => {
            visit(Part::Expr(array));
            dims.iter().for_each(|dim| dim_parts(dim, visit));
        }
        ExprKind::Update(array, dims, value) => {
            visit(Part::Expr(array));
            dims.iter().for_each(|dim| dim_parts(dim, visit));
            visit(Part::Expr(value));
        }
        ExprKind::Ensure(ensure) => {
            visit(Part::Expr(&ensure.condition));
            ensure.values.iter().for_each(|value| visit(Part::Expr(value)));
            visit(Part::Expr(&ensure.then));
        }
    }
    visit(Part::Type(&expr.ty));
}

/// Like `for_each_part`, mutably.
pub fn for_each_part_mut(expr: &mut Expr, visit: &mut dyn FnMut(PartMut<'_>)) {
    match &mut expr.kind {
        ExprKind::Literal(_) | ExprKind::Table(_) => {}
        ExprKind::Var(name, type_args) => {
            visit(PartMut::Use(name));
            type_args.iter_mut().for_each(|ty| visit(PartMut::Type(ty)));
        }
        ExprKind::Def(_, type_args) => type_args.iter_mut().for_each(|ty| visit(PartMut::Type(ty))),
        ExprKind::Lambda(lambda) => {
            lambda.params.iter_mut().for_each(|param| pat_parts_mut(&mut param.pat, visit));
            visit(PartMut::Expr(&mut lambda.body));
        }
        ExprKind::Apply(function, args) => {
            visit(PartMut::Expr(function));
            args.iter_mut().for_each(|arg| visit(PartMut::Expr(arg)));
        }
        ExprKind::Block(bindings, body) => {
            for Binding { type_params, pat, value } in bindings {
                type_params.iter_mut().for_each(|name| visit(PartMut::TypeBinder(name)));
                pat_parts_mut(pat, visit);
                visit(PartMut::Expr(value));
            }
            visit(PartMut::Expr(body));
        }
        ExprKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|e| visit(PartMut::Expr(e))),
        ExprKind::Match(subject, cases) => {
            visit(PartMut::Expr(subject));
            for Case { pat, body } in cases {
                pat_parts_mut(pat, visit);
                visit(PartMut::Expr(body));
            }
        }
        ExprKind::Loop(looped) => {
            pat_parts_mut(&mut looped.pat, visit);
            visit(PartMut::Expr(&mut looped.init));
            match &mut looped.form {
                LoopForm::For(name, bound) => {
                    visit(PartMut::Binder(name));
                    visit(PartMut::Expr(bound));
                }
                LoopForm::ForIn(pat, array) => {
                    pat_parts_mut(pat, visit);
                    visit(PartMut::Expr(array));
                }
                LoopForm::While(condition) => visit(PartMut::Expr(condition)),
            }
            visit(PartMut::Expr(&mut looped.body));
        }
        ExprKind::Record(fields) => fields.iter_mut().for_each(|(_, field)| visit(PartMut::Expr(field))),
        ExprKind::Field(record, _) => visit(PartMut::Expr(record)),
        ExprKind::Variant(_, args) | ExprKind::Array(args) | ExprKind::Prim(_, args) => {
            args.iter_mut().for_each(|arg| visit(PartMut::Expr(arg)));
        }
        ExprKind::Index(array, indices) => {
            visit(PartMut::Expr(array));
            indices.iter_mut().for_each(|index| visit(PartMut::Expr(index)));
        }
        ExprKind::Slice(array, dims) => {
            visit(PartMut::Expr(array));
            dims.iter_mut().for_each(|dim| dim_parts_mut(dim, visit));
        }
        ExprKind::Update(array, dims, value) => {
            visit(PartMut::Expr(array));
            dims.iter_mut().for_each(|dim| dim_parts_mut(dim, visit));
            visit(PartMut::Expr(value));
        }
        ExprKind::Ensure(ensure) => {
            visit(PartMut::Expr(&mut ensure.condition));
            ensure.values.iter_mut().for_each(|value| visit(PartMut::Expr(value)));
            visit(PartMut::Expr(&mut ensure.then));
        }
    }
    visit(PartMut::Type(&mut expr.ty));
}

/// Visits the binders and types of a pattern.
pub fn pat_parts<'e>(pat: &'e Pat, visit: &mut dyn FnMut(Part<'e>)) {
    match pat {
        Pat::Var(name, ty) => {
            visit(Part::Binder(*name));
            visit(Part::Type(ty));
        }
        Pat::Wildcard(ty) => visit(Part::Type(ty)),
        Pat::Record(fields) => fields.iter().for_each(|(_, field)| pat_parts(field, visit)),
        Pat::Variant(_, payload, ty) => {
            payload.iter().for_each(|pat| pat_parts(pat, visit));
            visit(Part::Type(ty));
        }
        Pat::Literal(_) => {}
    }
}

/// Like `pat_parts`, mutably.
pub fn pat_parts_mut(pat: &mut Pat, visit: &mut dyn FnMut(PartMut<'_>)) {
    match pat {
        Pat::Var(name, ty) => {
            visit(PartMut::Binder(name));
            visit(PartMut::Type(ty));
        }
        Pat::Wildcard(ty) => visit(PartMut::Type(ty)),
        Pat::Record(fields) => fields.iter_mut().for_each(|(_, field)| pat_parts_mut(field, visit)),
        Pat::Variant(_, payload, ty) => {
            payload.iter_mut().for_each(|pat| pat_parts_mut(pat, visit));
            visit(PartMut::Type(ty));
        }
        Pat::Literal(_) => {}
    }
}

fn dim_parts<'e>(dim: &'e SliceDim, visit: &mut dyn FnMut(Part<'e>)) {
    match dim {
        SliceDim::Fix(index) => visit(Part::Expr(index)),
        SliceDim::Range { start, end, stride } => {
            [start, end, stride].into_iter().flatten().for_each(|e| visit(Part::Expr(e)));
        }
    }
}

fn dim_parts_mut(dim: &mut SliceDim, visit: &mut dyn FnMut(PartMut<'_>)) {
    match dim {
        SliceDim::Fix(index) => visit(PartMut::Expr(index)),
        SliceDim::Range { start, end, stride } => {
            [start, end, stride].into_iter().flatten().for_each(|e| visit(PartMut::Expr(e)));
        }
    }
}

/// Visits the direct subexpressions.
pub fn for_each_child<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    for_each_part(expr, &mut |part| {
        if let Part::Expr(child) = part {
            visit(child);
        }
    });
}

/// Visits the direct subexpressions, mutably.
pub fn for_each_child_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    for_each_part_mut(expr, &mut |part| {
        if let PartMut::Expr(child) = part {
            visit(child);
        }
    });
}

/// Returns `expr` with each direct subexpression changed.
pub fn map_children(mut expr: Expr, change: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    for_each_child_mut(&mut expr, &mut |child| replace(child, change));
    expr
}

/// Rebuilds `expr` bottom-up: `change` receives each expression after its subexpressions.
pub fn rewrite(expr: Expr, change: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    let expr = map_children(expr, &mut |child| rewrite(child, change));
    change(expr)
}

fn replace(place: &mut Expr, change: &mut dyn FnMut(Expr) -> Expr) {
    let old = std::mem::replace(place, crate::build::unit());
    *place = change(old);
}

/// Replaces the numbers of definitions in the expression by those in `new`.
pub fn renumber(expr: &mut Expr, new: &[DefId]) {
    if let ExprKind::Def(id, _) = &mut expr.kind
        && let Some(number) = new.get(id.index())
    {
        *id = *number;
    }
    for_each_child_mut(expr, &mut |child| renumber(child, new));
}

/// Visits every part of `expr` and its subexpressions; each subexpression comes before its own parts.
pub fn for_each_part_deep<'e>(expr: &'e Expr, visit: &mut dyn FnMut(Part<'e>)) {
    for_each_part(expr, &mut |part| {
        visit(part);
        if let Part::Expr(child) = part {
            for_each_part_deep(child, visit);
        }
    });
}

/// Returns the number of expressions in the expression, itself included.
pub fn weight(expr: &Expr) -> usize {
    let mut count = 0;
    for_each_expr(expr, &mut |_| count += 1);
    count
}

/// Visits all types in a program: payload types of data types, and the types of patterns, results and expressions in
/// definitions.
pub fn for_each_type<'p>(program: &'p Program, visit: &mut dyn FnMut(&'p Type)) {
    for data in program.datas.values() {
        data.constructors.iter().flat_map(|(_, types)| types).for_each(&mut *visit);
    }
    program.defs.values().for_each(|def| for_each_type_of_def(def, visit));
}

/// Visits the types in a definition.
pub fn for_each_type_of_def<'d>(def: &'d Def, visit: &mut dyn FnMut(&'d Type)) {
    let mut part = |part: Part<'d>| {
        if let Part::Type(ty) = part {
            visit(ty);
        }
    };
    def.params.iter().for_each(|param| pat_parts(&param.pat, &mut part));
    part(Part::Type(&def.result));
    for_each_part_deep(&def.body, &mut part);
}

/// Visits `expr` and all its subexpressions, outermost first.
pub fn for_each_expr<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    for_each_child(expr, &mut |child| for_each_expr(child, visit));
}

/// Visits the size variables and type parameters in `ty`.
pub fn for_each_type_name(ty: &Type, size: &mut dyn FnMut(Name), param: &mut dyn FnMut(Name)) {
    match ty {
        Type::Scalar(_) => {}
        Type::Array(elem, dim) => {
            if let Size::Var(name) = dim {
                size(*name);
            }
            for_each_type_name(elem, size, param);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, field)| for_each_type_name(field, size, param)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| for_each_type_name(ty, size, param));
        }
        Type::Data(_, args) => args.iter().for_each(|ty| for_each_type_name(ty, size, param)),
        Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => for_each_type_name(elem, size, param),
        Type::Function(from, to) => {
            for_each_type_name(from, size, param);
            for_each_type_name(to, size, param);
        }
        Type::Param(name) => param(*name),
    }
}

/// Returns `ty` with its sizes and type parameters replaced.
pub fn map_type(ty: &Type, size: &dyn Fn(Size) -> Size, param: &dyn Fn(Name) -> Type) -> Type {
    changed_type(ty, size, param).unwrap_or_else(|| ty.clone())
}

/// Like `map_type`; `None` if nothing is replaced. Because most types are shared, this keeps them shared.
fn changed_type(ty: &Type, size: &dyn Fn(Size) -> Size, param: &dyn Fn(Name) -> Type) -> Option<Type> {
    match ty {
        Type::Scalar(_) => None,
        Type::Param(name) => Some(param(*name)).filter(|new| new != ty),
        Type::Array(elem, dim) => {
            let (new_elem, new_dim) = (changed_type(elem, size, param), size(*dim));
            (new_elem.is_some() || new_dim != *dim)
                .then(|| Type::Array(new_elem.map_or_else(|| elem.clone(), Arc::new), new_dim))
        }
        Type::Seq(elem) => changed_type(elem, size, param).map(|elem| Type::Seq(elem.into())),
        Type::Ref(content) => changed_type(content, size, param).map(|content| Type::Ref(content.into())),
        Type::Tensor(elem) => changed_type(elem, size, param).map(|elem| Type::Tensor(elem.into())),
        Type::Function(from, to) => {
            let (new_from, new_to) = (changed_type(from, size, param), changed_type(to, size, param));
            let part = |old: &Arc<Type>, new: Option<Type>| new.map_or_else(|| old.clone(), Arc::new);
            (new_from.is_some() || new_to.is_some()).then(|| Type::Function(part(from, new_from), part(to, new_to)))
        }
        Type::Record(fields) => {
            let field = &mut |(name, ty): &(Symbol, Type)| Some((*name, changed_type(ty, size, param)?));
            changed_items(fields, field).map(|fields| Type::Record(fields.into()))
        }
        Type::Sum(constructors) => {
            let payload = &mut |(name, types): &(Symbol, Vec<Type>)| {
                Some((*name, changed_items(types, &mut |ty| changed_type(ty, size, param))?))
            };
            changed_items(constructors, payload).map(|constructors| Type::Sum(constructors.into()))
        }
        Type::Data(id, args) => {
            changed_items(args, &mut |ty| changed_type(ty, size, param)).map(|args| Type::Data(*id, args.into()))
        }
    }
}

/// Returns `ty` with each part changed, from the inside out: `change` receives a part whose own parts are changed already.
pub fn map_parts(ty: &Type, change: &dyn Fn(Type) -> Type) -> Type {
    let part = |ty: &Type| map_parts(ty, change);
    let all = |types: &[Type]| types.iter().map(part).collect::<Arc<[Type]>>();
    change(match ty {
        Type::Scalar(_) | Type::Param(_) => ty.clone(),
        Type::Seq(elem) => Type::Seq(part(elem).into()),
        Type::Ref(content) => Type::Ref(part(content).into()),
        Type::Tensor(elem) => Type::Tensor(part(elem).into()),
        Type::Array(elem, size) => Type::array(part(elem), *size),
        Type::Record(fields) => Type::Record(fields.iter().map(|(name, field)| (*name, part(field))).collect()),
        Type::Sum(constructors) => {
            Type::Sum(constructors.iter().map(|(name, types)| (*name, all(types).to_vec())).collect())
        }
        Type::Data(id, args) => Type::Data(*id, all(args)),
        Type::Function(from, to) => Type::function(part(from), part(to)),
    })
}

/// Returns `ty` with each data type and its arguments replaced.
pub fn map_datas(ty: &Type, change: &mut dyn FnMut(DataId, &[Type]) -> Type) -> Type {
    let payload = |types: &[Type], change: &mut dyn FnMut(DataId, &[Type]) -> Type| {
        types.iter().map(|ty| map_datas(ty, change)).collect()
    };
    match ty {
        Type::Scalar(_) | Type::Param(_) => ty.clone(),
        Type::Data(id, args) => change(*id, args),
        Type::Array(elem, size) => Type::array(map_datas(elem, change), *size),
        Type::Seq(elem) => Type::Seq(map_datas(elem, change).into()),
        Type::Ref(content) => Type::Ref(map_datas(content, change).into()),
        Type::Tensor(elem) => Type::Tensor(map_datas(elem, change).into()),
        Type::Record(fields) => {
            Type::Record(fields.iter().map(|(name, field)| (*name, map_datas(field, change))).collect())
        }
        Type::Sum(constructors) => {
            Type::Sum(constructors.iter().map(|(name, types)| (*name, payload(types, change))).collect())
        }
        Type::Function(from, to) => Type::function(map_datas(from, change), map_datas(to, change)),
    }
}

/// Returns the items, each replaced by `change` if that returns an item; `None` if it replaces none.
pub fn changed_items<T: Clone>(items: &[T], change: &mut dyn FnMut(&T) -> Option<T>) -> Option<Vec<T>> {
    let mut changed: Option<Vec<T>> = None;
    for (i, item) in items.iter().enumerate() {
        if let Some(new) = change(item) {
            changed.get_or_insert_with(|| items.to_vec())[i] = new;
        }
    }
    changed
}

/// Returns the variables that a pattern binds, with their types, in order.
pub fn pat_binders(pat: &Pat) -> Vec<(Name, Type)> {
    let mut binders = Vec::new();
    collect_binders(pat, &mut binders);
    binders
}

fn collect_binders(pat: &Pat, binders: &mut Vec<(Name, Type)>) {
    match pat {
        Pat::Var(name, ty) => binders.push((*name, ty.clone())),
        Pat::Wildcard(_) | Pat::Literal(_) => {}
        Pat::Record(fields) => fields.iter().for_each(|(_, field)| collect_binders(field, binders)),
        Pat::Variant(_, payload, _) => payload.iter().for_each(|pat| collect_binders(pat, binders)),
    }
}

/// Free names of an expression, each in order of first occurrence.
#[derive(Clone, Debug, Default)]
pub struct Free {
    /// Variables that are read, with the type at their first use.
    pub variables: IndexMap<Name, Type>,
    /// Variables that occur in types (as `i64`); some may be in `variables` too.
    pub sizes: IndexSet<Name>,
    pub types: IndexSet<Name>,
}

impl Free {
    /// Returns the variables that are read or that occur in types, with their types.
    pub fn values(&self) -> IndexMap<Name, Type> {
        let mut values = self.variables.clone();
        for name in &self.sizes {
            values.entry(*name).or_insert(Type::I64);
        }
        values
    }
}

/// Returns the free names of `expr`.
pub fn free_variables(expr: &Expr) -> Free {
    free_of(|free, bound| collect_free(expr, free, bound))
}

/// Returns the free names of a lambda.
pub fn lambda_free_variables(lambda: &Lambda) -> Free {
    free_of(|free, bound| {
        lambda.params.iter().for_each(|param| pat_parts(&param.pat, &mut |part| note(part, free, bound)));
        collect_free(&lambda.body, free, bound);
    })
}

fn free_of(collect: impl FnOnce(&mut Free, &mut IndexSet<Name>)) -> Free {
    let (mut free, mut bound) = (Free::default(), IndexSet::new());
    collect(&mut free, &mut bound);
    free.variables.retain(|name, _| !bound.contains(name));
    free.sizes.retain(|name| !bound.contains(name));
    free.types.retain(|name| !bound.contains(name));
    free
}

fn collect_free(expr: &Expr, free: &mut Free, bound: &mut IndexSet<Name>) {
    if let ExprKind::Var(name, _) = &expr.kind {
        free.variables.entry(*name).or_insert_with(|| expr.ty.clone());
    }
    for_each_part(expr, &mut |part| match part {
        Part::Expr(child) => collect_free(child, free, bound),
        other => note(other, free, bound),
    });
}

/// Adds a name that the part binds to `bound`, and the sizes and type parameters in its type to `free`.
fn note(part: Part<'_>, free: &mut Free, bound: &mut IndexSet<Name>) {
    match part {
        Part::Expr(_) | Part::Use(_) => {}
        Part::Binder(name) | Part::TypeBinder(name) => {
            bound.insert(name);
        }
        Part::Type(ty) => {
            let Free { sizes, types, .. } = free;
            for_each_type_name(ty, &mut |name| _ = sizes.insert(name), &mut |name| _ = types.insert(name));
        }
    }
}

/// Replacements of variables and type parameters.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// Replacements of variables. In a type, only a variable or constant is inserted, otherwise `Size::Any`. An
    /// expression that binds names may replace only one use, unless it is refreshed.
    pub variables: FxHashMap<Name, Expr>,
    /// Replacements of sizes in types only; they take precedence over `variables`.
    pub sizes: FxHashMap<Name, Size>,
    pub types: FxHashMap<Name, Type>,
}

impl Substitution {
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.sizes.is_empty() && self.types.is_empty()
    }

    fn size(&self, size: Size) -> Size {
        let Size::Var(name) = size else { return size };
        if let Some(size) = self.sizes.get(&name) {
            return *size;
        }
        self.variables.get(&name).map_or(size, size_of_expr)
    }

    pub fn ty(&self, ty: &Type) -> Type {
        let param = |name| self.types.get(&name).cloned().unwrap_or(Type::Param(name));
        map_type(ty, &|size| self.size(size), &param)
    }

    pub fn pat(&self, pat: &mut Pat) {
        pat_parts_mut(pat, &mut |part| self.part(part));
    }

    pub fn expr(&self, expr: &mut Expr) {
        if let ExprKind::Var(name, _) = &expr.kind
            && let Some(replacement) = self.variables.get(name)
        {
            *expr = replacement.clone();
            return;
        }
        for_each_part_mut(expr, &mut |part| self.part(part));
    }

    fn part(&self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(child) => self.expr(child),
            PartMut::Type(ty) => *ty = self.ty(ty),
            PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
        }
    }
}

/// Returns the value of the `i64` expression as a size. It is known for variables and for literals that are not
/// negative.
pub fn size_of_expr(expr: &Expr) -> Size {
    match &expr.kind {
        ExprKind::Var(name, _) => Size::Var(*name),
        ExprKind::Literal(value) => value.as_i64().filter(|size| *size >= 0).map_or(Size::Any, Size::Const),
        _ => Size::Any,
    }
}

/// A renaming of variables.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    names: FxHashMap<Name, Name>,
}

impl Renaming {
    pub fn add(&mut self, old: Name, new: Name) {
        self.names.insert(old, new);
    }

    pub fn name(&self, name: Name) -> Name {
        self.names.get(&name).copied().unwrap_or(name)
    }

    pub fn ty(&self, ty: &Type) -> Type {
        let size = |size| if let Size::Var(name) = size { Size::Var(self.name(name)) } else { size };
        map_type(ty, &size, &|name| Type::Param(self.name(name)))
    }

    /// Renames binders and uses.
    pub fn expr(&self, expr: &mut Expr) {
        for_each_part_mut(expr, &mut |part| self.part(part));
    }

    pub fn pat(&self, pat: &mut Pat) {
        pat_parts_mut(pat, &mut |part| self.part(part));
    }

    fn part(&self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(child) => self.expr(child),
            PartMut::Type(ty) => *ty = self.ty(ty),
            PartMut::Binder(name) | PartMut::TypeBinder(name) | PartMut::Use(name) => *name = self.name(*name),
        }
    }

    fn freshen_pat(&mut self, pat: &Pat, names: &mut NameSource) {
        pat_parts(pat, &mut |part| self.freshen(part, names));
    }

    fn freshen_expr(&mut self, expr: &Expr, names: &mut NameSource) {
        for_each_part_deep(expr, &mut |part| self.freshen(part, names));
    }

    fn freshen(&mut self, part: Part<'_>, names: &mut NameSource) {
        if let Part::Binder(name) | Part::TypeBinder(name) = part {
            self.add(name, names.like(name));
        }
    }
}

/// Copies `expr` with fresh names for everything bound in it.
pub fn refresh(expr: &Expr, names: &mut NameSource) -> Expr {
    let mut renaming = Renaming::default();
    renaming.freshen_expr(expr, names);
    let mut copy = expr.clone();
    renaming.expr(&mut copy);
    copy
}

/// Copies `lambda` with fresh names for its parameters and everything bound in its body.
pub fn refresh_lambda(lambda: &Lambda, names: &mut NameSource) -> Lambda {
    let mut renaming = Renaming::default();
    lambda.params.iter().for_each(|param| renaming.freshen_pat(&param.pat, names));
    renaming.freshen_expr(&lambda.body, names);
    let mut copy = lambda.clone();
    copy.params.iter_mut().for_each(|param| renaming.pat(&mut param.pat));
    renaming.expr(&mut copy.body);
    copy
}

/// Copies `def` with fresh names for its type parameters, parameters and everything bound in its body.
pub fn refresh_def(def: &Def, names: &mut NameSource) -> Def {
    let mut renaming = Renaming::default();
    def.type_params.iter().for_each(|name| renaming.add(*name, names.like(*name)));
    def.params.iter().for_each(|param| renaming.freshen_pat(&param.pat, names));
    renaming.freshen_expr(&def.body, names);
    let mut copy = def.clone();
    copy.type_params.iter_mut().for_each(|name| *name = renaming.name(*name));
    copy.params.iter_mut().for_each(|param| renaming.pat(&mut param.pat));
    copy.result = renaming.ty(&copy.result);
    renaming.expr(&mut copy.body);
    copy
}

/// Removes the source spans, so that programs can be compared.
pub fn erase_spans(program: &mut Program) {
    change_spans(program, &|_| Span::NOWHERE);
}

/// Changes all source spans.
pub fn change_spans(program: &mut Program, change: &dyn Fn(Span) -> Span) {
    program.datas.values_mut().for_each(|data| data.span = change(data.span));
    for def in program.defs.values_mut() {
        def.span = change(def.span);
        def.params.iter_mut().for_each(|param| param.span = change(param.span));
        change_expr_spans(&mut def.body, change);
    }
}

fn change_expr_spans(expr: &mut Expr, change: &dyn Fn(Span) -> Span) {
    expr.span = change(expr.span);
    if let ExprKind::Lambda(lambda) = &mut expr.kind {
        lambda.params.iter_mut().for_each(|param| param.span = change(param.span));
    }
    for_each_child_mut(expr, &mut |child| change_expr_spans(child, change));
}

/// Returns the types of the parameters' patterns.
pub fn param_types(params: &[Param]) -> impl DoubleEndedIterator<Item = Type> + '_ {
    params.iter().map(|param| param.pat.ty())
}
