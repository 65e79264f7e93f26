//! Parses the expressions of script inputs: applications of entry points and the preparation of their arguments.
//! Callers evaluate them.
//!
//! ```text
//! expr    = "let" pattern "=" expr ["in"] expr       -- without `in` only before another `let`
//!         | atom {atom}                              -- application
//! pattern = name | "_" | "(" pattern, .. ")"
//! atom    = base {"." field | "[" expr, .. "]"}      -- nothing stands before the `.` or the `[`
//! base    = name | "$" name | constant | string | "empty(" {"[" size "]"} type ")"
//!         | "(" expr, .. ")" | "{" field ["=" expr], .. "}" | "[" expr, .. "]"
//! ```

use crate::array::Value;
use crate::number::{WordError, is_word_byte, scalar};
use crate::read::{ReadError, ReadErrorKind, ReadResult, Reader};
use crate::scalar::{Scalar, ScalarType};
use crate::text::{expect, unexpected};

/// Deepest nesting of expressions.
const MAX_DEPTH: usize = 2_000;

/// An expression and its position, in bytes from the start of the script.
#[derive(Clone, PartialEq, Debug)]
pub struct Script {
    pub form: Form,
    pub offset: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// The name of a variable or of an entry point.
    Name(String),
    /// The name of a built-in function, written `$name`; without the `$`.
    Builtin(String),
    Number(Number),
    /// A string, which is an array of bytes, or an array without elements.
    Constant(Value),
    Apply(Box<Script>, Vec<Script>),
    Let(Pattern, Box<Script>, Box<Script>),
    Tuple(Vec<Script>),
    Record(Vec<(String, Script)>),
    Array(Vec<Script>),
    Project(Box<Script>, String),
    Index(Box<Script>, Vec<Script>),
}

/// A number as it is written. Without a suffix, the context decides its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Number {
    word: String,
    /// The number if the context wants no type: an `i32`, or an `f64` if it has a point or an exponent.
    pub scalar: Scalar,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    Name(String),
    /// `_`, which matches anything.
    Any,
    Tuple(Vec<Pattern>),
}

impl Number {
    /// Returns the number as a scalar of type `ty`; `None` if its suffix is another type, or it does not fit.
    pub fn of_type(&self, ty: ScalarType) -> Option<Scalar> {
        scalar(&self.word, Some(ty)).ok()
    }
}

/// Parses a script, which must be one expression.
///
/// # Errors The first syntax error, or nesting of more than 2,000 levels.
pub fn parse(text: &str) -> ReadResult<Script> {
    let mut parser = Parser { reader: Reader::new(text.as_bytes()), depth: 0 };
    let script = parser.expr()?;
    parser.reader.skip_blanks();
    match parser.reader.peek() {
        None => Ok(script),
        Some(_) => Err(unexpected(&parser.reader, "the end of the script")),
    }
}

struct Parser<'a> {
    reader: Reader<'a>,
    depth: usize,
}

