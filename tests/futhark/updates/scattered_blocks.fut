-- Scatters whose indices are those of a slice, given by nests of maps: blocks of a matrix that were computed apart.
-- ==
-- entry: aligned
-- input { 1i64 [[-1i32, 4, -2], [1, 3, -3], [-4, 3, 0]] } output { true }
-- input { 2i64 [[4i32, -1, -1, 3], [4, 4, 3, 2], [-2, -1, -2, 4], [2, -4, -3, -2]] } output { true }
-- input { 3i64 [[-4i32, 0, -4, 0, 3, 2], [2, 2, 3, -2, 1, -3], [-4, -2, 3, -1, 0, 2], [0, 2, 4, 2, 1, 4], [2, -1, 1, -4, 0, -2], [1, 4, -3, -1, 0, 0]] } output { true }
-- input { 4i64 [[-3i32, -3, 3, 3], [-3, 1, -3, 2], [-2, -4, 0, 2], [2, -3, -4, -4]] } output { true }
-- input { 5i64 [[2i32, 1, 4], [0, 4, -1], [-4, 0, -4]] } output { true }
-- input { 2i64 empty([0][0]i32) } output { true }

-- ==
-- entry: aligned_flat
-- input { 1i64 [[-3i32, -3, 4], [-4, -1, 2], [0, 0, -2]] } output { true }
-- input { 2i64 [[-4i32, 1, 1, 1], [-2, 2, 2, 3], [4, 2, 4, -3], [4, 0, 2, -1]] } output { true }
-- input { 4i64 [[0i32, 2, 0], [4, 0, 4], [1, -4, 2]] } output { true }

-- ==
-- entry: factored
-- input { 2i64 [[2f32, 1, 1, 0], [4, 3, 3, 1], [8, 7, 9, 5], [6, 7, 9, 8]] }
-- output { [[2f32, 1, 1, 0], [2, 1, 1, 1], [4, 3, 2, 2], [3, 4, 1, 2]] }
-- input { 1i64 [[2f32, 1, 1, 0], [4, 3, 3, 1], [8, 7, 9, 5], [6, 7, 9, 8]] }
-- output { [[2f32, 1, 1, 0], [2, 1, 1, 1], [4, 3, 2, 2], [3, 4, 1, 2]] }
-- input { 4i64 [[2f32, 1, 1, 0], [4, 3, 3, 1], [8, 7, 9, 5], [6, 7, 9, 8]] }
-- output { [[2f32, 1, 1, 0], [2, 1, 1, 1], [4, 3, 2, 2], [3, 4, 1, 2]] }
-- input { 3i64 empty([0][0]f32) } output { empty([0][0]f32) }

-- ==
-- entry: tiles
-- input { 2i64 2i64 2i64 2i64 } output { [[0i32, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]] }
-- input { 1i64 2i64 1i64 3i64 } output { [[0i32, 1, 2, 3, 4, 5]] }
-- input { 2i64 1i64 0i64 3i64 } output { empty([0][3]i32) }

-- ==
-- entry: beyond
-- input { 1i64 } output { [[9i32, 9, 9], [9, 0, 1], [9, 2, 3]] }
-- input { 2i64 } output { [[9i32, 9, 9], [9, 9, 9], [9, 9, 0]] }
-- input { -1i64 } output { [[3i32, 9, 9], [9, 9, 9], [9, 9, 9]] }
-- input { 9223372036854775807i64 } output { [[9i32, 9, 9], [9, 9, 9], [9, 9, 9]] }

-- ==
-- entry: rows
-- input { [[1i32, 2], [3, 4]] }
-- output { [[9i32, 9], [1, 3], [9, 9], [2, 6], [9, 9], [3, 9], [9, 9], [4, 12], [9, 9]] }
-- input { empty([0][0]i32) } output { [[9i32, 9]] }

