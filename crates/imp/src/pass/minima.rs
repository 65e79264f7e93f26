//! Minima and maxima of floats ignore NaN, which takes two comparisons. If an operand is known to be a number, one is
//! enough.
//!
//! ```text
//! var acc : f32 := f32.nan        ==>    var acc : f32 := f32.nan
//! for i < n {                            var first : i64 := 0
//!   var x : f32 := xs.f32[i]             while (first < n) & isnan(acc) {
//!   acc <- min(acc, x)                     var i := first; var x : f32 := xs.f32[i]
//! }                                        acc <- min(acc, x); first <- first + 1
//!                                        }
//!                                        for w < n - first {
//!                                          var i := w + first; var x : f32 := xs.f32[i]
//!                                          acc <- select(x < acc, x, acc)
//!                                        }
//! ```
//!
//! A minimum is a number if one of its operands is, so a running minimum stays a number once it is one. A loop is
//! therefore split where all its minima have become numbers, usually after its first round. If they are numbers from
//! the start, it is not split. Of two zeros the minimum is the first operand, and of a number and NaN it is the number.
//! So for a number `a`
//!
//! ```text
//! min(a, x) = select(x < a, x, a)        min(x, a) = select(x <= a, x, a)
//! ```
//!
//! with `>` and `>=` for `max`. If `a` is a constant other than 0, either form is right in both places. Most machines
//! have one instruction for the first form. Only loops without inner loops and without operations on whole blocks are
//! considered.
//!
//! Needs: unique names. Guarantees: the same operations in the same order, with the same results. Cost: linear in the program's size
//! times the depth of its blocks; no loop grows to more than twice its size.

use crate::def::*;
use crate::linear::{binary, i64};
use crate::walk;
use base::{Error, Name, NameSource};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// Largest number of rounds of the analysis that finds which variables stay numbers in a loop.
const ROUNDS: usize = 4;
/// Largest size of the body of a loop that is split, in statements and expressions.
const SIZE: usize = 1_000;

pub fn minima(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let function = &mut program.functions[id];
        let types = walk::scalar_types(function);
        let body = std::mem::take(&mut function.body);
        let mut pass = Minima { names: &mut program.names, types, numbers: Known::default(), count: 0 };
        program.functions[id].body = pass.block(body);
    }
    Ok(program)
}

/// Floats known to be numbers, not NaN, with a log of the changes.
#[derive(Default)]
struct Known {
    names: FxHashSet<Name>,
    /// Variables that changed, each with whether it was known to be a number before.
    log: Vec<(Name, bool)>,
}

impl Known {
    fn set(&mut self, name: Name, is_number: bool) {
        let was = if is_number { !self.names.insert(name) } else { self.names.remove(&name) };
        if was != is_number {
            self.log.push((name, was));
        }
    }

    /// Undoes all changes since the log had this length. Returns, for each changed variable, whether it was known to be
    /// a number at the end.
    fn take_back(&mut self, length: usize) -> FxHashMap<Name, bool> {
        let changes = self.log.split_off(length.min(self.log.len()));
        let last = changes.iter().map(|(name, _)| (*name, self.names.contains(name))).collect();
        for (name, was) in changes.into_iter().rev() {
            _ = if was { self.names.insert(name) } else { self.names.remove(&name) };
        }
        last
    }

    /// Keeps what is known at the ends of both branches. `other`: the changes by the first branch. The second branch
    /// began when the log had this length.
    fn meet(&mut self, length: usize, other: &FxHashMap<Name, bool>) {
        let mut before = FxHashMap::default();
        for (name, was) in self.log.iter().skip(length) {
            before.entry(*name).or_insert(*was);
        }
        for (name, was) in before {
            if !other.get(&name).copied().unwrap_or(was) {
                self.set(name, false);
            }
        }
        other.iter().filter(|(_, is)| !**is).for_each(|(name, _)| self.set(*name, false));
    }
}

struct Minima<'a> {
    names: &'a mut NameSource,
    types: FxHashMap<Name, ScalarType>,
    numbers: Known,
    /// Number of minima and maxima that were replaced.
    count: usize,
}

