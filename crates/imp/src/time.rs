//! Time estimates of code, in nanoseconds, as expressions over variables known before the code runs. They need only be
//! good enough to decide on tasks.

use crate::def::*;
use crate::linear::binary;
use crate::walk;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar, ScalarType, UnOp};

/// Assumed number of rounds of a loop whose bound is unknown.
const ROUNDS: f64 = 8.0;
const ALLOCATION: f64 = 20.0;
const CALL: f64 = 500.0;
const READ: f64 = 0.15;
const WRITE: f64 = 0.15;
/// Time in nanoseconds of an atomic operation that depends on the old element, without contention: 5 to 13, depending
/// on how much of the block is in a cache.
const ATOMIC: f64 = 8.0;
/// Time in nanoseconds of scalar arithmetic, of which a processor does several operations at a time.
const SIMPLE: f64 = 0.1;
/// Time in nanoseconds of a mathematical function such as a sine.
const MATHEMATICS: f64 = 8.0;
/// Time in nanoseconds for which a round waits for the previous one, as in a float sum, whose order is fixed.
const LATENCY: f64 = 0.5;
/// Factor for a round of an innermost loop with independent rounds, because vectors have several elements.
const VECTOR: f64 = 0.2;
/// Time in nanoseconds to copy a byte.
const COPY: f64 = 0.03;
/// Largest number of sums and products in an estimate.
const TERMS: usize = 24;
/// Largest size of an expression that replaces a variable in an estimate, in subexpressions.
const LARGEST: usize = 64;

/// Returns the time of one round of a loop, over variables that are neither the loop's nor in `own`. The variable
/// `first`, the number of its first round, counts as 0. `average` pairs a variable of the round with one that holds its
/// average.
pub fn of_round(looped: &Stm, own: &FxHashSet<Name>, first: Name, average: Option<(Name, Name)>) -> Exp {
    let Stm::For { var, body, parallel, .. } = looped else { return f64(0.0) };
    let block = std::slice::from_ref(looped);
    let own = walk::declared(block).into_iter().chain(own.iter().copied()).collect();
    let mut values = FxHashMap::default();
    walk::each_stm(block, &mut |stm| match stm {
        Stm::Declare { name, init, .. } => _ = values.insert(*name, Value::Of(init)),
        Stm::For { var, bound, ty: ScalarType::I64, .. } => _ = values.insert(*var, Value::HalfOf(bound)),
        _ => {}
    });
    walk::assigned(block).iter().for_each(|name| _ = values.remove(name));
    let average = average.map(|(name, average)| (name, Exp::Var(average)));
    values.extend(average.iter().map(|(name, average)| (*name, Value::Of(average))));
    values.insert(first, Value::Zero);
    values.insert(*var, Value::Zero);
    Estimator { own: &own, values }.round(*var, body, *parallel).exp()
}

/// Returns the time to copy one element of this type.
pub fn of_copy(elem: ScalarType) -> Exp {
    f64(COPY * elem.bytes() as f64)
}

/// An estimate, as a sum of a constant and further terms.
#[derive(Default)]
struct Estimate {
    constant: f64,
    terms: Vec<Exp>,
}

impl Estimate {
    fn of(constant: f64) -> Estimate {
        Estimate { constant, terms: Vec::new() }
    }

    fn add(&mut self, other: Estimate) {
        self.constant += other.constant;
        self.terms.extend(other.terms);
        if self.terms.len() > TERMS {
            self.constant += ROUNDS * (self.terms.len() - TERMS) as f64;
            self.terms.truncate(TERMS);
        }
    }

    fn exp(self) -> Exp {
        let zero = f64(0.0);
        let constant = Some(f64(self.constant)).filter(|constant| *constant != zero);
        let terms = constant.into_iter().chain(self.terms);
        terms.reduce(|sum, term| binary(BinOp::Add, sum, term)).unwrap_or(zero)
    }

    /// Returns the estimate times a number of rounds.
    fn times(self, rounds: Exp) -> Estimate {
        Estimate { constant: 0.0, terms: vec![binary(BinOp::Mul, rounds, self.exp())] }
    }

    fn scaled(self, rounds: f64) -> Estimate {
        let terms = self.terms.into_iter().map(|term| binary(BinOp::Mul, f64(rounds), term)).collect();
        Estimate { constant: self.constant * rounds, terms }
    }
}

/// Assumed value of a variable that is never assigned.
enum Value<'a> {
    Of(&'a Exp),
    /// Half of the expression: the average of a loop's counter with this bound.
    HalfOf(&'a Exp),
    Zero,
}

struct Estimator<'a> {
    own: &'a FxHashSet<Name>,
    values: FxHashMap<Name, Value<'a>>,
}

