//! Call graphs of any level: strongly connected components, cycles, and reachability.

use rustc_hash::FxHashSet;

/// Returns the strongly connected components of a graph, callees before callers. `edges[n]` lists the nodes that node
/// `n` leads to. A node without a cycle is a component of its own. Cost: linear.
pub fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut walk = Walk { edges, places: vec![None; edges.len()], open: Vec::new(), count: 0, found: Vec::new() };
    for node in 0..edges.len() {
        walk.from(node);
    }
    walk.found
}

/// Returns the nodes that lie on a cycle.
pub fn on_cycles(edges: &[Vec<usize>]) -> FxHashSet<usize> {
    let is_cycle = |nodes: &Vec<usize>| nodes.len() > 1 || nodes.iter().any(|node| edges[*node].contains(node));
    components(edges).into_iter().filter(is_cycle).flatten().collect()
}

/// Returns `nodes` and all nodes from which one of them can be reached.
pub fn reaching(edges: &[Vec<usize>], nodes: &FxHashSet<usize>) -> FxHashSet<usize> {
    let mut found = nodes.clone();
    for component in components(edges) {
        if component.iter().any(|node| edges[*node].iter().any(|next| found.contains(next))) {
            found.extend(component);
        }
    }
    found
}

/// State of Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with an explicit stack.
/// Because a chain of calls may be as long as the program, recursion could overflow.
struct Walk<'e> {
    edges: &'e [Vec<usize>],
    places: Vec<Option<Place>>,
    /// Visited nodes whose component is not known yet.
    open: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

#[derive(Clone, Copy)]
struct Place {
    /// Position in the order of first visits.
    at: usize,
    /// Smallest `at` of the open nodes that this node is known to reach.
    lowest: usize,
    is_open: bool,
}

impl Walk<'_> {
    /// Searches depth first from `start`, and emits the components of all nodes that it visits.
    fn from(&mut self, start: usize) {
        if self.places[start].is_some() {
            return;
        }
        let mut path = vec![(start, 0)];
        self.meet(start);
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&to) = self.edges[node].get(*next) else {
                path.pop();
                self.leave(node, path.last().map(|(from, _)| *from));
                continue;
            };
            *next += 1;
            match self.places.get(to).copied() {
                Some(None) => {
                    self.meet(to);
                    path.push((to, 0));
                }
                Some(Some(place)) if place.is_open => self.lower(node, place.at),
                _ => {}
            }
        }
    }

    fn meet(&mut self, node: usize) {
        self.places[node] = Some(Place { at: self.count, lowest: self.count, is_open: true });
        self.count += 1;
        self.open.push(node);
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(place) = &mut self.places[node] {
            place.lowest = place.lowest.min(to);
        }
    }

    /// Finishes a node after all its successors: emits its component, or passes `lowest` on to `from`.
    fn leave(&mut self, node: usize, from: Option<usize>) {
        let Some(place) = self.places[node] else { return };
        if let Some(from) = from {
            self.lower(from, place.lowest);
        }
        if place.lowest < place.at {
            return;
        }
        let first = self.open.iter().rposition(|open| *open == node).unwrap_or(0);
        let mut component = self.open.split_off(first);
        component.sort_unstable();
        for member in &component {
            if let Some(place) = &mut self.places[*member] {
                place.is_open = false;
            }
        }
        self.found.push(component);
    }
}
