-- Names that begin with or contain keywords, and the names of types and modules as names of values.
-- ==
-- entry: near
-- input { 1i32 } output { 28i32 }
-- input { 0i32 } output { 21i32 }

-- ==
-- entry: types
-- input { 4i32 } output { 5i32 4i64 true }

-- ==
-- entry: fields
-- input { 5i32 } output { 5i32 6i32 7i32 }

entry near (x: i32) : i32 =
  let iffy = x
  let then_ = x + 1
  let in' = x + 2
  let looped = x + 3
  let does = x + 4
  let letter = x + 5
  let matches = x + 6
  in iffy + then_ + in' + looped + does + letter + matches
entry types (i32: i32) : (i32, i64, bool) =
  let bool = i32 + 1
  let f64 = bool > 4
  in (bool, i64.i32 i32, f64)
entry fields (map: i32) : (i32, i32, i32) =
  let r = {map, reduce = map + 1, i32 = map + 2}
  in (r.map, r.reduce, r.i32)
