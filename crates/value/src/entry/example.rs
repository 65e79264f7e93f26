//! Example values of an entry type, for messages that show how a value is written: `([[1, 2], [3]], [4, 5])`.

use super::{EntryType, FlatType, OpaqueForm, TreeType};
use base::Symbol;

/// Largest length in characters and largest nesting of an example.
const LONGEST: usize = 60;
const DEEPEST: usize = 16;

/// Returns an example value of the type as text. `None` if the text would be longer than `LONGEST`. Prefers an example
/// that shows all parts of the type.
pub fn example(ty: &EntryType) -> Option<String> {
    let of = |least| Example { numbers: 0, tree: None, least }.of(ty, DEEPEST);
    of(false).or_else(|| of(true))
}

struct Example<'t> {
    /// Number of numbers written so far.
    numbers: usize,
    /// The enclosing tree type and, for each of its data types, the nesting depth of the least value.
    tree: Option<(&'t TreeType, Vec<Option<usize>>)>,
    /// Whether to write the least value instead of one that shows more of the type.
    least: bool,
}

impl<'t> Example<'t> {
    /// Returns an example of a value of the type; `None` if it would be nested deeper than `deepest`.
    fn of(&mut self, ty: &'t EntryType, deepest: usize) -> Option<String> {
        let deepest = deepest.checked_sub(1)?;
        let opaque = match ty {
            EntryType::Flat(flat) => return self.flat(*flat),
            EntryType::Opaque(opaque) => opaque,
        };
        let text = match &opaque.form {
            _ if let Some(data) = ty.rows() => format!("[{}, []]", self.of(data, deepest)?),
            _ if ty.sums().is_some() => format!("[{}]", self.element(ty, deepest)?),
            OpaqueForm::Record(fields) => {
                let is_tuple = opaque.form.components().is_some();
                let mut parts = Vec::new();
                for (name, field) in fields {
                    let value = self.of(field, deepest)?;
                    parts.push(if is_tuple { value } else { format!("{name} = {value}") });
                }
                let (open, close) = if is_tuple { ('(', ')') } else { ('{', '}') };
                format!("{open}{}{close}", parts.join(", "))
            }
            OpaqueForm::Sum(constructors) => self.sum(constructors, deepest)?,
            OpaqueForm::Array(elem, rank) if self.least && elem.holds_data() => "[".repeat(*rank) + &"]".repeat(*rank),
            OpaqueForm::Array(elem, rank) => {
                let elem = self.of(elem, deepest)?;
                format!("{}{elem}{}", "[".repeat(*rank), "]".repeat(*rank))
            }
            OpaqueForm::Tree(tree) => {
                self.tree = Some((tree, least_depths(tree)));
                self.of(&tree.root, deepest)?
            }
            OpaqueForm::Data(number) => {
                let (tree, _) = self.tree.as_ref()?;
                let constructors = &tree.datas.get(tree.position(*number)?)?.constructors;
                self.sum(constructors, deepest)?
            }
        };
        (text.len() <= LONGEST).then_some(text)
    }

    /// Writes one element of a vector of sums, or of a vector inside its payloads.
    fn element(&mut self, vector: &'t EntryType, deepest: usize) -> Option<String> {
        let deepest = deepest.checked_sub(1)?;
        if let Some(data) = vector.rows() {
            return self.of(data, deepest);
        }
        if let Some(constructors) = vector.sums() {
            let leaves = |held: &Option<&EntryType>| held.map_or(0, |held| held.leaves().len());
            let (name, held) = constructors.into_iter().max_by_key(|(_, held)| leaves(held))?;
            let text = self.element(held?, deepest)?;
            return Some(if text.starts_with('#') { format!("#{name} ({text})") } else { format!("#{name} {text}") });
        }
        match vector {
            EntryType::Flat(flat) => self.flat(FlatType { rank: flat.rank.checked_sub(1)?, ..*flat }),
            EntryType::Opaque(opaque) => match (&opaque.form, vector.components()) {
                (OpaqueForm::Array(elem, 1), _) => self.of(elem, deepest),
                (_, Some(parts)) => {
                    let parts = parts.into_iter().map(|part| self.element(part, deepest));
                    Some(format!("({})", parts.collect::<Option<Vec<_>>>()?.join(", ")))
                }
                _ => None,
            },
        }
    }

    /// Writes a value of the constructor with the most payloads, or the one with the smallest nesting depth if `least`.
    /// Values of recursive types inside are always the least.
    fn sum(&mut self, all: &'t [(Symbol, Vec<EntryType>)], deepest: usize) -> Option<String> {
        let depth = |payloads: &[EntryType]| {
            let (tree, depths) = self.tree.as_ref()?;
            least_depth(tree, depths, payloads)
        };
        let (name, payloads) = match self.least {
            true => all.iter().min_by_key(|(_, payloads)| depth(payloads).unwrap_or(usize::MAX))?,
            false => all.iter().max_by_key(|(_, payloads)| payloads.len())?,
        };
        let outer = self.least;
        self.least = outer || self.tree.is_some();
        let mut text = format!("#{name}");
        for payload in payloads {
            let value = self.of(payload, deepest)?;
            let is_sum = value.starts_with('#') && value.contains(' ');
            text += &if is_sum { format!(" ({value})") } else { format!(" {value}") };
        }
        self.least = outer;
        Some(text)
    }

    /// Writes a scalar, or an array with two elements in each dimension.
    fn flat(&mut self, flat: FlatType) -> Option<String> {
        if flat.rank > 2 {
            return None;
        }
        if let Some(rank) = flat.rank.checked_sub(1) {
            let row = FlatType { rank, ..flat };
            return Some(format!("[{}, {}]", self.flat(row)?, self.flat(row)?));
        }
        self.numbers += 1;
        Some(match flat.elem {
            elem if elem.is_integer() => self.numbers.to_string(),
            elem if elem.is_float() => format!("{}.5", self.numbers),
            _ => "true".to_owned(),
        })
    }
}

/// Returns the nesting depth of the least value of each data type; `None` for a type without values.
fn least_depths(tree: &TreeType) -> Vec<Option<usize>> {
    let mut depths = vec![None; tree.datas.len()];
    loop {
        let depth = |(_, payloads): &(Symbol, Vec<EntryType>)| Some(least_depth(tree, &depths, payloads)? + 1);
        let next: Vec<Option<usize>> =
            tree.datas.iter().map(|data| data.constructors.iter().filter_map(depth).min()).collect();
        if next == depths {
            return depths;
        }
        depths = next;
    }
}

/// Returns the largest nesting depth among the least values of these types; `None` if a type has no values.
fn least_depth(tree: &TreeType, depths: &[Option<usize>], types: &[EntryType]) -> Option<usize> {
    let of = |ty: &EntryType| {
        let EntryType::Opaque(opaque) = ty else { return Some(0) };
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let of = |(_, field): &(Symbol, EntryType)| least_depth(tree, depths, std::slice::from_ref(field));
                fields.iter().map(of).try_fold(0, |most, depth| Some(depth?.max(most)))
            }
            OpaqueForm::Sum(all) => all.iter().filter_map(|(_, types)| least_depth(tree, depths, types)).min(),
            OpaqueForm::Data(number) => depths.get(tree.position(*number)?).copied()?,
            OpaqueForm::Array(..) | OpaqueForm::Tree(_) => Some(0),
        }
    };
    types.iter().map(of).try_fold(0, |most, depth| Some(depth?.max(most)))
}
