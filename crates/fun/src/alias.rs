//! Alias analysis: which arrays may share storage, which are consumed, and uses after consumption.
//!
//! A view (`Slice`, `Permute`, `Reshape`, a plain variable) aliases its array. The results of an `if` alias the results
//! of its branches, and those of a loop the values it may return. Results of a call that are not unique alias every
//! array argument that is not consumed. All other arrays are fresh. `Update`, `Scatter`, `Histogram`, a consumed
//! argument, and the initial value of a consumed loop parameter consume an array and all its aliases. A loop parameter
//! is consumed if the body consumes it, or passes it on to one that is: two arrays that swap places are both
//! overwritten eventually.
//!
//! Fresh arrays and consumed parameters may be consumed, in the body that binds them or in a branch there. Not
//! consumable are arrays from outside of a lambda or loop (a loop consumes through its parameters), tables, and views
//! with a flat dimension, in which two elements may share a place.

use crate::def::*;
use crate::walk::{NameSet, free_in_body};
use base::Name;
use rustc_hash::FxHashMap;

/// Result of the alias analysis of a function.
#[derive(Debug, Default)]
pub struct Aliases {
    arrays: FxHashMap<Name, Array>,
    /// Names consumed anywhere, including aliases and loop parameters.
    pub consumed: NameSet,
    /// For each result of the function: whether it shares storage neither with arrays that outlive the call nor with
    /// another result.
    pub unique_results: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Array {
    /// Arrays that may share this one's storage, itself included.
    shares: NameSet,
    /// Number of lambdas and loops around the array's binding.
    level: usize,
    consumable: bool,
}

/// A use of a consumed array, or a consumption that is not allowed, at the innermost statement.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongUse {
    pub message: String,
    pub stm: Option<Stm>,
    /// Copy that would make the use right, and the first name that the statement to change binds; `None` for a result
    /// of the function.
    pub remedy: Option<(Option<Name>, Remedy)>,
}

/// The array to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// The array, before the statement consumes it.
    Operand(Name),
    /// A result of the body of the statement's loop.
    LoopResult(usize),
    /// A result of the function.
    Result(usize),
}

impl Aliases {
    /// Returns the arrays that may share storage with this one, which is among them. None if the name is not an array.
    pub fn of(&self, name: Name) -> impl Iterator<Item = Name> {
        self.arrays.get(&name).into_iter().flat_map(|array| array.shares.iter().copied())
    }

    pub fn may_alias(&self, a: Name, b: Name) -> bool {
        let (Some(a), Some(b)) = (self.arrays.get(&a), self.arrays.get(&b)) else { return false };
        a.shares.iter().any(|name| b.shares.contains(name))
    }
}

/// Analyses a well-typed function; returns its aliases and every wrong use.
pub fn analyse(program: &Program, function: &Function) -> (Aliases, Vec<WrongUse>) {
    let mut walk = Walk {
        program,
        aliases: Aliases::default(),
        gone: FxHashMap::default(),
        log: Vec::new(),
        level: 0,
        stm: None,
        faults: Vec::new(),
    };
    for param in &function.params {
        walk.fresh(param.name, param.consumed);
    }
    walk.body(&function.body);
    walk.check_results(function);
    (walk.aliases, walk.faults)
}

struct Walk<'a> {
    program: &'a Program,
    aliases: Aliases,
    /// Arrays consumed on the path to the current statement, with the operand and the statement that consumed them.
    gone: FxHashMap<Name, (Name, Option<&'a Stm>)>,
    /// Names added to `gone`, in order, to undo them for the other branch of an `if`.
    log: Vec<Name>,
    level: usize,
    stm: Option<&'a Stm>,
    faults: Vec<WrongUse>,
}

/// Returns the first name that the statement binds.
fn bound_by(stm: &Stm) -> Option<Name> {
    stm.pattern.first().copied()
}

impl<'a> Walk<'a> {
    fn fault_with(&mut self, remedy: Remedy, message: String) {
        let remedy = Some((self.stm.and_then(bound_by), remedy));
        self.faults.push(WrongUse { message, stm: self.stm.cloned(), remedy });
    }

    fn is_array(&self, name: Name) -> bool {
        matches!(self.program.type_of(name), Type::Array { .. })
    }

    fn fresh(&mut self, name: Name, consumable: bool) {
        self.bind(name, NameSet::default(), consumable);
    }

