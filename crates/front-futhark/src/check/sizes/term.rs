//! Sizes that are expressions: `[f x]t`, `[length xs]t`. Types represent such a size by its expression, with arguments
//! in place of parameters. Two of them are equal if they are the same expression.

use crate::check::types::unify::folded;
use crate::check::types::{Replace, Size, SizeOp, Type, is_small};
use crate::check::{Checker, Typed};
use base::{Name, Symbol};
use core_ir::def::{self as ir, DefId};
use std::rc::Rc;
use value::{Scalar, ScalarType};

/// Largest number of nodes of an expression that can be a size in types.
const MAX_PARTS: usize = 64;

/// An expression without binders and without consumption. Its operands `args` are represented as sizes, whatever their
/// types.
#[derive(Clone, Debug)]
pub struct Term {
    pub head: Head,
    pub args: Vec<Size>,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub enum Head {
    /// A variable that is not an `i64`.
    Var(Name),
    /// A definition with its name and type arguments.
    Def(DefId, Symbol, Vec<Type>),
    Literal(Scalar),
    /// The first argument applied to the others.
    Apply,
    Prim(ir::Prim),
    /// An operator as a function: `(+)`.
    Operator(ir::Prim),
    Field(Symbol),
    Record(Vec<Symbol>),
    Array,
    /// The first argument indexed by the others.
    Index,
    If,
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.same_head(other) && self.args == other.args
    }
}

impl Term {
    /// Whether the terms differ at most in their arguments.
    pub fn same_head(&self, other: &Term) -> bool {
        let same = match (&self.head, &other.head) {
            (Head::Var(a), Head::Var(b)) => a == b,
            (Head::Def(a, ..), Head::Def(b, ..)) => a == b,
            (Head::Literal(a), Head::Literal(b)) => a == b && self.ty == other.ty,
            (Head::Prim(a), Head::Prim(b)) | (Head::Operator(a), Head::Operator(b)) => a == b,
            (Head::Field(a), Head::Field(b)) => a == b,
            (Head::Record(a), Head::Record(b)) => a == b,
            (Head::Apply, Head::Apply)
            | (Head::Array, Head::Array)
            | (Head::Index, Head::Index)
            | (Head::If, Head::If) => true,
            _ => false,
        };
        same && self.args.len() == other.args.len()
    }

    pub fn replaced(&self, replace: &Replace) -> Size {
        if let Head::Var(name) = &self.head
            && let Some(size) = replace.sizes.get(name)
        {
            return size.clone();
        }
        self.with_parts(&mut |size| replace.size(size), &mut |ty| replace.ty(ty))
    }

    /// Returns the types in the term: its own, and the type arguments of its head.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let arguments: &[Type] = if let Head::Def(_, _, types) = &self.head { types } else { &[] };
        std::iter::once(&self.ty).chain(arguments)
    }

    /// Returns the term with `size` applied to its operands, and `ty` to its types.
    pub fn with_parts(&self, size: &mut dyn FnMut(&Size) -> Size, ty: &mut dyn FnMut(&Type) -> Type) -> Size {
        let head = match &self.head {
            Head::Def(id, name, types) => Head::Def(*id, *name, types.iter().map(&mut *ty).collect()),
            other => other.clone(),
        };
        let args = self.args.iter().map(size).collect();
        Size::Term(Rc::new(Term { head, args, ty: ty(&self.ty) }))
    }
}

