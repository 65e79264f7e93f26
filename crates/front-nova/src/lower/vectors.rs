//! The built-in functions on vectors (Table 1), with all their arguments.
//!
//! ```text
//! (map f X Y)         map(\{x, y} -> f(x, y), zip(X, Y)); of what another `map` gives, without that
//! (reduce + i X)      i + reduce(+, 0, X)              with the neutral element of the operator, where it has one that is known
//! (reduce f i X)      a reduction of pairs of a mark and an element, where unmarked pairs are neutral
//! (scan f i X)        an inclusive scan of i, X[0], X[1], .. without the last: Y[0] = i, Y[k] = f(Y[k - 1], X[k - 1])
//! (fold f i X)        a loop over the elements
//! (permute I X)       scatter, once it is known that I is a permutation
//! (gather I X)        map(\i -> X[i], I)
//! ```
//!
//! A scan omits its last value: section 6.3 uses a scan of marks as the positions of the marked elements. Numbers of
//! elements and indices are `int` in NOVA and `i64` here; a length that does not fit in an `int` is a failure at run
//! time.

use super::operators::Operator;
use super::{Lowered, Pass, bug, builtin_parameters};
use crate::check::builtins::Builtin;
use crate::check::tree::Exp;
use crate::check::types::Type;
use base::{Span, Template};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Expr, Prim};
use value::{BinOp, CmpOp, Scalar, ScalarType};

