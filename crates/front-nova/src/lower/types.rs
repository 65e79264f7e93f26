//! The types of CORE for NOVA's types, and the types of entry points.

use super::nested::{Columns, Kind, MAX_LEVELS, rows_type, vector_of};
use super::{Lowered, MAX_INSTANCES, Pass, TOO_MANY_COPIES, bug};
use crate::check::show::Shower;
use crate::check::tree::{Program, Sum};
use crate::check::types::Type;
use base::entity::EntityRef;
use base::{Error, Span, Symbol, graph};
use core_ir::def as ir;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;
use value::entry::{DataType, EntryParam, EntryResult, EntryType, OpaqueForm, OpaqueType, TreeType};

/// Largest nesting depth of user-defined types.
const MAX_DEPTH: usize = 200;
/// Largest number of nodes of a type in CORE.
pub(super) const MAX_PARTS: usize = 20_000;
/// Recursive types in an entry point's type, by the numbers of their data types.
type WantedDatas = IndexMap<usize, (Symbol, Rc<[Type]>)>;

/// Largest number of nodes in the arguments of a recursive type.
const MAX_ARGUMENT_PARTS: usize = 1_000;

/// Returns the recursive user-defined types.
pub(super) fn recursive_types(program: &Program) -> FxHashSet<Symbol> {
    let edges: Vec<Vec<usize>> = program.sums.values().map(|sum| needed(program, sum)).collect();
    let recursive = graph::on_cycles(&edges);
    recursive.into_iter().filter_map(|at| Some(*program.sums.get_index(at)?.0)).collect()
}

/// Returns the positions of the user-defined sums that the constructors of a sum mention.
fn needed(program: &Program, sum: &Sum) -> Vec<usize> {
    let mut needed = Vec::new();
    let mut open: Vec<&Type> = sum.constructors.iter().map(|(_, ty)| ty).collect();
    while let Some(ty) = open.pop() {
        if let Type::User(name, _) = ty {
            needed.extend(program.sums.get_index_of(name));
        }
        open.extend(ty.parts());
    }
    needed
}

/// Whether the type has at most `left` nodes. Subtracts their number from `left`.
fn is_within(ty: &Type, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    ty.parts().into_iter().all(|part| is_within(part, left))
}

