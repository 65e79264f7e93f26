//! Patterns. Variables, wildcards, literals, constructors and records are patterns of CORE, where an open record is
//! completed with wildcards. Other patterns become a test and bindings:
//!
//! ```text
//! match s with [x] ++ t then a else b   ─►   let s' = s in if seq.length(s') >= 1 then
//!                                              let x = seq.get(s', 0) in let t = seq.sub(s', 1, ..) in a
//!                                            else b
//! ```

use super::{Bound, Lowered, Pass, bug};
use crate::check::tree::{Pat, PatKind, VariableId};
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Prim, SeqOp};
use value::{BinOp, CmpOp, Scalar, UnOp};

/// Matching.
impl<'t> Pass<'t> {
    /// Lowers a choice by a pattern. `yes` is lowered with the pattern's variables bound.
    pub(super) fn branch(
        &mut self,
        subject: ir::Expr,
        pat: &Pat,
        yes: impl FnOnce(&mut Self) -> Lowered<ir::Expr>,
        no: impl FnOnce(&mut Self) -> Lowered<ir::Expr>,
    ) -> Lowered<ir::Expr> {
        if is_irrefutable(pat) {
            let pat = self.pat(pat)?;
            return Ok(build::block(vec![build::binding(pat, subject)], yes(self)?));
        }
        if is_plain(pat) {
            let otherwise = ir::Pat::Wildcard(subject.ty.clone());
            let (pat, body) = (self.pat(pat)?, yes(self)?);
            let ty = body.ty.clone();
            let cases = vec![ir::Case { pat, body }, ir::Case { pat: otherwise, body: no(self)? }];
            return Ok(build::match_on(subject, cases, ty));
        }
        let name = self.fresh("subject");
        let variable = build::var(name, subject.ty.clone()).at(subject.span);
        let test = self.test(pat, &variable)?.at(pat.span);
        let mut bindings = Vec::new();
        self.bindings(pat, &variable, &mut bindings)?;
        let yes = build::block(bindings, yes(self)?).at(pat.span);
        let choice = build::if_then_else(test, yes, no(self)?).at(pat.span);
        Ok(build::block(vec![build::bind(name, subject)], choice))
    }

    /// Lowers a plain pattern.
    pub(super) fn pat(&mut self, pat: &Pat) -> Lowered<ir::Pat> {
        let ty = self.ty(&pat.ty, pat.span)?;
        Ok(match &pat.kind {
            PatKind::Variable(id, name) => {
                let name = self.fresh(name.as_str());
                self.variables.insert(*id, Bound::Local(build::var(name, ty.clone())));
                ir::Pat::Var(name, ty)
            }
            PatKind::Wildcard => ir::Pat::Wildcard(ty),
            PatKind::Con(con, payload) => ir::Pat::Variant(self.con_name(*con), vec![self.pat(payload)?], ty),
            PatKind::Literal(literal) => ir::Pat::Literal(self.scalar(literal, &pat.ty)?),
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
            PatKind::Seq(_) | PatKind::Edges(..) | PatKind::Not(_) | PatKind::And(_) | PatKind::Or(_) => {
                return Err(bug("a pattern that CORE does not have"));
            }
            PatKind::Error => return Err(bug("an error came through")),
        })
    }
}

