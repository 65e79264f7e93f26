//! What a program is made of, for reports: how many of its scalar operations are there for sizes and assertions only
//! (`sizes`), and which array operations are left (`arrays`).
//!
//! What is for sizes is a question about uses (`slice`); where it stands is a question about nesting, which `Around`
//! answers for the calls of a function, and the walks for what is in it.

mod arrays;
mod sizes;
mod slice;

pub use arrays::{ArrayCounts, ArrayReport, FunctionArrays, array_report};
pub use sizes::{AtDepth, Because, FunctionSizes, Left, SizeReport, size_report};
pub use slice::overhead;

use base::entity::EntityRef;
use base::graph;
use fun::def::*;

/// For each function, by number, how many array operations and loops are around its calls, at most. What recursion
/// adds is unknown, and counts as one loop.
pub struct Around(Vec<usize>);

impl Around {
    pub fn new(program: &Program) -> Around {
        let calls: Vec<Vec<(usize, usize)>> = program.functions.values().map(calls_of).collect();
        let edges: Vec<Vec<usize>> =
            calls.iter().map(|calls| calls.iter().map(|&(callee, _)| callee).collect()).collect();
        let recursive = graph::on_cycles(&edges);
        let mut around = vec![0; edges.len()];
        // Components come after those that they call, so that backwards all callers of a function are done before it.
        for component in graph::components(&edges).into_iter().rev() {
            let deepest = component.iter().filter_map(|&node| around.get(node)).max().copied().unwrap_or(0);
            let depth = deepest + usize::from(component.iter().any(|node| recursive.contains(node)));
            for &caller in &component {
                set(&mut around, caller, depth);
                for &(callee, inside) in calls.get(caller).into_iter().flatten() {
                    if !component.contains(&callee) {
                        set(&mut around, callee, depth + inside);
                    }
                }
            }
        }
        Around(around)
    }

    pub fn of(&self, function: FunctionId) -> usize {
        self.0.get(function.index()).copied().unwrap_or(0)
    }
}

fn set(depths: &mut [usize], at: usize, depth: usize) {
    if let Some(known) = depths.get_mut(at) {
        *known = depth.max(*known);
    }
}

/// The functions that a function calls, each with how much is around the call.
fn calls_of(function: &Function) -> Vec<(usize, usize)> {
    let mut calls = Vec::new();
    for_each_stm_at(&function.body, 0, &mut |stm, depth| {
        if let Exp::Call { function, .. } = &stm.exp {
            calls.push((function.index(), depth));
        }
    });
    calls
}

/// Calls `f` on every statement, in order, with how many array operations and loops are around it.
pub fn for_each_stm_at<'b>(body: &'b Body, depth: usize, f: &mut dyn FnMut(&'b Stm, usize)) {
    for stm in &body.stms {
        f(stm, depth);
        let inside = depth + usize::from(!matches!(stm.exp, Exp::If { .. }));
        stm.exp.bodies().into_iter().for_each(|body| for_each_stm_at(body, inside, f));
    }
}