impl Pass<'_> {
    /// Returns the type with general variables replaced by their types in the current copy.
    pub(super) fn known(&self, ty: &Type, span: Span) -> Lowered<Type> {
        let ty = self.checked.unifier.replace(ty, &self.chosen).map_err(|_| too_large(span))?;
        // The types in `chosen` have no such variables, so one substitution is enough.
        Ok(ty)
    }

    /// Returns the CORE type of a type that is known to be small enough.
    pub(super) fn core_type(&mut self, ty: &Type, span: Span) -> ir::Type {
        self.ty(ty, span).unwrap_or_else(|error| {
            match error {
                Error::User(diagnostics) => self.wrong.extend(diagnostics),
                Error::Limitation(diagnostic) => self.wrong.push(*diagnostic),
                Error::Bug(bug) => self.wrong.push(base::Diagnostic::error(super::NOT_SUPPORTED, bug.to_string())),
            }
            ir::Type::unit()
        })
    }

    pub(super) fn ty(&mut self, ty: &Type, span: Span) -> Lowered<ir::Type> {
        let ty = self.known(ty, span)?;
        self.core(&ty, span, &mut Vec::new(), &mut MAX_PARTS.clone())
    }

    /// Converts a type to CORE. `within` are the enclosing user-defined types, and `left` is the number of nodes that
    /// may still be converted.
    fn core(&mut self, ty: &Type, span: Span, within: &mut Vec<Symbol>, left: &mut usize) -> Lowered<ir::Type> {
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
                if self.is_too_deep(ty) {
                    return Err(too_deep(&self.shown(ty), span));
                }
                if let Some(elem) = self.nested(ty) {
                    return self.nested_core(elem, span, within, left);
                }
                let elem = self.core(elem, span, within, left)?;
                ir::Type::array_of(elem, &vec![ir::Size::Any; rank as usize])
            }
            Type::Function(param, result) => {
                ir::Type::function(self.core(param, span, within, left)?, self.core(result, span, within, left)?)
            }
            Type::User(name, args) => self.user_type((*name, args), span, within, left)?,
            Type::Sum(constructors) => ir::Type::Sum(self.constructors(constructors, span, within, left)?),
            Type::Variable(_) | Type::Rank(_) | Type::Param(_) | Type::Error => return Err(bug("an unknown type")),
        })
    }

    /// Converts a user-defined type: a recursive one to a data type, any other to a sum.
    fn user_type(
        &mut self,
        (name, args): (Symbol, &Rc<[Type]>),
        span: Span,
        within: &mut Vec<Symbol>,
        left: &mut usize,
    ) -> Lowered<ir::Type> {
        if self.recursive.contains(&name) {
            return Ok(ir::Type::Data(self.data(name, args)?, Arc::new([])));
        }
        let constructors = self.constructors_of(name, args)?;
        within.push(name);
        let made = self.constructors(&constructors, span, within, left);
        within.pop();
        Ok(ir::Type::Sum(made?))
    }

    /// Converts a vector type with elements of type `elem` to CORE.
    fn nested_core(
        &mut self,
        elem: &Type,
        span: Span,
        within: &mut Vec<Symbol>,
        left: &mut usize,
    ) -> Lowered<ir::Type> {
        Ok(match self.kind(elem) {
            Kind::Tuple(columns) | Kind::Sum(columns) => {
                let column = |(field, part)| Ok((field, self.core(&vector_of(part), span, within, left)?));
                ir::Type::Record(columns.fields().map(column).collect::<Lowered<_>>()?)
            }
            Kind::Rows(_) | Kind::Regular => rows_type(self.core(elem, span, within, left)?),
        })
    }

    /// Converts the constructors of a sum, and sorts them by name. A unit payload is dropped.
    fn constructors(
        &mut self,
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

    /// Returns the number of the data type for a recursive type with these arguments. `make_datas` makes it at the end.
    fn data(&mut self, name: Symbol, args: &Rc<[Type]>) -> Lowered<ir::DataId> {
        let mut left = MAX_ARGUMENT_PARTS;
        let fits = args.iter().all(|arg| is_within(arg, &mut left));
        let (at, _) = self.datas.insert_full((name, args.clone()));
        if !fits || at >= MAX_INSTANCES {
            return Err(self.too_many_types(name));
        }
        Ok(ir::DataId::new(at))
    }

    /// Makes the data types for all recursive types that are used, and for those that they mention.
    pub(super) fn make_datas(&mut self) -> Lowered<()> {
        while let Some((name, args)) = self.datas.get_index(self.program.datas.len()).cloned() {
            let span = self.checked.sums.get(&name).map_or(Span::NOWHERE, |sum| sum.span);
            let constructors = self.constructors_of(name, &args)?;
            let constructors = self.constructors(&constructors, span, &mut Vec::new(), &mut MAX_PARTS.clone())?;
            self.program.datas.push(ir::Data { name, type_params: Vec::new(), constructors, span });
        }
        Ok(())
    }

    fn too_many_types(&self, name: Symbol) -> Error {
        let span = self.checked.sums.get(&name).map_or(Span::NOWHERE, |sum| sum.span);
        let diagnostic = base::Diagnostic::error(TOO_MANY_COPIES, format!("`{name}` is used at too many types"))
            .label(span, "this type exceeds the limit")
            .note("a type with parameters is compiled once for each list of types that it is used with")
            .help("let the type contain itself with the same arguments only");
        Error::Limitation(Box::new(diagnostic))
    }

    pub(super) fn constructors_of(&self, name: Symbol, args: &[Type]) -> Lowered<Vec<(Symbol, Type)>> {
        let Some(sum) = self.checked.sums.get(&name) else { return Err(bug("an unknown sum")) };
        Ok(sum.constructors.iter().map(|(name, ty)| (*name, ty.with_arguments(args))).collect())
    }

    pub(super) fn entry_param(&mut self, name: Symbol, ty: &Type, span: Span) -> Lowered<EntryParam> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryParam { name: name.to_string(), ty: outside, shown: self.shown(ty), consumed: false })
    }

    pub(super) fn entry_result(&mut self, ty: &Type, span: Span) -> Lowered<EntryResult> {
        let outside = self.entry_type(ty, span, &mut Vec::new())?;
        Ok(EntryResult { ty: outside, shown: self.shown(ty), unique: false })
    }

    fn shown(&self, ty: &Type) -> String {
        Shower::default().show(&self.checked.unifier, ty)
    }

    /// Returns the type of a parameter or result as callers see it.
    fn entry_type(&mut self, ty: &Type, span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        // The conversion to CORE rejects types that are too large.
        let core = self.ty(ty, span)?;
        if core.has_data() && !matches!(ty, Type::Tuple(_)) {
            return self.entry_tree(ty, span);
        }
        Ok(match ty {
            Type::Scalar(scalar) => EntryType::flat(*scalar, 0),
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                if let Some(elem) = self.nested(ty) {
                    return self.nested_entry(ty, elem, span, within);
                }
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

    fn nested_entry(&mut self, ty: &Type, elem: &Type, span: Span, within: &mut Vec<Symbol>) -> Lowered<EntryType> {
        Ok(match self.kind(elem) {
            Kind::Tuple(columns) => EntryType::spelt(self.entry_columns(&columns, span, within)?),
            Kind::Sum(columns) => named(EntryType::spelt(self.entry_columns(&columns, span, within)?), self.shown(ty)),
            Kind::Rows(_) | Kind::Regular => {
                named(EntryType::rows_of(self.entry_type(elem, span, within)?), self.shown(ty))
            }
        })
    }

    fn entry_columns(&mut self, columns: &Columns, span: Span, within: &mut Vec<Symbol>) -> Lowered<OpaqueForm> {
        let column = |(field, part)| Ok((field, self.entry_type(&vector_of(part), span, within)?));
        Ok(OpaqueForm::Record(columns.fields().map(column).collect::<Lowered<_>>()?))
    }

    /// Returns the entry type of a type that contains recursive types.
    fn entry_tree(&mut self, ty: &Type, span: Span) -> Lowered<EntryType> {
        let mut wanted = IndexMap::new();
        let root = self.tree_part(ty, span, &mut wanted)?;
        let mut datas = Vec::new();
        while let Some((&number, (name, args))) = wanted.get_index(datas.len()) {
            let (name, args) = (*name, Rc::clone(args));
            let constructors = self.constructors_of(name, &args)?;
            let constructors = self.tree_constructors(&constructors, span, &mut wanted)?;
            datas.push(DataType { number, constructors });
        }
        let form = OpaqueForm::Tree(Box::new(TreeType { datas, root }));
        Ok(EntryType::Opaque(Arc::new(OpaqueType { name: self.shown(ty), form })))
    }

    /// Returns the entry type of a component of such a type. Adds recursive types to `wanted`.
    fn tree_part(&mut self, ty: &Type, span: Span, wanted: &mut WantedDatas) -> Lowered<EntryType> {
        if !self.ty(ty, span)?.has_data() {
            return self.entry_type(ty, span, &mut Vec::new());
        }
        match ty {
            Type::Vector(rank, elem) => {
                let Type::Rank(rank) = **rank else { return Err(bug("a vector of unknown rank")) };
                match self.nested(ty).map(|elem| self.kind(elem)) {
                    None => {}
                    Some(Kind::Tuple(columns)) => {
                        let column = |(field, part)| Ok((field, self.tree_part(&vector_of(part), span, wanted)?));
                        return Ok(EntryType::spelt(OpaqueForm::Record(
                            columns.fields().map(column).collect::<Lowered<_>>()?,
                        )));
                    }
                    Some(_) => return Err(rows_outside(&self.shown(ty), &self.shown(elem), span)),
                }
                let elem = self.tree_part(elem, span, wanted)?;
                Ok(named(EntryType::spelt(OpaqueForm::Array(elem, rank as usize)), self.shown(ty)))
            }
            Type::Tuple(parts) => {
                let part = |(at, part)| Ok((ir::tuple_field(at), self.tree_part(part, span, wanted)?));
                let parts = parts.iter().enumerate().map(part).collect::<Lowered<_>>()?;
                Ok(EntryType::spelt(OpaqueForm::Record(parts)))
            }
            Type::Sum(constructors) => {
                Ok(EntryType::spelt(OpaqueForm::Sum(self.tree_constructors(constructors, span, wanted)?)))
            }
            Type::User(name, args) if self.recursive.contains(name) => {
                let number = self.data(*name, args)?.index();
                wanted.insert(number, (*name, Rc::clone(args)));
                Ok(EntryType::Opaque(Arc::new(OpaqueType { name: self.shown(ty), form: OpaqueForm::Data(number) })))
            }
            Type::User(name, args) => {
                let constructors = self.constructors_of(*name, args)?;
                let constructors = self.tree_constructors(&constructors, span, wanted)?;
                Ok(named(EntryType::spelt(OpaqueForm::Sum(constructors)), self.shown(ty)))
            }
            _ => Err(bug("a recursive type in what has no parts")),
        }
    }

    fn tree_constructors(
        &mut self,
        constructors: &[(Symbol, Type)],
        span: Span,
        wanted: &mut WantedDatas,
    ) -> Lowered<Vec<(Symbol, Vec<EntryType>)>> {
        // Recursive types are numbered in the order of first use. Constructors are sorted, so that this is the order in
        // which callers see them.
        let mut sorted: Vec<&(Symbol, Type)> = constructors.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        let mut made = Vec::new();
        for (name, payload) in sorted {
            let payload = match payload {
                Type::Unit => Vec::new(),
                _ => vec![self.tree_part(payload, span, wanted)?],
            };
            made.push((*name, payload));
        }
        Ok(made)
    }

    fn entry_sum(
        &mut self,
        constructors: &[(Symbol, Type)],
        span: Span,
        within: &mut Vec<Symbol>,
    ) -> Lowered<EntryType> {
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

/// Returns the limitation for a vector whose elements contain both vectors and recursive types.
fn rows_outside(vector: &str, elem: &str, span: Span) -> Error {
    let diagnostic = base::Diagnostic::error(
        super::NOT_SUPPORTED,
        "this vector is not supported yet in inputs and results",
    )
    .label(span, format!("the elements of `{vector}` in this type are vectors of a recursive type"))
    .help(format!(
        "a list is possible: `(List {elem})`, with `(types (List 'a : (+ (Nil : unit) (Cons : ('a, (List 'a))))))`"
    ));
    Error::Limitation(Box::new(diagnostic))
}

/// Returns the limitation for vectors that are nested too deep.
fn too_deep(vector: &str, span: Span) -> Error {
    let headline = format!("vectors in more than {MAX_LEVELS} levels are not supported yet");
    let diagnostic = base::Diagnostic::error(super::NOT_SUPPORTED, headline)
        .label(span, format!("this needs the type `{vector}`"))
        .help("the dimensions of a `vector#2` are one level: they are for elements of one shape");
    Error::Limitation(Box::new(diagnostic))
}

fn too_large(span: Span) -> Error {
    let diagnostic = base::Diagnostic::error(super::NOT_SUPPORTED, "a type is too large");
    Error::Limitation(Box::new(diagnostic.label(span, "the type of this has too many parts")))
}
