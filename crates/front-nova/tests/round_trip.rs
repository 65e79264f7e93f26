//! Tests, on random programs, that printed text reads back the same and that the formatter changes only white space.

use crate::common::EXAMPLES;
use base::{FileId, Span, Symbol};
use front_nova::ast::{Case, Exp, ExpKind, Ident, Lambda, Literal, Param, Program, Type, TypeDef, TypeKind, Width};
use front_nova::format::format;
use front_nova::printer::print;
use front_nova::reader::read;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const PLACE: Span = Span::NOWHERE;

const NAMES: [&str; 13] =
    ["x", "f", "_", "list-length", "n1", "vector", "int", "a_rather_long_name", "+", "-", "<=", "~=", "="];

fn name() -> impl Strategy<Value = Ident> {
    select(&NAMES[..]).prop_map(|name| Ident { name: Symbol::new(name), span: PLACE })
}

fn type_name() -> impl Strategy<Value = Ident> {
    select(&["List", "T", "tree-of"][..]).prop_map(|name| Ident { name: Symbol::new(name), span: PLACE })
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        any::<i64>().prop_map(Literal::Integer),
        any::<i8>().prop_map(|value| Literal::Sized(value.into(), Width::W8)),
        any::<i16>().prop_map(|value| Literal::Sized(value.into(), Width::W16)),
        any::<i32>().prop_map(|value| Literal::Sized(value.into(), Width::W32)),
        any::<i64>().prop_map(|value| Literal::Sized(value, Width::W64)),
        any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(|value| Literal::Real(value.to_bits())),
        any::<f64>()
            .prop_filter("finite", |value| value.is_finite())
            .prop_map(|value| Literal::Double(value.to_bits())),
        any::<f32>().prop_filter("finite", |value| value.is_finite()).prop_map(|value| Literal::Float(value.to_bits())),
        any::<bool>().prop_map(Literal::Bool),
        Just(Literal::Nil),
    ]
}

fn param(ty: impl Strategy<Value = Type>) -> impl Strategy<Value = Param> {
    (name(), ty).prop_map(|(name, ty)| Param { name, ty, span: PLACE })
}

fn ty() -> BoxedStrategy<Type> {
    let own = select(&["int", "int8", "double", "unit"][..]).prop_map(Symbol::new);
    let leaf = prop_oneof![
        own.prop_map(|name| TypeKind::Name(Ident { name, span: PLACE }, Vec::new())),
        type_name().prop_map(|name| TypeKind::Name(name, Vec::new())),
        type_name()
            .prop_map(|name| TypeKind::Var(name.name))
            .prop_filter("a word", |kind| { !matches!(kind, TypeKind::Var(name) if name.as_str().contains('-')) }),
    ];
    let leaf = leaf.prop_map(|kind| Type { kind, span: PLACE }).boxed();
    let deeper = |inner: BoxedStrategy<Type>| {
        let inner = || inner.clone();
        let kind = prop_oneof![
            (type_name(), vec(inner(), 1..3)).prop_map(|(name, types)| TypeKind::Name(name, types)),
            vec(inner(), 2..4).prop_map(TypeKind::Tuple),
            vec(param(inner()), 1..3).prop_map(TypeKind::Sum),
            (1..4u32, inner()).prop_map(|(rank, ty)| TypeKind::Vector(rank, Box::new(ty))),
            (inner(), inner()).prop_map(|(from, to)| TypeKind::Function(Box::new(from), Box::new(to))),
        ];
        kind.prop_map(|kind| Type { kind, span: PLACE }).boxed()
    };
    leaf.prop_recursive(4, 16, 3, deeper).boxed()
}

fn exp() -> BoxedStrategy<Exp> {
    let leaf = prop_oneof![name().prop_map(|name| ExpKind::Name(name.name)), literal().prop_map(ExpKind::Literal)];
    let leaf = leaf.prop_map(|kind| Exp { kind, span: PLACE }).boxed();
    leaf.prop_recursive(6, 40, 3, |inner| list(inner).prop_map(|kind| Exp { kind, span: PLACE }).boxed()).boxed()
}

