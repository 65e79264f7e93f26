//! Scans by groups of threads.
//!
//! ```text
//! launch g < segments * chunks of group_size() {            -- 1: each group scans its chunk, tile by tile
//!   var total : shared f32[group_size()]  var carry : shared f32[1]  var v : f32[ITEMS]
//!   while at < end {
//!     threads t < group_size() { scan ITEMS elements into v; total[t] <- the last }
//!     .. total is scanned, by threads that look twice as far back each time ..
//!     threads t < group_size() { ys[..] <- carry + total[t - 1] + v[..] }
//!     threads t < 1 { carry[0] <- carry + total[last] }
//!     at <- at + ITEMS * group_size()
//!   }
//!   threads t < 1 { carried[g] <- carry[0] }
//! }
//! .. the same for `carried`, one group a segment ..         -- 2: what all chunks up to each give
//! .. a thread for each element: ys[i] <- carried[chunk - 1] + ys[i]    -- 3: but for the first chunk
//! ```
//!
//! 2 and 3 are only there if a segment has several chunks. What is reduced beside is scanned without being stored: it is the last
//! of `carried`. An operator sees its operands in order, and the neutral element once, before the first element.

use super::*;

/// So many elements a thread has at a time.
const ITEMS: usize = 4;

/// How a scan of segments is cut.
struct Scan<'m> {
    operators: Operators<'m>,
    neutral: Vec<target::Exp>,
    /// Whether the neutral element comes before the first one.
    begins_neutral: bool,
    segments: target::Exp,
    /// Of each segment.
    width: target::Exp,
    /// The groups of each segment, and the elements of each but the last.
    chunks: Name,
    length: Name,
    spans: &'m Spans,
}

/// The elements of the segments that are scanned.
trait Elements {
    /// Says which segment is meant from here on.
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()>;
    /// Combines the element of an index with what is accumulated, or begins with it where `begun` is false.
    fn load(&self, lowerer: &mut Lowerer<'_>, index: Name, accumulators: &[Name], begun: Name) -> Lowered<()>;
    /// What was stored at the index.
    fn fetch(&self, lowerer: &mut Lowerer<'_>, index: Name) -> Lowered<Vec<target::Exp>>;
    /// Stores what is reached at the index.
    fn store(&self, lowerer: &mut Lowerer<'_>, index: Name, values: &[target::Exp]) -> Lowered<()>;
}

/// Those of an operation.
struct Traversed<'n> {
    nest: &'n Nest<'n>,
    traverse: &'n Traverse,
}

impl Traversed<'_> {
    fn arrays(&self) -> &[Name] {
        let pattern = &self.nest.inner.pattern;
        &pattern[..self.traverse.scanned().min(pattern.len())]
    }
}

impl Elements for Traversed<'_> {
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()> {
        lowerer.enter_steps(self.nest, segment)
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, index: Name, accumulators: &[Name], begun: Name) -> Lowered<()> {
        let mut rest = accumulators;
        let mut by_monoid = Vec::new();
        for monoid in self.traverse.monoids() {
            let (now, later) = rest.split_at(monoid.neutral.len().min(rest.len()));
            by_monoid.push(now.to_vec());
            rest = later;
        }
        lowerer.bind_index(&self.traverse.lambda.params, index)?;
        let pattern = &self.nest.inner.pattern;
        lowerer.accumulate(pattern, self.traverse, &by_monoid, Some(begun))?;
        let collected = &pattern[self.traverse.combined().min(pattern.len())..];
        lowerer.pass_on(self.nest, collected, &[index.into()])
    }

    fn fetch(&self, lowerer: &mut Lowerer<'_>, index: Name) -> Lowered<Vec<target::Exp>> {
        self.arrays().iter().map(|&array| lowerer.read(array, &[var(index)])).collect()
    }

    fn store(&self, lowerer: &mut Lowerer<'_>, index: Name, values: &[target::Exp]) -> Lowered<()> {
        for (&array, value) in self.arrays().iter().zip(values) {
            lowerer.write(array, &[var(index)], value.clone())?;
        }
        lowerer.pass_on(self.nest, self.arrays(), &[index.into()])
    }
}

/// Those of blocks, which are scanned in place: segments follow each other.
struct InBlocks<'m> {
    /// What the operators may mention, by segments.
    within: Option<&'m dyn Elements>,
    operators: &'m Operators<'m>,
    blocks: &'m [Name],
    width: target::Exp,
    /// Where the segment begins.
    start: Name,
}

