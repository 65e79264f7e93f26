//! The representation of values that contain data types and may be nested without bound. Their leaves are arrays,
//! whatever the type: first one of `i64`, the *numbers*, which describe the structure, then one array for each scalar
//! type that occurs in the values, in the order of these types.
//!
//! ```text
//! data list = <cons(i32, @list) | nil>      #cons 1 (#cons 2 #nil)      [3, 1, 0, 0]   [2, 1]
//! ```
//!
//! The first number is the count of nodes: a node is a value of a data type. Each node follows, with the number of its
//! constructor, counted through all data types of the tree type, and then its payloads. A node stands after the nodes
//! that it holds, and of these the first stands last. A reader therefore keeps a stack of nodes and pops the ones that
//! a node holds. The payload of the root comes at the end.
//!
//! - A scalar has no number; it is appended to the array of its type.
//! - An array of scalars has its sizes among the numbers, and its elements in the array of their type.
//! - A sum that contains data has the number of its constructor, then its payloads.
//! - A node inside a payload has no number; it is popped from the stack. An array of nodes has only its sizes.
//! - An array of sums that contain data has its sizes, then its elements one after the other.

use super::{EntryType, FlatType, OpaqueForm, OpaqueType};
use crate::array::{ArrayValue, Storage, Value};
use crate::scalar::{Scalar, ScalarType};
use base::Symbol;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A type that contains data types. Inside it, `OpaqueForm::Data` refers to a data type by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeType {
    /// The data types, in the order in which the leaves count constructors.
    pub datas: Vec<DataType>,
    pub root: EntryType,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DataType {
    /// Number of the data type in the program.
    pub number: usize,
    /// Constructors sorted by name, each with its payloads.
    pub constructors: Vec<(Symbol, Vec<EntryType>)>,
}

/// A value of a tree type: all nodes, and the parts of the outermost value.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub root: Vec<Item>,
}

/// A value of a data type. `data` is the position of the type in `TreeType::datas`, `constructor` its constructor's
/// position, and `items` are the payloads.
#[derive(Clone, Debug)]
pub struct Node {
    pub data: usize,
    pub constructor: usize,
    pub items: Vec<Item>,
}

/// A part of a value.
#[derive(Clone, Debug)]
pub enum Item {
    Leaf(Value),
    /// The constructor's position of a sum that contains data. The payloads follow as items.
    Tag(usize),
    Node(usize),
    /// An array of nodes: its shape, and the nodes in row-major order.
    Nodes(Vec<usize>, Vec<usize>),
    /// An array of sums that contain data: its shape, and the parts of each element in row-major order.
    Elements(Vec<usize>, Vec<Vec<Item>>),
}

/// Why leaves do not encode a value. `at` is the position, among the numbers, of the last one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The leaves are not arrays of the expected types.
    Types,
    /// The numbers (`None`), or the array of these scalars, end after this many elements although more are needed.
    Ends(Option<ScalarType>, usize),
    /// A number should be a constructor's, which is below `count`.
    Constructor { number: i64, at: usize, count: usize },
    /// A number should be a size.
    Size { number: i64, at: usize },
    /// No node of the wanted data type stands before this position.
    Node { at: usize },
    /// Nodes, numbers or scalars are left over after the value.
    Rest,
}

impl NoTree {
    /// Returns the numbers that occur in the error, to be inserted into a message at run time.
    pub fn values(&self) -> Vec<i64> {
        match *self {
            NoTree::Types | NoTree::Rest => Vec::new(),
            NoTree::Ends(_, count) => vec![count as i64],
            NoTree::Constructor { number, at, .. } | NoTree::Size { number, at } => vec![number, at as i64],
            NoTree::Node { at } => vec![at as i64],
        }
    }
}

type Reading<T> = Result<T, NoTree>;

/// Largest number of nodes in a result. A node that is shared counts once for each reference.
pub const MAX_NODES: usize = 1 << 26;

/// An array that represents a part of the elements of an array: scalars, nodes, or sums that contain data.
pub enum ArrayLeaf<'t> {
    Flat(FlatType),
    Data { number: usize, rank: usize },
    Elements { ty: &'t EntryType, rank: usize },
}

impl EntryType {
    /// Returns the tree type if the type is one.
    pub fn tree(&self) -> Option<&TreeType> {
        let EntryType::Opaque(opaque) = self else { return None };
        if let OpaqueForm::Tree(tree) = &opaque.form { Some(tree) } else { None }
    }

