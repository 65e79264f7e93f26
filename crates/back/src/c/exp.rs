//! Expressions to C. Operands are parenthesised where they are operators themselves; types are tracked because C's
//! own promotions are not IMP's.

use base::Name;
use imp::def::{Exp, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// The variables of a function.
#[derive(Default)]
pub(crate) struct Variables {
    pub types: FxHashMap<Name, Type>,
    /// Those that stand in the struct `blocks`.
    pub gathered: FxHashSet<Name>,
}

impl Variables {
    /// A memory variable in C.
    pub fn memory(&self, name: Name) -> String {
        if self.gathered.contains(&name) { format!("blocks.{name}") } else { name.to_string() }
    }
}

/// The C type that holds a scalar; `f16` by its bits.
pub(crate) fn c_type(ty: ScalarType) -> &'static str {
    match ty {
        ScalarType::I8 => "int8_t",
        ScalarType::I16 => "int16_t",
        ScalarType::I32 => "int32_t",
        ScalarType::I64 => "int64_t",
        ScalarType::U8 => "uint8_t",
        ScalarType::U16 | ScalarType::F16 => "uint16_t",
        ScalarType::U32 => "uint32_t",
        ScalarType::U64 => "uint64_t",
        ScalarType::F32 => "float",
        ScalarType::F64 => "double",
        ScalarType::Bool => "bool",
    }
}

pub(crate) fn type_of(exp: &Exp, variables: &Variables) -> ScalarType {
    match exp {
        Exp::Const(scalar) => scalar.scalar_type(),
        Exp::Var(name) => match variables.types.get(name) {
            Some(Type::Scalar(ty)) => *ty,
            _ => ScalarType::I64,
        },
        Exp::Un(op, a) => {
            let ty = type_of(a, variables);
            op.result(ty).unwrap_or(ty)
        }
        Exp::Bin(_, a, _) | Exp::Fma(a, _, _) | Exp::Select(_, a, _) => type_of(a, variables),
        Exp::Cmp(..) => ScalarType::Bool,
        Exp::Convert(to, _) => *to,
        Exp::Read { elem, .. } => *elem,
    }
}

/// The expression, not parenthesised.
pub(crate) fn write(exp: &Exp, variables: &Variables) -> String {
    match exp {
        Exp::Const(scalar) => constant(*scalar),
        Exp::Var(name) => name.to_string(),
        Exp::Un(op, a) => unary(*op, a, variables),
        Exp::Bin(op, a, b) => binary(*op, a, b, variables),
        Exp::Cmp(op, a, b) => compare(*op, a, b, variables),
        Exp::Fma(a, b, c) => fma(a, b, c, variables),
        Exp::Convert(to, a) => convert(*to, a, variables),
        Exp::Read { memory, elem, index } => {
            format!("((const {} *){})[{}]", c_type(*elem), variables.memory(*memory), write(index, variables))
        }
        Exp::Select(cond, a, b) => {
            format!("{} ? {} : {}", operand(cond, variables), operand(a, variables), operand(b, variables))
        }
    }
}

/// The expression as an operand.
fn operand(exp: &Exp, variables: &Variables) -> String {
    let text = write(exp, variables);
    match exp {
        Exp::Const(_) if text.starts_with('-') => format!("({text})"),
        Exp::Const(_) | Exp::Var(_) | Exp::Read { .. } => text,
        _ => format!("({text})"),
    }
}

fn constant(scalar: Scalar) -> String {
    match scalar {
        Scalar::I64(i64::MIN) => "INT64_MIN".into(),
        Scalar::I32(i32::MIN) => "INT32_MIN".into(),
        Scalar::I64(v) => format!("INT64_C({v})"),
        Scalar::U64(v) => format!("UINT64_C({v})"),
        Scalar::U32(v) => format!("{v}U"),
        Scalar::F16(v) => format!("0x{:04x} /* {v} */", v.to_bits()),
        Scalar::F32(v) => float(v.into(), v.is_sign_negative(), &format!("{v:?}f")),
        Scalar::F64(v) => float(v, v.is_sign_negative(), &format!("{v:?}")),
        Scalar::Bool(v) => v.to_string(),
        _ => scalar.as_i128().unwrap_or(0).to_string(),
    }
}

fn float(value: f64, negative: bool, finite: &str) -> String {
    let sign = if negative { "-" } else { "" };
    if value.is_nan() {
        "NAN".into()
    } else if value.is_infinite() {
        format!("{sign}INFINITY")
    } else {
        finite.into()
    }
}

/// The suffix of the mathematical functions of C for a float type.
fn suffix(ty: ScalarType) -> &'static str {
    if ty == ScalarType::F64 { "" } else { "f" }
}

/// An operand as a C number: an `f16` by its value.
fn number(exp: &Exp, variables: &Variables) -> String {
    if type_of(exp, variables) == ScalarType::F16 {
        format!("rista_f16_value({})", write(exp, variables))
    } else {
        operand(exp, variables)
    }
}

/// A `float` as the result type: rounded to `f16` where that is due.
fn rounded(ty: ScalarType, text: String) -> String {
    if ty == ScalarType::F16 { format!("rista_f16_bits({text})") } else { text }
}

fn unary(op: UnOp, a: &Exp, variables: &Variables) -> String {
    let ty = type_of(a, variables);
    let value = number(a, variables);
    if ty.is_float() { float_unary(op, ty, a, value, variables) } else { integer_unary(op, ty, &value, a, variables) }
}

