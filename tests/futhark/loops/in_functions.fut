-- Loops inside of maps, lambdas, local functions and conditions.
-- ==
-- entry: mapped
-- input { [0i32, 1, 5, 10] } output { [0i32, 1, 5, 55] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: factorials
-- input { [0i64, 1, 5, 20] } output { [1i64, 1, 120, 2432902008176640000] }

-- ==
-- entry: chosen
-- input { true 4i32 } output { 16i32 }
-- input { false 4i32 } output { 10i32 }

def fib (n: i32) : i32 = (loop (a, b) = (0, 1) for _i < n do (b, a + b)).0
entry mapped [n] (xs: [n]i32) : [n]i32 = map fib xs
entry factorials [n] (xs: [n]i64) : [n]i64 = map (\x -> loop p = 1 for i < x do p * (i + 1)) xs
entry chosen (c: bool) (n: i32) : i32 =
  if c then loop x = 1 for _i < n do 2 * x else loop x = 0 for i < n do x + i + 1
