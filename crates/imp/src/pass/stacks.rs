//! Give stacks: recursive functions that kernels call become loops with an explicit stack.
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
//! OpenCL C has no recursion, and CUDA cannot report a full stack. So functions that call each other become one
//! function. Its *segments* are the code between calls, and a loop goes from one to the next. A call saves the next
//! segment, and the scalars that are live there (by liveness, as in Aho et al., Compilers, 2nd ed., section 9.2.5), in
//! arrays of the thread. The arrays together have `stack_size` bytes, a setting that is a constant of the kernels. A
//! call without room is a failure of the program. The tests of `at` form a tree of logarithmic depth.
//!
//! The pass handles functions of scalars, and of memory that each function passes on unchanged. They must declare no
//! memory that lives across a call, and save at most `MAX_FRAME` bytes per call. Other functions stay as they are, for
//! `keep-on-host`, like all other code that the device cannot run. Functions that the host calls stay; kernels get
//! copies.
//!
//! Needs: unique names. Guarantees: a launch is changed only if the device can then run it. Its results are the same
//! unless calls are nested too deep. Cost: linear, times `MAX_MEMBERS` and the nesting depth around calls. Liveness is
//! linear times at most `MAX_SEGMENTS`.

mod segments;
mod write;

use crate::def::*;
use crate::pass::keep::{Possible, calls, tables};
use crate::walk;
use base::entity::EntityRef;
use base::{Error, graph};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest size in bytes of what one call saves. It is low, so that several calls fit on the stack.
const MAX_FRAME: usize = 512;

/// Largest number of mutually recursive functions that become one.
const MAX_MEMBERS: usize = 32;

/// Largest number of segments of a function.
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

/// Returns the functions, and all their callees, that launches call which a device could run if recursion were allowed.
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
    // A component comes after the components that it calls.
    for component in components.iter().rev() {
        if component.iter().any(|at| called.contains(at)) {
            let own: FxHashSet<usize> = component.iter().copied().collect();
            let callees = component.iter().flat_map(|at| &edges[*at]).copied();
            called.extend(callees.filter(|at| !own.contains(at)));
        }
    }
    called
}

/// Applies `change` to the body of each launch; returns whether it changed one.
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

/// Copies a function that calls recursive ones, with its calls redirected to their loop versions.
fn copied(program: &mut Program, id: FunctionId, versions: &FxHashMap<FunctionId, FunctionId>) -> Function {
    let mut function = with_fresh_names(program, id);
    call_versions(&mut function.body, versions);
    function
}

/// Returns a copy of the function with new names for all its variables.
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
    Function { name: function.name, params, results, body, external: function.external.clone() }
}

fn call_versions(block: &mut Block, versions: &FxHashMap<FunctionId, FunctionId>) {
    for stm in block {
        if let Stm::Call { function, .. } = stm {
            *function = versions.get(function).copied().unwrap_or(*function);
        }
        walk::blocks_mut(stm).into_iter().for_each(|inner| call_versions(inner, versions));
    }
}
