//! Context of a rule: the definitions in scope, replacements, numbers of uses, and overwritten arrays; and the emission
//! of statements before the current one.

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
    /// Whether anything has changed.
    pub changed: bool,
    /// Replacements for the names of statements that disappeared.
    substitution: Substitution,
    /// Truth values of conditions in the current branches.
    facts: FxHashMap<Name, bool>,
    /// Certificates of assertions that always hold.
    proved: FxHashSet<Name>,
    /// For each enclosing body, the statements kept so far, and the number of loops and lambdas around it.
    bodies: Vec<(Vec<Stm>, usize)>,
    /// For each name, by its number: the depth of the body that binds it and the position there. For names out of
    /// scope, it may refer to another statement.
    places: Vec<(u32, u32)>,
    /// Lower bound of the number of uses of each name.
    uses: Vec<u32>,
    /// Arrays that are parts of a concatenation in the original program.
    parts: FxHashSet<Name>,
    /// Certificates of assertions that two numbers are equal, for both orders of the numbers. The body of an assertion
    /// may have ended.
    equal: FxHashMap<(Name, Atom), Name>,
    /// Upper bounds, exclusive, of the counters of loops and traversals. Counters are not negative.
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

    /// Returns the statement that binds the name, if it is in scope.
    pub fn definition(&self, name: Name) -> Option<&Stm> {
        let (body, at) = self.place(name)?;
        let stm = self.bodies.get(body)?.0.get(at)?;
        stm.pattern.contains(&name).then_some(stm)
    }

    /// Returns the expression that is bound to the name alone.
    pub fn exp_of(&self, name: Name) -> Option<&Exp> {
        self.definition(name).filter(|stm| stm.pattern.len() == 1).map(|stm| &stm.exp)
    }

    /// Like `exp_of`, for an atom.
    pub fn exp_of_atom(&self, atom: Atom) -> Option<&Exp> {
        self.exp_of(atom.var()?)
    }

    /// Whether the name was bound in a body that has just been left.
    pub fn is_inner(&self, name: Name) -> bool {
        self.place(name).is_some_and(|(body, _)| body >= self.bodies.len())
    }

    /// Whether the binding has as many loops and lambdas around it as the current place.
    pub fn is_at_this_level(&self, name: Name) -> bool {
        let here = self.bodies.last().map(|(_, level)| *level);
        self.place(name).is_some_and(|(body, _)| self.bodies.get(body).map(|(_, level)| *level) == here)
    }

    /// Whether the name is used exactly once.
    pub fn is_used_once(&self, name: Name) -> bool {
        self.uses.get(name.id as usize) == Some(&1)
    }

    /// Whether the array is, or was, a part of a concatenation.
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

    /// Enters a body of about this many statements: that of a loop or lambda, or a branch.
    pub fn open(&mut self, is_repeated: bool, statements: usize) {
        let level = self.bodies.last().map_or(0, |(_, level)| *level) + usize::from(is_repeated);
        self.bodies.push((Vec::with_capacity(statements), level));
    }

    /// Leaves a body; returns its kept statements.
    pub fn close(&mut self) -> Vec<Stm> {
        self.bodies.pop().map(|(stms, _)| stms).unwrap_or_default()
    }

    /// Appends a statement to the current body.
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

    /// Replaces the name by the atom from here on.
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

    /// Records that the assertions with these certificates hold.
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

    /// Applies the substitution to the statement itself, not to its bodies.
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

    /// Records that the condition is known from here on; returns the learnt names, to be forgotten later.
    pub fn learn(&mut self, cond: Atom, holds: bool) -> Vec<Name> {
        let (mut open, mut learnt) = (vec![(cond, holds)], Vec::new());
        while let Some((cond, holds)) = open.pop() {
            let Atom::Var(name) = cond else { continue };
            // An existing value stays: if it differs, the branch never runs.
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

    /// Adds `more` to the use counts of the expression's operands.
    pub fn count_operands(&mut self, exp: &Exp, more: i32) {
        exp.for_each_operand(&mut |atom| atom.var().into_iter().for_each(|name| self.count(name, more)));
    }

    /// Counts the uses in a new body, and records the sharing that its statements cause.
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

    /// Returns the certificate of an assertion, in scope, that the two numbers are equal.
    pub fn certificate_of_equality(&self, a: Atom, b: Atom) -> Option<Name> {
        let pair = a.var().map(|name| (name, b)).or_else(|| b.var().map(|name| (name, a)))?;
        let cert = *self.equal.get(&pair)?;
        self.definition(cert).map(|_| cert)
    }

    // Counters.

    /// Records that the name counts from 0 to the bound, exclusive.
    pub fn note_counter(&mut self, name: Name, bound: Atom) {
        self.below.insert(name, bound);
    }

    /// Whether the comparison holds because of a counter's range.
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

    // New statements before the current one.

    /// Binds the expression's only result to a fresh name, with the places and certificates of the current statement.
    /// `None` if the expression has no type.
    pub fn bind(&mut self, hint: &str, exp: Exp, like: &Stm) -> Option<Name> {
        let name = self.fresh_for(hint, &exp)?;
        self.add(like.like(vec![name], exp));
        Some(name)
    }

    /// Like `bind`, without certificates.
    pub fn compute(&mut self, hint: &str, exp: Exp, spans: &Spans) -> Option<Name> {
        let name = self.fresh_for(hint, &exp)?;
        self.add(Stm::plain(vec![name], exp, spans));
        Some(name)
    }

    fn fresh_for(&mut self, hint: &str, exp: &Exp) -> Option<Name> {
        let ty = result_types(self.program, exp).ok()?.first()?.instantiate(&[])?;
        Some(self.program.fresh(hint, ty))
    }

    /// Appends a new statement to the current body, before the one that is being simplified.
    pub fn add(&mut self, stm: Stm) {
        self.count_operands(&stm.exp, 1);
        self.sharing.statement(self.program, &stm);
        self.changed = true;
        self.keep(stm);
    }

    /// Computes `a + b` or `a * b` for integers, unless it is one of the operands.
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

    /// Returns the difference of two integers, if it is known without computation.
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

    /// Whether an array has a single use, in a body that runs as often as the one that binds it.
    pub fn is_own(&self, array: Name) -> bool {
        self.is_used_once(array) && self.is_at_this_level(array)
    }

    /// Adds the certificates of the array's definition to `stm`, which now reads through the definition.
    pub fn take_certificates(&self, stm: &mut Stm, array: Name) {
        self.take_all_certificates(stm, &[array]);
    }

    /// Like `take_certificates`, for several arrays.
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
