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
//! A *segmented operation* is a perfect nest of maps around one array operation: each body but the innermost holds
//! views, scalar index arithmetic and the next operation, whose results it yields. The number of threads is the product
//! of the nest's widths. What the innermost bodies hold is marked `seq`: one thread runs it. `form` checks this.
//!
//! - `distribute`: a map whose body has several statements becomes several maps; what one hands to a later one becomes
//!   an array with a dimension more.
//! - `interchange`: a map of a loop becomes a loop of maps, a map of a branch with an invariant condition a branch of maps.
//! - `monoid`: scans and reductions of vectors become maps of scans and reductions of columns; lambdas that hold
//!   parallel operations leave scans, reductions, filters, scatters and histograms.
//! - `makers`: `iota`, `replicate` and `copy` that are only read become maps, where the map is split anyway.
//! - `irregular`, with `segments` and `rows`: operations of varying width become one of all flat elements; `branches`: a
//!   branch on what varies becomes maps over the elements of its sides; `loops`: a loop of a varying number of turns
//!   becomes one of maps over the elements that are still active; `lift`, with `parts`: a function called in a map is
//!   made for all elements at once. `flatten-regular` does none of these four.
//! - Where the outer width is not known, `flatten` keeps several versions: the outer operation alone, with sequential
//!   bodies, from a width on that is a threshold of the program (`main.flatten_0`: the function that it is in, and a
//!   number); else the full nests, and of these such with a sequential innermost operation, if the others are wide
//!   enough together (`cost` decides), and for iterations of different lengths, where none is much longer than the others
//!   (`uneven`). `flatten-all` always takes the full nests.
//!
//! What no result needs and what cannot fail goes when a map is split.
//!
//! Left sequential inside: loops that write in place or hold no parallel operations, operators that read the element
//! around or work on rows of varying size, what makes or writes to such rows without a map, and whatever needs an array
//! of varying size that such a statement makes. Of assertions that fail in several elements another one may be reported
//! than before; but nothing runs before its own assertions. `flatten-regular` also leaves statements between two that may
//! fail. A statement that relied on a certificate of the same body stands after the map that has made the assertion for all
//! elements. An interchanged loop runs its iterations even if the map has no elements.
//!
//! NOVA §5.1; the versions are those of incremental flattening. Needs: unique names. Guarantees: `form::is_flat`.
//! Cost: linear times nesting depth.

mod branches;
mod classify;
mod cost;
mod distribute;
pub mod form;
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
use value::CmpOp;

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

fn flatten_with(mut program: Program, policy: Policy) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    let taken: FxHashSet<Symbol> = program.thresholds().into_iter().map(|(name, _)| name).collect();
    let consumed = program.functions.values().flat_map(|function| analyse(&program, function).0.consumed).collect();
    let regular = policy == Policy::Regular;
    let lifting = if regular { Lifting::default() } else { Lifting::new(&program) };
    let answers = RefCell::default();
    let mut flattener = Flattener {
        program: &mut program,
        policy,
        consumed,
        function: Symbol::new(""),
        thresholds: FxHashMap::default(),
        taken,
        lifting,
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
    // What a later map of the same body consumes is its own copy.
    ownership::settle(&mut program, order);
    Ok(program)
}

struct Flattener<'p> {
    program: &'p mut Program,
    policy: Policy,
    /// What is consumed somewhere in the program as it was.
    consumed: NameSet,
    /// The name of the function at hand, and
    function: Symbol,
    /// how many thresholds were named after functions of each name so far.
    thresholds: FxHashMap<Symbol, usize>,
    /// Names of thresholds that the program had.
    taken: FxHashSet<Symbol>,
    lifting: Lifting,
    /// How many irregular statements were taken apart so far.
    taken_apart: usize,
    /// Of the statements that are being sorted.
    answers: RefCell<Answers>,
    /// The first invariant that did not hold.
    bug: Option<Bug>,
}

impl Flattener<'_> {
    /// What comes now is of this function.
    fn enter(&mut self, id: FunctionId) {
        self.function = self.program.functions[id].name;
    }

    /// A body that no thread runs.
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

    fn operation(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        if self.policy != Policy::All {
            cost::mark_small(&mut stm.exp);
        }
        if !self.is_nested(&stm.exp) {
            return out.push(stm);
        }
        match cost::choice(self.policy, &stm.exp) {
            Choice::Outer => {
                form::mark_inside(&mut stm.exp);
                out.push(stm);
            }
            Choice::Full => {
                let mut stms = Vec::new();
                self.full(stm, &mut stms);
                stms.into_iter().for_each(|stm| self.innermost_versions(stm, out));
            }
            Choice::Versions(width) => self.versions(stm, width, out),
        }
    }

    /// The outer operation alone where it is wide enough, else the full nest.
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

    /// Of a nest of three and more: one thread for the innermost operation where the others are wide enough together.
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

    /// The widths around the innermost operation of a nest, if there are two and more, known before it, and if it makes
    /// a difference.
    fn outer_widths(&self, exp: &Exp) -> Option<Vec<Atom>> {
        let widths = form::widths_around(self.program, exp);
        let mut bound = FxHashSet::default();
        exp.bodies().into_iter().for_each(|body| bound.extend(walk::bound_in_body(body)));
        bound.extend(exp.binders());
        let known = |width: &Atom| width.var().is_none_or(|name| !bound.contains(&name));
        let differs = !cost::is_free(form::innermost(self.program, exp));
        (widths.len() > 1 && differs && widths.iter().all(known)).then_some(widths)
    }

    /// Whether the width has reached a new threshold.
    fn wide_enough(&mut self, width: Atom, spans: &Spans, out: &mut Vec<Stm>) -> Atom {
        let threshold = self.threshold(cost::ENOUGH, spans, out);
        let wide = self.program.fresh("wide", Type::BOOL);
        out.push(Stm::plain(vec![wide], Exp::Cmp(CmpOp::Le, threshold, width), spans));
        wide.into()
    }

    /// A new threshold.
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

    /// The pass goes on, and fails in the end: something is not as it has to be.
    fn broken(&mut self, what: &str) {
        self.bug.get_or_insert_with(|| Bug::new("flatten", what));
    }

    /// The operation as segmented ones.
    fn full(&mut self, stm: Stm, out: &mut Vec<Stm>) {
        let Stm { pattern, certs, exp, spans } = stm;
        let frame = distribute::Frame { certs, spans };
        match exp {
            Exp::Traverse(traverse) if form::is_map(&traverse) => {
                self.distribute(pattern, *traverse, frame, distribute::Inside::Nested, out);
            }
            Exp::Traverse(traverse) => self.split_traverse(pattern, *traverse, frame, out),
            exp => self.split_writes(pattern, exp, frame, out),
        }
    }
}

/// The names with `old` ones as the `new` ones at their positions, if they are all of these.
fn renamed(names: &[Name], old: &[Name], new: &[Name]) -> Option<Vec<Name>> {
    let place = |name: &Name| old.iter().position(|old| old == name);
    let renamed: Option<Vec<Name>> = names.iter().map(|name| new.get(place(name)?).copied()).collect();
    renamed.filter(|renamed| renamed.len() == new.len())
}
