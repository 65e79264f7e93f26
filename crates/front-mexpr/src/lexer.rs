//! The lexer. A token has a kind and a byte range; the parser gets its text from the source. White space and comments
//! are dropped. A minus that touches digits is part of the number, whatever precedes it: `3-2` is two numbers.
//!
//! ```text
//! addi x -1   ─►   Name(addi) Name(x) Int(-1)        #var"a b"   ─►   EscapedVar
//! ```

use base::{Diagnostic, FileId, Span};
use logos::{Lexer, Logos};
use std::ops::Range;
use syntax::Tokens;
use syntax::errors::LEXICAL;

/// The kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
pub enum Kind {
    #[token("all")]
    All,
    #[token("case")]
    Case,
    #[token("con")]
    Con,
    #[token("dive")]
    Dive,
    #[token("else")]
    Else,
    #[token("end")]
    End,
    #[token("external")]
    External,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("in")]
    In,
    #[token("include")]
    Include,
    #[token("lam")]
    Lam,
    #[token("lang")]
    Lang,
    #[token("let")]
    Let,
    #[token("match")]
    Match,
    #[token("mexpr")]
    Mexpr,
    #[token("never")]
    Never,
    #[token("prerun")]
    Prerun,
    #[token("recursive")]
    Recursive,
    #[token("sem")]
    Sem,
    #[token("switch")]
    Switch,
    #[token("syn")]
    Syn,
    #[token("then")]
    Then,
    #[token("true")]
    True,
    #[token("type")]
    Type,
    #[token("use")]
    Use,
    #[token("using")]
    Using,
    #[token("utest")]
    Utest,
    #[token("with")]
    With,

    /// A name of a variable, field or type variable: `x`, `_x`, `foldl`.
    #[regex(r"[a-z_][A-Za-z0-9_]*", priority = 2)]
    Name,
    /// A name of a constructor or type: `Some`, `Int`.
    #[regex(r"[A-Z][A-Za-z0-9_]*")]
    Upper,
    /// A name of any text: `#var"a b"`.
    #[token("#var\"", string)]
    EscapedVar,
    #[token("#con\"", string)]
    EscapedCon,
    #[token("#type\"", string)]
    EscapedType,
    #[token("#label\"", string)]
    EscapedLabel,
    /// A variable whose polymorphism is kept: `#frozen"f"`.
    #[token("#frozen\"", string)]
    Frozen,

    #[regex(r"-?[0-9]+")]
    Int,
    /// A number with a point or an exponent: `1.`, `-2.5e3`.
    #[regex(r"-?[0-9]+\.[0-9]*([eE][+\-]?[0-9]+)?")]
    #[regex(r"-?[0-9]+[eE][+\-]?[0-9]+")]
    Float,
    #[token("'", character)]
    Char,
    #[token("\"", string)]
    String,

    #[token("->")]
    Arrow,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token("++")]
    Concat,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(".")]
    Dot,
    #[token("|")]
    Bar,
    #[token("&")]
    Ampersand,
    #[token("!")]
    Bang,
    #[token("_", priority = 10)]
    Underscore,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,

    #[regex(r"--[^\n\r]*", allow_greedy = true)]
    #[token("/-", comment)]
    Comment,
    /// An operator of other languages, which the lexer reports: `<=`.
    #[regex(r"-|\*|/|%|<=|>=|<<|>>|==|!=|&&|\|\||\$|=>")]
    Operator,
    /// Invalid characters, which the lexer has reported.
    Unknown,
    /// The end of the text.
    EndOfFile,
}

impl syntax::Kind for Kind {
    const END: Kind = Kind::EndOfFile;
    const UNKNOWN: Kind = Kind::Unknown;

    fn closed_by(self) -> Option<Kind> {
        match self {
            Kind::LeftParen => Some(Kind::RightParen),
            Kind::LeftBracket => Some(Kind::RightBracket),
            Kind::LeftBrace => Some(Kind::RightBrace),
            _ => None,
        }
    }

    fn closes(self) -> bool {
        matches!(self, Kind::RightParen | Kind::RightBracket | Kind::RightBrace)
    }

