//! Declarations.

use super::annotations::Annotated;
use super::messages::Why;
use super::tree::{ConNumber, Decl, Definition, Exp, Utest, Variable};
use super::types::{DataNumber, Kind, ParamNumber, Scheme, Type};
use super::{Bound, Checker, Con, Data, Named};
use crate::ast::{self, ExpKind, Ident};
use base::{Span, Symbol};

impl Checker {
    /// Checks a declaration, and brings its names into scope. Types and constructors give no declaration of the tree.
    pub(super) fn decl(&mut self, decl: &ast::Decl, span: Span) -> Option<Decl> {
        match decl {
            ast::Decl::Let(bind) => Some(Decl::Let(self.definition(bind))),
            ast::Decl::Recursive(binds) => Some(Decl::Recursive(self.recursive(binds))),
            ast::Decl::Type { name, params, ty } => {
                self.declare_type(name, params, ty.as_ref());
                None
            }
            ast::Decl::Con { name, ty } => {
                let con = self.declared_con(name, ty.as_ref());
                self.cons.bind(name.name, con);
                None
            }
            ast::Decl::External { name, ty, .. } => {
                let scheme = self.in_definition(|checker| checker.complete(ty));
                self.implemented(name, &scheme, ty.span);
                let ty = scheme.ty.clone();
                let id = self.bind(name.name, scheme);
                Some(Decl::External(Variable { id, name: name.name, ty, span: name.span }))
            }
            ast::Decl::Utest(test) => Some(Decl::Utest(Box::new(self.utest(test, span)))),
            ast::Decl::Error => None,
        }
    }

    /// Reports an external function that is not built in with this type, or a type that is more special.
    fn implemented(&mut self, name: &Ident, scheme: &Scheme, written: Span) {
        let Some(natives) = &self.natives else { return };
        let Some(native) = natives.get(&name.name).cloned() else { return self.not_implemented(name) };
        let (ty, _) = self.unifier.instantiate(&native, self.level + 1);
        if self.unifier.unify(&ty, &scheme.ty).is_err() {
            self.implemented_otherwise(name, &native.ty, written);
        }
    }

    fn definition(&mut self, bind: &ast::Bind) -> Definition {
        let (annotated, value) = self.in_definition(|checker| {
            let annotated = bind.ty.as_ref().map(|ty| checker.annotated(ty));
            let value = checker.value(bind, annotated.as_ref());
            (annotated, value)
        });
        let ty = annotated.as_ref().map_or(value.ty.clone(), |annotated| annotated.scheme.ty.clone());
        let mut scheme = self.scheme(&ty, is_value(&bind.value), bind.name.span);
        if let Some(annotated) = annotated {
            if !is_value(&bind.value) && !annotated.scheme.params.is_empty() {
                self.not_a_value(&bind.name, &bind.value);
            }
            scheme.params.extend(annotated.scheme.params);
        }
        let params = scheme.params.clone();
        let id = self.bind(bind.name.name, scheme);
        let variable = Variable { id, name: bind.name.name, ty, span: bind.name.span };
        Definition { variable, params, annotated: bind.ty.is_some(), value }
    }

    /// Checks the value of a definition, which is the innermost one.
    fn value(&mut self, bind: &ast::Bind, annotated: Option<&Annotated>) -> Exp {
        let letters = annotated.map_or(&[][..], |annotated| &annotated.letters);
        self.with_letters(letters, |checker| match (annotated, &bind.ty) {
            (Some(annotated), Some(ty)) => {
                checker.exp_of(&bind.value, &annotated.scheme.ty, Why::at(ty.span, "the annotation says"))
            }
            // Another name for a polymorphic value is as polymorphic.
            _ if matches!(bind.value.kind, ExpKind::Var(_) | ExpKind::Select(..)) => {
                let value = checker.exp(&bind.value);
                checker.kept(value)
            }
            _ => checker.exp(&bind.value),
        })
    }

    /// Returns the type of a definition for its uses. Only values are generalised.
    fn scheme(&mut self, ty: &Type, is_value: bool, span: Span) -> Scheme {
        let scheme = match is_value {
            true => self.unifier.generalise(ty, self.level),
            false => self.unifier.hold(ty, self.level).map(|()| Scheme::of(ty.clone())),
        };
        scheme.unwrap_or_else(|_| {
            self.too_large(span);
            Scheme::of(Type::Error)
        })
    }

