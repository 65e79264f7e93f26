-- Counted loops: of several types, with several variables, nested, and with no iteration.
-- ==
-- entry: sums
-- input { 10 } output { 45 45i64 45u8 }
-- input { 1 } output { 0 0i64 0u8 }
-- input { 0 } output { 0 0i64 0u8 }
-- input { -3 } output { 0 0i64 253u8 }

-- ==
-- entry: fibonacci
-- input { 0 } output { 0u64 }
-- input { 1 } output { 1u64 }
-- input { 90 } output { 2880067194370816120u64 }

-- ==
-- entry: triangle
-- input { 5i64 } output { 35 20i64 }
-- input { 0i64 } output { 0 0i64 }

-- ==
-- entry: shadowed
-- input { 3 4 } output { 14 3 }
-- input { 0 4 } output { 8 0 }

-- ==
-- entry: tuples
-- input { 5 } output { 15 120 [1, 2, 6, 24, 120] }
-- input { 0 } output { 0 1 empty([0]i32) }

-- ==
-- entry: parity
-- input { [1, 2, 3] } output { true 6 }
-- input { empty([0]i32) } output { true 0 }
-- input { [1, 2] } output { false 3 }

entry sums (n: i32) =
  (loop s = 0 for i < n do s + i,
   loop s = 0i64 for i < i64.i32 n do s + i,
   if n < 0 then u8.i32 n else loop s = 0u8 for i < u8.i32 n do s + i)

entry fibonacci (n: i32) : u64 =
  let (a, _) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
  in a

entry triangle (n: i64) =
  let all_triples = loop count = 0 for i < n do
    loop count for j < i + 1 do
      count + (loop c = 0 for _k < j + 1 do c + 1)
  let below = loop s = 0 for i < n do s + (loop t = 0 for j < i do t + j + 1)
  in (all_triples, below)

-- | The loop's variable hides the outer one in the body, but not in the bound; and the body hides it again.
entry shadowed (n: i32) (m: i32) =
  let x = m
  let y = loop x = x for i < n do
    let x = x + i
    in x + 1
  in (x + y, loop n = 0 for i < n do n + i)

entry tuples (n: i32) =
  let product = loop (sum, product) = (0, 1) for i in 1..<n + 1 do (sum + i, product * i)
  let (sum, factorial) = product
  in (sum, factorial, map (\k -> loop p = 1 for i < k do p * (i + 1)) (1..<n + 1))

entry parity (xs: []i32) =
  loop (even, total) = (true, 0) for x in xs do
    let total = total + x
    in (if x % 2 == 0 then even else !even, total)
