//! Data flow of sizes that a function returns: each is a parameter, a constant, or computed from parameters by a few
//! scalar operators. Values are followed through branches whose sides agree, loops that leave them unchanged, and
//! calls.
//!
//! Mutually recursive functions are analysed together. At first no call is assumed to return; the results found are
//! then assumed for calls in the next round, until nothing changes. This is an induction over the depth of calls, so it
//! holds for every call that returns.

use super::COST;
use crate::effect;
use base::Name;
use fun::def::*;
use rustc_hash::{FxHashMap, FxHashSet};
use value::Scalar;

/// Iteration limit for a group of mutually recursive functions. Sizes that are only passed on reach a fixed point in
/// two or three rounds.
const ROUNDS: usize = 6;

/// Where the value of a function's result comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Origin {
    /// No call is known to return, so any value is right.
    Never,
    Param(usize),
    Const(Scalar),
    /// A variable of the body, computed from parameters by a few total operators.
    Local(Name),
    Varies,
}

/// Total scalar statements that compute a variable from parameters, each after those that it needs.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    pub stms: Vec<Stm>,
    /// Positions of the parameters used.
    pub params: FxHashSet<usize>,
}

/// Facts about a function's results.
#[derive(Clone, Debug)]
pub struct Results {
    pub origins: Vec<Origin>,
    /// For each result: whether the function calls itself, and each such call passes on unchanged the parameters from
    /// which the result is computed.
    pub steady: Vec<bool>,
    pub chains: FxHashMap<Name, Chain>,
}

/// Returns the facts about the results of mutually recursive functions, given those of all others.
pub fn results_of(program: &Program, members: &[FunctionId]) -> FxHashMap<FunctionId, Results> {
    let start = |&id: &FunctionId| {
        let count = program.functions[id].results.len();
        let results =
            Results { origins: vec![Origin::Never; count], steady: vec![true; count], chains: FxHashMap::default() };
        (id, results)
    };
    let mut all: FxHashMap<FunctionId, Results> = members.iter().map(start).collect();
    let mut order = members.to_vec();
    for _ in 0..ROUNDS {
        let mut changed = false;
        // The order alternates, so that every other round follows the direction of the calls.
        order.reverse();
        for &id in &order {
            let found = Flow::new(program, id, &all).results();
            let Some(before) = all.get_mut(&id) else { continue };
            changed |= adopt(before, found);
        }
        if !changed {
            return all;
        }
    }
    for results in all.values_mut() {
        results.origins.fill(Origin::Varies);
    }
    all
}

/// Adopts the results of a round. A result with two different values counts as varying. Returns whether anything
/// changed.
fn adopt(before: &mut Results, found: Results) -> bool {
    let mut changed = false;
    for (old, new) in before.origins.iter_mut().zip(found.origins) {
        let next = if *old == Origin::Never || *old == new { new } else { Origin::Varies };
        changed |= next != *old;
        *old = next;
    }
    before.steady = found.steady;
    before.chains = found.chains;
    changed
}

/// Value of a variable: a parameter, a local variable or a constant that it equals.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    Never,
    Is(Atom),
}

