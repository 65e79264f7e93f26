//! How an expression uses a state: which components it leaves as they are, and to which it adds something by an operator
//! that is known to be associative. `folds` and `recursions` ask this about bodies of loops and of functions.
//!
//! ```text
//! let y = f(x) in if y < 0 then s else (s#0 + y, max(s#1, y))      s#0 + part1, max(s#1, part2), where
//!   let y = f(x)
//!   let (part1, part2) = if y < 0 then (0, minimum) else (y, y)
//! ```
//!
//! The walk follows the order of evaluation. What does not mention the state becomes a binding, in this order, so a
//! failure stays the first one. What mentions the state becomes a `Use`. Small functions that get the state are inlined.
//!
//! The operators are `+`, `*`, `min` and `max` of integers, `&`, `|` and `^` of integers and truth values, and
//! concatenation of sequences. `min`, `max`, `and` and `or` may also be written as conditions. Floats are not among
//! them, because another order gives another result.

use super::total::is_total;
use crate::build;
use crate::def::{Binding, Case, DefId, Ensure, Expr, ExprKind, Lambda, Pat, Prim, Program, SeqOp, Type};
use crate::walk::{for_each_expr, refresh_lambda, weight};
use base::{Name, NameSource, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// Largest weight of a function that is inlined because it gets the state, and of all such functions in one body.
const MAX_INLINED: usize = 300;

/// The reason why code does not become a parallel operation, and its place.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    pub span: Span,
    pub text: &'static str,
}

pub(super) fn reason<T>(span: Span, text: &'static str) -> Result<T, Reason> {
    Err(Reason { span, text })
}

/// An operator that is known to be associative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Op {
    /// A commutative operator on scalars.
    Scalar(BinOp, ScalarType),
    /// The elements come after those of the state.
    After,
    /// The elements come before those of the state.
    Before,
}

/// A part of a state: the state's variable and labels of fields.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    pub state: Name,
    pub labels: Vec<Symbol>,
}

/// How a value depends on the state.
#[derive(Clone)]
enum Use {
    /// Not at all: an expression that cannot fail and costs nothing.
    Free(Expr),
    /// It is a part of the state.
    State(Part, Type),
    Record(Vec<(Symbol, Use)>),
    /// It is a scalar or a sequence of the state, combined with a value.
    Added(Part, Op, Expr),
    /// It compares a scalar of the state with a value: `state op value`.
    Compared(CmpOp, Part, Expr),
    /// It has no value, because this fails.
    Never(Expr),
}

/// The code of a program, in which definitions are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Definitions<'p> {
    pub program: &'p Program,
    pub recursive: &'p FxHashSet<DefId>,
}

/// What a body adds to a state: bindings, and for each component that changes, the operator and the value.
pub(super) struct Added {
    pub bindings: Vec<Binding>,
    pub parts: Vec<(Vec<Symbol>, Op, Expr)>,
    /// Whether a body that does not use the state may end what uses it, so that later bindings must not fail.
    pub skips: bool,
    pub span: Span,
}

/// A variable that joins values of branches, and its value in each branch.
struct Slot {
    name: Name,
    values: Vec<Expr>,
    ty: Type,
}

pub(super) struct Walk<'p, 'n> {
    pub code: Definitions<'p>,
    pub names: &'n mut NameSource,
    /// Variables that depend on the state.
    known: FxHashMap<Name, Use>,
    inlined: usize,
    skips: bool,
    /// The state that a recursive call returns, and whether the call is before what is walked over now.
    call: Option<(Name, bool)>,
}

impl<'p, 'n> Walk<'p, 'n> {
    pub fn new(code: Definitions<'p>, names: &'n mut NameSource) -> Self {
        Walk { code, names, known: FxHashMap::default(), inlined: 0, skips: false, call: None }
    }

    /// Like `added`, where the state is what a recursive call returns.
    pub fn added_to_call(&mut self, state: Name, ty: &Type, body: Expr) -> Result<Added, Reason> {
        self.call = Some((state, false));
        self.added(state, ty, body)
    }

