//! Spelling suggestions: the known name that an unknown name was probably meant to be.

use crate::Symbol;

/// Returns the candidate closest to `name` by edit distance: at most 1 for names of up to 5 characters, 2 for longer
/// ones. Among equals the first wins.
pub fn nearest(name: Symbol, candidates: impl Iterator<Item = Symbol>) -> Option<Symbol> {
    let spelled: Vec<char> = name.as_str().chars().take(64).collect();
    let allowed = if spelled.len() <= 5 { 1 } else { 2 };
    let is_word = |s: &str| s.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    candidates
        .filter(|other| *other != name && is_word(other.as_str()) == is_word(name.as_str()))
        .filter(|other| other.as_str().len().abs_diff(name.as_str().len()) <= 2 && other.as_str().len() <= 64)
        .map(|other| (distance(&spelled, other.as_str()), other))
        .filter(|(distance, other)| *distance <= allowed && *distance < other.as_str().len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// Computes Levenshtein's distance, where a swap of neighbours counts as one edit.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let names = || ["reduce", "replicate", "map", "x"].into_iter().map(Symbol::new);
        assert_eq!(nearest(Symbol::new("redcue"), names()), Some(Symbol::new("reduce")));
        assert_eq!(nearest(Symbol::new("replcate"), names()), Some(Symbol::new("replicate")));
        assert_eq!(nearest(Symbol::new("mpa"), names()), Some(Symbol::new("map")));
        assert_eq!(nearest(Symbol::new("y"), names()), None);
        assert_eq!(nearest(Symbol::new("frobnicate"), names()), None);
    }
}
