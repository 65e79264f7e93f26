//! The pages on errors: one for each code that a diagnostic may carry, as they stand in `docs/errors/`.

/// The codes with their pages, in order.
macro_rules! pages {
    ($($code:literal)*) => {
        &[$(($code, include_str!(concat!("../../../docs/errors/", $code, ".md")))),*]
    };
}

const PAGES: &[(&str, &str)] = pages! {
    "E0101" "E0102" "E0103" "E0104"
    "E0196" "E0197" "E0198" "E0199"
    "E0201" "E0202" "E0203" "E0204" "E0205" "E0206" "E0207" "E0209" "E0210" "E0211"
    "E0301" "E0302" "E0303" "E0304" "E0305" "E0306" "E0307" "E0308" "E0309" "E0310"
    "E0401" "E0402" "E0403" "E0404" "E0405" "E0406"
    "E0501" "E0502" "E0503"
    "E0601" "E0602" "E0603" "E0604"
    "E0701" "E0702" "E0703"
    "E0901" "E0902"
};

/// All codes, in order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(code, _)| *code)
}

/// The page on a code, in Markdown: what it means and why, a wrong program, what is said of it, a right one.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(known, _)| *known == code).map(|(_, page)| *page)
}

/// What stands after the code in the page's first line.
pub fn title(code: &str) -> Option<&'static str> {
    let heading = page(code)?.lines().next()?;
    heading.split_once(": ").map(|(_, title)| title)
}

/// The code that looks most like this one: the fewest single edits away, the first of equals.
pub fn nearest(code: &str) -> Option<&'static str> {
    codes().min_by_key(|known| edits(known, code))
}

/// How many characters must be added, taken away or replaced to make one text the other (Levenshtein).
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
