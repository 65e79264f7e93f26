//! Arrays of scalars or objects. Elements lie row-major in a block, or in an object that refers to them. Operations
//! that return an array make a new one, except for rows: a row stays a part of its array until it outlives the
//! expression.

use crate::value::{Array, Elem, Leaf, Leaves, boolean, constant, i64};
use crate::{Lowered, Lowerer, bug};
use base::{Name, Span};
use core_ir::def::{Expr, Type};
use core_ir::messages::{self, Shown};
use imp::def::{Exp, Stm};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

impl Lowerer<'_> {
    // Storage.

    /// Allocates a fresh block for `count` elements and returns its variable.
    pub(crate) fn allocate(&mut self, hint: &str, elem: Elem, count: Exp) -> Name {
        let block = self.reference(hint, elem);
        self.allocate_in(block, elem, count);
        block
    }

    pub(crate) fn allocate_in(&mut self, name: Name, elem: Elem, count: Exp) {
        self.push(match elem {
            Elem::Scalar(elem) => Stm::Allocate { name, elem, count },
            Elem::Data => Stm::Construct {
                name,
                number: 0,
                mutable: false,
                cyclic: false,
                words: 0,
                memories: 0,
                objects: count,
                reuse: None,
            },
        });
    }

    /// Reads the element at position `at` of a block, or of an object that may be `mutable`.
    pub(crate) fn element(&mut self, elem: Elem, mutable: bool, block: Name, at: Exp) -> Leaf {
        match elem {
            Elem::Scalar(ty) => {
                let read = Exp::Read { memory: block, elem: ty, index: Box::new(at) };
                Leaf::Scalar(ty, self.value("element", ty, read))
            }
            Elem::Data => {
                if let Some(tensor) = self.packed_tensor(block, &at) {
                    return tensor;
                }
                let name = self.reference("element", elem);
                self.push(Stm::LoadObject { name, object: block, mutable, at });
                Leaf::Data(name)
            }
        }
    }

    /// Stores a scalar, an object, or all elements of an array in `block`, from position `at` on.
    pub(crate) fn store(&mut self, block: Name, at: Exp, leaf: &Leaf) -> Lowered<()> {
        match leaf {
            Leaf::Scalar(elem, value) => {
                self.push(Stm::Write { memory: block, elem: *elem, index: at, value: value.clone() });
                Ok(())
            }
            Leaf::Data(from) => {
                self.push(Stm::StoreObject { object: block, mutable: false, at, from: *from, moves: false });
                Ok(())
            }
            Leaf::Tensor(tensor) => {
                let object = self.pack(tensor)?;
                self.store(block, at, &object)
            }
            Leaf::Array(array) => {
                let count = self.product(&array.dims);
                let from = array.start.clone().unwrap_or(i64(0));
                self.copy(array.elem, (block, at), (array.block, from), count)
            }
        }
    }

    /// Copies `count` elements between two blocks. Each block comes with the offset of the first element.
    pub(crate) fn copy(&mut self, elem: Elem, to: (Name, Exp), from: (Name, Exp), count: Exp) -> Lowered<()> {
        let ((to, to_offset), (from, from_offset)) = (to, from);
        match elem {
            Elem::Scalar(elem) => {
                self.push(Stm::Copy { elem, to, to_offset, from, from_offset, count });
                Ok(())
            }
            Elem::Data => self.for_("i", count, Span::NOWHERE, |this, i| {
                let source = this.add(from_offset, i.clone());
                let element = this.element(elem, false, from, source);
                let place = this.add(to_offset, i);
                this.store(to, place, &element)
            }),
        }
    }

    pub(crate) fn product(&mut self, dims: &[Exp]) -> Exp {
        dims.iter().fold(i64(1), |product, dim| self.times(product, dim.clone()))
    }

    /// Returns the leaves with every array at the start of its block. An array that is a part of a block is copied to a
    /// new one.
    pub(crate) fn settled(&mut self, leaves: &[Leaf]) -> Lowered<Leaves> {
        leaves
            .iter()
            .map(|leaf| match leaf {
                Leaf::Array(array) if array.start.is_some() => self.copied(leaf),
                Leaf::Tensor(tensor) => self.pack(tensor),
                _ => Ok(leaf.clone()),
            })
            .collect()
    }

    /// Returns the leaves with every array in a block that no other variable refers to. The present block is used if,
    /// at run time, its only reference is that of a variable that is not used any more; otherwise the array is copied.
    pub(crate) fn owned(&mut self, leaves: &[Leaf]) -> Lowered<Leaves> {
        leaves
            .iter()
            .map(|leaf| match leaf {
                Leaf::Array(array) if array.start.is_none() => self.own(array),
                _ => self.copied(leaf),
            })
            .collect()
    }

    /// Returns the array in a block that only this array refers to. The block is copied at run time if it is shared.
    fn own(&mut self, array: &Array) -> Lowered<Leaf> {
        let block = self.reference("own", array.elem);
        self.push(Stm::AssignReference { name: block, from: array.block });
        let shared = Exp::Un(UnOp::Not, Box::new(Exp::Unique(block)));
        let copy = |this: &mut Self| {
            let old = this.reference("shared", array.elem);
            this.push(Stm::AssignReference { name: old, from: block });
            let count = this.product(&array.dims);
            this.allocate_in(block, array.elem, count.clone());
            this.copy(array.elem, (block, i64(0)), (old, i64(0)), count)
        };
        self.if_(shared, copy, |_| Ok(()))?;
        Ok(Leaf::Array(Array { block, ..array.clone() }))
    }

    /// Copies an array leaf to a new block; other leaves are returned as they are.
    fn copied(&mut self, leaf: &Leaf) -> Lowered<Leaf> {
        let Leaf::Array(array) = leaf else { return Ok(leaf.clone()) };
        let count = self.product(&array.dims);
        let block = self.allocate("copy", array.elem, count);
        self.store(block, i64(0), leaf)?;
        Ok(Leaf::Array(Array { block, start: None, ..array.clone() }))
    }

    // Elements and rows.

    /// Returns the elements at indices that are already checked: scalars, objects, or rows.
    pub(crate) fn rows_at(&mut self, leaves: &[Leaf], indices: &[Exp]) -> Lowered<Leaves> {
        leaves.iter().map(|leaf| self.row_at(leaf, indices)).collect()
    }

    fn row_at(&mut self, leaf: &Leaf, indices: &[Exp]) -> Lowered<Leaf> {
        let number = self.row_number(indices, leaf.dims());
        self.row(leaf, indices.len(), number)
    }

    /// Computes the row-major number of the row at `indices`, in an array with the sizes `dims` in these dimensions.
    pub(crate) fn row_number(&mut self, indices: &[Exp], dims: &[Exp]) -> Exp {
        let mut number = i64(0);
        for (index, size) in indices.iter().zip(dims) {
            number = self.times(number, size.clone());
            number = self.add(number, index.clone());
        }
        number
    }

    /// Returns row `number` of a leaf. Its first `depth` dimensions count as one.
    pub(crate) fn row(&mut self, leaf: &Leaf, depth: usize, number: Exp) -> Lowered<Leaf> {
        if depth == 0 {
            return Ok(leaf.clone());
        }
        let Leaf::Array(array) = leaf else { return Err(bug("a row of what is no array")) };
        let Some(inner) = array.dims.get(depth..) else { return Err(bug("more indices than dimensions")) };
        let size = self.product(inner);
        let mut at = self.times(number, size);
        if let Some(start) = &array.start {
            at = self.add(start.clone(), at);
        }
        if inner.is_empty() {
            return Ok(self.element(array.elem, false, array.block, at));
        }
        Ok(Leaf::Array(Array { dims: inner.to_vec(), start: Some(at), ..array.clone() }))
    }

    pub(crate) fn index(&mut self, array: &Expr, indices: &[Expr], span: Span) -> Lowered<Leaves> {
        if let Some(size) = self.size_at(array, indices, span)? {
            return Ok(vec![Leaf::Scalar(ScalarType::I64, size)]);
        }
        let arrays = self.expr(array)?;
        let indices = indices.iter().map(|index| Ok(self.scalar(index)?.1)).collect::<Lowered<Vec<Exp>>>()?;
        let dims = arrays.first().map(|leaf| leaf.dims().to_vec()).unwrap_or_default();
        let fine = self.all_inside(&indices, &dims);
        let rank = array.ty.rank().min(dims.len());
        let message = messages::index_out_of_bounds(&vec![Shown::Fix; indices.len()], rank);
        let values = indices.iter().chain(&dims[..rank]).cloned().collect();
        self.assert(fine, message, values, span);
        self.rows_at(&arrays, &indices)
    }

    /// Returns the condition that every index is in bounds.
    pub(crate) fn all_inside(&mut self, indices: &[Exp], dims: &[Exp]) -> Exp {
        let mut all = boolean(true);
        for (index, size) in indices.iter().zip(dims) {
            let inside = self.inside(index, size);
            all = self.and(all, inside);
        }
        all
    }

    pub(crate) fn inside(&mut self, index: &Exp, size: &Exp) -> Exp {
        let low = self.compare(CmpOp::Le, i64(0), index.clone());
        let high = self.compare(CmpOp::Lt, index.clone(), size.clone());
        self.and(low, high)
    }

    // Making arrays.

    /// Emits an assertion that the sizes are equal.
    pub(crate) fn same_shape(
        &mut self,
        found: &[Exp],
        expected: &[Exp],
        message: impl Fn(usize) -> base::Template,
        span: Span,
    ) {
        let mut fine = boolean(true);
        for (a, b) in found.iter().zip(expected) {
            if a != b {
                let same = self.compare(CmpOp::Eq, a.clone(), b.clone());
                fine = self.and(fine, same);
            }
        }
        let values = found.iter().chain(expected).cloned().collect();
        self.assert(fine, message(expected.len()), values, span);
    }

    pub(crate) fn array_literal(&mut self, elements: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let Type::Array(elem, _) = ty else { return Err(bug("an array literal of another type")) };
        let rows = elements.iter().map(|element| self.expr(element)).collect::<Lowered<Vec<Leaves>>>()?;
        let columns = self.columns(elem, &i64(rows.len() as i64))?;
        for (at, row) in rows.iter().enumerate() {
            self.put(&columns, &i64(at as i64), row, span)?;
        }
        self.finished(columns)
    }

    /// Makes `count` copies of a value. Fails at run time if the count is negative.
    pub(crate) fn replicate(&mut self, count: Exp, value: &[Leaf], span: Span) -> Lowered<Leaves> {
        self.non_negative(&count, span);
        let mut arrays = Vec::with_capacity(value.len());
        for leaf in value {
            let elem = match leaf {
                Leaf::Scalar(ty, _) => Elem::Scalar(*ty),
                Leaf::Data(_) | Leaf::Tensor(_) => Elem::Data,
                Leaf::Array(array) => array.elem,
            };
            let size = self.product(leaf.dims());
            let total = self.times(count.clone(), size.clone());
            let block = self.allocate("replicate", elem, total);
            self.for_("i", count.clone(), span, |this, i| {
                let at = this.times(i, size);
                this.store(block, at, leaf)
            })?;
            let dims = std::iter::once(count.clone()).chain(leaf.dims().iter().cloned()).collect();
            arrays.push(Leaf::Array(Array { elem, block, dims, start: None }));
        }
        Ok(arrays)
    }

    pub(crate) fn non_negative(&mut self, count: &Exp, span: Span) {
        let fine = self.compare(CmpOp::Le, i64(0), count.clone());
        self.assert(fine, messages::negative_count(), vec![count.clone()], span);
    }

    /// Makes the array of `start + i * step` for each `i` below `count`.
    pub(crate) fn iota(&mut self, count: Exp, ty: ScalarType, start: Exp, step: Exp, span: Span) -> Lowered<Leaves> {
        self.non_negative(&count, span);
        let elem = Elem::Scalar(ty);
        let block = self.allocate("iota", elem, count.clone());
        self.for_("i", count.clone(), span, |this, i| {
            let value = iota_element(ty, &start, &step, i.clone());
            this.store(block, i, &Leaf::Scalar(ty, value))
        })?;
        Ok(vec![Leaf::Array(Array { elem, block, dims: vec![count], start: None })])
    }

    pub(crate) fn concat(&mut self, arrays: &[Leaves], span: Span) -> Lowered<Leaves> {
        let Some(first) = arrays.first() else { return Err(bug("concat takes arrays")) };
        let mut total = i64(0);
        for array in arrays {
            let size = array.first().map_or(i64(0), |leaf| leaf.size(0));
            total = self.add(total, size);
        }
        let mut joined = Vec::with_capacity(first.len());
        for (at, leaf) in first.iter().enumerate() {
            let Leaf::Array(like) = leaf else { return Err(bug("concat of a scalar")) };
            let row = like.dims.get(1..).unwrap_or(&[]).to_vec();
            let size = self.product(&row);
            let count = self.times(total.clone(), size.clone());
            let block = self.allocate("concat", like.elem, count);
            let mut place = i64(0);
            for array in arrays {
                let Some(part) = array.get(at) else { return Err(bug("arrays of different leaves")) };
                self.same_shape(part.dims().get(1..).unwrap_or(&[]), &row, messages::irregular, span);
                self.store(block, place.clone(), part)?;
                let length = self.times(part.size(0), size.clone());
                place = self.add(place, length);
            }
            let dims = std::iter::once(total.clone()).chain(row).collect();
            joined.push(Leaf::Array(Array { elem: like.elem, block, dims, start: None }));
        }
        Ok(joined)
    }

    /// Like `concat`, but for elements with arrays of optional shape. Some of the concatenated arrays may not know that
    /// shape.
    pub(crate) fn concat_rows(&mut self, elem: &Type, arrays: &[Leaves], span: Span) -> Lowered<Leaves> {
        let lengths: Vec<Exp> = arrays.iter().map(|array| array.first().map_or(i64(0), |leaf| leaf.size(0))).collect();
        let mut total = i64(0);
        for length in &lengths {
            total = self.add(total, length.clone());
        }
        let columns = self.columns(elem, &total)?;
        let mut place = i64(0);
        for (array, length) in arrays.iter().zip(lengths) {
            self.for_("i", length.clone(), span, |this, i| {
                let row = this.rows_at(array, std::slice::from_ref(&i))?;
                let at = this.add(place.clone(), i);
                this.put(&columns, &at, &row, span)
            })?;
            place = self.add(place, length);
        }
        self.finished(columns)
    }

    /// Replaces the first `replaced` sizes of every array by `outer`; the number of elements must stay the same.
    pub(crate) fn reshaped(&mut self, leaves: &[Leaf], replaced: usize, outer: &[Exp]) -> Leaves {
        let reshape = |leaf: &Leaf| match leaf {
            Leaf::Array(array) => {
                let inner = array.dims.get(replaced..).unwrap_or(&[]);
                Leaf::Array(Array { dims: [outer, inner].concat(), ..array.clone() })
            }
            _ => leaf.clone(),
        };
        leaves.iter().map(reshape).collect()
    }

    pub(crate) fn flatten(&mut self, leaves: &[Leaf], span: Span) -> Leaves {
        let (outer, inner) = leaves.first().map_or((i64(0), i64(0)), |leaf| (leaf.size(0), leaf.size(1)));
        let total = self.binary(BinOp::Mul, ScalarType::I64, outer.clone(), inner.clone());
        let extent = self.binary(BinOp::MulSat, ScalarType::I64, outer.clone(), inner.clone());
        let fits = self.compare(CmpOp::Eq, extent, total.clone());
        self.assert(fits, messages::flatten(), vec![outer, inner], span);
        self.reshaped(leaves, 2, &[total])
    }

    pub(crate) fn unflatten(&mut self, outer: Exp, inner: Exp, leaves: &[Leaf], span: Span) -> Leaves {
        let length = leaves.first().map_or(i64(0), |leaf| leaf.size(0));
        let total = self.binary(BinOp::MulSat, ScalarType::I64, outer.clone(), inner.clone());
        let fits = self.compare(CmpOp::Eq, total, length.clone());
        let positive = self.compare(CmpOp::Le, i64(0), outer.clone());
        let fine = self.and(fits, positive);
        self.assert(fine, messages::unflatten(), vec![length, outer.clone(), inner.clone()], span);
        self.reshaped(leaves, 1, &[outer, inner])
    }

    pub(crate) fn transpose(&mut self, leaves: &[Leaf], span: Span) -> Lowered<Leaves> {
        let mut transposed = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let Leaf::Array(array) = leaf else { return Err(bug("a transposed scalar")) };
            let [n, m, inner @ ..] = &array.dims[..] else { return Err(bug("a transposed vector")) };
            let count = self.product(&array.dims);
            let size = self.product(inner);
            let block = self.allocate("transpose", array.elem, count);
            self.for_("i", m.clone(), span, |this, i| {
                this.for_("j", n.clone(), span, |this, j| {
                    let row = this.row_at(leaf, &[j.clone(), i.clone()])?;
                    let at = this.times(i, n.clone());
                    let at = this.add(at, j);
                    let at = this.times(at, size);
                    this.store(block, at, &row)
                })
            })?;
            let dims = [m.clone(), n.clone()].into_iter().chain(inner.iter().cloned()).collect();
            transposed.push(Leaf::Array(Array { elem: array.elem, block, dims, start: None }));
        }
        Ok(transposed)
    }

    /// Returns a new array of the rows whose numbers are the first `count` elements of the block `numbers`.
    pub(crate) fn gather(&mut self, leaves: &[Leaf], numbers: Name, count: &Exp, span: Span) -> Lowered<Leaves> {
        let mut gathered = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let Leaf::Array(array) = leaf else { return Err(bug("rows of a scalar")) };
            let row = array.dims.get(1..).unwrap_or(&[]);
            let size = self.product(row);
            let total = self.times(count.clone(), size.clone());
            let block = self.allocate("kept", array.elem, total);
            self.for_("i", count.clone(), span, |this, i| {
                let read = Exp::Read { memory: numbers, elem: ScalarType::I64, index: Box::new(i.clone()) };
                let number = this.value("number", ScalarType::I64, read);
                let row = this.row_at(leaf, &[number])?;
                let at = this.times(i, size);
                this.store(block, at, &row)
            })?;
            let dims = std::iter::once(count.clone()).chain(row.iter().cloned()).collect();
            gathered.push(Leaf::Array(Array { elem: array.elem, block, dims, start: None }));
        }
        Ok(gathered)
    }
}

/// Returns element `i` of an iota with this start and step.
pub(crate) fn iota_element(ty: ScalarType, start: &Exp, step: &Exp, i: Exp) -> Exp {
    let index = if ty == ScalarType::I64 { i } else { Exp::Convert(ty, Box::new(i)) };
    let is_one = constant(step) == Some(Scalar::one(ty)) && !ty.is_float();
    let index = if is_one { index } else { Exp::Bin(BinOp::Mul, Box::new(index), Box::new(step.clone())) };
    let is_zero = constant(start) == Some(Scalar::zero(ty)) && !ty.is_float();
    if is_zero { index } else { Exp::Bin(BinOp::Add, Box::new(start.clone()), Box::new(index)) }
}
