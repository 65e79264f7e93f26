//! Entry points: the definitions that are called from outside.

use super::scope::{Place, ScopeId, Value, ValueKind, WrittenType};
use super::types::{Function, Type, has_function};
use super::{Checker, Checking};
use crate::ast::{Dec, DecKind, Def, Ident, Pat, PatKind, QualName, TypeArg, TypeExp, TypeExpKind};
use base::{Code, Diagnostic, Span, Symbol};
use core_ir::def as ir;
use std::rc::Rc;
use std::sync::Arc;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm, OpaqueType};

const POLYMORPHIC: Code = Code("E0601");
const HIGHER_ORDER: Code = Code("E0602");
const BAD_NAME: Code = Code("E0603");

impl Checker {
    /// Entries for the definitions marked `entry`, and for `main`.
    pub(super) fn make_entries(&mut self, scope: ScopeId, decs: &[Dec]) {
        for dec in decs {
            if let DecKind::Def(def) = &dec.kind
                && (def.entry || def.name.name.as_str() == "main")
                && let Some(id) = self.scopes.exported_value(scope, def.name.name)
                && let Value::Done(info) = self.scopes.value(id)
            {
                let info = info.clone();
                let _ = self.make_entry(scope, def, dec.doc.clone(), &info);
            }
        }
    }

