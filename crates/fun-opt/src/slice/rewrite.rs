//! Rewriting of a function's body for slicing: calls of sliced functions, and branches and loops whose results' sizes
//! become known outside.

use super::flow::size_results;
use super::{Sliced, Source, shape};
use crate::alike;
use crate::dead::retain;
use crate::growth::{self, Growth};
use base::{Name, Spans};
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::FxHashMap;
use value::BinOp;

/// Largest number of statements in both sides of a branch that compute a size again. The computation is repeated for
/// each enclosing branch, and may be in a loop.
const BRANCH_COST: usize = 4;

/// Rewrites the function's body, initially or after more functions were sliced. The names in `substitution` are
/// replaced everywhere in it.
pub fn rewrite(
    program: &mut Program,
    id: FunctionId,
    sliced: &FxHashMap<FunctionId, Sliced>,
    substitution: Substitution,
    again: bool,
) {
    let mut body = std::mem::take(&mut program.functions[id].body);
    let mut rewriter = Rewriter { program, id, sliced, substitution, again };
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
    /// Replacements for removed sizes. They are applied at the end, all at once.
    substitution: Substitution,
    /// Whether this is not the first rewriting, so that loops with growing arrays are already rewritten.
    again: bool,
}

impl Rewriter<'_> {
    /// Returns the atom's final replacement.
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
                Exp::If { cond, then_body, else_body } => {
                    self.branch(&mut stm.pattern, then_body, else_body, &mut kept);
                    self.slice_branch(&mut stm.pattern, *cond, [then_body, else_body], &stm.spans, &mut kept);
                }
                Exp::Loop(looped) => {
                    self.loop_(&mut stm.pattern, looped);
                    let renamed = self.growing(&mut stm, &mut kept);
                    kept.push(stm);
                    kept.extend(renamed);
                    continue;
                }
                _ => {}
            }
            kept.push(stm);
        }
        body.stms = kept;
    }

    /// Rewrites a call of a sliced function to a call of its shape, if that computes anything, and one of its values.
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
            before.push(stm.like(pattern, exp));
        }
        stm.pattern = kept;
        stm.exp = Exp::Call { function, args: sizes.into_iter().flatten().chain(args).collect() };
    }

    /// Moves sizes before the branch on which both sides agree, or which both compute alike.
    fn branch(&mut self, pattern: &mut Vec<Name>, one: &mut Body, other: &mut Body, before: &mut Vec<Stm>) {
        let sizes = size_results(self.program, pattern);
        if !sizes.contains(&true) {
            return;
        }
        let mut kept = Vec::with_capacity(sizes.len());
        for (at, (is_size, &name)) in sizes.into_iter().zip(pattern.iter()).enumerate() {
            let size = is_size.then(|| self.common(one, other, at, before)).flatten();
            self.substitution.extend(size.map(|size| (name, size)));
            kept.push(size.is_none());
        }
        retain(pattern, &kept);
        retain(&mut one.result, &kept);
        retain(&mut other.result, &kept);
    }

    /// Returns a result on which both sides of a branch agree: from outside, or computed alike by total operators. In
    /// the latter case, the computation is copied before the branch, and both sides use it.
    fn common(&mut self, one: &Body, other: &Body, at: usize, before: &mut Vec<Stm>) -> Option<Atom> {
        let results = [self.resolve(*one.result.get(at)?), self.resolve(*other.result.get(at)?)];
        if results[0] == results[1] {
            return Some(results[0]);
        }
        let ((one, _), (other, _)) = (self.slice_of(one, at)?, self.slice_of(other, at)?);
        if !alike::bodies(&one, &other) {
            return None;
        }
        let copy = walk::refresh_body(self.program, &one, &mut Substitution::default());
        before.extend(copy.stms);
        let size = copy.result.first().copied()?;
        self.substitution.extend(results.into_iter().filter_map(|result| Some((result.var()?, size))));
        Some(size)
    }

    /// Moves sizes that each side of a branch computes by few total operators before it, in a branch of these operators
    /// only. The sides keep theirs, about which more facts are known.
    fn slice_branch(
        &mut self,
        pattern: &mut Vec<Name>,
        cond: Atom,
        sides: [&mut Body; 2],
        spans: &Spans,
        before: &mut Vec<Stm>,
    ) {
        let sizes = size_results(self.program, pattern);
        let mut sliced = vec![false; pattern.len()];
        let mut slices = [Body::default(), Body::default()];
        for (at, _) in sizes.iter().enumerate().filter(|(_, is_size)| **is_size) {
            let (Some((one, price)), Some((other, more))) = (self.slice_of(sides[0], at), self.slice_of(sides[1], at))
            else {
                continue;
            };
            if price + more > BRANCH_COST {
                continue;
            }
            for (slice, part) in slices.iter_mut().zip([one, other]) {
                let part = walk::refresh_body(self.program, &part, &mut Substitution::default());
                slice.stms.extend(part.stms);
                slice.result.extend(part.result);
            }
            sliced[at] = true;
        }
        if !sliced.contains(&true) {
            return;
        }
        let names: Vec<Name> =
            pattern.iter().zip(&sliced).filter(|(_, sliced)| **sliced).map(|(name, _)| *name).collect();
        let left: Vec<bool> = sliced.iter().map(|sliced| !sliced).collect();
        let values = sides.each_ref().map(|side| pattern.iter().copied().zip(side.result.iter().copied()).collect());
        retain(pattern, &left);
        for (side, values) in sides.into_iter().zip(values) {
            retain(&mut side.result, &left);
            self.name_sizes(pattern, side, values, &names, spans);
        }
        let [then_body, else_body] = slices;
        let exp = Exp::If { cond, then_body, else_body };
        before.push(Stm::plain(names, exp, spans));
    }

    /// Returns the statements that compute a result of a branch, if these are total operators and branches of them, and
    /// their number.
    fn slice_of(&mut self, side: &Body, at: usize) -> Option<(Body, usize)> {
        let size = *side.result.get(at)?;
        let (mut slice, price) =
            shape::restricted(self.program, &FxHashMap::default(), &self.substitution, side, &[size])?;
        if price.may_fail {
            return None;
        }
        // Because the slice is copied with new names, pending replacements must be applied to it first.
        let free = walk::free_in_body(&self.program.vars, &slice);
        let meanings: Substitution = free.into_iter().map(|name| (name, self.resolve(name.into()))).collect();
        walk::substitute_body(&mut self.program.vars, &mut slice, &meanings);
        Some((slice, price.stms))
    }

    /// Gives a branch's results the sizes named in the pattern, which are equal by construction. `values`: the side's
    /// value for each name.
    fn name_sizes(
        &mut self,
        pattern: &[Name],
        side: &mut Body,
        mut values: Substitution,
        sizes: &[Name],
        spans: &Spans,
    ) {
        // Remaining sizes belong to the branch itself.
        values.retain(|name, _| !sizes.contains(name));
        for (&name, result) in pattern.iter().zip(&mut side.result) {
            let Some(array) = result.var().filter(|_| names_any(self.program, name, sizes)) else { continue };
            let ty = walk::substitute_type(self.program.type_of(name), &values);
            let renamed = self.program.fresh_like(array, ty.clone());
            side.stms.push(Stm::plain(vec![renamed], Exp::Reshape(array, ty.dims().to_vec()), spans));
            *result = renamed.into();
        }
    }

    /// Removes sizes that every iteration leaves unchanged.
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

