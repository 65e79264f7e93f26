//! Uses of a value at another type. The types must agree, including their sizes. Sizes that differ are an error; only
//! `:>` compares them at run time.

use crate::check::messages::report::Reason;
use crate::check::types::unify::SizeClashes;
use crate::check::types::{Abstract, Size, Type, any_part, each_size_var, has_function};
use crate::check::{Checker, Checking, Typed};
use base::{Name, Span, Symbol, Template};
use core_ir::build as make;
use core_ir::def as ir;
use value::CmpOp;

/// A step before the evaluation of an expression.
pub enum Step {
    Bind(ir::Binding),
    /// A check that the condition holds, which fails otherwise.
    Check {
        condition: ir::Expr,
        message: Template,
        /// Values of the message's holes.
        values: Vec<ir::Expr>,
        span: Span,
    },
    /// A parameter whose sizes are bound or checked when its type is known.
    Later {
        name: Name,
        ty: Type,
        span: Span,
    },
}

impl Checker {
    /// Checks that the value has the expected type; reports a difference in the types, sizes or ownership.
    pub fn subsume(&mut self, typed: Typed, expected: &Type, span: Span, reason: &Reason) -> Checking<Typed> {
        match self.unifier.unify(&typed.ty, expected) {
            Err(why) => Err(self.mismatch(&typed.ty, expected, span, reason, why)),
            Ok(clashes) => {
                self.sizes_agree(&clashes, &typed.ty, expected, span, reason)?;
                self.ownership_fits(&typed.ty, expected, span, reason)?;
                Ok(typed)
            }
        }
    }

    /// Reports the first pair of sizes that differ, if there is one. A constant and its number give a warning.
    pub fn sizes_agree(
        &mut self,
        clashes: &SizeClashes,
        found: &Type,
        expected: &Type,
        span: Span,
        reason: &Reason,
    ) -> Checking<()> {
        match clashes.0.iter().find(|(found, needed)| !self.are_one_constant(found, needed)) {
            Some(clash) => Err(self.sizes_differ(clash.clone(), found, expected, span, reason)),
            None => {
                if let Some((found, needed)) = clashes.0.first() {
                    self.constant_for_number(found, needed, span);
                }
                Ok(())
            }
        }
    }

    /// Returns the value at type `to`, with run-time checks of its sizes. The two types may differ in sizes only.
    pub fn coerce(&mut self, typed: Typed, to: &Type, span: Span) -> Typed {
        let (from, to) = (self.unifier.resolve(&typed.ty), self.unifier.resolve(to));
        if from == to {
            return typed;
        }
        match (&from, &to) {
            (Type::Function(_), Type::Function(_)) => self.coerce_function(typed, &from, &to, span),
            _ => {
                let mut steps = Vec::new();
                let atom = self.atom(typed.expr, &from, "value", &mut steps);
                self.size_checks(&atom, &from, &to, span, &mut steps);
                let result = self.recast(atom, &from, &to, span);
                let ty = to.clone();
                Typed { expr: self.wrap(steps, result, &ty), ty }
            }
        }
    }

    /// Returns the value at type `to`, whose sizes have been checked. Functions in record fields get checks of their
    /// own.
    fn recast(&mut self, atom: ir::Expr, from: &Type, to: &Type, span: Span) -> ir::Expr {
        let (Type::Record(from_fields), Type::Record(to_fields)) = (from, to) else {
            let ty = self.slot(to);
            return atom.with_type(ty);
        };
        if !has_function(from) {
            let ty = self.slot(to);
            return atom.with_type(ty);
        }
        let mut fields = Vec::new();
        for ((name, from), (_, to)) in from_fields.iter().zip(to_fields.iter()) {
            let part = self.node(ir::ExprKind::Field(Box::new(atom.clone()), *name), from, span);
            fields.push((*name, self.coerce(Typed { expr: part, ty: from.clone() }, to, span).expr));
        }
        self.node(ir::ExprKind::Record(fields), to, span)
    }

