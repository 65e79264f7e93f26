//! Tokens.

use base::FileId;
use front_nova::lexer::*;
use syntax::Kind as _;

fn kinds(text: &str) -> Vec<(Kind, &str)> {
    let tokens = lex(FileId(0), text).tokens;
    let spelled = tokens.iter().map(|t| (t.kind, text.get(t.start as usize..t.end as usize).unwrap_or("")));
    spelled.filter(|(kind, _)| *kind != Kind::End).collect()
}

/// Returns the spellings of the tokens.
fn words(text: &str) -> Vec<&str> {
    kinds(text).into_iter().map(|(_, word)| word).collect()
}

#[test]
fn names_operators_and_arrows() {
    use Kind::{Arrow, Name, Operator};
    for name in ["x", "_p0_", "list-length", "inner", "a-1", "lambda-x", "in_"] {
        assert_eq!(kinds(name), [(Name, name)]);
    }
    for operator in ["+", "~=", "<=", "<<", ">>", "|", "^", "&", "~", "--"] {
        assert_eq!(kinds(operator), [(Operator, operator)]);
    }
    let types = [(Name, "int"), (Arrow, "->"), (Name, "int")];
    assert_eq!(kinds("int->int"), types);
    assert_eq!(kinds("int -> int"), types);
    assert_eq!(kinds("int→int")[1], (Arrow, "→"));
    assert_eq!(words("(-n 1)"), ["(", "-", "n", "1", ")"]);
}

#[test]
fn words_of_the_language_are_no_names() {
    let words = "lambda mu let in if then else case types foreign true false nil";
    assert!(kinds(words).iter().all(|(kind, _)| kind.is_word()));
    assert_eq!(kinds(words).len(), 13);
}

#[test]
fn numbers() {
    for number in ["1", "1.5", "1.", "1e5", "1.5e-3", "1.0L", "1.5f", "1i8", "1i64", "1abc", "1.e5"] {
        assert_eq!(kinds(number), [(Kind::Number, number)]);
    }
    assert_eq!(words("1e+5 1e"), ["1e+5", "1e"]);
}

#[test]
fn a_sign_touches_its_digits_and_nothing_before() {
    assert_eq!(words("(+ x -1)"), ["(", "+", "x", "-1", ")"]);
    assert_eq!(words("(- 1 2)"), ["(", "-", "1", "2", ")"]);
    assert_eq!(words("(-1,-2)"), ["(", "-1", ",", "-2", ")"]);
    assert_eq!(words("-1"), ["-1"]);
    assert_eq!(words("(5-1)"), ["(", "5", "-", "1", ")"]);
    assert_eq!(words("(f)-1"), ["(", "f", ")", "-", "1"]);
    assert_eq!(words("--1"), ["--", "1"]);
}

#[test]
fn components_variables_and_ranks() {
    use Kind::{Component, LeftParen, Name, Ranked, RightParen, Tick, TypeVariable};
    assert_eq!(
        kinds("(n.1) x.0.1"),
        [
            (LeftParen, "("),
            (Name, "n"),
            (Component, ".1"),
            (RightParen, ")"),
            (Name, "x"),
            (Component, ".0"),
            (Component, ".1"),
        ]
    );
    assert_eq!(kinds("'a vector#2 a'"), [(TypeVariable, "'a"), (Ranked, "vector#2"), (Name, "a"), (Tick, "'")]);
}

#[test]
fn comments_are_kept_aside() {
    let lexed = lex(FileId(0), "x ; one\n;two\ny;");
    assert_eq!(lexed.comments, [(2, 7), (8, 12), (14, 15)]);
    assert_eq!(lexed.tokens.iter().map(|t| t.kind).collect::<Vec<_>>(), [Kind::Name, Kind::Name, Kind::End]);
    assert!(lexed.tokens[1].spaced);
}

#[test]
fn unknown_characters_are_reported_once_a_run() {
    let lexed = lex(FileId(0), "$$ [x] \"");
    let found: Vec<_> = lexed.diagnostics.iter().map(|d| (d.labels[0].span.start, d.headline.as_str())).collect();
    let unknown = ["unknown character `$`", "unknown character `[`", "unknown character `\"`"];
    assert_eq!(found, [(0, unknown[0]), (3, unknown[1]), (7, unknown[2])]);
}
