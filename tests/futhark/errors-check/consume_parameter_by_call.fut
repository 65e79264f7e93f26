-- A part of a parameter without `*` is handed to a consuming function.
-- ==
-- error: error\[E0402\]: `rows`

def clear [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 0

entry main [n][m] (rows: [n][m]i32) : [m]i32 = clear rows[0]
