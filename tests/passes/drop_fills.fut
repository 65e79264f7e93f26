-- passes: drop-fills
-- Arrays that loops write whole before they read them, element by element or row by row, upwards or downwards.

-- Each cell is read after its turn. The borders need nothing, as they are tested for.
def paths (n: i64) (m: i64) : [n][m]i32 =
  loop cells = replicate n (replicate m 0) for i < n do
    loop cells for j < m do
      let north = if i == 0 then 1 else cells[i - 1, j]
      let west = if j == 0 then 0 else cells[i, j - 1]
      in cells with [i, j] = if i == 0 && j == 0 then 1 else north + west

-- The loops go through the columns, from the right; rows above are read in any column that is done.
def columns (n: i64) (m: i64) : [n][m]i32 =
  loop cells = replicate n (replicate m 0) for k < m do
    let j = m - 1 - k
    in loop cells for i < n do
         let east = if k == 0 then 0 else cells[n - 1 - i, j + 1]
         let up = loop sum = 0 for h < i do sum + cells[h, j]
         in cells with [i, j] = i32.i64 i + east + up

-- Each row is made of the sums of those before it.
def rows (n: i64) (m: i64) : [n][m]i32 =
  loop table = replicate n (replicate m 7) for i < n do
    table with [i] = tabulate m (\j -> loop sum = i32.i64 j + 1 for k < i do sum + table[k, j])

-- Two arrays at once, the second one written in both branches.
def both (n: i64) : ([n]i32, [n]i32) =
  loop (xs, ys) = (replicate n 0, replicate n 5) for i < n do
    let x = if i == 0 then 1 else xs[i - 1] * 3
    let xs = xs with [i] = x
    let ys = if x % 2 == 0 then ys with [i] = xs[i] else ys with [i] = xs[i] + 1
    in (xs, ys)

-- What a map makes is overwritten.
def mapped (n: i64) : [n]i32 =
  loop xs = tabulate n (\i -> i32.i64 (i * i)) for i < n do xs with [i] = if i == 0 then 1 else xs[i - 1] * 2

entry main : ([3][4]i32, [3][4]i32, [3][4]i32, ([5]i32, [5]i32), [4]i32) =
  (paths 3 4, columns 3 4, rows 3 4, both 5, mapped 4)
