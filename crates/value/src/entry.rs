//! Types of entry points as callers see them, and the flat values (leaves) that represent values of these types in FUN
//! and below, and in files.

mod example;
mod leaves;
mod pieces;
mod rows;
mod structured;
mod sums;
mod text;
mod tree;
mod tree_text;

use crate::ScalarType;
use base::Symbol;
pub use example::example;
pub use leaves::{Irregular, element, empty, split, stack, stack_elements, used, variant_leaves};
pub use pieces::{Pieces, read_leaves};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub use structured::{print_structured, read_structured};
pub use text::{parse_params, parse_result, parse_type, print_params, print_result, print_type};
pub use tree::{ArrayLeaf, DataType, Item, MAX_NODES, NoTree, Node, Tree, TreeType, read_tree};

/// Name of the field that holds all rows of an irregular array, one after the other. No program can spell this name.
pub const ROWS_DATA: &str = "rows.data";
/// Name of the other field of an irregular array: the offsets (`i64`), where each row begins in the data and the last
/// one ends.
pub const ROWS_OFFSETS: &str = "rows.offsets";

/// Prefix of the name of a field of a vector of sums with rows: the field with each element's constructor number. The
/// constructors' names follow the prefix. No program can spell these names.
const SUMS_TAGS: &str = "sums.constructors";
/// Prefix of the name of a field of a vector of sums with rows: the field with a constructor's payloads. The
/// constructor's name follows the prefix.
const SUMS_HELD: &str = "sums.of_";

/// Returns the field names of a vector of sums with rows. The first field is the array of constructor numbers. Each
/// constructor with payloads has one more field, a vector of them, with an empty value for each element that another
/// constructor made. An input pair is a constructor's name and whether it has payloads.
pub fn sum_fields<'n>(constructors: impl Iterator<Item = (&'n str, bool)> + Clone) -> Vec<Symbol> {
    let names = constructors.clone().fold(SUMS_TAGS.to_owned(), |names, (name, _)| names + " " + name);
    let held = constructors.filter(|(_, holds)| *holds).map(|(name, _)| format!("{SUMS_HELD}{name}"));
    [names].into_iter().chain(held).map(|name| Symbol::new(&name)).collect()
}

/// A parameter of an entry point. `shown` is the type as the user spelt it, sizes included, for messages.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryParam {
    pub name: String,
    pub ty: EntryType,
    pub shown: String,
    pub consumed: bool,
}

/// The result of an entry point. `unique` means that the result shares no storage with the arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryResult {
    pub ty: EntryType,
    pub shown: String,
    pub unique: bool,
}

/// The type of a parameter or result, as callers see it.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryType {
    Flat(FlatType),
    /// A type that is not a scalar or a regular array of scalars. Callers access its values through functions of the
    /// compiled program.
    Opaque(Arc<OpaqueType>),
}

/// The type of a scalar (rank 0) or of a regular array of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlatType {
    pub elem: ScalarType,
    pub rank: usize,
}

/// An opaque type. `name` is the abbreviation under which the program mentions the type, without sizes, or else its
/// spelling ([`OpaqueForm::spelling`]).
#[derive(Clone, Debug, PartialEq)]
pub struct OpaqueType {
    pub name: String,
    pub form: OpaqueForm,
}

/// The structure of an opaque type.
#[derive(Clone, Debug, PartialEq)]
pub enum OpaqueForm {
    /// A record, its fields in the order of their leaves. The unit has no fields; a tuple has the fields `0`, `1`, ...
    Record(Vec<(Symbol, EntryType)>),
    /// A sum, its constructors sorted by name, each with its payloads.
    Sum(Vec<(Symbol, Vec<EntryType>)>),
    /// A regular array of records or sums, with its rank, which is at least 1.
    Array(EntryType, usize),
    /// A type that contains data types. Its values may be nested without bound.
    Tree(Box<TreeType>),
    /// A data type of the enclosing `Tree`, by its number.
    Data(usize),
}

