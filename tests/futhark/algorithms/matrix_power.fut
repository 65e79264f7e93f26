-- Matrix power by repeated squaring, with the Fibonacci numbers as a check, and a power of a polymorphic monoid.
-- ==
-- entry: power
-- input { [[1i64, 1], [1, 0]] 0i32 } output { [[1i64, 0], [0, 1]] }
-- input { [[1i64, 1], [1, 0]] 1i32 } output { [[1i64, 1], [1, 0]] }
-- input { [[1i64, 1], [1, 0]] 10i32 } output { [[89i64, 55], [55, 34]] }
-- input { [[2i64, 0, 0], [0, 3, 0], [0, 0, -1]] 5i32 } output { [[32i64, 0, 0], [0, 243, 0], [0, 0, -1]] }
-- input { empty([0][0]i64) 4i32 } output { empty([0][0]i64) }

-- ==
-- entry: fibonacci
-- input { 0i32 } output { 0i64 }
-- input { 50i32 } output { 12586269025i64 }
-- input { 90i32 } output { 2880067194370816120i64 }

-- ==
-- entry: power_mod
-- input { 3u32 200i32 13u32 } output { 9u32 }
-- input { 2u32 10i32 1000u32 } output { 24u32 }
-- input { 5u32 0i32 7u32 } output { 1u32 }

def dot [n] (xs: [n]i64) (ys: [n]i64) : i64 = i64.sum (map2 (*) xs ys)

def matmul [n][m][p] (a: [n][m]i64) (b: [m][p]i64) : [n][p]i64 =
  map (\row -> map (dot row) (transpose b)) a

def identity (n: i64) : [n][n]i64 = tabulate_2d n n (\i j -> i64.bool (i == j))

def raise 'a (times: a -> a -> a) (one: a) (base: a) (exponent: i32) : a =
  let (result, _, _) =
    loop (result, square, left) = (one, base, exponent)
    while left > 0 do
      let result = if left % 2 == 1 then times result square else result
      in (result, times square square, left >> 1)
  in result

entry power [n] (a: [n][n]i64) (k: i32) : [n][n]i64 = raise matmul (identity n) a k

entry fibonacci (k: i32) : i64 = (power [[1, 1], [1, 0]] k)[0, 1]

entry power_mod (b: u32) (k: i32) (m: u32) : u32 = raise (\x y -> x * y % m) 1 b k
