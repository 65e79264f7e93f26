//! Known blocks for results of branches and loops in a kernel: an array made there is copied to a block allocated
//! before the branch or loop.
//!
//! ```text
//! let (m : mem) (xs : [n]i32 @ m -> ..) =        let (m : mem) = alloc i32 n
//!   if c then let (a_mem : mem) = alloc i32 n    let (xs : [n]i32 @ m -> ..) =
//!             let (a : .. @ a_mem) = ..    ==>     if c then let (a_mem : mem) = alloc i32 n
//!             in (a_mem, a)                                  let (a : .. @ a_mem) = ..
//!   else ..                                                  let (b : .. @ m -> ..) = copy a
//!                                                            in (b)
//!                                                  else ..
//! ```
//!
//! So a loop has one block for each array that it carries. The initial value is copied there, and each round's value at
//! its end, unless it is an update of the previous one. A block that rotates through a loop and is empty at the start
//! of a round, as `double-buffer` makes them, also becomes one block. Afterwards only places name the blocks that a
//! kernel allocates. Outer blocks that pass through the same branches and loops count as made in the kernel.
//! `short-circuit` removes unnecessary copies.

use super::Refusal;
use super::count::{Definitions, bound};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use index::{IndexFn, Lmad, Poly};
use mem::blocks::Blocks;
use mem::lower::poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::BinOp;

/// Returns the kernel with known blocks.
///
/// # Errors
/// Fails if sizes or layouts vary between branches or rounds in a way that is not known before.
pub fn settle(program: &mut Program, blocks: &Blocks, kernel: &Stm) -> Result<Stm, Refusal> {
    let mut made = FxHashSet::default();
    let mut held: FxHashMap<Name, Vec<Name>> = FxHashMap::default();
    for body in kernel.exp.bodies() {
        for array in walk::bound_in_body(body) {
            if let Some(place) = program.vars.get(array).and_then(|info| info.place.as_ref()) {
                held.entry(place.block).or_default().push(array);
            }
        }
        walk::for_each_stm(body, &mut |stm| {
            if let (Exp::Alloc { .. }, Some(&name)) = (&stm.exp, stm.pattern.first()) {
                made.insert(blocks.class(name));
            }
        });
    }
    let definitions = Definitions::of(program, &kernel.exp);
    let mut settler = Settler { program, blocks, made, held, definitions, settled: Substitution::default() };
    let mut kernel = kernel.clone();
    for body in kernel.exp.bodies_mut() {
        settler.body(body)?;
    }
    let settled = resolved(settler.settled);
    if !settled.is_empty() {
        walk::substitute_stm(&mut program.vars, &mut kernel, &settled);
    }
    Ok(kernel)
}

/// Resolves the substitution, so that no replacement is replaced itself.
fn resolved(settled: Substitution) -> Substitution {
    settled.keys().map(|&name| (name, last(&settled, name).into())).collect()
}

/// Returns the final replacement of a name. A cycle, which only a wrong program has, is cut somewhere.
fn last(settled: &Substitution, mut name: Name) -> Name {
    for _ in 0..settled.len() {
        match settled.get(&name).and_then(|atom| atom.var()) {
            Some(next) => name = next,
            None => break,
        }
    }
    name
}

struct Settler<'p> {
    program: &'p mut Program,
    blocks: &'p Blocks,
    /// Classes of the blocks that the kernel allocates.
    made: FxHashSet<Name>,
    /// For each block variable, the arrays in it that the kernel binds.
    held: FxHashMap<Name, Vec<Name>>,
    definitions: Definitions,
    /// For each block variable with a known block, that block.
    settled: Substitution,
}

/// An array that a loop carries, the block that it gets for all rounds, and its layout.
struct Carried {
    at: Telescope,
    block: Name,
    /// Row-major strides of the array.
    strides: Vec<Atom>,
}

/// Positions of an array, its block, and the variables of its layout, among the results of a branch or the parameters
/// of a loop.
struct Telescope {
    block: usize,
    array: usize,
    offset: Option<usize>,
    /// For each dimension, the position of its stride, as for `offset`; `None` if the stride is no variable there.
    strides: Vec<Option<usize>>,
}

impl Telescope {
    /// Sets the variables of the layout to row-major order from offset 0.
    fn set_direct(&self, strides: &[Atom], mut set: impl FnMut(usize, Atom)) {
        self.offset.into_iter().for_each(|at| set(at, Atom::i64(0)));
        for (at, &stride) in self.strides.iter().zip(strides) {
            at.iter().for_each(|&at| set(at, stride));
        }
    }
}

