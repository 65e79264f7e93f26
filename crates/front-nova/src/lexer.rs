//! The lexer. A token has a kind and a byte range; the reader gets its text from the source. White space and comments
//! are dropped, but each token records whether any precedes it. So `x.1` is a component, and in `(f -1)` the minus is a
//! sign.
//!
//! Source: Fig. 3. Our additions are hyphens inside names, comments, and suffixes other than `L`.

use base::{Code, Diagnostic, FileId, Span};
use logos::Logos;

/// Error code of invalid characters.
pub const LEXICAL: Code = Code("E0101");

/// The kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(subpattern word = r"[A-Za-z_][A-Za-z0-9_]*")]
pub enum Kind {
    #[token("lambda")]
    Lambda,
    #[token("mu")]
    Mu,
    #[token("let")]
    Let,
    #[token("in")]
    In,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("case")]
    Case,
    #[token("types")]
    Types,
    #[token("foreign")]
    Foreign,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("nil")]
    Nil,

    /// A name, such as `x` or `list-length`. A hyphen may stand between letters and digits.
    #[regex(r"(?&word)(-[A-Za-z0-9_]+)*", priority = 3)]
    Name,
    /// An operator, which is a name, too: `+`, `<=`.
    #[regex(r"[+\-*/=~<>&|^%]+", priority = 3)]
    Operator,
    /// A type variable with its quote: `'a`.
    #[regex(r"'(?&word)")]
    TypeVariable,
    /// The word `vector` with a rank: `vector#2`.
    #[regex(r"vector#[0-9]+")]
    Ranked,
    /// A number with its suffix. The reader checks its form and determines its type.
    #[regex(r"[0-9]+(\.[0-9]*)?([eE][+\-]?[0-9]+)?[A-Za-z0-9_]*")]
    Number,
    /// A component suffix: `.1`.
    #[regex(r"\.[0-9]+")]
    Component,

    #[token("->", priority = 10)]
    #[token("→")]
    Arrow,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("!")]
    Bang,
    #[token(".")]
    Dot,
    #[token("'")]
    Tick,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,

    #[regex(r";[^\n]*", allow_greedy = true)]
    Comment,
    /// Invalid characters, which the lexer has reported.
    Unknown,
    /// The end of the text.
    End,
}

impl Kind {
    /// Whether this is a keyword that is spelled like a name.
    pub fn is_word(self) -> bool {
        use Kind::{Case, Else, False, Foreign, If, In, Lambda, Let, Mu, Nil, Then, True, Types};
        matches!(self, Lambda | Mu | Let | In | If | Then | Else | Case | Types | Foreign | True | False | Nil)
    }

    /// Whether this is a name or an operator.
    pub fn is_name(self) -> bool {
        matches!(self, Kind::Name | Kind::Operator)
    }
}

/// A token: bytes `start..end` of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Whether white space or a comment precedes the token.
    pub spaced: bool,
    pub start: u32,
    pub end: u32,
}

/// The lexer's result for a whole text.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// All tokens; only the last one is `End`.
    pub tokens: Vec<Token>,
    /// Byte ranges of all comments, in order, for the formatter. A comment ends before its line's end.
    pub comments: Vec<(u32, u32)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits `text` into tokens. Reports at most `limit` errors (`E0101`).
