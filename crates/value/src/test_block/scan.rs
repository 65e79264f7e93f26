//! Finds the test blocks among the lines of a source file, and the tokens in a block.

use super::{Pattern, TestBlockError, Text};
use crate::read::Reader;

/// Largest number of characters of the source that a message quotes.
const QUOTED: usize = 40;

pub(super) type Parsed<T> = Result<T, TestBlockError>;

/// A test block: its description and its text.
pub(super) struct Block {
    /// Comment directly above the block, without its marks.
    pub description: String,
    /// Lines after `-- ==`. The marks are replaced by blanks, which keeps the columns.
    pub body: String,
    /// Line in the file at which `body` starts, counted from 1.
    pub line: usize,
    /// Position in `body` of the start of each line.
    starts: Vec<usize>,
}

impl Block {
    fn new(description: String, body: String, line: usize) -> Block {
        let starts = std::iter::once(0).chain(body.match_indices('\n').map(|(newline, _)| newline + 1)).collect();
        Block { description, body, line, starts }
    }
}

/// Marks that begin a comment, of Futhark and of NOVA.
const MARKS: [&str; 2] = ["--", ";"];

/// Returns all blocks of a file, in order.
pub(super) fn blocks(source: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut description = Vec::new();
    let mut lines = source.strip_prefix('\u{feff}').unwrap_or(source).lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some((mark, text)) = MARKS.iter().find_map(|mark| Some((*mark, line.strip_prefix(mark)?))) else {
            description.clear();
            continue;
        };
        if text.trim_end() == " ==" {
            let body: Vec<String> = lines.by_ref().map_while(|(line, _)| unmarked(line, mark)).collect();
            let description = std::mem::take(&mut description).join("\n").trim().to_owned();
            blocks.push(Block::new(description, body.join("\n"), number + 1));
        } else {
            description.push(text.strip_prefix(' ').unwrap_or(text).trim_end());
        }
    }
    blocks
}

fn unmarked(line: &str, mark: &str) -> Option<String> {
    line.strip_prefix(mark).map(|text| format!("{}{text}", " ".repeat(mark.len())))
}

/// Returns line and column of a byte, in a text that starts at the given line and column.
pub(super) fn place(text: &str, offset: usize, start: (usize, usize)) -> (usize, usize) {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    let characters = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    match before.iter().rposition(|&byte| byte == b'\n') {
        None => (start.0, start.1 + characters(before)),
        Some(newline) => {
            let lines = before.iter().filter(|&&byte| byte == b'\n').count();
            (start.0 + lines, characters(before) - characters(before.get(..=newline).unwrap_or(before)) + 1)
        }
    }
}

