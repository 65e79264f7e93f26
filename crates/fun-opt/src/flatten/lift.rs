//! Functions with parallel operations that are called in a map are called in their *lifted* form, once for all
//! elements.
//!
//! ```text
//! fun f (k : i64) (xs : [k]i32) -> (r : i32) = body
//! map n (ks) (\k -> .. call f (k, xs))
//!   ==>   fun f' (n : i64) (ks : [n]i64) (total : i64) (data : [total]i32) (offsets : [n]i64) -> (rs : [n]i32) =
//!           if n == 0 then (no results) else map n .. body
//!         call f' (n, ks, total, data, offsets)
//! ```
//!
//! An array parameter is replaced by the scalars of all instances in one array and the offset of each instance; so are
//! results. A call of no instances does nothing, which ends recursion. Calls of one function that do not need each
//! other's results become one call of all their instances together, if that moves no arrays or the function calls
//! itself. So a divide-and-conquer function takes as many rounds as its recursion is deep. A function that calls itself
//! at least twice is called in this form everywhere. Arguments that are parts of one array are not moved (see `parts`).

use super::branches::outer_size;
use super::classify::Classes;
use super::distribute::{Fission, Frame, Inside, Placed, expanded_type};
use super::segments::Spread;
use super::{Flattener, form};
use crate::effect;
use base::entity::EntityRef;
use base::{Name, Symbol, graph};
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, NameSet, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{CmpOp, ScalarType};

/// The largest number of pairs of calls of a body that are joined.
const JOINS: usize = 16;

/// A result of a map for all elements: an array with a dimension more, or flat data.
#[derive(Clone, Copy)]
pub enum Lifted {
    Even(Name),
    /// Data of rank 1 with offsets.
    Flat(Spread),
}

/// The known properties of the program's functions, and their lifted forms.
#[derive(Default)]
pub struct Lifting {
    /// Copies of the functions that may be lifted, with fresh names.
    originals: FxHashMap<FunctionId, Function>,
    /// Functions that call each other, callees first, until it is known which can be lifted.
    components: Vec<Vec<usize>>,
    /// The functions that hold parallel operations, or call such functions.
    parallel: FxHashSet<FunctionId>,
    /// The functions whose results can be flat.
    liftable: FxHashSet<FunctionId>,
    /// The functions that call themselves, directly or through others.
    recursive: FxHashSet<FunctionId>,
    /// The functions that call themselves more than once.
    branching: FxHashSet<FunctionId>,
    made: FxHashMap<FunctionId, FunctionId>,
    /// The lifted forms that have no body yet, with their originals.
    pub open: Vec<(FunctionId, FunctionId)>,
}

impl Lifting {
    /// Takes all called functions as liftable, until `find_liftable` rejects some. Finds those that are recursive or
    /// have parallel operations.
    pub fn new(program: &Program) -> Lifting {
        let calls = walk::call_graph(program);
        let called: FxHashSet<usize> = calls.iter().flatten().copied().collect();
        let mut lifting = Lifting::default();
        let is_ours = |id: &FunctionId| called.contains(&id.index()) && program.functions[*id].foreign.is_none();
        let ids: Vec<FunctionId> = program.functions.keys().filter(is_ours).collect();
        let branches = |id: &&FunctionId| calls[id.index()].iter().filter(|&&callee| callee == id.index()).count() > 1;
        lifting.branching = ids.iter().filter(branches).copied().collect();
        lifting.liftable = ids.into_iter().collect();
        lifting.components = graph::components(&calls);
        for component in &lifting.components {
            let callees = component.iter().flat_map(|&caller| &calls[caller]);
            let mut parallel = callees.map(|&callee| FunctionId::new(callee)).any(|id| lifting.parallel.contains(&id));
            let members: Vec<FunctionId> = component.iter().map(|&member| FunctionId::new(member)).collect();
            let calls_itself = |&id: &FunctionId| members.len() > 1 || calls[id.index()].contains(&id.index());
            lifting.recursive.extend(members.iter().copied().filter(calls_itself));
            parallel |= members.iter().any(|&id| form::has_parallel(&program.functions[id].body));
            lifting.parallel.extend(members.into_iter().filter(|_| parallel));
        }
        lifting
    }
}

