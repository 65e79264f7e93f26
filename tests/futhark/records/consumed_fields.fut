-- Fields that are arrays: updated in loops, in chains, and the others kept.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 4] [0i64, 1, 2] 3i64 }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) 0i64 }

-- ==
-- entry: two
-- input { [1i32, 2] [3i32, 4] } output { [9i32, 2] [3i32, 8] }

entry main (n: i64) : ([n]i64, [n]i64, i64) =
  let r = {squares = replicate n 0, plain = iota n, count = 0i64}
  let r = loop r for i < n do
            let r.squares[i] = i * i
            let r.count = r.count + 1
            in r
  in (r.squares, r.plain, r.count)
entry two (a: *[2]i32) (b: *[2]i32) : ([2]i32, [2]i32) =
  let r = {a, b} with a[0] = 9 with b[1] = 8
  in (r.a, r.b)
