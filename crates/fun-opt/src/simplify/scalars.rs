//! Laws of scalar operators. Integers wrap, so only laws that hold modulo a power of two, or laws of order alone, are
//! used. For floats only laws that give the same bits are used, for NaN and -0 too. Operators that may fail (division
//! by a number that may be zero) are never omitted unless the divisor is a constant.

use super::scope::{Scope, is_value};
use super::{Outcome, Rule};
use fun::def::*;
use std::cmp::Ordering;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp, op};

pub const ATOM: &[Rule] = &[copy];
pub const UNARY: &[Rule] = &[fold_unary, undo_unary, negate_comparison];
pub const BINARY: &[Rule] = &[
    fold_binary,
    identity,
    float_identity,
    absorb,
    absorb_extreme,
    cancel,
    cancel_sums,
    add_negated,
    join_constants,
    divide_by_power,
    times_reciprocal,
];
pub const COMPARISON: &[Rule] = &[fold_comparison, in_range, reflexive, end_of_type, compare_with_bool, compare_sums];
pub const CONVERSION: &[Rule] = &[fold_conversion, convert_to_own_type, convert_twice];

/// Applies the law: `let b = a` names `a` again.
fn copy(_: &mut Scope, stm: &mut Stm) -> Outcome {
    if let Exp::Atom(atom) = stm.exp { Outcome::atom(atom) } else { Outcome::Keep }
}

/// Folds an operator on a constant, if every platform gives the same bits.
fn fold_unary(_: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Un(operator, Atom::Const(a)) if op::is_exact_unary(operator) => {
            op::unary(operator, a).map_or(Outcome::Keep, |value| Outcome::atom(Atom::Const(value)))
        }
        _ => Outcome::Keep,
    }
}

/// Applies the law: `-(-x)` and `!(!x)` are `x`, and `abs (abs x)` is `abs x`. This holds for floats too, as only the
/// sign bit changes.
fn undo_unary(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Un(operator, a) = stm.exp else { return Outcome::Keep };
    match (operator, scope.exp_of_atom(a)) {
        (UnOp::Neg, Some(&Exp::Un(UnOp::Neg, x))) | (UnOp::Not, Some(&Exp::Un(UnOp::Not, x))) => Outcome::atom(x),
        (UnOp::Abs, Some(Exp::Un(UnOp::Abs, _))) => Outcome::atom(a),
        _ => Outcome::Keep,
    }
}

/// Applies the law: `!(a < b)` is `a >= b`. For floats only `!(a == b)` is `a != b`, as NaN is neither less nor
/// greater.
fn negate_comparison(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Un(UnOp::Not, cond) = stm.exp else { return Outcome::Keep };
    let Some(&Exp::Cmp(operator, a, b)) = scope.exp_of_atom(cond) else { return Outcome::Keep };
    let opposite = match operator {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        _ if scope.elem(a).is_float() => return Outcome::Keep,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Le => CmpOp::Gt,
    };
    stm.exp = Exp::Cmp(opposite, a, b);
    Outcome::Rewritten
}

/// Folds two constants; for floats only the four operations that IEEE 754 defines to the last bit. A failing operation
/// stays.
fn fold_binary(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator, a, b) = stm.exp else { return Outcome::Keep };
    let (Some(x), Some(y)) = (a.constant(), b.constant()) else { return Outcome::Keep };
    let exact = matches!(operator, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div);
    if scope.elem(a).is_float() && !exact {
        return Outcome::Keep;
    }
    op::binary(operator, x, y).map_or(Outcome::Keep, |value| Outcome::atom(Atom::Const(value)))
}

