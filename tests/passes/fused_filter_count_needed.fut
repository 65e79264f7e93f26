-- passes: inline simplify fuse dead-code
-- What is kept is counted before the second filter runs, which needs the count for each element: they stay two.
def needs_count (m: i64) =
  let [k] (ys: [k]i64) = filter (> 0) (iota m)
  in length (filter (\y -> y * 2 > k) ys)
entry main = (needs_count 7, needs_count 0)
