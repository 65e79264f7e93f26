//! Match expressions. Cases are tried in order: a test of the pattern, then its variables are bound. Many cases that only
//! test the constructor are found by a binary search for its number. Of an object only the constructor's
//! number is read until its constructor is known.

use crate::expr::Goal;
use crate::value::{Leaf, boolean, i64, known, split};
use crate::{Lowered, Lowerer, bug};
use core_ir::decide;
use core_ir::def::{Case, Pat, Type};
use core_ir::leaves::tag;
use imp::def::{Exp, Stm};
use value::{CmpOp, ScalarType};

impl Lowerer<'_> {
    /// Lowers the first case that matches to the goal. The last case is not tested, because one case always matches.
    pub(crate) fn cases(&mut self, leaves: &[Leaf], cases: &[Case], goal: Goal) -> Lowered<()> {
        let looks = |case: &Case| matches!(case.pat, Pat::Variant(..));
        let number = match leaves {
            [Leaf::Data(object)] if cases.len() > 1 && looks(&cases[0]) => Some(self.number(*object)),
            _ => None,
        };
        let Some(by) = self.by_constructor(cases)? else { return self.cases_of(leaves, number.as_ref(), cases, goal) };
        let all = by.len();
        match (number, leaves) {
            (Some(number), _) => self.search(leaves, cases, (&number, &|at| i64(at as i64)), (0, &by), goal),
            (None, [Leaf::Scalar(_, found), ..]) => {
                self.search(leaves, cases, (found, &|at| Exp::Const(tag(all, at))), (0, &by), goal)
            }
            _ => Err(bug("a sum without a tag")),
        }
    }

    /// Returns the number of the case for each constructor. `None` if the cases must be tried in order.
    fn by_constructor(&mut self, cases: &[Case]) -> Lowered<Option<Vec<usize>>> {
        match cases.first().map(|case| &case.pat) {
            Some(Pat::Variant(_, _, Type::Data(id, _))) => {
                let layout = self.layout(*id)?;
                let number = |name| layout.numbers.get(&name).copied();
                Ok(decide::by_constructor(cases, layout.constructors.len(), &number))
            }
            Some(Pat::Variant(_, _, Type::Sum(all))) => {
                let number = |name| all.binary_search_by_key(&name, |(name, _)| *name).ok();
                Ok(decide::by_constructor(cases, all.len(), &number))
            }
            _ => Ok(None),
        }
    }

    /// Lowers the case of the value's constructor, which is one of those from `first` on. `by` holds their cases.
    /// `found` is the number that tells constructors apart, and `wanted` returns that number for a constructor.
    fn search(
        &mut self,
        leaves: &[Leaf],
        cases: &[Case],
        (found, wanted): (&Exp, &dyn Fn(usize) -> Exp),
        (first, by): (usize, &[usize]),
        goal: Goal,
    ) -> Lowered<()> {
        let Some(middle) = decide::middle(by) else {
            let case = by.first().and_then(|&case| cases.get(case));
            let case = case.ok_or_else(|| bug("a data type without constructors"))?;
            self.bind(&case.pat, leaves)?;
            return self.expr_to(&case.body, goal);
        };
        let is_low = self.compare(CmpOp::Lt, found.clone(), wanted(first + middle));
        let (low, high) = by.split_at(middle);
        self.if_(
            is_low,
            |this| this.search(leaves, cases, (found, wanted), (first, low), goal),
            |this| this.search(leaves, cases, (found, wanted), (first + middle, high), goal),
        )
    }

    fn cases_of(&mut self, leaves: &[Leaf], number: Option<&Exp>, cases: &[Case], goal: Goal) -> Lowered<()> {
        let Some((case, rest)) = cases.split_first() else { return Err(bug("a match without cases")) };
        let cond = if rest.is_empty() { boolean(true) } else { self.matches(&case.pat, leaves, number)? };
        let body = |this: &mut Self| {
            this.bind(&case.pat, leaves)?;
            this.expr_to(&case.body, goal)
        };
        self.if_(cond, body, |this| this.cases_of(leaves, number, rest, goal))
    }

    /// Returns the condition that a value matches a pattern. `number` is the object's constructor number if it was
    /// already read.
    fn matches(&mut self, pat: &Pat, leaves: &[Leaf], number: Option<&Exp>) -> Lowered<Exp> {
        match pat {
            Pat::Var(..) | Pat::Wildcard(_) => Ok(boolean(true)),
            Pat::Literal(scalar) => match leaves {
                [Leaf::Scalar(_, value)] => Ok(self.compare(CmpOp::Eq, value.clone(), Exp::Const(*scalar))),
                _ => Err(bug("a literal pattern for what is no scalar")),
            },
            Pat::Record(fields) => {
                let mut all = boolean(true);
                let mut rest = leaves;
                for (_, field) in fields {
                    let own;
                    (own, rest) = split(rest, &field.ty());
                    let matches = self.matches(field, own, None)?;
                    all = self.and(all, matches);
                }
                Ok(all)
            }
            Pat::Variant(name, pats, ty) => {
                let made = self.made_by(*name, ty, leaves, number)?;
                self.and_then(made, |this| {
                    let mut all = boolean(true);
                    let payloads = this.payloads(*name, pats, ty, leaves)?;
                    for (pat, payload) in pats.iter().zip(payloads) {
                        let matches = this.matches(pat, &payload, None)?;
                        all = this.and(all, matches);
                    }
                    Ok(all)
                })
            }
        }
    }

    /// Returns the condition that `cond` and `other` hold. The code for `other` runs only if `cond` holds.
    pub(crate) fn and_then(&mut self, cond: Exp, other: impl FnOnce(&mut Self) -> Lowered<Exp>) -> Lowered<Exp> {
        let (mut block, other) = self.in_block(other)?;
        match (known(&cond), known(&other)) {
            (Some(false), _) => Ok(boolean(false)),
            (_, Some(true)) => Ok(cond),
            (Some(true), _) => {
                self.block.append(&mut block);
                Ok(other)
            }
            _ => {
                let both = self.variable("both", ScalarType::Bool, boolean(false));
                block.push(Stm::Assign { name: both, value: other });
                self.push(Stm::If { cond, then_block: block, else_block: Vec::new() });
                Ok(Exp::Var(both))
            }
        }
    }
}
