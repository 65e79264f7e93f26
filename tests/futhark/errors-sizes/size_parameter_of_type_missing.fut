-- An abbreviation with two sizes needs both.
-- ==
-- error: E0309

type mat [n] [m] = [n][m]f32

def f [n] (x: mat [n]) : i64 = n
