//! Turns `iota`, `replicate`, `copy` and `concat` into maps over the index, so that each element has a thread.
//!
//! ```text
//! let (ys : [m]i64) = replicate [m] x   ==>   let (ys : [m]i64) = map m () (\i -> in (x))
//! ```
//!
//! Arrays of varying size become one map of all flat elements. Arrays of one size become nests of their own where the
//! map is split anyway, unless they are written to afterwards.

use super::Flattener;
use super::distribute::{Fission, expanded_type};
use super::segments::{Spread, zero};
use crate::fuse::element_of_concat;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use value::ScalarType;

/// The largest number of parts of an array that is made by its index: each element tests part after part.
pub const MAX_PARTS: usize = 16;

impl Flattener<'_> {
    /// Adds the flat map that yields a value for each flat element, and makes the variable a view of it.
    pub(super) fn flat_maker(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        exp: Exp,
        out: &mut Vec<Stm>,
    ) {
        let Some(&name) = pattern.first() else { return self.broken("an array that is made has no name") };
        let ty = self.program.type_of(name).clone();
        let Some(&size) = ty.dims().first() else { return self.broken("what is made is no array") };
        let segments = self.segments(fission, size, out);
        let data = self.program.fresh_like(name, expanded_type(segments.total, &ty.row(1)));
        if let (Exp::Scratch { elem, .. }, Some(Type::Array { dims, .. })) =
            (&exp, Some(self.program.type_of(data).clone()))
        {
            out.push(fission.frame.stm(vec![data], Exp::Scratch { elem: *elem, dims }));
        } else {
            let lambda =
                self.flat_lambda(fission, at, size, out, |builder, place| vec![element(builder, &exp, place.inner)]);
            let map = Traverse { width: segments.total, lambda, ..Traverse::default() };
            self.full(fission.frame.stm(vec![data], Exp::Traverse(Box::new(map))), out);
        }
        self.spread(fission, at, name, Spread { data, offsets: segments.offsets, dense: true });
    }

    /// Turns a statement that makes a new array into a map over its index.
    pub(super) fn make_by_index(&mut self, stm: &mut Stm) {
        let is_maker = matches!(stm.exp, Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Copy(_));
        let Some(width) = stm.pattern.first().and_then(|&name| self.program.type_of(name).dims().first().copied())
        else {
            return;
        };
        if !is_maker {
            return;
        }
        let mut builder = Builder::new(self.program);
        let mut lambda = builder.lambda(&[("i", Type::I64)], |builder, params| {
            let index = params.first().map_or(Atom::i64(0), |&param| param.into());
            vec![element(builder, &stm.exp, index)]
        });
        lambda.body.stms.iter_mut().for_each(|stm| self.make_by_index(stm));
        stm.exp = Exp::Traverse(Box::new(Traverse { width, lambda, ..Traverse::default() }));
    }
}

/// Returns the element or row at an index of the array that the expression makes.
fn element(builder: &mut Builder, exp: &Exp, index: Atom) -> Atom {
    match exp {
        Exp::Iota { start, step, .. } => {
            let elem = builder.type_of(*start).elem().unwrap_or(ScalarType::I64);
            let index = if elem == ScalarType::I64 { index } else { builder.convert(elem, index) };
            let past = if *step == Atom::i64(1) { index } else { builder.mul(index, *step) };
            if *start == zero(elem) { past } else { builder.add(*start, past) }
        }
        Exp::Replicate { dims, value } => match dims.get(1..) {
            Some(inner) if !inner.is_empty() => builder.replicate(inner.to_vec(), *value).into(),
            _ => *value,
        },
        Exp::Copy(array) => builder.row(*array, vec![index]),
        Exp::Concat(arrays) => element_of_concat(builder, arrays, vec![index]),
        _ => index,
    }
}
