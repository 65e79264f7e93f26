-- A specification says `length` of its parameter.
-- ==
-- entry: main
-- input { [1i32,2] } output { 2i64 }

module m : {
  val f [n] : (xs: [n]i32) -> [length xs]i32 } = {
  def f [n] (xs: [n]i32) : [length xs]i32 = copy xs :> [length xs]i32 }
entry main (xs: []i32) = length (m.f xs)
