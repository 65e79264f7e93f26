//! Checks type expressions.

use crate::ast::{self, ExpKind, Liftedness, TypeExp, TypeExpKind, TypeParamKind};
use crate::check::expressions::locals::FoundType;
use crate::check::messages::report::{LIFTED, NOT_AN_ARRAY, NOT_PORTABLE, TYPE_ARGUMENTS, UNBOUND_MODULE, counted};
use crate::check::modules::scope::{ModuleId, ModuleValue, ScopeId, TypeInfo};
use crate::check::sizes::term::has_term;
use crate::check::types::unique;
use crate::check::types::{Function, Replace, Size, SizeOp, Type};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Name, Span, Symbol};
use core_ir::build as make;
use std::rc::Rc;
use value::ScalarType;

/// Treatment of sizes that a type leaves open, `[]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anonymous {
    /// Each is an unknown size that the context determines. Used for ascriptions and `let` patterns.
    Solve,
    /// Each is a new size that equals only itself. Used for parameters.
    Name,
}

/// State while a type expression is checked.
pub struct Reading {
    anonymous: Anonymous,
    /// Names of the new sizes for `[]` and of the existential sizes `?[n].`, in order.
    pub names: Vec<Name>,
    /// Bindings that compute sizes, to be placed before the type is used.
    pub bindings: Vec<core_ir::def::Binding>,
}

impl Reading {
    pub fn new(anonymous: Anonymous) -> Reading {
        Reading { anonymous, names: Vec::new(), bindings: Vec::new() }
    }
}

impl Checker {
    /// Checks a type expression; returns the type.
    pub fn type_exp(&mut self, exp: &TypeExp, reading: &mut Reading) -> Checking<Type> {
        match &exp.kind {
            TypeExpKind::Name(name, args) => self.type_name(name, args, exp.span, reading),
            TypeExpKind::Array(size, elem) => {
                let size = match size {
                    Some(size) => self.size_exp(size, reading)?,
                    None => self.anonymous_size(exp.span, reading),
                };
                let ty = self.type_exp(elem, reading)?;
                self.may_be_element(&ty, elem.span)?;
                self.is_plain_element(&ty, elem)?;
                Ok(Type::array(ty, size))
            }
            TypeExpKind::Tuple(items) => {
                let items: Checking<Vec<Type>> = items.iter().map(|item| self.type_exp(item, reading)).collect();
                Ok(Type::tuple(items?))
            }
            TypeExpKind::Record(fields) => {
                self.no_duplicates(fields.iter().map(|(field, _)| *field), "field")?;
                let fields: Checking<Vec<(Symbol, Type)>> =
                    fields.iter().map(|(name, ty)| Ok((name.name, self.type_exp(ty, reading)?))).collect();
                Ok(Type::record(fields?))
            }
            TypeExpKind::Sum(constructors) => {
                self.no_duplicates(constructors.iter().map(|(name, _)| *name), "constructor")?;
                self.may_have_constructors(constructors.len(), exp.span);
                let mut sum = Vec::new();
                for (name, payload) in constructors {
                    let payload: Checking<Vec<Type>> = payload.iter().map(|ty| self.type_exp(ty, reading)).collect();
                    sum.push((name.name, payload?));
                }
                Ok(crate::check::types::unify::sum(sum))
            }
            TypeExpKind::Function(name, param, result) => self.function_type(*name, param, result, reading),
            TypeExpKind::Unique(inner) => self.type_exp(inner, reading),
            TypeExpKind::Exists(names, inner) => self.exists(names, inner, reading),
        }
    }

    /// Reports an element type whose values may contain functions or differ in size.
    fn is_plain_element(&mut self, ty: &Type, elem: &TypeExp) -> Checking<()> {
        let label = match self.needed_liftedness(ty).max(self.written_liftedness(elem)) {
            Liftedness::Lifted => "values of this type may contain functions",
            Liftedness::SizeLifted => "values of this type may differ in size",
            Liftedness::Unlifted => return Ok(()),
        };
        self.error(LIFTED, elem.span, "array elements cannot have a lifted type".to_owned(), label)
    }

