-- Ranges over computed ends inside of maps, loops, comprehension-like pipelines, and in reverse.
-- ==
-- entry: divisors
-- input { 12i32 } output { [1i32, 2, 3, 4, 6, 12] }
-- input { 1i32 } output { [1i32] }

-- ==
-- entry: triples
-- input { 13i32 } output { 3i64 }
-- input { 4i32 } output { 0i64 }

-- ==
-- entry: countdown
-- input { 4i32 } output { [4i32, 3, 2, 1] [4i32, 2] }
-- input { 1i32 } output { [1i32] [1i32] }

-- ==
-- entry: alphabet
-- input { } output { "abcdef" "fdb" }

entry divisors (n: i32) : []i32 = filter (\d -> n % d == 0) (1...n)
entry triples (n: i32) : i64 =
  i64.sum (map (\a -> i64.sum (map (\b ->
    i64.sum (map (\c -> i64.bool (a * a + b * b == c * c)) (b...n))) (a...n))) (1...n))
entry countdown (n: i32) : ([]i32, []i32) = (n..n - 1...1, n..n - 2..>0)
entry alphabet = ('a'...'f' : []u8, 'f'..'d'...'a' : []u8)
