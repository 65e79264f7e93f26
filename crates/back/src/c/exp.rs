//! Expressions to C. Operands that are operators are parenthesised. Types are tracked because C's promotions differ
//! from IMP's.

use crate::c::range::{Bounds, LaunchSize};
use base::{Name, Symbol};
use imp::def::{Exp, Setting, TableId, Type};
use imp::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Display, Formatter};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// A function's variables, and what the writer knows of them.
#[derive(Default)]
pub(crate) struct Variables<'a> {
    pub types: FxHashMap<Name, Type>,
    /// Variables that are fields of the struct `blocks` or `objects`.
    pub gathered: FxHashSet<Name>,
    /// Variables for constant tables, with the tables' C names.
    pub tables: FxHashMap<Name, TableName<'a>>,
    /// Arrays of a scope, and arrays shared by a group.
    pub arrays: FxHashSet<Name>,
    pub thresholds: Thresholds<'a>,
    pub side: Side,
    /// In a kernel: bounds of numbers, and the numbers of its groups and threads.
    pub bounds: FxHashMap<Name, Bounds>,
    pub launch: Option<LaunchSize>,
    /// In a kernel: counters bounded by the quotient of a number, with these bounds, by a setting.
    pub quotients: FxHashMap<Name, (Setting, Bounds)>,
}

/// For each threshold that a run can set, its number in the context. Other thresholds have their default value.
pub(crate) type Thresholds<'a> = Option<&'a FxHashMap<Symbol, usize>>;

/// The processor that runs the code. It decides how the code accesses memory.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Side {
    /// A host that has all memory.
    #[default]
    Host,
    /// A host whose device has memory too. The runtime knows where a block's contents are.
    HostOfDevice,
    /// A device.
    Kernel,
}

impl<'p> Variables<'p> {
    /// Returns a memory or object variable in C.
    pub fn memory(&self, name: Name) -> MemoryVariable<'p> {
        match self.tables.get(&name) {
            Some(table) => MemoryVariable::Table(*table),
            None if self.gathered.contains(&name) && self.is_object(name) => MemoryVariable::GatheredObject(name),
            None if self.gathered.contains(&name) => MemoryVariable::Gathered(name),
            None => MemoryVariable::Own(name),
        }
    }

    pub fn is_object(&self, name: Name) -> bool {
        self.types.get(&name).is_some_and(|ty| ty.is_object())
    }

    /// Whether the variable refers to an object that something else holds.
    pub fn is_borrowed(&self, name: Name) -> bool {
        self.types.get(&name) == Some(&Type::Borrowed)
    }

    /// Whether the contents of the memory may be on the device, so that accesses need a call of the runtime.
    pub fn is_remote(&self, memory: Name) -> bool {
        let is_here = self.tables.contains_key(&memory) || self.arrays.contains(&memory) || self.is_object(memory);
        self.side == Side::HostOfDevice && !is_here
    }

    /// Whether the expression reads memory that may be on the device.
    pub fn reads_remote(&self, exp: &Exp) -> bool {
        let mut found = false;
        walk::each_part(exp, &mut |part| {
            found |= matches!(part, Exp::Read { memory, .. } if self.is_remote(*memory));
        });
        found
    }

    /// Whether sums, differences and products of this type are calls of functions, in kernels. C defines its own
    /// operators only where the result fits the type, and leaves open what `int` does.
    fn wraps_by_function(&self, ty: ScalarType) -> bool {
        self.side == Side::Kernel && is_undefined_beyond(ty)
    }

    /// Returns the C lvalue for an element of memory that is not on the device. If `is_constant`, it can only be read.
    pub fn element(&self, memory: Name, elem: ScalarType, is_constant: bool, index: impl Display) -> String {
        let variable = self.memory(memory);
        let is_own = self.tables.contains_key(&memory) || self.arrays.contains(&memory);
        let constant = if is_constant { "const " } else { "" };
        match self.side {
            Side::Kernel if is_own => format!("{variable}[{index}]"),
            Side::Kernel => format!("(({constant}RISTA_GLOBAL {} *){variable})[{index}]", kernel_type(elem)),
            Side::Host | Side::HostOfDevice => format!("(({constant}{} *){variable})[{index}]", c_type(elem)),
        }
    }

    /// Returns the C type of a scalar variable.
    pub fn declared(&self, name: Name, ty: ScalarType) -> &'static str {
        if self.is_index(name) { "rista_index" } else { c_type(ty) }
    }

    /// Returns an expression in C.
    pub fn written<'a>(&'a self, exp: &'a Exp) -> Written<'a> {
        Written { exp, variables: self }
    }

    /// Returns the index of an element in C.
    pub fn index<'a>(&'a self, exp: &'a Exp) -> Index<'a> {
        Index(self.written(exp))
    }
}

