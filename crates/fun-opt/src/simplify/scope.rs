//! What a rule knows and may do: the definitions in scope, what stands for what, how often names are used, which
//! arrays are overwritten; and the statements that it puts before the one at hand.

use crate::sharing::Sharing;
use base::{Name, Spans};
use fun::build::result_types;
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp, op};

pub struct Scope<'p> {
    pub program: &'p mut Program,
    pub sharing: Sharing,
    /// Whether anything is no longer what it was.
    pub changed: bool,
    /// What stands for the names of the statements that disappeared.
    substitution: Substitution,
    /// What branches know of their conditions.
    facts: FxHashMap<Name, bool>,
    /// Certificates of assertions that always hold.
    proved: FxHashSet<Name>,
    /// The statements kept so far of each body around the place at hand, and how many loops and lambdas are around it.
    bodies: Vec<(Vec<Stm>, usize)>,
    /// Where each name was bound, by its number: the body and the position in it. Names that are not in scope may have
    /// one of another statement.
    places: Vec<(u32, u32)>,
    /// How often each name is used, at least.
    uses: Vec<u32>,
    /// What is a part of a concatenation, as the program was.
    parts: FxHashSet<Name>,
    /// Assertions that a number is equal to another one, both ways; perhaps of bodies that have ended.
    equal: FxHashMap<(Name, Atom), Name>,
    /// Counters of loops and traversals: not negative, and less than the atom.
    below: FxHashMap<Name, Atom>,
}

const NOWHERE: u32 = u32::MAX;

