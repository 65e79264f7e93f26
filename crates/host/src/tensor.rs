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
//! the blocks are loaded into variables of IMP. So an access in a loop below reads and writes plain memory.

use crate::value::{Array, Elem, Leaf, LeafType, Leaves, i64, leaf_types};
use crate::{Lowered, Lowerer, bug, limitation};
use base::{Name, Span};
use core_ir::def::{self as core, Expr, ExprKind, Prim, TensorOp, Type};
use core_ir::leaves::{field_offset, leaf_count};
use core_ir::{messages, walk};
use imp::def::{Exp, Stm};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, ScalarType};

/// Words of a tensor's object.
const FIRST: usize = 0;
const SIZE: usize = 1;
const RANK: usize = 2;
const WORDS: usize = 3;

/// The block of memory with the sizes.
const SIZES: usize = 0;

/// The parts of a tensor, in variables that do not change.
#[derive(Clone)]
pub(crate) struct Unpacked {
    /// Number of the first element in the blocks.
    first: Exp,
    size: Exp,
    rank: Exp,
    /// The block with the sizes of all dimensions.
    sizes: Name,
    /// The sizes of the first dimensions; 0 for those that the tensor does not have.
    dims: Vec<Exp>,
    /// The blocks of the elements' leaves.
    blocks: Vec<(Elem, Name)>,
    /// Whether elements may lead back to the tensor.
    cyclic: bool,
}

/// The variables whose elements are accessed, with the largest number of indices.
pub(crate) type Accessed = FxHashMap<Name, usize>;

/// Returns the variables that are tensors, or contain some, whose elements the program accesses.
pub(crate) fn accessed(program: &core::Program) -> Accessed {
    let mut found = Accessed::default();
    for def in program.defs.values() {
        walk::for_each_expr(&def.body, &mut |expr| {
            let ExprKind::Prim(Prim::Tensor(op), args) = &expr.kind else { return };
            let count = match op {
                TensorOp::At(count) => *count,
                TensorOp::Get | TensorOp::Set | TensorOp::Size => 0,
                TensorOp::New | TensorOp::Shape | TensorOp::View | TensorOp::ToArray => return,
            };
            if let Some(name) = args.first().and_then(variable_of) {
                let most = found.entry(name).or_default();
                *most = count.max(*most);
            }
        });
    }
    found
}

/// Returns the variable that an expression is, or of which it is a field.
fn variable_of(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Var(name, _) => Some(*name),
        ExprKind::Field(record, _) => variable_of(record),
        _ => None,
    }
}