/// Removes neutral and absorbing operands of integers and booleans, and operators on equal operands: `x + 0`, `x * 1`,
/// `x * 0`, `x & x`, `x - x`, `x % 1`.
fn identity(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator, a, b) = stm.exp else { return Outcome::Keep };
    let elem = scope.elem(a);
    if elem.is_float() {
        return Outcome::Keep;
    }
    let (zero_a, zero_b) = (is_value(a, 0), is_value(b, 0));
    let (one_a, one_b) = (is_value(a, 1), is_value(b, 1));
    let zero = Atom::Const(Scalar::zero(elem));
    Outcome::atom(match operator {
        BinOp::Add | BinOp::Or | BinOp::Xor if zero_a => b,
        BinOp::Add | BinOp::Or | BinOp::Xor | BinOp::Sub | BinOp::Shl | BinOp::Shr | BinOp::LShr if zero_b => a,
        BinOp::Mul if one_a => b,
        BinOp::Mul | BinOp::Div | BinOp::Quot | BinOp::Pow if one_b => a,
        BinOp::Mul | BinOp::And if zero_a => a,
        BinOp::Mul | BinOp::And if zero_b => b,
        BinOp::Mod | BinOp::Rem if one_b => zero,
        BinOp::And if a == Atom::bool(true) || b == Atom::bool(false) => b,
        BinOp::And if b == Atom::bool(true) || a == Atom::bool(false) => a,
        BinOp::Or if a == Atom::bool(false) || b == Atom::bool(true) => b,
        BinOp::Or if b == Atom::bool(false) || a == Atom::bool(true) => a,
        BinOp::And | BinOp::Or | BinOp::Min | BinOp::Max if a == b => a,
        BinOp::Sub | BinOp::Xor if a == b => zero,
        _ => return Outcome::Keep,
    })
}

/// Applies the law: `x * 1`, `x / 1`, `x - 0` and `x + -0` are `x` for every float. `x + 0` is not for -0, and `x * 0`
/// is not 0 for NaN.
fn float_identity(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator, a, b) = stm.exp else { return Outcome::Keep };
    let elem = scope.elem(a);
    let is =
        |atom: Atom, value: f64| atom.constant().is_some_and(|scalar| Scalar::from_f64(elem, value) == Some(scalar));
    match operator {
        _ if !elem.is_float() => Outcome::Keep,
        BinOp::Mul | BinOp::Div if is(b, 1.0) => Outcome::atom(a),
        BinOp::Mul if is(a, 1.0) => Outcome::atom(b),
        BinOp::Sub if is(b, 0.0) => Outcome::atom(a),
        BinOp::Add if is(b, -0.0) => Outcome::atom(a),
        BinOp::Add if is(a, -0.0) => Outcome::atom(b),
        _ => Outcome::Keep,
    }
}

/// Applies the law: for booleans, `a & !a` is false, `a | !a` true, `a & (a & b)` is `a & b`, and `a & (a | b)` is `a`;
/// also with `|` and `&` exchanged.
fn absorb(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator @ (BinOp::And | BinOp::Or), a, b) = stm.exp else { return Outcome::Keep };
    if scope.elem(a) != ScalarType::Bool {
        return Outcome::Keep;
    }
    let other = if operator == BinOp::And { BinOp::Or } else { BinOp::And };
    for (x, y) in [(a, b), (b, a)] {
        match scope.exp_of_atom(y) {
            Some(&Exp::Un(UnOp::Not, z)) if z == x => return Outcome::atom(Atom::bool(operator == BinOp::Or)),
            Some(&Exp::Bin(inner, z, w)) if z == x || w == x => {
                if inner == operator {
                    return Outcome::atom(y);
                }
                if inner == other {
                    return Outcome::atom(x);
                }
            }
            _ => {}
        }
    }
    Outcome::Keep
}

/// Applies the law: for integers, also if they wrap, `(x + y) - y` and `(x - y) + y` are `x`, and `x - (x - y)` is `y`.
fn cancel(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator @ (BinOp::Add | BinOp::Sub), a, b) = stm.exp else { return Outcome::Keep };
    if !scope.elem(a).is_integer() {
        return Outcome::Keep;
    }
    let (of_a, of_b) = (scope.exp_of_atom(a), scope.exp_of_atom(b));
    match (operator, of_a, of_b) {
        (BinOp::Sub, Some(&Exp::Bin(BinOp::Add, x, y)), _) if y == b => Outcome::atom(x),
        (BinOp::Sub, Some(&Exp::Bin(BinOp::Add, x, y)), _) if x == b => Outcome::atom(y),
        (BinOp::Sub, _, Some(&Exp::Bin(BinOp::Sub, x, y))) if x == a => Outcome::atom(y),
        (BinOp::Add, Some(&Exp::Bin(BinOp::Sub, x, y)), _) if y == b => Outcome::atom(x),
        (BinOp::Add, _, Some(&Exp::Bin(BinOp::Sub, x, y))) if y == a => Outcome::atom(x),
        _ => Outcome::Keep,
    }
}

