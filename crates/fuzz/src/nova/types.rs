//! Types of generated NOVA programs, and the positions where they may occur.

use super::sum::Declaration;
use super::{Generator, generate, show};
use crate::program::{Program, Typed, joined};
use driver::Language;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use value::ScalarType;

/// Largest nesting of vectors.
const MAX_LEVELS: usize = 3;

#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Unit,
    Scalar(ScalarType),
    /// A vector of any length; elements may be vectors of different lengths.
    Vector(Box<Type>),
    /// A `vector#2`. Only inputs have this type, and copies of their shape.
    Matrix(ScalarType),
    Tuple(Vec<Type>),
    /// The declared type, with these types for its parameters.
    Sum(Arc<Declaration>, Vec<Type>),
    /// Parameters and result of a function.
    Function(Vec<Type>, Box<Type>),
    /// A type parameter, within a declaration.
    Parameter(usize),
}

impl Type {
    pub const BOOL: Type = Type::Scalar(ScalarType::Bool);
    pub const INT: Type = Type::Scalar(ScalarType::I32);

    pub fn vector(elem: &Type) -> Type {
        Type::Vector(Box::new(elem.clone()))
    }

    pub fn function(params: &[Type], result: &Type) -> Type {
        Type::Function(params.to_vec(), Box::new(result.clone()))
    }

    /// Returns the types of the immediate parts. For a sum, these are all payloads except the sum itself.
    fn inside(&self) -> Vec<Type> {
        match self {
            Type::Unit | Type::Scalar(_) | Type::Matrix(_) | Type::Parameter(_) | Type::Function(..) => Vec::new(),
            Type::Vector(elem) => vec![(**elem).clone()],
            Type::Tuple(parts) => parts.clone(),
            Type::Sum(declaration, arguments) => declaration.payloads(arguments).map(|(_, payload)| payload).collect(),
        }
    }

    /// Whether the predicate holds for the type or one inside it. Recursive types are not entered.
    fn any(&self, is_wanted: &impl Fn(&Type) -> bool) -> bool {
        is_wanted(self) || (!self.holds_itself() && self.inside().iter().any(|ty| ty.any(is_wanted)))
    }

    /// Whether `part` occurs in the type, also as an argument of a declared type.
    pub fn mentions(&self, part: &Type) -> bool {
        self == part
            || match self {
                Type::Vector(elem) => elem.mentions(part),
                Type::Tuple(types) | Type::Sum(_, types) => types.iter().any(|ty| ty.mentions(part)),
                _ => false,
            }
    }

    fn holds_itself(&self) -> bool {
        matches!(self, Type::Sum(declaration, _) if declaration.is_recursive)
    }

    /// Whether only the host supports values of the type.
    pub fn is_data(&self) -> bool {
        self.any(&Type::holds_itself)
    }

    /// Returns the depth of nested vectors, itself included.
    fn levels(&self) -> usize {
        let below = match self.holds_itself() {
            true => 0,
            false => self.inside().iter().map(Type::levels).max().unwrap_or_default(),
        };
        below + usize::from(matches!(self, Type::Vector(_)))
    }

    /// Whether vectors can have elements of the type. Inner vectors do not contain data types.
    pub fn is_element(&self) -> bool {
        match self {
            Type::Unit | Type::Scalar(_) => true,
            Type::Matrix(_) | Type::Function(..) | Type::Parameter(_) => false,
            Type::Vector(elem) => elem.is_element() && !elem.is_data() && self.levels() < MAX_LEVELS,
            Type::Tuple(parts) => parts.iter().all(Type::is_element),
            Type::Sum(..) => self.is_data() || self.inside().iter().all(Type::is_element),
        }
    }

    /// Whether operators work on values of the type component by component.
    pub fn is_of_scalars(&self) -> bool {
        match self {
            Type::Scalar(_) => true,
            Type::Tuple(parts) => parts.iter().all(Type::is_of_scalars),
            _ => false,
        }
    }
}

impl Typed for Type {
    const LANGUAGE: Language = Language::Nova;

    fn plain(&self) -> String {
        match self {
            Type::Unit | Type::Matrix(_) | Type::Parameter(_) => "nil".to_owned(),
            Type::Scalar(ScalarType::Bool) => "false".to_owned(),
            Type::Scalar(ScalarType::F32) => "0.0f".to_owned(),
            Type::Scalar(ScalarType::F64) => "0.0L".to_owned(),
            Type::Scalar(scalar) => format!("0{scalar}"),
            Type::Vector(elem) => format!("(map (lambda (i : int) : {elem} {}) (range 0))", elem.plain()),
            Type::Tuple(parts) => format!("({})", joined(parts.iter().map(Type::plain))),
            Type::Sum(declaration, arguments) => {
                let first = declaration.payloads(arguments).next();
                let shown =
                    |(name, payload): (&str, Type)| declaration.template(name, self).replace('$', &payload.plain());
                first.map(shown).unwrap_or_default()
            }
            Type::Function(params, result) => {
                let params: String = params.iter().enumerate().map(|(at, ty)| format!("(x{at}_ : {ty}) ")).collect();
                format!("(lambda {params}: {} {})", result.result(), result.plain())
            }
        }
    }

    fn is_tuple(&self) -> bool {
        matches!(self, Type::Tuple(_))
    }

    fn generate(seed: u64) -> Program<Type> {
        generate(seed)
    }