impl InBlocks<'_> {
    fn at(&self, index: Name) -> target::Exp {
        bin(BinOp::Add, var(self.start), var(index))
    }
}

impl Elements for InBlocks<'_> {
    fn enter(&self, lowerer: &mut Lowerer<'_>, segment: target::Exp) -> Lowered<()> {
        lowerer.declare_i64(self.start, bin(BinOp::Mul, segment.clone(), self.width.clone()));
        self.within.map_or(Ok(()), |within| within.enter(lowerer, segment))
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, index: Name, accumulators: &[Name], begun: Name) -> Lowered<()> {
        let elems = &self.operators.elems;
        let new = lowerer.read_each(self.blocks, elems, &self.at(index));
        let new = lowerer.declare_each("new", elems, new);
        let joined =
            lowerer.in_block(|this| this.join(self.operators, accumulators, &vars(accumulators), &vars(&new)))?;
        let alone = lowerer.in_block(|this| {
            this.assign_each(accumulators, vars(&new));
            Ok(())
        })?;
        lowerer.push(target::Stm::If { cond: var(begun), then_block: joined, else_block: alone });
        lowerer.push(target::Stm::Assign { name: begun, value: exp(Atom::bool(true)) });
        Ok(())
    }

    fn fetch(&self, lowerer: &mut Lowerer<'_>, index: Name) -> Lowered<Vec<target::Exp>> {
        Ok(lowerer.read_each(self.blocks, &self.operators.elems, &self.at(index)))
    }

    fn store(&self, lowerer: &mut Lowerer<'_>, index: Name, values: &[target::Exp]) -> Lowered<()> {
        lowerer.write_each(self.blocks, &self.operators.elems, &self.at(index), values.to_vec());
        Ok(())
    }
}

fn tile() -> target::Exp {
    bin(BinOp::Mul, group_size(), i64_exp(ITEMS as i64))
}

fn at_most(a: target::Exp, b: target::Exp) -> target::Exp {
    bin(BinOp::Min, a, b)
}

