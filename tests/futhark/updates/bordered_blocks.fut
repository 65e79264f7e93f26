-- Arrays with a border of known values, of which only the interior is used in the end.
-- ==
-- entry: scores
-- input { 1i64 [[-1i32, 4, -2], [1, 3, -3], [-4, 3, 0]] } output { true }
-- input { 2i64 [[4i32, -1, -1, 3], [4, 4, 3, 2], [-2, -1, -2, 4], [2, -4, -3, -2]] } output { true }
-- input { 3i64 [[-4i32, 0, -4, 0, 3, 2], [2, 2, 3, -2, 1, -3], [-4, -2, 3, -1, 0, 2], [0, 2, 4, 2, 1, 4], [2, -1, 1, -4, 0, -2], [1, 4, -3, -1, 0, 0]] } output { true }
-- input { 4i64 [[-3i32, -3, 3, 3], [-3, 1, -3, 2], [-2, -4, 0, 2], [2, -3, -4, -4]] } output { true }
-- input { 5i64 [[2i32, 1, 4], [0, 4, -1], [-4, 0, -4]] } output { true }
-- input { 2i64 empty([0][0]i32) } output { true }
-- input { 0i64 empty([0][0]i32) } error: division by zero

-- ==
-- entry: sums
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 11] }
-- input { 5i64 empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: around
-- input { 2i64 [[1i64, 2], [3, 4]] } output { [[51i64, 93], [94, 191]] }
-- input { 1i64 [[5i64]] } output { [[5i64]] }
-- input { 0i64 empty([0][0]i64) } output { empty([0][0]i64) }

-- ==
-- entry: put_around
-- input { [1i64, 2, 3] [4i64, 5] [[0i64, 1], [2, 3]] } output { [[6i64, 10], [13, 26]] }
-- input { [1i64] empty([0]i64) empty([0][0]i64) } output { empty([0][0]i64) }
-- input { [1i64, 2] [4i64] [[7i64]] } output { [[13i64]] }

-- ==
-- entry: put_twice
-- input { 5i64 [1i64, 2, 3] } output { [7i64, 9, 12] }
-- input { 5i64 empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: put_inside
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 11] }
-- input { 5i64 [1i64] } output { [6i64] }
-- input { 5i64 empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: put_across
-- input { [1i64, 2, 3] } output { [2i64, 4, 7] }

-- ==
-- entry: put_after_reading
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 11] 0i64 }

-- ==
-- entry: put_then_overwritten
-- input { [1i64, 2] [5i64, 6, 7] } output { [6i64, 8] [100i64, 6, 7] }

-- ==
-- entry: read_later
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 11] 5i64 11i64 5i64 }
-- input { 5i64 empty([0]i64) } output { empty([0]i64) 5i64 5i64 5i64 }

-- ==
-- entry: returned
-- input { 5i64 [1i64, 2] } output { [6i64, 8] [5i64, 6, 8] }
-- input { 5i64 empty([0]i64) } output { empty([0]i64) [5i64] }

-- ==
-- entry: two_interiors
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 11] [6i64, 8] }

-- ==
-- entry: border_written
-- input { 5i64 [1i64, 2, 3] } output { [6i64, 8, 12] }

-- ==
-- entry: overwritten
-- input { [5i64, 1, 2] } output { [5i64, 6, 8] [100i64, 1, 2] }

-- ==
-- entry: overwritten_meanwhile
-- input { [5i64, 1, 2] } output { [5i64, 6, 8] [8i64, 1, 2] }

-- ==
-- entry: overwritten_after
-- input { [5i64, 1, 2] } output { [5i64, 6, 8] [8i64, 1, 2] }

-- ==
-- entry: beyond
-- input { 3i64 2i64 } output { [7i64, 8] }
-- input { 2i64 2i64 } output { [7i64, 8] }
-- input { 1i64 2i64 } error: out of bounds
-- input { 0i64 0i64 } output { empty([0]i64) }
-- input { -1i64 -1i64 } error: out of bounds

-- ==
-- entry: costly
-- input { [1i64, 2, 3] } output { [7i64, 9, 12] }

-- ==
-- entry: sometimes
-- input { true [1i64, 2] } output { [1i64, 3] }
-- input { false [1i64, 2] } output { [0i64, 1] }

-- ==
-- entry: in_rounds
-- input { 3i64 [1i64, 2, 3] } output { [1i64, 5, 15] }
-- input { 0i64 [1i64, 2, 3] } output { [1i64, 2, 3] }

