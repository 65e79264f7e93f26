//! Tensors. A tensor is an object that never changes. Its elements are in blocks, one for each scalar leaf of an
//! element, and in mutable objects, one for each leaf that is an object. Several tensors may share them.
//!
//! ```text
//! word 0: number of the first element in the blocks    memory 0: the sizes of the dimensions
//! word 1: number of elements                           memory 1, ..: the scalar leaves of all elements
//! word 2: rank                                         object 0, ..: the other leaves of all elements
//! ```
//!
//! A variable whose elements are accessed is *unpacked* where it is bound: the words, the sizes and the references to
//! the blocks are loaded into variables of IMP. So an access in a loop below reads and writes plain memory. In steps of
//! parallel loops, tensors are always unpacked, and views make no objects (`step`).

use crate::emit::Part;
use crate::value::{Array, Elem, Form, Leaf, LeafType, Leaves, i64, leaf_types};
use crate::{Lowered, Lowerer, bug, limitation};
use base::{Name, Span};
use core_ir::def::{self as core, Expr, ExprKind, Prim, TensorOp, Type};
use core_ir::leaves::{field_offset, leaf_count};
use core_ir::{messages, walk};
use imp::def::{Exp, Stm};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::{BinOp, CmpOp, ScalarType};

/// Words of a tensor's object.
const FIRST: usize = 0;
const SIZE: usize = 1;
const RANK: usize = 2;
const WORDS: usize = 3;

/// The block of memory with the sizes.
const SIZES: usize = 0;

/// Largest number of sizes that are loaded into variables for one element of a shape.
const MAX_SIZES: usize = 8;

/// The parts of a tensor, in variables that do not change.
#[derive(Clone, Debug)]
pub(crate) struct Unpacked {
    /// Number of the first element in the blocks.
    pub first: Exp,
    pub size: Exp,
    pub rank: Exp,
    /// The sizes of the first dimensions; 0 for those that the tensor does not have.
    pub dims: Vec<Exp>,
    /// The block with the sizes of the other dimensions: that of dimension `d` is at `start + d`.
    pub sizes: Name,
    start: Exp,
    known: Known,
    /// The blocks of the elements' leaves.
    pub blocks: Vec<(Elem, Name)>,
    /// Whether elements may lead back to the tensor.
    pub cyclic: bool,
}

/// What is known of the block with the sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    /// It may lack the sizes of the first dimensions.
    Rest,
    /// It has all sizes.
    All,
    /// It consists of all sizes.
    Exactly,
}

impl Known {
    /// Returns what is known of the block for a tensor with only the last dimensions.
    fn of_rest(self) -> Known {
        if self == Known::Rest { Known::Rest } else { Known::All }
    }
}

impl Unpacked {
    /// Takes the variables of a tensor's parts, of which `dims` are sizes.
    pub fn named(
        names: &mut dyn Iterator<Item = Name>,
        blocks: &[Elem],
        dims: usize,
        cyclic: bool,
    ) -> Option<Unpacked> {
        let mut scalar = || names.next().map(Exp::Var);
        let [first, size, rank, start] = [scalar()?, scalar()?, scalar()?, scalar()?];
        let dims = (0..dims).map(|_| scalar()).collect::<Option<_>>()?;
        let sizes = names.next()?;
        let blocks = blocks.iter().map(|elem| Some((*elem, names.next()?))).collect::<Option<_>>()?;
        Some(Unpacked { first, size, rank, dims, sizes, start, known: Known::Rest, blocks, cyclic })
    }

    /// Returns a tensor with its first element, number of elements and rank, whose sizes begin in a block at `start`.
    pub fn with_all_sizes([first, size, rank, start]: [Exp; 4], sizes: Name, blocks: Vec<(Elem, Name)>) -> Unpacked {
        Unpacked { first, size, rank, dims: Vec::new(), sizes, start, known: Known::All, blocks, cyclic: false }
    }

