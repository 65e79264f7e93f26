//! Fixed blocks: blocks that loops and branches pass on unchanged get one name, inside and after.
//!
//! ```text
//! let (b : mem) (ys : [n]f32 @ b -> ..) =              let (ys : [n]f32 @ a -> ..) =
//!   loop (m : mem = a) (xs : [n]f32 @ m -> .. = ..)      loop (xs : [n]f32 @ a -> .. = ..)
//!       for i : i64 < k do                       ==>         for i : i64 < k do
//!     let (xs : [n]f32 @ m -> ..) = xs with [i] = ..       let (xs : [n]f32 @ a -> ..) = xs with [i] = ..
//!     in (m, xs)                                           in (xs)
//! ```
//!
//! The lowering passes blocks along with the arrays of loops and branches, because these may return another one. If the
//! block is always the same, one name for it lets `merge-blocks` and `double-buffer` find more, and a target need not
//! pass it.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times the depth of nesting.

use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use fun_opt::dead::retain;

pub fn fixed_blocks(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut fixer = Fixer { program: &program, fixed: Substitution::default() };
        fixer.body(&mut body);
        let known: Substitution = fixer.fixed.keys().map(|&name| (name, fixer.origin(name.into()))).collect();
        if !known.is_empty() {
            walk::substitute_body(&mut program.vars, &mut body, &known);
        }
        program.functions[id].body = body;
    }
    Ok(program)
}

struct Fixer<'p> {
    program: &'p Program,
    /// For each removed block name, the name or atom that replaces it. This may itself be removed.
    fixed: Substitution,
}

impl Fixer<'_> {
    /// Returns the first name of the block.
    fn origin(&self, mut block: Atom) -> Atom {
        while let Some(&from) = block.var().and_then(|name| self.fixed.get(&name)) {
            block = from;
        }
        block
    }

    fn body(&mut self, body: &mut Body) {
        for Stm { pattern, exp, .. } in &mut body.stms {
            exp.bodies_mut().into_iter().for_each(|inner| self.body(inner));
            match exp {
                Exp::If { then_body, else_body, .. } => self.branches(pattern, then_body, else_body),
                Exp::Loop(looped) => self.turns(pattern, looped),
                _ => {}
            }
        }
    }

    /// Removes a block from the results of a branch if both sides return the same. Because names are unique, it comes
    /// from before the branch.
    fn branches(&mut self, pattern: &mut Vec<Name>, then_body: &mut Body, else_body: &mut Body) {
        let mut kept = Vec::with_capacity(pattern.len());
        for (at, &name) in pattern.iter().enumerate() {
            let ends = [&then_body, &else_body].map(|body| body.result.get(at).map(|&end| self.origin(end)));
            let [Some(end), other] = ends else { return };
            let is_fixed = self.is_block(name) && Some(end) == other;
            self.fixed.extend(is_fixed.then_some((name, end)));
            kept.push(!is_fixed);
        }
        [then_body, else_body].into_iter().for_each(|body| retain(&mut body.result, &kept));
        retain(pattern, &kept);
    }

    /// Removes a block from a loop if each round passes it on unchanged, or if all rounds return the initial one.
    fn turns(&mut self, pattern: &mut Vec<Name>, looped: &mut Loop) {
        let mut kept = Vec::with_capacity(pattern.len());
        for (&name, (&(param, init), &result)) in pattern.iter().zip(looped.params.iter().zip(&looped.body.result)) {
            let (init, result) = (self.origin(init), self.origin(result));
            let is_fixed = self.is_block(name) && (result == param.into() || result == init);
            self.fixed.extend([name, param].into_iter().filter(|_| is_fixed).map(|name| (name, init)));
            kept.push(!is_fixed);
        }
        retain(&mut looped.params, &kept);
        retain(&mut looped.body.result, &kept);
        retain(pattern, &kept);
    }

    fn is_block(&self, name: Name) -> bool {
        *self.program.type_of(name) == Type::Memory
    }
}
