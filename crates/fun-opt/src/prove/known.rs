//! Facts about integers and booleans at a place in a program, and their consequences.

use super::integers::Products;
use super::values::{Meaning, Side};
use base::Name;
use fun::def::*;
use fun::sums::Sums;
use index::ranges::Assumptions;
use index::{Lmad, Poly};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use value::{BinOp, CmpOp, Scalar, UnOp};

/// Largest number of facts in a proof.
const MAX_FACTS: usize = 24;
/// Largest absolute value of a constant in a proof.
pub const MAX_CONSTANT: i64 = 1 << 32;
/// Largest number of subconditions of a condition that are learnt.
const MAX_PARTS: usize = 64;
/// Largest number of disjunctions examined after a new fact.
const MAX_DISJUNCTIONS: usize = 8;
/// Largest number of case distinctions in a proof.
const MAX_CASES: usize = 12;

pub struct Known<'p> {
    pub program: &'p Program,
    /// Integers as polynomials, modulo 2^64.
    pub sums: Sums,
    /// Integers that are far from the limits of their type (*tame*).
    pub tame: FxHashSet<Name>,
    /// Sizes of arrays that are in memory. The product of an array's sizes is also tame, that is, far from the limits.
    pub extents: Vec<Vec<Atom>>,
    /// Whether every array that the program makes has a place in memory.
    is_placed: bool,
    /// Sizes of arrays of several dimensions. A size may be near the limit of its type as long as another one may be 0.
    shapes: Vec<Vec<Name>>,
    shapes_of: FxHashMap<Name, Vec<usize>>,
    /// Results about products, computed on demand.
    pub products: RefCell<Products>,
    /// Number of facts learnt so far.
    pub learnt: usize,
    /// The `i64` from which each small integer was converted, possibly with loss of bits.
    pub narrowed: FxHashMap<Name, Name>,
    /// Definitions of other integers.
    pub meanings: FxHashMap<Name, Meaning>,
    /// For pairs of dividend and divisor, the name that is bound to the remainder.
    pub remainders: FxHashMap<(Atom, Atom), Name>,
    /// Quotients by each divisor.
    pub quotients: FxHashMap<Name, Vec<Name>>,
    /// Names for which, or about which, a definition yields facts. So proofs may find bounds of these names.
    pub valued: FxHashSet<Name>,
    /// For integers that may be near a limit of their type: the limits from which they are known to be far.
    pub sides: FxHashMap<Name, Side>,
    /// Meaning of boolean variables.
    conditions: FxHashMap<Name, Condition>,
    /// Pairs of conditions, each with a truth value. At least one of a pair has its truth value.
    disjunctions: Vec<Option<[(Atom, bool); 2]>>,
    /// Constant lower bounds.
    pub least: FxHashMap<Name, i64>,
    /// Facts about polynomials, each with the names in it.
    facts: Vec<(Fact, Vec<Name>)>,
    facts_of: FxHashMap<Name, Vec<usize>>,
    /// Whether there are facts about a quotient by a constant.
    pub has_quotients: bool,
    /// Changes to be undone.
    undo: Vec<Undo>,
}

/// A fact: the polynomial is not negative, or is 0.
#[derive(Clone)]
pub struct Fact {
    pub poly: Poly,
    pub is_zero: bool,
}

impl Fact {
    /// Returns the other name, if the fact is that the name is equal to another one.
    fn equal_to(&self, name: Name) -> Option<Name> {
        let mut terms = self.poly.terms();
        let (Some((&[a], of_a)), Some((&[b], of_b)), None) = (terms.next(), terms.next(), terms.next()) else {
            return None;
        };
        let is_difference = matches!((of_a, of_b), (1, -1) | (-1, 1));
        let other = if a == name { Some(b) } else { (b == name).then_some(a) };
        other.filter(|_| self.is_zero && is_difference)
    }
}

#[derive(Clone)]
enum Condition {
    Compare(CmpOp, Atom, Atom),
    Both(Atom, Atom),
    Either(Atom, Atom),
    Not(Atom),
    /// The first value if the second holds, otherwise the third.
    Choice(Atom, Atom, Atom),
}

/// Earlier state of a changed fact.
enum Undo {
    Least(Name, Option<i64>),
    Side(Name, Option<Side>),
    /// The name was not known to be tame (far from the limits of its type).
    Tame(Name),
    /// The disjunction that was removed.
    Disjunction(usize, [(Atom, bool); 2]),
}

