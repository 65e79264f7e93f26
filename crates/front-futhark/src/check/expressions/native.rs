//! Intrinsic operations. The prelude declares them with their types and documentation, as `#[native(name)] def .. =
//! ???`. This module defines the CORE that each becomes.

use crate::check::types::{ScalarSet, Size, Type};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Span, Symbol};
use core_ir::build as make;
use core_ir::def as ir;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Native {
    /// This primitive, applied to the arguments.
    Prim(ir::Prim),
    /// A conversion to the result's scalar type.
    Convert,
    NotEqual,
    /// The array `[0, 1, .., n - 1]`.
    Iota,
    /// `unflatten`, with its sizes taken from the type.
    Unflatten,
    /// No operation: the result is the argument.
    Identity,
    /// An accumulator, made from an array and an operator.
    Accumulator,
    /// The field of this name of an accumulator.
    AccumulatorPart(&'static str),
    /// A scalar primitive at type `at`: the arguments are converted to it, and the result to the declared type. Without
    /// a primitive, only these conversions.
    Scalar {
        prim: Option<ir::Prim>,
        at: ScalarType,
    },
    /// A construct that is not supported yet. The text names it in the message.
    NotYet(&'static str),
    /// The pipe `x |> f`.
    PipeRight,
    /// The pipe `f <| x`.
    PipeLeft,
    And,
    Or,
    /// A constant of a number module, which depends on the scalar type.
    Constant(Constant),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    Highest,
    Lowest,
    Bits,
    Infinity,
    NotANumber,
    Pi,
    E,
    Epsilon,
}

impl Native {
    /// Returns the operation that the attribute `#[native(name)]` of the prelude names.
    pub fn from_name(name: &str) -> Option<Native> {
        use ir::Prim;
        let named = |prim| Some(Native::Prim(prim));
        match name {
            "map" => named(Prim::Map),
            "reduce" => named(Prim::Reduce { commutative: false }),
            "reduce_comm" => named(Prim::Reduce { commutative: true }),
            "scan" => named(Prim::Scan),
            "filter" => named(Prim::Filter),
            "scatter" => named(Prim::Scatter),
            "reduce_by_index" => named(Prim::Histogram),
            "replicate" => named(Prim::Replicate),
            "concat" => named(Prim::Concat),
            "flatten" => named(Prim::Flatten),
            "transpose" => named(Prim::Transpose),
            "flat_index_2d" => named(Prim::FlatIndex(2)),
            "flat_index_3d" => named(Prim::FlatIndex(3)),
            "flat_index_4d" => named(Prim::FlatIndex(4)),
            "flat_update_1d" => named(Prim::FlatUpdate(1)),
            "flat_update_2d" => named(Prim::FlatUpdate(2)),
            "flat_update_3d" => named(Prim::FlatUpdate(3)),
            "flat_update_4d" => named(Prim::FlatUpdate(4)),
            "zip" => named(Prim::Zip),
            "unzip" => named(Prim::Unzip),
            "copy" => named(Prim::Copy),
            "fma" => named(Prim::Fma),
            "equal" => named(Prim::Equal),
            "not_equal" => Some(Native::NotEqual),
            "convert" => Some(Native::Convert),
            "iota" => Some(Native::Iota),
            "unflatten" => Some(Native::Unflatten),
            "identity" => Some(Native::Identity),
            "trace" => named(Prim::Trace(Symbol::new("trace"))),
            "accumulator" => Some(Native::Accumulator),
            "accumulated" => Some(Native::AccumulatorPart(ir::ACCUMULATED)),
            "accumulate_by" => Some(Native::AccumulatorPart(ir::ACCUMULATE_BY)),
            "derivative" => Some(Native::NotYet("automatic differentiation is")),
            "pipe_right" => Some(Native::PipeRight),
            "pipe_left" => Some(Native::PipeLeft),
            "and" => Some(Native::And),
            "or" => Some(Native::Or),
            _ => constant(name).map(Native::Constant).or_else(|| scalar(name)),
        }
    }
}

/// Returns the constant that number modules have under this name.
fn constant(name: &str) -> Option<Constant> {
    Some(match name {
        "highest" => Constant::Highest,
        "lowest" => Constant::Lowest,
        "num_bits" => Constant::Bits,
        "inf" => Constant::Infinity,
        "nan" => Constant::NotANumber,
        "pi" => Constant::Pi,
        "e" => Constant::E,
        "epsilon" => Constant::Epsilon,
        _ => return None,
    })
}

/// Returns the scalar operation with this name in `value::op`. Bitwise operations, which share their names with the
/// logical ones, have the prefix `bit_`.
fn scalar(name: &str) -> Option<Native> {
    let name = name.strip_prefix("bit_").unwrap_or(name);
    let prim = UnOp::from_name(name)
        .map(ir::Prim::Un)
        .or_else(|| BinOp::from_name(name).map(ir::Prim::Bin))
        .or_else(|| CmpOp::from_name(name).map(ir::Prim::Cmp));
    prim.map(Native::Prim)
}

impl Checker {
    /// Returns the CORE for an intrinsic operation with all its arguments. `sizes` are its size arguments, and `result`
    /// is its result type.
    pub fn apply_native(
        &mut self,
        native: Native,
        args: Vec<Typed>,
        sizes: &[Size],
        result: Type,
        span: Span,
    ) -> Checking<Typed> {
        if let Native::Scalar { prim, at } = native {
            return self.scalar_operation(prim, at, args, result, span);
        }
        let mut exprs: Vec<ir::Expr> = args.into_iter().map(|arg| arg.expr).collect();
        let kind = match native {
            Native::Scalar { .. } => return Err(Reported),
            Native::Prim(prim) => ir::ExprKind::Prim(prim, exprs),
            Native::Convert => {
                let to = self.scalar_result(&result, span)?;
                ir::ExprKind::Prim(ir::Prim::Convert(to), exprs)
            }
            Native::NotEqual => {
                let equal = self.node(ir::ExprKind::Prim(ir::Prim::Equal, exprs), &Type::BOOL, span);
                ir::ExprKind::Prim(ir::Prim::Un(UnOp::Not), vec![equal])
            }
            Native::Iota => {
                exprs.extend([make::i64(0), make::i64(1)]);
                ir::ExprKind::Prim(ir::Prim::Iota, exprs)
            }
            Native::Unflatten => {
                let mut all: Vec<ir::Expr> = sizes.iter().take(2).map(|size| self.size_slot(size, span)).collect();
                all.append(&mut exprs);
                ir::ExprKind::Prim(ir::Prim::Unflatten, all)
            }
            Native::Identity => {
                let Some(expr) = exprs.pop() else { return Err(Reported) };
                return Ok(Typed { expr, ty: result });
            }
            Native::Accumulator => {
                let names = [ir::ACCUMULATED, ir::ACCUMULATE_BY].map(Symbol::new);
                ir::ExprKind::Record(names.into_iter().zip(exprs).collect())
            }
            Native::AccumulatorPart(part) => {
                let Some(expr) = exprs.pop() else { return Err(Reported) };
                ir::ExprKind::Field(Box::new(expr), Symbol::new(part))
            }
            Native::NotYet(what) => {
                self.not_yet(span, what);
                return Ok(self.hole_of(&result, span));
            }
            Native::PipeRight => {
                exprs.reverse();
                apply_first(exprs)
            }
            Native::PipeLeft => apply_first(exprs),
            Native::And => self.choose(exprs, |a, b| [a, b, make::bool(false)]),
            Native::Or => self.choose(exprs, |a, b| [a, make::bool(true), b]),
            Native::Constant(constant) => {
                let ty = self.scalar_result(&result, span)?;
                let Some(value) = constant.value(ty) else {
                    let shown = self.show(&result);
                    return self.error(
                        crate::check::messages::report::NOT_OVERLOADED,
                        span,
                        format!("{shown} has no such value"),
                        "",
                    );
                };
                ir::ExprKind::Literal(value)
            }
        };
        Ok(self.typed(kind, result, span))
    }

    fn scalar_result(&mut self, result: &Type, span: Span) -> Checking<ScalarType> {
        match self.unifier.shallow(result) {
            Type::Scalar(scalar) => Ok(scalar),
            _ => self.error(
                crate::check::messages::report::AMBIGUOUS,
                span,
                "the type of this is not known".to_owned(),
                "here",
            ),
        }
    }

    /// Returns a scalar operation at type `at`. Its operands are the arguments, or the components of a single tuple
    /// argument.
    fn scalar_operation(
        &mut self,
        prim: Option<ir::Prim>,
        at: ScalarType,
        args: Vec<Typed>,
        result: Type,
        span: Span,
    ) -> Checking<Typed> {
        let to = self.scalar_result(&result, span)?;
        let (mut steps, mut operands) = (Vec::new(), Vec::new());
        for arg in args {
            match self.unifier.resolve(&arg.ty) {
                Type::Record(fields) => {
                    let all = self.atom(arg.expr, &arg.ty, "operands", &mut steps);
                    for (name, ty) in fields.iter() {
                        operands.push(self.node(ir::ExprKind::Field(Box::new(all.clone()), *name), ty, span));
                    }
                }
                _ => operands.push(arg.expr),
            }
        }
        let mut operands: Vec<ir::Expr> = operands.into_iter().map(|operand| self.converted_to(at, operand)).collect();
        let value = match (prim, operands.pop()) {
            (Some(prim), Some(last)) => {
                operands.push(last);
                let ty = match prim {
                    ir::Prim::Cmp(_) => ScalarType::Bool,
                    ir::Prim::Un(op) => op.result(at).unwrap_or(at),
                    _ => at,
                };
                self.node(ir::ExprKind::Prim(prim, operands), &Type::Scalar(ty), span)
            }
            (None, Some(operand)) => operand,
            (_, None) => return Err(Reported),
        };
        let value = self.converted_to(to, value);
        Ok(Typed { expr: self.wrap(steps, value, &result), ty: result })
    }

    fn converted_to(&mut self, ty: ScalarType, value: ir::Expr) -> ir::Expr {
        let span = value.span;
        self.node(ir::ExprKind::Prim(ir::Prim::Convert(ty), vec![value]), &Type::Scalar(ty), span)
    }

    fn choose(&mut self, exprs: Vec<ir::Expr>, branches: impl Fn(ir::Expr, ir::Expr) -> [ir::Expr; 3]) -> ir::ExprKind {
        let Ok([a, b]) = <[ir::Expr; 2]>::try_from(exprs) else { return ir::ExprKind::Record(Vec::new()) };
        let [condition, yes, no] = branches(a, b);
        ir::ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))
    }

    /// Returns a slot for the size as an `i64` value. `finish` replaces it by the expression that computes the size.
    pub fn size_slot(&mut self, size: &Size, span: Span) -> ir::Expr {
        let name = self.fresh_name("size_argument");
        self.size_slots.insert(name, (size.clone(), span));
        make::size_var(name).at(span)
    }

    /// Returns a slot for the argument for the size parameter `parameter` of a function of type `ty`. Messages mention
    /// both.
    pub fn size_argument(&mut self, parameter: Symbol, size: &Size, ty: &Type, span: Span) -> ir::Expr {
        let slot = self.size_slot(size, span);
        if let ir::ExprKind::Var(name, _) = &slot.kind {
            self.size_arguments.insert(*name, (parameter, ty.clone()));
        }
        slot
    }
}

