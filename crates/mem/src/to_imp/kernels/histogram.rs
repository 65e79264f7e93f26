//! Histograms.
//!
//! Operators on integers whose order does not matter become atomic operations. If there are few bins and many elements,
//! each group has histograms in its own memory. It may have several copies, used by its threads in turn, so that fewer
//! threads update the same bin at once:
//!
//! ```text
//! launch g < segments * parts * passes of group_size() {      launch .. a thread for each element {
//!   var low := g % passes * held                                if 0 <= k && k < size { atomic o : hist[k] <- o + v }
//!   var high := min(low + held, size)                         }
//!   var own : shared i32[held * copies]
//!   threads at < held * copies { own[at] <- 0 }
//!   threads t < group_size() {
//!     for i of this thread { .. if low <= k && k < high { atomic o : own[(k - low) * copies + t % copies] <- o + v } }
//!   }
//!   threads at < high - low { .. sum of own[at * copies ..] ..  if sum != 0 { atomic o : hist[low + at] <- o + sum } }
//! }
//! ```
//!
//! A thread reads the inputs of `TOGETHER` elements before it adds the first one, so that it waits for memory once.
//!
//! If there are a few more bins than a group has room for, several passes are made, each for a range of bins. The
//! groups of all passes go through the same elements, which are then in the device's cache.
//!
//! With other operators, each thread has a histogram of its own for a piece of the elements, and marks the bins that it
//! touches. These histograms are combined in order, `FAN` at a time, until the first piece has all:
//!
//! ```text
//! launch .. { .. own[p, ..] <- of piece p, touched[p, ..] <- true where there is something }
//! while step < pieces {
//!   launch .. { for j < FAN - 1 { if touched[p + (j + 1) * step, k] { own[p, k] <- own[p, k] + own[p + (j + 1) * step, k] } } }
//!   step <- step * FAN
//! }
//! launch .. { if touched[0, k] { hist[k] <- hist[k] + own[0, k] } }
//! ```
//!
//! If the last index is `i % columns` for element `i`, as in a histogram of rows that `flatten` has made one of scalars,
//! each piece has a thread for each column. So it has more threads, and neighbouring threads read neighbouring elements.
//! The columns of a piece's histogram are one after another.
//!
//! Source: Henriksen, Hellfritzsch, Sadayappan and Oancea, Compiling Generalized Histograms for GPU, SC 2020, sections
//! III and IV.

use super::inputs::Inputs;
use super::*;
use fun::def::{Histogram, Lambda};
use index::{IndexFn, Poly};
use value::Scalar;

/// The least number of elements for each bin if a thread or a group has a histogram of its own.
const DENSE: i64 = 2;

/// The largest number of copies of a histogram in a group's memory.
const COPIES: i64 = 8;

/// The number of elements whose inputs a thread reads together.
const TOGETHER: usize = 4;

/// The largest number of passes. Each pass reads the inputs again, from memory or the cache, and recomputes indices and
/// values; it saves an atomic operation in memory for each element.
const PASSES: i64 = 4;
/// The largest number of bytes that all passes together read for an element. By estimate, a device reads 30 to 100
/// bytes in the time of an atomic operation in memory. The estimate: each of the 50 to 100 parts of its cache does at
/// best one in a clock, in which memory delivers about 2 KiB. The bodies must consist of a few operations.
const READ: i64 = 48;

/// The size of the largest body, in statements and expressions, for which several passes are made.
const LARGEST_BODY: usize = 64;

/// The number of threads' histograms that are combined at a time.
const FAN: i64 = 8;

/// A histogram whose operators are atomic operations.
pub(in crate::to_imp) struct Atomics<'h> {
    histogram: &'h Histogram,
    /// The operator for each destination, with the element type and its neutral value.
    operators: Vec<(BinOp, ScalarType, Scalar)>,
}

