-- What may be overwritten, and what is copied first: results of functions and branches, rows, arrays that trade places
-- in a loop, results of function values.
-- ==
-- entry: handed
-- input { 3i64 } output { [7i64, 1, 2] [0i64, 1, 2] }

-- ==
-- entry: rows
-- input { [[1i64,2],[3,4]] } output { [[9i64,2],[9,4]] }

-- ==
-- entry: chosen
-- input { true } output { [5i64, 0, 0] }
-- input { false } output { [5i64, 1, 2] }

-- ==
-- entry: traded
-- input { 2i64 } output { [1i64, 1] [2i64, 1] }

-- ==
-- entry: marked
-- input { [0i64, 1] } output { [3i64, 9, 0, 0] }

def same (a: []i64) : []i64 = a

entry handed (n: i64) : ([]i64, []i64) =
  let b = iota n
  let r = same b
  in (copy r with [0] = 7, b)

entry rows (xss: [][2]i64) = map (\xs -> copy xs with [0] = 9) xss

entry chosen (c: bool) : []i64 =
  let a = iota 3
  let z = replicate 3 0i64
  let r = if c then z else a
  in r with [0] = 5

entry traded (n: i64) : ([]i64, []i64) =
  loop (a, b) = (iota n, replicate n 1) for i < 3 do (b, (copy a) with [0] = i)

-- A local function, too large to be inlined at each call, that makes and returns an array.
entry marked (ns: []i64) : []i64 =
  let mark (a: *[]i64) (at: i64) (by: i64) : *[]i64 =
    let n = length a
    let here = (at * 2 + 1) % n
    let there = (at + n / 2) % n
    let sum = loop s = 0 for i < n do s + a[i] * (i + by) % 7
    let more = if sum > by && here != there then sum - by else by + at - here
    in a with [here] = 9 with [there] = more - more + ((sum - sum))
  let a = replicate 4 1
  let a = mark a 0 2
  let b = mark a 1 3
  let c = mark b 0 (length ns)
  in c with [0] = 3
