//! Reads and writes of parts of arrays: slices, strided views, updates, scatters and histograms.
//!
//! ```text
//! a[i, b:e:s]                  rows (i * size.1(a) + b) + k * s of a, where a is taken as an array of its rows of rows
//! flat_index.1(a, b, n, s)     rows b + k * s of a, for k < n
//! a with [i] = e               a copy of a, in which row i is e
//! ```
//!
//! Each operation works on rows at evenly spaced places. A row, or a run of consecutive rows, is a part of the block it
//! is taken from; other rows are copied. An array is copied before it is written, since other arrays may share its
//! block, unless the expression has just made it.

use crate::column::Column;
use crate::data::{is_optional_array, regular_ranks};
use crate::traverse::lambda_of;
use crate::value::{Array, Leaf, Leaves, boolean, constant, i64, known};
use crate::{Lowered, Lowerer, bug};
use base::Span;
use core_ir::def::{Expr, SliceDim};
use core_ir::messages::{self, Shown};
use imp::def::Exp;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// Rows of an array, evenly spaced in each dimension of a selection. The first dimensions of the array count as one.
struct Places {
    /// Number of the array's dimensions that count as one.
    depth: usize,
    /// Number of the first row. It is arbitrary if no row is selected.
    start: Exp,
    /// One step for each dimension of the selection.
    steps: Vec<Step>,
}

struct Step {
    count: Exp,
    /// Distance to the next row, in rows.
    stride: Exp,
}

impl Places {
    fn one(depth: usize, row: Exp) -> Places {
        Places { depth, start: row, steps: Vec::new() }
    }

    fn counts(&self) -> impl Iterator<Item = Exp> {
        self.steps.iter().map(|step| step.count.clone())
    }

    /// Whether the rows are consecutive.
    fn is_run(&self) -> bool {
        match &self.steps[..] {
            [] => true,
            [step] => constant(&step.stride) == Some(Scalar::I64(1)),
            _ => false,
        }
    }
}

/// Destination of a write.
enum Target {
    /// Arrays whose blocks no other variable refers to.
    Blocks(Leaves),
    /// Columns in which arrays of sums that hold arrays are rebuilt, and the sizes of the whole array. The shape of a
    /// constructor's arrays may become known only with the written value.
    Rows(Vec<Column>, Vec<Exp>),
}

/// One dimension of a slice, with its operands evaluated.
enum Given {
    Fix(Exp),
    /// Optional start, end and stride.
    Range([Option<Exp>; 3]),
}

/// A range, normalised to its first index, end and step.
struct Range {
    start: Exp,
    end: Exp,
    step: Step,
    /// Condition that the range is well-formed and within the dimension.
    fine: Exp,
}

