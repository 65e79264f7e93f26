//! Constructs of CORE.

use super::{CONVERSION, Construct, Found, OPERATOR, names};
use core_ir::def::*;
use core_ir::walk::{Part, for_each_part};

names!(EXPRESSIONS, expression(ExprKind): "CORE expression" {
    ExprKind::Literal(_) => "literal",
    ExprKind::Table(_) => "table",
    ExprKind::Var(..) => "variable",
    ExprKind::Def(..) => "definition",
    ExprKind::Lambda(_) => "lambda",
    ExprKind::Apply(..) => "application",
    ExprKind::Block(..) => "block",
    ExprKind::If(..) => "branch",
    ExprKind::Match(..) => "match",
    ExprKind::Loop(_) => "loop",
    ExprKind::Record(_) => "record",
    ExprKind::Field(..) => "field",
    ExprKind::Variant(..) => "variant",
    ExprKind::Array(_) => "array",
    ExprKind::Index(..) => "index",
    ExprKind::Slice(..) => "slice",
    ExprKind::Update(..) => "update",
    ExprKind::Prim(..) => "primitive",
    ExprKind::Ensure(_) => "ensure",
});

names!(TYPES, ty(Type): "CORE type" {
    Type::Scalar(_) => "scalar",
    Type::Array(..) => "array",
    Type::Record(_) => "record",
    Type::Sum(_) => "sum",
    Type::Data(..) => "data type",
    Type::Seq(_) => "sequence",
    Type::Ref(_) => "reference",
    Type::Tensor(_) => "tensor",
    Type::Function(..) => "function",
    Type::Param(_) => "type parameter",
});

names!(SIZES, size(Size): "CORE size" {
    Size::Any => "unknown",
    Size::Const(_) => "constant",
    Size::Var(_) => "variable",
});

names!(INLINES, inline(Inline): "CORE inlining" {
    Inline::Auto => "auto",
    Inline::Always => "always",
    Inline::Never => "never",
});

names!(UNIQUES, unique(Unique): "CORE uniqueness" {
    Unique::No => "none",
    Unique::Yes => "whole",
    Unique::Fields(_) => "fields",
    Unique::Function(_) => "function",
});

names!(LOOPS, loop_form(LoopForm): "CORE loop" {
    LoopForm::For(..) => "for",
    LoopForm::ForIn(..) => "for in",
    LoopForm::While(_) => "while",
});

names!(DIMS, dim(SliceDim): "CORE slice" {
    SliceDim::Fix(_) => "index",
    SliceDim::Range { .. } => "range",
});

names!(PATTERNS, pattern(Pat): "CORE pattern" {
    Pat::Var(..) => "variable",
    Pat::Wildcard(_) => "wildcard",
    Pat::Record(_) => "record",
    Pat::Variant(..) => "variant",
    Pat::Literal(_) => "literal",
});

names!(PRIMITIVES, primitive(Prim): "CORE primitive" {
    Prim::Un(_) => "unary operator",
    Prim::Bin(_) => "binary operator",
    Prim::Cmp(_) => "comparison",
    Prim::Fma => "fma",
    Prim::Convert(_) => "conversion",
    Prim::Equal => "equal",
    Prim::Size(_) => "size",
    Prim::Iota => "iota",
    Prim::Replicate => "replicate",
    Prim::Concat => "concat",
    Prim::Flatten => "flatten",
    Prim::Unflatten => "unflatten",
    Prim::Transpose => "transpose",
    Prim::FlatIndex(_) => "flat index",
    Prim::FlatUpdate(_) => "flat update",
    Prim::Zip => "zip",
    Prim::Unzip => "unzip",
    Prim::Map => "map",
    Prim::FlatMap => "flat map",
    Prim::Reduce { commutative: false } => "reduce",
    Prim::Reduce { commutative: true } => "commutative reduce",
    Prim::Scan => "scan",
    Prim::Filter => "filter",
    Prim::Scatter => "scatter",
    Prim::Histogram => "histogram",
    Prim::Copy => "copy",
    Prim::Shared => "shared",
    Prim::Seq(_) => "sequence operation",
    Prim::Ref(_) => "reference operation",
    Prim::Tensor(_) => "tensor operation",
    Prim::Foreign(_) => "foreign function",
    Prim::Parameter(_) => "tuning parameter",
    Prim::Trace(_) => "trace",
    Prim::System(_) => "system operation",
    Prim::Text(_) => "text of floats",
    Prim::Fail => "fail",
    Prim::Accelerate => "accelerate",
    Prim::InAccelerate => "in accelerate",
    Prim::Loop => "for each",
});