impl Estimator<'_> {
    fn block(&self, block: &[Stm]) -> Estimate {
        let mut sum = Estimate::default();
        block.iter().for_each(|stm| sum.add(self.stm(stm)));
        sum
    }

    fn stm(&self, stm: &Stm) -> Estimate {
        let mut sum = Estimate::of(walk::expressions(stm).map(of_exp).sum());
        match stm {
            Stm::Allocate { .. } | Stm::Construct { .. } => sum.constant += ALLOCATION,
            Stm::Call { .. } => sum.constant += CALL,
            Stm::Copy { elem, count, .. } => {
                sum.add(self.often(count, ScalarType::I64, Estimate::of(COPY * elem.bytes() as f64)));
            }
            Stm::Atomic { old, value, .. } if walk::variables(value).contains(old) => sum.constant += ATOMIC,
            Stm::Write { .. } | Stm::Atomic { .. } => sum.constant += WRITE,
            Stm::For { var, ty, bound, body, parallel, .. } => {
                sum.add(self.often(bound, *ty, self.round(*var, body, *parallel)));
            }
            Stm::Tasks { bound, body, .. } | Stm::Threads { bound, body, .. } => {
                sum.add(self.often(bound, ScalarType::I64, self.block(body)))
            }
            Stm::While { body, .. } => sum.add(self.block(body).scaled(ROUNDS)),
            // Assumes that each branch runs half of the time. A branch without an alternative always runs.
            Stm::If { then_block, else_block, .. } => {
                let parts = if else_block.is_empty() { 1.0 } else { 0.5 };
                sum.add(self.block(then_block).scaled(parts));
                sum.add(self.block(else_block).scaled(parts));
            }
            Stm::Ordered { body } => sum.add(self.block(body)),
            _ => {}
        }
        sum
    }

    /// Returns the time of one round of a loop.
    fn round(&self, var: Name, body: &[Stm], is_independent: bool) -> Estimate {
        if is_independent && suits_vectors(body) {
            return self.block(body).scaled(VECTOR);
        }
        if is_independent && let Some(sum) = sum_of_column(var, body) {
            return self.often(sum.bound, sum.ty, self.block(sum.body).scaled(VECTOR));
        }
        let mut once = self.block(body);
        if !is_independent {
            once.constant += waits(body);
        }
        once
    }

    fn often(&self, count: &Exp, ty: ScalarType, once: Estimate) -> Estimate {
        match self.known(count, ty == ScalarType::I64, &mut 0) {
            Some(Exp::Const(scalar)) => once.scaled(scalar.as_i64().unwrap_or(0).max(0) as f64),
            Some(count) => once.times(Exp::Convert(ScalarType::F64, Box::new(count))),
            None => once.scaled(ROUNDS),
        }
    }

    /// Returns the value of the expression in the loop's first round, in terms of variables known before the loop.
    fn known(&self, exp: &Exp, is_i64: bool, size: &mut usize) -> Option<Exp> {
        *size += 1;
        if *size > LARGEST {
            return None;
        }
        match exp {
            Exp::Var(name) => match self.values.get(name) {
                Some(Value::Of(value)) => self.known(value, is_i64, size),
                Some(Value::HalfOf(bound)) => {
                    Some(binary(BinOp::Quot, self.known(bound, is_i64, size)?, Exp::Const(Scalar::I64(2))))
                }
                Some(Value::Zero) => Some(Exp::Const(Scalar::I64(0))),
                None => (!self.own.contains(name)).then(|| exp.clone()),
            },
            Exp::Const(_) => Some(exp.clone()),
            Exp::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max), a, b) => {
                Some(folded(*op, self.known(a, is_i64, size)?, self.known(b, is_i64, size)?))
            }
            // Because it is computed before any check, a divisor may be zero.
            Exp::Bin(op @ (BinOp::Quot | BinOp::Div), a, b) if is_i64 => {
                let divisor = binary(BinOp::Max, self.known(b, is_i64, size)?, Exp::Const(Scalar::I64(1)));
                Some(binary(*op, self.known(a, is_i64, size)?, divisor))
            }
            Exp::Convert(to, a) => Some(Exp::Convert(*to, Box::new(self.known(a, false, size)?))),
            _ => None,
        }
    }
}

/// Whether C compilers are likely to vectorise a loop with this body if its rounds are independent.
pub fn suits_vectors(body: &[Stm]) -> bool {
    is_innermost(body) && !calls_mathematics(body)
}

