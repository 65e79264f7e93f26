-- Half floats, bytes and not-a-number in slots.
-- ==
-- entry: describe
-- input { 0i8 f16.nan empty([0]u8) } output { true }
-- input { 0i8 1.5f16 empty([0]u8) } output { false }
-- input { 1i8 0f16 "nan" } output { true }
-- input { 1i8 0f16 "one" } output { false }
-- input { 1i8 f16.nan "one" } error: an unused slot that is not 0

-- ==
-- entry: parse
-- input { "" } output { 1i8 0u8 }
-- input { "x" } output { 0i8 120u8 }

entry describe (x: #half f16 | #text []u8) : bool =
  match x
  case #half h -> f16.isnan h
  case #text t -> length t == 3 && and (map2 (==) (sized 3 t) (sized 3 "nan"))

entry parse (t: []u8) : #first u8 | #nothing = if null t then #nothing else #first t[0]
