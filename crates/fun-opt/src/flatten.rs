//! `flatten`, `flatten-all`, `flatten-regular`: nested array operations become segmented ones, for targets that run
//! many threads.
//!
//! ```text
//! map n (xss)                                    ==>   let (s' : [n]f32) =
//!   (\(xs : [m]f32) ->                                   map n (xss) (\xs ->
//!     let (s : f32) = reduce m (xs) (+) (0f32)             let s = reduce m (xs) (+) (0f32) in (s))
//!     let (r : f32) = sqrt s                           let (r' : [n]f32) =
//!     let (ys : [m]f32) =                                map n (s') (\s -> let r = sqrt s in (r))
//!       map m (xs) (\x -> let y = x / r in (y))        let (yss : [n][m]f32) =
//!     in (ys))                                           map n (xss, r') (\xs r ->
//!                                                          let ys = map m (xs) (\x -> let y = x / r in (y)) in (ys))
//! ```
//!
//! A *segmented operation* is a perfect nest of maps around one array operation. Each body except the innermost holds
//! only views, scalar index arithmetic and the next operation, and yields that operation's results. The number of
//! threads is the product of the nest's widths. Operations in the innermost bodies are marked `seq`: one thread runs
//! them. `form` checks this.
//!
//! - `distribute`: a map whose body has several statements becomes several maps; what one hands to a later one becomes
//!   an array with a dimension more.
//! - `interchange`: a map of a loop becomes a loop of maps, a map of a branch with an invariant condition a branch of maps.
//! - `monoid`: scans and reductions of vectors become maps of scans and reductions of columns; lambdas that hold
//!   parallel operations leave scans, reductions, filters, scatters and histograms. Outside of maps, the map of such a
//!   lambda has versions of its own.
//! - `histogram`: histograms of rows become histograms of scalars.
//! - `makers`: `iota`, `replicate` and `copy` whose results are only read become maps, where the map is split anyway.
//! - `irregular`, with `segments` and `rows`: an operation of varying width becomes one of all flat elements. `branches`:
//!   a branch whose condition varies becomes maps over the elements of its sides. `loops`: a loop with a varying number
//!   of iterations becomes a loop of maps over the elements that are still active. `lift`, with `parts`: a function
//!   called in a map is called once for all elements. `flatten-regular` does none of these four.
//! - If the outer width is not known, `flatten` keeps several versions. The outer operation alone, with sequential
//!   bodies, runs from a width on that is a threshold of the program (`main.flatten_0`: the function's name, and a
//!   number). Narrower operations run as full nests, or, if the outer operations are wide enough together, as nests with
//!   a sequential innermost operation (`cost` decides). If iterations differ in length, one thread runs each only if
//!   none is much longer than the others (`uneven`). `flatten-all` always takes the full nests.
//!
//! When a map is split, statements that no result needs and that cannot fail are dropped.
//!
//! Some code stays sequential inside a thread: loops that write in place or hold no parallel operations; operators that
//! read the enclosing element or work on rows of varying size; statements that make or write such rows without a map;
//! and statements that need an array of varying size made by such a statement. If assertions fail in several elements,
//! another one may be reported than before, but nothing runs before its own assertions. `flatten-regular` also keeps
//! sequential the statements between two that may fail. A statement that relied on a certificate of the same body comes
//! after the map that has made the assertion for all elements. An interchanged loop runs its iterations even if the map
//! has no elements.
//!
//! NOVA §5.1; the versions are those of incremental flattening. Needs: unique names. Guarantees: `form::is_flat`.
//! Cost: linear times nesting depth.

mod branches;
mod classify;
mod cost;
mod distribute;
pub mod form;
mod histogram;
mod interchange;
mod irregular;
mod lift;
mod loops;
mod makers;
mod monoid;
mod parts;
mod rows;
mod segments;
mod uneven;

