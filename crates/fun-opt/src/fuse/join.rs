//! Joins two traversals of one width: a producer with its consumer, or two independent ones.
//!
//! ```text
//! let (ys : [n]f32) = map n (xs) f             ==>   let (s : f32) (ys : [n]f32) =
//! let (s : f32) = reduce n (ys) (+)                    traverse n (xs) (\x -> let y = f x in (y, y)) reduce (+)
//! let (y : f32) = ys[i]                              let (y : f32) = ys[i]
//! ```

use super::graph::{Kept, Node, streams};
use super::{Known, MAX_STREAMS};
use crate::effect::MAX_PLACES;
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet, Substitution};
use rustc_hash::FxHashMap;

/// Whether the consumer can be merged with the producer of some of its inputs. Returns the producer's results that must
/// be kept: scans, reductions, and collected results with other uses.
pub fn fits(producer: &Stm, consumer: &Node, known: &Known) -> Option<Kept> {
    let Exp::Traverse(first) = &producer.exp else { return None };
    let (width, inputs, _) = consumer.stm.exp.traversed()?;
    let (scanned_or_reduced, collected) = producer.pattern.split_at_checked(first.combined())?;
    let fine = first.width == width
        && !inputs.iter().any(|input| scanned_or_reduced.contains(input))
        && !producer.pattern.iter().any(|name| consumer.fixes(*name));
    let elsewhere = |name: &&Name| known.uses_of(**name) > inputs.iter().filter(|input| *input == *name).count();
    let used = collected.iter().filter(elsewhere);
    let kept: Kept = scanned_or_reduced.iter().chain(used).copied().collect();
    let room = match &consumer.stm.exp {
        _ if kept.is_empty() => true,
        Exp::Traverse(second) => {
            let left = second.inputs.iter().filter(|name| !collected.contains(name));
            let inputs: NameSet = first.inputs.iter().chain(left).copied().collect();
            inputs.len() + kept.len() + consumer.stm.pattern.len() <= MAX_STREAMS
        }
        _ => false,
    };
    (fine && room).then_some(kept)
}

/// Whether two independent traversals of the same width can be joined. Returns the results of the first, all of which
/// are kept.
pub fn fits_beside(program: &Program, first: &Node, second: &Node) -> Option<Kept> {
    let (Exp::Traverse(one), Exp::Traverse(other)) = (&first.stm.exp, &second.stm.exp) else { return None };
    let results = first.stm.pattern.len() + second.stm.pattern.len();
    let fine = one.width == other.width
        && !(first.partial && second.partial)
        && !second.uses_any(&first.stm.pattern)
        && streams(program, first, second, results) <= MAX_STREAMS;
    fine.then(|| first.stm.pattern.clone())
}

/// Joins `first`, a traversal, into `second`. Results of `first` with other uses are kept.
pub fn join(program: &mut Program, first: Stm, mut second: Stm, known: &mut Known) -> Stm {
    let Exp::Traverse(mut producer) = first.exp else { return second };
    producer.width.var().into_iter().for_each(|width| known.unuse(width));
    let collected = producer.combined();
    let atoms = producer.lambda.body.result.clone();
    let produced: FxHashMap<Name, Atom> =
        first.pattern.iter().copied().zip(atoms.iter().copied()).skip(collected).collect();
    let lambda = std::mem::take(&mut producer.lambda);
    put_in_front(program, &mut second.exp, &producer.inputs, lambda, &produced, known);
    for (&name, &atom) in first.pattern.iter().zip(&atoms).skip(collected) {
        if known.uses_of(name) == 0 {
            atom.var().into_iter().chain(program.names_in_type(name)).for_each(|used| known.unuse(used));
        }
    }
    if let Exp::Traverse(consumer) = &mut second.exp {
        yield_both(&mut second.pattern, consumer, &first.pattern, *producer, &atoms, known);
    }
    take_over(&mut second, first.certs, &first.spans);
    second
}

/// Adds the certificates and source places of a removed statement.
pub fn take_over(stm: &mut Stm, certs: Vec<Name>, spans: &[base::Span]) {
    stm.certs.extend(certs);
    walk::tidy_certs(stm);
    for span in spans {
        if stm.spans.len() < MAX_PLACES && !stm.spans.contains(span) {
            stm.spans.push(*span);
        }
    }
}

