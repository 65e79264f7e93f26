//! Fusion of filters whose results are only traversed: the traversal drops the elements.
//!
//! ```text
//! let (k : i64) (ys : [k]f32) =                 ==>   let (s : f32) = traverse n (xs)
//!   filter n (xs) (\x -> (p x, f x))                    (\x -> if p x then g (f x) else 0) reduce (+)
//! let (s : f32) = traverse k (ys) g reduce (+)
//! ```
//!
//! The filter of a filter and the map of a filter become a filter. The scatter and histogram of a filter write dropped
//! elements nowhere, at index -1. Code after the filter runs for kept elements only, so it does no more work and fails
//! no earlier. Only operators of reductions meet a neutral element more often, so they must be cheap and total. The
//! count of kept elements becomes one more reduction if it is used; a filter of which only the count is used becomes
//! that reduction.

use super::Known;
use super::graph::{Kept, Node};
use super::join::{put_in_front, take_over};
use crate::effect;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk;
use rustc_hash::FxHashMap;
use value::{BinOp, Scalar, ScalarType};

/// Largest number of scalar operations that may run for dropped elements too.
const CHEAP: usize = 8;

/// Whether the consumer can take over the filter. Returns the filter's results that must be kept, as other statements
/// use them.
pub fn fits(program: &Program, producer: &Stm, consumer: &Node, known: &Known) -> Option<Kept> {
    let Exp::Filter(filter) = &producer.exp else { return None };
    let (&count, values) = producer.pattern.split_first()?;
    let (width, inputs, lambda) = consumer.stm.exp.traversed()?;
    let traversed_only = |value: &Name| {
        let here = inputs.iter().filter(|input| *input == value).count();
        known.uses_of(*value) == here && !consumer.fixes(*value)
    };
    let fine = width == count.into()
        && lambda.params.len() == inputs.len()
        && inputs.iter().all(|input| values.contains(input))
        && values.iter().all(traversed_only)
        && filter.lambda.body.result.len() == producer.pattern.len();
    // Uses of the count other than as the consumer's width and in the types of the kept values.
    let count_used = known.uses_of(count) > 1 + values.len();
    // The count is complete only after all elements.
    let needs_count = |body: &Body| count_used && walk::free_in_body(&program.vars, body).contains(&count);
    if consumer.stm.exp.bodies().into_iter().any(needs_count) {
        return None;
    }
    let scalars = |atoms: &[Atom]| atoms.iter().all(|&atom| is_scalar(program, atom));
    let can = match &consumer.stm.exp {
        Exp::Traverse(traverse) if traverse.reductions.is_empty() => {
            traverse.scans.is_empty() && scalars(&traverse.lambda.body.result)
        }
        Exp::Traverse(traverse) => {
            let only = traverse.scans.is_empty() && traverse.combined() == consumer.stm.pattern.len();
            only && traverse.reductions.iter().all(|monoid| is_cheap(program, monoid))
        }
        Exp::Filter(second) => !count_used && scalars(&second.lambda.body.result),
        Exp::Scatter(scatter) => !count_used && scalars(&scatter.lambda.body.result),
        Exp::Histogram(histogram) => !count_used && scalars(&histogram.lambda.body.result),
        _ => false,
    };
    let mentions_count = |name: &Name| program.type_of(*name).dims().contains(&count.into());
    let keeps_count = count_used || consumer.stm.pattern.iter().any(mentions_count);
    (fine && can).then(|| if keeps_count { vec![count] } else { Vec::new() })
}

fn is_scalar(program: &Program, atom: Atom) -> bool {
    matches!(program.atom_type(atom), Type::Scalar(_))
}

/// Whether combining a neutral element costs only a few scalar operations and cannot fail.
fn is_cheap(program: &Program, monoid: &Monoid) -> bool {
    let stms = &monoid.operator.body.stms;
    monoid.neutral.iter().all(|&atom| is_scalar(program, atom))
        && stms.len() <= CHEAP
        && stms.iter().all(|stm| effect::is_total_scalar(program, &stm.exp))
}

/// Returns the consumer with the filter merged into it.
pub fn absorb(program: &mut Program, producer: Stm, mut consumer: Stm, known: &mut Known) -> Stm {
    let Exp::Filter(mut filter) = producer.exp else { return consumer };
    let Some(&count) = producer.pattern.first() else { return consumer };
    // All of the consumer's inputs are replaced. None is left if both have an index.
    let body = std::mem::take(&mut filter.lambda.body);
    let Some((&keep, values)) = body.result.split_first() else { return consumer };
    let produced: FxHashMap<Name, Atom> =
        producer.pattern.iter().copied().skip(1).zip(values.iter().copied()).collect();
    let spans = consumer.spans.clone();
    let dropped = dropped(program, &consumer.exp);
    let runs_anyway = ignores_dropped(program, &consumer.exp);
    if let Some((width, _, lambda)) = consumer.exp.traversed_mut() {
        *width = filter.width;
        if !runs_anyway {
            lambda.body = run_if(program, keep, std::mem::take(&mut lambda.body), dropped, &spans);
        }
    }
    let keep_uses = known.uses.get(&count).copied().unwrap_or(0).saturating_sub(1 + values.len());
    let front = Lambda { params: filter.lambda.params, body: Body { stms: body.stms, result: Vec::new() } };
    put_in_front(program, &mut consumer.exp, &filter.inputs, front, &produced, known);
    known.uses.insert(count, keep_uses);
    consumer = as_filtered(program, consumer, keep, count, keep_uses > 0);
    take_over(&mut consumer, producer.certs, &producer.spans);
    consumer
}

