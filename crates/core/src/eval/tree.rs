//! Conversion of entry points' values with data types (`::value::entry::Tree`). Only memory limits their nesting: nodes
//! are made one after the other, and found with an explicit work list.

use super::array::{Array, Items, product};
use super::entry::{Arguments, Eval, failure, inner, leaves, take_apart, wrong};
use super::value::Value;
use crate::messages;
use ::value::Value as Outer;
use ::value::entry::{ArrayLeaf, EntryType, Item, MAX_NODES, Node, OpaqueForm, Tree, TreeType, empty, read_tree};
use base::{Spans, Stop};
use std::iter::Peekable;
use std::rc::Rc;
use std::vec::IntoIter;

/// Values of nodes that no other node has taken as a part yet.
type Made = Vec<Value>;

impl Arguments<'_> {
    /// Returns the value with data types that the leaves represent. Leaves that represent none are a failure of the
    /// program.
    pub fn build_tree(&self, ty: &TreeType, leaves: &[Outer]) -> Eval<Value> {
        let tree = read_tree(ty, leaves).map_err(|why| {
            let values: Vec<String> = why.values().iter().map(i64::to_string).collect();
            Stop::failure(messages::no_tree(self.name, why).fill(&values), Spans::new())
        })?;
        let mut made = Vec::with_capacity(tree.nodes.len());
        for Node { data, constructor, items } in tree.nodes {
            let found = ty.datas.get(data).and_then(|data| data.constructors.get(constructor));
            let (name, payloads) = found.ok_or_else(|| wrong(&ty.root))?;
            let mut items = items.into_iter().peekable();
            let part = |ty| self.part(ty, &mut items, &mut made);
            let payload = payloads.iter().map(part).collect::<Eval<Vec<Value>>>()?;
            made.push(Value::variant(*name, payload));
        }
        self.part(&ty.root, &mut tree.root.into_iter().peekable(), &mut made)
    }

    /// Returns a component of a node from the next items.
    fn part(&self, ty: &EntryType, items: &mut Peekable<IntoIter<Item>>, made: &mut Made) -> Eval<Value> {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                let leaves = ty.leaves().iter().filter_map(|_| next_leaf(items)).collect();
                return self.value(ty, leaves);
            }
        };
        match (&opaque.form, items.peek()) {
            (OpaqueForm::Record(fields), _) => {
                let fields = fields.iter().map(|(_, field)| self.part(field, items, made));
                Ok(Value::record(fields.collect::<Eval<_>>()?))
            }
            (OpaqueForm::Sum(all), Some(Item::Tag(tag))) => {
                let (name, payloads) = all.get(*tag).ok_or_else(|| wrong(ty))?;
                items.next();
                let payloads = payloads.iter().map(|payload| self.part(payload, items, made));
                Ok(Value::variant(*name, payloads.collect::<Eval<_>>()?))
            }
            (OpaqueForm::Data(_), Some(Item::Node(node))) => {
                let value = taken(made, *node);
                items.next();
                Ok(value)
            }
            (OpaqueForm::Array(elem, rank), Some(first)) => {
                let lead = shape(first).get(..*rank).ok_or_else(|| wrong(ty))?.to_vec();
                self.array(elem, &lead, items, made)
            }
            _ => Err(wrong(ty)),
        }
    }

    /// Returns an array with shape `lead` of elements of the type, from the next items.
    fn array(
        &self,
        ty: &EntryType,
        lead: &[usize],
        items: &mut Peekable<IntoIter<Item>>,
        made: &mut Made,
    ) -> Eval<Value> {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                let leaves: Vec<Outer> = ty.leaves().iter().filter_map(|_| next_leaf(items)).collect();
                let shapes: Vec<&[usize]> = leaves.iter().map(Outer::shape).collect();
                self.check_shapes(ty, &mut lead.to_vec(), &shapes)?;
                let leaves: Vec<Value> = leaves.into_iter().map(inner).collect();
                return self.build(ty, lead, &leaves);
            }
        };
        match (&opaque.form, items.peek()) {
            (OpaqueForm::Record(fields), _) => {
                let mut arrays = Vec::with_capacity(fields.len());
                for (_, field) in fields {
                    if let Value::Array(array) = self.array(field, lead, items, made)? {
                        arrays.push(array);
                    }
                }
                Ok(Value::Array(Array { shape: lead.into(), items: Items::Records(arrays) }))
            }
            (OpaqueForm::Array(elem, rank), Some(first)) => {
                let lead = shape(first).get(..lead.len() + rank).ok_or_else(|| wrong(ty))?.to_vec();
                self.array(elem, &lead, items, made)
            }
            (OpaqueForm::Data(_), Some(Item::Nodes(shape, nodes))) => {
                self.check_shape(lead, &[shape.as_slice()])?;
                let values = nodes.iter().map(|node| taken(made, *node)).collect();
                items.next();
                let items = Items::Boxed { values: Rc::new(values), start: 0 };
                Ok(Value::Array(Array { shape: lead.into(), items }))
            }
            (OpaqueForm::Sum(_), Some(Item::Elements(shape, _))) => {
                self.check_shape(lead, &[shape.as_slice()])?;
                let Some(Item::Elements(_, elements)) = items.next() else { return Err(wrong(ty)) };
                let element = |items: Vec<Item>| self.part(ty, &mut items.into_iter().peekable(), made);
                let values = elements.into_iter().map(element).collect::<Eval<Vec<Value>>>()?;
                let items = Items::Boxed { values: Rc::new(values), start: 0 };
                Ok(Value::Array(Array { shape: lead.into(), items }))
            }
            _ => Err(wrong(ty)),
        }
    }
}

