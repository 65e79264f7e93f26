//! Rules about the sizes that a type determines. A size can be read off a value if it is the size of an array in the
//! value: not in a function, and not as a part of `[n + 1]`. Also the rules for lifted types.

use crate::ast::{self, Liftedness, TypeArg, TypeExp, TypeExpKind};
use crate::check::definitions::define::{ParamType, collect};
use crate::check::expressions::locals::FoundType;
use crate::check::messages::report::{LIFTED, SIZE_UNKNOWN};
use crate::check::modules::scope::TypeInfo;
use crate::check::types::{Size, Type, any_part, each_size, each_size_var, has_function};
use crate::check::{Checker, Checking};
use base::{Diagnostic, Name, Span};

/// Whether the size can be read off values of the type: it is the size of an array outside of functions.
pub fn is_constructive(ty: &Type, name: Name) -> bool {
    match ty {
        Type::Array(elem, size) => *size == Size::Var(name) || is_constructive(elem, name),
        Type::Record(fields) => fields.iter().any(|(_, ty)| is_constructive(ty, name)),
        Type::Sum(constructors) => constructors.iter().flat_map(|(_, p)| p).any(|ty| is_constructive(ty, name)),
        Type::Abstract(hidden) => {
            hidden.sizes.contains(&Size::Var(name)) || hidden.types.iter().any(|ty| is_constructive(ty, name))
        }
        Type::Scalar(_) | Type::Param(_) | Type::Function(_) | Type::Meta(_) => false,
    }
}

/// Whether the size occurs in the type.
pub fn mentions(ty: &Type, name: Name) -> bool {
    let mut found = false;
    each_size(ty, &mut |size| each_size_var(size, &mut |other| found |= other == name));
    found
}

impl Checker {
    /// Reports a hidden size of the type that cannot be read off its values.
    pub fn hidden_are_witnessed(&mut self, names: &[(Name, Span)], ty: &Type) -> Checking<()> {
        let ty = self.unifier.resolve(ty);
        match names.iter().find(|(name, _)| !is_constructive(&ty, *name)) {
            Some((name, span)) => {
                let headline = match self.is_written(*name, *span) {
                    true => format!("no array has the hidden size `{}`", name.hint),
                    false => "no array has the size that is hidden here".to_owned(),
                };
                let diagnostic = Diagnostic::error(SIZE_UNKNOWN, headline)
                    .label(*span, "no value would determine this size at run time")
                    .help("add an array of this size, such as `[n]()`");
                Err(self.report(diagnostic))
            }
            None => Ok(()),
        }
    }

    fn is_written(&self, name: Name, span: Span) -> bool {
        self.sources.text(span) == name.hint.as_str()
    }

    /// Checks the definition of a type abbreviation: it uses its size parameters, and is marked `~` or `^` if it hides
    /// sizes or contains functions.
    pub fn type_definition_holds(
        &mut self,
        def: &ast::TypeDef,
        sizes: &[Name],
        hidden: &[Name],
        ty: &Type,
    ) -> Checking<()> {
        let params = def.params.iter().filter(|param| param.kind == ast::TypeParamKind::Size);
        for (param, name) in params.zip(sizes) {
            if !mentions(ty, *name) {
                let headline = format!("the type `{}` does not use its size `{}`", def.name.name, param.name.name);
                return self.error(SIZE_UNKNOWN, param.name.span, headline, "a size parameter must be used");
            }
        }
        let mut is_unknown = false;
        each_size(ty, &mut |size| is_unknown |= matches!(self.unifier.size(size), Size::Meta(_)));
        if is_unknown {
            let headline = "no array has the size that is hidden here".to_owned();
            return self.error(SIZE_UNKNOWN, def.ty.span, headline, "`[]` before an arrow does not determine a size");
        }
        let hidden: Vec<(Name, Span)> = hidden.iter().map(|name| (*name, self.origin(*name, def.ty.span))).collect();
        self.hidden_are_witnessed(&hidden, ty)?;
        let hiding = if hidden.is_empty() { Liftedness::Unlifted } else { Liftedness::SizeLifted };
        let needed = self.needed_liftedness(ty).max(hiding).max(self.written_liftedness(&def.ty));
        if def.liftedness >= needed {
            return Ok(());
        }
        let (what, keyword) = match needed {
            Liftedness::Lifted => ("may contain functions", "type^"),
            _ => ("hides sizes", "type~"),
        };
        let diagnostic = Diagnostic::error(LIFTED, format!("the type `{}` {what}", def.name.name))
            .label(def.ty.span, format!("this {what}"))
            .help(format!("write `{keyword} {}`", def.name.name));
        // The type can be used nevertheless, so this is not an error for its users.
        self.report(diagnostic);
        Ok(())
    }

