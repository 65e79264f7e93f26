-- A failed assertion stops the program; one that holds gives its value; conditions may use sizes and arrays.
-- ==
-- entry: positive
-- input { 4f64 } output { 2f64 }
-- input { -4f64 } error: [Aa]ssertion

-- ==
-- entry: middle
-- input { [1i32, 2, 3] } output { 2i32 }
-- input { [1i32, 2] } error: [Aa]ssertion

-- ==
-- entry: each
-- input { [1i32, 2, 3] } output { [10i32, 20, 30] }
-- input { [1i32, -2, 3] } error: [Aa]ssertion
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: sorted_search
-- input { [1i32, 3, 5] 3i32 } output { 1i64 }
-- input { [1i32, 5, 3] 3i32 } error: [Aa]ssertion

-- ==
-- entry: not_reached
-- input { false } output { 1i32 }
-- input { true } error: [Hh]ole

entry positive (x: f64) : f64 = f64.sqrt (assert (x >= 0) x)

entry middle [n] (xs: [n]i32) : i32 = (assert (n % 2 == 1) xs)[n / 2]

entry each [n] (xs: [n]i32) : [n]i32 = map (\x -> assert (x > 0 && x < 100) (x * 10)) xs

entry sorted_search [n] (xs: [n]i32) (key: i32) : i64 =
  let sorted = and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
  let xs = assert sorted xs
  in i64.sum (map (\x -> i64.bool (x < key)) xs)

entry not_reached (reach: bool) : i32 = if reach then ??? else 1
