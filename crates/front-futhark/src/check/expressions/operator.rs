//! Checks infix operators and their sections.

use crate::ast::{Exp, ExpKind, QualName};
use crate::check::expressions::exp::Named;
use crate::check::expressions::native::Native;
use crate::check::messages::report::{NOT_OVERLOADED, Reason, is_brief};
use crate::check::types::{Bound, ScalarSet, Type};
use crate::check::{Checker, Checking, Typed};
use base::{Diagnostic, Span};
use core_ir::def as ir;

impl Checker {
    /// Checks an application of an infix operator.
    pub fn binary(&mut self, op: &QualName, a: &Exp, b: &Exp, span: Span, hint: Option<&Type>) -> Checking<Typed> {
        match self.resolve_name(op)? {
            Named::Builtin(native, set) => {
                self.no_argument(op, a, b)?;
                self.builtin((op, native, set), a, b, span, hint)
            }
            Named::Value(info) => match &info.kind {
                crate::check::modules::scope::ValueKind::Native { native: Native::PipeRight, .. } => {
                    self.apply(b, &[a], span, hint)
                }
                crate::check::modules::scope::ValueKind::Native { native: Native::PipeLeft, .. } => {
                    self.apply(a, &[b], span, hint)
                }
                _ => self.apply_operator(op, a, b, span, hint),
            },
            Named::Local(_) | Named::Itself(_) => self.apply_operator(op, a, b, span, hint),
        }
    }

    fn apply_operator(&mut self, op: &QualName, a: &Exp, b: &Exp, span: Span, hint: Option<&Type>) -> Checking<Typed> {
        let function = Exp { kind: ExpKind::Var(op.clone()), span: op.span };
        self.apply(&function, &[a, b], span, hint)
    }

    /// Reports an operator whose left operand is a function, as in `reduce + 0 xs`, where it was meant as an argument.
    fn no_argument(&mut self, op: &QualName, function: &Exp, args: &Exp) -> Checking<()> {
        let (ExpKind::Var(name), ExpKind::Apply(..)) = (&function.kind, &args.kind) else { return Ok(()) };
        if self.is_field(name) {
            return Ok(());
        }
        let ty = match self.resolve_name(name) {
            Ok(Named::Local(local)) => local.scheme.ty.clone(),
            Ok(Named::Value(info)) => info.scheme.ty.clone(),
            _ => return Ok(()),
        };
        if !matches!(self.unifier.shallow(&ty), Type::Function(_)) {
            return Ok(());
        }
        let headline = format!("an operator that is an argument needs parentheses: `({})`", op.name);
        let diagnostic = Diagnostic::error(NOT_OVERLOADED, headline)
            .label(op.span, "this is read as an operator between two values")
            .label(function.span, format!("`{}` is a function, not an operand", name.name));
        Err(self.report(diagnostic))
    }

    /// Checks a built-in operator. Both operands have the same type; so has the result, unless the operator is a
    /// comparison.
    fn builtin(
        &mut self,
        (op, native, set): (&QualName, Native, ScalarSet),
        a: &Exp,
        b: &Exp,
        span: Span,
        hint: Option<&Type>,
    ) -> Checking<Typed> {
        let compares = is_comparison(native);
        let hint = if compares { None } else { hint };
        let ty = self.unifier.fresh_number(set);
        let left = self.infer(a, hint).and_then(|left| {
            let reason = Reason { help: self.negative_argument(op, a, &left.ty, b), ..Reason::none() };
            self.subsume(left, &ty, a.span, &reason)
        });
        let right = self.infer(b, Some(&ty));
        let left = left?;
        let reason = Reason::new(a.span, "the other operand is");
        let right = self.subsume(right?, &ty, b.span, &reason)?;
        let result = if compares { Type::BOOL } else { ty };
        self.apply_native(native, vec![left, right], &[], result, span)
    }

