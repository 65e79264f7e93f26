//! Scans by groups of threads: each group scans a tile. Elements are read once and written once.
//!
//! ```text
//! launch g < segments * tiles of group_size() {
//!   var v : shared f32[ITEMS * group_size()]  var total : shared f32[group_size()]  var before : shared f32[1]  var own : f32[1]
//!   threads t { v[..] <- xs[..] }                                  -- 1: ITEMS for each thread, side by side with others
//!   threads t { scan ITEMS neighbours in v; total[t] <- the last }
//!   .. total is scanned, by threads that look twice as far back each time ..
//!   threads t { own[0] <- total[t]  if t == 0 { sums[g] <- the last total  post 1 } }
//!   threads t { if t < count { await 1 of g - count + t  total[t] <- sums[g - count + t] } }       -- 2
//!   .. total is combined by a tree: before ..
//!   threads t { total[t + 1] <- before[0] + own[0] }               -- 3
//!   threads t { ys[..] <- total[..] + v[..] }
//! }
//! ```
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

use super::*;

/// The largest number of elements of a thread; it divides `PADDED`.
const ITEMS: usize = 8;

/// The largest number of bytes of group memory for each thread, if it has several items. A group of 1024 threads then
/// fits in 48 KiB.
const BYTES: usize = 40;

/// The number of elements between gaps of one element in the group's memory. The gaps put the elements of different
/// threads in different banks.
const PADDED: i64 = 32;

/// The number of digits of a tile's number that are looked back over.
const DIGITS: u32 = target::LAST_STAGE - 1;

/// A scan of segments, and how it is cut.
pub(super) struct Scan<'m> {
    pub operators: Operators<'m>,
    pub neutral: Vec<target::Exp>,
    /// Whether the neutral element is known to leave other values unchanged.
    pub is_neutral: bool,
    /// The number of values that are stored; the others are only reduced.
    pub scanned: usize,
    pub segments: target::Exp,
    /// The number of elements of each segment.
    pub width: target::Exp,
    /// Whether the last value of each segment is needed.
    pub tells_last: bool,
    pub spans: &'m Spans,
}

impl Scan<'_> {
    /// Returns the number of elements of a thread.
    pub fn items(&self) -> usize {
        let bytes: usize = self.operators.elems.iter().map(|elem| elem.bytes()).sum();
        let most = (BYTES / bytes.max(1)).saturating_sub(1).clamp(1, ITEMS);
        // Rounded down to a power of two.
        1 << most.ilog2()
    }

    fn tile(&self) -> target::Exp {
        bin(BinOp::Mul, group_size(), i64_exp(self.items() as i64))
    }

    /// Returns the operators whose results are stored.
    fn scans(&self) -> Operators<'_> {
        let mut count = 0;
        let is_scanned = |monoid: &&&Monoid| {
            count += monoid.neutral.len();
            count <= self.scanned
        };
        let Operators { monoids, elems } = &self.operators;
        Operators {
            monoids: monoids.iter().take_while(is_scanned).copied().collect(),
            elems: elems.iter().take(self.scanned).copied().collect(),
        }
    }
}

/// The elements of the segments that are scanned.
pub(super) trait Elements {
    /// Prepares the code of a group for the elements of a segment.
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()>;
    /// Returns the values of the element at `index`, which is item number `item` of its thread.
    fn load(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<Vec<target::Exp>>;
    /// Stores the scanned values of the element at `index`, which is item number `item` of the same thread.
    fn store(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name, values: &[target::Exp]) -> Lowered<()>;
}

/// The elements of a traversal.
struct Traversed<'n> {
    nest: &'n Nest<'n>,
    traverse: &'n Traverse,
}