impl<'t> Pass<'t> {
    /// Lowers a complete application of a built-in function of type `ty`. `operator` is the operator that the first
    /// argument computes, if it is a known one.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        ty: &Type,
        args: Vec<Expr>,
        operator: Option<Operator>,
        span: Span,
    ) -> Lowered<Expr> {
        if let Some(lowered) = self.scalar_builtin(builtin, ty, &args, span)? {
            return Ok(lowered.at(span));
        }
        let (types, result) = builtin_parameters(builtin, ty);
        let mut bindings = Vec::new();
        let has_rows = types.iter().chain([&result]).any(|ty| self.nested(ty).is_some());
        if let (Builtin::Map, Some(1), [_, _, _, ..], false) =
            (builtin, types.last().map(rank_of), args.as_slice(), has_rows)
        {
            let mapped = self.map_several(args, &mut bindings, span);
            return Ok(build::block(bindings, mapped.at(span)));
        }
        let args: Vec<Expr> = args.into_iter().map(|arg| self.bound(arg, &mut bindings)).collect();
        let last = types.last().ok_or_else(|| bug("a built-in function without arguments"))?;
        if let Some(lowered) = self.nested_builtin(builtin, &types, &result, &args, span)? {
            return Ok(build::block(bindings, lowered.at(span)));
        }
        let lowered = match (builtin, args.as_slice()) {
            (Builtin::Map, [function, vectors @ ..]) => self.map(function, vectors, rank_of(last), span),
            (Builtin::Reduce, [function, initial, vector]) => {
                let vector = self.flat(vector.clone(), rank_of(last), span);
                let known = operator.and_then(|operator| Some((operator.neutral(&result)?, operator)));
                self.reduce(function, initial, vector, known, span)
            }
            (Builtin::Scan, [function, initial, vector]) => {
                let known = operator.and_then(|operator| operator.neutral(&types[1]));
                self.scan(function, initial, vector, known, span)
            }
            (Builtin::Fold, [function, initial, vector]) => {
                let vector = self.flat(vector.clone(), rank_of(last), span);
                let state = self.ty(&result, span)?;
                self.fold(function, initial, vector, state, span)
            }
            (Builtin::Permute, [indices, vector]) => self.permute(indices, vector, span),
            (Builtin::Gather, [indices, vector]) => self.gather(indices, vector, span),
            (Builtin::Slice, [begin, step, end, vector]) => self.slice([begin, step, end], vector, span),
            (Builtin::Filter, [function, vector]) => build::prim(Prim::Filter, vec![function.clone(), vector.clone()]),
            (Builtin::Range, numbers) => self.range(numbers, span),
            (Builtin::Length, [vector]) => length(vector, rank_of(last), span),
            _ => return Err(bug("a built-in function with another number of arguments")),
        };
        Ok(build::block(bindings, lowered.at(span)))
    }

    /// Binds the value to a variable; returns the variable. Variables and constants stay.
    pub(super) fn bound(&mut self, value: Expr, bindings: &mut Vec<ir::Binding>) -> Expr {
        if is_constant(&value) {
            return value;
        }
        build::named("given", value, &mut self.program.names, bindings)
    }

    /// Returns the lambda with one parameter whose body is `body` of that parameter.
    pub(super) fn lambda_of(&mut self, hint: &str, ty: ir::Type, body: impl FnOnce(&mut Self, Expr) -> Expr) -> Expr {
        let name = self.fresh(hint);
        let body = body(self, build::var(name, ty.clone()));
        let span = body.span;
        build::lambda(vec![build::param(name, ty)], body).at(span)
    }

    /// Returns the elements of a vector of the given rank in row-major order.
    fn flat(&mut self, vector: Expr, rank: u32, span: Span) -> Expr {
        (1..rank).fold(vector, |vector, _| build::prim(Prim::Flatten, vec![vector]).at(span))
    }

    /// Lowers a map over vectors of any rank. The result has the shape of the first vector; the others must have the
    /// same.
    fn map(&mut self, function: &Expr, vectors: &[Expr], rank: u32, span: Span) -> Expr {
        let flat: Vec<Expr> = vectors.iter().map(|vector| self.flat(vector.clone(), rank, span)).collect();
        let Some(first) = vectors.first() else { return build::unit() };
        let mapped = if let [only] = flat.as_slice() {
            build::map(function.clone(), only.clone())
        } else {
            let flat = flat.into_iter().map(|vector| (vector, Vec::new())).collect();
            self.map_together(function, flat, span)
        };
        if rank == 1 {
            return mapped;
        }
        // Each step splits one dimension off the flattened ones, from the innermost dimension outwards.
        let sizes: Vec<Expr> = (0..rank as usize).map(|dim| build::size(first.clone(), dim).at(span)).collect();
        let shaped = unflatten(mapped.at(span), &sizes, span);
        let others = vectors.iter().skip(1);
        others.fold(shaped, |shaped, other| same_shape(first, other, rank, shaped.at(span), span))
    }

    /// Lowers a map over vectors of rank 1. An argument that is itself a `map` or `gather` is fused, because the
    /// lengths stay the same. All lengths are compared before the first element is computed.
    ///
    /// ```text
    /// (map f X (gather I Y))          map(\{x, i} -> f(x, Y[i]), zip(X, I))
    /// ```
    fn map_several(&mut self, args: Vec<Expr>, bindings: &mut Vec<ir::Binding>, span: Span) -> Expr {
        let mut args = args.into_iter();
        let Some(function) = args.next() else { return build::unit() };
        let function = self.bound(function, bindings);
        let mut vectors = Vec::new();
        for mut vector in args {
            let mut functions = Vec::new();
            loop {
                match vector.kind {
                    ir::ExprKind::Block(inner, body) => {
                        bindings.extend(inner);
                        vector = *body;
                    }
                    ir::ExprKind::Prim(Prim::Map, made) if made.len() == 2 => {
                        let mut made = made.into_iter();
                        functions.extend(made.next().map(|function| self.bound(function, bindings)));
                        vector = made.next().unwrap_or_else(build::unit);
                    }
                    _ => break,
                }
            }
            functions.reverse();
            vectors.push((self.bound(vector, bindings), functions));
        }
        let lengths: Vec<Expr> = vectors.iter().map(|(vector, _)| build::size(vector.clone(), 0).at(span)).collect();
        let mapped = self.map_together(&function, vectors, span).at(span);
        equal_lengths(&lengths, mapped, span)
    }

    /// Returns one map over all vectors. The element of each vector first passes through the functions given with the
    /// vector.
    fn map_together(&mut self, function: &Expr, vectors: Vec<(Expr, Vec<Expr>)>, span: Span) -> Expr {
        let (mut pats, mut args, mut zipped) = (Vec::new(), Vec::new(), Vec::new());
        for (vector, functions) in vectors {
            let ty = vector.ty.elem().cloned().unwrap_or_else(ir::Type::unit);
            let name = self.fresh("x");
            let element = build::var(name, ty.clone()).at(span);
            args.push(functions.into_iter().fold(element, |x, function| build::apply(function, vec![x]).at(span)));
            pats.push(ir::Pat::Var(name, ty));
            zipped.push(vector);
        }
        let body = build::apply(function.clone(), args).at(span);
        let param = ir::Param { pat: ir::Pat::tuple(pats), consumed: ir::Unique::No, span };
        build::map(build::lambda(vec![param], body).at(span), build::prim(Prim::Zip, zipped).at(span))
    }

    /// Lowers a reduction. `known` is the operator of `function` with its neutral element. If the initial value is
    /// neutral, it is used as such; any other one is the first operand, once.
    fn reduce(
        &mut self,
        function: &Expr,
        initial: &Expr,
        vector: Expr,
        known: Option<(Expr, Operator)>,
        span: Span,
    ) -> Expr {
        if let Some((neutral, operator)) = known {
            let is_neutral = operator.is_neutral(initial);
            let neutral = if is_neutral { initial.clone() } else { neutral };
            let reduce = Prim::Reduce { commutative: true };
            let reduced = build::prim(reduce, vec![function.clone(), neutral, vector]).at(span);
            return if is_neutral { reduced } else { build::apply(function.clone(), vec![initial.clone(), reduced]) };
        }
        let (operator, marked, none) = self.with_marks(function, initial, vector, span);
        let reduce = Prim::Reduce { commutative: false };
        let reduced = build::prim(reduce, vec![operator, none, marked]).at(span);
        let name = self.fresh("reduced");
        let (mark, value) = parts(&build::var(name, reduced.ty.clone()).at(span), span);
        let all = build::apply(function.clone(), vec![initial.clone(), value]).at(span);
        let ty = without_sizes(&initial.ty);
        let result = build::if_then_else(mark, all, initial.clone()).with_type(ty).at(span);
        build::block(vec![build::bind(name, reduced)], result)
    }

    /// Returns, for a reduction without a known neutral element: the elements with marks, an operator on marked
    /// elements, and a neutral element, which alone has no mark.
    fn with_marks(&mut self, function: &Expr, initial: &Expr, vector: Expr, span: Span) -> (Expr, Expr, Expr) {
        let elem = without_sizes(&initial.ty);
        let pair = ir::Type::tuple([ir::Type::BOOL, elem.clone()]);
        let marked = self.lambda_of("x", elem.clone(), |_, x| build::tuple([build::bool(true), x]).at(span));
        let marked = build::map(marked, vector).at(span);
        let (a, b) = (self.fresh("a"), self.fresh("b"));
        let [x, y] = [a, b].map(|name| build::var(name, pair.clone()).at(span));
        let ((x_mark, x_value), (y_mark, y_value)) = (parts(&x, span), parts(&y, span));
        let combined = build::apply(function.clone(), vec![x_value, y_value]).at(span);
        let both = build::tuple([build::bool(true), combined]).at(span);
        let body = build::if_then_else(y_mark, both, x.clone()).with_type(pair.clone()).at(span);
        let body = build::if_then_else(x_mark, body, y).with_type(pair.clone()).at(span);
        let operator = build::lambda(vec![build::param(a, pair.clone()), build::param(b, pair)], body).at(span);
        (operator, marked, build::tuple([build::bool(false), initial.clone()]).at(span))
    }

    fn scan(&mut self, function: &Expr, initial: &Expr, vector: &Expr, known: Option<Expr>, span: Span) -> Expr {
        let elem = without_sizes(&initial.ty);
        let shifted = self.lambda_of("k", ir::Type::I64, |_, k| {
            let first = build::compare(CmpOp::Eq, k.clone(), build::i64(0)).at(span);
            let before = build::binary(BinOp::Sub, k, build::i64(1)).at(span);
            let element = build::index(vector.clone(), vec![before]).at(span);
            build::if_then_else(first, initial.clone(), element).with_type(elem).at(span)
        });
        let positions = build::indices(build::size(vector.clone(), 0).at(span)).at(span);
        let shifted = build::map(shifted, positions).at(span);
        if let Some(neutral) = known {
            return build::prim(Prim::Scan, vec![function.clone(), neutral, shifted]);
        }
        let (operator, marked, none) = self.with_marks(function, initial, shifted, span);
        let scanned = build::prim(Prim::Scan, vec![operator, none, marked]).at(span);
        let pair = scanned.ty.elem().cloned().unwrap_or_else(ir::Type::unit);
        let value = self.lambda_of("x", pair, |_, x| parts(&x, span).1);
        build::map(value, scanned)
    }

    fn fold(&mut self, function: &Expr, initial: &Expr, vector: Expr, state: ir::Type, span: Span) -> Expr {
        let elem = vector.ty.elem().cloned().unwrap_or_else(ir::Type::unit);
        let (so_far, x) = (self.fresh("folded"), self.fresh("x"));
        let args = vec![build::var(so_far, state.clone()).at(span), build::var(x, elem.clone()).at(span)];
        let body = build::apply(function.clone(), args).at(span);
        let form = ir::LoopForm::ForIn(ir::Pat::Var(x, elem), vector);
        build::loop_over(ir::Pat::Var(so_far, state), initial.clone(), form, body)
    }

    /// Lowers `permute`, with a check of the indices. `n` indices that cover all `n` positions are a permutation; an
    /// index out of range covers none.
    pub(super) fn permute(&mut self, indices: &Expr, vector: &Expr, span: Span) -> Expr {
        let count = build::size(vector.clone(), 0).at(span);
        let wide_indices = self.lambda_of("i", ir::Type::Scalar(ScalarType::I32), |_, i| wide(&i).at(span));
        let name = self.fresh("indices");
        let mapped = build::map(wide_indices, indices.clone()).at(span);
        let positions = build::var(name, mapped.ty.clone()).at(span);
        let fill = |value: Expr, count: Expr| build::prim(Prim::Replicate, vec![count, value]).at(span);
        let given = build::size(indices.clone(), 0).at(span);
        let all = fill(build::bool(true), given.clone());
        let hit =
            build::prim(Prim::Scatter, vec![fill(build::bool(false), count.clone()), positions.clone(), all]).at(span);
        let full = self.all(hit, span);
        let target = build::prim(Prim::Copy, vec![vector.clone()]).at(span);
        let moved = build::prim(Prim::Scatter, vec![target, positions, vector.clone()]).at(span);
        let message = Template::new("permute: the indices are not a permutation of the {} positions");
        let checked = build::ensure(full, message, vec![count.clone()], moved).at(span);
        let message = Template::new("permute: {} indices for a vector of length {}");
        let equal = build::compare(CmpOp::Eq, given.clone(), count.clone()).at(span);
        let checked = build::block(vec![build::bind(name, mapped)], checked).at(span);
        build::ensure(equal, message, vec![given, count], checked)
    }

    /// Returns whether all elements of an array of conditions are true.
    pub(super) fn all(&mut self, conditions: Expr, span: Span) -> Expr {
        let [a, b] = ["a", "b"].map(|hint| self.fresh(hint));
        let both = [a, b].map(|name| build::var(name, ir::Type::BOOL).at(span));
        let and = build::prim(Prim::Bin(BinOp::And), both.to_vec()).at(span);
        let and = build::lambda([a, b].map(|name| build::param(name, ir::Type::BOOL)).to_vec(), and).at(span);
        build::prim(Prim::Reduce { commutative: true }, vec![and, build::bool(true), conditions]).at(span)
    }

    fn gather(&mut self, indices: &Expr, vector: &Expr, span: Span) -> Expr {
        let element = self.lambda_of("i", ir::Type::Scalar(ScalarType::I32), |this, i| {
            this.indexed(vector, vec![wide(&i).at(span)], span)
        });
        build::map(element, indices.clone())
    }

    /// Lowers a range: `n`, `begin end`, or `begin step end`. The last has the number of elements that `slice` selects.
    fn range(&mut self, numbers: &[Expr], span: Span) -> Expr {
        let int = |value| build::literal(Scalar::I32(value));
        let (begin, step, end) = match numbers {
            [begin, step, end] => (begin.clone(), step.clone(), end.clone()),
            [begin, end] => (begin.clone(), int(1), end.clone()),
            [end] => (int(0), int(1), end.clone()),
            _ => return build::unit(),
        };
        let mut bindings = Vec::new();
        if numbers.len() == 1 {
            let count = self.bound(wide(&end).at(span), &mut bindings);
            return build::block(bindings, counted(count, [begin, step], span));
        }
        let binary = |op, a, b| build::binary(op, a, b).at(span);
        let distance = binary(BinOp::Sub, wide(&end).at(span), wide(&begin).at(span));
        if numbers.len() == 2 {
            let count = self.bound(distance, &mut bindings);
            return build::block(bindings, counted(count, [begin, step], span));
        }
        let by = wide(&step).at(span);
        let sign = build::unary(value::UnOp::Sgn, by.clone()).at(span);
        let padded = binary(BinOp::Sub, binary(BinOp::Add, distance, by.clone()), sign);
        let count = self.bound(binary(BinOp::Quot, padded, by.clone()), &mut bindings);
        let moves = build::compare(CmpOp::Ne, by, build::i64(0)).at(span);
        let numbers = build::block(bindings, counted(count, [begin, step], span)).at(span);
        build::ensure(moves, Template::new("range: the step is 0"), Vec::new(), numbers)
    }

    /// Lowers a slice of a vector, with a check whose message has NOVA's words. It implies the check of CORE's slice,
    /// which is left out.
    pub(super) fn slice(&mut self, numbers: [&Expr; 3], vector: &Expr, span: Span) -> Expr {
        let mut bindings = Vec::new();
        let [begin, step, end] = numbers.map(|number| self.bound(wide(number).at(span), &mut bindings));
        let size = build::size(vector.clone(), 0).at(span);
        let inside = match step.kind {
            ir::ExprKind::Literal(Scalar::I64(1)) => ordered(build::i64(0), &begin, &end, size.clone(), span),
            ir::ExprKind::Literal(Scalar::I64(-1)) => {
                let last = build::binary(BinOp::Sub, size.clone(), build::i64(1)).at(span);
                ordered(build::i64(-1), &end, &begin, last, span)
            }
            _ => self.strided([&begin, &step, &end], &size, &mut bindings, span),
        };
        let message = Template::new("slice: begin {}, step {} and end {} do not fit a vector of length {}");
        let values = [&begin, &step, &end, &size].map(Expr::clone).to_vec();
        let range = ir::SliceDim::Range { start: Some(begin), end: Some(end), stride: Some(step) };
        let slice = build::slice(vector.clone(), vec![range]).at(span);
        build::block(bindings, build::ensure(inside, message, values, slice).at(span))
    }

    /// Returns the condition that a range has a step that is not 0, a number of elements that is not negative, and its
    /// first and last element in the vector.
    fn strided(
        &mut self,
        [begin, step, end]: [&Expr; 3],
        size: &Expr,
        bindings: &mut Vec<ir::Binding>,
        span: Span,
    ) -> Expr {
        let binary = |op, a: &Expr, b: &Expr| build::binary(op, a.clone(), b.clone()).at(span);
        let compare = |op, a: &Expr, b: &Expr| build::compare(op, a.clone(), b.clone()).at(span);
        let (zero, one) = (build::i64(0), build::i64(1));
        let moves = self.bound(compare(CmpOp::Ne, step, &zero), bindings);
        let divisor = build::if_then_else(moves.clone(), step.clone(), one.clone()).with_type(ir::Type::I64).at(span);
        let divisor = self.bound(divisor, bindings);
        let sign = build::unary(value::UnOp::Sgn, divisor.clone()).at(span);
        let padded = binary(BinOp::Add, &binary(BinOp::Sub, end, begin), &divisor);
        let count = binary(BinOp::Quot, &binary(BinOp::Sub, &padded, &sign), &divisor);
        let count = self.bound(count, bindings);
        let way = binary(BinOp::Mul, &binary(BinOp::Sub, &count, &one), &divisor);
        let last = self.bound(binary(BinOp::Add, begin, &way), bindings);
        let both = binary(BinOp::And, &is_index(begin, size, span), &is_index(&last, size, span));
        let inside = binary(BinOp::Or, &compare(CmpOp::Eq, &count, &zero), &both);
        let fine = binary(BinOp::And, &compare(CmpOp::Ge, &count, &zero), &inside);
        binary(BinOp::And, &moves, &fine)
    }

    pub(super) fn element(&mut self, vector: &'t Exp, index: &'t Exp) -> Lowered<Expr> {
        let ty = self.known(&vector.ty, vector.span)?;
        let rank = rank_of(&ty);
        let (vector, lowered) = (self.exp(vector)?, self.exp(index)?);
        if let Some(elem) = self.nested(&ty) {
            let mut bindings = Vec::new();
            let (vector, lowered) = (self.bound(vector, &mut bindings), self.bound(lowered, &mut bindings));
            let element = self.checked_element(&vector, elem, wide(&lowered).at(index.span), index.span);
            return Ok(build::block(bindings, element));
        }
        let mut bindings = Vec::new();
        if rank == 1 {
            let vector = self.bound(vector, &mut bindings);
            let element = self.indexed(&vector, vec![wide(&lowered).at(index.span)], index.span);
            return Ok(build::block(bindings, element));
        }
        let (vector, lowered) = (self.bound(vector, &mut bindings), self.bound(lowered, &mut bindings));
        let part = |at| wide(&build::field(lowered.clone(), ir::tuple_field(at)).at(index.span)).at(index.span);
        let indices = (0..rank as usize).map(part).collect();
        let element = self.indexed(&vector, indices, index.span);
        Ok(build::block(bindings, element))
    }

    /// Returns the element of a vector at the indices, with a check whose message has NOVA's words. It implies the check
    /// of CORE's index, which is left out.
    fn indexed(&mut self, vector: &Expr, indices: Vec<Expr>, span: Span) -> Expr {
        let mut bindings = Vec::new();
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.bound(index, &mut bindings)).collect();
        let sizes = (0..indices.len()).map(|dim| build::size(vector.clone(), dim).at(span));
        let sizes: Vec<Expr> = sizes.collect();
        let inside = indices.iter().zip(&sizes).map(|(index, size)| is_index(index, size, span));
        let inside =
            inside.reduce(|a, b| build::binary(BinOp::And, a, b).at(span)).unwrap_or_else(|| build::bool(true));
        let message = index_outside(indices.len());
        let values = indices.iter().chain(&sizes).cloned().collect();
        let element = build::index(vector.clone(), indices).at(span);
        build::block(bindings, build::ensure(inside, message, values, element).at(span)).at(span)
    }
}

