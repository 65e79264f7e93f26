//! Common subexpression elimination for scalar operators, reads of arrays, views, assertions of the same condition,
//! arrays, calls, and equal branches, loops and traversals.
//!
//! ```text
//! let (a : i64) = n * m                        ==>   let (a : i64) = n * m
//! let (b : i64) = n * m                              in (a, a)
//! in (a, b)
//! ```
//!
//! Equal views are merged, because they share storage anyway. Equal arrays are merged only if neither is overwritten or
//! leaves the function. Maps are equal if their lambdas are, up to the names of parameters (NOVA, section 5), and so
//! are branches and loops. Calls are merged if they overwrite no argument. A computation that fails, or never ends,
//! does so the first time. A read of an array can be merged, because an update gives the array another name.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear.

use crate::alike;
use crate::sharing::Sharing;
use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::collections::hash_map::Entry;
use std::mem::{Discriminant, discriminant};
use value::{BinOp, CmpOp, ScalarType, UnOp};

pub fn common_subexpressions(mut program: Program) -> Result<Program, Error> {
    share_in_place(&mut program);
    Ok(program)
}

/// Like `common_subexpressions`; returns whether it changed anything.
pub fn share_in_place(program: &mut Program) -> bool {
    let mut sharing = Sharing::of(program);
    let consumes = |function: &Function| function.params.iter().any(|param| param.consumed);
    let consuming = program.functions.iter().filter(|(_, function)| consumes(function)).map(|(id, _)| id).collect();
    let mut changed = false;
    for function in program.functions.values_mut() {
        let mut cse = Cse {
            vars: &mut program.vars,
            sharing: &mut sharing,
            consuming: &consuming,
            known: FxHashMap::default(),
            open: Vec::new(),
            bodies: 0,
            substitution: Substitution::default(),
        };
        cse.body(&mut function.body);
        changed |= !cse.substitution.is_empty();
    }
    changed
}

/// Largest number of earlier expressions with the same operands that an expression with bodies, or a call, is compared
/// with.
const MAX_COMPARED: usize = 4;

#[derive(PartialEq, Eq, Hash, Clone)]
enum Operator {
    Un(UnOp),
    Bin(BinOp),
    Cmp(CmpOp),
    Fma,
    Convert(ScalarType),
    Index,
    Assert,
    Permute(Vec<usize>),
    Reshape,
    /// For each dimension, the number of dimensions that it yields and whether it is a flat slice.
    Slice(Vec<(usize, bool)>),
    Table(TableId),
    Literal,
    Iota,
    /// Number of new dimensions. Their sizes are the first operands.
    Replicate(usize),
    Copy,
    Concat,
}

impl Operator {
    /// Whether the result is a fresh array.
    fn makes_array(&self) -> bool {
        matches!(self, Operator::Literal | Operator::Iota | Operator::Replicate(_) | Operator::Copy | Operator::Concat)
    }
}

type Key = (Operator, Operands);

type Operands = SmallVec<[Atom; 3]>;

struct Cse<'a> {
    vars: &'a mut VarTable,
    sharing: &'a mut Sharing,
    /// Functions that overwrite an argument.
    consuming: &'a FxHashSet<FunctionId>,
    /// Earlier computations, each with its result, and the depth and number of the body that holds it.
    known: FxHashMap<Key, (Name, usize, usize)>,
    /// Numbers of the bodies around the current statement. Results of other bodies are out of scope.
    open: Vec<usize>,
    /// Number of bodies visited so far.
    bodies: usize,
    substitution: Substitution,
}

