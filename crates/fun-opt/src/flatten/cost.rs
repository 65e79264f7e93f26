//! Decides which work is worth a thread of its own. All numbers of flattening are here.

use super::form;
use fun::def::*;
use value::Scalar;

/// How much of a program is flattened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Flattening as deep as is worthwhile, in versions.
    Model,
    /// Flattening of everything possible.
    All,
    /// As `Model`, but irregular operations stay sequential.
    Regular,
}

/// The number of elements that keeps a machine busy: the default of width thresholds.
pub const ENOUGH: i64 = 1 << 15;
/// A thread runs whole iterations only if there are at least this many for each element of the longest iteration. Then
/// the time of one thread is small beside that of all. The default of evenness thresholds.
pub const EVEN: i64 = 1 << 6;
/// The largest number of elements of an operation that stays in one thread.
const SMALL: i64 = 16;
/// The largest number of steps of index arithmetic that is recomputed where it is needed, instead of stored for each
/// element.
pub const MAX_REPEATED: usize = 8;

/// Which versions of an operation are generated.
pub enum Choice {
    /// Only the operation itself, with sequential bodies.
    Outer,
    Full,
    /// Both versions, chosen by this width.
    Versions(Atom),
}

pub fn choice(policy: Policy, exp: &Exp) -> Choice {
    let Some(width) = form::width(exp) else { return Choice::Full };
    // An operator on arrays is better split off, however many arrays there are.
    let combines_arrays = exp.lambdas().into_iter().skip(1).any(|operator| form::has_parallel(&operator.body));
    if policy == Policy::All || combines_arrays {
        return Choice::Full;
    }
    match constant(width) {
        Some(width) if width >= ENOUGH => Choice::Outer,
        Some(_) => Choice::Full,
        None => Choice::Versions(width),
    }
}

/// Whether the operation is a map without parallel operations inside, so that a thread for each element costs nothing.
pub fn is_free(exp: &Exp) -> bool {
    matches!(exp, Exp::Traverse(traverse) if form::is_map(traverse)) && !form::is_nested(exp)
}

/// Marks as sequential the operations inside that are too small to be worth threads.
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

/// Whether a constant number of elements is too small to be worth threads.
pub fn is_small(width: Atom) -> bool {
    constant(width).is_some_and(|width| width <= SMALL)
}

fn constant(width: Atom) -> Option<i64> {
    width.constant().and_then(Scalar::as_i64)
}
