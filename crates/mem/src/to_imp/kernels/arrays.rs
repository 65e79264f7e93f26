//! Reductions whose operators work on arrays. Each thread reduces a piece of the elements, with buffers of its own for
//! what the operator writes to. Then the pieces' results are combined pair by pair:
//!
//! ```text
//! traverse n (a) .. reduce (\(x @ xm) (y @ ym) ->      xms <- alloc pieces * count   yms <- alloc pieces * count
//!   .. in (z @ zm)) (ne)                               launch .. p < pieces { .. reduces its piece in xms[p * count ..] .. }
//!                                                ==>   while step < pieces {
//!                                                        launch .. { left := t * step * 2   right := left + step
//!                                                          if right < pieces { .. xms[left * count ..] of both .. } }
//!                                                        step <- step * 2
//!                                                      }
//! ```
//!
//! If there are fewer pieces than threads in a group, the host is faster. The host also runs reductions whose buffers
//! have unknown sizes, or are bound to other names.
//!
//! The neutral element is used as in `reduce`.

use super::*;
use crate::to_imp::tasks::{accumulated, assigning};
use fun::walk::{bound_in_body, for_each_use};
use imp::walk;

/// The least number of elements in a piece.
const EACH: i64 = 4;

/// A block with a part for each piece. For piece `p`, the elements of `outer` are those of `all` from `p * count` on.
struct Buffer {
    outer: Name,
    all: Name,
    elem: ScalarType,
    count: Atom,
}

/// Variables of a reduction in pieces.
struct InPieces {
    pieces: Name,
    /// The current piece.
    piece: Name,
    /// The piece that is combined with the current one.
    other: Name,
    /// The blocks with the scalars that the pieces have accumulated, by the operators' parameters.
    partial: FxHashMap<Name, Name>,
    /// For the block of each accumulated array, the name that stands for the other piece's part of it.
    others: FxHashMap<Name, Name>,
}

