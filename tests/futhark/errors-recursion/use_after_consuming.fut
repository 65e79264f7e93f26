-- What a recursive call consumes is gone.
-- ==
-- error: E0401

def f (k: i64) (xs: *[]i32) : i32 =
  if k == 0 then xs[0] else f (k - 1) xs + xs[0]
