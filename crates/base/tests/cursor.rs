//! Tests of the tokens of IR texts.

use rista_base::FileId;
use rista_base::cursor::{Cursor, Token, quote};

fn tokens(text: &str) -> Vec<Token> {
    let mut cursor = Cursor::new(FileId(0), text).expect("the text has a first token");
    let mut all = Vec::new();
    while !cursor.at_end() {
        all.push(cursor.peek().clone());
        cursor.advance().expect("the text has only good tokens");
    }
    all
}

#[test]
fn tokens_of_a_statement() {
    let all = tokens("let (x_1 : f32) = f32.sqrt -1.5e-3f32 ;; a comment\n[0..4]");
    let word = |w: &str| Token::Word(w.into());
    let number = |n: &str| Token::Number(n.into());
    let expected = [
        word("let"),
        Token::Symbol("("),
        word("x_1"),
        Token::Symbol(":"),
        word("f32"),
        Token::Symbol(")"),
        Token::Symbol("="),
        word("f32.sqrt"),
        number("-1.5e-3f32"),
        Token::Symbol("["),
        number("0"),
        Token::Symbol(".."),
        number("4"),
        Token::Symbol("]"),
    ];
    assert_eq!(all, expected);
}

#[test]
fn strings_read_back_as_quoted() {
    let text = "a \"b\"\n\\ é";
    assert_eq!(tokens(&quote(text)), [Token::Text(text.into())]);
}

#[test]
fn a_string_without_end_is_an_error() {
    assert!(Cursor::new(FileId(0), "\"abc").is_err());
}
