//! Folds of accelerated code become parallel operations, if they combine the state, or components of it, with something
//! else by operators that are known to be associative (`state`).
//!
//! ```text
//! loop acc : i64 = k for x in xs do acc + x * x        k + reduce_comm(+, 0, map(\x -> x * x, xs))
//! loop s : seq<i64> = k for x in xs do                 seq.concat(k, seq.of_array(
//!   if x < 3 then seq.snoc(s, x) else s                  flat_map(\x -> if x < 3 then [x] else [], xs)))
//! reduce(seq.concat, none, rows)                       seq.concat(none, seq.of_array(flat_map(\x -> x, rows)))
//! ```

use super::paths::replace_paths;
use super::state::{Added, Definitions, Op, Reason, Walk, combined, neutral, part_of, reason, tuple, with_parts};
use super::total::is_total;
use crate::build;
use crate::def::{Binding, Expr, ExprKind, Loop, LoopForm, Param, Pat, Prim, SeqOp, Size, Type, Unique, tuple_field};
use crate::walk::{for_each_child_mut, refresh, refresh_lambda};
use base::{NameSource, Span, Symbol};
use rustc_hash::FxHashMap;
use value::{BinOp, UnOp};

/// A value for each component that changes: its labels, its operator, and all that is added to it.
pub(super) type Totals = Vec<(Vec<Symbol>, Op, Expr)>;

/// Why the loop does not become a parallel operation; `None` if it does.
pub(crate) fn reason_against(looped: &Loop, span: Span, code: Definitions<'_>, names: &NameSource) -> Option<Reason> {
    let (mut looped, names) = (looped.clone(), &mut names.clone());
    // Folds in the body may be operations that combine.
    reduce_folds(&mut looped.body, code, names);
    reduced(&looped, span, code, names).err()
}

/// Replaces the folds in an expression.
pub(super) fn reduce_folds(expr: &mut Expr, code: Definitions<'_>, names: &mut NameSource) {
    for_each_child_mut(expr, &mut |child| reduce_folds(child, code, names));
    let new = match &expr.kind {
        ExprKind::Loop(looped) => reduced(looped, expr.span, code, names).ok(),
        ExprKind::Prim(Prim::Reduce { .. }, args) => concatenation(args, code, names),
        _ => None,
    };
    if let Some(new) = new {
        *expr = new.with_type(expr.ty.clone()).at(expr.span);
    }
}

fn reduced(looped: &Loop, span: Span, code: Definitions<'_>, names: &mut NameSource) -> Result<Expr, Reason> {
    let mut walk = Walk::new(code, names);
    let ty = looped.init.ty.clone();
    let mut bindings = Vec::new();
    let start = build::named("start", looped.init.clone(), walk.names, &mut bindings);
    let elements = Elements::of(looped, span)?;
    let added = added(&mut walk, looped)?;
    if added.parts.is_empty() {
        return reason(span, "nothing is accumulated");
    }
    let totals = totals(&mut walk, added, elements, Op::After, &mut bindings)?;
    Ok(build::block(bindings, after(&start, &ty, totals)).at(span))
}

/// Returns the state after the totals have been added to it.
pub(super) fn after(start: &Expr, ty: &Type, totals: Totals) -> Expr {
    let new = |(labels, op, total): (Vec<Symbol>, Op, Expr)| {
        let old = part_of(start.clone(), &labels);
        (labels, combined(op, old, total))
    };
    with_parts(start, ty, &totals.into_iter().map(new).collect::<Vec<_>>())
}

/// Returns the concatenation of a sequence of sequences, as `reduce` writes it.
fn concatenation(args: &[Expr], code: Definitions<'_>, names: &mut NameSource) -> Option<Expr> {
    let [Expr { kind: ExprKind::Lambda(operator), .. }, none, rows] = args else { return None };
    let lambda = refresh_lambda(operator, names);
    let [Param { pat: Pat::Var(first, ty @ Type::Seq(elem)), .. }, Param { pat: Pat::Var(second, _), .. }] =
        &lambda.params[..]
    else {
        return None;
    };
    let mut walk = Walk::new(code, names);
    let Added { bindings, parts, .. } = walk.added(*first, ty, lambda.body).ok()?;
    let [(_, Op::After, value)] = &parts[..] else { return None };
    let is_row = matches!(value.kind, ExprKind::Var(name, _) if name == *second);
    if !is_row || !bindings.is_empty() {
        return None;
    }
    let param = Param { pat: Pat::Var(*second, ty.clone()), consumed: Unique::No, span: rows.span };
    let function = build::lambda(vec![param], to_array(value.clone(), elem)).at(rows.span);
    let flat = build::prim(Prim::FlatMap, vec![function, rows.clone()]).at(rows.span);
    Some(combined(Op::After, none.clone(), of_array(flat, ty)))
}

/// The elements that a loop visits.
pub(super) struct Elements {
    pub pat: Pat,
    pub array: Expr,
}

