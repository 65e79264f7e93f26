//! In-place traversals: whether a traversal may write an array where it reads. An iteration writes its element after
//! all its reads, so it suffices that no iteration accesses what another one writes.
//!
//! ```text
//! map n (\i -> .. a[i] ..)        to the place of a: iteration i alone reads a[i]
//! map n (\i -> .. a[n-1-i] ..)    not there: iteration 0 writes what iteration n-1 reads
//! ```
//!
//! The element may be an array, copied after the iteration has made it elsewhere. Whether it may be made at its
//! destination depends on the lambda's body.

use crate::access::{Access, of_iteration};
use crate::places::{Places, poly};
use base::Name;
use fun::def::*;
use fun::walk::{self, NameSet};
use fun_opt::facts;
use fun_opt::prove::Known;
use index::{Lmad, Poly, Threads};

/// How an access concerns the block that is written.
pub enum Concern {
    /// It accesses another block, or cannot conflict.
    None,
    /// It accesses this part of the destination block.
    Part(Lmad),
    /// It may access any part of the destination block.
    Any,
}

/// Whether the traversal may write `array`, one of its results, to `place`. `concern` relates an access to the
/// destination block. The array is not in that block yet.
pub fn may_write_in_place(
    places: &Places,
    known: &mut Known,
    stm: &Stm,
    array: Name,
    place: &Place,
    concern: &dyn Fn(&Access) -> Concern,
) -> bool {
    let Exp::Traverse(traverse) = &stm.exp else { return false };
    let Some(&index) = traverse.lambda.params.first() else { return false };
    let mark = known.mark();
    known.counter(index, traverse.width);
    // Assertions of the body are not used, because they hold only for completed iterations.
    for stm in &traverse.lambda.body.stms {
        known.define(&stm.pattern, &stm.exp);
        facts::define_inside(known, &stm.exp);
    }
    let is_so = Writer::new(places, known, stm, traverse, array, place).is_some_and(|writer| writer.is_apart(concern));
    known.forget(mark);
    is_so
}

struct Writer<'a> {
    places: &'a Places<'a>,
    known: &'a Known<'a>,
    stm: &'a Stm,
    traverse: &'a Traverse,
    index: Name,
    width: Poly,
    /// Names bound within each iteration.
    bound_inside: NameSet,
    /// Position of the written result in the pattern.
    which: usize,
    /// Part of the block that all iterations write. `row` is the part that one iteration writes.
    whole: Lmad,
    row: Lmad,
    /// Place of `row`.
    place: Place,
}

impl<'a> Writer<'a> {
    /// Describes how a traversal writes `array` at `place`. `None` if the layout is not a single linear function.
    fn new(
        places: &'a Places<'a>,
        known: &'a Known<'a>,
        stm: &'a Stm,
        traverse: &'a Traverse,
        array: Name,
        place: &Place,
    ) -> Option<Writer<'a>> {
        let index = *traverse.lambda.params.first()?;
        let value = facts::sums(known);
        let inside = walk::bound_in_body(&traverse.lambda.body);
        let row = Place { block: place.block, ixfn: place.ixfn.index(Poly::var(index))? };
        Some(Writer {
            places,
            known,
            stm,
            traverse,
            index,
            width: poly(traverse.width).substitute(&value),
            bound_inside: inside.into_iter().chain(traverse.lambda.params.iter().skip(1).copied()).collect(),
            which: stm.pattern.iter().position(|&name| name == array)?,
            whole: place.ixfn.as_single()?.substitute(&value),
            row: row.ixfn.as_single()?.substitute(&value),
            place: row,
        })
    }

    /// Whether no access that concerns the caller conflicts with the rows that the iterations write.
    fn is_apart(&self, concern: &dyn Fn(&Access) -> Concern) -> bool {
        let value = facts::sums(self.known);
        let Some(iteration) = of_iteration(self.places, self.traverse, &value) else { return false };
        // Reduced values are written after all iterations.
        let is_last = (self.traverse.scanned()..self.traverse.combined()).contains(&self.which);
        let others = self.stm.pattern.iter().enumerate().filter(|(at, _)| *at != self.which);
        let others = others.filter_map(|(_, &other)| self.whole_of(other, &value));
        let is_apart = |access: &Access, test: &dyn Fn(&Lmad) -> bool| match concern(access) {
            Concern::None => true,
            Concern::Part(part) => test(&part),
            Concern::Any => false,
        };
        let from_whole = |access: &Access| is_apart(access, &|part| self.is_disjoint(&self.whole, part));
        let from_other_rows = |access: &Access| is_last || is_apart(access, &|part| self.is_disjoint_across(part));
        let mut rows = iteration.rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.as_ref()?)));
        iteration.operators.iter().all(from_whole)
            && others.into_iter().all(|access| from_whole(&access))
            && iteration.body.iter().all(from_other_rows)
            && rows.all(|(at, row)| {
                let is_here = |part: &Lmad| self.is_own(at) || self.is_disjoint(&self.row, part);
                from_other_rows(row) && (is_last || is_apart(row, &is_here))
            })
    }

    fn whole_of(&self, array: Name, value: &dyn Fn(Name) -> Option<Poly>) -> Option<Access> {
        let place = self.places.of(array)?;
        let part = place.ixfn.as_single().map(|lmad| lmad.substitute(value));
        Some(Access { block: place.block, part, is_write: true })
    }

    /// Whether the result is the row that is written, and is already at its destination. Other rows are copied one
    /// after the other, and this one must not be written before them.
    fn is_own(&self, at: usize) -> bool {
        let row = self.traverse.lambda.body.result.get(at).and_then(|row| self.places.of(row.var()?));
        at == self.which && row == Some(&self.place)
    }

    fn is_disjoint(&self, ours: &Lmad, part: &Lmad) -> bool {
        ours.is_disjoint(part, &self.known.about(&[ours, part]))
    }

    fn is_disjoint_across(&self, part: &Lmad) -> bool {
        let about = self.known.about(&[&self.row, part]);
        let private: Vec<Name> = about.variables().filter(|name| self.bound_inside.contains(name)).collect();
        let threads = Threads { index: self.index, count: &self.width, private: &private };
        self.row.is_disjoint_across(part, &threads, &about)
    }
}
