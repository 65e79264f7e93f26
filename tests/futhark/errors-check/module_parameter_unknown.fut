-- A parametric module knows of its parameter only what the module type says, even if nobody applies it.
-- ==
-- error: error\[E0304\]: .*C\.t

module type counter = { type t val start : t }
module next (C: counter) = { def it = C.start + 1 : i32 }
def main : bool = true
