//! A value of an entry type as text, for messages that say how one is written: `([[1, 2], [3]], [4, 5])`.

use super::{EntryType, FlatType, OpaqueForm};

/// An example is no longer than this, and has no more parts within parts.
const LONGEST: usize = 60;
const DEEPEST: usize = 16;

/// A value of the type as text; none where it would be long.
pub fn example(ty: &EntryType) -> Option<String> {
    Example { numbers: 0 }.of(ty, DEEPEST)
}

struct Example {
    /// So many numbers have been written.
    numbers: usize,
}

impl Example {
    fn of(&mut self, ty: &EntryType, deepest: usize) -> Option<String> {
        let deepest = deepest.checked_sub(1)?;
        let opaque = match ty {
            EntryType::Flat(flat) => return self.flat(*flat),
            EntryType::Opaque(opaque) => opaque,
        };
        let text = match &opaque.form {
            _ if let Some(data) = ty.rows() => format!("[{}, []]", self.of(data, deepest)?),
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
            OpaqueForm::Sum(constructors) => {
                let (name, payloads) = constructors.iter().max_by_key(|(_, payloads)| payloads.len())?;
                let mut text = format!("#{name}");
                for payload in payloads {
                    text += " ";
                    text += &self.of(payload, deepest)?;
                }
                text
            }
            OpaqueForm::Array(elem, rank) => {
                let elem = self.of(elem, deepest)?;
                format!("{}{elem}{}", "[".repeat(*rank), "]".repeat(*rank))
            }
            OpaqueForm::Tree(_) | OpaqueForm::Data(_) => return None,
        };
        (text.len() <= LONGEST).then_some(text)
    }

    /// Two elements in each dimension.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScalarType::{Bool, F32, I32};
    use crate::entry::{is_structured, read_structured};
    use crate::read::Reader;
    use base::Symbol;

    fn tuple(parts: Vec<EntryType>) -> EntryType {
        let fields = parts.into_iter().enumerate().map(|(at, part)| (Symbol::new(&at.to_string()), part));
        EntryType::spelt(OpaqueForm::Record(fields.collect()))
    }

    /// The example, which reads as a value of the type.
    fn readable(ty: &EntryType) -> String {
        let text = example(ty).expect("an example");
        let mut reader = Reader::new(text.as_bytes());
        assert!(is_structured(&mut reader, ty), "{text}");
        let read = read_structured(&mut reader, ty).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.len(), ty.leaves().len(), "{text}");
        assert!(reader.is_at_end(), "{text}");
        text
    }

    #[test]
    fn examples_are_values() {
        let rows = EntryType::rows_of(EntryType::flat(I32, 1));
        assert_eq!(readable(&rows), "[[1, 2], []]");
        assert_eq!(readable(&EntryType::rows_of(rows.clone())), "[[[1, 2], []], []]");
        let five_levels = (0..4).fold(EntryType::flat(I32, 1), |elem, _| EntryType::rows_of(elem));
        assert_eq!(readable(&EntryType::array(five_levels)), "[[[[[[1, 2], []], []], []], []]]");
        assert_eq!(readable(&tuple(vec![rows, EntryType::flat(F32, 1)])), "([[1, 2], []], [3.5, 4.5])");
        let pair = tuple(vec![EntryType::flat(I32, 0), EntryType::flat(Bool, 0)]);
        assert_eq!(readable(&pair), "(1, true)");
        assert_eq!(readable(&EntryType::array(pair.clone())), "[(1, true)]");
        let sum = OpaqueForm::Sum(vec![(Symbol::new("None"), vec![]), (Symbol::new("Some"), vec![pair])]);
        assert_eq!(readable(&EntryType::spelt(sum)), "#Some (1, true)");
    }

    #[test]
    fn long_examples_are_none() {
        let wide = tuple(vec![EntryType::flat(I32, 0); 100]);
        assert_eq!(example(&wide), None);
        let deep = (0..30).fold(EntryType::flat(I32, 0), |inner, _| tuple(vec![inner, EntryType::flat(I32, 0)]));
        assert_eq!(example(&deep), None);
    }
}
