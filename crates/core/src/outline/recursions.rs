//! Recursive functions of accelerated code become parallel operations, if they walk over sequences from the front, or over
//! numbers, and combine something at each step by an operator that is known to be associative (`state`).
//!
//! ```text
//! def double (s : seq<i64>) : seq<i64> =              seq.concat(seq.of_array(map(\x -> 2 * x, seq.to_array(s))), none)
//!   if seq.length(s) == 0 then none
//!   else seq.cons(2 * seq.get(s, 0),
//!     @double(seq.sub(s, 1, seq.length(s) - 1)))
//! def sum (acc : i64) (i : i64) (n : i64) : i64 =     acc + reduce_comm(+, 0, map(\i -> i, iota(n - i, i, 1)))
//!   if i == n then acc else @sum(acc + i, i + 1, n)
//! ```
//!
//! In each call an argument is the parameter itself, the rest of a sequence, the next or the previous number, or a new
//! accumulated value. A function accumulates in arguments of tail calls, or combines the value of its only call.

use super::folds::{Elements, after, totals};
use super::paths::replace_paths;
use super::state::{Added, Definitions, Op, Reason, Walk, reason};
use super::total::is_total;
use crate::build;
use crate::def::{Binding, Def, DefId, Expr, ExprKind, Pat, Prim, SeqOp, Type, tuple_field};
use crate::walk::{for_each_child_mut, for_each_expr, free_variables};
use base::{Name, NameSource, Span, Template};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar};

/// What an argument of the recursive call is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    /// The parameter.
    Same,
    /// The parameter, a sequence, without its first element.
    Rest,
    /// The parameter plus this number, which is 1 or -1.
    Next(i64),
    /// Any other value.
    New,
}

/// A condition under which the recursion ends.
enum End {
    /// The sequence is empty.
    Empty(Name),
    /// The number has reached the bound. If `is_exact`, numbers beyond it do not end the recursion.
    Bound { name: Name, bound: Expr, is_exact: bool },
}

struct Parameter {
    position: usize,
    name: Name,
    ty: Type,
    step: Step,
}

/// A function that calls itself with simple arguments.
struct Recursion {
    id: DefId,
    params: Vec<Parameter>,
    ends: Vec<End>,
    /// The value at the end.
    base: Expr,
    /// The value at other times.
    step: Expr,
    span: Span,
}

/// Why the recursive function does not become a parallel operation; `None` if it does.
pub(crate) fn reason_against(id: DefId, code: Definitions<'_>, names: &NameSource) -> Option<Reason> {
    parallel(id, &code.program.defs[id], code, &mut names.clone()).err()
}

/// Returns the body of the definition as a parallel operation.
pub(super) fn parallel(id: DefId, def: &Def, code: Definitions<'_>, names: &mut NameSource) -> Result<Expr, Reason> {
    let recursion = Recursion::of(id, def, code)?;
    let accumulates = recursion.params.iter().any(|param| param.step == Step::New);
    let result = if accumulates && is_tail(&recursion.step, id) {
        recursion.accumulated(code, names)
    } else {
        recursion.combined(&def.result, code, names)
    };
    Ok(result?.with_type(def.body.ty.clone()).at(def.span))
}

