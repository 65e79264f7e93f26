-- Indices that wrap around, or grow by almost 2^63 from one to the next, are outside of the array: no check is dropped.
-- ==
-- entry: least_factor
-- input { [10u8, 20u8, 30u8, 40u8] } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8] } output { 10u8 }
-- input { empty([0]u8) } output { 0u8 }

-- ==
-- entry: two_factors
-- input { [10u8, 20u8, 30u8, 40u8] } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8] } output { 10u8 }

-- ==
-- entry: steep
-- input { [10u8, 20u8, 30u8, 40u8] 4611686018427387904i64 } error: Index \[4611686018427387904\] out of bounds
-- input { [10u8, 20u8, 30u8, 40u8] -9223372036854775808i64 } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8, 20u8, 30u8, 40u8] 1i64 } output { 100u8 }

-- ==
-- entry: from_the_end
-- input { [10u8, 20u8, 30u8, 40u8] 9223372036854775807i64 } error: Index \[9223372036854775807\] out of bounds
-- input { [10u8, 20u8, 30u8, 40u8] 3i64 } output { 100u8 }

-- ==
-- entry: around
-- input { [10u8, 20u8, 30u8, 40u8] 9223372036854775807i64 } error: Index \[9223372036854775807\] out of bounds
-- input { [10u8, 20u8, 30u8, 40u8] -9223372036854775808i64 } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8, 20u8, 30u8, 40u8] 0i64 } output { 100u8 }

-- ==
-- entry: in_a_loop
-- input { [10u8, 20u8, 30u8, 40u8] } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8] } output { 10u8 }

-- ==
-- entry: written
-- input { [10u8, 20u8, 30u8] } error: Index \[-9223372036854775808\] out of bounds
-- input { [10u8] } output { [1u8] }

-- ==
-- entry: of_rows
-- input { [[1u8, 2u8], [3u8, 4u8]] } error: Index \[0, -9223372036854775808\] out of bounds
-- input { [[1u8]] } output { 1u8 }

-- ==
-- entry: differences
-- input { [10u8, 20u8, 30u8, 40u8] } output { 40u8 }

-- ==
-- entry: sliced
-- input { [10u8, 20u8, 30u8, 40u8] } error: Index \[-9223372036854775808:-9223372036854775807\]
-- input { [10u8] } output { 10u8 }

def least : i64 = i64.lowest

entry least_factor (xs: []u8) : u8 = u8.sum (map (\i -> xs[i * (-9223372036854775808)]) (iota (length xs)))
entry two_factors (xs: []u8) : u8 = u8.sum (map (\i -> xs[i * 4611686018427387904 * 2]) (iota (length xs)))
entry steep (xs: []u8) (k: i64) : u8 = u8.sum (map (\i -> xs[i * k]) (iota (length xs)))
entry from_the_end (xs: []u8) (k: i64) : u8 = u8.sum (map (\i -> xs[k - i]) (iota (length xs)))
entry around (xs: []u8) (k: i64) : u8 = u8.sum (map (\i -> xs[i + k]) (iota (length xs)))
entry in_a_loop (xs: []u8) : u8 = loop sum = 0 for i < length xs do sum + xs[i * least]
entry written [n] (xs: *[n]u8) : [n]u8 = loop xs for i < n do xs with [i * least] = 1
entry of_rows [n] [m] (xss: [n][m]u8) : u8 =
  u8.sum (map (\i -> u8.sum (map (\j -> xss[i, j * least]) (iota m))) (iota n))
entry differences (xs: []u8) : u8 = u8.sum (map (\i -> xs[(i - 2) * least + i * (least + 1) - i]) (iota (length xs)))
entry sliced (xs: []u8) : u8 = u8.sum (map (\i -> u8.sum xs[i * least : i * least + 1]) (iota (length xs)))
