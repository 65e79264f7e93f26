//! Sequences of tensors in accelerated loops. A step may choose a tensor by an index that only the step knows, but it
//! uses no objects. So before the loop the tensors are *packed*: their elements are copied to one buffer, and the parts
//! of each tensor to arrays.
//!
//! ```text
//! loop(n, \i ->                    table of the distinct blocks of the tensors in ts
//!   tensor.set(ts[i], 0, i))  ==>  buffer <- their elements; firsts, counts, ranks, starts, shapes <- the tensors' parts
//!                                  kernel i < n { buffer.i64[firsts[i] + 0] <- i }
//!                                  blocks <- buffer
//! ```
//!
//! Tensors that share a block share its copy in the buffer, and a variable whose tensor shares one of these blocks uses
//! that copy, too. If steps may write, the elements are copied back after the loop.
//!
//! Cost: linear in the elements of the tensors, and quadratic in the number of distinct blocks.

use crate::tensor::{Unpacked, elements, offset_of, variable_of};
use crate::value::{Elem, Leaf, boolean, i64};
use crate::{Lowered, Lowerer};
use base::{Name, Span};
use core_ir::def::{Expr, ExprKind, Prim, TensorOp, Type};
use core_ir::leaves::leaf_count;
use core_ir::walk::{for_each_child, for_each_expr, free_variables};
use imp::def::{Exp, Stm};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;
use value::{BinOp, CmpOp, ScalarType};

const I64: Elem = Elem::Scalar(ScalarType::I64);

/// An array of tensors of numbers, which a step uses.
struct List {
    /// Object with the tensors, the position of the first one in it, and their number.
    block: Name,
    start: Exp,
    count: Exp,
    elem: ScalarType,
}

/// The packed tensors of an array: blocks with a number for each tensor.
pub(crate) struct Packed {
    /// Number of the tensor at a position of the array's object, minus this position.
    offset: Exp,
    firsts: Name,
    counts: Name,
    ranks: Name,
    /// Where the sizes of each tensor begin in `shapes`.
    starts: Name,
    shapes: Name,
    elem: ScalarType,
    buffer: Name,
}

/// The distinct blocks of packed tensors with elements of one type.
struct Table {
    elem: ScalarType,
    buffer: Name,
    /// Number of distinct blocks.
    distinct: Name,
    /// Object with a tensor of each block.
    tensors: Name,
    /// The first element that a tensor of the block has, and the end of the last one.
    lows: Name,
    highs: Name,
    /// Position in the buffer of the block's element 0.
    bases: Name,
}

/// What a loop replaces until its end.
pub(crate) struct Replaced {
    tables: Vec<Table>,
    lists: Vec<Name>,
    unpacked: Vec<((Name, usize), Rc<Unpacked>)>,
    writes: bool,
}