    fn bind(&mut self, name: Name, mut shares: NameSet, consumable: bool) {
        if self.is_array(name) {
            shares.insert(name);
            self.aliases.arrays.insert(name, Array { shares, level: self.level, consumable });
        }
    }

    fn shares(&self, atom: Atom) -> NameSet {
        let array = atom.var().and_then(|name| self.aliases.arrays.get(&name));
        array.map(|array| array.shares.clone()).unwrap_or_default()
    }

    /// Records a read of the array. It is a wrong use if the array or an alias has been consumed.
    fn read(&mut self, atom: Atom) {
        let Some(name) = atom.var() else { return };
        let Some(array) = self.aliases.arrays.get(&name) else { return };
        let gone = array.shares.iter().find_map(|name| Some((*name, *self.gone.get(name)?)));
        if let Some((gone, (operand, consumer))) = gone {
            let how = if gone == name { String::new() } else { format!(", as it may alias {gone}") };
            let message = format!("{name} is used after it was consumed{how}");
            let remedy = consumer.map(|consumer| (bound_by(consumer), Remedy::Operand(operand)));
            self.faults.push(WrongUse { message, stm: self.stm.cloned(), remedy });
        }
    }

    /// Records that the array and its aliases are overwritten.
    fn consume(&mut self, operand: Name) {
        let remedy = Remedy::Operand(operand);
        for name in self.shares(operand.into()) {
            let Some(array) = self.aliases.arrays.get(&name) else { continue };
            if array.level < self.level {
                self.fault_with(
                    remedy,
                    format!("{name} is consumed inside a loop or lambda that it is bound outside of"),
                );
            } else if !array.consumable {
                self.fault_with(remedy, format!("{name} is consumed and may not be"));
            }
            self.aliases.consumed.insert(name);
            if self.gone.insert(name, (operand, self.stm)).is_none() {
                self.log.push(name);
            }
        }
    }

    fn body(&mut self, body: &'a Body) {
        let outer = self.stm;
        for stm in &body.stms {
            self.stm = Some(stm);
            self.statement(stm);
        }
        self.stm = outer;
        for &atom in &body.result {
            self.read(atom);
        }
    }

    /// Records the reads and consumptions of a statement, and which names share storage with its results.
    fn statement(&mut self, stm: &'a Stm) {
        stm.exp.for_each_operand(&mut |atom| self.read_unless_param(&stm.exp, atom));
        match &stm.exp {
            Exp::Atom(atom) => self.view(stm, *atom),
            Exp::Slice(array, dims) if dims.iter().any(SliceDim::is_flat) => {
                let shares = self.shares((*array).into());
                stm.pattern.iter().for_each(|&name| self.bind(name, shares.clone(), false));
            }
            Exp::Slice(array, _) | Exp::Permute(array, _) | Exp::Reshape(array, _) => self.view(stm, (*array).into()),
            Exp::Update { array, value, .. } => {
                self.consume(*array);
                self.read(*value);
                self.all_fresh(stm);
            }
            Exp::Table(_) => stm.pattern.iter().for_each(|&name| self.fresh(name, false)),
            Exp::If { then_body, else_body, .. } => self.conditional(stm, then_body, else_body),
            Exp::Loop(looped) => self.loop_(stm, looped),
            Exp::Call { function, args } => self.call(stm, *function, args),
            Exp::Traverse(traverse) => {
                let monoids = traverse.monoids();
                self.lambdas(std::iter::once(&traverse.lambda).chain(monoids.map(|monoid| &monoid.operator)));
                self.all_fresh(stm);
            }
            Exp::Filter(filter) => {
                self.lambdas([&filter.lambda]);
                self.all_fresh(stm);
            }
            Exp::Scatter(scatter) => {
                self.write_into(&scatter.destinations, &scatter.inputs);
                self.lambdas([&scatter.lambda]);
                self.all_fresh(stm);
            }
            Exp::Histogram(histogram) => {
                self.write_into(&histogram.destinations, &histogram.inputs);
                self.lambdas([&histogram.lambda, &histogram.operator.operator]);
                self.all_fresh(stm);
            }
            Exp::Un(..)
            | Exp::Bin(..)
            | Exp::Cmp(..)
            | Exp::Fma(..)
            | Exp::Convert(..)
            | Exp::Index(..)
            | Exp::Literal(_)
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Scratch { .. }
            | Exp::Copy(_)
            | Exp::Concat(_)
            | Exp::Assert { .. }
            | Exp::Threshold { .. }
            | Exp::Alloc { .. } => self.all_fresh(stm),
        }
    }

