-- Counting and listing: subsets, Gray codes, permutations by number, binomials, partitions, queens with bits, cycles.
-- ==
-- entry: gray
-- input { 3i64 } output { [0u32, 1u32, 3u32, 2u32, 6u32, 7u32, 5u32, 4u32] }
-- input { 0i64 } output { [0u32] }

-- ==
-- entry: ungray
-- input { [0u32, 1u32, 7u32, 2147483648u32, 70496u32] }
-- output { [0u32, 1u32, 5u32, 4294967295u32, 123456u32] }

-- ==
-- entry: subsets
-- input { 5u32 3u32 } output { [7u32, 11u32, 13u32, 14u32, 19u32, 21u32, 22u32, 25u32, 26u32, 28u32] }
-- input { 3u32 4u32 } output { empty([0]u32) }

-- ==
-- entry: permutations
-- input { 4i64 }
-- output { [[0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 3i64, 2i64], [0i64, 2i64, 1i64, 3i64], [0i64, 2i64, 3i64, 1i64], [0i64, 3i64, 1i64, 2i64], [0i64, 3i64, 2i64, 1i64], [1i64, 0i64, 2i64, 3i64], [1i64, 0i64, 3i64, 2i64], [1i64, 2i64, 0i64, 3i64], [1i64, 2i64, 3i64, 0i64], [1i64, 3i64, 0i64, 2i64], [1i64, 3i64, 2i64, 0i64], [2i64, 0i64, 1i64, 3i64], [2i64, 0i64, 3i64, 1i64], [2i64, 1i64, 0i64, 3i64], [2i64, 1i64, 3i64, 0i64], [2i64, 3i64, 0i64, 1i64], [2i64, 3i64, 1i64, 0i64], [3i64, 0i64, 1i64, 2i64], [3i64, 0i64, 2i64, 1i64], [3i64, 1i64, 0i64, 2i64], [3i64, 1i64, 2i64, 0i64], [3i64, 2i64, 0i64, 1i64], [3i64, 2i64, 1i64, 0i64]] }
-- input { 1i64 } output { [[0i64]] }

-- ==
-- entry: inverse_ok
-- input { [2i64, 0i64, 3i64, 1i64] } output { true }

-- ==
-- entry: cycles
-- input { [1i64, 0i64, 2i64, 4i64, 5i64, 3i64] } output { 3i64 }
-- input { empty([0]i64) } output { 0i64 }

-- ==
-- entry: order_of
-- input { [1i64, 0i64, 3i64, 4i64, 2i64] } output { 6i32 }
-- input { [0i64] } output { 1i32 }

-- ==
-- entry: lehmer
-- input { [3i64, 0i64, 4i64, 1i64, 2i64] } output { [3i64, 0i64, 2i64, 0i64, 0i64] }

-- ==
-- entry: binomials
-- input { 6i64 } output { [1i64, 6i64, 15i64, 20i64, 15i64, 6i64, 1i64] }
-- input { 0i64 } output { [1i64] }

-- ==
-- entry: partitions
-- input { 30i64 } output { 5604i64 }

-- ==
-- entry: queens
-- input { 6i64 } output { 4i64 }
-- input { 8i64 } output { 92i64 }
-- input { 1i64 } output { 1i64 }

entry gray (bits: i64) : [1 << bits]u32 = tabulate (1 << bits) (\i -> let u = u32.i64 i in u ^ (u >> 1))

entry ungray (codes: []u32) : []u32 =
  map (\g -> loop x = g for k in [1u32, 2, 4, 8, 16] do x ^ (x >> k)) codes

-- | All subsets of k among n things as bits, in order, by Gosper's step.
entry subsets (n: u32) (k: u32) : []u32 =
  let first = (1 << k) - 1
  let (out, _) =
    loop (out, s) = ([], first) while s < 1 << n do
      let c = s & -s
      let r = s + c
      in (out ++ [s], ((r ^ s) >> 2) / c | r)
  in out

def factorial (n: i64) : i64 = i64.product (1..<n + 1)

-- | The permutation with a number, by the factorial digits of it.
def unrank (n: i64) (number: i64) : [n]i64 =
  let (out, _, _) =
    loop (out, left, number) = (replicate n 0, iota n :> []i64, number) for i < n do
      let f = factorial (n - 1 - i)
      let k = number / f
      in (out with [i] = left[k], left[:k] ++ left[k + 1:], number % f)
  in out

entry permutations (n: i64) : [factorial n][n]i64 = map (unrank n) (iota (factorial n))

def invert [n] (p: [n]i64) : [n]i64 = scatter (replicate n 0) p (iota n)
def then_permute [n] (p: [n]i64) (q: [n]i64) : [n]i64 = map (\i -> q[i]) p

entry inverse_ok [n] (p: [n]i64) : bool = and (map2 (==) (p `then_permute` invert p) (iota n))

entry cycles [n] (p: [n]i64) : i64 =
  let least = loop l = iota n for _k < n do map2 (\i j -> i64.min l[i] l[j]) (iota n) p
  in i64.sum (map2 (\i l -> i64.bool (i == l)) (iota n) least)

entry order_of [n] (p: [n]i64) : i32 =
  (loop (q, k) = (p, 1) while !(and (map2 (==) q (iota n))) do (then_permute q p, k + 1)).1

entry lehmer [n] (p: [n]i64) : [n]i64 =
  map (\i -> p[i + 1:] |> filter (< p[i]) |> length) (iota n)

entry binomials (n: i64) : [n + 1]i64 =
  let step (row: [n + 1]i64) : [n + 1]i64 = map2 (+) row ([0] ++ init row :> [n + 1]i64)
  in iterate (i32.i64 n) step (tabulate (n + 1) (\i -> if i == 0 then 1 else 0))

entry partitions (n: i64) : i64 =
  let start = map (i64.bool <-< (== 0)) (0...n)
  in last (loop p = copy start for k in 1...n do
             loop p for i in k...n do p with [i] = p[i] + p[i - k])

-- | Depth first with a stack of (columns, diagonals, diagonals) in an array.
entry queens (n: i64) : i64 =
  let all_columns = (1u32 << u32.i64 n) - 1
  let stack = replicate (n * n + 1) (0u32, 0u32, 0u32)
  let (_, _, count) =
    loop (stack, top, count) = (stack, 1, 0) while top > 0 do
      let (c, d, e) = copy stack[top - 1]
      let top = top - 1
      in if c == all_columns then (stack, top, count + 1)
         else let (stack, top, _) =
                loop (stack, top, free) = (stack, top, all_columns & !(c | d | e)) while free != 0 do
                  let bit = free & -free
                  in (stack with [top] = (c | bit, (d | bit) << 1, (e | bit) >> 1), top + 1, free ^ bit)
              in (stack, top, count)
  in count
