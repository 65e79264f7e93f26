//! Fusion of reads: computes elements of arrays where they are read, if only views, indexing and traversals of other
//! shapes read them.
//!
//! ```text
//! let (ys : [n][m]f32) = map n (xss) (map f)        ==>   let (s : [m]f32) = map m () (\j ->
//! let (zs : [m][n]f32) = permute ys (1, 0)                  traverse n () (\i -> f xss[i, j]) reduce (+))
//! let (s : [m]f32) = map m (zs) (reduce (+))
//!
//! let (ys : [n]f32) = map n (xs) f                  ==>   loop (a = 0) for i < n do
//! loop (a = 0) for i < n do .. ys[i] ..                     let (y : f32) = f xs[i] ..
//!
//! let (zs : [k]f32) = concat (xs, ys)               ==>   let (z : f32) = if i < n then xs[i] else ys[i - n]
//! let (z : f32) = zs[i]
//! ```
//!
//! A read visits each element at most once if the counter of every loop and traversal around it, up to the array's
//! definition, is a separate index (plus or minus an invariant). At other indices, it visits at most a constant times
//! the number of elements if the widths of those loops are the array's dimensions and constants. That also qualifies if
//! it means few operations. One such read may absorb any map that cannot fail. Up to `MAX_READS` reads may absorb a map
//! of a few scalar operations, so work grows by at most a constant. Results that a traversal collects besides its
//! reductions are treated like such a map. Reads of several results at the same index count as one read, which the
//! first of them makes for the rest of its body. A map stays if it reads the result of another absorbed map, or an
//! array that is overwritten anywhere. A map in a branch runs only when the branch does, so only loops and traversals
//! inside the branch count.
//!
//! Concatenated arrays are not made if at most `MAX_READS` reads use single elements of them, under the same loops and
//! traversals, or further ones of constant width. A few comparisons for each read replace a copy. Reads in other loops
//! would repeat these comparisons.
//!
//! Needs: unique names. Guarantees: nothing; unread arrays are left to `dead-code`. Cost: linear, times nesting depth.

use super::concat;
use super::element::{Sources, is_view_of_elements};
use crate::{effect, view};
use base::{Error, Name};
use fun::alias::{Aliases, analyse};
use fun::def::*;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, ScalarType, UnOp};

/// Largest number of reads at which a cheap element is computed.
const MAX_READS: usize = 4;

/// Largest number of scalar operations of a cheap element.
const MAX_OPERATIONS: usize = 6;

pub fn fuse_reads(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let aliases = analyse(&program, &program.functions[id]).0;
        let mut body = std::mem::take(&mut program.functions[id].body);
        let chosen = Survey::of(&program, &aliases, &body);
        if !chosen.is_empty() {
            rewrite(&mut program, &mut body, &mut Sources::default(), &chosen);
        }
        program.functions[id].body = body;
    }
    Ok(program)
}

/// A map, or concatenated arrays, whose elements may be computed where they are read.
struct Candidate {
    names: Vec<Name>,
    maker: Maker,
    /// Whether an element of some result is an array.
    has_rows: bool,
    /// Number of enclosing loops and traversals out of which the array's computation cannot be hoisted.
    depth: usize,
    /// Number of operations that compute an element; `None` if they are many or costly.
    operations: Option<usize>,
    reads: usize,
    /// Whether all reads so far, under one copy of the loops around them, visit each element at most once or cost no
    /// more than that.
    once: bool,
    /// Whether the array must be made: it is used as a whole, or an element of another candidate is computed from it.
    stays: bool,
    /// Candidates whose lambdas read this one's elements.
    inside: FxHashSet<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Maker {
    Map,
    /// Concatenated arrays, and the number of loops and traversals around the concatenation.
    Concat(usize),
}

/// A candidate's result, or a view or row of one.
#[derive(Clone)]
struct Tracked {
    candidate: usize,
    /// Loops and traversals whose counters are already among its indices.
    fixed: Vec<usize>,
}

/// Survey of how each candidate is read.
struct Survey<'a> {
    program: &'a Program,
    aliases: &'a Aliases,
    candidates: Vec<Candidate>,
    tracked: FxHashMap<Name, Tracked>,
    /// Numbers of the loops and traversals around the current statement.
    levels: Vec<usize>,
    /// Number of iterations of each of the `levels`, if it is known.
    widths: Vec<Option<Atom>>,
    next_level: usize,
    /// Number of loops and traversals around the innermost branch. No computation is moved out of the branch.
    branch: usize,
    /// Counters, and sums of a counter and an invariant of its loop. For each, the loop's position in `levels` and its
    /// number.
    counters: FxHashMap<Name, (usize, usize)>,
    /// Number of loops and traversals around each binding, if it is known.
    depth: FxHashMap<Name, usize>,
    /// Candidates whose lambdas enclose the current statement.
    inside: Vec<usize>,
    /// Elements read before, in this body or enclosing ones: candidate and index.
    made: Vec<(usize, Atom)>,
}

