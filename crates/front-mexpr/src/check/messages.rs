//! The checker's messages: codes and wording.

use super::Checker;
use super::show::{Shower, number, shown_label};
use super::tree::{Exp, ExpKind};
use super::types::{ParamNumber, Row, Type, component_number};
use super::unify::Mismatch;
use crate::ast::{self, Field, Ident, Literal};
use crate::library;
use base::{Code, Diagnostic, Span, Symbol, nearest};
use rustc_hash::FxHashMap;
use syntax::errors::{LITERAL, MAX_ERRORS, TOO_DEEP, report, shorten};
use value::ScalarType;

const UNBOUND: Code = Code("E0201");
const UNBOUND_TYPE: Code = Code("E0202");
const BOUND_TWICE: Code = Code("E0204");
const REFUSED: Code = Code("E0214");
const NOT_BUILT_IN: Code = Code("E0215");
const TYPES_DIFFER: Code = Code("E0301");
const NOT_A_FUNCTION: Code = Code("E0302");
const NO_FIELD: Code = Code("E0303");
const INFINITE: Code = Code("E0305");
const NOT_INFERRED: Code = Code("E0306");
const TYPE_ARGUMENTS: Code = Code("E0309");
/// Polymorphism that specialisation does not remove.
pub(crate) const LEFT: Code = Code("E0311");
const NOT_A_VALUE: Code = Code("E0312");
const NOT_ALWAYS_BOUND: Code = Code("E0313");

/// Largest length in characters of a headline.
const MAX_HEADLINE: usize = 69;

/// Why a type is wanted, for messages.
#[derive(Clone, Default)]
pub(super) struct Why {
    /// A text that the wanted type completes.
    says: Option<&'static str>,
    /// The place that the text is about.
    place: Option<Span>,
    /// What to do if the types differ for a reason that the text of the program suggests.
    help: Option<&'static str>,
}

impl Why {
    pub(super) fn at(place: Span, says: &'static str) -> Why {
        Why { says: Some(says), place: Some(place), help: None }
    }

    pub(super) fn says(says: &'static str) -> Why {
        Why { says: Some(says), place: None, help: None }
    }

    pub(super) fn with_help(self, help: Option<&'static str>) -> Why {
        Why { help, ..self }
    }
}

/// Types that differ.
impl Checker {
    /// Makes two types equal, or reports at `span`, where `found` is.
    pub(super) fn equal(&mut self, wanted: &Type, found: &Type, span: Span, why: Why) {
        if let Err(mismatch) = self.unifier.unify(wanted, found) {
            self.mismatch(&mismatch, wanted, found, span, &why);
        }
    }

    fn mismatch(&mut self, mismatch: &Mismatch, wanted: &Type, found: &Type, span: Span, why: &Why) {
        let mut shower = Shower::default();
        let mut show = |ty: &Type| shower.show(&self.unifier, &self.datas, ty);
        let (wants, finds) = (show(wanted), show(found));
        let headline = format!("expected `{wants}`, found `{finds}`");
        let fits = headline.chars().count() <= MAX_HEADLINE;
        let headline = if fits { headline } else { "types differ".to_owned() };
        let mut diagnostic = match mismatch {
            Mismatch::Infinite(_) => Diagnostic::error(INFINITE, "a type that would contain itself"),
            Mismatch::TooLarge => Diagnostic::error(TOO_DEEP, "a type that is too large"),
            Mismatch::Types(..) | Mismatch::Field(..) | Mismatch::Escape(_) => {
                Diagnostic::error(TYPES_DIFFER, headline)
            }
        };
        diagnostic = diagnostic.label(span, format!("this has type `{finds}`"));
        match (why.says, why.place) {
            (Some(says), Some(place)) => diagnostic = diagnostic.label(place, format!("{says} `{wants}`")),
            (Some(says), None) => diagnostic = diagnostic.note(format!("{says} `{wants}`")),
            (None, _) => {}
        }
        diagnostic.helps.extend(why.help.map(str::to_owned));
        if let Mismatch::Field(label, record) = mismatch {
            diagnostic =
                diagnostic.note(format!("`{}` has no field `{}`", show(record), shorten(&shown_label(*label))));
        }
        if let Mismatch::Types(a, b) = mismatch {
            let [a, b, wanted, found] = [a, b, wanted, found].map(|ty| self.unifier.number_or_head(ty));
            if [&a, &b] != [&wanted, &found] {
                diagnostic = diagnostic.note(format!("`{}` and `{}` differ", show(&a), show(&b)));
            }
            let [a, b] = [a, b].map(|ty| self.unifier.resolve(&ty));
            diagnostic.helps.extend(conversion(&a, &b).map(str::to_owned));
        }
        let all = [wanted, found].map(|ty| self.unifier.head(ty));
        if let [Type::All(..), other] | [other, Type::All(..)] = &all
            && !matches!(other, Type::All(..))
        {
            diagnostic = diagnostic.help(
                "a function, or a variable that a `let` defines, is polymorphic; `#frozen\"x\"` keeps that of `x`",
            );
        }
        if let Mismatch::Types(Type::Param(param), _) | Mismatch::Types(_, Type::Param(param)) | Mismatch::Escape(param) =
            mismatch
            && let Some(name) = self.unifier.param_name(*param)
        {
            diagnostic = diagnostic.note(format!("`{name}` stands for any type here, because of its `all`"));
        }
        self.report(diagnostic);
    }

