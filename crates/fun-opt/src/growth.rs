//! Loop parameters with constant growth: their values follow from the iteration's number.

use base::Name;
use fun::def::*;
use rustc_hash::{FxHashMap, FxHashSet};
use value::BinOp;

/// A loop parameter that grows by a constant step: in each iteration it becomes itself plus or minus `step`, which is
/// loop-invariant.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    pub at: usize,
    pub operator: BinOp,
    pub step: Atom,
}

/// Returns those of the `candidates`, positions of parameters, that grow by a constant step in the loop's body.
/// `meaning` resolves an atom of the body. Cost: linear.
pub fn even(
    looped: &Loop,
    candidates: impl IntoIterator<Item = usize>,
    mut meaning: impl FnMut(Atom) -> Atom,
) -> Vec<Growth> {
    let mut nexts: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
    for at in candidates {
        let next = looped.body.result.get(at).and_then(|&next| meaning(next).var());
        if let Some(next) = next.filter(|next| looped.params.get(at).is_some_and(|(param, _)| param != next)) {
            nexts.entry(next).or_default().push(at);
        }
    }
    if nexts.is_empty() {
        return Vec::new();
    }
    let mut inside: FxHashSet<Name> = looped.params.iter().map(|(param, _)| *param).collect();
    inside.extend(looped.body.stms.iter().flat_map(|stm| &stm.pattern));
    if let LoopForm::For { var, .. } = looped.form {
        inside.insert(var);
    }
    let mut grown = Vec::new();
    for stm in &looped.body.stms {
        let (&Exp::Bin(operator @ (BinOp::Add | BinOp::Sub), a, b), [next]) = (&stm.exp, stm.pattern.as_slice()) else {
            continue;
        };
        let Some(candidates) = nexts.get(next) else { continue };
        let (a, b) = (meaning(a), meaning(b));
        for &at in candidates {
            let param = Atom::Var(looped.params[at].0);
            let step = match operator {
                BinOp::Add if b == param => a,
                _ if a == param => b,
                _ => continue,
            };
            if step.var().is_none_or(|name| !inside.contains(&name)) {
                grown.push(Growth { at, operator, step });
            }
        }
    }
    grown
}
