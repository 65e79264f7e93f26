-- A function that nobody can call: its argument's size is unknown.
-- ==
-- error: E0502

def f (x: bool) =
  let n = if x then 10i64 else 20
  let m = (filter id (replicate n x) |> length)
  in \(y: [m]bool) -> y[0]

entry main (x: bool) : bool = f x (replicate 10 x)
