//! Scans by groups of threads: each group scans a tile. Elements are read once and written once.
//!
//! ```text
//! launch g < segments * tiles of group_size() {
//!   var v : shared f32[ITEMS * group_size()]  var total, found : shared f32[group_size()]
//!   var end, reach, joined : shared f32[parts]  var before : shared f32[1]
//!   var y, x : f32[ITEMS]                                           -- of each thread
//!   threads t { y[i] <- xs[..]  x[i] <- f y[i], or 0 beyond the end  v[..] <- x[i], each for all items i }      -- 1
//!   threads t { scan ITEMS neighbours of v in x  total[t] <- the last }
//!   threads p < parts { scan PART neighbours of total  end[p] <- the last }
//!   threads t {
//!     if t == 0 { sums[g] <- end[0] + .. + end[parts - 1]  post 1 }
//!     p := group_size() - t  if p < parts { reach[p] <- end[0] + .. + end[p - 1] }
//!     if t < count { await 1 of g - count + t  found[t] <- sums[g - count + t] } else { found[t] <- 0 } }   -- 2
//!   threads t {
//!     if 0 < t { x[i] <- reach[part of t - 1] + total[t - 1] + x[i], for each item i }
//!     v[..] <- x[i]
//!     if t < parts { joined[t] <- PART neighbours of found, combined } }
//!   threads t { if t == 0 { before[0] <- joined[0] + .. } }
//!   threads t { ys[..] <- before[0] + v[..] }
//! }
//! ```
//!
//! In memory, neighbouring threads access neighbouring elements; each thread scans neighbours (1). So the group's
//! memory rearranges the elements before and after. Its arrays have gaps, and combination within a group has two levels
//! (`combine`).
//!
//! Values of a tile may have a narrower type than those before it. If the neutral element is not known to be neutral,
//! only elements that exist are accessed.
//!
//! Step 2 is the look-back of Merrill and Garland (Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016),
//! with another choice of the groups to wait for. There, a group looks back to the nearest group that knows the sum of
//! all tiles before it, which differs from run to run. Here, tiles have numbers, written to the base `group_size()`,
//! and `count` is the last digit. A row of tiles differs in the last digit only, and its last tile posts the row's sum,
//! as stage 2. The look-back is repeated over these rows by the next digit. The last tile of a row of rows posts the
//! sum of all tiles up to it, as stage 3, which later rows await. So the order of combination depends only on sizes and
//! the size of groups, and no group waits for a long chain of others.
//!
//! Values that are reduced beside a scan are scanned without being stored; the last tile of a segment yields the
//! result. An operator gets its operands in order. The neutral element is used once, before the first element, unless
//! it is known to be neutral.

use super::combine::{PADDED, Rows, Run, padded};
use super::inputs::Inputs;
use super::*;

/// The largest number of elements of a thread. It divides the distance between gaps, so that no gap is within a
/// thread's elements.
const ITEMS: usize = 16;

/// The largest number of bytes in a group's memory for the elements of one thread, if the thread has several elements.
/// The loads of all elements of a tile are in flight together, and registers hold them.
const BYTES: usize = 64;

/// Number of the lowest digits of a tile's number, to the base `group_size()`. A tile looks back once for each of them,
/// and once for all higher digits.
const DIGITS: u32 = target::LAST_STAGE - 1;

/// A scan of segments, and how it is cut.
pub(super) struct Scan<'m> {
    pub operators: Operators<'m>,
    /// The types of values within a tile. They may be narrower integers than `operators.elems`.
    pub held: Vec<ScalarType>,
    /// The neutral elements, of the types `held`.
    pub neutral: Vec<target::Exp>,
    /// Whether the neutral element is known to leave other values unchanged.
    pub is_neutral: bool,
    /// The number of values that are stored for each element; the others are only reduced.
    pub scanned: usize,
    pub segments: target::Exp,
    /// The number of elements of each segment.
    pub width: target::Exp,
    /// Whether the last value of each segment is needed.
    pub tells_last: bool,
    /// The number of elements of a thread.
    pub items: usize,
    pub spans: &'m Spans,
}

/// Returns the number of elements of a thread, if an element takes `bytes` bytes.
pub(super) fn items(bytes: usize) -> usize {
    let most = (BYTES / bytes.max(1)).clamp(1, ITEMS);
    // The number is rounded down to a power of two.
    1 << most.ilog2()
}

/// Returns the number of bytes of an element that has values of these types.
pub(super) fn bytes(elems: &[ScalarType]) -> usize {
    elems.iter().map(|elem| elem.bytes()).sum()
}