    fn show(program: &Program<Type>, f: &mut Formatter<'_>) -> fmt::Result {
        show(program, f)
    }
}

impl Type {
    /// Prints the type as the result of a lambda: functions in brackets.
    pub fn result(&self) -> String {
        if matches!(self, Type::Function(..)) { format!("({self})") } else { self.to_string() }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => f.write_str("unit"),
            Type::Scalar(ScalarType::Bool) => f.write_str("bool"),
            Type::Scalar(ScalarType::F32) => f.write_str("float"),
            Type::Scalar(ScalarType::F64) => f.write_str("double"),
            Type::Scalar(ScalarType::I32) => f.write_str("int"),
            Type::Scalar(scalar) => write!(f, "int{}", scalar.bytes() * 8),
            Type::Vector(elem) => write!(f, "vector {elem}"),
            Type::Matrix(scalar) => write!(f, "vector#2 {}", Type::Scalar(*scalar)),
            Type::Tuple(parts) => write!(f, "({})", joined(parts.iter().map(Type::to_string))),
            Type::Sum(declaration, arguments) if arguments.is_empty() => f.write_str(&declaration.name),
            Type::Sum(declaration, arguments) => {
                write!(f, "({}", declaration.name)?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
            Type::Function(params, result) => {
                params.iter().try_for_each(|param| write!(f, "{} -> ", param.result()))?;
                write!(f, "{}", result.result())
            }
            Type::Parameter(at) => write!(f, "'{}", ["a", "b", "c"].get(*at).unwrap_or(&"d")),
        }
    }
}

impl Generator {
    /// Returns a random scalar type, usually a common one.
    pub(super) fn any_scalar(&mut self) -> ScalarType {
        use ScalarType::*;
        const TYPES: &[ScalarType] = &[I32, I32, I32, I32, I64, F32, F32, F64, Bool, Bool, I8, I16];
        self.pick(TYPES).copied().unwrap_or(I32)
    }

    pub(super) fn any_integer(&mut self) -> ScalarType {
        *self
            .pick(&[ScalarType::I32, ScalarType::I32, ScalarType::I64, ScalarType::I8, ScalarType::I16])
            .unwrap_or(&ScalarType::I32)
    }

    /// Returns a random type other than functions.
    pub(super) fn any_type(&mut self, depth: usize) -> Type {
        let known = self.variables(|ty| !matches!(ty, Type::Matrix(_) | Type::Function(..)));
        if let (true, Some(variable)) = (self.chance(3), self.pick(&known)) {
            return variable.ty.clone();
        }
        match self.below(if depth == 0 { 5 } else { 14 }) {
            0..5 => Type::Scalar(self.any_scalar()),
            5..9 => self.vector_type(depth - 1),
            9 | 10 => Type::Tuple((0..2 + self.below(2)).map(|_| self.any_type(depth - 1)).collect()),
            _ => self.sum_type(depth - 1),
        }
    }

    fn vector_type(&mut self, depth: usize) -> Type {
        let elem = self.element_type(depth);
        Type::vector(&elem)
    }

    /// Returns a random type of elements of vectors.
    pub(super) fn element_type(&mut self, depth: usize) -> Type {
        let known = self.variables(|ty| matches!(ty, Type::Vector(_)));
        if let (true, Some(Type::Vector(elem))) = (self.chance(2), self.pick(&known).map(|known| known.ty.clone())) {
            return *elem;
        }
        let ty = self.any_type(depth);
        if ty.is_element() { ty } else { Type::Scalar(self.any_scalar()) }
    }

    /// Returns a random function type of one to three parameters, some of which may be functions.
    pub(super) fn function_type(&mut self, depth: usize) -> Type {
        let params: Vec<Type> = (0..1 + self.below(3))
            .map(|_| if self.chance(6) && depth > 0 { self.function_type(depth - 1) } else { self.any_type(depth) })
            .collect();
        let result = self.any_type(depth);
        Type::function(&params, &result)
    }

    /// Returns a random type of an input: scalars, vectors of any nesting, and tuples of these.
    pub(super) fn input_type(&mut self, depth: usize) -> Type {
        match self.below(12) {
            0..3 => Type::Scalar(self.any_scalar()),
            3 => Type::Matrix(self.any_scalar()),
            4 if depth > 0 => Type::Tuple(vec![self.plain_input(depth), self.plain_input(depth - 1)]),
            _ => Type::vector(&self.plain_input(depth)),
        }
    }

    fn plain_input(&mut self, depth: usize) -> Type {
        match self.below(8) {
            0..5 => Type::Scalar(self.any_scalar()),
            _ if depth == 0 => Type::INT,
            5 => Type::Tuple(vec![self.plain_input(depth - 1), self.plain_input(depth - 1)]),
            _ => Type::vector(&self.plain_input(depth - 1)),
        }
    }

    /// Returns a random type of the program's result, without data types.
    pub(super) fn result_type(&mut self, depth: usize) -> Type {
        let matrices = self.variables(|ty| matches!(ty, Type::Matrix(_)));
        if let (true, Some(matrix)) = (self.chance(8), self.pick(&matrices)) {
            return matrix.ty.clone();
        }
        let ty = if self.chance(3) { self.any_type(depth) } else { self.vector_type(depth - 1) };
        if ty.is_data() { Type::vector(&self.plain_input(1)) } else { ty }
    }
}