    /// Whether values of the type contain values of data types.
    pub fn holds_data(&self) -> bool {
        let EntryType::Opaque(opaque) = self else { return false };
        match &opaque.form {
            OpaqueForm::Record(fields) => fields.iter().any(|(_, field)| field.holds_data()),
            OpaqueForm::Sum(all) => all.iter().flat_map(|(_, payloads)| payloads).any(EntryType::holds_data),
            OpaqueForm::Array(elem, _) => elem.holds_data(),
            OpaqueForm::Data(_) | OpaqueForm::Tree(_) => true,
        }
    }

    /// Returns the arrays that represent an array of rank `rank` with elements of this type.
    pub fn array_leaves(&self, rank: usize) -> Vec<ArrayLeaf<'_>> {
        let deeper = |leaf: FlatType| ArrayLeaf::Flat(FlatType { rank: leaf.rank + rank, ..leaf });
        let EntryType::Opaque(opaque) = self else {
            return self.leaves().into_iter().map(deeper).collect();
        };
        match &opaque.form {
            _ if !self.holds_data() => self.element_leaves().into_iter().map(deeper).collect(),
            OpaqueForm::Record(fields) => fields
                .iter()
                .flat_map(|(_, field)| {
                    let plain = || field.leaves().into_iter().map(deeper).collect();
                    if field.holds_data() { field.array_leaves(rank) } else { plain() }
                })
                .collect(),
            OpaqueForm::Array(elem, inner) => elem.array_leaves(rank + inner),
            OpaqueForm::Data(number) => vec![ArrayLeaf::Data { number: *number, rank }],
            OpaqueForm::Sum(_) => vec![ArrayLeaf::Elements { ty: self, rank }],
            OpaqueForm::Tree(_) => Vec::new(),
        }
    }

    /// Returns the type with each data type's number replaced by `number` of it.
    pub fn renumbered(&self, number: &mut dyn FnMut(usize) -> usize) -> EntryType {
        let EntryType::Opaque(opaque) = self else { return self.clone() };
        let form = match &opaque.form {
            OpaqueForm::Record(fields) => {
                OpaqueForm::Record(fields.iter().map(|(name, field)| (*name, field.renumbered(number))).collect())
            }
            OpaqueForm::Sum(all) => OpaqueForm::Sum(renumbered(all, number)),
            OpaqueForm::Array(elem, rank) => OpaqueForm::Array(elem.renumbered(number), *rank),
            OpaqueForm::Data(old) => OpaqueForm::Data(number(*old)),
            OpaqueForm::Tree(tree) => {
                let data = |data: &DataType| DataType {
                    number: number(data.number),
                    constructors: renumbered(&data.constructors, number),
                };
                let datas = tree.datas.iter().map(data).collect();
                OpaqueForm::Tree(Box::new(TreeType { datas, root: tree.root.renumbered(number) }))
            }
        };
        EntryType::Opaque(Arc::new(OpaqueType { name: opaque.name.clone(), form }))
    }
}

fn renumbered(
    constructors: &[(Symbol, Vec<EntryType>)],
    number: &mut dyn FnMut(usize) -> usize,
) -> Vec<(Symbol, Vec<EntryType>)> {
    let mut renumber = |payloads: &[EntryType]| payloads.iter().map(|ty| ty.renumbered(number)).collect();
    constructors.iter().map(|(name, payloads)| (*name, renumber(payloads))).collect()
}

impl TreeType {
    /// Returns the scalar types that occur in values, sorted. The leaves have one array for each of them.
    pub fn scalars(&self) -> Vec<ScalarType> {
        let mut found = BTreeSet::new();
        let payloads = self.datas.iter().flat_map(|data| &data.constructors).flat_map(|(_, payloads)| payloads);
        payloads.chain([&self.root]).for_each(|ty| add_scalars(ty, &mut found));
        found.into_iter().collect()
    }

    pub fn leaves(&self) -> Vec<FlatType> {
        let scalars = self.scalars();
        std::iter::once(ScalarType::I64).chain(scalars).map(|elem| FlatType { elem, rank: 1 }).collect()
    }

