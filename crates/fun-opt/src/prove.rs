//! Comparisons of indices and sizes, and which of two is the smaller or larger one, decided where they stand by what
//! is known there: counters are within their bounds, sizes are not negative, assertions that were passed hold, a
//! branch knows its condition. A comparison that stands before what decides it is decided for the conjunctions,
//! disjunctions and assertions that come later.
//!
//! ```text
//! let (r : i64) = loop (a : i64 = 0) for i < n do   ==>   ...
//!   let (c : bool) = i < n                                let (d : cert) = assert true "..."
//!   let (d : cert) = assert c "..."
//! ```
//!
//! A proof is about integers, machine numbers wrap. So only counters, sizes and constants take part, in sums: a
//! counter has been counted up to and a size has been allocated, hence both are far from the ends of `i64`, and sums
//! of a few of them are what they seem. Needs: no dead code, so that little is looked at. Guarantees: nothing; the
//! comparisons become constants, which `simplify` puts to use. Cost: linear, each proof bounded.

use base::{Error, Name};
use fun::def::*;
use index::Poly;
use index::ranges::Assumptions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::hash_map::Entry;
use value::{BinOp, CmpOp, Scalar};

pub fn prove(mut program: Program) -> Result<Program, Error> {
    prove_in_place(&mut program);
    Ok(program)
}

/// As `prove`; gives whether anything was decided.
pub fn prove_in_place(program: &mut Program) -> bool {
    let mut changed = false;
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut prover = Prover::new(program);
        let params: Vec<Name> = program.functions[id].params.iter().map(|param| param.name).collect();
        params.into_iter().for_each(|name| prover.note_sizes(name));
        prover.body(&mut body);
        changed |= prover.changed;
        program.functions[id].body = body;
    }
    changed
}

/// Facts further away than this do not take part in a proof.
const MAX_FACTS: usize = 24;
/// Sums of more names than this are left alone.
const MAX_NAMES: usize = 4;
/// Constants beyond this are left alone.
const MAX_CONSTANT: i64 = 1 << 32;

struct Prover<'p> {
    program: &'p Program,
    /// Whether anything has been decided.
    changed: bool,
    /// Counters and sizes, and sums of them.
    sums: FxHashMap<Name, Poly>,
    /// What boolean variables say.
    conditions: FxHashMap<Name, Condition>,
    /// Sizes and counters, with their least values.
    least: FxHashMap<Name, i64>,
    /// Polynomials that are not negative, and where each name occurs in them.
    facts: Vec<Poly>,
    facts_of: FxHashMap<Name, Vec<usize>>,
    /// Least values before they were raised, to be put back; `None` of names that became sizes or counters.
    raised: Vec<(Name, Option<i64>)>,
}

#[derive(Clone)]
enum Condition {
    Compare(CmpOp, Atom, Atom),
    Both(Atom, Atom),
    Either(Atom, Atom),
    Not(Atom),
}

