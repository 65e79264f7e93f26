-- Sizes of arrays inside of arrays of records are held to what the types say; without rows there is nothing to hold.
-- ==
-- entry: weighted
-- input { [1i32, 2] [[3i32, 4], [5, 6]] [7i8, 8] } output { [11i32, 17] }
-- input { [1i32, 2] [[3i32, 4, 5]] [7i8] } error: size `m` is 2 in one place of the arguments and 3 in another
-- input { [1i32, 2] empty([0][2]i32) empty([0]i8) } output { empty([0]i32) }
-- input { [1i32, 2] empty([0][0]i32) empty([0]i8) } output { empty([0]i32) }
-- input { [1i32, 2] empty([1][0]i32) [1i8] } error: size `m` is 0 in one place of the arguments and 2 in another

-- ==
-- entry: triples
-- input { [[1i32, 2, 3]] [1i64] } output { 6i32 }
-- input { [[1i32, 2]] [1i64] } error: size `3` is 2 in one place of the arguments and 3 in another
-- input { empty([0][3]i32) empty([0]i64) } output { 0i32 }

-- ==
-- entry: inner
-- input { [[1u8, 2], [3, 4], [5, 6]] [true, true, true] } output { 3i64 2i64 }
-- input { empty([0][5]u8) empty([0]bool) } output { 0i64 5i64 }

entry weighted [n] [m] (weights: [m]i32) (items: [n]{amounts: [m]i32, id: i8}) : [n]i32 =
  map (\item -> i32.sum (map2 (*) weights item.amounts)) items

entry triples [n] (ts: [n]{a: [3]i32, b: i64}) : i32 = i32.sum (map (\t -> t.a[0] + t.a[1] + t.a[2]) ts)

entry inner [n] [k] (rs: [n]{bytes: [k]u8, flag: bool}) : (i64, i64) = (n, k)