    fn origin(&self, name: Name, otherwise: Span) -> Span {
        self.size_origins.get(&name).copied().unwrap_or(otherwise)
    }

    /// Returns the liftedness of a type abbreviation.
    pub fn liftedness_of(&self, info: &TypeInfo) -> Liftedness {
        let hiding = if info.hidden.is_empty() { Liftedness::Unlifted } else { Liftedness::SizeLifted };
        self.needed_liftedness(&info.ty).max(hiding).max(info.liftedness)
    }

    /// Returns the liftedness of the types that a type expression names. Elements of arrays do not count, because they
    /// have a rule of their own.
    pub fn written_liftedness(&mut self, exp: &TypeExp) -> Liftedness {
        let mut most = |exps: &mut dyn Iterator<Item = &TypeExp>| {
            exps.map(|exp| self.written_liftedness(exp)).max().unwrap_or(Liftedness::Unlifted)
        };
        match &exp.kind {
            TypeExpKind::Name(name, args) => {
                let types = args.iter().filter_map(|arg| if let TypeArg::Type(ty) = arg { Some(ty) } else { None });
                let of_arguments = most(&mut types.into_iter());
                let own = match self.find_type(name) {
                    Ok(Some(FoundType::Defined(info))) => self.liftedness_of(&info),
                    Ok(Some(FoundType::Parameter(ty))) => self.needed_liftedness(&ty),
                    Ok(None) | Err(_) => Liftedness::Unlifted,
                };
                own.max(of_arguments)
            }
            TypeExpKind::Function(..) => Liftedness::Lifted,
            TypeExpKind::Exists(_, inner) => self.written_liftedness(inner).max(Liftedness::SizeLifted),
            // The rows of `[n][]t` all have the same size.
            TypeExpKind::Array(..) => Liftedness::Unlifted,
            TypeExpKind::Unique(inner) => self.written_liftedness(inner),
            TypeExpKind::Tuple(items) => most(&mut items.iter()),
            TypeExpKind::Record(fields) => most(&mut fields.iter().map(|(_, ty)| ty)),
            TypeExpKind::Sum(sum) => most(&mut sum.iter().flat_map(|(_, payload)| payload)),
        }
    }

    /// Returns the least liftedness that allows the type.
    pub fn needed_liftedness(&self, ty: &Type) -> Liftedness {
        if has_function(ty) || self.has_lifted(ty, Liftedness::Lifted) {
            Liftedness::Lifted
        } else if self.has_lifted(ty, Liftedness::SizeLifted) {
            Liftedness::SizeLifted
        } else {
            Liftedness::Unlifted
        }
    }

    /// Whether the type contains a type parameter or an abstract type of at least this liftedness.
    fn has_lifted(&self, ty: &Type, at_least: Liftedness) -> bool {
        any_part(ty, &|part| match part {
            Type::Param(name) => self.liftedness(*name) >= at_least,
            Type::Abstract(hidden) => hidden.liftedness >= at_least,
            _ => false,
        })
    }

    /// Returns the declared liftedness of a type parameter.
    pub fn liftedness(&self, name: Name) -> Liftedness {
        self.declared_liftedness.get(&name).copied().unwrap_or(Liftedness::Unlifted)
    }

    /// Reports a type of array elements whose values may differ in size.
    pub fn may_be_element(&mut self, elem: &Type, span: Span) -> Checking<()> {
        let elem = self.unifier.resolve(elem);
        if !self.has_lifted(&elem, Liftedness::SizeLifted) {
            return Ok(());
        }
        let label = format!("values of {} may differ in size, or be functions", self.show(&elem));
        let diagnostic = Diagnostic::error(LIFTED, "array elements cannot have a lifted type").label(span, label);
        Err(self.report(diagnostic))
    }

