//! The checker's messages: codes and wording.

use super::builtins::{self, Builtin};
use super::show::{Shower, scalar_name, scalar_named};
use super::tree::{self, ExpKind};
use super::types::{Class, Type, VariableNumber};
use super::unify::Mismatch;
use super::{Bound, Checker, MAX_ERRORS};
use crate::reader::OWN_TYPES;
use base::{Code, Diagnostic, Label, Span, Symbol};
use value::ScalarType;

pub const TOO_LARGE: Code = Code("E0199");
pub const UNBOUND: Code = Code("E0201");
pub const UNBOUND_TYPE: Code = Code("E0202");
pub const BOUND_TWICE: Code = Code("E0204");
pub const NOT_A_LAMBDA: Code = Code("E0210");
pub const TYPES_DIFFER: Code = Code("E0301");
pub const NOT_A_FUNCTION: Code = Code("E0302");
pub const NO_COMPONENT: Code = Code("E0303");
pub const NOT_OVERLOADED: Code = Code("E0304");
pub const INFINITE: Code = Code("E0305");
pub const AMBIGUOUS: Code = Code("E0306");
pub const NOT_EXHAUSTIVE: Code = Code("E0308");
pub const TYPE_ARGUMENTS: Code = Code("E0309");

/// Largest number of characters of a type that a headline shows.
const MAX_IN_HEADLINE: usize = 20;

/// Help for a remainder of numbers with a fraction.
pub const REMAINDER_OF_REALS: &str = "the remainder of floats is `(- x (* y (floor (/ x y))))`; `mod` is for integers";