    fn is_word(self) -> bool {
        use Kind::{All, Case, Con, Dive, Else, End, External, False, If, In, Include, Lam, Lang, Let};
        use Kind::{
            Match, Mexpr, Never, Prerun, Recursive, Sem, Switch, Syn, Then, True, Type, Use, Using, Utest, With,
        };
        matches!(self, All | Case | Con | Dive | Else | End | External | False | If | In | Include | Lam | Lang | Let)
            || matches!(self, Match | Mexpr | Never | Prerun | Recursive | Sem | Switch | Syn | Then | True | Type)
            || matches!(self, Use | Using | Utest | With)
    }

    fn description(self) -> Option<&'static str> {
        match self {
            Kind::EndOfFile => Some("end of the file"),
            Kind::String => Some("string"),
            _ => None,
        }
    }
}

/// Reads the rest of a string after its opening quote. If there is no closing quote, reads the rest of the line and
/// fails.
fn string(lexer: &mut Lexer<Kind>) -> bool {
    let rest = lexer.remainder().as_bytes();
    let mut at = 0;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'"' => {
                lexer.bump(at + 1);
                return true;
            }
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    lexer.bump(line_length(lexer.remainder()));
    false
}

/// Reads the rest of a character after its opening quote: one character or escape, and a quote. If there is none, reads
/// up to the next quote, or to the end of the word, and fails.
fn character(lexer: &mut Lexer<Kind>) -> bool {
    let rest = lexer.remainder();
    let mut chars = rest.chars();
    let first = chars.next().filter(|c| !matches!(c, '\'' | '\n'));
    if first == Some('\\') {
        chars.next();
    }
    if let Some(rest) = chars.as_str().strip_prefix('\'').filter(|_| first.is_some()) {
        lexer.bump(lexer.remainder().len() - rest.len());
        return true;
    }
    let word =
        rest.find(|c: char| c.is_whitespace() || matches!(c, '\'' | ')' | ']' | '}' | ',')).unwrap_or(rest.len());
    lexer.bump(word + usize::from(rest.as_bytes().get(word) == Some(&b'\'')));
    false
}

/// Reads the rest of a comment after its `/-`. Comments nest. If it has no end, reads the whole text and fails.
fn comment(lexer: &mut Lexer<Kind>) -> bool {
    let rest = lexer.remainder().as_bytes();
    let (mut at, mut open) = (0, 1);
    while open > 0 && at < rest.len() {
        let (more, length) = match rest.get(at..at + 2) {
            Some(b"/-") => (1, 2),
            Some(b"-/") => (-1, 2),
            _ => (0, 1),
        };
        open += more;
        at += length;
    }
    lexer.bump(at);
    open == 0
}

fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Splits `text` into tokens. Reports invalid characters, and comments, strings and characters without an end
/// (`E0101`).
pub fn lex(file: FileId, text: &str) -> Tokens<'_, Kind> {
    Tokens::scan(file, text, |tokens| {
        for (read, range) in Kind::lexer(text).spanned() {
            match read.unwrap_or(Kind::Unknown) {
                Kind::Comment => tokens.comment(range),
                Kind::Unknown | Kind::Operator => push_unknown(tokens, range),
                kind => tokens.push(kind, range),
            }
        }
    })
}

/// Adds invalid characters. A run of them is one error.
fn push_unknown(tokens: &mut Tokens<Kind>, range: Range<usize>) {
    let last = tokens.tokens.last().copied();
    let start = range.start as u32;
    tokens.push(Kind::Unknown, range);
    let token = tokens.token(tokens.tokens.len() - 1);
    let continues = last.is_some_and(|last| last.kind == Kind::Unknown && last.end == start);
    if continues {
        return;
    }
    let diagnostic = match tokens.spelling(token) {
        text if text.starts_with("/-") => {
            tokens.sound = tokens.sound.min(start);
            Diagnostic::error(LEXICAL, "a comment has no end")
                .label(tokens.span(token), "no `-/` closes this comment")
                .help("comments nest: each `/-` inside of a comment needs its own `-/`")
        }
        text if text.starts_with('\'') => Diagnostic::error(LEXICAL, "malformed character")
            .label(tokens.span(token), character_label(text))
            .help("a character is one character or escape in quotes, such as `'a'` or `'\\n'`; names have no quotes"),
        text if text.contains('"') => endless_string(tokens),
        text => unknown(text, tokens.span(token)),
    };
    tokens.report(diagnostic);
}

