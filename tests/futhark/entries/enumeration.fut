-- A sum without payloads is its tag; constructors are numbered by name.
-- ==
-- entry: turn
-- input { 0i8 } output { 2i8 }
-- input { 1i8 } output { 0i8 }
-- input { 2i8 } output { 3i8 }
-- input { 3i8 } output { 1i8 }
-- input { 4i8 } error: argument `d` has an invalid tag
-- input { -1i8 } error: argument `d` has an invalid tag

-- ==
-- entry: path
-- input { [1i8, 1, 0, 3] } output { 0i64 -2i64 }
-- input { empty([0]i8) } output { 0i64 0i64 }
-- input { [1i8, 1, 9, 3] } error: argument `ds` has an invalid tag

-- east 0, north 1, south 2, west 3
type direction = #north | #east | #south | #west

-- To the right.
entry turn (d: direction) : direction =
  match d
  case #north -> #east
  case #east -> #south
  case #south -> #west
  case #west -> #north

entry path (ds: []direction) : (i64, i64) =
  loop (x, y) = (0, 0) for d in ds do
    match d
    case #north -> (x, y - 1)
    case #east -> (x + 1, y)
    case #south -> (x, y + 1)
    case #west -> (x - 1, y)
