//! Reductions by groups of threads.
//!
//! ```text
//! launch g < quot(rows + per - 1, per) of group_size() {     if 1 < parts { launch g < segments of group_size() {
//!   var s : shared f32[group_size()]                            var s : shared f32[group_size()]
//!   threads t < group_size() {                                  threads t < group_size() { .. of partial[g * parts ..] }
//!     var acc := 0                                              .. combined in the same way
//!     for i of this thread { acc <- acc + x[i] }                threads t < 1 { result[g] <- acc }
//!     s[t] <- acc                                             } }
//!   }
//!   threads t { s[t * PART] <- PART neighbours of s, combined }              -- in order, and fewer if lanes < PART
//!   threads t < per {
//!     acc := s[t * lanes] + s[t * lanes + PART] + ..
//!     if parts == 1 { result[..] <- acc } else { partial[..] <- acc }
//!   }
//! }
//! ```
//!
//! Each segment is reduced by a number of *lanes*: threads of one group. The number is a power of two, so that a group
//! has `per = group_size() / lanes` segments. If a segment takes all lanes of a group, it may have several *parts*,
//! each with a group of its own. One lane means a thread for each segment, without any of this code.
//!
//! If the operator is commutative, the threads of a segment take its elements in turn, so that neighbouring threads
//! read neighbouring elements. Else each thread has a contiguous piece. A neutral element that is not known to be
//! neutral is used once, by the first thread of the segment. Each other thread then begins with its first element, and
//! threads without elements are skipped.

use super::combine::{Rows, padded};
use super::*;
use fun::def::Exp as FunExp;

/// The least number of elements of a thread, if several threads reduce a segment.
const EACH: i64 = 4;

/// How a reduction is distributed over threads.
struct Deal {
    /// The number of lanes of a part, each of which is a thread; absent if it is a whole group.
    lanes: Option<Name>,
    /// The number of parts of a segment.
    parts: Name,
    /// The number of parts of all segments together; each is a *row*.
    rows: target::Exp,
    /// The number of rows of a group.
    per_group: target::Exp,
}

impl Deal {
    fn lanes(&self) -> target::Exp {
        self.lanes.map_or_else(group_size, var)
    }

    /// Returns the segment that the thread works on.
    fn segment(&self, part: &Part, thread: target::Exp) -> target::Exp {
        let row = match self.lanes {
            Some(lanes) => bin(BinOp::Add, part.first.clone(), bin(BinOp::Quot, thread, var(lanes))),
            None => part.first.clone(),
        };
        bin(BinOp::Quot, row, var(self.parts))
    }
}

/// The rows that one group reduces.
struct Part {
    /// The group's first row.
    first: target::Exp,
    /// The number of the rows' part within its segment, which is the same for all rows of the group.
    part: Name,
    /// The lanes of the group's rows.
    rows: Rows,
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

    /// Declares the number of lanes of each segment: enough to give all threads work, and to read neighbouring elements
    /// together.
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

    /// Whether consecutive elements of a segment are neighbours in memory in at least one array.
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

