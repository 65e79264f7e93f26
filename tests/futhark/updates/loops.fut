-- In-place updates in sequential loops: swaps, insertion sort, running sums, a nested loop over a matrix, and the
-- short form of `let` for them.
-- ==
-- entry: reversed
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [1] } output { [1] }
-- input { [1, 2, 3, 4] } output { [4, 3, 2, 1] }
-- input { [1, 2, 3, 4, 5] } output { [5, 4, 3, 2, 1] }

-- ==
-- entry: insertion_sort
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [3, 1, 2, 5, -4, 3] } output { [-4, 1, 2, 3, 3, 5] }
-- input { [2, 1] } output { [1, 2] }

-- ==
-- entry: running
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] }
-- input { [5] } output { [5] }

-- ==
-- entry: pascal
-- input { 0i64 } output { empty([0][0]i32) }
-- input { 1i64 } output { [[1]] }
-- input { 5i64 } output { [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]] }

def swap 't (a: *[]t) (i: i64) (j: i64) : *[]t =
  let x = copy a[i]
  let a[i] = copy a[j]
  let a[j] = x
  in a

entry reversed [n] (xs: [n]i32) : [n]i32 =
  loop a = copy xs for i < n / 2 do
    let x = a[i]
    let y = a[n - 1 - i]
    in a with [i] = y with [n - 1 - i] = x

entry insertion_sort [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n do
    let (xs, _) =
      loop (xs, j) = (xs, i)
      while j > 0 && xs[j - 1] > xs[j] do
        (swap xs (j - 1) j :> *[n]i32, j - 1)
    in xs

entry running [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n - 1 do
    xs with [i + 1] = xs[i] + xs[i + 1]

entry pascal (n: i64) : [n][n]i32 =
  loop t = replicate n (replicate n 0) for i < n do
    let t[i, 0] = 1
    in loop t for j in 1..<i + 1 do
         let t[i, j] = t[i - 1, j - 1] + t[i - 1, j]
         in t
