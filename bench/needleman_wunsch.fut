-- The best global alignment of two sequences (Needleman and Wunsch 1970): the score of every two prefixes. A cell is
-- the best of its neighbour above and to the left plus what matching the two symbols scores, and of the neighbours
-- above and to the left less the penalty of a gap.
--
-- Blocks of cells on one antidiagonal do not need each other. All cells are in one flat matrix, whose first row and
-- column stand for empty prefixes; the blocks and their borders are strided views of it.
-- ==
-- entry: align
-- input @ data/needleman_wunsch.in output @ data/needleman_wunsch.out
-- input { 1i64 5i32 [[3i32, -1i32], [2i32, 4i32]] }
-- output { [[0i32, -5i32, -10i32], [-5i32, 3i32, -2i32], [-10i32, -2i32, 7i32]] }
-- input { 1i64 5i32 empty([0][0]i32) } output { [[0i32]] }

-- A block of cells, from the row above it, which begins at the corner, and the column to its left.
def block [b] (penalty: i32) (scores: [b][b]i32) (above: [b + 1]i32) (left: [b]i32) : *[b][b]i32 =
  loop cells = replicate b (replicate b 0) for i < b do
    loop cells for j < b do
      let corner = if i == 0 then above[j] else if j == 0 then left[i - 1] else cells[i - 1, j - 1]
      let north = if i == 0 then above[j + 1] else cells[i - 1, j]
      let west = if j == 0 then left[i] else cells[i, j - 1]
      in cells with [i, j] = i32.max (corner + scores[i, j]) (i32.max north west - penalty)

-- Fills the blocks of an antidiagonal, from its upper right end in block row `row` and block column `column` on.
def diagonal [l] [n] (b: i64) (penalty: i32) (scores: [n]i32) (cells: *[l]i32) (side: i64) (row: i64) (column: i64)
    (count: i64) : *[l]i32 =
  let corner = row * b * side + column * b
  -- The next block is one down and one to the left.
  let next = b * side - b
  let above = intrinsics.flat_index_2d cells corner count next (b + 1) 1
  let left = intrinsics.flat_index_2d cells (corner + side) count next b side
  let own = intrinsics.flat_index_3d scores (corner - row * b) count (next - b) b (side - 1) b 1
  in intrinsics.flat_update_3d cells (corner + side + 1) next side 1 (map3 (block penalty) own above left)

-- `scores` are those of matching any two symbols; `b`, the side of a block, divides the length of the sequences.
entry align [n] (b: i64) (penalty: i32) (scores: [n][n]i32) : [n + 1][n + 1]i32 =
  let blocks = assert (n % b == 0) (n / b)
  let side = n + 1
  let fill = diagonal b penalty (flatten scores)
  let gap i j = if i == 0 || j == 0 then -penalty * i32.i64 (i + j) else 0
  let cells = flatten (tabulate_2d side side gap)
  let cells = loop cells for k < blocks do fill cells side 0 k (k + 1)
  let cells = loop cells for k < blocks - 1 do fill cells side (k + 1) (blocks - 1) (blocks - k - 1)
  in unflatten cells
