//! Sizes that cannot be read off a value, which expressions return beside the value.
//!
//! Note [Sizes beside values]
//!
//! The sizes of an array are read off the array, also if it is a field of a record. A sum in CORE has the payload of one
//! constructor only, and an array may have no rows. So the sizes inside of sums, and inside of array elements that are
//! records, cannot be read off a value: they are buried. A new size of this kind arises where a block, a branch or a
//! function returns a value whose size is not in scope outside. There the expression returns the size beside the value:
//!
//! ```text
//! let (k, x) = <record of the size and the value> in x
//! ```
//!
//! Code that binds such an expression to a variable moves the binding of `k` out (`hoisted`), so that `k` is in scope
//! with the variable. A definition that returns such a value becomes two: one returns the record, and the other returns
//! the value alone. A call with all arguments uses the first. All other uses, such as the function as an argument, take
//! the second, and leave the size unknown.

use crate::ast;
use crate::check::definitions::define::result_after;
use crate::check::sizes::value_sizes::is_one_value;
use crate::check::types::coerce::Step;
use crate::check::types::{Function, Scheme, Size, Type};
use crate::check::{Checker, Typed};
use base::{Name, Span, Template};
use core_ir::build as make;
use core_ir::def as ir;
use core_ir::typing::without_sizes;
use core_ir::walk::{Substitution, pat_binders};
use std::rc::Rc;
use value::CmpOp;

/// The definition that returns buried sizes beside the value of another definition.
pub struct SizedDef {
    pub id: ir::DefId,
    /// Positions of the returned sizes among the buried sizes of the result type.
    positions: Vec<usize>,
}

/// The sizes of a type, outermost first.
#[derive(Default)]
struct Sizes {
    /// Sizes that can be read off a value.
    apparent: Vec<Size>,
    buried: Vec<Size>,
}

impl Checker {
    fn sizes_in(&self, ty: &Type) -> Sizes {
        let mut sizes = Sizes::default();
        self.add_sizes(&self.unifier.resolve(ty), false, &mut sizes);
        sizes
    }