impl Undo {
    /// Returns the name whose lower bound changed.
    fn least(&self) -> Option<&Name> {
        if let Undo::Least(name, _) = self { Some(name) } else { None }
    }
}

/// A state to return to.
#[derive(Clone, Copy)]
pub struct Mark {
    facts: usize,
    undo: usize,
    disjunctions: usize,
    shapes: usize,
    extents: usize,
    products: usize,
}

impl<'p> Known<'p> {
    pub fn new(program: &'p Program) -> Known<'p> {
        Known {
            program,
            sums: Sums::default(),
            tame: FxHashSet::default(),
            extents: Vec::new(),
            is_placed: false,
            shapes: Vec::new(),
            shapes_of: FxHashMap::default(),
            products: RefCell::default(),
            learnt: 0,
            narrowed: FxHashMap::default(),
            meanings: FxHashMap::default(),
            remainders: FxHashMap::default(),
            quotients: FxHashMap::default(),
            valued: FxHashSet::default(),
            sides: FxHashMap::default(),
            conditions: FxHashMap::default(),
            disjunctions: Vec::new(),
            least: FxHashMap::default(),
            facts: Vec::new(),
            facts_of: FxHashMap::default(),
            has_quotients: false,
            undo: Vec::new(),
        }
    }

    /// Like `new`, for a program whose arrays have places in memory. Without places, an array may turn out not to be
    /// made at all, so its size proves nothing about memory.
    pub fn with_places(program: &'p Program) -> Known<'p> {
        Known { is_placed: true, ..Known::new(program) }
    }

    pub fn mark(&self) -> Mark {
        Mark {
            facts: self.facts.len(),
            undo: self.undo.len(),
            disjunctions: self.disjunctions.len(),
            shapes: self.shapes.len(),
            extents: self.extents.len(),
            products: self.products.borrow().found(),
        }
    }

    /// Forgets the facts learnt since the mark. Definitions stay, because they hold wherever their names are in scope.
    pub fn forget(&mut self, mark: Mark) {
        self.extents.truncate(mark.extents);
        self.products.borrow_mut().forget(mark.products);
        for name in self.shapes.drain(mark.shapes..).flatten() {
            self.shapes_of.get_mut(&name).and_then(Vec::pop);
        }
        for (_, about) in self.facts.drain(mark.facts..) {
            for name in about {
                if let Some(of) = self.facts_of.get_mut(&name) {
                    of.pop();
                }
            }
        }
        for undo in self.undo.drain(mark.undo..).rev() {
            match undo {
                Undo::Least(name, least) => put_back(&mut self.least, name, least),
                Undo::Side(name, side) => put_back(&mut self.sides, name, side),
                Undo::Tame(name) => _ = self.tame.remove(&name),
                Undo::Disjunction(at, sides) => self.disjunctions[at] = Some(sides),
            }
        }
        self.disjunctions.truncate(mark.disjunctions);
    }

    // Integers.

    /// Records that the parameters of a function are in memory.
    pub fn enter_function(&mut self, function: &Function) {
        for param in &function.params {
            self.note_sizes(param.name);
            self.note_extent(param.name);
        }
    }

    /// Records that the dimensions of an array are not negative. One that is near the limit of its type is accompanied
    /// by one that is 0.
    pub fn note_sizes(&mut self, array: Name) {
        let dims = self.program.type_of(array).dims();
        let mut sizes: Vec<Name> = dims.iter().filter_map(|dim| dim.var()).collect();
        sizes.iter().for_each(|size| self.raise(*size, 0));
        sizes.sort_unstable();
        sizes.dedup();
        if !dims.contains(&Atom::i64(0)) && !self.are_tame(&sizes) {
            let before = self.shapes_of.get(&sizes[0]).into_iter().flatten().rev().take(MAX_FACTS);
            if before.into_iter().all(|&at| self.shapes[at] != sizes) {
                sizes.iter().for_each(|size| self.shapes_of.entry(*size).or_default().push(self.shapes.len()));
                self.shapes.push(sizes);
            }
        }
    }

    /// Records two equal sizes, the only ones of an array that may be 0.
    fn note_equal(&mut self, a: Name, b: Name) {
        let is_positive = |size: &Name| self.least.get(size).is_some_and(|least| *least >= 1);
        let mut shapes = self.shapes_of.get(&a).into_iter().flatten().rev().take(MAX_FACTS).map(|&at| &self.shapes[at]);
        let are_both = |sizes: &Vec<Name>| {
            sizes.contains(&b) && sizes.iter().all(|size| [a, b].contains(size) || is_positive(size))
        };
        if shapes.any(are_both) {
            self.tame(a);
            self.tame(b);
        }
    }

    /// Whether all these sizes of one array are tame (far from the limits of `i64`), given the sizes that are now known
    /// to be positive.
    fn are_tame(&mut self, sizes: &[Name]) -> bool {
        let is_positive = |size: &&Name| self.least.get(size).is_some_and(|least| *least >= 1);
        let open: Vec<Name> = sizes.iter().filter(|size| !is_positive(size)).copied().collect();
        match open.as_slice() {
            [] => sizes.iter().for_each(|size| self.tame(*size)),
            [open] => self.tame(*open),
            _ => {}
        }
        sizes.iter().all(|size| self.tame.contains(size))
    }

    /// Records that the size is positive.
    fn note_positive(&mut self, size: Name) {
        let shapes = self.shapes_of.get(&size).into_iter().flatten().rev().take(MAX_FACTS);
        for sizes in shapes.map(|&at| self.shapes[at].clone()).collect::<Vec<_>>() {
            self.are_tame(&sizes);
        }
    }

    /// Records that `0 <= name < bound`, so that the bound is at least 1.
    pub fn counter(&mut self, name: Name, bound: Atom) {
        self.tame(name);
        self.raise(name, 0);
        if let Some(bound) = self.sum(bound) {
            self.order(&Poly::var(name), &bound, 1);
            if let Some((name, least)) = bound.checked_sub(&Poly::one()).as_ref().and_then(least_value) {
                self.raise(name, least);
            }
        }
    }

    /// Records that the name is tame (far from the limits of its type), here and in the rest of the body. If it is a sum of
    /// one other name and tame ones, that name becomes tame too: `n`, if the name is `n + 1`.
    pub fn tame(&mut self, name: Name) {
        let mut open = Some(name);
        while let Some(name) = open.take().filter(|name| self.tame.insert(*name)) {
            self.undo.push(Undo::Tame(name));
            self.learnt += 1;
            open = self.sums.get(name).and_then(|sum| self.only_wild_name(sum));
        }
    }

    /// Records `least <= name`.
    fn raise(&mut self, name: Name, least: i64) {
        let mut open = vec![(name, least)];
        while let Some((name, least)) = open.pop() {
            let before = self.least.get(&name).copied();
            if before.is_some_and(|before| before >= least) {
                continue;
            }
            self.least.insert(name, least);
            self.undo.push(Undo::Least(name, before));
            self.learnt += 1;
            if least >= 1 {
                self.note_positive(name);
            }
            if self.sums.get(name).is_some() {
                let sum = self.exact(name).unwrap_or_else(|| Poly::var(name));
                self.add_fact(sum.checked_sub(&Poly::constant(least)), false);
            }
            open.extend(self.note_quotient(name).map(|divisor| (divisor, 1)));
            let about = self.facts_of.get(&name).into_iter().flatten().rev().take(MAX_FACTS);
            open.extend(about.filter_map(|&at| Some((self.facts[at].0.equal_to(name)?, least))));
            for quotient in self.quotients.get(&name).cloned().unwrap_or_default() {
                self.note_quotient(quotient);
            }
        }
    }

    /// Records that the divisor of a positive quotient is at most the dividend; returns the divisor, which is positive.
    fn note_quotient(&mut self, quotient: Name) -> Option<Name> {
        self.least.get(&quotient).filter(|least| **least > 0)?;
        let (dividend, divisor) = self.dividend(quotient)?;
        self.tame(divisor);
        self.order(&Poly::var(divisor), &dividend, 0);
        Some(divisor)
    }

    /// Returns whether the integer is far from the lower limit of its type, and whether it is far from the upper limit.
    pub fn bounded(&self, name: Name) -> [bool; 2] {
        if self.tame_exact(name).is_some() {
            return [true, true];
        }
        self.sides.get(&name).copied().unwrap_or_default().as_pair()
    }

    /// Records that the sum is 0, or that it is not negative.
    fn add_fact(&mut self, poly: Option<Poly>, is_zero: bool) {
        let Some(poly) = poly else { return };
        // A name may become a reliable sum after further facts.
        let mut about: Vec<Name> = names(&poly).collect();
        let inside: Vec<Name> = about.iter().filter_map(|name| self.sums.get(*name)).flat_map(names).collect();
        about.extend(inside);
        about.sort_unstable();
        about.dedup();
        for &name in &about {
            self.facts_of.entry(name).or_default().push(self.facts.len());
        }
        self.facts.push((Fact { poly, is_zero }, about));
        self.learnt += 1;
    }

    /// Returns the atom as a sum; a name that may be near a limit of its type represents itself.
    pub fn sum(&self, atom: Atom) -> Option<Poly> {
        match atom {
            Atom::Const(Scalar::I64(value)) if value.unsigned_abs() <= MAX_CONSTANT.unsigned_abs() => {
                Some(Poly::constant(value))
            }
            Atom::Const(_) => None,
            Atom::Var(name) if *self.program.type_of(name) == Type::I64 => {
                Some(self.exact(name).unwrap_or_else(|| Poly::var(name)))
            }
            Atom::Var(_) => None,
        }
    }

    /// Returns the atom as a sum, if arithmetic on it does not wrap.
    pub fn tame_sum(&self, atom: Atom) -> Option<Poly> {
        match atom {
            Atom::Var(name) => self.tame_exact(name),
            Atom::Const(_) => self.sum(atom),
        }
    }

    // Definitions.

    /// Records what the expression says about the names that it is bound to.
    pub fn define(&mut self, pattern: &[Name], exp: &Exp) {
        if self.is_placed && is_made(exp) {
            pattern.iter().for_each(|name| self.note_extent(*name));
        }
        if let Exp::If { cond, then_body, else_body } = exp {
            for (at, &name) in pattern.iter().enumerate() {
                if let (Some(&a), Some(&b)) = (then_body.result.get(at), else_body.result.get(at)) {
                    self.define_choice(name, *cond, a, b);
                }
            }
            return;
        }
        let &[name] = pattern else { return };
        match *self.program.type_of(name) {
            Type::I64 => self.define_integer(name, exp),
            Type::BOOL => self.define_condition(name, exp),
            _ => self.define_narrow(name, exp),
        }
    }

    fn define_choice(&mut self, name: Name, cond: Atom, a: Atom, b: Atom) {
        match *self.program.type_of(name) {
            Type::I64 => self.define_case(name, cond, a, b),
            Type::BOOL => _ = self.conditions.insert(name, Condition::Choice(cond, a, b)),
            _ => {}
        }
    }

    fn define_integer(&mut self, name: Name, exp: &Exp) {
        self.sums.define(name, exp);
        if self.sums.get(name).is_none() {
            self.define_value(name, exp);
        }
    }

    /// Records how a boolean is made of comparisons and other booleans, if it is.
    fn define_condition(&mut self, name: Name, exp: &Exp) {
        let condition = match *exp {
            Exp::Cmp(op, a, b) => Condition::Compare(op, a, b),
            Exp::Bin(BinOp::And, a, b) => Condition::Both(a, b),
            Exp::Bin(BinOp::Or, a, b) => Condition::Either(a, b),
            Exp::Un(UnOp::Not, a) => Condition::Not(a),
            Exp::Atom(Atom::Var(other)) => match self.conditions.get(&other) {
                Some(condition) => condition.clone(),
                None => return,
            },
            _ => return,
        };
        self.conditions.insert(name, condition);
    }

    // Conditions.

    /// Records that the condition holds, or does not hold, from here on.
    pub fn learn(&mut self, cond: Atom, holds: bool) {
        let mut open = vec![(cond, holds)];
        let mut parts = 0..MAX_PARTS;
        while let Some((cond, holds)) = open.pop()
            && parts.next().is_some()
        {
            let Some(condition) = cond.var().and_then(|name| self.conditions.get(&name).cloned()) else { continue };
            match (condition, holds) {
                (Condition::Both(a, b), true) => open.extend([(a, true), (b, true)]),
                (Condition::Either(a, b), false) => open.extend([(a, false), (b, false)]),
                (Condition::Not(a), holds) => open.push((a, !holds)),
                (Condition::Compare(op, a, b), holds) => self.learn_comparison(op, a, b, holds),
                (Condition::Both(a, b), false) => self.disjunctions.push(Some([(a, false), (b, false)])),
                (Condition::Either(a, b), true) => self.disjunctions.push(Some([(a, true), (b, true)])),
                (Condition::Choice(cond, a, b), holds) => {
                    let refuted = Atom::bool(!holds);
                    if b == refuted {
                        open.extend([(cond, true), (a, holds)]);
                    } else if a == refuted {
                        open.extend([(cond, false), (b, holds)]);
                    }
                }
            }
        }
    }

    /// Applies disjunctions: if the facts since the mark refute one side, learns the other. Only the latest
    /// disjunctions are examined, and of their sides only comparisons of names with new facts.
    pub fn use_disjunctions(&mut self, since: Mark) {
        let first = self.disjunctions.len().saturating_sub(MAX_DISJUNCTIONS);
        let mut learnt: FxHashSet<Name> = FxHashSet::default();
        if self.disjunctions[first..].iter().any(Option::is_some) {
            learnt.extend(self.facts[since.facts..].iter().flat_map(|(_, about)| about));
            learnt.extend(self.undo[since.undo..].iter().filter_map(Undo::least));
        }
        for at in first..self.disjunctions.len() {
            let Some(sides) = self.disjunctions[at] else { continue };
            let refuted = sides.iter().position(|(cond, holds)| self.is_refuted(*cond, *holds, &learnt));
            if let Some(refuted) = refuted {
                let (cond, holds) = sides[1 - refuted];
                self.disjunctions[at] = None;
                self.undo.push(Undo::Disjunction(at, sides));
                self.learn(cond, holds);
            }
        }
    }

    /// Whether the condition, a comparison of some of these names, is refuted.
    fn is_refuted(&self, cond: Atom, holds: bool, learnt: &FxHashSet<Name>) -> bool {
        let condition = cond.var().and_then(|name| self.conditions.get(&name));
        let Some(&Condition::Compare(op, a, b)) = condition else { return false };
        let (Some(a), Some(b)) = (self.sum(a), self.sum(b)) else { return false };
        let value = b.checked_sub(&a).filter(|value| names(value).any(|name| learnt.contains(&name)));
        value.is_some_and(|value| answer(op, &mut self.questions(&value)) == Some(!holds))
    }

    /// Records the facts that follow from the comparison's result `holds`.
    pub fn learn_comparison(&mut self, op: CmpOp, a: Atom, b: Atom, holds: bool) {
        let (Some(a), Some(b)) = (self.sum(a), self.sum(b)) else { return };
        match (op, holds) {
            (CmpOp::Le, true) | (CmpOp::Gt, false) => self.order(&a, &b, 0),
            (CmpOp::Lt, true) | (CmpOp::Ge, false) => self.order(&a, &b, 1),
            (CmpOp::Ge, true) | (CmpOp::Lt, false) => self.order(&b, &a, 0),
            (CmpOp::Gt, true) | (CmpOp::Le, false) => self.order(&b, &a, 1),
            (CmpOp::Eq, true) | (CmpOp::Ne, false) => self.equate(&a, &b),
            // Two numbers that differ, and are not less, are greater.
            (CmpOp::Eq, false) | (CmpOp::Ne, true) => {
                let Some(rest) = b.checked_sub(&a) else { return };
                let [is_least, is_most] = {
                    let holds = self.questions(&rest);
                    [holds(1, 0), holds(-1, 0)]
                };
                if is_least {
                    self.order(&a, &b, 1);
                }
                if is_most {
                    self.order(&b, &a, 1);
                }
            }
        }
    }

    /// Records `a == b`.
    fn equate(&mut self, a: &Poly, b: &Poly) {
        self.note_sides(a, b);
        self.note_sides(b, a);
        self.add_fact(a.checked_sub(b), true);
        if let (Some(a), Some(b)) = (a.as_variable(), b.as_variable()) {
            self.note_equal(a, b);
            for (from, to) in [(a, b), (b, a)] {
                if let Some(&least) = self.least.get(&from) {
                    self.raise(to, least);
                }
            }
        }
        for (small, large) in [(a, b), (b, a)] {
            if let Some((name, least)) = large.checked_sub(small).as_ref().and_then(least_value) {
                self.raise(name, least);
            }
        }
    }

    fn note_sides(&mut self, small: &Poly, large: &Poly) {
        self.note_side(large, small, Side::BELOW);
        self.note_side(small, large, Side::ABOVE);
    }

    /// Records `small + gap <= large`.
    pub fn order(&mut self, small: &Poly, large: &Poly, gap: i64) {
        self.note_sides(small, large);
        let rest = large.checked_sub(small).and_then(|rest| rest.checked_sub(&Poly::constant(gap)));
        // A bound of one name alone becomes its lower bound.
        if let Some((name, least)) = rest.as_ref().and_then(least_value) {
            return self.raise(name, least);
        }
        self.add_fact(rest, false);
    }

    /// Records that `integer`, a single name, is far from the limit of its type on this side, if all names of `other`
    /// are tame.
    fn note_side(&mut self, integer: &Poly, other: &Poly, side: Side) {
        let Some(name) = integer.as_variable().filter(|name| self.exact(*name).is_none()) else { return };
        if !names(other).all(|name| self.tame.contains(&name)) {
            return;
        }
        let before = self.sides.get(&name).copied();
        let now = before.unwrap_or_default().with(side);
        if now.is_both() {
            self.tame(name);
        } else if before != Some(now) {
            self.sides.insert(name, now);
            self.undo.push(Undo::Side(name, before));
        }
    }

    // Proofs.

    /// Whether the atom is a comparison without products.
    pub fn is_comparison_of_sums(&self, atom: Atom) -> bool {
        let condition = atom.var().and_then(|name| self.conditions.get(&name));
        let Some(Condition::Compare(_, a, b)) = condition else { return false };
        [*a, *b].into_iter().all(|side| self.sum(side).is_none_or(|sum| sum.is_linear()))
    }

    /// Returns the atom, or its truth value if that can be decided now.
    pub fn now(&mut self, atom: Atom) -> Atom {
        match atom.var().and_then(|name| self.conditions.get(&name)) {
            Some(&Condition::Compare(op, a, b)) => self.decided(op, a, b).map_or(atom, Atom::bool),
            _ => atom,
        }
    }

    /// Returns whether the comparison holds, if that can be decided.
    pub fn decided(&mut self, op: CmpOp, a: Atom, b: Atom) -> Option<bool> {
        let value = self.sum(b)?.checked_sub(&self.sum(a)?)?;
        self.decided_by(op, &value)
    }

    /// Whether the number, which is equal to the sum modulo 2^64, is at least 0 and less than the size.
    pub fn is_within(&mut self, sum: &Poly, size: Atom) -> bool {
        let rest = self.sum(size).and_then(|size| size.checked_sub(sum));
        self.is_tame(sum)
            && self.decided_by(CmpOp::Le, sum) == Some(true)
            && rest.is_some_and(|rest| self.decided_by(CmpOp::Lt, &rest) == Some(true))
    }

    /// Whether the number, which is equal to the sum modulo 2^64, is at least the size.
    pub fn is_at_least(&mut self, sum: &Poly, size: Atom) -> bool {
        let rest = self.sum(size).and_then(|size| size.checked_sub(sum));
        self.is_tame(sum) && rest.is_some_and(|rest| self.decided_by(CmpOp::Ge, &rest) == Some(true))
    }

    /// Whether the number, which is equal to the sum modulo 2^64, is negative.
    pub fn is_negative(&mut self, sum: &Poly) -> bool {
        self.is_tame(sum) && self.decided_by(CmpOp::Gt, sum) == Some(true)
    }

    /// Whether the indices `start, start + stride, ..`, `count` of them, are at least 0 and less than the size. The start
    /// and the stride are equal to theirs modulo 2^64. If the count may be 0, it is taken to be at least 1.
    pub fn is_range_within(&mut self, start: &Poly, count: Atom, stride: &Poly, size: Atom) -> bool {
        if start.is_zero() && stride.is_one() && self.decided(CmpOp::Le, count, size) == Some(true) {
            return true;
        }
        let mark = self.mark();
        self.learn_comparison(CmpOp::Ge, count, Atom::i64(1), true);
        let way = self.sums.atom(count).checked_sub(&Poly::one()).and_then(|steps| steps.checked_mul(stride));
        let last = way.and_then(|way| start.checked_add(&way));
        let is_so = self.is_within(start, size) && last.is_some_and(|last| self.is_within(&last, size));
        self.forget(mark);
        is_so
    }

    /// Returns whether `a op b` holds, by the difference `b - a`, if that can be decided.
    fn decided_by(&mut self, op: CmpOp, value: &Poly) -> Option<bool> {
        if let Some(value) = value.as_constant() {
            return answer(op, &mut |sign, gap| value.checked_mul(sign).is_some_and(|value| value >= gap));
        }
        let at_once = answer(op, &mut self.questions(value));
        if at_once.is_some() || !value.is_linear() || !self.has_cases(value) {
            return at_once;
        }
        answer(op, &mut |sign, gap| {
            let goal = value.scale(sign).checked_sub(&Poly::constant(gap));
            goal.is_some_and(|goal| self.is_non_negative(&goal, &mut { MAX_CASES }))
        })
    }

    /// Returns a function that answers whether `sign` times the sum is at least `gap`, without case distinctions. The
    /// facts are looked up once for all questions.
    fn questions<'a>(&'a self, value: &'a Poly) -> impl Fn(i64, i64) -> bool + 'a {
        let known = OnceCell::new();
        // Most questions about products have the answer no, which takes long to find. So only a sample of the facts is
        // used.
        let assumptions =
            || if value.is_linear() { self.assumptions(value) } else { self.assumptions(value).sampled() };
        move |sign, gap| {
            let goal = value.scale(sign).checked_sub(&Poly::constant(gap));
            self.has_bounds(value, sign)
                && goal.is_some_and(|goal| known.get_or_init(assumptions).is_non_negative(&self.rounded(goal)))
        }
    }

    /// Whether the sum is known not to be negative: directly, or in both cases of a name in it that is one of two
    /// values. `cases` is the number of cases that may still be examined.
    fn is_non_negative(&mut self, goal: &Poly, cases: &mut usize) -> bool {
        if self.questions(goal)(1, 0) {
            return true;
        }
        names(goal).any(|name| self.is_non_negative_by_cases(goal, name, cases))
    }

    /// Like `is_non_negative`, but examines both cases of `name`.
    fn is_non_negative_by_cases(&mut self, goal: &Poly, name: Name, cases: &mut usize) -> bool {
        let Some((cond, [a, b])) = self.cases(name) else { return false };
        [(a, true), (b, false)].into_iter().all(|(case, holds)| {
            let Some(left) = cases.checked_sub(1) else { return false };
            *cases = left;
            let Some(value) = self.sum(case) else { return false };
            let mark = self.mark();
            cond.into_iter().for_each(|cond| self.learn(cond, holds));
            let goal = goal.checked_substitute(&|other| (other == name).then(|| value.clone()));
            let holds = goal.is_some_and(|goal| self.is_non_negative(&goal, cases));
            self.forget(mark);
            holds
        })
    }

    /// Returns the goal weakened by just less than 1: an integer is not negative if it is more than -1. Because
    /// quotients introduce fractions, proofs are about fractions.
    fn rounded(&self, goal: Poly) -> Poly {
        const PARTS: i64 = 1 << 16;
        let times = if self.has_quotients { goal.checked_mul(&Poly::constant(PARTS)) } else { None };
        times.and_then(|times| times.checked_add(&Poly::constant(PARTS - 1))).unwrap_or(goal)
    }

    fn has_cases(&self, sum: &Poly) -> bool {
        names(sum).any(|name| self.cases(name).is_some())
    }

    /// Whether each name of `sign` times the sum has a known bound in the needed direction: a lower bound, or a fact in
    /// which it has the same sign. If one has none, no proof is possible.
    fn has_bounds(&self, sum: &Poly, sign: i64) -> bool {
        sum.terms().all(|(names, coefficient)| {
            let &[name] = names else { return true };
            let wanted = coefficient.signum().saturating_mul(sign);
            let has_sign = |(fact, about): &(Fact, Vec<Name>)| {
                let mut terms = fact.poly.terms();
                fact.is_zero
                    || about.iter().any(|name| self.sums.get(*name).is_some())
                    || terms.any(|(of, factor)| of.contains(&name) && (of.len() > 1 || factor.signum() == wanted))
            };
            wanted > 0 && self.least.contains_key(&name)
                || self.valued.contains(&name)
                || self.sums.get(name).is_some()
                || self
                    .facts_of
                    .get(&name)
                    .is_some_and(|of| of.iter().rev().take(MAX_FACTS).any(|&at| has_sign(&self.facts[at])))
        })
    }

    /// Returns the facts about the goal's names, and about names related to them.
    pub fn assumptions(&self, goal: &Poly) -> Assumptions {
        self.surroundings(goal).0
    }

    /// Returns the facts about the variables of these layouts.
    pub fn about(&self, lmads: &[&Lmad]) -> Assumptions {
        let names: BTreeSet<Name> = lmads.iter().flat_map(|lmad| lmad.free_variables()).collect();
        self.assumptions(&Poly::product(&names.into_iter().map(Poly::var).collect::<Vec<_>>()))
    }

    /// Like `assumptions`; also returns all names that the facts are about.
    pub fn surroundings(&self, goal: &Poly) -> (Assumptions, FxHashSet<Name>) {
        let mut open: Vec<Name> = names(goal).collect();
        let mut seen: FxHashSet<Name> = open.iter().copied().collect();
        let mut used: FxHashSet<usize> = FxHashSet::default();
        let (mut least, mut facts): (Vec<(Name, i64)>, Vec<Cow<Fact>>) = (Vec::new(), Vec::new());
        while let Some(name) = open.pop() {
            least.extend(self.least.get(&name).map(|least| (name, *least)));
            let before = facts.len();
            facts.extend(self.made_of(name).map(Cow::Owned));
            for &at in self.facts_of.get(&name).into_iter().flatten().rev() {
                if facts.len() >= MAX_FACTS {
                    break;
                }
                if used.insert(at) {
                    facts.extend(self.fact_now(&self.facts[at]));
                }
            }
            if facts.len() < MAX_FACTS {
                facts.extend(self.facts_of_value(name).into_iter().map(Cow::Owned));
            }
            open.extend(facts[before..].iter().flat_map(|fact| names(&fact.poly)).filter(|name| seen.insert(*name)));
        }
        let mut assumptions = Assumptions::new();
        let (zero, others): (Vec<Cow<Fact>>, Vec<Cow<Fact>>) = facts.into_iter().partition(|fact| fact.is_zero);
        zero.iter().for_each(|fact| assumptions.equal(&fact.poly, &Poly::zero()));
        least.into_iter().for_each(|(name, least)| assumptions.at_least(name, least));
        others.iter().for_each(|fact| assumptions.ordered(&Poly::zero(), &fact.poly));
        (assumptions, seen)
    }

    /// Returns the fact that the name equals its definition, if arithmetic in that definition is known not to wrap.
    fn made_of(&self, name: Name) -> Option<Fact> {
        self.sums.get(name)?;
        let rest = self.exact(name)?.checked_sub(&Poly::var(name))?;
        (!rest.is_zero()).then_some(Fact { poly: rest, is_zero: true })
    }

    /// Returns the fact with each name replaced by its definition, where that is known not to wrap.
    fn fact_now<'a>(&self, (fact, about): &'a (Fact, Vec<Name>)) -> Option<Cow<'a, Fact>> {
        if !about.iter().any(|name| self.sums.get(*name).is_some()) {
            return Some(Cow::Borrowed(fact));
        }
        let poly = fact.poly.checked_substitute(&|name| self.exact(name))?;
        Some(Cow::Owned(Fact { poly, is_zero: fact.is_zero }))
    }
}

