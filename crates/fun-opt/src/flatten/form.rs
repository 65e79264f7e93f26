//! The form after flattening: perfect nests of array operations, with everything inside marked as sequential.

use crate::effect;
use base::Name;
use fun::def::*;

/// Whether each array operation is in a perfect nest or is marked as sequential. Functions that threads call are not
/// examined.
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

/// Marks as sequential all operations that are not part of a perfect nest.
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

/// Returns the next operation of a nest.
fn next<'e>(program: &Program, exp: &'e Exp) -> Option<&'e Exp> {
    match exp {
        Exp::Traverse(traverse) if is_map(traverse) && is_step(program, &traverse.lambda) => {
            traverse.lambda.body.stms.last().map(|stm| &stm.exp)
        }
        _ => None,
    }
}

/// Returns the innermost operation of a nest.
pub fn innermost<'e>(program: &Program, exp: &'e Exp) -> &'e Exp {
    std::iter::successors(Some(exp), |exp| next(program, exp)).last().unwrap_or(exp)
}

/// Returns the widths of all operations of a nest except the innermost, outermost first.
pub fn widths_around(program: &Program, exp: &Exp) -> Vec<Atom> {
    let nest = std::iter::successors(Some(exp), |exp| next(program, exp));
    let mut widths: Vec<Atom> = nest.filter_map(width).collect();
    widths.pop();
    widths
}

/// Marks the innermost operation of a nest as sequential.
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

/// Whether the lambda of a map contains little more than the next operation of the nest, of the same width for all
/// elements, and yields its results.
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

/// Whether the expression is a view, or scalar work of constant cost.
pub fn is_light(program: &Program, exp: &Exp) -> bool {
    effect::is_view(exp)
        || matches!(exp, Exp::Atom(_) | Exp::Index(..) | Exp::Threshold { .. })
        || effect::is_total_scalar(program, exp)
}

/// Whether the expression allocates memory. In FUNMEM, this is the block of an array that the next operation makes.
fn is_alloc(exp: &Exp) -> bool {
    matches!(exp, Exp::Alloc { .. })
}

/// Whether the expression makes a new array that an operation can write to, with no other work.
pub fn is_maker(exp: &Exp) -> bool {
    matches!(exp, Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy(_))
}

/// Returns the arrays that the operation writes to.
pub fn destinations(exp: &Exp) -> &[Name] {
    match exp {
        Exp::Scatter(scatter) => &scatter.destinations,
        Exp::Histogram(histogram) => &histogram.destinations,
        _ => &[],
    }
}

/// Whether the traversal neither scans nor reduces.
pub fn is_map(traverse: &Traverse) -> bool {
    traverse.scans.is_empty() && traverse.reductions.is_empty()
}

/// Returns the number of elements that an array operation goes through, or `None` for other expressions.
pub fn width(exp: &Exp) -> Option<Atom> {
    exp.traversed().map(|(width, ..)| width)
}

/// Whether the expression contains an operation that is not sequential.
pub fn is_nested(exp: &Exp) -> bool {
    exp.bodies().into_iter().any(has_parallel)
}

/// Whether the body contains, at any depth, an operation that is not sequential.
pub fn has_parallel(body: &Body) -> bool {
    body.stms.iter().any(|stm| stm.exp.sequential() == Some(false) || is_nested(&stm.exp))
}
