//! Defunctionalisation: a monomorphic program becomes first-order. Every expression of function type has a static
//! value: the function's code, and the places of the values that it needs. An application becomes the code itself, or a
//! call of a copy made for these functions.
//!
//! ```text
//! def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))      def twice (k : i64) (x : i64) : i64 = (x * k) * k
//! def main (k : i64) : i64 = twice(\y -> y * k, 1)          def main (k : i64) : i64 = twice(k, 1)
//! ```
//!
//! The method is that of Hovgaard, Henriksen, Elsman, "High-performance defunctionalisation in Futhark" (TFP 2018),
//! with one difference. There a function gets a record of its captured values; here the bindings around a function are
//! moved out to where the function is still known, so that captured values stay in scope under their own names.
//!
//! A small lambda replaces each of its applications. The size includes the lambdas that it applies. A larger one is
//! placed once; for further applications it becomes a definition. Its parameters are the variables that it captures,
//! and those that captured functions capture, each once. So a chain of local functions with several applications makes
//! code of linear size. Functions of array operations are placed where they are used, for fusion.
//!
//! Needs: a verified program without type parameters. Guarantees: `check_first_order`; arguments are evaluated once, in
//! their order; constants are evaluated at most once; names are unique. A function that depends on a branch, a loop or
//! an array is an `Error::Limitation`, as is a program that needs too many copies. Cost: the size of the result, times
//! the nesting of lambdas.

mod branches;
mod expressions;
mod first_order;
mod recursion;
mod statics;

pub use first_order::check_first_order;

use statics::{Closure, Code, CodeId, Key, Leaf, Moved, Shape, Static, dynamic_fields};

