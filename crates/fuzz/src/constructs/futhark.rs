//! Constructs of Futhark.

use super::{Construct, Found, names};
use base::{FileId, Symbol};
use front_futhark::ast::*;
use front_futhark::{ATTRIBUTES, parser, prelude_names};
use value::ScalarType;

names!(DECLARATIONS, declaration(DecKind): "Futhark declaration" {
    DecKind::Def(_) => "def",
    DecKind::Type(_) => "type",
    DecKind::Module(_) => "module",
    DecKind::ModuleType(_) => "module type",
    DecKind::Open(_) => "open",
    DecKind::Local(_) => "local",
    DecKind::Import(_) => "import",
});

names!(TYPE_PARAMETERS, type_parameter(TypeParamKind): "Futhark type parameter" {
    TypeParamKind::Size => "size",
    TypeParamKind::Type(Liftedness::Unlifted) => "unlifted",
    TypeParamKind::Type(Liftedness::SizeLifted) => "size-lifted",
    TypeParamKind::Type(Liftedness::Lifted) => "lifted",
});

names!(TYPE_DEFINITIONS, liftedness(Liftedness): "Futhark type definition" {
    Liftedness::Unlifted => "unlifted",
    Liftedness::SizeLifted => "size-lifted",
    Liftedness::Lifted => "lifted",
});

names!(MODULES, module(ModExpKind): "Futhark module" {
    ModExpKind::Name(_) => "name",
    ModExpKind::Structure(_) => "structure",
    ModExpKind::Ascribe(..) => "ascription",
    ModExpKind::Apply(..) => "application",
    ModExpKind::Lambda(..) => "lambda",
    ModExpKind::Import(_) => "import",
});

names!(MODULE_TYPES, module_type(ModTypeExpKind): "Futhark module type" {
    ModTypeExpKind::Name(_) => "name",
    ModTypeExpKind::Specs(_) => "specifications",
    ModTypeExpKind::With(..) => "with",
    ModTypeExpKind::Arrow(..) => "arrow",
});

names!(SPECIFICATIONS, specification(SpecKind): "Futhark specification" {
    SpecKind::Val { .. } => "val",
    SpecKind::Type { ty: None, .. } => "abstract type",
    SpecKind::Type { ty: Some(_), .. } => "transparent type",
    SpecKind::Module { .. } => "module",
    SpecKind::Include(_) => "include",
});

names!(TYPES, ty(TypeExpKind): "Futhark type" {
    TypeExpKind::Name(..) => "name",
    TypeExpKind::Array(None, _) => "array of unknown size",
    TypeExpKind::Array(Some(_), _) => "array",
    TypeExpKind::Tuple(_) => "tuple",
    TypeExpKind::Record(_) => "record",
    TypeExpKind::Sum(_) => "sum",
    TypeExpKind::Function(None, ..) => "function",
    TypeExpKind::Function(Some(_), ..) => "function with a named parameter",
    TypeExpKind::Unique(_) => "unique",
    TypeExpKind::Exists(..) => "existential sizes",
});

names!(TYPE_ARGUMENTS, type_argument(TypeArg): "Futhark type argument" {
    TypeArg::Type(_) => "type",
    TypeArg::Size(None) => "unknown size",
    TypeArg::Size(Some(_)) => "size",
});