fn integer_unary(op: UnOp, ty: ScalarType, value: &str, a: &Exp, variables: &Variables) -> String {
    let c = c_type(ty);
    match op {
        UnOp::Neg => format!("({c})-{value}"),
        UnOp::Not if ty == ScalarType::Bool => format!("!{value}"),
        UnOp::Not => format!("({c})~{value}"),
        UnOp::FromBits => match ty {
            ScalarType::U16 => write(a, variables),
            ScalarType::U32 => format!("rista_f32_of_bits({})", write(a, variables)),
            _ => format!("rista_f64_of_bits({})", write(a, variables)),
        },
        _ => format!("rista_{}_{c}({})", op.name(), write(a, variables)),
    }
}

fn float_unary(op: UnOp, ty: ScalarType, a: &Exp, value: String, variables: &Variables) -> String {
    let s = suffix(ty);
    let wide = if ty == ScalarType::F64 { "double" } else { "float" };
    let pi = format!("({wide})RISTA_PI");
    let text = match op {
        UnOp::Neg if ty == ScalarType::F16 => return format!("(uint16_t)({} ^ 0x8000)", operand(a, variables)),
        UnOp::Neg => format!("-{value}"),
        UnOp::Abs => format!("fabs{s}({value})"),
        UnOp::Sgn | UnOp::Rsqrt => format!("rista_{}_{wide}({value})", op.name()),
        UnOp::SinPi => format!("sin{s}({value} * {pi})"),
        UnOp::CosPi => format!("cos{s}({value} * {pi})"),
        UnOp::TanPi => format!("tan{s}({value} * {pi})"),
        UnOp::AsinPi => format!("asin{s}({value}) / {pi}"),
        UnOp::AcosPi => format!("acos{s}({value}) / {pi}"),
        UnOp::AtanPi => format!("atan{s}({value}) / {pi}"),
        UnOp::Gamma => format!("tgamma{s}({value})"),
        UnOp::Round => format!("rint{s}({value})"),
        UnOp::IsNan => return format!("(bool)isnan({value})"),
        UnOp::IsInf => return format!("(bool)isinf({value})"),
        UnOp::ToBits => {
            return match ty {
                ScalarType::F16 => write(a, variables),
                ScalarType::F32 => format!("rista_bits_f32({value})"),
                _ => format!("rista_bits_f64({value})"),
            };
        }
        _ => format!("{}{s}({value})", op.name()),
    };
    rounded(ty, text)
}

fn binary(op: BinOp, a: &Exp, b: &Exp, variables: &Variables) -> String {
    let ty = type_of(a, variables);
    let (x, y) = (number(a, variables), number(b, variables));
    if ty.is_float() {
        return float_binary(op, ty, a, b, (x, y), variables);
    }
    let c = c_type(ty);
    let symbol = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        _ => return format!("rista_{}_{c}({}, {})", op.name(), write(a, variables), write(b, variables)),
    };
    match ty.bytes() {
        // Narrow operands are promoted to `int`; a product of two `uint16_t` may not fit it.
        2 if op == BinOp::Mul => format!("({c})((uint32_t){x} * (uint32_t){y})"),
        1 | 2 => format!("({c})({x} {symbol} {y})"),
        _ => format!("{x} {symbol} {y}"),
    }
}

fn float_binary(
    op: BinOp,
    ty: ScalarType,
    a: &Exp,
    b: &Exp,
    (x, y): (String, String),
    variables: &Variables,
) -> String {
    let s = suffix(ty);
    let wide = if ty == ScalarType::F64 { "double" } else { "float" };
    let text = match op {
        BinOp::Add => format!("{x} + {y}"),
        BinOp::Sub => format!("{x} - {y}"),
        BinOp::Mul => format!("{x} * {y}"),
        BinOp::Div => format!("{x} / {y}"),
        BinOp::Mod => format!("rista_mod_{wide}({x}, {y})"),
        BinOp::Min => format!("rista_min_{wide}({x}, {y})"),
        BinOp::Max => format!("rista_max_{wide}({x}, {y})"),
        BinOp::Atan2Pi => format!("atan2{s}({x}, {y}) / ({wide})RISTA_PI"),
        BinOp::NextAfter if ty == ScalarType::F16 => {
            return format!("rista_f16_next_after({}, {})", write(a, variables), write(b, variables));
        }
        _ => format!("{}{s}({x}, {y})", op.name()),
    };
    rounded(ty, text)
}

fn compare(op: CmpOp, a: &Exp, b: &Exp, variables: &Variables) -> String {
    let symbol = match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    };
    format!("{} {symbol} {}", number(a, variables), number(b, variables))
}

fn fma(a: &Exp, b: &Exp, c: &Exp, variables: &Variables) -> String {
    let ty = type_of(a, variables);
    let (x, y, z) = (number(a, variables), number(b, variables), number(c, variables));
    match ty {
        ScalarType::F16 => format!("rista_f16_bits(fma({x}, {y}, {z}))"),
        _ => format!("fma{}({x}, {y}, {z})", suffix(ty)),
    }
}

fn convert(to: ScalarType, a: &Exp, variables: &Variables) -> String {
    let from = type_of(a, variables);
    let value = number(a, variables);
    match to {
        _ if to == from => write(a, variables),
        ScalarType::Bool => format!("{value} != 0"),
        ScalarType::F16 => format!("rista_f16_bits((double){value})"),
        _ if from.is_float() && to.is_integer() => format!("rista_{}_of({value})", c_type(to)),
        _ => format!("({}){value}", c_type(to)),
    }
}