use base::{Bug, Error, Name, Spans, Symbol};
use classify::Answers;
use cost::Choice;
use fun::alias::analyse;
use fun::build::Builder;
use fun::def::*;
use fun::lower::ownership;
use fun::walk::{self, NameSet, Substitution};
use lift::Lifting;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use value::{CmpOp, Scalar};

pub use cost::Policy;

pub fn flatten(program: Program) -> Result<Program, Error> {
    flatten_with(program, Policy::Model)
}

pub fn flatten_all(program: Program) -> Result<Program, Error> {
    flatten_with(program, Policy::All)
}

pub fn flatten_regular(program: Program) -> Result<Program, Error> {
    flatten_with(program, Policy::Regular)
}

/// Flattens the host code of all functions, and makes the lifted functions that it calls.
fn flatten_with(mut program: Program, policy: Policy) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    let taken: FxHashSet<Symbol> = program.thresholds().into_iter().map(|(name, _)| name).collect();
    let consumed = program.functions.values().flat_map(|function| analyse(&program, function).0.consumed).collect();
    let regular = policy == Policy::Regular;
    let lifting = if regular { Lifting::default() } else { Lifting::new(&program) };
    let filled = constant_arrays(&program);
    let answers = RefCell::default();
    let mut flattener = Flattener {
        program: &mut program,
        policy,
        consumed,
        function: Symbol::new(""),
        thresholds: FxHashMap::default(),
        taken,
        lifting,
        filled,
        taken_apart: 0,
        answers,
        bug: None,
    };
    flattener.find_liftable();
    for &id in &ids {
        flattener.enter(id);
        let body = std::mem::take(&mut flattener.program.functions[id].body);
        let mut body = flattener.host(body);
        form::seal(flattener.program, &mut body);
        flattener.program.functions[id].body = body;
    }
    let mut order = ids;
    while let Some((original, lifted)) = flattener.lifting.open.pop() {
        flattener.enter(lifted);
        let mut body = flattener.lifted_body(original, lifted);
        form::seal(flattener.program, &mut body);
        flattener.program.functions[lifted].body = body;
        order.insert(0, lifted);
    }
    if let Some(bug) = flattener.bug {
        return Err(bug.into());
    }
    // Arrays that a later map of the same body consumes are copied first.
    ownership::settle(&mut program, order);
    Ok(program)
}

/// Returns the element of each array that is filled with one constant.
fn constant_arrays(program: &Program) -> FxHashMap<Name, Scalar> {
    let mut filled = FxHashMap::default();
    for function in program.functions.values() {
        walk::for_each_stm(&function.body, &mut |stm| {
            let Exp::Replicate { value, .. } = stm.exp else { return };
            let element = value.constant().or_else(|| filled.get(&value.var()?).copied());
            filled.extend(stm.pattern.first().copied().zip(element));
        });
    }
    filled
}

struct Flattener<'p> {
    program: &'p mut Program,
    policy: Policy,
    /// The names consumed anywhere in the program before the pass.
    consumed: NameSet,
    /// The name of the current function.
    function: Symbol,
    /// The number of thresholds named so far after functions of each name.
    thresholds: FxHashMap<Symbol, usize>,
    /// The thresholds that the program already had.
    taken: FxHashSet<Symbol>,
    lifting: Lifting,
    /// The element of each array that is filled with one constant.
    filled: FxHashMap<Name, Scalar>,
    /// The number of irregular statements flattened so far.
    taken_apart: usize,
    /// Cached answers about the statements of the current body.
    answers: RefCell<Answers>,
    /// The first invariant that did not hold.
    bug: Option<Bug>,
}

