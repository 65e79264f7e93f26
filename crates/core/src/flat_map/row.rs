//! Symbolic rows: how a row's elements are computed from their positions, without making the row.
//!
//! ```text
//! let xs = D[a:b] in map(\x -> x + 1, xs)        its elements are D[a + j] + 1, and it is as long as D[a:b]
//! ```

mod choice;

use super::{Pass, param_of};
use crate::build;
use crate::def::{Binding, Ensure, Expr, ExprKind, Lambda, Pat, Prim, SliceDim, Type};
use crate::walk::{Free, free_variables, pat_binders, refresh, refresh_lambda};
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp};

/// Largest number of variables and calls that are inlined in one function.
const MAX_OPENED: usize = 200;

/// Symbolic form of a row: how to compute the element at a position.
#[derive(Clone)]
pub(super) enum Row {
    /// An array that is bound outside of the function.
    Outer(Expr),
    /// A row of an outer array at these indices.
    At(Expr, Vec<Expr>),
    /// A slice of another row. `name` is a variable that holds the start.
    Part {
        whole: Box<Row>,
        start: Expr,
        end: Expr,
        name: Name,
    },
    Range {
        start: Expr,
        step: Expr,
    },
    Map(Lambda, Box<Row>),
    Zip(Vec<Row>),
    Scan {
        operator: Lambda,
        neutral: Expr,
        row: Box<Row>,
    },
    /// One of several rows, selected by the number in `which`.
    Choice {
        which: Name,
        rows: Vec<Row>,
    },
    /// An array of the elements of all rows, indexed by the position among all elements.
    Flat(Expr),
}

/// Selection of elements by a filter.
pub(super) enum Keep {
    /// The elements for which this predicate holds.
    Where(Lambda),
    /// The elements whose flag is set: elements are pairs of a flag and a value.
    Marked,
}

/// Result of the analysis of a function that returns rows.
pub(super) struct Rows {
    /// Computations made once for each row.
    pub bindings: Vec<Binding>,
    pub row: Row,
    /// An array as long as the row, in terms of the bindings.
    pub like: Expr,
    pub keep: Option<Keep>,
    /// Variables bound for each row, with their types.
    pub inside: FxHashMap<Name, Type>,
}

/// State of the analysis of a function that returns rows.
pub(super) struct Look<'l, 'p> {
    pub pass: &'l mut Pass<'p>,
    bindings: Vec<Binding>,
    pub inside: FxHashMap<Name, Type>,
    scope: FxHashMap<Name, Expr>,
    /// Variables whose definitions were inlined.
    opened: FxHashSet<Name>,
    /// Number of variables and calls that may still be inlined. Without this limit, definitions that use others twice
    /// would grow exponentially.
    left: usize,
}

