-- Counted loops over every width: the bound decides the type of the counter, and negative bounds mean no turns.
-- ==
-- entry: main
-- input { 3i8 } output { 3i8 3u8 6i64 }
-- input { 0i8 } output { 0i8 0u8 0i64 }
-- input { -3i8 } output { 0i8 0u8 0i64 }

-- ==
-- entry: unsigned
-- input { 255u8 } output { 32385u32 }
-- input { 0u8 } output { 0u32 }

-- ==
-- entry: wide
-- input { 5i64 } output { 10i64 30i64 }
-- input { -1i64 } output { 0i64 0i64 }

entry main (n: i8) : (i8, u8, i64) =
  ( loop s = 0 for i < n do s + i
  , loop s = 0 for _i < n do s + 1
  , loop s = 0 for i < n do s + 2 * i64.i8 i
  )
entry unsigned (n: u8) : u32 = loop s = 0 for i < n do s + u32.u8 i
entry wide (n: i64) : (i64, i64) = (loop s = 0 for i < n do s + i, loop s = 0 for i < n do s + i * i)