/// Whether the expression makes new arrays.
fn is_made(exp: &Exp) -> bool {
    matches!(exp, Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy(_) | Exp::Concat(_) | Exp::Traverse(_))
}

/// Answers a comparison by questions about `b - a`: `holds(1, k)` is whether it is at least `k`, and `holds(-1, k)`
/// whether `a - b` is.
fn answer(op: CmpOp, holds: &mut dyn FnMut(i64, i64) -> bool) -> Option<bool> {
    match op {
        CmpOp::Le if holds(1, 0) => Some(true),
        CmpOp::Le if holds(-1, 1) => Some(false),
        CmpOp::Lt if holds(1, 1) => Some(true),
        CmpOp::Lt if holds(-1, 0) => Some(false),
        CmpOp::Ge if holds(-1, 0) => Some(true),
        CmpOp::Ge if holds(1, 1) => Some(false),
        CmpOp::Gt if holds(-1, 1) => Some(true),
        CmpOp::Gt if holds(1, 0) => Some(false),
        CmpOp::Eq | CmpOp::Ne if holds(1, 1) || holds(-1, 1) => Some(op == CmpOp::Ne),
        CmpOp::Eq | CmpOp::Ne if holds(1, 0) && holds(-1, 0) => Some(op == CmpOp::Eq),
        _ => None,
    }
}

fn put_back<T>(map: &mut FxHashMap<Name, T>, name: Name, before: Option<T>) {
    match before {
        Some(value) => _ = map.insert(name, value),
        None => _ = map.remove(&name),
    }
}

/// Returns the names of a sum, in the order of its terms.
pub fn names(sum: &Poly) -> impl Iterator<Item = Name> {
    sum.terms().flat_map(|(names, _)| names.iter().copied())
}

/// If the fact `sum >= 0` only bounds one name from below, returns that name and the bound.
pub fn least_value(sum: &Poly) -> Option<(Name, i64)> {
    let mut terms = sum.terms();
    match (terms.next(), terms.next(), terms.next()) {
        (Some((&[name], 1)), None, None) => Some((name, 0)),
        (Some((&[name], 1)), Some(([], constant)), None) => Some((name, constant.checked_neg()?)),
        _ => None,
    }
}