impl Flattener<'_> {
    /// Makes this function the current one.
    fn enter(&mut self, id: FunctionId) {
        self.function = self.program.functions[id].name;
    }

    /// Flattens a body that runs on the host, outside all threads.
    fn host(&mut self, body: Body) -> Body {
        let mut stms = Vec::with_capacity(body.stms.len());
        for mut stm in body.stms {
            match &stm.exp {
                Exp::If { .. } | Exp::Loop(_) => {
                    for inner in stm.exp.bodies_mut() {
                        *inner = self.host(std::mem::take(inner));
                    }
                    stms.push(stm);
                }
                Exp::Call { .. } if self.is_tree_call(&stm) => self.single_call(stm, &mut stms),
                exp if exp.sequential() == Some(false) => self.operation(stm, &mut stms),
                _ => stms.push(stm),
            }
        }
        Body { stms, result: body.result }
    }

    /// Adds a parallel operation of the host to `out`: unchanged, flattened, or in several versions.
    fn operation(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        if self.policy != Policy::All {
            cost::mark_small(&mut stm.exp);
        }
        let combines_vectors = self.combines_vectors(&stm.exp);
        if !combines_vectors && !self.is_nested(&stm.exp) {
            return out.push(stm);
        }
        let choice = if combines_vectors { Choice::Full } else { cost::choice(self.policy, &stm.exp) };
        match choice {
            Choice::Outer => {
                form::mark_inside(&mut stm.exp);
                out.push(stm);
            }
            Choice::Full => {
                let mut stms = Vec::new();
                if matches!(&stm.exp, Exp::Traverse(traverse) if form::is_map(traverse)) {
                    self.full(stm, &mut stms);
                } else {
                    let map = self.split(stm, &mut stms);
                    map.into_iter().for_each(|map| self.operation(map, out));
                }
                stms.into_iter().for_each(|stm| self.innermost_versions(stm, out));
            }
            Choice::Versions(width) => self.versions(stm, width, out),
        }
    }

    /// Adds two versions of the operation: the outer operation alone if it is wide enough, else the full nest.
    fn versions(&mut self, mut stm: Stm, width: Atom, out: &mut Vec<Stm>) {
        let mut outer = walk::refresh_stm(self.program, &stm, &mut Substitution::default());
        form::mark_inside(&mut outer.exp);
        let pattern = std::mem::take(&mut stm.pattern);
        stm.pattern = walk::refresh_telescope(self.program, &pattern, &mut Substitution::default());
        let fresh = stm.pattern.clone();
        let result = fresh.iter().map(|&name| name.into()).collect();
        let spans = stm.spans.clone();
        let mut stms = Vec::new();
        let taken_apart = self.taken_apart;
        self.full(stm, &mut stms);
        if stms.is_empty() && pattern.is_empty() {
            return;
        }
        let undivided = |stm: &Stm| std::ptr::eq(form::innermost(self.program, &stm.exp), &stm.exp);
        let is_same = matches!(stms.as_slice(), [whole] if undivided(whole));
        let is_regular = self.taken_apart == taken_apart;
        if is_same || is_regular && !stms.iter().any(|stm| form::is_nested(&stm.exp)) {
            outer.pattern = pattern;
            return out.push(outer);
        }
        if let [whole] = stms.as_mut_slice()
            && cost::is_free(form::innermost(self.program, &whole.exp))
            && let Some(renamed) = renamed(&whole.pattern, &fresh, &pattern)
        {
            whole.pattern = renamed;
            return out.append(&mut stms);
        }
        let wide = self.wide_enough(width, &spans, out);
        let cond = self.and_even(wide, &outer, out);
        let alone = outer.pattern.iter().map(|&name| name.into()).collect();
        let then_body = Body { stms: vec![outer], result: alone };
        let mut versions = Vec::new();
        stms.into_iter().for_each(|stm| self.innermost_versions(stm, &mut versions));
        let exp = Exp::If { cond, then_body, else_body: Body { stms: versions, result } };
        out.push(Stm::plain(pattern, exp, &spans));
    }

    /// Adds two versions of a nest of three or more operations: with a sequential innermost operation if the others are
    /// wide enough together, else the full nest.
    fn innermost_versions(&mut self, stm: Stm, out: &mut Vec<Stm>) {
        let Some(widths) = self.outer_widths(&stm.exp).filter(|_| self.policy != Policy::All) else {
            return out.push(stm);
        };
        let pattern = stm.pattern.clone();
        let mut narrow = walk::refresh_stm(self.program, &stm, &mut Substitution::default());
        narrow.pattern = walk::refresh_telescope(self.program, &pattern, &mut Substitution::default());
        let mut wide = stm;
        wide.pattern = walk::refresh_telescope(self.program, &pattern, &mut Substitution::default());
        form::mark_innermost(self.program, &mut wide.exp);
        let mut builder = Builder::new(self.program);
        let width = builder.extent(&widths);
        out.append(&mut builder.stms);
        let spans = wide.spans.clone();
        let cond = self.wide_enough(width, &spans, out);
        let [then_body, else_body] = [wide, narrow].map(|stm| {
            let result = stm.pattern.iter().map(|&name| name.into()).collect();
            Body { stms: vec![stm], result }
        });
        out.push(Stm::plain(pattern, Exp::If { cond, then_body, else_body }, &spans));
    }

    /// Returns the widths of all operations of a nest except the innermost. `None` if there are fewer than two, if one
    /// is not known before the nest, or if a sequential innermost operation makes no difference.
    fn outer_widths(&self, exp: &Exp) -> Option<Vec<Atom>> {
        let widths = form::widths_around(self.program, exp);
        let mut bound = FxHashSet::default();
        exp.bodies().into_iter().for_each(|body| bound.extend(walk::bound_in_body(body)));
        bound.extend(exp.binders());
        let known = |width: &Atom| width.var().is_none_or(|name| !bound.contains(&name));
        let differs = !cost::is_free(form::innermost(self.program, exp));
        (widths.len() > 1 && differs && widths.iter().all(known)).then_some(widths)
    }

    /// Emits a new threshold and the comparison `threshold <= width`; returns the comparison.
    fn wide_enough(&mut self, width: Atom, spans: &Spans, out: &mut Vec<Stm>) -> Atom {
        let threshold = self.threshold(cost::ENOUGH, spans, out);
        let wide = self.program.fresh("wide", Type::BOOL);
        out.push(Stm::plain(vec![wide], Exp::Cmp(CmpOp::Le, threshold, width), spans));
        wide.into()
    }

    /// Emits a new threshold of the program with the given default; returns its value.
    fn threshold(&mut self, default: i64, spans: &Spans, out: &mut Vec<Stm>) -> Atom {
        let threshold = self.program.fresh("threshold", Type::I64);
        let number = self.thresholds.entry(self.function).or_default();
        let name = loop {
            let name = Symbol::new(&format!("{}.flatten_{number}", self.function));
            *number += 1;
            if !self.taken.contains(&name) {
                break name;
            }
        };
        out.push(Stm::plain(vec![threshold], Exp::Threshold { name, default }, spans));
        threshold.into()
    }

    /// Records an invariant that did not hold. The pass goes on and fails at its end.
    fn broken(&mut self, what: &str) {
        self.bug.get_or_insert_with(|| Bug::new("flatten", what));
    }

    /// Appends the operation to `out` as segmented operations.
    fn full(&mut self, stm: Stm, out: &mut Vec<Stm>) {
        match stm.exp {
            Exp::Traverse(traverse) if form::is_map(&traverse) => {
                let frame = distribute::Frame { certs: stm.certs, spans: stm.spans };
                self.distribute(stm.pattern, *traverse, frame, distribute::Inside::Nested, out);
            }
            exp => {
                let mut rest = Vec::new();
                let map = self.split(Stm { exp, ..stm }, &mut rest);
                map.into_iter().for_each(|map| self.full(map, out));
                out.append(&mut rest);
            }
        }
    }
}

/// Returns the names with each one of `old` replaced by the one of `new` at its position. `None` unless the names are
/// exactly those of `old`.
fn renamed(names: &[Name], old: &[Name], new: &[Name]) -> Option<Vec<Name>> {
    let place = |name: &Name| old.iter().position(|old| old == name);
    let renamed: Option<Vec<Name>> = names.iter().map(|name| new.get(place(name)?).copied()).collect();
    renamed.filter(|renamed| renamed.len() == new.len())
}