    /// Returns the type of a part of the values as a type of its own, with the data types that the part needs in the
    /// order of first use.
    pub fn part(&self, ty: &EntryType) -> EntryType {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => return ty.clone(),
        };
        let OpaqueForm::Record(fields) = &opaque.form else {
            let datas = self.needed(ty).iter().filter_map(|ty| self.data(ty).cloned()).collect();
            let form = OpaqueForm::Tree(Box::new(TreeType { datas, root: ty.clone() }));
            return EntryType::Opaque(Arc::new(OpaqueType { name: opaque.name.clone(), form }));
        };
        EntryType::spelt(OpaqueForm::Record(fields.iter().map(|(name, field)| (*name, self.part(field))).collect()))
    }

    /// Returns the data types that a part of the values may contain, in the order of first use from the outside
    /// inwards.
    pub fn needed(&self, part: &EntryType) -> Vec<EntryType> {
        let mut found = Vec::new();
        let mut numbers = BTreeSet::new();
        add_datas(part, &mut numbers, &mut found);
        let mut done = 0;
        while let Some(ty) = found.get(done) {
            let payloads = self.data(ty).map_or(&[][..], |data| &data.constructors);
            payloads.iter().flat_map(|(_, payloads)| payloads).for_each(|ty| add_datas(ty, &mut numbers, &mut found));
            done += 1;
        }
        found
    }

    /// Returns the data type that a type refers to.
    pub fn data(&self, ty: &EntryType) -> Option<&DataType> {
        let EntryType::Opaque(opaque) = ty else { return None };
        let OpaqueForm::Data(number) = opaque.form else { return None };
        self.datas.get(self.position(number)?)
    }

    /// Returns the position of the data type with this number.
    pub fn position(&self, number: usize) -> Option<usize> {
        self.datas.iter().position(|data| data.number == number)
    }

    /// Returns the total number of constructors of the data types before position `data`.
    pub fn first_constructor(&self, data: usize) -> usize {
        self.datas.iter().take(data).map(|data| data.constructors.len()).sum()
    }

    /// Returns the position of the data type, and of the constructor in it, that constructor number `number` stands
    /// for.
    fn constructor(&self, number: usize) -> Option<(usize, usize)> {
        let mut left = number;
        for (at, data) in self.datas.iter().enumerate() {
            if left < data.constructors.len() {
                return Some((at, left));
            }
            left -= data.constructors.len();
        }
        None
    }
}

/// Appends to `found` the data types in `ty` whose numbers are not in `numbers` yet.
fn add_datas(ty: &EntryType, numbers: &mut BTreeSet<usize>, found: &mut Vec<EntryType>) {
    let EntryType::Opaque(opaque) = ty else { return };
    match &opaque.form {
        OpaqueForm::Record(fields) => fields.iter().for_each(|(_, field)| add_datas(field, numbers, found)),
        OpaqueForm::Sum(all) => all.iter().flat_map(|(_, tys)| tys).for_each(|ty| add_datas(ty, numbers, found)),
        OpaqueForm::Array(elem, _) => add_datas(elem, numbers, found),
        OpaqueForm::Data(number) => {
            if numbers.insert(*number) {
                found.push(ty.clone());
            }
        }
        OpaqueForm::Tree(_) => {}
    }
}

/// Adds the scalar types of all leaves in the type that are not data types.
fn add_scalars(ty: &EntryType, found: &mut BTreeSet<ScalarType>) {
    match ty {
        EntryType::Opaque(opaque) if ty.holds_data() => match &opaque.form {
            OpaqueForm::Record(fields) => fields.iter().for_each(|(_, field)| add_scalars(field, found)),
            OpaqueForm::Sum(all) => all.iter().flat_map(|(_, tys)| tys).for_each(|ty| add_scalars(ty, found)),
            OpaqueForm::Array(elem, _) => add_scalars(elem, found),
            OpaqueForm::Data(_) | OpaqueForm::Tree(_) => {}
        },
        _ => found.extend(ty.leaves().iter().map(|leaf| leaf.elem)),
    }
}

// To leaves

/// The arrays that represent the value, while they are written.
struct Writer {
    numbers: Vec<i64>,
    scalars: BTreeMap<ScalarType, Storage>,
}

impl Tree {
    /// Returns the leaves of the value; `None` if it is not of the type.
    pub fn leaves(&self, ty: &TreeType) -> Option<Vec<Value>> {
        let mut order = Vec::new();
        let mut open = Vec::new();
        push_nodes(&self.root, &mut open);
        while let Some(node) = open.pop() {
            order.push(node);
            push_nodes(&self.nodes.get(node)?.items, &mut open);
        }
        let scalars = ty.scalars().into_iter().map(|elem| (elem, Storage::new(elem))).collect();
        let mut writer = Writer { numbers: vec![order.len() as i64], scalars };
        for node in order.into_iter().rev() {
            let node = self.nodes.get(node)?;
            writer.number(ty.first_constructor(node.data) + node.constructor);
            writer.items(&node.items)?;
        }
        writer.items(&self.root)?;
        let numbers = Storage::I64(writer.numbers);
        let arrays = std::iter::once(numbers).chain(writer.scalars.into_values());
        arrays.map(|data| ArrayValue::new(vec![data.len()], data).map(Value::Array)).collect()
    }
}