const POLYMORPHIC: Construct = ("CORE binding", "with type parameters");
const CONSTANT: Construct = ("CORE definition", "constant");
const ACCELERATED: Construct = ("CORE definition", "accelerated");
const OWN_TYPES: Construct = ("CORE definition", "with type parameters");

pub(super) fn all() -> Vec<Construct> {
    let enums = [EXPRESSIONS, TYPES, SIZES, INLINES, UNIQUES, LOOPS, DIMS, PATTERNS, PRIMITIVES].concat();
    [enums, vec![POLYMORPHIC, CONSTANT, ACCELERATED, OWN_TYPES]].concat()
}

pub(super) fn search(program: &Program, found: &mut Found) {
    for def in program.defs.values() {
        found.note(inline(&def.inline));
        found.note(unique(&def.unique_result));
        found.note_if(def.params.is_empty(), CONSTANT);
        found.note_if(def.accelerated, ACCELERATED);
        found.note_if(!def.type_params.is_empty(), OWN_TYPES);
        def.params.iter().for_each(|param| parameter(param, found));
        in_expression(&def.body, found);
    }
}

fn parameter(param: &Param, found: &mut Found) {
    found.note(unique(&param.consumed));
    in_pattern(&param.pat, found);
}

fn in_expression(expr: &Expr, found: &mut Found) {
    found.note(expression(&expr.kind));
    match &expr.kind {
        ExprKind::Lambda(lambda) => {
            found.note(unique(&lambda.unique_result));
            lambda.params.iter().for_each(|param| parameter(param, found));
        }
        ExprKind::Block(bindings, _) => {
            for binding in bindings {
                found.note_if(!binding.type_params.is_empty(), POLYMORPHIC);
                in_pattern(&binding.pat, found);
            }
        }
        ExprKind::Match(_, cases) => cases.iter().for_each(|case| in_pattern(&case.pat, found)),
        ExprKind::Loop(repeated) => {
            found.note(loop_form(&repeated.form));
            found.note(unique(&repeated.consumed));
            in_pattern(&repeated.pat, found);
            if let LoopForm::ForIn(pat, _) = &repeated.form {
                in_pattern(pat, found);
            }
        }
        ExprKind::Slice(_, dims) | ExprKind::Update(_, dims, _) => {
            dims.iter().for_each(|one| found.note(dim(one)));
        }
        ExprKind::Prim(prim, _) => {
            found.note(primitive(prim));
            match prim {
                Prim::Un(op) => found.note((OPERATOR, op.name())),
                Prim::Bin(op) => found.note((OPERATOR, op.name())),
                Prim::Cmp(op) => found.note((OPERATOR, op.name())),
                Prim::Convert(to) => found.note((CONVERSION, to.name())),
                _ => {}
            }
        }
        _ => {}
    }
    for_each_part(expr, &mut |part| match part {
        Part::Expr(expr) => in_expression(expr, found),
        Part::Type(ty) => in_type(ty, found),
        Part::Binder(_) | Part::TypeBinder(_) | Part::Use(_) => {}
    });
}

fn in_type(of: &Type, found: &mut Found) {
    found.note(ty(of));
    match of {
        Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => in_type(elem, found),
        Type::Array(elem, dim) => {
            found.note(size(dim));
            in_type(elem, found);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, field)| in_type(field, found)),
        Type::Sum(constructors) => constructors.iter().flat_map(|(_, types)| types).for_each(|ty| in_type(ty, found)),
        Type::Data(_, types) => types.iter().for_each(|ty| in_type(ty, found)),
        Type::Function(param, result) => {
            in_type(param, found);
            in_type(result, found);
        }
        Type::Scalar(_) | Type::Param(_) => {}
    }
}

fn in_pattern(of: &Pat, found: &mut Found) {
    found.note(pattern(of));
    match of {
        Pat::Record(fields) => fields.iter().for_each(|(_, field)| in_pattern(field, found)),
        Pat::Variant(_, payload, _) => payload.iter().for_each(|pat| in_pattern(pat, found)),
        Pat::Var(..) | Pat::Wildcard(_) | Pat::Literal(_) => {}
    }
}
