//! Facts about integers from their definitions. A minimum or maximum, and the result of a branch, is one of two values,
//! so a proof may examine each case. Remainders, masks, quotients and converted small integers have bounds.
//!
//! ```text
//! max 0 (min (n - 1) x)       is at least 0; at most n - 1 if that is at least 0
//! if x < 0 then 0 else x      is at least 0: in the one case it is 0, in the other it is x and x >= 0 is known
//! x % n, of a positive n      is at least 0, at most n - 1
//! x / 2                       twice as much is x or one less
//! i64 (i32 x)                 is x, if -2^31 <= x < 2^31 is known
//! ```

use super::known::{Fact, Known, MAX_CONSTANT, names};
use base::Name;
use fun::def::*;
use index::Poly;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Definition of an integer.
#[derive(Clone)]
pub enum Meaning {
    /// The smaller or larger operand (`Min` or `Max`).
    Extreme(BinOp, Atom, Atom),
    /// The first value if the condition holds, otherwise the second.
    Choice(Atom, Atom, Atom),
    /// A number between these bounds, both included.
    Within(Poly, Poly),
    /// The quotient of dividend and divisor, rounded down.
    Quotient(Atom, Atom),
    /// The remainder of dividend and divisor.
    Remainder(Atom, Atom),
}

/// From which limits of its type an integer is known to be far: the lower (`below`), the upper (`above`).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Side {
    below: bool,
    above: bool,
}

impl Side {
    pub const BELOW: Side = Side { below: true, above: false };
    pub const ABOVE: Side = Side { below: false, above: true };
    const BOTH: Side = Side { below: true, above: true };

    pub fn is_both(self) -> bool {
        self == Side::BOTH
    }

    pub fn as_pair(self) -> [bool; 2] {
        [self.below, self.above]
    }

    pub fn with(self, other: Side) -> Side {
        Side { below: self.below || other.below, above: self.above || other.above }
    }

    fn common(self, other: Side) -> Side {
        Side { below: self.below && other.below, above: self.above && other.above }
    }
}

