//! Ends: a loop goes without checks of small integers that hold in its first and its last round.
//!
//! ```text
//! for i < n {                             ==>   var last := n - 1, k := i64(k_i32)
//!   var at : i32 := i32(i) + k_i32              if last, k and last + k fit an i32 & 0 <= k & last + k < m {
//!   var x : i64 := i64(at)                        for i < n { var wide : i64 := i + k, and B of it }
//!   assert and(0 <= x, x < m)                   } else {
//!   B of x                                        for i < n { .. as it was .. }
//! }                                             }
//! ```
//!
//! An integer made of the loop's variable by sums, differences, products with invariants, and conversions is linear in
//! it as long as nothing wraps. A linear integer lies, in each round, between its first and its last value. So if it
//! does not wrap at the ends, it never does, and a comparison of two such integers that holds at the ends always holds.
//! (This is loop versioning; `peel` handles checks of 64-bit integers alone.) Without its checks a loop may be
//! vectorised, and its indices, which do not wrap, are known to be consecutive.
//!
//! Needs: unique names. Guarantees: the same operations in the same order, but for checks that pass. Cost: linear in the
//! code that it makes, which is at most three times the nest's.

use crate::def::*;
use crate::fold;
use crate::linear::{self, Definitions, expression, i64};
use crate::walk;
use base::{Error, Name, NameSource};
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Largest depth of nested loops in a loop, itself included. In deeper nests the checks cost little beside the work.
const LEVELS: usize = 2;
/// Largest size of a loop's body, in statements and expressions.
const SIZE: usize = 1_000;
/// Largest number of comparisons before a loop.
const CONDITIONS: usize = 64;
/// Smallest number of rounds that is worth a version.
const ROUNDS: i128 = 4;
/// Largest depth of definitions and expressions that are followed.
const DEPTH: usize = 100;
/// Largest weight (terms and factors) of an integer's first or last value.
const WEIGHT: usize = 50;
/// Largest absolute value of the 64-bit integers with which the pass calculates. Such integers have `REACH_BITS` bits.
const REACH: i64 = 1 << 40;
const REACH_BITS: u32 = 42;

pub fn check_ends(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let function = &mut program.functions[id];
        let definitions = Definitions::of(function);
        let types = walk::scalar_types(function);
        let body = std::mem::take(&mut function.body);
        let mut pass = Pass { names: &mut program.names, definitions, types };
        program.functions[id].body = pass.block(body);
    }
    Ok(program)
}

struct Pass<'a> {
    names: &'a mut NameSource,
    definitions: Definitions,
    types: FxHashMap<Name, ScalarType>,
}

