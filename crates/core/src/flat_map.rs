//! Flattening of `flat_map`: one level of nesting, whose rows may have any length, becomes operations that lower levels
//! know.
//!
//! ```text
//! flat_map(\i -> map(\x -> x + s[i], D[O[i]:O[i + 1]]), iota(n))
//!
//! let (lengths, from, is) = unzip(map(\i -> (size(D[O[i]:O[i + 1]]), O[i], i), iota(n)))     what elements need to know of their row
//! let ends = scan(+, 0, lengths)
//! let row = scan(max, 0, scatter(replicate(total, 0), starts, iota(n)))                        of each element
//! in map(\p -> let r = row[p], j = p - (ends[r] - lengths[r]) in D[from[r] + j] + s[is[r]], iota(total))
//! ```
//!
//! If the rows are those of an array as they are, the array is flattened: `flat_map(\row -> row, rows)` is `flatten(rows)`.
//!
//! Otherwise all elements are computed by one flat operation, however long their rows are, so the work is balanced. This applies
//! to rows made from slices, ranges and rows of outer arrays by `map`, `zip`, `scan` (which becomes a segmented one)
//! and finally `filter` (see `row`). It also applies if a condition chooses one of several such rows (`row::choice`),
//! and if elements need scalars of the row. For devices it also applies if elements read rows by indices (see `reads`).
//! Calls of definitions, and sums that are made and matched at once, are looked through. If the rows are all rows of an
//! array of rows in order, and their elements need nothing of the row, the array's data are traversed directly: `map(f,
//! D[O[0]:O[n]])`. Every other row is computed on its own, one after the other, and written to its place; the same code
//! computes its length before. If host code computes such rows, or their elements are arrays, or rows have effects, the
//! `flat_map` stays: the host appends each row to the previous ones, and computes it once.
//!
//! Needs: `check_first_order`, no type parameters. Guarantees: both still hold; only host code contains `flat_map`.
//! Cost: linear in the program, times three for code within rows that are computed on their own. Source: Blelloch and
//! Sabot, *Compiling Collection-Oriented Languages onto Massively Parallel Computers*, 1990.

mod in_order;
mod reads;
mod row;
mod spread;

use crate::accelerate::{host_definitions_but_flat_maps, is_service};
use crate::build;
use crate::calls::Calls;
use crate::def::{
    Def, DefId, Expr, ExprKind, Lambda, LoopForm, Param, Pat, Prim, Program, Size, SliceDim, Type, Unique,
};
use crate::effects::Latent;
use crate::walk::{Part, for_each_child_mut, for_each_expr, for_each_part_deep, refresh, refresh_lambda};
use base::entity::EntityRef;
use base::{Bug, Error, Name, NameSource, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar};

/// Removes `flat_map` from a program, except from host code.
///
/// # Errors
/// A bug for a `flat_map` whose operand is not a function of one parameter.
pub fn expand_flat_maps(program: Program) -> Result<Program, Error> {
    expand(program, false)
}

/// Like `expand_flat_maps`, but also flattens rows whose elements read them by indices, and rows that are slices with
/// stride 1. This pays on a device, but not on one thread.
///
/// # Errors
/// As in `expand_flat_maps`.
pub fn expand_all_flat_maps(program: Program) -> Result<Program, Error> {
    expand(program, true)
}

/// Expands the `flat_map`s of all definitions; `all` as in `Pass`.
fn expand(mut program: Program, all: bool) -> Result<Program, Error> {
    let host = host_definitions_but_flat_maps(&program);
    let opened = opened_calls(&program, &host);
    let effects = Latent::of(&program);
    let Program { names, defs, .. } = &mut program;
    let mut pass = Pass { names, host, opened, effects, known: FxHashMap::default(), all, error: None };
    for def in defs.values_mut() {
        pass.expr(&mut def.body);
    }
    match pass.error {
        Some(error) => Err(error),
        None => Ok(program),
    }
}

/// Returns the definitions that may be inlined where a row is the result of calling them: they return arrays, consume
/// nothing, are not recursive, and do not run on the host. Empty if there is no `flat_map`.
fn opened_calls(program: &Program, host: &FxHashSet<usize>) -> FxHashMap<DefId, Lambda> {
    let mut any = false;
    let mut note = |expr: &Expr| any |= matches!(expr.kind, ExprKind::Prim(Prim::FlatMap, _));
    program.defs.values().for_each(|def| for_each_expr(&def.body, &mut note));
    if !any {
        return FxHashMap::default();
    }
    let recurs = Calls::of(program).on_cycles();
    let gives_array = |ty: &Type| ty.any_part(&|part| matches!(part, Type::Array(..)).then_some(true));
    let may_open = |id: DefId, def: &Def| {
        let borrows = def.params.iter().all(|param| param.consumed == Unique::No);
        borrows && gives_array(&def.result) && !recurs.contains(&id) && !host.contains(&id.index())
    };
    let defs = program.defs.iter().filter(|(id, def)| !def.params.is_empty() && may_open(*id, def));
    defs.map(|(id, def)| (id, Lambda { params: def.params.clone(), unique_result: Unique::No, body: def.body.clone() }))
        .collect()
}

