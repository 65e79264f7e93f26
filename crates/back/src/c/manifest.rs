//! The manifest of a library: JSON that tells a program that binds to the library what it offers.

use crate::c::library::{ArrayType, Names, array_types};
use imp::def::{Entry, FlatType, Program};
use serde_json::{Map, Value, json};

/// The text of the manifest. Values stand by their leaves (`value::entry`). A result that is a tuple stands as several `outputs`; one result as `output`.
pub(crate) fn write_manifest(program: &Program, names: &Names) -> String {
    let mut entries = Map::new();
    for (entry, name) in program.entries.iter().zip(&names.entries) {
        entries.insert(entry.name.as_str().into(), entry_point(entry, name));
    }
    let types: Map<String, Value> =
        array_types(program).into_iter().map(|ty| (ty.shown(), array_type(ty, &names.prefix))).collect();
    let manifest = json!({
        "backend": "c",
        "version": env!("CARGO_PKG_VERSION"),
        "entry_points": entries,
        "types": types,
    });
    format!("{manifest:#}\n")
}

fn entry_point(entry: &Entry, name: &str) -> Value {
    let inputs: Vec<Value> = entry
        .params
        .iter()
        .flat_map(|param| param.ty.leaves().into_iter().map(move |leaf| (param, leaf)))
        .map(|(param, leaf)| json!({ "name": param.name, "type": leaf.to_string(), "unique": param.consumed }))
        .collect();
    let output = |leaf: FlatType| json!({ "type": leaf.to_string(), "unique": entry.result.unique });
    let mut outputs: Vec<Value> = entry.result_leaves().into_iter().map(output).collect();
    let mut object = Map::new();
    object.insert("cfun".into(), name.into());
    object.insert("tuning_params".into(), json!([]));
    object.insert("attributes".into(), json!([]));
    object.insert("inputs".into(), inputs.into());
    match outputs.pop() {
        Some(only) if outputs.is_empty() => object.insert("output".into(), only),
        last => {
            outputs.extend(last);
            object.insert("outputs".into(), outputs.into())
        }
    };
    if let Some(doc) = &entry.doc {
        object.insert("doc".into(), doc.as_str().into());
    }
    object.into()
}

fn array_type(ty: ArrayType, prefix: &str) -> Value {
    let operations = ["free", "shape", "values", "values_raw", "new", "new_raw", "index"];
    let ops: Map<String, Value> =
        operations.iter().map(|name| ((*name).to_owned(), ty.operation(prefix, name).into())).collect();
    json!({
        "kind": "array",
        "ctype": format!("struct {prefix}_{} *", ty.name()),
        "rank": ty.rank,
        "elemtype": ty.elem.name(),
        "ops": ops,
    })
}
