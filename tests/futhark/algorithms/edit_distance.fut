-- The edit distance of two strings, by whole rows in a sequential loop and along anti-diagonals in parallel.
-- ==
-- entry: by_rows by_diagonals
-- input { [107u8, 105, 116, 116, 101, 110] [115u8, 105, 116, 116, 105, 110, 103] } output { 3i64 }
-- input { [1u8, 2, 3] [1u8, 2, 3] } output { 0i64 }
-- input { empty([0]u8) [1u8, 2] } output { 2i64 }
-- input { [1u8] empty([0]u8) } output { 1i64 }
-- input { empty([0]u8) empty([0]u8) } output { 0i64 }
-- input { [1u8, 2, 3, 4] [2u8, 3, 4, 5, 6] } output { 3i64 }
-- input { [9u8, 8, 7, 6, 5] [5u8, 6, 7, 8, 9] } output { 4i64 }

-- ==
-- entry: of_strings
-- input { true } output { 3i64 1i64 }

def min3 (a: i64) (b: i64) (c: i64) : i64 = a `i64.min` b `i64.min` c

entry by_rows [n][m] (a: [n]u8) (b: [m]u8) : i64 =
  let first = iota (m + 1)
  let row =
    loop row = first for i < n do
      loop current = replicate (m + 1) (i + 1) for j < m do
        let change = if a[i] == b[j] then 0 else 1
        in current with [j + 1] = min3 (current[j] + 1) (row[j + 1] + 1) (row[j] + change)
  in row[m]

-- The cell (i, d - i) of diagonal d is kept at index i.
entry by_diagonals [n][m] (a: [n]u8) (b: [m]u8) : i64 =
  let start = replicate (n + 1) 0i64
  let (_, final) =
    loop (older, old) = (start, start) for d in 1..<n + m + 1 do
      let cell i =
        let j = d - i
        in if j < 0 || j > m
           then 0
           else if i == 0
           then j
           else if j == 0
           then i
           else let change = if a[i - 1] == b[j - 1] then 0 else 1
                in min3 (old[i] + 1) (old[i - 1] + 1) (older[i - 1] + change)
      in (old, tabulate (n + 1) cell)
  in final[n]

entry of_strings (whole: bool) : (i64, i64) =
  let (s, t) = ("kitten", "sitting")
  in if whole then (by_rows s t, by_diagonals s[1:4] t[1:6:2]) else (0, 0)
