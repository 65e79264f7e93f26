//! Checks expressions, with one function for each form. `infer` determines the type of an expression, and `check`
//! demands a type. A hint is the type that the context would like: it gives lambdas the types of their parameters, but
//! need not be met.

use crate::ast::{self, Exp, ExpKind, QualName};
use crate::check::definitions::recursion::Called;
use crate::check::expressions::literals::negated;
use crate::check::expressions::locals::{Found, Local, SizeMark};
use crate::check::expressions::native::{Native, builtin_operator};
use crate::check::expressions::scalars;
use crate::check::messages::report::{NO_FIELD, Reason, UNDERSCORE};
use crate::check::modules::scope::{ModuleValue, ScopeId, ValueId, ValueInfo, ValueKind};
use crate::check::patterns::pat::Taken;
use crate::check::types::coerce::Step;
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::unify::Mark;
use crate::check::types::unique;
use crate::check::types::{
    Bound, Function, Replace, ScalarSet, Scheme, Size, Type, each_size, each_size_var, has_small_sizes, is_small, map,
};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Diagnostic, Name, Span, Symbol, Template};
use core_ir::build as make;
use core_ir::def as ir;
use core_ir::def::Unique;
use std::rc::Rc;
use value::{CmpOp, Scalar, ScalarType, UnOp};

/// The item that a name refers to.
pub enum Named {
    Local(Local),
    Value(Rc<ValueInfo>),
    /// The definition that is being checked, used in its own body.
    Itself(Rc<Called>),
    /// A built-in operator.
    Builtin(Native, ScalarSet),
}

impl Checker {
    /// Checks that an expression has the expected type.
    pub fn check(&mut self, exp: &Exp, expected: &Type, reason: &Reason) -> Checking<Typed> {
        let typed = self.infer(exp, Some(expected))?;
        self.subsume(typed, expected, exp.span, reason)
    }

    /// Checks an expression and infers its type. `hint` is the type that the context would like.
    pub fn infer(&mut self, exp: &Exp, hint: Option<&Type>) -> Checking<Typed> {
        let span = exp.span;
        match &exp.kind {
            ExpKind::Literal(literal) => Ok(self.literal(literal, span)),
            ExpKind::String(bytes) => Ok(self.string(bytes, span)),
            ExpKind::Var(name) => self.variable_exp(name),
            ExpKind::Hole => Ok(self.hole(hint, span)),
            ExpKind::Tuple(items) => self.tuple(items, hint, span),
            ExpKind::Record(fields) => self.record(fields, hint, span),
            ExpKind::Array(items) => self.array_literal(items, hint, span),
            ExpKind::Apply(function, args) => self.apply(function, &args.iter().collect::<Vec<_>>(), span, hint),
            ExpKind::Constructor(name, payload) => self.constructor(*name, payload, span),
            ExpKind::Binary(op, a, b) => self.binary(op, a, b, span, hint),
            ExpKind::Unary(op, inner) => self.unary(*op, inner, span, hint),
            ExpKind::Index(array, dims) => self.index(array, dims, span),
            ExpKind::Project(record, field) => {
                let record = self.infer(record, None)?;
                self.project(record, field.name, field.span, span)
            }
            ExpKind::LocalOpen(module, inner) => self.local_open(module, inner, hint),
            ExpKind::Range(range) => self.range(range, span),
            ExpKind::Lambda(lambda) => self.lambda(lambda, hint, span),
            ExpKind::If(condition, yes, no) => self.if_exp(condition, yes, no, hint, span),
            ExpKind::Match(subject, cases) => self.match_exp(subject, cases, hint, span),
            ExpKind::Section(op) => self.section(op, span),
            ExpKind::SectionLeft(left, op) => self.section_left(left, op, span),
            ExpKind::SectionRight(op, right) => self.section_right(op, right, hint, span),
            ExpKind::PathSection(steps) => self.path_section(steps, hint, span),
            ExpKind::Block(lets, body) => self.block_exp(lets, body, hint, span),
            ExpKind::With(target, path, value) => self.with(target, path, value, span),
            ExpKind::Loop(looped) => self.loop_exp(looped, span),
            ExpKind::Ascribe(inner, ty) => self.ascribe(inner, ty, span),
            ExpKind::Coerce(inner, ty) => self.coerce_exp(inner, ty, span),
            ExpKind::Assert(condition, inner) => self.assert(condition, inner, hint, span),
            ExpKind::Attr(attr, inner) => self.attributed(attr, inner, hint, span),
            ExpKind::Error => Err(Reported),
        }
    }

    fn string(&mut self, bytes: &[u8], span: Span) -> Typed {
        let elem = Type::Scalar(ScalarType::U8);
        let items = bytes.iter().map(|byte| make::literal(Scalar::U8(*byte))).collect();
        self.typed(ir::ExprKind::Array(items), Type::array(elem, Size::Const(bytes.len() as i64)), span)
    }

