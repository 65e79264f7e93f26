//! Equality of values with sequences: calls of definitions that compare the elements. A data type has one definition,
//! which calls itself for its last part in tail position, so that long lists need no stack.

use crate::build;
use crate::def::{
    Case, Def, DefId, Expr, ExprKind, Inline, LoopForm, Pat, Prim, Program, SeqOp, Type, Unique, tuple_field,
};
use crate::typing::without_sizes;
use crate::walk;
use base::entity::EntityRef;
use base::{Name, Span, Symbol};
use indexmap::IndexMap;
use value::{BinOp, CmpOp};

/// Replaces equalities of values with sequences by calls.
pub(super) fn expand(program: &mut Program) {
    let mut pass = Equalities { holders: holders(program), wanted: IndexMap::new(), first: program.defs.len() };
    for at in 0..program.defs.len() {
        let body = std::mem::replace(&mut program.defs[DefId::new(at)].body, build::unit());
        let body = walk::rewrite(body, &mut |expr| pass.expand(expr));
        program.defs[DefId::new(at)].body = body;
    }
    let mut done = 0;
    while let Some((ty, name)) = pass.wanted.get_index(done).map(|(ty, name)| (ty.clone(), *name)) {
        let def = pass.define(&ty, name, program);
        program.defs.push(def);
        done += 1;
    }
}

/// Returns, for each data type, whether its values hold sequences.
fn holders(program: &Program) -> Vec<bool> {
    let mut holders = vec![false; program.datas.len()];
    loop {
        let holds = |(id, data): (usize, &crate::def::Data)| {
            holders[id] || data.constructors.iter().flat_map(|(_, types)| types).any(|ty| is_holder(ty, &holders))
        };
        let next: Vec<bool> = program.datas.values().enumerate().map(holds).collect();
        if next == holders {
            return holders;
        }
        holders = next;
    }
}

