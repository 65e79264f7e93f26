//! Types, data types, and entry points.

use super::{Lowered, Pass};
use crate::check::tree::{ConNumber, Variable};
use crate::check::types::{DataNumber, Type};
use base::{Span, Symbol};
use core_ir::def as ir;
use core_ir::def::field_order;
use value::ScalarType;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm};

/// The type of characters: code points.
pub(super) const CHAR: ir::Type = ir::Type::Scalar(ScalarType::U32);

impl Pass<'_> {
    /// Declares the data types of CORE, which may mention each other.
    pub(super) fn declare_datas(&mut self) -> Lowered<()> {
        let checked = self.checked;
        for data in checked.datas.all() {
            let type_params = (0..data.arity).map(|_| self.fresh("t")).collect();
            let constructors = Vec::new().into();
            let data = ir::Data { name: data.name, type_params, constructors, span: data.span };
            self.datas.push(self.program.datas.push(data));
        }
        for (number, data) in checked.datas.all().iter().enumerate() {
            let id = self.datas[number];
            let params: Vec<ir::Type> =
                self.program.datas[id].type_params.iter().map(|name| ir::Type::Param(*name)).collect();
            let mut constructors = Vec::new();
            for &con in &data.cons {
                let declared = checked.datas.con(con);
                let types = declared.params.iter().map(|param| declared.chosen(*param, &params));
                let types = types.collect::<Option<Vec<_>>>().ok_or_else(|| super::bug("a hidden type"))?;
                let payload =
                    self.with_types(&declared.params, types, |pass| pass.ty(&declared.payload, declared.span))?;
                constructors.push((self.con_name(con), vec![payload]));
            }
            constructors.sort_by_key(|(name, _)| *name);
            self.program.datas[id].constructors = constructors.into();
        }
        Ok(())
    }

    /// Returns the name of a constructor in CORE. Constructors of one data type may have equal names in the program.
    pub(super) fn con_name(&self, con: ConNumber) -> Symbol {
        let datas = &self.checked.datas;
        let declared = datas.con(con);
        let before = datas.get(declared.data).cons.iter().take_while(|other| **other != con);
        match before.filter(|other| datas.con(**other).name == declared.name).count() {
            0 => declared.name,
            count => Symbol::new(&format!("{}.{count}", declared.name)),
        }
    }

    /// Returns the type in CORE. `span` is the place of what has the type.
    pub(super) fn ty(&mut self, ty: &Type, span: Span) -> Lowered<ir::Type> {
        Ok(match self.checked.unifier.head(ty) {
            Type::Number(scalar) => ir::Type::Scalar(scalar),
            Type::Symbol => ir::Type::I64,
            Type::Bool => ir::Type::BOOL,
            Type::Char => CHAR,
            Type::Seq(element) => ir::Type::Seq(self.ty(&element, span)?.into()),
            Type::Tensor(element) => ir::Type::Tensor(self.ty(&element, span)?.into()),
            Type::Ref(content) => ir::Type::Ref(self.ty(&content, span)?.into()),
            Type::Record(fields, _) => {
                let fields = fields.iter().map(|(label, ty)| Ok((*label, self.ty(ty, span)?)));
                let mut fields = fields.collect::<Lowered<Vec<_>>>()?;
                fields.sort_by(|(a, _), (b, _)| field_order(*a, *b));
                ir::Type::Record(fields.into())
            }
            Type::Data(DataNumber(number), arguments) => {
                let arguments = arguments.iter().map(|ty| self.ty(ty, span)).collect::<Lowered<Vec<_>>>()?;
                ir::Type::Data(self.datas[number as usize], arguments.into())
            }
            Type::Function(param, result) => {
                ir::Type::Function(self.ty(&param, span)?.into(), self.ty(&result, span)?.into())
            }
            Type::All(poly, set, view) => self.forms(&poly, set, &view, span)?,
            // Nothing depends on a type that is unknown in the end.
            Type::Variable(_) => ir::Type::unit(),
            Type::Param(param) => match self.chosen.get(&param) {
                Some(ty) => ty.clone(),
                None => return Err(super::bug(&format!("a type parameter out of scope at {span:?}"))),
            },
            Type::Error => return Err(super::bug("a type with an error")),
        })
    }

    /// Returns the entry point for a definition, if callers can give its arguments and take its result.
    pub(super) fn entry(&self, name: Symbol, def: ir::DefId, params: &[Variable], result: &Type) -> Option<ir::Entry> {
        let param = |param: &Variable| {
            let ty = self.entry_type(&param.ty)?;
            let shown = self.checked.show(&param.ty);
            Some(EntryParam { name: param.name.to_string(), ty, shown, consumed: false })
        };
        let params = params.iter().map(param).collect::<Option<Vec<_>>>()?;
        let result = EntryResult { ty: self.entry_type(result)?, shown: self.checked.show(result), unique: false };
        Some(ir::Entry { name, def, params, result, doc: None, sizes: Vec::new() })
    }

    /// Returns a type as callers see it; `None` if it does not consist of scalars, sequences of scalars, and records.
    pub(super) fn entry_type(&self, ty: &Type) -> Option<EntryType> {
        Some(match self.checked.unifier.head(ty) {
            Type::Number(scalar) => EntryType::flat(scalar, 0),
            Type::Bool => EntryType::flat(ScalarType::Bool, 0),
            Type::Char => EntryType::flat(ScalarType::U32, 0),
            Type::Seq(elem) => match self.entry_type(&elem)? {
                elem @ EntryType::Flat(_) => EntryType::array(elem),
                EntryType::Opaque(_) => return None,
            },
            Type::Record(fields, _) => {
                let fields = fields.iter().map(|(label, ty)| Some((*label, self.entry_type(ty)?)));
                let mut fields = fields.collect::<Option<Vec<_>>>()?;
                fields.sort_by(|(a, _), (b, _)| field_order(*a, *b));
                EntryType::spelt(OpaqueForm::Record(fields))
            }
            // The type of what fails.
            Type::Variable(_) => EntryType::spelt(OpaqueForm::Record(Vec::new())),
            _ => return None,
        })
    }
}
