//! Tables of types and entry points that drive the runtime (see `rts/types.h`).

use super::LibraryWriter;
use super::interface::{Field, Form, Interface, InterfaceType, Leaf, Variant};
use super::tuning::Tuning;
use crate::c::function::c_string;
use std::fmt::Write;
use value::ScalarType;

/// Returns the runtime's C constant for a type.
fn constant(ty: ScalarType) -> String {
    format!("RISTA_{}", ty.name().to_ascii_uppercase())
}

/// Writes `static const TYPE NAME[] = {..};`; nothing for an empty table, which `table_name` does not name either.
fn write_table(out: &mut String, ty: &str, name: &str, rows: &[String]) {
    if !rows.is_empty() {
        let _ = writeln!(out, "static const {ty} {name}[] = {{{}}};", rows.join(", "));
    }
}

fn table_name(name: &str, count: usize) -> &str {
    if count == 0 { "NULL" } else { name }
}

fn numbers(numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(usize::to_string).collect()
}

/// Writes the table of types, after the tables that it refers to.
pub(crate) fn write_types(interface: &Interface, out: &mut String) {
    out.push_str("// Types\n\nstatic const struct rista_entry_type rista_types[RISTA_TYPES + 1];\n");
    let mut rows = String::new();
    for (number, ty) in interface.types.iter().enumerate() {
        write_leaves(number, "leaves", &ty.leaves, out);
        if has_flats(ty) {
            write_leaves(number, "flats", &ty.flats, out);
        }
        let datas = ty.tree.as_ref().map_or(&[][..], |tree| &tree.datas);
        write_table(out, "int", &format!("rista_datas_{number}"), &numbers(datas));
        write_fields(number, ty.fields(), out);
        let variants: &[Variant] = if let Form::Sum(variants) = &ty.form { variants } else { &[] };
        write_variants(number, variants, out);
        let _ = writeln!(rows, "    {},", type_row(number, ty, variants));
    }
    let _ = write!(out, "static const struct rista_entry_type rista_types[RISTA_TYPES + 1] = {{\n{rows}    {{0}}}};\n");
}

fn type_row(number: usize, ty: &InterfaceType, variants: &[Variant]) -> String {
    let (form, elem) = match ty.form {
        Form::Scalar(elem) => ("RISTA_PRIMITIVE", Some(elem)),
        Form::Array { elem, .. } => ("RISTA_PLAIN_ARRAY", Some(elem)),
        Form::Record(_) => ("RISTA_RECORD", None),
        Form::Sum(_) => ("RISTA_SUM", None),
        Form::OpaqueArray { .. } => ("RISTA_OPAQUE_ARRAY", None),
    };
    let element = ty.element().map_or("NULL".into(), |element| format!("&rista_types[{element}]"));
    let table = |what: &str, count: usize| {
        let name = format!("rista_{what}_{number}");
        format!("{count}, {}", table_name(&name, count))
    };
    format!(
        "{{\"{}\", {form}, {}, {}, {element}, {}, {}, {}, {}, {}}}",
        c_string(&ty.name),
        elem.map_or("0".into(), constant),
        ty.rank(),
        table("leaves", ty.leaves.len()),
        table(if has_flats(ty) { "flats" } else { "leaves" }, ty.flats.len()),
        table("fields", ty.fields().len()),
        table("variants", variants.len()),
        table("datas", ty.tree.as_ref().map_or(0, |tree| tree.datas.len())),
    )
}

/// Whether the leaves in calls and files differ from those of values.
fn has_flats(ty: &InterfaceType) -> bool {
    ty.leaves.iter().any(|leaf| leaf.tree.is_some())
}

