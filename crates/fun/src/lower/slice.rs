//! Size slicing of `map`: the sizes of the rows that a lambda yields, known before the traversal.
//!
//! ```text
//! map n (xs) (\x -> let (k : i64) = f(x)                let (S : i64) = if n == 0 then 0 else f(xs[0])
//!                   let (r : [k]i32) = iota k     ==>   map n (xs) (\x -> let (k : i64) = f(x)
//!                   in r)                                                let (r : [k]i32) = iota k
//!                                                                        let (c : cert) = assert (k == S)
//!                                                                        let (r' : [S]i32) = <c> reshape r
//!                                                                        in r')
//! ```
//!
//! In order: a size that the front end knows is taken; one that does not depend on the element is computed outside;
//! otherwise the lambda's *shape slice*, the statements that the size needs, is run on the first element, and
//! the sizes are compared inside the traversal (intra-assertion, Fig. 17). Work grows by one element's at most, and a
//! failure can name the row's sizes. Of no elements the sizes are 0.

use super::*;
use crate::walk;
use core_ir::messages;
use value::CmpOp;

/// A size of a row that is bound inside the lambda.
struct Variant {
    /// As the lambda computes it.
    inside: Name,
    /// What the front end says it is.
    known: Option<Atom>,
    /// As it is known outside.
    outside: Atom,
}

impl Lowerer<'_> {
    /// Makes the lambda yield rows whose sizes are known outside of it, and gives those sizes, leaf by leaf. Names
    /// from `mark` on are bound inside the lambda.
    pub(super) fn slice_rows(
        &mut self,
        row: &core::Type,
        lambda: &mut Lambda,
        mark: u32,
        width: Atom,
        inputs: &[Name],
        span: Span,
    ) -> Lowered<Vec<Vec<Atom>>> {
        let mut inside = self.variant_sizes(row, &lambda.body, mark);
        let free = self.hoist_free_sizes(&inside, lambda, mark);
        if !inside.is_empty() {
            self.find_sizes(&mut inside, &free, lambda, width, inputs, span);
            self.hold_rows(&inside, lambda, span);
        }
        Ok(lambda.body.result.iter().map(|&leaf| self.dims(leaf)).collect())
    }

    /// The sizes in the results' types that are bound inside the lambda, each once.
    fn variant_sizes(&self, row: &core::Type, body: &Body, mark: u32) -> Vec<Variant> {
        let mut variants: Vec<Variant> = Vec::new();
        let mut known = Vec::new();
        leaf_sizes(row, &mut Vec::new(), &mut known);
        for (&leaf, sizes) in body.result.iter().zip(known) {
            for (dim, size) in self.dims(leaf).into_iter().zip(sizes) {
                let Some(inside) = dim.var().filter(|name| name.id >= mark) else { continue };
                let outside = self.known_size(size).filter(|atom| atom.var().is_none_or(|name| name.id < mark));
                match variants.iter_mut().find(|variant| variant.inside == inside) {
                    Some(variant) => variant.known = variant.known.or(outside),
                    None => variants.push(Variant { inside, known: outside, outside: Atom::i64(0) }),
                }
            }
        }
        variants
    }

    /// Moves total scalar statements that the sizes need, and that need nothing from inside, out of the lambda.
    /// Gives the sizes that are outside then.
    fn hoist_free_sizes(&mut self, variants: &[Variant], lambda: &mut Lambda, mark: u32) -> Vec<Name> {
        let wanted: Vec<Name> = variants.iter().map(|variant| variant.inside).collect();
        let needed = shape_slice(&self.out.vars, &lambda.body, &wanted);
        let mut moved: Vec<Name> = Vec::new();
        let mut kept = Vec::new();
        for (at, stm) in std::mem::take(&mut lambda.body.stms).into_iter().enumerate() {
            let free =
                walk::free_in_stm(&self.out.vars, &stm).into_iter().all(|name| name.id < mark || moved.contains(&name));
            if needed.contains(&at) && free && is_total_scalar(&stm, &self.out) {
                moved.extend(&stm.pattern);
                self.stms.push(stm);
            } else {
                kept.push(stm);
            }
        }
        lambda.body.stms = kept;
        moved
    }

    /// Finds what each size is outside. Those in `free` have been moved there.
    fn find_sizes(
        &mut self,
        variants: &mut [Variant],
        free: &[Name],
        lambda: &Lambda,
        width: Atom,
        inputs: &[Name],
        span: Span,
    ) {
        let unknown = |variant: &&Variant| variant.known.is_none() && !free.contains(&variant.inside);
        let sliced: Vec<Name> = variants.iter().filter(unknown).map(|variant| variant.inside).collect();
        let sizes =
            if sliced.is_empty() { Vec::new() } else { self.shape_of_rows(&sliced, lambda, width, inputs, span) };
        for variant in variants {
            let by_slice = sliced.iter().position(|&name| name == variant.inside).and_then(|at| sizes.get(at).copied());
            variant.outside = match variant.known.or(by_slice) {
                Some(size) => size,
                None => {
                    let is_empty = self.cmp(CmpOp::Eq, width, Atom::i64(0), span);
                    self.select(is_empty, Atom::i64(0), variant.inside.into(), span)
                }
            };
        }
    }

    /// The wanted sizes by the lambda's shape slice.
    fn shape_of_rows(
        &mut self,
        wanted: &[Name],
        lambda: &Lambda,
        width: Atom,
        inputs: &[Name],
        span: Span,
    ) -> Vec<Atom> {
        let needed = shape_slice(&self.out.vars, &lambda.body, wanted);
        let stms: Vec<Stm> = lambda
            .body
            .stms
            .iter()
            .enumerate()
            .filter(|(at, _)| needed.contains(at))
            .map(|(_, stm)| stm.clone())
            .collect();
        let result = wanted.iter().map(|&name| name.into()).collect();
        let shape = Lambda { params: lambda.params.clone(), body: Body { stms, result } };
        let shape = self.refreshed(&shape);
        self.shape_of_first(shape, width, inputs, span)
    }

    /// Intra-assertion: the sizes of the first row; 0 when there is none.
    fn shape_of_first(&mut self, shape: Lambda, width: Atom, inputs: &[Name], span: Span) -> Vec<Atom> {
        let count = shape.body.result.len();
        let outer = std::mem::take(&mut self.stms);
        let zero = Atom::i64(0);
        let arrays: Vec<Atom> = inputs.iter().map(|&name| name.into()).collect();
        let first = self.rows_at(&arrays, &[zero], Vec::new(), span);
        for (&param, element) in shape.params.iter().zip(first) {
            self.push(vec![param], Vec::new(), Exp::Atom(element), span);
        }
        self.stms.extend(shape.body.stms);
        let stms = std::mem::replace(&mut self.stms, outer);
        let some = Body { stms, result: shape.body.result };
        let none = Body { stms: Vec::new(), result: vec![zero; count] };
        let is_empty = self.cmp(CmpOp::Eq, width, zero, span);
        let pattern: Vec<Name> = (0..count).map(|_| self.out.fresh("rows", Type::I64)).collect();
        let exp = Exp::If { cond: is_empty, then_body: none, else_body: some };
        self.push(pattern.clone(), Vec::new(), exp, span);
        pattern.into_iter().map(Atom::Var).collect()
    }

    /// Checks each row's sizes inside the lambda and yields the row under the outer names of its sizes.
    fn hold_rows(&mut self, variants: &[Variant], lambda: &mut Lambda, span: Span) {
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut lambda.body.stms));
        for leaf in &mut lambda.body.result {
            let outside = |dim: &Atom| {
                let variant = dim.var().and_then(|name| variants.iter().find(|variant| variant.inside == name));
                variant.map_or(*dim, |variant| variant.outside)
            };
            let dims: Vec<Atom> = self.dims(*leaf).iter().map(outside).collect();
            *leaf = self.coerce(*leaf, &dims, messages::irregular, span);
        }
        lambda.body.stms = std::mem::replace(&mut self.stms, outer);
    }
}