/// A memory or object variable, as written in C.
#[derive(Clone, Copy)]
pub(crate) enum MemoryVariable<'a> {
    Own(Name),
    Gathered(Name),
    GatheredObject(Name),
    Table(TableName<'a>),
}

impl Display for MemoryVariable<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MemoryVariable::Own(name) => name.fmt(f),
            MemoryVariable::Gathered(name) => write!(f, "blocks.{name}"),
            MemoryVariable::GatheredObject(name) => write!(f, "objects.{name}"),
            MemoryVariable::Table(table) => table.fmt(f),
        }
    }
}

/// C name of a constant table.
#[derive(Clone, Copy)]
pub(crate) struct TableName<'a> {
    pub prefix: &'a str,
    pub table: TableId,
}

impl Display for TableName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}table_{}", self.prefix, self.table.as_u32())
    }
}

/// Returns the C type that holds a scalar; an `f16` is held by its bits.
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

/// Returns the declaration of a host variable in C, for a given spelling of its name.
pub(crate) fn declaration(ty: Type, declared: impl Display) -> String {
    match ty {
        Type::Scalar(ty) => format!("{} {declared}", c_type(ty)),
        Type::Memory => format!("void *{declared}"),
        Type::Object | Type::Borrowed => format!("struct rista_object *{declared}"),
    }
}

/// Returns the type of elements and parameters in kernels, where the size of `bool` is undefined.
pub(crate) fn kernel_type(ty: ScalarType) -> &'static str {
    if ty == ScalarType::Bool { "uint8_t" } else { c_type(ty) }
}

/// Returns the type of an expression. Names that are not scalars count as `i64`.
pub(crate) fn type_of(exp: &Exp, variables: &Variables<'_>) -> ScalarType {
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
        Exp::Cmp(..) | Exp::Unique(_) | Exp::Same(..) => ScalarType::Bool,
        Exp::Number(_) | Exp::Pieces(..) | Exp::Setting(_) => ScalarType::I64,
        Exp::Convert(to, _) => *to,
        Exp::Read { elem, .. } => *elem,
        Exp::Word { ty, .. } => *ty,
    }
}

/// An expression in C, without parentheses.
#[derive(Clone, Copy)]
pub(crate) struct Written<'a> {
    exp: &'a Exp,
    variables: &'a Variables<'a>,
}

