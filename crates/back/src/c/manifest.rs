//! The manifest of a library: JSON that describes the interface to programs that bind to it.

use crate::c::library::LibraryWriter;
use crate::c::library::interface::{Field, Form, InterfaceType};
use crate::c::library::operation::What;
use imp::def::Entry;
use serde_json::{Map, Value, json};

/// Returns the text of the manifest.
pub(crate) fn write_manifest(writer: &LibraryWriter) -> String {
    let entries = writer.program.entries.iter().zip(&writer.names.entries);
    let entries: Map<String, Value> =
        entries.map(|(entry, name)| (entry.name.as_str().into(), entry_point(writer, entry, name))).collect();
    let types = writer.interface.types.iter().enumerate().filter(|(_, ty)| !ty.is_scalar());
    let types: Map<String, Value> = types.map(|(at, ty)| (ty.name.clone(), type_entry(writer, at, ty))).collect();
    let manifest = json!({
        "backend": writer.backend(),
        "version": env!("CARGO_PKG_VERSION"),
        "entry_points": entries,
        "types": types,
    });
    format!("{manifest:#}\n")
}

fn entry_point(writer: &LibraryWriter, entry: &Entry, name: &str) -> Value {
    let type_name = |ty| writer.type_name(writer.interface.type_of(ty));
    let inputs = entry.params.iter();
    let inputs =
        inputs.map(|param| json!({ "name": param.name, "type": type_name(&param.ty), "unique": param.consumed }));
    let tuning = writer.tuning.of_entry(entry).into_iter().filter_map(|number| writer.tuning.names.get(number));
    let mut object = json!({
        "cfun": name,
        "tuning_params": tuning.collect::<Vec<_>>(),
        "attributes": [],
        "output": { "type": type_name(&entry.result.ty), "unique": entry.result.unique },
        "inputs": inputs.collect::<Vec<_>>(),
    });
    if let Some(doc) = &entry.doc {
        object["doc"] = doc.as_str().into();
    }
    object
}

fn type_entry(writer: &LibraryWriter, at: usize, ty: &InterfaceType) -> Value {
    let ctype = format!("{} *", ty.c_type(&writer.names));
    let ops = |all: &[What]| -> Map<String, Value> {
        all.iter().map(|what| (what.word().to_owned(), writer.operation_name(at, *what).into())).collect()
    };
    if let Form::Array { elem, rank, .. } = &ty.form {
        let all = [What::Free, What::Shape, What::Values, What::ValuesRaw, What::New, What::NewRaw, What::Index];
        return json!({ "kind": "array", "ctype": ctype, "rank": rank, "elemtype": elem.name(), "ops": ops(&all) });
    }
    let mut object = json!({
        "kind": "opaque",
        "ctype": ctype,
        "ops": ops(&[What::Free, What::Store, What::Restore]),
    });
    let name = |what| writer.operation_name(at, what);
    match &ty.form {
        Form::Scalar(_) | Form::Array { .. } => {}
        Form::Record(fields) => {
            object["record"] = json!({ "new": name(What::New), "fields": field_list(writer, at, fields) });
        }
        Form::Sum(variants) => {
            let variants = variants.iter().enumerate().map(|(number, variant)| {
                let payload: Vec<&str> = variant.payloads.iter().map(|&ty| writer.type_name(ty)).collect();
                json!({
                    "name": variant.name,
                    "payload": payload,
                    "construct": name(What::NewVariant(number)),
                    "destruct": name(What::Destruct(number)),
                })
            });
            object["sum"] = json!({ "variant": name(What::Variant), "variants": variants.collect::<Vec<_>>() });
        }
        Form::OpaqueArray { element, rank, fields } => {
            let mut array = json!({
                "rank": rank,
                "elemtype": writer.type_name(*element),
                "index": name(What::Index),
                "shape": name(What::Shape),
                "new": name(What::New),
            });
            if ty.tree.is_none() {
                array["set"] = name(What::Set).into();
            }
            let key = if let Some(fields) = fields {
                array["zip"] = name(What::Zip).into();
                array["fields"] = field_list(writer, at, fields);
                "record_array"
            } else {
                "opaque_array"
            };
            object[key] = array;
        }
    }
    if let Some(tree) = &ty.tree {
        object["record"] = json!({ "new": name(What::NewRaw), "fields": field_list(writer, at, &tree.fields) });
    }
    object
}

fn field_list(writer: &LibraryWriter, at: usize, fields: &[Field]) -> Value {
    let field = |(number, field): (usize, &Field)| {
        json!({
            "name": field.name,
            "type": writer.type_name(field.ty),
            "project": writer.operation_name(at, What::Project(number)),
        })
    };
    fields.iter().enumerate().map(field).collect::<Vec<_>>().into()
}
