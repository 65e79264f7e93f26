//! Dependence graph of a body's statements: which earlier statement the current one may join, and where the joined
//! statement may stand. All lookups are by name or position; no search scans the statements in between.

use super::{Kind, Known, filter, join, writes};
use crate::effect;
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of earlier traversals of the same arrays that are considered, the last ones first.
const MAX_NEIGHBOURS: usize = 4;

/// Largest depth of nested traversals in which reads are searched.
const MAX_DEPTH: usize = 4;

/// Largest number of scalars moved to join two statements.
const MAX_MOVED: usize = 16;

/// Largest number of writing statements between two that are joined.
const MAX_WRITES: usize = 16;

/// A statement with the facts needed to move it.
pub struct Node {
    pub stm: Stm,
    /// Whether the statement may fail or run forever.
    pub partial: bool,
    /// Existing arrays that the statement overwrites.
    pub writes: Vec<Name>,
    /// Names that the statement uses other than as traversed inputs, sorted.
    pub fixed: Vec<Name>,
    /// Arrays that the statement, or one joined into it, traverses or reads.
    pub reads: Reads,
}

impl Node {
    pub fn new(program: &Program, mut stm: Stm, known: &Known) -> Node {
        let inputs = stm.exp.traversed_mut().map(|(_, inputs, _)| std::mem::take(inputs));
        let fixed = walk::free_in_stm(&program.vars, &stm).into_iter().collect();
        if let (Some(inputs), Some((_, place, _))) = (inputs, stm.exp.traversed_mut()) {
            *place = inputs;
        }
        let mut writes = Vec::new();
        overwritten(program, &stm.exp, known, &mut writes);
        let partial = !effect::may_drop_beside(&stm.exp, &known.total);
        let reads = arrays_read(&stm.exp, known);
        Node::of(stm, partial, writes, fixed, reads)
    }

    /// Makes a node. `fixed`: names used other than as inputs, in any order.
    pub fn of(stm: Stm, partial: bool, writes: Vec<Name>, mut fixed: Vec<Name>, reads: Reads) -> Node {
        fixed.sort_unstable();
        fixed.dedup();
        Node { stm, partial, writes, fixed, reads }
    }

    /// Whether the statement uses the name other than as a traversed input.
    pub fn fixes(&self, name: Name) -> bool {
        self.fixed.binary_search(&name).is_ok()
    }

    /// Returns all names that the statement uses.
    pub fn uses(&self) -> impl Iterator<Item = Name> {
        let inputs = self.stm.exp.traversed().map_or(&[][..], |(_, inputs, _)| inputs);
        self.fixed.iter().chain(inputs).copied()
    }

    /// Whether the statement uses one of the names.
    pub fn uses_any(&self, names: &[Name]) -> bool {
        self.uses().any(|name| names.contains(&name))
    }
}

/// Collects the outer arrays that the expression overwrites. Lambdas overwrite none.
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

/// An earlier statement to join, the kind of join, and the place of the result.
pub struct Meeting {
    pub partner: usize,
    pub kind: Kind,
    pub place: usize,
    /// Statements that must be moved before the joined one first.
    pub moved: Vec<usize>,
}

/// The statements before the current one, by position. Positions of joined statements are empty.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Option<Node>>,
    /// Statements moved to before each position.
    before: FxHashMap<usize, Vec<Node>>,
    bound_at: FxHashMap<Name, usize>,
    /// Positions where each name is used, including those of removed statements.
    used_at: FxHashMap<Name, Vec<usize>>,
    partial: BTreeSet<usize>,
    writes: BTreeMap<usize, Vec<Name>>,
    /// Positions of the traversals of each array.
    readers: FxHashMap<Read, Vec<usize>>,
}

impl Graph {
    /// Returns the position after all statements.
    pub fn end(&self) -> usize {
        self.nodes.len()
    }

    pub fn into_stms(mut self) -> Vec<Stm> {
        let mut stms = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.into_iter().enumerate() {
            let before = self.before.remove(&at).unwrap_or_default();
            stms.extend(before.into_iter().chain(node).map(|node| node.stm));
        }
        stms
    }

    /// Returns the position of the statement that binds the name, if that statement has not been removed.
    pub fn position(&self, name: Name) -> Option<usize> {
        let at = *self.bound_at.get(&name)?;
        self.nodes.get(at)?.as_ref().filter(|node| node.stm.pattern.contains(&name)).map(|_| at)
    }