impl Recursion {
    fn of(id: DefId, def: &Def, code: Definitions<'_>) -> Result<Recursion, Reason> {
        let span = def.span;
        let mut body = def.body.clone();
        replace_paths(&mut body, &mut FxHashMap::default(), &|_| true);
        let (before, last) = match body.kind {
            ExprKind::Block(bindings, last) => (bindings, *last),
            _ => (Vec::new(), body),
        };
        let is_simple = |binding: &Binding| !has_call(&binding.value, id) && is_total(&binding.value, code);
        let ExprKind::If(condition, yes, no) = last.kind else {
            return reason(span, "this recursion does not begin with a test for its end");
        };
        if !before.iter().all(is_simple) || has_call(&condition, id) {
            return reason(span, "this recursion does not begin with a test for its end");
        }
        let (ends_when, base, step) = match (has_call(&yes, id), has_call(&no, id)) {
            (false, true) => (true, *yes, *no),
            (true, false) => (false, *no, *yes),
            _ => return reason(span, "this recursion does not begin with a test for its end"),
        };
        let step = build::block(before.clone(), step);
        let known = known_values(&step);
        let params = parameters(id, def, &step, &known)?;
        let mut ends = Vec::new();
        let place = near(condition.span, span);
        if !add_ends(&condition, ends_when, &params, &known, &mut ends) {
            return reason(place, "the recursion does not end where a sequence is empty or a number reaches a bound");
        }
        let is_bound = |end: &End| matches!(end, End::Bound { .. });
        let is_tested = |param: &Parameter| {
            param.step != Step::Rest || ends.iter().any(|end| matches!(end, End::Empty(name) if *name == param.name))
        };
        if ends.len() > 1 && ends.iter().any(is_bound) || !params.iter().all(is_tested) {
            return reason(place, "not each sequence is tested for its end");
        }
        Ok(Recursion { id, params, ends, base: build::block(before, base), step, span })
    }

    /// A recursion whose calls are the last operation, and which accumulates in its arguments.
    fn accumulated(mut self, code: Definitions<'_>, names: &mut NameSource) -> Result<Expr, Reason> {
        let new = self.params.iter().filter(|param| param.step == Step::New);
        let new: Vec<(usize, Name, Type)> = new.map(|param| (param.position, param.name, param.ty.clone())).collect();
        let ty = Type::tuple(new.iter().map(|(_, _, ty)| ty.clone()));
        let state = names.fresh("state");
        let positions: Vec<usize> = new.iter().map(|(position, ..)| *position).collect();
        as_state(&mut self.step, self.id, &positions, &ty)?;
        let elements = self.elements(names)?;
        let fields = |of: &Expr| -> FxHashMap<Name, Expr> {
            new.iter()
                .enumerate()
                .map(|(at, (_, name, _))| (*name, build::field(of.clone(), tuple_field(at))))
                .collect()
        };
        replace_paths(&mut self.step, &mut fields(&build::var(state, ty.clone())), &|_| true);
        let mut walk = Walk::new(code, names);
        let added = walk.added(state, &ty, self.step.clone())?;
        self.check(&added)?;
        let mut bindings = Vec::new();
        let start = build::tuple(new.iter().map(|(_, name, ty)| build::var(*name, ty.clone())));
        let start = build::named("start", start, walk.names, &mut bindings);
        let sums = totals(&mut walk, added, elements, Op::After, &mut bindings)?;
        let last = build::named("last", after(&start, &ty, sums), walk.names, &mut bindings);
        let base = self.at_end(fields(&last))?;
        Ok(build::block(bindings, base))
    }

    /// A recursion that combines the value of its call with something.
    fn combined(mut self, ty: &Type, code: Definitions<'_>, names: &mut NameSource) -> Result<Expr, Reason> {
        if self.params.iter().any(|param| param.step == Step::New) {
            return reason(self.span, "an argument of the recursive call is neither the parameter nor the next one");
        }
        let state = names.fresh("state");
        as_variable(&mut self.step, self.id, &build::var(state, ty.clone()));
        let elements = self.elements(names)?;
        let mut walk = Walk::new(code, names);
        let added = walk.added_to_call(state, ty, self.step.clone())?;
        self.check(&added)?;
        let mut bindings = Vec::new();
        let sums = totals(&mut walk, added, elements, Op::Before, &mut bindings)?;
        let base = self.at_end(FxHashMap::default())?;
        let start = build::named("start", base, walk.names, &mut bindings);
        Ok(build::block(bindings, after(&start, ty, sums)))
    }

