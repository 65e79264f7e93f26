//! Generation of calls of the functions of the modules of numbers, from tables.

use super::Generator;
use crate::program::{Exp, Type};
use value::ScalarType;

/// A form of an expression: a template with `@` for a scalar type, and a letter for the type of each operand. `@` is
/// that scalar type, `*` an array of it, and `u` the unsigned integer type of its width; `part` has the other letters.
type Form = (&'static str, &'static str);

const INTEGERS: &[Form] = &[
    ("(@.mul_hi $ $)", "@@"),
    ("(@.mad_hi $ $ $)", "@@@"),
    ("(@.set_bit ($ & 7) $ ($ & 1))", "i@i"),
    ("(@.sum $)", "*"),
    ("(@.product $)", "*"),
    ("(@.maximum $)", "*"),
    ("(@.minimum $)", "*"),
    ("($ << $)", "@@"),
    ("($ >> $)", "@@"),
    ("($ >>> $)", "@@"),
    ("($ @.<< $)", "@@"),
    ("($ @.>> $)", "@@"),
    ("($ @.>>> $)", "@@"),
    ("($ @.& $)", "@@"),
    ("($ @.| $)", "@@"),
    ("($ @.^ $)", "@@"),
    ("($ @.+ $)", "@@"),
    ("((@.-) $ $)", "@@"),
    ("($ @.* $)", "@@"),
    ("($ @./ ($ | 1))", "@@"),
    ("($ @.% ($ | 1))", "@@"),
    ("($ @.// ($ | 1))", "@@"),
    ("($ @.%% ($ | 1))", "@@"),
    ("($ @.** ($ & 7))", "@@"),
    ("(@.bool $)", "b"),
    ("(@.lowest ^ $)", "@"),
    ("(@.i32 (@.popc $))", "@"),
];

const FLOATS: &[Form] = &[
    ("(@.mad 1 (@.fma $ $ $) 0)", "@@@"),
    ("(@.mad $ $ $)", "@@@"),
    ("(@.lerp $ $ $)", "@@@"),
    ("(@.from_fraction $ ($ | 1))", "ll"),
    ("(@.ldexp $ ($ % 9))", "@i"),
    ("(@.nextafter $ $)", "@@"),
    ("(let y = $ in @.copysign $ (if @.isnan y then 1 else y))", "@@"),
    ("(let y = $ in @.set_bit ($ & 7) (if @.isnan y then 1 else y) ($ & 1))", "@ii"),
    ("(@.from_bits $)", "u"),
    ("(@.sum $)", "*"),
    ("(@.product $)", "*"),
    ("(@.maximum $)", "*"),
    ("(@.minimum $)", "*"),
    ("($ @.+ $)", "@@"),
    ("((@.-) $ $)", "@@"),
    ("($ @.* $)", "@@"),
    ("($ @./ $)", "@@"),
    ("($ @.% $)", "@@"),
    ("($ % $)", "@@"),
    ("(@.bool $)", "b"),
    ("(@.u8 $)", "8"),
    ("(@.i16 $)", "s"),
    ("@.inf", ""),
    ("(- @.inf)", ""),
    ("@.nan", ""),
    ("@.pi", ""),
    ("@.e", ""),
    ("@.epsilon", ""),
    ("@.highest", ""),
    ("@.lowest", ""),
];

const BOOLEANS: &[Form] = &[
    ("($ bool.& $)", "bb"),
    ("($ bool.| $)", "bb"),
    ("($ bool.^ $)", "bb"),
    ("($ bool.< $)", "bb"),
    ("($ bool.<= $)", "bb"),
    ("($ bool.> $)", "bb"),
    ("($ bool.>= $)", "bb"),
    ("($ bool.== $)", "bb"),
    ("($ bool.!= $)", "bb"),
    ("(bool.not $)", "b"),
    ("(not $)", "b"),
    ("(bool.bool $)", "b"),
    ("bool.highest", ""),
    ("bool.lowest", ""),
    ("(and $)", "*"),
    ("(or $)", "*"),
    ("(null $)", "*"),
];

/// Tests of any number, which is `@`, and of floats.
const TESTS: &[Form] = &[
    ("($ @.< $)", "@@"),
    ("($ @.<= $)", "@@"),
    ("($ @.> $)", "@@"),
    ("($ @.>= $)", "@@"),
    ("($ @.== $)", "@@"),
    ("($ @.!= $)", "@@"),
    ("(bool.@ $)", "@"),
    ("(bool.@ $)", "@"),
];
const FLOAT_TESTS: &[Form] = &[("(@.isnan $)", "@"), ("(@.isinf $)", "@")];

