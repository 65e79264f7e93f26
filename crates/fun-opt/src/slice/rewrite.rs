//! What slicing makes of a function's body: calls of sliced functions, and branches and loops whose results have sizes
//! that are known outside.

use super::flow::{is_total, size_results};
use super::{COST, Sliced, Source};
use base::Name;
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites the function's body. The names in `substitution` are replaced in all of it.
pub fn rewrite(
    program: &mut Program,
    id: FunctionId,
    sliced: &FxHashMap<FunctionId, Sliced>,
    substitution: Substitution,
) {
    let mut body = std::mem::take(&mut program.functions[id].body);
    let mut rewriter = Rewriter { program, id, sliced, substitution };
    rewriter.body(&mut body);
    let replaced: Vec<Name> = rewriter.substitution.keys().copied().collect();
    for name in replaced {
        rewriter.resolve(name.into());
    }
    let substitution = rewriter.substitution;
    if !substitution.is_empty() {
        walk::substitute_body(&mut program.vars, &mut body, &substitution);
    }
    program.functions[id].body = body;
}

struct Rewriter<'a> {
    program: &'a mut Program,
    id: FunctionId,
    sliced: &'a FxHashMap<FunctionId, Sliced>,
    /// What stands for the sizes that went. It is put into effect at the end, at once.
    substitution: Substitution,
}

impl Rewriter<'_> {
    /// What stands for the atom in the end.
    fn resolve(&mut self, mut atom: Atom) -> Atom {
        let mut path = Vec::new();
        while let Some((name, &next)) = atom.var().and_then(|name| Some((name, self.substitution.get(&name)?))) {
            path.push(name);
            atom = next;
        }
        self.substitution.extend(path.into_iter().map(|name| (name, atom)));
        atom
    }

    fn body(&mut self, body: &mut Body) {
        let mut kept = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms) {
            for inner in stm.exp.bodies_mut() {
                self.body(inner);
            }
            match &mut stm.exp {
                Exp::Call { function, args } => {
                    let function = *function;
                    let args = std::mem::take(args);
                    self.call(&mut stm, function, args, &mut kept);
                }
                Exp::If { then_body, else_body, .. } => {
                    self.branch(&mut stm.pattern, then_body, else_body, &mut kept);
                }
                Exp::Loop(looped) => self.loop_(&mut stm.pattern, looped),
                _ => {}
            }
            kept.push(stm);
        }
        body.stms = kept;
    }

    /// A call of a sliced function becomes one of its shape, if that computes anything, and one of its values.
    fn call(&mut self, stm: &mut Stm, function: FunctionId, args: Vec<Atom>, before: &mut Vec<Stm>) {
        let done = self.program.functions.get(function).is_none_or(|callee| callee.results.len() == stm.pattern.len());
        let all = self.sliced;
        let Some(sliced) = all.get(&function).filter(|_| !done) else {
            stm.exp = Exp::Call { function, args };
            return;
        };
        let mut sizes: Vec<Option<Atom>> = vec![None; sliced.own.len()];
        if function == self.id {
            sizes.clone_from(&sliced.own);
        }
        let is_open = sizes.contains(&None);
        let mut kept = Vec::new();
        for (&name, source) in stm.pattern.iter().zip(&sliced.results) {
            let atom = match *source {
                None => {
                    kept.push(name);
                    continue;
                }
                Some(Source::Param(at)) => args.get(at).copied(),
                Some(Source::Const(scalar)) => Some(Atom::Const(scalar)),
                Some(Source::Computed(at)) => match sizes.get(at).copied().flatten() {
                    Some(size) => Some(size),
                    None => {
                        sizes[at] = Some(name.into());
                        None
                    }
                },
            };
            self.substitution.extend(atom.map(|atom| (name, atom)));
        }
        if let (true, Some(shape)) = (is_open, &sliced.shape) {
            let own = |at: usize| function == self.id && sliced.own.get(at).is_some_and(Option::is_some);
            let mut pattern = Vec::with_capacity(sizes.len());
            for (at, size) in sizes.iter().enumerate() {
                let name = size.and_then(Atom::var).filter(|_| !own(at));
                pattern.push(name.unwrap_or_else(|| self.program.fresh("size", Type::I64)));
            }
            let args = shape.params.iter().filter_map(|&at| args.get(at).copied()).collect();
            let exp = Exp::Call { function: shape.function, args };
            before.push(Stm { pattern, certs: stm.certs.clone(), exp, spans: stm.spans.clone() });
        }
        stm.pattern = kept;
        stm.exp = Exp::Call { function, args: sizes.into_iter().flatten().chain(args).collect() };
    }

    /// Sizes that both sides of a branch know, or compute alike, are known in front of it.
    fn branch(&mut self, pattern: &mut Vec<Name>, one: &mut Body, other: &mut Body, before: &mut Vec<Stm>) {
        let sizes = size_results(self.program, pattern);
        if !sizes.contains(&true) {
            return;
        }
        let mut alike = Alike { one: self.definitions(one), other: self.definitions(other), pairs: Vec::new() };
        let mut kept = Vec::with_capacity(sizes.len());
        for (at, is_size) in sizes.into_iter().enumerate() {
            let (Some(&a), Some(&b), Some(&name)) = (one.result.get(at), other.result.get(at), pattern.get(at)) else {
                return;
            };
            let known = is_size && alike.are(self, a, b);
            if known {
                let size = self.resolve(a);
                self.substitution.insert(name, size);
            }
            kept.push(!known);
        }
        self.pull(alike.pairs, one, other, before);
        retain(pattern, &kept);
        retain(&mut one.result, &kept);
        retain(&mut other.result, &kept);
    }

    /// Moves the first of each pair of statements out in front; the second one goes.
    fn pull(&mut self, pairs: Vec<(Name, Name)>, one: &mut Body, other: &mut Body, before: &mut Vec<Stm>) {
        if pairs.is_empty() {
            return;
        }
        let (moved, gone): (FxHashSet<Name>, FxHashSet<Name>) = pairs.iter().copied().unzip();
        let binds = |stm: &Stm, names: &FxHashSet<Name>| stm.pattern.first().is_some_and(|name| names.contains(name));
        let (out, left): (Vec<Stm>, Vec<Stm>) =
            std::mem::take(&mut one.stms).into_iter().partition(|stm| binds(stm, &moved));
        before.extend(out);
        one.stms = left;
        other.stms.retain(|stm| !binds(stm, &gone));
        self.substitution.extend(pairs.into_iter().map(|(one, other)| (other, one.into())));
    }

    /// The total scalar statements of a branch.
    fn definitions(&self, body: &Body) -> FxHashMap<Name, Exp> {
        let total = body.stms.iter().filter(|stm| is_total(self.program, stm));
        total.filter_map(|stm| Some((*stm.pattern.first()?, stm.exp.clone()))).collect()
    }

    /// Sizes that every iteration leaves as they are.
    fn loop_(&mut self, pattern: &mut Vec<Name>, looped: &mut Loop) {
        let params: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
        let sizes = size_results(self.program, &params);
        if !sizes.contains(&true) || pattern.len() != params.len() {
            return;
        }
        let mut kept = Vec::with_capacity(sizes.len());
        for (at, is_size) in sizes.into_iter().enumerate() {
            let (Some(&(param, init)), Some(&next)) = (looped.params.get(at), looped.body.result.get(at)) else {
                return;
            };
            let (init, next) = (self.resolve(init), self.resolve(next));
            let fixed = is_size && (next == param.into() || next == init);
            if fixed {
                self.substitution.extend([(param, init), (pattern[at], init)]);
            }
            kept.push(!fixed);
        }
        retain(pattern, &kept);
        retain(&mut looped.params, &kept);
        retain(&mut looped.body.result, &kept);
    }
}