impl Pass<'_> {
    /// Rewrites a block, outer loops first. The version with checks is not changed further: there a check fails or an
    /// integer wraps.
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.len());
        for stm in block {
            match self.versions(&stm, &mut out) {
                Some((cond, fast)) => {
                    let slow = walk::copy(&[stm], FxHashMap::default(), self.names);
                    out.push(Stm::If { cond, then_block: vec![self.inside(fast)], else_block: slow });
                }
                None => out.push(self.inside(stm)),
            }
        }
        out
    }

    fn inside(&mut self, mut stm: Stm) -> Stm {
        for inner in walk::blocks_mut(&mut stm) {
            *inner = self.block(std::mem::take(inner));
        }
        stm
    }

    /// Returns the loop without the checks that its first and last round decide, and the condition under which it may
    /// run. Declarations for the condition go to `out`.
    fn versions(&mut self, stm: &Stm, out: &mut Block) -> Option<(Exp, Stm)> {
        let Stm::For { var, ty, bound, body, .. } = stm else { return None };
        let is_short = matches!(bound, Exp::Const(bound) if bound.as_i128().is_some_and(|bound| bound < ROUNDS));
        let is_large = walk::loop_depth(body) >= LEVELS || walk::size(body) > SIZE;
        if is_short || is_large || !walk::is_plain(body) || has_tasks(body) {
            return None;
        }
        let inner = walk::declared(body).into_iter().collect();
        let last = self.names.fresh("last");
        let mut rounds = Rounds { pass: self, last, inner, learnt: Learnt::default() };
        rounds.enter(*var, *ty, bound)?;
        let mut passed = Vec::new();
        walk::each_stm(body, &mut |stm| {
            let Stm::Assert { cond, .. } = stm else { return };
            if rounds.attempt(|rounds| rounds.ask(cond, DEPTH)).is_some() {
                passed.push(cond.clone());
            }
        });
        if passed.is_empty() || rounds.learnt.fits.is_empty() {
            return None;
        }
        let conditions = rounds.conditions().filter(|conditions| conditions.len() <= CONDITIONS)?;
        let Learnt { before, wide, .. } = rounds.learnt;
        self.types.extend(wide.values().map(|(name, _)| (*name, ScalarType::I64)));
        self.types.extend(before.iter().filter_map(walk::declared_by).map(|name| (name, ScalarType::I64)));
        out.extend(before);
        let mut fast = stm.clone();
        for body in walk::blocks_mut(&mut fast) {
            *body = fold::without_unused(unchecked(std::mem::take(body), &passed, &wide));
        }
        let mut cond: Option<Exp> = None;
        for condition in conditions {
            let name = self.names.fresh("holds");
            out.push(Stm::Declare { name, ty: ScalarType::Bool, init: condition });
            let so_far = cond.map(|cond| linear::binary(BinOp::And, cond, Exp::Var(name)));
            cond = Some(so_far.unwrap_or(Exp::Var(name)));
        }
        Some((cond?, fast))
    }
}

/// Returns the block without the `passed` checks, where small integers are also declared as `i64`.
fn unchecked(block: Block, passed: &[Exp], wide: &FxHashMap<Name, (Name, Exp)>) -> Block {
    let mut out = Vec::with_capacity(block.len());
    for mut stm in block {
        if matches!(&stm, Stm::Assert { cond, .. } if passed.contains(cond)) {
            continue;
        }
        walk::expressions_mut(&mut stm).into_iter().for_each(|exp| widen(exp, wide));
        if let Stm::Declare { name, ty, init } = &mut stm
            && let Some((wide, sum)) = wide.get(name)
        {
            out.push(Stm::Declare { name: *wide, ty: ScalarType::I64, init: sum.clone() });
            *init = Exp::Convert(*ty, Box::new(Exp::Var(*wide)));
        }
        for inner in walk::blocks_mut(&mut stm) {
            *inner = unchecked(std::mem::take(inner), passed, wide);
        }
        out.push(stm);
    }
    out
}

/// Replaces conversions of small integers to `i64` by their `i64` variables.
fn widen(exp: &mut Exp, wide: &FxHashMap<Name, (Name, Exp)>) {
    walk::operands_mut(exp).into_iter().for_each(|part| widen(part, wide));
    if let Exp::Convert(ScalarType::I64, small) = exp
        && let Exp::Var(name) = **small
        && let Some((wide, _)) = wide.get(&name)
    {
        *exp = Exp::Var(*wide);
    }
}

/// An integer that is linear in the loop's variable as long as nothing wraps.
#[derive(Clone)]
struct Line {
    first: Poly,
    last: Poly,
    /// Its value in a round, as an `i64`.
    value: Exp,
    /// Number of bits that the value takes, including the sign.
    bits: u32,
}

/// The loop that is being examined.
struct Rounds<'p, 'n> {
    pass: &'p mut Pass<'n>,
    /// Variable for the number of the last round.
    last: Name,
    /// Variables that the body declares.
    inner: FxHashSet<Name>,
    learnt: Learnt,
}

#[derive(Clone, Default)]
struct Learnt {
    lines: FxHashMap<Name, Line>,
    /// Declarations to be placed before the loop.
    before: Block,
    /// For each small integer that the loop declares, an `i64` variable and that variable's value.
    wide: FxHashMap<Name, (Name, Exp)>,
    /// Conditions for integers not to wrap. Each compares with a constant.
    fits: Vec<Order>,
    /// Conditions at both ends of the range. If they hold, the loop's checks pass in each round.
    orders: Vec<Order>,
    /// Loop-invariant booleans that must be true for the checks to pass.
    flags: Vec<Exp>,
}