fn write_leaves(number: usize, what: &str, leaves: &[Leaf], out: &mut String) {
    let mut rows = Vec::new();
    for (at, leaf) in leaves.iter().enumerate() {
        let name = format!("rista_{what}_conditions_{number}_{at}");
        let conditions: Vec<String> =
            leaf.conditions.iter().map(|(tag, value)| format!("{{{tag}, {value}}}")).collect();
        write_table(out, "struct rista_condition", &name, &conditions);
        let (like, shared) = leaf.like.unwrap_or((0, 0));
        let tree = leaf.tree.map_or("NULL".into(), |tree| format!("&rista_types[{tree}]"));
        rows.push(format!(
            "{{{}, {}, {like}, {shared}, {}, {}, {tree}}}",
            constant(leaf.flat.elem),
            leaf.flat.rank,
            conditions.len(),
            table_name(&name, conditions.len())
        ));
    }
    write_table(out, "struct rista_leaf_type", &format!("rista_{what}_{number}"), &rows);
}

fn write_fields(number: usize, fields: &[Field], out: &mut String) {
    let row = |field: &Field| format!("{{\"{}\", &rista_types[{}]}}", c_string(&field.name), field.ty);
    let rows: Vec<String> = fields.iter().map(row).collect();
    write_table(out, "struct rista_field", &format!("rista_fields_{number}"), &rows);
}

fn write_variants(number: usize, variants: &[Variant], out: &mut String) {
    let mut rows = Vec::new();
    for (at, variant) in variants.iter().enumerate() {
        let (payloads, places) = (format!("rista_payloads_{number}_{at}"), format!("rista_places_{number}_{at}"));
        write_table(out, "int", &payloads, &numbers(&variant.payloads));
        write_table(out, "int", &places, &numbers(&variant.places));
        rows.push(format!(
            "{{\"{}\", {}, {}, {}}}",
            c_string(&variant.name),
            variant.payloads.len(),
            table_name(&payloads, variant.payloads.len()),
            table_name(&places, variant.places.len())
        ));
    }
    write_table(out, "struct rista_variant", &format!("rista_variants_{number}"), &rows);
}

/// Writes the table of thresholds.
pub(crate) fn write_thresholds(tuning: &Tuning, out: &mut String) {
    let thresholds = tuning.thresholds.iter();
    let rows: String =
        thresholds.map(|(name, default)| format!("    {{\"{}\", {default}}},\n", c_string(name.as_str()))).collect();
    let _ = write!(
        out,
        "\nstatic const struct rista_threshold rista_thresholds[RISTA_THRESHOLDS + 1] = {{\n{rows}    {{0}}}};\n"
    );
}

/// Writes the table of entry points, after the functions.
pub(crate) fn write_entry_table(writer: &LibraryWriter, out: &mut String) {
    out.push_str("\n// Entry points\n\n");
    let mut rows = String::new();
    for (number, entry) in writer.program.entries.iter().enumerate() {
        let params = entry.params.iter().map(|param| {
            let ty = writer.interface.type_of(&param.ty);
            let (name, shown) = (c_string(&param.name), c_string(&param.shown));
            format!("{{\"{name}\", \"{shown}\", &rista_types[{ty}], {}}}", param.consumed)
        });
        let params: Vec<String> = params.collect();
        let name = format!("rista_params_{number}");
        write_table(out, "struct rista_param", &name, &params);
        let (tuning, tuning_name) = (writer.tuning.of_entry(entry), format!("rista_tuning_{number}"));
        write_table(out, "int", &tuning_name, &numbers(&tuning));
        let _ = writeln!(
            rows,
            "    {{\"{}\", rista_call_{number}, {}, {}, &rista_types[{}], {}, {}, {}}},",
            entry.name.as_str().replace(['"', '\\'], "_"),
            params.len(),
            table_name(&name, params.len()),
            writer.interface.type_of(&entry.result.ty),
            entry.result.unique,
            tuning.len(),
            table_name(&tuning_name, tuning.len())
        );
    }
    let _ = write!(out, "static const struct rista_entry rista_entries[RISTA_ENTRIES + 1] = {{\n{rows}    {{0}}}};\n");
}
