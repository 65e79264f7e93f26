//! Types of a library's interface: those of its entry points, and all types that can be composed from them or projected
//! out of them.

use crate::c::exp::c_type;
use crate::c::library::names::{Names, unused};
use base::Symbol;
use imp::def::{FlatType, Program};
use std::collections::BTreeSet;
use value::ScalarType;
use value::entry::{EntryType, OpaqueForm, TreeType, sum_layout};

/// All types of the interface, parts before wholes except for recursive types. Parts are referred to by position.
#[derive(Default)]
pub(crate) struct Interface {
    pub types: Vec<InterfaceType>,
    names: BTreeSet<String>,
    c_names: BTreeSet<String>,
}

pub(crate) struct InterfaceType {
    entry: EntryType,
    /// Name in manifests and for the server, which no other type has.
    pub name: String,
    /// Name as a part of C names: `f64_1d`, `opaque_point`; the type itself for a scalar.
    pub c_name: String,
    pub form: Form,
    pub leaves: Vec<Leaf>,
    /// Leaves in calls and files.
    pub flats: Vec<Leaf>,
    pub tree: Option<Tree>,
}

/// Additional facts about a type whose values are trees (see `rts/tree.h`).
pub(crate) struct Tree {
    /// Arrays that represent the value in calls and files.
    pub fields: Vec<Field>,
    /// Recursive types in the type, by position. If the type is recursive itself, it is the first.
    pub datas: Vec<usize>,
}

pub(crate) enum Form {
    Scalar(ScalarType),
    Array {
        elem: ScalarType,
        element: usize,
        rank: usize,
    },
    Record(Vec<Field>),
    Sum(Vec<Variant>),
    /// An array of an opaque type. `fields` are set if the elements are records, for `zip`.
    OpaqueArray {
        element: usize,
        rank: usize,
        fields: Option<Vec<Field>>,
    },
}

pub(crate) struct Field {
    pub name: String,
    pub ty: usize,
}

pub(crate) struct Variant {
    pub name: String,
    pub payloads: Vec<usize>,
    /// Positions of the payloads' leaves among those of the sum, or of a tree's node.
    pub places: Vec<usize>,
}

/// Facts about a leaf that the runtime needs (see `rts/types.h`).
#[derive(Clone)]
pub(crate) struct Leaf {
    pub flat: FlatType,
    /// Another leaf, and the number of outer sizes that both leaves have in common.
    pub like: Option<(usize, usize)>,
    /// Tags, as pairs of leaf and value, outermost first, that an element must have for the leaf to be used.
    pub conditions: Vec<(usize, usize)>,
    /// Type of the tree that the leaf is, by position; `None` for other leaves.
    pub tree: Option<usize>,
}

/// Largest number of recursive types in a type for which there are operations. Values of a type with more are only
/// available as arrays.
const MAX_DATAS: usize = 100;

impl Interface {
    pub fn new(program: &Program) -> Interface {
        let mut interface = Interface::default();
        for entry in &program.entries {
            for param in &entry.params {
                interface.add(&param.ty);
            }
            interface.add(&entry.result.ty);
        }
        interface
    }

    /// Returns the type of a parameter or result of the program.
    pub fn type_of(&self, ty: &EntryType) -> usize {
        self.find(ty).unwrap_or(0)
    }

    /// Finds a type. Trees are compared only by their structure, because parts of a type have the names given there.
    fn find(&self, ty: &EntryType) -> Option<usize> {
        let is_same = |found: &InterfaceType| match (found.entry.tree(), ty.tree()) {
            (Some(found), Some(tree)) => found.root == tree.root && found.datas == tree.datas,
            _ => found.entry == *ty,
        };
        self.types.iter().position(is_same)
    }

