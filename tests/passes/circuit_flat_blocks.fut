-- passes: short-circuit
-- Sums of a matrix's elements above and before each one, in blocks of two by two, one anti-diagonal of blocks after the
-- other. A block needs the row above it and the column before it; it is built in its place.

def solve (b: i64) (above: []i64) (before: []i64) : [][]i64 =
  loop block = replicate b (replicate b 0) for k < b * b do
    let (i, j) = (k / b, k % b)
    let up = if i == 0 then above[j + 1] else block[i - 1, j]
    let left = if j == 0 then before[i] else block[i, j - 1]
    let corner = if i == 0 then above[j] else if j == 0 then before[i - 1] else block[i - 1, j - 1]
    in block with [i, j] = up + left - corner + 1

entry main =
  let (q, b) = (3i64, 2i64)
  let n = q * b + 1
  in loop a = replicate (n * n) 0 for d < q do
     let above = intrinsics.flat_index_2d a (b * d) (d + 1) (n * b - b) (b + 1) 1
     let before = intrinsics.flat_index_2d a (b * d + n) (d + 1) (n * b - b) b n
     let new = map2 (\row column -> solve b row column :> [b][b]i64) above before
     in intrinsics.flat_update_3d a (b * d + n + 1) (n * b - b) n 1 new