fn apply_first(mut exprs: Vec<ir::Expr>) -> ir::ExprKind {
    let rest = exprs.split_off(1.min(exprs.len()));
    match exprs.pop() {
        Some(function) => ir::ExprKind::Apply(Box::new(function), rest),
        None => ir::ExprKind::Record(Vec::new()),
    }
}

impl Constant {
    /// Returns the value of the constant for a scalar type; `None` if the type has no such constant.
    fn value(self, ty: ScalarType) -> Option<Scalar> {
        let bits = i128::from(ty.bits());
        match self {
            Constant::Bits => Some(Scalar::I32(ty.bits() as i32)),
            Constant::Highest | Constant::Lowest if ty == ScalarType::Bool => {
                Some(Scalar::Bool(self == Constant::Highest))
            }
            Constant::Highest if ty.is_signed() => Some(Scalar::from_i128(ty, (1 << (bits - 1)) - 1)),
            Constant::Lowest if ty.is_signed() => Some(Scalar::from_i128(ty, -(1 << (bits - 1)))),
            Constant::Highest if ty.is_unsigned() => Some(Scalar::from_i128(ty, (1 << bits) - 1)),
            Constant::Lowest if ty.is_unsigned() => Some(Scalar::zero(ty)),
            Constant::Highest | Constant::Infinity => Scalar::from_f64(ty, f64::INFINITY),
            Constant::Lowest => Scalar::from_f64(ty, f64::NEG_INFINITY),
            Constant::NotANumber => Scalar::from_f64(ty, f64::NAN),
            Constant::Pi => Scalar::from_f64(ty, std::f64::consts::PI),
            Constant::E => Scalar::from_f64(ty, std::f64::consts::E),
            Constant::Epsilon => Scalar::from_f64(ty, epsilon(ty)),
        }
    }
}

