//! Distribution: a map over several statements becomes several maps.

use super::classify::{Classes, Kind};
use super::segments::{Segments, Spread};
use super::{Flattener, form};
use crate::effect;
use base::{Name, Spans};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The certificates and source locations of a statement, handed on to the statements that replace it.
#[derive(Clone, Default)]
pub struct Frame {
    pub certs: Vec<Name>,
    pub spans: Spans,
}

impl Frame {
    pub fn stm(&self, pattern: Vec<Name>, exp: Exp) -> Stm {
        Stm { pattern, certs: self.certs.clone(), exp, spans: self.spans.clone() }
    }
}

/// Whether the statements of a map's body are as in the program (`Nested`), or already flattened (`Flat`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    Nested,
    Flat,
}

/// A statement with its position in the map's body.
pub type Placed = (usize, Stm);

/// The kind and the statements of a group.
type Part = (Kind, Vec<Placed>);

/// The place of a repeated statement: its position, and its number among those at this position.
type Place = (usize, usize);

/// A map that is being distributed.
pub struct Fission {
    pub width: Atom,
    pub frame: Frame,
    index: Option<Name>,
    /// The input array whose row or element each parameter of the lambda is.
    pub rows: FxHashMap<Name, Name>,
    /// The repeated statements, by place.
    repeated: FxHashMap<Place, Stm>,
    /// The number of repeated statements at each position.
    repeated_at: FxHashMap<usize, usize>,
    /// The place of the repeated statement that binds each variable.
    repeats: FxHashMap<Name, Place>,
    /// For each variable of an earlier group, the array of its values for all elements, if there is one.
    pub expanded: FxHashMap<Name, Name>,
    /// The descriptors of sizes that vary.
    pub segments: FxHashMap<Atom, Segments>,
    /// The flat data of each array variable of varying size.
    pub spread: FxHashMap<Name, Spread>,
    /// The names that the lambda binds, without those in bodies inside.
    pub bound: FxHashSet<Name>,
    /// The names that a later group or the map's result needs.
    exported: FxHashSet<Name>,
    /// The variables for the results, each with the atom it stands for until it is bound.
    pub results: Vec<(Name, Option<Atom>)>,
}

impl Fission {
    /// Starts the distribution of a map that binds `pattern`. Initially only its parameters have arrays.
    pub fn new(pattern: &[Name], traverse: &Traverse, frame: Frame) -> Fission {
        let lambda = &traverse.lambda;
        let indexed = lambda.params.len() > traverse.inputs.len();
        let index = lambda.params.first().copied().filter(|_| indexed);
        let elements = lambda.params.iter().skip(usize::from(indexed));
        let patterns = lambda.body.stms.iter().flat_map(|stm| &stm.pattern);
        Fission {
            width: traverse.width,
            frame,
            index,
            rows: elements.copied().zip(traverse.inputs.iter().copied()).collect(),
            repeated: FxHashMap::default(),
            repeated_at: FxHashMap::default(),
            repeats: FxHashMap::default(),
            expanded: FxHashMap::default(),
            segments: FxHashMap::default(),
            spread: FxHashMap::default(),
            bound: lambda.params.iter().chain(patterns).copied().collect(),
            exported: FxHashSet::default(),
            results: pattern.iter().copied().zip(lambda.body.result.iter().map(|&atom| Some(atom))).collect(),
        }
    }

    /// Whether the atom has the same value for all elements.
    pub fn is_invariant(&self, atom: Atom) -> bool {
        atom.var().is_none_or(|name| !self.bound.contains(&name))
    }

    /// Adds a repeated statement at the position.
    pub fn repeat_also(&mut self, at: usize, stm: Stm) {
        let count = self.repeated_at.entry(at).or_insert(0);
        let place = (at, *count);
        *count += 1;
        self.bound.extend(stm.pattern.iter().copied());
        self.repeats.extend(stm.pattern.iter().map(|&name| (name, place)));
        self.repeated.insert(place, stm);
    }

    /// Returns the expression of the repeated statement that binds the variable.
    pub fn repeated_exp(&self, name: Name) -> Option<&Exp> {
        self.repeated.get(self.repeats.get(&name)?).map(|stm| &stm.exp)
    }

    /// Returns the variable that holds the number of the element.
    pub fn number(&mut self, program: &mut Program) -> Name {
        let number = *self.index.get_or_insert_with(|| program.fresh("i", Type::I64));
        self.bound.insert(number);
        number
    }

    fn map(&self, inputs: Vec<Name>, lambda: Lambda) -> Traverse {
        Traverse { width: self.width, inputs, lambda, ..Traverse::default() }
    }
}

