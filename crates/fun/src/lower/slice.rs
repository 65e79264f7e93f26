//! Size slicing of `map`: computes the sizes of a lambda's rows before the traversal.
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
//! A size that the type states is used. A size that does not depend on the element is computed outside. Otherwise the
//! lambda's *shape slice*, the statements that the size needs, runs on the first element. Sizes are compared inside the
//! traversal (intra-assertion, Fig. 17). So work grows by at most one element's, and a failure can name the row's
//! sizes. Only the sizes of sums' slots are of the first row that uses the slot. The shape slice then runs on all elements, and
//! rows that do not use the slot get a filler of that size. If a shape slice calls a recursive function, work would double at every level of the recursion. Then the
//! whole lambda runs on the first element, and the traversal takes its first row from there. Without elements, sizes
//! that the type does not state are 0, as in CORE.

use super::*;
use crate::walk;
use core_ir::leaves::leaf_types;
use core_ir::messages;
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp};

/// A row size that is bound inside the lambda.
struct Variant {
    /// The size inside the lambda.
    inside: Name,
    /// The size outside, once it is known.
    outside: Option<Atom>,
    /// Whether only sums' slots have this size. Such a size varies from row to row, because not every row uses the
    /// slot.
    optional: bool,
    /// Whether the first row that uses the slot decides the size.
    by_use: bool,
}

