-- Pointers in arrays: list ranking, depths and subtree sums of forests, union find, segments of different lengths spread out, a heap.
-- ==
-- entry: list_ranks
-- input { [2i64, 4i64, 2i64, 0i64, 3i64, 1i64] } output { [1i64, 4i64, 0i64, 2i64, 3i64, 5i64] }
-- input { [0i64] } output { [0i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

-- ==
-- entry: depths
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 5i64, 5i64, 7i64] }
-- output { [0i32, 1i32, 1i32, 2i32, 2i32, 2i32, 3i32, 3i32, 4i32] }
-- input { empty([0]i64) } output { empty([0]i32) }

-- ==
-- entry: subtree_sums
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 5i64, 5i64, 7i64] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] }
-- output { [45i32, 11i32, 33i32, 4i32, 5i32, 30i32, 7i32, 17i32, 9i32] }

-- ==
-- entry: union_find
-- input { 7i64 [1i64, 3i64, 5i64, 1i64, 2i64] [2i64, 4i64, 6i64, 4i64, 3i64] }
-- output { 3i64 [0i64, 1i64, 1i64, 1i64, 1i64, 5i64, 5i64] }
-- input { 2i64 empty([0]i64) empty([0]i64) } output { 2i64 [0i64, 1i64] }

-- ==
-- entry: spread_out
-- input { [4i64, 0i64, 2i64, 3i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 2i64, 2i64, 3i64, 3i64, 3i64] [0i64, 1i64, 2i64, 3i64, 0i64, 1i64, 0i64, 1i64, 2i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: heap_sorted
-- input { [5i32, 2i32, 9i32, -1i32, 5i32, 0i32] } output { [-1i32, 0i32, 2i32, 5i32, 5i32, 9i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [3i32] } output { [3i32] }

entry list_ranks [n] (next: [n]i64) : [n]i64 =
  let ranks = map2 (\i j -> i64.bool (i != j)) (iota n) next
  let (ranks, _) =
    loop (r, p) = (ranks, next) for _k < 64 - i64.i32 (i64.clz n) do
      (map2 (\x j -> x + r[j]) r p, map (\j -> p[j]) p)
  in ranks

entry depths [n] (parent: [n]i64) : [n]i32 =
  let jump (d, p) = (map2 (\x j -> x + d[j]) d p, map (\j -> p[j]) p)
  let start = (map2 (\i j -> i32.bool (i != j)) (iota n) parent, parent)
  in (iterate_while (\(_, p) -> any id (map2 (!=) p (map (\j -> p[j]) p))) jump start).0

-- | The sum over the subtree of each vertex: level by level, deepest first; parents have lower numbers.
entry subtree_sums [n] (parent: [n]i64) (values: [n]i32) : [n]i32 =
  loop s = copy values for k < n do
    let i = n - 1 - k
    let j = parent[i]
    in if i == j then s else s with [j] = s[j] + s[i]

-- | Union by rank with halved paths; the number of sets and the root of each.
entry union_find [m] (n: i64) (a: [m]i64) (b: [m]i64) : (i64, [n]i64) =
  let find (p: *[n]i64) (x: i64) : (*[n]i64, i64) =
    loop (p, x) while p[x] != x do
      let p[x] = p[p[x]]
      let x = p[x]
      in (p, x)
  let (p, _, sets) =
    loop (p, rank, sets) = (iota n, replicate n 0i32, n) for (x, y) in zip a b do
      let (p, x) = find p x
      let (p, y) = find p y
      in if x == y then (p, rank, sets)
         else let (low, high) = if rank[x] < rank[y] then (x, y) else (y, x)
              let p[low] = high
              let r = rank[high] + i32.bool (rank[low] == rank[high])
              in (p, rank with [high] = r, sets - 1)
  let roots = map (\i -> loop i while p[i] != i do p[i]) (iota n)
  let least = hist i64.min i64.highest n roots (iota n)
  in (sets, map (\r -> least[r]) roots)

-- | Which segment each element belongs to, and where in it.
entry spread_out [k] (sizes: [k]i64) : ([]i64, []i64) =
  let offsets = exscan (+) 0 sizes
  let total = i64.sum sizes
  let starts = reduce_by_index (replicate total 0) i64.max 0 offsets (iota k)
  let segment = scan i64.max 0 starts
  in (segment, map2 (\i s -> i - offsets[s]) (iota total) segment)

-- | A binary heap: all in, all out.
entry heap_sorted [n] (xs: [n]i32) : [n]i32 =
  let swap (h: *[n]i32) i j : *[n]i32 = let (x, y) = (h[i], h[j]) in h with [i] = y with [j] = x
  let down (h: *[n]i32) (size: i64) (i: i64) : *[n]i32 =
    let (h, _) =
      loop (h, i) while 2 * i + 1 < size do
        let l = 2 * i + 1
        let c = if l + 1 < size && h[l + 1] > h[l] then l + 1 else l
        in if h[c] > h[i] then (swap h i c, c) else (h, size)
    in h
  let heap = loop h = copy xs for k < n / 2 do down h n (n / 2 - 1 - k)
  in loop h = heap for k < n do
       let e = n - 1 - k
       in down (swap h 0 e) e 0