fn taken(made: &mut Made, node: usize) -> Value {
    made.get_mut(node).map_or(Value::Empty, |value| std::mem::replace(value, Value::Empty))
}

fn next_leaf(items: &mut Peekable<IntoIter<Item>>) -> Option<Outer> {
    if let Some(Item::Leaf(leaf)) = items.next() { Some(leaf) } else { None }
}

fn shape(item: &Item) -> &[usize] {
    match item {
        Item::Leaf(leaf) => leaf.shape(),
        Item::Nodes(shape, _) | Item::Elements(shape, _) => shape,
        Item::Node(_) | Item::Tag(_) => &[],
    }
}

/// Search for the nodes of a value.
struct Found<'t> {
    ty: &'t TreeType,
    nodes: Vec<Node>,
    /// Nodes whose payloads are still to be visited, each with its value.
    open: Vec<(usize, Value)>,
}

/// Returns the leaves of a value with data types.
pub(super) fn tree_leaves(ty: &TreeType, value: &Value) -> Eval<Vec<Outer>> {
    let mut found = Found { ty, nodes: Vec::new(), open: Vec::new() };
    let mut root = Vec::new();
    found.part(&ty.root, value, &mut root)?;
    while let Some((node, value)) = found.open.pop() {
        found.look_at(node, &value)?;
    }
    let tree = Tree { nodes: found.nodes, root };
    tree.leaves(ty).ok_or_else(|| wrong(&ty.root))
}

impl<'t> Found<'t> {
    fn node(&mut self, number: usize, value: Value) -> Eval<usize> {
        let data = self.ty.position(number).ok_or_else(|| wrong(&self.ty.root))?;
        if self.nodes.len() >= MAX_NODES {
            return Err(failure(&messages::large_result(), &[]));
        }
        self.open.push((self.nodes.len(), value));
        self.nodes.push(Node { data, constructor: 0, items: Vec::new() });
        Ok(self.nodes.len() - 1)
    }

    /// Fills in the constructor and the items of a node from its value.
    fn look_at(&mut self, node: usize, value: &Value) -> Eval<()> {
        let ty = self.ty;
        let wrong = || wrong(&ty.root);
        let Value::Variant(name, payload) = value else { return Err(wrong()) };
        let data = self.nodes.get(node).and_then(|node| ty.datas.get(node.data)).ok_or_else(wrong)?;
        let constructor = data.constructors.iter().position(|(other, _)| other == name).ok_or_else(wrong)?;
        let mut items = Vec::new();
        for (ty, value) in
            data.constructors.iter().skip(constructor).take(1).flat_map(|(_, tys)| tys).zip(payload.values())
        {
            self.part(ty, &value, &mut items)?;
        }
        if let Some(node) = self.nodes.get_mut(node) {
            (node.constructor, node.items) = (constructor, items);
        }
        Ok(())
    }