/// Applies the law: for integers `min x (max x y)` is `x` and `min x (min x y)` is `min x y`; also with `min` and `max`
/// exchanged.
fn absorb_extreme(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator @ (BinOp::Min | BinOp::Max), a, b) = stm.exp else { return Outcome::Keep };
    if !scope.elem(a).is_integer() {
        return Outcome::Keep;
    }
    for (x, y) in [(a, b), (b, a)] {
        match scope.exp_of_atom(y) {
            Some(&Exp::Bin(inner @ (BinOp::Min | BinOp::Max), z, w)) if z == x || w == x => {
                return Outcome::atom(if inner == operator { y } else { x });
            }
            _ => {}
        }
    }
    Outcome::Keep
}

/// Applies the law: for integers, also if they wrap, `(x + y) - (x + z)` is `y - z`.
fn cancel_sums(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(BinOp::Sub, a, b) = stm.exp else { return Outcome::Keep };
    match different_terms(scope, a, b) {
        Some((y, z)) => {
            stm.exp = Exp::Bin(BinOp::Sub, y, z);
            Outcome::Rewritten
        }
        None => Outcome::Keep,
    }
}

/// Returns the other terms of two integer sums that have one term in common.
fn different_terms(scope: &Scope, a: Atom, b: Atom) -> Option<(Atom, Atom)> {
    let (Some(&Exp::Bin(BinOp::Add, x, y)), Some(&Exp::Bin(BinOp::Add, z, w))) =
        (scope.exp_of_atom(a), scope.exp_of_atom(b))
    else {
        return None;
    };
    let pairs = [(x, z, y, w), (x, w, y, z), (y, z, x, w), (y, w, x, z)];
    let found = pairs.into_iter().find(|(one, other, ..)| one == other);
    found.filter(|_| scope.elem(a).is_integer()).map(|(_, _, rest, other)| (rest, other))
}

/// Applies the law: for integers `x - -y` is `x + y`, and `x + -y` is `x - y`.
fn add_negated(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator @ (BinOp::Add | BinOp::Sub), a, b) = stm.exp else { return Outcome::Keep };
    let negated = |atom: Atom| match scope.exp_of_atom(atom) {
        Some(&Exp::Un(UnOp::Neg, x)) => Some(x),
        _ => None,
    };
    stm.exp = match (operator, negated(a), negated(b)) {
        _ if !scope.elem(a).is_integer() => return Outcome::Keep,
        (BinOp::Sub, _, Some(y)) => Exp::Bin(BinOp::Add, a, y),
        (BinOp::Add, _, Some(y)) => Exp::Bin(BinOp::Sub, a, y),
        (BinOp::Add, Some(x), _) => Exp::Bin(BinOp::Sub, b, x),
        _ => return Outcome::Keep,
    };
    Outcome::Rewritten
}

/// Applies the law: for integers, also if they wrap, `(x + 1) + 2` is `x + 3` and `(x - 1) + 3` is `x + 2`; likewise
/// for `*`, `&`, `|`, `^`, `min` and `max`. Floats would round differently.
fn join_constants(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator, a, b) = stm.exp else { return Outcome::Keep };
    if !scope.elem(a).is_integer() {
        return Outcome::Keep;
    }
    let Some((outer, inner, second)) = with_constant(operator, a, b) else { return Outcome::Keep };
    let Some(&Exp::Bin(operator, a, b)) = scope.exp_of_atom(inner) else { return Outcome::Keep };
    let Some((operator, x, first)) = with_constant(operator, a, b) else { return Outcome::Keep };
    let Ok(both) = op::binary(outer, first, second) else { return Outcome::Keep };
    if operator != outer {
        return Outcome::Keep;
    }
    stm.exp = sum_or(outer, x, both);
    Outcome::Rewritten
}

/// Returns an associative and commutative operator with its variable and its constant operand. `x - 1` counts as `x +
/// -1`.
fn with_constant(operator: BinOp, a: Atom, b: Atom) -> Option<(BinOp, Atom, Scalar)> {
    match (operator, a, b) {
        (BinOp::Sub, x, Atom::Const(c)) => Some((BinOp::Add, x, op::unary(UnOp::Neg, c).ok()?)),
        (
            BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Min | BinOp::Max,
            Atom::Const(c),
            x,
        )
        | (
            BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Min | BinOp::Max,
            x,
            Atom::Const(c),
        ) => Some((operator, x, c)),
        _ => None,
    }
}