/// For each leaf of a value of the type, what the type says of its sizes.
fn leaf_sizes(ty: &core::Type, outer: &mut Vec<core::Size>, leaves: &mut Vec<Vec<core::Size>>) {
    match ty {
        core::Type::Array(elem, size) => {
            outer.push(*size);
            leaf_sizes(elem, outer, leaves);
            outer.pop();
        }
        core::Type::Record(fields) => fields.iter().for_each(|(_, field)| leaf_sizes(field, outer, leaves)),
        _ => leaves.push(outer.clone()),
    }
}

/// The positions of the body's statements that the wanted names need, certificates included.
fn shape_slice(vars: &VarTable, body: &Body, wanted: &[Name]) -> Vec<usize> {
    let mut live: rustc_hash::FxHashSet<Name> = wanted.iter().copied().collect();
    let mut needed = Vec::new();
    for (at, stm) in body.stms.iter().enumerate().rev() {
        if stm.pattern.iter().any(|name| live.contains(name)) {
            needed.push(at);
            live.extend(walk::free_in_stm(vars, stm));
        }
    }
    needed.reverse();
    needed
}

/// A scalar operator that cannot fail: safe and cheap to run even when there are no elements.
fn is_total_scalar(stm: &Stm, program: &Program) -> bool {
    let scalars = stm.pattern.iter().all(|&name| matches!(program.type_of(name), Type::Scalar(_)));
    let total = match &stm.exp {
        Exp::Atom(_) | Exp::Un(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..) => true,
        Exp::Bin(op, a, _) => !program.atom_type(*a).elem().is_some_and(|elem| op.can_fail(elem)),
        _ => false,
    };
    scalars && total && stm.certs.is_empty()
}
