-- Ranges: the valid ones of every form, among them the empty ones, and those that cannot be: a step of zero or one
-- that leads away from the end.
-- ==
-- entry: up
-- input { 2i64 5i64 } output { [2i64, 3, 4, 5] [2i64, 3, 4] }
-- input { 2i64 2i64 } output { [2i64] empty([0]i64) }
-- input { 3i64 1i64 } error: [Rr]ange 3.*1

-- ==
-- entry: down
-- input { 5i32 1i32 } output { [5i32, 4, 3, 2] }
-- input { 1i32 1i32 } output { empty([0]i32) }
-- input { 0i32 1i32 } error: [Rr]ange 0.*1

-- ==
-- entry: step
-- input { 0i32 3i32 10i32 } output { [0i32, 3, 6, 9] }
-- input { 0i32 5i32 10i32 } output { [0i32, 5, 10] }
-- input { 10i32 7i32 -1i32 } output { [10i32, 7, 4, 1] }
-- input { 4i32 4i32 10i32 } error: [Rr]ange 4
-- input { 0i32 1i32 -5i32 } error: [Rr]ange 0
-- input { 0i32 -1i32 5i32 } error: [Rr]ange 0

-- ==
-- entry: step_exclusive
-- input { 0u8 5u8 10u8 } output { [0u8, 5] }
-- input { 0u8 5u8 11u8 } output { [0u8, 5, 10] }
-- input { 0u8 5u8 0u8 } output { empty([0]u8) }
-- input { 3u8 3u8 9u8 } error: [Rr]ange 3

-- ==
-- entry: looped
-- input { 1i64 } output { 0i64 }
-- input { 5i64 } output { 10i64 }
-- input { 0i64 } error: [Rr]ange 1

entry up (a: i64) (b: i64) : ([]i64, []i64) = (a...b, a..<b)

entry down (a: i32) (b: i32) : []i32 = a..>b

entry step (a: i32) (b: i32) (c: i32) : []i32 = a..b...c

entry step_exclusive (a: u8) (b: u8) (c: u8) : []u8 = a..b..<c

entry looped (n: i64) : i64 = loop total = 0 for i in 1..<n do total + i
