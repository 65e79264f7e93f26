//! Conversion of data-type values at entry points: arrays outside (`value::entry::tree`), objects inside. Unfinished
//! nodes are on a stack of objects, so that only memory limits the nesting depth.
//!
//! ```text
//! [3, 1, 0, 0]  [2, 1]        for node in 0 .. numbers[0] {
//!                               number <- the next of the numbers
//!                               if number == 0 { make a cons of the next scalar and of the list on the stack; push it }
//!                               if number == 1 { make a nil; push it }
//!                             }
//! ```
//!
//! The other direction visits every node twice, each before its parts. The first visit counts the elements of the
//! arrays; the second fills them from their ends.
//!
//! Cost: linear in the values, and for each node in its type's number of constructors. A shared part of a value is
//! written once for each reference to it.

use crate::data::alternatives;
use crate::value::{Array, Elem, Leaf, Leaves, boolean, i64, leaf_types, split};
use crate::{Lowered, Lowerer, bug};
use base::entity::EntityRef;
use base::{Name, Span};
use core_ir::def::{DataId, Type};
use core_ir::leaves::tag;
use core_ir::messages;
use imp::def::{Exp, Stm};
use value::entry::{MAX_NODES, NoTree, TreeType};
use value::{BinOp, CmpOp, ScalarType};

/// An array of scalars outside of the program, which is read from its start or filled from its end.
struct Stream {
    elem: ScalarType,
    block: Name,
    size: Exp,
    /// Variable for the position reached so far.
    at: Name,
}

/// A linked list of objects that are still to be used or written. Each cell also holds the number of the object's type.
#[derive(Clone, Copy)]
struct Stack {
    /// Variable for the first cell.
    top: Name,
    height: Name,
}

struct Codec<'t> {
    ty: &'t TreeType,
    /// Arrays outside of the program. The first one holds the numbers of constructors and the sizes.
    streams: Vec<Stream>,
    stack: Stack,
    /// Name and place of the argument, for messages.
    of: (&'t str, Span),
    /// Condition that the arrays are being filled. Otherwise their elements are being counted.
    filling: Exp,
}

impl Codec<'_> {
    fn numbers(&self) -> Lowered<&Stream> {
        self.streams.first().ok_or_else(|| bug("a value outside without numbers"))
    }

    /// Returns the error for an array that ends too early.
    fn ends(&self, stream: &Stream) -> NoTree {
        let is_first = self.streams.first().is_some_and(|numbers| numbers.block == stream.block);
        NoTree::Ends((!is_first).then_some(stream.elem), 0)
    }

    fn stream(&self, elem: ScalarType) -> Lowered<&Stream> {
        self.streams.iter().skip(1).find(|stream| stream.elem == elem).ok_or_else(|| bug("a scalar in no array"))
    }
}

