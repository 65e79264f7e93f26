//! Functions that recur get stacks of their own where kernels call them.
//!
//! ```text
//! launch g < groups of size {                       launch g < groups of size {
//!   threads t < n {                                   threads t < n {
//!     var y : i32 := 0                                  var y : i32 := 0
//!     call (y) <- fun 1 (xs.i32[t])                     call (y) <- fun 2 (xs.i32[t])
//!     ..                                                ..
//! fun "f" (n : i32) -> (r : i32) {                  fun "f" (n_1 : i32) -> (r_1 : i32) {
//!   if (n < 2) {                                      var to : stack i32[1] of 8  var kept : stack i32[1] of 8
//!     r <- 1                                          var depth := 0  var at := 0  var runs := true
//!   } else {                                          var n := n_1  var r := 0
//!     var a : i32 := 0                                while (runs) {
//!     call (a) <- fun 1 (n - 1)            ==>          if (at == 0) { r <- 0; at <- select(n < 2, 2, 3) }
//!     r <- n + a                                        if (at == 1) { if (0 < depth) { depth <- depth - 1; at <- to[depth] }
//!   }                                                                  else { runs <- false } }
//! }                                                     if (at == 2) { r <- 1; at <- 1 }
//!                                                       if (at == 3) { assert (depth < quot(stack_size(), 8)), ".."
//!                                                                      kept[depth] <- n; to[depth] <- 4; depth <- depth + 1
//!                                                                      n <- n - 1; at <- 0 }
//!                                                       if (at == 4) { n <- kept[depth]; r <- n + r; at <- 1 } }
//!                                                     r_1 <- r }
//! ```
//!
//! OpenCL C has no recursion, and CUDA's has a stack of which nobody knows when it is full. So the functions that call each other
//! become one: its *segments* are what is done between calls, a loop goes from one to the next, and a call keeps the place where
//! it goes on and the scalars that are needed there (by liveness, as in Aho et al., Compilers, 2nd ed., section 9.2.5) in arrays
//! of the thread. All together have `stack_size` bytes, a parameter of the run that is a constant of the kernels; a call for which
//! there is no room is a failure of the program. The tests of `at` are a tree, of logarithmic depth.
//!
//! This is for functions of scalars, and of memory that each passes on to the others as it got it, which declare no memory of
//! their own that lives across a call, and keep at most `MAX_FRAME` bytes. Others stay as they are, and so does what else the
//! device cannot run: `keep-on-host` deals with it. Functions that the host calls stay; kernels get copies.
//!
//! Needs: unique names. Guarantees: a launch is changed only if the device can run it then, and does the same unless calls are
//! nested too deep. Cost: linear, times `MAX_MEMBERS` and the depth of what is around calls; liveness is linear times
//! `MAX_SEGMENTS` at most.

mod segments;
mod write;

use crate::def::*;
use crate::pass::keep::{Possible, calls, tables};
use crate::walk;
use base::entity::EntityRef;
use base::{Error, graph};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most bytes that a call may take of a stack, so that there is room for some.
const MAX_FRAME: usize = 512;

/// Of functions that call each other so many become one.
const MAX_MEMBERS: usize = 32;

/// So many segments one function may have.
const MAX_SEGMENTS: usize = 1024;

pub fn give_stacks(program: Program) -> Result<Program, Error> {
    let edges: Vec<Vec<usize>> = program.functions.values().map(|function| calls(&function.body)).collect();
    let recursive = graph::on_cycles(&edges);
    let reaching = graph::reaching(&edges, &recursive);
    let components = graph::components(&edges);
    let called = called_by_kernels(&program, &edges, &components);
    if called.is_disjoint(&reaching) {
        return Ok(program);
    }
    let mut after = program.clone();
    let mut versions: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for component in &components {
        let members: FxHashSet<usize> = component.iter().copied().collect();
        let can_be_called =
            |at: &usize| members.contains(at) || !reaching.contains(at) || versions.contains_key(&FunctionId::new(*at));
        if !component.iter().flat_map(|at| &edges[*at]).all(can_be_called) {
            continue;
        }
        let mut made = Vec::new();
        for &at in component.iter().filter(|at| called.contains(at) && reaching.contains(at)) {
            let id = FunctionId::new(at);
            let function = match recursive.contains(&at) {
                true => segments::looped(&mut after, component, id, &versions),
                false => Some(copied(&mut after, id, &versions)),
            };
            made.extend(function.map(|function| (id, after.functions.push(function))));
        }
        versions.extend(made);
    }
    let possible = Possible::of(&after);
    let mut is_changed = false;
    for function in after.functions.values_mut() {
        let tables = tables(&function.body);
        is_changed |= change_launches(&mut function.body, &mut |body| {
            if possible.is_kernel(body, &tables) {
                return false;
            }
            let mut changed = body.clone();
            call_versions(&mut changed, &versions);
            let is_kernel = possible.is_kernel(&changed, &tables);
            if is_kernel {
                *body = changed;
            }
            is_kernel
        });
    }
    Ok(if is_changed { after } else { program })
}

/// The functions that launches call which a device can run but for recursion, and those that these call in other components.
fn called_by_kernels(program: &Program, edges: &[Vec<usize>], components: &[Vec<usize>]) -> FxHashSet<usize> {
    let possible = Possible::with_recursion(program);
    let mut called = FxHashSet::default();
    for function in program.functions.values() {
        let tables = tables(&function.body);
        walk::each_stm(&function.body, &mut |stm| {
            if let Stm::Launch { body, .. } = stm
                && possible.is_kernel(body, &tables)
            {
                called.extend(calls(body));
            }
        });
    }
    // A component stands after those that it calls.
    for component in components.iter().rev() {
        if component.iter().any(|at| called.contains(at)) {
            let own: FxHashSet<usize> = component.iter().copied().collect();
            let callees = component.iter().flat_map(|at| &edges[*at]).copied();
            called.extend(callees.filter(|at| !own.contains(at)));
        }
    }
    called
}

/// Whether the function changed one of the launches.
fn change_launches(block: &mut Block, change: &mut dyn FnMut(&mut Block) -> bool) -> bool {
    let mut is_changed = false;
    for stm in block {
        if let Stm::Launch { body, .. } = stm {
            is_changed |= change(body);
        } else {
            walk::blocks_mut(stm).into_iter().for_each(|inner| is_changed |= change_launches(inner, change));
        }
    }
    is_changed
}

/// A function that calls others that recur.
fn copied(program: &mut Program, id: FunctionId, versions: &FxHashMap<FunctionId, FunctionId>) -> Function {
    let mut function = with_fresh_names(program, id);
    call_versions(&mut function.body, versions);
    function
}

fn with_fresh_names(program: &mut Program, id: FunctionId) -> Function {
    let Program { names, functions, .. } = program;
    let function = &functions[id];
    let mut renamed = FxHashMap::default();
    let mut fresh = |param: &Param| {
        let name = names.like(param.name);
        renamed.insert(param.name, name);
        Param { name, ty: param.ty }
    };
    let params = function.params.iter().map(&mut fresh).collect();
    let results = function.results.iter().map(&mut fresh).collect();
    let body = walk::copy(&function.body, renamed, names);
    Function { name: function.name, params, results, body, foreign: function.foreign.clone() }
}

fn call_versions(block: &mut Block, versions: &FxHashMap<FunctionId, FunctionId>) {
    for stm in block {
        if let Stm::Call { function, .. } = stm {
            *function = versions.get(function).copied().unwrap_or(*function);
        }
        walk::blocks_mut(stm).into_iter().for_each(|inner| call_versions(inner, versions));
    }
}
