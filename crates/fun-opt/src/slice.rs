//! Size slicing of functions (`size-slicing`, §3.1.1 and §4). A function that returns arrays and their sizes is split
//! into its *shape*, which computes the sizes, and its *values*, which takes them as parameters.
//!
//! ```text
//! fun f (n : i64) (xs : [n]i32)                  fun f.shape (n : i64) -> (s : i64) = let (k : i64) = n + n in (k)
//!     -> (k : i64) (ys : [k]i32) =               fun f.value (s : i64) (n : i64) (xs : [n]i32) -> (ys : [s]i32) =
//!   let (k : i64) = n + n                          let (k : i64) = n + n
//!   let (ys : [k]i32) = concat (xs, xs)     ==>    let (ys : [k]i32) = concat (xs, xs)
//!   in (k, ys)                                     let (zs : [s]i32) = reshape [s] ys
//!                                                  in (zs)
//! ..                                             ..
//! let (k : i64) (ys : [k]i32) = call f (m, a)    let (k : i64) = call f.shape (m)
//!                                                let (ys : [k]i32) = call f.value (k, m, a)
//! ```
//!
//! So callers know the sizes before the call. If a size is a parameter or a constant, there is nothing to compute:
//! callers use the argument or the constant. Recursive calls that pass a size on count as well (`slice/flow.rs`): `grow
//! n xs = if c then xs else grow n (map g xs)` returns `n` elements. Inside the function the size keeps its name, so
//! that all facts about it remain. Only the result gets the parameter's name, which equals the size by construction.
//! That costs nothing.
//!
//! Cost model: a size is sliced off if its shape consists of at most `COST` scalar operators, reads of elements,
//! assertions, branches of these, and calls of other shapes. Anything else (a traversal, a filter, a loop, a call that
//! may take long) would be computed twice, at every level of a recursion, so such a size stays a result.
//! `slice/shape.rs`, Note [Which slice keeps an assertion], determines the slice that keeps an assertion.
//!
//! Unneeded existential results are removed (Figs 22 and 23). A size on which both sides of a branch agree, or that
//! both compute alike by total scalar operators, is computed before it. If each side computes it by few operators, a
//! separate branch computes the size alone. A size that a loop leaves unchanged is the initial one. One that grows by a
//! constant in each iteration of a counted loop is known before it (below, `n` is not negative).
//!
//! ```text
//! let (k : i64) (ys : [k]i32) =                  let (a : i64) = n + 1
//!   if c then let (a : i64) = n + 1              let (ys : [a]i32) =
//!             ..                          ==>      if c then ..
//!             in (a, us)                                     in (us)
//!   else let (b : i64) = n + 1                     else ..
//!        .. in (b, vs)                                  in (vs)
//!
//! let (k : i64) (ys : [k]i32) =                  let (j : i64) = m + n * 2
//!   loop (a : i64 = m) (zs : [a]i32 = xs)        let (k : i64) (us : [k]i32) =
//!     for i < n do                        ==>      loop (a : i64 = m) (zs : [a]i32 = xs) for i < n do ..
//!       let (b : i64) = a + 2                    let (ys : [j]i32) = reshape [j] us
//!       .. in (b, vs)
//! ```
//!
//! Other sizes stay results of loops. A slice that is a loop would compute every iteration twice, which is not O(1).
//!
//! A function that an entry point names keeps its signature, as a wrapper around a call of the values.
//!
//! Needs: unique names; simplified bodies, so that the cost model does not overestimate. Guarantees: nothing. Cost:
//! linear; each call computes at most `COST` more operations for each size.

mod flow;
mod rewrite;
mod shape;

use base::entity::EntityRef;
use base::{Error, Name, Symbol, graph};
use flow::{Chain, Origin, Results, size_results};
use fun::def::*;
use fun::walk::{self, Substitution};
use rewrite::rewrite;
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Price, Shape};
use value::Scalar;

