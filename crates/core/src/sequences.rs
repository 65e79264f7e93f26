//! Sequences of host code become balanced trees of arrays: values of a data type, with the definitions of
//! `library/sequence.core`.
//!
//! ```text
//! def main (n : i64) : i64 =                         def main (n : i64) : i64 =
//!   let s : seq<i64> = seq.of_array([n, 2i64])         let s : @seq = @seq_of_array([n, 2i64])
//!   in seq.get(seq.cons(1i64, s), n)                   in @seq_get(@seq_cons(1i64, s), n)
//! ```
//!
//! The library is polymorphic. The program gets copies of the definitions that it uses, for its types of elements. Values
//! with sequences are compared element by element, because equal sequences may be different trees (`equality`).
//!
//! CORE to CORE. Needs: no functions in sequences (`defunctionalise`), no type parameters. Guarantees: no sequences, no
//! type parameters. Cost: linear in the program; a program without sequences is returned unchanged.

mod equality;

use crate::def::{Data, DataId, DefId, Expr, ExprKind, Prim, Program, SeqOp, Type};
use crate::monomorphise::monomorphise;
use crate::walk::{self, PartMut, Substitution};
use crate::{build, text, typing};
use base::entity::EntityRef;
use base::{Error, FileId, Name, NameSource, Span};

/// The definitions for sequences: one for each operation, named after it, and those that they need.
const LIBRARY: &str = include_str!("../library/sequence.core");

/// Replaces sequences by trees.
///
/// # Errors Too many copies of the library's definitions are an `Error::Limitation`, as in `monomorphise`.
pub fn expand_sequences(mut program: Program) -> Result<Program, Error> {
    if !has_sequences(&program) {
        return Ok(program);
    }
    equality::expand(&mut program);
    let linked = Linked::to(&mut program)?;
    for at in 0..program.datas.len() {
        let data = &mut program.datas[DataId::new(at)];
        let payload = |types: &[Type]| types.iter().map(|ty| linked.tree(ty)).collect();
        data.constructors = data.constructors.iter().map(|(name, types)| (*name, payload(types))).collect();
    }
    for def in program.defs.values_mut() {
        def.params.iter_mut().for_each(|param| walk::pat_parts_mut(&mut param.pat, &mut |part| linked.part(part)));
        def.result = linked.tree(&def.result);
        linked.expr(&mut def.body);
    }
    monomorphise(program)
}

/// Whether a type in the program is, or contains, one of sequences.
pub fn has_sequences(program: &Program) -> bool {
    let is_sequence = |ty: &Type| ty.any_part(&|part| matches!(part, Type::Seq(_)).then_some(true));
    let mut found = false;
    walk::for_each_type(program, &mut |ty| found |= is_sequence(ty));
    found
}

/// The library in a program.
struct Linked {
    /// The data type of trees.
    tree: DataId,
    /// The definition of each operation, with its type parameters and its type.
    operations: Vec<(SeqOp, DefId, Vec<Name>, Type)>,
}

impl Linked {
    /// Adds the library to the program.
    fn to(program: &mut Program) -> Result<Linked, Error> {
        let mut library = text::parse(FileId(0), LIBRARY)?;
        walk::erase_spans(&mut library);
        let first = (program.datas.len(), program.defs.len());
        for data in library.datas.values() {
            program.datas.push(moved_data(data, first, &mut program.names));
        }
        let mut linked = Linked { tree: DataId::new(first.0), operations: Vec::new() };
        for def in library.defs.values() {
            let mut def = walk::refresh_def(def, &mut program.names);
            let mut shift = |part: PartMut<'_>| shift(part, first);
            def.params.iter_mut().for_each(|param| walk::pat_parts_mut(&mut param.pat, &mut shift));
            shift(PartMut::Type(&mut def.result));
            shift(PartMut::Expr(&mut def.body));
            let operation = SeqOp::ALL.into_iter().find(|op| def.name.as_str().strip_prefix("seq_") == Some(op.name()));
            let (type_params, ty) = (def.type_params.clone(), def.ty());
            let id = program.defs.push(def);
            linked.operations.extend(operation.map(|op| (op, id, type_params, ty)));
        }
        Ok(linked)
    }

    /// Returns the type with trees in place of sequences.
    fn tree(&self, ty: &Type) -> Type {
        walk::map_seqs(ty, &|elem| Type::Data(self.tree, [elem].into()))
    }

    fn part(&self, part: PartMut<'_>) {
        match part {
            PartMut::Type(ty) => *ty = self.tree(ty),
            PartMut::Expr(child) => self.expr(child),
            PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
        }
    }

    /// Replaces sequences by trees, and operations by calls.
    fn expr(&self, expr: &mut Expr) {
        let elem = elem_of(expr);
        walk::for_each_part_mut(expr, &mut |part| self.part(part));
        let ExprKind::Prim(Prim::Seq(op), args) = &mut expr.kind else { return };
        let (Some(elem), args) = (elem, std::mem::take(args)) else { return };
        let Some((_, id, params, ty)) = self.operations.iter().find(|(other, ..)| other == op) else { return };
        let elem = [self.tree(&elem)];
        let ty = typing::instantiate(ty, params, &elem).unwrap_or_else(|_| ty.clone());
        let function = build::def(*id, elem.into(), ty).at(expr.span);
        expr.kind = ExprKind::Apply(Box::new(function), args);
    }
}

/// Returns the type of the elements of the sequence on which the expression operates; `None` if it is another
/// expression.
fn elem_of(expr: &Expr) -> Option<Type> {
    let ExprKind::Prim(Prim::Seq(op), args) = &expr.kind else { return None };
    let of = match op {
        SeqOp::OfArray | SeqOp::Cons => &expr.ty,
        SeqOp::ToArray | SeqOp::Length | SeqOp::Get | SeqOp::Set | SeqOp::Snoc | SeqOp::Concat | SeqOp::Sub => {
            &args.first()?.ty
        }
    };
    if let Type::Seq(elem) = of { Some(Type::clone(elem)) } else { None }
}

/// Returns a data type of the library with names of the program, whose data types and definitions are the `first` ones.
fn moved_data(data: &Data, first: (usize, usize), names: &mut NameSource) -> Data {
    let type_params: Vec<Name> = data.type_params.iter().map(|name| names.like(*name)).collect();
    let types = data.type_params.iter().copied().zip(type_params.iter().map(|name| Type::Param(*name))).collect();
    let renamed = Substitution { types, ..Substitution::default() };
    let moved = |ty: &Type| {
        let mut ty = renamed.ty(ty);
        shift(PartMut::Type(&mut ty), first);
        ty
    };
    let payload = |types: &[Type]| types.iter().map(moved).collect();
    let constructors = data.constructors.iter().map(|(name, types)| (*name, payload(types))).collect();
    // A data type without a place would be one of closures.
    Data { name: data.name, type_params, constructors, span: Span::new(FileId(0), 0, 0) }
}

/// Adds the numbers of a program's first data type and definition of the library to those in the library's text.
fn shift(part: PartMut<'_>, first: (usize, usize)) {
    match part {
        PartMut::Type(ty) => *ty = shifted(ty, first.0),
        PartMut::Expr(child) => {
            walk::for_each_part_mut(child, &mut |part| shift(part, first));
            if let ExprKind::Def(id, _) = &mut child.kind {
                *id = DefId::new(first.1 + id.index());
            }
        }
        PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
    }
}

fn shifted(ty: &Type, first: usize) -> Type {
    walk::map_datas(ty, &mut |id, args| {
        Type::Data(DataId::new(first + id.index()), args.iter().map(|ty| shifted(ty, first)).collect())
    })
}
