//! Entry points of the host part. A function takes its arguments leaf by leaf, as an entry point does. So the function
//! of a definition is also the entry's function, except in two cases:
//!
//! - The given leaves may not be a valid value. Then a wrapper function checks that arrays of tuples agree in their
//!   sizes, that tags of sums are in range, and that unused slots are 0.
//! - There are values of data types, which outside are arrays (`tree`). Then the wrapper converts them.

use crate::data::alternatives;
use crate::expr::variables_of;
use crate::value::{Leaf, Leaves, i64, split};
use crate::{Lowered, Lowerer, bug, limitation};
use base::{Span, Symbol};
use core_ir::def::{self as core, Size, Type};
use core_ir::leaves::{layout, tag};
use core_ir::messages;
use imp::def::{Entry, Exp, Function, FunctionId, Param, Stm};
use value::entry::{EntryType, FlatType, OpaqueForm};
use value::{CmpOp, Scalar};

impl Lowerer<'_> {
    pub(crate) fn entry(&mut self, entry: &core::Entry) -> Lowered<Entry> {
        let function = self.lowered.get(&entry.def).copied();
        let function = function.ok_or_else(|| bug("an entry point of a definition that is in no part"))?;
        if !entry.sizes.is_empty() {
            let span = self.core.defs.get(entry.def).map_or(Span::NOWHERE, |def| def.span);
            let headline = "named sizes of arguments are not supported yet in host code";
            return Err(limitation(headline, span, "this entry point is run by the host"));
        }
        let plain = entry.params.iter().all(|param| param.ty.is_plain()) && !entry.result.ty.holds_data();
        Ok(Entry {
            name: entry.name,
            function: if plain { function } else { self.entry_function(entry, function)? },
            params: entry.params.clone(),
            result: entry.result.clone(),
            doc: entry.doc.clone(),
        })
    }

    /// Makes a wrapper function that converts and checks the leaves around a call of the definition's function.
    fn entry_function(&mut self, entry: &core::Entry, function: FunctionId) -> Lowered<FunctionId> {
        let core = self.core;
        let def = &core.defs[entry.def];
        let (mut params, mut results) = (Vec::new(), Vec::new());
        let mut given = Vec::new();
        for param in &entry.params {
            given.push(self.outer(&param.ty, &param.name, &mut params)?);
        }
        let out = self.outer(&entry.result.ty, "result", &mut results)?;
        let (body, ()) = self.in_block(|this| {
            let mut args = Vec::new();
            for ((param, outer), leaves) in def.params.iter().zip(&entry.params).zip(&given) {
                args.extend(this.argument(&param.pat.ty(), &outer.ty, leaves, (&outer.name, def.span))?);
            }
            let result = this.variables(&def.result, "result")?;
            let args = this.arguments(&args)?;
            this.push(Stm::Call { results: variables_of(&result), function, args, spans: Vec::new() });
            this.give(&def.result, &entry.result.ty, &result, &out)
        })?;
        let name = Symbol::new(&format!("{}.entry", entry.name));
        Ok(self.push_function(Function { name, params, results, body, external: None }))
    }

    /// Creates parameters or results for the leaves that represent a value outside of the program.
    fn outer(&mut self, ty: &EntryType, hint: &str, params: &mut Vec<Param>) -> Lowered<Leaves> {
        let mut all = Vec::new();
        for FlatType { elem, rank } in ty.leaves() {
            all.extend(self.params(&Type::array_of(Type::Scalar(elem), &vec![Size::Any; rank]), hint, params)?);
        }
        Ok(all)
    }

    /// Converts the leaves of an argument, as they are outside of the program, to the value. Emits the checks that they
    /// are valid.
    fn argument(&mut self, ty: &Type, outer: &EntryType, leaves: &[Leaf], of: (&str, Span)) -> Lowered<Leaves> {
        if let Some(tree) = outer.tree() {
            return self.read_tree(tree, ty, leaves, of);
        }
        if let (Type::Record(fields), true) = (ty, outer.holds_data()) {
            let mut all = Vec::new();
            for ((_, field), (outer, own)) in fields.iter().zip(fields_of(outer, leaves)) {
                all.extend(self.argument(field, outer, own, of)?);
            }
            return Ok(all);
        }
        self.check(ty, leaves, of)?;
        Ok(leaves.to_vec())
    }

    /// Converts a value to the leaves that represent it outside of the program, and assigns these to the results.
    fn give(&mut self, ty: &Type, outer: &EntryType, value: &[Leaf], results: &[Leaf]) -> Lowered<()> {
        if let Some(tree) = outer.tree() {
            return self.write_tree(tree, ty, value, results);
        }
        let (Type::Record(fields), true) = (ty, outer.holds_data()) else { return self.assign(results, value) };
        let mut rest = value;
        for ((_, field), (outer, results)) in fields.iter().zip(fields_of(outer, results)) {
            let own;
            (own, rest) = split(rest, field);
            self.give(field, outer, own, results)?;
        }
        Ok(())
    }

    // Checks

    /// Emits assertions that the leaves are a valid value of the type. `name` is the argument, for messages. Leaves
    /// outside of arrays hold no objects.
    pub(crate) fn check(&mut self, ty: &Type, leaves: &[Leaf], (name, span): (&str, Span)) -> Lowered<()> {
        self.check_sizes(ty, &mut Vec::new(), leaves, name);
        self.check_tags(ty, leaves, (name, span))
    }

    /// Emits assertions that each array among the leaves begins with the sizes `dims`. This includes the arrays of
    /// payloads, used or not.
    fn check_sizes(&mut self, ty: &Type, dims: &mut Vec<Exp>, leaves: &[Leaf], name: &str) {
        match ty {
            Type::Array(elem, _) => {
                dims.push(leaves.first().map_or(i64(0), |leaf| leaf.size(dims.len())));
                self.check_sizes(elem, dims, leaves, name);
                dims.pop();
            }
            Type::Record(fields) => {
                let mut rest = leaves;
                for (_, field) in fields.iter() {
                    let own;
                    (own, rest) = split(rest, field);
                    self.check_sizes(field, dims, own, name);
                }
            }
            Type::Sum(all) => {
                leaves.iter().for_each(|leaf| self.check_leaf(dims, leaf, name));
                for ((_, payloads), own) in all.iter().zip(alternatives(all, leaves)) {
                    self.check_sizes(&Type::tuple(payloads.iter().cloned()), dims, &own, name);
                }
            }
            Type::Scalar(_)
            | Type::Data(..)
            | Type::Seq(_)
            | Type::Ref(_)
            | Type::Tensor(_)
            | Type::Function(..)
            | Type::Param(_) => {
                leaves.iter().for_each(|leaf| self.check_leaf(dims, leaf, name));
            }
        }
    }

    fn check_leaf(&mut self, dims: &[Exp], leaf: &Leaf, name: &str) {
        let own = leaf.dims().get(dims.len()..).unwrap_or(&[]);
        let message = |rank| messages::argument_shapes(name, rank);
        self.same_shape(leaf.dims(), &[dims, own].concat(), message, Span::NOWHERE);
    }

    /// Emits assertions that every tag names a constructor and that unused scalar slots are 0.
    fn check_tags(&mut self, ty: &Type, leaves: &[Leaf], of: (&str, Span)) -> Lowered<()> {
        if !ty.any_held(&|part| matches!(part, Type::Sum(_))) {
            return Ok(());
        }
        match ty {
            Type::Array(elem, _) => {
                let count = leaves.first().map_or(i64(0), |leaf| leaf.size(0));
                self.for_("i", count, Span::NOWHERE, |this, i| {
                    let row = this.rows_at(leaves, &[i])?;
                    this.check_tags(elem, &row, of)
                })
            }
            Type::Record(fields) => {
                let mut rest = leaves;
                for (_, field) in fields.iter() {
                    let own;
                    (own, rest) = split(rest, field);
                    self.check_tags(field, own, of)?;
                }
                Ok(())
            }
            Type::Sum(all) => self.check_sum(all, leaves, of),
            Type::Scalar(_)
            | Type::Data(..)
            | Type::Seq(_)
            | Type::Ref(_)
            | Type::Tensor(_)
            | Type::Function(..)
            | Type::Param(_) => Ok(()),
        }
    }

    /// Checks at run time that the tag of a sum argument is one of its type, that unused slots are 0, and the payload's
    /// tags.
    fn check_sum(&mut self, all: &[(Symbol, Vec<Type>)], leaves: &[Leaf], of: (&str, Span)) -> Lowered<()> {
        let Some(Leaf::Scalar(_, found)) = leaves.first() else { return Err(bug("a sum without a tag")) };
        let last = all.len().saturating_sub(1);
        let low = self.compare(CmpOp::Le, Exp::Const(tag(all.len(), 0)), found.clone());
        let high = self.compare(CmpOp::Le, found.clone(), Exp::Const(tag(all.len(), last)));
        let fine = self.and(low, high);
        self.assert(fine, messages::argument_tags(of.0), Vec::new(), Span::NOWHERE);
        let payloads = all.iter().zip(alternatives(all, leaves)).zip(layout(all).places);
        for (at, (((_, types), own), places)) in payloads.enumerate() {
            let made = self.compare(CmpOp::Eq, found.clone(), Exp::Const(tag(all.len(), at)));
            self.if_(
                made,
                |this| {
                    let unused = leaves.iter().enumerate().skip(1).filter(|(at, _)| !places.contains(at));
                    for (_, leaf) in unused {
                        let Leaf::Scalar(ty, slot) = leaf else { continue };
                        let fine = this.compare(CmpOp::Eq, slot.clone(), Exp::Const(Scalar::zero(*ty)));
                        this.assert(fine, messages::argument_tags(of.0), Vec::new(), Span::NOWHERE);
                    }
                    this.check_tags(&Type::tuple(types.iter().cloned()), &own, of)
                },
                |_| Ok(()),
            )?;
        }
        Ok(())
    }
}

/// Returns the fields of a record, each with its leaves; empty for other types.
fn fields_of<'a>(ty: &'a EntryType, leaves: &'a [Leaf]) -> Vec<(&'a EntryType, &'a [Leaf])> {
    let EntryType::Opaque(opaque) = ty else { return Vec::new() };
    let OpaqueForm::Record(fields) = &opaque.form else { return Vec::new() };
    let mut rest = leaves;
    let mut all = Vec::with_capacity(fields.len());
    for (_, field) in fields {
        let (own, others) = rest.split_at(field.leaves().len().min(rest.len()));
        all.push((field, own));
        rest = others;
    }
    all
}
