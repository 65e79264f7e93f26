//! Expressions: literals, records, control flow, calls.

use crate::emit::{parts, spans};
use crate::value::{Array, Elem, Leaf, Leaves, boolean, i64, known, split};
use crate::{Lowered, Lowerer, bug, limitation};
use base::{Name, Span};
use core_ir::def::{Binding, DefId, Ensure, Expr, ExprKind as K, Loop, LoopForm, Pat, TableId, Type};
use core_ir::leaves::{field_offset, leaf_count};
use imp::def::{Block, Exp, Stm};
use value::{Scalar, ScalarType};

/// Destination of an expression's value.
#[derive(Clone, Copy)]
pub(crate) struct Goal<'g> {
    pub results: &'g [Leaf],
    /// Whether `results` are the function's results and no code follows.
    pub tail: bool,
}

impl Lowerer<'_> {
    /// Lowers an expression: appends its statements to the current block and returns the leaves of its value.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Lowered<Leaves> {
        self.with_checks_of(expr, |this| this.expr_itself(expr))
    }

    /// Lowers the expression with checks, or without them if it is marked as unchecked, at its place.
    fn with_checks_of<T>(&mut self, expr: &Expr, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let outer = (std::mem::replace(&mut self.unchecked, expr.unchecked), self.span);
        if !expr.span.is_nowhere() {
            self.span = expr.span;
        }
        let lowered = lower(self);
        (self.unchecked, self.span) = outer;
        lowered
    }

    /// Like `expr`, with `unchecked` already set for the expression.
    fn expr_itself(&mut self, expr: &Expr) -> Lowered<Leaves> {
        let span = expr.span;
        match &expr.kind {
            K::Literal(scalar) => Ok(vec![Leaf::Scalar(scalar.scalar_type(), Exp::Const(*scalar))]),
            K::Table(table) => self.table_value(*table),
            K::Var(name, _) => self.lookup(*name),
            K::Def(def, _) => self.call(*def, &[], span),
            K::Apply(function, args) => match &function.kind {
                K::Def(def, _) => self.call(*def, args, span),
                _ => Err(bug("an application of something that is not a definition")),
            },
            K::Lambda(_) => Err(bug("a function is left after defunctionalisation")),
            K::Block(bindings, body) => {
                self.bindings(bindings)?;
                self.expr(body)
            }
            K::If(..) | K::Match(..) => {
                let results = self.variables(&expr.ty, "chosen")?;
                self.expr_to(expr, Goal { results: &results, tail: false })?;
                Ok(results)
            }
            K::Loop(looped) => self.loop_(looped, &expr.ty, span),
            K::Record(fields) => self.exprs(fields.iter().map(|(_, value)| value)),
            K::Field(record, field) => {
                let leaves = self.expr(record)?;
                let Type::Record(fields) = &record.ty else { return Err(bug("a field of what is no record")) };
                let found = field_offset(fields, *field);
                let Some((offset, ty)) = found else { return Err(bug("a field that does not exist")) };
                Ok(leaves.into_iter().skip(offset).take(leaf_count(ty)).collect())
            }
            K::Variant(name, payloads) => self.variant(*name, payloads, &expr.ty),
            K::Array(elements) => self.array_literal(elements, &expr.ty, span),
            K::Index(array, indices) => self.index(array, indices, span),
            K::Slice(array, dims) => self.slice(array, dims, span),
            K::Update(array, dims, value) => self.update(array, dims, value, span),
            K::Prim(prim, args) => self.prim(*prim, args, &expr.ty, span),
            K::Ensure(ensure) => {
                self.ensure(ensure, span)?;
                self.expr(&ensure.then)
            }
        }
    }

    /// Lowers an expression and assigns its value to the goal.
    pub(crate) fn expr_to(&mut self, expr: &Expr, goal: Goal) -> Lowered<()> {
        self.with_checks_of(expr, |this| this.expr_itself_to(expr, goal))
    }

    /// Like `expr_to`, with `unchecked` already set for the expression.
    fn expr_itself_to(&mut self, expr: &Expr, goal: Goal) -> Lowered<()> {
        match &expr.kind {
            K::Block(bindings, body) => {
                self.bindings(bindings)?;
                self.expr_to(body, goal)
            }
            K::If(cond, yes, no) => {
                let (_, cond) = self.scalar(cond)?;
                self.if_(cond, |this| this.expr_to(yes, goal), |this| this.expr_to(no, goal))
            }
            K::Match(subject, cases) => {
                let leaves = self.expr(subject)?;
                self.cases(&leaves, cases, goal)
            }
            K::Ensure(ensure) => {
                self.ensure(ensure, expr.span)?;
                // After a failure, no tensor need be made.
                let fails = matches!(ensure.condition.kind, K::Literal(Scalar::Bool(false))) && !self.unchecked;
                if fails && goal.results.iter().any(|leaf| matches!(leaf, Leaf::Tensor(_))) {
                    return Ok(());
                }
                self.expr_to(&ensure.then, goal)
            }
            K::Apply(function, args) if goal.tail => match &function.kind {
                K::Def(def, _) if self.is_jump(*def) => self.jump(*def, args),
                _ => self.expr_into(expr, goal),
            },
            _ => self.expr_into(expr, goal),
        }
    }

    fn expr_into(&mut self, expr: &Expr, goal: Goal) -> Lowered<()> {
        let leaves = self.expr(expr)?;
        self.assign(goal.results, &leaves)
    }

    fn bindings(&mut self, bindings: &[Binding]) -> Lowered<()> {
        for binding in bindings {
            let leaves = self.expr(&binding.value)?;
            self.bind(&binding.pat, &leaves)?;
        }
        Ok(())
    }

    /// Lowers a scalar expression; returns its type and its one leaf.
    pub(crate) fn scalar(&mut self, expr: &Expr) -> Lowered<(ScalarType, Exp)> {
        match self.expr(expr)?.as_slice() {
            [Leaf::Scalar(ty, value)] => Ok((*ty, value.clone())),
            _ => Err(bug("a scalar with other leaves")),
        }
    }

    /// Lowers several expressions in order; returns all their leaves.
    pub(crate) fn exprs<'e>(&mut self, exprs: impl Iterator<Item = &'e Expr>) -> Lowered<Leaves> {
        let mut leaves = Vec::new();
        for expr in exprs {
            leaves.extend(self.expr(expr)?);
        }
        Ok(leaves)
    }

    fn table_value(&mut self, table: TableId) -> Lowered<Leaves> {
        let Some(array) = self.core.tables.get(table) else { return Err(bug("a table that does not exist")) };
        let dims = array.shape().iter().map(|&size| i64(size as i64)).collect();
        let elem = Elem::Scalar(array.elem());
        let table = self.table(table);
        let block = self.names.fresh("table");
        self.push(Stm::DeclareTable { name: block, table });
        // No other variable may refer to a table. So it counts as a part of a block, because parts are copied when they
        // escape.
        Ok(vec![Leaf::Array(Array { elem, block, dims, start: Some(i64(0)) })])
    }

    pub(crate) fn lookup(&self, name: Name) -> Lowered<Leaves> {
        let mut leaves =
            self.env.get(&name).cloned().ok_or_else(|| bug(format!("the variable {name} is not in scope")))?;
        if self.in_step {
            for (at, leaf) in leaves.iter_mut().enumerate() {
                if let Some(unpacked) = self.unpacked.get(&(name, at)) {
                    *leaf = Leaf::Tensor(unpacked.clone());
                }
            }
        }
        Ok(leaves)
    }

    fn ensure(&mut self, ensure: &Ensure, span: Span) -> Lowered<()> {
        if self.unchecked && self.effects.of_expr(&ensure.condition).may_drop() {
            return Ok(());
        }
        let (_, cond) = self.scalar(&ensure.condition)?;
        if self.unchecked || known(&cond) == Some(true) {
            return Ok(());
        }
        let (mut failing, values) = self.in_block(|this| this.shown(ensure, span))?;
        if failing.is_empty() {
            self.assert(cond, ensure.message.clone(), values, span);
            return Ok(());
        }
        // The values may cost time, have effects or fail, so they are computed only for the message.
        let message = ensure.message.clone();
        failing.push(Stm::Assert { cond: boolean(false), message, values, spans: spans(span) });
        self.push(Stm::If { cond, then_block: Block::new(), else_block: failing });
        Ok(())
    }

    /// Lowers the values that the message of a failed `ensure` shows.
    fn shown(&mut self, ensure: &Ensure, span: Span) -> Lowered<Vec<Exp>> {
        let mut values = Vec::new();
        for leaf in self.exprs(ensure.values.iter())? {
            match leaf {
                Leaf::Scalar(_, value) => values.push(value),
                Leaf::Data(_) | Leaf::Array(_) | Leaf::Tensor(_) => {
                    return Err(limitation(
                        "an array in a failure message is not supported yet in host code",
                        span,
                        "this is computed by the host",
                    ));
                }
            }
        }
        Ok(values)
    }

    fn call(&mut self, id: DefId, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let core = self.core;
        let Some(def) = core.defs.get(id) else { return Err(bug("a definition that does not exist")) };
        if def.params.len() != args.len() {
            return Err(bug(format!("a call of {} that is not saturated", def.name)));
        }
        let function = self.accelerated_function(id).or_else(|| self.lowered.get(&id).copied());
        let Some(function) = function else { return Err(bug(format!("{} is in no part", def.name))) };
        let leaves = self.exprs(args.iter())?;
        let outer = std::mem::replace(&mut self.in_step, self.steps.contains(&id));
        let args = self.passed(def, &leaves)?;
        let results = self.variables(&def.result, def.name.as_str())?;
        self.in_step = outer;
        self.push(Stm::Call { results: variables_of(&results), function, args, spans: spans(span) });
        Ok(results)
    }

    fn loop_(&mut self, looped: &Loop, ty: &Type, span: Span) -> Lowered<Leaves> {
        let init = self.expr(&looped.init)?;
        let hint = if let Pat::Var(name, _) = &looped.pat { name.hint.as_str() } else { "state" };
        let round = |this: &mut Self, state: &Leaves| {
            this.bind(&looped.pat, state)?;
            let next = this.expr(&looped.body)?;
            this.assign(state, &next)
        };
        match &looped.form {
            LoopForm::For(var, bound) => {
                let (index_type, bound) = self.scalar(bound)?;
                let state = self.state(ty, hint, &init)?;
                self.count(var.hint.as_str(), index_type, bound, span, |this, index| {
                    this.env.insert(*var, vec![Leaf::Scalar(index_type, index)]);
                    round(this, &state)
                })?;
                Ok(state)
            }
            LoopForm::ForIn(pat, array) => {
                let arrays = self.expr(array)?;
                let state = self.state(ty, hint, &init)?;
                let bound = arrays.first().map_or(i64(0), |leaf| leaf.size(0));
                self.for_("i", bound, span, |this, index| {
                    let element = this.rows_at(&arrays, &[index])?;
                    this.bind(pat, &element)?;
                    round(this, &state)
                })?;
                Ok(state)
            }
            LoopForm::While(cond) => {
                let state = self.state(ty, hint, &init)?;
                let again = self.variable("again", ScalarType::Bool, boolean(true));
                let (body, ()) = self.in_block(|this| {
                    this.bind(&looped.pat, &state)?;
                    let (_, cond) = this.scalar(cond)?;
                    this.push(Stm::Assign { name: again, value: cond });
                    this.if_(Exp::Var(again), |this| round(this, &state), |_| Ok(()))
                })?;
                self.push(Stm::While { cond: Exp::Var(again), body });
                Ok(state)
            }
        }
    }

    /// Declares variables for a value of the type and assigns `init` to them.
    pub(crate) fn state(&mut self, ty: &Type, hint: &str, init: &[Leaf]) -> Lowered<Leaves> {
        let state = self.variables(ty, hint)?;
        self.assign(&state, init)?;
        Ok(state)
    }

    /// Binds the variables of a pattern that is irrefutable or known to match.
    pub(crate) fn bind(&mut self, pat: &Pat, leaves: &[Leaf]) -> Lowered<()> {
        match pat {
            Pat::Var(name, ty) => {
                self.env.insert(*name, leaves.to_vec());
                self.unpack_variable(*name, ty, leaves)?;
            }
            Pat::Wildcard(_) | Pat::Literal(_) => {}
            Pat::Record(fields) => {
                let mut rest = leaves;
                for (_, field) in fields {
                    let own;
                    (own, rest) = split(rest, &field.ty());
                    self.bind(field, own)?;
                }
            }
            Pat::Variant(name, pats, ty) => {
                let payloads = self.payloads(*name, pats, ty, leaves)?;
                for (pat, payload) in pats.iter().zip(payloads) {
                    self.bind(pat, &payload)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the variables among the parts of a value.
pub(crate) fn variables_of(leaves: &[Leaf]) -> Vec<Name> {
    parts(leaves).iter().filter_map(crate::emit::Part::variable).collect()
}
