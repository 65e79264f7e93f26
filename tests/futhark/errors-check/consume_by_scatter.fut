-- `scatter` consumes its destination.
-- ==
-- error: error\[E0402\]: `xs`

entry main [n] (xs: [n]i32) (is: []i64) : [n]i32 = scatter xs is (map (const 0) is)