/// Returns the array of `count` numbers from `begin` in steps of `step`. A negative count is a failure.
fn counted(count: Expr, [begin, step]: [Expr; 2], span: Span) -> Expr {
    let positive = build::compare(CmpOp::Le, build::i64(0), count.clone()).at(span);
    let numbers = build::prim(Prim::Iota, vec![count.clone(), begin, step]).at(span);
    let message = Template::new("range: a vector cannot have {} elements");
    build::ensure(positive, message, vec![count], numbers).at(span)
}

/// Returns the condition that `from <= to`, and that both are between `least` and `most` unless they are equal.
fn ordered(least: Expr, from: &Expr, to: &Expr, most: Expr, span: Span) -> Expr {
    let at_most = |a: &Expr, b: &Expr| build::compare(CmpOp::Le, a.clone(), b.clone()).at(span);
    let both = |a, b| build::binary(BinOp::And, a, b).at(span);
    let inside = both(at_most(&least, from), at_most(to, &most));
    both(at_most(from, to), build::binary(BinOp::Or, at_most(to, from), inside).at(span))
}

/// Returns `then` after a check that the vectors of a `map` have the same length.
pub(super) fn equal_lengths(lengths: &[Expr], then: Expr, span: Span) -> Expr {
    let Some((first, others)) = lengths.split_first() else { return then };
    others.iter().rev().fold(then, |then, other| {
        let equal = build::compare(CmpOp::Eq, first.clone(), other.clone()).at(span);
        let message = Template::new("map: the lengths of vectors differ: {} and {}");
        build::ensure(equal, message, vec![first.clone(), other.clone()], then).at(span)
    })
}

