-- Divisions by zero in maps, loops, reductions and behind conditions.
-- ==
-- entry: mapped
-- input { [1i32, 2, 5] } output { [10i32, 5, 2] }
-- input { [1i32, 0] } error: [Dd]ivision by zero
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: looped
-- input { [2i64, 5] 100i64 } output { 10i64 }
-- input { [2i64, 0] 100i64 } error: [Dd]ivision by zero

-- ==
-- entry: guarded
-- input { [1i32, 0, 5] } output { [10i32, 0, 2] }
-- input { [0i32] } output { [0i32] }

-- ==
-- entry: bytes
-- input { 7u8 0u8 } error: [Dd]ivision by zero
-- input { 7u8 2u8 } output { 1u8 }

-- ==
-- entry: remainder
-- input { 7i16 0i16 } error: [Dd]ivision by zero
-- input { -7i16 4i16 } output { 1i16 }

entry mapped [n] (xs: [n]i32) : [n]i32 = map (10 /) xs
entry looped (xs: []i64) (x: i64) : i64 = loop x for y in xs do x / y
entry guarded [n] (xs: [n]i32) : [n]i32 = map (\x -> if x == 0 then 0 else 10 / x) xs
entry bytes (a: u8) (b: u8) : u8 = a %% b
entry remainder (a: i16) (b: i16) : i16 = a % b
