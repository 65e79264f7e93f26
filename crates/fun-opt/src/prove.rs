//! Decides comparisons, minima and maxima of indices and sizes, and conversions to smaller types and back, from the
//! facts known at their place. Facts: counters are within their bounds, sizes are not negative, passed assertions hold,
//! and a branch or the body of a `while` loop knows its condition. Integers have facts from their definitions
//! (`values`) and from their change between iterations (`loops`). Of a disjunction one side holds if the other is
//! refuted. For example, a view asserts "in bounds or empty", and a traversal of it knows the bounds. A comparison that
//! precedes the facts that decide it is decided at its later uses in conjunctions, disjunctions, branches and
//! assertions. A scatter that writes a slice within bounds becomes an update, as does a loop that puts
//! rows of an array into slices (`slices`).
//!
//! ```text
//! let (r : i64) = loop (a : i64 = 0) for i < n do   ==>   ...
//!   let (c : bool) = i < n                                let (d : cert) = assert true "..."
//!   let (d : cert) = assert c "..."
//! ```
//!
//! Proofs are about integers, but machine numbers wrap. So only numbers known to be far from the limits of `i64` take
//! part in sums. Counters are, because they have been counted to, and so are sizes of allocated arrays (unless another
//! size of the array is 0; then a size may be any non-negative number). So are small constants, numbers clamped between
//! such numbers, sums of a few of them, and products with a small bound (`integers`). Needs: no dead code, to save
//! time. Guarantees: nothing; the comparisons become constants, which `simplify` uses. Cost: linear times the nesting
//! of loops; each proof is bounded.

mod integers;
mod known;
mod loops;
mod slices;
mod values;

use base::{Error, Name};
use fun::def::*;
pub use known::Known;
use rustc_hash::FxHashMap;
use slices::{Nests, Slices};
use value::{BinOp, CmpOp, ScalarType};

pub fn prove(mut program: Program) -> Result<Program, Error> {
    prove_in_place(&mut program);
    Ok(program)
}

/// Like `prove`; returns whether it decided anything.
pub fn prove_in_place(program: &mut Program) -> bool {
    let mut changed = false;
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let (nests, slices) = (Nests::default(), FxHashMap::default());
        let mut prover = Prover { known: Known::new(program), nests, slices, changed: false };
        prover.known.enter_function(&program.functions[id]);
        prover.body(&mut body);
        let mut slices = prover.slices;
        changed |= prover.changed || !slices.is_empty();
        slices::write(program, &mut body, &mut slices);
        program.functions[id].body = body;
    }
    changed
}

struct Prover<'p> {
    known: Known<'p>,
    nests: Nests,
    /// The updates of slices that scatters and loops are equal to, by the first result.
    slices: FxHashMap<Name, Vec<Slices>>,
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
        self.nests.define(&self.known, stm);
        if let Exp::Assert { cond, .. } = &stm.exp {
            self.known.learn(*cond, true);
        }
        stm.pattern.iter().for_each(|name| self.known.note_sizes(*name));
    }

    /// Visits the inner bodies of the statement, each with the facts that hold there.
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
                if let Some(slices) = slices::of_loop(&mut self.known, looped, &stm.pattern)
                    && let Some(&result) = stm.pattern.first()
                {
                    self.slices.insert(result, slices);
                }
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
                if let (Exp::Scatter(scatter), Some(&result)) = (&*exp, stm.pattern.first())
                    && let Some(slices) = self.nests.slices(&mut self.known, scatter, &stm.pattern)
                {
                    self.slices.insert(result, vec![slices]);
                }
            }
        }
        self.known.forget(mark);
    }

    /// Decides both sides of a conjunction or disjunction. Each side of a conjunction is decided under the assumption
    /// that the other holds; for a disjunction, that it does not. Comparisons of products are not decided again,
    /// because that is slow.
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

    /// Replaces the result of an earlier comparison by a constant, if the comparison can now be decided.
    fn settle(&mut self, atom: &mut Atom) {
        let now = self.known.now(*atom);
        self.changed |= now != *atom;
        *atom = now;
    }

    /// Returns which operand is the minimum or maximum, if that can be decided.
    fn chosen(&mut self, op: BinOp, a: Atom, b: Atom) -> Option<Atom> {
        let (small, large) = match (self.known.decided(CmpOp::Le, a, b), self.known.decided(CmpOp::Ge, a, b)) {
            (Some(true), _) => (a, b),
            (_, Some(true)) => (b, a),
            _ => return None,
        };
        Some(if op == BinOp::Min { small } else { large })
    }
}
