//! Types in CORE, and as the outside of an entry point sees them.

use super::{Lowered, Pass, bug};
use crate::check::show::Shower;
use crate::check::tree::Sum;
use crate::check::types::Type;
use base::{Error, Span, Symbol, graph};
use core_ir::def as ir;
use std::sync::Arc;
use value::entry::{EntryParam, EntryResult, EntryType, OpaqueForm, OpaqueType};

/// The user's types within types.
const MAX_DEPTH: usize = 200;
/// Parts of a type in CORE.
const MAX_PARTS: usize = 20_000;

impl Pass<'_> {
    /// The type in the copy that is being made: it has no variables.
    pub(super) fn known(&self, ty: &Type, span: Span) -> Lowered<Type> {
        let ty = self.checked.unifier.replace(ty, &self.chosen).map_err(|_| too_large(span))?;
        // What a variable was chosen to be has been known there, so once is enough.
        Ok(ty)
    }

    pub(super) fn ty(&self, ty: &Type, span: Span) -> Lowered<ir::Type> {
        let ty = self.known(ty, span)?;
        self.core(&ty, span, &mut Vec::new(), &mut MAX_PARTS.clone())
    }

    /// `within`: the types of the user's around.
    fn core(&self, ty: &Type, span: Span, within: &mut Vec<Symbol>, left: &mut usize) -> Lowered<ir::Type> {
        if *left == 0 || within.len() > MAX_DEPTH {
            return Err(too_large(span));
        }
        *left -= 1;
        Ok(match ty {
            Type::Scalar(scalar) => ir::Type::Scalar(*scalar),
            Type::Unit => ir::Type::unit(),
            Type::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.core(part, span, within, left));
                ir::Type::tuple(parts.collect::<Lowered<Vec<_>>>()?)
            }
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                let elem = self.core(elem, span, within, left)?;
                ir::Type::array_of(elem, &vec![ir::Size::Any; rank as usize])
            }
            Type::Function(param, result) => {
                ir::Type::function(self.core(param, span, within, left)?, self.core(result, span, within, left)?)
            }
            Type::User(name, args) => self.user_type((*name, args), span, within, left)?,
            Type::Sum(constructors) => ir::Type::Sum(self.constructors(constructors, span, within, left)?),
            Type::Param(at) => match self.parameters.get(*at as usize) {
                Some(name) => ir::Type::Param(*name),
                None => return Err(bug("a type parameter out of its definition")),
            },
            Type::Variable(_) | Type::Rank(_) | Type::Error => return Err(bug("an unknown type")),
        })
    }

    fn user_type(
        &self,
        (name, args): (Symbol, &[Type]),
        span: Span,
        within: &mut Vec<Symbol>,
        left: &mut usize,
    ) -> Lowered<ir::Type> {
        if let Some(id) = self.datas.get(&name) {
            let args = args.iter().map(|arg| self.core(arg, span, within, left));
            return Ok(ir::Type::Data(*id, args.collect::<Lowered<_>>()?));
        }
        let constructors = self.constructors_of(name, args)?;
        within.push(name);
        let made = self.constructors(&constructors, span, within, left);
        within.pop();
        Ok(ir::Type::Sum(made?))
    }

    fn constructors(
        &self,
        constructors: &[(Symbol, Type)],
        span: Span,
        within: &mut Vec<Symbol>,
        left: &mut usize,
    ) -> Lowered<ir::Constructors> {
        let mut made = Vec::new();
        for (name, payload) in constructors {
            let payload = match payload {
                Type::Unit => Vec::new(),
                _ => vec![self.core(payload, span, within, left)?],
            };
            made.push((*name, payload));
        }
        made.sort_by_key(|(name, _)| *name);
        Ok(made.into())
    }

    /// Makes the data types: the user's types that have themselves as a part, in the order of the text.
    pub(super) fn declare_datas(&mut self) -> Lowered<()> {
        let sums: Vec<&Sum> = self.checked.sums.values().collect();
        let edges: Vec<Vec<usize>> = sums.iter().map(|sum| self.needed(sum)).collect();
        let recursive = graph::on_cycles(&edges);
        let recursive = || sums.iter().enumerate().filter(|(at, _)| recursive.contains(at)).map(|(_, sum)| *sum);
        for sum in recursive() {
            let type_params = sum.params.iter().map(|param| self.program.names.fresh(param.as_str())).collect();
            let data = ir::Data { name: sum.name, type_params, constructors: Arc::new([]), span: sum.span };
            self.datas.insert(sum.name, self.program.datas.push(data));
        }
        for sum in recursive() {
            let Some(id) = self.datas.get(&sum.name).copied() else { continue };
            self.parameters = self.program.datas[id].type_params.clone();
            let made = self.constructors(&sum.constructors, sum.span, &mut Vec::new(), &mut MAX_PARTS.clone());
            self.program.datas[id].constructors = made?;
        }
        self.parameters.clear();
        Ok(())
    }

    /// The user's sums that a sum's constructors mention, by position.
    fn needed(&self, sum: &Sum) -> Vec<usize> {
        let mut needed = Vec::new();
        let mut open: Vec<&Type> = sum.constructors.iter().map(|(_, ty)| ty).collect();
        while let Some(ty) = open.pop() {
            if let Type::User(name, _) = ty {
                needed.extend(self.checked.sums.get_index_of(name));
            }
            open.extend(ty.parts());
        }
        needed
    }

    fn constructors_of(&self, name: Symbol, args: &[Type]) -> Lowered<Vec<(Symbol, Type)>> {
        let Some(sum) = self.checked.sums.get(&name) else { return Err(bug("an unknown sum")) };
        Ok(sum.constructors.iter().map(|(name, ty)| (*name, ty.with_arguments(args))).collect())
    }

    pub(super) fn entry_param(&self, name: Symbol, ty: &Type, span: Span) -> Lowered<EntryParam> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryParam { name: name.to_string(), ty: outside, shown: self.shown(ty), consumed: false })
    }

    pub(super) fn entry_result(&self, ty: &Type, span: Span) -> Lowered<EntryResult> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryResult { ty: outside, shown: self.shown(ty), unique: false })
    }

    fn shown(&self, ty: &Type) -> String {
        Shower::default().show(&self.checked.unifier, ty)
    }

    fn entry_type(&self, ty: &Type, span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        // Refuses what is too large.
        self.ty(ty, span)?;
        Ok(match ty {
            Type::Scalar(scalar) => EntryType::flat(*scalar, 0),
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                let elem = self.entry_type(elem, span, within)?;
                (0..rank).fold(elem, |elem, _| EntryType::array(elem))
            }
            Type::Unit => EntryType::spelt(OpaqueForm::Record(Vec::new())),
            Type::Tuple(parts) => {
                let parts = parts
                    .iter()
                    .enumerate()
                    .map(|(at, part)| Ok((ir::tuple_field(at), self.entry_type(part, span, within)?)));
                EntryType::spelt(OpaqueForm::Record(parts.collect::<Lowered<_>>()?))
            }
            Type::Sum(constructors) => self.entry_sum(constructors, span, within)?,
            Type::User(name, _) if self.datas.contains_key(name) => return Err(recursive_outside(*name, span)),
            Type::User(name, args) => {
                let constructors = self.constructors_of(*name, args)?;
                within.push(*name);
                let sum = self.entry_sum(&constructors, span, within);
                within.pop();
                named(sum?, self.shown(ty))
            }
            Type::Function(..) | Type::Variable(_) | Type::Rank(_) | Type::Param(_) | Type::Error => {
                return Err(bug("an entry point with a function or an unknown type"));
            }
        })
    }

    fn entry_sum(&self, constructors: &[(Symbol, Type)], span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        let mut made = Vec::new();
        for (name, payload) in constructors {
            let payload = match payload {
                Type::Unit => Vec::new(),
                _ => vec![self.entry_type(payload, span, within)?],
            };
            made.push((*name, payload));
        }
        made.sort_by_key(|(name, _)| *name);
        Ok(EntryType::spelt(OpaqueForm::Sum(made)))
    }
}

fn named(ty: EntryType, name: String) -> EntryType {
    match ty {
        EntryType::Opaque(opaque) => EntryType::Opaque(Arc::new(OpaqueType { name, form: opaque.form.clone() })),
        flat @ EntryType::Flat(_) => flat,
    }
}

fn recursive_outside(name: Symbol, span: Span) -> Error {
    let headline = format!("the recursive type `{name}` in an input or result is not supported yet");
    let diagnostic = base::Diagnostic::error(super::NOT_SUPPORTED, headline)
        .label(span, "the program's caller would have to make or read such a value")
        .help("take and give vectors; a `mu` can build the value from one, and another one can put its parts into one");
    Error::Limitation(Box::new(diagnostic))
}

fn too_large(span: Span) -> Error {
    let diagnostic = base::Diagnostic::error(super::NOT_SUPPORTED, "a type is too large");
    Error::Limitation(Box::new(diagnostic.label(span, "the type of this has too many parts")))
}
