//! Origin of an array: back through views of all its elements, updates, branches and loops, to the statements that make
//! it, with the places where they must build it.

use crate::places::Places;
use base::Name;
use fun::def::*;
use index::Poly;

/// The statement that makes an array, by its position in its body.
pub struct Origin {
    pub at: usize,
    pub source: Source,
    /// Certificates of the assertions on which views of the array rely. Before these hold, the array may not have the
    /// size of its new place.
    pub certs: Vec<Name>,
}

pub enum Source {
    /// The statement makes this array, at this new place.
    Made(Name, Place),
    /// A branch returns the array, under this name. Each side has an end of its own.
    Branches(Name, [End; 2]),
}

/// Result of a branch.
pub enum End {
    /// An array made in the branch.
    Made(Box<Origin>),
    /// An array that is older or cannot move. The branch copies it to this place.
    Copied(Name, Place),
}

impl Origin {
    /// Finds the statement that makes the array destined for `place`; `None` if it cannot be built there.
    pub fn find(places: &Places, stms: &[Stm], array: Name, place: Place) -> Option<Origin> {
        let (mut wanted, mut place, mut certs) = (array, place, Vec::new());
        for (at, stm) in stms.iter().enumerate().rev() {
            let Some(which) = stm.pattern.iter().position(|&name| name == wanted) else { continue };
            certs.extend(&stm.certs);
            wanted = match &stm.exp {
                Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => *array,
                Exp::Scatter(scatter) => *scatter.destinations.get(which)?,
                Exp::Histogram(histogram) => *histogram.destinations.get(which)?,
                Exp::Permute(array, order) => {
                    place.ixfn = place.ixfn.permute(&inverse(order))?;
                    *array
                }
                // Reversing again restores the order of the elements.
                Exp::Slice(array, dims) if has_all_elements(places, *array, dims) => {
                    place.ixfn = places.sliced(&place.ixfn, dims);
                    *array
                }
                Exp::Reshape(array, dims) => {
                    // If the numbers of elements are equal only by an assertion, it may be any earlier one: a
                    // certificate is gone when it follows from others.
                    let dims: Vec<Poly> = dims.iter().map(|&dim| mem::lower::poly(dim)).collect();
                    if Poly::product(&places.shape(*array)) != Poly::product(&dims) {
                        let assertions = stms.iter().take(at).filter(|stm| matches!(stm.exp, Exp::Assert { .. }));
                        certs.extend(assertions.flat_map(|stm| &stm.pattern));
                    }
                    place.ixfn = mem::lower::reshape(&place.ixfn, &places.shape(*array));
                    place.ixfn.as_single()?;
                    *array
                }
                Exp::Loop(looped) => looped.params.get(which)?.1.var()?,
                Exp::If { then_body, else_body, .. } => {
                    let end = |body: &Body| End::find(places, body, which, &place);
                    let source = Source::Branches(wanted, [end(then_body)?, end(else_body)?]);
                    return source.is_made_somewhere().then_some(Origin { at, source, certs });
                }
                exp if makes_array(exp) => return Some(Origin { at, source: Source::Made(wanted, place), certs }),
                _ => return None,
            };
            place = places.for_array(&place, wanted).filter(|renamed| same_sizes(&place, renamed))?;
        }
        None
    }

    /// Visits the arrays that are made, with their places.
    pub fn for_each_made(&self, visit: &mut dyn FnMut(Name, &Place)) {
        match &self.source {
            Source::Made(array, place) => visit(*array, place),
            Source::Branches(_, ends) => {
                for end in ends {
                    if let End::Made(origin) = end {
                        origin.for_each_made(visit);
                    }
                }
            }
        }
    }

    /// Returns the names that must be known before the array is made: those in its places, and the certificates.
    pub fn needed(&self) -> Vec<Name> {
        let mut needed = self.certs.clone();
        self.for_each_made(&mut |_, place| needed.extend(place.ixfn.free_variables()));
        needed
    }

    /// Visits the branches that copy their results: the result's outer name, the branch's number, the copied array, and
    /// its place.
    pub fn for_each_copied(&self, visit: &mut dyn FnMut(Name, usize, Name, &Place)) {
        let Source::Branches(result, ends) = &self.source else { return };
        for (which, end) in ends.iter().enumerate() {
            match end {
                End::Made(origin) => origin.for_each_copied(visit),
                End::Copied(array, place) => visit(*result, which, *array, place),
            }
        }
    }
}

impl End {
    /// Finds where a branch's result `which` is made. If it cannot be made at the place, it is copied there at the
    /// branch's end.
    fn find(places: &Places, body: &Body, which: usize, place: &Place) -> Option<End> {
        let array = body.result.get(which)?.var()?;
        let place = places.for_array(place, array)?;
        let is_late = |origin: &Origin| {
            let made_since = body.stms.get(origin.at..).unwrap_or_default();
            let needed = origin.needed();
            made_since.iter().any(|stm| stm.pattern.iter().any(|name| needed.contains(name)))
        };
        // An array that is returned twice cannot be in two places.
        let is_there_once = body.result.iter().filter(|&&result| result == array.into()).count() == 1;
        let origin = Origin::find(places, &body.stms, array, place.clone());
        let origin = origin.filter(|origin| is_there_once && !is_late(origin));
        Some(origin.map_or(End::Copied(array, place), |origin| End::Made(Box::new(origin))))
    }
}

impl Source {
    fn is_made_somewhere(&self) -> bool {
        match self {
            Source::Made(..) => true,
            Source::Branches(_, ends) => ends.iter().any(|end| matches!(end, End::Made(_))),
        }
    }
}

/// Whether the expression alone makes its arrays, so that their places can be chosen freely.
fn makes_array(exp: &Exp) -> bool {
    let is_filled = matches!(exp, Exp::Literal(_) | Exp::Table(_) | Exp::Iota { .. } | Exp::Replicate { .. });
    is_filled || matches!(exp, Exp::Scratch { .. } | Exp::Copy(_) | Exp::Concat(_) | Exp::Traverse(_))
}

/// Whether the slice has all elements of the array, with some dimensions possibly reversed.
fn has_all_elements(places: &Places, array: Name, dims: &[SliceDim]) -> bool {
    let sizes = places.program.type_of(array).dims();
    dims.len() == sizes.len() && dims.iter().zip(sizes).all(|(dim, &size)| places.is_whole(dim, size))
}

fn same_sizes(a: &Place, b: &Place) -> bool {
    let sizes = |place: &Place| -> Vec<Poly> { place.ixfn.shape() };
    sizes(a) == sizes(b)
}

fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (to, &from) in order.iter().enumerate() {
        if let Some(place) = inverse.get_mut(from) {
            *place = to;
        }
    }
    inverse
}
