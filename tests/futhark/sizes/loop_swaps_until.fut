-- A loop that exchanges two growing arrays while their sizes say so.
-- ==
-- entry: main
-- input { 2i64 } output { 5i64 }

entry main (n: i64) =
  let (a, b) = loop (a, b) = ([1i64], [2i64, 3]) while length a < length b || length b > 5 do (b, a ++ a[0:1]) in length a + length b + n - 1