impl Lowerer<'_> {
    /// Changes the lambda to return rows whose sizes are known outside; returns those sizes, leaf by leaf. Names from
    /// `mark` on are bound inside the lambda.
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
        if !inside.is_empty() {
            let free = self.hoist_free_sizes(&inside, lambda, mark);
            self.find_sizes(&mut inside, &free, width, span);
            self.find_slot_sizes(&mut inside, &sum::leaf_uses(row), lambda, (width, inputs), span)?;
            let open: Vec<Name> =
                inside.iter().filter(|variant| variant.outside.is_none()).map(|variant| variant.inside).collect();
            let slice = needed_stms(&self.out.vars, &lambda.body.stms, &open);
            if self.calls_recursive(&slice) {
                let first = self.first_row(&mut inside, lambda, width, inputs, span);
                self.hold_rows(row, &inside, lambda, span);
                self.take_first(first, lambda, span);
            } else if open.is_empty() {
                self.hold_rows(row, &inside, lambda, span);
            } else {
                let sizes = self.shape_of_rows(slice, &open, lambda, width, inputs, span);
                let unknown = inside.iter_mut().filter(|variant| variant.outside.is_none());
                unknown.zip(sizes).for_each(|(variant, size)| variant.outside = Some(size));
                self.hold_rows(row, &inside, lambda, span);
            }
        }
        Ok(lambda.body.result.iter().map(|&leaf| self.dims(leaf)).collect())
    }

    /// Returns the sizes in the results' types that are bound inside the lambda, each once.
    fn variant_sizes(&self, row: &core::Type, body: &Body, mark: u32) -> Vec<Variant> {
        let mut variants: Vec<Variant> = Vec::new();
        let optional = sum::leaf_uses(row).into_iter().map(|one| one.is_optional());
        for ((&leaf, ty), optional) in body.result.iter().zip(leaf_types(row)).zip(optional) {
            for (dim, size) in self.dims(leaf).into_iter().zip(sizes_of(&ty)) {
                let Some(inside) = dim.var().filter(|name| name.id >= mark) else { continue };
                let outside = self.known_size(size).filter(|atom| atom.var().is_none_or(|name| name.id < mark));
                match variants.iter_mut().find(|variant| variant.inside == inside) {
                    Some(variant) => {
                        variant.outside = variant.outside.or(outside);
                        variant.optional &= optional;
                    }
                    None => variants.push(Variant { inside, outside, optional, by_use: false }),
                }
            }
        }
        variants
    }

    /// Moves total scalar statements that the sizes need, and that use nothing from inside, out of the lambda. Returns
    /// the names now bound outside.
    fn hoist_free_sizes(&mut self, variants: &[Variant], lambda: &mut Lambda, mark: u32) -> FxHashSet<Name> {
        let wanted: Vec<Name> = variants.iter().map(|variant| variant.inside).collect();
        let needed = shape_slice(&self.out.vars, &lambda.body.stms, &wanted);
        let mut moved = FxHashSet::default();
        let mut kept = Vec::new();
        for (at, stm) in std::mem::take(&mut lambda.body.stms).into_iter().enumerate() {
            let free =
                walk::free_in_stm(&self.out.vars, &stm).into_iter().all(|name| name.id < mark || moved.contains(&name));
            if needed.binary_search(&at).is_ok() && free && is_total_scalar(&stm, &self.out) {
                moved.extend(stm.pattern.iter().copied());
                self.stms.push(stm);
            } else {
                kept.push(stm);
            }
        }
        lambda.body.stms = kept;
        moved
    }

    /// Determines the values outside of the lambda of sizes that do not depend on the element.
    fn find_sizes(&mut self, variants: &mut [Variant], free: &FxHashSet<Name>, width: Atom, span: Span) {
        for variant in variants.iter_mut().filter(|variant| variant.outside.is_none() && free.contains(&variant.inside))
        {
            let is_empty = self.cmp(CmpOp::Eq, width, Atom::i64(0), span);
            variant.outside = Some(self.select(is_empty, Atom::i64(0), variant.inside.into(), span));
        }
    }

    /// Determines the sizes of slots: those in the first row that uses the slot, and 0 if none does.
    fn find_slot_sizes(
        &mut self,
        variants: &mut [Variant],
        uses: &[sum::Use],
        lambda: &Lambda,
        (width, inputs): (Atom, &[Name]),
        span: Span,
    ) -> Lowered<()> {
        let is_open = |variant: &&mut Variant| variant.optional && variant.outside.is_none();
        let open: Vec<&mut Variant> = variants.iter_mut().filter(is_open).collect();
        let Some(first) = open.first().map(|variant| variant.inside) else { return Ok(()) };
        let result = &lambda.body.result;
        let sizes = open.iter().map(|variant| variant.inside);
        let tags = uses.iter().flat_map(|one| if let sum::Use::If(tags) = one { tags.as_slice() } else { &[] });
        let tags = tags.filter_map(|(leaf, _)| result.get(*leaf)?.var());
        let wanted: Vec<Name> = sizes.chain(tags).collect();
        let slice = needed_stms(&self.out.vars, &lambda.body.stms, &wanted);
        if self.calls_recursive(&slice) {
            return Err(unknown_slot_size(first, &lambda.body, span));
        }
        // Each row gives the sizes of the slots that it uses, and -1 for others.
        let outer = std::mem::replace(&mut self.stms, slice);
        let mut found = Vec::new();
        for variant in &open {
            let mut size = Atom::i64(-1);
            for (&leaf, one) in result.iter().zip(uses) {
                if self.dims(leaf).contains(&variant.inside.into()) {
                    let Some(used) = self.uses(one, result, span) else {
                        return Err(unknown_slot_size(first, &lambda.body, span));
                    };
                    size = self.select(used, variant.inside.into(), size, span);
                }
            }
            found.push(size);
        }
        let stms = std::mem::replace(&mut self.stms, outer);
        let shape = Lambda { params: lambda.params.clone(), body: Body { stms, result: found } };
        let shape = self.refreshed(&shape);
        let mut reductions = Vec::new();
        for _ in &open {
            reductions.push(Monoid {
                operator: self.first_known(span)?,
                neutral: vec![Atom::i64(-1)],
                commutative: false,
            });
        }
        let pattern: Vec<Name> = open.iter().map(|_| self.out.fresh("slot", Type::I64)).collect();
        let traverse = Traverse { width, inputs: inputs.to_vec(), lambda: shape, reductions, ..Traverse::default() };
        self.push(pattern.clone(), Vec::new(), Exp::Traverse(Box::new(traverse)), span);
        for (variant, size) in open.into_iter().zip(pattern) {
            variant.outside = Some(self.bin(BinOp::Max, size.into(), Atom::i64(0), span));
            variant.by_use = true;
        }
        Ok(())
    }

    /// Makes an operator that returns the first of two sizes that is not negative.
    fn first_known(&mut self, span: Span) -> Lowered<Lambda> {
        let [a, b] = ["a", "b"].map(|hint| self.out.fresh(hint, Type::I64));
        let body = self.in_body(|this| {
            let is_known = this.cmp(CmpOp::Ge, a.into(), Atom::i64(0), span);
            Ok(vec![this.select(is_known, a.into(), b.into(), span)])
        })?;
        Ok(Lambda { params: vec![a, b], body })
    }

    fn calls_recursive(&self, stms: &[Stm]) -> bool {
        let mut found = false;
        let mut look = |stm: &Stm| {
            found |= matches!(&stm.exp, Exp::Call { function, .. } if self.recursive.contains(&function.index()));
        };
        for stm in stms {
            look(stm);
            stm.exp.bodies().into_iter().for_each(|body| walk::for_each_stm(body, &mut look));
        }
        found
    }

    /// Evaluates the lambda on the first element, whose row decides the sizes that are still open. Without elements the
    /// row is arbitrary, with sizes 0.
    fn first_row(
        &mut self,
        variants: &mut [Variant],
        lambda: &Lambda,
        width: Atom,
        inputs: &[Name],
        span: Span,
    ) -> Vec<Name> {
        let is_empty = self.cmp(CmpOp::Eq, width, Atom::i64(0), span);
        let none = self.no_row(variants, lambda, span);
        let some = self.row_of_first(variants, lambda, inputs, span);
        let mut pattern = Vec::new();
        for variant in variants.iter_mut().filter(|variant| variant.outside.is_none()) {
            let size = self.out.fresh("rows", Type::I64);
            variant.outside = Some(size.into());
            pattern.push(size);
        }
        let mut first = Vec::new();
        for &leaf in &lambda.body.result {
            let dims = self.dims(leaf).into_iter().map(|dim| outside_of(variants, dim)).collect();
            first.push(self.out.fresh("first", Type::of(self.elem(leaf), dims)));
        }
        pattern.extend(&first);
        self.push(pattern, Vec::new(), Exp::If { cond: is_empty, then_body: none, else_body: some }, span);
        first
    }

    /// Makes a body that returns sizes 0 for the open ones, and leaves of these sizes.
    fn no_row(&mut self, variants: &[Variant], lambda: &Lambda, span: Span) -> Body {
        let outer = std::mem::take(&mut self.stms);
        let is_open = |dim: Atom| variants.iter().any(|variant| dim == variant.inside.into());
        let mut result = vec![Atom::i64(0); variants.iter().filter(|variant| variant.outside.is_none()).count()];
        for &leaf in &lambda.body.result {
            let dims = self.dims(leaf).into_iter().map(|dim| outside_of(variants, dim));
            let dims: Vec<Atom> = dims.map(|dim| if is_open(dim) { Atom::i64(0) } else { dim }).collect();
            let elem = self.elem(leaf);
            result.push(match dims.is_empty() {
                true => zero(elem),
                false => self.bind("none", Type::of(elem, dims.clone()), Exp::Scratch { elem, dims }, span).into(),
            });
        }
        Body { stms: std::mem::replace(&mut self.stms, outer), result }
    }

    /// Makes a body that evaluates the lambda on the first element; returns the open sizes, then its results.
    fn row_of_first(&mut self, variants: &[Variant], lambda: &Lambda, inputs: &[Name], span: Span) -> Body {
        let outer = std::mem::take(&mut self.stms);
        let copy = self.refreshed(lambda);
        let mut at_first: FxHashMap<Atom, Atom> = FxHashMap::default();
        for (&leaf, &first) in lambda.body.result.iter().zip(&copy.body.result) {
            at_first.extend(self.dims(leaf).into_iter().zip(self.dims(first)));
        }
        let size = |dim: Atom| at_first.get(&dim).copied().unwrap_or(dim);
        self.bind_first(&copy.params, inputs, span);
        self.stms.extend(copy.body.stms);
        let open = variants.iter().filter(|variant| variant.outside.is_none());
        let mut result: Vec<Atom> = open.map(|variant| size(variant.inside.into())).collect();
        for (&leaf, &first) in lambda.body.result.iter().zip(&copy.body.result) {
            let dims: Vec<Atom> = self.dims(leaf).into_iter().map(|dim| size(outside_of(variants, dim))).collect();
            result.push(self.coerce(first, &dims, messages::irregular, span));
        }
        Body { stms: std::mem::replace(&mut self.stms, outer), result }
    }

    /// Changes the lambda to return the known first row at index 0.
    fn take_first(&mut self, first: Vec<Name>, lambda: &mut Lambda, span: Span) {
        let index = self.out.fresh("i", Type::I64);
        let outer = std::mem::take(&mut self.stms);
        let is_first = self.cmp(CmpOp::Eq, index.into(), Atom::i64(0), span);
        let pattern: Vec<Name> =
            first.iter().map(|&name| self.out.fresh_like(name, self.out.type_of(name).clone())).collect();
        let then_body = Body { stms: Vec::new(), result: first.into_iter().map(Atom::Var).collect() };
        let else_body = std::mem::take(&mut lambda.body);
        self.push(pattern.clone(), Vec::new(), Exp::If { cond: is_first, then_body, else_body }, span);
        let stms = std::mem::replace(&mut self.stms, outer);
        lambda.body = Body { stms, result: pattern.into_iter().map(Atom::Var).collect() };
        lambda.params.insert(0, index);
    }

    /// Binds the parameters to the elements at index 0.
    fn bind_first(&mut self, params: &[Name], inputs: &[Name], span: Span) {
        let arrays: Vec<Atom> = inputs.iter().map(|&name| name.into()).collect();
        let first = self.rows_at(&arrays, &[Atom::i64(0)], Vec::new(), span);
        for (&param, element) in params.iter().zip(first) {
            self.push(vec![param], Vec::new(), Exp::Atom(element), span);
        }
    }

    /// Computes the wanted sizes by the lambda's shape slice.
    fn shape_of_rows(
        &mut self,
        stms: Vec<Stm>,
        wanted: &[Name],
        lambda: &Lambda,
        width: Atom,
        inputs: &[Name],
        span: Span,
    ) -> Vec<Atom> {
        let result = wanted.iter().map(|&name| name.into()).collect();
        let shape = Lambda { params: lambda.params.clone(), body: Body { stms, result } };
        let shape = self.refreshed(&shape);
        self.shape_of_first(shape, width, inputs, span)
    }

    /// Computes the sizes of the first row (intra-assertion); 0 if there is none.
    fn shape_of_first(&mut self, shape: Lambda, width: Atom, inputs: &[Name], span: Span) -> Vec<Atom> {
        let count = shape.body.result.len();
        let outer = std::mem::take(&mut self.stms);
        let zero = Atom::i64(0);
        self.bind_first(&shape.params, inputs, span);
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

    /// Asserts, inside the lambda, that each row has the outer sizes. The lambda then returns rows with these sizes.
    fn hold_rows(&mut self, row: &core::Type, variants: &[Variant], lambda: &mut Lambda, span: Span) {
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut lambda.body.stms));
        let given = lambda.body.result.clone();
        for (leaf, one) in lambda.body.result.iter_mut().zip(sum::leaf_uses(row)) {
            let dims: Vec<Atom> = self.dims(*leaf).into_iter().map(|dim| outside_of(variants, dim)).collect();
            let by_use = |dim: Atom| variants.iter().any(|variant| variant.by_use && dim == variant.inside.into());
            let used = match self.dims(*leaf).into_iter().any(by_use) {
                true => self.uses(&one, &given, span),
                false => None,
            };
            *leaf = match used {
                Some(used) => self.coerce_used(*leaf, &dims, used, span),
                None => self.coerce(*leaf, &dims, messages::irregular, span),
            };
        }
        lambda.body.stms = std::mem::replace(&mut self.stms, outer);
    }

    /// Like `coerce` for a slot that is used under a condition, and a filler otherwise.
    fn coerce_used(&mut self, leaf: Atom, dims: &[Atom], used: Atom, span: Span) -> Atom {
        let elem = self.elem(leaf);
        let outer = std::mem::take(&mut self.stms);
        let coerced = self.coerce(leaf, dims, messages::irregular, span);
        let then_body = Body { stms: std::mem::take(&mut self.stms), result: vec![coerced] };
        let filler = self.filler(elem, dims.to_vec(), span);
        let else_body = Body { stms: std::mem::replace(&mut self.stms, outer), result: vec![filler] };
        let name = self.out.fresh("slot", Type::of(elem, dims.to_vec()));
        self.push(vec![name], Vec::new(), Exp::If { cond: used, then_body, else_body }, span);
        name.into()
    }
}

