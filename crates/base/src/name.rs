//! Names. A `Symbol` is an interned spelling. A `Name` is a variable of an IR: a spelling for people and a number that
//! makes it unique in its program. A name prints as `spelling_number`, and the text forms read back the same name.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{OnceLock, RwLock};

/// An interned string. Two symbols are equal exactly when their spellings are. Symbols are ordered by spelling, so that
/// sorting gives the same order on every run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

#[derive(Default)]
struct Interner {
    ids: FxHashMap<&'static str, u32>,
    spellings: Vec<&'static str>,
}

fn interner() -> &'static RwLock<Interner> {
    static INTERNER: OnceLock<RwLock<Interner>> = OnceLock::new();
    INTERNER.get_or_init(Default::default)
}

impl Symbol {
    /// Interns `spelling`. Each distinct spelling is kept for the life of the process.
    pub fn new(spelling: &str) -> Symbol {
        if let Some(&id) = read().ids.get(spelling) {
            return Symbol(id);
        }
        let mut table = match interner().write() {
            Ok(guard) => guard,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(&id) = table.ids.get(spelling) {
            return Symbol(id);
        }
        let id = table.spellings.len() as u32;
        let kept: &'static str = Box::leak(spelling.to_owned().into_boxed_str());
        table.spellings.push(kept);
        table.ids.insert(kept, id);
        Symbol(id)
    }

    pub fn as_str(self) -> &'static str {
        read().spellings[self.0 as usize]
    }
}

fn read() -> std::sync::RwLockReadGuard<'static, Interner> {
    match interner().read() {
        Ok(guard) => guard,
        Err(poisoned) => poisoned.into_inner(),
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<&str> for Symbol {
    fn from(spelling: &str) -> Symbol {
        Symbol::new(spelling)
    }
}

/// A variable of an IR. Only the number identifies it. The hint is for readers: the spelling that the user or a pass
/// gave the variable. Hints are `[A-Za-z][A-Za-z0-9_]*` and do not end in `_` and digits (`Name::new` cleans them), so
/// that the printed form `hint_number` reads back to the same name.
#[derive(Clone, Copy)]
pub struct Name {
    pub hint: Symbol,
    pub id: u32,
}

impl Name {
    pub fn new(hint: &str, id: u32) -> Name {
        Name { hint: clean_hint(hint), id }
    }

    /// Parses a printed name: `x_12` has hint `x` and number 12. Returns `None` if the number is missing or not
    /// canonical.
    pub fn parse(text: &str) -> Option<Name> {
        let (hint, number) = text.rsplit_once('_')?;
        if hint.is_empty() || (number.len() > 1 && number.starts_with('0')) {
            return None;
        }
        Some(Name::new(hint, number.parse().ok()?))
    }
}

/// Turns a source name into the hint of a `Name`: `x'1` becomes `x_1` and then `x`. Replaces invalid characters by `_`,
/// removes `_` and digits from the end, and puts `x` before a hint that does not start with a letter.
fn clean_hint(spelling: &str) -> Symbol {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let digits_end = |s: &str| s.rsplit_once('_').is_some_and(|(_, tail)| tail.chars().all(|c| c.is_ascii_digit()));
    let is_clean =
        spelling.chars().all(fine) && spelling.starts_with(|c: char| c.is_ascii_alphabetic()) && !digits_end(spelling);
    if is_clean {
        return Symbol::new(spelling);
    }
    let mut hint: String = spelling.chars().map(|c| if fine(c) { c } else { '_' }).collect();
    while digits_end(&hint) {
        let cut = hint.rfind('_').unwrap_or(0);
        hint.truncate(cut);
    }
    if !hint.starts_with(|c: char| c.is_ascii_alphabetic()) {
        hint.insert(0, 'x');
    }
    while digits_end(&hint) {
        let cut = hint.rfind('_').unwrap_or(0);
        hint.truncate(cut);
    }
    Symbol::new(&hint)
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.id == other.id
    }
}

impl Eq for Name {}

impl std::hash::Hash for Name {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.id.cmp(&other.id)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.hint, self.id)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Source of fresh names. Each program carries one.
#[derive(Clone, Debug, Default)]
pub struct NameSource {
    next: u32,
}

impl NameSource {
    /// Returns a source whose names have numbers from `next` on.
    pub fn starting_at(next: u32) -> NameSource {
        NameSource { next }
    }

    pub fn fresh(&mut self, hint: &str) -> Name {
        let id = self.next;
        self.next += 1;
        Name::new(hint, id)
    }

    /// Returns a fresh name with the hint of `old`.
    pub fn like(&mut self, old: Name) -> Name {
        let id = self.next;
        self.next += 1;
        Name { hint: old.hint, id }
    }

    /// Ensures that later fresh names do not get the number of `name`.
    pub fn reserve(&mut self, name: Name) {
        self.next = self.next.max(name.id + 1);
    }

    /// Returns a bound: all numbers handed out or reserved so far are smaller.
    pub fn limit(&self) -> u32 {
        self.next
    }
}
