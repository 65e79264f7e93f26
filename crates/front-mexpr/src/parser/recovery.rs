//! Recovery after errors: where reading continues. A form such as `let x = e in` registers the words that it waits for;
//! whoever skips tokens stops before these words, unless they belong to forms that were opened on the way.

use super::{MAX_DEPTH, Mexpr};
use crate::lexer::Kind;
use syntax::{Broken, Parsed, Parser};

/// Words and signs at which enclosing forms continue.
const WORDS: [Kind; 8] =
    [Kind::In, Kind::Then, Kind::Else, Kind::With, Kind::Using, Kind::Case, Kind::End, Kind::Semicolon];

/// For each of `WORDS`, how many enclosing forms wait for it.
#[derive(Default)]
pub(super) struct Waiting {
    counts: [usize; WORDS.len()],
}

impl Waiting {
    /// Whether an enclosing form waits for this word.
    pub(super) fn has(&self, kind: Kind) -> bool {
        let mut counts = WORDS.iter().zip(&self.counts);
        counts.any(|(word, count)| *word == kind && *count > 0)
    }

    fn add(&mut self, words: &[Kind]) {
        self.counts.iter_mut().zip(&WORDS).for_each(|(count, word)| *count += usize::from(words.contains(word)));
    }

    fn remove(&mut self, words: &[Kind]) {
        self.counts.iter_mut().zip(&WORDS).for_each(|(count, word)| *count -= usize::from(words.contains(word)));
    }
}

/// Forms that were opened while tokens are skipped: for each its first word, or `Else` if only its `else` is missing.
#[derive(Default)]
struct Forms(Vec<Kind>);

impl Forms {
    /// Takes note of a token. `before` is the one before it. Returns whether it belongs to no form that is open.
    fn pass(&mut self, kind: Kind, before: Kind) -> bool {
        match kind {
            // Another definition of a group, and the first one.
            Kind::Let if before == Kind::Recursive => false,
            Kind::Let if self.0.last() == Some(&Kind::Recursive) && !precedes_expression(before) => false,
            Kind::Let | Kind::Recursive | Kind::Type | Kind::Con | Kind::External | Kind::Utest | Kind::Use => {
                self.open(kind)
            }
            Kind::If | Kind::Match | Kind::Switch => self.open(kind),
            Kind::In => self.close(|form| !matches!(form, Kind::If | Kind::Switch | Kind::Else)),
            Kind::Then => {
                let outside = self.back_to(|form| matches!(form, Kind::If | Kind::Match | Kind::Switch));
                if let Some(form @ (Kind::If | Kind::Match)) = self.0.last_mut() {
                    *form = Kind::Else;
                }
                outside
            }
            Kind::Else if self.0.last() == Some(&Kind::Utest) => false,
            Kind::Else => self.close(|form| form == Kind::Else),
            Kind::End => self.close(|form| matches!(form, Kind::Switch | Kind::Recursive)),
            Kind::Case => self.back_to(|form| form == Kind::Switch),
            _ => self.0.is_empty(),
        }
    }

    fn open(&mut self, form: Kind) -> bool {
        self.0.push(form);
        false
    }

    /// Forgets the forms inside of the innermost one that is accepted. Returns whether there is none; only the innermost
    /// `MAX_DEPTH` forms are searched, so that the time for each token is bounded.
    fn back_to(&mut self, accepts: impl Fn(Kind) -> bool) -> bool {
        let inside = self.0.iter().rev().take(MAX_DEPTH).position(|form| accepts(*form));
        self.0.truncate(self.0.len() - inside.unwrap_or(0));
        inside.is_none()
    }

    /// Like `back_to`, and closes that form.
    fn close(&mut self, accepts: impl Fn(Kind) -> bool) -> bool {
        let outside = self.back_to(accepts);
        if !outside {
            self.0.pop();
        }
        outside
    }
}

/// Whether an expression begins after this token.
fn precedes_expression(kind: Kind) -> bool {
    use Kind::{Comma, Dive, Dot, Else, Equals, If, In, LeftBrace, LeftBracket, LeftParen, Match, Mexpr, Prerun};
    matches!(kind, Comma | Dive | Dot | Else | Equals | If | In | LeftBrace | LeftBracket | LeftParen | Match | Mexpr)
        || matches!(kind, Prerun | Kind::Semicolon | Kind::Switch | Kind::Then | Kind::Utest | Kind::Using | Kind::With)
}

/// Whether a declaration of a file or an expression can begin with this token.
pub(super) fn starts_declaration(kind: Kind) -> bool {
    use Kind::{Con, External, Include, Lang, Let, Mexpr, Recursive, Type, Utest};
    matches!(kind, Con | External | Include | Lang | Let | Mexpr | Recursive | Type | Utest)
}

impl Mexpr<'_> {
    /// Whether the next token begins a line and a declaration, and is indented no further than the current declaration.
    pub(super) fn at_item(&self) -> bool {
        starts_declaration(self.peek()) && self.column().is_some_and(|column| column <= self.column)
    }

    /// Skips to one of `words`, or to where the code around all open brackets continues, or to a closing bracket. Words
    /// of forms that were opened on the way do not count.
    pub(super) fn skip_to_one_of(&mut self, words: &[Kind]) {
        let mut forms = Forms::default();
        self.skip_until(|parser, open| {
            if parser.at_item() {
                return true;
            }
            let kind = parser.peek();
            let before = parser.at().checked_sub(1).map_or(Kind::EndOfFile, |before| parser.token(before).kind);
            open == 0 && forms.pass(kind, before) && (words.contains(&kind) || parser.waiting.has(kind))
        });
    }

    /// Parses a part of a form that waits for one of `words`.
    pub(super) fn waiting_for<T>(&mut self, words: &[Kind], part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.waiting.add(words);
        let result = part(self);
        self.waiting.remove(words);
        result
    }

    /// Parses a part of a form up to one of `words`, which is not taken. `wanted` names these words. After an error,
    /// skips to them and returns `None`; fails if code around the form continues first.
    pub(super) fn up_to<T>(
        &mut self,
        words: &[Kind],
        wanted: &str,
        part: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<Option<T>> {
        let result = self.waiting_for(words, |parser| {
            let value = part(parser)?;
            if words.contains(&parser.peek()) { Ok(value) } else { parser.unexpected(wanted) }
        });
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Broken) => {
                self.skip_to_one_of(words);
                if words.contains(&self.peek()) { Ok(None) } else { Err(Broken) }
            }
        }
    }
}