/// Returns the function with fresh names, and adds to `consumed` the copies of names in it.
fn copied(program: &mut Program, mut function: Function, consumed: &mut NameSet) -> Function {
    let mut substitution = Substitution::default();
    let names: Vec<Name> = function.params.iter().map(|param| param.name).collect();
    let inside = walk::bound_in_body(&function.body);
    let old: Vec<Name> = names.iter().chain(&inside).copied().filter(|name| consumed.contains(name)).collect();
    let names = walk::refresh_telescope(program, &names, &mut substitution);
    function.params.iter_mut().zip(names).for_each(|(param, name)| param.name = name);
    function.body = walk::refresh_body(program, &function.body, &mut substitution);
    let copies = old.into_iter().filter_map(|name| substitution.get(&name).and_then(|new| new.var()));
    consumed.extend(copies);
    function
}

// Which functions are lifted.
impl Flattener<'_> {
    /// Finds the functions that can be lifted: those whose results can all be flat if the functions that they call can
    /// be lifted. Callees come first; only functions that call each other are examined repeatedly.
    pub(super) fn find_liftable(&mut self) {
        for component in std::mem::take(&mut self.lifting.components) {
            let mut candidates: Vec<FunctionId> = component.into_iter().map(FunctionId::new).collect();
            loop {
                let known = candidates.len();
                candidates.retain(|id| self.lifting.liftable.contains(id));
                let wrong: Vec<FunctionId> = candidates.iter().copied().filter(|&id| !self.can_lift(id)).collect();
                wrong.iter().for_each(|id| _ = self.lifting.liftable.remove(id));
                if wrong.is_empty() || known == 1 {
                    break;
                }
            }
        }
        self.keep_originals();
    }

    /// Copies the functions that may be lifted, before anything is flattened.
    fn keep_originals(&mut self) {
        let varies =
            |result: &ResultParam| self.program.type_of(result.name).dims().iter().any(|dim| dim.var().is_some());
        let is_lifted = |id: &FunctionId| {
            let function = &self.program.functions[*id];
            self.lifting.parallel.contains(id) || function.results.iter().any(varies)
        };
        let mut ids: Vec<FunctionId> = self.lifting.liftable.iter().copied().filter(is_lifted).collect();
        ids.sort_unstable();
        for id in ids {
            let function = self.program.functions[id].clone();
            let copy = copied(self.program, function, &mut self.consumed);
            self.lifting.originals.insert(id, copy);
        }
    }

    fn can_lift(&self, id: FunctionId) -> bool {
        let Some(function) = self.program.functions.get(id) else { return false };
        let params = function.params.iter().map(|param| param.name);
        let own = function.body.stms.iter().flat_map(|stm| stm.pattern.iter().copied());
        let bound: FxHashSet<Name> = params.clone().chain(own).collect();
        let is_value = |name: Name| self.program.type_of(name).elem().is_some();
        let classes = self.classes(&bound, &function.body, Inside::Nested);
        params.into_iter().all(is_value)
            && function.results.iter().all(|result| is_value(result.name))
            && function.body.result.iter().filter_map(|atom| atom.var()).all(|name| !classes.tied.contains(&name))
    }

    /// Whether the call should be replaced by a call of the lifted function.
    pub(super) fn is_lifted_call(&self, stm: &Stm, all_regular: bool) -> bool {
        let Exp::Call { function, .. } = &stm.exp else { return false };
        self.lifting.liftable.contains(function) && (self.lifting.parallel.contains(function) || !all_regular)
    }

    /// Whether the expression contains parallel operations, or calls of functions with such operations that can be
    /// lifted.
    pub(super) fn is_nested(&self, exp: &Exp) -> bool {
        form::is_nested(exp) || exp.bodies().into_iter().any(|body| self.calls_lifted(body))
    }

    fn calls_lifted(&self, body: &Body) -> bool {
        let lifted = |stm: &Stm| self.is_lifted_call(stm, true);
        let inside = |stm: &Stm| stm.exp.bodies().into_iter().any(|body| self.calls_lifted(body));
        self.policy != super::Policy::Regular && body.stms.iter().any(|stm| lifted(stm) || inside(stm))
    }

    /// Joins calls of one function that do not need each other's results, unless more statements must stay sequential
    /// then. Returns the classes of the body's statements.
    pub(super) fn join_calls(&self, bound: &FxHashSet<Name>, body: &mut Body) -> Classes {
        let classes = self.classes(bound, body, Inside::Nested);
        let calls = body.stms.iter().filter(|stm| self.is_lifted_call(stm, true)).count();
        if self.policy == super::Policy::Regular || calls < 2 {
            return classes;
        }
        let mut joined = body.clone();
        self.reorder_calls(&mut joined.stms);
        let after = self.classes(bound, &joined, Inside::Nested);
        if !after.tied.is_subset(&classes.tied) {
            return classes;
        }
        *body = joined;
        after
    }

    /// Whether the call should be joined with others of the function: if that moves no arrays, or if the function is
    /// recursive, as the number of calls would otherwise grow with the depth.
    fn is_joined(&self, stm: &Stm) -> bool {
        let Exp::Call { function, args } = &stm.exp else { return false };
        let mut names = args.iter().filter_map(|arg| arg.var()).chain(stm.pattern.iter().copied());
        self.lifting.recursive.contains(function) || names.all(|name| self.program.type_of(name).rank() == 0)
    }

    /// Moves calls of the same function to adjacent places, so that they can be flattened together.
    fn reorder_calls(&self, stms: &mut Vec<Stm>) {
        let function = |stm: &Stm| match stm.exp {
            Exp::Call { function, .. } if self.is_lifted_call(stm, true) && self.is_joined(stm) => Some(function),
            _ => None,
        };
        let mut at = 0;
        for _ in 0..JOINS {
            let Some(first) = (at..stms.len()).find(|&at| function(&stms[at]).is_some()) else { return };
            let next = (first + 1..stms.len()).find(|&at| function(&stms[at]) == function(&stms[first]));
            at = match next {
                Some(next) => self.join(stms, first, next),
                None => first + 1,
            };
        }
    }

    /// Moves the first of two calls to just before the second, and everything that needs its results after both.
    /// Returns the new position of the second call. The second call may consume arrays that are then read after it, as
    /// both calls get concatenated copies.
    fn join(&self, stms: &mut Vec<Stm>, first: usize, second: usize) -> usize {
        let mut late: FxHashSet<Name> = stms[first].pattern.iter().copied().collect();
        let mut is_late = vec![false; second + 1 - first];
        for at in first + 1..=second {
            if walk::free_in_stm(&self.program.vars, &stms[at]).iter().any(|name| late.contains(name)) {
                late.extend(stms[at].pattern.iter().copied());
                is_late[at - first] = true;
            }
        }
        let consumes = |at: usize| !is_late[at - first] && effect::consumes(self.program, &stms[at].exp);
        if is_late[second - first] || (first + 1..second).any(consumes) {
            return first + 1;
        }
        let part: Vec<Stm> = stms.drain(first..=second).collect();
        let (mut early, mut after, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for (at, stm) in part.into_iter().enumerate() {
            let is_call = at == 0 || at == second - first;
            if is_call {
                &mut calls
            } else if is_late[at] {
                &mut after
            } else {
                &mut early
            }
            .push(stm);
        }
        let place = first + early.len() + 1;
        stms.splice(first..first, early.into_iter().chain(calls).chain(after));
        place
    }
}

