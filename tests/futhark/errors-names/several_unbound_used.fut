-- A name that nothing defines is used twice through a variable: that gives no more messages.
-- ==
-- error: `aa` is not defined

def f (x: i32) : i32 =
  let y = aa x
  let z = y + x
  in z * y
