-- One component of the result is to be fresh, and the other one is.
-- ==
-- error: the value `f` returns an array that may share memory

module m : { val f : [2]i32 -> (*[2]i32, [2]i32) } = { def f (xs: [2]i32) : ([2]i32, *[2]i32) = (xs, copy xs) }

entry main (xs: [2]i32) : [2]i32 = (m.f xs).0
