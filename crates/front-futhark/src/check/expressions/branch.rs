//! Checks `if` and `match`. The types of the branches must agree. If their sizes differ, the size of the whole is a new
//! unknown size, the same one wherever the same two sizes differ. Unknown sizes that code around the branches
//! determines, such as those of a parameter without a type, stay unknown: branches do not determine them.

use crate::ast::{self, Exp};
use crate::check::expressions::locals::SizeMark;
use crate::check::messages::report::Reason;
use crate::check::patterns::pat::Taken;
use crate::check::types::unify::{Mark, SizeClashes};
use crate::check::types::{Abstract, Bound, Size, SizeMeta, Type, each_size};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Span, Symbol};
use core_ir::build as make;
use core_ir::def as ir;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// State while the types of two branches are joined.
struct Joining {
    span: Span,
    /// Mark of the unknowns from before the join.
    mark: Mark,
    /// Unknown sizes in the types of variables in scope, collected when first needed.
    around: Option<FxHashSet<SizeMeta>>,
    /// Pairs of sizes that differ, each with the unknown size that replaces both.
    unknown: Vec<([Size; 2], Size)>,
}

impl Checker {
    pub fn if_exp(&mut self, condition: &Exp, yes: &Exp, no: &Exp, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let condition = self.condition(condition);
        let (yes_typed, no_typed) = (self.branch(yes, hint), self.branch(no, hint));
        let (condition, yes_typed, no_typed) = (condition?, yes_typed?, no_typed?);
        let reason = Reason::new(yes.span, "the other branch is");
        let ty = self.join(&yes_typed.ty, &no_typed.ty, no.span, &reason)?;
        let join = |checker: &mut Checker, branches: Vec<ir::Expr>, ty: &Type| {
            let mut branches = branches.into_iter().map(Box::new);
            let (Some(yes), Some(no)) = (branches.next(), branches.next()) else { return make::unit() };
            checker.node(ir::ExprKind::If(Box::new(condition.expr), yes, no), ty, span)
        };
        Ok(self.of_branches(vec![yes_typed, no_typed], ty, span, join))
    }

    /// Checks a branch. Sizes that are bound in it are not in scope after it.
    fn branch(&mut self, exp: &Exp, hint: Option<&Type>) -> Checking<Typed> {
        let sizes = self.context.bound.mark();
        let result = self.infer(exp, hint);
        self.context.bound.leave(sizes);
        result
    }

    /// Checks a `match`. Whether its cases are complete is checked when the subject's type is known.
    pub fn match_exp(
        &mut self,
        subject: &Exp,
        cases: &[ast::Case],
        hint: Option<&Type>,
        span: Span,
    ) -> Checking<Typed> {
        let sizes = self.context.bound.mark();
        let mut steps = Vec::new();
        let mut subject = self.infer(subject, None)?;
        subject.expr = self.hoisted(subject.expr, &mut steps);
        let mut result = self.match_subject(subject, cases, hint, span);
        if !steps.is_empty() {
            result = result.map(|typed| self.leave_scope(steps, typed, sizes, span));
        }
        self.context.bound.leave(sizes);
        result
    }

    fn match_subject(
        &mut self,
        subject: Typed,
        cases: &[ast::Case],
        hint: Option<&Type>,
        span: Span,
    ) -> Checking<Typed> {
        let mut result: Option<(Type, Span)> = None;
        let (mut matched, mut bodies) = (Vec::new(), Vec::new());
        for case in cases {
            let mark = self.context.locals.mark();
            let sizes = self.context.bound.mark();
            let typed = self.case(case, &subject.ty, hint, sizes);
            self.context.locals.leave(mark);
            self.context.bound.leave(sizes);
            let (pat, body) = typed?;
            let ty = match &result {
                None => body.ty.clone(),
                Some((first, at)) => {
                    let reason = Reason::new(*at, "the first case is");
                    self.join(first, &body.ty, case.body.span, &reason)?
                }
            };
            result = Some((ty, cases.first().map_or(span, |first| first.body.span)));
            matched.push(pat);
            bodies.push(body);
        }
        let Some((ty, _)) = result else { return Err(Reported) };
        let pats = cases.iter().map(|case| case.pat.clone()).collect();
        self.matches.push(crate::check::patterns::exhaust::Match {
            ty: subject.ty.clone(),
            pats,
            span,
            binding: false,
        });
        let join = |checker: &mut Checker, bodies: Vec<ir::Expr>, ty: &Type| {
            let cases = matched.into_iter().zip(bodies).map(|(pat, body)| ir::Case { pat, body }).collect();
            checker.node(ir::ExprKind::Match(Box::new(subject.expr), cases), ty, span)
        };
        Ok(self.of_branches(bodies, ty, span, join))
    }

