//! Generated programs, with enough structure to print and shrink them.

use base::Symbol;
use driver::Language;
use std::fmt::{self, Debug, Display, Formatter};
use value::entry::{EntryType, OpaqueForm};
use value::{ScalarType, Value};

/// Operations on a language's types for checking and shrinking programs.
pub trait Typed: Clone + PartialEq + Debug + Send + 'static {
    const LANGUAGE: Language;

    /// Returns the source of some value of the type. It uses no names in scope except sizes.
    fn plain(&self) -> String;

    fn is_tuple(&self) -> bool;

    /// Generates the program of a seed.
    fn generate(seed: u64) -> Program<Self>;

    /// Prints the program's source.
    fn show(program: &Program<Self>, f: &mut Formatter<'_>) -> fmt::Result;
}

/// A size in a type: a name in scope, or a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Size {
    Name(String),
    Number(i64),
}

impl Size {
    /// Returns a size for a result whose size is known only after the call. It has no name.
    pub fn unknown() -> Size {
        Size::Name(String::new())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    Scalar(ScalarType),
    Array(Size, Box<Type>),
    Tuple(Vec<Type>),
    /// A record, with its fields sorted by name.
    Record(Vec<(String, Type)>),
    /// A sum: constructors with their payloads, sorted by name.
    Sum(Vec<(String, Vec<Type>)>),
}

impl Type {
    pub const I64: Type = Type::Scalar(ScalarType::I64);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    pub fn array(size: &Size, elem: Type) -> Type {
        Type::Array(size.clone(), Box::new(elem))
    }

    /// Returns the type with its sizes replaced.
    pub fn resized(&self, size: &impl Fn(&Size) -> Size) -> Type {
        match self {
            Type::Scalar(scalar) => Type::Scalar(*scalar),
            Type::Array(outer, elem) => Type::Array(size(outer), Box::new(elem.resized(size))),
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|part| part.resized(size)).collect()),
            Type::Record(fields) => {
                Type::Record(fields.iter().map(|(name, ty)| (name.clone(), ty.resized(size))).collect())
            }
            Type::Sum(constructors) => {
                let resized = |payload: &[Type]| payload.iter().map(|ty| ty.resized(size)).collect();
                Type::Sum(constructors.iter().map(|(name, payload)| (name.clone(), resized(payload))).collect())
            }
        }
    }

    /// Whether a parameter of this type determines the size `name`, in a position that is not inside a sum.
    pub fn tells(&self, name: &str) -> bool {
        match self {
            Type::Scalar(_) | Type::Sum(_) => false,
            Type::Array(size, elem) => *size == Size::Name(name.to_owned()) || elem.tells(name),
            Type::Tuple(parts) => parts.iter().any(|part| part.tells(name)),
            Type::Record(fields) => fields.iter().any(|(_, part)| part.tells(name)),
        }
    }

    /// Returns the entry-point type.
    pub fn outside(&self) -> EntryType {
        let field = |name: &str, ty: &Type| (Symbol::new(name), ty.outside());
        EntryType::spelt(match self {
            Type::Scalar(scalar) => return EntryType::flat(*scalar, 0),
            Type::Array(_, elem) => match elem.outside() {
                EntryType::Flat(flat) => return EntryType::flat(flat.elem, flat.rank + 1),
                elem => OpaqueForm::Array(elem, 1),
            },
            Type::Tuple(parts) => {
                OpaqueForm::Record(parts.iter().enumerate().map(|(at, ty)| field(&at.to_string(), ty)).collect())
            }
            Type::Record(fields) => OpaqueForm::Record(fields.iter().map(|(name, ty)| field(name, ty)).collect()),
            Type::Sum(constructors) => OpaqueForm::Sum(variants(constructors)),
        })
    }
}

/// Returns the constructors of a sum as those of an entry-point type.
pub fn variants(constructors: &[(String, Vec<Type>)]) -> Vec<(Symbol, Vec<EntryType>)> {
    let outside = |payload: &[Type]| payload.iter().map(Type::outside).collect();
    constructors.iter().map(|(name, payload)| (Symbol::new(name), outside(payload))).collect()
}

impl Typed for Type {
    const LANGUAGE: Language = Language::Futhark;

