-- A matrix that is filled anti-diagonal after anti-diagonal, each a window of it as a flat array.

-- ==
-- entry: common
-- input { [3i64, 1, 4, 1, 5, 9] [1i64, 3, 4, 5, 1, 1] }
-- output { 3i64 }
-- input { [1i64, 2] [2i64, 1] } output { 1i64 }
-- input { [1i64] [1i64] } output { 1i64 }
-- input { empty([0]i64) empty([0]i64) } output { 0i64 }

-- ==
-- entry: blocks
-- input { 3i64 2i64 }
-- output { [0i64, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 2, 4, 6, 8, 10, 12, 0, 3, 6, 9, 12, 0, 0, 0, 4, 8, 12, 16, 0, 0,
--   0, 5, 10, 0, 0, 0, 0, 0, 6, 12, 0, 0, 0, 0] }
-- input { 1i64 1i64 } output { [0i64, 0, 0, 1] }
-- input { 0i64 2i64 } output { [0i64] }

-- `count` cells of the table of the longest common subsequences' lengths, from row `r` and column `c` downwards to the left.
def step [n] [m] (xs: [n]i64) (ys: [n]i64) (a: *[m]i64) (r: i64) (c: i64) (count: i64) : *[m]i64 =
  let w = n + 1
  let at = r * w + c
  let line offset = flatten (intrinsics.flat_index_2d a offset count n 1 0) :> [count]i64
  let new =
    map4 (\k up left corner -> if xs[r + k - 1] == ys[c - k - 1] then corner + 1 else i64.max up left)
         (iota count) (line (at - w)) (line (at - 1)) (line (at - w - 1))
  in intrinsics.flat_update_1d a at n new

-- The length of the longest common subsequence.
entry common [n] (xs: [n]i64) (ys: [n]i64) : i64 =
  let a = replicate ((n + 1) * (n + 1)) 0
  let a = loop a for d < n do step xs ys a 1 (d + 1) (d + 1)
  let a = loop a for d < n - 1 do step xs ys a (d + 2) n (n - d - 1)
  in a[(n + 1) * (n + 1) - 1]

def solve (b: i64) (above: []i64) (before: []i64) : [][]i64 =
  loop block = replicate b (replicate b 0) for k < b * b do
    let (i, j) = (k / b, k % b)
    let up = if i == 0 then above[j + 1] else block[i - 1, j]
    let left = if j == 0 then before[i] else block[i, j - 1]
    let corner = if i == 0 then above[j] else if j == 0 then before[i - 1] else block[i - 1, j - 1]
    in block with [i, j] = up + left - corner + 1

-- How many elements stand above and before each one, in `q` by `q` blocks of `b` by `b`, to the diagonal.
entry blocks (q: i64) (b: i64) : []i64 =
  let n = q * b + 1
  in loop a = replicate (n * n) 0 for d < q do
     let above = intrinsics.flat_index_2d a (b * d) (d + 1) (n * b - b) (b + 1) 1
     let before = intrinsics.flat_index_2d a (b * d + n) (d + 1) (n * b - b) b n
     let new = map2 (\row column -> solve b row column :> [b][b]i64) above before
     in intrinsics.flat_update_3d a (b * d + n + 1) (n * b - b) n 1 new
