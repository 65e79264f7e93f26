//! Types that the program writes: the section of types, and annotations of expressions.

use super::messages::{BOUND_TWICE, INFINITE, TOO_LARGE, TYPE_ARGUMENTS, UNBOUND_TYPE};
use super::show::scalar_named;
use super::tree::Sum;
use super::types::{Class, Type};
use super::unify::same_head;
use super::{Checker, Letters};
use crate::ast::{self, Ident, TypeDef, TypeKind};
use base::{Diagnostic, Span, Symbol};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

/// Largest number of arguments that the help of a message spells out.
const MAX_NAMED: usize = 5;

/// Types of the section of types, and sums that the program writes inline.
#[derive(Default)]
pub struct Declared {
    types: IndexMap<Symbol, Definition>,
    /// Sum type that each constructor belongs to.
    owners: FxHashMap<Symbol, Symbol>,
    /// Sums without a name, by the names of their constructors. If the program writes several with the same
    /// constructors, the entry is their least general generalisation: types in which they differ are parameters.
    inline: IndexMap<Vec<Symbol>, InlineSum>,
    /// Positions in `inline` of the sums that have each constructor.
    inline_owners: FxHashMap<Symbol, Vec<usize>>,
    /// Parameters of the type declaration that is being resolved.
    params: Option<Vec<Symbol>>,
}

/// A sum that the program writes inline, and its number of type parameters.
#[derive(Clone)]
pub struct InlineSum {
    pub params: usize,
    pub ty: Type,
}

struct Definition {
    params: Vec<Symbol>,
    span: Span,
    meaning: Meaning,
}

enum Meaning {
    /// An alias that is not resolved yet.
    Unread(ast::Type),
    /// An alias that is being resolved, so that a use of it now is a cycle.
    InProgress,
    Name(Type),
    Sum(Vec<(Symbol, Type)>),
}

impl Declared {
    /// Returns the sum types.
    pub fn sums(self) -> IndexMap<Symbol, Sum> {
        let sums = self.types.into_iter().filter_map(|(name, Definition { params, span, meaning })| match meaning {
            Meaning::Sum(constructors) => Some((name, Sum { name, params, constructors, span })),
            Meaning::Unread(_) | Meaning::InProgress | Meaning::Name(_) => None,
        });
        sums.collect()
    }

    /// Returns the sum type of the constructor, and its number of type parameters.
    pub fn owner(&self, constructor: Symbol) -> Option<(Symbol, usize)> {
        let owner = *self.owners.get(&constructor)?;
        Some((owner, self.types.get(&owner)?.params.len()))
    }

    /// Returns the sums without a name that have the constructor.
    pub fn inline_owners(&self, constructor: Symbol) -> Vec<InlineSum> {
        let at = self.inline_owners.get(&constructor).into_iter().flatten();
        at.filter_map(|at| self.inline.get_index(*at)).map(|(_, sum)| sum.clone()).collect()
    }

    /// Returns the names of the declared types.
    pub fn names(&self) -> impl Iterator<Item = Symbol> {
        self.types.keys().copied()
    }

    /// Returns all constructors, in no particular order.
    pub fn constructors(&self) -> impl Iterator<Item = Symbol> {
        self.owners.keys().chain(self.inline_owners.keys()).copied()
    }

    /// Returns the constructors of a sum type with their payload types, for these type arguments. `None` for aliases
    /// and unknown names.
    pub fn of(&self, name: Symbol, args: &[Type]) -> Option<Vec<(Symbol, Type)>> {
        match &self.types.get(&name)?.meaning {
            Meaning::Sum(constructors) => {
                Some(constructors.iter().map(|(name, ty)| (*name, ty.with_arguments(args))).collect())
            }
            Meaning::Unread(_) | Meaning::InProgress | Meaning::Name(_) => None,
        }
    }
}

