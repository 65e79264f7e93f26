//! Generation of expressions for scalars.

use super::Generator;
use crate::program::{Exp, Size, Type, Typed};
use value::ScalarType;

/// Operators on all numbers; the following tables hold functions of each number's module.
const ARITHMETIC: &[&str] = &["+", "-", "*"];
const BITWISE: &[&str] = &["&", "|", "^"];
const DIVISIONS: &[&str] = &["/", "%", "//", "%%"];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
const INTEGER_FUNCTIONS: &[&str] = &["abs", "sgn", "neg", "not"];
const BIT_COUNTS: &[&str] = &["popc", "clz", "ctz"];
/// Exactly rounded functions, whose bits are the same on every target.
const FLOAT_FUNCTIONS: &[&str] = &["abs", "neg", "sgn", "sqrt", "floor", "ceil", "trunc", "round", "recip"];

impl Generator {
    pub(super) fn scalar(&mut self, scalar: ScalarType) -> Exp {
        match self.below(13) {
            0..5 if scalar == ScalarType::Bool => self.boolean(),
            0..5 if scalar.is_float() => self.float(scalar),
            0..5 => self.integer(scalar),
            5 => self.conversion(scalar),
            6 | 7 => self.element(&Type::Scalar(scalar)),
            11 | 12 => self.member(scalar),
            8 => self.pair_reduction(scalar).unwrap_or_else(|| self.leaf(&Type::Scalar(scalar))),
            _ => self.reduction(scalar),
        }
    }

    fn two(&mut self, ty: &Type, template: String) -> Exp {
        let (left, right) = (self.exp(ty), self.exp(ty));
        Exp::new(ty, template, [left, right])
    }

    fn one(&mut self, ty: &Type, template: String) -> Exp {
        let operand = self.exp(ty);
        Exp::new(ty, template, [operand])
    }

    fn integer(&mut self, scalar: ScalarType) -> Exp {
        let ty = Type::Scalar(scalar);
        let mask = scalar.bytes() * 8 - 1;
        match self.below(13) {
            0..4 => {
                let op = self.one_of(ARITHMETIC);
                self.two(&ty, format!("($ {op} $)"))
            }
            4 => {
                let op = self.one_of(BITWISE);
                self.two(&ty, format!("($ {op} $)"))
            }
            5 | 6 => {
                let op = self.one_of(DIVISIONS);
                let safe = !self.chance(25);
                self.two(&ty, if safe { format!("($ {op} ($ | 1{scalar}))") } else { format!("($ {op} $)") })
            }
            7 => {
                let op = self.one_of(&["<<", ">>"]);
                self.two(&ty, format!("($ {op} ($ & {mask}{scalar}))"))
            }
            8 => self.two(&ty, format!("($ ** ($ & 7{scalar}))")),
            9 => {
                let function = self.one_of(&["min", "max"]);
                self.two(&ty, format!("({scalar}.{function} $ $)"))
            }
            10 => {
                let function = self.one_of(INTEGER_FUNCTIONS);
                self.one(&ty, format!("({scalar}.{function} $)"))
            }
            11 if scalar == ScalarType::I32 => {
                let function = self.one_of(BIT_COUNTS);
                let operand = Type::Scalar(self.any_integer());
                let exp = self.exp(&operand);
                Exp::new(&ty, format!("({operand}.{function} $)"), [exp])
            }
            11 if scalar == ScalarType::I64 => self.length(),
            _ => {
                let op = self.one_of(&["-", "!"]);
                self.one(&ty, format!("({op} $)"))
            }
        }
    }

    pub(super) fn any_integer(&mut self) -> ScalarType {
        loop {
            let scalar = self.any_scalar();
            if !scalar.is_float() && scalar != ScalarType::Bool {
                return scalar;
            }
        }
    }

    fn any_number(&mut self) -> ScalarType {
        if self.chance(3) {
            *self.pick(&[ScalarType::F64, ScalarType::F32]).unwrap_or(&ScalarType::F64)
        } else {
            self.any_integer()
        }
    }

    fn length(&mut self) -> Exp {
        let arrays = self.variables(|ty| matches!(ty, Type::Array(..)));
        match self.pick(&arrays) {
            Some((name, _)) => Exp::text(&Type::I64, format!("(length {name})")),
            None => self.leaf(&Type::I64),
        }
    }

    fn float(&mut self, scalar: ScalarType) -> Exp {
        let ty = Type::Scalar(scalar);
        match self.below(8) {
            0..4 => {
                let op = self.one_of(&["+", "-", "*", "/"]);
                self.two(&ty, format!("($ {op} $)"))
            }
            4 => {
                let function = self.one_of(&["min", "max"]);
                self.two(&ty, format!("({scalar}.{function} $ $)"))
            }
            5 | 6 => {
                let function = self.one_of(FLOAT_FUNCTIONS);
                self.one(&ty, format!("({scalar}.{function} $)"))
            }
            _ => self.one(&ty, "(- $)".to_owned()),
        }
    }

