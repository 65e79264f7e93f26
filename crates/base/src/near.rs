//! Spelling suggestions: the known name that an unknown name was probably meant to be.

use crate::Symbol;

/// Largest length in bytes of a candidate. Longer names are not compared.
const LONGEST: usize = 64;

/// Returns the candidate closest to `name`, or the first of equally close ones. At most one edit is allowed, or two if
/// `name` has more than five characters. `None` if no candidate is that close.
pub fn nearest(name: Symbol, candidates: impl Iterator<Item = Symbol>) -> Option<Symbol> {
    let name = name.as_str();
    let allowed = if name.chars().count() <= 5 { 1 } else { 2 };
    let is_word = |s: &str| s.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    candidates
        .filter(|other| other.as_str() != name && is_word(other.as_str()) == is_word(name))
        .filter(|other| other.as_str().len().abs_diff(name.len()) <= 2 && other.as_str().len() <= LONGEST)
        .map(|other| (strsim::osa_distance(name, other.as_str()), other))
        .filter(|(distance, other)| *distance <= allowed && *distance < other.as_str().len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}
