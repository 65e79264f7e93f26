-- Columns as a database: sort by key, group, join, distinct, running totals, pivot, top k; arrays of records.
-- ==
-- entry: sorted
-- input { [4i32, 0i32, 4i32, 2i32, 4i32, 6i32, 5i32, 1i32, 0i32, 4i32, 4i32, 5i32, 1i32, 2i32, 0i32] [8i32, -7i32, 9i32, -8i32, -3i32, 6i32, 8i32, 4i32, 1i32, 5i32, 9i32, 5i32, 2i32, 0i32, -2i32] }
-- output { [0i32, 0i32, 0i32, 1i32, 1i32, 2i32, 2i32, 4i32, 4i32, 4i32, 4i32, 4i32, 5i32, 5i32, 6i32] [-7i32, 1i32, -2i32, 4i32, 2i32, -8i32, 0i32, 8i32, 9i32, -3i32, 5i32, 9i32, 8i32, 5i32, 6i32] [1i64, 8i64, 14i64, 7i64, 12i64, 3i64, 13i64, 0i64, 2i64, 4i64, 9i64, 10i64, 6i64, 11i64, 5i64] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i64) }

-- ==
-- entry: grouped
-- input { [4i32, 0i32, 4i32, 2i32, 4i32, 6i32, 5i32, 1i32, 0i32, 4i32, 4i32, 5i32, 1i32, 2i32, 0i32] [8i32, -7i32, 9i32, -8i32, -3i32, 6i32, 8i32, 4i32, 1i32, 5i32, 9i32, 5i32, 2i32, 0i32, -2i32] }
-- output { [0i32, 1i32, 2i32, 4i32, 5i32, 6i32] [3i64, 2i64, 2i64, 5i64, 2i64, 1i64] [-8i32, 6i32, -8i32, 28i32, 13i32, 6i32] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i64) empty([0]i32) }

-- ==
-- entry: joined
-- input { [1i32, 2i32, 2i32, 5i32] [2i32, 5i32, 5i32, 2i32, 9i32] }
-- output { [1i64, 1i64, 2i64, 2i64, 3i64, 3i64] [0i64, 3i64, 0i64, 3i64, 1i64, 2i64] }
-- input { [1i32, 2i32, 2i32, 5i32] empty([0]i32) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: distinct
-- input { [4i32, 0i32, 4i32, 2i32, 4i32, 6i32, 5i32, 1i32, 0i32, 4i32, 4i32, 5i32, 1i32, 2i32, 0i32] }
-- output { [4i32, 0i32, 2i32, 6i32, 5i32, 1i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: top
-- input { 3i64 [8i32, -7i32, 9i32, -8i32, -3i32, 6i32, 8i32, 4i32, 1i32, 5i32, 9i32, 5i32, 2i32, 0i32, -2i32] }
-- output { [9i32, 9i32, 8i32] }
-- input { 9i64 [1i32] } output { [1i32] }

-- ==
-- entry: pivot
-- input { 2i64 3i64 [0i64, 1i64, 1i64, 0i64, 5i64] [2i64, 0i64, 0i64, 2i64, 0i64] [1i32, 2i32, 3i32, 4i32, 5i32] }
-- output { [[0i32, 0i32, 5i32], [5i32, 0i32, 0i32]] }

-- ==
-- entry: running
-- input { [4i32, 0i32, 4i32, 2i32, 4i32, 6i32, 5i32, 1i32, 0i32, 4i32, 4i32, 5i32, 1i32, 2i32, 0i32] [8i32, -7i32, 9i32, -8i32, -3i32, 6i32, 8i32, 4i32, 1i32, 5i32, 9i32, 5i32, 2i32, 0i32, -2i32] }
-- output { [8i32, -7i32, 17i32, -8i32, 14i32, 6i32, 8i32, 4i32, -6i32, 19i32, 28i32, 13i32, 6i32, -8i32, -8i32] }

-- ==
-- entry: lexicographic
-- input { [2i32, 1i32, 2i32, 1i32] [5u8, 9u8, 3u8, 9u8] } output { [1i64, 3i64, 2i64, 0i64] }

type row = {key: i32, value: i32, position: i64}

-- | Stable, by counting how many stand before.
def sort_by 'a 'k [n] (less: k -> k -> bool) (key: a -> k) (xs: [n]a) : [n]a =
  let keys = map key xs
  let before i j = (keys[j] `less` keys[i]) || (j < i && !(keys[i] `less` keys[j]))
  let place i = map (\j -> i64.bool (before i j)) (iota n) |> i64.sum
  in scatter (copy xs) (map place (iota n)) xs

def table [n] (keys: [n]i32) (values: [n]i32) : [n]row =
  map3 (\key value position -> {key, value, position}) keys values (iota n)

entry sorted [n] (keys: [n]i32) (values: [n]i32) : ([n]i32, [n]i32, [n]i64) =
  table keys values
  |> sort_by (<) (.key)
  |> map (\r -> (r.key, r.value, r.position))
  |> unzip3

-- | The keys in order, and of each the count and the sum.
entry grouped [n] (keys: [n]i32) (values: [n]i32) : ([]i32, []i64, []i32) =
  let rows = table keys values |> sort_by (<) (\r -> r.key)
  let first = map (\i -> i == 0 || rows[i].key != rows[i - 1].key) (iota n)
  let group = map (\x -> x - 1) (scan (+) 0 (map i64.bool first))
  let k = if n == 0 then 0 else last group + 1
  let firsts = map (\g -> g.1) (filter (.0) (zip first rows))
  in ( map (.key) firsts
     , hist (+) 0 k group (replicate n 1)
     , hist (+) 0 k group (map (.value) rows))

-- | Pairs of positions with the same key.
entry joined [n][m] (left: [n]i32) (right: [m]i32) : ([]i64, []i64) =
  let matches = map (\k -> i64.sum (map (\r -> i64.bool (r == k)) right)) left
  let total = i64.sum matches
  let offsets = exscan (+) 0 matches
  let (ls, rs) =
    loop (ls, rs) = (replicate total 0, replicate total 0) for i < n do
      let (ls, rs, _) =
        loop (ls, rs, o) = (ls, rs, offsets[i]) for j < m do
          if left[i] == right[j]
          then (ls with [o] = i, rs with [o] = j, o + 1)
          else (ls, rs, o)
      in (ls, rs)
  in (ls, rs)

entry distinct [n] (xs: [n]i32) : []i32 =
  let firsts = map2 (\i x -> and (map (!= x) xs[:i])) (iota n) xs
  in map (.0) (filter (.1) (zip xs firsts))

entry top [n] (k: i64) (xs: [n]i32) : []i32 = xs |> sort_by (>) id |> take (i64.min k n)

-- | Sums by row and column class.
entry pivot [n] (r: i64) (c: i64) (rows: [n]i64) (columns: [n]i64) (values: [n]i32) : [r][c]i32 =
  reduce_by_index_2d (replicate r (replicate c 0)) (+) 0 (zip rows columns) values

entry running [n] (groups: [n]i32) (values: [n]i32) : [n]i32 =
  map2 (\i g -> i32.sum (map2 (\h v -> if h == g then v else 0) groups[:i + 1] values[:i + 1])) (iota n) groups

entry lexicographic [n] (a: [n]i32) (b: [n]u8) : [n]i64 =
  let less (x1, y1) (x2, y2) : bool = x1 < x2 || x1 == x2 && y1 < (y2: u8)
  in zip3 a b (iota n) |> sort_by less (\(x, y, _) -> (x: i32, y)) |> map (\(_, _, i) -> i)
