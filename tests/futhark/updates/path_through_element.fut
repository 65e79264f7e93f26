-- An update's path goes through an element of an array into an array inside of it.
-- ==
-- entry: main
-- input { 2i64 } output { [[0, 0], [9, 0]] [1, 1] }

-- ==
-- entry: rows
-- input { 2i64 } output { [[0, 0], [9, 0]] }

-- ==
-- entry: kept
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [3, 1]] [[1, 2], [3, 4]] }

-- ==
-- entry: in_slice
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [7, 8], [5, 6]] }

-- ==
-- entry: deep
-- input { 3 } output { [[[0, 0], [0, 3]], [[0, 0], [0, 0]]] }

-- ==
-- entry: outside
-- input { [[1, 2], [3, 4]] } error: index|bounds

entry main (n: i64) : ([n][2]i32, [n]i32) =
  let rs = replicate n {m = [0, 0], k = 1}
  let rs[1].m[0] = 9
  in (map (.m) rs, map (.k) rs)

entry rows (n: i64) : [n][2]i32 =
  let a = replicate n [0, 0]
  let a[1][0] = 9
  in a

entry kept (a: [2][2]i32) : ([2][2]i32, [2][2]i32) =
  let b = copy a with [1][1] = a[0, 0]
  in (b, a)

entry in_slice (a: *[3][2]i32) : [3][2]i32 = a with [1:][0] = [7, 8]

entry deep (k: i32) : [2][2][2]i32 =
  let r = {a = replicate 2 {b = replicate 2 [0, 0]}}
  let r.a[0].b[1][1] = k
  in map (.b) r.a

entry outside (a: *[2][2]i32) : [2][2]i32 = a with [1][2] = 0