impl Checker {
    /// Declares the types of the section of types, and resolves them.
    pub(super) fn declare_types(&mut self, definitions: &[TypeDef]) {
        let mut sums = Vec::new();
        for definition in definitions {
            let name = definition.name;
            let is_known = scalar_named(name.name.as_str()).is_some() || name.name.as_str() == "unit";
            if is_known || self.declared.types.contains_key(&name.name) {
                self.bound_twice(name, "type");
                continue;
            }
            let params: Vec<Symbol> = definition.params.iter().map(|param| param.name).collect();
            for (at, param) in definition.params.iter().enumerate() {
                if params.iter().take(at).any(|other| *other == param.name) {
                    self.bound_twice(*param, "type parameter");
                }
            }
            let meaning = match &definition.ty.kind {
                TypeKind::Sum(constructors) => {
                    sums.push((name.name, constructors));
                    self.own(name.name, constructors);
                    Meaning::Sum(Vec::new())
                }
                _ => Meaning::Unread(definition.ty.clone()),
            };
            self.declared.types.insert(name.name, Definition { params, span: name.span, meaning });
        }
        for (name, constructors) in sums {
            self.read_sum(name, constructors);
        }
        for definition in definitions {
            self.read_name(definition.name);
        }
    }

    /// Declares the constructors of all sums that the program writes inline. Reports errors in their types.
    pub(super) fn declare_inline(&mut self, program: &ast::Program) {
        for (sum, constructors) in inline_sums(program) {
            let letters = letters_in(sum);
            let params = letters.len();
            let outer = self.declared.params.replace(letters);
            let ty = self.annotation(sum);
            self.declared.params = outer;
            let names: Vec<Symbol> = constructors.iter().map(|constructor| constructor.name.name).collect();
            let before = self.declared.inline.get(&names);
            let joined = before.map_or(InlineSum { params, ty: ty.clone() }, |before| generalised(&before.ty, &ty));
            let (at, _) = self.declared.inline.insert_full(names.clone(), joined);
            for name in names {
                let owners = self.declared.inline_owners.entry(name).or_default();
                if !owners.contains(&at) {
                    owners.push(at);
                }
            }
        }
    }

    fn own(&mut self, name: Symbol, constructors: &[ast::Param]) {
        for constructor in constructors {
            if self.declared.owners.insert(constructor.name.name, name).is_some() {
                self.bound_twice(constructor.name, "constructor");
            }
        }
    }

    fn read_sum(&mut self, name: Symbol, constructors: &[ast::Param]) {
        let params = self.declared.types.get(&name).map(|definition| definition.params.clone());
        let outer = std::mem::replace(&mut self.declared.params, params);
        let read = self.constructors(constructors);
        self.declared.params = outer;
        if let Some(definition) = self.declared.types.get_mut(&name) {
            definition.meaning = Meaning::Sum(read);
        }
    }

    fn constructors(&mut self, constructors: &[ast::Param]) -> Vec<(Symbol, Type)> {
        constructors
            .iter()
            .map(|constructor| (constructor.name.name, self.held(&constructor.ty, "a constructor")))
            .collect()
    }

    /// Returns the type that an alias stands for; resolves it if necessary. `None` for sums and unknown names.
    fn read_name(&mut self, name: Ident) -> Option<Type> {
        let definition = self.declared.types.get_mut(&name.name)?;
        let written = match std::mem::replace(&mut definition.meaning, Meaning::InProgress) {
            Meaning::Unread(written) => written,
            Meaning::InProgress => {
                let headline = format!("the type `{}` contains itself", name.name);
                let diagnostic = Diagnostic::error(INFINITE, headline)
                    .label(name.span, "a value of this type would be infinite")
                    .help("a recursive type must be a sum with constructors: `(Name : (+ (Some : ..) (None : unit)))`");
                self.report(diagnostic);
                return Some(Type::Error);
            }
            done => {
                let named = if let Meaning::Name(ty) = &done { Some(ty.clone()) } else { None };
                definition.meaning = done;
                return named;
            }
        };
        let params = definition.params.clone();
        let outer = self.declared.params.replace(params);
        let ty = self.annotation(&written);
        self.declared.params = outer;
        let ty = match self.unifier.resolve(&ty) {
            Ok(ty) => ty,
            Err(_) => self.too_large(written.span),
        };
        if let Some(definition) = self.declared.types.get_mut(&name.name) {
            definition.meaning = Meaning::Name(ty.clone());
        }
        Some(ty)
    }

