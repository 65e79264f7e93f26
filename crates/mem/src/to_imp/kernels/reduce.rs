//! Reductions by groups of threads.
//!
//! ```text
//! launch g < quot(rows + per - 1, per) of group_size() {     if 1 < parts { launch g < segments of group_size() {
//!   var s : shared f32[group_size()]                            var s : shared f32[group_size()]
//!   threads t < group_size() {                                  threads t < group_size() { .. of partial[g * parts ..] }
//!     var acc := 0                                              .. the same tree
//!     for i of this thread { acc <- acc + x[i] }                threads t < 1 { result[g] <- s[0] }
//!     s[t] <- acc                                             } }
//!   }
//!   while step < lanes {                        -- a tree: the neighbours first, so that order stays
//!     threads t < group_size() { if .. { s[2*step*t] <- s[2*step*t] + s[2*step*t + step] } }
//!     step <- step * 2
//!   }
//!   threads t < per { if parts == 1 { result[..] <- s[t * lanes] } else { partial[..] <- s[t * lanes] } }
//! }
//! ```
//!
//! A segment has so many *lanes*, threads of a group: a power of two, so that a group has `per = group_size() / lanes`
//! segments. Where they are all that a group has, a segment may have several *parts*, with a group each. One lane is a
//! thread for each segment, which needs none of this.
//!
//! The threads of a segment take every so many-th element where the operator is commutative, so that they read side by side; else
//! each has a piece of its own. Where the neutral element is not known to be one, it is used once, by the first thread of the
//! segment: then each thread begins with its first element, and the tree leaves those out that have none.

use super::*;
use fun::def::Exp as FunExp;

/// So many elements a thread has at least, if there are others for the segment.
const EACH: i64 = 4;

/// How a reduction is dealt out.
struct Deal {
    /// The threads of a part, if these are not a group.
    lanes: Option<Name>,
    /// The parts of a segment.
    parts: Name,
    /// How many parts all segments have: each is a *row*.
    rows: target::Exp,
    /// The rows of a group.
    per_group: target::Exp,
}

impl Deal {
    fn lanes(&self) -> target::Exp {
        self.lanes.map_or_else(group_size, var)
    }

    /// The segment that is the thread's.
    fn segment(&self, part: &Part, thread: Name) -> target::Exp {
        let row = match self.lanes {
            Some(lanes) => bin(BinOp::Add, part.first.clone(), bin(BinOp::Quot, var(thread), var(lanes))),
            None => part.first.clone(),
        };
        bin(BinOp::Quot, row, var(self.parts))
    }
}

/// What a group has.
pub(super) struct Part {
    lanes: Option<Name>,
    /// Its first row.
    first: target::Exp,
    /// Which part of their segments its rows are: the same for all.
    part: Name,
    /// Which lanes have elements: those below it.
    valid: Name,
    /// The threads that have a row, if not all.
    busy: Option<Name>,
}

impl Part {
    /// One row for the group.
    pub(super) fn whole(group: Name, valid: Name) -> Part {
        Part { lanes: None, first: var(group), part: group, valid, busy: None }
    }

    fn lane_of(&self, thread: Name) -> target::Exp {
        let mask = |lanes| bin(BinOp::Sub, var(lanes), i64_exp(1));
        self.lanes.map_or(var(thread), |lanes| bin(BinOp::And, var(thread), mask(lanes)))
    }
}

fn select(cond: target::Exp, yes: target::Exp, no: target::Exp) -> target::Exp {
    target::Exp::Select(Box::new(cond), Box::new(yes), Box::new(no))
}

