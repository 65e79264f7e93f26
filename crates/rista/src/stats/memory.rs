//! `--stats memory`: reports allocated blocks and copied arrays, in the program and during its evaluation.

use super::{Asked, row, table};
use crate::load::Failed;
use driver::stats::{Lowered, MemoryCounts, MemoryReport, MemoryWork};
use serde_json::{Map, json};
use value::Value;

pub fn text(report: &MemoryReport) -> String {
    let mut rows = vec![row(["function", "depth", "allocations", "copies", "elided copies"])];
    for function in &report.functions {
        for (depth, at) in function.depths.iter().enumerate().filter(|(_, at)| **at != MemoryCounts::default()) {
            let counts = [depth, at.allocations, at.copies, at.elided].map(|count| count.to_string());
            rows.push(std::iter::once(function.name.to_string()).chain(counts).collect());
        }
    }
    let total = report.total();
    if total == MemoryCounts::default() {
        return "No allocations and no copies\n".to_owned();
    }
    let MemoryCounts { allocations, copies, elided } = total;
    format!("{}\nallocations: {allocations}, copies: {copies}, elided copies: {elided}\n", table(&rows))
}

pub fn json(report: &MemoryReport) -> Map<String, serde_json::Value> {
    let counts = |at: &MemoryCounts| json!({"allocations": at.allocations, "copies": at.copies, "elided": at.elided});
    let functions = report.functions.iter().map(|function| {
        let depths: Vec<_> = function.depths.iter().map(counts).collect();
        json!({"name": function.name.as_str(), "depths": depths})
    });
    let mut object = Map::new();
    object.insert("functions".to_owned(), functions.collect());
    object.insert("total".to_owned(), counts(&report.total()));
    object
}

/// Evaluates the program after each pass that returned FUNMEM. Returns the counts as JSON and as text.
pub fn evaluated(asked: &Asked, entry: &str, args: &[Value]) -> Result<(serde_json::Value, String), Failed> {
    let mut rows = vec![row(["after", "copies", "bytes copied", "allocations", "bytes allocated", "peak bytes"])];
    let mut passes = Vec::new();
    let mut input_bytes = 0;
    for (pass, module) in asked.stages {
        let work = Lowered::new(module, asked.settings)?.measure(entry, args.to_vec())?;
        let counts = fields(work).into_iter();
        let name = pass.clone().unwrap_or_else(|| "(as it is read)".to_owned());
        rows.push(std::iter::once(name).chain(counts.clone().map(|(_, count)| count.to_string())).collect());
        let mut object: Map<String, _> = counts.map(|(kind, count)| (kind.to_owned(), json!(count))).collect();
        object.insert("pass".to_owned(), json!(pass));
        passes.push(object);
        input_bytes = work.used.input_bytes;
    }
    let text = format!("\nEvaluated:\n{}\nbytes of the arguments: {input_bytes}\n", table(&rows));
    Ok((json!({"input_bytes": input_bytes, "passes": passes}), text))
}

/// Returns the kinds of memory work with their counts, in a fixed order.
fn fields(work: MemoryWork) -> [(&'static str, u64); 5] {
    [
        ("copies", work.copied.copies),
        ("copied_bytes", work.copied.bytes),
        ("allocations", work.used.allocations),
        ("allocated_bytes", work.used.allocated_bytes),
        ("peak_bytes", work.used.peak_bytes),
    ]
}
