-- What a composition puts between its functions has one size, and `filter` has none to say.
-- ==
-- error: E050[12].*size

def count = filter (> 0i32) >-> length

entry main (xs: []i32) : i64 = count xs
