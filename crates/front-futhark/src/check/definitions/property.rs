//! Finds entry points that can be tested as properties: those that take one value and return a boolean.

use crate::ast::Attr;
use crate::check::Checker;
use crate::check::definitions::entry::leaf_sizes;
use crate::check::types::{Size, Type};
use base::Name;
use value::ScalarType;
use value::entry::EntryType;
use value::property::{PropertyEntry, PropertySize};

impl Checker {
    /// Records the last entry point as a property, if it takes one value and returns a boolean.
    pub fn make_property(&mut self, ty: &Type, attrs: &[Attr]) {
        let Some(entry) = self.program.entries.last() else { return };
        let [param] = entry.params.as_slice() else { return };
        if entry.result.ty != EntryType::flat(ScalarType::Bool, 0) {
            return;
        }
        let (name, param) = (entry.name.to_string(), param.ty.clone());
        let Type::Function(function) = self.unifier.resolve(ty) else { return };
        let dims = self.property_sizes(&function.param);
        let attr = attrs.iter().find(|attr| attr.name.as_str() == "prop");
        let argument = |name: &str| {
            let found = attr?.args.iter().find(|argument| argument.name.as_str() == name)?;
            found.args.first().map(|value| value.name.to_string())
        };
        self.properties.push(PropertyEntry {
            name,
            generator: argument("gen"),
            shrinker: argument("shrink"),
            size: argument("size").and_then(|size| size.trim_end_matches("i64").replace('_', "").parse().ok()),
            param,
            dims,
        });
    }

    /// Returns the sizes of each leaf's dimensions for the parameter's type. Sizes that may be chosen freely are
    /// numbered from 0.
    fn property_sizes(&mut self, ty: &Type) -> Vec<Vec<PropertySize>> {
        // Names of the free sizes; `None` for one that has no name, and so occurs in one dimension only.
        let mut free: Vec<Option<Name>> = Vec::new();
        let mut size_of = |size: Size| {
            let name = match size {
                Size::Const(value) => return PropertySize::Fixed(usize::try_from(value).unwrap_or(0)),
                Size::Op(..) | Size::Term(_) | Size::Def(..) => return PropertySize::Computed,
                Size::Var(name) => Some(name),
                Size::Meta(_) => None,
            };
            let known = free.iter().position(|other| name.is_some() && *other == name);
            PropertySize::Free(known.unwrap_or_else(|| {
                free.push(name);
                free.len() - 1
            }))
        };
        let leaves = leaf_sizes(&self.unifier.resolve(ty));
        let dims = |(_, dims): (ScalarType, Vec<crate::check::definitions::entry::Dim>)| {
            dims.into_iter().map(|dim| size_of(self.unifier.size(&dim.size))).collect()
        };
        leaves.into_iter().map(dims).collect()
    }
}
