-- Recursive functions take an accumulator and give it back.

-- Counts the numbers on the way to 0 by halves.
-- ==
-- entry: climbs
-- input { [7i64, 4] } output { [2i32, 2, 1, 1, 1, 0, 0, 1] }
-- input { empty([0]i64) } output { [0i32, 0, 0, 0, 0, 0, 0, 0] }
-- input { [0i64, 9, 1] } output { [3i32, 2, 1, 0, 1, 0, 0, 0] }
def climb [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let acc = intrinsics.acc_write acc i 1
  in if i == 0 then acc else climb acc (i / 2)

entry climbs (is: []i64) : [8]i32 = intrinsics.hist_stream (replicate 8 0) (+) 0 climb is

-- The accumulator goes through two calls, one after the other: how often a leaf of the tree of Fibonacci's calls
-- comes from each number.
-- ==
-- entry: leaves
-- input { [5i64] } output { [3i64, 5] }
-- input { [1i64, 2, 3] } output { [2i64, 4] }
def fibonacci (acc: *intrinsics.acc ([2]i64)) (n: i64) : *intrinsics.acc ([2]i64) =
  if n < 2 then intrinsics.acc_write acc n 1 else fibonacci (fibonacci acc (n - 1)) (n - 2)

entry leaves (ns: []i64) : [2]i64 = intrinsics.hist_stream (replicate 2 0) (+) 0 fibonacci ns

-- The operator captures a value, another result goes beside the accumulator, and a loop is on the way.
-- ==
-- entry: bounded
-- input { 4i32 [3i64, 2] } output { [4i32, 3, 2, 1] [7i64, 4] }
-- input { 9i32 [3i64, 2] } output { [5i32, 3, 2, 1] [7i64, 4] }
-- input { 9i32 empty([0]i64) } output { [0i32, 0, 0, 0] empty([0]i64) }
def spread [k] (acc: *intrinsics.acc ([k]i32), n: i64) : (*intrinsics.acc ([k]i32), i64) =
  let acc = intrinsics.acc_write acc n 1
  in loop (acc, made) = (acc, 1) for i < 2 do
       if n > i then let (acc, more) = spread (acc, n - 1 - i) in (acc, made + more) else (acc, made)

def unbounded [k] (acc: *intrinsics.acc ([k]i32)) (n: i64) : *intrinsics.acc ([k]i32) =
  (spread (acc, n)).0

def made (n: i64) : i64 = if n == 0 then 1 else 1 + made (n - 1) + (if n > 1 then made (n - 2) else 0)

entry bounded (most: i32) (ns: []i64) : ([4]i32, []i64) =
  (intrinsics.hist_stream (replicate 4 0) (\a b -> i32.min most (a + b)) 0 unbounded ns, map made ns)

-- A recursive function that takes a function and an accumulator of tuples, in a module.
-- ==
-- entry: steps
-- input { 4i64 } output { [5i32, 0, 2] [12i64, 0, 4] }
-- input { 1i64 } output { [1i32, 0, 0] [1i64, 0, 0] }
module walk = {
  local type cell = (i32, i64)
  def go [k] (next: i64 -> i64) (bins: *intrinsics.acc ([k]cell)) (left: i64) (i: i64) : *intrinsics.acc ([k]cell) =
    if left == 0 then bins else go next (intrinsics.acc_write bins i (1, left)) (left - 1) (next i)
}

entry steps (n: i64) : ([3]i32, [3]i64) =
  unzip (intrinsics.hist_stream (replicate 3 (0i32, 0i64)) (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
           (\bins (i, f) -> if f then walk.go (\i -> i) bins n i else walk.go (\i -> (i + 2) % 4) bins (n - 1) i)
           [(0, true), (2, false)])