/// Returns the lambda to which a function expression evaluates, and the bindings around it, such as that of a section's
/// operand.
fn lambda_in(function: &ir::Expr) -> Option<(&[ir::Binding], &ir::Lambda)> {
    match &function.kind {
        ir::ExprKind::Lambda(lambda) => Some((&[], lambda)),
        ir::ExprKind::Block(bindings, body) => match &body.kind {
            ir::ExprKind::Lambda(lambda) => Some((bindings, lambda)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the size contains a term.
pub fn has_term(size: &Size) -> bool {
    match size {
        Size::Term(_) => true,
        Size::Op(_, args) => args.iter().any(has_term),
        Size::Const(_) | Size::Var(_) | Size::Def(..) | Size::Meta(_) => false,
    }
}

impl Checker {
    /// Returns the size that an `i64` expression is in types; `None` if it cannot be one.
    pub fn size_of_value(&self, typed: &Typed) -> Option<Size> {
        match self.unifier.shallow(&typed.ty) {
            Type::Scalar(ScalarType::I64) | Type::Meta(_) => self.term_of_value(typed),
            _ => None,
        }
    }

    /// Returns the expression as a size in types, whatever its type. `None` if it binds or consumes something, or is
    /// too large.
    pub fn term_of_value(&self, typed: &Typed) -> Option<Size> {
        self.term(&typed.expr, &mut MAX_PARTS.clone())
    }

    /// Returns an expression as a size. `parts` is the number of nodes that it may have; the number is reduced.
    fn term(&self, expr: &ir::Expr, parts: &mut usize) -> Option<Size> {
        let is_whole = *parts == MAX_PARTS;
        *parts = parts.checked_sub(1)?;
        let ty = self.type_of_node(expr)?;
        let is_size = matches!(self.unifier.shallow(&ty), Type::Scalar(ScalarType::I64));
        let of_parts =
            |head: Head, args: Option<Vec<Size>>| Some(Size::Term(Rc::new(Term { head, args: args?, ty: ty.clone() })));
        match &expr.kind {
            ir::ExprKind::Var(name, types) if types.is_empty() => match self.size_slots.get(name) {
                Some((size, _)) => Some(self.unifier.size(size)),
                None if is_size => Some(self.unifier.size(&Size::Var(*name))),
                None => of_parts(Head::Var(*name), Some(Vec::new())),
            },
            ir::ExprKind::Def(id, _) if is_size => Some(Size::Def(*id, self.program.defs.get(*id)?.name)),
            ir::ExprKind::Def(id, types) => {
                let types: Option<Vec<Type>> = types.iter().map(|ty| self.type_of_slot(ty)).collect();
                of_parts(Head::Def(*id, self.program.defs.get(*id)?.name, types?), Some(Vec::new()))
            }
            // The type of an operand may become known later, so it stays a literal.
            ir::ExprKind::Literal(value) => match self.unifier.shallow(&ty) {
                Type::Scalar(ScalarType::I64) => value.as_i64().map(Size::Const),
                Type::Meta(_) if is_whole => value.as_i64().map(Size::Const),
                _ => of_parts(Head::Literal(*value), Some(Vec::new())),
            },
            ir::ExprKind::Prim(ir::Prim::Scatter | ir::Prim::Histogram | ir::Prim::FlatUpdate(_), _) => None,
            ir::ExprKind::Prim(prim, args) => {
                let args = self.terms(args, parts)?;
                match (prim, <[Size; 2]>::try_from(args.clone())) {
                    (ir::Prim::Bin(op), Ok(both)) if is_size && SizeOp::of(*op).is_some() => {
                        Some(Size::Op(SizeOp::of(*op)?, Rc::new(both)))
                    }
                    _ => of_parts(Head::Prim(*prim), Some(args)),
                }
            }
            ir::ExprKind::Ensure(ensure) => self.term(&ensure.then, parts),
            // An application of a section, or of another lambda, becomes the lambda's body with the operands inserted.
            ir::ExprKind::Apply(function, args) if let Some((bindings, lambda)) = lambda_in(function) => {
                let size = self.term(&lambda.body, parts)?;
                let bound = lambda.params.iter().map(|param| &param.pat).zip(args);
                let size = (lambda.params.len() == args.len()).then(|| self.term_where(bound, size, parts))??;
                self.term_after(bindings, size, parts)
            }
            ir::ExprKind::Apply(function, args) => {
                if self.consumes(&self.type_of_node(function)?, args.len()) {
                    return None;
                }
                let mut all = vec![self.term(function, parts)?];
                all.append(&mut self.terms(args, parts)?);
                of_parts(Head::Apply, Some(all))
            }
            ir::ExprKind::Lambda(lambda) => of_parts(Head::Operator(self.operator_of(lambda)?), Some(Vec::new())),
            ir::ExprKind::Field(record, field) => {
                let args = self.term(record, parts).map(|record| vec![record]);
                of_parts(Head::Field(*field), args)
            }
            ir::ExprKind::Record(fields) => {
                let names = fields.iter().map(|(name, _)| *name).collect();
                let args = fields.iter().map(|(_, field)| self.term(field, parts)).collect();
                of_parts(Head::Record(names), args)
            }
            ir::ExprKind::Array(items) => of_parts(Head::Array, self.terms(items, parts)),
            ir::ExprKind::Index(array, positions) => {
                let mut all = vec![self.term(array, parts)?];
                all.append(&mut self.terms(positions, parts)?);
                of_parts(Head::Index, Some(all))
            }
            ir::ExprKind::If(condition, yes, no) => {
                let args = [condition, yes, no].into_iter().map(|part| self.term(part, parts)).collect();
                of_parts(Head::If, args)
            }
            _ => None,
        }
    }

    /// Returns the operator that a lambda stands for: `(+)` is the lambda that adds its parameters.
    fn operator_of(&self, lambda: &ir::Lambda) -> Option<ir::Prim> {
        let ir::ExprKind::Prim(prim, args) = &lambda.body.kind else { return None };
        let is_operand = |(param, arg): (&ir::Param, &ir::Expr)| match (&param.pat, &arg.kind) {
            // Only parameters that the user wrote have a recorded span.
            (ir::Pat::Var(name, _), ir::ExprKind::Var(operand, _)) => {
                name == operand && !self.bound_at.contains_key(name)
            }
            _ => false,
        };
        let all = lambda.params.len() == args.len() && lambda.params.iter().zip(args).all(is_operand);
        all.then_some(*prim)
    }

    /// Returns the size with the variables of the bindings replaced by their values.
    fn term_after(&self, bindings: &[ir::Binding], mut size: Size, parts: &mut usize) -> Option<Size> {
        for binding in bindings.iter().rev() {
            size = self.term_where(std::iter::once((&binding.pat, &binding.value)), size, parts)?;
        }
        Some(size)
    }

    /// Returns the size with the variables in `bound` replaced by their values.
    fn term_where<'e>(
        &self,
        bound: impl Iterator<Item = (&'e ir::Pat, &'e ir::Expr)>,
        size: Size,
        parts: &mut usize,
    ) -> Option<Size> {
        let mut replace = Replace::default();
        for (pat, value) in bound {
            let ir::Pat::Var(name, _) = pat else { return None };
            replace.sizes.insert(*name, self.term(value, parts)?);
        }
        Some(self.unifier.size(&replace.size(&size))).filter(is_small)
    }

    fn terms(&self, exprs: &[ir::Expr], parts: &mut usize) -> Option<Vec<Size>> {
        exprs.iter().map(|expr| self.term(expr, parts)).collect()
    }

    pub fn type_of_node(&self, expr: &ir::Expr) -> Option<Type> {
        self.type_of_slot(&expr.ty)
    }

    fn type_of_slot(&self, ty: &ir::Type) -> Option<Type> {
        match ty {
            ir::Type::Scalar(scalar) => Some(Type::Scalar(*scalar)),
            ir::Type::Param(name) if name.hint == crate::check::definitions::finish::slot_hint() => {
                self.slots.get(name.id as usize).cloned()
            }
            _ => None,
        }
    }

    /// Whether the function consumes one of its first `args` arguments.
    fn consumes(&self, function: &Type, mut args: usize) -> bool {
        let mut ty = self.unifier.shallow(function);
        while let Type::Function(function) = &ty {
            if args == 0 {
                return false;
            }
            if function.consumed.any() {
                return true;
            }
            args -= 1;
            ty = self.unifier.shallow(&function.result);
        }
        false
    }

    /// Returns the size with names of constants replaced by their numbers, and with arithmetic on numbers evaluated.
    pub fn number_of(&self, size: &Size) -> Size {
        folded(&self.without_names(&self.unifier.size(size)))
    }

    /// Whether the sizes are equal when names of constants are replaced by their numbers.
    pub fn are_one_constant(&self, a: &Size, b: &Size) -> bool {
        self.without_names(&self.unifier.size(a)) == self.without_names(&self.unifier.size(b))
    }

    /// Returns the size with names of constants replaced by their numbers.
    fn without_names(&self, size: &Size) -> Size {
        match size {
            Size::Def(id, _) => self.constant(*id).map_or_else(|| size.clone(), Size::Const),
            Size::Op(op, args) => Size::Op(*op, Rc::new([self.without_names(&args[0]), self.without_names(&args[1])])),
            Size::Term(term) => term.with_parts(&mut |arg| self.without_names(arg), &mut Type::clone),
            Size::Const(_) | Size::Var(_) | Size::Meta(_) => size.clone(),
        }
    }

    /// Returns the variable in scope that holds the value of the size, if there is one.
    pub fn term_variable(&self, size: &Size) -> Option<Name> {
        let size = self.unifier.size(size);
        let is_it =
            |(other, name): &&(Size, Name)| self.context.bound.contains(name) && self.unifier.size(other) == size;
        self.term_variables.iter().rev().find(is_it).map(|(_, name)| *name)
    }

    /// Makes a variable for the value of a size that is an expression. Later code uses it in place of the expression.
    pub fn bind_term(&mut self, size: Size) -> Name {
        let name = self.fresh_name("size");
        self.bind_size(name);
        self.term_variables.push((size, name));
        name
    }
}
