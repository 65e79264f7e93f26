//! Extraction of the device part as a separate program. Its entry points are the accelerated definitions, under their
//! own names, and the entry points without host code. It contains exactly the definitions that these need.
//!
//! ```text
//! data list = <cons(i64, list) | nil>               def dot_1 (x : i64) (xs : []i64) : ? i64 =
//! def dot_1 accelerated (x : i64) (xs : []i64) ..     reduce(plus, 0, map(\y -> @scale(x, y), xs))
//! def scale (x : i64) (y : i64) : i64 = x * y       def scale (x : i64) (y : i64) : i64 = x * y
//! def dot (l : list) (xs : []i64) : i64 = ..        entry dot_1 = @dot_1(x : i64, xs : []i64) -> i64
//! entry main = @main(..) -> ..
//! ```
//!
//! This is Algorithm 1 of "Expression Acceleration" (§4.1, App. C): a search of the graph of uses from the definitions
//! in `I`. Because definitions are unordered, the algorithm's case for groups of recursive bindings covers everything.
//! The entry points' types describe how values cross between host and device (§4.3): both sides hold their leaves
//! (`value::entry`).
//!
//! If acceleration is explicit, the device part is one without uniqueness types, and `updates` removes copies from it.
//!
//! Needs: no type parameters, the rules of `well_formed`. Guarantees: no data types. Cost: linear in the program.

use crate::accelerate::host_definitions;
use crate::calls::Calls;
use crate::def::{Acceleration, Def, DefId, Entry, Expr, ExprKind, Param, Pat, Program, TableId, Type};
use crate::updates::in_place;
use crate::walk::for_each_child_mut;
use crate::well_formed;
use base::entity::EntityRef;
use base::{Bug, Error};
use rustc_hash::FxHashMap;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm};

/// Whether a part of the program runs on the host.
pub fn has_host_part(program: &Program) -> bool {
    !host_definitions(program).is_empty()
}

/// Returns the device part.
///
/// # Errors
/// A bug if the program is not well formed, or for an accelerated definition that cannot run on a device.
pub fn extract(program: &Program) -> Result<Program, Error> {
    let breaches: Vec<String> = well_formed::check(program).iter().map(|breach| breach.to_string()).collect();
    if !breaches.is_empty() {
        return Err(Bug::new("extract", breaches.join("\n")).into());
    }
    let host = host_definitions(program);
    let mut entries: Vec<Entry> =
        program.entries.iter().filter(|entry| !host.contains(&entry.def.index())).cloned().collect();
    for (id, def) in program.defs.iter().filter(|(_, def)| def.accelerated) {
        entries.push(entry(id, def)?);
    }
    let mut needed = Calls::of(program).callees_first(entries.iter().map(|entry| entry.def));
    needed.sort_unstable();
    let mut part = Part { defs: FxHashMap::default(), tables: FxHashMap::default(), out: Program::default() };
    part.defs.extend(needed.iter().enumerate().map(|(at, id)| (*id, DefId::new(at))));
    for id in needed {
        let mut def = Def { accelerated: false, ..program.defs[id].clone() };
        part.renumber(program, &mut def.body);
        part.out.defs.push(def);
    }
    entries.iter_mut().for_each(|entry| entry.def = part.defs[&entry.def]);
    let device = Program { names: program.names.clone(), entries, ..part.out };
    Ok(if program.acceleration == Acceleration::Explicit { in_place(device) } else { device })
}

struct Part {
    defs: FxHashMap<DefId, DefId>,
    tables: FxHashMap<TableId, TableId>,
    out: Program,
}

impl Part {
    /// Replaces the numbers of definitions and tables in an expression by those in the extracted program.
    fn renumber(&mut self, program: &Program, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Def(id, _) => *id = self.defs.get(id).copied().unwrap_or(*id),
            ExprKind::Table(id) => {
                let tables = &mut self.out.tables;
                if let Some(table) = program.tables.get(*id) {
                    *id = *self.tables.entry(*id).or_insert_with(|| tables.push(table.clone()));
                }
            }
            _ => for_each_child_mut(expr, &mut |child| self.renumber(program, child)),
        }
    }
}

/// Returns the entry point for an accelerated definition, under its own name. A bug if a type has no leaves.
pub(crate) fn entry(id: DefId, def: &Def) -> Result<Entry, Error> {
    let ty = |ty: &Type| {
        entry_type(ty)
            .ok_or_else(|| Error::from(Bug::new("extract", format!("a type in `{}` has no leaves", def.name))))
    };
    let param = |(at, Param { pat, consumed, .. }): (usize, &Param)| {
        let name = if let Pat::Var(name, _) = pat { name.hint.to_string() } else { format!("value{at}") };
        let ty = ty(&pat.ty())?;
        Ok(EntryParam { name, shown: ty.name(), ty, consumed: consumed.any() })
    };
    let params = def.params.iter().enumerate().map(param).collect::<Result<Vec<_>, Error>>()?;
    let ty = ty(&def.result)?;
    let result = EntryResult { shown: ty.name(), ty, unique: false };
    Ok(Entry { name: def.name, def: id, params, result, doc: None, sizes: Vec::new() })
}

/// Returns the entry type; `None` if the type contains functions, data types or type parameters.
pub fn entry_type(ty: &Type) -> Option<EntryType> {
    Some(match ty {
        Type::Scalar(elem) => EntryType::flat(*elem, 0),
        Type::Array(elem, _) => EntryType::array(entry_type(elem)?),
        Type::Record(fields) => {
            let fields = fields.iter().map(|(name, field)| Some((*name, entry_type(field)?)));
            EntryType::spelt(OpaqueForm::Record(fields.collect::<Option<_>>()?))
        }
        Type::Sum(constructors) => {
            let payloads = |types: &[Type]| types.iter().map(entry_type).collect::<Option<Vec<EntryType>>>();
            let constructors = constructors.iter().map(|(name, types)| Some((*name, payloads(types)?)));
            EntryType::spelt(OpaqueForm::Sum(constructors.collect::<Option<_>>()?))
        }
        Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_) | Type::Function(..) | Type::Param(_) => {
            return None;
        }
    })
}
