-- `|>` goes from the left, `<|` from the right; both bind less tightly than every other operator.
-- ==
-- entry: main
-- input { 5i32 } output { 12i32 -8i32 11i32 true }
-- input { 0i32 } output { 2i32 2i32 1i32 false }

-- ==
-- entry: arrays
-- input { [1i32, 2, 3] } output { 12i32 9i32 }
-- input { empty([0]i32) } output { 0i32 0i32 }

def inc (x: i32) : i32 = x + 1
def double (x: i32) : i32 = x * 2
entry main (x: i32) : (i32, i32, i32, bool) =
  ( x |> inc |> double
  , 2 - double x |> (+ 0) |> \y -> y * 1
  , inc <| double <| x
  , x > 2 || x < -2 |> \b -> b
  )
entry arrays (xs: []i32) : (i32, i32) =
  ( xs |> map double |> i32.sum
  , i32.sum <| map (+ 1) <| map (\x -> x) xs
  )