    /// Returns the parts, in the order of `named`.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let words = [&self.first, &self.size, &self.rank, &self.start].into_iter().chain(&self.dims);
        let sizes = Part::Reference(Elem::Scalar(ScalarType::I64), self.sizes);
        let blocks = self.blocks.iter().map(|(elem, block)| Part::Reference(*elem, *block));
        words.map(|word| Part::Scalar(ScalarType::I64, word.clone())).chain([sizes]).chain(blocks)
    }
}

/// The variables whose elements are accessed, with the largest number of indices.
pub(crate) type Accessed = FxHashMap<Name, usize>;

/// Returns the variables that are tensors, or contain some, whose elements the program accesses, or that loops use.
/// `sizes` is the number of sizes that steps of loops need.
pub(crate) fn accessed(program: &core::Program, sizes: usize) -> Accessed {
    let mut found = Accessed::default();
    let mut note = |name: Name, count: usize| {
        let most: &mut usize = found.entry(name).or_default();
        *most = count.max(*most);
    };
    for def in program.defs.values() {
        walk::for_each_expr(&def.body, &mut |expr| match &expr.kind {
            ExprKind::Prim(Prim::Tensor(op), args) => {
                let count = match op {
                    TensorOp::At(count) => *count,
                    TensorOp::Get | TensorOp::Set | TensorOp::Size => 0,
                    TensorOp::New | TensorOp::Shape | TensorOp::View | TensorOp::Part(..) | TensorOp::ToArray => return,
                };
                if let Some(name) = args.first().and_then(variable_of) {
                    note(name, count);
                }
            }
            ExprKind::Prim(Prim::Loop, args) => {
                let Some(step) = args.get(1) else { return };
                let outer = walk::free_variables(step).values();
                outer.iter().filter(|(_, ty)| ty.has_tensor()).for_each(|(name, _)| note(*name, sizes));
            }
            _ => {}
        });
    }
    found
}

/// Returns the variable that an expression is, or of which it is a field.
pub(crate) fn variable_of(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Var(name, _) => Some(*name),
        ExprKind::Field(record, _) => variable_of(record),
        _ => None,
    }
}

/// Returns the position of a variable's field among the leaves of the variable.
pub(crate) fn offset_of(expr: &Expr) -> Option<usize> {
    match &expr.kind {
        ExprKind::Var(..) => Some(0),
        ExprKind::Field(record, name) => {
            let Type::Record(fields) = &record.ty else { return None };
            Some(offset_of(record)? + field_offset(fields, *name)?.0)
        }
        _ => None,
    }
}

