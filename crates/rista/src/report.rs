//! `rista run --report`: what a run cost, in all and for each accelerated expression, as text or as JSON. The compiled
//! program writes its own report to a file (see `rts/report.h` and `futhark_context_report`), which is read here.

use crate::load::Failed;
use crate::out;
use crate::scratch::Scratch;
use crate::table::{row, table};
use base::{FileId, SourceMap, Span};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Variable of the environment that names the file for a compiled program's report.
pub const VARIABLE: &str = "RISTA_REPORT";

#[derive(clap::Args)]
pub struct Wanted {
    /// Afterwards write to standard error what the run cost: launches, bytes copied, and times of kernels, copies and
    /// host code, for each accelerated expression
    #[arg(long)]
    report: bool,
    /// With --report: write one line of JSON
    #[arg(long, requires = "report")]
    json: bool,
}

impl Wanted {
    pub fn is_given(&self) -> bool {
        self.report
    }

    /// Returns a place for the compiled program's report, if one is wanted.
    ///
    /// # Errors
    /// A message if there is no place for temporary files.
    pub fn place(&self) -> Result<Option<Place>, Failed> {
        let place = |folder: Scratch| Place { file: folder.path().join("report.json"), _folder: folder };
        self.report.then(|| Scratch::new().map(place)).transpose()
    }

    /// Shows the report that the program has written. There is none if the program was killed.
    pub fn show(&self, place: &Place, target: impl ValueEnum, sources: &SourceMap) {
        let target = target.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let Ok(text) = std::fs::read_to_string(&place.file) else { return };
        match serde_json::from_str(&text) {
            Ok(written) if self.json => out::tell(json(&written, &target, sources)),
            Ok(written) => out::tell_verbatim(&shown(&json(&written, &target, sources))),
            Err(error) => out::tell(format_args!("the report is malformed: {error}")),
        }
    }
}

/// A file for a compiled program's report, deleted in the end.
pub struct Place {
    file: PathBuf,
    _folder: Scratch,
}

impl Place {
    pub fn path(&self) -> &Path {
        &self.file
    }
}

/// Returns the report with places in the sources. Times are in microseconds.
fn json(written: &Value, target: &str, sources: &SourceMap) -> Value {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let events = list(&written["events"]);
    let described = |event: &Value| event["description"].as_str().unwrap_or_default().to_owned();
    let kernels: Vec<Value> = events
        .iter()
        .filter_map(|event| {
            let text = described(event);
            let (count, place) =
                text.strip_prefix("launches: ").map(|text| text.split_once(", ").unwrap_or((text, "")))?;
            let launches: i64 = count.parse().ok()?;
            Some(json!({"name": event["name"], "place": place, "launches": launches, "time": event["duration"]}))
        })
        .collect();
    let time = events.iter().filter(|event| described(event).starts_with("calls: "));
    let sum = |items: &[Value], key: &str| items.iter().map(|item| number(&item[key])).fold(0.0, |sum, x| sum + x);
    let (total, device) = (sum(&time.cloned().collect::<Vec<_>>(), "duration"), &written["device"]);
    let launches = kernels.iter().filter_map(|kernel| kernel["launches"].as_i64()).sum::<i64>();
    let expressions: Vec<Value> = list(&written["expressions"]).iter().map(|item| expression(item, sources)).collect();
    let mut report = costs(total, sum(&kernels, "time"), number(&device["copies"]));
    report["target"] = json!(target);
    report["device"] = device["name"].clone();
    report["launches"] = json!(launches);
    report["sent"] = json!(device["sent"].as_i64().unwrap_or(0));
    report["received"] = json!(device["received"].as_i64().unwrap_or(0));
    report["expressions"] = expressions.into();
    report["kernels"] = kernels.into();
    report
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

/// Returns the times of a part of the run. What is neither a kernel nor a copy is host code.
fn costs(total: f64, kernels: f64, copies: f64) -> Value {
    let host = (total - kernels - copies).max(0.0);
    let [total, kernels, copies, host] = [total, kernels, copies, host].map(|time| (time * 1000.0).round() / 1000.0);
    json!({"time": {"total": total, "kernels": kernels, "copies": copies, "host": host}})
}

fn expression(item: &Value, sources: &SourceMap) -> Value {
    let [file, start, end] = ["file", "start", "end"].map(|key| item[key].as_u64());
    let place = match (file, start, end) {
        (Some(file), Some(start), Some(end)) if file < sources.files().count() as u64 => {
            sources.place(Span::new(FileId(file as u32), start as usize, end as usize))
        }
        _ => None,
    };
    let mut shown = costs(number(&item["duration"]), number(&item["kernels"]), number(&item["copies"]));
    let class = if item["imperative"] == true { "imperative" } else { "functional" };
    shown["place"] = json!(place);
    shown["class"] = json!(class);
    ["runs", "launches", "sent", "received"].into_iter().for_each(|key| shown[key] = item[key].clone());
    shown
}

/// Returns the report as text.
fn shown(report: &Value) -> String {
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let cells = |item: &Value| {
        let counts = ["launches", "sent", "received"].map(|key| text(&item[key]));
        let times = ["kernels", "copies", "host", "total"].map(|key| milliseconds(&item["time"][key]));
        counts.into_iter().chain(times).collect::<Vec<_>>()
    };
    let heads = ["launches", "bytes sent", "received", "kernels", "copies", "host", "total ms"];
    let mut rows = vec![[row(["expression", "class", "runs"]), row(heads)].concat()];
    for item in list("expressions") {
        let place = if item["place"].is_null() { "nowhere".to_owned() } else { text(&item["place"]) };
        rows.push([vec![place, text(&item["class"]), text(&item["runs"])], cells(&item)].concat());
    }
    rows.push([row(["whole run", "", ""]), cells(report)].concat());
    let device = report["device"].as_str().map(|name| format!(" on {name}")).unwrap_or_default();
    let mut shown = format!("report: target {}{device}\n{}", text(&report["target"]), table(&rows));
    let kernels = list("kernels");
    if !kernels.is_empty() {
        let mut rows = vec![row(["kernel", "name", "launches", "total ms"])];
        for kernel in kernels {
            let place = text(&kernel["place"]);
            rows.push(vec![place, text(&kernel["name"]), text(&kernel["launches"]), milliseconds(&kernel["time"])]);
        }
        shown += &table(&rows);
    }
    shown.trim_end().to_owned()
}

fn milliseconds(microseconds: &Value) -> String {
    format!("{:.3}", number(microseconds) / 1000.0)
}

/// Returns the error for a target that has no report.
pub fn needs_compiled() -> Failed {
    Failed::usage("--report needs a compiled target\nhelp: give --target c, multicore, opencl or cuda")
}
