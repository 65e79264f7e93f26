//! The built-in functions: their names and types. All are curried. `lower` defines their meaning.
//!
//! Fig. 3 and Table 1 define most of them. Our additions are `int64`, `%`, `min`, `max`, `mod`, `pow`, `sin`, `cos`,
//! `tan`, `floor`, `ceil`, and `fold`, which the paper mentions in section 5.

use super::show::scalar_named;
use super::types::{Class, Type};
use super::unify::Unifier;
use base::Span;
use value::{BinOp, CmpOp, ScalarType, UnOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// An operator of type `t -> t -> t`, for every `t` of the class.
    Binary(BinOp, Class),
    /// Division, `/`. On integers it rounds towards zero, as in C.
    Divide,
    /// A logical operator. Both operands are evaluated, like the arguments of every function.
    Logic(BinOp),
    Not,
    Unary(UnOp, Class),
    /// Structural equality, `=`, for every type without functions.
    Equal,
    NotEqual,
    /// A comparison of numbers.
    Compare(CmpOp),
    /// A conversion from any number to this type.
    To(ScalarType),
    /// A conversion from this type to any number type.
    From(ScalarType),
    Map,
    Reduce,
    Scan,
    Fold,
    Permute,
    Gather,
    Slice,
    Filter,
    Range,
    Length,
}

/// Returns the built-in function of that name.
pub fn named(name: &str) -> Option<Builtin> {
    use Builtin::{Binary, Compare, Logic, Unary};
    if let Some(ty) = name.strip_prefix("to_").and_then(number_named) {
        return Some(Builtin::To(ty));
    }
    if let Some(ty) = name.strip_prefix("from_").and_then(number_named) {
        return Some(Builtin::From(ty));
    }
    Some(match name {
        "+" => Binary(BinOp::Add, Class::Number),
        "-" => Binary(BinOp::Sub, Class::Number),
        "*" => Binary(BinOp::Mul, Class::Number),
        "/" => Builtin::Divide,
        "mod" | "%" => Binary(BinOp::Rem, Class::Integer),
        "min" => Binary(BinOp::Min, Class::Number),
        "max" => Binary(BinOp::Max, Class::Number),
        "pow" => Binary(BinOp::Pow, Class::Real),
        "&" => Binary(BinOp::And, Class::Integer),
        "|" => Binary(BinOp::Or, Class::Integer),
        "^" => Binary(BinOp::Xor, Class::Integer),
        "<<" => Binary(BinOp::Shl, Class::Integer),
        ">>" => Binary(BinOp::Shr, Class::Integer),
        "~" => Unary(UnOp::Not, Class::Integer),
        "and" => Logic(BinOp::And),
        "or" => Logic(BinOp::Or),
        "not" => Builtin::Not,
        "=" => Builtin::Equal,
        "~=" => Builtin::NotEqual,
        "<" => Compare(CmpOp::Lt),
        "<=" => Compare(CmpOp::Le),
        ">" => Compare(CmpOp::Gt),
        ">=" => Compare(CmpOp::Ge),
        "abs" => Unary(UnOp::Abs, Class::Number),
        "sqrt" => Unary(UnOp::Sqrt, Class::Real),
        "exp" => Unary(UnOp::Exp, Class::Real),
        "log" => Unary(UnOp::Log, Class::Real),
        "sin" => Unary(UnOp::Sin, Class::Real),
        "cos" => Unary(UnOp::Cos, Class::Real),
        "tan" => Unary(UnOp::Tan, Class::Real),
        "floor" => Unary(UnOp::Floor, Class::Real),
        "ceil" => Unary(UnOp::Ceil, Class::Real),
        "map" => Builtin::Map,
        "reduce" => Builtin::Reduce,
        "scan" => Builtin::Scan,
        "fold" => Builtin::Fold,
        "permute" => Builtin::Permute,
        "gather" => Builtin::Gather,
        "slice" => Builtin::Slice,
        "filter" => Builtin::Filter,
        "range" => Builtin::Range,
        "length" => Builtin::Length,
        _ => return None,
    })
}

/// The names of all built-in functions, except for conversions.
pub const NAMES: [&str; 45] = [
    "+", "-", "*", "/", "mod", "%", "min", "max", "pow", "&", "|", "^", "<<", ">>", "~", "and", "or", "not", "=", "~=",
    "<", "<=", ">", ">=", "abs", "sqrt", "exp", "log", "sin", "cos", "tan", "floor", "ceil", "map", "reduce", "scan",
    "fold", "permute", "gather", "slice", "filter", "range", "length", "to_int", "to_float",
];

fn number_named(name: &str) -> Option<ScalarType> {
    scalar_named(name).filter(|ty| *ty != ScalarType::Bool)
}