impl Cse<'_> {
    fn body(&mut self, body: &mut Body) {
        self.bodies += 1;
        let (depth, number) = (self.open.len(), self.bodies);
        self.open.push(number);
        let mut with_bodies: FxHashMap<(Discriminant<Exp>, Vec<Atom>), Vec<usize>> = FxHashMap::default();
        let mut kept: Vec<Stm> = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms) {
            self.substitute(&mut stm);
            for inner in stm.exp.bodies_mut() {
                self.body(inner);
            }
            if let (Some(key), [name]) = (key(&stm.exp), stm.pattern.as_slice()) {
                let makes_array = key.0.makes_array();
                match self.computed(key, (*name, depth, number)) {
                    Some(earlier) if self.is_as_good(*name, earlier, makes_array) => {
                        self.stand_for(*name, earlier);
                        continue;
                    }
                    _ => {}
                }
            }
            if self.is_compared(&stm.exp) {
                let places = with_bodies.entry((discriminant(&stm.exp), stm.exp.operands())).or_default();
                let earlier =
                    places.iter().filter_map(|&at| kept.get(at)).find(|earlier| self.are_equal(earlier, &stm));
                if let Some(earlier) = earlier {
                    let pairs = stm.pattern.iter().copied().zip(earlier.pattern.iter().copied());
                    pairs.for_each(|(name, earlier)| self.stand_for(name, earlier));
                    continue;
                }
                if places.len() < MAX_COMPARED {
                    places.push(kept.len());
                }
            }
            kept.push(stm);
        }
        for atom in &mut body.result {
            *atom = walk::substitute_atom(*atom, &self.substitution);
        }
        self.open.pop();
        body.stms = kept;
    }

    /// Returns the earlier result of the computation `key`, if that result is in scope. Otherwise records `here`.
    fn computed(&mut self, key: Key, here: (Name, usize, usize)) -> Option<Name> {
        match self.known.entry(key) {
            Entry::Vacant(entry) => _ = entry.insert(here),
            Entry::Occupied(mut entry) => {
                let (name, depth, number) = *entry.get();
                if self.open.get(depth) == Some(&number) {
                    return Some(name);
                }
                entry.insert(here);
            }
        }
        None
    }

    fn stand_for(&mut self, name: Name, earlier: Name) {
        self.sharing.join(name.into(), earlier.into());
        self.substitution.insert(name, earlier.into());
    }

    /// Whether `name` may be replaced by `earlier`. Arrays must have the same type, as equal sizes may have different
    /// names.
    fn is_as_good(&self, name: Name, earlier: Name, is_own_array: bool) -> bool {
        let same = || self.vars.get(name).map(|info| &info.ty) == self.vars.get(earlier).map(|info| &info.ty);
        same() && self.may_stand(name, earlier, is_own_array)
    }

    fn may_stand(&self, name: Name, earlier: Name, is_own_array: bool) -> bool {
        !is_own_array || self.sharing.stays(name) && self.sharing.stays(earlier)
    }

    /// Whether the expression is compared with earlier ones as a whole: a branch, a loop, a traversal, a filter, or a
    /// call that overwrites no argument.
    fn is_compared(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Call { function, .. } => !self.consuming.contains(function),
            exp => matches!(exp, Exp::If { .. } | Exp::Loop(_) | Exp::Traverse(_) | Exp::Filter(_)),
        }
    }

    /// Whether two statements with the same operands are equal. Sizes bound by both patterns may have different names.
    fn are_equal(&self, earlier: &Stm, later: &Stm) -> bool {
        let mut renamed = Substitution::default();
        for (&name, &earlier) in later.pattern.iter().zip(&earlier.pattern) {
            let (Some(info), Some(other)) = (self.vars.get(name), self.vars.get(earlier)) else { return false };
            let is_array = info.ty.rank() > 0;
            let same = info.place.is_none() && walk::substitute_type(&info.ty, &renamed) == other.ty;
            if !same || !self.may_stand(name, earlier, is_array) {
                return false;
            }
            renamed.insert(name, earlier.into());
        }
        let same = match (&earlier.exp, &later.exp) {
            (Exp::Call { function, .. }, Exp::Call { function: other, .. }) => function == other,
            (earlier, later) => alike::expressions(earlier, later),
        };
        earlier.pattern.len() == later.pattern.len() && same
    }

    fn substitute(&mut self, stm: &mut Stm) {
        if self.substitution.is_empty() {
            return;
        }
        let substitution = &self.substitution;
        stm.exp.map_operands(&mut |atom| walk::substitute_atom(atom, substitution));
        for cert in &mut stm.certs {
            *cert = walk::substitute_name(*cert, substitution);
        }
        walk::tidy_certs(stm);
        walk::substitute_types(self.vars, &stm.exp.binders(), substitution);
        walk::substitute_types(self.vars, &stm.pattern, substitution);
    }
}

/// Returns the key of an expression without bodies; `None` if it must not be merged.
fn key(exp: &Exp) -> Option<Key> {
    let with = |array: Name, atoms: &[Atom]| std::iter::once(array.into()).chain(atoms.iter().copied()).collect();
    Some(match exp {
        Exp::Un(op, a) => (Operator::Un(*op), smallvec![*a]),
        Exp::Bin(op, a, b) => (Operator::Bin(*op), smallvec![*a, *b]),
        Exp::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) => (Operator::Cmp(*op), in_order(*a, *b)),
        Exp::Cmp(op, a, b) => (Operator::Cmp(*op), smallvec![*a, *b]),
        Exp::Fma(a, b, c) => (Operator::Fma, smallvec![*a, *b, *c]),
        Exp::Convert(to, a) => (Operator::Convert(*to), smallvec![*a]),
        Exp::Index(array, indices) => (Operator::Index, with(*array, indices)),
        Exp::Assert { cond, .. } => (Operator::Assert, smallvec![*cond]),
        Exp::Permute(array, perm) => (Operator::Permute(perm.clone()), smallvec![(*array).into()]),
        Exp::Reshape(array, dims) => (Operator::Reshape, with(*array, dims)),
        Exp::Slice(_, dims) => {
            let form = |dim: &SliceDim| (dim.counts().count(), dim.is_flat());
            (Operator::Slice(dims.iter().map(form).collect()), operands(exp))
        }
        Exp::Table(table) => (Operator::Table(*table), Operands::new()),
        Exp::Literal(atoms) => (Operator::Literal, atoms.iter().copied().collect()),
        Exp::Iota { count, start, step } => (Operator::Iota, smallvec![*count, *start, *step]),
        Exp::Replicate { dims, .. } => (Operator::Replicate(dims.len()), operands(exp)),
        Exp::Copy(array) => (Operator::Copy, smallvec![(*array).into()]),
        Exp::Concat(_) => (Operator::Concat, operands(exp)),
        _ => return None,
    })
}

/// Returns the operands of a commutative operator in a fixed order.
fn in_order(a: Atom, b: Atom) -> Operands {
    let key = |atom: Atom| atom.var().map(|name| name.id);
    if key(b) < key(a) { smallvec![b, a] } else { smallvec![a, b] }
}

fn operands(exp: &Exp) -> Operands {
    let mut operands = Operands::new();
    exp.for_each_operand(&mut |atom| operands.push(atom));
    operands
}
