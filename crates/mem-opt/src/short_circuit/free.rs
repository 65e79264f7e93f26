//! Whether an array's destination is free from its creation on. Until the circuit, nothing may read the destination's
//! old contents or write there. From then until the last use, nothing may write there or to the array.

use super::follow::Followed;
use super::origin::{End, Origin, Source};
use crate::access::{Access, accesses};
use crate::in_place::{Concern, may_write_in_place};
use crate::places::Places;
use base::Name;
use fun::def::*;
use fun_opt::facts;
use fun_opt::prove::Known;
use index::Lmad;
use mem::blocks::Blocks;

pub struct Free<'a, 'p> {
    pub places: &'a Places<'p>,
    pub known: &'a mut Known<'p>,
    pub area: Area<'a>,
    /// Part of the block where the array will be.
    pub lmad: &'a Lmad,
}

/// The new place of an array, and the arrays that move there with it.
#[derive(Clone, Copy)]
pub struct Area<'a> {
    pub block: Name,
    pub blocks: &'a Blocks,
    pub followed: &'a Followed,
}

impl Area<'_> {
    /// Whether the access is to another block than the destination. The old blocks count as other ones, because they
    /// hold nothing else.
    fn is_without(&self, access: &Access) -> bool {
        self.followed.blocks.contains(&access.block) || !self.blocks.may_be_one(access.block, self.block)
    }

    fn is_another(&self) -> bool {
        self.followed.blocks.iter().all(|&block| !self.blocks.may_be_one(block, self.block))
    }
}

impl Free<'_, '_> {
    /// Whether the destination is free from the array's creation to the last of `stms`, except for the `hoisted`
    /// statements.
    pub fn is_so(&mut self, stms: &[Stm], origin: &Origin, hoisted: &[usize]) -> bool {
        let since = stms.iter().enumerate().skip(origin.at + 1);
        let mut between = since.filter(|(at, _)| !hoisted.contains(at)).map(|(_, stm)| stm);
        stms.get(origin.at).is_some_and(|stm| self.while_made(stm, &origin.source))
            && between.all(|stm| self.is_left_alone(stm))
            && self.area.is_another()
    }

    /// Whether nothing writes the destination from the circuit to the last use of the moved arrays.
    pub fn stays_so(&mut self, later: &[Stm]) -> bool {
        later.iter().all(|stm| self.is_only_read(stm))
    }

    /// Whether the destination is free while the statement makes the array.
    fn while_made(&mut self, stm: &Stm, source: &Source) -> bool {
        match (source, &stm.exp) {
            // A copy to its own place changes nothing.
            (Source::Made(_, place), Exp::Copy(from)) if self.places.of(*from) == Some(place) => true,
            (Source::Made(array, place), _) => {
                self.accesses(stm).iter().all(|access| self.is_apart(access))
                    || self.is_made_in_place(stm, *array, place)
            }
            (Source::Branches(_, ends), Exp::If { then_body, else_body, .. }) => {
                [then_body, else_body].into_iter().zip(ends).all(|(body, end)| self.in_branch(body, end))
            }
            _ => false,
        }
    }

    /// Whether the traversal reads the destination's old contents only before it writes there, so that it can work in
    /// place.
    fn is_made_in_place(&mut self, stm: &Stm, array: Name, place: &Place) -> bool {
        let area = self.area;
        let concern = |access: &Access| match &access.part {
            _ if area.is_without(access) => Concern::None,
            Some(part) if access.block == area.block => Concern::Part(part.clone()),
            _ => Concern::Any,
        };
        may_write_in_place(self.places, self.known, stm, array, place, &concern)
    }

    fn in_branch(&mut self, body: &Body, end: &End) -> bool {
        match end {
            End::Made(origin) => self.is_so(&body.stms, origin, &[]),
            // The array is copied at the end of the branch.
            End::Copied(array, place) => self.places.of(*array).is_some_and(|from| {
                let part = from.ixfn.as_single().map(|lmad| lmad.substitute(&facts::sums(self.known)));
                from == place || self.is_apart(&Access { block: from.block, part, is_write: false })
            }),
        }
    }

    /// Whether a statement after the array's creation neither reads nor writes the destination, and accesses the moved
    /// arrays as fast as before.
    fn is_left_alone(&mut self, stm: &Stm) -> bool {
        self.accesses(stm).iter().all(|access| self.is_fast(access) && self.is_apart(access))
    }

    /// Whether a statement that runs after the array is put into its destination, and before the last use, writes neither
    /// the destination nor the moved arrays, and accesses them as fast as before.
    fn is_only_read(&mut self, stm: &Stm) -> bool {
        let accesses = self.accesses(stm);
        let is_write_there =
            |access: &Access| self.area.followed.blocks.contains(&access.block) || !self.is_apart(access);
        accesses.iter().all(|access| self.is_fast(access) && !(access.is_write && is_write_there(access)))
    }

    /// Whether the access is as fast in the new layout. Otherwise reading the array could cost more than copying it.
    fn is_fast(&self, access: &Access) -> bool {
        let is_unit = self.lmad.dims.last().is_none_or(|dim| dim.stride.is_one());
        is_unit || !self.area.followed.blocks.contains(&access.block)
    }

    fn accesses(&mut self, stm: &Stm) -> Vec<Access> {
        let mark = self.known.mark();
        facts::define_inside(self.known, &stm.exp);
        let found = accesses(self.places, stm, &facts::sums(self.known));
        self.known.forget(mark);
        found
    }

    /// Whether the access does not overlap the array's new place.
    fn is_apart(&self, access: &Access) -> bool {
        let part = access.part.as_ref().filter(|_| access.block == self.area.block);
        self.area.is_without(access)
            || part.is_some_and(|part| self.lmad.is_disjoint(part, &self.known.about(&[self.lmad, part])))
    }
}