/// Returns the distance from 1 to the next float.
fn epsilon(ty: ScalarType) -> f64 {
    match ty {
        ScalarType::F16 => 2f64.powi(-10),
        ScalarType::F32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    }
}

/// Returns the built-in operator with this name, and the scalar types on which it is defined.
pub fn builtin_operator(symbol: Symbol) -> Option<(Native, ScalarSet)> {
    let bin = |op, set| Some((Native::Prim(ir::Prim::Bin(op)), set));
    let cmp = |op| Some((Native::Prim(ir::Prim::Cmp(op)), ScalarSet::NUMBERS_AND_BOOL));
    match symbol.as_str() {
        "+" => bin(BinOp::Add, ScalarSet::NUMBERS),
        "-" => bin(BinOp::Sub, ScalarSet::NUMBERS),
        "*" => bin(BinOp::Mul, ScalarSet::NUMBERS),
        "/" => bin(BinOp::Div, ScalarSet::NUMBERS),
        "%" => bin(BinOp::Mod, ScalarSet::NUMBERS),
        "**" => bin(BinOp::Pow, ScalarSet::NUMBERS),
        "//" => bin(BinOp::Quot, ScalarSet::INTEGERS),
        "%%" => bin(BinOp::Rem, ScalarSet::INTEGERS),
        "&" => bin(BinOp::And, ScalarSet::INTEGERS),
        "|" => bin(BinOp::Or, ScalarSet::INTEGERS),
        "^" => bin(BinOp::Xor, ScalarSet::INTEGERS),
        "<<" => bin(BinOp::Shl, ScalarSet::INTEGERS),
        ">>" => bin(BinOp::Shr, ScalarSet::INTEGERS),
        ">>>" => bin(BinOp::LShr, ScalarSet::INTEGERS),
        "<" => cmp(CmpOp::Lt),
        "<=" => cmp(CmpOp::Le),
        ">" => cmp(CmpOp::Gt),
        ">=" => cmp(CmpOp::Ge),
        _ => None,
    }
}
