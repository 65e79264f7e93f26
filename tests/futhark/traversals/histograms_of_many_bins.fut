-- Histograms with more bins than elements, and with more than a group's memory has room for and many elements: alone, of two dimensions,
-- of several destinations, for each row. Each is what a loop gives.
-- ==
-- entry: alone
-- input { 3000i64 500i64 } output { true }
-- input { 4096i64 9000i64 } output { true }
-- input { 4097i64 9000i64 } output { true }
-- input { 5000i64 20000i64 } output { true }

-- ==
-- entry: computed
-- input { 900i64 10i64 } output { 10i64 }
-- input { 5000i64 12000i64 } output { 12000i64 }
-- input { 16384i64 40000i64 } output { 40000i64 }
-- input { 16385i64 40000i64 } output { 40000i64 }

-- ==
-- entry: kinds
-- input { 3000i64 200i64 } output { true }
-- input { 2500i64 6000i64 } output { true }

-- ==
-- entry: table
-- input { 60i64 70i64 100i64 } output { true }
-- input { 60i64 70i64 10000i64 } output { true }

-- ==
-- entry: of_rows
-- input { 2i64 4500i64 100i64 } output { true }
-- input { 2i64 4500i64 10000i64 } output { true }

-- From -1 to k.
def place (k: i64) (i: i64) : i64 = (i * 7919 + i / 3) %% (k + 2) - 1

def by_loop [n] [k] 'a (dest: *[k]a) (op: a -> a -> a) (is: [n]i64) (xs: [n]a) : *[k]a =
  loop dest for (i, x) in zip is xs do
    if i >= 0 && i < k then dest with [i] = op (copy dest[i]) x else dest

entry alone (k: i64) (n: i64) : bool =
  let is = map (place k) (iota n)
  let xs = map (\i -> i32.i64 (i * i)) (iota n)
  in and (map2 (==) (reduce_by_index (replicate k 3) (+) 0 is xs) (by_loop (replicate k 3) (+) is xs))

-- Nothing is read.
entry computed (k: i64) (n: i64) : i64 =
  let counts = hist (+) 0 k (map (\i -> (i * 31) %% k) (iota n)) (replicate n 1i32)
  in i64.sum (map i64.i32 counts)

-- With room for fewer bins of larger elements; those of eight bits have room for all.
entry kinds (k: i64) (n: i64) : bool =
  let is = map (place k) (iota n)
  let xs = map (\i -> i * 977 - 99) (iota n)
  let max = reduce_by_index (replicate k 0) i64.max i64.lowest is xs
  let odd = reduce_by_index (replicate k 5u64) (^) 0 is (map u64.i64 xs)
  let small = reduce_by_index (replicate k 5u8) (+) 0 is (map u8.i64 xs)
  let some = reduce_by_index (replicate k 5i16) (|) 0 is (map i16.i64 xs)
  let every = reduce_by_index (replicate k true) (&&) true is (map (> 9) xs)
  let two =
    reduce_by_index (replicate k (0i64, 0i32)) (\(a, b) (c, d) -> (a + c, i32.min b d)) (0, i32.highest) is
                    (zip xs (map i32.i64 xs))
  in and (map2 (==) max (by_loop (replicate k 0) i64.max is xs))
     && and (map2 (==) odd (by_loop (replicate k 5u64) (^) is (map u64.i64 xs)))
     && and (map2 (==) small (by_loop (replicate k 5u8) (+) is (map u8.i64 xs)))
     && and (map2 (==) some (by_loop (replicate k 5i16) (|) is (map i16.i64 xs)))
     && and (map2 (==) every (by_loop (replicate k true) (&&) is (map (> 9) xs)))
     && and (map2 (==) (map (.0) two) (by_loop (replicate k 0) (+) is xs))
     && and (map2 (==) (map (.1) two) (by_loop (replicate k 0) i32.min is (map i32.i64 xs)))

entry table (h: i64) (w: i64) (n: i64) : bool =
  let is = map (place h) (iota n)
  let js = map (\i -> place w (i + i / 5)) (iota n)
  let made = reduce_by_index_2d (replicate h (replicate w 1i32)) (+) 0 (zip is js) (replicate n 1)
  let flat = map2 (\i j -> if i >= 0 && i < h && j >= 0 && j < w then i * w + j else -1) is js
  in and (map2 (==) (flatten made) (by_loop (replicate (h * w) 1i32) (+) flat (replicate n 1)))

entry of_rows (rows: i64) (k: i64) (n: i64) : bool =
  let is = tabulate_2d rows n (\r i -> place k (r * 13 + i))
  let made = map (\row -> reduce_by_index (replicate k 0i32) (+) 0 row (replicate n 1)) is
  in and (map2 (\counts row -> and (map2 (==) counts (by_loop (replicate k 0i32) (+) row (replicate n 1)))) made is)