-- ==
-- entry: two
-- input { [[1i32, 2], [3, 4]] } output { [1i32, 2, 4, 6] [6i32, 4, 2, 1] }
-- input { empty([0][0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: diagonals
-- input { 3i64 } output { [[1i64, 1, 1], [1, 2, 3], [1, 3, 6]] }
-- input { 1i64 } output { [[1i64]] }
-- input { 0i64 } output { empty([0][0]i64) }

-- The score of a cell, from those before it and what its symbols are worth.
def score (corner: i32) (north: i32) (west: i32) (worth: i32) : i32 = i32.max (corner + worth) (i32.max north west - 2)

def border (n: i64) : *[n][n]i32 = tabulate_2d n n (\i j -> if i == 0 || j == 0 then -2 * i32.i64 (i + j) else 0)

def one_by_one [n] (worth: [n][n]i32) : [n + 1][n + 1]i32 =
  loop cells = border (n + 1) for i < n do
    loop cells for j < n do
      cells with [i + 1, j + 1] = score cells[i, j] cells[i, j + 1] cells[i + 1, j] worth[i, j]

-- A block of cells, with the row above it and the column before it.
def block (b: i64) (worth: i64 -> i64 -> i32) (above: i64 -> i32) (before: i64 -> i32) : *[b][b]i32 =
  let tile = tabulate_2d (b + 1) (b + 1) (\i j -> if i == 0 then above j else if j == 0 then before i else 0)
  let tile =
    loop tile for i < b do
      loop tile for j < b do
        tile with [i + 1, j + 1] = score tile[i, j] tile[i, j + 1] tile[i + 1, j] (worth i j)
  in copy (tile[1:, 1:] :> [b][b]i32)

entry aligned [n] (b: i64) (worth: [n][n]i32) : bool =
  let fill (first: i64) (last: i64) (count: i64) (cells: *[n + 1][n + 1]i32) : *[n + 1][n + 1]i32 =
    let blocks =
      tabulate count (\p ->
        let (row, column) = ((first + p) * b, (last - p) * b)
        in block b (\i j -> worth[row + i, column + j]) (\j -> cells[row, column + j]) (\i -> cells[row + i, column]))
    let places = tabulate_3d count b b (\p i j -> ((first + p) * b + i + 1, (last - p) * b + j + 1))
    in scatter_2d cells (flatten (flatten places)) (flatten (flatten blocks))
  let blocks = n / b
  let cells = loop cells = border (n + 1) for k < blocks do fill 0 k (k + 1) cells
  let cells = loop cells for k < blocks - 1 do fill (k + 1) (blocks - 1) (blocks - k - 1) cells
  let right = one_by_one worth
  let m = blocks * b + 1
  in and (flatten (map2 (map2 (==)) right[:m, :m] cells[:m, :m]))

entry aligned_flat [n] (b: i64) (worth: [n][n]i32) : bool =
  let m = n + 1
  let fill (k: i64) (cells: *[m * m]i32) : *[m * m]i32 =
    let blocks =
      tabulate (k + 1) (\p ->
        let (row, column) = (p * b, (k - p) * b)
        in block b (\i j -> worth[row + i, column + j])
                 (\j -> cells[row * m + column + j]) (\i -> cells[(row + i) * m + column]))
    let places = tabulate_3d (k + 1) b b (\p i j -> (p * b + i + 1) * m + (k - p) * b + j + 1)
    in scatter cells (flatten (flatten places)) (flatten (flatten blocks))
  let blocks = n / b
  let cells = unflatten (loop cells = flatten (border m) for k < blocks do fill k cells)
  let right = one_by_one worth
  let is_done i j = i64.max 0 (i - 1) / b + i64.max 0 (j - 1) / b < blocks
  in and (flatten (tabulate_2d m m (\i j -> !(is_done i j) || cells[i, j] == right[i, j])))

-- LU decomposition, block after block.
def factor [b] (a: *[b][b]f32) : *[b][b]f32 =
  loop a for k < b do
    loop a for i in k + 1..<b do
      let ratio = a[i, k] / a[k, k]
      let a = a with [i, k] = ratio
      in loop a for j in k + 1..<b do a with [i, j] = a[i, j] - ratio * a[k, j]

def lower [b] (l: [b][b]f32) (a: *[b][b]f32) : *[b][b]f32 =
  loop x = a for i < b do
    x with [i] = tabulate b (\j -> loop sum = x[i, j] for k < i do sum - l[i, k] * x[k, j])

def upper [b] (u: [b][b]f32) (a: *[b][b]f32) : *[b][b]f32 =
  let solve row = loop x = copy row for j < b do
    let sum = loop sum = x[j] for k < j do sum - x[k] * u[k, j]
    in x with [j] = sum / u[j, j]
  in map solve a

def put [n] [m] [b] (a: *[n][n]f32) (at: i64 -> (i64, i64)) (blocks: [m][b][b]f32) : *[n][n]f32 =
  let places = tabulate_3d m b b (\p i j -> let (r, c) = at p in (r * b + i, c * b + j))
  in scatter_2d a (flatten (flatten places)) (flatten (flatten blocks))

entry factored [n] (b: i64) (a: *[n][n]f32) : [n][n]f32 =
  let part (a: [n][n]f32) r c : *[b][b]f32 = tabulate_2d b b (\i j -> a[r * b + i, c * b + j])
  let q = n / b
  in loop a for k < q do
    let m = q - k - 1
    let pivot = factor (part a k k)
    let right = tabulate m (\p -> lower pivot (part a k (k + 1 + p)))
    let below = tabulate m (\p -> upper pivot (part a (k + 1 + p) k))
    let less l (u: [b][b]f32) x : [b][b]f32 =
      map2 (\row x -> map2 (\column x -> x - f32.sum (map2 (*) row column)) (transpose u) x) l x
    let a = put a (\_ -> (k, k)) [pivot]
    let a = put a (\p -> (k, k + 1 + p)) right
    let a = put a (\p -> (k + 1 + p, k)) below
    in loop a for i < m do
      let inner = tabulate m (\j -> less below[i] right[j] (part a (k + 1 + i) (k + 1 + j)))
      in put a (\j -> (k + 1 + i, k + 1 + j)) inner

-- What a loop makes of a number.
def made (first: i32) (n: i64) : *[n]i32 = loop xs = replicate n first for i < n do xs with [i] = first + i32.i64 i

-- Tiles side by side.
entry tiles (p: i64) (q: i64) (b: i64) (c: i64) : [p * b][q * c]i32 =
  let all = tabulate (p * q) (\t -> unflatten (made (i32.i64 (t * b * c)) (b * c)))
  let places = tabulate p (\i -> tabulate_3d q b c (\j k l -> (i * b + k, j * c + l)))
  in scatter_2d (replicate (p * b) (replicate (q * c) 9)) (flatten (flatten (flatten places))) (flatten (flatten all) :> [p * q * b * c]i32)

-- A square of which a part may be outside.
entry beyond (at: i64) : [3][3]i32 =
  let square = unflatten (made 0 (2 * 2))
  let places = tabulate_2d 2 2 (\i j -> (at + i, at + j))
  in scatter_2d (replicate 3 (replicate 3 9)) (flatten places) (flatten square)

entry rows [n] (xs: [n][n]i32) : [2 * (n * n) + 1][2]i32 =
  let values = map (map (\x -> loop pair = [x, 0] for i < 3 do pair with [1] = pair[1] + pair[0])) xs
  let places = tabulate_2d n n (\i j -> 2 * (i * n + j) + 1)
  in scatter (replicate (2 * (n * n) + 1) [9, 9]) (flatten places) (flatten values)

-- One destination is written upwards, and one downwards.
entry two [n] (xs: [n][n]i32) : ([n * n]i32, [n * n]i32) =
  let square = scan (map2 (+)) (replicate n 0) xs
  let to = replicate (n * n) 7
  let up = scatter (copy to) (flatten (tabulate_2d n n (\i j -> i * n + j))) (flatten square)
  let down = scatter to (flatten (tabulate_2d n n (\i j -> n * n - 1 - i * n - j))) (flatten square)
  in (up, down)

-- Anti-diagonals as far as the longest one, then the rest.
entry diagonals (n: i64) : [n][n]i64 =
  let line (cells: *[n][n]i64) (first: i64) (d: i64) (count: i64) : *[n][n]i64 =
    let values = map (\i -> let (i, j) = (first + i, d - first - i)
                            in if i == 0 || j == 0 then 1 else cells[i - 1, j] + cells[i, j - 1]) (iota count)
    in scatter_2d cells (map (\i -> (first + i, d - first - i)) (iota count)) values
  let cells = loop cells = replicate n (replicate n 0) for d < n do line cells 0 d (d + 1)
  in loop cells for d in n..<i64.max n (2 * n - 1) do line cells (d - n + 1) d (2 * n - 1 - d)
