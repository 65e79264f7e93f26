//! The built-in functions.

use super::parallel::Parallel;
use super::sequences::Items;
use super::types::CHAR;
use super::{Lowered, Pass};
use crate::check::tree::Exp;
use crate::check::types::Type;
use base::{Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Prim, SeqOp};
use value::{BinOp, CmpOp, Scalar, ScalarType, Service, SystemOp, TextOp, UnOp};

/// What a built-in function computes, with the number of its arguments.
enum Meaning {
    Prim(usize, Prim),
    Items(Items),
    /// A float rounded by the operator, as an integer.
    Rounded(UnOp),
    /// A service with this number of arguments. Strings are passed and returned as bytes; `()` is passed as nothing.
    Service(usize, Service),
    Parallel(Parallel),
}

impl Meaning {
    fn arity(&self) -> usize {
        match self {
            Meaning::Prim(arity, _) | Meaning::Service(arity, _) => *arity,
            Meaning::Items(items) => items.arity(),
            Meaning::Rounded(_) => 1,
            Meaning::Parallel(function) => function.arity(),
        }
    }
}

fn meaning(name: &str) -> Option<Meaning> {
    let binary = |op| Meaning::Prim(2, Prim::Bin(op));
    let compare = |op| Meaning::Prim(2, Prim::Cmp(op));
    let convert = |ty| Meaning::Prim(1, Prim::Convert(ty));
    let sequence = |arity, op| Meaning::Prim(arity, Prim::Seq(op));
    let system = |arity, op| Meaning::Service(arity, Service::System(op));
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
        "print" => system(1, SystemOp::Print),
        "printError" => system(1, SystemOp::PrintError),
        "flushStdout" => system(1, SystemOp::Flush),
        "flushStderr" => system(1, SystemOp::FlushError),
        "writeFile" => system(2, SystemOp::WriteFile),
        "fileExists" => system(1, SystemOp::FileExists),
        "deleteFile" => system(1, SystemOp::DeleteFile),
        "command" => system(1, SystemOp::Command),
        "exit" => system(1, SystemOp::Exit),
        "wallTimeMs" => system(1, SystemOp::Time),
        "sleepMs" => system(1, SystemOp::Sleep),
        "error" => Meaning::Service(1, Service::Fail),
        "string2float" => Meaning::Service(1, Service::Text(TextOp::ToFloat)),
        "stringIsFloat" => Meaning::Service(1, Service::Text(TextOp::IsFloat)),
        "float2string" => Meaning::Service(1, Service::Text(TextOp::OfFloat)),
        _ => {
            let parallel = || Parallel::of_name(name).map(Meaning::Parallel);
            return Items::of_name(name).map(Meaning::Items).or_else(parallel);
        }
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
        let result = self.ty(&rest, span)?;
        let value = self.complete(&meaning, given, result, span).at(span);
        Ok(match params.is_empty() {
            true => build::apply(value, more),
            false => build::block(bindings, build::lambda(params, value).at(span)),
        })
    }

    /// Lowers a complete application. What may fail inside of it is at `span`.
    fn complete(&mut self, meaning: &Meaning, arguments: Vec<ir::Expr>, result: ir::Type, span: Span) -> ir::Expr {
        match meaning {
            Meaning::Prim(_, prim) => build::prim(*prim, arguments),
            Meaning::Items(items) => self.items(*items, arguments, span),
            Meaning::Parallel(function) => self.parallel(*function, arguments, span),
            Meaning::Service(_, service) => self.service(*service, arguments, result),
            Meaning::Rounded(op) => {
                let rounded = build::prim(Prim::Un(*op), arguments);
                build::convert(ScalarType::I64, rounded)
            }
        }
    }
}

