//! NOVA's types in the checker.

use base::Symbol;
use std::rc::Rc;
use value::ScalarType;

/// Number of a type variable in the unifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableNumber(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Scalar(ScalarType),
    Unit,
    /// Two or more components, none of them a function.
    Tuple(Rc<[Type]>),
    /// A vector: its rank, and its element type without functions.
    Vector(Rc<Type>, Rc<Type>),
    /// A rank. Because ranks are types here, one kind of variable serves both.
    Rank(u32),
    Function(Rc<Type>, Rc<Type>),
    /// A user-defined sum type, by name, with its arguments.
    User(Symbol, Rc<[Type]>),
    /// A sum type without a name: its constructors with their payload types.
    Sum(Rc<[(Symbol, Type)]>),
    Variable(VariableNumber),
    /// A type parameter, within the declaration of a user-defined type.
    Param(u32),
    /// The type of an expression with an error. It unifies with every type.
    Error,
}

/// Set of the types for which a variable may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Any,
    /// All types without functions: the contents that vectors, tuples and sums may have.
    FirstOrder,
    Number,
    Integer,
    Real,
    Rank,
}

impl Class {
    /// Returns the intersection of two classes; `None` if it is empty.
    pub fn meet(self, other: Class) -> Option<Class> {
        use Class::{Any, FirstOrder, Integer, Number, Rank, Real};
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Rank, _) | (_, Rank) | (Integer, Real) | (Real, Integer) => None,
            (Any, other) | (other, Any) | (FirstOrder, other) | (other, FirstOrder) => Some(other),
            (Number, other) | (other, Number) => Some(other),
            (Integer, _) | (Real, _) => Some(self),
        }
    }

    pub fn is_of_numbers(self) -> bool {
        matches!(self, Class::Number | Class::Integer | Class::Real)
    }

    pub fn has_scalar(self, ty: ScalarType) -> bool {
        match self {
            Class::Any | Class::FirstOrder => true,
            Class::Number => ty != ScalarType::Bool,
            Class::Integer => ty.is_integer(),
            Class::Real => ty.is_float(),
            Class::Rank => false,
        }
    }

    /// Returns the type for a variable about which only its class is known; `None` if the class has no default.
    pub fn default(self) -> Option<Type> {
        match self {
            Class::Any | Class::FirstOrder => None,
            Class::Number | Class::Integer => Some(Type::INT),
            Class::Real => Some(Type::Scalar(ScalarType::F32)),
            Class::Rank => Some(Type::Rank(1)),
        }
    }
}

impl Type {
    pub const INT: Type = Type::Scalar(ScalarType::I32);
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);

    pub fn function(param: Type, result: Type) -> Type {
        Type::Function(Rc::new(param), Rc::new(result))
    }

    /// Returns the curried function type of several parameters.
    pub fn functions(params: impl IntoIterator<Item = Type, IntoIter: DoubleEndedIterator>, result: Type) -> Type {
        params.into_iter().rev().fold(result, |result, param| Type::function(param, result))
    }

    pub fn vector(rank: Type, elem: Type) -> Type {
        Type::Vector(Rc::new(rank), Rc::new(elem))
    }

    /// Returns the type of vectors of rank 1.
    pub fn vector1(elem: Type) -> Type {
        Type::vector(Type::Rank(1), elem)
    }

    /// Returns the type of an index into a vector of this rank: `int`, or a tuple of them.
    pub fn index(rank: u32) -> Type {
        if rank == 1 { Type::INT } else { Type::Tuple((0..rank).map(|_| Type::INT).collect()) }
    }

    /// Returns the component types of the type.
    pub fn parts(&self) -> Vec<&Type> {
        match self {
            Type::Tuple(parts) | Type::User(_, parts) => parts.iter().collect(),
            Type::Vector(a, b) | Type::Function(a, b) => vec![a, b],
            Type::Sum(constructors) => constructors.iter().map(|(_, ty)| ty).collect(),
            Type::Scalar(_) | Type::Unit | Type::Rank(_) | Type::Variable(_) | Type::Param(_) | Type::Error => {
                Vec::new()
            }
        }
    }

    /// Returns the type with its component types changed.
    pub fn map_parts<E>(&self, change: &mut dyn FnMut(&Type) -> Result<Type, E>) -> Result<Type, E> {
        Ok(match self {
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(change).collect::<Result<_, E>>()?),
            Type::User(name, args) => Type::User(*name, args.iter().map(change).collect::<Result<_, E>>()?),
            Type::Vector(rank, elem) => Type::vector(change(rank)?, change(elem)?),
            Type::Function(param, result) => Type::function(change(param)?, change(result)?),
            Type::Sum(constructors) => {
                let changed = constructors.iter().map(|(name, ty)| Ok((*name, change(ty)?)));
                Type::Sum(changed.collect::<Result<_, E>>()?)
            }
            Type::Scalar(_) | Type::Unit | Type::Rank(_) | Type::Variable(_) | Type::Param(_) | Type::Error => {
                self.clone()
            }
        })
    }

    /// Returns the type with these arguments in place of the parameters of its declaration.
    pub fn with_arguments(&self, args: &[Type]) -> Type {
        if let Type::Param(at) = self {
            return args.get(*at as usize).cloned().unwrap_or(Type::Error);
        }
        let changed = self.map_parts::<()>(&mut |part| Ok(part.with_arguments(args)));
        changed.unwrap_or(Type::Error)
    }
}
