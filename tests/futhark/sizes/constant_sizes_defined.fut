-- Named constants as sizes, also from a module.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4] } output { [[1i32, 2], [3, 4]] 10i32 }

module dim = {
  def two : i64 = 2
  def four : i64 = two * two
}

def four : i64 = 4

def tot (xs: [four]i32) : i32 = i32.sum xs

entry main (xs: [4]i32) : ([dim.two][2]i32, i32) =
  (unflatten (xs :> [dim.two * 2]i32), tot (xs :> [four]i32))