    fn make_entry(
        &mut self,
        scope: ScopeId,
        def: &Rc<Def>,
        doc: Option<String>,
        info: &super::scope::ValueInfo,
    ) -> Checking<()> {
        let span = def.name.span;
        let name = def.name.name;
        if name.as_str().contains('\'') {
            return self.error(
                BAD_NAME,
                span,
                format!("the entry point `{name}` has a `'` in its name"),
                "no name outside has one",
            );
        }
        if !name.as_str().starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return self.error(
                BAD_NAME,
                span,
                format!("the operator `{name}` cannot be an entry point"),
                "an entry point has a name, so that others can call it",
            );
        }
        let ValueKind::Def { id, sizes } = &info.kind else { return Ok(()) };
        if !info.scheme.types.is_empty() {
            let diagnostic = Diagnostic::error(POLYMORPHIC, format!("the entry point `{name}` has a type parameter"))
                .label(span, format!("its type is {}", self.show(&info.scheme.ty)))
                .help("say the types of its parameters");
            return Err(self.report(diagnostic));
        }
        if let Some(size) = sizes.first() {
            let headline = format!("no argument of the entry point `{name}` tells the size `{}`", size.hint);
            return self.error(super::report::SIZE_UNKNOWN, span, headline, "who calls it gives only the arguments");
        }
        let place = self.scopes.end(scope);
        let mut ty = info.scheme.ty.clone();
        let mut params = Vec::new();
        for (i, pat) in def.params.iter().enumerate() {
            let Type::Function(function) = &ty else { break };
            let function: Rc<Function> = function.clone();
            let written = ascription(pat).map(|exp| Written::new(exp, place));
            let (outer, shown) = self.entry_type(&function.param, written, name, pat.span)?;
            let consumed = function.consumed.any();
            params.push(EntryParam { name: parameter_name(pat, i), ty: outer, shown, consumed });
            ty = function.result.clone();
        }
        let at = def.result.as_ref().map_or(span, |result| result.span);
        let written = def.result.as_ref().map(|exp| Written::new(exp, place));
        let (outer, shown) = self.entry_type(&ty, written, name, at)?;
        let unique = self.program.defs[*id].unique_result == ir::Unique::Yes;
        let result = EntryResult { ty: outer, shown, unique };
        self.program.entries.push(ir::Entry { name, def: *id, params, result, doc });
        Ok(())
    }

    /// The type as the outside sees it, and as messages show it.
    fn entry_type(
        &mut self,
        ty: &Type,
        written: Option<Written>,
        entry: Symbol,
        span: Span,
    ) -> Checking<(EntryType, String)> {
        let ty = self.unifier.resolve(ty);
        let shown = self.show(&ty);
        self.not_too_large(&ty, span)?;
        if has_function(&ty) {
            let diagnostic =
                Diagnostic::error(HIGHER_ORDER, format!("the entry point `{entry}` takes or gives a function"))
                    .label(span, format!("this is {shown}"));
            return Err(self.report(diagnostic));
        }
        let outer = self.outer_type(&ty, written)?;
        let shown = match &outer {
            EntryType::Opaque(opaque) if opaque.name != opaque.form.spelling() => opaque.name.clone(),
            _ => shown,
        };
        Ok((outer, shown))
    }

    /// A type without functions, its parts under the names by which the source mentions them.
    fn outer_type(&mut self, ty: &Type, written: Option<Written>) -> Checking<EntryType> {
        let (name, written) = written.map_or(Ok((None, None)), |written| self.expand(written))?;
        let written = written.as_ref();
        let outer = match ty {
            Type::Scalar(elem) => EntryType::flat(*elem, 0),
            Type::Array(elem, _) => array_of(self.outer_type(elem, written.and_then(Written::elem))?),
            Type::Record(fields) => {
                let mut outer = Vec::new();
                for (i, (field, ty)) in fields.iter().enumerate() {
                    outer.push((*field, self.outer_type(ty, written.and_then(|written| written.field(*field, i)))?));
                }
                EntryType::spelt(OpaqueForm::Record(outer))
            }
            Type::Sum(constructors) => {
                let mut outer = Vec::new();
                for (constructor, payloads) in constructors.iter() {
                    let mut types = Vec::new();
                    for (i, ty) in payloads.iter().enumerate() {
                        let written = written.and_then(|written| written.payload(*constructor, i));
                        types.push(self.outer_type(ty, written)?);
                    }
                    outer.push((*constructor, types));
                }
                EntryType::spelt(OpaqueForm::Sum(outer))
            }
            Type::Abstract(hidden) => {
                let outer = self.outer_type(&hidden.representation, None)?;
                named(outer, hidden.shown.to_string())
            }
            Type::Function(_) | Type::Param(_) | Type::Meta(_) => EntryType::spelt(OpaqueForm::Record(Vec::new())),
        };
        Ok(match name {
            Some(name) => named(outer, name),
            None => outer,
        })
    }

    /// The name by which the type is mentioned, if it is, and the structure behind it, if that can be seen.
    fn expand(&mut self, mut written: Written) -> Checking<(Option<String>, Option<Written>)> {
        let mut name = None;
        loop {
            let next = match &written.exp.kind {
                TypeExpKind::Unique(inner) | TypeExpKind::Exists(_, inner) => Some(written.part(inner)),
                TypeExpKind::Name(path, args) => match written.argument(path) {
                    Some(argument) => Some(argument.clone()),
                    None => {
                        name.get_or_insert_with(|| written.spelling());
                        let outer = self.enter(written.place);
                        let info = self.find_type(path);
                        self.context = outer;
                        let definition = info?.and_then(|info| info.written.clone());
                        let Some(definition) = definition else { return Ok((name, None)) };
                        Some(written.behind(&definition, args))
                    }
                },
                TypeExpKind::Array(..)
                | TypeExpKind::Tuple(_)
                | TypeExpKind::Record(_)
                | TypeExpKind::Sum(_)
                | TypeExpKind::Function(..) => None,
            };
            match next {
                Some(next) => written = next,
                None => return Ok((name, Some(written))),
            }
        }
    }
}

/// A type as the source has it, at a place, with what its type parameters stand for.
#[derive(Clone)]
struct Written {
    exp: TypeExp,
    place: Place,
    args: Rc<Vec<(Symbol, Written)>>,
}

impl Written {
    fn new(exp: &TypeExp, place: Place) -> Written {
        Written { exp: exp.clone(), place, args: Rc::default() }
    }

    fn part(&self, exp: &TypeExp) -> Written {
        Written { exp: exp.clone(), place: self.place, args: Rc::clone(&self.args) }
    }

    /// What stands for the name if it is that of a type parameter.
    fn argument(&self, name: &QualName) -> Option<&Written> {
        let (_, argument) = self.args.iter().find(|(param, _)| name.path.is_empty() && *param == name.name)?;
        Some(argument)
    }

    /// The definition of an abbreviation that is applied here to arguments.
    fn behind(&self, definition: &WrittenType, args: &[TypeArg]) -> Written {
        let pairs = definition.params.iter().zip(args);
        let types = pairs.filter_map(|(param, arg)| match arg {
            TypeArg::Type(exp) => Some((*param, self.part(exp))),
            TypeArg::Size(_) => None,
        });
        Written { exp: definition.ty.clone(), place: definition.place, args: Rc::new(types.collect()) }
    }