impl Settler<'_> {
    fn body(&mut self, body: &mut Body) -> Result<(), Refusal> {
        let mut stms = Vec::with_capacity(body.stms.len());
        for stm in std::mem::take(&mut body.stms) {
            self.stm(stm, &mut stms)?;
        }
        body.stms = stms;
        Ok(())
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) -> Result<(), Refusal> {
        for inner in stm.exp.bodies_mut() {
            self.body(inner)?;
        }
        let varies = stm.pattern.iter().any(|&name| self.is_made(name));
        match &mut stm.exp {
            Exp::Atom(Atom::Var(block)) if varies => {
                self.settled.insert(stm.pattern[0], (*block).into());
                return Ok(());
            }
            Exp::If { then_body, else_body, .. } if varies => {
                self.branches(&mut stm.pattern, [then_body, else_body], out)?;
            }
            Exp::Loop(looped) if varies => self.loop_(&mut stm.pattern, looped, out)?,
            Exp::Call { .. } if varies => return Err(Refusal::Call),
            _ => {}
        }
        out.push(stm);
        Ok(())
    }

    fn place(&self, name: Name) -> Option<&Place> {
        self.program.vars.get(name)?.place.as_ref()
    }

    /// Whether the variable may refer to a block that the kernel has allocated, and is not bound by the allocation.
    fn is_made(&self, name: Name) -> bool {
        *self.program.type_of(name) == Type::Memory && self.made.contains(&self.blocks.class(name))
    }

    // Branches.

    /// Lets both sides of a branch copy their arrays to a block from before it, if they would return their own blocks.
    fn branches(&mut self, pattern: &mut Vec<Name>, bodies: [&mut Body; 2], out: &mut Vec<Stm>) -> Result<(), Refusal> {
        let [then_body, else_body] = bodies;
        if [&*then_body, &*else_body].into_iter().any(|body| body.result.len() != pattern.len()) {
            return Err(Refusal::Layout);
        }
        let inside: FxHashSet<Name> = [&*then_body, &*else_body].into_iter().flat_map(walk::bound_in_body).collect();
        for at in (0..pattern.len()).rev() {
            if !self.is_made(pattern[at]) {
                continue;
            }
            let telescope = self.telescope(at, pattern)?;
            let array_at = telescope.array;
            let sides = [&*then_body, &*else_body].map(|body| body.result.get(array_at).and_then(|atom| atom.var()));
            let [Some(then_array), Some(else_array)] = sides else { return Err(Refusal::Layout) };
            let block = self.allocate([then_array, else_array].as_slice(), &inside, Refusal::Branch, out)?;
            for (body, array) in [(&mut *then_body, then_array), (&mut *else_body, else_array)] {
                body.result[array_at] = self.copy(array, block, &mut body.stms).into();
                let strides = self.strides(array, &mut body.stms);
                telescope.set_direct(&strides, |at, atom| body.result[at] = atom);
                body.result.remove(at);
            }
            self.settled.insert(pattern.remove(at), block.into());
        }
        Ok(())
    }

    /// Returns the telescope of the array in the block at position `block`, which must hold only one array. The parts
    /// of its layout that do not vary must be those of row-major order from offset 0.
    fn telescope(&self, block: usize, names: &[Name]) -> Result<Telescope, Refusal> {
        let arrays = names.iter().enumerate().filter_map(|(at, &name)| Some((at, self.place(name)?)));
        let mut arrays = arrays.filter(|(_, place)| place.block == names[block]);
        let (Some((array, place)), None) = (arrays.next(), arrays.next()) else { return Err(Refusal::Layout) };
        let lmad = place.ixfn.as_single().ok_or(Refusal::Layout)?;
        let direct = Lmad::row_major(&lmad.shape());
        let part = |part: &Poly, direct: &Poly| {
            let at = part.as_variable().and_then(|name| names.iter().position(|&other| other == name));
            if at.is_some() || part == direct { Ok(at) } else { Err(Refusal::Layout) }
        };
        let strides = lmad.dims.iter().zip(&direct.dims).map(|(dim, direct)| part(&dim.stride, &direct.stride));
        Ok(Telescope {
            block,
            array,
            offset: part(&lmad.offset, &direct.offset)?,
            strides: strides.collect::<Result<_, _>>()?,
        })
    }

    /// Computes the row-major strides of an array from its sizes.
    fn strides(&mut self, array: Name, out: &mut Vec<Stm>) -> Vec<Atom> {
        let dims = self.program.type_of(array).dims().to_vec();
        let mut builder = Builder::new(self.program);
        let strides = (1..=dims.len()).map(|at| builder.product(&dims[at..])).collect();
        out.append(&mut builder.stms);
        strides
    }

    /// Allocates a block that is large enough for each of the arrays. The allocation comes before the code that binds
    /// the names in `inside`.
    fn allocate(
        &mut self,
        arrays: &[Name],
        inside: &FxHashSet<Name>,
        otherwise: Refusal,
        out: &mut Vec<Stm>,
    ) -> Result<Name, Refusal> {
        let Type::Array { elem, .. } = *self.program.type_of(arrays[0]) else { return Err(Refusal::Layout) };
        let mut shapes: Vec<Vec<Atom>> =
            arrays.iter().map(|&array| self.program.type_of(array).dims().to_vec()).collect();
        shapes.dedup();
        let mut builder = Builder::new(self.program);
        let mut room: Option<Atom> = None;
        for shape in shapes {
            let is_known = |name: Name| !inside.contains(&name);
            let sizes = shape.iter().map(|&size| Some(bound(&mut builder, &self.definitions, &is_known, size)?.count));
            let sizes = sizes.collect::<Option<Vec<Atom>>>().ok_or(otherwise)?;
            let count = builder.extent(&sizes);
            room = Some(match room {
                Some(other) if other != count => builder.bin(BinOp::Max, other, count),
                _ => count,
            });
        }
        let count = room.ok_or(otherwise)?;
        let block = builder.bind(&format!("{}_mem", arrays[0].hint), Exp::Alloc { elem, count });
        out.append(&mut builder.stms);
        Ok(block)
    }

    /// Copies the array to the block, in row-major order. Returns the copy.
    fn copy(&mut self, array: Name, block: Name, out: &mut Vec<Stm>) -> Name {
        let ty = self.program.type_of(array).clone();
        let sizes: Vec<_> = ty.dims().iter().map(|&dim| poly(dim)).collect();
        let copy = self.program.fresh_like(array, ty);
        if let Some(info) = self.program.vars.get_mut(copy) {
            info.place = Some(Place { block, ixfn: IndexFn::row_major(&sizes) });
        }
        out.push(Stm::plain(vec![copy], Exp::Copy(array), &Default::default()));
        copy
    }

    // Loops.

    fn loop_(&mut self, pattern: &mut Vec<Name>, looped: &mut Loop, out: &mut Vec<Stm>) -> Result<(), Refusal> {
        let params: Vec<Name> = looped.params.iter().map(|(param, _)| *param).collect();
        if [pattern.len(), looped.body.result.len()] != [params.len(); 2] {
            return Err(Refusal::Layout);
        }
        let inside: FxHashSet<Name> = params.iter().copied().chain(walk::bound_in_body(&looped.body)).collect();
        let (mut gone, mut carried) = (Vec::new(), Vec::new());
        for (at, &param) in params.iter().enumerate() {
            if !self.is_made(param) {
                continue;
            }
            gone.push(at);
            let result = looped.body.result[at].var().map(|result| last(&self.settled, result));
            if result == Some(param) {
                // All rounds use the block from before the loop.
                self.settled.extend([(param, looped.params[at].1), (pattern[at], looped.params[at].1)]);
            } else if !params.iter().any(|&array| self.place(array).is_some_and(|place| place.block == param)) {
                self.spare(param, pattern[at], &inside, out)?;
            } else {
                carried.push(Carried { at: self.telescope(at, &params)?, block: param, strides: Vec::new() });
            }
        }
        for Carried { at, block, strides } in &mut carried {
            let (param, Atom::Var(initial)) = looped.params[at.array] else { return Err(Refusal::Layout) };
            *block = self.allocate(&[param], &inside, Refusal::Round, out)?;
            *strides = self.strides(param, out);
            looped.params[at.array].1 = self.copy(initial, *block, out).into();
            at.set_direct(strides, |at, atom| looped.params[at].1 = atom);
            self.settled.extend([(params[at.block], (*block).into()), (pattern[at.block], (*block).into())]);
        }
        self.end_of_round(&carried, &mut looped.body)?;
        for at in gone.into_iter().rev() {
            looped.params.remove(at);
            looped.body.result.remove(at);
            pattern.remove(at);
        }
        Ok(())
    }

    /// If the parameter's block is empty at the start of a round, replaces the parameter by one block for all rounds.
    fn spare(
        &mut self,
        param: Name,
        result: Name,
        inside: &FxHashSet<Name>,
        out: &mut Vec<Stm>,
    ) -> Result<(), Refusal> {
        if self.held.contains_key(&result) {
            return Err(Refusal::Layout);
        }
        let Some(arrays) = self.held.get(&param) else { return Ok(()) };
        // The other arrays are parts of whole ones.
        let is_whole = |array: &Name| self.place(*array).is_some_and(|place| place.ixfn.is_direct());
        let arrays: Vec<Name> = arrays.iter().copied().filter(is_whole).collect();
        if arrays.is_empty() {
            return Err(Refusal::Layout);
        }
        let block = self.allocate(&arrays, inside, Refusal::Round, out)?;
        self.settled.insert(param, block.into());
        Ok(())
    }

    /// Copies a round's results to the blocks in which the next round expects them. The order is such that no copy
    /// overwrites another copy's source. A view of the round's parameter stays in place.
    fn end_of_round(&mut self, carried: &[Carried], body: &mut Body) -> Result<(), Refusal> {
        let mut moves = Vec::new();
        let inside: FxHashSet<Name> = walk::bound_in_body(body).into_iter().collect();
        for Carried { at, block, strides } in carried {
            let mut array = body.result[at.array].var().ok_or(Refusal::Layout)?;
            let place = self.place(array).ok_or(Refusal::Layout)?;
            let now = last(&self.settled, place.block);
            if now == *block {
                continue;
            }
            if carried.iter().any(|other| other.block == now) {
                let aside = self.allocate(&[array], &inside, Refusal::Round, &mut body.stms)?;
                array = self.copy(array, aside, &mut body.stms);
            }
            moves.push((at, array, *block, strides));
        }
        for (at, array, block, strides) in moves {
            body.result[at.array] = self.copy(array, block, &mut body.stms).into();
            at.set_direct(strides, |at, atom| body.result[at] = atom);
        }
        Ok(())
    }
}
