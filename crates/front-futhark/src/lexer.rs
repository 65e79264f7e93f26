//! The lexer. A token is a kind and a place; its text is read from the source when the parser needs it, so that tokens
//! of large files stay small. White space and comments are dropped, with two exceptions. Each token records whether it
//! touches the previous one, since `a[i]` is an index and `f [i]` an application. Documentation comments are kept with
//! the tokens that follow them.

use base::{Diagnostic, FileId, Span};
use logos::{Lexer, Logos};
pub use syntax::errors::LEXICAL;

/// The kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(subpattern name = r"([A-Za-z]|_[A-Za-z0-9])[A-Za-z0-9_']*")]
#[logos(subpattern op = r"[+\-*/%=!><|&^][+\-*/%=!><|&^.]*")]
pub enum Kind {
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("def")]
    Def,
    #[token("let")]
    Let,
    #[token("loop")]
    Loop,
    #[token("in")]
    In,
    #[token("val")]
    Val,
    #[token("for")]
    For,
    #[token("do")]
    Do,
    #[token("with")]
    With,
    #[token("local")]
    Local,
    #[token("open")]
    Open,
    #[token("include")]
    Include,
    #[token("import")]
    Import,
    #[token("type")]
    Type,
    #[token("entry")]
    Entry,
    #[token("module")]
    Module,
    #[token("while")]
    While,
    #[token("assert")]
    Assert,
    #[token("match")]
    Match,
    #[token("case")]
    Case,

    /// A name: `x`.
    #[regex(r"(?&name)", priority = 2)]
    Name,
    /// A qualified name: `m.n.x`.
    #[regex(r"(?&name)(\.(?&name))+")]
    QualName,
    /// A qualified operator: `m.+`.
    #[regex(r"(?&name)(\.(?&name))*\.(?&op)")]
    QualOperator,
    /// The start of a local `open`: `m.(`.
    #[regex(r"(?&name)(\.(?&name))*\.\(")]
    LocalOpen,
    /// A constructor: `#name`.
    #[regex(r"#(?&name)")]
    Constructor,
    /// A number. The parser determines its type and whether it is well formed.
    #[regex(r"[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+\-]?[0-9][0-9_]*)?[A-Za-z0-9_']*")]
    #[regex(r"0[xX][0-9a-fA-F_]+(\.[0-9a-fA-F_]+)?[pP][+\-]?[0-9][0-9_]*[A-Za-z0-9_']*", priority = 50)]
    Number,
    /// A projection of a numbered field: `.0`.
    #[regex(r"\.[0-9]+")]
    NumberField,
    #[regex(r"'([^'\\\n]|\\[^\n][0-9a-zA-Z]*)'")]
    Char,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#, priority = 1)]
    OpenString,

    #[token("_", priority = 10)]
    Underscore,
    #[token("???")]
    Hole,
    #[token("?")]
    Question,
    #[token("...")]
    RangeInclusive,
    #[token("..<")]
    RangeUp,
    #[token("..>")]
    RangeDown,
    #[token("..")]
    RangeSecond,
    #[token(".")]
    Dot,
    #[token(":")]
    Colon,
    #[token(":>")]
    Coerce,
    #[token(",")]
    Comma,
    #[token("\\")]
    Backslash,
    #[token("`")]
    Backtick,
    #[token("~")]
    Tilde,
    /// The quote `'` before the name of a type parameter.
    #[token("'")]
    Tick,
    #[token("'~")]
    TickTilde,
    #[token("'^")]
    TickCaret,
    #[token("#[")]
    AttrOpen,
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

    #[token("=", priority = 10)]
    Equals,
    #[token("->", priority = 10)]
    Arrow,
    #[token("-", priority = 10)]
    Minus,
    #[token("!", priority = 10)]
    Bang,
    #[token("*", priority = 10)]
    Star,
    #[token("|", priority = 10)]
    Bar,
    #[token("<", priority = 10)]
    Less,
    #[token("^", priority = 10)]
    Caret,
    /// Any other infix operator.
    #[regex(r"(?&op)", priority = 3)]
    Operator,

    #[regex(r"--[^\n]*", priority = 100, allow_greedy = true)]
    Comment,
    /// Unknown characters, which the lexer has reported.
    Unknown,
    /// The end of the text.
    End,
}

impl Kind {
    /// Whether the token may stand between two operands as an operator. Backticks do not count.
    pub fn is_infix(self) -> bool {
        use Kind::{Bar, Caret, Less, Minus, Operator, QualOperator, Star};
        matches!(self, Operator | QualOperator | Minus | Star | Bar | Less | Caret)
    }

    /// Whether the token is a keyword spelled like a name.
    pub fn is_word(self) -> bool {
        use Kind::{
            Assert, Case, Def, Do, Else, Entry, False, For, If, Import, In, Include, Let, Local, Loop, Match, Module,
            Open, Then, True, Type, Val, While, With,
        };
        matches!(
            self,
            True | False | If | Then | Else | Def | Let | Loop | In | Val | For | Do | With | Local | Open | Include
        ) || matches!(self, Import | Type | Entry | Module | While | Assert | Match | Case)
    }

    /// Whether the token is a keyword that only starts declarations.
    fn declares(self) -> bool {
        use Kind::{Def, Entry, Import, Local, Module, Open, Type};
        matches!(self, Def | Entry | Type | Module | Open | Local | Import)
    }

    pub fn opens(self) -> bool {
        use Kind::{AttrOpen, LeftBrace, LeftBracket, LeftParen, LocalOpen};
        matches!(self, LeftParen | LeftBracket | LeftBrace | LocalOpen | AttrOpen)
    }

    pub fn closes(self) -> bool {
        matches!(self, Kind::RightParen | Kind::RightBracket | Kind::RightBrace)
    }
}

