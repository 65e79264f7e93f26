//! Branches whose condition varies in a map. Each side becomes a map over the numbers of its elements, and the results
//! are combined.
//!
//! ```text
//! map n (cs) (\c -> if c then in (f)     ==>   let n1, is = filter n (cs) (\i c -> c, i)
//!                        else in (g))          let n2, js = filter n (cs) (\i c -> !c, i)
//!                                              let fs = map n1 (is) f
//!                                              let gs = map n2 (js) g
//!                                              in scatter (js, gs) into (scatter (is, fs) into scratch)
//! ```
//!
//! Each side is flattened in turn. For arrays of varying size, only the offsets are scattered: the data of both sides
//! is concatenated, and no element moves.

use super::Flattener;
use super::classify::Scope;
use super::distribute::{Fission, expanded_type};
use super::lift::Lifted;
use super::segments::Spread;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use value::CmpOp;

/// One side of a branch: how many elements take it, their numbers, and its results for them.
struct Side {
    count: Name,
    numbers: Name,
    results: Vec<Lifted>,
}

impl Flattener<'_> {
    /// Whether the branch should be flattened: it holds parallel operations and its condition varies, or its results do
    /// not form an array over the map's elements.
    pub(super) fn is_irregular_branch(&self, scope: &Scope, stm: &Stm) -> bool {
        let Exp::If { cond, then_body, else_body } = &stm.exp else { return false };
        let regular = stm.pattern.iter().all(|&name| self.is_regular(scope, name));
        let varies = !scope.is_invariant(*cond);
        let work = self.is_nested(&stm.exp);
        (varies && work || !regular)
            && stm.pattern.iter().all(|&name| self.program.type_of(name).elem().is_some())
            && [then_body, else_body].iter().all(|body| self.can_spread(scope, body, &stm.pattern))
    }

    /// Whether flat arrays exist for all results that form no array over the map's elements: no sequential statement
    /// binds one.
    fn can_spread(&self, scope: &Scope, body: &Body, pattern: &[Name]) -> bool {
        if pattern.iter().all(|&name| self.is_regular(scope, name)) {
            return true;
        }
        let own = body.stms.iter().flat_map(|stm| stm.pattern.iter().copied());
        let classes = self.classes_inside(&scope.inside(own), body);
        let results = pattern.iter().zip(&body.result).filter(|(name, _)| !self.is_regular(scope, **name));
        results.filter_map(|(_, atom)| atom.var()).all(|name| !classes.tied.contains(&name))
    }

    /// Flattens a branch in a map's body: each side is computed for the elements that take it. Then the results are
    /// merged.
    pub(super) fn flat_branch(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        (cond, [then_body, else_body]): (Atom, [Body; 2]),
        out: &mut Vec<Stm>,
    ) {
        let conditions = self.all_of(fission, cond, out);
        let varies = |name: &Name| self.program.type_of(*name).dims().iter().any(|&dim| !fission.is_invariant(dim));
        let flat: Vec<bool> = pattern.iter().map(varies).collect();
        let [first, second] = [(true, then_body), (false, else_body)]
            .map(|(wanted, body)| self.side(fission, at, (conditions, wanted), body, &flat, out));
        let sides = [(first.count, first.numbers), (second.count, second.numbers)];
        for ((&name, a), b) in pattern.iter().zip(first.results).zip(second.results) {
            match (a, b) {
                (Lifted::Even(a), Lifted::Even(b)) => {
                    let array = self.expand(fission, name);
                    self.together(fission, array, sides, [a, b], out);
                }
                (Lifted::Flat(a), Lifted::Flat(b)) => {
                    let spread = self.end_to_end(fission, sides, [a, b], out);
                    self.spread(fission, at, name, spread);
                }
                _ => self.broken("the sides of a branch give different results"),
            }
        }
    }

    /// Flattens one side: the elements whose condition equals `wanted`, and the body for each of them.
    fn side(
        &mut self,
        fission: &Fission,
        at: usize,
        (conditions, wanted): (Name, bool),
        body: Body,
        flat: &[bool],
        out: &mut Vec<Stm>,
    ) -> Side {
        let mut builder = self.builder(fission);
        let rows = [("i", Type::I64), ("c", Type::BOOL)];
        let lambda = builder.lambda(&rows, |builder, params| {
            let chosen = builder.cmp(CmpOp::Eq, params[1].into(), Atom::bool(wanted));
            vec![chosen, params[0].into()]
        });
        let filter = Filter { sequential: false, width: fission.width, inputs: vec![conditions], lambda };
        let chosen = builder.bind_all("side", Exp::Filter(Box::new(filter)));
        out.append(&mut builder.stms);
        let [count, numbers] = chosen[..] else {
            self.broken("a filter has no count");
            return Side { count: conditions, numbers: conditions, results: Vec::new() };
        };
        let number = self.program.fresh("s", Type::I64);
        let stms = body.stms.into_iter().map(|stm| (at, stm)).collect();
        let body = self.at_element(fission, stms, body.result, number.into());
        let lambda = Lambda { params: vec![number], body };
        let map = Traverse { width: count.into(), inputs: vec![numbers], lambda, ..Traverse::default() };
        let results = self.lift(map, flat, &fission.frame, out);
        Side { count, numbers, results }
    }

    /// Binds `array` to an array of all elements, to which the values of each side are scattered.
    fn together(
        &mut self,
        fission: &Fission,
        array: Name,
        sides: [(Name, Name); 2],
        values: [Name; 2],
        out: &mut Vec<Stm>,
    ) {
        let ty = self.program.type_of(array).clone();
        let Type::Array { elem, dims } = ty.clone() else { return self.broken("what a branch gives is no array") };
        let mut builder = self.builder(fission);
        let mut whole = builder.bind("whole", Exp::Scratch { elem, dims });
        for (at, ((count, numbers), values)) in sides.into_iter().zip(values).enumerate() {
            let inputs = vec![numbers, values];
            let lambda = builder.program.identity(&inputs);
            let scatter = Scatter {
                sequential: false,
                width: count.into(),
                inputs,
                lambda,
                index_rank: 1,
                destinations: vec![whole],
            };
            whole = if at == 1 { array } else { builder.fresh("whole", ty.clone()) };
            builder.bind_to(vec![whole], Exp::Scatter(Box::new(scatter)));
        }
        out.append(&mut builder.stms);
    }

    /// Concatenates the data of both sides. Returns it with the offset of each element.
    fn end_to_end(
        &mut self,
        fission: &Fission,
        sides: [(Name, Name); 2],
        [a, b]: [Spread; 2],
        out: &mut Vec<Stm>,
    ) -> Spread {
        let mut builder = self.builder(fission);
        let shift = outer_size(&builder, a.data);
        let data = builder.concat(vec![a.data, b.data]);
        let shifted =
            builder.map(sides[1].0.into(), &[b.offsets], |builder, params| vec![builder.add(params[0].into(), shift)]);
        out.append(&mut builder.stms);
        let offsets = self.program.fresh("offsets", expanded_type(fission.width, &Type::I64));
        self.together(fission, offsets, sides, [a.offsets, shifted.first().copied().unwrap_or(b.offsets)], out);
        Spread { data, offsets, dense: true }
    }
}

/// Returns the number of elements of flat data.
pub fn outer_size(builder: &Builder, data: Name) -> Atom {
    builder.type_of(data).dims().first().copied().unwrap_or(Atom::i64(0))
}
