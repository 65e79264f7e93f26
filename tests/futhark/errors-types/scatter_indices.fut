-- The indices of `scatter` are i64.
-- ==
-- error: error\[E0301\]: expected \[\]i64, found \[n\]i32

def f [n] (is: [n]i32) (vs: [n]f32) : [9]f32 = scatter (replicate 9 0) is vs