impl Elements for Traversed<'_> {
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()> {
        lowerer.enter_steps(self.nest, segment)
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, _: Name, index: Name) -> Lowered<Vec<target::Exp>> {
        let (lambda, pattern) = (&self.traverse.lambda, &self.nest.inner.pattern);
        lowerer.bind_index(&lambda.params, index)?;
        lowerer.enter(lambda, &self.traverse.inputs)?;
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
    /// The number of threads with elements, at least 1.
    valid: Name,
    /// Shared blocks of the tile's elements; arrays of each thread if it has a single element.
    values: Vec<Name>,
    /// Shared blocks with a value of each thread.
    totals: Vec<Name>,
    /// Shared blocks of one element: the combined values of the elements before the tile, as far as they are known.
    before: Vec<Name>,
    /// Arrays of each thread: its last value in the tile's scan.
    own: Vec<Name>,
    /// Arrays of the first thread: the combined values of the whole tile, and of the elements known to come before.
    reached: Vec<Name>,
    /// Blocks with an element for each tile, shared by all groups. The first holds the tiles' sums, the second the sums
    /// of tiles up to this one that differ in the last digit only, and so on. The last holds the sums of all tiles of
    /// the segment up to this one.
    sums: &'s [Vec<Name>],
}

impl Tile<'_, '_> {
    fn elems(&self) -> &[ScalarType] {
        &self.scan.operators.elems
    }

    /// Returns the place in `values` of the element at that position in the tile.
    fn slot(&self, position: target::Exp) -> target::Exp {
        match self.scan.items() {
            1 => i64_exp(0),
            _ => bin(BinOp::Add, position.clone(), bin(BinOp::Quot, position, i64_exp(PADDED))),
        }
    }

    /// Returns how many tiles that number of digits can distinguish.
    fn span(digits: u32) -> target::Exp {
        product((0..digits).map(|_| group_size()))
    }

