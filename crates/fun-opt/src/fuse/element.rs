//! Computation of a single element of a map, of concatenated arrays, or of a view of one of these.

use super::concat;
use super::reads::is_nonzero;
use crate::{effect, view};
use base::Name;
use fun::build::{Builder, row};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Definitions of the arrays whose elements are computed where they are read.
#[derive(Default)]
pub struct Sources {
    made_by: FxHashMap<Name, Source>,
    /// Elements already computed, of traversals whose results are all scalars for one index.
    made: Vec<Made>,
}

/// Results of a traversal at one index. The first name of its pattern identifies the traversal.
struct Made {
    by: Name,
    index: Atom,
    results: Vec<Atom>,
}

enum Source {
    /// A collected result of a traversal, by its position.
    Map { first: Name, traverse: Traverse, certs: Vec<Name>, at: usize },
    /// Concatenated arrays.
    Concat { parts: Vec<Name>, certs: Vec<Name> },
    /// A slice, permutation or reshape of such an array.
    View { exp: Exp, certs: Vec<Name> },
}

/// Whether the view is a slice, permutation or reshape that shows each element of the array at most once, with cheap
/// indices.
pub fn is_view_of_elements(program: &Program, exp: &Exp) -> bool {
    match exp {
        Exp::Slice(_, dims) => {
            let is_apart = |dim: &SliceDim| match dim {
                SliceDim::Fix(_) => true,
                SliceDim::Range { stride, .. } => is_nonzero(*stride),
                SliceDim::Flat { .. } => false,
            };
            dims.iter().all(is_apart)
        }
        Exp::Permute(..) => true,
        Exp::Reshape(array, _) => program.type_of(*array).rank() == 1,
        _ => false,
    }
}

impl Sources {
    pub fn contains(&self, array: Name) -> bool {
        self.made_by.contains_key(&array)
    }

    /// Records how the statement makes those of its results that are in `chosen`.
    pub fn note_maker(&mut self, stm: &Stm, chosen: &FxHashSet<Name>) {
        for (at, &name) in stm.pattern.iter().enumerate().filter(|(_, name)| chosen.contains(name)) {
            let certs = stm.certs.clone();
            let source = match &stm.exp {
                Exp::Traverse(traverse) => {
                    Source::Map { first: stm.pattern[0], traverse: (**traverse).clone(), certs, at }
                }
                Exp::Concat(parts) => Source::Concat { parts: parts.clone(), certs },
                _ => continue,
            };
            self.made_by.insert(name, source);
        }
    }

    /// Records the view if its array is one whose elements are computed where they are read.
    pub fn note_view(&mut self, stm: &Stm) {
        let Some(array) = view::source(&stm.exp) else { return };
        if let ([view], true) = (stm.pattern.as_slice(), self.contains(array)) {
            self.made_by.insert(*view, Source::View { exp: stm.exp.clone(), certs: stm.certs.clone() });
        }
    }

    /// Returns the number of recorded elements, for `forget` at the end of the body.
    pub fn mark(&self) -> usize {
        self.made.len()
    }

    /// Forgets the elements recorded since the mark.
    pub fn forget(&mut self, mark: usize) {
        self.made.truncate(mark);
    }

    /// Like `element`; also records the traversal's other results at that index, for reads in the rest of the body.
    pub fn element_of_all(
        &mut self,
        program: &mut Program,
        array: Name,
        indices: Vec<Atom>,
        mut certs: Vec<Name>,
        stms: &mut Vec<Stm>,
    ) -> Atom {
        let (Some(Source::Map { first, traverse, certs: own, at }), &[index]) =
            (self.made_by.get(&array), indices.as_slice())
        else {
            return self.element(program, array, indices, certs, stms);
        };
        if traverse.lambda.body.result.iter().any(|&result| program.atom_type(result).rank() > 0) {
            return self.element(program, array, indices, certs, stms);
        }
        let is_it = |made: &&Made| made.by == *first && made.index == index;
        if let Some(made) = self.made.iter().rev().find(is_it) {
            return made.results[*at];
        }
        certs.extend(own);
        let (first, at) = (*first, *at);
        let results = elements_of_map(program, traverse, index, &certs, stms);
        let element = results[at];
        self.made.push(Made { by: first, index, results });
        element
    }

    /// Appends the computation of an element, which relies on these certificates.
    pub fn element(
        &self,
        program: &mut Program,
        mut array: Name,
        mut indices: Vec<Atom>,
        mut certs: Vec<Name>,
        stms: &mut Vec<Stm>,
    ) -> Atom {
        let mut builder = Builder::new(program);
        while let Some(Source::View { exp, certs: own }) = self.made_by.get(&array) {
            let Some(inner) = through_view(&mut builder, exp, &indices) else { break };
            certs.extend(own);
            (array, indices) = inner;
        }
        stms.append(&mut builder.stms);
        match self.made_by.get(&array) {
            Some(Source::Map { traverse, certs: own, at, .. }) => {
                certs.extend(own);
                element_of_map(program, traverse, *at, indices, &certs, stms)
            }
            Some(Source::Concat { parts, certs: own }) => {
                certs.extend(own);
                let mut builder = Builder::new(program);
                builder.certs = certs;
                let element = concat::element(&mut builder, parts, indices);
                stms.append(&mut builder.stms);
                element
            }
            Some(Source::View { .. }) | None => index(program, array, indices, &certs, stms),
        }
    }
}

