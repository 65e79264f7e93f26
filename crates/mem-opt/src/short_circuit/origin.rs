//! Where an array comes from: back through views that keep all of its elements, updates, branches and loops to the
//! statements that make it, with the places that these have to build it at for it to be where it is wanted.

use crate::places::Places;
use base::Name;
use fun::def::*;
use index::Poly;

#[derive(Default)]
pub struct Origin {
    /// The arrays that are made, and where each is to be.
    pub made: Vec<(Name, Place)>,
    /// The certificates of the views on the way: before they are there, the array may not have the size of its new place.
    pub certs: Vec<Name>,
}

impl Origin {
    /// Finds what makes the array that is to be at `place`. Gives the index of the first statement that has to do with it;
    /// `None` where the array cannot be built there.
    pub fn find(&mut self, places: &Places, stms: &[Stm], array: Name, place: Place) -> Option<usize> {
        let (mut wanted, mut place) = (array, place);
        for (at, stm) in stms.iter().enumerate().rev() {
            let Some(which) = stm.pattern.iter().position(|&name| name == wanted) else { continue };
            self.certs.extend(&stm.certs);
            wanted = match &stm.exp {
                Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => *array,
                Exp::Scatter(scatter) => *scatter.destinations.get(which)?,
                Exp::Histogram(histogram) => *histogram.destinations.get(which)?,
                Exp::Permute(array, order) => {
                    place.ixfn = place.ixfn.permute(&inverse(order))?;
                    *array
                }
                Exp::Reshape(array, _) => {
                    place.ixfn = mem::lower::reshape(&place.ixfn, &places.shape(*array));
                    place.ixfn.as_single()?;
                    *array
                }
                Exp::Loop(looped) => looped.params.get(which)?.1.var()?,
                Exp::If { then_body, else_body, .. } => {
                    for body in [then_body, else_body] {
                        let result = body.result.get(which)?.var()?;
                        self.find(places, &body.stms, result, places.for_array(&place, result)?)?;
                    }
                    return Some(at);
                }
                exp if mem::lower::makes_fresh_array(exp, which) => {
                    self.made.push((wanted, place));
                    return Some(at);
                }
                _ => return None,
            };
            place = places.for_array(&place, wanted).filter(|renamed| same_sizes(&place, renamed))?;
        }
        None
    }
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
