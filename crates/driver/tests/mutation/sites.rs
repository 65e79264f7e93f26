//! Finds the sites for mutations: arrays with a free choice of place, statements, and arrays used together.

use base::Name;
use fun::def::*;
use fun::walk;
use std::collections::{BTreeSet, HashSet};

/// The arrays that statements of the program make, in order, each with the others that the same body makes.
pub struct Sites {
    pub fresh: Vec<Fresh>,
    /// The blocks that are allocated, in order.
    pub allocated: Vec<Name>,
    /// The blocks allocated in each iteration of a map with sizes known outside.
    pub inner: Vec<Name>,
    /// The arrays that update another one in place.
    pub updates: Vec<Name>,
    /// The computed variables that place an array, among the results of branches and loops.
    pub supports: HashSet<Name>,
}

/// An array that is made at a place of its own.
pub struct Fresh {
    pub name: Name,
    /// The number of the body that makes the array.
    pub body: usize,
    /// The indices of the lambdas around the array, outermost first.
    pub indices: Vec<Name>,
    /// The arrays that are made in the same body before it, or that it is made from, and that are used after it.
    pub alive: Vec<Name>,
    pub is_used_later: bool,
}

impl Sites {
    pub fn of(program: &Program) -> Sites {
        let (fresh, allocated, inner, updates, supports) = Default::default();
        let mut sites = Sites { fresh, allocated, inner, updates, supports };
        let mut bodies = 0;
        for function in program.functions.values() {
            sites.body(program, &function.body, &[], &mut bodies);
        }
        sites
    }

    fn body(&mut self, program: &Program, body: &Body, indices: &[Name], bodies: &mut usize) {
        *bodies += 1;
        let number = *bodies;
        let used: Vec<HashSet<Name>> = body.stms.iter().map(|stm| used(program, stm)).collect();
        let results: HashSet<Name> = body.result.iter().filter_map(|atom| atom.var()).collect();
        let used_after = |at: usize, name: Name| {
            results.contains(&name) || used.iter().skip(at + 1).any(|names| names.contains(&name))
        };
        for (at, stm) in body.stms.iter().enumerate() {
            match &stm.exp {
                Exp::Alloc { .. } => self.allocated.extend(&stm.pattern),
                Exp::Update { .. } | Exp::Scatter(_) | Exp::Histogram(_) => {
                    self.updates.extend(stm.pattern.iter().filter(|name| is_array(program, **name)));
                }
                Exp::If { .. } | Exp::Loop(_) => self.support(program, stm),
                _ => {}
            }
            for (position, &name) in stm.pattern.iter().enumerate() {
                if is_array(program, name) && is_fresh(&stm.exp, position) {
                    let before = self.fresh.iter().filter(|other| other.body == number).map(|other| other.name);
                    let operands = stm.exp.operands().into_iter().filter_map(Atom::var);
                    let operands = operands.filter(|&operand| is_array(program, operand));
                    let alive: BTreeSet<Name> = before.chain(operands).filter(|&it| used_after(at, it)).collect();
                    let alive = alive.into_iter().collect();
                    let is_used_later = used_after(at, name);
                    self.fresh.push(Fresh { name, body: number, indices: indices.to_vec(), alive, is_used_later });
                }
            }
            let lambdas: Vec<Name> =
                stm.exp.traversed().iter().filter_map(|(.., it)| it.params.first().copied()).collect();
            let inner: Vec<Name> = indices.iter().copied().chain(lambdas).collect();
            for body in stm.exp.bodies() {
                // A loop may build its next array at the place of the last one.
                if matches!(&stm.exp, Exp::Traverse(traverse) if traverse.is_map()) {
                    self.inner.extend(body.stms.iter().filter_map(|stm| movable(body, stm)));
                }
                self.body(program, body, &inner, bodies);
            }
        }
    }

    fn support(&mut self, program: &Program, stm: &Stm) {
        let params = match &stm.exp {
            Exp::Loop(looped) => looped.params.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        };
        for names in [&stm.pattern, &params] {
            for place in names.iter().filter_map(|&name| program.vars.get(name)?.place.as_ref()) {
                let named = place.ixfn.free_variables().into_iter().chain([place.block]);
                self.supports.extend(named.filter(|name| names.contains(name)));
            }
        }
    }
}

/// Returns the block that the statement allocates, if it could do so before the body.
fn movable(body: &Body, stm: &Stm) -> Option<Name> {
    let Exp::Alloc { count, .. } = stm.exp else { return None };
    let bound = walk::bound_in_body(body);
    let is_known_outside = count.var().is_none_or(|count| !bound.contains(&count));
    stm.pattern.first().copied().filter(|_| is_known_outside)
}

pub fn is_array(program: &Program, name: Name) -> bool {
    matches!(program.type_of(name), Type::Array { .. })
}

/// Whether the result at this position has a place that could have been another one.
fn is_fresh(exp: &Exp, position: usize) -> bool {
    match exp {
        Exp::Literal(_) | Exp::Table(_) | Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Scratch { .. } => true,
        Exp::Copy(_) | Exp::Concat(_) => true,
        // Reduced values stay in the operator's buffers until the end.
        Exp::Traverse(traverse) => position < traverse.scanned() || position >= traverse.combined(),
        _ => false,
    }
}

fn used(program: &Program, stm: &Stm) -> HashSet<Name> {
    let mut names = HashSet::new();
    walk::for_each_name_used(&program.vars, stm, &mut |name| {
        names.insert(name);
    });
    names
}