struct Pass<'p> {
    names: &'p mut NameSource,
    /// Definitions that run on the host because of data types or services.
    host: FxHashSet<usize>,
    /// Definitions whose calls may be inlined.
    opened: FxHashMap<DefId, Lambda>,
    effects: Latent,
    /// Definitions of variables that are ranges or aliases of other variables.
    known: FxHashMap<Name, Expr>,
    /// Whether to flatten everything possible, for devices, or only what pays on one thread.
    all: bool,
    error: Option<Error>,
}

impl Pass<'_> {
    /// Expands all `flat_map`s in an expression.
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Prim(Prim::FlatMap, args) = &mut expr.kind {
            let span = expr.span;
            match self.flat_map(std::mem::take(args), span) {
                Ok(expanded) => *expr = expanded,
                Err(error) => self.error = Some(error),
            }
        }
        if let ExprKind::Block(bindings, _) = &expr.kind {
            for binding in bindings {
                if let Pat::Var(name, _) = &binding.pat {
                    self.note(*name, &binding.value);
                }
            }
        }
        for_each_child_mut(expr, &mut |child| self.expr(child));
    }

    /// Records the variable's definition if it is a range or another variable, because these may show where rows start.
    fn note(&mut self, name: Name, value: &Expr) {
        if matches!(value.kind, ExprKind::Var(..) | ExprKind::Prim(Prim::Iota, _)) {
            self.known.insert(name, value.clone());
        }
    }

    /// Expands a `flat_map` by the first method that applies: the rows as they are, in order, all rows at once, or row by
    /// row. It stays if no method applies.
    fn flat_map(&mut self, args: Vec<Expr>, span: Span) -> Result<Expr, Error> {
        let [function, over] = <[Expr; 2]>::try_from(args).map_err(|_| bug("a flat map of other arguments"))?;
        let ExprKind::Lambda(lambda) = &function.kind else { return Err(bug("a flat map of no lambda")) };
        if is_identity(lambda) {
            return Ok(build::prim(Prim::Flatten, vec![over]).at(span));
        }
        let mut outer = Vec::new();
        let over = build::named("over", over, self.names, &mut outer);
        let effects = self.effects.of_use(&function);
        if !effects.may_copy() || !effects.commutes(effects) {
            // Each row is to be computed once, in order.
            return Ok(build::block(outer, build::prim(Prim::FlatMap, vec![function, over]).at(span)).at(span));
        }
        let expanded = match self.in_order(lambda, &over, span).or_else(|| self.spread(lambda, &over, span)) {
            Some(expanded) => expanded,
            None => match lambda.body.ty.elem().and_then(zero) {
                Some(zero) if !self.is_host_code(&function) => self.one_by_one(lambda, &over, zero, span)?,
                _ => build::prim(Prim::FlatMap, vec![function, over]),
            },
        };
        Ok(build::block(outer, expanded).at(span))
    }

    /// Whether the function uses data types or services, directly or through definitions.
    fn is_host_code(&self, function: &Expr) -> bool {
        let mut host = false;
        for_each_part_deep(function, &mut |part| match part {
            Part::Type(ty) => host |= ty.has_data(),
            Part::Expr(Expr { kind: ExprKind::Def(id, _), .. }) => host |= self.host.contains(&id.index()),
            Part::Expr(expr) => host |= is_service(expr),
            _ => {}
        });
        host
    }

    /// Returns the body of a called definition under bindings of its parameters to the arguments; `None` if it may not
    /// be inlined.
    fn called(&mut self, function: &Expr, args: &[Expr], span: Span) -> Option<Expr> {
        let ExprKind::Def(id, _) = &function.kind else { return None };
        let lambda = self.opened.get(id).filter(|lambda| lambda.params.len() == args.len())?;
        let Lambda { params, body, .. } = refresh_lambda(lambda, self.names);
        let bindings = params.into_iter().zip(args).map(|(param, arg)| build::binding(param.pat, arg.clone()));
        let called = build::block(bindings.collect(), body).at(span);
        Some(refresh(&called, self.names))
    }

    /// Returns the lambda with one parameter whose body is `body` of that parameter.
    fn lambda(&mut self, hint: &str, ty: Type, body: impl FnOnce(&mut Self, Expr) -> Expr) -> Expr {
        let name = self.names.fresh(hint);
        let body = body(self, build::var(name, ty.clone()));
        build::lambda(vec![build::param(name, ty)], body)
    }

    /// Returns a binary operator on `i64` as a lambda.
    fn operator(&mut self, op: BinOp) -> Expr {
        let [a, b] = ["a", "b"].map(|hint| self.names.fresh(hint));
        let body = build::binary(op, build::size_var(a), build::size_var(b));
        build::lambda([a, b].map(|name| build::param(name, Type::I64)).to_vec(), body)
    }

    /// Returns the sum of the lengths. It saturates, so that the result array is too large instead of too small.
    fn total(&mut self, lengths: Expr) -> Expr {
        let plus = self.operator(BinOp::AddSat);
        build::prim(Prim::Reduce { commutative: true }, vec![plus, build::i64(0), lengths])
    }

    /// Computes each row on its own, and writes it after the previous one.
    ///
    /// ```text
    /// let total = reduce(+, 0, map(\x -> size(f(x)), over))
    /// in (loop (rows, end) = (replicate(total, zero), 0) for x in over do
    ///       let row = f(x) in (rows with [end : end + size(row)] = row, end + size(row)))#0
    /// ```
    fn one_by_one(&mut self, lambda: &Lambda, over: &Expr, zero: Expr, span: Span) -> Result<Expr, Error> {
        let Some(elem) = lambda.body.ty.elem().cloned() else { return Err(bug("rows that are no arrays")) };
        let mut sizes = refresh_lambda(lambda, self.names);
        sizes.body = build::size(sizes.body, 0).at(span);
        let sizes = lambda_of(sizes).at(span);
        let lengths = build::map(sizes, over.clone()).at(span);
        let total = self.total(lengths).at(span);
        let ty = Type::array(elem.clone(), Size::Any);
        let [rows, end, row] = ["rows", "end", "row"].map(|hint| self.names.fresh(hint));
        let mut copy = refresh_lambda(lambda, self.names);
        let Some(Param { pat, .. }) = copy.params.pop() else { return Err(bug("a function without parameters")) };
        let value = build::var(row, ty.clone());
        let size = build::size(value.clone(), 0);
        let start = build::size_var(end);
        let next = build::binary(BinOp::Add, start.clone(), size);
        let range = SliceDim::Range { start: Some(start), end: Some(next.clone()), stride: None };
        let written = build::update(build::var(rows, ty.clone()), vec![range], value).at(span);
        let bound = build::binding(Pat::Var(row, ty.clone()), copy.body);
        let body = build::block(vec![bound], build::tuple([written, next])).at(span);
        let state = Pat::tuple([Pat::Var(rows, ty), Pat::Var(end, Type::I64)]);
        let first = build::prim(Prim::Replicate, vec![total, zero]).at(span);
        let first = build::tuple([first, build::i64(0)]);
        let looped = build::loop_over(state, first, LoopForm::ForIn(pat, over.clone()), body).at(span);
        Ok(build::field(looped, crate::def::tuple_field(0)).at(span))
    }
}

