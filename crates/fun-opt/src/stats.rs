//! Statistics for reports: scalar operations that serve only sizes and assertions (`sizes`), and remaining array
//! operations (`arrays`).
//!
//! `slice` determines from uses what serves sizes. The nesting depth of a statement is computed by `Around` for the
//! calls of its function, and by the walks inside the function.

mod arrays;
mod sizes;
mod slice;

pub use arrays::{ArrayCounts, ArrayReport, FunctionArrays, array_report};
pub use sizes::{AtDepth, Because, FunctionSizes, Left, SizeReport, size_report};
pub use slice::overhead;

use base::entity::EntityRef;
use base::graph;
use fun::def::*;

/// Largest number of array operations and loops around the calls of each function, by number. Recursion counts as one
/// loop, because its depth is unknown.
pub struct Around(Vec<usize>);

impl Around {
    pub fn new(program: &Program) -> Around {
        let calls: Vec<Vec<(usize, usize)>> = program.functions.values().map(calls_of).collect();
        let edges: Vec<Vec<usize>> =
            calls.iter().map(|calls| calls.iter().map(|&(callee, _)| callee).collect()).collect();
        let recursive = graph::on_cycles(&edges);
        let mut around = vec![0; edges.len()];
        // Components follow those that they call, so in reverse order all callers precede a function.
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

/// Returns the functions that a function calls, each with the depth of the call.
fn calls_of(function: &Function) -> Vec<(usize, usize)> {
    let mut calls = Vec::new();
    for_each_stm_at(&function.body, 0, &mut |stm, depth| {
        if let Exp::Call { function, .. } = &stm.exp {
            calls.push((function.index(), depth));
        }
    });
    calls
}

/// Visits every statement, in order, with the number of array operations and loops around it.
pub fn for_each_stm_at<'b>(body: &'b Body, depth: usize, f: &mut dyn FnMut(&'b Stm, usize)) {
    for stm in &body.stms {
        f(stm, depth);
        let inside = depth + usize::from(!matches!(stm.exp, Exp::If { .. }));
        stm.exp.bodies().into_iter().for_each(|body| for_each_stm_at(body, inside, f));
    }
}
