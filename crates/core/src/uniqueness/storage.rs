//! Storage in the uniqueness check: roots, unions of them, and marks of consumption that can be undone.

use base::{Span, Symbol};

/// A root or a union of nodes. Nodes are numbered in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u32);

/// The node of a scalar, or of storage that no variable owns yet. It has no roots.
pub(super) const FRESH: Node = Node(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// Storage that may be consumed by the code in which it was created.
    Owned,
    Parameter,
    Constant,
}

/// Owner of a root: its name and place for messages, and whether the storage may be consumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub(super) name: Option<Symbol>,
    pub(super) place: Span,
    pub(super) guard: Guard,
}

#[derive(Default)]
pub(super) struct NodeData {
    /// Owner if the node is a root; `None` for unions.
    pub(super) owner: Option<Owner>,
    pub(super) parts: Vec<Node>,
    /// Unions that contain this node.
    pub(super) users: Vec<Node>,
    /// Number of the consumption that consumed a root of this node.
    pub(super) consumed: Option<usize>,
    pub(super) visited: u32,
}

/// A place where a value is consumed.
pub(super) struct Consumption {
    pub(super) span: Span,
    pub(super) name: Option<Symbol>,
}

pub(super) struct Storage {
    pub(super) nodes: Vec<NodeData>,
    pub(super) consumptions: Vec<Consumption>,
    /// Nodes marked as consumed, in order.
    pub(super) trail: Vec<Node>,
    pub(super) visit: u32,
}

impl Storage {
    pub(super) fn new() -> Storage {
        Storage { nodes: vec![NodeData::default()], consumptions: Vec::new(), trail: Vec::new(), visit: 0 }
    }

    pub(super) fn add(&mut self, data: NodeData) -> Node {
        let node = self.next();
        for part in &data.parts {
            self.nodes[part.0 as usize].users.push(node);
        }
        self.nodes.push(data);
        node
    }

    pub(super) fn next(&self) -> Node {
        Node(self.nodes.len() as u32)
    }

    pub(super) fn root(&mut self, owner: Owner) -> Node {
        self.add(NodeData { owner: Some(owner), ..NodeData::default() })
    }

    /// Returns a node with the roots of all parts.
    pub(super) fn union(&mut self, parts: impl IntoIterator<Item = Node>) -> Node {
        let mut parts: Vec<Node> = parts.into_iter().filter(|part| *part != FRESH).collect();
        parts.sort_unstable();
        parts.dedup();
        match parts.as_slice() {
            [] => FRESH,
            [only] => *only,
            _ => {
                let consumed = parts.iter().find_map(|part| self.consumed(*part));
                let node = self.add(NodeData { parts, ..NodeData::default() });
                if let Some(event) = consumed {
                    self.mark(node, event);
                }
                node
            }
        }
    }

    pub(super) fn owner(&self, root: Node) -> Option<Owner> {
        self.nodes[root.0 as usize].owner
    }

    pub(super) fn guard(&self, root: Node) -> Guard {
        self.owner(root).map_or(Guard::Owned, |owner| owner.guard)
    }

    pub(super) fn consumed(&self, node: Node) -> Option<usize> {
        self.nodes[node.0 as usize].consumed
    }

    /// Returns the roots of a node. A union older than `start` stands for its roots.
    pub(super) fn roots_from(&mut self, node: Node, start: Node) -> Vec<Node> {
        self.visit += 1;
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let data = &mut self.nodes[node.0 as usize];
            if node == FRESH || std::mem::replace(&mut data.visited, self.visit) == self.visit {
                continue;
            }
            if data.owner.is_some() || node < start {
                found.push(node);
            }
            if node >= start {
                open.extend(&data.parts);
            }
        }
        found.sort_unstable();
        found
    }

    pub(super) fn roots(&mut self, node: Node) -> Vec<Node> {
        self.roots_from(node, FRESH)
    }

    /// Marks the roots, and every union that contains one of them, as consumed.
    pub(super) fn consume(&mut self, roots: Vec<Node>, consumption: Consumption) {
        let event = self.consumptions.len();
        self.consumptions.push(consumption);
        let mut open = roots;
        while let Some(node) = open.pop() {
            if self.mark(node, event) {
                open.extend(&self.nodes[node.0 as usize].users);
            }
        }
    }

    /// Marks a node as consumed; returns `false` if it was marked before.
    pub(super) fn mark(&mut self, node: Node, event: usize) -> bool {
        let data = &mut self.nodes[node.0 as usize];
        if data.consumed.is_some() {
            return false;
        }
        data.consumed = Some(event);
        self.trail.push(node);
        true
    }

    /// Removes all marks after the first `length` on the trail; returns them for `redo`.
    pub(super) fn undo(&mut self, length: usize) -> Vec<(Node, usize)> {
        let undone = self.trail.split_off(length);
        undone.into_iter().filter_map(|node| Some((node, self.nodes[node.0 as usize].consumed.take()?))).collect()
    }

    /// Restores removed marks, and marks all unions that contain these nodes.
    pub(super) fn redo(&mut self, undone: Vec<(Node, usize)>) {
        for (node, event) in undone {
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                if self.mark(node, event) {
                    open.extend(&self.nodes[node.0 as usize].users);
                }
            }
        }
    }
}
