//! Vertical fusion: a map into the one operation that traverses its results.
//!
//! ```text
//! let (ys : [n]f32) = map n (xs) f             ==>   let (s : f32) = traverse n (xs) (g . f) reduce (+)
//! let (s : f32) = traverse n (ys) g reduce (+)
//! ```
//!
//! The producer is a `Traverse` without scans and reductions; the consumer a `Traverse`, `Filter`, `Scatter` or
//! `Histogram` of the same width, later in the same body. Every result of the producer is traversed by the consumer
//! and used nowhere else, so no work is done twice; nothing between the two consumes an array, the consumer does not
//! overwrite what the producer reads, and at most one of the producer and what is between may fail, so that moving the
//! producer's work down changes nothing. When producer and consumer both fail, the failure at the first element is
//! the one that is reported.
//!
//! Needs: no dead code (a result that nobody uses stands in the way). Guarantees: nothing. Cost: linear in the
//! program.

use crate::effect::{Effects, MAX_PLACES};
use base::{Error, Name};
use fun::alias::{Aliases, analyse};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::FxHashMap;

pub fn fuse(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let aliases = analyse(&program, &program.functions[id]).0;
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut uses = FxHashMap::default();
        count_all_uses(&program.vars, &body, &mut uses);
        fuse_in_body(&mut program, &mut body, &Known { uses, aliases });
        program.functions[id].body = body;
    }
    Ok(program)
}

/// What there is to know of a function before anything in it is fused. Fusion makes neither of them wrong: uses move
/// with the code, and no operation gets other destinations.
struct Known {
    uses: FxHashMap<Name, usize>,
    aliases: Aliases,
}

/// How often each name is used, in types too.
fn count_all_uses(vars: &VarTable, body: &Body, uses: &mut FxHashMap<Name, usize>) {
    walk::count_uses(body, uses);
    for name in walk::bound_in_body(body) {
        if let Some(info) = vars.get(name) {
            walk::for_each_name_in_info(info, &mut |name| *uses.entry(name).or_insert(0) += 1);
        }
    }
}

/// Gives what the body may do.
fn fuse_in_body(program: &mut Program, body: &mut Body, known: &Known) -> Effects {
    let mut effects = Effects::default();
    let mut before = Before::default();
    for mut stm in std::mem::take(&mut body.stms) {
        let mut own = Effects::of_exp(program, &stm.exp);
        for inner in stm.exp.bodies_mut() {
            own = own.and(fuse_in_body(program, inner, known));
        }
        effects = effects.and(own);
        while let Some((producer, its)) = before.take_producer(&program.vars, &stm, known) {
            merge(program, producer, &mut stm);
            own = own.and(its);
        }
        before.push(stm, own);
    }
    body.stms = before.stms.into_iter().flatten().map(|(stm, _)| stm).collect();
    effects
}

/// The statements of a body before the one at hand, with what it takes to find a producer without a search.
#[derive(Default)]
struct Before {
    /// Nothing where a producer was that has been fused.
    stms: Vec<Option<(Stm, Effects)>>,
    bound_at: FxHashMap<Name, usize>,
    /// Where arrays are consumed last.
    last_write: Option<usize>,
    /// Where the statements are that may fail, in order.
    partial: Vec<usize>,
}

impl Before {
    fn push(&mut self, stm: Stm, effects: Effects) {
        let at = self.stms.len();
        self.bound_at.extend(stm.pattern.iter().map(|&name| (name, at)));
        if effects.writes {
            self.last_write = Some(at);
        }
        if effects.partial {
            self.partial.push(at);
        }
        self.stms.push(Some((stm, effects)));
    }