impl Rewriter<'_> {
    /// Rewrites sizes that grow by a constant in every iteration of a counted loop, so that they are known before it.
    /// Inside, they stay; the loop's arrays are reshaped after it, by the returned statements.
    fn growing(&mut self, stm: &mut Stm, before: &mut Vec<Stm>) -> Vec<Stm> {
        let Exp::Loop(looped) = &stm.exp else { return Vec::new() };
        let LoopForm::For { var, bound } = looped.form else { return Vec::new() };
        let params: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
        if self.again || *self.program.type_of(var) != Type::I64 || params.len() != stm.pattern.len() {
            return Vec::new();
        }
        let sizes = size_results(self.program, &params);
        let sizes = sizes.into_iter().enumerate().filter(|(_, is_size)| *is_size).map(|(at, _)| at);
        let mut grown = Substitution::default();
        for growth in growth::even(looped, sizes, |atom| self.resolve(atom)) {
            let last = self.after(bound, looped.params[growth.at].1, growth, &stm.spans, before);
            let name = &mut stm.pattern[growth.at];
            let own = self.program.fresh_like(*name, Type::I64);
            grown.insert(*name, own.into());
            self.substitution.insert(std::mem::replace(name, own), last);
        }
        let sizes: Vec<Name> = grown.keys().copied().collect();
        let mut renamed = Vec::new();
        for name in &mut stm.pattern {
            if !names_any(self.program, *name, &sizes) {
                continue;
            }
            let ty = self.program.type_of(*name).clone();
            let own = self.program.fresh_like(*name, walk::substitute_type(&ty, &grown));
            renamed.push(Stm::plain(vec![*name], Exp::Reshape(own, ty.dims().to_vec()), &stm.spans));
            *name = own;
        }
        renamed
    }

    /// Computes the value of `init` after all iterations of the loop, none if the bound is negative.
    fn after(&mut self, bound: Atom, init: Atom, growth: Growth, spans: &Spans, before: &mut Vec<Stm>) -> Atom {
        let mut builder = Builder { spans: spans.clone(), ..Builder::new(self.program) };
        let times = builder.bind("times", Exp::Bin(BinOp::Max, bound, Atom::i64(0)));
        let way = builder.bind("way", Exp::Bin(BinOp::Mul, times.into(), growth.step));
        let size = builder.bind("size", Exp::Bin(growth.operator, init, way.into()));
        before.append(&mut builder.stms);
        size.into()
    }
}

fn names_any(program: &Program, array: Name, sizes: &[Name]) -> bool {
    program.type_of(array).dims().iter().any(|dim| dim.var().is_some_and(|name| sizes.contains(&name)))
}
