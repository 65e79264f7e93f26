-- Loops whose arrays change their order in memory, trade places, or are written while others are read.
-- ==
-- entry: turning
-- input { [[1, 2], [3, 4]] 0 } output { [[1, 2], [3, 4]] [[1, 2], [3, 4]] [[1, 2], [3, 4]] }
-- input { [[1, 2], [3, 4]] 1 } output { [[1, 3], [2, 4]] [[3, 1], [4, 2]] [[3, 4], [1, 2]] }
-- input { [[1, 2], [3, 4]] 3 } output { [[1, 3], [2, 4]] [[2, 4], [1, 3]] [[3, 4], [1, 2]] }

-- ==
-- entry: swapping
-- input { [1, 2] [3, 4] 0 } output { [1, 2] [3, 4] }
-- input { [1, 2] [3, 4] 1 } output { [3, 4] [1, 2] }
-- input { [1, 2] [3, 4] 5 } output { [3, 4] [1, 2] }

-- ==
-- entry: writing_in_turn
-- input { 3i64 4i64 } output { [0i64, 3, 0] [2i64, 0, 0] }
-- input { 2i64 0i64 } output { [0i64, 0] [0i64, 0] }

-- ==
-- entry: rotating
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 2 } output { [7, 8, 9] [[7, 8, 9], [1, 2, 3], [4, 5, 6]] }

-- ==
-- entry: until_full
-- input { [1, 2, 3] } output { [16, 32, 48] 4 }
-- input { [100] } output { [100] 0 }

-- ==
-- entry: conditional
-- input { [5, 3, 8] 4 } output { [5, 5, 8] }
-- input { [5, 3, 8] 0 } output { [5, 3, 8] }

-- ==
-- entry: inner_loops
-- input { [[3, 1, 2], [9, 7, 8]] } output { [[1, 2, 3], [7, 8, 9]] [3, 3] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0]i32) }

-- ==
-- entry: history
-- input { [1, 1, 1, 1] 3i64 } output { [[1, 2, 3, 4], [1, 3, 6, 10], [1, 4, 10, 20]] }
-- input { [1, 1] 0i64 } output { empty([0][2]i32) }

entry turning (a: [2][2]i32) (n: i32) =
  (loop a for _i < n do transpose a,
   loop a for _i < n do map reverse (transpose a),
   loop a for _i < n do reverse a)

entry swapping (xs: []i32) (ys: []i32) (n: i32) =
  let ys = ys :> [length xs]i32
  in loop (xs, ys) for _i < n do (ys, xs)

entry writing_in_turn (n: i64) (k: i64) =
  loop (xs: *[n]i64, ys: *[n]i64) = (replicate n 0, replicate n 0) for i < k do
    (ys with [i % 2] = i, xs)

-- | The first row goes to the end, again and again, with a window on the whole.
entry rotating [n] (a: [n][n]i32) (k: i32) =
  let a = loop a for _i < k do a[1:] ++ [a[0]] :> [n][n]i32
  in (a[0], a)

entry until_full (xs: []i32) =
  loop (xs, rounds) = (xs, 0i32) while i32.maximum xs < 40 do (map (* 2) xs, rounds + 1)

entry conditional (xs: []i32) (n: i32) =
  loop xs for i < n do
    if i % 2 == 0 then map (+ i) xs else map2 (\x y -> if y % 2 == 0 then x - 1 else x) xs (indices xs)

-- | Sorts every row by itself, and counts how often it wrote.
entry inner_loops [n] [m] (xss: [n][m]i32) =
  let sort (xs: [m]i32) =
    loop (xs, writes) = (copy xs, 0i32) for i < m do
      let least = loop k = i for j in i..<m do if xs[j] < xs[k] then j else k
      let x = xs[i]
      let y = xs[least]
      in (xs with [i] = y with [least] = x, writes + 1)
  in map sort xss |> unzip

entry history [n] (xs: [n]i32) (steps: i64) : [steps][n]i32 =
  let table = replicate steps (replicate n 0)
  let (table, _) = loop (table, row) = (table, xs) for i < steps do
    let next = scan (+) 0 row
    in (table with [i] = next, next)
  in table
