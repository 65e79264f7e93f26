-- Loops that run while a condition holds.
-- ==
-- entry: halvings
-- input { 1 } output { 0 }
-- input { 1000 } output { 9 }
-- input { 0 } output { 0 }

-- ==
-- entry: newton
-- input { 2.0 } output { 1.4142135623730951 }
-- input { 1.0 } output { 1.0 }
-- input { 0.25 } output { 0.5 }

-- ==
-- entry: search
-- input { [1, 3, 5, 7] 5 } output { 2i64 }
-- input { [1, 3, 5, 7] 4 } output { -1i64 }
-- input { [9] 9 } output { 0i64 }
-- input { empty([0]i32) 1 } output { -1i64 }

-- ==
-- entry: digits
-- input { 0 } output { [0] 0 }
-- input { 9075 } output { [5, 7, 0, 9] 21 }
-- input { 7 } output { [7] 7 }

-- ==
-- entry: palindrome
-- input { "abcba" } output { true }
-- input { "abca" } output { false }
-- input { "" } output { true }
-- input { "x" } output { true }

-- ==
-- entry: nested
-- input { 12 } output { [2, 2, 3] }
-- input { 97 } output { [97] }
-- input { 1 } output { empty([0]i32) }
-- input { 360 } output { [2, 2, 2, 3, 3, 5] }

entry halvings (n: i32) : i32 =
  (loop (n, steps) = (n, 0) while n > 1 do (n / 2, steps + 1)).1

entry newton (a: f64) : f64 =
  let (x, _, _) =
    loop (x, change, steps) = (a, f64.inf, 0i32)
    while change > 1e-12 && steps < 100 do
      let y = 0.5 * (x + a / x)
      in (y, f64.abs (y - x), steps + 1)
  in x

entry search [n] (xs: [n]i32) (x: i32) : i64 =
  let i = loop i = 0 while i < n && xs[i] != x do i + 1
  in if i == n then -1 else i

entry digits (n: i32) =
  let (rest, digits) = loop (n, digits) = (n / 10, [n % 10]) while n > 0 do (n / 10, digits ++ [n % 10])
  in (digits, rest + i32.sum digits)

entry palindrome [n] (text: [n]u8) : bool =
  (loop (same, i) = (true, 0) while same && i < n / 2 do (text[i] == text[n - 1 - i], i + 1)).0

-- | The prime factors, the least first.
entry nested (n: i32) : []i32 =
  let (factors, _, _) =
    loop (factors, n, d) = ([], n, 2) while n > 1 do
      let (factors, n) = loop (factors, n) while n % d == 0 do (factors ++ [d], n / d)
      in (factors, n, if d * d > n && n > 1 then i32.max n (d + 1) else d + 1)
  in factors