/// Tests and bindings.
impl Pass<'_> {
    /// Returns whether the pattern matches the value of a variable.
    fn test(&mut self, pat: &Pat, subject: &ir::Expr) -> Lowered<ir::Expr> {
        Ok(match &pat.kind {
            PatKind::Variable(..) | PatKind::Wildcard => build::bool(true),
            PatKind::Literal(literal) => {
                let value = build::literal(self.scalar(literal, &pat.ty)?);
                build::compare(CmpOp::Eq, subject.clone(), value)
            }
            PatKind::Con(con, payload) => {
                let (name, ty) = (self.fresh("payload"), self.ty(&payload.ty, payload.span)?);
                let held = build::var(name, ty.clone()).at(pat.span);
                let variant = ir::Pat::Variant(self.con_name(*con), vec![ir::Pat::Var(name, ty)], subject.ty.clone());
                let cases = vec![
                    ir::Case { pat: variant, body: self.test(payload, &held)? },
                    ir::Case { pat: ir::Pat::Wildcard(subject.ty.clone()), body: build::bool(false) },
                ];
                build::match_on(subject.clone(), cases, ir::Type::BOOL)
            }
            PatKind::Record(fields) => {
                let tests = fields.iter().map(|(label, pat)| self.test_of(pat, build::field(subject.clone(), *label)));
                all(tests.collect::<Lowered<_>>()?)
            }
            PatKind::Seq(pats) => {
                if let Some(constants) = self.constants(pats)? {
                    return self.call("matches", vec![subject.clone(), constants]);
                }
                let count = build::i64(pats.len() as i64);
                let tests = vec![build::compare(CmpOp::Eq, length(subject), count)];
                all(self.element_tests(pats, subject, None, tests)?)
            }
            PatKind::Edges(before, _, after) => {
                let count = build::i64((before.len() + after.len()) as i64);
                let tests = vec![build::compare(CmpOp::Ge, length(subject), count)];
                let tests = self.element_tests(before, subject, None, tests)?;
                all(self.element_tests(after, subject, Some(after.len()), tests)?)
            }
            PatKind::Not(inner) => build::unary(UnOp::Not, self.test(inner, subject)?),
            PatKind::And(pats) => all(pats.iter().map(|pat| self.test(pat, subject)).collect::<Lowered<_>>()?),
            PatKind::Or(pats) => {
                let tests = pats.iter().map(|pat| self.test(pat, subject)).collect::<Lowered<Vec<_>>>()?;
                let either = |rest, test| build::if_then_else(test, build::bool(true), rest);
                tests.into_iter().rev().fold(build::bool(false), either)
            }
            PatKind::Error => return Err(bug("an error came through")),
        })
    }

    /// Returns whether the pattern matches the value of an expression, which is bound to a variable first.
    fn test_of(&mut self, pat: &Pat, value: ir::Expr) -> Lowered<ir::Expr> {
        if is_irrefutable(pat) {
            return Ok(build::bool(true));
        }
        let name = self.fresh("part");
        let variable = build::var(name, value.ty.clone()).at(pat.span);
        let test = self.test(pat, &variable)?;
        Ok(build::block(vec![build::bind(name, value.at(pat.span))], test))
    }

    /// Returns the array of the elements that the patterns match, if there are several and each is a literal, as in a string.
    fn constants(&self, pats: &[Pat]) -> Lowered<Option<ir::Expr>> {
        let [first, _, ..] = pats else { return Ok(None) };
        let PatKind::Literal(literal) = &first.kind else { return Ok(None) };
        let elem = ir::Type::Scalar(self.scalar(literal, &first.ty)?.scalar_type());
        let mut items = Vec::new();
        for pat in pats {
            let PatKind::Literal(literal) = &pat.kind else { return Ok(None) };
            items.push(build::literal(self.scalar(literal, &pat.ty)?).at(pat.span));
        }
        Ok(Some(build::array(items, elem).at(first.span)))
    }

    /// Adds the tests of elements of a sequence: the first ones, or those that many places before the end.
    fn element_tests(
        &mut self,
        pats: &[Pat],
        subject: &ir::Expr,
        from_end: Option<usize>,
        mut tests: Vec<ir::Expr>,
    ) -> Lowered<Vec<ir::Expr>> {
        for (at, pat) in pats.iter().enumerate() {
            tests.push(self.test_of(pat, element(subject, at, from_end))?);
        }
        Ok(tests)
    }

    /// Adds the bindings of the variables of a pattern that matches the value of a variable.
    fn bindings(&mut self, pat: &Pat, subject: &ir::Expr, bindings: &mut Vec<ir::Binding>) -> Lowered<()> {
        match &pat.kind {
            PatKind::Variable(id, name) => self.bind_part(*id, *name, subject.clone(), bindings),
            PatKind::Con(con, payload) if binds(payload) => {
                let (name, ty) = (self.fresh("payload"), self.ty(&payload.ty, payload.span)?);
                let held = build::var(name, ty.clone()).at(pat.span);
                let variant =
                    ir::Pat::Variant(self.con_name(*con), vec![ir::Pat::Var(name, ty.clone())], subject.ty.clone());
                let cases = vec![
                    ir::Case { pat: variant, body: held },
                    ir::Case {
                        pat: ir::Pat::Wildcard(subject.ty.clone()),
                        body: self.impossible(ty.clone(), pat.span),
                    },
                ];
                let value = build::match_on(subject.clone(), cases, ty).at(pat.span);
                self.bindings_of(payload, value, bindings)?;
            }
            PatKind::Record(fields) => {
                for (label, pat) in fields {
                    self.bindings_of(pat, build::field(subject.clone(), *label), bindings)?;
                }
            }
            PatKind::Seq(pats) => {
                for (at, pat) in pats.iter().enumerate() {
                    self.bindings_of(pat, element(subject, at, None), bindings)?;
                }
            }
            PatKind::Edges(before, rest, after) => {
                for (at, pat) in before.iter().enumerate() {
                    self.bindings_of(pat, element(subject, at, None), bindings)?;
                }
                if let Some((id, name)) = rest {
                    let edges = build::i64((before.len() + after.len()) as i64);
                    let count = build::binary(BinOp::Sub, length(subject), edges);
                    let start = build::i64(before.len() as i64);
                    let middle = build::prim(Prim::Seq(SeqOp::Sub), vec![subject.clone(), start, count]);
                    self.bind_part(*id, *name, middle.at(pat.span), bindings);
                }
                for (at, pat) in after.iter().enumerate() {
                    self.bindings_of(pat, element(subject, at, Some(after.len())), bindings)?;
                }
            }
            PatKind::And(pats) => {
                for pat in pats {
                    self.bindings(pat, subject, bindings)?;
                }
            }
            PatKind::Or(pats) => self.alternatives(pats, subject, pat.span, bindings)?,
            PatKind::Con(..) | PatKind::Wildcard | PatKind::Literal(_) | PatKind::Not(_) | PatKind::Error => {}
        }
        Ok(())
    }

    fn bindings_of(&mut self, pat: &Pat, value: ir::Expr, bindings: &mut Vec<ir::Binding>) -> Lowered<()> {
        if !binds(pat) {
            return Ok(());
        }
        let name = self.fresh("part");
        let variable = build::var(name, value.ty.clone()).at(pat.span);
        bindings.push(build::bind(name, value.at(pat.span)));
        self.bindings(pat, &variable, bindings)
    }

    fn bind_part(&mut self, id: VariableId, name: Symbol, value: ir::Expr, bindings: &mut Vec<ir::Binding>) {
        let name = self.fresh(name.as_str());
        self.variables.insert(id, Bound::Local(build::var(name, value.ty.clone())));
        bindings.push(build::bind(name, value));
    }

    /// Binds the variables of the alternative that matches, as a record of them. The variables of the first alternative
    /// are those of the pattern.
    fn alternatives(
        &mut self,
        pats: &[Pat],
        subject: &ir::Expr,
        span: Span,
        bindings: &mut Vec<ir::Binding>,
    ) -> Lowered<()> {
        let mut own = Vec::new();
        pats.first().into_iter().for_each(|pat| variables(pat, &mut own));
        if own.is_empty() {
            return Ok(());
        }
        let mut chosen: Option<ir::Expr> = None;
        for pat in pats.iter().rev() {
            let (mut inside, mut names) = (Vec::new(), Vec::new());
            self.bindings(pat, subject, &mut inside)?;
            variables(pat, &mut names);
            let mut fields = Vec::new();
            for (id, name) in names {
                let Some(Bound::Local(variable)) = self.variables.get(&id) else { return Err(bug("a lost variable")) };
                fields.push((name, variable.clone()));
            }
            let record = build::block(inside, build::record(fields)).at(span);
            let rest = chosen.unwrap_or_else(|| self.impossible(record.ty.clone(), span));
            chosen = Some(build::if_then_else(self.test(pat, subject)?, record, rest).at(span));
        }
        let Some(chosen) = chosen else { return Ok(()) };
        let name = self.fresh("alternative");
        let variable = build::var(name, chosen.ty.clone()).at(span);
        bindings.push(build::bind(name, chosen));
        for (id, name) in own {
            self.bind_part(id, name, build::field(variable.clone(), name).at(span), bindings);
        }
        Ok(())
    }

    /// Returns an expression for a branch that is never taken, because a test precedes it.
    fn impossible(&self, ty: ir::Type, span: Span) -> ir::Expr {
        self.failure_of("a pattern that matched does not match", ty, span)
    }
}