/// Appends the nodes among the items, the first one last.
fn push_nodes(items: &[Item], open: &mut Vec<usize>) {
    for item in items.iter().rev() {
        match item {
            Item::Node(node) => open.push(*node),
            Item::Nodes(_, nodes) => open.extend(nodes.iter().rev()),
            Item::Elements(_, elements) => elements.iter().rev().for_each(|items| push_nodes(items, open)),
            Item::Leaf(_) | Item::Tag(_) => {}
        }
    }
}

impl Writer {
    fn number(&mut self, number: usize) {
        self.numbers.push(number as i64);
    }

    /// Appends the items to the leaves in order.
    fn items(&mut self, items: &[Item]) -> Option<()> {
        for item in items {
            match item {
                Item::Leaf(value) => self.leaf(value)?,
                Item::Tag(tag) => self.number(*tag),
                Item::Node(_) => {}
                Item::Nodes(shape, _) => shape.iter().for_each(|&size| self.number(size)),
                Item::Elements(shape, elements) => {
                    shape.iter().for_each(|&size| self.number(size));
                    elements.iter().try_for_each(|items| self.items(items))?;
                }
            }
        }
        Some(())
    }

    fn leaf(&mut self, value: &Value) -> Option<()> {
        value.shape().iter().for_each(|&size| self.number(size));
        let scalars = self.scalars.get_mut(&value.elem())?;
        match value {
            Value::Scalar(scalar) => scalars.push(*scalar).then_some(()),
            Value::Array(array) => {
                (0..array.len()).all(|at| array.get(at).is_some_and(|x| scalars.push(x))).then_some(())
            }
        }
    }
}

// From leaves

