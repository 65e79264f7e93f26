//! Comparisons of indices and sizes, which of two is the smaller or larger one, and integers that keep their value by way of
//! a type of fewer bits, decided where they stand by what is known there: counters are within their bounds, sizes are not negative, assertions that were passed hold, a
//! branch and the body of a `while` loop know their condition, and integers know how they were made (`values`) and how
//! they change from turn to turn (`loops`). Of a disjunction one side holds where the other one does not: of what is
//! asserted of a view, "in bounds or empty", the bounds in a traversal of it. A comparison that stands before what decides
//! it is decided for the conjunctions, disjunctions, branches and assertions that come later. A scatter that writes a slice,
//! all of it in bounds, is an update (`slices`).
//!
//! ```text
//! let (r : i64) = loop (a : i64 = 0) for i < n do   ==>   ...
//!   let (c : bool) = i < n                                let (d : cert) = assert true "..."
//!   let (d : cert) = assert c "..."
//! ```
//!
//! A proof is about integers, machine numbers wrap. So only what is known to be far from the ends of `i64` takes part
//! in sums: a counter has been counted up to, a size has been allocated (unless another size of the array is 0: then
//! it may be anything that is not negative), and constants and what is clamped between two such numbers are as small;
//! sums of a few of them are what they seem, and products that something as small bounds (`integers`). Needs: no dead
//! code, so that little is looked at. Guarantees: nothing; the comparisons become constants, which `simplify` puts to
//! use. Cost: linear times the nesting of loops, each proof bounded.

mod integers;
mod known;
mod loops;
mod slices;
mod values;

use base::Error;
use fun::def::*;
pub use known::Known;
use value::{BinOp, CmpOp, ScalarType};

pub fn prove(mut program: Program) -> Result<Program, Error> {
    prove_in_place(&mut program);
    Ok(program)
}

/// As `prove`; gives whether anything was decided.
pub fn prove_in_place(program: &mut Program) -> bool {
    let mut changed = false;
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut prover = Prover { known: Known::new(program), changed: false };
        prover.known.enter_function(&program.functions[id]);
        prover.body(&mut body);
        changed |= prover.changed;
        program.functions[id].body = body;
    }
    changed
}

struct Prover<'p> {
    known: Known<'p>,
    /// Whether anything has been decided.
    changed: bool,
}

impl Prover<'_> {
    fn body(&mut self, body: &mut Body) {
        let mark = self.known.mark();
        for stm in &mut body.stms {
            self.stm(stm);
        }
        self.known.forget(mark);
    }

    fn stm(&mut self, stm: &mut Stm) {
        self.inside(stm);
        let decided = match stm.exp {
            Exp::Cmp(op, a, b) => self.known.decided(op, a, b).map(Atom::bool),
            Exp::Bin(op @ (BinOp::Min | BinOp::Max), a, b) => self.chosen(op, a, b),
            Exp::Convert(ScalarType::I64, narrow) => self.known.widened(narrow),
            _ => None,
        };
        if let Some(atom) = decided {
            stm.exp = Exp::Atom(atom);
            self.changed = true;
        }
        match &mut stm.exp {
            Exp::Bin(op @ (BinOp::And | BinOp::Or), a, b) => self.settle_both(*op == BinOp::And, a, b),
            Exp::Assert { cond, .. } => self.settle(cond),
            _ => {}
        }
        self.known.define(&stm.pattern, &stm.exp);
        if let Exp::Assert { cond, .. } = &stm.exp {
            self.known.learn(*cond, true);
        }
        stm.pattern.iter().for_each(|name| self.known.note_sizes(*name));
    }

    /// The bodies inside, each with what is known there.
    fn inside(&mut self, stm: &mut Stm) {
        let mark = self.known.mark();
        match &mut stm.exp {
            Exp::If { cond, then_body, else_body } => {
                self.settle(cond);
                for (body, holds) in [(then_body, true), (else_body, false)] {
                    self.known.learn(*cond, holds);
                    self.known.use_disjunctions(mark);
                    self.body(body);
                    self.known.forget(mark);
                }
            }
            Exp::Loop(looped) => {
                let after = self.known.enter_loop(looped);
                self.known.use_disjunctions(mark);
                self.body(&mut looped.body);
                self.known.forget(mark);
                self.known.leave_loop(looped, &stm.pattern, after);
                return;
            }
            exp => {
                if let Some((width, inputs, lambda)) = exp.traversed()
                    && lambda.params.len() > inputs.len()
                {
                    self.known.counter(lambda.params[0], width);
                    self.known.use_disjunctions(mark);
                }
                for lambda in exp.lambdas_mut() {
                    lambda.params.iter().for_each(|name| self.known.note_sizes(*name));
                    self.body(&mut lambda.body);
                }
                if let Exp::Scatter(scatter) = &*exp
                    && let Some(update) = slices::as_update(&mut self.known, scatter)
                {
                    *exp = update;
                    self.changed = true;
                }
            }
        }
        self.known.forget(mark);
    }

    /// Of a conjunction each side is asked only where the other one holds, of a disjunction where it does not. Products
    /// are not asked again, as the answer takes long.
    fn settle_both(&mut self, is_and: bool, a: &mut Atom, b: &mut Atom) {
        self.settle_beside(is_and, *a, b);
        self.settle_beside(is_and, *b, a);
    }

    fn settle_beside(&mut self, is_and: bool, other: Atom, asked: &mut Atom) {
        if self.known.is_comparison_of_sums(*asked) {
            let mark = self.known.mark();
            self.known.learn(other, is_and);
            self.settle(asked);
            self.known.forget(mark);
        }
    }

    /// The result of a comparison that was made before enough was known to decide it.
    fn settle(&mut self, atom: &mut Atom) {
        let now = self.known.now(*atom);
        self.changed |= now != *atom;
        *atom = now;
    }

    /// Which of the two the smaller or larger one is.
    fn chosen(&mut self, op: BinOp, a: Atom, b: Atom) -> Option<Atom> {
        let (small, large) = match (self.known.decided(CmpOp::Le, a, b), self.known.decided(CmpOp::Ge, a, b)) {
            (Some(true), _) => (a, b),
            (_, Some(true)) => (b, a),
            _ => return None,
        };
        Some(if op == BinOp::Min { small } else { large })
    }
}

#[cfg(test)]
mod tests;