    fn check(&self, added: &Added) -> Result<(), Reason> {
        if added.parts.is_empty() {
            return reason(self.span, "this recursion accumulates nothing");
        }
        // Elsewhere it runs one step beyond the bound, to find the failure in it.
        if added.skips && self.exact().is_some() {
            return reason(self.span, "this recursion ends early, and does not end beyond its bound");
        }
        Ok(())
    }

    /// Returns the elements that the steps visit. In `step`, their values replace the parameters.
    fn elements(&mut self, names: &mut NameSource) -> Result<Elements, Reason> {
        let span = self.span;
        let is_walked = |param: &&Parameter| matches!(param.step, Step::Rest | Step::Next(_));
        let walked: Vec<&Parameter> = self.params.iter().filter(is_walked).collect();
        let mut values = FxHashMap::default();
        let elements = if let [Parameter { name, ty: ty @ Type::Seq(elem), .. }] = &walked[..] {
            let x = names.fresh("x");
            values.insert(*name, build::var(x, Type::clone(elem)));
            let array = build::prim(Prim::Seq(SeqOp::ToArray), vec![build::var(*name, ty.clone()).at(span)]);
            Elements { pat: Pat::Var(x, Type::clone(elem)), array: array.at(span) }
        } else {
            let k = names.fresh("k");
            let at = || build::var(k, Type::I64);
            for param in walked {
                let own = build::var(param.name, param.ty.clone());
                let value = match param.step {
                    Step::Next(1) => build::binary(BinOp::Add, own, at()),
                    Step::Next(_) => build::binary(BinOp::Sub, own, at()),
                    _ => build::prim(Prim::Seq(SeqOp::Get), vec![own, at()]).at(span),
                };
                values.insert(param.name, value);
            }
            Elements { pat: Pat::Var(k, Type::I64), array: build::indices(self.count()).at(span) }
        };
        let steps: FxHashMap<Name, Step> = self.params.iter().map(|param| (param.name, param.step)).collect();
        let mut rewriting = Rewriting { steps, values, dropped: FxHashSet::default(), known: known_values(&self.step) };
        rewriting.expr(&mut self.step);
        let free = free_variables(&self.step).values();
        let is_left = |name: &Name| free.contains_key(name);
        let rests = self.params.iter().filter(|param| param.step == Step::Rest).map(|param| param.name);
        if rewriting.dropped.iter().any(is_left) || elements_used(&self.step, &rests.collect::<Vec<_>>()) {
            return reason(span, "this recursion uses more of a sequence than its first element and the rest");
        }
        Ok(elements)
    }

    /// Returns the number of steps. If the bound is exact, and the number is beyond it, the first step is made, to find
    /// the failure in it.
    fn count(&self) -> Expr {
        let length = |name: &Name| {
            let ty = self.params.iter().find(|param| param.name == *name).map(|param| param.ty.clone());
            build::prim(Prim::Seq(SeqOp::Length), vec![build::var(*name, ty.unwrap_or(Type::unit()))])
        };
        let counts = self.ends.iter().map(|end| match end {
            End::Empty(name) => length(name),
            End::Bound { is_exact, .. } => {
                let (is_inside, distance) = self.distance(end);
                build::if_then_else(is_inside, distance, build::i64(i64::from(*is_exact)))
            }
        });
        let least = counts.reduce(|a, b| build::binary(BinOp::Min, a, b));
        least.unwrap_or_else(|| build::i64(0)).at(self.span)
    }

    /// Returns whether the number is not beyond the bound, and the number of steps to it.
    fn distance(&self, end: &End) -> (Expr, Expr) {
        let End::Bound { name, bound, .. } = end else { return (build::bool(true), build::i64(0)) };
        let own = build::var(*name, Type::I64);
        let is_up = self.params.iter().any(|param| param.name == *name && param.step == Step::Next(1));
        let (low, high) = if is_up { (own, bound.clone()) } else { (bound.clone(), own) };
        let is_inside = build::compare(CmpOp::Le, low.clone(), high.clone());
        (is_inside, build::binary(BinOp::Sub, high, low))
    }

