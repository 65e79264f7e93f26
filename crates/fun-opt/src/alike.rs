//! Structural equality of code: equality up to bound names. It covers only code without outside effects (no calls, no
//! consumption) and of limited size.

use base::Name;
use fun::def::*;
use rustc_hash::FxHashMap;

/// Largest number of statements, including nested ones, in bodies that are compared.
const MAX_STATEMENTS: usize = 40;

/// Whether the two bodies compute the same results.
pub fn bodies(a: &Body, b: &Body) -> bool {
    let mut alike = Alike { names: FxHashMap::default(), left: MAX_STATEMENTS };
    alike.bodies(a, b)
}

/// Whether the two expressions compute the same results.
pub fn expressions(a: &Exp, b: &Exp) -> bool {
    let mut alike = Alike { names: FxHashMap::default(), left: MAX_STATEMENTS };
    alike.expressions(a, b)
}

/// Whether `a` and `b` compute the same results if each outer name of `a` in `names` stands for its image in `b`.
pub fn bodies_beside(names: FxHashMap<Name, Name>, a: &Body, b: &Body) -> bool {
    let mut alike = Alike { names, left: MAX_STATEMENTS };
    alike.bodies(a, b)
}

struct Alike {
    /// Name in the second for each name bound in the first.
    names: FxHashMap<Name, Name>,
    left: usize,
}

impl Alike {
    fn atom(&self, atom: Atom) -> Atom {
        atom.var().and_then(|name| self.names.get(&name)).map_or(atom, |&name| name.into())
    }

    fn atoms(&self, a: &[Atom], b: &[Atom]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.atom(a) == b)
    }

    fn names(&self, a: &[Name], b: &[Name]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.atom(a.into()) == b.into())
    }

    fn bind(&mut self, a: &[Name], b: &[Name]) -> bool {
        self.names.extend(a.iter().copied().zip(b.iter().copied()));
        a.len() == b.len()
    }

    fn bodies(&mut self, a: &Body, b: &Body) -> bool {
        a.stms.len() == b.stms.len()
            && a.stms.iter().zip(&b.stms).all(|(a, b)| self.statements(a, b))
            && self.atoms(&a.result, &b.result)
    }

    fn statements(&mut self, a: &Stm, b: &Stm) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        self.names(&a.certs, &b.certs) && self.expressions(&a.exp, &b.exp) && self.bind(&a.pattern, &b.pattern)
    }

    /// Whether the expressions are equal up to the names in `names`. Names that `a` binds are added.
    fn expressions(&mut self, a: &Exp, b: &Exp) -> bool {
        match (a, b) {
            (
                Exp::If { cond, then_body, else_body },
                Exp::If { cond: other, then_body: other_then, else_body: other_else },
            ) => self.atom(*cond) == *other && self.bodies(then_body, other_then) && self.bodies(else_body, other_else),
            (Exp::Traverse(a), Exp::Traverse(b)) => self.traversals(a, b),
            (Exp::Filter(a), Exp::Filter(b)) => {
                self.atom(a.width) == b.width && self.names(&a.inputs, &b.inputs) && self.lambdas(&a.lambda, &b.lambda)
            }
            (Exp::Loop(a), Exp::Loop(b)) => self.loops(a, b),
            (Exp::Loop(_) | Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_), _)
            | (Exp::If { .. } | Exp::Call { .. } | Exp::Scratch { .. } | Exp::Update { .. }, _) => false,
            _ => {
                let mut renamed = a.clone();
                renamed.map_operands(&mut |atom| self.atom(atom));
                renamed == *b
            }
        }
    }

    fn loops(&mut self, a: &Loop, b: &Loop) -> bool {
        let names = |looped: &Loop| looped.params.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let inits = |looped: &Loop| looped.params.iter().map(|(_, init)| *init).collect::<Vec<_>>();
        if !self.atoms(&inits(a), &inits(b)) || !self.bind(&names(a), &names(b)) {
            return false;
        }
        let same_form = match (&a.form, &b.form) {
            (&LoopForm::For { var, bound }, &LoopForm::For { var: other_var, bound: other_bound }) => {
                self.atom(bound) == other_bound && self.bind(&[var], &[other_var])
            }
            (&LoopForm::While { cond }, &LoopForm::While { cond: other }) => self.atom(cond.into()) == other.into(),
            _ => false,
        };
        same_form && self.bodies(&a.body, &b.body)
    }

    fn traversals(&mut self, a: &Traverse, b: &Traverse) -> bool {
        self.atom(a.width) == b.width
            && self.names(&a.inputs, &b.inputs)
            && self.lambdas(&a.lambda, &b.lambda)
            && self.monoids(&a.scans, &b.scans)
            && self.monoids(&a.reductions, &b.reductions)
    }

    fn monoids(&mut self, a: &[Monoid], b: &[Monoid]) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| {
                a.commutative == b.commutative
                    && self.atoms(&a.neutral, &b.neutral)
                    && self.lambdas(&a.operator, &b.operator)
            })
    }

    fn lambdas(&mut self, a: &Lambda, b: &Lambda) -> bool {
        self.bind(&a.params, &b.params) && self.bodies(&a.body, &b.body)
    }
}
