-- Sums that a `for` loop changes by the elements of an array, of numbers and of sums.
-- ==
-- entry: brackets
-- input { "(())" } output { 0i32 2i32 }
-- input { "(()" } output { 1i32 2i32 }
-- input { "())" } output { -1i32 -1i32 }
-- input { "" } output { 0i32 0i32 }

-- ==
-- entry: commands
-- input { [1i32, 0, 2, 5] } output { 11i32 }
-- input { empty([0]i32) } output { 1i32 }

type s = #open i32 i32 | #broken
entry brackets (text: []u8) : (i32, i32) =
  let r =
    loop r = #open 0 0 : s for c in text do
      match r
      case #broken -> #broken
      case #open d m ->
        if c == '(' then #open (d + 1) (i32.max m (d + 1))
        else if d == 0 then #broken
        else #open (d - 1) m
  in match r case #open d m -> (d, m) case #broken -> (-1, -1)
type command = #add i32 | #double
entry commands (ks: []i32) : i32 =
  let cs = map (\k -> if k == 0 then #double else #add k : command) ks
  in loop x = 1 for c in cs do match c case #add k -> x + k case #double -> 2 * x
