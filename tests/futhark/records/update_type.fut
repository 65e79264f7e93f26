-- An update keeps the type of the field, and a literal of a record changes it.
-- ==
-- entry: main
-- input { 1i32 } output { 2f64 1i32 true }
-- input { 5i32 } output { 10f64 5i32 true }

def scaled (r: {x: i32, y: bool}) : {x: f64, y: bool} = {x = 2 * f64.i32 r.x, y = r.y}
entry main (x: i32) : (f64, i32, bool) =
  let r = {x, y = false}
  let s = scaled (r with y = true)
  in (s.x, r.x, s.y)