/// Functions with a result of another type than that of their module, which is `@`.
const I32_OF_INTEGERS: &[Form] = &[("(@.get_bit ($ & 7) $)", "i@"), ("@.num_bits", "")];
const I32_OF_FLOATS: &[Form] = &[
    ("(let y = $ in @.get_bit ($ & 7) (if @.isnan y then 1 else y))", "@i"),
    ("@.num_bits", ""),
    ("(t32 $)", "f"),
    ("(t64 $)", "d"),
];
const BITS: &[Form] = &[("(let y = $ in if @.isnan y then 1 else @.to_bits y)", "@")];
const I64: &[Form] = &[("(@.to_i64 $)", "@")];
const F64: &[Form] = &[("(@.to_f64 $)", "@"), ("(r64 $)", "i")];
const F32: &[Form] = &[("(r32 $)", "i")];

/// Functions that are not exactly rounded.
const ROUGH: &[&str] = &[
    "rsqrt", "cbrt", "exp", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinpi",
    "cospi", "tanpi", "asinpi", "acospi", "atanpi", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "gamma",
    "lgamma", "erf", "erfc",
];
const ROUGH_OF_TWO: &[&str] = &["atan2", "atan2pi", "hypot", "**"];

impl Generator {
    /// Generates a call of a function of a module of numbers.
    pub(super) fn member(&mut self, ty: ScalarType) -> Exp {
        let integer = self.any_integer();
        let float = self.any_float();
        let bits = match ty {
            ScalarType::U16 => Some(ScalarType::F16),
            ScalarType::U32 => Some(ScalarType::F32),
            ScalarType::U64 => Some(ScalarType::F64),
            _ => None,
        };
        match (ty, self.below(4)) {
            (ScalarType::Bool, 0 | 1) => self.form(ty, ty, BOOLEANS),
            (ScalarType::Bool, 2) => self.form(ty, float, FLOAT_TESTS),
            (ScalarType::Bool, _) => {
                let of = if self.chance(2) { integer } else { float };
                self.form(ty, of, TESTS)
            }
            (ScalarType::I32, 0) => self.form(ty, integer, I32_OF_INTEGERS),
            (ScalarType::I32, 1) => self.form(ty, float, I32_OF_FLOATS),
            (ScalarType::I64, 0) => self.form(ty, integer, I64),
            (ScalarType::I64, 1) => self.form(ty, float, I64),
            (ScalarType::F64, 0) => self.form(ty, float, F64),
            (ScalarType::F32, 0) => self.form(ty, float, F32),
            (ty, 1 | 2) if ty.is_float() => self.rough(ty),
            (ty, _) if ty.is_float() => self.form(ty, ty, FLOATS),
            (ty, 0) => match bits {
                Some(of) => self.form(ty, of, BITS),
                None => self.form(ty, ty, INTEGERS),
            },
            (ty, _) => self.form(ty, ty, INTEGERS),
        }
    }

    fn any_float(&mut self) -> ScalarType {
        *self.pick(&[ScalarType::F64, ScalarType::F32, ScalarType::F16]).unwrap_or(&ScalarType::F64)
    }

    /// Generates an expression of one of the forms, with `of` for `@`.
    fn form(&mut self, ty: ScalarType, of: ScalarType, forms: &[Form]) -> Exp {
        let (template, parts) = self.turn(forms).unwrap_or_default();
        let exps: Vec<Exp> = parts
            .chars()
            .map(|letter| {
                let ty = self.part(letter, of);
                self.exp(&ty)
            })
            .collect();
        Exp::new(&Type::Scalar(ty), template.replace('@', of.name()), exps)
    }

    /// Returns the type of the operand that the letter means. `of` is the scalar type of the form.
    fn part(&mut self, letter: char, of: ScalarType) -> Type {
        Type::Scalar(match letter {
            '*' => return Type::array(&self.any_size(), Type::Scalar(of)),
            'u' => match of {
                ScalarType::F16 => ScalarType::U16,
                ScalarType::F32 => ScalarType::U32,
                _ => ScalarType::U64,
            },
            'b' => ScalarType::Bool,
            '8' => ScalarType::U8,
            's' => ScalarType::I16,
            'i' => ScalarType::I32,
            'l' => ScalarType::I64,
            'f' => ScalarType::F32,
            'd' => ScalarType::F64,
            _ => of,
        })
    }

    /// Generates a call of a function that is not exactly rounded. The result is reduced to what all targets agree on.
    fn rough(&mut self, scalar: ScalarType) -> Exp {
        let ty = Type::Scalar(scalar);
        let whole = |of: &str| format!("({scalar}.floor (0.3 + 64 * {scalar}.min 100 ({scalar}.max (-100) {of})))");
        if self.chance(6) {
            let function = self.turn(ROUGH_OF_TWO).unwrap_or_default();
            let text = match function {
                "**" if self.chance(2) => format!("({scalar}.min 9 ({scalar}.abs $) {scalar}.** {scalar}.min 9 $)"),
                "**" => format!("({scalar}.min 9 ({scalar}.abs $) ** {scalar}.min 9 $)"),
                _ => format!("({scalar}.{function} $ $)"),
            };
            return self.filled(&ty, whole(&text), &[&ty, &ty]);
        }
        let function = self.turn(ROUGH).unwrap_or_default();
        self.filled(&ty, whole(&format!("({scalar}.{function} $)")), &[&ty])
    }
}
