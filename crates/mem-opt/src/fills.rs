//! Unread fills: an array that is filled, or made by a traversal, may start with unspecified contents if a nest of loops
//! writes it completely, and reads only elements already written.
//!
//! ```text
//! let (a : [n][m]f32 @ ..) = replicate [n, m] 0.0f32         let (a : [n][m]f32 @ ..) = scratch [n][m]f32
//! loop (b : [n][m]f32 @ .. = a) for i < n do                 loop (b : [n][m]f32 @ .. = a) for i < n do
//!   loop (c : [n][m]f32 @ .. = b) for j < m do          ==>    ..
//!     let (x : f32) = c[i, k]                 -- k < j
//!     let (y : f32) = c[h, j]                 -- h < i
//!     let (d : [n][m]f32 @ ..) = c with [i, j] = ..
//!     in (d)
//! ```
//!
//! Each round of the nest writes one element or row at its counters. Each counter runs over the size of a dimension,
//! upwards or downwards. So the elements before the counters, in the order of the loops, are written, and each read
//! must be of one of these. After the nest all are written; if a loop has no round, there is no element.
//!
//! Needs: nothing. Guarantees: nothing. The heap evaluator fails if an element is read before it is written. Cost:
//! linear; each proof is bounded.

use base::{Error, Name};
use fun::def::*;
use fun::sums::Sums;
use fun::walk;
use fun_opt::effect;
use fun_opt::facts::Walk;
use fun_opt::prove::Known;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::CmpOp;

pub fn drop_fills(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let nests = Finder::new(&program, &body).nests(&body);
        if !nests.is_empty() {
            let mut reader = Reader::new(&program, &body, &nests);
            reader.known.enter_function(&program.functions[id]);
            reader.body(&mut body);
            let fills = reader.unread_fills();
            without_fills(&program, &mut body, &fills);
        }
        program.functions[id].body = body;
    }
    Ok(program)
}

/// Nested loops that write an array completely.
struct Nest {
    /// The array at the start of the nest, before the loops.
    fill: Name,
    steps: Vec<Step>,
    /// Names of the array in the nest, each with how much of the array is written.
    stages: Vec<(Name, Stage)>,
}

/// How one loop of the nest runs through a dimension of the array.
#[derive(Clone, PartialEq)]
struct Step {
    dim: usize,
    /// Index that the loop's current round writes.
    index: Atom,
    is_down: bool,
}

/// How much of the array is written, where it has a certain name.
#[derive(Clone, Copy)]
struct Stage {
    /// Number of the nest's loops around the name.
    depth: usize,
    /// Whether the element of the current round is written too, and not only those of earlier rounds.
    is_after: bool,
}

/// Search for nests that write an array completely.
struct Finder<'a> {
    program: &'a Program,
    definitions: FxHashMap<Name, &'a Stm>,
    sums: Sums,
}

/// A nest that is being followed.
struct Open {
    counters: Vec<(Name, Atom)>,
    steps: Option<Vec<Step>>,
    stages: Vec<(Name, Stage)>,
}

