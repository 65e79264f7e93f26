//! Constraints that the built-in functions of variable arity and rank put on types: the hand-coded pass of section
//! 3.3.1. A constraint (`Demand`) waits until enough types are known. Solving one may provide the types that others
//! wait for.

use super::builtins::Builtin;
use super::messages::{AMBIGUOUS, NOT_A_FUNCTION, TYPES_DIFFER};
use super::types::{Class, Type};
use super::unify::Mismatch;
use super::{Checker, tree};
use crate::ast;
use base::{Diagnostic, Label, Span};

/// A constraint that waits for more type information.
pub struct Demand {
    kind: Kind,
    span: Span,
}

enum Kind {
    /// The type is that of a `map`: `(a -> .. -> b) -> vector#r a -> .. -> vector#r b`.
    Map(Type),
    /// The type is that of a `range`: `int -> vector int`, with one to three numbers.
    Range(Type),
    /// `index` is the type of an index into a vector of rank `rank`, or of its length.
    Index { rank: Type, index: Type },
    /// Component `at` of the type `tuple` has type `component`.
    Component { tuple: Type, at: u32, component: Type },
}

impl Demand {
    /// Returns the types that the constraint mentions.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let types = match &self.kind {
            Kind::Map(ty) | Kind::Range(ty) => [Some(ty), None],
            Kind::Index { rank, index } => [Some(rank), Some(index)],
            Kind::Component { tuple, component, .. } => [Some(tuple), Some(component)],
        };
        types.into_iter().flatten()
    }
}

/// Result of trying to solve a constraint: solved, still waiting, or a mismatch with the wanted type.
enum Settled {
    Yes,
    No,
    Wrong(Mismatch, Type),
}

impl Checker {
    pub(super) fn demand_map(&mut self, ty: Type, span: Span) {
        if let Type::Variable(number) = ty {
            self.applications.insert(number, Vec::new());
        }
        self.pending.push(Demand { kind: Kind::Map(ty), span });
    }

    pub(super) fn demand_range(&mut self, ty: Type, span: Span) {
        self.pending.push(Demand { kind: Kind::Range(ty), span });
    }

    pub(super) fn demand_index(&mut self, rank: Type, index: Type, span: Span) {
        self.pending.push(Demand { kind: Kind::Index { rank, index }, span });
        self.settle_last();
    }

    pub(super) fn demand_component(&mut self, tuple: Type, at: u32, component: Type, span: Span) {
        self.pending.push(Demand { kind: Kind::Component { tuple, at, component }, span });
        self.settle_last();
    }

    fn settle_last(&mut self) {
        self.settle_one(self.pending.len().saturating_sub(1));
    }

    /// Tries to solve the constraint at this position in the list. It may be another one than the caller added, if that
    /// was moved; trying this one does no harm.
    pub(super) fn settle_one(&mut self, at: usize) {
        if at >= self.pending.len() {
            return;
        }
        let demand = self.pending.swap_remove(at);
        self.look(demand, false);
    }

    /// Tries to solve the constraints from position `from` on until nothing changes. `guess` says that no more types
    /// will become known: an operator then takes as many arguments as it is applied to.
    pub(super) fn settle(&mut self, from: usize, guess: bool) {
        loop {
            self.settle_known(from);
            let before = self.pending.len();
            if !guess {
                return;
            }
            let rest = self.pending.split_off(from.min(before));
            for demand in rest {
                self.look(demand, true);
            }
            if self.pending.len() == before {
                return;
            }
        }
    }

    /// Gives vectors of unknown rank the rank 1.
    pub(super) fn default_ranks(&mut self) {
        for demand in &self.pending {
            if let Kind::Index { rank, .. } = &demand.kind {
                // A mismatch is reported when the constraint is solved.
                _ = self.unifier.unify(rank, &Type::Rank(1));
            }
        }
        self.settle(0, true);
    }

    /// Solves constraints from alternate ends of the list, because types become known in both directions.
    fn settle_known(&mut self, from: usize) {
        loop {
            let before = self.pending.len();
            let mut rest = self.pending.split_off(from.min(before));
            rest.reverse();
            for demand in rest {
                self.look(demand, false);
            }
            if self.pending.len() == before {
                return;
            }
        }
    }

    /// Tries to solve a constraint. Puts it back into the list if types are missing; reports a mismatch.
    fn look(&mut self, demand: Demand, guess: bool) {
        let settled = match &demand.kind {
            Kind::Map(ty) => self.settle_map(&ty.clone(), demand.span, guess),
            Kind::Range(ty) => self.settle_range(&ty.clone(), guess),
            Kind::Index { rank, index } => self.settle_index(&rank.clone(), &index.clone()),
            Kind::Component { tuple, at, component } => {
                self.settle_component(&tuple.clone(), *at, &component.clone(), demand.span)
            }
        };
        match settled {
            Settled::Yes => {}
            Settled::No => self.pending.push(demand),
            Settled::Wrong(why, wanted) => self.demand_unmet(&demand, &why, &wanted),
        }
    }

