//! Peeling: a loop whose body tests its position in the range becomes one loop for each part of the range.
//!
//! ```text
//! for i < n {                          ==>   var q1 := max(0, min(n, 1))
//!   if or(i == 0, i == n - 1) { A }          var q2 := max(q1, min(n, n - 1))
//!   else { B }                               if 0 < q1 { var i := 0; A }
//! }                                          for w < q2 - q1 { var i := w + q1; B }
//!                                            if q2 < n { var i := q2; A }
//! ```
//!
//! The conditions are comparisons of the variable with loop invariants, in branches and in checks. The range is cut
//! where one of them changes its answer. A loop with `assert i < m` becomes one without the check and one that fails at
//! once. Between two cuts, comparisons with these cuts are decided (see `Facts`), whatever the run-time order of the
//! cuts; others stay, but the first part is cut again if these are checks. Left alone are loops of more than `LEVELS` levels, with more than `CUTS` cuts, or that would grow
//! beyond `SIZE`, and loops with operations on whole blocks of memory. So are short independent loops with an unknown
//! cut, because C compilers vectorise them with masks.
//!
//! Needs: unique names. Guarantees: the same operations in the same order. Cost: linear in the code that it makes,
//! which is at most `(CUTS + 1) ^ LEVELS` times the nest's.

use crate::def::*;
use crate::fold::{fails, fold};
use crate::linear::{self, Definitions, expression, i64};
use crate::walk;
use base::{Error, Name, NameSource};
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, ScalarType};

/// Largest depth of nested loops in a loop that is cut, itself included.
const LEVELS: usize = 3;
const CUTS: usize = 4;
/// Largest size of the loops into which one loop is cut, all together, in statements and expressions.
const SIZE: usize = 2_000;
/// Number of rounds with which a loop fits into vectors.
const SHORT: i64 = 16;
/// Largest constant at which a loop is cut, and largest distance of a cut from the bound. Sums with these numbers do
/// not overflow.
const REACH: u64 = 1 << 20;

pub fn peel(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let definitions = Definitions::of(&program.functions[id]);
        let body = std::mem::take(&mut program.functions[id].body);
        let mut peeler = Peeler { names: &mut program.names, definitions };
        program.functions[id].body = peeler.block(body);
    }
    Ok(program)
}

struct Peeler<'a> {
    names: &'a mut NameSource,
    definitions: Definitions,
}

