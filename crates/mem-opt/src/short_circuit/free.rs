//! Whether an array may be where it will be copied from the time on when it is made: nothing until then may read what
//! stood there, or write there; and nothing may write there or to the array from then on until that is used last.

use super::follow::Followed;
use super::origin::{End, Origin, Source};
use crate::access::{Access, accesses};
use crate::blocks::Blocks;
use crate::facts;
use crate::in_place::{Concern, may_write_in_place};
use crate::places::Places;
use base::Name;
use fun::def::*;
use fun_opt::prove::Known;
use index::Lmad;

pub struct Free<'a, 'p> {
    pub places: &'a Places<'p>,
    pub known: &'a mut Known<'p>,
    pub area: Area<'a>,
    /// The part of the block where the array will be.
    pub lmad: &'a Lmad,
}

/// The block where the array will be, and what moves there with it.
#[derive(Clone, Copy)]
pub struct Area<'a> {
    pub block: Name,
    pub blocks: &'a Blocks,
    pub followed: &'a Followed,
}

impl Area<'_> {
    /// Whether the access is to another block; in the old ones there is nothing else.
    fn is_without(&self, access: &Access) -> bool {
        self.followed.blocks.contains(&access.block) || !self.blocks.may_be_one(access.block, self.block)
    }

    fn is_another(&self) -> bool {
        self.followed.blocks.iter().all(|&block| !self.blocks.may_be_one(block, self.block))
    }
}

impl Free<'_, '_> {
    /// From the origin to the last of the statements, but for those that are moved up before it.
    pub fn is_so(&mut self, stms: &[Stm], origin: &Origin, hoisted: &[usize]) -> bool {
        let since = stms.iter().enumerate().skip(origin.at + 1);
        let mut between = since.filter(|(at, _)| !hoisted.contains(at)).map(|(_, stm)| stm);
        stms.get(origin.at).is_some_and(|stm| self.while_made(stm, &origin.source))
            && between.all(|stm| self.is_left_alone(stm))
            && self.area.is_another()
    }

    /// From the circuit to the last use of what moves.
    pub fn stays_so(&self, later: &[Stm]) -> bool {
        later.iter().all(|stm| self.is_only_read(stm))
    }

    /// While the statement makes the array.
    fn while_made(&mut self, stm: &Stm, source: &Source) -> bool {
        match (source, &stm.exp) {
            // What is copied to where it is stays as it is.
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

    /// Where what stood there is read for nothing but what is written there.
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
            // It is copied when the branch has done all else.
            End::Copied(array, place) => self.places.of(*array).is_some_and(|from| {
                let part = from.ixfn.as_single().map(|lmad| lmad.substitute(&facts::sums(self.known)));
                from == place || self.is_apart(&Access { block: from.block, part, is_write: false })
            }),
        }
    }

    /// After it was made.
    fn is_left_alone(&self, stm: &Stm) -> bool {
        self.accesses(stm).iter().all(|access| self.is_fast(access) && self.is_apart(access))
    }

    /// After it would have been copied, until it is used last: it stays as it is.
    fn is_only_read(&self, stm: &Stm) -> bool {
        let is_write_there =
            |access: &Access| self.area.followed.blocks.contains(&access.block) || !self.is_apart(access);
        self.accesses(stm).iter().all(|access| self.is_fast(access) && !(access.is_write && is_write_there(access)))
    }

    /// In another layout the array would be read more slowly than it is copied.
    fn is_fast(&self, access: &Access) -> bool {
        let is_unit = self.lmad.dims.last().is_none_or(|dim| dim.stride.is_one());
        is_unit || !self.area.followed.blocks.contains(&access.block)
    }

    fn accesses(&self, stm: &Stm) -> Vec<Access> {
        accesses(self.places, stm, &facts::sums(self.known))
    }

    /// Whether what is accessed is not where the array will be.
    fn is_apart(&self, access: &Access) -> bool {
        let part = access.part.as_ref().filter(|_| access.block == self.area.block);
        self.area.is_without(access)
            || part.is_some_and(|part| self.lmad.is_disjoint(part, &facts::about(self.known, &[self.lmad, part])))
    }
}
