-- Searches inside of a map: queens with a stack of columns, permutations in place, digits counted.
-- ==
-- entry: queen_counts
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] }
-- output { [1i64, 0i64, 0i64] }
-- input { [4i64, 5i64, 6i64, 7i64] }
-- output { [2i64, 10i64, 4i64, 40i64] }

-- ==
-- entry: permutations
-- input { 1i64 }
-- output { [[0i64]] }
-- input { 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 2i64, 1i64], [1i64, 0i64, 2i64], [1i64, 2i64, 0i64], [2i64, 0i64, 1i64], [2i64, 1i64, 0i64]] }
-- input { 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 3i64, 2i64], [0i64, 2i64, 1i64, 3i64], [0i64, 2i64, 3i64, 1i64], [0i64, 3i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [1i64, 0i64, 2i64, 3i64], [1i64, 0i64, 3i64, 2i64], [1i64, 2i64, 0i64, 3i64], [1i64, 2i64, 3i64, 0i64], [1i64, 3i64, 0i64, 2i64], [1i64, 3i64, 2i64, 0i64], [2i64, 0i64, 1i64, 3i64], [2i64, 0i64, 3i64, 1i64], [2i64, 1i64, 0i64, 3i64], [2i64, 1i64, 3i64, 0i64], [2i64, 3i64, 0i64, 1i64], [2i64, 3i64, 1i64, 0i64], [3i64, 0i64, 1i64, 2i64], [3i64, 0i64, 2i64, 1i64], [3i64, 1i64, 0i64, 2i64], [3i64, 1i64, 2i64, 0i64], [3i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }

-- ==
-- entry: in_turn
-- input { 1i32 empty([0]i64) }
-- output { 0i32 empty([0]i64) }
-- input { 5i32 [1i64] }
-- output { 0i32 [1i64] }
-- input { 1i32 [1i64, 2i64, 3i64] }
-- output { 1i32 [1i64, 3i64, 2i64] }
-- input { 4i32 [1i64, 2i64, 2i64, 3i64] }
-- output { 4i32 [2i64, 1i64, 3i64, 2i64] }
-- input { 9i32 [3i64, 2i64, 1i64, 0i64] }
-- output { 0i32 [3i64, 2i64, 1i64, 0i64] }
-- input { 100i32 [0i64, 1i64, 2i64, 3i64] }
-- output { 23i32 [3i64, 2i64, 1i64, 0i64] }

-- ==
-- entry: longest_collatz
-- input { 0i64 }
-- output { -1i64 0i64 }
-- input { 1i64 }
-- output { 0i64 1i64 }
-- input { 30i64 }
-- output { 111i64 27i64 }
-- input { 300i64 }
-- output { 127i64 231i64 }

-- ==
-- entry: digits
-- input { empty([0]i64) }
-- output { empty([0][10]i32) }
-- input { [0i64] }
-- output { [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]] }
-- input { [7i64, 1223334444i64] }
-- output { [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32], [0i32, 1i32, 2i32, 3i32, 4i32, 0i32, 0i32, 0i32, 0i32, 0i32]] }

def queens (n: i64) (first: [2]i64) : i64 =
  -- One search with its own stack of columns, no recursion.
  let free (cols: [n]i64) (row: i64) (c: i64) =
    loop ok = true for r < row do ok && cols[r] != c && i64.abs (cols[r] - c) != row - r
  let start = replicate n (-1) with [0] = first[0] with [1] = first[1]
  in if n < 2 || !(free start 1 first[1]) then 0 else
     let (_, _, found) =
       loop (cols, row, found) = (start, 2, 0) while row >= 2 do
         if row == n then (cols, row - 1, found + 1) else
         let c = loop c = cols[row] + 1 while c < n && !(free cols row c) do c + 1
         in if c >= n
            then let cols[row] = -1 in (cols, row - 1, found)
            else let cols[row] = c in (cols, row + 1, found)
     in if n == 2 then 0 else found

def solutions (n: i64) : i64 =
  if n == 1 then 1 else
  map (\a -> map (\b -> queens n [a, b]) (iota n) |> i64.sum) (iota n) |> i64.sum

-- | The `k`-th permutation by factorial digits.
def permutation (n: i64) (k: i64) : [n]i64 =
  let left = iota n
  let (out, _, _) =
    loop (out, left, k) = (replicate n 0, left, k) for i < n do
      let f = i64.product (map (+ 1) (iota (n - 1 - i)))
      let d = k / f
      let picked = left[d]
      let left = loop left for j in d..<n - 1 do
        let next = left[j + 1]
        in left with [j] = next
      in (out with [i] = picked, left, k % f)
  in out

def next_permutation [n] (xs: *[n]i64) : (bool, *[n]i64) =
  let i = loop i = n - 2 while i >= 0 && xs[i] >= xs[i + 1] do i - 1
  in if i < 0 then (false, xs) else
     let j = loop j = n - 1 while xs[j] <= xs[i] do j - 1
     let (a, b) = (xs[i], xs[j])
     let xs = xs with [i] = b with [j] = a
     let tail = copy xs[i + 1:]
     in (true, xs with [i + 1:] = reverse tail)

def collatz (x: i64) : i64 =
  (loop (x, k) = (x, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, k + 1)).1

-- | Each thread counts in an array of its own.
def digit_counts [n] (xs: [n]i64) : [n][10]i32 =
  let one x =
    let (counts, _) =
      loop (counts, x) = (replicate 10 0i32, x) while x > 0 do
        let d = x % 10
        in (counts with [d] = counts[d] + 1, x / 10)
    in counts
  in #[sequential_inner] map one xs

entry queen_counts (ns: []i64) : []i64 = map solutions ns
entry permutations (n: i64) : [][n]i64 =
  map (permutation n) (iota (i64.product (1...n)))
entry in_turn [n] (k: i32) (xs: [n]i64) : (i32, [n]i64) =
  let (steps, xs, _) =
    loop (steps, xs, go) = (0, copy xs, true) while go && steps < k do
      let (go, xs) = next_permutation xs
      in (steps + i32.bool go, xs, go)
  in (steps, xs)
entry longest_collatz (n: i64) : (i64, i64) =
  map (\x -> (collatz (x + 1), x + 1)) (iota n)
  |> reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-1, 0)
entry digits [n] (xs: [n]i64) = digit_counts xs