    fn case(
        &mut self,
        case: &ast::Case,
        subject: &Type,
        hint: Option<&Type>,
        sizes: SizeMark,
    ) -> Checking<(ir::Pat, Typed)> {
        let mut taken = Taken::refutable();
        let pat = self.pattern(&case.pat, subject, subject, &mut taken)?;
        let body = self.infer(&case.body, hint)?;
        Ok((pat, self.leave_scope(taken.steps, body, sizes, case.span)))
    }

    // Joining

    /// Returns the type of a value that is that of one of two branches. Reports types that differ in more than sizes.
    fn join(&mut self, first: &Type, second: &Type, span: Span, reason: &Reason) -> Checking<Type> {
        let (first, second) = (self.unifier.resolve(first), self.unifier.resolve(second));
        if first == second {
            return Ok(first);
        }
        let mut joining = Joining { span, mark: self.unifier.mark(), around: None, unknown: Vec::new() };
        let [loose_first, loose_second] = [&first, &second].map(|ty| self.unifier.loosened(ty));
        match self.unifier.unify(&loose_second, &loose_first) {
            Err(why) => {
                // The unification is repeated with sizes, so that the message shows them.
                let why = self.unifier.unify(&second, &first).err().unwrap_or(why);
                Err(self.mismatch(&second, &first, span, reason, why))
            }
            Ok(clashes) => {
                let joined = self.joined(&first, &second, &mut joining);
                let mut all = Vec::new();
                if !clashes.0.is_empty() {
                    let _ = self.each_in_sums(&joined, false, &mut |_, size| {
                        all.push(size.clone());
                        size.clone()
                    });
                }
                Ok(self.without_clashes(joined, &clashes, &all, span))
            }
        }
    }

    /// Replaces sizes in the joined type by new unknown sizes if they differ between the branches inside of a sum type
    /// that may get further constructors. Both branches share such a sum type. `all` has the sizes inside of sums.
    fn without_clashes(&mut self, ty: Type, clashes: &SizeClashes, all: &[Size], span: Span) -> Type {
        let mut together: Vec<(Size, Size)> = Vec::new();
        let mut replace = |checker: &mut Checker, size: &Size| {
            let same = |other: &Size| checker.number_of(other) == checker.number_of(size);
            let others = clashes.0.iter().filter_map(|(a, b)| if same(a) { Some(b) } else { same(b).then_some(a) });
            let others: Vec<Size> = others.map(|other| checker.number_of(other)).collect();
            let Some(other) = others.first() else { return size.clone() };
            if let Some((_, unknown)) = together.iter().find(|(old, _)| old == size) {
                return unknown.clone();
            }
            let places = all.iter().filter(|other| same(other)).count();
            let all_differ = others.len() == places && others.iter().all(|another| another == other);
            let unknown = checker.unknown_size("size", span);
            if let Size::Var(name) = unknown {
                checker.sizes_lost.insert(name);
            }
            if all_differ {
                together.push((size.clone(), unknown.clone()));
            }
            unknown
        };
        if clashes.0.is_empty() { ty } else { self.each_in_sums(&ty, false, &mut replace) }
    }

    /// Returns the type with each size inside of sums replaced, also in sums whose constructors are not all known.
    fn each_in_sums(&mut self, ty: &Type, inside: bool, new: &mut dyn FnMut(&mut Checker, &Size) -> Size) -> Type {
        match self.unifier.shallow(ty) {
            Type::Meta(meta) => {
                if let Some(Bound::Constructors(constructors)) = self.unifier.bound(meta).cloned() {
                    let constructors = self.each_in_payloads(&constructors, new);
                    self.unifier.set_bound(meta, Bound::Constructors(constructors));
                }
                ty.clone()
            }
            Type::Sum(constructors) => Type::Sum(self.each_in_payloads(&constructors, new).into()),
            Type::Record(fields) => {
                Type::Record(fields.iter().map(|(name, ty)| (*name, self.each_in_sums(ty, inside, new))).collect())
            }
            Type::Array(elem, size) => {
                let size = if inside { new(self, &size) } else { size };
                Type::array(self.each_in_sums(&elem, inside, new), size)
            }
            other => other,
        }
    }

    fn each_in_payloads(
        &mut self,
        constructors: &[(Symbol, Vec<Type>)],
        new: &mut dyn FnMut(&mut Checker, &Size) -> Size,
    ) -> Vec<(Symbol, Vec<Type>)> {
        let mut changed = Vec::new();
        for (name, types) in constructors {
            changed.push((*name, types.iter().map(|ty| self.each_in_sums(ty, true, new)).collect()));
        }
        changed
    }

