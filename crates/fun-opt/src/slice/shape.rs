//! The shape of a function: a separate function that computes the sizes which the function returns.
//!
//! Note [Which slice keeps an assertion]. The value slice keeps all assertions of the function, in their order. The
//! shape slice has copies of those on which the sizes rely (the certificates of its statements), and of all that
//! precede one of these. So if it fails, it fails where the function would have failed first, and nothing happens
//! between the two calls. The same holds for statements that are valid only at their place, such as a division or a
//! read without a certificate, because an earlier assertion may be the reason. If this exceeds the cost model (a call
//! that may fail precedes), the function is not sliced. An assertion that only values need is not in the shape slice.
//! Assertions in both slices hold when the second slice repeats them; they cost O(1), and once the slices are inlined
//! side by side, `cse` removes one of each pair.

use super::COST;
use super::flow::Chain;
use crate::effect;
use base::{Name, Symbol};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that computes sizes.
#[derive(Clone, Debug)]
pub struct Shape {
    pub function: FunctionId,
    /// For each parameter of the shape, its position among the function's parameters.
    pub params: Vec<usize>,
}

/// Cost of a shape slice, for its callers.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// Number of statements, including those of callees.
    pub stms: usize,
    /// Whether the slice may fail, or could fail without the checks before it.
    pub may_fail: bool,
}

/// Returns the body restricted to the wanted results. `None` if that takes more than scalar operators, reads of
/// elements, branches of these and assertions, or more than `COST` of them for each result. Names in `meanings` are
/// replaced, repeatedly.
pub fn restricted(
    program: &Program,
    prices: &FxHashMap<FunctionId, Price>,
    meanings: &Substitution,
    body: &Body,
    wanted: &[Atom],
) -> Option<(Body, Price)> {
    let budget = COST * wanted.len();
    let price = Price { stms: 0, may_fail: false };
    let mut slicer = Slicer { program, prices, meanings, live: FxHashSet::default(), price, budget };
    let stms = slicer.body(body, wanted)?;
    Some((Body { stms, result: wanted.to_vec() }, slicer.price))
}

struct Slicer<'a> {
    program: &'a Program,
    prices: &'a FxHashMap<FunctionId, Price>,
    meanings: &'a Substitution,
    /// Names used by the statements kept so far.
    live: FxHashSet<Name>,
    /// Cost of the statements kept so far. If they may fail, all earlier statements that may fail must be kept too.
    price: Price,
    budget: usize,
}

