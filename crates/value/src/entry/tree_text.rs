//! The text form of values with data types: `#cons 1 (#cons 2 #nil)`. Their nesting is bounded only by memory.
//! Therefore reading and writing keep an explicit list of pending work instead of recursing.

use super::leaves::{element, stack, used};
use super::structured::{names_of, no_value, read_constructor, read_structured, skip_name, write_value};
use super::tree::{ArrayLeaf, Item, Node, Tree, TreeType, read_tree};
use super::{EntryType, OpaqueForm};
use crate::array::Value;
use crate::read::{ReadErrorKind, ReadResult, Reader};
use crate::text::expect;
use base::Symbol;

type Constructors = [(Symbol, Vec<EntryType>)];

// Reading

/// A step of reading that is still to be done.
enum Wanted<'t> {
    Value(&'t EntryType),
    Byte(u8),
    Word(Symbol),
    Parentheses(usize),
    /// Stores the items that were read as the payloads of this node.
    EndOfNode(usize),
    /// The next row, at this depth, of the array that is being read.
    Row(usize),
    EndOfElement(usize),
    EndOfArray,
}

/// State while an array is read whose elements contain data.
struct Rows<'t> {
    elem: &'t EntryType,
    start: usize,
    /// Length of the rows at each depth, known once a row at this depth has ended. `lengths` counts the elements of the
    /// current rows.
    sizes: Vec<Option<usize>>,
    lengths: Vec<usize>,
    elements: Vec<Vec<Item>>,
}

struct TextReader<'r, 'a, 't> {
    reader: &'r mut Reader<'a>,
    ty: &'t TreeType,
    name: &'t str,
    wanted: Vec<Wanted<'t>>,
    nodes: Vec<Node>,
    /// The items that have been read: one list for the root and for each node that is not complete.
    items: Vec<Vec<Item>>,
    arrays: Vec<Rows<'t>>,
}

/// Reads a value of the type and returns its leaves.
pub(super) fn read_tree_text(reader: &mut Reader, ty: &TreeType, name: &str) -> ReadResult<Vec<Value>> {
    let mut text = TextReader {
        reader,
        ty,
        name,
        wanted: vec![Wanted::Value(&ty.root)],
        nodes: Vec::new(),
        items: vec![Vec::new()],
        arrays: Vec::new(),
    };
    while let Some(wanted) = text.wanted.pop() {
        text.read(wanted)?;
    }
    let tree = Tree { root: text.items.pop().unwrap_or_default(), nodes: text.nodes };
    tree.leaves(ty).ok_or_else(|| no_value(reader, "a value", name))
}

impl<'t> TextReader<'_, '_, 't> {
    /// Reads the next part of the text.
    fn read(&mut self, wanted: Wanted<'t>) -> ReadResult<()> {
        self.reader.skip_blanks();
        match wanted {
            Wanted::Value(ty) => self.value(ty),
            Wanted::Byte(byte) => expect(self.reader, byte),
            Wanted::Word(word) => self.word(word),
            Wanted::Parentheses(count) => (0..count).try_for_each(|_| expect(self.reader, b')')),
            Wanted::EndOfNode(node) => {
                let items = self.items.pop().unwrap_or_default();
                if let Some(node) = self.nodes.get_mut(node) {
                    node.items = items;
                }
                Ok(())
            }
            Wanted::Row(depth) => self.row(depth),
            Wanted::EndOfElement(depth) => self.end_of_element(depth),
            Wanted::EndOfArray => self.end_of_array(),
        }
    }

    fn add(&mut self, item: Item) {
        if let Some(items) = self.items.last_mut() {
            items.push(item);
        }
    }