/// Largest number of statements in the shape slice of one size, including those of the shapes it calls.
pub const COST: usize = 32;
/// Largest number of sizes of one function considered beyond those that `flow` finds.
const WIDE: usize = 16;

pub fn slice(mut program: Program) -> Result<Program, Error> {
    let edges = walk::call_graph(&program);
    let called: FxHashSet<usize> = edges.iter().flatten().copied().collect();
    let mut slicer = Slicer { program: &mut program, sliced: FxHashMap::default(), prices: FxHashMap::default() };
    for component in graph::components(&edges) {
        let members: Vec<FunctionId> = component.iter().map(|&at| FunctionId::new(at)).collect();
        slicer.component(&members, &called);
    }
    Ok(program)
}

/// Where the caller of a split function gets a size from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The argument of the call at this position.
    Param(usize),
    Const(Scalar),
    /// The shape's result at this position, which is also the values' parameter at this position.
    Computed(usize),
}

/// A function that was split.
#[derive(Clone, Debug)]
struct Sliced {
    /// For each result of the original function, where callers get it from; `None` for results that remain.
    results: Vec<Option<Source>>,
    shape: Option<Shape>,
    /// For each result of the shape, its value in the function's body, if recursive calls return the same value.
    own: Vec<Option<Atom>>,
}

/// How a function is to be split.
#[derive(Default)]
struct Plan {
    results: Vec<Option<Source>>,
    /// Sizes computed by chains of operators, each with whether recursive calls compute the same size.
    chains: Vec<(Name, Chain, bool)>,
    /// Sizes that the shape computes by a slice of the body, after the chains.
    rest: Vec<Name>,
}

impl Plan {
    fn is_empty(&self) -> bool {
        self.results.iter().all(Option::is_none)
    }
}

struct Slicer<'p> {
    program: &'p mut Program,
    sliced: FxHashMap<FunctionId, Sliced>,
    /// Costs of calls of the shapes made so far.
    prices: FxHashMap<FunctionId, Price>,
}