-- The score of a cell, from those before it and what its symbols are worth.
def score (corner: i32) (north: i32) (west: i32) (worth: i32) : i32 =
  i32.max (corner + worth) (i32.max north west - 2)

def border (n: i64) : *[n][n]i32 =
  tabulate_2d n n (\i j -> if i == 0 || j == 0 then -2 * i32.i64 (i + j) else 0)

def one_by_one [n] (worth: [n][n]i32) : [n + 1][n + 1]i32 =
  loop cells = border (n + 1) for i < n do
    loop cells for j < n do
      cells
        with [i + 1, j + 1] =
          score cells[i, j] cells[i, j + 1] cells[i + 1, j] worth[i, j]

-- A block of cells, from the row above it and the column before it.
def block (b: i64) (worth: i64 -> i64 -> i32) (above: i64 -> i32)
    (before: i64 -> i32) : *[b][b]i32 =
  let tile =
    tabulate_2d (b + 1)
                (b + 1)
                (\i j ->
                   if i == 0 then above j else if j == 0 then before i else 0)
  let tile =
    loop tile for i < b do
      loop tile for j < b do
        tile
          with [i + 1, j + 1] =
            score tile[i, j] tile[i, j + 1] tile[i + 1, j] (worth i j)
  in copy (tile[1:b + 1, 1:b + 1] :> [b][b]i32)

entry scores [n] (b: i64) (worth: [n][n]i32) : bool =
  let fill (first: i64) (last: i64) (count: i64) (cells: *[n + 1][n + 1]i32)
      : *[n + 1][n + 1]i32 =
    let blocks =
      tabulate count
               (\p ->
                  let (row, column) = ((first + p) * b, (last - p) * b)
                  in block b
                           (\i j -> worth[row + i, column + j])
                           (\j -> cells[row, column + j])
                           (\i -> cells[row + i, column]))
    in loop cells for p < count do
         let (row, column) = ((first + p) * b + 1, (last - p) * b + 1)
         in cells with [row:row + b, column:column + b] = blocks[p]
  let blocks = n / b
  let cells =
    loop cells = border (n + 1) for k < blocks do fill 0 k (k + 1) cells
  let cells =
    loop cells for k < blocks - 1 do
      fill (k + 1) (blocks - 1) (blocks - k - 1) cells
  let right = one_by_one worth
  let m = blocks * b + 1
  in and (flatten (map2 (map2 (==)) right[:m, :m] cells[:m, :m]))

-- Sums of the elements up to each one, that begin with `first`.
def run [n] (first: i64) (xs: [n]i64) : *[n + 1]i64 =
  loop sums = tabulate (n + 1) (\i -> if i == 0 then first else 0) for i < n do
    sums with [i + 1] = sums[i] + xs[i]

entry sums [n] (first: i64) (xs: [n]i64) : [n]i64 =
  (run first xs)[1:n + 1] :> [n]i64

-- A border on all sides: an element and its neighbours, those before it already summed.
entry around [n] (k: i64) (xs: [n][n]i64) : [k][k]i64 =
  let cells =
    tabulate_2d (k + 2)
                (k + 2)
                (\i j ->
                   if i >= 1 && i <= k && j >= 1 && j <= k
                   then xs[i - 1, j - 1]
                   else 0)
  let cells =
    loop cells for i < k do
      loop cells for j < k do
        let (i, j) = (i + 1, j + 1)
        let sum =
          cells[i, j]
          + cells[i - 1, j]
          + cells[i, j - 1]
          + 10 * (cells[i + 1, j] + cells[i, j + 1])
        in cells with [i, j] = sum
  in cells[1:k + 1, 1:k + 1] :> [k][k]i64

-- The border is put around zeros.
entry put_around [n] (above: [n + 1]i64) (before: [n]i64) (xs: [n][n]i64)
    : [n][n]i64 =
  let cells = replicate (n + 1) (replicate (n + 1) 0)
  let cells = cells with [0] = above
  let cells = cells with [1:, 0] = before
  let cells =
    loop cells for i < n do
      loop cells for j < n do
        cells with [i + 1, j + 1] = cells[i, j + 1] + cells[i + 1, j] + xs[i, j]
  in cells[1:, 1:] :> [n][n]i64

-- The second value stays.
entry put_twice [n] (first: i64) (xs: [n]i64) : [n]i64 =
  let sums = replicate (n + 1) 0
  let sums = sums with [0] = first
  let sums = sums with [0] = first + 1
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in sums[1:n + 1] :> [n]i64

