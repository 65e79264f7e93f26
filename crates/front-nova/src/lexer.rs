//! The lexer. A token has a kind and a byte range; the reader gets its text from the source. White space and comments
//! are dropped, but each token records whether any precedes it. So `x.1` is a component, and in `(f -1)` the minus is a
//! sign.
//!
//! Source: Fig. 3. Our additions are hyphens inside names, comments, and suffixes other than `L`.

use base::{Diagnostic, FileId};
use logos::Logos;
use std::ops::Range;
use syntax::errors::LEXICAL;
use syntax::{BracketRules, Token, Tokens};

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
    /// Whether this is a name or an operator.
    pub fn is_name(self) -> bool {
        matches!(self, Kind::Name | Kind::Operator)
    }
}

impl syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const UNKNOWN: Kind = Kind::Unknown;

    fn closed_by(self) -> Option<Kind> {
        (self == Kind::LeftParen).then_some(Kind::RightParen)
    }

    fn closes(self) -> bool {
        self == Kind::RightParen
    }

    fn is_word(self) -> bool {
        use Kind::{Case, Else, False, Foreign, If, In, Lambda, Let, Mu, Nil, Then, True, Types};
        matches!(self, Lambda | Mu | Let | In | If | Then | Else | Case | Types | Foreign | True | False | Nil)
    }

    fn description(self) -> Option<&'static str> {
        match self {
            Kind::End => Some("end of the file"),
            Kind::RightParen => Some("end of a list"),
            _ => None,
        }
    }
}

/// A `)` that closes `(let` right before `in`, or `(lambda` right before `:`, is superfluous. An `in` inside a
/// definition of a `let` misses the `)` before it.
impl BracketRules for Kind {
    fn superfluous(head: Kind, next: Kind) -> Option<&'static str> {
        match (head, next) {
            (Kind::Let, Kind::In) => Some("this closes the `let` before its `in`"),
            (Kind::Lambda, Kind::Colon) => Some("this closes the `lambda` before the type of its result"),
            _ => None,
        }
    }

    fn owner(self) -> Option<Kind> {
        (self == Kind::In).then_some(Kind::Let)
    }

    fn continues(self) -> bool {
        matches!(self, Kind::In | Kind::Then | Kind::Else)
    }
}

/// Splits `text` into tokens. Reports invalid characters (`E0101`).
pub fn lex(file: FileId, text: &str) -> Tokens<'_, Kind> {
    Tokens::scan(file, text, |tokens| {
        for (read, range) in Kind::lexer(text).spanned() {
            match read.unwrap_or(Kind::Unknown) {
                Kind::Comment => tokens.comment(range),
                Kind::Number => push_number(tokens, range),
                Kind::Unknown => push_unknown(tokens, range),
                kind => tokens.push(kind, range),
            }
        }
    })
}

/// Adds a number. If the minus before it is its sign, the number replaces that token. A sign touches the digits, and
/// follows white space, an opening bracket or a comma.
fn push_number(tokens: &mut Tokens<Kind>, mut range: Range<usize>) {
    if let [before @ .., minus] = tokens.tokens.as_slice()
        && (minus.kind, tokens.spelling(*minus)) == (Kind::Operator, "-")
        && minus.end as usize == range.start
        && (minus.spaced || before.last().is_none_or(|t| matches!(t.kind, Kind::LeftParen | Kind::Comma)))
    {
        range.start = minus.start as usize;
        tokens.tokens.pop();
    }
    tokens.push(Kind::Number, range);
}

/// Adds invalid characters. A run of them is one error.
fn push_unknown(tokens: &mut Tokens<Kind>, range: Range<usize>) {
    let last = tokens.tokens.last().copied();
    tokens.push(Kind::Unknown, range);
    let token = tokens.token(tokens.tokens.len() - 1);
    let continues = last.is_some_and(|last| last.kind == Kind::Unknown && !token.spaced);
    let closes = |open: &Diagnostic| closes(tokens.spelling(token), open);
    if !continues && !tokens.diagnostics.last().is_some_and(closes) {
        tokens.report(complaint(tokens, token, last));
    }
}

/// Returns the error for an invalid token, which follows `last`.
fn complaint(tokens: &Tokens<Kind>, token: Token<Kind>, last: Option<Token<Kind>>) -> Diagnostic {
    let first = tokens.spelling(token).chars().next().unwrap_or_default();
    let shown = if first.is_control() { first.escape_debug().to_string() } else { first.to_string() };
    let label = match first {
        '[' | ']' | '{' | '}' => "NOVA has only round brackets",
        '\\' => "a function is `(lambda (x : type) : type body)`",
        '"' => "NOVA has no strings",
        '#' => "a comment starts with `;`",
        _ => "this character has no meaning in NOVA",
    };
    let headline = format!("unknown character `{shown}`");
    let mut diagnostic = Diagnostic::error(LEXICAL, headline).label(tokens.span(token), label);
    if first == '[' {
        diagnostic = diagnostic.help(square_bracket(token, last));
    }
    diagnostic
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
fn square_bracket(token: Token<Kind>, last: Option<Token<Kind>>) -> &'static str {
    match last.map(|last| last.kind) {
        Some(Kind::Name | Kind::RightParen | Kind::Component) if !token.spaced => "an element of a vector is `(X ! i)`",
        Some(Kind::Colon | Kind::Arrow) => "the type of a vector is `vector int`",
        _ => "there are no vector literals: take the vector as an input, or build it with `range` and `map`",
    }
}
