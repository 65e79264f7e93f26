//! How long code takes, roughly, in nanoseconds, as an expression over what is known before it runs. It need only tell what is
//! worth a thread's while.

use crate::def::*;
use crate::linear::binary;
use crate::walk;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar, ScalarType, UnOp};

/// So many rounds a loop is taken to have whose number of rounds is not known before.
const ROUNDS: f64 = 8.0;
const ALLOCATION: f64 = 20.0;
const CALL: f64 = 500.0;
const READ: f64 = 0.15;
const WRITE: f64 = 0.15;
/// An atomic operation that depends on what is there: 5 to 13, the more the less of the block is in a cache, where others are
/// unlikely to be at the same element.
const ATOMIC: f64 = 8.0;
/// Arithmetic on scalars, of which a processor does several at a time.
const SIMPLE: f64 = 0.1;
/// A function such as a sine.
const MATHEMATICS: f64 = 8.0;
/// What waits for the round before, such as a float sum, whose order stays.
const LATENCY: f64 = 0.5;
/// A round of an innermost loop with independent rounds: a part of that, as vectors have several elements.
const VECTOR: f64 = 0.2;
/// Of a byte that is copied.
const COPY: f64 = 0.03;
/// Sums and products in one expression at most.
const TERMS: usize = 24;
/// Parts of an expression that is put in the place of a variable at most.
const LARGEST: usize = 64;

/// The time of one round of a loop, over variables that neither it nor `own` has. The number of its first round, in the
/// variable `first`, is taken to be 0. `average` is a variable of the round and one that has its value on average.
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

/// The time to copy one such element.
pub fn of_copy(elem: ScalarType) -> Exp {
    f64(COPY * elem.bytes() as f64)
}

/// A constant and further terms.
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

    /// So often.
    fn times(self, rounds: Exp) -> Estimate {
        Estimate { constant: 0.0, terms: vec![binary(BinOp::Mul, rounds, self.exp())] }
    }

    fn scaled(self, rounds: f64) -> Estimate {
        let terms = self.terms.into_iter().map(|term| binary(BinOp::Mul, f64(rounds), term)).collect();
        Estimate { constant: self.constant * rounds, terms }
    }
}

/// What a variable is that is never assigned.
enum Value<'a> {
    Of(&'a Exp),
    /// On average: it counts the rounds of a loop.
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
            // Either of them.
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

    /// One round of a loop.
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

    /// The expression as it can be computed before, in the first round of the loop.
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
            // It is computed before anything is looked at, a divisor of zero among them.
            Exp::Bin(op @ (BinOp::Quot | BinOp::Div), a, b) if is_i64 => {
                let divisor = binary(BinOp::Max, self.known(b, is_i64, size)?, Exp::Const(Scalar::I64(1)));
                Some(binary(*op, self.known(a, is_i64, size)?, divisor))
            }
            Exp::Convert(to, a) => Some(Exp::Convert(*to, Box::new(self.known(a, false, size)?))),
            _ => None,
        }
    }
}

/// Whether C compilers can be expected to take several rounds at once where they are independent.
pub fn suits_vectors(body: &[Stm]) -> bool {
    is_innermost(body) && !calls_mathematics(body)
}

/// Whether there is no loop, call or other block in it.
fn is_innermost(body: &[Stm]) -> bool {
    body.iter().all(|stm| match stm {
        Stm::If { then_block, else_block, .. } => is_innermost(then_block) && is_innermost(else_block),
        Stm::Call { .. } | Stm::Allocate { .. } | Stm::Copy { .. } => false,
        _ => walk::blocks(stm).next().is_none(),
    })
}

/// Whether it has functions of the C library, which are for one element.
fn calls_mathematics(body: &[Stm]) -> bool {
    let mut calls = false;
    walk::each_exp(body, &mut |exp| calls |= own_time(exp) >= MATHEMATICS);
    calls
}

/// How long rounds wait for what the one before assigns: floats that are computed in a row.
fn waits(body: &[Stm]) -> f64 {
    let is_assigned = |stm: &&Stm| matches!(stm, Stm::Assign { .. });
    LATENCY * body.iter().filter(is_assigned).count().min(1) as f64
}

/// A loop of a round.
struct Inner<'a> {
    bound: &'a Exp,
    ty: ScalarType,
    body: &'a [Stm],
}

/// The only loop in the round, if it reads elements that are next to those of the next round: the pass `interchange` lets
/// such rounds go side by side.
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

/// Whether one of the variables is added in.
fn is_next(exp: &Exp, columns: &FxHashSet<Name>) -> bool {
    match exp {
        Exp::Var(name) => columns.contains(name),
        Exp::Bin(BinOp::Add, a, b) => is_next(a, columns) || is_next(b, columns),
        _ => false,
    }
}

/// The time of an expression that nothing is known of but its form. Where elements are is computed beside everything else.
fn of_exp(exp: &Exp) -> f64 {
    if let Exp::Read { index, .. } = exp {
        let mut reads = 0;
        walk::each_part(index, &mut |part| reads += matches!(part, Exp::Read { .. }) as usize);
        return READ * (1 + reads) as f64;
    }
    own_time(exp) + walk::operands(exp).map(of_exp).sum::<f64>()
}

/// The time of the operator itself.
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

/// Without sums and products with zero.
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

/// To a hundredth, as it is a guess.
fn f64(value: f64) -> Exp {
    Exp::Const(Scalar::F64((value * 100.0).round() / 100.0))
}
