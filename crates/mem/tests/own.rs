//! Blocks that a function fills before it reads them.

use base::FileId;
use rista_mem::to_imp::filled_first;
use rustc_hash::FxHashMap;
use value::ScalarType;

/// Whether the code first fills the block `x_2`, which has room for `n_0` floats.
fn is_filled_first(code: &str) -> bool {
    let text = format!("fun \"f\" (n_0 : i64, c_1 : bool, x_2 : mem, y_3 : mem) -> () {{ {code} }}");
    let program = imp::text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
    let function = program.functions.values().next().unwrap();
    let [n, _, x, _] = function.params[..] else { panic!("{text}") };
    let rooms = FxHashMap::from_iter([(x.name, (ScalarType::F32, n.name.into()))]);
    filled_first(&function.body, &rooms).contains(&x.name)
}

#[test]
fn what_is_copied_over_is_filled() {
    let fill = "copy x_2.f32[0i64] <- y_3.f32[n_0] for n_0";
    let read = "y_3.f32[0i64] <- x_2.f32[0i64]";
    assert!(is_filled_first(&format!("{fill} {read}")));
    assert!(is_filled_first(&format!("if c_1 {{ {fill} if c_1 {{ {read} }} }}")));
    assert!(is_filled_first(&format!("if c_1 {{ {fill} {read} }} else {{ {fill} {read} }}")));
    assert!(!is_filled_first(&format!("{read} {fill}")));
    assert!(!is_filled_first(&format!("if c_1 {{ {fill} }} {read}")));
    assert!(!is_filled_first(&format!("if c_1 {{ {fill} }} else {{ {read} }} {fill}")));
    assert!(!is_filled_first(&format!("for i_4 : i64 < n_0 {{ {read} {fill} {read} }}")));
}

#[test]
fn what_is_copied_over_in_part_is_not_filled() {
    assert!(!is_filled_first("copy x_2.f32[0i64] <- y_3.f32[0i64] for (n_0 - 1i64)"));
    assert!(!is_filled_first("copy x_2.f32[1i64] <- y_3.f32[0i64] for n_0"));
    assert!(!is_filled_first("copy x_2.i8[0i64] <- y_3.i8[0i64] for n_0"));
    assert!(!is_filled_first("copy x_2.f32[0i64] <- x_2.f32[0i64] for n_0"));
}