impl Lowerer<'_> {
    /// Unpacks the tensors among the leaves of a variable that is bound, if their elements are accessed.
    pub(crate) fn unpack_variable(&mut self, name: Name, ty: &Type, leaves: &[Leaf]) -> Lowered<()> {
        let Some(&count) = self.accessed.get(&name) else { return Ok(()) };
        let mut tensors = Vec::new();
        push_tensors(ty, 0, &mut tensors);
        for (at, elem) in tensors {
            let unpacked = match leaves.get(at) {
                Some(Leaf::Data(object)) => self.unpack(*object, elem, count)?,
                Some(Leaf::Tensor(tensor)) => self.with_sizes(tensor, count),
                _ => continue,
            };
            self.unpacked.insert((name, at), Rc::new(unpacked));
        }
        Ok(())
    }

    /// Loads the parts of a tensor, and the sizes of the first dimensions.
    fn unpack(&mut self, object: Name, elem: &Type, count: usize) -> Lowered<Unpacked> {
        let cyclic = self.cyclic.contains_tensor(elem);
        Ok(self.unpack_blocks(object, &elements(elem, Span::NOWHERE)?, count, cyclic))
    }

    /// Loads the parts of a tensor with these kinds of leaves.
    pub(crate) fn unpack_blocks(&mut self, object: Name, elements: &[Elem], count: usize, cyclic: bool) -> Unpacked {
        let mut word = |at, hint| {
            let word = Exp::Word { object, ty: ScalarType::I64, at };
            self.value(hint, ScalarType::I64, word)
        };
        let [first, size, rank] = [(FIRST, "first"), (SIZE, "size"), (RANK, "rank")].map(|(at, hint)| word(at, hint));
        let memory = Elem::Scalar(ScalarType::I64);
        let sizes = self.part(object, memory, SIZES, "sizes");
        let blocks = places(elements);
        let blocks = blocks.into_iter().map(|(elem, at)| (elem, self.part(object, elem, at, "block"))).collect();
        let (dims, start, known) = (Vec::new(), i64(0), Known::Exactly);
        let unpacked = Unpacked { first, size, rank, dims, sizes, start, known, blocks, cyclic };
        self.with_sizes(&unpacked, count)
    }

    /// Returns the tensor with at least so many sizes in variables.
    fn with_sizes(&mut self, tensor: &Unpacked, count: usize) -> Unpacked {
        let mut tensor = tensor.clone();
        for at in tensor.dims.len()..count {
            let has = Exp::Cmp(CmpOp::Lt, Box::new(i64(at as i64)), Box::new(tensor.rank.clone()));
            let place = self.add(tensor.start.clone(), i64(at as i64));
            let read = Exp::Read { memory: tensor.sizes, elem: ScalarType::I64, index: Box::new(place) };
            let dim = Exp::Select(Box::new(has), Box::new(read), Box::new(i64(0)));
            let dim = self.value("dim", ScalarType::I64, dim);
            tensor.dims.push(dim);
        }
        tensor
    }

    /// Returns a tensor as parts, with so many sizes in variables.
    pub(crate) fn in_parts(&mut self, leaf: &Leaf, blocks: &[Elem], dims: usize, cyclic: bool) -> Lowered<Leaf> {
        let tensor = match leaf {
            Leaf::Data(object) => self.unpack_blocks(*object, blocks, dims, cyclic),
            Leaf::Tensor(tensor) => self.with_sizes(tensor, dims),
            Leaf::Scalar(..) | Leaf::Array(_) => return Err(bug("a tensor with other leaves")),
        };
        // The block then lacks no size that is not in variables.
        if tensor.dims.len() > dims && tensor.known == Known::Rest {
            return Err(bug("a tensor with too many sizes in variables"));
        }
        let dims = tensor.dims[..dims].to_vec();
        Ok(Leaf::Tensor(Rc::new(Unpacked { dims, ..tensor })))
    }

    /// Returns the form of a tensor's parts.
    pub(crate) fn form_of_tensor(&self, elem: &Type) -> Lowered<Form> {
        let (blocks, cyclic) = (elements(elem, Span::NOWHERE)?, self.cyclic.contains_tensor(elem));
        Ok(Form::Tensor { blocks, dims: self.sizes_in_steps, cyclic })
    }

    /// Loads the reference at a place of the object.
    fn part(&mut self, object: Name, elem: Elem, at: usize, hint: &str) -> Name {
        let name = self.reference(hint, elem);
        self.push(match elem {
            Elem::Scalar(_) => Stm::LoadMemory { name, object, mutable: false, at },
            Elem::Data => Stm::LoadObject { name, object, mutable: false, at: i64(at as i64) },
        });
        name
    }

    pub(crate) fn tensor_prim(&mut self, op: TensorOp, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [first, rest @ ..] = args else { return Err(bug("an operation on tensors without operands")) };
        if op == TensorOp::New {
            return self.new_tensor(first, rest, span);
        }
        let count = match op {
            TensorOp::At(count) => count,
            TensorOp::Part(count, Some(rest)) if count > 0 => rest,
            _ => 0,
        };
        let tensor = self.unpacked_operand(first, count)?;
        let operands = self.exprs(rest.iter())?;
        let index = |value: &Exp| vec![Leaf::Scalar(ScalarType::I64, value.clone())];
        match (op, &operands[..]) {
            (TensorOp::Size, []) => Ok(index(&tensor.size)),
            (TensorOp::Shape, []) => Ok(vec![Leaf::Array(self.shape(&tensor)?)]),
            (TensorOp::At(_), indices) => Ok(index(&self.number_of(&tensor, indices, span)?)),
            (TensorOp::Get, [Leaf::Scalar(_, at)]) => {
                let at = self.position(&tensor, at, span);
                Ok(tensor.blocks.iter().map(|(elem, block)| self.element(*elem, true, *block, at.clone())).collect())
            }
            (TensorOp::Set, [Leaf::Scalar(_, at), value @ ..]) => {
                let at = self.position(&tensor, at, span);
                for ((_, block), leaf) in tensor.blocks.iter().zip(value) {
                    self.set_element(*block, at.clone(), leaf)?;
                }
                Ok(Vec::new())
            }
            (TensorOp::View, [Leaf::Scalar(_, start), Leaf::Array(shape)]) => self.view(&tensor, start, shape, span),
            (TensorOp::Part(_, rest), [Leaf::Scalar(_, start), Leaf::Scalar(_, count), sizes @ ..]) => {
                self.part_of(&tensor, rest, [start, count], sizes, span)
            }
            (TensorOp::ToArray, []) => self.tensor_to_array(&tensor),
            _ => Err(bug("an operation on tensors with other operands")),
        }
    }

    /// Returns the parts of a tensor, with at least `count` sizes in variables.
    fn unpacked_operand(&mut self, tensor: &Expr, count: usize) -> Lowered<Unpacked> {
        if let (Some(name), Some(at)) = (variable_of(tensor), offset_of(tensor))
            && let Some(unpacked) = self.unpacked.get(&(name, at)).cloned()
        {
            return Ok(self.with_sizes(&unpacked, count));
        }
        let Type::Tensor(elem) = &tensor.ty else { return Err(bug("a tensor of another type")) };
        match &self.expr(tensor)?[..] {
            [Leaf::Data(object)] => self.unpack(*object, elem, count),
            [Leaf::Tensor(unpacked)] => Ok(self.with_sizes(unpacked, count)),
            _ => Err(bug("a tensor with other leaves")),
        }
    }

    /// Returns the array of a tensor's sizes.
    fn shape(&mut self, tensor: &Unpacked) -> Lowered<Array> {
        let (elem, dims) = (Elem::Scalar(ScalarType::I64), vec![tensor.rank.clone()]);
        let start = match tensor.known {
            Known::Exactly => None,
            Known::All => Some(tensor.start.clone()),
            Known::Rest => {
                let block = self.sizes_of(tensor)?;
                return Ok(Array { elem, block, dims, start: None });
            }
        };
        Ok(Array { elem, block: tensor.sizes, dims, start })
    }

    /// Returns a block that consists of a tensor's sizes.
    fn sizes_of(&mut self, tensor: &Unpacked) -> Lowered<Name> {
        let elem = Elem::Scalar(ScalarType::I64);
        let own = if tensor.known == Known::Rest { tensor.dims.len() } else { 0 };
        if tensor.known == Known::Exactly {
            return Ok(tensor.sizes);
        }
        let block = self.allocate("sizes", elem, tensor.rank.clone());
        for (at, dim) in tensor.dims[..own].iter().enumerate() {
            let has = self.compare(CmpOp::Lt, i64(at as i64), tensor.rank.clone());
            let dim = Leaf::Scalar(ScalarType::I64, dim.clone());
            self.if_(has, |this| this.store(block, i64(at as i64), &dim), |_| Ok(()))?;
        }
        let rest = self.binary(BinOp::Sub, ScalarType::I64, tensor.rank.clone(), i64(own as i64));
        let rest = self.binary(BinOp::Max, ScalarType::I64, rest, i64(0));
        let from = self.add(tensor.start.clone(), i64(own as i64));
        self.copy(elem, (block, i64(own as i64)), (tensor.sizes, from), rest)?;
        Ok(block)
    }

    /// Returns the rank of a tensor if the operand is its shape.
    pub(crate) fn rank_of(&mut self, args: &[Expr]) -> Lowered<Option<Exp>> {
        let [Expr { kind: ExprKind::Prim(Prim::Tensor(TensorOp::Shape), args), .. }] = args else { return Ok(None) };
        let [tensor] = &args[..] else { return Err(bug("a shape without a tensor")) };
        Ok(Some(self.unpacked_operand(tensor, 0)?.rank))
    }

    /// Returns the size of a tensor's dimension if the expression is the element of a shape at a constant index.
    pub(crate) fn size_at(&mut self, array: &Expr, indices: &[Expr], span: Span) -> Lowered<Option<Exp>> {
        let (ExprKind::Prim(Prim::Tensor(TensorOp::Shape), args), [index]) = (&array.kind, indices) else {
            return Ok(None);
        };
        let ExprKind::Literal(index) = &index.kind else { return Ok(None) };
        let Some(at) = index.as_i64().and_then(|at| usize::try_from(at).ok()).filter(|at| *at < MAX_SIZES) else {
            return Ok(None);
        };
        let [tensor] = &args[..] else { return Err(bug("a shape without a tensor")) };
        let tensor = self.unpacked_operand(tensor, at + 1)?;
        let within = self.compare_integers(CmpOp::Lt, i64(at as i64), tensor.rank.clone());
        let message = messages::index_out_of_bounds(&[messages::Shown::Fix], 1);
        self.assert(within, message, vec![i64(at as i64), tensor.rank.clone()], span);
        Ok(tensor.dims.get(at).cloned())
    }

    /// Returns the number of the element at these indices, after checks.
    fn number_of(&mut self, tensor: &Unpacked, indices: &[Leaf], span: Span) -> Lowered<Exp> {
        let given = i64(indices.len() as i64);
        let fits = self.compare_integers(CmpOp::Eq, tensor.rank.clone(), given.clone());
        self.assert(fits, messages::tensor_rank(), vec![given, tensor.rank.clone()], span);
        let mut number = i64(0);
        for (index, dim) in indices.iter().zip(&tensor.dims) {
            let Leaf::Scalar(_, index) = index else { return Err(bug("an index that is no number")) };
            self.check_index(index, dim, span);
            let before = self.times(number, dim.clone());
            number = self.add(before, index.clone());
        }
        Ok(number)
    }

    fn check_index(&mut self, index: &Exp, size: &Exp, span: Span) {
        let from = self.compare_integers(CmpOp::Le, i64(0), index.clone());
        let to = self.compare_integers(CmpOp::Lt, index.clone(), size.clone());
        let within = self.and(from, to);
        self.assert(within, messages::outside_of_tensor(), vec![index.clone(), size.clone()], span);
    }

    /// Returns the position of an element in the blocks, after a check of its number.
    fn position(&mut self, tensor: &Unpacked, number: &Exp, span: Span) -> Exp {
        if !self.unchecked {
            self.check_index(number, &tensor.size, span);
        }
        self.add(tensor.first.clone(), number.clone())
    }

    fn set_element(&mut self, block: Name, index: Exp, leaf: &Leaf) -> Lowered<()> {
        if let Leaf::Tensor(tensor) = leaf {
            let object = self.pack(tensor)?;
            return self.set_element(block, index, &object);
        }
        self.push(match leaf {
            Leaf::Scalar(elem, value) => Stm::Write { memory: block, elem: *elem, index, value: value.clone() },
            Leaf::Data(from) => Stm::StoreObject { object: block, mutable: true, at: index, from: *from, moves: false },
            Leaf::Array(_) | Leaf::Tensor(_) => return Err(bug("an array in a tensor")),
        });
        Ok(())
    }

    /// Returns the number of elements of a shape, after checks.
    fn count_of(&mut self, shape: &Array, span: Span) -> Lowered<Exp> {
        let count = self.variable("count", ScalarType::I64, i64(1));
        let rank = shape.dims.first().cloned().unwrap_or(i64(0));
        self.for_("d", rank, span, |this, at| {
            let at = shape.start.clone().map_or(at.clone(), |start| this.add(start, at));
            let read = Exp::Read { memory: shape.block, elem: ScalarType::I64, index: Box::new(at) };
            let dim = this.value("dim", ScalarType::I64, read);
            let [some, none] = [CmpOp::Gt, CmpOp::Eq].map(|op| Exp::Cmp(op, Box::new(dim.clone()), Box::new(i64(0))));
            let most = Exp::Bin(BinOp::Quot, Box::new(i64(i64::MAX)), Box::new(dim.clone()));
            let fits = Exp::Cmp(CmpOp::Le, Box::new(Exp::Var(count)), Box::new(most));
            let fits = Exp::Select(Box::new(some), Box::new(fits), Box::new(none));
            let fits = this.value("fits", ScalarType::Bool, fits);
            this.assert(fits, messages::tensor_shape(), vec![dim.clone()], span);
            let value = Exp::Bin(BinOp::Mul, Box::new(Exp::Var(count)), Box::new(dim));
            this.push(Stm::Assign { name: count, value });
            Ok(())
        })?;
        Ok(self.value("count", ScalarType::I64, Exp::Var(count)))
    }

    fn new_tensor(&mut self, shape: &Expr, rest: &[Expr], span: Span) -> Lowered<Leaves> {
        let [values] = rest else { return Err(bug("a tensor without elements")) };
        let Some(elem_type) = values.ty.elem() else { return Err(bug("a tensor without elements")) };
        let elements = elements(elem_type, span)?;
        let (is_fresh, constant) = (is_fresh(values), constant_sizes(shape));
        let (shape, values) = (self.expr(shape)?, self.expr(values)?);
        let [Leaf::Array(shape)] = &self.settled(&shape)?[..] else { return Err(bug("a shape with other leaves")) };
        let dims: Vec<Exp> = constant.iter().flatten().map(|size| i64(*size)).collect();
        let size = if constant.is_some() { self.product(&dims) } else { self.count_of(shape, span)? };
        let given = values.first().map_or(i64(0), |leaf| leaf.size(0));
        let fits = self.compare_integers(CmpOp::Eq, given.clone(), size.clone());
        self.assert(fits, messages::tensor_elements(), vec![given, size.clone()], span);
        let mut blocks = Vec::with_capacity(values.len());
        for (leaf, elem) in values.iter().zip(elements) {
            let Leaf::Array(array) = leaf else { return Err(bug("elements with other leaves")) };
            if let Elem::Scalar(_) = elem {
                if is_fresh && array.start.is_none() {
                    blocks.push((elem, array.block));
                    continue;
                }
                let own = self.owned(std::slice::from_ref(leaf))?;
                let [Leaf::Array(own)] = &own[..] else { return Err(bug("elements with other leaves")) };
                blocks.push((elem, own.block));
                continue;
            }
            let block = self.reference("block", elem);
            let objects = size.clone();
            self.push(Stm::Construct {
                name: block,
                number: 0,
                mutable: true,
                cyclic: false,
                words: 0,
                memories: 0,
                objects,
                reuse: None,
            });
            self.for_("i", size.clone(), span, |this, at| {
                let row = this.rows_at(std::slice::from_ref(leaf), std::slice::from_ref(&at))?;
                row.first().map_or(Ok(()), |element| this.set_element(block, at, element))
            })?;
            blocks.push((array.elem, block));
        }
        let rank = shape.dims.first().cloned().unwrap_or(i64(0));
        let cyclic = self.cyclic.contains_tensor(elem_type);
        let (first, sizes, start, known) = (i64(0), shape.block, i64(0), Known::Exactly);
        self.made(Unpacked { first, size, rank, dims, sizes, start, known, blocks, cyclic })
    }

    /// Returns a new tensor: as parts in a step, otherwise as an object.
    fn made(&mut self, tensor: Unpacked) -> Lowered<Leaves> {
        if self.in_step { Ok(vec![Leaf::Tensor(Rc::new(tensor))]) } else { Ok(vec![self.pack(&tensor)?]) }
    }

    /// Makes the object of a tensor.
    pub(crate) fn pack(&mut self, tensor: &Unpacked) -> Lowered<Leaf> {
        let sizes = self.sizes_of(tensor)?;
        let object = self.reference("tensor", Elem::Data);
        let elements: Vec<Elem> = tensor.blocks.iter().map(|(elem, _)| *elem).collect();
        let objects = elements.iter().filter(|elem| **elem == Elem::Data).count();
        let memories = 1 + elements.len() - objects;
        let objects = i64(objects as i64);
        self.push(Stm::Construct {
            name: object,
            number: 0,
            mutable: false,
            cyclic: tensor.cyclic,
            words: WORDS,
            memories,
            objects,
            reuse: None,
        });
        for (at, value) in [(FIRST, &tensor.first), (SIZE, &tensor.size), (RANK, &tensor.rank)] {
            let value = value.clone();
            self.push(Stm::SetWord { object, mutable: false, ty: ScalarType::I64, at, value });
        }
        self.push(Stm::StoreMemory { object, mutable: false, at: SIZES, from: sizes, moves: false });
        for ((_, from), (elem, at)) in tensor.blocks.iter().zip(places(&elements)) {
            let (from, moves, mutable) = (*from, false, false);
            self.push(match elem {
                Elem::Scalar(_) => Stm::StoreMemory { object, mutable, at, from, moves },
                Elem::Data => Stm::StoreObject { object, mutable, at: i64(at as i64), from, moves },
            });
        }
        Ok(Leaf::Data(object))
    }

    fn view(&mut self, tensor: &Unpacked, start: &Exp, shape: &Array, span: Span) -> Lowered<Leaves> {
        let size = self.count_of(shape, span)?;
        let first = self.first_of(tensor, start, &size, span);
        let rank = shape.dims.first().cloned().unwrap_or(i64(0));
        let (sizes, dims, blocks, cyclic) = (shape.block, Vec::new(), tensor.blocks.clone(), tensor.cyclic);
        let known = if shape.start.is_some() { Known::All } else { Known::Exactly };
        let start = shape.start.clone().unwrap_or(i64(0));
        self.made(Unpacked { first, size, rank, dims, sizes, start, known, blocks, cyclic })
    }

    /// Returns the part of a tensor with `count` elements from number `start` on, of these sizes, followed by those of the
    /// tensor's dimensions from number `rest` on.
    fn part_of(
        &mut self,
        tensor: &Unpacked,
        rest: Option<usize>,
        [start, count]: [&Exp; 2],
        sizes: &[Leaf],
        span: Span,
    ) -> Lowered<Leaves> {
        let first = self.first_of(tensor, start, count, span);
        let mut dims = Vec::with_capacity(tensor.dims.len() + sizes.len());
        for size in sizes {
            let Leaf::Scalar(_, size) = size else { return Err(bug("a size that is no number")) };
            dims.push(size.clone());
        }
        let added = sizes.len() as i64;
        let (rank, start, known) = match rest {
            Some(rest) => {
                dims.extend(tensor.dims.get(rest..).unwrap_or_default().iter().cloned());
                let rank = self.add(tensor.rank.clone(), i64(added - rest as i64));
                let start = self.add(tensor.start.clone(), i64(rest as i64 - added));
                let known = if added == 0 { tensor.known.of_rest() } else { Known::Rest };
                (rank, start, known)
            }
            None => (i64(added), i64(0), Known::Rest),
        };
        let (sizes, blocks) = (tensor.sizes, tensor.blocks.clone());
        self.made(Unpacked {
            first,
            size: count.clone(),
            rank,
            dims,
            sizes,
            start,
            known,
            blocks,
            cyclic: tensor.cyclic,
        })
    }

    /// Returns the number in the blocks of the first element of a part of a tensor, after a check.
    fn first_of(&mut self, tensor: &Unpacked, start: &Exp, size: &Exp, span: Span) -> Exp {
        if !self.unchecked {
            let from = self.compare_integers(CmpOp::Le, i64(0), start.clone());
            let to = self.compare_integers(CmpOp::Le, start.clone(), tensor.size.clone());
            let within = self.and(from, to);
            let left = self.binary(BinOp::Sub, ScalarType::I64, tensor.size.clone(), start.clone());
            let enough = self.compare_integers(CmpOp::Le, size.clone(), left);
            let within = self.and(within, enough);
            let values = vec![size.clone(), start.clone(), tensor.size.clone()];
            self.assert(within, messages::view_of_tensor(), values, span);
        }
        self.add(tensor.first.clone(), start.clone())
    }

    fn tensor_to_array(&mut self, tensor: &Unpacked) -> Lowered<Leaves> {
        let mut leaves = Vec::with_capacity(tensor.blocks.len());
        for &(elem, from) in &tensor.blocks {
            let (size, first) = (tensor.size.clone(), tensor.first.clone());
            let block = self.allocate("elements", elem, size.clone());
            if let Elem::Scalar(_) = elem {
                self.copy(elem, (block, i64(0)), (from, first), size)?;
            } else {
                self.for_("i", size, Span::NOWHERE, |this, at| {
                    let place = this.add(first, at.clone());
                    let element = this.element(elem, true, from, place);
                    this.store(block, at, &element)
                })?;
            }
            leaves.push(Leaf::Array(Array { elem, block, dims: vec![tensor.size.clone()], start: None }));
        }
        Ok(leaves)
    }
}

