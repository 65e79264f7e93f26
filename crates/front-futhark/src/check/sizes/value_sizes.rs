//! Unknown sizes of top-level values. Because a value is evaluated once, each of its sizes is the same number at all
//! uses. A constant definition is added for each size, and types refer to it.

use crate::check::Checker;
use crate::check::definitions::define::collect;
use crate::check::types::coerce::dims;
use crate::check::types::{Replace, Scheme, Size, Type, each_size_var};
use base::{Span, Symbol};
use core_ir::build as make;
use core_ir::def as ir;

/// Unknown sizes of a value, each with the constant that replaces it.
type Known = Vec<(Size, Size)>;

impl Checker {
    /// Returns the scheme of a definition without parameters, with constants in place of unknown sizes. A polymorphic
    /// value keeps its unknown sizes, because it is another value for each type or size.
    pub fn with_known_sizes(&mut self, id: ir::DefId, scheme: Scheme) -> Scheme {
        let Some(def) = self.program.defs.get(id) else { return scheme };
        if !is_one_value(&scheme) {
            return scheme;
        }
        let (shown, span) = (def.name.to_string(), def.span);
        let value = make::def(id, Vec::new(), def.result.clone()).at(span);
        let mut known = Known::new();
        let ty = self.known_sizes(&value, &scheme.ty, &shown, &mut known);
        for (size, value) in self.sizes_beside(id, &ty) {
            let constant = self.size_constant(value, &format!("a size in {shown}"));
            known.push((size, constant));
        }
        let mut replace = Replace::default();
        for (size, constant) in known {
            if let Size::Var(name) = size {
                replace.sizes.insert(name, constant);
            }
        }
        Scheme { ty: replace.ty(&ty), ..scheme }
    }

    /// Returns the type of a top-level value, with constants in place of unknown sizes. `shown` is the value's text in
    /// messages.
    fn known_sizes(&mut self, value: &ir::Expr, ty: &Type, shown: &str, known: &mut Known) -> Type {
        match ty {
            Type::Array(..) => {
                let mut shown = shown.to_owned();
                let mut sizes = Vec::new();
                for (dim, size) in dims(ty).into_iter().enumerate() {
                    sizes.push(self.known_size(value, dim, size, &shown, known));
                    shown.push_str("[0]");
                }
                Type::array_of(innermost(ty).clone(), sizes.into_iter())
            }
            Type::Record(fields) => {
                let field = |(name, ty): &(Symbol, Type)| {
                    let part = make::field(value.clone(), *name);
                    (*name, self.known_sizes(&part, ty, &format!("{shown}.{name}"), known))
                };
                Type::Record(fields.iter().map(field).collect())
            }
            _ => ty.clone(),
        }
    }

    /// Returns the size of a dimension of the value: a constant if it is unknown, which is made if necessary. `shown`
    /// is the array's text in messages.
    fn known_size(&mut self, value: &ir::Expr, dim: usize, size: Size, shown: &str, known: &mut Known) -> Size {
        let mut is_unknown = false;
        each_size_var(&size, &mut |_| is_unknown = true);
        if !is_unknown {
            return size;
        }
        if let Some((_, constant)) = known.iter().find(|(other, _)| *other == size) {
            return constant.clone();
        }
        let value = crate::check::types::coerce::size_of(value, dim);
        let constant = self.size_constant(value, &format!("length {shown}"));
        known.push((size, constant.clone()));
        constant
    }

    /// Returns a definition with this value as a size, which messages show as `shown`.
    fn size_constant(&mut self, value: ir::Expr, shown: &str) -> Size {
        let id = self.program.defs.push(ir::Def {
            name: Symbol::new("size"),
            type_params: Vec::new(),
            params: Vec::new(),
            result: ir::Type::I64,
            unique_result: ir::Unique::No,
            unique_inferred: false,
            inline: ir::Inline::Auto,
            accelerated: false,
            span: value.span,
            body: value,
        });
        Size::Def(id, Symbol::new(shown))
    }

    /// Returns the type of a use of a top-level value, with new unknown sizes in place of unknown ones.
    pub fn with_new_unknowns(&mut self, ty: Type, span: Span) -> Type {
        if matches!(ty, Type::Function(_)) {
            return ty;
        }
        let mut replace = Replace::default();
        let mut names = Vec::new();
        collect(&ty, &mut |name| names.push(name));
        if names.is_empty() {
            return ty;
        }
        for name in names {
            let size = self.unknown_size("size", span);
            replace.sizes.entry(name).or_insert(size);
        }
        replace.ty(&ty)
    }
}

/// Whether the definition is a value that is the same at all uses: no function, and not polymorphic.
pub fn is_one_value(scheme: &Scheme) -> bool {
    scheme.types.is_empty() && scheme.sizes.is_empty() && !matches!(scheme.ty, Type::Function(_))
}

/// Returns the type below all array dimensions.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(elem, _) => innermost(elem),
        _ => ty,
    }
}