/// Returns the lambda's results for a dropped element.
fn dropped(program: &Program, consumer: &Exp) -> Vec<Atom> {
    let zeros = |atoms: &[Atom]| {
        let zero = |&atom: &Atom| Atom::Const(Scalar::zero(program.atom_type(atom).elem().unwrap_or(ScalarType::Bool)));
        atoms.iter().map(zero).collect::<Vec<Atom>>()
    };
    let nowhere = |rank: usize, result: &[Atom]| {
        let mut atoms = zeros(result);
        atoms.iter_mut().take(rank).for_each(|atom| *atom = Atom::i64(-1));
        atoms
    };
    match consumer {
        Exp::Traverse(traverse) if !traverse.reductions.is_empty() => {
            traverse.reductions.iter().flat_map(|monoid| monoid.neutral.iter().copied()).collect()
        }
        Exp::Traverse(traverse) => zeros(&traverse.lambda.body.result),
        Exp::Filter(filter) => zeros(&filter.lambda.body.result),
        Exp::Scatter(scatter) => nowhere(scatter.index_rank, &scatter.lambda.body.result),
        Exp::Histogram(histogram) => nowhere(histogram.index_rank, &histogram.lambda.body.result),
        _ => Vec::new(),
    }
}

/// Whether the lambda may run for dropped elements too: nothing uses its results for them, and it is cheap and total.
fn ignores_dropped(program: &Program, consumer: &Exp) -> bool {
    let Exp::Traverse(traverse) = consumer else { return false };
    let stms = &traverse.lambda.body.stms;
    traverse.reductions.is_empty()
        && stms.len() <= CHEAP
        && stms.iter().all(|stm| effect::is_total_scalar(program, &stm.exp))
}

/// Returns a body that runs the given one if `cond` holds, and otherwise returns `otherwise`.
fn run_if(program: &mut Program, cond: Atom, body: Body, otherwise: Vec<Atom>, spans: &base::Spans) -> Body {
    let types: Vec<Type> = body.result.iter().map(|&atom| program.atom_type(atom)).collect();
    let results: Vec<Name> = types.into_iter().map(|ty| program.fresh("kept", ty)).collect();
    let result = results.iter().map(|&name| name.into()).collect();
    let exp = Exp::If { cond, then_body: body, else_body: Body { stms: Vec::new(), result: otherwise } };
    Body { stms: vec![Stm::plain(results, exp, spans)], result }
}

/// Converts the consumer so that it traverses all elements and drops those for which `keep` is false.
fn as_filtered(program: &mut Program, mut consumer: Stm, keep: Atom, count: Name, counted: bool) -> Stm {
    match consumer.exp {
        Exp::Traverse(mut traverse) if traverse.reductions.is_empty() => {
            traverse.lambda.body.result.insert(0, keep);
            consumer.pattern.insert(0, count);
            let Traverse { width, inputs, lambda, sequential, .. } = *traverse;
            consumer.exp = Exp::Filter(Box::new(Filter { width, inputs, lambda, sequential }));
        }
        Exp::Traverse(mut traverse) => {
            if counted {
                add_count(program, &mut traverse, keep);
                consumer.pattern.push(count);
            }
            consumer.exp = Exp::Traverse(traverse);
        }
        other => consumer.exp = other,
    }
    consumer
}

/// Adds a reduction that counts how often the condition holds.
fn add_count(program: &mut Program, traverse: &mut Traverse, cond: Atom) {
    let mut builder = Builder::new(program);
    let operator = builder.operator(BinOp::Add, ScalarType::I64);
    let one = builder.convert(ScalarType::I64, cond);
    traverse.lambda.body.stms.append(&mut builder.stms);
    traverse.lambda.body.result.push(one);
    traverse.reductions.push(Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true });
}

/// Turns a filter whose kept values are unused into a counting reduction.
pub fn count_only(program: &mut Program, stm: &mut Stm, known: &Known) {
    let Exp::Filter(filter) = &mut stm.exp else { return };
    let Some(&count) = stm.pattern.first() else { return };
    if stm.pattern.iter().skip(1).any(|&name| known.uses_of(name) > 0) {
        return;
    }
    let Some(&keep) = filter.lambda.body.result.first() else { return };
    filter.lambda.body.result.clear();
    let (inputs, lambda) = (std::mem::take(&mut filter.inputs), std::mem::take(&mut filter.lambda));
    let mut traverse = Traverse { width: filter.width, inputs, lambda, ..Traverse::default() };
    add_count(program, &mut traverse, keep);
    stm.pattern = vec![count];
    stm.exp = Exp::Traverse(Box::new(traverse));
}