    pub(super) fn too_large(&mut self, span: Span) -> Type {
        self.report(
            Diagnostic::error(TOO_LARGE, "a type is too large").label(span, "the type of this has too many parts"),
        );
        Type::Error
    }

    /// Converts a type of the program to a type of the checker; reports errors in it.
    pub(super) fn annotation(&mut self, written: &ast::Type) -> Type {
        match &written.kind {
            TypeKind::Name(name, args) => self.named_type(*name, args, written.span),
            TypeKind::Var(letter) => self.letter(*letter, written.span),
            TypeKind::Tuple(parts) => Type::Tuple(parts.iter().map(|part| self.held(part, "a tuple")).collect()),
            TypeKind::Sum(constructors) => Type::Sum(self.constructors(constructors).into()),
            TypeKind::Vector(rank, elem) => Type::vector(Type::Rank(*rank), self.held(elem, "a vector")),
            TypeKind::Function(param, result) => Type::function(self.annotation(param), self.annotation(result)),
            TypeKind::Error => Type::Error,
        }
    }

    /// Converts the type of a component, element or payload of a `whole`; reports a function there.
    fn held(&mut self, written: &ast::Type, whole: &str) -> Type {
        let ty = self.annotation(written);
        if self.unifier.constrain(&ty, Class::FirstOrder).is_err() {
            self.function_in(&ty, written.span, whole);
            return Type::Error;
        }
        ty
    }

    /// Converts a named type with its arguments; reports an unknown name and a wrong number of arguments.
    fn named_type(&mut self, name: Ident, args: &[ast::Type], span: Span) -> Type {
        let spelling = name.name.as_str();
        let scalar = scalar_named(spelling).map(Type::Scalar).or((spelling == "unit").then_some(Type::Unit));
        let known = scalar.is_some() || self.declared.types.contains_key(&name.name);
        if !known {
            self.unbound_type(name.name, name.span);
            return Type::Error;
        }
        let takes = self.declared.types.get(&name.name).map_or(0, |definition| definition.params.len());
        if takes != args.len() {
            let headline =
                format!("`{spelling}` takes {takes} type{}, not {}", if takes == 1 { "" } else { "s" }, args.len());
            let mut diagnostic = Diagnostic::error(TYPE_ARGUMENTS, headline).label(span, "used here");
            if takes > 0 {
                diagnostic = diagnostic
                    .help(format!("write its arguments: `({spelling}{})`", " int".repeat(takes.min(MAX_NAMED))));
            }
            self.report(diagnostic);
            return Type::Error;
        }
        if let Some(scalar) = scalar {
            return scalar;
        }
        let args: Vec<Type> = args.iter().map(|arg| self.held(arg, "a type of your own")).collect();
        match self.read_name(name) {
            Some(ty) => ty.with_arguments(&args),
            None => Type::User(name.name, args.into()),
        }
    }