    /// Records a read, except of a loop's own condition parameter.
    fn read_unless_param(&mut self, exp: &Exp, atom: Atom) {
        let own = matches!(exp, Exp::Loop(looped) if looped.params.iter().any(|(name, _)| atom == Atom::Var(*name)));
        if !own {
            self.read(atom);
        }
    }

    fn all_fresh(&mut self, stm: &Stm) {
        stm.pattern.iter().for_each(|&name| self.fresh(name, true));
    }

    fn view(&mut self, stm: &Stm, of: Atom) {
        let shares = self.shares(of);
        stm.pattern.iter().for_each(|&name| self.bind(name, shares.clone(), true));
    }

    /// Records a branch: what either side consumes is consumed after it.
    fn conditional(&mut self, stm: &Stm, then_body: &'a Body, else_body: &'a Body) {
        let mark = self.log.len();
        self.body(then_body);
        let consumed = self.log.split_off(mark);
        let consumed: Vec<_> = consumed.into_iter().filter_map(|name| Some((name, self.gone.remove(&name)?))).collect();
        self.body(else_body);
        for (name, by) in consumed {
            if self.gone.insert(name, by).is_none() {
                self.log.push(name);
            }
        }
        // A branch's consumed arrays cannot be used any more, so the results of the `if` need not alias them.
        for (at, &name) in stm.pattern.iter().enumerate() {
            let results = [then_body.result.get(at), else_body.result.get(at)];
            let shares = results.into_iter().flatten().flat_map(|&atom| self.shares(atom));
            let shares = shares.filter(|name| !self.gone.contains_key(name)).collect();
            self.bind(name, shares, true);
        }
    }

    /// Records a loop. It consumes the initial values of the parameters that its body consumes.
    fn loop_(&mut self, stm: &Stm, looped: &'a Loop) {
        self.level += 1;
        for &(name, _) in &looped.params {
            self.fresh(name, true);
        }
        let mark = self.log.len();
        self.body(&looped.body);
        let in_body = self.log.split_off(mark);
        for name in &in_body {
            self.gone.remove(name);
        }
        let consumed = self.consumed_params(looped, &in_body);
        self.check_loop_results(looped, &consumed);
        let results = self.loop_shares(looped, &consumed);
        self.level -= 1;

        for (&(_, init), _) in looped.params.iter().zip(&consumed).filter(|(_, consumed)| **consumed) {
            self.read(init);
            if let Some(name) = init.var() {
                self.consume(name);
            }
        }
        for (&(_, init), _) in looped.params.iter().zip(&consumed).filter(|(_, consumed)| !**consumed) {
            self.read(init);
        }
        if consumed.contains(&true) {
            for name in free_in_body(&self.program.vars, &looped.body) {
                let own = looped.params.iter().any(|(param, _)| *param == name);
                if !own {
                    self.read(name.into());
                }
            }
        }
        for (&name, shares) in stm.pattern.iter().zip(results) {
            self.bind(name, shares, true);
        }
    }

