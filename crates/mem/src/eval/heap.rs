//! The heap of the evaluator: blocks, arrays in them, and the traces that find data races.
//!
//! Note [Traces]. The paper collects the reads and writes of each iteration of a kernel and demands that no iteration
//! accesses what another one writes (Fig. 10). Here each location keeps two stamps instead, for each kernel that is
//! running: the iteration that wrote it last and the one that read it first. That is enough, since iterations run one
//! after the other. If an iteration before the last writer had written the location, the last writer would have found
//! that. If the first reader is the present iteration, so are all other readers. A kernel that was running when the
//! block was made is not considered, because its other iterations do not know the block.
//!
//! Iterations of a reduction, a scan, a filter, a scatter or a histogram are divided among tasks. A task has its own
//! copies of the blocks that it writes, except for those of the results. So such an iteration may write what another
//! one used, but not read what another one wrote. The check pauses while a task combines its values with those of
//! others.

use super::{Run, Traced, stuck};
use base::{Name, Stop};
use index::ConstantIndexFn;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use value::{Scalar, ScalarType};

/// Largest number of elements that one operation may access.
const MAX_ELEMENTS: i64 = 1 << 28;

/// An iteration of a run of a kernel. Runs are numbered from 1, so 0 means none.
#[derive(Clone, Copy, Default)]
pub struct Stamp {
    pub run: u64,
    pub iteration: i64,
}

/// A running kernel: its current iteration, and the first name that the kernel binds, for messages.
struct Kernel {
    now: Stamp,
    name: Option<Name>,
    /// Numbers of the memory blocks that its iterations share; `None` if they share all.
    shared: Option<Vec<u64>>,
    /// Whether the check for data races is paused.
    rests: bool,
}

impl Kernel {
    fn shares(&self, block: u64) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.contains(&block))
    }
}

/// Running kernels, and counts of the work so far.
#[derive(Default)]
pub struct Trace {
    /// Running kernels, outermost first; `None` for a sequential operation.
    kernels: Vec<Option<Kernel>>,
    reads: Cell<u64>,
    writes: Cell<u64>,
    /// Number of memory blocks allocated so far, and so the number of the next block.
    blocks: Cell<u64>,
    /// Number of kernels started so far; `iterations` counts their iterations.
    runs: u64,
    iterations: u64,
}

impl Trace {
    /// Starts a kernel that makes the array `name`. Its iterations share all blocks, or only those of the arrays in
    /// `shared`.
    pub fn start(&mut self, name: Option<Name>, shared: Option<&[View]>) {
        self.runs += 1;
        let shared = shared.map(|views| views.iter().map(|view| view.block.borrow().number).collect());
        self.kernels.push(Some(Kernel { now: Stamp { run: self.runs, iteration: 0 }, name, shared, rests: false }));
    }

    /// Starts a sequential operation, which is neither checked nor counted.
    pub fn start_sequential(&mut self) {
        self.kernels.push(None);
    }

    /// Pauses or resumes the check of the innermost kernel. The kernel's next iteration also resumes it.
    pub fn rest(&mut self, rests: bool) {
        if let Some(Some(kernel)) = self.kernels.last_mut() {
            kernel.rests = rests;
        }
    }

    /// Begins this iteration of the innermost kernel.
    pub fn at(&mut self, iteration: i64) {
        if let Some(Some(kernel)) = self.kernels.last_mut() {
            self.iterations += 1;
            kernel.now.iteration = iteration;
            kernel.rests = false;
        }
    }

    /// Ends the innermost kernel or sequential operation.
    pub fn end(&mut self) {
        self.kernels.pop();
    }

    pub fn traced(&self) -> Traced {
        let (reads, writes) = (self.reads.get(), self.writes.get());
        Traced { reads, writes, operations: self.runs, iterations: self.iterations }
    }
}

pub struct Block {
    name: Name,
    /// Number of the block, different for each block of a run.
    number: u64,
    pub elem: ScalarType,
    /// Elements; `None` for one that is unwritten.
    elements: Vec<Option<Scalar>>,
    /// Number of kernels that were running when the block was made.
    outer_kernels: usize,
    /// Stamps of the last write to each location, one list for each kernel started after the block was made. `reads`
    /// holds the stamps of the first reads.
    writes: Vec<Vec<Stamp>>,
    reads: Vec<Vec<Stamp>>,
}

pub type BlockRef = Rc<RefCell<Block>>;

/// An array: a block, and the layout of its elements in it.
#[derive(Clone)]
pub struct View {
    pub name: Name,
    pub block: BlockRef,
    pub ixfn: Rc<ConstantIndexFn>,
}

/// Indices that are selected in one dimension.
#[derive(Clone)]
pub enum Range {
    Fix(i64),
    Steps {
        start: i64,
        count: i64,
        stride: i64,
    },
    /// Start of the indices, and count and stride of each dimension that replaces this one.
    Flat(i64, Vec<(i64, i64)>),
}