/// A condition of the form `small + gap <= large`.
#[derive(Clone)]
struct Order {
    small: Poly,
    large: Poly,
    gap: i64,
    /// Whether `large - small` is known to fit an `i64`.
    is_near: bool,
}

impl Order {
    fn condition(&self) -> Exp {
        let op = if self.gap == 0 { CmpOp::Le } else { CmpOp::Lt };
        let more =
            self.large.checked_sub(&self.small).filter(|more| self.is_near && more.weight() < self.large.weight());
        let (small, large) = match &more {
            Some(more) => (&Poly::zero(), more),
            None => (&self.small, &self.large),
        };
        Exp::Cmp(op, Box::new(expression(small)), Box::new(expression(large)))
    }

    /// Returns `large - small - gap`, which must not be negative.
    fn rest(&self) -> Option<Poly> {
        self.large.checked_sub(&self.small)?.checked_sub(&Poly::constant(self.gap))
    }
}

impl Rounds<'_, '_> {
    /// Enters a loop whose variable goes from 0 to the bound.
    fn enter(&mut self, var: Name, ty: ScalarType, bound: &Exp) -> Option<()> {
        let (value, bits) = of_type(Exp::Var(var), ty)?;
        let (bound, _) = of_type(bound.clone(), ty)?;
        let last = self.last;
        self.declare(last, linear::binary(BinOp::Sub, bound, i64(1)));
        self.learnt.lines.insert(var, Line { first: Poly::zero(), last: Poly::var(last), value, bits });
        Some(())
    }

    /// Declares an `i64` variable before the loop.
    fn declare(&mut self, name: Name, init: Exp) {
        self.learnt.before.push(Stm::Declare { name, ty: ScalarType::I64, init });
    }

    /// Records conditions at both ends of the range that make `cond` hold in each round. `None` if there are none.
    fn ask(&mut self, cond: &Exp, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match cond {
            Exp::Const(Scalar::Bool(true)) => Some(()),
            Exp::Var(name) if self.pass.definitions.is_mutable(*name) => None,
            Exp::Var(name) if !self.inner.contains(name) => {
                self.learnt.flags.push(cond.clone());
                Some(())
            }
            Exp::Var(name) => {
                let cond = self.pass.definitions.get(*name)?.clone();
                self.ask(&cond, depth)
            }
            Exp::Bin(BinOp::And, a, b) => {
                self.ask(a, depth)?;
                self.ask(b, depth)
            }
            // Takes the operand with more conditions. The other one is for special cases, such as an empty slice.
            Exp::Bin(BinOp::Or, a, b) => {
                let sides = [a, b].map(|side| {
                    let before = self.learnt.clone();
                    let asked = self.ask(side, depth);
                    let learnt = std::mem::replace(&mut self.learnt, before);
                    asked.map(|()| learnt)
                });
                self.learnt = sides.into_iter().flatten().max_by_key(|learnt| learnt.orders.len())?;
                Some(())
            }
            Exp::Cmp(op, a, b) => {
                let (a, b) = (self.line(a, depth)?, self.line(b, depth)?);
                let (less, more) = if matches!(op, CmpOp::Gt | CmpOp::Ge) { (&b, &a) } else { (&a, &b) };
                let gap = i64::from(matches!(op, CmpOp::Lt | CmpOp::Gt));
                match op {
                    CmpOp::Ne => None,
                    CmpOp::Eq => {
                        self.order(less, more, 0)?;
                        self.order(more, less, 0)
                    }
                    _ => self.order(less, more, gap),
                }
            }
            _ => None,
        }
    }

    fn order(&mut self, small: &Line, large: &Line, gap: i64) -> Option<()> {
        let is_near = small.bits.max(large.bits) < i64::BITS;
        for (small, large) in [(&small.first, &large.first), (&small.last, &large.last)] {
            let order = Order { small: small.clone(), large: large.clone(), gap, is_near };
            if self.is_known(&order) == Some(false) {
                return None;
            }
            self.learnt.orders.push(order);
        }
        Some(())
    }

