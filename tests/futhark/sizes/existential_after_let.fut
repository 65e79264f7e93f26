-- A size that a result hides is a variable of the body.
-- ==
-- entry: main
-- input { 2i64 } output { 3i64 [true, true, true] [0i32, 0, 0] 3i64 3i64 3i64 }

def g (k: i64) : ?[n].([n]i32, [n]bool) = let j = k + 1 in (replicate j 0, replicate j true)
def h (k: i64) : ?[n].([n]i64, [n]bool) =
  let j = if k > 2 then k else 3
  let xs = iota j
  in (xs, map (> 2) xs)

type^ maker = i64 -> ?[n].[n]i32
def a : maker = \k -> let j = k + 1 in replicate j 0
def b : maker = \k : ?[m].[m]i32 -> let j = k + 1 in replicate j 0
def app (f: maker) (k: i64) = length (f k)

entry main (x: i64) =
  (length (h x).0, (g x).1, (g x).0, app (\k -> let j = k + 1 in replicate j 0) x, app a x, app b x)