// Maps whose results may be flat.
impl Flattener<'_> {
    /// Returns the results of the map; those for which `flat` is true are data with offsets.
    pub(super) fn lift(&mut self, mut map: Traverse, flat: &[bool], frame: &Frame, out: &mut Vec<Stm>) -> Vec<Lifted> {
        let body = std::mem::take(&mut map.lambda.body);
        let mut fission = Fission::new(&[], &map, frame.clone());
        self.lift_body(&mut fission, body, flat, out)
    }

    /// Flattens a body for all elements of a map. Results marked in `flat` become flat arrays, all others arrays with a
    /// row for each element.
    fn lift_body(&mut self, fission: &mut Fission, mut body: Body, flat: &[bool], out: &mut Vec<Stm>) -> Vec<Lifted> {
        fission.bound.extend(body.stms.iter().flat_map(|stm| &stm.pattern));
        let classes = self.join_calls(&fission.bound, &mut body);
        let Body { stms, result } = body;
        let end = stms.len();
        let mut even = Vec::new();
        for (&atom, _) in result.iter().zip(flat).filter(|(_, flat)| !**flat) {
            let ty = expanded_type(fission.width, &self.program.atom_type(atom));
            even.push((self.program.fresh("all", ty), Some(atom)));
        }
        let mut names: Vec<Name> = even.iter().map(|(name, _)| *name).collect();
        names.reverse();
        fission.results = even;
        self.parts(fission, classes, stms, &result, Inside::Nested, out);
        self.other_results(fission, out);
        let mut lifted = Vec::with_capacity(result.len());
        for (atom, &flat) in result.into_iter().zip(flat) {
            lifted.push(match (atom.var().filter(|_| flat), names.last()) {
                (Some(name), _) => Lifted::Flat(self.flat_array(fission, end, name, out)),
                (None, Some(&array)) => {
                    names.pop();
                    Lifted::Even(array)
                }
                (None, None) => {
                    self.broken("a map has fewer arrays than results");
                    continue;
                }
            });
        }
        lifted
    }

    /// Returns the scalars of the array of all elements, without gaps.
    fn flat_array(&mut self, fission: &mut Fission, at: usize, name: Name, out: &mut Vec<Stm>) -> Spread {
        let known = fission.spread.get(&name).copied();
        if let Some(spread) = known.filter(|spread| spread.dense && self.program.type_of(spread.data).rank() == 1) {
            return spread;
        }
        let dims = self.program.type_of(name).dims().to_vec();
        let mut builder = Builder::new(self.program);
        let size = builder.extent(&dims);
        builder.stms.into_iter().for_each(|stm| fission.repeat_also(at, stm));
        let lambda = self.flat_lambda(fission, at + 1, size, out, |builder, place| {
            let scalars = if dims.len() > 1 { builder.bind("flat", Exp::Reshape(name, vec![size])) } else { name };
            vec![builder.index(scalars, vec![place.inner])]
        });
        let segments = self.segments(fission, size, out);
        let elem = self.program.type_of(name).elem().unwrap_or(ScalarType::I64);
        let data = self.program.fresh_like(name, Type::of(elem, vec![segments.total]));
        let map = Traverse { width: segments.total, lambda, ..Traverse::default() };
        self.full(fission.frame.stm(vec![data], Exp::Traverse(Box::new(map))), out);
        Spread { data, offsets: segments.offsets, dense: true }
    }
}

