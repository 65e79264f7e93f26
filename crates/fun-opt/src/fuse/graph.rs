//! The statements of a body and what depends on what: which earlier statement one may join, and where the result may
//! stand. Everything is looked up by name or by position; no search goes over the statements between two.

use super::{Kind, Known, combined, filter, join};
use crate::effect;
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Of so many traversals of the same arrays that were made earlier, the last ones are considered.
const MAX_NEIGHBOURS: usize = 4;

/// Statements that write, between two that would be one; where there are more they are not.
const MAX_WRITES: usize = 16;

/// A statement and what it takes to move it.
pub struct Node {
    pub stm: Stm,
    /// It may fail or run forever.
    pub partial: bool,
    /// The arrays from before that it overwrites.
    pub writes: Vec<Name>,
    /// What it uses otherwise than as an input to traverse, sorted.
    pub fixed: Vec<Name>,
}

impl Node {
    pub fn new(program: &Program, mut stm: Stm, known: &Known) -> Node {
        let inputs = stm.exp.traversed_mut().map(|(_, inputs, _)| std::mem::take(inputs));
        let mut fixed = Vec::new();
        walk::for_each_name_used(&program.vars, &stm, &mut |name| fixed.push(name));
        if let (Some(inputs), Some((_, place, _))) = (inputs, stm.exp.traversed_mut()) {
            *place = inputs;
        }
        let mut writes = Vec::new();
        overwritten(program, &stm.exp, known, &mut writes);
        let partial = !effect::may_drop(&stm.exp);
        Node::of(stm, partial, writes, fixed)
    }

    /// With what it uses otherwise than as an input, in any order.
    pub fn of(stm: Stm, partial: bool, writes: Vec<Name>, mut fixed: Vec<Name>) -> Node {
        fixed.sort_unstable();
        fixed.dedup();
        Node { stm, partial, writes, fixed }
    }

    /// Whether it uses the name otherwise than as an input to traverse.
    pub fn fixes(&self, name: Name) -> bool {
        self.fixed.binary_search(&name).is_ok()
    }

    /// What it uses.
    pub fn uses(&self) -> impl Iterator<Item = Name> {
        let inputs = self.stm.exp.traversed().map_or(&[][..], |(_, inputs, _)| inputs);
        self.fixed.iter().chain(inputs).copied()
    }
}

/// The arrays from outside that the expression overwrites. Lambdas overwrite none.
fn overwritten(program: &Program, exp: &Exp, known: &Known, names: &mut Vec<Name>) {
    match exp {
        Exp::Update { array, .. } => names.push(*array),
        Exp::Scatter(scatter) => names.extend(&scatter.destinations),
        Exp::Histogram(histogram) => names.extend(&histogram.destinations),
        Exp::Call { function, args } => {
            let params = program.functions[*function].params.iter().zip(args);
            names.extend(params.filter(|(param, _)| param.consumed).filter_map(|(_, arg)| arg.var()));
        }
        Exp::Loop(looped) => {
            let consumed = looped.params.iter().filter(|(name, _)| known.aliases.consumed.contains(name));
            names.extend(consumed.filter_map(|(_, init)| init.var()));
        }
        Exp::If { then_body, else_body, .. } => {
            for stm in then_body.stms.iter().chain(&else_body.stms) {
                overwritten(program, &stm.exp, known, names);
            }
        }
        _ => {}
    }
}

/// An earlier statement to join, how, and where the joined one will stand.
pub struct Meeting {
    pub partner: usize,
    pub kind: Kind,
    pub place: usize,
}

/// The statements before the one at hand, by position. Nothing is where one was that has joined another.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Option<Node>>,
    bound_at: FxHashMap<Name, usize>,
    /// Where each name is used last.
    last_use: FxHashMap<Name, usize>,
    partial: BTreeSet<usize>,
    writes: BTreeMap<usize, Vec<Name>>,
    /// Where traversals of each array are, by width.
    readers: FxHashMap<(Name, Atom), Vec<usize>>,
}

impl Graph {
    /// The position after all statements.
    pub fn end(&self) -> usize {
        self.nodes.len()
    }

    pub fn into_stms(self) -> Vec<Stm> {
        self.nodes.into_iter().flatten().map(|node| node.stm).collect()
    }

    pub fn take(&mut self, at: usize) -> Option<Node> {
        self.partial.remove(&at);
        self.writes.remove(&at);
        self.nodes.get_mut(at)?.take()
    }

