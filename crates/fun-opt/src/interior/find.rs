//! Arrays with a border, and the arrays that they become by updates and loops.

use crate::effect;
use base::Name;
use fun::alias::Aliases;
use fun::def::*;
use rustc_hash::FxHashMap;

/// Largest number of statements that make an element.
const MAX_STATEMENTS: usize = 24;
/// Largest number of updates of the border.
const MAX_LAYERS: usize = 4;

/// An array with a border, up to the last use of what it becomes.
pub struct Chain {
    /// The array as it is made.
    pub made: Name,
    pub border: Border,
    /// The part that is used, in each dimension.
    pub interior: Vec<Interval>,
    /// Arrays that are overwritten before the last use.
    overwritten: Vec<Name>,
}

/// Consecutive indices.
#[derive(Clone, Copy, PartialEq)]
pub struct Interval {
    pub start: Atom,
    pub count: Atom,
}

/// What an element is made of, as a function of its indices.
pub struct Border {
    /// The index in each dimension, unless all elements along it are equal.
    pub counters: Vec<Option<Name>>,
    pub stms: Vec<Stm>,
    pub result: Atom,
    /// Updates of it, in order, before the first read.
    pub layers: Vec<Layer>,
}

/// An update of consecutive elements in each dimension.
#[derive(Clone)]
pub struct Layer {
    /// The updated array.
    pub name: Name,
    pub dims: Vec<SliceDim>,
    pub value: Atom,
}

/// The chains of a function, with the arrays that belong to each.
#[derive(Default)]
pub struct Chains {
    of: FxHashMap<Name, usize>,
    all: Vec<Option<Chain>>,
}

impl Chains {
    /// Finds the arrays that are made with a border, and of which slices of one interior are used.
    pub fn of(program: &Program, body: &Body) -> Chains {
        let mut finder = Finder::new(program);
        finder.body(body);
        body.result.iter().for_each(|result| finder.refuse(*result));
        finder.finish()
    }

    pub fn are_none(&self) -> bool {
        self.all.iter().all(Option::is_none)
    }

    /// Returns the chain to which the array belongs.
    pub fn with(&self, name: Name) -> Option<&Chain> {
        self.all.get(*self.of.get(&name)?)?.as_ref()
    }

    pub fn drop_with(&mut self, name: Name) {
        if let Some(chain) = self.of.get(&name).and_then(|&at| self.all.get_mut(at)) {
            *chain = None;
        }
    }

    /// Notes that the update that binds this array is one of the interior.
    pub fn drop_layer(&mut self, name: Name) {
        if let Some(Some(chain)) = self.of.get(&name).and_then(|&at| self.all.get_mut(at)) {
            chain.border.layers.retain(|layer| layer.name != name);
        }
    }

    pub fn keep(&mut self, is_right: impl Fn(&Chain) -> bool) {
        for chain in &mut self.all {
            *chain = chain.take().filter(&is_right);
        }
    }

    /// Returns all arrays that belong to a chain, each with its chain.
    pub fn arrays(&self) -> impl Iterator<Item = (Name, &Chain)> {
        self.of.keys().filter_map(|&name| Some((name, self.with(name)?)))
    }
}

impl Chain {
    /// Whether an array that the border reads may be overwritten before the last use.
    pub fn overwrites_border(&self, aliases: &Aliases) -> bool {
        let mut read = Vec::new();
        self.border.for_each_read(&mut |array| read.push(array));
        self.overwritten.iter().any(|&array| read.iter().any(|&read| aliases.may_alias(array, read)))
    }

    /// Whether the array is bound by an update of the border.
    pub fn is_layer(&self, name: Name) -> bool {
        self.border.layers.iter().any(|layer| layer.name == name)
    }

    pub fn counts(&self) -> Vec<Atom> {
        self.interior.iter().map(|interval| interval.count).collect()
    }
}

impl Border {
    /// Returns what the elements are made of that the statement makes; `None` if that is too much.
    fn of(program: &Program, stm: &Stm) -> Option<Border> {
        let &[name] = stm.pattern.as_slice() else { return None };
        let rank = program.type_of(name).rank();
        let (mut counters, mut stms, mut exp) = (Vec::new(), Vec::<&Stm>::new(), &stm.exp);
        let result = loop {
            match exp {
                Exp::Traverse(map) if map.is_map() && map.inputs.is_empty() => {
                    let (&[counter], &[result]) = (map.lambda.params.as_slice(), map.lambda.body.result.as_slice())
                    else {
                        return None;
                    };
                    counters.push(Some(counter));
                    if counters.len() == rank {
                        stms.extend(&map.lambda.body.stms);
                        break result;
                    }
                    let (row, before) = map.lambda.body.stms.split_last()?;
                    stms.extend(before);
                    exp = &row.exp;
                    if row.pattern != [result.var()?] {
                        return None;
                    }
                }
                Exp::Replicate { dims, value } if counters.len() + dims.len() == rank => {
                    counters.extend(dims.iter().map(|_| None));
                    break *value;
                }
                _ => return None,
            }
        };
        let is_cheap = rank > 0 && are_cheap(program, stms.iter().copied(), &mut { MAX_STATEMENTS });
        is_cheap.then(|| Border { counters, stms: stms.into_iter().cloned().collect(), result, layers: Vec::new() })
    }