    /// Checks definitions in scope of each other. Those with a complete annotation may be used at several types; the
    /// others have one type within the group.
    fn recursive(&mut self, binds: &[ast::Bind]) -> Vec<Definition> {
        let names = binds.iter().map(|bind| &bind.name);
        self.names_differ(names, "the definitions of a recursive group have different names");
        let (ids, values, annotations) = self.in_definition(|checker| {
            let annotations: Vec<Option<Annotated>> =
                binds.iter().map(|bind| bind.ty.as_ref().map(|ty| checker.annotated(ty))).collect();
            let inside: Vec<Scheme> = annotations
                .iter()
                .zip(binds)
                .map(|(annotated, bind)| checker.scheme_inside(annotated.as_ref(), &bind.value))
                .collect();
            let (ids, values) = checker.inside(|checker| {
                let names = binds.iter().map(|bind| bind.name.name).zip(inside.iter().cloned());
                let ids: Vec<_> = names.map(|(name, scheme)| checker.bind(name, scheme)).collect();
                let values: Vec<Exp> = binds
                    .iter()
                    .zip(annotations.iter().zip(&inside))
                    .map(|(bind, (annotated, inside))| {
                        let value = checker.value(bind, annotated.as_ref());
                        if annotated.as_ref().is_none_or(|annotated| annotated.hole.is_some()) {
                            let help =
                                "a function that is used at several types in its group needs an annotation with `all`";
                            let why = Why::says("the other uses of this function have type").with_help(Some(help));
                            checker.equal(&inside.ty, &value.ty, value.span, why);
                        }
                        value
                    })
                    .collect();
                (ids, values)
            });
            (ids, values, annotations)
        });
        let are_values = binds.iter().all(|bind| is_value(&bind.value));
        let mut shared: Vec<ParamNumber> = Vec::new();
        for value in &values {
            shared.extend(self.scheme(&value.ty, are_values, value.span).params);
        }
        let mut definitions = Vec::new();
        for (((bind, value), id), annotated) in binds.iter().zip(values).zip(ids).zip(annotations) {
            let own = annotated.map_or(Vec::new(), |annotated| annotated.scheme.params);
            let params: Vec<ParamNumber> = self
                .unifier
                .params_of(&value.ty)
                .into_iter()
                .filter(|param| shared.contains(param) || own.contains(param))
                .collect();
            let ty = value.ty.clone();
            self.values.bind(bind.name.name, Bound { id, scheme: Scheme { params: params.clone(), ty: ty.clone() } });
            let variable = Variable { id, name: bind.name.name, ty, span: bind.name.span };
            definitions.push(Definition { variable, params, annotated: bind.ty.is_some(), value });
        }
        definitions
    }

    /// Returns the type of a definition within its recursive group.
    fn scheme_inside(&mut self, annotated: Option<&Annotated>, value: &ast::Exp) -> Scheme {
        match annotated {
            Some(annotated) if annotated.hole.is_none() => annotated.scheme.clone(),
            Some(annotated) => Scheme::of(annotated.scheme.ty.clone()),
            None => Scheme::of(self.type_of_params(value)),
        }
    }

    /// Returns what the polymorphic parameters of a function say about its type.
    fn type_of_params(&mut self, value: &ast::Exp) -> Type {
        let mut known = Vec::new();
        if let ExpKind::Lambda(params, _) = &value.kind {
            let is_polymorphic = |ty: &&ast::Ty| matches!(ty.kind, ast::TyKind::All(..));
            known.extend(params.iter().map(|param| param.ty.as_ref().filter(is_polymorphic)));
        }
        let last = known.iter().rposition(|ty| ty.is_some()).map_or(0, |at| at + 1);
        let result = self.fresh();
        known[..last].iter().rev().fold(result, |result, ty| {
            let param = match ty {
                Some(ty) => self.annotation(ty),
                None => self.fresh(),
            };
            Type::function(param, result)
        })
    }