    pub fn statement(&self, at: usize) -> Option<&Stm> {
        Some(&self.nodes.get(at)?.as_ref()?.stm)
    }

    /// Whether the statement at `at` would have the same effect after all later ones.
    pub fn reaches_end(&self, at: usize, known: &Known) -> bool {
        let Some(Some(node)) = self.nodes.get(at) else { return false };
        let writes = self.writes.range(at + 1..).map(|(_, names)| names);
        !node.partial
            && writes.take(MAX_WRITES).all(|names| !known.overwrites(names, node))
            && self.writes.range(at + 1..).nth(MAX_WRITES).is_none()
    }

    /// Returns the array of which this view joins the two outer dimensions.
    pub fn flattened(&self, program: &Program, view: Name) -> Option<Name> {
        let stm = self.statement(self.position(view)?)?;
        let Exp::Reshape(array, dims) = &stm.exp else { return None };
        let inner = program.type_of(*array).dims().get(2..)?;
        (stm.certs.is_empty() && dims.get(1..)? == inner).then_some(*array)
    }

    /// Moves statements, in their order, to before the position.
    pub fn move_before(&mut self, at: usize, moved: &[usize]) {
        for &from in moved {
            let Some(node) = self.take(from) else { continue };
            self.bound_at.extend(node.stm.pattern.iter().map(|&name| (name, at)));
            node.uses().for_each(|name| self.used_at.entry(name).or_default().push(at));
            self.before.entry(at).or_default().push(node);
        }
    }

    pub fn take(&mut self, at: usize) -> Option<Node> {
        self.partial.remove(&at);
        self.writes.remove(&at);
        self.nodes.get_mut(at)?.take()
    }

    /// Puts a node at position `at`, or at the end, and indexes what it binds, uses, reads and writes.
    pub fn put(&mut self, at: usize, node: Node) {
        self.bound_at.extend(node.stm.pattern.iter().map(|&name| (name, at)));
        for name in node.uses() {
            self.used_at.entry(name).or_default().push(at);
        }
        if node.partial {
            self.partial.insert(at);
        }
        if !node.writes.is_empty() {
            self.writes.insert(at, node.writes.clone());
        }
        for read in &node.reads {
            self.readers.entry(read.clone()).or_default().push(at);
        }
        match self.nodes.get_mut(at) {
            Some(place) => *place = Some(node),
            None => self.nodes.push(Some(node)),
        }
    }

    /// Returns the statement that the current one, at position `at`, should join.
    pub fn find_partner(&self, program: &Program, node: &Node, at: usize, known: &Known) -> Option<Meeting> {
        let (_, inputs, _) = node.stm.exp.traversed()?;
        let mut makers: Vec<usize> = inputs.iter().filter_map(|input| self.bound_at.get(input).copied()).collect();
        makers.sort_unstable();
        makers.dedup();
        let meet = |partner: usize, fits: &dyn Fn(&Node) -> Option<Kept>, kind: Kind| {
            let first = self.nodes.get(partner)?.as_ref().filter(|_| partner < at)?;
            let (place, moved) = self.place(program, (partner, first), (at, node), &fits(first)?, known)?;
            Some(Meeting { partner, kind, place, moved })
        };
        let makes = |&partner: &usize| {
            let joined = meet(partner, &|first| join::fits(&first.stm, node, known), Kind::Join);
            joined.or_else(|| meet(partner, &|first| filter::fits(program, &first.stm, node, known), Kind::Filter))
        };
        let beside = |&partner: &usize| {
            let joined = meet(partner, &|first| join::fits_beside(program, first, node), Kind::Join);
            joined.or_else(|| meet(partner, &|first| writes::fits_beside(program, first, node), Kind::Writes))
        };
        makers.iter().rev().find_map(makes).or_else(|| self.neighbours(node, at).iter().find_map(beside))
    }

    /// Returns the positions of traversals of the same width that read one of the same arrays, the last one first.
    fn neighbours(&self, node: &Node, at: usize) -> Vec<usize> {
        let mut found = BTreeSet::new();
        for read in &node.reads {
            let readers = self.readers.get(read).into_iter().flatten();
            found.extend(readers.rev().copied().filter(|&reader| reader < at).take(MAX_NEIGHBOURS));
        }
        found.into_iter().rev().take(MAX_NEIGHBOURS).collect()
    }

