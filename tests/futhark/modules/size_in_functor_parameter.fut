-- A size that a functor's parameter fixes.
-- ==
-- entry: main
-- input { [1i32, 2, 3, 4, 5, 6] } output { 21i32 [[1i32, 2, 3], [4, 5, 6]] [[1i32, 2], [3, 4], [5, 6]] }
-- input { empty([0]i32) } output { 0i32 empty([0][3]i32) empty([0][2]i32) }

module chunked (s: {val n : i64}) = {
  def chunks (xs: []i32) : [][s.n]i32 =
    let k = length xs / s.n
    in unflatten (xs :> [k * s.n]i32)
  def total [k] (xs: [k][s.n]i32) : i32 = i32.sum (flatten xs)
}

module by3 = chunked {def n = 3i64}
module by2 = chunked {def n = 2i64}

entry main (xs: []i32) : (i32, [][3]i32, [][2]i32) =
  let c = by3.chunks xs
  in (by3.total c, c :> [][3]i32, by2.chunks xs :> [][2]i32)