    /// Returns the type for `'a`: a parameter within a type declaration, else a type variable of the outermost
    /// enclosing definition.
    fn letter(&mut self, letter: Symbol, span: Span) -> Type {
        if let Some(params) = &self.declared.params {
            if let Some(at) = params.iter().position(|param| *param == letter) {
                return Type::Param(at as u32);
            }
            let headline = format!("there is no type `'{letter}`");
            let diagnostic = Diagnostic::error(UNBOUND_TYPE, headline)
                .label(span, "not a parameter of this type")
                .help(format!("declare parameters after the name: `(Name '{letter} : ..)`"));
            self.report(diagnostic);
            return Type::Error;
        }
        if let Some(ty) = self.outer_letters.types.get(&letter) {
            return ty.clone();
        }
        let letters: &mut Letters = self.letters.as_mut().unwrap_or(&mut self.outer_letters);
        let level = letters.level;
        let unifier = &mut self.unifier;
        letters.types.entry(letter).or_insert_with(|| unifier.fresh_letter(letter, level, span)).clone()
    }

    pub(super) fn bound_twice(&mut self, name: Ident, what: &str) {
        let headline = format!("the {what} `{}` is declared twice", name.name);
        self.report(Diagnostic::error(BOUND_TWICE, headline).label(name.span, "again"));
    }
}

/// Returns the sums that the program writes inline, with their constructors. Sums that a declaration names are not
/// among them.
fn inline_sums(program: &ast::Program) -> Vec<(&ast::Type, &[ast::Param])> {
    let mut open: Vec<&ast::Type> = Vec::new();
    for definition in &program.types {
        match &definition.ty.kind {
            TypeKind::Sum(constructors) => open.extend(constructors.iter().map(|constructor| &constructor.ty)),
            _ => open.push(&definition.ty),
        }
    }
    open.extend(program.inputs.iter().chain(&program.foreign).map(|param| &param.ty));
    open.extend(annotations_in(&program.body));
    let mut sums = Vec::new();
    while let Some(ty) = open.pop() {
        if let TypeKind::Sum(constructors) = &ty.kind {
            sums.push((ty, &constructors[..]));
        }
        open.extend(ty.parts());
    }
    sums
}

/// Returns the least general generalisation of two types: each pair of different parts becomes one parameter.
fn generalised(a: &Type, b: &Type) -> InlineSum {
    let mut pairs = IndexSet::new();
    let ty = generalised_part(a, b, &mut pairs);
    InlineSum { params: pairs.len(), ty }
}

/// Like `generalised`, for one component of the types. `pairs` are the pairs of different parts so far.
fn generalised_part(a: &Type, b: &Type, pairs: &mut IndexSet<(Type, Type)>) -> Type {
    let is_same = match (a, b) {
        (Type::Param(_), _) => false,
        (Type::Vector(rank, _), Type::Vector(other, _)) => rank == other,
        _ => same_head(a, b) && a.parts().len() == b.parts().len(),
    };
    if !is_same {
        let (at, _) = pairs.insert_full((a.clone(), b.clone()));
        return Type::Param(at as u32);
    }
    let mut others = b.parts().into_iter();
    let part = &mut |part: &Type| -> Result<Type, ()> {
        Ok(generalised_part(part, others.next().unwrap_or(&Type::Error), pairs))
    };
    a.map_parts(part).unwrap_or(Type::Error)
}

/// Returns the types in the annotations of an expression.
fn annotations_in(exp: &ast::Exp) -> Vec<&ast::Type> {
    let (mut open, mut types) = (vec![exp], Vec::new());
    while let Some(exp) = open.pop() {
        match &exp.kind {
            ast::ExpKind::Lambda(lambda) => {
                types.extend(lambda.params.iter().map(|param| &param.ty).chain(&lambda.result));
            }
            ast::ExpKind::Mu(param, _) => types.push(&param.ty),
            _ => {}
        }
        open.extend(exp.parts());
    }
    types
}

/// Returns the names of the type variables in a type, each once, in the order of the text.
fn letters_in(ty: &ast::Type) -> Vec<Symbol> {
    let (mut open, mut letters) = (vec![ty], IndexSet::new());
    while let Some(ty) = open.pop() {
        if let TypeKind::Var(letter) = ty.kind {
            letters.insert(letter);
        }
        open.extend(ty.parts().into_iter().rev());
    }
    letters.into_iter().collect()
}
