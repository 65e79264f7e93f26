//! Equality of types up to the names that they bind.

use super::{Function, Scheme, Size, Type};
use base::Name;

/// Whether the schemes are equal up to the names that they bind, including consumption and uniqueness. Returns `false`
/// if a size is an expression, or if a part of a type is unknown.
pub fn alike(a: &Scheme, b: &Scheme) -> bool {
    let mut names = Names(Vec::new());
    a.bounds.is_empty()
        && b.bounds.is_empty()
        && names.bind(&a.sizes, &b.sizes)
        && names.bind(&a.types, &b.types)
        && names.types(&a.ty, &b.ty)
}

/// Pairs of corresponding names that the two types have bound so far.
struct Names(Vec<(Name, Name)>);

impl Names {
    fn bind(&mut self, a: &[Name], b: &[Name]) -> bool {
        self.0.extend(a.iter().copied().zip(b.iter().copied()));
        a.len() == b.len()
    }

    fn name(&self, a: Name, b: Name) -> bool {
        let bound = self.0.iter().find(|(name, other)| *name == a || *other == b);
        bound.map_or(a == b, |pair| *pair == (a, b))
    }

    /// Whether the function types are equal up to the names that they bind.
    fn functions(&mut self, a: &Function, b: &Function) -> bool {
        let named = match (a.name, b.name) {
            (Some(a), Some(b)) => self.bind(&[a], &[b]),
            (name, other) => name == other,
        };
        named
            && a.consumed == b.consumed
            && a.unique == b.unique
            && self.types(&a.param, &b.param)
            && self.bind(&a.exists, &b.exists)
            && self.types(&a.result, &b.result)
    }

    /// Whether the types are equal up to the names that they bind.
    fn types(&mut self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Scalar(a), Type::Scalar(b)) => a == b,
            (Type::Param(a), Type::Param(b)) => self.name(*a, *b),
            (Type::Array(a, m), Type::Array(b, n)) => self.size(m, n) && self.types(a, b),
            (Type::Record(a), Type::Record(b)) => {
                a.len() == b.len() && a.iter().zip(&**b).all(|((a, t), (b, u))| a == b && self.types(t, u))
            }
            (Type::Sum(a), Type::Sum(b)) => {
                let all = |names: &mut Names, a: &[Type], b: &[Type]| {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| names.types(a, b))
                };
                a.len() == b.len() && a.iter().zip(&**b).all(|((a, t), (b, u))| a == b && all(self, t, u))
            }
            (Type::Function(a), Type::Function(b)) => self.functions(a, b),
            (Type::Abstract(a), Type::Abstract(b)) => {
                a.name == b.name
                    && a.sizes.iter().zip(&b.sizes).all(|(a, b)| self.size(a, b))
                    && a.types.iter().zip(&b.types).all(|(a, b)| self.types(a, b))
            }
            _ => false,
        }
    }

    fn size(&self, a: &Size, b: &Size) -> bool {
        match (a, b) {
            (Size::Var(a), Size::Var(b)) => self.name(*a, *b),
            (Size::Const(_) | Size::Def(..), _) => a == b,
            _ => false,
        }
    }
}

/// Whether the uniqueness that a specification states for the result is all that the value's type gives: the value's is
/// not inferred, or the result is scalar.
pub fn says_what_it_gives(found: &Type, specified: &Type) -> bool {
    match (found, specified) {
        (Type::Function(found), Type::Function(specified)) => match &specified.result {
            Type::Function(_) => says_what_it_gives(&found.result, &specified.result),
            result => !found.inferred || is_scalar(result),
        },
        _ => true,
    }
}

fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Record(fields) => fields.iter().all(|(_, ty)| is_scalar(ty)),
        Type::Sum(constructors) => constructors.iter().flat_map(|(_, payload)| payload).all(is_scalar),
        Type::Array(..) | Type::Function(_) | Type::Param(_) | Type::Abstract(_) | Type::Meta(_) => false,
    }
}
