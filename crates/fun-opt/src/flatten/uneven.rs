//! Iterations of very different lengths: if each is run by one thread, all threads wait for the longest one. A
//! condition is added to the version with a thread for each iteration.
//!
//! ```text
//! map n (\i -> .. reduce m (xs) ..), where m differs        ==>    let threshold = main.flatten_1
//!                                                                  let longest = reduce n (\i -> .. m) max 0
//!                                                                  in threshold * longest <= n
//! ```
//!
//! The threshold is the least number of iterations for each element of the longest one, so that the time of one thread
//! is small beside that of all. Else all elements are computed in parallel, as with few iterations.
//!
//! Only operations of the body itself are considered, with lengths that can be computed by scalar work of constant
//! cost.

use super::{Flattener, cost, form};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, NameSet, Substitution};
use value::{BinOp, CmpOp, ScalarType};

impl Flattener<'_> {
    /// Returns the condition that `wide` holds and that the iterations are even enough for one thread each.
    pub(super) fn and_even(&mut self, wide: Atom, stm: &Stm, out: &mut Vec<Stm>) -> Atom {
        let Some(lengths) = self.lengths(stm) else { return wide };
        let threshold = self.threshold(cost::EVEN, &stm.spans, out);
        let mut builder = Builder::new(self.program);
        builder.spans.clone_from(&stm.spans);
        let width = lengths.width;
        let even = builder.if_(
            wide,
            |builder| {
                let exp = Exp::Traverse(Box::new(lengths));
                let longest = builder.bind_all_with("longest", stm.certs.clone(), exp);
                let longest = longest.into_iter().map(Atom::from);
                let longest = longest.reduce(|a, b| builder.bin(BinOp::Max, a, b)).unwrap_or(Atom::i64(0));
                let least = builder.mul(threshold, longest);
                vec![builder.cmp(CmpOp::Le, least, width)]
            },
            |_| vec![Atom::bool(false)],
        );
        out.append(&mut builder.stms);
        even.first().map_or(wide, |&even| even.into())
    }

    /// Returns a reduction that computes, for each operation in the body whose length varies, its greatest length.
    /// `None` if no length varies, or if one cannot be computed cheaply.
    fn lengths(&mut self, stm: &Stm) -> Option<Traverse> {
        let Exp::Traverse(traverse) = &stm.exp else { return None };
        let (params, stms) = (&traverse.lambda.params, &traverse.lambda.body.stms);
        let bound: NameSet = params.iter().chain(stms.iter().flat_map(|stm| &stm.pattern)).copied().collect();
        let differs = |width: &Atom| width.var().is_some_and(|name| bound.contains(&name));
        let mut widths: Vec<Atom> = stms.iter().filter_map(|stm| form::width(&stm.exp)).filter(differs).collect();
        widths.dedup();
        if widths.is_empty() {
            return None;
        }
        let mut needed: NameSet = widths.iter().filter_map(|width| width.var()).collect();
        let mut slice = Vec::new();
        for stm in stms.iter().rev() {
            if !stm.pattern.iter().any(|name| needed.contains(name)) {
                continue;
            }
            if !form::is_light(self.program, &stm.exp) && !matches!(stm.exp, Exp::Assert { .. }) {
                return None;
            }
            walk::for_each_name_used(&self.program.vars, stm, &mut |name: Name| {
                needed.insert(name);
            });
            slice.push(stm.clone());
        }
        slice.reverse();
        let lambda = Lambda { params: params.clone(), body: Body { stms: slice, result: widths.clone() } };
        let lambda = walk::refresh_lambda(self.program, &lambda, &mut Substitution::default());
        let mut builder = Builder::new(self.program);
        let largest = |_: &Atom| {
            let operator = builder.operator(BinOp::Max, ScalarType::I64);
            Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true }
        };
        let reductions = widths.iter().map(largest).collect();
        let (width, inputs) = (traverse.width, traverse.inputs.clone());
        Some(Traverse { width, inputs, lambda, reductions, ..Traverse::default() })
    }
}
