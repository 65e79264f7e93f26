//! Maps whose results are arrays with a varying number of rows and a varying row size.
//!
//! ```text
//! map n (ks) (\k ->                        ==>   rows, starts = map of all flat rows, as data and offsets
//!   let (xss : [k][k]i64) =                      sizes, offsets, owner = the descriptor of k * k
//!     map k (iota k) (\i -> f i)                data = map of all scalars (\p -> let s = owner[p] .. the row and
//!   ..)                                                   the place in it .. in (rows[starts[row] + place]))
//!                                              xss = the part of data at offsets[s], of k * k scalars, as [k][k]
//! ```
//!
//! One flat map makes the rows; its own results of varying size are lifted (see `lift`). Then the rows' scalars are put
//! in order, one array after the other.

use super::Flattener;
use super::classify::Scope;
use super::distribute::{Fission, expanded_type};
use super::form;
use super::lift::Lifted;
use super::segments::Spread;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use value::{BinOp, ScalarType};

impl Flattener<'_> {
    /// Whether the statement is a map with rows of varying size that can all be flattened.
    pub(super) fn has_flat_rows(&self, scope: &Scope, traverse: &Traverse) -> bool {
        let body = &traverse.lambda.body;
        let types: Vec<Type> = body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        if !form::is_map(traverse) || types.iter().any(|ty| ty.elem().is_none()) {
            return false;
        }
        let own = traverse.lambda.params.iter().chain(body.stms.iter().flat_map(|stm| &stm.pattern));
        let classes = self.classes_inside(&scope.inside(own.copied()), body);
        let varies = |ty: &Type| ty.dims().iter().any(|&dim| !scope.is_invariant(dim));
        let rows = body.result.iter().zip(&types).filter(|(_, ty)| varies(ty));
        rows.filter_map(|(atom, _)| atom.var()).all(|name| !classes.tied.contains(&name))
    }

    pub(super) fn yields_uneven_rows(&self, fission: &Fission, names: &[Name]) -> bool {
        let varies = |dim: &Atom| !fission.is_invariant(*dim);
        names.iter().any(|&name| self.program.type_of(name).dims().iter().skip(1).any(varies))
    }

    /// Adds the map of all rows.
    pub(super) fn flat_rows(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        traverse: Traverse,
        out: &mut Vec<Stm>,
    ) {
        let Traverse { width, inputs, lambda, .. } = traverse;
        let flat: Vec<bool> = pattern.iter().map(|&name| self.yields_uneven_rows(fission, &[name])).collect();
        let segments = self.segments(fission, width, out);
        let elements = self.elements(fission, inputs, lambda, segments);
        let lambda = self.flat_lambda(fission, at, width, out, |builder, place| elements.at(builder, place));
        let map = Traverse { width: segments.total, lambda, ..Traverse::default() };
        let results = self.lift(map, &flat, &fission.frame, out);
        for (name, result) in pattern.into_iter().zip(results) {
            match result {
                Lifted::Even(data) => self.bind_flat(fission, at, name, data, segments, out),
                Lifted::Flat(rows) => self.in_order(fission, at, name, (segments.offsets, rows), out),
            }
        }
    }

    /// Adds the scalars of the rows in order; `firsts` are the numbers of the first rows of each element.
    fn in_order(
        &mut self,
        fission: &mut Fission,
        at: usize,
        name: Name,
        (firsts, rows): (Name, Spread),
        out: &mut Vec<Stm>,
    ) {
        let dims = self.program.type_of(name).dims().to_vec();
        let mut builder = Builder::new(self.program);
        let row_size = builder.extent(dims.get(1..).unwrap_or_default());
        let size = builder.extent(&dims);
        builder.stms.into_iter().for_each(|stm| fission.repeat_also(at, stm));
        let lambda = self.flat_lambda(fission, at + 1, size, out, |builder, place| {
            let row = builder.bin(BinOp::Quot, place.inner, row_size);
            let inner = builder.bin(BinOp::Rem, place.inner, row_size);
            let first = builder.index(firsts, vec![place.outer]);
            let number = builder.add(first, row);
            let start = builder.index(rows.offsets, vec![number]);
            let index = builder.add(start, inner);
            vec![builder.index(rows.data, vec![index])]
        });
        let segments = self.segments(fission, size, out);
        let elem = self.program.type_of(name).elem().unwrap_or(ScalarType::I64);
        let data = self.program.fresh_like(name, expanded_type(segments.total, &Type::Scalar(elem)));
        let map = Traverse { width: segments.total, lambda, ..Traverse::default() };
        self.full(fission.frame.stm(vec![data], Exp::Traverse(Box::new(map))), out);
        self.spread(fission, at, name, Spread { data, offsets: segments.offsets, dense: true });
    }
}
