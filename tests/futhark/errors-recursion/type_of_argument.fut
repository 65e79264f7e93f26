-- The arguments of a recursive call are checked.
-- ==
-- error: E0301

def f (k: i64) (x: i32) : i32 = if k == 0 then x else f (k - 1) (f32.i32 x)
