//! Local simplification in one forward pass: rules, each a law of FUN, are tried on every statement until none applies.
//! They are in tables of functions, one file a subject: `scalars`, `views`, `arrays`, `branches`, `loops`,
//! `traversals`.
//!
//! ```text
//! let (a : i64) = n * 1                        ==>   let (ys : [n]i32) = copy xs
//! let (c : cert) = assert true "..."                 in (ys)
//! let (v : [a]i32) = <c> reshape xs [a]
//! let (ys : [a]i32) = copy v
//! in (ys)
//! ```
//!
//! A simplified statement disappears, and its names are replaced in the rest, types included. Needs: unique names.
//! Guarantees: nothing. Cost: linear.
//!
//! Note [What a rule may do]. A rule sees one statement and the definitions in scope. It may return another expression
//! of the same value (`Rewritten`), atoms that replace the bound names (`Replace`), or statements that replace it
//! (`Splice`). Four things make a law of arithmetic wrong in a program, and each rule says how it avoids them:
//! - failure: an expression that may fail is neither run where it was not nor omitted; a rule that reads through a
//!   definition takes over its certificates (`Scope::take_certificates`);
//! - wrap-around: integers are modulo a power of two, so only laws of that ring (or of order without addition) hold;
//!   for floats, only laws that round in the same way hold;
//! - overwriting: a view dies with its array, so reading through a view is always right. Reading the source of an array
//!   instead of the array is right only if the source is never overwritten. An array may replace another only if
//!   neither is overwritten nor leaves the function (`Sharing`);
//! - empty arrays: an element of an array exists where it is read, but not necessarily where the array is made.

mod arrays;
mod branches;
mod loops;
mod scalars;
mod scope;
mod traversals;
mod views;

use base::Error;
use fun::def::*;
use scope::Scope;

pub fn simplify(mut program: Program) -> Result<Program, Error> {
    simplify_in_place(&mut program);
    Ok(program)
}

/// Like `simplify`; returns whether it changed anything.
pub fn simplify_in_place(program: &mut Program) -> bool {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    let mut engine = Engine { scope: Scope::new(program) };
    for id in ids {
        let mut body = std::mem::take(&mut engine.scope.program.functions[id].body);
        engine.body(&mut body, false);
        engine.scope.program.functions[id].body = body;
    }
    engine.scope.changed
}

/// Result of trying a rule on a statement.
enum Outcome {
    /// The rule does not apply.
    Keep,
    /// The statement was replaced by an equivalent one.
    Rewritten,
    /// Each name of the pattern is replaced by an atom.
    Replace(Vec<Atom>),
    /// The statements take the place of the statement; then each name of its pattern is replaced by an atom.
    Splice(Vec<Stm>, Vec<Atom>),
}

impl Outcome {
    /// Replaces the only name of the pattern.
    fn atom(atom: impl Into<Atom>) -> Outcome {
        Outcome::Replace(vec![atom.into()])
    }
}

type Rule = fn(&mut Scope, &mut Stm) -> Outcome;

/// Largest number of rewrites of one statement. No rule undoes another.
const MAX_REWRITES: usize = 32;

/// Returns the rules to try before the inner bodies are simplified.
fn rules_before(exp: &Exp) -> &'static [Rule] {
    match exp {
        Exp::If { .. } => branches::BEFORE,
        Exp::Loop(_) => loops::BEFORE,
        Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => traversals::BEFORE,
        _ => &[],
    }
}

/// Returns the rules for a statement with simplified bodies.
fn rules(exp: &Exp) -> &'static [Rule] {
    match exp {
        Exp::Atom(_) => scalars::ATOM,
        Exp::Un(..) => scalars::UNARY,
        Exp::Bin(..) => scalars::BINARY,
        Exp::Cmp(..) => scalars::COMPARISON,
        Exp::Convert(..) => scalars::CONVERSION,
        Exp::Assert { .. } => branches::ASSERTION,
        Exp::If { .. } => branches::AFTER,
        Exp::Loop(_) => loops::AFTER,
        Exp::Slice(..) => views::SLICE,
        Exp::Permute(..) => views::PERMUTE,
        Exp::Reshape(..) => views::RESHAPE,
        Exp::Index(..) => views::INDEX,
        Exp::Copy(_) => arrays::COPY,
        Exp::Concat(_) => arrays::CONCAT,
        Exp::Literal(_) => arrays::LITERAL,
        Exp::Replicate { .. } => arrays::REPLICATE,
        Exp::Traverse(_) => traversals::TRAVERSE,
        Exp::Filter(_) => traversals::FILTER,
        Exp::Update { .. } => arrays::UPDATE,
        Exp::Fma(..)
        | Exp::Table(_)
        | Exp::Iota { .. }
        | Exp::Scratch { .. }
        | Exp::Call { .. }
        | Exp::Threshold { .. }
        | Exp::Scatter(_)
        | Exp::Histogram(_)
        | Exp::Alloc { .. } => &[],
    }
}