/// Whether the expression makes a new array, to which nothing else refers.
fn is_fresh(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Prim(prim, _) => {
            matches!(prim, Prim::Replicate | Prim::Map | Prim::Iota | Prim::Tensor(TensorOp::ToArray))
        }
        ExprKind::Array(_) => true,
        _ => false,
    }
}

/// Returns the sizes of a shape that consists of constants, if a tensor can have it.
fn constant_sizes(shape: &Expr) -> Option<Vec<i64>> {
    let ExprKind::Array(items) = &shape.kind else { return None };
    let size = |item: &Expr| if let ExprKind::Literal(size) = item.kind { size.as_i64() } else { None };
    let sizes: Vec<i64> = items.iter().map(size).collect::<Option<_>>()?;
    sizes.iter().try_fold(1i64, |count, size| count.checked_mul(*size).filter(|_| *size >= 0))?;
    Some(sizes)
}

/// Appends the types of the elements of the tensors that are the value or its fields, with their positions among its
/// leaves. Those in sums are left out, because an unused slot is no tensor.
pub(crate) fn push_tensors<'t>(ty: &'t Type, before: usize, found: &mut Vec<(usize, &'t Type)>) {
    match ty {
        Type::Tensor(elem) => found.push((before, elem)),
        Type::Record(fields) => {
            let mut before = before;
            for (_, field) in fields.iter() {
                push_tensors(field, before, found);
                before += leaf_count(field);
            }
        }
        _ => {}
    }
}

/// Returns the kinds of an element's leaves.
pub(crate) fn elements(elem: &Type, span: Span) -> Lowered<Vec<Elem>> {
    let scalar = |leaf: LeafType| match leaf.rank {
        0 => Ok(leaf.elem),
        _ => Err(limitation("a tensor whose elements contain arrays", span, "this is computed by the host")),
    };
    leaf_types(elem)?.into_iter().map(scalar).collect()
}

/// Returns the places of the elements' leaves in a tensor's object: among its references to blocks, or to objects.
fn places(elements: &[Elem]) -> Vec<(Elem, usize)> {
    let (mut memories, mut objects) = (SIZES + 1, 0);
    let place = |elem: &Elem| {
        let next = if let Elem::Scalar(_) = elem { &mut memories } else { &mut objects };
        *next += 1;
        (*elem, *next - 1)
    };
    elements.iter().map(place).collect()
}