    /// Returns a function of type `to` that calls a function of type `from`, with checks of the sizes of the argument
    /// and result.
    fn coerce_function(&mut self, typed: Typed, from: &Type, to: &Type, span: Span) -> Typed {
        let (Type::Function(f), Type::Function(g)) = (from, to) else { return typed };
        let mut steps = Vec::new();
        let function = self.atom(typed.expr, from, "function", &mut steps);
        let x = self.fresh_name("argument");
        let argument = Typed { expr: self.node(ir::ExprKind::Var(x, Vec::new()), &g.param, span), ty: g.param.clone() };
        let argument = self.coerce(argument, &f.param, span);
        let call = ir::ExprKind::Apply(Box::new(function), vec![argument.expr]);
        let call = self.typed(call, f.result.clone(), span);
        let body = if g.exists.is_empty() { self.coerce(call, &g.result, span) } else { call };
        let pat = ir::Pat::Var(x, self.slot(&g.param));
        let param = ir::Param { pat, consumed: g.consumed.clone(), span };
        let lambda = ir::ExprKind::Lambda(Box::new(ir::Lambda {
            params: vec![param],
            unique_result: ir::Unique::No,
            body: body.expr,
        }));
        let lambda = self.node(lambda, to, span);
        Typed { expr: self.wrap(steps, lambda, to), ty: to.clone() }
    }

    /// Binds the value to a variable, so that it may be used twice. Variables and literals stay.
    pub fn atom(&mut self, expr: ir::Expr, ty: &Type, hint: &str, steps: &mut Vec<Step>) -> ir::Expr {
        let expr = self.hoisted(expr, steps);
        self.named(expr, ty, hint, steps)
    }

    /// Like `atom`, but brings no sizes that the expression returns beside its value into scope.
    pub fn named(&mut self, expr: ir::Expr, ty: &Type, hint: &str, steps: &mut Vec<Step>) -> ir::Expr {
        if expr.is_atom() {
            return expr;
        }
        let (name, span) = (self.fresh_name(hint), expr.span);
        let pat = ir::Pat::Var(name, self.slot(ty));
        steps.push(Step::Bind(make::binding(pat, expr)));
        self.node(ir::ExprKind::Var(name, Vec::new()), ty, span)
    }

    /// Adds checks of the sizes of `atom` in which its type `from` and the type `to` differ.
    pub fn size_checks(&mut self, atom: &ir::Expr, from: &Type, to: &Type, span: Span, steps: &mut Vec<Step>) {
        let (from, to) = (&self.revealed(from), &self.revealed(to));
        match (from, to) {
            (Type::Array(..), Type::Array(..)) => {
                for (dim, (found, needed)) in dims(from).into_iter().zip(dims(to)).enumerate() {
                    let (found, needed) = (self.number_of(&found), self.number_of(&needed));
                    if found != needed {
                        self.size_check(atom, dim, &needed, to, span, steps);
                    }
                }
                self.buried_checks(from, to, span, steps);
            }
            (Type::Sum(_), Type::Sum(_)) => self.buried_checks(from, to, span, steps),
            (Type::Record(from), Type::Record(to)) => {
                for ((name, from), (_, to)) in from.iter().zip(to.iter()) {
                    let (from, to) = (self.unifier.resolve(from), self.unifier.resolve(to));
                    if from != to {
                        let part = self.node(ir::ExprKind::Field(Box::new(atom.clone()), *name), &from, span);
                        self.size_checks(&part, &from, &to, span, steps);
                    }
                }
            }
            _ => {
                if let (Some((part, from)), Some((_, to))) = (self.accumulated(atom, from), self.accumulated(atom, to))
                {
                    self.size_checks(&part, &from, &to, span, steps);
                }
            }
        }
    }