pub fn lex(file: FileId, text: &str, limit: usize) -> Tokens {
    if u32::try_from(text.len()).is_err() {
        return refuse_size(file);
    }
    let mut out = Tokens::default();
    let mut lexer = Kind::lexer(text);
    let mut end = 0;
    while let Some(read) = lexer.next() {
        let range = lexer.span();
        let kind = read.unwrap_or(Kind::Unknown);
        let token = Token { kind, spaced: range.start != end, start: range.start as u32, end: range.end as u32 };
        if kind == Kind::Comment {
            out.comments.push((token.start, token.end));
            continue;
        }
        if kind == Kind::Unknown && out.diagnostics.len() < limit {
            let complaint = complaint(file, lexer.slice(), token, out.tokens.last());
            let is_end = |_: &Diagnostic| out.diagnostics.last().is_some_and(|open| closes(lexer.slice(), open));
            out.diagnostics.extend(complaint.filter(|complaint| !is_end(complaint)));
        }
        let token = if kind == Kind::Number { with_sign(text, token, &mut out.tokens) } else { token };
        out.tokens.push(token);
        end = range.end;
    }
    let at = text.len() as u32;
    out.tokens.push(Token { kind: Kind::End, spaced: true, start: at, end: at });
    out
}

fn refuse_size(file: FileId) -> Tokens {
    let diagnostic = Diagnostic::error(LEXICAL, "the file is too large")
        .label(Span::new(file, 0, 0), "a source file has less than 4 GiB");
    let end = Token { kind: Kind::End, spaced: true, start: 0, end: 0 };
    Tokens { tokens: vec![end], diagnostics: vec![diagnostic], ..Tokens::default() }
}

/// If the minus before a number is its sign, removes that token and returns the number with it. A sign touches the
/// digits, and follows white space, an opening bracket or a comma.
fn with_sign(text: &str, number: Token, tokens: &mut Vec<Token>) -> Token {
    let is_minus = |t: &Token| t.kind == Kind::Operator && text.get(t.start as usize..t.end as usize) == Some("-");
    let Some(minus) = tokens.last().copied().filter(|t| is_minus(t) && !number.spaced) else { return number };
    let before = tokens.len().checked_sub(2).and_then(|i| tokens.get(i));
    if minus.spaced || before.is_none_or(|t| matches!(t.kind, Kind::LeftParen | Kind::Comma)) {
        tokens.pop();
        Token { start: minus.start, spaced: minus.spaced, ..number }
    } else {
        number
    }
}

/// Returns the error for an invalid token, if it is one. A run of unknown characters is one error.
fn complaint(file: FileId, slice: &str, token: Token, last: Option<&Token>) -> Option<Diagnostic> {
    if last.is_some_and(|last| last.kind == Kind::Unknown && !token.spaced) {
        return None;
    }
    let first = slice.chars().next()?;
    let shown = if first.is_control() { first.escape_debug().to_string() } else { first.to_string() };
    let label = match shown.as_str() {
        "[" | "]" | "{" | "}" => "NOVA has only round brackets",
        "\\" => "a function is `(lambda (x : type) : type body)`",
        "\"" => "NOVA has no strings",
        "#" => "a comment starts with `;`",
        _ => "this character has no meaning in NOVA",
    };
    let span = Span::new(file, token.start as usize, token.end as usize);
    let mut diagnostic = Diagnostic::error(LEXICAL, format!("unknown character `{shown}`")).label(span, label);
    if shown == "[" {
        diagnostic = diagnostic.help(square_bracket(token, last));
    }
    Some(diagnostic)
}

/// Whether the text closes the string or bracket whose start was reported last. Each is reported once.
fn closes(spelling: &str, open: &Diagnostic) -> bool {
    let started = |first: char| open.headline == format!("unknown character `{first}`");
    match spelling.chars().next() {
        Some('"') => started('"'),
        Some(']') => started('['),
        Some('}') => started('{'),
        _ => false,
    }
}

/// Returns the help for a `[`, depending on the token before it: an index, a type, or a list of elements.
fn square_bracket(token: Token, last: Option<&Token>) -> &'static str {
    match last.map(|last| last.kind) {
        Some(Kind::Name | Kind::RightParen | Kind::Component) if !token.spaced => "an element of a vector is `(X ! i)`",
        Some(Kind::Colon | Kind::Arrow) => "the type of a vector is `vector int`",
        _ => "there are no vector literals: take the vector as an input, or build it with `range` and `map`",
    }
}
