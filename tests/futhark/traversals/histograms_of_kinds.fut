-- Histograms with each kind of operator, of few and of many bins, alone and for each row. Each is what a loop gives.
-- ==
-- entry: alone
-- input { 0i64 0i64 } output { true }
-- input { 0i64 5i64 } output { true }
-- input { 0i64 40i64 } output { true }
-- input { 3i64 0i64 } output { true }
-- input { 1i64 1i64 } output { true }
-- input { 1i64 100i64 } output { true }
-- input { 5i64 7i64 } output { true }
-- input { 5i64 200i64 } output { true }
-- input { 6i64 1000i64 } output { true }
-- input { 33i64 300i64 } output { true }
-- input { 5000i64 300i64 } output { true }
-- input { 5000i64 11000i64 } output { true }

-- ==
-- entry: of_rows
-- input { 0i64 4i64 20i64 } output { true }
-- input { 3i64 0i64 20i64 } output { true }
-- input { 2i64 3i64 0i64 } output { true }
-- input { 1i64 3i64 200i64 } output { true }
-- input { 2i64 3i64 50i64 } output { true }
-- input { 3i64 1i64 31i64 } output { true }
-- input { 20i64 4i64 32i64 } output { true }
-- input { 3i64 20i64 33i64 } output { true }

def number (seed: i64) : i64 = (seed * 7919 + 13) %% 1009

-- From -1 to k.
def place (k: i64) (seed: i64) : i64 = number seed %% (k + 2) - 1

def less (a: f32, i: i64) (b: f32, j: i64) : (f32, i64) = if a < b || a == b && i <= j then (a, i) else (b, j)

def by_loop [n] [k] 'a (dest: *[k]a) (op: a -> a -> a) (is: [n]i64) (xs: [n]a) : *[k]a =
  loop dest for (i, x) in zip is xs do
    if i >= 0 && i < k then dest with [i] = op (copy dest[i]) x else dest

-- Each of them with the operations of the device, and with a loop.
def sums [n] (k: i64) (is: [n]i64) (xs: [n]i64) : bool =
  let same32 = reduce_by_index (replicate k 3i32) (+) 0 is (map i32.i64 xs)
  let loop32 = by_loop (replicate k 3i32) (+) is (map i32.i64 xs)
  let same8 = reduce_by_index (replicate k 3i8) (+) 0 is (map i8.i64 xs)
  let loop8 = by_loop (replicate k 3i8) (+) is (map i8.i64 xs)
  let same16 = reduce_by_index (replicate k 3i16) i16.max (-7) is (map i16.i64 xs)
  let loop16 = by_loop (replicate k 3i16) i16.max is (map i16.i64 xs)
  let sameu = reduce_by_index (replicate k 3000000000u32) u32.min u32.highest is (map (\x -> u32.i64 (x * x * x)) xs)
  let loopu = by_loop (replicate k 3000000000u32) u32.min is (map (\x -> u32.i64 (x * x * x)) xs)
  let same64 = reduce_by_index (replicate k 3i64) (*) 1 is (map (\x -> x * x + 1) xs)
  let loop64 = by_loop (replicate k 3i64) (*) is (map (\x -> x * x + 1) xs)
  in and (map2 (==) same32 loop32) && and (map2 (==) same8 loop8) && and (map2 (==) same16 loop16)
     && and (map2 (==) sameu loopu) && and (map2 (==) same64 loop64)

