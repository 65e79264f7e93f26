//! Constants and settings that the compiler and the C runtime both define are the same in both.

use imp::def::Setting;
use rista_back::c::LIMITS;

#[test]
fn limits_are_those_of_the_runtime() {
    let runtime = include_str!("../rts/device.h");
    for (name, limit) in LIMITS {
        let one = if limit > 1 << 31 || name == "MOST" { "INT64_C(1)" } else { "1" };
        let line = format!("#define RISTA_{name} ({one} << {})\n", limit.trailing_zeros());
        assert!(limit.count_ones() == 1 && runtime.contains(&line), "{line}");
    }
}

#[test]
fn settings_of_machines_are_those_of_the_runtime() {
    let [device, kernel, core] =
        [include_str!("../rts/device.h"), include_str!("../rts/kernel.h"), include_str!("../rts/core.h")];
    let (_, table) = device.split_once("rista_sizes[RISTA_SIZES] = {\n").expect("there is a table");
    let (mut rows, mut fields) = (table.lines(), core.lines().filter(|line| line.starts_with("      int64_t ")));
    for name in Setting::OF_MACHINES.map(Setting::name) {
        let variable = format!("RISTA_{}", name.to_uppercase());
        let row = rows.next().unwrap_or_default();
        assert!(
            row.starts_with(&format!("    {{\"{name}\", ")) && row.contains(&format!(", \"{variable}\", ")),
            "{row}"
        );
        let field = fields.next().unwrap_or_default();
        assert!(field.starts_with(&format!("      int64_t {name};")), "{field}");
        let macro_of = format!("#define rista_{name} ((rista_index){variable})\n");
        assert!(kernel.contains(&macro_of), "{macro_of}");
    }
    assert_eq!((rows.next(), fields.next()), (Some("};"), None));
}
