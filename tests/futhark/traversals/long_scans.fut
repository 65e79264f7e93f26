-- Scans and filters of so many elements that groups of threads look back to several others, and these to others again.
-- ==
-- entry: sums maps
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 32i64 } output { true }
-- input { 33i64 } output { true }
-- input { 129i64 } output { true }
-- input { 512i64 } output { true }
-- input { 1100i64 } output { true }
-- input { 9001i64 } output { true }

-- ==
-- entry: several
-- input { 0i64 } output { true }
-- input { 33i64 } output { true }
-- input { 700i64 } output { true }
-- input { 3001i64 } output { true }

-- ==
-- entry: filters
-- input { 0i64 } output { true }
-- input { 16i64 } output { true }
-- input { 65i64 } output { true }
-- input { 257i64 } output { true }
-- input { 5001i64 } output { true }

-- ==
-- entry: rows
-- input { 0i64 } output { true }
-- input { 700i64 } output { true }

-- ==
-- entry: segments
-- input { 2i64 0i64 } output { true }
-- input { 3i64 40i64 } output { true }
-- input { 2i64 1100i64 } output { true }
-- input { 5i64 331i64 } output { true }

-- ==
-- entry: checked
-- input { 5001i64 6000i64 } output { 12507501i64 }
-- input { 5001i64 5000i64 } error: [Aa]ssertion
-- input { 5001i64 4i64 } error: [Aa]ssertion
-- input { 5001i64 2500i64 } error: [Aa]ssertion

-- ==
-- entry: chosen
-- input { 5001i64 6000i64 } output { 2501i64 }
-- input { 5001i64 5000i64 } error: [Aa]ssertion
-- input { 5001i64 0i64 } error: [Aa]ssertion

def same [n] (xs: [n]i64) (ys: [n]i64) : bool = and (map2 (==) xs ys)

def number (i: i64) : i64 = (i * 7919 + 13) % 1009

-- An operator and the values that it has combined one after another.
def steps [n] 't (op: t -> t -> t) (first: t) (xs: [n]t) : [n]t =
  (loop (ys, reached) = (replicate n first, first) for i < n do
     let next = op reached xs[i]
     in (ys with [i] = next, next)).0

entry sums (n: i64) : bool =
  let xs = tabulate n number
  in same (scan (+) 0 xs) (steps (+) 0 xs)

-- Order matters, and what is called the neutral element is none: it is there once.
entry maps (n: i64) : bool =
  let op (a: i64, b: i64) (c: i64, d: i64) = (a * c % 10007, (b * c + d) % 10007)
  let xs = tabulate n (\i -> (number i, i))
  let (ys, zs) = unzip (scan op (3, 5) xs)
  let (us, vs) = unzip (steps op (3, 5) xs)
  in same ys us && same zs vs

-- Types of several sizes, and a sum beside the scan.
entry several (n: i64) : bool =
  let bytes = tabulate n (\i -> u8.i64 (number i))
  let xs = tabulate n number
  let ys = scan (u8.+) 0 bytes
  let (zs, us) = unzip (scan (\(a, b) (c, d) -> (i64.max a c, b f64.+ d)) (i64.lowest, 0) (zip xs (map f64.i64 xs)))
  let total = reduce (+) 0 xs
  in and (map2 (==) ys (steps (u8.+) 0 bytes))
     && same zs (steps i64.max i64.lowest xs)
     && (n == 0 || us[n - 1] == f64.i64 total)

entry filters (n: i64) : bool =
  let xs = tabulate n number
  let (ys, zs) = unzip (filter (\(x, _) -> x % 3 == 1) (zip xs (map f32.i64 xs)))
  let (us, count) =
    loop (us, count) = (replicate n 0, 0) for i < n do
      if xs[i] % 3 == 1 then (us with [count] = xs[i], count + 1) else (us, count)
  in length ys == count && same (ys :> [count]i64) (take count us) && and (map2 (\y z -> z == f32.i64 y) ys zs)

entry rows (n: i64) : bool =
  let rows = filter (\row -> row[1] % 2 == 0) (tabulate n (\i -> [i, number i, -i]))
  in and (map (\row -> row[1] == number row[0] && row[2] == -row[0] && row[1] % 2 == 0) rows)
     && length rows == reduce (+) 0 (tabulate n (\i -> i64.bool (number i % 2 == 0)))

entry segments (m: i64) (n: i64) : bool =
  let xss = tabulate_2d m n (\i j -> number (i * n + j))
  let yss = map (\xs -> scan (\a b -> (a * 3 + b) % 1009) 1 (map (% 1009) xs)) xss
  let zss = map (\xs -> (scan (+) 0 xs, reduce i64.max 0 xs)) xss
  in and (map2 (\xs ys -> n == 0 || ys[0] == (3 + xs[0]) % 1009) xss yss)
     && and (map2 (\xs (zs, most) -> same zs (steps (+) 0 xs) && most == i64.maximum (xs ++ [0])) xss zss)

-- An operator that fails somewhere, while other groups wait for what comes before.
entry checked (n: i64) (bad: i64) : i64 =
  let ys = scan (\a b -> assert (a != bad && b != bad) (i64.max a b)) 0 (tabulate n (\i -> i + 1))
  in reduce (+) 0 ys

entry chosen (n: i64) (at: i64) : i64 =
  let xs = iota n
  in length (filter (\i -> assert (i != at) (xs[i] % 2 == 0)) xs)
