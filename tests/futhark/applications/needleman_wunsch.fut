-- Alignment of two strings by antidiagonals, and the alignment traced back.
-- ==
-- entry: scores
-- input { empty([0]u8) empty([0]u8) }
-- output { [[0i32]] }
-- input { "A" empty([0]u8) }
-- output { [[0i32], [-1i32]] }
-- input { empty([0]u8) "xyz" }
-- output { [[0i32, -1i32, -2i32, -3i32]] }
-- input { "GATTACA" "GCATGCG" }
-- output { [[0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32], [-1i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32], [-2i32, 0i32, 0i32, 1i32, 0i32, -1i32, -2i32, -3i32], [-3i32, -1i32, -1i32, 0i32, 2i32, 1i32, 0i32, -1i32], [-4i32, -2i32, -2i32, -1i32, 1i32, 1i32, 0i32, -1i32], [-5i32, -3i32, -3i32, -1i32, 0i32, 0i32, 0i32, -1i32], [-6i32, -4i32, -2i32, -2i32, -1i32, -1i32, 1i32, 0i32], [-7i32, -5i32, -3i32, -1i32, -2i32, -2i32, 0i32, 0i32]] }
-- input { "Kitten" "sitTing" }
-- output { [[0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32], [-1i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32], [-2i32, -2i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32], [-3i32, -3i32, -1i32, 1i32, 0i32, -1i32, -2i32, -3i32], [-4i32, -4i32, -2i32, 0i32, 0i32, -1i32, -2i32, -3i32], [-5i32, -5i32, -3i32, -1i32, -1i32, -1i32, -2i32, -3i32], [-6i32, -6i32, -4i32, -2i32, -2i32, -2i32, 0i32, -1i32]] }
-- input { "ABRACADABRA" "CADAVERA" }
-- output { [[0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32], [-1i32, -1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32], [-2i32, -2i32, -1i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32], [-3i32, -3i32, -2i32, -2i32, -2i32, -3i32, -4i32, -3i32, -4i32], [-4i32, -4i32, -2i32, -3i32, -1i32, -2i32, -3i32, -4i32, -2i32], [-5i32, -3i32, -3i32, -3i32, -2i32, -2i32, -3i32, -4i32, -3i32], [-6i32, -4i32, -2i32, -3i32, -2i32, -3i32, -3i32, -4i32, -3i32], [-7i32, -5i32, -3i32, -1i32, -2i32, -3i32, -4i32, -4i32, -4i32], [-8i32, -6i32, -4i32, -2i32, 0i32, -1i32, -2i32, -3i32, -3i32], [-9i32, -7i32, -5i32, -3i32, -1i32, -1i32, -2i32, -3i32, -4i32], [-10i32, -8i32, -6i32, -4i32, -2i32, -2i32, -2i32, -1i32, -2i32], [-11i32, -9i32, -7i32, -5i32, -3i32, -3i32, -3i32, -2i32, 0i32]] }

-- ==
-- entry: aligned
-- input { empty([0]u8) empty([0]u8) }
-- output { empty([0]u8) empty([0]u8) }
-- input { "A" empty([0]u8) }
-- output { "A" "-" }
-- input { empty([0]u8) "xyz" }
-- output { "---" "xyz" }
-- input { "GATTACA" "GCATGCG" }
-- output { "G-ATTACA" "GCA-TGCG" }
-- input { "Kitten" "sitTing" }
-- output { "Kitten-" "sitTing" }
-- input { "ABRACADABRA" "CADAVERA" }
-- output { "ABRACADA-BRA" "----CADAVERA" }

-- ==
-- entry: similarity
-- input { 1i32 "GATTACA" "GCATGCG" }
-- output { 6i32 }
-- input { 1i32 "Kitten" "sitTing" }
-- output { 5i32 }
-- input { 1i32 "ABRACADABRA" "CADAVERA" }
-- output { 11i32 }
-- input { 2i32 "GATTACA" "GCATGCG" }
-- output { 4i32 }
-- input { 2i32 "Kitten" "sitTing" }
-- output { 4i32 }
-- input { 2i32 "ABRACADABRA" "CADAVERA" }
-- output { 6i32 }

-- | Wavefronts: each antidiagonal of the table from the two before it.
def needleman_wunsch [n][m] (penalty: i32) (score: u8 -> u8 -> i32) (a: [n]u8) (b: [m]u8) : *[n + 1][m + 1]i32 =
  let table = replicate (n + 1) (replicate (m + 1) 0)
  let table[:, 0] = map (\i -> -penalty * i32.i64 i) (iota (n + 1))
  let table[0, :] = map (\j -> -penalty * i32.i64 j) (iota (m + 1))
  in loop table for k < n + m - 1 do
       let w = k + 2
       let lo = i64.max 1 (w - m)
       let hi = i64.min n (w - 1)
       let is = map (+ lo) (iota (i64.max 0 (hi - lo + 1)))
       let at i =
         let j = w - i
         in i32.maximum [ table[i - 1, j - 1] + score a[i - 1] b[j - 1]
                        , table[i - 1, j] - penalty
                        , table[i, j - 1] - penalty ]
       in scatter_2d table (map (\i -> (i, w - i)) is) (map at is)

type move = #diagonal | #up | #left

def trace_back [n][m] (penalty: i32) (score: u8 -> u8 -> i32) (a: [n]u8) (b: [m]u8) (table: [n + 1][m + 1]i32) : ([]u8, []u8) =
  let choose i j : move =
    if i > 0 && j > 0 && table[i, j] == table[i - 1, j - 1] + score a[i - 1] b[j - 1] then #diagonal
    else if i > 0 && table[i, j] == table[i - 1, j] - penalty then #up
    else #left
  let out = replicate (n + m) '-'
  let (xs, ys, k, _, _) =
    loop (xs, ys, k, i, j) = (copy out, out, n + m, n, m) while i > 0 || j > 0 do
      let k = k - 1
      in match choose i j
         case #diagonal -> (xs with [k] = a[i - 1], ys with [k] = b[j - 1], k, i - 1, j - 1)
         case #up -> (xs with [k] = a[i - 1], ys, k, i - 1, j)
         case #left -> (xs, ys with [k] = b[j - 1], k, i, j - 1)
  in (xs[k:], ys[k:])

def simple (x: u8) (y: u8) : i32 = if x == y then 1 else -1

entry scores (a: []u8) (b: []u8) = needleman_wunsch 1 simple a b

entry aligned (a: []u8) (b: []u8) : ([]u8, []u8) =
  trace_back 1 simple a b (needleman_wunsch 1 simple a b)

entry similarity (penalty: i32) (a: []u8) (b: []u8) =
  let table = needleman_wunsch penalty (\x y -> if x == y then 3 else if x ^ y == 32 then 1 else -2) a b
  in last (last table)
