//! Operations of the interface on values: the functions for each type, with name, signature and body.

use crate::c::exp::c_type;
use crate::c::library::interface::{Field, Form, Interface, InterfaceType};
use crate::c::library::names::{Names, encode, field, unused};
use std::collections::BTreeSet;

/// A public function on values of a type.
pub(crate) struct Operation {
    /// Position of the type.
    pub ty: usize,
    pub what: What,
    /// C name.
    pub name: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    New,
    NewRaw,
    Free,
    Values,
    ValuesRaw,
    Index,
    Set,
    Shape,
    Store,
    Restore,
    Zip,
    /// Projects the field at this position.
    Project(usize),
    Variant,
    /// Makes a value with the constructor of this number.
    NewVariant(usize),
    Destruct(usize),
}

impl What {
    /// Returns the operation's word in C names and manifests.
    pub fn word(self) -> &'static str {
        match self {
            What::New | What::NewVariant(_) => "new",
            What::NewRaw => "new_raw",
            What::Free => "free",
            What::Values => "values",
            What::ValuesRaw => "values_raw",
            What::Index => "index",
            What::Set => "set",
            What::Shape => "shape",
            What::Store => "store",
            What::Restore => "restore",
            What::Zip => "zip",
            What::Project(_) => "project",
            What::Variant => "variant",
            What::Destruct(_) => "destruct",
        }
    }
}

/// Returns the operations of the type, in the order of the header.
fn abilities(ty: &InterfaceType) -> Vec<What> {
    use What::*;
    let mut all = match &ty.form {
        Form::Scalar(_) => Vec::new(),
        Form::Array { .. } => vec![New, NewRaw, Free, Values, ValuesRaw, Index, Shape],
        Form::Record(_) => vec![Free, Store, Restore, New],
        Form::Sum(_) => vec![Free, Store, Restore, Variant],
        Form::OpaqueArray { .. } if ty.tree.is_some() => vec![Free, Store, Restore, Index, Shape, New],
        Form::OpaqueArray { fields: None, .. } => vec![Free, Store, Restore, Index, Set, Shape, New],
        Form::OpaqueArray { fields: Some(_), .. } => vec![Free, Store, Restore, Index, Set, Shape, New, Zip],
    };
    if let Form::Sum(variants) = &ty.form {
        all.extend((0..variants.len()).flat_map(|at| [NewVariant(at), Destruct(at)]));
    }
    if ty.tree.is_some() {
        all.push(NewRaw);
    }
    all.extend((0..ty.fields().len()).map(Project));
    all
}

/// Returns the operations on all types, with names.
pub(crate) fn operations(interface: &Interface, names: &Names) -> Vec<Operation> {
    let mut taken = BTreeSet::new();
    let mut all = Vec::new();
    for (position, ty) in interface.types.iter().enumerate() {
        for what in abilities(ty) {
            let part = match (what, &ty.form) {
                (What::Project(at), _) => ty.fields().get(at).map(|part| field(&part.name)),
                (What::NewVariant(at) | What::Destruct(at), Form::Sum(variants)) => {
                    variants.get(at).map(|variant| encode(&variant.name))
                }
                _ => None,
            };
            let part = part.map_or(String::new(), |part| format!("_{part}"));
            let name = unused(format!("{}_{}_{}{part}", names.prefix, what.word(), ty.c_name), &mut taken);
            all.push(Operation { ty: position, what, name });
        }
    }
    all
}

/// Writer of operations.
pub(crate) struct OperationWriter<'a> {
    pub interface: &'a Interface,
    pub names: &'a Names,
}