impl EntryParam {
    /// Returns how a message names leaf `at`: `xs : [n]f64`, or `value 2 of s : state` if the type is opaque.
    pub fn shown_leaf(&self, at: usize) -> String {
        let whole = format!("{} : {}", self.name, self.shown);
        if matches!(self.ty, EntryType::Flat(_)) { whole } else { format!("value {} of {whole}", at + 1) }
    }
}

impl EntryResult {
    /// Returns the types of the values that a program prints, one a line: the components of a non-empty tuple, else the
    /// result itself.
    pub fn components(&self) -> Vec<&EntryType> {
        self.ty.components().filter(|components| !components.is_empty()).unwrap_or_else(|| vec![&self.ty])
    }
}

impl EntryType {
    pub fn flat(elem: ScalarType, rank: usize) -> EntryType {
        EntryType::Flat(FlatType { elem, rank })
    }

    /// Returns the opaque type of this form, named by its spelling.
    pub fn spelt(form: OpaqueForm) -> EntryType {
        EntryType::Opaque(Arc::new(OpaqueType { name: form.spelling(), form }))
    }

    /// Returns the type of one-dimensional arrays of `elem`. If `elem` is an array type, its rank grows by 1.
    pub fn array(elem: EntryType) -> EntryType {
        let opaque = match elem {
            EntryType::Flat(flat) => return EntryType::flat(flat.elem, flat.rank + 1),
            EntryType::Opaque(opaque) => opaque,
        };
        match &opaque.form {
            OpaqueForm::Array(elem, rank) if opaque.name == opaque.form.spelling() => {
                EntryType::spelt(OpaqueForm::Array(elem.clone(), rank + 1))
            }
            _ => EntryType::spelt(OpaqueForm::Array(EntryType::Opaque(opaque), 1)),
        }
    }

    /// Whether any leaves of the right types form a value of the type. This fails for sums, whose tags restrict the
    /// other leaves, and for arrays of records, whose leaves must agree in their sizes.
    pub fn is_plain(&self) -> bool {
        let EntryType::Opaque(opaque) = self else { return true };
        match &opaque.form {
            OpaqueForm::Record(fields) => fields.iter().all(|(_, field)| field.is_plain()),
            OpaqueForm::Sum(_) | OpaqueForm::Array(..) | OpaqueForm::Tree(_) | OpaqueForm::Data(_) => false,
        }
    }

    /// Returns the type of irregular arrays, given the type of all their rows one after the other.
    pub fn rows_of(data: EntryType) -> EntryType {
        let offsets = EntryType::flat(ScalarType::I64, 1);
        EntryType::spelt(OpaqueForm::Record(vec![(Symbol::new(ROWS_DATA), data), (Symbol::new(ROWS_OFFSETS), offsets)]))
    }

    /// Returns the type of all rows one after the other, if this is a type of irregular arrays.
    pub fn rows(&self) -> Option<&EntryType> {
        let EntryType::Opaque(opaque) = self else { return None };
        let OpaqueForm::Record(fields) = &opaque.form else { return None };
        match fields.as_slice() {
            [(name, data), (other, _)] if name.as_str() == ROWS_DATA && other.as_str() == ROWS_OFFSETS => Some(data),
            _ => None,
        }
    }

    /// Returns the constructors of a vector of sums with rows, each with the type of the vector of its payloads if it
    /// has any. `None` for other types.
    pub fn sums(&self) -> Option<Vec<(&str, Option<&EntryType>)>> {
        let EntryType::Opaque(opaque) = self else { return None };
        let OpaqueForm::Record(fields) = &opaque.form else { return None };
        let ((tags, _), mut held) = fields.split_first()?;
        let mut constructors = Vec::new();
        for name in tags.as_str().strip_prefix(SUMS_TAGS)?.split_whitespace() {
            let own = held.split_first().filter(|((field, _), _)| field.as_str().strip_prefix(SUMS_HELD) == Some(name));
            constructors.push((name, own.map(|((_, ty), _)| ty)));
            held = own.map_or(held, |(_, others)| others);
        }
        held.is_empty().then_some(constructors)
    }

