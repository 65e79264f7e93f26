-- Loops that name variables only: these start with what the names mean outside.
-- ==
-- entry: main
-- input { 5i32 } output { 32i32 1i32 }
-- input { 0i32 } output { 1i32 1i32 }

-- ==
-- entry: several
-- input { 10i32 } output { 55i32 89i32 }
-- input { 0i32 } output { 0i32 1i32 }

-- ==
-- entry: arrays
-- input { [3i32, 1, 2] } output { [4i32, 2, 3] [3i32, 4, 6] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

entry main (n: i32) : (i32, i32) =
  let x = 1
  let y = loop x for _i < n do x * 2
  in (y, x)
entry several (n: i32) : (i32, i32) =
  let a = 0
  let b = 1
  in loop (a, b) for _i < n do (b, a + b)
entry arrays [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let ys = copy xs
  let ys = loop ys for i < n do ys with [i] = ys[i] + 1
  let (zs, _) = loop (zs, s) = (copy xs, 0) for i < n do (let s = s + zs[i] in (zs with [i] = s, s))
  in (ys, zs)