impl Slicer<'_> {
    /// Returns the statements that the results need, in order. Fails if they are not cheap or exceed the budget.
    fn body(&mut self, body: &Body, results: &[Atom]) -> Option<Vec<Stm>> {
        self.use_all(results.iter().filter_map(|atom| atom.var()));
        let mut kept = Vec::new();
        for stm in body.stms.iter().rev() {
            let used = stm.pattern.iter().any(|name| self.live.contains(name));
            if used || self.price.may_fail && !effect::may_drop(&stm.exp) {
                kept.push(self.stm(stm)?);
            }
        }
        kept.reverse();
        Some(kept)
    }

    /// Returns the statement as the shape keeps it, and records its names as live and its cost.
    fn stm(&mut self, stm: &Stm) -> Option<Stm> {
        self.pay(1)?;
        let (pattern, exp) = match &stm.exp {
            Exp::If { cond, then_body, else_body } => self.branch(stm, *cond, then_body, else_body)?,
            exp if self.is_cheap(exp) => (stm.pattern.clone(), exp.clone()),
            _ => return None,
        };
        exp.for_each_operand(&mut |atom| self.use_all(atom.var()));
        self.use_all(stm.certs.iter().copied());
        for &name in &pattern {
            self.use_all(self.program.names_in_type(name));
        }
        self.price.may_fail |= match &exp {
            // The bodies of the branch were examined already.
            Exp::If { .. } => false,
            Exp::Call { function, .. } => {
                let price = *self.prices.get(function)?;
                self.pay(price.stms)?;
                price.may_fail
            }
            exp => !effect::is_total_scalar(self.program, exp),
        };
        Some(stm.like(pattern, exp))
    }

    fn use_all(&mut self, names: impl IntoIterator<Item = Name>) {
        for name in names {
            let mut atom = Atom::from(name);
            while let Some(&meaning) = atom.var().and_then(|name| self.meanings.get(&name)) {
                atom = meaning;
            }
            self.live.extend(atom.var());
        }
    }

    fn pay(&mut self, stms: usize) -> Option<()> {
        self.price.stms += stms;
        (self.price.stms <= self.budget).then_some(())
    }

    /// Returns the branch with only the used results, which must be scalars.
    fn branch(&mut self, stm: &Stm, cond: Atom, then_body: &Body, else_body: &Body) -> Option<(Vec<Name>, Exp)> {
        let used: Vec<bool> = stm.pattern.iter().map(|name| self.live.contains(name)).collect();
        let pattern = only(&stm.pattern, &used);
        if pattern.iter().any(|&name| self.program.type_of(name).rank() > 0) {
            return None;
        }
        let before = self.price.may_fail;
        let mut sides = [then_body, else_body].into_iter().map(|side| {
            self.price.may_fail = before;
            let result = only(&side.result, &used);
            let stms = self.body(side, &result)?;
            Some((Body { stms, result }, self.price.may_fail))
        });
        let ((then_body, first), (else_body, second)) = (sides.next()??, sides.next()??);
        drop(sides);
        self.price.may_fail = first || second;
        Some((pattern, Exp::If { cond, then_body, else_body }))
    }

    /// Whether the expression costs O(1), whatever its operands.
    fn is_cheap(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Atom(_) | Exp::Un(..) | Exp::Bin(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..) => true,
            Exp::Index(..) | Exp::Slice(..) | Exp::Permute(..) | Exp::Assert { .. } => true,
            Exp::Call { function, .. } => self.prices.contains_key(function),
            _ => false,
        }
    }
}

fn only<T: Copy>(items: &[T], kept: &[bool]) -> Vec<T> {
    items.iter().zip(kept).filter(|(_, kept)| **kept).map(|(item, _)| *item).collect()
}

/// Adds the shape of the function `of`. It computes the variable of each chain, by the chain's statements, and the
/// results of `rest`, the part of the body of `of` that computes the other sizes, and returns them in this order.
pub fn build(program: &mut Program, of: FunctionId, chains: &[(Name, Chain)], rest: &Body) -> Shape {
    let mut parts: Vec<Body> = Vec::with_capacity(chains.len() + 1);
    for (name, chain) in chains {
        parts.push(Body { stms: chain.stms.clone(), result: vec![(*name).into()] });
    }
    parts.push(rest.clone());
    let all: Vec<Name> = program.functions[of].params.iter().map(|param| param.name).collect();
    let params = params_of(program, &all, &parts);
    let names: Vec<Name> = params.iter().filter_map(|&at| all.get(at).copied()).collect();
    let mut renaming = Substitution::default();
    let fresh = walk::refresh_telescope(program, &names, &mut renaming);
    let mut body = Body::default();
    for part in parts {
        let part = walk::refresh_body(program, &part, &mut renaming.clone());
        body.stms.extend(part.stms);
        body.result.extend(part.result);
    }
    let result = |_: &Atom| ResultParam { name: program.fresh("size", Type::I64), unique: true };
    let results = body.result.iter().map(result).collect();
    let name = Symbol::new(&format!("{}.shape", program.functions[of].name));
    let new_params = fresh.into_iter().map(|name| Param { name, consumed: false }).collect();
    let function = Function { name, params: new_params, results, body, foreign: None };
    let function = program.functions.push(function);
    Shape { function, params }
}

/// Returns the parameters that the bodies need, and the sizes of these.
fn params_of(program: &Program, all: &[Name], parts: &[Body]) -> Vec<usize> {
    let mut needed: FxHashSet<Name> = parts.iter().flat_map(|body| walk::free_in_body(&program.vars, body)).collect();
    for &name in all.iter().rev() {
        if needed.contains(&name) {
            needed.extend(program.names_in_type(name));
        }
    }
    (0..all.len()).filter(|&at| needed.contains(&all[at])).collect()
}