impl Survey<'_> {
    /// Returns the maps whose elements should be computed where they are read.
    fn of(program: &Program, aliases: &Aliases, body: &Body) -> FxHashSet<Name> {
        let mut survey = Survey {
            program,
            aliases,
            candidates: Vec::new(),
            tracked: FxHashMap::default(),
            levels: Vec::new(),
            widths: Vec::new(),
            next_level: 0,
            branch: 0,
            counters: FxHashMap::default(),
            depth: FxHashMap::default(),
            inside: Vec::new(),
            made: Vec::new(),
        };
        survey.body(body);
        survey.chosen()
    }

    /// Returns the names of the candidates that are read rarely enough. If one is computed where it is read, candidates
    /// that it reads stay.
    fn chosen(mut self) -> FxHashSet<Name> {
        let mut chosen = FxHashSet::default();
        for at in 0..self.candidates.len() {
            let candidate = &self.candidates[at];
            let cheap = candidate.operations.is_some() || candidate.maker != Maker::Map;
            let few = candidate.reads == 1 || cheap && candidate.reads <= MAX_READS;
            if candidate.stays || candidate.reads == 0 || !candidate.once || !few {
                continue;
            }
            chosen.extend(candidate.names.iter().copied());
            for other in candidate.inside.clone() {
                self.candidates[other].stays = true;
            }
        }
        chosen
    }

    fn body(&mut self, body: &Body) {
        let outside = self.made.len();
        for stm in &body.stms {
            self.stm(stm);
        }
        body.result.iter().for_each(|&atom| self.whole(atom));
        self.made.truncate(outside);
    }

    fn stm(&mut self, stm: &Stm) {
        self.operands(stm);
        let own = self.note_candidate(stm);
        self.inside.extend(own);
        self.bodies(&stm.exp);
        if own.is_some() {
            self.inside.pop();
        }
        for &name in &stm.pattern {
            self.depth.insert(name, self.levels.len());
        }
        if let [name] = stm.pattern.as_slice() {
            let counter = match &stm.exp {
                Exp::Bin(BinOp::Add | BinOp::Sub, a, b) => self.shifted(*a, *b).or_else(|| self.shifted(*b, *a)),
                Exp::Convert(ScalarType::I64, Atom::Var(narrow)) => self.counters.get(narrow).copied(),
                _ => None,
            };
            self.counters.extend(counter.map(|counter| (*name, counter)));
        }
    }

    /// Returns the counter's entry in `counters` for `counter` plus or minus `by`, if `by` does not vary in the
    /// counter's loop.
    fn shifted(&self, counter: Atom, by: Atom) -> Option<(usize, usize)> {
        let found = *self.counters.get(&counter.var()?)?;
        let varies = by.var().is_some_and(|name| {
            self.depth.get(&name).is_some_and(|&depth| depth > found.0) || self.counters.contains_key(&name)
        });
        (!varies).then_some(found)
    }

    fn whole(&mut self, atom: Atom) {
        if let Some(tracked) = atom.var().and_then(|name| self.tracked.get(&name)) {
            self.candidates[tracked.candidate].stays = true;
        }
    }

    /// Records how a statement uses the tracked arrays: as a view, by reads of elements, as inputs, or as a whole.
    fn operands(&mut self, stm: &Stm) {
        if let Some(array) = view::source(&stm.exp).filter(|array| self.tracked.contains_key(array)) {
            return self.view(stm, array);
        }
        match &stm.exp {
            Exp::Index(array, indices) if self.tracked.contains_key(array) => {
                if !self.is_made(*array, indices) {
                    self.read(*array, indices, None);
                }
            }
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                let Some((_, inputs, _)) = stm.exp.traversed() else { return };
                let mut uses: FxHashMap<Name, usize> = FxHashMap::default();
                stm.exp.for_each_operand(&mut |atom| {
                    if let Some(name) = atom.var() {
                        *uses.entry(name).or_insert(0) += 1;
                    }
                });
                for (name, uses) in uses {
                    let as_input = inputs.iter().filter(|input| **input == name).count();
                    if uses > as_input {
                        self.whole(name.into());
                    }
                }
            }
            exp => exp.for_each_operand(&mut |atom| self.whole(atom)),
        }
    }

    /// Whether the element was read before, so that `Sources::element_of_all` provides it. Records the read.
    fn is_made(&mut self, array: Name, indices: &[Atom]) -> bool {
        let (Some(tracked), &[index]) = (self.tracked.get(&array), indices) else { return false };
        let Candidate { names, maker, has_rows, .. } = &self.candidates[tracked.candidate];
        if *maker != Maker::Map || *has_rows || !names.contains(&array) {
            return false;
        }
        let element = (tracked.candidate, index);
        let is_made = self.made.contains(&element);
        if !is_made {
            self.made.push(element);
        }
        is_made
    }

    /// Records a read of the array at these indices, and at the counter of a level of this width.
    fn read(&mut self, array: Name, indices: &[Atom], traversed: Option<(usize, Atom)>) {
        let Some(tracked) = self.tracked.get(&array) else { return };
        let level = traversed.map(|(level, _)| level);
        let counters = indices.iter().filter_map(|index| self.counters.get(&index.var()?));
        let fixed: Vec<usize> =
            counters.map(|(_, level)| *level).chain(level).chain(tracked.fixed.iter().copied()).collect();
        let even = level.is_none() && self.is_even(&self.candidates[tracked.candidate]);
        let candidate = &mut self.candidates[tracked.candidate];
        candidate.reads += 1;
        let once = match candidate.maker {
            Maker::Map => self.levels.iter().skip(candidate.depth).chain(&level).all(|level| fixed.contains(level)),
            Maker::Concat(levels) => {
                let inside = self.widths.iter().skip(levels).copied();
                let mut widths = inside.chain(traversed.map(|(_, width)| Some(width)));
                widths.all(|width| width.and_then(Atom::as_i64).is_some())
            }
        };
        candidate.once &= once || even;
        candidate.inside.extend(self.inside.iter().copied());
    }

    /// Whether reads under the present loops compute at most a constant times the number of elements, with few
    /// operations each.
    fn is_even(&self, candidate: &Candidate) -> bool {
        let (Some(mut operations), Some(&first)) = (candidate.operations, candidate.names.first()) else {
            return false;
        };
        let mut dims = self.program.type_of(first).dims().to_vec();
        let of_one_shape = candidate.names.iter().all(|&name| self.program.type_of(name).dims() == dims);
        for &width in self.widths.iter().skip(candidate.depth) {
            let dim = dims.iter().position(|&dim| Some(dim) == width);
            let constant = width.and_then(Atom::as_i64).and_then(|width| width.try_into().ok());
            match (dim, constant) {
                (Some(dim), _) => drop(dims.swap_remove(dim)),
                (None, Some(times)) => operations = operations.saturating_mul(times),
                (None, None) => return false,
            }
        }
        of_one_shape && operations <= MAX_OPERATIONS
    }

    fn view(&mut self, stm: &Stm, array: Name) {
        let ([view], Some(mut tracked)) = (stm.pattern.as_slice(), self.tracked.get(&array).cloned()) else { return };
        if !is_view_of_elements(self.program, &stm.exp) {
            self.candidates[tracked.candidate].stays = true;
            return;
        }
        if let Exp::Slice(_, dims) = &stm.exp {
            for dim in dims {
                if let SliceDim::Fix(Atom::Var(index)) = dim {
                    tracked.fixed.extend(self.counters.get(index).map(|(_, level)| *level));
                }
            }
        }
        self.tracked.insert(*view, tracked);
    }

    /// Makes the statement a candidate, if its results may be computed where they are read. Returns the candidate's
    /// number.
    fn note_candidate(&mut self, stm: &Stm) -> Option<usize> {
        let candidate = match &stm.exp {
            Exp::Traverse(traverse) => self.map_candidate(stm, traverse)?,
            Exp::Concat(parts) if parts.len() <= concat::MAX_PARTS => Candidate {
                names: stm.pattern.clone(),
                maker: Maker::Concat(self.levels.len()),
                has_rows: false,
                depth: self.branch,
                operations: None,
                reads: 0,
                once: true,
                stays: false,
                inside: FxHashSet::default(),
            },
            _ => return None,
        };
        let free = walk::free_in_stm(&self.program.vars, stm);
        if free.iter().any(|&name| self.aliases.of(name).any(|name| self.aliases.consumed.contains(&name))) {
            return None;
        }
        let depth = free.iter().filter_map(|name| self.depth.get(name).copied()).max().unwrap_or(0);
        let at = self.candidates.len();
        for &name in &candidate.names {
            self.tracked.insert(name, Tracked { candidate: at, fixed: Vec::new() });
        }
        self.candidates.push(Candidate { depth: candidate.depth.max(depth), ..candidate });
        Some(at)
    }

    fn map_candidate(&self, stm: &Stm, traverse: &Traverse) -> Option<Candidate> {
        let (_, collected) = stm.pattern.split_at_checked(traverse.combined())?;
        let operations = operations(&traverse.lambda.body).filter(|&count| count <= MAX_OPERATIONS);
        let can = !collected.is_empty()
            && (operations.is_some() || traverse.is_map())
            && effect::may_drop(&stm.exp)
            && is_element_wise(self.program, &traverse.lambda);
        can.then(|| Candidate {
            names: collected.to_vec(),
            maker: Maker::Map,
            has_rows: traverse.lambda.body.result.iter().any(|&result| self.program.atom_type(result).rank() > 0),
            depth: self.branch,
            operations,
            reads: 0,
            once: true,
            stays: false,
            inside: FxHashSet::default(),
        })
    }

    /// Surveys the bodies of an expression, with its loop or traversal as another level.
    fn bodies(&mut self, exp: &Exp) {
        match exp {
            Exp::If { then_body, else_body, .. } => {
                let outside = std::mem::replace(&mut self.branch, self.levels.len());
                self.body(then_body);
                self.body(else_body);
                self.branch = outside;
            }
            Exp::Loop(looped) => {
                let bound = match looped.form {
                    LoopForm::For { bound, .. } => Some(bound),
                    LoopForm::While { .. } => None,
                };
                let level = self.enter(bound);
                if let LoopForm::For { var, .. } = looped.form {
                    self.counters.insert(var, (self.levels.len() - 1, level));
                }
                self.depth.extend(exp.binders().into_iter().map(|name| (name, self.levels.len())));
                self.body(&looped.body);
                self.leave();
            }
            _ => {
                self.element_function(exp);
                for operator in exp.lambdas().into_iter().skip(1) {
                    self.enter(None);
                    self.depth.extend(operator.params.iter().map(|&name| (name, self.levels.len())));
                    self.body(&operator.body);
                    self.leave();
                }
            }
        }
    }

    /// Surveys the lambda of a traversal. Each parameter counts as the element of its input at the traversal's counter.
    fn element_function(&mut self, exp: &Exp) {
        let Some((width, inputs, lambda)) = exp.traversed() else { return };
        let level = self.next_level;
        let first = lambda.params.len().saturating_sub(inputs.len());
        for (&input, &param) in inputs.iter().zip(&lambda.params[first..]) {
            let Some(mut tracked) = self.tracked.get(&input).cloned() else { continue };
            if self.program.type_of(param).rank() == 0 {
                self.read(input, &[], Some((level, width)));
            } else {
                tracked.fixed.push(level);
                self.tracked.insert(param, tracked);
            }
        }
        self.enter(Some(width));
        self.depth.extend(lambda.params.iter().map(|&name| (name, self.levels.len())));
        self.counters.extend(lambda.params[..first].iter().map(|&index| (index, (self.levels.len() - 1, level))));
        self.body(&lambda.body);
        self.leave();
    }

    fn leave(&mut self) {
        self.levels.pop();
        self.widths.pop();
    }

    /// Enters a loop or traversal; returns its number.
    fn enter(&mut self, width: Option<Atom>) -> usize {
        self.widths.push(width);
        self.levels.push(self.next_level);
        self.next_level += 1;
        self.next_level - 1
    }
}

