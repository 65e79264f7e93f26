//! Fusion: traversals of one width in one body become one.
//!
//! ```text
//! let (ys : [n]f32) = map n (xs) f             ==>   let (s : f32) (t : f32) =
//! let (s : f32) = traverse n (ys) g reduce (+)         traverse n (xs) (\x -> (g (f x), x)) reduce (+) reduce (max)
//! let (t : f32) = reduce n (xs) (max)
//! ```
//!
//! Statements are processed in order; each one looks for earlier ones to join (`graph`), in this order of preference:
//!
//! * a producer of its inputs (`join`): maps are merged into the operation that traverses their results. Results with
//!   other uses are collected by the joined traversal, so that no work is done twice; only a `Traverse` can do that.
//! * a filter that produces its inputs (`filter`): a dropped element becomes the neutral element of reductions, is
//!   dropped by the filter of a filter or of a map, and is written nowhere by a `Scatter` or `Histogram`.
//! * an independent traversal of the same arrays (`join`), so that memory is read once. Nests whose same levels read an
//!   array count as such traversals, and then their levels join. So do two scatters or histograms that write at the same
//!   indices (`writes`). The result may have at most `MAX_STREAMS` inputs and results, because registers and cache ways
//!   run out.
//!
//! Before that, a traversal of a flattened nest may become a nest again (`flat`). Afterwards, a traversal of
//! concatenated arrays may become a traversal of each array (`concat`), which then looks for others.
//!
//! The joined statement stands at the place of the later one, or at that of the earlier one after the scalars that the
//! later one needs. A moved statement must not pass a write to an array that it reads. If it may fail, it must not pass
//! another statement that may fail, so that the first failure stays the first. Of two independent traversals at most
//! one may fail. If both producer and consumer may fail, the failure at the first element is reported.
//!
//! `fuse_reads` (`reads`) runs afterwards and computes elements where they are read.
//!
//! Needs: no dead code (an unused result would be collected). Guarantees: nothing. Cost: linear in the program, times
//! nesting depth, except that a lambda joined from a chain of traversals is walked again at each join.

mod concat;
mod element;
mod filter;
mod flat;
mod graph;
mod join;
mod reads;
mod writes;

use crate::effect;
use base::{Error, Name};
pub(crate) use concat::element as element_of_concat;
use fun::alias::{Aliases, analyse};
use fun::def::*;
use fun::walk;
use graph::{Graph, Node};
pub use reads::fuse_reads;
pub(crate) use reads::is_nonzero;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Largest number of inputs and results of a fused traversal with several consumers. Beyond it registers and cache ways
/// run out.
const MAX_STREAMS: usize = 8;

pub fn fuse(mut program: Program) -> Result<Program, Error> {
    let total = Rc::new(effect::total_functions(&program));
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let aliases = analyse(&program, &program.functions[id]).0;
        let mut body = std::mem::take(&mut program.functions[id].body);
        let uses = count_all_uses(&program.vars, &body);
        let mut known = Known { uses, aliases, roots: FxHashMap::default(), total: total.clone() };
        fuse_in_body(&mut program, &mut body, &mut known);
        program.functions[id].body = body;
    }
    Ok(program)
}

/// Facts about a function while it is fused.
struct Known {
    /// Number of uses of each name, in types too. It may be too high, but is never too low for arrays.
    uses: FxHashMap<Name, usize>,
    /// Aliases before fusion. They stay valid, because fusion changes no operation's destinations.
    aliases: Aliases,
    /// Array of which each view is a slice.
    roots: FxHashMap<Name, Name>,
    /// Functions that can neither fail nor run forever.
    total: Rc<FxHashSet<FunctionId>>,
}

impl Known {
    fn uses_of(&self, name: Name) -> usize {
        self.uses.get(&name).copied().unwrap_or(0)
    }

    fn use_more(&mut self, name: Name) {
        *self.uses.entry(name).or_insert(0) += 1;
    }

    fn unuse(&mut self, name: Name) {
        if let Some(uses) = self.uses.get_mut(&name) {
            *uses = uses.saturating_sub(1);
        }
    }

