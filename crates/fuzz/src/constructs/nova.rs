//! Constructs of NOVA.

use super::{Construct, Found, names};
use base::FileId;
use front_nova::ast::*;
use front_nova::check::builtins::{NAMES, named};
use front_nova::reader;
use value::ScalarType;

names!(EXPRESSIONS, expression(ExpKind): "NOVA expression" {
    ExpKind::Name(_) => "name",
    ExpKind::Literal(_) => "literal",
    ExpKind::Apply(..) => "application",
    ExpKind::Tuple(_) => "tuple",
    ExpKind::Component(..) => "component",
    ExpKind::Element(..) => "element",
    ExpKind::If(..) => "if",
    ExpKind::Case(..) => "case",
    ExpKind::Let(..) => "let",
    ExpKind::Lambda(_) => "lambda",
    ExpKind::Mu(..) => "mu",
    ExpKind::Error => "error",
});

names!(TYPES, ty(TypeKind): "NOVA type" {
    TypeKind::Name(..) => "name",
    TypeKind::Var(_) => "variable",
    TypeKind::Tuple(_) => "tuple",
    TypeKind::Sum(_) => "sum",
    TypeKind::Vector(..) => "vector",
    TypeKind::Function(..) => "function",
    TypeKind::Error => "error",
});

names!(LITERALS, literal(Literal): "NOVA literal" {
    Literal::Integer(_) => "integer",
    Literal::Sized(_, Width::W8) => "int8",
    Literal::Sized(_, Width::W16) => "int16",
    Literal::Sized(_, Width::W32) => "int",
    Literal::Sized(_, Width::W64) => "int64",
    Literal::Real(_) => "real",
    Literal::Float(_) => "float",
    Literal::Double(_) => "double",
    Literal::Bool(_) => "bool",
    Literal::Nil => "nil",
});

const FUNCTION: &str = "NOVA function";
const INPUT: Construct = ("NOVA section", "inputs");
const DECLARED: Construct = ("NOVA section", "types");
const FOREIGN: Construct = ("NOVA section", "foreign functions");
const PARAMETERS: Construct = ("NOVA type", "declaration with parameters");
const ARGUMENTS: Construct = ("NOVA type", "name with arguments");
const RANKED: Construct = ("NOVA type", "vector of rank 2");
const NO_RESULT: Construct = ("NOVA expression", "lambda without a result type");

pub(super) fn all() -> Vec<Construct> {
    let conversions =
        ScalarType::ALL.iter().flat_map(|ty| [format!("to_{}", shown(*ty)), format!("from_{}", shown(*ty))]);
    let conversions = conversions.filter(|name| named(name).is_some()).map(|name| base::Symbol::new(&name).as_str());
    let functions: Vec<Construct> = NAMES.into_iter().chain(conversions).map(|name| (FUNCTION, name)).collect();
    let forms = [INPUT, DECLARED, FOREIGN, PARAMETERS, ARGUMENTS, RANKED, NO_RESULT];
    [EXPRESSIONS, TYPES, LITERALS, &functions, &forms].concat()
}

/// Returns the language's name of a scalar type; for types that NOVA does not have, one that it does not know.
fn shown(ty: ScalarType) -> String {
    crate::nova::Type::Scalar(ty).to_string()
}

pub(super) fn search(file: FileId, text: &str, found: &mut Found) {
    let (program, _) = reader::read(file, text);
    found.note_if(!program.inputs.is_empty(), INPUT);
    found.note_if(!program.types.is_empty(), DECLARED);
    found.note_if(!program.foreign.is_empty(), FOREIGN);
    program.inputs.iter().chain(&program.foreign).for_each(|param| in_type(&param.ty, found));
    for def in &program.types {
        found.note_if(!def.params.is_empty(), PARAMETERS);
        in_type(&def.ty, found);
    }
    in_expression(&program.body, found);
}

fn in_expression(exp: &Exp, found: &mut Found) {
    found.note(expression(&exp.kind));
    match &exp.kind {
        ExpKind::Name(name) => found.note_if(named(name.as_str()).is_some(), (FUNCTION, name.as_str())),
        ExpKind::Literal(of) => found.note(literal(of)),
        ExpKind::Apply(function, args) => {
            in_expression(function, found);
            args.iter().for_each(|arg| in_expression(arg, found));
        }
        ExpKind::Tuple(parts) => parts.iter().for_each(|part| in_expression(part, found)),
        ExpKind::Component(of, _) => in_expression(of, found),
        ExpKind::Element(vector, index) => [vector, index].into_iter().for_each(|exp| in_expression(exp, found)),
        ExpKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|exp| in_expression(exp, found)),
        ExpKind::Case(subject, cases) => {
            in_expression(subject, found);
            cases.iter().for_each(|case| in_expression(&case.body, found));
        }
        ExpKind::Let(bindings, body) => {
            bindings.iter().for_each(|(_, value)| in_expression(value, found));
            in_expression(body, found);
        }
        ExpKind::Lambda(lambda) => {
            lambda.params.iter().for_each(|param| in_type(&param.ty, found));
            found.note_if(lambda.result.is_none(), NO_RESULT);
            lambda.result.iter().for_each(|ty| in_type(ty, found));
            in_expression(&lambda.body, found);
        }
        ExpKind::Mu(param, body) => {
            in_type(&param.ty, found);
            in_expression(body, found);
        }
        ExpKind::Error => {}
    }
}

fn in_type(of: &Type, found: &mut Found) {
    found.note(ty(&of.kind));
    match &of.kind {
        TypeKind::Name(_, types) => {
            found.note_if(!types.is_empty(), ARGUMENTS);
            types.iter().for_each(|ty| in_type(ty, found));
        }
        TypeKind::Tuple(types) => types.iter().for_each(|ty| in_type(ty, found)),
        TypeKind::Sum(constructors) => constructors.iter().for_each(|constructor| in_type(&constructor.ty, found)),
        TypeKind::Vector(rank, elem) => {
            found.note_if(*rank > 1, RANKED);
            in_type(elem, found);
        }
        TypeKind::Function(param, result) => [param, result].into_iter().for_each(|ty| in_type(ty, found)),
        TypeKind::Var(_) | TypeKind::Error => {}
    }
}
