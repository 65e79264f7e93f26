//! Patterns. An open record is completed with wildcards.

use super::{Bound, Lowered, Pass, bug};
use crate::ast::Literal;
use crate::check::tree::{Pat, PatKind};
use core_ir::build;
use core_ir::def as ir;
use value::Scalar;

impl Pass<'_> {
    pub(super) fn pat(&mut self, pat: &Pat) -> Lowered<ir::Pat> {
        let ty = self.ty(&pat.ty, pat.span)?;
        Ok(match &pat.kind {
            PatKind::Variable(id, name) => {
                let name = self.fresh(name.as_str());
                self.variables.insert(*id, Bound::Local(build::var(name, ty.clone())));
                ir::Pat::Var(name, ty)
            }
            PatKind::Wildcard => ir::Pat::Wildcard(ty),
            PatKind::Con(con, _, payload) => ir::Pat::Variant(self.con_name(*con), vec![self.pat(payload)?], ty),
            PatKind::Literal(literal) => ir::Pat::Literal(match literal {
                Literal::Int(value) => Scalar::I64(*value),
                Literal::Bool(value) => Scalar::Bool(*value),
                Literal::Char(c) => Scalar::U32(u32::from(*c)),
                Literal::Float(_) | Literal::Text(_) => return Err(bug("a pattern of no scalar")),
            }),
            PatKind::Record(fields) => {
                let Some(all) = ty.fields() else { return Err(bug("a pattern of no record")) };
                let mut lowered = Vec::new();
                for (label, ty) in all {
                    let pat = fields.iter().find(|(other, _)| other == label).map(|(_, pat)| pat);
                    let pat = pat.map_or(Ok(ir::Pat::Wildcard(ty.clone())), |pat| self.pat(pat))?;
                    lowered.push((*label, pat));
                }
                ir::Pat::Record(lowered)
            }
            PatKind::Seq(_) | PatKind::Edges(..) => {
                return self.unsupported(pat.span, "patterns of sequences are", "used here");
            }
            PatKind::Not(_) | PatKind::And(_) | PatKind::Or(_) => {
                return self.unsupported(pat.span, "patterns with `!`, `&` and `|` are", "used here");
            }
            PatKind::Error => return Err(bug("an error came through")),
        })
    }
}

/// Whether the pattern matches every value of its type. A constructor may get company, so it never does.
pub(super) fn is_irrefutable(pat: &ir::Pat) -> bool {
    match pat {
        ir::Pat::Var(..) | ir::Pat::Wildcard(_) => true,
        ir::Pat::Record(fields) => fields.iter().all(|(_, pat)| is_irrefutable(pat)),
        ir::Pat::Variant(..) | ir::Pat::Literal(_) => false,
    }
}
