//! Interiors: an array that is made with a border, and of which only the interior is used later, has the interior
//! alone. Reads of the border compute what the border was made of.
//!
//! ```text
//! let (xs : [m]i32) = map m ()                      ==>   let (xs : [n]i32) = map n ()
//!   (\(i : i64) -> in (if i == 0 then a[k] else 0))         (\(i : i64) -> in (0))
//! let (ys : [m]i32) =                                     let (ys : [n]i32) =
//!   loop (zs : [m]i32 = xs) for j : i64 < n do              loop (zs : [n]i32 = xs) for j : i64 < n do
//!     let (z : i32) = zs[j]                                   let (z : i32) = if j == 0 then a[k] else zs[j - 1]
//!     let (z : i32) = z + 1                                   let (z : i32) = z + 1
//!     let (l : i64) = j + 1                                   let (l : i64) = j + 1
//!     in (zs with [l] = z)                                    in (zs with [j] = z)
//! let (inner : [n]i32) = ys[1 : n]                        let (inner : [n]i32) = ys
//! ```
//!
//! So blocks of a matrix that are computed with a border of known values can be built where the interiors are put
//! (`short-circuit`), without a copy. This is the case if
//! * the elements are scalars, and each is made of few operators, reads and branches; a few updates of the border may
//!   follow;
//! * all updates, of which there are some, are proved to be in the interior;
//! * apart from updates and loops that pass it on, the array is only read at single indices, and sliced;
//! * all slices are of the same interior, whose bounds are known when the array is made;
//! * the arrays that the border reads are not overwritten until the last read.
//!
//! Conditions of the reads are decided by `tidy`, which runs if something has changed. Needs: unique names. Guarantees:
//! nothing. Cost: linear times the nesting of loops.

mod find;
mod rewrite;

use crate::facts::Walk;
use crate::prove::Known;
use crate::tidy::tidy;
use base::{Error, Name};
use find::{Chain, Chains};
use fun::alias::analyse;
use fun::def::*;
use index::Poly;
use rewrite::Rewriter;
use value::CmpOp;

/// Makes arrays with borders as their interiors. Such a program is tidied.
///
/// # Errors
/// Bugs that tidying reports.
pub fn interior(mut program: Program) -> Result<Program, Error> {
    let mut changed = false;
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut chains = Chains::of(&program, &program.functions[id].body);
        if chains.are_none() {
            continue;
        }
        let (aliases, _) = analyse(&program, &program.functions[id]);
        chains.keep(|chain| !chain.overwrites_border(&aliases));
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut prover = Prover { known: Known::new(&program), chains };
        prover.known.enter_function(&program.functions[id]);
        prover.body(&mut body);
        let chains = prover.chains;
        changed |= !chains.are_none();
        Rewriter::new(&mut program, &chains).body(&mut body);
        program.functions[id].body = body;
    }
    if changed { tidy(program) } else { Ok(program) }
}

/// Drops the chains of which an update may be outside of the interior, or whose interior may have a negative size.
struct Prover<'p> {
    known: Known<'p>,
    chains: Chains,
}

impl<'p> Walk<'p> for Prover<'p> {
    fn known(&mut self) -> &mut Known<'p> {
        &mut self.known
    }

    fn inside(&mut self, _which: usize, body: &mut Body) {
        self.body(body);
    }
}

impl Prover<'_> {
    fn body(&mut self, body: &mut Body) {
        let mark = self.known.mark();
        for stm in &mut body.stms {
            if let Some(&name) = stm.pattern.first()
                && let Some(chain) = self.chains.with(name)
            {
                if fits(&mut self.known, chain, name, &stm.exp) {
                    self.chains.drop_layer(name);
                } else if !(chain.is_layer(name) && is_outside(&mut self.known, chain, &stm.exp)) {
                    self.chains.drop_with(name);
                }
            }
            self.stm(stm);
        }
        self.known.forget(mark);
    }
}

/// Whether the statement that binds this array of the chain needs the interior only.
fn fits(known: &mut Known, chain: &Chain, name: Name, exp: &Exp) -> bool {
    if name == chain.made {
        let mut counts = chain.interior.iter().map(|range| range.count);
        return counts.all(|count| known.decided(CmpOp::Le, Atom::i64(0), count) == Some(true));
    }
    let Exp::Update { dims, .. } = exp else { return true };
    dims.iter().zip(&chain.interior).all(|(dim, interior)| {
        let within =
            |known: &mut Known, start: Atom| known.sums.atom(start).checked_sub(&known.sums.atom(interior.start));
        match *dim {
            SliceDim::Fix(index) => within(known, index).is_some_and(|index| known.is_within(&index, interior.count)),
            SliceDim::Range { start, count, stride } => within(known, start).is_some_and(|start| {
                let stride = known.sums.atom(stride);
                known.is_range_within(&start, count, &stride, interior.count)
            }),
            SliceDim::Flat { .. } => false,
        }
    })
}

/// Whether the statement updates no element of the interior.
fn is_outside(known: &mut Known, chain: &Chain, exp: &Exp) -> bool {
    let Exp::Update { dims, .. } = exp else { return false };
    dims.iter().zip(&chain.interior).any(|(dim, interior)| {
        let from_start = |known: &Known, index: &Poly| index.checked_sub(&known.sums.atom(interior.start));
        let (start, count) = match *dim {
            SliceDim::Fix(start) => (known.sums.atom(start), Poly::one()),
            SliceDim::Range { start, count, stride } if stride.as_i64() == Some(1) => {
                (known.sums.atom(start), known.sums.atom(count))
            }
            SliceDim::Range { .. } | SliceDim::Flat { .. } => return false,
        };
        let last = start.checked_add(&count).and_then(|end| end.checked_sub(&Poly::one()));
        let last = last.and_then(|last| from_start(known, &last));
        let first = from_start(known, &start);
        first.is_some_and(|first| known.is_at_least(&first, interior.count))
            || last.is_some_and(|last| known.is_negative(&last))
    })
}
