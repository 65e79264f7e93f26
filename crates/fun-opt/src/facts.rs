//! Facts about integers at each point: a walk over statements that collects what conditions, counters, loops and
//! assertions imply.

use crate::prove::Known;
use base::Name;
use fun::def::*;
use index::Poly;
use value::CmpOp;

/// A walk that maintains the facts at the current statement.
pub trait Walk<'p> {
    fn known(&mut self) -> &mut Known<'p>;

    /// Visits body number `which` of the statement.
    fn inside(&mut self, which: usize, body: &mut Body);

    /// Visits the bodies of the statement, each with the facts that hold there, and then records the statement's own
    /// facts.
    fn stm(&mut self, stm: &mut Stm) {
        let mark = self.known().mark();
        match &mut stm.exp {
            Exp::If { cond, then_body, else_body } => {
                for (which, (body, holds)) in [(then_body, true), (else_body, false)].into_iter().enumerate() {
                    self.known().learn(*cond, holds);
                    self.inside(which, body);
                    self.known().forget(mark);
                }
            }
            Exp::Loop(looped) => {
                let outcome = self.known().enter_loop(looped);
                self.inside(0, &mut looped.body);
                self.known().forget(mark);
                self.known().leave_loop(looped, &stm.pattern, outcome);
            }
            exp => {
                if let Some((index, width)) = counter(exp) {
                    self.known().counter(index, width);
                }
                for (which, body) in exp.bodies_mut().into_iter().enumerate() {
                    self.inside(which, body);
                }
                self.known().forget(mark);
            }
        }
        learn(self.known(), stm);
    }
}

/// Returns the index of an array operation, and its bound.
pub fn counter(exp: &Exp) -> Option<(Name, Atom)> {
    let (width, _, lambda) = exp.traversed()?;
    Some((*lambda.params.first()?, width))
}

/// Records the facts that hold after the statement.
pub fn learn(known: &mut Known, stm: &Stm) {
    known.define(&stm.pattern, &stm.exp);
    if let Exp::Assert { cond, .. } = &stm.exp {
        known.learn(*cond, true);
    }
    stm.pattern.iter().for_each(|name| known.note_sizes(*name));
}

/// Records the scalars in the expression's bodies, and that its counters are not negative. Their upper bounds are not
/// recorded, because they would imply that a body runs.
pub fn define_inside(known: &mut Known, exp: &Exp) {
    let var = match exp {
        Exp::Loop(looped) => match looped.form {
            LoopForm::For { var, .. } => Some(var),
            LoopForm::While { .. } => None,
        },
        exp => counter(exp).map(|(index, _)| index),
    };
    if let Some(var) = var {
        known.tame(var);
        known.learn_comparison(CmpOp::Ge, var.into(), Atom::i64(0), true);
    }
    for stm in exp.bodies().into_iter().flat_map(|body| &body.stms) {
        if stm.pattern.iter().all(|&name| known.program.type_of(name).rank() == 0) {
            known.define(&stm.pattern, &stm.exp);
        }
        define_inside(known, &stm.exp);
    }
}

/// Returns a function that maps integers to their polynomials.
pub fn sums(known: &Known) -> impl Fn(Name) -> Option<Poly> {
    |name| known.exact(name)
}