    /// Returns the components if the type is a tuple or the unit.
    pub fn components(&self) -> Option<Vec<&EntryType>> {
        let EntryType::Opaque(opaque) = self else { return None };
        opaque.form.components()
    }

    /// Returns the types of the leaves of a value: those of a record's fields in order, of an array one array each, of
    /// a sum the tag and the slots.
    pub fn leaves(&self) -> Vec<FlatType> {
        match self {
            EntryType::Flat(flat) => vec![*flat],
            EntryType::Opaque(opaque) => match &opaque.form {
                OpaqueForm::Record(fields) => fields.iter().flat_map(|(_, field)| field.leaves()).collect(),
                OpaqueForm::Sum(constructors) => sum_layout(constructors).parts,
                OpaqueForm::Array(elem, rank) => {
                    let deeper = |leaf: FlatType| FlatType { rank: leaf.rank + rank, ..leaf };
                    elem.element_leaves().into_iter().map(deeper).collect()
                }
                OpaqueForm::Tree(tree) => tree.leaves(),
                OpaqueForm::Data(_) => Vec::new(),
            },
        }
    }

    /// Returns the leaves of an element of an array of this type. A type without leaves gets one here, the tag of a sum
    /// with one constructor, so that the array has a length.
    pub fn element_leaves(&self) -> Vec<FlatType> {
        let leaves = self.leaves();
        if leaves.is_empty() { vec![FlatType { elem: tag_type(1), rank: 0 }] } else { leaves }
    }
}

impl OpaqueForm {
    /// Returns the components if the form is a tuple or the unit.
    pub fn components(&self) -> Option<Vec<&EntryType>> {
        let OpaqueForm::Record(fields) = self else { return None };
        let in_order = |(at, (name, _)): (usize, &(Symbol, EntryType))| name.as_str() == at.to_string();
        let is_tuple = fields.len() != 1 && fields.iter().enumerate().all(in_order);
        is_tuple.then(|| fields.iter().map(|(_, field)| field).collect())
    }
}

impl SumLayout<FlatType> {
    /// Returns the scalar type of the tag.
    pub fn tag(&self) -> ScalarType {
        self.parts.first().map_or(ScalarType::I8, |tag| tag.elem)
    }
}

/// The layout of a sum type's values: the tag, then slots that the constructors share.
pub struct SumLayout<Leaf> {
    /// The tag, then the slots.
    pub parts: Vec<Leaf>,
    /// For each constructor, the position in `parts` of each leaf of its payloads.
    pub places: Vec<Vec<usize>>,
}

/// Returns the layout of a sum type with these constructors and payload types.
pub fn sum_layout(constructors: &[(Symbol, Vec<EntryType>)]) -> SumLayout<FlatType> {
    let payloads = constructors.iter().map(|(_, payloads)| payloads.iter().flat_map(EntryType::leaves).collect());
    let tag = FlatType { elem: tag_type(constructors.len()), rank: 0 };
    share_slots(tag, payloads.collect(), |leaf| (leaf.rank == 0).then_some(leaf.elem))
}

/// Returns the type of the tag of a sum with this number of constructors.
pub fn tag_type(constructors: usize) -> ScalarType {
    if constructors <= 128 { ScalarType::I8 } else { ScalarType::I32 }
}

/// Returns an error text for each invalid or repeated name of an entry point. A valid name is a word of letters,
/// digits, `_` and `'`.
pub fn wrong_names(names: impl Iterator<Item = Symbol>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut known = BTreeSet::new();
    for name in names {
        let is_inner = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        if !name.as_str().starts_with(|c: char| c.is_alphabetic() || c == '_') || !name.as_str().chars().all(is_inner) {
            wrong.push(format!("{:?} cannot be the name of an entry point", name.as_str()));
        }
        if !known.insert(name) {
            wrong.push(format!("two entry points are called {:?}", name.as_str()));
        }
    }
    wrong
}

/// Assigns slots to the leaves of each constructor's payloads. If `scalar` returns a type for a leaf, the leaf takes
/// the first slot of this type that its constructor does not use yet. Any other leaf gets a slot of its own.
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