impl Minima<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.len());
        for mut stm in block {
            match stm {
                Stm::If { mut cond, then_block, else_block } => {
                    self.exp(&mut cond);
                    let length = self.numbers.log.len();
                    let then_block = self.block(then_block);
                    let after = self.numbers.take_back(length);
                    let else_block = self.block(else_block);
                    self.numbers.meet(length, &after);
                    out.push(Stm::If { cond, then_block, else_block });
                }
                Stm::For { .. } | Stm::While { .. } => self.repeated(stm, &mut out),
                _ => {
                    // Whether the declared variable is a number follows from the minimum itself, before that becomes a
                    // comparison.
                    let number = match &stm {
                        Stm::Declare { name, init: value, .. } | Stm::Assign { name, value } => {
                            Some(*name).filter(|_| self.is_number(value))
                        }
                        _ => None,
                    };
                    walk::expressions_mut(&mut stm).into_iter().for_each(|exp| self.exp(exp));
                    walk::set(&stm).into_iter().for_each(|name| self.numbers.set(name, false));
                    number.into_iter().for_each(|name| self.numbers.set(name, true));
                    // Groups and tasks do not set outer variables.
                    for inner in walk::blocks_mut(&mut stm) {
                        *inner = self.block(std::mem::take(inner));
                    }
                    out.push(stm);
                }
            }
        }
        out
    }

    /// Rewrites a loop.
    fn repeated(&mut self, mut stm: Stm, out: &mut Block) {
        if let Stm::For { bound, .. } = &mut stm {
            self.exp(bound);
        }
        let floats: Vec<Name> = walk::blocks(&stm).flat_map(|body| self.floats_set(body)).collect();
        let mut kept = Vec::new();
        if walk::blocks(&stm).all(|body| is_simple(body)) {
            let known = floats.iter().filter(|name| self.numbers.names.contains(name)).copied().collect();
            let (lasting, count) = self.lasting(&stm, &floats, known);
            let (wished, more) = self.lasting(&stm, &floats, floats.clone());
            kept = lasting;
            if more > count
                && let Some(fast) = self.split(&stm, &wished, out)
            {
                let length = self.numbers.log.len();
                self.assume(&floats, &wished);
                out.push(self.looked_through(fast));
                self.numbers.take_back(length);
                self.assume(&floats, &kept);
                return;
            }
        }
        self.assume(&floats, &kept);
        out.push(self.looked_through(stm));
        self.assume(&floats, &kept);
    }

    /// Returns the outer floats that the block sets, in the order of the statements.
    fn floats_set(&self, block: &[Stm]) -> Vec<Name> {
        let mut seen = FxHashSet::default();
        let mut floats = Vec::new();
        walk::each_stm(block, &mut |stm| {
            let is_float = |name: &Name| self.types.get(name).is_some_and(|ty| ty.is_float());
            floats.extend(walk::set(stm).into_iter().filter(is_float).filter(|name| seen.insert(*name)));
        });
        floats
    }

    /// Assumes that of `floats` exactly `numbers` are numbers.
    fn assume(&mut self, floats: &[Name], numbers: &[Name]) {
        floats.iter().for_each(|name| self.numbers.set(*name, false));
        numbers.iter().for_each(|name| self.numbers.set(*name, true));
    }

    /// Rewrites the body of a loop, with what is known at the start of each of its rounds.
    fn looked_through(&mut self, mut stm: Stm) -> Stm {
        if let Stm::While { cond, .. } = &mut stm {
            self.exp(cond);
        }
        for body in walk::blocks_mut(&mut stm) {
            *body = self.block(std::mem::take(body));
        }
        stm
    }

    /// Returns those candidates that are numbers throughout the loop if they are before it, and the number of
    /// operations that are then replaced.
    fn lasting(&mut self, stm: &Stm, floats: &[Name], mut candidates: Vec<Name>) -> (Vec<Name>, usize) {
        for round in 0..=ROUNDS {
            if round == ROUNDS {
                candidates.clear();
            }
            let (length, before) = (self.numbers.log.len(), self.count);
            self.assume(floats, &candidates);
            self.looked_through(stm.clone());
            let left: Vec<Name> = candidates.iter().filter(|name| self.numbers.names.contains(name)).copied().collect();
            self.numbers.take_back(length);
            let count = std::mem::replace(&mut self.count, before) - before;
            if left.len() == candidates.len() {
                return (candidates, count);
            }
            candidates = left;
        }
        (Vec::new(), 0)
    }

    /// Emits rounds of the loop that run until the `wished` variables are numbers. Returns a loop for the remaining
    /// rounds.
    fn split(&mut self, stm: &Stm, wished: &[Name], out: &mut Block) -> Option<Stm> {
        let Stm::For { var, ty: ScalarType::I64, bound, body, parallel: false, spans } = stm else { return None };
        let unknown = wished.iter().filter(|name| !self.numbers.names.contains(name));
        let unknown = unknown.map(|name| Exp::Un(UnOp::IsNan, Box::new(Exp::Var(*name))));
        let is_unknown = unknown.reduce(|one, other| binary(BinOp::Or, one, other))?;
        if walk::size(body) > SIZE {
            return None;
        }
        let (end, first, counter) = (self.names.fresh("end"), self.names.fresh("first"), self.names.like(*var));
        let declare = |name: Name, init: Exp| Stm::Declare { name, ty: ScalarType::I64, init };
        let slow = self.names.like(*var);
        let mut rounds = vec![declare(slow, Exp::Var(first))];
        rounds.extend(walk::copy(body, FxHashMap::from_iter([(*var, slow)]), self.names));
        rounds.push(Stm::Assign { name: first, value: binary(BinOp::Add, Exp::Var(first), i64(1)) });
        let is_left = compare(CmpOp::Lt, Exp::Var(first), Exp::Var(end));
        out.push(declare(end, bound.clone()));
        out.push(declare(first, i64(0)));
        out.push(Stm::While { cond: binary(BinOp::And, is_left, is_unknown), body: rounds });
        let place = declare(*var, binary(BinOp::Add, Exp::Var(counter), Exp::Var(first)));
        let body = std::iter::once(place).chain(body.iter().cloned()).collect();
        let bound = binary(BinOp::Sub, Exp::Var(end), Exp::Var(first));
        Some(Stm::For { var: counter, ty: ScalarType::I64, bound, body, parallel: false, spans: spans.clone() })
    }

    fn exp(&mut self, exp: &mut Exp) {
        walk::operands_mut(exp).into_iter().for_each(|part| self.exp(part));
        if let Some(replacement) = self.comparison(exp) {
            *exp = replacement;
            self.count += 1;
        }
    }

    /// Returns the single comparison that a minimum or maximum becomes if an operand is a number.
    fn comparison(&self, exp: &Exp) -> Option<Exp> {
        let Exp::Bin(op @ (BinOp::Min | BinOp::Max), a, b) = exp else { return None };
        if !self.is_float(a) || !self.is_float(b) {
            return None;
        }
        let (number, other, is_first) = match (self.is_number(a), self.is_number(b)) {
            (true, _) => (a, b, true),
            (false, true) => (b, a, false),
            (false, false) => return None,
        };
        let is_strict = is_first || matches!(**number, Exp::Const(value) if value.as_f64() != Some(0.0));
        let op = match (op, is_strict) {
            (BinOp::Min, true) => CmpOp::Lt,
            (BinOp::Min, false) => CmpOp::Le,
            (_, true) => CmpOp::Gt,
            (_, false) => CmpOp::Ge,
        };
        let is_other = compare(op, (**other).clone(), (**number).clone());
        Some(Exp::Select(Box::new(is_other), other.clone(), number.clone()))
    }

    /// Whether the expression is a float that may be evaluated twice.
    fn is_float(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Const(value) => value.scalar_type().is_float(),
            Exp::Var(name) => self.types.get(name).is_some_and(|ty| ty.is_float()),
            _ => false,
        }
    }

    /// Whether a float is known not to be NaN.
    fn is_number(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Const(value) => value.as_f64().is_some_and(|value| !value.is_nan()),
            Exp::Var(name) => self.numbers.names.contains(name),
            Exp::Un(UnOp::Neg | UnOp::Abs, a) => self.is_number(a),
            Exp::Bin(BinOp::Min | BinOp::Max, a, b) => self.is_number(a) || self.is_number(b),
            Exp::Select(_, a, b) => self.is_number(a) && self.is_number(b),
            _ => false,
        }
    }
}

fn compare(op: CmpOp, a: Exp, b: Exp) -> Exp {
    Exp::Cmp(op, Box::new(a), Box::new(b))
}

/// Whether the block has no loops and no operations on whole blocks of memory.
fn is_simple(block: &[Stm]) -> bool {
    let mut simple = true;
    walk::each_stm(block, &mut |stm| {
        simple &= matches!(
            stm,
            Stm::Declare { .. }
                | Stm::Assign { .. }
                | Stm::SetWord { .. }
                | Stm::Write { .. }
                | Stm::If { .. }
                | Stm::Assert { .. }
        );
    });
    simple
}