    /// Reports an application of something that is not a function, to its argument number `at`.
    pub(super) fn not_a_function(&mut self, function: &Exp, at: usize, ty: &Type, argument: Span) -> Type {
        let shown = Shower::default().show(&self.unifier, &self.datas, ty);
        let diagnostic = match at {
            0 => Diagnostic::error(NOT_A_FUNCTION, "something that is not a function is applied")
                .label(function.span, format!("this has type `{shown}`")),
            _ => {
                let arguments = if at == 1 { "one argument".to_owned() } else { format!("{at} arguments") };
                Diagnostic::error(NOT_A_FUNCTION, "too many arguments")
                    .label(argument, "this one is too many")
                    .label(function.span, format!("this takes {arguments}, and then has type `{shown}`"))
            }
        };
        let next_line = matches!(function.kind, ExpKind::Variable(..)) && at > 0;
        self.report(match next_line {
            true => {
                diagnostic.help("to pass the result of a function, write `f (g x)`; to go on after it, write `f x; ..`")
            }
            false => diagnostic,
        });
        Type::Error
    }

    /// Reports a field that a record does not have.
    pub(super) fn no_field(&mut self, record: &Type, label: &Ident, place: Span) -> Type {
        let shown = Shower::default().show(&self.unifier, &self.datas, record);
        let diagnostic = match self.unifier.head(record) {
            Type::Record(fields, Row::Closed) => {
                let is_component = component_number(label.name).is_some();
                let what = if is_component { "component" } else { "field" };
                let shown_name = if is_component { label.name.to_string() } else { shown_label(label.name) };
                let headline = format!("a record without the {what} `{}`", shorten(&shown_name));
                let similar = nearest(label.name, fields.iter().map(|(label, _)| *label));
                let mut diagnostic = Diagnostic::error(NO_FIELD, headline)
                    .label(label.span, format!("there is no such {what}"))
                    .label(place, format!("this has type `{shown}`"));
                diagnostic.helps.extend(similar.map(|name| format!("did you mean `{}`?", shown_label(name))));
                diagnostic
            }
            _ => Diagnostic::error(
                NO_FIELD,
                format!("a field of something that is no record: `{}`", shorten(label.name.as_str())),
            )
            .label(label.span, "only records and tuples have fields")
            .label(place, format!("this has type `{shown}`")),
        };
        self.report(diagnostic);
        Type::Error
    }
}

/// Returns help for two types that a function converts.
fn conversion(wanted: &Type, found: &Type) -> Option<&'static str> {
    match (wanted, found) {
        (Type::Number(wanted), Type::Number(found)) => Some(match (wanted.is_float(), found.is_float()) {
            (true, false) => "`int2float x` is the float of an integer; a float literal has a point: `1.`",
            (false, true) => "`floorfi x` is the largest integer that is not above a float",
            (true, true) => "`float2float x` is the nearest float of another width",
            (false, false) => "`int2int x` has the lowest bits of an integer in another width",
        }),
        (Type::Number(number), Type::Char) if number.is_integer() => Some("`char2int c` is the code of a character"),
        (Type::Char, Type::Number(number)) if number.is_integer() => Some("`int2char n` is the character of a code"),
        (Type::Seq(element), Type::Number(number)) if **element == Type::Char => Some(match number.is_float() {
            true => "`float2string x` shows a float",
            false => "`int2string n` of the file `string.mc` shows an integer",
        }),
        (Type::Function(..) | Type::Param(_) | Type::Variable(_), _) => None,
        (_, Type::Function(..)) => Some("this is a function; perhaps an argument is missing"),
        (Type::Ref(_), _) => Some("`ref x` makes a reference"),
        (_, Type::Ref(_)) => Some("`deref r` is what a reference holds"),
        (Type::Seq(element), Type::Char) if **element == Type::Char => Some("a string has double quotes: `\"c\"`"),
        (Type::Char, Type::Seq(_)) => Some("a character has single quotes: `'c'`"),
        _ => None,
    }
}

/// Returns why a function of the original compiler is refused.
fn refused(name: Symbol) -> Option<&'static str> {
    match name.as_str() {
        "unsafeCoerce" => {
            Some("a value keeps its type; a data type with several constructors holds values of several types")
        }
        name if name.starts_with("bootParser") => Some("it belongs to the parser of the original compiler"),
        _ => None,
    }
}

