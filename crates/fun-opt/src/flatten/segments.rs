//! Segment descriptors tell how a map's elements, each with some number of flat elements, share one flat array.
//!
//! ```text
//! sizes   = [2, 0, 3]          the number of flat elements of each element
//! offsets = [0, 2, 2]          the position of its first flat element
//! owner   = [0, 0, 2, 2, 2]    the element that each flat element belongs to
//! ```
//!
//! Each size variable of the map's body has one descriptor, made when it is first needed. The owners cost O(elements +
//! flat elements): each element that has any writes its number to its offset, and a scan by maximum spreads the
//! numbers. NOVA §5.1.

use super::Flattener;
use super::distribute::Fission;
use base::Name;
use fun::build::{Builder, full_slice};
use fun::def::*;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// The segments of all elements of a map.
#[derive(Clone, Copy)]
pub struct Segments {
    /// The segments' sizes: `[n]i64`, where `n` is the map's width.
    pub sizes: Name,
    /// The position of each segment's first flat element: `[n]i64`.
    pub offsets: Name,
    pub total: Atom,
    /// The element that each flat element belongs to: `[total]i64`.
    owner: Option<Name>,
}

/// The arrays of all elements in one array, each at its offset.
#[derive(Clone, Copy)]
pub struct Spread {
    /// The data: of the arrays' rank, with their inner dimensions, or of rank 1, with all their scalars.
    pub data: Name,
    /// The offset of each element's array, in rows of the data: `[n]i64`.
    pub offsets: Name,
    /// Whether the data contains nothing but these arrays, in any order.
    pub dense: bool,
}

impl Segments {
    pub fn new(sizes: Name, offsets: Name, total: Atom) -> Segments {
        Segments { sizes, offsets, total, owner: None }
    }
}

impl Flattener<'_> {
    /// Returns the descriptor for a size of the map's body.
    pub(super) fn segments(&mut self, fission: &mut Fission, size: Atom, out: &mut Vec<Stm>) -> Segments {
        if let Some(segments) = fission.segments.get(&size) {
            return *segments;
        }
        let sizes = self.all_of(fission, size, out);
        let mut builder = self.builder(fission);
        let (offsets, total) = exclusive_scan(&mut builder, fission.width, sizes);
        out.append(&mut builder.stms);
        let segments = Segments::new(sizes, offsets, total);
        fission.segments.insert(size, segments);
        segments
    }

    /// Returns the array that holds, for each flat element, the number of the element that it belongs to.
    pub(super) fn owner(&mut self, fission: &mut Fission, size: Atom, out: &mut Vec<Stm>) -> Name {
        let mut segments = self.segments(fission, size, out);
        if let Some(owner) = segments.owner {
            return owner;
        }
        let mut builder = self.builder(fission);
        let owner = owners(&mut builder, fission.width, segments);
        out.append(&mut builder.stms);
        segments.owner = Some(owner);
        fission.segments.insert(size, segments);
        owner
    }

    /// Returns the array of the atom's values for all elements.
    pub(super) fn all_of(&mut self, fission: &Fission, atom: Atom, out: &mut Vec<Stm>) -> Name {
        let known = atom.var().and_then(|name| fission.expanded.get(&name).or_else(|| fission.rows.get(&name)));
        match known {
            Some(&array) => array,
            None => {
                let gathered = self.gather(fission, vec![atom], out);
                gathered.first().copied().unwrap_or_else(|| {
                    self.broken("an atom has no array of its values");
                    self.program.fresh("none", Type::Cert)
                })
            }
        }
    }

    /// Returns a builder of statements outside the map, with its certificates and locations.
    pub(super) fn builder(&mut self, fission: &Fission) -> Builder<'_> {
        let mut builder = Builder::new(self.program);
        builder.certs.clone_from(&fission.frame.certs);
        builder.spans.clone_from(&fission.frame.spans);
        builder
    }

    /// Makes `name` a view of the flat data in `spread`, for the statements of the map's body from position `at` on.
    pub(super) fn spread(&mut self, fission: &mut Fission, at: usize, name: Name, spread: Spread) {
        let offset = self.program.fresh("offset", Type::I64);
        fission.bound.insert(offset);
        fission.expanded.insert(offset, spread.offsets);
        fission.spread.insert(name, spread);
        let mut builder = Builder::new(self.program);
        bind_view(&mut builder, name, spread.data, offset);
        builder.stms.into_iter().for_each(|stm| fission.repeat_also(at, stm));
    }

    /// Returns flat data without gaps for the array variable: its rows for all elements, in the segments of `size`, its
    /// outer dimension.
    pub(super) fn dense_rows(
        &mut self,
        fission: &mut Fission,
        at: usize,
        size: Atom,
        array: Name,
        out: &mut Vec<Stm>,
    ) -> Name {
        let segments = self.segments(fission, size, out);
        let rank = self.program.type_of(array).rank();
        if let Some(spread) = fission.spread.get(&array)
            && spread.offsets == segments.offsets
            && self.program.type_of(spread.data).rank() == rank
        {
            return spread.data;
        }
        let lambda =
            self.flat_lambda(fission, at, size, out, |builder, place| vec![builder.row(array, vec![place.inner])]);
        let row = self.program.type_of(array).row(1);
        let data = self.program.fresh_like(array, super::distribute::expanded_type(segments.total, &row));
        let map = Traverse { width: segments.total, lambda, ..Traverse::default() };
        self.full(fission.frame.stm(vec![data], Exp::Traverse(Box::new(map))), out);
        data
    }
}