impl Lowerer<'_> {
    /// Packs the tensors in the arrays that the step of a loop uses.
    pub(crate) fn pack_lists(&mut self, step: &Expr) -> Lowered<Replaced> {
        let mut replaced = Replaced { tables: Vec::new(), lists: Vec::new(), unpacked: Vec::new(), writes: false };
        if !self.spreads || self.in_step {
            return Ok(replaced);
        }
        for_each_expr(step, &mut |expr| {
            let writes = matches!(expr.kind, ExprKind::Prim(Prim::Tensor(TensorOp::Set), _) | ExprKind::Def(..));
            replaced.writes |= writes;
        });
        let lists = self.lists(step)?;
        let mut elems: Vec<ScalarType> = lists.iter().map(|list| list.elem).collect();
        elems.sort();
        elems.dedup();
        for elem in elems {
            let own: Vec<&List> = lists.iter().filter(|list| list.elem == elem).collect();
            self.pack_table(step, elem, &own, &mut replaced)?;
        }
        Ok(replaced)
    }

    /// Copies packed elements back after a loop.
    pub(crate) fn unpack_lists(&mut self, replaced: Replaced) -> Lowered<()> {
        for list in &replaced.lists {
            self.packs.remove(list);
        }
        self.unpacked.extend(replaced.unpacked);
        for table in replaced.tables.iter().filter(|_| replaced.writes) {
            self.each_block(table, |this, block, [low, base], count| {
                let from = this.add(base, low.clone());
                this.copy(Elem::Scalar(table.elem), (block, low), (table.buffer, from), count)
            })?;
        }
        Ok(())
    }

    /// Returns the tensor at a position of an array's object, if its tensors are packed.
    pub(crate) fn packed_tensor(&mut self, block: Name, at: &Exp) -> Option<Leaf> {
        let packed = self.packs.get(&block)?.clone();
        let number = self.add(at.clone(), packed.offset.clone());
        let mut part = |block, hint| self.number_at(block, &number, hint);
        let first = part(packed.firsts, "first");
        let size = part(packed.counts, "size");
        let rank = part(packed.ranks, "rank");
        let start = part(packed.starts, "start");
        let blocks = vec![(Elem::Scalar(packed.elem), packed.buffer)];
        Some(Leaf::Tensor(Rc::new(Unpacked::with_all_sizes([first, size, rank, start], packed.shapes, blocks))))
    }

    /// Returns the arrays of tensors of numbers that the step uses.
    fn lists(&mut self, step: &Expr) -> Lowered<Vec<List>> {
        let mut lists: Vec<List> = Vec::new();
        let mut used = Used::default();
        add_used(step, &mut used);
        for (name, ty) in free_variables(step).values() {
            let leaves = self.lookup(name)?;
            let mut found = Vec::new();
            push_lists(&ty, 0, false, &mut found);
            let ranges = used.get(&name).map_or(&[][..], Vec::as_slice);
            found.retain(|(at, _)| ranges.iter().any(|range| range.contains(at)));
            for (at, elem) in found {
                let Some(Leaf::Array(array)) = leaves.get(at) else { continue };
                let [Elem::Scalar(elem)] = elements(elem, Span::NOWHERE)?[..] else { continue };
                if lists.iter().any(|list| list.block == array.block) {
                    continue;
                }
                let count = self.product(&array.dims);
                let start = array.start.clone().unwrap_or(i64(0));
                lists.push(List { block: array.block, start, count, elem });
            }
        }
        Ok(lists)
    }

    fn pack_table(&mut self, step: &Expr, elem: ScalarType, lists: &[&List], replaced: &mut Replaced) -> Lowered<()> {
        let count = lists.iter().fold(i64(0), |count, list| self.add(count, list.count.clone()));
        let numbers = |this: &mut Self, hint| this.allocate(hint, I64, count.clone());
        let [blocks, firsts, counts, ranks, starts] =
            ["blocks", "firsts", "counts", "ranks", "starts"].map(|hint| numbers(self, hint));
        let [lows, highs, bases] = ["lows", "highs", "bases"].map(|hint| numbers(self, hint));
        let tensors = self.allocate("tensors", Elem::Data, count.clone());
        let distinct = self.variable("distinct", ScalarType::I64, i64(0));
        let sizes = self.variable("sizes", ScalarType::I64, i64(0));
        let (buffer, shapes) = (self.reference("buffer", Elem::Scalar(elem)), self.reference("shapes", I64));
        let table = Table { elem, buffer, distinct, tensors, lows, highs, bases };
        self.each_tensor(lists, |this, number, object| {
            let tensor = this.unpack_blocks(object, &[Elem::Scalar(elem)], 0, false);
            let at = this.find(&table, &tensor, Some(object))?;
            let start = this.value("start", ScalarType::I64, Exp::Var(sizes));
            let parts =
                [(blocks, at), (counts, tensor.size.clone()), (ranks, tensor.rank.clone()), (starts, start.clone())];
            parts.into_iter().for_each(|(block, value)| this.set_number(block, number, value));
            let end = this.add(start, tensor.rank);
            this.push(Stm::Assign { name: sizes, value: end });
            Ok(())
        })?;
        let mut others = Vec::new();
        for (name, _) in free_variables(step).values() {
            let of_name = self.unpacked.iter().filter(|((other, _), _)| *other == name);
            others.extend(of_name.map(|(key, tensor)| (*key, tensor.clone())));
        }
        others.retain(|(_, tensor)| tensor.blocks.len() == 1 && tensor.blocks[0].0 == Elem::Scalar(elem));
        others.sort_by_key(|(key, _)| *key);
        let mut found = Vec::with_capacity(others.len());
        for (_, tensor) in &others {
            found.push(self.find(&table, tensor, None)?);
        }
        let total = self.variable("total", ScalarType::I64, i64(0));
        self.for_("j", Exp::Var(distinct), Span::NOWHERE, |this, at| {
            let [low, high] = [lows, highs].map(|block| this.number_at(block, &at, "bound"));
            let base = this.binary(BinOp::Sub, ScalarType::I64, Exp::Var(total), low.clone());
            this.set_number(bases, &at, base);
            let count = this.binary(BinOp::Sub, ScalarType::I64, high, low);
            let value = this.binary(BinOp::Add, ScalarType::I64, Exp::Var(total), count);
            this.push(Stm::Assign { name: total, value });
            Ok(())
        })?;
        self.allocate_in(buffer, Elem::Scalar(elem), Exp::Var(total));
        self.each_block(&table, |this, block, [low, base], count| {
            let to = this.add(base, low.clone());
            this.copy(Elem::Scalar(elem), (buffer, to), (block, low), count)
        })?;
        self.allocate_in(shapes, I64, Exp::Var(sizes));
        self.each_tensor(lists, |this, number, object| {
            let tensor = this.unpack_blocks(object, &[Elem::Scalar(elem)], 0, false);
            let at = this.number_at(blocks, number, "at");
            let base = this.number_at(bases, &at, "base");
            let first = this.add(base, tensor.first);
            this.set_number(firsts, number, first);
            let start = this.number_at(starts, number, "start");
            this.copy(I64, (shapes, start), (tensor.sizes, i64(0)), tensor.rank)
        })?;
        for ((key, tensor), at) in others.into_iter().zip(found) {
            let shared = self.shared(&table, &tensor, &at)?;
            self.unpacked.insert(key, Rc::new(shared));
            replaced.unpacked.push((key, tensor));
        }
        let mut before = i64(0);
        for list in lists {
            let offset = self.binary(BinOp::Sub, ScalarType::I64, before.clone(), list.start.clone());
            let packed = Packed { offset, firsts, counts, ranks, starts, shapes, elem, buffer };
            self.packs.insert(list.block, Rc::new(packed));
            replaced.lists.push(list.block);
            before = self.add(before, list.count.clone());
        }
        replaced.tables.push(table);
        Ok(())
    }

    /// Emits code for each tensor, with its number and its object.
    fn each_tensor(
        &mut self,
        lists: &[&List],
        mut code: impl FnMut(&mut Self, &Exp, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut before = i64(0);
        for list in lists {
            self.for_("i", list.count.clone(), Span::NOWHERE, |this, i| {
                let at = this.add(list.start.clone(), i.clone());
                let name = this.reference("tensor", Elem::Data);
                this.push(Stm::LoadObject { name, object: list.block, mutable: false, at });
                let number = this.add(before.clone(), i);
                code(this, &number, name)
            })?;
            before = self.add(before, list.count.clone());
        }
        Ok(())
    }

    /// Emits code for each distinct block, with its first packed element, its base, and the number of its elements.
    fn each_block(
        &mut self,
        table: &Table,
        code: impl FnOnce(&mut Self, Name, [Exp; 2], Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        self.for_("j", Exp::Var(table.distinct), Span::NOWHERE, |this, at| {
            let [low, high, base] =
                [table.lows, table.highs, table.bases].map(|block| this.number_at(block, &at, "bound"));
            let count = this.binary(BinOp::Sub, ScalarType::I64, high, low.clone());
            let block = this.block_at(table, at);
            code(this, block, [low, base], count)
        })
    }

    /// Loads a distinct block.
    fn block_at(&mut self, table: &Table, at: Exp) -> Name {
        let name = self.reference("tensor", Elem::Data);
        self.push(Stm::LoadObject { name, object: table.tensors, mutable: false, at });
        let tensor = self.unpack_blocks(name, &[Elem::Scalar(table.elem)], 0, false);
        tensor.blocks[0].1
    }

    /// Returns the number of a tensor's block in the table, whose range is extended by the tensor. If the table lacks it,
    /// the block of the new `object` is added; without one the number is that of distinct blocks.
    fn find(&mut self, table: &Table, tensor: &Unpacked, object: Option<Name>) -> Lowered<Exp> {
        let own = tensor.blocks[0].1;
        let is_left = |at| Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(at)), Box::new(Exp::Var(table.distinct)));
        let at = self.variable("at", ScalarType::I64, i64(0));
        let looks = self.variable("looks", ScalarType::Bool, is_left(at));
        let (body, ()) = self.in_block(|this| {
            let block = this.block_at(table, Exp::Var(at));
            let same = this.value("same", ScalarType::Bool, Exp::Same(own, block));
            let next = |this: &mut Self| {
                let value = this.add(Exp::Var(at), i64(1));
                this.push(Stm::Assign { name: at, value });
                this.push(Stm::Assign { name: looks, value: is_left(at) });
                Ok(())
            };
            this.if_(
                same,
                |this| {
                    this.push(Stm::Assign { name: looks, value: boolean(false) });
                    Ok(())
                },
                next,
            )
        })?;
        self.push(Stm::While { cond: Exp::Var(looks), body });
        let at = self.value("at", ScalarType::I64, Exp::Var(at));
        let end = self.add(tensor.first.clone(), tensor.size.clone());
        let known = self.compare(CmpOp::Lt, at.clone(), Exp::Var(table.distinct));
        let bounds = [(table.lows, BinOp::Min, tensor.first.clone()), (table.highs, BinOp::Max, end)];
        let extend = |this: &mut Self| {
            for (block, op, bound) in bounds.clone() {
                let old = this.number_at(block, &at, "bound");
                let new = this.binary(op, ScalarType::I64, old, bound);
                this.set_number(block, &at, new);
            }
            Ok(())
        };
        self.if_(known, extend, |this| {
            let Some(from) = object else { return Ok(()) };
            this.push(Stm::StoreObject { object: table.tensors, mutable: false, at: at.clone(), from, moves: false });
            bounds.iter().for_each(|(block, _, bound)| this.set_number(*block, &at, bound.clone()));
            let value = this.add(at.clone(), i64(1));
            this.push(Stm::Assign { name: table.distinct, value });
            Ok(())
        })?;
        Ok(at)
    }

    /// Returns the tensor in the buffer if its block, which has this number, is in the table, and otherwise in its block.
    fn shared(&mut self, table: &Table, tensor: &Unpacked, at: &Exp) -> Lowered<Unpacked> {
        let (elem, own) = tensor.blocks[0];
        let is_packed = self.compare(CmpOp::Lt, at.clone(), Exp::Var(table.distinct));
        let first = self.variable("first", ScalarType::I64, tensor.first.clone());
        let block = self.reference("block", elem);
        self.if_(
            is_packed,
            |this| {
                let base = this.number_at(table.bases, at, "base");
                let value = this.add(base, tensor.first.clone());
                this.push(Stm::Assign { name: first, value });
                this.push(Stm::AssignReference { name: block, from: table.buffer });
                Ok(())
            },
            |this| {
                this.push(Stm::AssignReference { name: block, from: own });
                Ok(())
            },
        )?;
        let mut shared = tensor.clone();
        (shared.first, shared.blocks) = (Exp::Var(first), vec![(elem, block)]);
        Ok(shared)
    }

    fn number_at(&mut self, block: Name, at: &Exp, hint: &str) -> Exp {
        let read = Exp::Read { memory: block, elem: ScalarType::I64, index: Box::new(at.clone()) };
        self.value(hint, ScalarType::I64, read)
    }

    fn set_number(&mut self, block: Name, at: &Exp, value: Exp) {
        self.push(Stm::Write { memory: block, elem: ScalarType::I64, index: at.clone(), value });
    }
}