    /// Launches groups that reduce parts of segments. Each group has `lanes` threads for a segment, or all its threads
    /// for one part.
    fn reduce_by_lanes(&mut self, nest: &Nest<'_>, traverse: &Traverse, lanes: Option<Name>) -> Lowered<()> {
        let operators = self.operators(traverse.reductions.iter());
        let elems = &operators.elems;
        let deal = self.deal(nest, traverse, lanes);
        let are_several = cmp(CmpOp::Lt, i64_exp(1), var(deal.parts));
        // If there are no steps, the result is the first element of `partial`.
        let count = match nest.steps.is_empty() {
            true => deal.rows.clone(),
            false => select(are_several.clone(), deal.rows.clone(), i64_exp(0)),
        };
        let partial = self.allocate_each("partial", elems, &count);
        let is_neutral = traverse.reductions.iter().all(|monoid| self.is_neutral(monoid));
        self.launch(quot_up(deal.rows.clone(), deal.per_group.clone()), nest.spans, |this, group| {
            let part = this.part_of_group(&deal, (exp(traverse.width), is_neutral), group);
            let shared = this.share_padded("shared", elems, group_size());
            this.threads(group_size(), |this, thread| {
                let reduce = |this: &mut Self| {
                    this.enter_steps(nest, deal.segment(&part, var(thread)))?;
                    this.reduce_lane(nest, traverse, &deal, &part, (thread, &shared))
                };
                match lanes {
                    Some(_) => this.only_if(cmp(CmpOp::Lt, var(thread), part.rows.busy.clone()), reduce),
                    None => reduce(this),
                }
            })?;
            this.combine_lanes(&operators, &shared, &part.rows, &|this, lane| {
                this.enter_for_operators(nest, &operators, deal.segment(&part, lane))
            })?;
            this.threads(deal.per_group.clone(), |this, at| {
                let row = bin(BinOp::Add, part.first.clone(), var(at));
                let is_row = cmp(CmpOp::Lt, row.clone(), deal.rows.clone());
                let give = |this: &mut Self| {
                    let lane = this.define("lane", bin(BinOp::Mul, var(at), deal.lanes()));
                    this.enter_for_operators(nest, &operators, deal.segment(&part, var(lane)))?;
                    let values = this.combined_lanes(&operators, &shared, &part.rows, var(lane))?;
                    this.give_row(nest, &deal, (&partial, elems), row, values)
                };
                match lanes {
                    Some(_) => this.only_if(is_row, |this| this.again(give)),
                    None => this.again(give),
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

    /// Declares the number of parts of each segment; returns the distribution.
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

    /// Declares which parts of which segments a group reduces.
    fn part_of_group(&mut self, deal: &Deal, (width, is_neutral): (target::Exp, bool), group: Name) -> Part {
        let first = match deal.lanes {
            Some(_) => var(self.define("first", bin(BinOp::Mul, var(group), deal.per_group.clone()))),
            None => var(group),
        };
        let part = self.define("part", bin(BinOp::Rem, var(group), var(deal.parts)));
        let rest = bin(BinOp::Sub, width, bin(BinOp::Mul, var(part), deal.lanes()));
        // Threads without elements hold neutral ones, if these are known to be neutral.
        let valid = (!is_neutral).then(|| var(self.define("valid", bin(BinOp::Min, rest, deal.lanes()))));
        let Some(lanes) = deal.lanes else { return Part { first, part, rows: Rows::one(valid) } };
        let rows = bin(BinOp::Min, bin(BinOp::Sub, deal.rows.clone(), first.clone()), deal.per_group.clone());
        let busy = self.define("busy", bin(BinOp::Mul, rows, var(lanes)));
        Part { first, part, rows: Rows { lanes: Some(var(lanes)), valid, busy: var(busy) } }
    }

    /// Lowers the steps for the segment if an operator mentions a name bound in them.
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

    /// Stores the result of a row: as the segment's result if the segment has one part, otherwise in `partial`.
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

    /// Stores the result of a segment as a result of the steps.
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

    /// Lowers the reduction of a thread's elements, beginning with the neutral elements. The result goes to the
    /// thread's element of `shared`.
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
        let piece = self.define("piece", bin(BinOp::Add, before, part.rows.lane(var(thread))));
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
        self.write_each(shared, &elems, &padded(var(thread)), values);
        Ok(())
    }

    /// Adds code in which threads combine the parts of each row, in order. Each result goes to the part's first lane.
    /// `enter` lowers the names of the steps that operators mention, for the segment of a lane.
    fn combine_lanes(
        &mut self,
        operators: &Operators<'_>,
        shared: &[Name],
        rows: &Rows,
        enter: &dyn Fn(&mut Self, target::Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        let elems = &operators.elems;
        self.threads(group_size(), |this, thread| {
            this.of_part(shared, elems, (rows, thread), |this, run, reached| {
                this.again(|this| {
                    enter(this, run.first.clone())?;
                    this.join_run(operators, reached, (shared, run), |_, _| ())?;
                    this.write_each(shared, elems, &padded(run.first.clone()), vars(reached));
                    Ok(())
                })
            })
        })
    }

    /// Combines the results of all parts of a row, whose first lane is given. Returns the values of the whole row.
    fn combined_lanes(
        &mut self,
        operators: &Operators<'_>,
        shared: &[Name],
        rows: &Rows,
        first: target::Exp,
    ) -> Lowered<Vec<target::Exp>> {
        let run = rows.ends(first, rows.part());
        let reached = self.begin_run(shared, &operators.elems, &run);
        self.join_run(operators, &reached, (shared, &run), |_, _| ())?;
        Ok(vars(&reached))
    }

    /// Launches a group for each segment, which combines the results of the segment's parts. They are stored as results
    /// of the steps; without steps, as the results of the first part.
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
            let rows = Rows::one(Some(var(valid)));
            let shared = this.share_padded("shared", elems, group_size());
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
            this.combine_lanes(operators, &shared, &rows, &|this, _| {
                this.enter_for_operators(nest, operators, var(group))
            })?;
            this.threads(i64_exp(1), |this, _| {
                this.again(|this| {
                    this.enter_for_operators(nest, operators, var(group))?;
                    let values = this.combined_lanes(operators, &shared, &rows, i64_exp(0))?;
                    if nest.steps.is_empty() {
                        this.write_each(partial, elems, &i64_exp(0), values);
                        return Ok(());
                    }
                    this.again(|this| this.give_segment(nest, elems, var(group), values))
                })
            })
        })
    }

    /// Lowers the combination of elements of `partial`, `count` from `first` on and at least one, into the thread's
    /// element of `shared`.
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
        self.write_each(shared, elems, &padded(var(thread)), values);
        Ok(())
    }

    /// Whether the operator is declared to be commutative, or is a single commutative operation.
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

/// Whether the operands of an operator can be swapped. The minimum of floats is not commutative: of two zeros, it is
/// the second.
pub(super) fn commutes(op: BinOp, elem: ScalarType) -> bool {
    match op {
        BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => true,
        BinOp::Min | BinOp::Max => !elem.is_float(),
        _ => false,
    }
}