impl Peeler<'_> {
    /// Rewrites a block, outer loops first, because they may decide conditions inside.
    fn block(&mut self, block: Block) -> Block {
        let mut peeled = Vec::with_capacity(block.len());
        for stm in block {
            let first = peeled.len();
            match self.split(&stm, false) {
                Some(parts) => peeled.extend(self.split_again(parts)),
                None => peeled.push(stm),
            }
            for inner in peeled[first..].iter_mut().flat_map(walk::blocks_mut) {
                *inner = self.block(std::mem::take(inner));
            }
        }
        peeled
    }

    /// Cuts the first part of a loop again if it still has checks, because the order of the cuts is not known. So it
    /// loses one check after the other, and the new parts fail.
    fn split_again(&mut self, mut parts: Vec<Stm>) -> Vec<Stm> {
        for _ in 1..CUTS {
            let Some(first) = parts.iter().position(|stm| matches!(stm, Stm::For { .. })) else { break };
            let Some(more) = self.split(&parts[first].clone(), true) else { break };
            parts.splice(first..=first, more);
        }
        parts
    }

    /// Returns the parts of a loop that is worth cutting. It is also cut at its checks if the result is not too large.
    /// If `only_checks`, it has no other cuts.
    fn split(&mut self, stm: &Stm, only_checks: bool) -> Option<Vec<Stm>> {
        let Stm::For { var, ty: ScalarType::I64, bound, body, parallel, .. } = stm else { return None };
        if walk::loop_depth(body) >= LEVELS || !walk::is_plain(body) {
            return None;
        }
        let range = Range {
            definitions: &self.definitions,
            var: *var,
            bound: self.definitions.poly(bound)?,
            inner: walk::declared(body).into_iter().collect(),
        };
        if only_checks && !range.cuts(body, false).is_empty() {
            return None;
        }
        let size = walk::size(body);
        let is_worth = |cuts: &Vec<Poly>| (1..=CUTS).contains(&cuts.len()) && size * (cuts.len() + 1) <= SIZE;
        let cuts = [true, false].into_iter().map(|checks| range.cuts(body, checks)).find(is_worth)?;
        let is_short = range.bound.as_constant().is_some_and(|bound| bound <= SHORT);
        if *parallel && is_short && cuts.iter().any(|cut| cut.as_constant().is_none()) {
            return None;
        }
        let total = range.bound;
        let mut out = Vec::new();
        let end = self.declare("end", bound.clone(), &mut out);
        let mut starts = vec![i64(0)];
        for cut in &cuts {
            let inside = linear::binary(BinOp::Min, end.clone(), expression(cut));
            let before = starts.last().cloned().unwrap_or_else(|| i64(0));
            let start = linear::binary(BinOp::Max, before, inside);
            starts.push(self.declare("cut", start, &mut out));
        }
        starts.push(end);
        for (at, pair) in starts.windows(2).enumerate() {
            let [start, end] = pair else { continue };
            let part = Part { start: start.clone(), end: end.clone(), facts: Facts::of_part(at, &cuts, &total) };
            out.push(self.part(stm, part)?);
        }
        Some(out)
    }

    /// Returns the expression if it is simple; otherwise declares a variable for it.
    fn declare(&mut self, hint: &str, init: Exp, out: &mut Vec<Stm>) -> Exp {
        if matches!(init, Exp::Var(_) | Exp::Const(_)) {
            return init;
        }
        let name = self.names.fresh(hint);
        out.push(Stm::Declare { name, ty: ScalarType::I64, init });
        Exp::Var(name)
    }

    /// Returns the loop over one part of the range.
    fn part(&mut self, stm: &Stm, part: Part) -> Option<Stm> {
        let Stm::For { var, ty, bound: _, body, parallel, spans } = stm else { return None };
        let new = self.names.like(*var);
        let body = walk::copy(body, FxHashMap::from_iter([(*var, new)]), self.names);
        self.definitions.add(&body);
        let range = Range {
            definitions: &self.definitions,
            var: new,
            bound: part.facts.bound.clone(),
            inner: walk::declared(&body).into_iter().collect(),
        };
        let body = fold(body, &|exp| part.facts.decide(&range.question(exp)?));
        let with_start = |init: Exp| {
            let declare = Stm::Declare { name: new, ty: *ty, init };
            std::iter::once(declare).chain(body.iter().cloned()).collect::<Block>()
        };
        if part.facts.is_single || fails(&body) {
            let cond = Exp::Cmp(CmpOp::Lt, Box::new(part.start.clone()), Box::new(part.end));
            return Some(Stm::If { cond, then_block: with_start(part.start), else_block: Vec::new() });
        }
        let (spans, parallel) = (spans.clone(), *parallel);
        if part.start == i64(0) {
            return Some(Stm::For { var: new, ty: *ty, bound: part.end, body, parallel, spans });
        }
        let counter = self.names.like(*var);
        let body = with_start(linear::binary(BinOp::Add, Exp::Var(counter), part.start.clone()));
        let bound = linear::binary(BinOp::Sub, part.end, part.start);
        Some(Stm::For { var: counter, ty: *ty, bound, body, parallel, spans })
    }
}

/// The loop that is being examined.
struct Range<'a> {
    definitions: &'a Definitions,
    var: Name,
    bound: Poly,
    /// Variables that the body declares.
    inner: FxHashSet<Name>,
}

/// A comparison, as a question about the loop's variable.
struct Question {
    asked: Asked,
    /// Whether the comparison is the negation of the question.
    negated: bool,
}

