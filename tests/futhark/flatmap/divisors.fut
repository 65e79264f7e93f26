-- The divisors of numbers: rows whose sizes only the function knows.

-- ==
-- entry: divisors
-- input { [6i64, 1, 7, 12] } output { [4i64, 1, 2, 6] [1i64, 2, 3, 6, 1, 1, 7, 1, 2, 3, 4, 6, 12] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: perfect
-- input { 30i64 } output { [6i64, 28] }
-- input { 5i64 } output { empty([0]i64) }

def divisors_of (n: i64) : []i64 = filter (\d -> n % d == 0) (map (+ 1) (iota n))

entry divisors (ns: []i64) =
  let (sizes, _, _, found) = flatmap' divisors_of ns
  in (sizes, found)

-- Numbers that are the sum of their smaller divisors, by sums over segments.
entry perfect (limit: i64) : []i64 =
  let ns = map (+ 1) (iota limit)
  let (sizes, _, offsets, found) = flatmap' divisors_of ns
  let sum_of i = i64.sum found[offsets[i]:offsets[i] + sizes[i]]
  in map (+ 1) (filter (\i -> sum_of i == 2 * ns[i]) (iota limit))
