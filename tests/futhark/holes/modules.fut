-- Holes in modules and in local functions.
-- ==
-- warning: a value of type i32 is missing

-- ==
-- entry: shape
-- input { 2i32 } output { 4i32 }
-- input { 3i32 } error: hole

-- ==
-- entry: mapped
-- input { [1i32, 2] } output { [1i32, 2] }
-- input { [1i32, -2] } error: hole

module type shape = { val area : i32 -> i32 val border : i32 -> i32 }
module square : shape = { def area (x: i32) = x * x def border (_: i32) : i32 = ??? }

entry shape (x: i32) = if x == 2 then square.area x else square.border x

entry mapped (xs: []i32) =
  let positive (x: i32) = if x > 0 then x else ???
  in map positive xs
