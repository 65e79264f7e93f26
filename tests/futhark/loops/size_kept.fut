-- Loops over records with arrays whose sizes stay, which later operations rely on.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4]] 1i32 } output { [[3i32, 4], [1, 2]] 3i32 }
-- input { [[1i32, 2], [3, 4]] 2i32 } output { [[1i32, 2], [3, 4]] 10i32 }
-- input { [[1i32, 2], [3, 4]] 0i32 } output { [[1i32, 2], [3, 4]] 0i32 }

entry main [n] [m] (a: [n][m]i32) (k: i32) : ([n][m]i32, i32) =
  let r =
    loop r = {a, s = 0} for i < k do
      {a = reverse r.a, s = r.s + i32.sum a[i64.i32 i]}
  in (map2 (map2 (+)) r.a (replicate n (replicate m 0)), r.s)
