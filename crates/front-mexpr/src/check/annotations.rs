//! Annotations: syntax of types to types.

use super::types::{Kind, Row, Scheme, Type};
use super::{Checker, Named};
use crate::ast::{Ident, Ty, TyKind};
use base::{Span, Symbol};

/// The type of an annotation of a definition.
pub(super) struct Annotated {
    pub scheme: Scheme,
    /// The type variables of its `all`s, which are in scope in the value.
    pub letters: Vec<(Symbol, Type)>,
    /// The first part that is inferred.
    pub hole: Option<Span>,
}

impl Checker {
    /// Returns the type of a definition's annotation: its `all`s bind type parameters of the definition, which is the
    /// innermost one.
    pub(super) fn annotated(&mut self, annotation: &Ty) -> Annotated {
        let (mut params, mut letters, mut ty) = (Vec::new(), Vec::new(), annotation);
        while let TyKind::All(name, inner) = &ty.kind {
            let param = self.unifier.new_param(Some(name.name), self.kind_of_letter(name.name), self.level);
            params.push(param);
            letters.push((name.name, Type::Param(param)));
            ty = inner;
        }
        let hole = self.hole(ty);
        let ty = self.with_letters(&letters, |checker| checker.annotation(ty));
        Annotated { scheme: Scheme { params, ty }, letters, hole }
    }

    /// Returns the kind of a type variable. In the types of built-in functions, the names `int` and `float` stand for
    /// numbers.
    fn kind_of_letter(&self, name: Symbol) -> Kind {
        match name.as_str() {
            "int" | "int2" if self.natives.is_none() => Kind::Integer,
            "float" | "float2" if self.natives.is_none() => Kind::Float,
            _ => Kind::Any,
        }
    }

    /// Runs a part of the check with these type variables in scope.
    pub(super) fn with_letters<T>(&mut self, letters: &[(Symbol, Type)], part: impl FnOnce(&mut Self) -> T) -> T {
        self.inside(|checker| {
            letters.iter().for_each(|(name, ty)| checker.letters.bind(*name, ty.clone()));
            part(checker)
        })
    }

    /// Returns the first part of an annotation that is inferred.
    fn hole(&self, ty: &Ty) -> Option<Span> {
        match &ty.kind {
            TyKind::Hole => Some(ty.span),
            TyKind::Name(name, _) if matches!(self.types.get(name.name), Some(Named::Unknown)) => Some(ty.span),
            TyKind::Name(_, types) | TyKind::Tuple(types) => types.iter().find_map(|ty| self.hole(ty)),
            TyKind::Seq(ty) | TyKind::Tensor(ty) | TyKind::All(_, ty) => self.hole(ty),
            TyKind::Record(fields) => fields.iter().find_map(|field| self.hole(&field.value)),
            TyKind::Function(from, to) => self.hole(from).or_else(|| self.hole(to)),
            TyKind::Var(_) | TyKind::Error => None,
        }
    }

    /// Returns the type of an annotation of a declaration that has no value from which a part could be inferred.
    pub(super) fn complete(&mut self, annotation: &Ty) -> Scheme {
        let Annotated { scheme, hole, .. } = self.annotated(annotation);
        match hole {
            Some(hole) => Scheme::of(self.hole_without_value(hole)),
            None => scheme,
        }
    }

    pub(super) fn annotation(&mut self, ty: &Ty) -> Type {
        match &ty.kind {
            TyKind::Name(name, arguments) => self.named_type(name, arguments, ty),
            TyKind::Var(name) => match self.letters.get(name.name) {
                Some(ty) => ty.clone(),
                None => self.unknown_letter(name),
            },
            TyKind::Hole => self.fresh(),
            TyKind::Seq(element) => Type::seq(self.annotation(element)),
            TyKind::Tensor(element) => Type::Tensor(self.annotation(element).into()),
            TyKind::Tuple(types) => {
                let types: Vec<Type> = types.iter().map(|ty| self.annotation(ty)).collect();
                Type::tuple(types)
            }
            TyKind::Record(fields) => {
                self.labels_differ(fields);
                let types = fields.iter().map(|field| (field.label.name, self.annotation(&field.value))).collect();
                Type::record(types, Row::Closed)
            }
            TyKind::Function(from, to) => Type::function(self.annotation(from), self.annotation(to)),
            TyKind::All(..) => self.inner_all(ty),
            TyKind::Error => Type::Error,
        }
    }

    /// Returns the type of an `all` inside of an annotation.
    fn inner_all(&mut self, annotation: &Ty) -> Type {
        let (mut params, mut letters, mut ty) = (Vec::new(), Vec::new(), annotation);
        while let TyKind::All(name, inner) = &ty.kind {
            let param = self.unifier.new_bound(Some(name.name));
            params.push(param);
            letters.push((name.name, Type::Param(param)));
            ty = inner;
        }
        let ty = self.with_letters(&letters, |checker| checker.annotation(ty));
        self.unifier.new_all(params, ty, annotation.span)
    }

    fn named_type(&mut self, name: &Ident, arguments: &[Ty], whole: &Ty) -> Type {
        let types: Vec<Type> = arguments.iter().map(|ty| self.annotation(ty)).collect();
        let Some(meaning) = self.types.get(name.name).cloned() else { return self.unknown_type(name) };
        let wanted = match &meaning {
            Named::Data(data) => self.datas.get(*data).arity,
            Named::Alias(params, _) => params.len(),
            Named::Ref => 1,
            Named::Own(_) | Named::Unknown => 0,
        };
        if types.len() != wanted {
            return self.wrong_arity(name.name, wanted, types.len(), whole.span);
        }
        match meaning {
            Named::Data(data) => Type::Data(data, types.into()),
            Named::Alias(params, ty) => match self.unifier.with_arguments(&ty, &params, &types) {
                Ok(ty) => ty,
                Err(_) => {
                    self.too_large(whole.span);
                    Type::Error
                }
            },
            Named::Own(ty) => ty,
            Named::Ref => types.first().map_or(Type::Error, |ty| Type::Ref(ty.clone().into())),
            Named::Unknown => self.fresh(),
        }
    }
}
