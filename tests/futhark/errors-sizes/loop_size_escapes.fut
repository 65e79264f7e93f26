-- The size of a round does not exist outside of the loop.
-- ==
-- error: E050[12]

def f xs (n: i64) =
  let ys = loop a = [0i32] for _i < n do (let _ = zip a xs in a ++ a)
  in (ys, xs)

entry main (xs: []i32) = f xs 3