    fn exact(&self) -> Option<&End> {
        self.ends.iter().find(|end| matches!(end, End::Bound { is_exact: true, .. }))
    }

    /// Returns the value at the end, where sequences are empty and numbers are at their bounds.
    fn at_end(&self, mut known: FxHashMap<Name, Expr>) -> Result<Expr, Reason> {
        let mut base = self.base.clone();
        let free = free_variables(&base).values();
        for param in &self.params {
            if !free.contains_key(&param.name) {
                continue;
            }
            let own = || build::var(param.name, param.ty.clone());
            let value = match (param.step, &param.ty, &self.ends[..]) {
                (Step::Rest, Type::Seq(elem), [End::Empty(_)]) => {
                    let none = build::array(Vec::new(), Type::clone(elem));
                    build::prim(Prim::Seq(SeqOp::OfArray), vec![none]).with_type(param.ty.clone())
                }
                (Step::Rest, ..) => {
                    return reason(self.span, "the value at the end uses a sequence that may not be empty");
                }
                (Step::Next(1), ..) => build::binary(BinOp::Add, own(), self.count()),
                (Step::Next(_), ..) => build::binary(BinOp::Sub, own(), self.count()),
                (Step::Same | Step::New, ..) => continue,
            };
            known.insert(param.name, value);
        }
        replace_paths(&mut base, &mut known, &|_| true);
        if let Some(end) = self.exact() {
            let message = Template::new("a recursion that does not end".to_string());
            base = build::ensure(self.distance(end).0, message, Vec::new(), base).at(self.span);
        }
        Ok(base)
    }
}

/// Whether the expression uses one of these sequences otherwise than as a whole operand of `get`.
fn elements_used(expr: &Expr, sequences: &[Name]) -> bool {
    let mut uses = 0_usize;
    let mut gets = 0_usize;
    let is_one = |expr: &Expr| matches!(&expr.kind, ExprKind::Var(name, _) if sequences.contains(name));
    for_each_expr(expr, &mut |expr| match &expr.kind {
        ExprKind::Var(..) if is_one(expr) => uses += 1,
        ExprKind::Prim(Prim::Seq(SeqOp::Get), args) if is_one(&args[0]) => gets += 1,
        _ => {}
    });
    uses != gets
}

fn near(place: Span, around: Span) -> Span {
    if place.is_nowhere() { around } else { place }
}

/// Returns the values of the variables that the expression binds.
fn known_values(expr: &Expr) -> FxHashMap<Name, Expr> {
    let mut known = FxHashMap::default();
    for_each_expr(expr, &mut |expr| {
        let ExprKind::Block(bindings, _) = &expr.kind else { return };
        for Binding { pat, value, .. } in bindings {
            if let Pat::Var(name, _) = pat {
                known.insert(*name, value.clone());
            }
        }
    });
    known
}

fn resolved<'e>(mut expr: &'e Expr, known: &'e FxHashMap<Name, Expr>) -> &'e Expr {
    while let ExprKind::Var(name, _) = &expr.kind
        && let Some(value) = known.get(name)
    {
        expr = value;
    }
    expr
}

fn has_call(expr: &Expr, id: DefId) -> bool {
    let mut found = false;
    for_each_expr(expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Def(other, _) if other == id));
    found
}

/// Returns the arguments of a call of the definition.
fn arguments(expr: &Expr, id: DefId) -> Option<&[Expr]> {
    let ExprKind::Apply(function, args) = &expr.kind else { return None };
    matches!(function.kind, ExprKind::Def(other, _) if other == id).then_some(args)
}

