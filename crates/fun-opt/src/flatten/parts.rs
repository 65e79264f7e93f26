//! Arrays that are parts of existing data for each element of a map. They are not copied; each is described by its
//! start in the data.
//!
//! ```text
//! map n () (\i ->                         ==>   let (starts : [n]i64) = map n () (\i -> let k = i * 2 in (k))
//!   let (k : i64) = i * 2                       the array of element s is data[starts[s] :+ m]
//!   let (ys : [m]f32) = data[k :+ m] ..)
//! ```
//!
//! Without this, a function that reads a few elements of an invariant array would get a copy for each element.

use super::Flattener;
use super::distribute::Fission;
use base::Name;
use fun::build::Builder;
use fun::def::*;

/// An array whose scalars are those of the data from the start on, in order.
#[derive(Clone, Copy)]
pub struct Part {
    data: Name,
    /// The position in the data of the array's first scalar, in terms of the variables of the map's body.
    start: Atom,
}

impl Flattener<'_> {
    /// Returns the data and the starts of each array for all elements, if the arrays, each at its position of the map's
    /// body, are parts of the same data.
    pub(super) fn parts_of_one(
        &mut self,
        fission: &mut Fission,
        arrays: &[(usize, Atom)],
        out: &mut Vec<Stm>,
    ) -> Option<(Name, Vec<Name>)> {
        let parts: Option<Vec<Part>> =
            arrays.iter().map(|&(at, array)| self.part_of_data(fission, at, array)).collect();
        let parts = parts?;
        let whole = parts.first()?.data;
        if parts.iter().any(|part| part.data != whole) {
            return None;
        }
        let mut builder = self.builder(fission);
        let dims = builder.type_of(whole).dims().to_vec();
        let mut data = whole;
        if dims.len() > 1 {
            let total = builder.extent(&dims);
            data = builder.bind("flat", Exp::Reshape(whole, vec![total]));
        }
        out.append(&mut builder.stms);
        let offsets = parts.into_iter().map(|part| self.all_of(fission, part.start, out)).collect();
        Some((data, offsets))
    }

    /// Returns the data that contains an array, through views: an input's rows, the values of all elements, or an
    /// invariant array.
    fn part_of_data(&mut self, fission: &mut Fission, at: usize, array: Atom) -> Option<Part> {
        let mut name = array.var()?;
        let mut builder = Builder::new(self.program);
        let mut starts = Vec::new();
        let data = loop {
            let row = builder.type_of(name);
            if let Some(&spread) = fission.spread.get(&name) {
                let offset = builder.fresh("offset", Type::I64);
                fission.bound.insert(offset);
                fission.expanded.insert(offset, spread.offsets);
                let row = builder.type_of(spread.data).row(1);
                starts.push(scalars_before(&mut builder, offset.into(), row.dims()));
                break spread.data;
            }
            if let Some(&rows) = fission.expanded.get(&name).or_else(|| fission.rows.get(&name)) {
                let number = fission.number(builder.program);
                starts.push(scalars_before(&mut builder, number.into(), row.dims()));
                break rows;
            }
            if fission.is_invariant(name.into()) {
                break name;
            }
            name = match fission.repeated_exp(name)? {
                Exp::Atom(Atom::Var(whole)) | Exp::Reshape(whole, _) => *whole,
                Exp::Slice(whole, dims) => {
                    starts.push(start_of(&mut builder, *whole, dims)?);
                    *whole
                }
                _ => return None,
            };
        };
        let start = builder.sum(&starts);
        builder.stms.into_iter().for_each(|stm| fission.repeat_also(at, stm));
        Some(Part { data, start })
    }
}

/// Returns the number of scalars before the row at the index.
fn scalars_before(builder: &mut Builder, index: Atom, row: &[Atom]) -> Atom {
    let factors: Vec<Atom> = std::iter::once(index).chain(row.iter().copied()).collect();
    builder.product(&factors)
}

/// Returns the number of scalars of the array before the slice, or `None` if the slice is not contiguous.
fn start_of(builder: &mut Builder, whole: Name, slice: &[SliceDim]) -> Option<Atom> {
    let ty = builder.type_of(whole);
    let first = slice.iter().position(|dim| matches!(dim, SliceDim::Range { .. }))?;
    let mut starts = Vec::new();
    for (at, (dim, &size)) in slice.iter().zip(ty.dims()).enumerate() {
        match *dim {
            SliceDim::Range { start, count, stride } if at > first => {
                let is_whole = start == Atom::i64(0) && count == size && stride == Atom::i64(1);
                is_whole.then_some(())?;
            }
            SliceDim::Range { start: index, stride, .. } if stride == Atom::i64(1) => {
                starts.push(scalars_before(builder, index, ty.row(at + 1).dims()));
            }
            SliceDim::Fix(index) if at < first => {
                starts.push(scalars_before(builder, index, ty.row(at + 1).dims()));
            }
            _ => return None,
        }
    }
    Some(builder.sum(&starts))
}
