//! Property tests that derived facts are true, for random sums, products, quotients and remainders at small and huge
//! values.

use base::{FileId, Name};
use fun::def::*;
use fun::text;
use index::Poly;
use proptest::collection::vec;
use proptest::prelude::*;
use rista_fun_opt::prove::Known;
use std::collections::BTreeMap;
use value::{BinOp, CmpOp, Scalar};

/// Start of the program: `a` and `v` are in memory, `k` counts up to `quotient`, and nothing is known about the others.
const START: &str =
    "fun f (n : i64) (m : i64) (b : i64) (k : i64) (x : i64) (a : [n][m]i32) (v : [n]i32) -> (result : i64) =
  let (fine : bool) = b != 0
  let (c : cert) = assert fine \"\"
  let (quotient : i64) = <c> n / b
  let (rest : i64) = <c> n % b
";
const PARAMS: usize = 5;
/// Number of elements that are in memory.
const MEMORY: i128 = 1 << 40;
const HUGE: [i64; 8] = [i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 2, 1 << 62, 1 << 32, (1 << 31) + 1, -(1 << 40)];

/// A statement: an operator, and the positions of its operands among the integers before it.
type Step = (usize, usize, usize);

struct Case {
    program: Program,
    /// Whether the remainder of `n` is 0; `facts` are further comparisons.
    is_divisible: bool,
    facts: Vec<Comparison>,
    /// Two comparisons of which one holds.
    either: Option<[Comparison; 2]>,
    steps: Vec<Step>,
}

type Comparison = (CmpOp, usize, usize);

impl Case {
    fn new(steps: Vec<Step>, facts: Vec<Step>, either: Option<[Step; 2]>, is_divisible: bool) -> Case {
        let mut source = START.to_owned();
        let name = |at: usize| match at {
            0..PARAMS => ["n", "m", "b", "k", "x"][at].to_owned(),
            5 => "quotient".into(),
            6 => "rest".into(),
            7 => "1".into(),
            at => format!("y{at}"),
        };
        let resolve = |limit: usize, (operator, a, b): Step| (operator, a % limit, b % limit);
        let steps: Vec<Step> = steps.into_iter().enumerate().map(|(at, step)| resolve(8 + at, step)).collect();
        for (at, &(operator, a, b)) in steps.iter().enumerate() {
            let operator = ["+", "-", "*"][operator % 3];
            source += &format!("  let ({} : i64) = {} {operator} {}\n", name(8 + at), name(a), name(b));
        }
        let comparison = |step: Step| {
            let (operator, a, b) = resolve(8 + steps.len(), step);
            ([CmpOp::Le, CmpOp::Lt, CmpOp::Eq][operator % 3], a, b)
        };
        let facts: Vec<Comparison> = facts.into_iter().map(comparison).collect();
        let either = either.map(|sides| sides.map(comparison));
        let [one, other] = either.unwrap_or([(CmpOp::Eq, 0, 0); 2]);
        let written = |(op, a, b): Comparison| {
            let symbol = match op {
                CmpOp::Le => "<=",
                CmpOp::Lt => "<",
                _ => "==",
            };
            format!("{} {symbol} {}", name(a), name(b))
        };
        source += &format!("  let (one : bool) = {}\n  let (other : bool) = {}\n", written(one), written(other));
        source += "  let (either : bool) = one | other\n";
        for (at, &fact) in facts.iter().enumerate() {
            source += &format!("  let (fact{at} : bool) = {}\n", written(fact));
        }
        source += "  in (k)\n";
        let program = text::parse(FileId(0), &source).unwrap_or_else(|error| panic!("{error:?}\n{source}"));
        Case { program, is_divisible, facts, either, steps }
    }

    fn function(&self) -> &Function {
        self.program.functions.values().next().unwrap()
    }