    /// Returns the number of a type, which is added with all its parts if it is new.
    fn add(&mut self, ty: &EntryType) -> usize {
        if let Some(found) = self.find(ty) {
            return found;
        }
        if let Some(tree) = ty.tree().filter(|tree| can_be_nodes(tree)) {
            return self.add_tree(ty, tree);
        }
        let form = self.form(ty);
        let flats = leaves(ty);
        let leaves = match &form {
            Form::Record(fields) => joined(fields.iter().map(|field| self.types[field.ty].leaves.clone())),
            _ => flats.clone(),
        };
        self.push(ty, form, leaves, flats)
    }

    fn push(&mut self, ty: &EntryType, form: Form, leaves: Vec<Leaf>, flats: Vec<Leaf>) -> usize {
        let c_name = self.c_name(ty, &form);
        let (name, c_name) = (unused(ty.name(), &mut self.names), unused(c_name, &mut self.c_names));
        self.types.push(InterfaceType { entry: ty.clone(), name, c_name, form, leaves, flats, tree: None });
        self.types.len() - 1
    }

    /// Adds a recursive type before its parts, because it may be one of them.
    fn add_tree(&mut self, ty: &EntryType, tree: &TreeType) -> usize {
        let fields = tree_fields(ty).into_iter();
        let fields = fields.map(|(name, ty)| Field { name, ty: self.add(&ty) }).collect();
        let leaf = Leaf { tree: Some(self.types.len()), ..Leaf::plain(FlatType { elem: ScalarType::I64, rank: 0 }) };
        let number = self.push(ty, Form::Sum(Vec::new()), vec![leaf], leaves(ty));
        self.types[number].tree = Some(Tree { fields, datas: Vec::new() });
        let datas = tree.needed(&tree.root).iter().map(|data| self.add(&tree.part(data))).collect();
        let form = match (tree.data(&tree.root), &tree.root) {
            (Some(data), _) => self.tree_sum(tree, &data.constructors),
            (None, EntryType::Opaque(root)) => match &root.form {
                OpaqueForm::Array(elem, rank) => {
                    Form::OpaqueArray { element: self.add(&tree.part(elem)), rank: *rank, fields: None }
                }
                OpaqueForm::Sum(constructors) => self.tree_sum(tree, constructors),
                OpaqueForm::Record(_) | OpaqueForm::Tree(_) | OpaqueForm::Data(_) => Form::Sum(Vec::new()),
            },
            (None, EntryType::Flat(_)) => Form::Sum(Vec::new()),
        };
        let made = &mut self.types[number];
        made.form = form;
        if let Some(tree) = &mut made.tree {
            tree.datas = datas;
        }
        number
    }

    fn tree_sum(&mut self, tree: &TreeType, constructors: &[(Symbol, Vec<EntryType>)]) -> Form {
        let variants = constructors.iter().map(|(name, payloads)| {
            let payloads: Vec<usize> = payloads.iter().map(|payload| self.add(&tree.part(payload))).collect();
            let places = payloads.iter().map(|&payload| self.types[payload].leaves.len()).sum();
            Variant { name: name.to_string(), payloads, places: (0..places).collect() }
        });
        Form::Sum(variants.collect())
    }