impl Elements {
    pub fn of(looped: &Loop, span: Span) -> Result<Elements, Reason> {
        match &looped.form {
            LoopForm::ForIn(pat, array) => Ok(Elements { pat: pat.clone(), array: array.clone() }),
            LoopForm::For(name, count) => {
                let count = build::binary(BinOp::Max, count.clone(), build::i64(0)).at(count.span);
                Ok(Elements { pat: Pat::Var(*name, Type::I64), array: build::indices(count).at(span) })
            }
            LoopForm::While(_) => reason(span, "this loop ends at a condition"),
        }
    }
}

/// Returns what the body of the loop adds to its state.
pub(super) fn added(walk: &mut Walk<'_, '_>, looped: &Loop) -> Result<Added, Reason> {
    let body = looped.body.clone();
    match &looped.pat {
        Pat::Var(state, ty) => walk.added(*state, ty, body),
        pat => {
            let (state, ty) = (walk.names.fresh("state"), looped.init.ty.clone());
            let span = body.span;
            let parts = build::binding(pat.clone(), build::var(state, ty.clone()));
            walk.added(state, &ty, build::block(vec![parts], body).at(span))
        }
    }
}

/// The function of each element that gives a value under the bindings of the body.
struct Each {
    pat: Pat,
    bindings: Vec<Binding>,
    span: Span,
}

impl Each {
    /// Returns the value where it is computed, rather than the variable that the last binding gives it, with the bindings
    /// before.
    fn with_value(&self, value: Expr) -> (Each, Expr) {
        let mut body = build::block(self.bindings.clone(), value);
        replace_paths(&mut body, &mut FxHashMap::default(), &|_| true);
        let (mut bindings, mut value) = match body.kind {
            ExprKind::Block(bindings, last) => (bindings, *last),
            _ => (Vec::new(), body),
        };
        if let (Some(Binding { pat: Pat::Var(last, _), .. }), ExprKind::Var(name, _)) = (bindings.last(), &value.kind)
            && last == name
        {
            value = bindings.pop().map_or(value, |binding| binding.value);
        }
        (Each { pat: self.pat.clone(), bindings, span: self.span }, value)
    }

    fn function(&self, value: Expr, names: &mut NameSource) -> Expr {
        let param = Param { pat: self.pat.clone(), consumed: Unique::No, span: self.span };
        let body = build::block(self.bindings.clone(), value).at(self.span);
        refresh(&build::lambda(vec![param], body).at(self.span), names)
    }
}

/// Computes in parallel all that is added to each component. `forward` is the operator on sequences that gives them the
/// order of the elements.
pub(super) fn totals(
    walk: &mut Walk<'_, '_>,
    added: Added,
    elements: Elements,
    forward: Op,
    out: &mut Vec<Binding>,
) -> Result<Totals, Reason> {
    let Added { bindings, parts, skips, span } = added;
    let (scalars, sequences): (Totals, Totals) = parts.into_iter().partition(|(_, op, _)| matches!(op, Op::Scalar(..)));
    let passes = usize::from(!scalars.is_empty()) + sequences.len();
    // Several passes find failures in another order, and no pass finds none.
    if (passes != 1 || skips) && !bindings.iter().all(|binding| is_total(&binding.value, walk.code)) {
        return reason(span, "an operation that may fail depends on the order here");
    }
    let place = elements.array.span;
    let array = if passes > 1 { build::named("elements", elements.array, walk.names, out) } else { elements.array };
    let each = Each { pat: elements.pat, bindings, span: place };
    let mut totals = Vec::new();
    if !scalars.is_empty() {
        let values = tuple(scalars.iter().map(|(_, _, value)| value.clone()).collect());
        let mapped = build::map(each.function(values, walk.names), array.clone()).at(place);
        let all = build::named("all", reduction(&scalars, mapped, walk.names), walk.names, out);
        let count = scalars.len();
        for (at, (labels, op, _)) in scalars.into_iter().enumerate() {
            totals.push((labels, op, numbered(&all, at, count)));
        }
    }
    for (labels, op, value) in sequences {
        let all = sequence(walk, &each, value, &array, op == forward, span)?;
        totals.push((labels, op, build::named("all", all, walk.names, out)));
    }
    Ok(totals)
}

/// Returns a component of what `tuple` returned.
fn numbered(tuple: &Expr, at: usize, count: usize) -> Expr {
    if count == 1 { tuple.clone() } else { build::field(tuple.clone(), tuple_field(at)) }
}

/// Returns all values combined by the operators of the components.
fn reduction(parts: &Totals, values: Expr, names: &mut NameSource) -> Expr {
    let [a, b] = ["a", "b"].map(|hint| names.fresh(hint));
    let ty = values.ty.elem().cloned().unwrap_or(Type::unit());
    let variable = |name| build::var(name, ty.clone());
    let operand = |name, at| numbered(&variable(name), at, parts.len());
    let combined = parts.iter().enumerate().map(|(at, (_, op, _))| combined(*op, operand(a, at), operand(b, at)));
    let params = [a, b].map(|name| build::param(name, ty.clone())).to_vec();
    let operator = build::lambda(params, tuple(combined.collect()));
    let neutrals = tuple(parts.iter().map(|(_, op, value)| neutral(*op, &value.ty)).collect());
    build::prim(Prim::Reduce { commutative: true }, vec![operator, neutrals, values])
}