names!(EXPRESSIONS, expression(ExpKind): "Futhark expression" {
    ExpKind::Literal(_) => "literal",
    ExpKind::String(_) => "string",
    ExpKind::Var(_) => "variable",
    ExpKind::Hole => "hole",
    ExpKind::Tuple(_) => "tuple",
    ExpKind::Record(_) => "record",
    ExpKind::Array(_) => "array",
    ExpKind::Apply(..) => "application",
    ExpKind::Constructor(..) => "constructor",
    ExpKind::Binary(..) => "binary operator",
    ExpKind::Unary(UnaryOp::Negate, _) => "negation",
    ExpKind::Unary(UnaryOp::Not, _) => "complement",
    ExpKind::Index(..) => "index",
    ExpKind::Project(..) => "projection",
    ExpKind::LocalOpen(..) => "local open",
    ExpKind::Range(_) => "range",
    ExpKind::Lambda(_) => "lambda",
    ExpKind::If(..) => "if",
    ExpKind::Match(..) => "match",
    ExpKind::Section(_) => "operator section",
    ExpKind::SectionLeft(..) => "left section",
    ExpKind::SectionRight(..) => "right section",
    ExpKind::PathSection(_) => "path section",
    ExpKind::Block(..) => "block",
    ExpKind::With(..) => "with",
    ExpKind::Loop(_) => "loop",
    ExpKind::Ascribe(..) => "ascription",
    ExpKind::Coerce(..) => "coercion",
    ExpKind::Assert(..) => "assert",
    ExpKind::Attr(..) => "attribute",
    ExpKind::Error => "error",
});

names!(LITERALS, literal(Literal): "Futhark literal" {
    Literal::Bool(_) => "boolean",
    Literal::Int { suffix: None, .. } => "integer",
    Literal::Int { suffix: Some(_), .. } => "integer with a suffix",
    Literal::Float { suffix: None, .. } => "float",
    Literal::Float { suffix: Some(_), .. } => "float with a suffix",
});

names!(DIMS, dim(Dim): "Futhark index" {
    Dim::Fix(_) => "position",
    Dim::Slice { .. } => "slice",
});

names!(STEPS, step(Step): "Futhark path" {
    Step::Field(_) => "field",
    Step::Index(_) => "index",
});

names!(RANGES, range_end(RangeEnd): "Futhark range" {
    RangeEnd::Inclusive(_) => "inclusive",
    RangeEnd::Up(_) => "upwards",
    RangeEnd::Down(_) => "downwards",
});

names!(LETS, binding(LetKind): "Futhark let" {
    LetKind::Pat { .. } => "pattern",
    LetKind::Function(_) => "function",
    LetKind::Update { .. } => "update",
});

names!(LOOPS, loop_form(LoopForm): "Futhark loop" {
    LoopForm::For(..) => "for",
    LoopForm::ForIn(..) => "for in",
    LoopForm::While(_) => "while",
});

names!(PATTERNS, pattern(PatKind): "Futhark pattern" {
    PatKind::Name(_) => "name",
    PatKind::Wildcard => "wildcard",
    PatKind::Tuple(_) => "tuple",
    PatKind::Record(_) => "record",
    PatKind::Constructor(..) => "constructor",
    PatKind::Literal(_) => "literal",
    PatKind::Ascribe(..) => "ascription",
    PatKind::Attr(..) => "attribute",
});

/// Functions and operators of the prelude, and operators that the checker defines for all numbers.
const FUNCTION: &str = "Futhark function";
const ATTRIBUTE: &str = "Futhark attribute";

/// Modules of the prelude that define the members of the modules of integers and of floats.
const INTEGERS: &str = "integral_of";
const FLOATS: &str = "float_of";

