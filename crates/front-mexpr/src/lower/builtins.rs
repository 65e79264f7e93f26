//! The built-in functions.

use super::{Lowered, Pass};
use crate::check::tree::Exp;
use crate::check::types::Type;
use base::Symbol;
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Prim, SeqOp};
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// What a built-in function computes, with the number of its arguments.
enum Meaning {
    Prim(usize, Prim),
    /// `get s 0`.
    Head,
    /// `subsequence s 1 (subi (length s) 1)`.
    Tail,
    /// `eqi (length s) 0`.
    Null,
    /// A float rounded by the operator, as an integer.
    Rounded(UnOp),
}

impl Meaning {
    fn arity(&self) -> usize {
        match self {
            Meaning::Prim(arity, _) => *arity,
            Meaning::Head | Meaning::Tail | Meaning::Null | Meaning::Rounded(_) => 1,
        }
    }
}

fn meaning(name: &str) -> Option<Meaning> {
    let binary = |op| Meaning::Prim(2, Prim::Bin(op));
    let compare = |op| Meaning::Prim(2, Prim::Cmp(op));
    let convert = |ty| Meaning::Prim(1, Prim::Convert(ty));
    let sequence = |arity, op| Meaning::Prim(arity, Prim::Seq(op));
    Some(match name {
        "addi" | "addf" => binary(BinOp::Add),
        "subi" | "subf" => binary(BinOp::Sub),
        "muli" | "mulf" => binary(BinOp::Mul),
        "divi" => binary(BinOp::Quot),
        "divf" => binary(BinOp::Div),
        "modi" => binary(BinOp::Rem),
        "negi" | "negf" => Meaning::Prim(1, Prim::Un(UnOp::Neg)),
        "lti" | "ltf" => compare(CmpOp::Lt),
        "leqi" | "leqf" => compare(CmpOp::Le),
        "gti" | "gtf" => compare(CmpOp::Gt),
        "geqi" | "geqf" => compare(CmpOp::Ge),
        "eqi" | "eqf" | "eqc" => compare(CmpOp::Eq),
        "neqi" | "neqf" => compare(CmpOp::Ne),
        "slli" => binary(BinOp::Shl),
        "srli" => binary(BinOp::LShr),
        "srai" => binary(BinOp::Shr),
        "int2float" => convert(ScalarType::F64),
        "char2int" => convert(ScalarType::I64),
        "int2char" => convert(ScalarType::U32),
        "floorfi" => Meaning::Rounded(UnOp::Floor),
        "ceilfi" => Meaning::Rounded(UnOp::Ceil),
        "length" => sequence(1, SeqOp::Length),
        "get" => sequence(2, SeqOp::Get),
        "set" => sequence(3, SeqOp::Set),
        "cons" => sequence(2, SeqOp::Cons),
        "snoc" => sequence(2, SeqOp::Snoc),
        "concat" => sequence(2, SeqOp::Concat),
        "subsequence" => sequence(3, SeqOp::Sub),
        "head" => Meaning::Head,
        "tail" => Meaning::Tail,
        "null" => Meaning::Null,
        _ => return None,
    })
}

impl<'t> Pass<'t> {
    /// Lowers an application of a built-in function. With fewer arguments than it takes, the result is a lambda.
    /// `function` is its use, which has its type.
    pub(super) fn builtin(&mut self, name: Symbol, function: &'t Exp, arguments: Vec<ir::Expr>) -> Lowered<ir::Expr> {
        let Some(meaning) = meaning(name.as_str()) else {
            return self.unsupported(function.span, &format!("`{name}` is"), "used here");
        };
        let (arity, span) = (meaning.arity(), function.span);
        let mut given = arguments;
        let more = given.split_off(given.len().min(arity));
        let (mut bindings, mut params) = (Vec::new(), Vec::new());
        if given.len() < arity {
            for argument in &mut given {
                let name = self.fresh("given");
                let variable = build::var(name, argument.ty.clone()).at(argument.span);
                bindings.push(build::bind(name, std::mem::replace(argument, variable)));
            }
        }
        let mut rest = self.checked.unifier.head(&function.ty);
        for at in 0..arity {
            let Type::Function(param, result) = rest else { break };
            if at >= given.len() {
                let (name, ty) = (self.fresh("x"), self.ty(&param, span)?);
                given.push(build::var(name, ty.clone()).at(span));
                params.push(build::param(name, ty));
            }
            rest = self.checked.unifier.head(&result);
        }
        let value = self.complete(&meaning, given).at(span);
        Ok(match params.is_empty() {
            true => build::apply(value, more),
            false => build::block(bindings, build::lambda(params, value).at(span)),
        })
    }

    /// Lowers a complete application.
    fn complete(&mut self, meaning: &Meaning, arguments: Vec<ir::Expr>) -> ir::Expr {
        let sequence = |op, arguments| build::prim(Prim::Seq(op), arguments);
        match meaning {
            Meaning::Prim(_, prim) => build::prim(*prim, arguments),
            Meaning::Head => sequence(SeqOp::Get, arguments.into_iter().chain([build::i64(0)]).collect()),
            Meaning::Null => build::compare(CmpOp::Eq, sequence(SeqOp::Length, arguments), build::i64(0)),
            Meaning::Tail => {
                let Some(argument) = arguments.into_iter().next() else { return build::unit() };
                let name = self.fresh("s");
                let variable = build::var(name, argument.ty.clone()).at(argument.span);
                let length = sequence(SeqOp::Length, vec![variable.clone()]);
                let count = build::binary(BinOp::Sub, length, build::i64(1));
                let tail = sequence(SeqOp::Sub, vec![variable, build::i64(1), count]);
                build::block(vec![build::bind(name, argument)], tail)
            }
            Meaning::Rounded(op) => {
                let rounded = build::prim(Prim::Un(*op), arguments);
                build::convert(ScalarType::I64, rounded)
            }
        }
    }
}
