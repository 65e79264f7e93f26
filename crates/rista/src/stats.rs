//! `rista dev --stats`: prints reports about a program, as text or as JSON.

mod memory;

use crate::load::Failed;
use crate::out;
use crate::table::{row, table};
use base::{Name, SourceMap};
use driver::stats::{ArrayCounts, ArrayReport, AtDepth, Because, Counts, Left, SizeReport, Work};
use driver::stats::{array_report, measure, memory_report, program, size_report};
use driver::{Level, Module, Settings};
use serde_json::{Map, json};
use value::Value;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Report {
    /// The share of scalar operations that only compute sizes and assertions
    Sizes,
    /// Array operations of each kind
    Arrays,
    /// Allocated blocks and copied arrays
    Memory,
}

impl Report {
    /// Returns the level to which the pipeline lowers a source program for this report.
    pub fn level(self) -> Level {
        if self == Report::Memory { Level::Mem } else { Level::Fun }
    }

    /// Returns the levels of programs on which this report exists.
    pub fn levels(self) -> &'static [Level] {
        if self == Report::Memory { &[Level::Mem] } else { &[Level::Fun, Level::Mem] }
    }
}

/// A report that is to be printed, and its program.
pub struct Asked<'a> {
    pub report: Report,
    pub module: &'a Module,
    /// Program after each pass that returned FUNMEM, with the name of the pass. If FUNMEM was read, the first entry is
    /// the program as it was read.
    pub stages: &'a [(Option<String>, Module)],
    pub settings: Settings,
}

/// Prints the report. `call` is an entry point and its arguments; its evaluation is counted and reported, too.
pub fn print(
    asked: &Asked,
    call: Option<(&str, Vec<Value>)>,
    sources: &SourceMap,
    as_json: bool,
) -> Result<(), Failed> {
    let program = program(asked.module)?;
    let (mut object, mut text) = match asked.report {
        Report::Sizes => {
            let report = size_report(program);
            (sizes_json(&report, sources), sizes_text(&report, sources))
        }
        Report::Arrays => {
            let report = array_report(program);
            (arrays_json(&report), arrays_text(&report))
        }
        Report::Memory => {
            let report = memory_report(program);
            (memory::json(&report), memory::text(&report))
        }
    };
    if let Some((entry, args)) = call {
        let (json, lines) = match asked.report {
            Report::Memory => memory::evaluated(asked, entry, &args)?,
            Report::Sizes | Report::Arrays => {
                let work = measure(asked.module, entry, args)?;
                (work_json(&work), work_text(&work))
            }
        };
        object.insert("evaluated".to_owned(), json);
        text += &lines;
    } else if asked.report == Report::Memory {
        text += "for bytes, as sizes are known only then: --eval ENTRY with its arguments\n";
    }
    if as_json { out::print(&format!("{}\n", json!(object))) } else { out::print(&text) }
}

// Sizes

/// Returns the table of scalar operations for each function and depth, then the operations that remain for sizes.
fn sizes_text(report: &SizeReport, sources: &SourceMap) -> String {
    let mut rows = vec![row(["function", "depth", "scalar operations", "for sizes and assertions", "assertions"])];
    for function in &report.functions {
        for (depth, at) in function.depths.iter().enumerate().filter(|(_, at)| **at != AtDepth::default()) {
            let counts = [depth, at.scalars, at.overhead, at.assertions].map(|count| count.to_string());
            rows.push(std::iter::once(function.name.to_string()).chain(counts).collect());
        }
    }
    let mut text = table(&rows);
    if report.is_constant() {
        text +=
            "\n\x1b[32mO(1)\x1b[0m: nothing is done for sizes and assertions inside of an array operation or loop\n";
        return text;
    }
    text += "\n\x1b[33mNot O(1)\x1b[0m: for sizes and assertions, these are left inside of array operations, loops and \
             recursive functions\n";
    for left in &report.left {
        text += &format!("  {}\n", left_text(left, sources));
    }
    text
}

/// Returns a line about operations that serve only sizes and checks and run more than once, with their place.
fn left_text(left: &Left, sources: &SourceMap) -> String {
    let number = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let what: Vec<String> =
        [number(left.overhead, "operation"), number(left.assertions, "assertion")].into_iter().flatten().collect();
    let place = place(left, sources).unwrap_or_else(|| "no place in the source".to_owned());
    let because: Vec<String> = left.because.iter().map(|because| because_text(*because)).collect();
    let why = match because.is_empty() {
        true => "on nothing that varies".to_owned(),
        false => format!("on {}", because.join(", ")),
    };
    format!("{place}: {} at depth {} of `{}`, depending {why}", what.join(" and "), left.depth, left.function)
}

/// Returns the first source place of the operations. Further places are calls that led to it.
fn place(left: &Left, sources: &SourceMap) -> Option<String> {
    left.spans.iter().find_map(|span| sources.place(*span))
}

fn because_text(because: Because) -> String {
    match because {
        Because::Index(name) => format!("the index `{name}`"),
        Because::Element(name) => format!("the element `{name}`"),
        Because::Carried(name) => format!("the carried `{name}`"),
        Because::Argument(name) => format!("the argument `{name}`"),
        Because::Computed(name) => format!("the computed `{name}`"),
    }
}

