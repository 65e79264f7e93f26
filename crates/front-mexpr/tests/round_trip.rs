//! Tests, on random files, that printed text parses to the same tree and that the formatter changes only white space.

use crate::common::parsed;
use crate::common::printer::print;
use base::{FileId, Span, Symbol};
use front_mexpr::ast::{
    Bind, Case, Decl, Exp, ExpKind, Field, File, Ident, Import, Literal, Match, Param, Pat, PatKind, Stm, Top, Ty,
    TyKind, Utest,
};
use front_mexpr::format::format;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

const PLACE: Span = Span::NOWHERE;

fn ident(names: &'static [&'static str]) -> BoxedStrategy<Ident> {
    select(names).prop_map(|name| Ident { name: Symbol::new(name), span: PLACE }).boxed()
}

fn variable() -> BoxedStrategy<Ident> {
    ident(&["x", "f", "_y", "a_rather_long_name", "addi", "let", "Foo", "a\"b\\c", "_", "", "--", "é"])
}

fn upper() -> BoxedStrategy<Ident> {
    ident(&["Some", "None", "T1", "ARatherLongName", "lower", "mexpr", "/-"])
}

fn label() -> BoxedStrategy<Ident> {
    ident(&["x", "pos", "type", "0", "1", "12", "01", "Upper"])
}

fn character() -> impl Strategy<Value = char> {
    select(&['a', 'é', '\u{1F600}', '\n', '\t', '\r', '\\', '"', '\'', '-', '/', '?', '\0'][..])
}

fn text() -> impl Strategy<Value = String> {
    vec(character(), 0..6).prop_map(|chars| chars.into_iter().collect())
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        any::<i64>().prop_map(|value| Literal::Int(value.into())),
        any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(|value| Literal::Float(value.to_bits())),
        any::<bool>().prop_map(Literal::Bool),
        character().prop_map(Literal::Char),
        text().prop_map(Literal::Text),
    ]
}

fn field<T: std::fmt::Debug>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Field<T>> {
    (label(), value).prop_map(|(label, value)| Field { label, value })
}

fn ty() -> BoxedStrategy<Ty> {
    let leaf = prop_oneof![
        upper().prop_map(|name| TyKind::Name(name, Vec::new())),
        variable().prop_map(TyKind::Var),
        Just(TyKind::Hole),
    ];
    let leaf = leaf.prop_map(|kind| Ty { kind, span: PLACE });
    let deeper = |inner: BoxedStrategy<Ty>| {
        let boxed = || inner.clone().prop_map(Box::new);
        let kind = prop_oneof![
            (upper(), vec(inner.clone(), 1..3)).prop_map(|(name, types)| TyKind::Name(name, types)),
            boxed().prop_map(TyKind::Seq),
            boxed().prop_map(TyKind::Tensor),
            vec(inner.clone(), 0..4).prop_map(TyKind::Tuple),
            vec(field(inner.clone()), 1..4).prop_map(TyKind::Record),
            (boxed(), boxed()).prop_map(|(from, to)| TyKind::Function(from, to)),
            (variable(), boxed()).prop_map(|(name, ty)| TyKind::All(name, ty)),
        ];
        kind.prop_map(|kind| Ty { kind, span: PLACE })
    };
    leaf.prop_recursive(3, 12, 3, deeper).boxed()
}

fn pat() -> BoxedStrategy<Pat> {
    let constant = literal().prop_filter("a pattern", |value| !matches!(value, Literal::Float(_) | Literal::Text(_)));
    let leaf =
        prop_oneof![variable().prop_map(PatKind::Var), Just(PatKind::Wildcard), constant.prop_map(PatKind::Literal),];
    let leaf = leaf.prop_map(|kind| Pat { kind, span: PLACE });
    let deeper = |inner: BoxedStrategy<Pat>| {
        let boxed = || inner.clone().prop_map(Box::new);
        let several = |range| vec(inner.clone(), range);
        let edges = (several(0..3), option::of(variable()), several(0..3));
        let kind = prop_oneof![
            (upper(), boxed()).prop_map(|(name, pat)| PatKind::Con(name, pat)),
            several(0..4).prop_map(PatKind::Tuple),
            vec(field(inner.clone()), 1..4).prop_map(PatKind::Record),
            several(0..4).prop_map(PatKind::Seq),
            edges.prop_map(|(before, rest, after)| PatKind::Edges { before, rest, after }),
            boxed().prop_map(PatKind::Not),
            several(2..4).prop_map(PatKind::And),
            several(2..4).prop_map(PatKind::Or),
        ];
        kind.prop_map(|kind| Pat { kind, span: PLACE })
    };
    leaf.prop_recursive(3, 12, 3, deeper).boxed()
}

/// Declarations with values of `value`. Only in files, a test may have `else` without `using`.
fn decl(value: BoxedStrategy<Exp>, in_file: bool) -> BoxedStrategy<Decl> {
    let value = || value.clone();
    let bind = || (variable(), option::of(ty()), value()).prop_map(|(name, ty, value)| Bind { name, ty, value });
    let test =
        (value(), value(), option::of(value()), option::of(value())).prop_map(move |(left, right, equal, show)| {
            let show = show.filter(|_| in_file || equal.is_some());
            Decl::Utest(Box::new(Utest { left, right, equal, show }))
        });
    prop_oneof![
        4 => bind().prop_map(Decl::Let),
        1 => vec(bind(), 1..3).prop_map(Decl::Recursive),
        1 => (upper(), vec(variable(), 0..3), option::of(ty()))
            .prop_map(|(name, params, ty)| Decl::Type { name, params, ty }),
        1 => (upper(), option::of(ty())).prop_map(|(name, ty)| Decl::Con { name, ty }),
        1 => (variable(), any::<bool>(), ty()).prop_map(|(name, effects, ty)| Decl::External { name, effects, ty }),
        1 => test,
    ]
    .boxed()
}

