//! Seeded changes to texts: characters and words are changed, removed, doubled or swapped.

use std::collections::BTreeSet;
use value::SplitMix64;

/// Splits a text into words, numbers, blanks, and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        c => c as u32 + 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != kind(c)) {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = Some(kind(c));
    }
    tokens.push(&text[start..]);
    tokens
}

/// Returns all tokens of the texts, once each.
pub fn words(texts: &[String]) -> Vec<String> {
    let words: BTreeSet<&str> = texts.iter().flat_map(|text| tokens(text)).collect();
    words.into_iter().map(str::to_owned).collect()
}

/// Returns the text after one to three changes.
pub fn damaged(text: &str, words: &[String], random: &mut SplitMix64) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        text = match random.below(5) {
            0 => flipped(text, random),
            _ => moved(&text, words, random),
        };
    }
    text
}

/// Returns the text with a byte changed. Invalid UTF-8 is replaced.
fn flipped(text: String, random: &mut SplitMix64) -> String {
    let mut bytes = text.into_bytes();
    let at = random.below(bytes.len().max(1) as u64) as usize;
    bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << random.below(8));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the text with tokens removed, doubled, swapped or replaced.
fn moved(text: &str, words: &[String], random: &mut SplitMix64) -> String {
    let mut tokens = tokens(text);
    let count = tokens.len() as u64;
    let (a, b) = (random.below(count) as usize, random.below(count) as usize);
    let end = (a + 1 + random.below(6) as usize).min(tokens.len());
    let word = words.get(random.below(words.len() as u64) as usize).map_or("", String::as_str);
    match random.below(6) {
        0 => drop(tokens.drain(a..end)),
        1 => {
            let copied = tokens[a..end].to_vec();
            tokens.splice(b..b, copied);
        }
        2 => tokens.swap(a, b),
        3 | 4 => tokens[a] = word,
        _ => tokens.insert(a, word),
    }
    tokens.concat()
}

/// Returns the smallest text found that is still bad, by removing lines and then tokens.
pub fn smallest(text: &str, bad: impl Fn(&str) -> bool) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let text = reduced(lines, &bad);
    reduced(tokens(&text), &bad)
}

/// Removes as many pieces as possible: runs of pieces first, then single ones.
fn reduced(mut pieces: Vec<&str>, bad: &impl Fn(&str) -> bool) -> String {
    let mut trials = 1500;
    let mut size = pieces.len() / 2;
    while size > 0 && trials > 0 {
        let mut at = 0;
        while at < pieces.len() && trials > 0 {
            let end = (at + size).min(pieces.len());
            let fewer: Vec<&str> = pieces[..at].iter().chain(&pieces[end..]).copied().collect();
            trials -= 1;
            if bad(&fewer.concat()) { pieces = fewer } else { at = end }
        }
        size /= 2;
    }
    pieces.concat()
}