    /// Reads a value of the type, or schedules the reading of its parts.
    fn value(&mut self, ty: &'t EntryType) -> ReadResult<()> {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                let leaves = read_structured(self.reader, ty)?;
                leaves.into_iter().for_each(|leaf| self.add(Item::Leaf(leaf)));
                return Ok(());
            }
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let is_tuple = opaque.form.components().is_some();
                self.wanted.push(Wanted::Byte(if is_tuple { b')' } else { b'}' }));
                for (at, (name, field)) in fields.iter().enumerate().rev() {
                    self.wanted.push(Wanted::Value(field));
                    if !is_tuple {
                        self.wanted.extend([Wanted::Byte(b'='), Wanted::Word(*name)]);
                    }
                    self.wanted.extend((at > 0).then_some(Wanted::Byte(b',')));
                }
                self.wanted.push(Wanted::Byte(if is_tuple { b'(' } else { b'{' }));
                Ok(())
            }
            OpaqueForm::Sum(all) => {
                let at = self.constructor(all, None)?;
                self.add(Item::Tag(at));
                Ok(())
            }
            OpaqueForm::Array(elem, rank) => {
                let (sizes, lengths) = (vec![None; *rank], vec![0; *rank]);
                let start = self.reader.offset();
                self.arrays.push(Rows { elem, start, sizes, lengths, elements: Vec::new() });
                self.wanted.extend([Wanted::EndOfArray, Wanted::Row(0)]);
                Ok(())
            }
            OpaqueForm::Data(number) => {
                let ty = self.ty;
                let Some(data) = ty.position(*number) else { return Err(no_value(self.reader, "a value", self.name)) };
                let node = self.nodes.len();
                let constructor = self.constructor(&ty.datas[data].constructors, Some(node))?;
                self.add(Item::Node(node));
                self.items.push(Vec::new());
                self.nodes.push(Node { data, constructor, items: Vec::new() });
                Ok(())
            }
            OpaqueForm::Tree(_) => Err(no_value(self.reader, "a value", self.name)),
        }
    }

    /// Reads a constructor's name, also in parentheses, and schedules the reading of its payloads. If `node` is given,
    /// they become the payloads of that node.
    fn constructor(&mut self, all: &'t Constructors, node: Option<usize>) -> ReadResult<usize> {
        let mut open = 0_usize;
        while self.reader.eat(b'(') {
            open += 1;
            self.reader.skip_blanks();
        }
        let at = read_constructor(self.reader, &names_of(all))?;
        let (_, payloads) = &all[at];
        self.wanted.push(Wanted::Parentheses(open));
        self.wanted.extend(node.map(Wanted::EndOfNode));
        self.wanted.extend(payloads.iter().rev().map(Wanted::Value));
        Ok(at)
    }

    fn word(&mut self, word: Symbol) -> ReadResult<()> {
        let before = self.reader.clone();
        let found = skip_name(self.reader);
        if found == word.as_str().as_bytes() { Ok(()) } else { Err(no_value(&before, &format!("{word} ="), self.name)) }
    }

    /// Reads the start of a row at `depth`, from its `[`.
    fn row(&mut self, depth: usize) -> ReadResult<()> {
        if !self.reader.eat(b'[') {
            return Err(no_value(self.reader, "a row", self.name));
        }
        if let Some(rows) = self.arrays.last_mut() {
            rows.lengths[depth] = 0;
        }
        self.next_element(depth)
    }

    /// Schedules the reading of the next element of the row, or ends the row at its `]`.
    fn next_element(&mut self, depth: usize) -> ReadResult<()> {
        self.reader.skip_blanks();
        let Some(rows) = self.arrays.last_mut() else { return Ok(()) };
        if self.reader.peek() == Some(b']') {
            self.reader.advance();
            let length = rows.lengths[depth];
            let before = *rows.sizes[depth].get_or_insert(length);
            if before == length {
                return Ok(());
            }
            let message = format!("this row has length {length}, but the rows before it have length {before}");
            return Err(self.reader.text_error(ReadErrorKind::Shape, self.reader.offset(), message));
        }
        self.wanted.push(Wanted::EndOfElement(depth));
        if depth + 1 < rows.sizes.len() {
            self.wanted.push(Wanted::Row(depth + 1));
        } else {
            self.items.push(Vec::new());
            self.wanted.push(Wanted::Value(rows.elem));
        }
        Ok(())
    }

    /// Ends an element of an array at this depth, and schedules the next one or the end of the row.
    fn end_of_element(&mut self, depth: usize) -> ReadResult<()> {
        let Some(rows) = self.arrays.last_mut() else { return Ok(()) };
        rows.lengths[depth] += 1;
        if depth + 1 == rows.sizes.len() {
            rows.elements.extend(self.items.pop());
        }
        if !self.reader.eat(b',') {
            self.reader.skip_blanks();
            if self.reader.peek() != Some(b']') {
                return expect(self.reader, b']');
            }
        }
        self.next_element(depth)
    }

    /// Combines the elements to arrays: one of all first parts, one of all second parts, and so on.
    fn end_of_array(&mut self) -> ReadResult<()> {
        let Some(rows) = self.arrays.pop() else { return Ok(()) };
        let shape: Vec<usize> = rows.sizes.iter().map(|size| size.unwrap_or(0)).collect();
        let used: Vec<Vec<bool>> = rows.elements.iter().map(|items| used_items(rows.elem, items)).collect();
        let mut elements: Vec<_> = rows.elements.into_iter().map(Vec::into_iter).collect();
        for (at, leaf) in rows.elem.array_leaves(0).into_iter().enumerate() {
            let column: Option<Vec<Item>> = elements.iter_mut().map(|items| part_of_element(&leaf, items)).collect();
            let used = used.iter().map(|used| used.get(at).copied().unwrap_or(true));
            let item = column.and_then(|column| column_of(&leaf, &shape, column, used));
            let message = || "the elements have arrays of different shapes";
            self.add(item.ok_or_else(|| self.reader.text_error(ReadErrorKind::Shape, rows.start, message()))?);
        }
        Ok(())
    }
}