/// Binds `name` to the part of `data` that starts at `offset`.
pub fn bind_view(builder: &mut Builder, name: Name, data: Name, offset: Name) {
    let ty = builder.type_of(name);
    let part = |count| SliceDim::Range { start: offset.into(), count, stride: Atom::i64(1) };
    if builder.type_of(data).rank() == ty.rank() {
        let mut dims = full_slice(&ty, &[]);
        let outer = dims.first_mut().zip(ty.dims().first());
        outer.into_iter().for_each(|(dim, &size)| *dim = part(size));
        builder.bind_to(vec![name], Exp::Slice(data, dims));
    } else {
        let count = builder.extent(ty.dims());
        let flat = builder.bind("part", Exp::Slice(data, vec![part(count)]));
        builder.bind_to(vec![name], Exp::Reshape(flat, ty.dims().to_vec()));
    }
}

/// Adds an exclusive scan of the sizes. Returns each segment's start and the sum of all sizes.
pub fn exclusive_scan(builder: &mut Builder, width: Atom, sizes: Name) -> (Name, Atom) {
    let add = |builder: &mut Builder| {
        let operator = builder.operator(BinOp::AddSat, ScalarType::I64);
        Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true }
    };
    let (scan, reduction) = (add(builder), add(builder));
    let lambda = builder.element_lambda(&[sizes], |_, size| vec![size[0].into(), size[0].into()]);
    let traverse = Traverse {
        width,
        inputs: vec![sizes],
        lambda,
        scans: vec![scan],
        reductions: vec![reduction],
        ..Traverse::default()
    };
    let both = builder.bind_all("ends", Exp::Traverse(Box::new(traverse)));
    let [ends, total] = both[..] else { return (sizes, Atom::i64(0)) };
    let offsets = builder.map(width, &[ends, sizes], |builder, end| vec![builder.sub(end[0].into(), end[1].into())]);
    (offsets.first().copied().unwrap_or(ends), total.into())
}

/// Returns the number of the segment for each position of the flat array.
fn owners(builder: &mut Builder, width: Atom, segments: Segments) -> Name {
    let zeros = builder.replicate(vec![segments.total], Atom::i64(0));
    let rows = [("s", Type::I64), ("offset", Type::I64), ("size", Type::I64)];
    let lambda = builder.lambda(&rows, |builder, params| {
        let some = builder.cmp(CmpOp::Lt, Atom::i64(0), params[2].into());
        let place = builder.if_(some, |_| vec![params[1].into()], |_| vec![Atom::i64(-1)]);
        vec![place[0].into(), params[0].into()]
    });
    let inputs = vec![segments.offsets, segments.sizes];
    let scatter = Scatter { sequential: false, width, inputs, lambda, index_rank: 1, destinations: vec![zeros] };
    let starts = builder.bind("starts", Exp::Scatter(Box::new(scatter)));
    let operator = builder.operator(BinOp::Max, ScalarType::I64);
    let monoid = Monoid { operator, neutral: vec![Atom::i64(0)], commutative: true };
    let owner = builder.scan(segments.total, &[starts], monoid);
    owner.first().copied().unwrap_or(starts)
}

/// Returns the zero of the type, for places where the value does not matter.
pub fn zero(elem: ScalarType) -> Atom {
    Atom::Const(Scalar::zero(elem))
}