fn lambda_of(lambda: Lambda) -> Expr {
    build::lambda(lambda.params, lambda.body)
}

/// Returns a filler value of the type: zeros and the first constructor. `None` if the type contains an array.
pub fn zero(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Scalar(scalar) => Some(build::literal(Scalar::zero(*scalar))),
        Type::Record(fields) => {
            let fields = fields.iter().map(|(name, field)| Some((*name, zero(field)?)));
            Some(build::record(fields.collect::<Option<_>>()?))
        }
        Type::Sum(constructors) => {
            let (name, payload) = constructors.first()?;
            let payload = payload.iter().map(zero).collect::<Option<_>>()?;
            Some(build::variant(*name, payload, ty.clone()))
        }
        _ => None,
    }
}

/// Whether the function returns its argument.
fn is_identity(lambda: &Lambda) -> bool {
    let param = if let [param] = lambda.params.as_slice() { &param.pat } else { return false };
    matches!((param, &lambda.body.kind), (Pat::Var(name, _), ExprKind::Var(result, _)) if name == result)
}

fn param_of(lambda: &Lambda) -> Option<&Param> {
    let [param] = lambda.params.as_slice() else { return None };
    (param.consumed == Unique::No).then_some(param)
}

fn bug(message: &str) -> Error {
    Bug::new("flat-maps", message).into()
}