/// A position in the body of a block. It is always at the start of a character.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    block: &'a Block,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(block: &'a Block) -> Scanner<'a> {
        Scanner { block, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.block.body.get(self.at..).unwrap_or_default()
    }

    /// Returns line and column, both counted from 1.
    pub fn place(&self) -> (usize, usize) {
        let before = self.block.starts.partition_point(|&start| start <= self.at).saturating_sub(1);
        let start = self.block.starts.get(before).copied().unwrap_or(0);
        let line = self.block.body.get(start..).unwrap_or_default();
        place(line, self.at - start, (self.block.line + before, 1))
    }

    pub fn line(&self) -> usize {
        self.place().0
    }

    /// Returns an error at this position.
    pub fn error(&self, message: impl Into<String>) -> TestBlockError {
        let (line, column) = self.place();
        TestBlockError { line, column, message: message.into() }
    }

    /// Returns an error at this position, with what was expected and what was found.
    pub fn expected(&self, wanted: &str) -> TestBlockError {
        self.error(format!("expected {wanted}, but found {}", self.found()))
    }

    /// Describes the next token for messages: a word with its colon, or else one character.
    fn found(&self) -> String {
        let rest = self.rest();
        let word = self.peek_word();
        match rest.chars().next() {
            None => "the end of the block".to_owned(),
            Some('\n') => "the end of the line".to_owned(),
            Some(first) if word.is_empty() => format!("`{}`", first.escape_debug()),
            Some(_) => {
                let colon = if rest.get(word.len()..).is_some_and(|rest| rest.starts_with(':')) { ":" } else { "" };
                format!("`{}{colon}`", word.chars().take(QUOTED).collect::<String>())
            }
        }
    }

    /// Skips white space, and `--` comments inside the block.
    pub fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest().starts_with("--") {
                return;
            }
            self.take_while(|character| character != '\n');
        }
    }

    /// Skips white space up to the end of the line.
    pub fn skip_in_line(&mut self) {
        self.take_while(|character| character != '\n' && character.is_whitespace());
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the word that comes next, of letters, digits, `_` and `-`, without reading it. May be empty.
    pub fn peek_word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character: char| !is_word(character)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    }

    /// Reads the text if it comes next, and returns whether it did.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Reads the word if it comes next as a whole, and returns whether it did. A colon after it stays.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.peek_word() == word && self.eat(word)
    }

    pub fn expect(&mut self, text: &str) -> Parsed<()> {
        self.skip_blanks();
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Reads and returns all characters before the first that does not satisfy the condition.
    pub fn take_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !condition(character)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// Reads the rest of the line as a regular expression.
    pub fn pattern(&mut self) -> Pattern {
        self.skip_in_line();
        let (line, column) = self.place();
        let regex = self.take_while(|character| character != '\n').trim().to_owned();
        Pattern { regex, line, column }
    }

    /// Reads text in double quotes, which must end on the same line. `what` begins the message for other text.
    pub fn quoted(&mut self, what: &str) -> Parsed<String> {
        let line = self.clone().take_while(|character| character != '\n');
        let mut reader = Reader::new(line.as_bytes());
        let unfit = || self.error(format!("{what} in double quotes that ends on its line"));
        let value = reader.read_value().map_err(|_| unfit())?;
        let bytes = match &value {
            crate::Value::Array(array) => match array.data() {
                crate::Storage::U8(bytes) => bytes.clone(),
                _ => return Err(unfit()),
            },
            crate::Value::Scalar(_) => return Err(unfit()),
        };
        let name = String::from_utf8(bytes).map_err(|_| unfit())?;
        self.at += reader.offset();
        Ok(name)
    }

    /// Reads a file name after `@`: characters up to white space.
    pub fn file_name(&mut self) -> Parsed<String> {
        self.skip_blanks();
        let name = self.take_while(|character| !character.is_whitespace());
        if name.is_empty() { Err(self.expected("a file name after `@`")) } else { Ok(name.to_owned()) }
    }

    /// Reads the text after a `{`, up to and including the `}` that closes it. Braces in strings and comments do not
    /// count. Other braces are an error unless `nested`.
    pub fn braced(&mut self, nested: bool) -> Parsed<Text> {
        let start = self.clone();
        let mut depth = 0usize;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(start.unclosed()),
                Some('"') => self.skip_string()?,
                Some('{') if !nested => return Err(self.error("there is a `{` in the values: close them with `}`")),
                Some('{') => depth += 1,
                Some('}') if depth == 0 => break,
                Some('}') => depth -= 1,
                Some(_) => {}
            }
            self.advance();
        }
        let text = self.block.body.get(start.at..self.at).unwrap_or_default().to_owned();
        self.advance();
        let (line, column) = start.place();
        Ok(Text { text, line, column })
    }

    /// Returns the error for the unclosed `{` directly before this position.
    pub fn unclosed(&self) -> TestBlockError {
        let mut brace = self.clone();
        brace.at = self.at.saturating_sub(1);
        brace.error("this `{` is not closed before the block ends")
    }

    /// Reads a string up to its closing quote.
    fn skip_string(&mut self) -> Parsed<()> {
        let start = self.clone();
        self.advance();
        loop {
            self.take_while(|character| !matches!(character, '"' | '\\'));
            match self.peek() {
                None => return Err(start.error("this string does not end")),
                Some('"') => return Ok(()),
                Some(_) => {
                    self.advance();
                    self.advance();
                }
            }
        }
    }

    fn advance(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }
}

/// Whether the character may occur in a tag or a keyword.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-')
}