def bits [n] (k: i64) (is: [n]i64) (xs: [n]i64) : bool =
  let all = reduce_by_index (replicate k 1023u16) (&) u16.highest is (map (\x -> u16.i64 x) xs)
  let all_loop = by_loop (replicate k 1023u16) (&) is (map (\x -> u16.i64 x) xs)
  let some = reduce_by_index (replicate k 8u64) (|) 0 is (map u64.i64 xs)
  let some_loop = by_loop (replicate k 8u64) (|) is (map u64.i64 xs)
  let odd = reduce_by_index (replicate k 5u8) (^) 0 is (map u8.i64 xs)
  let odd_loop = by_loop (replicate k 5u8) (^) is (map u8.i64 xs)
  let every = reduce_by_index (replicate k true) (&&) true is (map (> 9) xs)
  let every_loop = by_loop (replicate k true) (&&) is (map (> 9) xs)
  let any = reduce_by_index (replicate k false) (||) false is (map (> 900) xs)
  let any_loop = by_loop (replicate k false) (||) is (map (> 900) xs)
  in and (map2 (==) all all_loop) && and (map2 (==) some some_loop) && and (map2 (==) odd odd_loop)
     && and (map2 (==) every every_loop) && and (map2 (==) any any_loop)

-- Several destinations, with operators of their own and with one for all.
def several [n] (k: i64) (is: [n]i64) (xs: [n]i64) : bool =
  let both (a: i32, b: i64) (c: i32, d: i64) = (a + c, i64.max b d)
  let pairs = map (\x -> (i32.i64 x, x * 3)) xs
  let sums = reduce_by_index (replicate k (1, 1)) both (0, i64.lowest) is pairs
  let sums_loop = by_loop (replicate k (1, 1)) both is pairs
  let floats = map2 (\x i -> (f32.i64 x / 8, i)) xs (iota n)
  let least = reduce_by_index (replicate k (f32.inf, -1)) less (f32.inf, i64.highest) is floats
  let least_loop = by_loop (replicate k (f32.inf, -1)) less is floats
  in and (map2 (==) sums sums_loop) && and (map2 (==) least least_loop)

entry alone (k: i64) (n: i64) : bool =
  let is = map (place k) (iota n)
  let xs = map (\i -> number (i * 3 + 1)) (iota n)
  in sums k is xs && bits k is xs && several k is xs

#[noinline]
def rows [r] [n] (k: i64) (is: [r][n]i64) (xs: [r][n]i64) : [r]([k]i32, [k](i8, u32), [k](f32, i64)) =
  map3 (\i x row ->
          ( reduce_by_index (replicate k 3) (+) 0 i (map i32.i64 x)
          , reduce_by_index (replicate k (1, 2)) (\(a, b) (c, d) -> (i8.max a c, b + d)) (i8.lowest, 0) i
                            (map (\y -> (i8.i64 y, u32.i64 (y + row))) x)
          , reduce_by_index (replicate k (f32.inf, row)) less (f32.inf, i64.highest) i
                            (map (\y -> (f32.i64 (y + row) / 8, y)) x)))
       is xs (iota r)

#[noinline]
def rows_by_loops [r] [n] (k: i64) (is: [r][n]i64) (xs: [r][n]i64) : [r]([k]i32, [k](i8, u32), [k](f32, i64)) =
  map3 (\i x row ->
          ( by_loop (replicate k 3) (+) i (map i32.i64 x)
          , by_loop (replicate k (1, 2)) (\(a, b) (c, d) -> (i8.max a c, b + d)) i
                    (map (\y -> (i8.i64 y, u32.i64 (y + row))) x)
          , by_loop (replicate k (f32.inf, row)) less i (map (\y -> (f32.i64 (y + row) / 8, y)) x)))
       is xs (iota r)

entry of_rows (r: i64) (k: i64) (n: i64) : bool =
  let is = tabulate_2d r n (\i j -> place k (i * n + j))
  let xs = tabulate_2d r n (\i j -> number (i + j * 5))
  let equal (a: [k]i32, b: [k](i8, u32), c: [k](f32, i64)) (d: [k]i32, e: [k](i8, u32), f: [k](f32, i64)) =
    and (map2 (==) a d) && and (map2 (==) b e) && and (map2 (==) c f)
  in and (map2 equal (rows k is xs) (rows_by_loops k is xs))
