-- A function consumes one component of a pair and gives the other back as it is.
-- ==
-- entry: main
-- input { [1i32, 2] [3i32, 4] } output { [10i32, 2] [3i32, 4] }

def upd (p: (*[]i32, []i32)) : (*[]i32, []i32) =
  let (a, b) = p
  in (a with [0] = 10, b)

entry main (a: *[]i32) (b: []i32) : ([]i32, []i32) = upd (a, b)