    /// Runs `find`. If it fails, forgets the conditions that it recorded.
    fn attempt<T>(&mut self, find: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.learnt.clone();
        let found = find(self);
        if found.is_none() {
            self.learnt = before;
        }
        found
    }

    /// Returns the expression as a line, if it is linear in the loop's variable. Looks at most `depth` levels deep.
    fn line(&mut self, exp: &Exp, depth: usize) -> Option<Line> {
        let depth = depth.checked_sub(1)?;
        match exp {
            Exp::Const(value) => {
                let value = i64::try_from(value.as_i128()?).ok()?;
                let bits = i64::BITS + 1 - value.unsigned_abs().leading_zeros();
                Some(Line { first: Poly::constant(value), last: Poly::constant(value), value: i64(value), bits })
            }
            Exp::Var(name) => self.variable(*name, depth),
            Exp::Convert(ScalarType::I64, a) => self.line(a, depth),
            Exp::Convert(ty, a) => {
                let line = self.line(a, depth)?;
                self.fit(line, *ty)
            }
            Exp::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let ty = self.type_of(a)?;
                let (a, b) = (self.line(a, depth)?, self.line(b, depth)?);
                let (a, b) = (self.tame(a)?, self.tame(b)?);
                let line = combined(*op, a, b).filter(|line| line.bits < i64::BITS)?;
                if ty == ScalarType::I64 { Some(line) } else { self.fit(line, ty) }
            }
            _ => None,
        }
    }

    /// Returns a variable as a line. Makes an `i64` variable for a variable of a smaller type.
    fn variable(&mut self, name: Name, depth: usize) -> Option<Line> {
        if let Some(line) = self.learnt.lines.get(&name) {
            return Some(line.clone());
        }
        let ty = *self.pass.types.get(&name)?;
        let (value, bits) = of_type(Exp::Var(name), ty)?;
        if self.pass.definitions.is_mutable(name) {
            return None;
        }
        let line = if self.inner.contains(&name) {
            let init = self.pass.definitions.get(name)?.clone();
            let line = self.line(&init, depth)?;
            if ty == ScalarType::I64 {
                Line { value, ..line }
            } else {
                let wide = self.pass.names.like(name);
                self.learnt.wide.insert(name, (wide, line.value));
                Line { value: Exp::Var(wide), ..line }
            }
        } else {
            let mut wide = name;
            if ty != ScalarType::I64 {
                wide = self.pass.names.like(name);
                self.declare(wide, value);
            }
            Line { first: Poly::var(wide), last: Poly::var(wide), value: Exp::Var(wide), bits }
        };
        self.learnt.lines.insert(name, line.clone());
        Some(line)
    }

    /// Returns the line as an integer of a small type, under the condition that it fits.
    fn fit(&mut self, line: Line, ty: ScalarType) -> Option<Line> {
        let bits = bits(ty).filter(|_| ty != ScalarType::I64)?;
        let (least, greatest) = ty.integer_range()?;
        self.within(&line, i64::try_from(least).ok()?, i64::try_from(greatest).ok()?)?;
        Some(Line { bits, ..line })
    }

    /// Returns the line, under the condition that the integer is small enough to calculate with.
    fn tame(&mut self, line: Line) -> Option<Line> {
        if line.bits <= REACH_BITS {
            return Some(line);
        }
        self.within(&line, -REACH, REACH)?;
        Some(Line { bits: REACH_BITS, ..line })
    }

    /// Adds the conditions that the line's ends are in this range. `None` if one of them never holds.
    fn within(&mut self, line: &Line, least: i64, greatest: i64) -> Option<()> {
        for end in [&line.first, &line.last] {
            let (least, greatest) = (Poly::constant(least), Poly::constant(greatest));
            let (above, below) = (
                Order { small: least, large: end.clone(), gap: 0, is_near: false },
                Order { small: end.clone(), large: greatest, gap: 0, is_near: false },
            );
            for order in [above, below] {
                match self.is_known(&order) {
                    Some(true) => {}
                    Some(false) => return None,
                    None => self.learnt.fits.push(order),
                }
            }
        }
        Some(())
    }

    /// Returns all conditions for the version without checks. Those that other loops are likely to share come first.
    /// `None` if one of them never holds.
    fn conditions(&self) -> Option<Vec<Exp>> {
        let mut rests: Vec<Poly> = Vec::new();
        let mut conditions = self.learnt.flags.clone();
        let fits = self.learnt.fits.iter().map(|fit| self.beyond(fit));
        for order in fits.chain(self.learnt.orders.iter().cloned()) {
            match self.is_known(&order) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            let rest = order.rest()?;
            if !rests.contains(&rest) {
                rests.push(rest);
                conditions.push(order.condition());
            }
        }
        Some(conditions)
    }

    /// Returns the strongest recorded condition that implies `fit`. If an integer that must be small is bounded by one
    /// that an array's bounds check limits, that check is enough.
    fn beyond(&self, fit: &Order) -> Order {
        let orders = &self.learnt.orders;
        let is_below = fit.large.as_constant().is_some();
        let mut found = fit.clone();
        for _ in orders {
            let mut next = found.clone();
            if is_below {
                let Some(order) = orders.iter().find(|order| order.small == found.small) else { break };
                next.small = order.large.clone();
            } else {
                let Some(order) = orders.iter().find(|order| order.large == found.large) else { break };
                next.large = order.small.clone();
            }
            if self.is_known(&next) == Some(false) {
                break;
            }
            found = next;
        }
        found
    }

    fn is_known(&self, order: &Order) -> Option<bool> {
        let rest = order.rest()?;
        if self.least(&rest) >= Some(0) { Some(true) } else { rest.as_constant().map(|_| false) }
    }

    /// Returns a lower bound of a sum, given that the last round's number is not negative if there is a round.
    fn least(&self, sum: &Poly) -> Option<i64> {
        sum.terms().try_fold(0i64, |least, (names, factor)| match names {
            [] => least.checked_add(factor),
            [name] if *name == self.last && factor > 0 => Some(least),
            _ => None,
        })
    }

    fn type_of(&self, exp: &Exp) -> Option<ScalarType> {
        match exp {
            Exp::Const(value) => Some(value.scalar_type()),
            Exp::Var(name) => self.pass.types.get(name).copied(),
            Exp::Convert(ty, _) => Some(*ty),
            Exp::Bin(_, a, _) => self.type_of(a),
            _ => None,
        }
    }
}

