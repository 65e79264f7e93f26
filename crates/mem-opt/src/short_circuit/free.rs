//! Whether an array may be where it will be copied from the time on when it is made: nothing until then may read what
//! stood there, or write there.

use super::follow::Followed;
use super::origin::{End, Origin, Source};
use crate::access::{Access, accesses};
use crate::blocks::Blocks;
use crate::facts;
use crate::places::Places;
use base::Name;
use fun::def::*;
use fun_opt::prove::Known;
use index::{Lmad, Poly};

pub struct Free<'a> {
    pub places: &'a Places<'a>,
    pub blocks: &'a Blocks,
    pub known: &'a Known<'a>,
    /// The integers that are known as sums of others.
    pub value: &'a dyn Fn(Name) -> Option<Poly>,
    /// The part of the block where the array will be.
    pub lmad: &'a Lmad,
    pub block: Name,
    pub followed: &'a Followed,
}

impl Free<'_> {
    /// From the origin to the last of the statements, but for those that are moved up before it.
    pub fn is_so(&self, stms: &[Stm], origin: &Origin, hoisted: &[usize]) -> bool {
        let since = stms.iter().enumerate().skip(origin.at + 1);
        let mut between = since.filter(|(at, _)| !hoisted.contains(at)).map(|(_, stm)| stm);
        stms.get(origin.at).is_some_and(|stm| self.while_made(stm, &origin.source))
            && between.all(|stm| self.is_left_alone(stm))
            && self.followed.blocks.iter().all(|&block| !self.blocks.may_be_one(block, self.block))
    }

    /// While the statement makes the array.
    fn while_made(&self, stm: &Stm, source: &Source) -> bool {
        match (source, &stm.exp) {
            (Source::Made(..), _) => self.accesses(stm).iter().all(|access| self.is_apart(access)),
            (Source::Branches(_, ends), Exp::If { then_body, else_body, .. }) => {
                [then_body, else_body].into_iter().zip(ends).all(|(body, end)| self.in_branch(body, end))
            }
            _ => false,
        }
    }

    fn in_branch(&self, body: &Body, end: &End) -> bool {
        match end {
            End::Made(origin) => self.is_so(&body.stms, origin, &[]),
            // It is copied when the branch has done all else.
            End::Copied(array, place) => self.places.of(*array).is_some_and(|from| {
                let part = from.ixfn.as_single().map(|lmad| lmad.substitute(self.value));
                from == place || self.is_apart(&Access { block: from.block, part })
            }),
        }
    }

    /// After it was made: in another layout it would be read more slowly than it is copied.
    fn is_left_alone(&self, stm: &Stm) -> bool {
        let is_unit = self.lmad.dims.last().is_none_or(|dim| dim.stride.is_one());
        let is_fast = |access: &Access| is_unit || !self.followed.blocks.contains(&access.block);
        self.accesses(stm).iter().all(|access| is_fast(access) && self.is_apart(access))
    }

    fn accesses(&self, stm: &Stm) -> Vec<Access> {
        accesses(self.places, stm, self.value)
    }

    /// Whether what is accessed is not where the array will be; in the old blocks there is nothing else.
    fn is_apart(&self, access: &Access) -> bool {
        if self.followed.blocks.contains(&access.block) || !self.blocks.may_be_one(access.block, self.block) {
            return true;
        }
        let part = access.part.as_ref().filter(|_| access.block == self.block);
        part.is_some_and(|part| self.lmad.is_disjoint(part, &facts::about(self.known, &[self.lmad, part])))
    }
}
