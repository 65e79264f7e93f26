//! Shrinking: makes a program smaller while it still shows the same fault. Each step replaces an expression by a part
//! of it or by a plain value of its type, reduces the entry point to a part of its result, or removes a definition or
//! an input. A step that makes the program invalid does not show the same fault. So this file need not handle scopes.

use crate::program::{Exp, Part, Program, Typed};

/// Returns the smallest program found. `same` returns whether a program still shows the fault; it is called at most
/// `trials` times.
pub fn shrink<T: Typed>(program: &Program<T>, trials: usize, same: impl Fn(&Program<T>) -> bool) -> Program<T> {
    let mut shrinker = Shrinker { best: program.clone(), trials, same };
    shrinker.inputs();
    loop {
        let before = shrinker.best.clone();
        shrinker.definitions();
        shrinker.whole();
        shrinker.results();
        shrinker.expressions();
        if shrinker.best == before || shrinker.trials == 0 {
            return shrinker.best;
        }
    }
}

struct Shrinker<T, F> {
    best: Program<T>,
    trials: usize,
    same: F,
}

impl<T: Typed, F: Fn(&Program<T>) -> bool> Shrinker<T, F> {
    /// Adopts the candidate if it shows the fault; returns whether it did.
    fn attempt(&mut self, candidate: Program<T>) -> bool {
        if self.trials == 0 {
            return false;
        }
        self.trials -= 1;
        let better = (self.same)(&candidate);
        if better {
            self.best = candidate;
        }
        better
    }

    /// Tries to keep only one input.
    fn inputs(&mut self) {
        for input in self.best.inputs.clone() {
            let candidate = Program { inputs: vec![input], ..self.best.clone() };
            if self.attempt(candidate) {
                return;
            }
        }
    }

    fn definitions(&mut self) {
        for at in (0..self.best.definitions.len().saturating_sub(1)).rev() {
            let mut candidate = self.best.clone();
            candidate.definitions.remove(at);
            self.attempt(candidate);
        }
    }

    /// Tries to reduce the entry point to a part of its body, whatever its type is.
    fn whole(&mut self) {
        let Some(entry) = self.best.definitions.last() else { return };
        let mut parts = Vec::new();
        collect(&entry.body, &|_| true, &mut parts);
        parts.sort_by_key(Exp::count);
        parts.dedup();
        for part in parts {
            let mut candidate = self.best.clone();
            if let Some(entry) = candidate.definitions.last_mut() {
                entry.body = part;
            }
            if self.attempt(candidate) {
                return;
            }
        }
    }

    /// Tries to keep only one result of the entry point.
    fn results(&mut self) {
        let Some(results) = self.best.definitions.last_mut().map(|entry| tail(&mut entry.body).clone()) else { return };
        if !results.ty.is_tuple() {
            return;
        }
        for result in results.children() {
            let mut candidate = self.best.clone();
            if let Some(entry) = candidate.definitions.last_mut() {
                let end = tail(&mut entry.body);
                *end = result.clone();
                retype(&mut entry.body, &result.ty, &results.ty);
            }
            if self.attempt(candidate) {
                return;
            }
        }
    }

    /// Replaces expressions by smaller ones as long as the fault remains.
    fn expressions(&mut self) {
        let mut at = 0;
        while let Some(exp) = nth(&self.best, at) {
            let candidates = smaller(exp);
            let shrunk = candidates.into_iter().any(|smaller| {
                let mut candidate = self.best.clone();
                replace(&mut candidate, at, smaller);
                self.attempt(candidate)
            });
            if !shrunk {
                at += 1;
            }
        }
    }
}

/// Returns smaller replacements of the expression, smallest first.
fn smaller<T: Typed>(exp: &Exp<T>) -> Vec<Exp<T>> {
    let plain = Exp::text(&exp.ty, exp.ty.plain());
    if *exp == plain {
        return Vec::new();
    }
    let mut inside = Vec::new();
    collect(exp, &|part| part.ty == exp.ty, &mut inside);
    inside.sort_by_key(Exp::count);
    inside.dedup();
    let mut candidates = vec![plain];
    candidates.extend(inside);
    candidates
}

/// Collects the wanted expressions inside another one.
fn collect<T: Typed>(exp: &Exp<T>, is_wanted: &impl Fn(&Exp<T>) -> bool, found: &mut Vec<Exp<T>>) {
    for child in exp.children() {
        if is_wanted(child) {
            found.push(child.clone());
        }
        collect(child, is_wanted, found);
    }
}

/// Returns the expression after all `let` of the entry point.
fn tail<T>(exp: &mut Exp<T>) -> &mut Exp<T> {
    let is_let = matches!(exp.parts.first(), Some(Part::Text(text)) if text.starts_with("let "));
    let body = exp.parts.iter().rposition(|part| is_let && matches!(part, Part::Exp(_)));
    match body {
        Some(at) => match &mut exp.parts[at] {
            Part::Exp(body) => tail(body),
            Part::Text(_) => unreachable!("it was looked at just now"),
        },
        _ => exp,
    }
}

/// Changes the type of the `let` around the results.
fn retype<T: Typed>(exp: &mut Exp<T>, to: &T, from: &T) {
    if exp.ty == *from {
        exp.ty = to.clone();
        exp.children_mut().for_each(|child| retype(child, to, from));
    }
}

/// Returns the expression at a position, counted in text order over all definitions.
fn nth<T: Typed>(program: &Program<T>, at: usize) -> Option<&Exp<T>> {
    let mut left = at;
    program.definitions.iter().find_map(|definition| find(&definition.body, &mut left))
}

fn find<'a, T: Typed>(exp: &'a Exp<T>, left: &mut usize) -> Option<&'a Exp<T>> {
    if *left == 0 {
        return Some(exp);
    }
    *left -= 1;
    exp.children().find_map(|child| find(child, left))
}

fn replace<T: Typed>(program: &mut Program<T>, at: usize, by: Exp<T>) {
    let mut left = at;
    let mut by = Some(by);
    for definition in &mut program.definitions {
        put(&mut definition.body, &mut left, &mut by);
    }
}

/// Puts `by` in the place of an expression: `left` is the number of expressions before it, in preorder.
fn put<T: Typed>(exp: &mut Exp<T>, left: &mut usize, by: &mut Option<Exp<T>>) {
    if by.is_none() {
        return;
    }
    if *left == 0 {
        if let Some(by) = by.take() {
            *exp = by;
        }
        return;
    }
    *left -= 1;
    exp.children_mut().for_each(|child| put(child, left, by));
}
