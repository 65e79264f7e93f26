//! Filters: a scan counts the elements that stay, which gives each its position in the result. Counts have 32 bits
//! within a tile, and 64 bits before it.
//!
//! ```text
//! launch g < tiles of group_size() {
//!   var stays : i32[1]  var x : f32[ITEMS]                -- of each thread
//!   threads t { stays[0] <- 0  stay, x[i] <- ..  stays[0] <- stays[0] | i32(stay) << i, for each item i }
//!   .. i32(stay) is scanned by sums (`scan`) ..
//!   threads t { if bit i of stays[0] { ys[sum - 1] <- x[i] }, for each item i }
//! }
//! var count := the last sum
//! ```
//!
//! Values that are rows are kept in a block of their own, which has room for all of them.

use super::inputs::Inputs;
use super::scan::{Elements, Scan, items};
use super::*;
use fun::def::Filter;
use index::{IndexFn, Poly};
use value::Scalar;

/// The type of counts within a tile, and of a thread's bits that tell which items stay.
const COUNT: ScalarType = ScalarType::I32;

/// The number of bytes that a row counts as, in the choice of a thread's number of elements.
const ROW: usize = 16;

/// Where an element's value is kept until its position is known: a scalar in an array of each thread, or a row in a
/// block.
enum Kept {
    Scalar(ScalarType, Name),
    Row(Place),
}

impl Kept {
    /// Returns the number of bytes that a thread holds for an element. A row counts as `ROW`, because its copy is a
    /// loop: more of them make the code longer, not faster.
    fn bytes(&self) -> usize {
        match self {
            Kept::Scalar(elem, _) => elem.bytes(),
            Kept::Row(_) => ROW,
        }
    }
}

fn count(value: i32) -> target::Exp {
    target::Exp::Const(Scalar::I32(value))
}

fn convert(to: ScalarType, value: target::Exp) -> target::Exp {
    target::Exp::Convert(to, Box::new(value))
}

struct Filtered<'f> {
    filter: &'f Filter,
    inputs: Inputs<'f>,
    arrays: &'f [Name],
    /// The number of elements of a thread.
    items: usize,
    /// An array with one number for each thread. Each bit tells whether an item of the thread stays.
    stays: Name,
    kept: Vec<Kept>,
}

impl Elements for Filtered<'_> {
    fn inputs(&self) -> &Inputs<'_> {
        &self.inputs
    }

    fn enter(&self, lowerer: &mut Lowerer<'_>, _: target::Exp) -> Lowered<()> {
        let mut keep = |name, elem, count| lowerer.push(target::Stm::DeclareArray { name, elem, count });
        keep(self.stays, COUNT, 1);
        for kept in &self.kept {
            if let Kept::Scalar(elem, name) = kept {
                keep(*name, *elem, self.items);
            }
        }
        Ok(())
    }

    fn begin(&self, lowerer: &mut Lowerer<'_>) {
        lowerer.write_each(&[self.stays], &[COUNT], &i64_exp(0), vec![count(0)]);
    }

    fn load(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<Vec<target::Exp>> {
        self.inputs.enter(lowerer, item, index)?;
        let Some((&stays, values)) = self.filter.lambda.body.result.split_first() else {
            return Err(bug("a filter that yields nothing"));
        };
        let bit = bin(BinOp::Shl, convert(COUNT, exp(stays)), convert(COUNT, var(item)));
        let bits = bin(BinOp::Or, lowerer.element(self.stays, COUNT, i64_exp(0)), bit);
        lowerer.write_each(&[self.stays], &[COUNT], &i64_exp(0), vec![bits]);
        for ((&array, kept), &value) in self.arrays.iter().zip(&self.kept).zip(values) {
            match kept {
                Kept::Scalar(elem, name) => lowerer.write_each(&[*name], &[*elem], &var(item), vec![exp(value)]),
                Kept::Row(place) => {
                    let moved = [(array, place.clone())];
                    lowerer.with_moved(moved, |this| this.store(array, &[index.into()], value))?;
                }
            }
        }
        Ok(vec![convert(COUNT, exp(stays))])
    }

    fn store(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name, sums: &[target::Exp]) -> Lowered<()> {
        let bits = bin(BinOp::Shr, lowerer.element(self.stays, COUNT, i64_exp(0)), convert(COUNT, var(item)));
        lowerer.only_if(cmp(CmpOp::Ne, bin(BinOp::And, bits, count(1)), count(0)), |this| {
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
    /// Lowers a filter outside of maps: a scan counts the kept rows by tiles of elements, which gives each kept row its
    /// place.
    pub(super) fn filter_kernel(&mut self, nest: &Nest<'_>, filter: &Filter) -> Lowered<()> {
        let Some((&count, arrays)) = nest.inner.pattern.split_first() else {
            return Err(bug("a filter without results"));
        };
        let kept: Vec<Kept> = arrays.iter().map(|&array| self.keep_filtered(array, filter.width)).collect();
        let inputs = Inputs::of(self, &filter.lambda, &filter.inputs);
        let kept_bytes = kept.iter().map(Kept::bytes).sum::<usize>();
        let scan = Scan {
            operators: Operators::sum(),
            held: vec![COUNT],
            neutral: vec![self::count(0)],
            is_neutral: true,
            scanned: 1,
            segments: i64_exp(1),
            width: exp(filter.width),
            tells_last: true,
            items: items(COUNT.bytes().max(kept_bytes).max(inputs.bytes())),
            spans: nest.spans,
        };
        let stays = self.out.names.fresh("stays");
        let filtered = Filtered { filter, inputs, arrays, items: scan.items, stays, kept };
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