/// Names in other languages, each with NOVA's equivalent.
const ELSEWHERE: &[(&str, &str)] = &[
    ("==", "`=` compares"),
    ("/=", "not equal is `~=`"),
    ("<>", "not equal is `~=`"),
    ("&&", "the operator is `and`"),
    ("||", "the operator is `or`"),
    ("**", "the function is `pow`"),
    ("//", "division is `/`, and a comment starts with `;`"),
    ("--", "a comment starts with `;`"),
    ("rem", "the function is `mod`"),
    ("fmod", REMAINDER_OF_REALS),
    ("len", "the function is `length`"),
    ("size", "the function is `length`"),
    ("iota", "the function is `range`"),
    ("foldl", "the function is `fold`; `reduce` is parallel"),
    ("scatter", "the function is `permute`"),
    ("nth", "an element of a vector is `(X ! i)`"),
    ("fst", "the first component of a tuple is `(t.0)`"),
    ("snd", "the second component of a tuple is `(t.1)`"),
    ("vector", "there are no vector literals: take the vector as an input, or build it with `range` and `map`"),
    ("list", "there are no vector literals: take the vector as an input, or build it with `range` and `map`"),
    ("define", "definitions are `(let (name exp) .. in body)`"),
    ("def", "definitions are `(let (name exp) .. in body)`"),
    ("defun", "definitions are `(let (name (lambda (x : type) body)) .. in body)`"),
    ("letrec", "recursion is `(mu (f : int -> int) (lambda (x : int) : int ..))`"),
    ("fn", "a function is `(lambda (x : type) : type body)`"),
    ("cond", "conditions are `(if c then a else b)`"),
    ("match", "to distinguish constructors, write `(case e (Name x body) ..)`"),
    ("_", "an unused variable may have any name, such as `u`"),
    ("not=", "not equal is `~=`"),
    ("sum", "a sum is `(reduce + 0 X)`"),
    ("product", "a product is `(reduce * 1 X)`"),
    ("prod", "a product is `(reduce * 1 X)`"),
    ("minimum", "the least element is `(reduce min (X ! 0) X)`"),
    ("maximum", "the greatest element is `(reduce max (X ! 0) X)`"),
    ("any", "to test if any element satisfies `p`, write `(reduce or false (map p X))`"),
    ("all", "to test if all elements satisfy `p`, write `(reduce and true (map p X))`"),
    ("foldr", "the function is `fold`, which starts with the first element; `reduce` is parallel"),
    ("zipWith", "`(map f X Y)` takes several vectors"),
    ("map2", "`(map f X Y)` takes several vectors"),
    ("zip", "pairs are `(map (lambda (x : int) (y : int) (x, y)) X Y)`"),
    ("unzip", "a component of each element is `(map (lambda (p : (int, int)) (p.0)) X)`"),
    ("replicate", "copies of `x` are `(map (lambda (i : int) x) (range n))`"),
    ("repeat", "copies of `x` are `(map (lambda (i : int) x) (range n))`"),
    ("zeros", "zeros are `(map (lambda (i : int) 0.0) (range n))`"),
    ("head", "the first element of a vector is `(X ! 0)`"),
    ("first", "the first element of a vector is `(X ! 0)`, the first component of a tuple `(t.0)`"),
    ("car", "the first element of a vector is `(X ! 0)`, the first component of a tuple `(t.0)`"),
    ("last", "the last element of a vector is `(X ! (- (length X) 1))`"),
    ("tail", "all but the first element are `(slice 1 1 (length X) X)`"),
    ("cdr", "all but the first element are `(slice 1 1 (length X) X)`"),
    ("init", "all but the last element are `(slice 0 1 (- (length X) 1) X)`"),
    ("take", "the first `n` elements are `(slice 0 1 n X)`"),
    ("drop", "the elements from the `n`-th on are `(slice n 1 (length X) X)`"),
    ("reverse", "the elements in reverse order are `(slice (- (length X) 1) -1 -1 X)`"),
    ("concat", "two vectors end to end are a `map` over a `range`, with an `if` for which of them"),
    ("append", "two vectors end to end are a `map` over a `range`, with an `if` for which of them"),
    ("++", "two vectors end to end are a `map` over a `range`, with an `if` for which of them"),
    ("transpose", "element `(j, i)` of a matrix is `(M ! (j, i))`; a `map` over ranges gives the columns"),
    ("flatten", "a `map` over a `vector#2` goes over all its elements"),
    ("index", "an element of a vector is `(X ! i)`"),
    ("negate", "the negative of `x` is `(- 0 x)`"),
    ("neg", "the negative of `x` is `(- 0 x)`"),
    ("div", "`/` divides; on integers it rounds to zero"),
    ("quot", "`/` divides; on integers it rounds to zero"),
    ("shiftl", "the operator is `<<`"),
    ("shiftr", "the operator is `>>`"),
    ("xor", "the operator is `^`"),
    ("square", "a square is `(* x x)`"),
    ("round", "`(floor (+ x 0.5))` rounds; `to_int` rounds to zero"),
    ("truncate", "`to_int` rounds to zero"),
    ("fromIntegral", "`to_float`, `to_int64` and the like convert"),
    ("cons", "a list is a type of the program: `(List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a)))))`"),
    ("null", "the value of type `unit` is `nil`"),
    ("True", "the word is `true`"),
    ("False", "the word is `false`"),
    ("print", "the result of the program is printed; there are no side effects"),
    ("for", "there are no loops: `map`, `reduce`, `fold`, or a `mu` that calls itself last"),
    ("while", "there are no loops: `map`, `reduce`, `fold`, or a `mu` that calls itself last"),
    ("loop", "there are no loops: `map`, `reduce`, `fold`, or a `mu` that calls itself last"),
    ("set", "variables do not change: `(let (x e) in body)` binds a new value"),
    ("where", "definitions are `(let (name exp) .. in body)`"),
    ("fun", "a function is `(lambda (x : type) : type body)`"),
];

/// Type names in other languages, each with NOVA's name.
const TYPES_ELSEWHERE: &[(&str, &str)] = &[
    ("i8", "int8"),
    ("i16", "int16"),
    ("i32", "int"),
    ("i64", "int64"),
    ("f32", "float"),
    ("f64", "double"),
    ("real", "float"),
    ("Real", "double"),
    ("float32", "float"),
    ("float64", "double"),
    ("integer", "int"),
    ("Integer", "int"),
    ("long", "int64"),
    ("short", "int16"),
    ("byte", "int8"),
    ("boolean", "bool"),
    ("void", "unit"),
    ("Unit", "unit"),
    ("nil", "unit"),
];

