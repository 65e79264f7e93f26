-- A type that doubles with each line.
-- ==
-- error: error\[E0104\]: a type that is too large

def f (x: i32) =
  let a = (x, x)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  let a = (a, a)
  in a.0