    /// Warns of a type argument that is more lifted than its parameter.
    fn may_be_argument(&mut self, needed: Liftedness, exp: &TypeExp, applied: Symbol, param: (Name, Liftedness)) {
        let (what, tick) = match needed {
            _ if needed <= param.1 || self.in_prelude_place() => return,
            Liftedness::Lifted => ("may contain functions", "'^"),
            _ => ("may differ in size", "'~"),
        };
        let diagnostic =
            Diagnostic::warning(NOT_PORTABLE, format!("not portable: `{applied}` applied to a lifted type"))
                .label(exp.span, format!("values of this type {what}"))
                .help(format!("declare the parameter of `{applied}` as `{tick}{}`, which allows it", param.0.hint));
        self.report(diagnostic);
    }

    /// Reports an array in the representation of an abstract type whose elements may be functions or differ in size.
    fn elements_are_plain(&mut self, ty: &Type, span: Span) -> Checking<()> {
        let Some(elem) = self.lifted_element(ty) else { return Ok(()) };
        self.may_be_element(&elem, span)?;
        let label = "this type contains an array of functions";
        self.error(LIFTED, span, "array elements cannot have a lifted type".to_owned(), label)
    }

    pub fn no_duplicates(&mut self, names: impl Iterator<Item = ast::Ident>, what: &str) -> Checking<()> {
        let mut seen: rustc_hash::FxHashMap<Symbol, Span> = Default::default();
        for ident in names {
            if let Some(first) = seen.insert(ident.name, ident.span) {
                let headline = format!("the {what} `{}` is declared twice", ident.name);
                let diagnostic = Diagnostic::error(crate::check::messages::report::BOUND_TWICE, headline);
                return Err(self.report(diagnostic.label(ident.span, "again").label(first, "first here")));
            }
        }
        Ok(())
    }

    /// Returns the size for a dimension that a type leaves open.
    fn anonymous_size(&mut self, span: Span, reading: &mut Reading) -> Size {
        match reading.anonymous {
            Anonymous::Solve => self.unifier.fresh_size(),
            Anonymous::Name => {
                let size = self.unknown_size("size", span);
                if let Size::Var(name) = size {
                    reading.names.push(name);
                }
                size
            }
        }
    }

    /// Checks a function type. Sizes that the result leaves open are new in each call.
    fn function_type(
        &mut self,
        name: Option<ast::Ident>,
        param: &TypeExp,
        result: &TypeExp,
        reading: &mut Reading,
    ) -> Checking<Type> {
        let (consumed, unique) = (unique::of_type(param), unique::of_type(result));
        let mut param_reading = Reading::new(Anonymous::Solve);
        let param = self.type_exp(param, &mut param_reading)?;
        let mark = self.context.locals.mark();
        let bound = name.map(|ident| self.bind_local(ident.name, param.clone()));
        let mut result_reading = Reading::new(Anonymous::Name);
        let result = self.type_exp(result, &mut result_reading);
        self.context.locals.leave(mark);
        reading.bindings.extend(param_reading.bindings);
        Ok(Type::Function(Rc::new(Function {
            param,
            name: bound,
            consumed,
            result: result?,
            exists: result_reading.names.into(),
            unique,
            inferred: false,
        })))
    }

    /// Checks a type with existential sizes, `?[n].t`.
    fn exists(&mut self, names: &[ast::Ident], inner: &TypeExp, reading: &mut Reading) -> Checking<Type> {
        self.no_duplicates(names.iter().copied(), "size")?;
        let mark = self.context.locals.mark();
        let mut bound = Vec::new();
        for ident in names {
            let name = self.bind_local(ident.name, Type::I64);
            self.size_origins.insert(name, ident.span);
            bound.push(name);
        }
        let ty = self.type_exp(inner, reading);
        self.context.locals.leave(mark);
        if let Ok(ty) = &ty {
            let hidden: Vec<(Name, Span)> = bound.iter().copied().zip(names.iter().map(|name| name.span)).collect();
            self.hidden_are_witnessed(&hidden, ty)?;
        }
        let mut replace = Replace::default();
        for (name, ident) in bound.into_iter().zip(names) {
            let size = match reading.anonymous {
                Anonymous::Name => self.unknown_size(name.hint.as_str(), ident.span),
                Anonymous::Solve => self.unifier.fresh_size(),
            };
            reading.names.extend(if let Size::Var(name) = &size { Some(*name) } else { None });
            replace.sizes.insert(name, size);
        }
        Ok(replace.ty(&ty?))
    }