impl Scan<'_> {
    fn tile(&self) -> target::Exp {
        bin(BinOp::Mul, group_size(), i64_exp(self.items as i64))
    }

    /// Returns the operators on values within a tile.
    fn local(&self) -> Operators<'_> {
        Operators { monoids: self.operators.monoids.clone(), elems: self.held.clone() }
    }

    /// Converts values of a tile to the types of the values before it.
    fn widened(&self, values: Vec<target::Exp>) -> Vec<target::Exp> {
        let types = self.held.iter().zip(&self.operators.elems);
        let widen = |(value, (held, &elem)): (target::Exp, (&ScalarType, &ScalarType))| match *held == elem {
            true => value,
            false => target::Exp::Convert(elem, Box::new(value)),
        };
        values.into_iter().zip(types).map(widen).collect()
    }

    /// Returns the operators of the scans, without those of reductions, whose results are not stored for each element.
    fn stored<'o>(&self, operators: &Operators<'o>) -> Operators<'o> {
        let mut count = 0;
        let is_scanned = |monoid: &&&Monoid| {
            count += monoid.neutral.len();
            count <= self.scanned
        };
        let Operators { monoids, elems } = operators;
        Operators {
            monoids: monoids.iter().take_while(is_scanned).copied().collect(),
            elems: elems.iter().take(self.scanned).copied().collect(),
        }
    }
}

/// How the elements of the scanned segments are loaded and stored.
pub(super) trait Elements {
    /// Returns the values in memory from which elements are computed.
    fn inputs(&self) -> &Inputs<'_>;
    /// Adds code at the beginning of a group, for the elements of a segment.
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()>;
    /// Adds code at the beginning of a thread, before it loads elements.
    fn begin(&self, _: &mut Lowerer<'_>) {}
    /// Returns the values of the element at `index`, which is item number `item` of its thread.
    fn load(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<Vec<target::Exp>>;
    /// Stores the scanned values of the element at `index`, which is item number `item` of the same thread.
    fn store(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name, values: &[target::Exp]) -> Lowered<()>;
}

/// The elements of a traversal.
struct Traversed<'n> {
    nest: &'n Nest<'n>,
    traverse: &'n Traverse,
    inputs: Inputs<'n>,
}

impl Elements for Traversed<'_> {
    fn inputs(&self) -> &Inputs<'_> {
        &self.inputs
    }

    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()> {
        lowerer.enter_steps(self.nest, segment)
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<Vec<target::Exp>> {
        let (lambda, pattern) = (&self.traverse.lambda, &self.nest.inner.pattern);
        self.inputs.enter(lowerer, item, index)?;
        let result = &lambda.body.result;
        let (values, others) = result.split_at(self.traverse.combined().min(result.len()));
        let collected = &pattern[values.len().min(pattern.len())..];
        for (&array, &value) in collected.iter().zip(others) {
            lowerer.store(array, &[index.into()], value)?;
        }
        lowerer.pass_on(self.nest, collected, &[index.into()])?;
        Ok(values.iter().map(|&value| exp(value)).collect())
    }

    fn store(&self, lowerer: &mut Lowerer<'_>, _: Name, index: Name, values: &[target::Exp]) -> Lowered<()> {
        let pattern = &self.nest.inner.pattern;
        let arrays = &pattern[..values.len().min(pattern.len())];
        for (&array, value) in arrays.iter().zip(values) {
            lowerer.write(array, &[var(index)], value.clone())?;
        }
        lowerer.pass_on(self.nest, arrays, &[index.into()])
    }
}

/// The variables of a group and its tile.
struct Tile<'s, 'm> {
    scan: &'s Scan<'m>,
    group: Name,
    /// The number of the tile in its segment.
    number: Name,
    /// The number of tiles of a segment.
    tiles: Name,
    /// The tile's first element.
    start: Name,
    /// The number of elements of the tile.
    length: Name,
    /// The threads with values in `totals`: all if the neutral elements are neutral, else those with elements, at least
    /// one.
    threads: Rows,
    /// The tiles that are looked back over, by digit.
    earlier: Vec<Earlier>,
    /// Arrays of each thread with its elements: first those that it loads, then neighbours.
    own: Vec<Name>,
    /// Shared blocks with the tile's elements; `own` if a thread has a single element.
    values: Vec<Name>,
    /// Shared blocks with one value of each thread: the combined values of its elements.
    totals: Vec<Name>,
    /// Shared blocks with the last value of each part of `totals`.
    ends: Vec<Name>,
    /// Shared blocks with the combined values of all parts before each part; nothing for the first part.
    reach: Vec<Name>,
    /// Shared blocks with the awaited sums of earlier tiles.
    found: Vec<Name>,
    /// Shared blocks with the combined values of each part of `found`.
    joined: Vec<Name>,
    /// Shared blocks of one element: the combined values of those elements before the tile whose sums have been
    /// awaited.
    before: Vec<Name>,
    /// Arrays of the first thread: the combined values of the tile and of those elements before it whose sums have been
    /// awaited.
    reached: Vec<Name>,
    /// Blocks with an element for each tile, shared by all groups. The first holds the tiles' sums, the second the sums
    /// of tiles up to this one that differ in the last digit only, and so on. The last holds the sums of all tiles of
    /// the segment up to this one.
    sums: &'s [Vec<Name>],
}

