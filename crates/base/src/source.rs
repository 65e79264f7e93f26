//! Source files and places in them. A `Span` is a half-open range of bytes of one file.

use std::fmt;

/// A file known to a `SourceMap`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// Bytes `start..end` of a file. The default span is nowhere; it marks code that no user wrote.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    file: u32,
    pub start: u32,
    pub end: u32,
}

/// Source places of a statement. A pass that merges statements concatenates their lists.
pub type Spans = Vec<Span>;

impl Span {
    pub const NOWHERE: Span = Span { file: 0, start: 0, end: 0 };

    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file: file.0 + 1, start: start as u32, end: end as u32 }
    }

    /// Returns the file, or `None` for code that no user wrote.
    pub fn file(self) -> Option<FileId> {
        self.file.checked_sub(1).map(FileId)
    }

    pub fn is_nowhere(self) -> bool {
        self.file == 0
    }

    /// Returns the smallest span that covers both. A span that is nowhere, or in another file, is ignored.
    pub fn to(self, other: Span) -> Span {
        if self.is_nowhere() || other.file != self.file {
            return if self.is_nowhere() { other } else { self };
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file() {
            Some(file) => write!(f, "{}:{}..{}", file.0, self.start, self.end),
            None => f.write_str("nowhere"),
        }
    }
}

/// Text of a file, and its name as the user gave it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
    line_starts: Vec<u32>,
}

/// The files of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let after_newline = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let line_starts = std::iter::once(0).chain(after_newline).collect();
        self.files.push(SourceFile { name: name.into(), text, line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// Returns the text under `span`, or the empty string if the span is nowhere.
    pub fn text(&self, span: Span) -> &str {
        let Some(id) = span.file() else { return "" };
        self.file(id).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Formats a span as `file:line:column-line:column`, from 1, as run-time errors cite places; `None` for nowhere.
    pub fn place(&self, span: Span) -> Option<String> {
        let file = self.file(span.file()?);
        let (line, column) = file.line_column(span.start);
        let (end_line, end_column) = file.line_column(span.end.max(span.start + 1) - 1);
        let name = file.shown_name();
        Some(if line == end_line {
            format!("{name}:{line}:{column}-{end_column}")
        } else {
            format!("{name}:{line}:{column}-{end_line}:{end_column}")
        })
    }
}

impl SourceFile {
    /// Returns the file's name for messages and for comments in generated code: on one line, with control characters
    /// escaped.
    pub fn shown_name(&self) -> String {
        self.name.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
    }

    /// Returns line and column of a byte offset, both from 1. The column counts characters.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = self.line_starts[line] as usize;
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        (line + 1, self.text[start.min(end)..end].chars().count() + 1)
    }
}