impl<'a> Finder<'a> {
    fn new(program: &'a Program, body: &'a Body) -> Finder<'a> {
        let mut finder = Finder { program, definitions: FxHashMap::default(), sums: Sums::default() };
        finder.define(body);
        finder
    }

    /// Records the definitions of names, before the statements that use them.
    fn define(&mut self, body: &'a Body) {
        for stm in &body.stms {
            self.definitions.extend(stm.pattern.iter().map(|&name| (name, stm)));
            if let &[name] = stm.pattern.as_slice()
                && *self.program.type_of(name) == Type::I64
            {
                self.sums.define(name, &stm.exp);
            }
            stm.exp.bodies().into_iter().for_each(|inner| self.define(inner));
        }
    }

    fn nests(&self, body: &Body) -> Vec<Nest> {
        let mut nests = Vec::new();
        walk::for_each_stm(body, &mut |stm| {
            if let Exp::Loop(looped) = &stm.exp {
                nests.extend((0..looped.params.len()).filter_map(|which| self.nest(looped, which)));
            }
        });
        nests
    }

    /// Returns the nest that starts with the loop and writes its parameter number `which`, if that array is filled
    /// before the loop.
    fn nest(&self, looped: &Loop, which: usize) -> Option<Nest> {
        let fill = looped.params.get(which)?.1.var()?;
        if !is_fill(&self.definitions.get(&fill)?.exp) {
            return None;
        }
        let mut open = Open { counters: Vec::new(), steps: None, stages: Vec::new() };
        open.note(fill, false);
        self.enter(fill, looped, which, &mut open)?;
        Some(Nest { fill, steps: open.steps?, stages: open.stages })
    }

    fn enter(&self, fill: Name, looped: &Loop, which: usize, open: &mut Open) -> Option<()> {
        let LoopForm::For { var, bound } = looped.form else { return None };
        open.counters.push((var, bound));
        let (array, result) = (looped.params.get(which)?.0, looped.body.result.get(which)?.var()?);
        self.follow(fill, array, result, open)?;
        open.counters.pop();
        Some(())
    }

    /// Follows the array through a body, from its name at the start to the body's result.
    fn follow(&self, fill: Name, array: Name, result: Name, open: &mut Open) -> Option<()> {
        let stm = self.definitions.get(&result)?;
        let which = stm.pattern.iter().position(|&name| name == result)?;
        match &stm.exp {
            Exp::Update { array: updated, dims, .. } if *updated == array => {
                open.note(array, false);
                let steps = self.steps(fill, dims, &open.counters)?;
                if *open.steps.get_or_insert_with(|| steps.clone()) != steps {
                    return None;
                }
            }
            Exp::Loop(inner) if inner.params.get(which)?.1 == array.into() => {
                open.note(array, false);
                self.enter(fill, inner, which, open)?;
            }
            Exp::If { then_body, else_body, .. } => {
                self.follow(fill, array, then_body.result.get(which)?.var()?, open)?;
                self.follow(fill, array, else_body.result.get(which)?.var()?, open)?;
            }
            _ => return None,
        }
        open.note(result, true);
        Some(())
    }

    /// Returns how the counters run through the array, if all rounds together write the whole array.
    fn steps(&self, fill: Name, dims: &[SliceDim], counters: &[(Name, Atom)]) -> Option<Vec<Step>> {
        let sizes: Vec<Poly> = self.program.type_of(fill).dims().iter().map(|&size| self.sums.atom(size)).collect();
        let is_whole = |(dim, size): (&SliceDim, &Poly)| match dim {
            SliceDim::Fix(_) => true,
            SliceDim::Range { start, count, stride } => {
                *start == Atom::i64(0) && *stride == Atom::i64(1) && self.sums.atom(*count) == *size
            }
            SliceDim::Flat { .. } => false,
        };
        let fixed = dims.iter().filter(|dim| dim.fixed().is_some()).count();
        if dims.len() != sizes.len() || fixed != counters.len() || !dims.iter().zip(&sizes).all(is_whole) {
            return None;
        }
        counters.iter().map(|&(counter, bound)| self.step(dims, &sizes, counter, bound)).collect()
    }

    /// Returns how one counter runs through a dimension. The equations hold modulo 2^64, and therefore for an index,
    /// which is less than the size.
    fn step(&self, dims: &[SliceDim], sizes: &[Poly], counter: Name, bound: Atom) -> Option<Step> {
        let (up, bound) = (self.sums.atom(counter.into()), self.sums.atom(bound));
        let down = bound.clone() - Poly::one() - up.clone();
        dims.iter().enumerate().find_map(|(dim, part)| {
            let index = part.fixed()?;
            let at = self.sums.atom(index);
            let is_down = at == down;
            let is_step = (is_down || at == up) && sizes.get(dim) == Some(&bound);
            is_step.then_some(Step { dim, index, is_down })
        })
    }
}

impl Open {
    fn note(&mut self, name: Name, is_after: bool) {
        self.stages.push((name, Stage { depth: self.counters.len(), is_after }));
    }
}

