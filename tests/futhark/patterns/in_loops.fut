-- Patterns of loop variables and of elements.
-- ==
-- entry: variables
-- input { 5i32 } output { 5i32 8i32 5i64 }
-- input { 0i32 } output { 0i32 1i32 0i64 }

-- ==
-- entry: elements
-- input { [1i32, 2, 3] } output { 14i32 [3i32, 2, 1] }
-- input { empty([0]i32) } output { 0i32 empty([0]i32) }

entry variables (n: i32) : (i32, i32, i64) =
  let {pair = (a, b), count} =
    loop {pair = (a, b), count} = {pair = (0, 1), count = 0i64} for _i < n do
      {pair = (b, a + b), count = count + 1}
  in (a, b, count)
entry elements [n] (xs: [n]i32) : (i32, [n]i32) =
  let s = loop s = 0 for (x, {y, z = _}) in zip xs (map (\x -> {y = x, z = true}) xs) do s + x * y
  in (s, loop ys = copy xs for (i, x) in zip (iota n) xs do ys with [n - 1 - i] = x)