/// How segments' elements are distributed over groups that have histograms of their own.
struct Grouped {
    bins: Vec<Poly>,
    /// The number of bins.
    size: Name,
    /// The number of passes over the elements.
    passes: Name,
    /// The number of bins that a group counts in one pass.
    held: Name,
    /// The number of copies of the histogram in a group's memory.
    copies: Name,
    /// The number of parts of a segment; each has a group for each pass.
    parts: Name,
}

/// The bins of a group in one pass, from `low` up to but not including `high`.
struct Held {
    own: Vec<Name>,
    low: Name,
    high: Name,
}

/// How segments' elements are distributed over threads that have histograms of their own.
struct Pieces {
    /// The sizes of a piece's histogram. If there are columns, their number is the first size.
    bins: Vec<Poly>,
    size: Name,
    /// The number of pieces of a segment.
    pieces: Name,
    /// If present, the number of columns, and one thread for each column of a piece. If absent, one thread handles the
    /// whole piece.
    columns: Option<Name>,
    /// The blocks with the threads' histograms, one for each destination, segment by segment.
    own: Vec<Name>,
    /// The blocks, laid out like `own`, that record which bins were written.
    touched: Vec<Name>,
}

fn first_of(histogram: &Histogram) -> Lowered<Name> {
    histogram.destinations.first().copied().ok_or_else(|| bug("a histogram without destination"))
}

/// Splits the lambda's results into the index and the values.
fn results_of(histogram: &Histogram) -> (&[Atom], &[Atom]) {
    let result = &histogram.lambda.body.result;
    result.split_at(histogram.index_rank.min(result.len()))
}

fn exps(atoms: &[Atom]) -> Vec<target::Exp> {
    atoms.iter().map(|&atom| exp(atom)).collect()
}

