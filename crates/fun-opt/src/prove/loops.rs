//! Facts about loop parameters in each iteration, and about a loop's results, by induction. Parameters passed on
//! unchanged, or as an equal value, keep their initial values. Those that change by constants stay within the resulting
//! bounds. The condition of a `while` loop holds in its body.
//!
//! ```text
//! loop (m : i64 = n) (k : i64 = 0) for i < w do       in each turn m = n, 0 <= k <= i; afterwards k <= w
//!   let (next : i64) = if c then k + 1 else k         (where n = l is known)
//!   in (l, next)
//! ```

use super::known::Known;
use base::Name;
use fun::def::*;
use index::Poly;
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Largest depth of definitions that are followed.
const MAX_DEPTH: usize = 8;
/// Largest number of rounds for finding fixed parameters; each removes some candidates.
const MAX_ROUNDS: usize = 4;
/// Largest change of a parameter in an iteration.
const MAX_CHANGE: i64 = 16;

/// Facts about a loop's results.
#[derive(Default)]
pub struct Outcome {
    /// Results that keep their initial values.
    fixed: Vec<(usize, Poly)>,
    /// Results that change by constants, with their initial values.
    changing: Vec<(usize, Poly, Change)>,
    /// The loop's condition, a single comparison: it does not hold for the results.
    refuted: Option<Comparison>,
}

/// The least and the greatest change of an integer in one iteration.
#[derive(Clone, Copy)]
struct Change {
    least: i64,
    most: i64,
}

/// A comparison of next values and invariants, made at the end of an iteration.
struct Comparison {
    op: CmpOp,
    sides: [Compared; 2],
}

#[derive(Clone, Copy)]
enum Compared {
    /// The next value of a parameter.
    Param(usize),
    /// A loop-invariant value.
    Same(Atom),
}

/// Definitions of the scalars in a loop's body.
struct Definitions<'a> {
    program: &'a Program,
    of: FxHashMap<Name, Definition<'a>>,
}

enum Definition<'a> {
    /// The expression that binds the scalar, and the scalar's position among the results.
    By(&'a Exp, usize),
    /// The scalar is bound in a loop of the body, and changes in each of its iterations.
    Changing,
}

