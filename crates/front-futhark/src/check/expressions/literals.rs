//! Number literals. A literal with a suffix has that type and wraps. Any other takes the type that the context needs,
//! and must fit it.

use crate::ast::Literal;
use crate::check::messages::report::LITERAL_RANGE;
use crate::check::types::{ScalarSet, Type};
use crate::check::{Checker, Typed};
use base::{Diagnostic, Span};
use core_ir::def::ExprKind;
use value::{Scalar, ScalarType};

impl Checker {
    pub fn literal(&mut self, literal: &Literal, span: Span) -> Typed {
        self.note_wrapping(literal, span);
        let ty = self.literal_type(literal);
        self.typed(ExprKind::Literal(literal_value(literal)), ty, span)
    }

    pub fn literal_type(&mut self, literal: &Literal) -> Type {
        match literal {
            Literal::Bool(_) => Type::BOOL,
            Literal::Int { suffix: Some(suffix), .. } | Literal::Float { suffix: Some(suffix), .. } => {
                Type::Scalar(*suffix)
            }
            Literal::Int { .. } => self.unifier.fresh_number(ScalarSet::NUMBERS),
            Literal::Float { .. } => self.unifier.fresh_number(ScalarSet::FLOATS),
        }
    }

    /// Warns of an integer literal that wraps because of its suffix.
    pub fn note_wrapping(&mut self, literal: &Literal, span: Span) {
        let Literal::Int { magnitude, negative, suffix: Some(ty) } = *literal else { return };
        let written = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
        let is_negation = !ty.is_signed() && written < 0 && written >= -range(ty).1;
        if is_negation || fits(written, ty, self.sources.text(span)) || self.in_prelude_place() {
            return;
        }
        let (least, greatest) = range(ty);
        let is = literal_value(literal).as_i128().unwrap_or(written);
        let diagnostic = Diagnostic::warning(LITERAL_RANGE, format!("{written} wraps around in {ty}"))
            .label(span, format!("this is {is}: the numbers of {ty} go from {least} to {greatest}"));
        self.report(diagnostic);
    }
}

/// Returns the least and the greatest value of an integer type.
pub fn range(ty: ScalarType) -> (i128, i128) {
    match ty.is_signed() {
        true => (-(1i128 << (ty.bits() - 1)), (1i128 << (ty.bits() - 1)) - 1),
        false => (0, (1i128 << ty.bits()) - 1),
    }
}

/// Whether the number fits the integer type. If `text` gives a bit pattern, it may use the sign bit, too.
pub fn fits(number: i128, ty: ScalarType, text: &str) -> bool {
    let (least, greatest) = range(ty);
    let is_bit_pattern = ["0x", "0X", "0b", "0B"].iter().any(|prefix| text.starts_with(prefix));
    number >= least && (number <= greatest || is_bit_pattern && number < 1i128 << ty.bits())
}

/// Returns the negated literal.
pub fn negated(literal: &Literal) -> Option<Literal> {
    match *literal {
        Literal::Int { magnitude, negative, suffix } => Some(Literal::Int { magnitude, negative: !negative, suffix }),
        Literal::Float { value, suffix } => Some(Literal::Float { value: -value, suffix }),
        Literal::Bool(_) => None,
    }
}

/// Returns the value of a literal. Without a suffix, the scalar has any type that can hold it; `finish` converts it.
pub fn literal_value(literal: &Literal) -> Scalar {
    match *literal {
        Literal::Bool(value) => Scalar::Bool(value),
        Literal::Int { magnitude, negative, suffix: Some(ty) } => {
            let magnitude = i128::from(magnitude);
            Scalar::from_i128(ty, if negative { -magnitude } else { magnitude })
        }
        Literal::Int { magnitude, negative, suffix: None } => integer(magnitude, negative),
        Literal::Float { value, .. } => Scalar::F64(value),
    }
}

/// Returns the value of an integer without a suffix.
fn integer(magnitude: u64, negative: bool) -> Scalar {
    match (i64::try_from(magnitude), negative) {
        (Ok(value), false) => Scalar::I64(value),
        (Ok(value), true) => Scalar::I64(-value),
        (Err(_), false) => Scalar::U64(magnitude),
        (Err(_), true) if magnitude == 1 << 63 => Scalar::I64(i64::MIN),
        // The number fits no integer type.
        (Err(_), true) => Scalar::F64(-(magnitude as f64)),
    }
}