impl Checker {
    /// Adds a diagnostic, unless there is one with the same code and span.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let place = |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| label.span);
        if self.diagnostics.iter().any(|other| other.code == diagnostic.code && place(other) == place(&diagnostic)) {
            return;
        }
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        } else {
            self.errors_left_out = true;
        }
    }

    pub(super) fn show(&self, ty: &Type) -> String {
        Shower::default().show(&self.unifier, ty)
    }

    /// Unifies the type of the expression at `span` with the wanted type. Reports a mismatch; returns whether the types
    /// agree.
    pub(super) fn expect(&mut self, found: &Type, wanted: &Type, span: Span) -> bool {
        match self.unifier.unify(found, wanted) {
            Ok(()) => true,
            Err(why) => {
                self.mismatch(found, wanted, span, &why);
                false
            }
        }
    }

    pub(super) fn mismatch(&mut self, found: &Type, wanted: &Type, span: Span, why: &Mismatch) {
        let diagnostic = self.difference(found, wanted, span, why);
        self.report(diagnostic);
    }

    /// Returns the error for an expression of type `found` where `wanted` is expected.
    pub(super) fn difference(&self, found: &Type, wanted: &Type, span: Span, why: &Mismatch) -> Diagnostic {
        let mut shower = Shower::default();
        let (shown, needed) = (shower.show(&self.unifier, found), shower.show(&self.unifier, wanted));
        let label = format!("this has type {shown}");
        let note = format!("the expected type is {needed}");
        let is_short = shown.len().max(needed.len()) <= MAX_IN_HEADLINE;
        let mut diagnostic = match why {
            Mismatch::Types(..) if is_short => {
                Diagnostic::error(TYPES_DIFFER, format!("expected {needed}, found {shown}")).label(span, label)
            }
            Mismatch::Types(part, other) => {
                let (part, other) = (shower.show(&self.unifier, part), shower.show(&self.unifier, other));
                Diagnostic::error(TYPES_DIFFER, "mismatched types")
                    .label(span, label)
                    .note(note)
                    .note(format!("{part} and {other} differ"))
            }
            Mismatch::Infinite(..) => {
                Diagnostic::error(INFINITE, "a type that would contain itself").label(span, label).note(note)
            }
            Mismatch::Class(class, part) => {
                let part = shower.show(&self.unifier, part);
                let is_constant = matches!(self.unifier.head(found), Type::Variable(number) if self.unifier.class(number).is_of_numbers());
                let shown = Differing { found: shown, wanted: needed, is_short, part, is_constant };
                shown.outside_of(*class, span)
            }
            Mismatch::TooLarge => {
                Diagnostic::error(TOO_LARGE, "a type is too large").label(span, "the type of this has too many parts")
            }
        };
        diagnostic.helps.extend(self.conversion(found, wanted));
        if !matches!(self.unifier.head(wanted), Type::Function(..) | Type::Variable(_)) {
            diagnostic = self.with_missing_argument(found, diagnostic);
        }
        diagnostic
    }

    /// Returns the help to convert the expression whose number type is the narrower one, so that no digits are lost.
    pub(super) fn widening(&self, exps: [&tree::Exp; 2]) -> Option<String> {
        let number = |exp: &tree::Exp| match self.unifier.head(&exp.ty) {
            Type::Scalar(ty) if Class::Number.has_scalar(ty) => Some(ty),
            _ => None,
        };
        let width = |ty: ScalarType| (ty.is_float(), ty.bytes());
        let [mut narrow, mut wide] = [number(exps[0])?, number(exps[1])?];
        let mut exp = exps[0];
        if width(wide) < width(narrow) {
            std::mem::swap(&mut narrow, &mut wide);
            exp = exps[1];
        }
        let (from, to) = (scalar_name(narrow), scalar_name(wide));
        Some(match &exp.kind {
            ExpKind::Variable(id, _) => format!("`(to_{to} {})` converts the {from}", self.name_of(*id)?),
            _ => format!("`to_{to}` converts the {from}"),
        })
    }

    /// Returns the name of a variable in scope.
    fn name_of(&self, id: tree::VariableId) -> Option<Symbol> {
        let is_it = |bound: &Bound| matches!(bound, Bound::Variable(other, ..) if *other == id);
        self.scope.iter().find(|(_, bound)| bound.iter().any(is_it)).map(|(name, _)| *name)
    }

    pub(super) fn is_real(&self, ty: &Type) -> bool {
        match self.unifier.head(ty) {
            Type::Scalar(scalar) => scalar.is_float(),
            Type::Variable(number) => self.unifier.class(number) == Class::Real,
            _ => false,
        }
    }

    /// Returns the help to convert a number between the two types; `None` if one is no number type.
    fn conversion(&self, found: &Type, wanted: &Type) -> Option<String> {
        let kinds = (self.unifier.head(found), self.unifier.head(wanted));
        let class = |number: &VariableNumber| self.unifier.class(*number);
        match &kinds {
            (Type::Scalar(from), Type::Scalar(to))
                if Class::Number.has_scalar(*from) && Class::Number.has_scalar(*to) =>
            {
                let rounds = if from.is_float() && to.is_integer() { " and drops its fraction" } else { "" };
                Some(format!("`(to_{} x)` converts a number `x`{rounds}", scalar_name(*to)))
            }
            (Type::Variable(number), Type::Scalar(to)) if class(number) == Class::Real && to.is_integer() => {
                Some("a constant with a point is a float or a double; `to_float` and `to_double` convert".to_owned())
            }
            (Type::Scalar(from), Type::Variable(number)) if class(number) == Class::Real && from.is_integer() => {
                Some("`to_float` and `to_double` convert".to_owned())
            }
            (Type::Vector(_, from), Type::Vector(_, to)) if self.conversion(from, to).is_some() => {
                let name = match self.unifier.head(to) {
                    Type::Scalar(to) => scalar_name(to),
                    _ => "float",
                };
                Some(format!("`(map to_{name} X)` converts the elements of `X`"))
            }
            (Type::Vector(_, element), Type::Vector(_, row))
                if matches!(self.unifier.head(element), Type::Scalar(_))
                    && matches!(self.unifier.head(row), Type::Vector(..)) =>
            {
                Some(
                    "operations apply to all elements of a `vector#2`; a vector of rows is a `vector vector`"
                        .to_owned(),
                )
            }
            _ => None,
        }
    }

    /// Returns the help about a missing argument, if the type is that of a function.
    pub(super) fn missing_argument(&self, ty: &Type) -> Option<String> {
        let Type::Function(param, _) = self.unifier.head(ty) else { return None };
        if self.unifier.head(&param) == Type::Unit {
            return Some("an argument is missing: apply a constructor that holds `unit` to `nil`".to_owned());
        }
        Some(format!("an argument of type {} is missing", self.show(&param)))
    }

    /// Adds the help about a missing argument. For a `map` with too few vectors, adds the reason.
    fn with_missing_argument(&self, ty: &Type, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.helps.extend(self.missing_argument(ty));
        let Ok(resolved) = self.unifier.resolve(ty) else { return diagnostic };
        let is_same = |(_, other): &&(Span, Type)| self.unifier.resolve(other).as_ref() == Ok(&resolved);
        if let Some((span, _)) = self.partial_maps.iter().find(is_same) {
            let text = "this `map` has fewer vectors than its function has parameters".to_owned();
            let is_around = |whole: Span| whole.start <= span.start && span.end <= whole.end;
            if !diagnostic.labels.iter().any(|label| is_around(label.span)) {
                diagnostic.labels.push(Label { span: *span, text });
            }
            diagnostic.notes.push(
                "vectors cannot contain functions: `map` takes one vector for each parameter of its function"
                    .to_owned(),
            );
        }
        diagnostic
    }

    /// Reports a function of type `ty` in a value that cannot hold functions. `whole` names that value.
    pub(super) fn function_in(&mut self, ty: &Type, span: Span, whole: &str) {
        let diagnostic = self.holds_function(ty, span, whole);
        self.report(diagnostic);
    }

    /// Reports a function as a component of a tuple.
    pub(super) fn function_in_tuple(&mut self, part: &tree::Exp) {
        let mut diagnostic = self.holds_function(&part.ty, part.span, "a tuple");
        if !matches!(part.kind, ExpKind::Lambda(..) | ExpKind::Mu(..)) {
            diagnostic = self.with_missing_argument(&part.ty, diagnostic);
        }
        if !matches!(part.kind, ExpKind::Constructor(_)) {
            diagnostic.helps.push(
                "give the function a name in a `let`, or choose between functions with `if` or `case`".to_owned(),
            );
        }
        self.report(diagnostic);
    }

    /// Reports a function where its result is needed. `whole` names the expected value.
    pub(super) fn not_applied(&mut self, ty: &Type, span: Span, whole: &str) {
        let diagnostic = self.with_missing_argument(ty, self.holds_function(ty, span, whole));
        self.report(diagnostic);
    }

    fn holds_function(&self, ty: &Type, span: Span, whole: &str) -> Diagnostic {
        let label = format!("this has type {}", self.show(ty));
        Diagnostic::error(NOT_OVERLOADED, format!("{whole} cannot be or contain a function")).label(span, label)
    }

    pub(super) fn unbound(&mut self, name: Symbol, span: Span) {
        let mut diagnostic = Diagnostic::error(UNBOUND, format!("`{name}` is not defined")).label(span, "not in scope");
        diagnostic.helps.extend(self.meant(name));
        self.report(diagnostic);
    }

    /// Returns the help for a name that is not in scope: a similar name, or NOVA's name for something of another
    /// language.
    fn meant(&self, name: Symbol) -> Option<String> {
        if self.diagnostics.len() >= MAX_ERRORS {
            return None;
        }
        if self.defining.contains(&name) {
            let form = format!("`(mu ({name} : int -> int) (lambda (x : int) : int ..))`");
            return Some(format!("a name is not in scope in its own definition; use `mu` for recursion: {form}"));
        }
        if scalar_named(name.as_str()).is_some_and(|ty| Class::Number.has_scalar(ty)) {
            return Some(format!("`to_{name}` converts"));
        }
        if let Some((_, help)) = ELSEWHERE.iter().find(|(word, _)| *word == name.as_str()) {
            return Some((*help).to_owned());
        }
        let in_scope = self.scope.iter().filter(|(_, bound)| !bound.is_empty()).map(|(name, _)| *name);
        let words = builtins::NAMES.iter().chain(&["true", "false", "nil"]).map(|name| Symbol::new(name));
        let mut names: Vec<Symbol> = in_scope.chain(self.declared.constructors()).collect();
        names.sort();
        if let Some((minuend, subtrahend)) = name.as_str().rsplit_once('-')
            && self.bound(Symbol::new(minuend)).is_some()
        {
            return Some(format!("a hyphen is part of a name; to subtract, write `(- {minuend} {subtrahend})`"));
        }
        Some(format!("did you mean `{}`?", base::nearest(name, names.into_iter().chain(words))?))
    }

    /// Reports an unknown name of a type.
    pub(super) fn unbound_type(&mut self, name: Symbol, span: Span) {
        let headline = format!("there is no type `{name}`");
        let mut diagnostic = Diagnostic::error(UNBOUND_TYPE, headline).label(span, "unknown type");
        let own = OWN_TYPES.iter().map(|own| Symbol::new(own)).chain([Symbol::new("vector")]);
        let elsewhere =
            TYPES_ELSEWHERE.iter().find(|(word, _)| *word == name.as_str()).map(|(_, own)| Symbol::new(own));
        let near = elsewhere.or_else(|| base::nearest(name, self.declared.names().chain(own)));
        let is = |words: &[&str]| words.contains(&name.as_str());
        diagnostic.helps.push(match near {
            _ if name.as_str().starts_with("uint") || is(&["u8", "u16", "u32", "u64", "unsigned", "word"]) => {
                "all integers are signed: int8, int16, int32 and int64".to_owned()
            }
            _ if is(&["string", "String", "char", "Char", "str", "text"]) => {
                "there are no strings: represent text as a `vector int8` of character codes".to_owned()
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                format!("the types are {}, vectors, tuples, and those of the section `types`", OWN_TYPES.join(", "))
            }
        });
        self.report(diagnostic);
    }

    /// Reports an application of a value that is not a function, or that takes fewer than `args` arguments. `name` and
    /// `operator` are the names of the function and of the first argument, if they have one.
    pub(super) fn not_a_function(
        &mut self,
        ty: &Type,
        args: usize,
        function: &tree::Exp,
        name: Option<Symbol>,
        operator: Option<Symbol>,
    ) {
        let shown = self.show(ty);
        let (headline, label) = match args {
            0 => ("this is not a function", format!("this has type {shown}")),
            1 => ("too many arguments", format!("this takes 1 argument and returns {shown}")),
            _ => ("too many arguments", format!("this takes {args} arguments and returns {shown}")),
        };
        let mut diagnostic = Diagnostic::error(NOT_A_FUNCTION, headline).label(function.span, label);
        diagnostic.helps.extend(match (ty, operator, &function.kind) {
            (_, Some(operator), _) if args == 0 => Some(format!("an operator comes first: `({operator} x y)`")),
            (Type::Vector(..), _, _) => Some("an element of a vector is `(X ! i)`".to_owned()),
            (Type::Tuple(_), _, _) => Some("a component of a tuple is `(t.0)`".to_owned()),
            (_, _, ExpKind::Builtin(Builtin::Binary(..) | Builtin::Divide | Builtin::Logic(_))) => {
                name.map(|name| format!("operators take two arguments: `({name} ({name} x y) z)`"))
            }
            _ => None,
        });
        self.report(diagnostic);
    }

    /// Reports a constructor that several sums without a name have.
    pub(super) fn several_sums(&mut self, name: Symbol, count: usize, span: Span) {
        let diagnostic = Diagnostic::error(AMBIGUOUS, format!("`{name}` is a constructor of several sums"))
            .label(span, format!("{count} sums without a name have this constructor"))
            .help("define the sums in the section `types`, with different constructors");
        self.report(diagnostic);
    }

    /// Reports that a type has no component with this number.
    pub(super) fn no_component(&mut self, ty: &Type, at: u32, span: Span) {
        let label = format!("this has type {}", self.show(ty));
        let diagnostic = match ty {
            Type::Tuple(parts) => Diagnostic::error(NO_COMPONENT, format!("there is no component {at}"))
                .label(span, label)
                .help(format!("components are numbered from 0, and this tuple has {}", parts.len())),
            Type::Vector(..) => Diagnostic::error(NO_COMPONENT, "this is not a tuple")
                .label(span, label)
                .help("an element of a vector is `(X ! i)`"),
            _ => Diagnostic::error(NO_COMPONENT, "this is not a tuple").label(span, label),
        };
        self.report(diagnostic);
    }

    /// Gives unconstrained variables the defaults of their classes. For a variable without a default, reports the use
    /// whose type contains it.
    pub(super) fn default_variables(&mut self) {
        let remain = self.unifier.default_all();
        for (number, span) in remain {
            if self.errors_left_out {
                return;
            }
            let whole = self.uses.iter().find(|(at, ty)| *at == span && self.unifier.unknown(ty).contains(&number));
            let ty = whole.map_or(Type::Variable(number), |(_, ty)| ty.clone());
            let mut shower = Shower::default();
            let label = format!("this has type {}", shower.show(&self.unifier, &ty));
            let unknown = self.unifier.unknown(&ty).into_iter();
            let letters: Vec<String> =
                unknown.map(|number| format!("`{}`", shower.show(&self.unifier, &Type::Variable(number)))).collect();
            let (verb, letters) = (if letters.len() == 1 { "stands" } else { "stand" }, letters.join(" and "));
            let diagnostic = Diagnostic::error(AMBIGUOUS, "cannot infer a type")
                .label(span, label)
                .note(format!(
                    "all types must be known at compile time, but nothing determines what {letters} {verb} for"
                ))
                .help("declare the type with a `lambda`: `((lambda (x : type) : type x) e)`");
            self.report(diagnostic);
        }
    }
}