/// Names.
impl Checker {
    pub(super) fn unknown_value(&mut self, name: &Ident) -> Type {
        if let Some(why) = refused(name.name) {
            self.refused_value(name, why);
            return Type::Error;
        }
        let native = self.natives.as_ref().and_then(|natives| natives.get(&name.name));
        let help = native.map(|native| {
            let ty = Shower::default().show(&self.unifier, &self.datas, &native.ty);
            format!("declare it: `external {} : {ty}`", name.name)
        });
        self.unknown(UNBOUND, "unknown name", name, |checker| checker.values.names(), help.as_deref());
        Type::Error
    }

    fn refused_value(&mut self, name: &Ident, why: &str) {
        let headline = format!("`{}` is not part of MExpr here", shorten(name.name.as_str()));
        self.report(Diagnostic::error(REFUSED, headline).label(name.span, "this is refused").note(why));
    }

    /// Reports an external function that is not built in.
    pub(super) fn not_implemented(&mut self, name: &Ident) {
        if let Some(why) = refused(name.name) {
            return self.refused_value(name, why);
        }
        let headline = format!("no external function `{}`", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(NOT_BUILT_IN, headline).label(name.span, "Rista does not implement this");
        let natives = self.natives.iter().flat_map(|natives| natives.keys().copied());
        let mut names: Vec<Symbol> = natives.filter(|name| self.values.get(*name).is_none()).collect();
        names.sort_unstable();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        self.report(
            diagnostic
                .help(format!("besides the built-in functions there are {}", names.join(", ")))
                .help("write the function in MExpr"),
        );
    }

    /// Reports an external function that is built in with another type.
    pub(super) fn implemented_otherwise(&mut self, name: &Ident, ty: &Type, written: Span) {
        let shown = Shower::default().show(&self.unifier, &self.datas, ty);
        let headline = format!("the external function `{}` has another type", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(NOT_BUILT_IN, headline);
        self.report(diagnostic.label(written, format!("expected `{shown}`")));
    }

    pub(super) fn unknown_con(&mut self, name: &Ident) {
        let help = "a constructor is declared: `con Name : Payload -> Type`";
        self.unknown(UNBOUND, "unknown constructor", name, |checker| checker.cons.names(), Some(help));
    }

    pub(super) fn unknown_type(&mut self, name: &Ident) -> Type {
        self.unknown(UNBOUND_TYPE, "unknown type", name, |checker| checker.types.names(), None);
        Type::Error
    }

    /// Reports a type variable that no `all` binds, once in an annotation.
    pub(super) fn unknown_letter(&mut self, name: &Ident) -> Type {
        self.letters.bind(name.name, Type::Error);
        let help =
            format!("a definition that works for any type says so: `let f : all {0}. {0} -> {0} = ..`", name.name);
        self.unknown(UNBOUND_TYPE, "unknown type variable", name, |_| Vec::new(), Some(&help));
        Type::Error
    }

    /// Reports a name that is not in scope, with a similar one of `names` or else with `help`.
    fn unknown(
        &mut self,
        code: Code,
        what: &str,
        name: &Ident,
        names: impl FnOnce(&Self) -> Vec<Symbol>,
        help: Option<&str>,
    ) {
        if self.diagnostics.len() > MAX_ERRORS {
            return;
        }
        let headline = format!("{what} `{}`", shorten(name.name.as_str()));
        let mut diagnostic = Diagnostic::error(code, headline).label(name.span, "this is not in scope");
        let home = library::home(name.name).map(|path| format!("it is in the library: `include \"{path}\"`"));
        // What a program does not use of an included file is not in scope.
        let included = self.included.iter().flat_map(|path| library::names(path)).copied();
        let similar = nearest(name.name, names(self).into_iter().chain(included));
        let similar = similar.map(|name| format!("did you mean `{name}`?"));
        diagnostic.helps.extend(home.or(similar).or(help.map(str::to_owned)));
        self.report(diagnostic);
    }

    pub(super) fn defined_twice(&mut self, name: &Ident, first: Span, help: &str) {
        let headline = format!("`{}` is defined twice", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(BOUND_TWICE, headline).label(name.span, "this is the second one");
        self.report(diagnostic.label(first, "this is the first one").help(help));
    }

    /// Reports labels that occur twice.
    pub(super) fn labels_differ<T>(&mut self, fields: &[Field<T>]) {
        self.names_differ(fields.iter().map(|field| &field.label), "a record has each field once");
    }

    /// Reports names that occur twice, with the rule that they break.
    pub(super) fn names_differ<'n>(&mut self, names: impl Iterator<Item = &'n Ident>, rule: &str) {
        let mut seen = FxHashMap::default();
        for name in names {
            if let Some(first) = seen.insert(name.name, name.span) {
                self.defined_twice(name, first, rule);
            }
        }
    }

    pub(super) fn own_type(&mut self, name: &Ident) {
        let headline = format!("`{}` is a type of the language", name.name);
        self.report(Diagnostic::error(BOUND_TWICE, headline).label(name.span, "choose another name"));
    }

    /// Reports a variable that only some alternatives of a pattern bind.
    pub(super) fn not_always_bound(&mut self, name: Symbol, place: Span, pattern: Span) {
        let headline = format!("`{}` is not bound by all alternatives", shorten(name.as_str()));
        let diagnostic = Diagnostic::error(NOT_ALWAYS_BOUND, headline).label(place, "it is bound here");
        let diagnostic = diagnostic.label(pattern, "this alternative binds other names");
        self.report(diagnostic.help("the alternatives of a pattern bind the same names"));
    }
}

/// Definitions and types.
impl Checker {
    /// Reports a polymorphic annotation of a definition that computes its value.
    pub(super) fn not_a_value(&mut self, name: &Ident, value: &ast::Exp) {
        let headline = format!("`{}` cannot be polymorphic", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(NOT_A_VALUE, headline)
            .label(value.span, "this is computed once")
            .help("only functions, literals, and records, sequences and constructors of them work for any type");
        self.report(diagnostic);
    }

    /// Reports a number that is out of the range of its type.
    pub(super) fn does_not_fit(&mut self, literal: &Literal, ty: ScalarType, span: Span) {
        let digits = match literal {
            Literal::Int(value) => value.to_string(),
            Literal::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
            Literal::Bool(_) | Literal::Char(_) | Literal::Text(_) => String::new(),
        };
        let name = number(ty);
        let headline = format!("`{}` does not fit in `{name}`", shorten(&digits));
        let mut diagnostic = Diagnostic::error(LITERAL, headline).label(span, "out of range");
        let help = |(least, most)| format!("`{name}` ranges from {least} to {most}");
        diagnostic.helps.extend(ty.integer_range().map(help));
        self.report(diagnostic);
    }

    pub(super) fn too_large(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(TOO_DEEP, "a type that is too large");
        self.report(diagnostic.label(span, "the type of this has too many parts"));
    }

    pub(super) fn wrong_arity(&mut self, name: Symbol, wanted: usize, found: usize, span: Span) -> Type {
        let headline = format!("`{}` with the wrong number of arguments", shorten(name.as_str()));
        let count = |count: usize| match count {
            0 => "no argument".to_owned(),
            1 => "one argument".to_owned(),
            _ => format!("{count} arguments"),
        };
        let given = match found {
            0 => "none is given".to_owned(),
            1 => "one is given".to_owned(),
            _ => format!("{found} are given"),
        };
        let label = format!("this type has {}, but {given}", count(wanted));
        self.report(Diagnostic::error(TYPE_ARGUMENTS, headline).label(span, label));
        Type::Error
    }

    pub(super) fn con_without_type(&mut self, name: &Ident) {
        let headline = format!("the constructor `{}` has no type", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(NOT_INFERRED, headline).label(name.span, "its type cannot be inferred");
        self.report(
            diagnostic.help(format!("`con {} : Payload -> Type`; without data, the payload is `()`", name.name)),
        );
    }

    /// Reports a part of a type that is to be inferred, where no value tells it.
    pub(super) fn hole_without_value(&mut self, hole: Span) -> Type {
        let diagnostic = Diagnostic::error(NOT_INFERRED, "a declaration with a type that is not complete");
        self.report(diagnostic.label(hole, "no value tells what this type is").help("write the type"));
        Type::Error
    }

    pub(super) fn con_of_no_data(&mut self, name: &Ident, ty: Span) {
        let headline = format!("`{}` makes no value of a data type", shorten(name.name.as_str()));
        let diagnostic = Diagnostic::error(TYPES_DIFFER, headline).label(ty, "expected `Payload -> Type`");
        self.report(diagnostic.help("a data type is declared without `=`: `type Type`"));
    }

    /// Reports a type variable of a payload that is not an argument of the data type.
    pub(super) fn hidden_type(&mut self, param: ParamNumber, span: Span) {
        let name = shorten(self.unifier.param_name(param).map_or("a", Symbol::as_str));
        let diagnostic = Diagnostic::error(LEFT, format!("a constructor that hides the type `{name}`"))
            .label(span, format!("`{name}` is not an argument of the data type"))
            .help(format!("declare the data type with a parameter for `{name}`"));
        self.report(diagnostic);
    }

    /// Adds a diagnostic, unless there are enough of them.
    fn report(&mut self, diagnostic: Diagnostic) {
        report(&mut self.diagnostics, diagnostic);
    }
}