/// Returns the position of a variable's field among the leaves of the variable.
fn offset_of(expr: &Expr) -> Option<usize> {
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
            if let Some(Leaf::Data(object)) = leaves.get(at) {
                let unpacked = self.unpack(*object, elem, count)?;
                self.unpacked.insert((name, at), unpacked);
            }
        }
        Ok(())
    }

    /// Loads the parts of a tensor, and the sizes of the first dimensions.
    fn unpack(&mut self, object: Name, elem: &Type, count: usize) -> Lowered<Unpacked> {
        let mut word = |at, hint| {
            let word = Exp::Word { object, ty: ScalarType::I64, at };
            self.value(hint, ScalarType::I64, word)
        };
        let [first, size, rank] = [(FIRST, "first"), (SIZE, "size"), (RANK, "rank")].map(|(at, hint)| word(at, hint));
        let memory = Elem::Scalar(ScalarType::I64);
        let sizes = self.part(object, memory, SIZES, "sizes");
        let mut dims = Vec::with_capacity(count);
        for at in 0..count {
            let has = Exp::Cmp(CmpOp::Lt, Box::new(i64(at as i64)), Box::new(rank.clone()));
            let read = Exp::Read { memory: sizes, elem: ScalarType::I64, index: Box::new(i64(at as i64)) };
            let dim = Exp::Select(Box::new(has), Box::new(read), Box::new(i64(0)));
            dims.push(self.value("dim", ScalarType::I64, dim));
        }
        let places = places(&elements(elem, Span::NOWHERE)?);
        let blocks = places.into_iter().map(|(elem, at)| (elem, self.part(object, elem, at, "block"))).collect();
        Ok(Unpacked { first, size, rank, sizes, dims, blocks, cyclic: self.cyclic.contains_tensor(elem) })
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
        let count = if let TensorOp::At(count) = op { count } else { 0 };
        let tensor = self.unpacked_operand(first, count)?;
        let operands = self.exprs(rest.iter())?;
        let index = |value: &Exp| vec![Leaf::Scalar(ScalarType::I64, value.clone())];
        match (op, &operands[..]) {
            (TensorOp::Size, []) => Ok(index(&tensor.size)),
            (TensorOp::Shape, []) => {
                let (elem, dims) = (Elem::Scalar(ScalarType::I64), vec![tensor.rank]);
                Ok(vec![Leaf::Array(Array { elem, block: tensor.sizes, dims, start: None })])
            }
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
            (TensorOp::ToArray, []) => self.tensor_to_array(&tensor),
            _ => Err(bug("an operation on tensors with other operands")),
        }
    }

    /// Returns the parts of a tensor: those of a variable, or of the value after its evaluation.
    fn unpacked_operand(&mut self, tensor: &Expr, count: usize) -> Lowered<Unpacked> {
        if let (Some(name), Some(at)) = (variable_of(tensor), offset_of(tensor))
            && let Some(unpacked) = self.unpacked.get(&(name, at))
        {
            return Ok(unpacked.clone());
        }
        let Type::Tensor(elem) = &tensor.ty else { return Err(bug("a tensor of another type")) };
        match self.expr(tensor)?[..] {
            [Leaf::Data(object)] => self.unpack(object, elem, count),
            _ => Err(bug("a tensor with other leaves")),
        }
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
        self.push(match leaf {
            Leaf::Scalar(elem, value) => Stm::Write { memory: block, elem: *elem, index, value: value.clone() },
            Leaf::Data(from) => Stm::StoreObject { object: block, mutable: true, at: index, from: *from, moves: false },
            Leaf::Array(_) => return Err(bug("an array in a tensor")),
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
        let shape = self.expr(shape)?;
        let values = self.expr(values)?;
        let [Leaf::Array(shape)] = &self.settled(&shape)?[..] else { return Err(bug("a shape with other leaves")) };
        let size = self.count_of(shape, span)?;
        let given = values.first().map_or(i64(0), |leaf| leaf.size(0));
        let fits = self.compare_integers(CmpOp::Eq, given.clone(), size.clone());
        self.assert(fits, messages::tensor_elements(), vec![given, size.clone()], span);
        let mut blocks = Vec::with_capacity(values.len());
        for (leaf, elem) in values.iter().zip(elements) {
            let Leaf::Array(array) = leaf else { return Err(bug("elements with other leaves")) };
            if let Elem::Scalar(_) = elem {
                let own = self.owned(std::slice::from_ref(leaf))?;
                let [Leaf::Array(own)] = &own[..] else { return Err(bug("elements with other leaves")) };
                blocks.push((elem, own.block));
                continue;
            }
            let block = self.reference("block", elem);
            let objects = size.clone();
            self.push(Stm::Construct {
                name: block,
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
        let (first, sizes, dims) = (i64(0), shape.block, Vec::new());
        Ok(self.pack(&Unpacked { first, size, rank, sizes, dims, blocks, cyclic }))
    }

    /// Makes the object of a tensor.
    fn pack(&mut self, tensor: &Unpacked) -> Leaves {
        let object = self.reference("tensor", Elem::Data);
        let elements: Vec<Elem> = tensor.blocks.iter().map(|(elem, _)| *elem).collect();
        let objects = elements.iter().filter(|elem| **elem == Elem::Data).count();
        let memories = 1 + elements.len() - objects;
        let objects = i64(objects as i64);
        self.push(Stm::Construct {
            name: object,
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
        self.push(Stm::StoreMemory { object, mutable: false, at: SIZES, from: tensor.sizes, moves: false });
        for ((_, from), (elem, at)) in tensor.blocks.iter().zip(places(&elements)) {
            let (from, moves, mutable) = (*from, false, false);
            self.push(match elem {
                Elem::Scalar(_) => Stm::StoreMemory { object, mutable, at, from, moves },
                Elem::Data => Stm::StoreObject { object, mutable, at: i64(at as i64), from, moves },
            });
        }
        vec![Leaf::Data(object)]
    }

    fn view(&mut self, tensor: &Unpacked, start: &Exp, shape: &Array, span: Span) -> Lowered<Leaves> {
        let [Leaf::Array(shape)] = &self.settled(&[Leaf::Array(shape.clone())])?[..] else {
            return Err(bug("a shape with other leaves"));
        };
        let size = self.count_of(shape, span)?;
        let from = self.compare_integers(CmpOp::Le, i64(0), start.clone());
        let to = self.compare_integers(CmpOp::Le, start.clone(), tensor.size.clone());
        let within = self.and(from, to);
        let left = self.binary(BinOp::Sub, ScalarType::I64, tensor.size.clone(), start.clone());
        let enough = self.compare_integers(CmpOp::Le, size.clone(), left);
        let within = self.and(within, enough);
        let values = vec![size.clone(), start.clone(), tensor.size.clone()];
        self.assert(within, messages::view_of_tensor(), values, span);
        let first = self.add(tensor.first.clone(), start.clone());
        let rank = shape.dims.first().cloned().unwrap_or(i64(0));
        let (sizes, dims, blocks, cyclic) = (shape.block, Vec::new(), tensor.blocks.clone(), tensor.cyclic);
        Ok(self.pack(&Unpacked { first, size, rank, sizes, dims, blocks, cyclic }))
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

/// Appends the types of the elements of the tensors that are the value or its fields, with their positions among its
/// leaves. Those in sums are left out, because an unused slot is no tensor.
fn push_tensors<'t>(ty: &'t Type, before: usize, found: &mut Vec<(usize, &'t Type)>) {
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
fn elements(elem: &Type, span: Span) -> Lowered<Vec<Elem>> {
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
