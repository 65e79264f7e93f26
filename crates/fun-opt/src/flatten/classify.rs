//! Decides which statements of a map's body become operations of their own, and which stay together.

use super::cost::Policy;
use super::distribute::Inside;
use super::{Flattener, cost, form};
use crate::effect;
use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use value::ScalarType;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Recomputed wherever its result is needed.
    Repeated,
    /// Put in one map with neighbouring statements of this kind.
    Sequential,
    /// Put in a nest of its own.
    Parallel,
    /// Turned into operations on the flat elements of all the map's elements.
    Irregular,
}

/// Statements that stay together, by position.
pub struct Group {
    pub positions: Vec<usize>,
    pub kind: Kind,
}

/// The classification of a body's statements.
pub struct Classes {
    pub kinds: Vec<Kind>,
    /// The groups in order, of all statements except repeated ones.
    pub groups: Vec<Group>,
    /// The variables whose values form no array over the map's elements. Statements that need one must be in its group.
    pub tied: FxHashSet<Name>,
}

/// The variables that vary between a map's elements: those that its lambda binds, and those bound further inside.
pub struct Scope<'a> {
    around: Option<&'a Scope<'a>>,
    bound: Cow<'a, FxHashSet<Name>>,
    /// The array operation inside which all bound variables, at any depth, are taken to vary.
    within: Option<Name>,
}

