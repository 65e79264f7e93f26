//! Entry points: definitions that are called from outside.

use crate::ast::{
    Dec, DecKind, Def, Exp, ExpKind, Ident, Pat, PatKind, QualName, TypeArg, TypeExp, TypeExpKind, TypeParamKind,
};
use crate::check::expressions::locals::FoundType;
use crate::check::messages::report::SIZE_UNKNOWN;
use crate::check::modules::scope::{Place, ScopeId, Value, ValueInfo, ValueKind, WrittenType};
use crate::check::types::{Function, Size, Type, has_function};
use crate::check::{Checker, Checking};
use base::{Code, Diagnostic, Name, Span, Symbol};
use core_ir::def as ir;
use std::rc::Rc;
use std::sync::Arc;
use value::ScalarType;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm, OpaqueType, share_slots, tag_type};

const POLYMORPHIC: Code = Code("E0601");
const HIGHER_ORDER: Code = Code("E0602");
const BAD_NAME: Code = Code("E0603");
const INSIDE: Code = Code("E0604");

/// Returns the declaration without `local`. A local entry point can still be called from outside.
fn without_local(dec: &Dec) -> &Dec {
    match &dec.kind {
        DecKind::Local(inner) => without_local(inner),
        _ => dec,
    }
}

impl Checker {
    /// Makes an entry point for each definition marked `entry`, and for `main`.
    pub fn make_entries(&mut self, scope: ScopeId, decs: &[Dec]) {
        let end = self.scopes.end(scope);
        for dec in decs {
            let inner = without_local(dec);
            if let DecKind::Def(def) = &inner.kind
                && (def.entry || def.name.name.as_str() == "main")
                && let Some(id) = self.scopes.find_value(end, def.name.name)
                && let Value::Done(info) = self.scopes.value(id)
            {
                let info = info.clone();
                let doc = dec.doc.clone().or_else(|| inner.doc.clone());
                if self.make_entry(scope, def, doc, &info).is_ok() {
                    self.make_property(&info.scheme.ty, if dec.attrs.is_empty() { &inner.attrs } else { &dec.attrs });
                }
            }
        }
    }

    /// Reports entry points inside of modules, which cannot be called from outside.
    pub fn no_entries(&mut self, decs: &[Dec]) {
        for dec in decs {
            if let DecKind::Def(def) = &without_local(dec).kind
                && def.entry
            {
                let headline = format!("the entry point `{}` is inside of a module", def.name.name);
                let diagnostic = Diagnostic::error(INSIDE, headline)
                    .label(def.name.span, "this is visible only inside of the module");
                self.report(diagnostic.help("use `def` here, and add an entry point at top level that calls it"));
            }
        }
    }