/// Whether all calls in the expression are its last operation.
fn is_tail(expr: &Expr, id: DefId) -> bool {
    match &expr.kind {
        ExprKind::Block(bindings, last) => {
            !bindings.iter().any(|binding| has_call(&binding.value, id)) && is_tail(last, id)
        }
        ExprKind::If(condition, yes, no) => !has_call(condition, id) && is_tail(yes, id) && is_tail(no, id),
        ExprKind::Match(subject, cases) => !has_call(subject, id) && cases.iter().all(|case| is_tail(&case.body, id)),
        ExprKind::Ensure(ensure) => !has_call(&ensure.condition, id) && is_tail(&ensure.then, id),
        ExprKind::Apply(_, args) if arguments(expr, id).is_some() => !args.iter().any(|arg| has_call(arg, id)),
        _ => !has_call(expr, id),
    }
}

/// Returns the parameters with what they are in all calls.
fn parameters(id: DefId, def: &Def, step: &Expr, known: &FxHashMap<Name, Expr>) -> Result<Vec<Parameter>, Reason> {
    let (mut lists, mut uses): (Vec<&[Expr]>, usize) = (Vec::new(), 0);
    for_each_expr(step, &mut |expr| {
        lists.extend(arguments(expr, id));
        uses += usize::from(matches!(expr.kind, ExprKind::Def(other, _) if other == id));
    });
    if uses != lists.len() || lists.iter().any(|args| args.len() != def.params.len()) {
        return reason(def.span, "this recursive function is used as a value");
    }
    let mut params = Vec::new();
    for (position, param) in def.params.iter().enumerate() {
        let (name, ty) = match &param.pat {
            Pat::Var(name, ty) => (*name, ty.clone()),
            // It is nobody's name.
            Pat::Wildcard(_) => continue,
            _ => return reason(def.span, "a parameter of this recursion is a pattern"),
        };
        let mut steps = lists.iter().map(|args| step_of(&args[position], name, known));
        let first = steps.next().unwrap_or(Step::New);
        let step = if steps.all(|step| step == first) { first } else { Step::New };
        params.push(Parameter { position, name, ty, step });
    }
    Ok(params)
}

fn step_of(arg: &Expr, name: Name, known: &FxHashMap<Name, Expr>) -> Step {
    let arg = resolved(arg, known);
    let is_own = |expr: &Expr| matches!(resolved(expr, known).kind, ExprKind::Var(other, _) if other == name);
    match &arg.kind {
        _ if is_own(arg) => Step::Same,
        _ if is_rest(arg, &is_own, known) => Step::Rest,
        ExprKind::Prim(Prim::Bin(op), args) => {
            let [a, b] = &args[..] else { return Step::New };
            let number = |expr: &Expr| literal(resolved(expr, known));
            match (op, number(a), number(b)) {
                (BinOp::Add, _, Some(by @ (1 | -1))) if is_own(a) => Step::Next(by),
                (BinOp::Add, Some(by @ (1 | -1)), _) if is_own(b) => Step::Next(by),
                (BinOp::Sub, _, Some(by @ (1 | -1))) if is_own(a) => Step::Next(-by),
                _ => Step::New,
            }
        }
        _ => Step::New,
    }
}

fn literal(expr: &Expr) -> Option<i64> {
    if let ExprKind::Literal(Scalar::I64(value)) = expr.kind { Some(value) } else { None }
}

/// Whether the expression is a sequence without its first element.
fn is_rest(expr: &Expr, is_sequence: &dyn Fn(&Expr) -> bool, known: &FxHashMap<Name, Expr>) -> bool {
    let ExprKind::Prim(Prim::Seq(SeqOp::Sub), args) = &expr.kind else { return false };
    let [sequence, from, count] = &args[..] else { return false };
    let ExprKind::Prim(Prim::Bin(BinOp::Sub), count) = &resolved(count, known).kind else { return false };
    let [all, one] = &count[..] else { return false };
    let is_length = matches!(&resolved(all, known).kind,
        ExprKind::Prim(Prim::Seq(SeqOp::Length), args) if is_sequence(&args[0]));
    is_sequence(sequence)
        && literal(resolved(from, known)) == Some(1)
        && literal(resolved(one, known)) == Some(1)
        && is_length
}

