-- A local function without written type parameters has one type.
-- ==
-- error: error\[E0301\]: expected i32, found bool

def f (x: i32) (y: bool) : (i32, bool) =
  let same z = z
  in (same x, same y)
