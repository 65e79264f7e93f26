//! The functions that call entry points on arrays of the host: a parameter for each scalar and for each array and its
//! sizes, in the order of the leaves.
//!
//! ```text
//! entry scale [n] (k: f64) (xs: [n]f64) : [n]f64
//!
//! int futhark_call_scale(struct futhark_context *ctx, double **out, int64_t *out_size,
//!                        double in_k, const double *in_xs, int64_t in_xs_size);
//! ```

use super::LibraryWriter;
use super::interface::{field_name, tree_fields};
use super::names::{field, unused};
use crate::c::exp::c_type;
use imp::def::{Entry, FlatType};
use std::collections::BTreeSet;
use std::fmt::Write;
use value::entry::{EntryType, OpaqueForm, sum_layout};

/// The header's comment on these functions.
pub(crate) const HOST_API: &str = include_str!("../../../rts/host_api.h");

/// Runtime of these functions.
pub(crate) const HOST: &str = include_str!("../../../rts/host.h");

/// Longest signature on one line.
const LINE: usize = 100;

/// A leaf as parameters in C.
struct HostLeaf {
    name: String,
    flat: FlatType,
    /// Names of an array's sizes.
    sizes: Vec<String>,
}

/// Parameters of a function, and the lines about sums in its comment.
struct HostFunction {
    results: Vec<HostLeaf>,
    params: Vec<HostLeaf>,
    notes: Vec<String>,
}

impl HostFunction {
    fn of(entry: &Entry) -> HostFunction {
        let mut taken = BTreeSet::from(["ctx".to_owned()]);
        let mut notes = Vec::new();
        let mut leaves = |ty: &EntryType, stem: String| -> Vec<HostLeaf> {
            let names: Vec<String> = leaf_names(ty, &stem).into_iter().map(|name| unused(name, &mut taken)).collect();
            describe(ty, &names, &mut notes);
            let leaves = names.into_iter().zip(ty.leaves());
            leaves.map(|(name, flat)| HostLeaf { sizes: sizes(&name, flat.rank, &mut taken), name, flat }).collect()
        };
        let results = leaves(&entry.result.ty, "out".to_owned());
        let params = entry.params.iter().flat_map(|param| leaves(&param.ty, format!("in_{}", field(&param.name))));
        let params = params.collect();
        HostFunction { results, params, notes }
    }
}

/// Returns the names of a leaf's sizes.
fn sizes(name: &str, rank: usize, taken: &mut BTreeSet<String>) -> Vec<String> {
    let size = |dim: usize| if rank == 1 { format!("{name}_size") } else { format!("{name}_size{dim}") };
    (0..rank).map(|dim| unused(size(dim), taken)).collect()
}

/// Returns a name for each leaf of the type. The names start with `stem`.
fn leaf_names(ty: &EntryType, stem: &str) -> Vec<String> {
    let EntryType::Opaque(opaque) = ty else { return vec![stem.to_owned()] };
    match &opaque.form {
        OpaqueForm::Record(fields) => {
            let part = |name: &str| format!("{stem}_{}", field(&field_name(ty, name)));
            fields.iter().flat_map(|(name, part_type)| leaf_names(part_type, &part(name.as_str()))).collect()
        }
        OpaqueForm::Sum(constructors) => {
            let slots = 1..sum_layout(constructors).parts.len();
            std::iter::once(format!("{stem}_constructor")).chain(slots.map(|at| format!("{stem}_slot{at}"))).collect()
        }
        OpaqueForm::Array(elem, _) if elem.leaves().is_empty() => vec![format!("{stem}_constructor")],
        OpaqueForm::Array(elem, _) => leaf_names(elem, stem),
        OpaqueForm::Tree(_) | OpaqueForm::Data(_) => {
            tree_fields(ty).into_iter().map(|(name, _)| format!("{stem}_{name}")).collect()
        }
    }
}