/// Returns the concatenation of the sequences that elements add.
fn sequence(
    walk: &mut Walk<'_, '_>,
    each: &Each,
    value: Expr,
    array: &Expr,
    is_forward: bool,
    span: Span,
) -> Result<Expr, Reason> {
    let (ty, place) = (value.ty.clone(), each.span);
    let Type::Seq(elem) = &ty else { return reason(span, "the state is not a sequence") };
    let (each, value) = each.with_value(value);
    let is_row = |value: &Expr| matches!((&value.kind, &each.pat), (ExprKind::Var(a, _), Pat::Var(b, _)) if a == b);
    let is_total = |expr: &Expr| is_total(expr, walk.code);
    let all_total = each.bindings.iter().all(|binding| is_total(&binding.value));
    if let Some(item) = only_item(&value) {
        let items = build::map(each.function(item, walk.names), array.clone()).at(place);
        let items = if is_forward { items } else { reversed(items, walk.names) };
        return Ok(of_array(items, &ty));
    }
    let may_move = is_forward || all_total && is_total(&value);
    if !may_move {
        return reason(span, "an operation that may fail depends on the order here");
    }
    let array = if is_forward { array.clone() } else { reversed(array.clone(), walk.names) };
    if let ExprKind::If(condition, yes, no) = &value.kind
        && let Some((item, keeps)) = kept(yes, no)
    {
        if is_row(&item) {
            let condition =
                if keeps { Expr::clone(condition) } else { build::unary(UnOp::Not, Expr::clone(condition)) };
            let function = each.function(condition, walk.names);
            return Ok(of_array(build::prim(Prim::Filter, vec![function, array]).at(place), &ty));
        }
        // The conditions are computed before the items, so only one of them may fail.
        if !walk.code.has_rows(elem) && (all_total && is_total(condition) || is_total(&item)) {
            let [one, none] = [1, 0].map(build::i64);
            let (yes, no) = if keeps { (one, none) } else { (none, one) };
            let count = build::if_then_else(Expr::clone(condition), yes, no).at(place);
            let param = build::param(walk.names.fresh("i"), Type::I64);
            let row = build::map(build::lambda(vec![param], item), build::indices(count).at(place)).at(place);
            let function = each.function(row, walk.names);
            return Ok(of_array(build::prim(Prim::FlatMap, vec![function, array]).at(place), &ty));
        }
    }
    if walk.code.has_rows(elem) && !(is_row(&value) && each.bindings.is_empty()) {
        return reason(span, "it concatenates sequences whose elements have sizes of their own");
    }
    let function = each.function(to_array(value, elem), walk.names);
    Ok(of_array(build::prim(Prim::FlatMap, vec![function, array]).at(place), &ty))
}

/// Returns the only item of the sequence in one branch if that in the other one is empty, and whether the first branch
/// has it.
fn kept(yes: &Expr, no: &Expr) -> Option<(Expr, bool)> {
    let one = |some: &Expr, none: &Expr| if items(none)?.is_empty() { only_item(some) } else { None };
    one(yes, no).map(|item| (item, true)).or_else(|| one(no, yes).map(|item| (item, false)))
}

/// Returns the items of a sequence that is written as such.
fn items(sequence: &Expr) -> Option<&[Expr]> {
    let ExprKind::Prim(Prim::Seq(SeqOp::OfArray), args) = &sequence.kind else { return None };
    if let [Expr { kind: ExprKind::Array(items), .. }] = &args[..] { Some(items) } else { None }
}

/// Returns the item of a sequence of one item, under the bindings of the sequence.
fn only_item(sequence: &Expr) -> Option<Expr> {
    match &sequence.kind {
        ExprKind::Block(bindings, last) => Some(build::block(bindings.clone(), only_item(last)?).at(sequence.span)),
        _ => {
            if let [item] = items(sequence)? {
                Some(item.clone())
            } else {
                None
            }
        }
    }
}

fn reversed(array: Expr, names: &mut NameSource) -> Expr {
    let (span, mut bindings) = (array.span, Vec::new());
    let array = build::named("items", array, names, &mut bindings);
    let last = build::binary(BinOp::Sub, build::size(array.clone(), 0), build::i64(1));
    let last = build::named("last", last, names, &mut bindings);
    let at = names.fresh("i");
    let from_end = build::binary(BinOp::Sub, last, build::var(at, Type::I64));
    let item = Expr { unchecked: true, ..build::index(array.clone(), vec![from_end]) };
    let function = build::lambda(vec![build::param(at, Type::I64)], item);
    build::block(bindings, build::map(function, build::indices(build::size(array, 0)))).at(span)
}

fn to_array(sequence: Expr, elem: &Type) -> Expr {
    let span = sequence.span;
    build::prim(Prim::Seq(SeqOp::ToArray), vec![sequence]).with_type(Type::array(elem.clone(), Size::Any)).at(span)
}

fn of_array(array: Expr, ty: &Type) -> Expr {
    let span = array.span;
    build::prim(Prim::Seq(SeqOp::OfArray), vec![array]).with_type(ty.clone()).at(span)
}
