-- Characters as patterns: a small scanner, and classes of bytes.
-- ==
-- entry: class
-- input { 97u8 } output { 1i32 }
-- input { 48u8 } output { 2i32 }
-- input { 32u8 } output { 3i32 }
-- input { 10u8 } output { 3i32 }
-- input { 39u8 } output { 4i32 }
-- input { 200u8 } output { 0i32 }

-- ==
-- entry: operators
-- input { "1+2*3" } output { [0i32, 1, 0, 2, 0] }
-- input { "" } output { empty([0]i32) }

entry class (c: u8) : i32 =
  match c
  case 'a' -> 1
  case '0' -> 2
  case ' ' -> 3
  case '\n' -> 3
  case '\'' -> 4
  case _ -> 0
entry operators [n] (s: [n]u8) : [n]i32 =
  map (\c -> match c case '+' -> 1 case '*' -> 2 case _ -> 0) s