    fn size_check(&mut self, atom: &ir::Expr, dim: usize, needed: &Size, to: &Type, span: Span, steps: &mut Vec<Step>) {
        if !self.is_bound(needed) {
            // The value of this size is not known here, so later code must not use it.
            return self.never_bind(needed);
        }
        let (message, values) = self.shapes_differ(atom, to, span);
        let found = size_of(atom, dim);
        let needed = self.size_slot(needed, span);
        let condition = make::compare(CmpOp::Eq, found, needed);
        steps.push(Step::Check { condition, message, values, span });
    }

    /// Returns the message for an array whose shape is not that of `to`, and the values of its holes: the found shape,
    /// and the needed sizes that are known.
    fn shapes_differ(&mut self, atom: &ir::Expr, to: &Type, span: Span) -> (Template, Vec<ir::Expr>) {
        let needed = dims(to);
        let mut values: Vec<ir::Expr> = (0..needed.len()).map(|dim| size_of(atom, dim)).collect();
        let shape = vec!["{}"; needed.len()].join("][");
        let mut ty = String::new();
        for size in &needed {
            if self.is_bound(&self.unifier.size(size)) {
                values.push(self.size_slot(size, span));
                ty.push_str("[{}]");
            } else {
                ty.push_str("[]");
            }
        }
        let elem = self.show_element(to).replace('{', "{{").replace('}', "}}");
        (Template::new(format!("Value of shape [{shape}] cannot match shape of type {ty}{elem}.")), values)
    }

    /// Marks the unknown sizes in `size` as sizes that never get a variable.
    pub fn never_bind(&mut self, size: &Size) {
        let mut names: Vec<Name> = Vec::new();
        each_size_var(size, &mut |name| names.push(name));
        let of_own = |name: &Name| self.size_origins.contains_key(name);
        names.retain(of_own);
        names.into_iter().for_each(|name| self.context.bound.never_bind(name));
    }