impl Lowerer<'_> {
    pub(super) fn scan_kernel(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        let operators = self.operators(traverse.monoids());
        let neutral = traverse.monoids().flat_map(|monoid| &monoid.neutral).map(|&atom| exp(atom)).collect();
        let scan = self.cut_scan(operators, neutral, nest.segments(), exp(traverse.width), nest.spans);
        let elements = Traversed { nest, traverse };
        let carried = self.scan_chunks(&scan, &elements)?;
        self.join_chunks(&scan, &carried, traverse.scanned(), &elements)?;
        self.last_carried(nest, &scan, &carried, traverse.scanned())
    }

    /// Scans the elements of a block of `i64`s in place, by sums.
    pub(super) fn scan_sums(&mut self, width: target::Exp, block: Name, spans: &Spans) -> Lowered<()> {
        let operators = Operators::sum();
        let scan = self.cut_scan(Operators::sum(), vec![i64_exp(0)], i64_exp(1), width.clone(), spans);
        let start = self.out.names.fresh("start");
        let elements = InBlocks { within: None, operators: &operators, blocks: &[block], width, start };
        let carried = self.scan_chunks(&scan, &elements)?;
        self.join_chunks(&scan, &carried, 1, &elements)
    }

    /// Decides on the chunks of each segment: as many as keep the device busy, of whole tiles.
    fn cut_scan<'m>(
        &mut self,
        operators: Operators<'m>,
        neutral: Vec<target::Exp>,
        segments: target::Exp,
        width: target::Exp,
        spans: &'m Spans,
    ) -> Scan<'m> {
        let busy = quot_up(target::Exp::Setting(Setting::Groups), bin(BinOp::Max, segments.clone(), i64_exp(1)));
        let each = quot_up(quot_up(width.clone(), tile()), busy);
        let length = self.define("length", bin(BinOp::Mul, bin(BinOp::Max, each, i64_exp(1)), tile()));
        let chunks = bin(BinOp::Max, quot_up(width.clone(), var(length)), i64_exp(1));
        let chunks = self.define("chunks", chunks);
        Scan { operators, neutral, begins_neutral: true, segments, width, chunks, length, spans }
    }

    /// Launches the groups that scan a chunk each. Gives blocks with the last values of each.
    fn scan_chunks(&mut self, scan: &Scan<'_>, elements: &dyn Elements) -> Lowered<Vec<Name>> {
        let elems = &scan.operators.elems;
        let groups = bin(BinOp::Mul, scan.segments.clone(), var(scan.chunks));
        let carried = self.allocate_each("carried", elems, &groups);
        self.launch(groups, scan.spans, |this, group| {
            elements.enter(this, bin(BinOp::Quot, var(group), var(scan.chunks)))?;
            let chunk = bin(BinOp::Rem, var(group), var(scan.chunks));
            let start = this.define("start", bin(BinOp::Mul, chunk, var(scan.length)));
            let end = this.define("end", at_most(bin(BinOp::Add, var(start), var(scan.length)), scan.width.clone()));
            let totals = this.share_each("total", elems, &group_size());
            let carry = this.share_each("carry", elems, &i64_exp(1));
            let values = this.keep_each("value", elems, ITEMS);
            let before = this.keep_each("before", elems, 1);
            let at = this.define("at", var(start));
            this.threads(i64_exp(1), |this, _| {
                this.write_each(&carry, elems, &i64_exp(0), scan.neutral.clone());
                Ok(())
            })?;
            let body = this.in_block(|this| {
                this.scan_items(scan, (at, end), &values, &totals, elements)?;
                let rest = bin(BinOp::Sub, var(end), var(at));
                let valid = this.define("valid", at_most(quot_up(rest, i64_exp(ITEMS as i64)), group_size()));
                this.scan_shared(&scan.operators, &totals, &before, valid)?;
                this.store_items(scan, (start, at, end), &values, (&carry, &totals), elements)?;
                this.threads(i64_exp(1), |this, _| {
                    let last = this.define("last", bin(BinOp::Sub, var(valid), i64_exp(1)));
                    let total = this.read_each(&totals, elems, &var(last));
                    this.join_or_begin(&scan.operators, (start, at), &carry, total)
                })?;
                this.push(target::Stm::Assign { name: at, value: bin(BinOp::Add, var(at), tile()) });
                Ok(())
            })?;
            this.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(at), var(end)), body });
            this.threads(i64_exp(1), |this, _| {
                let last = this.read_each(&carry, elems, &i64_exp(0));
                this.write_each(&carried, elems, &var(group), last);
                Ok(())
            })
        })?;
        Ok(carried)
    }

    /// Each thread scans its elements of the tile, and tells the last value.
    fn scan_items(
        &mut self,
        scan: &Scan<'_>,
        (at, end): (Name, Name),
        values: &[Name],
        totals: &[Name],
        elements: &dyn Elements,
    ) -> Lowered<()> {
        let elems = &scan.operators.elems;
        self.threads(group_size(), |this, thread| {
            let first = this.first_item(at, thread);
            let accumulators = this.declare_each("acc", elems, scan.neutral.clone());
            let begun = this.out.names.fresh("begun");
            let init = match scan.begins_neutral {
                true => cmp(CmpOp::Eq, var(first), i64_exp(0)),
                false => exp(Atom::bool(false)),
            };
            this.push(target::Stm::Declare { name: begun, ty: ScalarType::Bool, init });
            this.each_item((first, end), |this, item, index| {
                elements.load(this, index, &accumulators, begun)?;
                let reached = vars(&accumulators);
                this.write_each(values, elems, &var(item), reached);
                Ok(())
            })?;
            let last = vars(&accumulators);
            this.write_each(totals, elems, &var(thread), last);
            Ok(())
        })
    }

    fn first_item(&mut self, at: Name, thread: Name) -> Name {
        let offset = bin(BinOp::Mul, var(thread), i64_exp(ITEMS as i64));
        self.define("first", bin(BinOp::Add, var(at), offset))
    }

    /// The items of a thread from `first` on, with their numbers and indices.
    fn each_item(
        &mut self,
        (first, end): (Name, Name),
        body: impl FnOnce(&mut Self, Name, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let item = self.out.names.fresh("item");
        let guarded = self.in_block(|this| {
            let index = this.define("index", bin(BinOp::Add, var(first), var(item)));
            let then_block = this.in_block(|this| body(this, item, index))?;
            let cond = cmp(CmpOp::Lt, var(index), var(end));
            this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
            Ok(())
        })?;
        self.for_(item, i64_exp(ITEMS as i64), guarded, false, &Vec::new());
        Ok(())
    }

    /// Scans the first so many elements of shared arrays, one for each thread.
    fn scan_shared(&mut self, operators: &Operators<'_>, totals: &[Name], before: &[Name], valid: Name) -> Lowered<()> {
        let elems = &operators.elems;
        let step = self.define("step", i64_exp(1));
        let body = self.in_block(|this| {
            let is_later = |thread: Name| {
                let later = cmp(CmpOp::Ge, var(thread), var(step));
                bin(BinOp::And, later, cmp(CmpOp::Lt, var(thread), var(valid)))
            };
            this.threads(group_size(), |this, thread| {
                let then_block = this.in_block(|this| {
                    let earlier = this.define("earlier", bin(BinOp::Sub, var(thread), var(step)));
                    let found = this.read_each(totals, elems, &var(earlier));
                    this.write_each(before, elems, &i64_exp(0), found);
                    Ok(())
                })?;
                this.push(target::Stm::If { cond: is_later(thread), then_block, else_block: Vec::new() });
                Ok(())
            })?;
            this.threads(group_size(), |this, thread| {
                let then_block = this.in_block(|this| {
                    this.again(|this| {
                        let old = this.read_each(before, elems, &i64_exp(0));
                        let new = this.read_each(totals, elems, &var(thread));
                        let results = this.operate_all(operators, &old, &new)?;
                        this.write_each(totals, elems, &var(thread), results);
                        Ok(())
                    })
                })?;
                this.push(target::Stm::If { cond: is_later(thread), then_block, else_block: Vec::new() });
                Ok(())
            })?;
            this.push(target::Stm::Assign { name: step, value: bin(BinOp::Mul, var(step), i64_exp(2)) });
            Ok(())
        })?;
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), var(valid)), body });
        Ok(())
    }

    /// Each thread stores its items, combined with what comes before them in the chunk.
    fn store_items(
        &mut self,
        scan: &Scan<'_>,
        (start, at, end): (Name, Name, Name),
        values: &[Name],
        (carry, totals): (&[Name], &[Name]),
        elements: &dyn Elements,
    ) -> Lowered<()> {
        let elems = &scan.operators.elems;
        self.threads(group_size(), |this, thread| {
            let first = this.first_item(at, thread);
            let begins = cmp(CmpOp::Lt, var(first), var(end));
            let then_block = this.in_block(|this| {
                let before = this.read_each(carry, elems, &i64_exp(0));
                let before = this.declare_each("before", elems, before);
                let earlier = this.in_block(|this| {
                    this.again(|this| {
                        let earlier = this.define("earlier", bin(BinOp::Sub, var(thread), i64_exp(1)));
                        let total = this.read_each(totals, elems, &var(earlier));
                        let total = this.declare_each("total", elems, total);
                        let joined =
                            this.in_block(|this| this.join(&scan.operators, &before, &vars(&before), &vars(&total)))?;
                        let alone = this.in_block(|this| {
                            this.assign_each(&before, vars(&total));
                            Ok(())
                        })?;
                        let cond = cmp(CmpOp::Lt, var(start), var(at));
                        this.push(target::Stm::If { cond, then_block: joined, else_block: alone });
                        Ok(())
                    })
                })?;
                let cond = cmp(CmpOp::Lt, i64_exp(0), var(thread));
                this.push(target::Stm::If { cond, then_block: earlier, else_block: Vec::new() });
                let is_later = cmp(CmpOp::Lt, var(start), var(first));
                this.each_item((first, end), |this, item, index| {
                    let own = this.read_each(values, elems, &var(item));
                    let own = this.declare_each("own", elems, own);
                    let joined = this.in_block(|this| this.join(&scan.operators, &own, &vars(&before), &vars(&own)))?;
                    this.push(target::Stm::If { cond: is_later, then_block: joined, else_block: Vec::new() });
                    let own = vars(&own);
                    elements.store(this, index, &own)
                })
            })?;
            this.push(target::Stm::If { cond: begins, then_block, else_block: Vec::new() });
            Ok(())
        })
    }

    /// Combines the element of a tile's carry with a total, or begins with it in the first tile.
    fn join_or_begin(
        &mut self,
        operators: &Operators<'_>,
        (start, at): (Name, Name),
        carry: &[Name],
        total: Vec<target::Exp>,
    ) -> Lowered<()> {
        let elems = &operators.elems;
        let joined = self.in_block(|this| {
            this.again(|this| {
                let old = this.read_each(carry, elems, &i64_exp(0));
                let results = this.operate_all(operators, &old, &total)?;
                this.write_each(carry, elems, &i64_exp(0), results);
                Ok(())
            })
        })?;
        let alone = self.in_block(|this| {
            this.write_each(carry, elems, &i64_exp(0), total.clone());
            Ok(())
        })?;
        let cond = cmp(CmpOp::Lt, var(start), var(at));
        self.push(target::Stm::If { cond, then_block: joined, else_block: alone });
        Ok(())
    }

    /// Where segments have several chunks: scans what the chunks carry, and combines the elements with that.
    fn join_chunks(
        &mut self,
        scan: &Scan<'_>,
        carried: &[Name],
        scanned: usize,
        elements: &dyn Elements,
    ) -> Lowered<()> {
        let elems = &scan.operators.elems;
        let several = self.in_block(|this| {
            this.scan_carried(scan, carried, elements)?;
            let count = bin(BinOp::Mul, scan.segments.clone(), scan.width.clone());
            this.for_each_thread(count, scan.spans, |this, at| {
                let segment = this.define("segment", bin(BinOp::Quot, var(at), scan.width.clone()));
                let index = this.define("index", bin(BinOp::Rem, var(at), scan.width.clone()));
                let chunk = this.define("chunk", bin(BinOp::Quot, var(index), var(scan.length)));
                let then_block = this.in_block(|this| {
                    elements.enter(this, var(segment))?;
                    let first = bin(BinOp::Mul, var(segment), var(scan.chunks));
                    let earlier = bin(BinOp::Sub, bin(BinOp::Add, first, var(chunk)), i64_exp(1));
                    let earlier = this.define("earlier", earlier);
                    let old = this.read_each(carried, elems, &var(earlier));
                    let own = elements.fetch(this, index)?;
                    let results = this.join_scanned(&scan.operators, &old, own, scanned)?;
                    elements.store(this, index, &results)
                })?;
                let cond = cmp(CmpOp::Lt, i64_exp(0), var(chunk));
                this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
                Ok(())
            })
        })?;
        let cond = cmp(CmpOp::Lt, i64_exp(1), var(scan.chunks));
        self.push(target::Stm::If { cond, then_block: several, else_block: Vec::new() });
        Ok(())
    }

    /// Combines scanned values with what comes before; of the operators only those are used that scan.
    fn join_scanned(
        &mut self,
        operators: &Operators<'_>,
        old: &[target::Exp],
        own: Vec<target::Exp>,
        scanned: usize,
    ) -> Lowered<Vec<target::Exp>> {
        let mut count = 0;
        let scans = operators.monoids.iter().take_while(|monoid| {
            count += monoid.neutral.len();
            count <= scanned
        });
        let scans = Operators {
            monoids: scans.copied().collect(),
            elems: operators.elems.iter().take(scanned).copied().collect(),
        };
        self.operate_all(&scans, &old[..scanned.min(old.len())], &own)
    }

    /// One group for each segment scans what its chunks carry, in place.
    fn scan_carried(&mut self, scan: &Scan<'_>, carried: &[Name], elements: &dyn Elements) -> Lowered<()> {
        let operators = Operators { monoids: scan.operators.monoids.clone(), elems: scan.operators.elems.clone() };
        let inner = Scan {
            operators,
            neutral: scan.neutral.clone(),
            begins_neutral: false,
            segments: scan.segments.clone(),
            width: var(scan.chunks),
            chunks: self.define("chunks", i64_exp(1)),
            length: scan.chunks,
            spans: scan.spans,
        };
        let start = self.out.names.fresh("start");
        let elements = InBlocks {
            within: Some(elements),
            operators: &scan.operators,
            blocks: carried,
            width: var(scan.chunks),
            start,
        };
        self.scan_chunks(&inner, &elements).map(|_| ())
    }

    /// What is reduced beside a scan is the last that is carried of each segment.
    fn last_carried(&mut self, nest: &Nest<'_>, scan: &Scan<'_>, carried: &[Name], scanned: usize) -> Lowered<()> {
        let elems = &scan.operators.elems;
        let reduced: Vec<Name> = nest.inner.pattern.iter().take(elems.len()).skip(scanned).copied().collect();
        if reduced.is_empty() {
            return Ok(());
        }
        let declare = |this: &mut Self, segment: target::Exp| {
            let next = bin(BinOp::Mul, bin(BinOp::Add, segment, i64_exp(1)), var(scan.chunks));
            let last = this.define("last", bin(BinOp::Sub, next, i64_exp(1)));
            let values = this.read_each(&carried[scanned..], &elems[scanned..], &var(last));
            for ((&name, &ty), init) in reduced.iter().zip(&elems[scanned..]).zip(values) {
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