/// State while the arrays are read from their start. A pair is an array and the position of its next element.
struct Reader<'a> {
    ty: &'a TreeType,
    numbers: (&'a ArrayValue, usize),
    scalars: BTreeMap<ScalarType, (&'a ArrayValue, usize)>,
    nodes: Vec<Node>,
    /// Stack of the nodes that no other node holds yet.
    open: Vec<usize>,
}

/// Returns the value that the leaves represent.
///
/// # Errors If the leaves do not represent a value of the type.
pub fn read_tree(ty: &TreeType, leaves: &[Value]) -> Reading<Tree> {
    let types = ty.leaves();
    let mut arrays = Vec::new();
    for (leaf, flat) in leaves.iter().zip(&types) {
        match leaf {
            Value::Array(array) if array.elem() == flat.elem && array.rank() == 1 => arrays.push(array),
            _ => return Err(NoTree::Types),
        }
    }
    let Some((numbers, scalars)) = arrays.split_first() else { return Err(NoTree::Types) };
    if arrays.len() != types.len() || leaves.len() != types.len() {
        return Err(NoTree::Types);
    }
    let scalars = scalars.iter().map(|array| (array.elem(), (*array, 0))).collect();
    let mut reader = Reader { ty, numbers: (numbers, 0), scalars, nodes: Vec::new(), open: Vec::new() };
    for _ in 0..reader.size()? {
        reader.node()?;
    }
    let mut root = Vec::new();
    reader.items(&ty.root, &mut root)?;
    let is_all = reader.open.is_empty()
        && reader.numbers.1 == numbers.len()
        && reader.scalars.values().all(|(array, at)| *at == array.len());
    if is_all { Ok(Tree { nodes: reader.nodes, root }) } else { Err(NoTree::Rest) }
}

impl Reader<'_> {
    fn number(&mut self) -> Reading<i64> {
        let number = self.numbers.0.get(self.numbers.1).and_then(Scalar::as_i64);
        self.numbers.1 += 1;
        number.ok_or(NoTree::Ends(None, self.numbers.0.len()))
    }

    /// Returns the position of the number that was read last.
    fn last(&self) -> usize {
        self.numbers.1.saturating_sub(1)
    }

    fn size(&mut self) -> Reading<usize> {
        let number = self.number()?;
        usize::try_from(number).map_err(|_| NoTree::Size { number, at: self.last() })
    }

    /// Reads a constructor number, which must be below `count`.
    fn choice(&mut self, count: usize) -> Reading<usize> {
        let number = self.number()?;
        let choice = usize::try_from(number).ok().filter(|&choice| choice < count);
        choice.ok_or(NoTree::Constructor { number, at: self.last(), count })
    }

    /// Reads `rank` sizes, and returns them with their product (saturating).
    fn shape(&mut self, rank: usize) -> Reading<(Vec<usize>, usize)> {
        let shape = (0..rank).map(|_| self.size()).collect::<Reading<Vec<usize>>>()?;
        let count = shape.iter().fold(1_usize, |count, &size| count.saturating_mul(size));
        Ok((shape, count))
    }

    /// Reads a constructor and its payloads, and adds a node for it.
    fn node(&mut self) -> Reading<()> {
        let ty = self.ty;
        let number = self.choice(ty.first_constructor(ty.datas.len()))?;
        let (data, constructor) = ty.constructor(number).ok_or(NoTree::Types)?;
        let constructors = ty.datas.get(data).map_or(&[][..], |data| &data.constructors);
        let mut items = Vec::new();
        for payload in constructors.iter().skip(constructor).take(1).flat_map(|(_, payloads)| payloads) {
            self.items(payload, &mut items)?;
        }
        self.open.push(self.nodes.len());
        self.nodes.push(Node { data, constructor, items });
        Ok(())
    }

    /// Reads the items of a value of the type.
    fn items(&mut self, ty: &EntryType, items: &mut Vec<Item>) -> Reading<()> {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => return ty.leaves().into_iter().try_for_each(|leaf| self.leaf(leaf).map(|leaf| items.push(leaf))),
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => fields.iter().try_for_each(|(_, field)| self.items(field, items)),
            OpaqueForm::Sum(all) => {
                let tag = self.choice(all.len())?;
                items.push(Item::Tag(tag));
                let payloads = all.iter().skip(tag).take(1).flat_map(|(_, payloads)| payloads);
                for payload in payloads {
                    self.items(payload, items)?;
                }
                Ok(())
            }
            OpaqueForm::Array(elem, rank) => {
                for leaf in elem.array_leaves(*rank) {
                    items.push(match leaf {
                        ArrayLeaf::Flat(leaf) => self.leaf(leaf)?,
                        ArrayLeaf::Data { number, rank } => self.nodes(number, rank)?,
                        ArrayLeaf::Elements { ty, rank } => self.elements(ty, rank)?,
                    });
                }
                Ok(())
            }
            OpaqueForm::Data(number) => {
                items.push(Item::Node(self.taken(*number)?));
                Ok(())
            }
            OpaqueForm::Tree(_) => Err(NoTree::Types),
        }
    }

    /// Reads an array of nodes of data type `number`.
    fn nodes(&mut self, number: usize, rank: usize) -> Reading<Item> {
        let (shape, count) = self.shape(rank)?;
        if count > self.open.len() {
            return Err(NoTree::Node { at: self.last() });
        }
        Ok(Item::Nodes(shape, (0..count).map(|_| self.taken(number)).collect::<Reading<_>>()?))
    }

    /// Reads an array of sums that contain data. Fails early if there are more elements than numbers, since each
    /// element has a number.
    fn elements(&mut self, ty: &EntryType, rank: usize) -> Reading<Item> {
        let (shape, count) = self.shape(rank)?;
        if count > self.numbers.0.len() {
            return Err(NoTree::Ends(None, self.numbers.0.len()));
        }
        let mut elements = Vec::new();
        for _ in 0..count {
            let mut items = Vec::new();
            self.items(ty, &mut items)?;
            elements.push(items);
        }
        Ok(Item::Elements(shape, elements))
    }

    /// Pops the node that was read last, which must be of data type `number`.
    fn taken(&mut self, number: usize) -> Reading<usize> {
        let missing = NoTree::Node { at: self.last() };
        let node = self.open.pop().ok_or(missing)?;
        let data = self.nodes.get(node).and_then(|node| self.ty.datas.get(node.data));
        if data.is_some_and(|data| data.number == number) { Ok(node) } else { Err(missing) }
    }

    /// Reads a scalar or an array of scalars.
    fn leaf(&mut self, ty: FlatType) -> Reading<Item> {
        let (shape, count) = self.shape(ty.rank)?;
        let (array, at) = self.scalars.get_mut(&ty.elem).ok_or(NoTree::Types)?;
        let ends = NoTree::Ends(Some(ty.elem), array.len());
        if count > array.len() - *at {
            return Err(ends);
        }
        let scalars: Option<Vec<Scalar>> = (*at..*at + count).map(|at| array.get(at)).collect();
        *at += count;
        let scalars = scalars.ok_or(ends)?;
        Ok(Item::Leaf(match ty.rank {
            0 => Value::Scalar(*scalars.first().ok_or(ends)?),
            _ => Value::Array(ArrayValue::from_scalars(ty.elem, shape, &scalars).ok_or(ends)?),
        }))
    }
}