    /// Takes out the nearest statement that can be fused into the consumer. What stands between must not write; what
    /// may fail there stands in the way of a producer that may fail too.
    fn take_producer(&mut self, vars: &VarTable, consumer: &Stm, known: &Known) -> Option<(Stm, Effects)> {
        let (width, inputs) = traversed(&consumer.exp)?;
        let mut candidates: Vec<usize> = inputs.iter().filter_map(|input| self.bound_at.get(input).copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let fits = |&at: &usize| {
            let stm = self.stms[at].as_ref();
            self.last_write.is_none_or(|write| write < at)
                && self.partial.last().is_none_or(|&last| last <= at || self.partial.binary_search(&at).is_err())
                && stm.is_some_and(|(stm, _)| is_producer(stm, width, inputs, &known.uses))
                && stm.is_some_and(|(stm, _)| !overwrites(vars, consumer, stm, &known.aliases))
        };
        let at = candidates.into_iter().rev().find(fits)?;
        self.partial.pop_if(|last| *last == at);
        self.stms[at].take()
    }
}

fn is_producer(stm: &Stm, width: Atom, inputs: &[Name], uses: &FxHashMap<Name, usize>) -> bool {
    let Exp::Traverse(traverse) = &stm.exp else { return false };
    let plain = traverse.scans.is_empty() && traverse.reductions.is_empty() && traverse.width == width;
    let traversed_once = |name: &Name| {
        let here = inputs.iter().filter(|input| *input == name).count();
        here >= 1 && uses.get(name).copied().unwrap_or(0) == here
    };
    plain && !stm.pattern.is_empty() && stm.pattern.iter().all(traversed_once)
}

/// Whether the consumer writes to an array that the producer reads.
fn overwrites(vars: &VarTable, consumer: &Stm, producer: &Stm, aliases: &Aliases) -> bool {
    let destinations = match &consumer.exp {
        Exp::Scatter(scatter) => &scatter.destinations,
        Exp::Histogram(histogram) => &histogram.destinations,
        _ => return false,
    };
    let read = walk::free_in_stm(vars, producer);
    destinations.iter().any(|&destination| read.iter().any(|&name| aliases.may_alias(name, destination)))
}

/// The width and inputs of an operation that traverses arrays.
fn traversed(exp: &Exp) -> Option<(Atom, &[Name])> {
    match exp {
        Exp::Traverse(traverse) => Some((traverse.width, &traverse.inputs)),
        Exp::Filter(filter) => Some((filter.width, &filter.inputs)),
        Exp::Scatter(scatter) => Some((scatter.width, &scatter.inputs)),
        Exp::Histogram(histogram) => Some((histogram.width, &histogram.inputs)),
        _ => None,
    }
}

/// Puts the producer's lambda in front of the consumer's.
fn merge(program: &mut Program, producer: Stm, consumer: &mut Stm) {
    let Exp::Traverse(traverse) = producer.exp else { return };
    let (inputs, lambda) = match &mut consumer.exp {
        Exp::Traverse(consumer) => (&mut consumer.inputs, &mut consumer.lambda),
        Exp::Filter(consumer) => (&mut consumer.inputs, &mut consumer.lambda),
        Exp::Scatter(consumer) => (&mut consumer.inputs, &mut consumer.lambda),
        Exp::Histogram(consumer) => (&mut consumer.inputs, &mut consumer.lambda),
        _ => return,
    };
    let produced: FxHashMap<Name, Atom> =
        producer.pattern.iter().copied().zip(traverse.lambda.body.result.iter().copied()).collect();
    let mut substitution = Substitution::default();
    let (mut all_inputs, mut params) = (Vec::new(), Vec::new());
    let index = join_index(&traverse, inputs.len(), lambda, &mut substitution);
    let own_params = lambda.params.split_off(lambda.params.len() - inputs.len());
    for (&input, param) in inputs.iter().zip(own_params) {
        match produced.get(&input) {
            Some(&atom) => {
                substitution.insert(param, atom);
            }
            None => {
                all_inputs.push(input);
                params.push(param);
            }
        }
    }
    let first_own = traverse.lambda.params.len() - traverse.inputs.len();
    all_inputs.extend(&traverse.inputs);
    params.extend(&traverse.lambda.params[first_own..]);
    *inputs = all_inputs;
    let mut body = traverse.lambda.body;
    let mut rest = std::mem::take(&mut lambda.body);
    walk::substitute_body(&mut program.vars, &mut rest, &substitution);
    body.stms.extend(rest.stms);
    body.result = rest.result;
    lambda.params = index.into_iter().chain(params).collect();
    lambda.body = body;
    consumer.certs.extend(producer.certs);
    walk::tidy_certs(consumer);
    for span in producer.spans {
        if consumer.spans.len() < MAX_PLACES && !consumer.spans.contains(&span) {
            consumer.spans.push(span);
        }
    }
}

/// The index parameter of the merged lambda: either's, or both made one.
fn join_index(
    producer: &Traverse,
    consumer_inputs: usize,
    consumer: &Lambda,
    substitution: &mut Substitution,
) -> Option<Name> {
    let own = |lambda: &Lambda, inputs: usize| (lambda.params.len() > inputs).then(|| lambda.params[0]);
    let first = own(&producer.lambda, producer.inputs.len());
    let second = own(consumer, consumer_inputs);
    if let (Some(first), Some(second)) = (first, second) {
        substitution.insert(second, first.into());
    }
    first.or(second)
}