impl<'a> Written<'a> {
    fn part(self, exp: &'a Exp) -> Written<'a> {
        Written { exp, ..self }
    }

    fn operand(self, exp: &'a Exp) -> Operand<'a> {
        Operand(self.part(exp))
    }

    fn number(self, exp: &'a Exp) -> Number<'a> {
        Number(self.part(exp))
    }

    fn type_of(self, exp: &Exp) -> ScalarType {
        type_of(exp, self.variables)
    }

    /// Whether an `i64` constant can be written as an `int`, in kernels, where C converts it as needed.
    fn is_plain(self, value: i64) -> bool {
        self.variables.side == Side::Kernel && i32::try_from(value).is_ok_and(|value| value != i32::MIN)
    }
}

impl Display for Written<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.exp {
            Exp::Const(Scalar::I64(value)) if self.is_plain(*value) => value.fmt(f),
            Exp::Const(scalar) => constant(f, *scalar),
            Exp::Var(name) => name.fmt(f),
            Exp::Un(op, a) => unary(f, *op, a, *self),
            Exp::Bin(op, a, b) => binary(f, *op, a, b, *self),
            Exp::Cmp(op, a, b) => compare(f, *op, a, b, *self),
            Exp::Fma(a, b, c) => fma(f, a, b, c, *self),
            Exp::Convert(to, a) => convert(f, *to, a, *self),
            Exp::Read { memory, elem, index } => {
                let index = Index(self.part(index));
                if self.variables.is_remote(*memory) {
                    let (memory, c, bytes) = (self.variables.memory(*memory), c_type(*elem), elem.bytes());
                    return write!(f, "*(const {c} *)rista_read_at(ctx, {memory}, ({index}) * {bytes}, {bytes})");
                }
                f.write_str(&self.variables.element(*memory, *elem, true, index))
            }
            Exp::Word { object, ty, at } => {
                write!(f, "rista_word_{}({}, {at})", ty.name(), self.variables.memory(*object))
            }
            Exp::Number(object) => write!(f, "rista_constructor_of({})", self.variables.memory(*object)),
            Exp::Unique(name) => {
                let of = if self.variables.is_object(*name) { "_object" } else { "" };
                write!(f, "rista_is_unique{of}({})", self.variables.memory(*name))
            }
            Exp::Same(a, b) => write!(f, "{} == {}", self.variables.memory(*a), self.variables.memory(*b)),
            Exp::Setting(Setting::Threshold { name, default }) => {
                match self.variables.thresholds.and_then(|numbers| numbers.get(name)) {
                    Some(number) if self.variables.side != Side::Kernel => write!(f, "ctx->thresholds[{number}]"),
                    _ => constant(f, Scalar::I64(*default)),
                }
            }
            Exp::Setting(Setting::Team) => f.write_str("RISTA_TEAM(ctx)"),
            Exp::Setting(setting) if self.variables.side == Side::Kernel => write!(f, "rista_{}", setting.name()),
            Exp::Setting(setting) => write!(f, "ctx->{}", setting.name()),
            Exp::Pieces(count, time) => write!(f, "rista_pieces(ctx, {}, {})", self.part(count), self.part(time)),
            Exp::Select(cond, a, b) => {
                write!(f, "{} ? {} : {}", self.operand(cond), self.operand(a), self.operand(b))
            }
        }
    }
}

/// An expression as an operand, parenthesised if necessary.
struct Operand<'a>(Written<'a>);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.exp {
            Exp::Const(Scalar::I64(value)) if *value < 0 && self.0.is_plain(*value) => write!(f, "({value})"),
            Exp::Const(scalar) if !is_written_with_minus(*scalar) => self.0.fmt(f),
            Exp::Var(_) | Exp::Read { .. } | Exp::Word { .. } | Exp::Number(_) | Exp::Unique(_) | Exp::Setting(_) => {
                self.0.fmt(f)
            }
            _ => write!(f, "({})", self.0),
        }
    }
}

/// An expression as the index of an element. The index is not negative. In a kernel, if its parts may not fit a
/// `rista_index`, it is computed modulo the range of a `rista_offset`.
#[derive(Clone, Copy)]
pub(crate) struct Index<'a>(Written<'a>);

impl Index<'_> {
    /// Whether C gives the part the type `rista_index` or a narrower one, so that the part does not widen an offset.
    fn is_narrow(self, exp: &Exp) -> bool {
        match exp {
            // A conversion would change the sign of a negative constant.
            Exp::Const(Scalar::I64(value)) => *value >= 0 && self.0.is_plain(*value),
            Exp::Var(name) => self.0.variables.is_index(*name),
            _ => false,
        }
    }

    /// Writes the expression as a `rista_offset`, and converts as few parts of it as possible.
    fn offset(self, f: &mut Formatter<'_>) -> fmt::Result {
        let Exp::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) = self.0.exp else {
            return write!(f, "(rista_offset){}", Operand(self.0));
        };
        let symbol = arithmetic(*op).unwrap_or("+");
        let part = |exp| Index(self.0.part(exp));
        match (self.is_narrow(a), self.is_narrow(b)) {
            (true, true) => write!(f, "(rista_offset){} {symbol} {}", self.0.operand(a), self.0.operand(b)),
            (true, false) => write!(f, "{} {symbol} {}", self.0.operand(a), Offset(part(b))),
            (false, true) => write!(f, "{} {symbol} {}", Offset(part(a)), self.0.operand(b)),
            (false, false) => write!(f, "{} {symbol} {}", Offset(part(a)), Offset(part(b))),
        }
    }
}

impl Display for Index<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Written { exp, variables } = self.0;
        if variables.side != Side::Kernel || variables.bounds(exp).is_index() { self.0.fmt(f) } else { self.offset(f) }
    }
}

/// An operand of type `rista_offset`.
struct Offset<'a>(Index<'a>);

impl Display for Offset<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_one = !matches!(self.0.0.exp, Exp::Bin(op, ..) if arithmetic(*op).is_some());
        if is_one {
            return self.0.offset(f);
        }
        f.write_str("(")?;
        self.0.offset(f)?;
        f.write_str(")")
    }
}