use crate::build;
use crate::calls::{Calls, order_constants};
use crate::def::{Binding, Datas, Def, DefId, Expr, ExprKind, Inline, Lambda, Param, Pat, Program, Size, Type, Unique};
use crate::effects::Latent;
use crate::typing::{with_sizes_of, without_sizes};
use crate::walk::{
    Part, PartMut, for_each_child, for_each_child_mut, for_each_part_deep, map_type, param_types, pat_binders,
    pat_parts, pat_parts_mut, refresh_def, refresh_lambda, weight,
};
use base::cursor::MAX_DEPTH;
use base::entity::{EntityRef, PrimaryMap};
use base::{Bug, Code as ErrorCode, Diagnostic, Error, Name, NameSource, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Code of the error for a function that is unknown at compile time.
pub const UNKNOWN_FUNCTION: ErrorCode = ErrorCode("E0197");
/// Code of the error for a program that needs too many copies of its functions.
pub const TOO_MANY_FUNCTIONS: ErrorCode = ErrorCode("E0196");

/// Largest number of copies of definitions and lambdas in one program.
const MAX_COPIES: usize = 10_000;
/// Largest nesting of code that replaced applications.
const MAX_INLINE_DEPTH: usize = 100;
/// Largest number of expressions in a lambda that replaces each application, including the lambdas that it applies.
/// Otherwise small lambdas that apply one another several times would grow at every step.
const SMALL_LAMBDA: usize = 40;
/// Largest number of additional expressions from lambdas placed more than once by choice.
const INLINE_BUDGET: usize = 50_000;
/// Largest number of additional expressions from lambdas that must be placed, because the result of their application
/// is a function.
const INLINE_RESERVE: usize = 2_000_000;

const TOO_DEEP: &str = "functions inside of functions are nested too deeply";

/// Makes a program first-order.
pub fn defunctionalise(program: Program) -> Result<Program, Error> {
    let recursive = Calls::of(&program).on_cycles();
    let with_effects = Latent::of(&program).constants(&program);
    let Program { names, datas, mut defs, tables, mut entries, acceleration } = program;
    let mut pass = Pass::new(names, datas);
    pass.recursive = recursive;
    for index in 0..defs.len() {
        let def = &mut defs[DefId::new(index)];
        pass.name_lambdas(&mut def.body);
        let size = weight(&def.body);
        pass.budget += size;
        pass.reserve += size;
    }
    pass.source = defs;
    for entry in &mut entries {
        entry.def = pass.first_order_copy(entry.def)?;
    }
    for constant in with_effects {
        pass.keep_constant(constant)?;
    }
    while let Some((id, job)) = pass.jobs.pop_front() {
        let def = pass.copy(job)?;
        pass.copies[id].1 = Some(def);
    }
    let mut defs = PrimaryMap::with_capacity(pass.copies.len());
    let mut originals = Vec::with_capacity(pass.copies.len());
    for (original, def) in pass.copies.into_iter().map(|(_, copy)| copy) {
        originals.push(original);
        defs.push(def.ok_or_else(|| bug("a copy was never made"))?);
    }
    let mut program = Program { names: pass.names, datas: pass.datas, defs, tables, entries, acceleration };
    order_constants(&mut program, |id| originals[id.index()]);
    Ok(program)
}

/// A copy that is still to be made: its code, the known arguments, and parameters for the variables that these contain.
/// A parameter without a known argument stays a parameter.
struct Job {
    code: Code,
    args: Vec<Option<Static>>,
    leaves: Vec<Param>,
}

/// A constant whose value contains functions: its static value, and a definition that computes the tuple of its dynamic
/// values.
#[derive(Clone)]
struct Constant {
    value: Static,
    values: Option<(DefId, Type)>,
}

struct Pass {
    datas: Datas,
    source: PrimaryMap<DefId, Def>,
    /// Source definitions that are recursive, directly or through others.
    recursive: FxHashSet<DefId>,
    names: NameSource,
    /// Static values of the variables whose type contains a function.
    statics: FxHashMap<Name, Static>,
    /// Types of the other variables at their binding.
    types: FxHashMap<Name, Type>,
    /// For each variable of a copy, the source variable that it comes from.
    origins: FxHashMap<Name, Name>,
    keys: FxHashMap<Shape, DefId>,
    /// For each copy the source definition, unless it copies a lambda, and the definition once it is made.
    copies: PrimaryMap<DefId, (Option<DefId>, Option<Def>)>,
    jobs: VecDeque<(DefId, Job)>,
    constants: FxHashMap<DefId, Constant>,
    /// Lambdas whose code was placed at an application or as the function of an array operation, each with the size of
    /// the largest application so far.
    placed: FxHashMap<Name, usize>,
    /// Number of expressions so far in functions of array operations. They do not count as part of the enclosing code,
    /// because fusion moves them elsewhere.
    apart: usize,
    /// Number of further expressions that may be placed again by choice. `reserve` is that of expressions that must be
    /// placed.
    budget: usize,
    reserve: usize,
    inline_depth: usize,
    depth: usize,
}

impl Pass {
    fn new(names: NameSource, datas: Datas) -> Pass {
        Pass {
            datas,
            source: PrimaryMap::new(),
            recursive: FxHashSet::default(),
            names,
            statics: FxHashMap::default(),
            types: FxHashMap::default(),
            origins: FxHashMap::default(),
            keys: FxHashMap::default(),
            copies: PrimaryMap::new(),
            jobs: VecDeque::new(),
            constants: FxHashMap::default(),
            placed: FxHashMap::default(),
            apart: 0,
            budget: INLINE_BUDGET,
            reserve: INLINE_RESERVE,
            inline_depth: 0,
            depth: 0,
        }
    }

    /// Ensures that each lambda has a variable among its parameters. The first one identifies the lambda.
    fn name_lambdas(&mut self, expr: &mut Expr) {
        if let ExprKind::Lambda(lambda) = &mut expr.kind
            && first_variable(&lambda.params).is_none()
            && let Some(param) = lambda.params.first_mut()
        {
            let (name, ty) = (self.names.fresh("x"), param.pat.ty());
            let pat = std::mem::replace(&mut param.pat, Pat::Var(name, ty.clone()));
            let body = std::mem::replace(&mut lambda.body, build::unit());
            let span = body.span;
            lambda.body = build::block(vec![build::binding(pat, build::var(name, ty))], body).at(span);
        }
        for_each_child_mut(expr, &mut |child| self.name_lambdas(child));
    }

    // Copies of code

    fn def(&self, id: DefId) -> Result<&Def, Error> {
        self.source.get(id).ok_or_else(|| bug("there is no such definition"))
    }

    fn fresh_def(&mut self, id: DefId) -> Result<Def, Error> {
        let original = self.source.get(id).ok_or_else(|| bug("there is no such definition"))?;
        let copy = refresh_def(original, &mut self.names);
        let old = binders(&original.params, &original.body);
        self.note_copy(old, &copy.params, &copy.body);
        Ok(copy)
    }

    fn fresh_lambda(&mut self, lambda: &Lambda) -> Lambda {
        let copy = refresh_lambda(lambda, &mut self.names);
        self.note_copy(binders(&lambda.params, &lambda.body), &copy.params, &copy.body);
        copy
    }

    fn note_copy(&mut self, old: Vec<(Name, Type)>, params: &[Param], body: &Expr) {
        for ((old, _), (new, ty)) in old.into_iter().zip(binders(params, body)) {
            let origin = self.origins.get(&old).copied().unwrap_or(old);
            self.origins.insert(new, origin);
            self.types.insert(new, ty);
        }
    }

    fn fresh(&mut self, hint: &str, ty: &Type) -> Name {
        let name = self.names.fresh(hint);
        self.types.insert(name, ty.clone());
        name
    }

    fn code_id(&self, code: &Code) -> Result<CodeId, Error> {
        match code {
            Code::Def(id) => Ok(CodeId::Def(*id)),
            Code::Lambda(captured) => Ok(CodeId::Lambda(self.lambda_id(&captured.lambda)?)),
        }
    }

    fn lambda_id(&self, lambda: &Lambda) -> Result<Name, Error> {
        let name = first_variable(&lambda.params).ok_or_else(|| bug("a lambda without a name"))?;
        Ok(self.origins.get(&name).copied().unwrap_or(name))
    }

    fn params<'c>(&'c self, code: &'c Code) -> Result<&'c [Param], Error> {
        match code {
            Code::Def(id) => Ok(&self.def(*id)?.params),
            Code::Lambda(captured) => Ok(&captured.lambda.params),
        }
    }

    fn result_has_function(&self, code: &Code) -> Result<bool, Error> {
        match code {
            Code::Def(id) => Ok(self.def(*id)?.result.has_function()),
            Code::Lambda(captured) => Ok(captured.lambda.body.ty.has_function()),
        }
    }

    /// Returns the parameters and the body of the code, with fresh names.
    fn fresh_code(&mut self, code: &Code) -> Result<(Vec<Param>, Expr), Error> {
        match code {
            Code::Def(id) => {
                let def = self.fresh_def(*id)?;
                Ok((def.params, def.body))
            }
            Code::Lambda(captured) => {
                let Lambda { params, body, .. } = self.fresh_lambda(&captured.lambda);
                Ok((params, body))
            }
        }
    }

    // Calls of copies

    /// Returns the copy of a definition that neither takes nor returns functions; requests it if necessary.
    fn first_order_copy(&mut self, id: DefId) -> Result<DefId, Error> {
        let def = self.def(id)?;
        if def.result.has_function() || param_types(&def.params).any(|ty| ty.has_function()) {
            return Err(bug(format!("`{}` is not first-order", def.name)));
        }
        let span = def.span;
        let shapes: Vec<Shape> = param_types(&def.params).map(|ty| Shape::Dynamic(without_sizes(&ty))).collect();
        let args = vec![None; shapes.len()];
        let key = Shape::Closure(CodeId::Def(id), Vec::new(), shapes);
        if let Some(copy) = self.keys.get(&key) {
            return Ok(*copy);
        }
        self.ask_for(key, Job { code: Code::Def(id), args, leaves: Vec::new() }, span)
    }

    fn ask_for(&mut self, key: Shape, job: Job, span: Span) -> Result<DefId, Error> {
        if self.copies.len() >= MAX_COPIES {
            return Err(too_many("too many copies of functions that take functions", span));
        }
        let original = if let Code::Def(id) = job.code { Some(id) } else { None };
        let id = self.copies.push((original, None));
        self.keys.insert(key, id);
        self.jobs.push_back((id, job));
        Ok(id)
    }

    /// Returns a call of the copy of `code` for the functions in these arguments. The arguments are complete, and the
    /// result contains no functions.
    fn call_copy(&mut self, code: &Code, args: &[Static], ty: &Type, span: Span) -> Result<Expr, Error> {
        let key = self.closure_shape(code, args, &mut Key::default(), span)?;
        let owned = |param: &Param| recursion::owned(&param.pat.ty(), &param.consumed);
        let consumed: Vec<Unique> = self.params(code)?.iter().map(owned).collect();

        let mut moved = Moved::default();
        let code = self.code_elsewhere(code, &mut moved);
        let (mut inside, mut outside, mut consumed_leaves) = (Vec::new(), Vec::new(), FxHashMap::default());
        for (arg, consumed) in args.iter().zip(consumed) {
            if let Static::Dynamic(value) = arg {
                inside.push(None);
                outside.push(value.clone());
                continue;
            }
            let arg = self.elsewhere(arg, &mut moved);
            dynamic_fields(&arg, &consumed, &mut consumed_leaves);
            inside.push(Some(arg));
        }
        let mut leaves = moved.leaves;
        // Integers come first, because the types of other parameters may name them.
        leaves.sort_by_key(|leaf| leaf.ty != Type::I64);
        let mut call_args: Vec<Expr> = leaves.iter().map(|leaf| leaf.value.clone()).chain(outside).collect();
        if call_args.is_empty() {
            call_args.push(build::unit());
        }
        let id = match self.keys.get(&key) {
            Some(id) => *id,
            None => {
                let mut param = |leaf: Leaf| Param {
                    consumed: consumed_leaves.remove(&leaf.name).unwrap_or_default(),
                    pat: Pat::Var(leaf.name, leaf.ty),
                    span,
                };
                let leaves = leaves.into_iter().map(&mut param).collect();
                self.ask_for(key, Job { code, args: inside, leaves }, span)?
            }
        };
        let function = Type::functions(call_args.iter().map(|arg| without_sizes(&arg.ty)), without_sizes(ty));
        Ok(build::apply(build::def(id, Vec::new(), function).at(span), call_args).with_type(ty.clone()).at(span))
    }

    /// Makes a requested copy, with its known arguments bound at the start of its body.
    fn copy(&mut self, job: Job) -> Result<Def, Error> {
        let mut def = match &job.code {
            Code::Def(id) => self.fresh_def(*id)?,
            Code::Lambda(captured) => {
                let Lambda { params, unique_result, body } = self.fresh_lambda(&captured.lambda);
                let (result, span) = (body.ty.clone(), body.span);
                let (name, type_params) = (Symbol::new("lambda"), Vec::new());
                let (unique_inferred, inline, accelerated) = (false, Inline::Auto, false);
                Def {
                    name,
                    type_params,
                    params,
                    result,
                    unique_result,
                    unique_inferred,
                    body,
                    inline,
                    accelerated,
                    span,
                }
            }
        };
        let given = def.result.has_function().then(|| {
            let args = job.args.iter().map(Option::as_ref);
            recursion::given(&def.params, args, &def.result, def.span)
        });
        let given = given.transpose()?;
        let is_function = !def.params.is_empty();
        let (mut params, mut bindings) = (job.leaves, Vec::new());
        for (param, arg) in std::mem::take(&mut def.params).into_iter().zip(job.args) {
            match arg {
                None => params.push(param),
                Some(arg) => self.bind(param.pat, arg, def.span, &mut bindings)?,
            }
        }
        if params.is_empty() && is_function {
            params.push(build::unit_param());
        }
        let known: FxHashSet<Name> =
            params.iter().flat_map(|param| pat_binders(&param.pat)).map(|(name, _)| name).collect();
        for param in &mut params {
            pat_parts_mut(&mut param.pat, &mut |part| {
                if let PartMut::Type(ty) = part {
                    *ty = with_known_sizes(ty, &known);
                }
            });
        }
        match given {
            Some(given) => def = self.without_operators(def, &given, &known)?,
            None => {
                self.expr(&mut def.body)?;
                def.result = with_known_sizes(&def.result, &known);
            }
        }
        let span = def.body.span;
        let body = without_block(def.body, &mut bindings);
        let body = build::block(bindings, body).at(span);
        if depth(&body) > MAX_DEPTH {
            return Err(too_many(TOO_DEEP, def.span));
        }
        Ok(Def { params, body, ..def })
    }

    // Applications

    /// Applies a function to one or more arguments. The bindings that this needs go to `out`.
    fn apply(
        &mut self,
        function: Static,
        args: Vec<Static>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Applied, Error> {
        let (mut function, mut args) = (function, args);
        loop {
            let Static::Closure(Closure { code, args: first }) = function else {
                return Err(bug("what is applied is no function"));
            };
            let mut all = first;
            all.append(&mut args);
            let arity = self.params(&code)?.len();
            if all.len() < arity {
                return Ok(Applied::Static(Static::Closure(Closure { code, args: all })));
            }
            let rest = all.split_off(arity);
            if !self.result_has_function(&code)? {
                return Ok(Applied::Expr(self.first_order_call(&code, all, ty, span, out)?));
            }
            if rest.is_empty() && self.gives_accumulators(&code)? {
                return Ok(Applied::Static(self.recursive_call(&code, &all, ty, span, out)?));
            }
            let value = self.enter(&code, all, span, out, |pass, body, out| pass.value(body, out))?;
            if rest.is_empty() {
                return Ok(Applied::Static(value));
            }
            (function, args) = (value, rest);
        }
    }

    /// Returns the value of code applied to all its arguments, whose result contains no functions. The body of a small
    /// lambda is placed inline; other code is called as a copy.
    fn first_order_call(
        &mut self,
        code: &Code,
        args: Vec<Static>,
        ty: &Type,
        span: Span,
        out: &mut Vec<Binding>,
    ) -> Result<Expr, Error> {
        let Code::Lambda(captured) = code else { return self.call_copy(code, &args, ty, span) };
        let id = self.lambda_id(&captured.lambda)?;
        let wanted = self.placed.get(&id).is_none_or(|size| *size <= SMALL_LAMBDA);
        if !wanted || self.inline_depth >= MAX_INLINE_DEPTH || !self.may_place(id, &captured.lambda) {
            return self.call_copy(code, &args, ty, span);
        }
        let apart = self.apart;
        self.enter(code, args, span, out, |pass, mut body, _| {
            pass.expr(&mut body)?;
            let size = weight(&body).saturating_sub(pass.apart - apart);
            pass.placed.entry(id).and_modify(|largest| *largest = size.max(*largest));
            Ok(body)
        })
    }

    /// Whether the body of a lambda may be placed once more: always the first time, later while the budget lasts.
    /// Reduces the budget.
    fn may_place(&mut self, id: Name, lambda: &Lambda) -> bool {
        let size = weight(&lambda.body);
        let price = if self.placed.contains_key(&id) { size } else { 0 };
        let Some(rest) = self.budget.checked_sub(price) else { return false };
        self.budget = rest;
        self.placed.entry(id).or_insert(size);
        true
    }

    /// Binds the parameters of the code to the arguments. Then calls `go_on` with its body, which replaces the
    /// application.
    fn enter<R>(
        &mut self,
        code: &Code,
        args: Vec<Static>,
        span: Span,
        out: &mut Vec<Binding>,
        go_on: impl FnOnce(&mut Self, Expr, &mut Vec<Binding>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let (params, body) = self.fresh_code(code)?;
        let reserve = self.reserve.checked_sub(weight(&body));
        let (Some(reserve), true) = (reserve, self.inline_depth <= MAX_INLINE_DEPTH) else {
            return Err(too_many("too many copies of functions that return functions", span));
        };
        self.reserve = reserve;
        for (param, arg) in params.into_iter().zip(args) {
            self.bind(param.pat, arg, span, out)?;
        }
        self.inline_depth += 1;
        let result = go_on(self, body, out);
        self.inline_depth -= 1;
        result
    }

    /// Binds a pattern to a value: dynamic parts by bindings in `out`, parts with functions in `statics`.
    fn bind(&mut self, pat: Pat, value: Static, span: Span, out: &mut Vec<Binding>) -> Result<(), Error> {
        match (pat, value) {
            (Pat::Wildcard(_), _) => Ok(()),
            (pat, Static::Dynamic(value)) => {
                out.push(build::binding(pat, value));
                Ok(())
            }
            (Pat::Var(name, _), value) => {
                self.statics.insert(name, value);
                Ok(())
            }
            (Pat::Record(pats), Static::Record(fields)) if pats.len() == fields.len() => {
                pats.into_iter().zip(fields).try_for_each(|((_, pat), (_, field))| self.bind(pat, field, span, out))
            }
            (Pat::Variant(_, pats, _), Static::Variant(_, payload)) if pats.len() == payload.len() => {
                pats.into_iter().zip(payload).try_for_each(|(pat, value)| self.bind(pat, value, span, out))
            }
            _ => Err(unknown("this matches on a value that contains functions", span)),
        }
    }
}

/// Result of an application.
enum Applied {
    Static(Static),
    /// A value without functions.
    Expr(Expr),
}

/// Returns the variables that the code binds, with their types. Their order is the same for all copies of the code.
fn binders(params: &[Param], body: &Expr) -> Vec<(Name, Type)> {
    let mut binders = Vec::new();
    let mut last = None;
    let mut note = |part: Part<'_>| match part {
        // A loop's counter has no type of its own; a pattern's variable is followed by its type.
        Part::Binder(name) => {
            last = Some(binders.len());
            binders.push((name, Type::I64));
        }
        Part::Type(ty) => {
            if let Some((_, known)) = last.take().and_then(|last: usize| binders.get_mut(last)) {
                *known = ty.clone();
            }
        }
        Part::Expr(_) | Part::Use(_) | Part::TypeBinder(_) => last = None,
    };
    params.iter().for_each(|param| pat_parts(&param.pat, &mut note));
    for_each_part_deep(body, &mut note);
    binders
}

fn first_variable(params: &[Param]) -> Option<Name> {
    params.iter().flat_map(|param| pat_binders(&param.pat)).map(|(name, _)| name).next()
}

/// Returns a constant with the name and attributes of `def`. Callers set its type and body.
fn def_like(def: &Def) -> Def {
    Def {
        name: def.name,
        type_params: Vec::new(),
        params: Vec::new(),
        result: Type::unit(),
        unique_result: Unique::No,
        unique_inferred: false,
        body: build::unit(),
        inline: def.inline,
        accelerated: def.accelerated,
        span: def.span,
    }
}

fn with_known_sizes(ty: &Type, known: &FxHashSet<Name>) -> Type {
    let keep = |size| if matches!(size, Size::Var(name) if !known.contains(&name)) { Size::Any } else { size };
    map_type(ty, &keep, &Type::Param)
}

/// Moves the bindings of a block to `out` and returns its body; returns other expressions as they are.
fn without_block(expr: Expr, out: &mut Vec<Binding>) -> Expr {
    match expr.kind {
        ExprKind::Block(mut bindings, body) => {
            out.append(&mut bindings);
            let ty = with_sizes_of(&expr.ty, &body.ty);
            body.with_type(ty)
        }
        _ => expr,
    }
}

/// Returns the nesting depth of the expression; 1 for a literal.
fn depth(expr: &Expr) -> usize {
    let mut deepest = 0;
    for_each_child(expr, &mut |child| deepest = deepest.max(depth(child)));
    deepest + 1
}

fn bug(message: impl Into<String>) -> Error {
    Bug::new("defunctionalise", message).into()
}

fn unknown(label: &str, span: Span) -> Error {
    let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, "a function must be known at compile time")
        .label(span, label)
        .help("functions can be variables, fields and arguments, but not elements of arrays or results of loops and branches");
    Error::Limitation(Box::new(diagnostic))
}

fn too_many(headline: &str, span: Span) -> Error {
    let diagnostic = Diagnostic::error(TOO_MANY_FUNCTIONS, headline)
        .label(span, "this exceeds the limit")
        .note("a function that takes or returns functions is compiled once for each function that it is used with")
        .help("use each function argument only once, or write a loop");
    Error::Limitation(Box::new(diagnostic))
}