impl Flattener<'_> {
    /// Adds the map as a sequence of nests that bind its pattern.
    pub(super) fn distribute(
        &mut self,
        pattern: Vec<Name>,
        mut traverse: Traverse,
        frame: Frame,
        inside: Inside,
        out: &mut Vec<Stm>,
    ) {
        if inside == Inside::Flat {
            self.move_invariant(&mut traverse.lambda, out);
        }
        let mut fission = Fission::new(&pattern, &traverse, frame);
        let classes = match inside {
            Inside::Nested => self.join_calls(&fission.bound, &mut traverse.lambda.body),
            Inside::Flat => self.classes(&fission.bound, &traverse.lambda.body, inside),
        };
        let is_step = form::is_step(self.program, &traverse.lambda);
        if classes.groups.iter().all(|group| group.kind == Kind::Sequential) || is_step && inside == Inside::Flat {
            return out.push(fission.frame.stm(pattern, Exp::Traverse(Box::new(traverse))));
        }
        if is_step {
            // Only the body of the nest's next operation is distributed.
            let body = &mut traverse.lambda.body;
            let last = body.stms.pop();
            last.into_iter().for_each(|last| self.full(last, &mut body.stms));
            return self.distribute(pattern, traverse, fission.frame, Inside::Flat, out);
        }
        let stms = std::mem::take(&mut traverse.lambda.body.stms);
        let results: Vec<Atom> = fission.results.iter().filter_map(|(_, atom)| *atom).collect();
        self.parts(&mut fission, classes, stms, &results, inside, out);
        self.other_results(&mut fission, out);
    }

    /// Moves the scalar arithmetic that does not vary out of the map's lambda, such as the widths of flattened operations.
    fn move_invariant(&self, lambda: &mut Lambda, out: &mut Vec<Stm>) {
        let mut bound: FxHashSet<Name> = lambda.params.iter().copied().collect();
        let stms = std::mem::take(&mut lambda.body.stms);
        for stm in stms {
            let varies = walk::free_in_stm(&self.program.vars, &stm).iter().any(|name| bound.contains(name));
            if varies || !effect::is_total_scalar(self.program, &stm.exp) {
                bound.extend(&stm.pattern);
                lambda.body.stms.push(stm);
            } else {
                out.push(stm);
            }
        }
    }

    /// Appends the nests that compute the groups of `stms` to `out`. `results` are the names and constants that the
    /// body yields.
    pub(super) fn parts(
        &mut self,
        fission: &mut Fission,
        classes: Classes,
        stms: Vec<Stm>,
        results: &[Atom],
        inside: Inside,
        out: &mut Vec<Stm>,
    ) {
        let parts = self.part(fission, stms, classes);
        let parts = self.needed(fission, parts, results);
        for (kind, stms) in parts {
            self.part_as_maps(fission, kind, stms, inside, out);
        }
    }

    /// Returns the statements of each group. The repeated ones go to `fission`.
    fn part(&self, fission: &mut Fission, stms: Vec<Stm>, classes: Classes) -> Vec<Part> {
        let Classes { kinds, groups, .. } = classes;
        let mut parts: Vec<Part> = groups.iter().map(|group| (group.kind, Vec::new())).collect();
        let positions = groups.iter().enumerate();
        let place: FxHashMap<usize, usize> =
            positions.flat_map(|(group, of)| of.positions.iter().map(move |&at| (at, group))).collect();
        for (at, stm) in stms.into_iter().enumerate() {
            if kinds.get(at) == Some(&Kind::Repeated) {
                fission.repeat_also(at, stm);
            } else if let Some((_, part)) = place.get(&at).and_then(|&group| parts.get_mut(group)) {
                part.push((at, stm));
            }
        }
        parts
    }

    /// Removes the statements of groups whose results are not needed and that cannot fail. Records in `fission` the
    /// names needed later.
    fn needed(&self, fission: &mut Fission, mut parts: Vec<Part>, results: &[Atom]) -> Vec<Part> {
        let mut exported: FxHashSet<Name> = self.closure(fission, &[], results).outer.into_iter().collect();
        for (_, stms) in parts.iter_mut().rev() {
            let unused = stms.iter().flat_map(|(_, stm)| &stm.pattern).all(|name| !exported.contains(name));
            if unused && stms.iter().all(|(_, stm)| effect::may_drop(&stm.exp)) {
                stms.clear();
            }
            exported.extend(self.closure(fission, stms, &[]).outer);
        }
        fission.exported = exported;
        parts.retain(|(_, stms)| !stms.is_empty());
        parts
    }

    /// Turns a group of the map's statements into maps of their own. Irregular statements are flattened, and loops and
    /// branches exchanged with the map.
    fn part_as_maps(
        &mut self,
        fission: &mut Fission,
        kind: Kind,
        mut stms: Vec<Placed>,
        inside: Inside,
        out: &mut Vec<Stm>,
    ) {
        let parallel = kind == Kind::Parallel;
        let compound = |(_, stm): &Placed| matches!(stm.exp, Exp::Loop(_) | Exp::If { .. });
        if kind == Kind::Irregular || parallel && stms.first().is_some_and(compound) {
            // Statements that rely on the map's own certificates come after its assertions; other certificates go to
            // the new statements.
            let own = fission.frame.certs.len();
            let relied_on = stms.iter().flat_map(|(_, stm)| &stm.certs);
            let outer: Vec<Name> = relied_on.copied().filter(|cert| !fission.bound.contains(cert)).collect();
            fission.frame.certs.extend(outer);
            if parallel {
                stms.into_iter().for_each(|(_, stm)| self.interchange(fission, stm, inside, out));
            } else {
                self.irregular(fission, stms, out);
            }
            return fission.frame.certs.truncate(own);
        }
        let bound = stms.iter().flat_map(|(_, stm)| &stm.pattern);
        let yielded: Vec<Name> = bound.copied().filter(|name| fission.exported.contains(name)).collect();
        if parallel {
            stms.iter_mut().for_each(|(_, stm)| self.make_by_index(stm));
        }
        if parallel && inside == Inside::Nested {
            for (at, stm) in std::mem::take(&mut stms) {
                let mut flat = Vec::new();
                self.full(stm, &mut flat);
                stms.extend(flat.into_iter().map(|stm| (at, stm)));
            }
        }
        let results: Vec<Atom> = yielded.iter().map(|&name| name.into()).collect();
        let (inputs, lambda) = self.lambda_of(fission, stms, results);
        let pattern = self.expand_all(fission, &yielded);
        let map = fission.map(inputs, lambda);
        if parallel && inside == Inside::Nested {
            self.distribute(pattern, map, fission.frame.clone(), Inside::Flat, out);
        } else {
            out.push(fission.frame.stm(pattern, Exp::Traverse(Box::new(map))));
        }
    }

    /// Adds a map for the results that no group has bound.
    pub(super) fn other_results(&mut self, fission: &mut Fission, out: &mut Vec<Stm>) {
        let rest: Vec<(Name, Option<Atom>)> = std::mem::take(&mut fission.results);
        let rest = rest.into_iter().filter_map(|(name, atom)| Some((name, atom?)));
        let (pattern, atoms): (Vec<Name>, Vec<Atom>) = rest.unzip();
        if !pattern.is_empty() {
            let (inputs, lambda) = self.lambda_of(fission, Vec::new(), atoms);
            out.push(fission.frame.stm(pattern, Exp::Traverse(Box::new(fission.map(inputs, lambda)))));
        }
    }

    /// Appends a map that only yields the atoms. Returns its pattern.
    pub(super) fn gather(&mut self, fission: &Fission, atoms: Vec<Atom>, out: &mut Vec<Stm>) -> Vec<Name> {
        let types: Vec<Type> = atoms.iter().map(|&atom| self.program.atom_type(atom)).collect();
        let (inputs, lambda) = self.lambda_of(fission, Vec::new(), atoms);
        let types = types.iter().map(|ty| expanded_type(fission.width, ty));
        let pattern: Vec<Name> = types.map(|ty| self.program.fresh("all", ty)).collect();
        if !pattern.is_empty() {
            out.push(fission.frame.stm(pattern.clone(), Exp::Traverse(Box::new(fission.map(inputs, lambda)))));
        }
        pattern
    }

    /// Returns the arrays of the variables' values for all elements.
    pub(super) fn expand_all(&mut self, fission: &mut Fission, names: &[Name]) -> Vec<Name> {
        names.iter().map(|&name| self.expand(fission, name)).collect()
    }

    /// Returns the array of the variable's values for all elements: a result of the map with this value that is not
    /// bound yet, else a fresh variable.
    pub(super) fn expand(&mut self, fission: &mut Fission, name: Name) -> Name {
        let mut open = fission.results.iter_mut();
        let array = match open.find(|(_, atom)| *atom == Some(name.into())) {
            Some((result, atom)) => {
                *atom = None;
                *result
            }
            None => {
                let ty = expanded_type(fission.width, self.program.type_of(name));
                self.program.fresh_like(name, ty)
            }
        };
        fission.expanded.insert(name, array);
        array
    }

    /// Returns the inputs and the lambda of a map of the statements, with all statements of the distributed map that
    /// they need, in order.
    pub(super) fn lambda_of(
        &mut self,
        fission: &Fission,
        stms: Vec<Placed>,
        mut results: Vec<Atom>,
    ) -> (Vec<Name>, Lambda) {
        let needs = self.closure(fission, &stms, &results);
        let mut substitution = Substitution::default();
        let (mut params, mut inputs) = (Vec::new(), Vec::new());
        if let Some(index) = fission.index.filter(|_| needs.index) {
            params.extend(walk::refresh_telescope(self.program, &[index], &mut substitution));
        }
        for name in needs.outer {
            let Some(&input) = fission.expanded.get(&name).or_else(|| fission.rows.get(&name)) else {
                self.broken("a variable of a map has no array of its values");
                continue;
            };
            let param = self.program.fresh_like(name, self.program.type_of(name).clone());
            substitution.insert(name, param.into());
            params.push(param);
            inputs.push(input);
        }
        let own: FxHashSet<Name> = stms.iter().flat_map(|(_, stm)| stm.pattern.iter().copied()).collect();
        let mut repeated = needs.repeated.into_iter().peekable();
        let mut body = Vec::with_capacity(repeated.len() + stms.len());
        for (at, mut stm) in stms {
            while let Some(before) = repeated.next_if(|before| before.0 < at) {
                body.extend(self.repeat(fission, before, &own, &mut substitution));
            }
            walk::substitute_stm(&mut self.program.vars, &mut stm, &substitution);
            drop_certs(&mut stm, &fission.bound, &own);
            body.push(stm);
        }
        for at in repeated {
            body.extend(self.repeat(fission, at, &own, &mut substitution));
        }
        results.iter_mut().for_each(|atom| *atom = walk::substitute_atom(*atom, &substitution));
        (inputs, Lambda { params, body: Body { stms: body, result: results } })
    }

    /// Returns a copy of a repeated statement, with fresh names unless they are in `own`.
    fn repeat(
        &mut self,
        fission: &Fission,
        at: Place,
        own: &FxHashSet<Name>,
        substitution: &mut Substitution,
    ) -> Option<Stm> {
        let mut stm = walk::refresh_stm(self.program, fission.repeated.get(&at)?, substitution);
        drop_certs(&mut stm, &fission.bound, own);
        Some(stm)
    }

    /// Returns the names and repeated statements of the distributed map that `stms` and `results` need.
    fn closure(&self, fission: &Fission, stms: &[Placed], results: &[Atom]) -> Needs {
        let own: FxHashSet<Name> = stms.iter().flat_map(|(_, stm)| stm.pattern.iter().copied()).collect();
        let mut open: Vec<Name> = stms.iter().flat_map(|(_, stm)| self.needs(stm)).collect();
        open.extend(results.iter().filter_map(|atom| atom.var()));
        open.reverse();
        let mut needs = Needs::default();
        let mut seen = FxHashSet::default();
        while let Some(name) = open.pop() {
            if own.contains(&name) || !fission.bound.contains(&name) || !seen.insert(name) {
                continue;
            }
            if let Some(&at) = fission.repeats.get(&name) {
                if needs.repeated.insert(at) {
                    open.extend(fission.repeated.get(&at).into_iter().flat_map(|stm| self.needs(stm)));
                }
            } else if fission.index == Some(name) {
                needs.index = true;
            } else {
                open.extend(self.program.names_in_type(name));
                needs.outer.push(name);
            }
        }
        needs
    }
}

#[derive(Default)]
struct Needs {
    index: bool,
    /// The parameters of the lambda and the variables of other groups.
    outer: Vec<Name>,
    /// The places of repeated statements.
    repeated: BTreeSet<Place>,
}

/// Returns the type of the array of all elements' values.
pub fn expanded_type(width: Atom, ty: &Type) -> Type {
    match ty.elem() {
        Some(elem) => Type::of(elem, std::iter::once(width).chain(ty.dims().iter().copied()).collect()),
        None => ty.clone(),
    }
}

/// Drops the certificates made by other groups of the map, which come before.
fn drop_certs(stm: &mut Stm, bound: &FxHashSet<Name>, own: &FxHashSet<Name>) {
    stm.certs.retain(|cert| !bound.contains(cert) || own.contains(cert));
    for body in stm.exp.bodies_mut() {
        body.stms.iter_mut().for_each(|stm| drop_certs(stm, bound, own));
    }
}