    /// Returns the place for the joined statement: that of the later one, or that of the earlier one after the scalars
    /// that the later one needs.
    fn place(
        &self,
        program: &Program,
        (partner, first): (usize, &Node),
        (at, node): (usize, &Node),
        kept: &Kept,
        known: &Known,
    ) -> Option<(usize, Vec<usize>)> {
        let between = partner + 1..at;
        let fails_between = self.partial.range(between.clone()).next().is_some();
        let mut writes = self.writes.range(between).map(|(_, names)| names.as_slice());
        let writes: Vec<&[Name]> = writes.by_ref().take(MAX_WRITES + 1).collect();
        if writes.len() > MAX_WRITES || known.overwrites(&node.writes, first) {
            return None;
        }
        let passes = |moved: &Node| {
            let reads_what_changes = writes.iter().any(|names| known.overwrites(names, moved));
            let changes_order = moved.partial && fails_between;
            !reads_what_changes && !changes_order
        };
        if passes(first) && !kept.iter().any(|&name| self.is_used_after(partner, name)) {
            return Some((at, Vec::new()));
        }
        let moves_up = passes(node) && node.writes.is_empty();
        let moved = moves_up.then(|| self.scalars_needed(program, partner, &first.stm.pattern, node));
        Some((partner, moved.flatten()?))
    }

    fn is_used_after(&self, at: usize, name: Name) -> bool {
        let is_there =
            |place: usize| self.nodes.get(place).is_some_and(Option::is_some) || self.before.contains_key(&place);
        self.used_at.get(&name).into_iter().flatten().any(|&place| place > at && is_there(place))
    }

    /// Returns the statements after the position that bind these names, if all are scalars that can be computed before
    /// it, together with the statements that they need. The bound names themselves are available only afterwards.
    fn scalars_needed(&self, program: &Program, at: usize, bound: &[Name], needing: &Node) -> Option<Vec<usize>> {
        let mut moved = BTreeSet::new();
        let mut open: Vec<Name> = needing.uses().filter(|name| !bound.contains(name)).collect();
        while let Some(name) = open.pop() {
            let Some(&place) = self.bound_at.get(&name).filter(|place| **place > at) else { continue };
            let node = self.nodes.get(place)?.as_ref()?;
            let fine = effect::is_total_scalar(program, &node.stm.exp) && !node.uses_any(bound);
            if !fine || moved.len() >= MAX_MOVED {
                return None;
            }
            if moved.insert(place) {
                open.extend(node.uses());
            }
        }
        Some(moved.into_iter().collect())
    }
}

/// Results of the earlier statement that are still used after the join.
pub type Kept = Vec<Name>;

/// An array, and the widths of the nested traversals that read its elements, the outermost first.
type Read = (Name, Vec<Atom>);

pub type Reads = FxHashSet<Read>;

/// Returns the reads of two joined statements, without the arrays that the earlier one binds.
pub fn united(mut first: Reads, mut second: Reads, bound: &[Name]) -> Reads {
    if first.len() < second.len() {
        std::mem::swap(&mut first, &mut second);
    }
    first.extend(second);
    first.retain(|(name, _)| !bound.contains(name));
    first
}

/// Returns the arrays that a traversal reads as inputs or at computed indices, including those of inner traversals.
fn arrays_read(exp: &Exp, known: &Known) -> Reads {
    let mut found = FxHashSet::default();
    note_reads(exp, &mut Vec::new(), known, &mut found);
    found
}

/// Adds the arrays that the traversal reads to `found`, each with the widths of the traversals around the read.
fn note_reads(exp: &Exp, widths: &mut Vec<Atom>, known: &Known, found: &mut Reads) {
    let Some((width, inputs, lambda)) = exp.traversed().filter(|_| widths.len() < MAX_DEPTH) else { return };
    widths.push(width);
    found.extend(inputs.iter().map(|&input| (known.root(input), widths.clone())));
    for stm in &lambda.body.stms {
        match &stm.exp {
            Exp::Index(array, _) => found.extend([(known.root(*array), widths.clone())]),
            exp => note_reads(exp, widths, known, found),
        }
    }
    widths.pop();
}

/// Returns the number of arrays that two operations use together, plus `results`.
pub fn streams(program: &Program, first: &Node, second: &Node, results: usize) -> usize {
    let both: NameSet = first.uses().chain(second.uses()).collect();
    both.into_iter().filter(|&name| program.type_of(name).rank() > 0).count() + results
}
