//! The public C names of a library.

use crate::c::library::LibraryOptions;
use imp::def::Program;
use std::collections::BTreeSet;
use std::fmt::Write;

pub(crate) struct Names {
    pub prefix: String,
    /// Names of the entry points, in order.
    pub entries: Vec<String>,
    /// Names of the functions that call the entry points on arrays of the host, in order.
    pub calls: Vec<String>,
}

impl Names {
    /// Makes the names of a library, all with the prefix. Characters that C does not permit are replaced or encoded.
    pub fn new(program: &Program, options: &LibraryOptions) -> Names {
        let clean = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut prefix: String = options.prefix.chars().map(clean).collect();
        if prefix.chars().next().is_none_or(|c| c.is_ascii_digit()) {
            prefix.insert(0, '_');
        }
        let mut taken = BTreeSet::new();
        let mut names = |what: &str| -> Vec<String> {
            let names = program.entries.iter().map(|entry| format!("{prefix}_{what}_{}", encode(entry.name.as_str())));
            names.map(|name| unused(name, &mut taken)).collect()
        };
        let (entries, calls) = (names("entry"), names("call"));
        Names { prefix, entries, calls }
    }

    /// Returns a text of `rts/` with this prefix.
    pub fn renamed(&self, text: &str) -> String {
        text.replace("futhark_", &format!("{}_", self.prefix))
            .replace("FUTHARK_", &format!("{}_", self.prefix.to_ascii_uppercase()))
    }
}

/// Returns the name with as many `_` at its end as make it differ from all names in `taken`.
pub(crate) fn unused(mut name: String, taken: &mut BTreeSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    name
}

/// Returns a field's name as a part of C names; those of tuples start with `v`.
pub(crate) fn field(name: &str) -> String {
    let is_number = !name.is_empty() && name.bytes().all(|c| c.is_ascii_digit());
    if is_number { format!("v{name}") } else { encode(name) }
}

/// Returns a source name as a part of a C identifier: itself, or in the z-encoding if it has other characters.
pub(crate) fn encode(name: &str) -> String {
    if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return name.into();
    }
    let mut text = String::new();
    for c in name.chars() {
        match c {
            'z' => text.push_str("zz"),
            'Z' => text.push_str("ZZ"),
            '\'' => text.push_str("zq"),
            '_' => text.push_str("zu"),
            c if c.is_ascii_alphanumeric() => text.push(c),
            c => {
                let _ = write!(text, "z{:x}U", u32::from(c));
            }
        }
    }
    text
}