    fn boolean(&mut self) -> Exp {
        match self.below(6) {
            0 | 1 => {
                let op = self.one_of(&["&&", "||", "==", "!="]);
                self.two(&Type::BOOL, format!("($ {op} $)"))
            }
            2 => self.one(&Type::BOOL, "(! $)".to_owned()),
            3 => {
                let (size, elem) = (self.any_size(), Type::Scalar(self.any_scalar()));
                let function = self.one_of(&["all", "any"]);
                let made = self.nested(|generator| {
                    let predicate = generator.function_value(std::slice::from_ref(&elem), &Type::BOOL);
                    let array = generator.exp(&Type::array(&size, elem));
                    Exp::new(&Type::BOOL, format!("({function} $ $)"), [predicate, array])
                });
                made.unwrap_or_else(|| self.leaf(&Type::BOOL))
            }
            _ => {
                let op = self.one_of(COMPARISONS);
                let ty = Type::Scalar(self.any_number());
                let (left, right) = (self.exp(&ty), self.exp(&ty));
                Exp::new(&Type::BOOL, format!("($ {op} $)"), [left, right])
            }
        }
    }

    fn conversion(&mut self, scalar: ScalarType) -> Exp {
        let from = self.any_scalar();
        let ty = Type::Scalar(scalar);
        if scalar == ScalarType::Bool || from == ScalarType::Bool {
            let from = self.any_integer();
            let exp = self.exp(&Type::Scalar(from));
            return Exp::new(&ty, format!("({scalar}.{from} $)"), [exp]);
        }
        let exp = self.exp(&Type::Scalar(from));
        Exp::new(&ty, format!("({scalar}.{from} $)"), [exp])
    }

    /// Generates a read of an element or row, usually with a guard against an empty array.
    pub(super) fn element(&mut self, ty: &Type) -> Exp {
        let arrays = self.variables(|found| matches!(found, Type::Array(_, elem) if **elem == *ty));
        if let Some((name, Type::Array(size, _))) = self.pick(&arrays) {
            let index = self.exp(&Type::I64);
            if matches!(size, Size::Number(1..)) || self.chance(20) {
                return Exp::new(ty, format!("{name}[$ % {size}]"), [index]);
            }
            if self.chance(40) {
                return Exp::new(ty, format!("{name}[$]"), [index]);
            }
            let other = self.leaf(ty);
            let place = match self.chance(3) {
                true => format!("i64.max 0 (i64.min ({size} - 1) $)"),
                false => format!("$ % {size}"),
            };
            return Exp::new(ty, format!("(if {size} > 0 then {name}[{place}] else $)"), [index, other]);
        }
        let size = self.any_size();
        let name = self.name("a");
        let array = self.exp(&Type::array(&size, ty.clone()));
        let (index, other) = (self.exp(&Type::I64), self.leaf(ty));
        let text = format!("(let {name} = $ in if {size} > 0 then {name}[$ % {size}] else $)");
        Exp::new(ty, text, [array, index, other])
    }

    /// Returns an associative operator with its neutral element.
    pub(super) fn associative(&mut self, scalar: ScalarType) -> (String, String) {
        let named = |function: &str, neutral: &str| (format!("{scalar}.{function}"), format!("{scalar}.{neutral}"));
        let choice = self.below(6);
        match (scalar, choice) {
            (ScalarType::Bool, 0..3) => ("(&&)".to_owned(), "true".to_owned()),
            (ScalarType::Bool, _) => ("(||)".to_owned(), "false".to_owned()),
            (_, 0 | 1) => ("(+)".to_owned(), format!("0{scalar}")),
            (_, 2) => named("min", "highest"),
            (_, 3) => named("max", "lowest"),
            (_, 4) => ("(*)".to_owned(), format!("1{scalar}")),
            _ if scalar.is_float() => ("(\\a b -> a + b)".to_owned(), format!("0{scalar}")),
            _ => ("(^)".to_owned(), format!("0{scalar}")),
        }
    }

    fn reduction(&mut self, scalar: ScalarType) -> Exp {
        let ty = Type::Scalar(scalar);
        let size = self.any_size();
        let (op, neutral) = self.associative(scalar);
        let kind = self.below(6);
        let made = self.nested(|generator| match kind {
            0 => generator.best(scalar, &size),
            1 => {
                let elem = generator.any_type(1);
                let body = generator.function_value(&[ty.clone(), elem.clone()], &ty);
                let start = generator.exp(&ty);
                let array = generator.exp(&Type::array(&size, elem));
                let function = if generator.chance(2) { "foldl" } else { "accumulate" };
                Exp::new(&ty, format!("({function} $ $ $)"), [body, start, array])
            }
            _ => {
                let array = generator.exp(&Type::array(&size, ty.clone()));
                let function = if generator.chance(4) { "reduce_comm" } else { "reduce" };
                Exp::new(&ty, format!("({function} {op} {neutral} $)"), [array])
            }
        });
        made.unwrap_or_else(|| self.leaf(&ty))
    }

    /// Generates a reduction of pairs to the largest element and its position; takes one of them.
    fn best(&mut self, scalar: ScalarType, size: &Size) -> Exp {
        let ty = Type::Scalar(scalar);
        let array = self.exp(&Type::array(size, ty.clone()));
        if scalar.is_float() || scalar == ScalarType::Bool {
            return Exp::new(&ty, format!("(let a = $ in if {size} > 0 then a[0] else {})", ty.plain()), [array]);
        }
        let op = "(\\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))";
        let text = format!("(reduce {op} ({scalar}.lowest, i64.highest) (zip $ (iota {size}))).0");
        Exp::new(&ty, format!("({text})"), [array])
    }
}
