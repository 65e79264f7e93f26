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
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// A monoid with its values and its part of the pattern.
struct Part {
    monoid: Monoid,
    values: Vec<Value>,
    pattern: Vec<Name>,
    is_scan: bool,
}

/// A value that an operation combines or writes for each element.
#[derive(Clone, Copy)]
pub enum Value {
    /// A row of this array.
    Row(Name),
    /// The same for all elements.
    Same(Atom),
}

impl Value {
    /// Emits the reads of the value of `element`. With indices `inner`, reads only its row or scalar there.
    pub fn at(self, builder: &mut Builder, element: Atom, inner: &[Atom]) -> Atom {
        let (array, outer) = match self {
            Value::Row(array) => (array, Some(element)),
            Value::Same(Atom::Var(array)) if !inner.is_empty() => (array, None),
            Value::Same(atom) => return atom,
        };
        builder.row(array, outer.into_iter().chain(inner.iter().copied()).collect())
    }
}

impl Flattener<'_> {
    /// Splits an operation other than a map. Returns the map of its lambda, if that computes something, and adds the
    /// operations on its results to `rest`.
    pub(super) fn split(&mut self, stm: Stm, rest: &mut Vec<Stm>) -> Option<Stm> {
        let Stm { pattern, certs, exp, spans } = stm;
        let frame = Frame { certs, spans };
        match exp {
            Exp::Traverse(traverse) => self.split_traverse(pattern, *traverse, frame, rest),
            Exp::Histogram(histogram) => self.split_histogram(pattern, *histogram, frame, rest),
            exp => self.split_writes(pattern, exp, frame, rest),
        }
    }

    /// Whether the operation combines vectors by an operator that is a map, so that elements are combined one by one.
    pub(super) fn combines_vectors(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Traverse(traverse) => self.has_vectors(traverse),
            Exp::Histogram(histogram) => self.adds_rows(histogram),
            _ => false,
        }
    }

    fn has_vectors(&self, traverse: &Traverse) -> bool {
        traverse.scans.iter().any(|monoid| self.is_of_vectors(monoid, true))
            || traverse.reductions.iter().any(|monoid| self.is_of_vectors(monoid, false))
    }

    /// Splits a traversal with scans or reductions into a map of its lambda and traversals of the results.
    fn split_traverse(
        &mut self,
        mut pattern: Vec<Name>,
        traverse: Traverse,
        frame: Frame,
        rest: &mut Vec<Stm>,
    ) -> Option<Stm> {
        let pays = form::has_parallel(&traverse.lambda.body) || self.has_vectors(&traverse);
        let monoids = || traverse.monoids();
        let failing = monoids().any(|monoid| !cannot_fail(&monoid.operator)) && !cannot_fail(&traverse.lambda);
        if !pays || failing {
            rest.push(frame.stm(pattern, Exp::Traverse(Box::new(traverse))));
            return None;
        }
        let combined: usize = monoids().map(|monoid| monoid.neutral.len()).sum();
        let collected = pattern.split_off(combined.min(pattern.len()));
        let Traverse { width, inputs, lambda, scans, reductions, .. } = traverse;
        let (map, values) = self.values(width, inputs, lambda, collected, &frame);
        self.combine(width, values, pattern, (scans, reductions), frame, rest);
        map
    }

    /// Splits a filter, scatter or histogram into a map of its lambda and the operation on the results.
    pub(super) fn split_writes(
        &mut self,
        pattern: Vec<Name>,
        mut exp: Exp,
        frame: Frame,
        rest: &mut Vec<Stm>,
    ) -> Option<Stm> {
        let failing = exp.lambdas().iter().skip(1).any(|operator| !cannot_fail(operator));
        let mut map = None;
        if let Some((&mut width, inputs, lambda)) = exp.traversed_mut()
            && form::has_parallel(&lambda.body)
            && (cannot_fail(lambda) || !failing)
        {
            let (taken, function) = (std::mem::take(inputs), std::mem::take(lambda));
            let (before, values) = self.values(width, taken, function, Vec::new(), &frame);
            (*inputs, *lambda) = self.yielding(&values);
            map = before;
        }
        rest.push(frame.stm(pattern, exp));
        map
    }

    /// Takes the lambda apart. Returns the map that computes its results, and for each combined result the array or the
    /// atom that holds it. The last results of the lambda become the arrays `collected`. There is no map if nothing is
    /// computed.
    pub(super) fn values(
        &mut self,
        width: Atom,
        inputs: Vec<Name>,
        mut lambda: Lambda,
        collected: Vec<Name>,
        frame: &Frame,
    ) -> (Option<Stm>, Vec<Value>) {
        let results = std::mem::take(&mut lambda.body.result);
        let combined = results.len().saturating_sub(collected.len());
        let indexed = lambda.params.len().saturating_sub(inputs.len());
        let elements: FxHashMap<Atom, Name> =
            lambda.params.iter().skip(indexed).map(|&param| param.into()).zip(inputs.iter().copied()).collect();
        let patterns = lambda.body.stms.iter().flat_map(|stm| &stm.pattern);
        let bound: FxHashSet<Atom> = lambda.params.iter().chain(patterns).map(|&name| name.into()).collect();
        let mut pattern = Vec::new();
        let mut values = Vec::with_capacity(combined);
        for &result in &results[..combined] {
            values.push(match elements.get(&result) {
                Some(&input) => Value::Row(input),
                None if !bound.contains(&result) => Value::Same(result),
                None => {
                    let ty = expanded_type(width, &self.program.atom_type(result));
                    let array = self.program.fresh("value", ty);
                    lambda.body.result.push(result);
                    pattern.push(array);
                    Value::Row(array)
                }
            });
        }
        lambda.body.result.extend(&results[combined..]);
        pattern.extend(collected);
        if pattern.is_empty() && cannot_fail(&lambda) {
            return (None, values);
        }
        let map = Traverse { width, inputs, lambda, ..Traverse::default() };
        (Some(frame.stm(pattern, Exp::Traverse(Box::new(map)))), values)
    }

    /// Returns inputs and a lambda that yields these values for each element.
    pub(super) fn yielding(&mut self, values: &[Value]) -> (Vec<Name>, Lambda) {
        let rows = values.iter().filter_map(|value| if let Value::Row(array) = value { Some(*array) } else { None });
        let inputs: Vec<Name> = rows.collect();
        let mut lambda = self.program.identity(&inputs);
        let mut rows = std::mem::take(&mut lambda.body.result).into_iter();
        let result = |value: &Value| if let Value::Same(atom) = value { Some(*atom) } else { rows.next() };
        lambda.body.result = values.iter().filter_map(result).collect();
        (inputs, lambda)
    }

    /// Adds the scans and reductions of the values: those of vectors one by one, the others in one traversal.
    fn combine(
        &mut self,
        width: Atom,
        values: Vec<Value>,
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
            let (values, pattern) = (values.by_ref().take(count).collect(), names.by_ref().take(count).collect());
            let part = Part { monoid, values, pattern, is_scan };
            if self.is_of_vectors(&part.monoid, is_scan) {
                self.by_columns(width, part, &frame, out);
            } else {
                rest.push(part);
            }
        }
        if rest.is_empty() {
            return;
        }
        let mut traverse = Traverse { width, ..Traverse::default() };
        let (mut values, mut pattern) = (Vec::new(), Vec::new());
        for part in rest {
            values.extend(part.values);
            pattern.extend(part.pattern);
            if part.is_scan { &mut traverse.scans } else { &mut traverse.reductions }.push(part.monoid);
        }
        (traverse.inputs, traverse.lambda) = self.yielding(&values);
        out.push(frame.stm(pattern, Exp::Traverse(Box::new(traverse))));
    }

    /// Whether the operator is a map over the elements of its operands. A reduction of short vectors is better one of
    /// whole vectors.
    fn is_of_vectors(&self, monoid: &Monoid, is_scan: bool) -> bool {
        self.by_elements(&monoid.operator).is_some_and(|map| is_scan || !map.sequential)
            && monoid.neutral.iter().all(|atom| atom.var().is_some())
    }

    /// Returns the map over the elements of the operands, if the operator is only that.
    pub(super) fn by_elements<'o>(&self, operator: &'o Lambda) -> Option<&'o Traverse> {
        let [stm] = operator.body.stms.as_slice() else { return None };
        let Exp::Traverse(map) = &stm.exp else { return None };
        let is_operand = |name: &Name| operator.params.contains(name);
        let results = stm.pattern.iter().map(|&name| Atom::Var(name));
        let is_vector = |name: &Name| self.program.type_of(*name).dims().first() == Some(&map.width);
        let fits = form::is_map(map)
            && operator.body.result.iter().copied().eq(results)
            && map.inputs.iter().all(is_operand)
            && operator.params.iter().all(is_vector)
            && cannot_fail(operator)
            && stm.certs.is_empty()
            && !walk::free_in_lambda(&self.program.vars, &map.lambda).iter().any(is_operand);
        fits.then_some(map)
    }

    /// Adds a scan or reduction of vectors as a map over the columns.
    fn by_columns(&mut self, width: Atom, part: Part, frame: &Frame, out: &mut Vec<Stm>) {
        let Part { monoid, values, pattern, is_scan } = part;
        let Some(Stm { exp: Exp::Traverse(map), .. }) = monoid.operator.body.stms.into_iter().next() else { return };
        let inputs: Vec<Name> = values.into_iter().map(|value| self.array_of(width, value, frame, out)).collect();
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
    pub(super) fn scalar_operator(
        &mut self,
        operands: &[Name],
        inputs: &[Name],
        lambda: Lambda,
    ) -> (Lambda, Option<Name>) {
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

    /// Returns the array of the values of all elements.
    fn array_of(&mut self, width: Atom, value: Value, frame: &Frame, out: &mut Vec<Stm>) -> Name {
        match value {
            Value::Row(array) => array,
            Value::Same(value) => {
                let array = self.program.fresh("values", expanded_type(width, &self.program.atom_type(value)));
                out.push(frame.stm(vec![array], Exp::Replicate { dims: vec![width], value }));
                array
            }
        }
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

pub fn cannot_fail(lambda: &Lambda) -> bool {
    lambda.body.stms.iter().all(|stm| effect::may_drop(&stm.exp))
}