/// Adds the ends if one of them holds just when the condition has the value `when`. Returns whether it is so.
fn add_ends(
    condition: &Expr,
    when: bool,
    params: &[Parameter],
    known: &FxHashMap<Name, Expr>,
    ends: &mut Vec<End>,
) -> bool {
    match &condition.kind {
        ExprKind::Var(..) if known.contains_key(&var_name(condition)) => {
            add_ends(resolved(condition, known), when, params, known, ends)
        }
        ExprKind::If(first, yes, no) => match (truth(yes), truth(no)) {
            (Some(true), Some(false)) => add_ends(first, when, params, known, ends),
            (Some(false), Some(true)) => add_ends(first, !when, params, known, ends),
            (Some(true), None) if when => {
                add_ends(first, true, params, known, ends) && add_ends(no, true, params, known, ends)
            }
            (None, Some(false)) if !when => {
                add_ends(first, false, params, known, ends) && add_ends(yes, false, params, known, ends)
            }
            _ => false,
        },
        ExprKind::Prim(Prim::Cmp(op), args) => {
            let [a, b] = &args[..] else { return false };
            let op = if when { *op } else { op.negated() };
            let end = end_of(op, a, b, params, known).or_else(|| end_of(op.swapped(), b, a, params, known));
            let is_end = end.is_some();
            ends.extend(end);
            is_end
        }
        _ => false,
    }
}

fn var_name(expr: &Expr) -> Name {
    if let ExprKind::Var(name, _) = expr.kind { name } else { Name::new("", 0) }
}

fn truth(expr: &Expr) -> Option<bool> {
    if let ExprKind::Literal(Scalar::Bool(value)) = expr.kind { Some(value) } else { None }
}

/// Returns the end at which `a op b` begins to hold.
fn end_of(op: CmpOp, a: &Expr, b: &Expr, params: &[Parameter], known: &FxHashMap<Name, Expr>) -> Option<End> {
    let (a, b) = (resolved(a, known), resolved(b, known));
    let find = |expr: &Expr| {
        let expr = resolved(expr, known);
        params.iter().find(|param| matches!(expr.kind, ExprKind::Var(name, _) if name == param.name))
    };
    if let ExprKind::Prim(Prim::Seq(SeqOp::Length), args) = &a.kind {
        let param = find(&args[0]).filter(|param| param.step == Step::Rest)?;
        let is_empty = matches!((op, literal(b)?), (CmpOp::Eq | CmpOp::Le, 0) | (CmpOp::Lt, 1));
        return is_empty.then_some(End::Empty(param.name));
    }
    let param = find(a)?;
    let Step::Next(by) = param.step else { return None };
    let is_fixed = |expr: &Expr| {
        let free = free_variables(expr).values();
        params.iter().all(|param| param.step == Step::Same || !free.contains_key(&param.name))
            && !known.keys().any(|name| free.contains_key(name))
    };
    let is_length = matches!(&b.kind, ExprKind::Prim(Prim::Seq(SeqOp::Length), args) if args[0].is_atom());
    if !(b.is_atom() || is_length) || !is_fixed(b) {
        return None;
    }
    let is_exact = match (op, by) {
        (CmpOp::Eq, _) => true,
        (CmpOp::Ge, 1) | (CmpOp::Le, -1) => false,
        (CmpOp::Lt, -1) if literal(b) == Some(1) => {
            return Some(End::Bound { name: param.name, bound: build::i64(0), is_exact: false });
        }
        _ => return None,
    };
    Some(End::Bound { name: param.name, bound: b.clone(), is_exact })
}

