//! Bounds of a block's number of elements, computed before the place of its allocation: the exact number if it can be
//! computed there, otherwise an upper bound.
//! ```text
//! map n (\i -> let (k : i64) = i + 1       i + 1 <= (n - 1) + 1
//!              let (m : mem) = alloc k ..
//! ```
//!
//! Sums and products of sizes are bounded by the bounds of their parts. A counter is less than its bound, a filter
//! keeps at most its input's elements, and a branch returns a value of one of its sides. The sizes whose product is a
//! count are not negative if the block is allocated; if it is not, the value does not matter.
//!
//! An exact number wraps around as in the program. A bound is a polynomial over integers without limits. Its code
//! saturates, so that a bound that is no `i64` is larger than all memory instead of too small.

use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk;
use fun_opt::effect;
use index::Poly;
use mem::lower::poly;
use rustc_hash::FxHashMap;
use value::BinOp;

/// Largest number of consecutive definitions that are followed.
const MAX_DEPTH: usize = 64;
/// Largest number of definitions that are followed for one count.
const MAX_STEPS: usize = 256;
/// Largest number of consecutive definitions followed to prove that a number is not negative.
const NATURAL_DEPTH: usize = 6;
/// Largest `Poly::weight` of a sum without a name of its own.
const MAX_WEIGHT: usize = 16;

/// Definitions of names by which their values can be bounded.
pub struct Definitions(FxHashMap<Name, Definition>);

enum Definition {
    /// A total scalar expression.
    Scalar(Exp),
    /// A counter from 0 to this bound, exclusive.
    Counter(Atom),
    /// A number from 0 to this bound, inclusive.
    Part(Atom),
    /// One of these two values.
    Either(Atom, Atom),
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Lower,
    Upper,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::Lower { Side::Upper } else { Side::Lower }
    }
}

impl Definitions {
    /// Collects the definitions of all names bound in the expression.
    pub fn of(program: &Program, exp: &Exp) -> Definitions {
        let mut definitions = Definitions(FxHashMap::default());
        definitions.inside(exp);
        for body in exp.bodies() {
            walk::for_each_stm(body, &mut |stm| definitions.stm(program, stm));
        }
        definitions
    }

    fn stm(&mut self, program: &Program, stm: &Stm) {
        self.inside(&stm.exp);
        for (at, &name) in stm.pattern.iter().enumerate() {
            let definition = match &stm.exp {
                Exp::If { then_body, else_body, .. } => match (then_body.result.get(at), else_body.result.get(at)) {
                    (Some(&a), Some(&b)) => Definition::Either(a, b),
                    _ => Definition::Unknown,
                },
                Exp::Filter(filter) if at == 0 => Definition::Part(filter.width),
                exp if effect::is_total_scalar(program, exp) => Definition::Scalar(exp.clone()),
                _ => Definition::Unknown,
            };
            self.0.insert(name, definition);
        }
    }

    /// Records the definitions of the names that an expression binds for its bodies.
    fn inside(&mut self, exp: &Exp) {
        self.0.extend(exp.binders().into_iter().map(|name| (name, Definition::Unknown)));
        if let Exp::Loop(looped) = exp
            && let LoopForm::For { var, bound } = looped.form
        {
            self.0.insert(var, Definition::Counter(bound));
        }
        if let Some((width, inputs, lambda)) = exp.traversed()
            && let Some(&index) = lambda.params.first().filter(|_| lambda.params.len() > inputs.len())
        {
            self.0.insert(index, Definition::Counter(width));
        }
    }
}

/// Whether a sum is so short that it needs no name of its own.
fn is_short(sum: &Poly) -> bool {
    sum.weight() <= MAX_WEIGHT
}

/// An upper bound of a count.
pub struct Bound {
    pub count: Atom,
    /// Whether the bound may be far above the count: it is the larger of two values, either of which the count may be,
    /// or it bounds only one operand of a minimum.
    pub is_loose: bool,
}

/// Computes an upper bound of the count, from names for which `is_known` holds and names without definition. `None` if
/// there is none.
pub fn bound(
    builder: &mut Builder,
    definitions: &Definitions,
    is_known: &dyn Fn(Name) -> bool,
    count: Atom,
) -> Option<Bound> {
    let mut bounds = Bounds {
        builder,
        definitions,
        is_known,
        exact: FxHashMap::default(),
        sides: FxHashMap::default(),
        counts: FxHashMap::default(),
        steps: MAX_STEPS,
        is_loose: false,
    };
    let count = bounds.count(count, 0)?;
    let count = bounds.bound_name(&count);
    Some(Bound { count, is_loose: bounds.is_loose })
}

struct Bounds<'a, 'p> {
    builder: &'a mut Builder<'p>,
    definitions: &'a Definitions,
    is_known: &'a dyn Fn(Name) -> bool,
    exact: FxHashMap<Name, Option<Poly>>,
    sides: FxHashMap<(Name, Side), Option<Poly>>,
    counts: FxHashMap<Name, Option<Poly>>,
    /// Number of definitions that may still be followed.
    steps: usize,
    is_loose: bool,
}