const ENTRY: Construct = ("Futhark definition", "entry");
const ENTRIES: Construct = ("Futhark definition", "several entry points");
const CONSTANT: Construct = ("Futhark definition", "constant");
const OPERATOR: Construct = ("Futhark definition", "operator");
const NO_RESULT: Construct = ("Futhark definition", "without a result type");
const LOCAL_SIZES: Construct = ("Futhark let", "function with sizes");
const LOCAL_TYPES: Construct = ("Futhark let", "function with types");
const BOUND_SIZES: Construct = ("Futhark let", "sizes");
const LOOP_SIZES: Construct = ("Futhark loop", "sizes");
const NO_INIT: Construct = ("Futhark loop", "without initial values");
const SECOND: Construct = ("Futhark range", "second element");
const PUNNED: Construct = ("Futhark expression", "record field of a variable's name");
const EMPTY: Construct = ("Futhark expression", "empty array");
const PAYLOADS: Construct = ("Futhark type", "sum of several payloads in a constructor");
const CONSTRUCTORS: Construct = ("Futhark type", "sum of more than two constructors");
const SIZE_EXPRESSION: Construct = ("Futhark type", "size that is an expression");
const SEVERAL: Construct = ("Futhark index", "several dimensions");
const START: Construct = ("Futhark index", "slice with a start");
const END: Construct = ("Futhark index", "slice with an end");
const STRIDE: Construct = ("Futhark index", "slice with a stride");
const UPDATED_SLICE: Construct = ("Futhark path", "slice");
const LONG_PATH: Construct = ("Futhark path", "several steps");
const LAMBDA_RESULT: Construct = ("Futhark expression", "lambda with a result type");
const MODULE_PARAMETER: Construct = ("Futhark module", "parameter");
const MODULE_RESULT: Construct = ("Futhark module", "result type");
const SIZED_SPECIFICATION: Construct = ("Futhark specification", "type with sizes");

pub(super) fn all() -> Vec<Construct> {
    let enums = [DECLARATIONS, TYPE_PARAMETERS, TYPE_DEFINITIONS, MODULES, MODULE_TYPES, SPECIFICATIONS, TYPES];
    let more = [TYPE_ARGUMENTS, EXPRESSIONS, LITERALS, DIMS, STEPS, RANGES, LETS, LOOPS, PATTERNS];
    let definitions = [ENTRY, ENTRIES, CONSTANT, OPERATOR, NO_RESULT, LOCAL_SIZES, LOCAL_TYPES, BOUND_SIZES];
    let types = [PAYLOADS, CONSTRUCTORS, SIZE_EXPRESSION, MODULE_PARAMETER, MODULE_RESULT, SIZED_SPECIFICATION];
    let forms = [LOOP_SIZES, NO_INIT, SECOND, PUNNED, EMPTY, SEVERAL, START, END, STRIDE, UPDATED_SLICE, LONG_PATH];
    let mut all = [&enums.concat()[..], &more.concat(), &definitions, &types, &forms, &[LAMBDA_RESULT]].concat();
    all.extend(ATTRIBUTES.iter().map(|name| (ATTRIBUTE, *name)));
    for (module, name) in prelude_names() {
        all.push((FUNCTION, member(module, name)));
        if is_operator(name) && module.is_some_and(|module| [INTEGERS, FLOATS].contains(&module.as_str())) {
            all.push((FUNCTION, name.as_str()));
        }
    }
    all
}

/// Returns the name of a member of a module of the prelude, or of a function outside of modules.
fn member(module: Option<Symbol>, name: Symbol) -> &'static str {
    module.map_or(name.as_str(), |module| Symbol::new(&format!("{module}.{name}")).as_str())
}