fn exp() -> BoxedStrategy<Exp> {
    let leaf = prop_oneof![
        4 => variable().prop_map(ExpKind::Var),
        1 => variable().prop_map(ExpKind::Frozen),
        2 => literal().prop_map(ExpKind::Literal),
        1 => Just(ExpKind::Never),
    ];
    let leaf = leaf.prop_map(|kind| Exp { kind, span: PLACE });
    leaf.prop_recursive(4, 40, 4, |inner| compound(inner).prop_map(|kind| Exp { kind, span: PLACE })).boxed()
}

fn compound(inner: BoxedStrategy<Exp>) -> BoxedStrategy<ExpKind> {
    let one = || inner.clone();
    let boxed = || inner.clone().prop_map(Box::new);
    let function = one().prop_filter("not a literal", |exp| !matches!(exp.kind, ExpKind::Literal(_)));
    let param = (option::of(variable()), option::of(ty()))
        .prop_map(|(name, ty)| Param { name, ty: ty.filter(|_| name.is_some()) });
    let stm = prop_oneof![
        4 => decl(one(), false).prop_map(Stm::Decl),
        1 => (one(), pat()).prop_map(|(subject, pat)| Stm::Match(subject, pat)),
        2 => one().prop_map(Stm::Do),
    ];
    let matches = (one(), pat(), one(), one())
        .prop_map(|(subject, pat, yes, no)| ExpKind::Match(Box::new(Match { subject, pat, yes, no })));
    let case = (pat(), one()).prop_map(|(pat, body)| Case { pat, body });
    prop_oneof![
        2 => (upper(), boxed()).prop_map(|(name, exp)| ExpKind::Con(name, exp)),
        4 => (function.prop_map(Box::new), vec(one(), 1..4)).prop_map(|(f, arguments)| ExpKind::Apply(f, arguments)),
        2 => (vec(param, 1..3), boxed()).prop_map(|(params, body)| ExpKind::Lambda(params, body)),
        4 => (vec(stm, 1..4), boxed()).prop_map(|(stms, last)| ExpKind::Block(stms, last)),
        1 => (boxed(), boxed(), boxed()).prop_map(|(c, yes, no)| ExpKind::If(c, yes, no)),
        1 => matches,
        1 => (boxed(), vec(case, 0..3)).prop_map(|(subject, cases)| ExpKind::Switch(subject, cases)),
        1 => vec(one(), 0..4).prop_map(ExpKind::Tuple),
        1 => vec(field(one()), 1..4).prop_map(ExpKind::Record),
        1 => (boxed(), vec(field(one()), 1..3)).prop_map(|(record, fields)| ExpKind::Update(record, fields)),
        1 => (boxed(), vec(label(), 1..4)).prop_map(|(record, labels)| ExpKind::Select(record, labels)),
        1 => vec(one(), 0..5).prop_map(ExpKind::Seq),
    ]
    .boxed()
}

fn a_file() -> impl Strategy<Value = File> {
    let include = text().prop_map(|path| Import { path, span: PLACE });
    let top = decl(exp(), true).prop_map(|decl| Top { decl, span: PLACE });
    (vec(include, 0..2), vec(top, 0..4), option::of(exp())).prop_map(|(includes, tops, body)| File {
        includes,
        tops,
        body,
    })
}

/// Returns a tree as text with everything but places.
fn without_places(file: &File) -> String {
    let text = format!("{file:?}");
    let mut parts = text.split("span: ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + part.trim_start_matches(|c| !matches!(c, ',' | ' ')))
}

/// Returns a text with comments and empty lines in place of blanks, chosen by the numbers.
fn with_comments(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let space = |c: char| match choices.next() {
        _ if !c.is_whitespace() => c.to_string(),
        Some(0) => " -- behind\n".to_owned(),
        Some(1) => "\n-- before\n".to_owned(),
        Some(2) => "\n\n  /- apart\n /- nested -/ -/\n\n".to_owned(),
        Some(3) => " /- inside -/ ".to_owned(),
        Some(4) => "\n".to_owned(),
        Some(5) => "\n\n\n".to_owned(),
        _ => c.to_string(),
    };
    text.chars().map(space).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_parses_to_the_same(tree in a_file()) {
        let text = print(&tree);
        prop_assert_eq!(without_places(&parsed(&text)), without_places(&tree), "{}", text);
        let once = format(FileId(0), &text).unwrap();
        prop_assert_eq!(without_places(&parsed(&once)), without_places(&tree), "{}", once);
        prop_assert_eq!(format(FileId(0), &once).unwrap(), once);
    }

    #[test]
    fn comments_are_kept(tree in a_file(), choices in vec(0..9u8, 1..200)) {
        let text = with_comments(&print(&tree), &choices);
        let once = format(FileId(0), &text).unwrap();
        prop_assert_eq!(without_places(&parsed(&once)), without_places(&tree), "{}", once);
        prop_assert_eq!(once.matches("--").count(), text.matches("--").count());
        prop_assert_eq!(format(FileId(0), &once).unwrap(), once);
    }
}