impl Pass<'_> {
    /// Returns the symbolic rows of a function; `None` if there is no formula for their elements. If `marks`, rows
    /// chosen by a condition may be filtered.
    pub(super) fn rows(&mut self, lambda: &Lambda, marks: bool) -> Option<Rows> {
        let param = param_of(lambda)?;
        let inside = pat_binders(&param.pat).into_iter().collect();
        let (bindings, scope, opened) = (Vec::new(), FxHashMap::default(), FxHashSet::default());
        let mut look = Look { pass: self, bindings, inside, scope, opened, left: MAX_OPENED };
        let body = look.open(&lambda.body);
        let (row, like, keep) = match &body.kind {
            ExprKind::Prim(Prim::Filter, args) => {
                let [function, array] = args.as_slice() else { return None };
                let ExprKind::Lambda(keep) = &function.kind else { return None };
                let (row, like) = look.row(array)?;
                (row, like, Some(Keep::Where((**keep).clone())))
            }
            ExprKind::If(..) | ExprKind::Match(..) if marks => {
                let (row, like) = look.choice(&body, true)?;
                (row, like, Some(Keep::Marked))
            }
            _ => {
                let (row, like) = look.row(&body)?;
                (row, like, None)
            }
        };
        let Look { bindings, inside, opened, .. } = look;
        Some(Rows { bindings: without_opened(bindings, &opened, &row, &like), row, like, keep, inside })
    }

    /// Returns the element at position `j` of the row and position `p` among all elements. In an ordered traversal, `x`
    /// is the element of the traversed array.
    pub(super) fn element(&mut self, row: &Row, j: &Expr, p: &Expr, x: Option<&Expr>) -> Expr {
        match row {
            Row::Outer(array) => build::index(array.clone(), vec![j.clone()]).at(array.span),
            Row::At(array, indices) => {
                let indices = indices.iter().cloned().chain([j.clone()]).collect();
                build::index(array.clone(), indices).at(array.span)
            }
            Row::Part { whole, name, .. } => match x {
                Some(x) => x.clone(),
                None => {
                    let moved = build::binary(BinOp::Add, build::size_var(*name), j.clone());
                    let mut bindings = Vec::new();
                    let moved = build::named("at", moved, self.names, &mut bindings);
                    let element = self.element(whole, &moved, p, None);
                    build::block(bindings, element)
                }
            },
            Row::Range { start, step } => {
                let Some(ty) = start.ty.scalar() else { return start.clone() };
                let offset = build::binary(BinOp::Mul, build::convert(ty, j.clone()), step.clone());
                build::binary(BinOp::Add, start.clone(), offset)
            }
            Row::Map(lambda, row) => {
                let element = self.element(row, j, p, x);
                self.applied(lambda, element)
            }
            Row::Zip(rows) => {
                let elements: Vec<Expr> = rows.iter().map(|row| self.element(row, j, p, x)).collect();
                build::tuple(elements)
            }
            Row::Scan { row, .. } => self.element(row, j, p, x),
            Row::Choice { which, rows } => {
                let elements: Vec<Expr> = rows.iter().map(|row| self.element(row, j, p, x)).collect();
                let mut from_last = elements.into_iter().enumerate().rev();
                let Some((_, last)) = from_last.next() else { return build::unit() };
                let ty = crate::typing::without_sizes(&last.ty);
                from_last.fold(last, |other, (number, element)| {
                    let is_this = build::compare(CmpOp::Eq, build::size_var(*which), build::i64(number as i64));
                    build::if_then_else(is_this, element, other).with_type(ty.clone())
                })
            }
            Row::Flat(array) => build::index(array.clone(), vec![p.clone()]),
        }
    }

    /// Returns a copy of the function's body under the binding of its parameter to the value.
    pub(super) fn applied(&mut self, lambda: &Lambda, value: Expr) -> Expr {
        let mut copy = refresh_lambda(lambda, self.names);
        let span = copy.body.span;
        match copy.params.pop() {
            Some(param) => build::block(vec![build::binding(param.pat, value)], copy.body).at(span),
            None => copy.body,
        }
    }
}