    /// Returns the integers, as atoms.
    fn atoms(&self) -> Vec<Atom> {
        let function = self.function();
        let params = function.params.iter().take(PARAMS).map(|param| param.name.into());
        let mut atoms: Vec<Atom> = params.collect();
        let made = function.body.stms.iter().map(|stm| stm.pattern[0]);
        atoms.extend(made.filter(|name| *self.program.type_of(*name) == Type::I64).map(Atom::from));
        atoms.insert(PARAMS + 2, Atom::i64(1));
        atoms
    }

    fn known(&self) -> Known<'_> {
        let mut known = Known::new(&self.program);
        known.enter_function(self.function());
        let atoms = self.atoms();
        for stm in &self.function().body.stms {
            known.define(&stm.pattern, &stm.exp);
        }
        if self.is_divisible {
            known.learn_comparison(CmpOp::Eq, atoms[PARAMS + 1], Atom::i64(0), true);
        }
        let conditions = self.function().body.stms.iter().map(|stm| stm.pattern[0]);
        let mut learnt = conditions.rev().take(self.facts.len() + 1).collect::<Vec<Name>>().into_iter().rev();
        let either = learnt.next().filter(|_| self.either.is_some());
        either.into_iter().for_each(|either| known.learn(either.into(), true));
        let mark = known.mark();
        known.counter(atoms[3].var().unwrap(), atoms[PARAMS]);
        learnt.for_each(|fact| known.learn(fact.into(), true));
        known.use_disjunctions(mark);
        known
    }

    /// Returns the values of the integers for these parameters, if the case's facts hold.
    fn values(&self, params: &[i64]) -> Option<Vec<i64>> {
        let &[n, m, b, k, _] = params else { return None };
        let is_size = |size: i64| (0..=MEMORY).contains(&i128::from(size));
        if b == 0 || !is_size(n) || m < 0 || i128::from(n) * i128::from(m) > MEMORY {
            return None;
        }
        let integer = |op, a: i64, b: i64| value::op::binary(op, Scalar::I64(a), Scalar::I64(b)).ok()?.as_i64();
        let mut values = params.to_vec();
        values.extend([integer(BinOp::Div, n, b)?, integer(BinOp::Mod, n, b)?, 1]);
        if !(0..values[PARAMS]).contains(&k) || self.is_divisible && values[PARAMS + 1] != 0 {
            return None;
        }
        for &(operator, a, b) in &self.steps {
            let (a, b) = (values[a], values[b]);
            values.push([a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b)][operator % 3]);
        }
        let is_so = |&(op, a, b): &Comparison| holds(op, values[a], values[b]);
        let is_allowed = self.facts.iter().all(is_so) && self.either.is_none_or(|sides| sides.iter().any(is_so));
        is_allowed.then_some(values)
    }
}

fn holds(op: CmpOp, a: i64, b: i64) -> bool {
    match op {
        CmpOp::Le => a <= b,
        CmpOp::Lt => a < b,
        _ => a == b,
    }
}

/// Returns the integer value of the polynomial; `None` if it is too large.
fn integer(poly: &Poly, values: &BTreeMap<Name, i64>) -> Option<i128> {
    poly.terms().try_fold(0i128, |sum, (names, factor)| {
        let term =
            names.iter().try_fold(i128::from(factor), |product, name| product.checked_mul((*values.get(name)?).into()));
        sum.checked_add(term?)
    })
}

/// Generates small and huge values of the parameters.
fn assignment() -> impl Strategy<Value = Vec<i64>> {
    let size = prop_oneof![6 => 0..8i64, 1 => Just(1i64 << 20), 1 => Just((1i64 << 40) - 4)];
    let other = || prop_oneof![5 => -3..8i64, 2 => proptest::sample::select(HUGE.to_vec())];
    (size.clone(), size, other(), 0..4i64, other()).prop_map(|(n, m, b, k, x)| vec![n, m, b, k, x])
}

