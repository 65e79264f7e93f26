//! The error pages: one for each code that a diagnostic may carry, embedded from `docs/errors/`.

/// Defines the table of codes and their pages, in order.
macro_rules! pages {
    ($($code:literal)*) => {
        &[$(($code, include_str!(concat!("../../../docs/errors/", $code, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages! {
    "E0101" "E0102" "E0103" "E0104"
    "E0196" "E0197" "E0198" "E0199"
    "E0201" "E0202" "E0203" "E0204" "E0205" "E0206" "E0207" "E0208" "E0209" "E0210" "E0211" "E0212"
    "E0213" "E0214" "E0215" "E0216"
    "E0301" "E0302" "E0303" "E0304" "E0305" "E0306" "E0307" "E0308" "E0309" "E0310"
    "E0311" "E0312" "E0313" "E0314"
    "E0401" "E0402" "E0403" "E0404" "E0405" "E0406"
    "E0501" "E0502" "E0503"
    "E0601" "E0602" "E0603" "E0604"
    "E0701" "E0702" "E0703" "E0704" "E0705" "E0706" "E0707" "E0708" "E0709"
    "E0801" "E0802" "E0803" "E0804" "E0805" "E0806"
    "E0901" "E0902"
};

/// Returns all codes, in order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(code, _)| *code)
}

/// Returns the page on a code, in Markdown: what the error means and why it is one, a wrong program with its message,
/// and a right program.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == code).map(|(_, page)| *page)
}

/// Returns the title of a code's page: the rest of its first line after the code.
pub fn title(code: &str) -> Option<&'static str> {
    let heading = page(code)?.lines().next()?;
    heading.split_once(": ").map(|(_, title)| title)
}

/// Returns the existing code with the smallest edit distance to this one; among equals the first.
pub fn nearest(code: &str) -> Option<&'static str> {
    codes().min_by_key(|known| edits(known, code))
}

/// Returns Levenshtein's distance: the number of characters to add, remove or replace.
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut left = i + 1;
        let mut diagonal = std::mem::replace(&mut row[0], left);
        for (above, b) in row[1..].iter_mut().zip(to.chars()) {
            left = (diagonal + usize::from(a != b)).min(left + 1).min(*above + 1);
            diagonal = std::mem::replace(above, left);
        }
    }
    row.last().copied().unwrap_or_default()
}