fn character_label(text: &str) -> &'static str {
    match text {
        "''" => "there is no character between the quotes",
        _ if text.len() > 1 && text.ends_with('\'') => "more than one character; a string needs double quotes",
        _ => "no quote after one character",
    }
}

/// Reports the last token, a string without an end. If an earlier string spans several lines, its end is probably the
/// missing one, and the tokens after it are not what the author meant.
fn endless_string(tokens: &mut Tokens<Kind>) -> Diagnostic {
    let last = tokens.token(tokens.tokens.len() - 1);
    let is_long = |text: &str| text.starts_with(['"', '#']) && text.contains('\n');
    let long = tokens.tokens.iter().find(|token| is_long(tokens.spelling(**token))).copied();
    let mut suspect = long.unwrap_or(last);
    tokens.sound = tokens.sound.min(suspect.start);
    suspect.end = suspect.start + line_length(tokens.spelling(suspect)) as u32;
    let diagnostic = Diagnostic::error(LEXICAL, "a string has no end");
    match long {
        None => diagnostic.label(tokens.span(last), "no `\"` closes this string"),
        Some(_) => diagnostic
            .label(tokens.span(suspect), "this string spans several lines; perhaps its `\"` is missing here")
            .label(tokens.span(last), "no `\"` closes this string"),
    }
}

/// Returns the error for an operator of other languages, or else for the first character of a text.
fn unknown(text: &str, mut span: Span) -> Diagnostic {
    let mut chars = text.chars();
    let first = chars.next().unwrap_or_default();
    let help = match first {
        _ if instead(text).is_some() => instead(text),
        '\\' | 'λ' => Some("a function is `lam x. body`"),
        '#' => Some("`#` begins a name in quotes, `#var\"..\"`; a comment begins with `--`"),
        _ => None,
    };
    let headline = match first {
        _ if instead(text).is_some() => format!("unknown operator `{text}`"),
        _ if first.is_control() => format!("unknown character `{}`", first.escape_debug()),
        _ => format!("unknown character `{first}`"),
    };
    if instead(text).is_none() {
        span.end -= chars.as_str().len() as u32;
    }
    let mut diagnostic = Diagnostic::error(LEXICAL, headline).label(span, "this has no meaning in MExpr");
    diagnostic.helps.extend(help.map(str::to_owned));
    diagnostic
}

/// Returns help for an operator of other languages: how MExpr writes it.
pub(crate) fn instead(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "there are no infix operators: write `addi x y` for integers, `addf x y` for floats",
        "-" => {
            "there are no infix operators: write `subi x y` or `negi x` for integers, `subf x y` or `negf x` for floats"
        }
        "*" => "there are no infix operators: write `muli x y` for integers, `mulf x y` for floats",
        "/" => "there are no infix operators: write `divi x y` for integers, `divf x y` for floats",
        "%" => "there are no infix operators: write `modi x y`",
        "<" => "there are no infix operators: write `lti x y` for integers, `ltf x y` for floats",
        ">" => "there are no infix operators: write `gti x y` for integers, `gtf x y` for floats",
        "<=" => "there are no infix operators: write `leqi x y` for integers, `leqf x y` for floats",
        ">=" => "there are no infix operators: write `geqi x y` for integers, `geqf x y` for floats",
        "==" | "=" => "there are no infix operators: write `eqi x y` for integers, `eqf x y` for floats",
        "!=" => "there are no infix operators: write `neqi x y` for integers, `neqf x y` for floats",
        "!" => "there are no operators: write `if x then false else true`",
        "&&" | "&" => "there are no infix operators: write `if x then y else false`",
        "||" | "|" => "there are no infix operators: write `if x then true else y`",
        "<<" => "there are no infix operators: write `slli x n`",
        ">>" => "there are no infix operators: write `srai x n`, or `srli x n` without the sign",
        "++" => "there are no infix operators: write `concat a b`",
        "::" => "there are no infix operators: write `cons x xs`",
        "$" => "there are no infix operators: write `f (g x)`",
        "=>" => "a case is `case pattern then expression`",
        _ => return None,
    })
}
