//! Match expressions. Cases are tried in order: a test of the pattern, then its variables are bound. Of an object only
//! the constructor's number is read until its constructor is known.

use crate::expr::Goal;
use crate::value::{Leaf, boolean, known, split};
use crate::{Lowered, Lowerer, bug};
use core_ir::def::{Case, Pat};
use imp::def::{Exp, Stm};
use value::{CmpOp, ScalarType};

impl Lowerer<'_> {
    /// Lowers the first case that matches to the goal. The last case is not tested.
    pub(crate) fn cases(&mut self, leaves: &[Leaf], cases: &[Case], goal: Goal) -> Lowered<()> {
        let looks = |case: &Case| matches!(case.pat, Pat::Variant(..));
        let number = match leaves {
            [Leaf::Data(object)] if cases.len() > 1 && looks(&cases[0]) => Some(self.number(*object)),
            _ => None,
        };
        self.cases_of(leaves, number.as_ref(), cases, goal)
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

    /// Returns the conjunction; the code of `other` runs only if `cond` holds.
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
