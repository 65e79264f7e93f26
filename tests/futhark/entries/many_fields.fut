-- Fields that are numbers come in the order of their values, before those with names.
-- ==
-- entry: digits
-- input { 0i32 1i32 2i32 3i32 4i32 5i32 6i32 7i32 8i32 9i32 10i32 } output { [0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }

-- ==
-- entry: one
-- input { 5i32 } output { 6i32 }

-- ==
-- entry: mixed
-- input { 1i32 2i32 3i32 } output { 123i32 }

entry digits (t: (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)) : []i32 =
  [t.0, t.1, t.2, t.3, t.4, t.5, t.6, t.7, t.8, t.9, t.10]

-- One numbered field is a record and no tuple.
entry one (r: {0: i32}) : {0: i32} = {0 = r.0 + 1}

entry mixed (r: {b: i32, 2: i32, a: i32}) : i32 = 100 * r.2 + 10 * r.a + r.b
