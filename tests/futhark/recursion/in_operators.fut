-- Recursive functions in the operators of reductions, scans and histograms, and in functions of filters.
-- ==
-- entry: main
-- input { [12i32, 18, 27] } output { 3i32 [12i32, 6, 3] [6i32, 27] [12i32, 18] }
-- input { empty([0]i32) } output { 0i32 empty([0]i32) [0i32, 0] empty([0]i32) }

def gcd (a: i32) (b: i32) : i32 = if b == 0 then i32.abs a else gcd b (a % b)
def is_even (n: i32) : bool = if n < 2 then n == 0 else is_even (n - 2)

entry main [n] (xs: [n]i32) : (i32, [n]i32, [2]i32, []i32) =
  (reduce gcd 0 xs, scan gcd 0 xs, hist gcd 0 2 (map (\x -> i64.i32 x % 2) xs) xs, filter is_even xs)
