-- The loop's parameter is not known after it.
-- ==
-- error: error\[E0201\]: `acc` is not defined

def f (n: i32) : i32 =
  let r = loop acc = 0 for i < n do acc + i
  in r + acc