impl Look<'_, '_> {
    /// Returns the expression that computes the value: inlines variables and calls, and emits the bindings and
    /// assertions around it.
    fn open(&mut self, expr: &Expr) -> Expr {
        match &expr.kind {
            ExprKind::Block(bindings, body) => {
                for binding in bindings {
                    self.bind(binding);
                }
                self.open(body)
            }
            ExprKind::Ensure(ensure) => {
                let Ensure { condition, message, values, then } = &**ensure;
                let unit = build::ensure(condition.clone(), message.clone(), values.clone(), build::unit());
                let wildcard = Pat::Wildcard(Type::unit());
                let unit = Expr { unchecked: expr.unchecked, ..unit.at(expr.span) };
                self.bindings.push(build::binding(wildcard, unit));
                self.open(then)
            }
            ExprKind::Var(name, _) => match self.scope.get(name).cloned() {
                Some(value) if may_open(&value) && self.left > 0 => {
                    self.left -= 1;
                    self.opened.insert(*name);
                    // The definition stays in place too, so names bound in it must be fresh here.
                    let copy = refresh(&value, self.pass.names);
                    self.open(&copy)
                }
                _ => expr.clone(),
            },
            ExprKind::Field(record, field) => {
                // Variables inlined here are still needed for the record's other fields.
                let opened = self.opened.clone();
                let record = self.open(record);
                self.opened = opened;
                match &record.kind {
                    ExprKind::Record(fields) => match fields.iter().find(|(name, _)| name == field) {
                        Some((_, value)) => self.open(value),
                        None => expr.clone(),
                    },
                    ExprKind::If(..) | ExprKind::Match(..) => choice::of_fields(&record, *field, &expr.ty),
                    _ => build::field(record.clone(), *field).at(expr.span),
                }
            }
            ExprKind::Apply(function, args) if self.left > 0 => match self.pass.called(function, args, expr.span) {
                Some(body) => {
                    self.left -= 1;
                    self.open(&body)
                }
                None => expr.clone(),
            },
            ExprKind::Match(subject, cases) if self.left > 0 => {
                self.left -= 1;
                // Variables inlined here are still needed for the subject's other parts.
                let opened = self.opened.clone();
                let subject = self.open(subject);
                self.opened = opened;
                match choice::of_made(&subject, cases, &expr.ty, self.pass.names) {
                    Some(taken) => self.open(&taken),
                    // The bindings around the subject are emitted, so the match is on the opened subject.
                    None => build::match_on(subject, cases.clone(), expr.ty.clone()).at(expr.span),
                }
            }
            ExprKind::Prim(Prim::Copy, args) => match args.as_slice() {
                [array] => self.open(array),
                _ => expr.clone(),
            },
            ExprKind::Prim(Prim::FlatMap, args) => match self.pass.try_in_order(args, expr.span) {
                Some(mapped) => self.open(&mapped),
                None => expr.clone(),
            },
            _ => expr.clone(),
        }
    }

    /// Emits a binding, and records its value for inlining.
    fn bind(&mut self, binding: &Binding) {
        let value = match &binding.value.kind {
            ExprKind::Block(..) | ExprKind::Ensure(_) => self.open(&binding.value),
            _ => binding.value.clone(),
        };
        self.inside.extend(pat_binders(&binding.pat));
        if let Pat::Var(name, _) = &binding.pat {
            self.scope.insert(*name, value.clone());
            self.pass.note(*name, &value);
        }
        self.bindings.push(Binding { value, ..binding.clone() });
    }