    /// Returns whether each parameter of a loop is consumed: by the body, or by becoming the next value of a consumed
    /// parameter.
    fn consumed_params(&mut self, looped: &Loop, in_body: &[Name]) -> Vec<bool> {
        let position = |name: &Name| looped.params.iter().position(|(param, _)| param == name);
        let mut consumed = vec![false; looped.params.len()];
        let mut open: Vec<usize> = in_body.iter().filter_map(position).collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut consumed[at], true) {
                self.aliases.consumed.insert(looped.params[at].0);
                let next = looped.body.result.get(at).map(|&atom| self.shares(atom)).unwrap_or_default();
                open.extend(next.iter().filter_map(position));
            }
        }
        consumed
    }

    /// Checks that the next value of a consumed parameter is the loop's own, and is not passed to another parameter
    /// too.
    fn check_loop_results(&mut self, looped: &Loop, consumed: &[bool]) {
        for (at, (&(param, _), _)) in looped.params.iter().zip(consumed).enumerate().filter(|(_, (_, c))| **c) {
            let Some(&result) = looped.body.result.get(at) else { continue };
            let shares = self.shares(result);
            let is_kept = |name: &&Name| {
                let array = self.aliases.arrays.get(*name);
                array.is_some_and(|array| array.level < self.level || !array.consumable)
            };
            if let Some(name) = shares.iter().find(is_kept).copied() {
                let message = format!("the loop consumes {param}, whose next value may alias {name}");
                self.fault_with(Remedy::LoopResult(at), message);
            }
            for (other, &atom) in looped.body.result.iter().enumerate().filter(|(other, _)| *other != at) {
                if self.shares(atom).iter().any(|name| shares.contains(name)) {
                    let message = format!("the loop consumes {param}, whose next value may alias result {other}");
                    self.fault_with(Remedy::LoopResult(at), message);
                }
            }
        }
    }

    /// Returns, for each result of a loop, the outer arrays with which it may share storage.
    fn loop_shares(&self, looped: &Loop, consumed: &[bool]) -> Vec<NameSet> {
        let start = |(&(_, init), &consumed): (&(Name, Atom), &bool)| {
            if consumed { NameSet::default() } else { self.shares(init) }
        };
        let mut results: Vec<NameSet> = looped.params.iter().zip(consumed).map(start).collect();
        loop {
            let mut changed = false;
            for (at, &atom) in looped.body.result.iter().enumerate().take(results.len()) {
                for name in self.shares(atom) {
                    let param = looped.params.iter().position(|(param, _)| *param == name);
                    let array = self.aliases.arrays.get(&name);
                    let more = match param {
                        Some(param) => results[param].clone(),
                        None if array.is_some_and(|array| array.level < self.level) => self.shares(name.into()),
                        // An array that may not be consumed inside the loop may not be consumed after it either.
                        None if array.is_some_and(|array| !array.consumable) => NameSet::from_iter([name]),
                        None => NameSet::default(),
                    };
                    let before = results[at].len();
                    results[at].extend(more);
                    changed |= results[at].len() > before;
                }
            }
            if !changed {
                return results;
            }
        }
    }

    /// Records a call. Results that are not unique may share storage with each other and with the arguments that it
    /// keeps.
    fn call(&mut self, stm: &Stm, function: FunctionId, args: &[Atom]) {
        let Some(callee) = self.program.functions.get(function) else { return };
        let pairs = || callee.params.iter().zip(args);
        for (_, &arg) in pairs().filter(|(param, _)| param.consumed) {
            self.read(arg);
            if let Some(name) = arg.var() {
                self.consume(name);
            }
        }
        let mut shared = NameSet::default();
        for (_, &arg) in pairs().filter(|(param, _)| !param.consumed) {
            self.read(arg);
            shared.extend(self.shares(arg));
        }
        let results = stm.pattern.iter().zip(&callee.results);
        shared
            .extend(results.clone().filter(|(name, result)| !result.unique && self.is_array(**name)).map(|(n, _)| *n));
        for (&name, result) in results {
            if result.unique {
                self.fresh(name, true);
            } else {
                self.bind(name, shared.clone(), false);
            }
        }
    }

    /// Records a scatter or histogram: the destinations are consumed in order, then the inputs are read.
    fn write_into(&mut self, destinations: &[Name], inputs: &[Name]) {
        for &destination in destinations {
            self.read(destination.into());
            self.consume(destination);
        }
        for &input in inputs {
            self.read(input.into());
        }
    }

    fn lambdas(&mut self, lambdas: impl IntoIterator<Item = &'a Lambda>) {
        self.level += 1;
        for lambda in lambdas {
            for &param in &lambda.params {
                self.fresh(param, false);
            }
            self.body(&lambda.body);
        }
        self.level -= 1;
    }

    /// Checks that each unique result shares storage neither with arrays that outlive the call nor with another result.
    fn check_results(&mut self, function: &Function) {
        self.stm = None;
        let results: Vec<NameSet> = function.body.result.iter().map(|&atom| self.shares(atom)).collect();
        for (at, shares) in results.iter().enumerate() {
            let kept = shares.iter().find(|name| self.aliases.arrays.get(*name).is_some_and(|array| !array.consumable));
            let is_shared = |others: &NameSet| others.iter().any(|name| shares.contains(name));
            let other = (0..results.len()).find(|&other| other != at && is_shared(&results[other]));
            self.aliases.unique_results.push(kept.is_none() && other.is_none());
            let Some(result) = function.results.get(at).filter(|result| result.unique) else { continue };
            let name = result.name;
            if let Some(kept) = kept {
                let message = format!("the unique result {name} of `{}` may alias {kept}", function.name);
                self.fault_with(Remedy::Result(at), message);
            }
            if let Some(other) = other {
                let message = format!("the unique result {name} of `{}` may alias result {other}", function.name);
                self.fault_with(Remedy::Result(at), message);
            }
        }
    }
}