impl<'a> Bounds<'a, '_> {
    /// Returns an upper bound of a product of sizes, none of which is negative.
    fn count(&mut self, count: Atom, depth: usize) -> Option<Poly> {
        if let Some(value) = count.as_i64() {
            return Some(Poly::constant(value.max(0)));
        }
        let name = count.var().filter(|_| depth < MAX_DEPTH)?;
        if let Some(known) = self.counts.get(&name) {
            return known.clone();
        }
        let bound = self.bounded_count(count, depth);
        self.counts.insert(name, bound.clone());
        bound
    }

    /// Like `count`, without the cache.
    fn bounded_count(&mut self, count: Atom, depth: usize) -> Option<Poly> {
        let is_natural = self.is_natural(count, NATURAL_DEPTH);
        if let Some(exact) = self.exact(count, depth) {
            let exact = poly(self.builder.polynomial(&exact));
            return Some(if is_natural { exact } else { self.at_least_none(exact) });
        }
        if let Some(Definition::Scalar(Exp::Bin(op @ (BinOp::AddSat | BinOp::MulSat), a, b))) = self.definition(count) {
            let (a, b) = (self.count(*a, depth + 1)?, self.count(*b, depth + 1)?);
            return Some(self.bounded(*op, a, b, Side::Upper));
        }
        let upper = self.side(count, Side::Upper, depth)?;
        Some(self.at_least_none(upper))
    }

    fn at_least_none(&mut self, count: Poly) -> Poly {
        self.bounded(BinOp::Max, count, Poly::zero(), Side::Upper)
    }

    fn definition(&self, atom: Atom) -> Option<&'a Definition> {
        self.definitions.0.get(&atom.var()?)
    }

    /// Returns the exact value of a number in terms of known names.
    fn exact(&mut self, atom: Atom, depth: usize) -> Option<Poly> {
        let Some(name) = atom.var().filter(|&name| !(self.is_known)(name)) else { return Some(poly(atom)) };
        if let Some(known) = self.exact.get(&name) {
            return known.clone();
        }
        let exact = self.computed(atom, depth);
        self.exact.insert(name, exact.clone());
        exact
    }

    /// Returns the result of a scalar operator if its operands are known exactly. Appends the operator to the builder.
    fn computed(&mut self, atom: Atom, depth: usize) -> Option<Poly> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(Definition::Scalar(exp)) = self.definition(atom).filter(|_| depth < MAX_DEPTH) else { return None };
        if self.builder.type_of(atom) == Type::I64
            && let Exp::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) = *exp
        {
            let (a, b) = (self.exact(a, depth + 1)?, self.exact(b, depth + 1)?);
            let result = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                _ => a * b,
            };
            return Some(if is_short(&result) { result } else { poly(self.builder.polynomial(&result)) });
        }
        let operands = exp.operands().into_iter().map(|operand| self.operand(operand, depth + 1));
        let mut operands = operands.collect::<Option<Vec<Atom>>>()?.into_iter();
        let mut exp = exp.clone();
        exp.map_operands(&mut |operand| operands.next().unwrap_or(operand));
        Some(Poly::var(self.builder.bind("size", exp)))
    }

    /// Returns an operand of any type in terms of known names.
    fn operand(&mut self, operand: Atom, depth: usize) -> Option<Atom> {
        if operand.constant().is_some() {
            return Some(operand);
        }
        let exact = self.exact(operand, depth)?;
        Some(self.builder.polynomial(&exact))
    }

    /// Returns an upper or a lower bound of the number, as `side` says.
    fn side(&mut self, atom: Atom, side: Side, depth: usize) -> Option<Poly> {
        if let Some(exact) = self.exact(atom, depth) {
            return Some(poly(self.builder.polynomial(&exact)));
        }
        let name = atom.var().filter(|_| depth < MAX_DEPTH)?;
        if let Some(known) = self.sides.get(&(name, side)) {
            return known.clone();
        }
        let is_integer = self.builder.type_of(atom) == Type::I64;
        let bound = if is_integer { self.side_of(self.definition(atom)?, side, depth + 1) } else { None };
        self.sides.insert((name, side), bound.clone());
        bound
    }

    /// Returns a bound of a number from its definition.
    fn side_of(&mut self, definition: &Definition, side: Side, depth: usize) -> Option<Poly> {
        match definition {
            Definition::Scalar(exp) => self.scalar(exp, side, depth),
            Definition::Counter(_) | Definition::Part(_) if side == Side::Lower => Some(Poly::zero()),
            Definition::Counter(bound) => {
                let bound = self.side(*bound, side, depth)?;
                Some(self.bounded(BinOp::Sub, bound, Poly::one(), side))
            }
            Definition::Part(whole) => self.side(*whole, side, depth),
            Definition::Either(a, b) => {
                self.is_loose = true;
                let (a, b) = (self.side(*a, side, depth)?, self.side(*b, side, depth)?);
                Some(self.bounded(if side == Side::Upper { BinOp::Max } else { BinOp::Min }, a, b, side))
            }
            Definition::Unknown => None,
        }
    }

    /// Returns a bound of a scalar operator's result from bounds of its operands.
    fn scalar(&mut self, exp: &Exp, side: Side, depth: usize) -> Option<Poly> {
        let &Exp::Bin(op, a, b) = exp else {
            let Exp::Atom(atom) = exp else { return None };
            return self.side(*atom, side, depth);
        };
        let is_natural = || [a, b].into_iter().all(|atom| self.is_natural(atom, NATURAL_DEPTH));
        match (op, side) {
            // A bound of one of the operands is enough.
            (BinOp::Min, Side::Upper) | (BinOp::Max, Side::Lower) => {
                match (self.side(a, side, depth), self.side(b, side, depth)) {
                    (Some(a), Some(b)) => Some(self.bounded(op, a, b, side)),
                    (one, other) => {
                        self.is_loose = true;
                        one.or(other)
                    }
                }
            }
            (BinOp::Sub, _) => {
                let (a, b) = (self.side(a, side, depth)?, self.side(b, side.other(), depth)?);
                Some(self.bounded(op, a, b, side))
            }
            (BinOp::Mul, _) if !is_natural() => None,
            (BinOp::Div | BinOp::Quot, _) if b.as_i64().is_none_or(|b| b <= 0) => None,
            (BinOp::Add | BinOp::Mul | BinOp::Max | BinOp::Min | BinOp::Div | BinOp::Quot, _) => {
                let (a, b) = (self.side(a, side, depth)?, self.side(b, side, depth)?);
                Some(self.bounded(op, a, b, side))
            }
            _ => None,
        }
    }

    /// Returns the bound on this side of an operator's result, given the bounds of its operands.
    fn bounded(&mut self, op: BinOp, a: Poly, b: Poly, side: Side) -> Poly {
        let sum = match op {
            BinOp::Add => a.checked_add(&b),
            BinOp::Sub => a.checked_sub(&b),
            BinOp::Mul => a.checked_mul(&b),
            _ => return self.chosen(op, a, b),
        };
        match sum {
            Some(sum) if is_short(&sum) => sum,
            Some(sum) => poly(self.bound_name(&sum)),
            None => Poly::constant(if side == Side::Upper { i64::MAX } else { i64::MIN }),
        }
    }

    /// Returns the result of an operator that is neither a sum nor a product.
    fn chosen(&mut self, op: BinOp, a: Poly, b: Poly) -> Poly {
        match (op, a.as_constant(), b.as_constant()) {
            (BinOp::Max, Some(a), Some(b)) => Poly::constant(a.max(b)),
            (BinOp::Min, Some(a), Some(b)) => Poly::constant(a.min(b)),
            (BinOp::Max | BinOp::Min, ..) if a == b => a,
            (BinOp::AddSat, Some(a), Some(b)) => Poly::constant(a.saturating_add(b)),
            (BinOp::MulSat, Some(a), Some(b)) => Poly::constant(a.saturating_mul(b)),
            _ => {
                let operands = [self.bound_name(&a), self.bound_name(&b)];
                Poly::var(self.builder.bind("size", Exp::Bin(op, operands[0], operands[1])))
            }
        }
    }

    /// Emits code for a bound, which saturates. The terms of the highest degree come first, so that a sum that saturates
    /// stays larger than all memory.
    fn bound_name(&mut self, sum: &Poly) -> Atom {
        let mut total = None;
        for (names, factor) in sum.terms() {
            let factors: Vec<Atom> = names.iter().map(|&name| name.into()).chain([Atom::i64(factor)]).collect();
            let term = self.builder.extent(&factors);
            total = Some(total.map_or(term, |total| self.builder.bin(BinOp::AddSat, total, term)));
        }
        total.unwrap_or(Atom::i64(0))
    }

    /// Whether the number is known not to be negative, by following `steps` definitions.
    fn is_natural(&self, atom: Atom, steps: usize) -> bool {
        if let Some(value) = atom.as_i64() {
            return value >= 0;
        }
        let natural = |atom: Atom| steps > 0 && self.is_natural(atom, steps - 1);
        match self.definition(atom) {
            Some(Definition::Counter(_) | Definition::Part(_)) => true,
            Some(Definition::Scalar(Exp::Bin(BinOp::AddSat | BinOp::MulSat | BinOp::Min, a, b))) => {
                natural(*a) && natural(*b)
            }
            Some(Definition::Scalar(Exp::Bin(BinOp::Max, a, b))) => natural(*a) || natural(*b),
            _ => false,
        }
    }
}