    /// Returns the joined type of two types that agree except for sizes.
    fn joined(&mut self, first: &Type, second: &Type, joining: &mut Joining) -> Type {
        match (self.unifier.shallow(first), self.unifier.shallow(second)) {
            (Type::Array(a, n), Type::Array(b, m)) => {
                let size = self.joined_size(&n, &m, joining);
                Type::array(self.joined(&a, &b, joining), size)
            }
            (Type::Record(a), Type::Record(b)) => {
                let both = a.iter().zip(b.iter());
                Type::Record(both.map(|((name, a), (_, b))| (*name, self.joined(a, b, joining))).collect())
            }
            (Type::Sum(a), Type::Sum(b)) => {
                let both = a.iter().zip(b.iter());
                Type::Sum(both.map(|((name, a), (_, b))| (*name, self.joined_types(a, b, joining))).collect())
            }
            (Type::Abstract(a), Type::Abstract(b)) => Type::Abstract(Rc::new(Abstract {
                sizes: a.sizes.iter().zip(&b.sizes).map(|(n, m)| self.joined_size(n, m, joining)).collect(),
                types: self.joined_types(&a.types, &b.types, joining),
                representation: self.joined(&a.representation, &b.representation, joining),
                ..(*a).clone()
            })),
            (first, _) => self.unifier.resolve(&first),
        }
    }

    fn joined_types(&mut self, first: &[Type], second: &[Type], joining: &mut Joining) -> Vec<Type> {
        first.iter().zip(second).map(|(a, b)| self.joined(a, b, joining)).collect()
    }

    /// Returns the size of the joined type for the sizes of two branches: their common size, or the unknown size that
    /// replaces both.
    fn joined_size(&mut self, first: &Size, second: &Size, joining: &mut Joining) -> Size {
        let (first, second) = (self.unifier.size(first), self.unifier.size(second));
        let both = [self.number_of(&first), self.number_of(&second)];
        if both[0] == both[1] {
            return first;
        }
        if let Some((_, unknown)) = joining.unknown.iter().find(|(sizes, _)| *sizes == both) {
            return unknown.clone();
        }
        if self.branches_decide(&first, &second, joining) && self.unifier.unify_sizes(&first, &second).0.is_empty() {
            joining.around = None;
            return self.unifier.size(&first);
        }
        let unknown = self.unknown_size("size", joining.span);
        joining.unknown.push((both, unknown.clone()));
        unknown
    }

    /// Whether joining the branches may solve an unknown size in two sizes that differ. It may if no variable in scope
    /// has the unknown in its type, or if both are unknown and one is older than the branches.
    fn branches_decide(&self, first: &Size, second: &Size, joining: &mut Joining) -> bool {
        let mut unknown = FxHashSet::default();
        unknown_in(first, &mut unknown);
        unknown_in(second, &mut unknown);
        if unknown.is_empty() {
            return false;
        }
        let mark = joining.mark;
        let around = joining.around.get_or_insert_with(|| self.unknown_around());
        match (first, second) {
            (Size::Meta(meta), _) | (_, Size::Meta(meta)) if !around.contains(meta) => true,
            (Size::Meta(a), Size::Meta(b)) => !mark.is_after_size(*a) || !mark.is_after_size(*b),
            _ => unknown.iter().all(|meta| !around.contains(meta)),
        }
    }

    /// Returns the unknown sizes in the types of the variables in scope.
    fn unknown_around(&self) -> FxHashSet<SizeMeta> {
        let mut around = FxHashSet::default();
        self.context.locals.types().for_each(|ty| self.unknown_sizes_in(ty, &mut around));
        around
    }

    /// Adds the unknown sizes in the type to `found`.
    fn unknown_sizes_in(&self, ty: &Type, found: &mut FxHashSet<SizeMeta>) {
        if matches!(ty, Type::Scalar(_) | Type::Param(_)) {
            return;
        }
        each_size(&self.unifier.resolve(ty), &mut |size| unknown_in(size, found));
        let mut metas = Vec::new();
        self.open_metas(ty, &mut metas);
        for meta in metas {
            match self.unifier.bound(meta) {
                Some(Bound::Constructors(constructors)) => {
                    constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.unknown_sizes_in(ty, found))
                }
                Some(Bound::Fields(fields)) => fields.iter().for_each(|(_, ty)| self.unknown_sizes_in(ty, found)),
                Some(Bound::OneOf(_) | Bound::Comparable) | None => {}
            }
        }
    }
}

fn unknown_in(size: &Size, found: &mut FxHashSet<SizeMeta>) {
    match size {
        Size::Meta(meta) => _ = found.insert(*meta),
        Size::Op(_, args) => args.iter().for_each(|arg| unknown_in(arg, found)),
        Size::Term(term) => term.args.iter().for_each(|arg| unknown_in(arg, found)),
        Size::Const(_) | Size::Var(_) | Size::Def(..) => {}
    }
}
