-- A view of a parameter without `*`.
-- ==
-- error: error\[E0402\]: `

entry main [n] (xss: [n][n]i32) : [n][n]i32 = transpose xss with [0, 0] = 1