    /// Returns the condition that the tile is the last of those that differ in the last `digits` digits only, and that
    /// further tiles follow.
    fn ends(&self, digits: u32) -> target::Exp {
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
    /// Launches a scan of segments in one of two versions. A thread scans each segment if there are enough segments for
    /// all threads, or if segments are short; else groups scan tiles.
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

    fn scan_by_groups(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        let operators = self.operators(traverse.monoids());
        let scan = Scan {
            tells_last: operators.elems.len() > traverse.scanned(),
            operators,
            neutral: traverse.monoids().flat_map(|monoid| &monoid.neutral).map(|&atom| exp(atom)).collect(),
            is_neutral: traverse.monoids().all(|monoid| self.is_neutral(monoid)),
            scanned: traverse.scanned(),
            segments: nest.segments(),
            width: exp(traverse.width),
            spans: nest.spans,
        };
        let last = self.scan_tiles(&scan, &Traversed { nest, traverse })?;
        self.reduced_beside(nest, &scan, &last)
    }

    /// Launches groups that scan a tile each. Returns blocks with the last values of each segment if they are wanted,
    /// else an empty list.
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
            this.load_items(&tile, elements)?;
            this.scan_items(&tile)?;
            this.scan_totals(&tile)?;
            this.tell_tile(&tile)?;
            (0..DIGITS).try_for_each(|digit| this.look_back(&tile, digit, &last))?;
            this.add_before(&tile)?;
            this.store_items(&tile, elements)
        })?;
        Ok(last)
    }

    fn enter_tile<'s, 'm>(
        &mut self,
        scan: &'s Scan<'m>,
        group: Name,
        tiles: Name,
        sums: &'s [Vec<Name>],
    ) -> Tile<'s, 'm> {
        let elems = &scan.operators.elems;
        let number = self.define("tile", bin(BinOp::Rem, var(group), var(tiles)));
        let start = self.define("start", bin(BinOp::Mul, var(number), scan.tile()));
        let length = bin(BinOp::Min, bin(BinOp::Sub, scan.width.clone(), var(start)), scan.tile());
        let length = self.define("length", length);
        let valid = bin(BinOp::Max, quot_up(var(length), i64_exp(scan.items() as i64)), i64_exp(1));
        let valid = self.define("valid", valid);
        let values = match scan.items() {
            1 => self.keep_each("value", elems, 1),
            _ => {
                let gaps = bin(BinOp::Quot, scan.tile(), i64_exp(PADDED));
                self.share_each("value", elems, &bin(BinOp::Add, scan.tile(), gaps))
            }
        };
        Tile {
            scan,
            group,
            number,
            tiles,
            start,
            length,
            valid,
            values,
            totals: self.share_each("total", elems, &group_size()),
            before: self.share_each("before", elems, &i64_exp(1)),
            own: self.keep_each("own", elems, 1),
            reached: self.keep_each("reached", elems, 1),
            sums,
        }
    }

    /// Adds a loop over a thread's items, in which neighbouring threads have neighbouring elements. `body` gets the
    /// number of the item, its position in the tile and its index.
    fn each_item(
        &mut self,
        tile: &Tile<'_, '_>,
        thread: Name,
        body: impl FnOnce(&mut Self, Name, Name, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let item = self.out.names.fresh("item");
        let guarded = self.in_block(|this| {
            let position = bin(BinOp::Add, bin(BinOp::Mul, var(item), group_size()), var(thread));
            let position = this.define("position", position);
            this.only_if(cmp(CmpOp::Lt, var(position), var(tile.length)), |this| {
                let index = this.define("index", bin(BinOp::Add, var(tile.start), var(position)));
                body(this, item, position, index)
            })
        })?;
        self.for_(item, i64_exp(tile.scan.items() as i64), guarded, false, &Vec::new());
        Ok(())
    }

    fn load_items(&mut self, tile: &Tile<'_, '_>, elements: &dyn Elements) -> Lowered<()> {
        self.threads(group_size(), |this, thread| {
            this.each_item(tile, thread, |this, item, position, index| {
                let values = elements.load(this, item, index)?;
                this.write_each(&tile.values, tile.elems(), &tile.slot(var(position)), values);
                Ok(())
            })
        })
    }

    /// Adds code in which each thread scans its elements in the group's memory and stores the last value in `totals`.
    fn scan_items(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let (scan, elems) = (tile.scan, tile.elems());
        self.threads(group_size(), |this, thread| {
            let first = this.define("first", bin(BinOp::Mul, var(thread), i64_exp(scan.items() as i64)));
            let slot = this.define("slot", tile.slot(var(first)));
            let reached = this.declare_each("acc", elems, scan.neutral.clone());
            let begun = (!scan.is_neutral).then(|| {
                let begun = this.out.names.fresh("begun");
                let init = cmp(CmpOp::Eq, bin(BinOp::Add, var(tile.start), var(first)), i64_exp(0));
                this.push(target::Stm::Declare { name: begun, ty: ScalarType::Bool, init });
                begun
            });
            let item = this.out.names.fresh("item");
            let body = this.in_block(|this| {
                let position = bin(BinOp::Add, var(first), var(item));
                this.only_if(cmp(CmpOp::Lt, position, var(tile.length)), |this| {
                    let slot = this.define("slot", bin(BinOp::Add, var(slot), var(item)));
                    let new = this.read_each(&tile.values, elems, &var(slot));
                    let new = this.declare_each("new", elems, new);
                    this.join_or_begin(&scan.operators, &reached, &vars(&new), begun)?;
                    this.write_each(&tile.values, elems, &var(slot), vars(&reached));
                    Ok(())
                })
            })?;
            this.for_(item, i64_exp(scan.items() as i64), body, false, &Vec::new());
            this.write_each(&tile.totals, elems, &var(thread), vars(&reached));
            Ok(())
        })
    }

    /// Combines new values with the reached ones. If there is a variable `begun` and it is false, the new values
    /// replace them instead.
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

    /// Scans `totals` of the threads that have elements.
    fn scan_totals(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let elems = tile.elems();
        let step = self.define("step", i64_exp(1));
        let is_later = |thread: Name| {
            let later = cmp(CmpOp::Ge, var(thread), var(step));
            bin(BinOp::And, later, cmp(CmpOp::Lt, var(thread), var(tile.valid)))
        };
        let body = self.in_block(|this| {
            this.threads(group_size(), |this, thread| {
                this.only_if(is_later(thread), |this| {
                    let earlier = this.define("earlier", bin(BinOp::Sub, var(thread), var(step)));
                    let found = this.read_each(&tile.totals, elems, &var(earlier));
                    this.write_each(&tile.own, elems, &i64_exp(0), found);
                    Ok(())
                })
            })?;
            this.threads(group_size(), |this, thread| {
                this.only_if(is_later(thread), |this| {
                    let earlier = this.read_each(&tile.own, elems, &i64_exp(0));
                    this.join_in(tile, (&tile.totals, var(thread)), &earlier)
                })
            })?;
            this.push(target::Stm::Assign { name: step, value: bin(BinOp::Mul, var(step), i64_exp(2)) });
            Ok(())
        })?;
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), var(tile.valid)), body });
        Ok(())
    }

    /// Combines earlier values with an element of blocks, in place.
    fn join_in(
        &mut self,
        tile: &Tile<'_, '_>,
        (blocks, at): (&[Name], target::Exp),
        earlier: &[target::Exp],
    ) -> Lowered<()> {
        self.again(|this| {
            let new = this.read_each(blocks, tile.elems(), &at);
            let results = this.operate_all(&tile.scan.operators, earlier, &new)?;
            this.write_each(blocks, tile.elems(), &at, results);
            Ok(())
        })
    }

    /// Each thread keeps its value, and the first one publishes the sum of the tile.
    fn tell_tile(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let elems = tile.elems();
        self.threads(group_size(), |this, thread| {
            let own = this.read_each(&tile.totals, elems, &var(thread));
            let is_valid = cmp(CmpOp::Lt, var(thread), var(tile.valid));
            this.only_if(is_valid, |this| {
                this.write_each(&tile.own, elems, &i64_exp(0), own);
                Ok(())
            })?;
            this.only_if(cmp(CmpOp::Eq, var(thread), i64_exp(0)), |this| {
                let last = this.define("last", bin(BinOp::Sub, var(tile.valid), i64_exp(1)));
                let all = this.read_each(&tile.totals, elems, &var(last));
                this.write_each(&tile.reached, elems, &i64_exp(0), all);
                this.tell(tile, 0)
            })
        })
    }

    /// Publishes, by the group's first thread, the reached values if the tile is the last of those that differ in
    /// `digits` digits only.
    fn tell(&mut self, tile: &Tile<'_, '_>, digits: u32) -> Lowered<()> {
        self.only_if(tile.ends(digits), |this| {
            let values = this.read_each(&tile.reached, tile.elems(), &i64_exp(0));
            this.write_each(&tile.sums[digits as usize], tile.elems(), &var(tile.group), values);
            this.push(target::Stm::Post { stage: digits + 1 });
            Ok(())
        })
    }

    /// Combines the sums of those tiles, or rows of tiles, that come before this one in the given digit and agree in
    /// the higher ones. The last tile of a row of rows publishes the result. There is no branch around `threads`,
    /// because C compilers would copy the code after it.
    fn look_back(&mut self, tile: &Tile<'_, '_>, digit: u32, last: &[Name]) -> Lowered<()> {
        let elems = tile.elems();
        let rest = self.define("rest", bin(BinOp::Rem, var(tile.number), Tile::span(digit + 1)));
        let count = self.define("count", bin(BinOp::Quot, var(rest), Tile::span(digit)));
        self.threads(group_size(), |this, thread| {
            this.only_if(cmp(CmpOp::Lt, var(thread), var(count)), |this| {
                let first = bin(BinOp::Sub, var(tile.group), var(rest));
                let next = bin(BinOp::Add, var(thread), i64_exp(1));
                let end = bin(BinOp::Add, first, bin(BinOp::Mul, next, Tile::span(digit)));
                let from = this.define("from", bin(BinOp::Sub, end, i64_exp(1)));
                this.push(target::Stm::Await { group: var(from), stage: digit + 1 });
                let values = this.read_each(&tile.sums[digit as usize], elems, &var(from));
                this.write_each(&tile.totals, elems, &var(thread), values);
                Ok(())
            })
        })?;
        let part = reduce::Part::whole(tile.group, count);
        self.tree(&tile.scan.operators, &tile.totals, &part, &|_, _| Ok(()))?;
        self.threads(i64_exp(1), |this, _| {
            this.only_if(cmp(CmpOp::Lt, i64_exp(0), var(count)), |this| {
                let values = this.read_each(&tile.totals, elems, &i64_exp(0));
                this.begin_with(tile, digit, values)
            })?;
            if digit + 1 == DIGITS {
                this.await_all_before(tile)?;
                this.tell_last(tile, last)?;
            }
            this.tell(tile, digit + 1)
        })
    }

    /// Awaits the sum of all rows before, if there are more tiles than the digits can distinguish.
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

    /// Stores the last values of a segment, if they are wanted.
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

    /// Combines values with `before`, where the tiles before differ in `digits` digits only, and with the reached
    /// values.
    fn begin_with(&mut self, tile: &Tile<'_, '_>, digits: u32, values: Vec<target::Exp>) -> Lowered<()> {
        let elems = tile.elems();
        let earlier = self.declare_each("earlier", elems, values);
        let first = i64_exp(0);
        self.join_in(tile, (&tile.reached, first.clone()), &vars(&earlier))?;
        let unknown = self.in_block(|this| {
            this.write_each(&tile.before, elems, &first, vars(&earlier));
            Ok(())
        })?;
        if digits == 0 {
            self.block.extend(unknown);
            return Ok(());
        }
        let known = self.in_block(|this| this.join_in(tile, (&tile.before, first.clone()), &vars(&earlier)))?;
        let cond = cmp(CmpOp::Lt, i64_exp(0), bin(BinOp::Rem, var(tile.number), Tile::span(digits)));
        self.push(target::Stm::If { cond, then_block: known, else_block: unknown });
        Ok(())
    }

    /// Combines what comes before the tile with each thread's value, and replaces `totals` by the values before each
    /// thread.
    fn add_before(&mut self, tile: &Tile<'_, '_>) -> Lowered<()> {
        let scans = tile.scan.scans();
        let elems = &scans.elems;
        self.threads(group_size(), |this, thread| {
            let own = this.read_each(&tile.own, elems, &i64_exp(0));
            let is_valid = cmp(CmpOp::Lt, var(thread), bin(BinOp::Sub, var(tile.valid), i64_exp(1)));
            let next = bin(BinOp::Add, var(thread), i64_exp(1));
            let is_later = cmp(CmpOp::Lt, i64_exp(0), var(tile.number));
            this.only_if(is_valid, |this| {
                let reached = this.declare_each("reached", elems, own);
                this.only_if(is_later.clone(), |this| {
                    let before = this.read_each(&tile.before, elems, &i64_exp(0));
                    this.join(&scans, &reached, &before, &vars(&reached))
                })?;
                this.write_each(&tile.totals, elems, &next, vars(&reached));
                Ok(())
            })?;
            this.only_if(bin(BinOp::And, is_later, cmp(CmpOp::Eq, var(thread), i64_exp(0))), |this| {
                let before = this.read_each(&tile.before, elems, &i64_exp(0));
                this.write_each(&tile.totals, elems, &i64_exp(0), before);
                Ok(())
            })
        })
    }

    fn store_items(&mut self, tile: &Tile<'_, '_>, elements: &dyn Elements) -> Lowered<()> {
        let scans = tile.scan.scans();
        self.threads(group_size(), |this, thread| {
            this.each_item(tile, thread, |this, item, position, index| {
                let own = this.read_each(&tile.values, &scans.elems, &tile.slot(var(position)));
                let own = this.declare_each("own", &scans.elems, own);
                let owner = bin(BinOp::Quot, var(position), i64_exp(tile.scan.items() as i64));
                let owner = this.define("owner", owner);
                let number = bin(BinOp::Add, var(tile.number), var(owner));
                this.only_if(cmp(CmpOp::Lt, i64_exp(0), number), |this| {
                    let before = this.read_each(&tile.totals, &scans.elems, &var(owner));
                    this.join(&scans, &own, &before, &vars(&own))
                })?;
                elements.store(this, item, index, &vars(&own))
            })
        })
    }

    /// Stores the last value of each segment as the result of the reductions beside a scan.
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
