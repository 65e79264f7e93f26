//! Constructs that random programs do not contain, with the reasons.

use super::Construct;

const ERRORS: &str = "only programs with syntax errors have it";
const DERIVATIVES: &str = "derivatives are not supported yet";
const FOREIGN: &str = "it needs source code in another language; `crates/rista/tests/foreign.rs` has such programs";
const SEQUENCES: &str = "no language has sequences yet; `tests/core/sequences.core` has them";
const REFERENCES: &str =
    "neither Futhark nor NOVA has it; `crates/core/tests/effects.rs` makes random programs with it";
const TENSORS: &str = "neither Futhark nor NOVA has it; `tests/core/tensors.core` has them";
const SERVICES: &str = "neither Futhark nor NOVA has it";
const FILES: &str = "a random program is one file";

/// Constructs that no random program contains, each with the reason.
pub const UNREACHED: &[(Construct, &str)] = &[
    (("Futhark expression", "error"), ERRORS),
    (("NOVA expression", "error"), ERRORS),
    (("NOVA type", "error"), ERRORS),
    (("Futhark declaration", "import"), FILES),
    (("Futhark module", "import"), FILES),
    (("NOVA section", "foreign functions"), FOREIGN),
    (("CORE primitive", "foreign function"), FOREIGN),
    (("FUN function", "foreign"), FOREIGN),
    (("CORE type", "sequence"), SEQUENCES),
    (("CORE primitive", "sequence operation"), SEQUENCES),
    (("CORE primitive", "shared"), SEQUENCES),
    (("CORE type", "reference"), REFERENCES),
    (("CORE primitive", "reference operation"), REFERENCES),
    (("CORE type", "tensor"), TENSORS),
    (("CORE primitive", "tensor operation"), TENSORS),
    (("IMP statement", "load word"), REFERENCES),
    (("CORE primitive", "system operation"), SERVICES),
    (("CORE primitive", "text of floats"), SERVICES),
    (("CORE primitive", "fail"), SERVICES),
    (("CORE primitive", "accelerate"), SEQUENCES),
    (("CORE primitive", "in accelerate"), SEQUENCES),
    (("CORE primitive", "for each"), SEQUENCES),
    (("Futhark attribute", "prop"), "property tests have generators of their own"),
    (("Futhark function", "jvp"), DERIVATIVES),
    (("Futhark function", "jvp2"), DERIVATIVES),
    (("Futhark function", "vjp"), DERIVATIVES),
    (("Futhark function", "vjp2"), DERIVATIVES),
    (("Futhark function", "jmp"), DERIVATIVES),
    (("Futhark function", "jmp2"), DERIVATIVES),
    (("Futhark function", "mjp"), DERIVATIVES),
    (("Futhark function", "mjp2"), DERIVATIVES),
    (("Futhark function", "with_vjp"), DERIVATIVES),
    (("Futhark function", "with_vjp_tape"), DERIVATIVES),
    (("IMP setting", "tile size"), "no matrix product of the random programs is lowered to tiles yet"),
    (("IMP expression", "unique"), "host code that updates arrays has it, and NOVA has no updates"),
    (("IMP expression", "same"), "loops over sequences of tensors have it, and NOVA has no tensors"),
];