impl Lowerer<'_> {
    /// Lowers a histogram by atomic operations if its operator permits that, otherwise in pieces or by a single thread.
    pub(super) fn histogram_kernel(&mut self, nest: &Nest<'_>, histogram: &Histogram) -> Lowered<()> {
        let bins: Vec<Poly> = self.dims(first_of(histogram)?).into_iter().take(histogram.index_rank).collect();
        let own = nest.own_names();
        let is_known = !bins.iter().flat_map(Poly::free_variables).any(|name| own.contains(&name));
        if let Some(atomics) = self.atomics(histogram) {
            return match is_known {
                true => self.histogram_by_groups(nest, &atomics, bins),
                false => self.histogram_in_memory(nest, &atomics),
            };
        }
        let scalars = self.is_of_scalars(&histogram.operator)
            && histogram.destinations.iter().all(|&array| self.program.type_of(array).rank() == histogram.index_rank);
        if !scalars || !is_known {
            return self.by_one(nest);
        }
        self.histogram_in_pieces(nest, histogram, bins)
    }

    /// Returns the histogram with its operators, if each destination has a single operator on integers and neither the
    /// order of operands nor the order of updates matters. Otherwise `None`.
    pub(in crate::to_imp) fn atomics<'h>(&self, histogram: &'h Histogram) -> Option<Atomics<'h>> {
        let Lambda { body, .. } = &histogram.operator.operator;
        let (old, new) = histogram.operator.operands();
        if body.stms.len() != old.len() || new.len() != old.len() || body.result.len() != old.len() {
            return None;
        }
        let places = histogram.destinations.iter().zip(old.iter().zip(new)).zip(&body.result);
        let operators = places.map(|((&array, (&old, &new)), &result)| {
            let made = body.stms.iter().find(|stm| stm.pattern.first().copied() == result.var())?;
            let Exp::Bin(op, a, b) = made.exp else { return None };
            let elem = elem_of(self.program, array);
            let is_plain = [a, b] == [old.into(), new.into()] || [a, b] == [new.into(), old.into()];
            let is_whole = self.program.type_of(array).rank() == histogram.index_rank && self.is_scalar(old);
            let is_exact = elem.is_integer() || elem == ScalarType::Bool;
            let neutral = op.neutral_element(elem)?;
            (is_plain && is_whole && is_exact && reduce::commutes(op, elem)).then_some((op, elem, neutral))
        });
        Some(Atomics { histogram, operators: operators.collect::<Option<_>>()? })
    }

    /// Combines values atomically with the elements at the given positions of blocks.
    fn combine_atomically(
        &mut self,
        atomics: &Atomics<'_>,
        places: Vec<(Name, target::Exp)>,
        values: Vec<target::Exp>,
    ) {
        for ((&(op, elem, _), (memory, index)), value) in atomics.operators.iter().zip(places).zip(values) {
            let old = self.out.names.fresh("old");
            let value = target::Exp::Bin(op, Box::new(var(old)), Box::new(value));
            self.push(target::Stm::Atomic { memory, elem, index, old, value });
        }
    }

    /// Returns the block and the position of each destination's element at the indices.
    fn destinations_at(&self, histogram: &Histogram, index: &[target::Exp]) -> Lowered<Vec<(Name, target::Exp)>> {
        let at = |&array: &Name| self.place(array).map(|place| (place.block, address(&place.ixfn, index)));
        histogram.destinations.iter().map(at).collect()
    }

    /// Lowers one iteration, which combines its values with the destinations by atomic operations.
    pub(in crate::to_imp) fn atomic_iteration(&mut self, atomics: &Atomics<'_>) -> Lowered<()> {
        let histogram = atomics.histogram;
        let (index, values) = results_of(histogram);
        self.enter(&histogram.lambda, &histogram.inputs)?;
        let places = self.destinations_at(histogram, &exps(index))?;
        self.only_if(self.in_range(first_of(histogram)?, index), |this| {
            this.combine_atomically(atomics, places, exps(values));
            Ok(())
        })
    }

    /// Launches a thread for each element that updates the destinations in memory.
    fn histogram_in_memory(&mut self, nest: &Nest<'_>, atomics: &Atomics<'_>) -> Lowered<()> {
        self.for_each_element(nest, atomics.histogram.width, |this, at| {
            this.bind_index(&atomics.histogram.lambda.params, at)?;
            this.atomic_iteration(atomics)
        })?;
        self.pass_on_later(nest)
    }

    /// Launches groups that have histograms of their own, or of a range of bins, if these fit in a group's memory and
    /// the elements are many more than the bins. Otherwise launches a thread for each element.
    fn histogram_by_groups(&mut self, nest: &Nest<'_>, atomics: &Atomics<'_>, bins: Vec<Poly>) -> Lowered<()> {
        let bytes: i64 = atomics.operators.iter().map(|(_, elem, _)| elem.bytes() as i64).sum();
        // This is half of the memory, so that several groups can run on a multiprocessor at a time.
        let at_least_one = |count| bin(BinOp::Max, count, i64_exp(1));
        let room = self.define("room", at_least_one(bin(BinOp::Quot, group_memory(), i64_exp(2 * bytes))));
        let most = self.most_passes(atomics)?;
        let size = self.define("size", poly_exp(&Poly::product(&bins)));
        let passes = self.define("passes", at_least_one(quot_up(var(size), var(room))));
        let held = self.define("held", quot_up(var(size), var(passes)));
        let fit = bin(BinOp::Quot, var(room), at_least_one(var(held)));
        let copies = self.define("copies", at_least_one(bin(BinOp::Min, fit, i64_exp(COPIES))));
        // On average, one in `passes` of a group's elements falls into its bins.
        let least = bin(BinOp::Max, bin(BinOp::Mul, var(size), var(copies)), group_size());
        let dense = bin(BinOp::Quot, exp(atomics.histogram.width), bin(BinOp::Mul, least, i64_exp(DENSE)));
        let busy = quot_up(self.groups_each(nest), var(passes));
        let parts = self.define("parts", bin(BinOp::Min, dense, busy));
        let grouped = Grouped { bins, size, passes, held, copies, parts };
        let then_block = self.in_block(|this| this.histograms_of_groups(nest, atomics, &grouped))?;
        let else_block = self.in_block(|this| this.histogram_in_memory(nest, atomics))?;
        let is_small = cmp(CmpOp::Le, var(passes), i64_exp(most));
        let cond = bin(BinOp::And, is_small, cmp(CmpOp::Lt, i64_exp(0), var(parts)));
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Returns the largest number of passes that are faster than atomic operations in memory.
    fn most_passes(&mut self, atomics: &Atomics<'_>) -> Lowered<i64> {
        let histogram = atomics.histogram;
        let body = self.alone(|this| this.enter(&histogram.lambda, &histogram.inputs).map(|_| ()))?;
        let mut bytes = 0;
        imp::walk::each_exp(&body, &mut |exp| {
            if let target::Exp::Read { elem, .. } = exp {
                bytes += elem.bytes() as i64;
            }
        });
        let is_cheap = imp::walk::size(&body) <= LARGEST_BODY && imp::walk::loop_depth(&body) == 0;
        Ok(if is_cheap { (READ / bytes.max(1)).clamp(1, PASSES) } else { 1 })
    }

    /// Launches groups that have bins in their own memory for a part of a segment's elements. In each pass, a group has
    /// a range of the bins.
    fn histograms_of_groups(&mut self, nest: &Nest<'_>, atomics: &Atomics<'_>, grouped: &Grouped) -> Lowered<()> {
        let Grouped { size, passes, held, copies, parts, .. } = *grouped;
        let elems: Vec<ScalarType> = atomics.operators.iter().map(|&(_, elem, _)| elem).collect();
        let neutral = || atomics.operators.iter().map(|&(.., neutral)| target::Exp::Const(neutral));
        let each = self.define("each", bin(BinOp::Mul, var(parts), var(passes)));
        self.launch(bin(BinOp::Mul, nest.segments(), var(each)), nest.spans, |this, group| {
            let room = bin(BinOp::Mul, var(held), var(copies));
            let own = this.share_each("own", &elems, &room);
            let pass = bin(BinOp::Rem, var(group), var(passes));
            let low = this.define("low", bin(BinOp::Min, bin(BinOp::Mul, pass, var(held)), var(size)));
            let high = this.define("high", bin(BinOp::Min, bin(BinOp::Add, var(low), var(held)), var(size)));
            this.threads(room, |this, at| {
                this.write_each(&own, &elems, &var(at), neutral().collect());
                Ok(())
            })?;
            let held = Held { own, low, high };
            let segment = bin(BinOp::Quot, var(group), var(each));
            this.threads(group_size(), |this, thread| {
                this.enter_steps(nest, segment.clone())?;
                let part = bin(BinOp::Quot, bin(BinOp::Rem, var(group), var(each)), var(passes));
                let first = bin(BinOp::Add, bin(BinOp::Mul, part, group_size()), var(thread));
                let first = this.define("first", first);
                this.elements_of_group(atomics, grouped, &held, (thread, first))
            })?;
            this.threads(bin(BinOp::Sub, var(high), var(low)), |this, at| {
                this.again(|this| {
                    this.enter_steps(nest, segment)?;
                    this.add_histograms(atomics, grouped, &held, at)
                })
            })
        })?;
        self.pass_on_later(nest)
    }

    /// Lowers the loop in which a thread of a group takes every `stride`-th element of the segment, and adds it to a
    /// histogram of the group. A round takes `TOGETHER` elements.
    fn elements_of_group(
        &mut self,
        atomics: &Atomics<'_>,
        grouped: &Grouped,
        held: &Held,
        (thread, first): (Name, Name),
    ) -> Lowered<()> {
        let histogram = atomics.histogram;
        let (index, values) = results_of(histogram);
        let copy = self.define("copy", bin(BinOp::Rem, var(thread), var(grouped.copies)));
        let stride = self.define("stride", bin(BinOp::Mul, var(grouped.parts), group_size()));
        let rest = bin(BinOp::Max, bin(BinOp::Sub, exp(histogram.width), var(first)), i64_exp(0));
        let rest = self.define("rest", rest);
        let inputs = Inputs::of(self, &histogram.lambda, &histogram.inputs);
        inputs.declare(self, TOGETHER);
        let round = self.out.names.fresh("round");
        // The minima and maxima show that numbers are small if the width is. They do not change the numbers of existing
        // elements.
        let each = |this: &mut Self, body: &mut dyn FnMut(&mut Self, Name, Name) -> Lowered<()>| {
            let item = this.out.names.fresh("item");
            let block = this.in_block(|this| {
                let at = bin(BinOp::Add, bin(BinOp::Mul, var(round), i64_exp(TOGETHER as i64)), var(item));
                let element = bin(BinOp::Add, var(first), bin(BinOp::Mul, at, var(stride)));
                let element = this.define("element", bin(BinOp::Min, element, exp(histogram.width)));
                this.only_if(cmp(CmpOp::Lt, var(element), exp(histogram.width)), |this| body(this, item, element))
            })?;
            this.for_(item, i64_exp(TOGETHER as i64), block, false, &Vec::new());
            Ok(())
        };
        let add = &mut |this: &mut Self, item: Name, element: Name| {
            inputs.enter(this, item, element)?;
            let number = address(&IndexFn::row_major(&grouped.bins), &exps(index));
            let row = bin(BinOp::Mul, bin(BinOp::Sub, number.clone(), var(held.low)), var(grouped.copies));
            let place = bin(BinOp::Add, row, var(copy));
            let places = held.own.iter().map(|&block| (block, place.clone())).collect();
            let combine = |this: &mut Self| {
                this.only_if(held.has(number), |this| {
                    this.combine_atomically(atomics, places, exps(values));
                    Ok(())
                })
            };
            match index {
                // A bin in the group's range exists, so no further test is needed.
                [_] => combine(this),
                _ => this.only_if(this.in_range(first_of(histogram)?, index), combine),
            }
        };
        let body = self.in_block(|this| {
            if inputs.bytes() > 0 {
                each(this, &mut |this, item, element| inputs.read(this, item, element))?;
            }
            each(this, add)
        })?;
        let count = bin(BinOp::Min, quot_up(var(rest), var(stride)), var(rest));
        let count = self.define("count", bin(BinOp::Max, count, i64_exp(0)));
        let rounds = quot_up(var(count), i64_exp(TOGETHER as i64));
        self.for_(round, rounds, body, false, &Vec::new());
        Ok(())
    }

    /// Declares the indices of the bin with this number; returns them.
    fn declare_bin(&mut self, bins: &[Poly], number: Name) -> Vec<target::Exp> {
        let indices: Indices = bins.iter().map(|size| (self.out.names.fresh("i"), poly_exp(size))).collect();
        self.unrank(&indices, var(number));
        indices.iter().map(|(name, _)| var(*name)).collect()
    }

    /// Adds the sum of a group's copies of one of its bins to the destinations.
    fn add_histograms(&mut self, atomics: &Atomics<'_>, grouped: &Grouped, held: &Held, at: Name) -> Lowered<()> {
        let number = self.define("number", bin(BinOp::Add, var(held.low), var(at)));
        let index = self.declare_bin(&grouped.bins, number);
        let places = self.destinations_at(atomics.histogram, &index)?;
        let start = self.define("start", bin(BinOp::Mul, var(at), var(grouped.copies)));
        for ((&block, place), operator) in held.own.iter().zip(places).zip(&atomics.operators) {
            let &(op, ty, neutral) = operator;
            let sum = self.out.names.fresh("sum");
            self.push(target::Stm::Declare { name: sum, ty, init: self.element(block, ty, var(start)) });
            let copy = self.out.names.fresh("copy");
            let next = bin(BinOp::Add, bin(BinOp::Add, var(start), var(copy)), i64_exp(1));
            let value = target::Exp::Bin(op, Box::new(var(sum)), Box::new(self.element(block, ty, next)));
            let body = vec![target::Stm::Assign { name: sum, value }];
            self.for_(copy, bin(BinOp::Sub, var(grouped.copies), i64_exp(1)), body, false, &Vec::new());
            let old = self.out.names.fresh("old");
            let value = target::Exp::Bin(op, Box::new(var(old)), Box::new(var(sum)));
            self.only_if(cmp(CmpOp::Ne, var(sum), target::Exp::Const(neutral)), |this| {
                this.push(target::Stm::Atomic { memory: place.0, elem: ty, index: place.1, old, value });
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Returns the last size of the destinations if element `i` goes to index `i % size` of their last dimension.
    fn columns(&self, histogram: &Histogram) -> Option<Atom> {
        let (index, _) = results_of(histogram);
        let [_, .., last] = index else { return None };
        let element = index_of(&histogram.lambda.params).ok()?;
        let size = *self.program.type_of(*histogram.destinations.first()?).dims().get(index.len() - 1)?;
        let is_column = |stm: &Stm| {
            stm.pattern.first().copied() == last.var() && stm.exp == Exp::Bin(BinOp::Rem, element.into(), size)
        };
        histogram.lambda.body.stms.iter().any(is_column).then_some(size)
    }

    /// Launches threads that have a histogram of their own for a piece of a segment. If segments are too short for
    /// several pieces, a thread does each segment.
    fn histogram_in_pieces(&mut self, nest: &Nest<'_>, histogram: &Histogram, mut bins: Vec<Poly>) -> Lowered<()> {
        let size = self.define("size", poly_exp(&Poly::product(&bins)));
        let dense = bin(BinOp::Mul, bin(BinOp::Max, var(size), i64_exp(1)), i64_exp(DENSE));
        let mut most = self.threads_each(nest);
        let mut columns = None;
        if let Some(size) = self.columns(histogram) {
            bins.rotate_right(1);
            let count = self.define("columns", bin(BinOp::Max, exp(size), i64_exp(1)));
            most = quot_up(most, var(count));
            columns = Some(count);
        }
        let pieces = bin(BinOp::Min, bin(BinOp::Quot, exp(histogram.width), dense), most);
        let pieces = self.define("pieces", bin(BinOp::Max, pieces, i64_exp(1)));
        let (own, touched) = (Vec::new(), Vec::new());
        let pieces = Pieces { bins, size, pieces, columns, own, touched };
        if nest.steps.is_empty() {
            return self.histograms_of_threads(nest, histogram, pieces);
        }
        let cond = cmp(CmpOp::Lt, i64_exp(1), var(pieces.pieces));
        let then_block = self.in_block(|this| this.histograms_of_threads(nest, histogram, pieces))?;
        let else_block = self.in_block(|this| this.thread_each(nest))?;
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Launches a thread for each piece, with a histogram of its own. Joins the pieces and adds the result to the
    /// destinations.
    fn histograms_of_threads(&mut self, nest: &Nest<'_>, histogram: &Histogram, mut pieces: Pieces) -> Lowered<()> {
        let elems: Vec<ScalarType> = histogram.destinations.iter().map(|&array| elem_of(self.program, array)).collect();
        let size = pieces.size;
        let all = bin(BinOp::Mul, nest.segments(), var(pieces.pieces));
        let count = bin(BinOp::MulSat, all.clone(), var(size));
        pieces.own = self.allocate_each("own", &elems, &count);
        pieces.touched = self.allocate_each("touched", &[ScalarType::Bool], &count);
        let untouched = vec![target::Exp::Const(Scalar::Bool(false))];
        self.for_each_thread(count, nest.spans, |this, at| {
            this.write_each(&pieces.touched, &[ScalarType::Bool], &var(at), untouched);
            Ok(())
        })?;
        let threads = product(std::iter::once(all).chain(pieces.columns.map(var)));
        self.for_each_thread(threads, nest.spans, |this, at| {
            let (number, column) = match pieces.columns {
                None => (at, None),
                Some(columns) => {
                    let number = this.define("number", bin(BinOp::Quot, var(at), var(columns)));
                    (number, Some((this.define("column", bin(BinOp::Rem, var(at), var(columns))), columns)))
                }
            };
            let piece = match nest.steps.is_empty() {
                true => number,
                false => {
                    this.enter_steps(nest, bin(BinOp::Quot, var(number), var(pieces.pieces)))?;
                    this.define("piece", bin(BinOp::Rem, var(number), var(pieces.pieces)))
                }
            };
            this.piece_of_histogram(histogram, &pieces, number, (piece, column))
        })?;
        self.join_pieces(nest, histogram, &pieces)?;
        let count = bin(BinOp::Mul, nest.segments(), var(size));
        self.for_each_thread(count, nest.spans, |this, at| {
            if nest.steps.is_empty() {
                return this.give_histogram(histogram, &pieces, at, var(at));
            }
            let segment = this.define("segment", bin(BinOp::Quot, var(at), var(size)));
            this.enter_steps(nest, var(segment))?;
            let place = this.define("bin", bin(BinOp::Rem, var(at), var(size)));
            this.give_histogram(histogram, &pieces, place, pieces.place(var(segment), i64_exp(0), place))
        })?;
        self.pass_on_later(nest)
    }

    /// Combines the histograms of each segment's pieces into that of its first piece.
    fn join_pieces(&mut self, nest: &Nest<'_>, histogram: &Histogram, pieces: &Pieces) -> Lowered<()> {
        let operators = self.operators(std::iter::once(&histogram.operator));
        let step = self.define("step", i64_exp(1));
        let next = bin(BinOp::Mul, var(step), i64_exp(FAN));
        let body = self.in_block(|this| {
            let left = this.define("left", quot_up(var(pieces.pieces), next.clone()));
            let rows = bin(BinOp::Mul, nest.segments(), var(left));
            this.for_each_thread(bin(BinOp::Mul, rows, var(pieces.size)), nest.spans, |this, at| {
                let row = this.define("row", bin(BinOp::Quot, var(at), var(pieces.size)));
                let place = this.define("bin", bin(BinOp::Rem, var(at), var(pieces.size)));
                let segment = this.define("segment", bin(BinOp::Quot, var(row), var(left)));
                this.enter_for_operators(nest, &operators, var(segment))?;
                let piece = bin(BinOp::Mul, bin(BinOp::Rem, var(row), var(left)), next.clone());
                let piece = this.define("piece", piece);
                let to = this.define("to", pieces.place(var(segment), var(piece), place));
                let more = this.out.names.fresh("more");
                let body = this.in_block(|this| {
                    let far = bin(BinOp::Mul, bin(BinOp::Add, var(more), i64_exp(1)), var(step));
                    let other = this.define("other", bin(BinOp::Add, var(piece), far));
                    this.only_if(cmp(CmpOp::Lt, var(other), var(pieces.pieces)), |this| {
                        let from = this.define("from", pieces.place(var(segment), var(other), place));
                        let new = this.read_each(&pieces.own, &operators.elems, &var(from));
                        let is_touched = this.element(pieces.touched[0], ScalarType::Bool, var(from));
                        this.only_if(is_touched, |this| this.touch(&operators, pieces, to, &new))
                    })
                })?;
                this.for_(more, i64_exp(FAN - 1), body, false, &Vec::new());
                Ok(())
            })?;
            this.push(target::Stm::Assign { name: step, value: next.clone() });
            Ok(())
        })?;
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), var(pieces.pieces)), body });
        Ok(())
    }

    /// Combines values with the bin of a piece at `place`. If the bin was not touched before, stores them there
    /// instead.
    fn touch(&mut self, operators: &Operators<'_>, pieces: &Pieces, place: Name, new: &[target::Exp]) -> Lowered<()> {
        let elems = &operators.elems;
        let then_block = self.in_block(|this| {
            let old = this.read_each(&pieces.own, elems, &var(place));
            let results = this.operate_all(operators, &old, new)?;
            this.write_each(&pieces.own, elems, &var(place), results);
            Ok(())
        })?;
        let else_block = self.in_block(|this| {
            this.write_each(&pieces.own, elems, &var(place), new.to_vec());
            let is_touched = vec![target::Exp::Const(Scalar::Bool(true))];
            this.write_each(&pieces.touched, &[ScalarType::Bool], &var(place), is_touched);
            Ok(())
        })?;
        let cond = self.element(pieces.touched[0], ScalarType::Bool, var(place));
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Lowers the computation of histogram number `at`: that of `piece` of the segment. With a column and the number of
    /// columns, it is the histogram of the piece's elements in that column.
    fn piece_of_histogram(
        &mut self,
        histogram: &Histogram,
        pieces: &Pieces,
        at: Name,
        (piece, column): (Name, Option<(Name, Name)>),
    ) -> Lowered<()> {
        let operators = self.operators(std::iter::once(&histogram.operator));
        let start = self.define("start", bin(BinOp::Mul, var(at), var(pieces.size)));
        let width = exp(histogram.width);
        let element = |this: &mut Self, element: Name| {
            let (index, values) = results_of(histogram);
            this.bind_index(&histogram.lambda.params, element)?;
            this.enter(&histogram.lambda, &histogram.inputs)?;
            this.only_if(this.in_range(first_of(histogram)?, index), |this| {
                let mut bin_index = exps(index);
                bin_index.rotate_right(usize::from(column.is_some()));
                let position = address(&IndexFn::row_major(&pieces.bins), &bin_index);
                let place = this.define("place", bin(BinOp::Add, var(start), position));
                this.touch(&operators, pieces, place, &exps(values))
            })
        };
        let Some((column, columns)) = column else {
            return self.over_piece((piece, pieces.pieces), width, element);
        };
        self.over_piece((piece, pieces.pieces), quot_up(width.clone(), var(columns)), |this, row| {
            let before = bin(BinOp::Mul, var(row), var(columns));
            let at = this.define("at", bin(BinOp::Add, before, var(column)));
            this.only_if(cmp(CmpOp::Lt, var(at), width), |this| element(this, at))
        })
    }

    /// Combines bin number `at` of a segment's first piece, which is at `place`, with the destinations.
    fn give_histogram(&mut self, histogram: &Histogram, pieces: &Pieces, at: Name, place: target::Exp) -> Lowered<()> {
        let mut index = self.declare_bin(&pieces.bins, at);
        index.rotate_left(usize::from(pieces.columns.is_some()));
        let operators = self.operators(std::iter::once(&histogram.operator));
        let is_touched = self.element(pieces.touched[0], ScalarType::Bool, place.clone());
        self.only_if(is_touched, |this| {
            let old = histogram.destinations.iter().map(|&array| this.read(array, &index));
            let old = old.collect::<Lowered<Vec<_>>>()?;
            let new = this.read_each(&pieces.own, &operators.elems, &place);
            let results = this.operate_all(&operators, &old, &new)?;
            let results = this.declare_each("joined", &operators.elems, results);
            for (&array, &result) in histogram.destinations.iter().zip(&results) {
                this.write(array, &index, var(result))?;
            }
            Ok(())
        })
    }
}

impl Held {
    /// Returns the condition that the bin with this number is in the range.
    fn has(&self, number: target::Exp) -> target::Exp {
        let (low, high) = (cmp(CmpOp::Le, var(self.low), number.clone()), cmp(CmpOp::Lt, number, var(self.high)));
        bin(BinOp::And, low, high)
    }
}

impl Pieces {
    /// Returns the position of bin `at` in the histogram of a segment's piece.
    fn place(&self, segment: target::Exp, piece: target::Exp, at: Name) -> target::Exp {
        let number = bin(BinOp::Add, bin(BinOp::Mul, segment, var(self.pieces)), piece);
        bin(BinOp::Add, bin(BinOp::Mul, number, var(self.size)), var(at))
    }
}