/// Returns whether all conditions hold. Later ones are not evaluated if an earlier one does not hold.
fn all(tests: Vec<ir::Expr>) -> ir::Expr {
    let both = |rest, test: ir::Expr| match test.kind {
        ir::ExprKind::Literal(Scalar::Bool(true)) => rest,
        _ => build::if_then_else(test, rest, build::bool(false)),
    };
    tests.into_iter().rev().fold(build::bool(true), both)
}

fn length(sequence: &ir::Expr) -> ir::Expr {
    build::prim(Prim::Seq(SeqOp::Length), vec![sequence.clone()])
}

/// Returns an element of a sequence: number `at`, counted from the begin, or from that many places before the end.
fn element(sequence: &ir::Expr, at: usize, from_end: Option<usize>) -> ir::Expr {
    let index = match from_end {
        None => build::i64(at as i64),
        Some(places) => build::binary(BinOp::Sub, length(sequence), build::i64((places - at) as i64)),
    };
    build::prim(Prim::Seq(SeqOp::Get), vec![sequence.clone(), index])
}

/// Whether CORE has the pattern.
pub(super) fn is_plain(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Variable(..) | PatKind::Wildcard | PatKind::Literal(_) => true,
        PatKind::Con(_, payload) => is_plain(payload),
        PatKind::Record(fields) => fields.iter().all(|(_, pat)| is_plain(pat)),
        PatKind::Seq(_) | PatKind::Edges(..) | PatKind::Not(_) | PatKind::And(_) | PatKind::Or(_) => false,
        PatKind::Error => true,
    }
}

