-- Tuning parameters: `#[param(x)] e` is `e`, unless the run sets `x`. The tuning file beside this program sets `chunk`,
-- `empty` and `recursive`.
-- ==
-- entry: set
-- input { 5i64 } output { 42i64 }

-- ==
-- entry: not_set
-- input { 5i64 } output { 6i64 }

-- ==
-- entry: in_map
-- input { [1i64, 2i64] } output { [43i64, 44i64] [101i64, 102i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: as_size
-- input { 3i64 } output { 42i64 45i64 0i64 }

-- ==
-- entry: default_not_needed
-- input { 3i64 } output { 42i64 }

-- ==
-- entry: default_fails
-- input { 3i64 } error: division by zero
-- input { 0i64 } output { 7i64 }

-- ==
-- entry: twice
-- input { 3i64 } output { 84i64 }

-- ==
-- entry: chunked
-- input { 100i64 } output { 4950i64 }

-- ==
-- entry: called
-- input { 4i64 } output { 28i64 }

def chunk : i64 = #[param(chunk)] 16

entry set (_: i64) : i64 = chunk
entry not_set (n: i64) : i64 = #[param(other)] (n + 1)
entry in_map (xs: []i64) = (map (\x -> x + #[param(chunk)] 16) xs, map (\x -> x + #[param(module.other)] 100) xs)
entry as_size (n: i64) : (i64, i64, i64) =
  let xs = replicate chunk n
  in (length xs, length (xs ++ replicate n 1), length (replicate (#[param(empty)] 5) n))
entry default_not_needed (n: i64) : i64 = #[param(chunk)] (assert (n > 3) 16)
entry default_fails (n: i64) : i64 = if n == 0 then 7 else #[param(other)] (1 / (n - 3))
entry twice (_: i64) : i64 = (#[param(chunk)] 1) + (#[param(chunk)] 2)
entry chunked (n: i64) : i64 =
  let parts = n / chunk + 1
  in i64.sum (map (\p -> loop sum = 0 for i < chunk do if p * chunk + i < n then sum + p * chunk + i else sum) (iota parts))

def power (k: i64) (n: i64) : i64 = if n == 0 then 0 else (#[param(recursive)] 1) + power k (n - 1)
entry called (n: i64) : i64 = power 2 n