    fn utest(&mut self, test: &ast::Utest, span: Span) -> Utest {
        let (left, right) = (self.exp(&test.left), self.exp(&test.right));
        let functions = |result| Type::function(left.ty.clone(), Type::function(right.ty.clone(), result));
        let equal = test.equal.as_ref().map(|exp| {
            let equal = self.exp(exp);
            self.equal(&functions(Type::Bool), &equal.ty, equal.span, Why::says("this compares the two sides:"));
            equal
        });
        if equal.is_none() {
            self.equal(&left.ty, &right.ty, right.span, Why::at(left.span, "the left side has type"));
        }
        let show = test.show.as_ref().map(|exp| {
            let show = self.exp(exp);
            self.equal(&functions(Type::string()), &show.ty, show.span, Why::says("this shows the two sides:"));
            show
        });
        Utest { left, right, equal, show, span }
    }
}

/// Types and constructors.
impl Checker {
    fn declare_type(&mut self, name: &Ident, params: &[Ident], ty: Option<&ast::Ty>) {
        if matches!(self.types.get(name.name), Some(Named::Own(_) | Named::Ref | Named::Unknown)) {
            return self.own_type(name);
        }
        self.names_differ(params.iter(), "the parameters of a type have different names");
        let Some(ty) = ty else {
            let number = DataNumber(self.datas.datas.len() as u32);
            let data = Data { name: name.name, arity: params.len(), cons: Vec::new(), span: name.span };
            self.datas.datas.push(data);
            return self.types.bind(name.name, Named::Data(number));
        };
        let (numbers, ty) = self.in_definition(|checker| {
            let numbers: Vec<ParamNumber> = params
                .iter()
                .map(|param| checker.unifier.new_param(Some(param.name), Kind::Any, checker.level))
                .collect();
            let letters: Vec<(Symbol, Type)> =
                params.iter().zip(&numbers).map(|(param, number)| (param.name, Type::Param(*number))).collect();
            let ty = checker.with_letters(&letters, |checker| checker.complete(ty).ty);
            (numbers, ty)
        });
        self.types.bind(name.name, Named::Alias(numbers, ty));
    }

    /// Adds a constructor to its data type. Returns `None` if the declaration has errors, which are reported.
    fn declared_con(&mut self, name: &Ident, ty: Option<&ast::Ty>) -> Option<ConNumber> {
        let Some(written) = ty else {
            self.con_without_type(name);
            return None;
        };
        let scheme = self.in_definition(|checker| checker.complete(written));
        let made = match &scheme.ty {
            Type::Function(payload, result) => Some((Type::clone(payload), self.unifier.head(result))),
            Type::Error => return None,
            _ => None,
        };
        let (payload, data, arguments) = match made {
            Some((payload, Type::Data(data, arguments))) => (payload, data, arguments),
            Some((_, Type::Error)) => return None,
            _ => {
                self.con_of_no_data(name, written.span);
                return None;
            }
        };
        if arguments.iter().any(|ty| matches!(ty, Type::Error)) {
            return None;
        }
        let mut used = scheme.params.iter().copied().chain(self.unifier.params_of(&payload));
        if let Some(param) = used.find(|param| !arguments.contains(&Type::Param(*param))) {
            self.hidden_type(param, written.span);
            return None;
        }
        let params = scheme.params;
        let number = ConNumber(self.datas.cons.len() as u32);
        self.datas.cons.push(Con { name: name.name, data, params, arguments, payload, span: name.span });
        self.datas.datas[data.0 as usize].cons.push(number);
        Some(number)
    }
}

/// Whether an expression is a value, so that a definition of it is generalised.
pub(super) fn is_value(exp: &ast::Exp) -> bool {
    match &exp.kind {
        ExpKind::Lambda(..) | ExpKind::Var(_) | ExpKind::Frozen(_) | ExpKind::Literal(_) | ExpKind::Error => true,
        ExpKind::Con(_, argument) => is_value(argument),
        ExpKind::Tuple(parts) | ExpKind::Seq(parts) => parts.iter().all(is_value),
        ExpKind::Record(fields) => fields.iter().all(|field| is_value(&field.value)),
        ExpKind::Apply(..) | ExpKind::Block(..) | ExpKind::If(..) | ExpKind::Match(_) | ExpKind::Switch(..) => false,
        ExpKind::Update(..) | ExpKind::Select(..) | ExpKind::Never => false,
    }
}