    fn plain(&self) -> String {
        match self {
            Type::Scalar(ScalarType::Bool) => "false".to_owned(),
            Type::Scalar(scalar) => format!("0{scalar}"),
            Type::Array(size, elem) => format!("(replicate {size} {})", elem.plain()),
            Type::Tuple(parts) => format!("({})", joined(parts.iter().map(Type::plain))),
            Type::Record(fields) => {
                format!("{{{}}}", joined(fields.iter().map(|(name, ty)| format!("{name} = {}", ty.plain()))))
            }
            Type::Sum(constructors) => {
                let smallest = constructors.iter().min_by_key(|(_, payload)| payload.len());
                let (name, payload) = smallest.map(|(name, payload)| (name.as_str(), &payload[..])).unwrap_or_default();
                let payload: String = payload.iter().map(|ty| format!(" {}", ty.plain())).collect();
                format!("(#{name}{payload} : {self})")
            }
        }
    }

    fn is_tuple(&self) -> bool {
        matches!(self, Type::Tuple(_))
    }

    fn generate(seed: u64) -> Program {
        crate::generate::generate(seed)
    }

    fn show(program: &Program, f: &mut Formatter<'_>) -> fmt::Result {
        program.definitions.iter().try_for_each(|definition| writeln!(f, "{definition}\n"))
    }
}

pub(crate) fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Size::Name(name) => f.write_str(name),
            Size::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => write!(f, "{scalar}"),
            Type::Array(size, elem) => write!(f, "[{size}]{elem}"),
            Type::Tuple(parts) => write!(f, "({})", joined(parts.iter().map(Type::to_string))),
            Type::Record(fields) => {
                write!(f, "{{{}}}", joined(fields.iter().map(|(name, ty)| format!("{name}: {ty}"))))
            }
            Type::Sum(constructors) => {
                let payload = |types: &[Type]| types.iter().map(|ty| format!(" {ty}")).collect::<String>();
                let shown = constructors.iter().map(|(name, types)| format!("#{name}{}", payload(types)));
                write!(f, "({})", shown.collect::<Vec<_>>().join(" | "))
            }
        }
    }
}

/// An expression: source text with expressions in it. Every text closes its own brackets, so that any expression can
/// stand in any place of its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Exp<T = Type> {
    pub ty: T,
    pub parts: Vec<Part<T>>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Part<T = Type> {
    Text(String),
    Exp(Exp<T>),
}

impl<T: Typed> Exp<T> {
    /// Makes an expression from a template with a `$` for each part, in order.
    pub fn new(ty: &T, template: impl AsRef<str>, parts: impl IntoIterator<Item = Exp<T>>) -> Exp<T> {
        let mut parts = parts.into_iter();
        let mut all = Vec::new();
        for (at, text) in template.as_ref().split('$').enumerate() {
            if at > 0 {
                all.extend(parts.next().map(Part::Exp));
            }
            all.push(Part::Text(text.to_owned()));
        }
        Exp { ty: ty.clone(), parts: all }
    }

    pub fn text(ty: &T, text: impl Into<String>) -> Exp<T> {
        Exp { ty: ty.clone(), parts: vec![Part::Text(text.into())] }
    }

    pub fn children(&self) -> impl Iterator<Item = &Exp<T>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Exp(exp) => Some(exp),
            Part::Text(_) => None,
        })
    }

    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Exp<T>> {
        self.parts.iter_mut().filter_map(|part| match part {
            Part::Exp(exp) => Some(exp),
            Part::Text(_) => None,
        })
    }

    /// Returns the number of expressions in the expression, including itself.
    pub fn count(&self) -> usize {
        1 + self.children().map(Exp::count).sum::<usize>()
    }
}

impl<T> Display for Exp<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Exp(exp) => write!(f, "{exp}"),
        })
    }
}

/// A definition: the text before `=`, and its body.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition<T = Type> {
    pub head: String,
    pub body: Exp<T>,
}

impl Definition {
    /// Makes a definition with this text, which is not shrunk.
    pub fn text(text: &str) -> Definition {
        let (head, body) = text.split_once(" = ").unwrap_or((text, ""));
        Definition { head: head.to_owned(), body: Exp::text(&Type::BOOL, body) }
    }
}

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} =\n  {}", self.head, self.body)
    }
}

/// Name of the entry point that every program has.
pub const MAIN: &str = "main";

/// The arguments of a run of an entry point.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    pub entry: String,
    pub args: Vec<Value>,
}

impl Input {
    /// Returns arguments of `main`.
    pub fn main(args: Vec<Value>) -> Input {
        Input { entry: MAIN.to_owned(), args }
    }
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.entry)?;
        self.args.iter().try_for_each(|value| write!(f, " {value}"))
    }
}

/// A program, whose last definition is the entry point `main`.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<T = Type> {
    pub definitions: Vec<Definition<T>>,
    /// The runs.
    pub inputs: Vec<Input>,
}

impl<T: Typed> Display for Program<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        T::show(self, f)
    }
}