/// Services, which take and return bytes.
impl Pass<'_> {
    fn service(&mut self, service: Service, arguments: Vec<ir::Expr>, result: ir::Type) -> ir::Expr {
        self.uses_system |= matches!(service, Service::System(_));
        let (mut bindings, mut given) = (Vec::new(), Vec::new());
        for argument in arguments {
            match &argument.ty {
                // The service has no argument, but the program computes one.
                ir::Type::Record(fields) if fields.is_empty() => {
                    bindings.push(build::binding(ir::Pat::Wildcard(argument.ty.clone()), argument));
                }
                ir::Type::Seq(_) => given.push(self.bytes(argument)),
                _ => given.push(argument),
            }
        }
        let returns_text = matches!(result, ir::Type::Seq(_));
        let ty = if returns_text { build::string(&[]).ty.clone() } else { result };
        let ty = match ty {
            ir::Type::Array(element, _) => ir::Type::Array(element, ir::Size::Any),
            ty => ty,
        };
        let value = build::expr(ir::ExprKind::Prim(service.into(), given), ty);
        build::block(bindings, if returns_text { self.text(value) } else { value })
    }

    /// Converts a string to bytes in UTF-8. A constant is converted at compile time, another string by a definition
    /// that all conversions share.
    fn bytes(&mut self, text: ir::Expr) -> ir::Expr {
        if let Some(constant) = constant_text(&text) {
            return build::string(constant.as_bytes()).at(text.span);
        }
        let id = match self.encoder {
            Some(id) => id,
            None => {
                let name = self.fresh("text");
                let body = self.encoded(build::var(name, text.ty.clone()));
                let id = self.constant(Symbol::new("bytes"), Vec::new(), body);
                self.program.defs[id].params.push(build::param(name, text.ty.clone()));
                *self.encoder.insert(id)
            }
        };
        let ty = self.program.defs[id].ty();
        build::apply(build::def(id, Vec::new(), ty), vec![text])
    }

    fn encoded(&mut self, text: ir::Expr) -> ir::Expr {
        let name = self.fresh("c");
        let c = build::var(name, CHAR);
        let code = |value: u32| build::literal(Scalar::U32(value));
        let byte = |value| build::convert(ScalarType::U8, value);
        let shifted = |places| build::binary(BinOp::LShr, c.clone(), code(places));
        let first = |mark, places| byte(build::binary(BinOp::Or, code(mark), shifted(places)));
        let next = |places| {
            let bits = build::binary(BinOp::And, shifted(places), code(0x3f));
            byte(build::binary(BinOp::Or, code(0x80), bits))
        };
        let array = |items| {
            let any = ir::Type::array(ir::Type::Scalar(ScalarType::U8), ir::Size::Any);
            build::array(items, ir::Type::Scalar(ScalarType::U8)).with_type(any)
        };
        let below = |limit, yes, no| build::if_then_else(build::compare(CmpOp::Lt, c.clone(), code(limit)), yes, no);
        let four = array(vec![first(0xf0, 18), next(12), next(6), next(0)]);
        let three = below(0x10000, array(vec![first(0xe0, 12), next(6), next(0)]), four);
        let two = below(0x800, array(vec![first(0xc0, 6), next(0)]), three);
        let encoded = below(0x80, array(vec![byte(c.clone())]), two);
        let function = build::lambda(vec![build::param(name, CHAR)], encoded);
        let characters = build::prim(Prim::Seq(SeqOp::ToArray), vec![text]);
        build::prim(Prim::FlatMap, vec![function, characters])
    }

    /// Converts bytes of ASCII to a string.
    fn text(&mut self, bytes: ir::Expr) -> ir::Expr {
        let name = self.fresh("b");
        let byte = build::var(name, ir::Type::Scalar(ScalarType::U8));
        let param = build::param(name, byte.ty.clone());
        let characters = build::map(build::lambda(vec![param], build::convert(ScalarType::U32, byte)), bytes);
        build::prim(Prim::Seq(SeqOp::OfArray), vec![characters])
    }
}

/// Returns the text of a string literal.
fn constant_text(expr: &ir::Expr) -> Option<String> {
    let ir::ExprKind::Prim(Prim::Seq(SeqOp::OfArray), args) = &expr.kind else { return None };
    let ir::ExprKind::Array(items) = &args.first()?.kind else { return None };
    let character = |item: &ir::Expr| match item.kind {
        ir::ExprKind::Literal(Scalar::U32(code)) => char::from_u32(code),
        _ => None,
    };
    items.iter().map(character).collect()
}
