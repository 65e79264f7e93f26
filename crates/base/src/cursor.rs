//! The token cursor that the text parsers of all IRs share. IR texts have one lexical form: names, numbers with a
//! type suffix, strings, punctuation, and comments from `;;` to the end of the line.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// Error code of every syntax error in an IR text.
pub const IR_SYNTAX: Code = Code("E0901");

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name or keyword: `[A-Za-z_][A-Za-z0-9_'.]*`, so `f32.sqrt` is one word.
    Word(String),
    /// A number as written, with sign and suffix: `-12i32`, `0.5f64`, `0x1.8p3f32`.
    Number(String),
    /// A string literal's content, with escapes resolved.
    Text(String),
    /// Punctuation: one of the multi-character symbols below (longest match first), or a single character.
    Symbol(&'static str),
    End,
}

const SYMBOLS: &[&str] = &[
    "->", "<-", "=>", ":=", "==", "!=", "<=", ">=", "..", "(", ")", "[", "]", "{", "}", "<", ">", "=", ":", ",", ";",
    "|", "\\", "@", "*", "+", "-", "/", "%", "&", "!", "?", "#", "^", "~", ".", "$",
];

/// Token reader of one text, with one token of lookahead.
pub struct Cursor<'a> {
    file: FileId,
    text: &'a str,
    /// Byte offset just after `current`, where the search for the next token starts.
    at: usize,
    current: Token,
    span: Span,
    previous: Span,
    depth: usize,
}

/// Largest nesting depth that the parsers accept (`Cursor::nest`).
pub const MAX_DEPTH: usize = 2000;

pub type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Cursor<'a> {
    pub fn new(file: FileId, text: &'a str) -> Parsed<Cursor<'a>> {
        let nowhere = Span::NOWHERE;
        let mut cursor = Cursor { file, text, at: 0, current: Token::End, span: nowhere, previous: nowhere, depth: 0 };
        cursor.advance()?;
        Ok(cursor)
    }

    pub fn peek(&self) -> &Token {
        &self.current
    }

    /// Returns the span of the current token.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the span of the token before the current one.
    pub fn previous_span(&self) -> Span {
        self.previous
    }

    pub fn at_end(&self) -> bool {
        self.current == Token::End
    }

    pub fn error(&self, headline: impl Into<String>) -> Diagnostic {
        Diagnostic::error(IR_SYNTAX, headline).label(self.span, "here")
    }

    pub fn is(&self, symbol: &str) -> bool {
        matches!(self.current, Token::Symbol(s) if s == symbol)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(&self.current, Token::Word(w) if w == word)
    }

    /// Consumes `symbol` if it is the current token; returns whether it was.
    pub fn eat(&mut self, symbol: &str) -> Parsed<bool> {
        let found = self.is(symbol);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub fn eat_word(&mut self, word: &str) -> Parsed<bool> {
        let found = self.is_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol)? { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word)? { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Consumes a word and returns it; any other token is an error.
    pub fn word(&mut self) -> Parsed<String> {
        match self.advance_if(|t| matches!(t, Token::Word(_)))? {
            Some(Token::Word(word)) => Ok(word),
            _ => Err(self.expected("a name")),
        }
    }

    /// Consumes a number and returns it as written; any other token is an error.
    pub fn number(&mut self) -> Parsed<String> {
        match self.advance_if(|t| matches!(t, Token::Number(_)))? {
            Some(Token::Number(number)) => Ok(number),
            _ => Err(self.expected("a number")),
        }
    }

    pub fn text(&mut self) -> Parsed<String> {
        match self.advance_if(|t| matches!(t, Token::Text(_)))? {
            Some(Token::Text(text)) => Ok(text),
            _ => Err(self.expected("a string")),
        }
    }

    /// Parses items separated by commas up to `close`, which is consumed. A trailing comma is allowed.
    pub fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close)? {
            items.push(item(self)?);
            if !self.eat(",")? {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    /// Runs `parse` one level deeper. Nesting beyond `MAX_DEPTH` is an error.
    pub fn nest<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.deepen()?;
        let result = parse(self);
        self.rise();
        result
    }

    /// Enters one nesting level, for parsers that wrap the cursor. They call `rise` when the nested part is read.
    pub fn deepen(&mut self) -> Parsed<()> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("this is nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn rise(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = match &self.current {
            Token::Word(w) => format!("`{w}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Symbol(s) => format!("`{s}`"),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn advance_if(&mut self, wanted: impl Fn(&Token) -> bool) -> Parsed<Option<Token>> {
        if !wanted(&self.current) {
            return Ok(None);
        }
        let token = std::mem::replace(&mut self.current, Token::End);
        self.advance()?;
        Ok(Some(token))
    }

    /// Makes the next token the current one.
    pub fn advance(&mut self) -> Parsed<()> {
        self.previous = self.span;
        self.skip_blanks();
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            self.current = Token::End;
            self.span = Span::new(self.file, start, start);
            return Ok(());
        };
        let (token, length) = if first.is_ascii_alphabetic() || first == '_' {
            let length = word_length(rest);
            (Token::Word(rest[..length].to_owned()), length)
        } else if starts_number(rest) {
            let length = number_length(rest);
            (Token::Number(rest[..length].to_owned()), length)
        } else if first == '"' {
            let (text, length) = self.string(rest, start)?;
            (Token::Text(text), length)
        } else {
            let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s));
            let Some(symbol) = symbol else {
                let span = Span::new(self.file, start, start + first.len_utf8());
                let headline = format!("the character {first:?} has no meaning here");
                return Err(Diagnostic::error(IR_SYNTAX, headline).label(span, "here"));
            };
            (Token::Symbol(symbol), symbol.len())
        };
        self.at = start + length;
        self.current = token;
        self.span = Span::new(self.file, start, self.at);
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if !self.text[self.at..].starts_with(";;") {
                return;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Reads the string literal at the start of `rest`; returns its content and its length in bytes.
    fn string(&self, rest: &str, start: usize) -> Parsed<(String, usize)> {
        let mut text = String::new();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => return Ok((text, at + 1)),
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        let span = Span::new(self.file, start, start + 1);
        Err(Diagnostic::error(IR_SYNTAX, "this string has no end").label(span, "it starts here"))
    }
}

/// Returns `text` as a string literal that the cursor reads back to the same string.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.'))).unwrap_or(rest.len())
}

fn starts_number(rest: &str) -> bool {
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the length in bytes of the number at the start of `rest`. A number continues over letters, digits, points,
/// and a sign right after an exponent letter. In a range `0..4` it ends before the two points.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let hex = rest.trim_start_matches('-').starts_with("0x");
    let mut length = 1;
    while length < bytes.len() {
        let (c, before) = (bytes[length], bytes[length - 1]);
        let exponent = if hex { matches!(before, b'p' | b'P') } else { matches!(before, b'e' | b'E') };
        let goes_on = match c {
            b'.' => bytes.get(length + 1) != Some(&b'.'),
            b'+' | b'-' => exponent,
            c => c.is_ascii_alphanumeric() || c == b'_',
        };
        if !goes_on {
            break;
        }
        length += 1;
    }
    length
}
