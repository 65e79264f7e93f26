-- Calls of functions as sizes of parameters and results.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5] } output { [1i32, 2] [3i32, 4, 5] 2i64 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 }

def half (n: i64) : i64 = n / 2

def cut [n] 'a (xs: [n]a) : ([half n]a, [n - half n]a) = (take (half n) xs, drop (half n) xs :> [n - half n]a)

def glue [n] 'a (p: ([half n]a, [n - half n]a)) (k: i64) : [k]a = (p.0 ++ p.1) :> [k]a

entry main [n] (xs: [n]i32) : ([]i32, []i32, i64) =
  let (a, b) = cut xs
  let both = glue (a, b) n
  in (a, b, length (cut both).0)