/// Replaces each call by the record of the arguments at these positions, which is the next state.
fn as_state(expr: &mut Expr, id: DefId, positions: &[usize], ty: &Type) -> Result<(), Reason> {
    let span = expr.span;
    match &mut expr.kind {
        ExprKind::Block(_, last) => as_state(last, id, positions, ty)?,
        ExprKind::If(_, yes, no) => {
            as_state(yes, id, positions, ty)?;
            as_state(no, id, positions, ty)?;
        }
        ExprKind::Match(_, cases) => {
            for case in cases {
                as_state(&mut case.body, id, positions, ty)?;
            }
        }
        ExprKind::Ensure(ensure) => as_state(&mut ensure.then, id, positions, ty)?,
        ExprKind::Prim(Prim::Fail, _) => {}
        ExprKind::Apply(function, args) if matches!(function.kind, ExprKind::Def(other, _) if other == id) => {
            let args = std::mem::take(args);
            let new = args.into_iter().enumerate().filter(|(at, _)| positions.contains(at)).map(|(_, arg)| arg);
            *expr = build::tuple(new.collect::<Vec<_>>()).at(span);
        }
        _ => return reason(span, "here the recursion ends early"),
    }
    expr.ty = ty.clone();
    Ok(())
}

/// Replaces each call by the variable.
fn as_variable(expr: &mut Expr, id: DefId, variable: &Expr) {
    if arguments(expr, id).is_some() {
        *expr = variable.clone().at(expr.span);
        return;
    }
    for_each_child_mut(expr, &mut |child| as_variable(child, id, variable));
}

/// Replaces parameters by their values in one step, in code that runs only before the end.
struct Rewriting {
    steps: FxHashMap<Name, Step>,
    /// The number, or the first element of the sequence.
    values: FxHashMap<Name, Expr>,
    /// Variables of rests of sequences, whose bindings are dropped.
    dropped: FxHashSet<Name>,
    known: FxHashMap<Name, Expr>,
}

impl Rewriting {
    fn is_walked(&self, expr: &Expr) -> bool {
        let expr = resolved(expr, &self.known);
        matches!(expr.kind, ExprKind::Var(name, _) if self.steps.get(&name) == Some(&Step::Rest))
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Block(bindings, _) = &mut expr.kind {
            bindings.retain(|binding| {
                let is_kept = !is_rest(&binding.value, &|expr| self.is_walked(expr), &self.known);
                if let (Pat::Var(name, _), false) = (&binding.pat, is_kept) {
                    self.dropped.insert(*name);
                }
                is_kept
            });
        }
        let span = expr.span;
        let first = match &expr.kind {
            ExprKind::Var(name, _) if matches!(self.steps.get(name), Some(Step::Next(_))) => self.values.get(name),
            ExprKind::Prim(Prim::Seq(SeqOp::Get), args)
                if self.is_walked(&args[0]) && literal(resolved(&args[1], &self.known)) == Some(0) =>
            {
                self.values.get(&var_name(resolved(&args[0], &self.known)))
            }
            _ => None,
        };
        if let Some(value) = first {
            *expr = value.clone().at(span);
            return;
        }
        for_each_child_mut(expr, &mut |child| self.expr(child));
        self.decide(expr);
    }

    /// Decides tests for the end.
    fn decide(&self, expr: &mut Expr) {
        let length = |expr: &Expr| {
            matches!(&resolved(expr, &self.known).kind,
                ExprKind::Prim(Prim::Seq(SeqOp::Length), args) if self.is_walked(&args[0]))
        };
        let answer = match &expr.kind {
            ExprKind::Prim(Prim::Cmp(op), args) if length(&args[0]) => match (op, literal(&args[1])) {
                (CmpOp::Eq | CmpOp::Le, Some(0)) | (CmpOp::Lt, Some(1)) => Some(false),
                (CmpOp::Ne | CmpOp::Gt, Some(0)) | (CmpOp::Ge, Some(0 | 1)) => Some(true),
                _ => None,
            },
            _ => None,
        };
        if let Some(answer) = answer {
            *expr = build::bool(answer).at(expr.span);
        }
        if let ExprKind::If(condition, yes, no) = &mut expr.kind
            && let Some(answer) = truth(condition)
        {
            let chosen = if answer { yes } else { no };
            *expr = std::mem::replace(&mut **chosen, build::unit());
        }
    }
}
