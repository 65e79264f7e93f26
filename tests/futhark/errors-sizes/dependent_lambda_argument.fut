-- A lambda whose second parameter has the size of its first takes no other array.
-- ==
-- error: (?s)E0501.*expected size 2, found 3

def f = \(k: i64) (zs: [k]i32) -> k + length zs

entry main : i64 = f 2 [1, 2, 3]
