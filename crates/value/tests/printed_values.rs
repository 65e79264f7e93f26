//! Tests that printed values read back the same: random values of random types, also recursive ones, and results of
//! entry points as `run` prints them.

use base::Symbol;
use rista_value::entry::{
    DataType, EntryResult, EntryType, OpaqueForm, TreeType, print_structured, read_leaves, split,
};
use rista_value::{ReadErrorKind, Reader, ScalarType, SplitMix64, Value};
use std::collections::HashMap;

const ELEMS: [ScalarType; 4] = [ScalarType::I32, ScalarType::I8, ScalarType::F64, ScalarType::Bool];

struct Random {
    numbers: SplitMix64,
}

impl Random {
    fn below(&mut self, count: u64) -> u64 {
        self.numbers.below(count)
    }

    /// Returns a type of at most `depth` levels. If `datas` is not 0, the type holds some of that many recursive types.
    fn ty(&mut self, depth: u64, datas: u64) -> EntryType {
        let some = ELEMS[self.below(4) as usize];
        if depth == 0 && datas > 0 {
            return EntryType::spelt(OpaqueForm::Data(self.below(datas) as usize));
        }
        match self.below(if depth == 0 { 2 } else { 7 }) {
            0 => EntryType::flat(some, 0),
            1 => EntryType::flat(some, 1 + self.below(2) as usize),
            2 => EntryType::spelt(OpaqueForm::Record(self.fields(|at| at.to_string(), depth, datas))),
            3 => EntryType::spelt(OpaqueForm::Record(self.fields(|at| format!("x{at}"), depth, datas))),
            4 => EntryType::spelt(OpaqueForm::Sum(self.constructors(depth, datas))),
            5 if datas == 0 => EntryType::rows_of(EntryType::array(self.ty_of_rows(depth - 1))),
            _ => match self.ty(depth - 1, datas) {
                EntryType::Flat(flat) => EntryType::flat(flat.elem, flat.rank + 1),
                elem => EntryType::array(elem),
            },
        }
    }

    /// Returns a type that rows may hold, in which tuples are arrays of each part.
    fn ty_of_rows(&mut self, depth: u64) -> EntryType {
        match self.ty(depth, 0) {
            ty if ty.rows().is_some() => EntryType::flat(ScalarType::I32, 0),
            ty => ty,
        }
    }

    fn fields(&mut self, name: impl Fn(u64) -> String, depth: u64, datas: u64) -> Vec<(Symbol, EntryType)> {
        let count = [0, 2, 3][self.below(3) as usize];
        (0..count).map(|at| (Symbol::new(&name(at)), self.ty(depth - 1, datas))).collect()
    }

    fn constructors(&mut self, depth: u64, datas: u64) -> Vec<(Symbol, Vec<EntryType>)> {
        let count = 1 + self.below(3);
        let payloads = |this: &mut Self| (0..this.below(3)).map(|_| this.ty(depth - 1, datas)).collect();
        (0..count).map(|at| (Symbol::new(&format!("c{at}")), payloads(self))).collect()
    }

    /// Returns a type of values that hold values of recursive types.
    fn tree(&mut self) -> EntryType {
        let datas = 1 + self.below(3);
        let data = |this: &mut Self, number| {
            let mut constructors = this.constructors(2, datas);
            constructors.push((Symbol::new("end"), Vec::new()));
            DataType { number, constructors }
        };
        let tree =
            TreeType { datas: (0..datas as usize).map(|number| data(self, number)).collect(), root: self.ty(2, datas) };
        tree.part(&tree.root)
    }