/// Whether the body has no loop, call or other nested block.
fn is_innermost(body: &[Stm]) -> bool {
    body.iter().all(|stm| match stm {
        Stm::If { then_block, else_block, .. } => is_innermost(then_block) && is_innermost(else_block),
        Stm::Call { .. } | Stm::Allocate { .. } | Stm::Copy { .. } => false,
        _ => walk::blocks(stm).next().is_none(),
    })
}

/// Whether the body calls functions of the C library, which are not vectorised.
fn calls_mathematics(body: &[Stm]) -> bool {
    let mut calls = false;
    walk::each_exp(body, &mut |exp| calls |= own_time(exp) >= MATHEMATICS);
    calls
}

/// Returns how long a round waits for values that the previous round assigns.
fn waits(body: &[Stm]) -> f64 {
    let is_assigned = |stm: &&Stm| matches!(stm, Stm::Assign { .. });
    LATENCY * body.iter().filter(is_assigned).count().min(1) as f64
}

/// An inner loop of a round.
struct Inner<'a> {
    bound: &'a Exp,
    ty: ScalarType,
    body: &'a [Stm],
}

/// Returns the only loop in a round, if it reads elements that are adjacent to those of the next round. `interchange`
/// lets such rounds run side by side.
fn sum_of_column(var: Name, body: &[Stm]) -> Option<Inner<'_>> {
    let mut columns = FxHashSet::from_iter([var]);
    let mut inner = None;
    for stm in body {
        match stm {
            Stm::Declare { name, init, .. } if is_next(init, &columns) => _ = columns.insert(*name),
            Stm::Declare { .. } | Stm::Assign { .. } | Stm::Write { .. } => {}
            Stm::For { bound, ty, body, .. } if inner.is_none() => inner = Some(Inner { bound, ty: *ty, body }),
            _ => return None,
        }
    }
    let inner = inner?;
    let is_plain = inner.body.iter().all(|stm| matches!(stm, Stm::Declare { .. } | Stm::Assign { .. }));
    let mut reads_rows = false;
    walk::each_exp(inner.body, &mut |exp| {
        reads_rows |= matches!(exp, Exp::Read { index, .. } if is_next(index, &columns));
    });
    (is_plain && reads_rows).then_some(inner)
}

/// Whether one of the variables is a term of the expression.
fn is_next(exp: &Exp, columns: &FxHashSet<Name>) -> bool {
    match exp {
        Exp::Var(name) => columns.contains(name),
        Exp::Bin(BinOp::Add, a, b) => is_next(a, columns) || is_next(b, columns),
        _ => false,
    }
}

/// Returns the time of an expression, which depends on its form alone. The computation of indices overlaps with other
/// work, so it is not counted.
fn of_exp(exp: &Exp) -> f64 {
    if let Exp::Read { index, .. } = exp {
        let mut reads = 0;
        walk::each_part(index, &mut |part| reads += matches!(part, Exp::Read { .. }) as usize);
        return READ * (1 + reads) as f64;
    }
    own_time(exp) + walk::operands(exp).map(of_exp).sum::<f64>()
}

/// Returns the time of the operator itself.
fn own_time(exp: &Exp) -> f64 {
    match exp {
        Exp::Const(_) | Exp::Var(_) => 0.0,
        Exp::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ..) => 1.0,
        Exp::Bin(BinOp::Pow | BinOp::Atan2, ..) => 2.0 * MATHEMATICS,
        Exp::Un(UnOp::Sqrt | UnOp::Rsqrt, _) => 2.0,
        Exp::Un(op, _) if !is_simple(*op) => MATHEMATICS,
        _ => SIMPLE,
    }
}

/// Combines two expressions, simplifying sums and products with zero.
fn folded(op: BinOp, a: Exp, b: Exp) -> Exp {
    let is_zero = |exp: &Exp| matches!(exp, Exp::Const(Scalar::I64(0)));
    match op {
        BinOp::Add if is_zero(&a) => b,
        BinOp::Add | BinOp::Sub if is_zero(&b) => a,
        BinOp::Mul if is_zero(&a) || is_zero(&b) => Exp::Const(Scalar::I64(0)),
        _ => binary(op, a, b),
    }
}

fn is_simple(op: UnOp) -> bool {
    use UnOp::*;
    matches!(
        op,
        Neg | Not | Abs | Sgn | Popc | Clz | Ctz | Floor | Ceil | Trunc | Round | IsNan | IsInf | ToBits | FromBits
    )
}

/// Returns a constant rounded to a hundredth, since it is an estimate.
fn f64(value: f64) -> Exp {
    Exp::Const(Scalar::F64((value * 100.0).round() / 100.0))
}