/// Returns the C operator for an operator whose results are right modulo any power of two if the operands are.
fn arithmetic(op: BinOp) -> Option<&'static str> {
    match op {
        BinOp::Add => Some("+"),
        BinOp::Sub => Some("-"),
        BinOp::Mul => Some("*"),
        _ => None,
    }
}

/// An operand as a C number; an `f16` is converted to its value.
struct Number<'a>(Written<'a>);

impl Display for Number<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.type_of(self.0.exp) == ScalarType::F16 {
            write!(f, "rista_f16_value({})", self.0)
        } else {
            Operand(self.0).fmt(f)
        }
    }
}

fn constant(f: &mut Formatter<'_>, scalar: Scalar) -> fmt::Result {
    match scalar {
        Scalar::I64(i64::MIN) => f.write_str("INT64_MIN"),
        Scalar::I32(i32::MIN) => f.write_str("INT32_MIN"),
        Scalar::I64(v) => write!(f, "INT64_C({v})"),
        Scalar::U64(v) => write!(f, "UINT64_C({v})"),
        Scalar::U32(v) => write!(f, "{v}U"),
        Scalar::F16(v) => write!(f, "0x{:04x} /* {v} */", v.to_bits()),
        Scalar::F32(v) => float(f, v.into(), format_args!("{v:?}f")),
        Scalar::F64(v) => float(f, v, format_args!("{v:?}")),
        Scalar::Bool(v) => write!(f, "{v}"),
        _ => write!(f, "{}", scalar.as_i128().unwrap_or(0)),
    }
}

fn float(f: &mut Formatter<'_>, value: f64, finite: fmt::Arguments<'_>) -> fmt::Result {
    match value {
        _ if value.is_nan() => f.write_str("NAN"),
        f64::INFINITY => f.write_str("INFINITY"),
        f64::NEG_INFINITY => f.write_str("-INFINITY"),
        _ => f.write_fmt(finite),
    }
}

/// Whether the constant is written with a minus sign.
fn is_written_with_minus(scalar: Scalar) -> bool {
    match scalar {
        Scalar::I8(v) => v < 0,
        Scalar::I16(v) => v < 0,
        Scalar::I32(v) => v < 0 && v != i32::MIN,
        Scalar::F32(v) => v.is_sign_negative() && !v.is_nan(),
        Scalar::F64(v) => v.is_sign_negative() && !v.is_nan(),
        // These are written as macros or by their bits.
        Scalar::I64(_) | Scalar::F16(_) => false,
        Scalar::U8(_) | Scalar::U16(_) | Scalar::U32(_) | Scalar::U64(_) | Scalar::Bool(_) => false,
    }
}

/// Whether C leaves operators on the type undefined where the result does not fit. Operands of narrower types are
/// promoted.
fn is_undefined_beyond(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::I32 | ScalarType::I64)
}

/// A sum, difference or product of signed integers, computed on unsigned ones, whose operators wrap. If one operand is
/// unsigned, C converts the other one.
struct Wrapping<'a>(Written<'a>);

impl Wrapping<'_> {
    fn parts(&self) -> Option<(&Exp, &'static str, &Exp)> {
        match self.0.exp {
            Exp::Bin(op, a, b) => Some((a, arithmetic(*op)?, b)),
            _ => None,
        }
    }
}

impl Display for Wrapping<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let unsigned = unsigned(self.0.type_of(self.0.exp));
        let Some((a, symbol, b)) = self.parts() else { return write!(f, "({unsigned}){}", Operand(self.0)) };
        let [left, right] = [a, b].map(|part| Wrapping(self.0.part(part)));
        match (left.parts(), right.parts()) {
            (None, None) => write!(f, "{left} {symbol} {}", self.0.operand(b)),
            (None, Some(_)) => write!(f, "{} {symbol} ({right})", self.0.operand(a)),
            (Some(_), None) => write!(f, "({left}) {symbol} {}", self.0.operand(b)),
            (Some(_), Some(_)) => write!(f, "({left}) {symbol} ({right})"),
        }
    }
}

/// Returns the suffix of C's mathematical functions for a float type.
fn suffix(ty: ScalarType) -> &'static str {
    if ty == ScalarType::F64 { "" } else { "f" }
}

/// Returns the C type in which floats of a type are computed.
fn wide(ty: ScalarType) -> &'static str {
    if ty == ScalarType::F64 { "double" } else { "float" }
}