#[derive(Clone, PartialEq)]
enum Asked {
    /// Whether the variable is at least this value.
    AtLeast(Poly),
    /// Whether the variable equals this value.
    Is(Poly),
}

impl Range<'_> {
    /// Returns the values of the variable at which conditions of branches change, and of checks if `checks`. Constants
    /// come first, values relative to the bound last. Of two that differ by a constant, the lesser comes first. Values
    /// outside of the range are omitted.
    fn cuts(&self, body: &[Stm], checks: bool) -> Vec<Poly> {
        let mut conditions = Conditions { range: self, seen: FxHashSet::default(), questions: Vec::new() };
        walk::each_stm(body, &mut |stm| match stm {
            Stm::If { cond, .. } => conditions.visit(cond),
            Stm::Assert { cond, .. } if checks => conditions.visit(cond),
            _ => (),
        });
        walk::each_exp(body, &mut |exp| {
            if let Exp::Select(cond, ..) = exp {
                conditions.visit(cond);
            }
        });
        let ends = conditions.questions.into_iter().flat_map(|question| match question.asked {
            Asked::AtLeast(cut) => vec![cut],
            Asked::Is(cut) => vec![&cut + &Poly::one(), cut],
        });
        let mut cuts: Vec<Poly> = ends.filter(|cut| !self.is_outside(cut)).collect();
        cuts.sort_by_cached_key(|cut| self.rank(cut));
        cuts.dedup();
        cuts
    }

    fn is_outside(&self, cut: &Poly) -> bool {
        let from_end = (cut - &self.bound).as_constant();
        cut.as_constant().is_some_and(|cut| cut <= 0) || from_end.is_some_and(|beyond| beyond >= 0)
    }

    fn rank(&self, cut: &Poly) -> (usize, Poly, i64) {
        let offset = cut.terms().find(|(names, _)| names.is_empty()).map_or(0, |(_, constant)| constant);
        let base = cut - &Poly::constant(offset);
        let class = match () {
            () if base.is_zero() => 0,
            () if (cut - &self.bound).as_constant().is_some() => 2,
            () => 1,
        };
        (class, base, offset)
    }

    /// Returns the question that the comparison asks, if its answer depends only on the variable's position in the
    /// range.
    fn question(&self, exp: &Exp) -> Option<Question> {
        let Exp::Cmp(op, a, b) = exp else { return None };
        let (left, right) = (self.definitions.poly(a)?, self.definitions.poly(b)?);
        let (coefficient, rest) = linear::linear_in(&(&left - &right), self.var)?;
        let (op, point) = match coefficient.as_constant()? {
            1 => (*op, -rest),
            -1 => (turned(*op), rest),
            _ => return None,
        };
        if point.free_variables().iter().any(|name| self.inner.contains(name)) {
            return None;
        }
        if (&point - &self.bound).as_constant().is_some_and(|beyond| beyond > 0) {
            return None;
        }
        let is_variable = |side: &Poly| side.as_variable() == Some(self.var);
        let is_compared_as_is = is_variable(&left) || is_variable(&right);
        let is_near = self.is_near(&point);
        let after = &point + &Poly::one();
        let (asked, negated) = match op {
            CmpOp::Eq => (Asked::Is(point), false),
            CmpOp::Ne => (Asked::Is(point), true),
            CmpOp::Ge if is_compared_as_is || is_near => (Asked::AtLeast(point), false),
            CmpOp::Lt if is_compared_as_is || is_near => (Asked::AtLeast(point), true),
            CmpOp::Gt if is_near => (Asked::AtLeast(after), false),
            CmpOp::Le if is_near => (Asked::AtLeast(after), true),
            CmpOp::Ge | CmpOp::Lt | CmpOp::Gt | CmpOp::Le => return None,
        };
        Some(Question { asked, negated })
    }

    /// Whether the point is so near to an end of the range that sums with it do not overflow. (If there are iterations,
    /// the bound is positive.)
    fn is_near(&self, point: &Poly) -> bool {
        let near = |distance: Option<i64>| distance.is_some_and(|distance| distance.unsigned_abs() <= REACH);
        near(point.as_constant()) || near((point - &self.bound).as_constant())
    }
}

