//! Scalar operations of the module `intrinsics` whose names follow a pattern: `add32`, `fmin64`, `ult8`, `sext_i8_i32`.
//! Integers there are signed; operations whose names begin with `u` treat them as unsigned. An operation on two or
//! three values takes them as one tuple.

use crate::check::expressions::native::Native;
use crate::check::modules::scope::{ValueInfo, ValueKind};
use crate::check::types::{Scheme, Type};
use core_ir::def::Prim;
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// A scalar operation at type `at`: the arguments are converted to `at`, and the result to its declared type.
struct Operation {
    params: Vec<ScalarType>,
    prim: Option<Prim>,
    at: ScalarType,
    result: ScalarType,
}

/// Returns the operation of `intrinsics` with this name; `None` if the name follows no pattern.
pub fn intrinsic(name: &str) -> Option<ValueInfo> {
    let kinds = [conversion, equality, binary, of_floats, unary];
    let operation = kinds.iter().find_map(|kind| kind(name))?;
    let params: Vec<Type> = operation.params.iter().map(|param| Type::Scalar(*param)).collect();
    let param = match params.as_slice() {
        [param] => param.clone(),
        _ => Type::tuple(params),
    };
    let ty = Type::function(param, Type::Scalar(operation.result));
    let native = Native::Scalar { prim: operation.prim, at: operation.at };
    Some(ValueInfo { scheme: Scheme::mono(ty), kind: ValueKind::Native { native, arity: 1 } })
}

/// Parses names of functions on floats with several arguments: `hypot32`, `atan2_64`, `fma16`.
fn of_floats(name: &str) -> Option<Operation> {
    let word =
        ["atan2_", "atan2pi_", "hypot", "copysign", "nextafter", "fma"].into_iter().find(|w| name.starts_with(w))?;
    let ty = scalar('f', name.strip_prefix(word)?)?;
    let prim = match word {
        "fma" => Prim::Fma,
        _ => Prim::Bin(BinOp::from_name(word.trim_end_matches('_'))?),
    };
    let params = vec![ty; if prim == Prim::Fma { 3 } else { 2 }];
    Some(Operation { params, prim: Some(prim), at: ty, result: ty })
}

/// Parses names of unary operations: `sqrt32`, `popc8`, `fabs64`, `isnan16`.
fn unary(name: &str) -> Option<Operation> {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let bits = name.strip_prefix(word)?;
    let (op, at) = match word {
        "abs" => (UnOp::Abs, scalar('i', bits)?),
        "complement" => (UnOp::Not, scalar('i', bits)?),
        "ssignum" => (UnOp::Sgn, scalar('i', bits)?),
        "usignum" => (UnOp::Sgn, scalar('u', bits)?),
        "fabs" => (UnOp::Abs, scalar('f', bits)?),
        "fsignum" => (UnOp::Sgn, scalar('f', bits)?),
        "popc" | "clz" | "ctz" => (UnOp::from_name(word)?, scalar('i', bits)?),
        _ => (UnOp::from_name(word)?, scalar('f', bits)?),
    };
    let param = if at.is_unsigned() { scalar('i', bits)? } else { at };
    let result = op.result(at)?;
    let result = if at.is_unsigned() { param } else { result };
    Some(Operation { params: vec![param], prim: Some(Prim::Un(op)), at, result })
}

/// Parses names of binary operations: `add32`, `udiv8`, `fmax16`, `slt64`.
fn binary(name: &str) -> Option<Operation> {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let bits = name.strip_prefix(word)?;
    let integer = scalar('i', bits);
    let (prim, ty, at) = match word.chars().next()? {
        'f' => (arithmetic(word.strip_prefix('f')?)?, scalar('f', bits), scalar('f', bits)),
        's' if word != "sub" && word != "shl" => (arithmetic(word.strip_prefix('s')?)?, integer, integer),
        'u' => (arithmetic(word.strip_prefix('u')?)?, integer, scalar('u', bits)),
        _ => (bitwise(word)?, integer, integer),
    };
    let ty = ty?;
    let result = if matches!(prim, Prim::Cmp(_)) { ScalarType::Bool } else { ty };
    Some(Operation { params: vec![ty, ty], prim: Some(prim), at: at?, result })
}

