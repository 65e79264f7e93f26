//! Completes a definition: fills every slot with the inferred type, gives literals their types, and generates code that
//! depended on types.
//!
//! In CORE a size is a variable or a number. A size that is computed from variables, as in `[n + 1]i32`, gets a
//! variable of its own as soon as these are in scope, so that it is known wherever the type occurs. A size that is a
//! top-level constant gets its variable at the start of the definition. A call as in `[f n]i32` gets one only if it
//! cannot fail (`early`).

use crate::ast::{Ident, Liftedness};
use crate::check::definitions::early;
use crate::check::expressions::literals::{fits, range};
use crate::check::messages::report::{AMBIGUOUS, LIFTED, LITERAL_RANGE, NOT_AN_ARRAY, SIZE_UNKNOWN};
use crate::check::sizes::term::{Head, Term};
use crate::check::types::{self, Abstract, Bound, Size, SizeOp, Type, each_size_var};
use crate::check::{Checker, Checking, Reported};
use crate::parser::literals::nearest_float;
use base::{Diagnostic, Name, Span, Symbol};
use core_ir::build as make;
use core_ir::def as ir;
use core_ir::defunctionalise::UNKNOWN_FUNCTION;
use core_ir::tables::make_tables;
use core_ir::walk::{PartMut, for_each_part_mut};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Smallest number of constants in a table.
const TABLE: usize = 65;

/// Returns the hint of the names of type parameters that are slots.
pub fn slot_hint() -> Symbol {
    Symbol::new("?slot")
}

/// Returns the constructor that marks a literal pattern. Its payload is the literal and the number of its place.
pub fn literal_marker() -> Symbol {
    Symbol::new("?literal")
}

/// Returns the constructor that marks the value of a hole.
pub fn hole_marker() -> Symbol {
    Symbol::new("?hole")
}

struct Markers {
    slot: Symbol,
    literal: Symbol,
    hole: Symbol,
}

struct Finisher<'c> {
    checker: &'c mut Checker,
    /// Variables in scope, with numbers in the order of their binding.
    scope: FxHashMap<Name, usize>,
    entered: usize,
    /// Whether the body is being processed. The types in the head have no variables in scope.
    in_body: bool,
    /// Sizes to be computed, each until the scope of the last variable in it ends.
    computed: Vec<Computed>,
    markers: Markers,
    /// Cache of converted records and sums, by the address of their parts. It has only types without sizes that depend
    /// on the scope.
    converted: FxHashMap<*const (), (Type, ir::Type)>,
    /// Number of sizes so far that may be known in one scope and unknown in another.
    local_sizes: usize,
    /// Type parameters of each local function.
    local_types: FxHashMap<Name, Vec<Name>>,
    failed: Option<Reported>,
}

/// A size to be computed in the scope of the variable `last`, or at the start of the definition if `last` is `None`.
struct Computed {
    size: Size,
    /// Number of operators in the size. Comparing these numbers first avoids most comparisons of sizes.
    weight: usize,
    last: Option<Name>,
    name: Name,
    value: ir::Expr,
}

/// Returns the number of operators in a size.
fn operators(size: &Size) -> usize {
    match size {
        Size::Op(_, args) => 1 + args.iter().map(operators).sum::<usize>(),
        Size::Const(_) | Size::Var(_) | Size::Def(..) | Size::Meta(_) | Size::Term(_) => 0,
    }
}

impl Checker {
    /// Returns the definition with every slot filled.
    pub fn finish_def(&mut self, def: ir::Def) -> Checking<ir::Def> {
        let mut finisher = Finisher::new(self);
        let ir::Def { mut params, result, body, span, .. } = def;
        let result = finisher.ty(&result, span);
        finisher.params(&mut params, span);
        finisher.in_body = true;
        params.iter().for_each(|param| finisher.enter(&param.pat));
        let mut body = body;
        finisher.expr(&mut body);
        params.iter().rev().for_each(|param| finisher.leave_to(&param.pat, &mut body));
        let without_variables = finisher.take_computed(&|last| last.is_none());
        let mut body = make::block(without_variables, body);
        let failed = finisher.failed.take();
        make_tables(&mut body, TABLE, &mut self.program.tables);
        // The variables of the parameters' sizes are bound in the body, so the result type cannot name them.
        let result = match &body.ty {
            ty if core_ir::typing::same_shape(ty, &result) => core_ir::typing::without_sizes(&result),
            _ => result,
        };
        match failed {
            Some(reported) => Err(reported),
            None => Ok(ir::Def { params, result, body, ..def }),
        }
    }
}

impl Checker {
    /// Adds a definition with `params` parameters for an unknown value of this type, such as a value of an unknown
    /// module.
    pub fn stand_in_def(&mut self, name: Ident, ty: &Type, params: usize) -> Checking<ir::DefId> {
        let id = self.reserve_def(name);
        let (mut result, mut unique_result) = (self.unifier.shallow(ty), ir::Unique::No);
        let mut finisher = Finisher::new(self);
        let mut specified = Vec::new();
        while let Type::Function(function) = &result
            && specified.len() < params
        {
            let consumed = finisher.checker.owned_in(&function.param, &function.consumed);
            let pat = ir::Pat::Wildcard(finisher.convert(&function.param, name.span));
            specified.push(ir::Param { pat, consumed, span: name.span });
            unique_result = finisher.checker.owned_in(&function.result, &function.unique);
            result = finisher.checker.unifier.shallow(&function.result);
        }
        let result = finisher.convert(&result, name.span);
        let body = finisher.stand_in(&result)?;
        let def = &mut self.program.defs[id];
        (def.params, def.result, def.unique_result, def.body) = (specified, result, unique_result, body);
        Ok(id)
    }
}

