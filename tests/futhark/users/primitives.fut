-- Primitives of data-parallel programs built from one another; each one in two ways that must agree.
-- ==
-- entry: sorted
-- input { [-2i32, -15i32, -19i32, 17i32, -1i32, 7i32, 4i32, 13i32, 2i32, -12i32, -8i32, -3i32, 8i32] }
-- output { [-19i32, -15i32, -12i32, -8i32, -3i32, -2i32, -1i32, 2i32, 4i32, 7i32, 8i32, 13i32, 17i32] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }

-- ==
-- entry: runs
-- input { [3i32,1,3,3,-2,1] } output { [-2i32,1,3] [1i64,2,3] [-2i32,1,1,3,3,3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) empty([0]i32) }

-- ==
-- entry: packed
-- input { [-2i32, -15i32, -19i32, 17i32, -1i32, 7i32, 4i32, 13i32, 2i32, -12i32, -8i32, -3i32, 8i32] }
-- output { 6i64 [17i32, 7i32, 4i32, 13i32, 2i32, 8i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }

-- ==
-- entry: smooth
-- input { 3i64 [-2i32, -15i32, -19i32, 17i32, -1i32, 7i32, 4i32, 13i32, 2i32, -12i32, -8i32, -3i32, 8i32] }
-- output { [-1i32, 18i32, 18i32, 18i32, 8i32, 14i32, 14i32, 14i32, 3i32, -2i32, 9i32] }
-- input { 3i64 [1i32,2,3] } output { [4i32] }

-- | Where a condition holds, in order.
def indices_where 'a [n] (p: a -> bool) (xs: [n]a) : ?[k].[k]i64 =
  filter (\i -> p xs[i]) (iota n)

def pack [n] 'a (zero: a) (flags: [n]bool) (xs: [n]a) : (i64, [n]a) =
  let offsets = scan (+) 0 (map i64.bool flags)
  let k = if n == 0 then 0 else offsets[n - 1]
  in (k, scatter (replicate n zero) (map2 (\f o -> if f then o - 1 else -1) flags offsets) xs)

def split_radix [n] 'a (bit: a -> bool) (xs: [n]a) : [n]a =
  let flags = map bit xs
  let zeros = exscan (+) 0 (map (not >-> i64.bool) flags)
  let ones = exscan (+) 0 (map i64.bool flags)
  let k = n - i64.sum (map i64.bool flags)
  in scatter (copy xs) (map3 (\f z o -> if f then k + o else z) flags zeros ones) xs

def sort_i32 [n] (xs: [n]i32) : [n]i32 =
  let step xs b = split_radix (\x -> i32.get_bit b x == 1) xs
  let xs = loop xs for b < 31i32 do step xs b
  in split_radix (\x -> i32.get_bit 31 x == 0) xs

def run_lengths [n] 'a (eq: a -> a -> bool) (xs: [n]a) : ?[k].[k](a, i64) =
  let starts = map (\i -> i == 0 || !(eq xs[i] xs[i - 1])) (iota n)
  let firsts = filter (\i -> starts[i]) (iota n)
  let [k] (firsts: [k]i64) = firsts
  let ends = map (\j -> if j + 1 < k then firsts[j + 1] else n) (iota k)
  in map2 (\s e -> (xs[s], e - s)) firsts ends

def unrun 'a (runs: [](a, i64)) : []a =
  let sizes = map (.1) runs
  let total = i64.sum sizes
  let marks = scatter (replicate total 0) (exscan (+) 0 sizes) (map (const 1) sizes)
  in map (\i -> runs[i - 1].0) (scan (+) 0 marks)

def windows [n] 'a (k: i64) (xs: [n]a) : [n - k + 1][k]a =
  tabulate_2d (n - k + 1) k (\i j -> xs[i + j])

entry sorted [n] (xs: [n]i32) : ([n]i32, []i64) =
  let ys = sort_i32 xs
  in (ys, indices_where (\x -> x < 0) ys)

entry runs [n] (xs: [n]i32) : ([]i32, []i64, []i32) =
  let rs = run_lengths (==) (sort_i32 xs)
  let (ks, vs) = unzip rs
  in (ks, vs, unrun rs)

entry packed [n] (xs: [n]i32) : (i64, [n]i32) = pack 0 (map (> 0) xs) xs

entry smooth [n] (k: i64) (xs: [n]i32) : []i32 =
  windows k xs |> map (reduce i32.max i32.lowest) |> map (+ 1)
