//! Reductions by groups of threads.
//!
//! ```text
//! launch g < segments * parts of group_size() {             launch g < segments of group_size() {
//!   var s : shared f32[group_size()]                           var s : shared f32[group_size()]
//!   threads t < group_size() {                                 threads t < group_size() { .. of partial[g * parts ..] }
//!     var acc := 0                                             .. the same tree
//!     for i of this thread { acc <- acc + x[i] }               threads t < 1 { result[g] <- s[0] }
//!     s[t] <- acc                                            }
//!   }
//!   while step < group_size() {                 -- a tree: the neighbours first, so that order stays
//!     threads t < group_size() { if .. { s[2*step*t] <- s[2*step*t] + s[2*step*t + step] } }
//!     step <- step * 2
//!   }
//!   threads t < 1 { partial[g] <- s[0] }
//! }
//! ```
//!
//! The threads of a segment take every so many-th element where the operator is commutative, so that they read side by side; else
//! each has a piece of its own. Where the neutral element is not known to be one, it is used once, by the first thread of the
//! segment: then each thread begins with its first element, and the tree leaves those out that have none.

use super::*;
use fun::def::Exp as FunExp;

impl Lowerer<'_> {
    pub(super) fn reduce_kernel(&mut self, nest: &Nest<'_>, traverse: &Traverse) -> Lowered<()> {
        let operators = self.operators(traverse.reductions.iter());
        let elems = &operators.elems;
        let width = exp(traverse.width);
        let busy = quot_up(target::Exp::Setting(Setting::Groups), bin(BinOp::Max, nest.segments(), i64_exp(1)));
        let most = bin(BinOp::Quot, width.clone(), group_size());
        let parts = self.define("parts", bin(BinOp::Max, bin(BinOp::Min, most, busy), i64_exp(1)));
        let count = bin(BinOp::Mul, nest.segments(), var(parts));
        let partial = self.allocate_each("partial", elems, &count);
        self.launch(count, nest.spans, |this, group| {
            let segment = bin(BinOp::Quot, var(group), var(parts));
            this.enter_steps(nest, segment)?;
            let part = this.define("part", bin(BinOp::Rem, var(group), var(parts)));
            let shared = this.share_each("shared", elems, &group_size());
            this.threads(group_size(), |this, thread| {
                let piece = this.declare_thread("piece", part, thread);
                this.reduce_piece(nest, traverse, parts, piece, |this, values| {
                    this.write_each(&shared, elems, &var(thread), values);
                    Ok(())
                })
            })?;
            let first = bin(BinOp::Mul, var(part), group_size());
            let valid = this.define("valid", bin(BinOp::Sub, width.clone(), first));
            this.tree(&operators, &shared, valid)?;
            this.threads(i64_exp(1), |this, _| {
                let values = this.read_each(&shared, elems, &i64_exp(0));
                this.write_each(&partial, elems, &var(group), values);
                Ok(())
            })
        })?;
        self.combine_parts(nest, &operators, parts, &partial)
    }

    /// What a thread reduces of a segment, from the neutral elements on; `give` is told the values.
    fn reduce_piece(
        &mut self,
        nest: &Nest<'_>,
        traverse: &Traverse,
        parts: Name,
        piece: Name,
        give: impl FnOnce(&mut Self, Vec<target::Exp>) -> Lowered<()>,
    ) -> Lowered<()> {
        let width = exp(traverse.width);
        let pieces = self.define("pieces", bin(BinOp::Mul, var(parts), group_size()));
        let accumulators = traverse.monoids().map(|monoid| self.accumulators(monoid)).collect::<Lowered<Vec<_>>>()?;
        let begun = (!traverse.monoids().all(|monoid| self.is_neutral(monoid))).then(|| self.out.names.fresh("begun"));
        if let Some(name) = begun {
            let init = cmp(CmpOp::Eq, var(piece), i64_exp(0));
            self.push(target::Stm::Declare { name, ty: ScalarType::Bool, init });
        }
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
        give(self, values)
    }

    /// Combines the first so many elements of shared arrays into the first one, in their order.
    fn tree(&mut self, operators: &Operators<'_>, shared: &[Name], valid: Name) -> Lowered<()> {
        let elems = &operators.elems;
        let step = self.define("step", i64_exp(1));
        let body = self.in_block(|this| {
            this.threads(group_size(), |this, thread| {
                let twice = bin(BinOp::Mul, var(step), i64_exp(2));
                let left = this.define("left", bin(BinOp::Mul, var(thread), twice));
                let right = this.define("right", bin(BinOp::Add, var(left), var(step)));
                let then_block = this.in_block(|this| {
                    this.again(|this| {
                        let old = this.read_each(shared, elems, &var(left));
                        let new = this.read_each(shared, elems, &var(right));
                        let results = this.operate_all(operators, &old, &new)?;
                        this.write_each(shared, elems, &var(left), results);
                        Ok(())
                    })
                })?;
                let there = bin(BinOp::Min, var(valid), group_size());
                let cond = cmp(CmpOp::Lt, var(right), there);
                this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
                Ok(())
            })?;
            this.push(target::Stm::Assign { name: step, value: bin(BinOp::Mul, var(step), i64_exp(2)) });
            Ok(())
        })?;
        let there = bin(BinOp::Min, var(valid), group_size());
        self.push(target::Stm::While { cond: cmp(CmpOp::Lt, var(step), there), body });
        Ok(())
    }

    /// A group for each segment combines what its groups gave. What comes out goes to the steps' results, or is the host's.
    fn combine_parts(
        &mut self,
        nest: &Nest<'_>,
        operators: &Operators<'_>,
        parts: Name,
        partial: &[Name],
    ) -> Lowered<()> {
        let elems = &operators.elems;
        let reduced: Vec<Name> = nest.inner.pattern.iter().take(elems.len()).copied().collect();
        let results = match nest.steps.is_empty() {
            true => self.allocate_each("reduced", elems, &i64_exp(1)),
            false => Vec::new(),
        };
        self.launch(nest.segments(), nest.spans, |this, group| {
            this.enter_steps(nest, var(group))?;
            let shared = this.share_each("shared", elems, &group_size());
            this.threads(group_size(), |this, thread| {
                let size = this.define("size", group_size());
                let piece = this.piece_of(thread, size, var(parts));
                let start = bin(BinOp::Mul, var(group), var(parts));
                let first = this.define("from", bin(BinOp::Add, start, var(piece.first)));
                let then_block = this
                    .in_block(|this| this.combine_piece(operators, partial, &shared, (first, piece.length), thread))?;
                let cond = cmp(CmpOp::Lt, i64_exp(0), var(piece.length));
                this.push(target::Stm::If { cond, then_block, else_block: Vec::new() });
                Ok(())
            })?;
            this.tree(operators, &shared, parts)?;
            this.threads(i64_exp(1), |this, _| {
                let values = this.read_each(&shared, elems, &i64_exp(0));
                if nest.steps.is_empty() {
                    this.write_each(&results, elems, &i64_exp(0), values);
                    return Ok(());
                }
                for ((&name, &ty), init) in reduced.iter().zip(elems).zip(values) {
                    this.push(target::Stm::Declare { name, ty, init });
                }
                this.pass_on(nest, &reduced, &[])
            })
        })?;
        if nest.steps.is_empty() {
            let values = self.read_each(&results, elems, &i64_exp(0));
            for ((&name, &ty), init) in reduced.iter().zip(elems).zip(values) {
                self.push(target::Stm::Declare { name, ty, init });
            }
        }
        Ok(())
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