fn is_operator(name: Symbol) -> bool {
    !name.as_str().starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

pub(super) fn search(file: FileId, text: &str, found: &mut Found) {
    let (tree, _) = parser::parse(file, text);
    let entries = tree.decs.iter().filter(|dec| matches!(&dec.kind, DecKind::Def(def) if def.entry)).count();
    found.note_if(entries > 1, ENTRIES);
    in_declarations(&tree.decs, found);
}

fn in_declarations(decs: &[Dec], found: &mut Found) {
    for dec in decs {
        found.note(declaration(&dec.kind));
        dec.attrs.iter().for_each(|attr| in_attribute(attr, found));
        match &dec.kind {
            DecKind::Def(def) => {
                found.note_if(def.entry, ENTRY);
                found.note_if(def.params.is_empty(), CONSTANT);
                found.note_if(is_operator(def.name.name), OPERATOR);
                found.note_if(def.result.is_none(), NO_RESULT);
                in_definition(def, found);
            }
            DecKind::Type(def) => {
                found.note(liftedness(&def.liftedness));
                in_type_parameters(&def.params, found);
                in_type(&def.ty, found);
            }
            DecKind::Module(def) => {
                for param in &def.params {
                    found.note(MODULE_PARAMETER);
                    in_module_type(&param.ty, found);
                }
                if let Some(result) = &def.result {
                    found.note(MODULE_RESULT);
                    in_module_type(result, found);
                }
                in_module(&def.body, found);
            }
            DecKind::ModuleType(def) => in_module_type(&def.ty, found),
            DecKind::Open(module) => in_module(module, found),
            DecKind::Local(dec) => in_declarations(std::slice::from_ref(dec), found),
            DecKind::Import(_) => {}
        }
    }
}

fn in_attribute(attr: &Attr, found: &mut Found) {
    found.note((ATTRIBUTE, attr.name.as_str()));
}

fn in_definition(def: &Def, found: &mut Found) {
    in_type_parameters(&def.type_params, found);
    def.params.iter().for_each(|param| in_pattern(param, found));
    def.result.iter().for_each(|ty| in_type(ty, found));
    in_expression(&def.body, found);
}

fn in_type_parameters(params: &[TypeParam], found: &mut Found) {
    params.iter().for_each(|param| found.note(type_parameter(&param.kind)));
}

fn in_module(of: &ModExp, found: &mut Found) {
    found.note(module(&of.kind));
    match &of.kind {
        ModExpKind::Structure(decs) => in_declarations(decs, found),
        ModExpKind::Ascribe(body, ty) => {
            in_module(body, found);
            in_module_type(ty, found);
        }
        ModExpKind::Apply(function, argument) => [function, argument].into_iter().for_each(|of| in_module(of, found)),
        ModExpKind::Lambda(param, result, body) => {
            in_module_type(&param.ty, found);
            result.iter().for_each(|ty| in_module_type(ty, found));
            in_module(body, found);
        }
        ModExpKind::Name(_) | ModExpKind::Import(_) => {}
    }
}

fn in_module_type(of: &ModTypeExp, found: &mut Found) {
    found.note(module_type(&of.kind));
    match &of.kind {
        ModTypeExpKind::Name(_) => {}
        ModTypeExpKind::Specs(specs) => specs.iter().for_each(|spec| in_specification(&spec.kind, found)),
        ModTypeExpKind::With(base, _, params, ty) => {
            in_module_type(base, found);
            in_type_parameters(params, found);
            in_type(ty, found);
        }
        ModTypeExpKind::Arrow(_, param, result) => {
            [param, result].into_iter().for_each(|ty| in_module_type(ty, found));
        }
    }
}

fn in_specification(of: &SpecKind, found: &mut Found) {
    found.note(specification(of));
    match of {
        SpecKind::Val { type_params, ty, .. } => {
            in_type_parameters(type_params, found);
            in_type(ty, found);
        }
        SpecKind::Type { liftedness: lifted, params, ty, .. } => {
            found.note(liftedness(lifted));
            found.note_if(params.iter().any(|param| param.kind == TypeParamKind::Size), SIZED_SPECIFICATION);
            in_type_parameters(params, found);
            ty.iter().for_each(|ty| in_type(ty, found));
        }
        SpecKind::Module { ty, .. } | SpecKind::Include(ty) => in_module_type(ty, found),
    }
}

fn in_type(of: &TypeExp, found: &mut Found) {
    found.note(ty(&of.kind));
    match &of.kind {
        TypeExpKind::Name(_, args) => {
            for arg in args {
                found.note(type_argument(arg));
                match arg {
                    TypeArg::Type(ty) => in_type(ty, found),
                    TypeArg::Size(size) => size.iter().for_each(|size| in_size(size, found)),
                }
            }
        }
        TypeExpKind::Array(size, elem) => {
            size.iter().for_each(|size| in_size(size, found));
            in_type(elem, found);
        }
        TypeExpKind::Tuple(parts) => parts.iter().for_each(|part| in_type(part, found)),
        TypeExpKind::Record(fields) => fields.iter().for_each(|(_, field)| in_type(field, found)),
        TypeExpKind::Sum(constructors) => {
            found.note_if(constructors.len() > 2, CONSTRUCTORS);
            found.note_if(constructors.iter().any(|(_, payload)| payload.len() > 1), PAYLOADS);
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| in_type(ty, found));
        }
        TypeExpKind::Function(_, param, result) => [param, result].into_iter().for_each(|ty| in_type(ty, found)),
        TypeExpKind::Unique(ty) | TypeExpKind::Exists(_, ty) => in_type(ty, found),
    }
}