/// Takes from an element's items the part that belongs to this leaf.
fn part_of_element(leaf: &ArrayLeaf, items: &mut impl Iterator<Item = Item>) -> Option<Item> {
    match leaf {
        ArrayLeaf::Elements { ty, rank: 0 } => {
            let mut own = Vec::new();
            take_items(ty, items, &mut own)?;
            Some(Item::Elements(Vec::new(), vec![own]))
        }
        ArrayLeaf::Flat(_) | ArrayLeaf::Data { .. } | ArrayLeaf::Elements { .. } => items.next(),
    }
}

/// Moves the items of one value of the type from `items` to `own`.
fn take_items(ty: &EntryType, items: &mut impl Iterator<Item = Item>, own: &mut Vec<Item>) -> Option<()> {
    let count = match ty {
        EntryType::Opaque(opaque) if ty.holds_data() => match &opaque.form {
            OpaqueForm::Record(fields) => return fields.iter().try_for_each(|(_, ty)| take_items(ty, items, own)),
            OpaqueForm::Sum(all) => {
                let Some(Item::Tag(tag)) = items.next() else { return None };
                own.push(Item::Tag(tag));
                return all.get(tag)?.1.iter().try_for_each(|ty| take_items(ty, items, own));
            }
            OpaqueForm::Array(elem, rank) => elem.array_leaves(*rank).len(),
            OpaqueForm::Data(_) | OpaqueForm::Tree(_) => 1,
        },
        _ => ty.leaves().len(),
    };
    own.extend(items.take(count));
    Some(())
}

/// Returns for each leaf of an array of this type whether an element with these items uses it.
fn used_items(ty: &EntryType, items: &[Item]) -> Vec<bool> {
    let EntryType::Opaque(opaque) = ty else { return vec![true] };
    match &opaque.form {
        _ if !ty.holds_data() => {
            let leaf = |item: &Item| if let Item::Leaf(value) = item { Some(value.clone()) } else { None };
            used(ty, &items.iter().map_while(leaf).collect::<Vec<_>>())
        }
        OpaqueForm::Record(fields) => {
            let (mut items, mut all) = (items.iter().cloned(), Vec::new());
            for (_, field) in fields {
                let mut own = Vec::new();
                let taken = take_items(field, &mut items, &mut own);
                all.extend(taken.map(|()| used_items(field, &own)).unwrap_or_default());
            }
            all
        }
        _ => vec![true; ty.array_leaves(0).len()],
    }
}