    /// Returns `body` after the steps; `ty` is its type.
    pub fn wrap(&mut self, steps: Vec<Step>, body: ir::Expr, ty: &Type) -> ir::Expr {
        let mut expr = body;
        let mut bindings = Vec::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Bind(binding) => bindings.push(binding),
                Step::Later { .. } => {}
                Step::Check { condition, message, values, span } => {
                    expr = self.block(std::mem::take(&mut bindings), expr, ty);
                    let ensure = ir::Ensure { condition, message, values, then: expr };
                    expr = self.node(ir::ExprKind::Ensure(Box::new(ensure)), ty, span);
                }
            }
        }
        self.block(bindings, expr, ty)
    }

    /// Returns the body under the bindings, which are given in reverse order.
    fn block(&mut self, mut reversed: Vec<ir::Binding>, body: ir::Expr, ty: &Type) -> ir::Expr {
        if reversed.is_empty() {
            return body;
        }
        reversed.reverse();
        let span = body.span;
        self.node(ir::ExprKind::Block(reversed, Box::new(body)), ty, span)
    }

    /// Adds steps that bind the sizes of the value that have no variable yet.
    pub fn bind_sizes(&mut self, atom: &ir::Expr, ty: &Type, steps: &mut Vec<Step>) {
        match self.revealed(&self.unifier.resolve(ty)) {
            Type::Array(elem, size) => {
                let ty = Type::Array(elem, size);
                for (dim, size) in dims(&ty).into_iter().enumerate() {
                    if let Some(name) = self.variable_for(&size) {
                        let size = size_of(atom, dim);
                        steps.push(Step::Bind(make::binding(ir::Pat::Var(name, ir::Type::I64), size)));
                    }
                }
            }
            Type::Record(fields) => {
                for (name, ty) in fields.iter() {
                    if self.has_bindable(ty) {
                        let part = self.node(ir::ExprKind::Field(Box::new(atom.clone()), *name), ty, atom.span);
                        self.bind_sizes(&part, ty, steps);
                    }
                }
            }
            ty => {
                if let Some((part, array)) = self.accumulated(atom, &ty) {
                    self.bind_sizes(&part, &array, steps);
                }
            }
        }
    }

    /// Returns the variable to bind to the size; `None` if it has one or cannot get one.
    fn variable_for(&mut self, size: &Size) -> Option<Name> {
        match size {
            _ if !self.may_bind(size) => None,
            Size::Var(name) => {
                self.bind_size(*name);
                Some(*name)
            }
            _ => Some(self.bind_term(size.clone())),
        }
    }

    fn may_bind(&self, size: &Size) -> bool {
        match size {
            Size::Var(name) => self.is_free(*name),
            Size::Term(_) => self.term_variable(size).is_none(),
            // An arithmetic size gets a variable of its own if an operand has none.
            Size::Op(..) => self.has_free_variable(size) && self.term_variable(size).is_none(),
            _ => false,
        }
    }

    fn has_free_variable(&self, size: &Size) -> bool {
        let mut found = false;
        each_size_var(size, &mut |name| found |= self.is_free(name));
        found
    }

    /// Whether the size may still get a variable: it never had one, and no abstract type hides it.
    pub fn is_free(&self, name: Name) -> bool {
        self.context.bound.is_free(&name) && !self.hidden_sizes.contains(&name)
    }

    /// Records that the size is a variable in scope from here on.
    pub fn bind_size(&mut self, name: Name) {
        self.context.bound.bind(name);
    }

    /// Whether sizes that can be read off values of the type have no variable yet.
    pub fn has_bindable(&self, ty: &Type) -> bool {
        match self.unifier.shallow(ty) {
            Type::Array(elem, size) => self.may_bind(&self.unifier.size(&size)) || self.has_bindable(&elem),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.has_bindable(ty)),
            Type::Abstract(hidden) if self.is_accumulator(&hidden) => {
                hidden.types.iter().any(|array| self.has_bindable(array))
            }
            Type::Abstract(hidden) => self.has_bindable(&hidden.representation),
            _ => false,
        }
    }

    /// Returns the type with the representations of abstract types, also as array elements. Accumulators stay.
    pub fn revealed(&self, ty: &Type) -> Type {
        match ty {
            Type::Abstract(hidden) if !self.is_accumulator(hidden) => self.revealed(&hidden.representation),
            Type::Array(elem, size) => Type::array(self.revealed(elem), size.clone()),
            other => other.clone(),
        }
    }

    /// Returns the array in an accumulator and its type, from which its sizes can be read. `None` for any other value.
    pub fn accumulated(&mut self, atom: &ir::Expr, ty: &Type) -> Option<(ir::Expr, Type)> {
        let Type::Abstract(hidden) = ty else { return None };
        let array = hidden.types.first().filter(|_| self.is_accumulator(hidden))?;
        let part = ir::ExprKind::Field(Box::new(atom.clone()), Symbol::new(ir::ACCUMULATED));
        Some((self.node(part, array, atom.span), array.clone()))
    }

    pub fn has_accumulator(&self, ty: &Type) -> bool {
        any_part(ty, &|part| matches!(part, Type::Abstract(hidden) if self.is_accumulator(hidden)))
    }

    pub fn is_accumulator(&self, hidden: &Abstract) -> bool {
        self.accumulator == Some(hidden.name)
    }
}

/// Returns the sizes of the array dimensions before the first type that is not an array.
pub fn dims(ty: &Type) -> Vec<Size> {
    let mut sizes = Vec::new();
    let mut ty = ty;
    while let Type::Array(elem, size) = ty {
        sizes.push(size.clone());
        ty = elem;
    }
    sizes
}

/// Returns the size of a dimension of an array whose type is still a slot.
pub fn size_of(array: &ir::Expr, dim: usize) -> ir::Expr {
    make::expr(ir::ExprKind::Prim(ir::Prim::Size(dim), vec![array.clone()]), ir::Type::I64).at(array.span)
}
