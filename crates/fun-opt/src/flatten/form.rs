//! The form that flattening leaves: perfect nests of array operations, and sequential marks on all inside of them.

use crate::effect;
use base::Name;
use fun::def::*;

/// Whether each array operation stands in a perfect nest or is marked sequential. What a thread calls is not asked.
pub fn is_flat(program: &Program) -> bool {
    program.functions.values().all(|function| is_flat_body(program, &function.body))
}

fn is_flat_body(program: &Program, body: &Body) -> bool {
    body.stms.iter().all(|stm| match &stm.exp {
        Exp::If { .. } | Exp::Loop(_) => stm.exp.bodies().into_iter().all(|inner| is_flat_body(program, inner)),
        exp => exp.sequential() != Some(false) || is_perfect(program, exp),
    })
}

/// Whether the operation is a perfect nest whose innermost bodies are sequential.
fn is_perfect(program: &Program, exp: &Exp) -> bool {
    !is_nested(innermost(program, exp))
}

/// Marks what does not stand in a perfect nest.
pub fn seal(program: &Program, body: &mut Body) {
    for stm in &mut body.stms {
        if let Exp::If { .. } | Exp::Loop(_) = stm.exp {
            stm.exp.bodies_mut().into_iter().for_each(|inner| seal(program, inner));
        } else {
            seal_operation(program, &mut stm.exp);
        }
    }
}

fn seal_operation(program: &Program, exp: &mut Exp) {
    match exp {
        Exp::Traverse(traverse) if is_map(traverse) && is_step(program, &traverse.lambda) => {
            if let Some(stm) = traverse.lambda.body.stms.last_mut() {
                seal_operation(program, &mut stm.exp);
            }
        }
        exp => mark_inside(exp),
    }
}

/// Marks every operation inside as sequential.
pub fn mark_inside(exp: &mut Exp) {
    for body in exp.bodies_mut() {
        for stm in &mut body.stms {
            stm.exp.sequential_mut().into_iter().for_each(|mark| *mark = true);
            mark_inside(&mut stm.exp);
        }
    }
}

/// The next operation of a nest.
fn next<'e>(program: &Program, exp: &'e Exp) -> Option<&'e Exp> {
    match exp {
        Exp::Traverse(traverse) if is_map(traverse) && is_step(program, &traverse.lambda) => {
            traverse.lambda.body.stms.last().map(|stm| &stm.exp)
        }
        _ => None,
    }
}

/// The innermost operation of a nest.
pub fn innermost<'e>(program: &Program, exp: &'e Exp) -> &'e Exp {
    std::iter::successors(Some(exp), |exp| next(program, exp)).last().unwrap_or(exp)
}

/// The widths of a nest but for the innermost operation, outermost first.
pub fn widths_around(program: &Program, exp: &Exp) -> Vec<Atom> {
    let nest = std::iter::successors(Some(exp), |exp| next(program, exp));
    let mut widths: Vec<Atom> = nest.filter_map(width).collect();
    widths.pop();
    widths
}

/// Marks the innermost operation of a nest.
pub fn mark_innermost(program: &Program, exp: &mut Exp) {
    let last = next(program, exp).is_some();
    match exp {
        Exp::Traverse(traverse) if last => {
            if let Some(stm) = traverse.lambda.body.stms.last_mut() {
                mark_innermost(program, &mut stm.exp);
            }
        }
        exp => {
            mark_inside(exp);
            exp.sequential_mut().into_iter().for_each(|mark| *mark = true);
        }
    }
}

/// Whether the lambda of a map only leads to the next operation of the nest, of the same width for all elements.
pub fn is_step(program: &Program, lambda: &Lambda) -> bool {
    let body = &lambda.body;
    let Some((last, before)) = body.stms.split_last() else { return false };
    let binds = |name: &Name| lambda.params.contains(name) || before.iter().any(|stm| stm.pattern.contains(name));
    let varies = width(&last.exp).and_then(Atom::var).is_some_and(|name| binds(&name));
    let yields = |atom: &Atom| atom.var().is_some_and(|name| last.pattern.contains(&name));
    let makes = |stm: &Stm| stm.pattern.iter().any(|name| destinations(&last.exp).contains(name));
    last.exp.sequential() == Some(false)
        && !matches!(last.exp, Exp::Filter(_))
        && !varies
        && body.result.iter().all(yields)
        && before
            .iter()
            .all(|stm| is_light(program, &stm.exp) || is_maker(&stm.exp) && makes(stm) || is_alloc(&stm.exp))
}

/// A view, or scalar work of constant cost.
pub fn is_light(program: &Program, exp: &Exp) -> bool {
    effect::is_view(exp)
        || matches!(exp, Exp::Atom(_) | Exp::Index(..) | Exp::Threshold { .. })
        || effect::is_total_scalar(program, exp)
}

/// In FUNMEM, the block of an array that the next operation makes.
fn is_alloc(exp: &Exp) -> bool {
    matches!(exp, Exp::Alloc { .. })
}

/// A new array of no work of its own, as an operation writes to.
pub fn is_maker(exp: &Exp) -> bool {
    matches!(exp, Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy(_))
}

/// The arrays that the operation writes to.
pub fn destinations(exp: &Exp) -> &[Name] {
    match exp {
        Exp::Scatter(scatter) => &scatter.destinations,
        Exp::Histogram(histogram) => &histogram.destinations,
        _ => &[],
    }
}

/// Neither scans nor reduces.
pub fn is_map(traverse: &Traverse) -> bool {
    traverse.scans.is_empty() && traverse.reductions.is_empty()
}

/// Of an array operation: how many elements it goes through.
pub fn width(exp: &Exp) -> Option<Atom> {
    exp.traversed().map(|(width, ..)| width)
}

/// Whether an operation that is not sequential stands inside the expression.
pub fn is_nested(exp: &Exp) -> bool {
    exp.bodies().into_iter().any(has_parallel)
}

/// Whether an operation that is not sequential stands in the body, at any depth.
pub fn has_parallel(body: &Body) -> bool {
    body.stms.iter().any(|stm| stm.exp.sequential() == Some(false) || is_nested(&stm.exp))
}
