-- Loops whose indices are known to be in bounds by how they change, and others that look like them and are not: these
-- fail at the right index.
-- ==
-- entry: downwards
-- input { [1i64, 2i64, 3i64] 2i64 } output { 321i64 }
-- input { empty([0]i64) -1i64 } output { 0i64 }
-- input { [1i64, 2i64, 3i64] 3i64 } error: Index \[3\] out of bounds

-- ==
-- entry: first_at_least
-- input { [1i64, 5i64, 9i64] 4i64 0i64 } output { 1i64 }
-- input { [1i64, 5i64, 9i64] 10i64 0i64 } output { 3i64 }
-- input { empty([0]i64) 1i64 0i64 } output { 0i64 }
-- input { [1i64, 5i64, 9i64] 1i64 -1i64 } error: Index \[-1\] out of bounds

-- ==
-- entry: every_second
-- input { [1i64, 2i64, 3i64, 4i64] } output { 6i64 }
-- input { [1i64, 2i64, 3i64] } error: Index \[3\] out of bounds

-- ==
-- entry: kept
-- input { [3i64, -1i64, 4i64, -1i64, 5i64] 1i64 } output { [3i64, 4i64, 5i64, 0i64, 0i64] 3i64 }
-- input { empty([0]i64) 1i64 } output { empty([0]i64) 0i64 }
-- input { [3i64, 4i64] 2i64 } error: out of bounds

-- ==
-- entry: wrapping
-- input { 9223372036854775806i64 } output { -9223372036854775807i64 }
-- input { 5i64 } output { 8i64 }

-- ==
-- entry: traded
-- input { [1i64, 2i64] [3i64, 4i64] 3i32 } output { [3i64, 4i64] }
-- input { [1i64, 2i64] [3i64, 4i64] 2i32 } output { [1i64, 2i64] }

-- ==
-- entry: clamped
-- input { [10i64, 20i64, 30i64] [-5i64, 0i64, 1i64, 2i64, 3i64, 9223372036854775807i64] }
-- output { [10i64, 10i64, 20i64, 30i64, 30i64, 30i64] }
-- input { [10i64] empty([0]i64) } output { empty([0]i64) }
-- input { empty([0]i64) [0i64] } error: out of bounds

-- ==
-- entry: wrapped_around
-- input { [10i64, 20i64, 30i64] [-1i64, 0i64, 4i64] } output { [30i64, 10i64, 20i64] }
-- input { empty([0]i64) [4i64] } error: zero

-- The digits before an index, the last one first.
entry downwards [n] (xs: [n]i64) (from: i64) : i64 =
  (loop (i, r) = (from, 0) while i >= 0 do (i - 1, r * 10 + xs[i])).1

-- The first index from the start whose element is no less, or the length.
entry first_at_least [n] (xs: [n]i64) (x: i64) (start: i64) : i64 =
  loop i = start while i < n && xs[i] < x do i + 1

-- Looks one further than the condition asks.
entry every_second [n] (xs: [n]i64) : i64 =
  (loop (i, r) = (0, 0) while i < n do (i + 2, r + xs[i + 1])).1

-- The elements above 0 to the front, of which there are no more than elements; with a step of 2 there may be.
entry kept [n] (xs: [n]i64) (step: i64) : ([n]i64, i64) =
  if step == 1
  then loop (ys, k) = (replicate n 0, 0) for i < n do
         if xs[i] > 0 then (ys with [k] = xs[i], k + 1) else (ys, k)
  else loop (ys, k) = (replicate n 0, 0) for i < n do
         if xs[i] > 0 then (ys with [k] = xs[i], k + 2) else (ys, k)

-- Counts past the greatest number.
entry wrapping (start: i64) : i64 =
  loop x = start for _i < 3i64 do x + 1

-- Two arrays of one length change places.
entry traded [n] (xs: [n]i64) (ys: [n]i64) (times: i32) : [n]i64 =
  (loop (as, bs) = (xs, ys) for _i < times do (bs, as)).0

entry clamped [n] [m] (xs: [n]i64) (is: [m]i64) : [m]i64 =
  map (\i -> xs[if i < 0 then 0 else if i >= n then n - 1 else i]) is

entry wrapped_around [n] [m] (xs: [n]i64) (is: [m]i64) : [m]i64 =
  map (\i -> xs[i % n]) is