/// Returns the integer converted to `i64`, and its number of bits including the sign. `None` if the type is not an
/// integer.
fn of_type(integer: Exp, ty: ScalarType) -> Option<(Exp, u32)> {
    let bits = bits(ty)?;
    Some((if ty == ScalarType::I64 { integer } else { Exp::Convert(ScalarType::I64, Box::new(integer)) }, bits))
}

fn bits(ty: ScalarType) -> Option<u32> {
    let bits = ty.bits() + u32::from(ty.is_unsigned());
    (ty.is_integer() && bits <= i64::BITS).then_some(bits)
}

/// Returns the sum, difference or product if it is linear too.
fn combined(op: BinOp, a: Line, b: Line) -> Option<Line> {
    let of_ends = |a: &Poly, b: &Poly| match op {
        BinOp::Add => a.checked_add(b),
        BinOp::Sub => a.checked_sub(b),
        _ => a.checked_mul(b),
    };
    let is_line = op != BinOp::Mul || a.first == a.last || b.first == b.last;
    let bits = if op == BinOp::Mul { a.bits + b.bits - 1 } else { a.bits.max(b.bits) + 1 };
    let (first, last) = (of_ends(&a.first, &b.first)?, of_ends(&a.last, &b.last)?);
    let is_light = first.weight() <= WEIGHT && last.weight() <= WEIGHT;
    let value = linear::binary(op, a.value, b.value);
    (is_line && is_light).then_some(Line { first, last, value, bits })
}

fn has_tasks(block: &[Stm]) -> bool {
    let mut found = false;
    walk::each_stm(block, &mut |stm| found |= matches!(stm, Stm::Tasks { .. } | Stm::Launch { .. }));
    found
}