impl<'p> Prover<'p> {
    fn new(program: &'p Program) -> Prover<'p> {
        Prover {
            program,
            changed: false,
            sums: FxHashMap::default(),
            conditions: FxHashMap::default(),
            least: FxHashMap::default(),
            facts: Vec::new(),
            facts_of: FxHashMap::default(),
            raised: Vec::new(),
        }
    }

    /// The dimensions of an array are not negative.
    fn note_sizes(&mut self, array: Name) {
        for dim in self.program.type_of(array).dims() {
            if let Atom::Var(size) = dim {
                self.tame(*size, 0);
            }
        }
    }

    /// From here on, in the body at hand, the name is known to be a counter or a size, and at least `least`.
    fn tame(&mut self, name: Name, least: i64) {
        if let Entry::Vacant(entry) = self.least.entry(name) {
            entry.insert(least);
            self.sums.entry(name).or_insert_with(|| Poly::var(name));
            self.raised.push((name, None));
        }
    }

    fn body(&mut self, body: &mut Body) {
        let (facts, raised) = (self.facts.len(), self.raised.len());
        for stm in &mut body.stms {
            self.stm(stm);
        }
        self.forget(facts, raised);
    }

    fn forget(&mut self, facts: usize, raised: usize) {
        for fact in self.facts.drain(facts..) {
            for name in fact.free_variables() {
                if let Some(of) = self.facts_of.get_mut(&name) {
                    of.pop();
                }
            }
        }
        for (name, least) in self.raised.drain(raised..).rev() {
            if let Some(least) = least {
                self.least.insert(name, least);
                continue;
            }
            self.least.remove(&name);
            // A sum of other names is one wherever the name is in scope.
            if self.sums.get(&name).is_some_and(|sum| sum.as_variable() == Some(name)) {
                self.sums.remove(&name);
            }
        }
    }

    fn stm(&mut self, stm: &mut Stm) {
        self.inside(&mut stm.exp);
        let exp = &mut stm.exp;
        if let Exp::Cmp(op, a, b) = exp
            && let Some(holds) = self.decided(*op, *a, *b)
        {
            *exp = Exp::Atom(Atom::bool(holds));
            self.changed = true;
        }
        if let Exp::Bin(op @ (BinOp::Min | BinOp::Max), a, b) = *exp
            && let Some(chosen) = self.chosen(op, a, b)
        {
            *exp = Exp::Atom(chosen);
            self.changed = true;
        }
        match exp {
            Exp::Bin(BinOp::And | BinOp::Or, a, b) => {
                self.settle(a);
                self.settle(b);
            }
            Exp::Assert { cond, .. } => self.settle(cond),
            _ => {}
        }
        if let [name] = stm.pattern.as_slice() {
            self.define(*name, &stm.exp);
        }
        if let Exp::Assert { cond, .. } = &stm.exp {
            self.learn(*cond, true);
        }
        stm.pattern.iter().for_each(|name| self.note_sizes(*name));
    }

    /// The bodies inside, each with what is known there.
    fn inside(&mut self, exp: &mut Exp) {
        let marks = (self.facts.len(), self.raised.len());
        match exp {
            Exp::If { cond, then_body, else_body } => {
                self.learn(*cond, true);
                self.body(then_body);
                self.forget(marks.0, marks.1);
                self.learn(*cond, false);
                self.body(else_body);
            }
            Exp::Loop(looped) => {
                looped.params.iter().for_each(|(name, _)| self.note_sizes(*name));
                if let LoopForm::For { var, bound } = looped.form
                    && *self.program.type_of(var) == Type::I64
                {
                    self.counter(var, bound);
                }
                self.body(&mut looped.body);
            }
            Exp::Traverse(t) => {
                let (width, inputs) = (t.width, t.inputs.len());
                self.lambda(&mut t.lambda, inputs, width);
                for monoid in t.scans.iter_mut().chain(&mut t.reductions) {
                    self.plain_lambda(&mut monoid.operator);
                }
            }
            Exp::Filter(t) => self.lambda(&mut t.lambda, t.inputs.len(), t.width),
            Exp::Scatter(t) => self.lambda(&mut t.lambda, t.inputs.len(), t.width),
            Exp::Histogram(t) => {
                let (width, inputs) = (t.width, t.inputs.len());
                self.lambda(&mut t.lambda, inputs, width);
                self.plain_lambda(&mut t.operator.operator);
            }
            _ => {}
        }
        self.forget(marks.0, marks.1);
    }

    fn lambda(&mut self, lambda: &mut Lambda, inputs: usize, width: Atom) {
        let marks = (self.facts.len(), self.raised.len());
        if lambda.params.len() > inputs {
            self.counter(lambda.params[0], width);
        }
        self.plain_lambda(lambda);
        self.forget(marks.0, marks.1);
    }

    fn plain_lambda(&mut self, lambda: &mut Lambda) {
        lambda.params.clone().into_iter().for_each(|name| self.note_sizes(name));
        self.body(&mut lambda.body);
    }

    /// `0 <= name < bound`
    fn counter(&mut self, name: Name, bound: Atom) {
        self.tame(name, 0);
        if let Some(bound) = self.sum(bound) {
            self.add_fact(bound.checked_sub(&Poly::var(name)).and_then(|rest| rest.checked_sub(&Poly::one())));
        }
    }

    fn add_fact(&mut self, fact: Option<Poly>) {
        let Some(fact) = fact else { return };
        for name in fact.free_variables() {
            self.facts_of.entry(name).or_default().push(self.facts.len());
        }
        self.facts.push(fact);
    }

    /// The atom as a sum of counters, sizes and constants; a plain variable stands for itself.
    fn sum(&self, atom: Atom) -> Option<Poly> {
        match atom {
            Atom::Const(Scalar::I64(value)) if value.unsigned_abs() <= MAX_CONSTANT.unsigned_abs() => {
                Some(Poly::constant(value))
            }
            Atom::Const(_) => None,
            Atom::Var(name) if *self.program.type_of(name) == Type::I64 => {
                Some(self.sums.get(&name).cloned().unwrap_or_else(|| Poly::var(name)))
            }
            Atom::Var(_) => None,
        }
    }

    /// The atom as a sum, if arithmetic on it is arithmetic on integers.
    fn tame_sum(&self, atom: Atom) -> Option<Poly> {
        match atom {
            Atom::Var(name) => self.sums.get(&name).cloned(),
            Atom::Const(_) => self.sum(atom),
        }
    }

    fn define(&mut self, name: Name, exp: &Exp) {
        match exp {
            Exp::Bin(op @ (BinOp::Add | BinOp::Sub), a, b) if *self.program.type_of(name) == Type::I64 => {
                if let (Some(a), Some(b)) = (self.tame_sum(*a), self.tame_sum(*b)) {
                    let sum = if *op == BinOp::Add { a.checked_add(&b) } else { a.checked_sub(&b) };
                    let sum = sum.filter(|sum| sum.free_variables().len() <= MAX_NAMES && is_plain(sum));
                    self.sums.extend(sum.map(|sum| (name, sum)));
                }
            }
            Exp::Atom(Atom::Var(other)) => {
                if let Some(sum) = self.sums.get(other).cloned() {
                    self.sums.insert(name, sum);
                }
                if let Some(condition) = self.conditions.get(other).cloned() {
                    self.conditions.insert(name, condition);
                }
            }
            Exp::Cmp(op, a, b) => _ = self.conditions.insert(name, Condition::Compare(*op, *a, *b)),
            Exp::Bin(BinOp::And, a, b) if *self.program.type_of(name) == Type::BOOL => {
                self.conditions.insert(name, Condition::Both(*a, *b));
            }
            Exp::Bin(BinOp::Or, a, b) if *self.program.type_of(name) == Type::BOOL => {
                self.conditions.insert(name, Condition::Either(*a, *b));
            }
            Exp::Un(value::UnOp::Not, a) if *self.program.type_of(name) == Type::BOOL => {
                self.conditions.insert(name, Condition::Not(*a));
            }
            _ => {}
        }
    }

    /// From here on the condition is known to hold, or not to.
    fn learn(&mut self, cond: Atom, holds: bool) {
        let mut open = vec![(cond, holds)];
        while let Some((cond, holds)) = open.pop() {
            let Some(condition) = cond.var().and_then(|name| self.conditions.get(&name).cloned()) else { continue };
            match (condition, holds) {
                (Condition::Both(a, b), true) => open.extend([(a, true), (b, true)]),
                (Condition::Either(a, b), false) => open.extend([(a, false), (b, false)]),
                (Condition::Not(a), holds) => open.push((a, !holds)),
                (Condition::Compare(op, a, b), holds) => self.learn_comparison(op, a, b, holds),
                _ => {}
            }
        }
    }

    fn learn_comparison(&mut self, op: CmpOp, a: Atom, b: Atom, holds: bool) {
        let (Some(a), Some(b)) = (self.sum(a), self.sum(b)) else { return };
        match (op, holds) {
            (CmpOp::Le, true) | (CmpOp::Gt, false) => self.learn_order(&a, &b, 0),
            (CmpOp::Lt, true) | (CmpOp::Ge, false) => self.learn_order(&a, &b, 1),
            (CmpOp::Ge, true) | (CmpOp::Lt, false) => self.learn_order(&b, &a, 0),
            (CmpOp::Gt, true) | (CmpOp::Le, false) => self.learn_order(&b, &a, 1),
            (CmpOp::Eq, true) | (CmpOp::Ne, false) => {
                self.learn_order(&a, &b, 0);
                self.learn_order(&b, &a, 0);
            }
            // What differs and is not less is greater.
            (CmpOp::Eq, false) | (CmpOp::Ne, true) => {
                if self.difference(&a, &b).is_some_and(|difference| difference.is_at_least(0)) {
                    self.learn_order(&a, &b, 1);
                }
                if self.difference(&b, &a).is_some_and(|difference| difference.is_at_least(0)) {
                    self.learn_order(&b, &a, 1);
                }
            }
        }
    }

    /// `small + gap <= large`
    fn learn_order(&mut self, small: &Poly, large: &Poly, gap: i64) {
        let rest = large.checked_sub(small).and_then(|rest| rest.checked_sub(&Poly::constant(gap)));
        // A bound of one name alone is remembered as its least value.
        if let Some(rest) = &rest
            && let [name] = rest.free_variables().into_iter().collect::<Vec<_>>()[..]
            && let Some(constant) = rest.checked_sub(&Poly::var(name)).and_then(|rest| rest.as_constant())
        {
            let bound = -constant;
            match self.least.get(&name).copied() {
                Some(least) if least < bound => {
                    self.raised.push((name, Some(least)));
                    self.least.insert(name, bound);
                }
                Some(_) => {}
                None => self.add_fact(Some(rest.clone())),
            }
            return;
        }
        self.add_fact(rest);
    }

    fn settle(&mut self, atom: &mut Atom) {
        let now = self.known_now(*atom);
        self.changed |= now != *atom;
        *atom = now;
    }

    /// The result of a comparison that was made before enough was known to decide it.
    fn known_now(&self, atom: Atom) -> Atom {
        match atom.var().and_then(|name| self.conditions.get(&name)) {
            Some(Condition::Compare(op, a, b)) => self.decided(*op, *a, *b).map_or(atom, Atom::bool),
            _ => atom,
        }
    }

    fn decided(&self, op: CmpOp, a: Atom, b: Atom) -> Option<bool> {
        let difference = self.difference(&self.sum(a)?, &self.sum(b)?)?;
        let (less, more) = (|| difference.is_at_least(1), || difference.is_at_most(-1));
        let (at_most, at_least) = (|| difference.is_at_least(0), || difference.is_at_most(0));
        match op {
            CmpOp::Le if at_most() => Some(true),
            CmpOp::Le if more() => Some(false),
            CmpOp::Lt if less() => Some(true),
            CmpOp::Lt if at_least() => Some(false),
            CmpOp::Ge if at_least() => Some(true),
            CmpOp::Ge if less() => Some(false),
            CmpOp::Gt if more() => Some(true),
            CmpOp::Gt if at_most() => Some(false),
            CmpOp::Eq | CmpOp::Ne if less() || more() => Some(op == CmpOp::Ne),
            CmpOp::Eq | CmpOp::Ne if at_most() && at_least() => Some(op == CmpOp::Eq),
            _ => None,
        }
    }

    /// Which of the two the smaller or larger one is.
    fn chosen(&self, op: BinOp, a: Atom, b: Atom) -> Option<Atom> {
        let (small, large) = match (self.decided(CmpOp::Le, a, b), self.decided(CmpOp::Ge, a, b)) {
            (Some(true), _) => (a, b),
            (_, Some(true)) => (b, a),
            _ => return None,
        };
        Some(if op == BinOp::Min { small } else { large })
    }

    /// `b - a`, with what is known of it.
    fn difference(&self, a: &Poly, b: &Poly) -> Option<Difference<'_, 'p>> {
        Some(Difference { value: b.checked_sub(a)?, prover: self, known: OnceCell::new() })
    }

    /// Whether there is a bound for each name of the sum, from below or above: its least value, or a fact where the name
    /// has the same sign. Without one there is no proof.
    fn has_bounds(&self, sum: &Poly, from_below: bool) -> bool {
        let sign = if from_below { 1 } else { -1 };
        sum.terms().all(|(names, coefficient)| {
            let &[name] = names else { return true };
            let wanted = coefficient.signum() * sign;
            let has_sign = |fact: &Poly| fact.terms().any(|(of, factor)| of == [name] && factor.signum() == wanted);
            wanted > 0 && self.least.contains_key(&name)
                || self.facts_of.get(&name).is_some_and(|facts| facts.iter().any(|&at| has_sign(&self.facts[at])))
        })
    }

    /// What is known of the goal's names, and of the names that come with them.
    fn assumptions(&self, goal: &Poly) -> Assumptions {
        let mut assumptions = Assumptions::new();
        let mut open: Vec<Name> = goal.free_variables().into_iter().collect();
        let mut seen: FxHashSet<Name> = open.iter().copied().collect();
        let mut used: FxHashSet<usize> = FxHashSet::default();
        while let Some(name) = open.pop() {
            if let Some(least) = self.least.get(&name) {
                assumptions.at_least(name, *least);
            }
            for &at in self.facts_of.get(&name).into_iter().flatten().rev() {
                if used.len() >= MAX_FACTS {
                    break;
                }
                if used.insert(at) {
                    let fact = &self.facts[at];
                    assumptions.ordered(&Poly::zero(), fact);
                    open.extend(fact.free_variables().into_iter().filter(|name| seen.insert(*name)));
                }
            }
        }
        assumptions
    }
}

/// A sum with what is known of its names, which is gathered when it is needed.
struct Difference<'a, 'p> {
    value: Poly,
    prover: &'a Prover<'p>,
    known: OnceCell<Assumptions>,
}

impl Difference<'_, '_> {
    fn is_at_least(&self, bound: i64) -> bool {
        match self.value.as_constant() {
            Some(value) => value >= bound,
            None => {
                self.prover.has_bounds(&self.value, true)
                    && self.known().less_or_equal(&Poly::constant(bound), &self.value)
            }
        }
    }

    fn is_at_most(&self, bound: i64) -> bool {
        match self.value.as_constant() {
            Some(value) => value <= bound,
            None => {
                self.prover.has_bounds(&self.value, false)
                    && self.known().less_or_equal(&self.value, &Poly::constant(bound))
            }
        }
    }

    fn known(&self) -> &Assumptions {
        self.known.get_or_init(|| self.prover.assumptions(&self.value))
    }
}

/// A sum of single names with small coefficients and a small constant.
fn is_plain(sum: &Poly) -> bool {
    sum.terms().all(|(names, coefficient)| {
        names.len() <= 1 && coefficient.abs() <= if names.is_empty() { MAX_CONSTANT } else { 2 }
    })
}