impl Lowerer<'_> {
    // Slices.

    pub(crate) fn slice(&mut self, array: &Expr, dims: &[SliceDim], span: Span) -> Lowered<Leaves> {
        let arrays = self.expr(array)?;
        let given = self.given(dims)?;
        let places = self.places(&arrays, array.ty.rank(), given, span)?;
        arrays.iter().map(|leaf| self.taken(leaf, &places, span)).collect()
    }

    /// Lowers `flat_index`. Operands: the array, the start, then count and stride of each dimension.
    pub(crate) fn flat_index(&mut self, rank: usize, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let Some((array, layout)) = args.split_first() else { return Err(bug("a view of nothing")) };
        let arrays = self.expr(array)?;
        let layout = layout.iter().map(|arg| Ok(self.scalar(arg)?.1)).collect::<Lowered<Vec<Exp>>>()?;
        let Some((start, steps)) = layout.split_first() else { return Err(bug("a view without a start")) };
        let steps = steps.chunks_exact(2).take(rank);
        let steps: Vec<Step> = steps.map(|s| Step { count: s[0].clone(), stride: s[1].clone() }).collect();
        for step in &steps {
            self.non_negative(&step.count, span);
        }
        let places = Places { depth: 1, start: start.clone(), steps };
        self.check_view(&arrays, &places, span);
        arrays.iter().map(|leaf| self.taken(leaf, &places, span)).collect()
    }

    /// Returns the selected rows of an array: a part of the same block if they follow each other, otherwise a copy.
    fn taken(&mut self, leaf: &Leaf, places: &Places, span: Span) -> Lowered<Leaf> {
        let Leaf::Array(array) = leaf else { return Err(bug("a slice of a scalar")) };
        let inner = array.dims.get(places.depth..).unwrap_or(&[]).to_vec();
        let dims: Vec<Exp> = places.counts().chain(inner.iter().cloned()).collect();
        if dims.is_empty() {
            return self.row(leaf, places.depth, places.start.clone());
        }
        let size = self.product(&inner);
        if places.is_run() {
            let mut at = self.times(places.start.clone(), size);
            if let Some(start) = &array.start {
                at = self.add(start.clone(), at);
            }
            return Ok(Leaf::Array(Array { dims, start: Some(at), ..array.clone() }));
        }
        let count = self.product(&dims);
        let block = self.allocate("slice", array.elem, count);
        self.each_place(places, span, &mut |this, number, place| {
            let row = this.row(leaf, places.depth, place)?;
            let at = this.times(number, size.clone());
            this.store(block, at, &row)
        })?;
        Ok(Leaf::Array(Array { elem: array.elem, block, dims, start: None }))
    }

    // Updates.

    pub(crate) fn update(&mut self, array: &Expr, dims: &[SliceDim], value: &Expr, span: Span) -> Lowered<Leaves> {
        let arrays = self.expr(array)?;
        let given = self.given(dims)?;
        let values = self.expr(value)?;
        let places = self.places(&arrays, array.ty.rank(), given, span)?;
        self.write_all(array, &arrays, &places, &values, span)
    }

    /// Lowers `flat_update`. Operands: the array, the start, the stride of each dimension, then the new values.
    pub(crate) fn flat_update(&mut self, rank: usize, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [array, start, strides @ .., value] = args else { return Err(bug("an update of nothing")) };
        let arrays = self.expr(array)?;
        let (_, start) = self.scalar(start)?;
        let strides = strides.iter().map(|arg| Ok(self.scalar(arg)?.1)).collect::<Lowered<Vec<Exp>>>()?;
        let values = self.expr(value)?;
        let counts = values.first().map(|leaf| leaf.dims().to_vec()).unwrap_or_default();
        let steps = counts.into_iter().zip(strides).take(rank).map(|(count, stride)| Step { count, stride });
        let places = Places { depth: 1, start, steps: steps.collect() };
        self.check_view(&arrays, &places, span);
        self.write_all(array, &arrays, &places, &values, span)
    }

    fn write_all(
        &mut self,
        array: &Expr,
        arrays: &[Leaf],
        places: &Places,
        values: &[Leaf],
        span: Span,
    ) -> Lowered<Leaves> {
        self.check_written(array, arrays, places, values, span);
        let target = self.target(array, arrays, span)?;
        self.write(&target, places, values, span)?;
        self.written(target)
    }

    /// Asserts that the value has the shape of the places to which it is written. The sizes of arrays in sums are
    /// checked when they are written.
    fn check_written(&mut self, array: &Expr, arrays: &[Leaf], places: &Places, values: &[Leaf], span: Span) {
        let ranks = regular_ranks(&array.ty);
        for ((leaf, value), rank) in arrays.iter().zip(values).zip(ranks) {
            let inner = leaf.dims().get(places.depth..rank).unwrap_or(&[]);
            let expected: Vec<Exp> = places.counts().chain(inner.iter().cloned()).collect();
            self.same_shape(&value.dims()[..expected.len()], &expected, messages::update_shape, span);
        }
    }

    /// Returns the array as a destination: its blocks are not shared.
    fn target(&mut self, array: &Expr, leaves: &[Leaf], span: Span) -> Lowered<Target> {
        if !is_optional_array(&array.ty) {
            return Ok(Target::Blocks(self.owned(leaves)?));
        }
        let rank = array.ty.rank();
        let dims = leaves.first().map_or(&[][..], |leaf| &leaf.dims()[..rank]).to_vec();
        let count = self.product(&dims);
        let flat = self.reshaped(leaves, rank, std::slice::from_ref(&count));
        let columns = self.columns(array.ty.base_elem(), &count)?;
        self.for_("i", count, span, |this, i| {
            let row = this.rows_at(&flat, std::slice::from_ref(&i))?;
            this.put(&columns, &i, &row, span)
        })?;
        Ok(Target::Rows(columns, dims))
    }

    /// Returns the array with all values that have been written so far.
    fn so_far_of(&mut self, target: &Target) -> Leaves {
        match target {
            Target::Blocks(leaves) => leaves.clone(),
            Target::Rows(columns, dims) => {
                let flat = self.so_far(columns);
                self.reshaped(&flat, 1, dims)
            }
        }
    }

    fn written(&mut self, target: Target) -> Lowered<Leaves> {
        match target {
            Target::Blocks(leaves) => Ok(leaves),
            Target::Rows(columns, dims) => {
                let flat = self.finished(columns)?;
                Ok(self.reshaped(&flat, 1, &dims))
            }
        }
    }

    /// Writes the values to the places of the target.
    fn write(&mut self, target: &Target, places: &Places, values: &[Leaf], span: Span) -> Lowered<()> {
        match target {
            Target::Blocks(leaves) => {
                leaves.iter().zip(values).try_for_each(|(leaf, value)| self.write_block(leaf, places, value, span))
            }
            Target::Rows(columns, dims) => {
                let inner = dims.get(places.depth..).unwrap_or(&[]);
                let (depth, size) = (places.steps.len() + inner.len(), self.product(inner));
                self.each_place(places, span, &mut |this, number, place| {
                    let [from, to] = [number, place].map(|at| this.times(at, size.clone()));
                    this.for_("k", size.clone(), span, |this, k| {
                        let [from, to] = [from, to].map(|at| this.add(at, k.clone()));
                        let row = values.iter().map(|leaf| this.row(leaf, depth, from.clone()));
                        let row = row.collect::<Lowered<Leaves>>()?;
                        this.replace(columns, &to, &row, span)
                    })
                })
            }
        }
    }

    /// Writes a value to places of an array whose block is not shared.
    fn write_block(&mut self, leaf: &Leaf, places: &Places, value: &Leaf, span: Span) -> Lowered<()> {
        let Leaf::Array(array) = leaf else { return Err(bug("an update of a scalar")) };
        let size = self.product(array.dims.get(places.depth..).unwrap_or(&[]));
        if places.is_run() {
            let at = self.times(places.start.clone(), size);
            return self.store(array.block, at, value);
        }
        let block = array.block;
        self.each_place(places, span, &mut |this, number, place| {
            let row = this.row(value, places.steps.len(), number)?;
            let at = this.times(place, size.clone());
            this.store(block, at, &row)
        })
    }

    pub(crate) fn scatter(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [destination, indices, values] = args else { return Err(bug("scatter takes three arguments")) };
        let arrays = self.expr(destination)?;
        let (indices, values) = (self.expr(indices)?, self.expr(values)?);
        let count = self.together(&indices, &values, span);
        let target = self.target(destination, &arrays, span)?;
        self.for_("i", count, span, |this, i| {
            this.at_index(&arrays, &indices, &i, |this, place| {
                let rows = this.rows_at(&values, std::slice::from_ref(&i))?;
                this.check_written(destination, &arrays, place, &rows, span);
                this.write(&target, place, &rows, span)
            })
        })?;
        self.written(target)
    }

    pub(crate) fn histogram(&mut self, args: &[Expr], span: Span) -> Lowered<Leaves> {
        let [destination, function, neutral, indices, values] = args else {
            return Err(bug("a histogram takes five arguments"));
        };
        let lambda = lambda_of(function)?;
        let arrays = self.expr(destination)?;
        let init = self.expr(neutral)?;
        let (indices, values) = (self.expr(indices)?, self.expr(values)?);
        let count = self.together(&indices, &values, span);
        let target = self.target(destination, &arrays, span)?;
        self.for_("i", count, span, |this, i| {
            this.at_index(&arrays, &indices, &i, |this, place| {
                let old = this.so_far_of(&target);
                let old = old.iter().map(|leaf| this.row(leaf, place.depth, place.start.clone()));
                let old = old.collect::<Lowered<Leaves>>()?;
                let rows = this.rows_at(&values, std::slice::from_ref(&i))?;
                let new = this.apply(lambda, &[&old, &rows])?;
                this.keeps_shape(&neutral.ty, &new, &init, span);
                // The new value may be a part of the row that it is written to, so it is copied first.
                let new = this.settled(&new)?;
                this.check_written(destination, &arrays, place, &new, span);
                this.write(&target, place, &new, span)
            })
        })?;
        self.written(target)
    }

    /// Runs `then` with the row at index number `i` of a scatter or histogram, if that index is in bounds.
    fn at_index(
        &mut self,
        arrays: &[Leaf],
        indices: &[Leaf],
        i: &Exp,
        then: impl FnOnce(&mut Self, &Places) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut index = Vec::with_capacity(indices.len());
        for leaf in self.rows_at(indices, std::slice::from_ref(i))? {
            let Leaf::Scalar(_, value) = leaf else { return Err(bug("an index that is no number")) };
            index.push(value);
        }
        let dims = arrays.first().map(|leaf| leaf.dims().to_vec()).unwrap_or_default();
        let inside = self.all_inside(&index, &dims);
        let then = |this: &mut Self| {
            let place = this.row_number(&index, &dims);
            then(this, &Places::one(index.len(), place))
        };
        self.if_(inside, then, |_| Ok(()))
    }

    /// Returns the number of indices. Asserts that there are as many values.
    fn together(&mut self, indices: &[Leaf], values: &[Leaf], span: Span) -> Exp {
        let [count, other] = [indices, values].map(|leaves| leaves.first().map_or(i64(0), |leaf| leaf.size(0)));
        if count != other {
            let same = self.compare(CmpOp::Eq, count.clone(), other.clone());
            self.assert(same, messages::zip_lengths(), vec![count.clone(), other], span);
        }
        count
    }

    // Places.

    /// Emits a loop over the selected rows. The body gets the position in the selection and the number of the row.
    fn each_place(
        &mut self,
        places: &Places,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Exp, Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        self.each_of(&places.steps, (i64(0), places.start.clone()), span, body)
    }

    /// Emits a loop for each step. `number` and `place` have the position in the selection and the row's number so far.
    fn each_of(
        &mut self,
        steps: &[Step],
        (number, place): (Exp, Exp),
        span: Span,
        body: &mut dyn FnMut(&mut Self, Exp, Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((step, inner)) = steps.split_first() else { return body(self, number, place) };
        self.for_("i", step.count.clone(), span, |this, i| {
            let before = this.times(number, step.count.clone());
            let number = this.add(before, i.clone());
            let way = this.times(i, step.stride.clone());
            let place = this.add(place, way);
            this.each_of(inner, (number, place), span, body)
        })
    }

    /// Evaluates the operands of a slice, before its array and before any check.
    fn given(&mut self, dims: &[SliceDim]) -> Lowered<Vec<Given>> {
        let mut given = Vec::with_capacity(dims.len());
        for dim in dims {
            given.push(match dim {
                SliceDim::Fix(index) => Given::Fix(self.scalar(index)?.1),
                SliceDim::Range { start, end, stride } => {
                    let [start, end, stride] =
                        [start, end, stride].map(|part| part.as_ref().map(|part| self.scalar(part)).transpose());
                    Given::Range([start?, end?, stride?].map(|part| part.map(|(_, value)| value)))
                }
            });
        }
        Ok(given)
    }

    /// Returns the places of a slice, after assertions that they are in bounds.
    fn places(&mut self, arrays: &[Leaf], rank: usize, given: Vec<Given>, span: Span) -> Lowered<Places> {
        let sizes = arrays.first().map(|leaf| leaf.dims().to_vec()).unwrap_or_default();
        if given.len() > sizes.len() {
            return Err(bug("a slice of more dimensions than there are"));
        }
        let mut places = Places::one(given.len(), i64(0));
        let (mut fine, mut shown, mut values) = (boolean(true), Vec::new(), Vec::new());
        for (given, size) in given.into_iter().zip(&sizes) {
            for step in &mut places.steps {
                step.stride = self.times(step.stride.clone(), size.clone());
            }
            let before = self.times(places.start, size.clone());
            let (start, inside) = match given {
                Given::Fix(index) => {
                    shown.push(Shown::Fix);
                    values.push(index.clone());
                    let inside = self.inside(&index, size);
                    (index, inside)
                }
                Given::Range(given) => {
                    let stride = given[2].clone();
                    shown.push(if stride.is_some() { Shown::Strided } else { Shown::Range });
                    let range = self.range(given, size);
                    values.extend([range.start.clone(), range.end]);
                    values.extend(stride);
                    places.steps.push(range.step);
                    (range.start, range.fine)
                }
            };
            places.start = self.add(before, start);
            fine = self.and(fine, inside);
        }
        let rank = rank.clamp(places.depth, sizes.len());
        values.extend_from_slice(&sizes[..rank]);
        self.assert(fine, messages::index_out_of_bounds(&shown, rank), values, span);
        Ok(places)
    }

    /// Normalises a range of a dimension. `count = (end - start + stride - sgn stride) quot stride`, for a stride other
    /// than 0.
    fn range(&mut self, given: [Option<Exp>; 3], size: &Exp) -> Range {
        let number = |this: &mut Self, op, a: Exp, b: Exp| this.binary(op, ScalarType::I64, a, b);
        let [start, end, stride] = given;
        let stride = stride.unwrap_or(i64(1));
        let backwards = self.compare(CmpOp::Lt, stride.clone(), i64(0));
        let start = match start {
            Some(start) => start,
            None => {
                let last = number(self, BinOp::Sub, size.clone(), i64(1));
                self.choose(&backwards, last, i64(0))
            }
        };
        let end = match end {
            Some(end) => end,
            None => self.choose(&backwards, i64(-1), size.clone()),
        };
        let moves = self.compare(CmpOp::Ne, stride.clone(), i64(0));
        let divisor = self.choose(&moves, stride.clone(), i64(1));
        let sign = match constant(&divisor).and_then(Scalar::as_i64) {
            Some(known) => i64(known.signum()),
            None => self.value("sgn", ScalarType::I64, Exp::Un(UnOp::Sgn, Box::new(divisor.clone()))),
        };
        let more = number(self, BinOp::Sub, divisor.clone(), sign);
        let distance = number(self, BinOp::Sub, end.clone(), start.clone());
        let padded = self.add(distance, more);
        let count = match constant(&divisor) {
            Some(Scalar::I64(1)) => padded,
            _ => number(self, BinOp::Quot, padded, divisor.clone()),
        };
        let before = number(self, BinOp::Sub, count.clone(), i64(1));
        let way = self.times(before, divisor);
        let last = self.add(start.clone(), way);
        let (first_in, last_in) = (self.inside(&start, size), self.inside(&last, size));
        let both_in = self.and(first_in, last_in);
        let empty = self.compare(CmpOp::Eq, count.clone(), i64(0));
        let within = self.or(empty, both_in);
        let positive = self.compare(CmpOp::Le, i64(0), count.clone());
        let fine = self.and(positive, within);
        let fine = self.and(moves, fine);
        Range { start, end, step: Step { count, stride }, fine }
    }

    /// Asserts that all places of a view are in bounds, or that there are none. Offsets that overflow saturate, so they
    /// count as out of bounds.
    fn check_view(&mut self, arrays: &[Leaf], places: &Places, span: Span) {
        let size = arrays.first().map_or(i64(0), |leaf| leaf.size(0));
        let mut empty = boolean(false);
        let (mut low, mut high) = (places.start.clone(), places.start.clone());
        for step in &places.steps {
            let none = self.compare(CmpOp::Eq, step.count.clone(), i64(0));
            empty = self.or(empty, none);
            let before = self.binary(BinOp::Sub, ScalarType::I64, step.count.clone(), i64(1));
            let reach = self.binary(BinOp::MulSat, ScalarType::I64, before, step.stride.clone());
            let down = self.binary(BinOp::Min, ScalarType::I64, reach.clone(), i64(0));
            let up = self.binary(BinOp::Max, ScalarType::I64, reach, i64(0));
            low = self.binary(BinOp::AddSat, ScalarType::I64, low, down);
            high = self.binary(BinOp::AddSat, ScalarType::I64, high, up);
        }
        let above = self.compare(CmpOp::Le, i64(0), low);
        let below = self.compare(CmpOp::Lt, high, size.clone());
        let within = self.and(above, below);
        let fine = self.or(empty, within);
        let mut values = vec![places.start.clone()];
        values.extend(places.steps.iter().flat_map(|step| [step.count.clone(), step.stride.clone()]));
        values.push(size);
        self.assert(fine, messages::view_out_of_bounds(places.steps.len()), values, span);
    }

    fn choose(&mut self, cond: &Exp, yes: Exp, no: Exp) -> Exp {
        match known(cond) {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let chosen = Exp::Select(Box::new(cond.clone()), Box::new(yes), Box::new(no));
                self.value("chosen", ScalarType::I64, chosen)
            }
        }
    }
}