impl Parser<'_> {
    /// Parses an expression one level deeper.
    fn expr(&mut self) -> ReadResult<Script> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} deep");
            return Err(self.reader.text_error(ReadErrorKind::Syntax, self.reader.offset(), message));
        }
        self.depth += 1;
        let script = if self.eat_word("let") { self.binding() } else { self.application() };
        self.depth -= 1;
        script
    }

    /// Parses the rest of a `let` expression.
    fn binding(&mut self) -> ReadResult<Script> {
        let offset = self.reader.offset();
        let pattern = self.pattern()?;
        expect(&mut self.reader, b'=')?;
        let value = self.expr()?;
        if !self.eat_word("in") && self.peek_name() != "let" {
            return Err(unexpected(&self.reader, "`in` or another `let`"));
        }
        let body = self.expr()?;
        Ok(Script { form: Form::Let(pattern, Box::new(value), Box::new(body)), offset })
    }

    /// Parses a name, `_`, or a tuple of patterns.
    fn pattern(&mut self) -> ReadResult<Pattern> {
        self.reader.skip_blanks();
        if self.reader.peek() != Some(b'(') {
            let name = self.name("a pattern")?;
            return Ok(if name == "_" { Pattern::Any } else { Pattern::Name(name) });
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(unexpected(&self.reader, "a pattern that is nested less deep"));
        }
        let mut patterns = self.list(b'(', b')', Parser::pattern)?;
        self.depth -= 1;
        match patterns.pop() {
            Some(pattern) if patterns.is_empty() => Ok(pattern),
            last => {
                patterns.extend(last);
                Ok(Pattern::Tuple(patterns))
            }
        }
    }

    /// Parses a function applied to arguments, or a single expression.
    fn application(&mut self) -> ReadResult<Script> {
        let function = self.atom()?;
        let mut arguments = Vec::new();
        while self.at_atom() {
            arguments.push(self.atom()?);
        }
        if arguments.is_empty() {
            return Ok(function);
        }
        let offset = function.offset;
        Ok(Script { form: Form::Apply(Box::new(function), arguments), offset })
    }

    fn at_atom(&mut self) -> bool {
        self.reader.skip_blanks();
        match self.reader.peek() {
            Some(b'(' | b'[' | b'{' | b'"' | b'$' | b'-' | b'+' | b'.') => true,
            Some(byte) => is_name_byte(byte) && !matches!(self.peek_name(), "in" | "let"),
            None => false,
        }
    }

    /// Parses an expression followed by projections and indices.
    fn atom(&mut self) -> ReadResult<Script> {
        let mut script = self.base()?;
        let offset = script.offset;
        let mut length = 0;
        loop {
            let form = match self.reader.peek() {
                Some(b'.') => {
                    self.reader.advance();
                    Form::Project(Box::new(script), self.name("the name of a field")?)
                }
                Some(b'[') => Form::Index(Box::new(script), self.list(b'[', b']', Parser::expr)?),
                _ => return Ok(script),
            };
            length += 1;
            if self.depth + length > MAX_DEPTH {
                let message = format!("this is nested more than {MAX_DEPTH} deep");
                return Err(self.reader.text_error(ReadErrorKind::Syntax, offset, message));
            }
            script = Script { form, offset };
        }
    }

    /// Parses an expression without projections: parentheses, an array, a record, a constant or a name.
    fn base(&mut self) -> ReadResult<Script> {
        self.reader.skip_blanks();
        let offset = self.reader.offset();
        let form = match self.reader.peek() {
            Some(b'(') => self.parentheses()?,
            Some(b'[') => Form::Array(self.list(b'[', b']', Parser::expr)?),
            Some(b'{') => Form::Record(self.list(b'{', b'}', Parser::field)?),
            Some(b'"') => Form::Constant(self.reader.read_value()?),
            Some(b'$') => {
                self.reader.advance();
                Form::Builtin(self.name("the name of a built-in function")?)
            }
            Some(b'0'..=b'9' | b'-' | b'+' | b'.') => self.number()?,
            _ => self.word()?,
        };
        Ok(Script { form, offset })
    }

    fn parentheses(&mut self) -> ReadResult<Form> {
        let mut items = self.list(b'(', b')', Parser::expr)?;
        match items.pop() {
            Some(item) if items.is_empty() => Ok(item.form),
            last => {
                items.extend(last);
                Ok(Form::Tuple(items))
            }
        }
    }

    /// Parses items between brackets, separated by commas; a trailing comma is allowed.
    fn list<T>(&mut self, open: u8, close: u8, item: fn(&mut Self) -> ReadResult<T>) -> ReadResult<Vec<T>> {
        expect(&mut self.reader, open)?;
        let mut items = Vec::new();
        loop {
            self.reader.skip_blanks();
            if self.reader.eat(close) {
                return Ok(items);
            }
            items.push(item(self)?);
            self.reader.skip_blanks();
            if !self.reader.eat(b',') && self.reader.peek() != Some(close) {
                return Err(unexpected(&self.reader, &format!("`,` or `{}`", char::from(close))));
            }
        }
    }

    /// Parses `name = expr`, or `name`, which stands for `name = name`.
    fn field(&mut self) -> ReadResult<(String, Script)> {
        let offset = self.reader.offset();
        let name = self.name("the name of a field")?;
        self.reader.skip_blanks();
        if self.reader.eat(b'=') {
            return Ok((name, self.expr()?));
        }
        Ok((name.clone(), Script { form: Form::Name(name), offset }))
    }

    /// Parses a number. Its type may be left to the context.
    fn number(&mut self) -> ReadResult<Form> {
        let before = self.reader.clone();
        let word = String::from_utf8_lossy(self.reader.skip_while(is_word_byte)).into_owned();
        let error = |kind, message| Err(before.text_error(kind, before.offset(), message));
        match scalar(&word, None) {
            Ok(scalar) => Ok(Form::Number(Number { word, scalar })),
            // The number may still fit the type that the context wants.
            Err(WordError::Range(_)) => match scalar(&word, Some(ScalarType::I64)) {
                Ok(scalar) => Ok(Form::Number(Number { word, scalar })),
                Err(_) => error(ReadErrorKind::Range, format!("`{word}` is out of the range of its type")),
            },
            Err(WordError::Form | WordError::Type(_)) => Err(unexpected(&before, "a number")),
        }
    }

    /// Parses a name, or a constant that looks like one, such as `true`.
    fn word(&mut self) -> ReadResult<Form> {
        let before = self.reader.clone();
        let word = String::from_utf8_lossy(before.clone().skip_while(is_word_byte)).into_owned();
        if let Ok(scalar) = scalar(&word, None) {
            self.reader.skip_while(is_word_byte);
            return Ok(Form::Number(Number { word, scalar }));
        }
        let name = self.name("an expression")?;
        if name == "empty" && self.reader.peek() == Some(b'(') {
            self.reader = before;
            return Ok(Form::Constant(self.reader.read_value()?));
        }
        if matches!(name.as_str(), "in" | "let") {
            return Err(unexpected(&before, "an expression"));
        }
        Ok(Form::Name(name))
    }

    fn name(&mut self, wanted: &str) -> ReadResult<String> {
        self.reader.skip_blanks();
        let before = self.reader.clone();
        match self.reader.skip_while(is_name_byte) {
            [] => Err(unexpected(&before, wanted)),
            name => Ok(String::from_utf8_lossy(name).into_owned()),
        }
    }

    /// Returns the name that comes next, without reading it. May be empty.
    fn peek_name(&mut self) -> &str {
        self.reader.skip_blanks();
        str::from_utf8(self.reader.clone().skip_while(is_name_byte)).unwrap_or_default()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_name() == word;
        if found {
            self.reader.skip_while(is_name_byte);
        }
        found
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'') || !byte.is_ascii()
}

/// Returns an error at byte `offset` of the script, with line and column.
pub fn error_at(text: &str, offset: usize, message: impl Into<String>) -> ReadError {
    Reader::new(text.as_bytes()).text_error(ReadErrorKind::Type, offset, message)
}
