-- LU decomposition without pivoting, in blocks: a = L U, where L is a lower triangle with ones on its diagonal and U an
-- upper one. Both are given as one matrix, without the ones.
--
-- The matrix is flat, and blocks are strided views of it. For each block on the diagonal: it is factored; the blocks to
-- its right and those below are solved for; and their products are taken from all blocks right of and below it.
-- ==
-- entry: lu
-- input @ data/lu.in output @ data/lu.out
-- input { 1i64 [[2.0f32, 4.0f32], [1.0f32, 5.0f32]] } output { [[2.0f32, 4.0f32], [0.5f32, 3.0f32]] }

type block [b] = [b][b]f32

def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = f32.sum (map2 (*) xs ys)

-- Both factors of a block, by Gauss's elimination in place.
def factor [b] (a: *block [b]) : *block [b] =
  loop a for k < b do
    loop a for i in k + 1..<b do
      let ratio = a[i, k] / a[k, k]
      let a = a with [i, k] = ratio
      in loop a for j in k + 1..<b do a with [i, j] = a[i, j] - ratio * a[k, j]

-- The x with L x = a.
def solve_lower [b] (l: block [b]) (a: block [b]) : *block [b] =
  loop x = copy a for i < b do
    x with [i] = tabulate b (\j -> loop sum = x[i, j] for k < i do sum - l[i, k] * x[k, j])

-- The x with x U = a: each row by itself.
def solve_upper [b] (u: block [b]) (a: block [b]) : *block [b] =
  let solve row =
    loop x = copy row for j < b do
      let sum = loop sum = x[j] for k < j do sum - x[k] * u[k, j]
      in x with [j] = sum / u[j, j]
  in map solve a

-- a - l u
def subtract_product [b] (l: block [b]) (u: block [b]) (a: block [b]) : *block [b] =
  map2 (\xs row -> map2 (\x column -> x - dot row column) xs (transpose u)) a l

-- One block on the diagonal, `rest` blocks before the end, and all that depends on it.
def eliminate [l] (n: i64) (b: i64) (a: *[l]f32) (corner: i64) (rest: i64) : *[l]f32 =
  let down = b * n
  let pivot = factor (copy (intrinsics.flat_index_2d a corner b n b 1))
  let right = map (solve_lower pivot) (intrinsics.flat_index_3d a (corner + b) rest b b n b 1)
  let below = map (solve_upper pivot) (intrinsics.flat_index_3d a (corner + down) rest down b n b 1)
  let inner = intrinsics.flat_index_4d a (corner + down + b) rest down rest b b n b 1
  let inner = map2 (\blocks l -> map2 (subtract_product l) right blocks) inner below
  let a = intrinsics.flat_update_2d a corner n 1 pivot
  let a = intrinsics.flat_update_3d a (corner + b) b n 1 right
  let a = intrinsics.flat_update_3d a (corner + down) down n 1 below
  in intrinsics.flat_update_4d a (corner + down + b) down b n 1 inner

-- `b`, the side of a block, divides the side of the matrix.
entry lu [n] (b: i64) (a: [n][n]f32) : [n][n]f32 =
  let blocks = assert (n % b == 0) (n / b)
  in unflatten (loop a = flatten (copy a) for k < blocks do eliminate n b a (k * b * (n + 1)) (blocks - k - 1))