/// Whether the pattern matches every value of its type. A constructor may get company, so it never does.
pub(super) fn is_irrefutable(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Variable(..) | PatKind::Wildcard => true,
        PatKind::Record(fields) => fields.iter().all(|(_, pat)| is_irrefutable(pat)),
        PatKind::Con(..) | PatKind::Literal(_) | PatKind::Seq(_) | PatKind::Edges(..) => false,
        PatKind::Not(_) | PatKind::And(_) | PatKind::Or(_) | PatKind::Error => false,
    }
}

/// Whether the pattern binds variables.
fn binds(pat: &Pat) -> bool {
    let mut found = Vec::new();
    variables(pat, &mut found);
    !found.is_empty()
}

/// Adds the variables that the pattern binds. All alternatives of a pattern bind the same ones, so only the first is
/// searched.
pub(super) fn variables(pat: &Pat, found: &mut Vec<(VariableId, Symbol)>) {
    match &pat.kind {
        PatKind::Variable(id, name) => found.push((*id, *name)),
        PatKind::Con(_, payload) => variables(payload, found),
        PatKind::Record(fields) => fields.iter().for_each(|(_, pat)| variables(pat, found)),
        PatKind::Seq(pats) | PatKind::And(pats) => pats.iter().for_each(|pat| variables(pat, found)),
        PatKind::Edges(before, rest, after) => {
            before.iter().chain(after).for_each(|pat| variables(pat, found));
            found.extend(rest);
        }
        PatKind::Or(pats) => pats.first().into_iter().for_each(|pat| variables(pat, found)),
        PatKind::Wildcard | PatKind::Literal(_) | PatKind::Not(_) | PatKind::Error => {}
    }
}