/// Whether the thread is the first of its group. That thread publishes the group's results.
fn is_first(thread: Name) -> target::Exp {
    cmp(CmpOp::Eq, var(thread), i64_exp(0))
}

/// The tiles, or rows of tiles, that come before a tile in one digit and agree with it in the higher digits.
#[derive(Clone, Copy)]
struct Earlier {
    /// The digit of the tile: the number of such tiles or rows.
    count: Name,
    /// The number that the higher digits of the tile form.
    rest: Name,
}

impl Tile<'_, '_> {
    fn elems(&self) -> &[ScalarType] {
        &self.scan.operators.elems
    }

    /// Returns the place in `values` of an item. Neighbouring threads have neighbouring elements.
    fn place(&self, thread: Name, item: Name) -> target::Exp {
        match self.scan.items {
            1 => i64_exp(0),
            _ => bin(BinOp::Add, bin(BinOp::Mul, var(item), padded(group_size())), padded(var(thread))),
        }
    }

    /// Returns the place in `values` of the element at `position` of the tile, a multiple of `items`. If the size of a
    /// group is a multiple of the distance between gaps, there are gaps, and `place` gives the same. Otherwise there
    /// are none. The places of a thread's items always have a constant distance.
    fn slot(&self, position: target::Exp) -> target::Exp {
        let gap = bin(BinOp::Min, bin(BinOp::Quot, group_size(), i64_exp(PADDED)), i64_exp(1));
        let gaps = bin(BinOp::Mul, bin(BinOp::Quot, position.clone(), i64_exp(PADDED)), gap);
        if self.scan.items == 1 { i64_exp(0) } else { bin(BinOp::Add, position, gaps) }
    }

    /// Returns `found` as a single row. Only `count` values are valid, unless neutral elements fill the others.
    fn found(&self, count: Name) -> Rows {
        Rows::one((!self.scan.is_neutral).then(|| var(count)))
    }

    /// Returns the number of tiles that `digits` digits can distinguish.
    fn span(digits: u32) -> target::Exp {
        product((0..digits).map(|_| group_size()))
    }

    /// Returns the condition that the tile is the last of those that differ only in the last `digits` digits, and that
    /// further tiles follow.
    fn is_end(&self, digits: u32) -> target::Exp {
        let next = bin(BinOp::Add, var(self.number), i64_exp(1));
        let are_others = cmp(CmpOp::Lt, next.clone(), var(self.tiles));
        if digits == 0 {
            return are_others;
        }
        let is_end = cmp(CmpOp::Eq, bin(BinOp::Rem, next, Self::span(digits)), i64_exp(0));
        bin(BinOp::And, is_end, are_others)
    }
}