    /// Returns the form of a type that is not a tree. Adds the types of its parts.
    fn form(&mut self, ty: &EntryType) -> Form {
        let opaque = match ty {
            EntryType::Flat(FlatType { elem, rank: 0 }) => return Form::Scalar(*elem),
            EntryType::Flat(FlatType { elem, rank }) => {
                let element = self.add(&EntryType::flat(*elem, 0));
                return Form::Array { elem: *elem, element, rank: *rank };
            }
            EntryType::Opaque(opaque) => opaque,
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let field = |(name, part): &(Symbol, EntryType)| Field {
                    name: field_name(ty, name.as_str()),
                    ty: self.add(part),
                };
                Form::Record(fields.iter().map(field).collect())
            }
            OpaqueForm::Sum(constructors) => {
                let places = sum_layout(constructors).places;
                let variants = constructors.iter().zip(places).map(|((name, payloads), places)| Variant {
                    name: name.to_string(),
                    payloads: payloads.iter().map(|payload| self.add(payload)).collect(),
                    places,
                });
                Form::Sum(variants.collect())
            }
            OpaqueForm::Tree(_) | OpaqueForm::Data(_) => {
                let fields = tree_fields(ty).into_iter();
                Form::Record(fields.map(|(name, ty)| Field { name, ty: self.add(&ty) }).collect())
            }
            OpaqueForm::Array(elem, rank) => {
                let element = self.add(elem);
                // An array of units is a leaf itself.
                let fields = record_fields(elem).filter(|_| !elem.leaves().is_empty()).map(|fields| {
                    let fields = fields.into_iter().filter(|(_, ty)| !ty.leaves().is_empty());
                    let fields = fields.map(|(name, ty)| (name, array_of(ty, *rank)));
                    fields.map(|(name, ty)| Field { name, ty: self.add(&ty) }).collect()
                });
                Form::OpaqueArray { element, rank: *rank, fields }
            }
        }
    }

    /// Returns the name of the type if it is valid in C. Otherwise the name is made of the names of its parts, or of
    /// the spelling's hash.
    fn c_name(&self, ty: &EntryType, form: &Form) -> String {
        let stem = |at: usize| {
            let ty = &self.types[at];
            match &ty.form {
                Form::Array { elem, rank, .. } => format!("arr{rank}d_{}", elem.name()),
                _ => ty.c_name.trim_start_matches("opaque_").to_owned(),
            }
        };
        match form {
            Form::Scalar(elem) => return elem.name().into(),
            Form::Array { elem, rank, .. } => return format!("{}_{rank}d", elem.name()),
            _ if is_identifier(&ty.name()) => return format!("opaque_{}", ty.name()),
            Form::Sum(_) if !ty.name().starts_with('#') => return format!("opaque_{}", words(&ty.name())),
            _ if ty.tree().is_some() || ty.sums().is_some() => return format!("opaque_{}", words(&ty.name())),
            _ => {}
        }
        let made = match (form, ty.components()) {
            (Form::OpaqueArray { element, rank, .. }, _) => format!("opaque_arr{rank}d_{}", stem(*element)),
            (Form::Record(fields), _) if ty.rows().is_some() => match fields.first() {
                Some(data) => format!("opaque_rows_{}", stem(data.ty)),
                None => String::new(),
            },
            (Form::Record(fields), Some(components)) => {
                let parts: String = fields.iter().map(|field| format!("_{}", stem(field.ty))).collect();
                format!("opaque_tup{}{parts}", components.len())
            }
            _ => String::new(),
        };
        if made.is_empty() || made.len() > 60 { format!("opaque_{:016x}", hash(&ty.name())) } else { made }
    }

    /// Returns an upper bound of two numbers: the leaves and parts of any value, and the leaves and parts of all
    /// arguments of an entry point.
    pub fn most_parts(&self, program: &Program) -> usize {
        let of_type = |ty: &InterfaceType| {
            let variants = if let Form::Sum(variants) = &ty.form { &variants[..] } else { &[] };
            let payloads = variants.iter().map(|variant| variant.payloads.len()).max().unwrap_or(0);
            ty.fields().len().max(payloads).max(ty.leaves.len()).max(ty.flats.len())
        };
        let of_types = self.types.iter().map(of_type);
        let of_entries = program.entries.iter().map(|entry| entry.param_leaves().len().max(entry.params.len()));
        of_types.chain(of_entries).max().unwrap_or(0).max(1)
    }
}

impl InterfaceType {
    pub fn is_scalar(&self) -> bool {
        matches!(self.form, Form::Scalar(_))
    }

    /// Returns the rank of an array.
    pub fn rank(&self) -> usize {
        match self.form {
            Form::Array { rank, .. } | Form::OpaqueArray { rank, .. } => rank,
            Form::Scalar(_) | Form::Record(_) | Form::Sum(_) => 0,
        }
    }