impl Finisher<'_> {
    fn new(checker: &mut Checker) -> Finisher<'_> {
        Finisher {
            checker,
            scope: FxHashMap::default(),
            entered: 0,
            in_body: false,
            computed: Vec::new(),
            markers: Markers { slot: slot_hint(), literal: literal_marker(), hole: hole_marker() },
            converted: FxHashMap::default(),
            local_sizes: 0,
            local_types: FxHashMap::default(),
            failed: None,
        }
    }

    fn fail(&mut self, result: Checking<()>) {
        if let Err(reported) = result {
            self.failed.get_or_insert(reported);
        }
    }

    // Types

    /// Fills the slots in a type of CORE with their inferred types.
    fn ty(&mut self, ty: &ir::Type, span: Span) -> ir::Type {
        match ty {
            ir::Type::Param(name) if name.hint == self.markers.slot => {
                let Some(slot) = self.checker.slots.get(name.id as usize).cloned() else { return ir::Type::unit() };
                self.convert(&slot, span)
            }
            ir::Type::Array(elem, size) => ir::Type::array(self.ty(elem, span), *size),
            ir::Type::Record(fields) => {
                ir::Type::Record(fields.iter().map(|(name, ty)| (*name, self.ty(ty, span))).collect())
            }
            ir::Type::Function(from, to) => ir::Type::function(self.ty(from, span), self.ty(to, span)),
            other => other.clone(),
        }
    }

    /// Converts a type of the checker to CORE.
    fn convert(&mut self, ty: &Type, span: Span) -> ir::Type {
        match self.checker.unifier.shallow(ty) {
            Type::Scalar(scalar) => ir::Type::Scalar(scalar),
            Type::Param(name) => ir::Type::Param(name),
            Type::Abstract(hidden) if self.checker.is_accumulator(&hidden) => self.accumulator(&hidden, span),
            Type::Abstract(hidden) => {
                let representation = self.convert(&hidden.representation, span);
                self.checker.hide(representation)
            }
            Type::Array(elem, size) => ir::Type::array(self.convert(&elem, span), self.size(&size)),
            ref ty @ Type::Record(ref fields) => self.convert_once(ty, Rc::as_ptr(fields).cast(), span),
            ref ty @ Type::Sum(ref constructors) => self.convert_once(ty, Rc::as_ptr(constructors).cast(), span),
            Type::Function(function) => {
                ir::Type::function(self.convert(&function.param, span), self.convert(&function.result, span))
            }
            Type::Meta(meta) => {
                let ty = match self.checker.unifier.bound(meta).cloned() {
                    Some(Bound::OneOf(set)) => set.default().map(Type::Scalar),
                    // A value of an unconstrained type is never inspected, so it can be unit.
                    None | Some(Bound::Comparable) => Some(Type::unit()),
                    // An unknown sum type has been reported.
                    Some(Bound::Constructors(constructors)) => Some(crate::check::types::unify::sum(constructors)),
                    Some(Bound::Fields(_)) => None,
                };
                let Some(ty) = ty else {
                    let headline = "cannot infer the type of this record".to_owned();
                    let result = self.checker.error(AMBIGUOUS, span, headline, "declare its type with `: type`");
                    self.fail(result);
                    return ir::Type::unit();
                };
                self.checker.unifier.settle(meta, ty.clone());
                self.convert(&ty, span)
            }
        }
    }

    fn accumulator(&mut self, acc: &Abstract, span: Span) -> ir::Type {
        let array = acc.types.first().map_or_else(ir::Type::unit, |array| self.convert(array, span));
        if let Some(ty) = ir::Type::accumulator(array) {
            return ty;
        }
        let headline = "an accumulator must be one of an array".to_owned();
        let shown = self.checker.show(&Type::Abstract(Rc::new(acc.clone())));
        let result = self.checker.error(NOT_AN_ARRAY, span, headline, &format!("this is {shown}"));
        self.fail(result);
        ir::Type::unit()
    }

    /// Converts a record or sum type, using the cache, because such types may be large and occur often. `key` is the
    /// address of the type's parts.
    fn convert_once(&mut self, ty: &Type, key: *const (), span: Span) -> ir::Type {
        if let Some((_, converted)) = self.converted.get(&key) {
            return converted.clone();
        }
        let before = self.local_sizes;
        let converted = self.convert_parts(ty, span);
        if self.local_sizes == before {
            // The cache keeps the type alive, so its address is not reused.
            self.converted.insert(key, (ty.clone(), converted.clone()));
        }
        converted
    }

    /// Converts a record or sum type to CORE without using the cache.
    fn convert_parts(&mut self, ty: &Type, span: Span) -> ir::Type {
        match ty {
            Type::Record(fields) => {
                ir::Type::Record(fields.iter().map(|(name, ty)| (*name, self.convert(ty, span))).collect())
            }
            Type::Sum(constructors) => {
                let mut sum = Vec::new();
                for (name, payload) in constructors.iter() {
                    sum.push((*name, payload.iter().map(|ty| self.convert(ty, span)).collect()));
                }
                ir::Type::Sum(sum.into())
            }
            _ => self.convert(ty, span),
        }
    }

    /// Returns the size in CORE: a number, or a variable in scope. Within a body, other sizes get a variable of their
    /// own; elsewhere they stay unknown.
    fn size(&mut self, size: &Size) -> ir::Size {
        self.local_sizes += usize::from(!matches!(size, Size::Const(_)));
        match self.checker.number_of(size) {
            Size::Const(value) => ir::Size::Const(value),
            Size::Var(name) if self.scope.contains_key(&name) => ir::Size::Var(name),
            computed @ (Size::Op(..) | Size::Def(..)) if self.in_body => self.computed_size(computed),
            term @ Size::Term(_) => match self.term_in_scope(&term) {
                Some(name) => ir::Size::Var(name),
                None if self.in_body => self.computed_size(term),
                None => ir::Size::Any,
            },
            _ => ir::Size::Any,
        }
    }

    /// Returns the variable in scope that holds the value of this size, if there is one. The spelling of constants in
    /// the sizes does not matter.
    fn term_in_scope(&self, term: &Size) -> Option<Name> {
        let value = |size: &Size| self.checker.number_of(size);
        let wanted = value(term);
        let is_it = |(size, name): &&(Size, Name)| self.scope.contains_key(name) && value(size) == wanted;
        self.checker.term_variables.iter().rev().find(is_it).map(|(_, name)| *name)
    }

    /// Returns the variable that holds the value of an arithmetic size, if some variables in the size are out of scope.
    fn own_variable(&self, size: &Size) -> Option<Name> {
        let mut all_in_scope = true;
        each_size_var(size, &mut |name| all_in_scope &= self.scope.contains_key(&name));
        if all_in_scope || !matches!(size, Size::Op(..)) { None } else { self.term_in_scope(size) }
    }

    /// Returns the variable for a size that must be computed, and schedules the computation. `Any` if the size cannot
    /// be computed here.
    fn computed_size(&mut self, size: Size) -> ir::Size {
        let weight = operators(&size);
        let is_same = |computed: &&Computed| computed.weight == weight && computed.size == size;
        if let Some(computed) = self.computed.iter().find(is_same) {
            return ir::Size::Var(computed.name);
        }
        let mut last = None;
        if !self.is_in_scope(&size, &mut last) {
            return ir::Size::Any;
        }
        if let Some(name) = self.own_variable(&size) {
            return ir::Size::Var(name);
        }
        let name = self.checker.fresh_name("size");
        // The computation's types need no sizes, in particular not the one being computed.
        let in_body = std::mem::replace(&mut self.in_body, false);
        let value = self.total(&size);
        self.in_body = in_body;
        self.computed.push(Computed { size, weight, last: last.map(|(_, name)| name), name, value });
        ir::Size::Var(name)
    }

    /// Whether the size can be computed early from variables in scope. Sets `last` to the last-bound variable of these.
    fn is_in_scope(&self, size: &Size, last: &mut Option<(usize, Name)>) -> bool {
        match size {
            Size::Const(_) | Size::Def(..) => true,
            Size::Meta(_) => false,
            Size::Op(_, args) => match self.own_variable(size) {
                Some(name) => self.is_in_scope(&Size::Var(name), last),
                None => args.iter().all(|arg| self.is_in_scope(arg, last)),
            },
            Size::Term(term) => match (self.term_in_scope(size), &term.head) {
                (Some(name), _) => self.is_in_scope(&Size::Var(name), last),
                (None, Head::Var(name)) => self.is_in_scope(&Size::Var(*name), last),
                _ => {
                    let parts = early::parts(&self.checker.program, term);
                    parts.is_some_and(|parts| parts.iter().all(|part| self.is_in_scope(part, last)))
                }
            },
            Size::Var(name) => {
                let entered = self.scope.get(name).map(|&at| (at, *name));
                *last = (*last).max(entered);
                entered.is_some()
            }
        }
    }

    /// Removes the scheduled sizes for whose `last` variable `is_due` holds; returns the bindings that compute them.
    fn take_computed(&mut self, is_due: &dyn Fn(Option<Name>) -> bool) -> Vec<ir::Binding> {
        let (due, later) = std::mem::take(&mut self.computed).into_iter().partition(|computed| is_due(computed.last));
        self.computed = later;
        let due: Vec<Computed> = due;
        due.into_iter().map(|computed| make::bind(computed.name, computed.value)).collect()
    }

    /// Returns an expression that computes the size and cannot fail. For negative sizes and divisions by 0 it gives 0:
    /// no array has such a size.
    fn total(&mut self, size: &Size) -> ir::Expr {
        make::binary(BinOp::Max, self.unlimited(size), make::i64(0))
    }

    /// Returns an expression that computes the size by its arithmetic.
    fn unlimited(&mut self, size: &Size) -> ir::Expr {
        match size {
            Size::Const(value) => make::i64(*value),
            Size::Var(name) => make::size_var(*name),
            Size::Def(id, _) => make::def(*id, Vec::new(), ir::Type::I64),
            Size::Op(op, args) => {
                if let Some(name) = self.own_variable(size) {
                    return make::size_var(name);
                }
                let [a, b] = [self.unlimited(&args[0]), self.unlimited(&args[1])];
                let value = make::binary(op.on_values(), a, b.clone());
                match op {
                    SizeOp::Add | SizeOp::Sub | SizeOp::Mul => value,
                    SizeOp::Div | SizeOp::Mod => {
                        let is_zero = make::compare(CmpOp::Eq, b, make::i64(0));
                        make::if_then_else(is_zero, make::i64(0), value)
                    }
                }
            }
            Size::Term(term) => match self.term_in_scope(size) {
                Some(name) => make::size_var(name),
                None => {
                    let args = term.args.iter().map(|arg| self.unlimited(arg)).collect();
                    self.term_expr(term, args, Span::NOWHERE).map_or_else(|_| make::i64(0), of_any_size)
                }
            },
            Size::Meta(_) => make::i64(0),
        }
    }

    // Patterns

    fn params(&mut self, params: &mut [ir::Param], span: Span) {
        for param in params {
            param.consumed = self.owned_by(&param.pat, &param.consumed);
            self.pat(&mut param.pat, span);
        }
    }

    /// Returns the uniqueness of a value of the type as marked, with what functions in it consume.
    fn owned(&self, ty: &ir::Type, marked: &ir::Unique) -> ir::Unique {
        match ty {
            ir::Type::Param(name) if name.hint == self.markers.slot => {
                let slot = self.checker.slots.get(name.id as usize);
                slot.map_or(ir::Unique::No, |ty| self.checker.owned_in(ty, marked))
            }
            _ => marked.clone(),
        }
    }

    /// Returns the uniqueness of a parameter as marked, with what functions in it consume.
    fn owned_by(&self, pat: &ir::Pat, marked: &ir::Unique) -> ir::Unique {
        match pat {
            ir::Pat::Var(_, ty) | ir::Pat::Wildcard(ty) | ir::Pat::Variant(_, _, ty) => self.owned(ty, marked),
            ir::Pat::Record(fields) if *marked != ir::Unique::Yes => {
                let field = |(name, pat): &(Symbol, ir::Pat)| (*name, self.owned_by(pat, marked.field(*name)));
                ir::Unique::fields(fields.iter().map(field))
            }
            ir::Pat::Record(_) | ir::Pat::Literal(_) => marked.clone(),
        }
    }

    /// Replaces the slots in a pattern, and gives its literals their types.
    fn pat(&mut self, pat: &mut ir::Pat, span: Span) {
        match pat {
            ir::Pat::Var(_, ty) | ir::Pat::Wildcard(ty) => *ty = self.ty(ty, span),
            ir::Pat::Record(fields) => fields.iter_mut().for_each(|(_, field)| self.pat(field, span)),
            ir::Pat::Variant(name, payload, ty) => {
                let found = self.ty(ty, span);
                if let (true, [ir::Pat::Literal(value), ir::Pat::Literal(Scalar::I64(place))], Some(scalar)) =
                    (*name == self.markers.literal, payload.as_slice(), found.scalar())
                {
                    let place = self.checker.literal_places.get(*place as usize).copied();
                    *pat = ir::Pat::Literal(self.literal(*value, scalar, place.unwrap_or(span)));
                    return;
                }
                *ty = found;
                payload.iter_mut().for_each(|pat| self.pat(pat, span));
            }
            ir::Pat::Literal(_) => {}
        }
    }

    fn enter(&mut self, pat: &ir::Pat) {
        core_ir::walk::pat_binders(pat).into_iter().for_each(|(name, _)| self.enter_name(name));
    }

    fn enter_name(&mut self, name: Name) {
        self.entered += 1;
        self.scope.insert(name, self.entered);
    }

    /// Ends the scope of the pattern's variables; returns the bindings that compute sizes from them.
    fn leave(&mut self, pat: &ir::Pat) -> Vec<ir::Binding> {
        let names: FxHashSet<Name> = core_ir::walk::pat_binders(pat).into_iter().map(|(name, _)| name).collect();
        names.iter().for_each(|name| _ = self.scope.remove(name));
        self.take_computed(&|last| last.is_some_and(|last| names.contains(&last)))
    }

    /// Ends the scope of the pattern's variables, which is the expression `scope`, and puts the bindings that compute
    /// sizes from them before it.
    fn leave_to(&mut self, pat: &ir::Pat, scope: &mut ir::Expr) {
        let bindings = self.leave(pat);
        if !bindings.is_empty() {
            let body = std::mem::replace(scope, make::unit());
            let span = body.span;
            *scope = make::block(bindings, body).at(span);
        }
    }

    // Expressions

    /// Completes an expression: fills its slots and generates code that depends on types.
    fn expr(&mut self, expr: &mut ir::Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ir::ExprKind::Lambda(lambda) => {
                self.params(&mut lambda.params, span);
                lambda.params.iter().for_each(|param| self.enter(&param.pat));
                self.expr(&mut lambda.body);
                lambda.params.iter().rev().for_each(|param| self.leave_to(&param.pat, &mut lambda.body));
            }
            ir::ExprKind::Block(bindings, body) => {
                for binding in bindings.iter_mut() {
                    self.expr(&mut binding.value);
                    if let (ir::Pat::Var(name, _), false) = (&binding.pat, binding.type_params.is_empty()) {
                        self.local_types.insert(*name, binding.type_params.clone());
                    }
                    self.pat(&mut binding.pat, span);
                    self.enter(&binding.pat);
                }
                self.expr(body);
                let mut reversed = Vec::with_capacity(bindings.len());
                while let Some(binding) = bindings.pop() {
                    reversed.extend(self.leave(&binding.pat).into_iter().rev());
                    reversed.push(binding);
                }
                reversed.reverse();
                *bindings = reversed;
            }
            ir::ExprKind::Match(subject, cases) => {
                self.expr(subject);
                for case in cases {
                    self.pat(&mut case.pat, span);
                    self.enter(&case.pat);
                    self.expr(&mut case.body);
                    self.leave_to(&case.pat, &mut case.body);
                }
            }
            ir::ExprKind::Loop(looped) => self.looped(looped, span),
            _ => for_each_part_mut(expr, &mut |part| match part {
                PartMut::Expr(child) => self.expr(child),
                PartMut::Type(_) | PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
            }),
        }
        self.sizes_known(expr);
        self.type_args(expr);
        let lifted = chooses(&expr.kind) && self.may_have_functions(&expr.ty);
        expr.ty = self.ty(&expr.ty, span);
        self.functions_known(expr, lifted);
        self.settle(expr);
    }

    /// Completes a loop with its pattern, bound and body.
    fn looped(&mut self, looped: &mut ir::Loop, span: Span) {
        self.expr(&mut looped.init);
        if let ir::LoopForm::For(_, bound) | ir::LoopForm::ForIn(_, bound) = &mut looped.form {
            self.expr(bound);
        }
        self.pat(&mut looped.pat, span);
        self.enter(&looped.pat);
        match &mut looped.form {
            ir::LoopForm::For(name, _) => self.enter_name(*name),
            ir::LoopForm::ForIn(pat, _) => {
                self.pat(pat, span);
                self.enter(pat);
            }
            ir::LoopForm::While(condition) => {
                self.expr(condition);
                self.leave_to(&looped.pat, condition);
                self.enter(&looped.pat);
            }
        }
        self.expr(&mut looped.body);
        match &looped.form {
            ir::LoopForm::For(name, _) => {
                let counter = ir::Pat::Var(*name, ir::Type::I64);
                self.leave_to(&counter, &mut looped.body);
            }
            ir::LoopForm::ForIn(pat, _) => self.leave_to(pat, &mut looped.body),
            ir::LoopForm::While(_) => {}
        }
        self.leave_to(&looped.pat, &mut looped.body);
    }

    fn type_args(&mut self, expr: &mut ir::Expr) {
        let span = expr.span;
        if let ir::ExprKind::Var(_, args) | ir::ExprKind::Def(_, args) = &mut expr.kind {
            let converted: Vec<ir::Type> = args.iter().map(|ty| self.ty(ty, span)).collect();
            *args = converted;
        }
        self.plain_arguments(expr);
    }

    /// Reports a type argument that is more lifted than its declared parameter allows: a function, or a type whose
    /// values differ in size.
    fn plain_arguments(&mut self, expr: &ir::Expr) {
        let (ir::ExprKind::Def(_, args) | ir::ExprKind::Var(_, args), None) = (&expr.kind, &self.failed) else {
            return;
        };
        if args.iter().all(|ty| self.argument_liftedness(ty) == Liftedness::Unlifted) {
            return;
        }
        let params = match &expr.kind {
            ir::ExprKind::Def(id, _) => self.checker.program.defs.get(*id).map(|def| def.type_params.clone()),
            ir::ExprKind::Var(name, _) => self.local_types.get(name).cloned(),
            _ => None,
        };
        let params = params.unwrap_or_default();
        let declared = |name: &Name| self.checker.declared_liftedness.get(name);
        let misfit = params.iter().zip(args).find_map(|(param, ty)| {
            let liftedness = self.argument_liftedness(ty);
            declared(param).is_some_and(|declared| *declared < liftedness).then_some((param, ty, liftedness))
        });
        let Some((param, ty, liftedness)) = misfit else { return };
        let (what, label, tick) = match liftedness {
            _ if ty.has_function_value() => ("function", "a function is used here", "^"),
            Liftedness::Lifted => ("lifted type", "a type that may contain functions is used here", "^"),
            _ => ("lifted type", "a type whose values may differ in size is used here", "~"),
        };
        let headline = format!("the type parameter `{}` cannot stand for a {what}", param.hint);
        let may = if tick == "^" { "functions" } else { "such types" };
        let diagnostic = Diagnostic::error(LIFTED, headline)
            .label(expr.span, label)
            .help(format!("declare it as `'{tick}{}`, which may stand for {may}", param.hint));
        let reported = self.checker.report(diagnostic);
        self.failed = Some(reported);
    }

    /// Returns the liftedness that a type parameter must have to stand for this type.
    fn argument_liftedness(&self, ty: &ir::Type) -> Liftedness {
        let most = |types: &mut dyn Iterator<Item = &ir::Type>| {
            types.map(|ty| self.argument_liftedness(ty)).max().unwrap_or(Liftedness::Unlifted)
        };
        match ty {
            _ if ty.has_function_value() => Liftedness::Lifted,
            ir::Type::Param(name) => self.checker.liftedness(*name),
            ir::Type::Record(fields) => most(&mut fields.iter().map(|(_, ty)| ty)),
            ir::Type::Sum(constructors) => most(&mut constructors.iter().flat_map(|(_, payload)| payload)),
            _ => Liftedness::Unlifted,
        }
    }

    /// Checks that the sizes of an empty array's elements, or of the unused constructors of a sum, are in scope where
    /// the value is made.
    fn sizes_known(&mut self, expr: &ir::Expr) {
        let ir::Type::Param(slot) = &expr.ty else { return };
        let (what, chosen) = match &expr.kind {
            ir::ExprKind::Array(items) if items.is_empty() => ("the elements of an empty array", None),
            ir::ExprKind::Variant(name, _) if *name == self.markers.hole => ("a hole", None),
            ir::ExprKind::Variant(name, _) => ("the constructors that are not used here", Some(*name)),
            _ => return,
        };
        let Some(ty) = self.checker.slots.get(slot.id as usize).cloned() else { return };
        let mut sizes = Vec::new();
        match (self.checker.unifier.resolve(&ty), chosen) {
            (Type::Sum(constructors), Some(chosen)) => {
                let others = constructors.iter().filter(|(name, _)| *name != chosen);
                others.flat_map(|(_, payload)| payload).for_each(|ty| witnessed_sizes(ty, &mut sizes));
            }
            (_, Some(_)) => {}
            (Type::Array(elem, _), None) if what != "a hole" => witnessed_sizes(&elem, &mut sizes),
            (ty, None) => witnessed_sizes(&ty, &mut sizes),
        }
        if let Some(size) = sizes.into_iter().find(|size| !self.is_known(size)) {
            self.size_not_known(&size, &ty, what, expr.span);
        }
    }

    /// Whether the value of the size is known here: all its variables are in scope, or a variable holds its value.
    fn is_known(&self, size: &Size) -> bool {
        let mut known = !has_meta(size);
        each_size_var(size, &mut |name| known &= self.scope.contains_key(&name));
        known || matches!(size, Size::Term(_)) && self.term_in_scope(size).is_some()
    }

    /// Reports a size that nothing determines. `what` names the values that have the size.
    fn size_not_known(&mut self, size: &Size, ty: &Type, what: &str, span: Span) {
        let headline = format!("cannot infer a size of {what}");
        let label = match what {
            "a hole" => format!("this is {}", self.checker.show(ty)),
            _ => format!("this is {}, and nothing before it determines all of its sizes", self.checker.show(ty)),
        };
        let mut diagnostic = Diagnostic::error(SIZE_UNKNOWN, headline).label(span, label);
        if let Size::Var(name) = size
            && let Some(origin) = self.checker.size_origins.get(name)
            && !origin.is_nowhere()
        {
            diagnostic = diagnostic.label(*origin, "the size comes from here");
        }
        let reported = self.checker.report(diagnostic.help("declare its type with the sizes, such as `: [0][2]i64`"));
        self.failed = Some(reported);
    }

    /// Whether the type is a slot for a type that contains functions.
    fn may_have_functions(&self, ty: &ir::Type) -> bool {
        match ty {
            ir::Type::Param(name) if name.hint == self.markers.slot => {
                let slot = self.checker.slots.get(name.id as usize);
                slot.is_some_and(|ty| types::has_function(&self.checker.unifier.resolve(ty)))
            }
            _ => false,
        }
    }

    /// Checks that an expression with a function in its value determines the function at compile time: by no condition,
    /// loop or array. Operators of accumulators are exempt. With `lifted`, the value is of a type that a module type
    /// specifies with `type^`, and counts as a function.
    fn functions_known(&mut self, expr: &ir::Expr, lifted: bool) {
        self.lifted_stays_alone(expr);
        let why = match &expr.kind {
            _ if self.failed.is_some() || !(lifted || expr.ty.has_function()) => return,
            _ if has_function_in_array(&expr.ty) => (
                "an array cannot have functions as elements",
                "store values in the array, and write one function that takes them",
            ),
            _ if !(lifted || expr.ty.has_function_value()) => return,
            ir::ExprKind::If(..) | ir::ExprKind::Match(..) => (
                "which function this returns depends on a condition",
                "put the condition into the function: `\\x -> if .. then .. else ..`",
            ),
            ir::ExprKind::Loop(_) => (
                "which function this returns depends on the iterations of the loop",
                "put the loop into the function: `\\x -> loop y = x for .. do ..`",
            ),
            _ => return,
        };
        let (why, help) = why;
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, "a function must be known at compile time")
            .label(expr.span, why)
            .help(help);
        let reported = self.checker.report(diagnostic);
        self.failed = Some(reported);
    }

    /// Checks a value of a lifted type parameter, which may be a function or differ in size from other values. It must
    /// not be an element of an array. If it may be a function, it must not depend on a condition.
    fn lifted_stays_alone(&mut self, expr: &ir::Expr) {
        let mut elem = &expr.ty;
        while let ir::Type::Array(inner, _) = elem {
            elem = inner;
        }
        let ir::Type::Param(name) = elem else { return };
        let liftedness = self.checker.liftedness(*name);
        let decides = matches!(expr.kind, ir::ExprKind::If(..) | ir::ExprKind::Match(..) | ir::ExprKind::Loop(_));
        let why = match (&expr.ty, liftedness) {
            (_, Liftedness::Unlifted) => return,
            _ if self.failed.is_some() => return,
            (ir::Type::Array(..), _) => "array elements cannot have a lifted type",
            (_, Liftedness::Lifted) if decides => "a condition cannot choose between values that may be functions",
            _ => return,
        };
        let diagnostic = Diagnostic::error(LIFTED, why)
            .label(expr.span, format!("the type parameter `{}` is lifted", name.hint))
            .help(format!("declare it without the mark: `'{}`", name.hint));
        let reported = self.checker.report(diagnostic);
        self.failed = Some(reported);
    }

    /// Generates the code for an expression that depends on its type or on those of its parts.
    fn settle(&mut self, expr: &mut ir::Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ir::ExprKind::Literal(value) => {
                if let Some(scalar) = expr.ty.scalar() {
                    *value = self.literal(*value, scalar, span);
                }
            }
            ir::ExprKind::Var(name, _) => {
                if let Some((size, at)) = self.checker.size_slots.get(name).cloned() {
                    match self.size_argument(*name, &size, at) {
                        Ok(value) => *expr = value.at(span),
                        Err(reported) => self.failed = Some(reported),
                    }
                }
            }
            ir::ExprKind::Variant(name, _) if *name == self.markers.hole => match self.stand_in(&expr.ty.clone()) {
                Ok(value) => *expr = value.at(span),
                Err(reported) => self.failed = Some(reported),
            },
            ir::ExprKind::Prim(ir::Prim::Equal, args) if args.iter().all(|arg| arg.ty.scalar().is_some()) => {
                let args = std::mem::take(args);
                expr.kind = ir::ExprKind::Prim(ir::Prim::Cmp(CmpOp::Eq), args);
            }
            ir::ExprKind::Prim(ir::Prim::Equal, args) if args.iter().any(|arg| arg.ty.rank() > 0) => {
                self.checker.compares_arrays(span);
            }
            ir::ExprKind::Prim(ir::Prim::Convert(to), args) => {
                if let Some(scalar) = expr.ty.scalar() {
                    *to = scalar;
                }
                if args.first().is_some_and(|arg| arg.ty == expr.ty)
                    && let Some(arg) = args.pop()
                {
                    *expr = arg;
                }
            }
            _ => {}
        }
    }

    /// Returns the literal's value in its inferred type. Reports a value that does not fit.
    fn literal(&mut self, value: Scalar, ty: ScalarType, span: Span) -> Scalar {
        if value.scalar_type() == ty {
            return value;
        }
        if ty.is_float() {
            return self.float_literal(value, ty, span);
        }
        if let Some(integer) = value.as_i128() {
            if ty.is_integer() && fits(integer, ty, self.checker.sources.text(span)) {
                return Scalar::from_i128(ty, integer);
            }
            return self.does_not_fit(&integer.to_string(), ty, span);
        }
        match value.as_f64() {
            Some(_) if ty.is_integer() => {
                let written = self.checker.sources.text(span).to_owned();
                self.does_not_fit(&written, ty, span)
            }
            _ => value,
        }
    }

    fn does_not_fit(&mut self, number: &str, ty: ScalarType, span: Span) -> Scalar {
        let (least, greatest) = range(ty);
        let label = format!("{ty} ranges from {least} to {greatest}");
        let result = self.checker.error(LITERAL_RANGE, span, format!("{number} does not fit in {ty}"), &label);
        self.fail(result);
        Scalar::zero(ty)
    }

    /// Returns the literal as a floating-point number: the one nearest to its text, or to its value if the text is not
    /// that of a number.
    fn float_literal(&mut self, literal: Scalar, ty: ScalarType, span: Span) -> Scalar {
        let Some(value) = literal.as_f64().or_else(|| literal.as_i128().map(|integer| integer as f64)) else {
            return literal;
        };
        let text = self.checker.sources.text(span).trim_matches(|c: char| "-()".contains(c) || c.is_whitespace());
        let is_written = nearest_float(text, ScalarType::F64) == Some(value.abs());
        let nearest = nearest_float(text, ty).filter(|_| is_written).map_or(value, |found| found.copysign(value));
        let rounded = Scalar::from_f64(ty, nearest).unwrap_or(Scalar::zero(ty));
        if value.is_finite() && rounded.as_f64().is_some_and(f64::is_infinite) {
            let headline = format!("{value:e} does not fit in {ty}");
            let label = format!("{ty} has no numbers this large");
            let result = self.checker.error(LITERAL_RANGE, span, headline, &label);
            self.fail(result);
        }
        rounded
    }

    /// Returns the expression for the size argument of a call. Reports a size parameter that no argument determines.
    fn size_argument(&mut self, slot: Name, size: &Size, at: Span) -> Checking<ir::Expr> {
        let is_unwitnessed = match self.checker.unifier.size(size) {
            Size::Meta(_) => true,
            Size::Var(name) if self.scope.contains_key(&name) => false,
            Size::Var(name) => self.checker.size_origins.get(&name).is_some_and(|origin| origin.is_nowhere()),
            _ => false,
        };
        match self.checker.size_arguments.get(&slot).cloned() {
            Some((parameter, ty)) if is_unwitnessed => {
                Err(self.checker.size_argument_not_witnessed(parameter, &ty, at))
            }
            _ => self.size_expr(size, at),
        }
    }

    /// Returns the expression that computes a size where it is needed. Reports a size that is not known there.
    fn size_expr(&mut self, size: &Size, span: Span) -> Checking<ir::Expr> {
        match self.checker.number_of(size) {
            Size::Const(value) => Ok(make::i64(value)),
            Size::Var(name) if self.scope.contains_key(&name) => Ok(make::size_var(name)),
            Size::Def(id, _) => Ok(make::def(id, Vec::new(), ir::Type::I64)),
            Size::Op(op, args) => {
                if let Some(name) = self.own_variable(&Size::Op(op, args.clone())) {
                    return Ok(make::size_var(name));
                }
                let [a, b] = [self.size_expr(&args[0], span)?, self.size_expr(&args[1], span)?];
                Ok(make::binary(op.on_values(), a, b))
            }
            Size::Term(term) => match self.term_in_scope(&Size::Term(term.clone())) {
                Some(name) => Ok(make::size_var(name)),
                None => {
                    let args: Checking<Vec<ir::Expr>> = term.args.iter().map(|arg| self.size_expr(arg, span)).collect();
                    self.term_expr(&term, args?, span)
                }
            },
            unknown @ (Size::Var(_) | Size::Meta(_)) => Err(self.checker.size_not_known(&unknown, span)),
        }
    }

    /// Returns the expression for a term. `args` are the expressions for its arguments.
    fn term_expr(&mut self, term: &Term, args: Vec<ir::Expr>, span: Span) -> Checking<ir::Expr> {
        let mut args = args.into_iter();
        let kind = match &term.head {
            Head::Var(name) if self.scope.contains_key(name) => ir::ExprKind::Var(*name, Vec::new()),
            Head::Var(name) => {
                let headline = format!("the size needed here depends on `{}`, which is not in scope", name.hint);
                return self.checker.error(SIZE_UNKNOWN, span, headline, "bind the array with `let` before this");
            }
            Head::Def(id, _, types) => ir::ExprKind::Def(*id, types.iter().map(|ty| self.convert(ty, span)).collect()),
            Head::Literal(value) => ir::ExprKind::Literal(*value),
            Head::Apply => match args.next() {
                Some(function) => ir::ExprKind::Apply(Box::new(function), args.collect()),
                None => return Err(Reported),
            },
            Head::Prim(prim) => ir::ExprKind::Prim(*prim, args.collect()),
            Head::Operator(prim) => return Ok(self.operator(*prim, &term.ty, span)),
            Head::Field(field) => match args.next() {
                Some(record) => ir::ExprKind::Field(Box::new(record), *field),
                None => return Err(Reported),
            },
            Head::Record(names) => ir::ExprKind::Record(names.iter().copied().zip(args).collect()),
            Head::Array => ir::ExprKind::Array(args.collect()),
            Head::Index => match args.next() {
                Some(array) => ir::ExprKind::Index(Box::new(array), args.collect()),
                None => return Err(Reported),
            },
            Head::If => match <[ir::Expr; 3]>::try_from(args.collect::<Vec<_>>()) {
                Ok(parts) => {
                    let [condition, yes, no] = parts.map(Box::new);
                    ir::ExprKind::If(condition, yes, no)
                }
                Err(_) => return Err(Reported),
            },
        };
        let mut expr = make::expr(kind, self.convert(&term.ty, span)).at(span);
        self.settle(&mut expr);
        Ok(expr)
    }

    /// Returns an operator as a function of this type.
    fn operator(&mut self, prim: ir::Prim, ty: &Type, span: Span) -> ir::Expr {
        let (mut params, mut result) = (Vec::new(), self.convert(ty, span));
        while let ir::Type::Function(param, rest) = result {
            params.push((self.checker.fresh_name("x"), (*param).clone()));
            result = (*rest).clone();
        }
        let args = params.iter().map(|(name, ty)| make::var(*name, ty.clone())).collect();
        let body = make::expr(ir::ExprKind::Prim(prim, args), result).at(span);
        make::lambda(params.into_iter().map(|(name, ty)| make::param(name, ty)).collect(), body).at(span)
    }

    /// Returns some value of the type, for code that is never reached.
    fn stand_in(&mut self, ty: &ir::Type) -> Checking<ir::Expr> {
        match ty {
            ir::Type::Scalar(scalar) => Ok(make::literal(Scalar::zero(*scalar))),
            ir::Type::Array(elem, size) => {
                let count = make::size_value(*size).unwrap_or_else(|| make::i64(0));
                let elem = self.stand_in(elem)?;
                Ok(make::prim(ir::Prim::Replicate, vec![count, elem]))
            }
            ir::Type::Record(fields) => {
                let mut items = Vec::new();
                for (name, ty) in fields.iter() {
                    items.push((*name, self.stand_in(ty)?));
                }
                Ok(make::record(items))
            }
            ir::Type::Sum(constructors) => {
                let Some((name, payload)) = constructors.first() else { return Err(Reported) };
                let payload: Checking<Vec<ir::Expr>> = payload.iter().map(|ty| self.stand_in(ty)).collect();
                Ok(make::variant(*name, payload?, ty.clone()))
            }
            ir::Type::Function(from, to) => {
                let x = self.checker.fresh_name("x");
                let body = self.stand_in(to)?;
                Ok(make::lambda(vec![make::param(x, (**from).clone())], body))
            }
            // The code for such a type reads an element of an empty array, which fails.
            ir::Type::Data(..) | ir::Type::Seq(_) | ir::Type::Ref(_) | ir::Type::Tensor(_) | ir::Type::Param(_) => {
                let none = make::expr(ir::ExprKind::Array(Vec::new()), ir::Type::array(ty.clone(), ir::Size::Const(0)));
                Ok(make::expr(ir::ExprKind::Index(Box::new(none), vec![make::i64(0)]), ty.clone()))
            }
        }
    }
}