impl Lowerer<'_> {
    // From arrays

    /// Reads a value of a tree type from the argument's arrays. Asserts that they encode a value.
    pub(crate) fn read_tree(
        &mut self,
        tree: &TreeType,
        ty: &Type,
        leaves: &[Leaf],
        of: (&str, Span),
    ) -> Lowered<Leaves> {
        let mut streams = Vec::new();
        for leaf in leaves {
            let Leaf::Array(Array { elem: Elem::Scalar(elem), block, .. }) = leaf else {
                return Err(bug("a value outside that is no array"));
            };
            let at = self.variable("at", ScalarType::I64, i64(0));
            streams.push(Stream { elem: *elem, block: *block, size: leaf.size(0), at });
        }
        let codec = Codec { ty: tree, streams, stack: self.stack(), of, filling: boolean(false) };
        let count = self.next_size(&codec)?;
        self.for_("node", count, Span::NOWHERE, |this, _| this.read_node(&codec))?;
        let value = self.read_part(&codec, ty)?;
        let mut all = self.compare(CmpOp::Eq, Exp::Var(codec.stack.height), i64(0));
        for stream in &codec.streams {
            let done = self.compare(CmpOp::Eq, Exp::Var(stream.at), stream.size.clone());
            all = self.and(all, done);
        }
        self.well_formed(&codec, all, NoTree::Rest, Vec::new());
        Ok(value)
    }

    /// Asserts `cond`. If it is false, the failure is that the argument is malformed for the reason `why`, with these
    /// run-time values.
    fn well_formed(&mut self, codec: &Codec, cond: Exp, why: NoTree, values: Vec<Exp>) {
        self.assert(cond, messages::no_tree(codec.of.0, why), values, Span::NOWHERE);
    }

    /// Asserts `cond`: a part of the present node comes before the node. Otherwise the argument is malformed.
    fn node_there(&mut self, codec: &Codec, cond: Exp) -> Lowered<()> {
        let at = self.last(codec)?;
        self.well_formed(codec, cond, NoTree::Node { at: 0 }, vec![at]);
        Ok(())
    }

    /// Returns the position of the number that was read last.
    fn last(&mut self, codec: &Codec) -> Lowered<Exp> {
        let at = codec.numbers()?.at;
        Ok(self.add(Exp::Var(at), i64(-1)))
    }

    fn advance(&mut self, stream: &Stream, count: Exp) {
        let value = Exp::Bin(BinOp::Add, Box::new(Exp::Var(stream.at)), Box::new(count));
        self.push(Stm::Assign { name: stream.at, value });
    }

    fn next(&mut self, codec: &Codec, stream: &Stream) -> Exp {
        let inside = self.compare(CmpOp::Lt, Exp::Var(stream.at), stream.size.clone());
        self.well_formed(codec, inside, codec.ends(stream), vec![stream.size.clone()]);
        let read = Exp::Read { memory: stream.block, elem: stream.elem, index: Box::new(Exp::Var(stream.at)) };
        let next = self.value("next", stream.elem, read);
        self.advance(stream, i64(1));
        next
    }

    fn next_number(&mut self, codec: &Codec) -> Lowered<Exp> {
        Ok(self.next(codec, codec.numbers()?))
    }

    /// Reads a number and asserts that it is not negative.
    fn next_size(&mut self, codec: &Codec) -> Lowered<Exp> {
        let number = self.next_number(codec)?;
        let fine = self.compare(CmpOp::Le, i64(0), number.clone());
        let values = vec![number.clone(), self.last(codec)?];
        self.well_formed(codec, fine, NoTree::Size { number: 0, at: 0 }, values);
        Ok(number)
    }

    /// Reads a number and asserts that it names one of `count` constructors.
    fn next_choice(&mut self, codec: &Codec, count: usize) -> Lowered<Exp> {
        let number = self.next_number(codec)?;
        let low = self.compare(CmpOp::Le, i64(0), number.clone());
        let high = self.compare(CmpOp::Lt, number.clone(), i64(count as i64));
        let fine = self.and(low, high);
        let values = vec![number.clone(), self.last(codec)?];
        self.well_formed(codec, fine, NoTree::Constructor { number: 0, at: 0, count }, values);
        Ok(number)
    }

    /// Reads the next node, makes its object from the objects on the stack, and pushes that.
    fn read_node(&mut self, codec: &Codec) -> Lowered<()> {
        let datas = &codec.ty.datas;
        let number = self.next_choice(codec, codec.ty.first_constructor(datas.len()))?;
        for (at, data) in datas.iter().enumerate() {
            let layout = self.layout(DataId::new(data.number))?;
            for (constructor, (name, _)) in data.constructors.iter().enumerate() {
                let wanted = i64((codec.ty.first_constructor(at) + constructor) as i64);
                let is_next = self.compare(CmpOp::Eq, number.clone(), wanted);
                let stored =
                    layout.constructors.get(constructor).ok_or_else(|| bug("a constructor of no data type"))?;
                self.if_(
                    is_next,
                    |this| {
                        let mut payload = Vec::new();
                        for (ty, _) in &stored.payloads {
                            payload.extend(this.read_part(codec, ty)?);
                        }
                        let object = this.construct(*name, stored, &payload)?;
                        this.push_object(codec.stack, data.number, object);
                        Ok(())
                    },
                    |_| Ok(()),
                )?;
            }
        }
        Ok(())
    }

    /// Reads one part of a payload. Values of data types come from the stack.
    fn read_part(&mut self, codec: &Codec, ty: &Type) -> Lowered<Leaves> {
        match ty {
            Type::Record(fields) if ty.has_data() => {
                let mut all = Vec::new();
                for (_, field) in fields.iter() {
                    all.extend(self.read_part(codec, field)?);
                }
                Ok(all)
            }
            Type::Sum(all) if ty.has_data() => {
                let number = self.next_choice(codec, all.len())?;
                let sum = self.variables(ty, "sum")?;
                for (at, (_, payloads)) in all.iter().enumerate() {
                    let made = self.compare(CmpOp::Eq, number.clone(), i64(at as i64));
                    let read = |this: &mut Self| {
                        let mut payload = Vec::new();
                        for ty in payloads {
                            payload.extend(this.read_part(codec, ty)?);
                        }
                        let value = this.alternative_leaves(all, at, payload)?;
                        this.assign(&sum, &value)
                    };
                    self.if_(made, read, |_| Ok(()))?;
                }
                Ok(sum)
            }
            Type::Data(id, _) => Ok(vec![Leaf::Data(self.pop_object(codec, id.index())?)]),
            Type::Array(..) if holds_sum_of_data(ty) => {
                let leaves = self.read_elements(codec, ty)?;
                self.check(ty, &leaves, codec.of)?;
                Ok(leaves)
            }
            _ => {
                let mut leaves = Vec::new();
                for (leaf, ty) in leaf_types(ty)?.into_iter().zip(core_ir::leaves::leaf_types(ty)) {
                    leaves.push(match (leaf.elem, leaf.rank) {
                        (Elem::Scalar(elem), 0) => Leaf::Scalar(elem, self.next(codec, codec.stream(elem)?)),
                        (elem, rank) => self.read_array(codec, elem, rank, &ty)?,
                    });
                }
                self.check(ty, &leaves, codec.of)?;
                Ok(leaves)
            }
        }
    }

    /// Reads an array whose elements are sums that hold objects, element by element. If the elements are records, reads
    /// the array field by field.
    fn read_elements(&mut self, codec: &Codec, ty: &Type) -> Lowered<Leaves> {
        let elem = ty.base_elem();
        match elem {
            Type::Record(fields) if holds_sum_of_data(elem) => {
                let arrays = fields.iter().map(|(_, field)| self.read_elements(codec, &array_like(ty, field)));
                Ok(arrays.collect::<Lowered<Vec<Leaves>>>()?.concat())
            }
            Type::Sum(_) if elem.has_data() => {
                let (dims, count) = self.read_sizes(codec, ty.rank())?;
                // Each element has the number of a constructor, so there are at most as many elements as numbers. This
                // is checked before allocation.
                let numbers = codec.numbers()?;
                let enough = self.compare(CmpOp::Le, count.clone(), numbers.size.clone());
                self.well_formed(codec, enough, codec.ends(numbers), vec![numbers.size.clone()]);
                let columns = self.columns(elem, &count)?;
                self.for_("i", count, Span::NOWHERE, |this, i| {
                    let value = this.read_part(codec, elem)?;
                    this.put(&columns, &i, &value, Span::NOWHERE)
                })?;
                let flat = self.finished(columns)?;
                Ok(self.reshaped(&flat, 1, &dims))
            }
            _ => self.read_part(codec, ty),
        }
    }

    /// Reads the sizes of an array; returns them and their product.
    fn read_sizes(&mut self, codec: &Codec, rank: usize) -> Lowered<(Vec<Exp>, Exp)> {
        let dims = (0..rank).map(|_| self.next_size(codec)).collect::<Lowered<Vec<Exp>>>()?;
        let mut count = i64(1);
        for dim in &dims {
            count = self.binary(BinOp::MulSat, ScalarType::I64, count, dim.clone());
        }
        Ok((dims, count))
    }

    /// Reads an array of scalars or of objects. An array of scalars remains in its stream.
    fn read_array(&mut self, codec: &Codec, elem: Elem, rank: usize, ty: &Type) -> Lowered<Leaf> {
        let (dims, count) = self.read_sizes(codec, rank)?;
        let (block, start) = match elem {
            Elem::Scalar(scalar) => {
                let stream = codec.stream(scalar)?;
                let start = self.value("start", ScalarType::I64, Exp::Var(stream.at));
                self.advance(stream, count);
                let inside = self.compare(CmpOp::Le, Exp::Var(stream.at), stream.size.clone());
                let ahead = self.compare(CmpOp::Le, start.clone(), Exp::Var(stream.at));
                let inside = self.and(ahead, inside);
                self.well_formed(codec, inside, codec.ends(stream), vec![stream.size.clone()]);
                (stream.block, Some(start))
            }
            Elem::Data => {
                let Some(number) = data_of(ty) else { return Err(bug("an array of no data")) };
                let enough = self.compare(CmpOp::Le, count.clone(), Exp::Var(codec.stack.height));
                self.node_there(codec, enough)?;
                let block = self.allocate("array", elem, count.clone());
                self.for_("i", count, Span::NOWHERE, |this, i| {
                    let object = this.pop_object(codec, number)?;
                    this.store(block, i, &Leaf::Data(object))
                })?;
                (block, None)
            }
        };
        Ok(Leaf::Array(Array { elem, block, dims, start }))
    }

    // The stack

    fn stack(&mut self) -> Stack {
        let top = self.nothing("open", Elem::Data);
        Stack { top, height: self.variable("height", ScalarType::I64, i64(0)) }
    }

    fn push_object(&mut self, stack: Stack, number: usize, object: Name) {
        let cell = self.reference("cell", Elem::Data);
        self.push(Stm::Construct {
            name: cell,
            number,
            mutable: false,
            cyclic: false,
            words: 0,
            memories: 0,
            objects: i64(2),
            reuse: None,
        });
        self.push(Stm::StoreObject { object: cell, mutable: false, at: i64(0), from: stack.top, moves: false });
        self.push(Stm::StoreObject { object: cell, mutable: false, at: i64(1), from: object, moves: false });
        self.push(Stm::AssignReference { name: stack.top, from: cell });
        self.add_to(stack.height, 1);
    }

    fn add_to(&mut self, name: Name, by: i64) {
        let value = Exp::Bin(BinOp::Add, Box::new(Exp::Var(name)), Box::new(i64(by)));
        self.push(Stm::Assign { name, value });
    }

    /// Removes the top object from the stack; returns it and the number of its type.
    fn take_object(&mut self, stack: Stack) -> (Name, Exp) {
        let number = self.value("data", ScalarType::I64, Exp::Number(stack.top));
        let (object, below) = (self.reference("node", Elem::Data), self.reference("below", Elem::Data));
        self.push(Stm::LoadObject { name: object, object: stack.top, mutable: false, at: i64(1) });
        self.push(Stm::LoadObject { name: below, object: stack.top, mutable: false, at: i64(0) });
        self.push(Stm::AssignReference { name: stack.top, from: below });
        self.add_to(stack.height, -1);
        (object, number)
    }

    /// Removes the top object, after assertions that there is one and that it has this type.
    fn pop_object(&mut self, codec: &Codec, number: usize) -> Lowered<Name> {
        let is_there = self.compare(CmpOp::Lt, i64(0), Exp::Var(codec.stack.height));
        self.node_there(codec, is_there)?;
        let (object, found) = self.take_object(codec.stack);
        let fine = self.compare(CmpOp::Eq, found, i64(number as i64));
        self.node_there(codec, fine)?;
        Ok(object)
    }

    // To arrays

    /// Writes a value of a tree type to the result's arrays, in two passes: the first counts their elements, the second
    /// allocates and fills them.
    pub(crate) fn write_tree(&mut self, tree: &TreeType, ty: &Type, value: &[Leaf], out: &[Leaf]) -> Lowered<()> {
        let value = self.settled(value)?;
        let mut streams = Vec::new();
        for leaf in tree.leaves() {
            let at = self.variable("at", ScalarType::I64, i64(0));
            let size = self.value("size", ScalarType::I64, i64(0));
            streams.push(Stream { elem: leaf.elem, block: self.reference("array", Elem::Scalar(leaf.elem)), size, at });
        }
        let count = self.variable("nodes", ScalarType::I64, i64(0));
        let stack = self.stack();
        let mut codec = Codec { ty: tree, streams, stack, of: ("", Span::NOWHERE), filling: boolean(false) };
        self.for_("pass", i64(2), Span::NOWHERE, |this, pass| {
            codec.filling = this.compare(CmpOp::Eq, pass, i64(1));
            this.if_(
                codec.filling.clone(),
                |this| {
                    this.push(Stm::Assign { name: count, value: i64(0) });
                    for stream in &codec.streams {
                        this.make_stream(stream)?;
                    }
                    Ok(())
                },
                |_| Ok(()),
            )?;
            this.write_part(&codec, ty, &value)?;
            let (round, ()) = this.in_block(|this| {
                let is_room = this.compare(CmpOp::Lt, Exp::Var(count), i64(MAX_NODES as i64));
                this.assert(is_room, messages::large_result(), Vec::new(), Span::NOWHERE);
                this.add_to(count, 1);
                this.write_node(&codec)
            })?;
            let cond = Exp::Cmp(CmpOp::Lt, Box::new(i64(0)), Box::new(Exp::Var(stack.height)));
            this.push(Stm::While { cond, body: round });
            this.write_number(&codec, Exp::Var(count))
        })?;
        let arrays = codec.streams.iter().map(|stream| {
            let (elem, dims) = (Elem::Scalar(stream.elem), vec![stream.size.clone()]);
            Leaf::Array(Array { elem, block: stream.block, dims, start: None })
        });
        let arrays: Leaves = arrays.collect();
        self.assign(out, &arrays)
    }

    /// Allocates one of the result's arrays. Its number of elements was counted by `at`, downwards from 0.
    fn make_stream(&mut self, stream: &Stream) -> Lowered<()> {
        let Exp::Var(size) = stream.size else { return Err(bug("a size that is no variable")) };
        let value = Exp::Bin(BinOp::Sub, Box::new(i64(0)), Box::new(Exp::Var(stream.at)));
        self.push(Stm::Assign { name: size, value });
        self.push(Stm::Assign { name: stream.at, value: Exp::Var(size) });
        self.push(Stm::Allocate { name: stream.block, elem: stream.elem, count: Exp::Var(size) });
        Ok(())
    }

    fn write_number(&mut self, codec: &Codec, number: Exp) -> Lowered<()> {
        self.write_scalar(codec, codec.numbers()?, number)
    }

    fn write_scalar(&mut self, codec: &Codec, stream: &Stream, value: Exp) -> Lowered<()> {
        self.advance(stream, i64(-1));
        let write = |this: &mut Self| {
            this.push(Stm::Write { memory: stream.block, elem: stream.elem, index: Exp::Var(stream.at), value });
            Ok(())
        };
        self.if_(codec.filling.clone(), write, |_| Ok(()))
    }

    /// Pops an object from the stack, writes its node, and pushes the objects in its payload.
    fn write_node(&mut self, codec: &Codec) -> Lowered<()> {
        let (object, data) = self.take_object(codec.stack);
        for (at, ty) in codec.ty.datas.iter().enumerate() {
            let layout = self.layout(DataId::new(ty.number))?;
            let is_of = self.compare(CmpOp::Eq, data.clone(), i64(ty.number as i64));
            let write = |this: &mut Self| {
                let tag = this.number(object);
                for (constructor, stored) in layout.constructors.iter().enumerate() {
                    let made = this.compare(CmpOp::Eq, tag.clone(), i64(constructor as i64));
                    let number = codec.ty.first_constructor(at) + constructor;
                    let write = |this: &mut Self| {
                        for (ty, fields) in stored.payloads.iter().rev() {
                            let payload = this.load(object, fields, "part");
                            this.write_part(codec, ty, &payload)?;
                        }
                        this.write_number(codec, i64(number as i64))
                    };
                    this.if_(made, write, |_| Ok(()))?;
                }
                Ok(())
            };
            self.if_(is_of, write, |_| Ok(()))?;
        }
        Ok(())
    }

    /// Writes one part of a value, from its end.
    fn write_part(&mut self, codec: &Codec, ty: &Type, leaves: &[Leaf]) -> Lowered<()> {
        match (ty, leaves) {
            (Type::Record(fields), _) if ty.has_data() => {
                let mut parts = Vec::with_capacity(fields.len());
                let mut rest = leaves;
                for (_, field) in fields.iter() {
                    let own;
                    (own, rest) = split(rest, field);
                    parts.push((field, own));
                }
                parts.into_iter().rev().try_for_each(|(field, own)| self.write_part(codec, field, own))
            }
            (Type::Sum(all), [Leaf::Scalar(_, found), ..]) if ty.has_data() => {
                for (at, ((_, payloads), own)) in all.iter().zip(alternatives(all, leaves)).enumerate() {
                    let made = self.compare(CmpOp::Eq, found.clone(), Exp::Const(tag(all.len(), at)));
                    let write = |this: &mut Self| {
                        this.write_part(codec, &Type::tuple(payloads.iter().cloned()), &own)?;
                        this.write_number(codec, i64(at as i64))
                    };
                    self.if_(made, write, |_| Ok(()))?;
                }
                Ok(())
            }
            (Type::Data(id, _), [Leaf::Data(object)]) => {
                self.push_object(codec.stack, id.index(), *object);
                Ok(())
            }
            (Type::Array(..), _) if holds_sum_of_data(ty) => self.write_elements(codec, ty, leaves),
            _ => {
                let types = core_ir::leaves::leaf_types(ty);
                types.iter().zip(leaves).rev().try_for_each(|(ty, leaf)| self.write_leaf(codec, ty, leaf))
            }
        }
    }

    /// Writes an array whose elements hold objects in sums; the inverse of `read_elements`.
    fn write_elements(&mut self, codec: &Codec, ty: &Type, leaves: &[Leaf]) -> Lowered<()> {
        let elem = ty.base_elem();
        match elem {
            Type::Record(fields) if holds_sum_of_data(elem) => {
                let mut arrays = Vec::with_capacity(fields.len());
                let mut rest = leaves;
                for (_, field) in fields.iter() {
                    let own;
                    (own, rest) = split(rest, field);
                    arrays.push((array_like(ty, field), own));
                }
                arrays.into_iter().rev().try_for_each(|(ty, own)| self.write_elements(codec, &ty, own))
            }
            Type::Sum(_) if elem.has_data() => {
                let rank = ty.rank();
                let dims = leaves.first().map_or(&[][..], |leaf| &leaf.dims()[..rank]).to_vec();
                let count = self.product(&dims);
                let flat = self.reshaped(leaves, rank, std::slice::from_ref(&count));
                self.for_("i", count.clone(), Span::NOWHERE, |this, i| {
                    let before = this.binary(BinOp::Sub, ScalarType::I64, count, i);
                    let at = this.add(before, i64(-1));
                    let row = this.rows_at(&flat, &[at])?;
                    this.write_part(codec, elem, &row)
                })?;
                dims.iter().rev().try_for_each(|dim| self.write_number(codec, dim.clone()))
            }
            _ => self.write_part(codec, ty, leaves),
        }
    }

    /// Writes a scalar or an array, from its end. Elements that are objects are pushed on the stack.
    fn write_leaf(&mut self, codec: &Codec, ty: &Type, leaf: &Leaf) -> Lowered<()> {
        let array = match leaf {
            Leaf::Scalar(elem, value) => return self.write_scalar(codec, codec.stream(*elem)?, value.clone()),
            Leaf::Data(_) | Leaf::Tensor(_) => return Err(bug("an object that is no value of a data type")),
            Leaf::Array(array) => array,
        };
        let count = self.product(&array.dims);
        match array.elem {
            Elem::Scalar(elem) => {
                let stream = codec.stream(elem)?;
                let back = self.binary(BinOp::Sub, ScalarType::I64, i64(0), count);
                self.advance(stream, back);
                let copy = |this: &mut Self| this.store(stream.block, Exp::Var(stream.at), leaf);
                self.if_(codec.filling.clone(), copy, |_| Ok(()))?;
            }
            Elem::Data => {
                let Some(number) = data_of(ty) else { return Err(bug("an array of no data")) };
                self.for_("i", count.clone(), Span::NOWHERE, |this, i| {
                    let before = this.binary(BinOp::Sub, ScalarType::I64, count, i);
                    let at = this.add(before, i64(-1));
                    let object = this.reference("element", Elem::Data);
                    this.push(Stm::LoadObject { name: object, object: array.block, mutable: false, at });
                    this.push_object(codec.stack, number, object);
                    Ok(())
                })?;
            }
        }
        array.dims.iter().rev().try_for_each(|dim| self.write_number(codec, dim.clone()))
    }
}

/// Returns the type of arrays with this element type and the dimensions of `ty`.
fn array_like(ty: &Type, elem: &Type) -> Type {
    Type::array_of(elem.clone(), &ty.sizes())
}

/// Whether the type has a sum that holds data types. Arrays of such elements are encoded element after element.
fn holds_sum_of_data(ty: &Type) -> bool {
    ty.any_held(&|part| matches!(part, Type::Sum(_)) && part.has_data())
}

/// Returns the number of the data type that the elements have, if they have one.
fn data_of(ty: &Type) -> Option<usize> {
    match ty {
        Type::Array(elem, _) => data_of(elem),
        Type::Data(id, _) => Some(id.index()),
        _ => None,
    }
}
