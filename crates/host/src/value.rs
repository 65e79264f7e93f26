//! What stands for CORE values: scalars are constants or variables, data objects, and arrays row-major elements in a block,
//! or in an object that refers to them.

use crate::{Lowered, bug};
use base::Name;
use core_ir::def::Type;
use core_ir::leaves;
use imp::def::Exp;
use value::{Scalar, ScalarType};

/// What stands for one CORE value (`core_ir::leaves`).
pub(crate) type Leaves = Vec<Leaf>;

/// What an array is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elem {
    Scalar(ScalarType),
    Data,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafType {
    pub elem: Elem,
    pub rank: usize,
}

impl LeafType {
    /// The leaf of which these are the variables: its sizes, then what it is.
    pub fn named(self, names: &mut dyn Iterator<Item = Name>) -> Option<Leaf> {
        let dims = (0..self.rank).map(|_| names.next().map(Exp::Var)).collect::<Option<Vec<Exp>>>()?;
        let name = names.next()?;
        Some(match (self.elem, self.rank) {
            (Elem::Scalar(ty), 0) => Leaf::Scalar(ty, Exp::Var(name)),
            (Elem::Data, 0) => Leaf::Data(name),
            (elem, _) => Leaf::Array(Array { elem, block: name, dims, start: None }),
        })
    }
}

/// Sizes and scalars are constants, or variables that keep their value as long as the leaf is used.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Scalar(ScalarType, Exp),
    Data(Name),
    Array(Array),
}

#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub elem: Elem,
    /// A memory variable, or an object variable for data.
    pub block: Name,
    pub dims: Vec<Exp>,
    /// Where the elements begin in the block, if they are a part of it only; what leaves an expression for good is copied then.
    pub start: Option<Exp>,
}

impl Leaf {
    pub fn dims(&self) -> &[Exp] {
        if let Leaf::Array(array) = self { &array.dims } else { &[] }
    }

    /// Dimension `at`, 0 where there is none.
    pub fn size(&self, at: usize) -> Exp {
        self.dims().get(at).cloned().unwrap_or(i64(0))
    }
}

/// The types of the leaves of values of the type.
pub(crate) fn leaf_types(ty: &Type) -> Lowered<Vec<LeafType>> {
    leaves::leaf_types(ty).iter().map(leaf_type).collect()
}

fn leaf_type(leaf: &Type) -> Lowered<LeafType> {
    let mut rank = 0;
    let mut ty = leaf;
    while let Type::Array(elem, _) = ty {
        rank += 1;
        ty = elem;
    }
    let elem = match ty {
        Type::Scalar(elem) => Elem::Scalar(*elem),
        Type::Data(..) => Elem::Data,
        Type::Function(..) => return Err(bug("a function is left after defunctionalisation")),
        _ => return Err(bug("a type parameter is left after monomorphisation")),
    };
    Ok(LeafType { elem, rank })
}

/// The first leaves, as many as a value of the type has, and the rest.
pub(crate) fn split<'l>(leaves: &'l [Leaf], ty: &Type) -> (&'l [Leaf], &'l [Leaf]) {
    leaves.split_at(leaves::leaf_count(ty).min(leaves.len()))
}

pub(crate) fn i64(value: i64) -> Exp {
    Exp::Const(Scalar::I64(value))
}

pub(crate) fn boolean(value: bool) -> Exp {
    Exp::Const(Scalar::Bool(value))
}

pub(crate) fn constant(exp: &Exp) -> Option<Scalar> {
    if let Exp::Const(scalar) = exp { Some(*scalar) } else { None }
}

/// Whether the condition is known.
pub(crate) fn known(exp: &Exp) -> Option<bool> {
    constant(exp).and_then(Scalar::as_bool)
}
