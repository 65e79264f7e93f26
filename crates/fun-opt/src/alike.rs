//! Whether two pieces of a program do the same: equal up to the names that they bind. Only what makes no difference
//! to anything outside is compared (no calls, no consumption), and not what is large.

use base::Name;
use fun::def::*;
use rustc_hash::FxHashMap;

/// Bodies of more statements than this, inner ones counted, are not compared.
const MAX_STATEMENTS: usize = 40;

/// Whether the two bodies do the same and give the same.
pub fn bodies(a: &Body, b: &Body) -> bool {
    let mut alike = Alike { names: FxHashMap::default(), left: MAX_STATEMENTS };
    alike.bodies(a, b)
}

/// Whether the two traversals, of the same width and inputs, give the same.
pub fn traversals(a: &Traverse, b: &Traverse) -> bool {
    let mut alike = Alike { names: FxHashMap::default(), left: MAX_STATEMENTS };
    alike.traversals(a, b)
}

/// Whether the two bodies do the same and give the same, where names from outside of the first are called otherwise in
/// the second.
pub fn bodies_beside(names: FxHashMap<Name, Name>, a: &Body, b: &Body) -> bool {
    let mut alike = Alike { names, left: MAX_STATEMENTS };
    alike.bodies(a, b)
}

struct Alike {
    /// What the names bound in the first are called in the second.
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
        let certs = |stm: &Stm| stm.certs.iter().map(|&cert| Atom::Var(cert)).collect::<Vec<_>>();
        self.atoms(&certs(a), &certs(b)) && self.expressions(&a.exp, &b.exp) && self.bind(&a.pattern, &b.pattern)
    }

    fn expressions(&mut self, a: &Exp, b: &Exp) -> bool {
        match (a, b) {
            (
                Exp::If { cond, then_body, else_body },
                Exp::If { cond: other, then_body: other_then, else_body: other_else },
            ) => self.atom(*cond) == *other && self.bodies(then_body, other_then) && self.bodies(else_body, other_else),
            (Exp::Traverse(a), Exp::Traverse(b)) => self.traversals(a, b),
            (Exp::Loop(_) | Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_), _)
            | (Exp::If { .. } | Exp::Call { .. } | Exp::Scratch { .. } | Exp::Update { .. }, _) => false,
            _ => {
                let mut renamed = a.clone();
                renamed.map_operands(&mut |atom| self.atom(atom));
                renamed == *b
            }
        }
    }

    fn traversals(&mut self, a: &Traverse, b: &Traverse) -> bool {
        let inputs = |traverse: &Traverse| traverse.inputs.iter().map(|&name| Atom::Var(name)).collect::<Vec<_>>();
        self.atom(a.width) == b.width
            && self.atoms(&inputs(a), &inputs(b))
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