fn step() -> impl Strategy<Value = Step> {
    (0..6usize, 0..64usize, 0..64usize)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 3000 }))]
    #[test]
    fn what_is_known_is_true(
        steps in vec(step(), 1..8),
        facts in vec(step(), 0..3),
        either in proptest::option::of([step(), step()]),
        is_divisible in any::<bool>(),
        assignments in vec(assignment(), 200),
    ) {
        let case = Case::new(steps, facts, either, is_divisible);
        let atoms = case.atoms();
        let allowed: Vec<Vec<i64>> = assignments.iter().filter_map(|params| case.values(params)).collect();
        let mut known = case.known();
        for (at, atom) in atoms.iter().enumerate() {
            let Some(sum) = known.tame_sum(*atom) else { continue };
            for values in &allowed {
                let by_name = atoms.iter().zip(values).filter_map(|(atom, value)| Some((atom.var()?, *value))).collect();
                prop_assert_eq!(integer(&sum, &by_name), Some(values[at].into()), "{} at {:?}", sum, values);
            }
        }
        for (a, b) in (0..atoms.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            for op in [CmpOp::Le, CmpOp::Lt, CmpOp::Eq] {
                let Some(answer) = known.decided(op, atoms[a], atoms[b]) else { continue };
                for values in &allowed {
                    prop_assert_eq!(holds(op, values[a], values[b]), answer, "{:?} {} {} at {:?}", op, a, b, values);
                }
            }
        }
    }
}

/// Returns the exact polynomial known for integer `at` after these steps.
fn exact(steps: &[Step], is_divisible: bool, at: usize) -> Option<String> {
    let case = Case::new(steps.to_vec(), Vec::new(), None, is_divisible);
    let sum = case.known().tame_sum(case.atoms()[at]);
    sum.map(|sum| sum.to_string())
}

#[test]
fn a_size_beside_one_that_may_be_0_may_be_huge() {
    let text = "fun f (n_0 : i64) (m_1 : i64) (a_2 : [n_0][m_1]i32) -> (n_3 : i64) =\n  in (n_0)\n";
    let program = text::parse(FileId(0), text).unwrap_or_else(|error| panic!("{error:?}"));
    let function = program.functions.values().next().unwrap();
    let [n, m] = [0, 1].map(|at| function.params[at].name);
    let is_tame = |learn: &dyn Fn(&mut Known)| {
        let mut known = Known::new(&program);
        known.enter_function(function);
        let mark = known.mark();
        learn(&mut known);
        let answer = [n, m].map(|size| known.tame_sum(size.into()).is_some());
        known.forget(mark);
        assert_eq!([n, m].map(|size| known.tame_sum(size.into()).is_some()), [false, false], "it is forgotten");
        answer
    };
    assert_eq!(is_tame(&|_| {}), [false, false]);
    let positive = |known: &mut Known, size: Name| {
        known.learn_comparison(CmpOp::Lt, Atom::i64(0), size.into(), true);
    };
    assert_eq!(is_tame(&|known| positive(known, n)), [false, true]);
    assert_eq!(is_tame(&|known| [m, n].into_iter().for_each(|size| positive(known, size))), [true, true]);
    assert_eq!(is_tame(&|known| known.learn_comparison(CmpOp::Eq, n.into(), m.into(), true)), [true, true]);
}

#[test]
fn products_that_have_a_bound_are_exact() {
    let (times, plus) = (2, 0);
    // n*m is the number of elements of an array, k*b is at most n, and k*b*m at most n*m.
    assert!(exact(&[(times, 0, 1)], false, 8).is_some());
    assert!(exact(&[(times, 3, 2)], true, 8).is_some());
    assert!(exact(&[(times, 3, 2), (times, 8, 1)], true, 9).is_some());
    assert!(exact(&[(plus, 3, 7), (times, 8, 2), (times, 9, 1)], true, 10).is_some());
}

#[test]
fn products_without_a_bound_are_not() {
    let times = 2;
    assert_eq!(exact(&[(times, 0, 0)], true, 8), None, "n*n may be anything");
    assert_eq!(exact(&[(times, 4, 2)], true, 8), None, "x is not known");
    assert_eq!(exact(&[(times, 3, 1), (times, 8, 1)], true, 9), None, "k*m*m");
}