impl Slicer<'_> {
    /// Splits mutually recursive functions, after all others that they call.
    fn component(&mut self, members: &[FunctionId], called: &FxHashSet<usize>) {
        for &id in members {
            rewrite(self.program, id, &self.sliced, Substitution::default(), false);
        }
        let results = flow::results_of(self.program, members);
        let mut plans = Vec::new();
        for &id in members.iter().filter(|id| called.contains(&id.index())) {
            let Some(results) = results.get(&id) else { continue };
            plans.push((id, self.plan(id, results)));
        }
        plans.retain(|(_, plan)| !plan.is_empty());
        if plans.is_empty() {
            return;
        }
        let mut changes: FxHashMap<FunctionId, Substitution> = FxHashMap::default();
        let mut wrappers = Vec::new();
        for (id, plan) in plans {
            wrappers.extend(self.wrapper(id));
            let substitution = self.split(id, plan);
            changes.insert(id, substitution);
        }
        for id in members.iter().copied().chain(wrappers) {
            rewrite(self.program, id, &self.sliced, changes.remove(&id).unwrap_or_default(), true);
            self.keep_types(id);
        }
    }

    /// Decides where callers get each size among the function's results.
    fn plan(&self, id: FunctionId, found: &Results) -> Plan {
        let function = &self.program.functions[id];
        let names: Vec<Name> = function.results.iter().map(|result| result.name).collect();
        let mut plan = Plan { results: vec![None; names.len()], ..Plan::default() };
        let mut open = Vec::new();
        for (at, is_size) in size_results(self.program, &names).into_iter().enumerate() {
            if !is_size {
                continue;
            }
            plan.results[at] = match found.origins.get(at) {
                Some(Origin::Param(param)) => Some(Source::Param(*param)),
                Some(Origin::Const(scalar)) => Some(Source::Const(*scalar)),
                Some(Origin::Local(name)) => plan.chain(*name, found, at),
                Some(Origin::Never | Origin::Varies) | None => {
                    open.extend(function.body.result.get(at).and_then(|atom| Some((at, atom.var()?))));
                    None
                }
            };
        }
        for (at, name) in open {
            if plan.rest.contains(&name) || self.is_worth_it(function, name, &plan) {
                plan.results[at] = Some(plan.restricted(name));
            }
        }
        plan
    }

    fn is_worth_it(&self, function: &Function, size: Name, plan: &Plan) -> bool {
        plan.rest.len() < WIDE
            && shape::restricted(self.program, &self.prices, &Substitution::default(), &function.body, &[size.into()])
                .is_some()
    }

    /// If entry points name the function, makes a wrapper with the original signature and lets the entry points name
    /// the wrapper.
    fn wrapper(&mut self, id: FunctionId) -> Option<FunctionId> {
        if !self.program.entries.iter().any(|entry| entry.function == id) {
            return None;
        }
        let Function { name, params, results, .. } = &self.program.functions[id];
        let (name, params, results) = (*name, params.clone(), results.clone());
        let mut renaming = Substitution::default();
        let old: Vec<Name> = params.iter().map(|param| param.name).collect();
        let args = walk::refresh_telescope(self.program, &old, &mut renaming);
        let old: Vec<Name> = results.iter().map(|result| result.name).collect();
        let outer = walk::refresh_telescope(self.program, &old, &mut renaming.clone());
        let pattern = walk::refresh_telescope(self.program, &old, &mut renaming);
        let exp = Exp::Call { function: id, args: args.iter().copied().map(Atom::Var).collect() };
        let result = pattern.iter().copied().map(Atom::Var).collect();
        let stm = Stm { pattern, certs: Vec::new(), exp, spans: Default::default() };
        let params = params.iter().zip(args).map(|(param, name)| Param { name, ..*param }).collect();
        let results = results.iter().zip(outer).map(|(result, name)| ResultParam { name, ..*result }).collect();
        let body = Body { stms: vec![stm], result };
        let wrapper = self.program.functions.push(Function { name, params, results, body, foreign: None });
        for entry in self.program.entries.iter_mut().filter(|entry| entry.function == id) {
            entry.function = wrapper;
        }
        Some(wrapper)
    }

    /// Makes the shape, and turns the function's signature into that of its values. Returns the replacements for its
    /// body.
    fn split(&mut self, id: FunctionId, plan: Plan) -> Substitution {
        let shape = self.shape(id, &plan);
        let mut substitution = Substitution::default();
        let mut own = Vec::new();
        let mut above = Vec::new();
        for (name, chain, is_steady) in &plan.chains {
            let mut size = None;
            if *is_steady {
                let chain = Body { stms: chain.stms.clone(), result: vec![(*name).into()] };
                let copy = walk::refresh_body(self.program, &chain, &mut Substitution::default());
                above.extend(copy.stms);
                size = copy.result.first().copied();
            }
            substitution.extend(size.map(|size| (*name, size)));
            own.push(size);
        }
        own.resize(own.len() + plan.rest.len(), None);
        let params: Vec<Name> = own.iter().map(|_| self.program.fresh("size", Type::I64)).collect();
        self.program.functions[id].body.stms.splice(0..0, above);
        self.sign(id, &plan, &params);
        self.sliced.insert(id, Sliced { results: plan.results, shape, own });
        substitution
    }

    /// Makes the function's shape, which computes the sizes that the plan asks for.
    fn shape(&mut self, id: FunctionId, plan: &Plan) -> Option<Shape> {
        if plan.chains.is_empty() && plan.rest.is_empty() {
            return None;
        }
        let wanted: Vec<Atom> = plan.rest.iter().copied().map(Atom::Var).collect();
        let body = &self.program.functions[id].body;
        let (rest, mut price) = shape::restricted(self.program, &self.prices, &Substitution::default(), body, &wanted)?;
        price.stms += plan.chains.iter().map(|(_, chain, _)| chain.stms.len()).sum::<usize>();
        let chains: Vec<(Name, Chain)> = plan.chains.iter().map(|(name, chain, _)| (*name, chain.clone())).collect();
        let shape = shape::build(self.program, id, &chains, &rest);
        self.prices.insert(shape.function, price);
        Some(shape)
    }

    /// Adds parameters for computed sizes to the function, and removes the results that callers know.
    fn sign(&mut self, id: FunctionId, plan: &Plan, sizes: &[Name]) {
        let function = &mut self.program.functions[id];
        let mut renaming = Substitution::default();
        for (result, source) in function.results.iter().zip(&plan.results) {
            let atom = match *source {
                None => None,
                Some(Source::Param(at)) => function.params.get(at).map(|param| param.name.into()),
                Some(Source::Const(scalar)) => Some(Atom::Const(scalar)),
                Some(Source::Computed(at)) => sizes.get(at).copied().map(Atom::Var),
            };
            renaming.extend(atom.map(|atom| (result.name, atom)));
        }
        let is_left = |at: usize| plan.results.get(at).is_none_or(Option::is_none);
        function.results = keep(&function.results, is_left);
        function.body.result = keep(&function.body.result, is_left);
        function.params.splice(0..0, sizes.iter().map(|&name| Param { name, consumed: false }));
        function.name = Symbol::new(&format!("{}.value", function.name));
        for result in &function.results {
            if let Some(info) = self.program.vars.get_mut(result.name) {
                *info = walk::substitute_info(info, &renaming);
            }
        }
    }

    /// Gives the results of the body the sizes of the function's results, which are equal by construction.
    fn keep_types(&mut self, id: FunctionId) {
        let mut body = std::mem::take(&mut self.program.functions[id].body);
        let results: Vec<Name> = self.program.functions[id].results.iter().map(|result| result.name).collect();
        let names: Substitution = results.iter().copied().zip(body.result.iter().copied()).collect();
        let spans = body.stms.last().map(|stm| stm.spans.clone()).unwrap_or_default();
        for (result, atom) in results.into_iter().zip(&mut body.result) {
            let Some(array) = atom.var() else { continue };
            let wanted = walk::substitute_type(self.program.type_of(result), &names);
            if *self.program.type_of(array) == wanted {
                continue;
            }
            let name = self.program.fresh_like(array, wanted.clone());
            let exp = Exp::Reshape(array, wanted.dims().to_vec());
            body.stms.push(Stm::plain(vec![name], exp, &spans));
            *atom = name.into();
        }
        self.program.functions[id].body = body;
    }
}

impl Plan {
    /// Plans a size that a chain of operators computes. Returns its source.
    fn chain(&mut self, name: Name, found: &Results, at: usize) -> Option<Source> {
        let is_steady = found.steady.get(at).copied().unwrap_or(false);
        if let Some(known) = self.chains.iter().position(|(other, ..)| *other == name) {
            self.chains[known].2 &= is_steady;
            return Some(Source::Computed(known));
        }
        self.chains.push((name, found.chains.get(&name)?.clone(), is_steady));
        Some(Source::Computed(self.chains.len() - 1))
    }

    /// Plans a size that a slice of the body computes. Returns its source. All chains must be known already.
    fn restricted(&mut self, name: Name) -> Source {
        let known = self.rest.iter().position(|&other| other == name);
        let at = known.unwrap_or_else(|| {
            self.rest.push(name);
            self.rest.len() - 1
        });
        Source::Computed(self.chains.len() + at)
    }
}

fn keep<T: Clone>(items: &[T], is_kept: impl Fn(usize) -> bool) -> Vec<T> {
    items.iter().enumerate().filter(|(at, _)| is_kept(*at)).map(|(_, item)| item.clone()).collect()
}
