-- `!` is the logical negation of booleans and the complement of integers, and binds like a call.
-- ==
-- entry: booleans
-- input { true false } output { false true true false }
-- input { false false } output { true true true true }

-- ==
-- entry: integers
-- input { 5i32 } output { -6i32 -5i32 5i32 true }
-- input { -1i32 } output { 0i32 1i32 -1i32 true }

-- ==
-- entry: bytes
-- input { 0x0fu8 } output { 0xf0u8 0x0fu8 }

-- ==
-- entry: calls
-- input { [1i32, 2] } output { true }
-- input { empty([0]i32) } output { false }

entry booleans (a: bool) (b: bool) : (bool, bool, bool, bool) = (!a, !b, !(a && b), !a && !b)
entry integers (x: i32) : (i32, i32, i32, bool) = (!x, !x + 1, !(!x), !x == -x - 1)
entry bytes (x: u8) : (u8, u8) = (!x, !x ^ 0xff)
entry calls (xs: []i32) : bool = !null xs
