-- A parameter without `*` belongs to the caller.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: [n]i32) : [n]i32 = xs with [0] = 1