/// Returns the limitation for slots whose sizes vary between rows, at the expression that computes the size.
fn unknown_slot_size(size: Name, body: &Body, span: Span) -> Error {
    let origin = body.stms.iter().find(|stm| stm.pattern.contains(&size));
    let span = origin.and_then(|stm| stm.spans.first().copied()).unwrap_or(span);
    let headline = "an array of values of a sum type whose constructors hold arrays of unknown sizes";
    limitation(headline, span, "this holds an array whose size is not known outside of it")
}

/// Returns the value outside of the lambda for a size inside.
fn outside_of(variants: &[Variant], dim: Atom) -> Atom {
    let variant = dim.var().and_then(|name| variants.iter().find(|variant| variant.inside == name));
    variant.and_then(|variant| variant.outside).unwrap_or(dim)
}

/// Returns the sizes that the type of a leaf states.
fn sizes_of(mut leaf: &core::Type) -> Vec<core::Size> {
    let mut sizes = Vec::new();
    while let core::Type::Array(elem, size) = leaf {
        sizes.push(*size);
        leaf = elem;
    }
    sizes
}

/// Returns the statements, certificates included, that the wanted names need.
fn needed_stms(vars: &VarTable, stms: &[Stm], wanted: &[Name]) -> Vec<Stm> {
    shape_slice(vars, stms, wanted).into_iter().map(|at| stms[at].clone()).collect()
}

/// Returns the positions, in order, of the statements that the wanted names need.
fn shape_slice(vars: &VarTable, stms: &[Stm], wanted: &[Name]) -> Vec<usize> {
    let mut live: FxHashSet<Name> = wanted.iter().copied().collect();
    let mut needed = Vec::new();
    for (at, stm) in stms.iter().enumerate().rev() {
        if stm.pattern.iter().any(|name| live.contains(name)) {
            needed.push(at);
            live.extend(walk::free_in_stm(vars, stm));
        }
    }
    needed.reverse();
    needed
}

/// Whether the statement is a scalar operator that cannot fail, so that it may run even without elements.
fn is_total_scalar(stm: &Stm, program: &Program) -> bool {
    let scalars = stm.pattern.iter().all(|&name| matches!(program.type_of(name), Type::Scalar(_)));
    let total = match &stm.exp {
        Exp::Atom(_) | Exp::Un(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..) => true,
        Exp::Bin(op, a, _) => !program.atom_type(*a).elem().is_some_and(|elem| op.can_fail(elem)),
        _ => false,
    };
    scalars && total && stm.certs.is_empty()
}