    /// Adds the sizes of a part of a type. `buried` says whether they cannot be read off a value.
    fn add_sizes(&self, ty: &Type, buried: bool, sizes: &mut Sizes) {
        match self.revealed(ty) {
            Type::Array(elem, size) => {
                if buried { &mut sizes.buried } else { &mut sizes.apparent }.push(self.number_of(&size));
                self.add_sizes(&elem, buried || !matches!(*elem, Type::Array(..)), sizes);
            }
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.add_sizes(ty, buried, sizes)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.add_sizes(ty, true, sizes))
            }
            Type::Abstract(accumulator) => accumulator.types.iter().for_each(|ty| self.add_sizes(ty, buried, sizes)),
            Type::Scalar(_) | Type::Param(_) | Type::Function(_) | Type::Meta(_) => {}
        }
    }

    /// Returns the names of buried sizes in the type for which the test holds, each once, with their positions.
    fn buried_among(&self, ty: &Type, test: &dyn Fn(Name) -> bool) -> Vec<(usize, Name)> {
        let Sizes { apparent, buried } = self.sizes_in(ty);
        let mut found: Vec<(usize, Name)> = Vec::new();
        for (position, size) in buried.iter().enumerate() {
            if let Size::Var(name) = size
                && test(*name)
                && !apparent.contains(size)
                && found.iter().all(|(_, other)| other != name)
            {
                found.push((position, *name));
            }
        }
        found
    }

    /// Returns the buried sizes in the type that have no variable yet, with their positions.
    fn new_buried(&self, ty: &Type) -> Vec<(usize, Name)> {
        self.buried_among(ty, &|name| self.is_free(name))
    }

    /// Returns the `if` or `match` that `join` makes of the branches. The result is of type `ty`. A size that one of the
    /// branches returns beside its value gets another name outside.
    pub fn of_branches(
        &mut self,
        branches: Vec<Typed>,
        ty: Type,
        span: Span,
        join: impl FnOnce(&mut Checker, Vec<ir::Expr>, &Type) -> ir::Expr,
    ) -> Typed {
        let inner = self.buried_among(&ty, &|name| self.sizes_beside.contains(&name) && self.is_free(name));
        let inner: Vec<Name> = inner.into_iter().map(|(_, name)| name).collect();
        let ty = self.with_unknown_sizes(&ty, &inner, span);
        self.with_new_sizes(branches, ty, span, join)
    }

    /// Returns the expression that `join` makes of the parts that return its value. The result is of type `ty`. New
    /// buried sizes in it are returned beside the value, if all these parts know them.
    pub fn with_new_sizes(
        &mut self,
        parts: Vec<Typed>,
        ty: Type,
        span: Span,
        join: impl FnOnce(&mut Checker, Vec<ir::Expr>, &Type) -> ir::Expr,
    ) -> Typed {
        let mut new = self.new_buried(&ty);
        new.retain(|(_, name)| !self.sizes_beside.contains(name) && !self.sizes_lost.contains(name));
        new.retain(|place| parts.iter().all(|part| self.known_at(&[*place], part).is_some()));
        if !new.is_empty() {
            let mut packed = Vec::new();
            for part in parts {
                let sizes = self.known_at(&new, &part).unwrap_or_default();
                packed.push(self.with_sizes_beside(part.expr, &sizes, &part.ty));
            }
            let joined = join(self, packed, &type_beside(new.len(), &ty));
            let names: Vec<Option<Name>> = new.into_iter().map(|(_, name)| Some(name)).collect();
            return Typed { expr: self.taken_apart(joined, &names, &ty, span), ty };
        }
        let exprs = parts.into_iter().map(|part| part.expr).collect();
        Typed { expr: join(self, exprs, &ty), ty }
    }

    /// Returns the sizes at the positions among the buried sizes of the value's type, or `None` if one has no variable
    /// where the expression returns its value.
    pub fn known_at(&self, places: &[(usize, Name)], value: &Typed) -> Option<Vec<Size>> {
        if places.is_empty() {
            return Some(Vec::new());
        }
        let sizes = self.sizes_in(&value.ty).buried;
        let known = |position: usize| sizes.get(position).filter(|size| self.is_known(size, &value.expr)).cloned();
        places.iter().map(|(position, _)| known(*position)).collect()
    }

    /// Returns the new buried sizes at the positions, each once; `None` for other sizes.
    pub fn new_at(&self, positions: impl Iterator<Item = usize>, ty: &Type) -> Vec<Option<Name>> {
        let new = self.new_buried(ty);
        positions.map(|at| new.iter().find(|(position, _)| *position == at).map(|(_, name)| *name)).collect()
    }

    /// Returns the sizes of a loop's state, of type `inside`, that vary and are buried, and binds them. The initial value
    /// must know them.
    pub fn sizes_of_state(&mut self, inside: &Type, varying: &[Option<Name>], init: &Typed) -> Vec<(usize, Name)> {
        let mut places = self.buried_among(inside, &|name| varying.contains(&Some(name)));
        places.retain(|place| self.known_at(&[*place], init).is_some());
        places.iter().for_each(|(_, name)| self.bind_size(*name));
        places
    }

    /// Whether the size has a variable where the expression returns its value.
    fn is_known(&self, size: &Size, expr: &ir::Expr) -> bool {
        let mut own = Vec::new();
        let mut rest = expr;
        loop {
            match &rest.kind {
                ir::ExprKind::Block(bindings, body) => {
                    own.extend(bindings.iter().flat_map(|binding| pat_binders(&binding.pat)).map(|(name, _)| name));
                    rest = body;
                }
                ir::ExprKind::Ensure(ensure) => rest = &ensure.then,
                _ => break,
            }
        }
        matches!(size, Size::Var(name) if own.contains(name)) || self.is_bound(size)
    }

    /// Returns the expression with a record of the sizes and the value, in this order, in place of its value.
    pub fn with_sizes_beside(&mut self, expr: ir::Expr, sizes: &[Size], ty: &Type) -> ir::Expr {
        let (packed, span, unchecked) = (type_beside(sizes.len(), ty), expr.span, expr.unchecked);
        let kind = match expr.kind {
            ir::ExprKind::Block(bindings, body) => {
                ir::ExprKind::Block(bindings, Box::new(self.with_sizes_beside(*body, sizes, ty)))
            }
            ir::ExprKind::Ensure(mut ensure) => {
                ensure.then = self.with_sizes_beside(ensure.then, sizes, ty);
                ir::ExprKind::Ensure(ensure)
            }
            _ => {
                let sizes: Vec<ir::Expr> = sizes.iter().map(|size| self.size_slot(size, span)).collect();
                let parts = sizes.into_iter().chain([expr]).enumerate();
                ir::ExprKind::Record(parts.map(|(i, part)| (ir::tuple_field(i), part)).collect())
            }
        };
        ir::Expr { unchecked, ..self.node(kind, &packed, span) }
    }

    /// Returns the value in a record of sizes and a value. Binds the sizes to the names.
    pub fn taken_apart(&mut self, packed: ir::Expr, names: &[Option<Name>], ty: &Type, span: Span) -> ir::Expr {
        let value = self.fresh_name("value");
        self.sizes_beside.extend(names.iter().flatten());
        let pat = pattern_beside(names.iter().copied(), ir::Pat::Var(value, self.slot(ty)));
        let value = self.node(ir::ExprKind::Var(value, Vec::new()), ty, span);
        self.node(ir::ExprKind::Block(vec![make::binding(pat, packed)], Box::new(value)), ty, span)
    }

    /// Moves bindings out of the expression, as steps, if they bind sizes that it returns beside its value. From then on
    /// the sizes are in scope.
    pub fn hoisted(&mut self, expr: ir::Expr, steps: &mut Vec<Step>) -> ir::Expr {
        let first = steps.len();
        let value = self.moved_out(expr, steps);
        for step in &steps[first..] {
            let Step::Bind(binding) = step else { continue };
            for (name, _) in pat_binders(&binding.pat) {
                if self.sizes_beside.contains(&name) && self.is_free(name) {
                    self.bind_size(name);
                }
            }
        }
        value
    }

    /// Like `hoisted`, but the steps are for the same expression, so the sizes do not come into scope.
    fn moved_out(&self, mut expr: ir::Expr, steps: &mut Vec<Step>) -> ir::Expr {
        while self.binds_sizes_beside(&expr) {
            match expr.kind {
                ir::ExprKind::Block(bindings, body) => {
                    steps.extend(bindings.into_iter().map(Step::Bind));
                    expr = *body;
                }
                ir::ExprKind::Ensure(ensure) => {
                    let ir::Ensure { condition, message, values, then } = *ensure;
                    steps.push(Step::Check { condition, message, values, span: expr.span });
                    expr = then;
                }
                _ => break,
            }
        }
        expr
    }

    /// Moves such bindings out of parts of a value, which are evaluated in this order.
    pub fn moved_out_of_parts(&mut self, parts: Vec<Typed>, steps: &mut Vec<Step>) -> Vec<ir::Expr> {
        let last = parts.iter().rposition(|part| self.binds_sizes_beside(&part.expr));
        let mut moved = Vec::new();
        for (i, part) in parts.into_iter().enumerate() {
            let mut expr = self.moved_out(part.expr, steps);
            if last.is_some_and(|last| i < last) {
                expr = self.named(expr, &part.ty, "part", steps);
            }
            moved.push(expr);
        }
        moved
    }

    /// Whether a variable bound to the value would bring sizes into scope that have no variable yet.
    pub fn shows_sizes(&self, value: &Typed) -> bool {
        self.has_bindable(&value.ty) || self.binds_sizes_beside(&value.expr)
    }

    /// Whether a binding around the expression's value binds a size that is returned beside it.
    fn binds_sizes_beside(&self, expr: &ir::Expr) -> bool {
        match &expr.kind {
            ir::ExprKind::Block(bindings, body) => {
                let mut names = bindings.iter().flat_map(|binding| pat_binders(&binding.pat));
                names.any(|(name, _)| self.sizes_beside.contains(&name)) || self.binds_sizes_beside(body)
            }
            ir::ExprKind::Ensure(ensure) => self.binds_sizes_beside(&ensure.then),
            _ => false,
        }
    }

    /// Adds checks that the buried sizes of a value of type `from` are those of `to`, where they differ.
    pub fn buried_checks(&mut self, from: &Type, to: &Type, span: Span, steps: &mut Vec<Step>) {
        let (from, to) = (self.sizes_in(from).buried, self.sizes_in(to).buried);
        for (found, needed) in from.into_iter().zip(to) {
            if found == needed {
                continue;
            }
            if !self.is_bound(&needed) {
                // The size is unknown here, so later code must not rely on it.
                self.never_bind(&needed);
                continue;
            }
            let message = Template::new("an array in the value has size {} where {} is needed");
            let [found, needed] = [found, needed].map(|size| self.size_slot(&size, span));
            let condition = make::compare(CmpOp::Eq, found.clone(), needed.clone());
            steps.push(Step::Check { condition, message, values: vec![found, needed], span });
        }
    }

    /// Records that the call of this type returns no buried sizes, for messages.
    pub fn sizes_are_lost(&mut self, ty: &Type) {
        let lost = self.new_buried(ty);
        self.sizes_lost.extend(lost.into_iter().map(|(_, name)| name));
    }

    // Definitions

    /// Returns the body of a definition with new buried sizes of the result beside the value, and the positions of these
    /// sizes. Returns `None` if there are no such sizes. `outside` is the definition's type as callers see it, and `ty`
    /// is the type of the body.
    pub fn body_with_sizes(
        &mut self,
        def: &ast::Def,
        outside: &Scheme,
        body: &Typed,
    ) -> Option<(ir::Expr, Type, Vec<usize>)> {
        if def.entry {
            return None;
        }
        let mut new = match def.params.len() {
            0 if is_one_value(outside) => self.buried_among(&outside.ty, &|_| true),
            params => {
                let (result, exists) = result_after(&outside.ty, params)?;
                self.buried_among(&result, &|name| exists.contains(&name))
            }
        };
        new.retain(|place| self.known_at(&[*place], body).is_some());
        if new.is_empty() {
            return None;
        }
        let returned = self.known_at(&new, body)?;
        let positions = new.into_iter().map(|(position, _)| position).collect();
        let expr = self.with_sizes_beside(body.expr.clone(), &returned, &body.ty);
        Some((expr, type_beside(returned.len(), &body.ty), positions))
    }

    /// Adds the definition `sized`, which returns sizes at the given positions beside its value. Returns a definition
    /// that returns the value alone.
    pub fn without_sizes_beside(&mut self, sized: ir::Def, positions: Vec<usize>) -> (ir::Def, SizedDef) {
        let types: Vec<Name> = sized.type_params.iter().map(|name| self.fresh_name(name.hint.as_str())).collect();
        let fresh = sized.type_params.iter().copied().zip(types.iter().copied().map(ir::Type::Param)).collect();
        let fresh = Substitution { types: fresh, ..Substitution::default() };
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for param in &sized.params {
            let (name, ty) = (self.fresh_name("x"), fresh.ty(&without_sizes(&param.pat.ty())));
            args.push(make::var(name, ty.clone()).at(sized.span));
            params.push(ir::Param { pat: ir::Pat::Var(name, ty), consumed: param.consumed.clone(), span: param.span });
        }
        let value = ir::tuple_field(positions.len());
        let packed = fresh.ty(&without_sizes(&sized.result));
        let ty = params.iter().rev().fold(packed, |result, param| ir::Type::function(param.pat.ty(), result));
        let type_args = types.iter().copied().map(ir::Type::Param).collect();
        let (unique_result, span) = (sized.unique_result.field(value).clone(), sized.span);
        let head = ir::Def { body: make::unit(), ..sized.clone() };
        let id = self.program.defs.push(sized);
        let mut packed = make::def(id, type_args, ty).at(span);
        if !args.is_empty() {
            packed = make::apply(packed, args).at(span);
        }
        let body = make::field(packed, value).at(span);
        let (result, inline) = (body.ty.clone(), ir::Inline::Always);
        let alone = ir::Def { type_params: types, params, result, unique_result, body, inline, ..head };
        (alone, SizedDef { id, positions })
    }

    /// Returns the buried sizes of a top-level value of type `ty` that are returned beside it, with their values.
    pub fn sizes_beside(&self, id: ir::DefId, ty: &Type) -> Vec<(Size, ir::Expr)> {
        let Some(SizedDef { id, positions }) = self.sized_defs.get(&id) else { return Vec::new() };
        let def = &self.program.defs[*id];
        let sizes = self.sizes_in(ty).buried;
        let value = |(i, at): (usize, &usize)| {
            let packed = make::def(*id, Vec::new(), def.result.clone()).at(def.span);
            Some((sizes.get(*at)?.clone(), make::field(packed, ir::tuple_field(i)).at(def.span)))
        };
        positions.iter().enumerate().filter_map(value).collect()
    }

    /// Returns the call of a definition with sizes beside its value, if the function is a definition that has them, and
    /// the call of type `ty` gives it all arguments.
    pub fn call_with_sizes(&mut self, function: &ir::Expr, args: &[Typed], ty: &Type, span: Span) -> Option<ir::Expr> {
        let (def, passed) = match &function.kind {
            ir::ExprKind::Apply(def, sizes) => (&**def, Some(sizes)),
            _ => (function, None),
        };
        let ir::ExprKind::Def(id, types) = &def.kind else { return None };
        let SizedDef { id: sized, positions } = self.sized_defs.get(id)?;
        let (sized, positions) = (*sized, positions.clone());
        if self.program.defs[sized].params.len() != args.len() + passed.map_or(0, |sizes| sizes.len()) {
            return None;
        }
        let names = self.new_at(positions.into_iter(), ty);
        if names.iter().all(Option::is_none) {
            return None;
        }
        let def_ty =
            self.with_result_beside(&self.type_of_node(def)?, self.program.defs[sized].params.len(), names.len());
        let mut callee = self.node(ir::ExprKind::Def(sized, types.clone()), &def_ty, def.span);
        if let Some(sizes) = passed {
            let ty = self.with_result_beside(&self.type_of_node(function)?, args.len(), names.len());
            callee = self.node(ir::ExprKind::Apply(Box::new(callee), sizes.clone()), &ty, function.span);
        }
        let args = args.iter().map(|arg| arg.expr.clone()).collect();
        let call = self.node(ir::ExprKind::Apply(Box::new(callee), args), &type_beside(names.len(), ty), span);
        Some(self.taken_apart(call, &names, ty, span))
    }

    /// Returns the function type with `sizes` sizes beside the result after `args` arguments.
    fn with_result_beside(&self, ty: &Type, args: usize, sizes: usize) -> Type {
        match self.unifier.shallow(ty) {
            Type::Function(function) if args > 0 => {
                let result = self.with_result_beside(&function.result, args - 1, sizes);
                Type::Function(Rc::new(Function { result, ..(*function).clone() }))
            }
            result => type_beside(sizes, &result),
        }
    }
}

/// Returns the type of a tuple of `sizes` sizes and a value.
pub fn type_beside(sizes: usize, value: &Type) -> Type {
    Type::tuple(std::iter::repeat_n(Type::I64, sizes).chain([value.clone()]))
}

/// Returns the pattern of such a record. A size without a name is not bound.
pub fn pattern_beside(names: impl Iterator<Item = Option<Name>>, value: ir::Pat) -> ir::Pat {
    let size = |name: Option<Name>| match name {
        Some(name) => ir::Pat::Var(name, ir::Type::I64),
        None => ir::Pat::Wildcard(ir::Type::I64),
    };
    let parts = names.map(size).chain([value]).enumerate();
    ir::Pat::Record(parts.map(|(i, part)| (ir::tuple_field(i), part)).collect())
}