impl OperationWriter<'_> {
    /// Returns the C signature of an operation.
    pub fn signature(&self, operation: &Operation) -> String {
        let ty = &self.interface.types[operation.ty];
        let given = match operation.what {
            What::Values | What::ValuesRaw | What::Shape | What::Free => self.given(ty, "arr", "obj"),
            What::Index | What::Set => self.given(ty, "arr", "arr"),
            _ => format!("const {}obj", ty.variable(self.names)),
        };
        let (result, args) = match operation.what {
            What::New => self.new_arguments(ty),
            What::NewRaw if ty.tree.is_some() => ("int ".into(), self.made_of(ty, ty.fields())),
            What::NewRaw => (ty.variable(self.names), vec!["unsigned char *data".into(), sizes(ty.rank(), "dim")]),
            What::Free => ("int ".into(), vec![given]),
            What::Values => ("int ".into(), vec![given, format!("{} *data", element(ty))]),
            What::ValuesRaw => ("unsigned char *".into(), vec![given]),
            What::Index => {
                let element = &self.interface.types[ty.element().unwrap_or(0)];
                ("int ".into(), vec![self.out(element, "out"), given, sizes(ty.rank(), "i")])
            }
            What::Set => {
                let element = &self.interface.types[ty.element().unwrap_or(0)];
                let value = format!("const {}elem", element.variable(self.names));
                ("int ".into(), vec![given, value, sizes(ty.rank(), "i")])
            }
            What::Shape => ("const int64_t *".into(), vec![given]),
            What::Store => ("int ".into(), vec![given, "void **p".into(), "size_t *n".into()]),
            What::Restore => (ty.variable(self.names), vec!["const void *p".into()]),
            What::Zip => ("int ".into(), self.made_of(ty, ty.fields())),
            What::Project(at) => {
                let part = ty.fields().get(at).map_or(0, |field| field.ty);
                ("int ".into(), vec![self.out(&self.interface.types[part], "out"), given])
            }
            What::Variant => ("int ".into(), vec![given]),
            What::NewVariant(at) => {
                let payloads = ty.payloads(at).iter().enumerate();
                let payload = |(at, ty): (usize, &usize)| self.argument(&self.interface.types[*ty], &format!("v{at}"));
                ("int ".into(), std::iter::once(self.out(ty, "out")).chain(payloads.map(payload)).collect())
            }
            What::Destruct(at) => {
                let payloads = ty.payloads(at).iter().enumerate();
                let payload = |(at, ty): (usize, &usize)| self.out(&self.interface.types[*ty], &format!("v{at}"));
                ("int ".into(), payloads.map(payload).chain([given]).collect())
            }
        };
        let context = format!("struct {}_context *ctx", self.names.prefix);
        let args: Vec<String> = std::iter::once(context).chain(args).collect();
        format!("{result}{}({})", operation.name, args.join(", "))
    }

    fn given(&self, ty: &InterfaceType, array: &str, opaque: &str) -> String {
        let name = if matches!(ty.form, Form::Array { .. }) { array } else { opaque };
        format!("{}{name}", ty.variable(self.names))
    }

    /// Returns the parameter for a result of the type.
    pub fn out(&self, ty: &InterfaceType, name: &str) -> String {
        format!("{}*{name}", ty.variable(self.names))
    }

    pub fn argument(&self, ty: &InterfaceType, name: &str) -> String {
        format!("const {}{name}", ty.variable(self.names))
    }

    fn made_of(&self, ty: &InterfaceType, fields: &[Field]) -> Vec<String> {
        let part = |part: &Field| self.argument(&self.interface.types[part.ty], &format!("f_{}", field(&part.name)));
        std::iter::once(self.out(ty, "out")).chain(fields.iter().map(part)).collect()
    }

    /// Returns the result type and the arguments of the function that makes a value, after the context.
    fn new_arguments(&self, ty: &InterfaceType) -> (String, Vec<String>) {
        match &ty.form {
            Form::OpaqueArray { element, rank, .. } => {
                let elems = format!("{}const *elems", self.interface.types[*element].variable(self.names));
                ("int ".into(), vec![self.out(ty, "out"), elems, sizes(*rank, "dim")])
            }
            Form::Record(fields) => ("int ".into(), self.made_of(ty, fields)),
            Form::Scalar(_) | Form::Array { .. } | Form::Sum(_) => {
                (ty.variable(self.names), vec![format!("const {} *data", element(ty)), sizes(ty.rank(), "dim")])
            }
        }
    }

    /// Returns the lines of the function.
    pub fn body(&self, operation: &Operation) -> String {
        let ty = &self.interface.types[operation.ty];
        let info = format!("&rista_types[{}]", operation.ty);
        let rank = ty.rank();
        let is_array = matches!(ty.form, Form::Array { .. });
        let array = "(struct rista_array *)arr";
        match operation.what {
            What::New if is_array => self.new_array(ty),
            What::NewRaw if is_array => self.new_array(ty),
            What::New if ty.element().is_some() => {
                format!(
                    "return rista_new_array(ctx, {info}, (const void *const *)elems, {}, out);",
                    places(rank, "dim")
                )
            }
            What::New | What::NewRaw | What::Zip => {
                let parts = ty.fields().iter().map(|part| (part.ty, format!("f_{}", field(&part.name))));
                format!("{}  return rista_new_record(ctx, {info}, parts, out);", self.parts(parts))
            }
            What::Free if is_array => format!("return rista_array_free(ctx, {array});"),
            What::Free => "return rista_opaque_free(ctx, (struct rista_opaque *)obj);".into(),
            What::Values => format!("return rista_array_values(ctx, {array}, data);"),
            What::ValuesRaw => format!("return rista_array_raw(ctx, {array});"),
            What::Index if is_array => format!("return rista_array_index(ctx, {array}, out, {});", places(rank, "i")),
            What::Index => format!("return rista_index(ctx, {info}, arr, {}, out);", places(rank, "i")),
            What::Set => format!("return rista_set(ctx, {info}, arr, elem, {});", places(rank, "i")),
            What::Shape if is_array => format!("return rista_array_shape(ctx, {array});"),
            What::Shape => format!("return rista_shape(ctx, {info}, obj);"),
            What::Store => format!("return rista_store(ctx, {info}, obj, p, n);"),
            What::Restore => format!("return rista_restore(ctx, {info}, p);"),
            What::Project(at) => format!("return rista_project(ctx, {info}, obj, {at}, out);"),
            What::Variant => format!("return rista_variant(ctx, {info}, obj);"),
            What::NewVariant(at) => {
                let parts = ty.payloads(at).iter().enumerate().map(|(at, &ty)| (ty, format!("v{at}")));
                format!("{}  return rista_new_variant(ctx, {info}, {at}, parts, out);", self.parts(parts))
            }
            What::Destruct(at) => {
                let outs: String = (0..ty.payloads(at).len()).map(|at| format!("v{at}, ")).collect();
                format!("void *const outs[] = {{{outs}NULL}};\n  return rista_destruct(ctx, {info}, {at}, obj, outs);")
            }
        }
    }

    fn new_array(&self, ty: &InterfaceType) -> String {
        let rank = ty.rank();
        format!(
            "return ({})rista_array_new(ctx, data, sizeof({}), {rank}, {});",
            ty.variable(self.names),
            element(ty),
            places(rank, "dim")
        )
    }

    /// Returns the line that collects the arguments for the runtime in the array `parts`.
    pub fn parts(&self, parts: impl Iterator<Item = (usize, String)>) -> String {
        let part = |(ty, name): (usize, String)| {
            let by_address = if self.interface.types[ty].is_scalar() { "&" } else { "" };
            format!("{by_address}{name}, ")
        };
        format!("const void *const parts[] = {{{}NULL}};\n", parts.map(part).collect::<String>())
    }
}

/// Returns the C type of the elements of an array of scalars.
fn element(ty: &InterfaceType) -> &'static str {
    if let Form::Array { elem, .. } = ty.form { c_type(elem) } else { "void" }
}

/// Returns `int64_t dim0, int64_t dim1`, with `stem` for `dim`.
fn sizes(rank: usize, stem: &str) -> String {
    let sizes: Vec<String> = (0..rank).map(|at| format!("int64_t {stem}{at}")).collect();
    sizes.join(", ")
}

/// Returns an array expression of those sizes.
fn places(rank: usize, stem: &str) -> String {
    let sizes: Vec<String> = (0..rank).map(|at| format!("{stem}{at}")).collect();
    format!("(const int64_t[]){{{}}}", sizes.join(", "))
}
