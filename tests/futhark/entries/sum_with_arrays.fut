-- Arrays in constructors have slots of their own. One that is not used comes out without elements, whatever else goes
-- on around it.
-- ==
-- entry: area
-- input { 0i8 1.0 2.0 empty([0]f64) empty([0]f64) } output { 2.0 }
-- input { 1i8 0.0 0.0 [0.0, 3.0, 0.0] [0.0, 0.0, 2.0] } output { 3.0 }
-- input { 1i8 0.0 0.0 [0.0, 3.0] [0.0, 0.0, 2.0] } error: argument `s` has arrays of shapes \[3\] and \[2\] that should be equal

-- ==
-- entry: choose
-- input { true [1i32, 2] } output { 1i8 [1i32, 2] }
-- input { false [1i32, 2] } output { 0i8 empty([0]i32) }
-- input { true empty([0]i32) } output { 1i8 empty([0]i32) }

-- ==
-- entry: fixed
-- input { true } output { 0i8 [1u8, 2, 3] empty([0][0]i16) }
-- input { false } output { 1i8 empty([0]u8) [[1i16, 2], [3, 4]] }

-- ==
-- entry: same
-- input { 0i8 [1u8, 2, 3] empty([0][0]i16) } output { 0i8 [1u8, 2, 3] empty([0][0]i16) }
-- input { 1i8 empty([0]u8) [[5i16]] } output { 1i8 empty([0]u8) [[5i16]] }

type~ shape = #box f64 f64 | #polygon [](f64, f64)

-- A polygon by the shoelace formula.
entry area (s: shape) : f64 =
  match s
  case #box a b -> a * b
  case #polygon points ->
    let n = length points
    in f64.abs (f64.sum (tabulate n (\i ->
         let (p, q) = (points[i], points[(i + 1) % n])
         in p.0 * q.1 - q.0 * p.1))) / 2

entry choose (b: bool) (xs: []i32) : #some []i32 | #none = if b then #some xs else #none

entry fixed (b: bool) : #few [3]u8 | #grid [2][2]i16 = if b then #few [1, 2, 3] else #grid [[1, 2], [3, 4]]

entry same (x: #few []u8 | #grid [][]i16) : #few []u8 | #grid [][]i16 = x