    pub fn put(&mut self, at: usize, node: Node, known: &Known) {
        self.bound_at.extend(node.stm.pattern.iter().map(|&name| (name, at)));
        for name in node.uses() {
            let last = self.last_use.entry(name).or_insert(at);
            *last = at.max(*last);
        }
        if node.partial {
            self.partial.insert(at);
        }
        if !node.writes.is_empty() {
            self.writes.insert(at, node.writes.clone());
        }
        if let Exp::Traverse(traverse) = &node.stm.exp {
            for array in arrays_read(traverse, known) {
                self.readers.entry((array, traverse.width)).or_default().push(at);
            }
        }
        match self.nodes.get_mut(at) {
            Some(place) => *place = Some(node),
            None => self.nodes.push(Some(node)),
        }
    }

    /// The statement that the one at hand, which stands at `at`, joins.
    pub fn find_partner(&self, program: &Program, node: &Node, at: usize, known: &Known) -> Option<Meeting> {
        let (_, inputs, _) = node.stm.exp.traversed()?;
        let mut makers: Vec<usize> = inputs.iter().filter_map(|input| self.bound_at.get(input).copied()).collect();
        makers.sort_unstable();
        makers.dedup();
        let meet = |partner: usize, fits: &dyn Fn(&Node) -> Option<Kept>, kind: Kind| {
            let first = self.nodes.get(partner)?.as_ref().filter(|_| partner < at)?;
            let place = self.place(partner, first, node, at, &fits(first)?, known)?;
            Some(Meeting { partner, kind, place })
        };
        let makes = |&partner: &usize| {
            let joined = meet(partner, &|first| join::fits(&first.stm, node, known), Kind::Join);
            joined.or_else(|| meet(partner, &|first| filter::fits(program, &first.stm, node, known), Kind::Filter))
        };
        let neighbours = self.neighbours(node, at, known);
        let beside = |&partner: &usize| meet(partner, &|first| join::fits_beside(first, node), Kind::Join);
        makers.iter().rev().find_map(makes).or_else(|| neighbours.iter().find_map(beside))
    }

    /// Traversals of the same width that read one of the same arrays, the last one first.
    fn neighbours(&self, node: &Node, at: usize, known: &Known) -> Vec<usize> {
        let Exp::Traverse(traverse) = &node.stm.exp else { return Vec::new() };
        let mut found = BTreeSet::new();
        for array in arrays_read(traverse, known) {
            let readers = self.readers.get(&(array, traverse.width)).into_iter().flatten();
            found.extend(readers.rev().copied().filter(|&reader| reader < at).take(MAX_NEIGHBOURS));
        }
        found.into_iter().rev().take(MAX_NEIGHBOURS).collect()
    }

    /// Where the two may stand as one: where the later one is, or where the earlier one is.
    fn place(&self, partner: usize, first: &Node, node: &Node, at: usize, kept: &Kept, known: &Known) -> Option<usize> {
        let overwrites = |writes: &[Name], node: &Node| {
            writes.iter().any(|&to| node.uses().any(|name| known.aliases.may_alias(to, name)))
        };
        let between = partner + 1..at;
        let fails_between = self.partial.range(between.clone()).next().is_some();
        let mut writes = self.writes.range(between).map(|(_, names)| names.as_slice());
        let writes: Vec<&[Name]> = writes.by_ref().take(MAX_WRITES + 1).collect();
        if writes.len() > MAX_WRITES || overwrites(&node.writes, first) {
            return None;
        }
        let passes = |moved: &Node| {
            let reads_what_changes = writes.iter().any(|names| overwrites(names, moved));
            let changes_order = moved.partial && fails_between;
            !reads_what_changes && !changes_order
        };
        let used_between = |name: &Name| self.last_use.get(name).is_some_and(|&last| last > partner);
        if passes(first) && !kept.iter().any(used_between) {
            return Some(at);
        }
        let known_before = |name: &Name| self.bound_at.get(name).is_none_or(|&bound| bound <= partner);
        let moves_up = passes(node) && node.writes.is_empty() && node.uses().all(|name| known_before(&name));
        moves_up.then_some(partner)
    }
}

/// The results of the earlier statement that are still used when the two are one.
pub type Kept = Vec<Name>;

/// The arrays that a traversal walks over, or reads at indices that it computes for each element.
fn arrays_read(traverse: &Traverse, known: &Known) -> NameSet {
    let indexed = traverse.lambda.body.stms.iter().filter_map(|stm| match &stm.exp {
        Exp::Index(array, _) => Some(known.root(*array)),
        _ => None,
    });
    traverse.inputs.iter().map(|&input| known.root(input)).chain(indexed).collect()
}

/// How many different arrays two traversals read and make as one.
pub fn streams(first: &Traverse, second: &Traverse, results: usize) -> usize {
    let made = combined(first) + combined(second);
    let inputs: NameSet = first.inputs.iter().chain(&second.inputs).copied().collect();
    inputs.len() + results.max(made)
}