    /// Adds the items for a component of a node, and new nodes for the values of data types in it.
    fn part(&mut self, ty: &EntryType, value: &Value, items: &mut Vec<Item>) -> Eval<()> {
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                items.extend(leaves(ty, value)?.into_iter().map(Item::Leaf));
                return Ok(());
            }
        };
        match (&opaque.form, value) {
            (OpaqueForm::Record(fields), Value::Record(values)) => {
                fields.iter().zip(values.iter()).try_for_each(|((_, field), value)| self.part(field, value, items))
            }
            (OpaqueForm::Sum(all), Value::Variant(name, payload)) => {
                let at = all.iter().position(|(other, _)| other == name).ok_or_else(|| wrong(ty))?;
                items.push(Item::Tag(at));
                let types = all.iter().skip(at).take(1).flat_map(|(_, types)| types);
                types.zip(payload.values()).try_for_each(|(ty, value)| self.part(ty, &value, items))
            }
            (OpaqueForm::Data(number), _) => {
                items.push(Item::Node(self.node(*number, value.clone())?));
                Ok(())
            }
            (OpaqueForm::Array(elem, rank), Value::Array(array)) => self.array(elem, *rank, array, items),
            _ => Err(wrong(ty)),
        }
    }

    /// Adds the items for an array with `rank` dimensions of elements of the type.
    fn array(&mut self, ty: &EntryType, rank: usize, array: &Array, items: &mut Vec<Item>) -> Eval<()> {
        if array.count() == 0 {
            return self.empty(ty, rank, array, items);
        }
        let opaque = match ty {
            EntryType::Opaque(opaque) if ty.holds_data() => opaque,
            _ => {
                let mut leaves = Vec::new();
                take_apart(ty, &Value::Array(array.clone()), rank, &mut leaves)?;
                items.extend(leaves.into_iter().map(Item::Leaf));
                return Ok(());
            }
        };
        match (&opaque.form, &array.items) {
            (OpaqueForm::Record(fields), Items::Records(arrays)) => {
                fields.iter().zip(arrays).try_for_each(|((_, field), array)| self.array(field, rank, array, items))
            }
            (OpaqueForm::Array(elem, inner), _) => self.array(elem, rank + inner, array, items),
            (OpaqueForm::Data(number), _) => {
                let node = |at| self.node(*number, array.block(rank, at));
                let nodes = (0..product(&array.shape)).map(node).collect::<Eval<_>>()?;
                items.push(Item::Nodes(array.shape.to_vec(), nodes));
                Ok(())
            }
            (OpaqueForm::Sum(_), _) => {
                let mut elements = Vec::new();
                for at in 0..product(&array.shape) {
                    let mut parts = Vec::new();
                    self.part(ty, &array.block(rank, at), &mut parts)?;
                    elements.push(parts);
                }
                items.push(Item::Elements(array.shape.to_vec(), elements));
                Ok(())
            }
            _ => Err(wrong(ty)),
        }
    }

    fn empty(&self, ty: &EntryType, rank: usize, array: &Array, items: &mut Vec<Item>) -> Eval<()> {
        let shape = |rank| (0..rank).map(|dim| array.shape.get(dim).copied().unwrap_or(0)).collect::<Vec<usize>>();
        for leaf in ty.array_leaves(rank) {
            items.push(match leaf {
                ArrayLeaf::Flat(flat) => Item::Leaf(empty(flat, shape(flat.rank)).ok_or_else(|| wrong(ty))?),
                ArrayLeaf::Data { rank, .. } => Item::Nodes(shape(rank), Vec::new()),
                ArrayLeaf::Elements { rank, .. } => Item::Elements(shape(rank), Vec::new()),
            });
        }
        Ok(())
    }
}