impl Known<'_> {
    /// Records the facts that hold in each iteration of the loop.
    pub fn enter_loop(&mut self, looped: &Loop) -> Outcome {
        let definitions = Definitions::new(self.program, looped);
        let fixed = self.fixed_params(looped, &definitions);
        for (at, sum) in &fixed {
            if let Some((param, _)) = looped.params.get(*at) {
                self.sums.insert(*param, sum.clone());
            }
        }
        if let LoopForm::For { var, bound } = looped.form
            && *self.program.type_of(var) == Type::I64
        {
            self.counter(var, bound);
        }
        looped.params.iter().for_each(|(param, _)| self.note_sizes(*param));
        let refuted = self.learn_condition(looped, &definitions, &fixed);
        let changing = self.learn_changes(looped, &definitions, &fixed);
        Outcome { fixed, changing, refuted }
    }

    /// Records the facts about the loop's results.
    pub fn leave_loop(&mut self, looped: &Loop, pattern: &[Name], outcome: Outcome) {
        for (at, sum) in outcome.fixed {
            pattern.get(at).into_iter().for_each(|&name| self.sums.insert(name, sum.clone()));
        }
        let times = match looped.form {
            LoopForm::For { bound, .. } if self.decided(CmpOp::Le, Atom::i64(0), bound) == Some(true) => {
                self.tame_sum(bound)
            }
            _ => None,
        };
        for (at, first, change) in outcome.changing {
            let Some(&name) = pattern.get(at) else { continue };
            self.tame(name);
            self.learn_change(name, &first, change, times.as_ref());
        }
        if let Some(Comparison { op, sides }) = outcome.refuted {
            let [a, b] = sides.map(|side| match side {
                Compared::Param(at) => pattern.get(at).map(|&name| Atom::Var(name)),
                Compared::Same(atom) => Some(atom),
            });
            if let (Some(a), Some(b)) = (a, b) {
                self.learn_comparison(op, a, b, false);
            }
        }
    }

    // Loop-invariant parameters.

    /// Returns the parameters that equal their initial values in all iterations. All candidates are assumed to, and
    /// refuted ones are removed until none is left to remove.
    fn fixed_params(&mut self, looped: &Loop, definitions: &Definitions<'_>) -> Vec<(usize, Poly)> {
        let mut fixed: FxHashMap<Name, Atom> = FxHashMap::default();
        for (param, init) in &looped.params {
            if *self.program.type_of(*param) == Type::I64 && self.sum(*init).is_some() {
                fixed.insert(*param, *init);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let before = fixed.len();
            for ((param, init), result) in looped.params.iter().zip(&looped.body.result) {
                if fixed.contains_key(param) && !self.gives(*result, *init, definitions, &fixed, MAX_DEPTH) {
                    fixed.remove(param);
                }
            }
            if fixed.len() == before {
                let params = looped.params.iter().enumerate().filter(|(_, (param, _))| fixed.contains_key(param));
                return params.filter_map(|(at, (_, init))| Some((at, self.sum(*init)?))).collect();
            }
        }
        Vec::new()
    }

    /// Whether `atom`, a result of an iteration, equals `value`, if the parameters in `fixed` keep their initial
    /// values. Follows at most `depth` definitions.
    fn gives(
        &mut self,
        atom: Atom,
        value: Atom,
        definitions: &Definitions<'_>,
        fixed: &FxHashMap<Name, Atom>,
        depth: usize,
    ) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Some(&init) = atom.var().and_then(|name| fixed.get(&name)) {
            return init == value || self.decided(CmpOp::Eq, init, value) == Some(true);
        }
        match definitions.get(atom) {
            None => atom == value || self.decided(CmpOp::Eq, atom, value) == Some(true),
            Some(Definition::By(Exp::Atom(other), _)) => self.gives(*other, value, definitions, fixed, depth),
            Some(Definition::By(Exp::If { then_body, else_body, .. }, at)) => {
                [then_body, else_body].into_iter().all(|body| {
                    let result = body.result.get(*at).copied();
                    result.is_some_and(|result| self.gives(result, value, definitions, fixed, depth))
                })
            }
            Some(Definition::By(Exp::Loop(inner), at)) => {
                let (Some(&(param, init)), Some(&result)) = (inner.params.get(*at), inner.body.result.get(*at)) else {
                    return false;
                };
                let mut inside = fixed.clone();
                inside.insert(param, value);
                self.gives(init, value, definitions, fixed, depth)
                    && self.gives(result, value, definitions, &inside, depth)
            }
            Some(_) => false,
        }
    }

    // The condition of a `while` loop.

    /// Records the comparisons whose conjunction is the condition of a `while` loop. If it is a single comparison,
    /// returns it: it does not hold for the loop's results.
    fn learn_condition(
        &mut self,
        looped: &Loop,
        definitions: &Definitions<'_>,
        fixed: &[(usize, Poly)],
    ) -> Option<Comparison> {
        let LoopForm::While { cond } = looped.form else { return None };
        let at = looped.params.iter().position(|(param, _)| *param == cond)?;
        let ((_, first), &last) = (*looped.params.get(at)?, looped.body.result.get(at)?);
        let comparisons = definitions.comparisons(last, looped, fixed);
        let start = |side: Compared| match side {
            Compared::Param(at) => looped.params.get(at).map(|(_, init)| *init),
            Compared::Same(atom) => Some(atom),
        };
        let mut refuted = None;
        for (comparison, is_all) in comparisons {
            let ([a, b], op) = (comparison.sides, comparison.op);
            let (Some(first_a), Some(first_b)) = (start(a), start(b)) else { continue };
            let here = |side: Compared| match side {
                Compared::Param(at) => looped.params.get(at).map(|(param, _)| Atom::Var(*param)),
                Compared::Same(atom) => Some(atom),
            };
            if let (true, Some(a), Some(b)) = (self.implies(first, true, op, first_a, first_b), here(a), here(b)) {
                self.learn_comparison(op, a, b, true);
            }
            if is_all && self.implies(first, false, op, first_a, first_b) {
                refuted = Some(comparison);
            }
        }
        refuted
    }

    /// Whether the comparison follows if `cond` has the truth value `holds`.
    fn implies(&mut self, cond: Atom, holds: bool, op: CmpOp, a: Atom, b: Atom) -> bool {
        let mark = self.mark();
        self.learn(cond, holds);
        let decided = self.decided(op, a, b);
        self.forget(mark);
        cond == Atom::bool(!holds) || decided == Some(holds)
    }

    // Parameters that change by constants.

    /// Records the facts about parameters that change by bounded amounts. Returns each with its initial value and its
    /// change.
    fn learn_changes(
        &mut self,
        looped: &Loop,
        definitions: &Definitions<'_>,
        fixed: &[(usize, Poly)],
    ) -> Vec<(usize, Poly, Change)> {
        let mut changing = Vec::new();
        for (at, ((param, init), result)) in looped.params.iter().zip(&looped.body.result).enumerate() {
            let is_fixed = fixed.iter().any(|(fixed, _)| *fixed == at);
            if is_fixed || *self.program.type_of(*param) != Type::I64 {
                continue;
            }
            let Some(change) = definitions.change(*result, *param, MAX_DEPTH) else { continue };
            let (Some(first), true) = (self.tame_sum(*init), change.is_small()) else { continue };
            match looped.form {
                LoopForm::For { var, .. } => {
                    if *self.program.type_of(var) == Type::I64 {
                        self.tame(*param);
                        self.learn_change(*param, &first, change, Some(&Poly::var(var)));
                        changing.push((at, first, change));
                    }
                }
                // If the condition stops a parameter that moves in one direction, it does so before the limit of its
                // type.
                LoopForm::While { .. } => {
                    let [below, above] = self.bounded(*param);
                    if change.least >= 0 && above || change.most <= 0 && below {
                        self.learn_change(*param, &first, change, None);
                        changing.push((at, first, change));
                    }
                }
            }
        }
        changing
    }

    /// Records what follows if the integer is `first` after `times` changes; `None` for an unknown number of changes.
    fn learn_change(&mut self, name: Name, first: &Poly, change: Change, times: Option<&Poly>) {
        let after = |by: i64| match times {
            Some(times) => times.checked_mul(&Poly::constant(by)).and_then(|way| first.checked_add(&way)),
            None => Some(first.clone()),
        };
        let integer = Poly::var(name);
        if let Some(least) = after(change.least).filter(|_| times.is_some() || change.least >= 0) {
            self.order(&least, &integer, 0);
        }
        if let Some(most) = after(change.most).filter(|_| times.is_some() || change.most <= 0) {
            self.order(&integer, &most, 0);
        }
    }
}

