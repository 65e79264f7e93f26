//! Entry points of the host part. A function takes its arguments as an entry does, leaf by leaf; so the definition's
//! function is the entry's.

use crate::{Lowered, Lowerer, bug, limitation};
use core_ir::def as core;
use imp::def::Entry;

impl Lowerer<'_> {
    pub(crate) fn entry(&mut self, entry: &core::Entry) -> Lowered<Entry> {
        let function = self.lowered.get(&entry.def).copied();
        let function = function.ok_or_else(|| bug("an entry point of a definition that is in no part"))?;
        if !entry.sizes.is_empty() || !entry.params.iter().all(|param| param.ty.is_plain()) {
            let span = self.core.defs.get(entry.def).map_or(base::Span::NOWHERE, |def| def.span);
            let headline = "an argument of a sum type, or an array of tuples, for host code";
            return Err(limitation(headline, span, "this entry point is run by the host"));
        }
        Ok(Entry {
            name: entry.name,
            function,
            params: entry.params.clone(),
            result: entry.result.clone(),
            doc: entry.doc.clone(),
        })
    }
}