/// Adds a line for each sum in the type: the number of each constructor, and the slots that it uses.
fn describe(ty: &EntryType, names: &[String], notes: &mut Vec<String>) {
    let EntryType::Opaque(opaque) = ty else { return };
    match &opaque.form {
        OpaqueForm::Record(fields) => {
            let mut rest = names;
            for (_, part) in fields {
                let (own, others) = rest.split_at(part.leaves().len().min(rest.len()));
                describe(part, own, notes);
                rest = others;
            }
        }
        OpaqueForm::Array(elem, _) => describe(elem, names, notes),
        OpaqueForm::Sum(constructors) => {
            let constructor = |(at, ((name, _), places)): (usize, (&(base::Symbol, _), &Vec<usize>))| {
                let slots: Vec<&str> = places.iter().filter_map(|at| Some(names.get(*at)?.as_str())).collect();
                let holds = if slots.is_empty() { String::new() } else { format!(" ({})", slots.join(", ")) };
                format!("{at} is #{name}{holds}")
            };
            let layout = sum_layout(constructors);
            let all: Vec<String> = constructors.iter().zip(&layout.places).enumerate().map(constructor).collect();
            notes.extend(names.first().map(|name| format!("{name}: {}", all.join(", "))));
        }
        OpaqueForm::Tree(_) | OpaqueForm::Data(_) => {}
    }
}

impl LibraryWriter<'_> {
    /// Writes the declarations of the functions, with comments.
    pub(super) fn host_declarations(&self) -> String {
        let mut out = self.names.renamed(HOST_API);
        for (entry, name) in self.program.entries.iter().zip(&self.names.calls) {
            let function = HostFunction::of(entry);
            let params: Vec<String> =
                entry.params.iter().map(|param| format!("{} : {}", param.name, param.shown)).collect();
            let params = if params.is_empty() { "nothing".to_owned() } else { params.join(", ") };
            let _ = writeln!(out, "\n// {}", super::comment(&format!("Takes {params}; gives {}.", entry.result.shown)));
            for note in &function.notes {
                let _ = writeln!(out, "// {}", super::comment(note));
            }
            let _ = writeln!(out, "{};", self.host_signature(&function, name));
        }
        out
    }

    /// Writes the functions.
    pub(super) fn host_functions(&self) -> String {
        let mut out = format!("\n{}", self.names.renamed(HOST));
        for (number, (entry, name)) in self.program.entries.iter().zip(&self.names.calls).enumerate() {
            let function = HostFunction::of(entry);
            let _ = writeln!(out, "\n{} {{", self.host_signature(&function, name));
            let given = |leaf: &HostLeaf| match leaf.flat.rank {
                0 => format!("&{}", leaf.name),
                _ => leaf.name.clone(),
            };
            let all = |leaves: &[HostLeaf]| leaves.iter().flat_map(|leaf| leaf.sizes.clone()).collect::<Vec<_>>();
            let rows = [
                ("const void *const", "given", function.params.iter().map(given).collect(), "NULL"),
                ("const int64_t", "sizes", all(&function.params), "0"),
                ("void *const", "results", function.results.iter().map(|leaf| leaf.name.clone()).collect(), "NULL"),
                ("int64_t *const", "result_sizes", all(&function.results), "NULL"),
            ];
            for (ty, local, mut items, last) in rows {
                items.push(last.to_owned());
                let _ = writeln!(out, "  {ty} {local}[] = {{{}}};", items.join(", "));
            }
            let call = format!("rista_call_on_host(ctx, {number}, given, sizes, results, result_sizes)");
            let _ = writeln!(out, "  return {call};\n}}");
        }
        out
    }

    /// Returns the signature: on one line if that is short, otherwise with a line for each leaf.
    fn host_signature(&self, function: &HostFunction, name: &str) -> String {
        let mut params = vec![format!("struct {}_context *ctx", self.names.prefix)];
        for leaf in &function.results {
            let pointer = if leaf.flat.rank == 0 { "*" } else { "**" };
            let sizes: String = leaf.sizes.iter().map(|size| format!(", int64_t *{size}")).collect();
            params.push(format!("{} {pointer}{}{sizes}", c_type(leaf.flat.elem), leaf.name));
        }
        for leaf in &function.params {
            let (constant, pointer) = if leaf.flat.rank == 0 { ("", "") } else { ("const ", "*") };
            let sizes: String = leaf.sizes.iter().map(|size| format!(", int64_t {size}")).collect();
            params.push(format!("{constant}{} {pointer}{}{sizes}", c_type(leaf.flat.elem), leaf.name));
        }
        let line = format!("int {name}({})", params.join(", "));
        if line.len() <= LINE { line } else { format!("int {name}(\n    {})", params.join(",\n    ")) }
    }
}
