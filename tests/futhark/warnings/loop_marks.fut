-- A loop that does not consume a parameter marked `*` owns none of its values. Other compilers may demand that it does.
-- ==
-- warning: E0704.*not portable: the loop consumes `ys`, whose next value may be shared(.|\n)*not portable: .* starts with memory that the loop consumes(.|\n)*E0704.*: the loop consumes `bs`(.|\n)*E0704.*: `c` may not be consumed(.|\n)*E0704.*: `xs` may not be consumed(.|\n)*E0704.*: `xs` is used after it was consumed

-- ==
-- entry: outside
-- input { [1, 2] [3, 4] } output { [3, 4] }

-- ==
-- entry: in_part
-- input { 7 } output { [7, 2] }

-- ==
-- entry: one_for_two
-- input { 2i64 } output { [0, 0] }

-- ==
-- entry: constant
-- input { 1i64 } output { 2 }

-- ==
-- entry: parameter
-- input { [5, 6] } output { [1, 2] }

-- ==
-- entry: after
-- input { 5 } output { [5, 5] }

def c = [1i32, 2]

entry outside (xs: *[2]i32) (zs: [2]i32) : [2]i32 =
  loop (ys: *[2]i32) = xs for _i < 3 do zs

entry in_part (k: i32) : [2]i32 =
  let xs = [k, k]
  let (as, bs) = loop (as: [2]i32, bs: *[2]i32) = (xs, xs) for i < 3 do (as, [i, i])
  in [as[0], bs[0]]

entry one_for_two (n: i64) : [n]i32 =
  let (as, _) = loop (as: [n]i32, bs: *[n]i32) = (replicate n 0, replicate n 0) for _i < 10 do (as, as)
  in as

def first = loop (ys: *[2]i32) = c for _i < 3 do ys

entry constant (i: i64) : i32 = first[i]

entry parameter (xs: [2]i32) : [2]i32 = loop (ys: *[2]i32) = xs for _i < 3 do [1, 2]

entry after (k: i32) : [2]i32 =
  let xs = [k, k]
  let zs = loop (ys: *[2]i32) = xs for _i < 3 do [k, ys[0]]
  in [zs[0], xs[0]]
