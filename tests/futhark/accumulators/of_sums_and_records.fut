-- Elements that are records and sums; the last write of a scatter stream counts.
-- ==
-- entry: main
-- input { [1i64, 5] } output { [false, true, false] [0i32, 8, 0] }
-- input { empty([0]i64) } output { [false, false, false] [0i32, 0, 0] }

type opt = #none | #some {x: i32, y: (bool, i64)}

entry main (is: []i64) : ([3]bool, [3]i32) =
  let none : opt = #none
  let os = intrinsics.scatter_stream (replicate 3 none)
             (\acc i -> intrinsics.acc_write acc i (#some {x = 7, y = (true, i)})) is
  let look (o: opt) = match o case #some {x, y = (b, i)} -> (b, x + i32.i64 i) case #none -> (false, 0)
  in unzip (map look os)