    /// Checks a type name applied to arguments.
    fn type_name(
        &mut self,
        name: &ast::QualName,
        args: &[ast::TypeArg],
        span: Span,
        reading: &mut Reading,
    ) -> Checking<Type> {
        match self.find_type(name)? {
            Some(FoundType::Parameter(ty)) if args.is_empty() => Ok(ty),
            Some(FoundType::Parameter(_)) => self.type_arguments(name.name, 0, args.len(), span),
            Some(FoundType::Defined(info)) => self.apply_type(name.name, &info, args, span, reading),
            None => match ScalarType::from_name(name.name.as_str()) {
                Some(scalar) if name.path.is_empty() && args.is_empty() => Ok(Type::Scalar(scalar)),
                Some(_) if name.path.is_empty() => self.type_arguments(name.name, 0, args.len(), span),
                _ => self.unbound_type(name.name, span),
            },
        }
    }

    pub fn find_type(&mut self, name: &ast::QualName) -> Checking<Option<FoundType>> {
        if let Some(scope) = self.module_path(&name.path, name.span)? {
            return Ok(self.scopes.exported_type(scope, name.name).map(FoundType::Defined));
        }
        let local = self.context.locals.find_type(name.name, |scope| self.scopes.exported_type(scope, name.name));
        let around = || self.scopes.find_type(self.context.place, name.name).map(FoundType::Defined);
        Ok(local.or_else(around))
    }

    /// Returns the module with this name: from an opened module, or from a scope around the definition.
    pub fn find_module(&self, name: Symbol) -> Option<ModuleId> {
        let opened = self.context.locals.opened().find_map(|scope| self.scopes.exported_module(scope, name));
        opened.or_else(|| self.scopes.find_module(self.context.place, name))
    }

    fn type_arguments<T>(&mut self, name: Symbol, takes: usize, given: usize, span: Span) -> Checking<T> {
        let headline = format!("the type `{name}` takes {}, not {given}", counted(takes, "argument"));
        self.error(TYPE_ARGUMENTS, span, headline, "used here")
    }

    /// Returns the type that a defined type is for these arguments.
    fn apply_type(
        &mut self,
        name: Symbol,
        info: &TypeInfo,
        args: &[ast::TypeArg],
        span: Span,
        reading: &mut Reading,
    ) -> Checking<Type> {
        if info.rejected {
            return Err(Reported);
        }
        if info.params.len() != args.len() {
            return self.type_arguments(name, info.params.len(), args.len(), span);
        }
        let (mut replace, mut lifted) = (Replace::default(), false);
        for ((kind, param), arg) in info.params.iter().zip(args) {
            match (kind, arg) {
                (TypeParamKind::Size, ast::TypeArg::Size(size)) => {
                    let size = match size {
                        Some(size) => self.size_exp(size, reading)?,
                        None => self.anonymous_size(span, reading),
                    };
                    replace.sizes.insert(*param, size);
                }
                (TypeParamKind::Type(liftedness), ast::TypeArg::Type(exp)) => {
                    let ty = self.type_exp(exp, reading)?;
                    let needed = self.needed_liftedness(&ty).max(self.written_liftedness(exp));
                    lifted |= needed != Liftedness::Unlifted;
                    if !matches!(info.ty, Type::Abstract(_)) {
                        self.may_be_argument(needed, exp, name, (*param, *liftedness));
                    }
                    replace.types.insert(*param, ty);
                }
                _ => {
                    let headline = format!("wrong kind of argument for the type `{name}`");
                    return self.error(
                        TYPE_ARGUMENTS,
                        span,
                        headline,
                        "a size stands in the place of a type, or the reverse",
                    );
                }
            }
        }
        for hidden in &info.hidden {
            let size = self.anonymous_size(span, reading);
            replace.sizes.insert(*hidden, size);
        }
        let ty = replace.ty(&info.ty);
        if lifted {
            self.elements_are_plain(&ty, span)?;
        }
        Ok(ty)
    }

