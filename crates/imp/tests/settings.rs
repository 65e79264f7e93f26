//! Settings that functions depend on.

use base::FileId;
use rista_imp::def::Setting;
use rista_imp::text;
use std::collections::BTreeSet;

#[test]
fn functions_depend_on_what_they_call() {
    let source = r#"
fun "a" (x_0 : i64) -> (r_1 : i64) { call (r_1) <- fun 1 (threshold("a.flatten_0", 5i64)) }
fun "b" (x_2 : i64) -> (r_3 : i64) { if (x_2 < group_size()) { call (r_3) <- fun 2 (x_2) } }
fun "c" (x_4 : i64) -> (r_5 : i64) { call (r_5) <- fun 1 (threshold("c.flatten_0", 7i64)) }
fun "d" (x_6 : i64) -> (r_7 : i64) { r_7 <- max(threshold("a.flatten_0", 5i64), 1i64) }
"#;
    let mut program = text::parse(FileId(0), source).expect("the form is right");
    let names = |settings: &BTreeSet<Setting>| settings.iter().map(|setting| setting.name()).collect::<Vec<_>>();
    let all: Vec<_> = program.settings().iter().map(names).collect();
    let cycle = ["group_size", "c.flatten_0"];
    let [a, d] = [&["group_size", "a.flatten_0", "c.flatten_0"][..], &["a.flatten_0"]];
    assert_eq!(all, [a, &cycle, &cycle, d]);
    program.set_thresholds(&|name| (name.as_str() == "a.flatten_0").then_some(0));
    let thresholds = program.thresholds();
    let thresholds: Vec<_> = thresholds.iter().map(|(name, default)| (name.as_str(), *default)).collect();
    assert_eq!(thresholds, [("a.flatten_0", 0), ("c.flatten_0", 7)]);
}