/// Writes a `float` expression as a value of the result type. It is rounded if that is `f16`.
fn rounded(f: &mut Formatter<'_>, ty: ScalarType, text: fmt::Arguments<'_>) -> fmt::Result {
    if ty == ScalarType::F16 { write!(f, "rista_f16_of_float({text})") } else { f.write_fmt(text) }
}

fn unary(f: &mut Formatter<'_>, op: UnOp, a: &Exp, whole: Written<'_>) -> fmt::Result {
    let ty = whole.type_of(a);
    if ty.is_float() { float_unary(f, op, ty, a, whole) } else { integer_unary(f, op, ty, a, whole) }
}

fn integer_unary(f: &mut Formatter<'_>, op: UnOp, ty: ScalarType, a: &Exp, whole: Written<'_>) -> fmt::Result {
    let (c, text, value) = (c_type(ty), whole.part(a), whole.number(a));
    match op {
        UnOp::Neg if whole.variables.wraps_by_function(ty) => write!(f, "rista_neg_{c}({text})"),
        UnOp::Neg if is_undefined_beyond(ty) => write!(f, "({c})-({}){value}", unsigned(ty)),
        UnOp::Neg => write!(f, "({c})-{value}"),
        UnOp::Not if ty == ScalarType::Bool => write!(f, "!{value}"),
        UnOp::Not => write!(f, "({c})~{value}"),
        UnOp::FromBits => match ty {
            ScalarType::U16 => text.fmt(f),
            ScalarType::U32 => write!(f, "rista_f32_of_bits({text})"),
            _ => write!(f, "rista_f64_of_bits({text})"),
        },
        _ => write!(f, "rista_{}_{c}({text})", op.name()),
    }
}

fn float_unary(f: &mut Formatter<'_>, op: UnOp, ty: ScalarType, a: &Exp, whole: Written<'_>) -> fmt::Result {
    let (s, wide, value) = (suffix(ty), wide(ty), whole.number(a));
    match op {
        UnOp::Neg if ty == ScalarType::F16 => write!(f, "(uint16_t)({} ^ 0x8000)", whole.operand(a)),
        UnOp::Neg => rounded(f, ty, format_args!("-{value}")),
        UnOp::Abs => rounded(f, ty, format_args!("fabs{s}({value})")),
        UnOp::Sqrt | UnOp::Floor | UnOp::Ceil | UnOp::Trunc => {
            rounded(f, ty, format_args!("{}{s}({value})", op.name()))
        }
        UnOp::Round => rounded(f, ty, format_args!("rint{s}({value})")),
        UnOp::IsNan => write!(f, "(bool)isnan({value})"),
        UnOp::IsInf => write!(f, "(bool)isinf({value})"),
        UnOp::ToBits => match ty {
            ScalarType::F16 => whole.part(a).fmt(f),
            ScalarType::F32 => write!(f, "rista_bits_f32({value})"),
            _ => write!(f, "rista_bits_f64({value})"),
        },
        _ => rounded(f, ty, format_args!("rista_{}_{wide}({value})", op.name())),
    }
}

fn binary(f: &mut Formatter<'_>, op: BinOp, a: &Exp, b: &Exp, whole: Written<'_>) -> fmt::Result {
    let ty = whole.type_of(a);
    if ty.is_float() {
        return float_binary(f, op, ty, a, b, whole);
    }
    let (c, x, y) = (c_type(ty), whole.number(a), whole.number(b));
    if ty == ScalarType::I64 && whole.variables.side == Side::Kernel {
        let bounds = |exp| whole.variables.bounds(exp);
        if let Some(symbol) = arithmetic(op).filter(|_| bounds(whole.exp).needs_no_wrapping()) {
            return write!(f, "{x} {symbol} {y}");
        }
        if let Some(kind) = index_operator(op, bounds(a), bounds(b), bounds(whole.exp)) {
            return write!(f, "rista_{}_{kind}({}, {})", op.name(), whole.part(a), whole.part(b));
        }
    }
    let symbol = match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul if whole.variables.wraps_by_function(ty) => {
            return write!(f, "rista_{}_{c}({}, {})", op.name(), whole.part(a), whole.part(b));
        }
        BinOp::Add | BinOp::Sub | BinOp::Mul if is_undefined_beyond(ty) => {
            return write!(f, "({c})({})", Wrapping(whole));
        }
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        _ => return write!(f, "rista_{}_{c}({}, {})", op.name(), whole.part(a), whole.part(b)),
    };
    match ty.bytes() {
        // Narrow operands are promoted to `int`, which may not hold the product of two `uint16_t`.
        2 if op == BinOp::Mul => write!(f, "({c})((uint32_t){x} * (uint32_t){y})"),
        1 | 2 => write!(f, "({c})({x} {symbol} {y})"),
        _ => write!(f, "{x} {symbol} {y}"),
    }
}

