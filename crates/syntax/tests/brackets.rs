//! Tests of bracket matching.

use crate::toy::{lex, messages, parse};
use syntax::balance;

/// Returns the spellings of the tokens with matching brackets; inserted ones are shown as `+`. Asserts that each
/// opening bracket has its closing one.
fn balanced(text: &str) -> (String, Vec<String>) {
    let mut tokens = lex(text);
    let closing = balance(&mut tokens);
    for (token, &close) in tokens.tokens.iter().zip(&closing) {
        let closed_by = syntax::Kind::closed_by(token.kind);
        assert_eq!(closed_by, closed_by.map(|_| tokens.token(close).kind), "{text}");
    }
    let (_end, rest) = tokens.tokens.split_last().unwrap();
    let words = rest.iter().map(|&token| tokens.spelling(token));
    (words.map(|word| if word.is_empty() { "+" } else { word }).collect(), messages(&tokens.diagnostics))
}

fn repairs(text: &str, to: &str, errors: &[&str]) {
    assert_eq!(balanced(text), (to.to_owned(), errors.iter().map(|&e| e.to_owned()).collect()), "{text}");
}

#[test]
fn matching_brackets_are_kept() {
    repairs("f([a],{(b)})\n()", "f([a],{(b)})()", &[]);
    repairs("(let(x)in y)", "(let(x)iny)", &[]);
    repairs("(a\nthen b\n)", "(athenb)", &[]);
}

#[test]
fn superfluous_brackets_are_dropped() {
    repairs("a) b", "ab", &["1: one closing bracket too many"]);
    repairs("a))) ] b", "ab", &["1: one closing bracket too many", "5: one closing bracket too many"]);
    repairs("([a)])", "([a])", &["3: one closing bracket too many"]);
    repairs("(let (x)) in y)", "(let(x)iny)", &["8: one closing bracket too many"]);
}

#[test]
fn missing_brackets_are_inserted() {
    repairs("(let (x in y)", "(let(x+iny)", &["5: a bracket is not closed"]);
    repairs("{[(a", "{[(a+++", &["2: a bracket is not closed"]);
    repairs("(a [b\n(c)", "(a[b++(c)", &["3: a bracket is not closed"]);
    repairs("(a\n  [b\n  c)", "(a[b+c)", &["5: a bracket is not closed"]);
}

/// The parser's errors are left out behind a bracket whose place was guessed.
#[test]
fn errors_behind_a_guess_are_left_out() {
    assert_eq!(parse("(a b), (c d").1, ["3: unexpected `b`", "7: a bracket is not closed"]);
}

/// With quadratic work, this test would take hours.
#[test]
fn the_cost_is_linear() {
    for piece in ["(", ")", "([)", "(let (x in ", "\n(", "\n(a", "]", "(a, "] {
        let text = piece.repeat((1 << 20) / piece.len());
        let mut tokens = lex(&text);
        balance(&mut tokens);
        assert!(!tokens.diagnostics.is_empty(), "{piece}");
    }
}
