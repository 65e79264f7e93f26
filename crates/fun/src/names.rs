//! Sets of names by their numbers. Because the numbers of a program's names are dense, a table is smaller and faster
//! than a hash set if most names are in it.

use base::{Name, NameSource};

/// A set of names, one bit for each number.
#[derive(Clone, Debug, Default)]
pub struct DenseNames {
    words: Vec<u64>,
}

impl DenseNames {
    /// Returns an empty set with room for the names created so far.
    pub fn for_names(names: &NameSource) -> DenseNames {
        DenseNames { words: vec![0; (names.limit() as usize).div_ceil(64)] }
    }

    pub fn contains(&self, name: Name) -> bool {
        self.words.get(name.id as usize / 64).is_some_and(|word| word & bit(name) != 0)
    }

    pub fn insert(&mut self, name: Name) {
        let at = name.id as usize / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= bit(name);
    }
}

impl Extend<Name> for DenseNames {
    fn extend<I: IntoIterator<Item = Name>>(&mut self, names: I) {
        names.into_iter().for_each(|name| self.insert(name));
    }
}

fn bit(name: Name) -> u64 {
    1 << (name.id % 64)
}
