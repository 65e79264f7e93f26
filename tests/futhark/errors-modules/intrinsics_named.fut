-- The compiler's own operations are used by their names alone.
-- ==
-- error: E0203\]: `intrinsics` cannot be opened.*E0203\]: `intrinsics` cannot be opened

module m = intrinsics
open intrinsics
def main (x: i32) : i32 = intrinsics.add32 x 1