impl Block {
    /// Makes a block of these elements.
    pub fn new(name: Name, elem: ScalarType, elements: Vec<Option<Scalar>>, trace: &Trace) -> BlockRef {
        let (outer_kernels, number) = (trace.kernels.len(), trace.blocks.get());
        trace.blocks.set(number + 1);
        let (writes, reads) = (Vec::new(), Vec::new());
        Rc::new(RefCell::new(Block { name, number, elem, elements, outer_kernels, writes, reads }))
    }

    /// Reads an element; `None` if it is unwritten. `array` is the array that is read, for messages.
    fn read(&mut self, at: usize, array: Name, trace: &Trace) -> Run<Option<Scalar>> {
        let Some(&element) = self.elements.get(at) else { return Err(self.outside(at, array)) };
        trace.reads.set(trace.reads.get() + 1);
        for (level, kernel) in self.watched(trace) {
            if let Some(other) = stamp_of(&self.writes, level, at, kernel).filter(|it| *it != kernel.now.iteration) {
                return Err(self.race(at, array, kernel, "reads", other, "wrote"));
            }
            if stamp_of(&self.reads, level, at, kernel).is_none() {
                set_stamp(&mut self.reads, level, at, self.elements.len(), kernel.now);
            }
        }
        Ok(element)
    }

    /// Writes an element, or makes it unwritten.
    fn write(&mut self, at: usize, array: Name, element: Option<Scalar>, trace: &Trace) -> Run<()> {
        if element.is_some_and(|element| element.scalar_type() != self.elem) {
            return Err(stuck(format!(
                "a value of another type is written to {}, a block of {}",
                self.name, self.elem
            )));
        }
        trace.writes.set(trace.writes.get() + 1);
        for (level, kernel) in self.watched(trace) {
            let did = [(&self.writes, "wrote"), (&self.reads, "read")];
            for (stamps, did) in did.into_iter().filter(|_| kernel.shares(self.number)) {
                if let Some(other) = stamp_of(stamps, level, at, kernel).filter(|it| *it != kernel.now.iteration) {
                    return Err(self.race(at, array, kernel, "writes", other, did));
                }
            }
            set_stamp(&mut self.writes, level, at, self.elements.len(), kernel.now);
        }
        match self.elements.get_mut(at) {
            Some(place) => *place = element,
            None => return Err(self.outside(at, array)),
        }
        Ok(())
    }

    /// Returns the kernels that check accesses to the block, each with the position of its stamps in `writes` and
    /// `reads`.
    fn watched<'t>(&self, trace: &'t Trace) -> impl Iterator<Item = (usize, &'t Kernel)> + use<'t> {
        let kernels = trace.kernels.iter().skip(self.outer_kernels).enumerate();
        kernels.filter_map(|(level, kernel)| Some((level, kernel.as_ref().filter(|kernel| !kernel.rests)?)))
    }

    /// Returns the first `count` elements, if all of them are written.
    pub fn first(&self, count: usize) -> Option<Vec<Scalar>> {
        self.elements.get(..count)?.iter().copied().collect()
    }

    fn outside(&self, at: usize, array: Name) -> Box<Stop> {
        let (block, count) = (self.name, self.elements.len());
        stuck(format!("{array} reaches offset {at} of the block {block}, which has {count} elements"))
    }

    fn race(&self, at: usize, array: Name, kernel: &Kernel, does: &str, other: i64, did: &str) -> Box<Stop> {
        let (block, now) = (self.name, kernel.now.iteration);
        let of = kernel.name.map_or_else(String::new, |name| format!(" of the traversal that makes {name}"));
        let place = format!("{array}, at offset {at} of the block {block}");
        stuck(format!("a data race on {place}: iteration {now}{of} {does} what iteration {other} {did}"))
    }
}

/// Returns the iteration of this run of the kernel that stamped the location, if one did.
fn stamp_of(stamps: &[Vec<Stamp>], level: usize, at: usize, kernel: &Kernel) -> Option<i64> {
    let stamp = stamps.get(level)?.get(at)?;
    (stamp.run == kernel.now.run).then_some(stamp.iteration)
}

/// Records `now` as the stamp of location `at` at a level. A level has stamps only once one was set.
fn set_stamp(stamps: &mut Vec<Vec<Stamp>>, level: usize, at: usize, count: usize, now: Stamp) {
    if stamps.len() <= level {
        stamps.resize(level + 1, Vec::new());
    }
    if let Some(stamps) = stamps.get_mut(level) {
        if stamps.is_empty() {
            stamps.resize(count, Stamp::default());
        }
        if let Some(stamp) = stamps.get_mut(at) {
            *stamp = now;
        }
    }
}

impl View {
    /// Reads the element at an address of the block; `None` if it is unwritten.
    pub fn read(&self, at: usize, trace: &Trace) -> Run<Option<Scalar>> {
        self.block.borrow_mut().read(at, self.name, trace)
    }