/// Returns the operator for a word that states the signedness, or that it is on floats.
fn arithmetic(word: &str) -> Option<Prim> {
    Some(match word {
        "add" => Prim::Bin(BinOp::Add),
        "sub" => Prim::Bin(BinOp::Sub),
        "mul" => Prim::Bin(BinOp::Mul),
        "div" => Prim::Bin(BinOp::Div),
        "mod" => Prim::Bin(BinOp::Mod),
        "quot" => Prim::Bin(BinOp::Quot),
        "rem" => Prim::Bin(BinOp::Rem),
        "pow" => Prim::Bin(BinOp::Pow),
        "min" => Prim::Bin(BinOp::Min),
        "max" => Prim::Bin(BinOp::Max),
        "mul_hi" => Prim::Bin(BinOp::MulHi),
        "lt" => Prim::Cmp(CmpOp::Lt),
        "le" => Prim::Cmp(CmpOp::Le),
        _ => return None,
    })
}

/// Returns the operator for a word that means the same for signed and unsigned operands.
fn bitwise(word: &str) -> Option<Prim> {
    Some(Prim::Bin(match word {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "pow" => BinOp::Pow,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "shl" => BinOp::Shl,
        "ashr" => BinOp::Shr,
        "lshr" => BinOp::LShr,
        _ => return None,
    }))
}

/// Parses names of equality tests: `eq_i32`, `eq_bool`.
fn equality(name: &str) -> Option<Operation> {
    let ty = ScalarType::from_name(name.strip_prefix("eq_")?)?;
    Some(Operation { params: vec![ty, ty], prim: Some(Prim::Cmp(CmpOp::Eq)), at: ty, result: ScalarType::Bool })
}

/// Parses names of conversions, `sext_i8_i32` or `fptosi_f16_i8`, and `sign_i32` and `unsign_i32`, which only change
/// the type.
fn conversion(name: &str) -> Option<Operation> {
    let (word, types) = name.split_once('_')?;
    let of = |from: ScalarType, at: ScalarType, result: ScalarType| {
        Some(Operation { params: vec![from], prim: None, at, result })
    };
    let Some((from, to)) = types.split_once('_') else {
        let (signed, unsigned) = (scalar('i', types.strip_prefix('i')?)?, scalar('u', types.strip_prefix('i')?)?);
        return match word {
            "sign" => of(unsigned, unsigned, signed),
            "unsign" => of(signed, signed, unsigned),
            _ => None,
        };
    };
    let kind = |text: &str| text.chars().next().unwrap_or_default();
    let (kinds, from_type, to_type) =
        ((kind(from), kind(to)), ScalarType::from_name(from)?, ScalarType::from_name(to)?);
    let unsigned = |text: &str| scalar('u', text.strip_prefix('i')?);
    match (word, kinds) {
        ("sext", ('i', 'i')) | ("fpconv", ('f', 'f')) | ("fptosi", ('f', 'i')) | ("sitofp", ('i', 'f')) => {
            of(from_type, from_type, to_type)
        }
        ("itob", ('i', 'b')) | ("btoi", ('b', 'i')) | ("ftob", ('f', 'b')) | ("btof", ('b', 'f')) => {
            of(from_type, from_type, to_type)
        }
        ("zext", ('i', 'i')) | ("uitofp", ('i', 'f')) => of(from_type, unsigned(from)?, to_type),
        ("fptoui", ('f', 'i')) => of(from_type, unsigned(to)?, to_type),
        _ => None,
    }
}

fn scalar(kind: char, bits: &str) -> Option<ScalarType> {
    ScalarType::from_name(&format!("{kind}{bits}"))
}