/// Combines one part of each element to an array with the outer sizes `lead`. `used` says for each element whether it
/// uses the part.
fn column_of(leaf: &ArrayLeaf, lead: &[usize], column: Vec<Item>, used: impl Iterator<Item = bool>) -> Option<Item> {
    match leaf {
        ArrayLeaf::Flat(flat) => {
            let values: Option<Vec<&Value>> =
                column.iter().map(|item| if let Item::Leaf(value) = item { Some(value) } else { None }).collect();
            stack(*flat, lead, &values?.into_iter().zip(used).collect::<Vec<_>>()).ok().map(Item::Leaf)
        }
        ArrayLeaf::Data { rank, .. } => {
            let mut inner: Option<&[usize]> = None;
            let mut all = Vec::new();
            for item in &column {
                let (shape, nodes): (&[usize], &[usize]) = match item {
                    Item::Node(node) => (&[], std::slice::from_ref(node)),
                    Item::Nodes(shape, nodes) => (shape, nodes),
                    Item::Leaf(_) | Item::Tag(_) | Item::Elements(..) => return None,
                };
                if *inner.get_or_insert(shape) != shape {
                    return None;
                }
                all.extend_from_slice(nodes);
            }
            let inner = inner.map_or_else(|| vec![0; *rank], <[usize]>::to_vec);
            Some(Item::Nodes([lead, &inner].concat(), all))
        }
        ArrayLeaf::Elements { rank, .. } => {
            let mut inner: Option<Vec<usize>> = None;
            let mut all = Vec::new();
            for item in column {
                let Item::Elements(shape, mut elements) = item else { return None };
                if *inner.get_or_insert_with(|| shape.clone()) != shape {
                    return None;
                }
                all.append(&mut elements);
            }
            let inner = inner.unwrap_or_else(|| vec![0; *rank]);
            Some(Item::Elements([lead, &inner].concat(), all))
        }
    }
}

// Writing

/// A step of writing that is still to be done.
enum Piece<'t> {
    Text(&'static str),
    Name(Symbol),
    /// Writes a value from the next parts. The flag says whether it is a constructor's payload.
    Value(&'t EntryType, bool),
    /// Provides the parts for the pieces up to the matching `End`.
    Parts(Vec<Item>),
    End,
}

struct TextWriter<'t, 'o> {
    ty: &'t TreeType,
    nodes: Vec<Node>,
    parts: Vec<std::vec::IntoIter<Item>>,
    pieces: Vec<Piece<'t>>,
    out: &'o mut String,
}

/// Appends the text of the value that the leaves represent. `within` means that it is a constructor's payload.
pub(super) fn write_tree(ty: &TreeType, leaves: &[Value], within: bool, out: &mut String) {
    let Ok(Tree { nodes, root }) = read_tree(ty, leaves) else { return out.push('?') };
    let pieces = vec![Piece::Value(&ty.root, within)];
    let mut writer = TextWriter { ty, nodes, parts: vec![root.into_iter()], pieces, out };
    while let Some(piece) = writer.pieces.pop() {
        match piece {
            Piece::Text(text) => writer.out.push_str(text),
            Piece::Name(name) => writer.out.push_str(name.as_str()),
            Piece::Parts(items) => writer.parts.push(items.into_iter()),
            Piece::End => _ = writer.parts.pop(),
            Piece::Value(ty, within) => writer.value(ty, within),
        }
    }
}

impl<'t> TextWriter<'t, '_> {
    fn next(&mut self) -> Option<Item> {
        self.parts.last_mut()?.next()
    }

    /// Schedules these pieces, in this order, before all others.
    fn push(&mut self, pieces: Vec<Piece<'t>>) {
        self.pieces.extend(pieces.into_iter().rev());
    }

    /// Writes a value of the type, or schedules the writing of its parts. If `within`, it is a constructor's payload,
    /// which may need parentheses.
    fn value(&mut self, ty: &'t EntryType, within: bool) {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                let leaf = |item| if let Item::Leaf(leaf) = item { Some(leaf) } else { None };
                let leaves: Vec<Value> = ty.leaves().iter().filter_map(|_| self.next().and_then(leaf)).collect();
                return write_value(ty, &leaves, within, self.out);
            }
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let is_tuple = opaque.form.components().is_some();
                let mut pieces = vec![Piece::Text(if is_tuple { "(" } else { "{" })];
                for (at, (name, field)) in fields.iter().enumerate() {
                    pieces.extend((at > 0).then_some(Piece::Text(", ")));
                    if !is_tuple {
                        pieces.extend([Piece::Name(*name), Piece::Text(" = ")]);
                    }
                    pieces.push(Piece::Value(field, false));
                }
                pieces.push(Piece::Text(if is_tuple { ")" } else { "}" }));
                self.push(pieces);
            }
            OpaqueForm::Sum(all) => {
                if let Some(Item::Tag(tag)) = self.next() {
                    self.constructor(all, tag, within, None);
                }
            }
            OpaqueForm::Data(_) => {
                let Some(Item::Node(node)) = self.next() else { return };
                let ty = self.ty;
                let Some(Node { data, constructor, items }) = self.nodes.get_mut(node) else { return };
                let items = std::mem::take(items);
                if let Some(data) = ty.datas.get(*data) {
                    let constructor = *constructor;
                    self.constructor(&data.constructors, constructor, within, Some(items));
                }
            }
            OpaqueForm::Array(elem, rank) => self.array(elem, *rank),
            OpaqueForm::Tree(_) => {}
        }
    }

    /// Schedules a constructor and its payloads, taken from `parts`, or from the next parts if `None`.
    fn constructor(&mut self, all: &'t Constructors, at: usize, within: bool, parts: Option<Vec<Item>>) {
        let Some((name, payloads)) = all.get(at) else { return };
        let open = within && !payloads.is_empty();
        let mut pieces = vec![Piece::Text(if open { "(#" } else { "#" }), Piece::Name(*name)];
        let has_parts = parts.is_some();
        pieces.extend(parts.map(Piece::Parts));
        pieces.extend(payloads.iter().flat_map(|payload| [Piece::Text(" "), Piece::Value(payload, true)]));
        pieces.extend(has_parts.then_some(Piece::End));
        pieces.extend(open.then_some(Piece::Text(")")));
        self.push(pieces);
    }

    /// Schedules the rows of an array, whose leaves are the next items.
    fn array(&mut self, elem: &'t EntryType, rank: usize) {
        let columns: Vec<Item> = elem.array_leaves(0).iter().filter_map(|_| self.next()).collect();
        let shape = match columns.first() {
            Some(Item::Leaf(leaf)) => leaf.shape(),
            Some(Item::Nodes(shape, _) | Item::Elements(shape, _)) => shape,
            Some(Item::Node(_) | Item::Tag(_)) | None => &[],
        };
        let shape = shape.get(..rank).unwrap_or(&[0]).to_vec();
        let mut pieces = Vec::new();
        push_rows(elem, &columns, (rank, &shape), &mut 0, &mut pieces);
        self.push(pieces);
    }
}

