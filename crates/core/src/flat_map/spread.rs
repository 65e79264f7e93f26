//! Flattened rows: for each element the number of its row, and elements in terms of their positions in their rows.

use super::row::{Keep, Row, Rows};
use super::{Pass, lambda_of};
use crate::build;
use crate::def::{Binding, Expr, ExprKind, Lambda, Pat, Prim, Type, tuple_field};
use crate::walk::{Substitution, for_each_child, free_variables, refresh, refresh_lambda};
use base::{Name, Span};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp};

/// Arrays that map each element of the result to its row and position.
struct Positions {
    /// Row number of each element of the result.
    row: Expr,
    /// Position of the first element of each row.
    starts: Expr,
    total: Expr,
}

/// A computation for every element of the result: the variable for the array of its values, and a formula `body` for
/// one element at position `j` of its row and `p` of all.
struct Stage {
    name: Name,
    j: Name,
    p: Name,
    body: Expr,
    /// Operator and neutral element of the scan, if the stage is one. The elements are then pairs of a flag that marks
    /// the start of a row and a value.
    scan: Option<(Lambda, Expr)>,
}

impl Pass<'_> {
    /// Expands a `flat_map` to operations over the elements of all rows at once; `None` if the rows do not allow it.
    pub(super) fn spread(&mut self, lambda: &Lambda, over: &Expr, span: Span) -> Option<Expr> {
        let Rows { mut bindings, row, like, keep, inside } = match self.rows(lambda, false) {
            Some(rows) => rows,
            None if holds_filter(&lambda.body) => self.rows(lambda, true)?,
            None => return None,
        };
        let mut stages = Vec::new();
        let row = self.without_scans(row, &mut stages)?;
        let last = self.last_stage(&row, keep.as_ref());
        let result = last.name;
        stages.push(last);
        let needed = needed_of(&stages, &inside)?;
        let (length, length_type) = (build::size(like, 0).at(span), Type::I64);
        let mut meta = vec![length];
        meta.extend(needed.iter().map(|(name, ty)| build::var(*name, ty.clone())));
        let first = build::block(std::mem::take(&mut bindings), build::tuple(meta).at(span)).at(span);
        let params = lambda.params.clone();
        let of_rows = refresh_lambda(&Lambda { params, body: first, ..lambda.clone() }, self.names);
        let mut out = Vec::new();
        let mapped = build::map(lambda_of(of_rows).at(span), over.clone()).at(span);
        let unzipped = build::prim(Prim::Unzip, vec![mapped]).at(span);
        let mut columns = Vec::new();
        for ty in std::iter::once(&length_type).chain(needed.values()) {
            let name = self.names.fresh("rows");
            columns.push((name, Type::array(ty.clone(), crate::def::Size::Any)));
        }
        let pat = Pat::tuple(columns.iter().map(|(name, ty)| Pat::Var(*name, ty.clone())));
        out.push(build::binding(pat, unzipped));
        let mut columns = columns.into_iter().map(|(name, ty)| build::var(name, ty));
        let lengths = columns.next()?;
        let of_row: Vec<((Name, Type), Expr)> = needed.into_iter().zip(columns).collect();
        let positions = self.positions(&lengths, &mut out, span);
        for stage in stages {
            self.stage(stage, &positions, &of_row, &mut out, span);
        }
        let ty = out.last()?.pat.ty();
        let all = build::var(result, ty);
        let Some(_) = keep else { return Some(build::block(out, all).at(span)) };
        Some(build::block(out, self.kept(all, span)).at(span))
    }

    /// Returns the stage that computes the elements of the result, or pairs of a flag and an element if they are
    /// filtered.
    fn last_stage(&mut self, row: &Row, keep: Option<&Keep>) -> Stage {
        let [name, j, p, x] = ["all", "j", "p", "x"].map(|hint| self.names.fresh(hint));
        let element = self.element(row, &build::size_var(j), &build::size_var(p), None);
        let body = match keep {
            None | Some(Keep::Marked) => element,
            Some(Keep::Where(keep)) => {
                let value = build::var(x, element.ty.clone());
                let kept = self.applied(keep, value.clone());
                build::block(vec![build::bind(x, element)], build::tuple([kept, value]))
            }
        };
        Stage { name, j, p, body, scan: None }
    }

    /// Returns the row with each scan replaced by the array of its results for all rows. Adds a stage that computes
    /// this array.
    fn without_scans(&mut self, row: Row, stages: &mut Vec<Stage>) -> Option<Row> {
        Some(match row {
            Row::Scan { operator, neutral, row } => {
                let row = self.without_scans(*row, stages)?;
                let [name, j, p] = ["scanned", "j", "p"].map(|hint| self.names.fresh(hint));
                let element = self.element(&row, &build::size_var(j), &build::size_var(p), None);
                let begins = build::compare(CmpOp::Eq, build::size_var(j), build::i64(0));
                let ty = Type::array(neutral.ty.clone(), crate::def::Size::Any);
                let body = build::tuple([begins, element]);
                stages.push(Stage { name, j, p, body, scan: Some((operator, neutral)) });
                Row::Flat(build::var(name, ty))
            }
            Row::Map(lambda, row) => Row::Map(lambda, Box::new(self.without_scans(*row, stages)?)),
            Row::Zip(rows) => {
                Row::Zip(rows.into_iter().map(|row| self.without_scans(row, stages)).collect::<Option<_>>()?)
            }
            other => other,
        })
    }

    /// Binds the arrays of positions, computed from the lengths of the rows.
    fn positions(&mut self, lengths: &Expr, out: &mut Vec<Binding>, span: Span) -> Positions {
        let plus = self.operator(BinOp::AddSat);
        let ends = build::prim(Prim::Scan, vec![plus, build::i64(0), lengths.clone()]).at(span);
        let ends = build::named("ends", ends, self.names, out);
        let total = self.total(lengths.clone()).at(span);
        let total = build::named("total", total, self.names, out);
        let numbers = build::indices(build::size(lengths.clone(), 0).at(span)).at(span);
        let numbers = build::named("numbers", numbers, self.names, out);
        let start = self.lambda("r", Type::I64, |_, r| {
            let [end, length] = [&ends, lengths].map(|array| build::index(array.clone(), vec![r.clone()]).at(span));
            build::binary(BinOp::Sub, end, length)
        });
        let starts = build::map(start, numbers.clone()).at(span);
        let starts = build::named("starts", starts, self.names, out);
        let place = self.lambda("r", Type::I64, |_, r| {
            let [start, length] = [&starts, lengths].map(|array| build::index(array.clone(), vec![r.clone()]).at(span));
            let filled = build::compare(CmpOp::Lt, build::i64(0), length);
            build::if_then_else(filled, start, build::i64(-1))
        });
        let places = build::map(place, numbers.clone()).at(span);
        let zeros = build::prim(Prim::Replicate, vec![total.clone(), build::i64(0)]).at(span);
        let marks = build::prim(Prim::Scatter, vec![zeros, places, numbers]).at(span);
        let largest = self.operator(BinOp::Max);
        let row = build::prim(Prim::Scan, vec![largest, build::i64(0), marks]).at(span);
        let row = build::named("row", row, self.names, out);
        Positions { row, starts, total }
    }

    /// Binds the stage's name to its values for all elements. `of_row` gives, for each scalar that elements need of
    /// their row, the array of its values.
    fn stage(
        &mut self,
        stage: Stage,
        positions: &Positions,
        of_row: &[((Name, Type), Expr)],
        out: &mut Vec<Binding>,
        span: Span,
    ) {
        let Stage { name, j, p, mut body, scan } = stage;
        let r = self.names.fresh("r");
        let at = |array: &Expr, index: Expr| build::index(array.clone(), vec![index]).at(span);
        let start = at(&positions.starts, build::size_var(r));
        let mut bindings = vec![
            build::bind(r, at(&positions.row, build::size_var(p))),
            build::bind(j, build::binary(BinOp::Sub, build::size_var(p), start)),
        ];
        let free = free_variables(&body);
        let mut own = Substitution::default();
        for ((needed, ty), column) in of_row {
            if free.variables.contains_key(needed) || free.sizes.contains(needed) {
                let copy = self.names.like(*needed);
                bindings.push(build::bind(copy, at(column, build::size_var(r)).with_type(ty.clone())));
                own.variables.insert(*needed, build::var(copy, ty.clone()));
            }
        }
        own.expr(&mut body);
        let body = build::block(bindings, body).at(span);
        let function = build::lambda(vec![build::param(p, Type::I64)], body).at(span);
        let mapped = build::map(function, build::indices(positions.total.clone()).at(span)).at(span);
        let value = match scan {
            None => mapped,
            Some((operator, neutral)) => self.segmented(&operator, &neutral, mapped, span),
        };
        out.push(build::bind(name, value));
    }

    /// Returns a segmented scan of pairs of a flag and a value; it restarts where the flag is set.
    fn segmented(&mut self, operator: &Lambda, neutral: &Expr, pairs: Expr, span: Span) -> Expr {
        let pair = Type::tuple([Type::BOOL, neutral.ty.clone()]);
        let [a, b] = ["a", "b"].map(|hint| self.names.fresh(hint));
        let [x, y] = [a, b].map(|name| build::var(name, pair.clone()));
        let part = |pair: &Expr, at| build::field(pair.clone(), tuple_field(at)).at(span);
        let mut copy = refresh_lambda(operator, self.names);
        let values = [part(&x, 1), part(&y, 1)];
        let bound = copy.params.drain(..).zip(values).map(|(param, value)| build::binding(param.pat, value));
        let combined = build::block(bound.collect(), copy.body).at(span);
        let begins = build::binary(BinOp::Or, part(&x, 0), part(&y, 0));
        let value = build::if_then_else(part(&y, 0), part(&y, 1), combined).with_type(neutral.ty.clone()).at(span);
        let body = build::tuple([begins, value]).at(span);
        let both = build::lambda(vec![build::param(a, pair.clone()), build::param(b, pair.clone())], body).at(span);
        let none = build::tuple([build::bool(false), refresh(neutral, self.names)]).at(span);
        let scanned = build::prim(Prim::Scan, vec![both, none, pairs]).at(span);
        let value = self.lambda("x", pair, |_, x| part(&x, 1));
        build::map(value.at(span), scanned).at(span)
    }

    /// Returns the second components of the pairs whose flag is set.
    fn kept(&mut self, pairs: Expr, span: Span) -> Expr {
        let Some(pair) = pairs.ty.elem().cloned() else { return pairs };
        let part = |pair: &Expr, at| build::field(pair.clone(), tuple_field(at)).at(span);
        let holds = self.lambda("x", pair.clone(), |_, x| part(&x, 0));
        let value = self.lambda("x", pair, |_, x| part(&x, 1));
        let kept = build::prim(Prim::Filter, vec![holds.at(span), pairs]).at(span);
        build::map(value.at(span), kept).at(span)
    }
}

fn holds_filter(expr: &Expr) -> bool {
    let mut found = matches!(expr.kind, ExprKind::Prim(Prim::Filter, _));
    for_each_child(expr, &mut |child| found = found || holds_filter(child));
    found
}

/// Returns the variables of the row that the stages read; `None` if one of them is no scalar.
fn needed_of(stages: &[Stage], inside: &FxHashMap<Name, Type>) -> Option<IndexMap<Name, Type>> {
    let mut needed = IndexMap::new();
    for stage in stages {
        let free = free_variables(&stage.body);
        for name in free.variables.keys().chain(free.sizes.iter()) {
            if let Some(ty) = inside.get(name) {
                ty.scalar()?;
                needed.insert(*name, ty.clone());
            }
        }
        if let ExprKind::Lambda(_) = stage.body.kind {
            return None;
        }
    }
    Some(needed)
}
