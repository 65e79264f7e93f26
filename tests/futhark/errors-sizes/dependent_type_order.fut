-- A type says the sizes of earlier parameters only.
-- ==
-- error: E0201

def f (xs: [n]i32) (n: i64) : i64 = n + length xs