/// Whether each element of the results is computed independently. Results that are arrays come from such maps or are
/// views, and the code beside those maps is cheap enough to be repeated for each element.
fn is_element_wise(program: &Program, lambda: &Lambda) -> bool {
    let arrays = lambda.body.result.iter().filter(|atom| program.atom_type(**atom).rank() > 0);
    let arrays: Vec<Name> = arrays.filter_map(|atom| atom.var()).collect();
    if arrays.is_empty() {
        return true;
    }
    let fine = |stm: &Stm| match &stm.exp {
        Exp::Traverse(inner) if stm.pattern.iter().any(|name| arrays.contains(name)) => {
            inner.is_map() && is_element_wise(program, &inner.lambda)
        }
        exp => operation(exp).is_some(),
    };
    lambda.body.stms.iter().all(fine) && walk_once(&lambda.body, &arrays)
}

/// Whether the body only returns those `arrays` that inner traversals make, and does not use them itself.
fn walk_once(body: &Body, arrays: &[Name]) -> bool {
    let inner: Vec<&Stm> = body.stms.iter().filter(|stm| matches!(stm.exp, Exp::Traverse(_))).collect();
    let mut uses = FxHashMap::default();
    walk::count_uses(body, &mut uses);
    inner.iter().flat_map(|stm| &stm.pattern).filter(|name| arrays.contains(name)).all(|name| {
        let yielded = body.result.iter().filter(|atom| **atom == Atom::Var(*name)).count();
        uses.get(name).is_some_and(|uses| *uses == yielded)
    })
}