impl Lowerer<'_> {
    /// Launches a traversal whose operators work on arrays.
    pub(super) fn array_kernel(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        if !nest.steps.is_empty() || !traverse.scans.is_empty() {
            return self.by_one(nest);
        }
        let pattern = &nest.inner.pattern;
        let in_pieces = self.in_pieces(traverse)?;
        let mut reduce = self.alone(|this| this.reduce_in_buffers(pattern, traverse, &in_pieces))?;
        let mut join = self.alone(|this| this.join_buffers(traverse, &in_pieces))?;
        let collected = pattern.iter().skip(traverse.combined());
        let apart = collected.map(|&array| Ok(self.place(array)?.block)).collect::<Lowered<FxHashSet<Name>>>()?;
        let Some(buffers) = self.buffers(&reduce, &apart) else { return self.by_one(nest) };
        if !in_pieces.divide(&mut reduce, &buffers) || !in_pieces.divide(&mut join, &buffers) {
            return self.by_one(nest);
        }
        reduce.splice(..0, self.what_stood_there(traverse, &in_pieces, &buffers)?);
        let most = bin(BinOp::Quot, exp(traverse.width), i64_exp(EACH));
        self.declare_i64(in_pieces.pieces, bin(BinOp::Min, most, threads_in_all()));
        let reduced = &pattern[..traverse.combined().min(pattern.len())];
        let scalars = reduced.iter().copied().filter(|&name| self.is_scalar(name)).collect();
        self.declare(reduced);
        let several = self.in_block(|this| this.launch_pieces(nest, traverse, (&in_pieces, &buffers), reduce, join))?;
        let one = self.in_block(|this| this.by_one(nest))?;
        let one = walk::copy(&assigning(one, &scalars), FxHashMap::default(), &mut self.out.names);
        self.push(target::Stm::If {
            cond: cmp(CmpOp::Le, group_size(), var(in_pieces.pieces)),
            then_block: assigning(several, &scalars),
            else_block: one,
        });
        Ok(())
    }

    /// Makes names for the pieces of a reduction, and for what each piece accumulates.
    fn in_pieces(&mut self, traverse: &Traverse) -> Lowered<InPieces> {
        let mut fresh = |hint| self.out.names.fresh(hint);
        let (pieces, piece, other) = (fresh("pieces"), fresh("piece"), fresh("other"));
        let (mut partial, mut others) = (FxHashMap::default(), FxHashMap::default());
        for param in accumulated(&traverse.reductions) {
            if self.is_scalar(param) {
                partial.insert(param, self.out.names.fresh("partial"));
            } else {
                let block = self.place(param)?.block;
                others.insert(block, self.out.names.like(block));
            }
        }
        Ok(InPieces { pieces, piece, other, partial, others })
    }

    /// Reduces a piece. The code names the blocks of the operators' buffers; `divide` replaces them later.
    fn reduce_in_buffers(&mut self, pattern: &[Name], traverse: &Traverse, in_pieces: &InPieces) -> Lowered<()> {
        let accumulators = traverse.monoids().map(|monoid| self.accumulators(monoid)).collect::<Lowered<Vec<_>>>()?;
        let begun = self.declare_begun(traverse, in_pieces.piece);
        self.over_piece((in_pieces.piece, in_pieces.pieces), exp(traverse.width), |this, index| {
            this.bind_index(&traverse.lambda.params, index)?;
            this.accumulate(pattern, traverse, &accumulators, begun)?;
            Ok(())
        })?;
        self.keep_scalars(traverse, in_pieces, &accumulators);
        Ok(())
    }

    /// Combines the results of the current piece with those of the other one.
    fn join_buffers(&mut self, traverse: &Traverse, in_pieces: &InPieces) -> Lowered<()> {
        let accumulators = self.accumulated_by(traverse, in_pieces, &var(in_pieces.piece));
        for (monoid, accumulators) in traverse.monoids().zip(&accumulators) {
            self.combine_with(monoid, accumulators, |this, at, param| {
                let Some(&old) = monoid.operator.params.get(at) else { return Err(bug("an operator without a value")) };
                let elem = elem_of(this.program, param);
                if let Some(&block) = in_pieces.partial.get(&old) {
                    let init = this.element(block, elem, var(in_pieces.other));
                    this.push(target::Stm::Declare { name: param, ty: elem, init });
                    return Ok(());
                }
                let (to, mut from) = (this.place(param)?.clone(), this.place(old)?.clone());
                from.block = in_pieces.others.get(&from.block).copied().unwrap_or(from.block);
                this.copy(elem, &to, &from)
            })?;
        }
        self.keep_scalars(traverse, in_pieces, &accumulators);
        Ok(())
    }

    /// Returns the accumulators of a piece for each operator. Scalars are read into variables; arrays stay at their
    /// places.
    fn accumulated_by(&mut self, traverse: &Traverse, in_pieces: &InPieces, piece: &target::Exp) -> Vec<Vec<Name>> {
        let mut all = Vec::new();
        for monoid in traverse.monoids() {
            let mut accumulators = Vec::new();
            for &param in monoid.operator.params.iter().take(monoid.neutral.len()) {
                accumulators.push(match in_pieces.partial.get(&param) {
                    Some(&block) => {
                        let elem = elem_of(self.program, param);
                        let init = self.element(block, elem, piece.clone());
                        self.declare_each("acc", &[elem], vec![init])[0]
                    }
                    None => param,
                });
            }
            all.push(accumulators);
        }
        all
    }

    fn keep_scalars(&mut self, traverse: &Traverse, in_pieces: &InPieces, accumulators: &[Vec<Name>]) {
        for (param, &accumulator) in accumulated(&traverse.reductions).into_iter().zip(accumulators.iter().flatten()) {
            if let Some(&block) = in_pieces.partial.get(&param) {
                let elem = elem_of(self.program, param);
                self.write_each(&[block], &[elem], &var(in_pieces.piece), vec![var(accumulator)]);
            }
        }
    }

    /// Allocates a part for each piece in place of every outer block that the code writes to, except those in `apart`,
    /// where pieces write to different places. `None` if a size is not known, or if a block variable is reassigned.
    fn buffers(&mut self, piece: &[target::Stm], apart: &FxHashSet<Name>) -> Option<Vec<Buffer>> {
        let declared: FxHashSet<Name> = walk::declared(piece).into_iter().collect();
        let redirected: FxHashSet<Name> = walk::redirected(piece).into_iter().collect();
        let mut written = Vec::new();
        let mut allocates = false;
        walk::each_stm(piece, &mut |stm| match stm {
            target::Stm::Write { memory: name, .. } | target::Stm::Copy { to: name, .. } => written.push(*name),
            target::Stm::Allocate { name, count, .. } => {
                allocates |= !matches!(count, target::Exp::Const(_));
                written.push(*name);
            }
            _ => {}
        });
        let mut buffers: Vec<Buffer> = Vec::new();
        let mut seen = FxHashSet::default();
        for outer in written.into_iter().filter(|name| !apart.contains(name) && !declared.contains(name)) {
            if !seen.insert(outer) {
                continue;
            }
            let (elem, count) = *self.allocated.get(&outer)?;
            buffers.push(Buffer { outer, all: self.out.names.like(outer), elem, count });
        }
        let are_own = !buffers.iter().any(|buffer| redirected.contains(&buffer.outer));
        (!allocates && are_own).then_some(buffers)
    }

    /// Returns code that copies the outer contents of used blocks, such as a neutral element, to the buffers of a
    /// piece.
    fn what_stood_there(
        &self,
        traverse: &Traverse,
        in_pieces: &InPieces,
        buffers: &[Buffer],
    ) -> Lowered<target::Block> {
        let mut used: Vec<Name> = traverse.inputs.clone();
        let mut bound = FxHashSet::default();
        let operators = traverse.monoids().map(|monoid| &monoid.operator);
        for lambda in operators.chain(std::iter::once(&traverse.lambda)) {
            bound.extend(lambda.params.iter().copied().chain(bound_in_body(&lambda.body)));
            for_each_use(&lambda.body, &mut |name| used.push(name));
        }
        used.extend(traverse.monoids().flat_map(|monoid| &monoid.neutral).filter_map(|neutral| neutral.var()));
        let mut blocks = FxHashSet::default();
        for name in used {
            if !bound.contains(&name) && matches!(self.program.type_of(name), Type::Array { .. }) {
                blocks.insert(self.place(name)?.block);
            }
        }
        let copy = |buffer: &Buffer| target::Stm::Copy {
            elem: buffer.elem,
            to: buffer.all,
            to_offset: bin(BinOp::Mul, var(in_pieces.piece), exp(buffer.count)),
            from: buffer.outer,
            from_offset: i64_exp(0),
            count: exp(buffer.count),
        };
        Ok(buffers.iter().filter(|buffer| blocks.contains(&buffer.outer)).map(copy).collect())
    }

    /// Launches a thread for each piece, which reduces the piece into its own buffers. Then joins pairs of pieces until
    /// one is left.
    fn launch_pieces(
        &mut self,
        nest: &Nest<'_>,
        traverse: &Traverse,
        (in_pieces, buffers): (&InPieces, &[Buffer]),
        reduce: target::Block,
        join: target::Block,
    ) -> Lowered<()> {
        for buffer in buffers {
            let count = bin(BinOp::MulSat, var(in_pieces.pieces), exp(buffer.count));
            self.allocate(buffer.all, buffer.elem, count);
        }
        for param in accumulated(&traverse.reductions) {
            if let Some(&name) = in_pieces.partial.get(&param) {
                self.allocate(name, elem_of(self.program, param), var(in_pieces.pieces));
            }
        }
        self.for_each_thread(var(in_pieces.pieces), nest.spans, |this, at| {
            this.declare_i64(in_pieces.piece, var(at));
            this.block.extend(reduce);
            Ok(())
        })?;
        let step = self.define("step", i64_exp(1));
        let twice = bin(BinOp::Mul, var(step), i64_exp(2));
        let body = self.in_block(|this| {
            this.for_each_thread(quot_up(var(in_pieces.pieces), twice.clone()), nest.spans, |this, at| {
                this.declare_i64(in_pieces.piece, bin(BinOp::Mul, var(at), twice.clone()));
                this.declare_i64(in_pieces.other, bin(BinOp::Add, var(in_pieces.piece), var(step)));
                let cond = cmp(CmpOp::Lt, var(in_pieces.other), var(in_pieces.pieces));
                this.push(target::Stm::If { cond, then_block: join, else_block: Vec::new() });
                Ok(())
            })?;
            this.push(target::Stm::Assign { name: step, value: twice.clone() });
            Ok(())
        })?;
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), var(in_pieces.pieces)), body });
        let mut result = self.in_block(|this| {
            let accumulators = this.accumulated_by(traverse, in_pieces, &i64_exp(0));
            this.reduced(&nest.inner.pattern, traverse, &accumulators)
        })?;
        // The result of the reduction is in the first piece's buffers.
        walk::rename(&mut result, &buffers.iter().map(|buffer| (buffer.outer, buffer.all)).collect());
        self.block.extend(result);
        Ok(())
    }
}

impl InPieces {
    /// Replaces the outer blocks by the current piece's and the other piece's parts of the buffers. Returns false if
    /// the code accesses a buffer as another type.
    fn divide(&self, block: &mut target::Block, buffers: &[Buffer]) -> bool {
        let mut parts = FxHashMap::default();
        for buffer in buffers {
            parts.insert(buffer.outer, (buffer, self.piece));
            if let Some(&other) = self.others.get(&buffer.outer) {
                parts.insert(other, (buffer, self.other));
            }
        }
        let mut is_plain = true;
        walk::each_access_mut(block, &mut |memory, elem, index| {
            let Some((buffer, piece)) = parts.get(memory) else { return };
            is_plain &= elem == buffer.elem;
            let start = bin(BinOp::Mul, var(*piece), exp(buffer.count));
            *memory = buffer.all;
            *index = bin(BinOp::Add, start, std::mem::replace(index, i64_exp(0)));
        });
        is_plain
    }
}