    /// Returns the element type of an array in the type whose elements may be functions or differ in size; `None` if
    /// there is none.
    pub fn lifted_element(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Array(elem, _) if self.needed_liftedness(elem) != Liftedness::Unlifted => Some((**elem).clone()),
            Type::Array(elem, _) => self.lifted_element(elem),
            Type::Record(fields) => fields.iter().find_map(|(_, ty)| self.lifted_element(ty)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).find_map(|ty| self.lifted_element(ty))
            }
            Type::Function(function) => {
                self.lifted_element(&function.param).or_else(|| self.lifted_element(&function.result))
            }
            Type::Abstract(hidden) => self.lifted_element(&hidden.representation),
            Type::Scalar(_) | Type::Param(_) | Type::Meta(_) => None,
        }
    }

    /// Reports a size parameter that occurs in neither the parameters' types nor the result type.
    pub fn sizes_are_used(&mut self, def: &ast::Def, sizes: &[Name], types: &[Type]) -> Checking<()> {
        let params = def.type_params.iter().filter(|param| param.kind == ast::TypeParamKind::Size);
        for (param, name) in params.zip(sizes) {
            let used = types.iter().any(|ty| mentions(&self.unifier.resolve(ty), *name));
            if !used {
                let headline = format!("cannot infer the size `{}` of `{}`", param.name.name, def.name.name);
                let diagnostic = Diagnostic::error(SIZE_UNKNOWN, headline)
                    .label(param.name.span, "no argument has this size")
                    .help(format!("add a parameter `({}: i64)`, or an array of this size", param.name.name));
                return Err(self.report(diagnostic));
            }
        }
        Ok(())
    }

    /// Reports a parameter with a size that callers cannot know: a component of another parameter, a size that the body
    /// makes, or the value of this parameter or of a later one. `inside` is the last name from before the body.
    pub fn params_are_accessible(
        &mut self,
        def: &ast::Def,
        params: &[ParamType],
        result: &Type,
        sizes: crate::check::expressions::locals::SizeMark,
        declared: &[Name],
        inside: Name,
    ) -> Checking<()> {
        let named: Vec<Name> = params.iter().filter_map(|param| param.name).collect();
        for (i, (param, pat)) in params.iter().zip(&def.params).enumerate() {
            let later: Vec<Name> = params[i..].iter().filter_map(|param| param.name).collect();
            let ty = self.unifier.resolve(&param.ty);
            let mut hidden = None;
            collect(&ty, &mut |name| {
                let is_part = self.context.bound.since(sizes, name)
                    && !declared.contains(&name)
                    && !named.contains(&name)
                    && !self.is_nameless(name);
                if is_part || later.contains(&name) || name.id > inside.id {
                    hidden.get_or_insert(name);
                }
            });
            if let Some(name) = hidden {
                return self.inaccessible(name, &ty, pat.span);
            }
        }
        let result = self.unifier.resolve(result);
        match self.taken_size(&result, &|name| name.id > inside.id) {
            Some(name) => self.never_callable(name, &result, def.name.span),
            None => Ok(()),
        }
    }

    /// Reports a parameter whose type needs a size that callers cannot know.
    fn inaccessible(&mut self, name: Name, ty: &Type, span: Span) -> Checking<()> {
        let nameless = self.is_nameless(name);
        let headline = match nameless {
            true => "the size of a parameter is known only in the body".to_owned(),
            false => format!("the size `{}` of a parameter is not known to callers", name.hint),
        };
        let mut diagnostic =
            Diagnostic::error(SIZE_UNKNOWN, headline).label(span, format!("this must be {}", self.show(ty)));
        if let Some(origin) = self.size_origins.get(&name)
            && !origin.is_nowhere()
        {
            diagnostic = diagnostic.label(*origin, "the size comes from here");
        }
        let help = match nameless {
            true => "declare the size of the parameter, or check it in the body with `:>`".to_owned(),
            false => format!("add `{}` as a parameter, or check the size in the body with `:>`", name.hint),
        };
        Err(self.report(diagnostic.help(help)))
    }

    fn never_callable(&mut self, name: Name, result: &Type, span: Span) -> Checking<()> {
        let mut diagnostic = Diagnostic::error(SIZE_UNKNOWN, "a function that takes an array of an unknown size")
            .label(span, format!("this returns {}", self.show(result)));
        if let Some(origin) = self.size_origins.get(&name)
            && !origin.is_nowhere()
        {
            diagnostic = diagnostic.label(*origin, "the size comes from here");
        }
        Err(self.report(diagnostic.help("let it take arrays of any size, and check the size inside with `:>`")))
    }

    /// Returns a size with `is_it` in the parameter types of functions in the type, if there is one.
    pub fn taken_size(&self, ty: &Type, is_it: &dyn Fn(Name) -> bool) -> Option<Name> {
        match ty {
            Type::Function(function) => {
                let mut found = None;
                collect(&function.param, &mut |name| {
                    if is_it(name) {
                        found.get_or_insert(name);
                    }
                });
                let named = |name: Name| is_it(name) && function.name != Some(name);
                found.or_else(|| self.taken_size(&function.result, &named))
            }
            Type::Record(fields) => fields.iter().find_map(|(_, ty)| self.taken_size(ty, is_it)),
            Type::Array(elem, _) => self.taken_size(elem, is_it),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).find_map(|ty| self.taken_size(ty, is_it))
            }
            Type::Scalar(_) | Type::Param(_) | Type::Meta(_) | Type::Abstract(_) => None,
        }
    }
}