impl<'p> Scope<'p> {
    pub fn new(program: &'p mut Program) -> Scope<'p> {
        let limit = program.names.limit() as usize;
        let mut uses = vec![0; limit];
        let mut parts = FxHashSet::default();
        for function in program.functions.values() {
            count_uses(&function.body, &mut uses);
            walk::for_each_stm(&function.body, &mut |stm| {
                if let Exp::Concat(arrays) = &stm.exp {
                    parts.extend(arrays);
                }
            });
        }
        Scope {
            sharing: Sharing::of(program),
            program,
            changed: false,
            substitution: Substitution::default(),
            facts: FxHashMap::default(),
            proved: FxHashSet::default(),
            bodies: Vec::new(),
            places: vec![(NOWHERE, 0); limit],
            uses,
            parts,
            equal: FxHashMap::default(),
            below: FxHashMap::default(),
        }
    }

    // Definitions.

    /// The statement that binds the name, if a statement in scope does.
    pub fn definition(&self, name: Name) -> Option<&Stm> {
        let (body, at) = self.place(name)?;
        let stm = self.bodies.get(body)?.0.get(at)?;
        stm.pattern.contains(&name).then_some(stm)
    }

    /// The expression that the name alone is bound to.
    pub fn exp_of(&self, name: Name) -> Option<&Exp> {
        self.definition(name).filter(|stm| stm.pattern.len() == 1).map(|stm| &stm.exp)
    }

    /// As `exp_of`, for an atom.
    pub fn exp_of_atom(&self, atom: Atom) -> Option<&Exp> {
        self.exp_of(atom.var()?)
    }

    /// Whether a statement inside a body that has just been left binds the name.
    pub fn is_inner(&self, name: Name) -> bool {
        self.place(name).is_some_and(|(body, _)| body >= self.bodies.len())
    }

    /// Whether as many loops and lambdas stand around the binding as around the place at hand.
    pub fn is_at_this_level(&self, name: Name) -> bool {
        let here = self.bodies.last().map(|(_, level)| *level);
        self.place(name).is_some_and(|(body, _)| self.bodies.get(body).map(|(_, level)| *level) == here)
    }

    /// Whether the name is used at one place only.
    pub fn is_used_once(&self, name: Name) -> bool {
        self.uses.get(name.id as usize) == Some(&1)
    }

    /// Whether a concatenation has, or had, the array as a part.
    pub fn is_part(&self, name: Name) -> bool {
        self.parts.contains(&name)
    }

    fn place(&self, name: Name) -> Option<(usize, usize)> {
        let (body, at) = *self.places.get(name.id as usize)?;
        (body != NOWHERE).then_some((body as usize, at as usize))
    }

    pub fn dims(&self, array: Name) -> &[Atom] {
        self.program.type_of(array).dims()
    }

    pub fn elem(&self, atom: Atom) -> ScalarType {
        match atom {
            Atom::Const(scalar) => scalar.scalar_type(),
            Atom::Var(name) => self.program.type_of(name).elem().unwrap_or(ScalarType::Bool),
        }
    }

    // Bodies.

    /// Enters a body of about so many statements: of a loop or lambda, or of a branch.
    pub fn open(&mut self, is_repeated: bool, statements: usize) {
        let level = self.bodies.last().map_or(0, |(_, level)| *level) + usize::from(is_repeated);
        self.bodies.push((Vec::with_capacity(statements), level));
    }

    /// The statements kept of the body.
    pub fn close(&mut self) -> Vec<Stm> {
        self.bodies.pop().map(|(stms, _)| stms).unwrap_or_default()
    }

    /// Keeps a statement, next in the body at hand.
    pub fn keep(&mut self, stm: Stm) {
        self.note_equality(&stm);
        let body = self.bodies.len().saturating_sub(1) as u32;
        let Some((stms, _)) = self.bodies.last_mut() else { return };
        for name in &stm.pattern {
            let at = name.id as usize;
            if self.places.len() <= at {
                self.places.resize(at + 1, (NOWHERE, 0));
            }
            self.places[at] = (body, stms.len() as u32);
        }
        stms.push(stm);
    }

    // Substitution.

    /// From here on the atom stands for the name.
    pub fn stand_for(&mut self, name: Name, atom: Atom) {
        if atom == Atom::Var(name) {
            return;
        }
        self.changed = true;
        if let Atom::Var(other) = atom {
            let uses = self.uses.get(name.id as usize).copied().unwrap_or(0);
            self.count(other, uses as i32);
            self.sharing.join(name.into(), atom);
        }
        self.substitution.insert(name, atom);
    }

    /// The certificate is of an assertion that holds.
    pub fn prove(&mut self, certificates: &[Name]) {
        self.changed = true;
        self.proved.extend(certificates);
    }

    pub fn atom(&self, atom: Atom) -> Atom {
        let atom = walk::substitute_atom(atom, &self.substitution);
        if self.facts.is_empty() {
            return atom;
        }
        atom.var().and_then(|name| self.facts.get(&name).copied()).map_or(atom, Atom::bool)
    }

    /// Applies the substitution to the statement itself, not to the bodies inside.
    pub fn substitute(&mut self, stm: &mut Stm) {
        stm.exp.map_operands(&mut |atom| self.atom(atom));
        if !stm.certs.is_empty() {
            for cert in &mut stm.certs {
                *cert = walk::substitute_name(*cert, &self.substitution);
            }
            stm.certs.retain(|cert| !self.proved.contains(cert));
            walk::tidy_certs(stm);
        }
        self.substitute_types(&stm.exp.binders());
    }

    pub fn substitute_types(&mut self, names: &[Name]) {
        if !self.substitution.is_empty() {
            walk::substitute_types(&mut self.program.vars, names, &self.substitution);
        }
    }

    /// From here on the condition is known; gives what was learnt, to be forgotten.
    pub fn learn(&mut self, cond: Atom, holds: bool) -> Vec<Name> {
        let (mut open, mut learnt) = (vec![(cond, holds)], Vec::new());
        while let Some((cond, holds)) = open.pop() {
            let Atom::Var(name) = cond else { continue };
            // What is known already stays: where it is another value, the branch never runs.
            if let Entry::Vacant(entry) = self.facts.entry(name) {
                entry.insert(holds);
                learnt.push(name);
            }
            match (self.exp_of(name), holds) {
                (Some(&Exp::Bin(BinOp::And, a, b)), true) => open.extend([(a, true), (b, true)]),
                (Some(&Exp::Bin(BinOp::Or, a, b)), false) => open.extend([(a, false), (b, false)]),
                (Some(&Exp::Un(UnOp::Not, a)), _) => open.push((a, !holds)),
                _ => {}
            }
        }
        learnt
    }

    pub fn forget(&mut self, learnt: &[Name]) {
        for name in learnt {
            self.facts.remove(name);
        }
    }

    // Uses.

    fn count(&mut self, name: Name, more: i32) {
        let at = name.id as usize;
        if self.uses.len() <= at {
            self.uses.resize(at + 1, 0);
        }
        self.uses[at] = self.uses[at].saturating_add_signed(more);
    }

    /// The operands of the expression are used once more, or once less.
    pub fn count_operands(&mut self, exp: &Exp, more: i32) {
        exp.for_each_operand(&mut |atom| atom.var().into_iter().for_each(|name| self.count(name, more)));
    }

    /// The statements of the body are new.
    pub fn count_all(&mut self, body: &Body) {
        for stm in &body.stms {
            self.count_operands(&stm.exp, 1);
            self.sharing.statement(self.program, stm);
            stm.exp.bodies().into_iter().for_each(|inner| self.count_all(inner));
        }
        body.result.iter().for_each(|atom| atom.var().into_iter().for_each(|name| self.count(name, 1)));
    }

    // Equal numbers.

    fn note_equality(&mut self, stm: &Stm) {
        let (&Exp::Assert { cond, .. }, &[cert]) = (&stm.exp, stm.pattern.as_slice()) else { return };
        if let Some(&Exp::Cmp(CmpOp::Eq, a, b)) = self.exp_of_atom(cond) {
            let both = [(a, b), (b, a)].into_iter();
            self.equal.extend(both.filter_map(|(one, other)| Some(((one.var()?, other), cert))));
        }
    }

    /// The certificate of an assertion that the two numbers are equal.
    pub fn certificate_of_equality(&self, a: Atom, b: Atom) -> Option<Name> {
        let pair = a.var().map(|name| (name, b)).or_else(|| b.var().map(|name| (name, a)))?;
        let cert = *self.equal.get(&pair)?;
        self.definition(cert).map(|_| cert)
    }

    // Counters.

    /// The name counts from 0 to the bound, excluded.
    pub fn note_counter(&mut self, name: Name, bound: Atom) {
        self.below.insert(name, bound);
    }

    /// Comparisons that hold because of how far a counter runs.
    pub fn holds_in_range(&self, operator: CmpOp, a: Atom, b: Atom) -> bool {
        let counts_below = |atom: Atom| atom.var().and_then(|name| self.below.get(&name).copied());
        match operator {
            CmpOp::Le => is_value(a, 0) && counts_below(b).is_some(),
            CmpOp::Ge => is_value(b, 0) && counts_below(a).is_some(),
            CmpOp::Lt => counts_below(a) == Some(b),
            CmpOp::Gt => counts_below(b) == Some(a),
            CmpOp::Eq | CmpOp::Ne => false,
        }
    }

    // New statements before the one at hand.

    /// Binds the expression's one result to a fresh name, with the places and certificates of the statement at hand.
    /// `None` where the expression has no type.
    pub fn bind(&mut self, hint: &str, exp: Exp, like: &Stm) -> Option<Name> {
        let name = self.fresh_for(hint, &exp)?;
        self.add(like.like(vec![name], exp));
        Some(name)
    }

    /// As `bind`, of what relies on nothing.
    pub fn compute(&mut self, hint: &str, exp: Exp, spans: &Spans) -> Option<Name> {
        let name = self.fresh_for(hint, &exp)?;
        self.add(Stm::plain(vec![name], exp, spans));
        Some(name)
    }

    fn fresh_for(&mut self, hint: &str, exp: &Exp) -> Option<Name> {
        let ty = result_types(self.program, exp).ok()?.first()?.instantiate(&[])?;
        Some(self.program.fresh(hint, ty))
    }

    /// Keeps a new statement, next in the body at hand.
    pub fn add(&mut self, stm: Stm) {
        self.count_operands(&stm.exp, 1);
        self.sharing.statement(self.program, &stm);
        self.changed = true;
        self.keep(stm);
    }

    /// `a + b` or `a * b`, of integers, computed where it is more than one of the operands.
    pub fn integer(&mut self, operator: BinOp, a: Atom, b: Atom, spans: &Spans) -> Option<Atom> {
        if let (Atom::Const(a), Atom::Const(b)) = (a, b) {
            return op::binary(operator, a, b).ok().map(Atom::Const);
        }
        let neutral = if operator == BinOp::Mul { 1 } else { 0 };
        if is_value(a, neutral) || operator == BinOp::Mul && is_value(b, 0) {
            return Some(b);
        }
        if is_value(b, neutral) || operator == BinOp::Mul && is_value(a, 0) {
            return Some(a);
        }
        self.compute("at", Exp::Bin(operator, a, b), spans).map(Atom::Var)
    }

    /// What is left of an integer when another one is taken from it, where that is no computation.
    pub fn difference(&self, whole: Atom, part: Atom) -> Option<Atom> {
        if is_value(part, 0) {
            return Some(whole);
        }
        if whole == part {
            return Some(Atom::i64(0));
        }
        if let (Atom::Const(whole), Atom::Const(part)) = (whole, part) {
            return op::binary(BinOp::Sub, whole, part).ok().map(Atom::Const);
        }
        match self.exp_of_atom(whole) {
            Some(&Exp::Bin(BinOp::Add, x, y)) if x == part => Some(y),
            Some(&Exp::Bin(BinOp::Add, x, y)) if y == part => Some(x),
            _ => None,
        }
    }

    /// Whether an array with this expression is made for one use alone, in a body that runs as often as this one.
    pub fn is_own(&self, array: Name) -> bool {
        self.is_used_once(array) && self.is_at_this_level(array)
    }

    /// What relies on the definition of the array relies on its certificates.
    pub fn take_certificates(&self, stm: &mut Stm, array: Name) {
        self.take_all_certificates(stm, &[array]);
    }

    /// The same for several arrays.
    pub fn take_all_certificates(&self, stm: &mut Stm, arrays: &[Name]) {
        let before = stm.certs.len();
        let definitions = arrays.iter().filter_map(|&array| self.definition(array));
        stm.certs.extend(definitions.flat_map(|definition| &definition.certs));
        if stm.certs.len() > before {
            walk::tidy_certs(stm);
        }
    }
}

pub fn is_value(atom: Atom, value: i128) -> bool {
    atom.constant().and_then(Scalar::as_i128) == Some(value)
}

fn count_uses(body: &Body, uses: &mut [u32]) {
    walk::for_each_use(body, &mut |name| {
        if let Some(uses) = uses.get_mut(name.id as usize) {
            *uses += 1;
        }
    });
}