    fn is_outer(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Var(name, _) => !self.inside.contains_key(name),
            ExprKind::Field(record, _) => self.is_outer(record),
            _ => false,
        }
    }

    /// Binds a scalar to a variable that elements may read; returns the variable. Literals stay.
    pub(super) fn scalar(&mut self, hint: &str, value: &Expr) -> Expr {
        if let ExprKind::Literal(_) = value.kind {
            return value.clone();
        }
        let name = self.pass.names.fresh(hint);
        self.inside.insert(name, value.ty.clone());
        self.bindings.push(build::bind(name, refresh(value, self.pass.names)));
        build::var(name, value.ty.clone())
    }

    /// Returns the symbolic row of an expression, and an array of the same length. `None` if its elements have no
    /// formula.
    pub(super) fn row(&mut self, expr: &Expr) -> Option<(Row, Expr)> {
        let expr = self.open(expr);
        if self.is_outer(&expr) {
            return Some((Row::Outer(expr.clone()), expr));
        }
        match &expr.kind {
            ExprKind::Index(array, indices) => {
                let array = self.open(array);
                if !self.is_outer(&array) {
                    return None;
                }
                let indices: Vec<Expr> = indices.iter().map(|index| self.scalar("index", index)).collect();
                let like = build::index(array.clone(), indices.clone()).at(expr.span);
                Some((Row::At(array, indices), like))
            }
            ExprKind::Slice(array, dims) => self.slice(array, dims, &expr),
            ExprKind::Prim(prim, args) => self.prim(*prim, args, &expr),
            ExprKind::If(..) | ExprKind::Match(..) => self.choice(&expr, false),
            _ => None,
        }
    }

    /// Returns a slice of an array as a symbolic row, and an array of the same length. `None` if its elements have no
    /// formula.
    fn slice(&mut self, array: &Expr, dims: &[SliceDim], expr: &Expr) -> Option<(Row, Expr)> {
        let [SliceDim::Range { start, end, stride }] = dims else { return None };
        if !stride.as_ref().is_none_or(|stride| self.pass.all && is_one(stride)) {
            return None;
        }
        let (whole, like) = self.row(array)?;
        if has_scan(&whole) {
            return None;
        }
        let start = start.clone().unwrap_or_else(|| build::i64(0));
        let end = end.clone().unwrap_or_else(|| build::size(like.clone(), 0));
        let [from, to] = [("start", &start), ("end", &end)].map(|(hint, value)| self.scalar(hint, value));
        let [start, end] = [start, end].map(|value| self.seen(value));
        let ExprKind::Var(name, _) = &self.named(&from).kind else { return None };
        let range = SliceDim::Range { start: Some(from), end: Some(to), stride: stride.clone() };
        let like = build::slice(like, vec![range]).at(expr.span);
        Some((Row::Part { whole: Box::new(whole), start, end, name: *name }, like))
    }

    /// Returns the definition of a variable that is bound in the row; any other expression as it is.
    fn seen(&self, value: Expr) -> Expr {
        let ExprKind::Var(name, _) = &value.kind else { return value };
        self.scope.get(name).cloned().unwrap_or(value)
    }

    /// Binds the start of a slice to a variable of the row; returns the variable.
    fn named(&mut self, value: &Expr) -> Expr {
        if let ExprKind::Var(..) = value.kind {
            return value.clone();
        }
        let name = self.pass.names.fresh("start");
        self.inside.insert(name, value.ty.clone());
        self.bindings.push(build::bind(name, value.clone()));
        build::var(name, value.ty.clone())
    }

    /// Returns the result of a primitive as a symbolic row, and an array of the same length. `None` if its elements
    /// have no formula.
    fn prim(&mut self, prim: Prim, args: &[Expr], expr: &Expr) -> Option<(Row, Expr)> {
        match (prim, args) {
            (Prim::Iota, [count, start, step]) => {
                let count = self.scalar("count", count);
                let [start, step] = [start, step].map(|value| self.scalar("start", value));
                let like = build::prim(Prim::Iota, vec![count, start.clone(), step.clone()]).at(expr.span);
                if start.ty.scalar().is_none_or(|ty| ty.is_float()) {
                    return None;
                }
                Some((Row::Range { start, step }, like))
            }
            (Prim::Map, [function, array]) => {
                let ExprKind::Lambda(lambda) = &function.kind else { return None };
                param_of(lambda)?;
                let (row, like) = self.row(array)?;
                Some((Row::Map(self.without_reads(lambda), Box::new(row)), like))
            }
            (Prim::Zip, arrays) => {
                let rows: Vec<(Row, Expr)> = arrays.iter().map(|array| self.row(array)).collect::<Option<_>>()?;
                let (rows, likes): (Vec<Row>, Vec<Expr>) = rows.into_iter().unzip();
                Some((Row::Zip(rows), build::prim(Prim::Zip, likes).at(expr.span)))
            }
            (Prim::Scan, [function, neutral, array]) => {
                let ExprKind::Lambda(operator) = &function.kind else { return None };
                let lambda = build::lambda(operator.params.clone(), operator.body.clone());
                if [&lambda, neutral].into_iter().any(|part| self.needs_row(part)) || holds_arrays(&neutral.ty) {
                    return None;
                }
                let (row, like) = self.row(array)?;
                let scan = Row::Scan { operator: (**operator).clone(), neutral: neutral.clone(), row: Box::new(row) };
                Some((scan, like))
            }
            _ => None,
        }
    }

    fn needs_row(&self, expr: &Expr) -> bool {
        needs(expr, &self.inside)
    }
}