/// Returns the number of operations of the body if all are cheap; those of nested maps are added.
fn operations(body: &Body) -> Option<usize> {
    let of = |stm: &Stm| match &stm.exp {
        Exp::Traverse(inner) if inner.is_map() => operations(&inner.lambda.body),
        exp => operation(exp),
    };
    body.stms.iter().map(of).sum()
}

/// Returns the cost of a cheap operation.
fn operation(exp: &Exp) -> Option<usize> {
    match exp {
        Exp::Slice(..) | Exp::Permute(..) | Exp::Atom(_) => Some(0),
        Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..) | Exp::Index(..) => Some(1),
        Exp::Un(UnOp::Neg | UnOp::Not | UnOp::Abs | UnOp::Sgn, _) => Some(1),
        Exp::Bin(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max, ..) => Some(1),
        Exp::Bin(BinOp::And | BinOp::Or | BinOp::Xor, ..) => Some(1),
        Exp::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, _, Atom::Const(by))
            if by.as_i128().is_some_and(|by| by > 0) =>
        {
            Some(1)
        }
        _ => None,
    }
}

/// Computes elements of the chosen arrays where they are read.
fn rewrite(program: &mut Program, body: &mut Body, sources: &mut Sources, chosen: &FxHashSet<Name>) {
    let outside = sources.mark();
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in std::mem::take(&mut body.stms) {
        sources.note_view(&stm);
        if let Exp::Index(array, indices) = &stm.exp
            && sources.contains(*array)
        {
            let atom = sources.element_of_all(program, *array, indices.clone(), stm.certs.clone(), &mut stms);
            stm.exp = Exp::Atom(atom);
        }
        index_inputs(program, &mut stm, sources);
        for inner in stm.exp.bodies_mut() {
            rewrite(program, inner, sources, chosen);
        }
        sources.note_maker(&stm, chosen);
        stms.push(stm);
    }
    sources.forget(outside);
    body.stms = stms;
}