    /// Returns a value as text. Arrays at one place of the type have one shape, which `sizes` records.
    fn text(&mut self, ty: &EntryType, place: &str, tree: Option<&TreeType>, sizes: &mut Sizes) -> String {
        let opaque = match ty {
            EntryType::Flat(flat) => {
                let shape = self.shape(flat.rank, place, sizes);
                if shape.contains(&0) {
                    let sizes: String = shape.iter().map(|size| format!("[{size}]")).collect();
                    return format!("empty({sizes}{})", flat.elem);
                }
                return self.rows(&shape, sizes, &mut |this, _| this.scalar(flat.elem));
            }
            EntryType::Opaque(opaque) => opaque,
        };
        if let Some(EntryType::Flat(data)) = ty.rows() {
            let row = |this: &mut Self| match this.below(3) {
                0 => format!("empty({}{})", "[0]".repeat(data.rank), data.elem),
                _ => {
                    let inner = EntryType::Flat(*data);
                    let mut own = sizes.clone();
                    own.insert(format!("{place}r0"), 1 + this.below(3));
                    (1..data.rank).for_each(|at| _ = own.entry(format!("{place}r{at}")).or_insert(2));
                    this.text(&inner, &format!("{place}r"), tree, &mut own)
                }
            };
            let count = self.below(4);
            return self.several(count, row);
        }
        if let Some(data) = ty.rows() {
            let count = self.below(3);
            return self.several(count, |this| {
                let mut own = sizes.clone();
                own.insert(format!("{place}r0"), this.below(3));
                this.text(data, &format!("{place}r"), tree, &mut own)
            });
        }
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let is_tuple = opaque.form.components().is_some();
                let mut parts = Vec::new();
                for (name, field) in fields {
                    let value = self.text(field, &format!("{place}{name}."), tree, sizes);
                    parts.push(if is_tuple { value } else { format!("{name} = {value}") });
                }
                let parts = parts.join(", ");
                if is_tuple { format!("({parts})") } else { format!("{{{parts}}}") }
            }
            OpaqueForm::Sum(all) => self.sum(all, place, tree, sizes),
            OpaqueForm::Array(elem, rank) => {
                let inner = format!("{place}e");
                let shape = self.shape(*rank, place, sizes);
                self.rows(&shape, sizes, &mut |this, sizes| this.text(elem, &inner, tree, sizes))
            }
            OpaqueForm::Tree(tree) => self.text(&tree.root, place, Some(tree), sizes),
            OpaqueForm::Data(number) => {
                let tree = tree.expect("a tree around");
                let all = &tree.datas[tree.position(*number).expect("a data type")].constructors;
                // The last constructor ends the value.
                let last = place.len() > 60 || self.below(3) == 0;
                let mut own = HashMap::new();
                self.sum(if last { &all[all.len() - 1..] } else { all }, &format!("{place}d"), Some(tree), &mut own)
            }
        }
    }

    fn sum(
        &mut self,
        all: &[(Symbol, Vec<EntryType>)],
        place: &str,
        tree: Option<&TreeType>,
        sizes: &mut Sizes,
    ) -> String {
        let (name, payloads) = &all[self.below(all.len() as u64) as usize];
        let mut text = format!("#{name}");
        for (at, ty) in payloads.iter().enumerate() {
            let value = self.text(ty, &format!("{place}{name}{at}."), tree, sizes);
            text += &if value.starts_with('#') { format!(" ({value})") } else { format!(" {value}") };
        }
        text
    }

    fn several(&mut self, count: u64, mut one: impl FnMut(&mut Self) -> String) -> String {
        let elements: Vec<String> = (0..count).map(|_| one(self)).collect();
        format!("[{}]", elements.join(", "))
    }

    fn shape(&mut self, rank: usize, place: &str, sizes: &mut Sizes) -> Vec<u64> {
        let mut size = |at| {
            let new = self.below(4);
            *sizes.entry(format!("{place}{at}")).or_insert(new)
        };
        (0..rank).map(&mut size).collect()
    }

    fn rows(
        &mut self,
        shape: &[u64],
        sizes: &mut Sizes,
        elem: &mut dyn FnMut(&mut Self, &mut Sizes) -> String,
    ) -> String {
        let Some((count, inner)) = shape.split_first() else { return elem(self, sizes) };
        self.several(*count, |this| this.rows(inner, sizes, elem))
    }

    fn scalar(&mut self, elem: ScalarType) -> String {
        match elem {
            ScalarType::Bool => ["true", "false"][self.below(2) as usize].to_owned(),
            ScalarType::F64 => ["-0.5", "1e300", "f64.inf", "3", "-0.0"][self.below(5) as usize].to_owned(),
            _ => (self.below(200) as i64 - 100).to_string(),
        }
    }
}

/// The sizes of arrays by their places in the type.
type Sizes = HashMap<String, u64>;

/// Returns a result's lines.
fn printed(ty: &EntryType, leaves: &[Value]) -> String {
    let result = EntryResult { ty: ty.clone(), shown: String::new(), unique: false };
    let components = result.components();
    let parts = components.iter().zip(split(&components, leaves));
    parts.map(|(ty, leaves)| print_structured(ty, leaves) + "\n").collect()
}

#[test]
fn what_is_printed_reads_back_the_same() {
    let (mut whole, mut lines) = (0, 0);
    for seed in 0..4000 {
        let mut random = Random { numbers: SplitMix64::new(seed) };
        let ty = if seed % 2 == 0 { random.ty(3, 0) } else { random.tree() };
        let text = random.text(&ty, "", None, &mut HashMap::new());
        let leaves = match read_leaves(&mut Reader::new(text.as_bytes()), &ty) {
            Ok(leaves) => leaves,
            // Rows of different lengths may occur where none are allowed.
            Err(error) if error.kind == ReadErrorKind::Shape => continue,
            Err(error) => panic!("{seed}: {text}\n{error}"),
        };
        for (printed, count) in [(print_structured(&ty, &leaves), &mut whole), (printed(&ty, &leaves), &mut lines)] {
            let mut reader = Reader::new(printed.as_bytes());
            let again =
                read_leaves(&mut reader, &ty).unwrap_or_else(|error| panic!("{seed}: {text}\n{printed}\n{error}"));
            assert!(reader.is_at_end(), "{seed}: {text}\n{printed}");
            assert_eq!(again, leaves, "{seed}: {text}\n{printed}");
            *count += 1;
        }
    }
    assert!(whole > 3900 && lines > 3900, "{whole} {lines}");
}
