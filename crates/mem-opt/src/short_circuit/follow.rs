//! Arrays that move along with an array: its views, its updates, branches that return it and loops that carry it. If an
//! array in the old block cannot move, none may.

use super::MAX_DISTANCE;
use super::origin::Origin;
use super::uses::Uses;
use crate::places::Places;
use base::{Name, Spans};
use fun::def::*;
use fun::walk;
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};

/// Moved arrays with their new places, and the blocks that they leave.
pub struct Followed {
    pub moved: FxHashMap<Name, Place>,
    pub blocks: FxHashSet<Name>,
    /// Copies made at the ends of branches, by the result's name outside and the branch's number.
    copied: FxHashMap<(Name, usize), Copied>,
    /// Block that the arrays move to.
    target: Name,
}

/// An array that a branch returns, and its copy.
struct Copied {
    array: Name,
    copy: Name,
    place: Place,
    /// Block of the branch's result outside, until it moves.
    block: Name,
}

/// Names for copies at the ends of branches, by the result's name outside and the branch's number.
pub type Copies = FxHashMap<(Name, usize), Name>;

/// Creates names for copies of all arrays that branches in the body return.
pub fn fresh_copies(program: &mut Program, body: &Body) -> Copies {
    let mut copies = Copies::default();
    walk::for_each_stm(body, &mut |stm| {
        let Exp::If { then_body, else_body, .. } = &stm.exp else { return };
        for (which, body) in [then_body, else_body].into_iter().enumerate() {
            for (&name, result) in stm.pattern.iter().zip(&body.result) {
                if let Some(array) = result.var().filter(|&array| program.type_of(array).rank() > 0) {
                    let copy = program.fresh_like(array, program.type_of(array).clone());
                    copies.insert((name, which), copy);
                }
            }
        }
    });
    copies
}

impl Followed {
    /// Follows the arrays that `origin` makes. The blocks that they leave must be allocated in `stms`, so that no other
    /// arrays are in them.
    pub fn all(places: &Places, stms: &[Stm], origin: &Origin, copies: &Copies, target: Name) -> Option<Followed> {
        let (moved, blocks, copied) = (FxHashMap::default(), FxHashSet::default(), FxHashMap::default());
        let mut followed = Followed { moved, blocks, copied, target };
        origin.for_each_made(&mut |array, place| {
            followed.blocks.extend(places.of(array).map(|place| place.block));
            followed.moved.insert(array, place.clone());
        });
        origin.for_each_copied(&mut |result, which, array, place| {
            if let (Some(&copy), Some(outside)) = (copies.get(&(result, which)), places.of(result)) {
                followed.moved.insert(copy, place.clone());
                let copied = Copied { array, copy, place: place.clone(), block: outside.block };
                followed.copied.insert((result, which), copied);
            }
        });
        let mut allocated = 0;
        let mut start = stms.len();
        for (at, stm) in stms.iter().enumerate() {
            let mut count = |stm: &Stm| {
                let is_one = matches!(stm.exp, Exp::Alloc { .. })
                    && stm.pattern.first().is_some_and(|name| followed.blocks.contains(name));
                allocated += usize::from(is_one);
            };
            count(stm);
            stm.exp.bodies().into_iter().for_each(|body| walk::for_each_stm(body, &mut count));
            if allocated > 0 {
                start = start.min(at);
            }
        }
        if allocated != followed.blocks.len() {
            return None;
        }
        stms[start..].iter().try_for_each(|stm| followed.stm(places, stm))?;
        Some(followed)
    }

    /// Follows the arrays from statement `from` of the body to their last use. Returns the position after that. `None`
    /// if they must stay in their old blocks, or if the way is too long.
    pub fn onwards(&mut self, places: &Places, body: &Body, uses: &Uses, from: usize) -> Option<usize> {
        let mut last = uses.last(self.names());
        let mut at = from;
        while let Some(stm) = body.stms.get(at).filter(|_| last.is_some_and(|last| at <= last)) {
            let before = self.moved.len();
            self.stm(places, stm).filter(|()| at - from < MAX_DISTANCE)?;
            if self.moved.len() > before {
                last = uses.last(self.names());
            }
            at += 1;
        }
        last.is_none_or(|last| last <= body.stms.len()).then_some(at)
    }

    pub fn place(&self, array: Name) -> Option<&Place> {
        self.moved.get(&array)
    }

