//! The built-in functions.

use super::parallel::Parallel;
use super::sequences::Items;
use super::tensors::has_list;
use super::{Lowered, Pass, bug, string};
use crate::check::tree::Exp;
use crate::check::types::Type;
use base::{Name, Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::{Prim, RefOp, SeqOp, TensorOp};
use core_ir::typing;
use rustc_hash::FxHashMap;
use value::service::{Form, Returns};
use value::{BinOp, CmpOp, Scalar, ScalarType, Service, SystemOp, TextOp, UnOp};

/// What a built-in function computes, with the number of its arguments.
enum Meaning {
    Prim(usize, Prim),
    Items(Items),
    /// A number as one of the type of the result.
    Convert,
    /// A float rounded by the operator, as an integer.
    Rounded(UnOp),
    /// The nearest integer of a float.
    Nearest,
    /// A service with this number of arguments. Strings are passed and returned as bytes; `()` is passed as nothing.
    Service(usize, Service),
    Parallel(Parallel),
    /// Prints a float.
    PrintFloat,
    /// The definition of its name in the library, with this number of arguments.
    Library(usize),
    /// The same for a function on tensors that takes indices or sizes. If these are listed, they make no sequence.
    Listed(usize),
    /// The name of the program and its arguments.
    Arguments,
    /// The position of a value's constructor among those of its data type; 0 for values of other types.
    Tag,
    /// Prints the text of a value of any type.
    Show,
    /// The value of an expression of Futhark.
    Futhark,
    /// The argument.
    Same,
}

impl Meaning {
    fn arity(&self) -> usize {
        match self {
            Meaning::Prim(arity, _) | Meaning::Service(arity, _) => *arity,
            Meaning::Library(arity) | Meaning::Listed(arity) => *arity,
            Meaning::Items(items) => items.arity(),
            Meaning::Parallel(function) => function.arity(),
            Meaning::Arguments => 0,
            Meaning::Convert | Meaning::Rounded(_) | Meaning::Nearest | Meaning::Tag | Meaning::Same => 1,
            Meaning::PrintFloat | Meaning::Show | Meaning::Futhark => 1,
        }
    }
}

fn meaning(name: &str) -> Option<Meaning> {
    let unary = |op| Meaning::Prim(1, Prim::Un(op));
    let binary = |op| Meaning::Prim(2, Prim::Bin(op));
    let compare = |op| Meaning::Prim(2, Prim::Cmp(op));
    let sequence = |arity, op| Meaning::Prim(arity, Prim::Seq(op));
    let reference = |arity, op| Meaning::Prim(arity, Prim::Ref(op));
    let system = |arity, op| Meaning::Service(arity, Service::System(op));
    Some(match name {
        "addi" | "addf" => binary(BinOp::Add),
        "subi" | "subf" => binary(BinOp::Sub),
        "muli" | "mulf" => binary(BinOp::Mul),
        "divi" => binary(BinOp::Quot),
        "divf" => binary(BinOp::Div),
        "modi" => binary(BinOp::Rem),
        "negi" | "negf" => unary(UnOp::Neg),
        "lti" | "ltf" => compare(CmpOp::Lt),
        "leqi" | "leqf" => compare(CmpOp::Le),
        "gti" | "gtf" => compare(CmpOp::Gt),
        "geqi" | "geqf" => compare(CmpOp::Ge),
        "eqi" | "eqf" | "eqc" | "eqsym" => compare(CmpOp::Eq),
        "neqi" | "neqf" => compare(CmpOp::Ne),
        "slli" => binary(BinOp::Shl),
        "srli" => binary(BinOp::LShr),
        "srai" => binary(BinOp::Shr),
        "int2float" | "int2int" | "float2float" | "char2int" => Meaning::Convert,
        "floorfi" => Meaning::Rounded(UnOp::Floor),
        "ceilfi" => Meaning::Rounded(UnOp::Ceil),
        "roundfi" => Meaning::Nearest,
        "int2char" | "readLine" | "readBytesAsString" | "readFile" | "randSetSeed" | "gensym" => Meaning::Library(1),
        "randIntU" => Meaning::Library(2),
        "inAccelerate" => Meaning::Prim(0, Prim::InAccelerate),
        "argv" => Meaning::Arguments,
        "constructorTag" => Meaning::Tag,
        "dprint" => Meaning::Show,
        "inlineFuthark" => Meaning::Futhark,
        "sym2hash" => Meaning::Same,
        "externalExp" => unary(UnOp::Exp),
        "externalLog" => unary(UnOp::Log),
        "externalSqrt" => unary(UnOp::Sqrt),
        "externalSin" => unary(UnOp::Sin),
        "externalCos" => unary(UnOp::Cos),
        "externalAtan" => unary(UnOp::Atan),
        "externalAtan2" => binary(BinOp::Atan2),
        "externalPow" => binary(BinOp::Pow),
        "externalLogGamma" => unary(UnOp::Lgamma),
        "externalLogCombination" => Meaning::Library(2),
        "length" => sequence(1, SeqOp::Length),
        "get" => sequence(2, SeqOp::Get),
        "set" => sequence(3, SeqOp::Set),
        "cons" => sequence(2, SeqOp::Cons),
        "snoc" => sequence(2, SeqOp::Snoc),
        "concat" => sequence(2, SeqOp::Concat),
        "ref" => reference(1, RefOp::New),
        "deref" => reference(1, RefOp::Read),
        "modref" => reference(2, RefOp::Write),
        "tensorLinearGetExn" => Meaning::Prim(2, Prim::Tensor(TensorOp::Get)),
        "tensorLinearSetExn" => Meaning::Prim(3, Prim::Tensor(TensorOp::Set)),
        "tensorGetExn" | "tensorSliceExn" | "tensorReshapeExn" => Meaning::Listed(2),
        "tensorSetExn" => Meaning::Listed(3),
        "tensorCreateUninitInt" | "tensorCreateUninitFloat" => Meaning::Listed(1),
        "tensorRank" | "tensorShape" | "tensorCopy" => Meaning::Library(1),
        "tensorCreateDense" | "tensorCreateCArrayInt" | "tensorCreateCArrayFloat" => Meaning::Library(2),
        "tensorIterSlice" | "tensor2string" => Meaning::Library(2),
        "tensorTransposeExn" | "tensorSubExn" | "tensorEq" => Meaning::Library(3),
        "print" => system(1, SystemOp::Print),
        "printError" => system(1, SystemOp::PrintError),
        "flushStdout" => system(1, SystemOp::Flush),
        "flushStderr" => system(1, SystemOp::FlushError),
        "writeFile" => system(2, SystemOp::WriteFile),
        "fileExists" => system(1, SystemOp::FileExists),
        "deleteFile" => system(1, SystemOp::DeleteFile),
        "command" => system(1, SystemOp::Command),
        "printFloat" => Meaning::PrintFloat,
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

/// Returns the number of arguments of a built-in function; 0 if it is not supported.
pub(super) fn arity(name: Symbol) -> usize {
    meaning(name.as_str()).map_or(0, |meaning| meaning.arity())
}

impl<'t> Pass<'t> {
    /// Lowers an application of a built-in function to at most as many arguments as it takes. With fewer, the result is a
    /// lambda.
    /// `function` is its use, which has its type.
    pub(super) fn builtin(&mut self, name: Symbol, function: &'t Exp, arguments: Vec<ir::Expr>) -> Lowered<ir::Expr> {
        let Some(meaning) = meaning(name.as_str()) else {
            return self.unsupported(function.span, &format!("`{name}` is"), "used here");
        };
        let (arity, span) = (meaning.arity(), function.span);
        let mut given = arguments;
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
        let value = match meaning {
            Meaning::Tag => self.tag(first(given), &param_type(&self.checked.unifier.head(&function.ty)))?,
            Meaning::Futhark => self.futhark(&first(given), &rest, span)?,
            Meaning::Show => {
                let ty = self.exact(&param_type(&self.checked.unifier.head(&function.ty)));
                if !self.checked.unifier.params_of(&ty).is_empty() {
                    return Err(bug("a function that shows values of any type"));
                }
                let text = self.shown(first(given), &ty, span)?;
                self.service(Service::System(SystemOp::Print), vec![text], result)?
            }
            _ => self.complete(name, &meaning, given, result, span)?,
        }
        .at(span);
        Ok(match params.is_empty() {
            true => build::block(bindings, value),
            false => build::block(bindings, build::lambda(params, value).at(span)),
        })
    }

    /// Lowers a complete application. What may fail inside of it is at `span`.
    fn complete(
        &mut self,
        name: Symbol,
        meaning: &Meaning,
        arguments: Vec<ir::Expr>,
        result: ir::Type,
        span: Span,
    ) -> Lowered<ir::Expr> {
        Ok(match meaning {
            Meaning::Prim(_, prim) => build::prim(*prim, arguments),
            Meaning::Items(items) => self.items(*items, arguments, span),
            Meaning::Parallel(function) => self.parallel(*function, arguments, span),
            Meaning::Service(_, service) => {
                let value = self.service(*service, arguments, result)?;
                match service {
                    Service::System(SystemOp::Exit) => self.after_tests(value, span),
                    _ => value,
                }
            }
            Meaning::Listed(_) if has_list(&arguments) => match name.as_str() {
                "tensorCreateUninitInt" => self.filled(arguments, build::i64(0), span),
                "tensorCreateUninitFloat" => self.filled(arguments, build::literal(Scalar::F64(0.0)), span),
                "tensorSliceExn" => self.slice(arguments, span),
                "tensorReshapeExn" => self.reshaped(arguments, span),
                _ => self.element(arguments, span),
            },
            Meaning::Library(_) | Meaning::Listed(_) => self.call(name.as_str(), arguments)?,
            Meaning::Arguments => self.arguments()?,
            Meaning::Convert => converted(first(arguments), &result),
            Meaning::Rounded(op) => converted(build::unary(*op, first(arguments)), &result),
            Meaning::Nearest => {
                let number = build::convert(ScalarType::F64, first(arguments));
                converted(self.call("nearest", vec![number])?, &result)
            }
            Meaning::PrintFloat => {
                let float = build::convert(ScalarType::F64, first(arguments)).at(span);
                let text = build::prim(Prim::Text(TextOp::OfFloat), vec![float]).at(span);
                build::prim(Prim::System(SystemOp::Print), vec![text])
            }
            Meaning::Same => first(arguments),
            Meaning::Tag | Meaning::Show | Meaning::Futhark => return Err(bug("a function that depends on its type")),
        })
    }

    /// Returns the position of the constructor of a value of this type among those that its data type has, in the order of
    /// their declarations.
    fn tag(&mut self, value: ir::Expr, ty: &Type) -> Lowered<ir::Expr> {
        let checked = self.checked;
        let cons = if let Type::Data(data, _) = self.exact(ty) { &checked.datas.get(data).cons[..] } else { &[] };
        let mut cases = Vec::new();
        for (at, con) in cons.iter().enumerate() {
            let name = self.con_name(*con);
            let payload = value.ty.payload(name, &self.program.datas).map_or(Vec::new(), |types| types.to_vec());
            let payload = payload.into_iter().map(ir::Pat::Wildcard).collect();
            let pat = ir::Pat::Variant(name, payload, value.ty.clone());
            cases.push(ir::Case { pat, body: build::i64(at as i64) });
        }
        if cases.is_empty() {
            let pat = ir::Pat::Wildcard(value.ty.clone());
            return Ok(build::block(vec![build::binding(pat, value)], build::i64(0)));
        }
        Ok(build::match_on(value, cases, ir::Type::I64))
    }
}

/// Services, which take and return bytes.
impl Pass<'_> {
    fn service(&mut self, service: Service, arguments: Vec<ir::Expr>, result: ir::Type) -> Lowered<ir::Expr> {
        let (mut bindings, mut given) = (Vec::new(), Vec::new());
        for argument in arguments {
            match &argument.ty {
                // The service has no argument, but the program computes one.
                ir::Type::Record(fields) if fields.is_empty() => {
                    bindings.push(build::binding(ir::Pat::Wildcard(argument.ty.clone()), argument));
                }
                ir::Type::Seq(_) => given.push(self.bytes(argument)?),
                ir::Type::Scalar(ScalarType::F32) => given.push(build::convert(ScalarType::F64, argument)),
                _ => given.push(argument),
            }
        }
        let returns_text = service.returns() == Returns::One(Form::Bytes);
        let ty = match service.returns() {
            Returns::One(Form::Bytes) => ir::Type::array(ir::Type::Scalar(ScalarType::U8), ir::Size::Any),
            Returns::One(Form::Scalar(scalar)) => ir::Type::Scalar(scalar),
            Returns::Unit | Returns::Never => result.clone(),
        };
        let value = build::expr(ir::ExprKind::Prim(service.into(), given), ty);
        let value = if returns_text { self.call("text", vec![value])? } else { converted(value, &result) };
        Ok(build::block(bindings, value))
    }

    /// Converts a text to bytes in UTF-8.
    fn bytes(&mut self, text: ir::Expr) -> Lowered<ir::Expr> {
        match literal(&text) {
            Some(literal) => Ok(build::string(literal.as_bytes()).at(text.span)),
            None => self.call("bytes", vec![text]),
        }
    }

    /// Returns a call of a definition of the library. Its type parameters are those for which the parameters have the
    /// types of the arguments.
    pub(super) fn call(&mut self, name: &str, arguments: Vec<ir::Expr>) -> Lowered<ir::Expr> {
        let Some(id) = self.library.def(name, &mut self.program) else { return Err(bug("a lost definition")) };
        let def = &self.program.defs[id];
        let mut chosen = FxHashMap::default();
        for (param, argument) in def.params.iter().zip(&arguments) {
            choose(&param.pat.ty(), &argument.ty, &mut chosen);
        }
        let types = def.type_params.iter().map(|name| chosen.get(name).cloned());
        let types = types.collect::<Option<Vec<ir::Type>>>().ok_or_else(|| bug("an unknown type"))?;
        let ty = typing::instantiate(&def.ty(), &def.type_params, &types).map_err(|message| bug(&message))?;
        Ok(build::apply(build::def(id, types, ty), arguments))
    }

    /// Returns the constant that holds the name of the program and its arguments.
    fn arguments(&mut self) -> Lowered<ir::Expr> {
        let id = match self.arguments {
            Some(id) => id,
            None => {
                let name = string(&self.checked.name);
                let call = self.call("argv", vec![name])?;
                let id = self.constant(Symbol::new("argv"), Vec::new(), call);
                *self.arguments.insert(id)
            }
        };
        Ok(build::def(id, Vec::new(), self.program.defs[id].result.clone()))
    }
}

/// Returns the type of a function's parameter.
fn param_type(function: &Type) -> Type {
    if let Type::Function(param, _) = function { (**param).clone() } else { Type::unit() }
}

fn first(arguments: Vec<ir::Expr>) -> ir::Expr {
    arguments.into_iter().next().unwrap_or_else(build::unit)
}

/// Converts a number to a type of numbers, unless it has that type.
fn converted(number: ir::Expr, ty: &ir::Type) -> ir::Expr {
    match ty {
        ir::Type::Scalar(to) if number.ty != *ty => build::convert(*to, number),
        _ => number,
    }
}

/// Chooses type parameters such that a parameter's type becomes that of the argument.
fn choose(param: &ir::Type, argument: &ir::Type, chosen: &mut FxHashMap<Name, ir::Type>) {
    match (param, argument) {
        (ir::Type::Param(name), _) => _ = chosen.insert(*name, argument.clone()),
        (ir::Type::Seq(a), ir::Type::Seq(b)) | (ir::Type::Tensor(a), ir::Type::Tensor(b)) => choose(a, b, chosen),
        (ir::Type::Function(a, x), ir::Type::Function(b, y)) => {
            choose(a, b, chosen);
            choose(x, y, chosen);
        }
        _ => {}
    }
}

/// Returns the text that an expression is, if it is a literal.
pub(super) fn literal(text: &ir::Expr) -> Option<String> {
    let ir::ExprKind::Prim(Prim::Seq(SeqOp::OfArray), items) = &text.kind else { return None };
    let [ir::Expr { kind: ir::ExprKind::Array(items), .. }] = &items[..] else { return None };
    let character = |item: &ir::Expr| match item.kind {
        ir::ExprKind::Literal(Scalar::U32(code)) => char::from_u32(code),
        _ => None,
    };
    items.iter().map(character).collect()
}