    /// Writes an element at an address of the block, or makes it unwritten.
    pub fn write(&self, at: usize, element: Option<Scalar>, trace: &Trace) -> Run<()> {
        self.block.borrow_mut().write(at, self.name, element, trace)
    }

    /// Checks that all elements are inside the block.
    pub fn check_room(&self) -> Run<()> {
        let (addresses, block) = (self.addresses(&[])?, self.block.borrow());
        match addresses.into_iter().find(|&at| at >= block.elements.len()) {
            Some(at) => Err(block.outside(at, self.name)),
            None => Ok(()),
        }
    }

    /// Returns the name of the block.
    pub fn block_name(&self) -> Name {
        self.block.borrow().name
    }

    /// Returns the sizes, outermost first.
    pub fn shape(&self) -> Vec<i64> {
        self.ixfn.components().next().map_or_else(Vec::new, |first| first.dims.iter().map(|dim| dim.size).collect())
    }

    /// Returns the address of one element.
    pub fn address(&self, indices: &[i64]) -> Run<usize> {
        let dims = self.ixfn.components().next().map_or(&[][..], |first| &first.dims);
        let inside =
            dims.len() == indices.len() && dims.iter().zip(indices).all(|(dim, index)| (0..dim.size).contains(index));
        if !inside {
            return Err(stuck(format!(
                "the index {indices:?} of {} is out of bounds of the shape {:?}",
                self.name,
                self.shape()
            )));
        }
        self.apply(indices)
    }

    /// Returns the addresses of the elements that `ranges` selects, in row-major order. Dimensions without a range are
    /// taken whole.
    pub fn addresses(&self, ranges: &[Range]) -> Run<Vec<usize>> {
        let (mut starts, mut steps) = (Vec::new(), Vec::new());
        for (at, size) in self.shape().into_iter().enumerate() {
            let (start, parts) = ranges.get(at).map_or_else(|| (0, vec![(size, 1)]), progression);
            check_bounds(start, &parts, size)?;
            starts.push(start);
            steps.extend(parts.into_iter().map(|(count, stride)| (at, count, stride)));
        }
        let counts: Vec<i64> = steps.iter().map(|&(_, count, _)| count).collect();
        let count = element_count(&counts)?;
        let mut addresses = Vec::with_capacity(count as usize);
        let mut indices = starts.clone();
        for mut position in 0..count {
            indices.copy_from_slice(&starts);
            for &(at, count, stride) in steps.iter().rev() {
                indices[at] += if count == 1 { 0 } else { position % count * stride };
                position /= count;
            }
            addresses.push(self.apply(&indices)?);
        }
        Ok(addresses)
    }

    fn apply(&self, indices: &[i64]) -> Run<usize> {
        let address = self.ixfn.apply(indices).and_then(|address| usize::try_from(address).ok());
        address.ok_or_else(|| stuck(format!("{}{indices:?} has no address under {}", self.name, self.ixfn)))
    }

    pub fn is_same_as(&self, other: &View) -> bool {
        Rc::ptr_eq(&self.block, &other.block) && self.ixfn == other.ixfn
    }
}

/// Returns the number of elements of a shape.
pub fn element_count(shape: &[i64]) -> Run<i64> {
    if let Some(size) = shape.iter().find(|size| **size < 0) {
        return Err(stuck(format!("{size} is no number of elements")));
    }
    let count =
        if shape.contains(&0) { Some(0) } else { shape.iter().try_fold(1i64, |count, &size| count.checked_mul(size)) };
    count
        .filter(|count| *count <= MAX_ELEMENTS)
        .ok_or_else(|| Box::new(Stop::Limit(format!("{shape:?} elements are too many here"))))
}

/// Count and stride of the selected indices, for each dimension that replaces the original one.
type Parts = Vec<(i64, i64)>;

/// Returns the first index that a range selects, and the counts and strides of all.
fn progression(range: &Range) -> (i64, Parts) {
    match range {
        Range::Fix(index) => (*index, vec![(1, 1)]),
        Range::Steps { start, count, stride } => (*start, vec![(*count, *stride)]),
        Range::Flat(start, parts) => (*start, parts.clone()),
    }
}

/// Checks that all selected indices are in bounds, or that none is selected.
fn check_bounds(start: i64, parts: &[(i64, i64)], size: i64) -> Run<()> {
    let (mut least, mut most) = (i128::from(start), i128::from(start));
    for &(count, stride) in parts {
        let reach = (i128::from(count) - 1) * i128::from(stride);
        (least, most) = (least + reach.min(0), most + reach.max(0));
    }
    let is_empty = parts.iter().any(|&(count, _)| count == 0);
    if parts.iter().any(|&(count, _)| count < 0) || !(is_empty || (least >= 0 && most < size.into())) {
        return Err(stuck(format!("indices from {start} by {parts:?} are out of bounds of {size}")));
    }
    Ok(())
}
