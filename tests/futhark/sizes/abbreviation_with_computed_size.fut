-- A type abbreviation may compute a size from its parameter.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64] 4i64 }

type fences [n] = [n + 1]i64

def fences (n: i64) : fences [n] = iota (n + 1)

entry main (n: i64) : ([]i64, i64) =
  let f : fences [n] = fences n
  in (f, length f)
