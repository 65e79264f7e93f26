//! Documents, that is texts with possible line breaks, and the printer that chooses a layout (P. Wadler, A prettier
//! printer, 2003; the greedy choice is C. Lindig's, Strictly pretty, 2000). Comments are part of the algebra: a comment
//! ends its line in every layout.

pub mod spelled;

#[derive(Clone, Debug)]
pub enum Doc<'a> {
    Text(&'a str),
    /// A space, or a line break if the enclosing group is broken. If `blank`, an empty line follows that break.
    Line {
        blank: bool,
    },
    Concat(Vec<Doc<'a>>),
    /// Indents lines that start inside by two more columns.
    Nest(Box<Doc<'a>>),
    /// Indents lines that start inside to the column where this document starts.
    Align(Box<Doc<'a>>),
    /// A group, laid out on one line if it fits and is not `broken`. `broken` says that the author wrote it on several lines.
    Group {
        broken: bool,
        doc: Box<Doc<'a>>,
    },
    /// A comment that follows code on the same line.
    Trailing(&'a str),
    /// A comment on a line of its own, with optional empty lines around it.
    OwnLine {
        text: &'a str,
        blank_before: bool,
        blank_after: bool,
    },
}

pub fn nothing<'a>() -> Doc<'a> {
    Doc::Concat(Vec::new())
}

pub fn line<'a>() -> Doc<'a> {
    Doc::Line { blank: false }
}

pub fn nest(doc: Doc) -> Doc {
    Doc::Nest(Box::new(doc))
}

pub fn align(doc: Doc) -> Doc {
    Doc::Align(Box::new(doc))
}

pub fn group(doc: Doc) -> Doc {
    broken_if(false, doc)
}

/// Returns a layout group. It is split over several lines if `broken`, or if it does not fit on one.
pub fn broken_if(broken: bool, doc: Doc) -> Doc {
    Doc::Group { broken, doc: Box::new(doc) }
}

/// Returns the document's text. It ends in a newline unless it is empty. Lines have at most `width` columns where the
/// document's breaks allow it.
pub fn render(doc: &Doc, width: usize) -> String {
    let mut page = Page { width, newlines: 0, indent: 0, column: 0, after_comment: false, out: String::new() };
    let mut rest = vec![Piece { indent: 0, broken: true, doc }];
    while let Some(piece) = rest.pop() {
        match piece.doc {
            Doc::Text(text) => page.write(text, piece.indent),
            Doc::Line { blank } if piece.broken => page.end_line(1 + usize::from(*blank), piece.indent),
            Doc::Line { .. } => page.space(),
            Doc::Concat(docs) => rest.extend(docs.iter().rev().map(|doc| Piece { doc, ..piece })),
            Doc::Nest(doc) => rest.push(Piece { indent: piece.indent + 2, doc, ..piece }),
            Doc::Align(doc) => rest.push(Piece { indent: page.next_column(piece.indent), doc, ..piece }),
            Doc::Group { broken, doc } => {
                let flat = Piece { broken: false, doc, ..piece };
                let broken = *broken || !fits(flat, &rest, &page, piece.indent);
                rest.push(Piece { broken, ..flat });
            }
            Doc::Trailing(text) => page.trailing(text, piece.indent),
            Doc::OwnLine { text, blank_before, blank_after } => {
                page.own_line(text, *blank_before, *blank_after, piece.indent);
            }
        }
    }
    if !page.out.is_empty() {
        page.out.push('\n');
    }
    page.out
}

/// A part of the document that is still to be printed.
#[derive(Clone, Copy)]
struct Piece<'d, 'a> {
    indent: usize,
    /// Whether the enclosing group is broken, so that `Line` ends the line.
    broken: bool,
    doc: &'d Doc<'a>,
}

/// Whether `first` and the following pieces fit on the present line, up to the next possible line break.
fn fits<'d, 'a>(first: Piece<'d, 'a>, rest: &[Piece<'d, 'a>], page: &Page, indent: usize) -> bool {
    let mut room = page.width.saturating_sub(page.next_column(indent));
    let mut after_comment = page.after_comment;
    let mut stack = vec![first];
    let mut rest = rest.iter().rev();
    while let Some(piece) = stack.pop().or_else(|| rest.next().copied()) {
        let width = match piece.doc {
            Doc::Text(text) if after_comment && !text.trim().is_empty() => return false,
            Doc::Text(text) if text.contains('\n') => return first_line(text) <= room,
            Doc::Text(text) => text.chars().count(),
            Doc::Line { .. } if piece.broken => return true,
            Doc::Line { .. } => 1,
            Doc::Concat(docs) => {
                stack.extend(docs.iter().rev().map(|doc| Piece { doc, ..piece }));
                0
            }
            Doc::Group { broken: true, .. } | Doc::OwnLine { .. } if !piece.broken => return false,
            Doc::OwnLine { .. } => return true,
            Doc::Nest(doc) | Doc::Align(doc) | Doc::Group { doc, .. } => {
                stack.push(Piece { doc, ..piece });
                0
            }
            Doc::Trailing(_) => {
                after_comment = true;
                0
            }
        };
        if width > room && !after_comment {
            return false;
        }
        room = room.saturating_sub(width);
    }
    true
}

/// Returns the number of characters in the first line of a text.
fn first_line(text: &str) -> usize {
    text.chars().take_while(|c| *c != '\n').count()
}

/// The text printed so far. Newlines and indentation are written only when text follows them.
struct Page {
    out: String,
    width: usize,
    /// Pending line ends before the next text, at most two.
    newlines: usize,
    /// Indentation of the next text, if newlines are pending.
    indent: usize,
    /// Number of characters in the last line of `out`.
    column: usize,
    /// Whether the last line ends in a comment.
    after_comment: bool,
}

impl Page {
    fn at_line_start(&self) -> bool {
        self.newlines > 0 || self.out.is_empty()
    }

    /// Returns the column of the next text. `indent` is the indentation of the new line that a preceding comment
    /// forces.
    fn next_column(&self, indent: usize) -> usize {
        match () {
            () if self.newlines > 0 => self.indent,
            () if self.after_comment => indent,
            () => self.column,
        }
    }

    fn end_line(&mut self, newlines: usize, indent: usize) {
        self.newlines = self.newlines.max(newlines);
        self.indent = indent;
        self.after_comment = false;
    }

    fn space(&mut self) {
        if !self.at_line_start() && !self.after_comment {
            self.out.push(' ');
            self.column += 1;
        }
    }

    fn write(&mut self, text: &str, indent: usize) {
        if text.trim().is_empty() {
            return self.space();
        }
        if self.after_comment {
            self.end_line(1, indent);
        }
        self.flush();
        self.out.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }

    /// Writes the pending newlines and the indentation before the next text.
    fn flush(&mut self) {
        if self.newlines == 0 {
            return;
        }
        if !self.out.is_empty() {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.extend(std::iter::repeat_n('\n', self.newlines));
        }
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.column = self.indent;
        self.newlines = 0;
    }

    fn trailing(&mut self, text: &str, indent: usize) {
        self.space();
        self.write(text, indent);
        self.after_comment = true;
    }

    fn own_line(&mut self, text: &str, blank_before: bool, blank_after: bool, indent: usize) {
        let indent = if self.at_line_start() { self.indent } else { indent };
        if !self.out.is_empty() {
            self.end_line(1 + usize::from(blank_before), indent);
        }
        self.write(text, indent);
        self.end_line(1 + usize::from(blank_after), indent);
    }
}
