-- Sorting: bitonic networks, bottom-up merging by ranks, counting and insertion.
-- ==
-- entry: network
-- input { [186i32, -634i32, 220i32, -756i32, -438i32, -360i32, -394i32, -253i32, 167i32, 726i32, 60i32, 949i32, 372i32, 570i32, 271i32, -745i32, 976i32] }
-- output { [-756i32, -745i32, -634i32, -438i32, -394i32, -360i32, -253i32, 60i32, 167i32, 186i32, 220i32, 271i32, 372i32, 570i32, 726i32, 949i32, 976i32] }
-- input { [5i32] } output { [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2i32, 1i32] } output { [1i32, 2i32] }
-- input { [3i32, 3i32, 1i32, 3i32, 2i32, 1i32, 1i32, 0i32] }
-- output { [0i32, 1i32, 1i32, 1i32, 2i32, 3i32, 3i32, 3i32] }

-- ==
-- entry: ascending
-- input { [186i32, -634i32, 220i32, -756i32, -438i32, -360i32, -394i32, -253i32, 167i32, 726i32, 60i32, 949i32, 372i32, 570i32, 271i32, -745i32, 976i32] }
-- output { [-756i32, -745i32, -634i32, -438i32, -394i32, -360i32, -253i32, 60i32, 167i32, 186i32, 220i32, 271i32, 372i32, 570i32, 726i32, 949i32, 976i32] }
-- input { [5i32] } output { [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2i32, 1i32] } output { [1i32, 2i32] }
-- input { [3i32, 3i32, 1i32, 3i32, 2i32, 1i32, 1i32, 0i32] }
-- output { [0i32, 1i32, 1i32, 1i32, 2i32, 3i32, 3i32, 3i32] }

-- ==
-- entry: descending
-- input { [186i32, -634i32, 220i32, -756i32, -438i32, -360i32, -394i32, -253i32, 167i32, 726i32, 60i32, 949i32, 372i32, 570i32, 271i32, -745i32, 976i32] }
-- output { [976i32, 949i32, 726i32, 570i32, 372i32, 271i32, 220i32, 186i32, 167i32, 60i32, -253i32, -360i32, -394i32, -438i32, -634i32, -745i32, -756i32] }
-- input { [5i32] } output { [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2i32, 1i32] } output { [2i32, 1i32] }
-- input { [3i32, 3i32, 1i32, 3i32, 2i32, 1i32, 1i32, 0i32] }
-- output { [3i32, 3i32, 3i32, 2i32, 1i32, 1i32, 1i32, 0i32] }

-- ==
-- entry: inserted
-- input { [186i32, -634i32, 220i32, -756i32, -438i32, -360i32, -394i32, -253i32, 167i32, 726i32, 60i32, 949i32, 372i32, 570i32, 271i32, -745i32, 976i32] }
-- output { [-756i32, -745i32, -634i32, -438i32, -394i32, -360i32, -253i32, 60i32, 167i32, 186i32, 220i32, 271i32, 372i32, 570i32, 726i32, 949i32, 976i32] }
-- input { [5i32] } output { [5i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [2i32, 1i32] } output { [1i32, 2i32] }
-- input { [3i32, 3i32, 1i32, 3i32, 2i32, 1i32, 1i32, 0i32] }
-- output { [0i32, 1i32, 1i32, 1i32, 2i32, 3i32, 3i32, 3i32] }

-- ==
-- entry: counted
-- input { [3i32, 1i32, 9i32, 0i32, 1i32, 3i32] } output { [0i64, 1i64, 1i64, 3i64, 3i64, 9i64] }
-- input { empty([0]i32) } output { empty([0]i64) }

-- | A network over the next power of two, filled up with the highest number.
def bitonic [n] (xs: [n]i32) : [n]i32 =
  let levels = loop l = 1 while (1 << l) < n do l + 1
  let m = 1 << levels
  let padded = tabulate m (\i -> if i < n then xs[i] else i32.highest)
  let sorted =
    loop a = padded for k in 1...levels do
      loop a for j in k - 1..k - 2...0 do
        let d = 1 << j
        in map (\i ->
                  let partner = i ^ d
                  let up = (i >> k) & 1 == 0
                  let lowest = (partner > i) == up
                  in if lowest then i32.min a[i] a[partner] else i32.max a[i] a[partner])
               (iota m)
  in take n sorted

def merge [n][m] (lte: i32 -> i32 -> bool) (xs: [n]i32) (ys: [m]i32) : [n + m]i32 =
  let rank before zs x =
    (loop (lo, hi) = (0, length zs) while lo < hi do
       let mid = (lo + hi) / 2
       in if before zs[mid] x then (mid + 1, hi) else (lo, mid)).0
  let xs_at = map2 (\i x -> i + rank (\y x -> !(x `lte` y)) ys x) (iota n) xs
  let ys_at = map2 (\i y -> i + rank (\x y -> x `lte` y) xs y) (iota m) ys
  in scatter (replicate (n + m) 0) (xs_at ++ ys_at) (xs ++ ys)

-- | Rounds of merging neighbours, each of twice the width.
def merge_sort [n] (lte: i32 -> i32 -> bool) (xs: [n]i32) : [n]i32 =
  let (sorted, _) =
    loop (a, w) = (copy xs, 1) while w < n do
      let next =
        loop out = replicate n 0 for b < (n + 2 * w - 1) / (2 * w) do
          let lo = b * 2 * w
          let mid = i64.min n (lo + w)
          let hi = i64.min n (lo + 2 * w)
          in out with [lo:hi] = (merge lte a[lo:mid] a[mid:hi] :> [hi - lo]i32)
      in (next, w * 2)
  in sorted

def insertion [n] (xs: *[n]i32) : *[n]i32 =
  loop xs for i in 1..<i64.max 1 n do
    let x = xs[i]
    let (xs, j) =
      loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do
        (xs with [j] = xs[j - 1], j - 1)
    in xs with [j] = x

def counting [n] (k: i64) (xs: [n]i32) : [n]i64 =
  let counts = hist (+) 0 k (map i64.i32 xs) (rep 1)
  let ends = scan (+) 0 counts
  in map (\i -> i64.sum (map (\e -> i64.bool (e <= i)) ends)) (iota n)

entry network [n] (xs: [n]i32) : [n]i32 = bitonic xs
entry ascending [n] (xs: [n]i32) : [n]i32 = merge_sort (<=) xs
entry descending [n] (xs: [n]i32) : [n]i32 = merge_sort (>=) xs
entry inserted [n] (xs: *[n]i32) : [n]i32 = insertion xs
entry counted [n] (xs: [n]i32) : [n]i64 = counting 10 xs