/// Generates an expression that is a list.
fn list(inner: BoxedStrategy<Exp>) -> impl Strategy<Value = ExpKind> {
    let one = || inner.clone();
    let boxed = || inner.clone().prop_map(Box::new);
    let function = one().prop_filter("no constant", |exp| !matches!(exp.kind, ExpKind::Literal(_)));
    let case = (name(), name(), one()).prop_map(|(constructor, variable, body)| Case {
        constructor,
        variable,
        body,
        span: PLACE,
    });
    let lambda = (vec(param(ty()), 1..3), option::of(ty()), one())
        .prop_map(|(params, result, body)| ExpKind::Lambda(Box::new(Lambda { params, result, body })));
    prop_oneof![
        (function.prop_map(Box::new), vec(one(), 1..4)).prop_map(|(function, given)| ExpKind::Apply(function, given)),
        vec(one(), 2..4).prop_map(ExpKind::Tuple),
        (boxed(), 0..20u32).prop_map(|(exp, index)| ExpKind::Component(exp, index)),
        (boxed(), boxed()).prop_map(|(vector, index)| ExpKind::Element(vector, index)),
        (boxed(), boxed(), boxed()).prop_map(|(condition, yes, no)| ExpKind::If(condition, yes, no)),
        (boxed(), vec(case, 1..3)).prop_map(|(exp, cases)| ExpKind::Case(exp, cases)),
        (vec((name(), one()), 1..3), boxed()).prop_map(|(bindings, body)| ExpKind::Let(bindings, body)),
        lambda,
        (param(ty()), boxed()).prop_map(|(param, body)| ExpKind::Mu(Box::new(param), body)),
    ]
}

fn a_program() -> impl Strategy<Value = Program> {
    let variable = Ident { name: Symbol::new("a"), span: PLACE };
    let def = (type_name(), vec(Just(variable), 0..3), ty());
    let def = def.prop_map(|(name, params, ty)| TypeDef { name, params, ty, span: PLACE });
    (vec(param(ty()), 0..3), vec(def, 0..3), vec(param(ty()), 0..2), exp())
        .prop_map(|(inputs, types, foreign, body)| Program { inputs, types, foreign, body })
}

/// Parses a text without errors.
fn program(text: &str) -> Program {
    let (program, diagnostics) = read(FileId(0), text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    program
}

/// Returns a program as text with everything but places.
fn without_places(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut parts = text.split("span: ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.trim_start_matches(|c| !matches!(c, ',' | ' ')))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(tree in a_program()) {
        let text = print(&tree);
        prop_assert_eq!(without_places(&program(&text)), without_places(&tree), "{}", text);
        prop_assert_eq!(format(FileId(0), &text).unwrap(), text);
    }

    #[test]
    fn comments_are_kept(tree in a_program(), choices in vec(0..6u8, 1..200)) {
        let text = with_comments(&print(&tree), &choices);
        let once = format(FileId(0), &text).unwrap();
        prop_assert_eq!(without_places(&program(&once)), without_places(&tree), "{}", once);
        prop_assert_eq!(once.matches(';').count(), text.matches(';').count());
        prop_assert_eq!(format(FileId(0), &once).unwrap(), once);
    }
}

/// Returns a text with comments and empty lines in place of blanks, chosen by the numbers.
fn with_comments(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let space = |c: char| match choices.next() {
        _ if !c.is_whitespace() => c.to_string(),
        Some(0) => " ; behind\n".to_owned(),
        Some(1) => "\n; before\n".to_owned(),
        Some(2) => "\n\n  ; apart\n\n".to_owned(),
        Some(3) => "\n\n\n".to_owned(),
        _ => c.to_string(),
    };
    text.chars().map(space).collect()
}

#[test]
fn examples_read_back() {
    for text in EXAMPLES {
        let tree = program(text);
        assert_eq!(without_places(&program(&print(&tree))), without_places(&tree));
    }
}