/// The two types of a mismatch, as texts for a message.
struct Differing {
    found: String,
    wanted: String,
    /// Whether both types fit into a headline.
    is_short: bool,
    /// Text of the part of the type that is not in the required class.
    part: String,
    /// Whether the expression is a number constant.
    is_constant: bool,
}

impl Differing {
    fn outside_of(self, class: Class, span: Span) -> Diagnostic {
        let Differing { found, wanted, is_short, part, is_constant } = self;
        let name = class_name(class);
        let label = format!("this has type {found}");
        if part == found {
            return Diagnostic::error(NOT_OVERLOADED, format!("expected {name}")).label(span, label);
        }
        if is_constant && is_short {
            let headline = format!("expected {wanted}, found {name}");
            return Diagnostic::error(TYPES_DIFFER, headline).label(span, format!("this is {name}"));
        }
        let diagnostic = match is_short {
            true => Diagnostic::error(TYPES_DIFFER, format!("expected {wanted}, found {found}")).label(span, label),
            false => Diagnostic::error(TYPES_DIFFER, "mismatched types")
                .label(span, label)
                .note(format!("the expected type is {wanted}")),
        };
        diagnostic.note(match class {
            Class::FirstOrder => format!("vectors, tuples and sums cannot contain functions, such as {part}"),
            _ => format!("{part} is not {name}"),
        })
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Any => "a type",
        Class::FirstOrder => "a type without functions",
        Class::Number => "a number",
        Class::Integer => "an integer",
        Class::Real => "a float or a double",
        Class::Rank => "a number of dimensions",
    }
}