    fn for_each_read(&self, visit: &mut dyn FnMut(Name)) {
        self.layers.iter().filter_map(|layer| layer.value.var()).for_each(&mut *visit);
        for stm in &self.stms {
            let mut read = |stm: &Stm| {
                if let Exp::Index(array, _) = stm.exp {
                    visit(array);
                }
            };
            read(stm);
            stm.exp.bodies().into_iter().for_each(|body| fun::walk::for_each_stm(body, &mut read));
        }
    }
}

/// Whether the statements are operators, reads and branches that cannot fail, at most this number.
fn are_cheap<'a>(program: &Program, mut stms: impl Iterator<Item = &'a Stm>, most: &mut usize) -> bool {
    stms.all(|stm| {
        let Some(left) = most.checked_sub(1) else { return false };
        *most = left;
        match &stm.exp {
            Exp::Index(..) => true,
            Exp::If { then_body, else_body, .. } => [then_body, else_body]
                .into_iter()
                .all(|body| are_cheap(program, &mut body.stms.iter() as &mut dyn Iterator<Item = &Stm>, most)),
            exp => effect::is_total_scalar(program, exp),
        }
    })
}

/// A chain of which more is found.
struct Draft {
    made: Name,
    border: Border,
    interior: Option<Vec<Interval>>,
    is_read: bool,
    is_updated: bool,
    is_refused: bool,
    /// Times of the creation and of the end of the last use.
    time: [usize; 2],
    /// Number of the body that makes the array.
    scope: usize,
}

impl Draft {
    /// Notes an update, in this body, which is one of the border if it can be.
    fn update(&mut self, layer: Layer, scope: usize) {
        let is_dense = |dim: &SliceDim| match dim {
            SliceDim::Fix(_) => true,
            SliceDim::Range { stride, .. } => stride.as_i64() == Some(1),
            SliceDim::Flat { .. } => false,
        };
        let is_first = !self.is_read && self.scope == scope && self.border.layers.len() < MAX_LAYERS;
        self.is_updated |= self.is_read;
        if is_first && layer.dims.iter().all(is_dense) {
            self.border.layers.push(layer);
        } else {
            self.is_read = true;
            self.is_updated = true;
        }
    }
}

struct Finder<'p> {
    program: &'p Program,
    of: FxHashMap<Name, usize>,
    drafts: Vec<Draft>,
    /// Number of statements so far.
    time: usize,
    /// Time at which each name was bound.
    bound: FxHashMap<Name, usize>,
    /// Arrays of no chain that are overwritten, with the times.
    overwritten: Vec<(usize, Name)>,
    /// Number of bodies so far.
    scopes: usize,
    /// Chains that are used in the current statement of the body that makes them.
    used: Vec<usize>,
}

