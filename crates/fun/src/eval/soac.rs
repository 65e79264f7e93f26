//! Operations that apply functions to elements of arrays: traversals, filters, scatters and histograms.

use super::array::{Array, element_count};
use super::code::{Column, Filter, Histogram, Lambda, Monoid, Place, Scatter, Slot, Stm, Traverse};
use super::count::{Counts, Meter};
use super::machine::{Datum, Frame, Machine};
use super::{Run, stuck};
use value::ScalarType;

/// The rows of an array under construction.
pub(super) struct Rows {
    elem: ScalarType,
    shape: Vec<i64>,
    data: Vec<u64>,
}

impl Rows {
    pub fn new(elem: ScalarType, shape: Vec<i64>, count: usize) -> Rows {
        let row = element_count(&shape).unwrap_or(0);
        let data = Vec::with_capacity(count.saturating_mul(row).min(1 << 24));
        Rows { elem, shape, data }
    }

    fn of(column: &Column, count: usize, frame: &Frame) -> Rows {
        Rows::new(column.elem, frame.i64s(&column.row), count)
    }

    /// Appends a row; returns its number of elements.
    pub fn push(&mut self, row: Place, frame: &Frame) -> Run<usize> {
        match row {
            Place::Word(slot, ty) if self.shape.is_empty() && ty == self.elem => {
                self.data.push(frame.words[slot]);
                return Ok(1);
            }
            Place::Array(slot) => {
                let row = frame.array(slot)?;
                if row.elem == self.elem && row.has_shape(self.shape.iter().copied()) {
                    row.append_to(&mut self.data);
                    return Ok(row.count());
                }
            }
            Place::Word(..) | Place::Nothing => {}
        }
        Err(stuck("a row is not of the type of the array's rows"))
    }

    /// Returns the number of elements so far.
    fn written(&self) -> u64 {
        self.data.len() as u64
    }

    pub fn finish(self, count: usize) -> Run<Array> {
        let shape: Vec<i64> = std::iter::once(count as i64).chain(self.shape).collect();
        if element_count(&shape) != Some(self.data.len()) {
            return Err(stuck("rows do not fill their array"));
        }
        Ok(Array::new(self.elem, &shape, self.data))
    }
}

impl<'c, 'p, M: Meter> Machine<'c, 'p, M> {
    /// Applies a lambda to the elements at an index.
    fn apply_at(&mut self, lambda: &'c Lambda<'p>, inputs: &[Array], at: i64, frame: &mut Frame) -> Run<()> {
        if let Some(index) = lambda.index {
            frame.words[index] = at as u64;
        }
        for (&param, input) in lambda.params.iter().zip(inputs) {
            let short = || stuck("an input is shorter than its traversal");
            match param {
                Place::Word(slot, _) => frame.words[slot] = input.get([at].into_iter()).ok_or_else(short)?,
                Place::Array(slot) => frame.set_array(slot, input.row(&[at]).ok_or_else(short)?),
                Place::Nothing => return Err(short()),
            }
        }
        self.body(&lambda.body, frame)
    }

    /// Combines an operator's accumulated values with new ones.
    fn combine(&mut self, monoid: &'c Monoid<'p>, frame: &mut Frame) -> Run<()> {
        frame.assign(&monoid.take)?;
        self.body(&monoid.body, frame)?;
        frame.assign(&monoid.keep)
    }

    /// Appends a row to each column.
    fn push_all(&mut self, columns: &[Column], rows: &mut [Rows], frame: &Frame) -> Run<()> {
        let mut written = 0;
        for (column, rows) in columns.iter().zip(rows) {
            written += rows.push(column.from.place, frame)?;
        }
        self.step(written)
    }

    pub(super) fn traverse(&mut self, traverse: &'c Traverse<'p>, stm: &Stm, frame: &mut Frame) -> Run<()> {
        let (width, inputs) = (width(traverse.width, frame)?, frame.arrays(&traverse.lambda.inputs)?);
        for monoid in &traverse.monoids {
            frame.assign(&monoid.start)?;
        }
        frame.drop_all(&stm.before);
        let mut rows: Vec<Rows> =
            traverse.columns.iter().map(|column| Rows::of(column, width as usize, frame)).collect();
        self.meter.enter();
        for at in 0..width {
            self.apply_at(&traverse.lambda, &inputs, at, frame)?;
            for monoid in &traverse.monoids {
                self.combine(monoid, frame)?;
            }
            self.push_all(&traverse.columns, &mut rows, frame)?;
            frame.release(&traverse.lambda.body.results);
        }
        self.meter.leave();
        self.meter.count(stm, || over(&traverse.lambda, width, &rows));
        frame.assign(&traverse.end)?;
        frame.release(&traverse.scanned);
        finish(&traverse.columns, rows, width as usize, frame)
    }

    pub(super) fn filter(&mut self, filter: &'c Filter<'p>, stm: &Stm, frame: &mut Frame) -> Run<()> {
        let (width, inputs) = (width(filter.width, frame)?, frame.arrays(&filter.lambda.inputs)?);
        frame.drop_all(&stm.before);
        let mut rows: Vec<Rows> = filter.columns.iter().map(|column| Rows::of(column, 0, frame)).collect();
        let mut kept = 0usize;
        self.meter.enter();
        for at in 0..width {
            self.apply_at(&filter.lambda, &inputs, at, frame)?;
            if frame.words[filter.keep] != 0 {
                kept += 1;
                self.push_all(&filter.columns, &mut rows, frame)?;
            }
            frame.release(&filter.lambda.body.results);
        }
        self.meter.leave();
        self.meter.count(stm, || over(&filter.lambda, width, &rows));
        frame.words[filter.count] = kept as u64;
        finish(&filter.columns, rows, kept, frame)
    }