    fn elem(&self) -> Option<Written> {
        if let TypeExpKind::Array(_, elem) = &self.exp.kind { Some(self.part(elem)) } else { None }
    }

    fn field(&self, name: Symbol, at: usize) -> Option<Written> {
        match &self.exp.kind {
            TypeExpKind::Tuple(items) => items.get(at).map(|item| self.part(item)),
            TypeExpKind::Record(fields) => {
                fields.iter().find(|(field, _)| field.name == name).map(|(_, ty)| self.part(ty))
            }
            _ => None,
        }
    }

    fn payload(&self, constructor: Symbol, at: usize) -> Option<Written> {
        let TypeExpKind::Sum(constructors) = &self.exp.kind else { return None };
        let (_, payloads) = constructors.iter().find(|(name, _)| name.name == constructor)?;
        payloads.get(at).map(|ty| self.part(ty))
    }

    /// As text, without sizes.
    fn spelling(&self) -> String {
        let show = |exp: &TypeExp| self.part(exp).spelling();
        let join = |exps: &[TypeExp]| exps.iter().map(show).collect::<Vec<_>>().join(", ");
        match &self.exp.kind {
            TypeExpKind::Name(name, args) => match self.argument(name) {
                Some(argument) => argument.spelling(),
                None => {
                    let path: String = name.path.iter().map(|module| format!("{module}.")).collect();
                    let args = args.iter().filter_map(|arg| if let TypeArg::Type(ty) = arg { Some(ty) } else { None });
                    let args: String = args.map(|ty| format!(" {}", within(show(ty)))).collect();
                    format!("{path}{}{args}", name.name)
                }
            },
            TypeExpKind::Array(_, elem) => format!("[]{}", within(show(elem))),
            TypeExpKind::Tuple(items) => format!("({})", join(items)),
            TypeExpKind::Record(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, ty)| format!("{}: {}", name.name, show(ty))).collect();
                format!("{{{}}}", fields.join(", "))
            }
            TypeExpKind::Sum(constructors) => {
                let constructor = |(name, payloads): &(Ident, Vec<TypeExp>)| {
                    let payloads: String = payloads.iter().map(|ty| format!(" {}", within(show(ty)))).collect();
                    format!("#{}{payloads}", name.name)
                };
                constructors.iter().map(constructor).collect::<Vec<_>>().join(" | ")
            }
            TypeExpKind::Unique(inner) | TypeExpKind::Exists(_, inner) => show(inner),
            TypeExpKind::Function(_, param, result) => format!("{} -> {}", within(show(param)), show(result)),
        }
    }
}

/// A type's spelling as it stands within another one.
fn within(spelling: String) -> String {
    let apart = spelling.contains(' ') && !spelling.starts_with(['(', '{']);
    if apart { format!("({spelling})") } else { spelling }
}

/// The opaque type under this name; other types have none.
fn named(ty: EntryType, name: String) -> EntryType {
    match ty {
        EntryType::Opaque(opaque) => EntryType::Opaque(Arc::new(OpaqueType { name, form: opaque.form.clone() })),
        flat @ EntryType::Flat(_) => flat,
    }
}

fn array_of(elem: EntryType) -> EntryType {
    let opaque = match elem {
        EntryType::Flat(flat) => return EntryType::flat(flat.elem, flat.rank + 1),
        EntryType::Opaque(opaque) => opaque,
    };
    match &opaque.form {
        OpaqueForm::Array(elem, rank) if opaque.name == opaque.form.spelling() => {
            EntryType::spelt(OpaqueForm::Array(elem.clone(), rank + 1))
        }
        _ => EntryType::spelt(OpaqueForm::Array(EntryType::Opaque(opaque), 1)),
    }
}

/// The type that the pattern says it has.
fn ascription(pat: &Pat) -> Option<&TypeExp> {
    match &pat.kind {
        PatKind::Ascribe(_, ty) => Some(ty),
        PatKind::Attr(_, inner) => ascription(inner),
        _ => None,
    }
}

/// How the user calls a parameter: its name, or its number.
fn parameter_name(pat: &Pat, index: usize) -> String {
    match &pat.kind {
        PatKind::Name(name) => name.to_string(),
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => parameter_name(inner, index),
        _ => format!("arg{index}"),
    }
}