/// Returns the expression; `x + -1` is written `x - 1`.
fn sum_or(operator: BinOp, x: Atom, constant: Scalar) -> Exp {
    let negative = constant.as_i128().is_some_and(|value| value < 0);
    match op::unary(UnOp::Neg, constant) {
        Ok(positive) if operator == BinOp::Add && negative => Exp::Bin(BinOp::Sub, x, Atom::Const(positive)),
        _ => Exp::Bin(operator, x, Atom::Const(constant)),
    }
}

/// Applies the law: for integers, division by a power of two that rounds down is a shift, and its remainder the lower
/// bits, also for negative numbers in two's complement. Division that rounds to zero is the same only for unsigned
/// numbers.
fn divide_by_power(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(operator, a, Atom::Const(divisor)) = stm.exp else { return Outcome::Keep };
    let elem = scope.elem(a);
    let Some(power) = divisor.as_i128().filter(|value| *value > 1 && value.count_ones() == 1) else {
        return Outcome::Keep;
    };
    let rounds_down = |to_zero: BinOp| operator != to_zero || elem.is_unsigned();
    stm.exp = match operator {
        BinOp::Div | BinOp::Quot if rounds_down(BinOp::Quot) => {
            Exp::Bin(BinOp::Shr, a, Atom::Const(Scalar::from_i128(elem, power.trailing_zeros().into())))
        }
        BinOp::Mod | BinOp::Rem if rounds_down(BinOp::Rem) => {
            Exp::Bin(BinOp::And, a, Atom::Const(Scalar::from_i128(elem, power - 1)))
        }
        _ => return Outcome::Keep,
    };
    Outcome::Rewritten
}

/// Applies the law: for floats, division by a power of two is multiplication by its reciprocal, because both round the
/// same number once. The reciprocal must be a normal number, which no target flushes to zero.
fn times_reciprocal(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Bin(BinOp::Div, a, Atom::Const(divisor)) = stm.exp else { return Outcome::Keep };
    let elem = scope.elem(a);
    let Some(value) = divisor.as_f64() else { return Outcome::Keep };
    let limit = match elem {
        ScalarType::F16 => 14,
        ScalarType::F32 => 126,
        _ => 1022,
    };
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i64 - 1023;
    let is_power = value.to_bits() & ((1 << 52) - 1) == 0 && exponent.unsigned_abs() <= limit;
    let Some(reciprocal) = Scalar::from_f64(elem, 1.0 / value).filter(|_| is_power) else { return Outcome::Keep };
    stm.exp = Exp::Bin(BinOp::Mul, a, Atom::Const(reciprocal));
    Outcome::Rewritten
}

fn fold_comparison(_: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Cmp(operator, Atom::Const(a), Atom::Const(b)) => {
            op::compare(operator, a, b).map_or(Outcome::Keep, |holds| Outcome::atom(Atom::bool(holds)))
        }
        _ => Outcome::Keep,
    }
}

/// Decides comparisons that follow from a counter being between 0 and its bound.
fn in_range(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Cmp(operator, a, b) if scope.holds_in_range(operator, a, b) => Outcome::atom(Atom::bool(true)),
        _ => Outcome::Keep,
    }
}

/// Decides `x == x` and other comparisons of equal operands, except for floats, where NaN differs from itself.
fn reflexive(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Cmp(operator, a, b) if a == b && !scope.elem(a).is_float() => {
            Outcome::atom(Atom::bool(matches!(operator, CmpOp::Eq | CmpOp::Le | CmpOp::Ge)))
        }
        _ => Outcome::Keep,
    }
}

/// Applies the law: nothing is less than the smallest value of an integer type, or greater than the largest.
fn end_of_type(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Cmp(operator, a, b) = stm.exp else { return Outcome::Keep };
    let elem = scope.elem(a);
    let Some((least, greatest)) = elem.integer_range() else { return Outcome::Keep };
    let holds = match operator {
        CmpOp::Lt if is_value(b, least) || is_value(a, greatest) => false,
        CmpOp::Gt if is_value(b, greatest) || is_value(a, least) => false,
        CmpOp::Le if is_value(a, least) || is_value(b, greatest) => true,
        CmpOp::Ge if is_value(b, least) || is_value(a, greatest) => true,
        _ => return Outcome::Keep,
    };
    Outcome::atom(Atom::bool(holds))
}

