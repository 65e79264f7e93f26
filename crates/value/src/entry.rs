//! What the outside sees of entry points: the types of their parameters and results, and the flat values (leaves) that
//! stand for values of those types from FUN downwards and in files.

use crate::ScalarType;
use base::Symbol;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A parameter of an entry point. `shown` is the user's spelling of the type, sizes included, for messages.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryParam {
    pub name: String,
    pub ty: EntryType,
    pub shown: String,
    pub consumed: bool,
}

/// The result of an entry point. `unique`: it shares no storage with the arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryResult {
    pub ty: EntryType,
    pub shown: String,
    pub unique: bool,
}

/// The type of a parameter or result as the outside sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryType {
    Flat(FlatType),
    /// What only the program's own interface can take apart.
    Opaque(Arc<OpaqueType>),
}

/// A scalar (rank 0) or a regular array of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlatType {
    pub elem: ScalarType,
    pub rank: usize,
}

/// `name` is the abbreviation under which the program mentions the type, without sizes, or the type spelt out.
#[derive(Clone, Debug, PartialEq)]
pub struct OpaqueType {
    pub name: String,
    pub form: OpaqueForm,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OpaqueForm {
    /// Fields in the order of their leaves. The unit has none; a tuple has the fields `0`, `1`, ...
    Record(Vec<(Symbol, EntryType)>),
    /// Constructors sorted by name, with their payloads.
    Sum(Vec<(Symbol, Vec<EntryType>)>),
    /// A regular array, of at least one dimension, of records or sums.
    Array(EntryType, usize),
}

impl EntryType {
    /// The flat values that a value of this type is made of: a record's fields in order, an array's as arrays, a sum's
    /// tag and slots.
    pub fn leaves(&self) -> Vec<FlatType> {
        match self {
            EntryType::Flat(flat) => vec![*flat],
            EntryType::Opaque(opaque) => match &opaque.form {
                OpaqueForm::Record(fields) => fields.iter().flat_map(|(_, field)| field.leaves()).collect(),
                OpaqueForm::Sum(constructors) => sum_layout(constructors).parts,
                OpaqueForm::Array(elem, rank) => {
                    let deeper = |leaf: FlatType| FlatType { rank: leaf.rank + rank, ..leaf };
                    elem.leaves().into_iter().map(deeper).collect()
                }
            },
        }
    }
}

/// How values of a sum type are stored: the tag, then slots that the constructors share.
pub struct SumLayout<Leaf> {
    /// The tag, then each slot.
    pub parts: Vec<Leaf>,
    /// For each constructor, where in `parts` each leaf of its payloads stands.
    pub places: Vec<Vec<usize>>,
}

/// The layout of a sum type's values.
pub fn sum_layout(constructors: &[(Symbol, Vec<EntryType>)]) -> SumLayout<FlatType> {
    let payloads = constructors.iter().map(|(_, payloads)| payloads.iter().flat_map(EntryType::leaves).collect());
    let tag = FlatType { elem: tag_type(constructors.len()), rank: 0 };
    share_slots(tag, payloads.collect(), |leaf| (leaf.rank == 0).then_some(leaf.elem))
}

/// The type of the tag of a sum with so many constructors.
pub fn tag_type(constructors: usize) -> ScalarType {
    if constructors <= 128 { ScalarType::I8 } else { ScalarType::I32 }
}

/// Lays out the leaves of each constructor's payloads. A leaf that `scalar` gives a type takes the first slot of that
/// type that its constructor has not taken yet; any other has a slot of its own.
pub fn share_slots<Leaf>(
    tag: Leaf,
    payloads: Vec<Vec<Leaf>>,
    scalar: impl Fn(&Leaf) -> Option<ScalarType>,
) -> SumLayout<Leaf> {
    let mut parts = vec![tag];
    let mut shared: BTreeMap<ScalarType, Vec<usize>> = BTreeMap::new();
    let mut places = Vec::with_capacity(payloads.len());
    for leaves in payloads {
        let mut taken: BTreeMap<ScalarType, usize> = BTreeMap::new();
        let place = leaves.into_iter().map(|leaf| {
            let mut add = |leaf| {
                parts.push(leaf);
                parts.len() - 1
            };
            let Some(elem) = scalar(&leaf) else { return add(leaf) };
            let (slots, taken) = (shared.entry(elem).or_default(), taken.entry(elem).or_default());
            if *taken == slots.len() {
                slots.push(add(leaf));
            }
            *taken += 1;
            slots[*taken - 1]
        });
        places.push(place.collect());
    }
    SumLayout { parts, places }
}
