//! Conditions for all indices, decided by the first and the last index alone, or by bounds that hold for all indices.
//!
//! An integer made of the index by sums, differences and constant factors is `slope * i + k`, modulo 2^64. Its values
//! at both ends show whether it wraps: it does not if its total growth is less than 2^63 and has the right sign. If
//! neither side of an order wraps, the order holds everywhere if it holds at the end where it is tightest. Other
//! integers have bounds: `x % n` is less than a positive `n`, and clamped values are in their range.
//!
//! Because the conditions are computed even if there is no index, they consist of operators that cannot fail.

use super::facts::{Facts, Instance, Operation};
use fun::build::Builder;
use fun::def::*;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, UnOp};

/// Largest number of subexpressions of a condition that are examined.
const MAX_STEPS: usize = 200;

pub struct Extremes<'a, 'b, 'p> {
    facts: &'a Facts<'a>,
    operation: &'a Operation,
    builder: &'a mut Builder<'p>,
    first: Instance,
    last: Instance,
    /// Integers that must not wrap. `conditions` holds the conditions for that.
    straight: FxHashSet<Atom>,
    conditions: &'b mut Vec<Atom>,
    steps: usize,
}

/// Returns a condition which implies that all of `conds` hold at each index, if there is any index. `None` if there is
/// none of constant cost.
pub fn hold_always(
    builder: &mut Builder<'_>,
    facts: &Facts<'_>,
    operation: &Operation,
    conds: &[Atom],
) -> Option<Atom> {
    let last = builder.sub(operation.width, Atom::i64(1));
    let mut conditions = Vec::new();
    let mut extremes = Extremes {
        facts,
        operation,
        builder,
        first: Instance::at(operation, Atom::i64(0)),
        last: Instance::at(operation, last),
        straight: FxHashSet::default(),
        conditions: &mut conditions,
        steps: 0,
    };
    for &cond in conds {
        let holds = extremes.holds(cond, true)?;
        extremes.conditions.push(holds);
    }
    Some(conjunction(builder, &conditions))
}

/// Returns the conjunction of the conditions.
fn conjunction(builder: &mut Builder<'_>, conditions: &[Atom]) -> Atom {
    let mut rest = conditions.iter().copied();
    let first = rest.next().unwrap_or(Atom::bool(true));
    rest.fold(first, |all, condition| builder.bin(BinOp::And, all, condition))
}

