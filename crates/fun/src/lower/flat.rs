//! Views and updates with strides of their own, which replace one dimension by several. An assertion, computed without
//! overflow, ensures that all their places are in bounds, or that there are none.

use super::array::whole;
use super::*;
use core_ir::messages;
use value::{BinOp, CmpOp};

/// Largest size of a dimension with stride 0 in a view. With this bound, sizes are far from overflow.
const MAX_COUNT: i64 = 1 << 48;

impl Lowerer<'_> {
    /// Lowers `flat_index`. Operands: the array, the start, then count and stride of each dimension.
    pub(super) fn flat_index(&mut self, rank: usize, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let Some((array, layout)) = args.split_first() else { return Err(bug("a view of nothing")) };
        let arrays = self.expr(array)?;
        let layout = layout.iter().map(|arg| self.scalar(arg)).collect::<Lowered<Vec<Atom>>>()?;
        let Some((&start, dims)) = layout.split_first() else { return Err(bug("a view without a start")) };
        let dims: Vec<FlatDim> =
            dims.chunks_exact(2).map(|dim| FlatDim { count: dim[0], stride: dim[1] }).take(rank).collect();
        let mut certs = Vec::new();
        for dim in &dims {
            certs.extend(self.non_negative(dim.count, span));
        }
        certs.extend(self.check_flat(&arrays, start, &dims, span));
        let mut leaves = Vec::new();
        for leaf in arrays {
            let Some(name) = leaf.var() else { return Err(bug("a view of a scalar")) };
            let (slice, sizes) = self.flat_slice(leaf, start, &dims);
            let ty = Type::of(self.elem(leaf), sizes);
            let view = self.bind_certified(name.hint.as_str(), ty, Exp::Slice(name, slice), certs.clone(), span);
            self.fills_if(view, self.is_filler(leaf));
            leaves.push(view.into());
        }
        Ok(leaves)
    }

    /// Lowers `flat_update`. Operands: the array, the start, the stride of each dimension, then the new values.
    pub(super) fn flat_update(&mut self, rank: usize, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let [array, start, strides @ .., value] = args else { return Err(bug("an update of nothing")) };
        let arrays = self.expr(array)?;
        let start = self.scalar(start)?;
        let strides = strides.iter().map(|arg| self.scalar(arg)).collect::<Lowered<Vec<Atom>>>()?;
        let values = self.expr(value)?;
        let counts = values.first().map(|&leaf| self.dims(leaf)).unwrap_or_default();
        let dims: Vec<FlatDim> =
            counts.into_iter().zip(strides).map(|(count, stride)| FlatDim { count, stride }).take(rank).collect();
        let certs: Vec<Name> = self.check_flat(&arrays, start, &dims, span).into_iter().collect();
        let mut leaves = Vec::new();
        for (leaf, value) in arrays.into_iter().zip(values) {
            let Some(name) = leaf.var() else { return Err(bug("an update of a scalar")) };
            let (slice, sizes) = self.flat_slice(leaf, start, &dims);
            let value = self.coerce(value, &sizes, messages::update_shape, span);
            let ty = self.out.type_of(name).clone();
            let exp = Exp::Update { array: name, dims: slice, value };
            leaves.push(self.bind_certified(name.hint.as_str(), ty, exp, certs.clone(), span).into());
        }
        Ok(leaves)
    }

    /// Returns the slice of a leaf, with its inner dimensions whole, and the sizes of the result.
    fn flat_slice(&self, leaf: Atom, start: Atom, dims: &[FlatDim]) -> (Vec<SliceDim>, Vec<Atom>) {
        let inner = self.dims(leaf).get(1..).unwrap_or(&[]).to_vec();
        let flat = SliceDim::Flat { start, dims: dims.to_vec() };
        let slice = std::iter::once(flat).chain(inner.iter().map(|&size| whole(size))).collect();
        (slice, dims.iter().map(|dim| dim.count).chain(inner).collect())
    }

    /// Asserts that all positions are in bounds, or that there are none.
    fn check_flat(&mut self, arrays: &[Atom], start: Atom, dims: &[FlatDim], span: Span) -> Option<Name> {
        let size = arrays.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
        let mut empty = Atom::bool(false);
        for dim in dims {
            let none = self.cmp(CmpOp::Eq, dim.count, Atom::i64(0), span);
            empty = self.or(empty, none, span);
        }
        let inside = self.flat_inside(start, dims, size, span);
        let fine = self.or(empty, inside, span);
        let mut values = vec![start];
        values.extend(dims.iter().flat_map(|dim| [dim.count, dim.stride]));
        values.push(size);
        self.assert(fine, messages::view_out_of_bounds(dims.len()), values, span)
    }

    /// Returns the condition that all positions are in bounds, provided that there are some. It requires that the first
    /// one is, and that no dimension alone reaches further than the array is long. So the total reach cannot overflow.
    fn flat_inside(&mut self, start: Atom, dims: &[FlatDim], size: Atom, span: Span) -> Atom {
        let zero = Atom::i64(0);
        let mut fine = self.in_bounds(start, size, span);
        let (mut low, mut high) = (start, start);
        for dim in dims {
            let fits = self.fits(dim, size, span);
            fine = self.and(fine, fits, span);
            let before = self.bin(BinOp::Sub, dim.count, Atom::i64(1), span);
            let reach =
                if dim.stride == Atom::i64(1) { before } else { self.bin(BinOp::Mul, before, dim.stride, span) };
            let sign = dim.stride.as_i64().map(i64::signum);
            if sign == Some(0) || reach == zero {
                continue;
            }
            if sign != Some(1) {
                let down = if sign.is_some() { reach } else { self.bin(BinOp::Min, zero, reach, span) };
                low = self.bin(BinOp::Add, low, down, span);
            }
            if sign != Some(-1) {
                let up = if sign.is_some() { reach } else { self.bin(BinOp::Max, zero, reach, span) };
                high = self.bin(BinOp::Add, high, up, span);
            }
        }
        if low != start {
            let above = self.cmp(CmpOp::Le, zero, low, span);
            fine = self.and(fine, above, span);
        }
        if high != start {
            let below = self.cmp(CmpOp::Lt, high, size, span);
            fine = self.and(fine, below, span);
        }
        fine
    }

    /// Returns the condition `(count - 1) * |stride| < size`, or, for stride 0, that the count is at most `MAX_COUNT`.
    /// Count and size are at least 1. No operation overflows: negative numbers are used where an absolute value might.
    fn fits(&mut self, dim: &FlatDim, size: Atom, span: Span) -> Atom {
        let (zero, one) = (Atom::i64(0), Atom::i64(1));
        match (dim.count.as_i64(), dim.stride.as_i64()) {
            (Some(1), _) => return Atom::bool(true),
            (_, Some(0)) => return self.cmp(CmpOp::Le, dim.count, Atom::i64(MAX_COUNT), span),
            (_, Some(1 | -1)) => return self.cmp(CmpOp::Le, dim.count, size, span),
            _ => {}
        }
        let turned = self.bin(BinOp::Sub, zero, dim.stride, span);
        let divisor = self.bin(BinOp::Min, dim.stride, turned, span);
        let divisor = self.bin(BinOp::Min, divisor, Atom::i64(-1), span);
        let last = self.bin(BinOp::Sub, size, one, span);
        let most = self.bin(BinOp::Quot, last, divisor, span);
        let wanted = self.bin(BinOp::Sub, one, dim.count, span);
        let short = self.cmp(CmpOp::Le, most, wanted, span);
        let stands = self.cmp(CmpOp::Eq, dim.stride, zero, span);
        let few = self.cmp(CmpOp::Le, dim.count, Atom::i64(MAX_COUNT), span);
        let stands = self.and(stands, few, span);
        self.or(stands, short, span)
    }
}
