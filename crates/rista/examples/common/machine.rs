//! The machine on which an example measures.

use std::fs;

/// Returns the name of the processor from `/proc/cpuinfo` (Linux).
pub fn processor() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("unknown processor".into(), |line| line.trim_start_matches([' ', '\t', ':']).into())
}