/// A token: bytes `start..end` of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Whether white space or a comment stands before the token.
    pub spaced: bool,
    pub start: u32,
    pub end: u32,
}

/// The tokens of a text.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Tokens. The last one, and no other, is `End`.
    pub tokens: Vec<Token>,
    /// Documentation comments in order, each with the index of the token that it stands before.
    pub docs: Vec<(usize, String)>,
    /// Comment that documents the whole file.
    pub file_doc: Option<String>,
    /// Byte ranges of all comments, in order, for the formatter. A comment ends before the end of its line.
    pub comments: Vec<(u32, u32)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits `text` into tokens. Reports at most `limit` errors (`E0101`).
pub fn lex(file: FileId, text: &str, limit: usize) -> Tokens {
    if u32::try_from(text.len()).is_err() {
        return refuse_size(file);
    }
    let mut out = Tokens::default();
    let mut docs = Docs { text, open: None, done: Vec::new(), blank_after: false };
    let mut lexer = Kind::lexer(text);
    let (mut end, mut in_string) = (0, false);
    while let Some(read) = lexer.next() {
        let range = lexer.span();
        let kind = read.unwrap_or(Kind::Unknown);
        if kind == Kind::Comment {
            docs.comment(range.start, range.end);
            out.comments.push((range.start as u32, range.end as u32));
            continue;
        }
        let room = out.diagnostics.len() < limit;
        // The end of a string over several lines looks like the start of another string.
        let closes_another = kind == Kind::OpenString && std::mem::take(&mut in_string);
        in_string = (in_string || kind == Kind::OpenString && !closes_another) && !kind.declares();
        let room = room && !closes_another;
        let diagnostic = complaint(file, &lexer, kind, &out);
        out.diagnostics.extend(diagnostic.filter(|_| room));
        docs.attach(range.start, kind, &mut out);
        let kind = if kind == Kind::OpenString { Kind::Unknown } else { kind };
        let spaced = range.start != end;
        end = range.end;
        out.tokens.push(Token { kind, spaced, start: range.start as u32, end: end as u32 });
    }
    docs.attach(text.len(), Kind::End, &mut out);
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

/// Returns the error for the token just read, if it is one. A run of unknown characters is one error.
fn complaint(file: FileId, lexer: &Lexer<Kind>, kind: Kind, out: &Tokens) -> Option<Diagnostic> {
    let range = lexer.span();
    let span = Span::new(file, range.start, range.end);
    match kind {
        Kind::Unknown => {
            let follows = out.tokens.last();
            if follows.is_some_and(|t| t.kind == Kind::Unknown && t.end as usize == range.start) {
                return None;
            }
            let shown: String = lexer.slice().chars().take(1).flat_map(char::escape_debug).collect();
            Some(
                Diagnostic::error(LEXICAL, format!("unknown character `{shown}`"))
                    .label(span, "this character has no meaning in Futhark"),
            )
        }
        Kind::OpenString => {
            let headline = "unterminated string";
            Some(Diagnostic::error(LEXICAL, headline).label(span, "no `\"` before the end of the line"))
        }
        _ => None,
    }
}

/// Collector of documentation comments: a comment that begins with exactly `-- |` and starts its line, and the comment
/// lines directly below it.
struct Docs<'a> {
    text: &'a str,
    /// Comment being read, with the byte offset of the end of its last line.
    open: Option<(String, usize)>,
    /// Complete comments that wait for the token that they document.
    done: Vec<String>,
    /// Whether a blank line or a plain comment follows the last of `done`.
    blank_after: bool,
}

impl<'a> Docs<'a> {
    /// Processes a comment, which may start, continue or end a documentation comment.
    fn comment(&mut self, start: usize, end: usize) {
        let body = self.slice(start + 2, end).trim_end();
        let continues = self.open.as_ref().is_some_and(|(_, last)| self.newlines(*last, start) == 1);
        if let Some(first) = body.strip_prefix(" |") {
            if self.first_on_line(start) {
                self.close(false);
                self.open = Some((first.strip_prefix(' ').unwrap_or(first).to_owned(), end));
            }
        } else if !continues {
            self.close(true);
        } else if let Some((doc, last)) = &mut self.open {
            doc.push('\n');
            doc.push_str(body.strip_prefix(' ').unwrap_or(body));
            *last = end;
        }
    }

    fn close(&mut self, blank_after: bool) {
        if let Some((doc, _)) = self.open.take() {
            self.done.push(doc);
            self.blank_after = false;
        }
        self.blank_after |= blank_after;
    }

    /// Attaches the last collected comment to the token at byte `start`. A comment before the first token documents the
    /// file if another comment or a blank line separates it from the token, or if such a token cannot have
    /// documentation.
    fn attach(&mut self, start: usize, kind: Kind, out: &mut Tokens) {
        let blank = self.open.as_ref().is_some_and(|(_, last)| self.newlines(*last, start) > 1);
        self.close(blank);
        let undocumented = matches!(kind, Kind::Import | Kind::Open | Kind::Local | Kind::End);
        if out.tokens.is_empty() && (self.done.len() > 1 || self.blank_after || undocumented) && !self.done.is_empty() {
            out.file_doc = Some(self.done.remove(0));
        }
        if let Some(doc) = self.done.pop() {
            out.docs.push((out.tokens.len(), doc));
        }
        self.done.clear();
        self.blank_after = false;
    }

    fn newlines(&self, from: usize, to: usize) -> usize {
        self.slice(from, to).bytes().filter(|b| *b == b'\n').take(2).count()
    }

    fn first_on_line(&self, start: usize) -> bool {
        let before = self.slice(0, start).trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or("")
    }
}
