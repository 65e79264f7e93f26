//! Sizes of blocks, and whether a block can be allocated before a loop instead of in it. Then its size must be known
//! and valid before the loop.

use base::Name;
use fun::def::*;
use fun::sums::Sums;
use fun::walk;
use fun_opt::effect::is_total_scalar;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, ScalarType};

/// Largest number of consecutive statements that are moved to compute a size.
const MAX_CHAIN: usize = 64;

/// Element type and count of a block.
#[derive(Clone, PartialEq)]
pub struct Room {
    pub elem: ScalarType,
    pub count: Poly,
}

/// Facts about integers at the current point of a body.
#[derive(Default)]
pub struct Sizes {
    /// Integers as polynomials, valid wherever their variables are in scope.
    values: Sums,
    /// Numbers of elements as polynomials, where only saturating operations are followed.
    extents: Sums,
    /// Integers known not to be negative, because an array of that size exists.
    natural: FxHashSet<Name>,
    /// The `natural` integers, in the order in which they became known.
    order: Vec<Name>,
}

impl Sizes {
    pub fn mark(&self) -> usize {
        self.order.len()
    }

    /// Forgets the integers that became known after the mark.
    pub fn forget(&mut self, mark: usize) {
        for name in self.order.drain(mark..) {
            self.natural.remove(&name);
        }
    }

    /// Records that the sizes of an existing array are not negative.
    pub fn array(&mut self, program: &Program, array: Name) {
        self.dims(program.type_of(array).dims());
    }

    /// Records the facts that hold after the statement.
    pub fn learn(&mut self, program: &Program, stm: &Stm) {
        // Sizes of rows are not checked if there are no rows.
        let checked = if stm.exp.traversed().is_some() { 1 } else { usize::MAX };
        for &name in &stm.pattern {
            let dims = program.type_of(name).dims();
            self.dims(&dims[..dims.len().min(checked)]);
        }
        let &[name] = stm.pattern.as_slice() else { return };
        if *program.type_of(name) != Type::I64 {
            return;
        }
        match stm.exp {
            // `max` of a non-negative size and 0 is the size.
            Exp::Bin(BinOp::Max, Atom::Var(size), zero) if zero.as_i64() == Some(0) && self.natural.contains(&size) => {
                self.values.insert(name, self.value(size.into()));
            }
            Exp::Bin(BinOp::Max, a, b) if [a, b].iter().any(|&atom| self.is_natural(atom)) => {
                self.natural.insert(name);
            }
            Exp::Convert(_, atom) if program.atom_type(atom) == Type::BOOL => {
                self.natural.insert(name);
            }
            ref exp => {
                self.values.define(name, exp);
                self.extents.define_extent(name, exp);
            }
        }
    }

    /// Returns the integer's polynomial.
    pub fn value(&self, atom: Atom) -> Poly {
        self.values.atom(atom)
    }

    /// Whether two counts denote blocks of equal size, even if neither is allocated.
    pub fn are_same_extent(&self, a: Atom, b: Atom) -> bool {
        self.extents.atom(a) == self.extents.atom(b)
    }

    /// Whether the integer is known not to be negative, provided that no sum or product of sizes overflows.
    pub fn is_natural(&self, atom: Atom) -> bool {
        self.value(atom).terms().all(|(names, factor)| factor >= 0 && names.iter().all(|it| self.natural.contains(it)))
    }

    fn dims(&mut self, dims: &[Atom]) {
        for name in dims.iter().filter_map(|dim| dim.var()) {
            if self.natural.insert(name) {
                self.order.push(name);
            }
        }
    }
}

/// Names that a loop binds, and how to compute numbers among them before the loop.
pub struct Inside {
    bound: FxHashSet<Name>,
    scalars: FxHashMap<Name, Exp>,
    /// Numbers of the loop that were already computed before it.
    outside: FxHashMap<Name, Atom>,
}

impl Inside {
    /// Collects the names bound in a loop. Cost: linear.
    pub fn of(program: &Program, stm: &Stm) -> Inside {
        let mut inside = Inside {
            bound: stm.exp.binders().into_iter().collect(),
            scalars: FxHashMap::default(),
            outside: FxHashMap::default(),
        };
        for body in stm.exp.bodies() {
            inside.bound.extend(walk::bound_in_body(body));
            walk::for_each_stm(body, &mut |stm| {
                if let (&[name], true) = (stm.pattern.as_slice(), is_total_scalar(program, &stm.exp)) {
                    inside.scalars.insert(name, stm.exp.clone());
                }
            });
        }
        inside
    }

    /// Returns the number for use before the loop, appending its computation to `before`; `None` if it may vary in the
    /// loop. Statements that become unnecessary are left to dead-code removal.
    pub fn outside(&mut self, program: &mut Program, atom: Atom, before: &mut Vec<Stm>) -> Option<Atom> {
        self.computed(program, atom, before, MAX_CHAIN)
    }

    /// Like `outside`, for a number that is computed by at most `chain` operators inside the loop.
    fn computed(&mut self, program: &mut Program, atom: Atom, before: &mut Vec<Stm>, chain: usize) -> Option<Atom> {
        let Some(name) = atom.var().filter(|name| self.bound.contains(name)) else { return Some(atom) };
        if let Some(&copy) = self.outside.get(&name) {
            return Some(copy);
        }
        let mut exp = self.scalars.get(&name).filter(|_| chain > 0)?.clone();
        let mut is_known = true;
        exp.map_operands(&mut |atom| {
            let copy = if is_known { self.computed(program, atom, before, chain - 1) } else { None };
            is_known &= copy.is_some();
            copy.unwrap_or(atom)
        });
        if !is_known {
            return None;
        }
        let copy = program.fresh_like(name, program.type_of(name).clone());
        before.push(Stm::plain(vec![copy], exp, &Vec::new()));
        self.outside.insert(name, copy.into());
        Some(copy.into())
    }
}
