-- `match` over numbers, characters, truth values, tuples and records, without sum types: the first case that fits wins.
-- ==
-- entry: triangle
-- input { [1i32, 3, 5, 15, 30, 7] } output { [0i32, 1, 2, 3, 3, 0] }

-- ==
-- entry: classes
-- input { "aZ5 -" } output { "vuds?" }
-- input { "" } output { "" }

-- ==
-- entry: gates
-- input { true false } output { 2i32 false true }
-- input { true true } output { 3i32 true false }
-- input { false false } output { 0i32 false false }

-- ==
-- entry: moves
-- input { [0i32, 0, 1, 2, 3, 3] } output { -1i32 1i32 }
-- input { empty([0]i32) } output { 0i32 0i32 }

-- ==
-- entry: signs
-- input { [-1.5f32, 0, 2, 1] } output { [-1i8, 0, 1, 2] }

-- ==
-- entry: nested
-- input { 0i64 0i64 } output { 100i64 }
-- input { 0i64 5i64 } output { 5i64 }
-- input { 3i64 0i64 } output { 30i64 }
-- input { 3i64 4i64 } output { 7i64 }

type point = {x: i32, y: i32}

entry triangle [n] (xs: [n]i32) : [n]i32 =
  map (\x -> match (x % 3, x % 5)
             case (0, 0) -> 3
             case (_, 0) -> 2
             case (0, _) -> 1
             case _ -> 0)
      xs

entry classes [n] (s: [n]u8) : [n]u8 =
  let class (c: u8) =
    match c
    case 'a' -> 'v'
    case 'e' -> 'v'
    case ' ' -> 's'
    case other ->
      if other >= '0' && other <= '9' then 'd'
      else if other >= 'A' && other <= 'Z' then 'u'
      else '?'
  in map class s

entry gates (a: bool) (b: bool) : (i32, bool, bool) =
  let number = match (a, b)
               case (false, false) -> 0
               case (false, true) -> 1
               case (true, false) -> 2
               case (true, true) -> 3
  let both = match a case true -> b case false -> false
  in (number, both, match {a, b} case {a = true, b = false} -> true case {a, b = true} -> !a case _ -> false)

def move (at: point) (direction: i32) : point =
  match (direction, at)
  case (0, {x, y}) -> {x, y = y + 1}
  case (1, {x, y}) -> {x = x + 1, y}
  case (2, {x, y}) -> {x, y = y - 1}
  case (_, {x, y = _}) -> at with x = x - 1

entry moves (directions: []i32) : (i32, i32) =
  let end = foldl move {x = 0, y = 0} directions
  in (end.x, end.y)

entry signs [n] (xs: [n]f32) : [n]i8 =
  map (\x -> match x
             case 1.0 -> 2
             case 0 -> 0
             case y -> if y < 0 then -1 else 1) xs

entry nested (a: i64) (b: i64) : i64 =
  match a
  case 0 ->
    (match b
     case 0 -> 100
     case n -> n)
  case m ->
    let k = match b case 0 -> 10 case _ -> 1
    in m * k + (match (m, b) case (3, 4) -> 4 case _ -> 0)