// Calls.
impl Flattener<'_> {
    /// Replaces calls of one function by a single call of the lifted function, or by one for each if joining them is no
    /// better.
    pub(super) fn flat_calls(&mut self, fission: &mut Fission, calls: Vec<Placed>, out: &mut Vec<Stm>) {
        if calls.len() > 1 && !calls.iter().all(|(_, call)| self.is_joined(call)) {
            return calls.into_iter().for_each(|call| self.flat_calls(fission, vec![call], out));
        }
        let mut columns: Vec<Vec<(usize, Atom)>> = Vec::new();
        let mut patterns = Vec::new();
        let mut called = None;
        for (at, stm) in calls {
            let Exp::Call { function, args } = stm.exp else { return self.broken("a group of calls has others") };
            called = Some(function);
            columns.resize_with(args.len(), Vec::new);
            args.into_iter().zip(&mut columns).for_each(|(arg, column)| column.push((at, arg)));
            patterns.push((at, stm.pattern));
        }
        let Some((function, lifted)) = called.and_then(|function| Some((function, self.lifted(function)?))) else {
            return self.broken("a call has no lifted form");
        };
        let count = patterns.len();
        let mut builder = self.builder(fission);
        let width = builder.extent(&[fission.width, Atom::i64(count as i64)]);
        out.append(&mut builder.stms);
        let mut args = vec![width];
        let consumed: Vec<bool> = self.program.functions[function].params.iter().map(|param| param.consumed).collect();
        for (column, consumed) in columns.into_iter().zip(consumed) {
            args.extend(self.joined_argument(fission, width, column, consumed, out));
        }
        let mut builder = self.builder(fission);
        let results = builder.bind_all("lifted", Exp::Call { function: lifted, args });
        out.append(&mut builder.stms);
        for (turn, (at, pattern)) in patterns.into_iter().enumerate() {
            let mut results = results.iter().copied();
            for name in pattern {
                let part = (turn, count);
                if self.program.type_of(name).rank() == 0 {
                    let Some(all) = results.next() else { return self.broken("a lifted call has too few results") };
                    let array = self.expand(fission, name);
                    self.part_of(fission, all, array, part, out);
                } else {
                    let (Some(_), Some(data), Some(all)) = (results.next(), results.next(), results.next()) else {
                        return self.broken("a lifted call has too few results");
                    };
                    let offsets = self.program.fresh("offsets", expanded_type(fission.width, &Type::I64));
                    self.part_of(fission, all, offsets, part, out);
                    self.spread(fission, at, name, Spread { data, offsets, dense: count == 1 });
                }
            }
        }
    }

    /// Returns one argument of all the calls together. An argument that is only read is not copied if all its arrays
    /// are in the same data.
    fn joined_argument(
        &mut self,
        fission: &mut Fission,
        all: Atom,
        column: Vec<(usize, Atom)>,
        consumed: bool,
        out: &mut Vec<Stm>,
    ) -> Vec<Atom> {
        let is_scalar = column.iter().all(|&(_, arg)| self.program.atom_type(arg).rank() == 0);
        let before: Vec<(usize, Atom)> = column.iter().map(|&(at, arg)| (at.saturating_sub(1), arg)).collect();
        let parts = if is_scalar || consumed { None } else { self.parts_of_one(fission, &before, out) };
        let joined = if let Some((data, offsets)) = parts {
            let mut builder = self.builder(fission);
            let offsets = together(&mut builder, all, offsets);
            let size = outer_size(&builder, data);
            out.append(&mut builder.stms);
            offsets.map(|offsets| vec![size, data.into(), offsets.into()])
        } else {
            let alone = column.len() == 1;
            let mut given = Vec::with_capacity(column.len());
            for (at, arg) in column {
                given.push(self.argument(fission, at, arg, alone, out));
            }
            let mut builder = self.builder(fission);
            let joined = joined_arguments(&mut builder, fission.width, all, given);
            out.append(&mut builder.stms);
            joined
        };
        joined.unwrap_or_else(|| {
            self.broken("a call has no arguments");
            Vec::new()
        })
    }

    /// Binds `array` to the slice of `all`, the result of `count` joined calls, that belongs to call number `turn`.
    fn part_of(
        &mut self,
        fission: &Fission,
        all: Name,
        array: Name,
        (turn, count): (usize, usize),
        out: &mut Vec<Stm>,
    ) {
        let mut builder = self.builder(fission);
        if count == 1 {
            builder.bind_to(vec![array], Exp::Atom(all.into()));
        } else {
            let start = builder.product(&[fission.width, Atom::i64(turn as i64)]);
            let range = SliceDim::Range { start, count: fission.width, stride: Atom::i64(1) };
            builder.bind_to(vec![array], Exp::Slice(all, vec![range]));
        }
        out.append(&mut builder.stms);
    }

    /// Returns an argument for all elements. An array that is part of larger data is not copied if only one call gets
    /// it.
    pub(super) fn argument(
        &mut self,
        fission: &mut Fission,
        at: usize,
        arg: Atom,
        alone: bool,
        out: &mut Vec<Stm>,
    ) -> Lifted {
        let Some(name) = arg.var().filter(|&name| self.program.type_of(name).rank() > 0) else {
            return Lifted::Even(self.all_of(fission, arg, out));
        };
        match fission.spread.get(&name) {
            Some(&spread) if alone && self.program.type_of(spread.data).rank() == 1 => Lifted::Flat(spread),
            _ => Lifted::Flat(self.flat_array(fission, at.saturating_sub(1), name, out)),
        }
    }

    /// Returns the lifted form of the function; its body is made later.
    fn lifted(&mut self, function: FunctionId) -> Option<FunctionId> {
        if let Some(&lifted) = self.lifting.made.get(&function) {
            return Some(lifted);
        }
        let original = self.lifting.originals.get(&function)?;
        let mut name = Symbol::new(&format!("{}_lifted", original.name.as_str()));
        while self.program.functions.values().any(|function| function.name == name) {
            name = Symbol::new(&format!("{}_again", name.as_str()));
        }
        let (params, results) = (original.params.clone(), original.results.clone());
        let width = self.program.fresh("n", Type::I64);
        let mut lifted_params = vec![Param { name: width, consumed: false }];
        for param in params {
            let names = self.lifted_names(width, param.name);
            let is_data = |at: usize| at == 1 && param.consumed;
            let all = names.into_iter().enumerate().map(|(at, name)| Param { name, consumed: is_data(at) });
            lifted_params.extend(all);
        }
        let mut lifted_results = Vec::new();
        for result in results {
            let names = self.lifted_names(width, result.name);
            lifted_results.extend(names.into_iter().map(|name| ResultParam { name, unique: true }));
        }
        let (params, results, body) = (lifted_params, lifted_results, Body::default());
        let lifted = Function { name, params, results, body, foreign: None };
        let lifted = self.program.functions.push(lifted);
        self.lifting.made.insert(function, lifted);
        self.lifting.open.push((function, lifted));
        Some(lifted)
    }

    /// Returns the names that replace a parameter: for a scalar the array of all instances, for an array the total, the
    /// data and the offsets.
    fn lifted_names(&mut self, width: Name, name: Name) -> Vec<Name> {
        let ty = self.program.type_of(name).clone();
        let Type::Array { elem, .. } = ty else {
            return vec![self.program.fresh_like(name, expanded_type(width.into(), &ty))];
        };
        let total = self.program.fresh("total", Type::I64);
        let data = self.program.fresh_like(name, Type::of(elem, vec![total.into()]));
        let offsets = self.program.fresh("offsets", Type::of(ScalarType::I64, vec![width.into()]));
        vec![total, data, offsets]
    }

    /// Returns the body of the lifted form: without work for no instances, else for all of them.
    pub(super) fn lifted_body(&mut self, original: FunctionId, lifted: FunctionId) -> Body {
        let Some(function) = self.lifting.originals.remove(&original) else {
            self.broken("a function is lifted twice");
            return Body::default();
        };
        let params: Vec<Name> = self.program.functions[lifted].params.iter().map(|param| param.name).collect();
        let Some((&width, mut arrays)) = params.split_first() else {
            self.broken("a lifted function has no width");
            return Body::default();
        };
        let mut body = function.body;
        let mut map = Traverse { width: width.into(), ..Traverse::default() };
        let mut spread = Vec::new();
        for name in function.params.into_iter().map(|param| param.name) {
            let taken = if self.program.type_of(name).rank() == 0 { 1 } else { 3 };
            let (own, rest) = arrays.split_at(taken.min(arrays.len()));
            arrays = rest;
            match *own {
                [all] => {
                    map.lambda.params.push(name);
                    map.inputs.push(all);
                }
                [_, data, offsets] => spread.push((name, Spread { data, offsets, dense: false })),
                _ => self.broken("a lifted function has too few parameters"),
            }
        }
        let flat: Vec<bool> = body.result.iter().map(|&atom| self.program.atom_type(atom).rank() > 0).collect();
        let mut fission = Fission::new(&[], &map, Frame::default());
        // The views of the parameters are placed at a first statement that does nothing.
        let start = self.program.fresh("start", Type::I64);
        body.stms.insert(0, Frame::default().stm(vec![start], Exp::Atom(Atom::i64(0))));
        for (name, spread) in spread {
            fission.bound.insert(name);
            self.spread(&mut fission, 0, name, spread);
        }
        let mut stms = Vec::new();
        let results = self.lift_body(&mut fission, body, &flat, &mut stms);
        self.unless_none(width, results, stms)
    }

    /// Runs the statements only if there are elements. Otherwise all results are empty, so that a recursive lifted
    /// function ends.
    fn unless_none(&mut self, width: Name, results: Vec<Lifted>, mut stms: Vec<Stm>) -> Body {
        let mut builder = Builder::new(self.program);
        let (mut empty, mut full) = (Vec::new(), Vec::new());
        let mut nothing = Vec::new();
        for result in results {
            match result {
                Lifted::Even(array) => {
                    nothing.push((array, width.into()));
                    empty.push(nothing.len());
                    full.push(Atom::from(array));
                }
                Lifted::Flat(mut spread) => {
                    // Each array gets a total of its own, so that its size is unambiguous.
                    let total = outer_size(&builder, spread.data);
                    if full.contains(&total) {
                        let own = builder.bind("total", Exp::Atom(total));
                        spread.data = builder.bind("data", Exp::Reshape(spread.data, vec![own.into()]));
                        stms.append(&mut builder.stms);
                    }
                    full.extend([outer_size(&builder, spread.data), spread.data.into(), spread.offsets.into()]);
                    empty.push(0);
                    nothing.push((spread.data, Atom::i64(0)));
                    empty.push(nothing.len());
                    nothing.push((spread.offsets, width.into()));
                    empty.push(nothing.len());
                }
            }
        }
        let then_body = builder.body(|builder| {
            let mut arrays = Vec::new();
            for (like, size) in nothing {
                let Type::Array { elem, mut dims } = builder.type_of(like) else { continue };
                dims.first_mut().into_iter().for_each(|dim| *dim = size);
                arrays.push(Atom::from(builder.bind("none", Exp::Scratch { elem, dims })));
            }
            let result = |at: usize| if at == 0 { Some(Atom::i64(0)) } else { arrays.get(at - 1).copied() };
            empty.into_iter().filter_map(result).collect()
        });
        let cond = builder.cmp(CmpOp::Eq, width.into(), Atom::i64(0));
        let both = builder.bind_all("all", Exp::If { cond, then_body, else_body: Body { stms, result: full } });
        Body { stms: builder.stms, result: both.into_iter().map(Atom::from).collect() }
    }
}