fn in_size(size: &Exp, found: &mut Found) {
    found.note_if(!matches!(size.kind, ExpKind::Var(_) | ExpKind::Literal(_)), SIZE_EXPRESSION);
    in_expression(size, found);
}

fn in_expression(exp: &Exp, found: &mut Found) {
    found.note(expression(&exp.kind));
    match &exp.kind {
        ExpKind::Literal(of) => found.note(literal(of)),
        ExpKind::String(_) | ExpKind::Hole | ExpKind::Error => {}
        ExpKind::Var(name) | ExpKind::Section(name) => in_name(name, found),
        ExpKind::Array(parts) => {
            found.note_if(parts.is_empty(), EMPTY);
            parts.iter().for_each(|part| in_expression(part, found));
        }
        ExpKind::Tuple(parts) | ExpKind::Constructor(_, parts) => {
            parts.iter().for_each(|part| in_expression(part, found));
        }
        ExpKind::Record(fields) => {
            for (_, value) in fields {
                found.note_if(value.is_none(), PUNNED);
                value.iter().for_each(|value| in_expression(value, found));
            }
        }
        ExpKind::Apply(function, args) => {
            in_expression(function, found);
            args.iter().for_each(|arg| in_expression(arg, found));
        }
        ExpKind::Binary(op, left, right) => {
            in_name(op, found);
            [left, right].into_iter().for_each(|exp| in_expression(exp, found));
        }
        ExpKind::SectionLeft(operand, op) | ExpKind::SectionRight(op, operand) => {
            in_name(op, found);
            in_expression(operand, found);
        }
        ExpKind::Unary(_, exp) | ExpKind::Project(exp, _) | ExpKind::LocalOpen(_, exp) => in_expression(exp, found),
        ExpKind::Index(array, dims) => {
            in_expression(array, found);
            in_dims(dims, found);
        }
        ExpKind::Range(range) => in_range(range, found),
        ExpKind::Lambda(lambda) => {
            lambda.params.iter().for_each(|param| in_pattern(param, found));
            found.note_if(lambda.result.is_some(), LAMBDA_RESULT);
            lambda.result.iter().for_each(|ty| in_type(ty, found));
            in_expression(&lambda.body, found);
        }
        ExpKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|exp| in_expression(exp, found)),
        ExpKind::Match(subject, cases) => {
            in_expression(subject, found);
            for case in cases {
                in_pattern(&case.pat, found);
                in_expression(&case.body, found);
            }
        }
        ExpKind::PathSection(steps) => in_path(steps, found),
        ExpKind::Block(lets, body) => {
            lets.iter().for_each(|one| in_let(&one.kind, found));
            in_expression(body, found);
        }
        ExpKind::With(value, steps, new) => {
            in_path(steps, found);
            [value, new].into_iter().for_each(|exp| in_expression(exp, found));
        }
        ExpKind::Loop(repeated) => in_loop(repeated, found),
        ExpKind::Ascribe(exp, ty) | ExpKind::Coerce(exp, ty) => {
            in_expression(exp, found);
            in_type(ty, found);
        }
        ExpKind::Assert(condition, value) => [condition, value].into_iter().for_each(|exp| in_expression(exp, found)),
        ExpKind::Attr(attr, exp) => {
            in_attribute(attr, found);
            in_expression(exp, found);
        }
    }
}

