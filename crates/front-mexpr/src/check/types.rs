//! MExpr's types in the checker.

use base::Symbol;
use std::cmp::Ordering;
use std::rc::Rc;
use value::ScalarType;

/// Number of an unknown type in the unifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableNumber(pub u32);

/// Number of a type parameter of a definition, a data type or an alias.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ParamNumber(pub u32);

/// Number of a data type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DataNumber(pub u32);

/// Number of the set of types at which the program uses values of a polymorphic type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetNumber(pub u32);

/// `all a. ty`, with one or more parameters.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Poly {
    pub params: Vec<ParamNumber>,
    pub ty: Type,
}

/// Types in place of type parameters, for the types in a set.
pub type View = Rc<[(ParamNumber, Type)]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Integers or floats of one width.
    Number(ScalarType),
    Bool,
    Char,
    Symbol,
    Seq(Rc<Type>),
    Tensor(Rc<Type>),
    Ref(Rc<Type>),
    /// Fields in the order of `label_order`. A tuple is a record with the labels `0`, `1` and so on.
    Record(Rc<[(Symbol, Type)]>, Row),
    Data(DataNumber, Rc<[Type]>),
    Function(Rc<Type>, Rc<Type>),
    /// The type of polymorphic values: `all a. ty` inside of a type. The set has the types at which they are used, in
    /// which the types of the list replace type parameters.
    All(Rc<Poly>, SetNumber, View),
    Variable(VariableNumber),
    Param(ParamNumber),
    /// The type of an expression with an error. It unifies with every type.
    Error,
}

/// The fields that a record may have besides those of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Row {
    Closed,
    /// Unknown fields. The variable stands for a record of further fields.
    Open(VariableNumber),
}

/// A type with parameters, each of which a use may replace by any type.
#[derive(Clone, Debug)]
pub struct Scheme {
    pub params: Vec<ParamNumber>,
    pub ty: Type,
}

impl Scheme {
    /// Returns the scheme of a type without parameters.
    pub fn of(ty: Type) -> Scheme {
        Scheme { params: Vec::new(), ty }
    }
}

/// The types that an unknown type may turn out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Any,
    /// A record of further fields.
    Row,
    /// Integers of any width.
    Integer,
    /// Floats of any width.
    Float,
}

impl Kind {
    /// Returns the type of numbers that an unknown type of this kind is if nothing else determines it.
    pub fn default(self) -> Option<Type> {
        match self {
            Kind::Any | Kind::Row => None,
            Kind::Integer => Some(Type::INT),
            Kind::Float => Some(Type::FLOAT),
        }
    }

    /// Whether a type that is known may stand for an unknown type of this kind.
    pub fn allows(self, ty: &Type) -> bool {
        match (self, ty) {
            (Kind::Any | Kind::Row, _) | (_, Type::Error) => true,
            (Kind::Integer, Type::Number(scalar)) => scalar.is_integer(),
            (Kind::Float, Type::Number(scalar)) => scalar.is_float(),
            (Kind::Integer | Kind::Float, _) => false,
        }
    }
}

impl Type {
    pub const INT: Type = Type::Number(ScalarType::I64);
    pub const FLOAT: Type = Type::Number(ScalarType::F64);

    pub fn function(param: Type, result: Type) -> Type {
        Type::Function(Rc::new(param), Rc::new(result))
    }

    pub fn seq(element: Type) -> Type {
        Type::Seq(Rc::new(element))
    }

    pub fn string() -> Type {
        Type::seq(Type::Char)
    }

    /// Returns the record type with these fields, in any order.
    pub fn record(mut fields: Vec<(Symbol, Type)>, row: Row) -> Type {
        fields.sort_by(|(a, _), (b, _)| label_order(*a, *b));
        Type::Record(fields.into(), row)
    }

    pub fn tuple(components: impl IntoIterator<Item = Type>) -> Type {
        let fields = components.into_iter().enumerate().map(|(at, ty)| (component(at), ty));
        Type::record(fields.collect(), Row::Closed)
    }

    pub fn unit() -> Type {
        Type::tuple([])
    }

    /// Returns the types inside of the type. An open row is one, as a variable.
    pub fn parts(&self) -> Vec<Type> {
        match self {
            Type::Seq(part) | Type::Tensor(part) | Type::Ref(part) => vec![(**part).clone()],
            Type::Record(fields, row) => {
                let row = if let Row::Open(row) = row { Some(Type::Variable(*row)) } else { None };
                fields.iter().map(|(_, ty)| ty.clone()).chain(row).collect()
            }
            Type::Data(_, arguments) => arguments.to_vec(),
            Type::Function(param, result) => vec![(**param).clone(), (**result).clone()],
            Type::All(poly, _, view) => {
                std::iter::once(poly.ty.clone()).chain(view.iter().map(|(_, ty)| ty.clone())).collect()
            }
            Type::Number(_) | Type::Bool | Type::Char | Type::Symbol => Vec::new(),
            Type::Variable(_) | Type::Param(_) | Type::Error => Vec::new(),
        }
    }

    /// Returns the type with the types inside changed; rows stay.
    pub fn map_parts<E>(&self, change: &mut dyn FnMut(&Type) -> Result<Type, E>) -> Result<Type, E> {
        Ok(match self {
            Type::Seq(part) => Type::seq(change(part)?),
            Type::Tensor(part) => Type::Tensor(Rc::new(change(part)?)),
            Type::Ref(part) => Type::Ref(Rc::new(change(part)?)),
            Type::Record(fields, row) => {
                let changed = fields.iter().map(|(label, ty)| Ok((*label, change(ty)?)));
                Type::Record(changed.collect::<Result<_, E>>()?, *row)
            }
            Type::Data(data, arguments) => Type::Data(*data, arguments.iter().map(change).collect::<Result<_, E>>()?),
            Type::Function(param, result) => Type::function(change(param)?, change(result)?),
            Type::All(poly, set, view) => {
                let poly = Poly { params: poly.params.clone(), ty: change(&poly.ty)? };
                let view = view.iter().map(|(param, ty)| Ok((*param, change(ty)?)));
                Type::All(Rc::new(poly), *set, view.collect::<Result<_, E>>()?)
            }
            Type::Number(_) | Type::Bool | Type::Char | Type::Symbol => self.clone(),
            Type::Variable(_) | Type::Param(_) | Type::Error => self.clone(),
        })
    }
}

/// Returns the label of a tuple's component, counted from 0.
pub fn component(at: usize) -> Symbol {
    Symbol::new(&at.to_string())
}

/// Returns the number of the component that a label is.
pub fn component_number(label: Symbol) -> Option<usize> {
    let text = label.as_str();
    let number = text.parse().ok()?;
    (component(number) == label).then_some(number)
}

/// Components are in the order of their numbers, and before other labels.
pub fn label_order(a: Symbol, b: Symbol) -> Ordering {
    match (component_number(a), component_number(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.cmp(&b),
    }
}
