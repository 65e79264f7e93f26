//! Array operations without a function: literals, indexing, slices, updates, and changes of layout. CORE's implicit
//! checks become assertions whose certificates the operation carries.

use super::*;
use core_ir::messages::{self, Shown};
use value::{BinOp, CmpOp, UnOp};

/// A dimension of a slice, with its operands evaluated.
enum GivenDim {
    Fix(Atom),
    /// Optional start, end and stride.
    Range([Option<Atom>; 3]),
}

/// A slice with explicit dimensions, and the certificate of its check: see `Lowerer::slice_dims`.
struct CheckedSlice {
    dims: Vec<SliceDim>,
    /// Sizes of the result.
    sizes: Vec<Atom>,
    certs: Vec<Name>,
}

/// One range of a slice, and the condition that it is in bounds.
struct CheckedRange {
    start: Atom,
    count: Atom,
    stride: Atom,
    inside: Atom,
}

impl Lowerer<'_> {
    /// Returns the array leaf with other atoms as sizes: itself if they are the same atoms, otherwise a reshape after
    /// an assertion. The message shows the sizes found, then the sizes expected.
    pub(super) fn coerce(
        &mut self,
        leaf: Atom,
        dims: &[Atom],
        message: impl Fn(usize) -> base::Template,
        span: Span,
    ) -> Atom {
        let found = self.dims(leaf);
        let Some(array) = leaf.var().filter(|_| found != dims) else { return leaf };
        if self.is_filler(leaf) {
            return self.filler(self.elem(leaf), dims.to_vec(), span);
        }
        let mut fine = Atom::bool(true);
        for (&a, &b) in found.iter().zip(dims) {
            let same = self.cmp(CmpOp::Eq, a, b, span);
            fine = self.and(fine, same, span);
        }
        let values = found.iter().chain(dims).copied().collect();
        let certs = self.assert(fine, message(dims.len()), values, span).into_iter().collect();
        let ty = Type::of(self.elem(leaf), dims.to_vec());
        self.bind_certified(array.hint.as_str(), ty, Exp::Reshape(array, dims.to_vec()), certs, span).into()
    }

    pub(super) fn elem(&self, leaf: Atom) -> ScalarType {
        self.out.atom_type(leaf).elem().unwrap_or(ScalarType::Bool)
    }

    /// Returns the size that the type states, if it is an atom in scope.
    pub(super) fn known_size(&self, size: core::Size) -> Option<Atom> {
        match size {
            core::Size::Any => None,
            core::Size::Const(value) => Some(Atom::i64(value)),
            core::Size::Var(name) => self.env.get(name.id as usize)?.as_ref()?.first().copied(),
        }
    }

    pub(super) fn array_literal(&mut self, elements: &[core::Expr], ty: &core::Type, span: Span) -> Lowered<Leaves> {
        let core::Type::Array(elem, _) = ty else { return Err(bug("an array literal of another type")) };
        if elements.is_empty() {
            return self.empty_array(elem, span);
        }
        let rows: Vec<Leaves> = elements.iter().map(|element| self.expr(element)).collect::<Lowered<_>>()?;
        let mut leaves = Vec::new();
        for at in 0..leaf_count(elem) {
            let column: Option<Vec<Atom>> = rows.iter().map(|row| row.get(at).copied()).collect();
            let Some(column) = column else { return Err(bug("an element with too few leaves")) };
            let used = column.iter().position(|&leaf| !self.is_filler(leaf));
            let dims = self.dims(column[used.unwrap_or(0)]);
            let column: Vec<Atom> =
                column.into_iter().map(|leaf| self.coerce(leaf, &dims, messages::irregular, span)).collect();
            let mut all_dims = vec![Atom::i64(column.len() as i64)];
            all_dims.extend(dims);
            let ty = Type::of(self.elem(column[0]), all_dims);
            let array = self.bind("array", ty, Exp::Literal(column), span);
            self.fills_if(array, used.is_none());
            leaves.push(array.into());
        }
        Ok(leaves)
    }

    /// Makes an array without elements. Its rows have the sizes that the type states, and 0 elsewhere.
    fn empty_array(&mut self, elem: &core::Type, span: Span) -> Lowered<Leaves> {
        let mut leaves = Vec::new();
        self.push_empty(elem, &mut vec![Atom::i64(0)], span, &mut leaves)?;
        Ok(leaves)
    }

    /// Appends an array with the outer sizes `dims` for each leaf of the type.
    fn push_empty(&mut self, ty: &core::Type, dims: &mut Vec<Atom>, span: Span, leaves: &mut Leaves) -> Lowered<()> {
        match ty {
            core::Type::Scalar(elem) => {
                let exp = Exp::Scratch { elem: *elem, dims: dims.clone() };
                leaves.push(self.bind("empty", Type::of(*elem, dims.clone()), exp, span).into());
            }
            core::Type::Array(elem, size) => {
                dims.push(self.known_size(*size).unwrap_or(Atom::i64(0)));
                self.push_empty(elem, dims, span, leaves)?;
                dims.pop();
            }
            _ => {
                for part in components(ty).ok_or_else(|| no_leaves(ty))? {
                    self.push_empty(&part, dims, span, leaves)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn index(&mut self, array: &core::Expr, indices: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let arrays = self.expr(array)?;
        let indices = self.exprs(indices.iter())?;
        let dims = arrays.first().map(|&leaf| self.dims(leaf)).unwrap_or_default();
        let mut fine = Atom::bool(true);
        for (&index, &size) in indices.iter().zip(&dims) {
            let inside = self.in_bounds(index, size, span);
            fine = self.and(fine, inside, span);
        }
        let outer = &dims[..indices.len().min(dims.len())];
        let rank = core_rank(&array.ty).min(dims.len()).max(outer.len());
        let message = messages::index_out_of_bounds(&vec![Shown::Fix; indices.len()], rank);
        let values = indices.iter().chain(&dims[..rank]).copied().collect();
        let certs = self.assert(fine, message, values, span).into_iter().collect();
        Ok(self.rows_at(&arrays, &indices, certs, span))
    }

    pub(super) fn in_bounds(&mut self, index: Atom, size: Atom, span: Span) -> Atom {
        let low = self.cmp(CmpOp::Le, Atom::i64(0), index, span);
        let high = self.cmp(CmpOp::Lt, index, size, span);
        self.and(low, high, span)
    }

    /// Returns the elements at indices that are already checked: scalars, or views of rows.
    pub(super) fn rows_at(&mut self, arrays: &[Atom], indices: &[Atom], certs: Vec<Name>, span: Span) -> Leaves {
        let row = |this: &mut Self, leaf: Atom| -> Atom {
            let Some(array) = leaf.var() else { return leaf };
            let ty = this.out.type_of(array).row(indices.len());
            let exp = match ty.dims() {
                [] => Exp::Index(array, indices.to_vec()),
                rest => {
                    let fixed = indices.iter().map(|&index| SliceDim::Fix(index));
                    Exp::Slice(array, fixed.chain(rest.iter().map(|&size| whole(size))).collect())
                }
            };
            let row = this.bind_certified(array.hint.as_str(), ty, exp, certs.clone(), span);
            this.fills_if(row, this.is_filler(leaf));
            row.into()
        };
        arrays.iter().map(|&leaf| row(self, leaf)).collect()
    }

    pub(super) fn slice(&mut self, array: &core::Expr, dims: &[core::SliceDim], span: Span) -> Lowered<Leaves> {
        let arrays = self.expr(array)?;
        let given = self.given_dims(dims)?;
        let slice = self.slice_dims(&arrays, core_rank(&array.ty), given, span);
        let mut leaves = Vec::new();
        for leaf in arrays {
            let Some(name) = leaf.var() else { return Err(bug("a slice of a scalar")) };
            let (exp_dims, sizes) = self.with_inner_dims(leaf, dims.len(), &slice);
            let ty = Type::of(self.elem(leaf), sizes.clone());
            let exp = if sizes.is_empty() {
                Exp::Index(name, exp_dims.iter().filter_map(SliceDim::fixed).collect())
            } else {
                Exp::Slice(name, exp_dims)
            };
            leaves.push(self.bind_certified(name.hint.as_str(), ty, exp, slice.certs.clone(), span).into());
        }
        Ok(leaves)
    }

    pub(super) fn update(
        &mut self,
        array: &core::Expr,
        dims: &[core::SliceDim],
        value: &core::Expr,
        span: Span,
    ) -> Lowered<Leaves> {
        let arrays = self.expr(array)?;
        let given = self.given_dims(dims)?;
        let values = self.expr(value)?;
        let slice = self.slice_dims(&arrays, core_rank(&array.ty), given, span);
        let mut leaves = Vec::new();
        for (leaf, value) in arrays.into_iter().zip(values) {
            let Some(name) = leaf.var() else { return Err(bug("an update of a scalar")) };
            let (exp_dims, sizes) = self.with_inner_dims(leaf, dims.len(), &slice);
            let value = self.coerce(value, &sizes, messages::update_shape, span);
            let ty = self.out.type_of(name).clone();
            let exp = Exp::Update { array: name, dims: exp_dims, value };
            leaves.push(self.bind_certified(name.hint.as_str(), ty, exp, slice.certs.clone(), span).into());
        }
        Ok(leaves)
    }

    /// Returns the slice of one leaf, with its inner dimensions whole, and the sizes of the result.
    fn with_inner_dims(&self, leaf: Atom, sliced: usize, slice: &CheckedSlice) -> (Vec<SliceDim>, Vec<Atom>) {
        let inner = self.dims(leaf).get(sliced..).unwrap_or(&[]).to_vec();
        let dims = slice.dims.iter().cloned().chain(inner.iter().map(|&size| whole(size))).collect();
        (dims, slice.sizes.iter().copied().chain(inner).collect())
    }

    /// Evaluates the operands of a slice, before its array and before any check.
    fn given_dims(&mut self, dims: &[core::SliceDim]) -> Lowered<Vec<GivenDim>> {
        let mut given = Vec::with_capacity(dims.len());
        for dim in dims {
            given.push(match dim {
                core::SliceDim::Fix(index) => GivenDim::Fix(self.scalar(index)?),
                core::SliceDim::Range { start, end, stride } => {
                    let [start, end, stride] =
                        [start, end, stride].map(|e| e.as_ref().map(|e| self.scalar(e)).transpose());
                    GivenDim::Range([start?, end?, stride?])
                }
            });
        }
        Ok(given)
    }

    /// Returns the explicit dimensions of a slice, with assertions against the sizes that the arrays share.
    fn slice_dims(&mut self, arrays: &[Atom], rank: usize, dims: Vec<GivenDim>, span: Span) -> CheckedSlice {
        let array_dims = arrays.first().map(|&leaf| self.dims(leaf)).unwrap_or_default();
        let rank = rank.clamp(dims.len().min(array_dims.len()), array_dims.len());
        let mut slice = CheckedSlice { dims: Vec::new(), sizes: Vec::new(), certs: Vec::new() };
        let (mut fine, mut shown, mut values) = (Atom::bool(true), Vec::new(), Vec::new());
        for (dim, &size) in dims.into_iter().zip(&array_dims) {
            let inside = match dim {
                GivenDim::Fix(index) => {
                    slice.dims.push(SliceDim::Fix(index));
                    shown.push(Shown::Fix);
                    values.push(index);
                    self.in_bounds(index, size, span)
                }
                GivenDim::Range(given) => {
                    shown.push(if given[2].is_some() { Shown::Strided } else { Shown::Range });
                    let range = self.range(given, size, &mut values, span);
                    slice.dims.push(SliceDim::Range { start: range.start, count: range.count, stride: range.stride });
                    slice.sizes.push(range.count);
                    range.inside
                }
            };
            fine = self.and(fine, inside, span);
        }
        values.extend(&array_dims[..rank]);
        let message = messages::index_out_of_bounds(&shown, rank);
        slice.certs.extend(self.assert(fine, message, values, span));
        slice
    }

    /// Returns one range of a slice from its start, end and stride. An empty range may lie anywhere, as it touches no
    /// element. Values for the failure message are appended to `values`.
    fn range(&mut self, given: [Option<Atom>; 3], size: Atom, values: &mut Vec<Atom>, span: Span) -> CheckedRange {
        let [start, end, stride] = given;
        let step = stride.unwrap_or(Atom::i64(1));
        let (from, to) = self.range_defaults(start, end, step, size, span);
        values.extend([from, to]);
        values.extend(stride);
        let (inside, count) = match step.as_i64() {
            Some(1) => (self.within(Atom::i64(0), from, to, size, span), self.length(from, to, span)),
            Some(-1) => {
                let last = self.bin(BinOp::Sub, size, Atom::i64(1), span);
                (self.within(Atom::i64(-1), to, from, last, span), self.bin(BinOp::Sub, from, to, span))
            }
            _ => self.strided_range(from, to, step, size, span),
        };
        CheckedRange { start: from, count, stride: step, inside }
    }

    /// Returns the number of elements of a range that is ordered, and that starts at 0 or later or is empty. If the end
    /// is the start plus a number, in a type narrower than indices, the length is that number: the sum cannot have
    /// wrapped in an ordered range.
    ///
    /// ```text
    /// [i64(x) : i64(x + y)]      i64(y)
    /// ```
    fn length(&mut self, from: Atom, to: Atom, span: Span) -> Atom {
        let converted = |atom| match self.defined_lately(atom) {
            Some(Exp::Convert(ScalarType::I64, number)) => Some(*number),
            _ => None,
        };
        let added = converted(from).zip(converted(to)).and_then(|(start, end)| match self.defined_lately(end) {
            Some(Exp::Bin(BinOp::Add, a, b)) if *a == start => Some(*b),
            Some(Exp::Bin(BinOp::Add, a, b)) if *b == start => Some(*a),
            _ => None,
        });
        match added {
            Some(added) if self.out.atom_type(added).elem().is_some_and(|ty| ty.is_integer() && ty.bytes() < 8) => {
                self.convert(ScalarType::I64, added, span)
            }
            _ => self.bin(BinOp::Sub, to, from, span),
        }
    }

    /// Returns the expression that bound the atom, if that was one of the last statements.
    fn defined_lately(&self, atom: Atom) -> Option<&Exp> {
        const LATELY: usize = 32;
        let Atom::Var(name) = atom else { return None };
        self.stms.iter().rev().take(LATELY).find(|stm| stm.pattern == [name]).map(|stm| &stm.exp)
    }

    /// Returns the condition that the range is ordered, and either empty or inside of `least..=most`. A range to or
    /// from one of these ends is inside if it is empty.
    fn within(&mut self, least: Atom, from: Atom, to: Atom, most: Atom, span: Span) -> Atom {
        let low = self.cmp(CmpOp::Le, least, from, span);
        let ordered = self.cmp(CmpOp::Le, from, to, span);
        let high = self.cmp(CmpOp::Le, to, most, span);
        if from == least || to == most {
            let above = self.and(low, ordered, span);
            return self.and(above, high, span);
        }
        let empty = self.cmp(CmpOp::Le, to, from, span);
        let inside = self.and(low, high, span);
        let fine = self.or(empty, inside, span);
        self.and(ordered, fine, span)
    }

    /// Returns start and end, by default those of the whole dimension in the stride's direction.
    fn range_defaults(
        &mut self,
        start: Option<Atom>,
        end: Option<Atom>,
        step: Atom,
        size: Atom,
        span: Span,
    ) -> (Atom, Atom) {
        let backwards = match step.as_i64() {
            Some(step) => Atom::bool(step < 0),
            None => self.cmp(CmpOp::Lt, step, Atom::i64(0), span),
        };
        let start = start.unwrap_or_else(|| {
            let last = self.bin(BinOp::Sub, size, Atom::i64(1), span);
            self.select(backwards, last, Atom::i64(0), span)
        });
        let end = end.unwrap_or_else(|| self.select(backwards, Atom::i64(-1), size, span));
        (start, end)
    }

    /// Selects one of two scalars.
    pub(super) fn select(&mut self, cond: Atom, yes: Atom, no: Atom, span: Span) -> Atom {
        match cond.constant().and_then(Scalar::as_bool) {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let ty = self.out.atom_type(yes);
                let name = self.out.fresh("chosen", ty);
                let then_body = Body { stms: Vec::new(), result: vec![yes] };
                let else_body = Body { stms: Vec::new(), result: vec![no] };
                self.push(vec![name], Vec::new(), Exp::If { cond, then_body, else_body }, span);
                name.into()
            }
        }
    }

    /// Computes a general range: `count = (to - from + step - sgn step) quot step`, for a step other than 0.
    fn strided_range(&mut self, from: Atom, to: Atom, step: Atom, size: Atom, span: Span) -> (Atom, Atom) {
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        let moves = self.cmp(CmpOp::Ne, step, zero, span);
        let divisor = self.select(moves, step, one, span);
        let sign = Exp::Un(UnOp::Sgn, divisor);
        let sign = self.bind("sgn", Type::I64, sign, span).into();
        let length = self.bin(BinOp::Sub, to, from, span);
        let padded = self.bin(BinOp::Add, length, divisor, span);
        let padded = self.bin(BinOp::Sub, padded, sign, span);
        let count = self.bin(BinOp::Quot, padded, divisor, span);
        let before = self.bin(BinOp::Sub, count, one, span);
        let way = self.bin(BinOp::Mul, before, divisor, span);
        let last = self.bin(BinOp::Add, from, way, span);
        let first_in = self.in_bounds(from, size, span);
        let last_in = self.in_bounds(last, size, span);
        let both_in = self.and(first_in, last_in, span);
        let empty = self.cmp(CmpOp::Eq, count, zero, span);
        let inside = self.or(empty, both_in, span);
        let positive = self.cmp(CmpOp::Ge, count, zero, span);
        let fine = self.and(positive, inside, span);
        (self.and(moves, fine, span), count)
    }

    // Primitives on whole arrays.

    pub(super) fn iota(&mut self, args: &[Atom], span: Span) -> Lowered<Leaves> {
        let [count, start, step] = *args else { return Err(bug("iota takes three scalars")) };
        let certs = self.non_negative(count, span);
        let ty = Type::of(self.elem(start), vec![count]);
        Ok(vec![self.bind_certified("iota", ty, Exp::Iota { count, start, step }, certs, span).into()])
    }

    pub(super) fn non_negative(&mut self, count: Atom, span: Span) -> Vec<Name> {
        let fine = self.cmp(CmpOp::Le, Atom::i64(0), count, span);
        self.assert(fine, messages::negative_count(), vec![count], span).into_iter().collect()
    }

    pub(super) fn replicate(&mut self, args: &[Atom], span: Span) -> Lowered<Leaves> {
        let Some((&count, leaves)) = args.split_first() else { return Err(bug("replicate takes a count")) };
        let certs = self.non_negative(count, span);
        let copies = leaves.iter().map(|&leaf| {
            let mut dims = vec![count];
            dims.extend(self.dims(leaf));
            let ty = Type::of(self.elem(leaf), dims);
            let exp = Exp::Replicate { dims: vec![count], value: leaf };
            let name = self.bind_certified("replicate", ty, exp, certs.clone(), span);
            self.fills_if(name, self.is_filler(leaf));
            name.into()
        });
        Ok(copies.collect())
    }

    pub(super) fn concat(&mut self, arrays: Vec<Leaves>, span: Span) -> Lowered<Leaves> {
        let Some(first) = arrays.first().cloned() else { return Err(bug("concat takes arrays")) };
        let mut leaves = Vec::new();
        let mut total = Atom::i64(0);
        for array in &arrays {
            let size = array.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
            total = if total == Atom::i64(0) { size } else { self.bin(BinOp::Add, total, size, span) };
        }
        for (at, &leaf) in first.iter().enumerate() {
            let inner = self.dims(leaf).get(1..).unwrap_or(&[]).to_vec();
            let mut parts = Vec::new();
            for array in &arrays {
                let Some(&part) = array.get(at) else { return Err(bug("arrays of different leaves")) };
                let mut dims = vec![self.size(part, 0)];
                dims.extend(&inner);
                parts.extend(self.coerce_rows(part, &dims, span).var());
            }
            let mut dims = vec![total];
            dims.extend(inner);
            let ty = Type::of(self.elem(leaf), dims);
            leaves.push(self.bind("concat", ty, Exp::Concat(parts), span).into());
        }
        Ok(leaves)
    }

    /// Gives an array, whose outer size is right, these sizes: a reshape after an assertion whose message describes
    /// rows.
    pub(super) fn coerce_rows(&mut self, leaf: Atom, dims: &[Atom], span: Span) -> Atom {
        let found = self.dims(leaf);
        let Some(array) = leaf.var().filter(|_| found != dims) else { return leaf };
        if self.is_filler(leaf) {
            return self.filler(self.elem(leaf), dims.to_vec(), span);
        }
        let mut fine = Atom::bool(true);
        for (&a, &b) in found.iter().zip(dims).skip(1) {
            let same = self.cmp(CmpOp::Eq, a, b, span);
            fine = self.and(fine, same, span);
        }
        let values = found.iter().skip(1).chain(dims.iter().skip(1)).copied().collect();
        let certs = self.assert(fine, messages::irregular(dims.len() - 1), values, span).into_iter().collect();
        let ty = Type::of(self.elem(leaf), dims.to_vec());
        self.bind_certified(array.hint.as_str(), ty, Exp::Reshape(array, dims.to_vec()), certs, span).into()
    }

    pub(super) fn flatten(&mut self, arrays: &[Atom], span: Span) -> Leaves {
        let (outer, inner) = match arrays.first() {
            Some(&leaf) => (self.size(leaf, 0), self.size(leaf, 1)),
            None => (Atom::i64(0), Atom::i64(0)),
        };
        let total = self.bin(BinOp::Mul, outer, inner, span);
        let extent = self.bin(BinOp::MulSat, outer, inner, span);
        let fits = self.cmp(CmpOp::Eq, extent, total, span);
        let certs = self.assert(fits, messages::flatten(), vec![outer, inner], span);
        self.reshape_outer(arrays, 2, &[total], certs.into_iter().collect(), span)
    }

    pub(super) fn unflatten(&mut self, args: &[Atom], span: Span) -> Lowered<Leaves> {
        let [outer, inner, arrays @ ..] = args else { return Err(bug("unflatten takes two sizes")) };
        let length = arrays.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
        let total = self.bin(BinOp::MulSat, *outer, *inner, span);
        let fits = self.cmp(CmpOp::Eq, total, length, span);
        let positive = self.cmp(CmpOp::Le, Atom::i64(0), *outer, span);
        let fine = self.and(fits, positive, span);
        let certs = self.assert(fine, messages::unflatten(), vec![length, *outer, *inner], span);
        Ok(self.reshape_outer(arrays, 1, &[*outer, *inner], certs.into_iter().collect(), span))
    }

    /// Replaces the `n` outer dimensions of each leaf.
    fn reshape_outer(&mut self, arrays: &[Atom], n: usize, outer: &[Atom], certs: Vec<Name>, span: Span) -> Leaves {
        let mut leaves = Vec::new();
        for &leaf in arrays {
            let mut dims = outer.to_vec();
            dims.extend(self.dims(leaf).get(n..).unwrap_or(&[]));
            let ty = Type::of(self.elem(leaf), dims.clone());
            let Some(name) = leaf.var() else { continue };
            leaves.push(
                self.bind_certified(name.hint.as_str(), ty, Exp::Reshape(name, dims), certs.clone(), span).into(),
            );
        }
        leaves
    }

    pub(super) fn transpose(&mut self, arrays: &[Atom], span: Span) -> Leaves {
        let mut leaves = Vec::new();
        for leaf in arrays.iter().filter_map(|leaf| leaf.var()) {
            let mut dims = self.dims(leaf.into());
            let mut perm: Vec<usize> = (0..dims.len()).collect();
            if dims.len() >= 2 {
                dims.swap(0, 1);
                perm.swap(0, 1);
            }
            let ty = Type::of(self.elem(leaf.into()), dims);
            leaves.push(self.bind(leaf.hint.as_str(), ty, Exp::Permute(leaf, perm), span).into());
        }
        leaves
    }

    pub(super) fn copy(&mut self, leaves: &[Atom], span: Span) -> Leaves {
        let copy = |this: &mut Self, leaf: Atom| match leaf.var() {
            Some(name) if this.out.type_of(name).rank() > 0 => {
                let ty = this.out.type_of(name).clone();
                this.bind(name.hint.as_str(), ty, Exp::Copy(name), span).into()
            }
            _ => leaf,
        };
        leaves.iter().map(|&leaf| copy(self, leaf)).collect()
    }
}

/// Returns the slice of a whole dimension.
pub(super) fn whole(size: Atom) -> SliceDim {
    SliceDim::Range { start: Atom::i64(0), count: size, stride: Atom::i64(1) }
}

/// Returns the number of dimensions before the type's first record or scalar.
fn core_rank(ty: &core::Type) -> usize {
    if let core::Type::Array(elem, _) = ty { 1 + core_rank(elem) } else { 0 }
}