impl Extremes<'_, '_, '_> {
    /// Returns a condition which implies that the boolean is `value` at all indices.
    fn holds(&mut self, cond: Atom, value: bool) -> Option<Atom> {
        self.step()?;
        let definition = self.facts.definition(cond);
        if let Some(Stm { pattern, exp: Exp::If { cond: branch, then_body, else_body }, .. }) = definition {
            let at = pattern.iter().position(|name| Some(*name) == cond.var());
            let yields_it = |body: &Body| at.and_then(|at| body.result.get(at)) == Some(&Atom::bool(value));
            if yields_it(then_body) || yields_it(else_body) {
                return self.holds(*branch, yields_it(then_body));
            }
        }
        if !self.facts.varies(cond) {
            let known = self.end(cond, false)?;
            return Some(if value { known } else { self.builder.un(UnOp::Not, known) });
        }
        let stm = definition?;
        match &stm.exp {
            Exp::Atom(a) => self.holds(*a, value),
            Exp::Un(UnOp::Not, a) => self.holds(*a, !value),
            Exp::Bin(op @ (BinOp::And | BinOp::Or), a, b) => {
                let both = (*op == BinOp::And) == value;
                // If each of two varying conditions may hold at some of the indices, neither needs to hold at all of
                // them.
                if !both && self.facts.varies(*a) && self.facts.varies(*b) {
                    return None;
                }
                let (a, b) = (self.holds(*a, value), self.holds(*b, value));
                if both {
                    return Some(self.builder.bin(BinOp::And, a?, b?));
                }
                // It is enough if one of the two always holds.
                match (a, b) {
                    (Some(a), Some(b)) => Some(self.builder.bin(BinOp::Or, a, b)),
                    (a, b) => a.or(b),
                }
            }
            Exp::Cmp(op, a, b) if self.builder.type_of(*a) == Type::I64 => {
                self.compares(if value { *op } else { opposite(*op) }, *a, *b)
            }
            _ => None,
        }
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MAX_STEPS).then_some(())
    }

    /// Returns a condition which implies that the comparison of `a` and `b` holds at all indices.
    fn compares(&mut self, op: CmpOp, a: Atom, b: Atom) -> Option<Atom> {
        let (Some(slope), Some(other)) = (self.facts.slope(a), self.facts.slope(b)) else {
            return self.compares_bounds(op, a, b);
        };
        let gap = slope.checked_sub(other)?;
        if op == CmpOp::Ne && gap != 0 {
            return None;
        }
        self.keep_straight(a)?;
        self.keep_straight(b)?;
        let tightest_last = match op {
            CmpOp::Lt | CmpOp::Le => gap > 0,
            CmpOp::Gt | CmpOp::Ge => gap < 0,
            CmpOp::Eq | CmpOp::Ne => false,
        };
        let here = self.compared(op, a, b, tightest_last)?;
        if op != CmpOp::Eq || gap == 0 {
            return Some(here);
        }
        let there = self.compared(op, a, b, true)?;
        Some(self.builder.bin(BinOp::And, here, there))
    }

    /// Compares the values of `a` and `b` at the last index, or else at the first.
    fn compared(&mut self, op: CmpOp, a: Atom, b: Atom, at_last: bool) -> Option<Atom> {
        let (a, b) = (self.end(a, at_last)?, self.end(b, at_last)?);
        Some(self.builder.cmp(op, a, b))
    }

    /// Like `compares`, if the integers only have bounds: compares the upper bound of one with the lower bound of the
    /// other.
    fn compares_bounds(&mut self, op: CmpOp, a: Atom, b: Atom) -> Option<Atom> {
        let upper = match op {
            CmpOp::Lt | CmpOp::Le => true,
            CmpOp::Gt | CmpOp::Ge => false,
            CmpOp::Eq | CmpOp::Ne => return None,
        };
        let (a, b) = (self.bound(a, upper)?, self.bound(b, !upper)?);
        Some(self.builder.cmp(op, a, b))
    }

    /// Returns an upper or a lower bound of the integer for all indices.
    fn bound(&mut self, atom: Atom, upper: bool) -> Option<Atom> {
        self.step()?;
        if let Some(slope) = self.facts.slope(atom) {
            self.keep_straight(atom)?;
            return self.end(atom, (slope > 0) == upper);
        }
        match self.facts.definition(atom)?.exp {
            Exp::Atom(a) => self.bound(a, upper),
            Exp::Bin(op @ (BinOp::Min | BinOp::Max), a, b) => {
                let (a, b) = (self.bound(a, upper), self.bound(b, upper));
                match (a, b) {
                    (Some(a), Some(b)) => Some(self.builder.bin(op, a, b)),
                    (a, b) => a.or(b).filter(|_| (op == BinOp::Min) == upper),
                }
            }
            Exp::Bin(BinOp::Mod, _, divisor) if !self.facts.varies(divisor) => {
                let divisor = self.end(divisor, false)?;
                let positive = self.builder.cmp(CmpOp::Lt, Atom::i64(0), divisor);
                self.conditions.push(positive);
                Some(if upper { self.builder.sub(divisor, Atom::i64(1)) } else { Atom::i64(0) })
            }
            Exp::Bin(BinOp::And, a, b) => {
                let mask = [a, b].into_iter().find(|atom| atom.constant().is_some_and(is_natural))?;
                Some(if upper { mask } else { Atom::i64(0) })
            }
            Exp::Bin(BinOp::Div, a, b) if b.constant().is_some_and(is_natural) => {
                let a = self.bound(a, upper)?;
                b.constant()?.as_i64().filter(|divisor| *divisor > 0)?;
                Some(self.builder.bin(BinOp::Div, a, b))
            }
            _ => None,
        }
    }

    /// Returns the atom's value at the first or the last index, if it can be computed unconditionally.
    fn end(&mut self, atom: Atom, at_last: bool) -> Option<Atom> {
        if !self.facts.is_sure(atom) {
            return None;
        }
        let instance = if at_last { &mut self.last } else { &mut self.first };
        Some(instance.atom(self.builder, self.facts, atom))
    }

    /// Adds the condition that the integer does not wrap between the first and the last index.
    fn keep_straight(&mut self, atom: Atom) -> Option<()> {
        let slope = self.facts.slope(atom).unwrap_or(0);
        let is_index = atom.var().is_some() && atom.var() == self.operation.index;
        if slope == 0 || is_index || !self.straight.insert(atom) {
            return Some(());
        }
        let (first, last) = (self.end(atom, false)?, self.end(atom, true)?);
        let order = self.builder.cmp(if slope > 0 { CmpOp::Le } else { CmpOp::Ge }, first, last);
        self.conditions.push(order);
        if slope.unsigned_abs() > 1 {
            let most = Atom::i64(i64::MAX.saturating_div(slope).saturating_abs());
            let few = self.builder.cmp(CmpOp::Le, self.operation.width, most);
            self.conditions.push(few);
        }
        Some(())
    }
}

fn is_natural(scalar: Scalar) -> bool {
    scalar.as_i64().is_some_and(|value| value >= 0)
}

fn opposite(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Ge => CmpOp::Lt,
    }
}
