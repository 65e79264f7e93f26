-- passes: drop-fills
-- Fills that are read, or may be.

-- Each turn reads the element that the next one writes.
def ahead (n: i64) : [n]i32 =
  loop xs = replicate n 1 for i < n do xs with [i] = i32.i64 i + (if i + 1 < n then xs[i + 1] else 0)

-- Of the row at hand, the elements from the counter on.
def own_row (n: i64) : [n][n]i32 =
  loop xs = replicate n (replicate n 1) for i < n do
    loop xs for j < n do xs with [i, j] = xs[i, n - 1 - j] + i32.i64 j

-- Only the elements under the diagonal are written.
def triangle (n: i64) : [n][n]i32 =
  loop xs = replicate n (replicate n 1) for i < n do
    loop xs for j < i do xs with [i, j] = 2

-- The last element is not written.
def but_one (n: i64) : []i32 = loop xs = replicate (n + 1) 1 for i < n do xs with [i] = 2

-- Not every turn writes.
def some (n: i64) : [n]i32 = loop xs = replicate n 1 for i < n do if i % 2 == 0 then xs with [i] = 2 else xs

-- All of it is read in each turn.
def all (n: i64) : [n]i32 = loop xs = replicate n 1 for i < n do xs with [i] = i32.sum xs

entry main : ([4]i32, [3][3]i32, [3][3]i32, []i32, [4]i32, [4]i32) =
  (ahead 4, own_row 3, triangle 3, but_one 3, some 4, all 4)
