//! Representation of CORE values during lowering. Scalars are constants or variables; data are objects; arrays are
//! row-major elements in a block, or in an object that refers to them. A tensor is an object, or its parts.

use crate::tensor::Unpacked;
use crate::{Lowered, bug};
use base::Name;
use core_ir::def::Type;
use core_ir::leaves;
use imp::def::Exp;
use std::rc::Rc;
use value::{Scalar, ScalarType};

/// Representation of one CORE value: its leaves (`core_ir::leaves`).
pub(crate) type Leaves = Vec<Leaf>;

/// Element kind of an array.
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
    /// Takes variables for one leaf: its sizes, then its scalar or reference.
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

/// The variables that represent a leaf.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Plain(LeafType),
    /// The parts of a tensor: its blocks, the number of its first sizes that are in variables, and whether elements may
    /// lead back to it.
    Tensor {
        blocks: Vec<Elem>,
        dims: usize,
        cyclic: bool,
    },
}

impl Form {
    /// Returns the types of the variables, with names for all but the last of a plain leaf.
    pub fn variables(&self) -> Vec<(Option<&'static str>, imp::def::Type)> {
        let scalar = imp::def::Type::Scalar(ScalarType::I64);
        let content = |elem: Elem| match elem {
            Elem::Scalar(_) => imp::def::Type::Memory,
            Elem::Data => imp::def::Type::Object,
        };
        match self {
            Form::Plain(leaf) => {
                let own = match leaf.elem {
                    Elem::Scalar(ty) if leaf.rank == 0 => imp::def::Type::Scalar(ty),
                    elem => content(elem),
                };
                std::iter::repeat_n((Some("n"), scalar), leaf.rank).chain([(None, own)]).collect()
            }
            Form::Tensor { blocks, dims, .. } => {
                let words = ["first", "size", "rank", "start"].into_iter();
                let words = words.chain(std::iter::repeat_n("dim", *dims)).map(|hint| (Some(hint), scalar));
                let sizes = [(Some("sizes"), imp::def::Type::Memory)];
                words.chain(sizes).chain(blocks.iter().map(|elem| (None, content(*elem)))).collect()
            }
        }
    }

    /// Takes the variables of one leaf.
    pub fn named(&self, names: &mut dyn Iterator<Item = Name>) -> Option<Leaf> {
        match self {
            Form::Plain(leaf) => leaf.named(names),
            Form::Tensor { blocks, dims, cyclic } => {
                Some(Leaf::Tensor(Rc::new(Unpacked::named(names, blocks, *dims, *cyclic)?)))
            }
        }
    }
}

/// One leaf of a value. Sizes and scalars are constants, or variables that stay unchanged while the leaf is used.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    Scalar(ScalarType, Exp),
    Data(Name),
    Array(Array),
    /// A tensor for which no object was made.
    Tensor(Rc<Unpacked>),
}

#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub elem: Elem,
    /// Memory variable; for data elements, an object variable.
    pub block: Name,
    pub dims: Vec<Exp>,
    /// Position of the first element in the block, if the array is only a part of it. Parts are copied before they
    /// escape.
    pub start: Option<Exp>,
}

impl Leaf {
    pub fn dims(&self) -> &[Exp] {
        if let Leaf::Array(array) = self { &array.dims } else { &[] }
    }

    /// Returns the size of dimension `at`, or 0 if there is none.
    pub fn size(&self, at: usize) -> Exp {
        self.dims().get(at).cloned().unwrap_or(i64(0))
    }
}

/// Returns the leaf types of values of the type.
pub(crate) fn leaf_types(ty: &Type) -> Lowered<Vec<LeafType>> {
    leaves::leaf_types(ty).iter().map(leaf_type).collect()
}

/// Returns the element type and the rank of a leaf.
fn leaf_type(leaf: &Type) -> Lowered<LeafType> {
    let mut rank = 0;
    let mut ty = leaf;
    while let Type::Array(elem, _) = ty {
        rank += 1;
        ty = elem;
    }
    let elem = match ty {
        Type::Scalar(elem) => Elem::Scalar(*elem),
        Type::Data(..) | Type::Ref(_) | Type::Tensor(_) => Elem::Data,
        Type::Function(..) => return Err(bug("a function is left after defunctionalisation")),
        _ => return Err(bug("a type parameter is left after monomorphisation")),
    };
    Ok(LeafType { elem, rank })
}

/// Splits the leaves after the first value, which has type `ty`.
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

/// Returns the value of the condition if it is a constant.
pub(crate) fn known(exp: &Exp) -> Option<bool> {
    constant(exp).and_then(Scalar::as_bool)
}