    pub(super) fn scatter(&mut self, scatter: &'c Scatter<'p>, stm: &Stm, frame: &mut Frame) -> Run<()> {
        let (width, inputs) = (width(scatter.width, frame)?, frame.arrays(&scatter.lambda.inputs)?);
        let mut destinations = frame.arrays(&scatter.destinations)?;
        frame.drop_all(&stm.before);
        self.meter.enter();
        for at in 0..width {
            self.apply_at(&scatter.lambda, &inputs, at, frame)?;
            let index = frame.i64s(&scatter.index);
            for (destination, read) in destinations.iter_mut().zip(&scatter.values) {
                if destination.contains(&index) {
                    self.write(stm, destination, &index, read.place, frame)?;
                }
            }
            frame.release(&scatter.lambda.body.results);
        }
        self.meter.leave();
        self.meter.count(stm, || over(&scatter.lambda, width, &[]));
        set_arrays(&scatter.to, destinations, frame);
        Ok(())
    }

    pub(super) fn histogram(&mut self, histogram: &'c Histogram<'p>, stm: &Stm, frame: &mut Frame) -> Run<()> {
        let (width, inputs) = (width(histogram.width, frame)?, frame.arrays(&histogram.lambda.inputs)?);
        let mut destinations = frame.arrays(&histogram.destinations)?;
        frame.drop_all(&stm.before);
        self.meter.enter();
        for at in 0..width {
            self.apply_at(&histogram.lambda, &inputs, at, frame)?;
            let index = frame.i64s(&histogram.index);
            if destinations.iter().all(|destination| destination.contains(&index)) {
                self.combine_at(stm, histogram, &mut destinations, &index, frame)?;
            }
            frame.release(&histogram.lambda.body.results);
        }
        self.meter.leave();
        self.meter.count(stm, || over(&histogram.lambda, width, &[]));
        set_arrays(&histogram.to, destinations, frame);
        Ok(())
    }

    /// Combines new values with the destinations' elements.
    fn combine_at(
        &mut self,
        stm: &Stm,
        histogram: &'c Histogram<'p>,
        destinations: &mut [Array],
        index: &[i64],
        frame: &mut Frame,
    ) -> Run<()> {
        let operator = &histogram.operator;
        for (&param, destination) in histogram.old.iter().zip(&*destinations) {
            let old = own_element(destination, index)?;
            self.meter.count(stm, || Counts::read(if let Datum::Array(row) = &old { row.count() } else { 1 }));
            frame.set(param, old)?;
        }
        frame.assign(&operator.take)?;
        self.body(&operator.body, frame)?;
        for (destination, read) in destinations.iter_mut().zip(&operator.body.results) {
            self.write(stm, destination, index, read.place, frame)?;
        }
        frame.release(&operator.body.results);
        Ok(())
    }

    /// Writes an element or row at leading indices.
    fn write(&mut self, stm: &Stm, array: &mut Array, index: &[i64], value: Place, frame: &Frame) -> Run<()> {
        let written = match value {
            Place::Word(slot, _) => array.write_row(index, &[frame.words[slot]]),
            Place::Array(slot) => array.write_row(index, &frame.array(slot)?.elements()),
            Place::Nothing => None,
        };
        let written = written.ok_or_else(|| stuck("a value of another shape is written"))?;
        self.meter.count(stm, || Counts::written(written));
        self.step(written)
    }
}

/// Returns the work of an operation without that of its functions: it traverses the inputs and writes the rows of
/// results.
fn over(lambda: &Lambda, width: i64, rows: &[Rows]) -> Counts {
    let elements = width as u64;
    let scalars = lambda.params.iter().filter(|param| matches!(param, Place::Word(..))).count() as u64;
    let writes = rows.iter().map(Rows::written).sum();
    Counts { elements, reads: elements * scalars, writes, ..Counts::default() }
}

fn width(slot: Slot, frame: &Frame) -> Run<i64> {
    let width = frame.i64(slot);
    if width < 0 { Err(stuck("a traversal of negative width")) } else { Ok(width) }
}

fn finish(columns: &[Column], rows: Vec<Rows>, count: usize, frame: &mut Frame) -> Run<()> {
    for (column, rows) in columns.iter().zip(rows) {
        frame.set_array(column.to, rows.finish(count)?);
    }
    Ok(())
}

fn set_arrays(slots: &[Slot], arrays: Vec<Array>, frame: &mut Frame) {
    for (&slot, array) in slots.iter().zip(arrays) {
        frame.set_array(slot, array);
    }
}

/// Copies the element or row at an index to unshared storage.
fn own_element(array: &Array, index: &[i64]) -> Run<Datum> {
    let out = || stuck("an index has more dimensions than its array");
    if index.len() == array.rank() {
        return Ok(Datum::Word(array.get(index.iter().copied()).ok_or_else(out)?));
    }
    Ok(Datum::Array(array.row(index).ok_or_else(out)?.to_own()))
}
