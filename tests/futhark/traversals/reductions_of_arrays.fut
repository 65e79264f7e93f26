-- Reductions whose operators work in arrays, of few and of many elements. Each is what a loop gives, in order.
-- ==
-- entry: products powers with_scalars from_another sorted
-- input { 0i64 2i64 } output { true }
-- input { 1i64 2i64 } output { true }
-- input { 5i64 3i64 } output { true }
-- input { 16i64 2i64 } output { true }
-- input { 17i64 1i64 } output { true }
-- input { 23i64 3i64 } output { true }
-- input { 40i64 0i64 } output { true }
-- input { 203i64 2i64 } output { true }
-- input { 700i64 3i64 } output { true }

def number (seed: i64) : u32 = u32.i64 ((seed * 7919 + 13) %% 1009)

def in_order [m] 'a (op: a -> a -> a) (ne: a) (xs: [m]a) : a = loop acc = ne for x in xs do op acc x

def multiply [n] (a: [n][n]u32) (b: [n][n]u32) : [n][n]u32 =
  map (\row -> map (\column -> u32.sum (map2 (*) row column)) (transpose b)) a

def identity (n: i64) : [n][n]u32 = tabulate_2d n n (\i j -> u32.bool (i == j))

def equal [n] (a: [n][n]u32) (b: [n][n]u32) : bool = and (map2 (\x y -> and (map2 (==) x y)) a b)

def matrices (n: i64) (m: i64) : [n][m][m]u32 = tabulate_3d n m m (\i j k -> number (i * 9 + j * 3 + k))

entry products (n: i64) (m: i64) : bool =
  let a = matrices n m
  in equal (reduce multiply (identity m) a) (in_order multiply (identity m) a)

-- Of sizes that are known.
entry powers (n: i64) (m: i64) : bool =
  let a = map (\i -> [[number i, 1], [1, u32.i64 m]]) (iota n)
  in equal (reduce multiply [[1, 0], [0, 1]] a) (in_order multiply [[1, 0], [0, 1]] a)

-- A matrix and two numbers at a time, which know each other.
entry with_scalars (n: i64) (m: i64) : bool =
  let op (a: [m][m]u32, x: u32, l: i64) (b: [m][m]u32, y: u32, r: i64) : ([m][m]u32, u32, i64) =
    (multiply a b, x * y, l + r)
  let a = matrices n m
  let xs = map (\i -> (a[i], number i, i)) (iota n)
  let start = (identity m, 1, 0)
  let (b, x, l) = reduce op start xs
  let (c, y, r) = in_order op start xs
  in equal b c && x == y && l == r

-- A first value that is not neutral: it is there once.
entry from_another (n: i64) (m: i64) : bool =
  let start = tabulate_2d m m (\i j -> number (i + j))
  let a = matrices n m
  in equal (reduce multiply start a) (in_order multiply start a)

-- Lists of the least elements.
entry sorted (n: i64) (m: i64) : bool =
  let merge (a: [m]u32) (b: [m]u32) : [m]u32 =
    let (out, _, _) =
      loop (out, i, j) = (replicate m 0, 0, 0) for k < m do
        if a[i] <= b[j] then (out with [k] = a[i], i + 1, j) else (out with [k] = b[j], i, j + 1)
    in out
  let a = map (\i -> map (\j -> number i + u32.i64 j) (iota m)) (iota n)
  let most = replicate m u32.highest
  in and (map2 (==) (reduce merge most a) (in_order merge most a))