fn sizes_json(report: &SizeReport, sources: &SourceMap) -> Map<String, serde_json::Value> {
    let mut functions = Vec::new();
    for function in &report.functions {
        let depths: Vec<_> = function
            .depths
            .iter()
            .map(|at| json!({"scalars": at.scalars, "overhead": at.overhead, "assertions": at.assertions}))
            .collect();
        functions.push(json!({"name": function.name.as_str(), "depths": depths}));
    }
    let left: Vec<_> = report
        .left
        .iter()
        .map(|left| {
            json!({
                "function": left.function.as_str(), "depth": left.depth, "place": place(left, sources),
                "overhead": left.overhead, "assertions": left.assertions,
                "because": left.because.iter().map(|because| because_json(*because)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let mut object = Map::new();
    object.insert("constant".to_owned(), json!(report.is_constant()));
    object.insert("functions".to_owned(), json!(functions));
    object.insert("left".to_owned(), json!(left));
    object
}

fn because_json(because: Because) -> serde_json::Value {
    let of = |kind: &str, name: Name| json!({"kind": kind, "name": name.to_string()});
    match because {
        Because::Index(name) => of("index", name),
        Because::Element(name) => of("element", name),
        Because::Carried(name) => of("carried", name),
        Because::Argument(name) => of("argument", name),
        Because::Computed(name) => of("computed", name),
    }
}

// Array operations

fn arrays_text(report: &ArrayReport) -> String {
    let total = report.total();
    let shown: Vec<bool> = total.fields().iter().map(|(_, count)| *count > 0).collect();
    let mut rows = vec![row(["function", "depth"])];
    let columns = |counts: &ArrayCounts| {
        let fields = counts.fields().into_iter().zip(shown.clone());
        fields.filter(|(_, shown)| *shown).map(|(field, _)| field).collect::<Vec<_>>()
    };
    if let Some(heading) = rows.first_mut() {
        heading.extend(columns(&total).into_iter().map(|(kind, _)| kind.to_owned()));
    }
    for function in &report.functions {
        for (depth, counts) in function.depths.iter().enumerate().filter(|(_, counts)| counts.operations() > 0) {
            let own = columns(counts).into_iter().map(|(_, count)| count.to_string());
            rows.push([function.name.to_string(), depth.to_string()].into_iter().chain(own).collect());
        }
    }
    let counted = format!("{} array operations, {} intermediate arrays", total.operations(), total.intermediates);
    if total.operations() == 0 { "No array operations\n".to_owned() } else { format!("{}\n{counted}\n", table(&rows)) }
}

fn arrays_json(report: &ArrayReport) -> Map<String, serde_json::Value> {
    let counts = |counts: &ArrayCounts| -> Map<String, serde_json::Value> {
        counts.fields().into_iter().map(|(kind, count)| (kind.to_owned(), json!(count))).collect()
    };
    let functions: Vec<_> = report
        .functions
        .iter()
        .map(|function| {
            let depths: Vec<_> = function.depths.iter().map(counts).collect();
            json!({"name": function.name.as_str(), "depths": depths})
        })
        .collect();
    let total = report.total();
    let mut object = Map::new();
    object.insert("functions".to_owned(), json!(functions));
    object.insert("total".to_owned(), json!(counts(&total)));
    object.insert("operations".to_owned(), json!(total.operations()));
    object
}

// Evaluation

/// Returns the kinds of work with their counts, in a fixed order.
fn fields(counts: Counts) -> [(&'static str, u64); 5] {
    [
        ("scalars", counts.scalars),
        ("reads", counts.reads),
        ("writes", counts.writes),
        ("elements", counts.elements),
        ("assertions", counts.assertions),
    ]
}

fn work_text(work: &Work) -> String {
    let mut rows = vec![row(["", "depth", "scalar operations", "reads", "writes", "elements gone over", "assertions"])];
    let mut add = |whose: &str, depth: String, counts: Counts| {
        let counts = fields(counts).map(|(_, count)| count.to_string());
        rows.push([whose.to_owned(), depth].into_iter().chain(counts).collect());
    };
    for (whose, by_depth) in [("program", &work.program), ("sizes, assertions", &work.overhead)] {
        for (depth, counts) in by_depth.iter().enumerate().filter(|(_, counts)| counts.total() > 0) {
            add(whose, depth.to_string(), *counts);
        }
    }
    add("program", "all".to_owned(), work.of_program());
    add("sizes, assertions", "all".to_owned(), work.of_overhead());
    format!("\nEvaluated:\n{}", table(&rows))
}

fn work_json(work: &Work) -> serde_json::Value {
    let counts = |counts: Counts| -> Map<String, serde_json::Value> {
        fields(counts).into_iter().map(|(kind, count)| (kind.to_owned(), json!(count))).collect()
    };
    let by_depth = |depths: &[Counts]| depths.iter().map(|depth| json!(counts(*depth))).collect::<Vec<_>>();
    json!({
        "program": counts(work.of_program()), "overhead": counts(work.of_overhead()),
        "program_by_depth": by_depth(&work.program), "overhead_by_depth": by_depth(&work.overhead),
    })
}

// Tables