impl Change {
    const NONE: Change = Change { least: 0, most: 0 };

    fn is_small(self) -> bool {
        -MAX_CHANGE <= self.least && self.most <= MAX_CHANGE
    }

    fn or(self, other: Change) -> Change {
        Change { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// Returns the sum of two changes; `None` if it is too large.
    fn and(self, other: Change) -> Option<Change> {
        let both = Change { least: self.least.checked_add(other.least)?, most: self.most.checked_add(other.most)? };
        both.is_small().then_some(both)
    }

    fn opposite(self) -> Option<Change> {
        Some(Change { least: self.most.checked_neg()?, most: self.least.checked_neg()? })
    }
}

impl<'a> Definitions<'a> {
    /// Collects the definitions in the loop's body. Empty if no parameter can have facts.
    fn new(program: &'a Program, looped: &'a Loop) -> Definitions<'a> {
        let mut definitions = Definitions { program, of: FxHashMap::default() };
        let changes = |((param, init), result): (&(Name, Atom), &Atom)| {
            *program.type_of(*param) == Type::I64 && *result != Atom::Var(*param) && result != init
        };
        let is_while = matches!(looped.form, LoopForm::While { .. });
        if is_while || looped.params.iter().zip(&looped.body.result).any(changes) {
            definitions.add_loop(looped);
        }
        definitions
    }

    fn add_loop(&mut self, looped: &'a Loop) {
        self.of.extend(looped.params.iter().map(|(param, _)| (*param, Definition::Changing)));
        if let LoopForm::For { var, .. } = looped.form {
            self.of.insert(var, Definition::Changing);
        }
        self.add_body(&looped.body);
    }

    /// Adds the definitions in a body and in its branches and loops.
    fn add_body(&mut self, body: &'a Body) {
        for stm in &body.stms {
            for (at, &name) in stm.pattern.iter().enumerate() {
                if matches!(self.program.type_of(name), Type::Scalar(_)) {
                    self.of.insert(name, Definition::By(&stm.exp, at));
                }
            }
            match &stm.exp {
                Exp::If { then_body, else_body, .. } => {
                    self.add_body(then_body);
                    self.add_body(else_body);
                }
                Exp::Loop(inner) => self.add_loop(inner),
                _ => {}
            }
        }
    }

    fn get(&self, atom: Atom) -> Option<&Definition<'a>> {
        self.of.get(&atom.var()?)
    }

