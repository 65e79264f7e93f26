//! Attributes of expressions and definitions. Those that the language has are hints, except for `trace` and `param`.

use super::Generator;
use crate::program::{Exp, Type};

const ON_EXPRESSIONS: &[&str] = &[
    "blank",
    "bound(3)",
    "break",
    "flattening(no_outer)",
    "incremental_flattening(only_inner)",
    "inline",
    "noinline",
    "opaque",
    "scratch",
    "sequential",
    "sequential_inner",
    "sequential_outer",
    "stripmine(2)",
    "trace",
    "trace(here)",
    "unroll",
    "warn(safety_checks)",
];

impl Generator {
    pub(super) fn attributed(&mut self, ty: &Type) -> Exp {
        if *ty == Type::I64 && self.chance(3) {
            return self.filled(ty, "(#[param(tuned)] $)", &[ty]);
        }
        if self.chance(8) {
            // An operation that fails where checks are left out is undefined, so the value is a leaf.
            let value = self.leaf(ty);
            return Exp::new(ty, "(#[unsafe] $)", [value]);
        }
        let attribute = self.one_of(ON_EXPRESSIONS);
        self.filled(ty, format!("(#[{attribute}] $)"), &[ty])
    }

    /// Returns the attribute of a definition, usually none.
    pub(super) fn of_definition(&mut self) -> &'static str {
        self.one_of(&["", "", "", "", "", "", "#[inline]\n", "#[noinline]\n"])
    }
}
