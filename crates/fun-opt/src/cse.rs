//! Common subexpressions: scalar operators, reads of arrays, views, and assertions of the same condition.
//!
//! ```text
//! let (a : i64) = n * m                        ==>   let (a : i64) = n * m
//! let (b : i64) = n * m                              in (a, a)
//! in (a, b)
//! ```
//!
//! Arrays are not shared, since one of two equal arrays may be consumed. A read of an array is its value: an update
//! gives the array another name. Needs: nothing. Guarantees: nothing. Cost: linear.

use base::{Error, Name};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::FxHashMap;
use value::{BinOp, CmpOp, ScalarType, UnOp};

pub fn common_subexpressions(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut cse =
            Cse { vars: &mut program.vars, known: FxHashMap::default(), substitution: Substitution::default() };
        cse.body(&mut body);
        program.functions[id].body = body;
    }
    Ok(program)
}

#[derive(PartialEq, Eq, Hash, Clone)]
enum Operator {
    Un(UnOp),
    Bin(BinOp),
    Cmp(CmpOp),
    Fma,
    Convert(ScalarType),
    Index,
    Assert,
}

type Key = (Operator, Vec<Atom>);

struct Cse<'a> {
    vars: &'a mut VarTable,
    known: FxHashMap<Key, Name>,
    substitution: Substitution,
}

impl Cse<'_> {
    fn body(&mut self, body: &mut Body) {
        let mut added = Vec::new();
        let mut kept = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms) {
            self.substitute(&mut stm);
            for inner in stm.exp.bodies_mut() {
                self.body(inner);
            }
            if let (Some(key), [name]) = (key(&stm.exp), stm.pattern.as_slice()) {
                if let Some(&earlier) = self.known.get(&key) {
                    self.substitution.insert(*name, earlier.into());
                    continue;
                }
                self.known.insert(key.clone(), *name);
                added.push(key);
            }
            kept.push(stm);
        }
        for atom in &mut body.result {
            *atom = walk::substitute_atom(*atom, &self.substitution);
        }
        for key in added {
            self.known.remove(&key);
        }
        body.stms = kept;
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
        for name in stm.exp.binders().into_iter().chain(stm.pattern.iter().copied()) {
            if let Some(info) = self.vars.get_mut(name) {
                *info = walk::substitute_info(info, substitution);
            }
        }
    }
}

fn key(exp: &Exp) -> Option<Key> {
    Some(match exp {
        Exp::Un(op, a) => (Operator::Un(*op), vec![*a]),
        Exp::Bin(op, a, b) => (Operator::Bin(*op), vec![*a, *b]),
        Exp::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) => (Operator::Cmp(*op), in_order(*a, *b)),
        Exp::Cmp(op, a, b) => (Operator::Cmp(*op), vec![*a, *b]),
        Exp::Fma(a, b, c) => (Operator::Fma, vec![*a, *b, *c]),
        Exp::Convert(to, a) => (Operator::Convert(*to), vec![*a]),
        Exp::Index(array, indices) => {
            (Operator::Index, std::iter::once((*array).into()).chain(indices.iter().copied()).collect())
        }
        Exp::Assert { cond, .. } => (Operator::Assert, vec![*cond]),
        _ => return None,
    })
}

/// Two operands that may change places.
fn in_order(a: Atom, b: Atom) -> Vec<Atom> {
    let key = |atom: Atom| atom.var().map(|name| name.id);
    if key(b) < key(a) { vec![b, a] } else { vec![a, b] }
}