/// Returns the operator that gives the same answer for exchanged operands.
fn turned(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Lt,
        CmpOp::Le => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Le,
        CmpOp::Eq | CmpOp::Ne => op,
    }
}

/// Collector of the questions in conditions, also in the definitions of variables that these mention.
struct Conditions<'a> {
    range: &'a Range<'a>,
    seen: FxHashSet<Name>,
    questions: Vec<Question>,
}

impl Conditions<'_> {
    fn visit(&mut self, cond: &Exp) {
        let mut waiting = vec![cond];
        while let Some(exp) = waiting.pop() {
            match exp {
                Exp::Cmp(..) => self.questions.extend(self.range.question(exp)),
                Exp::Var(name) if self.seen.insert(*name) => waiting.extend(self.range.definitions.get(*name)),
                Exp::Un(..) | Exp::Bin(..) | Exp::Select(..) => waiting.extend(walk::operands(exp)),
                _ => {}
            }
        }
    }
}

/// A part of the range of the loop's variable, between two cuts.
struct Part {
    start: Exp,
    end: Exp,
    facts: Facts,
}

/// Facts about the loop's variable in one part of its range. Part `i` goes from `start(i)` to `start(i+1)`, where
/// `start(i) = max(start(i-1), min(bound, cut(i)))`. In each iteration of the part, the variable is below the bound,
/// and therefore at least each cut up to `i`. Because there is an iteration, `start(i+1)` exceeds `start(i)`. So it is
/// `min(bound, cut(i+1))`, and the variable is below `cut(i+1)`. A later cut may be smaller, so the variable is known
/// to be below it only if that cut is `cut(i+1)` plus a constant and the sum does not overflow.
struct Facts {
    at_least: Vec<Poly>,
    below: Vec<Poly>,
    bound: Poly,
    /// Whether the part has at most one iteration.
    is_single: bool,
}

impl Facts {
    fn of_part(at: usize, cuts: &[Poly], bound: &Poly) -> Facts {
        let start = at.checked_sub(1).and_then(|before| cuts.get(before)).cloned().unwrap_or_default();
        let end = cuts.get(at).unwrap_or(bound);
        Facts {
            at_least: std::iter::once(Poly::zero()).chain(cuts.iter().take(at).cloned()).collect(),
            below: cuts.get(at).into_iter().chain([bound]).cloned().collect(),
            bound: bound.clone(),
            is_single: (end - &start).is_one(),
        }
    }

    fn decide(&self, question: &Question) -> Option<bool> {
        let answer = match &question.asked {
            Asked::AtLeast(point) => self.is_at_least(point),
            Asked::Is(point) => match (self.is_at_least(point), self.is_at_least(&(point + &Poly::one()))) {
                (Some(false), _) | (_, Some(true)) => Some(false),
                (Some(true), Some(false)) => Some(true),
                _ => None,
            },
        };
        answer.map(|answer| answer != question.negated)
    }

    fn is_at_least(&self, point: &Poly) -> Option<bool> {
        let reached = |low: &Poly, high: &Poly| {
            let gap = high.checked_sub(low).and_then(|gap| gap.as_constant());
            gap.is_some_and(|gap| gap == 0 || (gap > 0 && self.is_placed(low)))
        };
        if self.at_least.iter().any(|low| reached(point, low)) {
            return Some(true);
        }
        self.below.iter().any(|high| reached(high, point)).then_some(false)
    }

    /// Whether the point is a constant or at a constant distance from the bound.
    fn is_placed(&self, point: &Poly) -> bool {
        point.as_constant().is_some() || (point - &self.bound).as_constant().is_some()
    }
}
