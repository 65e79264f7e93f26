//! What is known of integers and booleans at a place in a program, and what follows from it.

use super::integers::Products;
use super::values::{Meaning, Side};
use base::Name;
use fun::def::*;
use fun::sums::Sums;
use index::Poly;
use index::ranges::Assumptions;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use value::{BinOp, CmpOp, Scalar, UnOp};

/// Facts further away than this do not take part in a proof.
const MAX_FACTS: usize = 24;
/// Constants beyond this are left alone.
pub const MAX_CONSTANT: i64 = 1 << 32;
/// Of conditions of more parts than this not all is learnt.
const MAX_PARTS: usize = 64;
/// So many disjunctions are looked at when something new is known.
const MAX_DISJUNCTIONS: usize = 8;
/// A proof looks so often at the cases of values that are one of two.
const MAX_CASES: usize = 12;

pub struct Known<'p> {
    pub program: &'p Program,
    /// Integers as polynomials, modulo 2^64.
    pub sums: Sums,
    /// Integers that are far from the ends of their type.
    pub tame: FxHashSet<Name>,
    /// Arrays that are in memory: the product of their sizes is far from the end of its type, too.
    pub extents: Vec<Vec<Atom>>,
    /// Whether arrays that the program makes are in memory, and stay there.
    is_placed: bool,
    /// Sizes of arrays of several dimensions. A size may be near the end of its type as long as another one may be 0.
    shapes: Vec<Vec<Name>>,
    shapes_of: FxHashMap<Name, Vec<usize>>,
    /// Products that have been asked for.
    pub products: RefCell<Products>,
    /// How often anything was learnt.
    pub learnt: usize,
    /// The `i64` that integers of few bits were made of by a conversion, which may have cut off some bits.
    pub narrowed: FxHashMap<Name, Name>,
    /// How other integers were made.
    pub meanings: FxHashMap<Name, Meaning>,
    /// What is left of the first one when the second one is taken from it as often as it can be.
    pub remainders: FxHashMap<(Atom, Atom), Name>,
    /// What is known because of that is about these.
    pub valued: FxHashSet<Name>,
    /// Of integers that may be near an end of their type: the sides on which they are not.
    pub sides: FxHashMap<Name, Side>,
    /// What boolean variables say.
    conditions: FxHashMap<Name, Condition>,
    /// Of each two of these that are there, each with whether it holds, one is so.
    disjunctions: Vec<Option<[(Atom, bool); 2]>>,
    /// Constant lower bounds.
    pub least: FxHashMap<Name, i64>,
    /// What is known of polynomials, and of which names.
    facts: Vec<(Fact, Vec<Name>)>,
    facts_of: FxHashMap<Name, Vec<usize>>,
    /// Whether anything is known of a quotient by a constant.
    pub has_quotients: bool,
    /// What is to be put back.
    undo: Vec<Undo>,
}

/// The polynomial is not negative, or is 0.
#[derive(Clone)]
pub struct Fact {
    pub poly: Poly,
    pub is_zero: bool,
}

#[derive(Clone)]
enum Condition {
    Compare(CmpOp, Atom, Atom),
    Both(Atom, Atom),
    Either(Atom, Atom),
    Not(Atom),
    /// The first one where the second one holds, else the third one.
    Choice(Atom, Atom, Atom),
}

/// What was known before.
enum Undo {
    Least(Name, Option<i64>),
    Side(Name, Option<Side>),
    /// Nothing.
    Tame(Name),
    /// That one of the two is so.
    Disjunction(usize, [(Atom, bool); 2]),
}

impl Undo {
    /// The name that has got a new least value.
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

    /// As `new`, where arrays have got their places in memory. Before, what is made may be made nowhere in the end: then
    /// nobody asks for as much memory, and no proof may depend on it.
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

    /// What was learnt since the mark is known no more. How names were made stays known: it is true wherever they are
    /// in scope.
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

    /// The parameters of a function are in memory.
    pub fn enter_function(&mut self, function: &Function) {
        for param in &function.params {
            self.note_sizes(param.name);
            self.note_extent(param.name);
        }
    }

    /// The dimensions of an array are not negative. One that is near the end of its type stands beside one that is 0.
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

    /// Of an array whose only sizes that may be 0 are these two, which are the same.
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

    /// Whether all these sizes of one array are known to be far from the end of their type, now that it is known which
    /// are positive.
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

    /// The size is positive.
    fn note_positive(&mut self, size: Name) {
        let shapes = self.shapes_of.get(&size).into_iter().flatten().rev().take(MAX_FACTS);
        for sizes in shapes.map(|&at| self.shapes[at].clone()).collect::<Vec<_>>() {
            self.are_tame(&sizes);
        }
    }

    /// `0 <= name < bound`, so the bound is at least 1.
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