/// Applies the law: `c == true` is `c`, `c == false` is `!c`.
fn compare_with_bool(_: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Cmp(operator @ (CmpOp::Eq | CmpOp::Ne), a, b) = stm.exp else { return Outcome::Keep };
    let (x, value) = match (a.constant().and_then(Scalar::as_bool), b.constant().and_then(Scalar::as_bool)) {
        (Some(value), None) => (b, value),
        (None, Some(value)) => (a, value),
        _ => return Outcome::Keep,
    };
    if value == (operator == CmpOp::Eq) {
        return Outcome::atom(x);
    }
    stm.exp = Exp::Un(UnOp::Not, x);
    Outcome::Rewritten
}

/// Applies the law: for integers, also if they wrap, `x - y == 0` is `x == y`, `x + y == x` is `y == 0`, and `x + y ==
/// x + z` is `y == z`; likewise for `!=`. Order has no such laws.
fn compare_sums(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Cmp(operator @ (CmpOp::Eq | CmpOp::Ne), a, b) = stm.exp else { return Outcome::Keep };
    if !scope.elem(a).is_integer() {
        return Outcome::Keep;
    }
    let zero = Atom::Const(Scalar::zero(scope.elem(a)));
    let mut sides = different_terms(scope, a, b);
    for (sum, other) in [(a, b), (b, a)] {
        sides = sides.or(match scope.exp_of_atom(sum) {
            Some(&Exp::Bin(BinOp::Sub, x, y)) if is_value(other, 0) => Some((x, y)),
            Some(&Exp::Bin(BinOp::Sub | BinOp::Add, x, y)) if x == other => Some((y, zero)),
            Some(&Exp::Bin(BinOp::Add, x, y)) if y == other => Some((x, zero)),
            _ => None,
        });
    }
    let Some((a, b)) = sides else { return Outcome::Keep };
    stm.exp = Exp::Cmp(operator, a, b);
    Outcome::Rewritten
}

fn fold_conversion(_: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Convert(to, Atom::Const(a)) => Outcome::atom(Atom::Const(op::convert(to, a))),
        _ => Outcome::Keep,
    }
}

fn convert_to_own_type(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    match stm.exp {
        Exp::Convert(to, a) if scope.elem(a) == to => Outcome::atom(a),
        _ => Outcome::Keep,
    }
}

/// Applies the law: two conversions in a row are one, if the intermediate type keeps everything that the second
/// conversion needs.
fn convert_twice(scope: &mut Scope, stm: &mut Stm) -> Outcome {
    let Exp::Convert(to, a) = stm.exp else { return Outcome::Keep };
    let Some(&Exp::Convert(way, x)) = scope.exp_of_atom(a) else { return Outcome::Keep };
    if !keeps_enough(scope.elem(x), way, to) {
        return Outcome::Keep;
    }
    stm.exp = Exp::Convert(to, x);
    Outcome::Rewritten
}

/// Whether conversion through `way` equals the direct one. From integers to floats and back, the float must hold the
/// integer exactly. Between floats, `way` must be at least as wide as the first type.
fn keeps_enough(from: ScalarType, way: ScalarType, to: ScalarType) -> bool {
    let digits = |ty: ScalarType| match ty {
        ScalarType::F16 => 11,
        ScalarType::F32 => 24,
        ScalarType::F64 => 53,
        _ => ty.bits(),
    };
    if from.is_integer() && way.is_integer() && to.is_integer() {
        return keeps_enough_bits(from, way, to);
    }
    if from.is_integer() && way.is_float() {
        let exact = digits(from) <= digits(way) && way != ScalarType::F16;
        return exact
            && (to.is_float() || to.is_integer() && to.bits() >= from.bits() && to.is_signed() == from.is_signed());
    }
    if from.is_float() && way.is_float() && to.is_float() {
        return digits(way) >= digits(from);
    }
    from == ScalarType::Bool && to == ScalarType::Bool
}

/// Like `keeps_enough`, for integers. A conversion keeps low bits and fills the others of a wider type: with the sign
/// if both types are signed, otherwise with zeros.
fn keeps_enough_bits(from: ScalarType, way: ScalarType, to: ScalarType) -> bool {
    let fills_with_sign = |from: ScalarType, to: ScalarType| from.is_signed() && to.is_signed();
    let (first, second, direct) = (fills_with_sign(from, way), fills_with_sign(way, to), fills_with_sign(from, to));
    if way.bits() >= to.bits() {
        return from.bits() >= to.bits() || first == direct;
    }
    match way.bits().cmp(&from.bits()) {
        Ordering::Less => false,
        Ordering::Equal => second == direct,
        // Zeros stay zeros, whatever the second conversion fills with.
        Ordering::Greater => first == direct && (!first || second),
    }
}
