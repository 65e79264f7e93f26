//! Printing of types in NOVA's syntax.

use super::types::{Class, Type, VariableNumber};
use super::unify::Unifier;
use value::ScalarType;

/// Largest number of nodes of a type that are printed. The others become `..`.
const MAX_SHOWN: usize = 100;

/// Printer of types that gives each type variable the same letter throughout a message.
#[derive(Default)]
pub struct Shower {
    letters: Vec<VariableNumber>,
}

impl Shower {
    pub fn show(&mut self, unifier: &Unifier, ty: &Type) -> String {
        self.part(unifier, ty, &mut MAX_SHOWN.clone(), false)
    }

    /// Prints a type. If `tight`, a function type gets parentheses.
    fn part(&mut self, unifier: &Unifier, ty: &Type, left: &mut usize, tight: bool) -> String {
        if *left == 0 {
            return "..".to_owned();
        }
        *left -= 1;
        match unifier.head(ty) {
            Type::Scalar(scalar) => scalar_name(scalar).to_owned(),
            Type::Unit => "unit".to_owned(),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part(unifier, part, left, false)).collect();
                format!("({})", parts.join(", "))
            }
            Type::Vector(rank, elem) => {
                let rank = match unifier.head(&rank) {
                    Type::Rank(1) | Type::Variable(_) => String::new(),
                    Type::Rank(rank) => format!("#{rank}"),
                    _ => "#?".to_owned(),
                };
                format!("vector{rank} {}", self.part(unifier, &elem, left, true))
            }
            Type::Function(param, result) => {
                let (param, result) =
                    (self.part(unifier, &param, left, true), self.part(unifier, &result, left, false));
                if tight { format!("({param} -> {result})") } else { format!("{param} -> {result}") }
            }
            Type::User(name, args) if args.is_empty() => name.to_string(),
            Type::User(name, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.part(unifier, arg, left, true)).collect();
                format!("({name} {})", args.join(" "))
            }
            Type::Sum(constructors) => {
                let shown =
                    constructors.iter().map(|(name, ty)| format!("({name} : {})", self.part(unifier, ty, left, false)));
                format!("(+ {})", shown.collect::<Vec<_>>().join(" "))
            }
            Type::Variable(number) => self.variable(unifier, number),
            Type::Rank(rank) => format!("#{rank}"),
            Type::Param(at) => format!("'{}", letter(at as usize)),
            Type::Error => "?".to_owned(),
        }
    }

    fn variable(&mut self, unifier: &Unifier, number: VariableNumber) -> String {
        match unifier.class(number) {
            Class::Number => "number".to_owned(),
            Class::Integer => "integer".to_owned(),
            Class::Real => "real".to_owned(),
            Class::Any | Class::FirstOrder | Class::Rank => match unifier.letter(number) {
                Some(letter) => format!("'{letter}"),
                None => self.own_letter(unifier, number),
            },
        }
    }

    /// Returns an unused letter for a type variable.
    fn own_letter(&mut self, unifier: &Unifier, number: VariableNumber) -> String {
        let at = self.letters.iter().position(|letter| *letter == number).unwrap_or_else(|| {
            self.letters.push(number);
            self.letters.len() - 1
        });
        let free = (0..).map(letter).filter(|letter| !unifier.has_letter(letter)).nth(at);
        format!("'{}", free.unwrap_or_default())
    }
}

fn letter(at: usize) -> String {
    let letter = (b'a' + (at % 26) as u8) as char;
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
}

pub fn scalar_name(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::I8 => "int8",
        ScalarType::I16 => "int16",
        ScalarType::I32 => "int",
        ScalarType::I64 => "int64",
        ScalarType::F32 => "float",
        ScalarType::F64 => "double",
        other => other.name(),
    }
}

/// Returns the scalar type of that name.
pub fn scalar_named(name: &str) -> Option<ScalarType> {
    Some(match name {
        "int" | "int32" => ScalarType::I32,
        "int8" => ScalarType::I8,
        "int16" => ScalarType::I16,
        "int64" => ScalarType::I64,
        "float" => ScalarType::F32,
        "double" => ScalarType::F64,
        "bool" => ScalarType::Bool,
        _ => return None,
    })
}