impl Known<'_> {
    /// Records the definition of an `i64` by an expression that is not a sum or product.
    pub fn define_value(&mut self, name: Name, exp: &Exp) {
        match *exp {
            Exp::Bin(op @ (BinOp::Min | BinOp::Max), a, b) => {
                let (of_a, of_b) = (self.sides_of(a), self.sides_of(b));
                let (one, both) = (of_a.with(of_b), of_a.common(of_b));
                let sides = match op {
                    BinOp::Max => Side { below: one.below, above: both.above },
                    _ => Side { below: both.below, above: one.above },
                };
                self.mean(name, Meaning::Extreme(op, a, b), sides);
            }
            Exp::Bin(BinOp::Mod, a, divisor) => self.define_remainder(name, a, divisor),
            Exp::Bin(BinOp::And, a, b) => {
                let mask = [a, b].into_iter().filter_map(constant).find(|mask| *mask >= 0);
                self.define_within(name, mask.map(|_| Poly::zero()), mask.map(Poly::constant));
            }
            Exp::Bin(BinOp::Div, a, divisor) => self.define_quotient(name, a, divisor),
            Exp::Bin(BinOp::Shr, a, places) => {
                if let Some(places) = constant(places).filter(|places| (0..32).contains(places)) {
                    self.define_quotient(name, a, Atom::i64(1 << places));
                }
            }
            Exp::Convert(ScalarType::I64, Atom::Var(small)) => {
                let (least, greatest) = self.program.type_of(small).elem().and_then(range).unzip();
                self.define_within(name, least, greatest);
            }
            _ => {}
        }
    }

    /// Records the definition of an integer of at most 32 bits.
    pub fn define_narrow(&mut self, name: Name, exp: &Exp) {
        if let Exp::Convert(_, Atom::Var(wide)) = *exp
            && *self.program.type_of(wide) == Type::I64
        {
            self.narrowed.insert(name, wide);
        }
    }

    /// Returns the `i64` from which this small integer was converted, if its value is known to fit. Converting the
    /// integer back gives the same number.
    pub fn widened(&mut self, narrow: Atom) -> Option<Atom> {
        let narrow = narrow.var()?;
        let wide: Atom = (*self.narrowed.get(&narrow)?).into();
        let (least, greatest) = self.program.type_of(narrow).elem().and_then(range)?;
        let mut holds =
            |op, bound: Poly| self.decided(op, wide, Atom::i64(bound.as_constant()?)).filter(|holds| *holds);
        holds(CmpOp::Ge, least)?;
        holds(CmpOp::Le, greatest)?;
        Some(wide)
    }

    /// Records that the `i64` is `a` if the condition holds, otherwise `b`.
    pub fn define_case(&mut self, name: Name, cond: Atom, a: Atom, b: Atom) {
        let sides = self.sides_of(a).common(self.sides_of(b));
        self.mean(name, Meaning::Choice(cond, a, b), sides);
    }

    fn define_within(&mut self, name: Name, least: Option<Poly>, greatest: Option<Poly>) {
        let (Some(least), Some(greatest)) = (least, greatest) else { return };
        self.mean(name, Meaning::Within(least, greatest), Side::BOTH);
    }

    fn define_quotient(&mut self, name: Name, a: Atom, divisor: Atom) {
        let is_possible = constant(divisor).is_none_or(|divisor| (1..=MAX_CONSTANT).contains(&divisor));
        if self.tame_sum(a).is_some() && is_possible {
            self.has_quotients |= constant(divisor).is_some();
            if let Atom::Var(divisor) = divisor {
                let quotients = self.quotients.entry(divisor).or_default();
                if !quotients.contains(&name) {
                    quotients.push(name);
                }
            }
            self.mean(name, Meaning::Quotient(a, divisor), Side::BOTH);
        }
    }

    fn define_remainder(&mut self, name: Name, a: Atom, divisor: Atom) {
        self.remainders.insert((a, divisor), name);
        let is_positive = self.decided(CmpOp::Lt, Atom::i64(0), divisor) == Some(true);
        let last = self.tame_sum(divisor).and_then(|divisor| divisor.checked_sub(&Poly::one()));
        match last.filter(|_| is_positive) {
            Some(last) => self.mean(name, Meaning::Within(Poly::zero(), last), Side::BOTH),
            None => self.mean(name, Meaning::Remainder(a, divisor), Side::default()),
        }
    }

    /// Records what a name means in integers, and which of its sides are far from the limits of its type.
    fn mean(&mut self, name: Name, meaning: Meaning, sides: Side) {
        if let Meaning::Quotient(a, b) | Meaning::Remainder(a, b) = meaning {
            let sides: Vec<Poly> = [a, b].into_iter().filter_map(|side| self.sum(side)).collect();
            self.valued.extend(sides.iter().flat_map(names).chain([name]));
        }
        self.meanings.insert(name, meaning);
        for fact in self.facts_of_value(name) {
            self.valued.extend(names(&fact.poly));
        }
        if sides.is_both() {
            self.tame.insert(name);
        } else {
            self.sides.insert(name, sides);
        }
    }

    fn sides_of(&self, atom: Atom) -> Side {
        match atom {
            Atom::Var(name) if self.tame_exact(name).is_none() => self.sides.get(&name).copied().unwrap_or_default(),
            _ if self.tame_sum(atom).is_some() => Side::BOTH,
            _ => Side::default(),
        }
    }

    /// Returns the facts that follow from the integer's definition.
    pub fn facts_of_value(&self, name: Name) -> Vec<Fact> {
        let integer = Poly::var(name);
        let facts = match self.meanings.get(&name) {
            Some(Meaning::Extreme(op, a, b)) => [*a, *b].map(|side| {
                let side = self.sum(side)?;
                if *op == BinOp::Max { integer.checked_sub(&side) } else { side.checked_sub(&integer) }
            }),
            Some(Meaning::Within(least, greatest)) => [integer.checked_sub(least), greatest.checked_sub(&integer)],
            Some(&Meaning::Quotient(a, divisor)) => {
                return self.facts_of_quotient(&integer, a, divisor).unwrap_or_default();
            }
            Some(&Meaning::Remainder(_, divisor)) => match self.positive(divisor) {
                Some(divisor) => self.within_divisor(&integer, &divisor),
                None => [None, None],
            },
            Some(Meaning::Choice(..)) | None => [None, None],
        };
        facts.into_iter().flatten().map(|poly| Fact { poly, is_zero: false }).collect()
    }

    /// Returns the facts about `quotient = a / divisor`. The rest `a - quotient * divisor` is at least 0 and less than
    /// the divisor, and equals the variable bound to `a % divisor`, if there is one. Returns `None` if the divisor may
    /// not be positive, or a number has no polynomial.
    fn facts_of_quotient(&self, quotient: &Poly, a: Atom, divisor: Atom) -> Option<Vec<Fact>> {
        let remainder = self.remainders.get(&(a, divisor));
        let (a, divisor) = (self.sum(a)?, self.positive(divisor)?);
        let rest = a.checked_sub(&quotient.checked_mul(&divisor)?)?;
        let within = self.within_divisor(&rest, &divisor).into_iter().flatten();
        let mut facts: Vec<Fact> = within.map(|poly| Fact { poly, is_zero: false }).collect();
        if let Some(&remainder) = remainder {
            facts.push(Fact { poly: rest.checked_sub(&self.sum(remainder.into())?)?, is_zero: true });
        }
        Some(facts)
    }

    /// Returns the conditions `0 <= rest < divisor`.
    fn within_divisor(&self, rest: &Poly, divisor: &Poly) -> [Option<Poly>; 2] {
        let last = divisor.checked_sub(&Poly::one());
        [Some(rest.clone()), last.and_then(|last| last.checked_sub(rest))]
    }

    /// Returns the divisor, if it is evidently positive.
    fn positive(&self, divisor: Atom) -> Option<Poly> {
        self.sum(divisor).filter(|divisor| self.is_evidently_at_least(divisor, 1))
    }

    /// Returns the two values that the integer may have, and the condition for the first one; minima and maxima have no
    /// condition.
    pub fn cases(&self, name: Name) -> Option<(Option<Atom>, [Atom; 2])> {
        match *self.meanings.get(&name)? {
            Meaning::Extreme(_, a, b) => Some((None, [a, b])),
            Meaning::Choice(cond, a, b) => Some((Some(cond), [a, b])),
            Meaning::Within(..) | Meaning::Quotient(..) | Meaning::Remainder(..) => None,
        }
    }
}

fn constant(atom: Atom) -> Option<i64> {
    atom.constant().and_then(Scalar::as_i64)
}

/// Returns the least and the greatest value of a small type.
fn range(elem: ScalarType) -> Option<(Poly, Poly)> {
    if elem == ScalarType::Bool {
        return Some((Poly::zero(), Poly::one()));
    }
    let (least, greatest) = elem.integer_range().filter(|_| elem.bits() <= 32)?;
    Some((Poly::constant(i64::try_from(least).ok()?), Poly::constant(i64::try_from(greatest).ok()?)))
}