/// The packed tensors of arrays, by the objects of the arrays.
pub(crate) type Packs = FxHashMap<Name, Rc<Packed>>;

/// The positions among the leaves of each variable that code uses.
type Used = FxHashMap<Name, Vec<Range<usize>>>;

/// Adds the variables, and the fields of them, that an expression uses.
fn add_used(expr: &Expr, used: &mut Used) {
    match (variable_of(expr), offset_of(expr)) {
        (Some(name), Some(at)) => used.entry(name).or_default().push(at..at + leaf_count(&expr.ty)),
        _ => for_each_child(expr, &mut |child| add_used(child, used)),
    }
}

/// Appends the types of the elements of the tensors in arrays, with their positions among the leaves of the value. Those in
/// sums are left out, because an unused slot is no tensor.
fn push_lists<'t>(ty: &'t Type, before: usize, in_array: bool, found: &mut Vec<(usize, &'t Type)>) {
    match ty {
        Type::Tensor(elem) if in_array => found.push((before, elem)),
        Type::Array(elem, _) => push_lists(elem, before, true, found),
        Type::Record(fields) => {
            let mut before = before;
            for (_, field) in fields.iter() {
                push_lists(field, before, in_array, found);
                before += leaf_count(field);
            }
        }
        _ => {}
    }
}
