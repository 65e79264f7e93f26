-- `i32` lacks what `real` has.
-- ==
-- error: E0205

module f (r: real) = {def two = r.i32 2}
module m = f i32