-- The last element is put before the others.
entry put_inside [n] (first: i64) (xs: [n]i64) : [n]i64 =
  let sums = replicate (n + 1) 0
  let sums = sums with [n] = i64.sum xs
  let sums = sums with [0] = first
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in sums[1:n + 1] :> [n]i64

-- What is put is in the border and in the interior.
entry put_across [n] (xs: [n]i64) : [n]i64 =
  let sums = replicate (n + 1) 0
  let sums = sums with [0:n] = xs
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in sums[1:n + 1] :> [n]i64

entry put_after_reading [n] (first: i64) (xs: [n]i64) : ([n]i64, i64) =
  let sums = replicate (n + 1) 0
  let before = sums[0]
  let sums = sums with [0] = first
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in (sums[1:n + 1] :> [n]i64, before)

entry put_then_overwritten [n][m] (xs: [n]i64) (first: *[m]i64)
    : ([n]i64, [m]i64) =
  let sums = replicate (n + 1) 0
  let sums = sums with [0:1] = first[0:1]
  let first = first with [0] = 100
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in (sums[1:n + 1] :> [n]i64, first)

entry read_later [n] (first: i64) (xs: [n]i64) : ([n]i64, i64, i64, i64) =
  let sums = run first xs
  in (sums[1:n + 1] :> [n]i64,
      sums[0],
      sums[n],
      i64.minimum (map (\i -> sums[i]) (iota (n + 1))))

entry returned [n] (first: i64) (xs: [n]i64) : ([n]i64, [n + 1]i64) =
  let sums = run first xs in (sums[1:n + 1] :> [n]i64, sums)

entry two_interiors [n] (first: i64) (xs: [n]i64) : ([n]i64, []i64) =
  let sums = run first xs
  in (sums[1:n + 1] :> [n]i64, sums[1:n])

entry border_written [n] (first: i64) (xs: [n]i64) : [n]i64 =
  let sums =
    loop sums = tabulate (n + 1) (\i -> if i == 0 then first else 0)
    for i < n do
      let sums = sums with [i + 1] = sums[0] + xs[i]
      in sums with [0] = sums[i + 1] + i
  in sums[1:n + 1] :> [n]i64

-- The border's element is that before the update.
entry overwritten [n] (xs: *[n]i64) : ([n]i64, [n]i64) =
  let sums = tabulate (n + 1) (\i -> if i == 0 then xs[0] else 0)
  let xs = xs with [0] = 100
  let sums =
    loop sums for i < n do
      sums with [i + 1] = sums[i] + (if i == 0 then 0 else xs[i])
  in (sums[1:n + 1] :> [n]i64, xs)

entry overwritten_meanwhile [n] (xs: *[n]i64) : ([n]i64, [n]i64) =
  let sums = tabulate (n + 1) (\i -> if i == 0 then xs[0] else 0)
  let (sums, xs) =
    loop (sums, xs) for i < n do
      let sums =
        sums with [i + 1] = (if i == 0 then sums[0] else sums[i] + xs[i])
      let last = sums[i + 1]
      in (sums, xs with [0] = last)
  in (sums[1:n + 1] :> [n]i64, xs)

entry overwritten_after [n] (xs: *[n]i64) : ([n]i64, [n]i64) =
  let sums = tabulate (n + 1) (\i -> if i == 0 then xs[0] else 0)
  let sums =
    loop sums for i < n do
      sums with [i + 1] = sums[i] + (if i == 0 then 0 else xs[i])
  let inner = copy (sums[1:n + 1] :> [n]i64)
  let last = inner[n - 1]
  in (inner, xs with [0] = last)

-- The interior may be larger than the array.
entry beyond (n: i64) (m: i64) : [m]i64 =
  let xs = tabulate (n + 1) (\i -> if i == 0 then 7 else 0)
  let xs = loop xs for i < i64.min n m do xs with [i + 1] = xs[0] + i
  in xs[1:m + 1] :> [m]i64

-- An element of the border is not computed again for each read of it.
entry costly [n] (xs: [n]i64) : [n]i64 =
  let sums = tabulate (n + 1) (\i -> if i == 0 then i64.sum xs else 0)
  let sums = loop sums for i < n do sums with [i + 1] = sums[i] + xs[i]
  in sums[1:n + 1] :> [n]i64

entry sometimes [n] (is_inner: bool) (xs: [n]i64) : [n]i64 =
  let sums = run 0 xs
  in if is_inner then sums[1:n + 1] :> [n]i64 else sums[0:n]

-- The interior is the next round's array.
entry in_rounds [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop xs = copy xs for _i < k do copy ((run 0 xs)[1:n + 1] :> [n]i64)
