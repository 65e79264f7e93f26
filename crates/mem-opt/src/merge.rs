//! Block merging: an array goes to the block of another one that is not used any more (FUNMEM paper, §6).
//!
//! ```text
//! let (a_mem : mem) = alloc f32 n                      let (a_mem : mem) = alloc f32 n
//! let (a : [n]f32 @ a_mem -> ..) = map n .. f          let (a : [n]f32 @ a_mem -> ..) = map n .. f
//! let (s : f32) = reduce n (a) ..               ==>    let (s : f32) = reduce n (a) ..
//! let (b_mem : mem) = alloc f32 n
//! let (b : [n]f32 @ b_mem -> ..) = map n .. g          let (b : [n]f32 @ a_mem -> ..) = map n .. g
//! ```
//!
//! A block is in use from the first to the last statement that names it or an array in it. Two blocks allocated in one
//! body share memory if the uses of one end before those of the other begin, and the second is known not to be larger.
//! A map or scan may be both the last use of one block and the first of the other: if no iteration reads what another
//! one writes, it works in place. The same holds for rows, if each iteration finishes its reads before it makes its
//! row, or makes the row in place in turn. Among several candidates, the block that waits least is taken.
//!
//! A block that waits for its second use must not keep memory from allocations in between, so there may be none.
//!
//! Needs: no dead code. Guarantees: nothing. Cost: linear times the depth of nesting, and `MAX_CANDIDATES`.

use crate::access::Access;
use crate::in_place::{Concern, may_write_in_place};
use crate::places::Places;
use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use fun_opt::facts::Walk;
use fun_opt::prove::Known;
use mem::blocks::{Blocks, allocated, block_of, without_allocations};
use rustc_hash::FxHashMap;
use value::{CmpOp, ScalarType};

/// Largest number of candidate blocks, those allocated last, considered for each block.
const MAX_CANDIDATES: usize = 32;
/// Largest number of statements between a block's two uses.
const MAX_WAIT: usize = 64;

pub fn merge(mut program: Program) -> Result<Program, Error> {
    let blocks = Blocks::of(&program);
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut merger = Merger {
            places: Places::new(&program),
            blocks: &blocks,
            known: Known::with_places(&program),
            merged: Substitution::default(),
        };
        merger.known.enter_function(&program.functions[id]);
        merger.body(&mut body);
        let merged = merger.merged;
        if !merged.is_empty() {
            without_allocations(&mut body, &|name| merged.contains_key(&name));
            walk::substitute_body(&mut program.vars, &mut body, &merged);
        }
        program.functions[id].body = body;
    }
    Ok(program)
}

struct Merger<'p> {
    places: Places<'p>,
    blocks: &'p Blocks,
    known: Known<'p>,
    /// For each block that was merged into another one, that block.
    merged: Substitution,
}

/// A block that a body allocates, with the blocks merged into it.
struct Candidate {
    names: Vec<Name>,
    elem: ScalarType,
    count: Atom,
    uses: Uses,
}

/// Positions of the first and the last use of a block. The end of a body comes after all its statements.
#[derive(Clone, Copy)]
struct Uses {
    first: usize,
    last: usize,
}

impl<'p> Walk<'p> for Merger<'p> {
    fn known(&mut self) -> &mut Known<'p> {
        &mut self.known
    }

    fn inside(&mut self, _: usize, body: &mut Body) {
        self.body(body);
    }
}

