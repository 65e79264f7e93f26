-- What cannot be a function chosen by `if` can be a function that chooses.
-- ==
-- entry: main
-- input { true 5i32 } output { 6i32 }
-- input { false 5i32 } output { 10i32 }

-- ==
-- entry: table
-- input { [0i32, 1, 2, 7] 4i32 } output { [5i32, 8, 16, 4] }
-- input { empty([0]i32) 4i32 } output { empty([0]i32) }

type f = #inc | #double | #square | #same
def run (f: f) (x: i32) : i32 = match f case #inc -> x + 1 case #double -> 2 * x case #square -> x * x case #same -> x
entry main (b: bool) (x: i32) : i32 = let f = run (if b then #inc else #double) in f x
entry table [n] (ks: [n]i32) (x: i32) : [n]i32 =
  map (\k -> match k case 0 -> #inc case 1 -> #double case 2 -> #square case _ -> #same) ks |> map (\f -> run f x)