fn is_holder(ty: &Type, holders: &[bool]) -> bool {
    ty.any_part(&|part| match part {
        Type::Seq(_) => Some(true),
        Type::Data(id, _) => holders.get(id.index()).copied(),
        Type::Scalar(_)
        | Type::Array(..)
        | Type::Record(_)
        | Type::Sum(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => None,
    })
}

struct Equalities {
    /// Whether the values of each data type hold sequences.
    holders: Vec<bool>,
    /// The types whose values are compared, each with the name of the definition that compares them. These definitions
    /// are numbered after those of the program, in this order.
    wanted: IndexMap<Type, Symbol>,
    first: usize,
}

impl Equalities {
    /// Replaces an equality of values with sequences.
    fn expand(&mut self, mut expr: Expr) -> Expr {
        match &mut expr.kind {
            ExprKind::Prim(Prim::Equal, args) if args.iter().any(|arg| is_holder(&arg.ty, &self.holders)) => {
                let span = expr.span;
                let mut args = std::mem::take(args).into_iter();
                match (args.next(), args.next()) {
                    (Some(a), Some(b)) => self.equal(a, b).at(span),
                    _ => expr,
                }
            }
            _ => expr,
        }
    }

    /// Returns the condition that two values are equal.
    fn equal(&mut self, a: Expr, b: Expr) -> Expr {
        if !is_holder(&a.ty, &self.holders) {
            return build::prim(Prim::Equal, vec![a, b]);
        }
        let ty = without_sizes(&a.ty);
        let entry = self.wanted.entry(ty.clone());
        let id = DefId::new(self.first + entry.index());
        entry.or_insert(Symbol::new("equal"));
        let of_two = Type::functions([ty.clone(), ty].into_iter(), Type::BOOL);
        build::apply(build::def(id, Vec::new(), of_two), vec![a, b])
    }

    /// Returns the definition that compares two values of the type.
    fn define(&mut self, ty: &Type, name: Symbol, program: &mut Program) -> Def {
        let [a, b] = ["a", "b"].map(|hint| program.names.fresh(hint));
        let (left, right) = (build::var(a, ty.clone()), build::var(b, ty.clone()));
        let body = match ty {
            Type::Seq(_) => {
                let of = |op: SeqOp, items: &Expr| build::prim(Prim::Seq(op), vec![items.clone()]);
                let [lengths, elements] = [SeqOp::Length, SeqOp::ToArray].map(|op| [of(op, &left), of(op, &right)]);
                self.all(vec![lengths, elements])
            }
            Type::Array(..) => self.arrays(left, right, &mut program.names),
            Type::Record(fields) => {
                let field = |name: &Symbol| [&left, &right].map(|record| build::field(record.clone(), *name));
                let pairs = fields.iter().map(|(name, _)| field(name)).collect();
                self.all(pairs)
            }
            Type::Sum(_)
            | Type::Data(..)
            | Type::Scalar(_)
            | Type::Ref(_)
            | Type::Tensor(_)
            | Type::Function(..)
            | Type::Param(_) => self.variants(ty, left, right, program),
        };
        Def {
            name,
            type_params: Vec::new(),
            params: vec![build::param(a, ty.clone()), build::param(b, ty.clone())],
            result: Type::BOOL,
            unique_result: Unique::No,
            unique_inferred: false,
            body,
            inline: Inline::Auto,
            accelerated: false,
            span: Span::NOWHERE,
        }
    }

    /// Returns the condition that all pairs are equal. The last comparison is in tail position.
    fn all(&mut self, pairs: Vec<[Expr; 2]>) -> Expr {
        let mut conditions: Vec<Expr> = pairs.into_iter().map(|[a, b]| self.equal(a, b)).collect();
        let last = conditions.pop().unwrap_or_else(|| build::bool(true));
        let both = |rest, condition| build::if_then_else(condition, rest, build::bool(false));
        conditions.into_iter().rev().fold(last, both)
    }

    /// Compares two values of a sum or data type.
    fn variants(&mut self, ty: &Type, a: Expr, b: Expr, program: &mut Program) -> Expr {
        let constructors = ty.constructors(&program.datas).unwrap_or_default();
        let mut cases = Vec::new();
        for (name, payload) in constructors.iter() {
            let mut names = |hint: &str| payload.iter().map(|_| program.names.fresh(hint)).collect::<Vec<Name>>();
            let (xs, ys) = (names("x"), names("y"));
            let pattern = |names: &[Name]| {
                let parts = names.iter().zip(payload).map(|(name, ty)| Pat::Var(*name, ty.clone()));
                Pat::Variant(*name, parts.collect(), ty.clone())
            };
            let value = |name: &Name, part: &Type| build::var(*name, part.clone());
            let pairs = xs.iter().zip(&ys).zip(payload).map(|((x, y), part)| [value(x, part), value(y, part)]);
            let same = Case { pat: pattern(&ys), body: self.all(pairs.collect()) };
            let mut inner = vec![same];
            if constructors.len() > 1 {
                inner.push(Case { pat: Pat::Wildcard(ty.clone()), body: build::bool(false) });
            }
            cases.push(Case { pat: pattern(&xs), body: build::match_on(b.clone(), inner, Type::BOOL) });
        }
        build::match_on(a, cases, Type::BOOL)
    }

    /// Compares the elements of two arrays until two differ.
    fn arrays(&mut self, a: Expr, b: Expr, names: &mut base::NameSource) -> Expr {
        let [at, same] = ["i", "same"].map(|hint| names.fresh(hint));
        let (at_var, same_var) = (build::var(at, Type::I64), build::var(same, Type::BOOL));
        let row = |array: &Expr| build::index(array.clone(), vec![at_var.clone()]);
        let next = build::binary(BinOp::Add, at_var.clone(), build::i64(1));
        let body = build::tuple([next, self.equal(row(&a), row(&b))]);
        let size = |array: &Expr| build::size(array.clone(), 0);
        let more = build::compare(CmpOp::Lt, at_var.clone(), size(&a));
        let pat =
            Pat::Record(vec![(tuple_field(0), Pat::Var(at, Type::I64)), (tuple_field(1), Pat::Var(same, Type::BOOL))]);
        let start = build::tuple([build::i64(0), build::bool(true)]);
        let going_on = build::binary(BinOp::And, same_var, more);
        let looped = build::loop_over(pat, start, LoopForm::While(going_on), body);
        let lengths = build::compare(CmpOp::Eq, size(&a), size(&b));
        build::if_then_else(lengths, build::field(looped, tuple_field(1)), build::bool(false))
    }
}