/// Whether the expression only fills a new array, so that it can be dropped if nothing reads the contents.
fn is_fill(exp: &Exp) -> bool {
    let is_plain = matches!(exp, Exp::Replicate { .. } | Exp::Iota { .. } | Exp::Literal(_) | Exp::Copy(_));
    is_plain || matches!(exp, Exp::Traverse(_)) && effect::may_drop(exp)
}

/// Check of the reads in the nests.
struct Reader<'p> {
    known: Known<'p>,
    nests: &'p [Nest],
    /// For each name of a filled array, its nest and how much is written there.
    stages: FxHashMap<Name, (usize, Stage)>,
    /// For each name, the number of its uses that are neither by its nest nor of elements already written.
    uses: FxHashMap<Name, usize>,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program, body: &Body, nests: &'p [Nest]) -> Reader<'p> {
        let mut reader =
            Reader { known: Known::new(program), nests, stages: FxHashMap::default(), uses: FxHashMap::default() };
        walk::count_uses(body, &mut reader.uses);
        for (which, nest) in nests.iter().enumerate() {
            for &(name, stage) in &nest.stages {
                reader.stages.insert(name, (which, stage));
                reader.allow(name);
            }
        }
        reader
    }

    /// Removes one harmless use of the name.
    fn allow(&mut self, name: Name) {
        if let Some(uses) = self.uses.get_mut(&name) {
            *uses = uses.saturating_sub(1);
        }
    }

    fn unread_fills(&self) -> FxHashSet<Name> {
        let is_unused = |(name, _): &(Name, Stage)| self.uses.get(name).is_none_or(|uses| *uses == 0);
        self.nests.iter().filter(|nest| nest.stages.iter().all(is_unused)).map(|nest| nest.fill).collect()
    }

    fn body(&mut self, body: &mut Body) {
        let outside = self.known.mark();
        for stm in &mut body.stms {
            self.read(&stm.exp);
            self.stm(stm);
        }
        self.known.forget(outside);
    }

    /// Discounts a use of an array by a read, if all elements that it reads are already written.
    fn read(&mut self, exp: &Exp) {
        let (array, is_written) = match exp {
            Exp::Index(array, indices) => {
                (*array, self.is_written(*array, &|dim| Some(SliceDim::Fix(*indices.get(dim)?))))
            }
            Exp::Slice(array, dims) => (*array, self.is_written(*array, &|dim| dims.get(dim).cloned())),
            _ => return,
        };
        if is_written {
            self.allow(array);
        }
    }

    /// Whether all elements of the part are already written.
    fn is_written(&mut self, array: Name, part: &dyn Fn(usize) -> Option<SliceDim>) -> bool {
        let Some(&(nest, stage)) = self.stages.get(&array) else { return false };
        for step in self.nests[nest].steps.iter().take(stage.depth) {
            let mut is_known = |op, a, b| self.known.decided(op, a, b) == Some(true);
            match part(step.dim) {
                Some(SliceDim::Fix(index)) => {
                    if is_known(if step.is_down { CmpOp::Gt } else { CmpOp::Lt }, index, step.index) {
                        return true;
                    }
                    if index != step.index && !is_known(CmpOp::Eq, index, step.index) {
                        return false;
                    }
                }
                Some(SliceDim::Range { start, count, stride }) => {
                    let is_first = start == Atom::i64(0) && stride == Atom::i64(1);
                    return is_first && !step.is_down && is_known(CmpOp::Le, count, step.index);
                }
                Some(SliceDim::Flat { .. }) | None => return false,
            }
        }
        stage.is_after
    }
}

impl<'p> Walk<'p> for Reader<'p> {
    fn known(&mut self) -> &mut Known<'p> {
        &mut self.known
    }

    fn inside(&mut self, _: usize, body: &mut Body) {
        self.body(body);
    }
}

fn without_fills(program: &Program, body: &mut Body, fills: &FxHashSet<Name>) {
    for stm in &mut body.stms {
        if let &[name] = stm.pattern.as_slice()
            && fills.contains(&name)
            && let Type::Array { elem, dims } = program.type_of(name)
        {
            stm.exp = Exp::Scratch { elem: *elem, dims: dims.clone() };
        }
        stm.exp.bodies_mut().into_iter().for_each(|inner| without_fills(program, inner, fills));
    }
}
