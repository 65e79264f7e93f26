-- A number in a record's pattern of a `let`.
-- ==
-- error: error\[E0307\]: this pattern may not match

def f (r: {a: i32, b: i32}) : i32 = let {a = 1, b} = r in b