    /// Returns the type of an array's elements.
    pub fn element(&self) -> Option<usize> {
        match self.form {
            Form::Array { element, .. } | Form::OpaqueArray { element, .. } => Some(element),
            Form::Scalar(_) | Form::Record(_) | Form::Sum(_) => None,
        }
    }

    /// Returns the fields of a record, of an array of records, or of a tree's representation.
    pub fn fields(&self) -> &[Field] {
        match &self.form {
            _ if self.tree.is_some() => self.tree.as_ref().map_or(&[], |tree| &tree.fields),
            Form::Record(fields) | Form::OpaqueArray { fields: Some(fields), .. } => fields,
            Form::Scalar(_) | Form::Array { .. } | Form::Sum(_) | Form::OpaqueArray { .. } => &[],
        }
    }

    /// Returns the payloads of constructor `at` of a sum.
    pub fn payloads(&self, at: usize) -> &[usize] {
        match &self.form {
            Form::Sum(variants) => variants.get(at).map_or(&[], |variant| &variant.payloads),
            Form::Scalar(_) | Form::Array { .. } | Form::Record(_) | Form::OpaqueArray { .. } => &[],
        }
    }

    /// Returns the C type: `double` or `struct futhark_f64_1d`.
    pub fn c_type(&self, names: &Names) -> String {
        match &self.form {
            Form::Scalar(elem) => c_type(*elem).into(),
            _ => format!("struct {}_{}", names.prefix, self.c_name),
        }
    }

    /// Returns the declaration of a variable for a value, up to its name.
    pub fn variable(&self, names: &Names) -> String {
        format!("{}{}", self.c_type(names), if self.is_scalar() { " " } else { " *" })
    }
}