    /// Returns by how much `atom`, a result of an iteration, differs from the parameter.
    fn change(&self, atom: Atom, param: Name, depth: usize) -> Option<Change> {
        if atom == Atom::Var(param) {
            return Some(Change::NONE);
        }
        let depth = depth.checked_sub(1)?;
        match self.get(atom)? {
            Definition::By(Exp::Atom(other), _) => self.change(*other, param, depth),
            Definition::By(Exp::Bin(BinOp::Add, a, b), _) => {
                let (of, by) = match self.change(*a, param, depth) {
                    Some(of) => (of, *b),
                    None => (self.change(*b, param, depth)?, *a),
                };
                of.and(self.range(by, depth)?)
            }
            Definition::By(Exp::Bin(BinOp::Sub, a, b), _) => {
                self.change(*a, param, depth)?.and(self.range(*b, depth)?.opposite()?)
            }
            Definition::By(Exp::If { then_body, else_body, .. }, at) => {
                let of = |body: &Body| self.change(*body.result.get(*at)?, param, depth);
                Some(of(then_body)?.or(of(else_body)?))
            }
            _ => None,
        }
    }

    /// Returns constant bounds of the atom, if it has such bounds.
    fn range(&self, atom: Atom, depth: usize) -> Option<Change> {
        if let Atom::Const(constant) = atom {
            let value = constant.as_i64()?;
            return Some(Change { least: value, most: value });
        }
        let depth = depth.checked_sub(1)?;
        match self.get(atom)? {
            Definition::By(Exp::Convert(ScalarType::I64, truth), _) if self.program.atom_type(*truth) == Type::BOOL => {
                Some(Change { least: 0, most: 1 })
            }
            Definition::By(Exp::If { then_body, else_body, .. }, at) => {
                let of = |body: &Body| self.range(*body.result.get(*at)?, depth);
                Some(of(then_body)?.or(of(else_body)?))
            }
            _ => None,
        }
    }

    /// Returns the comparisons whose conjunction is the condition at the end of an iteration, if they concern
    /// parameters' next values or invariants. Each comes with whether it is the whole condition.
    fn comparisons(&self, last: Atom, looped: &Loop, fixed: &[(usize, Poly)]) -> Vec<(Comparison, bool)> {
        let mut found = Vec::new();
        let mut open = vec![(last, true)];
        while let Some((cond, is_all)) = open.pop()
            && found.len() < MAX_DEPTH
        {
            match self.get(cond) {
                Some(Definition::By(Exp::Cmp(op, a, b), _)) => {
                    let sides = (self.compared(*a, looped, fixed), self.compared(*b, looped, fixed));
                    if let (Some(a), Some(b)) = sides {
                        found.push((Comparison { op: *op, sides: [a, b] }, is_all));
                    }
                }
                Some(Definition::By(Exp::Bin(BinOp::And, a, b), _)) => open.extend([(*a, false), (*b, false)]),
                Some(Definition::By(Exp::If { cond, then_body, else_body }, at)) => {
                    let (yes, no) = (then_body.result.get(*at), else_body.result.get(*at));
                    if let (Some(&yes), Some(&Atom::Const(Scalar::Bool(false)))) = (yes, no) {
                        open.extend([(*cond, false), (yes, false)]);
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// Returns a side of a comparison, if it is the next value of a parameter or loop-invariant.
    fn compared(&self, atom: Atom, looped: &Loop, fixed: &[(usize, Poly)]) -> Option<Compared> {
        let name = match atom {
            Atom::Const(_) => return Some(Compared::Same(atom)),
            Atom::Var(name) => name,
        };
        if let Some(at) = looped.body.result.iter().position(|result| *result == atom) {
            return Some(Compared::Param(at));
        }
        match looped.params.iter().position(|(param, _)| *param == name) {
            Some(at) => fixed.iter().any(|(fixed, _)| *fixed == at).then_some(Compared::Param(at)),
            None => (!self.of.contains_key(&name)).then_some(Compared::Same(atom)),
        }
    }
}
