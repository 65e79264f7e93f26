//! Rows chosen by a condition: the chosen row's number, and the values that its elements need, are computed once per
//! row.
//!
//! ```text
//! if c then map(f, D[a:b]) else iota(n, 0, 1)
//!
//! let (which, length, start) = if c then (0, size(D[a:b]), a) else (1, n, 0)
//! ```
//!
//! Element `j` is `if which == 0 then f(D[start + j]) else j`. Rows that are not chosen are not computed, so they
//! neither take time nor fail. Such a row contains no scan, because scans are over all elements. If one of the rows is
//! filtered, the elements of all are marked: `filter(p, xs)` and `ys` become `map(\x -> (p(x), x), xs)` and `map(\y ->
//! (true, y), ys)`.

use super::{Look, Row, each_expr, has_scan, without_opened};
use crate::build;
use crate::def::{Binding, Case, Expr, ExprKind, Pat, Prim, Type};
use crate::flat_map::zero;
use crate::walk::{free_variables, pat_binders, refresh};
use base::{Name, NameSource, Symbol};
use indexmap::IndexMap;

/// One of the rows between which a condition chooses.
struct Arm {
    row: Row,
    /// Length of the row, in terms of its bindings.
    length: Expr,
    /// Scalars, bound for each row, that the elements of this row need.
    needed: IndexMap<Name, Type>,
    bindings: Vec<Binding>,
}

/// Returns the field `name` of a condition or `match`: the same choice between the fields.
pub(super) fn of_fields(choice: &Expr, name: Symbol, ty: &Type) -> Expr {
    let part = |of: &Expr| build::field(of.clone(), name).at(of.span);
    let fields = match &choice.kind {
        ExprKind::If(condition, yes, no) => build::if_then_else((**condition).clone(), part(yes), part(no)),
        ExprKind::Match(subject, cases) => {
            let cases = cases.iter().map(|case| Case { pat: case.pat.clone(), body: part(&case.body) });
            build::match_on((**subject).clone(), cases.collect(), ty.clone())
        }
        _ => part(choice),
    };
    fields.with_type(ty.clone()).at(choice.span)
}

/// Returns the match on a subject that a constructor makes, with the case already chosen. If the subject is a condition
/// or `match`, the match moves into its branches. `None` if no constructor is visible.
///
/// ```text
/// match (if c then #A(x) else y) { case #A(a) => f(a) case _ => g }
///
/// if c then (let a = x in f(a)) else match y { case #A(a) => f(a) case _ => g }
/// ```
pub(super) fn of_made(subject: &Expr, cases: &[Case], ty: &Type, names: &mut NameSource) -> Option<Expr> {
    let mut of = |subject: &Expr| {
        let taken = build::match_on(subject.clone(), cases.to_vec(), ty.clone()).at(subject.span);
        refresh(&taken, names)
    };
    let taken = match &subject.kind {
        ExprKind::Variant(name, payload) => {
            let case = cases.iter().find(|case| !matches!(&case.pat, Pat::Variant(other, ..) if other != name))?;
            let bindings: Vec<Binding> = match &case.pat {
                Pat::Variant(_, pats, _) => {
                    let pairs = pats.iter().zip(payload);
                    pairs.map(|(pat, held)| build::binding(pat.clone(), held.clone())).collect()
                }
                pat => vec![build::binding(pat.clone(), subject.clone())],
            };
            build::block(bindings, case.body.clone())
        }
        ExprKind::If(condition, yes, no) if is_made(yes) || is_made(no) => {
            build::if_then_else((**condition).clone(), of(yes), of(no)).with_type(ty.clone())
        }
        ExprKind::Match(inner, made) if made.iter().any(|case| is_made(&case.body)) => {
            let made = made.iter().map(|case| Case { pat: case.pat.clone(), body: of(&case.body) });
            build::match_on((**inner).clone(), made.collect(), ty.clone())
        }
        _ => return None,
    };
    // The original match may stay in place, so bound names must be fresh.
    Some(refresh(&taken.at(subject.span), names))
}

/// Whether a constructor makes the value, or the value of one of its branches.
fn is_made(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Variant(..) => true,
        ExprKind::Block(_, body) => is_made(body),
        ExprKind::Ensure(ensure) => is_made(&ensure.then),
        ExprKind::If(_, yes, no) => is_made(yes) || is_made(no),
        ExprKind::Match(_, cases) => cases.iter().any(|case| is_made(&case.body)),
        _ => false,
    }
}