/// Whether the value consists of scalar constants, so that it can be copied.
fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ir::ExprKind::Literal(_) => true,
        ir::ExprKind::Record(fields) => fields.iter().all(|(_, field)| is_constant(field)),
        _ => false,
    }
}

/// Returns the rank of a vector type.
pub(super) fn rank_of(ty: &Type) -> u32 {
    match ty {
        Type::Vector(rank, _) => match **rank {
            Type::Rank(rank) => rank,
            _ => 1,
        },
        _ => 1,
    }
}

/// Converts an `int` to an `i64`.
pub(super) fn wide(number: &Expr) -> Expr {
    match number.kind {
        ir::ExprKind::Literal(Scalar::I32(value)) => build::i64(value.into()).at(number.span),
        _ => build::convert(ScalarType::I64, number.clone()).at(number.span),
    }
}

/// Returns the mark and the value of a marked element.
fn parts(pair: &Expr, span: Span) -> (Expr, Expr) {
    let part = |at| build::field(pair.clone(), ir::tuple_field(at)).at(span);
    (part(0), part(1))
}

fn without_sizes(ty: &ir::Type) -> ir::Type {
    core_ir::typing::without_sizes(ty)
}

/// Returns a flat array of elements in the shape `sizes`: dimensions are split off from the innermost one outwards.
fn unflatten(elements: Expr, sizes: &[Expr], span: Span) -> Expr {
    let [rows @ .., last] = sizes else { return elements };
    let Some((row, outer)) = rows.split_last() else { return elements };
    let rest =
        outer.iter().fold(row.clone(), |product, size| build::binary(BinOp::Mul, product, size.clone()).at(span));
    let split = build::prim(Prim::Unflatten, vec![rest, last.clone(), elements]).at(span);
    unflatten(split, rows, span)
}

