-- A transposed matrix has its sizes the other way round.
-- ==
-- error: error\[E0501\]: expected size m, found n

def f [n][m] (xss: [n][m]i32) : [n][m]i32 = transpose xss