    /// Reports a constraint that types violate. `wanted` is the type that would satisfy it.
    fn demand_unmet(&mut self, demand: &Demand, why: &Mismatch, wanted: &Type) {
        let Some(found) = demand.types().last().cloned() else { return };
        let mut diagnostic = match &demand.kind {
            Kind::Map(ty) => self.wrong_argument(ty, wanted),
            _ => None,
        }
        .unwrap_or_else(|| self.difference(&found, wanted, demand.span, why));
        match (&demand.kind, wanted) {
            (Kind::Map(_), _) => diagnostic.helps.extend(Builtin::Map.form().map(str::to_owned)),
            (Kind::Range(_), _) => diagnostic.helps.extend(Builtin::Range.form().map(str::to_owned)),
            (Kind::Index { .. }, Type::Tuple(parts)) => {
                let indices: Vec<&str> = ["i", "j", "k"].into_iter().cycle().take(parts.len()).collect();
                diagnostic.helps.push(format!(
                    "an element of `vector#{}` is `(X ! ({}))`",
                    parts.len(),
                    indices.join(", ")
                ));
            }
            (Kind::Index { index, .. }, _) if matches!(self.unifier.head(index), Type::Tuple(_)) => {
                diagnostic.helps.push("an element of an element is `((X ! i) ! j)`".to_owned());
            }
            (Kind::Index { .. } | Kind::Component { .. }, _) => {}
        }
        self.report(diagnostic);
    }

    /// Records the spans of the arguments of a use of `map` or `range`, or of a name that is bound to one. Returns
    /// `false` if it was applied before.
    pub(super) fn first_application(&mut self, function: &Type, args: &[ast::Exp]) -> bool {
        let Type::Variable(number) = function else { return true };
        let Some(spans) = self.applications.get_mut(number) else { return true };
        let is_first = spans.is_empty();
        if is_first {
            *spans = args.iter().map(|arg| arg.span).collect();
        }
        is_first
    }

    /// Returns the number of parameters of a function that `map` applies; `None` unless its final result is known to be
    /// no function.
    fn arity(&self, function: &Type) -> Option<usize> {
        let (taken, given) = self.spine(function);
        (!taken.is_empty() && self.is_no_function(&given)).then_some(taken.len())
    }

    /// Reports a name for `map` that is applied to functions with different numbers of parameters; returns whether it
    /// is one.
    pub(super) fn other_arity(&mut self, name: &tree::Exp, function: &tree::Exp) -> bool {
        let (params, _) = self.spine(&name.ty);
        let before = params.first().and_then(|before| self.arity(before));
        let (Some(before), Some(now)) = (before, self.arity(&function.ty)) else { return false };
        if before == now {
            return false;
        }
        let Type::Variable(number) = &name.ty else { return false };
        let first = self.applications.get(number).and_then(|spans| spans.first()).copied();
        let mut diagnostic =
            Diagnostic::error(TYPES_DIFFER, "this name for `map` is used with different numbers of vectors")
                .label(function.span, format!("this function takes {}", counted(now, "argument")));
        diagnostic
            .labels
            .extend(first.map(|span| Label { span, text: format!("this one takes {}", counted(before, "argument")) }));
        self.report(diagnostic.help("write `map` in place of the name: each use may take another number of vectors"));
        true
    }

    /// Returns the error about the argument of `map` or `range` that has the wrong type.
    fn wrong_argument(&mut self, ty: &Type, wanted: &Type) -> Option<Diagnostic> {
        let Type::Variable(number) = ty else { return None };
        let spans = self.applications.get(number)?.clone();
        let ((params, _), (wanted, _)) = (self.spine(ty), self.spine(wanted));
        let (function, span) = (params.first()?, *spans.first()?);
        let (head, shown) = (self.unifier.head(function), self.show(function));
        let label = format!("this has type {shown}");
        if !matches!(head, Type::Function(..)) && self.is_no_function(&head) {
            return Some(Diagnostic::error(NOT_A_FUNCTION, "this is not a function").label(span, label));
        }
        let vectors = spans.len() - 1;
        if let Some(taken) = self.arity(function).filter(|taken| *taken < vectors) {
            let headline =
                format!("`map` of {} with a function of {}", counted(vectors, "vector"), counted(taken, "parameter"));
            return Some(Diagnostic::error(TYPES_DIFFER, headline).label(span, label));
        }
        for ((param, wanted), span) in params.iter().zip(&wanted).zip(&spans) {
            if let Err(why) = self.unifier.unify(param, wanted) {
                return Some(self.difference(param, wanted, *span, &why));
            }
        }
        None
    }

