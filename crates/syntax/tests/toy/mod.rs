//! A language of names in brackets of three shapes, on which the tests of this crate run.

use base::{Diagnostic, FileId};
use syntax::errors::LEXICAL;
use syntax::{BracketRules, Broken, Parsed, Parser, Stream, Tokens, balance};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Let,
    In,
    Then,
    Name,
    Comma,
    Open(Shape),
    Close(Shape),
    Unknown,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Round,
    Square,
    Curly,
}

impl syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const UNKNOWN: Kind = Kind::Unknown;

    fn closed_by(self) -> Option<Kind> {
        if let Kind::Open(shape) = self { Some(Kind::Close(shape)) } else { None }
    }

    fn closes(self) -> bool {
        matches!(self, Kind::Close(_))
    }

    fn is_word(self) -> bool {
        matches!(self, Kind::Let | Kind::In | Kind::Then)
    }

    fn description(self) -> Option<&'static str> {
        (self == Kind::End).then_some("end")
    }
}

impl BracketRules for Kind {
    fn superfluous(head: Kind, next: Kind) -> Option<&'static str> {
        ((head, next) == (Kind::Let, Kind::In)).then_some("this closes the `let`")
    }

    fn owner(self) -> Option<Kind> {
        (self == Kind::In).then_some(Kind::Let)
    }

    fn continues(self) -> bool {
        matches!(self, Kind::In | Kind::Then)
    }
}

/// Splits a text. A comment starts with `#`, and `$` is an invalid character.
pub fn lex(text: &str) -> Tokens<'_, Kind> {
    Tokens::scan(FileId(0), text, |tokens| {
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let end = match first {
                '#' => at + rest.find('\n').unwrap_or(rest.len()),
                _ => at + word.max(1),
            };
            match &text[at..end] {
                " " | "\n" => (),
                comment if comment.starts_with('#') => tokens.comment(at..end),
                word => tokens.push(kind(word), at..end),
            }
            if first == '$' {
                let span = tokens.span(tokens.token(tokens.tokens.len() - 1));
                tokens.report(Diagnostic::error(LEXICAL, "invalid").label(span, ""));
            }
            at = end;
        }
    })
}

fn kind(word: &str) -> Kind {
    use Shape::{Curly, Round, Square};
    match word {
        "let" => Kind::Let,
        "in" => Kind::In,
        "then" => Kind::Then,
        "," => Kind::Comma,
        "(" => Kind::Open(Round),
        ")" => Kind::Close(Round),
        "[" => Kind::Open(Square),
        "]" => Kind::Close(Square),
        "{" => Kind::Open(Curly),
        "}" => Kind::Close(Curly),
        "$" => Kind::Unknown,
        _ => Kind::Name,
    }
}

/// Parser whose trees are the names of a list, separated by commas, with `_` for a list that has an error.
pub struct Toy<'a> {
    stream: Stream<'a, Kind>,
    closing: Vec<usize>,
}

impl<'a> Parser<'a> for Toy<'a> {
    type Kind = Kind;

    const MAX_DEPTH: usize = 100;
    const FLATTEN: &'static str = "use fewer brackets";

    fn stream(&self) -> &Stream<'a, Kind> {
        &self.stream
    }

    fn stream_mut(&mut self) -> &mut Stream<'a, Kind> {
        &mut self.stream
    }

    fn advice(&self, wanted: &str) -> Option<String> {
        self.is(Kind::Comma).then(|| format!("a comma is no {wanted}"))
    }
}

/// Parses a text. Returns its items, as one text, and the messages: place, headline and help.
pub fn parse(text: &str) -> (String, Vec<String>) {
    let mut tokens = lex(text);
    let closing = balance(&mut tokens);
    let mut toy = Toy { closing, ..Toy::new(tokens) };
    let items = toy.items(Kind::End).unwrap_or_else(|Broken| "_".to_owned());
    (items, messages(&toy.finish()))
}

pub fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    let message = |d: &Diagnostic| format!("{}: {}: {}", d.labels[0].span.start, d.headline, d.helps.join("; "));
    diagnostics.iter().map(message).map(|text| text.trim_end_matches([':', ' ']).to_owned()).collect()
}

impl<'a> Toy<'a> {
    /// Makes a parser for tokens whose brackets may not match.
    pub fn new(tokens: Tokens<'a, Kind>) -> Toy<'a> {
        Toy { stream: Stream::new(tokens), closing: Vec::new() }
    }

    pub fn finish(self) -> Vec<Diagnostic> {
        self.stream.finish()
    }

    fn items(&mut self, end: Kind) -> Parsed<String> {
        let mut items = String::new();
        while !self.is(end) {
            items += &self.item()?;
            if !self.is(end) {
                self.expect(Kind::Comma, "comma")?;
            }
        }
        Ok(items)
    }

    fn item(&mut self) -> Parsed<String> {
        let Some(end) = syntax::Kind::closed_by(self.peek()) else {
            let word = self.spelling();
            return self.expect(Kind::Name, "name").map(|_| word.to_owned());
        };
        let close = self.closing[self.at()];
        let inside = self.deeper(1, |toy| {
            toy.bump();
            toy.items(end)
        });
        self.skip_to(close + 1);
        Ok(inside.map_or("_".to_owned(), |inside| format!("<{inside}>")))
    }
}