    /// Adds the uses in `body`, a copy that fusion has made.
    fn count_more(&mut self, program: &Program, body: &Body) {
        for (name, uses) in count_all_uses(&program.vars, body) {
            *self.uses.entry(name).or_insert(0) += uses;
        }
    }

    /// Whether a write to one of the `written` arrays may change what `node` uses.
    fn overwrites(&self, written: &[Name], node: &Node) -> bool {
        written.iter().any(|&to| node.uses().any(|name| self.aliases.may_alias(to, name)))
    }

    fn root(&self, name: Name) -> Name {
        self.roots.get(&name).copied().unwrap_or(name)
    }
}

/// Counts the uses of each name, types included.
fn count_all_uses(vars: &VarTable, body: &Body) -> FxHashMap<Name, usize> {
    let mut uses = FxHashMap::default();
    walk::count_uses(body, &mut uses);
    for name in walk::bound_in_body(body) {
        if let Some(info) = vars.get(name) {
            walk::for_each_name_in_info(info, &mut |name| *uses.entry(name).or_insert(0) += 1);
        }
    }
    uses
}

/// Fuses the operations of a body, and then those of its inner bodies.
fn fuse_in_body(program: &mut Program, body: &mut Body, known: &mut Known) {
    let mut graph = Graph::default();
    for stm in std::mem::take(&mut body.stms) {
        let mut open = vec![stm];
        while let Some(stm) = open.pop() {
            let parts = add(program, &mut graph, stm, known);
            open.extend(parts.into_iter().rev());
        }
    }
    body.stms = graph.into_stms();
    for stm in &mut body.stms {
        for inner in stm.exp.bodies_mut() {
            fuse_in_body(program, inner, known);
        }
    }
}

/// Appends the statement, or joins it with earlier ones. If it traverses concatenated arrays, it may instead return
/// statements that do its work on each of these arrays.
fn add(program: &mut Program, graph: &mut Graph, mut stm: Stm, known: &mut Known) -> Vec<Stm> {
    if let ([view], Exp::Slice(array, _) | Exp::Reshape(array, _)) = (stm.pattern.as_slice(), &stm.exp) {
        known.roots.insert(*view, known.root(*array));
    }
    join::unite_equal_inputs(program, &mut stm, known);
    filter::count_only(program, &mut stm, known);
    let mut views = Vec::new();
    if let Some(nested) = flat::as_nest(program, &stm, graph, known) {
        (stm, views) = (nested.stm, nested.views);
    }
    let mut node = Node::new(program, stm, known);
    let mut at = graph.end();
    while let Some(meeting) = graph.find_partner(program, &node, at, known) {
        let Some(partner) = graph.take(meeting.partner) else { break };
        graph.move_before(meeting.partner, &meeting.moved);
        node = join_nodes(program, partner, node, meeting.kind, known);
        at = meeting.place;
    }
    if at == graph.end()
        && views.is_empty()
        && let Some(parts) = concat::apart(program, &node.stm, graph, known)
    {
        return parts;
    }
    graph.put(at, node);
    for view in views {
        graph.put(graph.end(), Node::new(program, view, known));
    }
    Vec::new()
}

/// How two statements are joined.
#[derive(Clone, Copy)]
enum Kind {
    Join,
    Filter,
    Writes,
}

/// Fuses two nodes of the graph, and unites equal inputs of the result.
fn join_nodes(program: &mut Program, first: Node, second: Node, kind: Kind, known: &mut Known) -> Node {
    let bound = first.stm.pattern.clone();
    let mut stm = match kind {
        Kind::Join => join::join(program, first.stm, second.stm, known),
        Kind::Filter => filter::absorb(program, first.stm, second.stm, known),
        Kind::Writes => writes::join(program, first.stm, second.stm, known),
    };
    join::unite_equal_inputs(program, &mut stm, known);
    let writes = [first.writes, second.writes].concat();
    let fixed = first.fixed.into_iter().chain(second.fixed).filter(|name| !bound.contains(name));
    let reads = graph::united(first.reads, second.reads, &bound);
    Node::of(stm, first.partial || second.partial, writes, fixed.collect(), reads)
}
