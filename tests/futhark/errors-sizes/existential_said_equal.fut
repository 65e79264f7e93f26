-- The result says one size for two arrays, and the body has two.
-- ==
-- error: E0501

def halves (xs: []i32) : ?[k].([k]i32, [k]i32) = (filter (> 0) xs, filter (<= 0) xs)

entry main (xs: []i32) : i32 = i32.sum (halves xs).0