/// Lets the joined traversal return the scans, reductions and collected results of both. Of the producer's collected
/// results, only those still used are kept.
fn yield_both(
    pattern: &mut Vec<Name>,
    consumer: &mut Traverse,
    names: &[Name],
    producer: Traverse,
    atoms: &[Atom],
    known: &Known,
) {
    let (scanned, combined) = (producer.scanned(), producer.combined());
    let (own_scanned, own_combined) = (consumer.scanned(), consumer.combined());
    let mut theirs: Vec<(Name, Atom)> = names.iter().copied().zip(atoms.iter().copied()).collect();
    let mut collected = theirs.split_off(combined.min(theirs.len()));
    collected.retain(|(name, _)| known.uses_of(*name) > 0);
    let result = std::mem::take(&mut consumer.lambda.body.result);
    let mut own: Vec<(Name, Atom)> = std::mem::take(pattern).into_iter().zip(result).collect();
    let own_collected = own.split_off(own_combined.min(own.len()));
    let own_reductions = own.split_off(own_scanned.min(own.len()));
    let reductions = theirs.split_off(scanned.min(theirs.len()));
    let all = [theirs, own, reductions, own_reductions, collected, own_collected].concat();
    (*pattern, consumer.lambda.body.result) = all.into_iter().unzip();
    consumer.scans.splice(0..0, producer.scans);
    consumer.reductions.splice(0..0, producer.reductions);
}

/// Puts the producer's statements before those of the consumer's lambda. Where the consumer's parameters are elements
/// of the producer's results, the producer's values replace them.
pub fn put_in_front(
    program: &mut Program,
    consumer: &mut Exp,
    front_inputs: &[Name],
    front: Lambda,
    produced: &FxHashMap<Name, Atom>,
    known: &mut Known,
) {
    let Some((_, inputs, lambda)) = consumer.traversed_mut() else { return };
    let mut substitution = Substitution::default();
    let own = split_index(&mut lambda.params, inputs.len());
    let mut params = front.params;
    let index = match (split_index(&mut params, front_inputs.len()), own) {
        (Some(first), Some(second)) => {
            stand_for(second, first.into(), &mut substitution, known);
            Some(first)
        }
        (first, second) => first.or(second),
    };
    let mut all_inputs = front_inputs.to_vec();
    for (input, param) in std::mem::take(inputs).into_iter().zip(std::mem::take(&mut lambda.params)) {
        match produced.get(&input) {
            Some(&atom) => {
                stand_for(param, atom, &mut substitution, known);
                known.unuse(input);
            }
            None => {
                all_inputs.push(input);
                params.push(param);
            }
        }
    }
    *inputs = all_inputs;
    lambda.params = index.into_iter().chain(params).collect();
    let mut rest = std::mem::replace(&mut lambda.body, front.body);
    walk::substitute_body(&mut program.vars, &mut rest, &substitution);
    lambda.body.stms.extend(rest.stms);
    lambda.body.result = rest.result;
}

/// Removes the index parameter, if there is one, and returns it.
fn split_index(params: &mut Vec<Name>, inputs: usize) -> Option<Name> {
    (params.len() > inputs).then(|| params.remove(0))
}

/// Replaces the parameter by the atom, and counts the atom's new uses.
fn stand_for(param: Name, atom: Atom, substitution: &mut Substitution, known: &mut Known) {
    let more = known.uses_of(param);
    if let Some(name) = atom.var() {
        *known.uses.entry(name).or_insert(0) += more;
    }
    substitution.insert(param, atom);
}

/// Merges equal inputs of one operation.
pub fn unite_equal_inputs(program: &mut Program, stm: &mut Stm, known: &mut Known) {
    let Some((_, inputs, lambda)) = stm.exp.traversed_mut() else { return };
    let mut params: FxHashMap<Name, Name> = FxHashMap::default();
    let mut substitution = Substitution::default();
    let index = split_index(&mut lambda.params, inputs.len());
    let mut kept = Vec::with_capacity(inputs.len());
    for (&input, &param) in inputs.iter().zip(&lambda.params) {
        match params.get(&input) {
            Some(&first) => {
                stand_for(param, first.into(), &mut substitution, known);
                known.unuse(input);
            }
            None => {
                params.insert(input, param);
                kept.push((input, param));
            }
        }
    }
    (*inputs, lambda.params) = kept.into_iter().unzip();
    lambda.params.splice(0..0, index);
    if !substitution.is_empty() {
        walk::substitute_body(&mut program.vars, &mut lambda.body, &substitution);
    }
}
