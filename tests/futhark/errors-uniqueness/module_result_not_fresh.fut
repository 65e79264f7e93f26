-- The module type asks for a fresh result; the function's type does not say that it is.
-- ==
-- error: the value `f` returns an array that may share memory

module m : { val f : i64 -> *[]i32 } = { def f (n: i64) : []i32 = replicate n 0 }

entry main (n: i64) : []i32 = m.f n
