//! Tokens, and the values of literals.

use crate::common::{errors, parsed};
use base::FileId;
use front_mexpr::ast::{ExpKind, Literal};
use front_mexpr::lexer::*;
use syntax::Kind as _;

fn kinds(text: &str) -> Vec<(Kind, &str)> {
    let tokens = lex(FileId(0), text).tokens;
    let spelled = tokens.iter().map(|t| (t.kind, text.get(t.start as usize..t.end as usize).unwrap_or("")));
    spelled.filter(|(kind, _)| *kind != Kind::EndOfFile).collect()
}

/// Returns the spellings of the tokens.
fn words(text: &str) -> Vec<&str> {
    kinds(text).into_iter().map(|(_, word)| word).collect()
}

/// Returns the literal that a text is.
fn literal(text: &str) -> Literal {
    match parsed(&format!("mexpr {text}")).body.expect("an expression").kind {
        ExpKind::Literal(literal) => literal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn names() {
    for name in ["x", "_x", "x1", "fooBar_", "in_", "lamx", "__"] {
        assert_eq!(kinds(name), [(Kind::Name, name)]);
    }
    for name in ["X", "Some", "Tensor", "T_1"] {
        assert_eq!(kinds(name), [(Kind::Upper, name)]);
    }
    assert_eq!(kinds("_"), [(Kind::Underscore, "_")]);
    assert_eq!(kinds(r##"#var"a\"b""##), [(Kind::EscapedVar, r##"#var"a\"b""##)]);
    let kinds: Vec<Kind> = kinds(r##"#con"a"#type"a"#label"a"#frozen"a""##).iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [Kind::EscapedCon, Kind::EscapedType, Kind::EscapedLabel, Kind::Frozen]);
}

#[test]
fn words_of_the_language_are_no_names() {
    let words = "if then else true false match with utest type con lang let recursive lam in end syn sem use mexpr \
                 include never using external switch case all dive prerun";
    assert!(kinds(words).iter().all(|(kind, _)| kind.is_word()));
    assert_eq!(kinds(words).len(), words.split_whitespace().count());
}

#[test]
fn a_minus_belongs_to_the_digits_that_it_touches() {
    assert_eq!(words("addi x -1"), ["addi", "x", "-1"]);
    assert_eq!(words("3-2"), ["3", "-2"]);
    assert_eq!(words("x-1.5e3"), ["x", "-1.5e3"]);
    assert_eq!(words("x->1"), ["x", "->", "1"]);
    assert_eq!(words("(-1,-2.)"), ["(", "-1", ",", "-2.", ")"]);
    assert_eq!(words("a --1 b"), ["a"]);
}

#[test]
fn numbers() {
    use Kind::{Dot, Float, Int, Name};
    for number in ["1.", "1.5", "-0.5", "1e5", "1.5e-3", "1.e+5", "1E5"] {
        assert_eq!(kinds(number), [(Float, number)]);
    }
    assert_eq!(kinds("1e"), [(Int, "1"), (Name, "e")]);
    assert_eq!(kinds("1e+"), [(Int, "1"), (Name, "e"), (Kind::Plus, "+")]);
    assert_eq!(kinds("x.0"), [(Name, "x"), (Dot, "."), (Int, "0")]);
    assert_eq!(kinds("x.0.1"), [(Name, "x"), (Dot, "."), (Float, "0.1")]);
    assert_eq!(literal("-9223372036854775808"), Literal::Int(i64::MIN.into()));
    assert_eq!(literal("007"), Literal::Int(7));
    assert_eq!(literal("-0."), Literal::Float((-0f64).to_bits()));
    assert_eq!(literal("0.1"), Literal::Float(0.1f64.to_bits()));
}

#[test]
fn characters_and_strings() {
    for (text, c) in [("'a'", 'a'), ("'é'", 'é'), (r"'\n'", '\n'), (r"'\''", '\''), (r"'\\'", '\\'), ("'\"'", '"')] {
        assert_eq!(literal(text), Literal::Char(c));
    }
    assert_eq!(literal(r#""a\t\r\?\"\'é--/-""#), Literal::Text("a\t\r?\"'é--/-".to_owned()));
    assert_eq!(literal("\"a\nb\""), Literal::Text("a\nb".to_owned()));
    assert_eq!(words("f'a''b'"), ["f", "'a'", "'b'"]);
}

#[test]
fn comments_nest() {
    assert_eq!(words("a /- b /- c -/ d -/ e -- f\ng/--/h"), ["a", "e", "g", "h"]);
    assert_eq!(words("a /-/ b -/ c"), ["a", "c"]);
    assert_eq!(words("a -- b\rc -- d\r\ne"), ["a", "c", "e"]);
    let tokens = lex(FileId(0), "a -- b\n/- c -/");
    assert_eq!(tokens.comments, [(2, 6), (7, 14)]);
}

#[test]
fn operators_of_other_languages_are_errors() {
    for operator in ["-", "*", "/", "%", "<=", ">=", "<<", ">>", "==", "!=", "&&", "||", "$", "=>"] {
        let errors = errors(&format!("mexpr x {operator} y"));
        assert_eq!(errors.len(), 1, "{operator}");
        assert!(errors[0].headline.contains(operator) && errors[0].helps.len() == 1, "{operator}");
    }
}