    /// Returns the scope of the module that a path names; `None` for the empty path.
    pub fn module_path(&mut self, path: &[Symbol], span: Span) -> Checking<Option<ScopeId>> {
        let Some((first, rest)) = path.split_first() else { return Ok(None) };
        // The spans of the single names in `m.n.x`, for messages.
        let mut start = span.start;
        let mut place = |name: Symbol| {
            let end = (start + name.as_str().len() as u32).min(span.end);
            let mut place = span;
            (place.start, place.end) = (start, end);
            start = (end + 1).min(span.end);
            place
        };
        let at = place(*first);
        let Some(id) = self.find_module(*first) else {
            return self.unbound_module(*first, at);
        };
        let mut scope = self.structure(id, *first, at)?;
        for name in rest {
            let at = place(*name);
            let Some(id) = self.scopes.exported_module(scope, *name) else { return self.unbound_module(*name, at) };
            scope = self.structure(id, *name, at)?;
        }
        Ok(Some(scope))
    }

    /// Returns the scope of a module. Reports a parametric module.
    pub fn structure(&mut self, id: ModuleId, name: Symbol, span: Span) -> Checking<ScopeId> {
        match self.module_value(id, name, span)? {
            ModuleValue::Structure(scope) => Ok(scope),
            ModuleValue::Functor(_) => {
                self.error(UNBOUND_MODULE, span, format!("`{name}` is a parametric module"), "needs an argument")
            }
        }
    }

    /// Checks a size. Constants and arithmetic are sizes by themselves; any other expression goes to `bound_size`.
    pub fn size_exp(&mut self, exp: &ast::Exp, reading: &mut Reading) -> Checking<Size> {
        match &exp.kind {
            ExpKind::Literal(ast::Literal::Int { magnitude, negative: false, suffix })
                if suffix.is_none_or(|suffix| suffix == ScalarType::I64) && *magnitude <= i64::MAX as u64 =>
            {
                Ok(Size::Const(*magnitude as i64))
            }
            ExpKind::Binary(op, a, b) if op.path.is_empty() => {
                let Some(op) = SizeOp::from_symbol(op.name.as_str()) else { return self.bound_size(exp, reading) };
                let args = [self.size_exp(a, reading)?, self.size_exp(b, reading)?];
                Ok(self.unifier.size(&Size::Op(op, Rc::new(args))))
            }
            _ => self.bound_size(exp, reading),
        }
    }

    /// Checks a size that is an expression. If its value needs a computation, adds a binding to `reading`, before the
    /// use of the type.
    fn bound_size(&mut self, exp: &ast::Exp, reading: &mut Reading) -> Checking<Size> {
        let typed =
            self.check(exp, &Type::I64, &crate::check::messages::report::Reason::new(exp.span, "a size must be"))?;
        let size = match self.size_of_value(&typed) {
            Some(size) if !has_term(&size) => return Ok(size),
            Some(size) if self.term_variable(&size).is_some() || self.is_unwitnessed(&typed.expr) => return Ok(size),
            Some(size) => size,
            None => {
                let size = self.unknown_size("size", exp.span);
                if let Size::Var(name) = size {
                    self.bind_size(name);
                    reading.bindings.push(make::bind(name, typed.expr));
                }
                return Ok(size);
            }
        };
        let name = self.bind_term(size.clone());
        reading.bindings.push(make::bind(name, typed.expr));
        Ok(size)
    }

    /// Whether the expression is a declared size that has not been read off a value yet.
    fn is_unwitnessed(&self, expr: &core_ir::def::Expr) -> bool {
        matches!(&expr.kind, core_ir::def::ExprKind::Var(name, _) if !self.context.bound.contains(name))
    }

    /// Returns the number of a top-level constant that is defined by a literal.
    pub fn constant(&self, id: core_ir::def::DefId) -> Option<i64> {
        let def = self.program.defs.get(id)?;
        match (&def.params[..], &def.body.kind) {
            ([], core_ir::def::ExprKind::Literal(value)) => value.as_i64(),
            _ => None,
        }
    }

    /// Reports indices or slices of a value of type `ty` that has fewer dimensions.
    pub fn too_many_indices<T>(&mut self, ty: &Type, indices: usize, span: Span) -> Checking<T> {
        let mut rank = 0;
        let mut rest = self.unifier.shallow(ty);
        while let Type::Array(elem, _) = &rest {
            rank += 1;
            rest = self.unifier.shallow(elem);
        }
        let headline = match rank {
            0 => "cannot index a value that is not an array".to_owned(),
            _ => format!("too many indices: {indices} for an array of {}", counted(rank, "dimension")),
        };
        let label = format!("this is {}", self.show(ty));
        self.error(NOT_AN_ARRAY, span, headline, &label)
    }
}
