//! Coalescing: two loops that go through one row of memory together become one loop (Polychronopoulos 1987).
//!
//! ```text
//! kernel i < m {                                  ==>   kernel j < n {
//!   kernel j < n {                                        kernel k < max(0, m) * max(0, b) {
//!     kernel k < b {                                        a[j*s + k] <- 2 * a[j*s + k]
//!       a[j*s + i*b + k] <- 2 * a[j*s + i*b + k]          }
//!     }                                                 }
//!   }
//! }
//! ```
//!
//! So a map over adjacent rows becomes one loop, and a map over blocks of a matrix gets long inner loops for any block
//! size. Condition: the outer variable occurs only in sums, and each sum is unchanged if 0 replaces it and `i*b + k`
//! the inner variable. All loops in between are kernels with nothing else in them; because their iterations are
//! independent, they may be exchanged. Nothing inside may fail.
//!
//! Each round writes, and no two write to the same place. So the product of the counts does not overflow if any round
//! runs.
//!
//! The pass is meant for one processor with vector units, where long inner loops matter more than blocks that stay in a
//! cache.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times the depth of kernels.

use crate::def::*;
use crate::linear::{Definitions, binary, i64};
use crate::walk;
use base::{Error, Name, Spans};
use index::Poly;
use value::{BinOp, ScalarType};

pub fn coalesce(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let definitions = Definitions::of(&program.functions[id]);
        let body = std::mem::take(&mut program.functions[id].body);
        program.functions[id].body = block(body, &definitions);
    }
    Ok(program)
}

fn block(stms: Block, definitions: &Definitions) -> Block {
    stms.into_iter().flat_map(|stm| statement(stm, definitions)).collect()
}

/// Coalesces the accesses of the nest of kernels that the statement is, or of those inside it.
fn statement(stm: Stm, definitions: &Definitions) -> Block {
    let mut nest = Nest { kernels: Vec::new(), body: vec![stm] };
    nest.open(definitions);
    if nest.kernels.len() > 1 && is_harmless(&nest.body) && writes(&nest.body) {
        nest.coalesce(definitions);
    }
    if nest.kernels.is_empty() {
        for stm in &mut nest.body {
            walk::blocks_mut(stm).into_iter().for_each(|inner| *inner = block(std::mem::take(inner), definitions));
        }
    } else {
        nest.body = block(nest.body, definitions);
    }
    nest.close()
}

/// Perfectly nested kernels, and the body of the innermost one.
struct Nest {
    kernels: Vec<Kernel>,
    body: Block,
}

struct Kernel {
    var: Name,
    bound: Exp,
    /// Number of iterations of the kernel if its bound is not negative.
    count: Option<Poly>,
    spans: Spans,
}

impl Nest {
    fn open(&mut self, definitions: &Definitions) {
        while let [Stm::For { ty: ScalarType::I64, parallel: true, .. }] = self.body.as_slice() {
            let Some(Stm::For { var, bound, body, spans, .. }) = self.body.pop() else { return };
            let count = definitions.poly(&bound);
            self.kernels.push(Kernel { var, bound, count, spans });
            self.body = body;
        }
    }

    fn close(mut self) -> Block {
        while let Some(Kernel { var, bound, spans, .. }) = self.kernels.pop() {
            let body = std::mem::take(&mut self.body);
            self.body.push(Stm::For { var, ty: ScalarType::I64, bound, body, parallel: true, spans });
        }
        self.body
    }

    /// Joins each kernel with the innermost one where possible. Inner kernels come first.
    fn coalesce(&mut self, definitions: &Definitions) {
        let Some(mut last) = self.kernels.pop() else { return };
        for at in (0..self.kernels.len()).rev() {
            let (outer, between) = (&self.kernels[at], &self.kernels[at + 1..]);
            let is_known_outside = |kernel: &Kernel| {
                let count = kernel.count.as_ref();
                count.is_some_and(|count| !count.free_variables().contains(&outer.var))
            };
            let (Some(count), Some(width)) = (&outer.count, &last.count) else { continue };
            let row = Poly::var(outer.var) * width.clone() + Poly::var(last.var);
            let joined = |name: Name| match name {
                name if name == outer.var => Some(Poly::zero()),
                name if name == last.var => Some(row.clone()),
                _ => None,
            };
            let is_joined = |exp: &Exp| is_same(exp, &[outer.var, last.var], definitions, &joined);
            let all_known = between.iter().all(is_known_outside) && is_known_outside(&last);
            if !all_known || !each_expression(&self.body, &is_joined) {
                continue;
            }
            let at_least_none = |bound: &Exp| binary(BinOp::Max, i64(0), bound.clone());
            last.count = Some(count.clone() * width.clone());
            last.bound = binary(BinOp::Mul, at_least_none(&outer.bound), at_least_none(&last.bound));
            let gone = outer.var;
            self.body.iter_mut().for_each(|stm| remove(stm, gone));
            self.kernels.remove(at);
        }
        self.kernels.push(last);
    }
}

/// Whether the block only computes and writes.
fn is_harmless(block: &[Stm]) -> bool {
    let mut harmless = true;
    walk::each_stm(block, &mut |stm| {
        harmless &= matches!(
            stm,
            Stm::Declare { .. } | Stm::Assign { .. } | Stm::Write { .. } | Stm::If { .. } | Stm::For { .. }
        );
    });
    harmless
}

/// Whether the block writes to memory whenever it runs.
fn writes(block: &[Stm]) -> bool {
    block.iter().any(|stm| matches!(stm, Stm::Write { .. }))
}

fn each_expression(block: &[Stm], holds: &dyn Fn(&Exp) -> bool) -> bool {
    let mut all = true;
    walk::each_stm(block, &mut |stm| all = all && walk::expressions(stm).all(holds));
    all
}

/// Whether the expression contains the variables only in sums that stay the same if the names are replaced as
/// `replaced` says.
fn is_same(exp: &Exp, vars: &[Name], definitions: &Definitions, replaced: &dyn Fn(Name) -> Option<Poly>) -> bool {
    match definitions.poly(exp) {
        Some(sum) => sum.substitute(replaced) == sum,
        None => {
            let is_other = !matches!(exp, Exp::Var(name) if vars.contains(name));
            is_other && walk::operands(exp).all(|part| is_same(part, vars, definitions, replaced))
        }
    }
}

/// Replaces the variable, which occurs only in sums, by 0.
fn remove(stm: &mut Stm, var: Name) {
    walk::expressions_mut(stm).into_iter().for_each(|exp| remove_in(exp, var));
    for inner in walk::blocks_mut(stm) {
        inner.iter_mut().for_each(|stm| remove(stm, var));
    }
}

/// Replaces `var` in the expression by 0 and simplifies sums and products with 0.
fn remove_in(exp: &mut Exp, var: Name) {
    walk::operands_mut(exp).into_iter().for_each(|part| remove_in(part, var));
    let is_zero = |exp: &Exp| *exp == i64(0);
    let simpler = match exp {
        Exp::Var(name) if *name == var => Some(i64(0)),
        Exp::Bin(BinOp::Mul, a, b) if is_zero(a) || is_zero(b) => Some(i64(0)),
        Exp::Bin(BinOp::Add, a, b) if is_zero(a) => Some((**b).clone()),
        Exp::Bin(BinOp::Add | BinOp::Sub, a, b) if is_zero(b) => Some((**a).clone()),
        _ => None,
    };
    if let Some(simpler) = simpler {
        *exp = simpler;
    }
}
