//! Values of numbers, characters and strings. They are exact: a float is the nearest double, ties to even.

use super::Mexpr;
use crate::ast::Literal;
use base::{Diagnostic, Span};
use std::str::Chars;
use syntax::Parser;
use syntax::errors::{LITERAL, shorten};
use syntax::literals::{Bad, unescape};

const ESCAPES: Bad = "the escapes are `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"`, `\\'` and `\\?`";

impl Mexpr<'_> {
    /// Takes the next token as an integer. One that is too large for all types is reported, and is 0.
    pub(super) fn integer(&mut self) -> Literal {
        let digits = self.spelling();
        let span = self.bump();
        let fits = |value: &i128| (i64::MIN.into()..=u64::MAX.into()).contains(value);
        let value = digits.parse().ok().filter(fits).unwrap_or_else(|| {
            let help = "integers have at most 64 bits";
            self.bad_literal(span, &format!("`{}` does not fit in any type", shorten(digits)), "too large", Some(help));
            0
        });
        Literal::Int(value)
    }

    /// Takes the next token as a float. One that is too large is reported, and is 0.
    pub(super) fn float(&mut self) -> Literal {
        let digits = self.spelling();
        let span = self.bump();
        let value = digits.parse().ok().filter(|value: &f64| value.is_finite());
        let value = value.unwrap_or_else(|| {
            self.bad_literal(span, &format!("`{}` does not fit in `Float`", shorten(digits)), "too large", None);
            0.0
        });
        Literal::Float(value.to_bits())
    }

    /// Takes the next token as a character.
    pub(super) fn character(&mut self) -> char {
        let inside = self.spelling().get(1..).unwrap_or("");
        let text = self.text(inside);
        self.bump();
        text.chars().next().unwrap_or_default()
    }

    /// Takes the next token as a string.
    pub(super) fn string(&mut self) -> String {
        let inside = self.spelling().get(1..).unwrap_or("");
        let text = self.text(inside);
        self.bump();
        text
    }

    /// Returns the text of the next token, which ends in `inside`: text with escapes and a quote. Invalid escapes are
    /// reported and left out.
    pub(super) fn text(&mut self, inside: &str) -> String {
        let (text, invalid) = unescape(inside.get(..inside.len().saturating_sub(1)).unwrap_or(""), escape);
        let token = self.span();
        let start = token.end - inside.len() as u32;
        for (range, why) in invalid {
            let mut place = token;
            (place.start, place.end) = (start + range.start as u32, start + range.end as u32);
            let shown = inside.get(range).unwrap_or("").replace(char::is_control, " ");
            self.bad_literal(place, &format!("unknown escape `{shown}`"), why, None);
        }
        text
    }

    fn bad_literal(&mut self, span: Span, headline: &str, label: &str, help: Option<&str>) {
        let mut diagnostic = Diagnostic::error(LITERAL, headline).label(span, label);
        diagnostic.helps.extend(help.map(str::to_owned));
        self.report(diagnostic);
    }
}

/// Reads an escape after its backslash.
fn escape(chars: &mut Chars) -> Result<Option<char>, Bad> {
    match chars.next() {
        Some('n') => Ok(Some('\n')),
        Some('t') => Ok(Some('\t')),
        Some('r') => Ok(Some('\r')),
        Some(c @ ('\\' | '"' | '\'' | '?')) => Ok(Some(c)),
        _ => Err(ESCAPES),
    }
}