/// Appends the pieces of an array. `shape` holds the sizes of the dimensions that are still to be written; `next` is
/// the number of the next element.
fn push_rows<'t>(
    elem: &'t EntryType,
    columns: &[Item],
    (rank, shape): (usize, &[usize]),
    next: &mut usize,
    pieces: &mut Vec<Piece<'t>>,
) {
    let Some((&size, inner)) = shape.split_first() else {
        let parts = columns.iter().flat_map(|column| part_of(column, rank, *next)).collect();
        *next += 1;
        return pieces.extend([Piece::Parts(parts), Piece::Value(elem, false), Piece::End]);
    };
    pieces.push(Piece::Text("["));
    for at in 0..size {
        pieces.extend((at > 0).then_some(Piece::Text(", ")));
        push_rows(elem, columns, (rank, inner), next, pieces);
    }
    pieces.push(Piece::Text("]"));
}

/// Returns the part of element `at` in this column, for an array of `rank` dimensions.
fn part_of(column: &Item, rank: usize, at: usize) -> Vec<Item> {
    match column {
        Item::Leaf(leaf) => element(leaf, rank, at).map(Item::Leaf).into_iter().collect(),
        Item::Nodes(shape, nodes) => match part_at(shape, rank, nodes, at) {
            ([], own) => own.iter().map(|node| Item::Node(*node)).collect(),
            (inner, own) => vec![Item::Nodes(inner.to_vec(), own.to_vec())],
        },
        Item::Elements(shape, elements) => match part_at(shape, rank, elements, at) {
            ([], own) => own.concat(),
            (inner, own) => vec![Item::Elements(inner.to_vec(), own.to_vec())],
        },
        Item::Node(_) | Item::Tag(_) => Vec::new(),
    }
}

/// Returns the inner shape and the entries of element `at`, for an array whose outer `rank` dimensions select the
/// element.
fn part_at<'a, T>(shape: &'a [usize], rank: usize, all: &'a [T], at: usize) -> (&'a [usize], &'a [T]) {
    let inner = shape.get(rank..).unwrap_or(&[]);
    let size: usize = inner.iter().product();
    (inner, all.get(at * size..(at + 1) * size).unwrap_or(&[]))
}
