-- The message of a failed assertion, wherever it is: in a map, a loop, a function, a condition.
-- ==
-- entry: in_map
-- input { [1i32, 2] } output { [2i32, 4] }
-- input { [1i32, -2] } error: [Aa]ssertion

-- ==
-- entry: in_loop
-- input { 3i32 } output { 3i32 }
-- input { 6i32 } error: [Aa]ssertion

-- ==
-- entry: in_function
-- input { 4i32 } output { 2i32 }
-- input { 5i32 } error: [Aa]ssertion

-- ==
-- entry: of_size
-- input { [1i32, 2] } output { 3i32 }
-- input { empty([0]i32) } error: [Aa]ssertion

entry in_map [n] (xs: [n]i32) : [n]i32 = map (\x -> assert (x >= 0) (2 * x)) xs
entry in_loop (n: i32) : i32 = loop s = 0 for i < n do assert (i < 5) (s + 1)
def half (x: i32) : i32 = assert (x % 2 == 0) (x / 2)
entry in_function (x: i32) : i32 = half x
entry of_size [n] (xs: [n]i32) : i32 = assert (n > 0) (i32.sum xs)