/// Returns the operator's name in `rts/index.h`, if operands and result fit a `rista_index`.
fn index_operator(op: BinOp, a: Bounds, b: Bounds, result: Bounds) -> Option<&'static str> {
    let is_division = matches!(op, BinOp::Quot | BinOp::Rem | BinOp::Div | BinOp::Mod);
    let is_other = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shr | BinOp::Min | BinOp::Max);
    match (is_division, is_other) {
        _ if !(a.is_index() && b.is_index() && result.is_index()) => None,
        (true, _) if a.is_size() && b.is_size() => Some("size"),
        (true, _) | (_, true) => Some("index"),
        _ => None,
    }
}

fn float_binary(f: &mut Formatter<'_>, op: BinOp, ty: ScalarType, a: &Exp, b: &Exp, whole: Written<'_>) -> fmt::Result {
    let (s, wide, x, y) = (suffix(ty), wide(ty), whole.number(a), whole.number(b));
    match op {
        BinOp::Add => rounded(f, ty, format_args!("{x} + {y}")),
        BinOp::Sub => rounded(f, ty, format_args!("{x} - {y}")),
        BinOp::Mul => rounded(f, ty, format_args!("{x} * {y}")),
        BinOp::Div => rounded(f, ty, format_args!("{x} / {y}")),
        BinOp::NextAfter if ty == ScalarType::F16 => {
            write!(f, "rista_f16_next_after({}, {})", whole.part(a), whole.part(b))
        }
        BinOp::NextAfter | BinOp::CopySign => rounded(f, ty, format_args!("{}{s}({x}, {y})", op.name())),
        _ => rounded(f, ty, format_args!("rista_{}_{wide}({x}, {y})", op.name())),
    }
}

fn compare(f: &mut Formatter<'_>, op: CmpOp, a: &Exp, b: &Exp, whole: Written<'_>) -> fmt::Result {
    let symbol = match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    };
    write!(f, "{} {symbol} {}", whole.number(a), whole.number(b))
}

fn fma(f: &mut Formatter<'_>, a: &Exp, b: &Exp, c: &Exp, whole: Written<'_>) -> fmt::Result {
    let ty = whole.type_of(a);
    let (x, y, z) = (whole.number(a), whole.number(b), whole.number(c));
    match ty {
        ScalarType::F16 => write!(f, "rista_f16_of_double(fma((double){x}, (double){y}, (double){z}))"),
        _ => write!(f, "fma{}({x}, {y}, {z})", suffix(ty)),
    }
}

fn convert(f: &mut Formatter<'_>, to: ScalarType, a: &Exp, whole: Written<'_>) -> fmt::Result {
    let (from, value) = (whole.type_of(a), whole.number(a));
    match to {
        _ if to == from => whole.part(a).fmt(f),
        ScalarType::I64 if whole.variables.bounds(whole.exp).is_index() => write!(f, "(rista_index){value}"),
        ScalarType::Bool => write!(f, "{value} != 0"),
        ScalarType::F16 if from == ScalarType::F64 => write!(f, "rista_f16_of_double({value})"),
        // Integers that a `float` cannot hold exactly are infinite as `f16`.
        ScalarType::F16 => write!(f, "rista_f16_of_float((float){value})"),
        _ if from.is_float() && to.is_integer() => write!(f, "rista_{}_of_{}({value})", c_type(to), wide(from)),
        // A signed operand is extended with zeros when it becomes unsigned.
        _ if to.is_unsigned() && from.is_signed() && to.bits() > from.bits() => {
            write!(f, "({})({}){value}", c_type(to), unsigned(from))
        }
        _ => write!(f, "({}){value}", c_type(to)),
    }
}

/// Returns the unsigned C type with as many bits.
fn unsigned(ty: ScalarType) -> &'static str {
    match ty.bits() {
        8 => "uint8_t",
        16 => "uint16_t",
        32 => "uint32_t",
        _ => "uint64_t",
    }
}