/// Returns `then` after a check that two vectors have the same shape.
fn same_shape(first: &Expr, other: &Expr, rank: u32, then: Expr, span: Span) -> Expr {
    (0..rank as usize).rev().fold(then, |then, dim| {
        let [a, b] = [first, other].map(|vector| build::size(vector.clone(), dim).at(span));
        let equal = build::compare(CmpOp::Eq, a.clone(), b.clone()).at(span);
        let message = Template::new(format!("map: sizes {{}} and {{}} of dimension {dim} differ"));
        build::ensure(equal, message, vec![a, b], then).at(span)
    })
}

/// Returns the length of a vector: an `int`, or a tuple of them for a rank above 1.
fn length(vector: &Expr, rank: u32, span: Span) -> Expr {
    let one = |dim| int_of(build::size(vector.clone(), dim).at(span), span);
    if rank == 1 { one(0) } else { build::tuple((0..rank as usize).map(one)) }
}

/// Returns a number of elements as an `int`. A number that does not fit is a failure.
pub(super) fn int_of(size: Expr, span: Span) -> Expr {
    let fits = build::compare(CmpOp::Le, size.clone(), build::i64(i64::from(i32::MAX))).at(span);
    let narrow = build::convert(ScalarType::I32, size.clone()).at(span);
    let message = Template::new("length: {} elements are more than an int can count");
    build::ensure(fits, message, vec![size], narrow).at(span)
}

/// Returns the condition that the index is one of an array of this size.
pub(super) fn is_index(index: &Expr, size: &Expr, span: Span) -> Expr {
    let not_negative = build::compare(CmpOp::Le, build::i64(0), index.clone()).at(span);
    let below = build::compare(CmpOp::Lt, index.clone(), size.clone()).at(span);
    build::binary(BinOp::And, not_negative, below).at(span)
}

/// Returns the message for an index that is not in the vector. Holes: the index of each dimension, then their sizes.
pub(super) fn index_outside(rank: usize) -> Template {
    match rank {
        1 => Template::new("index {} is outside of a vector of length {}"),
        _ => {
            let holes = vec!["{}"; rank].join(", ");
            Template::new(format!("indices ({holes}) are outside of a vector of lengths ({holes})"))
        }
    }
}