    /// Checks a hole, `???`. It is reported at the end of the definition, with its type.
    fn hole(&mut self, hint: Option<&Type>, span: Span) -> Typed {
        let ty = match hint {
            Some(hint) => hint.clone(),
            None => self.unifier.fresh(),
        };
        self.holes.push((ty.clone(), span));
        self.hole_of(&ty, span)
    }

    /// Returns an expression of type `ty` that fails when it is evaluated. `finish` generates its value, when the type
    /// is known.
    pub fn hole_of(&mut self, ty: &Type, span: Span) -> Typed {
        let ty = ty.clone();
        let then =
            self.node(ir::ExprKind::Variant(crate::check::definitions::finish::hole_marker(), Vec::new()), &ty, span);
        let message = Template::new("a hole in the program was reached");
        let ensure = ir::Ensure { condition: make::bool(false), message, values: Vec::new(), then };
        self.typed(ir::ExprKind::Ensure(Box::new(ensure)), ty, span)
    }

    fn tuple(&mut self, items: &[Exp], hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let hints = hint.map(|hint| self.unifier.shallow(hint));
        let mut fields = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let name = core_ir::def::tuple_field(i);
            fields.push((name, self.infer(item, field_of(hints.as_ref(), name))?));
        }
        Ok(self.record_of(fields, span))
    }

    /// Checks a record. A field without an expression has the value of the variable of its name.
    fn record(&mut self, fields: &[(ast::Ident, Option<Exp>)], hint: Option<&Type>, span: Span) -> Checking<Typed> {
        self.no_duplicates(fields.iter().map(|(name, _)| *name), "field")?;
        let hints = hint.map(|hint| self.unifier.shallow(hint));
        let mut typed = Vec::new();
        for (name, exp) in fields {
            let value = match exp {
                Some(exp) => self.infer(exp, field_of(hints.as_ref(), name.name))?,
                None => self.variable_exp(&QualName { path: Vec::new(), name: name.name, span: name.span })?,
            };
            typed.push((name.name, value));
        }
        Ok(self.record_of(typed, span))
    }

    pub fn record_of(&mut self, mut fields: Vec<(Symbol, Typed)>, span: Span) -> Typed {
        fields.sort_by(|(a, _), (b, _)| core_ir::def::field_order(*a, *b));
        let ty = Type::Record(fields.iter().map(|(name, field)| (*name, field.ty.clone())).collect());
        let (names, fields): (Vec<Symbol>, Vec<Typed>) = fields.into_iter().unzip();
        let mut steps = Vec::new();
        let fields = self.moved_out_of_parts(fields, &mut steps);
        let record = self.node(ir::ExprKind::Record(names.into_iter().zip(fields).collect()), &ty, span);
        Typed { expr: self.wrap(steps, record, &ty), ty }
    }

    fn constructor(&mut self, name: ast::Ident, payload: &[Exp], span: Span) -> Checking<Typed> {
        let payload: Checking<Vec<Typed>> = payload.iter().map(|exp| self.infer(exp, None)).collect();
        let payload = payload?;
        let types = payload.iter().map(|typed| typed.ty.clone()).collect();
        let ty = self.unifier.fresh_bounded(Some(Bound::Constructors(vec![(name.name, types)])));
        self.constructors.push((name.name, ty.clone(), name.span));
        let mut steps = Vec::new();
        let exprs = self.moved_out_of_parts(payload, &mut steps);
        let value = self.node(ir::ExprKind::Variant(name.name, exprs), &ty, span);
        Ok(Typed { expr: self.wrap(steps, value, &ty), ty })
    }

    /// Returns a field of a record. An unknown type becomes that of a record with this field.
    pub fn project(&mut self, record: Typed, field: Symbol, at: Span, span: Span) -> Checking<Typed> {
        let ty = match self.unifier.shallow(&record.ty) {
            Type::Record(fields) => match fields.iter().find(|(name, _)| *name == field) {
                Some((_, ty)) => ty.clone(),
                None => return self.no_field(&record.ty, field, at),
            },
            Type::Meta(_) => {
                let ty = self.unifier.fresh();
                let wanted = self.unifier.fresh_bounded(Some(Bound::Fields(vec![(field, ty.clone())])));
                match self.unifier.unify(&record.ty, &wanted) {
                    Ok(_) => ty,
                    Err(_) => return self.no_field(&record.ty, field, at),
                }
            }
            _ => return self.no_field(&record.ty, field, at),
        };
        Ok(self.typed(ir::ExprKind::Field(Box::new(record.expr), field), ty, span))
    }

    /// Reports that values of the type have no such field.
    fn no_field<T>(&mut self, ty: &Type, field: Symbol, at: Span) -> Checking<T> {
        let mut diagnostic = Diagnostic::error(NO_FIELD, format!("there is no field `{field}` here"))
            .label(at, format!("not a field of {}", self.show(ty)));
        if let Type::Record(fields) = self.unifier.shallow(ty) {
            let near = base::nearest(field, fields.iter().map(|(name, _)| *name));
            diagnostic.helps.extend(near.map(|near| format!("did you mean `{near}`?")));
        }
        if diagnostic.helps.is_empty() && self.scopes.find_value(self.context.place, field).is_some() {
            let before = self.sources.text(at).strip_suffix(field.as_str()).and_then(|text| text.strip_suffix('.'));
            let call = format!("`{field}` is a function: write `{field} {}`", before.unwrap_or(".."));
            diagnostic = diagnostic.help(call);
        }
        Err(self.report(diagnostic))
    }

    fn local_open(&mut self, module: &QualName, inner: &Exp, hint: Option<&Type>) -> Checking<Typed> {
        let mut path = module.path.clone();
        path.push(module.name);
        let Some(scope) = self.module_path(&path, module.span)? else { return Err(Reported) };
        let mark = self.context.locals.mark();
        self.context.locals.open(scope);
        let result = self.infer(inner, hint);
        self.context.locals.leave(mark);
        result
    }

    // Names

    /// Checks a name: a variable, or fields of one.
    pub fn variable_exp(&mut self, name: &QualName) -> Checking<Typed> {
        // `a.b` is a field if `a` is a variable.
        if let Some((first, rest)) = name.path.split_first()
            && self.is_variable(*first)
        {
            let head = QualName { path: Vec::new(), name: *first, span: name.span };
            let mut typed = self.variable_exp(&head)?;
            for field in rest.iter().chain([&name.name]) {
                typed = self.project(typed, *field, name.span, name.span)?;
            }
            return Ok(typed);
        }
        if let Some(at) = self.value_in_path(&name.path, name.span)
            && let (path, [value, fields @ ..]) = name.path.split_at(at)
        {
            let mut typed = self.variable_exp(&QualName { path: path.to_vec(), name: *value, span: name.span })?;
            for field in fields.iter().chain([&name.name]) {
                typed = self.project(typed, *field, name.span, name.span)?;
            }
            return Ok(typed);
        }
        let found = self.resolve_name(name)?;
        self.use_of(found, name)
    }

    /// For a path that begins with modules and continues with a value, returns the position after the value. The names
    /// from there on are fields.
    fn value_in_path(&mut self, path: &[Symbol], span: Span) -> Option<usize> {
        let (first, rest) = path.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let mut module = self.find_module(*first)?;
        for (at, name) in rest.iter().enumerate() {
            let ModuleValue::Structure(scope) = self.module_value(module, *name, span).ok()? else { return None };
            match self.scopes.exported_module(scope, *name) {
                Some(inner) => module = inner,
                None => return self.scopes.exported_value(scope, *name).map(|_| at + 1),
            }
        }
        None
    }

    /// Whether the path of the name contains a value, so that the name is a field of it.
    pub fn is_field(&mut self, name: &QualName) -> bool {
        let is_of_variable = name.path.first().is_some_and(|first| self.is_variable(*first));
        is_of_variable || self.value_in_path(&name.path, name.span).is_some()
    }

    /// Whether the name is that of a value in scope, rather than of a module.
    pub fn is_variable(&mut self, name: Symbol) -> bool {
        for found in self.context.locals.find(name) {
            match found {
                Found::Local(_) => return true,
                Found::Opened(scope) if self.scopes.exported_module(scope, name).is_some() => return false,
                Found::Opened(_) => {}
            }
        }
        let has_value = |scope| self.scopes.exported_value(scope, name).is_some();
        self.find_module(name).is_none()
            && (self.context.locals.opened().any(has_value)
                || self.scopes.find_value(self.context.place, name).is_some())
    }

    /// Returns the item that a name in an expression refers to, and records the use.
    pub fn resolve_name(&mut self, name: &QualName) -> Checking<Named> {
        self.is_meant_to_be_used(name)?;
        if name.path.is_empty() {
            for found in self.context.locals.find(name.name) {
                match found {
                    Found::Local(local) => {
                        self.used.extend(self.bound_at.get(&local.name));
                        return Ok(Named::Local(local));
                    }
                    Found::Opened(scope) => {
                        if let Some(intrinsic) = self.intrinsic(scope, name.name) {
                            return Ok(intrinsic);
                        }
                        if let Some(id) = self.scopes.exported_value(scope, name.name) {
                            return self.value_named(id, name.span);
                        }
                    }
                }
            }
        }
        let found = match self.module_path(&name.path, name.span)? {
            Some(scope) => {
                if let Some(intrinsic) = self.intrinsic(scope, name.name) {
                    return Ok(intrinsic);
                }
                self.scopes.exported_value(scope, name.name)
            }
            None => match self.itself_named(name.name, name.span)? {
                Some(called) => return Ok(Named::Itself(called)),
                None => self.scopes.find_value(self.context.place, name.name),
            },
        };
        match found {
            Some(id) => self.value_named(id, name.span),
            None if name.path.is_empty() => match builtin_operator(name.name) {
                Some((native, set)) => Ok(Named::Builtin(native, set)),
                None => self.unbound(name.name, name.span),
            },
            None => self.not_in_module(&name.path, name.name, name.span),
        }
    }

    /// Reports the use of a variable whose name begins with `_`.
    fn is_meant_to_be_used(&mut self, name: &QualName) -> Checking<()> {
        if !name.name.as_str().starts_with('_') || self.in_prelude_place() {
            return Ok(());
        }
        let headline = format!("`{}` is used, although its name begins with `_`", name.name);
        let diagnostic = Diagnostic::error(UNDERSCORE, headline)
            .label(name.span, "names that begin with `_` are for unused variables")
            .help("rename the variable, so that its name begins with a letter");
        Err(self.report(diagnostic))
    }

    /// Returns a member of the module `intrinsics` that no file declares: a built-in operator, which a user's operator
    /// may hide elsewhere, or a scalar operation whose name follows a pattern.
    fn intrinsic(&self, scope: ScopeId, name: Symbol) -> Option<Named> {
        if self.intrinsics != Some(scope) {
            return None;
        }
        let operator = builtin_operator(name).map(|(native, set)| Named::Builtin(native, set));
        operator.or_else(|| scalars::intrinsic(name.as_str()).map(|info| Named::Value(Rc::new(info))))
    }

    fn value_named(&mut self, id: ValueId, span: Span) -> Checking<Named> {
        Ok(Named::Value(self.value_info(id, span)?))
    }

    /// Returns the use of a named item as an expression, with fresh unknowns for its type parameters.
    fn use_of(&mut self, named: Named, name: &QualName) -> Checking<Typed> {
        let span = name.span;
        match named {
            Named::Local(local) => {
                let (ty, type_args, sizes) = self.instantiate(&local.scheme);
                let type_args = type_args.iter().map(|ty| self.slot(ty)).collect();
                let variable = ir::ExprKind::Var(local.name, type_args);
                Ok(self.applied_to_sizes(variable, &local.passed, &local.scheme, ty, &sizes, span))
            }
            Named::Value(info) => {
                let (ty, type_args, sizes) = self.instantiate(&info.scheme);
                match &info.kind {
                    ValueKind::Def { id, sizes: passed } => {
                        let type_args = type_args.iter().map(|ty| self.slot(ty)).collect();
                        let def = ir::ExprKind::Def(*id, type_args);
                        let ty = self.with_new_unknowns(ty, span);
                        Ok(self.applied_to_sizes(def, passed, &info.scheme, ty, &sizes, span))
                    }
                    ValueKind::Native { native, arity } => {
                        self.native_function(*native, *arity, Vec::new(), ty, sizes, span)
                    }
                }
            }
            Named::Itself(called) => {
                self.passes_functions_on(&called, &[], span)?;
                Ok(self.itself_exp(&called, span))
            }
            Named::Builtin(native, set) => {
                let (ty, _) = self.builtin_type(native, set);
                self.native_function(native, 2, Vec::new(), ty, Vec::new(), span)
            }
        }
    }

    /// Returns the use of a function, applied to the sizes that its arguments do not determine.
    pub fn applied_to_sizes(
        &mut self,
        function: ir::ExprKind,
        passed: &[Name],
        scheme: &Scheme,
        ty: Type,
        sizes: &[Size],
        span: Span,
    ) -> Typed {
        if passed.is_empty() {
            return self.typed(function, ty, span);
        }
        let function = self.node(function, &crate::check::definitions::define::with_sizes(passed, &ty), span);
        let given = scheme.sizes.iter().zip(sizes).filter(|(name, _)| passed.contains(name));
        let given: Vec<(Symbol, Size)> = given.map(|(name, size)| (name.hint, size.clone())).collect();
        let args = given.iter().map(|(parameter, size)| self.size_argument(*parameter, size, &ty, span)).collect();
        self.typed(ir::ExprKind::Apply(Box::new(function), args), ty, span)
    }

    /// Returns the type of a scheme with fresh unknowns for its parameters, the type arguments, and the size arguments.
    pub fn instantiate(&mut self, scheme: &Scheme) -> (Type, Vec<Type>, Vec<Size>) {
        if scheme.sizes.is_empty() && scheme.types.is_empty() {
            return (scheme.ty.clone(), Vec::new(), Vec::new());
        }
        let mut replace = Replace::default();
        let sizes: Vec<Size> = scheme.sizes.iter().map(|_| self.unifier.fresh_size()).collect();
        let bound = |name: &Name| scheme.bounds.iter().find(|(other, _)| other == name).map(|(_, bound)| bound.clone());
        let types: Vec<Type> = scheme
            .types
            .iter()
            .map(|name| match scheme.lifted.contains(name) {
                true => self.unifier.fresh_bounded(bound(name)),
                false => self.unifier.fresh_regular(bound(name)),
            })
            .collect();
        replace.sizes.extend(scheme.sizes.iter().copied().zip(sizes.iter().cloned()));
        replace.types.extend(scheme.types.iter().copied().zip(types.iter().cloned()));
        (replace.ty(&scheme.ty), types, sizes)
    }

    // Functions

    pub fn lambda(&mut self, lambda: &ast::Lambda, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let mark = self.context.locals.mark();
        let sizes = self.context.bound.mark();
        let result = self.lambda_inside(lambda, hint, sizes, span);
        self.context.locals.leave(mark);
        self.context.bound.leave(sizes);
        result
    }

    /// Checks a lambda whose scope has been entered. `sizes` marks the sizes bound outside of it.
    fn lambda_inside(
        &mut self,
        lambda: &ast::Lambda,
        hint: Option<&Type>,
        sizes: SizeMark,
        span: Span,
    ) -> Checking<Typed> {
        self.not_too_many(lambda.params.len(), "parameters", span)?;
        let mut expected = hint.map(|hint| self.unifier.shallow(hint));
        let (mut params, mut types, mut taken) = (Vec::new(), Vec::new(), Taken::new());
        let mut wanted = Unique::No;
        for pat in &lambda.params {
            let function = match &expected {
                Some(Type::Function(function)) => Some(function.clone()),
                _ => None,
            };
            let ty = function.as_ref().map_or_else(|| self.unifier.fresh(), |function| function.param.clone());
            let bound = self.pattern(pat, &ty, &ty, &mut taken)?;
            types.push((ty, unique::of_pattern(pat)));
            let param = ir::Param { pat: bound, consumed: unique::of_pattern(pat), span: pat.span };
            wanted = function.as_ref().map_or(Unique::No, |function| function.unique.clone());
            expected = function.map(|function| self.expected_result(&function, variable_of(&param)));
            params.push(param);
        }
        let before = self.fresh_name("before");
        let inferred = lambda.result.is_none();
        let (body, unique) = self.lambda_body(lambda, expected.as_ref(), before, sizes)?;
        // If the lambda states no uniqueness of its result, the context's function type decides.
        let unique = if inferred { wanted } else { unique };
        self.not_too_large(&body.ty, lambda.body.span)?;
        let steps = std::mem::take(&mut taken.steps);
        let body = Typed { expr: self.wrap(steps, body.expr, &body.ty), ty: body.ty };
        let names: Vec<Option<Name>> = params.iter().map(variable_of).collect();
        let named: Vec<Name> = names.iter().copied().flatten().collect();
        let mut ty = self.close_but(&body.ty, sizes, &named, span);
        let exists = self.sizes_after(&ty, before);
        let of_params: Vec<Name> = types.iter().flat_map(|(ty, _)| self.sizes_after(ty, before)).collect();
        let exists: Rc<[Name]> = exists.into_iter().filter(|name| !of_params.contains(name)).collect();
        for (i, (param, consumed)) in types.into_iter().enumerate().rev() {
            let last = i + 1 == params.len();
            // The type is resolved here because it may name earlier parameters.
            let mut function = Function::plain(self.unifier.resolve(&param), ty);
            function.consumed = consumed;
            let name = names.get(i).copied().flatten();
            function.name = name.filter(|name| crate::check::sizes::constructive::mentions(&function.result, *name));
            if last {
                function.unique = unique.clone();
                function.inferred = inferred;
                function.exists = exists.clone();
            }
            ty = Type::Function(Rc::new(function));
        }
        let kind = ir::ExprKind::Lambda(Box::new(ir::Lambda { params, unique_result: unique, body: body.expr }));
        Ok(self.typed(kind, ty, span))
    }

    /// Returns the result type that a lambda's context expects, for a parameter with the variable `argument`.
    /// Existential sizes become unknown sizes, so that any size fits.
    pub fn expected_result(&mut self, function: &Function, argument: Option<Name>) -> Type {
        let mut replace = Replace::default();
        for name in function.exists.iter() {
            replace.sizes.insert(*name, self.unifier.fresh_size());
        }
        if let (Some(name), Some(argument)) = (function.name, argument) {
            replace.sizes.insert(name, Size::Var(argument));
        }
        match replace.sizes.is_empty() {
            true => self.unifier.shallow(&function.result),
            false => replace.ty(&self.unifier.resolve(&function.result)),
        }
    }

    /// Returns the sizes in the type that were made after `before`. In a lambda these are new in each call.
    fn sizes_after(&self, ty: &Type, before: Name) -> Vec<Name> {
        let mut names = Vec::new();
        crate::check::definitions::define::collect(&self.unifier.resolve(ty), &mut |name| {
            if name.id > before.id && !names.contains(&name) {
                names.push(name);
            }
        });
        names
    }

    /// Checks the body of a lambda against its declared type or the type that the context expects. If sizes of the body
    /// are new in each call, it is left to the context to compare them.
    fn lambda_body(
        &mut self,
        lambda: &ast::Lambda,
        expected: Option<&Type>,
        before: Name,
        sizes: SizeMark,
    ) -> Checking<(Typed, Unique)> {
        let Some(result) = &lambda.result else {
            let body = self.infer(&lambda.body, expected)?;
            let mut has_new_sizes = !self.sizes_after(&body.ty, before).is_empty();
            each_size(&self.unifier.resolve(&body.ty), &mut |size| {
                each_size_var(size, &mut |name| has_new_sizes |= self.context.bound.since(sizes, name));
            });
            return match expected {
                Some(_) if has_new_sizes => Ok((body, Unique::No)),
                Some(expected) => {
                    let reason = Reason::new(Span::NOWHERE, "the function must return");
                    Ok((self.subsume(body, expected, lambda.body.span, &reason)?, Unique::No))
                }
                None => Ok((body, Unique::No)),
            };
        };
        let mut reading = Reading::new(Anonymous::Solve);
        let ty = self.type_exp(result, &mut reading)?;
        let body = self.check(&lambda.body, &ty, &Reason::new(result.span, "the result is declared as"))?;
        let steps: Vec<Step> = reading.bindings.into_iter().map(Step::Bind).collect();
        let expr = self.wrap(steps, body.expr, &body.ty);
        Ok((Typed { expr, ty: body.ty }, unique::of_type(result)))
    }

    /// Returns the type for use outside of the scope of the sizes bound since the mark. The expression of a variable
    /// replaces the variable, if it can be a size in types. Any other size becomes unknown.
    pub fn close(&mut self, ty: &Type, sizes: SizeMark, span: Span) -> Type {
        self.close_but(ty, sizes, &[], span)
    }

    /// Returns the value after the steps, for use outside of the scope of the sizes bound since the mark.
    pub fn leave_scope(&mut self, steps: Vec<Step>, value: Typed, sizes: SizeMark, span: Span) -> Typed {
        let ty = self.close(&value.ty, sizes, span);
        let in_scope = |checker: &mut Checker, value: Vec<ir::Expr>, ty: &Type| {
            let value = value.into_iter().next().unwrap_or_else(core_ir::build::unit);
            checker.wrap(steps, value, ty)
        };
        self.with_new_sizes(vec![value], ty, span, in_scope)
    }

    /// Like `close`, but keeps the variables in `but`, which the type itself will bind.
    fn close_but(&mut self, ty: &Type, sizes: SizeMark, but: &[Name], span: Span) -> Type {
        let ty = self.unifier.resolve(ty);
        let (ty, mut leaving) = self.with_meanings(ty, sizes);
        leaving.retain(|name| !but.contains(name));
        self.rename_sizes(&ty, leaving, span)
    }

    /// Replaces variables bound since the mark by their expressions, repeatedly. Returns the type, and the variables
    /// that are left in it.
    fn with_meanings(&mut self, mut ty: Type, sizes: SizeMark) -> (Type, Vec<Name>) {
        loop {
            let mut leaving: Vec<Name> = Vec::new();
            crate::check::definitions::define::collect(&ty, &mut |name| {
                if self.context.bound.since(sizes, name) {
                    leaving.push(name);
                }
            });
            let mut replace = Replace::default();
            for name in &leaving {
                replace.sizes.extend(self.meanings.get(name).map(|size| (*name, size.clone())));
            }
            if replace.sizes.is_empty() {
                return (ty, leaving);
            }
            let meant = self.unifier.resolve(&replace.ty(&ty));
            if !has_small_sizes(&meant) {
                return (ty, leaving);
            }
            ty = meant;
        }
    }

    /// Replaces sizes with too many parts by unknown sizes. Otherwise sizes that contain the previous size twice would
    /// double at each step.
    pub fn with_small_sizes(&mut self, ty: Type, span: Span) -> Type {
        if has_small_sizes(&ty) {
            return ty;
        }
        let mut renamed: Vec<(Size, Size)> = Vec::new();
        each_size(&ty, &mut |size| {
            if !is_small(size) && renamed.iter().all(|(old, _)| old != size) {
                renamed.push((size.clone(), self.unknown_size("size", span)));
            }
        });
        with_sizes(&ty, &|size| renamed.iter().find(|(old, _)| old == size).map(|(_, new)| new.clone()))
    }

    /// Replaces the names, and the expressions that contain them, by new unknown sizes.
    pub fn rename_sizes(&mut self, ty: &Type, names: Vec<Name>, span: Span) -> Type {
        if names.is_empty() {
            return ty.clone();
        }
        let mut renamed: Vec<(Size, Size)> = Vec::new();
        each_size(ty, &mut |size| self.rename_size(size, &names, &mut renamed, span));
        let new = |size: &Size| renamed.iter().find(|(old, _)| old == size).map(|(_, new)| new.clone());
        with_sizes(ty, &new)
    }

    /// Adds a new unknown size to `renamed` for each part of the size that mentions one of the names.
    fn rename_size(&mut self, size: &Size, names: &[Name], renamed: &mut Vec<(Size, Size)>, span: Span) {
        let mut leaves = None;
        each_size_var(size, &mut |name| {
            if leaves.is_none() && names.contains(&name) {
                leaves = Some(name);
            }
        });
        match (size, leaves) {
            (_, None) => {}
            _ if renamed.iter().any(|(old, _)| old == size) => {}
            (Size::Op(_, args), Some(_)) => args.iter().for_each(|arg| self.rename_size(arg, names, renamed, span)),
            (_, Some(name)) => {
                let new = self.unknown_size(name.hint.as_str(), span);
                if let Size::Var(unknown) = new {
                    self.left_scope.insert(unknown, (size.clone(), name));
                }
                renamed.push((size.clone(), new));
            }
        }
    }

    /// Checks `#[attr] e`, whose value is that of `e`. Only `trace`, `unsafe` and `param` change the generated code.
    fn attributed(&mut self, attr: &ast::Attr, inner: &Exp, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        self.note_attribute(attr);
        let mut typed = self.infer(inner, hint)?;
        if let ("param", [name]) = (attr.name.as_str(), attr.args.as_slice())
            && [Some(&typed.ty), hint].into_iter().flatten().all(|ty| self.may_be_i64(ty))
        {
            let default =
                self.subsume(typed, &Type::I64, inner.span, &Reason::new(span, "a tuning parameter must be"))?;
            return Ok(self.tuning_parameter(name.name, default, span));
        }
        if attr.name.as_str() == "unsafe" {
            core_ir::checks::leave_out(&mut typed.expr);
        }
        if attr.name.as_str() != "trace" {
            return Ok(typed);
        }
        let tag = attr.args.first().map_or(attr.name, |tag| tag.name);
        let kind = ir::ExprKind::Prim(ir::Prim::Trace(tag), vec![typed.expr]);
        Ok(self.typed(kind, typed.ty, span))
    }

    fn may_be_i64(&self, ty: &Type) -> bool {
        matches!(self.unifier.shallow(ty), Type::Meta(_) | Type::I64)
    }

    /// Returns `#[param(x)] e`: the value of the tuning parameter `x` if it is set, else the value of `e`.
    fn tuning_parameter(&mut self, name: Symbol, default: Typed, span: Span) -> Typed {
        let parameter = self.node(ir::ExprKind::Prim(ir::Prim::Parameter(name), Vec::new()), &Type::I64, span);
        let least = self.node(ir::ExprKind::Literal(Scalar::I64(0)), &Type::I64, span);
        let compare = ir::ExprKind::Prim(ir::Prim::Cmp(CmpOp::Le), vec![least, parameter.clone()]);
        let is_set = self.node(compare, &Type::BOOL, span);
        let kind = ir::ExprKind::If(Box::new(is_set), Box::new(parameter), Box::new(default.expr));
        self.typed(kind, Type::I64, span)
    }

    // Control

    pub fn condition(&mut self, exp: &Exp) -> Checking<Typed> {
        self.check(exp, &Type::BOOL, &Reason::new(Span::NOWHERE, "a condition must be"))
    }

    fn ascribe(&mut self, inner: &Exp, ty: &ast::TypeExp, span: Span) -> Checking<Typed> {
        let mut reading = Reading::new(Anonymous::Solve);
        let declared = self.type_exp(ty, &mut reading)?;
        let typed = self.check(inner, &declared, &Reason::new(ty.span, "this requires"))?;
        self.ascribed(typed, declared, reading, span)
    }

    /// Checks `e :> type`, which compares the sizes at run time.
    fn coerce_exp(&mut self, inner: &Exp, ty: &ast::TypeExp, span: Span) -> Checking<Typed> {
        let mut reading = Reading::new(Anonymous::Solve);
        let declared = self.type_exp(ty, &mut reading)?;
        let mark = self.unifier.mark();
        let typed = self.infer(inner, Some(&declared))?;
        let reason = Reason::new(ty.span, "this requires");
        let found = self.unifier.resolve(&typed.ty);
        let claimed = self.claimed(&found, &self.unifier.resolve(&declared), mark);
        let typed = match self.unifier.unify(&typed.ty, &claimed) {
            Err(why) => return Err(self.mismatch(&typed.ty, &declared, inner.span, &reason, why)),
            Ok(clashes)
                if clashes.0.is_empty() && self.unifier.resolve(&claimed) == self.unifier.resolve(&declared) =>
            {
                typed
            }
            Ok(_) => self.coerce(typed, &declared, inner.span),
        };
        self.ownership_fits(&found, &declared, inner.span, &reason)?;
        self.ascribed(typed, declared, reading, span)
    }

    /// Returns the type that the value of `e :> declared` must have: the declared type, but with unknown sizes where a
    /// size of the value was unknown before the mark. Code around the coercion determines these.
    fn claimed(&mut self, found: &Type, declared: &Type, mark: Mark) -> Type {
        match (found, declared) {
            (Type::Meta(meta), _) if mark.is_after(*meta) => self.unifier.loosened(declared),
            (Type::Array(found, n), Type::Array(declared, m)) => {
                let is_open = matches!(n, Size::Meta(meta) if mark.is_after_size(*meta));
                let elem = self.claimed(found, declared, mark);
                Type::array(elem, if is_open { self.unifier.fresh_size() } else { m.clone() })
            }
            (Type::Record(xs), Type::Record(ys)) if xs.len() == ys.len() => {
                let claimed =
                    |((_, x), (name, y)): (&(Symbol, Type), &(Symbol, Type))| (*name, self.claimed(x, y, mark));
                Type::Record(xs.iter().zip(ys.iter()).map(claimed).collect())
            }
            _ => declared.clone(),
        }
    }

    fn ascribed(&mut self, typed: Typed, declared: Type, reading: Reading, span: Span) -> Checking<Typed> {
        let steps: Vec<Step> = reading.bindings.into_iter().map(Step::Bind).collect();
        let expr = self.wrap(steps, typed.expr, &typed.ty).at(span);
        // The result has the declared type, because its sizes say more than those of the value.
        Ok(Typed { expr, ty: declared })
    }

    fn assert(&mut self, condition: &Exp, inner: &Exp, hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let condition_span = condition.span;
        let condition = self.condition(condition)?;
        let typed = self.infer(inner, hint)?;
        let message = Template::new(format!("Assertion is false: {}", self.quoted(condition_span)));
        let ensure = ir::Ensure { condition: condition.expr, message, values: Vec::new(), then: typed.expr };
        Ok(self.typed(ir::ExprKind::Ensure(Box::new(ensure)), typed.ty, span))
    }

    /// Returns the source text of an expression on one line, for a message.
    fn quoted(&self, span: Span) -> String {
        const LONGEST: usize = 200;
        let text = self.sources.text(span).split_whitespace().collect::<Vec<&str>>().join(" ");
        let text = without_parentheses(&text);
        let mut short: String = text.chars().take(LONGEST).collect();
        if short.len() < text.len() {
            short.push_str("..");
        }
        short.replace('{', "{{").replace('}', "}}")
    }

    /// Checks `-e` or `!e`. The negation of a literal is a literal, unless the literal is in parentheses.
    fn unary(&mut self, op: ast::UnaryOp, inner: &Exp, span: Span, hint: Option<&Type>) -> Checking<Typed> {
        if let (ast::UnaryOp::Negate, ExpKind::Literal(literal)) = (op, &inner.kind)
            && !self.sources.text(inner.span).starts_with('(')
            && let Some(negated) = negated(literal)
        {
            return Ok(self.literal(&negated, span));
        }
        let (set, op) = match op {
            ast::UnaryOp::Negate => (ScalarSet::NUMBERS, UnOp::Neg),
            ast::UnaryOp::Not => (ScalarSet::INTEGERS_AND_BOOL, UnOp::Not),
        };
        let ty = self.unifier.fresh_number(set);
        let typed = self.infer(inner, hint)?;
        let typed = self.subsume(typed, &ty, inner.span, &Reason::none())?;
        Ok(self.typed(ir::ExprKind::Prim(ir::Prim::Un(op), vec![typed.expr]), ty, span))
    }
}