impl Look<'_, '_> {
    /// Returns the symbolic row of a condition or `match`, and an array of the same length. If `marks`, its elements
    /// are pairs of a flag and a value.
    pub(super) fn choice(&mut self, expr: &Expr, marks: bool) -> Option<(Row, Expr)> {
        self.left = self.left.checked_sub(1)?;
        let copy = refresh(expr, self.pass.names);
        let arms: Vec<Arm> = match &copy.kind {
            ExprKind::If(_, yes, no) => {
                [yes, no].into_iter().map(|row| self.arm(None, row, marks)).collect::<Option<_>>()?
            }
            ExprKind::Match(_, cases) => {
                cases.iter().map(|case| self.arm(Some(&case.pat), &case.body, marks)).collect::<Option<_>>()?
            }
            _ => return None,
        };
        let [which, length] = ["which", "length"].map(|hint| self.pass.names.fresh(hint));
        let mut decided = IndexMap::from([(which, Type::I64), (length, Type::I64)]);
        decided.extend(arms.iter().flat_map(|arm| arm.needed.clone()));
        let ty = Type::tuple(decided.values().cloned());
        let mut rows = Vec::new();
        let mut values = Vec::new();
        for (number, Arm { row, length, needed, bindings }) in arms.into_iter().enumerate() {
            let mut value = vec![build::i64(number as i64), length];
            for (name, ty) in decided.iter().skip(2) {
                value.push(if needed.contains_key(name) { build::var(*name, ty.clone()) } else { zero(ty)? });
            }
            values.push(build::block(bindings, build::tuple(value)).with_type(ty.clone()).at(expr.span));
            rows.push(row);
        }
        let decision = match (copy.kind, values.as_slice()) {
            (ExprKind::If(condition, ..), [yes, no]) => build::if_then_else(*condition, yes.clone(), no.clone()),
            (ExprKind::Match(subject, cases), _) => {
                let cases = cases.into_iter().zip(values).map(|(case, body)| Case { body, ..case });
                build::match_on(*subject, cases.collect(), ty.clone())
            }
            _ => return None,
        };
        // The values that elements need are bound inside the branches and again outside, so the inner names must be
        // fresh.
        let decision = refresh(&decision.with_type(ty).at(expr.span), self.pass.names);
        let pat = Pat::tuple(decided.iter().map(|(name, ty)| Pat::Var(*name, ty.clone())));
        self.bindings.push(build::binding(pat, decision));
        self.inside.extend(decided);
        let like = build::indices(build::size_var(length)).at(expr.span);
        Some((Row::Choice { which, rows }, like))
    }

    /// Returns the row with each element paired with a flag that says whether it is selected.
    fn marked(&mut self, row: &Expr) -> Option<(Row, Expr)> {
        let expr = self.open(row);
        let (keep, array) = match &expr.kind {
            ExprKind::If(..) | ExprKind::Match(..) => return self.choice(&expr, true),
            ExprKind::Prim(Prim::Filter, args) => match args.as_slice() {
                [function, array] => (Some(function), array),
                _ => return None,
            },
            _ => (None, &expr),
        };
        let elem = array.ty.elem()?.clone();
        let (row, like) = self.row(array)?;
        let mark = self.pass.lambda("x", elem, |pass, x| {
            let taken = match keep.map(|keep| &keep.kind) {
                Some(ExprKind::Lambda(keep)) => pass.applied(keep, x.clone()),
                _ => build::bool(true),
            };
            build::tuple([taken, x])
        });
        let (ExprKind::Lambda(mark), None | Some(ExprKind::Lambda(_))) = (mark.kind, keep.map(|keep| &keep.kind))
        else {
            return None;
        };
        Some((Row::Map(*mark, Box::new(row)), like))
    }

    /// Returns the row of a branch, with the bindings that it needs. `None` if its elements have no formula, or if it
    /// contains a scan.
    fn arm(&mut self, pat: Option<&Pat>, row: &Expr, marks: bool) -> Option<Arm> {
        let mut own: IndexMap<Name, Type> = pat.into_iter().flat_map(pat_binders).collect();
        self.inside.extend(own.clone());
        let outside = std::mem::take(&mut self.bindings);
        let found = if marks { self.marked(row) } else { self.row(row) };
        let bindings = std::mem::replace(&mut self.bindings, outside);
        let (row, like) = found.filter(|(row, _)| !has_scan(row))?;
        let bindings = without_opened(bindings, &self.opened, &row, &like);
        own.extend(bindings.iter().flat_map(|binding| pat_binders(&binding.pat)));
        let mut read = Vec::new();
        each_expr(&row, &mut |expr| {
            let free = free_variables(expr);
            read.extend(free.variables.keys().chain(free.sizes.iter()).copied());
        });
        let mut needed = IndexMap::new();
        for name in read {
            if let Some(ty) = own.get(&name) {
                ty.scalar()?;
                needed.insert(name, ty.clone());
            }
        }
        let length = build::size(like.clone(), 0).at(like.span);
        Some(Arm { row, length, needed, bindings })
    }
}