impl<'p> Finder<'p> {
    fn new(program: &'p Program) -> Finder<'p> {
        Finder {
            program,
            of: FxHashMap::default(),
            drafts: Vec::new(),
            time: 0,
            bound: FxHashMap::default(),
            overwritten: Vec::new(),
            scopes: 0,
            used: Vec::new(),
        }
    }

    fn body(&mut self, body: &Body) {
        self.scopes += 1;
        let scope = self.scopes;
        for stm in &body.stms {
            self.stm(stm, scope);
            // A use in a loop may come again until the loop ends.
            self.time += 1;
            let (time, drafts) = (self.time, &mut self.drafts);
            self.used.retain(|&at| {
                let is_here = drafts[at].scope == scope;
                if is_here {
                    drafts[at].time[1] = time;
                }
                !is_here
            });
            self.bound.extend(stm.pattern.iter().map(|&name| (name, time)));
            if let Some(border) = Border::of(self.program, stm) {
                self.of.insert(stm.pattern[0], self.drafts.len());
                let (interior, is_read, is_updated, is_refused) = (None, false, false, false);
                let made = stm.pattern[0];
                self.drafts.push(Draft {
                    made,
                    border,
                    interior,
                    is_read,
                    is_updated,
                    is_refused,
                    time: [time; 2],
                    scope,
                });
            }
        }
    }

    fn stm(&mut self, stm: &Stm, scope: usize) {
        match &stm.exp {
            Exp::Index(array, _) => {
                if let Some(at) = self.use_of(*array) {
                    self.drafts[at].is_read = true;
                }
            }
            Exp::Atom(Atom::Var(array)) => self.pass_on(*array, stm.pattern.first()),
            Exp::Update { array, dims, value } => {
                self.refuse(*value);
                self.overwrite(*array);
                if let (Some(at), Some(&name)) = (self.use_of(*array), stm.pattern.first()) {
                    self.of.insert(name, at);
                    self.drafts[at].update(Layer { name, dims: dims.clone(), value: *value }, scope);
                }
            }
            Exp::Slice(array, dims) => {
                if let Some(at) = self.use_of(*array) {
                    self.slice(at, dims, scope);
                }
            }
            Exp::Loop(looped) => self.loop_(looped, &stm.pattern),
            exp => {
                let destinations = match exp {
                    Exp::Scatter(scatter) => scatter.destinations.clone(),
                    Exp::Histogram(histogram) => histogram.destinations.clone(),
                    Exp::Call { args, .. } => args.iter().filter_map(|arg| arg.var()).collect(),
                    _ => Vec::new(),
                };
                destinations.into_iter().for_each(|array| self.overwrite(array));
                exp.for_each_operand(&mut |operand| self.refuse(operand));
                for body in exp.bodies() {
                    self.body(body);
                    body.result.iter().for_each(|result| self.refuse(*result));
                }
            }
        }
    }

    fn loop_(&mut self, looped: &Loop, pattern: &[Name]) {
        for (&(param, init), name) in looped.params.iter().zip(pattern) {
            let Some(array) = init.var() else { continue };
            self.overwrite(array);
            self.pass_on(array, Some(&param));
            self.pass_on(array, Some(name));
        }
        self.body(&looped.body);
        for ((param, _), result) in looped.params.iter().zip(&looped.body.result) {
            let end = result.var().and_then(|result| self.of.get(&result));
            if end != self.of.get(param) {
                self.refuse((*param).into());
                self.refuse(*result);
            }
        }
    }

    /// Notes a use of the array; returns its chain.
    fn use_of(&mut self, array: Name) -> Option<usize> {
        let at = *self.of.get(&array)?;
        self.used.push(at);
        Some(at)
    }

    /// Adds an array to the chain of the array that it is made from.
    fn pass_on(&mut self, array: Name, name: Option<&Name>) {
        if let Some(at) = self.use_of(array) {
            self.drafts[at].is_read = true;
            self.of.extend(name.map(|&name| (name, at)));
        }
    }

    fn refuse(&mut self, atom: Atom) {
        if let Some(&at) = atom.var().and_then(|name| self.of.get(&name)) {
            self.drafts[at].is_refused = true;
        }
    }

    fn overwrite(&mut self, array: Name) {
        if !self.of.contains_key(&array) {
            self.overwritten.push((self.time, array));
        }
    }

    /// Notes that the slice of a chain's array is used.
    fn slice(&mut self, at: usize, dims: &[SliceDim], scope: usize) {
        let draft = &self.drafts[at];
        let is_bound = |atom: Atom| {
            let time = atom.var().and_then(|name| self.bound.get(&name));
            time.is_none_or(|time| *time < draft.time[0])
        };
        let interval = |dim: &SliceDim| match *dim {
            SliceDim::Range { start, count, stride } if stride.as_i64() == Some(1) => Some(Interval { start, count }),
            _ => None,
        };
        let interior: Option<Vec<Interval>> = dims.iter().map(interval).collect();
        let is_right = draft.scope == scope
            && (draft.interior.is_none() || draft.interior == interior)
            && interior.iter().flatten().all(|interval| is_bound(interval.start) && is_bound(interval.count));
        let draft = &mut self.drafts[at];
        draft.is_read = true;
        draft.is_refused |= interior.is_none() || !is_right;
        draft.interior = interior;
    }

    fn finish(self) -> Chains {
        let Finder { program, of, drafts, overwritten, .. } = self;
        let is_updated = |draft: &Draft| draft.is_updated && !draft.is_refused;
        let chain = |draft: Draft| {
            let is_here = |time: &usize| draft.time[0] <= *time && *time <= draft.time[1];
            let overwritten = overwritten.iter().filter(|(time, _)| is_here(time)).map(|(_, array)| *array).collect();
            let interior = draft.interior?;
            let counts = interior.iter().map(|interval| interval.count);
            let is_part = !counts.eq(program.type_of(draft.made).dims().iter().copied());
            is_part.then_some(Chain { made: draft.made, border: draft.border, interior, overwritten })
        };
        let all = drafts.into_iter().map(|draft| Some(draft).filter(is_updated).and_then(chain)).collect();
        let mut chains = Chains { of, all };
        // A border that reads another array with a border stays as it is.
        let reads_other = |chain: &Chain| {
            let mut is_so = false;
            chain.border.for_each_read(&mut |array| is_so |= chains.with(array).is_some());
            is_so
        };
        let nested: Vec<Name> =
            chains.all.iter().flatten().filter(|chain| reads_other(chain)).map(|chain| chain.made).collect();
        nested.into_iter().for_each(|made| chains.drop_with(made));
        chains
    }
}