fn index(program: &mut Program, array: Name, indices: Vec<Atom>, certs: &[Name], stms: &mut Vec<Stm>) -> Atom {
    let mut builder = Builder::new(program);
    let name = builder.bind_with("x", certs.to_vec(), Exp::Index(array, indices));
    stms.append(&mut builder.stms);
    name.into()
}

/// Returns the array under the view, and the indices there of the view's element at `indices`.
fn through_view(builder: &mut Builder<'_>, view: &Exp, indices: &[Atom]) -> Option<(Name, Vec<Atom>)> {
    let source = view::source(view)?;
    let outer = builder.type_of(source).dims().to_vec();
    let place = &mut |start: Atom, stride: Atom, index: Atom| {
        let way = if index.as_i64() == Some(0) { index } else { builder.product(&[index, stride]) };
        Some(builder.sum(&[way, start]))
    };
    Some((source, view::element_under(view, &outer, indices, place)?))
}

/// Appends the computation of all results of a traversal at `index`. All are scalars.
fn elements_of_map(
    program: &mut Program,
    traverse: &Traverse,
    index: Atom,
    certs: &[Name],
    stms: &mut Vec<Stm>,
) -> Vec<Atom> {
    let lambda = walk::refresh_lambda(program, &traverse.lambda, &mut Substitution::default());
    let level = Level { inputs: traverse.inputs.clone(), lambda, at: 0 };
    let body = level.at(program, index, certs, &mut Rows::default(), stms);
    for stm in body.stms {
        stms.push(with_certs(program, stm, certs));
    }
    body.result
}

/// Appends statements that compute one element, at `indices`, of the map's result number `at`. Returns the element. If
/// an inner map makes the rows of that result, the statements compute one element of the row only.
fn element_of_map(
    program: &mut Program,
    traverse: &Traverse,
    at: usize,
    indices: Vec<Atom>,
    certs: &[Name],
    stms: &mut Vec<Stm>,
) -> Atom {
    let lambda = walk::refresh_lambda(program, &traverse.lambda, &mut Substitution::default());
    let mut rows = Rows::default();
    let mut level = Level { inputs: traverse.inputs.clone(), lambda, at };
    let mut indices = indices.into_iter();
    loop {
        let Some(here) = indices.next() else { return Atom::i64(0) };
        let found = level.enter(program, here, certs, &mut rows, stms);
        match found {
            Row::Map(inner) => level = inner,
            Row::Value(atom) => {
                let rest: Vec<Atom> = indices.collect();
                return match atom {
                    Atom::Var(array) if !rest.is_empty() => index(program, array, rest, certs, stms),
                    atom => atom,
                };
            }
        }
    }
}

/// A map in a nest of maps, with the position of the wanted result.
struct Level {
    inputs: Vec<Name>,
    lambda: Lambda,
    at: usize,
}

/// For each row of a nest's inputs, the array that it is a row of and the row's indices there.
type Rows = FxHashMap<Name, (Name, Vec<Atom>)>;

enum Row {
    Value(Atom),
    Map(Level),
}

impl Level {
    /// Appends the reads of the inputs at index `here`. Returns the lambda's body, with these elements for its
    /// parameters.
    fn at(&self, program: &mut Program, here: Atom, certs: &[Name], rows: &mut Rows, stms: &mut Vec<Stm>) -> Body {
        let Lambda { params, body } = &self.lambda;
        let mut body = body.clone();
        let first = params.len().saturating_sub(self.inputs.len());
        for (&input, &param) in self.inputs.iter().zip(&params[first..]) {
            let (array, mut at) = rows.get(&input).cloned().unwrap_or((input, Vec::new()));
            at.push(here);
            let exp = row(program, array, &at);
            if program.type_of(param).rank() > 0 {
                rows.insert(param, (array, at));
            }
            stms.push(Stm { pattern: vec![param], certs: certs.to_vec(), exp, spans: base::Spans::new() });
        }
        let substitution: Substitution = params[..first].iter().map(|&index| (index, here)).collect();
        walk::substitute_body(&mut program.vars, &mut body, &substitution);
        body
    }

    /// Appends the lambda's statements for index `here`. If an inner map makes the wanted row, returns that map instead
    /// of appending it.
    fn enter(&self, program: &mut Program, here: Atom, certs: &[Name], rows: &mut Rows, stms: &mut Vec<Stm>) -> Row {
        let body = self.at(program, here, certs, rows, stms);
        let Some(&wanted) = body.result.get(self.at) else { return Row::Value(here) };
        let mut found = Row::Value(wanted);
        for mut stm in body.stms {
            let position = stm.pattern.iter().position(|&name| wanted == name.into());
            match (stm.exp, position) {
                (Exp::Traverse(inner), Some(at)) if inner.is_map() => {
                    found = Row::Map(Level { inputs: inner.inputs, lambda: inner.lambda, at });
                }
                // Makes another row, which is not needed.
                (Exp::Traverse(inner), None) if inner.is_map() && program.atom_type(wanted).rank() > 0 => {}
                (exp, _) => {
                    stm.exp = exp;
                    stms.push(with_certs(program, stm, certs));
                }
            }
        }
        found
    }
}

/// Adds the certificates to the statement if it may fail without them.
fn with_certs(program: &Program, mut stm: Stm, certs: &[Name]) -> Stm {
    if !effect::is_total_scalar(program, &stm.exp) {
        stm.certs.extend(certs);
        walk::tidy_certs(&mut stm);
    }
    stm
}