/// What two branches compute alike.
struct Alike {
    one: FxHashMap<Name, Exp>,
    other: FxHashMap<Name, Exp>,
    /// Statements of the one and of the other branch that are alike, each after those that it needs.
    pairs: Vec<(Name, Name)>,
}

impl Alike {
    /// Whether the results are the same atom from outside, or equal operators, at most `COST` for a branch, make them of such.
    fn are(&mut self, rewriter: &mut Rewriter<'_>, a: Atom, b: Atom) -> bool {
        let mut found = Vec::new();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (rewriter.resolve(a), rewriter.resolve(b));
            if a == b {
                continue;
            }
            let (Some(one), Some(other)) = (a.var(), b.var()) else { return false };
            let is_pair = |pair: &(Name, Name)| *pair == (one, other);
            if found.iter().chain(&self.pairs).any(is_pair) {
                continue;
            }
            if found.iter().chain(&self.pairs).any(|&(first, second)| first == one || second == other) {
                return false;
            }
            let (Some(first), Some(second)) = (self.one.get(&one), self.other.get(&other)) else { return false };
            if found.len() + self.pairs.len() == COST || !same_operator(first, second) {
                return false;
            }
            found.push((one, other));
            open.extend(first.operands().into_iter().zip(second.operands()));
        }
        self.pairs.extend(found);
        true
    }
}

/// Whether the scalar expressions differ in their operands only.
fn same_operator(a: &Exp, b: &Exp) -> bool {
    let blank = |exp: &Exp| {
        let mut exp = exp.clone();
        exp.map_operands(&mut |_| Atom::bool(true));
        exp
    };
    blank(a) == blank(b)
}

fn retain<T>(items: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}