impl<'a> Scope<'a> {
    /// Returns the scope with further names that vary in a body inside.
    pub fn inside(&'a self, bound: impl IntoIterator<Item = Name>) -> Scope<'a> {
        Scope { around: Some(self), bound: Cow::Owned(bound.into_iter().collect()), within: self.within }
    }

    /// Returns the scope with all names that the lambda of this array operation binds at any depth.
    pub fn within(&'a self, operation: Option<Name>, lambda: &Lambda) -> Scope<'a> {
        let bound = lambda.params.iter().copied().chain(walk::bound_in_body(&lambda.body));
        Scope { within: self.within.or(operation), ..self.inside(bound) }
    }

    /// Whether the atom has the same value for all elements.
    pub fn is_invariant(&self, atom: Atom) -> bool {
        let Some(name) = atom.var() else { return true };
        !std::iter::successors(Some(self), |scope| scope.around).any(|scope| scope.bound.contains(&name))
    }
}

/// Cached answers about statements of the current body and of those inside. The key is the first name that the
/// statement binds, with `Scope::within`. So each question is answered once, however often it is asked.
#[derive(Default)]
pub struct Answers {
    pub irregular: FxHashMap<Asked, bool>,
    pub uneven: FxHashMap<Asked, bool>,
}

type Asked = (Name, Option<Name>);

/// Returns the key of a statement in a scope.
pub fn asked(scope: &Scope, stm: &Stm) -> Option<Asked> {
    Some((*stm.pattern.first()?, scope.within))
}

/// The number of attempts to classify a body, after which all irregular statements stay sequential.
const ROUNDS: usize = 16;

impl Flattener<'_> {
    /// Classifies the statements of a map's body.
    pub(super) fn classes(&self, bound: &FxHashSet<Name>, body: &Body, inside: Inside) -> Classes {
        *self.answers.borrow_mut() = Answers::default();
        let scope = Scope { around: None, bound: Cow::Borrowed(bound), within: None };
        if inside == Inside::Nested && self.policy != Policy::Regular {
            self.classes_inside(&scope, body)
        } else {
            self.regular_classes(&scope, body)
        }
    }

    /// Classifies the statements of a body, where irregular operations may be flattened.
    pub(super) fn classes_inside(&self, scope: &Scope, body: &Body) -> Classes {
        let mut alone = FxHashSet::default();
        for _ in 0..ROUNDS {
            if let Some(classes) = self.try_classes(scope, body, &mut alone) {
                return classes;
            }
        }
        self.regular_classes(scope, body)
    }

    /// Classifies the statements of a body, where irregular operations stay sequential.
    fn regular_classes(&self, scope: &Scope, body: &Body) -> Classes {
        let (mut kinds, tied) = self.kinds(scope, body, None);
        for (first, last) in self.inseparable(scope, body, &kinds) {
            demote(&mut kinds[first..=last]);
        }
        Classes { groups: self.grouped(body, &kinds), kinds, tied }
    }

    /// Classifies the statements of a body. Returns `None` if an irregular statement must stay sequential after all;
    /// its position is added to `alone`.
    fn try_classes(&self, scope: &Scope, body: &Body, alone: &mut FxHashSet<usize>) -> Option<Classes> {
        let (mut kinds, tied) = self.kinds(scope, body, Some(alone));
        let known = alone.len();
        for (first, last) in self.inseparable(scope, body, &kinds) {
            alone.extend((first..=last).filter(|&at| kinds[at] == Kind::Irregular));
            demote(&mut kinds[first..=last]);
        }
        (alone.len() == known).then(|| Classes { groups: self.grouped(body, &kinds), kinds, tied })
    }

    /// Forms groups of adjacent statements that go into one map each, or are calls of one function. Repeated statements
    /// are in no group.
    fn grouped(&self, body: &Body, kinds: &[Kind]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        // The names that depend on results of the last group, if that consists of calls.
        let mut late: FxHashSet<Name> = FxHashSet::default();
        for (at, (stm, &kind)) in body.stms.iter().zip(kinds).enumerate() {
            let is_late =
                !late.is_empty() && walk::free_in_stm(&self.program.vars, stm).iter().any(|name| late.contains(name));
            if kind == Kind::Repeated {
                late.extend(stm.pattern.iter().filter(|_| is_late));
                continue;
            }
            let goes_with = |group: &Group| match kind {
                Kind::Sequential => true,
                Kind::Irregular => !is_late && is_same_call(&body.stms[group.positions[0]], stm),
                Kind::Repeated | Kind::Parallel => false,
            };
            match groups.last_mut() {
                Some(group) if group.kind == kind && goes_with(group) => group.positions.push(at),
                _ => {
                    late.clear();
                    groups.push(Group { positions: vec![at], kind });
                }
            }
            if kind == Kind::Irregular && matches!(stm.exp, Exp::Call { .. }) {
                late.extend(stm.pattern.iter());
            }
        }
        groups
    }

    /// Returns the kinds of the statements, and the tied variables. A statement may be irregular only if `alone` is
    /// given and does not contain its position.
    fn kinds(&self, scope: &Scope, body: &Body, alone: Option<&FxHashSet<usize>>) -> (Vec<Kind>, FxHashSet<Name>) {
        let mut steps: FxHashMap<Name, usize> = FxHashMap::default();
        let mut uses = FxHashMap::default();
        walk::count_uses(body, &mut uses);
        let irregular: Vec<bool> = body
            .stms
            .iter()
            .enumerate()
            .map(|(at, stm)| alone.is_some_and(|alone| !alone.contains(&at)) && self.is_irregular(scope, stm))
            .collect();
        let threads = body.stms.iter().zip(&irregular).filter(|(_, irregular)| !**irregular);
        let written: FxHashSet<Name> = threads.flat_map(|(stm, _)| form::destinations(&stm.exp)).copied().collect();
        let mut tied: FxHashSet<Name> = FxHashSet::default();
        let kind = |(stm, &irregular): (&Stm, &bool)| {
            let is_destination = stm.pattern.iter().all(|name| written.contains(name) && uses.get(name) == Some(&1));
            let free = tied.is_empty() || !self.needs(stm).iter().any(|name| tied.contains(name));
            let repeated = form::is_maker(&stm.exp) && is_destination || self.is_repeated(stm, &mut steps);
            if repeated && free {
                return Kind::Repeated;
            }
            if irregular && free {
                return Kind::Irregular;
            }
            tied.extend(stm.pattern.iter().filter(|&&name| !self.is_regular(scope, name)));
            if self.is_parallel(scope, stm) { Kind::Parallel } else { Kind::Sequential }
        };
        let mut kinds: Vec<Kind> = body.stms.iter().zip(&irregular).map(kind).collect();
        if kinds.iter().any(|kind| matches!(kind, Kind::Parallel | Kind::Irregular)) {
            let made = |(kind, stm): &(&mut Kind, &Stm)| **kind == Kind::Sequential && self.is_made(scope, stm);
            kinds.iter_mut().zip(&body.stms).filter(made).for_each(|(kind, _)| *kind = Kind::Parallel);
        }
        (kinds, tied)
    }

    /// Whether the statement makes a new array that is only read, of one size for all elements and worth threads of its
    /// own.
    fn is_made(&self, scope: &Scope, stm: &Stm) -> bool {
        let is_free = |&name: &Name| {
            let size = self.program.type_of(name).dims().first();
            let small = self.policy != Policy::All && size.is_none_or(|&size| cost::is_small(size));
            !small && self.is_regular(scope, name) && !self.consumed.contains(&name)
        };
        matches!(stm.exp, Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Copy(_)) && stm.pattern.iter().all(is_free)
    }

    /// Whether the statement is a view, or index arithmetic of few steps.
    fn is_repeated(&self, stm: &Stm, steps: &mut FxHashMap<Name, usize>) -> bool {
        let mut count = 0;
        stm.exp.for_each_operand(&mut |atom| count += atom.var().and_then(|name| steps.get(&name)).unwrap_or(&0));
        let (Some(&name), true) = (stm.pattern.first(), form::is_light(self.program, &stm.exp)) else { return false };
        let fine = match &stm.exp {
            exp if effect::is_view(exp) => true,
            Exp::Atom(_) => *self.program.type_of(name) != Type::Cert,
            Exp::Index(array, _) => {
                count += 1;
                count <= cost::MAX_REPEATED && !self.consumed.contains(array)
            }
            _ => {
                count += 1;
                let elem = self.program.type_of(name).elem();
                count <= cost::MAX_REPEATED
                    && elem.is_some_and(|elem| elem.is_integer() || elem == ScalarType::Bool)
                    && !reads_floats(self.program, &stm.exp)
            }
        };
        if fine {
            steps.insert(name, count);
        }
        fine
    }

    /// Whether the statement is a parallel operation that makes a perfect nest with the map around it: its width and
    /// results are regular.
    pub(super) fn is_parallel(&self, scope: &Scope, stm: &Stm) -> bool {
        let invariant = |atom: Atom| scope.is_invariant(atom);
        let regular = |name: Name| self.is_regular(scope, name);
        if !stm.pattern.iter().all(|&name| regular(name)) {
            return false;
        }
        match &stm.exp {
            // The number of kept elements varies between the map's elements.
            Exp::Filter(_) => false,
            Exp::Loop(looped) => {
                let LoopForm::For { bound, .. } = looped.form else { return false };
                form::has_parallel(&looped.body)
                    && effect::may_drop(&stm.exp)
                    && invariant(bound)
                    && looped.params.iter().all(|(name, _)| regular(*name) && !self.consumed.contains(name))
            }
            Exp::If { cond, .. } => invariant(*cond) && form::is_nested(&stm.exp),
            exp => exp.sequential() == Some(false) && form::width(exp).is_some_and(invariant),
        }
    }

    /// Whether the variable's values for all elements form an array.
    pub(super) fn is_regular(&self, scope: &Scope, name: Name) -> bool {
        let ty = self.program.type_of(name);
        ty.elem().is_some() && ty.dims().iter().all(|&dim| scope.is_invariant(dim))
    }

    /// Returns ranges of statements that must stay together: from the binding of a variable whose values form no array
    /// to its last use, and under `Policy::Regular` from the first statement that may fail to the last.
    fn inseparable(&self, scope: &Scope, body: &Body, kinds: &[Kind]) -> Vec<(usize, usize)> {
        let mut ranges = Vec::new();
        let partial = |(_, stm): &(usize, &Stm)| !effect::may_drop(&stm.exp);
        let mut failing = body.stms.iter().enumerate().filter(partial).map(|(at, _)| at);
        // Under other policies, failures of different elements may be reported in another order.
        if let (Policy::Regular, Some(first)) = (self.policy, failing.next()) {
            ranges.extend(failing.next_back().map(|last| (first, last)));
        }
        let mut last_need: FxHashMap<Name, usize> = FxHashMap::default();
        for (at, stm) in body.stms.iter().enumerate().rev() {
            let repeated = kinds[at] == Kind::Repeated;
            let placed = repeated || kinds[at] == Kind::Irregular;
            let needed = stm.pattern.iter().filter_map(|name| last_need.get(name).copied()).max();
            let until = if repeated { needed } else { Some(at) };
            if let (false, Some(last)) = (placed, self.irregular_until(scope, stm, &last_need)) {
                ranges.push((at, last));
            }
            let Some(until) = until else { continue };
            for name in self.needs(stm) {
                let last = last_need.entry(name).or_insert(until);
                *last = until.max(*last);
            }
        }
        ranges.retain(|(first, last)| first < last);
        united(ranges)
    }

    /// Returns the position of the last use of the variables that the statement binds and whose values form no array.
    fn irregular_until(&self, scope: &Scope, stm: &Stm, last_need: &FxHashMap<Name, usize>) -> Option<usize> {
        let irregular = stm.pattern.iter().filter(|&&name| !self.is_regular(scope, name));
        irregular.filter_map(|name| last_need.get(name).copied()).max()
    }

    /// Returns the names that the statement uses, without certificates that it only relies on.
    pub(super) fn needs(&self, stm: &Stm) -> Vec<Name> {
        let is_cert = |name: &Name| *self.program.type_of(*name) == Type::Cert;
        let free = walk::free_in_stm(&self.program.vars, stm);
        if !free.iter().any(is_cert) {
            return free.into_iter().collect();
        }
        let mut values = FxHashSet::default();
        certs_as_values(self.program, &stm.exp, &mut values);
        free.into_iter().filter(|name| !is_cert(name) || values.contains(name)).collect()
    }
}

/// Merges overlapping ranges. Returns them in order.
fn united(mut ranges: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    ranges.sort_unstable();
    ranges.dedup_by(|next, before| {
        let meets = next.0 <= before.1;
        before.1 = if meets { before.1.max(next.1) } else { before.1 };
        meets
    });
    ranges
}

fn is_same_call(first: &Stm, second: &Stm) -> bool {
    matches!((&first.exp, &second.exp), (Exp::Call { function: a, .. }, Exp::Call { function: b, .. }) if a == b)
}

fn demote(kinds: &mut [Kind]) {
    let apart = |kind: &&mut Kind| matches!(kind, Kind::Parallel | Kind::Irregular);
    kinds.iter_mut().filter(apart).for_each(|kind| *kind = Kind::Sequential);
}

/// Adds the certificates that are operands or results.
fn certs_as_values(program: &Program, exp: &Exp, found: &mut FxHashSet<Name>) {
    let mut add = |atom: Atom| found.extend(atom.var().filter(|&name| *program.type_of(name) == Type::Cert));
    exp.for_each_operand(&mut add);
    for body in exp.bodies() {
        body.result.iter().copied().for_each(&mut add);
    }
    for stm in exp.bodies().into_iter().flat_map(|body| &body.stms) {
        certs_as_values(program, &stm.exp, found);
    }
}

fn reads_floats(program: &Program, exp: &Exp) -> bool {
    let mut floats = false;
    exp.for_each_operand(&mut |atom| floats |= program.atom_type(atom).elem().is_some_and(|elem| elem.is_float()));
    floats
}
