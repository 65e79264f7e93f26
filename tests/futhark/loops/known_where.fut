-- What is known in one branch or in a round of a loop, and not elsewhere.
-- ==
-- entry: signed
-- input { -3i64 true } output { -1i64 }
-- input { 3i64 false } output { 3i64 }

-- ==
-- entry: tails
-- input { empty([0]i64) } output { 0i64 }
-- input { [1i64, 2, 3] } output { 15i64 }

-- ==
-- entry: doubled
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [1i64, 2, 3] } output { [15i64, 16, 17] }

-- Where there is an `iota n`, `n` is not negative.
entry signed (n: i64) (skip: bool) : i64 =
  let a = if !skip then (let xs = copy (iota n) with [0] = 0 in reduce (+) 0 xs) else 0
  in if n < 0 then -1 else a

-- In a round there is an element, so there is a first one.
entry tails [n] (xs: [n]i64) : i64 =
  loop s = 0 for _i < n do s + reduce (+) 0 xs[1:]

entry doubled [n] (xs: [n]i64) : [n]i64 =
  map (\x -> loop s = x for i < n do
               let ys = map (* 2) xs[1:]
               in s + ys[i % (n - 1)])
      xs