/// Whether a variable with this definition may be inlined. Blocks and assertions were emitted when the variable was
/// bound.
fn may_open(value: &Expr) -> bool {
    !matches!(value.kind, ExprKind::Block(..) | ExprKind::Ensure(_))
}

/// Whether the expression is the integer 1, of any type.
fn is_one(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(value) => value.as_i128() == Some(1),
        ExprKind::Prim(Prim::Convert(_), args) => args.iter().all(is_one),
        _ => false,
    }
}

/// Whether the expression reads a variable in `inside`, which is bound for each row.
pub(super) fn needs(expr: &Expr, inside: &FxHashMap<Name, Type>) -> bool {
    let Free { variables, sizes, .. } = free_variables(expr);
    variables.keys().chain(sizes.iter()).any(|name| inside.contains_key(name))
}

fn holds_arrays(ty: &Type) -> bool {
    ty.any_part(&|part| matches!(part, Type::Array(..)).then_some(true))
}

pub(super) fn has_scan(row: &Row) -> bool {
    match row {
        Row::Scan { .. } | Row::Flat(_) => true,
        Row::Outer(_) | Row::At(..) | Row::Range { .. } => false,
        Row::Part { whole: row, .. } | Row::Map(_, row) => has_scan(row),
        Row::Zip(rows) | Row::Choice { rows, .. } => rows.iter().any(has_scan),
    }
}

/// Removes the bindings of variables that were inlined and have no other use.
fn without_opened(bindings: Vec<Binding>, opened: &FxHashSet<Name>, row: &Row, like: &Expr) -> Vec<Binding> {
    let mut used: FxHashSet<Name> = FxHashSet::default();
    let mut note = |expr: &Expr| {
        let free = free_variables(expr);
        used.extend(free.variables.keys().copied().chain(free.sizes.iter().copied()));
    };
    note(like);
    each_expr(row, &mut note);
    let mut kept = Vec::new();
    for binding in bindings.into_iter().rev() {
        if let Pat::Var(name, _) = &binding.pat
            && opened.contains(name)
            && !used.contains(name)
        {
            continue;
        }
        let free = free_variables(&binding.value);
        used.extend(free.variables.keys().copied().chain(free.sizes.iter().copied()));
        kept.push(binding);
    }
    kept.reverse();
    kept
}

/// Visits the expressions of a symbolic row that may read variables.
fn each_expr(row: &Row, visit: &mut dyn FnMut(&Expr)) {
    match row {
        Row::Outer(array) | Row::Flat(array) => visit(array),
        Row::At(array, indices) => {
            visit(array);
            indices.iter().for_each(visit);
        }
        Row::Part { whole, name, .. } => {
            visit(&build::size_var(*name));
            each_expr(whole, visit);
        }
        Row::Choice { which, rows } => {
            visit(&build::size_var(*which));
            rows.iter().for_each(|row| each_expr(row, visit));
        }
        Row::Range { start, step } => [start, step].into_iter().for_each(visit),
        Row::Map(lambda, row) => {
            visit(&build::lambda(lambda.params.clone(), lambda.body.clone()));
            each_expr(row, visit);
        }
        Row::Zip(rows) => rows.iter().for_each(|row| each_expr(row, visit)),
        Row::Scan { row, .. } => each_expr(row, visit),
    }
}

/// Whether two expressions are the same variable, or the same field of the same variable.
pub(super) fn same_outer(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(a, _), ExprKind::Var(b, _)) => a == b,
        (ExprKind::Field(a, name), ExprKind::Field(b, other)) => name == other && same_outer(a, b),
        _ => false,
    }
}
