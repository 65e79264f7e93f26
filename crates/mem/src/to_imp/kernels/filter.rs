//! Filters: a scan counts the elements that stay, which gives each its position in the result.
//!
//! ```text
//! launch g < tiles of group_size() {
//!   var stays : bool[ITEMS]  var x : f32[ITEMS]
//!   threads t { stays[i], x[i] <- .., for each item i }
//!   .. i64(stays[i]) is scanned by sums (`scan`) ..
//!   threads t { if stays[i] { ys[sum - 1] <- x[i] } }
//! }
//! var count := the last sum
//! ```
//!
//! Values that are rows are kept in a block of their own, which has room for all of them.

use super::scan::{Elements, Scan};
use super::*;
use fun::def::Filter;
use index::{IndexFn, Poly};

/// Where an element's value is kept until its position is known: a scalar in an array of each thread, or a row in a
/// block.
enum Kept {
    Scalar(ScalarType, Name),
    Row(Place),
}

struct Filtered<'f> {
    filter: &'f Filter,
    arrays: &'f [Name],
    /// The number of elements of a thread.
    items: usize,
    stays: Name,
    kept: Vec<Kept>,
}

impl Elements for Filtered<'_> {
    fn enter(&self, lowerer: &mut Lowerer<'_>, _: target::Exp) -> Lowered<()> {
        let mut keep = |name, elem| lowerer.push(target::Stm::DeclareArray { name, elem, count: self.items });
        keep(self.stays, ScalarType::Bool);
        for kept in &self.kept {
            if let Kept::Scalar(elem, name) = kept {
                keep(*name, *elem);
            }
        }
        Ok(())
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<Vec<target::Exp>> {
        let lambda = &self.filter.lambda;
        lowerer.bind_index(&lambda.params, index)?;
        lowerer.enter(lambda, &self.filter.inputs)?;
        let Some((&stays, values)) = lambda.body.result.split_first() else {
            return Err(bug("a filter that yields nothing"));
        };
        lowerer.write_each(&[self.stays], &[ScalarType::Bool], &var(item), vec![exp(stays)]);
        for ((&array, kept), &value) in self.arrays.iter().zip(&self.kept).zip(values) {
            match kept {
                Kept::Scalar(elem, name) => lowerer.write_each(&[*name], &[*elem], &var(item), vec![exp(value)]),
                Kept::Row(place) => {
                    let moved = [(array, place.clone())];
                    lowerer.with_moved(moved, |this| this.store(array, &[index.into()], value))?;
                }
            }
        }
        Ok(vec![target::Exp::Convert(ScalarType::I64, Box::new(exp(stays)))])
    }

    fn store(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name, sums: &[target::Exp]) -> Lowered<()> {
        let stays = lowerer.element(self.stays, ScalarType::Bool, var(item));
        lowerer.only_if(stays, |this| {
            let sum = sums.first().cloned().ok_or_else(|| bug("a filter that does not count"))?;
            let at = this.define("at", bin(BinOp::Sub, sum, i64_exp(1)));
            for (&array, kept) in self.arrays.iter().zip(&self.kept) {
                match kept {
                    Kept::Scalar(elem, name) => {
                        let value = this.element(*name, *elem, var(item));
                        this.write(array, &[var(at)], value)?;
                    }
                    Kept::Row(place) => {
                        let to = this.row(array, &[at.into()])?;
                        let from = inside(place.clone(), &[index.into()])?;
                        this.copy(elem_of(this.program, array), &to, &from)?;
                    }
                }
            }
            Ok(())
        })
    }
}

impl Lowerer<'_> {
    pub(super) fn filter_kernel(&mut self, nest: &Nest<'_>, filter: &Filter) -> Lowered<()> {
        let Some((&count, arrays)) = nest.inner.pattern.split_first() else {
            return Err(bug("a filter without results"));
        };
        let scan = Scan {
            operators: Operators::sum(),
            neutral: vec![i64_exp(0)],
            is_neutral: true,
            scanned: 1,
            segments: i64_exp(1),
            width: exp(filter.width),
            tells_last: true,
            spans: nest.spans,
        };
        let kept = arrays.iter().map(|&array| self.keep_filtered(array, filter.width)).collect();
        let stays = self.out.names.fresh("stays");
        let filtered = Filtered { filter, arrays, items: scan.items(), stays, kept };
        let last = self.scan_tiles(&scan, &filtered)?;
        let value = self.read_each(&last, &[ScalarType::I64], &i64_exp(0)).pop();
        self.declare_i64(count, value.ok_or_else(|| bug("a scan without its last value"))?);
        Ok(())
    }

    fn keep_filtered(&mut self, array: Name, width: Atom) -> Kept {
        let elem = elem_of(self.program, array);
        let rows: Vec<Poly> = self.dims(array).into_iter().skip(1).collect();
        if rows.is_empty() {
            return Kept::Scalar(elem, self.out.names.fresh("kept"));
        }
        let shape: Vec<Poly> = std::iter::once(poly(width)).chain(rows).collect();
        let ixfn = IndexFn::row_major(&shape);
        let block = self.allocate_each("found", &[elem], &poly_exp(&ixfn.count()))[0];
        Kept::Row(Place { block, ixfn })
    }
}