    /// Splits a function type into its parameter types, as far as known, and the final result type.
    fn spine(&self, ty: &Type) -> (Vec<Type>, Type) {
        let (mut params, mut rest) = (Vec::new(), self.unifier.head(ty));
        while let Type::Function(param, result) = &rest {
            params.push((**param).clone());
            rest = self.unifier.head(result);
        }
        (params, rest)
    }

    /// Whether the type can never become a function. `head` is resolved and not a function now.
    fn is_no_function(&self, head: &Type) -> bool {
        match head {
            Type::Variable(number) => self.unifier.class(*number) != Class::Any,
            _ => true,
        }
    }

    /// Solves a `map`. It takes as many vectors as its function has parameters. If that is unknown and the result is a
    /// vector, it takes as many as it is applied to.
    fn settle_map(&mut self, ty: &Type, span: Span, guess: bool) -> Settled {
        let (params, result) = self.spine(ty);
        let from_function = params.first().and_then(|function| self.arity(function));
        let seen = params.len().saturating_sub(1);
        let from_result = (seen > 0 && self.is_no_function(&result)).then_some(seen);
        let Some(arity) = from_function.or(from_result).or((guess && seen > 0).then_some(seen)) else {
            if !self.is_no_function(&result) {
                return Settled::No;
            }
            let wanted = self.map_type(1, span);
            return self.unequal(ty, wanted);
        };
        let wanted = self.map_type(arity, span);
        self.unequal(ty, wanted)
    }

    fn map_type(&mut self, arity: usize, span: Span) -> Type {
        let rank = self.fresh(Class::Rank, span);
        let elems: Vec<Type> = (0..arity).map(|_| self.fresh(Class::FirstOrder, span)).collect();
        let given = self.fresh(Class::FirstOrder, span);
        let function = Type::functions(elems.iter().cloned(), given.clone());
        let vectors = elems.into_iter().map(|elem| Type::vector(rank.clone(), elem));
        let params: Vec<Type> = std::iter::once(function).chain(vectors).collect();
        Type::functions(params, Type::vector(rank.clone(), given))
    }

    fn settle_range(&mut self, ty: &Type, guess: bool) -> Settled {
        let (params, result) = self.spine(ty);
        if !(self.is_no_function(&result) || guess && !params.is_empty()) {
            return Settled::No;
        }
        let arity = params.len().clamp(1, 3);
        self.unequal(ty, Type::functions((0..arity).map(|_| Type::INT), Type::vector1(Type::INT)))
    }

    fn settle_index(&mut self, rank: &Type, index: &Type) -> Settled {
        let known = match (self.unifier.head(rank), self.unifier.head(index)) {
            (Type::Rank(rank), _) => rank,
            (_, Type::Scalar(_)) => 1,
            (_, Type::Tuple(parts)) => parts.len() as u32,
            _ => return Settled::No,
        };
        if let Err(why) = self.unifier.unify(rank, &Type::Rank(known)) {
            return Settled::Wrong(why, Type::index(known));
        }
        self.unequal(index, Type::index(known))
    }

    fn settle_component(&mut self, tuple: &Type, at: u32, component: &Type, span: Span) -> Settled {
        match self.unifier.head(tuple) {
            Type::Variable(_) => Settled::No,
            Type::Error => {
                _ = self.unifier.unify(component, &Type::Error);
                Settled::Yes
            }
            Type::Tuple(parts) if (at as usize) < parts.len() => self.unequal(component, parts[at as usize].clone()),
            other => {
                self.no_component(&other, at, span);
                _ = self.unifier.unify(component, &Type::Error);
                Settled::Yes
            }
        }
    }

    fn unequal(&mut self, ty: &Type, wanted: Type) -> Settled {
        match self.unifier.unify(ty, &wanted) {
            Ok(()) => Settled::Yes,
            Err(why) => Settled::Wrong(why, wanted),
        }
    }

    /// Reports a constraint that could not be solved.
    pub(super) fn unsettled(&mut self, demand: &Demand) {
        let (headline, types) = match &demand.kind {
            Kind::Map(_) => ("cannot infer how many vectors `map` takes", "of `map`"),
            Kind::Range(_) => ("cannot infer how many numbers `range` takes", "of `range`"),
            Kind::Index { .. } => ("cannot infer the number of dimensions of a vector", "of the length or the index"),
            Kind::Component { .. } => ("cannot infer the type of a tuple", "of the tuple"),
        };
        let Some(ty) = demand.types().next() else { return };
        let shown = self.show(ty);
        let diagnostic = Diagnostic::error(AMBIGUOUS, headline)
            .label(demand.span, format!("the type {types} here is {shown}"))
            .help("apply it to all of its arguments, or declare the types of the arguments");
        self.report(diagnostic);
    }
}

/// Returns a number with its noun: `1 vector`, `2 vectors`.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
