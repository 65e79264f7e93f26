//! Generation of function values: lambdas, and functions without names for their arguments: sections, compositions, and
//! applications of the prelude's functions on functions.

use super::Generator;
use crate::program::{Exp, Size, Type};
use value::ScalarType;

impl Generator {
    /// Generates a function of these parameters in brackets.
    pub(super) fn function_value(&mut self, params: &[Type], result: &Type) -> Exp {
        let made = if self.chance(4) { self.repeatedly(|inner| inner.point_free(params, result)) } else { None };
        made.unwrap_or_else(|| self.lambda(params, |inner| inner.exp(result)))
    }

    fn point_free(&mut self, params: &[Type], result: &Type) -> Option<Exp> {
        match params {
            [param] => self.of_one(param, result),
            [first, second] => self.of_two(first, second, result),
            _ => None,
        }
    }

    /// Generates a function of one parameter from functions of the prelude and sections of operators.
    fn of_one(&mut self, param: &Type, result: &Type) -> Option<Exp> {
        let choice = self.below(8);
        match (choice, param, result) {
            (0, ..) => {
                let value = self.exp(result);
                Some(Exp::new(result, "(const $)", [value]))
            }
            (1, ..) => {
                let middle = self.any_type(1);
                let first = self.function_value(std::slice::from_ref(param), &middle);
                let second = self.function_value(&[middle], result);
                match self.chance(2) {
                    true => Some(Exp::new(result, "($ >-> $)", [first, second])),
                    false => Some(Exp::new(result, "($ <-< $)", [second, first])),
                }
            }
            (2, Type::Tuple(parts), _) if parts.len() == 2 => {
                let function = self.function_value(parts, result);
                Some(Exp::new(result, "(uncurry $)", [function]))
            }
            (3, ..) => {
                let other = self.any_type(1);
                let function = self.function_value(&[other.clone(), param.clone()], result);
                let value = self.exp(&other);
                Some(Exp::new(result, "($ $)", [function, value]))
            }
            _ if param == result && choice == 4 => Some(Exp::text(result, "id")),
            (_, Type::Tuple(parts), _) => {
                let at = parts.iter().position(|part| part == result)?;
                Some(Exp::text(result, format!("(.{at})")))
            }
            (_, Type::Record(fields), _) => {
                let (name, _) = fields.iter().find(|(_, field)| field == result)?;
                Some(Exp::text(result, format!("(.{name})")))
            }
            (_, Type::Array(Size::Number(1..), elem), _) if **elem == *result => Some(Exp::text(result, "(.[0])")),
            (_, Type::Scalar(scalar), _) if param == result && *scalar != ScalarType::Bool => {
                let op = self.one_of(&["+", "*", "-"]);
                let operand = self.exp(param);
                let text = match self.below(3) {
                    0 if op != "-" => format!("({op} $)"),
                    1 => format!("(`{scalar}.max` $)"),
                    _ => format!("($ {op})"),
                };
                Some(Exp::new(result, text, [operand]))
            }
            (_, Type::Scalar(scalar), Type::Scalar(ScalarType::Bool)) if *scalar != ScalarType::Bool => {
                let op = self.one_of(&["<", ">=", "==", "!="]);
                let operand = self.exp(param);
                let text = if self.chance(2) { format!("({op} $)") } else { format!("($ {op})") };
                Some(Exp::new(result, text, [operand]))
            }
            _ => None,
        }
    }

    /// Generates a function of two parameters from functions of the prelude and sections of operators.
    fn of_two(&mut self, first: &Type, second: &Type, result: &Type) -> Option<Exp> {
        let is_number = |ty: &Type| matches!(ty, Type::Scalar(scalar) if *scalar != ScalarType::Bool);
        match self.below(4) {
            0 => {
                let function = self.function_value(&[second.clone(), first.clone()], result);
                Some(Exp::new(result, "(flip $)", [function]))
            }
            1 => {
                let function = self.function_value(&[Type::Tuple(vec![first.clone(), second.clone()])], result);
                Some(Exp::new(result, "(curry $)", [function]))
            }
            _ if first == second && first == result && is_number(first) => {
                Some(Exp::text(result, self.one_of(&["(+)", "(*)", "(-)"])))
            }
            _ if first == second && *result == Type::BOOL => Some(Exp::text(result, self.one_of(&["(==)", "(!=)"]))),
            _ => None,
        }
    }
}