    /// From here on, in the body at hand, the name is known to be far from the ends of its type. So is what a sum of it
    /// and of others like it was made of: `n`, where the name is `n + 1`.
    pub fn tame(&mut self, name: Name) {
        let mut open = Some(name);
        while let Some(name) = open.take().filter(|name| self.tame.insert(*name)) {
            self.undo.push(Undo::Tame(name));
            self.learnt += 1;
            open = self.sums.get(name).and_then(|sum| self.only_wild_name(sum));
        }
    }

    /// `least <= name`
    fn raise(&mut self, name: Name, least: i64) {
        let mut open = Some((name, least));
        while let Some((name, least)) = open.take() {
            let before = self.least.get(&name).copied();
            if before.is_some_and(|before| before >= least) {
                return;
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
            // What goes into something else is no more than that.
            if let Some((dividend, divisor)) = self.dividend(name).filter(|_| least > 0) {
                self.tame(divisor);
                self.order(&Poly::var(divisor), &dividend, 0);
                open = Some((divisor, 1));
            }
        }
    }

    /// Whether the integer is far from the lower and from the upper end of its type.
    pub fn bounded(&self, name: Name) -> [bool; 2] {
        if self.tame_exact(name).is_some() {
            return [true, true];
        }
        self.sides.get(&name).copied().unwrap_or_default().as_pair()
    }

    fn add_fact(&mut self, poly: Option<Poly>, is_zero: bool) {
        let Some(poly) = poly else { return };
        // What is no sum that can be relied on may become one where more is known.
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

    /// The atom as a sum; what is near an end of its type stands for itself.
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

    /// The atom as a sum, if arithmetic on it is arithmetic on integers.
    pub fn tame_sum(&self, atom: Atom) -> Option<Poly> {
        match atom {
            Atom::Var(name) => self.tame_exact(name),
            Atom::Const(_) => self.sum(atom),
        }
    }

    // Definitions.

    /// What the expression makes of the names.
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

    /// From here on the condition is known to hold, or not to.
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

    /// Where one of two is so, and by what was learnt since the mark one of them is known not to be, learns the other one.
    /// Looks at comparisons of names that something was learnt of, in the latest disjunctions.
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

    /// Whether the condition, a comparison of some of these names, is known not to be so.
    fn is_refuted(&self, cond: Atom, holds: bool, learnt: &FxHashSet<Name>) -> bool {
        let condition = cond.var().and_then(|name| self.conditions.get(&name));
        let Some(&Condition::Compare(op, a, b)) = condition else { return false };
        let (Some(a), Some(b)) = (self.sum(a), self.sum(b)) else { return false };
        let value = b.checked_sub(&a).filter(|value| names(value).any(|name| learnt.contains(&name)));
        value.is_some_and(|value| answer(op, &mut self.questions(&value)) == Some(!holds))
    }

    pub fn learn_comparison(&mut self, op: CmpOp, a: Atom, b: Atom, holds: bool) {
        let (Some(a), Some(b)) = (self.sum(a), self.sum(b)) else { return };
        match (op, holds) {
            (CmpOp::Le, true) | (CmpOp::Gt, false) => self.order(&a, &b, 0),
            (CmpOp::Lt, true) | (CmpOp::Ge, false) => self.order(&a, &b, 1),
            (CmpOp::Ge, true) | (CmpOp::Lt, false) => self.order(&b, &a, 0),
            (CmpOp::Gt, true) | (CmpOp::Le, false) => self.order(&b, &a, 1),
            (CmpOp::Eq, true) | (CmpOp::Ne, false) => self.equate(&a, &b),
            // What differs and is not less is greater.
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

    /// `a == b`
    fn equate(&mut self, a: &Poly, b: &Poly) {
        self.note_sides(a, b);
        self.note_sides(b, a);
        self.add_fact(a.checked_sub(b), true);
        if let (Some(a), Some(b)) = (a.as_variable(), b.as_variable()) {
            self.note_equal(a, b);
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

    /// `small + gap <= large`
    pub fn order(&mut self, small: &Poly, large: &Poly, gap: i64) {
        self.note_sides(small, large);
        let rest = large.checked_sub(small).and_then(|rest| rest.checked_sub(&Poly::constant(gap)));
        // A bound of one name alone is remembered as its least value.
        if let Some((name, least)) = rest.as_ref().and_then(least_value) {
            return self.raise(name, least);
        }
        self.add_fact(rest, false);
    }

    /// The integer, if it is a single one that may be near the ends of its type, is not on this side of it where the
    /// other one is not.
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

    /// Whether there is a comparison to decide, in which there are no products.
    pub fn is_comparison_of_sums(&self, atom: Atom) -> bool {
        let condition = atom.var().and_then(|name| self.conditions.get(&name));
        let Some(Condition::Compare(_, a, b)) = condition else { return false };
        [*a, *b].into_iter().all(|side| self.sum(side).is_none_or(|sum| sum.is_linear()))
    }

    /// The atom, or what it is now known to be.
    pub fn now(&mut self, atom: Atom) -> Atom {
        match atom.var().and_then(|name| self.conditions.get(&name)) {
            Some(&Condition::Compare(op, a, b)) => self.decided(op, a, b).map_or(atom, Atom::bool),
            _ => atom,
        }
    }

    /// Whether the comparison holds, where that is known.
    pub fn decided(&mut self, op: CmpOp, a: Atom, b: Atom) -> Option<bool> {
        let value = self.sum(b)?.checked_sub(&self.sum(a)?)?;
        if let Some(value) = value.as_constant() {
            return answer(op, &mut |sign, gap| value.checked_mul(sign).is_some_and(|value| value >= gap));
        }
        let at_once = answer(op, &mut self.questions(&value));
        if at_once.is_some() || !value.is_linear() || !self.has_cases(&value) {
            return at_once;
        }
        answer(op, &mut |sign, gap| {
            let goal = value.scale(sign).checked_sub(&Poly::constant(gap));
            goal.is_some_and(|goal| self.is_non_negative(&goal, &mut { MAX_CASES }))
        })
    }

    /// Answers whether the sum, taken `sign` times, is known to be at least `gap`, without a look at cases: what is learnt
    /// in a case asks no more than this. What is known is looked up once for all questions.
    fn questions<'a>(&'a self, value: &'a Poly) -> impl Fn(i64, i64) -> bool + 'a {
        let known = OnceCell::new();
        // Of products many questions have the answer no, and that takes long to be found out.
        let assumptions =
            || if value.is_linear() { self.assumptions(value) } else { self.assumptions(value).sampled() };
        move |sign, gap| {
            let goal = value.scale(sign).checked_sub(&Poly::constant(gap));
            self.has_bounds(value, sign)
                && goal.is_some_and(|goal| known.get_or_init(assumptions).is_non_negative(&self.rounded(goal)))
        }
    }

    /// Whether the sum is known not to be negative: at once, or in each case of a value in it that is one of two, of which
    /// so many are looked at.
    fn is_non_negative(&mut self, goal: &Poly, cases: &mut usize) -> bool {
        if self.questions(goal)(1, 0) {
            return true;
        }
        names(goal).any(|name| self.is_non_negative_by_cases(goal, name, cases))
    }

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

    /// An integer is not negative if it is more than -1. The proof is one about fractions, which quotients bring in.
    fn rounded(&self, goal: Poly) -> Poly {
        const PARTS: i64 = 1 << 16;
        let times = if self.has_quotients { goal.checked_mul(&Poly::constant(PARTS)) } else { None };
        times.and_then(|times| times.checked_add(&Poly::constant(PARTS - 1))).unwrap_or(goal)
    }

    fn has_cases(&self, sum: &Poly) -> bool {
        names(sum).any(|name| self.cases(name).is_some())
    }

    /// Whether each name of the sum, taken `sign` times, has a bound on its side: a least value, or a fact in which it has
    /// the same sign, of those that a proof looks at. Without one there is no proof.
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

    /// What is known of the goal's names, and of the names that come with them.
    pub fn assumptions(&self, goal: &Poly) -> Assumptions {
        self.surroundings(goal).0
    }

    /// As `assumptions`, with the names.
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

    /// A name of which only now it is known what it is made of is that.
    fn made_of(&self, name: Name) -> Option<Fact> {
        self.sums.get(name)?;
        let rest = self.exact(name)?.checked_sub(&Poly::var(name))?;
        (!rest.is_zero()).then_some(Fact { poly: rest, is_zero: true })
    }

    /// The fact, about what its names are now known to be made of.
    fn fact_now<'a>(&self, (fact, about): &'a (Fact, Vec<Name>)) -> Option<Cow<'a, Fact>> {
        if !about.iter().any(|name| self.sums.get(*name).is_some()) {
            return Some(Cow::Borrowed(fact));
        }
        let poly = fact.poly.checked_substitute(&|name| self.exact(name))?;
        Some(Cow::Owned(Fact { poly, is_zero: fact.is_zero }))
    }
}

/// Whether the arrays that the expression yields are made by it.
fn is_made(exp: &Exp) -> bool {
    matches!(exp, Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy(_) | Exp::Concat(_) | Exp::Traverse(_))
}

/// How the question about `b - a` is answered: `holds(1, k)` says whether it is at least `k`, and `holds(-1, k)`
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

/// The names of a sum, in order.
pub fn names(sum: &Poly) -> impl Iterator<Item = Name> {
    sum.terms().flat_map(|(names, _)| names.iter().copied())
}

/// The name that the sum has, alone, and the least value it has where the sum is not negative.
pub fn least_value(sum: &Poly) -> Option<(Name, i64)> {
    let mut terms = sum.terms();
    match (terms.next(), terms.next(), terms.next()) {
        (Some((&[name], 1)), None, None) => Some((name, 0)),
        (Some((&[name], 1)), Some(([], constant)), None) => Some((name, constant.checked_neg()?)),
        _ => None,
    }
}
