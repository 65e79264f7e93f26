-- Scalars that kernels make, and the host or other kernels want: in one branch only, in loops, and not at all.
-- ==
-- entry: in_a_branch
-- input { true [0i64, 1, 1, 3, 9] } output { 8i32 1i32 }
-- input { false [0i64, 1, 1, 3, 9] } output { 7i32 1i32 }

-- ==
-- entry: in_a_loop
-- input { true [0i64, 1, 2] } output { 21i32 1i32 }
-- input { false [0i64, 1, 2] } output { 3i32 1i32 }

-- ==
-- entry: computed
-- input { true [0i64, 0, 5] } output { [0i64, 0, 320] }
-- input { false [0i64, 0, 5] } output { [7i64, 7, 12] }

entry in_a_branch [n] (c: bool) (is: [n]i64) : (i32, i32) =
  let h = reduce_by_index (replicate 4 0i32) (+) 0 is (map (\_ -> 1i32) is)
  let x = h[0]
  let r = if c then i32.sum (map (\i -> h[i % 4]) is) else 7
  in (r, x)

entry in_a_loop [n] (c: bool) (is: [n]i64) : (i32, i32) =
  let h = reduce_by_index (replicate 4 0i32) (+) 0 is (map (\_ -> 1i32) is)
  let x = h[0]
  let r =
    if c then loop a = 0i32 for j < 3 do a + x + i32.sum (map (\i -> x + i32.i64 i) is)
    else i32.sum (map (\i -> h[i % 4]) is)
  in (r, x)

entry computed [n] (c: bool) (is: [n]i64) : [n]i64 =
  let h = reduce_by_index (replicate 4 0i64) (+) 0 is (map (\_ -> 1i64) is)
  let x = h[0]
  let y = x * 3 + 1
  in if c then loop acc = copy is for _j < x do map (\v -> v * y + v) acc
     else map (\i -> i + y) is