impl Merger<'_> {
    fn body(&mut self, body: &mut Body) {
        let outside = self.known.mark();
        let uses = self.uses(body);
        let mut candidates: Vec<Candidate> = Vec::new();
        for at in 0..body.stms.len() {
            if let (Some(name), Exp::Alloc { elem, count }) = (allocated(&body.stms[at]), &body.stms[at].exp)
                && let Some(&uses) = uses.get(&self.blocks.class(name)).filter(|uses| uses.first > at)
            {
                let new = Candidate { names: vec![name], elem: *elem, count: *count, uses };
                self.place(&body.stms, new, &mut candidates);
            }
            self.stm(&mut body.stms[at]);
        }
        self.known.forget(outside);
    }

    /// Returns the uses of each class of blocks, without allocations.
    fn uses(&self, body: &Body) -> FxHashMap<Name, Uses> {
        let program = self.places.program;
        let mut uses: FxHashMap<Name, Uses> = FxHashMap::default();
        let mut note = |name: Name, at: usize| {
            if let Some(block) = block_of(program, name) {
                uses.entry(self.blocks.class(block)).or_insert(Uses { first: at, last: at }).last = at;
            }
        };
        for (at, stm) in body.stms.iter().enumerate().filter(|(_, stm)| allocated(stm).is_none()) {
            walk::for_each_name_used(&program.vars, stm, &mut |name| note(name, at));
            stm.pattern.iter().for_each(|&name| note(name, at));
        }
        body.result.iter().filter_map(|atom| atom.var()).for_each(|name| note(name, body.stms.len()));
        uses
    }

    /// Merges the block with the earlier candidate that waits least, or adds it to the candidates.
    fn place(&mut self, stms: &[Stm], new: Candidate, candidates: &mut Vec<Candidate>) {
        let recent = candidates.len().saturating_sub(MAX_CANDIDATES);
        let fits = |old: &&mut Candidate| {
            old.elem == new.elem
                && (old.count == new.count || self.known.decided(CmpOp::Le, new.count, old.count) == Some(true))
                && self.may_follow(stms, old, &new)
        };
        let fitting = candidates[recent..].iter_mut().filter(fits);
        let Some(old) = fitting.max_by_key(|old| old.uses.last) else { return candidates.push(new) };
        self.merged.extend(new.names.iter().map(|&name| (name, old.names[0].into())));
        old.names.extend(new.names);
        old.uses.last = new.uses.last;
    }

    /// Whether the new block may take the memory of the old one: their uses do not overlap, and nothing allocates in
    /// between.
    fn may_follow(&mut self, stms: &[Stm], old: &Candidate, new: &Candidate) -> bool {
        let (end, start) = (old.uses.last, new.uses.first);
        if start < end || start - end > MAX_WAIT {
            return false;
        }
        let waits = stms.get(end + 1..start).unwrap_or_default();
        let allocates = |stm: &Stm| {
            let of_other =
                allocated(stm).is_some_and(|name| !new.names.contains(&name) && !self.merged.contains_key(&name));
            of_other || matches!(stm.exp, Exp::Call { .. }) || stm.exp.bodies().into_iter().any(may_allocate)
        };
        !waits.iter().any(allocates)
            && (end < start || stms.get(start).is_some_and(|stm| self.works_in_place(stm, old, new)))
    }

    /// Whether the statement is a traversal that may write the new block's arrays to the old block while it reads from
    /// there. An iteration writes its element after all its reads.
    fn works_in_place(&mut self, stm: &Stm, old: &Candidate, new: &Candidate) -> bool {
        let is_of = |candidate: &Candidate, array: &Name| {
            self.places.of(*array).is_some_and(|place| candidate.names.contains(&place.block))
        };
        let written: Vec<Name> = stm.pattern.iter().copied().filter(|array| is_of(new, array)).collect();
        if stm.pattern.iter().any(|array| is_of(old, array)) || written.is_empty() {
            return false;
        }
        let is_vector = |array: &Name| self.places.program.type_of(*array).rank() == 1;
        if !written.iter().all(is_vector) && !self.makes_rows_in_place(stm, old, new) {
            return false;
        }
        let is_named = |access: &Access| [old, new].iter().any(|candidate| candidate.names.contains(&access.block));
        let may_be = |access: &Access| {
            let mut names = old.names.iter().chain(&new.names);
            names.any(|&name| self.blocks.may_be_one(name, access.block))
        };
        let concern = |access: &Access| match &access.part {
            _ if !may_be(access) => Concern::None,
            Some(part) if is_named(access) => Concern::Part(part.clone()),
            _ => Concern::Any,
        };
        written.iter().all(|&array| {
            let place = self.places.of(array);
            place.is_some_and(|place| may_write_in_place(&self.places, &mut self.known, stm, array, place, &concern))
        })
    }

    /// Whether an iteration finishes its reads of the old block before it makes rows in the new one, or makes these in
    /// place.
    fn makes_rows_in_place(&mut self, stm: &Stm, old: &Candidate, new: &Candidate) -> bool {
        let Exp::Traverse(traverse) = &stm.exp else { return false };
        let (Some(&index), body) = (traverse.lambda.params.first(), &traverse.lambda.body) else { return false };
        let uses = self.uses(body);
        let [read, written] = [old, new].map(|candidate| use_of(candidate, &uses, self.blocks));
        let (Some(read), Some(written)) = (read, written) else { return read.is_none() };
        if read.last != written.first {
            return read.last < written.first;
        }
        let Some((stm, before)) = body.stms.get(..=read.last).and_then(<[Stm]>::split_last) else { return false };
        let mark = self.known.mark();
        self.known.counter(index, traverse.width);
        before.iter().for_each(|stm| self.known.define(&stm.pattern, &stm.exp));
        let is_in_place = self.works_in_place(stm, old, new);
        self.known.forget(mark);
        is_in_place
    }
}

/// Returns the first and the last use of all blocks of the candidate.
fn use_of(candidate: &Candidate, uses: &FxHashMap<Name, Uses>, blocks: &Blocks) -> Option<Uses> {
    let uses = candidate.names.iter().filter_map(|&name| uses.get(&blocks.class(name)).copied());
    uses.reduce(|a, b| Uses { first: a.first.min(b.first), last: a.last.max(b.last) })
}

fn may_allocate(body: &Body) -> bool {
    let mut found = false;
    walk::for_each_stm(body, &mut |stm| found |= matches!(stm.exp, Exp::Alloc { .. } | Exp::Call { .. }));
    found
}