struct Flow<'a> {
    program: &'a Program,
    id: FunctionId,
    function: &'a Function,
    assumed: &'a FxHashMap<FunctionId, Results>,
    /// Values of the variables that equal others.
    values: FxHashMap<Name, Value>,
    params: FxHashMap<Name, usize>,
    steady: Vec<bool>,
    calls_itself: bool,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Program, id: FunctionId, assumed: &'a FxHashMap<FunctionId, Results>) -> Flow<'a> {
        let function = &program.functions[id];
        let params = function.params.iter().enumerate().map(|(at, param)| (param.name, at)).collect();
        let steady = vec![true; function.results.len()];
        Flow { program, id, function, assumed, values: FxHashMap::default(), params, steady, calls_itself: false }
    }

    /// Returns what is known about each result of the function.
    fn results(mut self) -> Results {
        self.body(&self.function.body);
        let defs = self.definitions();
        let mut chains = FxHashMap::default();
        let mut origins = Vec::with_capacity(self.function.results.len());
        for &atom in &self.function.body.result {
            origins.push(match self.value(atom) {
                Value::Never => Origin::Never,
                Value::Is(Atom::Const(scalar)) => Origin::Const(scalar),
                Value::Is(Atom::Var(name)) => match (self.params.get(&name), chain(name, &defs, &self.params)) {
                    (Some(&at), _) => Origin::Param(at),
                    (None, Some(chain)) => {
                        chains.insert(name, chain);
                        Origin::Local(name)
                    }
                    (None, None) => Origin::Varies,
                },
            });
        }
        let steady = self.steady.into_iter().map(|steady| steady && self.calls_itself).collect();
        Results { origins, steady, chains }
    }

    fn value(&self, atom: Atom) -> Value {
        atom.var().and_then(|name| self.values.get(&name).copied()).unwrap_or(Value::Is(atom))
    }

    fn body(&mut self, body: &Body) {
        for stm in &body.stms {
            for inner in stm.exp.bodies() {
                self.body(inner);
            }
            self.stm(stm);
        }
    }

    /// Records the values of the variables that a statement binds, as far as they are known.
    fn stm(&mut self, stm: &Stm) {
        let values: Vec<Option<Value>> = match &stm.exp {
            Exp::Atom(atom) => vec![Some(self.value(*atom))],
            Exp::If { then_body, else_body, .. } => {
                let both = then_body.result.iter().zip(&else_body.result);
                both.map(|(&a, &b)| join(self.value(a), self.value(b))).collect()
            }
            Exp::Loop(looped) => {
                let params = looped.params.iter().zip(&looped.body.result);
                params.map(|(&(param, init), &next)| self.left_alone(param, init, next)).collect()
            }
            Exp::Call { function, args } => self.call(*function, args),
            _ => return,
        };
        for (&name, value) in stm.pattern.iter().zip(values) {
            self.values.extend(value.map(|value| (name, value)));
        }
    }

    /// Returns the value of a loop's result, if it is the initial value in any case.
    fn left_alone(&self, param: Name, init: Atom, next: Atom) -> Option<Value> {
        let (init, next) = (self.value(init), self.value(next));
        (next == Value::Never || next == Value::Is(param.into()) || next == init).then_some(init)
    }

    /// Returns the known values of a call's results, by the callee's origins as assumed so far.
    fn call(&mut self, callee: FunctionId, args: &[Atom]) -> Vec<Option<Value>> {
        let Some(assumed) = self.assumed.get(&callee) else { return Vec::new() };
        self.calls_itself |= callee == self.id;
        let result = |(at, origin): (usize, &Origin)| match *origin {
            Origin::Never => Some(Value::Never),
            Origin::Const(scalar) => Some(Value::Is(Atom::Const(scalar))),
            Origin::Param(param) => args.get(param).map(|&arg| self.value(arg)),
            Origin::Local(name) if callee == self.id => {
                let made_of = &assumed.chains.get(&name)?.params;
                let passed_on = made_of.iter().all(|&param| self.passes_on(args, param));
                self.steady[at] &= passed_on;
                passed_on.then_some(Value::Is(name.into()))
            }
            Origin::Local(_) | Origin::Varies => None,
        };
        assumed.origins.iter().enumerate().map(result).collect()
    }

    fn passes_on(&self, args: &[Atom], param: usize) -> bool {
        let own = self.function.params.get(param).map(|param| Value::Is(param.name.into()));
        own.is_some() && args.get(param).map(|&arg| self.value(arg)) == own
    }

    /// Returns the definitions of the scalar variables that total operators compute.
    fn definitions(&self) -> FxHashMap<Name, &'a Stm> {
        let mut defs = FxHashMap::default();
        let mut open = vec![&self.function.body];
        while let Some(body) = open.pop() {
            for stm in &body.stms {
                open.extend(stm.exp.bodies());
                if let ([name], true) = (stm.pattern.as_slice(), is_total(self.program, stm)) {
                    defs.insert(*name, stm);
                }
            }
        }
        defs
    }
}

/// Whether the statement is a total scalar operator without certificates, which may run anywhere.
fn is_total(program: &Program, stm: &Stm) -> bool {
    stm.certs.is_empty() && effect::is_total_scalar(program, &stm.exp)
}

/// Returns the value of a branch's result; `None` if the sides differ.
fn join(a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Never, other) | (other, Value::Never) => Some(other),
        (a, b) => (a == b).then_some(a),
    }
}

/// Returns the statements that compute the variable, if these are at most `COST` total operators on parameters.
fn chain(name: Name, defs: &FxHashMap<Name, &Stm>, params: &FxHashMap<Name, usize>) -> Option<Chain> {
    let mut chain = Chain::default();
    let mut seen = FxHashSet::default();
    let mut open = vec![(name, false)];
    while let Some((name, leaving)) = open.pop() {
        if let Some(&param) = params.get(&name) {
            chain.params.insert(param);
            continue;
        }
        let stm = *defs.get(&name)?;
        if leaving {
            chain.stms.push(stm.clone());
        } else if seen.insert(name) {
            if seen.len() > COST {
                return None;
            }
            open.push((name, true));
            open.extend(stm.exp.operands().into_iter().filter_map(|atom| Some((atom.var()?, false))));
        }
    }
    Some(chain)
}

/// Returns, for each result, whether it is a size of a later result.
pub fn size_results(program: &Program, names: &[Name]) -> Vec<bool> {
    let mut named = FxHashSet::default();
    for &name in names {
        named.extend(program.names_in_type(name));
    }
    let is_size = |name: &Name| named.contains(name) && *program.type_of(*name) == Type::I64;
    names.iter().map(is_size).collect()
}