    /// Returns what the body adds to the state, or the reason why it does something else.
    pub fn added(&mut self, state: Name, ty: &Type, body: Expr) -> Result<Added, Reason> {
        self.known.insert(state, Use::State(Part { state, labels: Vec::new() }, ty.clone()));
        let outer = std::mem::replace(&mut self.skips, false);
        let (mut bindings, mut parts) = (Vec::new(), Vec::new());
        let span = body.span;
        let last = self.value(body, &mut bindings)?;
        self.components(state, &mut Vec::new(), ty, last, span, &mut parts)?;
        let skips = std::mem::replace(&mut self.skips, outer);
        Ok(Added { bindings, parts, skips, span })
    }

    /// Adds the operators of the components of the new state.
    fn components(
        &self,
        state: Name,
        at: &mut Vec<Symbol>,
        ty: &Type,
        new: Use,
        span: Span,
        parts: &mut Vec<(Vec<Symbol>, Op, Expr)>,
    ) -> Result<(), Reason> {
        match (new, ty) {
            (Use::State(part, _), _) if part.state == state && part.labels == *at => Ok(()),
            (Use::Added(part, op, value), _) if part.state == state && part.labels == *at => {
                parts.push((at.clone(), op, value));
                Ok(())
            }
            (new, Type::Record(fields)) => {
                for (label, ty) in fields.iter() {
                    at.push(*label);
                    self.components(state, at, ty, field(new.clone(), *label, span)?, span, parts)?;
                    at.pop();
                }
                Ok(())
            }
            (Use::Free(_), _) => reason(span, "the new state does not depend on the old one"),
            _ => reason(span, "the new state is not the old one combined with something"),
        }
    }

    /// Whether the expression mentions a state.
    fn mentions(&self, expr: &Expr) -> bool {
        let mut found = false;
        for_each_expr(expr, &mut |expr| {
            found |= matches!(&expr.kind, ExprKind::Var(name, _) if self.known.contains_key(name));
        });
        found
    }