impl Builtin {
    /// Returns the type of one use of the function, with fresh variables. For `map`, `range` and `length` it also adds
    /// a constraint (`pending`).
    pub fn ty(self, unifier: &mut Unifier, level: u32, span: Span) -> Type {
        let mut fresh = |class| unifier.fresh(class, level, span);
        let functions =
            |params: &[&Type], result: &Type| Type::functions(params.iter().copied().cloned(), result.clone());
        match self {
            Builtin::Binary(_, class) => {
                let ty = fresh(class);
                functions(&[&ty, &ty], &ty)
            }
            Builtin::Divide => {
                let ty = fresh(Class::Number);
                functions(&[&ty, &ty], &ty)
            }
            Builtin::Logic(_) => functions(&[&Type::BOOL, &Type::BOOL], &Type::BOOL),
            Builtin::Not => functions(&[&Type::BOOL], &Type::BOOL),
            Builtin::Unary(_, class) => {
                let ty = fresh(class);
                functions(&[&ty], &ty)
            }
            Builtin::Equal | Builtin::NotEqual => {
                let ty = fresh(Class::FirstOrder);
                functions(&[&ty, &ty], &Type::BOOL)
            }
            Builtin::Compare(_) => {
                let ty = fresh(Class::Number);
                functions(&[&ty, &ty], &Type::BOOL)
            }
            Builtin::To(to) => functions(&[&fresh(Class::Number)], &Type::Scalar(to)),
            Builtin::From(from) => {
                let ty = fresh(Class::Number);
                unifier.convert_to(&ty);
                functions(&[&Type::Scalar(from)], &ty)
            }
            Builtin::Map | Builtin::Range => fresh(Class::Any),
            Builtin::Length => {
                let (elem, rank, length) = (fresh(Class::FirstOrder), fresh(Class::Rank), fresh(Class::FirstOrder));
                functions(&[&Type::vector(rank, elem)], &length)
            }
            Builtin::Reduce => {
                let (elem, rank) = (fresh(Class::FirstOrder), fresh(Class::Rank));
                functions(&[&functions(&[&elem, &elem], &elem), &elem, &Type::vector(rank, elem.clone())], &elem)
            }
            Builtin::Scan => {
                let elem = fresh(Class::FirstOrder);
                let vector = Type::vector1(elem.clone());
                functions(&[&functions(&[&elem, &elem], &elem), &elem, &vector], &vector)
            }
            Builtin::Fold => {
                let (elem, rank, state) = (fresh(Class::FirstOrder), fresh(Class::Rank), fresh(Class::FirstOrder));
                let step = functions(&[&state, &elem], &state);
                functions(&[&step, &state, &Type::vector(rank, elem)], &state)
            }
            Builtin::Permute | Builtin::Gather => {
                let vector = Type::vector1(fresh(Class::FirstOrder));
                functions(&[&Type::vector1(Type::INT), &vector], &vector)
            }
            Builtin::Slice => {
                let vector = Type::vector1(fresh(Class::FirstOrder));
                functions(&[&Type::INT, &Type::INT, &Type::INT, &vector], &vector)
            }
            Builtin::Filter => {
                let elem = fresh(Class::FirstOrder);
                let vector = Type::vector1(elem.clone());
                functions(&[&functions(&[&elem], &Type::BOOL), &vector], &vector)
            }
        }
    }

    /// Returns how the function is applied, as text for messages about its arguments.
    pub fn form(self) -> Option<&'static str> {
        Some(match self {
            Builtin::Map => "`(map f X ..)`: a function, and a vector for each of its arguments",
            Builtin::Reduce => "`(reduce f i X)`: a function of two elements, the first value, and a vector",
            Builtin::Scan => "`(scan f i X)`: a function of two elements, the first value, and a vector",
            Builtin::Fold => "`(fold f i X)`: a function of a value and an element, the first value, and a vector",
            Builtin::Permute => "`(permute I X)`: a vector of ints, where each element goes, and a vector",
            Builtin::Gather => "`(gather I X)`: a vector of ints, where each element is from, and a vector",
            Builtin::Slice => "`(slice b s e X)`: the first index, the step, the end, and a vector",
            Builtin::Filter => "`(filter f X)`: a function that gives a bool, and a vector",
            Builtin::Range => "`(range b s e)`: the first number, the step and the end, all of them ints",
            Builtin::Length => "`(length X)`: a vector",
            Builtin::Binary(..) | Builtin::Divide | Builtin::Logic(_) | Builtin::Not | Builtin::Unary(..) => {
                return None;
            }
            Builtin::Equal | Builtin::NotEqual | Builtin::Compare(_) | Builtin::To(_) | Builtin::From(_) => {
                return None;
            }
        })
    }

    /// Whether the function is an operator whose two operands have the same type.
    pub fn is_operator(self) -> bool {
        use Builtin::{Binary, Compare, Divide, Equal, NotEqual};
        matches!(self, Binary(..) | Divide | Compare(_) | Equal | NotEqual)
    }

    /// Returns the smallest number of arguments with which the function is complete.
    pub fn least_arguments(self) -> usize {
        match self {
            Builtin::Not
            | Builtin::Unary(..)
            | Builtin::To(_)
            | Builtin::From(_)
            | Builtin::Range
            | Builtin::Length => 1,
            Builtin::Slice => 4,
            Builtin::Reduce | Builtin::Scan | Builtin::Fold => 3,
            Builtin::Binary(..) | Builtin::Divide | Builtin::Logic(_) | Builtin::Equal | Builtin::NotEqual => 2,
            Builtin::Compare(_) | Builtin::Map | Builtin::Permute | Builtin::Gather | Builtin::Filter => 2,
        }
    }
}
