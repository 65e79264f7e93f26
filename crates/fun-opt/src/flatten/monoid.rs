//! Splits lambdas with parallel operations off scans, reductions and writes. Scans and reductions of vectors become
//! maps of scans and reductions of columns.
//!
//! ```text
//! reduce n (xss) (\xs ys -> map m (xs, ys) (+)) (zeros)
//!   ==>   let (columns : [m][n]i32) = transpose xss
//!         map m (columns, zeros) (\column zero -> let r = reduce n (column) (+) (zero) in (r))
//! ```

use super::distribute::{Frame, Inside, expanded_type};
use super::{Flattener, form};
use crate::effect;
use base::Name;
use fun::def::*;
use fun::walk::{self, Substitution};

/// A monoid with its inputs and its part of the pattern.
struct Part {
    monoid: Monoid,
    inputs: Vec<Name>,
    pattern: Vec<Name>,
    is_scan: bool,
}

impl Flattener<'_> {
    /// Splits a traversal with scans or reductions into a map of its lambda and traversals of the results.
    pub(super) fn split_traverse(
        &mut self,
        mut pattern: Vec<Name>,
        traverse: Traverse,
        frame: Frame,
        out: &mut Vec<Stm>,
    ) {
        let monoids = || traverse.monoids();
        let of_vectors = |monoid: &Monoid| self.is_of_vectors(monoid);
        let pays = form::has_parallel(&traverse.lambda.body) || monoids().any(of_vectors);
        let failing = monoids().any(|monoid| !cannot_fail(&monoid.operator)) && !cannot_fail(&traverse.lambda);
        if !pays || failing {
            return out.push(frame.stm(pattern, Exp::Traverse(Box::new(traverse))));
        }
        let combined: usize = monoids().map(|monoid| monoid.neutral.len()).sum();
        let collected = pattern.split_off(combined.min(pattern.len()));
        let Traverse { width, inputs, lambda, scans, reductions, .. } = traverse;
        let values = self.values(width, inputs, lambda, collected, &frame, out);
        self.combine(width, values, pattern, (scans, reductions), frame, out);
    }

    /// Splits a filter, scatter or histogram into a map of its lambda and the operation on the results.
    pub(super) fn split_writes(&mut self, pattern: Vec<Name>, mut exp: Exp, frame: Frame, out: &mut Vec<Stm>) {
        let failing = exp.lambdas().iter().skip(1).any(|operator| !cannot_fail(operator));
        if let Some((&mut width, inputs, lambda)) = exp.traversed_mut()
            && form::has_parallel(&lambda.body)
            && (cannot_fail(lambda) || !failing)
        {
            let (taken, function) = (std::mem::take(inputs), std::mem::take(lambda));
            *inputs = self.values(width, taken, function, Vec::new(), &frame, out);
            *lambda = self.program.identity(inputs);
        }
        out.push(frame.stm(pattern, exp));
    }

    /// Adds a map of the lambda. Returns its results as arrays, of which the last are `collected`.
    fn values(
        &mut self,
        width: Atom,
        inputs: Vec<Name>,
        lambda: Lambda,
        collected: Vec<Name>,
        frame: &Frame,
        out: &mut Vec<Stm>,
    ) -> Vec<Name> {
        let combined = lambda.body.result.len().saturating_sub(collected.len());
        let is_identity = lambda.body.stms.is_empty()
            && lambda.body.result.iter().copied().eq(lambda.params.iter().map(|&param| Atom::Var(param)));
        if is_identity && collected.is_empty() && lambda.params.len() == inputs.len() {
            return inputs;
        }
        let types: Vec<Type> = lambda.body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        let types = types.iter().take(combined).map(|ty| expanded_type(width, ty));
        let values: Vec<Name> = types.map(|ty| self.program.fresh("value", ty)).collect();
        let pattern = values.iter().copied().chain(collected).collect();
        let map = Traverse { width, inputs, lambda, ..Traverse::default() };
        self.distribute(pattern, map, frame.clone(), Inside::Nested, out);
        values
    }

    /// Adds the scans and reductions of the values: those of vectors one by one, the others in one traversal.
    fn combine(
        &mut self,
        width: Atom,
        values: Vec<Name>,
        pattern: Vec<Name>,
        (scans, reductions): (Vec<Monoid>, Vec<Monoid>),
        frame: Frame,
        out: &mut Vec<Stm>,
    ) {
        let (mut values, mut names) = (values.into_iter(), pattern.into_iter());
        let scans = scans.into_iter().map(|monoid| (monoid, true));
        let mut rest = Vec::new();
        for (monoid, is_scan) in scans.chain(reductions.into_iter().map(|monoid| (monoid, false))) {
            let count = monoid.neutral.len();
            let (inputs, pattern) = (values.by_ref().take(count).collect(), names.by_ref().take(count).collect());
            let part = Part { monoid, inputs, pattern, is_scan };
            if self.is_of_vectors(&part.monoid) {
                self.by_columns(width, part, &frame, out);
            } else {
                rest.push(part);
            }
        }
        if rest.is_empty() {
            return;
        }
        let mut traverse = Traverse { width, ..Traverse::default() };
        let mut pattern = Vec::new();
        for part in rest {
            traverse.inputs.extend(part.inputs);
            pattern.extend(part.pattern);
            if part.is_scan { &mut traverse.scans } else { &mut traverse.reductions }.push(part.monoid);
        }
        traverse.lambda = self.program.identity(&traverse.inputs);
        out.push(frame.stm(pattern, Exp::Traverse(Box::new(traverse))));
    }

    /// Whether the operator is a map over the elements of its operands.
    fn is_of_vectors(&self, monoid: &Monoid) -> bool {
        let operator = &monoid.operator;
        let [stm] = operator.body.stms.as_slice() else { return false };
        let Exp::Traverse(map) = &stm.exp else { return false };
        let is_operand = |name: &Name| operator.params.contains(name);
        let results = stm.pattern.iter().map(|&name| Atom::Var(name));
        let is_vector = |name: &Name| self.program.type_of(*name).dims().first() == Some(&map.width);
        !map.sequential
            && form::is_map(map)
            && operator.body.result.iter().copied().eq(results)
            && map.inputs.iter().all(is_operand)
            && operator.params.iter().all(is_vector)
            && monoid.neutral.iter().all(|atom| atom.var().is_some())
            && cannot_fail(operator)
            && stm.certs.is_empty()
            && !walk::free_in_lambda(&self.program.vars, &map.lambda).iter().any(is_operand)
    }

    /// Adds a scan or reduction of vectors as a map over the columns.
    fn by_columns(&mut self, width: Atom, part: Part, frame: &Frame, out: &mut Vec<Stm>) {
        let Part { monoid, inputs, pattern, is_scan } = part;
        let Some(Stm { exp: Exp::Traverse(map), .. }) = monoid.operator.body.stms.into_iter().next() else { return };
        let columns: Vec<Name> = inputs.iter().map(|&input| self.transposed(input, frame, out)).collect();
        let (operator, index) = self.scalar_operator(&monoid.operator.params, &map.inputs, map.lambda);
        let neutral: Vec<Name> = monoid.neutral.iter().filter_map(|atom| atom.var()).collect();
        let outer_inputs: Vec<Name> = columns.into_iter().chain(neutral).collect();
        let elements = self.program.identity(&outer_inputs).params;
        let (column, zero) = elements.split_at(inputs.len().min(elements.len()));

        let neutral = zero.iter().map(|&name| name.into()).collect();
        let inner_monoid = Monoid { operator, neutral, commutative: monoid.commutative };
        let mut inner = Traverse { width, inputs: column.to_vec(), ..Traverse::default() };
        inner.lambda = self.program.identity(column);
        let given = inner.lambda.params.iter().map(|&param| self.program.type_of(param).clone());
        let given: Vec<Type> = given.map(|ty| if is_scan { expanded_type(width, &ty) } else { ty }).collect();
        if is_scan { &mut inner.scans } else { &mut inner.reductions }.push(inner_monoid);
        let results: Vec<Name> = given.iter().map(|ty| self.program.fresh("combined", ty.clone())).collect();

        let result = results.iter().map(|&name| name.into()).collect();
        let stms = vec![frame.stm(results, Exp::Traverse(Box::new(inner)))];
        let params = index.into_iter().chain(elements).collect();
        let lambda = Lambda { params, body: Body { stms, result } };
        let outer = Traverse { width: map.width, inputs: outer_inputs, lambda, ..Traverse::default() };
        if !is_scan {
            return self.distribute(pattern, outer, frame.clone(), Inside::Nested, out);
        }
        let types = given.iter().map(|ty| expanded_type(map.width, ty));
        let scanned: Vec<Name> = types.map(|ty| self.program.fresh("scanned", ty)).collect();
        self.distribute(scanned.clone(), outer, frame.clone(), Inside::Nested, out);
        for (name, scanned) in pattern.into_iter().zip(scanned) {
            let perm = self.swap(scanned);
            out.push(frame.stm(vec![name], Exp::Permute(scanned, perm)));
        }
    }

    /// Returns the operator on elements, taken from the map that is the operator on vectors, and the parameter that is
    /// the position in the vectors, if any.
    fn scalar_operator(&mut self, operands: &[Name], inputs: &[Name], lambda: Lambda) -> (Lambda, Option<Name>) {
        let params = self.program.identity(operands).params;
        let indexed = lambda.params.len() > inputs.len();
        let index = lambda.params.first().copied().filter(|_| indexed);
        let mut substitution = Substitution::default();
        for (&param, input) in lambda.params.iter().skip(usize::from(indexed)).zip(inputs) {
            let operand = operands.iter().position(|operand| operand == input).and_then(|at| params.get(at));
            substitution.extend(operand.map(|&operand| (param, Atom::from(operand))));
        }
        let mut body = lambda.body;
        walk::substitute_body(&mut self.program.vars, &mut body, &substitution);
        (Lambda { params, body }, index)
    }

    fn transposed(&mut self, array: Name, frame: &Frame, out: &mut Vec<Stm>) -> Name {
        let perm = self.swap(array);
        let Type::Array { elem, mut dims } = self.program.type_of(array).clone() else { return array };
        dims.get_mut(..2).into_iter().for_each(|outer| outer.reverse());
        let name = self.program.fresh("columns", Type::Array { elem, dims });
        out.push(frame.stm(vec![name], Exp::Permute(array, perm)));
        name
    }

    /// Returns the permutation that swaps the two outer dimensions.
    fn swap(&self, array: Name) -> Vec<usize> {
        let mut perm: Vec<usize> = (0..self.program.type_of(array).rank()).collect();
        perm.get_mut(..2).into_iter().for_each(|outer| outer.reverse());
        perm
    }
}

fn cannot_fail(lambda: &Lambda) -> bool {
    lambda.body.stms.iter().all(|stm| effect::may_drop(&stm.exp))
}
