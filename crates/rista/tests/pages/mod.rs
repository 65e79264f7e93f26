//! The pages of the book for tests: their files, their fenced blocks, and the text around the blocks.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("the crate stands two folders below the root")
}

/// Returns the path from the root, with `/` between folders.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().into_owned()
}

/// Returns `README.md` and all pages of the book except plans, in order.
pub fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    collect(&root().join("docs"), &mut pages);
    pages.retain(|page| !shown(page).starts_with("docs/notes/"));
    pages
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fenced block of a page.
pub struct Block<'p> {
    /// The text after the opening fence, such as `futhark,error`.
    pub info: &'p str,
    pub text: &'p str,
    /// The start of the text in the page, in bytes.
    pub start: usize,
    /// The line on which the text starts, counted from 1.
    pub line: usize,
}

/// Returns the fenced blocks of a page.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in page.split_inclusive('\n').enumerate() {
        let fence = line.trim_end().strip_prefix("```");
        open = match (open, fence) {
            (None, Some(info)) => Some((info, at + line.len(), number + 2)),
            (Some((info, start, line)), Some("")) => {
                blocks.push(Block { info, text: &page[start..at], start, line });
                None
            }
            (open, _) => open,
        };
        at += line.len();
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// Returns the page without its fenced blocks.
pub fn prose(page: &str) -> String {
    let mut text = page.to_owned();
    for block in blocks(page).iter().rev() {
        text.replace_range(block.start..block.start + block.text.len(), "");
    }
    text
}

/// Returns the code spans of a page: the texts between single backquotes.
pub fn code_spans(prose: &str) -> Vec<String> {
    let paragraphs = prose.replace("``", "");
    paragraphs.split('`').skip(1).step_by(2).map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