// Calls outside of maps.
impl Flattener<'_> {
    /// Whether the call is of a function that calls itself more than once and can be lifted.
    pub(super) fn is_tree_call(&self, stm: &Stm) -> bool {
        let Exp::Call { function, .. } = &stm.exp else { return false };
        self.policy != super::Policy::Regular
            && self.lifting.branching.contains(function)
            && self.lifting.parallel.contains(function)
            && self.lifting.liftable.contains(function)
    }

    /// Replaces the call by a lifted call with a single instance.
    pub(super) fn single_call(&mut self, stm: Stm, out: &mut Vec<Stm>) {
        let Stm { pattern, certs, exp: Exp::Call { function, args }, spans } = stm else {
            return self.broken("what is called is no call");
        };
        let Some(lifted) = self.lifted(function) else { return self.broken("a call has no lifted form") };
        let mut builder = Builder::new(self.program);
        (builder.certs, builder.spans) = (certs, spans);
        let mut all = vec![Atom::i64(1)];
        for arg in args {
            let dims = builder.type_of(arg).dims().to_vec();
            let Some(array) = arg.var().filter(|_| !dims.is_empty()) else {
                all.push(builder.bind("one", Exp::Literal(vec![arg])).into());
                continue;
            };
            let total = builder.extent(&dims);
            let data = if dims.len() > 1 { builder.bind("flat", Exp::Reshape(array, vec![total])) } else { array };
            let offsets = builder.bind("offsets", Exp::Literal(vec![Atom::i64(0)]));
            all.extend([total, data.into(), offsets.into()]);
        }
        let mut results = builder.bind_all("lifted", Exp::Call { function: lifted, args: all }).into_iter();
        for name in pattern {
            let ty = builder.type_of(name);
            if ty.rank() == 0 {
                let Some(array) = results.next() else { return self.broken("a lifted call has too few results") };
                builder.bind_to(vec![name], Exp::Index(array, vec![Atom::i64(0)]));
                continue;
            }
            let (Some(_), Some(data), Some(offsets)) = (results.next(), results.next(), results.next()) else {
                return self.broken("a lifted call has too few results");
            };
            let start = builder.index(offsets, vec![Atom::i64(0)]);
            let count = builder.extent(ty.dims());
            let range = Exp::Slice(data, vec![SliceDim::Range { start, count, stride: Atom::i64(1) }]);
            if ty.rank() == 1 {
                builder.bind_to(vec![name], range);
            } else {
                let flat = builder.bind("flat", range);
                builder.bind_to(vec![name], Exp::Reshape(flat, ty.dims().to_vec()));
            }
        }
        out.append(&mut builder.stms);
    }
}