/// Removes the inputs whose elements are computed. The traversal's lambda computes them from the index instead.
fn index_inputs(program: &mut Program, stm: &mut Stm, sources: &mut Sources) {
    let Stm { exp, spans, .. } = stm;
    let Some((_, inputs, lambda)) = exp.traversed_mut() else { return };
    if !inputs.iter().any(|input| sources.contains(*input)) {
        return;
    }
    if lambda.params.len() == inputs.len() {
        lambda.params.insert(0, program.fresh("i", Type::I64));
    }
    let index = lambda.params[0];
    let (mut kept, mut params, mut stms) = (Vec::new(), vec![index], Vec::new());
    for (&input, &param) in inputs.iter().zip(&lambda.params[1..]) {
        if !sources.contains(input) {
            kept.push(input);
            params.push(param);
            continue;
        }
        let exp = if program.type_of(param).rank() == 0 {
            Exp::Atom(sources.element(program, input, vec![index.into()], Vec::new(), &mut stms))
        } else {
            fun::build::row(program, input, &[index.into()])
        };
        let stm = Stm::plain(vec![param], exp, spans);
        sources.note_view(&stm);
        stms.push(stm);
    }
    (*inputs, lambda.params) = (kept, params);
    lambda.body.stms.splice(0..0, stms);
}

/// Whether the atom is a constant other than 0.
pub fn is_nonzero(atom: Atom) -> bool {
    atom.as_i64().is_some_and(|value| value != 0)
}
