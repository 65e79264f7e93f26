-- The size of a thread's array has a bound that is no `i64`: only the product for the second element is positive.
-- ==
-- input { 4i64 } output { [0i64, 4, 0, 0] }
-- input { 0i64 } output { empty([0]i64) }
entry main (n: i64) : [n]i64 =
  map (\i -> let k = i64.max 0 (i * 4611686018427387904 / 2305843009213693951)
             let t = scan (+) 0 (map (+ i) (iota k))
             in if k > 0 then t[k / 2] + t[0] else 0)
      (iota n)