/// Concatenates the arrays of the calls' instances. `None` if there are none.
fn together(builder: &mut Builder, all: Atom, arrays: Vec<Name>) -> Option<Name> {
    let &first = arrays.first()?;
    if arrays.len() == 1 {
        return Some(first);
    }
    let ty = expanded_type(all, &builder.type_of(first).row(1));
    let name = builder.fresh("both", ty);
    builder.bind_to(vec![name], Exp::Concat(arrays));
    Some(name)
}

/// Returns one argument of all the calls together.
fn joined_arguments(builder: &mut Builder, width: Atom, all: Atom, column: Vec<Lifted>) -> Option<Vec<Atom>> {
    let (mut even, mut data, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    let mut sizes: Vec<Atom> = Vec::new();
    for argument in column {
        match argument {
            Lifted::Even(array) => even.push(array),
            Lifted::Flat(spread) => {
                let before = builder.sum(&sizes);
                let shifted = if sizes.is_empty() {
                    spread.offsets
                } else {
                    let add = |builder: &mut Builder, params: &[Name]| vec![builder.add(params[0].into(), before)];
                    *builder.map(width, &[spread.offsets], add).first()?
                };
                sizes.push(outer_size(builder, spread.data));
                data.push(spread.data);
                offsets.push(shifted);
            }
        }
    }
    if data.is_empty() {
        return Some(vec![together(builder, all, even)?.into()]);
    }
    let data = if let [one] = data[..] { one } else { builder.concat(data) };
    let offsets = together(builder, all, offsets)?;
    Some(vec![outer_size(builder, data), data.into(), offsets.into()])
}