/// Collects the sizes that can be read off a value of the type: those of arrays outside of functions.
fn witnessed_sizes(ty: &Type, sizes: &mut Vec<Size>) {
    match ty {
        Type::Array(elem, size) => {
            sizes.push(size.clone());
            witnessed_sizes(elem, sizes);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| witnessed_sizes(ty, sizes)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| witnessed_sizes(ty, sizes))
        }
        Type::Abstract(hidden) => sizes.extend(hidden.sizes.iter().cloned()),
        Type::Scalar(_) | Type::Param(_) | Type::Function(_) | Type::Meta(_) => {}
    }
}

pub fn has_meta(size: &Size) -> bool {
    match size {
        Size::Meta(_) => true,
        Size::Op(_, args) => args.iter().any(has_meta),
        Size::Term(term) => term.args.iter().any(has_meta),
        Size::Const(_) | Size::Var(_) | Size::Def(..) => false,
    }
}

/// Returns the expression with all sizes in its type unknown, for use outside of the scope of their variables.
fn of_any_size(mut expr: ir::Expr) -> ir::Expr {
    expr.ty = core_ir::typing::without_sizes(&expr.ty);
    if let ir::ExprKind::Def(_, types) = &mut expr.kind {
        types.iter_mut().for_each(|ty| *ty = core_ir::typing::without_sizes(ty));
    }
    expr
}

/// Whether the expression is a condition, `match` or loop, so that its value depends on run-time values.
fn chooses(kind: &ir::ExprKind) -> bool {
    matches!(kind, ir::ExprKind::If(..) | ir::ExprKind::Match(..) | ir::ExprKind::Loop(_))
}

fn has_function_in_array(ty: &ir::Type) -> bool {
    ty.any_part(&|part| match part {
        ir::Type::Array(elem, _) => Some(elem.has_function()),
        ir::Type::Function(..) => Some(false),
        _ => None,
    })
}
