-- Updates whose values read the array at other places, in loops whose order counts.
-- ==
-- entry: fibonacci
-- input { 6i64 } output { [1i32, 1, 2, 3, 5, 8] }
-- input { 2i64 } output { [1i32, 1] }

-- ==
-- entry: prefix
-- input { [1i32, 2, 3, 4] } output { [1i32, 3, 6, 10] [10i32, 9, 7, 4] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: reversed
-- input { [1i32, 2, 3, 4, 5] } output { [5i32, 4, 3, 2, 1] }

entry fibonacci (n: i64) : [n]i32 =
  loop f = replicate n 1 for i in 2..<n do f with [i] = f[i - 1] + f[i - 2]
entry prefix [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  ( loop a = copy xs for i < n do if i == 0 then a else a with [i] = a[i] + a[i - 1]
  , loop a = copy xs for i < n do
      let j = n - 1 - i
      in if i == 0 then a else a with [j] = a[j] + a[j + 1]
  )
entry reversed [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n / 2 do
    let (a, b) = (xs[i], xs[n - 1 - i])
    in xs with [i] = b with [n - 1 - i] = a
