-- Loops inside of loops, whose bounds depend on the outer ones.
-- ==
-- entry: triangle
-- input { 4i32 } output { 10i32 }
-- input { 0i32 } output { 0i32 }

-- ==
-- entry: pairs
-- input { [1i32, 2, 3] } output { 11i32 }
-- input { [5i32] } output { 0i32 }
-- input { empty([0]i32) } output { 0i32 }

-- ==
-- entry: primes
-- input { 30i32 } output { 10i32 }
-- input { 2i32 } output { 1i32 }
-- input { 1i32 } output { 0i32 }

-- ==
-- entry: three
-- input { 3i32 } output { 1i32 }
-- input { 5i32 } output { 10i32 }

entry triangle (n: i32) : i32 =
  loop s = 0 for i < n do loop s for _j < i + 1 do s + 1
entry pairs [n] (xs: [n]i32) : i32 =
  loop s = 0 for i < n do
    loop s = s for j in i + 1..<i64.max n (i + 1) do s + xs[i] * xs[j]
entry primes (n: i32) : i32 =
  loop count = 0 for i in 2..<i32.max 2 (n + 1) do
    let k = loop k = 2 while k * k <= i && i % k != 0 do k + 1
    in if k * k > i then count + 1 else count
entry three (n: i32) : i32 =
  loop s = 0 for i < n do
    loop s for j < i do
      loop s for _k < j do s + 1
