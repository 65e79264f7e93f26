//! Generation of leaves: variables and literals.

use super::Generator;
use crate::program::{Exp, Size, Type, Typed};
use value::ScalarType;

/// Numbers at the limits of types, as they are written.
const INTEGERS: &[i128] = &[0, 1, 2, 3, 5, 7, 100, -1, -2, -100, 127, -128, 255, 32767, -32768, 65535];
const WIDE: &[i128] = &[i32::MAX as i128, i32::MIN as i128, u32::MAX as i128, i64::MAX as i128, i64::MIN as i128];
const FLOATS: &[&str] = &["0", "1", "2.5", "-1", "-0.75", "3", "100", "1e3", "-0.001", "0.5", "-0.0"];

impl Generator {
    /// Generates a variable, a part of one, or a literal.
    pub(super) fn leaf(&mut self, ty: &Type) -> Exp {
        if self.chance(6) {
            return self.literal(ty);
        }
        let mut found = Vec::new();
        for variable in &self.scope {
            parts(&variable.name, &variable.ty, ty, &mut found);
        }
        if *ty == Type::I64 {
            found.extend(self.sizes.iter().cloned());
        }
        match self.pick(&found) {
            Some(text) => Exp::text(ty, text.clone()),
            None => self.literal(ty),
        }
    }

    /// Returns the names and types of the variables for which `wanted` holds.
    pub(super) fn variables(&self, wanted: impl Fn(&Type) -> bool) -> Vec<(String, Type)> {
        let fitting = self.scope.iter().filter(|variable| wanted(&variable.ty));
        fitting.map(|variable| (variable.name.clone(), variable.ty.clone())).collect()
    }

    pub(super) fn literal(&mut self, ty: &Type) -> Exp {
        match ty {
            Type::Scalar(ScalarType::Bool) => {
                let text = if self.chance(2) { "true" } else { "false" };
                Exp::text(ty, text)
            }
            Type::Scalar(scalar) if scalar.is_float() => {
                if self.chance(8) {
                    let special = self.one_of(&["inf", "nan", "highest", "lowest", "epsilon"]);
                    return Exp::text(ty, format!("{scalar}.{special}"));
                }
                if *scalar == ScalarType::F64 && self.chance(4) {
                    return Exp::text(ty, self.one_of(&["0.5", "1e3", "0x1.8p3"]));
                }
                let text = self.pick(FLOATS).copied().unwrap_or("1");
                Exp::text(ty, format!("({text}{scalar})"))
            }
            Type::Scalar(scalar) => self.integer_literal(*scalar),
            Type::Array(Size::Number(count @ 1..), elem)
                if **elem == Type::Scalar(ScalarType::U8) && self.chance(3) =>
            {
                Exp::text(ty, format!("(\"{}\")", &"a,z"[..(*count).clamp(1, 3) as usize]))
            }
            Type::Array(Size::Number(count @ 1..), elem) if self.chance(2) => {
                let exps: Vec<Exp> = (0..*count).map(|_| self.literal(elem)).collect();
                Exp::new(ty, format!("[{}]", vec!["$"; exps.len()].join(", ")), exps)
            }
            Type::Array(size, elem) => {
                let elem = self.literal(elem);
                Exp::new(ty, format!("(replicate {size} $)"), [elem])
            }
            Type::Tuple(_) | Type::Record(_) | Type::Sum(_) => Exp::text(ty, ty.plain()),
        }
    }

    fn integer_literal(&mut self, scalar: ScalarType) -> Exp {
        let bits = scalar.bytes() as u32 * 8;
        let (low, high) = match scalar.name().starts_with('u') {
            true => (0, (1i128 << bits) - 1),
            false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        let table = if self.chance(4) { WIDE } else { INTEGERS };
        let number = self.pick(table).copied().unwrap_or(1);
        let number = if number < low || number > high { 1 } else { number };
        Exp::text(&Type::Scalar(scalar), format!("({number}{scalar})"))
    }
}

/// Collects all parts of a variable that have the wanted type.
fn parts(text: &str, ty: &Type, wanted: &Type, found: &mut Vec<String>) {
    if ty == wanted {
        found.push(text.to_owned());
        return;
    }
    match ty {
        Type::Tuple(types) => {
            types.iter().enumerate().for_each(|(at, part)| parts(&format!("{text}.{at}"), part, wanted, found));
        }
        Type::Record(fields) => {
            fields.iter().for_each(|(name, part)| parts(&format!("{text}.{name}"), part, wanted, found));
        }
        Type::Scalar(_) | Type::Array(..) | Type::Sum(_) => {}
    }
}