impl Lowerer<'_> {
    pub(super) fn reduce_kernel(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        if nest.steps.is_empty() {
            return self.reduce_by_lanes(nest, traverse, None);
        }
        let lanes = self.choose_lanes(nest, traverse);
        let then_block = self.in_block(|this| this.thread_each(nest))?;
        let else_block = self.in_block(|this| this.reduce_by_lanes(nest, traverse, Some(lanes)))?;
        let cond = cmp(CmpOp::Eq, var(lanes), i64_exp(1));
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// The lanes of each segment: so many that all threads have something to do, and that what lies side by side is read
    /// at once.
    fn choose_lanes(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Name {
        let mut wanted = self.threads_each(nest);
        if self.reads_side_by_side(traverse) {
            wanted = bin(BinOp::Max, wanted, warp_size());
        }
        let most = bin(BinOp::Quot, exp(traverse.width), i64_exp(EACH));
        let most = self.define("most", bin(BinOp::Min, bin(BinOp::Min, wanted, most), group_size()));
        let lanes = self.define("lanes", i64_exp(1));
        let twice = bin(BinOp::Mul, var(lanes), i64_exp(2));
        let body = vec![target::Stm::Assign { name: lanes, value: twice.clone() }];
        self.push(target::Stm::While { cond: cmp(CmpOp::Le, twice, var(most)), body });
        lanes
    }

    /// Whether elements of a segment that follow each other are neighbours in memory, in an array at least.
    fn reads_side_by_side(&self, traverse: &Traverse) -> bool {
        let is_row = |array: Name, dim: usize| {
            let lmad = self.place(array).ok().and_then(|place| place.ixfn.as_single());
            lmad.and_then(|lmad| lmad.dims.get(dim)).is_some_and(|dim| dim.stride.is_one())
        };
        let index = traverse.lambda.params.first().map(|&index| Atom::from(index));
        let reads_row = |stm: &Stm| match &stm.exp {
            FunExp::Index(array, indices) => {
                indices.last().copied() == index && is_row(*array, indices.len().saturating_sub(1))
            }
            _ => false,
        };
        traverse.inputs.iter().any(|&input| is_row(input, 0)) || traverse.lambda.body.stms.iter().any(reads_row)
    }

    fn reduce_by_lanes(&mut self, nest: &Nest<'_>, traverse: &Traverse, lanes: Option<Name>) -> Lowered<()> {
        let operators = self.operators(traverse.reductions.iter());
        let elems = &operators.elems;
        let deal = self.deal(nest, traverse, lanes);
        let are_several = cmp(CmpOp::Lt, i64_exp(1), var(deal.parts));
        // What comes out without segments is the first one of `partial`.
        let count = match nest.steps.is_empty() {
            true => deal.rows.clone(),
            false => select(are_several.clone(), deal.rows.clone(), i64_exp(0)),
        };
        let partial = self.allocate_each("partial", elems, &count);
        self.launch(quot_up(deal.rows.clone(), deal.per_group.clone()), nest.spans, |this, group| {
            let part = this.part_of_group(&deal, exp(traverse.width), group);
            let shared = this.share_each("shared", elems, &group_size());
            this.threads(group_size(), |this, thread| {
                this.only_if_busy(&part, thread, |this| {
                    this.enter_steps(nest, deal.segment(&part, thread))?;
                    this.reduce_lane(nest, traverse, &deal, &part, (thread, &shared))
                })
            })?;
            this.tree(&operators, &shared, &part, &|this, thread| {
                this.enter_for_operators(nest, &operators, deal.segment(&part, thread))
            })?;
            this.threads(deal.per_group.clone(), |this, at| {
                let row = bin(BinOp::Add, part.first.clone(), var(at));
                let values = this.read_each(&shared, elems, &bin(BinOp::Mul, var(at), deal.lanes()));
                let is_row = cmp(CmpOp::Lt, row.clone(), deal.rows.clone());
                let give = |this: &mut Self| this.give_row(nest, &deal, (&partial, elems), row, values);
                match lanes {
                    Some(_) => this.only_if(is_row, give),
                    None => give(this),
                }
            })
        })?;
        self.only_if(are_several, |this| this.combine_parts(nest, &operators, deal.parts, &partial))?;
        if nest.steps.is_empty() {
            let values = self.read_each(&partial, elems, &i64_exp(0));
            self.declare_reduced(nest, elems, values);
        }
        Ok(())
    }

    /// Decides on the parts.
    fn deal(&mut self, nest: &Nest<'_>, traverse: &Traverse, lanes: Option<Name>) -> Deal {
        let most = bin(BinOp::Quot, exp(traverse.width), bin(BinOp::Mul, group_size(), i64_exp(EACH)));
        let parts = bin(BinOp::Max, bin(BinOp::Min, most, self.groups_each(nest)), i64_exp(1));
        let Some(name) = lanes else {
            let parts = self.define("parts", parts);
            return Deal { lanes, parts, rows: var(parts), per_group: i64_exp(1) };
        };
        let parts = self.define("parts", select(cmp(CmpOp::Eq, var(name), group_size()), parts, i64_exp(1)));
        let rows = var(self.define("rows", bin(BinOp::Mul, nest.segments(), var(parts))));
        let per_group = var(self.define("per_group", bin(BinOp::Quot, group_size(), var(name))));
        Deal { lanes, parts, rows, per_group }
    }

    fn part_of_group(&mut self, deal: &Deal, width: target::Exp, group: Name) -> Part {
        let first = match deal.lanes {
            Some(_) => var(self.define("first", bin(BinOp::Mul, var(group), deal.per_group.clone()))),
            None => var(group),
        };
        let part = self.define("part", bin(BinOp::Rem, var(group), var(deal.parts)));
        let rest = bin(BinOp::Sub, width, bin(BinOp::Mul, var(part), deal.lanes()));
        let valid = self.define("valid", bin(BinOp::Min, rest, deal.lanes()));
        let busy = deal.lanes.map(|lanes| {
            let rows = bin(BinOp::Min, bin(BinOp::Sub, deal.rows.clone(), first.clone()), deal.per_group.clone());
            self.define("busy", bin(BinOp::Mul, rows, var(lanes)))
        });
        Part { lanes: deal.lanes, first, part, valid, busy }
    }

    /// Lowers the steps if an operator mentions something of them.
    pub(super) fn enter_for_operators(
        &mut self,
        nest: &Nest<'_>,
        operators: &Operators<'_>,
        segment: target::Exp,
    ) -> Lowered<()> {
        let own = nest.own_names();
        let vars = &self.program.vars;
        let mentions =
            |monoid: &&Monoid| fun::walk::free_in_lambda(vars, &monoid.operator).iter().any(|name| own.contains(name));
        if !operators.monoids.iter().any(mentions) {
            return Ok(());
        }
        self.enter_steps(nest, segment)
    }

    /// What a part gives is the segment's, if that has no other one, or else kept.
    fn give_row(
        &mut self,
        nest: &Nest<'_>,
        deal: &Deal,
        (partial, elems): (&[Name], &[ScalarType]),
        row: target::Exp,
        values: Vec<target::Exp>,
    ) -> Lowered<()> {
        if nest.steps.is_empty() {
            self.write_each(partial, elems, &row, values);
            return Ok(());
        }
        let else_block =
            self.in_block(|this| this.again(|this| this.give_segment(nest, elems, row.clone(), values.clone())))?;
        let then_block = self.in_block(|this| {
            this.write_each(partial, elems, &row, values);
            Ok(())
        })?;
        let cond = cmp(CmpOp::Lt, i64_exp(1), var(deal.parts));
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// What a segment gives goes to the steps' results.
    fn give_segment(
        &mut self,
        nest: &Nest<'_>,
        elems: &[ScalarType],
        segment: target::Exp,
        values: Vec<target::Exp>,
    ) -> Lowered<()> {
        self.enter_steps(nest, segment)?;
        let reduced = self.declare_reduced(nest, elems, values);
        self.pass_on(nest, &reduced, &[])
    }

    fn declare_reduced(&mut self, nest: &Nest<'_>, elems: &[ScalarType], values: Vec<target::Exp>) -> Vec<Name> {
        let reduced: Vec<Name> = nest.inner.pattern.iter().take(elems.len()).copied().collect();
        for ((&name, &ty), init) in reduced.iter().zip(elems).zip(values) {
            self.push(target::Stm::Declare { name, ty, init });
        }
        reduced
    }

    /// What a thread reduces of its segment, from the neutral elements on, to its element of `shared`.
    fn reduce_lane(
        &mut self,
        nest: &Nest<'_>,
        traverse: &Traverse,
        deal: &Deal,
        part: &Part,
        (thread, shared): (Name, &[Name]),
    ) -> Lowered<()> {
        let width = exp(traverse.width);
        let before = bin(BinOp::Mul, var(part.part), deal.lanes());
        let piece = self.define("piece", bin(BinOp::Add, before, part.lane_of(thread)));
        let pieces = self.define("pieces", bin(BinOp::Mul, var(deal.parts), deal.lanes()));
        let accumulators = traverse.monoids().map(|monoid| self.accumulators(monoid)).collect::<Lowered<Vec<_>>>()?;
        let begun = self.declare_begun(traverse, piece);
        let body = |this: &mut Self, index: Name| {
            this.bind_index(&traverse.lambda.params, index)?;
            this.accumulate(&nest.inner.pattern, traverse, &accumulators, begun)?;
            let collected = &nest.inner.pattern[traverse.combined().min(nest.inner.pattern.len())..];
            this.pass_on(nest, collected, &[index.into()])
        };
        if traverse.monoids().all(|monoid| self.is_commutative(monoid)) {
            let rest = bin(BinOp::Max, bin(BinOp::Sub, width, var(piece)), i64_exp(0));
            let at = self.out.names.fresh("at");
            let block = self.in_block(|this| {
                let index = bin(BinOp::Add, var(piece), bin(BinOp::Mul, var(at), var(pieces)));
                let index = this.define("index", index);
                body(this, index)
            })?;
            self.for_(at, quot_up(rest, var(pieces)), block, false, &Vec::new());
        } else {
            self.over_piece((piece, pieces), width, body)?;
        }
        let values = accumulators.iter().flatten().map(|&name| var(name)).collect();
        let elems = self.accumulated_types(traverse.reductions.iter());
        self.write_each(shared, &elems, &var(thread), values);
        Ok(())
    }

    /// What is done only by threads that have a row.
    fn only_if_busy(&mut self, part: &Part, thread: Name, body: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        match part.busy {
            Some(busy) => self.only_if(cmp(CmpOp::Lt, var(thread), var(busy)), body),
            None => body(self),
        }
    }

    /// Combines the elements of the lanes of each row into the first one's, in their order. `enter` lowers what operators mention,
    /// for a thread's segment.
    pub(super) fn tree(
        &mut self,
        operators: &Operators<'_>,
        shared: &[Name],
        part: &Part,
        enter: &dyn Fn(&mut Self, Name) -> Lowered<()>,
    ) -> Lowered<()> {
        let elems = &operators.elems;
        let step = self.define("step", i64_exp(1));
        let body = self.in_block(|this| {
            this.threads(group_size(), |this, thread| {
                let twice = bin(BinOp::Mul, var(step), i64_exp(2));
                let left = this.define("left", bin(BinOp::Mul, var(thread), twice));
                let right = this.define("right", bin(BinOp::Add, var(left), var(step)));
                let combine = |this: &mut Self| {
                    enter(this, left)?;
                    let old = this.read_each(shared, elems, &var(left));
                    let new = this.read_each(shared, elems, &var(right));
                    let results = this.operate_all(operators, &old, &new)?;
                    this.write_each(shared, elems, &var(left), results);
                    Ok(())
                };
                let is_valid = cmp(CmpOp::Lt, part.lane_of(right), var(part.valid));
                this.only_if_busy(part, right, |this| this.only_if(is_valid, |this| this.again(combine)))
            })?;
            this.push(target::Stm::Assign { name: step, value: bin(BinOp::Mul, var(step), i64_exp(2)) });
            Ok(())
        })?;
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), var(part.valid)), body });
        Ok(())
    }

    /// A group for each segment combines what its parts gave. What comes out goes to the steps' results, or is the first part's.
    fn combine_parts(
        &mut self,
        nest: &Nest<'_>,
        operators: &Operators<'_>,
        parts: Name,
        partial: &[Name],
    ) -> Lowered<()> {
        let elems = &operators.elems;
        self.launch(nest.segments(), nest.spans, |this, group| {
            let valid = this.define("valid", bin(BinOp::Min, var(parts), group_size()));
            let part = Part::whole(group, valid);
            let shared = this.share_each("shared", elems, &group_size());
            this.threads(group_size(), |this, thread| {
                let size = this.define("size", group_size());
                let piece = this.piece_of(thread, size, var(parts));
                let start = bin(BinOp::Mul, var(group), var(parts));
                let first = this.define("from", bin(BinOp::Add, start, var(piece.first)));
                let combine = |this: &mut Self| {
                    this.enter_for_operators(nest, operators, var(group))?;
                    this.combine_piece(operators, partial, &shared, (first, piece.length), thread)
                };
                this.only_if(cmp(CmpOp::Lt, i64_exp(0), var(piece.length)), |this| this.again(combine))
            })?;
            this.tree(operators, &shared, &part, &|this, _| this.enter_for_operators(nest, operators, var(group)))?;
            this.threads(i64_exp(1), |this, _| {
                let values = this.read_each(&shared, elems, &i64_exp(0));
                match nest.steps.is_empty() {
                    true => this.write_each(partial, elems, &i64_exp(0), values),
                    false => this.again(|this| this.give_segment(nest, elems, var(group), values))?,
                }
                Ok(())
            })
        })
    }

    /// A thread combines some elements of `partial`, at least one, into its element of `shared`.
    fn combine_piece(
        &mut self,
        operators: &Operators<'_>,
        partial: &[Name],
        shared: &[Name],
        (first, count): (Name, Name),
        thread: Name,
    ) -> Lowered<()> {
        let elems = &operators.elems;
        let values = self.read_each(partial, elems, &var(first));
        let accumulators = self.declare_each("acc", elems, values);
        let at = self.out.names.fresh("at");
        let body = self.in_block(|this| {
            let next = bin(BinOp::Add, bin(BinOp::Add, var(first), var(at)), i64_exp(1));
            let next = this.define("next", next);
            let new = this.read_each(partial, elems, &var(next));
            this.join(operators, &accumulators, &vars(&accumulators), &new)
        })?;
        self.for_(at, bin(BinOp::Sub, var(count), i64_exp(1)), body, false, &Vec::new());
        let values = vars(&accumulators);
        self.write_each(shared, elems, &var(thread), values);
        Ok(())
    }

    /// Whether the operator is said to be commutative, or is a single one that is.
    pub(in crate::to_imp) fn is_commutative(&self, monoid: &Monoid) -> bool {
        let body = &monoid.operator.body;
        let is_simple = |stm: &Stm| match &stm.exp {
            FunExp::Bin(op, a, b) => {
                let elem = stm.pattern.first().map_or(ScalarType::Bool, |&name| elem_of(self.program, name));
                let params = &monoid.operator.params;
                let position = |atom: &Atom| atom.var().and_then(|name| params.iter().position(|&param| param == name));
                let half = monoid.neutral.len();
                commutes(*op, elem)
                    && matches!((position(a), position(b)), (Some(a), Some(b)) if a + half == b || b + half == a)
            }
            _ => false,
        };
        monoid.commutative
            || body.stms.len() == monoid.neutral.len()
                && body.stms.iter().all(is_simple)
                && body
                    .stms
                    .iter()
                    .zip(&body.result)
                    .all(|(stm, result)| stm.pattern[..] == result.var().as_slice()[..])
    }
}

/// Whether the operands of an operator may trade places. Not those of the minimum of floats: of two zeros it is the second.
pub(super) fn commutes(op: BinOp, elem: ScalarType) -> bool {
    match op {
        BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => true,
        BinOp::Min | BinOp::Max => !elem.is_float(),
        _ => false,
    }
}
