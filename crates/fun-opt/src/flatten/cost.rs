//! What counts as work worth a thread of its own. All numbers of flattening stand here.

use super::form;
use fun::def::*;
use value::Scalar;

/// How much is flattened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// As deep as pays, in versions.
    Model,
    /// Everything that can be.
    All,
    /// As `Model`, but what is irregular stays in its threads.
    Regular,
}

/// So many elements keep a machine busy: the default of the thresholds.
pub const ENOUGH: i64 = 1 << 15;
/// So many iterations for each element of the longest one make it disappear among the others: the default of these thresholds.
pub const EVEN: i64 = 1 << 6;
/// An operation on no more elements than this stays in one thread.
const SMALL: i64 = 16;
/// Index arithmetic of at most so many steps is done again where it is needed, instead of being stored for each element.
pub const MAX_REPEATED: usize = 8;

/// Which versions of an operation there are.
pub enum Choice {
    /// The operation itself, with sequential bodies.
    Outer,
    Full,
    /// Both, chosen by this width.
    Versions(Atom),
}

pub fn choice(policy: Policy, exp: &Exp) -> Choice {
    let Some(width) = form::width(exp) else { return Choice::Full };
    // An operator on vectors is better apart, however many vectors there are.
    let combines_vectors = exp.lambdas().into_iter().skip(1).any(|operator| form::has_parallel(&operator.body));
    if policy == Policy::All || combines_vectors {
        return Choice::Full;
    }
    match constant(width) {
        Some(width) if width >= ENOUGH => Choice::Outer,
        Some(_) => Choice::Full,
        None => Choice::Versions(width),
    }
}

/// Whether threads of their own for its elements cost the operation nothing: they need not speak to each other.
pub fn is_free(exp: &Exp) -> bool {
    matches!(exp, Exp::Traverse(traverse) if form::is_map(traverse)) && !form::is_nested(exp)
}

/// Marks the operations inside that are too small to be worth threads.
pub fn mark_small(exp: &mut Exp) {
    for body in exp.bodies_mut() {
        for stm in &mut body.stms {
            mark_small(&mut stm.exp);
            let small = form::width(&stm.exp).is_some_and(is_small);
            if small && !form::is_nested(&stm.exp) {
                stm.exp.sequential_mut().into_iter().for_each(|mark| *mark = true);
            }
        }
    }
}

/// Whether so many elements are not worth threads.
pub fn is_small(width: Atom) -> bool {
    constant(width).is_some_and(|width| width <= SMALL)
}

fn constant(width: Atom) -> Option<i64> {
    width.constant().and_then(Scalar::as_i64)
}