impl Lowerer<'_> {
    /// Launches a scan of segments in one of two versions. If there are enough segments for all threads, or segments
    /// are short, a thread scans each segment. Otherwise groups scan tiles.
    pub(super) fn scan_kernel(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        if nest.steps.is_empty() {
            return self.scan_by_groups(nest, traverse);
        }
        let then_block = self.in_block(|this| this.thread_each(nest))?;
        let else_block = self.in_block(|this| this.scan_by_groups(nest, traverse))?;
        let are_many = cmp(CmpOp::Ge, nest.segments(), threads_in_all());
        let are_short = cmp(CmpOp::Lt, exp(traverse.width), target::Exp::Setting(Setting::ShortSegment));
        self.push(target::Stm::If { cond: bin(BinOp::Or, are_many, are_short), then_block, else_block });
        Ok(())
    }

    /// Launches groups that scan tiles of the segments.
    fn scan_by_groups(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        let operators = self.operators(traverse.monoids());
        let inputs = Inputs::of(self, &traverse.lambda, &traverse.inputs);
        let scan = Scan {
            tells_last: operators.elems.len() > traverse.scanned(),
            items: items(bytes(&operators.elems).max(inputs.bytes())),
            held: operators.elems.clone(),
            operators,
            neutral: traverse.monoids().flat_map(|monoid| &monoid.neutral).map(|&atom| exp(atom)).collect(),
            is_neutral: traverse.monoids().all(|monoid| self.is_neutral(monoid)),
            scanned: traverse.scanned(),
            segments: nest.segments(),
            width: exp(traverse.width),
            spans: nest.spans,
        };
        let last = self.scan_tiles(&scan, &Traversed { nest, traverse, inputs })?;
        self.reduced_beside(nest, &scan, &last)
    }

    /// Launches groups, each of which scans a tile. Returns blocks with the last values of each segment if these are
    /// needed, otherwise an empty list.
    pub(super) fn scan_tiles(&mut self, scan: &Scan<'_>, elements: &dyn Elements) -> Lowered<Vec<Name>> {
        let elems = &scan.operators.elems;
        let tiles = bin(BinOp::Max, quot_up(scan.width.clone(), scan.tile()), i64_exp(1));
        let tiles = self.define("tiles", tiles);
        let groups = bin(BinOp::Mul, scan.segments.clone(), var(tiles));
        let sums: Vec<Vec<Name>> = (0..=DIGITS).map(|_| self.allocate_each("sums", elems, &groups)).collect();
        let last = match scan.tells_last {
            true => self.allocate_each("last", elems, &scan.segments),
            false => Vec::new(),
        };
        self.launch(groups, scan.spans, |this, group| {
            elements.enter(this, bin(BinOp::Quot, var(group), var(tiles)))?;
            let tile = this.enter_tile(scan, group, tiles, &sums);
            elements.inputs().declare(this, scan.items);
            this.load_items(&tile, elements)?;
            this.scan_items(&tile)?;
            this.scan_totals(&tile)?;
            this.tell_tile(&tile)?;
            (0..DIGITS).try_for_each(|digit| this.look_back(&tile, digit, &last))?;
            this.store_items(&tile, elements)
        })?;
        Ok(last)
    }

    /// Declares the variables of a group that scans a tile: its place in the segment, and the memory of group and
    /// threads.
    fn enter_tile<'s, 'm>(
        &mut self,
        scan: &'s Scan<'m>,
        group: Name,
        tiles: Name,
        sums: &'s [Vec<Name>],
    ) -> Tile<'s, 'm> {
        let elems = &scan.operators.elems;
        let number = self.define("tile", bin(BinOp::Rem, var(group), var(tiles)));
        // The minimum and the maximum do not change the numbers. They show that the numbers are small if the width is.
        let start = bin(BinOp::Min, bin(BinOp::Mul, var(number), scan.tile()), scan.width.clone());
        let start = self.define("start", start);
        let length = bin(BinOp::Min, bin(BinOp::Sub, scan.width.clone(), var(start)), scan.tile());
        let length = self.define("length", bin(BinOp::Max, length, i64_exp(0)));
        let valid = (!scan.is_neutral).then(|| {
            let valid = bin(BinOp::Max, quot_up(var(length), i64_exp(scan.items as i64)), i64_exp(1));
            var(self.define("valid", valid))
        });
        let threads = Rows::one(valid);
        let earlier = (0..DIGITS).map(|digit| {
            let rest = self.define("rest", bin(BinOp::Rem, var(number), Tile::span(digit + 1)));
            let count = self.define("count", bin(BinOp::Quot, var(rest), Tile::span(digit)));
            Earlier { count, rest }
        });
        let earlier = earlier.collect();
        let own = self.keep_each("own", &scan.held, scan.items);
        let values = match scan.items {
            1 => own.clone(),
            _ => {
                let count = bin(BinOp::Mul, i64_exp(scan.items as i64), padded(group_size()));
                self.share_each("value", &scan.held, &count)
            }
        };
        let parts = Rows::one(None).parts();
        Tile {
            scan,
            group,
            number,
            tiles,
            start,
            length,
            threads,
            earlier,
            own,
            values,
            totals: self.share_padded("total", &scan.held, group_size()),
            ends: self.share_padded("end", &scan.held, parts.clone()),
            reach: self.share_padded("reach", &scan.held, parts.clone()),
            found: self.share_padded("found", elems, group_size()),
            joined: self.share_padded("joined", elems, parts),
            before: self.share_each("before", elems, &i64_exp(1)),
            reached: self.keep_each("reached", elems, 1),
            sums,
        }
    }

    /// Adds a loop over a thread's items, where neighbouring threads have neighbouring elements. `body` gets the number
    /// of the item and its position in the tile.
    fn each_item(
        &mut self,
        tile: &Tile<'_, '_>,
        thread: Name,
        body: impl FnOnce(&mut Self, Name, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let item = self.out.names.fresh("item");
        let block = self.in_block(|this| {
            let position = bin(BinOp::Add, bin(BinOp::Mul, var(item), group_size()), var(thread));
            let position = this.define("position", position);
            body(this, item, position)
        })?;
        self.for_(item, i64_exp(tile.scan.items as i64), block, false, &Vec::new());
        Ok(())
    }

    /// Adds a loop over a thread's items, which are neighbouring elements. `body` gets the number of the item and its
    /// place in `values`. Elements beyond the end are left out unless they are neutral.
    fn each_neighbour(
        &mut self,
        tile: &Tile<'_, '_>,
        (first, slot): (Name, Name),
        body: impl FnOnce(&mut Self, Name, target::Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        let item = self.out.names.fresh("item");
        let block = self.in_block(|this| {
            let exists = cmp(CmpOp::Lt, bin(BinOp::Add, var(first), var(item)), var(tile.length));
            let place = if tile.scan.items == 1 { i64_exp(0) } else { bin(BinOp::Add, var(slot), var(item)) };
            this.only_unless(tile.scan.is_neutral, exists, |this| body(this, item, place))
        })?;
        self.for_(item, i64_exp(tile.scan.items as i64), block, false, &Vec::new());
        Ok(())
    }

    /// Declares the position of the first of a thread's neighbouring elements, and its place in `values`.
    fn first_of(&mut self, tile: &Tile<'_, '_>, thread: Name) -> (Name, Name) {
        let first = self.define("first", bin(BinOp::Mul, var(thread), i64_exp(tile.scan.items as i64)));
        (first, self.define("slot", tile.slot(var(first))))
    }

    /// Adds code in which each thread reads the inputs of its elements, computes the elements, and stores them in the
    /// group's memory. All inputs are read first, so that the device reads them at the same time.
    fn load_items(&mut self, tile: &Tile<'_, '_>, elements: &dyn Elements) -> Lowered<()> {
        let (scan, held) = (tile.scan, &tile.scan.held);
        self.threads(group_size(), |this, thread| {
            elements.begin(this);
            let each_existing = |this: &mut Self, position: Name, body: &dyn Fn(&mut Self, Name) -> Lowered<()>| {
                this.only_if(cmp(CmpOp::Lt, var(position), var(tile.length)), |this| {
                    let index = this.define("index", bin(BinOp::Add, var(tile.start), var(position)));
                    body(this, index)
                })
            };
            if elements.inputs().bytes() > 0 {
                this.each_item(tile, thread, |this, item, position| {
                    each_existing(this, position, &|this, index| elements.inputs().read(this, item, index))
                })?;
            }
            this.each_item(tile, thread, |this, item, position| {
                if scan.is_neutral {
                    this.write_each(&tile.own, held, &var(item), scan.neutral.clone());
                }
                each_existing(this, position, &|this, index| {
                    let values = elements.load(this, item, index)?;
                    this.write_each(&tile.own, held, &var(item), values);
                    Ok(())
                })
            })?;
            if tile.values == tile.own {
                return Ok(());
            }
            this.each_item(tile, thread, |this, item, position| {
                let exists = cmp(CmpOp::Lt, var(position), var(tile.length));
                this.only_unless(scan.is_neutral, exists, |this| {
                    let values = this.read_each(&tile.own, held, &var(item));
                    this.write_each(&tile.values, held, &tile.place(thread, item), values);
                    Ok(())
                })
            })
        })
    }

    /// Adds code in which each thread scans neighbouring elements, and stores the last value in `totals`.
    fn scan_items(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let (scan, held) = (tile.scan, &tile.scan.held);
        let operators = scan.local();
        self.threads(group_size(), |this, thread| {
            let (first, slot) = this.first_of(tile, thread);
            let reached = this.declare_each("acc", held, scan.neutral.clone());
            let begun = (!scan.is_neutral).then(|| {
                let begun = this.out.names.fresh("begun");
                let init = cmp(CmpOp::Eq, bin(BinOp::Add, var(tile.start), var(first)), i64_exp(0));
                this.push(target::Stm::Declare { name: begun, ty: ScalarType::Bool, init });
                begun
            });
            this.each_neighbour(tile, (first, slot), |this, item, place| {
                let new = this.read_each(&tile.values, held, &place);
                let new = this.declare_each("new", held, new);
                this.join_or_begin(&operators, &reached, &vars(&new), begun)?;
                this.write_each(&tile.own, held, &var(item), vars(&reached));
                Ok(())
            })?;
            this.write_each(&tile.totals, held, &padded(var(thread)), vars(&reached));
            Ok(())
        })
    }

    /// Combines new values with the reached ones. If `begun` is given and false, the new values replace the reached
    /// ones instead.
    fn join_or_begin(
        &mut self,
        operators: &Operators<'_>,
        reached: &[Name],
        new: &[target::Exp],
        begun: Option<Name>,
    ) -> Lowered<()> {
        let Some(begun) = begun else { return self.join(operators, reached, &vars(reached), new) };
        let then_block = self.in_block(|this| this.join(operators, reached, &vars(reached), new))?;
        let else_block = self.in_block(|this| {
            this.assign_each(reached, new.to_vec());
            Ok(())
        })?;
        self.push(target::Stm::If { cond: var(begun), then_block, else_block });
        self.push(target::Stm::Assign { name: begun, value: exp(Atom::bool(true)) });
        Ok(())
    }

    /// Adds code that scans each part of `totals`, and stores the last values in `ends`.
    fn scan_totals(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let (held, operators) = (&tile.scan.held, tile.scan.local());
        self.threads(group_size(), |this, thread| {
            this.of_part(&tile.totals, held, (&tile.threads, thread), |this, run, reached| {
                this.join_run(&operators, reached, (&tile.totals, run), |this, place| {
                    this.write_each(&tile.totals, held, &place, vars(reached));
                })?;
                this.write_each(&tile.ends, held, &padded(var(thread)), vars(reached));
                Ok(())
            })
        })
    }

    /// Combines `earlier` values with the element of `blocks` at `at`, and stores the result there.
    fn join_in(
        &mut self,
        operators: &Operators<'_>,
        (blocks, at): (&[Name], target::Exp),
        earlier: &[target::Exp],
    ) -> Lowered<()> {
        self.again(|this| {
            let new = this.read_each(blocks, &operators.elems, &at);
            let results = this.operate_all(operators, earlier, &new)?;
            this.write_each(blocks, &operators.elems, &at, results);
            Ok(())
        })
    }

    /// Adds code in which the first thread combines the ends of all parts, and publishes the sum of the tile. Meanwhile
    /// the last threads combine the ends before each part. Then all threads await the nearest earlier tiles.
    fn tell_tile(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let (held, operators) = (&tile.scan.held, tile.scan.local());
        let ends = || tile.threads.ends(i64_exp(0), i64_exp(1));
        let combine = |this: &mut Self, run: Run| -> Lowered<Vec<target::Exp>> {
            let reached = this.begin_run(&tile.ends, held, &run);
            this.join_run(&operators, &reached, (&tile.ends, &run), |_, _| ())?;
            Ok(vars(&reached))
        };
        self.threads(group_size(), |this, thread| {
            this.only_if(is_first(thread), |this| {
                let reached = combine(this, ends())?;
                this.write_each(&tile.reached, tile.elems(), &i64_exp(0), tile.scan.widened(reached));
                this.tell(tile, 0)
            })?;
            let count = bin(BinOp::Sub, group_size(), var(thread));
            let count = this.define("count", count);
            this.only_if(cmp(CmpOp::Lt, var(count), tile.threads.parts()), |this| {
                let reached = combine(this, Run { count: Some(var(count)), ..ends() })?;
                this.write_each(&tile.reach, held, &padded(var(count)), reached);
                Ok(())
            })?;
            this.await_earlier(tile, 0, thread)
        })
    }

    /// Adds code in which each thread combines what precedes its elements in the tile with each of them, and stores the
    /// results in the group's memory.
    fn join_items(&mut self, tile: &Tile<'_, '_>, thread: Name) -> Lowered<()> {
        let operators = tile.scan.stored(&tile.scan.local());
        let held = &operators.elems;
        let (first, slot) = self.first_of(tile, thread);
        let follows = cmp(CmpOp::Lt, i64_exp(0), var(thread));
        let has_elements = cmp(CmpOp::Lt, var(first), var(tile.length));
        let follows = if tile.scan.is_neutral { follows } else { bin(BinOp::And, follows, has_elements) };
        self.only_if(follows, |this| {
            let previous = this.define("previous", bin(BinOp::Sub, var(thread), i64_exp(1)));
            let earlier = this.read_each(&tile.totals, held, &padded(var(previous)));
            let earlier = this.declare_each("earlier", held, earlier);
            let part = this.define("part", bin(BinOp::Quot, var(previous), tile.threads.part()));
            this.only_if(cmp(CmpOp::Lt, i64_exp(0), var(part)), |this| {
                let reach = this.read_each(&tile.reach, held, &padded(var(part)));
                this.join(&operators, &earlier, &reach, &vars(&earlier))
            })?;
            this.each_neighbour(tile, (first, slot), |this, item, _| {
                this.join_in(&operators, (&tile.own, var(item)), &vars(&earlier))
            })
        })?;
        if tile.values == tile.own {
            return Ok(());
        }
        self.each_neighbour(tile, (first, slot), |this, item, place| {
            let values = this.read_each(&tile.own, held, &var(item));
            this.write_each(&tile.values, held, &place, values);
            Ok(())
        })
    }

    /// Publishes the reached values, if the tile is the last of those that differ only in the last `digits` digits.
    fn tell(&mut self, tile: &Tile<'_, '_>, digits: u32) -> Lowered<()> {
        self.only_if(tile.is_end(digits), |this| {
            let values = this.read_each(&tile.reached, tile.elems(), &i64_exp(0));
            this.write_each(&tile.sums[digits as usize], tile.elems(), &var(tile.group), values);
            this.push(target::Stm::Post { stage: digits + 1 });
            Ok(())
        })
    }

    /// Adds code in which each thread awaits one of the tiles, or rows of tiles, that come before this one in the given
    /// digit. It stores the sum of that tile or row in `found`.
    fn await_earlier(&mut self, tile: &Tile<'_, '_>, digit: u32, thread: Name) -> Lowered<()> {
        let elems = tile.elems();
        let Earlier { count, rest } = tile.earlier[digit as usize];
        if tile.scan.is_neutral {
            let neutral = tile.scan.widened(tile.scan.neutral.clone());
            self.write_each(&tile.found, elems, &padded(var(thread)), neutral);
        }
        self.only_if(cmp(CmpOp::Lt, var(thread), var(count)), |this| {
            let first = bin(BinOp::Sub, var(tile.group), var(rest));
            let next = bin(BinOp::Add, var(thread), i64_exp(1));
            let end = bin(BinOp::Add, first, bin(BinOp::Mul, next, Tile::span(digit)));
            let from = this.define("from", bin(BinOp::Sub, end, i64_exp(1)));
            this.push(target::Stm::Await { group: var(from), stage: digit + 1 });
            let values = this.read_each(&tile.sums[digit as usize], elems, &var(from));
            this.write_each(&tile.found, elems, &padded(var(thread)), values);
            Ok(())
        })
    }

    /// Adds code that combines the awaited sums of a digit. Meanwhile other threads combine the elements of the tile.
    /// The last tile of a row of rows publishes the result. Then the threads await the earlier rows of the next digit.
    /// There is no branch around `threads`, because C compilers would copy the code after it.
    fn look_back(&mut self, tile: &Tile<'_, '_>, digit: u32, last: &[Name]) -> Lowered<()> {
        let (elems, operators) = (tile.elems(), &tile.scan.operators);
        let count = tile.earlier[digit as usize].count;
        let found = tile.found(count);
        self.threads(group_size(), |this, thread| {
            this.of_part(&tile.found, elems, (&found, thread), |this, run, sums| {
                this.join_run(operators, sums, (&tile.found, run), |_, _| ())?;
                this.write_each(&tile.joined, elems, &padded(var(thread)), vars(sums));
                Ok(())
            })?;
            if digit == 0 { this.join_items(tile, thread) } else { Ok(()) }
        })?;
        self.threads(group_size(), |this, thread| {
            this.only_if(is_first(thread), |this| {
                this.only_if(cmp(CmpOp::Lt, i64_exp(0), var(count)), |this| {
                    let run = found.ends(i64_exp(0), i64_exp(1));
                    let sum = this.begin_run(&tile.joined, elems, &run);
                    this.join_run(operators, &sum, (&tile.joined, &run), |_, _| ())?;
                    this.begin_with(tile, digit, vars(&sum))
                })?;
                if digit + 1 == DIGITS {
                    this.await_all_before(tile)?;
                    this.tell_last(tile, last)?;
                }
                this.tell(tile, digit + 1)
            })?;
            if digit + 1 < DIGITS { this.await_earlier(tile, digit + 1, thread) } else { Ok(()) }
        })
    }

    /// Awaits the sum of all earlier tiles that differ in higher digits, if there are more tiles than the digits can
    /// distinguish.
    fn await_all_before(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let span = Tile::span(DIGITS);
        self.only_if(cmp(CmpOp::Le, span.clone(), var(tile.number)), |this| {
            let rest = bin(BinOp::Rem, var(tile.number), span);
            let end = bin(BinOp::Sub, var(tile.group), rest);
            let from = this.define("from", bin(BinOp::Sub, end, i64_exp(1)));
            this.push(target::Stm::Await { group: var(from), stage: DIGITS + 1 });
            let values = this.read_each(&tile.sums[DIGITS as usize], tile.elems(), &var(from));
            this.begin_with(tile, DIGITS, values)
        })
    }

    /// Stores the last values of a segment in `last`, if these are needed.
    fn tell_last(&mut self, tile: &Tile<'_, '_>, last: &[Name]) -> Lowered<()> {
        if last.is_empty() {
            return Ok(());
        }
        let next = bin(BinOp::Add, var(tile.number), i64_exp(1));
        self.only_if(cmp(CmpOp::Eq, next, var(tile.tiles)), |this| {
            let values = this.read_each(&tile.reached, tile.elems(), &i64_exp(0));
            let segment = bin(BinOp::Quot, var(tile.group), var(tile.tiles));
            this.write_each(last, tile.elems(), &segment, values);
            Ok(())
        })
    }

    /// Puts `values`, the sum of the tiles that come before in one digit, in front of `before` and of the reached
    /// values. `digits` is the number of lower digits.
    fn begin_with(&mut self, tile: &Tile<'_, '_>, digits: u32, values: Vec<target::Exp>) -> Lowered<()> {
        let elems = tile.elems();
        let earlier = self.declare_each("earlier", elems, values);
        let first = i64_exp(0);
        self.join_in(&tile.scan.operators, (&tile.reached, first.clone()), &vars(&earlier))?;
        let unknown = self.in_block(|this| {
            this.write_each(&tile.before, elems, &first, vars(&earlier));
            Ok(())
        })?;
        if digits == 0 {
            self.block.extend(unknown);
            return Ok(());
        }
        let known =
            self.in_block(|this| this.join_in(&tile.scan.operators, (&tile.before, first.clone()), &vars(&earlier)))?;
        let cond = cmp(CmpOp::Lt, i64_exp(0), bin(BinOp::Rem, var(tile.number), Tile::span(digits)));
        self.push(target::Stm::If { cond, then_block: known, else_block: unknown });
        Ok(())
    }

    /// Adds code in which each thread combines what comes before the tile with each of its elements, and stores the
    /// results in memory.
    fn store_items(&mut self, tile: &Tile<'_, '_>, elements: &dyn Elements) -> Lowered<()> {
        let (scan, operators) = (tile.scan, tile.scan.stored(&tile.scan.operators));
        let (held, elems) = (&scan.held[..scan.scanned], &operators.elems);
        self.threads(group_size(), |this, thread| {
            if tile.values != tile.own {
                this.each_item(tile, thread, |this, item, position| {
                    let exists = cmp(CmpOp::Lt, var(position), var(tile.length));
                    this.only_unless(scan.is_neutral, exists, |this| {
                        let values = this.read_each(&tile.values, held, &tile.place(thread, item));
                        this.write_each(&tile.own, held, &var(item), values);
                        Ok(())
                    })
                })?;
            }
            let before = this.declare_each("before", elems, scan.widened(scan.neutral[..scan.scanned].to_vec()));
            let is_later = cmp(CmpOp::Lt, i64_exp(0), var(tile.number));
            this.only_if(is_later.clone(), |this| {
                let known = this.read_each(&tile.before, elems, &i64_exp(0));
                this.assign_each(&before, known);
                Ok(())
            })?;
            this.each_item(tile, thread, |this, item, position| {
                this.only_if(cmp(CmpOp::Lt, var(position), var(tile.length)), |this| {
                    let index = this.define("index", bin(BinOp::Add, var(tile.start), var(position)));
                    let own = this.read_each(&tile.own, held, &var(item));
                    let own = this.declare_each("own", elems, scan.widened(own));
                    this.only_unless(scan.is_neutral, is_later, |this| {
                        this.join(&operators, &own, &vars(&before), &vars(&own))
                    })?;
                    elements.store(this, item, index, &vars(&own))
                })
            })
        })
    }

    /// Stores the last values of each segment as results of the reductions beside a scan.
    fn reduced_beside(&mut self, nest: &Nest<'_>, scan: &Scan<'_>, last: &[Name]) -> Lowered<()> {
        if last.is_empty() {
            return Ok(());
        }
        let elems = &scan.operators.elems[scan.scanned..];
        let pattern = &nest.inner.pattern;
        let reduced: Vec<Name> = pattern.iter().skip(scan.scanned).take(elems.len()).copied().collect();
        let declare = |this: &mut Self, segment: target::Exp| {
            let values = this.read_each(&last[scan.scanned..], elems, &segment);
            for ((&name, &ty), init) in reduced.iter().zip(elems).zip(values) {
                this.push(target::Stm::Declare { name, ty, init });
            }
        };
        if nest.steps.is_empty() {
            declare(self, i64_exp(0));
            return Ok(());
        }
        self.for_each_thread(nest.segments(), nest.spans, |this, segment| {
            this.enter_steps(nest, var(segment))?;
            declare(this, var(segment));
            this.pass_on(nest, &reduced, &[])
        })
    }
}