    /// Returns the old blocks and the arrays that were in them.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.blocks.iter().chain(self.moved.keys()).copied()
    }

    fn is_there(&self, places: &Places, array: Name) -> bool {
        places.of(array).is_some_and(|place| self.blocks.contains(&place.block))
    }

    /// Whether one of the names is an array in an old block that does not move to the new one.
    fn any_stays(&self, places: &Places, names: &[Name]) -> bool {
        names.iter().any(|&name| self.is_there(places, name) && !self.moved.contains_key(&name))
    }

    fn body(&mut self, places: &Places, body: &Body) -> Option<()> {
        body.stms.iter().try_for_each(|stm| self.stm(places, stm))
    }

    /// Follows the moved arrays through a statement. `None` if an array would stay in an old block.
    fn stm(&mut self, places: &Places, stm: &Stm) -> Option<()> {
        match &stm.exp {
            Exp::If { then_body, else_body, .. } => self.branches(places, &stm.pattern, then_body, else_body)?,
            Exp::Loop(looped) => self.loop_(places, &stm.pattern, looped)?,
            exp => {
                let mut takes_block = false;
                exp.for_each_operand(&mut |atom| {
                    takes_block |= atom.var().is_some_and(|name| self.blocks.contains(&name))
                });
                if takes_block {
                    return None;
                }
                self.operation(places, &stm.pattern, exp)?;
            }
        }
        // Any other array in an old block prevents the move.
        (!self.any_stays(places, &stm.pattern)).then_some(())
    }

    /// Follows the moved arrays through a statement that is neither a branch nor a loop. Its results may be views of
    /// them.
    fn operation(&mut self, places: &Places, pattern: &[Name], exp: &Exp) -> Option<()> {
        let first = pattern.first().copied();
        match exp {
            Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => self.change(places, first?, *array),
            Exp::Slice(array, dims) => self.view(first?, *array, |place| Some(places.sliced(&place.ixfn, dims))),
            Exp::Permute(array, order) => self.view(first?, *array, |place| place.ixfn.permute(order)),
            Exp::Reshape(array, _) => {
                let shape = places.shape(first?);
                self.view(first?, *array, |place| Some(mem::lower::reshape(&place.ixfn, &shape)))
            }
            exp => {
                let destinations = match exp {
                    Exp::Scatter(scatter) => &scatter.destinations[..],
                    Exp::Histogram(histogram) => &histogram.destinations,
                    _ => &[],
                };
                for (&name, &array) in pattern.iter().zip(destinations) {
                    self.change(places, name, array)?;
                }
                if let Exp::Histogram(histogram) = exp
                    && !self.has_row_major_elements(histogram)
                {
                    return None;
                }
                self.lambdas(places, exp)
            }
        }
    }

    /// Follows the moved arrays through the bodies of lambdas, whose parameters may be rows of them.
    fn lambdas(&mut self, places: &Places, exp: &Exp) -> Option<()> {
        if let Some((_, inputs, lambda)) = exp.traversed() {
            let (&index, params) = lambda.params.split_first()?;
            for (&param, &input) in params.iter().zip(inputs) {
                if places.of(param).is_some() {
                    self.view(param, input, |place| place.ixfn.index(Poly::var(index)))?;
                }
            }
        }
        for lambda in exp.lambdas() {
            self.body(places, &lambda.body)?;
            // The parameters of operators are in buffers; they are not views.
            if self.any_stays(places, &lambda.params) {
                return None;
            }
        }
        Some(())
    }

    /// Whether the elements of moved destinations are row-major, unless they are scalars.
    fn has_row_major_elements(&self, histogram: &Histogram) -> bool {
        let mut places = histogram.destinations.iter().filter_map(|array| self.moved.get(array));
        histogram.operator.spots().is_empty()
            || places.all(|place| mem::lower::has_row_major_elements(&place.ixfn, histogram.index_rank))
    }

    /// Gives an updated array the place of its operand.
    fn change(&mut self, places: &Places, name: Name, array: Name) -> Option<()> {
        if let Some(place) = self.moved.get(&array) {
            let place = places.for_array(place, name)?;
            self.moved.insert(name, place);
        }
        Some(())
    }

    /// Gives a view of a moved array its new place. Fails if the view would be slower to read there than before.
    fn view(&mut self, name: Name, array: Name, layout: impl FnOnce(&Place) -> Option<index::IndexFn>) -> Option<()> {
        if let Some(place) = self.moved.get(&array) {
            let place = Place { block: place.block, ixfn: layout(place)? };
            place.ixfn.as_single()?;
            self.moved.insert(name, place);
        }
        Some(())
    }

    /// Follows the moved arrays through a branch. Results must be at one new place on both sides, or on neither.
    fn branches(&mut self, places: &Places, pattern: &[Name], then_body: &Body, else_body: &Body) -> Option<()> {
        self.body(places, then_body)?;
        self.body(places, else_body)?;
        for ((&name, then_result), else_result) in pattern.iter().zip(&then_body.result).zip(&else_body.result) {
            let results = [(0, then_result.var()), (1, else_result.var())];
            let ends = results.map(|(which, result)| match self.copied.get(&(name, which)) {
                Some(copied) => Some(&copied.place),
                None => self.moved.get(&result?),
            });
            match ends {
                [Some(a), Some(b)] => {
                    let (a, b) = (places.for_array(a, name)?, places.for_array(b, name)?);
                    if a != b {
                        return None;
                    }
                    self.moved.insert(name, a);
                }
                [None, None] => {
                    let is_left = results.map(|(which, result)| {
                        let mut copied = self.copied.iter().filter(|((_, branch), _)| *branch == which);
                        copied.any(|(_, copied)| copied.block == name)
                            || result.is_some_and(|result| self.blocks.contains(&result))
                    });
                    if is_left == [true, true] {
                        self.blocks.insert(name);
                    } else if is_left != [false, false] {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Follows an array through a loop: its parameter, its result and the body's result are all at the new place.
    fn loop_(&mut self, places: &Places, pattern: &[Name], looped: &Loop) -> Option<()> {
        for (&(param, init), &name) in looped.params.iter().zip(pattern) {
            let Some(init) = init.var() else { continue };
            if self.blocks.contains(&init) {
                self.blocks.extend([param, name]);
            } else if self.moved.contains_key(&init) {
                self.change(places, param, init)?;
                self.change(places, name, init)?;
            }
        }
        self.body(places, &looped.body)?;
        for (&(param, _), result) in looped.params.iter().zip(&looped.body.result) {
            let is_block = result.var().is_some_and(|result| self.blocks.contains(&result));
            let end = result.var().and_then(|result| Some((result, self.moved.get(&result)?)));
            let agrees = match (end, self.moved.get(&param)) {
                (Some((result, end)), Some(place)) => places.for_array(place, result).as_ref() == Some(end),
                (None, None) => is_block == self.blocks.contains(&param),
                _ => false,
            };
            if !agrees {
                return None;
            }
        }
        Some(())
    }

    /// Replaces the old blocks by the new one in a statement and its bodies, and adds copies at the ends of branches.
    pub fn rename(&self, stm: &mut Stm) {
        let rename = |atom: Atom| match atom {
            Atom::Var(name) if self.blocks.contains(&name) => Atom::Var(self.target),
            atom => atom,
        };
        stm.exp.map_operands(&mut |atom| rename(atom));
        for body in stm.exp.bodies_mut() {
            body.result.iter_mut().for_each(|atom| *atom = rename(*atom));
            body.stms.iter_mut().for_each(|stm| self.rename(stm));
        }
        if let Exp::If { then_body, else_body, .. } = &mut stm.exp {
            for (which, body) in [then_body, else_body].into_iter().enumerate() {
                self.copy_ends(&stm.pattern, which, body, &stm.spans);
            }
        }
    }

    /// Copies the results of a branch's side that are copied, at its end, and returns the copies.
    fn copy_ends(&self, pattern: &[Name], which: usize, body: &mut Body, spans: &Spans) {
        for (at, &name) in pattern.iter().enumerate() {
            let Some(copied) = self.copied.get(&(name, which)) else { continue };
            let (pattern_of_copy, exp) = (vec![copied.copy], Exp::Copy(copied.array));
            body.stms.push(Stm { pattern: pattern_of_copy, certs: Vec::new(), exp, spans: spans.clone() });
            let block = pattern.iter().position(|&block| block == copied.block);
            let new = [(Some(at), copied.copy), (block, self.target)];
            for (at, atom) in new {
                if let Some(result) = at.and_then(|at| body.result.get_mut(at)) {
                    *result = atom.into();
                }
            }
        }
    }
}