struct Engine<'p> {
    scope: Scope<'p>,
}

impl Engine<'_> {
    fn body(&mut self, body: &mut Body, is_repeated: bool) {
        self.scope.open(is_repeated, body.stms.len());
        for stm in std::mem::take(&mut body.stms) {
            self.stm(stm);
        }
        body.stms = self.scope.close();
        for atom in &mut body.result {
            *atom = self.scope.atom(*atom);
        }
    }

    fn stm(&mut self, mut stm: Stm) {
        self.scope.substitute(&mut stm);
        match self.apply(rules_before, &mut stm) {
            Outcome::Replace(atoms) => return self.replace(&stm, atoms),
            Outcome::Splice(stms, atoms) => {
                stms.into_iter().for_each(|stm| self.stm(stm));
                let atoms = atoms.into_iter().map(|atom| self.scope.atom(atom)).collect();
                return self.replace(&stm, atoms);
            }
            Outcome::Keep | Outcome::Rewritten => {}
        }
        self.inside(&mut stm.exp);
        self.scope.substitute_types(&stm.pattern);
        match self.apply(rules, &mut stm) {
            Outcome::Keep | Outcome::Rewritten => self.scope.keep(stm),
            Outcome::Replace(atoms) => self.replace(&stm, atoms),
            Outcome::Splice(stms, atoms) => {
                // The spliced statements of a body have been simplified already.
                stms.into_iter().for_each(|stm| self.scope.keep(stm));
                self.replace(&stm, atoms);
            }
        }
    }

    /// Tries the rules until none applies.
    fn apply(&mut self, rules: fn(&Exp) -> &'static [Rule], stm: &mut Stm) -> Outcome {
        for _ in 0..MAX_REWRITES {
            let outcomes = rules(&stm.exp).iter().map(|rule| rule(&mut self.scope, stm));
            match outcomes.into_iter().find(|outcome| !matches!(outcome, Outcome::Keep)) {
                None => return Outcome::Keep,
                Some(Outcome::Rewritten) => {
                    self.scope.changed = true;
                    self.scope.count_operands(&stm.exp, 1);
                    self.scope.substitute_types(&stm.pattern);
                }
                Some(outcome) => return outcome,
            }
        }
        Outcome::Keep
    }

    fn replace(&mut self, stm: &Stm, atoms: Vec<Atom>) {
        self.scope.changed = true;
        self.scope.count_operands(&stm.exp, -1);
        for (&name, atom) in stm.pattern.iter().zip(atoms) {
            self.scope.stand_for(name, atom);
        }
    }

    /// Simplifies the inner bodies, each with the facts that hold there.
    fn inside(&mut self, exp: &mut Exp) {
        if let Exp::If { cond, then_body, else_body } = exp {
            for (body, holds) in [(then_body, true), (else_body, false)] {
                let learnt = self.scope.learn(*cond, holds);
                self.body(body, false);
                self.scope.forget(&learnt);
            }
            return;
        }
        if let Some((counter, bound)) = counter(exp) {
            self.scope.note_counter(counter, bound);
        }
        for body in exp.bodies_mut() {
            self.body(body, true);
        }
    }
}

/// Returns the counter that an expression's bodies count with, and its bound.
fn counter(exp: &Exp) -> Option<(base::Name, Atom)> {
    if let Exp::Loop(looped) = exp {
        return match looped.form {
            LoopForm::For { var, bound } => Some((var, bound)),
            LoopForm::While { .. } => None,
        };
    }
    let (width, inputs, lambda) = exp.traversed()?;
    (lambda.params.len() > inputs.len()).then(|| (lambda.params[0], width))
}