/// Returns the name by which the outside accesses a field of the record. Fields that no program can name have a short
/// one: `data`.
pub(super) fn field_name(record: &EntryType, name: &str) -> String {
    match name.split_once('.') {
        Some((_, own)) if record.rows().is_some() || record.sums().is_some() => {
            own.split_whitespace().next().unwrap_or(own).to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Returns the arrays that represent a value with data types, by name: `numbers`, then one for each scalar type.
pub(super) fn tree_fields(ty: &EntryType) -> Vec<(String, EntryType)> {
    let name = |at: usize, flat: &FlatType| if at == 0 { "numbers".into() } else { flat.elem.name().to_owned() };
    let leaves = ty.leaves();
    leaves.iter().enumerate().map(|(at, flat)| (name(at, flat), EntryType::Flat(*flat))).collect()
}

fn record_fields(ty: &EntryType) -> Option<Vec<(String, EntryType)>> {
    let EntryType::Opaque(opaque) = ty else { return None };
    let OpaqueForm::Record(fields) = &opaque.form else { return None };
    Some(fields.iter().map(|(name, ty)| (name.to_string(), ty.clone())).collect())
}

/// Returns the type of arrays of this rank with elements of the type.
fn array_of(ty: EntryType, rank: usize) -> EntryType {
    match &ty {
        EntryType::Flat(flat) => EntryType::flat(flat.elem, flat.rank + rank),
        EntryType::Opaque(opaque) => match &opaque.form {
            OpaqueForm::Array(elem, inner) => EntryType::spelt(OpaqueForm::Array(elem.clone(), rank + inner)),
            OpaqueForm::Record(_) | OpaqueForm::Sum(_) | OpaqueForm::Tree(_) | OpaqueForm::Data(_) => {
                EntryType::spelt(OpaqueForm::Array(ty.clone(), rank))
            }
        },
    }
}

/// Whether there are operations on values of the type. Their arrays must hold values of recursive types, or records of
/// such values and of scalars and arrays that all elements use.
fn can_be_nodes(tree: &TreeType) -> bool {
    let payloads = tree.datas.iter().flat_map(|data| &data.constructors).flat_map(|(_, payloads)| payloads);
    let is_whole = matches!(&tree.root, EntryType::Opaque(root) if !matches!(root.form, OpaqueForm::Record(_)));
    is_whole
        && tree.datas.len() <= MAX_DATAS
        && payloads.chain([&tree.root]).all(|part| is_node_part(tree, part, false))
}

/// Whether a part of a tree's payloads permits operations. Elements of an array (`in_array`) must not be sums or
/// arrays.
fn is_node_part(tree: &TreeType, ty: &EntryType, in_array: bool) -> bool {
    let opaque = match ty {
        EntryType::Opaque(opaque) if ty.holds_data() => opaque,
        _ => return !in_array || leaves(ty).iter().all(|leaf| leaf.conditions.is_empty()),
    };
    match &opaque.form {
        OpaqueForm::Record(fields) => fields.iter().all(|(_, field)| is_node_part(tree, field, in_array)),
        OpaqueForm::Sum(all) if !in_array => {
            all.iter().flat_map(|(_, tys)| tys).all(|ty| is_node_part(tree, ty, false))
        }
        OpaqueForm::Array(elem, _) if !in_array => is_node_part(tree, elem, true),
        OpaqueForm::Data(_) => tree.data(ty).is_some(),
        OpaqueForm::Sum(_) | OpaqueForm::Array(..) | OpaqueForm::Tree(_) => false,
    }
}

impl Leaf {
    fn plain(flat: FlatType) -> Leaf {
        Leaf { flat, like: None, conditions: Vec::new(), tree: None }
    }
}

/// Returns the leaves of the type's values, as they are passed in calls and stored in files.
fn leaves(ty: &EntryType) -> Vec<Leaf> {
    let opaque = match ty {
        EntryType::Flat(flat) => return vec![Leaf::plain(*flat)],
        EntryType::Opaque(opaque) => opaque,
    };
    match &opaque.form {
        OpaqueForm::Record(fields) => joined(fields.iter().map(|(_, field)| leaves(field))),
        OpaqueForm::Tree(_) | OpaqueForm::Data(_) => ty.leaves().into_iter().map(Leaf::plain).collect(),
        OpaqueForm::Sum(constructors) => {
            let layout = sum_layout(constructors);
            let mut all: Vec<Leaf> = layout.parts.iter().copied().map(Leaf::plain).collect();
            for (number, ((_, payloads), places)) in constructors.iter().zip(&layout.places).enumerate() {
                let place = |at: usize| places.get(at).copied().unwrap_or(0);
                // Scalars share their slots. They always have a meaning: at least 0, for unused ones.
                for (at, leaf) in
                    joined(payloads.iter().map(leaves)).into_iter().enumerate().filter(|(_, l)| l.flat.rank > 0)
                {
                    let inner = leaf.conditions.into_iter().map(|(tag, value)| (place(tag), value));
                    let conditions = std::iter::once((0, number)).chain(inner).collect();
                    let like = leaf.like.map(|(other, shared)| (place(other), shared));
                    if let Some(slot) = all.get_mut(place(at)) {
                        *slot = Leaf { like, conditions, ..leaf };
                    }
                }
            }
            all
        }
        OpaqueForm::Array(elem, rank) => {
            let mut all = leaves(elem);
            if all.is_empty() {
                all = elem.element_leaves().into_iter().map(Leaf::plain).collect();
            }
            for leaf in &mut all {
                leaf.flat.rank += rank;
                let (other, shared) = leaf.like.unwrap_or((0, 0));
                leaf.like = Some((other, shared + rank));
            }
            all
        }
    }
}

/// Returns the leaves of all parts, one after the other.
fn joined(parts: impl Iterator<Item = Vec<Leaf>>) -> Vec<Leaf> {
    let mut all = Vec::new();
    for part in parts {
        let first = all.len();
        all.extend(part.into_iter().map(|leaf| Leaf {
            like: leaf.like.map(|(other, shared)| (first + other, shared)),
            conditions: leaf.conditions.into_iter().map(|(tag, value)| (first + tag, value)).collect(),
            ..leaf
        }));
    }
    all
}

/// Returns the words of a type's name, joined by `_`: `List_int` for `(List int)`.
fn words(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Computes the FNV-1a hash.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