/// Adds the use of a name, if the prelude may have defined the name.
fn in_name(of: &QualName, found: &mut Found) {
    match of.path[..] {
        [] => found.note((FUNCTION, of.name.as_str())),
        [module] => {
            let module = match ScalarType::from_name(module.as_str()) {
                Some(ty) if ty.is_integer() => Symbol::new(INTEGERS),
                Some(ty) if ty.is_float() => Symbol::new(FLOATS),
                _ => module,
            };
            found.note((FUNCTION, member(Some(module), of.name)));
        }
        _ => {}
    }
}

fn in_dims(dims: &[Dim], found: &mut Found) {
    found.note_if(dims.len() > 1, SEVERAL);
    for one in dims {
        found.note(dim(one));
        match one {
            Dim::Fix(index) => in_expression(index, found),
            Dim::Slice { start, end, stride } => {
                for (part, construct) in [(start, START), (end, END), (stride, STRIDE)] {
                    found.note_if(part.is_some(), construct);
                    part.iter().for_each(|exp| in_expression(exp, found));
                }
            }
        }
    }
}

fn in_range(range: &Range, found: &mut Found) {
    found.note(range_end(&range.end));
    found.note_if(range.second.is_some(), SECOND);
    let (RangeEnd::Inclusive(end) | RangeEnd::Up(end) | RangeEnd::Down(end)) = &range.end;
    [Some(&range.start), range.second.as_ref(), Some(end)]
        .into_iter()
        .flatten()
        .for_each(|exp| in_expression(exp, found));
}

fn in_path(steps: &[Step], found: &mut Found) {
    found.note_if(steps.len() > 1, LONG_PATH);
    for one in steps {
        found.note(step(one));
        if let Step::Index(dims) = one {
            found.note_if(dims.iter().any(|dim| matches!(dim, Dim::Slice { .. })), UPDATED_SLICE);
            in_dims(dims, found);
        }
    }
}

fn in_let(of: &LetKind, found: &mut Found) {
    found.note(binding(of));
    match of {
        LetKind::Pat { sizes, pat, value } => {
            found.note_if(!sizes.is_empty(), BOUND_SIZES);
            in_pattern(pat, found);
            in_expression(value, found);
        }
        LetKind::Function(def) => {
            let is_size = |param: &TypeParam| param.kind == TypeParamKind::Size;
            found.note_if(def.type_params.iter().any(is_size), LOCAL_SIZES);
            found.note_if(def.type_params.iter().any(|param| !is_size(param)), LOCAL_TYPES);
            in_definition(def, found);
        }
        LetKind::Update { path, value, .. } => {
            in_path(path, found);
            in_expression(value, found);
        }
    }
}

fn in_loop(repeated: &Loop, found: &mut Found) {
    found.note(loop_form(&repeated.form));
    found.note_if(!repeated.sizes.is_empty(), LOOP_SIZES);
    found.note_if(repeated.init.is_none(), NO_INIT);
    in_pattern(&repeated.pat, found);
    repeated.init.iter().for_each(|exp| in_expression(exp, found));
    match &repeated.form {
        LoopForm::For(_, exp) | LoopForm::While(exp) => in_expression(exp, found),
        LoopForm::ForIn(pat, array) => {
            in_pattern(pat, found);
            in_expression(array, found);
        }
    }
    in_expression(&repeated.body, found);
}

fn in_pattern(of: &Pat, found: &mut Found) {
    found.note(pattern(&of.kind));
    match &of.kind {
        PatKind::Name(_) | PatKind::Wildcard => {}
        PatKind::Literal(of) => found.note(literal(of)),
        PatKind::Tuple(parts) | PatKind::Constructor(_, parts) => {
            parts.iter().for_each(|part| in_pattern(part, found));
        }
        PatKind::Record(fields) => {
            fields.iter().filter_map(|(_, pat)| pat.as_ref()).for_each(|pat| in_pattern(pat, found));
        }
        PatKind::Ascribe(pat, ty) => {
            in_pattern(pat, found);
            in_type(ty, found);
        }
        PatKind::Attr(attr, pat) => {
            in_attribute(attr, found);
            in_pattern(pat, found);
        }
    }
}