    /// Returns the help for `f -1`, where the number was meant as an argument.
    fn negative_argument(&self, op: &QualName, function: &Exp, ty: &Type, number: &Exp) -> Option<String> {
        if op.name.as_str() != "-" || !matches!(self.unifier.shallow(ty), Type::Function(_)) {
            return None;
        }
        let text = |exp: &Exp| Some(self.sources.text(exp.span)).filter(|text| is_brief(text)).unwrap_or("..");
        let (function, number) = (text(function), text(number));
        Some(format!("`{function} -{number}` is a subtraction: to pass a negative number, write `(-{number})`"))
    }

    /// Returns the type of a built-in operator as a function, and the type of its operands, which is unknown so far.
    pub fn builtin_type(&mut self, native: Native, set: ScalarSet) -> (Type, Type) {
        let ty = self.unifier.fresh_bounded(Some(Bound::OneOf(set)));
        let result = if is_comparison(native) { Type::BOOL } else { ty.clone() };
        (Type::functions([ty.clone(), ty.clone()].into_iter(), result), ty)
    }

    /// Checks a section without operands: `(+)`.
    pub fn section(&mut self, op: &QualName, span: Span) -> Checking<Typed> {
        self.variable_exp(&QualName { span, ..op.clone() })
    }

    /// Checks a section with the left operand, `(e +)`: the operator applied to `e`.
    pub fn section_left(&mut self, left: &Exp, op: &QualName, span: Span) -> Checking<Typed> {
        let function = Exp { kind: ExpKind::Var(op.clone()), span: op.span };
        self.apply(&function, &[left], span, None)
    }

    /// Checks a section with the right operand, `(+ e)`. The result is `\x -> x + e`, with `e` evaluated once.
    pub fn section_right(&mut self, op: &QualName, right: &Exp, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let function = self.variable_exp(op)?;
        let (left_ty, rest) = self.expect_function(&function.ty, op.span)?;
        let (right_ty, result) = self.expect_function(&rest, op.span)?;
        if let Some(Type::Function(hint)) = hint.map(|hint| self.unifier.shallow(hint)) {
            // Hints need not be met. If the types differ, the context reports it.
            let _ = self.unifier.unify(&left_ty, &hint.param);
        }
        let right_typed = self.check(right, &right_ty, &Reason::new(op.span, "the operator takes"))?;
        let mut steps = Vec::new();
        let right_atom = self.atom(right_typed.expr, &right_ty, "right", &mut steps);
        let x = self.fresh_name("left");
        let left_var = self.node(ir::ExprKind::Var(x, Vec::new()), &left_ty, span);
        let call = self.node(ir::ExprKind::Apply(Box::new(function.expr), vec![left_var, right_atom]), &result, span);
        let param = ir::Param { pat: ir::Pat::Var(x, self.slot(&left_ty)), consumed: ir::Unique::No, span };
        let ty = Type::function(left_ty, result);
        let lambda = ir::ExprKind::Lambda(Box::new(ir::Lambda {
            params: vec![param],
            unique_result: ir::Unique::No,
            body: call,
        }));
        let lambda = self.node(lambda, &ty, span);
        Ok(Typed { expr: self.wrap(steps, lambda, &ty), ty })
    }

    /// Returns the parameter and result types of a function type. An unknown type becomes a function type.
    pub fn expect_function(&mut self, ty: &Type, span: Span) -> Checking<(Type, Type)> {
        match self.unifier.shallow(ty) {
            Type::Function(function) => Ok((function.param.clone(), function.result.clone())),
            _ => {
                let (param, result) = (self.unifier.fresh(), self.unifier.fresh());
                let function = Type::function(param.clone(), result.clone());
                match self.unifier.unify(ty, &function) {
                    Ok(_) => Ok((param, result)),
                    Err(why) => Err(self.mismatch(ty, &function, span, &Reason::none(), why)),
                }
            }
        }
    }
}

fn is_comparison(native: Native) -> bool {
    matches!(native, Native::Prim(ir::Prim::Cmp(_)))
}
