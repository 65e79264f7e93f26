-- Records as values of the program: fields of fields, strings and tuples inside, and sizes taken from them.
-- ==
-- entry: main
-- input { 2i64 } output { 5i64 6i64 }
-- input { -3i64 } output { 0i64 -9i64 }

-- ==
-- entry: sizes
-- input { 2i64 } output { [3i64, 3] 99u8 }
-- input { 0i64 } output { empty([0]i64) 99u8 }

-- ==
-- entry: mapped
-- input { [1i32, 2] } output { [2i32, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }

def conf = {sizes = {w = 3i64, h = 2i64}, name = "abc", flags = (true, 4i64), step = (+ 1i32)}
entry main (n: i64) : (i64, i64) = (n + conf.sizes.w, n * conf.sizes.w)
entry sizes (n: i64) : ([n]i64, u8) =
  (replicate n (if conf.flags.0 then conf.flags.1 - 1 else 0), conf.name[conf.sizes.h])
entry mapped [n] (xs: [n]i32) : [n]i32 = map conf.step xs
