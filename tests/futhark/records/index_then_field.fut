-- Paths of updates that go through indices to fields.
-- ==
-- entry: main
-- input { [1i32, 2, 3] 1i64 } output { [1i32, 9, 3] [1i32, 2, 3] }
-- input { [5i32] 0i64 } output { [9i32] [5i32] }

-- ==
-- entry: deeper
-- input { 2i64 } output { [0i32, 7] [4i32, 0] }

entry main [n] (xs: [n]i32) (i: i64) : ([n]i32, [n]i32) =
  let rs = map (\x -> {x, y = x}) xs
  let rs[i].x = 9
  in (map (.x) rs, map (.y) rs)
entry deeper (n: i64) : ([n]i32, [n]i32) =
  let r = {a = replicate n {p = (0i32, 0i32)}}
  let r = r with a[1].p.0 = 7 with a[0].p.1 = 4
  in (map (.p.0) r.a, map (.p.1) r.a)