    /// Evaluates the expression. What does not mention the state is bound.
    fn value(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Use, Reason> {
        if let ExprKind::Prim(Prim::Fail, _) = expr.kind {
            return Ok(Use::Never(expr));
        }
        let span = expr.span;
        match expr.kind {
            ExprKind::Var(name, _) if self.known.contains_key(&name) => {
                if let Some((call, is_before)) = &mut self.call {
                    *is_before |= *call == name;
                }
                Ok(self.known[&name].clone())
            }
            ExprKind::Block(bindings, body) => {
                for binding in bindings {
                    if self.mentions(&binding.value) {
                        let value = self.value(binding.value, out)?;
                        self.bind(binding.pat, value, span, out)?;
                    } else {
                        self.emit(binding, out)?;
                    }
                }
                self.value(*body, out)
            }
            _ if !self.mentions(&expr) => self.free(expr, out),
            ExprKind::Field(record, label) => field(self.value(*record, out)?, label, span),
            ExprKind::Record(fields) => {
                let mut uses = Vec::new();
                for (label, value) in fields {
                    uses.push((label, self.value(value, out)?));
                }
                Ok(Use::Record(uses))
            }
            ExprKind::If(condition, yes, no) => {
                let ty = expr.ty;
                match self.value(*condition, out)? {
                    Use::Free(condition) => {
                        let branches = self.branches([*yes, *no])?;
                        self.join(branches, &ty, span, out, |mut values| {
                            let no = values.pop().unwrap_or_else(build::unit);
                            let yes = values.pop().unwrap_or_else(build::unit);
                            build::if_then_else(condition, yes, no)
                        })
                    }
                    condition => {
                        let yes = self.total_branch(*yes, out)?;
                        let no = self.total_branch(*no, out)?;
                        chosen(&condition, yes, no, span)
                    }
                }
            }
            ExprKind::Match(subject, cases) => self.cases(*subject, cases, &expr.ty, span, out),
            ExprKind::Ensure(ensure) => {
                let Ensure { condition, message, values, then } = *ensure;
                if self.mentions(&condition) || values.iter().any(|value| self.mentions(value)) {
                    return reason(span, "a check depends on the accumulated value");
                }
                let check = Expr {
                    unchecked: expr.unchecked,
                    ..build::ensure(condition, message, values, build::unit()).at(span)
                };
                self.emit(build::binding(Pat::Wildcard(Type::unit()), check), out)?;
                self.value(then, out)
            }
            ExprKind::Loop(_) => reason(span, "the accumulated value goes through a fold that keeps its order"),
            ExprKind::Apply(function, args) => self.call(*function, args, span, out),
            ExprKind::Prim(prim, args) => self.prim(prim, args, &expr.ty, span, out),
            _ => reason(span, "the accumulated value is used by something other than an operator"),
        }
    }

    /// Binds a value that does not mention the state.
    fn free(&mut self, value: Expr, out: &mut Vec<Binding>) -> Result<Use, Reason> {
        if value.is_atom() {
            return Ok(Use::Free(value));
        }
        let name = self.names.fresh("part");
        let variable = build::var(name, value.ty.clone()).at(value.span);
        self.emit(build::bind(name, value), out)?;
        Ok(Use::Free(variable))
    }

    /// Adds a binding of the program.
    fn emit(&mut self, binding: Binding, out: &mut Vec<Binding>) -> Result<(), Reason> {
        if matches!(self.call, Some((_, true))) && !is_total(&binding.value, self.code) {
            return reason(binding.value.span, "this may fail, and follows the recursive call");
        }
        out.push(binding);
        Ok(())
    }

    fn branch(&mut self, expr: Expr) -> Result<(Vec<Binding>, Use), Reason> {
        let mut bindings = Vec::new();
        let value = self.value(expr, &mut bindings)?;
        Ok((bindings, value))
    }

    /// Evaluates branches, of which one is taken.
    fn branches(&mut self, bodies: impl IntoIterator<Item = Expr>) -> Result<Vec<(Vec<Binding>, Use)>, Reason> {
        let before = self.call;
        let (mut done, mut after) = (Vec::new(), before);
        for body in bodies {
            self.call = before;
            done.push(self.branch(body)?);
            after = after.max(self.call);
        }
        self.call = after;
        Ok(done)
    }

    /// Evaluates a branch whose condition mentions the state. Its bindings are then evaluated in any case.
    fn total_branch(&mut self, expr: Expr, out: &mut Vec<Binding>) -> Result<Use, Reason> {
        let span = expr.span;
        let (bindings, value) = self.branch(expr)?;
        if !bindings.iter().all(|binding| is_total(&binding.value, self.code)) {
            return reason(span, "the accumulated value decides whether this, which may fail, is computed");
        }
        out.extend(bindings);
        Ok(value)
    }

    fn cases(
        &mut self,
        subject: Expr,
        cases: Vec<Case>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Use, Reason> {
        let subject = match (self.value(subject, out)?, &cases[..]) {
            (Use::Free(subject), _) => subject,
            (subject, [Case { pat, body }]) => {
                self.bind(pat.clone(), subject, span, out)?;
                return self.value(body.clone(), out);
            }
            _ => return reason(span, "the accumulated value decides between cases"),
        };
        let (pats, bodies): (Vec<Pat>, Vec<Expr>) = cases.into_iter().map(|case| (case.pat, case.body)).unzip();
        let branches = self.branches(bodies)?;
        self.join(branches, ty, span, out, |values| {
            let ty = values.first().map_or(Type::unit(), |value| value.ty.clone());
            let cases = pats.into_iter().zip(values).map(|(pat, body)| Case { pat, body }).collect();
            build::match_on(subject, cases, ty)
        })
    }

    /// Joins the values of branches. `whole` makes the expression that computes the parts which the branches add, from
    /// those of each branch.
    fn join(
        &mut self,
        branches: Vec<(Vec<Binding>, Use)>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
        whole: impl FnOnce(Vec<Expr>) -> Expr,
    ) -> Result<Use, Reason> {
        let (bindings, uses): (Vec<_>, Vec<Use>) = branches.into_iter().unzip();
        let mut slots = Vec::new();
        let joined = self.joined(&uses, ty, span, &mut slots)?;
        let is_needed = !slots.is_empty()
            || uses.iter().any(|value| matches!(value, Use::Never(_)))
            || bindings.iter().flatten().any(|binding| !is_total(&binding.value, self.code));
        if !is_needed {
            return Ok(joined);
        }
        let values = bindings.into_iter().enumerate().map(|(at, bindings)| {
            let values = slots.iter().map(|slot| slot.values[at].clone());
            let value = if let (Use::Never(fail), true) = (&uses[at], slots.is_empty()) {
                fail.clone().with_type(Type::unit())
            } else {
                tuple(values.collect())
            };
            build::block(bindings, value)
        });
        let values: Vec<Expr> = values.collect();
        let pats = slots.into_iter().map(|slot| Pat::Var(slot.name, slot.ty)).collect::<Vec<_>>();
        let pat = if let [pat] = &pats[..] { pat.clone() } else { Pat::tuple(pats) };
        out.push(build::binding(pat, whole(values).at(span)));
        Ok(joined)
    }

    fn joined(&mut self, uses: &[Use], ty: &Type, span: Span, slots: &mut Vec<Slot>) -> Result<Use, Reason> {
        let mut base = None;
        for value in uses {
            match value {
                Use::State(part, _) | Use::Added(part, ..) if base.is_none() => base = Some(part.clone()),
                Use::State(part, _) | Use::Added(part, ..) if base.as_ref() == Some(part) => {}
                Use::Free(_) | Use::Never(_) => {}
                _ => {
                    base = None;
                    break;
                }
            }
        }
        let same = |value: &Use| matches!(value, Use::State(part, _) if base.as_ref() == Some(part));
        if let Some(value) = uses.iter().find(|value| !matches!(value, Use::Never(_)))
            && uses.iter().all(|value| matches!(value, Use::Never(_)) || same(value))
        {
            return Ok(value.clone());
        }
        if uses.iter().all(|value| matches!(value, Use::Free(_) | Use::Never(_))) {
            let value = |value: &Use| if let Use::Free(value) = value { Ok(value.clone()) } else { Err(()) };
            return Ok(Use::Free(self.slot(uses, ty, slots, &value)));
        }
        if let Type::Record(fields) = ty {
            let mut joined = Vec::new();
            for (label, ty) in fields.iter() {
                let parts: Result<Vec<Use>, Reason> =
                    uses.iter().map(|value| field(value.clone(), *label, span)).collect();
                joined.push((*label, self.joined(&parts?, ty, span, slots)?));
            }
            return Ok(Use::Record(joined));
        }
        let Some(base) = base else {
            return reason(span, "branches do different things to the accumulated value");
        };
        let mut op = None;
        for value in uses {
            match value {
                Use::Added(_, other, _) if op.is_none_or(|op| op == *other) => op = Some(*other),
                Use::Added(..) => return reason(span, "branches combine the accumulated value by different operators"),
                _ => {}
            }
        }
        // A truth value that replaces the state is what decides `and` or `or`.
        let op = op.or_else(|| {
            uses.iter().find_map(|value| match value {
                Use::Free(Expr { kind: ExprKind::Literal(Scalar::Bool(value)), .. }) => {
                    Some(Op::Scalar(if *value { BinOp::Or } else { BinOp::And }, ScalarType::Bool))
                }
                _ => None,
            })
        });
        let Some(op) = op else {
            return reason(span, "a branch replaces the accumulated value");
        };
        let value = |value: &Use| match value {
            Use::State(..) => Ok(neutral(op, ty)),
            Use::Added(_, _, value) => Ok(value.clone()),
            Use::Free(value) if is_absorbing(op, value) => Ok(value.clone()),
            _ => Err(()),
        };
        if uses.iter().any(|other| !matches!(other, Use::Never(_)) && value(other).is_err()) {
            return reason(span, "a branch replaces the accumulated value");
        }
        self.skips |= uses.iter().any(|value| matches!(value, Use::Free(_)));
        Ok(Use::Added(base, op, self.slot(uses, ty, slots, &value)))
    }

    /// Returns a new variable for the values of the branches.
    fn slot(
        &mut self,
        uses: &[Use],
        ty: &Type,
        slots: &mut Vec<Slot>,
        value: &dyn Fn(&Use) -> Result<Expr, ()>,
    ) -> Expr {
        let name = self.names.fresh("part");
        let values = uses.iter().map(|one| match one {
            Use::Never(fail) => fail.clone().with_type(ty.clone()),
            other => value(other).unwrap_or_else(|()| build::unit()),
        });
        slots.push(Slot { name, values: values.collect(), ty: ty.clone() });
        build::var(name, ty.clone())
    }

    /// Binds the variables of a pattern to a value.
    fn bind(&mut self, pat: Pat, value: Use, span: Span, out: &mut Vec<Binding>) -> Result<(), Reason> {
        match (pat, value) {
            (pat, Use::Free(value)) => out.push(build::binding(pat, value)),
            (Pat::Wildcard(_), _) => {}
            (Pat::Var(name, _), value) => _ = self.known.insert(name, value),
            (Pat::Record(fields), value) => {
                for (label, pat) in fields {
                    self.bind(pat, field(value.clone(), label, span)?, span, out)?;
                }
            }
            _ => return reason(span, "the accumulated value is taken apart"),
        }
        Ok(())
    }

    /// Combines the value with another one that does not mention the state.
    fn add(&mut self, to: Use, op: Op, value: Expr, span: Span, out: &mut Vec<Binding>) -> Result<Use, Reason> {
        match to {
            Use::State(part, _) => Ok(Use::Added(part, op, value)),
            Use::Added(part, other, before) if other == op => {
                let sum = build::named("part", combined(op, before, value), self.names, out);
                Ok(Use::Added(part, op, sum))
            }
            Use::Free(before) => Ok(Use::Free(build::named("part", combined(op, before, value), self.names, out))),
            _ => reason(span, "the accumulated value is combined by different operators"),
        }
    }

    /// Inlines the call of a small function that gets the state.
    fn call(&mut self, function: Expr, args: Vec<Expr>, span: Span, out: &mut Vec<Binding>) -> Result<Use, Reason> {
        let lambda = match function.kind {
            ExprKind::Def(id, _) if !self.code.recursive.contains(&id) => {
                let def = &self.code.program.defs[id];
                self.inlined += weight(&def.body);
                if self.inlined > MAX_INLINED || def.params.len() != args.len() {
                    return reason(span, "the accumulated value is an argument of a large function");
                }
                Lambda { params: def.params.clone(), unique_result: def.unique_result.clone(), body: def.body.clone() }
            }
            ExprKind::Lambda(lambda) if lambda.params.len() == args.len() => *lambda,
            ExprKind::Def(..) => return reason(span, "the accumulated value is an argument of a recursive function"),
            _ => return reason(span, "the accumulated value is an argument of an unknown function"),
        };
        let lambda = refresh_lambda(&lambda, self.names);
        for (param, arg) in lambda.params.into_iter().zip(args) {
            let value = self.value(arg, out)?;
            self.bind(param.pat, value, span, out)?;
        }
        // The place in the program is that of the call.
        let body = lambda.body;
        let body_span = if body.span.is_nowhere() { span } else { body.span };
        self.value(body.at(body_span), out)
    }

    fn prim(
        &mut self,
        prim: Prim,
        args: Vec<Expr>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Use, Reason> {
        let elem = args.first().and_then(|arg| arg.ty.scalar());
        let mut uses = Vec::new();
        for arg in args {
            uses.push(self.value(arg, out)?);
        }
        let pair = <[Use; 2]>::try_from(uses);
        match (prim, pair) {
            (_, Ok([Use::Free(_), Use::Free(_)]) | Err(_)) => {
                reason(span, "the accumulated value is used by something other than an operator")
            }
            (Prim::Bin(_), Ok(_)) if elem.is_some_and(ScalarType::is_float) => {
                reason(span, "another order of operations on floats gives another result; `reduce` allows it")
            }
            (Prim::Bin(BinOp::Sub), Ok([state, Use::Free(value)])) => {
                let value = build::unary(UnOp::Neg, value).at(span);
                let op = Op::Scalar(BinOp::Add, elem.unwrap_or(ScalarType::I64));
                let value = build::named("part", value, self.names, out);
                self.add(state, op, value, span, out)
            }
            (Prim::Bin(op), Ok([state, Use::Free(value)] | [Use::Free(value), state])) => {
                match elem.filter(|elem| is_associative(op, *elem)) {
                    Some(elem) => self.add(state, Op::Scalar(op, elem), value, span, out),
                    None => reason(span, "this operator is not known to be associative"),
                }
            }
            (Prim::Bin(_), Ok(_)) => reason(span, "both operands depend on the accumulated value"),
            (Prim::Cmp(op), Ok([Use::State(part, _), Use::Free(value)])) => Ok(Use::Compared(op, part, value)),
            (Prim::Cmp(op), Ok([Use::Free(value), Use::State(part, _)])) => {
                Ok(Use::Compared(op.swapped(), part, value))
            }
            (Prim::Seq(SeqOp::Concat), Ok([state, Use::Free(value)])) => self.add(state, Op::After, value, span, out),
            (Prim::Seq(SeqOp::Concat), Ok([Use::Free(value), state])) => self.add(state, Op::Before, value, span, out),
            (Prim::Seq(SeqOp::Snoc), Ok([state, Use::Free(value)])) => {
                self.add(state, Op::After, single(value, ty), span, out)
            }
            (Prim::Seq(SeqOp::Cons), Ok([Use::Free(value), state])) => {
                self.add(state, Op::Before, single(value, ty), span, out)
            }
            _ => reason(span, "the accumulated value is used by something other than an associative operator"),
        }
    }
}

/// Returns the field of a value.
fn field(value: Use, label: Symbol, span: Span) -> Result<Use, Reason> {
    match value {
        Use::Free(value) => Ok(Use::Free(build::field(value, label))),
        Use::State(mut part, ty) => {
            let Type::Record(fields) = &ty else { return reason(span, "the accumulated value is taken apart") };
            let ty = fields.iter().find(|(field, _)| *field == label).map(|(_, ty)| ty.clone());
            part.labels.push(label);
            Ok(Use::State(part, ty.unwrap_or(Type::unit())))
        }
        Use::Record(fields) => match fields.into_iter().find(|(field, _)| *field == label) {
            Some((_, value)) => Ok(value),
            None => reason(span, "the accumulated value is taken apart"),
        },
        Use::Never(fail) => Ok(Use::Never(fail)),
        Use::Added(..) | Use::Compared(..) => reason(span, "the accumulated value is taken apart"),
    }
}

/// Returns the tuple; the only value if there is one.
pub(super) fn tuple(mut values: Vec<Expr>) -> Expr {
    match (values.len(), values.pop()) {
        (1, Some(value)) => value,
        (_, last) => build::tuple(values.into_iter().chain(last)),
    }
}

/// Returns a sequence of one element.
fn single(value: Expr, sequence: &Type) -> Expr {
    let elem = value.ty.clone();
    let items = build::array(vec![value], elem);
    build::prim(Prim::Seq(SeqOp::OfArray), vec![items]).with_type(sequence.clone())
}

/// Returns the value of a branch that is chosen by a comparison with the state, or by a truth value of it.
fn chosen(condition: &Use, yes: Use, no: Use, span: Span) -> Result<Use, Reason> {
    if let (Use::State(a, _), Use::State(b, _)) = (&yes, &no)
        && a == b
    {
        return Ok(yes);
    }
    if let (Use::Record(fields), _) | (_, Use::Record(fields)) = (&yes, &no) {
        let labels: Vec<Symbol> = fields.iter().map(|(label, _)| *label).collect();
        let mut new = Vec::new();
        for label in labels {
            new.push((
                label,
                chosen(condition, field(yes.clone(), label, span)?, field(no.clone(), label, span)?, span)?,
            ));
        }
        return Ok(Use::Record(new));
    }
    match condition {
        Use::Compared(op, part, value) => {
            let elem = value.ty.scalar();
            let (is_state_first, other) = match (&yes, &no) {
                (Use::State(a, _), Use::Free(other)) if a == part => (true, other),
                (Use::Free(other), Use::State(a, _)) if a == part => (false, other),
                _ => return reason(span, "the accumulated value decides what it is combined with"),
            };
            let is_less = match op {
                CmpOp::Lt | CmpOp::Le => true,
                CmpOp::Gt | CmpOp::Ge => false,
                CmpOp::Eq | CmpOp::Ne => {
                    return reason(span, "the accumulated value decides what it is combined with");
                }
            };
            match elem {
                Some(elem) if elem.is_float() => {
                    reason(span, "another order of operations on floats may give another result; `reduce` allows it")
                }
                Some(elem) if same_atom(value, other) => {
                    let op = if is_less == is_state_first { BinOp::Min } else { BinOp::Max };
                    Ok(Use::Added(part.clone(), Op::Scalar(op, elem), value.clone()))
                }
                _ => reason(span, "the accumulated value decides what it is combined with"),
            }
        }
        Use::State(part, Type::Scalar(ScalarType::Bool)) => {
            let is = |value: &Use, wanted: bool| match value {
                Use::State(other, _) => other == part,
                Use::Free(value) => matches!(value.kind, ExprKind::Literal(Scalar::Bool(value)) if value == wanted),
                _ => false,
            };
            match (&yes, &no) {
                (Use::Free(value), no) if is(no, false) => {
                    Ok(Use::Added(part.clone(), Op::Scalar(BinOp::And, ScalarType::Bool), value.clone()))
                }
                (yes, Use::Free(value)) if is(yes, true) => {
                    Ok(Use::Added(part.clone(), Op::Scalar(BinOp::Or, ScalarType::Bool), value.clone()))
                }
                _ => reason(span, "the accumulated value decides what it is combined with"),
            }
        }
        _ => reason(span, "the accumulated value decides what it is combined with"),
    }
}

/// Whether two variables or literals are the same.
fn same_atom(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(a, _), ExprKind::Var(b, _)) => a == b,
        (ExprKind::Literal(a), ExprKind::Literal(b)) => a == b,
        (ExprKind::Field(a, x), ExprKind::Field(b, y)) => x == y && same_atom(a, b),
        _ => false,
    }
}

/// Whether the operator has this value, whatever the other operand is.
fn is_absorbing(op: Op, value: &Expr) -> bool {
    let ExprKind::Literal(value) = value.kind else { return false };
    match op {
        Op::Scalar(BinOp::And | BinOp::Mul, elem) => value == Scalar::zero(elem),
        Op::Scalar(BinOp::Or, ScalarType::Bool) => value == Scalar::Bool(true),
        _ => false,
    }
}

/// Whether the operator on scalars of this type is associative and commutative, and has a neutral element.
fn is_associative(op: BinOp, ty: ScalarType) -> bool {
    let is_known =
        matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Min | BinOp::Max);
    is_known && !ty.is_float() && op.neutral_element(ty).is_some()
}