/// Replaces sizes in the type, and parts of arithmetic sizes, for which `new` returns one.
fn with_sizes(ty: &Type, new: &dyn Fn(&Size) -> Option<Size>) -> Type {
    map(ty, &mut |size| with_size_parts(size, new), &mut |part| with_sizes(part, new))
}

fn with_size_parts(size: &Size, new: &dyn Fn(&Size) -> Option<Size>) -> Size {
    match (new(size), size) {
        (Some(new), _) => new,
        (None, Size::Op(op, args)) => {
            Size::Op(*op, Rc::new([with_size_parts(&args[0], new), with_size_parts(&args[1], new)]))
        }
        (None, size) => size.clone(),
    }
}

/// Returns the variable of a parameter; `None` if its pattern is not one.
fn variable_of(param: &ir::Param) -> Option<Name> {
    match &param.pat {
        ir::Pat::Var(name, _) => Some(*name),
        _ => None,
    }
}

/// Removes the parentheses around the whole text: `x > 0` for `(x > 0)`.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut open = 0usize;
    for c in inner.chars() {
        match c {
            '(' => open += 1,
            // In `(a) && (b)` the first parenthesis is closed before the end.
            ')' if open == 0 => return text,
            ')' => open -= 1,
            _ => {}
        }
    }
    inner
}

fn field_of(hint: Option<&Type>, name: Symbol) -> Option<&Type> {
    match hint {
        Some(Type::Record(fields)) => fields.iter().find(|(other, _)| *other == name).map(|(_, ty)| ty),
        _ => None,
    }
}