    /// Adds an entry point for a definition. Reports a definition that cannot be one.
    fn make_entry(&mut self, scope: ScopeId, def: &Rc<Def>, doc: Option<String>, info: &ValueInfo) -> Checking<()> {
        let span = def.name.span;
        let name = def.name.name;
        if !name.as_str().starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return self.error(
                BAD_NAME,
                span,
                format!("the operator `{name}` cannot be an entry point"),
                "an operator has no name that callers in C can use",
            );
        }
        if !info.scheme.types.is_empty() {
            let diagnostic = Diagnostic::error(POLYMORPHIC, format!("the entry point `{name}` has a type parameter"))
                .label(span, format!("its type is {}", self.show(&info.scheme.ty)))
                .help(match def.type_params.iter().any(|param| param.kind != TypeParamKind::Size) {
                    true => "replace the type parameter by a type: an entry point needs one for each type",
                    false => "declare the types of its parameters",
                });
            return Err(self.report(diagnostic));
        }
        let place = self.scopes.end(scope);
        let all = self.with_all_parameters(def, info, place)?;
        let info = all.as_deref().unwrap_or(info);
        let ValueKind::Def { id, sizes } = &info.kind else { return Ok(()) };
        let (functions, ty) = unfolded(&self.unifier.resolve(&info.scheme.ty));
        let mut params = Vec::new();
        for (i, function) in functions.iter().enumerate() {
            let pat = def.params.get(i);
            let written = pat.and_then(ascription).map(|exp| Written::new(exp, place));
            let at = pat.map_or(span, |pat| pat.span);
            let (outer, shown) = self.entry_type(&function.param, written, name, at)?;
            if is_nameless(&outer) {
                self.nameless_in_entry("an argument", &shown, at);
            }
            let consumed = self.program.defs[*id].params[sizes.len() + i].consumed.any();
            let name = pat.map_or_else(|| format!("arg{i}"), |pat| parameter_name(pat, i));
            params.push(EntryParam { name, ty: outer, shown, consumed });
        }
        let sizes = self.entry_sizes(&info.scheme.ty, functions.len(), sizes);
        if let Some(size) = sizes.iter().find(|size| size.places.is_empty()) {
            let headline = format!("cannot infer the size `{}` of the entry point `{name}`", size.name);
            let diagnostic = Diagnostic::error(SIZE_UNKNOWN, headline)
                .label(span, format!("callers pass only the arguments, so `{}` has no value", size.name))
                .help(format!("add a parameter `({}: i64)`, or an array of this size", size.name));
            return Err(self.report(diagnostic));
        }
        let at = def.result.as_ref().map_or(span, |result| result.span);
        let given = functions.len() - def.params.len().min(functions.len());
        let written = def.result.as_ref().and_then(|exp| result_after(exp, given)).map(|exp| Written::new(exp, place));
        let (outer, shown) = self.entry_type(&ty, written, name, at)?;
        if components(&outer).into_iter().any(is_nameless) {
            self.nameless_in_entry("the result", &shown, at);
        }
        let unique = self.program.defs[*id].unique_result == ir::Unique::Yes;
        let result = EntryResult { ty: outer, shown, unique };
        self.program.entries.push(ir::Entry { name, def: *id, params, result, doc, sizes });
        Ok(())
    }

    /// For a definition that returns a function, such as `entry twice = double`, makes a definition that takes this
    /// function's parameters, too. `None` for other definitions.
    fn with_all_parameters(&mut self, def: &Def, info: &ValueInfo, place: Place) -> Checking<Option<Rc<ValueInfo>>> {
        let (functions, _) = unfolded(&self.unifier.resolve(&info.scheme.ty));
        let Some(given) = functions.get(def.params.len()..).filter(|given| !given.is_empty()) else { return Ok(None) };
        let Ident { name, span } = def.name;
        if given.iter().any(|function| has_function(&function.param)) {
            let diagnostic = Diagnostic::error(HIGHER_ORDER, format!("the entry point `{name}` takes a function"))
                .label(span, format!("its type is {}", self.show(&info.scheme.ty)));
            return Err(self.report(diagnostic));
        }
        // Programs cannot write these names.
        let names: Vec<Symbol> = (0..functions.len()).map(|i| Symbol::new(&format!("?{i}"))).collect();
        let variable = |name| Exp { kind: ExpKind::Var(QualName { path: Vec::new(), name, span }), span };
        let args = names.iter().map(|name| variable(*name)).collect();
        let body = Exp { kind: ExpKind::Apply(Box::new(variable(name)), args), span };
        let params = names.iter().map(|name| Pat { kind: PatKind::Name(*name), span }).collect();
        let def = Def { entry: true, name: def.name, type_params: Vec::new(), params, result: None, body };
        let id = self.scopes.add_value(Value::Waiting { def: Rc::new(def), attrs: [].into(), place });
        let info = self.value_info(id, span)?;
        if let ValueKind::Def { id, .. } = &info.kind {
            // Passed sizes come first. What the new definition consumes is what the called function consumes.
            let consumed: Vec<ir::Unique> =
                functions.iter().map(|function| self.owned_in(&function.param, &function.consumed)).collect();
            let params = self.program.defs[*id].params.iter_mut().rev();
            params.zip(consumed.into_iter().rev()).for_each(|(param, consumed)| param.consumed = consumed);
        }
        Ok(Some(info))
    }

    /// Returns the sizes of the first `count` parameters that the definition cannot check by itself, or that callers
    /// pass, with the dimensions in which they occur. Those in `passed` come first.
    fn entry_sizes(&mut self, ty: &Type, count: usize, passed: &[Name]) -> Vec<ir::EntrySize> {
        let mut leaves = Vec::new();
        let mut ty = ty.clone();
        for _ in 0..count {
            let Type::Function(function) = ty else { break };
            leaves.extend(leaf_sizes(&self.unifier.resolve(&function.param)));
            ty = function.result.clone();
        }
        let new =
            |name: &str, passed, value| ir::EntrySize { name: name.to_owned(), passed, value, places: Vec::new() };
        let mut sizes: Vec<(Option<Name>, bool, ir::EntrySize)> =
            passed.iter().map(|name| (Some(*name), true, new(name.hint.as_str(), true, None))).collect();
        for (leaf, (_, dims)) in leaves.iter().enumerate() {
            for (dim, Dim { size, inside, in_slot }) in dims.iter().enumerate() {
                let place = ir::SizePlace { leaf, dim, in_slot: *in_slot };
                let (name, value) = match self.unifier.size(size) {
                    Size::Var(name) if passed.contains(&name) || !self.is_nameless(name) => (Some(name), None),
                    Size::Const(value) if *inside => (None, Some(value)),
                    Size::Var(_) | Size::Const(_) | Size::Def(..) | Size::Meta(_) | Size::Op(..) | Size::Term(_) => {
                        continue;
                    }
                };
                let known = sizes.iter_mut().find(|(other, ..)| name.is_some() && *other == name);
                match known {
                    Some((_, wanted, size)) => {
                        *wanted |= inside;
                        size.places.push(place);
                    }
                    None => {
                        let shown = name.map_or_else(|| value.unwrap_or(0).to_string(), |name| name.hint.to_string());
                        let mut size = new(&shown, false, value);
                        size.places.push(place);
                        sizes.push((name, *inside, size));
                    }
                }
            }
        }
        let needed = |size: &ir::EntrySize| size.passed || size.value.is_some() || size.places.len() > 1;
        sizes.into_iter().filter(|(_, inside, size)| *inside && needed(size)).map(|(_, _, size)| size).collect()
    }

    /// Returns the type of a parameter or result as callers see it, and the type's text in messages. Reports types that
    /// callers cannot have.
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
        if self.has_accumulator(&ty) {
            let headline = format!("the entry point `{entry}` takes or returns an accumulator");
            return self.error(HIGHER_ORDER, span, headline, "accumulators exist only inside of a program");
        }
        if has_function(&ty) {
            let diagnostic =
                Diagnostic::error(HIGHER_ORDER, format!("the entry point `{entry}` takes or returns a function"))
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

    /// Returns the entry type of a type without functions. Its opaque parts are named as the source writes them.
    fn outer_type(&mut self, ty: &Type, written: Option<Written>) -> Checking<EntryType> {
        let (name, written) = written.map_or(Ok((None, None)), |written| self.expand(written))?;
        let written = written.as_ref();
        let outer = match ty {
            Type::Scalar(elem) => EntryType::flat(*elem, 0),
            Type::Array(elem, _) => EntryType::array(self.outer_type(elem, written.and_then(Written::elem))?),
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

    /// Expands the type abbreviation at the outside of a written type. Returns the name that was expanded first, and
    /// the structure behind it. The structure is `None` for abstract types.
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
                        let definition = match info? {
                            Some(FoundType::Defined(info)) => info.written.clone(),
                            Some(FoundType::Parameter(_)) | None => None,
                        };
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

/// One dimension of a leaf.
#[derive(Clone)]
pub struct Dim {
    pub size: Size,
    /// Whether the dimension is inside an array of records or sums, or inside a sum. The definition does not check
    /// sizes there.
    inside: bool,
    in_slot: bool,
}

/// Returns the scalar type and the dimensions of each leaf of a value of the type (`EntryType::leaves`).
pub fn leaf_sizes(ty: &Type) -> Vec<(ScalarType, Vec<Dim>)> {
    match ty {
        Type::Scalar(elem) => vec![(*elem, Vec::new())],
        Type::Array(elem, size) => {
            let mut leaves = leaf_sizes(elem);
            if leaves.is_empty() {
                leaves.push((tag_type(1), Vec::new()));
            }
            for (_, dims) in &mut leaves {
                if !matches!(**elem, Type::Array(..)) {
                    dims.iter_mut().for_each(|dim| dim.inside = true);
                }
                dims.insert(0, Dim { size: size.clone(), inside: false, in_slot: false });
            }
            leaves
        }
        Type::Record(fields) => fields.iter().flat_map(|(_, field)| leaf_sizes(field)).collect(),
        Type::Sum(constructors) => {
            let payloads = constructors.iter().map(|(_, payloads)| payloads.iter().flat_map(leaf_sizes).collect());
            let tag = (tag_type(constructors.len()), Vec::new());
            let mut leaves =
                share_slots(tag, payloads.collect(), |(elem, dims)| dims.is_empty().then_some(*elem)).parts;
            for dim in leaves.iter_mut().flat_map(|(_, dims)| dims) {
                (dim.inside, dim.in_slot) = (true, constructors.len() > 1);
            }
            leaves
        }
        Type::Abstract(hidden) => leaf_sizes(&hidden.representation),
        Type::Function(_) | Type::Param(_) | Type::Meta(_) => Vec::new(),
    }
}

/// A type expression with its place in a scope, and the arguments for the type parameters in it.
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

    /// Returns the argument for a type parameter; `None` for any other name.
    fn argument(&self, name: &QualName) -> Option<&Written> {
        let (_, argument) = self.args.iter().find(|(param, _)| name.path.is_empty() && *param == name.name)?;
        Some(argument)
    }

    /// Returns the type expression behind a type abbreviation that is applied to these arguments.
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

    /// Returns the type expression as text, without sizes.
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

/// Returns the text of a type for use inside another type, in parentheses if it has several words.
fn within(spelling: String) -> String {
    let apart = spelling.contains(' ') && !spelling.starts_with(['(', '{']);
    if apart { format!("({spelling})") } else { spelling }
}

/// Returns the opaque type with another name. A flat type has no name.
fn named(ty: EntryType, name: String) -> EntryType {
    match ty {
        EntryType::Opaque(opaque) => EntryType::Opaque(Arc::new(OpaqueType { name, form: opaque.form.clone() })),
        flat @ EntryType::Flat(_) => flat,
    }
}

/// Whether callers know the type only by its structure. The unit counts as named.
fn is_nameless(ty: &EntryType) -> bool {
    match ty {
        EntryType::Opaque(opaque) => match &opaque.form {
            OpaqueForm::Array(elem, _) => is_nameless(elem),
            form => opaque.name == form.spelling() && !ty.leaves().is_empty(),
        },
        EntryType::Flat(_) => false,
    }
}

/// Returns the types of a tuple's components; the type itself if it is no tuple.
fn components(ty: &EntryType) -> Vec<&EntryType> {
    match ty {
        EntryType::Opaque(opaque) => opaque.form.components().unwrap_or_else(|| vec![ty]),
        EntryType::Flat(_) => vec![ty],
    }
}

/// Returns the type ascription of the pattern.
fn ascription(pat: &Pat) -> Option<&TypeExp> {
    match &pat.kind {
        PatKind::Ascribe(_, ty) => Some(ty),
        PatKind::Attr(_, inner) => ascription(inner),
        _ => None,
    }
}

/// Returns the functions of a curried function type, one for each argument, and the final result type.
fn unfolded(ty: &Type) -> (Vec<Rc<Function>>, Type) {
    let (mut functions, mut ty) = (Vec::new(), ty.clone());
    while let Type::Function(function) = ty {
        ty = function.result.clone();
        functions.push(function);
    }
    (functions, ty)
}

/// Returns the result type after `params` parameters; `None` if the type expression has fewer arrows.
fn result_after(mut exp: &TypeExp, params: usize) -> Option<&TypeExp> {
    for _ in 0..params {
        let TypeExpKind::Function(_, _, result) = &exp.kind else { return None };
        exp = result;
    }
    Some(exp)
}

/// Returns how messages name a parameter: by its name, or by its number.
fn parameter_name(pat: &Pat, index: usize) -> String {
    match &pat.kind {
        PatKind::Name(name) => name.to_string(),
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => parameter_name(inner, index),
        _ => format!("arg{index}"),
    }
}