/// Returns the neutral element of the operator on values of this type.
pub(super) fn neutral(op: Op, ty: &Type) -> Expr {
    match (op, ty) {
        (Op::Scalar(op, elem), _) => build::literal(op.neutral_element(elem).unwrap_or(Scalar::zero(elem))),
        (_, Type::Seq(elem)) => {
            let none = build::array(Vec::new(), Type::clone(elem));
            build::prim(Prim::Seq(SeqOp::OfArray), vec![none]).with_type(ty.clone())
        }
        _ => build::unit(),
    }
}

/// Returns two values combined, of which the first was combined with the state before the second.
pub(super) fn combined(op: Op, first: Expr, second: Expr) -> Expr {
    match op {
        Op::Scalar(op, _) => build::binary(op, first, second),
        Op::After => build::prim(Prim::Seq(SeqOp::Concat), vec![first, second]),
        Op::Before => build::prim(Prim::Seq(SeqOp::Concat), vec![second, first]),
    }
}

/// Returns the part of a record that has these labels.
pub(super) fn part_of(mut value: Expr, labels: &[Symbol]) -> Expr {
    for label in labels {
        value = build::field(value, *label);
    }
    value
}

/// Returns the record in which the parts with these labels are replaced.
pub(super) fn with_parts(value: &Expr, ty: &Type, parts: &[(Vec<Symbol>, Expr)]) -> Expr {
    match (parts, ty) {
        ([], _) => value.clone(),
        ([(labels, part)], _) if labels.is_empty() => part.clone(),
        (_, Type::Record(fields)) => {
            let field = |(label, ty): &(Symbol, Type)| {
                let inner: Vec<(Vec<Symbol>, Expr)> = parts
                    .iter()
                    .filter(|(labels, _)| labels.first() == Some(label))
                    .map(|(labels, part)| (labels[1..].to_vec(), part.clone()))
                    .collect();
                (*label, with_parts(&build::field(value.clone(), *label), ty, &inner))
            };
            build::record(fields.iter().map(field).collect())
        }
        _ => value.clone(),
    }
}
