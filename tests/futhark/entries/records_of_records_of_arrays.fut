-- Records in records in arrays: every field is an array of its own, fields in the order of their names.
-- ==
-- entry: main
-- input { [1i32, 2] [[1f32, 2], [3, 4]] [true, false] } output { [2f32, 4] [2i32, 4] }
-- input { empty([0]i32) empty([0][3]f32) empty([0]bool) } output { empty([0]f32) empty([0]i32) }
-- input { [1i32] [[1f32], [3]] [true, false] } error: shape|size

type inner [k] = {p: [k]f32, q: bool}

entry main [n] [k] (rs: [n]{a: i32, b: inner [k]}) : ([n]f32, [n]i32) =
  unzip (map (\r -> (f32.maximum r.b.p, r.a * 2)) rs)
