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

use crate::def::{DataId, DefId, Expr, ExprKind, Prim, Program, SeqOp, Type};
use crate::library::Library;
use crate::monomorphise::monomorphise;
use crate::walk::{self, PartMut};
use crate::{build, typing};
use base::entity::EntityRef;
use base::{Bug, Error, Name};

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
        let mut library = Library::parse(LIBRARY)?;
        let lost = || Bug::new("sequences", "the library lacks a definition");
        let tree = library.data("seq", program).ok_or_else(lost)?;
        let mut operations = Vec::new();
        for op in SeqOp::ALL {
            let id = library.def(&format!("seq_{}", op.name()), program).ok_or_else(lost)?;
            let def = &program.defs[id];
            operations.push((op, id, def.type_params.clone(), def.ty()));
        }
        Ok(Linked { tree, operations })
    }

    /// Returns the type with trees in place of sequences.
    fn tree(&self, ty: &Type) -> Type {
        walk::map_parts(ty, &|part| match part {
            Type::Seq(elem) => Type::Data(self.tree, [Type::clone(&elem)].into()),
            other => other,
        })
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
