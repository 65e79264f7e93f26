-- Two results of one call of unknown sizes need not have one size.
-- ==
-- error: E0501

def halves (xs: []i32) : ([]i32, []i32) = (filter (> 0) xs, filter (<= 0) xs)

entry main (xs: []i32) : []i32 =
  let (a, b) = halves xs
  in map2 (+) a b
